"""Robots as frozen values, checked at construction. The built-in robots are files in `data`."""

from linkwright.robot.coordinates import Coordinate
from linkwright.robot.families import planar, spatial
from linkwright.robot.fields import scalar
from linkwright.robot.parts import Base, Body, Coupling, Frame, Joint, Limits, Loop, Term, Wheel
from linkwright.robot.robot import Robot

__all__ = [
    "Base", "Body", "Coordinate", "Coupling", "Frame", "Joint", "Limits", "Loop", "Robot", "Term", "Wheel", "planar",
    "scalar", "spatial",
]  # fmt: skip
