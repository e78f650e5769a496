"""Writing of statements and loops as lines: one walk over them, and the forms of a language, which are data.

In a form {0}, {1}, ... stand for the parts in the order of the comment beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from linkwright.expr import ops as o
from linkwright.expr.loop import Break, Do, For, If, RunSubprogram, Set
from linkwright.expr.term import Apply, CodeTerm, Int, Num, referenced_variables
from linkwright.targets.program import (
    Array,
    Assign,
    Call,
    KernelCode,
    LaneBlock,
    Load,
    Part,
    Routine,
    Section,
    Statement,
    Store,
    Trig,
    defined_names,
    used_names,
)
from linkwright.targets.target import Syntax, fill_lines, shift_index


@dataclass(frozen=True)
class Forms:
    """Forms of the statements of a language."""

    assign: str  # a new variable: name, value
    set: str  # an assignment to an existing variable: target, value
    section: str  # a comment above lines: text
    call: tuple[str, ...]  # kernel call: kernel, arguments array, its size, results array, its size; VALUES: values
    loop: tuple[str, str]  # variable, start, end; closing line
    branch: tuple[str, str, str]  # condition; line of the other branch; closing line
    leave: str  # break of the innermost loop
    last: bool = False  # the end of a loop is the last value, not the one after it
    indent: str = "    "
    width: int = 90  # of rows of values
    row: str = "{0}"  # one of them
    whole: str = "{0}"  # a real that is a whole number, as an integer
    long: int = 0  # parts of more lines load inputs at their first use and store results as soon as they are known
    clear: str = ""  # elements that are zero, in long parts: array, first, the one after the last


VALUES = "VALUES"
MIN_ZERO_RUN = 4  # so many consecutive zeros are written by a loop


@dataclass(frozen=True)
class StepCall:
    """Call of a step by a kernel: a straight routine, or another kernel."""

    name: str
    straight: bool
    given: tuple[str, ...]  # arrays
    made: tuple[str, ...]
    sizes: dict[str, int]  # sizes of these arrays
    results: frozenset[str]  # arrays that are the kernel's own results


def _step_call(kernel: KernelCode, s: RunSubprogram) -> StepCall:
    step, loop = kernel.steps[s.step], kernel.loop
    count = len(loop.steps[s.step].sizes[0])
    name = step if isinstance(step, str) else step.name
    sizes = dict((*loop.inputs, *loop.outputs, *loop.arrays))
    results = frozenset(name for name, _ in loop.outputs)
    return StepCall(name, not isinstance(step, str), s.arrays[:count], s.arrays[count:], sizes, results)


@dataclass(frozen=True)
class Writer:
    """Writer of parts and kernels."""

    syntax: Syntax
    forms: Forms
    element: Callable[[Array, int], str]  # text of an element of an argument or result
    run: Callable[[StepCall], list[str]]  # lines that call a step of a kernel
    trig: Callable[[Sequence[Trig]], list[str]] | None = None  # several sines and cosines at once
    lanes: Callable[[LaneBlock], list[str]] | None = None  # limbs side by side, in languages whose style asks for them

    # -- straight lines -------------------------------------------------------------------------------------------

    def body(self, routine: Routine, part: Part) -> list[str]:
        """Lines of a part: loads, statements, stores."""
        arrays = {a.name: a for a in routine.arrays}

        def load(x: Load) -> str:
            return self.forms.assign.format(x.name, self.element(arrays[x.array], x.index))

        def store(x: Store) -> str:
            array = arrays[x.array]
            return self.forms.set.format(self.element(array, x.index), self.stored(array, x.value))

        if 0 < self.forms.long < part.lines + len(part.loads) + len(part.stores):
            return self._near(part, load, store)
        lines = [*map(load, part.loads), *self.statements(part.statements)]
        stores = [*map(store, part.stores)]
        return [*lines, "", *stores] if lines and stores else [*lines, *stores]

    def _near(self, part: Part, load: Callable[[Load], str], store: Callable[[Store], str]) -> list[str]:
        """Lines of a long part, loads just before their first use, stores just after the values they need: compilers
        roughly keep the order, and a value that waits for the end of a long part has to be spilled and reloaded."""
        loads = {x.name: x for x in part.loads}
        home = {name: k for k, s in enumerate(part.statements) for name in defined_names(s)}
        stores: dict[int, list[Store]] = {}
        for x in part.stores:  # at last those of inputs alone, which may be loaded for them only
            known = [home.get(n, len(part.statements) if n in loads else -1) for n in referenced_variables(x.value)]
            stores.setdefault(max(known, default=-1), []).append(x)
        lines = [*self._known(stores.pop(-1, []), store)]
        done = 0
        for is_trig, run in groupby(part.statements, lambda s: isinstance(s, Trig)):
            for together in [[*run]] if is_trig else ([s] for s in run):
                if loads:
                    lines += [load(loads.pop(name)) for s in together for name in used_names(s) if name in loads]
                lines += self.statements(together) if is_trig else self.statement(together[0])
                for _ in together:
                    if done in stores:
                        lines += map(store, stores.pop(done))
                    done += 1
        lines += map(load, loads.values())
        return [*lines, *(store(x) for some in stores.values() for x in some)]

    def _known(self, stores: Sequence[Store], store: Callable[[Store], str]) -> Iterator[str]:
        """Yield stores of constants; consecutive zeros are one line, which compilers turn into few instructions."""
        for (zero, array, _), run in groupby(
            enumerate(stores), lambda x: (_is_zero(x[1].value), x[1].array, x[1].index - x[0])
        ):  # fmt: skip
            together = [x for _, x in run]
            if zero and self.forms.clear and len(together) >= MIN_ZERO_RUN:
                yield self.forms.clear.format(array, together[0].index, together[-1].index + 1)
            else:
                yield from map(store, together)

    def stored(self, array: Array, value: CodeTerm) -> str:
        """Text of a value as an element of an array."""
        text = self.syntax.term(value)
        return self.forms.whole.format(text) if array.whole else text

    def statements(self, statements: Iterable[Statement]) -> list[str]:
        lines: list[str] = []
        assign, term = self.forms.assign.format, self.syntax.term
        for stage, group in groupby(statements, lambda s: s.stage if isinstance(s, Trig) else None):
            if stage is not None and self.trig:
                lines += self.trig([s for s in group if isinstance(s, Trig)])
                continue
            for s in group:
                if isinstance(s, Assign):  # the most of them
                    lines.append(assign(s.name, term(s.value)))
                else:
                    lines += self.statement(s)
        return lines

    def statement(self, s: Statement) -> list[str]:
        forms, term = self.forms, self.syntax.term
        if isinstance(s, Assign):  # the most of them
            return [forms.assign.format(s.name, term(s.value))]
        match s:
            case Trig(angle, sin, cos, _):
                pairs = ((o.SIN, sin), (o.COS, cos))
                return [forms.assign.format(made, term(Apply(op, (angle,)))) for op, made in pairs if made]
            case Section(text):
                return ["", forms.section.format(text)]
            case LaneBlock():
                assert self.lanes
                return self.lanes(s)
            case Call():
                return list(self._call(s))

    def _call(self, s: Call) -> Iterator[str]:
        forms = self.forms
        for form in forms.call:
            if form == VALUES:
                rows = fill_lines(map(self.syntax.term, s.values), forms.width)
                yield from (forms.indent + forms.row.format(row) for row in rows)
            else:
                yield form.format(s.kernel, s.given, len(s.values), s.made, s.size)
        for k, name in s.items:
            yield forms.assign.format(name, self.syntax.element(s.made, Int(k)))

    # -- loops ----------------------------------------------------------------------------------------------------

    def loop(self, kernel: KernelCode) -> list[str]:
        """Lines of the statements of a kernel."""
        return list(self._block(kernel, kernel.loop.body))

    def _block(self, kernel: KernelCode, body: Sequence[Do]) -> Iterator[str]:
        forms, syntax = self.forms, self.syntax
        for s in body:
            match s:
                case Set(target, value):
                    yield forms.set.format(syntax.term(target), syntax.term(value))
                case For():
                    ends = [syntax.term(s.start), syntax.term(shift_index(s.stop, -1 if forms.last else 0))]
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
                case RunSubprogram():
                    yield from self.run(_step_call(kernel, s))

    def _inner(self, kernel: KernelCode, body: Sequence[Do]) -> Iterator[str]:
        return (self.forms.indent + line for line in self._block(kernel, body))


def _is_zero(term: CodeTerm) -> bool:
    return isinstance(term, Num) and term.value == 0


def indented(lines: Iterable[str], indent: str = "    ", depth: int = 1) -> str:
    """Indent lines; a line may be several."""
    flat = "\n".join(lines).split("\n")
    margin = indent * depth
    return "\n".join([margin + x if x else "" for x in flat])


__all__ = ["VALUES", "Forms", "StepCall", "Writer", "indented"]
