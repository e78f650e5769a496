"""The formulations of the equations of motion: independent derivations of the same efforts, and the choice of one.

They verify each other (a proof that two of them are equal is a proof of both), and the cheapest one may be taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from linkwright.errors import RobotError
from linkwright.expr import Expr, Importer, make_symbol
from linkwright.expr.derivative import jacobian
from linkwright.models.dynamics.coriolis_composite import coriolis_matrix
from linkwright.models.dynamics.formulations.kane import kane
from linkwright.models.dynamics.formulations.lagrange import lagrange
from linkwright.models.dynamics.formulations.newton_euler import newton_euler
from linkwright.models.dynamics.formulations.per_body import derive_body_coefficients, per_body
from linkwright.models.dynamics.formulations.uicker_kahn import ClosedForm, closed_form, uicker_kahn
from linkwright.models.dynamics.gravity_moments import GravityMoments
from linkwright.models.dynamics.joint_space_inertia import inertia_matrix
from linkwright.models.dynamics.rnea_optimized import inverse_dynamics
from linkwright.models.framework.frame_options import supporting_freedoms
from linkwright.models.framework.model import Option, Quantities, State
from linkwright.models.search.graph_trial import cheapest_of
from linkwright.models.tree.generalized_coordinates import (
    GENERAL_FORMULATION_REMEDY,
    coordinate_rows,
    has_orientation,
    joint_effort,
    project_efforts,
    require_base_at_rest,
    require_single_axis_joints,
    rotor_inertia_of,
    tree_freedoms,
    without_terms,
)
from linkwright.models.tree.partial_velocities import PartialVelocities
from linkwright.models.tree.twists_wrenches import Wrench
from linkwright.robot import Coordinate, Robot
from linkwright.spatial import Scalar

Formulation = Callable[[Robot, State, Quantities], list[Scalar]]


def efforts_by_composite_bodies(robot: Robot, state: State, quantities: Quantities) -> list[Scalar]:
    """M qdd + C qd + g: composite bodies, and the Coriolis matrix of the Christoffel symbols."""
    require_base_at_rest(robot, "the equations with composite bodies")
    M, C = inertia_matrix(robot, state.q, quantities), coriolis_matrix(robot, state, quantities)
    g, outside = (
        GravityMoments(robot, state.q).efforts_by_moments(),
        project_efforts(robot, external_wrench_efforts(robot, state)),
    )
    still = replace(state, qdd={})  # the rotor is in M
    own = project_efforts(robot, {c: joint_effort(robot, still, c) for c in tree_freedoms(robot)})
    tau = []
    for a in range(len(robot.coordinates)):
        total = g[a] + outside[a] + own[a]
        for b, j in enumerate(robot.coordinates):
            total = total + M[a][b] * state.qdd[j] + C[a][b] * state.qd[j]
        tau.append(total)
    return tau


def external_wrench_efforts(robot: Robot, state: State) -> dict[Coordinate, Scalar]:
    """Efforts for the wrenches that the links exert on the environment, by freedom."""
    partials = PartialVelocities(robot, state.q)
    found: dict[Coordinate, Scalar] = dict.fromkeys(tree_freedoms(robot), 0)
    for k, joint in enumerate(robot.joints, 1):
        for j in supporting_freedoms(robot, k):
            found[j] = found[j] + partials.of(j, k).power(Wrench(joint.body.force, joint.body.moment))
    return found


FORMULATIONS: Mapping[str, Formulation] = {
    "newton_euler": inverse_dynamics,
    "newton_euler_plain": lambda robot, state, _: newton_euler(robot, state),
    "lagrange": lambda robot, state, _: lagrange(robot, state),
    "kane": lambda robot, state, _: kane(robot, state),
    "composite": efforts_by_composite_bodies,
    "per_body": lambda robot, state, _: per_body(robot, state),
    "uicker_kahn": lambda robot, state, _: uicker_kahn(robot, state),
}
FORMULATION_NAMES = (*FORMULATIONS, "best")
FLOATING_BASE_FORMULATIONS = ("newton_euler", "newton_euler_plain", "kane", "per_body")  # that support a floating base


def efforts_by_formulation(robot: Robot, state: State, quantities: Quantities, formulation: str) -> list[Scalar]:
    """The efforts of the joints that move, by the formulation of this name or by the best."""
    if formulation != "best":
        return FORMULATIONS[formulation](robot, state, quantities)
    tau, noted = cheapest_of(robot.graph, (robot, state), lambda s: _effort_candidates(*s))
    quantities.names.update(noted.names)
    return tau


def _effort_candidates(robot: Robot, state: State) -> Iterator[tuple[list[Scalar], Quantities]]:
    """Yield the efforts by all formulations that support the robot: not all support a moving base."""
    for formulation in FORMULATIONS.values():
        noted = Quantities()
        try:
            yield formulation(robot, state, noted), noted
        except RobotError:
            continue


# -- the matrices ------------------------------------------------------------------------------------------------------


def closed_form_of_efforts(robot: Robot, q: Sequence[Scalar], formulation: Formulation) -> ClosedForm:
    """H, C and g from any formulation: derivatives of its efforts by accelerations, second ones by velocities, rest."""
    qd, qdd = add_unused_rates(robot, "qd"), add_unused_rates(robot, "qdd")
    view = without_terms(robot, "friction", "external", "base")
    tau = formulation(view, State(q, qd, qdd), Quantities())
    slow, fast = list(qd.values()), list(qdd.values())
    H = jacobian(tau, fast)
    rest = [zero_symbols(fast)(x) for x in tau]
    still = zero_symbols([*slow, *fast])
    C = [[[still(x) / 2 for x in row] for row in jacobian(slopes, slow)] for slopes in jacobian(rest, slow)]
    return ClosedForm([[still(x) for x in row] for row in H], C, [still(x) for x in tau])


def add_unused_rates(robot: Robot, kind: str) -> dict[Coordinate, Expr]:
    """New symbols for the rates of the coordinates, with names that are not in use."""
    graph, taken = robot.graph, set(robot.graph.symbols())
    found = {}
    for c in robot.coordinates:
        name = kind + c.suffix
        while name in taken:
            name += "_"
        found[c] = make_symbol(graph, name, "variable")
    return found


def zero_symbols(symbols: Sequence[Expr]) -> Importer:
    """Return an importer of expressions that sets these symbols to zero."""
    return Importer(symbols[0].graph, {str(x.name): 0 for x in symbols})


def closed_form_of_bodies(robot: Robot, q: Sequence[Scalar]) -> ClosedForm:
    """Closed form as the sum of the coefficients of all bodies."""
    place = coordinate_rows(robot)
    zero: Scalar = 0
    H = [[rotor_inertia_of(robot, i) if i == j else zero for j in place] for i in place]
    C = [[[zero for _ in place] for _ in place] for _ in place]
    g = [zero for _ in place]
    found = derive_body_coefficients(robot, q)
    for (i, j, _), x in found.H.items():
        H[place[i]][place[j]] = H[place[i]][place[j]] + x
    for (i, j, n, _), x in ({(i, j, j, k): x for (i, j, k), x in found.beta.items()} | found.zeta).items():
        a, b, c = place[i], place[j], place[n]
        C[a][b][c] = C[a][c][b] = C[a][b][c] + x
    for (i, _), x in found.G.items():
        g[place[i]] = g[place[i]] + x
    return ClosedForm(H, C, g)


def closed_form_of_composites(robot: Robot, q: Sequence[Scalar]) -> ClosedForm:
    """Closed form by composite bodies; the Christoffel symbols are derivatives of the Coriolis matrix by rates."""
    qd = add_unused_rates(robot, "qd")
    slow = list(qd.values())
    C = coriolis_matrix(robot, State(q, qd), Quantities())
    still = zero_symbols(slow)
    lifted = [[x if isinstance(x, Expr) else slow[0] * 0 + x for x in row] for row in C]
    cube = [[[still(x) for x in slopes] for slopes in jacobian(row, slow)] for row in lifted]
    if has_orientation(robot):  # products of rates have one coefficient for both orders
        n = range(len(slow))
        cube = [[[(plane[k][l] + plane[l][k]) / 2 for l in n] for k in n] for plane in cube]
    return ClosedForm(inertia_matrix(robot, q, Quantities()), cube, GravityMoments(robot, q).efforts_by_moments())


def closed_form_by_formulation(robot: Robot, q: Sequence[Scalar], formulation: str) -> ClosedForm:
    """H (with rotors), C and g by the formulation of this name, or by that with the fewest operations."""
    if not robot.coordinates:
        return ClosedForm([], [], [])
    known = FLOATING_BASE_FORMULATIONS if robot.freedoms(0) else (*FORMULATIONS,)
    if formulation == "best":
        return cheapest_of(robot.graph, (robot, q), lambda s: _closed_form_candidates(*s, known))
    if formulation not in known:
        raise RobotError(f"{robot.name} has a floating base, which {formulation} does not support",
                         remedy=GENERAL_FORMULATION_REMEDY)  # fmt: skip
    if formulation in ("uicker_kahn", "per_body"):
        require_single_axis_joints(robot, "these equations", balls=formulation == "per_body")
    special = {"uicker_kahn": closed_form, "per_body": closed_form_of_bodies, "composite": closed_form_of_composites}
    if formulation in special:
        return special[formulation](robot, q)
    return closed_form_of_efforts(robot, q, FORMULATIONS[formulation])


def _closed_form_candidates(robot: Robot, q: Sequence[Scalar], names: Sequence[str]) -> Iterator[ClosedForm]:
    """Yield the closed forms by those of these formulations that support the robot."""
    for name in names:
        try:
            yield closed_form_by_formulation(robot, q, name)
        except RobotError:
            continue


# -- as an option of the models of single terms ------------------------------------------------------------------------

OWN_FORMULATION = "fewest"
FORMULATION_OPTION = Option(
    OWN_FORMULATION,
    "how the equations are derived; fewest: by the model's own method, best: the shortest of all",
    (OWN_FORMULATION, *FORMULATION_NAMES),
)


def terms_by_formulation(robot: Robot, state: State, formulation: str) -> ClosedForm:
    """M, C and g on a base at rest by a formulation of this name."""
    if robot.ties:
        raise RobotError(f"{robot.name} has dependent joints, and {formulation} is written for independent ones",
                         remedy=f"choose {OWN_FORMULATION}")  # fmt: skip
    return closed_form_by_formulation(without_terms(robot, "friction", "external", "base"), state.q, formulation)
