"""The command line as a user meets it: what it prints, what it refuses, what it leaves on disk."""

import json
import math
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import linkwright as lw
from linkwright import formats
from linkwright.expr import parse_formula, value_of
from tests.support.command_line import run
from tests.support.paths import DOCS, ROOT


def ok(*words: str, cwd: Path | None = None, columns: int = 0) -> str:
    result = run(*words, cwd=cwd, columns=columns)
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_help_names_every_command():
    text = ok("--help")
    for command in ("robots", "models", "targets", "show", "generate", "cost", "base-parameters", "verify", "convert",
                    "expand", "simulate", "explain"):  # fmt: skip
        assert command in text


def test_help_and_documents_name_every_kind_of_file():
    suffixes = {suffix for f in formats.formats().values() for suffix in f.suffixes}
    assert suffixes >= {".par", ".urdf", ".mjcf", ".xml", ".toml", ".csv"}
    pages = {"--help": ok("--help"), "lw.load": lw.load.__doc__, "README": (ROOT / "README.md").read_text()}
    for page, text in pages.items():
        assert [suffix for suffix in sorted(suffixes) if suffix not in (text or "")] == [], page


def test_the_script_of_the_checks_takes_no_arguments(tool):
    done = subprocess.run([tool("bash"), ROOT / ".ci" / "run", "lint"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "takes no arguments" in done.stderr


def test_version_is_the_package_version():
    assert ok("--version").strip() == ok("-V").strip() == f"linkwright {lw.__version__}"


def test_robots_lists_every_built_in_robot():
    names = {row["name"] for row in json.loads(ok("robots", "--json"))}
    assert names >= {"rrp", "rx90", "puma560", "stanford", "scara4", "scara5", "ur5", "ur10", "panda", "iiwa14",
                     "lwr4plus", "two_arm", "sr400", "parallelogram", "cart_pole"}  # fmt: skip
    assert "rx90" in ok("robots")


def test_cost_json_has_the_promised_keys():
    (row,) = json.loads(ok("cost", "rrp", "inverse_dynamics", "--parameters", "base", "--json"))
    assert list(row) == ["robot", "model", "parameters", "add", "mul", "trig", "setup_add", "setup_mul", "setup_trig",
                         "seconds"]  # fmt: skip
    expected = lw.model(lw.load("rrp"), "inverse_dynamics", parameters="base").cost
    assert (row["add"], row["mul"], row["trig"]) == (expected.add, expected.mul, expected.trig)


def test_explain_tells_the_class_of_known_arms():
    """Pieper (1968): three axes that meet leave eight postures; UR: three parallel axes."""
    text = ok("explain", "ur5")
    assert "axes 2, 3, 4 are parallel" in text
    data = json.loads(ok("explain", "puma560", "--json"))
    assert list(data) == ["robot", "frame", "task", "joints", "locked", "class", "evidence", "deviation", "tolerance",
                          "reach", "solutions", "solutions_at_most", "degree", "steps", "formulations"]  # fmt: skip
    assert (data["class"], data["solutions"], data["degree"]) == ("spherical wrist", 8, 2)
    assert "axes 4, 5, 6 meet" in data["evidence"]


def test_base_parameters_of_rrp_are_those_of_lemoine_and_khalil_figure_4():
    data = json.loads(ok("base-parameters", "rrp", "--json"))
    assert data["count"] == 14
    assert {r["name"] for r in data["relations"]} == {"ZZ1R", "MY1R", "XX2R", "XY2R", "XZ2R", "YZ2R", "ZZ2R"}
    assert "ZZ1R" in ok("base-parameters", "rrp")


def test_generate_writes_one_folder_per_target(tmp_path):
    out = ok("generate", "rrp", "inverse_dynamics", "-t", "c", "--target", "python", "--parameters", "base",
             "-o", str(tmp_path / "out"))  # fmt: skip
    written = sorted(p.relative_to(tmp_path / "out") for p in (tmp_path / "out").rglob("*") if p.is_file())
    assert {p.parts[0] for p in written} == {"c", "python"}
    assert all(str(p) in out.replace("\\", "/") for p in written)


@pytest.mark.parametrize("parameters", ["standard", "base"])
def test_the_name_that_is_asked_for_names_package_and_functions(parameters, tmp_path):
    made = lw.generate(lw.load("rrp"), ["jacobian", "inverse_dynamics"], ["matlab"], parameters, name="my")["matlab"]
    functions = {"my_jacobian.m", "my_inverse_dynamics.m", *(["my_base_parameters.m"] if parameters == "base" else [])}
    assert set(made) >= {*functions, "test_my.m"}
    assert not [file for file in made if not file.startswith(("my_", "test_my."))]
    assert all(re.search(rf"function .*= {file[:-2]}\(", made[file]) for file in functions)
    ok("generate", "rrp", "jacobian", "--target", "matlab", "--name", "my", "-o", str(tmp_path))
    assert {p.name for p in (tmp_path / "matlab" / "my").iterdir()} >= {"my_jacobian.m", "test_my.m"}


def test_a_smaller_number_of_base_parameters_is_named_only_where_there_is_one(shared):
    """AKR3000: two coefficients of friction depend on others, of 60 inertial parameters none does."""
    shown = ok("base-parameters", str(shared / "robots" / "AKR3000.par"))
    assert "60 base parameters" in shown
    assert "would do" not in shown
    assert "FS4, FS6 depend on others" in shown


def test_generation_is_reproducible_to_the_byte(tmp_path):
    for folder in ("a", "b"):
        ok("generate", "rx90", "inverse_dynamics", "-t", "c", "-t", "matlab", "-o", str(tmp_path / folder))
    for path in (tmp_path / "a").rglob("*"):
        if path.is_file():
            assert path.read_bytes() == (tmp_path / "b" / path.relative_to(tmp_path / "a")).read_bytes()


def test_convert_goes_from_toml_to_par_and_back(tmp_path):
    ok("convert", "rx90", str(tmp_path / "rx90.par"))
    ok("convert", str(tmp_path / "rx90.par"), str(tmp_path / "rx90.toml"))
    assert len(tomllib.loads((tmp_path / "rx90.toml").read_text())["joint"]) == 6


def test_show_prints_the_tables():
    text = ok("show", "rx90")
    assert "geometry" in text
    assert "RL4" in text
    assert json.loads(ok("show", "rx90", "--json"))["name"]


LONG = """name = "long"
gravity = [0, 0, -9.80665]
[[joint]]
alpha = "pi/2"
d = "0.123456789*first_length_with_a_long_name*cos(second_angle_with_a_long_name) - 1.23456789e-07*L1 + 1/3"
body = { XX = 0.12345678901, XY = -1.23456789e-05, ZZ = "7.000001*L1^2 + 0.3", M = 1234567, MX = 1e-30 }
[[joint]]
r = -0.000012345678
body = { XX = 0.0023456789, XY = 0.1, XZ = 0.2, YY = -12.3456789, YZ = 0.5, ZZ = 1, MX = 2, MY = 3, MZ = 4, M = 5 }
"""


@pytest.mark.filterwarnings("ignore::linkwright.errors.ModelWarning")  # no body has these numbers
@pytest.mark.parametrize("columns", [0, 40, 80, 200])
@pytest.mark.parametrize("robot", ["panda", "numbers", "long"])
def test_show_breaks_no_number_and_has_five_digits(robot: str, columns: int, tmp_path):
    """Every number of the tables, rounded, is a word of the text; no line is wider than the terminal, if it is one."""
    (tmp_path / "long.toml").write_text(LONG)
    words = {"panda": ["panda"], "numbers": ["panda", "--numbers"], "long": [str(tmp_path / "long.toml")]}[robot]
    loaded = lw.load("panda") if robot != "long" else lw.load(tmp_path / "long.toml")
    loaded = loaded.with_numbers() if robot == "numbers" else loaded
    text = plain(ok("show", *words, columns=columns))
    printed = set(re.findall(r"(?<![\w.])-?[\d.]+(?:e[+-]\d+)?(?![\w.])", text))
    numbers = [x.number for x in loaded.scalars() if isinstance(x.number, float)]
    for number in [*numbers, *loaded.numbers.values()]:
        assert f"{number:.5g}" in printed
    if robot == "long":
        assert {"0.12346", "1.2346e-07", "1/3"} <= set(re.findall(r"[^\s*]+", text))
    digits = [re.sub(r"e.*|[-.]", "", word).lstrip("0") for word in printed if "." in word]
    assert all(len(d) <= 5 for d in digits)
    tables = text.split("\n\n", 1)[1]
    assert not columns or max(map(len, tables.splitlines())) <= columns


def plain(text: str) -> str:
    """The text without the codes for colours."""
    return re.sub(r"\x1b\[[\d;]*m", "", text)


def test_a_table_in_a_pipe_has_one_line_for_each_row(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    text, rows = ok("robots"), json.loads(ok("robots", "--json"))
    header, rule, *lines = text.splitlines()
    assert header.split()[0] == "robot"
    assert set(rule) == {"-", " "}
    for row in rows:
        (line,) = (line for line in lines if line.split(" ")[0] == row["name"])
        assert line.endswith(row["description"])
    assert text.isascii()
    assert "\x1b" not in text


def test_a_table_on_a_terminal_is_as_wide_as_the_terminal_and_has_the_same_words():
    piped = {word for word in ok("models", "jacobian").split() if word.strip("-")}
    for columns in (60, 100):
        shown = ok("models", "jacobian", columns=columns)
        assert max(map(len, plain(shown).splitlines())) <= columns
        assert "\x1b[" in shown
        assert {word for word in plain(shown).split() if word.strip("-")} == piped


def test_colours_can_be_switched_off():
    words = ("cost", "rrp", "jacobain")
    assert "\x1b[31m" in run(*words, columns=80).stderr
    done = run(*words, columns=80, environment={"NO_COLOR": "1"})
    assert "\x1b" not in done.stderr + done.stdout


def test_readme_and_demo_count_the_same_operations():
    """The figures of the README are those of the command that `make demo` runs."""
    root = ROOT
    (command,) = re.findall(r"linkwright (cost .*)", (root / "Makefile").read_text())
    (row,) = json.loads(ok(*command.split(), "--json"))
    readme = re.sub(r"\s+", " ", (root / "README.md").read_text())
    found = re.search(r"RX90 takes (\d+) additions and (\d+) multiplications, and (\d+) and (\d+) more once", readme)
    assert found is not None
    assert [int(n) for n in found.groups()] == [row["add"], row["mul"], row["setup_add"], row["setup_mul"]]
    assert f"linkwright {command}" in readme
    generated = re.search(r"linkwright (generate .*)", (root / "Makefile").read_text())
    assert generated is not None
    assert set(re.findall(r"--(?:without|parameters) \w+", command)) <= set(
        re.findall(r"--(?:without|parameters) \w+", generated.group(1))
    )


def test_formats_lists_every_option_of_every_reader():
    table = {row["name"]: {o["name"] for o in row["options"]} for row in json.loads(ok("formats", "--json"))}
    assert table == {f.name: set(f.options) for f in formats.formats().values()}
    text, page = ok("formats"), (DOCS / "formats.md").read_text()
    assert all(option in text for options in table.values() for option in options)
    assert {o for options in table.values() for o in options} == set(re.findall(r"^\| `(\w+)` \|", page, re.M))


def test_models_tells_what_of_a_robot_a_model_is_about():
    text = ok("models", "inverse_dynamics")
    assert re.search(r"friction +supported", text)
    assert re.search(r"a mobile base without wheels +not supported +--without mobile", text)
    assert re.search(r"friction +not applicable +\w", ok("models", "kinetic_energy"))
    (row,) = json.loads(ok("models", "kinetic_energy", "--json"))
    assert "rotors" in row["handles"]
    assert row["refuses"] == ["mobile"]
    assert "friction" in row["apart"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["cost", "rx9", "inverse_dynamics"], "did you mean rx90"),
        (["cost", "rx90", "inverse_dynamic"], "did you mean inverse_dynamics"),
        (["cost", "rx90", "inverse_dynamics", "--parameters", "bse"], "did you mean base"),
        (["cost", "no/such/robot.urdf", "inverse_dynamics"], "robot.urdf"),
        (["generate", "rx90", "inverse_dynamics", "-t", "cobol", "-o", "out"], "unknown target 'cobol'"),
        (["generate", "rx90", "inverse_dynamics", "-t", "c", "-o", "out", "--without", "fricton"], "friction"),
        (["cost", "rx90", "inverse_dynamics", "--numbers", "--symbols"], "exclude each other"),
        (["cost", "sr400", "closed_form"], "closed loops"),
        (["convert", "rx90", "rx90.xyz"], "xyz"),
        (["explain", "four_bar"], "closed loops"),
        (["cost", "rx90", "inverse_dynamics", "--reader-option", "snap=no"], "built-in robot"),
        (["show", "arm.sdf"], "SDF is not read: convert the model to URDF"),
        (["cost", "rx90", "inverse_dynamics", "--outputs", "tau7"], "did you mean tau"),
        (["planar"], "unknown command"),
    ],
)
def test_wrong_words_are_one_line_and_exit_code_2_and_leave_nothing(words, message, tmp_path):
    result = run(*words, cwd=tmp_path)
    assert result.returncode == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_expand_prints_the_closed_form_of_the_pendulum():
    text = ok("expand", "planar(1)", "inverse_dynamics")
    assert "tau1 = " in text
    law = text.split("tau1 = ")[1].strip()
    known = {"ZZ1": 2.0, "MX1": 3.0, "MY1": 5.0, "G2": -9.81, "q1": 0.4, "qdd1": 1.5}
    by_hand = 2.0 * 1.5 + 9.81 * (3.0 * math.cos(0.4) - 5.0 * math.sin(0.4))  # ZZ qdd - G (MX cos q - MY sin q)
    assert value_of(parse_formula(law), known) == pytest.approx(by_hand)


def test_verify_proves_the_identities_and_runs_a_language(tool):
    tool("gcc")
    data = json.loads(ok("verify", "rrp", "--target", "c", "--json"))
    outcomes = {c["check"]: c["outcome"] for c in data["checks"]}
    assert data["ok"]
    assert outcomes["Newton-Euler = Lagrange"] == "proven"
    assert outcomes["base parameters are minimal"] == "passed"
    assert "failed" not in outcomes.values()
    assert any(name.startswith("c:") and outcome == "passed" for name, outcome in outcomes.items())


def test_help_and_import_stay_light(tmp_path):
    """A pipe needs no rich, and code of a robot no numpy."""
    for words in (["--help"], ["show", "rrp"], ["generate", "rrp", "jacobian", "-t", "c", "-o", "out"]):
        code = f"import sys; sys.argv[1:] = {words}\n"
        code += "try:\n import linkwright.cli as c; c.main()\nexcept SystemExit: pass\n"
        code += "print([m for m in ('numpy','llvmlite','sympy','flint','rich') if m in sys.modules])"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
        assert done.stdout.strip().splitlines()[-1] == "[]"
