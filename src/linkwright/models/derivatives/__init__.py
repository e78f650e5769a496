"""First and second derivatives of inverse and forward dynamics.

rnea_derivatives.py, rnea_second_derivatives.py: recursions; state_tangents.py: directions of the state.

It imports dynamics, identification and the packages that these import.
"""
