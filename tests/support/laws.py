"""Outputs of several models in one graph, so that laws between them can be written down and proven."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwright.expr import Expr, Function, Graph, Importer, make_symbol, prove_equal
from linkwright.models import function
from linkwright.robot import Robot
from tests.support.strategies import numbers_for, state_for

Matrix = list[list[Any]]


class Laws:
    """The models of one robot in one graph."""

    def __init__(self, robot: Robot) -> None:
        self.robot, self.graph = robot, Graph()
        self.into = Importer(self.graph)

    def matrix(self, model: str, output: str = "", **options: Any) -> Matrix:
        """An output as rows."""
        fn = function(self.robot, model, options)
        port = next(p for p in fn.outputs if p.name == output or not output)
        flat = [self.into(Expr(fn.graph, i)) for i in port.elements]
        width = port.shape[-1]
        return [flat[k : k + width] for k in range(0, len(flat), width)]

    def vector(self, model: str, output: str = "", **options: Any) -> list[Any]:
        return [x for row in self.matrix(model, output, **options) for x in row]

    def vector_of(self, model: str, output: str, **options: Any) -> list[Any]:
        """An output of any shape, flat."""
        fn = function(self.robot, model, options)
        return [self.into(e) for e in fn.output(output)]

    def state(self, kind: str) -> list[Expr]:
        """The symbols of q, qd or qdd, under the names that the models give them (a parameter may be called qd1)."""
        port = next(p for p in function(self.robot, "accelerations").inputs if p.name == kind)
        return [make_symbol(self.graph, name, "variable") for name in port.labels]

    def lift(self, values: Any) -> list[Expr]:
        flat = [x for row in values for x in row] if values and isinstance(values[0], list) else values
        return [x if isinstance(x, Expr) else Expr(self.graph, self.graph.const(x)) for x in flat]

    def assert_equal(self, left: Any, right: Any) -> None:
        proof = prove_equal(self.lift(left), self.lift(right))
        assert proof, f"entry {proof.difference} differs for {self.robot.tables()['joints']}"


def times(a: Matrix, b: Matrix) -> Matrix:
    """The matrix product."""
    return [[_sum(x * y for x, y in zip(row, column, strict=True)) for column in zip(*b, strict=True)] for row in a]


def apply(a: Matrix, x: Sequence[Any]) -> list[Any]:
    return [row[0] for row in times(a, [[v] for v in x])]


def transposed(a: Matrix) -> Matrix:
    return [list(row) for row in zip(*a, strict=True)]


def cross(a: Sequence[Any], b: Sequence[Any]) -> list[Any]:
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def _sum(terms: Any) -> Any:
    total = 0
    for t in terms:
        total = total + t
    return total


def arguments(fn: Function, robot: Robot, seed: int = 0, state: Any = None, numbers: Any = None) -> dict[str, Any]:
    """Numbers for every input of a function."""
    numbers = {**numbers_for(robot, seed), **robot.numbers, **(numbers or {})}
    q, qd, qdd = state or state_for(robot, seed)
    values: dict[str, Any] = {"q": q, "qd": qd, "qdd": qdd}
    given: dict[str, Any] = {}
    for port in fn.inputs:
        if port.name == "external":
            given[port.name] = [numbers[label] for label in port.labels]
        elif port.role == "parameter":
            given[port.name] = {label: numbers[label] for label in port.labels}
        else:
            given[port.name] = values[port.name]
    return given


def evaluate(robot: Robot, model: str, seed: int = 0, state: Any = None, numbers: Any = None, **options: Any) -> Any:
    """The outputs of a model at a state, as arrays."""
    fn = function(robot, model, options)
    result = fn(**arguments(fn, robot, seed, state, numbers))
    return {k: np.asarray(v) for k, v in result.items()} if isinstance(result, dict) else np.asarray(result)
