"""Order in which the joints of a chain are solved: repeatedly the best equation that can be solved next."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from linkwright.expr import Expr, Graph, Importer
from linkwright.models.inverse_geometry.paul.chain_moves import KnownJoints, MotionChain, signs_of
from linkwright.models.inverse_geometry.paul.equation_types import (
    LengthScale,
    SolvedVariable,
    list_candidates,
    slide_system_candidates,
)
from linkwright.models.inverse_geometry.paul.equations import PaulEquations
from linkwright.models.inverse_geometry.paul.known_quantities import KnownQuantity
from linkwright.robot import Robot

MAX_CANDIDATES = 32
MAX_JOINTS = 9  # labels have one digit for each joint


class NotSeparable(Exception):
    """The equations of the chain do not separate."""


@dataclass
class SolutionPlan:
    """Steps of the solution over symbols: the pose (3 x 4), parameters, and C, S or R of solved variables."""

    arm: MotionChain
    pose: list[list[Expr]]
    scale: Expr  # the square of the size of chain and pose
    steps: list[SolvedVariable]
    knowledge: KnownJoints
    names: Mapping[tuple[str, str], str]  # (label, kind) -> symbol

    @property
    def choices(self) -> list[SolvedVariable]:
        """The steps with two solutions."""
        return [s for s in self.steps if len(s.values) > 1]

    def rows(
        self, graph: Graph, given: Mapping[str, Any], note: Callable[[str, str, Expr], None]
    ) -> Iterator[tuple[tuple[int, ...], Importer]]:
        """Yield for each combination of solutions: the choice for each step that has several; an importer to the graph.

        `note` is called for values with the symbol and the choices before them (a, b, aa, ab, ...).
        """
        for signs in itertools.product(*(range(len(s.values)) for s in self.choices)):
            chosen = dict(zip((s.label for s in self.choices), signs, strict=True))
            into = Importer(graph, given)
            letters = ""
            for s in self.steps:
                letters += "ab"[chosen[s.label]] if s.label in chosen else ""
                value = s.values[chosen.get(s.label, 0)]
                for kind, x in zip("r" if s.slides else "cs", value, strict=True):
                    symbol = self.names[s.label, kind]
                    into.replace[symbol] = into(x) if isinstance(x, Expr) else x
                    if isinstance(x, Expr):
                        note(symbol, letters, into.replace[symbol])
            yield signs, into

    def parts(self, label: str) -> list[tuple[str, int]]:
        """Angles, with signs, from which a sum follows that was not solved itself."""
        before = {s.label for s in itertools.takewhile(lambda s: s.label != label, self.steps)}
        locked = {x for x in self.knowledge.angles if x not in {s.label for s in self.steps}}
        angles = {x: pair for x, pair in self.knowledge.angles.items() if x in before | locked}
        return KnownJoints(self.arm, angles).way(signs_of(label)) or []

    def position(self, k: int) -> tuple[Expr, ...]:
        """Cosine and sine, or position, of the joint at place k of the chain."""
        found = (self.knowledge.slides[k],) if k in self.arm.slides else self.knowledge.pair(((k, 1),))
        assert found
        graph = self.arm.graph
        return tuple(x.made if isinstance(x.made, Expr) else Expr(graph, graph.const(x.made)) for x in found)


def plan_solution(robot: Robot, frame: int, task: str, locks: Sequence[int] = ()) -> SolutionPlan:
    """Plan the solution of a chain. `robot`: over a graph for the steps; locks: places (from 0) of locked joints."""
    arm = MotionChain.of(robot, frame, task)
    if len(arm.segments) > MAX_JOINTS + 1:
        raise NotSeparable
    names = _SymbolNames(arm, set(robot.parameters))
    graph = arm.graph
    pose = [[names.symbol(f"T{r}{c}") for c in range(1, 5)] for r in range(1, 4)]
    lengths = [m.amount for some in arm.segments for m in some if m.what[0] == "T" and m.amount is not None]
    square = Expr(graph, graph.const(0))
    for x in (*lengths, *(row[3] for row in pose)):
        square = square + x * x
    if all(x.is_zero for x in lengths):
        square = (-square).select(1, square)  # not 0 at a pose at the origin
    equations = PaulEquations(arm, pose, task)
    of = KnownJoints(arm)
    for k in locks:
        names.learn(of, str(k + 1), k + 1 in arm.slides)
    steps: list[SolvedVariable] = []
    scale = LengthScale(square)

    def derived(label: str, pair: tuple[KnownQuantity, KnownQuantity]) -> tuple[KnownQuantity, KnownQuantity]:
        steps.append(SolvedVariable(label, 0, (), {}, ((scale.expr(pair[0]), scale.expr(pair[1])),)))
        return names.symbols(label)

    of.derived = derived
    rows = 1
    while not of.complete:
        step = _choose_next_step(equations, of, scale)
        if step is None or rows * len(step.values) > MAX_CANDIDATES:
            raise NotSeparable
        rows *= len(step.values)
        steps.append(step)
        names.learn(of, step.label, step.slides)
    plan = SolutionPlan(arm, pose, square, steps, of, names.table)
    return replace(plan, steps=_drop_unused_sums(plan))


def _choose_next_step(equations: PaulEquations, of: KnownJoints, scale: LengthScale) -> SolvedVariable | None:
    """The best equation that can be solved next; squares of positions and linear systems only if there is no other."""
    found = list_candidates(equations.found(of, 1), scale) or list_candidates(
        equations.found(of, 1, squares=True), scale
    )
    found = found or [*slide_system_candidates(equations.found(of, 3), scale)]
    return min(found, key=lambda c: (c.rank, c.size)).make() if found else None


def _drop_unused_sums(plan: SolutionPlan) -> list[SolvedVariable]:
    """Steps of a plan without unused sums of angles."""
    wanted = {s for k in plan.arm.places for e in plan.position(k) for s in e.symbols}
    kept = []
    for step in reversed(plan.steps):
        own = {plan.names[step.label, kind] for kind in ("r" if step.slides else "cs")}
        if step.type or own & wanted:
            kept.append(step)
            wanted |= {s for value in step.values for e in value if isinstance(e, Expr) for s in e.symbols}
    return kept[::-1]


class _SymbolNames:
    """Symbols for pose and unknowns with names that the robot does not use."""

    def __init__(self, arm: MotionChain, taken: set[str]) -> None:
        self.arm, self.taken = arm, taken
        self.table: dict[tuple[str, str], str] = {}

    def symbol(self, name: str) -> Expr:
        """A new symbol with this name, or with underscores appended."""
        while name in self.taken:
            name += "_"
        return Expr(self.arm.graph, self.arm.graph.symbol(name, "variable"))

    def learn(self, of: KnownJoints, label: str, slides: bool) -> None:
        """Make a variable known, by its symbols."""
        if slides:
            of.slides[int(label)] = self.known(label, "r")
        else:
            of.angles[label] = self.symbols(label)

    def symbols(self, label: str) -> tuple[KnownQuantity, KnownQuantity]:
        """Symbols of cosine and sine of a variable, as known quantities."""
        return self.known(label, "c"), self.known(label, "s")

    def known(self, label: str, kind: str) -> KnownQuantity:
        """Symbol of cosine (c), sine (s) or position (r) of a variable, as a known quantity."""
        symbol = self.symbol(kind.upper() + label.replace("-", "m"))
        self.table[label, kind] = str(symbol.name)
        return KnownQuantity(self.arm.value(label, kind), symbol, still=False)


__all__ = ["NotSeparable", "SolutionPlan", "plan_solution", "signs_of"]
