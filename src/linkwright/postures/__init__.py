"""Inverse geometry for callers in Python: all postures at a pose as records, the nearest one, and following of one."""

from linkwright.postures.records import Posture, Postures
from linkwright.postures.solver import InverseGeometry

__all__ = ["InverseGeometry", "Posture", "Postures"]
