"""What may stand beside loops: a base that floats, joints behind springs, ball joints.

Against the same robot written otherwise, against differences of other models, and by laws: nothing holds a free base.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright import Base, Body, Joint, Robot
from tests.support.closed import frame, slope
from tests.support.mechanisms import builtin, chain
from tests.support.some import some

BODY = Body(M=2, XX=0.3, YY=0.4, ZZ=0.5, MX=0.1, MY=0.05, XY=0.02)
POSE = [0.3, -0.2, 0.5, 0.8, 0.1, -0.3, 0.4]


def floating(robot: Robot) -> Robot:
    return replace(robot, base=Base(kind="floating", body=BODY))


def on_springs(robot: Robot, **rotors: float) -> Robot:
    """With these joints behind springs; those that have one with rotors."""
    joints = (
        replace(j, flexible=True, stiffness=20.0, damping=0.3, rest=0.2, rotor=rotors[j.name])
        if j.name in rotors else j for j in robot.joints
    )  # fmt: skip
    return replace(robot, joints=tuple(joints))


@cache
def function(robot: Robot, model: str, options: tuple[tuple[str, Any], ...] = ()) -> lw.Function:
    return lw.model(robot, model, **dict(options))


class State:
    """Of the independent coordinates near where a robot is assembled."""

    def __init__(self, robot: Robot, seed: int = 0) -> None:
        self.robot = robot
        rng = np.random.default_rng(seed)
        fn = function(robot, "bias_vector")
        q = next(p for p in fn.inputs if p.name == "q")
        self.names = list(next(p for p in fn.inputs if p.name == "qd").names)
        n = len(self.names)
        samples = q.samples or (None,) * len(q.labels)
        at = np.array([rng.uniform(-0.5, 0.5) if x is None else x + rng.uniform(-0.05, 0.05) for x in samples])
        v = rng.uniform(-1, 1, (3, n + 6))
        self.given = {
            "q": at, "qd": v[0, 6:], "qdd": v[1, 6:], "base_pose": np.array(POSE), "base_twist": v[0, :6],
            "base_acceleration": v[1, :6],
        }  # fmt: skip
        self.tau = v[2]

    def __call__(self, model: str, options: dict[str, Any] | None = None, **more: Any) -> dict[str, np.ndarray]:
        fn = function(self.robot, model, tuple(sorted((options or {}).items())))
        given: dict[str, Any] = {**self.given, **more}
        for p in fn.inputs:
            if p.name == "tau" and "tau" not in given:
                given["tau"] = self.tau[: len(p.labels)]
            if p.name == "q_start":
                given["q_start"] = p.samples
            if p.name == "qdd":
                given["qdd"] = given["qdd"][[self.names.index(name) for name in p.names]]
        found = fn(**{p.name: given[p.name] for p in fn.inputs})
        found = found if isinstance(found, dict) else {fn.outputs[0].name: found}
        assert found.pop("status", 0) == 0
        return {name: np.asarray(x) for name, x in found.items()}


def relative(found: Any, expected: Any) -> float:
    return float(np.abs(np.asarray(found) - expected).max() / max(float(np.abs(expected).max()), 1e-9))


def turned(Q: np.ndarray, w: np.ndarray) -> np.ndarray:
    """Q (cos |w|/2, w sin |w|/2 / |w|)."""
    half = np.linalg.norm(w) / 2
    u = np.array([np.cos(half), *(np.sinc(half / np.pi) / 2 * w)])
    a, b = Q, u
    return np.array([a[0] * b[0] - a[1:] @ b[1:], *(a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:]))])


# -- a base that floats ------------------------------------------------------------------------------------------------

FLOATING = {
    "four_bar": lambda: floating(builtin("four_bar")), "slider_crank": lambda: floating(builtin("slider_crank")),
    "parallelogram": lambda: floating(builtin("parallelogram")), "universal": lambda: floating(chain("universal", 3)),
    "springs": lambda: on_springs(floating(builtin("four_bar")), follower=0.0),
    "rotor": lambda: on_springs(floating(builtin("five_bar")), left_crank=0.05),
}  # fmt: skip


@cache
def state(name: str) -> State:
    return State(FLOATING[name]())


@pytest.mark.parametrize("name", some(FLOATING, "four_bar", "springs", "slider_crank"))
def test_forward_undoes_inverse_dynamics_and_nothing_holds_the_base(name: str):
    m = state(name)
    there = m("inverse_dynamics")
    back = m("forward_dynamics", tau=there["tau"])
    assert relative(back["base_acceleration"], there["base_acceleration"]) < 1e-9
    names = next(p.names for p in function(m.robot, "inverse_dynamics").inputs if p.name == "qdd")
    places = [m.names.index(name) for name in names]
    assert relative(back["qdd"][places], m.given["qdd"][places]) < 1e-9
    wrenches = m("link_wrenches", base_acceleration=back["base_acceleration"], qdd=back["qdd"])
    scale = max(np.abs(x).max() for x in wrenches.values())
    assert max(np.abs(wrenches["f"][0]).max(), np.abs(wrenches["n"][0]).max()) < 1e-9 * scale


@pytest.mark.parametrize("name", ["four_bar", "slider_crank", "springs"])
def test_multipliers_are_what_passes_through_the_cut(name: str):
    m = state(name)
    back = m("forward_dynamics", tau=m("inverse_dynamics")["tau"])
    cut = m("link_wrenches", base_acceleration=back["base_acceleration"], qdd=back["qdd"])
    lam = m("constraint_forces")["lam"]
    assert lam.size > 0
    kept = [label.rsplit("_", 1)[-1] for label in function(m.robot, "constraint_forces").outputs[0].labels]
    linear = np.linalg.norm([x for x, kind in zip(lam, kept, strict=True) if kind in "xyz"])
    assert linear == pytest.approx(np.linalg.norm(cut["f_loops"]), rel=1e-9)


@pytest.mark.parametrize("name", ["four_bar", "slider_crank", "rotor"])
def test_derivatives_are_slopes_along_base_and_joints(name: str):
    m = state(name)
    D, E = m("inverse_dynamics_derivatives"), m("forward_dynamics_derivatives")
    M, bias = m("inertia_matrix")["M"], "bias_vector"
    n = len(M)
    whole = np.concatenate([m.given["base_acceleration"], m.given["qdd"]])

    def moved(e: np.ndarray) -> dict[str, Any]:
        P, Q = np.array(POSE[:3]), np.array(POSE[3:])
        return {"base_pose": np.array([*(P + e[:3]), *turned(Q, e[3:6])]), "q": m.given["q"] + e[6:]}

    def efforts(e: np.ndarray) -> np.ndarray:
        at = moved(e)
        return np.asarray(m("inertia_matrix", **at)["M"] @ whole + next(iter(m(bias, **at).values())))

    def accelerations(e: np.ndarray) -> np.ndarray:
        found = m("forward_dynamics", **moved(e))
        return np.concatenate([found["base_acceleration"], found["qdd"]])

    for found, f in ((D["dtau_dq"], efforts), (E["dqdd_dq"], accelerations)):
        columns = [slope(lambda t, e=e, f=f: f(t * e)) for e in np.eye(n)]
        turning = np.array(columns).T
        turning[:, :3] = 0  # where the base is does not matter
        assert relative(found, turning) < 1e-8
    assert relative(D["dtau_dqdd"], M) < 1e-12
    pushed = M @ E["dqdd_dtau"]  # a column for each effort, each of one joint: nothing drives the base, or a spring
    joints = np.abs(pushed).argmax(axis=0)
    assert relative(pushed, np.eye(n)[:, joints]) < 1e-9
    assert len({*joints.tolist()} - {*range(6)}) == pushed.shape[1]


@pytest.mark.parametrize("name", ["four_bar", "universal"])
def test_momentum_changes_as_its_matrix_and_drift_say(name: str):
    """hd = A qdd + b is the weight at the centre of mass, about which it has no moment, in free fall."""
    m = state(name)
    back = m("forward_dynamics")
    A, b = m("centroidal_momentum")["A"], m("centroidal_momentum_dot")["b"]
    rate = A @ np.concatenate([back["base_acceleration"], back["qdd"]]) + b
    mass = sum(lw.expr.value_of(j.body.M) for j in m.robot.joints) + 2
    g = np.array([lw.expr.value_of(x) for x in m.robot.gravity])
    assert relative(rate[:3], mass * g) < 1e-9
    assert np.abs(rate[3:]).max() < 1e-9 * mass * np.abs(g).max()


@pytest.mark.parametrize("name", ["four_bar", "rotor"])
def test_rates_of_matrices_are_slopes_in_time(name: str):
    """Of the inertia matrix and of the Jacobian, whose entries in the base's frame do not depend on its pose."""
    m = state(name)
    (j,) = {x.joint.parent for x in m.robot.loops}
    place = {"frame": str(j), "projection": "0"}
    for model, rate, out, options in (("inertia_matrix", "inertia_matrix_dot", "M", {}),
                                      ("jacobian", "jacobian_dot", "J", place)):  # fmt: skip
        of = {**options, "derivative": "entries"} if options else {}
        found = next(iter(m(rate, of).values()))
        expected = slope(lambda t, model=model, out=out, options=options: m(
            model, options, q=m.given["q"] + t * m.given["qd"])[out])  # fmt: skip
        assert relative(found, expected) < 1e-9


# -- ball joints -------------------------------------------------------------------------------------------------------


def with_wrist(ball: bool) -> Robot:
    """A four-bar that carries a link on a ball joint, or on three revolute joints through one point."""
    robot = builtin("four_bar")
    place: dict[str, Any] = {"parent": 2, "d": 0.1, "alpha": 0.4, "r": 0.05}
    if ball:
        return replace(robot, joints=(*robot.joints, Joint(name="w", variable="w", kind="ball", body=BODY, **place)))
    n, half = len(robot.joints), float(np.pi / 2)
    more = (
        Joint(name="a", variable="a", **place), Joint(name="b", variable="b", parent=n + 1, alpha=half),
        Joint(name="c", variable="c", parent=n + 2, alpha=-half, body=BODY),
    )  # fmt: skip
    return replace(robot, joints=(*robot.joints, *more))


def test_a_ball_joint_beside_a_loop_is_three_revolute_joints():
    one, three = State(with_wrist(True)), State(with_wrist(False))
    angles, rates = np.array([0.4, 0.7, -0.3]), np.array([0.5, -0.8, 0.3])
    wrist = [j for j in three.robot.joints if j.name in "abc"]

    def R(t: float) -> np.ndarray:
        """Of the wrist against its parent, without the placement of the first joint."""
        T = np.eye(4)
        for joint, x in zip(wrist, angles + t * rates, strict=True):
            own = frame(joint, x)
            T = T @ (np.linalg.inv(frame(wrist[0])) @ own if joint is wrist[0] else own)
        return T[:3, :3]

    def axes(t: float) -> np.ndarray:
        """Columns: angular velocity in the last frame by the rates."""
        found = []
        for k in range(3):
            T = np.eye(4)
            for joint, x in list(zip(wrist, angles + t * rates, strict=True))[k + 1 :]:
                T = T @ frame(joint, x)
            found.append(T[:3, :3].T @ [0, 0, 1])
        return np.array(found).T

    w = (1 + np.trace(R(0))) ** 0.5 / 2
    Q = [w, *(np.array([R(0)[2, 1] - R(0)[1, 2], R(0)[0, 2] - R(0)[2, 0], R(0)[1, 0] - R(0)[0, 1]]) / (4 * w))]
    crank = one.given["q"][0]
    ball: dict[str, Any] = {"q": np.array([crank, *Q]), "qd": np.array([0.6, *(axes(0) @ rates)])}
    chain_: dict[str, Any] = {"q": np.array([crank, *angles]), "qd": np.array([0.6, *rates])}
    for model in ("kinetic_energy", "potential_energy"):
        assert relative(next(iter(one(model, **ball).values())), next(iter(three(model, **chain_).values()))) < 1e-11
    tau = np.array([0.2, 0.1, -0.3, 0.25])  # of the revolute joints
    push = np.array([0.2, *np.linalg.solve(axes(0).T, tau[1:])])
    a, b = one("forward_dynamics", **ball, tau=push)["qdd"], three("forward_dynamics", **chain_, tau=tau)["qdd"]
    assert a[0] == pytest.approx(b[0], rel=1e-9)
    assert a[1:] == pytest.approx(axes(0) @ b[1:] + slope(axes) @ rates, rel=1e-8)
    C, c = (next(iter(one(x, **ball).values())) for x in ("coriolis_matrix", "coriolis_vector"))
    assert relative(C @ ball["qd"], c) < 1e-11
    Md = one("inertia_matrix_dot", **ball)["Md"]
    assert np.abs(Md - C - C.T).max() < 1e-12 * max(1.0, np.abs(Md).max())
