"""Sources of numbers for random admissible motions (`admissible_motions`): the prime field, or reals of 300 bits."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from linkwright.expr import Expr, Graph, Importer
from linkwright.expr.prime import P, Point, angle_steps
from linkwright.expr.replay import needed_nodes
from linkwright.models.algebra.exact_reading import ExactReading
from linkwright.models.constraints.constraint_system import PRIME_FIELD, Field, RealField
from linkwright.models.framework.state import Quaternion, StateBuilder, fill_coupled_positions
from linkwright.models.parameters.constrained.admissible_motions import MotionEquations, state_symbol
from linkwright.robot import Coordinate, Robot

if TYPE_CHECKING:
    from linkwright.models.constraints.closed_configurations import ClosedConfiguration
    from linkwright.models.constraints.mobility_analysis import LinearDependency

MAX_DRAWS = 300  # no point is found after so many draws outside the domain
MAX_LOOPS_IN_PRIME_FIELD = 5  # loops: each needs a square root, which half of the numbers of the field have
MAX_BRANCH_TRIES = 40
BRANCH_TOLERANCE = 1e-6


class NoPrimePoints(ArithmeticError):
    """No closed configurations can be found in the prime field."""


def position_symbols(robot: Robot) -> list[Any]:
    """Symbols for the positions of all joints; those of ball joints are rotations by quaternions of any length."""
    graph = robot.graph
    q: list[Any] = [Expr(graph, graph.const(0))] * (len(robot) + 1)
    for j, joint in enumerate(robot.joints, 1):
        if joint.kind == "ball":
            q[j] = Quaternion.of([state_symbol(graph, f"q[{j}]{axis}") for axis in "wxyz"]).spin
        elif joint.moves:
            q[j] = state_symbol(graph, f"q[{j}]")
    return fill_coupled_positions(robot, q)


# -- the prime field --------------------------------------------------------------------------------------------------


class ExactEquations:
    """Exact reading of a robot with its motion equations and the closed forms of its dependent positions."""

    def __init__(self, robot: Robot) -> None:
        self.lift = ExactReading(robot)
        view = self.lift.robot.changed(self.lift.exact(Graph()))
        self.equations = MotionEquations(view, position_symbols(view))
        self.forms = _closed_forms(robot, view) if robot.loops else {}

    def source(self, seed: int, given: Mapping[str, int] | None = None) -> PrimeSource:
        return PrimeSource(self, seed, given or {})

    @cached_property
    def steps(self) -> int:
        """Number of steps into which angles are divided."""
        return self.source(0).steps

    def value(self, e: Expr, seed: int, given: Mapping[str, int]) -> int:
        """Value of an expression of the geometry in the prime field (its floats are symbols of `exact_reading`)."""
        x = self.lift.exact(Graph())(e)
        point = Point(seed, self.steps, roots=True)
        return point.values(x.graph, needed_nodes(x.graph, [x.id]), {**self.lift.residues, **given})[x.id]


def _closed_forms(robot: Robot, view: Robot) -> dict[str, Expr]:
    """Closed forms of the dependent positions, by their symbols; NoPoints if there are none."""
    if len(robot.loops) > MAX_LOOPS_IN_PRIME_FIELD:
        raise NoPrimePoints("too many loops for square roots in the prime field")
    from linkwright.models.constraints.loop_closure import LoopClosure
    from linkwright.models.constraints.mobility_analysis import analyze_mobility

    hubs = [c for c in robot.coordinates if c.link and robot.joint(c.link).name.split("_")[0] == "platform"]
    platform = [c for c in hubs if c in analyze_mobility(robot, hubs).split.independent]
    for wanted in ([], platform):
        closure = LoopClosure(robot, wanted)
        graph = view.graph
        q: list[Any] = [Expr(graph, graph.const(0))] * (len(robot) + 1)
        solved = {c.link for c in closure.solved}
        if any(robot.joint(j).kind == "ball" for j in solved):
            continue
        for j, joint in enumerate(view.joints, 1):
            if joint.moves and j not in solved and joint.kind != "ball":
                q[j] = state_symbol(graph, f"q[{j}]")
        maker = StateBuilder(view, graph, constrain=closure)
        closure.solve_positions(maker, q)
        if all(method != "newton" for _, method in closure.methods):
            return {f"q[{j}]": q[j] for j in solved}
        if not platform:
            break
    raise NoPrimePoints("the loops have no closed forms")


class PrimeSource:
    """Random closed configurations in the prime field; the seed determines the geometry, but for `given` residues."""

    def __init__(self, exact: ExactEquations, seed: int, given: Mapping[str, int]) -> None:
        self.seed, self.given = seed, {**exact.lift.residues, **given}
        self.draws = random.Random(f"prime {seed}")
        plain = Importer(Graph())
        self.into = Importer(plain.target, {s: plain(x) for s, x in exact.forms.items()})
        e = exact.equations
        self.check = [self.into(x) for x in e.closing]
        every = [*self.check, *(self.into(x) for x in (*e.needed, *e.drift))]
        self.steps = angle_steps(self.into.target, needed_nodes(self.into.target, (x.id for x in every)))
        self.free = [s for s in e.graph.symbols() if s.startswith("q[") and s not in exact.forms]
        self.orders: dict[tuple[int, ...], list[int]] = {}

    @property
    def field(self) -> Field:
        return PRIME_FIELD

    def draw(self) -> int:
        return self.draws.randrange(1, P)

    def reduce(self, x: Any) -> Any:
        return x % P

    def place(self) -> Mapping[str, Any]:
        for _ in range(MAX_DRAWS):
            at = {s: self.draw() for s in self.free}
            try:
                rest = self._numbers(self.check, at)
            except ZeroDivisionError:  # a pole, or no root
                continue
            if any(rest):
                raise NoPrimePoints("closed forms do not close the loops in the prime field")
            return at
        raise NoPrimePoints("no point was found in the prime field")

    def values(self, exprs: Sequence[Expr], at: Mapping[str, Any]) -> list[Any]:
        return self._numbers([self.into(x) for x in exprs], at)

    def _numbers(self, exprs: Sequence[Expr], at: Mapping[str, Any]) -> list[int]:
        key = tuple(x.id for x in exprs)
        if key not in self.orders:
            self.orders[key] = needed_nodes(self.into.target, key)
        point = Point(self.seed, self.steps, roots=True)
        found = point.values(self.into.target, self.orders[key], {**self.given, **at})
        return [found[i] for i in key]


# -- reals ------------------------------------------------------------------------------------------------------------


class RealSource:
    """Random closed configurations near the assembled robot, with 300 bits, at a geometry near that of the robot."""

    def __init__(self, robot: Robot, changes: Mapping[str, Fraction] | None = None) -> None:
        """`changes`: factors on the numbers of symbols."""
        from linkwright.models.constraints.closed_configurations import ClosedConfiguration, ConstraintManifold
        from linkwright.models.constraints.mobility_analysis import analyze_mobility, fraction_to_arb

        self.linear = analyze_mobility(robot).linear if robot.loops else {}
        self.variety = analyze_mobility(robot).variety if robot.loops else ConstraintManifold(robot)
        self.draws, self.is_closed = random.Random("reals"), not robot.loops
        self.at = analyze_mobility(robot).start if robot.loops else ClosedConfiguration({}, 0.0)
        view = self.variety.robot
        self.equations = MotionEquations(view, self.variety.q)
        self.balls = [j for j, joint in enumerate(view.joints, 1) if joint.kind == "ball"]
        self.free = [s for s in view.graph.symbols() if s.startswith("q[") and s not in self.variety.unknown]
        every = {s: fraction_to_arb(Fraction(random.Random(s).randrange(1, 10**9), 10**9)) for s in robot.parameters}
        every |= {s: fraction_to_arb(Fraction(repr(x))) for s, x in robot.numbers.items() if s in every}
        self.constants = {s: x * fraction_to_arb((changes or {}).get(s, Fraction(1))) for s, x in every.items()}
        if self.at.values:
            moved = {s: x * float((changes or {}).get(s, 1)) for s, x in self.at.values.items()}
            self.at = ClosedConfiguration(moved, self.at.gap)
            self.constants |= {s: fraction_to_arb(Fraction(moved[s])) for s in self.variety.parameters}

    @cached_property
    def field(self) -> Field:
        from linkwright.models.constraints.mobility_analysis import ZERO_TOLERANCE

        gap = 0.0 if self.is_closed else self.variety.refined(self.variety.near(self.at, self.draws)).gap
        return RealField(max(ZERO_TOLERANCE, 1e4 * gap))

    def draw(self) -> Any:
        from linkwright.models.constraints.mobility_analysis import fraction_to_arb

        return fraction_to_arb(Fraction(self.draws.randrange(-(10**9), 10**9), 10**9))

    def reduce(self, x: Any) -> Any:
        return x

    def place(self) -> Mapping[str, Any]:
        found = {**self.constants, **{s: self.draw() for s in self.free}}
        if not self.is_closed:
            self.at = self._near()
            found |= self.variety.refined(self.at).values
        for j in self.balls:
            names = [f"q[{j}]{axis}" for axis in "wxyz"]
            if names[0] in self.free:
                size = sum((found[s] * found[s] for s in names), 0).sqrt()
                found |= {s: found[s] / size for s in names}
        return found

    def _near(self) -> ClosedConfiguration:
        """Closed configuration on the branch of the assembled robot, on which some joints are sums of others."""
        for _ in range(MAX_BRANCH_TRIES):
            found = self.variety.near(self.at, self.draws)
            if all(_is_on_branch(found.values, d, sum_of) for d, sum_of in self.linear.items()):
                return found
        raise self.variety.rigid_error()

    def value(self, e: Expr) -> Any:
        """Value of an expression of the geometry."""
        return self.values([self.variety.lift.exact(self.variety.graph)(e)], self.constants)[0]

    def values(self, exprs: Sequence[Expr], at: Mapping[str, Any]) -> list[Any]:
        return [x.mid() for x in self.variety.reals(exprs, at)]


def _is_on_branch(values: Mapping[str, float], d: Coordinate, sum_of: LinearDependency) -> bool:
    """Whether a joint is the same sum of others as on the branch of the assembled robot."""
    rest = values[f"q[{d.link}]"] - sum(float(x) * values.get(f"q[{a.link}]", 0.0) for a, x in sum_of.factors)
    rest -= float(sum_of.offset) * (math.pi if sum_of.of_pi else 1.0)
    return abs(math.remainder(rest, 2 * math.pi) if d.is_rotation else rest) < BRANCH_TOLERANCE


__all__ = ["ExactEquations", "NoPrimePoints", "PrimeSource", "RealSource"]
