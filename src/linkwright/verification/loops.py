"""Laws of robots with loops, in numbers at closed configurations: their models against the tree's mechanics
(`closed`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from linkwright.errors import RobotError
from linkwright.expr import value_of
from linkwright.models import function
from linkwright.models.constraints.mobility_analysis import analyze_mobility
from linkwright.models.parameters.base_parameters import find_base_parameters
from linkwright.models.tree.generalized_coordinates import tree_freedoms
from linkwright.verification.law import Law, Verdict, relative_difference
from linkwright.verification.loop_bench import CONFIGURATION, LoopFixture, MotionStates
from linkwright.verification.mechanics import add_scaled, cross_product, multiply_vector, rotation_part

if TYPE_CHECKING:
    from linkwright.run.native import Array

ACCELERATIONS = "configuration_accelerations"
DIFFERENCE_STEP = 2e-4  # step of differences
MIN_SINGULAR_VALUE_RATIO = 1e-3  # least ratio of singular values of the rows at which positions are compared
TOLERANCE = 1e-9  # relative: residual of iterations times the condition number of the rows


class NumericEquality(NamedTuple):
    """Both sides of an equation in numbers, a row for every state; differences are relative to `scale`."""

    what: str
    left: Any
    right: Any
    scale: Any = None


def compare_values(statement: Callable[[LoopFixture], Iterator[NumericEquality]]) -> Callable[[LoopFixture], Verdict]:
    """Return a check of all parts of a statement that reports the largest difference."""

    def judge(m: LoopFixture) -> Verdict:
        worst = 0.0
        for what, left, right, scale in statement(m):
            difference = relative_difference(left, right, scale)
            if not difference < TOLERANCE:
                return "failed", f"{what}: relative difference {difference:.0e}"
            worst = max(worst, difference)
        return "passed", f"relative difference {worst:.0e} ({len(m.motion.q)} closed states)"

    return judge


def loop_positions(m: LoopFixture) -> Iterator[NumericEquality]:
    """Positions of dependent joints close the loops near the start of the iteration, and no more joints are free."""
    import numpy as np

    found = m.angles(m.value(CONFIGURATION, "joint_positions"), m.motion)
    at = MotionStates(found, found * 0, found * 0)
    yield NumericEquality("closure residuals", m.closure_errors(at), 0.0, np.ones(1))
    yield NumericEquality("axes that coincide", m.evaluate_mechanics(m.axis_cosines, at), 1.0, np.ones(1))
    yield NumericEquality("positions", _remove_whole_turns(m, found, m.motion.q), m.motion.q)
    ranks = [np.linalg.matrix_rank(J / np.maximum(np.abs(J).max(), 1e-300), tol=1e-7) for J in m.rows(m.resting)]
    yield NumericEquality("mobility", len(m.own), len(m.names) - np.array(ranks))


def assembled_positions(m: LoopFixture) -> Iterator[NumericEquality]:
    """Positions at the robot's start are those of the closed configuration beside it, in its branch."""
    import numpy as np

    q = m.nearest_to_start()
    if q is None:
        raise RobotError(f"{m.robot.name} has no start, or its loops are not closed there with the numbers of this law")
    J = m.loop_rows(MotionStates(q[None], q[None] * 0, q[None] * 0))[0] * m.sizes
    values = np.linalg.svd(J[:, m.others])[1]
    if len(values) < len(m.others) or values[-1] < MIN_SINGULAR_VALUE_RATIO * values[0]:
        raise RobotError(f"{m.robot.name}: its independent joints do not determine the others where it is assembled")
    at = MotionStates(q[None], q[None] * 0, q[None] * 0)
    fn = m.function(CONFIGURATION)
    yield NumericEquality(
        "positions", _remove_whole_turns(m, m.angles(m.run(fn, "joint_positions", at), at), at.q), at.q, m.sizes
    )
    if {*analyze_mobility(m.robot).variety.parameters} <= {
        *m.robot.numbers
    }:  # else lengths were chosen to close the loops
        for port in fn.inputs:
            if port.name in ("q", "q_start") and port.samples:
                known = [(x, m._position(q, name)) for x, name in zip(port.samples, port.names, strict=True)
                         if x is not None]  # fmt: skip
                ours, theirs = np.array(known).reshape(-1, 2).T
                yield NumericEquality(f"samples of {port.name}", ours, theirs, max(1.0, *m.sizes))


def _uncoupled_columns(m: LoopFixture, values: Array, base: bool = False, motors: bool = True) -> Array:
    """Columns of the joints that are not coupled to others."""
    coupled = {coupling.joint for coupling in m.robot.couplings}
    every = [c for c in tree_freedoms(m.robot.without("loops")) if (c.link or base) and (motors or not c.is_motor)]
    return values[:, [k for k, c in enumerate(every) if c.link not in coupled or not c.link]]


def _remove_whole_turns(m: LoopFixture, q: Array, expected: Array) -> Array:
    """Positions with whole turns added, so that they are near the expected ones."""
    import numpy as np

    turns = [bool(c.link) and c.is_rotation for c in m.every]
    whole = np.array([2 * np.pi if turn else 0.0 for turn in turns])
    found: Array = q + np.round((expected - q) / (2 * np.pi)) * whole
    return found


def loop_motions(m: LoopFixture) -> Iterator[NumericEquality]:
    """Rates and accelerations of all joints, and the velocity map."""
    import numpy as np

    n, k, motion = len(m.own), len(m.motion.q), m.in_model_terms(m.motion)
    yield NumericEquality("rates", _uncoupled_columns(m, m.value(CONFIGURATION, "joint_rates")), motion.qd[:, m.base :])
    yield NumericEquality(
        "accelerations", _uncoupled_columns(m, m.value(ACCELERATIONS, "joint_accelerations")), motion.qdd[:, m.base :]
    )
    columns = m.value("constraint_map").reshape(k, -1, n)
    found = np.array([_uncoupled_columns(m, columns[:, :, c], base=True) for c in range(n)])
    yield NumericEquality("map", found, np.array([m.G[:, :, c] for c in range(n)]))


def motion_of_all_joints(m: LoopFixture) -> Iterator[NumericEquality]:
    """Motion of all joints from one model."""
    motion = m.in_model_terms(m.motion)
    found = m.angles(m.value("dependent_motion", "positions"), m.motion)
    yield NumericEquality("positions", _remove_whole_turns(m, found, m.motion.q), m.motion.q)
    for port, values in (("velocities", motion.qd), ("accelerations", motion.qdd)):
        found = _uncoupled_columns(m, m.value("dependent_motion", port), motors=False)
        yield NumericEquality(port, found, values[:, m.turning])


def loop_row_slopes(m: LoopFixture) -> Iterator[NumericEquality]:
    """Constraint rows are derivatives of the closure equations, and these have rates: by differences of fourth
    order."""
    import numpy as np

    F, W, Wd = (m.function(name) for name in ("constraints", "constraint_jacobian", "constraint_jacobian_dot"))
    q, qd, k = m.motion.q, m.motion.qd, len(m.motion.q)
    sizes = np.array([m.scale.length if unit else 1.0 for unit in F.outputs[0].units])
    yield NumericEquality("equations", m.run(F), 0.0, sizes)

    def slope(fn: Any, port: str, along: Array) -> Array:
        step = DIFFERENCE_STEP / np.maximum(
            np.abs(along).max(axis=1, keepdims=True), 1.0
        )  # no joint moves farther than STEP
        at = [m.run(fn, port, MotionStates(q + s * step * along, qd, qd)) for s in (1, -1, 2, -2)]
        found: Array = (8 * (at[0] - at[1]) - (at[2] - at[3])) / (12 * step)
        return found

    J = m.run(W, "W").reshape(k, -1, q.shape[1])
    ones = np.einsum("sij,sj->si", m.spins(m.motion), qd * 0 + 1)
    yield NumericEquality("rows", np.einsum("srj,sj->sr", J, ones), slope(F, "F", qd * 0 + 1))
    yield NumericEquality("rates of rows", m.run(Wd, "Wd"), slope(W, "W", qd))
    kept = m.run(W, "kept")[0]
    yield NumericEquality("independent rows", float(kept.sum()), float(len(m.names) - len(m.own)))


def loop_kinematics(m: LoopFixture) -> Iterator[NumericEquality]:
    """Pose, Jacobian, velocity and acceleration of the end."""
    import numpy as np

    k, mechanics, end = len(m.motion.q), m.mechanics, m.links[m.end]
    pose = m.evaluate_mechanics(m.pose_of(m.end), m.motion)
    yield NumericEquality("pose", m.value("direct_geometry", frames=m.end), pose)
    yield NumericEquality("transform", m.value("transform", frame=m.end), pose)
    whole = m.evaluate_mechanics(m.jacobian_of(m.end), m.motion).reshape(k, 6, -1)
    yield NumericEquality("Jacobian", m.value("jacobian", frame=m.end), np.reshape(whole @ m.H[:, m.rigid], (k, -1)))
    terms = np.einsum("srj,sj->sr", np.abs(whole), np.abs(m.motion.qd[:, m.rigid]))
    fastest = max(terms[:, :3].max() / m.scale.length, terms[:, 3:].max())  # scale for links that do not turn, too
    for port, unit in (("v", m.scale.length), ("w", 1.0)):
        twist = mechanics.twist(end, mechanics.moving[0][end])[port == "w"]
        found = m.value("velocities", port, frames=m.end, projection=0)
        yield NumericEquality(
            f"velocity {port}", found, m.evaluate_mechanics(m.turned(twist), m.motion), np.full(1, unit * fastest)
        )
    T2 = [row[3] for row in mechanics.moving[1][end][:3]]
    found = m.value("accelerations", "vd", frames=m.end, projection=0)
    yield NumericEquality("acceleration", found, m.evaluate_mechanics(m.turned(T2), m.motion))


def loop_efforts(m: LoopFixture) -> Iterator[NumericEquality]:
    """Efforts of the drives have the power of the tree's efforts in every motion that the loops allow: constraint
    forces have none."""
    import numpy as np

    Gamma = m.project_efforts(m.tree_efforts(m.freely_accelerated))
    own = [n for n in range(len(m.own)) if n not in m.free_ones]
    yield NumericEquality(
        "efforts", m.value("inverse_dynamics", "tau", m.freely_accelerated, of="coordinates"), Gamma[:, own]
    )
    for closure in ("positions", "given")[: 1 if m.free_ones or m.robot.wheels else 2]:
        found = m.value("inverse_dynamics", "tau", m.freely_accelerated, closure=closure, of="coordinates")
        yield NumericEquality(f"efforts, closure {closure}", found, Gamma[:, own])
    fn = m.function("inverse_dynamics")
    outputs = {
        p.name: (list(p.names), m.run(fn, p.name, m.freely_accelerated)) for p in fn.outputs if p.name != "status"
    }
    names, tau = outputs["tau"]
    drives = [m.names.index(name) for name in names]
    short = np.einsum("sji,sj->si", m.G[:, drives], tau)
    if np.linalg.matrix_rank(m.G[0, drives]) == len(own):
        yield NumericEquality("power of drives", short[:, own], Gamma[:, own], np.full(1, np.abs(Gamma).max()))
    motion = m.in_model_terms(m.freely_accelerated).qdd
    for port, columns in (("base_acceleration", m.own_base), ("accelerations", None)):
        if port in outputs:
            which = [m.names.index(name) for name in outputs[port][0]] if columns is None else columns
            yield NumericEquality(port, outputs[port][1], motion[:, which])
    yield NumericEquality(
        "efforts at qdd = 0",
        m.value("bias_vector", motion=m.unaccelerated),
        m.project_efforts(m.tree_efforts(m.unaccelerated)),
    )


def loop_effort_terms(m: LoopFixture) -> Iterator[NumericEquality]:
    """Inertia matrix and its inverse, C qd and gravity efforts."""
    import numpy as np

    n, k, ud = (
        len(m.own),
        len(m.motion.q),
        m.in_model_terms(m.motion).qdd[:, m.own] - m.in_model_terms(m.unaccelerated).qdd[:, m.own],
    )
    bare = [m.project_efforts(m.tree_efforts(motion, bare=True)) for motion in (m.motion, m.unaccelerated, m.resting)]
    M = m.value("inertia_matrix").reshape(k, n, n)
    yield NumericEquality("M qdd", np.einsum("sij,sj->si", M, ud), bare[0] - bare[1])
    yield NumericEquality("symmetry of M", M, M.swapaxes(1, 2))
    unit = np.broadcast_to(np.eye(n), M.shape)
    yield NumericEquality("M times its inverse", M @ m.value("inverse_inertia_matrix").reshape(k, n, n), unit)
    size = np.full(1, np.abs(bare).max())
    yield NumericEquality("C qd", m.value("coriolis_vector"), bare[1] - bare[2], size)
    yield NumericEquality("gravity", m.value("gravity_vector"), bare[2], size)


def loop_forward_dynamics(m: LoopFixture) -> Iterator[NumericEquality]:
    """Efforts of the independent joints for a motion return its accelerations."""
    import numpy as np

    fn = m.function("forward_dynamics")
    names = next(p.names for p in fn.inputs if p.name == "tau")
    Gamma, qdd = m.project_efforts(m.tree_efforts(m.freely_accelerated)), m.in_model_terms(m.freely_accelerated).qdd
    tau = np.zeros((len(m.motion.q), len(names)))
    for n, k in enumerate(m.own):
        if n not in m.free_ones:
            tau[:, names.index(m.names[k])] = Gamma[:, n]
    base = m.own_base
    yield NumericEquality("accelerations", m.run(fn, "qdd", m.freely_accelerated, tau), qdd[:, m.own[len(base) :]])
    if base:
        yield NumericEquality(
            "acceleration of the base", m.run(fn, "base_acceleration", m.freely_accelerated, tau), qdd[:, base]
        )


def loop_energies(m: LoopFixture) -> Iterator[NumericEquality]:
    """Energies, momenta and centre of mass."""
    mechanics, (rotors, springs) = m.mechanics, (x[:, None] for x in m.stored(m.motion))
    yield NumericEquality(
        "kinetic", m.value("kinetic_energy"), m.evaluate_mechanics([mechanics.kinetic_energy()], m.motion) + rotors
    )
    yield NumericEquality(
        "potential",
        m.value("potential_energy"),
        m.evaluate_mechanics([mechanics.potential_energy()], m.motion) + springs,
    )
    R, P = rotation_part(mechanics.world), [row[3] for row in mechanics.world[:3]]
    p, L = (multiply_vector(R, x) for x in mechanics.momenta())
    yield NumericEquality("momentum", m.value("momenta", "p"), m.evaluate_mechanics(p, m.motion))
    yield NumericEquality(
        "moment of momentum",
        m.value("momenta", "L"),
        m.evaluate_mechanics(add_scaled(L, cross_product(P, p)), m.motion),
    )
    *MS, M = mechanics.first_moment()
    yield NumericEquality(
        "centre of mass", m.value("centre_of_mass"), m.evaluate_mechanics([x / M for x in MS], m.motion)
    )


def efforts_of_parameter(m: LoopFixture, link: int, name: str) -> Array:
    """Efforts of all coordinates for a parameter that is 1, all others being 0."""
    import numpy as np

    found = np.zeros(m.motion.q.shape)
    rotor = next((k for k, c in enumerate(m.every) if c.is_motor and c.link == link), None)
    if rotor is not None and name in ("IA", "FV", "FS"):
        qd, qdd = m.motion.qd[:, rotor], m.motion.qdd[:, rotor]
        found[:, rotor] = {"IA": qdd, "FV": qd, "FS": np.sign(qd)}[name]
    else:
        one = {(m.links[link], name): m.mechanics.lift([1])[0]}
        found[:, m.rigid] = m.evaluate_mechanics(m.mechanics.efforts(one, wrenches=False), m.motion)
    return found


def loop_regressors(m: LoopFixture) -> Iterator[NumericEquality]:
    """Regressor, column by column."""
    import numpy as np

    places = list(m.columns())
    W = m.value("regressor").reshape(len(m.motion.q), len(m.own), len(places))
    columns = [m.project_efforts(efforts_of_parameter(m, *place)) for place in places]
    yield NumericEquality("columns", W, np.array(columns).transpose(1, 2, 0))


def loop_base_parameters(m: LoopFixture) -> Iterator[NumericEquality]:
    """Efforts in base parameters, the relations inserted; where accelerations are results, these are compared."""
    base = find_base_parameters(m.robot)
    known = {r.name: value_of(r.formula, {s: m.number(s) for s in r.formula.symbols}) for r in base.relations}
    if m.free_ones:
        bias = m.run(function(base.robot, "bias_vector"), motion=m.unaccelerated, known=known)
        yield NumericEquality("efforts at qdd = 0", bias, m.project_efforts(m.tree_efforts(m.unaccelerated)))
    fn = function(base.robot, "inverse_dynamics", {} if m.free_ones else {"of": "coordinates"})
    for port in fn.outputs:
        if port.name == "base_acceleration":
            yield NumericEquality(
                port.name,
                m.run(fn, port.name, m.freely_accelerated, known=known),
                m.in_model_terms(m.freely_accelerated).qdd[:, m.own_base],
            )
        elif not m.free_ones and port.name == "tau":
            yield NumericEquality(
                "efforts", m.run(fn, port.name, known=known), m.project_efforts(m.tree_efforts(m.motion))
            )


_STATEMENTS: Sequence[tuple[str, tuple[str, ...], Callable[[LoopFixture], Iterator[NumericEquality]]]] = (
    ("positions of dependent joints close the loops", (CONFIGURATION,), loop_positions),
    ("assembled position = closed position nearest to start", (CONFIGURATION,), assembled_positions),
    (
        "motion with loops = derivatives of their equations",
        (CONFIGURATION, ACCELERATIONS, "constraint_map"),
        loop_motions,
    ),
    ("motion of all joints = derivatives of their equations", ("dependent_motion",), motion_of_all_joints),
    (
        "rows of loops = slopes of their equations",
        ("constraints", "constraint_jacobian", "constraint_jacobian_dot"),
        loop_row_slopes,
    ),
    (
        "poses and velocities with loops = those of the tree",
        ("direct_geometry", "transform", "jacobian", "velocities", "accelerations"),
        loop_kinematics,
    ),
    ("efforts with loops = virtual power", ("inverse_dynamics", "bias_vector"), loop_efforts),
    (
        "M, C qd, g with loops = parts of virtual power",
        ("inertia_matrix", "inverse_inertia_matrix", "coriolis_vector", "gravity_vector"),
        loop_effort_terms,
    ),
    ("forward dynamics with loops inverts virtual power", ("forward_dynamics",), loop_forward_dynamics),
    (
        "energies and momenta with loops = sums over points",
        ("kinetic_energy", "potential_energy", "momenta", "centre_of_mass"),
        loop_energies,
    ),
    ("regressor with loops = virtual power of every parameter", ("regressor",), loop_regressors),
    ("base parameters with loops = virtual power", ("inverse_dynamics",), loop_base_parameters),
)
LAWS = tuple(
    Law(name, models, compare_values(statement), fixture=LoopFixture)  # type: ignore[arg-type]
    for name, models, statement in _STATEMENTS
)

__all__ = ["LAWS", "LoopFixture"]
