"""Terms of a line of code, in emitted code and in kernels, independent of the language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from linkwright.expr import ops as o
from linkwright.expr.graph import Number


def _infix(op: int) -> Callable[[Any, CodeTerm | float], Apply]:
    return lambda x, y: Apply(op, (x, Num(y) if isinstance(y, float) else y))


class _Infix:
    """Base of terms that Python's operators combine: a + b*0.5."""

    __slots__ = ()
    __add__, __sub__, __mul__ = _infix(o.ADD), _infix(o.SUB), _infix(o.MUL)


@dataclass(frozen=True, slots=True)
class Num(_Infix):
    """Number: exact (int, Fraction) or a float."""

    value: Number


@dataclass(frozen=True, slots=True)
class Int:
    """Whole number used for counting: an index, a bound of a loop."""

    value: int


@dataclass(frozen=True, slots=True)
class Special:
    """Number that every language writes in its own way: NaN, or the distance from 1 to the next number."""

    name: Literal["nan", "epsilon"]


@dataclass(frozen=True, slots=True)
class Ref(_Infix):
    """Local variable."""

    name: str


@dataclass(frozen=True, slots=True)
class ArrayElement:
    """Element of a local array, counted from 0."""

    array: str
    index: CodeTerm


@dataclass(frozen=True, slots=True)
class Apply(_Infix):
    """Operation of `expr.ops` (never CONST, SYMBOL, CALL or ITEM). PI, without arguments, occurs only in languages with
    exact numbers; for the others constants are folded."""

    op: int
    args: tuple[CodeTerm, ...]


CodeTerm = Num | Int | Special | Ref | ArrayElement | Apply


@dataclass(frozen=True, slots=True)
class Test:
    """Condition: "<", "<=", ">", ">=", "==" of two reals or two whole numbers, "=" and "!=" of two whole numbers;
    "finite" of a real; "and", "or", "not" of conditions.

    A comparison with NaN is false. All parts are evaluated: there is no short circuit.
    """

    relation: str
    args: tuple[CodeTerm | Test, ...]


def referenced_variables(term: CodeTerm) -> list[str]:
    """Return the names of the variables in a term, from left to right."""
    if isinstance(term, Ref):
        return [term.name]
    found: list[str] = []
    if isinstance(term, Apply):
        for t in term.args:
            if isinstance(t, Ref):
                found.append(t.name)
            else:
                found += referenced_variables(t)
    return found


__all__ = ["Apply", "ArrayElement", "CodeTerm", "Int", "Num", "Ref", "Special", "Test", "referenced_variables"]
