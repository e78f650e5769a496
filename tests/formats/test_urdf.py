"""URDF: the torques are Pinocchio's, the structure is exact, and what cannot be held is said."""

import math
import re
import warnings
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linkwright import formats
from linkwright.errors import FormatError, InputError, ModelWarning, UnknownName
from linkwright.expr import value_of
from linkwright.formats import urdf
from linkwright.models.derive.function import function
from linkwright.robot import Robot, scalar
from linkwright.robot.checks import eigenvalues
from linkwright.robot.convert import ExactAngle, NumericPose, PlacedJoint, khalil_frames, nonzero_geometry, unit_vector
from linkwright.spatial import Transform, Vec3
from tests.conftest import absent
from tests.support.oracle import moving

WITHOUT_ROBOT = {  # files of the collection that are right to refuse
    "hector_description/robots/quadrotor_base.urdf": "no joint moves",
    "iris_description/robots/iris_simple.urdf": "no joint moves",
    "ur_description/urdf/ur3.urdf": "no <link>",
}


MIMICS_NOBODY = "alex_psyonic_hands.urdf"


@cache
def collection(robot_data: Path) -> list[Path]:
    return sorted(robot_data.rglob("*.urdf"))


def quiet(path: Path, **options: Any) -> Robot:
    if path.name == MIMICS_NOBODY:
        options["mimic"] = False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        return formats.read(path, **options)


def parsed(text: str, **options: Any) -> Robot:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        return urdf.read(text.encode(), "test.urdf", **options)


def pinocchio() -> Any:
    try:
        import pinocchio
    except ImportError as problem:
        absent(f"Python package pinocchio is not installed ({problem})")
    return pinocchio


def full_quarter_turns(text: str) -> str:
    """The file with every decimal of a multiple of pi/2 written out: what the author meant by 1.5708."""

    def word(w: str) -> str:
        if not re.fullmatch(r"[-+.eE\d]+", w):
            return w  # in a comment
        x = float(w)
        k = round(x / (math.pi / 2))
        exact = k * math.pi / 2
        digits = len(w.rstrip("0").partition(".")[2]) if "e" not in w.lower() else 0
        floor = math.copysign(math.floor(abs(exact) * 10**digits) / 10**digits, exact)
        decimal = digits >= 2 and k and (abs(x - round(exact, digits)) < 1e-14 or abs(x - floor) < 1e-14)
        return repr(exact) if abs(x - exact) < (1e-8 if k else 1e-9) or decimal else w

    def attribute(found: re.Match[str]) -> str:
        return f'rpy="{" ".join(map(word, found.group(2).split()))}"'

    return re.sub(r"rpy\s*=\s*([\"'])([^\"']*)\1", attribute, text)


def assert_torques_are_pinocchios(text: str, robot: Robot, tolerance: float = 1e-10, states: int = 2) -> None:
    """Our inverse dynamics of the robot against `rnea` on the file; friction is not part of rnea."""
    pin = pinocchio()
    model = pin.buildModelFromXML(full_quarter_turns(text))
    data = model.createData()
    zero = robot.joint(1).d * 0
    bare = replace(robot, joints=tuple(replace(j, viscous=zero, coulomb=zero) for j in robot.joints),
                   base=replace(robot.base, kind="fixed"))  # fmt: skip
    f = function(bare, "inverse_dynamics")
    joints = [model.joints[model.getJointId(robot.joint(j).name)] for j in moving(robot)]
    assert model.nv == len(joints)
    rng = np.random.default_rng(0)
    for _ in range(states):
        q, qd, qdd = rng.uniform(-2, 2, (3, len(joints)))
        place, speed, acceleration = pin.neutral(model), np.zeros(model.nv), np.zeros(model.nv)
        for joint, x, v, a in zip(joints, q, qd, qdd, strict=True):
            place[joint.idx_q : joint.idx_q + joint.nq] = (math.cos(x), math.sin(x)) if joint.nq == 2 else x
            speed[joint.idx_v], acceleration[joint.idx_v] = v, a
        theirs = pin.rnea(model, data, place, speed, acceleration)[[joint.idx_v for joint in joints]]
        ours = np.array(f(q=list(q), qd=list(qd), qdd=list(qdd)))
        assert np.abs(ours - theirs).max() <= tolerance * max(np.abs(theirs).max(), 1e-3)


# -- the collection --------------------------------------------------------------------------------------------------


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test per file of the collection, if it is installed."""
    if "urdf_file" in metafunc.fixturenames:
        import sysconfig

        folder = Path(sysconfig.get_path("purelib"), "cmeel.prefix", "share", "example-robot-data", "robots")
        files = [str(p.relative_to(folder)) for p in sorted(folder.rglob("*.urdf"))] if folder.is_dir() else []
        metafunc.parametrize("urdf_file", files)


def test_the_collection_is_complete(robot_data: Path):
    assert len(collection(robot_data)) == 69


def test_torques_are_those_of_pinocchio(robot_data: Path, urdf_file: str):
    """Pinocchio lets mimic joints move on their own unless it is told otherwise: so do we here."""
    path = robot_data / urdf_file
    if urdf_file in WITHOUT_ROBOT:
        with pytest.raises(FormatError, match=WITHOUT_ROBOT[urdf_file]):
            formats.read(path)
        return
    assert_torques_are_pinocchios(path.read_text(encoding="utf-8"), quiet(path).without("couplings"))


def test_a_published_file_whose_joints_mimic_no_joint_is_refused(robot_data: Path):
    path = next(robot_data.rglob(MIMICS_NOBODY))
    with pytest.raises(UnknownName, match=r":1037: unknown joint that 'Left_index_q2' mimics: 'index_q1' \(did you mean"
                       r" Left_index_q1 or .*; option mimic=no leaves mimics out\)"):  # fmt: skip
        formats.read(path)
    assert not quiet(path).couplings


def test_residues_of_rounding_are_nowhere(robot_data: Path):
    """No length below 1e-12 that is not 0, no angle within 1e-9 of a quarter turn that is not exact."""
    for path in collection(robot_data):
        if str(path.relative_to(robot_data)) in WITHOUT_ROBOT:
            continue
        for joint in quiet(path).joints:
            for name in ("b", "d", "r"):
                length = getattr(joint, name).number
                assert length == 0 or abs(length) >= 1e-12
            for name in ("gamma", "alpha", "theta"):
                angle = getattr(joint, name).number
                if angle:
                    assert abs(angle - round(angle / (math.pi / 2)) * math.pi / 2) > 1e-12


MODIFIED_DH = {  # (alpha, d, r) from the makers' or textbooks' tables of modified parameters; None: a free choice
    "panda_description/urdf/panda.urdf": [  # Franka Emika, FCI documentation, Denavit-Hartenberg parameters (Craig)
        (0, 0, 0.333), (-90, 0, 0), (90, 0, 0.316), (90, 0.0825, 0), (-90, -0.0825, 0.384), (90, 0, 0), (90, 0.088, 0),
    ],
    "ur_description/urdf/ur5_robot.urdf": [  # Universal Robots: d1 .089159 a2 .425 a3 .39225 d4 .10915 d5 .09465
        (0, 0, 0.089159), (90, 0, 0), (0, 0.425, 0), (0, 0.39225, 0.10915), (90, 0, 0.09465), (90, 0, 0),
    ],
    "xarm_description/urdf/xarm7.urdf": [  # UFACTORY xArm 7, modified DH table of the user manual, kinematics
        (0, 0, 0.267), (-90, 0, 0), (90, 0, 0.293), (90, 0.0525, 0), (90, 0.0775, 0.3425), (90, 0, 0), (-90, 0.076, 0),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(MODIFIED_DH))
def test_geometry_is_the_published_table(robot_data: Path, name: str):
    robot = quiet(robot_data / name)
    for joint, (alpha, d, r) in zip(robot.joints, MODIFIED_DH[name], strict=False):
        assert joint.gamma.is_zero
        assert joint.b.is_zero
        assert str(joint.alpha).lstrip("-") == {0: "0", 90: "pi/2"}[abs(alpha)]  # the sign depends on the way round x
        assert abs(float(joint.d.number or 0)) == abs(d)
        assert abs(float(joint.r.number or 0)) == abs(r)


def test_geometry_of_the_iiwa_is_that_of_its_data_sheet():
    """KUKA LBR iiwa 14 R820: 360, 420, 400 mm between the intersections of its axes, all others zero."""
    quarter, half = "1.57079632679", "3.14159265359"
    robot = chain(
        ("0 0 0.1575", "0 0 0", "0 0 1"), ("0 0 0.2025", f"{quarter} 0 {half}", "0 0 1"),
        ("0 0.2045 0", f"{quarter} 0 {half}", "0 0 1"), ("0 0 0.2155", f"{quarter} 0 0", "0 0 1"),
        ("0 0.1845 0", f"-{quarter} {half} 0", "0 0 1"), ("0 0 0.2155", f"{quarter} 0 0", "0 0 1"),
        ("0 0.081 0", f"-{quarter} {half} 0", "0 0 1"),
    )  # fmt: skip
    table = geometry(robot)
    assert [r for _, _, _, _, _, r in table] == ["0.36", "0", "0.42", "0", "0.4", "0", "0"]
    assert {(gamma, b, d) for gamma, b, _, d, _, _ in table} == {("0", "0", "0")}
    assert [alpha.lstrip("-") for _, _, alpha, _, _, _ in table] == ["0"] + ["pi/2"] * 6


@pytest.mark.parametrize("name", ["talos_data/robots/talos_reduced.urdf", "icub_description/robots/icub.urdf"])
def test_what_was_read_is_written_without_loss(robot_data: Path, name: str):
    robot = quiet(robot_data / name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        for format in ("toml", "par"):
            both = formats.formats()[format]
            assert both.write is not None
            assert both.read(both.write(robot).encode(), f"again.{format}") == robot


@pytest.mark.parametrize(
    ("name", "most"),
    [  # links with offset: lengths that a drawing of the robot needs
        ("ur_description/urdf/ur10_robot.urdf", 5), ("panda_description/urdf/panda.urdf", 7),
        ("kinova_description/robots/kinova.urdf", 6), ("simple_humanoid_description/urdf/simple_humanoid.urdf", 20),
        ("talos_data/robots/talos_reduced.urdf", 40),
        ("double_pendulum_description/urdf/double_pendulum_simple.urdf", 2),
    ],
)  # fmt: skip
def test_few_geometric_parameters_remain(robot_data: Path, name: str, most: int):
    assert nonzero_geometry(quiet(robot_data / name)) <= most


# -- any axes and origins --------------------------------------------------------------------------------------------

_RPY = ("0", "0", "1.5707963267948966", "-1.5707963267948966", "3.141592653589793", "0.3", "-1.1", "0.7853981633974483")
_AXES = ("1 0 0", "0 1 0", "0 0 1", "0 0 -1", "-1 0 0", "0.6 0 0.8", "1 2 3", "0 -2 0", "1e-12 0 1")
_LENGTHS = ("0", "0", "0.1", "-0.25", "0.3333", "1")


@st.composite
def urdf_trees(draw: st.DrawFn) -> str:
    """A tree of joints with special and general axes, prismatic and fixed joints, links with general inertias."""
    n = draw(st.integers(1, 6))
    out = ['<robot name="r"><link name="l0"/>']
    for j in range(1, n + 1):
        xyz = " ".join(draw(st.sampled_from(_LENGTHS)) for _ in range(3))
        rpy = " ".join(draw(st.sampled_from(_RPY)) for _ in range(3))
        com = " ".join(draw(st.sampled_from(_LENGTHS)) for _ in range(3))
        turn = " ".join(draw(st.sampled_from(_RPY)) for _ in range(3))
        kind = draw(st.sampled_from(("revolute", "revolute", "continuous", "prismatic", "fixed")))
        if j == n:
            kind = "revolute"
        parent = draw(st.one_of(st.just(j - 1), st.integers(0, j - 1)))
        out.append(
            f'<link name="l{j}"><inertial><origin xyz="{com}" rpy="{turn}"/><mass value="1.5"/>'
            f'<inertia ixx="0.2" ixy="0.01" ixz="-0.02" iyy="0.3" iyz="0.03" izz="0.25"/></inertial></link>'
            f'<joint name="j{j}" type="{kind}"><parent link="l{parent}"/><child link="l{j}"/>'
            f'<origin xyz="{xyz}" rpy="{rpy}"/><axis xyz="{draw(st.sampled_from(_AXES))}"/>'
            f'<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>'
        )
    return "\n".join([*out, "</robot>"])


@settings(max_examples=60)
@given(urdf_trees(), st.booleans())
def test_any_tree_has_the_torques_of_pinocchio(text: str, keep_fixed: bool):
    robot = parsed(text, keep_fixed=keep_fixed)
    assert_torques_are_pinocchios(text, robot, 1e-10, states=1)


@given(urdf_trees())
def test_main_branches_have_four_parameters(text: str):
    """Every link has a successor with gamma = b = 0, unless it is the base or ends the branch."""
    robot = parsed(text)
    for j in range(1, len(robot) + 1):
        children = [robot.joint(k) for k in robot.children(j)]
        assert not children or any(c.gamma.is_zero and c.b.is_zero for c in children)


def chain(*placed: tuple[str, str, str]) -> Robot:
    """Joints in a row: (xyz, rpy, axis) each."""
    out = ['<robot name="r"><link name="l0"/>']
    for j, (xyz, rpy, axis) in enumerate(placed, 1):
        out.append(f'<link name="l{j}"/><joint name="j{j}" type="continuous"><parent link="l{j - 1}"/>'
                   f'<child link="l{j}"/><origin xyz="{xyz}" rpy="{rpy}"/><axis xyz="{axis}"/></joint>')  # fmt: skip
    return parsed("\n".join([*out, "</robot>"]))


def geometry(robot: Robot) -> list[tuple[str, ...]]:
    return [tuple(str(getattr(j, f)) for f in ("gamma", "b", "alpha", "d", "theta", "r")) for j in robot.joints]


def test_special_positions_of_axes():
    z, up = "0 0 1", "0 0 0.1"
    # coincident: one length, in the last of them; 0.1 + 0.2 is 0.3 in decimals
    assert geometry(chain((up, "0 0 0", z), ("0 0 0.2", "0 0 0", z))) == [("0",) * 6, ("0",) * 6]
    # antiparallel
    assert geometry(chain((up, "0 0 0", z), ("0.5 0 0", "0 0 0", "0 0 -1")))[1] == ("0", "0", "pi", "0.5", "0", "0")
    # parallel, the offset along the axis is left to the end
    parallel = geometry(chain((up, "0 0 0", z), ("0.5 0 0.1", "0 0 0", z), ("0 0 0.2", "0 1.5707963267948966 0", z)))
    assert parallel == [("0",) * 6, ("0", "0", "0", "0.5", "pi/2", "0.4"), ("0", "0", "pi/2", "0", "0", "0")]
    # intersecting at a height that is a sum of decimals
    assert geometry(chain((up, "0 0 0", z), ("0 0 0.2", "1.5707963267948966 0 0", z))) == [
        ("0", "0", "0", "0", "0", "0.3"), ("0", "0", "pi/2", "0", "0", "0"),
    ]  # fmt: skip


def test_joint_positions_are_those_of_the_file():
    """Frames of a random tree, put together at random joint positions, are where the joints of the file are."""
    rng = np.random.default_rng(1)
    placed = []
    for j in range(8):
        angles = [ExactAngle.of(x) for x in rng.uniform(-3, 3, 3)]
        kind = ("revolute", "prismatic", "fixed")[j % 3]
        placed.append(
            PlacedJoint(
                int(rng.integers(0, j + 1)),
                kind,  # type: ignore[arg-type]
                NumericPose.rpy(Vec3(*rng.uniform(-1, 1, 3)), *angles),
                unit_vector(Vec3(*rng.normal(size=3))),
            )
        )
    ours, theirs = [np.eye(4)], [np.eye(4)]
    for joint, frame in zip(placed, khalil_frames(placed), strict=True):
        q = rng.uniform(-2, 2)
        a = np.array([float(x) for x in joint.axis])
        cross = np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])
        motion = np.eye(4)
        if joint.kind == "revolute":  # Rodrigues
            motion[:3, :3] += math.sin(q) * cross + (1 - math.cos(q)) * cross @ cross
        elif joint.kind == "prismatic":
            motion[:3, 3] = q * a
        theirs.append(theirs[joint.parent] @ matrix(joint.pose) @ motion)
        f = frame
        steps = [
            NumericPose.screw("z", f.gamma, f.b),
            NumericPose.screw("x", f.alpha, f.d),
            NumericPose.screw("z", f.theta, f.r),
        ]
        K = matrix(steps[0]) @ matrix(steps[1]) @ matrix(steps[2])
        turn = np.eye(4)
        if joint.kind == "revolute":
            turn[:2, :2] = [[math.cos(q), -math.sin(q)], [math.sin(q), math.cos(q)]]
        elif joint.kind == "prismatic":
            turn[2, 3] = q
        ours.append(ours[joint.parent] @ K @ turn)
        assert ours[-1] @ matrix(f.link) == pytest.approx(theirs[-1], abs=1e-12)


def numbers_of(T: Transform) -> Any:
    out = np.eye(4)
    out[:3, :3] = [[value_of(scalar(x)) for x in row] for row in T.R.matrix().rows]
    out[:3, 3] = [value_of(scalar(x)) for x in T.P]
    return out


def matrix(pose: NumericPose) -> Any:
    T = np.eye(4)
    T[:3, :3] = [[float(x) for x in row] for row in pose.R.rows]
    T[:3, 3] = [float(x) for x in pose.P]
    return T


# -- what is said ----------------------------------------------------------------------------------------------------

ARM = """<robot name="arm">
<link name="base"><inertial><mass value="5"/><inertia ixx="1" ixy="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<link name="upper"><inertial><origin xyz="0 0 0.1"/><mass value="2"/>
  <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
<link name="tool"><inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial></link>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/>
  <limit lower="-1.5" upper="2" effort="30" velocity="3"/><dynamics damping="0.5" friction="0.25"/></joint>
<joint name="flange" type="fixed"><parent link="upper"/><child link="tool"/><origin xyz="0 0 0.5" rpy="0 0 0"/></joint>
</robot>"""


def test_friction_is_left_out_unless_asked_for(caplog):
    plain = parsed(ARM)
    assert all(j.viscous.is_zero and j.coulomb.is_zero for j in plain.joints)
    assert "left out" in caplog.text


def test_limits_friction_gravity_and_base():
    robot = parsed(ARM, friction=True)
    (joint,) = robot.joints
    assert (joint.name, str(joint.viscous), str(joint.coulomb)) == ("shoulder", "0.5", "0.25")
    assert (joint.limits.lower, joint.limits.upper, joint.limits.effort, joint.limits.velocity) == (-1.5, 2, 30, 3)
    assert [g.number for g in robot.gravity] == [0, 0, -9.81]
    assert (robot.base.kind, robot.base.body.M.number) == ("fixed", 5)
    assert parsed(ARM, floating=True).base.kind == "floating"
    continuous = parsed(ARM.replace('"revolute"', '"continuous"'))
    assert (continuous.joint(1).limits.lower, continuous.joint(1).limits.velocity) == (None, 3)


def test_fixed_links_are_merged_or_kept():
    """Parallel axis theorem by hand: 2 kg at 0.1 m and 1 kg at 0.5 m."""
    merged, kept = parsed(ARM), parsed(ARM, keep_fixed=True)
    assert (len(merged), len(kept)) == (1, 2)
    assert merged.joint(1).body.M.number == 3
    turning = float(merged.joint(1).body.ZZ.number or 0)  # about y of the file: z of the frame
    assert turning == pytest.approx(0.1 + 2 * 0.1**2 + 0.1 + 1 * 0.5**2)
    tool = kept.joint(2)
    assert (tool.kind, tool.name, tool.body.M.number) == ("fixed", "flange", 1)
    state = {"q": [0.3], "qd": [1.0], "qdd": [-2.0]}
    assert function(merged, "inverse_dynamics")(**state) == pytest.approx(function(kept, "inverse_dynamics")(**state))


DECIMALS = ["1.5708", "1.57", "1.571", "1.570796", "1.57079", "1.570796325", "-4.71", "3.1416", "3.14159"]


@pytest.mark.parametrize("text", DECIMALS)
def test_decimals_of_quarter_turns_are_taken_as_exact_and_told(text: str):
    file = ARM.replace('xyz="0 0 0.5" rpy="0 0 0"', f'xyz="0 0 0.5" rpy="{text} 0 0"')
    with pytest.warns(ModelWarning, match=rf"exact quarter turns: {text} \(line 8\)"):
        robot = urdf.read(file.encode(), "a.urdf", keep_fixed=True)
    assert "." not in str(robot.joint(2).alpha) + str(robot.joint(2).gamma) + str(robot.joint(2).theta)
    as_written = parsed(file, keep_fixed=True, snap=False).joint(2)
    assert any("." in str(a) for a in (as_written.alpha, as_written.gamma, as_written.theta))


@pytest.mark.parametrize("text", ["1.58", "1.6", "1.5", "0.78", "3.1", "3.15", "1.5718", "3.14158", "100.53"])
def test_other_angles_stay(text: str):
    file = ARM.replace('xyz="0 0 0.5" rpy="0 0 0"', f'xyz="0 0 0.5" rpy="{text} 0 0"')
    joint = urdf.read(file.encode(), "a.urdf", keep_fixed=True).joint(2)  # and no warning
    assert any("." in str(a) for a in (joint.alpha, joint.gamma, joint.theta))


@pytest.mark.parametrize("text", ["1.5707963267948966", "1.57079632679", "1.5707963268", "3.14159265359", "6.123e-17"])
def test_quarter_turns_within_rounding_are_exact_without_a_word(text: str):
    file = ARM.replace('xyz="0 0 0.5" rpy="0 0 0"', f'xyz="0 0 0.5" rpy="{text} 0 0"')
    joint = urdf.read(file.encode(), "a.urdf", keep_fixed=True).joint(2)
    assert "." not in str(joint.alpha) + str(joint.gamma) + str(joint.theta)


# -- mimic, planar and floating joints ---------------------------------------------------------------------------------


def row(*joints: str) -> str:
    """A file with these joints in a row: attributes, > and what is in the element."""
    body = '<origin xyz="0.1 0.2 0.3"/><mass value="2"/><inertia ixx="0.5" iyy="0.6" izz="0.7"/>'
    out = ['<robot name="r">', '<link name="l0"/>']
    for j, joint in enumerate(joints, 1):
        attributes, _, inside = joint.partition(">")
        out += [f'<link name="l{j}"><inertial>{body}</inertial></link>',
                f'<joint {attributes}><parent link="l{j - 1}"/><child link="l{j}"/>{inside}</joint>']  # fmt: skip
    return "\n".join([*out, "</robot>"])


def mimic(joint: str, more: str = "") -> str:
    return f'<mimic joint="{joint}" {more}/>'


def test_mimic_joints_are_coupled_also_in_chains_and_of_another_kind():
    text = row(
        'name="a" type="revolute">', 'name="b" type="prismatic">' + mimic("a", 'multiplier="-0.25" offset="0.5"'),
        'name="c" type="continuous">' + mimic("b"),
    )  # fmt: skip
    robot = urdf.read(text.encode(), "a.urdf")  # and no warning
    found = [(x.joint, x.terms[0].joint, x.terms[0].factor.number, x.offset.number) for x in robot.couplings]
    assert found == [(2, 1, -0.25, 0.5), (3, 2, 1, 0)]
    assert [j.kind for j in robot.joints] == ["revolute", "prismatic", "revolute"]


def test_a_joint_may_mimic_one_that_comes_later_and_frames_between_do_not_count():
    text = row(
        f'name="a" type="revolute">{mimic("c")}', 'name="b" type="fixed">',
        'name="c" type="revolute"><origin xyz="1 0 0"/><axis xyz="1 1e-3 0"/>',
    )  # fmt: skip
    robot = parsed(text, keep_fixed=True)
    (coupling,) = robot.couplings
    assert [robot.joint(j).name for j in (coupling.joint, coupling.terms[0].joint)] == ["a", "c"]


@pytest.mark.parametrize(
    ("joints", "line", "what"),
    [
        (('name="a" type="revolute">\n' + mimic("z"),), 5, "unknown joint that 'a' mimics: 'z'"),
        (('name="a" type="fixed">', 'name="b" type="revolute">\n' + mimic("a")), 7, "'b' mimics 'a', which is fixed"),
        (('name="a" type="floating">', 'name="b" type="revolute">\n' + mimic("a")), 7, "'a', which is floating (rev"),
        (('name="a" type="revolute">', 'name="b" type="planar">\n' + mimic("a")), 7, "mimics 'a' and is planar"),
        (('name="a" type="revolute">\n' + mimic("a"),), 5, "couples joint 1 to itself (couplings may not form a"),
        (('name="a" type="revolute">', 'name="b" type="revolute">\n' + mimic("c"),
          'name="c" type="revolute">\n' + mimic("b")), 7, "couples joint 2 to itself"),
        (('name="a" type="revolute">', 'name="b" type="revolute">\n<mimic/>'), 7, "<mimic> of joint 'b' has no joint"),
        (('name="a" type="revolute">\n' + mimic("a", 'offset="x"'),), 5, "offset of <mimic> of joint 'a' is 'x'"),
    ],
)  # fmt: skip
def test_mimics_that_cannot_be_are_told_with_their_line(joints: tuple[str, ...], line: int, what: str):
    with pytest.raises(InputError) as caught:
        parsed(row(*joints))
    assert what in str(caught.value)
    assert (caught.value.file, caught.value.line) == ("test.urdf", line)


NORMALS = {"0 0 1": ("1 0 0", "0 1 0"), "1 0 0": ("0 1 0", "0 0 1"), "0 1 0": ("0 0 1", "1 0 0"),
           "0 0 -1": ("1 0 0", "0 -1 0"), "3 0 4": ("0.8 0 -0.6", "0 1 0")}  # fmt: skip


@pytest.mark.parametrize("normal", NORMALS)
def test_a_planar_joint_is_two_prismatic_joints_and_a_revolute_one(normal: str):
    x, y = NORMALS[normal]
    place = '<origin xyz="0.1 0.2 0.3" rpy="0.3 -0.2 0.7"/>'
    more = 'name="after" type="revolute"><axis xyz="0 1 0"/>'
    planar = parsed(row(f'name="p" type="planar">{place}<axis xyz="{normal}"/>', more))
    plain = row(
        f'name="p_x" type="prismatic">{place}<axis xyz="{x}"/>', f'name="p_y" type="prismatic"><axis xyz="{y}"/>',
        f'name="p_turn" type="continuous"><axis xyz="{normal}"/>', more,
    )  # fmt: skip
    for link in ("l1", "l2"):  # those between have no mass
        plain = re.sub(rf'<link name="{link}">.*</link>', f'<link name="{link}"/>', plain)
    expected = parsed(plain)
    assert [j.name for j in planar.joints] == ["p_x", "p_y", "p_turn", "after"]
    assert [j.kind for j in planar.joints] == ["prismatic", "prismatic", "revolute", "revolute"]
    planar, expected = (robot.changed(frames=()) for robot in (planar, expected))  # links are called otherwise
    for ours, theirs in zip(planar.scalars(), expected.scalars(), strict=True):
        assert value_of(ours) == pytest.approx(value_of(theirs), abs=1e-12)


def test_a_floating_joint_in_the_tree_is_three_prismatic_joints_and_a_ball_joint():
    place = '<origin xyz="0.1 0.2 0.3" rpy="0.3 -0.2 0.7"/>'
    text = row('name="a" type="revolute">', f'name="f" type="floating">{place}', 'name="b" type="revolute">')
    robot = parsed(text)
    assert [j.name for j in robot.joints] == ["a", "f_x", "f_y", "f_z", "f_turn", "b"]
    assert [j.kind for j in robot.joints] == ["revolute", *["prismatic"] * 3, "ball", "revolute"]
    assert [j.body.M.number for j in robot.joints] == [2, 0, 0, 0, 2, 2]
    assert robot.base.kind == "fixed"
    body = robot.joint(5).body  # the ball joint has the frame of the file: the body is as it is there
    assert [float(x.number or 0) for x in (body.MX, body.MY, body.MZ)] == pytest.approx([0.2, 0.4, 0.6])
    shift = [0.4, -0.7, 0.2]
    T = np.eye(4)
    for joint, q in zip(robot.joints[:5], [0.0, *shift, 0.0], strict=True):
        T = T @ numbers_of(joint.transform(q))
    start = matrix(NumericPose.rpy(Vec3(0.1, 0.2, 0.3), *map(ExactAngle.of, (0.3, -0.2, 0.7))))
    assert T[:3, :3] == pytest.approx(start[:3, :3], abs=1e-12)
    assert T[:3, 3] == pytest.approx(start[:3, :3] @ shift + start[:3, 3], abs=1e-12)


def test_names_of_made_joints_and_links_do_not_meet_others():
    text = row('name="p_x" type="revolute">', 'name="p" type="planar">').replace('"l1"', '"p_y"')
    assert [j.name for j in parsed(text).joints] == ["p_x", "p_x_", "p_y", "p_turn"]


def test_a_planar_joint_moves_the_body_as_pinocchios_does():
    """Pinocchio's planar joint has the normal z, and the velocity of the plane's axes in the moving frame."""
    pin = pinocchio()
    text = row('name="p" type="planar"><origin xyz="0.1 0.2 0.3" rpy="0.3 -0.2 0.7"/><axis xyz="0 0 1"/>',
               'name="b" type="revolute"><origin xyz="0.3 0 0.1"/><axis xyz="0 1 0"/>'
               '<limit lower="-1" upper="1" effort="1" velocity="1"/>')  # fmt: skip
    model = pin.buildModelFromXML(text)
    data = model.createData()
    x, y, t, q = 0.4, -0.3, 0.8, 0.5
    g = pin.computeGeneralizedGravity(model, data, np.array([x, y, math.cos(t), math.sin(t), q]))
    ours = np.array(function(parsed(text), "gravity_vector")(q=[x, y, t, q]))
    turned = [math.cos(t) * g[0] - math.sin(t) * g[1], math.sin(t) * g[0] + math.cos(t) * g[1]]
    assert ours == pytest.approx([*turned, g[2], g[3]], abs=1e-10)


def test_floating_root_is_a_floating_base():
    file = ARM.replace(
        '<joint name="shoulder"',
        '<link name="world"/><joint name="free" type="floating"><parent link="world"/><child link="base"/>'
        '<origin xyz="0 0 2" rpy="0 0 1.5707963267948966"/></joint><joint name="shoulder"',
    )
    base = parsed(file).base
    assert (base.kind, base.body.M.number) == ("floating", 5)
    assert [v.number for v in base.pose] == [0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 1]


def test_bodies_that_cannot_be_are_told_by_the_name_of_the_link():
    with pytest.warns(ModelWarning, match="link 'upper': mass -2 is negative"):
        urdf.read(ARM.replace('mass value="2"', 'mass value="-2"').encode(), "a.urdf")
    with pytest.warns(ModelWarning, match=r"link 'tool': principal moments 0\.1, 0\.1, 0\.3 break the triangle"):
        urdf.read(ARM.replace('iyy="0.1" izz="0.1"', 'iyy="0.1" izz="0.3"').encode(), "a.urdf")
    with pytest.warns(ModelWarning, match="link 'tool': .*negative principal moment"):
        urdf.read(ARM.replace('ixx="0.1" iyy="0.1" izz', 'ixx="0.1" ixy="0.2" iyy="0.1" izz').encode(), "a.urdf")


@given(st.lists(st.floats(-1, 1), min_size=6, max_size=6))
def test_eigenvalues_are_those_of_numpy(entries: list[float]):
    xx, xy, xz, yy, yz, zz = entries
    theirs = np.linalg.eigvalsh([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    assert sorted(eigenvalues(*entries)) == pytest.approx(theirs, abs=1e-7)


def test_shapes_and_foreign_elements_are_ignored():
    extra = '<material name="m"/><gazebo><a:b xmlns:a="x"/></gazebo><transmission name="t"/><!-- xacro ${x} --></robot>'
    visual = '<link name="tool"><visual><geometry><mesh filename="package://x.dae"/></geometry></visual>'
    text = ARM.replace("</robot>", extra).replace('<link name="tool">', visual)
    assert parsed(text) == parsed(ARM)
    assert urdf.read(("\ufeff" + text).encode(), "a.xml") == parsed(ARM)
    assert urdf.read(text.encode("utf-16"), "a.xml") == parsed(ARM)
