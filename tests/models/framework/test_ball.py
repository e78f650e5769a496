"""Ball joints: a quaternion in the state, an angular velocity as rates; and every model that knows them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.expr import Graph, Importer, make_symbol, prove_equal
from linkwright.models import function
from linkwright.models.parameters.base_parameters import find_base_parameters
from linkwright.models.parameters.regressor_rank import regressor_rank
from linkwright.robot import Base, Body, Joint, Robot

BALL = Robot(
    name="arm",
    joints=(
        Joint(alpha="a1", d="d1", theta="t1", r="r1", body=Body.symbolic(1)),
        Joint(parent=1, kind="ball", alpha="a2", d="d2", theta="t2", r="r2", body=Body.symbolic(2), rotor="IA2",
              viscous="FV2"),
        Joint(parent=2, gamma="g3", b="b3", d="d3", r="r3", body=Body.symbolic(3)),
        Joint(parent=2, kind="prismatic", alpha="a4", d="d4", theta="t4", body=Body.symbolic(4)),
    ),
    gravity=("G1", "G2", "G3"),
)  # fmt: skip
FREE = BALL.changed(base=Base(kind="floating", body=Body.symbolic(0)))
ROBOTS = pytest.mark.parametrize("robot", [BALL, FREE], ids=["held", "floating"])


def both(robot: Robot, *pairs: tuple[str, str, dict[str, Any]]) -> list[list[Any]]:
    """Outputs of models in one graph."""
    into = Importer(Graph())
    return [[into(e) for e in function(robot, model, options).output(output)] for model, output, options in pairs]


def test_a_ball_joint_is_a_quaternion_and_its_rates_are_three():
    ports = {p.name: p.labels for p in function(BALL, "inverse_dynamics").inputs}
    assert ports["q"] == ("q1", "q2_w", "q2_x", "q2_y", "q2_z", "q3", "q4")
    assert ports["qd"] == ("qd1", "qd2wx", "qd2wy", "qd2wz", "qd3", "qd4")


@pytest.mark.parametrize("formulation", ["newton_euler_plain", "kane", "composite"])
def test_formulations_agree_on_ball_joints(formulation):
    one, other = both(BALL, ("inverse_dynamics", "tau", {}), ("inverse_dynamics", "tau", {"formulation": formulation}))
    assert prove_equal(one, other)


@ROBOTS
def test_efforts_are_inertia_times_acceleration_and_bias(robot):
    given = "0,1,2,3,4" if robot is FREE else "all"
    names = ["base_wrench", "efforts"] if robot is FREE else ["efforts"]
    pairs = [("hybrid_dynamics", name, {"given": given}) for name in names]
    *tau, M, h = both(robot, *pairs, ("inertia_matrix", "M", {}), ("bias_vector", "h", {}))
    fn = function(robot, "accelerations")
    labels = [name for p in fn.inputs if p.name in ("base_acceleration", "qdd") for name in p.labels]
    graph = M[0].graph
    qdd = [make_symbol(graph, name, "variable") for name in labels]
    n = len(qdd)
    made = [sum((M[n * i + j] * qdd[j] for j in range(n)), h[i]) for i in range(n)]
    assert prove_equal([x for part in tau for x in part], made)


@ROBOTS
def test_forward_dynamics_undoes_inverse_dynamics(robot):
    graph = Graph()
    plain = Importer(graph)
    inverse, forward = function(robot, "inverse_dynamics"), function(robot, "forward_dynamics")
    labels = next(p for p in inverse.outputs if p.name == "tau").labels
    put = Importer(graph, dict(zip(labels, map(plain, inverse.output("tau")), strict=True)))
    names = next(p for p in forward.outputs if p.name == "qdd").labels
    assert prove_equal(
        [put(e) for e in forward.output("qdd")], [make_symbol(graph, name, "variable") for name in names]
    )


@ROBOTS
def test_the_rate_of_the_kinetic_energy_is_the_power_without_gravity(robot):
    """T = qd . M qd / 2, proven against the energies of the links; qd . C qd is the power of the inertia's change."""
    T, M = both(robot, ("kinetic_energy", "T", {}), ("inertia_matrix", "M", {}))
    fn = function(robot, "kinetic_energy")
    graph = M[0].graph
    names = [name for p in fn.inputs if p.name in ("base_twist", "qd") for name in p.labels]
    qd = [make_symbol(graph, name, "variable") for name in names]
    n = len(qd)
    total = sum((M[n * i + j] * qd[i] * qd[j] for i in range(n) for j in range(n)), qd[0] * 0)
    assert prove_equal(T, [total / 2])


def test_the_coriolis_matrix_gives_the_coriolis_vector_and_the_rate_of_the_inertia_matrix():
    C, c, Md = both(BALL, ("coriolis_matrix", "C", {}), ("coriolis_vector", "c", {}), ("inertia_matrix_dot", "Md", {}))
    graph = C[0].graph
    names = next(p for p in function(BALL, "coriolis_matrix").inputs if p.name == "qd").labels
    qd = [make_symbol(graph, name, "variable") for name in names]
    n = len(qd)
    assert prove_equal([sum((C[n * i + j] * qd[j] for j in range(n)), qd[0] * 0) for i in range(n)], c)
    assert prove_equal([C[n * i + j] + C[n * j + i] for i in range(n) for j in range(n)], Md)


@ROBOTS
def test_base_parameters_are_as_many_as_the_rank(robot):
    assert find_base_parameters(robot).count == regressor_rank(robot)


@ROBOTS
def test_jacobian_times_rates_is_the_velocity(robot):
    J, v, w = both(robot, ("jacobian", "J", {"frame": "3"}), ("velocities", "v", {"frames": "3", "projection": "0"}),
                   ("velocities", "w", {"frames": "3", "projection": "0"}))  # fmt: skip
    graph = J[0].graph
    names = [s for p in function(robot, "velocities").inputs if p.name in ("base_twist", "qd") for s in p.labels]
    qd = [make_symbol(graph, name, "variable") for name in names]
    n = len(qd)
    assert prove_equal([sum((J[n * r + k] * qd[k] for k in range(n)), qd[0] * 0) for r in range(6)], [*v, *w])


def test_half_turns_behind_a_ball_joint_turn_its_frame():
    """Half turns are passed on to the turns before them, and there are none that they could meet."""
    ball = Joint(kind="ball", body=Body.symbolic(1))
    slide = Joint(parent=1, kind="prismatic", alpha="pi", theta="pi", d="d2", body=Body.symbolic(2))
    half = Robot(name="half", joints=(ball, slide))
    plain = half.changed(joints=(ball, replace(slide, alpha="a2", theta="t2")))
    known, found = {"a2": np.pi, "t2": np.pi, "d2": 0.6}, []
    for fn in (lw.model(robot, "direct_geometry") for robot in (half, plain)):
        labels = next(port.labels for port in fn.inputs if port.name == "parameters")
        found.append(lw.compile(fn)(q=[0.3, 0.5, -0.2, 0.7, 0.4], parameters=[known[s] for s in labels]))
    np.testing.assert_allclose(found[0], found[1], atol=1e-14)


def test_a_quaternion_of_any_length_turns_the_same_and_none_turns_nothing_right():
    robot = BALL.with_numbers({name: 0.3 + 0.05 * k for k, name in enumerate(BALL.parameters)})
    fn = lw.compile(lw.model(robot, "inverse_dynamics"))
    strict = lw.compile(lw.model(robot, "inverse_dynamics", orientation="unit_quaternion"))
    Q = np.array([0.5, -0.5, 0.5, 0.5])
    rest: Any = {"qd": np.linspace(-1, 1, 6), "qdd": np.linspace(1, -0.5, 6)}

    def at(quaternion: Any) -> Any:
        return np.r_[0.3, quaternion, 0.7, -0.2]

    np.testing.assert_allclose(fn(q=at(Q), **rest), fn(q=at(Q * 3.7), **rest), rtol=1e-12)
    np.testing.assert_allclose(fn(q=at(Q), **rest), strict(q=at(Q), **rest), rtol=1e-12)
    assert np.isnan(fn(q=at(0 * Q), **rest)).any()
    assert np.isnan(strict(q=at(Q * 1.1), **rest)).any()


@pytest.mark.parametrize("content", [
    """<body name="a"><joint name="j" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/>
       <body name="b" pos=".3 .1 0" euler="20 30 40"><joint name="s" type="ball" pos=".01 .02 .03" armature=".2"/>
       <geom type="box" size=".1 .2 .3" pos="0 .1 .2"/>
       <body name="c" pos="0 0 .4"><joint name="k" type="slide" axis="1 1 0"/><geom size=".05"/></body></body>
       </body>""",
    """<body name="a"><freejoint/><geom type="box" size=".1 .2 .3" pos="0 .1 .2"/>
       <body name="b" pos=".3 .1 0"><joint name="s" type="ball"/><geom size=".1" pos="0 0 .3"/></body></body>""",
])  # fmt: skip
def test_inertia_and_bias_are_those_of_mujoco(content):
    mujoco = pytest.importorskip("mujoco")
    text = f"<mujoco><worldbody>{content}</worldbody></mujoco>"
    robot = lw.load(text.encode(), name="robot.mjcf")
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    rng = np.random.default_rng(2)
    data.qpos[:] = rng.uniform(-1, 1, model.nq)
    data.qvel[:] = rng.uniform(-1, 1, model.nv)
    mujoco.mj_normalizeQuat(model, data.qpos)
    mujoco.mj_forward(model, data)
    M = np.zeros((model.nv, model.nv))
    mujoco.mj_fullM(model, data, M)
    q, qd, bias = data.qpos.copy(), data.qvel.copy(), data.qfrc_bias.copy()
    state: dict[str, Any] = {"q": q, "qd": qd}
    turn = np.eye(model.nv)
    if robot.base.kind == "floating":  # there the velocity of a free body is in the world
        R = np.zeros(9)
        mujoco.mju_quat2Mat(R, q[3:7])
        turn[:3, :3] = R.reshape(3, 3)
        twist = turn.T[:6, :6] @ qd[:6]
        state = {"base_pose": q[:7], "q": q[7:], "base_twist": twist, "qd": qd[6:]}
    for name, expected in (("inertia_matrix", turn.T @ M @ turn), ("bias_vector", turn.T @ bias)):
        fn = lw.model(robot, name)
        found = np.asarray(lw.compile(fn)(**{p.name: state[p.name] for p in fn.inputs}))
        np.testing.assert_allclose(found, expected, atol=1e-10 * abs(expected).max())
