"""Floats as code: what is evaluated often is run, with the digits that reading the graph gives."""

import gc
import math
import random
import threading

import pytest

import linkwright as lw
from linkwright.expr import Expr, Function, Graph, Port, make_symbol
from linkwright.expr.kernels.signed_solve import signed_solve_kernel
from linkwright.expr.replay import FLOAT, evaluate
from linkwright.expr.straight import EVALUATIONS_BEFORE_CODEGEN, StraightEvaluator
from linkwright.memory import GC_THRESHOLD, relaxed_gc
from tests.support.target_functions import every_operation


def read(fn: Function, *arrays: list[float]) -> list[list[float]]:
    """The outputs by reading the graph."""
    leaves = {i: x for port, array in zip(fn.inputs, arrays, strict=True) for i, x in zip(port.elements, array)}
    values = evaluate(fn.graph, fn.nodes, FLOAT, leaves)
    return [[float(values[i]) for i in port.elements] for port in fn.outputs]


def test_code_has_the_digits_of_the_graph():
    fn = every_operation()
    draw = random.Random(1)
    for _ in range(3 * EVALUATIONS_BEFORE_CODEGEN):
        arrays = [[draw.uniform(0.2, 0.9) for _ in range(port.size)] for port in fn.inputs]
        assert fn.floats(*arrays) == read(fn, *arrays)


def quotient_and_root() -> tuple[StraightEvaluator, Function]:
    g = Graph()
    x, y = (make_symbol(g, name, "variable") for name in "xy")
    outputs = [x / y, x.sqrt()]
    fn = Function("f", g, (Port("p", (2,), (x.id, y.id)),), (Port("out", (2,), tuple(e.id for e in outputs)),))
    return StraightEvaluator(g, fn.nodes, [(x.id, y.id)], [fn.outputs[0].elements]), fn


def test_without_a_value_there_is_an_infinity_or_no_number_before_and_after():
    run, _ = quotient_and_root()
    for _ in range(2 * EVALUATIONS_BEFORE_CODEGEN):
        ((quotient, root),) = run([-2.0, 0.0])
        assert quotient == -math.inf
        assert math.isnan(root)
    assert run([9.0, 2.0]) == [[4.5, 3.0]]


def test_a_kernel_solves_as_often_as_it_is_asked():
    kernel, draw = signed_solve_kernel(4), random.Random(2)
    for _ in range(2 * EVALUATIONS_BEFORE_CODEGEN):
        A = [[draw.uniform(-1, 1) for _ in range(4)] for _ in range(4)]
        x = [draw.uniform(-1, 1) for _ in range(4)]
        b = [sum(a * c for a, c in zip(row, x, strict=True)) for row in A]
        *found, status, _ = kernel.code([*(a for row in A for a in row), *b])
        assert status == 0
        assert found == pytest.approx(x, abs=1e-9)


# -- memory -----------------------------------------------------------------------------------------------------------


def test_garbage_is_looked_for_as_before_when_all_are_done():
    before = gc.get_threshold()
    try:
        gc.set_threshold(700, 10, 10)
        inside, done = threading.Event(), threading.Event()

        def other() -> None:
            with relaxed_gc():
                inside.set()
                done.wait(10)

        thread = threading.Thread(target=other)
        with relaxed_gc():
            thread.start()
            inside.wait(10)
            assert gc.get_threshold()[0] == GC_THRESHOLD
        assert gc.get_threshold()[0] == GC_THRESHOLD  # the other one is at work
        done.set()
        thread.join()
        assert gc.get_threshold() == (700, 10, 10)
        lw.model(lw.load("planar(1)"), "inverse_dynamics")
        assert gc.get_threshold() == (700, 10, 10)
        gc.set_threshold(0, 10, 10)
        with relaxed_gc():
            assert gc.get_threshold()[0] == 0
    finally:
        gc.set_threshold(*before)


def test_what_iterations_evaluate_is_optimized_and_the_kernel_is_the_same():
    """By its key, so that what is proved of one holds for the other."""
    robot = lw.load("p3rpr").with_numbers()
    plain, short = (lw.model(robot, "direct_geometry", optimize=x) for x in (False, True))
    kernels = [{v for v in fn.graph.value if type(v).__name__ == "Kernel" and v.start} for fn in (plain, short)]
    assert kernels[0] == kernels[1]
    (one,), (two,) = kernels
    turns = [sum(kernel.operations_per_iteration.values()) for kernel in (one, two)]
    assert turns[1] <= turns[0]
    assert isinstance(plain.output("status")[0], Expr)
