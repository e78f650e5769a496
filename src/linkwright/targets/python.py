"""Python with NumPy: a module for floats and for batches (leading axes), and its test."""

from __future__ import annotations

import builtins
import keyword
import sys
from collections.abc import Iterable, Mapping, Sequence

from linkwright.expr import Number
from linkwright.expr import ops as o
from linkwright.targets.lower import Style
from linkwright.targets.naming import Rules
from linkwright.targets.program import SETUP, Array, CodePackage, KernelCode, Program, Routine
from linkwright.targets.target import (
    ATOM,
    FORMS,
    TOLERANCE,
    RunCommands,
    Syntax,
    Target,
    call_forms,
    decimal_text,
    describe_states,
    documentation,
    error_scale,
    fill_lines,
    float_texts,
    fold_text,
    one_line,
)
from linkwright.targets.usage import has_trig, used_operations
from linkwright.targets.writer import VALUES, Forms, StepCall, Writer, indented

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
    o.MIN: ("lower", "_min", "np.minimum"),
    o.MAX: ("upper", "_max", "np.maximum"),
}


def python_number(value: Number) -> tuple[str, int]:
    return (str(value), ATOM) if isinstance(value, int) else decimal_text(value)


SYNTAX = Syntax(
    python_number, {**FORMS, **call_forms({code: names[0] for code, names in FUNCTIONS.items()})},
    specials={"nan": "math.nan", "epsilon": "sys.float_info.epsilon"},
    tests={"and": "{0} and {1}", "or": "{0} or {1}", "not": "not ({0})", "finite": "math.isfinite({0})"},
)  # fmt: skip
FORM = Forms(
    assign="{0} = {1}",
    set="{0} = {1}",
    section="# {0}",
    call=("{1} = [", VALUES, "]", "{3} = _kernel(_{0}, {1}, {4})"),
    loop=("for {0} in range({1}, {2}):", ""),
    branch=("if {0}:", "else:", ""),
    leave="break",
    width=92,
)

EXTREME = '''def _{0}(x, y):
    """What is no number stays so."""
    return x if x {1} y else y if y {1}= x else x + y
'''
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
    "min": EXTREME.format("min", "<"),
    "max": EXTREME.format("max", ">"),
}
KERNEL = '''def _kernel(kernel, values, size):
    """The results of a kernel for one state, or for each state of a batch."""
    if all(np.ndim(v) == 0 for v in values):
        return _solved(kernel, [float(v) for v in values], size)
    rows = np.stack(np.broadcast_arrays(*values), axis=-1)
    made = [_solved(kernel, row, size) for row in rows.reshape(-1, rows.shape[-1]).tolist()]
    return np.moveaxis(np.reshape(made, (*rows.shape[:-1], size)), -1, 0)


def _solved(kernel, values, size):
    """For one state. Where something has no value Python's floats raise: NumPy's have infinities and NaN."""
    x = [0.0] * size
    try:
        kernel(values, x, _FLOAT)
    except (ArithmeticError, ValueError):
        with np.errstate(all="ignore"):
            kernel([np.float64(v) for v in values], x, _ARRAY)
    return x
'''

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
    lead = array.shape[: array.ndim - len(shape)]
    return np.moveaxis(array.reshape(lead + (int(np.prod(shape)),)), -1, 0)


def _pack(values, shape, lead):
    """Elements row by row, as one array behind the leading axes."""
    if not lead:
        return np.array(values, dtype=float).reshape(shape) if shape else float(values[0])
    parts = [np.broadcast_to(v, lead) for v in values] or [np.empty(lead)]
    return np.stack(parts, axis=-1)[..., : len(values)].reshape(lead + shape)
'''
WHOLE = '''

def _whole(values, shape, lead):
    """The same of whole numbers."""
    return np.asarray(_pack(values, shape, lead)).astype(int) if shape or lead else int(values[0])
'''


def _python_element(array: Array, k: int) -> str:
    return f"{array.name}[{k}]"


def _python_step(x: StepCall) -> list[str]:
    return [f"_{x.name}({', '.join((*x.given, *x.made, '_f'))})"]


WRITER = Writer(SYNTAX, FORM, _python_element, _python_step)


def _function_aliases(used: Iterable[int]) -> list[str]:
    """Lines that give operations the names that the statements use."""
    return [f"{FUNCTIONS[c][0]} = _f[{FUNCTIONS[c][0]!r}]" for c in sorted(used) if c in FUNCTIONS]


def _python_kernel(kernel: KernelCode) -> str:
    """Functions of a kernel: the straight ones that it runs, and the loop."""
    loop = kernel.loop
    texts = []
    for r in kernel.routines:
        arrays = [a.name for a in (*r.inputs, *r.outputs)]
        lines = [f"{r.workspace.name} = [0.0] * {r.workspace.size}"] if r.workspace.size else []
        for part in r.parts:
            used = [a.name for a in r.arrays if a.name in part.arrays]
            lines.append(f"_steps_{part.name}({', '.join([*used, '_f'])})")
        texts.append(_step_functions(r) + f"\n\ndef _{r.name}({', '.join([*arrays, '_f'])}):\n{indented(lines)}\n\n")
    lines = ['"""' + line if k == 0 else line for k, line in enumerate(_safe(loop.doc).splitlines())]
    lines = [*lines, '"""', *_function_aliases(used_operations(kernel))]
    lines += [f"{name} = [0.0] * {size}" for name, size in loop.arrays]
    names = ", ".join([*(name for name, _ in (*loop.inputs, *loop.outputs)), "_f"])
    texts.append(f"def _{kernel.name}({names}):\n{indented([*lines, *WRITER.loop(kernel)])}\n")
    return "\n".join(texts)


def _step_functions(routine: Routine) -> str:
    """Functions of the statements, on elements: floats with the functions of math, or arrays with those of NumPy."""
    texts = []
    for part in routine.parts:
        arrays = [a.name for a in routine.arrays if a.name in part.arrays]
        used = used_operations(part) | ({o.SIN, o.COS} if part.trig else set())
        lines = [*_function_aliases(used), *WRITER.body(routine, part)] or ["pass"]
        texts.append(f"def _steps_{part.name}({', '.join([*arrays, '_f'])}):\n{indented(lines)}\n")
    return "\n\n".join(texts)


def _python_routine(routine: Routine, doc: list[str]) -> str:
    """Public function: checks, then the steps."""
    shapes = {a.name: a.shape for a in routine.arrays}
    lines = ['"""' + doc[0], *doc[1:], '"""'] if len(doc) > 1 else [f'"""{doc[0]}"""']
    names = [a.name for a in routine.inputs]
    lines += [f"{n} = _read({n!r}, {n}, {shapes[n]!r})" for n in names]
    leads = ", ".join(f"{n}.shape[: {n}.ndim - {len(shapes[n])}]" for n in names)
    lines.append(f"_lead = np.broadcast_shapes({leads})")
    lines.append("_f = _ARRAY if _lead else _FLOAT")
    lines += [f"{n} = _elements({n}, {shapes[n]!r})" for n in names]
    lines += [f"{a.name} = [0.0] * {a.size}" for a in routine.arrays if a.name not in names]
    lines += _guarded_calls(routine, names) if any(a.whole for a in routine.outputs) else _calls(routine, "_f")
    packed = [f"{'_whole' if a.whole else '_pack'}({a.name}, {a.shape!r}, _lead)" for a in routine.outputs]
    lines.append(f"return {', '.join(packed)}")
    return f"def {routine.name}({', '.join(names)}):\n{indented(lines)}\n"


def _calls(routine: Routine, table: str) -> list[str]:
    """Calls of the parts of a routine, with the functions of a table."""
    arrays = [[a.name for a in routine.arrays if a.name in part.arrays] for part in routine.parts]
    return [f"_steps_{part.name}({', '.join([*own, table])})" for part, own in zip(routine.parts, arrays, strict=True)]


def _guarded_calls(routine: Routine, inputs: Sequence[str]) -> list[str]:
    """Calls of the parts where there may be no result: Python's floats raise then, and NumPy's warn."""
    again = [f"{n} = [np.float64(x) for x in {n}]" for n in inputs]
    lines = ["try:", *("    " + x for x in _calls(routine, "_f"))]
    lines += ["except (ArithmeticError, ValueError):  # one state, and no value: NumPy has infinities and NaN"]
    lines += ["    " + x for x in (*again, *_calls(routine, "_ARRAY"))]
    return ['with np.errstate(all="ignore"):', *("    " + x for x in lines)]


def _documentation(routine: Routine) -> list[str]:
    outputs = ", ".join(f"{a.name} {a.shape}: {_safe(one_line(a.doc))}" for a in routine.outputs)
    if routine.kind == "setup":
        return [f"{outputs[:1].upper()}{outputs[1:]}: once per set of parameters."]

    def told(arrays: Iterable[Array]) -> list[str]:
        lines = [f"    {a.name}: shape (..., {', '.join(map(str, a.shape))}), {_safe(one_line(a.doc))}" for a in arrays]
        return [piece for line in lines for piece in fold_text(line, "        ")]

    head = ["See the top of this module for the elements.", "", "Arguments:"]
    return [*head, *told(routine.inputs), "", "Returns:", *told(routine.outputs)]


def _function_tables(package: CodePackage) -> str:
    used = used_operations(package) | ({o.SIN, o.COS} if has_trig(package) else set())
    floats = [f'    "{FUNCTIONS[c][0]}": {FUNCTIONS[c][1]},' for c in FUNCTIONS if c in used]
    arrays = [f'    "{FUNCTIONS[c][0]}": {FUNCTIONS[c][2]},' for c in FUNCTIONS if c in used]
    return "\n".join(["_FLOAT = {", *floats, "}", "_ARRAY = {", *arrays, "}", ""])


def _python_source(package: CodePackage) -> str:
    doc: list[str] = []
    for p in package.programs:
        doc += [*documentation(p, package.version), ""]
    doc += ["Every argument may have leading axes (a batch of states); then the results have them too."]
    out = ['"""' + "\n".join(_safe(x) for x in doc) + '\n"""\n', "import math\n\nimport numpy as np\n"]
    names = [r.name for p in package.programs for r in p.routines]
    names += [f"{p.name}_defaults" for p in package.programs if p.parameters and p.parameters.defaults]
    listed = "\n".join("    " + row for row in fill_lines(map(repr, sorted(names))))
    out.append(f"__all__ = [\n{listed}\n]\n\n")
    used = {o.OPS[code].name for code in used_operations(package)}
    frame = FRAME + WHOLE * any(a.whole for p in package.programs for a in p.main.outputs)
    out += [frame + "\n", *(text + "\n" for name, text in HELPERS.items() if name in used), _function_tables(package)]
    out += ["\n" + KERNEL + "\n", *(_python_kernel(k) + "\n" for k in package.kernels)] if package.kernels else []
    for p in package.programs:
        if p.parameters and p.parameters.defaults:
            rows = "\n".join("    " + row for row in fill_lines(map(repr, p.parameters.defaults), 92))
            out.append(f"{p.name}_defaults = np.array([\n{rows}\n])\n")
        for r in p.routines:
            out += ["\n" + _step_functions(r) + "\n", _python_routine(r, _documentation(r))]
    text = "\n".join(out)
    needed = [name for name in ("math", "sys") if f"{name}." in text]
    return text.replace("import math\n\n", "".join(f"import {name}\n" for name in needed) + "\n" * bool(needed), 1)


def _safe(text: str) -> str:
    return text.replace("\\", "/").replace('"""', "'''").rstrip()


def _case_values(name: str, values: tuple[float, ...], array: Array) -> str:
    rows = "\n".join("         " + row for row in fill_lines(float_texts(values, "np.nan"), 88))
    return f"        {name!r}: np.array([\n{rows}\n        ]).reshape({array.shape!r}),"


def _python_test(package: CodePackage) -> str:
    head = [
        f"The test of {package.name}.py: run it with Python, or with pytest.",
        *map(_safe, describe_states(package)),
    ]
    out = ['"""' + "\n".join(head) + '"""\n', "import numpy as np\n"]
    out.append(f"import {package.name} as generated\n\nTOLERANCE = {TOLERANCE!r}\n")
    for program, cases in zip(package.programs, package.cases, strict=True):
        out.append(_python_program_test(program, cases))
    runs = [f"    test_{p.name}()" for p in package.programs]
    out.append("\n".join(['if __name__ == "__main__":', *runs, '    print("all tests passed")', ""]))
    return "\n\n".join(out)


def _python_program_test(program: Program, cases: Iterable) -> str:  # type: ignore[type-arg]
    main = program.main
    cases = list(cases)
    arrays = {a.port: a for a in (*([program.parameters] if program.parameters else []), *main.inputs, *main.outputs)}
    table = [f"CASES_{program.name} = ["]
    for case in cases:
        both = {**case.inputs, **case.outputs}
        table += ["    {", *(_case_values(p, both[p], arrays[p]) for p in both), "    },"]
    table.append("]\n\n")
    scales = {a.port: error_scale(cases, a) for a in main.outputs}
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
        "        wrong = np.where(np.isnan(case[port]), ~np.isnan(got), np.abs(got - case[port]))",
        "        error = np.max(wrong, initial=0.0) / scale",
        f'        assert error <= TOLERANCE, f"{program.name}: {{port}} is wrong by {{error}}"',
    ]
    return "\n".join(table) + f"def test_{program.name}():\n{indented(lines)}\n"


def emit(package: CodePackage, options: Mapping[str, str]) -> dict[str, str]:
    return {f"{package.name}.py": _python_source(package), f"test_{package.name}.py": _python_test(package)}


RESERVED = [*keyword.kwlist, *keyword.softkwlist, *dir(builtins), "math", "np", "generated", "call", "cases", "batch"]
FILES = frozenset({*sys.stdlib_module_names, "numpy"})  # which the module itself, or NumPy, imports
RULES = Rules(frozenset(RESERVED) | {n for names in FUNCTIONS.values() for n in names[:1]}, max_length=200, files=FILES)
TARGET = Target(
    "python", "Python with NumPy: floats or batches", ".py", Style(RULES), SYNTAX, emit,
    check=RunCommands((("python", "test_{name}.py"),)),
)  # fmt: skip
