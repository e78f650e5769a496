"""Programs that every language runs: collecting, polishing and judging solutions.

solution_kernel.py puts them together.

As inverse_geometry.
"""
