"""Robots with closed loops in a simulation: the independent joints are integrated.

At every evaluation the dependent joints are solved from the closure equations (`configuration_kinematics`): there is no
drift. Controllers see, and references are, positions and rates of all joints: of a ball joint its quaternion and its
angular velocity (`balls`), of a joint behind a spring also those of its rotor.

Where the independent joints no longer determine the others (a dead centre), or the loops cannot be closed, the motion
ends with an error that says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from linkwright.errors import InputError, RobotError
from linkwright.expr import Function, value_of
from linkwright.expr.function import find_port
from linkwright.models import function
from linkwright.models.constraints.loop_equations import with_cut_joints_in_tree
from linkwright.models.constraints.wheels import is_driven, label
from linkwright.models.tree.generalized_coordinates import tree_freedoms
from linkwright.robot import Robot
from linkwright.robot.features import WHEELS
from linkwright.simulation.entries import PortEntries, number_names
from linkwright.simulation.mechanism import SMOOTHING, Mechanism, checked_vector

if TYPE_CHECKING:
    from linkwright.run.native import Array
    from linkwright.simulation.trajectories import Reference

    Given = Sequence[float] | Array | None

KINEMATICS, ACCELERATIONS = "configuration_kinematics", "configuration_accelerations"
DEAD_CENTER = "a dead centre, where the independent joints do not determine the others"
STATUS_TEXTS = {
    1: f"singular: {DEAD_CENTER}",
    2: "the iteration found no closed position",
    3: "out of reach: no position of the dependent joints closes them",
    4: "only in another assembly mode, beyond a singularity",
}
DEAD_CENTER_RATE_RATIO = (
    1e4  # dependent joints so many times as fast as the independent ones are within 1e-8 of a dead centre
)
CONTINUATION_STEPS = (16, 256)  # numbers of steps from one closed configuration to another, tried in this order


class LoopsNotClosed(InputError):
    """Loops could not be closed by a model, with its status."""

    status = 0

    @classmethod
    def with_status(cls, robot: Robot, status: int) -> LoopsNotClosed:
        """Return the error for the status of a model."""
        problem = cls(f"{robot.name}: its loops are not closed (status {status}, {STATUS_TEXTS[status]})",
                      remedy="start nearer to where it is assembled, or choose other independent joints",
                      command="--start nearer to where it is assembled, or --independent other joints")  # fmt: skip
        problem.status = status
        return problem


class LoopMechanism(Mechanism):
    """The models of one robot with loops. Vectors have one entry per coordinate of the tree, cut joints with a motor
    included; u and ud one per independent one.

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
        if WHEELS.has(robot):
            raise RobotError(f"{robot.name} has {WHEELS.what} beside its loops: simulation has no layout for both",
                             remedy=f'robot.without("{WHEELS.name}") {WHEELS.without}',
                             command=f"--without {WHEELS.name} {WHEELS.without}")  # fmt: skip
        self.options = {"independent": independent, "branch": "follow"}  # stay in the assembly mode of the start
        super().__init__(with_cut_joints_in_tree(robot), numbers, smoothing)
        ports = {port.name: list(port.names) for port in self.model(KINEMATICS).function.variables}
        place = {name: k for k, name in enumerate(self.names)}
        own = [c for c in self.robot.coordinates if c.link]
        self._own = [place[name] for name in ports["qd"]]
        self.q_names, self.q_variables = number_names(self.robot, own)
        self.own_entries = PortEntries(self.q_names, self.balls, ports["q"])
        self.start_entries = PortEntries(self.q_names, self.balls, ports.get("q_start", ()))  # other joints are sums
        moved = [c for c in tree_freedoms(self.robot) if c.link and not c.is_motor]
        given = number_names(self.robot, moved)[0]  # names of all joints, coupled ones too, but no rotors
        self._numbers = [(k, given.index(name)) for k, name in enumerate(self.q_names) if name in given]
        every = [c for c in tree_freedoms(self.robot) if c.link]
        self._rows = [every.index(c) for c in own]  # the others are coupled joints
        self._base = [c for c in self.robot.coordinates if not c.link]
        others = [k for k in range(len(self)) if k not in self._own]
        self._is_direct = self.friction.absent and not self.actuated[others].any()  # no effort at dependent joints
        self.independent = (*self._base, *(own[k] for k in self._own))
        self.assembled = self._assembled()

    def _derived(self, robot: Robot, name: str) -> Function:
        return function(robot, name, self.options)

    def _assembled(self) -> Array:
        """Closed positions if none are given: those nearest to the starts of the joints, or those found by the
        analysis."""
        import numpy as np

        own = [c for c in self.robot.coordinates if c.link]
        plain = list(zip(*self.balls.plain, strict=True))  # indices of all but ball joints, in q and in qd
        start = self.balls.rest()
        for k, m in plain:
            start[k] = 0.0 if own[m].is_motor else self.robot.joint(own[m].link).start
        if not len(self.start_entries):
            return start
        from linkwright.models.constraints.mobility_analysis import analyze_mobility

        at = analyze_mobility(self.robot).start.values
        for k, m in plain:
            start[k] = start[k] if own[m].is_motor else float(at.get(f"q[{own[m].link}]", start[k]))
        for k, m in self.balls.at:
            start[k : k + 4] = [float(at.get(f"q[{own[m].link}]{axis}", axis == "w")) for axis in "wxyz"]
        return np.asarray(self.balls.unit("start", start))

    @property
    def reference_joints(self) -> tuple[int, ...]:
        return tuple(self._own)

    @property
    def undriven(self) -> tuple[str, ...]:
        """Independent joints without a motor, with drives chosen first."""
        from linkwright.models.constraints.mobility_analysis import analyze_mobility

        found = analyze_mobility(self.robot).split.independent
        return tuple(label(c) for c in found if c.given == "acceleration" and not is_driven(self.robot, c))

    def independent_rates(self, qd: Array) -> Array:
        return qd[..., self._own]

    def rates(self, qd: Array, *base: Array) -> Array:
        import numpy as np

        return np.concatenate([*base[1:], self.independent_rates(qd)], axis=-1)

    def complete_reference(self, reference: Reference) -> Reference:
        return LoopReference(self, reference)

    # -- positions ----------------------------------------------------------------------------------------------------

    def positions(self, what: str, values: Given) -> Array:
        if values is None:
            return self.own_entries.of(self.assembled)
        names, every = self.own_entries.names, len(self.q_names)
        if len(values) == every != len(names):
            return self.own_entries.of(checked_vector(what, values, self.q_names, ""))
        needed = f"{self.robot.name} has {len(names)} independent joints of {every}"
        return checked_vector(what, values, names, needed)

    def sizes(self, what: str, values: Given) -> Array:
        names = self.own_entries.names
        return checked_vector(
            what, values, names, f"{self.robot.name} has {len(names)} numbers for its independent joints"
        )

    @property
    def columns(self) -> tuple[Sequence[str], Sequence[str]]:
        return [self.q_variables[k] for k in self.own_entries.index], self.own_entries.names

    def posture(self, values: Given) -> Array:
        """Closed positions of all joints for these values of the independent joints, or of all; None: as assembled."""
        import numpy as np

        own = self.positions("q", values)
        if values is not None and len(values) == len(self.q_names) != len(own):
            return self.closed(self.balls.unit("q", np.array(values, dtype=float)))
        return self.reached(self.closed(self.assembled), own)

    def closed(self, q: Array) -> Array:
        """Closed positions of all joints, with these values of the independent ones, near these of the dependent
        ones."""
        return self.moving(self.own_entries.of(q), self.start_entries.of(q), self._still)[0]

    @cached_property
    def _still(self) -> Array:
        import numpy as np

        return np.zeros(len(self._own))

    def moving(self, own: Array, start: Array, u: Array) -> tuple[Array, Array]:
        """Positions and rates of all joints, from the numbers of the ports of the models."""
        import numpy as np

        model = self.model(KINEMATICS)
        given = {"q": own, "q_start": start, "qd": u, "base_twist": [0.0] * len(self._base)}
        found = model(*(given[port.name] for port in model.function.variables))
        self._check(found)
        q = np.empty(len(self.q_names))
        for k, n in self._numbers:
            q[k] = found["joint_positions"][n]
        for n, k in enumerate(self.own_entries.index):
            if n not in self._of_balls:  # rotors behind springs too
                q[k] = own[n]
        return q, found["joint_rates"][..., self._rows]

    @cached_property
    def _of_balls(self) -> frozenset[int]:
        return frozenset(n + i for n, _ in self.own_entries.balls for i in range(4))

    def is_dead(self, qd: Array) -> bool:
        """True near a dead centre: a dependent joint is much faster than the independent ones, prismatic rates relative
        to the length of the robot."""
        import numpy as np

        speeds = np.abs(qd) * self._per_length
        return bool(speeds.max() > DEAD_CENTER_RATE_RATIO * speeds[self._own].max())

    @cached_property
    def _per_length(self) -> Array:
        """Factor of each joint's rate: 1 for an angle, one over the longest length of the robot for a prismatic
        joint."""
        import numpy as np

        parts = [*self.robot.joints, *(part for x in self.robot.loops for part in (x.joint, x.frame))]
        longest = max(abs(value_of(getattr(part, name))) for part in parts for name in ("b", "d", "r")) or 1.0
        return np.array([1.0 if c.is_rotation else 1.0 / longest for c in self.robot.coordinates if c.link])

    def reached(self, q: Array, own: Array) -> Array:
        """Closed positions with the independent joints at these values, in the assembly mode of other positions: in
        steps."""
        here = self.own_entries.of(q)
        there = self.own_entries.nearest(own, here)
        for steps in CONTINUATION_STEPS:
            at = q
            try:
                for k in range(1, steps + 1):
                    part = here + (there - here) * (k / steps)
                    at, _ = self.moving(part, self.start_entries.of(at), self._still)
                return at
            except LoopsNotClosed as problem:
                last = problem
        raise last

    def _check(self, found: Any) -> None:
        import numpy as np

        if isinstance(found, dict) and "status" in found:
            worst = int(np.max(found["status"]))
            if worst:
                raise LoopsNotClosed.with_status(self.robot, worst)

    # -- models -------------------------------------------------------------------------------------------------------

    def _value(self, name: str, q: Array, base: Sequence[Array], **more: Array) -> Any:
        """Output of a model at closed positions of all joints; rates and efforts are those of the independent ones."""
        import numpy as np

        model = self.model(name)
        given = {"q": self.own_entries.of(q), "q_start": self.start_entries.of(q), **more}
        given |= dict(zip(("base_pose", "base_twist"), base))
        still = np.zeros((*q.shape[:-1], len(self._base)))
        found = model(*(given.get(port.name, still) for port in model.function.variables))
        if not isinstance(found, dict):
            return found
        self._check(found)
        values = [x for key, x in found.items() if key != "status"]
        return values[0] if len(values) == 1 else np.concatenate(values, axis=-1)  # of the base, of joints

    def map(self, q: Array) -> Array:
        """Velocity map G: rates of all joints from those of the independent ones."""
        import numpy as np

        n = len(self._base)
        return np.asarray(self._value("constraint_map", q, ()))[..., [n + k for k in self._rows], n:]

    def accelerations(self, q: Array, qd: Array, tau: Array, *base: Array) -> Array:
        """Accelerations of the base and of the independent joints, under efforts and friction of all joints."""
        import numpy as np

        push = np.where(self.driven, tau, 0.0)  # springs have efforts of their own
        push = push if self.friction.absent else push - self.friction(qd)
        effort = push[..., self._own]
        if not self._is_direct:
            effort = (np.swapaxes(self.map(q), -1, -2) @ push[..., None])[..., 0]
        if self._tau is not None:  # dependent drives have inputs of their own, here 0: their work is in `effort`
            given = np.zeros((*effort.shape[:-1], self._tau[0]))
            given[..., self._tau[1]] = effort[..., self._tau[2]]
            effort = given
        found: Array = self._value("forward_dynamics", q, base, qd=self.independent_rates(qd), tau=effort)
        return found

    @cached_property
    def _tau(self) -> tuple[int, list[int], list[int]] | None:
        """Number of efforts that the forward dynamics take, and of those of independent joints (springs have none) the
        indices there and here. None if these are all."""
        names = list(find_port(self.model("forward_dynamics").function.inputs, "tau").names)
        own = [self.names[k] for k in self._own]
        taken = [n for n, name in enumerate(own) if name in names]
        return None if names == own else (len(names), [names.index(own[n]) for n in taken], taken)

    def forward(self, q: Array, qd: Array, tau: Array, *base: Array) -> Array:
        import numpy as np

        a, n = self.accelerations(q, qd, tau, *base), len(self._base)
        found = self._value(ACCELERATIONS, q, (), qd=self.independent_rates(qd), qdd=a[..., n:])
        return np.concatenate([a[..., :n], np.asarray(found)[..., self._rows]], axis=-1)

    def energies(self, q: Array, qd: Array, *base: Array) -> tuple[Array, Array]:
        import numpy as np

        kinetic = np.asarray(self._value("kinetic_energy", q, base, qd=self.independent_rates(qd)))
        return kinetic, np.broadcast_to(np.asarray(self._value("potential_energy", q, base)), kinetic.shape)

    # -- for controllers ----------------------------------------------------------------------------------------------

    def inverse(self, q: Array, qd: Array, qdd: Array, *base: Array) -> Array:
        """Efforts of the drives for a motion of the independent joints, friction included; a floating base and joints
        behind springs accelerate freely."""
        import numpy as np

        G = self._whole_map(q)
        M, h = (np.asarray(self._value(name, q, base, **more)) for name, more in
                (("inertia_matrix", {}), ("bias_vector", {"qd": self.independent_rates(qd)})))  # fmt: skip
        wanted = np.concatenate([np.zeros(len(self._base)), self.independent_rates(qdd)])
        free = np.array([c.given == "effort" for c in self.independent], dtype=bool)
        Gamma = M[:, ~free] @ wanted[~free] + h + G.T @ self.friction(qd)
        K = np.linalg.solve(M[np.ix_(free, free)], M[np.ix_(free, ~free)]).T  # elimination of the free coordinates
        return self._shared(Gamma[~free] - K @ Gamma[free], G[:, ~free] - G[:, free] @ K.T)

    def gravity(self, q: Array, *base: Array) -> Array:
        """Efforts of the drives that hold the robot against gravity."""
        import numpy as np

        driven = [c.given == "acceleration" for c in self.independent]
        Gamma = np.asarray(self._value("gravity_vector", q, base))
        return self._shared(Gamma[driven], self._whole_map(q)[:, driven])

    def _whole_map(self, q: Array) -> Array:
        """Velocity map G with columns of the base, which moves no joint."""
        import numpy as np

        G = self.map(q)
        return np.concatenate([np.zeros((len(G), len(self._base))), G], axis=1)

    def _shared(self, Gamma: Array, G: Array) -> Array:
        """Distribute generalized efforts among the drives, with the least norm."""
        import numpy as np

        tau, drives = np.zeros(len(self)), self.actuated
        tau[drives] = np.linalg.lstsq(G[drives].T, Gamma, rcond=None)[0]
        return tau


@dataclass
class LoopReference:
    """Reference of all joints, from one of the independent ones; `last`: the positions of the previous call."""

    plant: LoopMechanism
    reference: Reference
    last: Array | None = field(default=None)

    def __call__(self, t: float) -> tuple[Array, Array, Array]:
        own, rate, second = self.reference(t)
        plant = self.plant
        u, ud = self._rates(rate), self._rates(second)
        try:
            q = plant.posture(own) if self.last is None else self._next(own, self.last)
        except LoopsNotClosed as problem:
            raise InputError(f"the reference cannot be followed at t = {t:.6g} s: {problem}") from problem
        self.last = q
        q, qd = plant.moving(plant.own_entries.of(q), plant.start_entries.of(q), u)
        qdd = plant._value(ACCELERATIONS, q, (), qd=u, qdd=ud)
        return q, qd, qdd[..., plant._rows]

    def _rates(self, numbers: Array) -> Array:
        """Rates of the independent coordinates, from those of the numbers of their positions; a ball joint must not
        move."""
        import numpy as np

        plant, entries = self.plant, self.plant.own_entries
        moving = [n + i for n, _ in entries.balls for i in range(4)]
        if numbers[moving].any():
            names = ", ".join(entries.names[n] for n in moving)
            raise InputError(f"the reference moves {names}, which is not supported for ball joints with loops",
                             remedy="choose drives as independent joints: independent=...",
                             command="choose drives as independent joints: --independent NAMES")  # fmt: skip
        found = np.zeros(len(plant.reference_joints))
        for n, k in entries.scalars:
            found[plant.reference_joints.index(k)] = numbers[n]
        return found

    def error(self, goal: Array, q: Array) -> Array:
        """See `Balls.error`."""
        return self.plant.balls.error(goal, q)

    def _next(self, own: Array, last: Array) -> Array:
        goal = last.copy()
        goal[self.plant.own_entries.index] = own
        try:
            return self.plant.closed(goal)
        except LoopsNotClosed:
            return self.plant.reached(last, own)


__all__ = ["DEAD_CENTER", "STATUS_TEXTS", "LoopMechanism", "LoopsNotClosed"]
