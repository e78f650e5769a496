"""Forward geometry of parallel robots by iterating the platform alone: closed, and in the mode of its start."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import linkwright as lw
from linkwright.models.constraints.loop_closure import LoopClosure
from linkwright.models.constraints.loop_equations import with_cut_joints_in_tree
from linkwright.models.framework.state import StateBuilder
from tests.support.closed import frame
from tests.support.mechanisms import builtin
from tests.support.some import some

STARTS = 1000
LEGS = {"gough_stewart": 7, "p6rus": 7, "p6pus": 6, "delta": 3, "p3rrr": 3, "p3rpr": 3, "p3prr": 3}


@pytest.mark.parametrize(("name", "unknowns"), LEGS.items())
def test_only_the_platform_is_iterated(name: str, unknowns: int):
    robot = with_cut_joints_in_tree(builtin(name))
    closure, graph = LoopClosure(robot), robot.graph.copy()
    maker = StateBuilder(robot.in_graph(graph), graph, constrain=closure)
    maker.build_state(["q"])
    starts = next(port for port in maker.inputs if port.name == "q_start")
    assert len(starts.elements) == unknowns
    assert all(joint.startswith("platform") for joint in starts.names)


@cache
def solved_from_anywhere(name: str) -> tuple[lw.Robot, np.ndarray, dict[str, np.ndarray]]:
    """Drives of poses near the assembled one, and starts farther and farther away."""
    robot = builtin(name)
    fn = lw.model(robot, "direct_geometry", frames="all")
    sample = {port.name: np.array(port.samples, float) for port in fn.inputs}
    rng = np.random.default_rng(0)
    far = rng.uniform(0, 1, (STARTS, 1))
    q = sample["q"] + 0.1 * rng.uniform(-1, 1, (STARTS, sample["q"].size))
    start = sample["q_start"] + far * rng.uniform(-1, 1, (STARTS, sample["q_start"].size))
    found = lw.compile(fn)(q=q, q_start=start)
    return robot, start, {"q": q, **{k: np.asarray(x) for k, x in found.items()}}


def gaps(robot: lw.Robot, T: dict[str, np.ndarray], k: int) -> np.ndarray:
    """How far the two points of each loop are apart, in the world."""

    def at(link: int) -> np.ndarray:
        return T[f"T{link}"][k] if link else np.eye(4)

    ends = [(at(x.joint.parent) @ frame(replace(x.joint, kind="fixed")), at(x.frame.parent) @ frame(x.frame))
            for x in robot.loops]  # fmt: skip
    return np.array([np.abs((C - E)[:3, 3]).max() for C, E in ends])


@pytest.mark.parametrize("name", some(["gough_stewart", "p6rus"], "gough_stewart"))
def test_what_is_solved_is_closed_and_has_its_drives(name: str):
    robot, _, found = solved_from_anywhere(name)
    solved = np.flatnonzero(found["status"] == 0)
    assert STARTS / 20 < len(solved) < STARTS
    assert max(gaps(robot, found, k).max() for k in map(int, solved)) < 1e-10
    assert all(np.isnan(x[found["status"] != 0]).all() for key, x in found.items() if key not in ("status", "q"))


def test_the_platform_stays_in_the_mode_of_its_start():
    """The sign of the determinant of the Pluecker coordinates of the legs, which are lines between two points."""
    robot, starts, found = solved_from_anywhere("gough_stewart")
    feet, points = _legs(robot)
    modes = []
    for k in np.flatnonzero(found["status"] == 0):
        signs = [np.sign(np.linalg.det(_lines(feet, R @ points + P[:, None])))
                 for P, R in (_pose(starts[k]), (found["T4"][k][:3, 3], found["T4"][k][:3, :3]))]  # fmt: skip
        assert signs[0] == signs[1]
        modes.append(signs[0])
    assert (found["status"] == 4).any()


def _legs(robot: lw.Robot) -> tuple[np.ndarray, np.ndarray]:
    """Where they stand, in the base, and where they hold, in the platform."""
    still = lw.model(robot, "direct_geometry", frames="all")
    T = still(**{port.name: np.array(port.samples, float) for port in still.inputs})
    feet, points = [], []
    for leg, loop in enumerate(robot.loops, 1):
        j = next(k for k, joint in enumerate(robot.joints, 1) if joint.name == f"leg{leg}_cross")
        feet.append(T[f"T{j}"][:3, 3])
        points.append((np.linalg.inv(T["T4"]) @ T[f"T{loop.frame.parent}"] @ frame(loop.frame))[:3, 3])
    return np.array(feet).T, np.array(points).T


def _lines(feet: np.ndarray, ends: np.ndarray) -> np.ndarray:
    along = ends - feet
    return np.vstack([along, np.cross(feet.T, along.T).T])


def _pose(start: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    P, (w, *u) = start[:3], start[3:] / np.linalg.norm(start[3:])
    x, y, z = u
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return P, np.eye(3) + 2 * w * K + 2 * K @ K


@pytest.mark.parametrize("name", ["p3rrr", "p6rus", "delta"])
def test_a_start_at_which_a_leg_is_out_of_reach_leads_back(name: str):
    """Where a leg is stretched but for a little, half of the starts around are beyond its reach. Sides: the drives that
    the inverse geometry has at a pose of the platform, and that pose."""
    robot = builtin(name)
    inverse = lw.compile(lw.model(robot, "joint_positions", independent="platform"))
    forward = lw.compile(lw.model(robot, "joint_positions"))
    names, home = inverse.outputs[0].names, np.array(inverse.inputs[0].samples, float)
    drives = [names.index(x) for x in forward.inputs[0].names]
    rng = np.random.default_rng(4)
    refused = solved = 0
    for _ in range(8):
        way = rng.normal(size=home.size) * (np.arange(home.size) < 3)  # in a plane, or without turning
        inside, outside = 0.0, 3.0
        for _ in range(60):
            middle = (inside + outside) / 2
            is_inside = inverse(q=home + middle * way)["status"] == 0
            inside, outside = (middle, outside) if is_inside else (inside, middle)
        there = home + (inside - 1e-7) * way
        q = np.asarray(inverse(q=there)["positions"])[drives]
        for _ in range(20):
            start = there + 1e-4 * rng.uniform(-1, 1, home.size)
            refused += int(inverse(q=start)["status"] != 0)
            found = forward(q=q, q_start=start)
            solved += int(found["status"] == 0 and np.abs(np.asarray(found["positions"])[drives] - q).max() < 1e-9)
    assert refused > 40
    assert solved == 160
