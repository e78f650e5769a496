"""Results of an algorithm, and names of its intermediate quantities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from linkwright.expr import Expr, Quantity
from linkwright.robot import Coordinate
from linkwright.spatial import Mat3, Scalar, Vec3


class Quantities:
    """Names of nodes of a computation: noted by the algorithm, used by the printers."""

    def __init__(self, names: Mapping[int, Quantity] | None = None) -> None:
        self.names = dict(names or {})

    def note(self, symbol: str, j: int, value: Vec3 | Mat3 | Scalar) -> None:
        """Name a value after its symbol (w, F, ...) and its link j; an earlier name of a node stays."""
        if isinstance(value, Vec3):
            for axis, x in zip("xyz", value, strict=True):
                self._set(Quantity(symbol, j, axis), x)
        elif isinstance(value, Mat3):
            for r in range(3):
                for c in range(3):
                    self._set(Quantity(symbol, j, f"{'xyz'[r]}{'xyz'[c]}"), value[r, c])
        else:
            self._set(Quantity(symbol, j), value)

    def _set(self, name: Quantity, value: Scalar) -> None:
        if isinstance(value, Expr) and value.graph.args[value.id]:
            self.names.setdefault(value.id, name)


@dataclass(frozen=True)
class Result:
    """A named output: values row by row.

    `of`: the coordinates, if it has one value for each of them; `names`: names of the elements after their joints, if
    it has not; `scale`: reference for rounding errors, if the size of the values is none.
    """

    name: str
    values: Sequence[Scalar]
    shape: tuple[int, ...]
    doc: str
    labels: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    of: tuple[Coordinate, ...] = ()
    kind: Literal["real", "integer"] = "real"
    scale: float = 0.0
    names: tuple[str, ...] = ()


def named(name: str, values: Sequence[Any], doc: str, labels: Sequence[str] = (), units: Sequence[str] = ()) -> Result:
    """Return a vector, or a matrix given as rows, as a result."""
    if values and isinstance(values[0], list | tuple):
        flat = [x for row in values for x in row]
        return Result(name, flat, (len(values), len(values[0])), doc, tuple(labels), tuple(units))
    return Result(name, values, (len(values),), doc, tuple(labels), tuple(units))


def of_coordinates(name: str, values: Mapping[Coordinate, Scalar], doc: str, kind: str, symbol: str = "") -> Result:
    """Return a value per coordinate as a result, in the units of `kind` (qd, qdd, tau), labelled `symbol` or `name`."""
    of = tuple(values)
    labels, units = tuple((symbol or name) + c.suffix for c in of), tuple(c.unit(kind) for c in of)
    return Result(name, list(values.values()), (len(of),), doc, labels, units, of)


BASE_DOCS = {
    "qdd": "acceleration of the base in its own frame: of its origin (classical: not the derivative of the components "
    "of its velocity, which is w x v less), angular",
    "tau": "wrench on the base in its own frame: force, moment about its origin",
}


def of_base(name: str, values: Mapping[Coordinate, Scalar], kind: str) -> Result:
    """Return the acceleration of the base (`kind` qdd) or the wrench on it (tau) as a result, in the base frame."""
    letters = {"qdd": ("vd0", "wd0"), "tau": ("f0", "n0")}[kind]
    labels = tuple(f"{letters[c.is_rotation]}{c.component[1]}" for c in values)
    units = tuple(c.unit(kind) for c in values)
    return Result(name, list(values.values()), (len(values),), BASE_DOCS[kind], labels, units)


__all__ = ["Quantities", "Result", "named", "of_base", "of_coordinates"]
