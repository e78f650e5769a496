"""No posture is lost: laws of sets of postures, and of the programs that find them.

Sides: what is known of such sets without solving anything (the flip of three axes that meet, the even number of
postures of joints that turn), and the direct model.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.expr import Expr, Function, Graph, Port
from linkwright.models.inverse_geometry.chain_screws import JointScrew
from linkwright.models.inverse_geometry.inverse_geometry import problem_of
from linkwright.models.inverse_geometry.kernels.solution_kernel import solve_postures
from linkwright.models.inverse_geometry.problem import Problem
from tests.models.inverse_geometry.test_inverse_geometry import (
    Draw,
    apart,
    chain,
    nearly_singular,
    pose,
    postures,
    solver,
    unit,
)
from tests.support.some import some

X, Y, Z = np.eye(3)
O = np.zeros(3)


def turn(h: Any, c: Any = O) -> JointScrew:
    return JointScrew(True, unit(np.asarray(h, dtype=float)), np.asarray(c, dtype=float))


def slide(h: Any) -> JointScrew:
    return JointScrew(False, np.asarray(h, dtype=float), O)


def noisy(name: str, noise: float) -> list[JointScrew]:
    rng = np.random.default_rng(1)
    ideal = problem_of(lw.load(name), 6, "auto", None).chain.screws
    return [turn(s.h + noise * rng.standard_normal(3), s.c + noise * rng.standard_normal(3)) for s in ideal]


# -- three axes that meet ----------------------------------------------------------------------------------------------

ELBOW = [1.3, -0.2, 0.0]
MEETING = {  # screws, and the first of the three at right angles that meet
    "a sphere, a slide and a cross": ([turn(Z), turn(-Y), turn(-Z), slide(-Z), turn([0.67, 0.74, 0], ELBOW),
                                       turn(Z, ELBOW)], 0),
    "a cross, a slide and a sphere": ([turn(Z), turn(-Y), slide(-Z), turn(-Z), turn(Y), turn(Z)], 3),
}  # fmt: skip


def flipped(q: Any, first: int) -> Any:
    """The same orientation: half a turn about the outer axes, and back about the middle one."""
    x = np.array(q)
    x[first] += np.pi
    x[first + 1] *= -1
    x[first + 2] += np.pi
    return x


@pytest.mark.parametrize("kind", some(MEETING, "a sphere, a slide and a cross"))
def test_where_three_axes_meet_at_right_angles_each_posture_is_there_with_its_flip(kind: str):
    """Several postures share every joint that elimination can hide: a root leads to more postures than its share, or
    is next to roots that lead to none (the slide is near 0)."""
    screws, first = MEETING[kind]
    c = chain(screws)
    problem = Problem(c)
    assert problem.form is None
    go = solver(problem)
    rng = np.random.default_rng(1)
    q = rng.uniform(-np.pi, np.pi, (1500, 6))
    q[:, next(k for k, s in enumerate(screws) if not s.is_revolute)] = rng.uniform(-0.05, 0.05, 1500)
    for x in q[1290:1350]:
        T = pose(c, x)
        found = postures(go, T)
        assert min(apart(c, x, y) for y in found) < 1e-5
        for y in found:
            np.testing.assert_allclose(pose(c, y), T, atol=1e-9)
            assert min(apart(c, flipped(y, first), z) for z in found) < 1e-5


# -- joints that turn --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "noise"), some([("rx90", 1e-3), ("puma560", 1e-3), ("ur5", 1e-3), ("rx90", 1e-4)], ("ur5", 1e-3))
)
def test_postures_of_turning_joints_are_even_in_number_where_a_wrist_is_nearly_straight(name: str, noise: float):
    """Real roots of a polynomial of even degree. Singular postures, which are two in one, aside."""
    c = chain(noisy(name, noise))
    go = solver(Problem(c))
    rng = np.random.default_rng(1)
    q = rng.uniform(-np.pi, np.pi, (1500, 6))
    q[:, 4] = rng.uniform(-10, 10, 1500) * noise
    odd = [k for k, x in enumerate(q[:300]) if len(postures(go, pose(c, x))) % 2]
    assert not odd


# -- formulations ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [*MEETING, "puma560", "six turn"])
def test_the_second_formulation_is_about_another_joint_and_hides_another(kind: str):
    """What the first cannot see, the second can."""
    screws = MEETING[kind][0] if kind in MEETING else Draw(4).turns(6) if kind == "six turn" else noisy(kind, 1e-5)
    one, other = (x.formulation for x in Problem(chain(screws)).eliminations)
    assert one.last != other.last
    assert one.three[one.hidden] != other.three[other.hidden]


# -- programs ----------------------------------------------------------------------------------------------------------

PROGRAMS = {
    "closed form": lambda: noisy("rx90", 0.0),
    "nearly of a class": lambda: noisy("puma560", 1e-7),
    "elimination": lambda: noisy("puma560", 1e-5),
    "slides": lambda: MEETING["a sphere, a slide and a cross"][0],
}


class Unset(list[Any]):
    """Numbers of a program's own array before they are written: nothing can be made of None."""

    def __init__(self, n: int) -> None:
        super().__init__([None] * n)


@pytest.mark.parametrize("kind", some(PROGRAMS, "closed form", "elimination", "slides"))
def test_programs_write_their_arrays_before_they_read_them(kind: str, monkeypatch: pytest.MonkeyPatch):
    """`zeros` is what memory holds in emitted code."""
    c = chain(PROGRAMS[kind]())
    problem = Problem(c)
    run = function(problem)
    folder = "linkwright.models.inverse_geometry"
    programs = [m for name, m in [*sys.modules.items()] if name.startswith(folder) and hasattr(m, "zeros")]
    assert len(programs) > 3
    for module in programs:
        monkeypatch.setattr(module, "zeros", Unset)
    rng = np.random.default_rng(3)
    q = rng.uniform(-np.pi, np.pi, (3, 6))
    if all(s.is_revolute for s in c.screws):
        q = np.concatenate([q, nearly_singular(c.scaled, rng, 30)])
    for x in q:
        run.floats(pose(c, x).ravel().tolist())


def function(problem: Problem) -> Function:
    g = Graph()
    T = [Expr(g, g.symbol(f"T{k}", "variable")) for k in range(16)]
    found = solve_postures(problem, T)

    def port(name: str, items: Sequence[Expr]) -> Port:
        return Port(name, (len(items),), tuple(e.id for e in items))

    outputs = port("q", [e for row in found.q for e in row]), port("flags", found.flags), port("free", found.free)
    return Function("postures", g, (port("T", T),), outputs)
