"""Base parameters of robots with loops, wheels or couplings: null spaces of sampled regressors.

regressor_null_space.py: which parameters depend on others; coefficient_fitting.py: formulas of the coefficients.

It imports what parameters imports.
"""
