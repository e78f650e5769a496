"""Chains of elementary translations and rotations between frames, and their cheapest products.

A chain is t1 R1 t2 R2 ... tm Rm p: translations t, rotations R about x or z, the last translation p. Consecutive
rotations about the same axis are added up, also across a translation (parallel joints give sin(q2+q3), Khalil & Dombre
section 3.3) and across a half turn about the other axis (antiparallel joints give sin(q2-q3)).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations

from linkwright.expr import Graph
from linkwright.models.framework.frame_options import WORLD, path_from_base
from linkwright.models.search.graph_trial import IncrementalCost, cheapest_of
from linkwright.robot import Coordinate, Joint, Robot
from linkwright.spatial import ZERO, Axis, Mat3, Scalar, Spin, Turn, Vec3, cos, sin, unit_as_int

UNIT_VECTORS = (Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1))
IDENTITY = Mat3(UNIT_VECTORS)


@dataclass(frozen=True, slots=True)
class FramePose:
    """Pose of a frame in another one: rotation matrix R and origin P."""

    R: Mat3
    P: Vec3

    @property
    def columns(self) -> tuple[Vec3, Vec3, Vec3]:
        return self.R.T.rows

    def apply(self, v: Vec3) -> Vec3:
        return self.R.along(v) + self.P

    def then(self, o: FramePose) -> FramePose:
        return FramePose(self.R.times(o.R), self.apply(o.P))

    def inverse(self) -> FramePose:
        return FramePose(self.R.T, -(self.R.T @ self.P))

    def matrix(self) -> list[list[Scalar]]:
        """Homogeneous 4 x 4 matrix, as rows."""
        return [[*row, p] for row, p in zip(self.R.rows, self.P, strict=True)] + [[0, 0, 0, 1]]


@dataclass(frozen=True, slots=True)
class ChainBlock:
    """A translation, then a rotation; `angle` is 0 if the rotation is not about a coordinate axis."""

    t: Vec3
    angle: Scalar
    turn: Turn | Spin

    @classmethod
    def of(cls, t: Vec3, axis: Axis, angle: Scalar) -> ChainBlock:
        return cls(t, angle, Turn.by(axis, angle))

    @property
    def axis(self) -> Axis | None:
        return self.turn.axis if isinstance(self.turn, Turn) else None

    @property
    def is_half_turn(self) -> bool:
        return isinstance(self.turn, Turn) and bool(self.turn.s == 0 and self.turn.c == -1)

    @property
    def is_quarter_turn(self) -> bool:
        return isinstance(self.turn, Turn) and bool(self.turn.s == 0 or self.turn.c == 0)


@dataclass(frozen=True, slots=True)
class FrameChain:
    """Translations and rotations from one frame to another; immutable, so that longer chains share their beginning."""

    blocks: tuple[ChainBlock, ...] = ()
    p: Vec3 = ZERO

    def then_shift(self, p: Vec3) -> FrameChain:
        return replace(self, p=self.p + p)

    def then_turn(self, axis: Axis, angle: Scalar) -> FrameChain:
        """Append a rotation about a coordinate axis, added to an earlier one where possible."""
        if angle == 0:
            return self
        if not self.blocks:
            return FrameChain((ChainBlock.of(self.p, axis, angle),))
        last, before = self.blocks[-1], self.blocks[:-1]
        if last.axis == axis:
            shift, total = last.t + last.turn.apply(self.p), last.angle + angle
            return FrameChain(before, shift) if total == 0 else FrameChain((*before, ChainBlock.of(shift, axis, total)))
        # X(pi) p Z(b) = (X(pi) p) Z(-b) X(pi), and Z(-b) is added to the rotation before
        if before and last.axis and last.is_half_turn and before[-1].axis == axis:
            shift = last.t + last.turn.apply(self.p)
            return FrameChain(before, shift).then_turn(axis, -angle).then_turn(last.axis, last.angle)
        return FrameChain((*self.blocks, ChainBlock.of(self.p, axis, angle)))

    def then_spin(self, turn: Spin) -> FrameChain:
        """Append a rotation about any axis."""
        return FrameChain((*self.blocks, ChainBlock(self.p, 0, turn)))

    def to_child(self, joint: Joint, q: Scalar) -> FrameChain:
        """Append the step to the frame of a child: Khalil & Kleinfinger (1986)."""
        theta, r = joint.variables(q)
        chain = (
            self.then_turn("z", joint.gamma).then_shift(Vec3(0, 0, unit_as_int(joint.b))).then_turn("x", joint.alpha)
        )
        chain = (
            chain.then_shift(Vec3(unit_as_int(joint.d), 0, 0))
            .then_turn("z", theta)
            .then_shift(Vec3(0, 0, unit_as_int(r)))
        )
        return chain.then_spin(q) if isinstance(q, Spin) else chain

    def to_parent(self, joint: Joint, q: Scalar) -> FrameChain:
        """Append the step back to the frame of the parent."""
        theta, r = joint.variables(q)
        start = self.then_spin(invert_spin(q)) if isinstance(q, Spin) else self
        chain = start.then_shift(Vec3(0, 0, -r)).then_turn("z", -theta).then_shift(Vec3(-joint.d, 0, 0))
        return chain.then_turn("x", -joint.alpha).then_shift(Vec3(0, 0, -joint.b)).then_turn("z", -joint.gamma)

    # -- multiplied out -------------------------------------------------------------------------------------------

    def rotate(self, v: Vec3) -> Vec3:
        """Return R v, rotation by rotation from the last one (4 x, 2 + each)."""
        for block in reversed(self.blocks):
            v = block.turn.apply(v)
        return v

    def unrotate(self, v: Vec3, known: dict[int, Vec3] | None = None) -> Vec3:
        """Return R^T v, rotation by rotation from the first. `known` caches v after each block (see `recursive`)."""
        known = {} if known is None else known
        first = self._unknown(known)
        v = known[id(self.blocks[first - 1])] if first else v
        for block in self.blocks[first:]:
            v = known[id(block)] = block.turn.undo(v)
        return v

    def _unknown(self, known: Container[int]) -> int:
        """Index of the first block from which on none is in the cache."""
        first = len(self.blocks)
        while first and id(self.blocks[first - 1]) not in known:
            first -= 1
        return first

    def apply(self, v: Vec3 = ZERO) -> Vec3:
        """Return R v + P by Horner's scheme."""
        v = v + self.p
        for block in reversed(self.blocks):
            v = block.turn.apply(v) + block.t
        return v

    def pose_by_products(self, known: dict[int, FramePose] | None = None) -> FramePose:
        """R and P by products from the left, so that chains with a common beginning share its products.

        `known` caches the products up to each block by the identity of the block: all chains that use it must live as
        long as the cache, and may share a block only together with all blocks before it.
        """
        known = {} if known is None else known
        first = self._unknown(known)
        pose = known[id(self.blocks[first - 1])] if first else FramePose(IDENTITY, ZERO)
        for block in self.blocks[first:]:
            R, P = pose.R, pose.P + pose.R.along(block.t)
            undo, (a, b, c) = block.turn.undo, R.rows
            pose = known[id(block)] = FramePose(Mat3((undo(a), undo(b), undo(c))), P)
        return FramePose(pose.R, pose.P + pose.R.along(self.p))

    def filled(self) -> list[list[bool]]:
        """Zero pattern of R: True where an entry is not zero."""
        rows = [[r == c for c in range(3)] for r in range(3)]
        for block in self.blocks:
            if isinstance(block.turn, Spin):
                turn = [[x != 0 for x in row] for row in block.turn.R.rows]
                rows = [[any(row[m] and turn[m][c] for m in range(3)) for c in range(3)] for row in rows]
                continue
            s, c = block.turn.s != 0, block.turn.c != 0
            for row in rows:  # of its three columns one is a unit vector
                if block.axis == "z":
                    row[0], row[1] = (row[0] and c) or (row[1] and s), (row[0] and s) or (row[1] and c)
                else:
                    row[1], row[2] = (row[1] and c) or (row[2] and s), (row[1] and s) or (row[2] and c)
        return rows

    def rotations(self) -> list[Callable[[], Mat3]]:
        """Ways to compute R: two or three columns from the right, or rows from the left; a third by a cross product."""
        keeps = [*combinations(range(3), 2), (0, 1, 2)]
        column, row = cache(lambda k: self.rotate(UNIT_VECTORS[k])), cache(lambda k: self.unrotate(UNIT_VECTORS[k]))

        def columns(keep: tuple[int, ...]) -> Mat3:
            return Mat3(_complete_orthonormal({c: column(c) for c in keep})).T

        def rows(keep: tuple[int, ...]) -> Mat3:
            return Mat3(_complete_orthonormal({r: row(r) for r in keep}))

        return [lambda f=f, keep=keep: f(keep) for keep in keeps for f in (columns, rows)]  # type: ignore[misc]

    def poses(self) -> Iterator[FramePose]:
        """Candidates for the pose by different orders of the products: Khalil & Dombre section 3.3, customized."""
        pose, P = self.pose_by_products(), self.apply()
        yield pose
        yield FramePose(pose.R, P)
        before: Vec3 | None = None  # the last translation
        for rotation in self.rotations():
            R = rotation()
            yield FramePose(R, P)
            if self.p == ZERO:
                continue
            before = replace(self, p=ZERO).apply() if before is None else before
            yield FramePose(R, before + R @ self.p)  # by the columns of R

    def cheapest_pose(self, graph: Graph) -> FramePose:
        """Pose with the fewest operations."""
        return cheapest_of(graph, self, FrameChain.poses, counted=IncrementalCost())

    def quaternion(self) -> tuple[Scalar, Scalar, Scalar, Scalar]:
        """Quaternion (w, x, y, z) as the product of those of the rotations: no case distinction, smooth in q."""
        Q: tuple[Scalar, Scalar, Scalar, Scalar] = (1, 0, 0, 0)
        for block in reversed(self.blocks):
            if isinstance(block.turn, Spin):
                Q = multiply_quaternions(block.turn.quaternion, Q)
                continue
            s, c = sin(block.angle / 2), cos(block.angle / 2)
            w, x, y, z = Q
            if block.axis == "z":
                Q = c * w - s * z, c * x - s * y, s * x + c * y, s * w + c * z
            else:
                Q = c * w - s * x, s * w + c * x, c * y - s * z, s * y + c * z
        return Q


QuaternionTuple = tuple[Scalar, Scalar, Scalar, Scalar]


def multiply_quaternions(a: QuaternionTuple, b: QuaternionTuple) -> QuaternionTuple:
    """Hamilton product of two quaternions (w, x, y, z)."""
    (p, x, y, z), (q, u, v, w) = a, b
    return (
        p * q - x * u - y * v - z * w, p * u + x * q + y * w - z * v,
        p * v - x * w + y * q + z * u, p * w + x * v - y * u + z * q,
    )  # fmt: skip


def invert_spin(turn: Spin) -> Spin:
    """Inverse rotation."""
    w, x, y, z = turn.quaternion
    return Spin(turn.R.T, (w, -x, -y, -z))


def _complete_orthonormal(kept: dict[int, Vec3]) -> tuple[Vec3, Vec3, Vec3]:
    """Complete two (or three) of three right-handed orthonormal vectors; keys are their indices."""
    for a, b, c in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        if a not in kept:
            kept[a] = kept[b].cross(kept[c])
    return kept[0], kept[1], kept[2]


@dataclass(eq=False)
class FrameTree:
    """Frames of a robot at the positions q: chains and poses between them, each computed once."""

    robot: Robot
    q: Sequence[Scalar]
    _chains: dict[tuple[int, int], FrameChain] = field(default_factory=dict, init=False)
    _poses: dict[tuple[int, int], FramePose] = field(default_factory=dict, init=False)
    _fast: dict[tuple[int, int], FramePose] = field(default_factory=dict, init=False)
    _products: dict[int, FramePose] = field(default_factory=dict, init=False)
    _shifts: dict[tuple[int, int], list[Vec3]] = field(default_factory=dict, init=False)

    def position(self, j: int) -> Scalar:
        """Position of joint j; 0 for the fixed steps to named frames."""
        return self.q[j] if j <= len(self.robot) else 0

    def chain(self, start: int, end: int) -> FrameChain:
        """Chain from link frame to link frame, through their last common ancestor."""
        key = (start, end)
        if key not in self._chains:
            self._chains[key] = self._last_step(start, end) if start != end else FrameChain()
        return self._chains[key]

    def _last_step(self, start: int, end: int) -> FrameChain:
        up = path_from_base(self.robot, start)
        if end == 0 or end in up:  # from a descendant of `end`
            j = up[up.index(end) + 1] if end else up[0]
            return self.chain(start, j).to_parent(self.robot.joint(j), self.position(j))
        joint = self.robot.joint(end)
        return self.chain(start, joint.parent).to_child(joint, self.position(end))

    def pose(self, start: int, end: int) -> FramePose:
        """Pose of `end` in `start` by products from `start` on, shared with other frames."""
        key = (start, end)
        if key not in self._poses:
            self._poses[key] = self._between(start, end, lambda a, b: self.chain(a, b).pose_by_products(self._products))
        return self._poses[key]

    def cheapest_pose(self, start: int, end: int) -> FramePose:
        """Pose of `end` in `start`, with the fewest operations if it is needed alone."""
        key = (start, end)
        if key not in self._fast:
            self._fast[key] = self._between(start, end, lambda a, b: self.chain(a, b).cheapest_pose(self.robot.graph))
        return self._fast[key]

    def shifts(self, start: int, j: int) -> list[Vec3]:
        """Nonzero translations along b, d, r from the origin of the frame before j to that of frame j, in `start`."""
        key = (start, j)
        if key not in self._shifts:
            joint = self.robot.joint(j)
            before = self.pose(start, joint.parent)
            if joint.gamma != 0:
                before = self.chain(start, joint.parent).then_turn("z", joint.gamma).pose_by_products()
            _, r = joint.variables(self.position(j))
            found = (before.R.along(Vec3(0, 0, joint.b)), before.R.along(Vec3(joint.d, 0, 0)),
                     self.pose(start, j).R.along(Vec3(0, 0, r)))  # fmt: skip
            self._shifts[key] = [v for v in found if v != ZERO]
        return self._shifts[key]

    def axis(self, start: int, end: int) -> Vec3:
        """Joint axis a (unit vector z) of frame `end` in `start`."""
        return self.pose(start, end).R.along(UNIT_VECTORS[2])

    def direction(self, start: int, c: Coordinate) -> Vec3:
        """Unit vector of the axis along or about which a coordinate moves its link, in frame `start`."""
        return self.pose(start, c.link).R.along(c.w if c.is_rotation else c.v)

    def _between(self, start: int, end: int, inner: Callable[[int, int], FramePose]) -> FramePose:
        """Pose of `end` in `start`, either of which may be the world; `inner` computes it between links."""
        if start == end:
            return FramePose(IDENTITY, ZERO)
        if start == WORLD:
            return world_pose(self.robot).then(inner(0, end)) if end else world_pose(self.robot)
        if end == WORLD:
            world = world_pose(self.robot).inverse()
            return inner(start, 0).then(world) if start else world
        return inner(start, end)

    def rotation(self, start: int, end: int) -> Callable[[Vec3], Vec3]:
        """Function that rotates vectors of frame `end` into `start`: by a few rotations, or by the matrix if many."""
        if WORLD in (start, end):
            return self.cheapest_pose(start, end).R.__matmul__
        return (
            self.cheapest_pose(start, end).R.__matmul__
            if self.turns_by_matrix(start, end)
            else self.chain(start, end).rotate
        )

    def turns_by_matrix(self, start: int, end: int) -> bool:
        """Whether the rotation between two links has so many factors that its matrix is cheaper."""
        return sum(1 for b in self.chain(start, end).blocks if not b.is_quarter_turn) > 2


def world_pose(robot: Robot) -> FramePose:
    """Pose of frame 0 in the world."""
    rows = [robot.base.pose[4 * r : 4 * r + 4] for r in range(3)]
    return FramePose(Mat3.of([row[:3] for row in rows]), Vec3(*(row[3] for row in rows)))
