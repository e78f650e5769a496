"""Reaction wrenches of a robot with loops: those that pass through its joints and cut joints while its drives move it.

With Gamma the efforts of the tree in this motion and tau those of the drives, J_d^T lam = Gamma_d - tau_d gives the
multipliers of the rows. On the links of the cuts they are wrenches, and with these every link of the tree is in balance
by itself: the recursion of the tree gives the wrenches through its joints. Where rows are redundant these are not
determined: the rows that are kept transmit all, the others nothing. Rows of wheels are among them; the forces of the
ground on each wheel are no results.

All of it is linear in the efforts of the tree, so that multipliers of the columns of a regressor, or of unit wrenches
at a frame, are found one by one (`MultiplierSolver`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from linkwright.errors import RobotError
from linkwright.expr import Expr
from linkwright.models.constraints import wheels
from linkwright.models.constraints.constraint_system import (
    Constraints,
    ConstraintSystem,
    ConstraintVelocityMap,
    Partition,
    constraints_of,
    independent_rows,
    without_constraints,
)
from linkwright.models.constraints.loop_equations import LoopEquations
from linkwright.models.constraints.loop_rates import LoopRows
from linkwright.models.constraints.mobility_analysis import analyze_mobility
from linkwright.models.dynamics.constrained.projection import derive_tree_motions, distribute_to_drives
from linkwright.models.dynamics.joint_wrenches import sum_wrenches_inward, tree_wrenches
from linkwright.models.dynamics.rnea_optimized import rnea_efforts
from linkwright.models.framework.result import Quantities
from linkwright.models.framework.state import Positions, State
from linkwright.models.tree.generalized_coordinates import label_by_coordinate, rate_of
from linkwright.models.tree.link_steps import make_link_steps
from linkwright.models.tree.twists_wrenches import Wrench
from linkwright.robot import Coordinate, Robot
from linkwright.robot.robot import INERTIA, WRENCH
from linkwright.spatial import Scalar


@dataclass(frozen=True)
class MultiplierSolver:
    """Multipliers of the constraint rows of a robot with loops; `own`: freedoms of its tree by those of the robot."""

    robot: Robot
    tree: Robot
    tree_freedoms: Mapping[Coordinate, Coordinate]
    system: Constraints
    rows: LoopRows

    @classmethod
    def of(cls, robot: Robot, q: Positions) -> MultiplierSolver:
        system = constraints_of(robot)
        if system is None:
            raise RobotError(f"{robot.name} has no loops", remedy="write [[loop]] tables")
        tree, own = without_constraints(robot)
        if isinstance(system.kinematics, LoopRows) and not system.before:
            return cls(robot, tree, own, system, system.kinematics)
        frames = system.kinematics.frames if isinstance(system.kinematics, LoopRows) else {}
        return cls(robot, tree, own, *_system_of_all_loops(robot, q, frames))

    def multipliers(self, Gamma: Mapping[Coordinate, Scalar]) -> list[Scalar]:
        """Multipliers of the loops for these efforts of the tree, where the drives move it."""
        back = {c: a for a, c in self.tree_freedoms.items()}
        tau = distribute_to_drives(self.robot, {back[a]: x for a, x in self.system.project_efforts(Gamma).items()})
        driven = {self.tree_freedoms[c]: x for c, x in tau.items()}
        left = {c: x - driven.get(c, 0) if c in self.system.split.dependent else x for c, x in Gamma.items()}
        return self.system.multipliers(left)[: len(self.rows.names)]

    def loop_wrenches(self, q: Positions, lam: Sequence[Scalar]) -> list[Wrench]:
        """Wrenches on links 0..n from the links before them that are due to the loops alone, each in its own frame."""
        zero = Expr(self.tree.graph, self.tree.graph.const(0))
        none = dict.fromkeys((*INERTIA, *WRENCH), zero)
        joints = tuple(replace(j, body=replace(j.body, **none)) for j in self.tree.joints)
        base = replace(self.tree.base, body=replace(self.tree.base.body, **none))
        pushed = self.rows.apply_multipliers(self.tree.in_graph(self.tree.graph, joints=joints, base=base), q, lam)
        bodies = [pushed.base.body, *(joint.body for joint in pushed.joints)]
        return sum_wrenches_inward(
            pushed, [Wrench(body.force, body.moment) for body in bodies], make_link_steps(pushed, q)
        )

    def cuts(self, q: Positions, lam: Sequence[Scalar]) -> list[Wrench]:
        """Wrenches on the links of the closing frames from those of the cut joints, at the origins of the closing
        frames, in the frames of the cut joints."""
        return self.rows.cut_wrenches(self.tree, q, lam)


@dataclass(frozen=True)
class ReactionWrenches:
    """The tree of a robot with loops, its motion, and the multipliers of rows that keep the loops closed."""

    solver: MultiplierSolver
    motion: State
    lam: list[Scalar]

    @property
    def links(self) -> list[Wrench]:
        """Wrenches on links 0..n from the links before them, on the base from the ground, each at the origin of its
        frame and in it."""
        return tree_wrenches(self.solver.rows.apply_multipliers(self.solver.tree, self.motion.q, self.lam), self.motion)

    @property
    def cuts(self) -> list[Wrench]:
        return self.solver.cuts(self.motion.q, self.lam)


def derive_reaction_wrenches(robot: Robot, state: State, quantities: Quantities) -> ReactionWrenches:
    """Reaction wrenches of a robot with loops all of whose accelerations are given."""
    holding, motion = derive_tree_motion(robot, state)
    Gamma = label_by_coordinate(holding.tree, rnea_efforts(holding.tree, motion, quantities))
    return ReactionWrenches(holding, motion, holding.multipliers(Gamma))


def derive_tree_motion(robot: Robot, state: State) -> tuple[MultiplierSolver, State]:
    """Multipliers of its loops, and the motion of its tree without constraints."""
    holding, system = MultiplierSolver.of(robot, state.q), constraints_of(robot)
    assert system is not None
    if not system.before:
        tree, motion, back = next(iter(derive_tree_motions(robot, state, system, not robot.ties)))
        return replace(holding, tree=tree, tree_freedoms={c: a for a, c in back.items()}), motion
    own, tree = holding.tree_freedoms, holding.tree
    qd, qdd = ({own[c]: rate_of(robot, rates, c) for c in own if own[c] in tree.coordinates}
               for rates in (state.qd, state.qdd))  # fmt: skip
    return holding, State(state.q, qd, qdd, springs={own[c]: x for c, x in state.springs.items()})


def _system_of_all_loops(robot: Robot, q: Positions, frames: Mapping[int, int]) -> tuple[ConstraintSystem, LoopRows]:
    """Rows of all loops, also of those whose joint rates are sums of others, as these transmit forces, too. Rows of
    wheels come after them."""
    tree, own = without_constraints(robot)
    known, loops = analyze_mobility(tree), LoopEquations(tree, q)
    tied = {own[c] for c in own if c.given == "closure"}
    split = Partition(tuple(c for c in tree.coordinates if c not in tied),
                      tuple(c for c in tree.coordinates if c in tied), {})  # fmt: skip
    at = known.in_frames(frames)
    kept = independent_rows(at, split.dependent, known.field)
    names, found = [(loop.number, kind) for loop, kind in loops.names()], list(loops.rows(frames))
    found += [x.entries for x in wheels.wheel_rows(tree, q)] if tree.wheels else []
    chosen = LoopRows(tuple(names[k] for k in kept if k < len(names)), frames)
    status = robot.ties.status if isinstance(robot.ties, ConstraintVelocityMap) else None
    made = ConstraintSystem.of([found[k] for k in kept], [at[k] for k in kept], split, known.field,
                     kinematics=None if tree.wheels else chosen, has_status=status is not None)  # fmt: skip
    if status:
        status.note(made.matrix, made.sizes)
    return made, chosen


def describe_undetermined(robot: Robot) -> str:
    """Remark for the documentation on wrenches that redundant rows leave undetermined, or an empty text."""
    redundant = analyze_mobility(without_constraints(robot)[0]).redundant
    return f"; of {', '.join(redundant)} they are not determined, and taken to be 0" if redundant else ""


__all__ = [
    "MultiplierSolver",
    "ReactionWrenches",
    "derive_reaction_wrenches",
    "derive_tree_motion",
    "describe_undetermined",
]
