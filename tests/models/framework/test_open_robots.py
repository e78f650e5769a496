"""Open robots of every structure have every model: ball joints, floating bases, springs, couplings, alone and together.

Models are proven against mechanics from first principles (`linkwright.verification`), and those with Lie groups in
them are compared with Pinocchio's, whose spherical joints and free flyers have the same twists.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linkwright.errors import RobotError
from linkwright.expr import value_of
from linkwright.models import function
from linkwright.models.framework.model import models
from linkwright.optimize import optimize
from linkwright.robot import Base, Body, Joint, Robot
from linkwright.robot.parts import Coupling, Term
from linkwright.robot.robot import GEOMETRY
from linkwright.targets import find_target
from linkwright.verification import arms
from linkwright.verification.languages import check_language
from linkwright.verification.laws import laws
from tests.support.some import some

OF_CONSTRAINTS = {
    "configuration_accelerations", "configuration_kinematics", "constraint_forces", "constraint_jacobian",
    "constraint_jacobian_dot", "constraint_map", "constraints", "dependent_motion", "odometry",
}  # fmt: skip
OF_PLATFORMS = {"joint_positions", "platform_inverse_jacobian", "platform_inverse_jacobian_dot"}
OF_ARMS = {"inverse_geometry"}  # as many joints as the task has freedoms
OPEN = set(models()) - OF_CONSTRAINTS - OF_PLATFORMS - OF_ARMS
OPTIONS: dict[str, dict[str, str]] = {  # frame 3 has one joint more than rows, and a base that floats six
    "inverse_jacobian": {"rows": "vx,vy", "joints": "1,3"}, "jacobian_determinant": {"rows": "vx,vy", "joints": "1,3"},
    "operational_space_inertia": {"rows": "vx,vy"},
}  # fmt: skip
SPRING: Any = {"flexible": True, "stiffness": 200, "damping": 0.3, "rest": 0.2}
MOVING = Base(velocity=(1, "vb", 0), angular_velocity=("wb", 0.3, 0.2), angular_acceleration=(0.1, 0.7, "wdb"),
              acceleration=(0.4, 0.1, "ab"))  # fmt: skip
FLOATING = Base(kind="floating", body=Body(XX=0.4, XY=0.02, YY=0.5, ZZ=0.6, MX=0.1, MZ=0.3, M=4))


def body(k: int) -> Body:
    return Body(XX=0.1 * k, XY=0.01, XZ=0.02, YY=0.12 * k, YZ=-0.01, ZZ=0.15 * k, MX=0.2, MY=-0.1 * k, MZ=0.15, M=k)


def robot(base: Base | None = None, ball: bool = False, elastic: bool = False, coupled: bool = False) -> Robot:
    """A tree: two branches beyond the second joint, which is a hinge, a ball, or a spring with a rotor behind it."""
    second: Any = {"kind": "ball"} if ball else {"rotor": 0.2, **SPRING} if elastic else {}
    third: Any = SPRING if elastic else {}
    joints = (
        Joint(name="a", alpha="pi/2", d=0.1, theta=0.3, body=body(1), rotor=0.1, viscous=0.05),
        Joint(name="b", parent=1, alpha=0.4, d=0.3, r=0.1, body=body(2), **second),
        Joint(name="c", parent=2, kind="prismatic", gamma=0.3, alpha="-pi/2", d=0.1, body=body(1), **third),
        Joint(name="d", parent=2, alpha=0.3, d=0.2, body=body(1)),
    )
    couplings = (Coupling(4, (Term(1, 0.5), Term(3, 2)), 0.1),) if coupled else ()
    return Robot(name="r", joints=joints, base=base or Base(), couplings=couplings, gravity=(0.5, 0.3, -9.81))


STRUCTURES = {
    "held": robot(), "led": robot(MOVING), "floating": robot(FLOATING), "ball": robot(ball=True),
    "ball on floating": robot(FLOATING, ball=True), "elastic": robot(elastic=True),
    "elastic on floating": robot(FLOATING, elastic=True), "coupled": robot(coupled=True),
    "coupled on floating": robot(FLOATING, coupled=True), "ball on led": robot(MOVING, ball=True),
}  # fmt: skip


@pytest.mark.parametrize("structure", some(STRUCTURES, "led", "ball on floating", "elastic", "coupled on floating"))
def test_every_model_is_there_for_every_structure(structure):
    refused = set()
    for name in OPEN:
        try:
            function(STRUCTURES[structure], name, OPTIONS.get(name, {}))
        except RobotError:
            refused.add(name)
    assert refused == set()


@pytest.mark.parametrize("orientation", some(["rpy", "zxz", "unit_quaternion"], "unit_quaternion", "zxz"))
def test_every_model_of_a_floating_base_is_there_for_every_orientation(orientation):
    for name in OPEN:
        options = {**OPTIONS.get(name, {}), "orientation": orientation}
        assert function(STRUCTURES["ball on floating" if "q" in orientation else "floating"], name, options).outputs


LAWS_OF_ARMS = {law.name for law in arms.LAWS}
WITHOUT_LAWS = {"Newton-Euler = Lagrange", "base parameters are minimal"}  # of orientations; of couplings


@pytest.mark.parametrize("structure", some([name for name in STRUCTURES if name != "held"],
                                         "elastic on floating", "coupled", "ball on led"))  # fmt: skip
def test_every_law_holds_for_every_structure(structure):
    outcomes = {name: check() for name, check in laws(STRUCTURES[structure]) if name not in LAWS_OF_ARMS}
    assert [c for c in outcomes.values() if c.outcome == "failed"] == []
    assert {name for name, c in outcomes.items() if c.outcome == "skipped"} <= WITHOUT_LAWS


# -- Pinocchio --------------------------------------------------------------------------------------------------------


class Pair:
    """A robot here and there, in one motion. Rates are the same; of positions, theirs have x, y, z, w."""

    def __init__(self, pin: Any, ours: Robot) -> None:
        self.pin, self.robot = pin, ours.without("friction", "rotors")
        self.model = model = pin.Model()
        links = [0]
        if ours.freedoms(0):
            links = [model.addJoint(0, pin.JointModelFreeFlyer(), pin.SE3.Identity(), "base")]
            self._append(links[0], ours.base.body)
        kinds = {"revolute": pin.JointModelRZ, "prismatic": pin.JointModelPZ, "ball": pin.JointModelSpherical}
        for joint in self.robot.joints:
            T = placement(joint)
            links.append(model.addJoint(links[joint.parent], kinds[joint.kind](), pin.SE3(T), joint.name))
            self._append(links[-1], joint.body)
        model.gravity.linear = np.array([value_of(x) for x in self.robot.gravity])
        self.links, self.data = links, model.createData()
        draw = np.random.default_rng(5)
        self.q = pin.integrate(model, pin.neutral(model), draw.uniform(-1, 1, model.nv))
        self.v, self.a = draw.uniform(-1, 1, (2, model.nv))

    def _append(self, j: int, body: Body) -> None:
        XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M = map(value_of, body.inertia)
        c, J = np.array([MX, MY, MZ]) / M, np.array([[XX, XY, XZ], [XY, YY, YZ], [XZ, YZ, ZZ]])
        about = J - M * (c @ c * np.eye(3) - np.outer(c, c))
        self.model.appendBodyToJoint(j, self.pin.Inertia(M, c, about), self.pin.SE3.Identity())

    @property
    def floats(self) -> bool:
        return bool(self.robot.freedoms(0))

    @property
    def swing(self) -> Any:
        """w x v: classical less spatial acceleration."""
        found = np.zeros(self.model.nv)
        if self.floats:
            found[:3] = np.cross(self.v[3:6], self.v[:3])
        return found

    @property
    def swing_slopes(self) -> Any:
        """Of w x v by the rates."""
        D = np.zeros((self.model.nv,) * 2)
        if self.floats:
            D[:3, :3], D[:3, 3:6] = skew(self.v[3:6]), -skew(self.v[:3])
        return D

    def ours(self, name: str, **options: Any) -> Any:
        """At the motion: quaternions with w first."""
        parts = []
        for joint in self.model.joints[1:]:
            part = self.q[joint.idx_q : joint.idx_q + joint.nq]
            parts.append([*part[:-4], part[-1], *part[-4:-1]] if joint.nq >= 4 else part)
        n = 6 * self.floats
        given = {"qd": self.v[n:], "qdd": self.a[n:], "q": np.concatenate(parts[self.floats :])}
        given |= {"base_pose": parts[0], "base_twist": self.v[:6], "base_acceleration": self.a[:6]}
        fn = function(self.robot, name, options)
        return fn(**{port.name: given[port.name] for port in fn.variables})


def skew(a: Any) -> Any:
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def placement(joint: Joint) -> Any:
    """Of its frame at position 0: Rot(z, gamma) Trans(z, b) Rot(x, alpha) Trans(x, d) Rot(z, theta) Trans(z, r)."""
    gamma, b, alpha, d, theta, r = (value_of(getattr(joint, name)) for name in GEOMETRY)
    T = np.eye(4)
    for axis, angle, shift in (("z", gamma, b), ("x", alpha, d), ("z", theta, r)):
        s, c = np.sin(angle), np.cos(angle)
        step = np.eye(4)
        step[:3, :3] = [[1, 0, 0], [0, c, -s], [0, s, c]] if axis == "x" else [[c, -s, 0], [s, c, 0], [0, 0, 1]]
        step["xyz".index(axis), 3] = shift
        T = T @ step
    return T


def close(found: Any, expected: Any) -> None:
    np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-10 * (1 + np.abs(expected).max()))


PAIRS = pytest.mark.parametrize("structure", ["ball", "floating", "ball on floating"])


@PAIRS
def test_slopes_of_inverse_dynamics_are_those_of_pinocchio(structure, module):
    p = Pair(module("pinocchio"), STRUCTURES[structure])
    found = p.ours("inverse_dynamics_derivatives")
    q, v, M = (np.array(x) for x in p.pin.computeRNEADerivatives(p.model, p.data, p.q, p.v, p.a - p.swing))
    M = np.triu(M) + np.triu(M, 1).T
    close(found["dtau_dq"], q)
    close(found["dtau_dqd"], v - M @ p.swing_slopes)
    close(found["dtau_dqdd"], M)


@PAIRS
def test_coriolis_matrix_is_that_of_pinocchio(structure, module):
    p = Pair(module("pinocchio"), STRUCTURES[structure])
    close(p.ours("coriolis_matrix"), np.array(p.pin.computeCoriolisMatrix(p.model, p.data, p.q, p.v)))


@PAIRS
@pytest.mark.parametrize("frame", [3, 4])
def test_hessian_is_the_rate_of_pinocchios_jacobian(structure, frame, module):
    """Of a frame in its own directions, where one freedom of base or joints moves with rate 1.

    What Pinocchio calls a kinematic Hessian is not the derivative of its Jacobian.
    """
    p = Pair(module("pinocchio"), STRUCTURES[structure])
    n = p.model.nv
    found = np.asarray(p.ours("hessian", frame=frame, projection=frame)).reshape(6, n, n)
    for k, e in enumerate(np.eye(n)):
        p.pin.computeJointJacobiansTimeVariation(p.model, p.data, p.q, e)
        local = p.pin.ReferenceFrame.LOCAL
        close(found[:, :, k], np.array(p.pin.getJointJacobianTimeVariation(p.model, p.data, p.links[frame], local)))


# -- emitted code -----------------------------------------------------------------------------------------------------

EMITTED = (
    "inverse_dynamics", "forward_dynamics", "inverse_dynamics_derivatives", "forward_dynamics_derivatives",
    "coriolis_matrix", "hessian", "inverse_jacobian", "jacobian_determinant", "manipulability", "cut_jacobian",
)  # fmt: skip


@pytest.mark.parametrize(
    "structure", some(["ball on floating", "elastic on floating", "coupled on floating"], "ball on floating")
)
def test_packages_pass_their_own_tests(structure):
    """In C, Python and JavaScript, as their tools run them; what they expect is from before optimization."""
    derived = [function(STRUCTURES[structure], name, OPTIONS.get(name, {})) for name in EMITTED]
    emitted = [optimize(fn) for fn in derived]
    for language in ("c", "python", "javascript"):
        target = find_target(language)
        outcome = check_language(language, target, emitted, derived)
        assert outcome.outcome == "passed" or "not installed" in outcome.detail, outcome


# -- square Jacobians -------------------------------------------------------------------------------------------------


def wrist(base: Base | None = None) -> Robot:
    """A regional arm with a ball joint for a wrist."""
    joints = (
        Joint(body=body(1)), Joint(parent=1, alpha="pi/2", body=body(1)), Joint(parent=2, d=0.4, body=body(1)),
        Joint(parent=3, kind="ball", d=0.3, r=0.1, body=body(2)),
    )  # fmt: skip
    return Robot(name="wrist", joints=joints, base=base or Base())


@pytest.mark.parametrize("options", [
    {"joints": "1,2,3,4"}, {"joints": "1,2,3,4", "projection": "2"}, {"joints": "1,2,3", "rows": "vx,vz,wz"},
    {"joints": "1,2,3", "rows": "vx,vz,wy", "projection": "world"}, {"joints": "4", "rows": "angular"},
])  # fmt: skip
@pytest.mark.parametrize("base", [Base(), FLOATING], ids=["held", "floating"])
def test_inverse_and_determinant_are_those_of_the_columns(base, options):
    arm = wrist(base)
    given = {"q": [0.3, 0.4, -0.7, 0.2, 0.9, -0.3, 0.5], "base_pose": [1, 2, 3, 0.4, -0.2, 0.7, 0.6]}

    def at(name: str, options: dict[str, str]) -> Any:
        fn = function(arm, name, options)
        return fn(**{port.name: given[port.name] for port in fn.variables})

    J = np.asarray(at("jacobian", {k: v for k, v in options.items() if k == "projection"}))
    columns = [k for k, c in enumerate(arm.coordinates) if str(c.link) in options["joints"].split(",")]
    twist = ["vx", "vy", "vz", "wx", "wy", "wz"]
    names = {"all": twist, "angular": twist[3:]}.get(options.get("rows", "all")) or options["rows"].split(",")
    square = J[[twist.index(name) for name in names]][:, columns]
    det = at("jacobian_determinant", options)
    close(det["det"] if isinstance(det, dict) else det, np.linalg.det(square))
    close(at("inverse_jacobian", options), np.linalg.inv(square))
    close(at("manipulability", options), abs(np.linalg.det(square)))
