"""Closed forms of loops: they satisfy the loop equations, proven in the prime field, and are right in numbers.

The loop equations are written here once more, from Khalil & Kleinfinger's matrix and the definitions of `robot.Loop`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import RobotError
from linkwright.expr import Expr, Graph, Importer, parse, prove_equal, symbol
from linkwright.expr.ops import SYMBOL
from linkwright.expr.prime import NoRoot, P, Point, square_root
from linkwright.expr.replay import FLOAT, evaluate, live
from linkwright.models.parts.closed_forms import Solved, signs_at, solved
from linkwright.robot import Coupling, Joint, Loop, Robot, Term
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
        self.robot = robot.over(robot.graph.copy())
        graph = self.robot.graph
        self.loops = list(loops or range(1, len(robot.loops) + 1))
        self.unknown = list(unknown)
        self._found: dict[tuple[int, ...], Solved | None] = {}
        self.q: list[Any] = [0]
        for joint in self.robot.joints:
            if joint.kind == "ball":
                self.q.append(spin([symbol(graph, f"{joint.variable}_{axis}", "variable") for axis in "wxyz"]))
            else:
                self.q.append(symbol(graph, joint.variable, "variable") if joint.moves else 0)
        for j, value in (q or {}).items():
            self.q[j] = Importer(graph)(parse(value, role=lambda _: "variable"))

    def solved(self, signs: Sequence[int] = ()) -> Solved | None:
        if tuple(signs) not in self._found:
            q = [None if j in self.unknown else x for j, x in enumerate(self.q)]
            self._found[tuple(signs)] = solved(self.robot, self.loops, q, self.unknown, signs)
        return self._found[tuple(signs)]

    def closed(self, found: Solved) -> list[Any]:
        q = list(self.q)
        for j, e in found.positions.items():
            q[j] = e
        for tie in self.robot.couplings:
            terms = (q[t.joint] * t.factor for t in tie.terms)
            q[tie.joint] = sum(terms, tie.offset)
        return [x for k in self.loops for x in loop_equations(self.robot, k, q)]

    def proven(self, count: int) -> Solved:
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
    order = live(graph, [e.id for e in exprs])
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
    return robot.changed(Importer(graph, {name: parse(str(text), graph) for name, text in texts.items()}))


def check(case: Case, values: dict[str, float], count: int) -> Solved:
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


# -- the algebra -------------------------------------------------------------------------------------------------------


def test_square_roots_in_the_field():
    for x in (0, 1, 2, 3, 49, 10**17 + 3):
        root = square_root(x * x)
        assert root * root % P == x * x % P
        assert root == x
    generator = next(g for g in range(2, 100) if pow(g, (P - 1) // 2, P) == P - 1)  # Euler's criterion
    with pytest.raises(NoRoot):
        square_root(generator)


def test_roots_are_those_of_the_field_if_asked_for():
    left, right = [parse("sqrt(a + sqrt(b))^4")], [parse("(a + sqrt(b))^2")]
    assert prove_equal(left, right)  # by the graph alone
    assert not prove_equal([parse("sqrt(4*a)")], [parse("2*sqrt(a)")])
    half = [parse("sqrt(a)*sqrt(b)")], [parse("sqrt(a*b)")]
    assert not prove_equal(*half)
    assert not prove_equal(*half, roots=True)  # its square is true, and so is it for one sign of the roots
    assert prove_equal([half[0][0] ** 2], [half[1][0] ** 2], roots=True)
    assert not prove_equal([half[0][0] ** 2], [half[1][0] ** 2 + 1], roots=True)


def test_default_points_do_not_know_roots():
    e = parse("sqrt(4*a)")
    order = live(e.graph, [e.id])
    assert Point(1).values(e.graph, order)[e.id] == Point(1, 1, False).values(e.graph, order)[e.id]


def test_radians_are_angles_like_others():
    for left, right in (("sin(q + 1)", "sin(q)*cos(1) + cos(q)*sin(1)"),
                        ("sin(q - 2)*sin(3) + cos(q - 2)*cos(3)", "cos(q - 5)"),
                        ("sin(1/2)*cos(1/2)*2", "sin(1)"),
                        ("sin(q + 1/3)*cos(1/3)", "(sin(q + 2/3) + sin(q))/2")):  # fmt: skip
        assert prove_equal([parse(left)], [parse(right)])
    assert not prove_equal([parse("sin(1)")], [parse("sin(2)")])


def test_sine_and_cosine_of_atan2():
    values = {"x": -0.3, "y": 0.8, "t": 0.4}
    angle = math.atan2(0.8, -0.3)
    for text, value in (("sin(atan2(y,x))", math.sin(angle)), ("cos(atan2(y,x))", math.cos(angle)),
                        ("sin(pi/2 - atan2(y,x))", math.cos(angle)), ("cos(atan2(y,x) + t)", math.cos(angle + 0.4)),
                        ("sin(2*atan2(y,x))", math.sin(2 * angle))):  # fmt: skip
        assert numbers_of([parse(text)], values)[0] == pytest.approx(value, abs=1e-15)
    for left, right in (("sin(atan2(y,x) + t)*sqrt(x^2+y^2)", "y*cos(t) + x*sin(t)"),
                        ("cos(2*atan2(y,x))*(x^2+y^2)", "x^2 - y^2"),
                        ("tan(atan2(y,x))", "y/x")):  # fmt: skip
        assert prove_equal([parse(left)], [parse(right)], roots=True)
        assert not prove_equal([parse(left)], [parse(right) + 1], roots=True)


def test_angles_of_unit_pairs_need_no_root():
    graph = Graph()
    t, u = symbol(graph, "t"), symbol(graph, "u")
    pair = (3 * t.sin() - 4 * t.cos()) / 5, (3 * t.cos() + 4 * t.sin()) / 5  # turned by a Pythagorean angle
    angle = Expr(graph, graph.direction(pair[0].id, pair[1].id))
    assert angle.sin() == pair[0]
    assert angle.cos() == pair[1]
    assert (u - angle).cos() == u.cos() * pair[1] + u.sin() * pair[0]
    copied = Importer(Graph())(angle)
    assert copied.cos() == Importer(copied.graph)(pair[1])
    assert Expr(graph.copy(), angle.id).sin().id == pair[0].id


# -- planar loops ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("known", ["crank", "coupler", "rocker"])
@pytest.mark.parametrize("cut", ["elbow", "ground", "knee", "motor"])
def test_four_bar_however_it_is_cut(cut, known):
    robot = four_bar(cut)
    unknown = [j for j, joint in enumerate(robot.joints, 1) if joint.name != known]
    found = check(Case(robot, unknown), LENGTHS | {"crank": 0.7, "coupler": 2.2, "rocker": 1.8}, 1)
    assert found.method == "RRR dyad"


def test_four_bar_satisfies_freudensteins_equation():
    """F. Freudenstein 1955: L4/L3 cos t - L4/L1 cos p + (L1^2 - L2^2 + L3^2 + L4^2)/(2 L1 L3) = cos(t - p)."""
    case = Case(four_bar(), [2, 3])
    for t in np.linspace(0, 2 * np.pi, 17):
        for sign in (1, -1):
            p = positions(case, LENGTHS | {"crank": float(t)}, [sign])[3]
            a, b, c, d = 0.3, 0.7, 0.5, 0.6
            left = d / a * math.cos(p) - d / c * math.cos(t) + (a * a - b * b + c * c + d * d) / (2 * a * c)
            assert left == pytest.approx(math.cos(t - p), abs=1e-12)


@pytest.mark.parametrize("kind", ["ball", "cylindrical", "universal"])
def test_other_joints_are_pivots_in_the_plane(kind):
    robot = four_bar(kind="ball" if kind == "universal" else kind)
    if kind == "universal":  # its two axes, one along the plane's normal and one across it
        loop = robot.loops[0]
        joint = replace(loop.joint, kind="universal")
        frame = replace(loop.frame, alpha="pi/2", theta="1/3")
        robot = replace(robot, loops=(Loop(joint, frame),))
    check(Case(robot, [2, 3]), LENGTHS | {"crank": 0.7}, 1)
    turned = replace(robot.loops[0].frame, theta="1/2", alpha="1/4" if kind == "ball" else robot.loops[0].frame.alpha)
    Case(replace(robot, loops=(Loop(robot.loops[0].joint, turned),)), [2, 3]).proven(1)


def far_four_bar(height: str = "-h") -> Robot:
    """The four-bar on an arm, with fixed frames on the way, heights, and its rocker seen from below."""
    return Robot(
        name="arm",
        joints=(
            Joint(), Joint(parent=1, alpha="a2", d="d2", r="r2", gamma="g2"),
            Joint(parent=2, kind="prismatic", alpha="pi/3", b="b3"),
            Joint(parent=3, kind="fixed", alpha="1/2", d="d4", theta="t4"), Joint(parent=4, gamma="g5", alpha="a5"),
            Joint(parent=5, kind="fixed", d="d6", theta="t6"), Joint(parent=6, d="d7", r="h"),
            Joint(parent=4, gamma="g5", alpha="a5 + pi", d="L4"),
        ),
        loops=(Loop(Joint(parent=7, d="L2", b=height), Joint(parent=8, alpha="pi", d="L3", theta="t9", kind="fixed")),),
    )  # fmt: skip


def test_antiparallel_axes_fixed_frames_and_a_loop_far_out():
    values = {"a2": 0.3, "d2": 0.2, "r2": 0.1, "g2": 0.5, "b3": 0.4, "d4": 0.2, "t4": 0.3, "g5": 0.1, "a5": 0.7,
              "d6": 0.2, "t6": 0.5, "d7": 0.12, "h": 0.03, "L2": 0.7, "L3": 0.5, "L4": 0.6, "t9": 0.2}  # fmt: skip
    case = Case(far_four_bar(), [7, 8])
    check(case, values | {"q1": 0.1, "q2": 0.2, "q3": 0.3, "q5": 0.7}, 1)
    found = case.solved()
    assert found is not None
    used = {s for e in found.positions.values() for s in e.symbols}
    assert used == {"d6", "t6", "d7", "L2", "L3", "L4", "q5"}  # nothing before the links where the sides part
    assert Case(far_four_bar("h"), [7, 8]).solved() is None  # not in one plane: it never closes


LENGTHS_SLIDER = {"a": 0.3, "c": 0.8, "h": 0.1, "k": 0.05, "g": 0.4}


def slider(inverted: bool = False) -> Robot:
    """A crank a, a rod c, and a slide along the direction g with offsets; inverted: the rod slides in a collar."""
    if inverted:
        return Robot(
            name="collar", joints=(Joint(), Joint(d="h"), Joint(parent=2, kind="prismatic", alpha="pi/2", d="k")),
            loops=(Loop(Joint(parent=3, alpha="-pi/2"), Joint(parent=1, d="a", kind="fixed")),),
        )  # fmt: skip
    return Robot(
        name="slider",
        joints=(Joint(), Joint(parent=1, d="a"), Joint(kind="prismatic", gamma="g", alpha="pi/2", d="h")),
        loops=(Loop(Joint(parent=2, d="c"), Joint(parent=3, alpha="-pi/2", d="k", kind="fixed")),),
    )


def test_slider_crank_from_either_end():
    assert check(Case(slider(), [2, 3]), LENGTHS_SLIDER | {"q1": 0.7}, 1).method == "RRP dyad"
    assert check(Case(slider(), [1, 2]), LENGTHS_SLIDER | {"q3": -0.7}, 1).method == "RRR dyad"
    values = {"a": 0.3, "c": 0.8, "h": 0.0, "k": 0.0, "g": 0.0, "q1": 0.7}
    both = sorted(positions(Case(slider(), [2, 3]), values, [sign])[3] for sign in (1, -1))
    root = math.sqrt(0.8**2 - (0.3 * math.cos(0.7)) ** 2)  # the slide is along -y
    assert both == pytest.approx([-0.3 * math.sin(0.7) - root, -0.3 * math.sin(0.7) + root], abs=1e-14)


def test_rod_in_a_collar():
    values = {"h": 0.9, "k": 0.1, "a": 0.3, "q1": 0.7}
    found = check(Case(slider(inverted=True), [2, 3]), values, 1)
    assert found.method == "RRP dyad"
    at = positions(Case(slider(inverted=True), [2, 3]), values)
    D = np.array([0.3 * math.cos(0.7) - 0.9, 0.3 * math.sin(0.7)])
    assert abs(at[3]) == pytest.approx(math.sqrt(D @ D - 0.01), abs=1e-12)  # Pythagoras


def test_pin_in_a_slot():
    """Whitworth's quick return: the slot points to the pin, whichever way round."""
    robot = Robot(
        name="shaper", joints=(Joint(), Joint(gamma="g", d="h")),
        loops=(Loop(Joint(parent=2, gamma="pi/2", alpha="pi/2", kind="line"), Joint(parent=1, d="a", kind="fixed")),),
    )  # fmt: skip
    values = {"g": 0.4, "h": 0.7, "a": 0.3, "q1": 0.9}
    case = Case(robot, [2])
    check(case, values, 1)
    pin = np.array([0.3 * math.cos(0.9) - 0.7 * math.cos(0.4), 0.3 * math.sin(0.9) - 0.7 * math.sin(0.4)])
    slot = math.atan2(pin[1], pin[0]) - 0.4
    assert math.sin(positions(case, values)[2] - slot) == pytest.approx(0, abs=1e-13)


def yoke() -> Robot:
    """A pin on a crank slides in a slot at an angle e on a slider at an angle g."""
    return Robot(
        name="yoke",
        joints=(Joint(), Joint(kind="prismatic", alpha="pi/2", gamma="g", d="h"),
                Joint(parent=2, kind="fixed", alpha="-pi/2", d="k"),
                Joint(parent=3, kind="prismatic", gamma="e", alpha="pi/2")),
        loops=(Loop(Joint(parent=1, d="a"), Joint(parent=4, alpha="-pi/2", kind="fixed")),),
    )  # fmt: skip


def test_two_slides_are_linear():
    found = check(Case(yoke(), [2, 4]), {"g": 0.4, "h": 0.2, "k": 0.1, "e": 0.9, "a": 0.3, "q1": 0.7}, 0)
    assert found.method == "RPP dyad"
    assert not found.reach
    check(Case(yoke(), [1, 2]), {"g": 0.4, "h": 0.1, "k": 0.1, "e": 0.9, "a": 0.3, "q4": 0.1}, 1)
    assert Case(put(yoke(), e=0), [2, 4]).solved() is None  # both slide along the same line


def test_slides_alone():
    """A tripod of slides that carries a point: oblique coordinates."""
    robot = Robot(
        name="slides",
        joints=(Joint(kind="prismatic"), Joint(parent=1, kind="prismatic", alpha="a2", gamma="g2"),
                Joint(parent=2, kind="prismatic", alpha="a3", gamma="g3"),
                Joint(), Joint(parent=4, alpha="pi/2", d="d5")),
        loops=(Loop(Joint(parent=5, d="d6", kind="ball"), Joint(parent=3, kind="fixed", d="d7")),),
    )  # fmt: skip
    values = {"a2": 0.7, "g2": 0.3, "a3": 0.8, "g3": 0.9, "d5": 0.2, "d6": 0.3, "d7": 0.1, "q4": 0.4, "q5": 0.5}
    assert check(Case(robot, [1, 2, 3]), values, 0).method == "linear"


# -- parallelograms ----------------------------------------------------------------------------------------------------


def test_sr400_is_that_of_the_book():
    """W. Khalil, E. Dombre 2002, chapter 7: q3 = pi/2 - q2 + q7, q8 = q2 - q7."""
    case = Case(lw.load("sr400"), [3, 8])
    found = case.proven(1)
    assert found.method == "linear"
    assert prove_equal([found.positions[3], found.positions[8]], [parse("pi/2 - q2 + q7"), parse("q2 - q7")])
    crossed = case.solved([-1])
    assert crossed is not None
    assert crossed.method == "crossed parallelogram"


@pytest.mark.parametrize(("short", "long"), [("L1", "L2"), (0.1 + 0.2, 0.7), ("2*L1", "L2/3")])
def test_parallelogram(short, long):
    again = 0.3 if isinstance(short, float) else short  # 0.1 + 0.2 is 0.3, as it is written
    robot = put(four_bar(), L1=short, L2=long, L3=again, L4=long)
    case = Case(robot, [2, 3])
    found = case.solved()
    assert found is not None
    assert found.method == "linear"
    assert prove_equal([*found.positions.values()], [parse("-crank"), parse("crank")])
    values = {"L1": 0.3, "L2": 0.7, "crank": 0.4}
    assert gap(case, values) < 1e-15
    assert gap(case, values, [-1]) < 1e-12
    assert abs(positions(case, values)[2] - positions(case, values, [-1])[2]) > 0.1


def test_bars_of_other_lengths_are_no_parallelogram():
    kite = check(Case(put(four_bar(), L3="L2", L4="L1"), [2, 3]), {"L1": 0.3, "L2": 0.7, "crank": 0.7}, 1)
    assert kite.method == "RRR dyad"


def test_turned_and_antiparallel_parallelogram_is_linear():
    """The follower's axis points down, and the links' x axes are not along the links."""
    robot = Robot(
        name="turned",
        joints=(Joint(theta="t1"), Joint(parent=1, gamma="g2", d="a", theta="t2"),
                Joint(gamma="g3", alpha="pi", d="b", theta="t3")),
        loops=(Loop(Joint(parent=2, gamma="g4", d="b"), Joint(parent=3, gamma="g5", alpha="pi", d="a", kind="fixed")),),
    )  # fmt: skip
    values = {"t1": 0.1, "g2": 0.3, "a": 0.3, "t2": 0.2, "g3": 0.4, "b": 0.8, "t3": 0.5, "g4": 0.6, "g5": 0.7}
    found = check(Case(robot, [2, 3]), values | {"q1": 0.9}, 1)
    assert found.method == "linear"
    # q1 + t1 + g2 is the direction of the crank; the follower, seen from below, turns the other way
    slopes = [[numbers_of([e], values | {"q1": q})[0] for q in (0.0, 1.0)] for e in found.positions.values()]
    assert [b - a for a, b in slopes] == pytest.approx([-1, -1])


def test_three_cranks_of_one_coupler():
    """Redundant: the second loop has nothing more to say."""
    robot = Robot(
        name="wheels",
        joints=(Joint(), Joint(parent=1, d="a"), Joint(d="b"), Joint(gamma="g", d="c")),
        loops=(Loop(Joint(parent=2, d="b"), Joint(parent=3, d="a", kind="fixed")),
               Loop(Joint(parent=2, gamma="g", d="c"), Joint(parent=4, theta="-g", d="a", gamma="-g", kind="fixed"))),
    )  # fmt: skip
    case = Case(robot, [2, 3, 4])
    found = case.solved()
    assert found is not None
    assert found.method == "linear"
    assert gap(case, {"a": 0.3, "b": 0.7, "g": 0.5, "c": 0.4, "q1": 0.6}) < 1e-14
    residual = case.closed(found)
    assert prove_equal([found.positions[3] * 0 + x for x in residual], [found.positions[3] * 0] * len(residual))


def test_palletizer_keeps_its_gripper_level():
    """Arm, forearm, and two parallelograms with a triangle at the elbow: the gripper turns as the base does, not at
    all."""
    robot = Robot(
        name="palletizer",
        joints=(
            Joint(), Joint(parent=1, d="arm"), Joint(parent=1, d="arm"), Joint(parent=2, d="forearm"),
            Joint(gamma="g", d="e"), Joint(parent=3, gamma="h", d="f"),
        ),
        loops=(Loop(Joint(parent=5, d="arm"), Joint(parent=3, gamma="g", d="e", kind="fixed")),
               Loop(Joint(parent=6, d="forearm"), Joint(parent=4, gamma="h", d="f", kind="fixed"))),
    )  # fmt: skip
    values = {"arm": 0.8, "forearm": 0.9, "g": 2.0, "e": 0.2, "h": 1.0, "f": 0.15, "q1": 0.7, "q2": -0.9}
    found = check(Case(robot, [3, 4, 5, 6]), values, 2)
    assert found.method == "linear"
    level = ["-q1", "-q1 - q2", "q1 - g", "q1 + q2 - h"]
    right = [parse(text) for text in level]
    for function in (Expr.sin, Expr.cos):
        assert prove_equal([function(e) for e in found.positions.values()], [function(e) for e in right])


def test_couplings_are_put_in():
    """A gear on the crank turns a joint inside the loop: a four-bar whose coupler has a driven elbow."""
    robot = Robot(
        name="geared",
        joints=(Joint(), Joint(parent=1, d="L1"), Joint(parent=2, d="e"), Joint(d="L4")),
        loops=(Loop(Joint(parent=3, d="L2"), Joint(parent=4, d="L3", kind="fixed")),),
        couplings=(Coupling(3, (Term(1, 2),), "o"),),
    )  # fmt: skip
    Case(robot, [2, 4]).proven(1)
    tied = replace(robot, couplings=(Coupling(3, (Term(2, 2),), "o"),))
    assert Case(tied, [2, 4]).solved() is None  # two unknown turns in one
    assert Case(tied, [3, 4]).solved() is None


# -- several loops -----------------------------------------------------------------------------------------------------


def watt() -> Robot:
    """Six bars: a second dyad on the coupler and the rocker of a four-bar (the second loop closes by the first)."""
    return Robot(
        name="watt",
        joints=(Joint(), Joint(parent=1, d="L1"), Joint(d="L4"), Joint(parent=2, gamma="g", d="e"),
                Joint(parent=3, gamma="f", d="h")),
        loops=(Loop(Joint(parent=2, d="L2"), Joint(parent=3, d="L3", kind="fixed")),
               Loop(Joint(parent=4, d="m"), Joint(parent=5, d="n", kind="fixed"))),
    )  # fmt: skip


WATT = LENGTHS | {"g": 0.6, "e": 0.4, "f": 0.5, "h": 0.3, "m": 0.5, "n": 0.6, "q1": 0.7}


def test_dyad_after_dyad():
    assert check(Case(watt(), [2, 3, 4, 5]), WATT, 2).signs[0].startswith("elbow")


def test_loops_that_make_a_cycle_together():
    """The same six bars cut elsewhere: each loop has four unknown joints or more, both together have three."""
    robot = Robot(
        name="watt2",
        joints=(Joint(), Joint(parent=1, d="L1"), Joint(d="L4"), Joint(parent=2, gamma="g", d="e"),
                Joint(parent=4, d="m")),
        loops=(Loop(Joint(parent=5, d="n"), Joint(parent=3, gamma="f", d="h", kind="fixed")),
               Loop(Joint(parent=2, d="L2"), Joint(parent=3, d="L3", kind="fixed"))),
    )  # fmt: skip
    for loops in (robot.loops, robot.loops[::-1]):
        check(Case(replace(robot, loops=loops), [2, 3, 4, 5]), WATT, 2)


def three_rrr() -> Robot:
    """A platform on three legs of two links, in the plane; two slides and a turn carry the platform."""
    joints = [Joint(kind="fixed", alpha="pi/2"), Joint(parent=1, kind="prismatic"),
              Joint(parent=2, kind="prismatic", gamma="pi/2", alpha="pi/2"),
              Joint(parent=3, gamma="pi/2", alpha="pi/2", theta="0")]  # fmt: skip
    loops = []
    for k in (1, 2, 3):
        joints += [Joint(gamma=f"g{k}", d=f"b{k}"), Joint(parent=2 * k + 3, d=f"a{k}")]
        loops.append(Loop(Joint(parent=2 * k + 4, d=f"c{k}"), Joint(parent=4, gamma=f"f{k}", d=f"p{k}", kind="fixed")))
    return Robot(name="three_rrr", joints=tuple(joints), loops=tuple(loops))


RRR = {"g1": 0.1, "g2": 2.2, "g3": 4.3, "b1": 0.8, "b2": 0.8, "b3": 0.75, "a1": 0.6, "a2": 0.6, "a3": 0.5, "c1": 0.5,
       "c2": 0.5, "c3": 0.6, "f1": 0.1, "f2": 2.2, "f3": 4.3, "p1": 0.2, "p2": 0.2, "p3": 0.25}  # fmt: skip


def test_legs_of_a_planar_platform():
    platform = three_rrr()
    pose = {"q2": 0.1, "q3": 0.1, "q4": 0.2}
    found = check(Case(platform, [5, 6], [1]), RRR | pose | {f"q{j}": 0.0 for j in range(7, 11)}, 1)
    assert found.method == "RRR dyad"
    every = Case(platform, range(5, 11)).proven(3)
    assert every.signs == ("elbow of joint6", "elbow of joint8", "elbow of joint10")


def test_platform_from_its_drives_has_no_closed_form():
    """A group of class III: the forward geometry of 3-RRR has up to six solutions."""
    assert Case(three_rrr(), [2, 3, 4, 6, 8, 10]).solved() is None


def test_five_bar():
    robot = Robot(
        name="five_bar", joints=(Joint(), Joint(parent=1, d="a"), Joint(d="e"), Joint(parent=3, d="b")),
        loops=(Loop(Joint(parent=2, d="c"), Joint(parent=4, d="f", kind="fixed")),),
    )  # fmt: skip
    values = {"a": 0.3, "b": 0.35, "c": 0.6, "e": 0.4, "f": 0.55, "q1": 1.9, "q3": 1.1}
    check(Case(robot, [2, 4]), values, 1)
    assert Case(robot, [2, 3, 4]).solved() is None  # not enough is known


# -- orientations ------------------------------------------------------------------------------------------------------


def spherical_four_bar() -> Robot:
    return Robot(
        name="spherical", joints=(Joint(), Joint(parent=1, alpha="a1"), Joint(alpha="a4")),
        loops=(Loop(Joint(parent=2, alpha="a2"), Joint(parent=3, alpha="a3", kind="fixed")),),
    )  # fmt: skip


def test_spherical_four_bar():
    values = {"a1": 0.5, "a2": 1.1, "a3": 0.9, "a4": 1.2, "q1": 0.7, "q3": 1.6}
    assert check(Case(spherical_four_bar(), [2, 3]), values, 1).method == "spherical four-bar"
    assert check(Case(spherical_four_bar(), [1, 2]), values, 1).method == "spherical four-bar"


def cardan() -> Robot:
    """Two shafts whose axes meet at an angle, and a universal joint between them."""
    return Robot(
        name="cardan", joints=(Joint(), Joint(alpha="a4")),
        loops=(Loop(Joint(parent=1, alpha="pi/2", kind="universal"), Joint(parent=2, alpha="pi/2", kind="fixed")),),
    )  # fmt: skip


@pytest.mark.parametrize("with_cross", [True, False])
def test_universal_joint_is_that_of_the_textbook(with_cross):
    """Hooke's: three right angles, tan(out) = tan(in)/cos(bend) up to a quarter turn."""
    robot = put(spherical_four_bar(), a1="pi/2", a2="pi/2", a3="pi/2") if with_cross else cardan()
    case = Case(robot, [2, 3] if with_cross else [2])
    assert case.proven(1).method == ("spherical four-bar" if with_cross else "universal joint")
    bend, turns = 0.6, (0.3, 1.2, -0.8)
    out = [positions(case, {"a4": bend, "q1": q1})[len(robot)] for q1 in turns]

    def differences(shift: float, sign: int, ratio: float) -> list[float]:
        return [math.tan(y) - sign * ratio * math.tan(x + shift) for x, y in zip(turns, out, strict=True)]

    ways = product((0, math.pi / 2), (1, -1), (math.cos(bend), 1 / math.cos(bend)))
    assert min(np.max(np.abs(differences(*way))) for way in ways) < 1e-12


def test_spherical_parallelogram_has_no_root():
    robot = put(spherical_four_bar(), a3="a1", a4="a2")
    found = check(Case(robot, [2, 3]), {"a1": 0.5, "a2": 1.1, "q1": 0.7}, 1)
    assert found.method == "spherical parallelogram"
    assert not found.reach


def bennett(al: str, be: str) -> Robot:
    """Sides A sin(al), A sin(be) with twists al, be, opposite ones equal: G. T. Bennett 1903."""
    one, two = f"A*sin({al})", f"A*sin({be})"
    return Robot(
        name="bennett",
        joints=(Joint(), Joint(parent=1, d=one, alpha=al), Joint(d=f"-{two}", alpha=f"-({be})")),
        loops=(Loop(Joint(parent=2, d=two, alpha=be), Joint(parent=3, d=f"-{one}", alpha=f"-({al})", kind="fixed")),),
    )  # fmt: skip


@pytest.mark.parametrize("known", [1, 2, 3])
def test_bennett(known):
    values = {"al": 0.7, "be": 1.2, "A": 0.5, f"q{known}": 0.8}
    unknown = [j for j in (1, 2, 3) if j != known]
    case = Case(bennett("al", "be"), unknown)
    assert case.proven(0).method == "Bennett"
    assert gap(case, values) < 1e-12


def test_bennetts_equation():
    """tan(t1/2) tan(t2/2) = sin((be + al)/2)/sin((be - al)/2) (Bennett 1903), for turns that both begin at 0 or pi."""
    case = Case(bennett("al", "be"), [2, 3])
    products = []
    for q1 in (0.3, 0.8, 2.0):
        at = positions(case, {"al": 0.7, "be": 1.2, "A": 0.5, "q1": q1})
        products.append((math.tan(q1 / 2) * math.tan(at[2] / 2), math.tan(q1 / 2) / math.tan(at[2] / 2)))
    k = math.sin(0.95) / math.sin(0.25)
    first, second = (np.array(column) for column in zip(*products, strict=True))
    assert min(np.max(np.abs(np.abs(x) - y)) for x in (first, second) for y in (k, 1 / k)) < 1e-12


def test_bennett_with_numbers():
    robot = bennett("pi/6", "pi/2").with_numbers({"A": 0.8})
    case = Case(robot, [2, 3])
    assert case.proven(0).method == "Bennett"
    assert gap(case, {"q1": 0.8}) < 1e-12


def test_bennett_with_decimals():
    """A sixth and a quarter of a turn as floats; the sides are as 1 to 2."""
    sixth, quarter = 0.5235987755982988, 1.5707963267948966
    robot = Robot(
        name="bennett",
        joints=(Joint(), Joint(parent=1, d=0.4, alpha=sixth), Joint(d=-0.8, alpha=-quarter)),
        loops=(Loop(Joint(parent=2, d=0.8, alpha=quarter), Joint(parent=3, d=-0.4, alpha=-sixth, kind="fixed")),),
    )  # fmt: skip
    case = Case(robot, [2, 3])
    found = case.solved()
    assert found is not None
    assert found.method == "Bennett"
    assert gap(case, {"q1": 0.8}) < 1e-12


def test_skew_four_bar_that_is_not_bennetts():
    robot = bennett("al", "be")
    longer = replace(robot.joints[1], d="2*A*sin(al)")
    assert Case(replace(robot, joints=(robot.joints[0], longer, robot.joints[2])), [2, 3]).solved() is None


# -- legs --------------------------------------------------------------------------------------------------------------

PLATFORM = (Joint(kind="prismatic", variable="x"), Joint(parent=1, kind="prismatic", alpha="pi/2", variable="y"),
            Joint(parent=2, kind="prismatic", gamma="pi/2", alpha="pi/2", variable="z"),
            Joint(parent=3, kind="ball", variable="Q"))  # fmt: skip
END = {"e": 0.3, "f": 0.4, "h": 0.15}


def leg(*joints: Joint, d: Any = 0, r: Any = 0) -> Robot:
    """Links on the base, numbered from 5 on, whose last one carries the cut joint, at a point of the platform."""
    end = Joint(parent=4, gamma="e", d="f", b="h", kind="fixed")
    cut = Joint(parent=4 + len(joints), d=d, r=r, kind="ball")
    return Robot(name="leg", joints=(*PLATFORM, *joints), loops=(Loop(cut, end),))


LEGS = {
    "UPS": (leg(Joint(gamma="g", d="b", alpha="a"), Joint(parent=5, alpha="pi/2"),
                Joint(parent=6, kind="prismatic", alpha="pi/2")), 2),
    "UPS offset": (leg(Joint(gamma="g", d="b", alpha="a"), Joint(parent=5, alpha="t"),
                       Joint(parent=6, kind="prismatic", alpha="pi/2", d="c"), d="k"), 2),
    "RUS": (leg(Joint(gamma="g", d="b", alpha="a"), Joint(parent=5, d="l", alpha="c"), Joint(parent=6, alpha="pi/2"),
                d="m", r="k"), 2),
    "PUS": (leg(Joint(gamma="g", d="b", alpha="a", kind="prismatic"), Joint(parent=5, d="l", alpha="c"),
                Joint(parent=6, alpha="pi/2", r="s"), d="m"), 2),
    "RRRS": (leg(Joint(gamma="g", d="b", alpha="a"), Joint(parent=5, d="l", alpha="c", r="k"), Joint(parent=6, d="m"),
                 d="s"), 2),
    "RRRS planar first": (leg(Joint(gamma="g", d="b", alpha="a"), Joint(parent=5, d="l", r="k"),
                              Joint(parent=6, d="m", alpha="c"), d="s"), 2),
    "RRPS": (leg(Joint(gamma="g", d="b", alpha="a"), Joint(parent=5, d="l", alpha="c"),
                 Joint(parent=6, d="m", alpha="pi/2", kind="prismatic"), d="s"), 2),
    "PRRS": (leg(Joint(gamma="g", d="b", alpha="a", kind="prismatic"), Joint(parent=5, d="l", alpha="c"),
                 Joint(parent=6, d="m"), d="s"), 1),
}  # fmt: skip
LEG = {"g": 0.2, "b": 0.25, "a": 0.3, "t": 1.2, "c": 0.8, "k": 0.1, "l": 0.6, "m": 0.7, "s": 0.3}


@pytest.mark.parametrize("name", LEGS)
def test_leg_of_a_platform(name):
    robot, count = LEGS[name]
    unknown = [5, 6, 7]
    case = Case(robot, unknown)
    assert "leg" in case.proven(count).method
    for angles in ((0.4, -0.7, 0.9), (-0.3, 0.8, 1.1), (2.0, -1.5, 0.6)):
        leg_at = dict(zip(unknown, angles, strict=True))
        values = END | LEG | {"Q_w": 1.0, "Q_x": 0.1, "Q_y": -0.2, "Q_z": 0.05} | meeting_platform(robot, leg_at)
        pose: dict[int, Any] = {1: values["x"], 2: values["y"], 3: values["z"], 4: [1.0, 0.1, -0.2, 0.05]}
        signs = signs_at(replace(robot, numbers=END | LEG), [1], pose | leg_at, unknown)
        assert signs is not None
        for j, x in positions(case, values, signs).items():
            assert math.sin((x - leg_at[j]) / 2) == pytest.approx(0, abs=1e-12)
        assert gap(case, values, signs) < 1e-12
        others = (positions(case, values, way) for way in product((1, -1), repeat=count) if way != signs)
        assert all(any(not abs(way[j] - leg_at[j]) < 1e-3 for j in unknown) for way in others)  # or is no number


def meeting_platform(robot: Robot, leg_at: dict[int, float]) -> dict[str, float]:
    """Where the platform is, if the leg is here: its position is linear in its slides."""
    turn = spin([1.0, 0.1, -0.2, 0.05])

    def apart(*slides: float) -> Any:
        q = [0, *slides, turn, *leg_at.values()]
        values = loop_equations(robot, 1, q, lambda e: numbers_of([e], END | LEG)[0])
        return np.array(values, dtype=float)

    zero = apart(0, 0, 0)
    slopes = np.array([apart(*row) - zero for row in np.eye(3)]).T
    return dict(zip("xyz", map(float, np.linalg.solve(slopes, -zero)), strict=True))


def test_rsur_linkage_from_either_end():
    robot = Robot(
        name="RSUR",
        joints=(Joint(), Joint(parent=1, d="a", alpha="al"), Joint(parent=2, alpha="pi/2"),
                Joint(b="b", alpha="be", d="e")),
        loops=(Loop(Joint(parent=3, d="c", r="s", kind="ball"), Joint(parent=4, d="f", kind="fixed")),),
    )  # fmt: skip
    values = {"a": 0.2, "al": 0.4, "b": 0.3, "be": 1.2, "e": 0.6, "c": 0.7, "s": 0.1, "f": 0.5}
    check(Case(robot, [2, 3, 4]), values | {"q1": 0.7}, 2)
    check(Case(robot, [1, 2, 3]), values | {"q4": positions(Case(robot, [2, 3, 4]), values | {"q1": 0.7})[4]}, 2)


def delta_leg(kind: str = "RUU") -> Robot:
    """A platform that only slides, and a leg that keeps its direction."""
    slides = tuple(replace(joint, kind="prismatic") for joint in PLATFORM[:3])
    back = Joint(parent=3, kind="fixed", gamma="pi/2", alpha="pi/2", theta="pi/2")  # the axes of the base
    first = Joint(gamma="g", d="b", alpha="pi/2")
    if kind == "RUU":
        joints = (first, Joint(parent=5, d="l"), Joint(parent=6, alpha="pi/2"))
        cut = Joint(parent=7, d="m", kind="universal")
    else:  # UPU
        joints = (first, Joint(parent=5, alpha="pi/2"), Joint(parent=6, alpha="pi/2", kind="prismatic"))
        cut = Joint(parent=7, alpha="pi/2", kind="universal")
    end = Joint(parent=4, gamma="g", d="p", alpha="pi/2", kind="fixed")
    return Robot(name=kind, joints=(*slides, back, *joints), loops=(Loop(cut, end),))


@pytest.mark.parametrize("kind", ["RUU", "UPU"])
def test_leg_with_universal_joints_at_both_ends(kind):
    robot = delta_leg(kind)
    case = Case(robot, [5, 6, 7])
    case.proven(2)
    values = {"g": 0.5, "b": 0.3, "l": 0.4, "m": 0.9, "p": 0.1, "x": 0.7, "y": 0.2, "z": 0.1}
    for signs in product((1, -1), repeat=2):
        assert gap(case, values, signs) < 1e-12


def clavel_leg(first: int = 1) -> Robot:
    """R. Clavel 1988: an arm, and a forearm of two rods between bars that turn about axes parallel to the arm's."""
    slides = PLATFORM[:3]
    back = Joint(parent=3, kind="fixed", gamma="pi/2", alpha="pi/2", theta="pi/2")
    joints = (
        Joint(gamma="g", d="b", alpha="pi/2"), Joint(parent=5, d="l"),  # arm and upper bar
        Joint(parent=6, b="w", alpha="pi/2"), Joint(parent=6, b="-w", alpha="pi/2"),  # rods
        Joint(parent=7, d="m"),  # lower bar
    )
    rod = Loop(Joint(parent=8, d="m"), Joint(parent=9, gamma="-pi/2", d="2*w", kind="fixed"))
    bar = Loop(Joint(parent=9, alpha="-pi/2", r="-w"), Joint(parent=4, gamma="g", d="p", alpha="pi/2", kind="fixed"))
    loops = (rod, bar) if first == 1 else (bar, rod)
    return Robot(name="clavel", joints=(*slides, back, *joints), loops=loops)


@pytest.mark.parametrize("first", [1, 2])
def test_leg_with_a_parallelogram(first):
    robot = clavel_leg(first)
    values = {"g": 0.5, "b": 0.3, "l": 0.4, "m": 0.9, "p": 0.1, "w": 0.05, "x": 0.7, "y": 0.2, "z": 0.1}
    case = Case(robot, [5, 6, 7, 8, 9])
    found = case.proven(2)
    assert "parallelogram" in found.method
    for signs in product((1, -1), repeat=2):
        assert gap(case, values, signs) < 1e-12
        at = positions(case, values, signs)
        assert signs_at(replace(robot, numbers=values), [1, 2], {1: 0.7, 2: 0.2, 3: 0.1, **at}, at) == signs
    # the arm is that of the leg with universal joints
    legs = (case, Case(delta_leg(), [5, 6, 7]))
    arms = [{round(math.sin(positions(c, values, s)[5]), 9) for s in product((1, -1), repeat=2)} for c in legs]
    assert arms[0] == arms[1]


def test_universal_joint_that_a_turning_platform_breaks():
    """Six unknown directions would be needed: with a ball joint for the platform the axes are not normal."""
    robot = delta_leg()
    free = replace(robot, joints=(*robot.joints[:3], Joint(parent=3, kind="ball", variable="Q"), *robot.joints[4:]))
    assert Case(free, [5, 6, 7]).solved() is None


# -- where it ends -----------------------------------------------------------------------------------------------------


def test_out_of_reach_has_no_value():
    case = Case(four_bar(), [2, 3])
    found = case.solved()
    assert found is not None
    for crank, closes in ((0.7, True), (3.0, False)):
        values = {"L1": 0.9, "L2": 0.5, "L3": 0.5, "L4": 0.6, "crank": crank}
        distance = math.hypot(0.9 * math.cos(crank) - 0.6, 0.9 * math.sin(crank))
        assert (distance < 1.0) is closes  # the triangle's inequality
        assert (numbers_of(list(found.reach), values)[0] >= 0) is closes
        assert all(math.isnan(x) is not closes for x in positions(case, values).values())


def test_signs_of_a_configuration():
    robot = replace(four_bar(), numbers=LENGTHS)
    case = Case(robot, [2, 3])
    for sign in (1, -1):
        at = positions(case, LENGTHS | {"crank": 0.7}, [sign])
        near = {1: 0.7, 2: at[2] + 0.1, 3: at[3] - 0.1 + 2 * math.pi}
        assert signs_at(robot, [1], near, [2, 3]) == (sign,)
    with pytest.raises(RobotError, match="L1"):
        signs_at(four_bar(), [1], {1: 0.7, 2: 0.1, 3: 0.2}, [2, 3])
    start = dict.fromkeys(range(1, 11), 0.1)
    assert signs_at(replace(three_rrr(), numbers=RRR), [1, 2, 3], start, [2, 3, 4, 6, 8, 10]) is None


def test_crossed_configuration_of_a_parallelogram():
    robot = replace(lw.load("parallelogram"), numbers={"L1": 0.3, "L2": 0.7})
    assert signs_at(robot, [1], {1: 0.4, 2: -0.4, 3: 0.4}, [2, 3]) == (1,)
    crossed = positions(Case(robot, [2, 3]), {"L1": 0.3, "L2": 0.7, "q1": 0.4}, [-1])
    assert signs_at(robot, [1], {1: 0.4, **crossed}, [2, 3]) == (-1,)


def test_known_positions_may_be_formulas():
    case = Case(four_bar(), [2, 3], q={1: "2*s + pi/3"})
    assert case.solved() is not None
    residual = case.closed(case.proven(1))
    assert {s for x in residual if isinstance(x, Expr) for s in x.symbols} >= {"s"}


def test_angles_as_floats_are_read_exactly():
    robot, quarter = slider(), 1.5707963267948966
    joints = [replace(j, alpha=quarter) if j.kind == "prismatic" else j for j in robot.joints]
    loop = robot.loops[0]
    frame = replace(loop.frame, alpha=-quarter)
    decimal = replace(robot, joints=tuple(joints), loops=(Loop(loop.joint, frame),))
    case = Case(decimal, [2, 3])
    assert case.solved() is not None
    assert gap(case, LENGTHS_SLIDER | {"q1": 0.7}) < 1e-12


def test_units_do_not_matter():
    for scale in (1e-9, 1.0, 1e9):
        case = Case(numeric(four_bar(), {k: x * scale for k, x in LENGTHS.items()}), [2, 3])
        found = case.solved()
        assert found is not None
        assert found.method == "RRR dyad"
        assert gap(case, {"crank": 0.7}) < 1e-12 * scale


def test_unknown_ball_joints_are_left_to_others():
    robot = Robot(
        name="RSSR", joints=(Joint(), Joint(parent=1, kind="ball", d="a"), Joint(alpha="be", d="e")),
        loops=(Loop(Joint(parent=2, d="c", kind="ball"), Joint(parent=3, d="f", kind="fixed")),),
    )  # fmt: skip
    assert Case(robot, [2, 3]).solved() is None
