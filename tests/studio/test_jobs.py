"""Jobs of the studio: what comes out of them, where their errors stand, and what they refuse."""

import base64
import io
import json
import math
import warnings
import zipfile
from functools import partial
from typing import Any

import pytest

import linkwright as lw
from linkwright import compiler, formats
from linkwright.errors import InputError
from linkwright.studio import jobs, limits, link
from linkwright.studio.closing import position_ranges
from linkwright.studio.tables import build_robot
from linkwright.verification import laws
from tests.support.paths import BROKEN

RRP = {"name": "RRP", "joint": [{"body": "symbolic"}, {"alpha": "pi/2", "d": "L2", "body": "symbolic"},
                                {"kind": "prismatic", "alpha": "-pi/2", "body": "symbolic"}]}  # fmt: skip


def tables(name):
    return formats.as_data(lw.load(name))


def run(do, **job):
    """The messages of a job; every one is JSON, and the last is `done`."""
    messages = list(jobs.run({"do": do, **job}))
    json.dumps(messages, allow_nan=False)
    assert messages[-1]["type"] == "done"
    assert [m["type"] for m in messages].count("done") == 1
    assert messages[-1]["ok"] == all(m["type"] != "problem" for m in messages)
    return messages


def one(messages, kind):
    (found,) = [m for m in messages if m["type"] == kind]
    return found


def problems(messages):
    return {tuple(m["place"]): m["what"] for m in messages if m["type"] == "problem"}


def test_every_job_has_its_seconds():
    assert set(jobs.RUN) == set(limits.SECONDS_BY_JOB)


# -- robots ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", formats.builtin_names())
def test_tables_of_a_built_in_robot_are_drawn_and_give_it_back(name):
    messages = run("builtin", name=name)
    robot, drawn = lw.load(name), one(messages, "robot")
    again = run("tables", robot=json.loads(json.dumps(one(messages, "tables")["robot"])))
    assert one(again, "robot") == drawn
    assert [j["parent"] for j in drawn["joints"]] == [j.parent for j in robot.joints]
    assert len(drawn["loops"]) == len(robot.loops)
    assert len(drawn["wheels"]) == len(robot.wheels)
    assert all(math.isfinite(x) for j in drawn["joints"] for x in j["values"])


def test_symbols_without_numbers_are_drawn_with_assumed_ones_that_are_told():
    drawn = one(run("tables", robot=RRP), "robot")
    assert drawn["assumed"] == [{"symbol": "L2", "value": 0.3}]
    assert drawn["joints"][1]["values"] == [0, 0, math.pi / 2, 0.3, 0, 0]
    known = one(run("tables", robot={**RRP, "numbers": {"L2": 0.7}}), "robot")
    assert known["assumed"] == []
    assert known["joints"][1]["values"][3] == 0.7


def test_bodies_are_told_about_their_centres_of_mass():
    body = {"mass": 2.0, "com": [0.1, 0.2, 0.3], "inertia": [0.5, 0.01, 0.02, 0.6, 0.03, 0.7]}
    found = one(run("tables", robot={"name": "a", "joint": [{"body": body}]}), "robot")["joints"][0]["body"]
    assert found["mass"] == 2.0
    assert found["centre"] == pytest.approx([0.1, 0.2, 0.3])
    flat = [x for row in found["inertia"] for x in row]
    assert flat == pytest.approx([0.5, 0.01, 0.02, 0.01, 0.6, 0.03, 0.02, 0.03, 0.7])


def test_a_platform_is_a_link_that_several_loops_close_on():
    platforms = one(run("builtin", name="delta"), "robot")["platforms"]
    assert [p["name"] for p in platforms] == ["platform"]
    assert len(platforms[0]["points"]) == 3
    assert one(run("builtin", name="four_bar"), "robot")["platforms"] == []


def test_what_no_body_can_have_is_a_warning():
    drawn = one(run("tables", robot={"name": "a", "joint": [{"body": {"M": -1}}]}), "robot")
    assert drawn["warnings"] == ["the link of joint1: mass -1 is negative"]


def test_empty_cells_are_left_out():
    drawn = one(run("tables", robot={"name": "a", "joint": [{"alpha": "", "lower": None, "name": ""}]}), "robot")
    assert drawn["joints"][0]["name"] == "joint1"


def test_all_errors_of_a_table_come_at_once_each_in_its_cell():
    robot = {
        "name": "a", "gravity": [0, 0, "g+"], "base": {"kind": "flying", "body": {"M": "1/"}},
        "joint": [{"alpha": "pi/"}, {"kind": "screw", "d": "eval(1)", "lower": "x", "body": {"XX": "(", "QQ": 1}},
                  {"parent": "nobody", "colour": 1}],
        "loop": [{"joint": {"parent": 1, "d": "2*"}, "frame": {"parent": 2}}],
        "coupling": [{"joint": 3, "terms": {"9x": 1}}],
        "wheel": [{"kind": "square"}], "numbers": {"L": "two"},
    }  # fmt: skip
    found = problems(run("tables", robot=robot))
    assert set(found) == {
        ("gravity", 3), ("base", "kind"), ("base", "body", "M"), ("joint", 1, "alpha"), ("joint", 2, "kind"),
        ("joint", 2, "d"), ("joint", 2, "lower"), ("joint", 2, "body", "XX"), ("joint", 2, "body", "QQ"),
        ("joint", 3, "parent"), ("joint", 3, "colour"), ("loop", 1, "joint", "d"), ("coupling", 1, "terms", "9x"),
        ("wheel", 1, "kind"), ("numbers", "L"),
    }  # fmt: skip


def test_errors_of_the_structure_have_their_cells_too():
    robot = {"name": "a", "joint": [{}, {"parent": 5}, {"stiffness": 3}],
             "loop": [{"joint": {"parent": 1}, "frame": {"parent": 1}}]}  # fmt: skip
    assert set(problems(run("tables", robot=robot))) == {
        ("joint", 2, "parent"), ("joint", 3, "stiffness"), ("loop", 1, "frame", "parent"),
    }  # fmt: skip


def test_a_new_robot_has_the_joints_that_were_asked_for():
    made = one(run("new", joints="RPSF", base="floating", name="mine"), "tables")["robot"]
    assert [j["kind"] for j in made["joint"]] == ["revolute", "prismatic", "ball", "fixed"]
    assert made["base"]["kind"] == "floating"
    assert set(problems(run("new", joints="RXR"))) == {("joints",)}


def pose(robot, q):
    return lw.compile(lw.model(robot.with_numbers(), "direct_geometry"))(q=q)


def test_craig_and_standard_tables_become_the_same_arm():
    """A_j of the standard table and T_j of Craig's, whose rows hold alpha and a of the row before."""
    standard = [{"theta": 0, "d": 0.3, "a": 0.1, "alpha": "pi/2"}, {"theta": 0, "d": 0, "a": 0.4, "alpha": 0}]
    craig = [{"theta": 0, "d": 0.3, "a": 0, "alpha": 0}, {"theta": 0, "d": 0, "a": 0.1, "alpha": "pi/2"},
             {"kind": "fixed", "a": 0.4, "name": "tool"}]  # fmt: skip
    a, b = (one(run("convert_dh", convention=c, rows=rows), "tables")["robot"]
            for c, rows in (("standard", standard), ("craig", craig)))  # fmt: skip
    assert a["joint"] == b["joint"]


def test_errors_of_a_dh_table_stand_in_its_cells():
    rows = [{"theta": 0, "d": "0.3+", "a": 0, "alpha": "pi/2"}, {"kind": "screw", "b": 1}]
    assert set(problems(run("convert_dh", rows=rows))) == {("row", 1, "d"), ("row", 2, "kind"), ("row", 2, "b")}


# -- files -------------------------------------------------------------------------------------------------------------


def read(data, name, **options):
    return run("read", name=name, options=options, base64=base64.b64encode(data).decode())


@pytest.mark.parametrize("file", sorted(BROKEN.iterdir()), ids=lambda file: file.name)
def test_a_broken_file_is_refused_with_its_message(file):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(InputError) as error:
            lw.load(file.read_bytes(), name=file.name)
    found = [m for m in read(file.read_bytes(), file.name) if m["type"] == "problem"]
    assert [(m["what"], m["line"]) for m in found] == [(p.what, p.line) for p in error.value.all]
    assert all(m["file"] == file.name for m in found)


@pytest.mark.parametrize(("name", "says"), [
    ("empty.toml", "no joints"), ("robot.exe", "unknown file format '.exe'"), ("", "the file has no name"),
    ("robot", "unknown file format 'robot'"),
])  # fmt: skip
def test_an_empty_file_and_a_wrong_suffix_are_refused(name, says):
    assert says in one(read(b"", name), "problem")["what"]


def test_a_file_that_is_too_long_is_refused():
    assert "bytes" in one(read(b"#" * 3_000_000, "long.toml"), "problem")["what"]


def test_readers_have_their_options_and_their_warnings():
    urdf = b"""<robot name="a"><link name="l0"/><link name="l1"><inertial><mass value="-1"/><inertia ixx="1" iyy="1"
    izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link><joint name="j" type="continuous"><parent link="l0"/>
    <child link="l1"/><axis xyz="0 0 1"/><dynamics damping="0.1"/></joint></robot>"""
    plain, lossy = (read(urdf, "a.urdf", **options) for options in ({}, {"friction": "yes"}))
    assert "viscous" not in one(plain, "tables")["robot"]["joint"][0]
    assert one(lossy, "tables")["robot"]["joint"][0]["viscous"] == 0.1
    told = one(plain, "robot")["warnings"]
    assert any("friction" in text for text in told)
    assert any("mass -1 is negative" in text for text in told)
    assert "unknown option" in one(read(urdf, "a.urdf", wings="yes"), "problem")["what"]


def test_a_name_is_no_path(tmp_path):
    (tmp_path / "robot.toml").write_text('name = "secret"\n[[joint]]\n')
    found = read(b'name = "open"\n[[joint]]\n', str(tmp_path / "robot.toml"))
    assert one(found, "robot")["name"] == "open"
    for name in (str(tmp_path / "robot.toml"), "../tests/formats/broken/nan.toml", "/etc/passwd"):
        assert problems(run("builtin", name=name)).keys() == {("name",)}


def test_files_that_a_file_names_are_not_read(tmp_path):
    (tmp_path / "part.xml").write_text("<mujoco/>")
    mjcf = f'<mujoco><include file="{tmp_path / "part.xml"}"/></mujoco>'.encode()
    assert not read(mjcf, "a.xml")[-1]["ok"]


@pytest.mark.parametrize("name", ["toml", "par", "csv"])
def test_what_is_saved_is_the_robot_again(name):
    text = one(run("write", robot=tables("rx90"), format=name), "text")
    assert text["name"] == f"RX90.{name}"
    robot = lw.load(text["text"].encode(), name=text["name"])
    assert lw.model(robot, "inverse_dynamics").cost == lw.model(lw.load("rx90"), "inverse_dynamics").cost
    assert problems(run("write", robot=RRP, format="urdf")).keys() == {("format",)}


def test_a_hostile_name_stays_a_text_and_no_path():
    robot = {**RRP, "name": '<img src=x onerror="alert(1)">/../../x'}
    messages = run("write", robot=robot, format="toml")
    assert one(messages, "robot")["name"] == robot["name"]
    assert "/" not in one(messages, "text")["name"]
    files = next(m for m in run("compile", robot=robot, target="c") if m["type"] == "files")["files"]
    assert all(set(name) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.") for name in files)


# -- models ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", ["c", "python", "rust", "latex", "mathematica"])
def test_code_is_what_generate_writes_and_opens_at_its_function(target):
    messages = run("compile", robot=RRP, model="inverse_dynamics", parameters="base", target=target)
    assert [m["type"] for m in messages] == ["robot", "cost", "files", "files", "done"]
    first, whole = (m for m in messages if m["type"] == "files")
    robot = one(messages, "robot")
    made = compiler.generate(build_robot(RRP), ["inverse_dynamics"], [target], "base")[target]
    assert whole["files"] == made
    assert {file: text for file, text in made.items() if file in first["files"]}.keys() == first["files"].keys()
    line = made[whole["main"]].split("\n")[whole["line"] - 1]
    assert target == "latex" or "inverse" in line.lower()
    assert robot["name"] == "RRP"


def test_costs_are_those_of_the_model():
    c = lw.model(lw.load("rx90"), "inverse_dynamics", parameters="base").cost
    found = one(run("compile", robot=tables("rx90"), parameters="base"), "cost")
    assert (found["add"], found["mul"], found["trig"], found["setup_add"]) == (c.add, c.mul, c.trig, c.setup_add)


def test_options_outputs_and_what_is_left_out_reach_the_model():
    found = one(run("compile", robot=RRP, model="inverse_dynamics", outputs="tau[3]", without=["gravity"],
                    numbers="numbers"), "cost")  # fmt: skip
    robot = build_robot(RRP).without("gravity").with_numbers()
    assert found["mul"] == lw.model(robot, "inverse_dynamics", outputs="tau[3]").cost.mul


@pytest.mark.parametrize(("job", "place"), [
    ({"model": "inverse_dynamic"}, ("model",)), ({"target": "cobol"}, ("target",)),
    ({"options": {"wings": 2}}, ("options", "wings")),
    ({"options": {"formulation": "mine"}}, ("options", "formulation")),
    ({"options": {"contacts": "9"}}, ("options", "contacts")), ({"options": {"branch": "?"}}, ("options", "branch")),
    ({"model": "jacobian", "options": {"frame": "nowhere"}}, ("options", "frame")),
    ({"outputs": "tau[9]"}, ("outputs",)),
    ({"parameters": "few"}, ("parameters",)), ({"numbers": "all"}, ("numbers",)),
    ({"without": ["wings"]}, ("without",)),
    ({"model": 3}, ("model",)), ({"robot": []}, ("robot",)), ({"options": []}, ("options",)),
])  # fmt: skip
def test_a_wrong_choice_is_told_at_its_place(job, place):
    assert problems(run("compile", **{"robot": RRP, **job})).keys() == {place}


def test_a_model_that_refuses_a_robot_says_what_to_leave_out():
    found = one(run("compile", robot=tables("four_bar"), model="inverse_geometry"), "problem")
    assert "loops" in found["what"]
    assert "leave out loops" in found["remedy"]


def test_the_archive_holds_what_generate_writes():
    found = one(run("zip", robot=RRP, models=["inverse_dynamics", "jacobian"], targets=["c", "python"]), "zip")
    archive = zipfile.ZipFile(io.BytesIO(base64.b64decode(found["base64"])))
    made = compiler.generate(build_robot(RRP), ["inverse_dynamics", "jacobian"], ["c", "python"])
    assert found["name"] == "RRP.zip"
    assert {name: archive.read(name).decode() for name in archive.namelist()} == {
        f"{target}/RRP/{file}": text for target, files in made.items() for file, text in files.items()
    }


@pytest.mark.parametrize("do", ["equations", "expand"])
def test_equations_are_pairs_of_heading_and_latex(do):
    found = one(run(do, robot=RRP, model="gravity_vector"), "equations")
    assert found["sections"]
    assert all(section["heading"] for section in found["sections"])
    assert all("&=" in text for section in found["sections"] for text in section["equations"])


def test_base_parameters_are_those_of_the_compiler():
    found, base = one(run("base", robot=tables("rx90")), "base"), lw.base_parameters(lw.load("rx90"))
    assert found["count"] == base.count == 40
    assert [r["name"] for r in found["relations"]] == [r.name for r in base.relations]
    assert all(r["latex"].count("{") == r["latex"].count("}") for r in found["relations"])


def test_checks_come_as_they_end(monkeypatch):
    monkeypatch.setattr(laws, "laws", partial(laws.laws, chosen=laws.LAWS[:4]))
    messages = run("verify", robot=tables("cart_pole"), targets=[])
    checks = [m for m in messages if m["type"] == "check"]
    assert one(messages, "certificate")["ok"]
    assert [c["name"] for c in checks] == [law.name for law in laws.LAWS[:4]]
    assert problems(run("verify", robot=RRP, targets=["cobol"])).keys() == {("targets",)}


def test_progress_is_heard_within_long_steps(monkeypatch):
    monkeypatch.setattr(jobs, "PAUSE", 0)
    heard: list = []
    list(jobs.run({"do": "compile", "robot": RRP}, heard.append))
    assert {m["type"] for m in heard} == {"progress"}


# -- motion ------------------------------------------------------------------------------------------------------------


def test_a_simulation_gives_columns_and_postures():
    messages = run("simulate", robot=tables("cart_pole"), task={"seconds": 0.1, "start": "0,0.3", "method": "rk4"})
    found = one(messages, "recording")
    assert found["t"][-1] == pytest.approx(0.1)
    assert [len(rows) for rows in found["columns"].values()] == [len(found["t"])] * len(found["columns"])
    assert found["postures"][0] == [0, 0.3]
    assert found["groups"]["q"] == ["q1 (cart)", "q2 (pole)"]
    assert found["poses"] is None
    assert one(messages, "text")["text"].startswith("t,q1 (cart),")


def test_postures_of_a_simulation_close_the_loops():
    found = one(run("simulate", robot=tables("four_bar"), task={"seconds": 0.05, "method": "rk4"}), "recording")
    closed = one(run("close", robot=tables("four_bar"), q=found["postures"][-1], held=[1, 2, 3]), "closed")
    assert closed["gap"] < 1e-8


@pytest.mark.parametrize(("task", "place"), [
    ({"control": "magic"}, ("task", "control")), ({"kp": "1,x"}, ("task", "kp")),
    ({"seconds": "soon"}, ("task", "seconds")),
    ({"seconds": math.inf}, ("task", "seconds")), ({"trajectory": "/etc/passwd.csv"}, ("task", "trajectory")),
    ({"output": "x.csv"}, ("task", "output")), ({"plots": "."}, ("task", "plots")),
    ({"parameters": "p.toml"}, ("task", "parameters")), ({"believed": "p.toml"}, ("task", "believed")),
    ({"seconds": 1e6}, ("task", "sample")), ({"saturate": 3}, ("task", "saturate")),
])  # fmt: skip
def test_a_wrong_field_of_a_simulation_is_told_at_its_place_and_none_names_a_file(task, place):
    given = {"seconds": 0.01, "method": "rk4", **task}
    assert problems(run("simulate", robot=tables("cart_pole"), task=given)).keys() == {place}


def test_postures_at_a_pose_have_it():
    robot, q = lw.load("rx90"), [0.3, -0.4, 0.5, 0.6, -0.7, 0.8]
    T = pose(robot, q)
    found = one(run("inverse", robot=tables("rx90"), T=[float(x) for x in T.ravel()], q=q), "postures")
    assert found["reached"]
    assert len(found["postures"]) == 8
    assert found["postures"][0]["q"] == pytest.approx(q)
    for row in found["postures"]:
        assert pose(robot, row["q"]) == pytest.approx(T, abs=1e-9)
        assert row["branch"]


def test_singular_and_unreachable_are_said_in_words():
    robot = lw.load("rx90")
    at_zero = [float(x) for x in pose(robot, [0, 0.5, 0.5, 0, 0, 0]).ravel()]
    found = one(run("inverse", robot=tables("rx90"), T=at_zero), "postures")
    assert any("singular" in row["words"] for row in found["postures"])
    assert "singular" in found["words"]
    far = [1, 0, 0, 9, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    found = one(run("inverse", robot=tables("rx90"), T=far), "postures")
    assert not found["reached"]
    assert "out of reach" in found["words"]
    assert "loops" in one(run("inverse", robot=tables("four_bar"), T=far), "problem")["what"]
    assert problems(run("inverse", robot=tables("rx90"), T=[1, math.nan])).keys() == {("T",)}


def test_inverse_geometry_is_explained():
    found = one(run("explain", robot=tables("rx90")), "explanation")
    assert found["class"] == "spherical wrist"
    assert found["solutions"] == 8


LOOPED = [name for name in formats.builtin_names() if lw.load(name).loops]


@pytest.mark.parametrize("name", LOOPED)
def test_loops_stay_closed_while_a_drive_moves(name):
    robot = lw.load(name)
    at = position_ranges(robot)
    drive = next(j for j, joint in enumerate(robot.joints, 1) if joint.actuated and joint.moves)
    start = one(run("close", robot=tables(name)), "closed")
    assert start["closed"]
    q = list(start["q"])
    q[at[drive].start] += 0.02
    found = one(run("close", robot=tables(name), q=q, moved=drive), "closed")
    assert found["closed"]
    assert found["q"][at[drive].start] == q[at[drive].start]
    assert max(abs(a - b) for a, b in zip(found["q"], start["q"], strict=True)) < 1


def test_a_drive_that_cannot_be_there_is_told():
    found = one(run("close", robot=tables("slider_crank"), q=[0.9, 0, 90.0], moved=3), "closed")
    assert not found["closed"]
    assert "out of reach" in found["words"]
    assert one(run("close", robot=RRP), "problem")


def test_mobility_names_the_independent_joints():
    assert one(run("mobility", robot=tables("four_bar")), "mobility")["mobility"] == 1


# -- what is no job ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("job", [{}, {"do": "rm"}, {"do": None}, {"do": ["compile"]}, {"do": "__init__"}])
def test_what_is_no_job_is_refused(job):
    assert problems(list(jobs.run(job))).keys() == {("do",)}


def nested(depth):
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("robot", [
    {"name": "a", "joint": [{"alpha": math.nan}]}, {"name": "a", "joint": [{"lower": math.inf}]},
    {"name": "a", "joint": [{"alpha": nested(50)}]}, {"name": "a", "joint": nested(500)}, {"name": 3, "joint": [{}]},
    {"name": "a", "joint": "many"}, {"name": "a", "joint": [3]}, {"name": "a", "joint": [{"d": "(" * 5000}]},
    {"name": "a", "joint": [{}] * 1001}, {"name": "a", "numbers": {"a": math.nan}, "joint": [{"d": "a"}]}, {},
    {"name": "a", "joint": [{"d": "__import__('os').system('true')"}]}, {"name": "a", "joint": [{"d": "9" * 6000}]},
])  # fmt: skip
def test_tables_that_are_none_are_refused_in_words(robot):
    found = run("tables", robot=robot)
    assert not found[-1]["ok"]
    assert all(m["what"] and len(m["what"]) < 1000 for m in found if m["type"] == "problem")


def test_a_thousand_joints_are_drawn():
    drawn = one(run("tables", robot={"name": "a", "joint": [{"d": 0.01}] * 1000}), "robot")
    assert len(drawn["joints"]) == 1000


def test_thousands_of_errors_are_told_in_part():
    found = run("tables", robot={"name": "a", "joint": [{"d": "1+", "r": "("} for _ in range(500)]})
    assert len(found) < 300
    assert "more errors" in found[-2]["what"]


# -- links -------------------------------------------------------------------------------------------------------------


def test_a_link_holds_the_state():
    state = {"version": 1, "robot": tables("panda"), "choices": {"model": "jacobian", "name": "ä"}}
    text = link.encode(state)
    assert link.decode(f"http://127.0.0.1:1/{text}") == state
    assert len(link.encode({"version": 1, "robot": tables("rx90"), "choices": {}})) < 1500


@pytest.mark.parametrize("damage", [
    lambda text: text[:-7], lambda text: text[:20] + "!" + text[20:], lambda text: text[:9] + text[12:],
    lambda text: "#s=", lambda text: link.encode([1]), lambda text: link.encode({"robot": 3}),
    lambda text: link.encode({"robot": {}, "x": "a" * 3_000_000}), lambda text: link.encode({"robot": nested(5000)}),
])  # fmt: skip
def test_a_damaged_link_is_refused(damage):
    text = link.encode({"version": 1, "robot": tables("rrp"), "choices": {}})
    try:
        damaged = damage(text)
    except RecursionError:  # json writes no deeper than it reads
        return
    with pytest.raises(InputError, match="link"):
        link.decode(damaged)


# -- the catalogue -----------------------------------------------------------------------------------------------------


def test_the_catalogue_names_everything_and_no_file():
    found = one(run("catalogue"), "catalogue")["catalogue"]
    assert [r["name"] for r in found["robots"]] == list(formats.builtin_names())
    for line in found["robots"]:
        robot = lw.load(line["name"])
        letters = "".join({"revolute": "R", "prismatic": "P", "ball": "S", "fixed": ""}[j.kind] for j in robot.joints)
        assert (line["joints"], line["base"], line["description"]) == (letters, robot.base.kind, robot.description)
        counts = len(robot.loops), len(robot.couplings), len(robot.wheels)
        assert (line["loops"], line["couplings"], line["wheels"]) == counts
    assert {m["name"] for m in found["models"]} >= {"inverse_dynamics", "jacobian", "inverse_geometry"}
    assert {"output", "plots", "parameters", "believed"}.isdisjoint(f["name"] for f in found["simulate"])
    assert {f["name"]: f["writes"] for f in found["formats"]}["urdf"] is False
