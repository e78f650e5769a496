"""A robot with loops on the bench: closed positions and motions by equations that are written here, in numbers.

Poses are those of `mechanics`; what a loop holds is read off the pose of its closing frame in that of its cut joint.
Rows are derivatives of these equations, closed positions come from Gauss-Newton steps, and motions of all joints from
those of the independent ones by least squares: nothing of `models/` is in it but which joints are independent.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from linkwright.errors import RobotError
from linkwright.expr import Expr, Function, Graph, Importer, symbol
from linkwright.expr.derivative import forward
from linkwright.expr.graph import Symbol
from linkwright.expr.replay import arrays, replay
from linkwright.models import function
from linkwright.models.parts.loops import opened
from linkwright.models.parts.rigidity import analysed
from linkwright.robot import Joint, Robot
from linkwright.robot.features import BALLS, FLEXIBILITY, FLOATING, WHEELS
from linkwright.robot.robot import GEOMETRY
from linkwright.verification.bench import Bench
from linkwright.verification.kinematics import inverse
from linkwright.verification.mechanics import Matrix, Mechanics, product, shift, turn
from linkwright.verification.states import METRES, Scale, scale_of

if TYPE_CHECKING:
    from linkwright.run.native import Array

STATES = 4
STEPS = 10  # from the assembled robot to a state
CONFIGURATION = "configuration_kinematics"
KINDS = ("q", "qd", "qdd")


@dataclass(frozen=True)
class Motion:
    """Of all joints of the tree, a row for every state."""

    q: Array
    qd: Array
    qdd: Array


def held(kind: str, X: Matrix) -> list[Any]:
    """What vanishes of the pose X of the closing frame in that of the cut joint (`robot.Loop`)."""
    x, y, z = (row[3] for row in X[:3])
    axis = [X[0][2], X[1][2]]  # z of the one has no part along x and y of the other
    turned = [X[0][1], X[1][2], X[2][0]]  # axes coincide
    table = {
        "revolute": [x, y, z, *axis], "prismatic": [x, y, *turned], "cylindrical": [x, y, *axis],
        "universal": [x, y, z, X[2][2]], "ball": [x, y, z], "planar": [z, *axis], "line": [x, y],
        "fixed": [x, y, z, *turned],
    }  # fmt: skip
    return table[kind]


def need_plain_loops(robot: Robot) -> None:
    """Loops of joints with one axis on a fixed base."""
    for feature in (BALLS, FLEXIBILITY, WHEELS, FLOATING):
        if feature.has(robot):
            raise RobotError(f"{robot.name} has closed loops and {feature.what}, and no law is about both",
                             remedy=f'robot.without("{feature.name}") {feature.without}',
                             command=f"--without {feature.name} {feature.without}")  # fmt: skip


class LoopBench(Bench):
    """A robot with loops on a fixed base. `value` are its models, `theirs` the mechanics of its tree, both in numbers
    at the same closed states."""

    def __init__(self, origin: Robot) -> None:
        if not origin.loops:
            raise RobotError(f"{origin.name} has no closed loops, which this law is about")
        need_plain_loops(origin)
        self.origin, self.robot = origin, opened(origin)
        self.graph, self.derived = Graph(), {}
        self._into, self._given = Importer(self.graph), {}
        self.tree = self.robot.without("loops")
        self.joints = [c.link for c in self.tree.coordinates if c.link]
        self.names = [self.tree.joint(j).name for j in self.joints]
        self._symbols = {k: [symbol(self.graph, f"{k}[{j}]", "variable") for j in self.joints] for k in KINDS}
        own = next(p.names for p in function(self.robot, CONFIGURATION).inputs if p.name == "q")
        self.own = [self.names.index(name) for name in own]
        self.others = [k for k in range(len(self.names)) if k not in self.own]
        self._drawn: dict[str, float] = {}

    @property
    def still(self) -> LoopBench:
        return self

    free = still

    @cached_property
    def mechanics(self) -> Mechanics:
        q, qd, qdd = (dict(zip(self.joints, self._symbols[kind], strict=True)) for kind in KINDS)
        return Mechanics(self.tree, self.graph, q, qd, qdd)

    # -- numbers --------------------------------------------------------------------------------------------------

    @cached_property
    def numbers(self) -> dict[str, float]:
        """A number for every parameter: lengths are such that the loops close."""
        draw = random.Random("parameters")
        found = analysed(self.robot)
        drawn = {name: draw.uniform(0.3, 1.3) for name in self.robot.parameters}
        at = {s: float(found.point.values[s]) for s in found.variety.parameters if s in drawn}
        return {**drawn, **self.robot.numbers, **at}

    @cached_property
    def scale(self) -> Scale:
        found = scale_of(self.tree, self.numbers)
        return found if found.length > 0 else METRES

    def number(self, name: str) -> float:
        """Of any symbol of the robot that is no joint's: wrenches, motion of the base."""
        if name not in self._drawn:
            self._drawn[name] = self.numbers.get(name, random.Random(name).uniform(-1, 1))
        return self._drawn[name]

    def theirs(self, values: Sequence[Any], motion: Motion) -> Array:
        """Expressions of the mechanics in a motion: a row for every state, a column for each."""
        import numpy as np

        lifted = self.mechanics.lift(values)
        table: dict[str, Any] = {}
        for kind in KINDS:
            table |= {str(x.name): getattr(motion, kind)[:, k] for k, x in enumerate(self._symbols[kind])}

        def leaf(_: int, s: Symbol) -> Any:
            return table[s.name] if s.name in table else self.number(s.name)

        found = replay(self.graph, [x.id for x in lifted], arrays(), leaf)
        count = len(motion.q)
        return np.array([np.broadcast_to(found[x.id], count) for x in lifted], dtype=float).reshape(-1, count).T

    # -- loops ----------------------------------------------------------------------------------------------------

    @cached_property
    def equations(self) -> list[Expr]:
        m, found = self.mechanics, []
        for loop in self.robot.loops:
            C, E = (product(m.poses[part.parent], self._placed(part)) for part in (loop.joint, loop.frame))
            found += held(loop.joint.kind, product(inverse(C), E))
        return m.lift(found)

    def _placed(self, part: Joint) -> Matrix:
        """A frame in that of its link."""
        gamma, b, alpha, d, theta, r = (self.mechanics.entry(getattr(part, name)) for name in GEOMETRY)
        T = shift(0, 0)
        for step in (
            turn(2, gamma.cos(), gamma.sin()), shift(2, b), turn(0, alpha.cos(), alpha.sin()), shift(0, d),
            turn(2, theta.cos(), theta.sin()), shift(2, r),
        ):  # fmt: skip
            T = product(T, step)
        return T

    @cached_property
    def _rows(self) -> list[Expr]:
        one, zero = self.mechanics.lift([1, 0])
        q = self._symbols["q"]
        return [x for k in q for x in forward(self.equations, {y: one if y == k else zero for y in q})]

    def rows(self, motion: Motion) -> Array:
        """J of every state."""
        flat = self.theirs(self._rows, motion)
        return flat.reshape(len(flat), len(self.joints), -1).swapaxes(1, 2)

    @cached_property
    def _drift(self) -> list[Expr]:
        along = dict(zip(self._symbols["q"], self._symbols["qd"], strict=True))
        return forward(forward(self.equations, along), along)

    # -- states ---------------------------------------------------------------------------------------------------

    def closed(self, q: Array) -> Array | None:
        """The position nearby with the independent joints where they are; None: there is none."""
        import numpy as np

        q = q.copy()
        for _ in range(40):
            at = Motion(q[None], q[None] * 0, q[None] * 0)
            f, J = self.theirs(self.equations, at)[0], self.rows(at)[0]
            step = np.linalg.lstsq(J[:, self.others], f, rcond=1e-9)[0]
            q[self.others] -= step
            if np.abs(step).max(initial=0.0) < 1e-14 * max(1.0, np.abs(q).max()):
                break
        at = Motion(q[None], q[None] * 0, q[None] * 0)
        open_ = np.abs(self.theirs(self.equations, at)).max(initial=0.0)
        return q if open_ < 1e-12 * max(1.0, self.scale.length) else None

    def _reached(self, start: Array, away: Array) -> Array | None:
        """Step by step, so that the branch is that of the start."""
        q: Array | None = start
        for part in range(1, STEPS + 1):
            if q is not None:
                q = q.copy()
                q[self.own] = start[self.own] + away[self.own] * part / STEPS
                q = self.closed(q)
        return q

    @cached_property
    def motion(self) -> Motion:
        """Random closed states near where the robot is assembled, moving as its loops allow."""
        import numpy as np

        values = analysed(self.robot).start.values
        start = np.array([float(values.get(f"q[{j}]", 0.0)) for j in self.joints])
        sizes = np.array([1.0 if c.turns else self.scale.length for c in self.tree.coordinates if c.link])
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

    def moving(self, q: Array, u: Array, ud: Array) -> Motion:
        """All joints, from rates and accelerations of the independent ones."""
        import numpy as np

        J = self.rows(Motion(q, q * 0, q * 0))
        qd, qdd = np.zeros_like(q), np.zeros_like(q)
        qd[:, self.own], qdd[:, self.own] = u, ud
        for k, row in enumerate(J):
            qd[k, self.others] = self._solved(row, -row[:, self.own] @ u[k])
        drift = self.theirs(self._drift, Motion(q, qd, qdd))
        for k, row in enumerate(J):
            qdd[k, self.others] = self._solved(row, -row[:, self.own] @ ud[k] - drift[k])
        return Motion(q, qd, qdd)

    def _solved(self, J: Array, right: Array) -> Array:
        import numpy as np

        return np.asarray(np.linalg.lstsq(J[:, self.others], right, rcond=1e-9)[0], dtype=np.float64)

    @cached_property
    def coasting(self) -> Motion:
        """The same without accelerations of the independent joints."""
        m = self.motion
        return self.moving(m.q, m.qd[:, self.own], m.qdd[:, self.own] * 0)

    @cached_property
    def resting(self) -> Motion:
        return Motion(self.motion.q, self.motion.qd * 0, self.motion.qdd * 0)

    @cached_property
    def G(self) -> Array:
        """All rates from those of the independent joints, a matrix for every state."""
        import numpy as np

        J = self.rows(self.resting)
        found = np.zeros((len(J), len(self.names), len(self.own)))
        found[:, self.own] = np.eye(len(self.own))
        for k, row in enumerate(J):
            found[k, self.others] = self._solved(row, -row[:, self.own])
        return found

    # -- models ---------------------------------------------------------------------------------------------------

    def value(self, model: str, port: str = "", motion: Motion | None = None, **options: Any) -> Array:
        """An output of a model (the first one if it is not named) at the states, row by row."""
        return self.run(self.function(model, **options), port, motion)

    def run(
        self, fn: Function, port: str = "", motion: Motion | None = None, tau: Array | None = None,
        known: Mapping[str, float] = MappingProxyType({}),
    ) -> Array:  # fmt: skip
        """`tau`: efforts of the joints that the function takes them of; `known`: numbers of symbols that are not the
        robot's."""
        import numpy as np

        found = [fn(**given) for given in self._arguments(fn, motion or self.motion, tau, known)]
        name = port or fn.outputs[0].name
        return np.array([np.ravel(x[name] if isinstance(x, dict) else x) for x in found], dtype=float)

    def _arguments(
        self, fn: Function, motion: Motion, tau: Array | None, known: Mapping[str, float]
    ) -> Iterator[dict[str, Any]]:
        near = random.Random("near")
        for k in range(len(motion.q)):
            given: dict[str, Any] = {}
            for port in fn.inputs:
                if port.name == "tau" and tau is not None:
                    given["tau"] = list(tau[k])
                elif port.name in (*KINDS, "q_start"):
                    row = getattr(motion, port.name.removesuffix("_start"))[k]
                    off = 1e-3 if port.name == "q_start" else 0.0
                    given[port.name] = [row[self.names.index(x)] + off * near.uniform(-1, 1) for x in port.names]
                else:
                    given[port.name] = [known[x] if x in known else self.number(x) for x in port.labels]
            yield given


__all__ = ["LoopBench", "Motion", "held", "need_plain_loops"]
