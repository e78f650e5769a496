"""Derivatives of the inverse dynamics: by q, by qd, by qdd (the inertia matrix), by the parameters (the regressor).

By composite bodies (`slopes`), or in the graph for robots of few joints if that is shorter. Friction's sign(qd) has
slope 0. Second derivatives are those of the first ones in the graph, each pair of variables once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from linkwright.errors import RobotError, UnknownName
from linkwright.expr import Expr
from linkwright.expr.derivative import forward, jacobian
from linkwright.models.model import Model, Option, Quantities, Result, State
from linkwright.models.parts import along
from linkwright.models.parts.along import exprs
from linkwright.models.parts.columns import chosen_columns, matrix_result
from linkwright.models.parts.composite import Matrix
from linkwright.models.parts.constraints import Constraints
from linkwright.models.parts.efforts import inverse_dynamics
from linkwright.models.parts.places import parts
from linkwright.models.parts.projection import by_projection, system_of
from linkwright.models.parts.slopes import Slopes, recursive_slopes
from linkwright.models.parts.terms import INERTIA_UNITS, matrix_units, places, tensor_labels
from linkwright.models.parts.trial import fewest
from linkwright.models.regressor import regressor
from linkwright.models.scope import DYNAMICS
from linkwright.robot import Robot
from linkwright.robot.features import BALLS, FLOATING, LOOPS
from linkwright.spatial import Scalar, Vec3

FEW = 4  # joints up to which the graph may be the shorter way; beyond, it never was

_TURN, _SLIDE = True, False
SLOPE_UNITS = {
    "q": {(_TURN, _TURN): "N m/rad", (_TURN, _SLIDE): "N", (_SLIDE, _TURN): "N/rad", (_SLIDE, _SLIDE): "N/m"},
    "qd": {(_TURN, _TURN): "N m s/rad", (_TURN, _SLIDE): "N s", (_SLIDE, _TURN): "N s/rad", (_SLIDE, _SLIDE): "N s/m"},
    "qdd": INERTIA_UNITS,
}


def variables(robot: Robot, state: State, kind: str) -> list[Expr]:
    """The q, qd or qdd of the coordinates."""
    rates = state.qd if kind == "qd" else state.qdd
    if not is_plain(robot):
        raise RobotError(f"{robot.name} has a floating base or rotors behind springs: no second derivatives",
                         remedy="order=1")  # fmt: skip
    return exprs(robot, [state.q[c.link] if kind == "q" else rates[c] for c in robot.coordinates])


def is_plain(robot: Robot) -> bool:
    """Whether its positions are those of the joints: no pose, and no rotor behind a spring."""
    return not robot.freedoms(0) and not any(c.is_motor for c in robot.coordinates)


def in_the_graph(robot: Robot, state: State) -> Slopes:
    """The recursive Newton-Euler method, differentiated."""
    tau = exprs(robot, inverse_dynamics(robot, state, Quantities()))
    q, qd, M = (jacobian(tau, variables(robot, state, x)) for x in ("q", "qd", "qdd"))
    return Slopes(q, qd, M)


def of_loops(robot: Robot, state: State, quantities: Quantities, system: Constraints) -> Slopes:
    """Of the efforts of the independent coordinates. A base that turns sees gravity g change by g x w, and gravity is
    an acceleration of the base the other way."""
    tau = exprs(robot, list(by_projection(robot, state, quantities, system).values()))
    qd, M = (jacobian(tau, exprs(robot, [rates[c] for c in robot.coordinates])) for rates in (state.qd, state.qdd))
    q, g = along.slopes(robot, state, tau), Vec3(*robot.gravity)
    row = places(robot)
    for c in (c for c in robot.freedoms(0) if c.turns):
        for v in (v for v in robot.freedoms(0) if not v.turns):
            factor = c.w.cross(g).dot(v.v)
            for i in range(len(q)):
                q[i][row[c]] = q[i][row[c]] + M[i][row[v]] * factor
    return Slopes(q, qd, M)


def slopes(robot: Robot, state: State, quantities: Quantities) -> Slopes:
    """The first derivatives, as they are cheaper. A rate that is a formula of the robot's is no symbol of the graph."""
    if system := system_of(robot):
        return of_loops(robot, state, quantities, system)
    plain = is_plain(robot) and all(x.name for kind in ("q", "qd", "qdd") for x in variables(robot, state, kind))
    if not plain or not 0 < len(robot.coordinates) <= FEW:
        return recursive_slopes(robot, state, quantities)

    def candidates(subject: tuple[Robot, State]) -> Iterator[tuple[Slopes, Quantities]]:
        noted = Quantities()
        yield recursive_slopes(*subject, noted), noted
        yield in_the_graph(*subject), noted

    found, noted = fewest(robot.graph, (robot, state), candidates)
    quantities.names.update(noted.names)
    return found


# -- second derivatives -----------------------------------------------------------------------------------------------

Cube = list[list[list[Scalar]]]  # [i][j][k]


Seeds = list[Mapping[Expr, Expr]]  # for each coordinate: what its unit rate, or its unit velocity, changes


def seeds(robot: Robot, state: State, kind: str) -> Seeds:
    """Of q, along which loops move the other joints too, or of qd."""
    wrt, (zero, one) = variables(robot, state, kind), exprs(robot, [0, 1])
    if kind == "q" and robot.ties:
        return [along.rates_along(robot, state, {a: one}) for a in robot.coordinates]
    if not all(x.name for x in wrt):
        raise RobotError(f"{robot.name} gives rates of joints as formulas: no second derivatives with respect to them",
                         remedy="give them names, or order=1")  # fmt: skip
    return [{s: one if s == x else zero for s in wrt} for x in wrt]


def second(robot: Robot, A: Matrix, wrt: Seeds, symmetric: bool) -> Cube:
    """dA_ij/dx_k; symmetric: A_ij is itself a slope along x_j, so that only k >= j is differentiated."""
    n, m = len(A), len(wrt)
    cube: Cube = [[[0] * m for _ in range(n)] for _ in range(n)]
    for k, x in enumerate(wrt):
        cells = [(i, j) for i in range(n) for j in range(n) if not symmetric or j <= k]
        rates = forward(exprs(robot, [A[i][j] for i, j in cells]), x)
        for (i, j), rate in zip(cells, rates, strict=True):
            cube[i][j][k] = rate
            if symmetric:
                cube[i][k][j] = rate
    return cube


def cube_result(robot: Robot, name: str, cube: Cube, doc: str) -> Result:
    """As a matrix of n^2 rows."""
    n = len(robot.coordinates)
    flat = [x for plane in cube for line in plane for x in line]
    labels = tensor_labels(robot, f"{name}_", 3)
    where = f"row {n} i + j, column k (counted from 0): "
    return Result(name, flat, (n * n, n), where + doc, labels)


def second_results(robot: Robot, state: State, s: Slopes) -> list[Result]:
    q, qd = seeds(robot, state, "q"), seeds(robot, state, "qd")
    made = (
        ("d2tau_dq_dq", s.q, q, True, "of tau_i with respect to q_j and q_k"),
        ("d2tau_dqd_dq", s.qd, q, False, "of tau_i with respect to qd_j and q_k"),
        ("d2tau_dqd_dqd", s.qd, qd, True, "of tau_i with respect to qd_j and qd_k"),
        ("d2tau_dqdd_dq", s.M, q, False, "of tau_i with respect to qdd_j and q_k, the slopes of the inertia matrix"),
    )
    return [
        cube_result(robot, name, second(robot, A, x, symmetric), f"second derivative {doc}")
        for name, A, x, symmetric, doc in made
    ]


# -- the model --------------------------------------------------------------------------------------------------------


def chosen(known: Sequence[str]) -> Option:
    """The option that says with respect to what."""
    default = ",".join(name for name in known if name != "parameters")

    def read(robot: Robot, value: Any) -> tuple[str, ...]:
        for name in parts(value):
            if name not in known:
                raise UnknownName.among("variable", name, known)
        return tuple(name for name in known if name in parts(value))

    return Option(default, f"with respect to what: a list of {', '.join(known)}", read=read)


ORDER = Option("1", "2: second derivatives besides the first ones", choices=("1", "2"))


def slope_result(robot: Robot, name: str, A: Matrix, doc: str, units: tuple[str, ...]) -> Result:
    flat = [x for row in A for x in row]
    return Result(name, flat, (len(A), len(A)), doc, tensor_labels(robot, f"{name}_", 2), units)


def build(robot: Robot, state: State, quantities: Quantities, wrt: tuple[str, ...], order: str) -> Sequence[Result]:
    s = slopes(robot, state, quantities)
    table = {"q": (s.q, "positions"), "qd": (s.qd, "velocities"), "qdd": (s.M, "accelerations: the inertia matrix")}
    results = [
        slope_result(robot, f"dtau_d{x}", table[x][0], f"derivatives of the efforts with respect to {table[x][1]}",
                     matrix_units(robot, SLOPE_UNITS[x]))
        for x in wrt if x in table
    ]  # fmt: skip
    if "parameters" in wrt:
        some = chosen_columns(robot, "present")
        W = regressor(robot, state, some, quantities)
        doc = "derivatives of the efforts with respect to the parameters: the regressor"
        results.append(matrix_result("dtau_dp", W, some, robot, doc))
    if order == "2":
        results += second_results(robot, state, s)
    return results


MODEL = Model(
    name="inverse_dynamics_derivatives",
    doc="derivatives of the joint efforts with respect to positions, velocities, accelerations, parameters",
    state=("q", "qd", "qdd"),
    build=build,
    scope=DYNAMICS.handling(FLOATING, LOOPS).refusing(BALLS),
    options={"wrt": chosen(("q", "qd", "qdd", "parameters")), "order": ORDER},
)
