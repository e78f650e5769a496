"""Identification: models as linear functions of the inertial parameters (regressors).

regressor_columns.py: columns by recursion; the models regressor, energy_regressor, power_regressor, ...

It imports dynamics and the packages that dynamics imports.
"""
