"""Formulas with symbols for the lengths. Sides: the numeric inverse, which takes other ways, and the direct model."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright import Joint, Robot
from linkwright.errors import RobotError
from linkwright.expr import Expr, Graph, prove_equal
from linkwright.models import function
from linkwright.models.inverse_geometry import paul
from linkwright.targets import find_target
from linkwright.verification.languages import check_language
from tests.support.some import some

QUARTER = "pi/2"


def chain(name: str, *joints: dict[str, Any]) -> Robot:
    return Robot(name=name, joints=tuple(Joint(parent=k, **j) for k, j in enumerate(joints)))


def slide(**place: Any) -> dict[str, Any]:
    return {"kind": "prismatic", **place}


def tip(**place: Any) -> dict[str, Any]:
    return {"kind": "fixed", **place}


WRIST = ({"alpha": QUARTER}, {"alpha": f"-{QUARTER}"})
ROBOTS = {
    "rx90": lambda: lw.load("rx90"),
    "puma560": lambda: lw.load("puma560"),
    "ur5": lambda: lw.load("ur5"),
    "stanford": lambda: lw.load("stanford"),
    "scara": lambda: lw.load("cobra600"),
    "planar 2R": lambda: chain("planar2", {}, {"d": "L1"}, tip(d="L2")),
    "planar 3R": lambda: chain("planar3", {}, {"d": "L1"}, {"d": "L2"}, tip(d="L3")),
    "polar": lambda: chain("polar", {"r": "h"}, {"alpha": QUARTER}, slide(alpha=QUARTER, d="e")),
    "cylindrical": lambda: chain("cylindrical", {}, slide(), slide(alpha=QUARTER, d="e")),
    "gantry": lambda: chain("gantry", slide(alpha=QUARTER), slide(alpha=QUARTER, theta=QUARTER),
                            slide(alpha=QUARTER, theta=QUARTER), {"r": "a"}, *WRIST, tip(r="t", d="u")),
}  # fmt: skip


def numbers(robot: Robot) -> dict[str, float]:
    """Those of the robot, or drawn ones."""
    draw = np.random.default_rng(3)
    return {s: robot.numbers.get(s, float(draw.uniform(0.3, 1.0))) for s in robot.parameters}


@cache
def robot_of(name: str) -> tuple[Robot, Robot, dict[str, float]]:
    """With symbols, with numbers, and these."""
    robot = ROBOTS[name]()
    known = numbers(robot)
    return robot.changed(numbers={}), robot.changed(numbers=known), known


@cache
def model(name: str) -> Any:
    return lw.model(robot_of(name)[0], "inverse_geometry")


def given(f: Any, known: dict[str, float], scale: float = 1.0) -> dict[str, Any]:
    return {"parameters": {s: known[s] * scale for s in f.parameters.labels}} if f.parameters else {}


def rows(found: Any) -> Any:
    count, q = int(found["count"]), np.asarray(found["q"])
    assert np.isfinite(q[:count]).all()
    assert np.isnan(q[count:]).all()
    assert int(found["status"]) == (0 if count else 3)
    return q[:count]


def apart(robot: Robot, x: Any, y: Any) -> float:
    turns = np.array([j.kind == "revolute" for j in robot.joints if j.moves])
    return float(np.where(turns, np.abs(np.exp(1j * x) - np.exp(1j * y)), np.abs(x - y)).max())


# -- the same postures -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", some(ROBOTS, "ur5", "puma560", "stanford", "polar", "planar 3R", "cylindrical"))
def test_formulas_give_the_postures_of_the_direct_model(name: str):
    """The posture that a pose was made of is among them, and each of them is at the pose."""
    _, robot, known = robot_of(name)
    go = lw.compile(model(name))
    direct = lw.compile(lw.model(robot, "direct_geometry", frames="end"))
    position = name in ("polar", "cylindrical")  # what three joints can do
    draw = np.random.default_rng(1)
    for _ in range(40):
        q = draw.uniform(-2, 2, sum(j.moves for j in robot.joints))
        T = np.asarray(direct(q=q))
        found = rows(go(T=T, **given(model(name), known)))
        assert min(apart(robot, x, q) for x in found) < 1e-6
        for x in found:
            there = np.asarray(direct(q=x))
            np.testing.assert_allclose(there[:3, 3] if position else there, T[:3, 3] if position else T, atol=1e-12)


@pytest.mark.parametrize("name", some(["rx90", "ur5"], "ur5"))
def test_formulas_give_the_postures_of_the_numeric_model(name: str):
    _, robot, known = robot_of(name)
    go, other = lw.compile(model(name)), lw.compile(lw.model(robot, "inverse_geometry"))
    direct = lw.compile(lw.model(robot, "direct_geometry"))
    draw = np.random.default_rng(2)
    for _ in range(20):
        T = np.asarray(direct(q=draw.uniform(-2, 2, len(robot))))
        mine, theirs = rows(go(T=T, **given(model(name), known))), rows(other(T=T))
        assert len(mine) == len(theirs)
        for x in mine:
            assert min(apart(robot, x, y) for y in theirs) < 1e-6


@pytest.mark.parametrize("scale", [1e-6, 1e6])
def test_units_do_not_matter(scale: float):
    _, robot, known = robot_of("puma560")
    go, direct = lw.compile(model("puma560")), lw.compile(lw.model(robot, "direct_geometry"))
    T = np.asarray(direct(q=[0.3, -0.5, 0.9, 0.7, -0.8, 0.4]))
    here = rows(go(T=T, **given(model("puma560"), known)))
    T[:3, 3] *= scale
    there = rows(go(T=T, **given(model("puma560"), known, scale)))
    np.testing.assert_allclose(there, here, atol=1e-9)


def test_a_locked_joint_of_seven_is_known():
    robot = lw.load("iiwa14")
    f = lw.model(robot.changed(numbers={}), "inverse_geometry")
    go, direct = lw.compile(f), lw.compile(lw.model(robot, "direct_geometry"))
    q = np.array([0.2, 0.5, 0.3, -0.9, 0.4, 0.6, 0.1])
    T = np.asarray(direct(q=q))
    found = rows(go(T=T, q_locked=[q[2]], **given(f, dict(robot.numbers))))
    assert len(found) == 8
    for x in found:
        np.testing.assert_allclose(direct(q=[*x[:2], q[2], *x[2:]]), T, atol=1e-12)


# -- where postures meet -----------------------------------------------------------------------------------------------

SINGULAR = {
    "wrist": ("puma560", [0.3, -0.5, 0.9, 0.7, 0.0, 0.4]),
    "straight elbow": ("rx90", [0.2, 0.4, -np.pi / 2, 0.3, 0.5, 0.1]),
    "parallel wrist": ("ur5", [0.3, -0.5, 0.9, 0.7, 0.0, 0.4]),
}


@pytest.mark.parametrize(("name", "q"), SINGULAR.values(), ids=SINGULAR)
def test_where_a_joint_is_free_one_posture_is_given(name: str, q: list[float]):
    """As many as the numeric model has, with the same joints free."""
    _, robot, known = robot_of(name)
    go, direct = lw.compile(model(name)), lw.compile(lw.model(robot, "direct_geometry"))
    T = np.asarray(direct(q=q))
    mine, theirs = go(T=T, **given(model(name), known)), lw.compile(lw.model(robot, "inverse_geometry"))(T=T)
    assert 0 < len(rows(mine)) == len(rows(theirs)) < 8
    for what in ("flags", "free"):
        assert sorted(mine[what][: len(rows(mine))]) == sorted(theirs[what][: len(rows(theirs))])
    for x in rows(mine):
        np.testing.assert_allclose(direct(q=x), T, atol=1e-9)


def test_joints_that_are_nearly_free_do_not_make_one_posture_of_two():
    """A PUMA folded so that its wrist is 1e-9 from where two postures are one: they are 0.1 apart."""
    _, robot, known = robot_of("puma560")
    q = np.random.default_rng(1).uniform(-np.pi, np.pi, (10000, 6))[2312]
    T = np.asarray(lw.compile(lw.model(robot, "direct_geometry", frames="end"))(q=q))
    found = rows(lw.compile(model("puma560"))(T=T, **given(model("puma560"), known)))
    assert min(apart(robot, x, q) for x in found) < 1e-5


def test_beyond_the_edge_there_is_no_posture():
    """The wrist of an RX90 is at most d3 + RL4 from the shoulder, which is the origin."""
    f, known = model("rx90"), robot_of("rx90")[2]
    go, T = lw.compile(f), np.eye(4)
    for part, count in ((1 - 1e-5, True), (1 + 1e-5, False)):
        T[:3, 3] = np.array([0.6, 0.64, 0.48]) * (known["d3"] + known["RL4"]) * part
        assert (len(rows(go(T=T, **given(f, known)))) > 0) == count


def test_what_is_no_pose_has_no_posture():
    f, known = model("scara"), robot_of("scara")[2]
    found = lw.compile(f)(T=np.eye(4) * 2, **given(f, known))
    assert int(found["status"]) == 5
    assert int(found["count"]) == 0
    assert np.isnan(found["q"]).all()


# -- branches and the derivation ---------------------------------------------------------------------------------------


def test_branches_are_shoulder_elbow_and_wrist():
    robot = robot_of("puma560")[0]
    g = robot.graph.copy()
    T = [Expr(g, g.symbol(f"T{k}", "variable")) for k in range(16)]
    found = paul.solve_by_formulas(robot.in_graph(g), 6, "pose", (), T)
    assert found.branches.steps == ("shoulder", "elbow", "wrist")
    assert sorted(found.branches.labels) == sorted(a + b + c for a in "+-" for b in "+-" for c in "+-")


def test_the_first_steps_of_the_puma_are_those_of_the_book():
    """W. Khalil, E. Dombre (2002), 4.4: -S1 Px + C1 Py is the offset of the arm; then the elbow, the sum of both, and
    the wrist."""
    steps = paul.explain_derivation(robot_of("puma560")[0], 6)
    assert [s.unknown for s in steps] == [
        "theta1", "theta3", "theta2 + theta3", "theta2", "theta4", "theta5", "theta6",
    ]  # fmt: skip
    assert [s.count for s in steps] == [2, 2, 1, 1, 2, 1, 1]
    left, right = (lw.expr.parse_formula(x) for x in steps[0].equations[0].split(" = "))
    g = Graph()
    into = lw.expr.Importer(g)
    book = lw.expr.parse_formula("T14*S1 - T24*C1 - rl3")
    assert prove_equal([into(left) - into(right)], [into(book)])
    assert r"\operatorname{atan2}" in steps[0].latex
    assert "theta1: type 2" in str(steps[0])


def test_a_chain_with_symbols_is_explained():
    """A SCARA: its elbow is left or right."""
    told = lw.explain(robot_of("scara")[0])
    assert (told.count, told.locked, len(told.joints)) == (2, (), 4)
    assert "theta2: type 7" in told.text()


def test_equations_hold_at_every_posture():
    """Each equation of a derivation, at a random posture of the numeric robot."""
    _, robot, known = robot_of("ur5")
    q = np.array([0.3, -0.5, 0.9, 0.7, -0.8, 0.4])
    T = np.asarray(lw.compile(lw.model(robot, "direct_geometry"))(q=q))
    values = {**known, **{f"T{r + 1}{c + 1}": T[r, c] for r in range(3) for c in range(4)}}
    for k in range(6):
        for m in range(k, 6):
            label = "".join(str(j + 1) for j in range(k, m + 1))
            values |= {f"C{label}": np.cos(q[k : m + 1].sum()), f"S{label}": np.sin(q[k : m + 1].sum())}
    for step in paul.explain_derivation(robot_of("ur5")[0], 6):
        for equation in step.equations:
            left, right = (lw.expr.value_of(lw.expr.parse_formula(x), values) for x in equation.split(" = "))
            assert left == pytest.approx(right, abs=1e-12)


# -- what has no formulas ----------------------------------------------------------------------------------------------


def test_numbers_that_are_needed_are_named():
    robot = chain("general", *({"d": f"a{k}", "alpha": 1.0, "r": f"b{k}"} for k in range(6)))
    with pytest.raises(RobotError, match=r'd of joint .* has no number for a0 .*"a0": ..., "b0": ..., "a1"'):
        lw.model(robot, "inverse_geometry")


def test_numbers_that_are_known_are_taken_where_symbols_do_not_do():
    """Axes 1 and 2 meet only because a length is 0."""
    elbow = ({"alpha": "pi/3", "d": "a"}, {"alpha": "pi/4", "d": "b", "r": "c"}, {"alpha": QUARTER, "r": "e"})
    robot = chain("special", {}, *elbow, *WRIST)
    with pytest.raises(RobotError, match="no formulas with symbols"):
        lw.model(robot, "inverse_geometry")
    f = lw.model(robot.changed(numbers={"a": 0.0}), "inverse_geometry")
    assert f.parameters
    assert {"b", "c", "e"} <= set(f.parameters.labels)


# -- emitted code ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "target"), [("puma560", "c"), ("planar 3R", "python")])
def test_the_package_passes_its_test(name: str, target: str):
    robot = robot_of(name)[0]
    done = check_language(target, find_target(target), [model(name)], [function(robot, "inverse_geometry")])
    assert done.outcome in ("passed", "skipped"), done.detail
    assert done.outcome == "passed" or "installed" in done.detail


def test_formulas_are_printed():
    """Values are called after their joints, and the choices that led to them."""
    (text,) = lw.emit(model("planar 3R"), "latex").values()
    assert r"\operatorname{atan2}" in text
    assert "C_{2}^{(a)}" in text
