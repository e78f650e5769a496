"""What the joints and cuts of a robot with loops bear: the wrenches that pass through them while its drives move it.

With Gamma the efforts of the tree in this motion and tau those of the drives, J_d^T lam = Gamma_d - tau_d gives the
multipliers of the rows. On the links of the cuts they are wrenches, and with these every link of the tree is in balance
by itself: the recursion of the tree tells what passes through its joints. Where rows are redundant that is not
determined: the rows that are kept bear all, the others nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.errors import RobotError
from linkwright.models.parts.constraints import Constraints, Partition, System, Tied, independent_rows, released
from linkwright.models.parts.efforts import efforts
from linkwright.models.parts.loops import Loops
from linkwright.models.parts.opening import Rows
from linkwright.models.parts.projection import by_drives, system_of, tree_motions
from linkwright.models.parts.rigidity import analysed
from linkwright.models.parts.screws import Wrench
from linkwright.models.parts.terms import by_coordinate, rate_of
from linkwright.models.parts.wrenches import tree_wrenches
from linkwright.models.result import Quantities
from linkwright.models.state import Positions, State
from linkwright.robot import Coordinate, Robot
from linkwright.spatial import Scalar


@dataclass(frozen=True)
class Bearing:
    """The tree of a robot with loops, its motion, and the multipliers of rows that keep the loops closed."""

    tree: Robot
    motion: State
    rows: Rows
    lam: list[Scalar]

    @property
    def links(self) -> list[Wrench]:
        """What links 0..n get from the links before them, the base from the ground, each at the origin of its frame and
        in it."""
        return tree_wrenches(self.rows.pushed(self.tree, self.motion.q, self.lam), self.motion)

    @property
    def cuts(self) -> list[Wrench]:
        """What the links of the closing frames get from those of the cut joints, at the origins of the closing frames,
        in the frames of the cut joints."""
        return self.rows.cut_wrenches(self.tree, self.motion.q, self.lam)


def bearing(robot: Robot, state: State, quantities: Quantities) -> Bearing:
    """Of a robot with loops all of whose accelerations are given."""
    system = system_of(robot)
    if system is None or not isinstance(system.kinematics, Rows):
        raise RobotError(f"{robot.name} has loops and wheels, whose forces are not told apart",
                         remedy='robot.without("wheels")')  # fmt: skip
    whole = _whole(robot, state.q, system, system.kinematics) if system.before else system
    tree, motion, own = _moving(robot, state, system)
    Gamma = by_coordinate(tree, efforts(tree, motion, quantities))
    back = {c: a for a, c in own.items()}
    tau = by_drives(robot, {back[a]: x for a, x in whole.projected(Gamma).items()})
    driven = {own[c]: x for c, x in tau.items()}
    left = {c: x - driven.get(c, 0) if c in whole.split.dependent else x for c, x in Gamma.items()}
    assert isinstance(whole.kinematics, Rows)
    return Bearing(tree, motion, whole.kinematics, whole.multipliers(left))


def _moving(robot: Robot, state: State, system: Constraints) -> tuple[Robot, State, dict[Coordinate, Coordinate]]:
    """The tree without any ties, its motion, and what the freedoms of the robot are in it."""
    if not system.before:
        tree, motion, back = next(iter(tree_motions(robot, state, system, not robot.ties)))
        return tree, motion, {c: a for a, c in back.items()}
    tree, own = released(robot)
    qd, qdd = ({own[c]: rate_of(robot, rates, c) for c in own if own[c] in tree.coordinates}
               for rates in (state.qd, state.qdd))  # fmt: skip
    return tree, State(state.q, qd, qdd, springs={own[c]: x for c, x in state.springs.items()}), own


def _whole(robot: Robot, q: Positions, system: Constraints, rows: Rows) -> System:
    """The rows of all loops, those too whose joints are sums of others: what keeps these so are forces, too."""
    tree, own = released(robot)
    known, loops = analysed(tree), Loops(tree, q)
    tied = {own[c] for c in own if c.given == "closure"}
    split = Partition(tuple(c for c in tree.coordinates if c not in tied),
                      tuple(c for c in tree.coordinates if c in tied), {})  # fmt: skip
    at = known.in_frames(rows.frames)
    kept = independent_rows(at, split.dependent, known.field)
    names, found = [(loop.number, kind) for loop, kind in loops.names()], loops.rows(rows.frames)
    chosen = Rows(tuple(names[k] for k in kept), rows.frames)
    made = System.of([found[k] for k in kept], [at[k] for k in kept], split, known.field, kinematics=chosen)
    if isinstance(robot.ties, Tied) and robot.ties.note:
        robot.ties.note(made)
    return made


def undetermined(robot: Robot) -> str:
    """What to say of wrenches where rows of loops are redundant."""
    redundant = analysed(released(robot)[0]).redundant
    return f"; of {', '.join(redundant)} they are not determined, and taken to be 0" if redundant else ""


__all__ = ["Bearing", "bearing", "undetermined"]
