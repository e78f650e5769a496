"""What a robot is: frozen values, checked at construction. The built-in robots are data beside this file."""

from linkwright.robot.coordinates import Coordinate
from linkwright.robot.families import planar, spatial
from linkwright.robot.fields import scalar
from linkwright.robot.robot import Base, Body, Joint, Limits, Loop, Robot

__all__ = ["Base", "Body", "Coordinate", "Joint", "Limits", "Loop", "Robot", "planar", "scalar", "spatial"]
