"""Kernels, one file each: the equation, and the code that solves it."""
