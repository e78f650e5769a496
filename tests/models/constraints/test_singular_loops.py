"""Which status it is: at singular positions of robots with loops, beside them, and beyond their reach.

Positions are found with NumPy (`fuzz.singular_loops`): nothing of the models is in them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from fuzz.singular_loops import Mechanism, Path

import linkwright as lw
from linkwright import Robot
from linkwright.expr import Expr, Function, Graph, Port
from linkwright.expr.kernels.signed_solve import signed_solve_kernel
from linkwright.expr.kernels.solve import solve_kernel, solve_many
from linkwright.models.algebra import block_triangular
from linkwright.models.algebra.block_triangular import SINGULARITY_TOLERANCE, DiagonalBlock
from linkwright.models.constraints.constraint_system import PRIME_FIELD, ConstraintSystem, Partition, RegularityMargins
from linkwright.models.constraints.loop_equations import LoopEquations
from linkwright.models.constraints.two_stage_constraints import TwoStageConstraints
from linkwright.models.dynamics.constrained import reaction_wrenches
from linkwright.models.dynamics.constrained.projection import distribute_to_drives
from linkwright.verification import loop_forces, loop_status, loops
from linkwright.verification.law import Law
from linkwright.verification.laws import laws
from tests.support.mechanisms import builtin, chain
from tests.support.some import some

SOLVED, SINGULAR, NOT_CONVERGED, OUT_OF_REACH = range(4)


@cache
def function(name: str, model: str, independent: str) -> tuple[lw.Function, Any]:
    made = lw.model(builtin(name), model, independent=independent)
    return made, lw.compile(made)


def result(name: str, model: str, independent: str, q: list[np.ndarray]) -> dict[str, np.ndarray]:
    made, run = function(name, model, independent)
    mechanism = Mechanism(builtin(name))
    state = {p.name: mechanism.values(q, p.labels) if p.name in ("q", "q_start") else np.full(p.size, 0.3)
             for p in made.inputs}  # fmt: skip
    return dict(run(**state))


@cache
def way(name: str, seed: int = 0) -> tuple[Path, float]:
    """To the first position at which the drives do not determine the other joints."""
    mechanism = Mechanism(builtin(name))
    drives = [k for k, j in enumerate(mechanism.freedoms) if mechanism.tree.joint(j).actuated]
    rng = np.random.default_rng(seed)
    q = mechanism.closed(mechanism.start)
    for _ in range(10):
        assert q is not None
        direction = mechanism.null(q, len(drives)) @ rng.normal(size=len(drives))
        path: Path | None = Path(mechanism, len(drives), q, direction / np.linalg.norm(direction))
        for _ in range(50):
            length = path.root(drives) if path else None
            if path is None or length is not None:
                break
            path = path.next()
        if path and length is not None:
            return path, length
    raise AssertionError("no singular position was found")


PLANAR = ("hybrid_leg", "p3rrr", "p3rpr")
PARALLEL = ("gough_stewart", *PLANAR)
MODELS = {"platform": ("inverse_dynamics", "link_wrenches"), "driven": ("inverse_dynamics", "gravity_vector")}


@pytest.mark.parametrize("name", some(PARALLEL, "p3rpr", "hybrid_leg"))
def test_where_drives_do_not_hold_the_platform_the_status_is_singular(name: str):
    """At the position, 1e-9 and 1e-6 beside it: in radians and lengths of the robot."""
    path, length = way(name)
    for beside in (0.0, 1e-9, -1e-9, 1e-6, -1e-6):
        q = path.at(length + beside)
        assert q is not None
        for independent, models in MODELS.items():
            for model in models[: 2 if name in PLANAR else 1]:  # six legs take long to derive
                found = result(name, model, independent, q)
                assert found.pop("status") == SINGULAR, (independent, model, beside)
                assert all(np.isnan(x).all() for x in found.values())


@pytest.mark.parametrize("name", PARALLEL)
def test_before_and_behind_a_singular_position_there_are_numbers(name: str):
    path, length = way(name)
    for beside in (-0.02, 0.02):
        q = path.at(length + beside)
        assert q is not None
        found = result(name, "inverse_dynamics", "platform", q)
        assert found.pop("status") == SOLVED
        assert all(np.isfinite(x).all() for x in found.values())


def test_a_leg_without_length_is_singular_whichever_way_it_points():
    """3-RPR: a joint of the platform on that of the base, exactly and beside it. The leg has no direction there."""
    robot = lw.load("p3rpr")
    made = lw.model(robot, "inverse_dynamics", independent="platform")
    run = lw.compile(made)
    assert made.parameters
    rng = np.random.default_rng(3)
    for _ in range(1000):
        leg, turn, beside = rng.integers(1, 4), rng.uniform(-3, 3), rng.choice([0, 1e-17, 1e-15, 1e-12, 1e-9, 1e-6])
        numbers = {**robot.numbers, "rb": rng.uniform(0.1, 2), "rp": rng.uniform(0.05, 1)}
        at = [numbers[f"b{leg}"], turn + numbers[f"a{leg}"]]
        x, y = np.array([np.cos(at), np.sin(at)]) @ [numbers["rb"], -numbers["rp"]] + beside * rng.normal(size=2)
        parameters = [numbers[label] for label in made.parameters.labels]
        tau, status = run(q=[x, y, turn], qd=np.ones(3), qdd=np.ones(3), parameters=parameters).values()
        assert status == SINGULAR
        assert np.isnan(tau).all()


def test_gough_platform_turned_by_a_quarter_is_singular():
    """Fichter (1986): wherever the platform is, if it is parallel to the base."""
    for angle in (np.pi / 2, -np.pi / 2):
        for height in (0.4, 0.7):
            q = [0.02, -0.03, height, np.cos(angle / 2), 0, 0, np.sin(angle / 2)]
            found = function("gough_stewart", "inverse_dynamics", "platform")[1](q=q, qd=[0.1] * 6, qdd=[0.2] * 6)
            assert found["status"] == SINGULAR


def stretched_leg(beyond: float) -> np.ndarray:
    """p3rrr with its platform where the first leg is as long as it can be, and so much further."""
    n = builtin("p3rrr")
    numbers = lw.load("p3rrr").numbers
    base = numbers["rb"] * np.array([np.cos(numbers["b1"]), np.sin(numbers["b1"])])
    arm = numbers["rp"] * np.array([np.cos(numbers["a1"]), np.sin(numbers["a1"])])
    assert n.loops
    away = -base / np.linalg.norm(base)
    return np.array([*(base + away * (numbers["L1"] + numbers["L2"] + beyond) - arm), 0.0])


@pytest.mark.parametrize("beyond", [1e-10, 1e-8, 1e-6, 1e-4, 1e-3])
def test_beyond_the_reach_of_a_leg_the_status_is_out_of_reach(beyond: float):
    for model in ("inverse_dynamics", "joint_positions"):
        made, run = function("p3rrr", model, "platform")
        state = {p.name: np.full(p.size, 0.3) for p in made.inputs} | {"q": stretched_leg(beyond)}
        assert run(**state)["status"] == OUT_OF_REACH


def test_drives_that_no_platform_fits_are_not_converged():
    made, run = function("gough_stewart", "inverse_dynamics", "driven")
    state = {p.name: np.array(p.samples) if p.name == "q_start" else np.full(p.size, 0.1) for p in made.inputs}
    assert run(**state)["status"] == NOT_CONVERGED


@pytest.mark.parametrize("size", some([1e-6, 1e-3, 1e3, 1e6], 1e-6, 1e3))
@pytest.mark.parametrize("name", ["gough_stewart", "p3rpr", "slider_crank"])
def test_the_status_does_not_depend_on_units(name: str, size: float):
    from fuzz.singular_loops import in_units

    robot = in_units(builtin(name), size)
    fn = lw.model(robot, "inverse_dynamics")
    start = {p.name: np.array(p.samples) if p.name in ("q", "q_start") else np.full(p.size, 0.3) for p in fn.inputs}
    assert fn(**start)["status"] == SOLVED


def test_bennett_with_positions_given_is_that_with_them_solved():
    """Of joints that are sums of others rates are in the accelerations, too."""
    robot = builtin("bennett")
    state = {"q": [-3.2], "qd": [1.0], "qdd": [0.5]}
    motion = lw.model(robot, "dependent_motion", independent="follower")
    start = {"q_start": next(p for p in motion.inputs if p.name == "q_start").samples}
    found = motion(**state, **start)
    assert found["status"] == SOLVED
    whole = {"q": found["positions"], "qd": found["velocities"], "qdd": found["accelerations"]}
    given = lw.model(robot, "inverse_dynamics", closure="given", independent="follower")(**whole)
    positions = lw.model(robot, "inverse_dynamics", closure="positions", independent="follower")
    np.testing.assert_allclose(positions(**{**state, "q": found["positions"]}), given, rtol=1e-12)


# -- kernels -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(1, 9))
def test_the_sign_of_a_signed_solve_is_that_of_the_determinant(n: int):
    rng = np.random.default_rng(n)
    for trial in range(40):
        A = rng.integers(-2, 3, (n, n)).astype(float) if trial % 2 else rng.normal(size=(n, n))
        if trial % 3 == 0 and n > 3:
            A[2, :3] = A[0, :3] + A[1, :3]  # the first half is singular, and A is not
        sign = np.linalg.slogdet(A)[0] if np.linalg.cond(A) < 1e8 else 0.0
        for code in (signed_solve_kernel(n).code, signed_solve_kernel(n).code_for_compilers):
            *_, status, found = code([*A.ravel().tolist(), *rng.normal(size=n).tolist()])
            if sign:
                assert (status, found) == (0, sign)


@pytest.mark.parametrize("n", [4, 5, 6, 8])
def test_a_pivot_below_its_sizes_is_singular_in_every_unit(n: int):
    """The distance from singular matrices by NumPy, in units of the rows and columns."""
    rng = np.random.default_rng(n)
    kernel = solve_kernel(n, 1, sized=True)
    for trial in range(20):
        A = rng.normal(size=(n, n))
        u, s, v = np.linalg.svd(A)
        least = (1e-9, 0.3)[trial % 2]
        A = u @ np.diag([*np.maximum(s[:-1], 0.3), least]) @ v
        rows, columns = (10.0 ** rng.integers(-6, 7, n) for _ in range(2))
        p = [*(A * np.outer(rows, columns)).ravel(), *rng.normal(size=n), *rows, *(columns * 1e-4)]
        for code in (kernel.code, kernel.code_for_compilers):
            *x, status = code([float(y) for y in p])
            assert status == (1 if least < 1e-4 else 0)
            assert np.isnan(x).all() == bool(status)


# -- planted faults ----------------------------------------------------------------------------------------------------


def outcomes(robot: Robot, chosen: list[Law]) -> Iterator[str]:
    return (run().outcome for _, run in laws(robot, chosen))


def law(laws_of: tuple[Law, ...], name: str) -> Law:
    (found,) = [x for x in laws_of if x.name.startswith(name)]
    return found


STATUS = law(loop_status.LAWS, "status of loops")


def test_determinants_that_are_not_noted_are_seen(monkeypatch: pytest.MonkeyPatch):
    assert [*outcomes(builtin("p3rrr"), [STATUS])] == ["passed"]
    monkeypatch.setattr(RegularityMargins, "note", lambda *_: None)
    assert [*outcomes(builtin("p3rrr"), [STATUS])] == ["failed"]


def test_pivots_that_are_not_compared_are_seen(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(block_triangular, "solve_many", lambda A, b, _: solve_many(A, b))
    assert [*outcomes(builtin("gough_stewart"), [STATUS])] == ["failed"]


def test_sides_of_a_cut_joint_that_are_not_compared_are_seen(monkeypatch: pytest.MonkeyPatch):
    """Frames that coincide but for half a turn satisfy the equations of a sliding joint."""
    chosen = law(loop_status.LAWS, "loops are closed from any start")
    assert [*outcomes(chain("prismatic", 3), [chosen])] == ["passed"]
    monkeypatch.setattr(LoopEquations, "orientation_tests", lambda self: [])
    assert [*outcomes(chain("prismatic", 3), [chosen])] == ["failed"]


def test_a_sign_in_the_second_stage_of_constraints_is_seen(monkeypatch: pytest.MonkeyPatch):
    """Efforts of 6-UPS at qdd = 0 are those of the tree along differences of closed positions."""
    chosen = law(loops.LAWS, "efforts with loops")

    def wrong(self: TwoStageConstraints, robot: Any, q: Any, qd: Any, qdd: Any) -> Any:
        a = self.split.independent
        x = self._rates([qd[c] for c in a])
        for fast, drift in self.inner.recursive_motion(robot, q, x, {}):
            y = self._rates([qdd[c] + drift.get(c, 0) for c in a])
            for again in self.inner.recursive_motion(robot, q, x, y):
                yield fast, again[1]

    monkeypatch.setattr(TwoStageConstraints, "recursive_motion", wrong)
    assert [*outcomes(builtin("gough_stewart"), [chosen])] == ["failed"]


def redundant() -> Robot:
    robot = builtin("five_bar")
    return replace(robot, joints=tuple(replace(j, actuated=True) for j in robot.joints))


def test_what_passes_along_an_axis_is_the_effort_of_its_drive_with_redundant_drives(monkeypatch: pytest.MonkeyPatch):
    chosen = law(loop_forces.LAWS, "links with loops are in balance")
    assert [*outcomes(redundant(), [chosen])] == ["passed"]
    monkeypatch.setattr(
        reaction_wrenches,
        "distribute_to_drives",
        lambda *given: {c: x * 2 for c, x in distribute_to_drives(*given).items()},
    )
    assert [*outcomes(redundant(), [chosen])] == ["failed"]


@pytest.mark.parametrize("base", [(1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0), (-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0)])
def test_a_base_on_wheels_that_is_upside_down_is_refused(base: tuple[float, ...]):
    robot = lw.load("unicycle")
    made = lw.load("unicycle").changed(base=replace(robot.base, pose=(*base, *robot.base.pose[12:])))
    with pytest.raises(lw.RobotError, match="tilted") as error:
        lw.model(made, "inverse_dynamics")
    assert "upwards" in error.value.remedy


def test_blocks_of_rows_with_many_joints_are_regular_as_far_as_their_singular_values_are():
    """Against NumPy: what three columns of the rows of a point can be does not grow with the number of the others."""
    rng = np.random.default_rng(7)
    for n in (4, 6, 15):
        c = lw.spatial(n).coordinates
        split = Partition(c[3:], c[:3], {})
        told = 0
        for _ in range(200):
            J = rng.normal(size=(3, n)) * 10.0 ** rng.integers(-3, 3)
            J[:, :3] = J[:, :3] @ np.diag([1, 1, 10.0 ** rng.uniform(-8, 0)])
            rows = tuple(dict(zip(c, row, strict=True)) for row in J.tolist())
            sizes = ConstraintSystem(rows, split, PRIME_FIELD, {}, points=(1, 1, 1)).sizes(
                DiagonalBlock((0, 1, 2), (0, 1, 2))
            )
            least = SINGULARITY_TOLERANCE * math.prod(map(float, (*sizes.rows, *sizes.columns)))
            det, (most, _, least_of_all) = abs(np.linalg.det(J[:, :3])), np.linalg.svd(J[:, :3])[1]
            if least_of_all > 1e-2 * most:
                assert det > least
            if least_of_all < 1e-7 * most:
                assert det < least
                told += 1
        assert told


def test_a_solution_as_large_as_no_regular_matrix_has_is_none():
    """Pivots 1e-3 of what they could be, one after the other, leave a singular value of 1e-6."""
    rng = np.random.default_rng(8)
    for n in (4, 5, 7):  # straight-line code, and loops
        solve = Kernels(n)
        for size in (1e-3, 1.0, 1e4):
            Q = [np.linalg.qr(rng.normal(size=(n, n)))[0] for _ in range(2)]
            regular = Q[0] @ np.diag(np.linspace(1, 0.02, n)) @ Q[1]
            hidden = np.eye(n)
            hidden[n - 2 :, n - 2 :] = [[1e-3, 1], [0, 1e-3]]
            b = rng.normal(size=(n, 2))
            np.testing.assert_allclose(solve(size * regular, b, size)[0], np.linalg.solve(size * regular, b), rtol=1e-9)
            assert solve(size * regular, b, size)[1] == 0
            x, status = solve(size * hidden, b, size)
            assert status == 1
            assert np.isnan(x).all()


class Kernels:
    """The solve of n equations with two right sides, and sizes of rows and columns."""

    def __init__(self, n: int) -> None:
        g = Graph()
        p = [Expr(g, g.symbol(f"p{k}", "variable")) for k in range(n * n + 4 * n)]
        A, b, sizes = [p[k * n : k * n + n] for k in range(n)], p[n * n : n * n + 2 * n], p[n * n + 2 * n :]
        items = g.invoke(solve_kernel(n, 2, True), [e.id for e in (*(x for row in A for x in row), *b, *sizes)])
        ports = [Port("p", (len(p),), tuple(e.id for e in p), ""), Port("x", (len(items),), tuple(items), "")]
        self.n, self.fn = n, Function("solve", g, (ports[0],), (ports[1],))

    def __call__(self, A, b, size):
        sizes = [size] * self.n + [SINGULARITY_TOLERANCE] * self.n
        found = np.ravel(self.fn(p=np.concatenate([A.ravel(), b.ravel(), sizes])))
        return found[:-1].reshape(self.n, 2).astype(float), int(found[-1])
