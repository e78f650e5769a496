"""Forward dynamics of robots with loops against Pinocchio's constraint dynamics, whose loops are contacts.

A ball cut joint is a contact of points, a weld one of frames, a revolute one two contacts of points of its axis: six
rows, one of them redundant, and more in planar mechanisms. Positions and rates are closed by differences of Pinocchio's
placements.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright import Joint, Robot
from linkwright.expr import value_of
from linkwright.models.constraints.loop_equations import with_cut_joints_in_tree
from tests.support.closed import frame, slope
from tests.support.mechanisms import bars, body, builtin, chain
from tests.support.some import some

BUILTIN = (
    "four_bar", "parallelogram", "five_bar", "slider_crank", "inverted_slider_crank", "watt_six_bar",
    "stephenson_six_bar", "spherical_four_bar", "bennett", "sarrus", "sr400", "palletizer_loops", "andrews",
    "p3rrr", "p3rpr", "p3prr", "delta", "hybrid_leg", "p6pus", "gough_stewart", "p6rus",
)  # fmt: skip
PLATFORMS = ("sarrus", "p3rrr", "p3rpr", "p3prr", "delta", "hybrid_leg", "p6pus", "gough_stewart", "p6rus")


def turntable() -> Robot:
    """The four-bar upright on a turntable, which is driven too."""
    bars, rng = builtin("four_bar"), np.random.default_rng(2)
    up: dict[str, Any] = {"alpha": np.pi / 2}
    table = Joint(name="table", r=0.3, body=body(rng))
    joints = [replace(j, parent=j.parent + 1, variable="", **({} if j.parent else up)) for j in bars.joints]
    loops = tuple(replace(x, joint=replace(x.joint, parent=x.joint.parent + 1, variable=""),
                          frame=replace(x.frame, parent=x.frame.parent + 1)) for x in bars.loops)  # fmt: skip
    return replace(bars, name="turntable", joints=(table, *joints), loops=loops, gravity=(0.3, -0.2, -9.8))


def driven_pin() -> Robot:
    """A four-bar that is driven in its cut joint, which has a rod of its own."""
    bars, rng = builtin("four_bar"), np.random.default_rng(3)
    (loop,) = bars.loops
    pin = replace(loop.joint, name="pin", actuated=True, body=body(rng))
    joints = tuple(replace(j, actuated=False) for j in bars.joints)
    return replace(bars, name="driven_pin", joints=joints, loops=(replace(loop, joint=pin),))


OTHERS = {
    "turntable": turntable, "driven_pin": driven_pin, "bars4": lambda: bars(4, 7), "bars5": lambda: bars(5, 8),
    "bars6": lambda: bars(6, 9), "far_bars": lambda: bars(6, 10, behind=0), "ball": lambda: chain("ball", 1, 2),
    "sliding_ball": lambda: chain("ball", 2, 1, prismatic=True), "seven": lambda: chain("revolute", 4, 2),
    "planar_ball": lambda: bars(5, 3, cut="ball"), "weld": lambda: welded(chain("revolute", 5)),
}  # fmt: skip


def welded(robot: Robot) -> Robot:
    """With the cut joint as a joint of the tree, and a weld behind it."""
    (loop,) = robot.loops
    pin = replace(loop.joint, name="pin", body=body(np.random.default_rng(4)), start=0.0)
    return replace(robot, name="welded", loops=(replace(loop, joint=pin),))


def heavy(robot: Robot) -> Robot:
    """With a body where there is none, which Pinocchio cannot do with, and where the robot comes without numbers."""
    rng = np.random.default_rng(1)
    empty = [robot.name == "SR400" or value_of(j.body.M) == 0 for j in robot.joints]
    joints = tuple(replace(j, body=body(rng, 0.1)) if e else j for e, j in zip(empty, robot.joints, strict=True))
    return replace(robot, joints=joints).without("friction", "rotors")


class Pair:
    """A robot here and there, at a closed state: `q` in Pinocchio's form."""

    def __init__(self, pin: Any, robot: Robot, seed: int = 0) -> None:
        self.pin, self.robot, self.tree = pin, robot, with_cut_joints_in_tree(robot)
        self.model, self.id = self.tree_model()
        self.contacts = self.contact_models()
        self.data, self.seen = self.model.createData(), [c.createData() for c in self.contacts]
        self.q = self.closed(self.assembled())
        rng = np.random.default_rng(seed)
        self.q = self.closed(pin.integrate(self.model, self.q, self.along(0.1 * rng.uniform(-1, 1, self.model.nv))))
        self.qd = self.along(rng.uniform(-1, 1, self.model.nv))

    # -- the model -----------------------------------------------------------------------------------------------------

    def tree_model(self) -> tuple[Any, dict[int, tuple[int, Any]]]:
        """Depth first, as its crba expects; of each link: Pinocchio's joint, and the link's frame in it."""
        pin, model = self.pin, self.pin.Model()
        kinds = {"revolute": pin.JointModelRZ, "prismatic": pin.JointModelPZ, "ball": pin.JointModelSpherical}
        model.gravity.linear = np.array([value_of(g) for g in self.tree.gravity])
        place = {0: (0, pin.SE3.Identity())}

        def add(link: int) -> None:
            for j, joint in enumerate(self.tree.joints, 1):
                if joint.parent != link:
                    continue
                parent, offset = place[link]
                at = offset * pin.SE3(frame(joint))
                place[j] = (parent, at)
                if joint.kind != "fixed":
                    place[j] = (model.addJoint(parent, kinds[joint.kind](), at, joint.name), pin.SE3.Identity())
                self.append_body(model, joint.body, *place[j])
                add(j)

        add(0)
        return model, place

    def append_body(self, model: Any, body: lw.Body, joint: int, at: Any) -> None:
        XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M = (value_of(e) for e in body.inertia)
        if M:  # at the origin: at the centre of mass, rounding alone may leave a flat body no inertia of a body
            given = np.array([M, MX, MY, MZ, XX, XY, YY, XZ, YZ, ZZ])
            model.appendBodyToJoint(joint, self.pin.Inertia.FromDynamicParameters(given), at)

    def contact_models(self) -> list[Any]:
        pin, found = self.pin, []
        for loop in self.tree.loops:
            ends = [(self.id[x.parent][0], self.id[x.parent][1] * pin.SE3(frame(replace(x, kind="fixed"))))
                    for x in (loop.joint, loop.frame)]  # fmt: skip
            along = {"revolute": (0.0, 0.4), "ball": (0.0,), "fixed": (0.0,)}[loop.joint.kind]
            kind = pin.ContactType.CONTACT_6D if loop.joint.kind == "fixed" else pin.ContactType.CONTACT_3D
            for h in along:
                shifted = [(j, M * pin.SE3(np.eye(3), np.array([0, 0, h]))) for j, M in ends]
                (a, A), (b, B) = shifted
                found.append(pin.RigidConstraintModel(kind, self.model, a, A, b, B, pin.ReferenceFrame.LOCAL))
        return found

    # -- the state -----------------------------------------------------------------------------------------------------

    def assembled(self) -> np.ndarray:
        q: np.ndarray = self.pin.neutral(self.model)
        for j, joint in enumerate(self.tree.joints, 1):
            if joint.kind in ("revolute", "prismatic"):
                q[self.model.idx_qs[self.id[j][0]]] = joint.start
        return q

    def rows(self, q: np.ndarray) -> np.ndarray:
        moved = lambda v: self.open(self.pin.integrate(self.model, q, v))  # noqa: E731
        return np.array([slope(lambda x, e=e: moved(x * e)) for e in np.eye(self.model.nv)]).T

    def open(self, q: np.ndarray) -> np.ndarray:
        """How far the two frames of every contact are apart, in the first one."""
        pin, found = self.pin, []
        pin.forwardKinematics(self.model, self.data, q)
        for c in self.contacts:
            one, two = (self.data.oMi[j] * M for j, M in ((c.joint1_id, c.joint1_placement),
                                                          (c.joint2_id, c.joint2_placement)))  # fmt: skip
            apart = one.actInv(two)
            found += [*(pin.log6(apart).vector if c.type == pin.ContactType.CONTACT_6D else apart.translation)]
        return np.array(found)

    def closed(self, q: np.ndarray) -> np.ndarray:
        for _ in range(50):
            gap = self.open(q)
            if np.abs(gap).max() < 1e-15:
                break
            q = self.pin.integrate(self.model, q, -np.linalg.lstsq(self.rows(q), gap, rcond=1e-9)[0])
        assert np.abs(self.open(q)).max() < 1e-12
        return q

    def along(self, rates: np.ndarray) -> np.ndarray:
        """The nearest rates that keep the loops closed."""
        J = self.rows(self.q)
        return np.asarray(rates - np.linalg.lstsq(J, J @ rates, rcond=1e-9)[0])

    def accelerations(self, tau: np.ndarray) -> np.ndarray:
        pin, given = self.pin, (self.contacts, self.seen)
        try:
            pin.initConstraintDynamics(self.model, self.data, *given)
        except TypeError:  # before Pinocchio 4
            pin.initConstraintDynamics(self.model, self.data, self.contacts)
        settings = pin.ProximalSettings(1e-14, 1e-8, 20)
        return np.array(pin.constraintDynamics(self.model, self.data, self.q, self.qd, tau, *given, settings))

    # -- ours ----------------------------------------------------------------------------------------------------------

    @cached_property
    def joints(self) -> dict[str, int]:
        return {joint.name: self.id[j][0] for j, joint in enumerate(self.tree.joints, 1) if joint.moves}

    def positions(self, port: lw.Port) -> np.ndarray:
        """Of a port of joint positions; our quaternions begin with w, Pinocchio's end with it."""
        found: list[float] = []
        for name in dict.fromkeys(path[-1] for path in port.paths):
            j = self.joints[name]
            x = self.q[self.model.idx_qs[j] : self.model.idx_qs[j] + self.model.nqs[j]]
            found += [x[3], *x[:3]] if len(x) == 4 else [*x]
        return np.array(found)

    def rates(self, port: lw.Port, of: np.ndarray) -> np.ndarray:
        places = dict.fromkeys(self.joints[path[-1]] for path in port.paths)
        return np.concatenate([of[self.model.idx_vs[j] : self.model.idx_vs[j] + self.model.nvs[j]] for j in places])


@pytest.mark.parametrize(("name", "independent"), some(
    [*((name, "driven") for name in (*BUILTIN, *OTHERS)), *((name, "platform") for name in PLATFORMS)],
    *((name, "driven") for name in ("five_bar", "inverted_slider_crank", "bennett", "andrews", "hybrid_leg", "p3rrr")),
    *((name, "driven") for name in OTHERS if name != "seven"), ("p3rpr", "platform"), ("gough_stewart", "platform"),
))  # fmt: skip
def test_accelerations_are_those_of_constraint_dynamics(name: str, independent: str, module):
    pin = module("pinocchio")
    robot = heavy(OTHERS[name]() if name in OTHERS else builtin(name))
    pair = Pair(pin, robot)
    fn = lw.model(robot, "forward_dynamics", independent=independent)
    ports = {port.name: port for port in fn.inputs}
    drives = [joint.name for joint in pair.tree.joints if joint.moves and joint.actuated]
    rng = np.random.default_rng(1)
    efforts = {name: float(x) for name, x in zip(drives, 3 * rng.uniform(-1, 1, len(drives)), strict=True)}
    tau = np.zeros(pair.model.nv)
    for joint, x in efforts.items():
        tau[pair.model.idx_vs[pair.joints[joint]]] = x

    expected = pair.accelerations(tau)

    state: dict[str, np.ndarray] = {key: pair.positions(ports[key]) for key in ("q", "q_start") if key in ports}
    state |= {"qd": pair.rates(ports["qd"], pair.qd), "tau": pair.rates(ports["tau"], tau)}
    found = fn(**state)
    if isinstance(found, dict):
        assert found["status"] == 0
        found = found["qdd"]
    expected = pair.rates(ports["qd"], expected)
    assert np.abs(found - expected).max() <= 1e-8 * np.abs(expected).max()
