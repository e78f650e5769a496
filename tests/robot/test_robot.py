"""A robot is checked once, at construction, and moves between symbols and numbers without loss."""

from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import linkwright as lw
from linkwright import Base, Body, Joint, Loop, Robot, RobotError
from linkwright.errors import InputError, UnknownName
from linkwright.expr import value_of
from linkwright.robot.robot import BaseKind, Kind
from linkwright.spatial import Inertia, Rotation, Transform, Vec3
from tests.support.strategies import trees


def arm(**fields):
    joints = (Joint(body=Body.symbolic(1)), Joint(parent=1, alpha="pi/2", d="L1", body=Body.symbolic(2)))
    return Robot(**{"name": "arm", "joints": joints, **fields})


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"joints": ()}, "no joints"),
        ({"name": ""}, "no name"),
        ({"joints": (Joint(parent=1),)}, "parent of joint 1 is 1"),
        ({"joints": (Joint(), Joint(parent=2))}, "outward from the base"),
        ({"joints": (Joint(parent=-1),)}, "parent of joint 1"),
        ({"joints": (Joint(kind=cast(Kind, "screw")),)}, "'screw'"),
        ({"joints": (Joint(variable="q"), Joint(parent=1, variable="q"))}, "'q' occurs twice"),
        ({"joints": (Joint(name="a"), Joint(parent=1, name="a"))}, "'a' occurs twice"),
        ({"joints": (Joint(variable="q"), Joint(parent=1, d="2*q"))}, "depends on the joint variable 'q'"),
        ({"joints": (Joint(variable="2x"),)}, "'2x'"),
        ({"gravity": (0, 0)}, "gravity has 2"),
        ({"loops": (Loop(Joint(parent=7), Joint(kind="fixed")),)}, "link 7"),
        ({"loops": (Loop(Joint(), Joint(kind="revolute")),)}, "closes on a revolute frame"),
        ({"numbers": {"L1": float("nan")}}, "L1 is nan"),
        ({"numbers": {"L 1": 1}}, "'L 1'"),
    ],
)
def test_what_is_no_robot_is_refused(fields, word):
    with pytest.raises(InputError, match=word):
        arm(**fields)


def test_a_base_is_checked():
    with pytest.raises(RobotError, match="'flying'"):
        Base(kind=cast(BaseKind, "flying"))
    with pytest.raises(RobotError, match="pose has 3"):
        Base(pose=(1, 0, 0))


def test_equal_tables_make_equal_robots():
    assert arm() == arm()
    assert arm() != arm(gravity=(0, 0, -9.81))
    assert arm() != arm(numbers={"L1": 1})
    assert len({arm(), arm()}) == 1


@given(trees(max_joints=5), st.integers(0, 99))
def test_numbers_then_symbols_then_numbers_is_the_same_robot(robot, seed):
    rng = np.random.default_rng(seed)
    numeric = robot.with_numbers({name: float(rng.uniform(0.5, 2)) for name in robot.parameters})
    assert not numeric.parameters
    symbolic = numeric.with_symbols()
    assert set(symbolic.numbers) >= set(symbolic.parameters)
    again = symbolic.with_numbers()
    for a, b in zip(numeric.scalars(), again.scalars(), strict=True):
        if not a.symbols:
            assert value_of(a) == pytest.approx(value_of(b), rel=1e-15)


def test_symbols_of_one_group_leave_the_others_alone():
    numeric = arm().with_numbers(dict.fromkeys(arm().parameters, 0.5))
    assert set(numeric.with_symbols("gravity").parameters) == {"G3"}
    assert set(numeric.with_symbols("geometry").parameters) == {"d2"}
    with pytest.raises(UnknownName, match="inertia"):
        numeric.with_symbols("inertias")


def test_with_numbers_names_an_unknown_parameter():
    with pytest.raises(UnknownName, match="L1"):
        arm().with_numbers({"L11": 2})


def test_without_takes_groups_out():
    joint = Joint(viscous="FV", coulomb="FS", rotor="IA", body=Body(M="M", FX="F"))
    robot = arm(joints=(joint,))
    assert set(robot.without("friction", "rotors", "external", "gravity").parameters) == {"M"}
    with pytest.raises(UnknownName, match="friction"):
        robot.without("fricton")


def test_wrench_and_rate_symbols_are_variables_and_the_rest_parameters():
    joint = Joint(body=Body(M="M", FX="F", FY="M"), velocity="QP1")
    roles = {s.name: s.role for s in arm(joints=(joint,)).graph.value if hasattr(s, "role")}
    assert roles == {"M": "parameter", "F": "variable", "QP1": "variable", "G3": "parameter"}


def matrix(T: Transform) -> np.ndarray:
    out = np.eye(4)
    out[:3, :3] = [list(row) for row in T.R.matrix().rows]
    out[:3, 3] = list(T.P)
    return out


def elementary(axis: int, angle: float = 0, move: float = 0) -> np.ndarray:
    out = np.eye(4)
    i, j = [(1, 2), (2, 0), (0, 1)][axis]
    out[i, i] = out[j, j] = np.cos(angle)
    out[j, i], out[i, j] = np.sin(angle), -np.sin(angle)
    out[axis, 3] = move
    return out


@given(st.lists(st.floats(-3, 3), min_size=6, max_size=6))
def test_khalil_transform_is_the_product_of_its_six_motions(p):
    gamma, b, alpha, d, theta, r = p
    expected = elementary(2, gamma, b) @ elementary(0, alpha, d) @ elementary(2, theta, r)
    assert matrix(Transform.khalil(*p)) == pytest.approx(expected, abs=1e-12)


@given(st.lists(st.floats(-2, 2), min_size=10, max_size=10), st.lists(st.floats(-3, 3), min_size=6, max_size=6))
def test_a_carried_inertia_is_that_of_the_same_mass_points(x, p):
    points = np.array([[x[0], x[1], x[2]], [x[3], x[4], x[5]], [x[6], x[7], x[8]]])
    masses = np.array([1.0, 2.0, 0.5])
    T = Transform.khalil(*p)
    M = matrix(T)
    moved = points @ M[:3, :3].T + M[:3, 3]

    def of(cloud: np.ndarray) -> list[float]:
        J = sum(m * (c @ c * np.eye(3) - np.outer(c, c)) for m, c in zip(masses, cloud, strict=True))
        first = masses @ cloud
        return [J[0, 0], J[0, 1], J[0, 2], J[1, 1], J[1, 2], J[2, 2], *first, masses.sum()]

    assert list(Inertia(*of(points)).to_parent(T)) == pytest.approx(of(moved), abs=1e-9)
    com = masses @ points / masses.sum()
    central = of(points - com)[:6]
    assert list(Inertia.at_centre_of_mass(masses.sum(), Vec3(*com), central)) == pytest.approx(of(points), abs=1e-9)


def test_turns_about_one_axis_are_added_up():
    R = Rotation.about(("z", 0.3), ("z", 0.4), ("x", 0), ("z", 0.1))
    assert len(R.turns) == 1
    v = Vec3(1.0, 2.0, 3.0)
    assert list(R.undo(R.apply(v))) == pytest.approx(list(v))


def test_families_have_their_joints():
    assert len(lw.planar(5)) == 5
    assert lw.load("spatial(7)") == lw.spatial(7)
    with pytest.raises(InputError, match="1 to"):
        lw.load("planar(0)")
