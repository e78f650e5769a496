"""How statements and loops become lines: one walk over them, and the forms of a language, which are data.

In a form {0}, {1}, ... stand for the parts in the order of the documentation beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from linkwright.expr import ops as o
from linkwright.expr.loop import Break, Do, For, If, Run, Set
from linkwright.expr.term import Apply, Int, Term
from linkwright.targets.program import Array, Assign, Call, KernelCode, Part, Routine, Section, Statement, Trig
from linkwright.targets.target import Syntax, fill, shifted


@dataclass(frozen=True)
class Forms:
    """The statements of a language."""

    assign: str  # a new variable: name, value
    set: str  # of something that is there: target, value
    section: str  # a comment above lines: text
    call: tuple[str, ...]  # of a kernel: kernel, array given, its size, array made, its size; VALUES alone: the values
    loop: tuple[str, str]  # variable, start, end; what closes it
    branch: tuple[str, str, str]  # condition; what stands between; what closes it
    leave: str  # the innermost loop
    last: bool = False  # the end of a loop is the last value, not the one behind it
    indent: str = "    "
    width: int = 90  # of rows of values
    row: str = "{0}"  # one of them
    whole: str = "{0}"  # a real that is a whole number, as an integer


VALUES = "VALUES"


@dataclass(frozen=True)
class Launch:
    """A kernel runs a step: a straight routine, or another kernel."""

    name: str
    straight: bool
    given: tuple[str, ...]  # arrays
    made: tuple[str, ...]
    sizes: dict[str, int]  # of these arrays


def _launch(kernel: KernelCode, s: Run) -> Launch:
    step, loop = kernel.steps[s.step], kernel.loop
    count = len(loop.steps[s.step].sizes[0])
    name = step if isinstance(step, str) else step.name
    sizes = dict((*loop.inputs, *loop.outputs, *loop.arrays))
    return Launch(name, not isinstance(step, str), s.arrays[:count], s.arrays[count:], sizes)


@dataclass(frozen=True)
class Writer:
    """Writes parts and kernels."""

    syntax: Syntax
    forms: Forms
    element: Callable[[Array, int], str]  # of the arrays that go in and out
    run: Callable[[Launch], list[str]]  # a step of a kernel
    trig: Callable[[Sequence[Trig]], list[str]] | None = None  # several sines and cosines at once

    # -- straight lines -------------------------------------------------------------------------------------------

    def body(self, routine: Routine, part: Part) -> list[str]:
        """Loads, statements, stores."""
        arrays = {a.name: a for a in routine.arrays}
        lines = [self.forms.assign.format(x.name, self.element(arrays[x.array], x.index)) for x in part.loads]
        lines += self.statements(part.statements)
        stores = [
            self.forms.set.format(self.element(arrays[x.array], x.index), self.stored(arrays[x.array], x.value))
            for x in part.stores
        ]
        return [*lines, "", *stores] if lines and stores else [*lines, *stores]

    def stored(self, array: Array, value: Term) -> str:
        """A value as an element of an array."""
        text = self.syntax.term(value)
        return self.forms.whole.format(text) if array.whole else text

    def statements(self, statements: Iterable[Statement]) -> Iterator[str]:
        for stage, group in groupby(statements, lambda s: s.stage if isinstance(s, Trig) else None):
            if stage is not None and self.trig:
                yield from self.trig([s for s in group if isinstance(s, Trig)])
                continue
            for s in group:
                yield from self.statement(s)

    def statement(self, s: Statement) -> Iterator[str]:
        forms, term = self.forms, self.syntax.term
        match s:
            case Assign(name, value):
                yield forms.assign.format(name, term(value))
            case Trig(angle, sin, cos, _):
                for op, made in ((o.SIN, sin), (o.COS, cos)):
                    if made:
                        yield forms.assign.format(made, term(Apply(op, (angle,))))
            case Section(text):
                yield ""
                yield forms.section.format(text)
            case Call():
                for form in forms.call:
                    if form == VALUES:
                        rows = fill(map(term, s.values), forms.width)
                        yield from (forms.indent + forms.row.format(row) for row in rows)
                    else:
                        yield form.format(s.kernel, s.given, len(s.values), s.made, s.size)
                for k, name in s.items:
                    yield forms.assign.format(name, self.syntax.element(s.made, Int(k)))

    # -- loops ----------------------------------------------------------------------------------------------------

    def loop(self, kernel: KernelCode) -> list[str]:
        """The statements of a kernel."""
        return list(self._block(kernel, kernel.loop.body))

    def _block(self, kernel: KernelCode, body: Sequence[Do]) -> Iterator[str]:
        forms, syntax = self.forms, self.syntax
        for s in body:
            match s:
                case Set(target, value):
                    yield forms.set.format(syntax.term(target), syntax.term(value))
                case For():
                    ends = [syntax.term(s.start), syntax.term(shifted(s.stop, -1 if forms.last else 0))]
                    yield forms.loop[0].format(s.variable, *ends)
                    yield from self._inner(kernel, s.body)
                    yield from filter(None, forms.loop[1:])
                case If():
                    yield forms.branch[0].format(syntax.test(s.test))
                    yield from self._inner(kernel, s.then)
                    if s.otherwise:
                        yield forms.branch[1]
                        yield from self._inner(kernel, s.otherwise)
                    yield from filter(None, forms.branch[2:])
                case Break():
                    yield forms.leave
                case Run():
                    yield from self.run(_launch(kernel, s))

    def _inner(self, kernel: KernelCode, body: Sequence[Do]) -> Iterator[str]:
        return (self.forms.indent + line for line in self._block(kernel, body))


def indented(lines: Iterable[str], indent: str = "    ", depth: int = 1) -> str:
    """Lines, further in; a line may be several."""
    flat = "\n".join(lines).split("\n")
    return "\n".join(indent * depth + x if x else "" for x in flat)


__all__ = ["VALUES", "Forms", "Launch", "Writer", "indented"]
