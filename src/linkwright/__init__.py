"""Linkwright: a compiler for robot models.

import linkwright as lw
robot = lw.load("rx90")
fn = lw.model(robot, "inverse_dynamics", parameters="base")
files = lw.emit(fn, "c")
tau = lw.compile(fn)(q=..., qd=..., qdd=..., parameters={...})
"""

from linkwright.compiler import (
    arm_angle_intervals,
    base_parameters,
    compile,
    emit,
    expand,
    explain,
    generate,
    grouping,
    inverse_geometry,
    load,
    mobility,
    model,
    simulate,
    verify,
)
from linkwright.errors import (
    ExpressionError,
    FormatError,
    InputError,
    LinkwrightError,
    ModelWarning,
    RobotError,
    ToolError,
    UnknownName,
)
from linkwright.expr import Cost, Expr, Function, Port, prove_equal
from linkwright.progress import Cancelled, Step, listening
from linkwright.robot import Base, Body, Coupling, Frame, Joint, Limits, Loop, Robot, Term, Wheel, planar, spatial
from linkwright.version import __version__

__all__ = [
    "Base", "Body", "Cancelled", "Cost", "Coupling", "Expr", "ExpressionError", "FormatError", "Frame", "Function",
    "InputError", "Joint", "Limits", "LinkwrightError", "Loop", "ModelWarning", "Port", "Robot", "RobotError", "Step",
    "Term", "ToolError", "UnknownName", "Wheel", "__version__", "arm_angle_intervals", "base_parameters", "compile",
    "emit", "expand", "explain", "generate", "grouping", "inverse_geometry", "listening", "load", "mobility", "model",
    "planar", "prove_equal", "simulate", "spatial", "verify",
]  # fmt: skip
