"""Loops in tests: their equations, written once more from Khalil & Kleinfinger's matrix and the definitions of
`robot.Loop`; closed forms proven by them in the prime field, and compared in numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from linkwright.expr import Expr, Graph, Importer, make_symbol, parse_formula, prove_equal
from linkwright.expr.ops import SYMBOL
from linkwright.expr.replay import FLOAT, evaluate, needed_nodes
from linkwright.models.constraints.closed_forms import ClosedFormSolution, solve_closed_form
from linkwright.robot import Joint, Loop, Robot
from linkwright.spatial import Mat3, Spin

# -- the loop equations, independently ---------------------------------------------------------------------------------

Matrix = list[list[Any]]


def sin(x: Any) -> Any:
    return x.sin() if isinstance(x, Expr) else math.sin(x)


def cos(x: Any) -> Any:
    return x.cos() if isinstance(x, Expr) else math.cos(x)


def times(A: Matrix, B: Matrix) -> Matrix:
    return [[sum((A[i][k] * B[k][j] for k in range(4)), 0 * A[0][0]) for j in range(4)] for i in range(4)]


def khalil(joint: Joint, q: Any, scalar: Callable[[Expr], Any]) -> Matrix:
    """Khalil & Kleinfinger 1986, and W. Khalil, E. Dombre 2002, equation (7.1)."""
    g, b, a, d, t, r = (scalar(getattr(joint, name)) for name in ("gamma", "b", "alpha", "d", "theta", "r"))
    if joint.kind == "revolute":
        t = t + q
    if joint.kind == "prismatic":
        r = r + q
    T = [
        [cos(g) * cos(t) - sin(g) * cos(a) * sin(t), -cos(g) * sin(t) - sin(g) * cos(a) * cos(t), sin(g) * sin(a),
         d * cos(g) + r * sin(g) * sin(a)],
        [sin(g) * cos(t) + cos(g) * cos(a) * sin(t), -sin(g) * sin(t) + cos(g) * cos(a) * cos(t), -cos(g) * sin(a),
         d * sin(g) - r * cos(g) * sin(a)],
        [sin(a) * sin(t), sin(a) * cos(t), cos(a), r * cos(a) + b],
        [0, 0, 0, 1],
    ]  # fmt: skip
    if isinstance(q, Spin):
        T = times(T, [[*row, 0] for row in q.R.rows] + [[0, 0, 0, 1]])
    return T


def loop_equations(robot: Robot, k: int, q: Sequence[Any], scalar: Callable[[Expr], Any] = lambda e: e) -> list[Any]:
    """From the frames of both sides in the base: what vanishes where loop k is closed."""

    def frame(j: int) -> Matrix:
        if j == 0:
            return [[int(r == c) for c in range(4)] for r in range(4)]
        return times(frame(robot.joint(j).parent), khalil(robot.joint(j), q[j], scalar))

    loop = robot.loops[k - 1]
    held = replace(loop.joint, kind="fixed")
    C = times(frame(loop.joint.parent), khalil(held, 0, scalar))
    E = times(frame(loop.frame.parent), khalil(loop.frame, 0, scalar))
    x, y, z, o = ([C[r][c] for r in range(3)] for c in range(4))
    X, _, Z, O = ([E[r][c] for r in range(3)] for c in range(4))

    def dot(a: list[Any], b: list[Any]) -> Any:
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

    apart = [b - a for a, b in zip(o, O, strict=True)]
    same_z = [b - a for a, b in zip(z, Z, strict=True)]
    same_x = [b - a for a, b in zip(x, X, strict=True)]
    beside = [dot(apart, x), dot(apart, y)]
    return {
        "revolute": [*apart, *same_z], "ball": apart, "universal": [*apart, dot(z, Z)],
        "prismatic": [*beside, *same_x, *same_z], "cylindrical": [*beside, *same_z], "line": beside,
        "fixed": [*apart, *same_x, *same_z], "planar": [dot(apart, z), *same_z],
    }[loop.joint.kind]  # fmt: skip


# -- helpers -----------------------------------------------------------------------------------------------------------


class Case:
    """A robot with its positions as symbols, and what is to be found."""

    def __init__(self, robot: Robot, unknown: Sequence[int], loops: Sequence[int] = (), q: Any = None) -> None:
        self.robot = robot.in_graph(robot.graph.copy())
        graph = self.robot.graph
        self.loops = list(loops or range(1, len(robot.loops) + 1))
        self.unknown = list(unknown)
        self._found: dict[tuple[int, ...], ClosedFormSolution | None] = {}
        self.q: list[Any] = [0]
        for joint in self.robot.joints:
            if joint.kind == "ball":
                self.q.append(spin([make_symbol(graph, f"{joint.variable}_{axis}", "variable") for axis in "wxyz"]))
            else:
                self.q.append(make_symbol(graph, joint.variable, "variable") if joint.moves else 0)
        for j, value in (q or {}).items():
            self.q[j] = Importer(graph)(parse_formula(value, role=lambda _: "variable"))

    def solved(self, signs: Sequence[int] = ()) -> ClosedFormSolution | None:
        if tuple(signs) not in self._found:
            q = [None if j in self.unknown else x for j, x in enumerate(self.q)]
            self._found[tuple(signs)] = solve_closed_form(self.robot, self.loops, q, self.unknown, signs)
        return self._found[tuple(signs)]

    def closed(self, found: ClosedFormSolution) -> list[Any]:
        q = list(self.q)
        for j, e in found.positions.items():
            q[j] = e
        for tie in self.robot.couplings:
            terms = (q[t.joint] * t.factor for t in tie.terms)
            q[tie.joint] = sum(terms, tie.offset)
        return [x for k in self.loops for x in loop_equations(self.robot, k, q)]

    def proven(self, count: int) -> ClosedFormSolution:
        """There is a closed form with so many choices, and it closes the loops, whatever they are."""
        first = self.solved()
        assert first is not None
        assert len(first.signs) == count
        assert sorted(first.positions) == sorted(self.unknown)
        some = list(product((1, -1), repeat=count))
        for signs in {some[0], some[-1], some[len(some) // 3]}:
            found = self.solved(signs)
            assert found is not None
            residual = self.closed(found)
            zero = [Expr(self.robot.graph, self.robot.graph.const(0))] * len(residual)
            assert prove_equal([zero[0] + x for x in residual], zero, 1e-9, roots=True)
        return first


def spin(Q: Sequence[Any]) -> Spin:
    """The rotation of a quaternion, of any length: Hamilton's product q v q^-1."""
    w, x, y, z = Q
    n = w * w + x * x + y * y + z * z
    rows = [[1 - 2 * (y * y + z * z) / n, 2 * (x * y - w * z) / n, 2 * (x * z + w * y) / n],
            [2 * (x * y + w * z) / n, 1 - 2 * (x * x + z * z) / n, 2 * (y * z - w * x) / n],
            [2 * (x * z - w * y) / n, 2 * (y * z + w * x) / n, 1 - 2 * (x * x + y * y) / n]]  # fmt: skip
    return Spin(Mat3.of(rows), (w, x, y, z))


def numbers_of(exprs: Sequence[Expr], values: dict[str, float]) -> list[float]:
    graph = exprs[0].graph
    order = needed_nodes(graph, [e.id for e in exprs])
    leaves = {i: values[graph.value[i].name] for i in order if graph.op[i] == SYMBOL}
    found = evaluate(graph, order, FLOAT, leaves)
    return [float(found[e.id]) for e in exprs]


def positions(case: Case, values: dict[str, float], signs: Sequence[int] = ()) -> dict[int, float]:
    found = case.solved(signs)
    assert found is not None
    return dict(zip(found.positions, numbers_of(list(found.positions.values()), values), strict=True))


def gap(case: Case, values: dict[str, float], signs: Sequence[int] = ()) -> float:
    """How far the loops are open in numbers, with positions of closed forms."""
    at = positions(case, values, signs)
    table = values | {case.robot.joint(j).variable: x for j, x in at.items()}
    q: list[Any] = [0]
    for joint in case.robot.joints:
        if joint.kind == "ball":
            q.append(spin([table[f"{joint.variable}_{axis}"] for axis in "wxyz"]))
        else:
            q.append(table[joint.variable] if joint.moves else 0)
    residual = [x for k in case.loops for x in loop_equations(case.robot, k, q, lambda e: numbers_of([e], table)[0])]
    return float(np.max(np.abs(residual)))


def numeric(robot: Robot, values: dict[str, float]) -> Robot:
    """With these numbers in the tables."""
    return robot.with_numbers({s: values[s] for s in robot.parameters if s in values})


def put(robot: Robot, **texts: Any) -> Robot:
    """With these formulas for symbols."""
    graph = Graph()
    return robot.changed(Importer(graph, {name: parse_formula(str(text), graph) for name, text in texts.items()}))


def check(case: Case, values: dict[str, float], count: int) -> ClosedFormSolution:
    """Proven with symbols, and with numbers in the tables, in which also the branches differ and the equations hold."""
    first = case.proven(count)
    other = Case(numeric(case.robot, values), case.unknown, case.loops)
    ways = [positions(other, values, signs) for signs in product((1, -1), repeat=count)]
    for signs, way in zip(product((1, -1), repeat=count), ways, strict=True):
        assert gap(case, values, signs) < 1e-12
        assert gap(other, values, signs) < 1e-12
        for j, x in positions(case, values, signs).items():
            turns = case.robot.joint(j).kind == "revolute"
            assert (math.sin((x - way[j]) / 2) if turns else x - way[j]) == pytest.approx(0, abs=1e-12)
    for k, a in enumerate(ways):
        for b in ways[:k]:
            assert max(abs(math.sin((a[j] - b[j]) / 2)) for j in a) > 1e-3
    return first


LENGTHS = {"L1": 0.3, "L2": 0.7, "L3": 0.5, "L4": 0.6}


def four_bar(cut: str = "elbow", kind: Any = "revolute", **other: Any) -> Robot:
    """Crank L1, coupler L2, rocker L3, ground L4, cut at one of its pivots; joints 1.. are named after their links."""
    crank, coupler, rocker = (Joint(name=name, variable=name) for name in ("crank", "coupler", "rocker"))
    trees: dict[str, tuple[tuple[Joint, ...], Joint, Joint]] = {
        "elbow": ((crank, replace(coupler, parent=1, d="L1"), replace(rocker, d="L4")),
                  Joint(parent=2, d="L2"), Joint(parent=3, d="L3", kind="fixed")),
        "ground": ((crank, replace(coupler, parent=1, d="L1"), replace(rocker, parent=2, d="L2")),
                   Joint(parent=3, d="L3"), Joint(parent=0, d="L4", kind="fixed")),
        "knee": ((crank, replace(rocker, d="L4"), replace(coupler, parent=2, d="L3")),
                 Joint(parent=3, d="L2"), Joint(parent=1, d="L1", kind="fixed")),
        "motor": ((replace(rocker, d="L4"), replace(coupler, parent=1, d="L3"), replace(crank, parent=2, d="L2")),
                  Joint(parent=3, d="L1"), Joint(parent=0, kind="fixed")),
    }  # fmt: skip
    joints, joint, frame = trees[cut]
    return Robot(name="four_bar", joints=joints, loops=(Loop(replace(joint, kind=kind), frame),), **other)
