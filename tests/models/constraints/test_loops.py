"""Models of robots with loops, against the tree's dynamics projected in plain NumPy, and against laws of mechanics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright import Joint, Loop, Robot
from linkwright.expr import value_of
from tests.support.closed import frame, slope
from tests.support.mechanisms import HOLDS, Moving, bars, builtin, chain, placed, resized
from tests.support.some import some

BUILTIN = (
    "four_bar", "parallelogram", "five_bar", "slider_crank", "inverted_slider_crank", "watt_six_bar",
    "stephenson_six_bar", "spherical_four_bar", "bennett", "sarrus", "sr400", "palletizer_loops", "picker", "andrews",
    "p3rrr", "p3rpr", "p3prr", "delta", "hybrid_leg",
)  # fmt: skip
SMALL = ("four_bar", "five_bar", "slider_crank", "inverted_slider_crank", "watt_six_bar", "bennett", "sarrus", "picker")
DRAWN = (*(f"bars{n}" for n in (4, 5, 6)), *HOLDS)
QUICK = ("slider_crank", "watt_six_bar", "sarrus", "picker", "andrews", "p3rpr", "bars5", "ball", "planar")


@cache
def moving(name: str) -> Moving:
    """A built-in robot; a drawn one, in which a joint slides for every other kind of cut joint."""
    if name.startswith("bars"):
        return Moving(bars(int(name[4:]), 1))
    if name in HOLDS:
        k = list(HOLDS).index(name)
        return Moving(chain(name, k, 1 + k % 2, prismatic=k % 2 == 0), reach=0.05)
    return Moving(builtin(name))


def close(found, expected, tolerance: float = 1e-8) -> None:
    """To a share of the largest number."""
    expected = np.asarray(expected)
    assert np.abs(np.asarray(found) - expected).max() <= tolerance * np.abs(expected).max()


# -- the oracle --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", some([*BUILTIN, *DRAWN], *QUICK))
def test_efforts_and_accelerations_are_those_of_the_projected_tree(name: str):
    robot = moving(name)
    close(robot("inverse_dynamics"), robot.tau)
    close(robot("forward_dynamics"), robot.qdd_a, 1e-7)


@pytest.mark.parametrize("name", some([*BUILTIN, *DRAWN], *QUICK))
def test_inertia_matrix_is_that_of_the_tree_between_the_maps_of_rates(name: str):
    robot = moving(name)
    close(robot("inertia_matrix"), robot.G.T @ robot.tree("inertia_matrix", q=robot.q) @ robot.G)


@pytest.mark.parametrize("name", [*SMALL, "sr400", "andrews", "p3rrr"])
def test_gravity_vector_is_that_of_the_projected_tree(name: str):
    robot = moving(name)
    expected = robot.G.T @ robot.tree("gravity_vector", q=robot.q)
    size = np.abs(robot.tree("gravity_vector", q=robot.q)).max()
    assert np.abs(robot("gravity_vector") - expected).max() <= 1e-9 * size


@pytest.mark.parametrize("name", [*BUILTIN[:-2], "ball", "universal"])
def test_links_are_where_the_closed_tree_has_them(name: str):
    robot = moving(name)
    found = robot("direct_geometry", frames="all")
    for j, T in enumerate(robot.oracle.frames(robot.q)[1 : len(robot.robot) + 1], 1):
        if f"T{j}" in found:
            close(found[f"T{j}"], T, 1e-11)


@pytest.mark.parametrize("name", SMALL)
def test_velocities_are_slopes_of_poses_along_the_motion(name: str):
    robot = moving(name)
    found = robot("velocities")
    speed = np.abs(robot.qd).max()
    frames = robot.oracle.frames(robot.q)
    slopes = speed * slope(lambda t: np.array(robot.oracle.frames(robot.q + t * robot.qd / speed)))
    for k in range(len(robot.robot)):
        T, rate = frames[k + 1], slopes[k + 1]
        W = T[:3, :3].T @ rate[:3, :3]
        size = np.abs(slopes).max()
        v, w = (np.asarray(found[x]).reshape(-1, 3)[k] for x in "vw")
        assert np.abs(v - T[:3, :3].T @ rate[:3, 3]).max() <= 1e-9 * size
        assert np.abs(w - [W[2, 1], W[0, 2], W[1, 0]]).max() <= 1e-9 * size


# -- laws between models -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*SMALL, "sr400", "p3rrr", "ball"])
def test_kinetic_energy_is_that_of_the_inertia_matrix_and_of_the_tree(name: str):
    robot = moving(name)
    T = robot("kinetic_energy")
    close(T, robot.qd_a @ robot("inertia_matrix") @ robot.qd_a / 2, 1e-12)
    close(T, robot.tree("kinetic_energy", q=robot.q, qd=robot.qd))


@pytest.mark.parametrize("name", SMALL)
def test_columns_of_the_jacobian_are_slopes_of_the_pose(name: str):
    robot = moving(name)
    q, J = robot.q[robot.a], np.asarray(robot("jacobian"))
    T = np.asarray(robot("direct_geometry"))
    for k, e in enumerate(np.eye(len(q))):
        rate = slope(lambda x, e=e: np.asarray(robot("direct_geometry", q_a=q + x * e)))
        W = rate[:3, :3] @ T[:3, :3].T
        expected = [*rate[:3, 3], W[2, 1], W[0, 2], W[1, 0]]
        assert np.abs(J[:, k] - expected).max() <= 1e-9 * np.abs(J).max()


@pytest.mark.parametrize("name", [*SMALL, "p3rrr", "universal", "line"])
def test_power_of_the_drives_is_the_rate_of_the_energy(name: str):
    robot = moving(name)
    q, qd, qdd = robot.q[robot.a], robot.qd_a, robot.qdd_a
    speed_of_all = 5 * np.abs(robot.qd).max()

    def energy(x: float) -> np.ndarray:
        t = x / speed_of_all
        at, speed = q + qd * t + qdd * t * t / 2, qd + qdd * t
        return np.asarray(robot("kinetic_energy", q_a=at, qd=speed) + robot("potential_energy", q_a=at))

    power = robot("inverse_dynamics") @ qd
    size = np.abs(robot("inverse_dynamics")) @ np.abs(qd)
    assert abs(speed_of_all * slope(energy) - power) <= 1e-8 * size


# -- the same mechanism, described otherwise ---------------------------------------------------------------------------


def moved_body(body: lw.Body, T: np.ndarray) -> lw.Body:
    """A body given in one frame, in another, whose pose in the first is T."""
    R, p = T[:3, :3], T[:3, 3]
    XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M = (value_of(e) for e in body.inertia)
    J, m = np.array([[XX, XY, XZ], [XY, YY, YZ], [XZ, YZ, ZZ]]), np.array([MX, MY, MZ])
    S = np.trace(J) / 2 * np.eye(3) - J  # integral of x x^T
    S = R.T @ (S - np.outer(m, p) - np.outer(p, m) + M * np.outer(p, p)) @ R
    J, m = np.trace(S) * np.eye(3) - S, R.T @ (m - M * p)
    names = ("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ")
    values = (J[0, 0], J[0, 1], J[0, 2], J[1, 1], J[1, 2], J[2, 2], *m)
    return lw.Body(**{k: float(v) for k, v in zip(names, values, strict=True)}, M=M)


def cut_elsewhere(robot: Robot, link: int) -> Robot:
    """Of a robot with one loop, cut before a link that hangs on the base alone: cut between the base and this link.

    The link hangs on the other side now, its frame is the closing frame, and its body is given there.
    """
    (loop,), old = robot.loops, robot.joint(link)
    E, T = frame(loop.frame), [np.eye(4)]
    for joint in robot.joints:
        T.append(T[joint.parent] @ frame(joint, joint.start))
    R = np.linalg.inv(T[loop.joint.parent] @ frame(replace(loop.joint, kind="fixed"))) @ T[link] @ E
    angle = float(np.arctan2(R[1, 0], R[0, 0]))
    pin = replace(loop.joint, name=old.name, body=moved_body(old.body, E), start=angle, variable=old.variable)
    joints = tuple(pin if j == link else joint for j, joint in enumerate(robot.joints, 1))
    cut = replace(old, name="cut", variable="qc", body=lw.Body(), actuated=False, start=0.0)
    end = Joint(name="end", parent=link, kind="fixed", **placed(np.linalg.inv(E)))
    return replace(robot, joints=joints, loops=(Loop(cut, end),))


def sides(robot: Robot) -> Robot:
    """With the two frames of its loop in each other's place."""
    (loop,) = robot.loops
    keys = ("parent", "gamma", "b", "alpha", "d", "theta", "r")
    here, there = ({k: getattr(x, k) for k in keys} for x in (loop.joint, loop.frame))
    return replace(robot, loops=(Loop(replace(loop.joint, **there), replace(loop.frame, **here)),))


def renumbered(robot: Robot, order: Sequence[int]) -> Robot:
    """With joint order[k - 1] as the k-th."""
    place = {0: 0} | {j: k for k, j in enumerate(order, 1)}

    def moved(joint: Joint) -> Joint:
        return replace(joint, parent=place[joint.parent])

    joints = tuple(moved(robot.joint(j)) for j in order)
    loops = tuple(Loop(moved(x.joint), moved(x.frame)) for x in reversed(robot.loops))
    return replace(robot, joints=joints, loops=loops)


def assembled_at_zero(robot: Robot) -> Robot:
    """The same robot, whose joints count from where it is assembled."""
    moved = {"revolute": "theta", "prismatic": "r"}
    closed = iter(Moving(robot).start)
    joints = []
    for joint in robot.joints:
        if joint.moves:
            name = moved[joint.kind]
            place: dict[str, Any] = {name: value_of(getattr(joint, name)) + float(next(closed))}
            joint = replace(joint, start=0.0, **place)
        joints.append(joint)
    return replace(robot, joints=tuple(joints))


def efforts_by_name(robot: Moving, like: Moving) -> np.ndarray:
    """In the motion of another robot that has the same drives."""
    order = [like.names.index(name) for name in robot.names]
    q, qd, qdd = like.q[like.a][order], like.qd_a[order], like.qdd_a[order]
    tau = np.asarray(robot("inverse_dynamics", q_a=q, qd=qd, qdd=qdd))
    return np.array([tau[robot.names.index(name)] for name in like.names])


CUTS = {"four_bar": 3, "bars4": 3, "bars5": 4, "bars6": 5, "spherical_four_bar": 3, "bennett": 3}


@pytest.mark.parametrize("name", CUTS)
def test_a_loop_that_is_cut_elsewhere_needs_the_same_efforts(name: str):
    robot = moving(name)
    close(efforts_by_name(Moving(cut_elsewhere(robot.robot, CUTS[name])), robot), robot("inverse_dynamics"), 1e-10)


@pytest.mark.parametrize("name", some(
    ["four_bar", "bars6", "bennett", "revolute", "ball", "universal", "cylindrical"],
    "four_bar", "bennett", "ball", "universal"
))  # fmt: skip
def test_the_two_frames_of_a_loop_may_change_places(name: str):
    robot = moving(name)
    close(efforts_by_name(Moving(sides(robot.robot)), robot), robot("inverse_dynamics"), 1e-10)


@pytest.mark.parametrize(("name", "order"), [
    ("four_bar", (3, 1, 2)), ("five_bar", (3, 1, 4, 2)), ("bennett", (1, 3, 2)), ("watt_six_bar", None),
    ("p3rrr", None), ("sarrus", None),
])  # fmt: skip
def test_the_numbers_of_joints_do_not_matter(name: str, order):
    robot = moving(name)
    order = order or depth_last(robot.robot)
    assert [*order] != sorted(order)
    close(efforts_by_name(Moving(renumbered(robot.robot, order)), robot), robot("inverse_dynamics"), 1e-10)


@pytest.mark.parametrize("name", ["four_bar", "five_bar", "slider_crank"])
def test_what_closes_where_all_joints_are_zero_is_assembled_there(name: str):
    robot = Moving(assembled_at_zero(moving(name).robot))
    close(robot("inverse_dynamics"), robot.tau)
    if name == "four_bar":
        assert np.abs(lw.simulate(robot.robot, 0.001).q[0]).max() < 1e-9


def depth_last(robot: Robot) -> list[int]:
    """Link after link outward, the last branches first."""
    order, wave = [], [0]
    while wave:
        wave = [j for i in reversed(wave) for j in range(1, len(robot) + 1) if robot.joint(j).parent == i]
        order += wave
    return order


@pytest.mark.parametrize("size", some([1e-6, 1e-3, 1e3, 1e6], 1e-6, 1e3))
@pytest.mark.parametrize("name", ["four_bar", "slider_crank", "bennett", "bars5", "cylindrical", "planar"])
def test_a_robot_of_another_size_has_efforts_of_that_size(name: str, size: float):
    """In gravity as many times stronger: forces grow with the size, moments with its square."""
    one = moving(name)
    other = resized(one.robot, size)
    fn = lw.model(other, "inverse_dynamics")
    slides = lambda names: [other.joint(_number(other, x)).kind == "prismatic" for x in names]  # noqa: E731
    state = one.inputs(fn)
    for port in fn.inputs:
        state[port.name] = state[port.name] * np.where(slides(port.names), size, 1.0)
    found = fn(**state)
    assert found["status"] == 0
    close(found["tau"] / np.where(slides(one.names), size, size**2), one("inverse_dynamics"), 1e-10)


def _number(robot: Robot, name: str) -> int:
    return [joint.name for joint in robot.joints].index(name) + 1
