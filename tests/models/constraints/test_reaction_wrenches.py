"""What passes through the joints and cuts of robots with loops: every link is in balance, and joints bear no work.

The inertia of the links comes from second differences of their poses (`closed`); nothing of the models is in it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import linkwright as lw
from linkwright import Joint, Robot
from linkwright.expr import value_of
from tests.support.closed import frame
from tests.support.mechanisms import Moving, bars, builtin, chain, resized
from tests.support.some import some

PLANAR = ("four_bar", "parallelogram", "five_bar", "slider_crank", "andrews", "p3rrr", "sr400")
SPATIAL = ("bennett", "sarrus", "picker")
DRAWN = ("ball", "universal", "planar", "line", "prismatic")


@cache
def moving(name: str) -> Moving:
    if name in DRAWN:
        return Moving(chain(name, 3))
    return Moving(builtin(name), reach=0.05)


class Balance:
    """Of a robot in motion: what every link gets, at the origin of the base and in it."""

    def __init__(self, m: Moving) -> None:
        self.m, self.oracle = m, m.oracle
        self.T = self.oracle.frames(m.q)
        found = m("link_wrenches")
        self.links = [self._moved(T, f, n) for T, f, n in zip(self.T, found["f"], found["n"], strict=True)]
        self.cuts = []
        self.own = list(zip(found["f"], found["n"], strict=True))
        self.own_cuts = list(zip(found["f_loops"], found["n_loops"], strict=True))
        for loop, f, n in zip(self.oracle.robot.loops, found["f_loops"], found["n_loops"], strict=True):
            C = self.T[loop.joint.parent] @ frame(replace(loop.joint, kind="fixed"))
            E = self.T[loop.frame.parent] @ frame(loop.frame)
            at = C.copy()
            at[:3, 3] = E[:3, 3]
            self.cuts.append(self._moved(at, f, n))

    @staticmethod
    def _moved(T: np.ndarray, f: np.ndarray, n: np.ndarray) -> np.ndarray:
        f, n = T[:3, :3] @ f, T[:3, :3] @ n
        return np.array([*f, *(n + np.cross(T[:3, 3], f))])

    def left(self) -> list[np.ndarray]:
        """What links get from all their joints."""
        robot, total = self.oracle.robot, [x.copy() for x in self.links]
        for j, joint in enumerate(robot.joints, 1):
            total[joint.parent] -= self.links[j]
        for loop, cut in zip(robot.loops, self.cuts, strict=True):
            total[loop.frame.parent] += cut
            total[loop.joint.parent] -= cut
        return total


@pytest.mark.parametrize(
    "name", some([*PLANAR, *SPATIAL, *DRAWN], "five_bar", "slider_crank", "bennett", "ball", "line", "planar")
)
def test_every_link_is_in_balance(name: str):
    m = moving(name)
    balance = Balance(m)
    needed = np.array(m.oracle.inertial(m.q, m.a, m.qd, m.qdd))
    scale = np.abs(np.array([*balance.links, *balance.cuts])).max()
    assert np.abs(np.array(balance.left()) - needed).max() < 1e-9 * scale


@pytest.mark.parametrize("name", some(
    [*PLANAR, *SPATIAL, *DRAWN], "five_bar", "slider_crank", "bennett", "ball", "planar", "prismatic"
))  # fmt: skip
def test_joints_pass_efforts_of_drives_alone_along_their_axes(name: str):
    m = moving(name)
    balance, robot = Balance(m), m.oracle.robot
    tau = dict(zip(m.function("inverse_dynamics").outputs[0].names, np.ravel(m("inverse_dynamics")), strict=True))
    scale = np.abs([*balance.own, *balance.own_cuts]).max()
    along = {}
    for j, qd, qdd in zip(m.oracle.moving, m.qd, m.qdd, strict=True):
        (f, n), joint = balance.own[j], robot.joint(j)
        own = value_of(joint.rotor) * qdd + value_of(joint.viscous) * qd + value_of(joint.coulomb) * np.sign(qd)
        along[j] = own + (n[2] if joint.kind == "revolute" else f[2])
    for coupling in robot.couplings:  # what holds a coupled joint is on those that it is tied to
        for term in coupling.terms:
            along[term.joint] += value_of(term.factor) * along[coupling.joint]
        along[coupling.joint] = 0.0
    for j, effort in along.items():
        name = robot.joint(j).name
        assert effort == pytest.approx(tau.get(name, 0.0), abs=1e-9 * scale), name
    for loop, (f, n) in zip(robot.loops, balance.own_cuts, strict=True):
        free = {"revolute": [n[2]], "ball": n, "prismatic": [f[2]], "cylindrical": [f[2], n[2]], "fixed": [],
                "planar": [*f[:2], n[2]], "line": [f[2], *n], "universal": [n[2]]}[loop.joint.kind]  # fmt: skip
        assert np.abs(free).max(initial=0.0) < 1e-9 * scale


def test_forces_of_a_loop_whose_joints_are_sums_are_told():
    """The multipliers are what passes through the cut."""
    m = moving("parallelogram")
    lam, wrenches = np.ravel(m("constraint_forces")), m("link_wrenches")
    assert lam.size == 2
    assert np.linalg.norm(lam) == pytest.approx(np.linalg.norm(wrenches["f_loops"]), rel=1e-12)


def test_a_loop_that_is_cut_at_the_base_loads_it():
    """Row 0 is all that the ground gives: the weight and the inertia of all links."""
    m = Moving(bars(4, 5, behind=0), reach=0.05)
    balance = Balance(m)
    whole = np.sum(m.oracle.inertial(m.q, m.a, m.qd, m.qdd), axis=0)
    assert 0 in {part.parent for x in m.robot.loops for part in (x.joint, x.frame)}
    assert np.abs(balance.links[0] - whole).max() < 1e-9 * np.abs(balance.links).max()


def test_friction_of_passive_joints_loads_the_cut():
    robot = builtin("four_bar")
    joints = [replace(j, viscous=0.3 * k) for k, j in enumerate(robot.joints)]
    m = Moving(replace(robot, joints=tuple(joints)))
    f, n = (m("link_wrenches")[key] for key in ("f", "n"))
    assert n[2][2] == pytest.approx(-0.3 * m.qd[1], rel=1e-10)
    assert n[3][2] == pytest.approx(-0.6 * m.qd[2], rel=1e-10)
    assert np.isfinite(f).all()


def test_forces_grow_with_the_size():
    small, large = moving("four_bar"), Moving(resized(builtin("four_bar"), 1e3), reach=0.05)
    one, two = small("link_wrenches"), large("link_wrenches")
    assert np.allclose(two["f"], 1e3 * one["f"], rtol=1e-9, atol=1e-9 * np.abs(two["f"]).max())


def test_an_arm_on_a_platform_loads_its_legs():
    robot = builtin("p3rrr")
    last = next(j for j in range(len(robot.joints), 0, -1) if robot.joints[j - 1].name.startswith("platform"))
    arm = Joint(name="arm", variable="arm", parent=last, d=0.1, alpha=0.3, body=robot.joints[0].body)
    m = Moving(replace(robot, joints=(*robot.joints, arm)), reach=0.05)
    needed = np.array(m.oracle.inertial(m.q, m.a, m.qd, m.qdd))
    balance = Balance(m)
    assert np.abs(np.array(balance.left()) - needed).max() < 1e-9 * np.abs(balance.links).max()


# -- what is linear in it ----------------------------------------------------------------------------------------------


def numbered(robot: Robot) -> dict[str, float]:
    """Numbers of its parameters that close its loops."""
    port = next(p for p in lw.model(robot, "link_wrenches").inputs if p.name == "parameters")
    return {label: float(x or 0.0) for label, x in zip(port.labels, port.defaults, strict=True)}


@pytest.mark.parametrize("name", ["slider_crank", "parallelogram"])
def test_columns_of_the_regressor_are_wrenches_of_unit_parameters(name: str):
    robot = lw.load(name)
    passive = next(j for j, x in enumerate(robot.joints) if not x.actuated)
    joints = [replace(x, viscous="FV", rotor="IA") if j == passive else x for j, x in enumerate(robot.joints)]
    robot = robot.changed(joints=tuple(joints), numbers={**robot.numbers, "FV": 0.1, "IA": 0.2})
    W, direct = lw.model(robot, "link_wrench_regressor"), lw.model(robot, "link_wrenches")
    state = {p.name: np.array(p.samples) + 0.02 if p.samples else np.linspace(-1, 1, p.size)
             for p in W.inputs if p.name != "parameters"}  # fmt: skip
    found, table = W(**state), numbered(robot)
    masses = labels_of(W)
    assert {"FV", "IA"} <= set(masses)
    assert found["status"] == 0
    for c, label in enumerate(masses):
        unit = table | dict.fromkeys(masses, 0.0) | {label: 1.0}
        expected = direct(**state, parameters=[unit[x] for x in parameters_of(direct)])
        for port in "fn":
            column, right = found[port][:, c], np.ravel(expected[port][1:])
            assert np.abs(column - right).max() <= 1e-9 * max(np.abs(found[port]).max(), 1e-300), (port, label)


def parameters_of(fn: lw.Function) -> tuple[str, ...]:
    return next(p.labels for p in fn.inputs if p.name == "parameters")


def labels_of(W: lw.Function) -> list[str]:
    """Of the columns, by the labels of the first row."""
    port = next(p for p in W.outputs if p.name == "f")
    return [label.split("_x_", 1)[1] for label in port.labels[: port.shape[1]]]


@pytest.mark.parametrize("name", ["four_bar", "parallelogram", "bennett"])
def test_the_cut_jacobian_tells_what_a_wrench_at_a_link_loads(name: str):
    """At rest, without masses: link_wrenches of a robot that exerts the wrench."""
    robot = builtin(name)
    wrench, last = (0.3, -0.2, 0.7, 0.4, -0.5, 0.6), 2
    bare = [replace(x, body=lw.Body()) for x in robot.joints]
    bare[last - 1] = replace(bare[last - 1], body=lw.Body(**dict(zip(("FX", "FY", "FZ", "CX", "CY", "CZ"), wrench,
                                                                    strict=True))))  # fmt: skip
    direct = lw.model(robot.changed(joints=tuple(bare)), "link_wrenches")
    jacobian = lw.model(robot, "cut_jacobian", frame=last, projection=last)
    at = {p.name: np.array(p.samples) + 0.05 for p in jacobian.inputs if p.name in ("q", "q_start")}
    rest = {p.name: np.zeros(p.size) for p in direct.inputs if p.name in ("qd", "qdd")}
    given = {p.name for p in direct.inputs}
    found, expected = jacobian(**at), direct(**{k: v for k, v in {**at, **rest}.items() if k in given})
    assert found.get("status", 0) == 0
    for port, ports in (("J", ("f", "n")), ("J_loops", ("f_loops", "n_loops"))):
        whole = np.concatenate([expected[x] for x in ports], axis=1)
        assert np.abs(np.asarray(found[port]).T @ wrench - whole.ravel()).max() < 1e-10 * np.abs(whole).max()
