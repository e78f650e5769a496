"""Python with NumPy: a module for floats and for batches (leading axes), and its test."""

from __future__ import annotations

import builtins
import keyword
import sys
from collections.abc import Iterable, Mapping

from linkwright.expr import Number
from linkwright.expr import ops as o
from linkwright.targets.lower import Style
from linkwright.targets.naming import Rules
from linkwright.targets.program import (
    SETUP,
    Array,
    Assign,
    Package,
    Part,
    Program,
    Routine,
    Section,
    Solve,
    Statement,
    Trig,
)
from linkwright.targets.target import (
    ATOM,
    FORMS,
    TOLERANCE,
    Run,
    Syntax,
    Target,
    calls,
    decimal,
    documentation,
    fill,
    one_line,
    scale_of,
)  # fmt: skip
from linkwright.targets.usage import operations

FUNCTIONS = {  # operation -> (name in the statements, for floats, for arrays)
    o.SIN: ("sin", "math.sin", "np.sin"),
    o.COS: ("cos", "math.cos", "np.cos"),
    o.TAN: ("tan", "math.tan", "np.tan"),
    o.ASIN: ("asin", "math.asin", "np.arcsin"),
    o.ACOS: ("acos", "math.acos", "np.arccos"),
    o.ATAN: ("atan", "math.atan", "np.arctan"),
    o.ATAN2: ("atan2", "math.atan2", "np.arctan2"),
    o.SQRT: ("sqrt", "math.sqrt", "np.sqrt"),
    o.EXP: ("exp", "math.exp", "np.exp"),
    o.LOG: ("log", "math.log", "np.log"),
    o.ABS: ("abs", "abs", "np.abs"),
    o.SIGN: ("sign", "_sign", "np.sign"),
    o.POW: ("power", "math.pow", "np.power"),
    o.SELECT: ("select", "_select", "_select_array"),
}


def number(value: Number) -> tuple[str, int]:
    return (str(value), ATOM) if isinstance(value, int) else decimal(value)


SYNTAX = Syntax(number, {**FORMS, **calls({code: names[0] for code, names in FUNCTIONS.items()})})

HELPERS = {
    "sign": '''def _sign(x):
    """-1, 0 or 1."""
    return float(x > 0) - float(x < 0)
''',
    "select": '''def _select(c, a, b):
    """a where c >= 0, else b."""
    return a if c >= 0 else b


def _select_array(c, a, b):
    return np.where(np.asarray(c) >= 0, a, b)
''',
    "solve": '''def _solve(n, values):
    """x with A x = b (row pivoting); values are A row by row, then b, numbers or arrays.

    If a pivot is exactly zero, or no finite number, A is singular and all of x is NaN.
    """
    flat = np.broadcast_arrays(*values)
    a = np.stack(flat[: n * n], axis=-1).reshape(*flat[0].shape, n, n)
    b = np.stack(flat[n * n :], axis=-1)[..., None]
    try:
        x = np.linalg.solve(a, b)[..., 0]
    except np.linalg.LinAlgError:  # one of them is singular: one by one
        x = np.full(b.shape[:-1], np.nan)
        for k in np.ndindex(b.shape[:-2]):
            try:
                x[k] = np.linalg.solve(a[k], b[k])[:, 0]
            except np.linalg.LinAlgError:
                continue
    x = np.where(np.isfinite(a).all(axis=(-2, -1))[..., None], x, np.nan)
    return x.tolist() if x.ndim == 1 else np.moveaxis(x, -1, 0)
''',
}

FRAME = '''def _read(name, value, shape):
    """The argument as an array of floats, with a clear error if its shape is wrong."""
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be numbers of shape {shape}, with any leading axes") from None
    if array.shape[array.ndim - len(shape) :] != shape or array.ndim < len(shape):
        raise ValueError(f"{name} has shape {array.shape}; the last axes must be {shape}")
    return array


def _elements(array, shape):
    """Its elements row by row: floats, or arrays over the leading axes."""
    if array.ndim == len(shape):
        return array.ravel().tolist()
    return np.moveaxis(array.reshape(array.shape[: array.ndim - len(shape)] + (-1,)), -1, 0)


def _pack(values, shape, lead):
    """Elements row by row, as one array behind the leading axes."""
    if not lead:
        return np.array(values, dtype=float).reshape(shape) if shape else float(values[0])
    return np.stack([np.broadcast_to(v, lead) for v in values], axis=-1).reshape(lead + shape)
'''


def _body(part: Part) -> list[str]:
    lines: list[str] = []
    for x in part.loads:
        lines.append(f"{x.name} = {x.array}[{x.index}]")
    for s in part.statements:
        lines += _statement(s)
    if part.stores:
        lines.append("")
    return lines + [f"{x.array}[{x.index}] = {SYNTAX.term(x.value)}" for x in part.stores]


def _statement(s: Statement) -> list[str]:
    match s:
        case Assign(name, value):
            return [f"{name} = {SYNTAX.term(value)}"]
        case Trig(angle, sin, cos):
            text = SYNTAX.term(angle)
            return [f"{n} = {f}({text})" for n, f in ((sin, "sin"), (cos, "cos")) if n]
        case Section(text):
            return ["", f"# {text}"]
        case Solve():
            rows = ["    " + row for row in fill(map(SYNTAX.term, s.values), 92)]
            unpack = [f"{name} = {s.vector}[{k}]" for k, name in s.items]
            return [f"{s.matrix} = [", *rows, "]", f"{s.vector} = _solve({s.n}, {s.matrix})", *unpack]


def _indented(lines: Iterable[str]) -> str:
    return "\n".join("    " + x if x else "" for x in lines)


def _steps(routine: Routine) -> str:
    """The statements, on elements: floats with the functions of math, or arrays with those of NumPy."""
    texts = []
    for part in routine.parts:
        arrays = [a.name for a in routine.arrays if a.name in part.arrays]
        used = sorted(operations(part) | ({o.SIN, o.COS} if part.trig else set()))
        functions = [f"{FUNCTIONS[c][0]} = _f[{FUNCTIONS[c][0]!r}]" for c in used if c in FUNCTIONS]
        lines = [*functions, *_body(part)] or ["pass"]
        texts.append(f"def _steps_{part.name}({', '.join([*arrays, '_f'])}):\n{_indented(lines)}\n")
    return "\n\n".join(texts)


def _routine(routine: Routine, doc: list[str]) -> str:
    """The public function: checks, then the steps."""
    shapes = {a.name: a.shape for a in routine.arrays}
    lines = ['"""' + doc[0], *doc[1:], '"""'] if len(doc) > 1 else [f'"""{doc[0]}"""']
    names = [a.name for a in routine.inputs]
    lines += [f"{n} = _read({n!r}, {n}, {shapes[n]!r})" for n in names]
    leads = ", ".join(f"{n}.shape[: {n}.ndim - {len(shapes[n])}]" for n in names)
    lines.append(f"_lead = np.broadcast_shapes({leads})")
    lines.append("_f = _ARRAY if _lead else _FLOAT")
    lines += [f"{n} = _elements({n}, {shapes[n]!r})" for n in names]
    lines += [f"{a.name} = [0.0] * {a.size}" for a in routine.arrays if a.name not in names]
    for part in routine.parts:
        arrays = [a.name for a in routine.arrays if a.name in part.arrays]
        lines.append(f"_steps_{part.name}({', '.join([*arrays, '_f'])})")
    packed = [f"_pack({a.name}, {a.shape!r}, _lead)" for a in routine.outputs]
    lines.append(f"return {', '.join(packed)}")
    return f"def {routine.name}({', '.join(names)}):\n{_indented(lines)}\n"


def _documentation(routine: Routine) -> list[str]:
    outputs = ", ".join(f"{a.name} {a.shape}: {_safe(one_line(a.doc))}" for a in routine.outputs)
    if routine.kind == "setup":
        return [f"{outputs[:1].upper()}{outputs[1:]}: once per set of parameters."]
    inputs = [
        f"    {a.name}: shape (..., {', '.join(map(str, a.shape))}), {_safe(one_line(a.doc))}" for a in routine.inputs
    ]
    results = [
        f"    {a.name}: shape (..., {', '.join(map(str, a.shape))}), {_safe(one_line(a.doc))}" for a in routine.outputs
    ]
    return ["See the top of this module for the elements.", "", "Arguments:", *inputs, "", "Returns:", *results]


def _tables(package: Package) -> str:
    used = operations(package) | ({o.SIN, o.COS} if "sincos" in package.helpers else set())
    floats = [f'    "{FUNCTIONS[c][0]}": {FUNCTIONS[c][1]},' for c in FUNCTIONS if c in used]
    arrays = [f'    "{FUNCTIONS[c][0]}": {FUNCTIONS[c][2]},' for c in FUNCTIONS if c in used]
    return "\n".join(["_FLOAT = {", *floats, "}", "_ARRAY = {", *arrays, "}", ""])


def _source(package: Package) -> str:
    doc: list[str] = []
    for p in package.programs:
        doc += [*documentation(p, package.version), ""]
    doc += ["Every argument may have leading axes (a batch of states); then the results have them too."]
    out = ['"""' + "\n".join(_safe(x) for x in doc) + '\n"""\n', "import math\n\nimport numpy as np\n"]
    names = [r.name for p in package.programs for r in p.routines]
    names += [f"{p.name}_defaults" for p in package.programs if p.parameters and p.parameters.defaults]
    listed = "\n".join("    " + row for row in fill(map(repr, sorted(names))))
    out.append(f"__all__ = [\n{listed}\n]\n\n")
    out += [FRAME + "\n", *(HELPERS[h] + "\n" for h in HELPERS if h in package.helpers), _tables(package)]
    for p in package.programs:
        if p.parameters and p.parameters.defaults:
            rows = "\n".join("    " + row for row in fill(map(repr, p.parameters.defaults), 92))
            out.append(f"{p.name}_defaults = np.array([\n{rows}\n])\n")
        for r in p.routines:
            out += ["\n" + _steps(r) + "\n", _routine(r, _documentation(r))]
    text = "\n".join(out)
    return text if "math." in _tables(package) else text.replace("import math\n\n", "")


def _safe(text: str) -> str:
    return text.replace("\\", "/").replace('"""', "'''").rstrip()


def _values(name: str, values: tuple[float, ...], array: Array) -> str:
    rows = "\n".join("         " + row for row in fill(map(repr, values), 88))
    return f"        {name!r}: np.array([\n{rows}\n        ]).reshape({array.shape!r}),"


def _test(package: Package) -> str:
    out = [f'"""The test of {package.name}.py: run it with Python, or with pytest."""\n', "import numpy as np\n"]
    out.append(f"import {package.name} as generated\n\nTOLERANCE = {TOLERANCE!r}\n")
    for program, cases in zip(package.programs, package.cases, strict=True):
        out.append(_test_of(program, cases))
    runs = [f"    test_{p.name}()" for p in package.programs]
    out.append("\n".join(['if __name__ == "__main__":', *runs, '    print("all tests passed")', ""]))
    return "\n\n".join(out)


def _test_of(program: Program, cases: Iterable) -> str:  # type: ignore[type-arg]
    main = program.main
    cases = list(cases)
    arrays = {a.port: a for a in (*([program.parameters] if program.parameters else []), *main.inputs, *main.outputs)}
    table = [f"CASES_{program.name} = ["]
    for case in cases:
        both = {**case.inputs, **case.outputs}
        table += ["    {", *(_values(p, both[p], arrays[p]) for p in both), "    },"]
    table.append("]\n\n")
    scales = {a.port: scale_of(cases, a.port) for a in main.outputs}
    ports = [a.port for a in main.inputs if a.port != SETUP]
    lines = ["def call(case):", "    arguments = [case[p] for p in " + repr(ports) + "]"]
    if program.setup and program.parameters:
        lines.append(f"    arguments.append(generated.{program.setup.name}(case[{program.parameters.port!r}]))")
    lines += [f"    result = generated.{program.name}(*arguments)"]
    lines += ["    return result if isinstance(result, tuple) else (result,)", ""]
    lines += [
        f"cases = CASES_{program.name}",
        "batch = {name: np.stack([case[name] for case in cases]) for name in cases[0]}",
        "for case in [*cases, batch]:",
        f"    for (port, scale), got in zip({scales!r}.items(), call(case)):",
        "        error = np.max(np.abs(got - case[port]), initial=0.0) / scale",
        f'        assert error <= TOLERANCE, f"{program.name}: {{port}} is wrong by {{error}}"',
    ]
    return "\n".join(table) + f"def test_{program.name}():\n{_indented(lines)}\n"


def emit(package: Package, options: Mapping[str, str]) -> dict[str, str]:
    return {f"{package.name}.py": _source(package), f"test_{package.name}.py": _test(package)}


RESERVED = [*keyword.kwlist, *keyword.softkwlist, *dir(builtins), "math", "np", "generated", "call", "cases", "batch"]
FILES = frozenset({*sys.stdlib_module_names, "numpy"})  # which the module itself, or NumPy, imports
RULES = Rules(frozenset(RESERVED) | {n for names in FUNCTIONS.values() for n in names[:1]}, max_length=200, files=FILES)
TARGET = Target(
    "python", "Python with NumPy: floats or batches", ".py", Style(RULES), SYNTAX, emit,
    check=Run((("python", "test_{name}.py"),)),
)  # fmt: skip
