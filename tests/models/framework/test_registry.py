"""Models, targets and formats are found by name, one at a time, here and in other people's packages."""

import importlib
import json
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

from linkwright.errors import UnknownName
from linkwright.formats.format import FORMATS
from linkwright.models.framework.model import MODELS
from linkwright.targets.target import TARGETS
from tests.support.paths import ROOT

REGISTRIES = [MODELS, TARGETS, FORMATS]


def run(code: str, *folders: Path) -> subprocess.CompletedProcess[str]:
    """A new process that has these folders on its path."""
    path = os.pathsep.join([*map(str, folders), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": path})


def output(code: str, *folders: Path) -> str:
    result = run(code, *folders)
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize("registry", REGISTRIES, ids=lambda r: r.word)
def test_every_entry_stands_in_a_file_of_its_name_and_every_such_file_is_found(registry):
    package = importlib.import_module(registry.package)
    files = pkgutil.walk_packages(package.__path__, f"{registry.package}.")
    modules = [importlib.import_module(info.name) for info in files if not info.ispkg]
    held = {m.__name__.rsplit(".", 1)[1]: entry for m in modules if (entry := vars(m).get(registry.attribute))
            and f"\n{registry.attribute} = " in Path(str(m.__file__)).read_text("utf-8")}  # fmt: skip
    assert {file: entry.name for file, entry in held.items()} == {file: file for file in held}
    assert dict(registry) == held


@pytest.mark.parametrize("registry", REGISTRIES, ids=lambda r: r.word)
def test_what_is_no_entry_is_unknown(registry):
    first = next(iter(registry))
    for name in ("", registry.word, "__init__", "os", "../c", "parts.chain", f"{first}x"):
        with pytest.raises(UnknownName):
            registry.find(name)
    with pytest.raises(UnknownName, match=f"did you mean .*{first}"):
        registry.find(f"{first}x")


def test_one_model_of_one_file_in_one_language_imports_no_other():
    code = """
import sys, linkwright as lw
lw.generate(lw.load({robot!r}), ["transform"], ["c"])
names = [m.split(".") for m in sys.modules if m.startswith("linkwright.")]
print([m[-1] for m in names if m[1:2] in (["models"], ["targets"], ["formats"])])
"""
    robot = ROOT / "src" / "linkwright" / "robot" / "data" / "rrp.toml"
    imported = set(eval(output(code.format(robot=str(robot)))))
    assert {"transform", "c", "toml"} <= imported
    assert imported & {"jacobian", "forward_dynamics", "python", "latex", "rust", "urdf", "par", "csv"} == set()


EXTENSION = """
from dataclasses import replace
from linkwright.formats.format import Format
from linkwright.formats import toml
from linkwright.models.framework.model import Model, named
from linkwright.models.framework.scope import NOTHING
from linkwright.targets.c import TARGET as C

def build(robot, state, quantities):
    return [named("double", [2 * state.q[c.link] for c in robot.coordinates], "twice the joint positions")]

MODEL = Model("double_q", "twice the joint positions", ("q",), build, NOTHING)
TARGET = replace(C, name="c_dialect", doc="C as somebody else writes it")
FORMAT = Format("mine", (".mine", ".toml"), toml.read, None, "TOML by another name")
"""


def installed(folder: Path, groups: dict[str, str], source: str = EXTENSION, name: str = "their") -> Path:
    """A package with entry points, as pip leaves it behind."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (folder / f"{name}.py").write_text(source)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("".join(f"[{group}]\n{entry}\n" for group, entry in groups.items()))
    return folder


WHOLE = {
    "linkwright.models": "double_q = their:MODEL",
    "linkwright.targets": "c_dialect = their:TARGET",
    "linkwright.formats": "mine = their:FORMAT",
}


def test_an_extension_is_listed_and_used_like_what_is_built_in(tmp_path):
    site = installed(tmp_path / "site", WHOLE)
    (tmp_path / "arm.mine").write_text('name = "arm"\n[[joint]]\nbody = "symbolic"\n')
    command = "import sys; from linkwright.cli import main; sys.argv[1:] = {words!r}; main()"

    def linkwright(*words: str) -> str:
        return output(command.format(words=words), site)

    for what, name in (("models", "double_q"), ("targets", "c_dialect"), ("formats", "mine")):
        with_it = [row["name"] for row in json.loads(linkwright(what, "--json"))]
        without = [row["name"] for row in json.loads(output(command.format(words=(what, "--json"))))]
        assert with_it == [*without, name]
    out = tmp_path / "out"
    linkwright("generate", str(tmp_path / "arm.mine"), "double_q", "-t", "c_dialect", "-o", str(out))
    (file,) = (out / "c_dialect").glob("*/arm_double_q.c")
    assert re.search(r"= 2(\.0)?\*q", file.read_text())


def test_an_extension_takes_no_name_and_no_suffix_from_what_is_built_in(tmp_path):
    source = EXTENSION.replace('"double_q"', '"jacobian"')
    site = installed(tmp_path, {**WHOLE, "linkwright.models": "jacobian = their:MODEL"}, source)
    code = """
from pathlib import Path
from linkwright import formats, models
print(models.find("jacobian").doc, models.models()["jacobian"].doc, list(models.models()).count("jacobian"))
print(formats.formats()["mine"].suffixes, formats._format(Path("x.toml")).name, formats._format(Path("x.mine")).name)
"""
    with_it, without = output(code, site), output(code.split("print(formats")[0])
    assert with_it.splitlines()[0] == without.strip()
    assert with_it.splitlines()[1] == "('.mine', '.toml') toml mine"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("raise RuntimeError('not today')", "cannot be imported: RuntimeError: not today"),
        ("MODEL = 3", "is no Model of that name"),
        (EXTENSION.replace('"double_q"', '"other"'), "is no Model of that name"),
    ],
)
def test_a_broken_extension_is_told_by_its_name_and_leaves_the_others_alone(source, message, tmp_path):
    site = installed(tmp_path, {"linkwright.models": "double_q = their:MODEL"}, source)
    listed = run("from linkwright.models import models; print(*models())", site)
    assert "jacobian" in listed.stdout.split()
    assert "double_q" not in listed.stdout.split()
    assert "'double_q' of their:MODEL" in listed.stderr
    assert message in listed.stderr
    asked = run("import linkwright as lw; lw.model(lw.load('rrp'), 'double_q')", site)
    assert message in asked.stderr.splitlines()[-1]
    assert asked.stderr.splitlines()[-1].startswith("linkwright.errors.ToolError")


def test_two_extensions_of_one_name_are_not_chosen_between(tmp_path):
    sites = [installed(tmp_path / name, {"linkwright.models": f"double_q = {name}:MODEL"}, name=name) for name in "ab"]
    asked = run("import linkwright as lw; lw.model(lw.load('rrp'), 'double_q')", *sites)
    assert "two packages provide a model 'double_q'" in asked.stderr.splitlines()[-1]
