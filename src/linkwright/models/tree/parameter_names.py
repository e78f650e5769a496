"""Names of the parameters in a robot's tables: the same in lists, columns, emitted code and relations.

An entry that is a symbol has the name of the symbol. Others (a number, a formula, a symbol that names another entry
already) are named after link and parameter, with an R for grouped parameters (base parameters): ZZ1, ZZ1R.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from linkwright.expr import Expr
from linkwright.robot import Robot
from linkwright.robot.robot import INERTIA

ROTOR, VISCOUS, COULOMB = "IA", "FV", "FS"
JOINT_FIELDS: Mapping[str, str] = {ROTOR: "rotor", VISCOUS: "viscous", COULOMB: "coulomb"}
ParameterPlace = tuple[int, str]  # link, parameter


def parameter_entry(robot: Robot, j: int, parameter: str) -> Expr:
    """Table entry of a parameter of link j or its joint, by the name of its column."""
    value: Expr
    if parameter in JOINT_FIELDS:
        value = getattr(robot.joint(j), JOINT_FIELDS[parameter])
    else:
        value = getattr(robot.joint(j).body if j else robot.base.body, parameter)
    return value


def links_with_parameters(robot: Robot) -> range:
    """Links whose parameters have an effect: all but a fixed base."""
    return range(0 if robot.freedoms(0) else 1, len(robot) + 1)


def name_parameters(robot: Robot) -> dict[ParameterPlace, str]:
    """Unique names of all parameters in the order of the tables: ten of every link, then its rotor and friction."""
    places = [(j, name) for j in links_with_parameters(robot) for name in (*INERTIA, *(JOINT_FIELDS if j else ()))]
    found: dict[ParameterPlace, str] = {}
    taken = {*robot.parameters, *robot.numbers, *(joint.variable for joint in robot.joints)}
    owned: set[str] = set()
    for j, name in places:
        own = parameter_entry(robot, j, name).name
        if own is None or own in owned:
            own = unused_name(f"{name}{j}R" if (j, name) in robot.grouped else f"{name}{j}", taken)
            taken.add(own)
        owned.add(own)
        found[j, name] = own
    return found


def unused_name(name: str, taken: Collection[str]) -> str:
    """Return the name with as many underscores as make it different from those that are taken."""
    while name in taken:
        name += "_"
    return name
