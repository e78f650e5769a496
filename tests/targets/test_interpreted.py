"""Emitted MATLAB, JavaScript, Wolfram Language and Maple called by a test of our own, element by element.

A package's own test (see test_targets.py) measures errors against the largest value of an output; here every element
has to agree with the graph by itself, at states that no package knows, in Octave, Node, Mathics and Giac. LaTeX has
nothing to run: it is compiled, and its braces and environments are balanced.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from linkwright.errors import UnknownName
from linkwright.expr import Function
from linkwright.robot import Robot
from linkwright.targets import emit, emit_package, find_target
from linkwright.targets.lower import lower
from linkwright.targets.mathematica import legal
from linkwright.targets.program import SETUP, Array, Program
from tests.support.target_functions import functions, grouping, numeric, rx90

Tool = Callable[[str], str]
State = Mapping[str, tuple[float, ...]]
NAME, COUNT, TOLERANCE = "outside", 3, 1e-12


@cache
def states(index: int) -> tuple[tuple[State, dict[str, list[float]]], ...]:
    """(inputs, expected outputs) by port, row by row: the graph evaluated on floats."""
    function, draw = functions()[index], random.Random(f"interpreted {index}")
    found: list[tuple[State, dict[str, list[float]]]] = []
    while len(found) < COUNT:
        inputs = {}
        for port in function.inputs:
            low = 0.2 if port.role == "parameter" else -2.0
            inputs[port.name] = tuple(round(draw.uniform(low, 2.0), 6) for _ in range(port.size))
        found.append((inputs, _evaluate(function, inputs)))
    return tuple(found)


def _evaluate(function: Function, inputs: State) -> dict[str, list[float]]:
    import numpy as np

    arguments = {p.name: np.reshape(inputs[p.name], p.shape) if p.shape else inputs[p.name][0] for p in function.inputs}
    result = function(**arguments)
    table = result if isinstance(result, dict) else {function.outputs[0].name: result}
    return {name: [float(x) for x in np.ravel(value)] for name, value in table.items()}


def programs(language: str) -> list[Program]:
    """As in the package of all functions: the names of its routines depend on those before."""
    made: list[Program] = []
    for function in functions():
        made.append(lower(function, find_target(language).style, [r.name for p in made for r in p.routines]))
    return made


def arguments(program: Program, inputs: State, value: Callable[[Sequence[float], Array], str], call: str) -> str:
    """The arguments of the main routine as text; the setup is called in its place."""
    texts = []
    for a in program.main.inputs:
        if program.setup and program.parameters and a.port == SETUP:
            texts.append(call.format(program.setup.name, value(inputs[program.parameters.port], program.parameters)))
        else:
            texts.append(value(inputs[a.port], a))
    return ", ".join(texts)


def agree(got: Sequence[float], index: int, k: int) -> None:
    """All outputs of one state, one after the other, against the graph."""
    expected = [x for values in states(index)[k][1].values() for x in values]
    assert len(got) == len(expected)
    bad = [(n, x, y) for n, (x, y) in enumerate(zip(got, expected)) if not abs(x - y) <= TOLERANCE * max(1.0, abs(y))]
    assert not bad, f"{functions()[index].name}: (element, got, expected) = {bad}"


def folder_of(language: str, folder: Path) -> Path:
    for name, text in emit_package(functions(), language, name=NAME).items():
        (folder / name).write_text(text)
    return folder


def run(*command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300, check=False)


def every_call(language: str) -> list[tuple[int, int, Program, State]]:
    return [(i, k, p, states(i)[k][0]) for i, p in enumerate(programs(language)) for k in range(COUNT)]


def rows(values: Sequence[str], array: Array, opening: str, closing: str) -> str:
    """Nested lists, row by row."""
    if not array.shape:
        return values[0]
    if len(array.shape) == 1:
        return opening + ", ".join(values) + closing
    n = array.shape[1]
    inner = (opening + ", ".join(values[r * n : (r + 1) * n]) + closing for r in range(array.shape[0]))
    return opening + ", ".join(inner) + closing


# -- the four languages ------------------------------------------------------------------------------------------------


def test_octave_equals_graph_element_by_element(tool: Tool, tmp_path: Path) -> None:
    octave, folder, lines = tool("octave-cli"), folder_of("matlab", tmp_path), []

    def value(values: Sequence[float], a: Array) -> str:
        text = "[" + " ".join(map(repr, values)) + "]"
        return f"reshape({text}, {a.shape[1]}, {a.shape[0]}).'" if len(a.shape) == 2 else text

    for _, _, p, inputs in every_call("matlab"):
        out = [f"o{n}" for n in range(len(p.main.outputs))]
        lines.append(f"[{', '.join(out)}] = {p.main.name}({arguments(p, inputs, value, '{}({})')});")
        lines.append(f"printf('%.17g ', {', '.join(f'{o}.' + chr(39) for o in out)}); printf('\\n');")
    (folder / "calls.m").write_text("\n".join(lines) + "\n")
    done = run(octave, "--norc", "--quiet", "calls.m", cwd=folder)
    assert done.returncode == 0, done.stderr
    answers = [[float(x) for x in line.split()] for line in done.stdout.splitlines()]
    for (i, k, _, _), got in zip(every_call("matlab"), answers, strict=True):
        agree(got, i, k)


def test_node_equals_graph_element_by_element(tool: Tool, tmp_path: Path) -> None:
    node, folder = tool("node"), folder_of("javascript", tmp_path)
    lines = [f"import * as code from './{NAME}.mjs';"]

    def value(values: Sequence[float], a: Array) -> str:
        return f"new Float64Array({list(values)!r})" if a.shape else repr(values[0])

    for _, _, p, inputs in every_call("javascript"):
        call = f"code.{p.main.name}({arguments(p, inputs, value, 'code.{}({})')})"
        parts = [call] if len(p.main.outputs) == 1 else [f"{call}.{a.name}" for a in p.main.outputs]
        lines.append(f"console.log(JSON.stringify([{', '.join(f'...{x}' for x in parts)}]));")
    (folder / "calls.mjs").write_text("\n".join(lines) + "\n")
    done = run(node, "calls.mjs", cwd=folder)
    assert done.returncode == 0, done.stderr
    for (i, k, _, _), line in zip(every_call("javascript"), done.stdout.splitlines(), strict=True):
        agree(json.loads(line), i, k)


def exact(x: float) -> str:
    """A decimal as a fraction, for interpreters that then compute with as many digits as they are asked for."""
    fraction = Fraction(repr(x))
    return f"({fraction.numerator}/{fraction.denominator})"


def test_giac_equals_graph_element_by_element(tool: Tool, tmp_path: Path) -> None:
    """Maple's language in Giac, which has no arctan of two arguments: the package's helper for it is replaced."""
    giac, folder = tool("giac"), folder_of("maple", tmp_path)
    lines = ["maple_mode(1):", "Digits := 20:", f'read("{NAME}.mpl"):']
    lines.append("lw_atan2 := proc(y, x) arg(x + I*y) end proc:")

    def value(values: Sequence[float], a: Array) -> str:
        return rows([f"evalf({exact(x)})" for x in values], a, "[", "]")

    for i, k, p, inputs in every_call("maple"):
        call = f"{p.main.name}({arguments(p, inputs, value, '{}({})')})"
        lines += [f"answer_ := evalf({call}):", f'print("RESULT {i} {k}", answer_):']
    (folder / "calls.mpl").write_text("\n".join(lines) + "\n")
    done = run(giac, "calls.mpl", cwd=folder)
    found = re.findall(r"^RESULT (\d+) (\d+),(.*)$", done.stdout + done.stderr, re.M)
    assert len(found) == COUNT * len(functions()), done.stderr
    for i, k, text in found:
        agree([float(x) for x in re.findall(r"[-+.\deE]+", text)], int(i), int(k))


@pytest.fixture(scope="module")
def mathics(module: Callable[[str], Any]) -> Any:
    module("mathics.core.load_builtin").import_and_load_builtins()
    return module("mathics.session").MathicsSession(add_builtin=True, catch_interrupt=False)


def flat(value: Any) -> list[float]:
    return [x for v in value for x in flat(v)] if isinstance(value, list | tuple) else [float(value)]


def test_mathics_equals_graph_element_by_element(mathics: Any, tmp_path: Path) -> None:
    folder = folder_of("mathematica", tmp_path)
    mathics.evaluate(f'Get["{folder / NAME}.wl"]')

    def value(values: Sequence[float], a: Array) -> str:
        return rows([repr(x) for x in values], a, "{", "}")

    for i, k, p, inputs in every_call("mathematica"):
        got = mathics.evaluate(f"N[{p.main.name}[{arguments(p, inputs, value, '{}[{}]')}]]").to_python()
        agree(flat(got), i, k)


def test_mathematica_takes_symbols(mathics: Any, tmp_path: Path) -> None:
    """Exact arithmetic with symbols in: the grouping formulas come out."""
    for name, text in emit(grouping(), "mathematica", name="symbolic").items():
        (tmp_path / name).write_text(text)
    mathics.evaluate(f'Get["{tmp_path / "symbolic"}.wl"]')
    assert str(mathics.evaluate("Simplify[grouping[{m, zz, d, 0}] - {zz + m d^2, m, 0, zz}]")) == str(
        mathics.evaluate("{0, 0, 0, 0}")
    )


# -- arguments that are wrong ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "identifier"),
    [
        ("rx90_inverse_dynamics(zeros(6, 1))", "Linkwright:nargin"),
        ("rx90_inverse_dynamics(zeros(5, 1), zeros(6, 1), zeros(6, 1), zeros(N, 1))", "Linkwright:size"),
        ("rx90_inverse_dynamics(zeros(6, 1), 'abcdef', zeros(6, 1), zeros(N, 1))", "Linkwright:type"),
        ("rx90_inverse_dynamics(zeros(6, 1), 1i*ones(6, 1), zeros(6, 1), zeros(N, 1))", "Linkwright:type"),
        ("shapes(1, zeros(3, 2), [0 0])", "Linkwright:size"),
    ],
)
def test_matlab_refuses_wrong_arguments(call: str, identifier: str, tool: Tool, tmp_path: Path) -> None:
    folder_of("matlab", tmp_path)
    size = programs("matlab")[0].main.inputs[-1].size
    text = call.replace("zeros(N", f"zeros({size}")
    script = f"try, {text}; catch e, printf('%s', e.identifier); end"
    assert run(tool("octave-cli"), "--norc", "--quiet", "--eval", script, cwd=tmp_path).stdout == identifier


@pytest.mark.parametrize(
    ("call", "error"),
    [
        ("rx90_inverse_dynamics([1], z, z, s)", "RangeError: q has 1 elements, 6 are needed"),
        ("rx90_inverse_dynamics(undefined, z, z, s)", "TypeError: q must be an array of 6 numbers"),
        ("rx90_inverse_dynamics(['a', 0, 0, 0, 0, 0], z, z, s)", "TypeError: q[0] is not a number"),
        ("shapes('1', z, [0, 0])", "TypeError: t must be a number"),
        ("rx90_inverse_dynamics(z, z, z, s, new Float64Array(5))", "RangeError: tau has 5 elements, 6 are needed"),
    ],
)
def test_javascript_refuses_wrong_arguments(call: str, error: str, tool: Tool, tmp_path: Path) -> None:
    folder_of("javascript", tmp_path)
    size = programs("javascript")[0].main.inputs[-1].size
    head = f"import * as code from './{NAME}.mjs'; const z = new Float64Array(6), s = new Float64Array({size});"
    (tmp_path / "bad.mjs").write_text(f"{head} try {{ code.{call}; }} catch (e) {{ console.log(String(e)); }}")
    assert run(tool("node"), "bad.mjs", cwd=tmp_path).stdout.strip() == error


def test_javascript_writes_into_what_it_is_given(tool: Tool, tmp_path: Path) -> None:
    folder_of("javascript", tmp_path)
    text = f"import {{grouping}} from './{NAME}.mjs'; const out = new Float64Array(4);"
    (tmp_path / "out.mjs").write_text(f"{text} console.log(grouping([1, 2, 3, 0], out) === out, out[0]);")
    assert run(tool("node"), "out.mjs", cwd=tmp_path).stdout.strip() == "true 11"


def test_mathematica_refuses_wrong_arguments(mathics: Any, tmp_path: Path) -> None:
    mathics.evaluate(f'Get["{folder_of("mathematica", tmp_path) / NAME}.wl"]')
    for call in ("grouping[{1, 2, 3}]", "grouping[1]", "grouping[]", "shapes[{1}, {{1, 2, 3}, {4, 5, 6}}, {1, 2}]"):
        assert str(mathics.evaluate(call)) == "System`$Failed", call


def test_maple_refuses_wrong_arguments(tool: Tool, tmp_path: Path) -> None:
    folder_of("maple", tmp_path)
    (tmp_path / "bad.mpl").write_text(f'maple_mode(1):\nread("{NAME}.mpl"):\nprint("R", grouping([1, 2, 3])):\n')
    done = run(tool("giac"), "bad.mpl", cwd=tmp_path)
    assert "are needed" in done.stdout + done.stderr
    assert "R," not in done.stderr


# -- names -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "wolfram"),
    [
        ("w3_y", "w3y"), ("f4_x_a", "f4xa"), ("rx90_inverse_dynamics", "rx90InverseDynamics"), ("Gamma", "gamma"),
        ("RRP_inverse_dynamics", "rrpInverseDynamics"), ("MX1", "MX1"), ("Izz1", "Izz1"), ("Plot3D", "plot3D"),
        ("m_1", "m1"), ("_x", "xx"), ("3-arm", "x3Arm"),
    ],
)  # fmt: skip
def test_wolfram_names_have_no_underscores_and_are_stable(name: str, wolfram: str) -> None:
    assert legal(name) == wolfram
    assert legal(wolfram) == wolfram


def test_no_wolfram_name_is_a_system_symbol(mathics: Any) -> None:
    """None of the variables of awkward names is protected in the interpreter."""
    for program in programs("mathematica"):
        for routine in program.routines:
            names = {n for part in routine.parts for n in part.locals}
            text = "{" + ", ".join(f'"System`{n}"' for n in sorted(names)) + "}"
            assert str(mathics.evaluate(f"Select[{text}, Length[Names[#]] > 0 &]")) == str(mathics.evaluate("{}"))


# -- LaTeX -------------------------------------------------------------------------------------------------------------


def test_latex_is_balanced_and_typesets_quantities() -> None:
    (text,) = emit_package(functions(), "latex", name=NAME).values()
    plain = re.sub(r"\\[\\{}]", "", text)
    depth = 0
    for character in plain:
        depth += {"{": 1, "}": -1}.get(character, 0)
        assert depth >= 0
    assert depth == 0
    opened: list[str] = []
    for kind, name in re.findall(r"\\(begin|end)\{([a-z*]+)\}", text):
        if kind == "begin":
            opened.append(name)
        else:
            assert opened.pop() == name
    assert not opened
    assert text.count(r"\left") == text.count(r"\right")
    names = (r"\omega_{3,y}", r"\dot{\omega}_{3,y}", r"\dot{v}_{3,x}", r"\ddot{q}_{2}", r"s_{2} &= \sin", r"\tau_{1}")
    for shown in names:
        assert shown in text, shown


def test_latex_compiles(tool: Tool, tmp_path: Path) -> None:
    """All functions, by pdflatex, and no line of equations runs out of the page."""
    folder_of("latex", tmp_path)
    latex = tool("pdflatex")
    done = run(latex, "-interaction=nonstopmode", "-halt-on-error", "-draftmode", f"{NAME}.tex", cwd=tmp_path)
    assert done.returncode == 0, done.stdout[-2000:]
    wide = [float(x) for x in re.findall(r"Overfull \\hbox \(([\d.]+)pt too wide\) detected", done.stdout)]
    assert max(wide, default=0.0) < 20, wide


def test_latex_says_what_differs_when_names_look_alike() -> None:
    """The user's w3_y and the quantity w3_y are two symbols."""
    (text,) = emit(functions()[4], "latex").values()
    assert r"{\omega_{3,y}}'" in text


# -- verification of all languages -------------------------------------------------------------------------------------


def checks(robot: Robot, targets: Sequence[str]) -> dict[str, Any]:
    from linkwright.verification.languages import languages

    return {name.split(":")[0]: run() for name, run in languages(robot, targets)}


def test_verify_runs_the_languages_of_a_robot(tool: Tool) -> None:
    for name in ("node", "octave-cli", "giac"):
        tool(name)
    found = checks(rx90(), ["javascript", "matlab", "maple", "python", "latex"])
    assert {n: c.outcome for n, c in found.items()} == {
        "javascript": "passed", "matlab": "passed", "maple": "passed", "python": "passed", "latex": "skipped",
    }, found  # fmt: skip


def test_verify_fails_when_the_model_is_another(tool: Tool) -> None:
    """Emitted: the efforts. Expected: their double."""
    from dataclasses import replace

    from linkwright.models import function
    from linkwright.verification.languages import check_language

    tool("node")
    made = function(numeric(), "inverse_dynamics")
    (tau,) = made.outputs
    doubled = replace(tau, elements=tuple(made.graph.add(i, i) for i in tau.elements))
    for language in ("javascript", "python"):
        result = check_language("law", find_target(language), [made], [made.with_outputs([doubled])])
        assert result.outcome == "failed"
        assert re.search("wrong by|TOO LARGE", result.detail)


def test_verify_names_the_missing_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    from linkwright.verification import languages

    monkeypatch.setattr(languages, "find_tool", lambda name: None)
    result = checks(numeric(), ["c"])["c"]
    assert (result.outcome, result.detail) == ("skipped", "cc is not installed")


def test_verify_refuses_an_unknown_language() -> None:
    with pytest.raises(UnknownName, match=r"unknown target 'javscript'.*javascript"):
        checks(numeric(), ["javscript"])
