"""Errors know their place as data, and a table gives all of its errors at once."""

import pickle

import pytest

import linkwright as lw
from linkwright.errors import MAX_ERRORS_SHOWN, ErrorPlace, InputError, RobotError, UnknownName
from linkwright.robot import Joint, Loop, Robot
from tests.support.command_line import run


def errors(text: str, name: str) -> list[InputError]:
    with pytest.raises(InputError) as caught:
        lw.load(text.encode(), name=name)
    return list(caught.value.all)


def places(text: str, name: str) -> list[tuple[int, tuple[str | int, ...]]]:
    found = errors(text, name)
    assert {problem.file for problem in found} == {name}
    return [(problem.place.line, problem.place.cell) for problem in found]


TOML = """name = "r"
gravity = [0, "1+", true]

[[joint]]
name = "first"
alpha = "sin("
kind = "screw"
body = { XX = "2*", M = [] , Q = 1 }

[[joint]]
parent = "frist"
theta = true
actuated = 1
colour = "red"
lower = inf

[[joint]]
parent = "first"

[[loop]]
joint = { parent = 1, d = "x x" }
frame = { kind = "cone", parent = 2 }

[base]
pose = [1]
kind = "flying"

[numbers]
L = nan
"""


def test_toml_gives_every_wrong_cell():
    assert places(TOML, "a.toml") == [
        (2, ("gravity", 2)), (2, ("gravity", 3)), (6, ("joint", 1, "alpha")), (7, ("joint", 1, "kind")),
        (8, ("joint", 1, "body", "Q")), (8, ("joint", 1, "body", "XX")), (8, ("joint", 1, "body", "M")),
        (11, ("joint", 2, "parent")), (12, ("joint", 2, "theta")), (13, ("joint", 2, "actuated")),
        (14, ("joint", 2, "colour")), (15, ("joint", 2, "lower")), (21, ("loop", 1, "joint", "d")),
        (22, ("loop", 1, "frame", "kind")), (25, ("base", "pose")), (26, ("base", "kind")), (29, ("numbers", "L")),
    ]  # fmt: skip


CSV = """# convention: modified
type, alpha, d, theta, r, parent, actuated, lower, XX
R, 2+, 0, q1, 0, 0, 1, -1, 1
S, 0, , q2, 0, 1, maybe, low, 1
P, 99, 0, 0, -r3, hand, 0, 1, *
"""


def test_a_table_of_parameters_gives_every_wrong_cell():
    assert sorted(places(CSV, "a.csv"), key=str) == sorted([
        (3, ("joint", 1, "alpha")), (4, ("joint", 2, "type")), (4, ("joint", 2, "d")), (4, ("joint", 2, "actuated")),
        (4, ("joint", 2, "lower")), (5, ("joint", 3, "alpha")), (5, ("joint", 3, "r")), (5, ("joint", 3, "parent")),
        (5, ("joint", 3, "XX")),
    ], key=str)  # fmt: skip


@pytest.mark.parametrize("word", ["1e301", "-1e305", "1e999", "nan"])
def test_a_limit_that_no_other_format_could_hold_is_refused(word):
    table = f"# convention: modified\nalpha,d,theta,r,upper\n0,0,0,0,{word}\n"
    assert places(table, "a.csv") == [(3, ("joint", 1, "upper"))]
    assert places(f"[[joint]]\nupper = {word.replace('1e999', 'inf')}\n", "a.toml") == [(2, ("joint", 1, "upper"))]


def test_a_table_gives_every_wrong_row_and_every_wrong_column():
    rows = "# convention: modified\nalpha,d,theta,r\n0,0,0\n0,0,0,0\n0,0,0,0,0\n"
    assert places(rows, "a.csv") == [(3, ("joint", 1)), (5, ("joint", 3))]
    columns = "# convention: modified\n# number: x\n# number: y = inf\nalhpa,d,tetha,d,r [inch]\n0,0,0,0,0\n"
    assert [line for line, _ in places(columns, "a.csv")] == [2, 3, 4, 4, 4, 4]


PAR = """NL = 2
NJ = 3
Type = 2
ant = {0,1,9,2}
sigma = {0,3,x,2}
d = {0,2*,0,0}
alpha = {0,0}
theta = {th1,
th2,-th3,0}
XX = {a b,1}
IA = {1,(}
QP = {1,2,*}
G = {0,+,0}
"""


def test_par_lists_give_every_wrong_value():
    assert places(PAR, "a.par") == [
        (4, ("loop", 1, "joint", "parent")), (5, ("joint", 2, "kind")), (5, ("loop", 1, "joint", "kind")),
        (6, ("joint", 2, "d")), (7, ()), (10, ("joint", 1, "body", "XX")), (11, ("joint", 2, "rotor")),
        (12, ("loop", 1, "joint", "velocity")), (13, ("gravity", 2)),
    ]  # fmt: skip


def test_par_lists_give_every_joint_variable_that_cannot_be_one():
    text = "sigma = {0,0,0}\np = {0,1,2}\ntheta = {-a,\nb,2*c}\n"
    assert places(text, "a.par") == [(3, ("joint", 1, "theta")), (4, ("joint", 3, "theta"))]


SAME = {
    "a.toml": '[[joint]]\nvariable = "x"\n[[joint]]\nvariable = "x"\nd = "x"\n[[joint]]\nparent = 1\nb = "x"\n',
    "a.csv": "# convention: modified\nalpha,d,theta,r,variable,b,parent\n0,0,0,0,x,0,0\n0,x,0,0,x,0,1\n0,0,0,0,y,x,1\n",
    "a.par": "sigma = {0,0,0}\np = {0,1,1}\nd = {0,\nx,0}\nb = {0,0,\nx}\ntheta = {x,\nx,y}\n",
}
LINES = {"a.toml": (4, 5, 8), "a.csv": (4, 4, 5), "a.par": (7, 4, 6)}


@pytest.mark.parametrize("name", SAME)
def test_what_is_wrong_with_the_robot_is_told_at_its_cells_in_the_file(name):
    expected = zip(LINES[name], [("joint", 2, "variable"), ("joint", 2, "d"), ("joint", 3, "b")])
    assert sorted(places(SAME[name], name)) == sorted(expected)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.toml", "[[joint]]\nparent = 3\n[[joint]]\nparent = 2\n[[joint]]\n"),
        ("a.csv", "# convention: modified\nalpha,d,theta,r,parent\n0,0,0,0,3\n0,0,0,0,2\n0,0,0,0,2\n"),
        ("a.par", "sigma = {0,0,0}\np = {3,\n2,2}\n"),
    ],
)
def test_every_wrong_parent_is_told(name, text):
    assert [cell for _, cell in places(text, name)] == [("joint", 1, "parent"), ("joint", 2, "parent")]


def test_a_robot_made_in_python_tells_its_cells():
    with pytest.raises(RobotError) as caught:
        Robot(name="r", joints=(Joint(parent=1), Joint(kind="cone")), loops=(Loop(Joint(parent=7), Joint()),))  # type: ignore[arg-type]
    assert [problem.place for problem in caught.value.all] == [
        ErrorPlace(cell=("joint", 1, "parent")), ErrorPlace(cell=("joint", 2, "kind")),
        ErrorPlace(cell=("loop", 1, "frame", "kind")), ErrorPlace(cell=("loop", 1, "joint", "parent")),
    ]  # fmt: skip
    with pytest.raises(InputError) as formula:
        Joint(alpha="2*")
    assert formula.value.place.cell == ("alpha",)


def test_one_error_keeps_its_kind_and_prints_all_in_order():
    (first, *others) = errors('[[joint]]\ncolour = 1\nd = "2*"\n', "a.toml")
    with pytest.raises(UnknownName) as caught:
        lw.load(b'[[joint]]\ncolour = 1\nd = "2*"\n', name="a.toml")
    assert str(caught.value).splitlines() == [str(first), *map(str, others)]
    assert [line.split(":")[:2] for line in str(caught.value).splitlines()] == [["a.toml", "2"], ["a.toml", "3"]]


def test_errors_survive_pickling_with_their_places():
    with pytest.raises(InputError) as caught:
        lw.load(TOML.encode(), name="a.toml")
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is type(caught.value)
    assert (str(again), [p.place for p in again.all]) == (str(caught.value), [p.place for p in caught.value.all])


def test_of_very_many_errors_the_first_are_printed_and_all_are_there():
    text = "".join('[[joint]]\nd = "2*"\n' for _ in range(3 * MAX_ERRORS_SHOWN))
    with pytest.raises(InputError) as caught:
        lw.load(text.encode(), name="a.toml")
    assert len(caught.value.all) == 3 * MAX_ERRORS_SHOWN
    lines = str(caught.value).splitlines()
    assert len(lines) == MAX_ERRORS_SHOWN + 1
    assert lines[-1] == f"and {2 * MAX_ERRORS_SHOWN} more errors"


def test_the_command_line_prints_each_error_on_its_line(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(CSV)
    result = run("show", str(path))
    assert result.returncode == 2
    lines = result.stderr.splitlines()
    assert len(lines) == len(errors(CSV, "a.csv"))
    assert all(line.startswith(f"linkwright: {path}:") for line in lines)
