"""Names of the fields of a robot's parts, and descriptors that convert numbers and texts to expressions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

from linkwright.errors import ExpressionError, RobotError
from linkwright.expr import Expr, Graph, Number, make_symbol, parse_formula

KINDS = ("revolute", "prismatic", "ball", "fixed")
CUTS = (*KINDS, "cylindrical", "universal", "planar", "line")  # kinds of cut joints
WHEELS = ("fixed", "steering", "castor", "swedish", "ball")
GEOMETRY = ("gamma", "b", "alpha", "d", "theta", "r")
INERTIA = ("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M")
WRENCH = ("FX", "FY", "FZ", "CX", "CY", "CZ")
PLACE = ("x", "y", "z", "roll", "pitch", "yaw")
ELASTIC = ("stiffness", "damping", "rest")
JOINT_SCALARS = (*GEOMETRY, "rotor", "viscous", "coulomb", *ELASTIC)
JOINT_STATE = ("velocity", "acceleration", "effort")
BASE_MOTION = ("angular_velocity", "angular_acceleration", "velocity", "acceleration")
IDENTITY = (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)

Given = Expr | Number | str


def scalar(value: Given) -> Expr:
    """Convert a number, a formula's text or an expression to an expression (of a graph of its own)."""
    if isinstance(value, Expr):
        return value
    if isinstance(value, str):
        if value.isidentifier() and value.isascii() and value.lower() != "pi":  # a plain name, the usual case
            return make_symbol(Graph(), value)
        return parse_formula(value)
    if isinstance(value, bool):
        raise ExpressionError(f"{value} is not a number")
    graph = Graph()
    return Expr(graph, graph.const(value))


def _read_scalar(value: Given, *cell: str | int) -> Expr:
    """Return the scalar of a field; errors name the cell."""
    try:
        return scalar(value)
    except ExpressionError as problem:
        raise problem.at("", 0, cell) from None


class Formula:
    """Descriptor of one scalar: assigned as a number, a text or an expression, read as an expression.

    It has no `__get__`, so that reading is a plain attribute access; the descriptor itself stands for the default.
    """

    def __init__(self, default: Number = 0) -> None:
        self.default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    if TYPE_CHECKING:

        def __get__(self, part: object, owner: type) -> Expr: ...

    def __set__(self, part: object, value: Given | Formula) -> None:
        if isinstance(value, Formula):
            value = self.default
        part.__dict__[self.name] = value if type(value) is Expr else _read_scalar(value, self.name)


class OptionalFormula:
    """Descriptor of a scalar that may be absent (None)."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, part: object | None, owner: type) -> Expr | None:
        return None if part is None else part.__dict__[self.name]

    def __set__(self, part: object, value: Given | None) -> None:
        part.__dict__[self.name] = None if value is None else _read_scalar(value, self.name)


class Formulas:
    """Descriptor of a vector or matrix of scalars of fixed size."""

    def __init__(self, *default: Number | str) -> None:
        self.default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self.owner, self.name = owner.__name__.lower(), name

    @overload
    def __get__(self, part: None, owner: type) -> tuple[Number | str, ...]: ...
    @overload
    def __get__(self, part: object, owner: type) -> tuple[Expr, ...]: ...
    def __get__(self, part: object | None, owner: type) -> Any:
        return self.default if part is None else part.__dict__[self.name]

    def __set__(self, part: object, values: Sequence[Given]) -> None:
        if len(values) != len(self.default):
            what = f"{self.owner} {self.name} has {len(values)} values, {len(self.default)} needed"
            raise RobotError(what, cell=(self.name,))
        part.__dict__[self.name] = tuple(_read_scalar(v, self.name, k) for k, v in enumerate(values, 1))
