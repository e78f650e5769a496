"""Poses, velocities, Jacobians and their derivatives.

Each file but these is a model: direct_geometry, jacobian, jacobian_dot, hessian, manipulability, ...

It imports constraints and the rooms below.
"""
