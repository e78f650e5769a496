"""Hybrid dynamics: some joints have their acceleration given, the others their effort; what is not given comes out.

Two ways, chosen by count: articulated bodies, or the inverse dynamics of the given accelerations and the inertia matrix
of the other joints. All given is inverse dynamics, none is forward dynamics.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Any

from linkwright.expr import Expr
from linkwright.models.model import Model, Option, Quantities, Result, State, named, option_text
from linkwright.models.parts import articulated
from linkwright.models.parts.efforts import efforts
from linkwright.models.parts.inertia import inertia_matrix
from linkwright.models.parts.ldl import factors
from linkwright.models.parts.places import joints
from linkwright.models.parts.terms import joint_names, labels, units
from linkwright.models.parts.trial import fewest
from linkwright.models.scope import DYNAMICS
from linkwright.robot import Robot
from linkwright.spatial import Scalar

Outcome = tuple[dict[int, Scalar], dict[int, Scalar]]  # accelerations, efforts


def by_matrix(robot: Robot, state: State, given: Set[int], quantities: Quantities) -> Outcome:
    """M_ff qdd_f = tau_f - h_f and tau_g = h_g + M_gf qdd_f, h the efforts at qdd_f = 0."""
    zero = Expr(robot.graph, robot.graph.const(0))
    qdd = [x if j in given else zero for j, x in enumerate(state.qdd)] if given else None
    h = dict(zip(robot.moving, efforts(robot, state.q, state.qd, qdd, quantities), strict=True))
    M = inertia_matrix(robot, state.q, quantities)
    row = {j: k for k, j in enumerate(robot.moving)}
    free = [j for j in robot.moving if j not in given]
    H = [[M[row[i]][row[j]] for j in free] for i in free]
    x = dict(zip(free, factors(H, joint_names(robot, free)).solve([state.tau[j] - h[j] for j in free]), strict=True))
    for i in given:
        for j in free:
            h[i] = h[i] + M[row[i]][row[j]] * x[j]
    return x, {j: h[j] for j in robot.moving if j in given}


def hybrid_dynamics(robot: Robot, state: State, given: Set[int], quantities: Quantities) -> Outcome:
    """Accelerations of the free joints and efforts of the given ones, with the fewest operations."""


    def candidates(subject: tuple[Robot, State]) -> Iterator[tuple[Outcome, Quantities]]:
        noted = Quantities()
        yield by_matrix(*subject, given, noted), noted
        yield articulated.hybrid(*subject, given), Quantities()

    best, noted = fewest(robot.graph, (robot, state), candidates)
    quantities.names.update(noted.names)
    return best


def given_joints(robot: Robot, value: Any) -> frozenset[int]:
    text = option_text(value)
    if text == "none":
        return frozenset()
    return frozenset(robot.moving if text == "all" else joints(robot, value))


def results(robot: Robot, outcome: Outcome) -> Iterable[Result]:
    accelerations, torques = outcome
    if accelerations:
        on = tuple(accelerations)
        doc = f"accelerations of joints {', '.join(map(str, on))}"
        values = list(accelerations.values())
        yield named("accelerations", values, doc, labels(robot, "a", on), units(robot, "qdd", on), on)
    if torques:
        on = tuple(torques)
        doc = f"efforts of joints {', '.join(map(str, on))}"
        yield named("efforts", list(torques.values()), doc, labels(robot, "e", on), units(robot, "tau", on), on)


def build(robot: Robot, state: State, quantities: Quantities, given: frozenset[int]) -> Sequence[Result]:
    return list(results(robot, hybrid_dynamics(robot, state, given, quantities)))


MODEL = Model(
    name="hybrid_dynamics",
    doc="efforts of the joints whose acceleration is given, accelerations of those whose effort is given",
    state=("q", "qd", "qdd", "tau"),
    build=build,
    scope=DYNAMICS,
    options={"given": Option("none", "joints whose acceleration is given: none, all, or a list of names and numbers",
                             read=given_joints)},
)  # fmt: skip
