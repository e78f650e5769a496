"""Tearing: Newton's iteration for few joints, where all others are formulas of these.

For a given pose of the platform of a parallel robot, its legs have closed forms, drives included. The unknowns are then
those of the platform only; the equations say that the formulas of the drives equal their given positions.

    f(x) - q = 0                  for prismatic drives
    (q - b(x))^2 - R(x) = 0       if f is b +- sqrt(R), where q is on its side of b
    sin(f(x) - q) = 0             for revolute drives, where the cosine is positive

The legs are in the branch of their closed forms; the platform is in the assembly mode of its start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from linkwright.expr import Expr, Importer
from linkwright.expr.kernel import STATUS
from linkwright.expr.ops import SQRT
from linkwright.models.constraints.closed_forms import ClosedFormSolution
from linkwright.models.constraints.newton_closure import NewtonUnknowns, solve_by_newton
from linkwright.models.framework.state import StateBuilder
from linkwright.robot import Coordinate
from linkwright.spatial import Spin

OUT_OF_REACH, OTHER_MODE = (STATUS.index(x) for x in ("out of reach", "other assembly mode"))


@dataclass(frozen=True)
class Tearing:
    """Unknown joints, drives that determine them, and all other joints as formulas of the unknowns."""

    unknown: NewtonUnknowns
    drives: Sequence[Coordinate]
    forms: Sequence[ClosedFormSolution]

    @property
    def method(self) -> str:
        """Description of the method, for reports."""
        names = dict.fromkeys(self.unknown.robot.joint(j).name for j in self.unknown.links)
        ways = dict.fromkeys(form.method for form in self.forms)
        return f"newton for {', '.join(names)}, then {', '.join(ways)}"

    def iterated(self, maker: StateBuilder, q: list[Any]) -> list[Expr]:
        """Fill in the positions of all joints in q and return the statuses."""
        found: dict[int, Expr] = {}
        for form in self.forms:
            found |= form.positions

        def apart(unknown: NewtonUnknowns) -> tuple[list[Expr], list[Expr]]:
            beyond = _continue_beyond_reach(self.forms)
            drives = [(_DriveEquation.of(c, found[c.link]).put(beyond), unknown.q[c.link]) for c in self.drives]
            return [drive.apart(x) for drive, x in drives], [drive.size(x, unknown) for drive, x in drives]

        status = solve_by_newton(maker, q, self.unknown, apart)
        put = Importer(maker.graph, dict(self._known(q)))
        self.unknown.shorten(put)
        reached = [put(x).select(0, OUT_OF_REACH) for form in self.forms for x in form.reach]
        for c in self.drives:
            side = _DriveEquation.of(c, put(found[c.link])).side(q[c.link])
            reached += [side.select(0, OTHER_MODE)] if side is not None else []
        drives = {c.link for c in self.drives}
        for j, position in found.items():
            if j not in drives:
                q[j] = put(position)
        return [status, *((-status).select(x, 0) for x in reached)]

    def _known(self, q: Sequence[Any]) -> Iterator[tuple[str, Expr]]:
        """Yield names and values of the position symbols."""
        for j, symbols in self.unknown.symbols.items():
            if isinstance(q[j], Spin):
                yield from ((str(e.name), x) for e, x in zip(symbols, q[j].quaternion, strict=True))
            else:
                yield str(symbols[0].name), q[j]


def _continue_beyond_reach(forms: Sequence[ClosedFormSolution]) -> Callable[[Expr], Expr]:
    """Continuation of formulas to where a leg is out of reach: -sqrt(-x) for sqrt(x) where x is negative.

    A start near a posture in which a leg is nearly stretched is often beyond its reach; from there steps lead back.
    """
    radicands = [x for form in forms for x in form.reach]
    if not radicands:
        return lambda x: x
    into = Importer(radicands[0].graph)
    for x in radicands:  # in the order in which they were made: roots within roots come first
        inner = into(x)
        root = abs(inner).sqrt()
        into.take(x.sqrt(), inner.select(root, -root))
    return into


@dataclass(frozen=True)
class _DriveEquation:
    """Formula of a drive's position; if it is prismatic with one root: rest + sign * sqrt(radicand)."""

    turns: bool
    formula: Expr
    sign: int = 0
    rest: Expr | None = None
    radicand: Expr | None = None

    @classmethod
    def of(cls, c: Coordinate, formula: Expr) -> _DriveEquation:
        g = formula.graph
        terms, _ = g.linear(formula.id)
        roots = [(i, factor) for i, factor in terms.items() if g.op[i] == SQRT]
        if c.is_rotation or len(roots) != 1 or abs(roots[0][1]) != 1:
            return cls(c.is_rotation, formula)
        ((root, factor),) = roots
        rest = formula - Expr(g, root) * factor
        return cls(c.is_rotation, formula, int(factor), rest, Expr(g, g.args[root][0]))

    def put(self, into: Callable[[Expr], Expr]) -> _DriveEquation:
        """Equation over other expressions."""
        rest, radicand = (None if x is None else into(x) for x in (self.rest, self.radicand))
        return replace(self, formula=into(self.formula), rest=rest, radicand=radicand)

    def apart(self, q: Expr) -> Expr:
        """Residual that vanishes where the formula equals q."""
        if self.turns:
            return self.formula.sin() * q.cos() - self.formula.cos() * q.sin()
        if self.rest is None or self.radicand is None:
            return self.formula - q
        return (q - self.rest) * (q - self.rest) - self.radicand

    def size(self, q: Expr, unknown: NewtonUnknowns) -> Expr:
        """Magnitude of the terms of `apart`, for scaling."""
        if self.turns:
            return q * 0 + 1
        if self.rest is None or self.radicand is None:
            return unknown.sizes([self.formula])[0] + abs(q)
        return (q - self.rest) * (q - self.rest) + abs(self.radicand)

    def side(self, q: Expr) -> Expr | None:
        """Expression that is positive at the wanted solution and negative at another one; None: there is no other."""
        if self.turns:
            return self.formula.cos() * q.cos() + self.formula.sin() * q.sin()
        return None if self.rest is None else (q - self.rest) * self.sign


__all__ = ["Tearing"]
