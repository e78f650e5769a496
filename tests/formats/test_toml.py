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
from linkwright.robot import Base, Body, Coupling, Limits, Loop, Robot, Term, Wheel
from linkwright.robot.fields import CUTS
from linkwright.robot.parts import Kind
from linkwright.robot.robot import INERTIA
from linkwright.spatial import Inertia, Rotation, Transform, Vec3
from tests.support.strategies import joint, trees


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
    at = first.body.inertia.to_parent(Transform(Rotation(()), Vec3(first.d, first.gamma, first.b)))
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


# -- couplings, springs, ball joints ---------------------------------------------------------------------------------

THREE = '[[joint]]\nname = "a"\n[[joint]]\nname = "b c"\nkind = "prismatic"\n[[joint]]\nname = "7"\n'
HEADER = THREE.count("\n") + 1  # the line after it


def test_couplings_by_name_by_number_and_in_the_short_form():
    by_name = read(THREE + '[[coupling]]\njoint = "7"\nterms = { a = 2, "b c" = "n/m" }\noffset = "pi/2"\n')
    (coupling,) = by_name.couplings
    assert (coupling.joint, [(t.joint, str(t.factor)) for t in coupling.terms]) == (3, [(1, "2"), (2, "n/m")])
    assert str(coupling.offset) == "pi/2"
    assert read(THREE + '[[coupling]]\njoint = 3\nterms = { 1 = 2, 2 = "n/m" }\noffset = "pi/2"\n') == by_name
    short = read(THREE + '[[coupling]]\njoint = 2\nto = "a"\n[[coupling]]\njoint = 3\nto = "b c"\nfactor = -3\n')
    assert [(x.joint, x.terms[0].joint, x.terms[0].factor.number) for x in short.couplings] == [(2, 1, 1), (3, 2, -3)]
    held = read(THREE + "[[coupling]]\njoint = 1\nterms = {}\noffset = 0.5\n")
    assert held.couplings[0].terms == ()
    for robot in (by_name, short, held):
        assert again(robot) == robot


def test_springs_and_ball_joints_are_written_and_read_without_loss():
    springs: Any = {"flexible": True, "stiffness": "k", "damping": 0.5, "rest": "pi/6"}
    robot = Robot(
        name="r", joints=(joint(**springs), joint(parent=1, kind="ball", d="L", theta=0.3, variable="s", M="m")),
        couplings=(Coupling(1, (), "x"),), wheels=(Wheel(kind="ball", radius="R", name="b"),),
        base=Base(kind="mobile"), loops=(Loop(joint(parent=1, **springs), joint(parent=0, kind="fixed")),),
    )  # fmt: skip
    assert again(robot) == robot
    assert formats.as_data(robot) == tomllib.loads(toml.write(robot))


@pytest.mark.parametrize("kind", CUTS)
def test_cut_joints_of_every_kind_and_starts_are_written_and_read_without_loss(kind: Kind):
    cut = joint(parent=2, kind=kind, gamma="g", d=0.1, start=0.25, actuated=False)
    robot = Robot(name="r", joints=(joint(start=-1.1), joint(parent=1, kind="prismatic", start=1 / 3)),
                  loops=(Loop(cut, joint(parent=0, kind="fixed", b="h")),))  # fmt: skip
    assert again(robot) == robot
    assert [x.start for x in (*again(robot).joints, again(robot).loops[0].joint)] == [-1.1, 1 / 3, 0.25]
    assert again(robot) != again(robot.changed(joints=(joint(), robot.joint(2))))


def test_a_cut_joint_of_an_unknown_kind_and_a_start_that_is_no_number():
    with pytest.raises(InputError, match="kind of the joint of loop 1 is 'screw'") as caught:
        read('[[joint]]\n[[loop]]\njoint = { parent = 1, kind = "screw" }\nframe = { parent = 0 }\n')
    assert (caught.value.line, "universal" in caught.value.remedy) == (3, True)
    with pytest.raises(InputError, match=r"start of joint 1 is '1' \(a finite number is needed\)"):
        read('[[joint]]\nstart = "1"\n')


@given(trees(max_joints=5, exact=False), st.data())
def test_any_coupled_tree_is_written_and_read_without_loss(robot: Robot, data: st.DataObject):
    movers = [j for j, x in enumerate(robot.joints, 1) if x.moves]
    couplings = []
    values: list[Any] = [1, -1, "n", 0.1, Fraction(2, 7)]
    for j in movers[1:]:  # to earlier joints only: no cycle
        earlier = [i for i in movers if i < j]
        chosen = data.draw(st.lists(st.sampled_from(earlier), unique=True, max_size=3))
        factors = data.draw(st.lists(st.sampled_from(values), min_size=3, max_size=3))
        terms = tuple(Term(i, f) for i, f in zip(chosen, factors))
        couplings.append(Coupling(j, terms, "o"))
    coupled = robot.changed(couplings=tuple(couplings))
    assert again(coupled) == coupled


@pytest.mark.parametrize(
    ("text", "line", "cell", "what"),
    [
        ('joint = "z"\nto = "a"', 1, ("joint",), "unknown joint in coupling 1: 'z'"),
        ('joint = 9\nto = "a"', 1, ("joint",), "coupling 1 names joint 9, which does not exist (1 to 4)"),
        ('joint = "a"\nto = "x"', 2, ("to",), "unknown joint in coupling 1: 'x'"),
        ('joint = "a"\nto = 9', 2, ("terms",), "names joint 9, which does not exist"),
        ('joint = "fix"\nto = "a"', 1, ("joint",), "names joint 4, which is fixed (couple revolute and prismatic"),
        ('joint = "a"\nterms = { "b c" = 1, fix = 2 }', 2, ("terms",), "names joint 4, which is fixed"),
        ('joint = "a"\nterms = { a = 1 }', 2, ("terms",), "couples joint 1 to itself (couplings may not form a cycle)"),
        ('joint = "7"\nterms = { a = 1, 1 = 2 }', 2, ("terms",), "names a joint twice (add the factors)"),
        ('joint = "7"\nterms = { a = "2*" }', 2, ("terms", "a"), "terms of coupling 1"),
        ('joint = "7"\nterms = 3', 2, ("terms",), "terms of coupling 1 is 3 (a table { NAME = FACTOR } is needed)"),
        ('joint = "7"\nterms = { a = 1 }\nto = "a"', 2, ("terms",), "has both 'terms' and 'to'"),
        ('joint = "7"', 0, ("terms",), "coupling 1 names no other joint (write terms"),
        ('joint = "7"\nterms = { a = 1 }\nfactor = 2', 3, ("factor",), "factor of coupling 1 without 'to'"),
        ('to = "a"', 0, ("joint",), "coupling 1 has no joint"),
        ('joint = "7"\nto = "a"\nofset = 1', 3, ("ofset",), "unknown key in coupling 1 'ofset' (did you mean offset"),
        ('joint = "7"\nto = "a"\noffset = []', 3, ("offset",), "offset of coupling 1 is a list"),
        ('joint = "7"\nto = "a"\nfactor = "q2"', 2, ("terms",), "terms of coupling 1 depends on the joint variable"),
        ('joint = 1.5\nto = "a"', 1, ("joint",), "joint of coupling 1 is 1.5 (the name or the number of a joint"),
    ],
)
def test_couplings_that_cannot_be_are_told_with_their_place(text: str, line: int, cell: Any, what: str):
    with pytest.raises(InputError) as caught:
        read(f'{THREE}[[coupling]]\n{text}\n\n[[joint]]\nname = "fix"\nkind = "fixed"\n')
    first = caught.value.all[0]
    assert what in str(first)
    assert (first.line, first.place.cell) == (HEADER + line, ("coupling", 1, *cell))


def test_a_joint_that_is_coupled_twice_and_a_cycle_are_told():
    twice = '[[coupling]]\njoint = "7"\nto = "a"\n[[coupling]]\njoint = "7"\nto = "b c"\n'
    with pytest.raises(InputError, match=r"robot\.toml:12: .*joint 3 is coupled twice \(write one coupling with"):
        read(THREE + twice)
    cycle = '[[coupling]]\njoint = "7"\nto = "a"\n[[coupling]]\njoint = "a"\nto = "7"\n'
    with pytest.raises(InputError) as caught:
        read(THREE + cycle)
    assert [(p.line, p.place.cell) for p in caught.value.all] == [
        (10, ("coupling", 1, "terms")), (13, ("coupling", 2, "terms")),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("stiffness = 3", 2, "joint 1 has a stiffness but is not flexible (make it flexible, or leave it out)"),
        ("flexible = false\nrest = 0.1", 3, "joint 1 has a rest but is not flexible"),
        ("flexible = true\nstiffness = -3", 3, "the stiffness of joint 1 is negative (springs and dampers"),
        ("flexible = true\ndamping = -0.1", 3, "the damping of joint 1 is negative"),
        ('kind = "ball"\nflexible = true', 3, "joint 1 is ball and flexible (revolute and prismatic joints can"),
    ],
)
def test_springs_that_cannot_be_are_told_with_their_place(text: str, line: int, what: str):
    with pytest.raises(InputError) as caught:
        read(f"[[joint]]\n{text}\n")
    assert what in str(caught.value)
    assert caught.value.line == line


def test_a_base_is_described_once():
    with pytest.raises(InputError, match=r"robot\.toml:3: not TOML: Cannot declare"):
        read('[base]\nkind = "mobile"\n[base]\nkind = "floating"\n[[joint]]\n')
