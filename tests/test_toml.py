"""The native format: everything that a robot has, read and written without loss."""

import tomllib
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwright import formats
from linkwright.errors import InputError, ModelWarning, UnknownName
from linkwright.expr import prove_equal
from linkwright.formats import toml
from linkwright.robot import Base, Body, Limits, Loop, Robot
from linkwright.robot.robot import INERTIA
from linkwright.spatial import Inertia, Rotation, Transform, Vec3
from tests.strategies import joint, trees


def read(text: str) -> Robot:
    return toml.read(text.encode(), "robot.toml")


def again(robot: Robot) -> Robot:
    return read(toml.write(robot))


@pytest.mark.parametrize("name", formats.builtin_names())
def test_built_in_robot_is_written_and_read_without_loss(name: str):
    robot = formats.builtin(name)
    assert again(robot) == robot
    assert formats.builtin(name.upper()) == robot


def test_unknown_built_in_robot():
    with pytest.raises(UnknownName, match="did you mean rx90"):
        formats.builtin("rx9")


@given(trees(max_joints=5, exact=False, wrenches=True, base_motion=True))
def test_any_tree_is_written_and_read_without_loss(robot: Robot):
    assert again(robot) == robot


def test_everything_is_written_and_read_without_loss():
    pose: Any = (0, -1, 0, "h", 1, 0, 0, 0, 0, 0, 1, Fraction(1, 3), 0, 0, 0, 1)
    robot = Robot(
        name="été", description='two\nlines, "quoted" \\ \x7f \t end', source="here",
        joints=(
            joint(name="a b", variable="x", theta="a + b", actuated=False, limits=Limits(-1, 1, 2.5, 1e-9)),
            joint(name='"', parent=0, kind="prismatic", gamma="-a + b", d=0.1, r=Fraction(2, 7), stiffness="k",
                  flexible=True, velocity="QP2", acceleration=0, effort="T", rotor=10**30, viscous=1e-30, coulomb="f"),
            joint(parent=2, kind="fixed", XX=1, FX="F", M="m1 + m2"),
        ),
        gravity=("gx", 0, "-g"),
        base=Base(kind="mobile", body=Body.symbolic(0), pose=pose, velocity=("v", 0, 0)),
        loops=(Loop(joint(parent=3, name="cut", kind="prismatic", r="c"), joint(parent=0, kind="fixed", b=2)),),
        numbers={"a": 0.1, "h": 1e-7, "G3": -9.81},
    )  # fmt: skip
    assert again(robot) == robot
    assert formats.as_data(robot) == tomllib.loads(toml.write(robot))


@given(st.text(st.characters(exclude_categories=["Cs"])), st.floats(-1e9, 1e9))
def test_any_text_and_number_is_a_toml_value(text: str, number: float):
    assert tomllib.loads(f"x = {toml.literal(text)}\ny = {toml.literal(number)}") == {"x": text, "y": number}


def test_defaults():
    robot = read("[[joint]]\n[[joint]]\n")
    second = robot.joint(2)
    assert (robot.name, second.parent, second.kind, second.variable) == ("robot", 1, "revolute", "q2")
    assert [str(g) for g in robot.gravity] == ["0", "0", "G3"]


def test_parents_by_number_and_by_name():
    by_number = read('[[joint]]\nname = "hip"\n[[joint]]\n[[joint]]\nparent = 1\n')
    assert read('[[joint]]\nname = "hip"\n[[joint]]\n[[joint]]\nparent = "hip"\n') == by_number


def test_inertia_about_the_centre_of_mass_is_that_of_point_masses():
    """Six equal masses at +-(a, b, c) about the centre of mass: their second moments add up, by hand."""
    com, arm = (0.3, -0.2, 0.5), (0.1, 0.2, 0.4)
    points = [[com[k] + (sign * arm[k] if k == axis else 0) for k in range(3)] for axis in range(3) for sign in (-1, 1)]
    a2, b2, c2 = (2 * x * x for x in arm)
    central = [b2 + c2, 0, 0, a2 + c2, 0, a2 + b2]
    body = read(f"[[joint]]\nbody = {{ mass = 6, com = {list(com)}, inertia = {central} }}\n").joint(1).body
    x, y, z = ([p[k] for p in points] for k in range(3))
    expected = {
        "XX": sum(b * b + c * c for b, c in zip(y, z)), "XY": -sum(a * b for a, b in zip(x, y)),
        "XZ": -sum(a * c for a, c in zip(x, z)), "YY": sum(a * a + c * c for a, c in zip(x, z)),
        "YZ": -sum(b * c for b, c in zip(y, z)), "ZZ": sum(a * a + b * b for a, b in zip(x, y)),
        "MX": sum(x), "MY": sum(y), "MZ": sum(z), "M": 6,
    }  # fmt: skip
    for name, value in expected.items():
        assert float(getattr(body, name).number or 0) == pytest.approx(value, abs=1e-15)


def test_inertia_about_the_centre_of_mass_in_symbols_is_huygens_theorem():
    """Symbolic: the same as the body at the origin of a frame at the centre of mass, carried to the joint's frame."""
    moments = ["A", "D", "E", "B", "F", "C"]
    text = f'[[joint]]\nbody = {{ mass = "m", com = ["x", "y", "z"], inertia = {moments} }}\n'
    body = read(text.replace("'", '"')).joint(1).body
    fields = dict(zip(INERTIA, [*moments, "0", "0", "0", "m"]), d="x", gamma="y", b="z")
    other = Robot(name="o", joints=(joint(**fields),))
    first = other.joint(1)
    at = first.body.inertia.carried(Transform(Rotation(()), Vec3(first.d, first.gamma, first.b)))
    moved = Robot(name="o", joints=(joint(body=Body().with_inertia(at)),)).joint(1).body
    for name in INERTIA:
        assert prove_equal([getattr(body, name)], [getattr(moved, name)])
    assert isinstance(at, Inertia)


def test_bodies_that_cannot_be_are_told():
    with pytest.warns(ModelWarning, match=r"robot\.toml: the link of elbow: mass -1 is negative"):
        read('[[joint]]\nname = "elbow"\nbody = { M = -1 }\n')
    with pytest.warns(ModelWarning, match="triangle inequality"):
        read("[[joint]]\nbody = { mass = 1, inertia = [1, 0, 0, 1, 0, 3] }\n")
    with pytest.warns(ModelWarning, match="the base: moments of inertia without mass"):
        read("[base]\nbody = { XX = 1, YY = 1, ZZ = 1 }\n[[joint]]\n")
    read("[[joint]]\nbody = { mass = 1, com = [5, 0, 0], inertia = [1, 0, 0, 1, 0, 2] }\n")  # a plate: no warning
    read('[[joint]]\nbody = { XX = "a", M = -1 }\n')  # not numbers alone: nobody can tell


def test_one_warning_for_many_bodies():
    with pytest.warns(ModelWarning) as caught:
        read("[[joint]]\nbody = { M = -1 }\n" * 9)
    assert len(caught) == 1
    assert str(caught[0].message).endswith("and 4 more")


def test_line_of_an_error_inside_a_long_file():
    text = 'description = """\n[[joint]]\nalpha = 3\n"""\n[[joint]]\n\n[[joint]]\nalpha = "pi/"\n'
    with pytest.raises(InputError) as caught:
        read(text)
    assert caught.value.line == 8
