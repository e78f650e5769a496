"""Kernels: programs inside a pure graph.

Algorithms that are no expressions (a solve with pivoting, an iteration, all roots of a polynomial) are operations CALL
whose value is a `Kernel`; ITEM selects its results. A kernel is defined by its equation, and its code is written once,
as data (`loop`). The equation gives the derivative, by the implicit function theorem, and the tests of emitted code.

    results   the unknowns x, then the flags: whole numbers, such as the status

`STATUS` lists the meanings of a status. Without a result, the unknowns are NaN: wrong numbers are never returned.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from linkwright.expr.loop import LoopCode

STATUS = ("solved", "singular", "not converged", "out of reach", "other assembly mode", "no pose",
          "outside the limits")  # fmt: skip


NeedsDouble = Literal["", "inside", "given"]


@dataclass(frozen=True, eq=False)
class Kernel:
    """Program that returns the unknowns x with relation(p, x) = 0 for the arguments p.

    The last `start` arguments only choose among several solutions. `rule` names a property of the results beyond the
    relation ("solve": they are rational functions of the arguments). `needs_double`: single precision is not sufficient
    "inside" the kernel, or neither for its arguments ("given").
    """

    name: str  # its name in emitted code
    relation: Any  # a Function (a higher layer): inputs p, x; one output with as many equations as unknowns
    code: LoopCode
    flags: tuple[str, ...] = ()
    start: int = 0
    rule: str = ""
    origin: str = ""  # key of the kernel whose code this one shortens
    branch_free_code: LoopCode | None = None  # code for compilers and numbers only: longer, with fewer branches
    needs_double: NeedsDouble = ""

    @cached_property
    def key(self) -> str:
        """Digest of the kernel: kernels with the same key are equal."""
        if self.origin:
            return self.origin
        steps = [(name, step.key) for name, step in self.code.steps.items()]
        text = repr((self.name, self.relation.key, self.code, steps, self.flags, self.start, self.rule))
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()

    def __repr__(self) -> str:
        return f"<Kernel {self.name} {self.key}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Kernel) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def arguments(self) -> int:
        size: int = self.relation.inputs[0].size
        return size + self.start

    @property
    def unknowns(self) -> int:
        size: int = self.relation.inputs[1].size
        return size

    @property
    def results(self) -> int:
        """Number of results of a call."""
        return self.unknowns + len(self.flags)

    @property
    def code_for_compilers(self) -> LoopCode:
        """Code for compilers."""
        return self.branch_free_code or self.code

    # -- as a subprogram of other kernels -------------------------------------------------------------------------

    @property
    def sizes(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return (self.arguments,), (self.results,)

    @property
    def operations(self) -> Mapping[str, int]:
        return self.code.count[0]

    @property
    def operations_per_iteration(self) -> Mapping[str, int]:
        return self.code.count[1]

    def floats(self, *arrays: Sequence[float]) -> list[list[float]]:
        return [self.code(*arrays)]


__all__ = ["STATUS", "Kernel", "NeedsDouble"]
