"""Kernels that every target language runs: collect and polish solutions, and find out whether they are singular.

solution_kernel.py puts them together. The imports allowed are those of inverse_geometry.
"""
