"""Robots with loops whose dependent joints are formulas of the independent ones: everything else follows by
differentiation of the frames that Khalil & Kleinfinger's matrix gives, without rows of loops and without recursions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from typing import Any

import linkwright as lw
from linkwright.expr import Expr, Function, Importer, prove_equal
from linkwright.expr.derivative import directional_derivatives, gradient
from linkwright.expr.ops import SELECT
from linkwright.models import function
from linkwright.models.constraints.loop_closure import LoopClosure
from linkwright.models.constraints.loop_equations import LoopEquations, with_cut_joints_in_tree
from linkwright.models.framework.state import StateBuilder
from linkwright.robot import Robot
from tests.support.closing import Matrix, khalil, times

ERROR = 1e-9  # probability of a false "equal"


class Closed:
    """A robot whose dependent joints are formulas of the independent ones, those of these names if they can be."""

    def __init__(self, robot: str | Robot, wanted: tuple[str, ...] = ()) -> None:
        self.origin = robot = with_cut_joints_in_tree(lw.load(robot) if isinstance(robot, str) else robot)
        self.closure = LoopClosure(robot, [c for c in robot.coordinates if c.joint in wanted])
        self.wanted = wanted
        graph = robot.graph.copy()
        self.maker = StateBuilder(robot.in_graph(graph), graph, constrain=self.closure)
        _, self.state = self.maker.build_state(["q"])
        self.robot: Robot = robot.in_graph(graph)  # no ties: rows of the tree
        self.zero = Expr(graph, graph.const(0))
        self.loops = LoopEquations(self.robot, self.state.q)
        split = self.closure.found.split
        self.own = [self.zero + self.state.q[c.link] for c in split.independent if c.link]
        self.all = {c: self.zero + self.state.q[c.link] for c in (*split.independent, *split.dependent)}
        self.qd, self.qdd = ([self.symbol(kind + c.suffix) for c in split.independent] for kind in ("qd", "qdd"))
        assert all(method != "newton" for _, method in self.closure.methods)

    def symbol(self, name: str) -> Expr:
        return Expr(self.zero.graph, self.zero.graph.symbol(name, "variable"))

    def vanish(self, xs: Sequence[Any]) -> bool:
        return bool(prove_equal([self.zero + x for x in xs], [self.zero] * len(xs), ERROR, roots=True))

    def equal(self, found: Sequence[Any], expected: Sequence[Any]) -> bool:
        assert len(found) == len(expected) > 0
        left, right = ([self.zero + x for x in side] for side in (found, expected))
        return bool(prove_equal(left, right, ERROR, roots=True))

    def model(self, name: str, port: str, **options: Any) -> list[Expr]:
        """An output of a model where the loops can be closed: without the question whether they can."""
        fn = self._function(name, **options)
        graph, into = fn.graph, Importer(self.zero.graph)

        def plain(i: int) -> int:
            return graph.args[i][1] if graph.op[i] == SELECT and "status" in (p.name for p in fn.outputs) else i

        return [into(Expr(graph, plain(e.id))) for e in fn.output(port)]

    def names(self, model: str, port: str) -> tuple[str, ...]:
        """Of the joints that an output is about."""
        return next(p.names for p in self._function(model).outputs if p.name == port)

    @cache  # noqa: B019
    def _function(self, name: str, **options: Any) -> Function:
        wanted = {"independent": list(self.wanted)} if self.wanted else {}
        return function(self.origin, name, {**options, **wanted})

    # -- by differentiation --------------------------------------------------------------------------------------------

    def rate(self, values: Sequence[Any]) -> list[Any]:
        """Derivatives in time, through the formulas."""
        along = dict(zip(self.own, self.qd, strict=True)) | dict(zip(self.qd, self.qdd, strict=True))
        return directional_derivatives([self.zero + x for x in values], along)

    @cached_property
    def frames(self) -> list[Matrix]:
        found: list[Matrix] = [[[self.zero + int(r == c) for c in range(4)] for r in range(4)]]
        for j, joint in enumerate(self.robot.joints, 1):
            found.append(times(found[joint.parent], khalil(joint, self.state.q[j], lambda e: e)))
        return found

    def rate_of(self, T: Matrix) -> Matrix:
        flat = self.rate([x for row in T[:3] for x in row])
        return [flat[0:4], flat[4:8], flat[8:12], [0, 0, 0, 0]]

    @cached_property
    def energies(self) -> tuple[Expr, Expr]:
        """Kinetic: trace(Td S Td^T)/2 with the second moments S of bodies (R. P. Paul 1981, chapter 6); potential."""
        kinetic = potential = self.zero
        for j, joint in enumerate(self.robot.joints, 1):
            S, T = second_moments(joint.body), self.frames[j]
            if not all((self.zero + x).is_zero for row in S for x in row):
                Td = self.rate_of(T)
                for row in Td[:3]:
                    terms = (row[a] * S[a][b] * row[b] for a in range(4) for b in range(4))
                    kinetic = kinetic + sum(terms, start=self.zero) / 2
                for g, row in zip(self.robot.gravity, T[:3], strict=True):
                    potential = potential - g * sum((row[a] * S[a][3] for a in range(4)), start=self.zero)
        return kinetic, potential

    def efforts(self) -> list[Expr]:
        """Lagrange's equations of the second kind in the independent joints alone."""
        T, U = self.energies
        slopes = gradient(T - U, self.own)
        return [p - f for p, f in zip(self.rate(gradient(T, self.qd)), slopes, strict=True)]


def second_moments(body: lw.Body) -> list[list[Any]]:
    """The integral of (x, y, z, 1)^T (x, y, z, 1) over the mass, from the moments of inertia."""
    half = (body.XX + body.YY + body.ZZ) / 2
    xx, yy, zz = half - body.XX, half - body.YY, half - body.ZZ
    return [
        [xx, -body.XY, -body.XZ, body.MX], [-body.XY, yy, -body.YZ, body.MY],
        [-body.XZ, -body.YZ, zz, body.MZ], [body.MX, body.MY, body.MZ, body.M],
    ]  # fmt: skip
