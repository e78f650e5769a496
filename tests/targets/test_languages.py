"""Emitted code against the graph: compiled and run by the real tools of each language.

The package's own test is what runs. That it can be trusted is a law of its own: with one expected value changed by
1e-9 it must fail. C and Python are also called directly, on other states.
"""

from __future__ import annotations

import ctypes
import importlib.util
import keyword
import math
import random
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwright.errors import InputError, UnknownName
from linkwright.expr import Expr, Function, Graph, Port
from linkwright.expr.function import build
from linkwright.targets import emit, emit_package, find_target, targets
from linkwright.targets.lower import lower
from linkwright.targets.program import SETUP, Assign, Section, defined_names
from tests.support.target_functions import (
    awkward_names,
    every_operation,
    functions,
    grouping,
    nothing_given,
    package,
    shapes,
    whole_numbers,
)

Tool = Callable[[str], str]
WARNINGS = ["-Wall", "-Wextra", "-pedantic", "-Werror"]


def run(*command: str | Path, cwd: Path, timeout: float = 300) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(c) for c in command], cwd=cwd, capture_output=True, text=True, timeout=timeout, check=False
    )


def write(files: dict[str, str], folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text)
    return folder


# -- how the test of a package is built and run, per language --------------------------------------------------------


def run_c(folder: Path, name: str, tool: Tool, flags: tuple[str, ...] = ("-O1",)) -> subprocess.CompletedProcess[str]:
    sources = [f"{name}.c", f"test_{name}.c"]
    built = run(tool("gcc"), "-std=c99", *WARNINGS, "-Wconversion", *flags, *sources, "-o", "t", "-lm", cwd=folder)
    assert built.returncode == 0, built.stderr
    return run(folder / "t", cwd=folder)


def run_cpp(folder: Path, name: str, tool: Tool) -> subprocess.CompletedProcess[str]:
    built = run(tool("g++"), "-std=c++17", *WARNINGS, "-O0", f"test_{name}.cpp", "-o", "tpp", cwd=folder)
    assert built.returncode == 0, built.stderr
    return run(folder / "tpp", cwd=folder)


def run_fortran(folder: Path, name: str, tool: Tool) -> subprocess.CompletedProcess[str]:
    files = [f"{name}.f90", f"test_{name}.f90"]
    built = run(tool("gfortran"), "-std=f2008", "-O1", "-Wall", "-Wextra", "-Werror", *files, "-o", "tf", cwd=folder)
    assert built.returncode == 0, built.stderr
    return run(folder / "tf", cwd=folder)


def run_rust(folder: Path, name: str, tool: Tool) -> subprocess.CompletedProcess[str]:
    built = run(tool("rustc"), "--edition", "2021", "--test", "-D", "warnings", f"{name}.rs", "-o", "tr", cwd=folder)
    assert built.returncode == 0, built.stderr
    return run(folder / "tr", cwd=folder)


def run_python(folder: Path, name: str, tool: Tool) -> subprocess.CompletedProcess[str]:
    return run(sys.executable, "-W", "error", f"test_{name}.py", cwd=folder)


def run_as_told(language: str, folder: Path, name: str, tool: Tool) -> subprocess.CompletedProcess[str]:
    """By the commands that the language itself gives (`Target.check`); not all interpreters have exit codes."""
    check = find_target(language).check
    assert check
    (command,) = check.commands
    done = run(tool(command[0]), *(word.format(name=name) for word in command[1:]), cwd=folder)
    if check.says not in done.stdout + done.stderr:
        done.returncode = done.returncode or 1
    return done


RUNNERS = {"c": run_c, "cpp": run_cpp, "fortran": run_fortran, "rust": run_rust, "python": run_python}
RUNNERS |= {name: partial(run_as_told, name) for name in ("javascript", "maple", "mathematica", "matlab")}


@pytest.mark.parametrize("language", RUNNERS)
def test_own_test_passes_for_every_function(language: str, tool: Tool, tmp_path: Path) -> None:
    """One package with everything: symbolic, numeric, tree, every operation, awkward names, all shapes, grouping, and
    functions without arguments, of several results and of one alone."""
    one = replace(nothing_given().with_outputs(nothing_given().outputs[:1]), name="alone")
    folder = write(emit_package([*functions(), nothing_given(), one], language, name="whole"), tmp_path)
    done = RUNNERS[language](folder, "whole", tool)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("language", RUNNERS)
def test_own_test_fails_when_a_value_is_wrong(language: str, tool: Tool, tmp_path: Path) -> None:
    """... by 1e-9 of the scale, in the last element of the last state of the last function."""
    target = find_target(language)
    options = {name: values[0] for name, values in target.options.items()}
    made = target.emit(package(target, (grouping(), shapes(), every_operation()), "wrong", spoil=1e-9), options)
    done = RUNNERS[language](write(made, tmp_path), "wrong", tool)
    assert done.returncode != 0, done.stdout


@pytest.mark.parametrize("language", RUNNERS)
def test_whole_numbers_are_integers_and_compared_as_such(language: str, tool: Tool, tmp_path: Path) -> None:
    """In whole routines and in parts; one that is wrong by one is seen, and the header says what a status means."""
    target = find_target(language)
    options = {name: values[0] for name, values in target.options.items()}
    alone = replace(whole_numbers(), name="alone").with_outputs(whole_numbers().outputs[:1])
    both = (whole_numbers(), alone)
    packages = {
        "only": package(target, both[1:], "only"),
        "parts": package(target, both, "parts", part=4 if target.style.part else 0),
        "wrong": package(target, both, "wrong", spoil=1),
    }
    if language == "mathematica":  # has no parts, and takes its time
        del packages["parts"]
    for name, made in packages.items():
        files = target.emit(made, options)
        assert "status: 0 solved, 1 singular" in "".join(files.values())
        done = RUNNERS[language](write(files, tmp_path / name), name, tool)
        assert (done.returncode == 0) == (name != "wrong"), done.stdout + done.stderr


@pytest.mark.parametrize("language", [name for name in RUNNERS if find_target(name).style.part])
def test_parts_give_what_the_whole_gives(language: str, tool: Tool, tmp_path: Path) -> None:
    """Every routine cut after 12 statements: values pass from part to part through the workspace."""
    target = find_target(language)
    options = {name: values[0] for name, values in target.options.items()}
    made = package(target, functions(), "parts", part=12)
    assert max(len(r.parts) for p in made.programs for r in p.routines) > 10
    done = RUNNERS[language](write(target.emit(made, options), tmp_path), "parts", tool)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "flags", [("-O1", "-DLW_REAL=float"), ("-O2", "-ffast-math"), ("-O3", "-march=native")], ids=str
)
def test_c_in_other_modes(flags: tuple[str, ...], tool: Tool, tmp_path: Path) -> None:
    """Single precision (its test then asks for 1e-3), fast-math (where the polynomials must step aside), vectors."""
    robots = functions()[:3]
    done = run_c(write(emit_package(robots, "c", name="modes"), tmp_path), "modes", tool, flags)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("language", ["c", "cpp", "rust"])
def test_library_sines(language: str, tool: Tool, tmp_path: Path) -> None:
    files = emit(functions()[0], language, name="libm", sincos="libm")
    assert not any("lw_sincos" in text for text in files.values())
    done = RUNNERS[language](write(files, tmp_path), "libm", tool)
    assert done.returncode == 0, done.stdout + done.stderr


def test_rust_without_its_standard_library(tool: Tool, tmp_path: Path) -> None:
    """A crate with #![no_std] takes the file; its test (which has std) passes; other functions are refused."""
    folder = write(emit_package(functions()[:3], "rust", name="alone", std="no"), tmp_path)
    (folder / "crate.rs").write_text("#![no_std]\npub mod alone;\n")
    flags = ["--edition", "2021", "-D", "warnings", "--crate-type", "lib"]
    built = run(tool("rustc"), *flags, "crate.rs", "-o", "alone.rlib", cwd=folder)
    assert built.returncode == 0, built.stderr
    done = run_rust(folder, "alone", tool)
    assert done.returncode == 0, done.stdout + done.stderr
    with pytest.raises(InputError, match=r"every_operation needs tan.*std='yes'"):
        emit(every_operation(), "rust", std="no")


def test_c_is_clean_under_sanitizers_and_in_clang(tool: Tool, tmp_path: Path) -> None:
    folder = write(emit_package(functions(), "c", name="clean"), tmp_path)
    done = run_c(folder, "clean", tool, ("-O1", "-fsanitize=address,undefined"))
    assert done.returncode == 0, done.stderr
    built = run(tool("clang"), "-std=c99", *WARNINGS, "-c", "clean.c", "-o", "clean.o", cwd=folder)
    assert built.returncode == 0, built.stderr


def test_c_header_is_cpp(tool: Tool, tmp_path: Path) -> None:
    folder = write(emit(functions()[0], "c", name="both"), tmp_path)
    (folder / "use.cpp").write_text('#include "both.h"\nint main() { return 0; }\n')
    built = run(tool("g++"), "-std=c++17", *WARNINGS, "-fsyntax-only", "use.cpp", cwd=folder)
    assert built.returncode == 0, built.stderr


def test_cpp_with_a_scalar_of_automatic_differentiation(tool: Tool, tmp_path: Path) -> None:
    """The derivative by dual numbers is the difference quotient of the double version."""
    folder = write(emit(functions()[1], "cpp", name="arm"), tmp_path)
    (folder / "dual.cpp").write_text(DUAL.replace("FUNCTION", lower(functions()[1], find_target("cpp").style).name))
    built = run(tool("g++"), "-std=c++17", *WARNINGS, "-O0", "dual.cpp", "-o", "dual", cwd=folder)
    assert built.returncode == 0, built.stderr
    done = run(folder / "dual", cwd=folder)
    dual, quotient = np.array(done.stdout.split(), dtype=float).reshape(-1, 2).T
    np.testing.assert_allclose(dual, quotient, rtol=1e-6, atol=1e-6)


DUAL = """
#include "arm.hpp"
#include <cstdio>
namespace ad {
struct D {
    double v, d;
    D(double v_ = 0, double d_ = 0) : v(v_), d(d_) {}
};
inline D operator+(const D &a, const D &b) { return D(a.v + b.v, a.d + b.d); }
inline D operator-(const D &a, const D &b) { return D(a.v - b.v, a.d - b.d); }
inline D operator-(const D &a) { return D(-a.v, -a.d); }
inline D operator*(const D &a, const D &b) { return D(a.v*b.v, a.d*b.v + a.v*b.d); }
inline D sin(const D &a) { return D(std::sin(a.v), std::cos(a.v)*a.d); }
inline D cos(const D &a) { return D(std::cos(a.v), -std::sin(a.v)*a.d); }
}
int main()
{
    const double h = 1e-6;
    std::array<ad::D, 3> q{ad::D(0.3, 1), ad::D(-0.4, 2), ad::D(1.1, -1)}, qd{0.5, 0.2, -0.7}, qdd{1.0, -2.0, 0.3}, tau;
    linkwright::FUNCTION(q, qd, qdd, tau);
    std::array<double, 3> a, b, x, y, v{0.5, 0.2, -0.7}, w{1.0, -2.0, 0.3};
    for (int i = 0; i < 3; ++i) {
        x[i] = q[i].v + h*q[i].d;
        y[i] = q[i].v - h*q[i].d;
    }
    linkwright::FUNCTION(x, v, w, a);
    linkwright::FUNCTION(y, v, w, b);
    for (int i = 0; i < 3; ++i) std::printf("%.17g %.17g\\n", tau[i].d, (a[i] - b[i])/(2*h));
    return 0;
}
"""

# -- called directly -------------------------------------------------------------------------------------------------


def states(function: Function, count: int, seed: int) -> list[dict[str, np.ndarray]]:
    rng = np.random.default_rng(seed)
    made = []
    for _ in range(count):
        reach = {p.name: (0.2, 1.5) if p.role == "parameter" else (-1.4, 1.4) for p in function.inputs}
        made.append({p.name: rng.uniform(*reach[p.name], p.shape) for p in function.inputs})
    return made


def expected(function: Function, state: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    result = function(**state)
    return result if isinstance(result, dict) else {function.outputs[0].name: result}


@pytest.fixture(scope="module")
def library(tool: Tool, tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    folder = write(emit_package(functions(), "c", name="lib"), tmp_path_factory.mktemp("lib"))
    built = run(tool("gcc"), "-std=c99", "-O2", "-shared", "-fPIC", "lib.c", "-o", "lib.so", "-lm", cwd=folder)
    assert built.returncode == 0, built.stderr
    return ctypes.CDLL(str(folder / "lib.so"))


@pytest.mark.parametrize("index", range(len(functions())))
def test_c_equals_graph(index: int, library: ctypes.CDLL) -> None:
    function = functions()[index]
    program = lower(function, find_target("c").style)

    def call(name: str, *arrays: np.ndarray) -> None:
        getattr(library, name)(*(a.ctypes.data_as(ctypes.c_void_p) for a in arrays))

    for state in states(function, 20, seed=index):
        given = {k: np.ascontiguousarray(v, dtype=float) for k, v in state.items()}
        if program.setup:
            given[SETUP] = np.full(program.setup.outputs[0].size, np.nan)
            call(program.setup.name, given["parameters"], given[SETUP])
        got = {a.port: np.full(a.shape, np.nan) for a in program.main.outputs}
        call(program.main.name, *(given[a.port] for a in program.main.inputs), *got.values())
        for port, value in expected(function, state).items():
            scale = max(1e-3, float(np.max(np.abs(value))))
            np.testing.assert_allclose(got[port], value, rtol=0, atol=1e-12 * scale, err_msg=port)


@pytest.fixture(scope="module")
def module_of_all(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = write(emit_package(functions(), "python", name="whole_module"), tmp_path_factory.mktemp("python"))
    spec = importlib.util.spec_from_file_location("whole_module", folder / "whole_module.py")
    assert spec
    assert spec.loader
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.mark.parametrize("index", range(len(functions())))
def test_python_equals_graph_in_batches(index: int, module_of_all: Any) -> None:
    """Leading axes (2, 3) of states, with one set of parameters for all."""
    function = functions()[index]
    program = lower(function, find_target("python").style)
    drawn = states(function, 6, seed=index)
    fixed = drawn[0].get("parameters")
    batch = {k: np.stack([s[k] for s in drawn]).reshape(2, 3, *v.shape) for k, v in drawn[0].items()}
    if fixed is not None:
        batch["parameters"] = fixed
    if program.setup:
        batch[SETUP] = getattr(module_of_all, program.setup.name)(fixed)
    got = getattr(module_of_all, program.main.name)(*(batch[a.port] for a in program.main.inputs))
    got = got if isinstance(got, tuple) else (got,)
    for array, value in zip(program.main.outputs, got, strict=True):
        for k, state in enumerate(drawn):
            if fixed is not None:
                state = {**state, "parameters": fixed}
            one = value if value.shape == array.shape else value[k // 3, k % 3]
            want = expected(function, state)[array.port]
            np.testing.assert_allclose(one, want, rtol=1e-12, atol=1e-12 * max(1.0, float(np.max(np.abs(want)))))


def test_python_checks_its_arguments(module_of_all: Any) -> None:
    good = np.zeros(6)
    with pytest.raises(ValueError, match=r"qd has shape \(5,\); the last axes must be \(6,\)"):
        module_of_all.rx90_inverse_dynamics(good, np.zeros(5), good, np.zeros(86))
    with pytest.raises(ValueError, match="q must be numbers"):
        module_of_all.rx90_inverse_dynamics("nonsense", good, good, np.zeros(86))


# -- Julia is packaged nowhere: its grammar checks the text ----------------------------------------------------------


def test_julia_parses(module: Callable[[str], Any]) -> None:
    tree_sitter, julia = module("tree_sitter"), module("tree_sitter_julia")
    parser = tree_sitter.Parser(tree_sitter.Language(julia.language()))
    for part in (0, 12):
        target = find_target("julia")
        made = package(target, (*functions(), whole_numbers()), "all", part=part)
        for name, text in target.emit(made, {}).items():
            assert not parser.parse(text.encode()).root_node.has_error, name
    assert parser.parse(b"function f(\n").root_node.has_error


def julia_values(text: str, name: str, arrays: dict[str, Any]) -> None:
    """Runs the statements of an emitted Julia function with Python's arithmetic: `=`, sincos, ifelse, lw_solve."""

    class Array:  # Julia's indices: from 1, [r, c] for matrices, [] for scalars
        def __init__(self, values: np.ndarray) -> None:
            self.values = values

        def __getitem__(self, index: Any) -> Any:
            return float(self.values[self.place(index)])

        def __setitem__(self, index: Any, value: float) -> None:
            self.values[self.place(index)] = value

        def place(self, index: Any) -> tuple[int, ...]:
            return tuple(k - 1 for k in (index if isinstance(index, tuple) else (index,)))

    scope: dict[str, Any] = {k: getattr(math, k) for k in ("sin", "cos", "tan", "asin", "acos", "sqrt", "exp", "log")}
    scope |= {
        "abs": abs,
        "lw_sqrt": lambda x: math.sqrt(x) if x >= 0 else math.nan,
        "sign": lambda x: (x > 0) - (x < 0),
        "ifelse": lambda c, a, b: a if c else b,
        "max": max,
        "min": min,
        "eltype": lambda x: float,
        "float": lambda x: x,
        "zero": lambda T: 0.0,
        "zeros": lambda T, n: Array(np.zeros(n)),
        "eps": lambda T: sys.float_info.epsilon,
        "NaN": math.nan,
        "isfinite": math.isfinite,
        "list_": lambda *x: Array(np.array(x, dtype=float)),
    }
    scope |= {"atan": lambda *x: math.atan2(*x) if len(x) == 2 else math.atan(*x)}
    scope |= {"sincos": lambda x: (math.sin(x), math.cos(x))}
    scope |= {k: Array(v) for k, v in arrays.items()}
    for kernel in re.findall(r"^function lw_\w+!\(.*?^end$", text, re.M | re.S):
        exec(julia_function(kernel), scope)
    body = re.search(rf"^function {name}!\(.*?\)$.*?^    @inbounds begin$(.*?)^    end$", text, re.M | re.S)
    assert body, name
    exec(julia_lines(textwrap.dedent(body.group(1))), scope)


def julia_lines(text: str) -> str:
    """Julia's statements as Python's: both are indented alike, Julia's blocks end with `end`."""
    text = re.sub(r"(\w) = \[\n(.*?)\n *\]", r"\1 = list_(\2)", text, flags=re.S)
    text = re.sub(r"(\w)!\(", r"\1_bang(", text)
    words = "|".join(set(keyword.kwlist) - {"for", "in", "if", "else", "break"})  # may be names there
    text = re.sub(rf"\b({words})\b", r"\1_of_julia", text)
    text = re.sub(r"for (\w+) in (.*):(.*)", r"for \1 in range(\2, \3 + 1):", text)
    text = re.sub(r"^( *)(if .*|else)$", r"\1\2:", text, flags=re.M)
    text = re.sub(r"^ *(end|@inbounds begin|return_of_julia nothing)$", "", text, flags=re.M)
    text = text.replace("T = ", "T = ").replace("[]", "[()]").replace("^", "**").replace("!(", "not (")
    return text.replace("&&", "and").replace("||", "or")


def julia_function(text: str) -> str:
    head, _, body = text.partition("\n")
    block = re.compile(r"^    @inbounds begin\n(.*?)\n    end$", re.M | re.S)
    inner = block.sub(lambda m: textwrap.dedent(m.group(1)), body)
    checks = re.compile(r"^ *(Base\.require|size\().*$", re.M)
    lines = julia_lines(checks.sub("", textwrap.dedent(inner)))
    return head.replace("function ", "def ").replace("!(", "_bang(") + ":\n" + textwrap.indent(lines, "    ")


@pytest.mark.parametrize("index", range(len(functions())))
def test_julia_statements_equal_graph(index: int) -> None:
    """No Julia here, but its straight lines mean what they mean."""
    function = functions()[index]
    program = lower(function, find_target("julia").style)
    text = emit(function, "julia", name="whole")["whole.jl"]
    for state in states(function, 5, seed=index):
        arrays = {a.name: np.asarray(state[a.port], dtype=float) for a in program.main.inputs if a.port != SETUP}
        if program.setup and program.parameters:
            (made,) = program.setup.outputs
            arrays[made.name] = np.full(made.shape, np.nan)
            given = {program.parameters.name: state["parameters"], made.name: arrays[made.name]}
            julia_values(text, program.setup.name, given)
        arrays |= {a.name: np.full(a.shape, np.nan) for a in program.main.outputs}
        julia_values(text, program.main.name, arrays)
        for array in program.main.outputs:
            want = expected(function, state)[array.port]
            np.testing.assert_allclose(
                arrays[array.name], want, rtol=1e-12, atol=1e-12 * max(1.0, np.max(np.abs(want)))
            )


# -- laws of the text ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", targets())
def test_same_bytes_for_the_same_input(language: str) -> None:
    assert emit_package(functions(), language) == emit_package(functions(), language)


@pytest.mark.parametrize("language", targets())
def test_header_tells_what_and_of_what(language: str) -> None:
    function = functions()[2]
    text = "\n".join(emit(function, language).values())
    for fact in (
        "tree",
        "inverse_dynamics",
        "standard",
        "Linkwright",
        str(function.cost).split(";")[0],
        "joint positions",
    ):
        assert fact in text or fact.replace("_", r"\_") in text, fact
    assert not re.search(r"/(home|tmp|work|usr)/", text)


def test_quantities_keep_their_names_and_nothing_is_called_tmp() -> None:
    program = lower(functions()[0], find_target("c").style)
    (part,) = program.main.parts
    names = {n.removesuffix("_neg") for s in part.statements for n in defined_names(s)}
    assert {"w3_y", "vd3_x", "tau1", "s2", "c2"} <= names
    assert not [n for n in names if re.match(r"(tmp|t|x|v)_?\d+$", n)]
    assert any(isinstance(s, Section) and s.text == "link 3" for s in part.statements)


def test_user_names_stay_and_others_give_way() -> None:
    program = lower(awkward_names(), find_target("fortran").style)
    names = [n for part in program.main.parts for n in part.locals]
    assert len({n.lower() for n in names}) == len(names)
    assert "w3_y" in names  # the user's
    assert "w3_y_" in names  # the quantity
    loads = {x.name: x for part in lower(awkward_names(), find_target("c").style).main.parts for x in part.loads}
    assert {"m1", "M1", "lambda", "I", "for_", "int_", "q_"} <= set(loads)


@pytest.mark.parametrize("language", [n for n in targets() if n != "latex"])
def test_no_name_is_assigned_twice_or_reserved(language: str) -> None:
    style = find_target(language).style
    for function in functions():
        for routine in lower(function, style).routines:
            for part in routine.parts:
                names = list(part.locals) if style.rules.case_sensitive else [n.lower() for n in part.locals]
                assert len(set(names)) == len(names)
                assert not set(names) & style.rules.reserved


def test_lines_are_readable() -> None:
    for language in ("c", "cpp", "python", "fortran", "julia", "rust"):
        for name, text in emit(functions()[0], language).items():
            long = [line for line in text.split("\n") if len(line) > (132 if language == "fortran" else 140)]
            assert not long, (name, long[0])


def test_a_quantity_used_once_is_written_where_it_is_used() -> None:
    """tau = a*b + c*d is one line, not three."""
    g = Graph()
    x = Port("x", (4,), tuple(g.symbol(f"x{k}", "variable") for k in range(4)))
    a, b, c, d = (Expr(g, i) for i in x.elements)
    made = build("line", [x], [Port("y", (1,), ((a * b + c * d).id,), labels=("y",))], g)
    (part,) = lower(made, find_target("c").style).main.parts
    assert len([s for s in part.statements if isinstance(s, Assign)]) == 1


def test_numbers_survive_in_every_digit(tool: Tool, tmp_path: Path) -> None:
    """Shortest texts that give the same float back."""
    rng = random.Random(1)
    values = [rng.uniform(-1, 1) * 10.0 ** rng.randint(-300, 300) for _ in range(50)]
    g = Graph()
    made = build("numbers", [], [Port("y", (50,), tuple(g.const(v) for v in values))], g)
    spec = emit(made, "python", name="many")["many.py"]
    scope: dict[str, Any] = {}
    exec(compile(spec, "many.py", "exec"), scope)
    assert scope["numbers"]().tolist() == values
    folder = write(emit(made, "c"), tmp_path)
    built = run(tool("gcc"), "-std=c99", "-shared", "-fPIC", "numbers.c", "-o", "n.so", cwd=folder)
    assert built.returncode == 0, built.stderr
    got = np.zeros(50)
    ctypes.CDLL(str(folder / "n.so")).numbers(got.ctypes.data_as(ctypes.c_void_p))
    assert got.tolist() == values


def test_reference_gives_the_expected_values() -> None:
    """A reference that differs shows in the test's table: it, not the function, is what the test expects."""
    function = grouping()
    doubled = Port(
        "base", (4,), tuple(function.graph.mul(function.graph.const(2), i) for i in function.outputs[0].elements)
    )
    reference = function.with_outputs([doubled])
    plain, other = emit(function, "c"), emit(function, "c", reference=reference)
    assert plain["grouping.c"] == other["grouping.c"]
    numbers = [
        float(x) for x in re.findall(r"_out\[5\]\[4\] = \{\s*\{(.*?)\}", plain["test_grouping.c"], re.S)[0].split(",")
    ]
    twice = [
        float(x) for x in re.findall(r"_out\[5\]\[4\] = \{\s*\{(.*?)\}", other["test_grouping.c"], re.S)[0].split(",")
    ]
    assert twice == [2 * x for x in numbers]


def test_unknown_target_and_option() -> None:
    with pytest.raises(UnknownName, match=r"unknown target 'pyton'.*python"):
        emit(grouping(), "pyton")
    with pytest.raises(UnknownName, match="unknown option of target c 'sincs'"):
        emit(grouping(), "c", sincs="poly")
    with pytest.raises(UnknownName, match="unknown value of option sincos 'fast'"):
        emit(grouping(), "c", sincos="fast")


# -- long functions --------------------------------------------------------------------------------------------------


def long_function(operations: int) -> Function:
    """Random sums and products of earlier values: as entangled as no model is."""
    g, rng = Graph(), random.Random(3)
    x = Port("x", (8,), tuple(g.symbol(f"x{k}", "variable") for k in range(8)))
    values = [Expr(g, i) for i in x.elements]
    values += [v.sin() for v in values]
    for k in range(operations // 2):
        a, b, c = (values[-rng.randint(1, min(len(values), 60 if rng.random() < 0.9 else 10**6))] for _ in range(3))
        values.append(a * b * 0.5 + c * 0.25 if k % 7 else (a * b).cos() * c)
    last = values[-6:]
    return build("long", [x], [Port("y", (6,), tuple(v.id for v in last))], g)


def test_long_function_compiles_fast(tool: Tool, tmp_path: Path) -> None:
    """13,000 operations: gcc -O2 needs seconds, because no function is longer than a part."""
    function = long_function(9_000)
    assert function.cost.add + function.cost.mul > 13_000
    folder = write(emit(function, "c", name="lengthy"), tmp_path)
    assert "long__part2" in (folder / "lengthy.c").read_text()
    sources = ["lengthy.c", "test_lengthy.c"]
    built = run(tool("gcc"), "-std=c99", "-O2", *sources, "-o", "t", "-lm", cwd=folder, timeout=60)
    assert built.returncode == 0, built.stderr
    done = run(folder / "t", cwd=folder)
    assert done.returncode == 0, done.stdout


def test_a_part_is_never_longer_than_asked() -> None:
    style = replace(find_target("c").style, part=50)
    program = lower(functions()[0], style)
    for routine in program.routines:
        for part in routine.parts:
            assert len([s for s in part.statements if not isinstance(s, Section)]) <= 50
