"""Parallel robots by the names of the literature: inverse Jacobians, geometry both ways, determinants, energies."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright import RobotError, formats
from linkwright.expr import prove_equal
from linkwright.models.constraints.constraint_system import complete_state, constraints_of
from linkwright.models.constraints.loop_closure import LoopClosure
from linkwright.models.constraints.loop_equations import with_cut_joints_in_tree
from linkwright.models.dynamics.constrained.projection import efforts_by_projection
from linkwright.models.dynamics.formulations.lagrange import lagrange
from linkwright.models.framework.result import Quantities
from linkwright.models.framework.state import StateBuilder
from tests.support.closed import Closed, frame
from tests.support.mechanisms import builtin


class Motion:
    """Of a robot whose joints turn or slide, by the oracle: closed positions, and rates that the platform gives."""

    def __init__(self, name: str) -> None:
        self.robot, self.oracle = builtin(name), Closed(builtin(name))
        rng = np.random.default_rng(4)
        names = [self.oracle.robot.joint(j).name for j in self.oracle.moving]
        self.x = [k for k, n in enumerate(names) if n.startswith("platform")]
        self.rest = [k for k in range(len(names)) if k not in self.x]
        self.drives = [k for k in self.rest if self.oracle.robot.joint(self.oracle.moving[k]).actuated]
        q = self.oracle.closed(self.oracle.start)
        q[self.x] += rng.uniform(-0.02, 0.02, len(self.x))
        self.q = self.oracle.closed(q, keep=self.x)
        self.qd, self.qdd = self.oracle.motion(self.q, self.x, *rng.uniform(-1, 1, (2, len(self.x))))

    def call(self, model: str, **options: Any) -> dict[str, np.ndarray]:
        fn = lw.model(self.robot, model, **options)
        rows = {"q": self.q, "q_start": self.q, "qd": self.qd}
        return dict(fn(**{port.name: rows[port.name][self.oracle.places(list(port.names))] for port in fn.inputs}))


@cache
def motion(name: str) -> Motion:
    return Motion(name)


@pytest.mark.parametrize("name", ["p3rrr", "delta"])
def test_inverse_jacobians_are_what_the_loops_leave(name: str):
    m = motion(name)
    found = m.call("platform_inverse_jacobian", independent="platform")
    G = m.oracle.map(m.q, m.x)
    assert found["status"] == 0
    np.testing.assert_allclose(found["Jinv"], G[m.drives], atol=1e-9)
    np.testing.assert_allclose(found["Jinv_all"], G[m.rest], atol=1e-9)
    np.testing.assert_allclose(found["h_x"] @ m.qd[m.x] + found["h_q"] @ m.qd[m.rest], 0, atol=1e-10)
    assert np.linalg.matrix_rank(found["h_q"]) == len(m.rest)


def test_inverse_jacobians_are_the_same_in_the_coordinates_of_the_drives():
    one, two = (motion("p3rrr").call("platform_inverse_jacobian", independent=x) for x in ("platform", "driven"))
    for key in ("Jinv", "Jinv_all", "h_x", "h_q"):
        np.testing.assert_allclose(one[key], two[key], atol=1e-11)


@pytest.mark.parametrize("name", ["p3rrr", "delta"])
def test_their_time_derivatives_give_the_accelerations(name: str):
    m = motion(name)
    J = m.call("platform_inverse_jacobian", independent="platform")
    found = m.call("platform_inverse_jacobian_dot", independent="platform")
    xd, xdd = m.qd[m.x], m.qdd[m.x]
    np.testing.assert_allclose(J["Jinv_all"] @ xdd + found["Jinv_alld"] @ xd, m.qdd[m.rest], atol=1e-8)
    np.testing.assert_allclose(J["Jinv"] @ xdd + found["Jinvd"] @ xd, m.qdd[m.drives], atol=1e-8)
    slow = J["h_x"] @ xdd + J["h_q"] @ m.qdd[m.rest] + found["h_xd"] @ xd + found["h_qd"] @ m.qd[m.rest]
    np.testing.assert_allclose(slow, 0, atol=1e-8)


def test_other_joints_may_be_asked_for():
    found = motion("p3rrr").call("platform_inverse_jacobian", of="platform_x,platform_y,platform")
    assert found["Jinv"].shape == (3, 3)
    with pytest.raises(RobotError, match="no joints of a platform") as error:
        lw.model(builtin("five_bar"), "platform_inverse_jacobian")
    assert "of=" in error.value.remedy


# -- a Gough-Stewart platform, whose legs are lines between two points ------------------------------------------------


class Gough:
    robot = builtin("gough_stewart")

    def __init__(self) -> None:
        rng = np.random.default_rng(3)
        fn = lw.model(self.robot, "direct_geometry", frames="all", independent="platform")
        sample = np.array(fn.inputs[0].samples, float)
        self.pose = sample + 0.05 * rng.uniform(-1, 1, 7)
        T = fn(q=self.pose)
        names = [joint.name for joint in self.robot.joints]
        feet = [names.index(f"leg{leg}_cross") + 1 for leg in range(1, 7)]
        self.R, self.P = T["T4"][:3, :3], T["T4"][:3, 3]
        self.A = np.array([T[f"T{k}"][:3, 3] for k in feet])
        ends = [np.linalg.inv(T["T4"]) @ T[f"T{x.frame.parent}"] @ frame(x.frame) for x in self.robot.loops]
        self.b = np.array([end[:3, 3] for end in ends])

    @property
    def legs(self) -> np.ndarray:
        return np.asarray(self.P + self.b @ self.R.T - self.A)


@cache
def gough() -> Gough:
    return Gough()


def test_inverse_geometry_gives_the_lengths_of_the_legs_and_forward_geometry_the_pose():
    g = gough()
    back = lw.model(g.robot, "joint_positions", independent="platform")(q=g.pose)
    np.testing.assert_allclose(back["drives"], np.linalg.norm(g.legs, axis=1), rtol=1e-12)
    there = lw.model(g.robot, "joint_positions")
    near = g.pose / np.array([1, 1, 1, *[np.linalg.norm(g.pose[3:])] * 4]) + 1e-3
    found = there(q=back["drives"], q_start=near)
    assert found["status"] == 0
    np.testing.assert_allclose(found["positions"], back["positions"], atol=1e-11)


def test_rows_of_the_inverse_jacobian_are_the_lines_of_the_legs():
    """Merlet, Parallel Robots (2006): u . v + (b x u) . w, with w and b in the frame of the platform."""
    g = gough()
    u = g.legs / np.linalg.norm(g.legs, axis=1)[:, None]
    lines = np.hstack([u, np.cross(g.b, u @ g.R)])
    found = lw.model(g.robot, "platform_inverse_jacobian", independent="platform")(q=g.pose)
    np.testing.assert_allclose(found["Jinv"], lines, atol=1e-12)
    dets = lw.model(g.robot, "jacobian_determinant", independent="platform")(q=g.pose)
    assert abs(dets["det_drives"].prod()) == pytest.approx(abs(np.linalg.det(lines)), rel=1e-10)


# -- singular positions ------------------------------------------------------------------------------------------------


def test_a_five_bar_is_singular_where_its_forearms_are_in_line():
    """The determinant is the product of their lengths and of the sine between them."""
    robot, oracle = builtin("five_bar"), Closed(builtin("five_bar"))
    fn = lw.model(robot, "jacobian_determinant")
    q = oracle.closed(oracle.start)
    lengths = []
    for name in ("left_forearm", "right_forearm"):
        part = next(x for loop in robot.loops for x in (loop.joint, loop.frame) if robot.joint(x.parent).name == name)
        lengths.append(float(np.hypot(*frame(part)[:2, 3])))
    T = {oracle.robot.joint(j).name: t for j, t in zip(range(1, len(robot) + 1), oracle.frames(q)[1:], strict=True)}
    one, two = (T[name][:2, 0] for name in ("left_forearm", "right_forearm"))
    sine = one[0] * two[1] - one[1] * two[0]
    found = fn(q=q[oracle.places(list(fn.inputs[0].names))])
    assert abs(found["det_drives"].prod()) == pytest.approx(abs(lengths[0] * lengths[1] * sine), rel=1e-9)
    assert (np.abs(found["share_drives"]) <= 1).all()
    flat = fn(q=[np.pi - 1e-6, 1e-6])  # 0.25 + 0.3 + 0.27 is 0.42 + 0.4: they are nearly in line
    assert abs(flat["share_drives"].prod()) < 1e-2 * abs(found["share_drives"].prod())


def test_a_leg_is_singular_where_it_is_stretched():
    """The platform of a 3-RRR robot goes away from a leg's foot, until the leg is as long as it can be."""
    m = motion("p3rrr")
    fn = lw.model(m.robot, "jacobian_determinant", independent="platform")

    def moved(d: float) -> dict[str, np.ndarray]:
        return dict(fn(q=m.q[m.x] + np.array([d, 0, 0])))

    near, far = 0.0, 1.0
    assert moved(near)["status"] == 0
    assert moved(far)["status"] == 3
    for _ in range(45):
        middle = (near + far) / 2
        near, far = (middle, far) if moved(middle)["status"] == 0 else (near, middle)
    assert np.abs(moved(0.0)["share_legs"]).min() > 0.1
    assert np.abs(moved(near)["share_legs"]).min() < 1e-4


def test_determinants_of_loops_are_not_those_of_a_frame():
    with pytest.raises(RobotError, match="of their rows") as error:
        lw.model(builtin("five_bar"), "jacobian_determinant", rows="linear")
    assert "leave out" in error.value.remedy


# -- two derivations of the dynamics -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "independent"), [("five_bar", ""), ("p3rpr", "platform")])
def test_energies_in_independent_coordinates_give_the_projected_efforts(name: str, independent: str):
    """Properties 11 and 14 of Schappler, Job & Ortmaier (2021), proven on the closed form of the loops."""
    robot = with_cut_joints_in_tree(formats.builtin(name).without("external"))
    wanted = tuple(c for c in robot.coordinates if independent and c.joint.startswith(independent))
    graph = robot.graph.copy()
    maker = StateBuilder(robot.in_graph(graph), graph, constrain=LoopClosure(robot, wanted))
    view, state = maker.build_state(("q", "qd", "qdd"))
    state = complete_state(view, state)
    system = constraints_of(view)
    assert system is not None
    projected = efforts_by_projection(view, state, Quantities(), system)
    assert prove_equal(list(projected.values()), lagrange(view, state), roots=True)


def test_energies_give_the_efforts_of_the_drives_of_a_delta_robot():
    robot = builtin("delta")
    one, two = (lw.model(robot, "inverse_dynamics", independent="platform", formulation=x)
                for x in ("newton_euler", "lagrange"))  # fmt: skip
    sample = np.array(one.inputs[0].samples, float)
    state = {"q": sample + 0.02, "qd": np.array([0.3, -0.5, 0.8]), "qdd": np.array([1.0, 2.0, -3.0])}
    a, b = one(**state), two(**state)
    assert a["status"] == b["status"] == 0
    np.testing.assert_allclose(a["tau"], b["tau"], rtol=1e-11)


def test_other_formulations_are_not_written_for_loops():
    with pytest.raises(RobotError, match="closed loops") as error:
        lw.model(builtin("five_bar"), "inverse_dynamics", formulation="kane")
    assert "lagrange" in error.value.remedy
