"""The frame of the project: who may import whom, what is public, what `import linkwright` costs."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import linkwright

SOURCE = Path(linkwright.__file__).parent

# From top to bottom; a module imports only from lines below its own. Within a line nobody imports a sibling.
LAYERS = [
    {"__init__", "__main__"},
    {"cli"},
    {"studio"},
    {"compiler"},
    {"package"},
    {"verification"},
    {"postures", "simulation"},
    {"run"},
    {"targets"},
    {"program"},
    {"formats", "models", "optimize"},
    {"robot"},
    {"spatial"},
    {"expr"},
    {"console", "files", "memory", "registry", "version"},
    {"progress"},
    {"errors"},
]
DEPTH = {part: depth for depth, layer in enumerate(LAYERS) for part in layer}

HEAVY = {"casadi", "flint", "llvmlite", "matplotlib", "mujoco", "pinocchio", "pydantic", "scipy", "sympy"}


def part_of(module: str) -> str:
    """The line of LAYERS that a module belongs to: linkwright.expr.graph → expr, linkwright → __init__."""
    return [*module.split("."), "__init__"][1]


def name_of(path: Path) -> str:
    """linkwright.expr.graph; a package is its __init__."""
    parts = ("linkwright", *path.relative_to(SOURCE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {name_of(path): path for path in sorted(SOURCE.rglob("*.py"))}


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """(line, module) of every import of our own in a file, also inside functions and under TYPE_CHECKING."""
    package = ("linkwright", *path.relative_to(SOURCE).parent.parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            origin = ".".join([*above, *filter(None, [node.module])])
            found = [name if (name := f"{origin}.{alias.name}") in FILES else origin for alias in node.names]
        else:
            continue
        yield from ((node.lineno, name) for name in found if name.split(".")[0] == "linkwright")


def test_imports_only_go_down():
    wrong = []
    for name, path in FILES.items():
        here = part_of(name)
        assert here in DEPTH, f"{here} has no place in LAYERS"
        for line, module in imports(path):
            there = part_of(module)
            assert there in DEPTH, f"{path.name}:{line}: {there} has no place in LAYERS"
            if there != here and DEPTH[there] <= DEPTH[here]:
                wrong.append(f"{path.relative_to(SOURCE)}:{line}: {here} imports {there}")
    assert not wrong, "\n".join(wrong)


def test_no_module_imports_itself_by_way_of_others():
    """Neither when it is loaded nor later, inside a function: what imports each other is one module."""
    graph = {name: {module for _, module in imports(path)} - {name} for name, path in FILES.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as problem:
        raise AssertionError(" imports ".join(reversed(problem.args[1]))) from None


# Rooms of models/, and those that each may import besides itself.
ROOMS = {
    "framework": "",
    "search": "framework",
    "algebra": "",
    "tree": "framework search algebra",
    "equivalent_bodies": "framework search tree",
    "constraints": "framework search algebra tree",
    "kinematics": "framework search algebra tree constraints",
    "dynamics": "framework search algebra tree constraints kinematics equivalent_bodies",
    "identification": "framework search algebra tree constraints kinematics equivalent_bodies dynamics",
    "derivatives": "framework search algebra tree constraints kinematics equivalent_bodies dynamics identification",
    "parameters": "framework algebra tree equivalent_bodies constraints dynamics",
    "inverse_geometry": "framework algebra tree",
    "derive": "framework search algebra tree equivalent_bodies constraints kinematics dynamics identification "
              "derivatives parameters inverse_geometry",
}  # fmt: skip


def room_of(module: str) -> str:
    """The room of a module of models: linkwright.models.tree.link_steps → tree; "" elsewhere."""
    parts = module.split(".")
    return parts[2] if parts[1:2] == ["models"] and len(parts) > 2 else ""


def test_rooms_of_models_import_only_the_rooms_that_they_may():
    assert {room_of(name) for name in FILES} - {""} == set(ROOMS)
    wrong = [
        f"{path.relative_to(SOURCE)}:{line}: {room} imports {module}"
        for name, path in FILES.items() if (room := room_of(name))
        for line, module in imports(path)
        if (other := room_of(module)) and other != room and other not in ROOMS[room].split()
    ]  # fmt: skip
    assert not wrong, "\n".join(wrong)


def test_every_folder_says_what_lives_there_and_is_not_crowded():
    for folder in {path.parent for path in FILES.values()}:
        modules = [path for path in folder.glob("*.py") if path.name != "__init__.py"]
        assert len(modules) <= 30, f"{folder.relative_to(SOURCE)} holds {len(modules)} modules"
        assert ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))), folder


def test_every_public_name_exists_once():
    names = getattr(linkwright, "__all__", [])
    assert len(names) == len(set(names))
    assert [name for name in names if not hasattr(linkwright, name)] == []


def fresh(code: str) -> str:
    """What a new process prints."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_every_public_name_stays_what_it_is_when_everything_is_imported():
    """Importing a part of a package sets its name there: of linkwright, and of every package in it."""
    code = """
import importlib, pkgutil, linkwright

def public(package):
    return {name: getattr(package, name) for name in getattr(package, "__all__", [])}

before = {"linkwright": public(linkwright)}
found = [info for info in pkgutil.walk_packages(linkwright.__path__, "linkwright.") if "__main__" not in info.name]
for info in sorted(found, key=lambda info: info.name.count(".")):
    module = importlib.import_module(info.name)
    before.setdefault(info.name, public(module))
for name, table in before.items():
    now = public(importlib.import_module(name))
    print(*(f"{name}.{key}" for key, value in table.items() if now[key] is not value), end=" ")
"""
    assert fresh(code).split() == []


def test_every_public_function_works_again_after_all_of_them_were_used():
    code = """
import linkwright as lw

names = {name: getattr(lw, name) for name in lw.__all__}
for _ in range(2):
    robot = lw.load("cart_pole")
    fn = lw.model(robot, "inverse_dynamics", parameters="base")
    lw.emit(fn, "c"), lw.compile(fn), lw.expand(fn), lw.grouping(robot), lw.base_parameters(robot)
    lw.generate(robot, ["inverse_dynamics"], ["python"]), lw.simulate(robot, 0.01), lw.planar(2), lw.spatial(2)
    lw.prove_equal(fn.output("tau"), fn.output("tau"))
    assert lw.verify(robot, targets=[]).ok
print(*(name for name, value in names.items() if getattr(lw, name) is not value))
"""
    assert fresh(code).split() == []


def test_import_is_light():
    assert HEAVY & set(fresh("import sys, linkwright; print(*sys.modules)").split()) == set()


def test_code_of_an_arm_is_made_without_numpy():
    """Its import takes a third of the time of a small `generate`."""
    made = "lw.emit(lw.model(lw.load('rx90'), 'inverse_dynamics'), 'c')"
    loaded = fresh(f"import sys, linkwright as lw; {made}; print(*sys.modules)").split()
    assert (HEAVY | {"numpy"}) & set(loaded) == set()


CONTRACTS = {"build", "emit", "read", "write", "run"}  # of models, targets, formats, laws


def definitions() -> Iterator[tuple[str, ast.Module, ast.AST]]:
    """(module, its tree, a class or function in it), methods included."""
    for name, path in FILES.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield name, tree, node


def test_a_class_has_a_name_of_its_own():
    places: dict[str, list[str]] = {}
    for module, _, node in definitions():
        if isinstance(node, ast.ClassDef):
            places.setdefault(node.name, []).append(module)
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_at_most_two_functions_of_modules_have_one_name():
    places: dict[str, list[str]] = {}
    for module, tree, node in definitions():
        if isinstance(node, ast.FunctionDef) and node in tree.body and node.name not in CONTRACTS:
            places.setdefault(node.name, []).append(module)
    assert {name: where for name, where in places.items() if len(where) > 2} == {}


OPENINGS = ("Of ", "The same ", "The same,", "The same.", "Those ", "These ", "What ", "With ", "By ", "As ", "And ",
            "Whether it ", "Where it ", "Whatever ", "It ", "They ", "Or ", "Not ")  # fmt: skip


def test_every_docstring_begins_with_its_subject():
    """Kernel programs apart: their docstrings are in emitted code."""
    wrong = []
    for module, path in FILES.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                doc = ast.get_docstring(node) or ""
                if doc.startswith(OPENINGS):
                    wrong.append(f"{module}:{getattr(node, 'lineno', 1)}: {doc.splitlines()[0]}")
    assert not wrong, "\n".join(wrong)


PRIVATE = re.compile(r"\b(told|retold|torn|borne|tied|straw|as it likes|round and round|takes it in|is apart)\b", re.I)


def test_texts_have_no_private_words():
    """Docstrings, messages and help texts of Python files, texts of the page: the glossary has the field's words."""
    wrong = []
    for module, path in FILES.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
                wrong += [f"{module}:{node.lineno}: {word}" for word in PRIVATE.findall(node.value)]
    for page in (SOURCE / "studio" / "static").glob("*.js"):
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
            wrong += [f"{page.name}:{number}: {word}" for word in PRIVATE.findall(line)]
    assert not wrong, "\n".join(wrong)
