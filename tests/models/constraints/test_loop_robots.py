"""The built-in robots with loops: counted by hand, and assembled at their start by kinematics that are written here."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright import formats
from linkwright.expr import value_of
from linkwright.formats import toml
from linkwright.robot import Joint, Robot
from linkwright.robot.checks import physics_warnings

# Loops, driven joints, and joints that move (a ball joint counts as one), counted on a drawing of each mechanism.
COUNTS = {
    "four_bar": (1, 1, 3), "parallelogram": (1, 1, 3), "five_bar": (1, 2, 4), "slider_crank": (1, 1, 3),
    "inverted_slider_crank": (1, 1, 3), "watt_six_bar": (2, 1, 5), "stephenson_six_bar": (2, 1, 5),
    "spherical_four_bar": (1, 1, 3), "bennett": (1, 1, 3), "sarrus": (1, 1, 5), "sr400": (1, 6, 8),
    "palletizer_loops": (2, 4, 8), "picker": (3, 2, 10), "andrews": (3, 1, 7),
    "p3rrr": (3, 3, 3 + 6), "p3rpr": (3, 3, 3 + 6), "p3prr": (3, 3, 3 + 6), "delta": (3, 3, 3 + 9),
    "p3upu": (3, 3, 4 + 9), "p3ruu": (3, 3, 4 + 9), "gough_stewart": (6, 6, 4 + 18), "p6rus": (6, 6, 4 + 18),
    "p6pus": (6, 6, 6 + 18), "hybrid_leg": (4, 3, 3 + 4 + 4),
}  # fmt: skip
PARALLEL = ("p3rrr", "p3rpr", "p3prr", "delta", "p3upu", "p3ruu", "gough_stewart", "p6rus", "p6pus", "hybrid_leg")


def screw(axis: int, angle: float, shift: float) -> np.ndarray:
    """A turn about and a shift along the x (0) or z (2) axis."""
    T = np.eye(4)
    i, k = (axis + 1) % 3, (axis + 2) % 3
    T[i, i] = T[k, k] = math.cos(angle)
    T[k, i], T[i, k] = math.sin(angle), -math.sin(angle)
    T[axis, 3] = shift
    return T


def frame(joint: Joint, numbers: dict[str, float], q: float = 0.0) -> np.ndarray:
    """Khalil & Kleinfinger: Rot(z, gamma) Trans(z, b) Rot(x, alpha) Trans(x, d) Rot(z, theta) Trans(z, r)."""
    gamma, b, alpha, d, theta, r = (value_of(getattr(joint, k), numbers) for k in
                                    ("gamma", "b", "alpha", "d", "theta", "r"))  # fmt: skip
    theta += q if joint.kind == "revolute" else 0
    r += q if joint.kind == "prismatic" else 0
    T: np.ndarray = screw(2, gamma, b) @ screw(0, alpha, d) @ screw(2, theta, r)
    return T


def tree_frames(robot: Robot, numbers: dict[str, float]) -> list[np.ndarray]:
    """Every link in the base when the joints are at their start; a ball joint starts unturned."""
    frames = [np.eye(4)]
    for joint in robot.joints:
        frames.append(frames[joint.parent] @ frame(joint, numbers, joint.start if joint.kind != "ball" else 0.0))
    return frames


def gaps(kind: str, X: np.ndarray) -> tuple[list[float], list[float]]:
    """What must be zero of the closing frame in the frame of the cut joint: lengths, and sines and cosines."""
    x, y, z = map(float, X[:3, 3])
    axis = X[:3, 2]
    straight = [float(axis[0]), float(axis[1]), float(axis[2]) - 1]
    upright = [float(v) for v in (X - np.eye(4))[:3, :3].flat]
    table: dict[str, Any] = {
        "revolute": ([x, y, z], straight), "prismatic": ([x, y], upright), "cylindrical": ([x, y], straight),
        "universal": ([x, y, z], [float(axis[2])]), "ball": ([x, y, z], []), "planar": ([z], straight),
        "line": ([x, y], []), "fixed": ([x, y, z], upright),
    }  # fmt: skip
    lengths, turns = table[kind]
    return lengths, turns


def known(robot: Robot) -> dict[str, float]:
    """The robot's numbers; those of a robot without any are drawn."""
    rng = np.random.default_rng(0)
    return {name: float(rng.uniform(0.2, 0.8)) for name in robot.parameters} | dict(robot.numbers)


def test_every_built_in_robot_with_loops_is_counted():
    assert {name for name in formats.builtin_names() if formats.builtin(name).loops} == set(COUNTS)


@pytest.mark.parametrize("name", COUNTS)
def test_loops_drives_and_joints_are_those_of_the_mechanism(name: str):
    robot = formats.builtin(name)
    driven = sum(joint.actuated and joint.moves for joint in robot.joints)
    assert (len(robot.loops), driven, sum(joint.moves for joint in robot.joints)) == COUNTS[name]
    assert not any(loop.joint.actuated for loop in robot.loops)


@pytest.mark.parametrize("name", COUNTS)
def test_loops_are_closed_at_the_start(name: str):
    robot = formats.builtin(name)
    numbers = known(robot)
    frames = tree_frames(robot, numbers)
    size = max(float(np.abs(T[:3, 3]).max()) for T in frames)
    for loop in robot.loops:
        C = frames[loop.joint.parent] @ frame(loop.joint, numbers)
        E = frames[loop.frame.parent] @ frame(loop.frame, numbers)
        lengths, turns = gaps(loop.joint.kind, np.linalg.inv(C) @ E)
        assert max(map(abs, lengths)) <= 1e-12 * size
        assert max(map(abs, turns), default=0) <= 1e-12
    for coupling in robot.couplings:
        terms = (value_of(term.factor, numbers) * robot.joint(term.joint).start for term in coupling.terms)
        q = robot.joint(coupling.joint).start
        assert q == pytest.approx(sum(terms) + value_of(coupling.offset, numbers), rel=1e-12)


@pytest.mark.parametrize("name", COUNTS)
def test_written_and_read_again_it_is_the_same_and_has_no_parallel_table(name: str):
    robot = formats.builtin(name)
    text = toml.write(robot)
    assert toml.read(text.encode(), "x.toml") == robot
    assert "[parallel]" not in text


@pytest.mark.parametrize("name", [name for name in COUNTS if name != "sr400"])
def test_every_symbol_has_a_number(name: str):
    robot = formats.builtin(name)
    assert set(robot.parameters) == set(robot.numbers)
    numeric = robot.with_numbers()
    assert numeric.parameters == ()
    assert [joint.start for joint in numeric.joints] == [joint.start for joint in robot.joints]


@pytest.mark.parametrize("name", PARALLEL)
def test_legs_that_are_alike_share_their_symbols(name: str):
    robot = formats.builtin(name)
    masses = [str(joint.body.M) for joint in robot.joints if not joint.body.M.is_zero]
    legs = sum(joint.name.startswith("leg1_") and not joint.body.M.is_zero for joint in robot.joints)
    distinct = {"hybrid_leg": 1 + 2 + 4}.get(name, 1 + legs)
    assert len(set(masses)) == distinct < len(masses)
    assert masses.count("M_platform") == 1


@pytest.mark.parametrize("name", PARALLEL)
def test_a_leg_begins_on_the_base_and_ends_on_the_platform(name: str):
    """At the start: pivots at the radius rb around the base, and at rp around the platform's origin."""
    robot = formats.builtin(name)
    numbers = dict(robot.numbers)
    frames = tree_frames(robot, numbers)
    platform = [joint.name for joint in robot.joints].index("platform") + 1
    across = frames[platform][:3, 3]
    for loop in robot.loops:
        if "_coupling" not in loop.joint.name:
            continue
        E = frames[loop.frame.parent] @ frame(loop.frame, numbers)
        assert np.linalg.norm(E[:3, 3] - across) == pytest.approx(numbers["rp"], rel=1e-12)
    first = [frame(joint, numbers)[:2, 3] for joint in robot.joints if joint.parent == 0 and joint.name[:3] == "leg"]
    radii = [float(np.linalg.norm(p)) for p in first]
    assert radii[:2] == pytest.approx([numbers["rb"]] * 2, rel=1e-12)


# -- Andrews' squeezing mechanism: the test set's own equations ------------------------------------------------------

PUBLISHED = {"K1": -0.0617138900142764496, "K2": 0.0, "K3": 0.455279819163070380, "K4": 0.222668390165885884,
             "K5": 0.487364979543842550, "K6": -0.222668390165885884, "K7": 1.23054744454982119}  # fmt: skip


def test_andrews_starts_where_the_test_set_does():
    starts = {joint.name: joint.start for joint in formats.builtin("andrews").joints if joint.moves}
    assert starts == pytest.approx(PUBLISHED, abs=1e-15)


@pytest.mark.parametrize("seed", range(5))
def test_andrews_point_of_each_chain_is_that_of_the_constraints_of_the_test_set(seed: int):
    """The common point F by K2, K3, K4 and K6 at any positions: rr e(be) - d e(be + th), and so on, e = (cos, sin)."""
    rng = np.random.default_rng(seed)
    robot = formats.builtin("andrews")
    names = [joint.name for joint in robot.joints]
    n = dict(robot.numbers)
    q = dict(zip(PUBLISHED, rng.uniform(-2, 2, 7).tolist()))
    moved = robot.changed(joints=tuple(replace(joint, start=q.get(joint.name, 0.0)) for joint in robot.joints))
    frames = tree_frames(moved, n)
    be, th, ga, ph, de, om, ep = q.values()
    expected = {
        "K2": (n["rr"] * np.cos(be) - n["d"] * np.cos(be + th), n["rr"] * np.sin(be) - n["d"] * np.sin(be + th)),
        "K3": (n["xb"] + n["ss"] * np.sin(ga), n["yb"] - n["ss"] * np.cos(ga)),
        "K4": (n["xa"] + n["zt"] * np.cos(de) + n["e"] * np.sin(ph + de),
               n["ya"] + n["zt"] * np.sin(de) - n["e"] * np.cos(ph + de)),
        "K6": (n["xa"] + n["u"] * np.sin(ep) + n["zf"] * np.cos(om + ep),
               n["ya"] - n["u"] * np.cos(ep) + n["zf"] * np.sin(om + ep)),
    }  # fmt: skip
    ends = {"K2": robot.loops[0].joint} | dict(zip(("K3", "K4", "K6"), (loop.frame for loop in robot.loops)))
    for name, end in ends.items():
        assert names[end.parent - 1] == name
        point = (frames[end.parent] @ frame(end, n))[:3, 3]
        assert point == pytest.approx([*expected[name], 0], abs=1e-15)


def test_andrews_inertia_matrix_is_that_of_the_test_set():
    """Of the tree: M(q) by the model, and by the formulas of the test set."""
    robot = formats.builtin("andrews")
    n = dict(robot.numbers)
    th, ph, om = 0.3, -0.4, 0.7
    q = {"K1": 0.2, "K2": th, "K3": 0.5, "K4": ph, "K5": 0.1, "K6": om, "K7": 0.9}
    order = [joint.name for joint in robot.joints if joint.moves]
    model = lw.model(robot.tree().without("external").with_numbers(), "inertia_matrix")
    M = np.asarray(model(q=[q[name] for name in order]), dtype=float)
    at = {name: k for k, name in enumerate(order)}
    m, i = {k: n[f"m{k}"] for k in range(1, 8)}, {k: n[f"i{k}"] for k in range(1, 8)}
    e, f = n["e"] - n["ea"], n["zf"] - n["fa"]
    da, rr, zt, u = n["da"], n["rr"], n["zt"], n["u"]
    expected = {
        ("K1", "K1"): m[1] * n["ra"] ** 2 + m[2] * (rr**2 - 2 * da * rr * math.cos(th) + da**2) + i[1] + i[2],
        ("K1", "K2"): m[2] * (da**2 - da * rr * math.cos(th)) + i[2], ("K2", "K2"): m[2] * da**2 + i[2],
        ("K3", "K3"): m[3] * (n["sa"] ** 2 + n["sb"] ** 2) + i[3], ("K4", "K4"): m[4] * e**2 + i[4],
        ("K4", "K5"): m[4] * (e**2 + zt * e * math.sin(ph)) + i[4],
        ("K5", "K5"): m[4] * (zt**2 + 2 * zt * e * math.sin(ph) + e**2) + m[5] * (n["ta"] ** 2 + n["tb"] ** 2)
        + i[4] + i[5],
        ("K6", "K6"): m[6] * f**2 + i[6], ("K6", "K7"): m[6] * (f**2 - u * f * math.sin(om)) + i[6],
        ("K7", "K7"): m[6] * (f**2 - 2 * u * f * math.sin(om) + u**2) + m[7] * (n["ua"] ** 2 + n["ub"] ** 2)
        + i[6] + i[7],
    }  # fmt: skip
    full = np.zeros((7, 7))
    for (a, b), value in expected.items():
        full[at[a], at[b]] = full[at[b], at[a]] = value
    np.testing.assert_allclose(M, full, rtol=1e-13, atol=1e-20)


@pytest.mark.parametrize("name", COUNTS)
def test_bodies_can_exist(name: str):
    assert physics_warnings(formats.builtin(name).with_numbers()) == []
