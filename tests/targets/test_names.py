"""Names of users against words of languages: every reserved or predefined word of every language is a name that works.

The words are those that any language lists, in all cases: as parameters of one function, as routines, as ports and as
packages. First as a law of the names (legal, distinct, not reserved), then in the real tools, which know more words
than any list.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from linkwright.errors import InputError
from linkwright.expr import Expr, Function, Graph, Port
from linkwright.expr.function import build
from linkwright.targets import FILE_NAMES, emit, emit_package, find_target, targets
from linkwright.targets.lower import DERIVED_NAMES
from linkwright.targets.naming import NameScope, word_set
from tests.support.some import some
from tests.support.target_functions import functions
from tests.targets.test_languages import RUNNERS, run_c, write

Tool = Callable[[str], str]
# Words of mechanics and of people that some language has taken, and names that only differ by case or underscores.
MORE = word_set("""
D I E O N C K S e i j pi Pi PI gamma beta lambda alpha zeta Gamma Beta Lambda end goto in out x y q tau setup
workspace parameters given expected report failed worst result result_ passed i0 j1 lw_solve LW_REAL lw_x
check test main k n p t f a b m r c v Q q_ q__ M1 m1 m_1 M_1 M1_ _M1 __M1 x1 X1
""")
CHUNK = 300  # parameters of a function: languages with limits, and compilers that are slow with long functions


@cache
def all_words() -> tuple[str, ...]:
    found = {w for t in targets().values() for w in t.style.rules.reserved} | MORE
    found |= {f(w) for w in found if len(w) < 6 for f in (str.lower, str.upper, str.capitalize)}
    return tuple(sorted(w for w in found if re.fullmatch(r"[A-Za-z_]\w*", w)))


def with_parameters(name: str, words: tuple[str, ...]) -> Function:
    """Two sums over all parameters, one of which goes through the setup."""
    g = Graph()
    x = Port("x", (2,), (g.symbol("first of x", "variable"), g.symbol("second of x", "variable")))
    p = Port("parameters", (len(words),), tuple(g.symbol(w) for w in words), labels=words, role="parameter")
    x1, x2 = (Expr(g, i) for i in x.elements)
    total, squares = x1, x2
    for k, i in enumerate(p.elements):
        total = total + Expr(g, i) * x1 * (k % 7 + 1)
        squares = squares + Expr(g, i) * Expr(g, i) * x2
    return build(name, [x, p], [Port("y", (2,), (total.id, squares.id))], g)


def with_ports(words: tuple[str, ...]) -> Function:
    """A port for every word, half of them results."""
    g = Graph()
    half = len(words) // 2
    inputs = [Port(w, (1,), (g.symbol(f"{w} of user", "variable"),)) for w in words[:half]]
    values = [Expr(g, p.elements[0]) for p in inputs]
    results = [values[k % half].sin() * values[(3 * k + 1) % half] + k for k in range(len(words) - half)]
    outputs = [Port(w, (1,), (e.id,)) for w, e in zip(words[half:], results, strict=True)]
    return build("ports", inputs, outputs, g)


def tiny(name: str) -> Function:
    g = Graph()
    x = Port("x", (1,), (g.symbol("x", "variable"),))
    return build(name, [x], [Port("y", (1,), ((Expr(g, x.elements[0]).sin() * 2).id,))], g)


def stem_of(made: dict[str, str]) -> str:
    """The name of a package: that of its test, or of its only file."""
    tests = [name for name, text in made.items() if "all tests passed" in text] or list(made)
    (test,) = tests
    return test.split(".")[0].removeprefix("test_")


def functions_of_words(words: tuple[str, ...]) -> list[Function]:
    chunks = [words[k : k + CHUNK] for k in range(0, len(words), CHUNK)]
    return [with_parameters(f"words_{k}", chunk) for k, chunk in enumerate(chunks)]


@pytest.mark.parametrize("language", targets())
def test_every_word_becomes_a_legal_name_of_its_own(language: str) -> None:
    rules = find_target(language).style.rules
    scope = NameScope(rules)
    names = [scope.add(word) for word in all_words()]
    keys = {n if rules.case_sensitive else n.lower() for n in names}
    assert len(keys) == len(names)
    assert not keys & ({n if rules.case_sensitive else n.lower() for n in rules.reserved})
    for name in names:
        assert re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII), name
        assert not name.lower().startswith("lw_")  # ours
        assert len(name) <= rules.max_length


@pytest.mark.parametrize("language", RUNNERS)
def test_every_word_is_a_parameter(language: str, tool: Tool, tmp_path: Path) -> None:
    words = all_words() if language != "mathematica" else tuple(sorted(MORE))  # Mathics takes its time: see below
    folder = write(emit_package(functions_of_words(words), language, name="of_words"), tmp_path)
    stem = find_target(language).style.rules.legal("of_words")
    done = run_c(folder, stem, tool, ("-O0",)) if language == "c" else RUNNERS[language](folder, stem, tool)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]


def test_every_word_is_a_variable_in_mathics(module: Callable[[str], Any]) -> None:
    module("mathics.core.load_builtin").import_and_load_builtins()
    session = module("mathics.session").MathicsSession(add_builtin=True, catch_interrupt=False)
    scope = NameScope(find_target("mathematica").style.rules)
    names = [scope.add(word) for word in all_words()]
    texts = ", ".join(f"Module[{{{n}}}, {n} = {k}; 2*{n}]" for k, n in enumerate(names))
    assert list(session.evaluate(f"{{{texts}}}").to_python()) == [2 * k for k in range(len(names))]


@pytest.mark.parametrize("language", some(RUNNERS, *(x for x in RUNNERS if x != "mathematica")))
def test_words_are_ports(language: str, tool: Tool, tmp_path: Path) -> None:
    """Arguments and results stand beside our own variables, in the tests of a package too."""
    own = sorted(find_target(language).style.rules.reserved)
    words = tuple(dict.fromkeys([*sorted(MORE), *own[:: max(1, len(own) // 20)]]))
    done = RUNNERS[language](write(emit(with_ports(words), language), tmp_path), "ports", tool)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]


@pytest.mark.parametrize("language", RUNNERS)
def test_words_are_routines(language: str, tool: Tool, tmp_path: Path) -> None:
    """... and what is called after a routine or a package (x_setup, test_x, x_module) is another one's name."""
    own = sorted(find_target(language).style.rules.reserved)
    derived = [form.format(w) for w in ("x", "whole") for form in (*DERIVED_NAMES, *FILE_NAMES)]
    count = 8 if language == "mathematica" else 40  # Mathics takes its time
    words = dict.fromkeys([*sorted(MORE), *derived, *own[:: max(1, len(own) // count)]])
    made = emit_package([tiny(w) for w in words], language, name="whole")
    done = RUNNERS[language](write(made, tmp_path), stem_of(made), tool)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]


HIDDEN = {
    "python": ("numpy", "random", "math", "test", "class"), "c": ("math", "stdio", "class"), "rust": ("core", "test"),
    "fortran": ("integer", "wp"), "cpp": ("array", "std"), "javascript": ("fs", "class"), "matlab": ("sin", "end"),
    "mathematica": ("System", "Sin"), "maple": ("sin", "end"),
}  # fmt: skip


@pytest.mark.parametrize(("language", "word"), [(k, w) for k, words in HIDDEN.items() for w in words])
def test_a_word_is_a_package(language: str, word: str, tool: Tool, tmp_path: Path) -> None:
    """Files that would hide the language's own get another name."""
    made = emit_package([tiny("f"), tiny("g")], language, name=word)
    done = RUNNERS[language](write(made, tmp_path), stem_of(made), tool)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]


@pytest.mark.parametrize("language", ["javascript", "mathematica"])
def test_every_name_of_ours_is_reserved(language: str) -> None:
    """Where names have no underscores, what begins with lw in any emitted text is in the list. (Elsewhere: lw_.)"""
    made = [f for f in functions() if f.name != "awkward_names"]  # whose user has such names
    for text in emit_package(made, language, name="whole").values():
        assert set(re.findall(r"\blw[A-Z][A-Za-z]*\b", text)) <= find_target(language).style.rules.reserved


@pytest.mark.parametrize("name", ["../x", "a b", "1x", "x-y", "é", "x.c"])
def test_a_name_that_no_file_can_have_is_refused(name: str) -> None:
    with pytest.raises(InputError, match=re.escape(f"{name!r} is not a legal name of a package")):
        emit(tiny("f"), "c", name=name)


def test_julia_parses_with_every_word(module: Callable[[str], Any]) -> None:
    tree_sitter, julia = module("tree_sitter"), module("tree_sitter_julia")
    parser = tree_sitter.Parser(tree_sitter.Language(julia.language()))
    made = [*functions_of_words(all_words()), with_ports(tuple(sorted(MORE))), *(tiny(w) for w in sorted(MORE))]
    for name, text in emit_package(made, "julia", name="words").items():
        assert not parser.parse(text.encode()).root_node.has_error, name
