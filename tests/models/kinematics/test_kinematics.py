"""How links move, against the derivative of where they are, and real robots against Pinocchio."""

from __future__ import annotations

import warnings
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linkwright import compiler, formats
from linkwright.errors import InputError, ModelWarning, RobotError
from linkwright.expr import make_symbol
from linkwright.expr.derivative import jacobian
from linkwright.models import function
from linkwright.models.framework.frame_options import end_frame
from linkwright.robot import Robot
from tests.support.laws import Laws, apply, cross, evaluate, times
from tests.support.oracle import _base, _product, _step, moving
from tests.support.strategies import chain, joint, numbers_for, state_for, trees

TOLERANCE = 1e-10


@settings(max_examples=40)
@given(trees(max_joints=6, exact=False, base_motion=True), st.integers(0, 99), st.data())
def test_velocities_and_accelerations_are_derivatives_of_the_poses(robot, seed, data):
    """Poses as Taylor series of 4 x 4 matrices along the motion: no angular velocity in them."""
    numbers, (q, qd, qdd) = numbers_for(robot, seed), state_for(robot, seed)
    row = {j: (q[k], qd[k], qdd[k]) for k, j in enumerate(moving(robot))}
    series = [_base(robot, numbers)]
    for j, one in enumerate(robot.joints, 1):
        series.append(_product(series[one.parent], _step(one, row.get(j, (0.0, 0.0, 0.0)), numbers)))
    projection: Any = data.draw(st.one_of(st.just("link"), st.integers(0, len(robot))))
    speed = evaluate(robot, "velocities", seed, projection=projection)
    rate = evaluate(robot, "accelerations", seed, projection=projection)
    for j in range(1, len(robot) + 1):
        T, T1, T2 = series[j]
        R = T[:3, :3]
        to = series[j if projection == "link" else projection][0][:3, :3].T
        W, Wd = T1[:3, :3] @ R.T, T2[:3, :3] @ R.T + T1[:3, :3] @ T1[:3, :3].T
        np.testing.assert_allclose(speed["w"][j - 1], to @ [W[2, 1], W[0, 2], W[1, 0]], atol=1e-9)
        np.testing.assert_allclose(speed["v"][j - 1], to @ T1[:3, 3], atol=1e-9)
        np.testing.assert_allclose(rate["wd"][j - 1], to @ [Wd[2, 1], Wd[0, 2], Wd[1, 0]], atol=1e-9)
        np.testing.assert_allclose(rate["vd"][j - 1], to @ T2[:3, 3], atol=1e-9)


@settings(max_examples=15)
@given(trees(max_joints=4), st.data())
def test_velocities_and_accelerations_are_those_of_the_jacobian(robot, data):
    """v = J qd, vd = J qdd + Jd qd."""
    if not robot.coordinates:
        return
    j, p = data.draw(st.integers(1, len(robot))), data.draw(st.integers(0, len(robot)))
    laws, options = Laws(robot), {"frame": j, "projection": p}
    J = laws.matrix("jacobian", **options)
    qd, qdd = laws.state("qd"), laws.state("qdd")
    both = [laws.vector("velocities", name, frames=j, projection=p) for name in ("v", "w")]
    laws.assert_equal(both[0] + both[1], apply(J, qd))
    both = [laws.vector("accelerations", name, frames=j, projection=p) for name in ("vd", "wd")]
    bias = laws.vector("jdot_qdot", **options)
    laws.assert_equal(both[0] + both[1], [a + b for a, b in zip(apply(J, qdd), bias, strict=True)])


@settings(max_examples=15)
@given(trees(max_joints=4), st.data())
def test_centre_of_mass_is_the_mean_of_the_links(robot, data):
    reference = data.draw(st.integers(0, len(robot)))
    laws = Laws(robot)
    total: Any = 0
    moment: list[Any] = [0, 0, 0]
    for j, one in enumerate(robot.joints, 1):
        T = laws.matrix("transform", frame=j, reference=reference)
        mass, arm = laws.into(one.body.M), [laws.into(x) for x in one.body.inertia.MS]
        total = total + mass
        moment = [m + a for m, a in zip(moment, apply(T, [*arm, mass])[:3], strict=True)]
    if laws.lift([total])[0].is_zero:
        with pytest.raises(RobotError, match="no mass"):
            laws.vector("centre_of_mass", reference=reference)
        return
    laws.assert_equal([x * total for x in laws.vector("centre_of_mass", reference=reference)], moment)


@settings(max_examples=15)
@given(trees(max_joints=4), st.data())
def test_jacobian_of_the_centre_of_mass_is_its_derivative(robot, data):
    laws = Laws(robot)
    if not robot.coordinates or laws.lift([sum(laws.into(one.body.M) for one in robot.joints)])[0].is_zero:
        return
    c, q = laws.lift(laws.vector("centre_of_mass")), laws.state("q")
    laws.assert_equal(jacobian(c, q), laws.matrix("centre_of_mass_jacobian"))
    p = data.draw(st.integers(0, len(robot)))
    R = [row[:3] for row in laws.matrix("transform", frame=0, reference=p)[:3]]
    laws.assert_equal(
        times(R, laws.matrix("centre_of_mass_jacobian")), laws.matrix("centre_of_mass_jacobian", projection=p)
    )


def test_velocity_of_a_point_turns_with_its_frame():
    """v' = v + w x R p, the law of the rigid body, for a point of a link."""
    arm = chain("arm", {"alpha": "a"}, {"d": "L", "kind": "prismatic", "alpha": "b"}, {"d": "D"})
    laws = Laws(arm)
    J, at = laws.matrix("jacobian"), laws.matrix("jacobian", point="x,y,z")
    R = [row[:3] for row in laws.matrix("transform")[:3]]
    p = apply(R, [make_symbol(laws.graph, s) for s in "xyz"])
    for k in range(3):
        column = [row[k] for row in J]
        moved = cross(column[3:], p)
        carried = [a + b for a, b in zip(column[:3], moved, strict=True)]
        laws.assert_equal([row[k] for row in at], carried + column[3:])


def test_grouped_masses_have_no_centre():
    with pytest.raises(InputError, match="standard"):
        compiler.model(chain("arm", {}), "centre_of_mass", parameters="base")


# -- Pinocchio --------------------------------------------------------------------------------------------------------

FILES = {
    "ur5": "ur_description/urdf/ur5_robot.urdf",
    "panda": "panda_description/urdf/panda.urdf",
    "talos": "talos_data/robots/talos_reduced.urdf",
}


@cache
def loaded(path: Path) -> Robot:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        return formats.read(path).without("couplings")


@pytest.fixture(params=sorted(FILES))
def real(request, robot_data, module) -> Any:
    """A real robot, as we and as Pinocchio read it, at a random state; `to_pin` puts joints in Pinocchio's order."""
    pin, path = module("pinocchio"), robot_data / FILES[request.param]
    robot, model = loaded(path), pin.buildModelFromUrdf(str(path))
    data, source = model.createData(), np.random.default_rng(7)
    ids = [model.getJointId(robot.joint(j).name) for j in moving(robot)]
    order = [model.joints[i].idx_v for i in ids]
    q, qd = source.uniform(-1, 1, (2, model.nv))
    at = pin.integrate(model, pin.neutral(model), q)
    state = (q[order], qd[order], [0.0] * len(order))
    return SimpleNamespace(pin=pin, robot=robot, model=model, data=data, ids=ids, order=order, q=at, qd=qd, state=state)


def offset(real: Any, j: int) -> Any:
    """Pinocchio's joint frame in ours: the same link, so constant. Taken at the zero position."""
    zero = real.pin.neutral(real.model)
    real.pin.forwardKinematics(real.model, real.data, zero)
    still = [0.0] * len(real.order)
    ours = evaluate(real.robot, "transform", state=(still, still, still), frame=j)
    return np.linalg.inv(ours) @ real.data.oMi[real.ids[moving(real.robot).index(j)]].homogeneous


def test_placements_are_those_of_pinocchio(real):
    ours = evaluate(real.robot, "direct_geometry", state=real.state, frames="all")
    offsets = {j: offset(real, j) for j in moving(real.robot)}
    real.pin.forwardKinematics(real.model, real.data, real.q)
    for j, i in zip(moving(real.robot), real.ids, strict=True):
        np.testing.assert_allclose(ours[f"T{j}"] @ offsets[j], real.data.oMi[i].homogeneous, atol=TOLERANCE)


def test_jacobians_and_their_derivatives_are_those_of_pinocchio(real):
    pin, model, data = real.pin, real.model, real.data
    j = end_frame(real.robot.changed(frames=()))
    i, name = real.ids[moving(real.robot).index(j)], real.robot.joint(j).name  # of the joint: the link behind it
    pin.computeJointJacobiansTimeVariation(model, data, real.q, real.qd)
    pin.forwardKinematics(model, data, real.q, real.qd, 0 * real.qd)
    options: dict[str, Any] = {"frame": name}
    world = pin.getJointJacobian(model, data, i, pin.LOCAL_WORLD_ALIGNED)[:, real.order]
    np.testing.assert_allclose(evaluate(real.robot, "jacobian", state=real.state, **options), world, atol=TOLERANCE)
    local = pin.getJointJacobian(model, data, i, pin.LOCAL)[:, real.order]
    ours = evaluate(real.robot, "jacobian", state=real.state, **options, projection=name)
    np.testing.assert_allclose(ours, local, atol=TOLERANCE)
    rate = pin.getJointJacobianTimeVariation(model, data, i, pin.LOCAL)[:, real.order]
    ours = evaluate(real.robot, "jacobian_dot", state=real.state, **options, projection=name, derivative="entries")
    np.testing.assert_allclose(ours, rate, atol=TOLERANCE)
    drift = pin.getClassicalAcceleration(model, data, i, pin.LOCAL_WORLD_ALIGNED).vector  # qdd = 0
    ours = evaluate(real.robot, "jdot_qdot", state=real.state, **options)
    np.testing.assert_allclose(ours, drift, atol=TOLERANCE)


def test_centre_of_mass_and_its_jacobian_are_those_of_pinocchio(real):
    pin = real.pin
    com = pin.centerOfMass(real.model, real.data, real.q).copy()
    J = pin.jacobianCenterOfMass(real.model, real.data, real.q)[:, real.order]
    np.testing.assert_allclose(evaluate(real.robot, "centre_of_mass", state=real.state), com, atol=TOLERANCE)
    np.testing.assert_allclose(evaluate(real.robot, "centre_of_mass_jacobian", state=real.state), J, atol=TOLERANCE)


def test_velocities_of_all_links_are_those_of_pinocchio(real):
    ours = evaluate(real.robot, "velocities", state=real.state, projection=0)
    offsets = {j: offset(real, j) for j in moving(real.robot)}
    real.pin.forwardKinematics(real.model, real.data, real.q, real.qd)
    for j, i in zip(moving(real.robot), real.ids, strict=True):
        theirs = real.pin.getVelocity(real.model, real.data, i, real.pin.LOCAL_WORLD_ALIGNED)
        arm = real.data.oMi[i].rotation @ offsets[j][:3, :3].T @ offsets[j][:3, 3]
        w = ours["w"][j - 1]
        np.testing.assert_allclose(w, theirs.angular, atol=TOLERANCE)
        np.testing.assert_allclose(ours["v"][j - 1] + np.cross(w, arm), theirs.linear, atol=TOLERANCE)


def test_a_frame_on_the_base_does_not_move():
    arm = Robot(name="arm", joints=(joint(kind="fixed", d="L"), joint(parent=1)))
    assert function(arm, "jacobian", {"frame": 1}).cost.total == 0
    assert not evaluate(arm, "jacobian_dot", frame=1).any()
    assert not evaluate(arm, "hessian", frame=0).any()
