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
from linkwright.expr.derivative import forward
from linkwright.models import function
from linkwright.models.constraints.mobility_analysis import analysed
from linkwright.robot import Robot
from linkwright.verification import jointed, loop_forces, loops
from linkwright.verification.closed import CONFIGURATION, Motion
from linkwright.verification.kinematics import flat, inverse
from linkwright.verification.law import Law
from linkwright.verification.loop_bench import LoopBench
from linkwright.verification.loops import Values, compared
from linkwright.verification.matrices import apply, position, product, rotation, total, transposed
from linkwright.verification.rolling import PLANE, contact_rows, plane_tree

if TYPE_CHECKING:
    from linkwright.run.native import Array

ACCELERATIONS = loops.ACCELERATIONS


class RollingLoopBench(LoopBench):
    """A robot with wheels and loops; `told` and `spins` turn the rates of the base into its own frame."""

    def need(self, origin: Robot) -> None:
        if not origin.loops or not origin.wheels or origin.base.kind != "mobile":
            raise RobotError(f"{origin.name} has no closed loops or no wheels: this law covers robots with both")

    def _tree(self) -> tuple[Robot, list[int]]:
        tree, links = jointed.jointed(self.robot.without("wheels"))
        flat_tree = plane_tree(tree.changed(base=self.robot.base))
        level = replace(flat_tree.joint(PLANE), r=self.robot.base.pose[11])
        joints = tuple(level if j == PLANE else joint for j, joint in enumerate(flat_tree.joints, 1))
        return flat_tree.changed(joints=joints), [j + PLANE for j in links]

    def _independent(self) -> list[int]:
        split = analysed(self.robot).split
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

    def rows(self, motion: Motion) -> Array:
        import numpy as np

        J = self.loop_rows(motion)
        more = self.theirs(flat(self.contacts), motion).reshape(len(J), len(self.contacts), -1)
        found = np.zeros((*more.shape[:2], len(self.names)))
        found[:, :, self.at_joints] = more
        return np.concatenate([J, found], axis=1)

    @cached_property
    def _slip(self) -> list[Expr]:
        """Constraint accelerations of the wheels: the rates of their rows times the joint rates."""
        q, qd = self._symbols["q"], self._symbols["qd"]
        rates = [total(x * v for x, v in zip(row, qd, strict=True)) for row in self.contacts]
        return forward(self.mechanics.lift(rates), dict(zip(q, qd, strict=True)))

    def drift(self, motion: Motion) -> Array:
        import numpy as np

        return np.concatenate([super().drift(motion), self.theirs(self._slip, motion)], axis=1)

    # -- in the terms of models -----------------------------------------------------------------------------------

    def spins(self, motion: Motion) -> Array:
        """Matrices to rates of the models, the base in its own frame: its classical acceleration is rotated by the same
        matrix."""
        import numpy as np

        found, c, s = super().spins(motion), np.cos(motion.q[:, 2]), np.sin(motion.q[:, 2])
        found[:, 0, 0], found[:, 0, 1], found[:, 1, 0], found[:, 1, 1] = c, s, -s, c
        return found

    def swing(self, motion: Motion) -> Array:
        """w x v of the base: its acceleration less the rates of the components of its velocity."""
        found = motion.qd * 0
        found[:, 0], found[:, 1] = -motion.qd[:, 2] * motion.qd[:, 1], motion.qd[:, 2] * motion.qd[:, 0]
        return found

    def pose_at(self, motion: Motion) -> Array:
        return motion.q[:, :PLANE]

    def pose_of(self, link: int) -> list[Any]:
        return flat(product(inverse(self.mechanics.poses[PLANE]), self.mechanics.poses[self.links[link]]))

    def turned(self, v: Sequence[Any]) -> list[Any]:
        return apply(transposed(rotation(self.mechanics.poses[PLANE])), v)


# -- statements --------------------------------------------------------------------------------------------------------


def rows(m: RollingLoopBench) -> Iterator[Values]:
    """Constraint rows vanish on every motion that loops and wheels allow, with full rank; their rates agree with its
    accelerations."""
    import numpy as np

    k, motion = len(m.motion.q), m.told(m.motion)
    found = m.function("constraint_jacobian")
    W = m.run(found, "W").reshape(k, -1, len(m.names))
    Wd = m.value("constraint_jacobian_dot").reshape(k, -1, len(m.names))
    kept = m.run(found, "kept")[0] == 1
    yield Values("rows", W @ m.G, 0.0, np.full(1, (np.abs(W) @ np.abs(m.G)).max()))
    terms = np.einsum("srj,sj->sr", W, motion.qdd - m.swing(motion))
    size = np.full(1, np.einsum("srj,sj->sr", np.abs(W), np.abs(motion.qdd)).max())
    yield Values("rates of rows", np.einsum("srj,sj->sr", Wd, motion.qd), -terms, size)
    ranks = [np.linalg.matrix_rank(J[kept] / np.abs(J[kept]).max(axis=1, keepdims=True), tol=1e-7) for J in W]
    yield Values("independent rows", np.array(ranks), float(len(m.names) - len(m.own)))
    yield Values("rows that are kept", float(kept.sum()), float(len(m.names) - len(m.own)))


def base(m: RollingLoopBench) -> Iterator[Values]:
    """Motion of the base, in its own frame and in the world."""
    motion = m.told(m.motion)
    yield Values("twist", m.value(CONFIGURATION, "base_twist"), motion.qd[:, :PLANE])
    yield Values("rate of the pose", m.value(CONFIGURATION, "base_pose_rate"), m.motion.qd[:, :PLANE])
    yield Values("acceleration", m.value(ACCELERATIONS, "base_acceleration"), motion.qdd[:, :PLANE])


def ground(m: RollingLoopBench) -> Iterator[Values]:
    """W^T lam + tau = efforts of the tree, where undriven freedoms accelerate freely."""
    import numpy as np

    k, fn = len(m.motion.q), m.function("constraint_jacobian")
    kept = m.run(fn, "kept")[0] == 1
    W = m.run(fn, "W").reshape(k, -1, len(m.names))[:, kept]
    supplied = np.einsum("srj,sr->sj", W, m.value("constraint_forces", motion=m.falling))
    of_drives = m.function("inverse_dynamics")
    names = next(list(p.names) for p in of_drives.outputs if p.name == "tau")
    supplied[:, [m.names.index(x) for x in names]] += m.run(of_drives, "tau", m.falling)
    needed = np.einsum("sji,sj->si", np.linalg.inv(m.spins(m.motion)), m.needed(m.falling))
    yield Values("efforts of the tree", supplied, needed)


def energies(m: RollingLoopBench) -> Iterator[Values]:
    mechanics, (rotors, springs) = m.mechanics, (x[:, None] for x in m.stored(m.motion))
    yield Values("kinetic", m.value("kinetic_energy"), m.theirs([mechanics.kinetic_energy()], m.motion) + rotors)
    yield Values("potential", m.value("potential_energy"), m.theirs([mechanics.potential_energy()], m.motion) + springs)
    p, L = mechanics.momenta()
    yield Values("momentum", m.value("momenta", "p"), m.theirs(p, m.motion))
    yield Values("moment of momentum", m.value("momenta", "L"), m.theirs(L, m.motion))
    T = mechanics.poses[PLANE]
    *MS, M = mechanics.first_moment()
    centre = apply(transposed(rotation(T)), [x / M - y for x, y in zip(MS, position(T), strict=True)])
    yield Values("centre of mass", m.value("centre_of_mass"), m.theirs(centre, m.motion))


_STATEMENTS: Sequence[tuple[str, tuple[str, ...], Callable[[Any], Iterator[Values]]]] = (
    ("positions close the loops of a robot on wheels", (CONFIGURATION,), loops.positions),
    ("motion of a base with loops = no velocity on the ground", (CONFIGURATION, ACCELERATIONS), base),
    ("motion of joints with loops and wheels = derivatives", (CONFIGURATION, ACCELERATIONS, "constraint_map"),
     loops.motions),
    ("motion of all joints with loops and wheels = derivatives", ("dependent_motion",), loops.whole),
    ("rows of loops and wheels vanish on the motions they allow",
     ("constraint_jacobian", "constraint_jacobian_dot"), rows),
    ("poses and velocities with loops and wheels = those of the tree",
     ("direct_geometry", "transform", "jacobian", "velocities", "accelerations"), loops.kinematics),
    ("efforts with loops and wheels = virtual power", ("inverse_dynamics", "bias_vector"), loops.efforts),
    ("forces of loops and wheels and drives = virtual work", ("constraint_forces", "inverse_dynamics"), ground),
    ("M, C qd, g with loops and wheels = parts of virtual power",
     ("inertia_matrix", "inverse_inertia_matrix", "coriolis_vector", "gravity_vector"), loops.terms),
    ("forward dynamics with loops and wheels inverts virtual power", ("forward_dynamics",), loops.forward),
    ("energies and momenta with loops and wheels = sums over points",
     ("kinetic_energy", "potential_energy", "momenta", "centre_of_mass"), energies),
    ("regressor with loops and wheels = virtual power of every parameter", ("regressor",), loops.regressors),
    ("regressors of energies and power with loops and wheels = sums over points",
     ("energy_regressor", "power_regressor"), loop_forces.regressors),
    ("base parameters with loops and wheels = virtual power", ("inverse_dynamics",), loops.grouped),
    ("rates and slopes of Jacobians with loops and wheels = differences", ("jacobian_dot", "hessian"),
     loop_forces.jacobians),
    ("centroidal momentum with loops and wheels = sums over points", ("centroidal_momentum",), loop_forces.momenta),
    ("links with loops and wheels are in balance", ("link_wrenches",), loop_forces.wrenches),
    ("hybrid dynamics with loops and wheels = virtual power", ("hybrid_dynamics",), loop_forces.hybrid),
)  # fmt: skip
LAWS = tuple(
    Law(name, models, compared(statement), bench=RollingLoopBench)  # type: ignore[arg-type]
    for name, models, statement in _STATEMENTS
)

__all__ = ["LAWS", "RollingLoopBench"]
