"""Program to be printed: a `Function` as routines of statements, the same for every language.

    Package   result of one call of `emit`: programs and the states that test them
     ├ KernelCode   a kernel: a loop, and the routines that it runs
     └ Program   one function: its facts, an optional setup routine, the main routine
        └ Routine   a name, arrays in, arrays out, and parts that are run one after the other
           └ Part   loads (array element -> local), statements, stores (local -> array element)
              └ Statement   Assign | Trig | Call | Lanes | Section, made of terms (`expr.term`)

A routine has several parts only if it is long, so that compilers stay fast; values that later parts need pass through
one more array, the workspace. All names are final: legal in the language and free of collisions (see `naming`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from linkwright.expr import Cost
from linkwright.expr.function import Kind
from linkwright.expr.kernel import Kernel
from linkwright.expr.loop import LoopCode
from linkwright.expr.term import Apply, CodeTerm, referenced_variables

# -- statements ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Assign:
    """name = value; every name is assigned once."""

    name: str
    value: CodeTerm


@dataclass(frozen=True, slots=True)
class Trig:
    """Sine and cosine (one or both) of one angle. Those of a stage stand together and do not depend on each other."""

    angle: CodeTerm
    sin: str | None
    cos: str | None
    stage: int = 0


@dataclass(frozen=True, slots=True)
class Call:
    """Results of a kernel. `kernel` is its routine's name, `values` are its arguments: numbers, variables or their
    negatives.

    `given` and `made` are free names for arrays of the arguments and of all `size` results; `items` are the variables
    that get results.
    """

    kernel: str
    given: str
    made: str
    values: tuple[CodeTerm, ...]
    size: int
    items: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class LaneValues:
    """Inside of `LaneBlock`: a name for a different value in each lane."""

    name: str
    values: tuple[CodeTerm, ...]


@dataclass(frozen=True, slots=True)
class LaneStore:
    """Store inside of `LaneBlock`: array[index] = the value of a lane, or its negative."""

    lane: int
    array: str
    index: int
    negative: bool


@dataclass(frozen=True, slots=True)
class LaneResult:
    """Result of `LaneBlock`: a free name for the values of all lanes, the variables that get them, and the stores
    inside of the block."""

    name: str
    value: CodeTerm
    items: tuple[tuple[int, str], ...]
    kept: tuple[LaneStore, ...] = ()


@dataclass(frozen=True, slots=True)
class LaneBlock:
    """Statements that are the same for `width` limbs side by side: a name defined here stands for a value per limb, a
    name from outside for one value that all of them share."""

    width: int
    about: str
    body: tuple[LaneValues | Assign | LaneResult, ...]

    @property
    def made(self) -> tuple[LaneResult, ...]:
        return tuple(s for s in self.body if isinstance(s, LaneResult))

    @property
    def terms(self) -> Iterator[CodeTerm]:
        for s in self.body:
            yield from s.values if isinstance(s, LaneValues) else (s.value,)


@dataclass(frozen=True, slots=True)
class Section:
    """A comment on the statements below it."""

    text: str


Statement = Assign | Trig | Call | LaneBlock | Section


def defined_names(s: Statement) -> tuple[str, ...]:
    """Return the names that a statement defines."""
    if isinstance(s, Assign):  # the most of them
        return (s.name,)
    match s:
        case Trig(_, sin, cos, _):
            return tuple(n for n in (sin, cos) if n)
        case Call():
            return tuple(name for _, name in s.items)
        case LaneBlock():
            return tuple(name for row in s.made for _, name in row.items)
        case _:
            return ()


def used_names(s: Statement) -> list[str]:
    """Return the names that a statement uses."""
    if isinstance(s, Assign):  # the most of them
        return referenced_variables(s.value)
    match s:
        case Trig(angle, _, _, _):
            return referenced_variables(angle)
        case Call():
            return [name for v in s.values for name in referenced_variables(v)]
        case LaneBlock():
            inside = {x.name for x in s.body}
            return [name for v in s.terms for name in referenced_variables(v) if name not in inside]
    return []


def count_lines(s: Statement) -> int:
    """Return the estimated number of lines of a statement."""
    return len(s.body) if isinstance(s, LaneBlock) else 1


# -- routines ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Array:
    """Argument or result: a scalar (shape ()), vector or matrix, row by row. `port` is its name in the model.

    Integers (kind "integer") are results only; `meaning` is their description in the header.
    """

    name: str
    port: str
    shape: tuple[int, ...]
    doc: str = ""
    labels: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    defaults: tuple[float, ...] = ()  # all of them, or none
    notes: tuple[str, ...] = ()  # a note on every element, or nothing
    joints: tuple[str, ...] = ()  # names of the joints that the elements belong to, or nothing
    kind: Kind = "real"
    meaning: str = ""

    @property
    def whole(self) -> bool:
        return self.kind == "integer"

    @property
    def size(self) -> int:
        size = 1
        for extent in self.shape:
            size *= extent
        return size


SETUP = "(setup)"  # the port of the array of set-up values: no port of a user can have this name


@dataclass(frozen=True, slots=True)
class Load:
    """name = array[index], index from 0, row by row."""

    name: str
    array: str
    index: int


@dataclass(frozen=True, slots=True)
class Store:
    """array[index] = value."""

    array: str
    index: int
    value: CodeTerm


@dataclass(frozen=True)
class Part:
    """Straight-line statements: the body of a (sub)routine."""

    name: str
    loads: tuple[Load, ...]
    statements: tuple[Statement, ...]
    stores: tuple[Store, ...]

    @cached_property
    def arrays(self) -> frozenset[str]:
        """Arrays that it reads or writes."""
        kept = [y.array for s in self.lanes for row in s.made for y in row.kept]
        return frozenset([*[x.array for x in self.loads], *[x.array for x in self.stores], *kept])

    @cached_property
    def trig(self) -> tuple[Trig, ...]:
        return tuple([s for s in self.statements if isinstance(s, Trig)])

    @cached_property
    def lanes(self) -> tuple[LaneBlock, ...]:
        return tuple([s for s in self.statements if isinstance(s, LaneBlock)])

    @property
    def lines(self) -> int:
        """Estimated number of lines of its statements."""
        return len(self.statements) + sum(count_lines(s) - 1 for s in self.lanes)

    @cached_property
    def operations(self) -> frozenset[int]:
        """Operations that its terms apply."""
        todo: list[CodeTerm] = [x.value for x in self.stores]
        for s in self.statements:
            match s:
                case Assign(_, value):
                    todo.append(value)
                case Trig(angle, _, _, _):
                    todo.append(angle)
                case Call():
                    todo += s.values
                case LaneBlock():
                    todo += s.terms
        found: set[int] = set()
        while todo:
            applied = [t for t in todo if isinstance(t, Apply)]
            found.update([t.op for t in applied])
            todo = [a for t in applied for a in t.args]
        return frozenset(found)

    @property
    def locals(self) -> tuple[str, ...]:
        """Variables of the part in order of definition, for languages that declare them first."""
        names = [x.name for x in self.loads]
        for s in self.statements:
            names += defined_names(s)
        return tuple(names)


@dataclass(frozen=True)
class Routine:
    """Arrays in, arrays out. `workspace` has size 0 if there is one part."""

    name: str
    kind: Literal["setup", "main"]
    inputs: tuple[Array, ...]
    outputs: tuple[Array, ...]
    parts: tuple[Part, ...]
    workspace: Array

    @property
    def arrays(self) -> tuple[Array, ...]:
        """Inputs, outputs and, if used, the workspace."""
        return (*self.inputs, *self.outputs, *((self.workspace,) if self.workspace.size else ()))


@dataclass(frozen=True)
class Program:
    """Function in one language's names. Where parameters alone decide part of the work, a setup routine turns the array
    of parameters into the array `setup`, which is then the last input of the main routine. Otherwise the main routine
    takes the parameters themselves, or none."""

    name: str
    doc: str
    facts: tuple[tuple[str, str], ...]  # robot, model, parameters, ...: lines of the header, in this order
    cost: Cost
    setup: Routine | None
    main: Routine
    parameters: Array | None

    @property
    def routines(self) -> tuple[Routine, ...]:
        return (self.setup, self.main) if self.setup else (self.main,)


@dataclass(frozen=True)
class KernelCode:
    """Kernel in one language's names. `steps` are the routines of its own, or other kernels by name, that it runs."""

    name: str
    kernel: Kernel
    loop: LoopCode
    steps: Mapping[str, Routine | str]

    @property
    def routines(self) -> tuple[Routine, ...]:
        return tuple(step for step in self.steps.values() if isinstance(step, Routine))


@dataclass(frozen=True)
class Case:
    """State with the expected outputs, by port name, row by row, and how far rounding can move them.

    Where there is no result, `about` says why, and outputs are NaN but for the status. `single`: how far an output may
    be from this in single precision; None where inputs with so few digits have another status, or other whole numbers.
    """

    inputs: Mapping[str, tuple[float, ...]]
    outputs: Mapping[str, tuple[float, ...]]
    noise: Mapping[str, float] = field(default_factory=dict)  # largest noise of the elements of a port
    about: str = ""
    single: Mapping[str, float] | None = None


@dataclass(frozen=True)
class CodePackage:
    """Contents of a package: a name, programs with the cases of their tests, and the kernels that they call."""

    name: str
    programs: tuple[Program, ...]
    cases: tuple[tuple[Case, ...], ...]
    version: str  # of Linkwright
    kernels: tuple[KernelCode, ...] = ()  # those that others run come first
