"""Inverse kinematics for Python: all postures at a pose as records, the nearest one, and continuation along a path."""

from linkwright.postures.records import Posture, Postures
from linkwright.postures.solver import InverseGeometry

__all__ = ["InverseGeometry", "Posture", "Postures"]
