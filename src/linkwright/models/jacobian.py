"""The geometric Jacobian of a frame: (v, w) = J qd, v of any point of it, projected in any frame.

Khalil & Dombre, section 5.3: column k is (a_k x L_k, a_k) for a revolute joint and (a_k, 0) for a prismatic one, L_k
from the origin of frame k to the point. By Renaud's method (section 5.4) the columns are computed in a frame
i for a point O_j between, and then carried over to the point and turned into the projection frame:

    J = [R 0; 0 R] [1 -L^; 0 1] iJ_j

Frame, point and the form of the first three rows are those that need the fewest operations in all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from linkwright.errors import RobotError
from linkwright.models.model import Model, Option, Quantities, Result, State, named
from linkwright.models.parts.chain import Tree
from linkwright.models.parts.places import (
    FRAME,
    POINT,
    PROJECTION,
    WORLD,
    branch,
    frame_label,
    joints,
    link_frame,
    movers,
)
from linkwright.models.parts.screws import NO_TWIST, Twist
from linkwright.models.parts.trial import fewest, operations, promising
from linkwright.models.scope import KINEMATICS
from linkwright.records import dataclass
from linkwright.robot import Coordinate, Robot
from linkwright.robot.coordinates import TWIST
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import ZERO, Scalar, Vec3


@dataclass(frozen=True)
class Tip:
    """What moves: a point of a frame."""

    tree: Tree
    frame: int
    point: Vec3 = ZERO
    only: tuple[Coordinate, ...] = ()  # the coordinates whose columns are wanted; (): all that move it

    @property
    def robot(self) -> Robot:
        return self.tree.robot

    @property
    def movers(self) -> tuple[Coordinate, ...]:
        """The coordinates that move it."""
        return movers(self.robot, self.frame)

    @property
    def coordinates(self) -> tuple[Coordinate, ...]:
        """The independent ones of those that move it, or those of them that are wanted."""
        return self.only or tuple(dict.fromkeys(a for c in self.movers for a, _ in self.robot.shares(c)))

    @property
    def path(self) -> tuple[int, ...]:
        """The frames from 0 to its own."""
        return (0, *branch(self.robot, self.frame))

    def position(self, i: int) -> Vec3:
        return self.tree.pose(i, self.frame).apply(self.point)

    def arms(self, i: int) -> dict[int, Vec3]:
        """From the origins of the frames of the branch to the point, in frame i, summed up from the point on."""
        tree, path = self.tree, self.path
        L = {self.frame: tree.pose(i, self.frame).R @ self.point}
        for k, j in zip(reversed(path[:-1]), reversed(path[1:]), strict=True):
            joint = self.robot.joint(j)
            here = tree.pose(i, k)
            if joint.gamma != 0:
                here = tree.chain(i, k).turned("z", joint.gamma).recursive()
            x, _, z = here.columns
            _, r = joint.variables(tree.q[j])
            if joint.kind == "ball":
                L[k] = L[j] + tree.pose(i, j).P - tree.pose(i, k).P
            else:
                L[k] = L[j] + z * joint.b + x * joint.d + tree.axis(i, j) * r
        return L


# -- the forms of the columns -------------------------------------------------------------------------------------


Columns = dict[Coordinate, Twist]


def by_arms(tip: Tip, i: int) -> Columns:
    """a_k x L_k with L_k summed up in frame i."""
    L = tip.arms(i)
    return {c: column(tip.tree, i, c, L[c.link]) for c in tip.movers}


def by_positions(tip: Tip, i: int) -> Columns:
    """a_k x (P - P_k), positions in frame i."""
    P = tip.position(i)
    return {c: column(tip.tree, i, c, P - tip.tree.pose(i, c.link).P) for c in tip.movers}


def by_frames(tip: Tip, i: int) -> Columns:
    """-L_ky s_k + L_kx n_k with L_k in frame k and the columns of iR_k: the form of section 5.3."""
    out = {}
    for c in tip.movers:
        L = tip.tree.chain(c.link, tip.frame).apply(tip.point)
        R = tip.tree.pose(i, c.link).R
        out[c] = Twist(R @ c.w.cross(L), R @ c.w) if c.turns else Twist(R @ c.v, ZERO)
    return out


def column(tree: Tree, i: int, c: Coordinate, arm: Vec3) -> Twist:
    """Of a point at `arm` from the origin of the coordinate's link, all in frame i."""
    a = tree.direction(i, c)
    return Twist(a.cross(arm), a) if c.turns else Twist(a, ZERO)


FORMS = (by_arms, by_positions, by_frames)


def carried(tip: Tip, i: int, j: int, onward: bool = True) -> Columns:
    """The columns in frame i by way of the origin of frame j, as if it were a point of the tip's body; or for it."""
    O_j = tip.tree.pose(i, j).P
    L, near = tip.position(i) - O_j, Tip(tip.tree, j).arms(i)
    out = {}
    for c in tip.movers:
        arm = near[c.link] if c.link in near else O_j - tip.tree.pose(i, c.link).P
        there = column(tip.tree, i, c, arm)
        out[c] = there.at(L) if onward else there
    return out


def projected(tip: Tip, columns: Columns, i: int, p: int) -> Columns:
    """From frame i to frame p."""
    if i == p:
        return columns
    turn = tip.tree.rotation(p, i)
    return {k: c.turned(turn) for k, c in columns.items()}


def entries(columns: Columns) -> list[Scalar]:
    return [x for c in columns.values() for x in c]


def jacobian(tip: Tip, projection: int, intermediate: int | None = None) -> Columns:
    """The columns by coordinate, projected; in the intermediate frame with the fewest operations if none is given."""
    return fewest(tip.robot.graph, tip, lambda tip: _candidates(tip, projection, intermediate))


def _candidates(tip: Tip, projection: int, intermediate: int | None) -> Iterator[Columns]:
    """The best of the forms, and the columns by way of other points in the frames of the best two."""

    @cache
    def forms(i: int) -> list[tuple[Any, Columns]]:
        made = (projected(tip, form(tip, i), i, projection) for form in FORMS)
        return [(operations(columns), columns) for columns in made]

    @cache
    def by_way(i: int, j: int) -> Columns:
        return projected(tip, carried(tip, i, j), i, projection)

    frames = working_frames(tip, projection) if intermediate is None else (intermediate,)
    tried = promising(frames, lambda i: min(cost for cost, _ in forms(i)))
    ranked = sorted(((cost, i, columns) for i in tried for cost, columns in forms(i)), key=lambda x: x[0])
    yield ranked[0][2]
    for i in dict.fromkeys(i for _, i, _ in ranked[:2]):
        ways = promising([(i, j) for j in tip.path[len(tip.path) // 3 : -1]], lambda way: operations(by_way(*way)))
        yield from (by_way(*way) for way in ways)


def working_frames(tip: Tip, projection: int) -> tuple[int, ...]:
    """The frames in which columns may be computed before they are projected."""
    return tuple(dict.fromkeys((0 if projection == WORLD else projection, *tip.path)))


def tried_frames(tip: Tip, projection: int) -> list[int]:
    """Those of them in which something that is made of the columns may be cheapest; of many, where the columns are."""

    def cost(i: int) -> Any:
        return min(operations(projected(tip, form(tip, i), i, projection)) for form in FORMS)

    return promising(working_frames(tip, projection), cost)


def relative_jacobian(tip: Tip, reference: int) -> Columns:
    """The columns of the motion seen from the reference frame, in this frame: what moves both cancels out."""
    moved = movers(tip.robot, reference) if reference != WORLD else ()
    own = {c: there for c, there in jacobian(tip, reference).items() if c not in moved}
    for c in moved:
        if c not in tip.movers:  # the reference frame moves away from the tip
            arm = tip.position(reference) - tip.tree.pose(reference, c.link).P
            away = column(tip.tree, reference, c, arm)
            own[c] = Twist(-away.v, -away.w)
    return own


def matrix(robot: Robot, columns: Columns, rows: Sequence[int] = range(6)) -> list[list[Scalar]]:
    """The rows of J, a column for every coordinate: zero for those of other branches."""
    full = [list(c) for c in of_coordinates(robot, columns).values()]
    return [[c[r] for c in full] for r in rows]


def of_coordinates(robot: Robot, columns: Columns) -> Columns:
    """The columns of the coordinates from those of all freedoms."""
    total = dict.fromkeys(robot.coordinates, NO_TWIST)
    for c, column in columns.items():
        for a, factor in robot.shares(c):
            total[a] = total[a] + column.scaled(factor)
    return total


def reduced(tip: Tip, columns: Columns) -> Columns:
    """The columns of the independent coordinates that move the tip."""
    whole = of_coordinates(tip.robot, columns)
    return {c: whole[c] for c in tip.coordinates}


def chosen_tip(tree: Tree, frame: int, point: Vec3, columns: Sequence[Coordinate]) -> Tip:
    """With the columns of some coordinates, which must move it."""
    whole, columns = Tip(tree, frame, point), tuple(c for c in columns if not c.is_motor)
    for c in columns:
        if c not in whole.coordinates:
            those = ", ".join(dict.fromkeys(str(k.link) for k in whole.coordinates))
            what = f"{tree.robot.name}: joint {c.suffix} does not move frame {frame}"
            raise RobotError(what, remedy=f"those that do: {those}")
    return Tip(tree, frame, point, columns)


JOINTS = Option("branch", "columns: branch (all that move the frame), or a list of joints, 0 for a base that floats",
                read=joints)  # fmt: skip


def row_labels(robot: Robot, prefix: str = "J") -> tuple[str, ...]:
    return tuple(f"{prefix}_{row}_{c.suffix}" for row in TWIST for c in robot.coordinates)


def row_units(robot: Robot) -> tuple[str, ...]:
    """Of the entries: velocities by joint velocities."""
    linear, angular = {True: "m", False: ""}, {True: "", False: "1/m"}
    return tuple((linear if r < 3 else angular)[c.turns] for r in range(6) for c in robot.coordinates)


def intermediate_frame(robot: Robot, value: object) -> int | None:
    return None if str(value).strip() == "best" else link_frame(robot, value)


def build(
    robot: Robot, state: State, quantities: Quantities, frame: int, point: Vec3, projection: int,
    intermediate: int | None,
) -> Sequence[Result]:  # fmt: skip
    columns = jacobian(Tip(Tree(robot, state.q), frame, point), projection, intermediate)
    for c, there in columns.items():
        quantities.note("a", c.link, there.w)
        quantities.note("v", c.link, there.v)
    doc = (f"Jacobian of frame {frame_label(robot, frame)}: (v, w) = J qd, "
           f"vectors in frame {frame_label(robot, projection)}")  # fmt: skip
    return [named("J", matrix(robot, columns), doc, row_labels(robot), row_units(robot))]


MODEL = Model(
    name="jacobian",
    doc="geometric Jacobian of a frame: linear and angular velocity from joint velocities",
    state=("q",),
    build=build,
    scope=KINEMATICS.handling(FLOATING, LOOPS, WHEELS),
    options={
        "frame": FRAME, "point": POINT, "projection": PROJECTION,
        "intermediate": Option("best", "the frame of the computation: best, or joint name or number",
                               read=intermediate_frame),
    },
)  # fmt: skip
