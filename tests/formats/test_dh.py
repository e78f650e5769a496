"""Tables of Denavit-Hartenberg parameters: both conventions, checked against Pinocchio and against each other."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwright import formats
from linkwright.errors import FormatError, RobotError
from linkwright.formats import csv as dh
from linkwright.models.derive.function import function
from linkwright.robot import Base, Joint, Limits, Robot
from tests.conftest import absent
from tests.support.strategies import joint, trees


def read(text: str, **options: Any) -> Robot:
    return dh.read(text.encode(), "table.csv", **options)


def again(robot: Robot) -> Robot:
    return read(dh.write(robot))


def geometry(robot: Robot) -> list[tuple[str, ...]]:
    return [tuple(str(getattr(j, f)) for f in ("alpha", "d", "theta", "r")) for j in robot.joints]


# -- modified --------------------------------------------------------------------------------------------------------

KHALIL = "# convention: modified\ntype,alpha,d,theta,r\nR,0,0,q1,L1\nP,pi/2,a2,0,q2\n"
CRAIG = "# convention: modified\ntype,alpha,a,theta,d\nR,0,0,q1,L1\nP,pi/2,a2,0,q2\n"


def test_letters_of_khalil_and_craig_mean_the_same():
    robot = read(KHALIL)
    assert read(CRAIG) == robot
    assert geometry(robot) == [("0", "0", "0", "L1"), ("pi/2", "a2", "0", "0")]
    assert [(j.kind, j.variable) for j in robot.joints] == [("revolute", "q1"), ("prismatic", "q2")]


def test_ways_to_write_the_same():
    robot = read(KHALIL)
    without = KHALIL.replace("# convention: modified\n", "")
    assert read(without, convention="modified") == robot
    assert read(KHALIL, convention="khalil") == robot
    assert read(KHALIL.replace(",", ";")) == robot
    assert read(KHALIL.replace("type,", "Sigma,").replace("R,", "0,").replace("P,", "1,")) == robot
    assert read(KHALIL.replace("alpha", "alpha [deg]").replace("pi/2", "90")) == robot
    assert read(KHALIL.replace("\n", " \r\n\r\n")) == robot
    more = "type,alpha,d,theta,r,variable,offset\n# convention: modified\nR,0,0,0,L1,q1,0\nP,pi/2,a2,0,0,q2,0\n"
    assert read(more) == robot
    with pytest.raises(FormatError, match="the file states another convention than the caller"):
        read(KHALIL, convention="standard")


def test_units_are_converted_exactly():
    robot = read("# convention: modified\nalpha [deg],a [mm],theta [deg],d (m)\n-90,425,q1 - 180,0.1\n")
    assert geometry(robot) == [("-pi/2", "17/40", "-pi", "0.1")]
    assert robot.joint(1).variable == "q1"


def test_names_of_columns_differ_by_more_than_capitals():
    assert len({c.lower() for c in dh.COLUMNS}) == len(dh.COLUMNS)


def test_offset_is_added_to_the_joint_variable():
    robot = read("# convention: modified\ntype,alpha,a,theta,d,offset\nR,0,0,q1,0,-pi/2\nP,0,0,0,x,h\n")
    assert [(j.variable, str(j.theta), str(j.r)) for j in robot.joints] == [("q1", "-pi/2", "0"), ("x", "0", "h")]


@given(trees(max_joints=5, exact=False, wrenches=True))
def test_any_tree_is_written_and_read_without_loss(robot: Robot):
    assert again(robot) == robot


def test_everything_of_a_tree_is_written_and_read_without_loss():
    robot = Robot(
        name="été", description="two\nlines", source='"here"',
        joints=(
            joint(name="a, b", variable="x", theta="atan2(a, b)", actuated=False, limits=Limits(0, 1, 2.5, 1e-9)),
            joint(name="2", parent=0, kind="prismatic", gamma="c", b=0.5, velocity=0, effort="T", flexible=True,
                  stiffness="k", damping=0.5, rest="s", rotor=1, viscous=2, coulomb=3, variable="y"),
            joint(parent=1, kind="fixed", XX=1, FX="F", M="m1 + m2"),
        ),
        gravity=("atan2(1, 2)", 0, "-g"), numbers={"a": 0.1, "h": 1e-7},
    )  # fmt: skip
    assert again(robot) == robot


def test_what_a_table_cannot_hold_is_refused():
    with pytest.raises(RobotError, match=r"closed loops \(write \.toml or \.par\)"):
        dh.write(formats.builtin("sr400"))
    with pytest.raises(RobotError, match=r"cannot hold a floating base \(write"):
        dh.write(Robot(name="r", joints=(Joint(),), base=Base(kind="floating")))
    with pytest.raises(RobotError, match="cannot hold a base with a body, pose or motion"):
        dh.write(Robot(name="r", joints=(Joint(),), base=Base(velocity=(0, 0, "v"))))
    with pytest.raises(RobotError, match="cannot hold the name '# x'"):
        dh.write(Robot(name="r", joints=(Joint(name="# x"),)))


# -- standard --------------------------------------------------------------------------------------------------------


def test_standard_table_of_a_published_arm():
    """Universal Robots publishes the UR5 in standard parameters; the built-in UR5 was converted by hand."""
    rows = "q1,r1,0,pi/2\nq2,0,-A2,0\nq3,0,-A3,0\nq4,r4,0,pi/2\nq5,r5,0,-pi/2\nq6,r6,0,0\n"
    robot = read("# convention: standard\ntheta,d,a,alpha\n" + rows)
    assert geometry(robot) == [
        ("0", "0", "0", "r1"), ("pi/2", "0", "0", "0"), ("0", "-A2", "0", "0"), ("0", "-A3", "0", "r4"),
        ("pi/2", "0", "0", "r5"), ("-pi/2", "0", "0", "r6"),
    ]  # fmt: skip
    ur5 = formats.builtin("ur5")
    for a, b in zip(robot.joints, ur5.joints, strict=True):
        assert [str(a.alpha), a.d.is_zero, str(a.r)] == [str(b.alpha), b.d.is_zero, str(b.r)]


def test_last_distal_frame_is_kept_as_a_tool():
    robot = read("# convention: distal\ntype,theta,d,a,alpha\nR,q1,0,L,0\nR,q2,0,L,pi\n")
    assert [(j.name, j.kind, str(j.d), str(j.alpha)) for j in robot.joints] == [
        ("joint1", "revolute", "0", "0"), ("joint2", "revolute", "L", "0"), ("tool", "fixed", "L", "pi"),
    ]  # fmt: skip


_HEADER = "type,theta,d,a,alpha,offset,mass,com_x,com_y,com_z,Ixx,Ixy,Ixz,Iyy,Iyz,Izz"
_NUMBERS = st.sampled_from([0.0, 0.5, -0.3, 1.2, 0.17])


@st.composite
def standard_rows(draw: st.DrawFn) -> list[dict[str, Any]]:
    rows = []
    for _ in range(draw(st.integers(1, 5))):
        row: dict[str, Any] = {c: draw(_NUMBERS) for c in ("theta", "d", "a", "offset", "com_x", "com_y", "com_z")}
        row["alpha"] = draw(st.sampled_from([0.0, math.pi / 2, -math.pi / 2, math.pi, 0.4]))
        row["type"] = draw(st.sampled_from("RRP"))
        row["mass"] = 1.5
        row |= {"Ixx": 0.2, "Ixy": 0.01, "Ixz": -0.02, "Iyy": 0.3, "Iyz": 0.03, "Izz": 0.25}
        rows.append(row)
    return rows


def table(rows: list[dict[str, Any]]) -> str:
    columns = _HEADER.split(",")
    lines = [",".join(str(row[c]) for c in columns) for row in rows]
    return "\n".join(["# convention: standard", "# gravity: 0, 0, -9.81", _HEADER, *lines, ""])


def pinocchio_model(pin: Any, rows: list[dict[str, Any]]) -> Any:
    """The chain of distal frames by its definition, A_j = Rot(z) Trans(z) Trans(x) Rot(x), inertias at frame j."""

    def turn(axis: int, angle: float) -> Any:
        return pin.SE3(pin.utils.rotate("xyz"[axis], angle), np.zeros(3))

    model = pin.Model()
    parent, placement = 0, pin.SE3.Identity()
    for j, row in enumerate(rows, 1):
        revolute = row["type"] == "R"
        parent = model.addJoint(parent, pin.JointModelRZ() if revolute else pin.JointModelPZ(), placement, f"j{j}")
        theta = row["theta"] + (row["offset"] if revolute else 0)
        d = row["d"] + (0 if revolute else row["offset"])
        placement = turn(2, theta) * pin.SE3(np.eye(3), np.array([row["a"], 0, d])) * turn(0, row["alpha"])
        I = np.array([[row["Ixx"], row["Ixy"], row["Ixz"]], [row["Ixy"], row["Iyy"], row["Iyz"]],
                      [row["Ixz"], row["Iyz"], row["Izz"]]])  # fmt: skip
        com = np.array([row["com_x"], row["com_y"], row["com_z"]])
        model.appendBodyToJoint(parent, pin.Inertia(row["mass"], com, I), placement)
    return model


@given(standard_rows())
def test_torques_of_a_standard_table_are_those_of_pinocchio(rows: list[dict[str, Any]]):
    try:
        import pinocchio as pin
    except ImportError as problem:
        absent(f"Python package pinocchio is not installed ({problem})")
    robot = read(table(rows))
    model = pinocchio_model(pin, rows)
    q, qd, qdd = np.random.default_rng(0).uniform(-2, 2, (3, len(rows)))
    theirs = pin.rnea(model, model.createData(), q, qd, qdd)
    ours = np.array(function(robot, "inverse_dynamics")(q=list(q), qd=list(qd), qdd=list(qdd)))
    assert ours == pytest.approx(theirs, rel=1e-10, abs=1e-10)


@given(standard_rows())
def test_standard_and_modified_tables_of_one_robot_agree(rows: list[dict[str, Any]]):
    """A standard table, written out as a modified one and read again."""
    robot = read(table(rows))
    assert again(robot) == robot
