"""First and second time derivatives of the loop-closure equations for any motion of the tree, by recursion.

Relative to the last common link of the two sides of a loop, the motion of each side is derived outward link by link;
the derivatives of the equations are the differences of the two motions at the cut. Several loops through one link share
its motion.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import overload

from linkwright.models.constraints.loop_equations import ANGULAR, AXES, LINEAR, KinematicLoop, LoopEquations
from linkwright.models.framework.state import Positions, Rates
from linkwright.models.tree.link_accelerations import LinkAcceleration, link_acceleration
from linkwright.models.tree.link_motion import LinkMotion
from linkwright.models.tree.link_steps import LinkStep
from linkwright.models.tree.twists_wrenches import NO_TWIST, Twist, Wrench, joint_twists
from linkwright.robot import Robot
from linkwright.spatial import ZERO, Scalar, Vec3, Z

AT_REST = LinkAcceleration.of(ZERO, ZERO, ZERO)


@dataclass(frozen=True)
class LoopRows:
    """Selected loop equations, by loop number and kind; `frames` of their rows as in `Loops.rows`."""

    names: tuple[tuple[int, str], ...]
    frames: Mapping[int, int]

    def apply_multipliers(self, robot: Robot, q: Positions, lam: Sequence[Scalar]) -> Robot:
        """Return a view of the robot in which multipliers act on the links as wrenches."""
        return LoopEquations(robot, q).apply_multipliers(dict(zip(self.names, lam, strict=True)), self.frames)

    def cut_wrenches(self, robot: Robot, q: Positions, lam: Sequence[Scalar]) -> list[Wrench]:
        """Wrenches at the cut joints on the links of the closing frames, at origins of E, in frames C, N and N m."""
        loops, table = LoopEquations(robot, q), dict(zip(self.names, lam, strict=True))
        found = []
        for loop in loops.closings:
            f, m, n = loops.wrench(loop, table, self.frames)
            found.append(Wrench(loops.tree.chain(loop.cut, m).rotate(f), n))
        return found

    def rates(self, robot: Robot, q: Positions, qd: Rates) -> list[Scalar]:
        """Return J qd; coordinates without a rate do not move."""
        return self.chosen(LoopRates(LoopEquations(robot, q), q, qd, {}, self.frames), LoopRates.rates)

    def accelerations(self, robot: Robot, q: Positions, qd: Rates, qdd: Rates) -> list[Scalar]:
        """Return J qdd + Jd qd; coordinates without an acceleration have a constant rate."""
        return self.chosen(LoopRates(LoopEquations(robot, q), q, qd, qdd, self.frames), LoopRates.accelerations)

    def chosen(self, opening: LoopRates, of: Callable[[LoopRates, KinematicLoop], list[Scalar]]) -> list[Scalar]:
        """Values that `of` gives for the selected equations."""
        wanted = {number for number, _ in self.names}
        table: dict[tuple[int, str], Scalar] = {}
        for loop in opening.loops.closings:
            if loop.number in wanted:
                found = zip(loop.kinds, of(opening, loop), strict=True)
                table |= {(loop.number, kind): x for kind, x in found}
        return [table[name] for name in self.names]


class _LazyLinkSteps(Sequence[LinkStep]):
    """Link steps of a robot (`link_steps`), each derived at its first use."""

    def __init__(self, robot: Robot, q: Positions) -> None:
        self.robot, self.q = robot, q
        self._made: dict[int, LinkStep] = {}

    def __len__(self) -> int:
        return len(self.robot)

    @overload
    def __getitem__(self, k: int) -> LinkStep: ...
    @overload
    def __getitem__(self, k: slice) -> list[LinkStep]: ...
    def __getitem__(self, k: int | slice) -> LinkStep | list[LinkStep]:
        if isinstance(k, slice):
            return [self[i] for i in range(len(self))[k]]
        if k not in self._made:
            joint = self.robot.joint(k + 1)
            before = self.robot.joint(joint.parent) if joint.parent else None
            self._made[k] = LinkStep.of(joint, self.q[k + 1], before)
        return self._made[k]


@dataclass(frozen=True)
class LoopEnd:
    """Motion of one end of a loop: velocity and acceleration of the closing point, angular ones of its link."""

    v: Vec3
    a: Vec3
    w: Vec3
    wd: Vec3


class LoopRates:
    """Motion of the two sides of all loops, relative to their last common link."""

    def __init__(self, loops: LoopEquations, q: Positions, qd: Rates, qdd: Rates, frames: Mapping[int, int]) -> None:
        self.loops, self.frames, self.robot, self.q = loops, frames, loops.robot, q
        self.steps = _LazyLinkSteps(self.robot, q)
        self.fast, self.slow = joint_twists(self.robot, qd), joint_twists(self.robot, qdd)
        self._done: dict[tuple[int, ...], tuple[list[Twist], list[LinkAcceleration]]] = {}
        self._in_hubs: dict[tuple[int, ...], LinkMotion] = {}

    def in_frames(self, frames: Mapping[int, int]) -> LoopRates:
        """Return this motion with rows in other frames; the motion of links is shared, not derived again."""
        other = copy(self)
        other.frames = frames
        return other

    def rates(self, loop: KinematicLoop) -> list[Scalar]:
        """First time derivatives of the equations of a loop."""
        cut, end = self._ends(loop)
        v, w = self._points_apart(loop, cut, end)[0], self._apart(loop, cut.w, end.w, loop.cut)
        turning = [w.dot(AXES.get(axis) or self.loops.normal(loop)) for axis in ANGULAR[loop.kind]]
        return [v.dot(AXES[axis]) for axis in LINEAR[loop.kind]] + turning

    def accelerations(self, loop: KinematicLoop) -> list[Scalar]:
        """Second time derivatives of the equations of a loop."""
        cut, end = self._ends(loop)
        a = self._points_apart(loop, cut, end)[1]
        own = self.loops.tree.chain(loop.cut, loop.reference_frames[0]).rotate(cut.w)
        if not loop.closes_point:  # the origin of E moves in the frame of C
            a = a - own.cross(self._apart(loop, cut.v, end.v, loop.cut)) * 2
        found = [a.dot(AXES[axis]) for axis in LINEAR[loop.kind]]
        if not ANGULAR[loop.kind]:
            return found
        w = self._apart(loop, cut.w, end.w, loop.cut)
        turn = self._apart(loop, cut.wd, end.wd, loop.cut) - own.cross(w)
        if loop.kind == "universal":
            z = self.loops.tree.chain(loop.cut, loop.end).rotate(Z)
            return [*found, turn.dot(self.loops.normal(loop)) + w.dot(w.cross(z).cross(Z))]
        return found + [turn.dot(AXES[axis]) for axis in ANGULAR[loop.kind]]

    # -- the two sides ------------------------------------------------------------------------------------------------

    def _ends(self, loop: KinematicLoop) -> tuple[LoopEnd, LoopEnd]:
        """Motion of C and of E, each in its reference frame (`Closing.hubs`)."""
        sides = zip(
            (loop.cut_side, loop.end_side), loop.links, loop.reference_frames, (loop.cut, loop.end), strict=True
        )
        cut, end = (self._end(loop, *side) for side in sides)
        return cut, end

    def _end(self, loop: KinematicLoop, side: Sequence[int], link: int, hub: int, frame: int) -> LoopEnd:
        if not side:
            return LoopEnd(ZERO, ZERO, ZERO, ZERO)
        arm = self.loops.arm(loop, link, hub, frame)
        if hub != link:
            m = self._in_hub(tuple(side), hub).at(arm)
            return LoopEnd(m.v, m.vd, m.w, m.wd)
        V, done = self._in_links(tuple(side))
        a = done[link]
        return LoopEnd(V[link].at(arm).v, a.vd + a.U @ arm, a.w, a.wd)

    def _in_links(self, side: tuple[int, ...]) -> tuple[list[Twist], list[LinkAcceleration]]:
        """Twists and accelerations of the links of a side, each in its own frame; links before the side are at rest."""
        if side not in self._done:
            V, done = [NO_TWIST] * (len(self.robot) + 1), [AT_REST] * (len(self.robot) + 1)
            for j in side:
                V[j] = V[self.robot.joint(j).parent].to_child(self.steps[j - 1]) + self.fast[j]
                done[j] = link_acceleration(done, self.steps, j, self.fast[j], self.slow[j])
            self._done[side] = V, done
        return self._done[side]

    def _linear(self, loop: KinematicLoop, side: tuple[int, ...], link: int, frame: int, m: int) -> tuple[Vec3, Vec3]:
        """Velocity and acceleration of the closing point of a side, in frame m of one of its links.

        The recursion goes outward to frame m, and from the closing point back to it.
        """
        V, done = self._in_links(side)
        arm = self.loops.arm(loop, link, link, frame)
        v, a = done[link].w.cross(arm), done[link].U @ arm
        for k in reversed(side[side.index(m) + 1 :]):
            step, i = self.steps[k - 1], done[self.robot.joint(k).parent]
            arm, r = step.arms
            own = done[k]
            v = step.R.apply(v + self.fast[k].v + own.w.cross(Z) * r) + i.w.cross(arm)
            slide = own.w.cross(self.fast[k].v * 2) + self.slow[k].v
            a = step.R.apply(a + slide + own.U_z * r) + i.U @ arm
        return V[m].v + v, done[m].vd + a

    def _in_hub(self, side: tuple[int, ...], hub: int) -> LinkMotion:
        """Motion of the last link of a side, with all vectors in frame `hub`, that of the link before the side."""
        if side not in self._in_hubs:
            tree, m, before = self.loops.tree, LinkMotion(ZERO, ZERO, ZERO, ZERO), hub
            for j in side:
                pose = tree.pose(hub, j)
                r = pose.P - (tree.pose(hub, before).P if before != hub else ZERO)
                turn = pose.R.__matmul__
                m, before = m.at(r).with_joint_motion(self.fast[j].rotated_by(turn), self.slow[j].rotated_by(turn)), j
            self._in_hubs[side] = m
        return self._in_hubs[side]

    # -- frames -------------------------------------------------------------------------------------------------------

    def _frame(self, loop: KinematicLoop) -> int:
        return self.frames.get(loop.number, loop.cut) if loop.closes_point else loop.cut

    def _points_apart(self, loop: KinematicLoop, cut: LoopEnd, end: LoopEnd) -> tuple[Vec3, Vec3]:
        """Velocity and acceleration of the origin of E minus those of C, in the frame of the rows."""
        m, turn = self._frame(loop), self.loops.tree.chain
        found = []
        sides = zip(
            (loop.cut_side, loop.end_side), loop.links, loop.reference_frames, (loop.cut, loop.end), strict=True
        )
        for (side, link, hub, frame), known in zip(sides, (cut, end), strict=True):
            if hub == link and m in side[:-1]:
                found.append(self._linear(loop, side, link, frame, m))
            else:
                found.append((turn(m, hub).rotate(known.v), turn(m, hub).rotate(known.a)))
        (v, a), (w, b) = found
        return w - v, b - a

    def _apart(self, loop: KinematicLoop, cut: Vec3, end: Vec3, m: int) -> Vec3:
        """Difference, in frame m, of a vector of E and one of C, each given in its reference frame."""
        chain = self.loops.tree.chain
        return chain(m, loop.reference_frames[1]).rotate(end) - chain(m, loop.reference_frames[0]).rotate(cut)


__all__ = ["LoopRates", "LoopRows"]
