"""Exact zero tests and small linear algebra.

exact_reading.py: floats as exact decimals; block_triangular.py: solving and determinants by blocks; ltdl.py: the sparse
factorization of inertia matrices (Featherstone 6.5); trig_factorization.py: factors of trigonometric polynomials.

It imports nothing of models.
"""
