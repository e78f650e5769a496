"""Inverse geometry: every posture, and nothing else. Sides: the direct model, another formulation, published arms."""

from __future__ import annotations

import csv
import itertools
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright import Joint, Robot
from linkwright.errors import InputError, RobotError
from linkwright.expr import Expr, Function, Graph, Port
from linkwright.models.framework.frame_options import end_frame
from linkwright.models.inverse_geometry.chain_screws import JointScrew, ScrewChain, compose_transforms
from linkwright.models.inverse_geometry.classes.classify import find_closed_form
from linkwright.models.inverse_geometry.inverse_geometry import problem_of
from linkwright.models.inverse_geometry.kernels.solution_kernel import solve_postures
from linkwright.models.inverse_geometry.problem import Problem
from tests.support.paths import SHARED
from tests.support.some import some
from tests.targets.test_languages import run_c, write

ANCHORS = SHARED / "anchors"


def unit(v: Any) -> Any:
    return v / np.linalg.norm(v)


def chain(screws: Sequence[JointScrew]) -> ScrewChain:
    M = np.eye(4)
    M[:3, 3] = [0.1, 0.2, 0.3]
    return ScrewChain(tuple(range(1, len(screws) + 1)), tuple(screws), M)


def pose(c: ScrewChain, q: Any) -> Any:
    return compose_transforms(*(s.motion(x) for s, x in zip(c.screws, q, strict=True)), c.M)


def apart(c: ScrewChain, x: Any, y: Any) -> float:
    pairs = zip(c.screws, x, y, strict=True)
    return float(max(abs(np.exp(1j * a) - np.exp(1j * b)) if s.is_revolute else abs(a - b) for s, a, b in pairs))


def solver(problem: Problem) -> Any:
    g = Graph()
    T = [Expr(g, g.symbol(f"T{k}", "variable")) for k in range(16)]
    found = solve_postures(problem, T)
    outputs = (
        Port("q", (len(found.q), problem.real), tuple(e.id for row in found.q for e in row)),
        Port("status", (), (found.status.id,), kind="integer"), Port("count", (), (found.count.id,), kind="integer"),
    )  # fmt: skip
    return lw.compile(Function("postures", g, (Port("T", (4, 4), tuple(e.id for e in T)),), outputs))


def by_elimination(c: ScrewChain) -> Problem:
    problem = Problem(c)
    problem.__dict__["form"] = None
    return problem


def postures(go: Any, T: Any, **given: Any) -> Any:
    found = go(T=T, **given)
    count = int(found["count"])
    q = np.asarray(found["q"])
    assert int(found["status"]) == (0 if count else 3)
    assert np.all(np.isfinite(q[:count]))
    assert np.all(np.isnan(q[count:]))
    return q[:count]


def assert_same(c: ScrewChain, one: Any, other: Any) -> None:
    assert len(one) == len(other)
    for x in one:
        assert min(apart(c, x, y) for y in other) < 1e-6


# -- robots ------------------------------------------------------------------------------------------------------------

ARMS = ["rx90", "puma560", "ur5", "stanford", "panda", "iiwa14", "lwr4plus", "cobra600", "scara4"]


@pytest.mark.parametrize("name", some(ARMS, "puma560", "ur5", "iiwa14", "stanford", "scara4"))
def test_the_posture_is_among_those_of_its_pose_and_all_of_them_are_there(name: str):
    """Against the direct geometric model."""
    robot = lw.load(name)
    problem = problem_of(robot, end_frame(robot), "auto", None)
    go, direct = (lw.compile(lw.model(robot, m)) for m in ("inverse_geometry", "direct_geometry"))
    n = len(problem.chain.joints)
    own = problem.own
    rng = np.random.default_rng(1)
    for _ in range(60):
        q = rng.uniform(-2, 2, n)
        T = np.asarray(direct(q=q))
        given = {"q_locked": q[[*problem.locks]]} if problem.locks else {}
        found = postures(go, T, **given)
        assert min(np.abs(np.exp(1j * x) - np.exp(1j * q[own])).max() for x in found) < 1e-6
        for x in found:
            whole = q.copy()
            whole[own] = x
            np.testing.assert_allclose(direct(q=whole), T, atol=1e-9)


COUNTS = {"puma560": 8, "rx90": 8, "stanford": 8}


@pytest.mark.parametrize(("name", "count"), COUNTS.items())
def test_known_arms_have_the_known_number_of_postures(name: str, count: int):
    robot = lw.load(name)
    go, direct = (lw.compile(lw.model(robot, m)) for m in ("inverse_geometry", "direct_geometry"))
    q = np.array([0.3, -0.5, 0.9 if name != "stanford" else 0.4, 0.7, -0.8, 0.4])
    assert len(postures(go, np.asarray(direct(q=q)))) == count


def test_sixteen_postures_of_the_arm_of_manseur_and_doty():
    """R. Manseur, K. L. Doty (1989), A robot manipulator with 16 real inverse kinematic solution sets."""
    a, d, alpha = (0.3, 1, 0, 1.5, 0, 0), (0, 0, 0.2, 0, 0, 0), np.radians([90, 1, 90, 1, 90, 1])
    T, screws = np.eye(4), []
    for k in range(6):
        screws.append(JointScrew(True, T[:3, 2].copy(), T[:3, 3].copy()))
        u, v = math.cos(alpha[k]), math.sin(alpha[k])
        T = T @ np.array([[1, 0, 0, a[k]], [0, u, -v, 0], [0, v, u, d[k]], [0, 0, 0, 1]])
    published = np.array([[-0.760117, -0.641689, 0.102262, -1.140175], [0.133333, 0, 0.991071, 0],
                          [-0.635959, 0.766965, 0.085558, 0], [0, 0, 0, 1]])  # fmt: skip
    U, _, V = np.linalg.svd(published[:3, :3])
    published[:3, :3] = U @ V
    c = ScrewChain(tuple(range(1, 7)), tuple(screws), T)
    found = postures(solver(Problem(c)), published)
    assert len(found) == 16
    for q in found:
        np.testing.assert_allclose(pose(c, q), published, atol=1e-9)


# -- chains ------------------------------------------------------------------------------------------------------------


class Draw:
    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def turns(self, n: int) -> list[JointScrew]:
        return [JointScrew(True, unit(self.rng.standard_normal(3)), self.rng.uniform(-0.5, 0.5, 3)) for _ in range(n)]

    def slides(self, n: int) -> list[JointScrew]:
        return [JointScrew(False, unit(self.rng.standard_normal(3)), np.zeros(3)) for _ in range(n)]

    def meeting(self, n: int) -> list[JointScrew]:
        w = self.rng.uniform(-0.5, 0.5, 3)
        return [JointScrew(True, unit(self.rng.standard_normal(3)), w) for _ in range(n)]

    def parallel(self, n: int) -> list[JointScrew]:
        h = unit(self.rng.standard_normal(3))
        return [JointScrew(True, h * self.rng.choice([-1, 1]), self.rng.uniform(-0.5, 0.5, 3)) for _ in range(n)]


CLOSED = {
    "456 meet": lambda d: d.turns(3) + d.meeting(3),
    "123 meet": lambda d: d.meeting(3) + d.turns(3),
    "12 meet, 456 meet": lambda d: d.meeting(2) + d.turns(1) + d.meeting(3),
    "23 parallel, 456 meet": lambda d: d.turns(1) + d.parallel(2) + d.meeting(3),
    "234 parallel": lambda d: d.turns(1) + d.parallel(3) + d.turns(2),
    "234 parallel, 56 meet": lambda d: d.turns(1) + d.parallel(3) + d.meeting(2),
    "345 parallel": lambda d: d.turns(2) + d.parallel(3) + d.turns(1),
    "three slides": lambda d: [d.slides(1)[0], *d.turns(1), *d.slides(1), *d.turns(2), *d.slides(1)],
}


@pytest.mark.parametrize("kind", some(CLOSED, "23 parallel, 456 meet", "345 parallel", "three slides"))
def test_closed_forms_give_what_elimination_gives(kind: str):
    draw = Draw(3)
    c = chain(CLOSED[kind](draw))
    problem = Problem(c)
    assert problem.form
    one, other = solver(problem), solver(by_elimination(c))
    for _ in range(25):
        q = draw.rng.uniform(-2, 2, 6)
        T = pose(c, q)
        found = postures(one, T)
        assert min(apart(c, x, q) for x in found) < 1e-6
        assert_same(c, found, postures(other, T))


GENERAL = {
    "six turn": lambda d: d.turns(6),
    "one slides": lambda d: d.turns(2) + d.slides(1) + d.turns(3),
    "two slide": lambda d: d.slides(1) + d.turns(3) + d.slides(1) + d.turns(1),
    "345 meet": lambda d: d.turns(2) + d.meeting(3) + d.turns(1),
    "123 parallel": lambda d: d.parallel(3) + d.turns(3),
    "two pairs meet": lambda d: d.meeting(2) + d.turns(1) + d.meeting(2) + d.turns(1),
}


@pytest.mark.parametrize("kind", some(GENERAL, "two slide", "345 meet"))
def test_other_formulations_give_the_same_postures(kind: str):
    """Another joint is eliminated: the first formulation is that of the chain from its other end."""
    draw = Draw(4)
    c = chain(GENERAL[kind](draw))
    assert find_closed_form(c.scaled, 1e-6) is None
    back = ScrewChain(c.joints, tuple(JointScrew(s.is_revolute, -s.h, s.c) for s in reversed(c.screws)), np.eye(4))
    one, other = solver(Problem(c)), solver(Problem(back))
    for _ in range(25):
        q = draw.rng.uniform(-2, 2, 6)
        T = pose(c, q)
        found = postures(one, T)
        assert min(apart(c, x, q) for x in found) < 1e-6
        there = postures(other, np.linalg.inv(T @ np.linalg.inv(c.M)))
        assert_same(c, found, [x[::-1] for x in there])


@pytest.mark.parametrize("noise", some([1e-3, 1e-5, 1e-7], 1e-5, 1e-7))
def test_calibrated_arms_have_the_postures_of_their_model(noise: float):
    """A PUMA whose axes miss each other: elimination, or the closed form polished on the arm as it is."""
    ideal = problem_of(lw.load("puma560"), 6, "auto", None).chain
    rng = np.random.default_rng(2)
    off = [JointScrew(True, unit(s.h + noise * rng.standard_normal(3)), s.c + noise * rng.standard_normal(3))
           for s in ideal.screws]  # fmt: skip
    c = ScrewChain(ideal.joints, tuple(off), ideal.M)
    problem = Problem(c)
    assert (problem.form is None) == (noise > 1e-6)
    go = solver(problem)
    for _ in range(40):
        q = rng.uniform(-2, 2, 6)
        found = postures(go, pose(c, q))
        assert min(apart(c, x, q) for x in found) < 1e-5
        for x in found:
            np.testing.assert_allclose(pose(c, x), pose(c, q), atol=1e-9)


NEARLY = {
    "puma560": lambda d: of_robot("puma560"),
    "ur5": lambda d: of_robot("ur5"),
    "456 meet": CLOSED["456 meet"],
    "234 parallel": CLOSED["234 parallel"],
}


def of_robot(name: str) -> list[JointScrew]:
    return list(problem_of(lw.load(name), 6, "auto", None).chain.screws)


def slopes(screws: Sequence[JointScrew], q: Any) -> Any:
    """The determinant of the Jacobian at many postures."""
    T, columns = np.broadcast_to(np.eye(4), (len(q), 4, 4)), []
    for s, x in zip(screws, q.T, strict=True):
        h, p = T[:, :3, :3] @ s.h, T[:, :3, :3] @ s.c + T[:, :3, 3]
        columns.append(np.concatenate([np.cross(p, h), h], axis=1))
        T = T @ np.array([s.motion(v) for v in x])
    return np.linalg.det(np.stack(columns, axis=2))


def nearly_singular(screws: Sequence[JointScrew], rng: Any, many: int) -> Any:
    """Postures at 1e-7 to 1e-2 from those at which the determinant changes its sign, as one joint of 2 to 5 moves."""
    q = rng.uniform(-math.pi, math.pi, (3 * many, 6))
    rows, joint = np.arange(len(q)), rng.integers(1, 5, len(q))
    low, high = q[rows, joint], q[rows, joint] + rng.uniform(0.1, 2, len(q))

    def at(x: Any) -> Any:
        q[rows, joint] = x
        return slopes(screws, q)

    first = at(low)
    changes = first * at(high) < 0
    for _ in range(40):
        middle = (low + high) / 2
        same = at(middle) * first > 0
        low, high = np.where(same, middle, low), np.where(same, high, middle)
    q[rows, joint] = low + rng.choice([-1, 1], len(q)) * 10 ** rng.uniform(-7, -2, len(q))
    return q[changes][:many]


@pytest.mark.parametrize(("kind", "noise"), some(
    itertools.product(NEARLY, (1e-5, 3e-7, 1e-8)), ("ur5", 1e-5), ("puma560", 3e-7), ("456 meet", 1e-8)
))  # fmt: skip
def test_nearly_special_arms_have_all_postures_where_postures_meet(kind: str, noise: float):
    """Sides: the posture that a pose is made of, and those that Newton's method comes to from anywhere near it."""
    draw = Draw(12)
    ideal = NEARLY[kind](draw)
    rng = draw.rng
    c = chain([JointScrew(True, unit(s.h + noise * rng.standard_normal(3)), s.c + noise * rng.standard_normal(3))
               for s in ideal])  # fmt: skip
    problem = Problem(c)
    assert (problem.form is None) == (noise > 1e-6)
    go = solver(problem)
    for q in nearly_singular(ideal, rng, 40):
        T = pose(c, q)
        found = postures(go, T)
        for x in found:
            np.testing.assert_allclose(pose(c, x), T, atol=1e-9 * c.reach)
        assert min(apart(c, x, q) for x in found) < 1e-4
        for start in q + rng.uniform(-1, 1, (3, 6)) * 10.0 ** rng.uniform(-4, 0, (3, 1)):
            there = by_newton(c, T, start)
            if there is not None:
                assert min(apart(c, x, there) for x in found) < 1e-4


def by_newton(c: ScrewChain, T: Any, q: Any) -> Any:
    """Where plain steps end, if that is at the pose, and what is left of the steps tells which posture it is."""
    for _ in range(40):
        E, columns = np.eye(4), []
        for s, x in zip(c.screws, q, strict=True):
            h, p = E[:3, :3] @ s.h, E[:3, :3] @ s.c + E[:3, 3]
            columns.append([*np.cross(h, T[:3, 3] - p), *h])
            E = E @ s.motion(x)
        E = E @ c.M
        turned = np.cross(E[:3, :3], T[:3, :3], axis=0).sum(axis=1) / 2
        J = np.array(columns).T
        step = np.linalg.solve(J, [*(T[:3, 3] - E[:3, 3]), *turned])
        q = q + step
        if not np.abs(step).max() < 100:
            return None
    sure = np.abs(step).max() < 1e-9 and np.linalg.cond(J) < 1e7
    return q if sure and np.abs(pose(c, q) - T).max() < 1e-12 else None


@pytest.mark.parametrize("scale", some([1e-6, 1e6], 1e-6))
def test_units_do_not_matter(scale: float):
    draw = Draw(5)
    c = chain(draw.turns(6))
    M = c.M.copy()
    M[:3, 3] *= scale
    large = ScrewChain(c.joints, tuple(JointScrew(True, s.h, s.c * scale + 3 * scale) for s in c.screws), M)
    q = draw.rng.uniform(-2, 2, 6)
    found = postures(solver(Problem(large)), pose(large, q))
    T = pose(c, q)
    assert min(apart(c, x, q) for x in found) < 1e-6
    assert len(found) == len(postures(solver(Problem(c)), T))


def test_what_is_out_of_reach_has_no_posture():
    go = lw.compile(lw.model(lw.load("rx90"), "inverse_geometry"))
    T = np.eye(4)
    T[:3, 3] = 100.0
    found = go(T=T)
    assert int(found["status"]) == 3
    assert int(found["count"]) == 0
    assert np.all(np.isnan(found["q"]))


def test_what_is_no_pose_has_no_posture():
    """R that is a rotation to a millionth is taken for one; a reflection, or NaN, has no posture."""
    robot = lw.load("rx90")
    go, direct = (lw.compile(lw.model(robot, m)) for m in ("inverse_geometry", "direct_geometry"))
    T = np.asarray(direct(q=[0.3, -0.5, 0.9, 0.7, -0.8, 0.4]))
    off = np.zeros((4, 4))
    off[0, 1] = 1.0
    assert len(postures(go, T + 1e-7 * off)) == 8
    mirrored = T.copy()
    mirrored[:3, :3] *= -1
    one = T.copy()
    one[:3, 2] *= -1
    for bad, status in ((T + 1e-3 * off, 5), (T * np.nan, 5), (mirrored, 5), (one, 5)):
        found = go(T=bad)
        assert int(found["status"]) == status
        assert int(found["count"]) == 0
        assert np.all(np.isnan(found["q"]))


def test_at_the_edge_of_the_workspace_the_elbow_is_straight():
    """Two postures of the elbow are one there, to the root of rounding; a little beyond there is none."""
    robot = lw.load("puma560")
    go, direct = (lw.compile(lw.model(robot, m)) for m in ("inverse_geometry", "direct_geometry"))
    c = problem_of(robot, 6, "auto", None).chain
    elbow, wrist = c.screws[2].foot(c.screws[1].c), c.screws[4].foot(c.screws[3].c)
    a, b = np.linalg.norm(elbow - c.screws[1].foot(elbow)), np.linalg.norm(wrist - c.screws[2].foot(wrist))
    q = np.array([0.4, 0.3, 0.0, 0.6, 0.7, 0.2])
    angles = np.linspace(-np.pi, np.pi, 100001)
    first = [np.linalg.norm(c.screws[2].motion(x)[:3, :3] @ (wrist - c.screws[2].foot(wrist)) + elbow
                            - c.screws[1].foot(elbow)) for x in angles]  # fmt: skip
    assert max(first) == pytest.approx(a + b, rel=1e-9)
    q[2] = angles[int(np.argmax(first))]
    T = np.asarray(direct(q=q))
    found = postures(go, T)
    assert min(np.abs(np.exp(1j * x) - np.exp(1j * q)).max() for x in found) < 1e-3
    for x in found:
        np.testing.assert_allclose(direct(q=x), T, atol=1e-9)


def test_fewer_joints_have_the_task_that_they_can_do():
    """Three joints: a position. Against the direct model of the same three."""
    joints = (Joint(name="a", r=0.3), Joint(name="b", parent=1, alpha=1.2, d=0.1), Joint(name="c", parent=2, d=0.5),
              Joint(name="tip", parent=3, kind="fixed", d=0.4, r=0.1))  # fmt: skip
    robot = Robot(name="three", joints=joints)
    go = lw.compile(lw.model(robot, "inverse_geometry", frame="tip"))
    direct = lw.compile(lw.model(robot, "direct_geometry", frames="tip"))
    rng = np.random.default_rng(7)
    for _ in range(20):
        q = rng.uniform(-3, 3, 3)
        T = np.asarray(direct(q=q))
        turned = np.eye(4)
        turned[:3, 3] = T[:3, 3]  # any orientation
        found = postures(go, turned)
        assert min(np.abs(np.exp(1j * x) - np.exp(1j * q)).max() for x in found) < 1e-6
        for x in found:
            np.testing.assert_allclose(np.asarray(direct(q=x))[:3, 3], T[:3, 3], atol=1e-9)


# -- published geometries ----------------------------------------------------------------------------------------------


@pytest.mark.skipif(not ANCHORS.is_dir(), reason="the published geometries are not here")
def test_every_industrial_robot_is_solved():
    """A closed form, or an elimination that finds known postures."""
    rows = list(csv.DictReader((ANCHORS / "industrial_robots.csv").read_text("utf-8").splitlines()))
    assert len(rows) == 78
    for row in rows:
        robot = industrial(row)
        problem = problem_of(robot, len(robot), "auto", None)
        assert problem.form or problem.eliminations[0].error < 1e-4, robot.name


def industrial(row: dict[str, str]) -> Robot:
    """Lengths in mm; angles in degrees, or with pi."""

    def angle(text: str) -> float:
        text = text.strip() or "0"
        if "pi" in text:
            sign, rest = (-1, text[1:]) if text[0] == "-" else (1, text)
            return sign * math.pi / float(rest.partition("/")[2] or 1)
        return math.radians(float(text))

    def length(text: str) -> float:
        return 0.0 if text.strip().startswith("q") or not text.strip() else float(text) / 1000

    joints = []
    for j in range(1, int(row["n"]) + 1):
        slides = row[f"type{j}"] == "P"
        place: dict[str, Any] = {"gamma": angle(row[f"beta{j}"]), "b": length(row[f"b{j}"])}
        place |= {"alpha": angle(row[f"alpha_deg{j}"]), "d": length(row[f"a_mm{j}"])}
        if slides:
            joints.append(Joint(parent=j - 1, kind="prismatic", **place, r=length(row[f"offset{j}"])))
        else:
            joints.append(Joint(parent=j - 1, **place, theta=angle(row[f"offset{j}"]), r=length(row[f"d_mm{j}"])))
    return Robot(name=row["id"], joints=tuple(joints))


@pytest.mark.skipif(not ANCHORS.is_dir(), reason="the published geometries are not here")
def test_chains_of_six_joints_are_solved():
    """Of 701 published chains with drawn lengths, one in a hundred; those that are not are refused."""
    from bench.chains import robot_of

    rows = [r for r in csv.DictReader((ANCHORS / "serial_chains.csv").read_text("utf-8").splitlines()) if r["n"] == "6"]
    assert len(rows) == 701
    refused = []
    for row in rows[::100]:
        robot = robot_of(row)
        rng = np.random.default_rng(3)
        robot = robot.changed(numbers={s: float(rng.uniform(0.2, 1.0)) for s in robot.parameters})
        problem = problem_of(robot, 6, "auto", None)
        try:
            assert problem.form or problem.eliminations[0].error < 1e-4, robot.name
        except RobotError:
            refused.append(robot.name)
    assert not refused


# -- bad input ---------------------------------------------------------------------------------------------------------


def test_lengths_without_numbers_are_named():
    with pytest.raises(RobotError, match=r"d of joint .* has no number for L"):
        lw.model(Robot(name="arm", joints=tuple(Joint(parent=k, d="L", alpha=1.0) for k in range(6))),
                 "inverse_geometry")  # fmt: skip


def test_idle_joints_are_named():
    same = [Joint(name=f"j{k}", parent=k, alpha=0.0 if k == 1 else 1.0, d=0.0 if k == 1 else 0.3) for k in range(6)]
    with pytest.raises(RobotError, match="one of j0, j1 is idle"):
        lw.model(Robot(name="idle", joints=tuple(same)), "inverse_geometry")


def test_a_joint_that_does_not_move_the_frame_cannot_be_locked():
    robot = lw.load("two_arm")
    with pytest.raises((InputError, RobotError)):
        lw.model(robot, "inverse_geometry", frame=1, locked=len(robot))


@pytest.mark.parametrize(("name", "what"), [("four_bar", "closed loops"), ("floating_arm", "a floating base"),
                                            ("palletizer_coupled", "coupled joints")])  # fmt: skip
def test_robots_that_are_no_chain_from_the_base_are_refused(name: str, what: str):
    with pytest.raises(RobotError, match=what):
        lw.model(lw.load(name), "inverse_geometry")


# -- emitted code ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["rx90", "iiwa14", "stanford"])
def test_the_package_in_c_passes_its_test(name: str, tmp_path: Path, tool: Any):
    function = lw.model(lw.load(name), "inverse_geometry")
    write(lw.emit(function, "c"), tmp_path)
    done = run_c(tmp_path, function.name, tool)
    assert done.returncode == 0, done.stdout + done.stderr
