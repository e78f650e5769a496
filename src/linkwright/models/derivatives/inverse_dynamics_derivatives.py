"""Derivatives of the inverse dynamics: by q, by qd, by qdd (the inertia matrix), by the parameters (the regressor).

They are computed by composite bodies (`rnea_derivatives`), or by automatic differentiation in the graph for robots of
few joints if that is shorter. The derivative of sign(qd) in dry friction is 0. Second derivatives are by composite
bodies, too (`rnea_second_derivatives`); or those of the first ones in the graph, each pair of variables once, if that
is shorter, and for robots that the recursion does not support.

For a floating base and for ball joints, whose position is an orientation, derivatives are along the unit twists of
their own frames.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from linkwright.errors import RobotError, UnknownName
from linkwright.expr import Expr
from linkwright.expr.derivative import directional_derivatives, jacobian
from linkwright.models.constraints import constrained_derivatives
from linkwright.models.constraints.constrained_derivatives import as_expressions
from linkwright.models.constraints.constraint_system import Constraints, constraints_of
from linkwright.models.derivatives.rnea_derivatives import StateDerivatives, planned_derivatives, recursive_derivatives
from linkwright.models.derivatives.rnea_second_derivatives import Cube, Cubes, SecondRecursion, contraction_ways
from linkwright.models.derivatives.state_tangents import (
    Direction,
    directions_commute,
    tangent_directions,
    with_symbolic_gravity,
)
from linkwright.models.dynamics.composite_bodies import Matrix
from linkwright.models.dynamics.constrained.projection import efforts_by_projection
from linkwright.models.dynamics.rnea_optimized import inverse_dynamics
from linkwright.models.framework.frame_options import freedoms_up_to, split_list
from linkwright.models.framework.model import Model, Option, Quantities, Result, State
from linkwright.models.framework.scope import DYNAMICS
from linkwright.models.identification.regressor import regressor
from linkwright.models.identification.regressor_columns import chosen_columns, matrix_result
from linkwright.models.search.graph_trial import Trial, cheapest_of, count_merged_operations
from linkwright.models.tree.generalized_coordinates import INERTIA_UNITS, coordinate_rows, has_orientation, index_labels
from linkwright.robot import Coordinate, Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.robot.robot import BASE_MOTION, WRENCH
from linkwright.spatial import Vec3

MAX_GRAPH_JOINTS = 4  # joints up to which differentiation in the graph may be shorter; beyond, it never was
GRAPH_COST_RATIO = (
    0.95  # fraction of second derivatives in the graph that optimization leaves; of the recursion it leaves all
)

_TURN, _SLIDE = True, False
DERIVATIVE_UNITS = {
    "q": {(_TURN, _TURN): "N m/rad", (_TURN, _SLIDE): "N", (_SLIDE, _TURN): "N/rad", (_SLIDE, _SLIDE): "N/m"},
    "qd": {(_TURN, _TURN): "N m s/rad", (_TURN, _SLIDE): "N s", (_SLIDE, _TURN): "N s/rad", (_SLIDE, _SLIDE): "N s/m"},
    "qdd": INERTIA_UNITS,
}


def state_variables(robot: Robot, state: State, kind: str) -> list[Expr]:
    """Expressions for q, qd or qdd (`kind`) of the coordinates."""
    rates = state.qd if kind == "qd" else state.qdd
    return as_expressions(robot, [state.q[c.link] if kind == "q" else rates[c] for c in robot.coordinates])


def named_variables(robot: Robot, state: State, kind: str) -> list[Expr]:
    """q, qd or qdd of the coordinates as symbols, for differentiation in the graph; an error if some are formulas."""
    if robot.wheels and any(c.is_motor for c in robot.coordinates):
        raise RobotError(f"{robot.name} has rotors behind springs beside wheels: no derivatives by positions",
                         remedy='robot.without("flexibility") makes the joints rigid',
                         command="--without flexibility makes the joints rigid")  # fmt: skip
    found = state_variables(robot, state, kind)
    if not all(x.name for x in found):
        raise RobotError(f"{robot.name} gives rates of joints as formulas: no derivatives with respect to them",
                         remedy="give them names")  # fmt: skip
    return found


def has_formulas(robot: Robot, state: State) -> bool:
    """Whether wrenches of links, or the motion of a prescribed base, are formulas of the state, which the recursions do
    not support."""
    bodies = (robot.base.body, *(joint.body for joint in robot.joints))
    given = [getattr(body, name) for body in bodies for name in WRENCH]
    given += [x for name in BASE_MOTION for x in getattr(robot.base, name)]
    used = {name for x in given for name in x.symbols}
    if not used:
        return False
    moving = [*state.q, *state.motors.values(), *state.qd.values(), *state.qdd.values()]
    moving += [x for Q in state.quaternions.values() for x in Q]
    return any(isinstance(x, Expr) and not used.isdisjoint(x.symbols) for x in moving)


def has_scalar_positions(robot: Robot) -> bool:
    """Whether all positions are scalars of joints: no orientation, and no rotor behind a spring."""
    return not has_orientation(robot) and not any(c.is_motor for c in robot.coordinates)


def effort_derivatives_in_graph(robot: Robot, state: State) -> StateDerivatives:
    """Derivatives of the recursive Newton-Euler method by automatic differentiation in the graph."""
    tau = as_expressions(robot, inverse_dynamics(robot, state, Quantities()))
    q, qd, M = (jacobian(tau, state_variables(robot, state, x)) for x in ("q", "qd", "qdd"))
    return StateDerivatives(q, qd, M)


def constrained_effort_derivatives(
    robot: Robot, state: State, quantities: Quantities, system: Constraints | None
) -> StateDerivatives:
    """Derivatives of the independent efforts in the graph along the independent coordinates, for loops and wheels.

    When a floating base turns, gravity g in its frame changes by g x w, which acts as an acceleration -g x w.
    """
    if system:
        tau = as_expressions(robot, list(efforts_by_projection(robot, state, quantities, system).values()))
    else:
        tau = as_expressions(robot, inverse_dynamics(robot, state, quantities))
    qd, M = (jacobian(tau, named_variables(robot, state, x)) for x in ("qd", "qdd"))
    q, g, row = (
        constrained_derivatives.partial_derivatives(robot, state, tau),
        Vec3(*robot.gravity),
        coordinate_rows(robot),
    )
    for c, v in gravity_pairs(robot):
        factor = c.w.cross(g).dot(v.v)
        for line, inertia in zip(q, M, strict=True):
            line[row[c]] = line[row[c]] + inertia[row[v]] * factor
    return StateDerivatives(q, qd, M)


def gravity_pairs(robot: Robot) -> list[tuple[Coordinate, Coordinate]]:
    """Pairs (rotation, translation) of freedoms of a floating base: its rotation changes gravity in its frame."""
    free = robot.freedoms(0) if robot.base.kind == "floating" else ()
    return [(c, v) for c in free if c.is_rotation for v in free if not v.is_rotation]


def effort_derivatives(robot: Robot, state: State, quantities: Quantities) -> StateDerivatives:
    """First derivatives, by recursion or in the graph, whichever is cheaper (for the graph all rates are symbols)."""
    if robot.ties or has_formulas(robot, state):
        return constrained_effort_derivatives(robot, state, quantities, constraints_of(robot))
    plain = has_scalar_positions(robot) and all(
        x.name for kind in ("q", "qd", "qdd") for x in state_variables(robot, state, kind)
    )
    if not plain or not 0 < len(robot.coordinates) <= MAX_GRAPH_JOINTS:
        return recursive_derivatives(robot, state, quantities)

    def candidates(subject: tuple[Robot, State]) -> Iterator[tuple[StateDerivatives, Quantities]]:
        noted = Quantities()
        yield recursive_derivatives(*subject, noted), noted
        yield effort_derivatives_in_graph(*subject), noted

    found, noted = cheapest_of(robot.graph, (robot, state), candidates)
    quantities.names.update(noted.names)
    return found


# -- second derivatives -----------------------------------------------------------------------------------------------


def has_recursion(robot: Robot, state: State) -> bool:
    """Whether the recursion of the second derivatives supports a robot: a tree of revolute and prismatic joints on a
    fixed base, each joint with variables of its own."""
    if (
        robot.ties
        or robot.couplings
        or not has_scalar_positions(robot)
        or any(joint.flexible for joint in robot.joints)
    ):
        return False
    if has_formulas(robot, state):
        return False
    names = [x.name for kind in ("q", "qd", "qdd") for x in state_variables(robot, state, kind)]
    return bool(names) and all(names) and len(set(names)) == len(names)


def max_rotation_axes(robot: Robot) -> int:
    """Largest number of rotation axes of a branch, where an axis on that of the parent is not counted again."""

    def is_new(c: Coordinate) -> bool:
        joint = robot.joint(c.link)
        return c.is_rotation and not (joint.parent and joint.alpha.is_zero and joint.d.is_zero)

    return max(sum(map(is_new, freedoms_up_to(robot, tip))) for tip in robot.coordinates)


def first_and_second_derivatives(robot: Robot, state: State, quantities: Quantities) -> tuple[StateDerivatives, Cubes]:
    """First and second derivatives, whichever way is cheaper for both together, of a robot that `has_recursion`."""
    trial = Trial(robot.graph)
    subject = trial.to_trial((robot, state))
    s, first = planned_derivatives(*subject, noted := Quantities())
    recursion = SecondRecursion(first)
    found = min(((s, recursion.cubes(way)) for way in contraction_ways(robot)), key=count_merged_operations)
    if max_rotation_axes(robot) <= MAX_GRAPH_JOINTS:
        s = effort_derivatives(*subject, Quantities())
        in_graph = s, second_derivatives(*subject, s)
        if count_merged_operations(in_graph)[0] * GRAPH_COST_RATIO <= count_merged_operations(found)[0]:
            s = effort_derivatives(
                robot, state, quantities
            )  # derived again so that nodes are in the order of their use
            return s, second_derivatives(robot, state, s)
    found, noted = trial.from_trial((found, noted))
    quantities.names.update(noted.names)
    return found


def differentiate_matrix(robot: Robot, A: Matrix, along: Sequence[Direction], once: Callable[[int, int], bool]) -> Cube:
    """Derivatives dA_ij/dx_k; once(j, k): A_ij is a derivative by x_j itself, so dA_ij/dx_k = dA_ik/dx_j."""
    n, m, width = len(A), len(along), len(A[0]) if A else 0
    cube: Cube = [[[0] * m for _ in range(width)] for _ in range(n)]
    for k, direction in enumerate(along):
        cells = [(i, j) for i in range(n) for j in range(width) if j <= k or not once(j, k)]
        rates = directional_derivatives(as_expressions(robot, [A[i][j] for i, j in cells]), direction)
        for (i, j), rate in zip(cells, rates, strict=True):
            cube[i][j][k] = rate
            if once(j, k):
                cube[i][k][j] = rate
    return cube


def second_derivatives(robot: Robot, state: State, s: StateDerivatives) -> Cubes:
    """Derivatives of the three matrices, by positions or rates j and then k: "q q", "qd q", "qd qd", "M q"."""
    of, q, qd = robot.coordinates, tangent_directions(robot, state, "q"), tangent_directions(robot, state, "qd")
    if robot.ties:  # dependent joints move along
        q = [
            constrained_derivatives.position_rates(robot, state, {c: 1}) if c.link else own
            for c, own in zip(of, q, strict=True)
        ]

    def commuting(j: int, k: int) -> bool:
        return directions_commute(robot, of[j], of[k])

    return {
        ("q", "q"): differentiate_matrix(robot, s.q, q, commuting),
        ("qd", "q"): differentiate_matrix(robot, s.qd, q, lambda j, k: False),
        ("qd", "qd"): differentiate_matrix(robot, s.qd, qd, lambda j, k: True),
        ("M", "q"): differentiate_matrix(robot, s.M, q, lambda j, k: False),
    }


def cube_result(robot: Robot, name: str, cube: Cube, doc: str, middle: Sequence[Coordinate]) -> Result:
    """Array [i][j][k] as a matrix whose rows count i and j; `middle`: the coordinates of index j."""
    n, width = len(robot.coordinates), len(middle)
    flat = [x for plane in cube for line in plane for x in line]
    labels = index_labels(f"{name}_", robot.coordinates, middle, robot.coordinates)
    where = f"row {width} i + j, column k (counted from 0): "
    order = ": along that of k, of the derivative along that of j" if has_orientation(robot) else ""
    return Result(name, flat, (n * width, n), where + doc + order, labels)


SECOND_DERIVATIVES = {
    ("q", "q"): ("d2tau_dq_dq", "of tau_i with respect to q_j and q_k"),
    ("qd", "q"): ("d2tau_dqd_dq", "of tau_i with respect to qd_j and q_k"),
    ("qd", "qd"): ("d2tau_dqd_dqd", "of tau_i with respect to qd_j and qd_k"),
    ("M", "q"): ("d2tau_dqdd_dq", "of tau_i with respect to qdd_j and q_k: derivatives of the inertia matrix"),
}


def second_derivative_results(
    robot: Robot,
    state: State,
    s: StateDerivatives,
    again: Callable[[Robot], StateDerivatives],
    named: Mapping[tuple[str, str], Any],
    columns: Sequence[Coordinate] | None = None,
) -> list[Result]:
    """Results for the derivatives of s; with a floating base s is computed `again` with symbols for gravity.

    `columns`: the coordinates of the columns of s.M, if they are others.
    """
    if robot.ties and robot.wheels:
        return cube_results(robot, _second_derivatives_on_wheels(robot, state, s, named), named, columns)
    view, back = with_symbolic_gravity(robot)
    cubes = second_derivatives(view, state, again(view) if robot.freedoms(0) else s)
    cubes = {key: [[[back(x) for x in line] for line in plane] for plane in cube] for key, cube in cubes.items()}
    return cube_results(robot, cubes, named, columns)


def cube_results(
    robot: Robot, cubes: Cubes, named: Mapping[tuple[str, str], Any], columns: Sequence[Coordinate] | None = None
) -> list[Result]:
    """Results for second derivatives; `columns`: the coordinates of the columns of M, if they are others."""
    of = {"M": robot.coordinates if columns is None else columns}
    return [
        cube_result(robot, name, cubes[key], f"second derivative {doc}", of.get(key[0], robot.coordinates))
        for key, (name, doc) in named.items()
    ]


def _second_derivatives_on_wheels(
    robot: Robot, state: State, s: StateDerivatives, named: Mapping[tuple[str, str], Any]
) -> Cubes:
    """Second derivatives along the independent coordinates of a robot with wheels, in the order of the indices."""
    found: Cubes = {}
    for of, by in named:
        A: Matrix = getattr(s, of)
        if by == "q":
            found[of, by] = constrained_derivatives.matrix_partial_derivatives(robot, state, A)
        else:
            found[of, by] = [jacobian(as_expressions(robot, row), named_variables(robot, state, by)) for row in A]
    return found


# -- the model --------------------------------------------------------------------------------------------------------


def variables_option(known: Sequence[str]) -> Option:
    """Option for the variables of the derivatives."""
    default = ",".join(name for name in known if name != "parameters")

    def read(robot: Robot, value: Any) -> tuple[str, ...]:
        for name in split_list(value):
            if name not in known:
                raise UnknownName.among("variable", name, known)
        return tuple(name for name in known if name in split_list(value))

    return Option(default, f"with respect to what: a list of {', '.join(known)}", read=read)


ORDER = Option("1", "2: second derivatives besides the first ones", choices=("1", "2"))


def derivative_result(
    robot: Robot, name: str, A: Matrix, doc: str, units: Mapping[tuple[bool, bool], str], columns: Sequence[Coordinate]
) -> Result:
    """Matrix with a row for each coordinate, as a result; `units` by whether coordinates of row and column turn."""
    flat, rows = [x for row in A for x in row], robot.coordinates
    of_entries = tuple(units[a.is_rotation, b.is_rotation] for a in rows for b in columns)
    return Result(name, flat, (len(rows), len(columns)), doc, index_labels(f"{name}_", rows, columns), of_entries)


def build(robot: Robot, state: State, quantities: Quantities, wrt: tuple[str, ...], order: str) -> Sequence[Result]:
    more: list[Result] = []
    if order == "2" and has_recursion(robot, state):
        s, cubes = first_and_second_derivatives(robot, state, quantities)
        more = cube_results(robot, cubes, SECOND_DERIVATIVES)
    else:
        s = effort_derivatives(robot, state, quantities)
        if order == "2":
            more = second_derivative_results(
                robot, state, s, lambda view: effort_derivatives(view, state, Quantities()), SECOND_DERIVATIVES
            )
    table = {"q": (s.q, "positions"), "qd": (s.qd, "velocities"), "qdd": (s.M, "accelerations: the inertia matrix")}
    results = [
        derivative_result(robot, f"dtau_d{x}", table[x][0], f"derivatives of the efforts with respect to {table[x][1]}",
                     DERIVATIVE_UNITS[x], robot.coordinates)
        for x in wrt if x in table
    ]  # fmt: skip
    if "parameters" in wrt:
        some = chosen_columns(robot, "present")
        W = regressor(robot, state, some, quantities)
        doc = "derivatives of the efforts with respect to the parameters: the regressor"
        results.append(matrix_result("dtau_dp", W, some, robot, doc))
    return [*results, *more]


MODEL = Model(
    name="inverse_dynamics_derivatives",
    doc="derivatives of the joint efforts with respect to positions, velocities, accelerations, parameters",
    state=("q", "qd", "qdd"),
    build=build,
    scope=DYNAMICS.handling(FLOATING, LOOPS, WHEELS),
    options={"wrt": variables_option(("q", "qd", "qdd", "parameters")), "order": ORDER},
)
