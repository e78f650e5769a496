"""Where joints are singular, arms that only elimination solves have their postures, too: each once, and none is denied.

Sides: the posture that a pose is made of, and the direct model.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.expr import Expr, Function, Graph, Port
from linkwright.models.inverse_geometry.chain_screws import JointScrew, ScrewChain
from linkwright.models.inverse_geometry.kernels.solution_kernel import solve_postures
from linkwright.models.inverse_geometry.problem import Problem
from tests.models.inverse_geometry.test_inverse_geometry import Draw, apart, chain, pose, postures, slopes, solver
from tests.support.some import some

X, Y, Z = np.eye(3)


def turn(h: Any, *c: float) -> JointScrew:
    return JointScrew(True, np.asarray(h, dtype=float), np.array(c))


def slide(h: Any) -> JointScrew:
    return JointScrew(False, np.asarray(h, dtype=float), np.zeros(3))


PAIRS = [  # three pairs of parallel axes, no two of which meet
    turn(Z, 0, 0, 0), turn(Z, 0.97, 0, 0.16), turn(-Y, 1.32, 0, 1.04), turn(-Y, 2.23, -0.84, 1.04),
    turn(-Z, 2.65, -1.75, 1.04), turn(-Z, 3.03, -1.75, 0.89),
]  # fmt: skip
SQUARE = {  # axes at right angles, and none through another
    "six turn": PAIRS,
    "one slides": [turn(Z, 0, 0, 0), turn(X, 0, 0.3, 0.5), slide(Y), turn(Y, 0.2, 0.1, 0.7), turn(X, 0.1, 0.4, 0.9),
                   turn(Z, 0.3, 0.6, 0.2)],
    "two slide": [turn(Z, 0, 0, 0.27), turn(-Y, 0, 0, 0.27), turn(-Y, 0.98, -0.44, 0.27), slide(-Z), slide(Y),
                  turn(X, 3.12, -0.44, -0.15)],
}  # fmt: skip


def double(c: ScrewChain, rng: Any, many: int) -> list[Any]:
    """Postures at which the determinant of the Jacobian changes its sign."""
    found: list[Any] = []
    while len(found) < many:
        q = np.repeat(rng.uniform(-np.pi, np.pi, (1, 6)), 40, axis=0)
        joint = rng.integers(1, 5)
        q[:, joint] = np.linspace(-3, 3, 40)
        size = slopes(c.screws, q)
        changes = np.nonzero(size[1:] * size[:-1] < 0)[0]
        if not len(changes):
            continue
        low, high = q[changes[0]], q[changes[0] + 1]
        for _ in range(60):
            middle = (low + high) / 2
            same = slopes(c.screws, middle[None])[0] * size[changes[0]] > 0
            low, high = (middle, high) if same else (low, middle)
        found.append(low)
    return found


@pytest.mark.parametrize("seed", some([4, 5], 4))
def test_a_double_posture_is_one_row(seed: int):
    c = chain(Draw(seed).turns(6))
    go = solver(Problem(c))
    for q in double(c, np.random.default_rng(seed), 30):
        near = [x for x in postures(go, pose(c, q)) if apart(c, x, q) < 1e-2]
        assert len(near) == 1
        assert apart(c, near[0], q) < 1e-5


@pytest.mark.parametrize("folded", [0.0, np.pi])
def test_where_four_axes_are_parallel_one_row_stands_for_each_curve(folded: float):
    """Then four joints move like those of a four-bar, and the two between them stand still."""
    c = chain(PAIRS)
    go = solver(Problem(c))
    rng = np.random.default_rng(2)
    for q in rng.uniform(-np.pi, np.pi, (60, 6)):
        q[3] = folded - q[2]
        T = pose(c, q)
        found = postures(go, T)
        between = [np.exp(1j * x[2:4]) for x in found]
        assert sum(np.abs(x - np.exp(1j * q[2:4])).max() < 1e-5 for x in between) == 1
        for x in found:
            np.testing.assert_allclose(pose(c, x), T, atol=1e-9)


@pytest.mark.parametrize("kind", some(SQUARE, "one slides"))
def test_no_pose_of_joints_at_right_angles_is_denied(kind: str):
    c = chain(SQUARE[kind])
    problem = Problem(c)
    assert problem.form is None
    go = solver(problem)
    rng = np.random.default_rng(3)
    for q in rng.integers(-2, 3, (60, 6)) * np.array([np.pi / 2 if s.is_revolute else 0.25 for s in c.screws]):
        T = pose(c, q)
        found = postures(go, T)
        assert len(found)
        for x in found:
            np.testing.assert_allclose(pose(c, x), T, atol=1e-8)


def test_what_iteration_has_found_says_so_and_nothing_else_does():
    """Equations find all that is regular; where four axes are parallel they mostly find nothing."""
    c = chain(PAIRS)
    g = Graph()
    T = [Expr(g, g.symbol(f"T{k}", "variable")) for k in range(16)]
    found = solve_postures(Problem(c), T)
    flags = Port("flags", (len(found.flags),), tuple(e.id for e in found.flags), kind="integer")
    count = Port("count", (), (found.count.id,), kind="integer")
    go = lw.compile(Function("postures", g, (Port("T", (4, 4), tuple(e.id for e in T)),), (flags, count)))
    rng = np.random.default_rng(4)
    sought = 0
    for q in rng.uniform(-np.pi, np.pi, (20, 6)):
        made = go(T=pose(c, q))
        assert not np.any(made["flags"])
        q[3] = -q[2]
        made = go(T=pose(c, q))
        told = made["flags"][: int(made["count"])]
        assert np.all(told & 1)  # singular
        sought += bool(np.any(told & 16))
        assert not np.any(made["flags"][int(made["count"]) :])
    assert sought > 10


@pytest.mark.parametrize("kind", some(SQUARE, "six turn"))
def test_python_has_these_postures_too(kind: str):
    """It has no infinity for what is divided by zero."""
    problem = Problem(chain(SQUARE[kind]))
    g = Graph()
    T = [Expr(g, g.symbol(f"T{k}", "variable")) for k in range(16)]
    count = Port("count", (), (solve_postures(problem, T).count.id,), kind="integer")
    fn = Function("postures", g, (Port("T", (4, 4), tuple(e.id for e in T)),), (count,))
    space: dict[str, Any] = {}
    exec(lw.emit(fn, "python")["postures.py"], space)
    for q in np.array([[0, 0, 0, 0, 0, 0], [1, -1, 2, 0, 1, 1], [0, 1, 0, -1, 0, 2]]) * np.pi / 2:
        assert int(space["postures"](pose(problem.chain, q))) > 0
