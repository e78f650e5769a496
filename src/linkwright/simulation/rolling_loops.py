"""Robots on wheels that have closed loops, in a simulation: a linkage on a chassis, steering by a tie rod.

The integrated vector is that of wheels alone (`rolling`). At every evaluation the dependent joints of the loops are
solved from the closure equations, near their integrated positions, which are only the start of the iteration (see
`loops`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from linkwright.errors import InputError, RobotError
from linkwright.expr import Function
from linkwright.models import function
from linkwright.models.constraints.loop_equations import with_cut_joints_in_tree
from linkwright.models.constraints.wheels import label
from linkwright.robot import Coordinate, Robot
from linkwright.robot.features import FLEXIBILITY
from linkwright.simulation.loops import KINEMATICS, STATUS_TEXTS, LoopsNotClosed
from linkwright.simulation.mechanism import SMOOTHING, checked_vector
from linkwright.simulation.rolling import RollingMechanism, RollingState, start_planar_pose
from linkwright.simulation.state import Motion

if TYPE_CHECKING:
    from linkwright.run.native import Array
    from linkwright.simulation.trajectories import Reference

    Given = Sequence[float] | Array | None


class RollingLoopMechanism(RollingMechanism):
    """The models of one robot with wheels and loops. Vectors have one entry per joint, dependent ones included;
    positions must close the loops."""

    models = (*RollingMechanism.models, KINEMATICS)
    closes = True
    options: Mapping[str, str] = {"branch": "follow"}  # stay in the assembly mode of the start

    def __init__(self, robot: Robot, numbers: Mapping[str, float] | None = None, smoothing: float = SMOOTHING) -> None:
        if FLEXIBILITY.has(robot):
            raise RobotError(f"{robot.name} has flexible joints beside loops and wheels: simulation has no layout for "
                             'all', remedy='robot.without("flexibility") makes them rigid',
                             command="--without flexibility makes them rigid")  # fmt: skip
        super().__init__(with_cut_joints_in_tree(robot), numbers, smoothing)
        ports = {port.name: list(port.names) for port in self.model(KINEMATICS).function.variables}
        place = {name: k for k, name in enumerate(self.names)}
        self.told = [place[name] for name in ports["q"]]  # joints whose positions determine those of all
        self.solved = [place[name] for name in ports.get("q_start", ())]

    def _derived(self, robot: Robot, name: str) -> Function:
        return function(robot, name, self.options)

    def _independent(self) -> tuple[Coordinate, ...]:
        from linkwright.models.constraints.mobility_analysis import analyze_mobility

        return analyze_mobility(self.robot).split.independent

    def _value(self, name: str, q: Array, base: Sequence[Array], **more: Array) -> Any:
        """Output of a model at closed positions of all joints."""
        model = self.model(name)
        given = {"q": q[..., self.told], "q_start": q[..., self.solved], **more}
        given |= dict(zip(("base_pose", "base_twist"), base))
        found = model(*(given[port.name] for port in model.function.variables))
        if not isinstance(found, dict):
            return found
        self._check(found)
        values = {key: x for key, x in found.items() if key != "status"}
        return values if len(values) > 1 else next(iter(values.values()))

    def _check(self, found: Mapping[str, Any]) -> None:
        import numpy as np

        worst = int(np.max(found.get("status", 0)))
        if worst:
            raise LoopsNotClosed.with_status(self.robot, worst)

    def closed(self, q: Array) -> Array:
        """Closed positions near these, with these values of the joints outside of loops."""
        import numpy as np

        rest = np.zeros(len(self.independent))
        k = len(self._base)
        more = {"base_twist": rest[:k], "qd": rest[k:], "base_pose": np.zeros(3)}
        found = self._value(KINEMATICS, q, (), **more)["joint_positions"]
        moving = [k for k, joint in enumerate(j for j in self.robot.joints if j.moves) if joint.name in self.names]
        closed: Array = np.asarray(found)[moving]
        return closed

    @property
    def reference_joints(self) -> tuple[int, ...]:
        return tuple(self.told)

    def positions(self, what: str, values: Given) -> Array:
        import numpy as np

        start = np.array([next(j.start for j in self.robot.joints if j.name == name) for name in self.names])
        if values is None:
            return start[self.told]
        if len(values) == len(self) != len(self.told):
            return checked_vector(what, values, self.names, "")[self.told]
        names = [self.names[k] for k in self.told]
        return checked_vector(
            what, values, names, f"{self.robot.name} has {len(names)} joints whose positions are independent"
        )

    def posture(self, values: Given) -> Array:
        """Closed positions of all joints, near the starts of the joints or the given values."""
        import numpy as np

        q = np.array([next(j.start for j in self.robot.joints if j.name == name) for name in self.names])
        if values is not None and len(values) == len(self):
            q = np.array(values, dtype=float)
        q[self.told] = self.positions("q", None if values is None else list(values))
        return self.closed(q)

    def complete_reference(self, reference: Reference) -> Reference:
        return RollingLoopReference(self, reference)


@dataclass
class RollingLoopReference:
    """Reference of all joints, from one of the joints with independent positions; `last`: the positions of the previous
    call."""

    plant: RollingLoopMechanism
    reference: Reference
    last: Array | None = field(default=None)

    def __call__(self, t: float) -> tuple[Array, Array, Array]:
        import numpy as np

        plant = self.plant
        told, fast, slow = self.reference(t)
        q = plant.posture(None) if self.last is None else self.last.copy()
        q[plant.told] = told
        try:
            self.last = q = plant.closed(q)
        except LoopsNotClosed as problem:
            raise InputError(f"the reference cannot be followed at t = {t:.6g} s: {problem}") from problem
        qd, qdd = np.zeros(len(plant)), np.zeros(len(plant))
        qd[plant.told], qdd[plant.told] = fast, slow
        u, ud, pose = plant.independent_rates(qd), plant.independent_rates(qdd), np.zeros(3)
        found = plant.value("configuration_accelerations", pose, q, u, ud)
        return q, plant.map(pose, q)[3:] @ u, np.asarray(found["joint_accelerations"])[self._rows]

    @property
    def _rows(self) -> list[int]:
        return [k - 3 for k in self.plant._rows if k >= 3]


class RollingLoopState(RollingState):
    """Layout of the integrated vector for robots on wheels with loops."""

    plant: RollingLoopMechanism

    def __init__(self, plant: RollingLoopMechanism) -> None:
        super().__init__(plant)
        self._lost: tuple[float, int] | None = None

    def start(self, q: Given, qd: Given, base_pose: Given, base_twist: Given) -> Array:
        import numpy as np

        self._refuse_twist(base_twist)
        labels = [label(c) for c in self.plant.independent]
        u = checked_vector("qd", qd, labels, f"{self.plant.robot.name} has {len(labels)} independent rates")
        return np.concatenate([start_planar_pose(self.plant, base_pose), self.plant.posture(q), u, [0.0]])

    def motion(self, y: Array) -> Motion:
        try:
            pose, q, u = self.parts(y)
            q = self.plant.closed(q)
            rates = self.plant.map(pose, q) @ u
        except LoopsNotClosed as problem:
            raise self.ended() or problem from None
        return q, rates[3:], pose, rates[:3]

    def rate(self, efforts: Callable[[float, Motion], Array]) -> Callable[[float, Array], Array]:
        """Time derivative of the vector; NaN where the loops are not closed, so that a method with error control tries
        a smaller step."""
        import numpy as np

        rolling, n = super().rate(efforts), 3 + len(self.plant)

        def rate(t: float, y: Array) -> Array:
            if not np.isfinite(y).all():
                return y * np.nan
            try:
                found = rolling(t, np.concatenate([y[:3], self.plant.closed(y[3:n]), y[n:]]))
            except LoopsNotClosed as problem:
                self._lost = t, problem.status
                return y * np.nan
            self._lost = None
            return found

        return rate

    def ended(self, problem: InputError | None = None) -> InputError | None:
        if self._lost is None:
            return None
        t, status = self._lost
        what = f"its loops cannot be closed beyond t = {t:.6g} s (status {status}, {STATUS_TEXTS[status]})"
        return InputError(f"{self.plant.robot.name}: {what}", remedy="smaller steps, or keep away from dead centres")


__all__ = ["RollingLoopMechanism", "RollingLoopState"]
