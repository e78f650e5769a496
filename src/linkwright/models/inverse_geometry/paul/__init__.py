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
from linkwright.models.framework.frame_options import path_from_base
from linkwright.models.framework.result import Quantities
from linkwright.models.inverse_geometry.paul.derivation_text import DerivationStep, derivation_steps
from linkwright.models.inverse_geometry.paul.solutions import FoundPostures, SolutionChoices, SymbolicChain, solve_plan
from linkwright.models.inverse_geometry.paul.solver import NotSeparable, SolutionPlan, plan_solution
from linkwright.robot import Robot
from linkwright.robot.robot import GEOMETRY


def symbols_without_number(robot: Robot, frame: int) -> dict[str, tuple[str, str]]:
    """Symbols of a chain without a number, each with its first occurrence: joint, field."""
    found: dict[str, tuple[str, str]] = {}
    for j in path_from_base(robot, frame):
        joint = robot.joint(j)
        for key in GEOMETRY:
            for s in sorted(getattr(joint, key).symbols - robot.numbers.keys()):
                found.setdefault(s, (joint.name, key))
    return found


def with_random_numbers(robot: Robot, frame: int) -> Robot:
    """The robot with a random number for every symbol of the chain that has none, to study the general case."""
    draw = random.Random(7)
    some = {s: round(draw.uniform(0.3, 1.0), 4) for s in symbols_without_number(robot, frame)}
    return robot.in_graph(robot.graph, numbers={**robot.numbers, **some})


def find_plan(robot: Robot, frame: int, task: str, locks: Sequence[int]) -> SolutionPlan | None:
    """Return the plan with all lengths as symbols, or else with the known numbers; None if neither separates."""
    for numbers in ({}, dict(robot.numbers)) if robot.numbers else ({},):
        try:
            return plan_solution(robot.changed(Importer(Graph(), numbers)), frame, task, locks)
        except NotSeparable:
            continue
    return None


def require_plan(robot: Robot, frame: int, task: str, locks: Sequence[int]) -> SolutionPlan:
    """Return the plan of `find_plan`; a RobotError names the symbols that need numbers."""
    if plan := find_plan(robot, frame, task, locks):
        return plan
    symbols = symbols_without_number(robot, frame)
    first, (joint, key) = next(iter(symbols.items()))
    texts = ", ".join(f'"{s}": ...' for s in symbols)
    remedy = f"numbers = {{{texts}}}"
    raise RobotError(
        f"{robot.name}: no formulas with symbols are known for such a chain, and {key} of joint {joint} has no number "
        f"for {first}", remedy=remedy if task == "pose" else f"{remedy}, or task=pose", cell=("joint", joint, key),
    )  # fmt: skip


def solve_by_formulas(robot: Robot, frame: int, task: str, locks: Sequence[int], pose: Sequence[Expr],
             positions: Sequence[Expr] = (), quantities: Quantities | None = None) -> FoundPostures:  # fmt: skip
    """All postures of a chain at a pose (16 numbers, row by row); `locks`: places of the locked joints in the chain,
    from 0; `positions`: their positions."""
    chain = SymbolicChain(robot, frame, task, tuple(locks))
    return solve_plan(require_plan(robot, frame, task, locks), chain, pose, positions, quantities or Quantities())


def explain_derivation(robot: Robot, frame: int, task: str = "pose", locks: Sequence[int] = ()) -> list[DerivationStep]:
    """The derivation of the formulas, step by step."""
    return derivation_steps(require_plan(robot, frame, task, locks), robot)


__all__ = [
    "DerivationStep",
    "FoundPostures",
    "SolutionChoices",
    "SolutionPlan",
    "explain_derivation",
    "find_plan",
    "require_plan",
    "solve_by_formulas",
    "symbols_without_number",
    "with_random_numbers",
]  # fmt: skip
