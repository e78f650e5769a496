"""Wheels on the ground: rolling constraints of a mobile base, from the kinematics of the tree.

The ground is the plane z = 0 of the world. A wheel touches it below its centre, the origin of its spin frame, and the
contact point of the wheel has zero velocity along the heading (axle x vertical) and along the axle. With (x, y) the
steering axis, heading b, trail c, spin phi, in the chassis frame:

    rolling    cos b vx + sin b vy + (x sin b - y cos b) w - r phid = 0
    lateral   -sin b vx + cos b vy + (x cos b + y sin b - c) w - c bd = 0

A Swedish wheel constrains only the velocity along its roller axes, a ball nothing: Campion, Bastin &
d'Andrea-Novel, Structural properties and classification of ... wheeled mobile robots (1996).
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.errors import RobotError
from linkwright.expr import Expr, Graph, Importer, value_of
from linkwright.models.algebra.exact_reading import ExactReading
from linkwright.models.constraints.constraint_system import (
    ConstraintRow,
    ConstraintSystem,
    Partition,
    Residues,
    evaluate_residues,
    independent_rows,
    least_pivot,
    partition_coordinates,
    rank_of_rows,
)
from linkwright.models.framework.state import Positions, StateBuilder, fill_coupled_positions
from linkwright.models.tree.link_steps import LinkStep
from linkwright.robot import Coordinate, Robot, Wheel
from linkwright.robot.coordinates import freedoms
from linkwright.spatial import ZERO, Rotation, Scalar, Vec3, Z, cos, sin

X, Y = Vec3(1, 0, 0), Vec3(0, 1, 0)


@dataclass(frozen=True)
class WheelRow:
    """Constraint row of a wheel: its kind, and its entries by the coordinates of the tree."""

    wheel: int  # 1..
    kind: str  # rolling, lateral or roller; x or y: along an axis of the chassis
    name: str
    entries: ConstraintRow


# -- kinematics of a contact ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WheelContact:
    """Contact of a wheel, in frame 0: axle, centre, and velocity of the contact point for unit rates."""

    axle: Vec3
    centre: Vec3
    columns: Mapping[Coordinate, Vec3]

    @property
    def heading(self) -> Vec3:
        return self.axle.cross(Z)


def derive_contact(robot: Robot, q: Positions, wheel: Wheel) -> WheelContact:
    """Derive the contact of a wheel along the chain from frame 0; turns about the same axis are added."""
    path = [wheel.spin]
    while robot.joint(path[0]).parent:
        path.insert(0, robot.joint(path[0]).parent)
    turns: list[Any] = []
    poses = {0: (Rotation(()), ZERO)}
    before = 0
    for j in path:
        step, (R, O) = LinkStep.of(robot.joint(j), q[j]), poses[before]
        turns += step.turns
        poses[j] = Rotation.about(*turns), R.apply(step.T.P) + O
        before = j
    R, O = poses[wheel.spin]
    ground = O - Z * wheel.radius
    columns: dict[Coordinate, Vec3] = {}
    for j, (R_j, O_j) in poses.items():
        for c in robot.freedoms(j):
            if not c.is_motor:
                columns[c] = R_j.apply(c.w).cross(ground - O_j) if c.is_rotation else R_j.apply(c.v)
    return WheelContact(R.apply(Z), O, columns)


def wheel_rows(robot: Robot, q: Positions, in_chassis: Collection[int] = ()) -> Iterator[WheelRow]:
    """Yield the rows of all wheels: along heading and axle, or along x and y of the chassis for wheels `in_chassis`."""
    for k, wheel in enumerate(robot.wheels, 1):
        if wheel.kind == "ball":
            continue
        one = derive_contact(robot, q, wheel)
        along = {"rolling": one.heading, "lateral": one.axle}
        if wheel.kind == "swedish":
            along = {"roller": one.heading * cos(wheel.roller) + one.axle * sin(wheel.roller)}
        elif k in in_chassis:
            along = {"x": X, "y": Y}
        for kind, u in along.items():
            entries: dict[Coordinate, Scalar] = {}
            for c, v in one.columns.items():
                for a, factor in robot.velocity_map_row(c):
                    entries[a] = entries.get(a, 0) + u.dot(v) * factor
            yield WheelRow(k, kind, f"{kind}_{wheel_name(robot, k)}", entries)


def wheel_name(robot: Robot, k: int) -> str:
    return robot.wheels[k - 1].name or f"wheel{k}"


# -- what can move ----------------------------------------------------------------------------------------------------


class ExactWheels:
    """Constraint rows of the wheels of a robot at a random point of the prime field, floats read exactly."""

    def __init__(self, robot: Robot) -> None:
        self.lift = ExactReading(robot)
        self.robot = self.lift.robot.changed(self.lift.exact(Graph()))
        graph = self.robot.graph
        zero = Expr(graph, graph.const(0))
        self.q: list[Any] = [zero] * (len(robot) + 1)
        for c in self.robot.coordinates:
            if c.link:  # no user can write a name with brackets
                self.q[c.link] = Expr(graph, graph.symbol(f"q[{c.link}]", "variable"))
        self.q = fill_coupled_positions(self.robot, self.q)

    def rows(self, in_chassis: Collection[int] = ()) -> list[Residues]:
        """Rows of all wheels, as residues."""
        return evaluate_residues(self.lift, [row.entries for row in wheel_rows(self.robot, self.q, in_chassis)])

    def check(self) -> None:
        """Raise an error unless every axle is horizontal and every wheel centre one radius above z = 0."""
        pose = self.robot.base.pose
        if any(not self.lift.is_zero(x) for x in (pose[2], pose[6], pose[8], pose[9], pose[10] - 1)):
            raise RobotError(f"{self.robot.name}: the base is tilted against the ground", cell=("base", "pose"),
                             remedy="let its z point upwards, and gravity say where the slope goes")  # fmt: skip
        for k, wheel in enumerate(self.robot.wheels, 1):
            if wheel.kind != "ball":
                self._check_wheel(k, wheel, pose[11])

    def _check_wheel(self, k: int, wheel: Wheel, height: Expr) -> None:
        one = derive_contact(self.robot, self.q, wheel)
        name = f"{self.robot.name}: wheel {k} ({wheel_name(self.robot, k)})"
        spin = self.robot.joint(wheel.spin).name
        if not self._vanishes(one.axle.z):
            raise RobotError(f"{name} has an axle that is not horizontal", cell=("wheel", k, "spin"),
                             remedy=f"let the axis of joint {spin} be horizontal wherever its joints are")  # fmt: skip
        if not self._vanishes(one.centre.z + height - wheel.radius):
            raise RobotError(
                f"{name} does not touch the ground, the plane z = 0 of the world", cell=("wheel", k, "radius"),
                remedy=f"let the origin of frame {spin} be one radius above it, wherever its joints are",
            )  # fmt: skip

    def _vanishes(self, x: Scalar) -> bool:
        return self.lift.is_zero(x) if isinstance(x, Expr) else x == 0


@dataclass(frozen=True)
class WheelMobility:
    """Mobility of a robot on wheels.

    `type` is (degree of mobility, degree of steerability) of Campion, Bastin & d'Andrea-Novel (1996). Drives are
    preferred as independent coordinates, then those of the base. `redundant` rows follow from others.
    """

    type: tuple[int, int]
    rows: tuple[str, ...]
    redundant: tuple[str, ...]
    kept: tuple[int, ...]
    split: Partition
    tied_drives: tuple[Coordinate, ...]

    @property
    def freedoms(self) -> int:
        """Number of independent coordinates."""
        return len(self.split.independent)

    def data(self) -> dict[str, Any]:
        """Return the analysis as plain data."""
        return {
            "type": list(self.type), "freedoms": self.freedoms,
            "independent": [label(c) for c in self.split.independent],
            "dependent": [label(c) for c in self.split.dependent],
            "rows": list(self.rows), "redundant_rows": list(self.redundant),
            "redundant_drives": [label(c) for c in self.tied_drives],
        }  # fmt: skip


def label(c: Coordinate) -> str:
    """Name of a coordinate: that of its joint, or "base" and the component."""
    return c.joint if c.link else f"base {c.component}"


def analyze_wheel_mobility(robot: Robot) -> WheelMobility:
    """Analyze the mobility of a robot with wheels.

    A RobotError if it cannot move, or if its wheels do not stand on the ground.
    """
    return _analyze_exact_wheels(robot, check_wheels_on_ground(robot))


def check_wheels_on_ground(robot: Robot) -> ExactWheels:
    """Read a robot exactly and check that its wheels stand on the ground; a RobotError if not."""
    require_wheels(robot)
    exactly = ExactWheels(robot)
    exactly.check()
    return exactly


def require_wheels(robot: Robot) -> None:
    if not robot.wheels:
        raise RobotError(f"{robot.name} has no wheels", cell=("wheel",), remedy="list them: [[wheel]] in TOML")
    if robot.base.kind != "mobile":
        raise RobotError(f"{robot.name}: wheels roll under a mobile base, and this one is {robot.base.kind}",
                         cell=("base", "kind"), remedy='make it mobile, or robot.without("wheels")',
                         command="make it mobile, or --without wheels")  # fmt: skip


def require_constraints(robot: Robot) -> None:
    """Raise an error for a robot without loops and without wheels on a mobile base."""
    if robot.wheels and not robot.loops:
        require_wheels(robot)
    if not (robot.wheels or robot.loops):
        raise RobotError(f"{robot.name} has neither loops nor wheels: it has no constraints",
                         remedy="write [[loop]] or [[wheel]] tables")  # fmt: skip


def _analyze_exact_wheels(robot: Robot, exactly: ExactWheels) -> WheelMobility:
    found, at = list(wheel_rows(exactly.robot, exactly.q)), exactly.rows()
    columns = exactly.robot.coordinates
    base, driven = [c for c in columns if not c.link], [c for c in columns if is_driven(robot, c)]
    split = partition_coordinates(at, columns, list(dict.fromkeys([*driven, *base, *columns])))
    joints = [c for c in columns if c.link]
    if len(split.independent) == len(joints) - rank_of_rows(at, joints):
        raise immobile_error(robot)
    kept = independent_rows(at, columns)
    _check_decimals(robot, exactly, len(kept))
    names = tuple(row.name for row in found)
    return WheelMobility(
        _mobility_type(robot, found, at, base, split),
        names,
        tuple(x for k, x in enumerate(names) if k not in kept),
        kept,
        split,
        tuple(c for c in split.dependent if is_driven(robot, c)),
    )


def immobile_error(robot: Robot) -> RobotError:
    """Error for wheels that leave the base no motion."""
    return RobotError(
        f"{robot.name} is rigid: its wheels leave the base no motion", cell=("wheel",),
        remedy="axles of wheels that are not castors meet in one point: steer one wheel in the middle instead of "
        "two, couple steering joints, or write equal positions as the same symbol",
    )  # fmt: skip


MIN_PIVOT_RATIO = 1e-5  # of relative pivots: smaller ones are due to rounding


def _check_decimals(robot: Robot, exactly: ExactWheels, rank: int) -> None:
    """Raise an error for rows that differ only by the rounding of decimals, so that their rank is unclear."""
    if not exactly.lift.numbers:
        return
    draw = random.Random("positions")
    numbers = {s: draw.uniform(0.5, 1.5) for s in sorted(robot.parameters)} | dict(robot.numbers)
    numeric = robot.changed(Importer(Graph(), numbers))
    q = [draw.uniform(-3, 3) for _ in range(len(robot) + 1)]
    found = [[_evaluate_entry(row.entries.get(c, 0)) for c in numeric.coordinates] for row in wheel_rows(numeric, q)]
    if least_pivot(found, rank) < MIN_PIVOT_RATIO:
        raise RobotError(
            f"{robot.name}: rows of the wheels differ by less than the rounding of their numbers", cell=("wheel",),
            remedy="write places and angles as formulas, or with fewer digits, so that what is equal is written equal",
        )  # fmt: skip


def _evaluate_entry(x: Scalar) -> float:
    return value_of(x) if isinstance(x, Expr) else float(x)


def is_driven(robot: Robot, c: Coordinate) -> bool:
    """Return whether a coordinate has a motor, even if constraints make it dependent."""
    return bool(c.link) and c.given == "acceleration" and robot.joint(c.link).actuated


def _mobility_type(
    robot: Robot, found: Sequence[WheelRow], at: Sequence[Residues], base: Sequence[Coordinate], split: Partition
) -> tuple[int, int]:
    """Degrees of mobility (3 - rank of the lateral rows of wheels without trail) and steerability (rank of steered)."""
    fixed: list[Residues] = []
    steered: list[Residues] = []
    steers: set[Coordinate] = set()
    for row, entries in zip(found, at, strict=True):
        own = {c for c in entries if c.link and entries[c]}
        if row.kind != "lateral" or own:
            continue  # a castor does not restrict the base
        angle = {c for c in freedoms(robot) if c.link and c.link == robot.wheels[row.wheel - 1].steer}
        (steered if angle else fixed).append(entries)
        steers |= {a for c in angle for a, _ in robot.velocity_map_row(c)}
    able = len(steers & {*split.independent})
    return 3 - rank_of_rows([*fixed, *steered], base), min(rank_of_rows(steered, base), able)


# -- in a model -------------------------------------------------------------------------------------------------------


class WheelConstraints:
    """Wheels as constraints of a state: they constrain rates, not positions."""

    solved: tuple[Coordinate, ...] = ()

    def solve_positions(self, maker: StateBuilder, q: list[Any]) -> None:
        """Leave q unchanged: wheels do not constrain positions."""

    def constrained_view(self, robot: Robot, q: Positions) -> Robot:
        """Return a view of the robot with the velocity map of its wheels."""
        return constrain_wheels(robot, q)

    def samples(self) -> dict[str, float]:
        """Return no values: there is nothing to close."""
        return {}

    def status(self, moves: bool, solves: Sequence[Expr]) -> None:
        """Return None: wheels need no status."""


def constrain_wheels(robot: Robot, q: Positions) -> Robot:
    """Return a view of the robot with the velocity map of its wheels."""
    exactly = check_wheels_on_ground(robot)
    found = _analyze_exact_wheels(robot, exactly)
    chosen = wheels_in_chassis_axes(robot, found.split)
    at = exactly.rows(chosen)
    keep = independent_rows(at, robot.coordinates)
    made = [row.entries for row in wheel_rows(robot, q, chosen)]
    system = ConstraintSystem.of([made[k] for k in keep], [at[k] for k in keep], found.split)
    return robot.in_graph(robot.graph, ties=system.ties(robot))


@dataclass(frozen=True)
class ExactWheelRows:
    """Rolling, lateral and roller rows of a robot over its own graph; `at`: their values in the prime field."""

    found: tuple[WheelRow, ...]
    at: tuple[Residues, ...]
    mobility: WheelMobility

    def entry(self, k: int, c: Coordinate) -> Scalar:
        """Entry of row k; 0 where it vanishes in the prime field."""
        return self.found[k].entries[c] if self.at[k].get(c, 0) else 0


def exact_wheel_rows(robot: Robot, q: Positions) -> ExactWheelRows:
    """Rows of all wheels of a robot, over all coordinates of its tree."""
    exactly = check_wheels_on_ground(robot)
    return ExactWheelRows(tuple(wheel_rows(robot, q)), tuple(exactly.rows()), _analyze_exact_wheels(robot, exactly))


def wheels_in_chassis_axes(robot: Robot, split: Partition) -> frozenset[int]:
    """Numbers of the wheels whose joints are all independent: their rows are written along x and y of the chassis."""
    moved = {c.link for c in split.dependent}
    return frozenset(k for k, x in enumerate(robot.wheels, 1) if not moved & {x.spin, x.steer})


__all__ = [
    "ExactWheelRows",
    "WheelConstraints",
    "WheelMobility",
    "WheelRow",
    "analyze_wheel_mobility",
    "constrain_wheels",
    "exact_wheel_rows",
    "is_driven",
    "label",
    "require_constraints",
    "require_wheels",
    "wheel_rows",
]  # fmt: skip
