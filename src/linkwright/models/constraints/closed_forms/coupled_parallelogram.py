"""Parallelograms that are not driven directly, as in the forearms of Delta robots (Clavel 1988).

Three of their joints are linear in the fourth, which is a symbol until another cycle determines it: a cycle of parallel
axes, along which the parallelogram shifts links by a cos t + b sin t.
"""

from __future__ import annotations

from linkwright.expr import Expr, Importer, make_symbol
from linkwright.models.constraints.closed_forms.exact_copy import CycleProblem, CycleSolution
from linkwright.models.constraints.closed_forms.parallelogram import angle_between
from linkwright.models.constraints.closed_forms.planar_cycles import read_planar
from linkwright.spatial import Scalar


def symbol_of_turn(number: int) -> str:
    return f"[turn {number}]"  # no user can write a name with brackets


def parametrize_parallelogram(attempt: CycleProblem) -> tuple[int, CycleSolution] | None:
    """Solve a parallelogram in terms of one joint: its number, and all turns by a symbol for its position."""
    if attempt.cycle.kinds != "RRRR":
        return None
    read = read_planar(attempt.cycle, attempt.reading)
    if read is None:
        return None
    steps, _ = read
    one, two, three, four = steps
    zero = attempt.reading.zero
    if any(step.is_moving for step in steps) or not zero(one.v.square - three.v.square, two.v.square - four.v.square):
        return None
    own = next((step for step in steps if 0 < step.pivot.number <= len(attempt.reading.robot)), None)
    if own is None:
        return None
    # E1 v1 + E2 v2 + E3 v3 + v4 = 0 with E2 v2 = -v4, E3 v3 = -E1 v1; E1 is the free parameter
    graph = attempt.reading.graph
    free = make_symbol(graph, symbol_of_turn(own.pivot.number), "variable")
    e2 = angle_between(two.v, -four.v, attempt.reading)
    apart = angle_between(three.v, -one.v, attempt.reading)
    k = steps.index(own)
    way = 1 if k in (0, 2) else -1
    rest = (-four.phi, e2 - one.phi, apart - e2 - two.phi, -apart - three.phi)
    e1 = ((free * own.pivot.sign + own.pivot.offset) * own.flip - rest[k]) * way
    turns = (e1 + rest[0], rest[1] - e1, e1 + rest[2], rest[3] - e1)
    moves = [(step.pivot, turn * step.flip) for step, turn in zip(steps, turns, strict=True)]
    return own.pivot.number, CycleSolution("parallelogram", moves)


def solve_parallelogram_turn(attempt: CycleProblem, number: int) -> Expr | None:
    """Solve for the position of joint `number`, so far a symbol, from the heights in a planar cycle."""
    read = read_planar(attempt.cycle, attempt.reading)
    if read is None or read[1]:
        return None
    height: Scalar = sum((step.height for step in read[0]), attempt.choices.expr(0))
    name, graph = symbol_of_turn(number), attempt.reading.graph
    if name not in height.symbols:
        return None
    half = Expr(graph, graph.pi())
    at = [Importer(graph, {name: angle})(height) for angle in (half * 0, half / 2, half)]
    c = (at[0] + at[2]) / 2
    a, b = (at[0] - at[2]) / 2, at[1] - c
    free = make_symbol(graph, name, "variable")
    if not attempt.reading.zero(height - a * free.cos() - b * free.sin() - c):
        return None
    joint = attempt.reading.robot.joint(number)
    return attempt.choices.angle(attempt.choices.turn(a, b, -c, f"side of {joint.name}"))


__all__ = ["parametrize_parallelogram", "solve_parallelogram_turn", "symbol_of_turn"]
