"""Hybrid dynamics: either the acceleration or the effort of each joint is given, and the other is computed.

Two methods, chosen by operation count: articulated bodies, or the inverse dynamics of the given accelerations and the
inertia matrix of the other joints (if only a floating base has none given, the part of it that is needed: see
`free_base`). All given is inverse dynamics, none is forward dynamics.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any

from linkwright.errors import RobotError
from linkwright.expr import Expr
from linkwright.models.algebra.ltdl import factorize_ltdl
from linkwright.models.constraints.constraint_system import select_drift
from linkwright.models.dynamics import articulated_bodies
from linkwright.models.dynamics.articulated_bodies import HybridSolution
from linkwright.models.dynamics.free_base import need_base_inertia, solve_floating_base
from linkwright.models.dynamics.joint_space_inertia import inertia_matrix
from linkwright.models.dynamics.rnea_optimized import rnea_efforts
from linkwright.models.framework.frame_options import read_joints, supporting_freedoms
from linkwright.models.framework.model import (
    Model,
    Option,
    Quantities,
    Result,
    State,
    of_base,
    of_coordinates,
    option_text,
)
from linkwright.models.framework.scope import DYNAMICS
from linkwright.models.framework.state import drives
from linkwright.models.search.graph_trial import count_merged_operations
from linkwright.models.search.plan_cache import PlanCache
from linkwright.models.tree.generalized_coordinates import (
    coordinate_rows,
    joint_names,
    label_by_coordinate,
    without_terms,
)
from linkwright.robot import Coordinate, Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import Scalar, Vec3

MAX_FREEDOMS_FOR_MATRIX = (
    20  # freedoms of a branch: the factors of their matrix cost the third power, and were never cheaper from 12 on
)


def solve_by_matrix(robot: Robot, state: State, given: Set[Coordinate], quantities: Quantities) -> HybridSolution:
    """M_ff qdd_f = tau_f - h_f and tau_g = h_g + M_gf qdd_f, h the efforts at qdd_f = 0."""
    qdd = {c: x for c, x in state.qdd.items() if c in given} | select_drift(state.qdd)
    h = label_by_coordinate(robot, rnea_efforts(robot, replace(state, qdd=qdd), quantities))
    M, row = inertia_matrix(robot, state.q, quantities), coordinate_rows(robot)
    free = [c for c in robot.coordinates if c not in given]
    H = [[M[row[a]][row[b]] for b in free] for a in free]
    x = dict(
        zip(free, factorize_ltdl(H, joint_names(robot, free)).solve([state.tau[c] - h[c] for c in free]), strict=True)
    )
    for a in given:
        for b in free:
            h[a] = h[a] + M[row[a]][row[b]] * x[b]
    for drive, effort in state.dependent_efforts.items():  # drives of dependent joints act on the independent ones, too
        for a, factor in robot.velocity_map_row(drive):
            h[a] = h[a] - factor * effort if a in given else h[a]
    return x, {c: h[c] for c in robot.coordinates if c in given}


def hybrid_dynamics(robot: Robot, state: State, given: Set[Coordinate], quantities: Quantities) -> HybridSolution:
    """Accelerations of the free coordinates and efforts of the given ones, with the fewest operations.

    A robot on a floating base falls as a whole: gravity adds to the acceleration of the base, and to nothing else.
    """
    if robot.ties:
        return solve_by_matrix(robot, state, given, quantities)
    if len(robot.freedoms(0)) < 6 or any(c in given for c in robot.freedoms(0)):
        return solve_by_cheapest_method(robot, state, given, quantities)
    need_base_inertia(robot, given)
    qdd, tau = solve_by_cheapest_method(without_terms(robot, "gravity"), state, given, quantities)
    g = Vec3(*robot.gravity)
    return {c: x if c.link else x + c.v.dot(g) for c, x in qdd.items()}, tau


def solve_by_cheapest_method(
    robot: Robot, state: State, given: Set[Coordinate], quantities: Quantities
) -> HybridSolution:
    """Accelerations and efforts by the cheapest of the methods `METHODS`."""
    state = replace(state, qdd={c: x for c, x in state.qdd.items() if c in given} | select_drift(state.qdd))
    driving = tuple([isinstance(x, Expr) and x.number is None for x in state.tau.values()])  # by variable efforts
    method = _hybrid_methods(robot, state, frozenset(given), driving)
    return METHODS[method](robot, state, given, quantities)


def _cheapest_hybrid_method(robot: Robot, state: State, given: Set[Coordinate], driving: Sequence[bool]) -> str:
    """Name of the cheapest method, counted with nodes of equal value merged: articulated bodies have more of these.

    `driving` is a key of the cached choices, which do not depend on the efforts of a state otherwise.
    """
    methods = []
    if is_only_base_free(robot, given):  # the same equations as by the matrix, of which it needs a part
        methods.append("composites")
    elif robot.couplings or _longest_branch(robot) <= MAX_FREEDOMS_FOR_MATRIX:
        methods.append("matrix")
    if not robot.couplings:
        methods.append("articulated")
    return min(methods, key=lambda name: count_merged_operations(METHODS[name](robot, state, given, Quantities())))


def _by_articulated(robot: Robot, state: State, given: Set[Coordinate], quantities: Quantities) -> HybridSolution:
    return articulated_bodies.solve_by_articulated_bodies(robot, state, given)


def _by_composites(robot: Robot, state: State, given: Set[Coordinate], quantities: Quantities) -> HybridSolution:
    return solve_floating_base(robot, state, quantities)


METHODS = {"composites": _by_composites, "matrix": solve_by_matrix, "articulated": _by_articulated}
_hybrid_methods = PlanCache(_cheapest_hybrid_method)


def _longest_branch(robot: Robot) -> int:
    """Number of freedoms of the longest branch."""
    return max(len(supporting_freedoms(robot, j)) for j in range(len(robot) + 1))


def is_only_base_free(robot: Robot, given: Set[Coordinate]) -> bool:
    """Whether the accelerations of a floating base are computed, all six of them, and no others."""
    return len(robot.freedoms(0)) == 6 and {c for c in robot.coordinates if c not in given} == {*robot.freedoms(0)}


def driven_coordinates(robot: Robot) -> frozenset[Coordinate]:
    """Coordinates whose acceleration is given in the inverse dynamics."""
    return frozenset(c for c in robot.coordinates if c.given == "acceleration")


def split_base_and_joints(
    values: Mapping[Coordinate, Scalar],
) -> tuple[dict[Coordinate, Scalar], dict[Coordinate, Scalar]]:
    """Split values into those of the base and those of joints."""
    return {c: x for c, x in values.items() if not c.link}, {c: x for c, x in values.items() if c.link}


def read_given_coordinates(robot: Robot, value: Any) -> frozenset[Coordinate]:
    text = option_text(value)
    if text == "none":
        return frozenset()
    chosen = driven_coordinates(robot) if text == "all" else frozenset(read_joints(robot, value))
    _need_independent(robot, chosen)
    return chosen


def _need_independent(robot: Robot, chosen: Set[Coordinate]) -> None:
    """Raise an error if accelerations of dependent joints are given, or if wheels leave more drives than freedoms."""
    if dependent := sorted(chosen - {*robot.coordinates}, key=lambda c: c.link):
        free = ", ".join(dict.fromkeys(robot.joint(c.link).name for c in robot.coordinates if c.link))
        names = ", ".join(c.joint for c in dependent)
        raise RobotError(f"{robot.name}: {names} are dependent joints without own accelerations",
                         cell=("joint", dependent[0].link), remedy=f"give accelerations of some of {free}")  # fmt: skip
    if robot.wheels and (extra := robot.dependent_drives):
        names = ", ".join(c.joint for c in extra)
        raise RobotError(f"{robot.name} has more drives than freedoms: beside given accelerations, the efforts of "
                         f"{names} are not determined", remedy="given=none, or inverse_dynamics, which distributes "
                         f"efforts; or make {names} passive: actuated = false")  # fmt: skip


def list_hybrid_results(outcome: HybridSolution) -> Iterable[Result]:
    for kind, values, port, base, symbol in (
        ("qdd", outcome[0], "accelerations", "base_acceleration", "a"),
        ("tau", outcome[1], "efforts", "base_wrench", "e"),
    ):  # fmt: skip
        of_link_0, joints = split_base_and_joints(values)
        if of_link_0:
            yield of_base(base, of_link_0, kind)
        if joints:
            doc = f"{port} of joints {', '.join(c.suffix for c in joints)}"
            yield of_coordinates(port, joints, doc, kind, symbol)


def build(robot: Robot, state: State, quantities: Quantities, given: frozenset[Coordinate]) -> Sequence[Result]:
    return list(list_hybrid_results(hybrid_dynamics(robot, state, given, quantities)))


def list_ignored_inputs(robot: Robot, given: frozenset[Coordinate]) -> tuple[str, ...]:
    """Inputs that are not used: accelerations of joints if none are given, efforts if all accelerations are."""
    no_qdd, no_tau = not any(c.link for c in given), given.issuperset(drives(robot))
    return (*(("qdd",) if no_qdd else ()), *(("tau",) if no_tau else ()))


MODEL = Model(
    name="hybrid_dynamics",
    doc="efforts of the joints whose acceleration is given, accelerations of those whose effort is given",
    state=("q", "qd", "qdd", "tau"),
    build=build,
    scope=DYNAMICS.handling(FLOATING, LOOPS, WHEELS),
    options={"given": Option("none", "joints whose acceleration is given: none, all, or a list of names and numbers",
                             read=read_given_coordinates)},
    ignored=list_ignored_inputs,
)  # fmt: skip
