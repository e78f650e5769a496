"""Kernels: programs inside a pure graph.

What no expression can say (a solve with pivoting, an iteration, all roots of a polynomial) is one operation CALL whose
value is a `Kernel`; ITEM takes its results. A kernel is known by its equation, and its code is written once, as data
(`loop`). From the equation come the derivative, by the implicit function theorem, and what emitted code is tested by.

    results   the unknowns x, then the flags: whole numbers, such as the status

`STATUS` says what a status means. Where there is no result, the unknowns are not numbers: no wrong number leaves.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from linkwright.expr.loop import Loop

STATUS = ("solved", "singular", "not converged", "out of reach", "other assembly mode", "no pose",
          "outside the limits")  # fmt: skip


NeedsDouble = Literal["", "inside", "given"]


@dataclass(frozen=True, eq=False)
class Kernel:
    """relation(p, x) = 0 at the unknowns x that belong to the arguments p.

    The last `start` arguments only choose among several solutions. `rule` names what is known of the results beyond
    the relation ("solve": they are rational functions of the arguments). `needs_double`: single precision does not do,
    inside the kernel, or neither for what it is given.
    """

    name: str  # in emitted code
    relation: Any  # a Function, which stands above: inputs p, x; one output, as many equations as unknowns
    code: Loop
    flags: tuple[str, ...] = ()
    start: int = 0
    rule: str = ""
    origin: str = ""  # the key of the kernel that this one is, with shorter code
    swift: Loop | None = None  # the same for numbers alone, and for compilers: more text, fewer branches
    needs_double: NeedsDouble = ""

    @cached_property
    def key(self) -> str:
        """A digest of what it computes: kernels with the same key are the same."""
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
        """How many items a call has."""
        return self.unknowns + len(self.flags)

    @property
    def compiled(self) -> Loop:
        """What compilers get."""
        return self.swift or self.code

    # -- what other kernels run ----------------------------------------------------------------------------------

    @property
    def sizes(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return (self.arguments,), (self.results,)

    @property
    def operations(self) -> Mapping[str, int]:
        return self.code.count[0]

    @property
    def turn(self) -> Mapping[str, int]:
        return self.code.count[1]

    def floats(self, *arrays: Sequence[float]) -> list[list[float]]:
        return [self.code(*arrays)]


__all__ = ["STATUS", "Kernel", "NeedsDouble"]
