"""Real robots on a floating base: every model against Pinocchio's with a free flyer, to 1e-10.

Velocities are the same in both: the twist of the base in its own frame, then the joints. The acceleration of the base
is not: ours is that of the point O_0 (classical), theirs the derivative of the components of its velocity (spatial),

    classical = spatial + w x v

so that slopes at constant accelerations differ, too: with D = [w^ -v^; 0 0], the slopes of w x v in the rows and
columns of the base, dtau/dv is theirs - M D, and dqdd/dv theirs + D.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import ModelWarning
from linkwright.expr import value_of
from linkwright.formats import read
from linkwright.models import function
from linkwright.models.framework.frame_options import end_frame
from linkwright.models.identification.regressor_columns import parameter_columns

ROBOTS = {
    "talos": "talos_data/robots/talos_reduced.urdf",
    "anymal": "anymal_b_simple_description/robots/anymal.urdf",
    "solo12": "solo_description/robots/solo12.urdf",
    "icub": "icub_description/robots/icub_reduced.urdf",
    "hyq": "hyq_description/robots/hyq_no_sensors.urdf",
}
SMALL = pytest.mark.parametrize("pair", ["solo12", "hyq"], indirect=True)  # the others take half a minute each
SMALLEST = pytest.mark.parametrize("pair", ["solo12"], indirect=True)


@cache
def load(path: Path) -> lw.Robot:
    """The iCub's axes are a little off the right angles, which snapping would move by 1e-6."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        return read(path, floating=True, snap="icub" not in path.name).without("friction", "rotors")


def close(found: Any, expected: Any) -> None:
    np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-10 * (1 + np.abs(expected).max()))


def symmetric(upper: Any) -> Any:
    return np.triu(upper) + np.triu(upper, 1).T


@dataclass(frozen=True)
class Pair:
    """A robot here and there, and a motion: `q` in Pinocchio's form, rates in its order, the base first."""

    robot: lw.Robot
    pin: Any
    model: Any
    data: Any
    q: np.ndarray
    qd: np.ndarray
    qdd: np.ndarray
    tau: np.ndarray
    joints: np.ndarray  # positions of the joints in Pinocchio's order

    @cached_property
    def order(self) -> list[int]:
        """Of our coordinates in theirs."""
        names = [self.robot.joint(c.link).name for c in self.robot.coordinates if c.link]
        return [*range(6), *(self.model.joints[self.model.getJointId(name)].idx_v for name in names)]

    @property
    def swing(self) -> np.ndarray:
        """w x v in the rows of the base's velocity: classical less spatial acceleration."""
        found = np.zeros(self.model.nv)
        found[:3] = np.cross(self.qd[3:6], self.qd[:3])
        return found

    def ours(self, name: str, **options: Any) -> Any:
        """The outputs of a model at the motion."""
        x, y, z, qx, qy, qz, qw = self.q[:7]
        rates = {kind: getattr(self, kind)[self.order] for kind in ("qd", "qdd", "tau")}
        given = {"base_pose": [x, y, z, qw, qx, qy, qz], "q": self.joints[np.array(self.order[6:]) - 6],
                 "base_twist": rates["qd"][:6], "base_acceleration": rates["qdd"][:6]}  # fmt: skip
        given |= {kind: x[6:] for kind, x in rates.items()}
        fn = function(self.robot, name, options)
        return fn(**{port.name: given[port.name] for port in fn.variables})

    def theirs(self, name: str, *rates: np.ndarray) -> Any:
        return np.array(getattr(self.pin, name)(self.model, self.data, self.q, *rates))

    def vector(self, x: np.ndarray) -> np.ndarray:
        """Theirs in our order."""
        return x[self.order]

    def matrix(self, A: np.ndarray) -> np.ndarray:
        return A[np.ix_(self.order, self.order)]


@pytest.fixture(params=ROBOTS)
def pair(request, robot_data, module) -> Pair:
    pin = module("pinocchio")
    path = robot_data / ROBOTS[request.param]
    model = pin.buildModelFromUrdf(str(path), pin.JointModelFreeFlyer())
    model.armature[:] = 0
    source = np.random.default_rng(11)
    joints = source.uniform(-1.5, 1.5, model.nv - 6)
    qd, qdd, tau = source.uniform(-1.5, 1.5, (3, model.nv))
    tau[:6] = 0
    q = pin.integrate(model, pin.neutral(model), np.concatenate([np.zeros(6), joints]))
    Q = source.normal(size=4)
    q[:7] = [*source.uniform(-1, 1, 3), *Q / np.linalg.norm(Q)]
    return Pair(load(path), pin, model, model.createData(), q, qd, qdd, 10 * tau, joints)


# -- dynamics ---------------------------------------------------------------------------------------------------------


def test_inverse_dynamics_is_rnea_at_the_acceleration_that_leaves_the_base_free(pair):
    """Our base acceleration, put into Pinocchio's inverse dynamics, needs no wrench on the base and our efforts."""
    found = pair.ours("inverse_dynamics")
    v = pair.qdd.copy()
    v[:6] = found["base_acceleration"]
    tau = pair.theirs("rnea", pair.qd, v - pair.swing)
    close(tau[:6], np.zeros(6))
    close(found["tau"], pair.vector(tau)[6:])


def test_forward_dynamics_is_aba(pair):
    found = pair.ours("forward_dynamics")
    a = pair.theirs("aba", pair.qd, pair.tau) + pair.swing
    close([*found["base_acceleration"], *found["qdd"]], pair.vector(a))


def test_inertia_matrix_is_crba_and_its_inverse_is_the_inverse(pair):
    close(pair.ours("inertia_matrix"), pair.matrix(symmetric(pair.theirs("crba"))))
    close(pair.ours("inverse_inertia_matrix"), pair.matrix(symmetric(pair.theirs("computeMinverse"))))


def test_bias_and_gravity_are_those_of_pinocchio(pair):
    """At classical acceleration 0 the spatial one is -w x v."""
    g = pair.theirs("computeGeneralizedGravity")
    h = pair.theirs("rnea", pair.qd, -pair.swing)
    close(pair.ours("gravity_vector"), pair.vector(g))
    close(pair.ours("bias_vector"), pair.vector(h))
    close(pair.ours("coriolis_vector"), pair.vector(h - g))
    M = symmetric(pair.theirs("crba"))
    close(h, pair.theirs("nonLinearEffects", pair.qd) - M @ pair.swing)


def test_energies_are_those_of_pinocchio(pair):
    close(pair.ours("kinetic_energy"), pair.theirs("computeKineticEnergy", pair.qd))
    close(pair.ours("potential_energy"), pair.theirs("computePotentialEnergy"))


def test_momenta_are_the_centroidal_ones(pair):
    h = pair.pin.computeCentroidalMomentum(pair.model, pair.data, pair.q, pair.qd)
    found = pair.ours("momenta")
    close(found["p"], h.linear)
    close(found["Lc"], h.angular)
    close(found["L"], h.angular + np.cross(pair.data.com[0], h.linear))


# -- kinematics -------------------------------------------------------------------------------------------------------


def test_centre_of_mass_and_its_jacobian_are_those_of_pinocchio(pair):
    close(pair.ours("centre_of_mass", reference="world"), pair.theirs("centerOfMass"))
    J = pair.theirs("jacobianCenterOfMass")[:, pair.order]
    close(pair.ours("centre_of_mass_jacobian", projection="world"), J)


def test_jacobians_and_their_rates_are_those_of_pinocchio(pair):
    """Of the origin of Pinocchio's frame of the last joint, in the directions of the world."""
    pin, model, data = pair.pin, pair.model, pair.data
    name = pair.robot.joint(end_frame(pair.robot.changed(frames=()))).name
    i = model.getJointId(name)
    pin.computeJointJacobiansTimeVariation(model, data, pair.q, pair.qd)
    pin.forwardKinematics(model, data, pair.q, pair.qd, -pair.swing)
    close(pair.ours("transform", frame=name, reference="world"), data.oMi[i].homogeneous)
    options = {"frame": name, "projection": "world"}
    close(
        pair.ours("jacobian", **options), pin.getJointJacobian(model, data, i, pin.LOCAL_WORLD_ALIGNED)[:, pair.order]
    )
    rate = pin.getJointJacobianTimeVariation(model, data, i, pin.LOCAL_WORLD_ALIGNED)[:, pair.order]
    close(pair.ours("jacobian_dot", **options), rate)
    drift = pin.getClassicalAcceleration(model, data, i, pin.LOCAL_WORLD_ALIGNED).vector
    close(pair.ours("jdot_qdot", **options), drift)


# -- derivatives and regressors ---------------------------------------------------------------------------------------


def swing_slopes(pair: Pair) -> np.ndarray:
    """D: the slopes of w x v."""
    D, skew = np.zeros((pair.model.nv,) * 2), pair.pin.skew
    D[:3, :3], D[:3, 3:6] = skew(pair.qd[3:6]), -skew(pair.qd[:3])
    return D


@SMALL
def test_derivatives_of_inverse_dynamics_are_those_of_pinocchio(pair):
    found = pair.ours("inverse_dynamics_derivatives")
    pair.pin.computeRNEADerivatives(pair.model, pair.data, pair.q, pair.qd, pair.qdd - pair.swing)
    M, D = symmetric(pair.data.M), swing_slopes(pair)
    close(found["dtau_dq"], pair.matrix(pair.data.dtau_dq))
    close(found["dtau_dqd"], pair.matrix(pair.data.dtau_dv - M @ D))
    close(found["dtau_dqdd"], pair.matrix(M))


@SMALLEST
def test_derivatives_of_forward_dynamics_are_those_of_pinocchio(pair):
    found = pair.ours("forward_dynamics_derivatives")
    pair.pin.computeABADerivatives(pair.model, pair.data, pair.q, pair.qd, pair.tau)
    close(found["dqdd_dq"], pair.matrix(pair.data.ddq_dq))
    close(found["dqdd_dqd"], pair.matrix(pair.data.ddq_dv + swing_slopes(pair)))
    close(found["dqdd_dtau"], pair.matrix(symmetric(pair.data.Minv))[:, 6:])  # nothing drives the base


@SMALLEST
def test_regressor_times_parameters_is_rnea(pair):
    p = [value_of(c.value) for c in parameter_columns(pair.robot)]
    tau = pair.theirs("rnea", pair.qd, pair.qdd - pair.swing)
    close(pair.ours("regressor") @ p, pair.vector(tau))
