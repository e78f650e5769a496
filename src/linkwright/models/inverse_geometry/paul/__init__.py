"""Paul's method: formulas for the joints of a chain, its lengths symbols or numbers (R. P. Paul 1981; Khalil, Dombre).

    known       what is known, with its value in a prime field; polynomials of what is not
    arm         the moves of a chain, sums of parallel joints, their matrices
    equations   the matrix equations, element by element
    types       the types of equations that have formulas
    solver      the order in which they are solved
    rows        postures from the formulas: a candidate for each choice of solutions
    choice      of these those that reach the pose, and what is known of each
    steps       the derivation, to be read
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from linkwright.errors import RobotError
from linkwright.expr import Expr, Graph, Importer
from linkwright.models.framework.frame_options import branch
from linkwright.models.framework.result import Quantities
from linkwright.models.inverse_geometry.paul.derivation_text import Explained, told
from linkwright.models.inverse_geometry.paul.solutions import Branches, Chain, Found, rows_of
from linkwright.models.inverse_geometry.paul.solver import NoForm, Plan, planned
from linkwright.robot import Robot
from linkwright.robot.robot import GEOMETRY


def missing(robot: Robot, frame: int) -> dict[str, tuple[str, str]]:
    """The symbols of a chain that have no number, and where they stand first: joint, field."""
    found: dict[str, tuple[str, str]] = {}
    for j in branch(robot, frame):
        joint = robot.joint(j)
        for key in GEOMETRY:
            for s in sorted(getattr(joint, key).symbols - robot.numbers.keys()):
                found.setdefault(s, (joint.name, key))
    return found


def with_some_numbers(robot: Robot, frame: int) -> Robot:
    """The robot with a number, at random, for every symbol of the chain that has none: to look at what is general."""
    draw = random.Random(7)
    some = {s: round(draw.uniform(0.3, 1.0), 4) for s in missing(robot, frame)}
    return robot.over(robot.graph, numbers={**robot.numbers, **some})


def separated(robot: Robot, frame: int, task: str, locks: Sequence[int]) -> Plan | None:
    """With all symbols as such, or, where that does not do, with the numbers that are known; None: in neither way."""
    for numbers in ({}, dict(robot.numbers)) if robot.numbers else ({},):
        try:
            return planned(robot.changed(Importer(Graph(), numbers)), frame, task, locks)
        except NoForm:
            continue
    return None


def plan_of(robot: Robot, frame: int, task: str, locks: Sequence[int]) -> Plan:
    """The same; a RobotError tells which symbols need numbers."""
    if plan := separated(robot, frame, task, locks):
        return plan
    symbols = missing(robot, frame)
    first, (joint, key) = next(iter(symbols.items()))
    texts = ", ".join(f'"{s}": ...' for s in symbols)
    remedy = f"numbers = {{{texts}}}"
    raise RobotError(
        f"{robot.name}: no formulas with symbols are known for such a chain, and {key} of joint {joint} has no number "
        f"for {first}", remedy=remedy if task == "pose" else f"{remedy}, or task=pose", cell=("joint", joint, key),
    )  # fmt: skip


def postures(robot: Robot, frame: int, task: str, locks: Sequence[int], pose: Sequence[Expr],
             positions: Sequence[Expr] = (), quantities: Quantities | None = None) -> Found:  # fmt: skip
    """All postures of a chain at a pose (16 numbers, row by row); `positions`: of the joints that are locked, which are
    given by their places in the chain, from 0."""
    chain = Chain(robot, frame, task, tuple(locks))
    return rows_of(plan_of(robot, frame, task, locks), chain, pose, positions, quantities or Quantities())


def explained(robot: Robot, frame: int, task: str = "pose", locks: Sequence[int] = ()) -> list[Explained]:
    """The derivation, step by step."""
    return told(plan_of(robot, frame, task, locks), robot)


__all__ = [
    "Branches", "Explained", "Found", "Plan", "explained", "missing", "plan_of", "postures", "separated",
    "with_some_numbers",
]  # fmt: skip
