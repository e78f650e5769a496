"""Hybrid dynamics: some joints have their acceleration given, the others their effort; what is not given comes out.

Two ways, chosen by count: articulated bodies, or the inverse dynamics of the given accelerations and the inertia matrix
of the other joints (where the base alone is free, the part of it that is needed: see `free_base`). All given is inverse
dynamics, none is forward dynamics.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any

from linkwright.errors import RobotError
from linkwright.expr import Expr
from linkwright.models.algebra.ltdl import factors
from linkwright.models.constraints.constraint_system import drift_alone
from linkwright.models.dynamics import articulated_bodies
from linkwright.models.dynamics.articulated_bodies import Outcome
from linkwright.models.dynamics.free_base import by_composites, need_base_inertia
from linkwright.models.dynamics.joint_space_inertia import inertia_matrix
from linkwright.models.dynamics.rnea_optimized import efforts
from linkwright.models.framework.frame_options import joints, movers
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
from linkwright.models.search.graph_trial import merged_operations
from linkwright.models.search.plan_cache import Choices
from linkwright.models.tree.generalized_coordinates import by_coordinate, joint_names, leaving_out, places
from linkwright.robot import Coordinate, Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import Scalar, Vec3

LONG = 20  # freedoms in a row: the factors of their matrix grow with the third power, and it has lost from 12 on


def by_matrix(robot: Robot, state: State, given: Set[Coordinate], quantities: Quantities) -> Outcome:
    """M_ff qdd_f = tau_f - h_f and tau_g = h_g + M_gf qdd_f, h the efforts at qdd_f = 0."""
    qdd = {c: x for c, x in state.qdd.items() if c in given} | drift_alone(state.qdd)
    h = by_coordinate(robot, efforts(robot, replace(state, qdd=qdd), quantities))
    M, row = inertia_matrix(robot, state.q, quantities), places(robot)
    free = [c for c in robot.coordinates if c not in given]
    H = [[M[row[a]][row[b]] for b in free] for a in free]
    x = dict(zip(free, factors(H, joint_names(robot, free)).solve([state.tau[c] - h[c] for c in free]), strict=True))
    for a in given:
        for b in free:
            h[a] = h[a] + M[row[a]][row[b]] * x[b]
    for tied, effort in state.tied.items():  # a drive that is tied to others does its share
        for a, factor in robot.shares(tied):
            h[a] = h[a] - factor * effort if a in given else h[a]
    return x, {c: h[c] for c in robot.coordinates if c in given}


def hybrid_dynamics(robot: Robot, state: State, given: Set[Coordinate], quantities: Quantities) -> Outcome:
    """Accelerations of the free coordinates and efforts of the given ones, with the fewest operations.

    What nothing holds falls as a whole: gravity adds to the acceleration of a base that is free, and to nothing else.
    """
    if robot.ties:
        return by_matrix(robot, state, given, quantities)
    if len(robot.freedoms(0)) < 6 or any(c in given for c in robot.freedoms(0)):
        return cheapest(robot, state, given, quantities)
    need_base_inertia(robot, given)
    qdd, tau = cheapest(leaving_out(robot, "gravity"), state, given, quantities)
    g = Vec3(*robot.gravity)
    return {c: x if c.link else x + c.v.dot(g) for c, x in qdd.items()}, tau


def cheapest(robot: Robot, state: State, given: Set[Coordinate], quantities: Quantities) -> Outcome:
    """By the shortest of the ways."""
    state = replace(state, qdd={c: x for c, x in state.qdd.items() if c in given} | drift_alone(state.qdd))
    driving = tuple([isinstance(x, Expr) and x.number is None for x in state.tau.values()])  # by efforts that vary
    way = _ways(robot, state, frozenset(given), driving)
    return WAYS[way](robot, state, given, quantities)


def _shortest(robot: Robot, state: State, given: Set[Coordinate], driving: Sequence[bool]) -> str:
    """With nodes of equal value as one: articulated bodies have more of these. `driving`: choices know nothing of the
    efforts of a state, which matter here."""
    ways = []
    if is_free_base(robot, given):  # the same equations as by the matrix, of which it needs a part
        ways.append("composites")
    elif robot.couplings or _in_a_row(robot) <= LONG:
        ways.append("matrix")
    if not robot.couplings:
        ways.append("articulated")
    return min(ways, key=lambda way: merged_operations(WAYS[way](robot, state, given, Quantities())))


def _by_articulated(robot: Robot, state: State, given: Set[Coordinate], quantities: Quantities) -> Outcome:
    return articulated_bodies.hybrid(robot, state, given)


def _by_composites(robot: Robot, state: State, given: Set[Coordinate], quantities: Quantities) -> Outcome:
    return by_composites(robot, state, quantities)


WAYS = {"composites": _by_composites, "matrix": by_matrix, "articulated": _by_articulated}
_ways = Choices(_shortest)


def _in_a_row(robot: Robot) -> int:
    """The freedoms of the longest branch."""
    return max(len(movers(robot, j)) for j in range(len(robot) + 1))


def is_free_base(robot: Robot, given: Set[Coordinate]) -> bool:
    """Whether the base alone is free, in all six directions."""
    return len(robot.freedoms(0)) == 6 and {c for c in robot.coordinates if c not in given} == {*robot.freedoms(0)}


def driven(robot: Robot) -> frozenset[Coordinate]:
    """The coordinates whose acceleration is given in the inverse problem."""
    return frozenset(c for c in robot.coordinates if c.given == "acceleration")


def split(values: Mapping[Coordinate, Scalar]) -> tuple[dict[Coordinate, Scalar], dict[Coordinate, Scalar]]:
    """Those of the base, and those of joints."""
    return {c: x for c, x in values.items() if not c.link}, {c: x for c, x in values.items() if c.link}


def given_coordinates(robot: Robot, value: Any) -> frozenset[Coordinate]:
    text = option_text(value)
    if text == "none":
        return frozenset()
    chosen = driven(robot) if text == "all" else frozenset(joints(robot, value))
    _need_independent(robot, chosen)
    return chosen


def _need_independent(robot: Robot, chosen: Set[Coordinate]) -> None:
    """Where loops or wheels tie joints to others, accelerations are given of those that are left; on wheels each of
    these has the one drive."""
    if tied := sorted(chosen - {*robot.coordinates}, key=lambda c: c.link):
        free = ", ".join(dict.fromkeys(robot.joint(c.link).name for c in robot.coordinates if c.link))
        names = ", ".join(c.joint for c in tied)
        raise RobotError(f"{robot.name}: {names} move with other joints: no accelerations of their own",
                         cell=("joint", tied[0].link), remedy=f"give those of some of {free}")  # fmt: skip
    if robot.wheels and (extra := robot.tied_drives):
        names = ", ".join(c.joint for c in extra)
        raise RobotError(f"{robot.name}: there are more drives than freedoms, and efforts of {names} beside given "
                         "accelerations are not told apart", remedy="given=none, or inverse_dynamics, which shares "
                         f"efforts out; or let nothing drive {names}: actuated = false")  # fmt: skip


def results(outcome: Outcome) -> Iterable[Result]:
    for kind, values, port, base, symbol in (
        ("qdd", outcome[0], "accelerations", "base_acceleration", "a"),
        ("tau", outcome[1], "efforts", "base_wrench", "e"),
    ):  # fmt: skip
        of_link_0, joints = split(values)
        if of_link_0:
            yield of_base(base, of_link_0, kind)
        if joints:
            doc = f"{port} of joints {', '.join(c.suffix for c in joints)}"
            yield of_coordinates(port, joints, doc, kind, symbol)


def build(robot: Robot, state: State, quantities: Quantities, given: frozenset[Coordinate]) -> Sequence[Result]:
    return list(results(hybrid_dynamics(robot, state, given, quantities)))


def ignored(robot: Robot, given: frozenset[Coordinate]) -> tuple[str, ...]:
    """Accelerations of joints, if none are given; efforts, if all accelerations are."""
    no_qdd, no_tau = not any(c.link for c in given), given.issuperset(drives(robot))
    return (*(("qdd",) if no_qdd else ()), *(("tau",) if no_tau else ()))


MODEL = Model(
    name="hybrid_dynamics",
    doc="efforts of the joints whose acceleration is given, accelerations of those whose effort is given",
    state=("q", "qd", "qdd", "tau"),
    build=build,
    scope=DYNAMICS.handling(FLOATING, LOOPS, WHEELS),
    options={"given": Option("none", "joints whose acceleration is given: none, all, or a list of names and numbers",
                             read=given_coordinates)},
    ignored=ignored,
)  # fmt: skip
