"""Laws of robots with loops, in numbers at closed positions: their models against the tree's mechanics (`closed`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from linkwright.expr import value_of
from linkwright.models import function
from linkwright.models.base_parameters import base_parameters
from linkwright.verification.closed import CONFIGURATION, LoopBench, Motion
from linkwright.verification.kinematics import flat
from linkwright.verification.law import Law, Verdict, relative

if TYPE_CHECKING:
    from linkwright.run.native import Array

ACCELERATIONS = "configuration_accelerations"
STEP = 2e-4  # of differences
TOLERANCE = 1e-9  # relative: what iterations leave, times the condition of the rows


class Values(NamedTuple):
    """Both sides of a statement in numbers, a row for every state; `scale`: what differences are relative to."""

    what: str
    left: Any
    right: Any
    scale: Any = None


def compared(statement: Callable[[LoopBench], Iterator[Values]]) -> Callable[[LoopBench], Verdict]:
    """All parts of a statement; the largest difference is told."""

    def judge(m: LoopBench) -> Verdict:
        worst = 0.0
        for what, left, right, scale in statement(m):
            difference = relative(left, right, scale)
            if not difference < TOLERANCE:
                return "failed", f"{what}: relative difference {difference:.0e}"
            worst = max(worst, difference)
        return "passed", f"relative difference {worst:.0e} ({len(m.motion.q)} closed states)"

    return judge


def projected(m: LoopBench, Gamma: Array) -> Array:
    """G^T Gamma: efforts of the independent joints that do the work of efforts of all."""
    import numpy as np

    found: Array = np.einsum("sji,sj->si", m.G, Gamma)
    return found


def positions(m: LoopBench) -> Iterator[Values]:
    """Of dependent joints: they close the loops, near where they were looked for; and no more joints are free."""
    import numpy as np

    found = _of_tree(m, m.value(CONFIGURATION, "joint_positions"))
    at = Motion(found, found * 0, found * 0)
    size = np.full(1, max(1.0, m.scale.length))
    yield Values("what is open", m.theirs(m.equations, at), 0.0, size)
    yield Values("positions", _same_turn(m, found), m.motion.q)
    ranks = [np.linalg.matrix_rank(J / np.maximum(np.abs(J).max(), 1e-300), tol=1e-7) for J in m.rows(m.resting)]
    yield Values("mobility", len(m.own), len(m.names) - np.array(ranks))


def _of_tree(m: LoopBench, values: Array) -> Array:
    """Of all joints those that are not coupled to others."""
    moving = [j for j, joint in enumerate(m.tree.joints, 1) if joint.moves]
    return values[:, [moving.index(j) for j in m.joints]]


def _same_turn(m: LoopBench, q: Array) -> Array:
    """Positions with whole turns more or less, so that they are near the expected ones."""
    import numpy as np

    turns = [m.tree.joint(j).kind == "revolute" for j in m.joints]
    whole = np.array([2 * np.pi if turn else 0.0 for turn in turns])
    found: Array = q + np.round((m.motion.q - q) / (2 * np.pi)) * whole
    return found


def motions(m: LoopBench) -> Iterator[Values]:
    import numpy as np

    n, k = len(m.own), len(m.motion.q)
    yield Values("rates", _of_tree(m, m.value(CONFIGURATION, "joint_rates")), m.motion.qd)
    yield Values("accelerations", _of_tree(m, m.value(ACCELERATIONS)), m.motion.qdd)
    columns = m.value("constraint_map").reshape(k, -1, n)
    found = np.array([_of_tree(m, columns[:, :, c]) for c in range(n)])
    yield Values("map", found, np.array([m.G[:, :, c] for c in range(n)]))


def whole(m: LoopBench) -> Iterator[Values]:
    """The motion of all joints in one model."""
    for port, values in (("positions", m.motion.q), ("velocities", m.motion.qd), ("accelerations", m.motion.qdd)):
        found = _of_tree(m, m.value("dependent_motion", port))
        yield Values(port, _same_turn(m, found) if port == "positions" else found, values)


def rows(m: LoopBench) -> Iterator[Values]:
    """Rows are the slopes of the equations of the loops, and these have rates: by differences of fourth order."""
    import numpy as np

    F, W, Wd = (m.function(name) for name in ("constraints", "constraint_jacobian", "constraint_jacobian_dot"))
    q, qd, k = m.motion.q, m.motion.qd, len(m.motion.q)
    yield Values("equations", m.run(F), 0.0, np.full(1, max(1.0, m.scale.length)))

    def slope(fn: Any, port: str, along: Array) -> Array:
        at = [m.run(fn, port, Motion(q + s * STEP * along, qd, qd)) for s in (1, -1, 2, -2)]
        found: Array = (8 * (at[0] - at[1]) - (at[2] - at[3])) / (12 * STEP)
        return found

    J = m.run(W, "W").reshape(k, -1, q.shape[1])
    yield Values("rows", np.einsum("srj,sj->sr", J, qd * 0 + 1), slope(F, "F", qd * 0 + 1))
    yield Values("rates of rows", m.run(Wd, "Wd"), slope(W, "W", qd))
    kept = m.run(W, "kept")[0]
    yield Values("independent rows", float(kept.sum()), float(len(m.names) - len(m.own)))


def kinematics(m: LoopBench) -> Iterator[Values]:
    import numpy as np

    k, mechanics, fastest = len(m.motion.q), m.mechanics, np.abs(m.motion.qd).max()
    pose = m.theirs(flat(mechanics.poses[m.end]), m.motion)
    yield Values("pose", m.value("direct_geometry", frames=m.end), pose)
    yield Values("transform", m.value("transform", frame=m.end), pose)
    whole = m.theirs(flat(mechanics.jacobian(m.end)), m.motion).reshape(k, 6, -1)
    yield Values("Jacobian", m.value("jacobian", frame=m.end), np.reshape(whole @ m.G, (k, -1)))
    for port, which in (("v", 0), ("w", 1)):
        twist = mechanics.twist(m.end, mechanics.moving[0][m.end])[which]
        found = m.value("velocities", port, frames=m.end, projection=0)
        size = np.full(1, fastest if which else max(1.0, m.scale.length) * fastest)
        yield Values(f"velocity {port}", found, m.theirs(twist, m.motion), size)
    T2 = [row[3] for row in mechanics.moving[1][m.end][:3]]
    found = m.value("accelerations", "vd", frames=m.end, projection=0)
    yield Values("acceleration", found, m.theirs(T2, m.motion))


def efforts(m: LoopBench) -> Iterator[Values]:
    """Virtual power: efforts of drives do the work of the tree's in every motion that the loops allow, so that what
    keeps the loops closed does none."""
    import numpy as np

    Gamma = projected(m, m.theirs(m.efforts, m.motion))
    yield Values("efforts", m.value("inverse_dynamics", of="coordinates"), Gamma)
    for closure in ("positions", "given"):
        fn = function(m.robot, "inverse_dynamics", {"closure": closure, "of": "coordinates"})
        yield Values(f"efforts, closure {closure}", m.run(fn), Gamma)
    fn = m.function("inverse_dynamics")
    drives = [m.names.index(name) for name in fn.outputs[0].names]
    tau = m.run(fn)
    short = np.einsum("sji,sj->si", m.G[:, drives], tau)
    if np.linalg.matrix_rank(m.G[0, drives]) == len(m.own):
        yield Values("power of drives", short, Gamma)
    yield Values("efforts at qdd = 0", m.value("bias_vector"), projected(m, m.theirs(m.efforts, m.coasting)))


def terms(m: LoopBench) -> Iterator[Values]:
    import numpy as np

    n, k, ud = len(m.own), len(m.motion.q), m.motion.qdd[:, m.own]
    bare = [projected(m, m.theirs(m.bare_efforts, motion)) for motion in (m.motion, m.coasting, m.resting)]
    M = m.value("inertia_matrix").reshape(k, n, n)
    yield Values("M qdd", np.einsum("sij,sj->si", M, ud), bare[0] - bare[1])
    yield Values("symmetry of M", M, M.swapaxes(1, 2))
    unit = np.broadcast_to(np.eye(n), M.shape)
    yield Values("M times its inverse", M @ m.value("inverse_inertia_matrix").reshape(k, n, n), unit)
    size = np.full(1, np.abs(bare).max())
    yield Values("C qd", m.value("coriolis_vector"), bare[1] - bare[2], size)
    yield Values("gravity", m.value("gravity_vector"), bare[2], size)


def forward(m: LoopBench) -> Iterator[Values]:
    """The efforts of the independent joints that a motion takes give it back."""
    import numpy as np

    fn = m.function("forward_dynamics")
    names = next(p.names for p in fn.inputs if p.name == "tau")
    own = [m.names[k] for k in m.own]
    tau = np.zeros((len(m.motion.q), len(names)))
    tau[:, [names.index(name) for name in own]] = projected(m, m.theirs(m.efforts, m.motion))
    yield Values("accelerations", m.run(fn, "qdd", tau=tau), m.motion.qdd[:, m.own])


def energies(m: LoopBench) -> Iterator[Values]:
    mechanics = m.mechanics
    yield Values("kinetic", m.value("kinetic_energy"), m.theirs([mechanics.kinetic_energy()], m.motion))
    yield Values("potential", m.value("potential_energy"), m.theirs([mechanics.potential_energy()], m.motion))
    p, L = mechanics.momenta()
    yield Values("momentum", m.value("momenta", "p"), m.theirs(p, m.motion))
    yield Values("moment of momentum", m.value("momenta", "L"), m.theirs(L, m.motion))
    *MS, M = mechanics.first_moment()
    yield Values("centre of mass", m.value("centre_of_mass"), m.theirs([x / M for x in MS], m.motion))


def regressors(m: LoopBench) -> Iterator[Values]:
    """Column by column."""
    import numpy as np

    places = list(m.columns())
    W = m.value("regressor").reshape(len(m.motion.q), len(m.own), len(places))
    one = m.mechanics.lift([1])[0]
    columns = [projected(m, m.theirs(m.mechanics.efforts({place: one}, wrenches=False), m.motion)) for place in places]
    yield Values("columns", W, np.array(columns).transpose(1, 2, 0))


def grouped(m: LoopBench) -> Iterator[Values]:
    """With base parameters, the relations put in."""
    base = base_parameters(m.robot)
    known = {r.name: value_of(r.formula, {s: m.number(s) for s in r.formula.symbols}) for r in base.relations}
    fn = function(base.robot, "inverse_dynamics", {"of": "coordinates"})
    yield Values("efforts", m.run(fn, known=known), projected(m, m.theirs(m.efforts, m.motion)))


_STATEMENTS: Sequence[tuple[str, tuple[str, ...], Callable[[LoopBench], Iterator[Values]]]] = (
    ("positions of dependent joints close the loops", (CONFIGURATION,), positions),
    ("motion with loops = derivatives of their equations", (CONFIGURATION, ACCELERATIONS, "constraint_map"), motions),
    ("motion of all joints = derivatives of their equations", ("dependent_motion",), whole),
    ("rows of loops = slopes of their equations",
     ("constraints", "constraint_jacobian", "constraint_jacobian_dot"), rows),
    ("poses and velocities with loops = those of the tree",
     ("direct_geometry", "transform", "jacobian", "velocities", "accelerations"), kinematics),
    ("efforts with loops = virtual power", ("inverse_dynamics", "bias_vector"), efforts),
    ("M, C qd, g with loops = parts of virtual power",
     ("inertia_matrix", "inverse_inertia_matrix", "coriolis_vector", "gravity_vector"), terms),
    ("forward dynamics with loops undoes virtual power", ("forward_dynamics",), forward),
    ("energies and momenta with loops = sums over points",
     ("kinetic_energy", "potential_energy", "momenta", "centre_of_mass"), energies),
    ("regressor with loops = virtual power of every parameter", ("regressor",), regressors),
    ("base parameters with loops = virtual power", ("inverse_dynamics",), grouped),
)  # fmt: skip
LAWS = tuple(
    Law(name, models, compared(statement), bench=LoopBench)  # type: ignore[arg-type]
    for name, models, statement in _STATEMENTS
)

__all__ = ["LAWS", "LoopBench"]
