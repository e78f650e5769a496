"""Plans: how the cheap recursion goes about a robot, as data. Every plan gives the same efforts (`efforts`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from linkwright.models.dynamics.parallel_axes import first_of_run, sparse_links, starts_run
from linkwright.models.equivalent_bodies.axis_split import wire_of
from linkwright.models.equivalent_bodies.length_scaling import has_unit, in_unit
from linkwright.models.equivalent_bodies.planar_bodies import may_be_flat
from linkwright.models.equivalent_bodies.regrouping import is_grouped, is_numeric, massive, with_point_masses
from linkwright.models.tree.link_steps import Step, in_frames, other_frames
from linkwright.models.tree.twists_wrenches import Twist
from linkwright.robot import Robot

FEW = 8  # choices that are each tried alone

Links = frozenset[int]
NONE: Links = frozenset()


@dataclass(frozen=True)
class View:
    """Another robot that needs the same efforts."""

    frames: Links = NONE  # links that have another frame than the robot came with (`frames`)
    masses: Links = NONE  # joints at whose origins masses replace first moments (`point_masses`)
    in_unit: bool = False  # lengths are told by one of them (`units`)
    grouped: bool = False  # what moves as if it were part of a parent belongs to it

    def of(self, robot: Robot) -> Robot:
        view = in_frames(robot, self.frames)
        view = with_point_masses(view, self.masses) if self.masses or self.grouped else view
        return in_unit(view) if self.in_unit else view


@dataclass(frozen=True)
class Plan:
    """How the links are computed: as those of which robot, in which frames, and which of them as flat bodies."""

    view: View = View()
    unturned: Links = NONE  # links that are computed before their turn, which those behind them take
    flat: Links = NONE
    tensors: Links = NONE  # links whose second moments are seen from before their run (`runs`)
    rows: Links = NONE  # links whose U has products from before the turn in its last row
    feet: Links = NONE  # joints whose accelerations come through the frame of the run before them

    @classmethod
    def usual(cls, steps: Sequence[Step], V: Sequence[Twist]) -> Plan:
        """What is known to be good: tips before their turn about an axis that is new, and second moments in the first
        frame in which w has two components."""
        unturned = frozenset(j for j in tips_of(steps, idle_links(steps)) if not steps[j - 1].is_parallel)
        tensors = frozenset(sparse_links(steps, V)) - unturned
        return cls(unturned=unturned, tensors=tensors, flat=flat_links(steps))

    def changes(self, robot: Robot, steps: Sequence[Step]) -> list[Callable[[Plan], Plan]]:
        """What may be good: bodies that are grouped, feet, other frames, a tip before its turn, flat bodies at the tips
        or everywhere; with numbers also single flat bodies, masses and a unit."""
        tips, known = tips_of(steps, idle_links(steps)), flat_links(steps)
        flat = frozenset(may_be_flat(robot, steps)) - self.tensors - known
        turns = [frozenset([j]) for j in tips if j not in self.unturned]
        bodies = [x for x in dict.fromkeys((flat.intersection(tips), flat)) if x]
        feet, further = self._feet(steps)
        found: list[Callable[[Plan], Plan]] = [
            *([] if robot.loops or is_grouped(robot) else [lambda plan: plan.seen(grouped=True)]),
            lambda plan: replace(plan, feet=feet),
            *(lambda plan, x=x: plan.seen(frames=plan.view.frames | x) for x in self._frames(robot)),
            *(lambda plan, x=x: plan.with_unturned(x) for x in turns),
            *(lambda plan, x=x: replace(plan, flat=x | known) for x in bodies),
        ]
        if is_numeric(robot):
            found += [
                *(lambda plan, x=x: plan if plan.flat in bodies else replace(plan, flat=plan.flat | x)
                  for x in _alone(sorted(flat))),
                *(lambda plan, x=x: plan.seen(masses=plan.view.masses | x) for x in _alone(massive(robot)[::-1])),
                *([lambda plan: plan.seen(in_unit=True)] if has_unit(robot) else []),
            ]
        return [*found, lambda plan: replace(plan, feet=further)]

    def with_rows(self) -> list[Plan]:
        """As it is, and with the products of the runs in all links of theirs."""
        return [self, replace(self, rows=self.tensors)] if self.tensors else [self]

    def with_feet(self, steps: Sequence[Step]) -> list[Plan]:
        """Without any, and with those that are mostly good."""
        feet, _ = self._feet(steps)
        return [self, replace(self, feet=feet)] if feet else [self]

    def seen(self, **choices: Any) -> Plan:
        """With another view."""
        return replace(self, view=replace(self.view, **choices))

    def toggled(self, name: str, j: int) -> Plan:
        """With a link in one of the sets, or no longer in it. A tip before its turn has its second moments there."""
        plan: Plan = replace(self, **{name: getattr(self, name) ^ {j}})
        other = {"unturned": "tensors", "tensors": "unturned"}.get(name)
        return replace(plan, **{other: getattr(plan, other) - {j}}) if other else plan

    def with_unturned(self, links: Links) -> Plan:
        return replace(self, unturned=self.unturned | links, tensors=self.tensors - links)

    def _feet(self, steps: Sequence[Step]) -> tuple[Links, Links]:
        """The second joints of runs, and all but the first."""
        first = {j for j in self.tensors if starts_run(steps[j - 1])}
        later = frozenset(j for j in self.tensors - first if steps[j - 1].joint.kind == "revolute")
        return frozenset(j for j in later if steps[j - 1].joint.parent in first), later

    def _frames(self, robot: Robot) -> list[Links]:
        """Moves that are mostly good, at once; then those that may be: of tips, of links whose origins would rest, and
        of those whose second moments are sparse."""
        likely, rest = frozenset(other_frames(robot)), [True]
        for joint in robot.joints:
            rest.append(rest[joint.parent] and (not joint.parent or (joint.kind == "revolute" and joint.d.is_zero)))
        others = [
            j for j in other_frames(robot, everywhere=True)
            if j not in likely and (not robot.children(j) or rest[j] or j in self.tensors)
        ]  # fmt: skip
        return [likely, *_alone(others)]


def late_changes(steps: Sequence[Step]) -> list[Callable[[Plan], Plan]]:
    """What may be good when the frames are chosen: one turn for a run of parallel axes."""
    found: list[Callable[[Plan], Plan]] = [*(lambda plan, x=x: plan.with_unturned(x) for x in runs_of(steps))]
    return found


def single_changes(robot: Robot, steps: Sequence[Step]) -> list[Callable[[Plan], Plan]]:
    """Every change of one thing, there and back, and all flat bodies at once."""
    behind = [j for j, step in enumerate(steps, 1) if step.joint.parent]
    flat = frozenset(may_be_flat(robot, steps))
    found: list[Callable[[Plan], Plan]] = [
        *(lambda plan, j=j: plan.toggled("feet", j) for j in behind),
        *(lambda plan, j=j: plan.toggled("tensors", j) for j in range(1, len(steps) + 1)),
        *(lambda plan, j=j: plan.toggled("rows", j) for j in range(1, len(steps) + 1)),
        *(lambda plan, j=j: plan.toggled("unturned", j) for j in turning_links(steps)),
        *(lambda plan, x=x: replace(plan, flat=x) for x in (flat, NONE)),
        *(lambda plan, j=j: plan.toggled("flat", j) for j in sorted(flat)),
        *(lambda plan, j=j: plan.seen(frames=plan.view.frames ^ {j}) for j in other_frames(robot, everywhere=True)),
        *(lambda plan, j=j: plan.seen(masses=plan.view.masses ^ {j}) for j in massive(robot)),
    ]
    if has_unit(robot):
        found.append(lambda plan: plan.seen(in_unit=not plan.view.in_unit))
    if not is_grouped(robot):
        found.append(lambda plan: plan.seen(grouped=not plan.view.grouped))
    return found


def _alone(links: Sequence[int]) -> list[Links]:
    """One by one if they are few, else at once."""
    return [frozenset([j]) for j in links] if len(links) <= FEW else [frozenset(links)]


def runs_of(steps: Sequence[Step]) -> list[Links]:
    """Of runs of parallel axes, one by one if they are few, else at once: the links with others of their run behind
    them, so that one turn is left of the run, and then all of them."""
    runs: dict[int, set[int]] = {}
    for j in turning_links(steps):
        runs.setdefault(first_of_run(steps, j), set()).add(j)
    pairs = [(frozenset(steps[j - 1].joint.parent for j in run) & run, frozenset(run)) for run in runs.values()]
    pairs = [(front, run) for front, run in pairs if front]
    if len(pairs) > FEW:
        fronts, whole = zip(*pairs, strict=True)
        pairs = [(NONE.union(*fronts), NONE.union(*whole))]
    return [links for pair in pairs for links in pair]


def turning_links(steps: Sequence[Step]) -> list[int]:
    """Links that may be seen before their turn: that of a revolute joint, or of parallel ones before a prismatic one.
    No ball takes it."""
    balls = {step.joint.parent for step in steps if step.joint.kind == "ball"}
    turning = {j for j, step in enumerate(steps, 1) if step.joint.kind == "revolute"}
    sliding = {j for j, step in enumerate(steps, 1) if step.joint.kind == "prismatic" and step.is_parallel}
    return sorted((turning | sliding) - balls)


def tips_of(steps: Sequence[Step], idle: Collection[int] = ()) -> list[int]:
    """The links of revolute joints that have no children but idle ones."""
    parents = {step.joint.parent for j, step in enumerate(steps, 1) if j not in idle}
    return [j for j, step in enumerate(steps, 1) if j not in parents and step.joint.kind == "revolute"]


def flat_links(steps: Sequence[Step]) -> Links:
    """The links whose bodies are flat as they are."""
    wires = [wire_of(step.joint, step.body.inertia) for step in steps]
    return frozenset(j for j, wire in enumerate(wires, 1) if wire.is_flat)


def idle_links(steps: Sequence[Step]) -> set[int]:
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
