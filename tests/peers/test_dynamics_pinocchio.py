"""Real robots: the dynamic models against Pinocchio's algorithms in 6-D spatial vectors, to 1e-10."""

from __future__ import annotations

import warnings
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import ModelWarning
from linkwright.formats import read
from linkwright.models import function
from tests.support.oracle import moving

ROBOTS = {
    "ur5": "ur_description/urdf/ur5_robot.urdf",
    "panda": "panda_description/urdf/panda.urdf",
    "talos": "talos_data/robots/talos_reduced.urdf",
}


class Pair(NamedTuple):
    """A robot here and there, and a motion of it."""

    robot: lw.Robot
    pin: Any
    model: Any
    data: Any
    order: list[int]  # Pinocchio's joints among ours
    q: np.ndarray
    qd: np.ndarray
    tau: np.ndarray

    def ours(self, name: str, **options: Any) -> Any:
        """The outputs of a model at the motion."""
        fn = function(self.robot, name, options)
        motion = {"q": self.q, "qd": self.qd, "tau": self.tau}
        return fn(**{port.name: motion[port.name] for port in fn.variables})

    @property
    def there(self) -> tuple[Any, Any, np.ndarray, np.ndarray, np.ndarray]:
        """model, data, q, v, tau in Pinocchio's order."""
        return self.model, self.data, self.q[self.order], self.qd[self.order], self.tau[self.order]

    def assert_vector(self, found: Any, expected: Any) -> None:
        close(np.asarray(found)[self.order], expected)

    def assert_matrix(self, found: Any, expected: Any) -> None:
        close(np.asarray(found)[np.ix_(self.order, self.order)], expected)


def close(found: Any, expected: Any) -> None:
    np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-10 * (1 + np.abs(expected).max()))


@cache
def load(path: Path) -> lw.Robot:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        return read(path).without("friction", "rotors", "couplings")


@pytest.fixture(params=ROBOTS)
def pair(request, robot_data, module) -> Pair:
    pin = module("pinocchio")
    path = robot_data / ROBOTS[request.param]
    model, robot = pin.buildModelFromUrdf(str(path)), load(path)
    model.armature[:] = 0
    row = {robot.joint(j).name: k for k, j in enumerate(moving(robot))}
    rng = np.random.default_rng(11)
    q, qd, tau = rng.uniform(-1.5, 1.5, (3, len(row)))
    return Pair(robot, pin, model, model.createData(), [row[name] for name in list(model.names)[1:]], q, qd, 10 * tau)


def test_inertia_matrix_is_that_of_crba(pair):
    model, data, q, _, _ = pair.there
    M = pair.pin.crba(model, data, q)
    pair.assert_matrix(pair.ours("inertia_matrix"), np.triu(M) + np.triu(M, 1).T)


def test_inverse_inertia_matrix_is_that_of_pinocchio(pair):
    model, data, q, _, _ = pair.there
    Minv = pair.pin.computeMinverse(model, data, q)
    pair.assert_matrix(pair.ours("inverse_inertia_matrix"), np.triu(Minv) + np.triu(Minv, 1).T)


def test_vectors_are_those_of_pinocchio(pair):
    model, data, q, qd, _ = pair.there
    g = pair.pin.computeGeneralizedGravity(model, data, q).copy()
    h = pair.pin.nonLinearEffects(model, data, q, qd).copy()
    pair.assert_vector(pair.ours("gravity_vector"), g)
    pair.assert_vector(pair.ours("bias_vector"), h)
    pair.assert_vector(pair.ours("coriolis_vector"), h - g)


def test_coriolis_matrix_is_that_of_pinocchio(pair):
    model, data, q, qd, _ = pair.there
    pair.assert_matrix(pair.ours("coriolis_matrix"), pair.pin.computeCoriolisMatrix(model, data, q, qd))


def test_inertia_matrix_dot_is_twice_the_symmetric_part_of_the_coriolis_matrix(pair):
    model, data, q, qd, _ = pair.there
    C = pair.pin.computeCoriolisMatrix(model, data, q, qd)
    pair.assert_matrix(pair.ours("inertia_matrix_dot"), C + C.T)


def test_forward_dynamics_is_that_of_aba(pair):
    model, data, q, qd, tau = pair.there
    pair.assert_vector(pair.ours("forward_dynamics"), pair.pin.aba(model, data, q, qd, tau))


def test_energies_are_those_of_pinocchio(pair):
    """Potential energies differ by what is fixed to the ground, the same at every position."""
    model, data, q, qd, _ = pair.there
    close(pair.ours("kinetic_energy"), pair.pin.computeKineticEnergy(model, data, q, qd))
    moved = pair._replace(q=pair.q + 0.3)
    here = pair.ours("potential_energy") - moved.ours("potential_energy")
    there = pair.pin.computePotentialEnergy(model, data, q)
    there -= pair.pin.computePotentialEnergy(model, data, moved.q[pair.order])
    close(here, there)


def test_momenta_are_those_of_pinocchio(pair):
    model, data, q, qd, _ = pair.there
    h = pair.pin.computeCentroidalMomentum(model, data, q, qd)
    found = pair.ours("momenta")
    close(found["p"], h.linear)
    close(found["Lc"], h.angular)
    close(found["L"], h.angular + np.cross(data.com[0], h.linear))


@pytest.mark.parametrize("pair", ["ur5", "panda"], indirect=True)
def test_base_parameters_give_the_same_numbers(pair):
    """Grouped parameters of a robot with numbers, optimized, against Pinocchio."""
    model, data, q, qd, tau = pair.there
    fn = lw.model(pair.robot, "forward_dynamics", parameters="base")
    pair.assert_vector(fn(q=pair.q, qd=pair.qd, tau=pair.tau), pair.pin.aba(model, data, q, qd, tau))
