"""A wrong file never becomes a wrong robot: one typed error with file and line, or a robot; never anything else."""

import inspect
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import linkwright as lw
from linkwright import formats
from linkwright.errors import ExpressionError, FormatError, InputError, RobotError, UnknownName
from linkwright.robot import Robot
from tests.support.paths import BROKEN

# file: the kind of error, the line, and what it says
EXPECTED: dict[str, tuple[type[InputError], int, str]] = {
    "ambiguous.par": (FormatError, 10, "which symbol is the joint variable? (call it q2"),
    "blow_up.par": (ExpressionError, 8, "is too large (use symbols for its parts)"),
    "call.par": (ExpressionError, 8, "eval(...) is not a function that a formula may call"),
    "comment.par": (FormatError, 4, "comment is not closed"),
    "counts.par": (FormatError, 4, "NF = 7, but 2 NJ - NL = 2"),
    "cycle.par": (RobotError, 6, "the parent of joint 1 is 2"),
    "dunder.par": (ExpressionError, 8, "unexpected '.'"),
    "duplicate.par": (FormatError, 8, "'Sigma' occurs twice, first in line 7"),
    "empty.par": (FormatError, 1, "no counts and no lists"),
    "empty_value.par": (FormatError, 8, "value 1 of list 'd' is empty"),
    "facts.par": (FormatError, 6, "refers to joint 9, which does not exist"),
    "import.par": (ExpressionError, 8, "unexpected '\"'"),
    "infinite.par": (ExpressionError, 8, "1e999 is too large"),
    "junk.par": (FormatError, 1, "this is not a text file"),
    "long_list.par": (FormatError, 8, "list 'd' has 4 values, NF = 2 needs 2 (2 too many"),
    "many.par": (FormatError, 3, "NL = 999999999"),
    "nan.par": (ExpressionError, 8, "'nan' is not a finite number"),
    "negative_variable.par": (FormatError, 10, "must be added with the factor 1 (for -1 reverse the axis"),
    "nested.par": (ExpressionError, 8, "nested more than 60 deep"),
    "no_value.par": (FormatError, 4, "'NF' has no value"),
    "powers.par": (ExpressionError, 8, "an integer is too large"),
    "prose.par": (FormatError, 1, "unexpected 'Dear robot,' (statements are"),
    "same_variable.par": (RobotError, 10, "joint variable 'q1' occurs twice"),
    "self.par": (RobotError, 6, "the parent of joint 2 is 2"),
    "short_list.par": (FormatError, 8, "list 'd' has 1 values, NF = 2 needs 2 (missing: frame 2)"),
    "sigma.par": (FormatError, 7, "'sigma' of 2 is 5 (allowed: 0, 1, 2)"),
    "stiffness.par": (RobotError, 13, "joint 2 has a stiffness but is not flexible (make it flexible"),
    "truncated.par": (FormatError, 9, "list 'alpha' is not closed"),
    "two_bases.par": (FormatError, 7, "is_floating and is_mobile are both true"),
    "bomb.urdf": (FormatError, 2, "entities are not read"),
    "cycle.urdf": (FormatError, 5, "the joints form a cycle"),
    "empty.urdf": (FormatError, 1, "no element found"),
    "encoding.urdf": (FormatError, 1, "unknown encoding"),
    "exponent.urdf": (FormatError, 4, "'1e999999999' (a finite number is needed)"),
    "external_entity.urdf": (FormatError, 2, "entities are not read"),
    "html.urdf": (FormatError, 1, "the root element is <html>"),
    "infinite.urdf": (FormatError, 4, "'1e999' (a finite number is needed)"),
    "island.urdf": (FormatError, 6, "a cycle of joints is not connected to the root 'base'"),
    "junk.urdf": (FormatError, 1, "not XML"),
    "latin.urdf": (FormatError, 4, "not XML"),
    "mimic_cycle.urdf": (RobotError, 11, "coupling 1 couples joint 2 to itself (couplings may not form a cycle)"),
    "mimic_fixed.urdf": (FormatError, 13, "joint 'j2' mimics 'j0', which is fixed (revolute, continuous and"),
    "mimic_missing.urdf": (UnknownName, 11, "joint that 'j2' mimics: 'j3' (known: j1, j2; option mimic=no"),
    "mujoco.xml": (FormatError, 1, "no joint moves"),
    "nan.urdf": (FormatError, 10, "xyz of joint 'j2' is 'nan'"),
    "nested.urdf": (FormatError, 1, "nested too deep"),
    "no_child.urdf": (FormatError, 9, "joint 'j2' has no <child>"),
    "no_joint_moves.urdf": (FormatError, 1, "no joint moves"),
    "truncated.urdf": (FormatError, 9, "unclosed token"),
    "twice.urdf": (FormatError, 5, "link 'hand' occurs twice"),
    "two_numbers.urdf": (FormatError, 10, "has 2 numbers (three are needed)"),
    "two_parents.urdf": (FormatError, 9, "link 'arm' is the child of joints 'j1' and 'j2'"),
    "two_roots.urdf": (FormatError, 1, "2 links without a parent: base, foot"),
    "type.urdf": (UnknownName, 9, "'helical' (known: continuous, fixed"),
    "unknown_link.urdf": (UnknownName, 10, "'hnad' (did you mean hand?)"),
    "words.urdf": (FormatError, 10, "is 'zero' (a finite number is needed)"),
    "xacro_macro.urdf": (FormatError, 5, "expand it first: xacro"),
    "xacro_value.urdf": (FormatError, 10, "expand it first: xacro"),
    "zero_axis.urdf": (FormatError, 7, "the axis of joint 'j1' is zero"),
    "body.toml": (FormatError, 6, "body of joint 1 is 'heavy' (write \"symbolic\""),
    "boolean.toml": (FormatError, 10, "alpha of joint 2 is True"),
    "coupling_cycle.toml": (RobotError, 15, "coupling 1 couples joint 2 to itself (couplings may not form a cycle)"),
    "coupling_fixed.toml": (RobotError, 18, "coupling 1 names joint 3, which is fixed (couple revolute and prismatic"),
    "coupling_missing.toml": (UnknownName, 15, "unknown joint in coupling 1: 'elbow'"),
    "coupling_twice.toml": (RobotError, 18, "joint 2 is coupled twice (write one coupling with several terms)"),
    "cycle.toml": (RobotError, 10, "the parent of joint 2 is 2"),
    "date.toml": (FormatError, 10, "not TOML"),
    "duplicate.toml": (FormatError, 2, "Cannot overwrite a value"),
    "gravity.toml": (FormatError, 2, "gravity is 2 values (a list of 3 values is needed)"),
    "huge.toml": (FormatError, 14, "G3 of the numbers is too large"),
    "import.toml": (ExpressionError, 10, 'unexpected "\'"'),
    "infinite.toml": (FormatError, 14, "G3 of the numbers is inf"),
    "joint_table.toml": (FormatError, 2, "write [[joint]]"),
    "junk.toml": (FormatError, 2, "byte 0x80 is not UTF-8"),
    "kind.toml": (FormatError, 9, "kind of joint 2 is 'screw'"),
    "latin.toml": (FormatError, 1, "byte 0xf6 is not UTF-8 (save the file as UTF-8)"),
    "loop.toml": (FormatError, 13, "loop 1 has no frame"),
    "loop_parent.toml": (RobotError, 14, "loop 1 is attached to link 7, which does not exist"),
    "mixed_body.toml": (FormatError, 11, "mixes 'mass' with parameters about the origin"),
    "nan.toml": (FormatError, 10, "nan is not a finite number"),
    "nan_text.toml": (ExpressionError, 10, "'nan' is not a finite number"),
    "negative_damping.toml": (RobotError, 9, "the damping of joint 1 is negative (springs and dampers have positive"),
    "nested.toml": (FormatError, 10, "nested too deep"),
    "no_joints.toml": (FormatError, 1, "no joints"),
    "numbers.toml": (FormatError, 2, "the numbers is 3 (a table is needed)"),
    "parent_name.toml": (UnknownName, 10, "unknown joint 'elbow'"),
    "parent_type.toml": (FormatError, 10, "parent of joint 2 is 1.5"),
    "stiffness.toml": (RobotError, 7, "joint 1 has a stiffness but is not flexible (make it flexible, or leave"),
    "truncated.toml": (FormatError, 10, "Unterminated string"),
    "two_bases.toml": (FormatError, 16, "not TOML: Cannot declare"),
    "unknown_key.toml": (UnknownName, 10, "'alhpa' (did you mean alpha?)"),
    "variable.toml": (RobotError, 10, "depends on the joint variable 'q1'"),
    "wheel_key.toml": (UnknownName, 19, "unknown key in wheel 1 'headding' (did you mean heading?)"),
    "wheel_kind.toml": (UnknownName, 17, "unknown kind of wheel 1: 'caster' (did you mean castor?)"),
    "wheel_negative.toml": (RobotError, 18, "wheel 1 has the radius -0.1 (a positive length)"),
    "wheel_radius.toml": (RobotError, 18, "wheel 1 has the radius 0 (a positive length)"),
    "wheel_roller.toml": (RobotError, 19, "rollers along its heading: it exerts no force (0 for omnidirectional"),
    "ambiguous_letters.csv": (FormatError, 2, "column 'd' is ambiguous"),
    "blank.csv": (FormatError, 4, "cell 'a' of joint 2 is blank (write 0 if it is zero)"),
    "blank_mass.csv": (FormatError, 4, "cell 'mass' of joint 2 is blank"),
    "blank_type.csv": (FormatError, 4, "the type of joint 2 is blank (revolute, prismatic or fixed)"),
    "both_letters.csv": (FormatError, 2, "columns 'a' and 'r'"),
    "cells.csv": (FormatError, 3, "4 cells, the header has 5"),
    "column.csv": (UnknownName, 2, "'tetha' (did you mean theta?)"),
    "degrees.csv": (FormatError, 4, "call the column 'alpha [deg]'"),
    "empty.csv": (FormatError, 1, "no table"),
    "import.csv": (ExpressionError, 4, 'unexpected "\'"'),
    "infinite.csv": (ExpressionError, 4, "'inf' is not a finite number"),
    "junk.csv": (FormatError, 2, "byte 0x80 is not UTF-8"),
    "latin.csv": (FormatError, 2, "byte 0xe4 is not UTF-8"),
    "negative_stiffness.csv": (RobotError, 4, "the stiffness of joint 2 is negative"),
    "negative_variable.csv": (FormatError, 3, "must be added with the factor 1"),
    "no_convention.csv": (FormatError, 1, "the convention is not stated"),
    "no_rows.csv": (FormatError, 2, "no joints"),
    "number.csv": (FormatError, 2, "number 'L1 = many'"),
    "parent.csv": (RobotError, 3, "the parent of joint 1 is 2"),
    "quote.csv": (FormatError, 4, "not CSV"),
    "standard_r.csv": (FormatError, 2, "column 'r' in a standard table"),
    "twice.csv": (FormatError, 2, "column 'd' occurs twice"),
    "type.csv": (FormatError, 4, "type of joint 2 is 'X'"),
    "unit.csv": (FormatError, 2, "unit of column 'theta [inch]'"),
    "unknown_convention.csv": (UnknownName, 1, "'modifed' (did you mean modified?)"),
}


@contextmanager
def counted_calls() -> Iterator[list[int]]:
    """How many functions are called, of Python and of C: the work that is done, however busy the machine is."""
    calls, before = [0], sys.getprofile()

    def count(frame: FrameType, event: str, argument: object) -> None:
        calls[0] += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        yield calls
    finally:
        sys.setprofile(before)


def test_every_broken_file_has_an_expectation():
    assert {p.name for p in BROKEN.iterdir()} == set(EXPECTED)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_broken_file_gives_one_error_with_its_place(name: str):
    kind, line, what = EXPECTED[name]
    with pytest.raises(InputError) as caught, counted_calls() as calls:
        formats.read(BROKEN / name)
    assert calls[0] < 1_000_000
    problem = caught.value
    assert type(problem) is kind
    assert (problem.file, problem.line) == (str(BROKEN / name), line)
    assert what in str(problem)
    assert "\n" not in str(problem)
    assert len(str(problem)) < 400 + len(problem.file)


def test_files_that_are_not_there(tmp_path: Path):
    with pytest.raises(InputError, match="No such file"):
        formats.read(tmp_path / "none.par")
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(InputError, match="cannot be read"):
        formats.read(tmp_path / "folder.toml")
    with pytest.raises(UnknownName, match=r"format '\.step' \(known: \.csv, \.mjcf, \.par, \.toml, \.urdf, \.xml\)"):
        formats.read(tmp_path / "robot.step")


def test_files_that_are_too_large(tmp_path: Path):
    path = tmp_path / "large.toml"
    path.write_bytes(b"#" * 3_000_000)
    with pytest.raises(InputError, match="3000000 bytes"):
        formats.read(path)


def test_many_joints_are_refused_before_they_take_time():
    chain = [
        f'<link name="l{k}"/><joint name="j{k}" type="continuous"><parent link="l{k - 1}"/><child link="l{k}"/></joint>'
        for k in range(1, 1500)
    ]
    bodies = '<body><joint/><geom size=".1"/></body>' * 1500
    texts = {
        "a.mjcf": f"<mujoco><worldbody>{bodies}</worldbody></mujoco>",
        "a.par": "NL = 5000\nNJ = 5000\nType = 0\n",
        "a.toml": "[[joint]]\n" * 5000,
        "a.csv": "# convention: modified\nalpha,a\n" + "0,0\n" * 5000,
        "a.urdf": f'<robot name="r"><link name="l0"/>{"".join(chain)}</robot>',
    }
    for name, text in texts.items():
        with counted_calls() as calls:
            assert isinstance(outcome(name, text.encode()), InputError)
        assert calls[0] < 2500 * 1500, name  # in proportion to the joints: a few calls for each pair are more


def test_unknown_options_are_named(tmp_path: Path):
    path = tmp_path / "r.csv"
    path.write_text("alpha,a,theta,d\n0,0,q1,0\n")
    with pytest.raises(UnknownName, match="did you mean convention"):
        formats.read(path, convetion="modified")
    assert formats.read(path, convention="modified").joint(1).variable == "q1"
    (tmp_path / "r.toml").write_text("[[joint]]\n")
    with pytest.raises(UnknownName, match="toml files have none"):
        formats.read(tmp_path / "r.toml", snap="no")


FILES = {"csv": b"alpha,a,theta,d\n0,0,q1,0\n", "par": b"sigma = {0}\np = {0}\n", "toml": b"[[joint]]\n"}
OPTIONS = [(f.name, name) for f in formats.formats().values() for name in f.options]


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_every_reader_declares_its_options(name: str, option: str):
    """The table is the whole truth: names, defaults and meaning."""
    declared = formats.formats()[name]
    keywords = [p for p in inspect.signature(declared.read).parameters.values() if p.kind is p.KEYWORD_ONLY]
    known = {p.name: p.default for p in keywords}
    assert set(known) == set(declared.options)
    entry = declared.options[option]
    assert entry.doc
    assert known[option] == (entry.value(option, entry.default) if entry.default else None)


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_options_are_the_same_as_text_and_as_values_and_anything_else_is_refused(
    name: str, option: str, tmp_path: Path
):
    path = tmp_path / f"r.{name}"
    path.write_bytes({**FILES, "urdf": URDF, "mjcf": MJCF}[name])
    entry = formats.formats()[name].options[option]

    def read(value: Any) -> Robot:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return formats.read(path, **{option: value})

    if entry.choices:
        for choice in entry.choices:
            assert read(choice) == read(choice.upper())
    else:
        yes, no = read(True), read(False)
        assert yes != no, "the file shows what the option does"
        assert all(read(word) == yes for word in ("yes", "true", "on", "1", "Yes", 1))
        assert all(read(word) == no for word in ("no", "false", "off", "0", "NO", 0))
    for wrong in ("maybe", "", "2", 2, None, (), "nope"):
        with pytest.raises(UnknownName, match=option) as caught:
            read(wrong)
        assert caught.value.file == str(path)


def test_pi_is_the_number_in_every_spelling_and_format():
    """docs/formats.md: `pi`, `Pi` and `PI` are exact, and no names."""
    for word in ("pi", "Pi", "PI"):
        texts = {
            "a.par": f"sigma = {{0}}\np = {{0}}\nalpha = {{{word}/2}}\n",
            "a.toml": f'[[joint]]\nalpha = "{word}/2"\n',
            "a.csv": f"# convention: modified\nalpha,a,theta,d\n{word}/2,0,q1,0\n",
        }
        for name, text in texts.items():
            robot = outcome(name, text.encode())
            assert isinstance(robot, Robot)
            assert robot.joint(1).alpha.cos().is_zero
            assert word not in robot.parameters


def test_options_of_files_are_refused_where_no_file_is_read():
    for robot in ("rx90", "planar(3)"):
        with pytest.raises(InputError, match="is a built-in robot, not a file: option 'snap' has no meaning"):
            lw.load(robot, snap="no")


@pytest.mark.parametrize("suffix", [*formats.CONVERSION_REMEDIES, ".zip", ".tml", ".sdff", ""])
def test_what_is_not_read_is_not_taken_for_a_misspelling(suffix: str, tmp_path: Path):
    """Which formats there are, and the way to one of them; never "did you mean"."""
    path = tmp_path / f"robot{suffix}"
    path.write_text("")
    with pytest.raises(UnknownName) as caught:
        lw.load(path)
    text = str(caught.value)
    assert "did you mean" not in text
    assert all(s in text for f in formats.formats().values() for s in f.suffixes)
    if suffix in (".sdf", ".usd"):
        assert "URDF" in text


def test_nothing_is_evaluated(tmp_path: Path):
    """A file that tries to run a command leaves no trace, whatever the format."""
    trace = tmp_path / "trace"
    attack = f"__import__('os').system('touch {trace}')"
    texts = {
        "a.par": f"sigma = {{0}}\np = {{0}}\nd = {{{attack}}}\n",
        "a.toml": f'[[joint]]\nd = "{attack}"\n',
        "a.csv": f'# convention: modified\nalpha,a,theta,d\n0,"{attack}",q1,0\n',
        "a.urdf": f'<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="revolute"><parent link="a"/>'
        f'<child link="b"/><origin xyz="{attack} 0 0"/></joint></robot>',
        "a.mjcf": f'<mujoco><worldbody><body pos="{attack} 0 0"><joint/></body></worldbody></mujoco>',
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
        with pytest.raises(InputError):
            formats.read(tmp_path / name)
    assert not trace.exists()


def test_readers_do_not_import_evaluators():
    """Reading needs no computer algebra system: `sympy.sympify` is `eval`."""
    code = (
        "import sys, linkwright.formats as f; list(f.formats()); f.builtin('rx90');"
        "print([m for m in ('sympy', 'numpy', 'xml.dom', 'pinocchio') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# -- mutations of good files -----------------------------------------------------------------------------------------

URDF = (
    b'<?xml version="1.0"?>\n<robot name="arm">\n<link name="base"/>\n'
    + b"".join(
        b'<link name="l%d"><inertial><origin xyz="0 0.1 0" rpy="0 1.5708 0"/><mass value="2.5"/>'
        b'<inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>\n' % k
        for k in range(1, 6)
    )
    + b"".join(
        b'<joint name="j%d" type="%s"><parent link="%s"/><child link="l%d"/><axis xyz="0 1 0"/>'
        b'<origin xyz="0.3 0 0.1" rpy="3.14159 0 -0.3"/><limit lower="-1" upper="1" effort="3" velocity="2"/>'
        b'<dynamics damping="0.1"/>%s</joint>\n' % (k, kind, b"base" if k == 1 else b"l%d" % (k - 1), k, more)
        for k, kind, more in (
            (1, b"continuous", b""),
            (2, b"prismatic", b'<mimic joint="j1" multiplier="2"/>'),
            (3, b"fixed", b""),
            (4, b"planar", b""),
            (5, b"floating", b""),
        )
    )
    + b"</robot>\n"
)


MJCF = b"""<?xml version="1.0"?>
<mujoco model="arm"><compiler angle="radian" eulerseq="zyx"/><default><geom size=".1 .2 .3" density="800"/>
<default class="slide"><joint type="slide" axis="1 0 0" damping=".3"/></default></default><option gravity="0 0 -9.81"/>
<worldbody><geom type="plane" size="1 1 1"/><body name="a" pos="0 0 .3" euler="1.5708 0 0">
<joint name="j1" axis="0 1 0" range="-1 2" damping=".1" armature=".2"/><joint name="j2" class="slide" ref=".1"/>
<geom type="box"/><geom type="capsule" fromto="0 0 0 .1 .2 .3"/>
<body name="b" quat=".5 .5 .5 .5"><inertial pos="0 0 .1" mass="2" diaginertia=".1 .1 .1"/><site name="s"/>
<frame pos="1 0 0"><body name="c"><joint name="j3" pos="0 .1 0" stiffness="3" springref=".2"/><geom/></body></frame>
</body></body></worldbody>
<equality><joint joint1="j3" joint2="j1" polycoef=".1 2"/><connect body1="c" anchor="0 0 .1"/></equality>
<actuator><motor joint="j1" gear="2"/></actuator></mujoco>
"""


def good_files() -> list[tuple[str, bytes]]:
    table = formats.formats()
    files = [("arm.urdf", URDF), ("arm.mjcf", MJCF)]
    data = resources.files("linkwright.robot") / "data"
    for name in ("unicycle_castor", "four_mecanum", "hybrid_leg", "p3upu"):  # what no writer writes
        files.append((f"{name}.toml", (data / f"{name}.toml").read_bytes()))
    for name in ("sr400", "scara4", "cart_pole", "palletizer_coupled", "tricycle", "elastic_arm"):
        robot = formats.builtin(name)
        for format in ("par", "toml", "csv"):
            write = table[format].write
            if write is not None and not (format == "csv" and (robot.loops or robot.couplings or robot.wheels)):
                files.append((f"{name}.{format}", write(robot).encode()))
    return files


GOOD = good_files()
TOKENS = [
    b"", b"{", b"}", b"[", b"]", b"(", b")", b"(*", b"*)", b"=", b",", b"\n", b'"', b"'", b"<", b">", b"/>", b"&",
    b"\\", b"\x00", b"\xff", b"\xc3\xa9", b"nan", b"inf", b"1e999", b"1e-999", b"-", b"0", b"99999999999999999999",
    b"pi", b"q1", b"^64", b"/0", b"**", b"NL = 3", b"atan2(0,0)", b"sqrt(-1)", b"log(0)", b"<!DOCTYPE a>", b"<link/>",
    b"(*# name = 3 *)", b"[[joint]]", b"[[parallel.leg]]", b"[[wheel]]", b"[[coupling]]", b'to = "q1"',
    b"# convention: standard\n", b"parent = 1", b"true", b"1.5708", b"\r", b"\xef\xbb\xbf", b"acos(2.0)", b"1/(1-1)",
]  # fmt: skip


@st.composite
def mutations(draw: st.DrawFn) -> tuple[str, bytes]:
    name, data = draw(st.sampled_from(GOOD))
    for _ in range(draw(st.integers(1, 4))):
        a = draw(st.integers(0, len(data)))
        b = min(len(data), a + draw(st.sampled_from([0, 1, 2, 5, 20, 200, 5000])))
        kind = draw(st.sampled_from(["token", "delete", "move", "bytes"]))
        if kind == "token":
            data = data[:a] + draw(st.sampled_from(TOKENS)) + data[b:]
        elif kind == "delete":
            data = data[:a] + data[b:]
        elif kind == "move":
            c = draw(st.integers(0, len(data)))
            data = data[:c] + data[a:b] + data[c:]
        else:
            data = data[:a] + draw(st.binary(max_size=6)) + data[b:]
    return name, data


def outcome(name: str, data: bytes) -> Robot | InputError:
    format = {s: f for f in formats.formats().values() for s in f.suffixes}["." + name.split(".")[1]]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return format.read(data, name)
        except InputError as problem:
            return problem


@settings(max_examples=600)
@given(mutations())
@example(("a.toml", b"[[joint]]\nd = '1e400'"))
@example(("a.par", b"sigma={0}\np={0}\nd={1/(1-1)}"))
def test_a_mutated_file_is_a_robot_or_an_error(file: tuple[str, bytes]):
    result = outcome(*file)
    if isinstance(result, Robot):
        assert len(result) >= 1
        assert result == result
    else:
        assert result.file
        assert result.line
        assert str(result)


@settings(max_examples=200)
@given(
    st.sampled_from(["a.par", "a.toml", "a.csv", "a.urdf", "a.mjcf"]),
    st.one_of(st.binary(max_size=300), st.text().map(str.encode)),
)
def test_noise_is_an_error(name: str, data: bytes):
    assert isinstance(outcome(name, data), InputError)


@pytest.mark.parametrize(("text", "number", "line", "words"), [
    ('flexible = true\nstiffness = "k"', "k = -3", 4, "the stiffness of joint 1 is negative"),
    ('flexible = true\ndamping = "-2*k"', "k = 3", 4, "the damping of joint 1 is negative"),
    ('[base]\nkind = "mobile"\n[[wheel]]\nkind = "fixed"\nradius = "k"', "k = -0.1", 7, "has the radius -0.1 (a"),
    ('[base]\nkind = "mobile"\n[[wheel]]\nkind = "swedish"\nradius = 1\nroller = "k/2"', "k = 3.14159265", 8,
     "has rollers along its heading"),
])  # fmt: skip
def test_symbols_with_numbers_are_refused_as_the_numbers_are(text: str, number: str, line: int, words: str):
    whole = f'[[joint]]\nname = "a"\n{text}\n[numbers]\n{number}\n'
    with pytest.raises(RobotError) as caught:
        lw.load(whole.encode(), name="robot.toml")
    assert f"robot.toml:{line}: " in str(caught.value)
    assert words in str(caught.value)


@pytest.mark.parametrize("text", ["d = .3", "[base]\n[base]", "kind = fixed"])
def test_what_is_no_toml_comes_with_a_remedy(text: str):
    with pytest.raises(FormatError, match=r"robot.toml:[23]: not TOML: .* \(.*\)"):
        lw.load(f"[[joint]]\n{text}\n".encode(), name="robot.toml")
