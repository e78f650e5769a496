"""Units of the parameters that the tables of a robot name."""

from __future__ import annotations

from linkwright.expr import Expr
from linkwright.robot import Robot
from linkwright.robot.robot import GEOMETRY, INERTIA, PLACE, WRENCH

_UNITS = {
    **dict.fromkeys(("gamma", "alpha", "theta"), "rad"), **dict.fromkeys(("b", "d", "r"), "m"),
    **dict.fromkeys(INERTIA[:6], "kg m^2"), **dict.fromkeys(("MX", "MY", "MZ"), "kg m"), "M": "kg",
    **dict.fromkeys(WRENCH[:3], "N"), **dict.fromkeys(WRENCH[3:], "N m"),
}  # fmt: skip


def parameter_units(robot: Robot) -> dict[str, str]:
    """Unit of every symbol that is an entry of the robot's tables by itself."""
    units: dict[str, str] = {}

    def note(e: Expr | None, unit: str) -> None:
        if e is not None and e.name:
            units.setdefault(e.name, unit)

    for part in (part for loop in robot.loops for part in (loop.joint, loop.frame)):
        for f in GEOMETRY:
            note(getattr(part, f), _UNITS[f])
    for joint in robot.joints:
        for f in GEOMETRY:
            note(getattr(joint, f), _UNITS[f])
        for f in INERTIA + WRENCH:
            note(getattr(joint.body, f), _UNITS[f])
        turning = joint.kind == "revolute"
        note(joint.rotor, "kg m^2" if turning else "kg")
        note(joint.viscous, "N m s/rad" if turning else "N s/m")
        note(joint.coulomb, "N m" if turning else "N")
        note(joint.stiffness, "N m/rad" if turning else "N/m")
        note(joint.damping, "N m s/rad" if turning else "N s/m")
        note(joint.rest, "rad" if turning else "m")
    for frame in robot.frames:
        for f in PLACE:
            note(getattr(frame, f), "m" if f in "xyz" else "rad")
    for wheel in robot.wheels:
        note(wheel.radius, "m")
        note(wheel.roller, "rad")
    for g in robot.gravity:
        note(g, "m/s^2")
    base = robot.base
    for f in INERTIA + WRENCH:
        note(getattr(base.body, f), _UNITS[f])
    for values, unit in ((base.angular_velocity, "rad/s"), (base.angular_acceleration, "rad/s^2"),
                         (base.velocity, "m/s"), (base.acceleration, "m/s^2")):  # fmt: skip
        for v in values:
            note(v, unit)
    return units
