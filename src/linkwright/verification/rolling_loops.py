"""Laws of robots on wheels that have closed loops, in numbers at closed configurations.

They are those of loops (`loops`, `loop_forces`), with the tree on three joints along the plane (`rolling.plane_tree`):
velocities of the contact points are further constraint rows. Wheels constrain rates alone, so that positions of all
joints outside of loops are free. Models have the rates of the base in its own frame, the tree has those of the plane's
joints in the world.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from linkwright.errors import RobotError
from linkwright.expr import Expr
from linkwright.expr.derivative import directional_derivatives
from linkwright.models import function
from linkwright.models.constraints.mobility_analysis import analyze_mobility
from linkwright.robot import Robot
from linkwright.verification import jointed, loop_forces, loops
from linkwright.verification.closed import CONFIGURATION, MotionStates
from linkwright.verification.kinematics import flatten_matrix, invert_pose
from linkwright.verification.law import Law
from linkwright.verification.loop_bench import LoopFixture
from linkwright.verification.loops import NumericEquality, compare_values
from linkwright.verification.matrices import (
    multiply_matrices,
    multiply_vector,
    position_part,
    rotation_part,
    sum_terms,
    transpose_matrix,
)
from linkwright.verification.rolling import PLANE_JOINTS, contact_rows, plane_tree

if TYPE_CHECKING:
    from linkwright.run.native import Array

ACCELERATIONS = loops.ACCELERATIONS


class RollingLoopFixture(LoopFixture):
    """A robot with wheels and loops; `in_model_terms` and `spins` turn the rates of the base into its own frame."""

    def need(self, origin: Robot) -> None:
        if not origin.loops or not origin.wheels or origin.base.kind != "mobile":
            raise RobotError(f"{origin.name} has no closed loops or no wheels: this law covers robots with both")

    def _tree(self) -> tuple[Robot, list[int]]:
        tree, links = jointed.with_single_axis_joints(self.robot.without("wheels"))
        flat_tree = plane_tree(tree.changed(base=self.robot.base))
        level = replace(flat_tree.joint(PLANE_JOINTS), r=self.robot.base.pose[11])
        joints = tuple(level if j == PLANE_JOINTS else joint for j, joint in enumerate(flat_tree.joints, 1))
        return flat_tree.changed(joints=joints), [j + PLANE_JOINTS for j in links]

    def _independent(self) -> list[int]:
        split = analyze_mobility(self.robot).split
        own = {(c.link, c.component) for c in split.independent}
        given = next(p.names for p in function(self.robot, CONFIGURATION).inputs if p.name == "q")
        self._told = [*range(self.base), *(self.names.index(x) for x in given if x in self.names)]
        return [k for k, c in enumerate(self.every) if (c.link, c.component) in own]

    @cached_property
    def solved(self) -> list[int]:  # type: ignore[override]
        return [k for k in self.turning if k not in self._told and not self._is_told_ball(k)]

    def _is_told_ball(self, k: int) -> bool:
        """True if the position of this ball joint is an input: a quaternion, whose elements are no coordinates."""
        name = self.robot.joint(self.every[k].link).name
        ports = function(self.robot, CONFIGURATION).inputs
        return self._is_ball(k) and any(x.startswith(f"{name}_") for p in ports if p.name == "q" for x in p.names)

    @property
    def first_link(self) -> int:
        return 0

    @cached_property
    def standing(self) -> frozenset[int]:  # type: ignore[override]
        found = set[int]()
        for wheel in self.robot.wheels:
            j = wheel.spin
            while j:
                found.add(j)
                j = self.robot.joint(j).parent
        return frozenset(found)

    # -- wheels ---------------------------------------------------------------------------------------------------

    @cached_property
    def contacts(self) -> list[list[Expr]]:
        """Constraint rows of all wheels over the joints of the tree."""
        return contact_rows(self.mechanics, [replace(w, spin=self.links[w.spin]) for w in self.robot.wheels])

    def rows(self, motion: MotionStates) -> Array:
        import numpy as np

        J = self.loop_rows(motion)
        more = self.evaluate_mechanics(flatten_matrix(self.contacts), motion).reshape(len(J), len(self.contacts), -1)
        found = np.zeros((*more.shape[:2], len(self.names)))
        found[:, :, self.at_joints] = more
        return np.concatenate([J, found], axis=1)

    @cached_property
    def _slip(self) -> list[Expr]:
        """Constraint accelerations of the wheels: the rates of their rows times the joint rates."""
        q, qd = self._symbols["q"], self._symbols["qd"]
        rates = [sum_terms(x * v for x, v in zip(row, qd, strict=True)) for row in self.contacts]
        return directional_derivatives(self.mechanics.lift(rates), dict(zip(q, qd, strict=True)))

    def drift(self, motion: MotionStates) -> Array:
        import numpy as np

        return np.concatenate([super().drift(motion), self.evaluate_mechanics(self._slip, motion)], axis=1)

    # -- in the terms of models -----------------------------------------------------------------------------------

    def spins(self, motion: MotionStates) -> Array:
        """Matrices to rates of the models, the base in its own frame: its classical acceleration is rotated by the same
        matrix."""
        import numpy as np

        found, c, s = super().spins(motion), np.cos(motion.q[:, 2]), np.sin(motion.q[:, 2])
        found[:, 0, 0], found[:, 0, 1], found[:, 1, 0], found[:, 1, 1] = c, s, -s, c
        return found

    def swing(self, motion: MotionStates) -> Array:
        """w x v of the base: its acceleration less the rates of the components of its velocity."""
        found = motion.qd * 0
        found[:, 0], found[:, 1] = -motion.qd[:, 2] * motion.qd[:, 1], motion.qd[:, 2] * motion.qd[:, 0]
        return found

    def pose_at(self, motion: MotionStates) -> Array:
        return motion.q[:, :PLANE_JOINTS]

    def pose_of(self, link: int) -> list[Any]:
        return flatten_matrix(
            multiply_matrices(invert_pose(self.mechanics.poses[PLANE_JOINTS]), self.mechanics.poses[self.links[link]])
        )

    def turned(self, v: Sequence[Any]) -> list[Any]:
        return multiply_vector(transpose_matrix(rotation_part(self.mechanics.poses[PLANE_JOINTS])), v)


# -- statements --------------------------------------------------------------------------------------------------------


def rolling_loop_rows(m: RollingLoopFixture) -> Iterator[NumericEquality]:
    """Constraint rows vanish on every motion that loops and wheels allow, with full rank; their rates agree with its
    accelerations."""
    import numpy as np

    k, motion = len(m.motion.q), m.in_model_terms(m.motion)
    found = m.function("constraint_jacobian")
    W = m.run(found, "W").reshape(k, -1, len(m.names))
    Wd = m.value("constraint_jacobian_dot").reshape(k, -1, len(m.names))
    kept = m.run(found, "kept")[0] == 1
    yield NumericEquality("rows", W @ m.G, 0.0, np.full(1, (np.abs(W) @ np.abs(m.G)).max()))
    terms = np.einsum("srj,sj->sr", W, motion.qdd - m.swing(motion))
    size = np.full(1, np.einsum("srj,sj->sr", np.abs(W), np.abs(motion.qdd)).max())
    yield NumericEquality("rates of rows", np.einsum("srj,sj->sr", Wd, motion.qd), -terms, size)
    ranks = [np.linalg.matrix_rank(J[kept] / np.abs(J[kept]).max(axis=1, keepdims=True), tol=1e-7) for J in W]
    yield NumericEquality("independent rows", np.array(ranks), float(len(m.names) - len(m.own)))
    yield NumericEquality("rows that are kept", float(kept.sum()), float(len(m.names) - len(m.own)))


def base_motion(m: RollingLoopFixture) -> Iterator[NumericEquality]:
    """Motion of the base, in its own frame and in the world."""
    motion = m.in_model_terms(m.motion)
    yield NumericEquality("twist", m.value(CONFIGURATION, "base_twist"), motion.qd[:, :PLANE_JOINTS])
    yield NumericEquality("rate of the pose", m.value(CONFIGURATION, "base_pose_rate"), m.motion.qd[:, :PLANE_JOINTS])
    yield NumericEquality("acceleration", m.value(ACCELERATIONS, "base_acceleration"), motion.qdd[:, :PLANE_JOINTS])


def ground_forces(m: RollingLoopFixture) -> Iterator[NumericEquality]:
    """W^T lam + tau = efforts of the tree, where undriven freedoms accelerate freely."""
    import numpy as np

    k, fn = len(m.motion.q), m.function("constraint_jacobian")
    kept = m.run(fn, "kept")[0] == 1
    W = m.run(fn, "W").reshape(k, -1, len(m.names))[:, kept]
    supplied = np.einsum("srj,sr->sj", W, m.value("constraint_forces", motion=m.freely_accelerated))
    of_drives = m.function("inverse_dynamics")
    names = next(list(p.names) for p in of_drives.outputs if p.name == "tau")
    supplied[:, [m.names.index(x) for x in names]] += m.run(of_drives, "tau", m.freely_accelerated)
    needed = np.einsum("sji,sj->si", np.linalg.inv(m.spins(m.motion)), m.tree_efforts(m.freely_accelerated))
    yield NumericEquality("efforts of the tree", supplied, needed)


def rolling_loop_energies(m: RollingLoopFixture) -> Iterator[NumericEquality]:
    mechanics, (rotors, springs) = m.mechanics, (x[:, None] for x in m.stored(m.motion))
    yield NumericEquality(
        "kinetic", m.value("kinetic_energy"), m.evaluate_mechanics([mechanics.kinetic_energy()], m.motion) + rotors
    )
    yield NumericEquality(
        "potential",
        m.value("potential_energy"),
        m.evaluate_mechanics([mechanics.potential_energy()], m.motion) + springs,
    )
    p, L = mechanics.momenta()
    yield NumericEquality("momentum", m.value("momenta", "p"), m.evaluate_mechanics(p, m.motion))
    yield NumericEquality("moment of momentum", m.value("momenta", "L"), m.evaluate_mechanics(L, m.motion))
    T = mechanics.poses[PLANE_JOINTS]
    *MS, M = mechanics.first_moment()
    centre = multiply_vector(
        transpose_matrix(rotation_part(T)), [x / M - y for x, y in zip(MS, position_part(T), strict=True)]
    )
    yield NumericEquality("centre of mass", m.value("centre_of_mass"), m.evaluate_mechanics(centre, m.motion))


_STATEMENTS: Sequence[tuple[str, tuple[str, ...], Callable[[Any], Iterator[NumericEquality]]]] = (
    ("positions close the loops of a robot on wheels", (CONFIGURATION,), loops.loop_positions),
    ("motion of a base with loops = no velocity on the ground", (CONFIGURATION, ACCELERATIONS), base_motion),
    (
        "motion of joints with loops and wheels = derivatives",
        (CONFIGURATION, ACCELERATIONS, "constraint_map"),
        loops.loop_motions,
    ),
    ("motion of all joints with loops and wheels = derivatives", ("dependent_motion",), loops.motion_of_all_joints),
    (
        "rows of loops and wheels vanish on the motions they allow",
        ("constraint_jacobian", "constraint_jacobian_dot"),
        rolling_loop_rows,
    ),
    (
        "poses and velocities with loops and wheels = those of the tree",
        ("direct_geometry", "transform", "jacobian", "velocities", "accelerations"),
        loops.loop_kinematics,
    ),
    ("efforts with loops and wheels = virtual power", ("inverse_dynamics", "bias_vector"), loops.loop_efforts),
    ("forces of loops and wheels and drives = virtual work", ("constraint_forces", "inverse_dynamics"), ground_forces),
    (
        "M, C qd, g with loops and wheels = parts of virtual power",
        ("inertia_matrix", "inverse_inertia_matrix", "coriolis_vector", "gravity_vector"),
        loops.loop_effort_terms,
    ),
    (
        "forward dynamics with loops and wheels inverts virtual power",
        ("forward_dynamics",),
        loops.loop_forward_dynamics,
    ),
    (
        "energies and momenta with loops and wheels = sums over points",
        ("kinetic_energy", "potential_energy", "momenta", "centre_of_mass"),
        rolling_loop_energies,
    ),
    ("regressor with loops and wheels = virtual power of every parameter", ("regressor",), loops.loop_regressors),
    (
        "regressors of energies and power with loops and wheels = sums over points",
        ("energy_regressor", "power_regressor"),
        loop_forces.loop_energy_regressors,
    ),
    ("base parameters with loops and wheels = virtual power", ("inverse_dynamics",), loops.loop_base_parameters),
    (
        "rates and slopes of Jacobians with loops and wheels = differences",
        ("jacobian_dot", "hessian"),
        loop_forces.loop_jacobian_rates,
    ),
    (
        "centroidal momentum with loops and wheels = sums over points",
        ("centroidal_momentum",),
        loop_forces.loop_centroidal_momentum,
    ),
    ("links with loops and wheels are in balance", ("link_wrenches",), loop_forces.wrench_balance),
    ("hybrid dynamics with loops and wheels = virtual power", ("hybrid_dynamics",), loop_forces.loop_hybrid_dynamics),
)
LAWS = tuple(
    Law(name, models, compare_values(statement), fixture=RollingLoopFixture)  # type: ignore[arg-type]
    for name, models, statement in _STATEMENTS
)

__all__ = ["LAWS", "RollingLoopFixture"]
