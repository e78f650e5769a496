"""Square roots and directions in the prime field, and what the graph knows of them."""

from __future__ import annotations

import math

import pytest

from linkwright.expr import Expr, Graph, Importer, make_symbol, parse_formula, prove_equal
from linkwright.expr.prime import NoRoot, P, Point, square_root
from linkwright.expr.replay import needed_nodes
from tests.support.closing import numbers_of


def test_square_roots_in_the_field():
    for x in (0, 1, 2, 3, 49, 10**17 + 3):
        root = square_root(x * x)
        assert root * root % P == x * x % P
        assert root == x
    generator = next(g for g in range(2, 100) if pow(g, (P - 1) // 2, P) == P - 1)  # Euler's criterion
    with pytest.raises(NoRoot):
        square_root(generator)


def test_roots_are_those_of_the_field_if_asked_for():
    left, right = [parse_formula("sqrt(a + sqrt(b))^4")], [parse_formula("(a + sqrt(b))^2")]
    assert prove_equal(left, right)  # by the graph alone
    assert not prove_equal([parse_formula("sqrt(4*a)")], [parse_formula("2*sqrt(a)")])
    half = [parse_formula("sqrt(a)*sqrt(b)")], [parse_formula("sqrt(a*b)")]
    assert not prove_equal(*half)
    assert not prove_equal(*half, roots=True)  # its square is true, and so is it for one sign of the roots
    assert prove_equal([half[0][0] ** 2], [half[1][0] ** 2], roots=True)
    assert not prove_equal([half[0][0] ** 2], [half[1][0] ** 2 + 1], roots=True)


def test_default_points_do_not_know_roots():
    e = parse_formula("sqrt(4*a)")
    order = needed_nodes(e.graph, [e.id])
    for roots in (False, True):
        seeds = iter(range(100))
        at: list[int] = []
        while not at:
            try:
                at = Point(next(seeds), roots=roots).values(e.graph, order)
            except NoRoot:
                continue
        assert (at[e.id] ** 2 % P == at[e.graph.args[e.id][0]]) is roots


def test_radians_are_angles_like_others():
    for left, right in (("sin(q + 1)", "sin(q)*cos(1) + cos(q)*sin(1)"),
                        ("sin(q - 2)*sin(3) + cos(q - 2)*cos(3)", "cos(q - 5)"),
                        ("sin(1/2)*cos(1/2)*2", "sin(1)"),
                        ("sin(q + 1/3)*cos(1/3)", "(sin(q + 2/3) + sin(q))/2")):  # fmt: skip
        assert prove_equal([parse_formula(left)], [parse_formula(right)])
    assert not prove_equal([parse_formula("sin(1)")], [parse_formula("sin(2)")])


def test_sine_and_cosine_of_atan2():
    values = {"x": -0.3, "y": 0.8, "t": 0.4}
    angle = math.atan2(0.8, -0.3)
    for text, value in (("sin(atan2(y,x))", math.sin(angle)), ("cos(atan2(y,x))", math.cos(angle)),
                        ("sin(pi/2 - atan2(y,x))", math.cos(angle)), ("cos(atan2(y,x) + t)", math.cos(angle + 0.4)),
                        ("sin(2*atan2(y,x))", math.sin(2 * angle))):  # fmt: skip
        assert numbers_of([parse_formula(text)], values)[0] == pytest.approx(value, abs=1e-15)
    for left, right in (("sin(atan2(y,x) + t)*sqrt(x^2+y^2)", "y*cos(t) + x*sin(t)"),
                        ("cos(2*atan2(y,x))*(x^2+y^2)", "x^2 - y^2"),
                        ("tan(atan2(y,x))", "y/x")):  # fmt: skip
        assert prove_equal([parse_formula(left)], [parse_formula(right)], roots=True)
        assert not prove_equal([parse_formula(left)], [parse_formula(right) + 1], roots=True)


def test_angles_of_unit_pairs_need_no_root():
    graph = Graph()
    t, u = make_symbol(graph, "t"), make_symbol(graph, "u")
    pair = (3 * t.sin() - 4 * t.cos()) / 5, (3 * t.cos() + 4 * t.sin()) / 5  # turned by a Pythagorean angle
    angle = Expr(graph, graph.direction(pair[0].id, pair[1].id))
    assert angle.sin() == pair[0]
    assert angle.cos() == pair[1]
    assert (u - angle).cos() == u.cos() * pair[1] + u.sin() * pair[0]
    copied = Importer(Graph())(angle)
    assert copied.cos() == Importer(copied.graph)(pair[1])
    assert Expr(graph.copy(), angle.id).sin().id == pair[0].id
