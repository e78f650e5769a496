"""Two formulations of the same efforts: Newton-Euler and Lagrange, proven equal in the prime field."""

import pytest
from hypothesis import given

import linkwright as lw
from linkwright.errors import RobotError
from linkwright.expr import prove_equal
from linkwright.models import function
from linkwright.models.dynamics.formulations.lagrange import LAGRANGE_MODEL
from tests.support.strategies import trees


def assert_proven(robot: lw.Robot) -> None:
    newton = function(robot, "inverse_dynamics").output("tau")
    euler_lagrange = function(robot, LAGRANGE_MODEL).output("tau")
    proof = prove_equal(newton, euler_lagrange)
    assert proof
    assert proof.error_bound < 1e-15


@given(trees(max_joints=5, base_motion=False))
def test_newton_euler_is_lagrange_on_random_trees(robot):
    assert_proven(robot)


@pytest.mark.parametrize("robot", [lw.planar(4), lw.spatial(6)], ids=lambda r: r.name)
def test_newton_euler_is_lagrange_on_families(robot):
    assert_proven(robot)


def test_lagrange_refuses_a_moving_base():
    robot = lw.Robot(name="r", joints=(lw.Joint(),), base=lw.Base(angular_velocity=("W", 0, 0)))
    with pytest.raises(RobotError, match="base at rest"):
        function(robot, LAGRANGE_MODEL)
