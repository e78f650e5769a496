"""One file per output language: mostly data. A file with a `TARGET` in it is a language (see target.py)."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.errors import InputError, UnknownName
from linkwright.expr import Function
from linkwright.targets.cases import cases
from linkwright.targets.lower import lower
from linkwright.targets.naming import Scope
from linkwright.targets.program import Package, Program
from linkwright.targets.target import TARGETS, Target, targets
from linkwright.version import __version__

__all__ = ["Target", "emit", "emit_package", "find_target", "targets"]


def find_target(name: str) -> Target:
    """The language of this name."""
    return TARGETS.find(name)


def emit(
    function: Function, target: str, *, reference: Function | None = None, name: str = "", **options: str
) -> dict[str, str]:
    """The files of one function in a language: {file name: text}, its own test among them.

    `reference` is the function that the expected values of the test come from: give the one before optimisation.
    """
    return emit_package([function], target, references=[reference], name=name, **options)


def emit_package(
    functions: Sequence[Function],
    target: str,
    *,
    references: Sequence[Function | None] = (),
    name: str = "",
    **options: str,
) -> dict[str, str]:
    """The files of several functions, written together, with one test. Options are those of the language."""
    language = find_target(target)
    if not functions:
        raise InputError("nothing to emit", remedy="give at least one function")
    chosen = _options(language, options)
    programs: list[Program] = []
    taken: list[str] = []
    for function in functions:
        program = lower(function, language.style, taken)
        programs.append(program)
        taken += [r.name for r in program.routines]
    given = list(references) + [None] * (len(functions) - len(references))
    tests = tuple(cases(f, r) for f, r in zip(functions, given, strict=True))
    stem = Scope(language.style.rules).add(name or programs[0].name)
    return language.emit(Package(stem, tuple(programs), tests, __version__), chosen)


def _options(language: Target, options: dict[str, str]) -> dict[str, str]:
    chosen = {name: values[0] for name, values in language.options.items()}
    for name, value in options.items():
        if name not in language.options:
            raise UnknownName.among(f"option of target {language.name}", name, language.options)
        if value not in language.options[name]:
            raise UnknownName.among(f"value of option {name}", value, language.options[name])
        chosen[name] = value
    return chosen
