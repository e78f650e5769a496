"""Report of the analysis of a robot with loops, as tables and as plain data: mobility, and how it was decided."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from linkwright.models.constraints.closed_configurations import BITS
from linkwright.models.constraints.constraint_system import RealField
from linkwright.models.constraints.exact_rank import FieldRank, field_rank
from linkwright.models.constraints.loop_closure import LoopClosure
from linkwright.models.constraints.loop_equations import KinematicLoop, kinematic_loops, with_cut_joints_in_tree
from linkwright.models.constraints.mobility_analysis import LinearDependency, MobilityAnalysis, analyze_mobility
from linkwright.models.constraints.wheels import is_driven, label
from linkwright.models.framework.state import StateBuilder
from linkwright.robot import Coordinate, Robot

EXACT_CLOSURE_TOLERANCE = 1e-12  # relative gap that is left by the decimals of a file with full precision


@dataclass(frozen=True)
class LoopPart:
    """One loop: its cut joint, the links that it connects, and the joints of its two sides."""

    name: str
    kind: str
    links: tuple[str, str]
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    equations: int


@dataclass(frozen=True)
class SolvedJoints:
    """Dependent joints that are solved together, and the method."""

    joints: tuple[str, ...]
    method: str  # linear, newton, or the name of a closed form
    equations: tuple[str, ...] = ()
    formula: str = ""


@dataclass(frozen=True)
class LoopAnalysis:
    """Mobility of a robot with loops. Drives are preferred as independent coordinates.

    `redundant` equations follow from those that are kept; `gap` is the relative residual of the loops with the numbers
    of the file; `tolerance` is the relative size below which numbers count as zero. `exact`: the rank was proven over a
    prime field, too; None: no points were found there at which the loops are closed.
    """

    loops: tuple[LoopPart, ...]
    equations: tuple[str, ...]
    kept: tuple[str, ...]
    redundant: tuple[str, ...]
    independent: tuple[str, ...]
    dependent: tuple[str, ...]
    undriven: tuple[str, ...]
    redundant_drives: tuple[str, ...]
    solved: tuple[SolvedJoints, ...]
    tolerance: float
    gap: float
    exact: FieldRank | None = None

    @property
    def mobility(self) -> int:
        """Number of independent coordinates."""
        return len(self.independent)

    @property
    def decided(self) -> str:
        """Description of how the rank was decided."""
        if self.exact:
            points = {"lengths": "closed by their lengths", "formulas": "closed by the formulas of the joints"}
            return (
                f"a prime field, at {self.exact.points} random points {points[self.exact.way]}: exactly, but for a "
                f"probability of {self.error:.0e}"
            )
        odds = -math.floor(math.log10(self.tolerance)) - 1
        return (
            f"{BITS}-bit reals at two closed positions drawn at random: what is not zero there is certain, and what is "
            f"zero to 1e-{odds} of the size is taken to be zero; by chance that is wrong about once in 1e{odds}"
        )

    @property
    def rank_by(self) -> str:
        """Numbers in which the rank was decided."""
        return "prime field" if self.exact else "reals"

    @property
    def error(self) -> float:
        """The probability that the rank is wrong."""
        return self.exact.error if self.exact else self.tolerance

    @property
    def closing(self) -> str:
        """Description of how accurately the loops close."""
        if self.gap <= EXACT_CLOSURE_TOLERANCE:
            return f"exactly, as far as {BITS} bits tell"
        return f"closes to {self.gap:.0e} of its size only"

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings that concern efforts and closure."""
        found = []
        if self.undriven:
            found.append(f"no motor drives {', '.join(self.undriven)}: its motion follows from the dynamics")
        if self.redundant_drives:
            found.append(f"drives that depend on others: {', '.join(self.redundant_drives)}; efforts are shared, with "
                         "the least norm")  # fmt: skip
        if self.gap > EXACT_CLOSURE_TOLERANCE:
            found.append(f"{self.closing}: its numbers have too few digits, or do not belong together")
        return tuple(found)

    def data(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return {
            "mobility": self.mobility, "independent": list(self.independent), "dependent": list(self.dependent),
            "undriven": list(self.undriven), "redundant_drives": list(self.redundant_drives),
            "loops": [
                {"name": x.name, "kind": x.kind, "links": list(x.links), "sides": [list(s) for s in x.sides],
                 "equations": x.equations} for x in self.loops
            ],
            "equations": len(self.equations), "kept_equations": list(self.kept),
            "redundant_equations": list(self.redundant),
            "solved": [{"joints": list(x.joints), "method": x.method, "equations": list(x.equations),
                        "formula": x.formula} for x in self.solved],
            "gap": self.gap, "tolerance": self.tolerance, "rank_by": self.rank_by,
            "error": self.error, "decided": self.decided, "warnings": list(self.warnings),
        }  # fmt: skip

    def tables(self) -> list[tuple[str, list[str], list[list[str]]]]:
        """Return tables (title, columns, rows)."""
        loops = [[x.name, x.kind, " - ".join(x.links), ", ".join(x.sides[0]), ", ".join(x.sides[1]), str(x.equations)]
                 for x in self.loops]  # fmt: skip
        solved = [[", ".join(x.joints), x.method, x.formula or ", ".join(x.equations)] for x in self.solved]
        facts = [
            ["mobility", str(self.mobility)], ["independent", ", ".join(self.independent)],
            ["dependent", ", ".join(self.dependent)], ["equations", f"{len(self.equations)}, kept {len(self.kept)}"],
            ["kept", ", ".join(self.kept)], ["redundant", ", ".join(self.redundant) or "none"],
            ["rank decided by", self.decided], ["loops close", self.closing],
            *(["warning", text] for text in self.warnings),
        ]  # fmt: skip
        return [
            ("Loops", ["cut joint", "kind", "links", "joints before", "joints beyond", "equations"], loops),
            ("How they move", ["mobility", ""], facts),
            ("Dependent joints", ["joints", "method", "by"], solved),
        ]


def analyze_loops(robot: Robot) -> LoopAnalysis:
    """Analyze a robot with loops; a RobotError if they cannot be closed or leave no motion."""
    tree = with_cut_joints_in_tree(robot)
    found = analyze_mobility(tree)
    own, split = found.variety.robot, found.split
    driven = [c for c in own.coordinates if is_driven(own, c)]
    return LoopAnalysis(
        loops=tuple(_describe_loop(tree, x) for x in kinematic_loops(tree)),
        equations=found.names, kept=tuple(found.names[k] for k in found.kept), redundant=found.redundant,
        independent=_unique_labels([*(c for c in split.independent if c in driven),
                             *(c for c in split.independent if c not in driven)]),
        dependent=_unique_labels(split.dependent),
        undriven=_unique_labels([c for c in split.independent if c not in driven]),
        redundant_drives=_unique_labels([c for c in driven if c in split.dependent]),
        solved=tuple(_describe_solutions(tree, found)), tolerance=_tolerance(found), gap=found.gap,
        exact=field_rank(found, tree),
    )  # fmt: skip


def _tolerance(found: MobilityAnalysis) -> float:
    assert isinstance(found.field, RealField)
    return found.field.tolerance


def _unique_labels(coordinates: Any) -> tuple[str, ...]:
    return tuple(dict.fromkeys(label(c) for c in coordinates))


def _describe_loop(robot: Robot, loop: KinematicLoop) -> LoopPart:
    def names(joints: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(robot.joint(j).name for j in joints if robot.joint(j).moves)

    one, two = (robot.joint(j).name if j else "base" for j in loop.links)
    sides = names(loop.cut_side), names(loop.end_side)
    return LoopPart(loop.name, loop.kind, (one, two), sides, len(loop.kinds))


def _describe_solutions(robot: Robot, found: MobilityAnalysis) -> list[SolvedJoints]:
    made = [SolvedJoints((c.joint,), "linear", formula=_format_formula(robot, c, of)) for c, of in found.linear.items()]
    todo = [c for c in found.solved if c not in found.linear]
    if todo:
        closure, graph = LoopClosure(robot), robot.graph.copy()
        StateBuilder(robot.in_graph(graph), graph, constrain=closure).build_state(["q"])
        for block, method in closure.methods:
            names = tuple(found.names[k] for k in block.rows)
            made.append(SolvedJoints(_unique_labels(block.unknowns), method, names))
    return made


def _format_formula(robot: Robot, c: Coordinate, of: LinearDependency) -> str:
    """Format a linear dependency, such as q3 = pi/2 - q2 + q7."""
    terms: list[tuple[Fraction | float, str]] = []
    if of.offset:
        terms.append((of.offset, "pi" if of.of_pi else ""))
    terms += [(factor, robot.joint(a.link).variable) for a, factor in of.factors]
    text = " ".join(_format_term(x, name, k == 0) for k, (x, name) in enumerate(terms)) or "0"
    return f"{robot.joint(c.link).variable} = {text}"


def _format_term(x: Fraction | float, name: str, first: bool) -> str:
    sign = ("-" if first else "- ") if x < 0 else "" if first else "+ "
    size = abs(x)
    if not isinstance(size, Fraction):
        return f"{sign}{size:.6g}{name and '*'}{name}"
    top = (f"{size.numerator}*{name}" if size.numerator != 1 else name) if name else str(size.numerator)
    return sign + (top if size.denominator == 1 else f"{top}/{size.denominator}")


__all__ = ["LoopAnalysis", "LoopPart", "SolvedJoints", "analyze_loops"]
