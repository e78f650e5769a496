"""Columns of regressors: the parameters, and the wrench of each link for unit value of one parameter.

Every model here is linear in the inertial parameters, the rotor inertias and the friction of the joints (Khalil &
Dombre, chapter 12). Column wrenches of a link, in its own frame, are entries of U, of wd and of vd, which the inverse
dynamics computes anyway: there is no recursion per column, and most of their components are zero.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from linkwright.errors import RobotError
from linkwright.expr import Expr
from linkwright.models.dynamics.composite_bodies import JointTwists, list_links_inward
from linkwright.models.framework.frame_options import path_from_base, supporting_freedoms
from linkwright.models.framework.option import Option
from linkwright.models.framework.result import Result, named
from linkwright.models.search.graph_trial import IncrementalCost, OperationCost, hill_climb
from linkwright.models.tree.generalized_coordinates import coordinate_rows
from linkwright.models.tree.link_accelerations import LinkAcceleration
from linkwright.models.tree.parameter_names import name_parameters, parameter_entry
from linkwright.models.tree.twists_wrenches import Twist, Wrench
from linkwright.robot import Coordinate, Robot
from linkwright.robot.features import EXTERNAL, FLEXIBILITY
from linkwright.robot.robot import INERTIA
from linkwright.spatial import ZERO, Scalar, Vec3

TENSOR, MOMENTS, MASS = INERTIA[:6], INERTIA[6:9], INERTIA[9]
UNIT_VECTORS = (Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1))


@dataclass(frozen=True)
class Column:
    """Column of a parameter of a link or joint: its entry in the robot's tables and its name."""

    link: int
    parameter: str
    value: Scalar
    label: str

    @property
    def is_inertial(self) -> bool:
        return self.parameter in INERTIA


def parameter_columns(robot: Robot, which: str = "present") -> list[Column]:
    """Columns in the order of the tables: ten of every link, then its rotor and friction; "present" omits zeros."""
    every = [
        Column(j, name, parameter_entry(robot, j, name), label) for (j, name), label in name_parameters(robot).items()
    ]
    found = [c for c in every if c.is_inertial or robot.joint(c.link).moves]
    return [c for c in found if which == "all" or c.value != 0]


def chosen_columns(robot: Robot, which: str, joints: bool = True) -> list[Column]:
    """Columns of a model, with or without (`joints`) those of rotors and friction; an error if there are none."""
    found = [c for c in parameter_columns(robot, which) if joints or c.is_inertial]
    if not found:
        raise RobotError(
            f"{robot.name} has no inertial parameters{', rotors or friction' if joints else ''}",
            remedy="columns=all has columns for parameters that are zero, too",
        )
    return found


COLUMNS = Option(
    "present", "columns: of the parameters that the robot's tables hold, or of all (ten per link, rotors, friction)",
    choices=("present", "all"),
)  # fmt: skip


# -- wrenches of single parameters ------------------------------------------------------------------------------------


def column_wrenches(m: LinkAcceleration) -> dict[str, Wrench]:
    """Force and moment about its origin for the motion of a link, in its frame, per unit of each parameter."""
    U, p, wd, vd = m.U, m.products, m.wd, m.vd
    moments = {
        "XX": Vec3(wd.x, p.xz, -p.xy), "YY": Vec3(-p.yz, wd.y, p.xy), "ZZ": Vec3(p.yz, -p.xz, wd.z),
        "XY": Vec3(-U[2, 0], U[2, 1], p.xx_yy), "XZ": Vec3(U[1, 0], p.zz_xx, -U[1, 2]),
        "YZ": Vec3(p.yy_zz, -U[0, 1], U[0, 2]),
    }  # fmt: skip
    found = {name: Wrench(ZERO, n) for name, n in moments.items()}
    for name, e, f in zip(MOMENTS, UNIT_VECTORS, U.T.rows, strict=True):
        found[name] = Wrench(f, e.cross(vd))
    return found | {MASS: Wrench(vd, ZERO)}


def momentum_columns(w: Vec3, v: Vec3) -> dict[str, Wrench]:
    """Momentum, and angular momentum about its origin, of a link in its frame, per unit of each parameter."""
    moments = {
        "XX": Vec3(w.x, 0, 0), "XY": Vec3(w.y, w.x, 0), "XZ": Vec3(w.z, 0, w.x),
        "YY": Vec3(0, w.y, 0), "YZ": Vec3(0, w.z, w.y), "ZZ": Vec3(0, 0, w.z),
    }  # fmt: skip
    found = {name: Wrench(ZERO, n) for name, n in moments.items()}
    for name, e in zip(MOMENTS, UNIT_VECTORS, strict=True):
        found[name] = Wrench(w.cross(e), e.cross(v))
    return found | {MASS: Wrench(v, ZERO)}


def weight_columns(g: Vec3) -> dict[str, Wrench]:
    """Wrench that balances the gravity of a link, in its frame, per unit of each parameter; g in the same frame."""
    found = {name: Wrench(ZERO, ZERO) for name in TENSOR}
    found |= {name: Wrench(ZERO, g.cross(e)) for name, e in zip(MOMENTS, UNIT_VECTORS, strict=True)}
    return found | {MASS: Wrench(-g, ZERO)}


# -- rows: the power of column wrenches on twists of joints -----------------------------------------------------------

MAX_MULTISTART_LINKS = 12  # robots with more links: one search, from the best start
COLUMN_KINDS = {**dict.fromkeys(TENSOR, "tensor"), **dict.fromkeys(MOMENTS, "moments"), MASS: "mass"}
ALL_KINDS = tuple(dict.fromkeys(COLUMN_KINDS.values()))
Links = frozenset[tuple[str, int]]  # links of contraction by kind of column
Twists = Callable[[Coordinate, int], Twist]  # twist of coordinate i, in frame m


class ColumnWrenches:
    """Column wrenches of links in the frames of the links before them, each transformed once."""

    def __init__(self, paths: JointTwists, own: Mapping[int, Mapping[str, Wrench]]) -> None:
        self.paths, self.own = paths, own
        self._done: dict[tuple[int, str, int], Wrench] = {}

    def wrench(self, j: int, parameter: str, m: int) -> Wrench:
        """Column wrench of a parameter of link j, in frame m."""
        if m == j:
            return self.own[j][parameter]
        key = (j, parameter, m)
        if key not in self._done:
            k = self.paths.after(m, j)
            F, step = self.wrench(j, parameter, k), self.paths.step(k)
            still = all(x == 0 for x in F.f)
            self._done[key] = Wrench(ZERO, step.R.apply(F.n)) if still else F.to_parent(step)
        return self._done[key]


class RegressorRows:
    """Entries (coordinate, column) as sums of twist . wrench, for every choice of links where the two are contracted.

    A wrench is transformed inward and a twist outward to the outermost chosen link between them (chosen separately for
    tensor, first moments and mass), or else the wrench to the link of the twist.
    """

    def __init__(self, robot: Robot, parts: Sequence[tuple[Twists, ColumnWrenches]]) -> None:
        self.robot, self.parts = robot, parts
        self._made: dict[tuple[Coordinate, int, str, int], Scalar] = {}
        self._columns: dict[tuple[int, str, tuple[int, ...]], Mapping[int, Scalar]] = {}
        row = coordinate_rows(robot)
        self._between = {  # by link: its supporting freedoms, the links from theirs to it, their rows and factors (G)
            j: [
                (i, list_links_inward(robot, i, j), [(row[a], x) for a, x in robot.velocity_map_row(i)])
                for i in supporting_freedoms(robot, j)
            ]
            for j in range(len(robot) + 1)
        }

    def entry(self, i: Coordinate, j: int, parameter: str, m: int) -> Scalar:
        key = (i, j, parameter, m)
        if key not in self._made:
            total: Scalar = 0
            for twist, carried in self.parts:
                total = total + twist(i, m).dot(carried.wrench(j, parameter, m))
            self._made[key] = total
        return self._made[key]

    def matrix(
        self, chosen: Sequence[Column], links: Links,
        other: Mapping[Coordinate, Sequence[tuple[int, Scalar]]] | None = None,
    ) -> list[list[Scalar]]:  # fmt: skip
        """Inertial columns of W, other columns zero. `other`: rows and factors instead of those of the velocity map."""
        W: list[list[Scalar]] = [[0] * len(chosen) for _ in self.robot.coordinates]
        met: dict[tuple[str, int], tuple[int, ...]] = {}
        for c, column in enumerate(chosen):
            if not column.is_inertial:
                continue
            group = COLUMN_KINDS[column.parameter], column.link
            if group not in met:
                met[group] = self._met(*group, links)
            for a, x in self._cells(column, met[group], other).items():
                W[a][c] = x
        return W

    def _met(self, kind: str, j: int, links: Links) -> tuple[int, ...]:
        """Links at which columns of a kind of link j are contracted, for each supporting freedom of link j."""
        return tuple([next((m for m in between if (kind, m) in links), i.link) for i, between, _ in self._between[j]])

    def _cells(
        self, column: Column, met: tuple[int, ...], other: Mapping[Coordinate, Sequence[tuple[int, Scalar]]] | None
    ) -> Mapping[int, Scalar]:
        """Nonzero entries of a column by row; cached, since most plans share most of them."""
        key = (column.link, column.parameter, met)
        if other is None and key in self._columns:
            return self._columns[key]
        cells: dict[int, Scalar] = {}
        for (i, _, shares), m in zip(self._between[column.link], met, strict=True):
            x = self.entry(i, column.link, column.parameter, m)
            for a, factor in shares if other is None else other.get(i, ()):
                more, before = x if factor == 1 else x * factor, cells.get(a, 0)
                cells[a] = more if before == 0 else before + more
        if other is None:
            self._columns[key] = cells
        return cells

    def cheapest(self, chosen: Sequence[Column], starts: Sequence[Links]) -> Links:
        """Links of contraction with the fewest operations, by hill climbing from all starts, or from the best one."""
        groups: dict[tuple[str, int], list[Column]] = {}
        for column in chosen:
            if column.is_inertial:
                groups.setdefault((COLUMN_KINDS[column.parameter], column.link), []).append(column)

        @cache
        def wanted(group: tuple[str, int], links: Links) -> list[int]:
            met = self._met(*group, links)
            cells = (x for column in groups[group] for x in self._cells(column, met, None).values())
            return [x.id for x in cells if isinstance(x, Expr)]

        tally, last = IncrementalCost(), {group: list[int]() for group in groups}

        @cache
        def cost(links: Links) -> OperationCost:
            of = {kind: frozenset(place for place in links if place[0] == kind) for kind in ALL_KINDS}
            come, gone = list[int](), list[int]()
            for group, before in last.items():
                if (now := wanted(group, of[group[0]])) is not before:
                    come, gone, last[group] = come + now, gone + before, now
            return tally.update(self.robot.graph, come, gone)

        if len(self.robot) > MAX_MULTISTART_LINKS:
            starts = [min(starts, key=cost)]
        reached = {(kind, m) for kind, j in groups for m in path_from_base(self.robot, j)}
        every = [(kind, m) for m in range(len(self.robot), 1, -1) for kind in ALL_KINDS]
        changes = [frozenset([place]).__xor__ for place in every if place in reached]
        return min((hill_climb(links, changes, lambda x: x, again=True, counted=cost) for links in starts), key=cost)


def search_starts(robot: Robot) -> list[Links]:
    """Starts of the search: all wrenches transformed, all twists transformed, or some kinds of wrenches only."""
    links = range(2, len(robot) + 1)
    some = (ALL_KINDS, ("moments", "mass"), ("tensor",))
    every = [frozenset((kind, m) for kind in kinds for m in links) for kinds in some]
    return [frozenset(), *every]


# -- results ----------------------------------------------------------------------------------------------------------


def list_columns(chosen: Sequence[Column]) -> str:
    """List of the columns for the documentation of a port."""
    return "columns: " + (", ".join(c.label for c in chosen) or "none")


def added_terms_text(robot: Robot, what: str) -> str:
    """Text for terms that are added to W p, as they have no parameters: wrenches on the environment, springs."""
    wrenches = f" + {what} of the wrenches on the environment" if EXTERNAL.has(robot) else ""
    return wrenches + (f" + {what} of the springs" if FLEXIBILITY.has(robot) else "")


def matrix_result(name: str, W: Sequence[Sequence[Any]], chosen: Sequence[Column], robot: Robot, doc: str) -> Result:
    """Matrix with rows by coordinate and columns by parameter, as a result."""
    labels = tuple(f"{name}{row.suffix}_{c.label}" for row in robot.coordinates for c in chosen)
    flat = [x for line in W for x in line]
    return Result(name, flat, (len(robot.coordinates), len(chosen)), f"{doc}; {list_columns(chosen)}", labels)


def row_result(name: str, values: Sequence[Any], chosen: Sequence[Column], doc: str) -> Result:
    """Row vector with an entry for each parameter, as a result."""
    return named(name, values, f"{doc}; {list_columns(chosen)}", tuple(f"{name}_{c.label}" for c in chosen))
