"""Closed loops: closure equations of the cut joints, and constraint rows over the rates of the tree.

With C the frame of the cut joint and E the closing frame (`robot.Loop`), in the axes of C: p the origin of E, R its
orientation, v the velocity of its origin and w its angular velocity, both relative to the link of C,

    linear rows    p = 0,  v = 0          those of x, y, z that the cut joint constrains
    angular rows   z of E is z of C, or all axes coincide, or z of E is normal to z of C;  w . u = 0

A row is the time derivative of its equation wherever the loop is closed. The motion of the base and of links that
support both sides of a loop does not enter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from linkwright.expr import Expr
from linkwright.models.constraints.constraint_system import ConstraintRow
from linkwright.models.framework.frame_options import path_from_base
from linkwright.models.framework.state import Positions
from linkwright.models.tree.frame_chains import FrameTree
from linkwright.robot import Body, Coordinate, Joint, Loop, Robot
from linkwright.spatial import ZERO, Scalar, Vec3, Z

LINEAR = {
    "revolute": "xyz", "ball": "xyz", "universal": "xyz", "fixed": "xyz", "prismatic": "xy", "cylindrical": "xy",
    "line": "xy", "planar": "z",
}  # fmt: skip
ANGULAR = {
    "revolute": "xy", "cylindrical": "xy", "planar": "xy", "prismatic": "xyz", "fixed": "xyz", "universal": "u",
    "ball": "", "line": "",
}  # fmt: skip
SummedRates = Mapping[int, int]  # joint -> the joint before it, whose rate is added to its own
NO_SUMMED_RATES: SummedRates = MappingProxyType({})
AXES = {"x": Vec3(1, 0, 0), "y": Vec3(0, 1, 0), "z": Vec3(0, 0, 1)}


# -- cut joints that need a coordinate --------------------------------------------------------------------------------


def with_cut_joints_in_tree(robot: Robot) -> Robot:
    """Return the robot with cut joints that have a motor, a body, friction or a spring as joints of the tree.

    Each is then closed by a weld behind it.
    """
    joints, loops = list(robot.joints), []
    for loop in robot.loops:
        if _is_passive(loop.joint):
            loops.append(loop)
            continue
        joints.append(loop.joint)
        weld = Joint(name=f"{loop.joint.name}_end", parent=len(joints), kind="fixed", actuated=False)
        zero = Expr(robot.graph, robot.graph.const(0))
        flat: dict[str, Any] = dict.fromkeys(("gamma", "b", "alpha", "d", "theta", "r"), zero)
        loops.append(Loop(replace(weld, **flat), loop.frame))
    if len(joints) == len(robot.joints):
        return robot
    return robot.changed(joints=tuple(joints), loops=tuple(loops))


def _is_passive(joint: Joint) -> bool:
    """Return whether a cut joint has no motor, body, friction or spring, so that its position is not needed."""
    acts = (joint.rotor, joint.viscous, joint.coulomb, *joint.body.inertia, *joint.body.force, *joint.body.moment)
    driven = joint.actuated and joint.kind in ("revolute", "prismatic")
    return not (driven or joint.flexible or any(x != 0 for x in acts))


# -- one loop ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class KinematicLoop:
    """A loop of a robot: joints of its two sides, outward from the last common link, and the numbers of its frames."""

    number: int  # 1..
    name: str
    kind: str
    cut_side: tuple[int, ...]
    end_side: tuple[int, ...]
    cut: int
    end: int
    root: int  # last common link of the two sides
    links: tuple[int, int]  # of C and of E
    reference_frames: tuple[int, int] = (
        0,
        0,
    )  # frames in which wrenches on these links are added: the link's own, or `root`

    @property
    def kinds(self) -> list[str]:
        """Kinds of its equations: x y z for linear ones, wx wy wz u for angular ones."""
        return [*LINEAR[self.kind], *(axis if axis == "u" else f"w{axis}" for axis in ANGULAR[self.kind])]

    @property
    def closes_point(self) -> bool:
        """Return whether the origins of C and E coincide."""
        return len(LINEAR[self.kind]) == 3

    @property
    def joints(self) -> tuple[int, ...]:
        """Joints of both sides."""
        return (*self.cut_side, *self.end_side)


def kinematic_loops(robot: Robot) -> list[KinematicLoop]:
    """Loops of a robot with their sides; links at which several loops meet add wrenches in the common root frame."""
    found, n = [], len(robot)
    for k, loop in enumerate(robot.loops, 1):
        one, two = (path_from_base(robot, part.parent) for part in (loop.joint, loop.frame))
        common = {*one} & {*two}
        cut_side, end_side = (tuple(j for j in side if j not in common) for side in (one, two))
        frames = (n + 2 * k - 1, n + 2 * k)
        root, links = max(common, default=0), (loop.joint.parent, loop.frame.parent)
        found.append(KinematicLoop(k, loop.joint.name, loop.joint.kind, cut_side, end_side, *frames, root, links))
    shared = Counter((link, x.root) for x in found for link in x.links)  # links at which several loops meet

    def hub(loop: KinematicLoop, link: int) -> int:
        return loop.root if shared[link, loop.root] > 1 else link

    return [replace(x, reference_frames=(hub(x, x.links[0]), hub(x, x.links[1]))) for x in found]


class LoopEquations:
    """Closure equations and constraint rows of all loops of a robot at positions q of its joints."""

    def __init__(self, robot: Robot, q: Positions) -> None:
        self.robot = robot
        frames = [part for x in robot.loops for part in (replace(x.joint, kind="fixed"), x.frame)]
        self.tree = FrameTree(robot.in_graph(robot.graph, joints=(*robot.joints, *frames)), [*q, *([0] * len(frames))])
        self.closings = kinematic_loops(robot)

    def names(self) -> list[tuple[KinematicLoop, str]]:
        """Loop and kind of each equation: x y z for linear ones, wx wy wz u for angular ones."""
        return [(loop, kind) for loop in self.closings for kind in loop.kinds]

    def points(self) -> list[int]:
        """Return for each equation the number of its loop if it is x, y or z of the closing point, else 0."""
        return [loop.number if kind in AXES else 0 for loop, kind in self.names()]

    # -- positions ----------------------------------------------------------------------------------------------------

    def equations(self, chosen: Sequence[int] | None = None) -> list[Scalar]:
        """Residuals of the closure equations, m and components of axes, in the order of `names`; all, or `chosen`."""
        names = self.names()
        return [self._equation(*names[k]) for k in (range(len(names)) if chosen is None else chosen)]

    def _equation(self, loop: KinematicLoop, kind: str) -> Scalar:
        chain = self.tree.chain(loop.cut, loop.end)
        if kind in AXES:
            return chain.apply().dot(AXES[kind])
        z = chain.rotate(Z)
        if kind == "u":
            return z.z
        if ANGULAR[loop.kind] == "xy":
            return {"wx": -z.y, "wy": z.x}[kind]
        x, y = chain.rotate(AXES["x"]), chain.rotate(AXES["y"])
        return {"wx": y.z - z.y, "wy": z.x - x.z, "wz": x.y - y.x}[kind] / 2

    def orientation_tests(self) -> list[Scalar]:
        """Expressions that are positive where axes coincide: their equations hold for antiparallel axes, too."""
        found = []
        for loop in self.closings:
            if ANGULAR[loop.kind] in ("xy", "xyz"):
                chain = self.tree.chain(loop.cut, loop.end)
                found.append(chain.rotate(Z).z)
                if ANGULAR[loop.kind] == "xyz":
                    found.append(chain.rotate(AXES["x"]).x)
        return found

    # -- rates --------------------------------------------------------------------------------------------------------

    def rows(self, frames: Mapping[int, int] | None = None, sums: SummedRates = NO_SUMMED_RATES) -> list[ConstraintRow]:
        """Constraint rows in the order of `names`.

        `frames`: by loop number, the link frame in which x, y and z rows are written, instead of that of the cut joint
        (only if the loop has all three). `sums`: rows over summed rates (`summed_rates`).
        """
        table = frames or {}
        return [row for loop in self.closings for row in self.rows_of(loop, table.get(loop.number, loop.cut), sums)]

    def rows_of(self, loop: KinematicLoop, m: int, sums: SummedRates = NO_SUMMED_RATES) -> list[ConstraintRow]:
        """Constraint rows of one loop; x, y and z rows in frame m if it has all three."""
        m = m if loop.closes_point else loop.cut
        v, w = self._columns(loop, m, loop.cut)
        if sums:
            between = self._between_axes(loop, m, sums)
            v, w = v | between, w | dict.fromkeys(between, ZERO)
        found = [self._map_to_coordinates({c: x.dot(AXES[axis]) for c, x in v.items()}) for axis in LINEAR[loop.kind]]
        for axis in ANGULAR[loop.kind]:
            u = AXES.get(axis) or self.normal(loop)
            found.append(self._map_to_coordinates({c: x.dot(u) for c, x in w.items()}))
        return found

    def normal(self, loop: KinematicLoop) -> Vec3:
        """Common normal of the two axes of a universal joint, in the frame of the cut joint."""
        return self.tree.chain(loop.cut, loop.end).rotate(Z).cross(Z)

    def _columns(self, loop: KinematicLoop, m: int, n: int) -> tuple[dict[Coordinate, Vec3], dict[Coordinate, Vec3]]:
        """Velocity (in frame m) and angular velocity (in frame n) of E relative to the link of C, for unit rates.

        Where the origins of C and E coincide, the one on the side of the joint is used.
        """
        v: dict[Coordinate, Vec3] = {}
        w: dict[Coordinate, Vec3] = {}
        for j in loop.joints:
            sign = -1 if j in loop.cut_side else 1
            p = self.tree.chain(j, loop.cut if loop.closes_point and sign < 0 else loop.end).apply()
            for c in self.robot.freedoms(j):
                if not c.is_motor:
                    own = c.w.cross(p) + c.v
                    v[c] = self.tree.chain(m, j).rotate(own) * sign
                    w[c] = self.tree.chain(n, j).rotate(c.w) * sign if ANGULAR[loop.kind] else c.w
        return v, w

    def _between_axes(self, loop: KinematicLoop, m: int, sums: SummedRates) -> dict[Coordinate, Vec3]:
        """Velocity columns, in frame m, of rates that are summed with the next joint's: they move only the next axis,
        without rotation."""
        found = {}
        for k, j in sums.items():
            if k in loop.joints:
                (c,), sign = self.robot.freedoms(j), -1 if j in loop.cut_side else 1
                found[c] = self.tree.chain(m, j).rotate(c.w.cross(self.tree.chain(j, k).apply())) * sign
        return found

    def apply_multipliers(self, lam: Mapping[tuple[int, str], Scalar], frames: Mapping[int, int]) -> Robot:
        """Return a view of the robot in which multipliers act as external wrenches on the links of the loops.

        The wrench acts at the origin of E, with opposite signs on the link of C and on that of E.
        """
        robot = self.robot
        total: dict[tuple[int, int], tuple[Vec3, Vec3]] = {}
        for loop in self.closings:
            force, m, moment = self.wrench(loop, lam, frames)
            for link, hub, frame, sign in zip(
                loop.links, loop.reference_frames, (loop.cut, loop.end), (1, -1), strict=True
            ):
                f, n = self.tree.chain(hub, m).rotate(force), self.tree.chain(hub, loop.cut).rotate(moment)
                before = total.get((link, hub), (ZERO, ZERO))
                arm = self.arm(loop, link, hub, frame)
                total[link, hub] = before[0] + f * sign, before[1] + (n + arm.cross(f)) * sign
        bodies = [robot.base.body, *(joint.body for joint in robot.joints)]
        for (link, hub), (f, n) in total.items():
            turn = self.tree.chain(link, hub).rotate
            bodies[link] = _add_wrench(bodies[link], turn(f), turn(n))
        joints = tuple(replace(joint, body=body) for joint, body in zip(robot.joints, bodies[1:], strict=True))
        return robot.in_graph(robot.graph, joints=joints, base=replace(robot.base, body=bodies[0]))

    def wrench(
        self, loop: KinematicLoop, lam: Mapping[tuple[int, str], Scalar], frames: Mapping[int, int]
    ) -> tuple[Vec3, int, Vec3]:
        """Wrench of the link of C on that of E at the origin of E: force, the frame of the force, moment in frame C."""
        m = frames.get(loop.number, loop.cut) if loop.closes_point else loop.cut
        force, moment = ZERO, ZERO
        for axis in LINEAR[loop.kind]:
            force = force + AXES[axis] * lam.get((loop.number, axis), 0)
        for axis in ANGULAR[loop.kind]:
            u = AXES.get(axis) or self.normal(loop)
            moment = moment + u * lam.get((loop.number, f"w{axis}" if axis != "u" else axis), 0)
        return force, m, moment

    def arm(self, loop: KinematicLoop, link: int, hub: int, frame: int) -> Vec3:
        """Vector from the origin of a link to the closing point of the loop, in frame `hub`."""
        at = frame if loop.closes_point else loop.end
        return self.tree.chain(hub, link).rotate(self.tree.chain(link, at).apply())

    def _map_to_coordinates(self, entries: dict[Coordinate, Scalar]) -> ConstraintRow:
        """Express a row over joint freedoms by the coordinates that move them (`Robot.shares`)."""
        found: dict[Coordinate, Scalar] = {}
        for c, x in entries.items():
            for a, factor in self.robot.velocity_map_row(c):
                more = x if factor == 1 else x * factor
                found[a] = found[a] + more if a in found else more
        return found


def _add_wrench(body: Body, f: Vec3, n: Vec3) -> Body:
    """Add an external force and moment to those that a body exerts."""
    force, moment = body.force + f, body.moment + n
    return replace(body, FX=force.x, FY=force.y, FZ=force.z, CX=moment.x, CY=moment.y, CZ=moment.z)


def candidate_frames(loop: KinematicLoop) -> Sequence[int]:
    """Frames in which the linear rows of a loop may have few operations."""
    return (loop.cut, *loop.joints, loop.root) if loop.closes_point else (loop.cut,)


__all__ = [
    "ANGULAR",
    "AXES",
    "LINEAR",
    "KinematicLoop",
    "LoopEquations",
    "candidate_frames",
    "kinematic_loops",
    "with_cut_joints_in_tree",
]
