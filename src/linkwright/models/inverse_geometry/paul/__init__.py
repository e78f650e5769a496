"""Paul's method: formulas for the joints of a chain, its lengths symbols or numbers (R. P. Paul 1981; Khalil, Dombre).

    known_quantities   known quantities, with values in a prime field; polynomials of the unknowns
    chain_moves        elementary motions of a chain, sums of parallel joints, their matrices
    equations          the matrix equations, element by element
    equation_types     the types of equations that have formulas
    solver             the order in which they are solved
    solutions          postures from the formulas: a candidate for each choice of solutions
    filter_solutions   the candidates that reach the pose, with their flags
    derivation_text    the derivation as text and LaTeX
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
    """Symbols of a chain without a number, each with its first occurrence: joint, field."""
    found: dict[str, tuple[str, str]] = {}
    for j in branch(robot, frame):
        joint = robot.joint(j)
        for key in GEOMETRY:
            for s in sorted(getattr(joint, key).symbols - robot.numbers.keys()):
                found.setdefault(s, (joint.name, key))
    return found


def with_some_numbers(robot: Robot, frame: int) -> Robot:
    """The robot with a random number for every symbol of the chain that has none, to study the general case."""
    draw = random.Random(7)
    some = {s: round(draw.uniform(0.3, 1.0), 4) for s in missing(robot, frame)}
    return robot.over(robot.graph, numbers={**robot.numbers, **some})


def separated(robot: Robot, frame: int, task: str, locks: Sequence[int]) -> Plan | None:
    """Return the plan with all lengths as symbols, or else with the known numbers; None if neither separates."""
    for numbers in ({}, dict(robot.numbers)) if robot.numbers else ({},):
        try:
            return planned(robot.changed(Importer(Graph(), numbers)), frame, task, locks)
        except NoForm:
            continue
    return None


def plan_of(robot: Robot, frame: int, task: str, locks: Sequence[int]) -> Plan:
    """Return the plan of `separated`; a RobotError names the symbols that need numbers."""
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
    """All postures of a chain at a pose (16 numbers, row by row); `locks`: places of the locked joints in the chain,
    from 0; `positions`: their positions."""
    chain = Chain(robot, frame, task, tuple(locks))
    return rows_of(plan_of(robot, frame, task, locks), chain, pose, positions, quantities or Quantities())


def explained(robot: Robot, frame: int, task: str = "pose", locks: Sequence[int] = ()) -> list[Explained]:
    """The derivation of the formulas, step by step."""
    return told(plan_of(robot, frame, task, locks), robot)


__all__ = [
    "Branches", "Explained", "Found", "Plan", "explained", "missing", "plan_of", "postures", "separated",
    "with_some_numbers",
]  # fmt: skip
