"""Tests 12 to 18 of Schappler, Job and Ortmaier (2021) for closed loops, in the prime field where joints have formulas.

    12  loops are closed by the formulas of their joints                  here; iterations: test_loops_status
    13  implicit and explicit form of the rates                           here
    14  velocities and accelerations of links by both                     here; all robots: test_loops
    15  efforts by elimination and by projection                          here; all robots: test_loops
    16  rows are the gradients of the equations                           here, wherever they are closed
    17  rates of drives from those of a platform, both ways               here
    18  efforts from the platform's energies and from the legs' forces    here; all robots: test_loop_models

Elimination is differentiation of the closed forms (`eliminated`); the other side are models, which use rows of loops.
"""

from __future__ import annotations

from typing import Any

import pytest

from linkwright.expr import Expr, Importer
from linkwright.expr.derivative import directional_derivatives, jacobian
from linkwright.models.constraints.loop_equations import LoopEquations
from tests.support.eliminated import Closed
from tests.support.some import some

PLANAR = ["four_bar", "five_bar", "slider_crank", "inverted_slider_crank", "palletizer_loops"]
SPATIAL = ["spherical_four_bar", "bennett"]


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
    equations = [case.zero + x for x in LoopEquations(case.robot, q).equations()]
    slopes = directional_derivatives(equations, {free[c]: rates[c] for c in free})
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


# -- mechanics --------------------------------------------------------------------------------------------------------


def in_link(R: list[list[Any]], x: list[Any]) -> list[Any]:
    """R^T x."""
    return [sum((R[r][c] * x[r] for r in range(3)), start=0 * x[0]) for c in range(3)]


def spin(R: list[list[Any]], Rd: list[list[Any]]) -> list[Any]:
    """The vector of R^T Rd."""
    W = [[sum((R[k][r] * Rd[k][c] for k in range(3)), start=0 * Rd[0][0]) for c in range(3)] for r in range(3)]
    return [W[2][1], W[0][2], W[1][0]]


@pytest.mark.parametrize("name", ["parallelogram", *PLANAR[:4], *SPATIAL])
def test_14_links_move_as_their_poses_by_formulas_change(name: str):
    case = Closed(name)
    models = {"v": "velocities", "w": "velocities", "vd": "accelerations", "wd": "accelerations"}
    found = {x: case.model(model, x, frames="all") for x, model in models.items()}
    expected: dict[str, list[Any]] = {x: [] for x in found}
    for T in case.frames[1 : len(case.origin) + 1]:
        Td = case.rate_of(T)
        v, w = [row[3] for row in Td[:3]], spin(T, Td)
        expected["v"] += in_link(T, v)
        expected["w"] += w
        expected["vd"] += in_link(T, case.rate(v))
        expected["wd"] += case.rate(w)
    for x, values in found.items():
        assert case.equal(values, expected[x]), x


@pytest.mark.parametrize("name", ["parallelogram", *PLANAR[:4], *SPATIAL])
def test_15_efforts_by_elimination_are_those_of_the_projected_tree(name: str):
    case = Closed(name)
    assert case.equal(case.model("inverse_dynamics", "tau", of="coordinates"), case.efforts())


@pytest.mark.parametrize("name", some(["p3rrr", "p3rpr", "delta"], "p3rpr"))
def test_18_efforts_of_the_platform_by_its_energies_are_those_of_the_legs_and_of_the_drives(name: str):
    """The drives do the work of the platform's efforts along the slopes of their formulas."""
    case = Closed(name, ("platform_x", "platform_y", "platform"))
    efforts = case.efforts()
    assert case.equal(case.model("inverse_dynamics", "tau", of="coordinates"), efforts)
    at = {c.joint: x for c, x in case.all.items()}
    drives = case.names("inverse_dynamics", "tau")
    slopes = jacobian([at[x] for x in drives], case.own)
    terms = [[x * tau for x in row] for row, tau in zip(slopes, case.model("inverse_dynamics", "tau"), strict=True)]
    assert case.equal([sum(column, start=case.zero) for column in zip(*terms, strict=True)], efforts)
