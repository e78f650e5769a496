"""Plans: options of the optimized Newton-Euler recursion (`rnea_optimized`) that change its cost, not its efforts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from linkwright.models.dynamics.parallel_axes import first_joint_of_run, links_with_sparse_motion, starts_run
from linkwright.models.equivalent_bodies.axis_split import split_along_axis
from linkwright.models.equivalent_bodies.length_scaling import can_scale_lengths, scale_lengths
from linkwright.models.equivalent_bodies.planar_bodies import planar_body_candidates
from linkwright.models.equivalent_bodies.regrouping import (
    is_numeric,
    is_regrouped,
    joints_for_point_masses,
    with_point_masses,
)
from linkwright.models.tree.link_steps import LinkStep, movable_frames, with_moved_frames
from linkwright.models.tree.twists_wrenches import Twist
from linkwright.robot import Robot

MAX_LINKS_TRIED_SINGLY = 8  # links that are tried one by one; more of them are tried at once

LinkSet = frozenset[int]
NO_LINKS: LinkSet = frozenset()


@dataclass(frozen=True)
class EquivalentRobot:
    """An equivalent robot, which needs the same efforts: other frames, regrouped bodies, another unit of length."""

    frames: LinkSet = NO_LINKS  # links with another frame than in the given robot (`link_steps`)
    masses: LinkSet = NO_LINKS  # joints at whose origins masses replace first moments (`regrouping`)
    in_unit: bool = False  # one of the lengths is the unit of length (`length_scaling`)
    grouped: bool = False  # inertial parameters that act like the parent's are regrouped to it

    def of(self, robot: Robot) -> Robot:
        view = with_moved_frames(robot, self.frames)
        view = with_point_masses(view, self.masses) if self.masses or self.grouped else view
        return scale_lengths(view) if self.in_unit else view


@dataclass(frozen=True)
class RneaPlan:
    """Options of the recursion: the equivalent robot, and the links that are computed in other frames or as planar."""

    view: EquivalentRobot = EquivalentRobot()
    unturned: LinkSet = NO_LINKS  # links computed in the frame before their rotation, which their children take over
    flat: LinkSet = NO_LINKS  # links with planar bodies (`planar_bodies`)
    tensors: LinkSet = NO_LINKS  # links with second moments in the frame before their run of parallel axes
    rows: LinkSet = NO_LINKS  # links whose last row of U has products from the frame before the rotation
    feet: LinkSet = NO_LINKS  # joints whose point has its acceleration in the frame of the run before them

    @classmethod
    def default(cls, steps: Sequence[LinkStep], V: Sequence[Twist]) -> RneaPlan:
        """The default plan: tips before their rotation if its axis is not parallel to the one before; second moments
        in the first frame in which w has two components."""
        unturned = frozenset(j for j in find_tips(steps, find_idle_links(steps)) if not steps[j - 1].is_parallel)
        tensors = frozenset(links_with_sparse_motion(steps, V)) - unturned
        return cls(unturned=unturned, tensors=tensors, flat=find_planar_links(steps))

    def list_changes(self, robot: Robot, steps: Sequence[LinkStep]) -> list[Callable[[RneaPlan], RneaPlan]]:
        """Changes to be tried: regrouped bodies, `feet`, other frames, tips before their rotation, planar bodies at the
        tips or everywhere; for numeric robots also single planar bodies, masses at origins and a unit of length."""
        tips, known = find_tips(steps, find_idle_links(steps)), find_planar_links(steps)
        flat = frozenset(planar_body_candidates(robot, steps)) - self.tensors - known
        turns = [frozenset([j]) for j in tips if j not in self.unturned]
        bodies = [x for x in dict.fromkeys((flat.intersection(tips), flat)) if x]
        feet, further = self._feet(steps)
        found: list[Callable[[RneaPlan], RneaPlan]] = [
            *([] if robot.loops or is_regrouped(robot) else [lambda plan: plan.seen(grouped=True)]),
            lambda plan: replace(plan, feet=feet),
            *(lambda plan, x=x: plan.seen(frames=plan.view.frames | x) for x in self._frames(robot)),
            *(lambda plan, x=x: plan.with_unturned(x) for x in turns),
            *(lambda plan, x=x: replace(plan, flat=x | known) for x in bodies),
        ]
        if is_numeric(robot):
            found += [
                *(
                    lambda plan, x=x: plan if plan.flat in bodies else replace(plan, flat=plan.flat | x)
                    for x in _split_if_few(sorted(flat))
                ),
                *(
                    lambda plan, x=x: plan.seen(masses=plan.view.masses | x)
                    for x in _split_if_few(joints_for_point_masses(robot)[::-1])
                ),
                *([lambda plan: plan.seen(in_unit=True)] if can_scale_lengths(robot) else []),
            ]
        return [*found, lambda plan: replace(plan, feet=further)]

    def with_rows(self) -> list[RneaPlan]:
        """This plan, and the one with `rows` in all links that have their second moments before their run."""
        return [self, replace(self, rows=self.tensors)] if self.tensors else [self]

    def with_feet(self, steps: Sequence[LinkStep]) -> list[RneaPlan]:
        """This plan, and the one with `feet` at the second joints of runs, which mostly reduce the cost."""
        feet, _ = self._feet(steps)
        return [self, replace(self, feet=feet)] if feet else [self]

    def seen(self, **choices: Any) -> RneaPlan:
        """Return the plan with these options of the view."""
        return replace(self, view=replace(self.view, **choices))

    def with_unturned(self, links: LinkSet) -> RneaPlan:
        return replace(self, unturned=self.unturned | links, tensors=self.tensors - links)

    def _feet(self, steps: Sequence[LinkStep]) -> tuple[LinkSet, LinkSet]:
        """Second joints of runs, and all joints of runs but the first, where second moments are before the run."""
        first = {j for j in self.tensors if starts_run(steps[j - 1])}
        later = frozenset(j for j in self.tensors - first if steps[j - 1].joint.kind == "revolute")
        return frozenset(j for j in later if steps[j - 1].joint.parent in first), later

    def _frames(self, robot: Robot) -> list[LinkSet]:
        """Links whose frames are moved: at once those that mostly reduce the cost; then tips, links whose origins would
        be at rest, and links that have their second moments before their run."""
        likely, rest = frozenset(movable_frames(robot)), [True]
        for joint in robot.joints:
            rest.append(rest[joint.parent] and (not joint.parent or (joint.kind == "revolute" and joint.d.is_zero)))
        others = [
            j for j in movable_frames(robot, everywhere=True)
            if j not in likely and (not robot.children(j) or rest[j] or j in self.tensors)
        ]  # fmt: skip
        return [likely, *_split_if_few(others)]


def list_late_changes(steps: Sequence[LinkStep]) -> list[Callable[[RneaPlan], RneaPlan]]:
    """Changes to be tried once the frames are chosen: a single rotation for a run of parallel axes."""
    found: list[Callable[[RneaPlan], RneaPlan]] = [
        *(lambda plan, x=x: plan.with_unturned(x) for x in list_links_of_runs(steps))
    ]
    return found


def _split_if_few(links: Sequence[int]) -> list[LinkSet]:
    """Sets of one link each if there are few, else the set of all."""
    return [frozenset([j]) for j in links] if len(links) <= MAX_LINKS_TRIED_SINGLY else [frozenset(links)]


def list_links_of_runs(steps: Sequence[LinkStep]) -> list[LinkSet]:
    """Links to be computed before their rotation, for each run of parallel axes (for all at once if there are many).

    First the links with others of their run behind them, so that one rotation is left of the run, then all of them.
    """
    runs: dict[int, set[int]] = {}
    for j in links_before_rotation(steps):
        runs.setdefault(first_joint_of_run(steps, j), set()).add(j)
    pairs = [(frozenset(steps[j - 1].joint.parent for j in run) & run, frozenset(run)) for run in runs.values()]
    pairs = [(front, run) for front, run in pairs if front]
    if len(pairs) > MAX_LINKS_TRIED_SINGLY:
        fronts, whole = zip(*pairs, strict=True)
        pairs = [(NO_LINKS.union(*fronts), NO_LINKS.union(*whole))]
    return [links for pair in pairs for links in pair]


def links_before_rotation(steps: Sequence[LinkStep]) -> list[int]:
    """Links that may be computed before a rotation of a revolute joint, or of parallel axes before a prismatic one.

    Links that have a ball joint among their children are not, as this cannot take the rotation over.
    """
    balls = {step.joint.parent for step in steps if step.joint.kind == "ball"}
    turning = {j for j, step in enumerate(steps, 1) if step.joint.kind == "revolute"}
    sliding = {j for j, step in enumerate(steps, 1) if step.joint.kind == "prismatic" and step.is_parallel}
    return sorted((turning | sliding) - balls)


def find_tips(steps: Sequence[LinkStep], idle: Collection[int] = ()) -> list[int]:
    """Links of revolute joints that have no children but idle ones."""
    parents = {step.joint.parent for j, step in enumerate(steps, 1) if j not in idle}
    return [j for j, step in enumerate(steps, 1) if j not in parents and step.joint.kind == "revolute"]


def find_planar_links(steps: Sequence[LinkStep]) -> LinkSet:
    """Links whose bodies are planar as given."""
    parts = [split_along_axis(step.joint, step.body.inertia) for step in steps]
    return frozenset(j for j, part in enumerate(parts, 1) if part.is_planar)


def find_idle_links(steps: Sequence[LinkStep]) -> set[int]:
    """Frames that are fixed to a link and have nothing behind them: no body, and no wrench on the environment."""
    idle, parents = set[int](), set[int]()
    for j in range(len(steps), 0, -1):
        step = steps[j - 1]
        body, kind = step.body, step.joint.kind
        if kind == "fixed" and j not in parents and all(x == 0 for x in (*body.inertia, *body.force, *body.moment)):
            idle.add(j)
        else:
            parents.add(step.joint.parent)
    return idle
