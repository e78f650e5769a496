"""Fixture of robots with loops: closed configurations and motions by equations of its own, in numbers.

Poses are those of `mechanics`; the closure equations are read off the pose of the closing frame in that of the cut
joint. Constraint rows are derivatives of these equations, closed configurations come from Gauss-Newton steps, and
motions of all joints from those of the independent ones by least squares: of `models/` only the choice of the
independent joints is used.

Motions are those of a tree of rigid joints with one axis (`jointed`), of the base before them if it floats, and of
rotors behind springs. Models describe a ball joint by a quaternion and an angular velocity, the tree by three angles.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from linkwright.errors import RobotError
from linkwright.expr import Expr, Graph, Importer, make_symbol
from linkwright.expr.derivative import directional_derivatives
from linkwright.expr.graph import Symbol
from linkwright.expr.replay import array_domain, replay
from linkwright.models import function
from linkwright.models.constraints.loop_equations import with_cut_joints_in_tree
from linkwright.models.constraints.mobility_analysis import analyze_mobility
from linkwright.robot import Coordinate, Joint, Robot
from linkwright.robot.features import WHEELS
from linkwright.robot.robot import GEOMETRY
from linkwright.verification import jointed
from linkwright.verification.bench import ModelFixture
from linkwright.verification.kinematics import invert_pose
from linkwright.verification.mechanics import (
    FreeBase,
    Matrix,
    Mechanics,
    multiply_matrices,
    rotation_about_axis,
    translation_along_axis,
)
from linkwright.verification.states import METRES, RobotScale, robot_scale

if TYPE_CHECKING:
    from linkwright.run.native import Array

STATES = 4
CONTINUATION_STEPS = 10  # from the assembled robot to a state
BALL_ORIENTATION_TRIES = 30  # start orientations of ball joints that are tried
START_DISTANCE = 0.05  # rad, or relative to the robot's length: distance of the rounded start from a closed one
CONFIGURATION = "configuration_kinematics"
KINDS = ("q", "qd", "qdd")


@dataclass(frozen=True)
class MotionStates:
    """Positions, rates and accelerations of all coordinates of the tree, a row for every state; a base is anywhere."""

    q: Array
    qd: Array
    qdd: Array


def closure_equations(kind: str, X: Matrix) -> tuple[list[Any], list[Any]]:
    """Closure equations of the pose X of the closing frame in that of the cut joint (`robot.Loop`): lengths, and parts
    of axes that vanish."""
    x, y, z = (row[3] for row in X[:3])
    axis = [X[0][2], X[1][2]]  # the z axis has no component along x and y of the other frame
    turned = [X[0][1], X[1][2], X[2][0]]  # axes coincide
    table: dict[str, tuple[list[Any], list[Any]]] = {
        "revolute": ([x, y, z], axis), "prismatic": ([x, y], turned), "cylindrical": ([x, y], axis),
        "universal": ([x, y, z], [X[2][2]]), "ball": ([x, y, z], []), "planar": ([z], axis), "line": ([x, y], []),
        "fixed": ([x, y, z], turned),
    }  # fmt: skip
    return table[kind]


class ClosedFixture(ModelFixture):
    """A robot with loops. `theirs` evaluates the mechanics of its tree in numbers, at closed states."""

    def __init__(self, origin: Robot) -> None:
        self.need(origin)
        self.origin, self.robot = origin, with_cut_joints_in_tree(origin)
        self.graph, self.derived = Graph(), {}
        self._into, self._given = Importer(self.graph), {}
        self.tree, self.links = self._tree()
        self.every: Sequence[Coordinate] = self.robot.without("loops").coordinates
        self.names = [c.joint for c in self.every]
        self.base = sum(not c.link for c in self.every)
        self.joints = [c.link for c in self.tree.coordinates if c.link]
        self.turning = [k for k, c in enumerate(self.every) if c.link and not c.is_motor]  # indices of joints
        self.rigid = [*range(self.base), *self.turning]
        self.at_joints = self.rigid[-len(self.joints) :]  # indices of the joints of the tree
        self.balls = [k for k in self.turning if self._is_ball(k) and self.every[k].component == "wx"]
        self._symbols = {k: [make_symbol(self.graph, f"{k}[{j}]", "variable") for j in self.joints] for k in KINDS}
        self._of_base = {k: [make_symbol(self.graph, f"{k}[base {i}]", "variable") for i in range(n)] for k, n in
                         (("pose", 7), ("qd", 6), ("qdd", 6))}  # fmt: skip
        self.own = self._independent()
        self.others = [k for k in range(len(self.names)) if k not in self.own]
        self.solved = self.others  # their positions follow from the loops
        self.free_ones = [n for n, k in enumerate(self.own) if self.every[k].given == "effort"]
        self._drawn: dict[str, float] = {}

    def need(self, origin: Robot) -> None:
        """Refuse robots that this fixture does not cover: it takes loops without wheels."""
        if not origin.loops or WHEELS.has(origin):
            raise RobotError(f"{origin.name} has no loops, or wheels, too: this law covers loops without wheels")

    def _tree(self) -> tuple[Robot, list[int]]:
        """Tree of joints with one axis, and the numbers of the robot's links in it."""
        return jointed.with_single_axis_joints(self.robot)

    def _independent(self) -> list[int]:
        """Indices of the coordinates whose rates are inputs of the models."""
        own = next(p.names for p in function(self.robot, CONFIGURATION).inputs if p.name == "qd")
        return [*range(self.base), *(self.names.index(name) for name in own)]

    @property
    def own_base(self) -> list[int]:
        """Indices of the independent coordinates of the base."""
        return [k for k in self.own if k < self.base]

    def _is_ball(self, k: int) -> bool:
        return self.robot.joint(self.every[k].link).kind == "ball"

    @property
    def still(self) -> ClosedFixture:
        return self

    free = still

    @cached_property
    def mechanics(self) -> Mechanics:
        q, qd, qdd = (dict(zip(self.joints, self._symbols[kind], strict=True)) for kind in KINDS)
        free = FreeBase(*self._of_base.values()) if self.afloat else None
        return Mechanics(self.tree, self.graph, q, qd, qdd, free)

    @property
    def afloat(self) -> bool:
        return self.robot.base.kind == "floating"

    @cached_property
    def pose(self) -> Array:
        """Pose of a floating base in every state."""
        import numpy as np

        return np.random.default_rng(5).uniform(-1, 1, (STATES, 7))

    # -- numbers --------------------------------------------------------------------------------------------------

    @cached_property
    def numbers(self) -> dict[str, float]:
        """A number for every parameter: those with which the robot is assembled, so that its loops close."""
        draw = random.Random("parameters")
        found = analyze_mobility(self.robot)
        drawn = {name: draw.uniform(0.3, 1.3) for name in self.robot.parameters}
        at = {s: float(found.start.values[s]) for s in found.variety.parameters if s in drawn}
        return {**drawn, **self.robot.numbers, **at}

    @cached_property
    def scale(self) -> RobotScale:
        found = robot_scale(self.tree, self.numbers)
        return found if found.length > 0 else METRES

    @cached_property
    def sizes(self) -> Array:
        """Scale of every coordinate: a radian, or the length of the robot."""
        import numpy as np

        return np.array([1.0 if c.is_rotation else self.scale.length for c in self.every])

    def number(self, name: str) -> float:
        """Number of any symbol of the robot that is no joint variable: wrenches, motion of the base."""
        if name not in self._drawn:
            self._drawn[name] = self.numbers.get(name, random.Random(name).uniform(-1, 1))
        return self._drawn[name]

    def evaluate_mechanics(self, values: Sequence[Any], motion: MotionStates) -> Array:
        """Expressions of the mechanics evaluated in a motion: a row for every state, a column for each."""
        import numpy as np

        lifted = self.mechanics.lift(values)
        table: dict[str, Any] = {}
        for kind in KINDS:
            columns = zip(self._symbols[kind], self.at_joints, strict=True)
            table |= {str(x.name): getattr(motion, kind)[:, k] for x, k in columns}
        for kind, symbols in self._of_base.items():
            values_of = self.pose[: len(motion.q)] if kind == "pose" else getattr(motion, kind)
            table |= {str(x.name): values_of[:, k] for k, x in enumerate(symbols)} if self.afloat else {}

        def leaf(_: int, s: Symbol) -> Any:
            return table[s.name] if s.name in table else self.number(s.name)

        found = replay(self.graph, [x.id for x in lifted], array_domain(), leaf)
        count = len(motion.q)
        return np.array([np.broadcast_to(found[x.id], count) for x in lifted], dtype=float).reshape(-1, count).T

    # -- loops ----------------------------------------------------------------------------------------------------

    @cached_property
    def _across(self) -> list[tuple[str, Matrix]]:
        """Kind of each loop, and the pose of the closing frame in that of the cut joint."""
        m = self.mechanics
        pairs = (
            (loop, [multiply_matrices(m.poses[part.parent], self._placed(part)) for part in (loop.joint, loop.frame)])
            for loop in jointed.loops_of(self.robot, self.links)
        )
        return [(loop.joint.kind, multiply_matrices(invert_pose(C), E)) for loop, (C, E) in pairs]

    @cached_property
    def _held(self) -> list[tuple[list[Any], list[Any]]]:
        return [closure_equations(kind, X) for kind, X in self._across]

    @property
    def axis_cosines(self) -> list[Any]:
        """Quantities that are 1 where loops are closed: cosines between axes that coincide, of z, or of x, y and z."""
        whole = {"revolute": (2,), "cylindrical": (2,), "planar": (2,), "prismatic": (0, 1, 2), "fixed": (0, 1, 2)}
        return [X[k][k] for kind, X in self._across for k in whole.get(kind, ())]

    @cached_property
    def equations(self) -> list[Expr]:
        """Closure equations loop by loop: lengths, then parts of axes."""
        return self.mechanics.lift([x for parts in self._held for part in parts for x in part])

    def closure_errors(self, motion: MotionStates) -> Array:
        """Residuals of the closure equations, lengths relative to the length of the robot."""
        import numpy as np

        sizes = [size for parts in self._held for part, size in zip(parts, (self.scale.length, 1.0), strict=True)
                 for _ in part]  # fmt: skip
        found: Array = self.evaluate_mechanics(self.equations, motion) / np.array(sizes)
        return found

    def _placed(self, part: Joint) -> Matrix:
        """Pose of a loop's frame in that of its link."""
        gamma, b, alpha, d, theta, r = (self.mechanics.entry(getattr(part, name)) for name in GEOMETRY)
        T = translation_along_axis(0, 0)
        for step in (
            rotation_about_axis(2, gamma.cos(), gamma.sin()),
            translation_along_axis(2, b),
            rotation_about_axis(0, alpha.cos(), alpha.sin()),
            translation_along_axis(0, d),
            rotation_about_axis(2, theta.cos(), theta.sin()),
            translation_along_axis(2, r),
        ):
            T = multiply_matrices(T, step)
        return T

    @cached_property
    def _rows(self) -> list[Expr]:
        one, zero = self.mechanics.lift([1, 0])
        q = self._symbols["q"]
        return [x for k in q for x in directional_derivatives(self.equations, {y: one if y == k else zero for y in q})]

    def loop_rows(self, motion: MotionStates) -> Array:
        """Constraint rows J of the loops in every state: a floating base, and rotors behind springs, have no part in
        them."""
        import numpy as np

        flat = self.evaluate_mechanics(self._rows, motion)
        J = flat.reshape(len(flat), len(self.joints), -1).swapaxes(1, 2)
        found = np.zeros((*J.shape[:2], len(self.names)))
        found[:, :, self.at_joints] = J
        return found

    def rows(self, motion: MotionStates) -> Array:
        """All constraint rows on rates."""
        return self.loop_rows(motion)

    def drift(self, motion: MotionStates) -> Array:
        """Constraint accelerations Jd qd of these rows."""
        return self.evaluate_mechanics(self._drift, motion)

    @cached_property
    def _drift(self) -> list[Expr]:
        along = dict(zip(self._symbols["q"], self._symbols["qd"], strict=True))
        return directional_derivatives(directional_derivatives(self.equations, along), along)

    # -- states ---------------------------------------------------------------------------------------------------

    def close_loops(self, q: Array) -> Array | None:
        """The closed configuration nearby with the same independent positions; None if there is none."""
        import numpy as np

        q, sizes = q.copy(), self.sizes
        for _ in range(40):
            at = MotionStates(q[None], q[None] * 0, q[None] * 0)
            f, J = self.evaluate_mechanics(self.equations, at)[0], self.loop_rows(at)[0]
            step = np.linalg.lstsq(J[:, self.solved], f, rcond=1e-9)[0]
            q[self.solved] -= step
            if np.abs(step / sizes[self.solved]).max(initial=0.0) < 1e-14 * max(1.0, np.abs(q / sizes).max()):
                break
        at = MotionStates(q[None], q[None] * 0, q[None] * 0)
        return q if np.abs(self.closure_errors(at)).max(initial=0.0) < 1e-12 else None

    def _reached(self, start: Array, away: Array) -> Array | None:
        """The closed configuration at a distance from the start, approached in steps, so that the branch is that of the
        start."""
        import numpy as np

        q: Array | None = start
        for part in range(1, CONTINUATION_STEPS + 1):
            if q is not None:
                q = np.where(np.isin(range(len(start)), self.solved), q, start + away * part / CONTINUATION_STEPS)
                q = self.close_loops(q)
        return q

    @cached_property
    def motion(self) -> MotionStates:
        """Random closed states near where the robot is assembled, in motions that its loops allow."""
        import numpy as np

        start, sizes = self._assembled(), self.sizes
        draw = np.random.default_rng(3)
        found: list[Array] = []
        for k in range(200):
            away = draw.uniform(-0.3, 0.3, len(start)) * sizes * 0.97**k
            if (at := self._reached(start, away)) is not None:
                found.append(at)
            if len(found) == STATES:
                break
        if len(found) < STATES:
            raise RobotError(f"{self.robot.name}: its loops could not be closed at {STATES} states")
        whole = np.array(found)
        rates = draw.uniform(-3, 3, (2, STATES, len(self.own))) * sizes[self.own]
        return self.moving(whole, rates[0] * self.scale.rate, rates[1] * self.scale.rate**2)

    def _assembled(self) -> Array:
        """The start configuration that the mobility analysis found; ball joints as angles."""
        import numpy as np

        values = analyze_mobility(self.robot).start.values
        start = np.array([float(values.get(f"q[{c.link}]", 0.0)) * (not c.is_motor) for c in self.every])
        for k in self.balls:
            Q = [float(values.get(f"q[{self.every[k].link}]{axis}", axis == "w")) for axis in "wxyz"]
            start[k : k + 3] = jointed.angles_of(jointed.rotation_of(np.array(Q)))
        return start

    def nearest_to_start(self) -> Array | None:
        """The closed configuration near the start positions of the joints, without the mobility analysis; ball joints
        have no start and are tried in many orientations. None if there is no start, or the loops are not closed
        there."""
        import numpy as np

        draw, sizes = np.random.default_rng(7), self.sizes
        start = np.array([float(self.robot.joint(c.link).start) if c.link and not c.is_motor
                          and not self._is_ball(k) else 0.0 for k, c in enumerate(self.every)])  # fmt: skip
        balls = [n for k in self.balls for n in range(k, k + 3)]
        if not start.any():
            return None
        for _ in range(BALL_ORIENTATION_TRIES if balls else 1):
            q = start.copy()
            for _ in range(40):
                at = MotionStates(q[None], q[None] * 0, q[None] * 0)
                f, J = self.evaluate_mechanics(self.equations, at)[0], self.loop_rows(at)[0]
                step = np.linalg.lstsq(J * sizes, f, rcond=1e-9)[0]
                q = q - step * sizes * min(1.0, 0.5 / max(1e-300, np.abs(step).max()))
                if np.abs(step).max() < 1e-15:
                    break
            at = MotionStates(q[None], q[None] * 0, q[None] * 0)
            beside = np.delete(np.abs(q - start) / sizes, balls).max() < START_DISTANCE
            if (
                beside
                and np.abs(self.closure_errors(at)).max() < 1e-12
                and (self.evaluate_mechanics(self.axis_cosines, at) > 0).all()
            ):
                return np.asarray(q)
            start[balls] = draw.uniform(-np.pi, np.pi, len(balls))
        return None

    def moving(self, q: Array, u: Array, ud: Array) -> MotionStates:
        """Motion of all coordinates, from rates and accelerations of the independent ones."""
        import numpy as np

        J = self.rows(MotionStates(q, q * 0, q * 0))
        qd, qdd = np.zeros_like(q), np.zeros_like(q)
        qd[:, self.own], qdd[:, self.own] = u, ud
        for k, row in enumerate(J):
            qd[k, self.others] = self._solved(row, -row[:, self.own] @ u[k])
        drift = self.drift(MotionStates(q, qd, qdd))
        for k, row in enumerate(J):
            qdd[k, self.others] = self._solved(row, -row[:, self.own] @ ud[k] - drift[k])
        return MotionStates(q, qd, qdd)

    def _solved(self, J: Array, right: Array) -> Array:
        import numpy as np

        return np.asarray(np.linalg.lstsq(J[:, self.others], right, rcond=1e-9)[0], dtype=np.float64)

    @cached_property
    def resting(self) -> MotionStates:
        """Closed configurations of `motion` with zero rates and accelerations."""
        return MotionStates(self.motion.q, self.motion.qd * 0, self.motion.qdd * 0)


__all__ = ["CONFIGURATION", "KINDS", "ClosedFixture", "MotionStates", "closure_equations"]
