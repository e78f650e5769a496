"""Models of robots with loops that are derivatives of others: in time, and along the independent joints.

Both sides are from the oracle (`closed`) where it has them, else slopes of other models that it has: differences along
closed motions.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.support.closed import points, slope
from tests.support.mechanisms import Moving, builtin, chain
from tests.support.some import some

ROBOTS = ("four_bar", "five_bar", "slider_crank", "bennett", "sr400", "p3rrr", "ball")
SMALL = ("four_bar", "five_bar", "bennett")


@cache
def moving(name: str) -> Moving:
    return Moving(chain(name, 3) if name == "ball" else builtin(name), reach=0.05)


def relative(found: Any, expected: Any) -> float:
    expected = np.asarray(expected)
    return float(np.abs(np.asarray(found).reshape(expected.shape) - expected).max() / max(np.abs(expected).max(), 1e-9))


def tips(m: Moving) -> list[int]:
    """A link on each side of the loops."""
    return sorted({part.parent for x in m.oracle.robot.loops for part in (x.joint, x.frame)} - {0})[:2]


def at(m: Moving, q: np.ndarray, **more: Any) -> dict[str, Any]:
    """What a model takes at other closed positions of all joints."""
    return {"q_a": q[m.a], **more}


def in_time(m: Moving, f: Any) -> np.ndarray:
    """d/dt of a function of the positions of all joints."""
    path, fast = m.oracle.along(m.q, m.a, m.qd), max(1.0, np.abs(m.qd).max())
    return np.asarray(slope(lambda t: f(path(t / fast))) * fast)


def along_joints(m: Moving, f: Any) -> list[np.ndarray]:
    """The slopes of a function of the positions of all joints along each independent one."""
    found = []
    for column in m.G.T:
        path, fast = m.oracle.along(m.q, m.a, column), max(1.0, np.abs(column).max())
        found.append(slope(lambda t, path=path, fast=fast: f(path(t / fast))) * fast)
    return found


# -- kinematics --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", some(ROBOTS, "five_bar", "slider_crank", "bennett"))
def test_jacobian_dot_is_the_rate_of_the_jacobian_along_closed_motions(name: str):
    m = moving(name)
    for j in tips(m):
        expected = in_time(m, lambda q, j=j: m.oracle.jacobian(q, m.a, j))
        for derivative in ("vector", "entries"):
            found = m("jacobian_dot", frame=str(j), projection="0", derivative=derivative)
            assert relative(found, expected) < 1e-9


@pytest.mark.parametrize("name", SMALL)
def test_jacobian_dot_times_rates_is_what_accelerations_have_besides(name: str):
    """In the frame of the link itself, which turns."""
    m = moving(name)
    (j, *_) = tips(m)
    for derivative in ("vector", "entries"):
        options: dict[str, Any] = {"frame": str(j), "projection": str(j), "derivative": derivative}
        assert relative(m("jacobian_dot", **options) @ m.qd_a, m("jdot_qdot", **options)) < 1e-10


@pytest.mark.parametrize("name", SMALL)
def test_hessian_is_the_slopes_of_the_jacobian_along_the_independent_joints(name: str):
    m = moving(name)
    n = len(m.a)
    for j in tips(m):
        expected = np.moveaxis(np.array(along_joints(m, lambda q, j=j: m.oracle.jacobian(q, m.a, j))), 0, -1)
        assert relative(m("hessian", frame=str(j)), expected.reshape(6 * n, n)) < 1e-9
        moved = np.reshape(m("hessian", frame=str(j), projection=str(j)), (6, n, n)) @ m.qd_a
        assert relative(m("jacobian_dot", frame=str(j), projection=str(j), derivative="entries"), moved) < 1e-10


@pytest.mark.parametrize("name", ["five_bar", "p3rrr"])
def test_inverse_and_manipulability_are_those_of_the_jacobian(name: str):
    m = moving(name)
    rows = {"five_bar": [0, 5], "p3rrr": [0, 1, 5]}[name]
    j = max(k for k, x in enumerate(m.robot.joints, 1) if x.name.startswith(("left_forearm", "platform")))
    J = m.oracle.jacobian(m.q, m.a, j)[rows]
    told = ",".join(("vx", "vy", "vz", "wx", "wy", "wz")[r] for r in rows)
    assert relative(m("inverse_jacobian", frame=str(j), rows=told, projection="0"), np.linalg.inv(J)) < 1e-8
    assert relative(m("manipulability", frame=str(j), rows=told), abs(np.linalg.det(J))) < 1e-9


# -- momenta -----------------------------------------------------------------------------------------------------------


def momentum(m: Moving, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
    """Of all links about their common centre of mass, from the poses: the sum of v x^T over their points."""
    fast = max(1.0, np.abs(qd).max())
    rates = slope(lambda t: np.array(m.oracle.frames(q + t * qd / fast))) * fast
    bodies = [points(joint.body) for joint in m.oracle.robot.joints]
    T = m.oracle.frames(q)[1:]
    whole = sum(Td @ S @ X.T for Td, S, X in zip(rates[1:], bodies, T, strict=True))
    place = sum(X @ S for S, X in zip(bodies, T, strict=True))
    com = place[:3, 3] / place[3, 3]
    p, L = whole[:3, 3], np.array([whole[2, 1] - whole[1, 2], whole[0, 2] - whole[2, 0], whole[1, 0] - whole[0, 1]])
    return np.array([*p, *(L - np.cross(com, p))])


@pytest.mark.parametrize("name", ROBOTS)
def test_centroidal_momentum_is_that_of_the_points_of_the_links(name: str):
    m = moving(name)
    found = m("centroidal_momentum")
    assert relative(found["h"], momentum(m, m.q, m.qd)) < 1e-9
    assert relative(found["A"], np.array([momentum(m, m.q, column) for column in m.G.T]).T) < 1e-9


@pytest.mark.parametrize("name", some(ROBOTS, "five_bar", "bennett", "ball"))
def test_the_rate_of_the_centroidal_momentum_is_that_of_its_parts(name: str):
    m = moving(name)
    found, A = m("centroidal_momentum_dot"), m("centroidal_momentum")["A"]
    path = m.oracle.along(m.q, m.a, m.qd, m.qdd)
    fast = max(1.0, np.abs(m.qd).max(), np.abs(m.qdd).max() ** 0.5)

    def h(t: float) -> np.ndarray:
        q = path(t / fast)
        return np.asarray(m("centroidal_momentum", **at(m, q, qd=m.qd_a + t / fast * m.qdd_a))["h"])

    expected = slope(h) * fast
    assert relative(A @ m.qdd_a + found["b"], expected) < 1e-8
    assert relative(found["Ad"] @ m.qd_a, found["b"]) < 1e-9 or np.abs(found["b"]).max() < 1e-9


# -- regressors --------------------------------------------------------------------------------------------------------


def parameters(m: Moving, fn: lw.Function) -> np.ndarray:
    """The values of the columns, by their labels: of link k."""
    robot, found = m.oracle.robot, []
    table = {"IA": "rotor", "FV": "viscous", "FS": "coulomb"}
    for label in (x.split("_")[-1] for x in fn.outputs[0].labels[: fn.outputs[0].shape[-1]]):
        name, k = label.rstrip("0123456789"), int(label[len(label.rstrip("0123456789")) :])
        part = robot.joint(k) if name in table else robot.joint(k).body
        found.append(lw.expr.value_of(getattr(part, table.get(name, name))))
    return np.array(found)


@pytest.mark.parametrize("name", ["four_bar", "bennett", "sr400", "p3rrr"])
def test_regressors_of_energies_and_power_times_the_parameters_are_these(name: str):
    m = moving(name)
    p = parameters(m, m.function("energy_regressor"))
    found = m("energy_regressor")
    assert relative(np.ravel(found["T"]) @ p, np.ravel(m("kinetic_energy"))[0]) < 1e-10
    assert relative(np.ravel(found["U"]) @ p, np.ravel(m("potential_energy"))[0]) < 1e-10
    p = parameters(m, m.function("power_regressor"))
    assert relative(np.ravel(m("power_regressor")) @ p, m.qd_a @ m.tau) < 1e-8


@pytest.mark.parametrize("name", ["four_bar", "bennett", "sr400"])
def test_the_regressor_of_momenta_gives_efforts_by_its_rate(name: str):
    """tau = d/dt(A p) + B p along a closed motion."""
    m = moving(name)
    p = parameters(m, m.function("filtered_regressor"))
    path = m.oracle.along(m.q, m.a, m.qd, m.qdd)
    fast = max(1.0, np.abs(m.qd).max(), np.abs(m.qdd).max() ** 0.5)

    def momenta(t: float) -> np.ndarray:
        q = path(t / fast)
        return np.asarray(m("filtered_regressor", **at(m, q, qd=m.qd_a + t / fast * m.qdd_a))["A"] @ p)

    assert relative(slope(momenta) * fast + m("filtered_regressor")["B"] @ p, m.tau) < 1e-8


# -- dynamics ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["five_bar", "sr400", "p3rrr"])
def test_hybrid_dynamics_gives_what_is_not_given(name: str):
    m = moving(name)
    for given in ([0], list(range(1, len(m.a))), [], list(range(len(m.a)))):
        names = ",".join(m.names[k] for k in given) or "none"
        found = m("hybrid_dynamics", given=names)
        others = [k for k in range(len(m.a)) if k not in given]
        parts = found if isinstance(found, dict) else {"accelerations" if others else "efforts": found}
        if others:
            assert relative(parts["accelerations"], m.qdd_a[others]) < 1e-8
        if given:
            assert relative(parts["efforts"], m.tau[given]) < 1e-8


def test_a_drive_that_is_tied_does_its_share_in_hybrid_dynamics():
    robot = builtin("five_bar")
    every = replace(robot, joints=tuple(replace(j, actuated=True) for j in robot.joints))
    m = Moving(every, reach=0.05)
    fn = m.function("hybrid_dynamics", given=m.names[0])
    names = list(next(p.names for p in fn.inputs if p.name == "tau"))
    extra = [name for name in names if name not in m.names]
    assert len(extra) == 2
    push = dict(zip(extra, (0.3, -0.2), strict=True))
    shares = m.G[m.oracle.places(extra)].T @ np.array([push[x] for x in extra])
    own = dict(zip(m.names, m.tau - shares, strict=True))
    tau = np.array([push.get(name, own.get(name, 0.0)) for name in names])
    found = m("hybrid_dynamics", given=m.names[0], tau=tau)
    assert relative(found["accelerations"], m.qdd_a[1:]) < 1e-8
    assert relative(found["efforts"], own[m.names[0]]) < 1e-8


@pytest.mark.parametrize("name", ["four_bar", "five_bar"])
def test_second_derivatives_are_slopes_of_the_first_ones(name: str):
    m = moving(name)
    n = len(m.a)
    for model, letter, third in (("inverse_dynamics_derivatives", "tau", "qdd"),
                                 ("forward_dynamics_derivatives", "qdd", "tau")):  # fmt: skip
        found = m(model, order="2")
        first = {x: np.array(along_joints(m, lambda q, x=x, model=model, letter=letter: np.asarray(
            m(model, **at(m, q))[f"d{letter}_d{x}"]))) for x in ("q", "qd", third)}  # fmt: skip
        for x in first:
            expected = np.moveaxis(first[x], 0, -1).reshape(n * n, n)
            assert relative(found[f"d2{letter}_d{x}_dq"], expected) < 1e-7
        by_rates = [slope(lambda t, e=e, model=model, letter=letter: np.asarray(
            m(model, qd=m.qd_a + t * e)[f"d{letter}_dqd"])) for e in np.eye(n)]  # fmt: skip
        assert relative(found[f"d2{letter}_dqd_dqd"], np.moveaxis(np.array(by_rates), 0, -1).reshape(n * n, n)) < 1e-8
