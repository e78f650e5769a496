"""Loops that are not closed: wrong starts, positions out of reach, singular ones, and mechanisms that are none."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright import Joint, Loop, Robot, RobotError
from tests.support.closed import Closed, frame
from tests.support.mechanisms import bars, builtin, chain
from tests.support.some import some

SOLVED, SINGULAR, STUCK, UNREACHABLE, OTHER = range(5)
STARTS = 1000
PLANAR = ("four_bar", "five_bar", "slider_crank", "inverted_slider_crank", "watt_six_bar", "stephenson_six_bar",
          "p3rrr")  # fmt: skip
SPATIAL = ("spherical_four_bar", "delta", "ball", "universal", "line")
REDUNDANT = ("bennett", "sarrus")


@cache
def robot(name: str) -> Robot:
    return chain(name, 3) if name in ("ball", "universal", "line") else builtin(name)


@cache
def geometry(name: str) -> Any:
    return lw.compile(lw.model(robot(name), "direct_geometry", frames="all"))


@cache
def solved_from_anywhere(name: str) -> tuple[np.ndarray, list[np.ndarray], np.ndarray]:
    """The status of random starts and drives, and, of those solved, positions and starts of all joints."""
    oracle, fn = Closed(robot(name)), lw.model(robot(name), "direct_geometry", frames="all")
    ports = {port.name: oracle.places(list(port.names)) for port in fn.inputs}
    rng = np.random.default_rng(0)
    q = np.tile(oracle.start, (STARTS, 1))
    turns = np.array([oracle.robot.joint(j).kind == "revolute" for j in oracle.moving])
    q += rng.uniform(-1, 1, q.shape) * np.where(turns, np.pi, 1.0) * rng.uniform(0, 1, (STARTS, 1))
    found = geometry(name)(**{key: np.ascontiguousarray(q[:, places]) for key, places in ports.items()})
    status = np.asarray(found["status"]).astype(int)
    positions = [positions_of(oracle, {k: T[i] for k, T in found.items()}) for i in np.flatnonzero(status == SOLVED)]
    return status, positions, q[status == SOLVED]


def positions_of(oracle: Closed, found: dict[str, Any]) -> np.ndarray:
    """What the poses of the links say of the joints between them."""
    q = []
    for j in oracle.moving:
        joint = oracle.robot.joint(j)
        T = np.linalg.inv(np.asarray(found[f"T{joint.parent}"]) if joint.parent else np.eye(4)) @ found[f"T{j}"]
        R = np.linalg.inv(frame(joint)) @ T
        q.append(R[2, 3] if joint.kind == "prismatic" else np.arctan2(R[1, 0], R[0, 0]))
    return np.array(q)


@pytest.mark.parametrize("name", some(
    [*PLANAR, *SPATIAL, *REDUNDANT],
    "five_bar", "inverted_slider_crank", "spherical_four_bar", "p3rrr", "line", "bennett"
))  # fmt: skip
def test_what_is_solved_is_closed(name: str):
    status, positions, _ = solved_from_anywhere(name)
    oracle = Closed(robot(name))
    assert len(positions) > STARTS / 20
    assert set(status) <= set(range(5))
    assert max(np.abs(oracle.open(q)).max() for q in positions) < 1e-10


@pytest.mark.parametrize(
    "name", some(PLANAR, "five_bar", "slider_crank", "inverted_slider_crank", "stephenson_six_bar")
)
def test_what_is_solved_is_in_the_mode_of_the_start(name: str):
    """The sign of the determinant of the rows over the dependent joints: of all of them, or loop after loop.

    The start is that of the iteration, and of closed forms the assembled robot.
    """
    _, positions, starts = solved_from_anywhere(name)
    oracle, fn = Closed(robot(name)), lw.model(robot(name), "direct_geometry")
    ports = {port.name: list(port.names) for port in fn.inputs}
    iterates = "q_start" in ports
    names = [oracle.robot.joint(j).name for j in oracle.moving if oracle.robot.joint(j).name not in ports["q"]]
    for joints, rows in IN_TURN.get(name, ((tuple(names), ()),)):
        unknown = oracle.places(list(joints))
        kept = rows or independent_rows(oracle.rows(oracle.closed(oracle.start))[:, unknown])
        later = oracle.places([n for n in names if n in joints])  # those before are where they were found
        each = 20 if not iterates or {*ports["q_start"]} >= {*names} else 200  # what is carried takes long
        for q, start in zip(positions[::each], starts[::each], strict=True):
            before = q.copy() if iterates else oracle.start
            if iterates and {*ports["q_start"]} >= {*names}:
                before[later] = start[later]
            elif iterates:
                before = carried(oracle, oracle.places(ports["q_start"]), start)
            signs = [np.sign(np.linalg.det(oracle.rows(x)[np.ix_(kept, unknown)])) for x in (q, before)]
            assert signs[0] == signs[1]


def carried(oracle: Closed, platform: list[int], start: np.ndarray) -> np.ndarray:
    """Legs that follow the platform from where the robot is assembled to where the iteration starts.

    Where a leg is stretched on the way, it may come out bent the other way: then it is taken there by a detour.
    """
    for seed in range(50):
        q = oracle.closed(oracle.start)
        bent = bends(oracle, platform, q)
        ways = [q[platform] + np.random.default_rng(seed).uniform(-0.1, 0.1, len(platform)) * (seed > 0),
                start[platform]]  # fmt: skip
        try:
            for end in ways:
                path = np.linspace(q[platform], end, 20)[1:]
                for at in path:
                    q[platform] = at
                    q = oracle.closed(q, keep=platform)
        except AssertionError:
            continue
        if bends(oracle, platform, q) == bent:
            return q
    raise AssertionError("no way found")


def bends(oracle: Closed, platform: list[int], q: np.ndarray) -> list[float]:
    """To which side each leg is bent: the sign of the determinant of its loop over its own joints."""
    legs: dict[str, list[int]] = {}
    for k, j in enumerate(oracle.moving):
        if k not in platform:
            legs.setdefault(oracle.robot.joint(j).name.split("_")[0], []).append(k)
    assembled, J = oracle.rows(oracle.closed(oracle.start)), oracle.rows(q)
    rows = {leg: independent_rows(assembled[:, own]) for leg, own in legs.items()}
    return [float(np.sign(np.linalg.det(J[np.ix_(rows[leg], own)]))) for leg, own in legs.items()]


IN_TURN = {  # loops that are solved one after the other: their joints, the rows of their pins in the plane
    "watt_six_bar": ((("coupler", "follower"), (0, 1)), (("upper", "output"), (5, 6))),
    "stephenson_six_bar": ((("coupler", "follower"), (0, 1)), (("upper", "output"), (5, 6))),
}


def independent_rows(rows: np.ndarray) -> list[int]:
    found: list[int] = []
    for k in range(len(rows)):
        if np.linalg.matrix_rank(rows[[*found, k]], tol=1e-9) > len(found):
            found.append(k)
    return found


# -- out of reach and singular -----------------------------------------------------------------------------------------

MODELS = ("inverse_dynamics", "forward_dynamics", "inertia_matrix", "gravity_vector", "kinetic_energy",
          "potential_energy")  # fmt: skip
PARTLY = ("direct_geometry", "velocities", "jacobian", "accelerations", "centre_of_mass")


def stretched() -> tuple[Robot, np.ndarray]:
    """A four-bar whose coupler and follower are in line at the start: the crank has turned as far as it can."""
    coupler, follower = 0.5, 0.4
    crank, ground = 1.0, 1.2
    across = coupler + follower
    angle = float(np.arccos((crank**2 + ground**2 - across**2) / (2 * crank * ground)))
    line = float(np.arctan2(-crank * np.sin(angle), ground - crank * np.cos(angle)))  # of coupler and follower
    rod = lw.Body(M=1.0, MX=0.2, ZZ=0.1)
    joints = (
        Joint(name="crank", body=rod, start=angle), Joint(name="coupler", parent=1, d=crank, body=rod, actuated=False,
                                                          start=line - angle),
        Joint(name="follower", parent=0, d=ground, body=rod, actuated=False, start=line + np.pi),
    )  # fmt: skip
    pin = Joint(parent=2, d=coupler, actuated=False)
    loop = Loop(pin, Joint(parent=3, kind="fixed", d=follower))
    made = Robot(name="stretched", joints=joints, loops=(loop,), gravity=(0, -9.8, 0))
    return made, np.array([joint.start for joint in joints])


@cache
def bent() -> tuple[Robot, float]:
    """The four-bar with room to move at its start, and the angle at which its crank has turned as far as it can."""
    made, q = stretched()
    near = q + np.array([-0.3, 0.4, -0.4])
    near = Closed(made).closed(near, keep=[0])
    joints = tuple(replace(j, start=float(x)) for j, x in zip(made.joints, near, strict=True))
    return replace(made, name="bent", joints=joints), float(q[0])


def at(name: str, angle: float) -> tuple[lw.Function, dict[str, np.ndarray]]:
    fn = lw.model(bent()[0], name, independent="crank")
    rates = {port.name: np.full(port.size, 0.3) for port in fn.inputs}
    start = {joint.name: joint.start for joint in bent()[0].joints}
    state = {port.name: np.array([start[n] for n in port.names]) for port in fn.inputs if port.name == "q_start"}
    return fn, rates | state | {"q": np.array([angle])}


@pytest.mark.parametrize("name", [*MODELS, *PARTLY])
def test_within_reach_everything_is_a_number(name: str):
    for angle in (bent()[1] - 0.3, bent()[1] - 1e-3):
        fn, state = at(name, angle)
        found = fn(**state)
        assert found.pop("status") == SOLVED
        assert all(np.isfinite(x).all() for x in found.values())


@pytest.mark.parametrize("beyond", [1e-3, 0.3])
@pytest.mark.parametrize("name", MODELS)
def test_what_is_not_closed_is_no_number(name: str, beyond: float):
    fn, state = at(name, bent()[1] + beyond)
    for run in (fn, lw.compile(fn)):
        found = run(**state)
        assert found.pop("status") != SOLVED
        assert all(np.isnan(x).all() for x in found.values())


@pytest.mark.parametrize("name", PARTLY)
def test_nothing_is_a_number_of_links_that_are_not_closed(name: str):
    fn, state = at(name, bent()[1] + 0.3)
    found = fn(**state)
    assert found.pop("status") != SOLVED
    assert all(np.isnan(x).all() for x in found.values())


def test_where_dependent_joints_lock_the_state_is_singular():
    """The forearms of the five-bar are in line: 0.25 + 0.3 + 0.27 is 0.42 + 0.4."""
    found = lw.model(builtin("five_bar"), "inverse_dynamics")(q=[np.pi, 0.0], qd=[0.3, 0.3], qdd=[0.2, 0.2])
    assert found["status"] != SOLVED
    assert np.isnan(found["tau"]).all()


def test_a_state_that_is_no_number_gives_none():
    fn, state = at("inverse_dynamics", np.nan)
    found = lw.compile(fn)(**state)
    assert found["status"] != SOLVED
    assert np.isnan(found["tau"]).all()


# -- mechanisms that are none ------------------------------------------------------------------------------------------


def triangle(third: float) -> Robot:
    joints = (Joint(name="a"), Joint(name="b", parent=0, d=1.0, actuated=False))
    pin = Joint(parent=1, d=0.8, actuated=False)
    return Robot(name="triangle", joints=joints, loops=(Loop(pin, Joint(parent=2, kind="fixed", d=third)),))


def driven(made: Robot, names: tuple[str, ...]) -> Robot:
    return replace(made, joints=tuple(replace(j, actuated=j.name in names) for j in made.joints))


def test_a_rigid_robot_is_an_error():
    with pytest.raises(RobotError, match="triangle is rigid") as error:
        lw.model(triangle(0.7), "inverse_dynamics")
    assert error.value.remedy


def test_loops_that_cannot_be_closed_are_an_error():
    with pytest.raises(RobotError, match="cannot be closed") as error:
        lw.model(triangle(0.1), "inverse_dynamics")
    assert "lengths" in error.value.remedy


@pytest.mark.parametrize(("names", "left"), [(("left_crank",), "1 freedom"), ((), "2 freedoms")])
def test_too_few_drives_are_an_error_of_inverse_dynamics_alone(names: tuple[str, ...], left: str):
    made = driven(builtin("five_bar"), names)
    with pytest.raises(RobotError, match=f"its drives leave {left}") as error:
        lw.model(made, "inverse_dynamics")
    assert "actuated = true" in error.value.remedy
    assert lw.model(made, "forward_dynamics").inputs


def test_more_drives_than_freedoms_share_the_work_with_the_least_efforts():
    """Of all efforts that do it, those with the smallest sum of squares: a combination of the rates of the drives."""
    made = bars(5, 1)
    every = driven(made, tuple(joint.name for joint in made.joints))
    oracle = Closed(made)
    q, a = oracle.closed(oracle.start), oracle.places(["bar0", "bar1"])
    state = {"q": q[a], "qd": np.array([0.3, -0.2]), "qdd": np.array([0.5, 0.1])}
    expected = lw.model(made, "inverse_dynamics")
    start = q[oracle.places(list(expected.inputs[1].names))]
    few, many = (fn(**state, q_start=start)["tau"] for fn in (expected, lw.model(every, "inverse_dynamics")))
    G = oracle.map(q, a)
    np.testing.assert_allclose(G.T @ many, few, rtol=1e-9)
    np.testing.assert_allclose(many, np.linalg.pinv(G.T) @ few, rtol=1e-9)


def test_a_joint_that_is_not_there_cannot_be_independent():
    with pytest.raises(lw.UnknownName, match="nobody"):
        lw.model(builtin("five_bar"), "inverse_dynamics", independent="nobody")


def test_more_independent_joints_than_freedoms_are_an_error():
    with pytest.raises(RobotError):
        lw.model(builtin("five_bar"), "inverse_dynamics", independent="left_crank,right_crank,left_forearm")


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e6])
def test_loops_that_are_open_by_a_tenth_are_refused_in_every_unit(size: float):
    """The planes of the links are a tenth of the ground link apart: no position closes that."""

    def linkage(apart: float) -> Robot:
        joints = (Joint(name="a"), Joint(name="b", parent=1, d=size, actuated=False),
                  Joint(name="c", parent=0, d=3 * size, r=apart * size, actuated=False))  # fmt: skip
        pin = Joint(parent=2, d=1.7 * size, actuated=False)
        return Robot(name="linkage", joints=joints, loops=(Loop(pin, Joint(parent=3, kind="fixed", d=1.2 * size)),))

    assert lw.mobility(linkage(0)).data()["mobility"] == 1
    with pytest.raises(RobotError, match="cannot be closed"):
        lw.mobility(linkage(0.1))
