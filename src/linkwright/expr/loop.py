"""Programs with loops, as data: a small part of Python that every language can print.

A kernel's code is an ordinary Python function, checked and tested as such, of whole numbers (keyword-only, fixed when
the kernel is made), of arrays `p` (read) and `x` (written), and of the straight-line functions or other kernels that it
runs on whole arrays:

    def accumulate(p: Reals, x: Reals, *, n: int) -> None:
        x[0] = 0.0
        for k in range(n):
            x[0] = x[0] + p[k]

`loop(accumulate, n=3)` returns this code as statements, with the whole numbers put in. The language:

    name = term, array[index] = term       0.0 is real, 0 counts; every variable is one or the other
    array = zeros(size)                     an array of the kernel's own
    for i in range(start, stop): ... break  every loop has a bound; a `break` makes it a search
    if test: ... else: ...                  `if size == 1:` is decided when the kernel is made
    step(a, b, c)                           run a function: arrays in, arrays out, in the order of its ports
    + - * / abs, finite(x), nan, epsilon    the last is the distance from 1 to the next number
"""

from __future__ import annotations

import ast
import inspect
import math
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, Protocol

from linkwright.expr import ops as o
from linkwright.expr.term import Apply, ArrayElement, CodeTerm, Int, Num, Ref, Special, Test

Reals = list[float]


class Subprogram(Protocol):
    """Interface of a subprogram, a `Function` or another `Kernel`: whole arrays in, whole arrays out."""

    @property
    def sizes(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Sizes of its inputs and of its outputs."""

    @property
    def key(self) -> str:
        """Digest of the computed function."""

    @property
    def operations(self) -> Mapping[str, int]:
        """Operations of one run, by cost class."""

    @property
    def operations_per_iteration(self) -> Mapping[str, int]:
        """Operations of one iteration, which come in addition."""

    def floats(self, *arrays: Sequence[float]) -> list[list[float]]:
        """Return the outputs for these inputs."""


# -- statements ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Set:
    """Assignment target = value."""

    target: Ref | ArrayElement
    value: CodeTerm


@dataclass(frozen=True, slots=True)
class For:
    """Loop over variable = start, ..., stop - 1."""

    variable: str
    start: CodeTerm
    stop: CodeTerm
    body: tuple[Do, ...]


@dataclass(frozen=True, slots=True)
class If:
    test: Test
    then: tuple[Do, ...]
    otherwise: tuple[Do, ...] = ()


@dataclass(frozen=True, slots=True)
class Break:
    """Leave the innermost loop."""


@dataclass(frozen=True, slots=True)
class RunSubprogram:
    """Run a subprogram on these arrays: its inputs, then its outputs."""

    step: str
    arrays: tuple[str, ...]


Do = Set | For | If | Break | RunSubprogram


@dataclass(frozen=True)
class LoopCode:
    """The code of a kernel: arrays in and out, its own arrays and variables, statements."""

    inputs: tuple[tuple[str, int], ...]  # name, size
    outputs: tuple[tuple[str, int], ...]
    arrays: tuple[tuple[str, int], ...]
    reals: tuple[str, ...]
    counters: tuple[str, ...]  # whole numbers, loop variables included
    body: tuple[Do, ...]
    doc: str
    steps: Mapping[str, Subprogram] = field(repr=False)
    function: Callable[..., None] = field(repr=False)  # the Python function that was read
    sizes: Mapping[str, int]

    def __call__(self, *values: Sequence[float]) -> list[float]:
        """Run the code in Python on floats; return the outputs one after the other."""
        out = [[0.0] * size for _, size in self.outputs]
        steps = {name: _runner(step) for name, step in self.steps.items()}
        self.function(*map(list, values), *out, **steps, **self.sizes)
        return [float(v) for array in out for v in array]

    @property
    def changing(self) -> frozenset[str]:
        """Variables that assignments set (not only loops)."""
        return frozenset(s.target.name for s in walk(self.body) if isinstance(s, Set) and isinstance(s.target, Ref))

    @cached_property
    def count(self) -> tuple[dict[str, int], dict[str, int]]:
        """Operations by cost class: of the code that runs once, and of one turn of the loops that a break may end."""
        counter = _OperationCounter(self)
        once = counter.block(self.body, {})
        turn: dict[str, int] = {}
        for cost in (*counter.turns.values(), *(step.operations_per_iteration for step in self.steps.values())):
            _add_counts(turn, cost)
        return once, turn


def walk(body: Sequence[Do]) -> Iterator[Do]:
    """Yield all statements, the inner ones too."""
    for s in body:
        yield s
        if isinstance(s, For):
            yield from walk(s.body)
        elif isinstance(s, If):
            yield from walk(s.then)
            yield from walk(s.otherwise)


def iterate_terms(body: Sequence[Do]) -> Iterator[CodeTerm | Test]:
    """Yield every term of these statements, with the terms inside."""
    for s in walk(body):
        match s:
            case Set(target, value):
                yield from iterate_subterms(target)
                yield from iterate_subterms(value)
            case For():
                yield from iterate_subterms(s.start)
                yield from iterate_subterms(s.stop)
            case If():
                yield from iterate_subterms(s.test)


def rename_variables(code: LoopCode, names: Mapping[str, str]) -> LoopCode:
    """Rename the arrays and variables of a code that is to be printed; Python still runs it under the old names."""

    def term(t: Any) -> Any:
        match t:
            case Ref(name):
                return Ref(names[name])
            case ArrayElement(array, index):
                return ArrayElement(names[array], term(index))
            case Apply(op, args):
                return Apply(op, tuple(map(term, args)))
            case Test(relation, args):
                return Test(relation, tuple(map(term, args)))
        return t

    def block(body: Sequence[Do]) -> tuple[Do, ...]:
        return tuple(map(statement, body))

    def statement(s: Do) -> Do:
        match s:
            case Set(target, value):
                return Set(term(target), term(value))
            case For():
                return For(names[s.variable], term(s.start), term(s.stop), block(s.body))
            case If():
                return If(term(s.test), block(s.then), block(s.otherwise))
            case RunSubprogram(step, arrays):
                return RunSubprogram(step, tuple(names[a] for a in arrays))
        return s

    def arrays(table: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
        return tuple((names[name], size) for name, size in table)

    return replace(
        code, inputs=arrays(code.inputs), outputs=arrays(code.outputs), arrays=arrays(code.arrays),
        reals=tuple(names[n] for n in code.reals), counters=tuple(names[n] for n in code.counters),
        body=block(code.body),
    )  # fmt: skip


def iterate_subterms(t: CodeTerm | Test) -> Iterator[CodeTerm | Test]:
    yield t
    if isinstance(t, Apply | Test):
        for a in t.args:
            yield from iterate_subterms(a)
    elif isinstance(t, ArrayElement):
        yield from iterate_subterms(t.index)


def _runner(step: Subprogram) -> Callable[..., None]:
    """Return a subprogram as a Python function that fills the arrays of its outputs."""
    count = len(step.sizes[0])

    def run(*arrays: Reals) -> None:
        for target, values in zip(arrays[count:], step.floats(*arrays[:count]), strict=True):
            target[:] = values

    return run


# -- for Python to run ---------------------------------------------------------------------------------------------

nan = math.nan
finite = math.isfinite
epsilon = sys.float_info.epsilon


def zeros(n: int) -> Reals:
    return [0.0] * n


# -- from Python to data -------------------------------------------------------------------------------------------

_CALLS = {"abs": o.ABS}  # other operations belong into a straight-line function that the loop runs
_BINARY: dict[type, int] = {ast.Add: o.ADD, ast.Sub: o.SUB, ast.Mult: o.MUL, ast.Div: o.DIV}
_RELATIONS: dict[type, str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip


def read_kernel_code(
    function: Callable[..., None], inputs: Mapping[str, int], outputs: Mapping[str, int],
    runs: Mapping[str, Subprogram] | None = None, **sizes: int,
) -> LoopCode:  # fmt: skip
    """Read the code of a kernel from a Python function. `inputs` and `outputs` are the sizes of its arrays."""
    tree = ast.parse(_source_text(function)).body[0]
    assert isinstance(tree, ast.FunctionDef)
    reader = _CodeReader(function.__name__, sizes, set(runs or {}), {*inputs, *outputs})
    body = reader.block(tree.body[1:] if ast.get_docstring(tree) else tree.body)
    return LoopCode(
        tuple(inputs.items()), tuple(outputs.items()), tuple(reader.arrays.items()), tuple(reader.reals),
        tuple(reader.counters), body, (ast.get_docstring(tree) or "").strip(), dict(runs or {}), function, sizes,
    )  # fmt: skip


@cache  # functions of modules: a few texts
def _source_text(function: Callable[..., None]) -> str:
    return textwrap.dedent(inspect.getsource(function))


class _CodeReader:
    """Reader of the body of one function. Unsupported Python is a SyntaxError, a mistake of the kernel's author."""

    def __init__(self, name: str, sizes: Mapping[str, int], steps: set[str], arrays: set[str]) -> None:
        self.name, self.sizes, self.steps, self.given = name, sizes, steps, arrays
        self.arrays: dict[str, int] = {}
        self.reals: dict[str, None] = {}
        self.counters: dict[str, None] = {}

    def wrong(self, node: ast.AST, why: str) -> SyntaxError:
        return SyntaxError(f"kernel {self.name}: {ast.unparse(node)}: {why}")

    def block(self, nodes: Sequence[ast.stmt]) -> tuple[Do, ...]:
        return tuple(s for node in nodes for s in self.statement(node))

    def statement(self, node: ast.stmt) -> Iterator[Do]:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id="zeros"), args=[size])):
                self.arrays[name] = self.whole(size)
            case ast.Assign(targets=[target], value=value):
                yield self.assignment(target, self.term(value))
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=ends), body=body):
                start, stop = [Int(0), self.term(ends[0])] if len(ends) == 1 else [self.term(e) for e in ends]
                yield from self.turns(name, start, stop, body)
            case ast.If(test=ast.Compare(left=ast.Name(id=name), ops=[ast.Eq()], comparators=[right]), body=body) if (
                name in self.sizes and not node.orelse
            ):
                if self.term(right) == Int(self.sizes[name]):  # known when the kernel is made
                    yield from self.block(body)
            case ast.If(test=test, body=body, orelse=orelse):
                yield If(self.test(test), self.block(body), self.block(orelse))
            case ast.Break():
                yield Break()
            case ast.Expr(value=ast.Call(func=ast.Name(id=name), args=args)) if name in self.steps:
                names = [a.id for a in args if isinstance(a, ast.Name)]
                if len(names) != len(args) or not {*names} <= {*self.given, *self.arrays}:
                    raise self.wrong(node, "a subprogram takes whole arrays")
                yield RunSubprogram(name, tuple(names))
            case _:
                raise self.wrong(node, "is no statement of a loop")

    def turns(self, name: str, start: CodeTerm, stop: CodeTerm, body: Sequence[ast.stmt]) -> Iterator[Do]:
        """Yield a loop; a loop that runs once becomes its body, and one that never runs is dropped."""
        if isinstance(start, Int) and isinstance(stop, Int) and stop.value <= start.value:
            return
        if (start, stop) == (Int(0), Int(1)) and not any(isinstance(x, ast.Break) for s in body for x in ast.walk(s)):
            sizes, self.sizes = self.sizes, {**self.sizes, name: 0}
            yield from self.block(body)
            self.sizes = sizes
            return
        self.counters[name] = None
        yield For(name, start, stop, self.block(body))

    def assignment(self, target: ast.expr, value: CodeTerm) -> Set:
        if isinstance(target, ast.Name):
            mine, other = (self.counters, self.reals) if self.counts(value) else (self.reals, self.counters)
            if target.id in other:
                raise self.wrong(target, "is both a real and a whole number")
            mine[target.id] = None
        made = self.term(target)
        if not isinstance(made, Ref | ArrayElement) or self.counts(made) != self.counts(value):
            raise self.wrong(target, "gets a value of another kind")
        return Set(made, value)

    def counts(self, t: CodeTerm) -> bool:
        """Return whether the term is a whole number (a counter or an index), not a real."""
        match t:
            case Int():
                return True
            case Ref(name):
                return name in self.counters
            case Apply(_, args):
                return all(self.counts(a) for a in args)
        return False

    def whole(self, node: ast.expr) -> int:
        value = self.term(node)
        if not isinstance(value, Int):
            raise self.wrong(node, "must be known when the kernel is made")
        return value.value

    def term(self, node: ast.expr) -> CodeTerm:
        match node:
            case ast.Constant(value=int(value)):
                return Int(value)
            case ast.Constant(value=float(value)):
                return Num(value)
            case ast.Name(id="nan" | "epsilon" as name):
                return Special("nan" if name == "nan" else "epsilon")
            case ast.Name(id=name) if name in self.sizes:
                return Int(self.sizes[name])
            case ast.Name(id=name) if name in self.reals or name in self.counters:
                return Ref(name)
            case ast.Subscript(value=ast.Name(id=name), slice=index) if name in {*self.given, *self.arrays}:
                return ArrayElement(name, self.term(index))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                inner = self.term(operand)
                return Num(-inner.value) if isinstance(inner, Num) else Apply(o.NEG, (inner,))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
                return self.binary(node, _BINARY[type(op)], self.term(left), self.term(right))
            case ast.Call(func=ast.Name(id=name), args=args) if name in _CALLS:
                return Apply(_CALLS[name], tuple(self.term(a) for a in args))
        raise self.wrong(node, "is no term of a loop")

    def binary(self, node: ast.expr, op: int, a: CodeTerm, b: CodeTerm) -> CodeTerm:
        if self.counts(a) != self.counts(b):
            raise self.wrong(node, "mixes reals and whole numbers")
        if not self.counts(a):
            return Apply(op, (a, b))
        match op, a, b:  # constant folding: i*3 + 0 is i*3
            case (_, Int(x), Int(y)):
                return Int({o.ADD: x + y, o.SUB: x - y, o.MUL: x * y}[op])
            case (o.ADD | o.SUB, x, Int(0)) | (o.ADD, Int(0), x) | (o.MUL, x, Int(1)) | (o.MUL, Int(1), x):
                return x
        return Apply(op, (a, b))

    def test(self, node: ast.expr) -> Test:
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                a, b = self.term(left), self.term(right)
                if self.counts(a) != self.counts(b) or (isinstance(op, ast.NotEq) and not self.counts(a)):
                    raise self.wrong(node, "cannot be compared so")
                whole = isinstance(op, ast.Eq) and self.counts(a)
                return Test("=" if whole else _RELATIONS[type(op)], (a, b))
            case ast.BoolOp(op=op, values=values):
                return Test("and" if isinstance(op, ast.And) else "or", tuple(self.test(v) for v in values))
            case ast.Call(func=ast.Name(id="finite"), args=[value]):
                return Test("finite", (self.term(value),))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return Test("not", (self.test(operand),))
        raise self.wrong(node, "is no test")


# -- counting ------------------------------------------------------------------------------------------------------


class _OperationCounter:
    """Counter of operations, loop by loop with known bounds; the dearer of two branches counts, tests are free."""

    def __init__(self, code: LoopCode) -> None:
        self.code = code
        self.turns: dict[For, dict[str, int]] = {}  # operations of one turn of the loops that a break may end

    def block(self, body: Sequence[Do], known: dict[str, int]) -> dict[str, int]:
        total: dict[str, int] = {}
        for s in body:
            match s:
                case Set(Ref(name), value) if name in self.code.counters:
                    known[name] = _evaluate_integer(value, known)
                case Set(_, value):
                    _add_counts(total, _count_operations(value))
                case For():
                    _add_counts(total, self.loop(s, known))
                case If():
                    both = [self.block(b, dict(known)) for b in (s.then, s.otherwise)]
                    _add_counts(total, max(both, key=lambda c: sum(c.values())))
                case RunSubprogram(step, _):
                    _add_counts(total, self.code.steps[step].operations)
        return total

    def loop(self, s: For, known: dict[str, int]) -> dict[str, int]:
        turns = range(_evaluate_integer(s.start, known), _evaluate_integer(s.stop, known))
        total: dict[str, int] = {}
        if _has_break(s.body):
            self.turns[s] = self.block(s.body, {**known, s.variable: turns[0]}) if turns else {}
            return total
        for k in turns:
            _add_counts(total, self.block(s.body, {**known, s.variable: k}))
        return total


def _has_break(body: Sequence[Do]) -> bool:
    """Return whether a break leaves the loop with this body (and not an inner one)."""
    return any(isinstance(s, Break) or (isinstance(s, If) and _has_break((*s.then, *s.otherwise))) for s in body)


def _count_operations(t: CodeTerm) -> dict[str, int]:
    """Count the operations on reals; indices are free."""
    total: dict[str, int] = {}
    if isinstance(t, Apply) and o.OPS[t.op].cost != o.FREE:
        total[o.OPS[t.op].cost] = 1
    if isinstance(t, Apply):
        for a in t.args:
            _add_counts(total, _count_operations(a))
    return total


def _add_counts(total: dict[str, int], other: Mapping[str, int]) -> None:
    for k, v in other.items():
        total[k] = total.get(k, 0) + v


def _evaluate_integer(t: CodeTerm, known: Mapping[str, int]) -> int:
    match t:
        case Int(value):
            return value
        case Ref(name):
            return known[name]
        case Apply(op, args):
            a, b = (_evaluate_integer(x, known) for x in args)
            return {o.ADD: a + b, o.SUB: a - b, o.MUL: a * b}[op]
    raise TypeError(f"{t} is no whole number")


__all__ = [
    "Break",
    "Do",
    "For",
    "If",
    "LoopCode",
    "Reals",
    "RunSubprogram",
    "Set",
    "Subprogram",
    "epsilon",
    "finite",
    "iterate_terms",
    "nan",
    "read_kernel_code",
    "rename_variables",
    "walk",
    "zeros",
]  # fmt: skip
