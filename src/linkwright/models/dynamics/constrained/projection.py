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
from linkwright.models.algebra.block_triangular import (
    DiagonalBlock,
    EntryScales,
    Matrix,
    average_entry_scales,
    solve_by_blocks,
)
from linkwright.models.algebra.ltdl import factorize_ltdl
from linkwright.models.constraints.constraint_system import Constraints, ConstraintVelocityMap, without_constraints
from linkwright.models.constraints.summed_rates import SummedRateConstraints
from linkwright.models.dynamics.rnea_optimized import DefaultPlanEfforts, rnea_efforts
from linkwright.models.equivalent_bodies.lighter_bodies import REGROUPING_RULES, regroup_by_rules
from linkwright.models.framework.result import Quantities
from linkwright.models.framework.state import State
from linkwright.models.search.graph_trial import cheapest_of, count_merged_operations, hill_climb
from linkwright.models.tree.generalized_coordinates import joint_names, label_by_coordinate, tree_freedoms
from linkwright.robot import Coordinate, Robot
from linkwright.spatial import Scalar, Spin

T = TypeVar("T")
MAX_ROUGH_COST_RATIO = 1.05  # times the lowest rough cost: candidates up to this are derived in full
Efforts = Mapping[Coordinate, Scalar]


# -- of coordinates ---------------------------------------------------------------------------------------------------


def efforts_by_projection(
    robot: Robot, state: State, quantities: Quantities, system: Constraints
) -> dict[Coordinate, Scalar]:
    """Efforts of the tree in the motion that its loops allow, projected on the independent coordinates.

    The cheapest of several derivations is taken. Rows: over rates or over sums of them, in one frame or another.
    Motion: by the rows of the loops, or by recursion over the links. Bodies: as given, or regrouped. Efforts: by the
    rows, or with multipliers as wrenches on the links, in a second recursion, which differs only before those links.
    """
    is_given = not robot.ties
    others = robot.ties.alternative_constraints if isinstance(robot.ties, ConstraintVelocityMap) else None

    def candidates(
        subject: tuple[Robot, State, Constraints],
    ) -> Iterator[tuple[dict[Coordinate, Scalar], Quantities]]:
        robot, state, own = subject
        systems: list[Constraints | SummedRateConstraints] = [own, *(others(robot, state.q) if others else ())]
        usual = DefaultPlanEfforts()
        ways = [(system, *way) for system in systems for way in derive_tree_motions(robot, state, system, is_given)]
        costs = {id(way): _estimate_cost(usual, *way[:3], is_given) for way in ways} if len(ways) > 1 else {}
        chosen = _select_cheap(ways, lambda way: costs[id(way)])[0]
        system, tree, moving, back = chosen
        bodies = list(dict.fromkeys((tree, regroup_where_cheaper(tree, moving, usual))))
        known = {tree: costs[id(chosen)]} if costs else {}
        for free in _select_cheap(
            bodies, lambda free: known.get(free) or _estimate_cost(usual, system, free, moving, is_given)
        ):
            noted = Quantities()
            derive = partial(rnea_efforts, state=moving, quantities=noted, usual=usual)
            for tau in project_tree_efforts(free, derive, moving, system, is_given):
                yield {back[a]: x for a, x in tau.items()}, noted

    best, noted = cheapest_of(robot.graph, (robot, state, system), candidates, counted=count_merged_operations)
    quantities.names.update(noted.names)
    return best


def _select_cheap(choices: Sequence[T], cost: Callable[[T], int]) -> list[T]:
    """The choice with the lowest rough cost, and those that cost little more."""
    if len(choices) == 1:
        return list(choices)
    costs = {k: cost(x) for k, x in enumerate(choices)}
    return [
        choices[k]
        for k in sorted(costs, key=costs.__getitem__)
        if costs[k] <= MAX_ROUGH_COST_RATIO * min(costs.values())
    ]


def _estimate_cost(
    usual: DefaultPlanEfforts, system: Constraints | SummedRateConstraints, free: Robot, moving: State, is_given: bool
) -> int:
    """Lowest number of operations of the efforts, derived by the default plan."""
    found = project_tree_efforts(free, partial(usual, state=moving), moving, system, is_given)
    return min(count_merged_operations(tau)[0] for tau in found)


def project_tree_efforts(
    free: Robot,
    derive: Callable[[Robot], list[Scalar]],
    moving: State,
    system: Constraints | SummedRateConstraints,
    is_given: bool,
) -> Iterator[dict[Coordinate, Scalar]]:
    """Yield the efforts of the independent coordinates from those of all freedoms of the tree in this motion: by the
    rows, and with multipliers as wrenches."""
    Gamma = label_by_coordinate(free, derive(free))
    yield system.project_efforts(Gamma, once=is_given)
    if system.kinematics:
        pushed = system.kinematics.apply_multipliers(free, moving.q, system.inner_multipliers(Gamma, once=is_given))
        whole = label_by_coordinate(pushed, derive(pushed))
        yield system.finish_projection({a: whole[a] for a in system.inner_coordinates})


def derive_tree_motions(
    robot: Robot, state: State, system: Constraints | SummedRateConstraints, is_given: bool
) -> Iterator[tuple[Robot, State, dict[Coordinate, Coordinate]]]:
    """Yield the tree, its motion, derived in all ways, and the freedoms of the robot by those of the tree."""
    free, own = without_constraints(robot, system.before)
    qd, qdd = ({own[c]: x for c, x in rates.items() if c.given != "closure"} for rates in (state.qd, state.qdd))
    ways = [(qd, qdd)]
    if not is_given:
        ways = list(system.recursive_motion(free, state.q, qd, qdd))
        spins = any(isinstance(x, Spin) for x in state.q)  # whose rates are no derivatives
        if not isinstance(system, SummedRateConstraints) and not spins:
            ways.append(system.motion(state.q, qd, qdd))
    for fast, slow in ways:
        moving = State(state.q, fast, slow, springs={own[c]: x for c, x in state.springs.items()})
        yield free, moving, {tree: c for c, tree in own.items()}


# -- of drives --------------------------------------------------------------------------------------------------------


def distribute_to_drives(robot: Robot, tau: Efforts) -> dict[Coordinate, Scalar]:
    """Efforts of all drives, in the order of the joints, from those of the coordinates."""
    extra, passive = robot.dependent_drives, _passive_coordinates(robot) if robot.loops else []
    if passive:
        _require_drives(robot, extra, passive)
        total = _efforts_past_passive_joints(robot, tau, extra, passive)
    else:
        total = _least_norm_efforts(robot, tau, extra) if extra else dict(tau)
    return {c: total[c] for c in tree_freedoms(robot) if c in total}


def _passive_coordinates(robot: Robot) -> list[Coordinate]:
    """Coordinates whose motion is given, though nothing drives them."""
    return [c for c in robot.coordinates if c.link and c.given == "acceleration" and not robot.joint(c.link).actuated]


def _require_drives(robot: Robot, extra: Sequence[Coordinate], passive: Sequence[Coordinate]) -> None:
    if len(extra) < len(passive):
        names = ", ".join(c.joint for c in passive)
        free = len(passive) - len(extra)
        raise RobotError(
            f"{robot.name}: its drives leave {free} freedom{'s' if free > 1 else ''} of {names} undriven",
            cell=("joint", passive[0].link, "actuated"), remedy="drive more joints: actuated = true",
        )  # fmt: skip


def _least_norm_efforts(robot: Robot, tau: Efforts, extra: Sequence[Coordinate]) -> dict[Coordinate, Scalar]:
    G = [dict(robot.velocity_map_row(x)) for x in extra]
    A = [[_dot_of_map_rows(a, b) + (i == k) for k, b in enumerate(G)] for i, a in enumerate(G)]
    found = factorize_ltdl(A, joint_names(robot, extra)).solve([_dot_of_map_rows(row, tau) for row in G])
    return _subtract_drive_efforts({**tau}, G, extra, found)


def _efforts_past_passive_joints(
    robot: Robot, tau: Efforts, extra: Sequence[Coordinate], passive: Sequence[Coordinate]
) -> dict[Coordinate, Scalar]:
    """Efforts of all drives where coordinates are passive, and drives of dependent joints move them."""
    G = [dict(robot.velocity_map_row(x)) for x in extra]
    own = {c: x for c, x in tau.items() if c not in passive}
    status = robot.ties.status if isinstance(robot.ties, ConstraintVelocityMap) else None
    if len(extra) == len(passive):
        A: Matrix = [[row.get(a, 0) for row in G] for a in passive]

        def sizes(block: DiagonalBlock) -> EntryScales:
            found = _velocity_map_sizes(robot, passive, extra)
            return EntryScales([found.rows[r] for r in block.rows], [found.columns[c] for c in block.columns])

        if status:
            status.note(A, sizes)
        found = solve_by_blocks(A, [[tau[a]] for a in passive], sizes=sizes if status else None)
        if found is None:
            raise RobotError(f"{robot.name}: its drives cannot move {', '.join(c.joint for c in passive)}",
                             cell=("joint", passive[0].link, "actuated"), remedy="drive other joints")  # fmt: skip
        return _subtract_drive_efforts(own, G, extra, [x for (x,) in found])
    coordinates = list(tau)
    pairs = list(zip(extra, G, strict=True))
    B = [{x: row.get(a, 0) for x, row in pairs} | ({a: 1} if a in own else {}) for a in coordinates]
    A = [[_dot_of_map_rows(a, b) for b in B] for a in B]
    factored = factorize_ltdl(A, joint_names(robot, coordinates))
    if status:
        status.note_gram(A, factored.reciprocals)
    y = factored.solve([tau[a] for a in coordinates])
    total: dict[Coordinate, Scalar] = {}
    for row, value in zip(B, y, strict=True):
        for c, x in row.items():
            total[c] = total.get(c, 0) + x * value
    return total


def _velocity_map_sizes(robot: Robot, passive: Sequence[Coordinate], extra: Sequence[Coordinate]) -> EntryScales:
    """Typical sizes of the velocity map from these coordinates to these drives: averages of entries of the same unit.

    The entries of a single drive are averaged with those of the other dependent joints.
    """
    of = list(extra)
    if len(of) == 1:
        of += [
            c
            for c in tree_freedoms(robot)
            if c.given == "closure" and c not in of and c.is_rotation == of[0].is_rotation
        ]
    G = [dict(robot.velocity_map_row(x)) for x in of]
    found = average_entry_scales([[row.get(a, 0) for a in passive] for row in G], [x.is_rotation for x in of],
                          [a.is_rotation for a in passive])  # fmt: skip
    return found.transposed


def _subtract_drive_efforts(
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


def _dot_of_map_rows(a: Mapping[Coordinate, Scalar], b: Mapping[Coordinate, Scalar]) -> Scalar:
    total: Scalar = 0
    for c, x in a.items():
        if c in b:
            total = total + x * b[c]
    return total


RuleSet = frozenset[str]


def regroup_where_cheaper(robot: Robot, state: State, usual: DefaultPlanEfforts) -> Robot:
    """The robot regrouped by those of the rules that reduce the cost of this motion, one by one, on a trial copy."""

    @cache
    def view(rules: RuleSet) -> Robot:
        return regroup_by_rules(robot, rules) if rules else robot

    kinds = {joint.kind for joint in robot.joints}
    changes = [lambda rules, x=x: rules | {x} for x, kind in REGROUPING_RULES.items() if kind in kinds]
    return view(hill_climb(RuleSet(), changes, lambda rules: usual(view(rules), state), again=False))
