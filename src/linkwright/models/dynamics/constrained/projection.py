"""Efforts of independent coordinates and of drives, under constraints.

With G the rows of the velocity map of dependent drives, G_s = [1; G] of all drives s and Gamma the efforts of the
coordinates: G_s^T tau = Gamma. With as many drives as freedoms that is solved; with more, tau = G_s (G_s^T G_s)^-1
Gamma has the least norm, which takes, where all coordinates are driven, as many equations as there are drives too many:

    (1 + G G^T) tau_x = G Gamma,    tau_a = Gamma - G^T tau_x
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import TypeVar

from linkwright.errors import RobotError
from linkwright.models.algebra.block_triangular import Block, Matrix, Sizes, average_sizes, solution
from linkwright.models.algebra.ltdl import factors
from linkwright.models.constraints.constraint_system import Constraints, Tied, released
from linkwright.models.constraints.summed_rates import Summed
from linkwright.models.dynamics.rnea_optimized import UsualPlan, efforts
from linkwright.models.equivalent_bodies.lighter_bodies import RULES, lighter
from linkwright.models.framework.result import Quantities
from linkwright.models.framework.state import State
from linkwright.models.search.graph_trial import fewest, improved, merged_operations
from linkwright.models.tree.generalized_coordinates import by_coordinate, joint_names, of_every_freedom
from linkwright.robot import Coordinate, Robot
from linkwright.spatial import Scalar, Spin

T = TypeVar("T")
CLOSE = 1.05  # times the lowest rough cost: candidates up to this are derived in full
Efforts = Mapping[Coordinate, Scalar]


# -- of coordinates ---------------------------------------------------------------------------------------------------


def by_projection(
    robot: Robot, state: State, quantities: Quantities, system: Constraints
) -> dict[Coordinate, Scalar]:
    """Efforts of the tree in the motion that its loops allow, projected on the independent coordinates.

    The cheapest of several derivations is taken. Rows: over rates or over sums of them, in one frame or another.
    Motion: by the rows of the loops, or by recursion over the links. Bodies: as given, or regrouped. Efforts: by the
    rows, or with multipliers as wrenches on the links, in a second recursion, which differs only before those links.
    """
    is_given = not robot.ties
    others = robot.ties.others if isinstance(robot.ties, Tied) else None

    def candidates(
        subject: tuple[Robot, State, Constraints],
    ) -> Iterator[tuple[dict[Coordinate, Scalar], Quantities]]:
        robot, state, own = subject
        systems: list[Constraints | Summed] = [own, *(others(robot, state.q) if others else ())]
        usual = UsualPlan()
        ways = [(system, *way) for system in systems for way in tree_motions(robot, state, system, is_given)]
        costs = {id(way): _rough_cost(usual, *way[:3], is_given) for way in ways} if len(ways) > 1 else {}
        chosen = _cheap(ways, lambda way: costs[id(way)])[0]
        system, tree, moving, back = chosen
        bodies = list(dict.fromkeys((tree, lightened(tree, moving, usual))))
        known = {tree: costs[id(chosen)]} if costs else {}
        for free in _cheap(bodies, lambda free: known.get(free) or _rough_cost(usual, system, free, moving, is_given)):
            noted = Quantities()
            derive = partial(efforts, state=moving, quantities=noted, usual=usual)
            for tau in tree_efforts(free, derive, moving, system, is_given):
                yield {back[a]: x for a, x in tau.items()}, noted

    best, noted = fewest(robot.graph, (robot, state, system), candidates, counted=merged_operations)
    quantities.names.update(noted.names)
    return best


def _cheap(choices: Sequence[T], cost: Callable[[T], int]) -> list[T]:
    """The choice with the lowest rough cost, and those that cost little more."""
    if len(choices) == 1:
        return list(choices)
    costs = {k: cost(x) for k, x in enumerate(choices)}
    return [choices[k] for k in sorted(costs, key=costs.__getitem__) if costs[k] <= CLOSE * min(costs.values())]


def _rough_cost(
    usual: UsualPlan, system: Constraints | Summed, free: Robot, moving: State, is_given: bool
) -> int:
    """Lowest number of operations of the efforts, derived by the default plan."""
    found = tree_efforts(free, partial(usual, state=moving), moving, system, is_given)
    return min(merged_operations(tau)[0] for tau in found)


def tree_efforts(
    free: Robot, derive: Callable[[Robot], list[Scalar]], moving: State, system: Constraints | Summed, is_given: bool
) -> Iterator[dict[Coordinate, Scalar]]:
    """Yield the efforts of the independent coordinates from those of all freedoms of the tree in this motion: by the
    rows, and with multipliers as wrenches."""
    Gamma = by_coordinate(free, derive(free))
    yield system.projected(Gamma, once=is_given)
    if system.kinematics:
        pushed = system.kinematics.pushed(free, moving.q, system.inner_multipliers(Gamma, once=is_given))
        whole = by_coordinate(pushed, derive(pushed))
        yield system.finished({a: whole[a] for a in system.inner_coordinates})


def tree_motions(
    robot: Robot, state: State, system: Constraints | Summed, is_given: bool
) -> Iterator[tuple[Robot, State, dict[Coordinate, Coordinate]]]:
    """Yield the tree, its motion, derived in all ways, and the freedoms of the robot by those of the tree."""
    free, own = released(robot, system.before)
    qd, qdd = ({own[c]: x for c, x in rates.items() if c.given != "closure"} for rates in (state.qd, state.qdd))
    ways = [(qd, qdd)]
    if not is_given:
        ways = list(system.recursive_motion(free, state.q, qd, qdd))
        spins = any(isinstance(x, Spin) for x in state.q)  # whose rates are no derivatives
        if not isinstance(system, Summed) and not spins:
            ways.append(system.motion(state.q, qd, qdd))
    for fast, slow in ways:
        moving = State(state.q, fast, slow, springs={own[c]: x for c, x in state.springs.items()})
        yield free, moving, {tree: c for c, tree in own.items()}


# -- of drives --------------------------------------------------------------------------------------------------------


def by_drives(robot: Robot, tau: Efforts) -> dict[Coordinate, Scalar]:
    """Efforts of all drives, in the order of the joints, from those of the coordinates."""
    extra, passive = robot.tied_drives, _passive(robot) if robot.loops else []
    if passive:
        _need_drives(robot, extra, passive)
        total = _through(robot, tau, extra, passive)
    else:
        total = _least(robot, tau, extra) if extra else dict(tau)
    return {c: total[c] for c in of_every_freedom(robot) if c in total}


def _passive(robot: Robot) -> list[Coordinate]:
    """Coordinates whose motion is given, though nothing drives them."""
    return [c for c in robot.coordinates if c.link and c.given == "acceleration" and not robot.joint(c.link).actuated]


def _need_drives(robot: Robot, extra: Sequence[Coordinate], passive: Sequence[Coordinate]) -> None:
    if len(extra) < len(passive):
        names = ", ".join(c.joint for c in passive)
        free = len(passive) - len(extra)
        raise RobotError(
            f"{robot.name}: its drives leave {free} freedom{'s' if free > 1 else ''} of {names} undriven",
            cell=("joint", passive[0].link, "actuated"), remedy="drive more joints: actuated = true",
        )  # fmt: skip


def _least(robot: Robot, tau: Efforts, extra: Sequence[Coordinate]) -> dict[Coordinate, Scalar]:
    G = [dict(robot.shares(x)) for x in extra]
    A = [[_dot(a, b) + (i == k) for k, b in enumerate(G)] for i, a in enumerate(G)]
    found = factors(A, joint_names(robot, extra)).solve([_dot(row, tau) for row in G])
    return _rest({**tau}, G, extra, found)


def _through(
    robot: Robot, tau: Efforts, extra: Sequence[Coordinate], passive: Sequence[Coordinate]
) -> dict[Coordinate, Scalar]:
    """Efforts of all drives where coordinates are passive, and drives of dependent joints move them."""
    G = [dict(robot.shares(x)) for x in extra]
    own = {c: x for c, x in tau.items() if c not in passive}
    status = robot.ties.status if isinstance(robot.ties, Tied) else None
    if len(extra) == len(passive):
        A: Matrix = [[row.get(a, 0) for row in G] for a in passive]

        def sizes(block: Block) -> Sizes:
            found = _share_sizes(robot, passive, extra)
            return Sizes([found.rows[r] for r in block.rows], [found.columns[c] for c in block.columns])

        if status:
            status.note(A, sizes)
        found = solution(A, [[tau[a]] for a in passive], sizes=sizes if status else None)
        if found is None:
            raise RobotError(f"{robot.name}: its drives cannot move {', '.join(c.joint for c in passive)}",
                             cell=("joint", passive[0].link, "actuated"), remedy="drive other joints")  # fmt: skip
        return _rest(own, G, extra, [x for (x,) in found])
    coordinates = list(tau)
    pairs = list(zip(extra, G, strict=True))
    B = [{x: row.get(a, 0) for x, row in pairs} | ({a: 1} if a in own else {}) for a in coordinates]
    A = [[_dot(a, b) for b in B] for a in B]
    factored = factors(A, joint_names(robot, coordinates))
    if status:
        status.note_gram(A, factored.reciprocals)
    y = factored.solve([tau[a] for a in coordinates])
    total: dict[Coordinate, Scalar] = {}
    for row, value in zip(B, y, strict=True):
        for c, x in row.items():
            total[c] = total.get(c, 0) + x * value
    return total


def _share_sizes(robot: Robot, passive: Sequence[Coordinate], extra: Sequence[Coordinate]) -> Sizes:
    """Typical sizes of the velocity map from these coordinates to these drives: averages of entries of the same unit.

    The entries of a single drive are averaged with those of the other dependent joints.
    """
    of = list(extra)
    if len(of) == 1:
        of += [c for c in of_every_freedom(robot) if c.given == "closure" and c not in of and c.turns == of[0].turns]
    G = [dict(robot.shares(x)) for x in of]
    found = average_sizes([[row.get(a, 0) for a in passive] for row in G], [x.turns for x in of],
                          [a.turns for a in passive])  # fmt: skip
    return found.transposed


def _rest(
    own: dict[Coordinate, Scalar], G: Sequence[Mapping[Coordinate, Scalar]], extra: Sequence[Coordinate],
    found: Sequence[Scalar],
) -> dict[Coordinate, Scalar]:  # fmt: skip
    """Efforts of all drives: `found` of those of dependent joints, and what is left for the others."""
    total = {**own, **dict(zip(extra, found, strict=True))}
    for row, x in zip(G, found, strict=True):
        for a, factor in row.items():
            if a in own:
                total[a] = total[a] - factor * x
    return total


def _dot(a: Mapping[Coordinate, Scalar], b: Mapping[Coordinate, Scalar]) -> Scalar:
    total: Scalar = 0
    for c, x in a.items():
        if c in b:
            total = total + x * b[c]
    return total


Rules = frozenset[str]


def lightened(robot: Robot, state: State, usual: UsualPlan) -> Robot:
    """The robot regrouped by those of the rules that reduce the cost of this motion, one by one, on a trial copy."""

    @cache
    def view(rules: Rules) -> Robot:
        return lighter(robot, rules) if rules else robot

    kinds = {joint.kind for joint in robot.joints}
    changes = [lambda rules, x=x: rules | {x} for x, kind in RULES.items() if kind in kinds]
    return view(improved(Rules(), changes, lambda rules: usual(view(rules), state), again=False))
