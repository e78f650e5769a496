"""Tests 12 to 18 of Schappler, Job and Ortmaier (2021) for closed loops, in the prime field where joints have formulas.

    12  loops are closed by the formulas of their joints                  here; iterations: test_loops_status
    13  implicit and explicit form of the rates                           here
    14  velocities of links by both                                       here; all robots: test_loops
    15  efforts by elimination and by projection                          test_loops, with the mechanics of the tree
    16  rows are the gradients of the equations                           here, wherever they are closed
    17  rates of drives from those of a platform, both ways               here
    18  efforts from the platform and from the drives                     test_loop_models
"""

from __future__ import annotations

from typing import Any

import pytest

import linkwright as lw
from linkwright.expr import Expr, Importer, prove_equal
from linkwright.expr.derivative import forward, jacobian
from linkwright.models.parts.closure import Closure
from linkwright.models.parts.loops import Loops, opened
from linkwright.models.state import StateMaker
from linkwright.robot import Robot

PLANAR = ["four_bar", "five_bar", "slider_crank", "inverted_slider_crank", "palletiser"]
SPATIAL = ["spherical_four_bar", "bennett"]


class Closed:
    """A robot whose dependent joints are formulas of the independent ones."""

    def __init__(self, name: str, wanted: tuple[str, ...] = ()) -> None:
        robot = opened(lw.load(name))
        chosen = [c for c in robot.coordinates if c.joint in wanted]
        self.closure = Closure(robot, chosen)
        graph = robot.graph.copy()
        self.maker = StateMaker(robot.over(graph), graph, constrain=self.closure)
        _, self.state = self.maker.made(["q"])
        self.robot: Robot = robot.over(graph)  # no ties: rows of the tree
        self.zero = Expr(graph, graph.const(0))
        self.loops = Loops(self.robot, self.state.q)
        split = self.closure.found.split
        self.own = [self.zero + self.state.q[c.link] for c in split.independent if c.link]
        self.all = {c: self.zero + self.state.q[c.link] for c in (*split.independent, *split.dependent)}
        assert all(method != "newton" for _, method in self.closure.methods)

    def vanish(self, xs: list[Any]) -> bool:
        return bool(prove_equal([self.zero + x for x in xs], [self.zero] * len(xs), 1e-9, roots=True))


@pytest.mark.parametrize("name", [*PLANAR, *SPATIAL])
def test_12_formulas_close_the_loops(name: str):
    case = Closed(name)
    assert case.vanish(case.loops.equations())


@pytest.mark.parametrize("name", [*PLANAR, *SPATIAL])
def test_13_slopes_of_the_formulas_satisfy_the_rows(name: str):
    """J_d dtheta/dq + J_a = 0, with the derivatives of the formulas themselves."""
    case = Closed(name)
    coordinates = list(case.all)
    slopes = dict(zip(coordinates, jacobian([case.all[c] for c in coordinates], case.own), strict=True))
    rows = case.loops.rows()
    assert any(len([x for x in row.values() if x != 0]) > 1 for row in rows)
    found = [
        sum((x * slopes[c][k] for c, x in row.items()), start=case.zero) for row in rows for k in range(len(case.own))
    ]
    assert case.vanish(found)


@pytest.mark.parametrize("name", ["four_bar", "five_bar", "slider_crank"])
def test_16_rows_are_the_rates_of_the_equations(name: str):
    """Along any motion of the tree, at closed positions: the joints have positions of their own here."""
    case = Closed(name)
    graph = case.zero.graph
    free = {c: Expr(graph, graph.symbol(f"[free {c.link}]", "variable")) for c in case.all}
    rates = {c: Expr(graph, graph.symbol(f"[rate {c.link}]", "variable")) for c in case.all}
    q = list(case.state.q)
    for c, x in free.items():
        q[c.link] = x
    equations = [case.zero + x for x in Loops(case.robot, q).equations()]
    slopes = forward(equations, {free[c]: rates[c] for c in free})
    back = Importer(graph, {str(free[c].name): case.all[c] for c in free})
    rows = [sum((x * rates[c] for c, x in row.items()), start=case.zero) for row in case.loops.rows()]
    linear = [k for k, (_, kind) in enumerate(case.loops.names()) if kind in "xyz"]
    assert case.vanish([back(slopes[k]) - rows[k] for k in linear])


def test_17_rates_of_the_drives_from_those_of_the_platform():
    """3-RRR: by the legs' formulas, and by the rows of the loops."""
    case = Closed("p3rrr", ("platform_x", "platform_y", "platform"))
    coordinates = list(case.all)
    slopes = dict(zip(coordinates, jacobian([case.all[c] for c in coordinates], case.own), strict=True))
    found = [
        sum((x * slopes[c][k] for c, x in row.items()), start=case.zero)
        for row in case.loops.rows()[:5] for k in range(3)
    ]  # fmt: skip
    assert case.vanish(found)


