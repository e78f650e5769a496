"""The models of a robot: one file for each algorithm, in a room for each capability.

A file with a `MODEL` in it is a model of the name of the file, in whichever room it lies. Each room imports only those
that its docstring names (tests/test_architecture.py):

    framework           what a model is                   kinematics          poses and Jacobians
    search              choosing among derivations        dynamics            efforts, inertia, energy
    algebra             exact zeros, linear algebra       identification      regressors
    tree                links, frames, twists             derivatives         slopes of the dynamics
    equivalent_bodies   bodies with the same efforts      parameters          base parameters
    constraints         loops, wheels, couplings          inverse_geometry    every posture at a pose
    derive              from a request to a function
"""

from linkwright.models.derive.function import function, function_name
from linkwright.models.framework.model import Model, Option, find, models

__all__ = ["Model", "Option", "find", "function", "function_name", "models"]
