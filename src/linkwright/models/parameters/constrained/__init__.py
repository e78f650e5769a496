"""Base parameters of robots whose joints loops, wheels or couplings tie: null spaces of sampled regressors.

regressor_null_space.py: which parameters depend on others; coefficient_fitting.py: formulas of the coefficients.

As parameters.
"""
