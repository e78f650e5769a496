"""SYMORO's `.par` files: the grammar, both dialects, the short form, and round trips without loss."""

import re
from pathlib import Path

import pytest
from hypothesis import given

from linkwright import formats
from linkwright.errors import FormatError, InputError, ModelWarning, RobotError
from linkwright.formats import par, toml
from linkwright.models.derive.function import function
from linkwright.robot import Base, Body, Coupling, Joint, Limits, Loop, Robot, Term, Wheel
from linkwright.robot.robot import GEOMETRY
from tests.support.oracle import inverse_dynamics
from tests.support.strategies import joint, numbers_for, state_for, trees

TWO = """(* Robotname = 'Two' *)
NL = 2
NJ = 2
NF = 2
Type = 0
ant = {0,1}
sigma = {0,1}
d = {0,L}
alpha = {0,pi/2}
theta = {q1,0}
r = {0,q2}
"""


def read(text: str, file: str = "two.par") -> Robot:
    return par.read(text.encode(), file)


def changed(old: str, new: str) -> str:
    assert old in TWO
    return TWO.replace(old, new)


def again(robot: Robot, **options: str) -> Robot:
    return read(par.write(robot, **options), "again.par")


# -- published files -------------------------------------------------------------------------------------------------

LINKS = {  # links and loops, counted by hand in the files
    "AKR3000": (10, 2), "FixedFrame_tool": (3, 0), "Flexible_RX90": (6, 0), "Floating_RX90": (6, 0),
    "Mobile_3wheels": (4, 0), "RX90": (6, 0), "RX90_geom": (6, 0), "RX90num": (6, 0), "Tree_2x2R_base": (4, 0),
    "Tree_Y": (5, 0), "UG_T1_5_highspeed": (13, 0), "UG_T1_6_planar_mobile": (7, 0), "opensymoro_AKR3000": (10, 2),
    "opensymoro_RX90": (6, 0), "opensymoro_SR400": (8, 1), "opensymoro_Stanford4": (4, 0),
    "opensymoro_TwoLoops": (8, 2), "opensymoro_testLoop": (4, 1), "orthoglide": (15, 0), "puma": (6, 0),
    "sr400": (8, 1), "stanford": (6, 0),
}  # fmt: skip


def test_every_published_file_is_read_or_refused(shared: Path):
    names = {p.stem for p in (shared / "robots").glob("*.par")}
    assert names == {*LINKS, "malformed_sr400"}
    with pytest.raises(FormatError, match=r"malformed_sr400\.par:25: list 'Ant' has 10 values, NF = 6 needs 6"):
        formats.read(shared / "robots" / "malformed_sr400.par")


@pytest.mark.parametrize("name", sorted(LINKS))
def test_published_file_round_trips_in_all_dialects_and_through_toml(shared: Path, name: str):
    robot = formats.read(shared / "robots" / f"{name}.par")
    assert (len(robot), len(robot.loops)) == LINKS[name]
    assert again(robot) == robot
    native = toml.read(toml.write(robot).encode(), "again.toml")
    assert native == robot
    assert again(native) == robot
    if robot.base.kind == "fixed" and not any(j.flexible for j in robot.joints):
        assert again(robot, dialect="symoro+") == robot


def test_dialects_of_one_robot_agree(shared: Path):
    """The AKR3000 was published for SYMORO+ and for OpenSYMORO: one robot, but for its wrenches and torques."""
    old, new = (formats.read(shared / "robots" / f"{n}.par") for n in ("AKR3000", "opensymoro_AKR3000"))
    for a, b in zip(old.joints, new.joints, strict=True):
        geometry = ("kind", "parent", "variable", "actuated", *GEOMETRY)
        assert [str(getattr(a, f)) for f in geometry] == [str(getattr(b, f)) for f in geometry]


def test_structure_of_published_files(shared: Path):
    robots = {n: formats.read(shared / "robots" / f"{n}.par") for n in LINKS}
    floating = robots["Floating_RX90"]
    assert floating.base.kind == "floating"
    assert (str(floating.base.body.XX), str(floating.joint(1).body.XX)) == ("XX0", "XX1")
    assert [str(v) for v in floating.base.angular_velocity] == ["WXb", "WYb", "WZb"]
    mobile = robots["Mobile_3wheels"]
    assert mobile.base.kind == "mobile"
    last = mobile.joint(4).body
    assert [str(v) for v in (mobile.base.body.ZZ, last.ZZ, last.FX)] == ["ZZ0", "ZZ4", "FX4"]
    assert [str(j.rotor) for j in mobile.joints] == ["IA1", "IA2", "IA3", "IA4"]
    for robot in (floating, mobile):  # the base's motion has names in the file, and keeps them
        motion = {"angular_velocity": "W", "angular_acceleration": "WP", "velocity": "V", "acceleration": "VP"}
        for key, letter in motion.items():
            assert [str(v) for v in getattr(robot.base, key)] == [f"{letter}{axis}b" for axis in "XYZ"]
    planar = robots["UG_T1_6_planar_mobile"]  # the plane is made of joints: two slides and a turn
    assert planar.base.kind == "fixed"
    assert [(j.kind, j.variable, j.parent) for j in planar.joints[:4]] == [
        ("prismatic", "y", 0), ("prismatic", "x", 1), ("revolute", "t3", 2), ("revolute", "t4", 3),
    ]  # fmt: skip
    assert [j.actuated for j in planar.joints] == [True, True, True, True, True, False, False]
    flexible = robots["Flexible_RX90"]
    assert [j.flexible for j in flexible.joints] == [False, True, True, False, False, False]
    assert str(flexible.joint(2).stiffness) == "k2"
    sr400 = robots["sr400"]
    (loop,) = sr400.loops
    assert (loop.joint.parent, loop.joint.variable, str(loop.joint.d)) == (8, "t9", "d3")
    assert (loop.frame.parent, str(loop.frame.gamma), str(loop.frame.d)) == (3, "pi/2", "-d8")
    assert [j.actuated for j in sr400.joints] == [True, True, False, True, True, True, True, False]
    slides = robots["orthoglide"].joints[:3]  # R = {q1, -a + q2, -a + q3}
    assert [(j.kind, j.variable, str(j.r)) for j in slides] == [
        ("prismatic", "q1", "0"), ("prismatic", "q2", "-a"), ("prismatic", "q3", "-a"),
    ]  # fmt: skip
    assert str(robots["orthoglide"].joint(1).velocity) == "qd1"
    assert robots["RX90"].joint(1).velocity is None
    assert [j.variable for j in robots["RX90num"].joints] == ["q1", "q2", "q3", "q4", "q5", "q6"]  # Theta = {0, ...}
    # frame 12 of TwoLoops stands on frame 11, which is fixed to link 8: it is fixed to link 8
    second = robots["opensymoro_TwoLoops"].loops[1].frame
    assert (second.parent, str(second.gamma), str(second.d)) == (8, "pi/2 + g12", "d7")


def test_short_form_of_the_article_is_the_built_in_robot(shared: Path):
    """Lemoine & Khalil, Figures 3 and 5: the same geometry; the first has all inertial parameters, the second 14."""
    text = next((shared / "seeds").glob("000*.txt")).read_text(encoding="utf-8")
    figures = re.findall(r"(sigma = \\?\{0,0,1\\?\}.*?G = \\?\{0,0,G3\\?\})", text, re.DOTALL)
    standard, base = (par.read(figure.encode(), "RRP.par") for figure in figures)
    rrp = formats.builtin("rrp")
    for robot in (standard, base):
        assert robot.name == "RRP"
        for a, b in zip(robot.joints, rrp.joints, strict=True):
            fields = ("kind", "parent", "variable", *GEOMETRY, "rotor", "viscous", "coulomb")
            assert [str(getattr(a, f)) for f in fields] == [str(getattr(b, f)) for f in fields]
    assert [str(j.body.inertia) for j in standard.joints] == [str(j.body.inertia) for j in rrp.joints]
    named = {s for s in base.parameters if re.match(r"[XYZM]", s)}
    assert named == {
        "XX2R", "XY2R", "XZ2R", "YZ2R", "ZZ1R", "ZZ2R", "MX1", "MX2", "MX3", "MY1R", "MY2", "MY3", "MZ3", "M3",
    }  # fmt: skip


# -- the grammar -----------------------------------------------------------------------------------------------------


def test_defaults_of_absent_lists():
    """The table of defaults of OpenSYMORO's `Robot.__init__`."""
    robot = read("NL = 2\nNJ = 2\nType = 0\n")
    assert robot.name == "two"
    second = robot.joint(2)
    assert (second.parent, second.kind, second.variable, second.actuated) == (1, "revolute", "th2", True)
    assert all(getattr(second, f).is_zero for f in ("gamma", "b", "alpha", "d", "theta", "r", "stiffness"))
    assert [str(getattr(second, f)) for f in ("rotor", "viscous", "coulomb")] == ["IA2", "FV2", "FS2"]
    assert str(second.body.XY) == "XY2"
    assert (str(second.body.FX), str(robot.joint(1).body.FX)) == ("FX2", "0")
    assert [str(g) for g in robot.gravity] == ["0", "0", "GZ"]


def test_lists_that_the_short_form_leaves_out_are_those_of_the_full_one_without_rotors_friction_and_wrenches():
    lists = "sigma = {0,1}\nant = {0,1}\ntheta = {q1,0}\nr = {0,q2}\n"
    short, full = read(lists.replace("ant", "p")), read(f"NL = 2\nNJ = 2\n{lists}")
    assert short != full
    assert short == full.without("rotors", "friction", "external")
    assert [str(v) for v in (short.joint(1).body.XX, short.joint(2).body.M, short.gravity[2])] == ["XX1", "M2", "GZ"]
    listed = read(f"{lists}IA = {{0,IA2}}\nFV = {{f,0}}\nCZ = {{0,N}}\nXX = {{0,0}}\n")
    first, second = listed.joints
    assert [str(v) for v in (second.rotor, first.viscous, second.body.CZ)] == ["IA2", "f", "N"]
    assert listed.joint(1).body.XX.is_zero


def test_the_short_form_has_its_name_in_a_comment():
    assert read("(* Name of file : Short.par *)\nsigma = {0,0}\np = {0,1}\ntheta = {q1,q2}\n").name == "Short"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("d = {0,L}", "d = {0,L} (* a comment that drops the list elsewhere *)"),
        ("d = {0,L}", "d = {0,L};"),
        ("d = {0,L}", "d =\n  {0,L}"),
        ("d = {0,L}", "d = {\n  0,\n  L\n}"),
        ("d = {0,L}", "  D  =  { 0 , L }"),
        ("d = {0,L}", "d = {0,(* here *)L}"),
        ("d = {0,L}", "d = {0,L + 0*atan2(a,b)}"),
        ("d = {0,L}", "(* one\nor two\nlines *) d = {0,L}"),
        ("alpha = {0,pi/2}", "Alpha = {0,Pi/2}"),
        ("Type = 0", "Type = 0 (* Simple *)"),
        ("(* Robotname", "\ufeff(* Robotname"),
        ("\n", "\r\n"),
        ("NF = 2\n", ""),
    ],
)
def test_ways_to_write_the_same(old: str, new: str):
    assert read(changed(old, new)) == read(TWO)


def test_latin_1_is_read():
    data = ("(* rue de la Noë *)\n" + TWO).encode("latin-1")
    assert par.read(data, "two.par") == read(TWO)


def test_names_that_mean_something_elsewhere_are_symbols():
    """Every unknown name is a symbol, also those that a computer algebra system takes for its own."""
    names = ["Q", "S", "N", "O", "C", "I", "E", "beta", "gamma", "zeta", "lambda", "PiX"]
    text = f"sigma = {{{','.join('0' for _ in names)}}}\nd = {{{','.join(names)}}}\n"
    assert [str(j.d) for j in read(text).joints] == names


def test_unknown_keys_are_told():
    with pytest.warns(ModelWarning, match=r"two\.par: unknown keys are ignored: 'colour' \(line 12\)"):
        assert len(read(TWO + "colour = red\n")) == 2


def test_message_names_the_missing_frames():
    """The example of the style guide."""
    with pytest.raises(FormatError) as caught:
        read("\n" * 8 + "NL = 6\nNJ = 6\nNF = 6\nType = 0\n\nd = {0,0,D3,0,0}\n", "rx90.par")
    assert str(caught.value) == "rx90.par:14: list 'd' has 5 values, NF = 6 needs 6 (missing: frame 6)"


def test_lists_of_a_moving_base_count_link_0():
    text = changed("Type = 0", "Type = 1\nis_floating = true")
    with pytest.raises(FormatError, match=r"list 'M' has 2 values, NL = 2 needs 3 \(link 0 is the moving base\)"):
        read(text + "M = {M1,M2}\n")
    robot = read(text + "M = {7,M1,M2}\n")
    assert (robot.base.body.M.number, str(robot.joint(1).body.M)) == (7, "M1")


@pytest.mark.parametrize(
    ("theta", "variable", "offset"),
    [
        ("q1", "q1", "0"),
        ("phi", "phi", "0"),
        ("q1 - pi/2", "q1", "-pi/2"),
        ("-pi/2 + t1", "t1", "-pi/2"),
        ("0", "q1", "0"),
        ("pi/2", "q1", "pi/2"),
        ("q1 + L", "q1", "L"),  # L occurs in d too
        ("q1 + x", "q1", "x"),  # x does not look like a variable
        ("t1 + t7", "t1", "t7"),  # joint 1
        ("0.3 + th1", "th1", "0.3"),
    ],
)
def test_joint_variable_and_its_offset(theta: str, variable: str, offset: str):
    first = read(changed("theta = {q1,0}", f"theta = {{{theta},0}}")).joint(1)
    assert (first.variable, str(first.theta)) == (variable, offset)


def test_default_variable_does_not_take_a_name_in_use():
    robot = read(changed("theta = {q1,0}", "theta = {0,0}").replace("d = {0,L}", "d = {0,q1}"))
    assert robot.joint(1).variable == "q1_"


def test_coupled_joints_are_refused():
    with pytest.raises(RobotError, match="depends on the joint variable 'q1'"):
        read(changed("r = {0,q2}", "r = {0,q2 + q1}"))


def test_type_that_contradicts_the_antecedents_is_told():
    with pytest.warns(ModelWarning, match="Type = 0 means serial"):
        assert not read(changed("ant = {0,1}", "ant = {0,0}")).is_serial
    with pytest.raises(FormatError, match="Type = 0 has no loops, but NJ = 3 > NL = 2"):
        read(changed("NJ = 2", "NJ = 3").replace("NF = 2", "NF = 4"))


# -- writing ---------------------------------------------------------------------------------------------------------


@given(trees(max_joints=5, wrenches=True, base_motion=True))
def test_any_tree_is_written_and_read_without_loss(robot: Robot):
    assert again(robot) == robot
    assert again(robot, dialect="symoro+") == robot


def has_a_place(name: str) -> bool:
    """Whether the format has the kinds of its joints: others are refused (test_convert)."""
    robot = formats.builtin(name)
    joints = [*robot.joints, *(loop.joint for loop in robot.loops)]
    return {joint.kind for joint in joints} <= {"revolute", "prismatic", "fixed"}


@pytest.mark.parametrize("name", [*filter(has_a_place, formats.builtin_names())])
def test_built_in_robot_is_written_and_read_without_loss(name: str):
    """Also limits, names of joints, descriptions and the numbers of the symbols, for which the format has no place."""
    robot = formats.builtin(name)
    assert again(robot) == robot


def test_facts_without_a_place_are_kept_in_comments():
    body = Body(M=3, FX="F")
    cut = joint(parent=2, rotor="IA", viscous=2, name="cut", velocity="vc")
    loop = Loop(cut, Joint(parent=0, kind="fixed", name="end"))
    robot = Robot(
        name="näme (* odd *) 'n'", description='two\nlines, "quoted", *) and ü', source="here",
        joints=(
            joint(name="a b", variable="x", theta="a + b", limits=Limits(lower=-1, effort=5.5)),
            joint(parent=1, kind="prismatic", variable="y", r="-b", velocity="QP2", acceleration=0, effort="T"),
        ),
        base=Base(body=body, pose=(0, -1, 0, "h", 1, 0, 0, 0, 0, 0, 1, "1/3", 0, 0, 0, 1)),
        loops=(loop,), numbers={"a": 0.1, "h": 1e-7},
    )  # fmt: skip
    text = par.write(robot)
    assert text.isascii()
    assert read(text) == robot
    without = "\n".join(line for line in text.splitlines() if not line.startswith("(*#"))
    with pytest.raises(FormatError, match=r"'x \+ a \+ b': which symbol is the joint variable"):
        read(without)


def test_symoro_plus_has_no_moving_base():
    robot = Robot(name="r", joints=(Joint(),), base=Base(kind="floating"))
    assert again(robot) == robot
    with pytest.raises(RobotError, match="SYMORO\\+ files have no floating base"):
        par.write(robot, dialect="symoro+")
    with pytest.raises(InputError, match="dialect 'maple'"):
        par.write(robot, dialect="maple")


def test_springs_are_read_and_their_stiffness_needs_a_flexible_joint():
    robot = read(TWO + "eta = {0,1}\nk = {0,k2}\n")
    assert [(j.flexible, str(j.stiffness)) for j in robot.joints] == [(False, "0"), (True, "k2")]
    with pytest.raises(RobotError) as caught:
        read(TWO + "eta = {0,1}\nk = {k1,k2}\n")
    assert (caught.value.line, caught.value.place.cell) == (13, ("joint", 1, "stiffness"))
    with pytest.raises(RobotError, match="the stiffness of joint 2 is negative"):
        read(TWO + "eta = {0,1}\nk = {0,-5}\n")


def test_what_the_format_cannot_say_is_kept_in_comments_or_refused():
    tied = (Coupling(2, (Term(1, "n"),), 0.5),)
    spring = joint(kind="prismatic", parent=1, flexible=True, stiffness="k", damping="c", rest=0.1)
    robot = Robot(name="r", joints=(joint(), spring), couplings=tied, wheels=(Wheel(kind="fixed", spin=1, radius=1),),
                  base=Base(kind="mobile"))  # fmt: skip
    text = par.write(robot)
    assert '(*# joint.2 = { damping = "c", rest = 0.1 } *)' in text
    assert '(*# coupling = [{ joint = "joint2", terms = { joint1 = "n" }, offset = 0.5 }] *)' in text
    assert read(text) == robot
    with pytest.raises(RobotError, match=r"'joint2' is a ball joint, which \.par files do not have \(use three"):
        par.write(Robot(name="r", joints=(joint(), joint(parent=1, kind="ball"))))


def test_file_is_written_whole_or_not_at_all(tmp_path: Path):
    robot = formats.builtin("rx90")
    formats.write(robot, tmp_path / "new" / "rx90.par")
    assert formats.read(tmp_path / "new" / "rx90.par") == robot
    with pytest.raises(InputError, match="urdf files can be read, not written"):
        formats.write(robot, tmp_path / "rx90.urdf")
    assert [p.name for p in tmp_path.iterdir()] == ["new"]


# -- the model behind the text ---------------------------------------------------------------------------------------


@given(trees(max_joints=3))
def test_inverse_dynamics_of_what_was_read_is_that_of_first_principles(robot: Robot):
    """The file's robot, in the package's recursion, against the oracle on the robot that was written."""
    back = again(robot)
    numbers = numbers_for(robot)
    q, qd, qdd = state_for(robot)
    if not robot.coordinates:
        return
    f = function(back, "inverse_dynamics")
    used = {k: v for k, v in numbers.items() if f.parameters and k in f.parameters.labels}
    ours = f(q=q, qd=qd, qdd=qdd, **({"parameters": used} if used else {}))
    assert ours == pytest.approx(inverse_dynamics(robot, numbers, q, qd, qdd), rel=1e-9, abs=1e-9)
