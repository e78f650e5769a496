"""Robots with closed loops in a simulation: what is integrated are the joints that move independently.

    (positions of the independent joints | their rates | positions from which dependent joints are looked for | W)

At every evaluation the dependent joints are where the loops are closed (`configuration_kinematics`): nothing drifts,
and what of them is integrated only tells the iteration where to begin, so that it stays in its assembly mode. W is the
work of all efforts but gravity's. Controllers see, and references are, positions and rates of all joints.

Where the independent joints no longer determine the others (a dead centre), or the loops cannot be closed, the motion
ends with an error that says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from linkwright.errors import InputError, RobotError
from linkwright.expr import Function, value_of
from linkwright.expr.function import find_port
from linkwright.models import function
from linkwright.models.parts.loops import opened
from linkwright.models.parts.rolling import is_driven, label
from linkwright.models.parts.terms import of_every_freedom
from linkwright.robot import Robot
from linkwright.robot.features import BALLS, FLEXIBILITY, FLOATING, WHEELS
from linkwright.run.simulation.integrators import Stuck
from linkwright.run.simulation.mechanism import SMOOTHING, Mechanism, filled
from linkwright.run.simulation.state import Motion

if TYPE_CHECKING:
    from linkwright.run.native import Array
    from linkwright.run.simulation.trajectories import Reference

    Given = Sequence[float] | Array | None

KINEMATICS, ACCELERATIONS = "configuration_kinematics", "configuration_accelerations"
DEAD_CENTRE = "a dead centre, where the independent joints do not determine the others"
STATUS = {
    1: f"singular: {DEAD_CENTRE}",
    2: "the iteration found no closed position",
    3: "out of reach: no position of the dependent joints closes them",
    4: "only in another assembly mode, beyond a singularity",
}
FAST = 1e4  # times as fast as the independent joints: others are at a dead centre, to 1e-8 of their way to it
WAYS = (16, 256)  # steps from one closed position to another
MANY, SHORT = 3000, 1e-6  # evaluations without more progress than this part of the time: steps shrink to nothing


class NotClosed(InputError):
    """Loops that a model did not close: its status."""

    status = 0

    @classmethod
    def told(cls, robot: Robot, status: int) -> NotClosed:
        problem = cls(f"{robot.name}: its loops are not closed (status {status}, {STATUS[status]})",
                      remedy="start nearer to where it is assembled, or let other joints be independent",
                      command="--start nearer to where it is assembled, or --independent other joints")  # fmt: skip
        problem.status = status
        return problem


class LoopMechanism(Mechanism):
    """The models of one robot with loops. Vectors have one entry per joint of the tree, cut joints with a motor
    included; u and ud one per independent joint.

    independent: the joints that are integrated: driven (drives first), platform, or a list, as in models.
    """

    models = ("forward_dynamics", "kinetic_energy", "potential_energy", "inertia_matrix", "constraint_map",
              KINEMATICS, ACCELERATIONS)  # fmt: skip
    inverse_model = "bias_vector"
    closes = True

    def __init__(
        self, robot: Robot, numbers: Mapping[str, float] | None = None, smoothing: float = SMOOTHING,
        independent: str = "driven",
    ) -> None:  # fmt: skip
        for feature in (BALLS, FLOATING, WHEELS, FLEXIBILITY):
            if feature.has(robot):
                raise RobotError(f"{robot.name} has {feature.what} beside its loops: simulation has no layout for both",
                                 remedy=f'robot.without("{feature.name}") {feature.without}',
                                 command=f"--without {feature.name} {feature.without}")  # fmt: skip
        self.options = {"independent": independent, "branch": "follow"}  # wherever it goes
        super().__init__(opened(robot), numbers, smoothing)
        ports = {port.name: list(port.names) for port in self.model(KINEMATICS).function.variables}
        place = {name: k for k, name in enumerate(self.names)}
        self._own = [place[name] for name in ports["q"]]
        self._solved = [place[name] for name in ports.get("q_start", ())]  # others are sums of independent ones
        every = [c for c in of_every_freedom(self.robot) if c.link]
        self._rows = [every.index(c) for c in self.robot.coordinates if c.link]  # couplings give the others
        others = [k for k in range(len(self)) if k not in self._own]
        self._is_direct = self.friction.absent and not self.actuated[others].any()  # no effort at dependent joints
        self.independent = tuple(self.robot.coordinates[k] for k in self._own)
        self.assembled = self._assembled()

    def _derived(self, robot: Robot, name: str) -> Function:
        return function(robot, name, self.options)

    def _assembled(self) -> Array:
        """Closed positions before anybody gives some: those nearest to the starts of the joints, or where the analysis
        closed the loops."""
        import numpy as np

        joints = [self.robot.joint(c.link) for c in self.robot.coordinates]
        start = np.array([joint.start for joint in joints])
        if not self._solved:
            return start
        from linkwright.models.parts.rigidity import analysed

        found = analysed(self.robot)
        at = found.variety.assembled().values if start.any() else found.point.values
        return np.array([float(at.get(f"q[{c.link}]", 0.0)) for c in self.robot.coordinates])

    @property
    def guided(self) -> tuple[int, ...]:
        return tuple(self._own)

    @property
    def undriven(self) -> tuple[str, ...]:
        """Of the joints that are independent if drives come first."""
        from linkwright.models.parts.rigidity import analysed

        found = analysed(self.robot).split.independent
        return tuple(label(c) for c in found if not is_driven(self.robot, c))

    def chosen(self, qd: Array) -> Array:
        return qd[..., self._own]

    def rates(self, qd: Array, *base: Array) -> Array:
        return self.chosen(qd)

    def followed(self, reference: Reference) -> Reference:
        return Followed(self, reference)

    # -- positions ----------------------------------------------------------------------------------------------------

    def positions(self, what: str, values: Given) -> Array:
        if values is None:
            return self.assembled[self._own]
        names, every = [self.names[k] for k in self._own], len(self)
        if len(values) == every != len(names):
            return filled(what, values, self.names, "")[self._own]
        needed = f"{self.robot.name} has {len(names)} independent joints of {every}"
        return filled(what, values, names, needed)

    def posture(self, values: Given) -> Array:
        """Closed positions of all joints: of the independent ones, or of all, these values; None: as assembled."""
        import numpy as np

        own = self.positions("q", values)
        if values is not None and len(values) == len(self) != len(own):
            return self.closed(own, np.array(values, dtype=float)[self._solved])
        return self.reached(self.closed(self.assembled[self._own], self.assembled[self._solved]), own)

    def closed(self, own: Array, start: Array, u: Array | None = None) -> Array:
        """Positions of all joints from those of the independent ones, near these of the dependent ones."""
        return self.moving(own, start, own * 0 if u is None else u)[0]

    def moving(self, own: Array, start: Array, u: Array) -> tuple[Array, Array]:
        """Positions and rates of all joints."""
        model = self.model(KINEMATICS)
        given = {"q": own, "q_start": start, "qd": u}
        found = model(*(given[port.name] for port in model.function.variables))
        self._check(found)
        return found["joint_positions"][..., self._rows], found["joint_rates"][..., self._rows]

    def is_dead(self, qd: Array) -> bool:
        """Whether the independent joints have all but lost the others: lengths are compared with that of the robot."""
        import numpy as np

        speeds = np.abs(qd) * self._per_length
        return bool(speeds.max() > FAST * speeds[self._own].max())

    @cached_property
    def _per_length(self) -> Array:
        """Of each joint: 1 for an angle, one over the longest length of the robot for a slide."""
        import numpy as np

        parts = [*self.robot.joints, *(part for x in self.robot.loops for part in (x.joint, x.frame))]
        longest = max(abs(value_of(getattr(part, name))) for part in parts for name in ("b", "d", "r")) or 1.0
        return np.array([1.0 if c.turns else 1.0 / longest for c in self.robot.coordinates])

    def reached(self, q: Array, own: Array) -> Array:
        """Closed positions with the independent joints at these, in the assembly mode of others: step by step."""
        for steps in WAYS:
            at, here = q, q[self._own]
            try:
                for k in range(1, steps + 1):
                    at = self.closed(here + (own - here) * (k / steps), at[self._solved])
                return at
            except NotClosed as problem:
                last = problem
        raise last

    def _check(self, found: Any) -> None:
        import numpy as np

        if isinstance(found, dict) and "status" in found:
            worst = int(np.max(found["status"]))
            if worst:
                raise NotClosed.told(self.robot, worst)

    # -- models -------------------------------------------------------------------------------------------------------

    def _value(self, name: str, q: Array, base: Sequence[Array], **more: Array) -> Any:
        """Of a model at closed positions of all joints; rates and efforts are those of the independent ones."""
        model = self.model(name)
        given = {"q": q[..., self._own], "q_start": q[..., self._solved], **more}
        found = model(*(given[port.name] for port in model.function.variables))
        if not isinstance(found, dict):
            return found
        self._check(found)
        (value,) = (x for key, x in found.items() if key != "status")
        return value

    def map(self, q: Array) -> Array:
        """G: rates of all joints from those of the independent ones."""
        import numpy as np

        return np.asarray(self._value("constraint_map", q, ()))[..., self._rows, :]

    def accelerations(self, q: Array, qd: Array, tau: Array) -> Array:
        """Of the independent joints, under efforts of all; friction is that of all joints."""
        import numpy as np

        push = tau if self.friction.absent else tau - self.friction(qd)
        effort = push[..., self._own]
        if not self._is_direct:
            effort = (np.swapaxes(self.map(q), -1, -2) @ push[..., None])[..., 0]
        if self._tau is not None:  # drives that depend on others have inputs of their own, and their work is in it
            given = np.zeros((*effort.shape[:-1], self._tau[0]))
            given[..., self._tau[1]] = effort
            effort = given
        found: Array = self._value("forward_dynamics", q, (), qd=self.chosen(qd), tau=effort)
        return found

    @cached_property
    def _tau(self) -> tuple[int, list[int]] | None:
        """How many efforts the forward dynamics take, and the places of those of the independent joints."""
        names = list(find_port(self.model("forward_dynamics").function.inputs, "tau").names)
        own = [self.names[k] for k in self._own]
        return None if names == own else (len(names), [names.index(name) for name in own])

    def forward(self, q: Array, qd: Array, tau: Array, *base: Array) -> Array:
        import numpy as np

        ud = self.accelerations(q, qd, tau)
        found = self._value(ACCELERATIONS, q, (), qd=self.chosen(qd), qdd=ud)
        return np.asarray(found)[..., self._rows]

    def energies(self, q: Array, qd: Array, *base: Array) -> tuple[Array, Array]:
        import numpy as np

        kinetic = np.asarray(self._value("kinetic_energy", q, (), qd=self.chosen(qd)))
        return kinetic, np.broadcast_to(np.asarray(self._value("potential_energy", q, ())), kinetic.shape)

    # -- for controllers ----------------------------------------------------------------------------------------------

    def inverse(self, q: Array, qd: Array, qdd: Array, *base: Array) -> Array:
        """Efforts of the drives for a motion of the independent joints, friction included."""
        import numpy as np

        G = self.map(q)
        M, h = (self._value(name, q, (), **more) for name, more in
                (("inertia_matrix", {}), ("bias_vector", {"qd": self.chosen(qd)})))  # fmt: skip
        return self._shared(np.asarray(M) @ self.chosen(qdd) + np.asarray(h) + G.T @ self.friction(qd), G)

    def gravity(self, q: Array, *base: Array) -> Array:
        """Efforts of the drives that hold the robot against gravity."""
        import numpy as np

        return self._shared(np.asarray(self._value("gravity_vector", q, ())), self.map(q))

    def _shared(self, Gamma: Array, G: Array) -> Array:
        """Among the drives, with the least norm."""
        import numpy as np

        tau, drives = np.zeros(len(self)), self.actuated
        tau[drives] = np.linalg.lstsq(G[drives].T, Gamma, rcond=None)[0]
        return tau


@dataclass
class Followed:
    """A reference of all joints, from one of the independent ones; `last`: where it was asked for before."""

    plant: LoopMechanism
    reference: Reference
    last: Array | None = field(default=None)

    def __call__(self, t: float) -> tuple[Array, Array, Array]:
        own, u, ud = self.reference(t)
        plant = self.plant
        try:
            q = plant.posture(own) if self.last is None else self._next(own, self.last)
        except NotClosed as problem:
            raise InputError(f"the reference cannot be followed at t = {t:.6g} s: {problem}") from problem
        self.last = q
        q, qd = plant.moving(own, q[plant._solved], u)
        qdd = plant._value(ACCELERATIONS, q, (), qd=u, qdd=ud)
        return q, qd, qdd[..., plant._rows]

    def _next(self, own: Array, last: Array) -> Array:
        try:
            return self.plant.closed(own, last[self.plant._solved])
        except NotClosed:
            return self.plant.reached(last, own)


class LoopState:
    """The layout (see there) for robots with loops."""

    def __init__(self, plant: LoopMechanism) -> None:
        self.plant, self.pairs = plant, len(plant.guided)
        self._lost: tuple[float, int] | None = None
        self._count, self._mark = 0, 0.0

    def start(self, q: Given, qd: Given, base_pose: Given, base_twist: Given) -> Array:
        import numpy as np

        plant, name = self.plant, self.plant.robot.name
        if base_pose is not None or base_twist is not None:
            raise InputError(f"the base of {name} is held: it has neither pose nor twist to start with",
                             remedy="leave them out")  # fmt: skip
        names = [plant.names[k] for k in plant.guided]
        u = filled("qd", qd, names, f"{name} has {len(names)} independent joints")
        at = plant.posture(q)
        return np.concatenate([plant.chosen(at), u, at[plant._solved], [0.0]])

    def parts(self, y: Array) -> tuple[Array, Array, Array]:
        """Positions of the independent joints, where those of the others are looked for, rates."""
        n = self.pairs
        return y[:n], y[2 * n : -1], y[n : 2 * n]

    def motion(self, y: Array) -> Motion:
        try:
            return self.plant.moving(*self.parts(y))
        except NotClosed as problem:
            raise self.ended() or problem from None

    def rate(self, efforts: Callable[[float, Motion], Array]) -> Callable[[float, Array], Array]:
        """Not a number where the loops are not closed: a method with error control then tries a smaller step."""
        import numpy as np

        plant = self.plant

        def rate(t: float, y: Array) -> Array:
            if not np.isfinite(y).all():
                return y * np.nan
            self._watch(t)
            try:
                q, qd = plant.moving(*self.parts(y))
                if plant.is_dead(qd):
                    raise NotClosed.told(plant.robot, 1)
                tau = efforts(t, (q, qd))
                ud = plant.accelerations(q, qd, tau)
            except NotClosed as problem:
                self._lost = t, problem.status
                return y * np.nan
            self._lost = None
            return np.concatenate([plant.chosen(qd), ud, qd[plant._solved], [plant.power(q, qd, tau)]])

        return rate

    def _watch(self, t: float) -> None:
        """Towards a dead centre steps shrink, each by its share of what is left: it is reached after very many."""
        self._count += 1
        if self._count % MANY == 0:
            if 0 <= t - self._mark <= SHORT * t:
                raise Stuck.told("the integration", t, "its steps shrink to nothing")
            self._mark = t

    def ended(self, problem: InputError | None = None) -> InputError | None:
        plant = self.plant
        names = ", ".join(plant.names[k] for k in plant.guided)
        if self._lost is not None:
            t, status = self._lost
            what = f"its loops cannot be closed beyond t = {t:.6g} s (status {status}, {STATUS[status]})"
        elif isinstance(problem, Stuck):
            what = f"steps shrink to nothing at t = {problem.t:.6g} s: {DEAD_CENTRE}"
        else:
            return None
        return InputError(
            f"{plant.robot.name}: {what}; the independent joints are {names}",
            remedy="if it is a dead centre, other independent joints pass it: independent=...; else smaller steps",
            command="if it is a dead centre, other independent joints pass it: --independent NAMES; else smaller steps",
        )  # fmt: skip


__all__ = ["LoopMechanism", "LoopState", "NotClosed"]
