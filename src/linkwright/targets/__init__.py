"""Output languages, one file each, mostly data. A file with a `TARGET` in it is a language (see target.py)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from linkwright.errors import InputError, UnknownName
from linkwright.expr import Function
from linkwright.program.plan import kernels_of
from linkwright.progress import report_each
from linkwright.targets.cases import cases, cases_with_bounds
from linkwright.targets.lower import derived_names, lower, lower_kernels, provenance_facts
from linkwright.targets.naming import NameScope, Rules, plain_name
from linkwright.targets.program import CodePackage, KernelCode, Program
from linkwright.targets.target import TARGETS, Target, targets
from linkwright.version import __version__

__all__ = ["Target", "emit", "emit_package", "find_target", "legal_name", "targets", "typeset_equations"]


def find_target(name: str) -> Target:
    """Return the language of this name."""
    return TARGETS.find(name)


def emit(
    function: Function, target: str, *, reference: Function | None = None, name: str = "", **options: str
) -> dict[str, str]:
    """Return the files of one function in a language: {file name: text}, its own test among them.

    `reference` is the function that the expected values of the test come from: give the one before optimization.
    `name` is the name of the files, by default that of the function.
    """
    return emit_package([function], target, references=[reference], name=name, **options)  # type: ignore[arg-type]


def emit_package(
    functions: Sequence[Function],
    target: str,
    *,
    references: Sequence[Function | None] = (),
    name: str = "",
    states: int = 5,
    kept: dict[str, Lowered] | None = None,
    **options: str,
) -> dict[str, str]:
    """Return the files of several functions, written together, with one test. Options are those of the language.

    `name` is the name of the files; by default that of the only function, or of the robot of several. `states`: number
    of states in the test. `kept`: cache of the lowered functions by language, from one call to the next.
    """
    language = find_target(target)
    if not functions:
        raise InputError("nothing to emit", remedy="give at least one function")
    chosen = _options(language, options)
    table = {} if kept is None else kept
    if target not in table:
        table[target] = _lower_functions(functions, language)
    programs, codes = table[target]
    given = list(references) + [None] * (len(functions) - len(references))
    pairs = report_each(zip(functions, given, strict=True), lambda pair: f"testing {target}: {pair[0].name}")
    find_cases = cases_with_bounds if language.single else cases
    tests = tuple(find_cases(f, r, states) for f, r in pairs)
    stem = _file_stem(legal_name(name, _default_name(functions)), programs, language.style.rules)
    return language.emit(CodePackage(stem, programs, tests, __version__, codes), chosen)


Lowered = tuple[tuple[Program, ...], tuple[KernelCode, ...]]


def _lower_functions(functions: Sequence[Function], language: Target) -> Lowered:
    """Functions as programs of a language, and the kernels that they call."""
    rules = language.style.rules
    programs: list[Program] = []
    kernels = list(dict.fromkeys(kernel for function in functions for kernel in kernels_of(function)))
    known, wanted = functions[0].known, ("kernels", language.name, *kernels)
    if wanted not in known:
        known[wanted] = lower_kernels(kernels, language.style)
    codes: list[KernelCode] = known[wanted]
    names = {kernel: code.name for kernel, code in zip(kernels, codes, strict=True)}
    taken = [name for code in codes for routine in code.routines for name in derived_names(routine.name, rules)]
    for function in report_each(functions, lambda fn: f"writing {language.name}: {fn.name}"):
        asked = "program", language.name, *taken, *names.values()
        if asked not in function.known:
            function.known[asked] = lower(function, language.style, taken, names)
        program, facts = function.known[asked], provenance_facts(function)
        programs.append(program if program.facts == facts else replace(program, facts=facts))
        taken += derived_names(program.name, rules)
    return tuple(programs), tuple(codes)


def typeset_equations(functions: Sequence[Function]) -> list[tuple[str, str]]:
    """Return the equations of functions in order of computation, with their headings: (heading, LaTeX)."""
    from linkwright.targets.latex import STYLE, equations_with_headings

    kernels = list(dict.fromkeys(kernel for function in functions for kernel in kernels_of(function)))
    codes = lower_kernels(kernels, STYLE)
    names = {kernel: code.name for kernel, code in zip(kernels, codes, strict=True)}
    pairs = []
    for function in functions:
        program = lower(function, STYLE, [], names)
        about = f"{program.doc or program.name}: " if len(functions) > 1 else ""
        pairs += [(about + heading, text) for heading, text in equations_with_headings(program, codes)]
    return pairs


# Names that languages derive from that of a package: a module, a program, a namespace, files.
MAX_NAME_LENGTH = 100  # largest length of a package's name
FILE_NAMES = ("{}", "{}_module", "test_{}", "test_{}_program", "lw_{}")


def _file_stem(wanted: str, programs: Sequence[Program], rules: Rules) -> str:
    """Name of the files: legal, and different from the names of routines other than that with the wanted name."""
    routines = {rules.legal(n) for p in programs for n in (p.name, f"{p.name}_setup", f"{p.name}_defaults")}
    return NameScope(rules, rules.files | (routines - {rules.legal(wanted)})).add_family(wanted, FILE_NAMES)[0]


def legal_name(name: str, default: str) -> str:
    """Return the name of a package: the given one, rejected if no file can have it, or a legal default."""
    if name and plain_name(name) != name:
        raise InputError(f"{name!r} is not a legal name of a package", remedy="letters, digits and _, a letter first")
    return name or Rules(frozenset()).short(default, MAX_NAME_LENGTH)


def _default_name(functions: Sequence[Function]) -> str:
    robots = {f.provenance.get("robot", "") for f in functions}
    robot = robots.pop() if len(functions) > 1 and len(robots) == 1 else ""
    return robot or functions[0].name


def _options(language: Target, options: dict[str, str]) -> dict[str, str]:
    chosen = {name: values[0] for name, values in language.options.items()}
    for name, value in options.items():
        if name not in language.options:
            raise UnknownName.among(f"option of target {language.name}", name, language.options)
        if value not in language.options[name]:
            raise UnknownName.among(f"value of option {name}", value, language.options[name])
        chosen[name] = value
    return chosen
