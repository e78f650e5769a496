"""Random states of a robot in the prime field, for exact zero tests of twists, gravity and efforts.

Twists, gravity and efforts are polynomials in the random numbers, so one random point of the prime field decides
whether they vanish identically (`expr.prime`). Floats are read exactly (`exact_reading`): results do not depend on
units.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from linkwright.expr import Expr, Graph
from linkwright.expr.ops import SYMBOL
from linkwright.expr.prime import P, Point, angle_steps
from linkwright.expr.replay import needed_nodes
from linkwright.models.algebra.exact_reading import ExactReading
from linkwright.models.framework.state import Quaternion
from linkwright.robot import Joint, Robot
from linkwright.spatial import Mat3, Rotation, Scalar, Spin, Transform, Turn, Vec3

_MAX_DRAWS = 20  # an error after so many draws at poles


class StateSampler:
    """Sampler of transforms, gravity and base motion of a robot at random states; the parameters stay."""

    def __init__(self, robot: Robot, seed: int = 0) -> None:
        self.lift = ExactReading(robot)
        view = self.lift.robot.copy_into(self.lift.exact(Graph()))
        self.graph = view.graph
        # names with brackets are never names of the user
        self.q = [Expr(self.graph, self.graph.symbol(f"q[{j}]", "variable")) for j in range(1, len(robot) + 1)]
        self.transforms = [joint.transform(self._position(joint, q)) for joint, q in zip(view.joints, self.q)]
        self.gravity = Vec3(*view.gravity)
        self.base = self._base(view)
        scalars = [x for v in (self.gravity, *self.base, *(T.P for T in self.transforms)) for x in v]
        scalars += [x for T in self.transforms for turn in T.R.turns for x in _rotation_scalars(turn)]
        self.order = needed_nodes(self.graph, (x.id for x in scalars if isinstance(x, Expr)))
        self.variables = [
            self.graph.value[i].name for i in self.order if self.graph.op[i] == SYMBOL and self.graph.varies[i]
        ]
        self.seed = seed
        self.steps = angle_steps(self.graph, self.order)
        self._draws = random.Random(seed)

    def _position(self, joint: Joint, q: Expr) -> Scalar:
        """Position of a joint as symbols; for a ball joint the rotation by a quaternion of any length."""
        if joint.kind != "ball":
            return q
        Q = [Expr(self.graph, self.graph.symbol(f"{q.name}{axis}", "variable")) for axis in "wxyz"]
        return Quaternion.of(Q).spin

    def _base(self, view: Robot) -> tuple[Vec3, ...]:
        """Angular velocity and acceleration, acceleration of the base; symbols for a floating or mobile base."""
        base = view.base
        if not view.freedoms(0):
            return tuple(Vec3(*v) for v in (base.angular_velocity, base.angular_acceleration, base.acceleration))

        def some(name: str, axes: str = "xyz") -> Vec3:
            return Vec3(*(Expr(self.graph, self.graph.symbol(f"{name}[{axis}]", "variable")) if axis in axes else
                          Expr(self.graph, self.graph.const(0)) for axis in "xyz"))  # fmt: skip

        if base.kind == "mobile":  # in the plane
            if any(not x.is_zero for x in view.gravity[:2]):
                self.gravity = replace(some("g", "xy"), z=view.gravity[2])
            return some("w", "z"), some("wd", "z"), some("vd", "xy")
        if any(not x.is_zero for x in view.gravity):
            self.gravity = some("g")  # in the frame of the base
        return some("w"), some("wd"), some("vd")

    def reduce(self, v: Vec3) -> Vec3:
        """Return the vector modulo the prime."""
        return Vec3(v.x % P, v.y % P, v.z % P)

    def draw(self) -> int:
        """Random scalar, for a rate or an acceleration."""
        return self._draws.randrange(1, P)

    def point(self) -> StateSample:
        """Sample at new random positions of the joints (and a new motion of the base)."""
        for _ in range(_MAX_DRAWS):
            try:
                return self._sample(self._values())
            except ZeroDivisionError:  # a pole
                self.seed += 1
        raise ArithmeticError("no point found at which the geometry is defined")

    def _values(self) -> Sequence[int]:
        state = {name: self.draw() for name in self.variables}
        return Point(self.seed, self.steps).values(self.graph, self.order, state | self.lift.residues)

    def _sample(self, values: Sequence[int]) -> StateSample:
        def value(x: Scalar) -> int:
            return values[x.id] if isinstance(x, Expr) else x

        def vector(v: Vec3) -> Vec3:
            return Vec3(*map(value, v))

        def turn(t: Turn | Spin) -> Turn | Spin:
            if isinstance(t, Spin):
                a, b, c = (vector(row) for row in t.R.rows)
                return Spin(Mat3((a, b, c)))
            return Turn(t.axis, value(t.s), value(t.c))

        transforms = [Transform(Rotation(tuple(turn(t) for t in T.R.turns)), vector(T.P)) for T in self.transforms]
        w, wd, vd = (vector(v) for v in self.base)
        return StateSample(transforms, vector(self.gravity), w, wd, vd)


def _rotation_scalars(turn: Turn | Spin) -> tuple[Scalar, ...]:
    return tuple(x for row in turn.R.rows for x in row) if isinstance(turn, Spin) else (turn.s, turn.c)


@dataclass(frozen=True)
class StateSample:
    """Numbers of one state: transforms of joints 1..n (list index 0..n-1), gravity, motion of the base in frame 0."""

    transforms: Sequence[Transform]
    gravity: Vec3
    w: Vec3
    wd: Vec3
    vd: Vec3


@dataclass(frozen=True)
class SampledTwist:
    """Angular velocity of a frame, velocity of its origin, and gravity, all in that frame."""

    w: Vec3
    v: Vec3
    g: Vec3


def sample_twists(robot: Robot, samples: StateSampler) -> list[tuple[SampledTwist, SampledTwist]]:
    """Twists at a random motion for every joint j = 1..n, in frame j: of the link before it, and of link j."""
    sample = samples.point()

    def some(*parts: Vec3) -> Vec3:
        """Vector with random components where one of the given vectors is not zero, and zeros elsewhere."""
        return Vec3(*(samples.draw() if any(x != 0 for x in xs) else 0 for xs in zip(*parts)))

    links = [SampledTwist(some(sample.w, sample.wd), some(sample.vd), sample.gravity)]
    out = []
    for j, (joint, T) in enumerate(zip(robot.joints, sample.transforms), 1):
        i = links[joint.parent]
        before = SampledTwist(
            samples.reduce(T.R.undo(i.w)), samples.reduce(T.R.undo(i.v + i.w.cross(T.P))), samples.reduce(T.R.undo(i.g))
        )
        w, v = before.w, before.v
        for c in robot.freedoms(j):
            rate = samples.draw()
            w, v = samples.reduce(w + c.w * rate), samples.reduce(v + c.v * rate)
        links.append(SampledTwist(w, v, before.g))
        out.append((before, links[-1]))
    return out


def vanishes(*values: int) -> bool:
    """Whether these numbers of a sample are all zero modulo the prime."""
    return all(x % P == 0 for x in values)
