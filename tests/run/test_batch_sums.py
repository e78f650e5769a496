"""Sums as batches on AVX-512 want them: the same values, fewer products, what is ready first at first."""

import numpy as np
import pytest

from linkwright.expr import Function, Graph, Port, make_symbol
from linkwright.expr import ops as o
from linkwright.program import CodeBlock, plan
from linkwright.run.sums import MIN_LONG_SUM, rewrite_sums
from tests.support.run_cases import random_function, replayed, states


def matrix_times_vector(rows: list[list[float]]) -> Function:
    g = Graph()
    x = [make_symbol(g, f"x{k}", "variable") for k in range(len(rows[0]))]
    y = [sum((a * v for a, v in zip(row, x, strict=True)), start=make_symbol(g, "s", "variable")) for row in rows]
    inputs = (Port("x", (len(x),), tuple(e.id for e in x)), Port("s", (), (g.symbols()["s"],)))
    return Function("product", g, inputs, (Port("y", (len(y),), tuple(e.id for e in y)),))


def count(block: CodeBlock, op: int) -> int:
    return sum(block.graph.op[i] == op for stage in block.stages for i in stage.nodes)


def rewritten(fn: Function) -> tuple[CodeBlock, Function]:
    """The block, whose operations follow what they use, and its graph as a function again."""
    block = rewrite_sums(plan(fn).main)
    place = {i: k for k, i in enumerate(i for stage in block.stages for i in stage.nodes)}
    assert all(place.get(a, -1) < k for i, k in place.items() for a in block.graph.args[i])
    ports = tuple(Port(p.name, p.shape, ids) for p, ids in zip(fn.outputs, block.outputs, strict=True))
    return block, Function(fn.name, block.graph, fn.inputs, ports)


def check_same(fn: Function, after: Function) -> None:
    x = states(fn, (20,))
    expected, actual = replayed(fn, x, {}), replayed(after, x, {})
    for name, value in (expected if isinstance(expected, dict) else {"": expected}).items():
        other = actual[name] if isinstance(actual, dict) else actual
        np.testing.assert_allclose(other, value, rtol=0, atol=1e-14 * max(1, np.abs(value).max()))


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(("n", "products"), [(2, 3), (3, 6), (4, 10)])
def test_symmetric_matrix_has_a_product_for_each_number(n, products, sign):
    """n (n + 1)/2 products instead of n^2, at most n (n - 1)/2 sums more; also where signs differ off the diagonal."""
    rows = [[0.5 + 0.25 * min(i, j) + 0.03 * max(i, j) for j in range(n)] for i in range(n)]
    for i in range(n):
        rows[i][i] += 5
        rows[i][:i] = [sign * a for a in rows[i][:i]]
    fn = matrix_times_vector(rows)
    before, (block, after) = plan(fn).main, rewritten(fn)
    assert count(before, o.MUL) == n * n
    assert count(block, o.MUL) == products
    sums = [sum(count(b, op) for op in (o.ADD, o.SUB)) for b in (before, block)]
    assert sums[1] - sums[0] <= n * (n - 1) // 2
    check_same(fn, after)


@pytest.mark.parametrize("rows", [[[0.5, 3.0], [0.25, 2.0]], [[2.0, 0.5], [0.75, 3.0]], [[0.75, 2.0], [0.5, 0.75]]])
def test_other_numbers_stay_as_they_are(rows):
    """Without a number that both sums have, or with one so large that its products would be rounded in vain."""
    assert count(rewritten(matrix_times_vector(rows))[0], o.MUL) == 4


def test_long_sums_end_with_what_is_ready_last():
    g = Graph()
    x = [make_symbol(g, f"x{k}", "variable") for k in range(MIN_LONG_SUM)]
    others = [make_symbol(g, f"y{k}", "variable") for k in range(MIN_LONG_SUM)]
    late = ((x[0] * x[1] + 1) * x[2] + 1).sqrt()
    total = late * x[3]
    for a, b in zip(x[1:], others[1:], strict=True):
        total = total - a * b
    ids = tuple(e.id for e in (*x, *others))
    fn = Function("total", g, (Port("x", (len(ids),), ids),), (Port("y", (), (total.id,)),))
    block, after = rewritten(fn)
    last = block.outputs[0][0]
    assert any(late.id in block.graph.args[a] for a in block.graph.args[last])
    check_same(fn, after)


@pytest.mark.parametrize("seed", range(12))
def test_values_are_the_same(seed):
    fn = random_function(seed, 200)
    check_same(fn, rewritten(fn)[1])
