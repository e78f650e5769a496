"""Simulation: forward dynamics under a controller, integrated in time, with its energy balanced as it goes.

    simulate(robot, 10, q=[1, 0], controller=...) -> Recording

The state is (q, qd, W): W is the work of all efforts but gravity's, so that energy - energy at the start - W, which is
zero in nature, shows how far the integration and the models can be trusted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from linkwright.errors import InputError
from linkwright.progress import report
from linkwright.robot import Robot
from linkwright.run.simulation.controllers import Controller, Free
from linkwright.run.simulation.integrators import Integrator
from linkwright.run.simulation.mechanism import SMOOTHING, Mechanism
from linkwright.run.simulation.recording import Recording
from linkwright.run.simulation.rolling import RollingMechanism, RollingState, start_posture, start_rates
from linkwright.run.simulation.trajectories import Reference

if TYPE_CHECKING:
    from linkwright.run.native import Array

    Given = Sequence[float] | Array | None

MOST_SAMPLES = 5_000_000


def simulate(
    robot: Robot | Mechanism,
    seconds: float,
    q: Sequence[float] | Array | None = None,
    qd: Sequence[float] | Array | None = None,
    *,
    base_pose: Sequence[float] | Array | None = None,
    controller: Controller | None = None,
    reference: Reference | None = None,
    integrator: Integrator | None = None,
    sample: float = 0.01,
    hold: float | None = None,
    saturate: bool = False,
    numbers: Mapping[str, float] | None = None,
) -> Recording:
    """The motion from (q, qd), zero if not given, for some seconds, recorded every `sample`.

    hold: the controller is a sampled one: its efforts change only so often (s). saturate: efforts stay within the
    limits of the joints. `reference` is only recorded; the controller has its own.

    Of a robot on wheels q are the positions of all joints, qd the rates of its independent coordinates (`mobility`),
    and base_pose is where it stands: x, y and the angle about z.
    """
    import numpy as np

    plant = robot if isinstance(robot, Mechanism) else mechanism(robot, numbers)
    layout, y0 = _start(plant, q, qd, base_pose)
    times = sample_times(seconds, sample)
    efforts = Efforts(plant, controller or Free(), saturate)
    states, taus = [y0], [efforts(0.0, *layout.motion(y0))]
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):  # told below, with a remedy
        for t, y, tau in _motion(layout, efforts, integrator or Integrator(), hold, times, y0):
            if not np.isfinite(y).all():
                raise InputError(f"{plant.robot.name}: the motion is no longer finite at t = {t:.6g} s",
                                 remedy="smaller gains or steps, or a method with error control (dop853)")  # fmt: skip
            states.append(y)
            taus.append(tau)
            report(f"simulating {plant.robot.name}: {t:.3g} of {seconds:g} s", len(taus) - 1, len(times))
    wanted = None if reference is None else np.array([reference(t)[0] for t in (0.0, *times)])
    return layout.recorded(np.array([0.0, *times]), np.array(states), np.array(taus), wanted)


def mechanism(robot: Robot, numbers: Mapping[str, float] | None = None, smoothing: float = SMOOTHING) -> Mechanism:
    """The compiled models of a robot, on wheels or not."""
    return (RollingMechanism if robot.wheels else Mechanism)(robot, numbers, smoothing)


def _start(plant: Mechanism, q: Given, qd: Given, base_pose: Given) -> tuple[Layout, Array]:
    """What is integrated, and its first value."""
    q0 = vector(plant, "q", q)
    if isinstance(plant, RollingMechanism):
        u, pose = start_rates(plant, qd), start_posture(plant, base_pose)
        plant.check_inertia(q0)
        return (layout := RollingState(plant)), layout.start(pose, q0, u)
    if base_pose is not None:
        raise InputError(f"the base of {plant.robot.name} does not roll: it has no pose to start with",
                         remedy="leave base_pose out")  # fmt: skip
    rates = vector(plant, "qd", qd)
    plant.check_inertia(q0)
    return (state := JointState(plant)), state.start(q0, rates)


def _motion(
    layout: Layout, efforts: Efforts, integrator: Integrator, hold: float | None, times: list[float], y0: Array
) -> Iterator[tuple[float, Array, Array]]:
    """(t, state, efforts) at the times of recording."""
    if hold is None:
        for t, y in zip(times, integrator.advance(layout.rate(efforts), 0.0, y0, times)):
            yield t, y, efforts(t, *layout.motion(y))
        return
    if not hold > 0:
        raise InputError(f"efforts held for {hold} s", remedy="a time is positive")
    waiting, k, y = list(reversed(times)), 0, y0
    while waiting:
        start, end = k * hold, (k + 1) * hold
        tau = efforts(start, *layout.motion(y))
        inside = []
        while waiting and waiting[-1] < end * (1 - 1e-12):
            inside.append(waiting.pop())
        *recorded, y = integrator.advance(layout.rate(_Held(tau)), start, y, [*inside, end])
        yield from ((t, state, tau) for t, state in zip(inside, recorded))
        while waiting and waiting[-1] <= end * (1 + 1e-12):
            t = waiting.pop()
            yield t, y, efforts(t, *layout.motion(y))
        k += 1


class Efforts:
    """A controller behind the motors: nothing where none is, and no more than they can."""

    def __init__(self, plant: Mechanism, controller: Controller, saturate: bool) -> None:
        self.controller, self.mask, self.limits = controller, plant.actuated, plant.effort_limits
        self.all, self.saturate = bool(plant.actuated.all()), saturate

    def __call__(self, t: float, q: Array, qd: Array) -> Array:
        tau = self.controller(t, q, qd)
        if not self.all:
            tau = tau * self.mask
        return tau.clip(-self.limits, self.limits) if self.saturate else tau


@dataclass(frozen=True)
class _Held:
    tau: Array

    def __call__(self, t: float, q: Array, qd: Array) -> Array:
        return self.tau


class JointState:
    """The vector (q, qd, W) that is integrated."""

    def __init__(self, plant: Mechanism) -> None:
        self.plant = plant

    def start(self, q: Array, qd: Array) -> Array:
        import numpy as np

        return np.concatenate([q, qd, [0.0]])

    def motion(self, y: Array) -> tuple[Array, Array]:
        """Positions and rates of the joints."""
        n = len(self.plant)
        return y[:n], y[n : 2 * n]

    def rate(self, controller: Controller) -> Callable[[float, Array], Array]:
        """d/dt (q, qd, W)."""
        import numpy as np

        plant, n = self.plant, len(self.plant)

        def rate(t: float, y: Array) -> Array:
            q, qd = y[:n], y[n : 2 * n]
            tau = controller(t, q, qd)
            out = np.empty(2 * n + 1)
            out[:n], out[n : 2 * n], out[-1] = qd, plant.forward(q, qd, tau), plant.power(q, qd, tau)
            return out

        return rate

    def recorded(self, t: Array, y: Array, tau: Array, wanted: Array | None) -> Recording:
        import numpy as np

        plant, n = self.plant, len(self.plant)
        q, qd = np.ascontiguousarray(y[:, :n]), np.ascontiguousarray(y[:, n : 2 * n])
        kinetic, potential = plant.energies(q, qd)
        return Recording(
            plant.robot.name, plant.names, plant.variables, plant.kinds, t, q, qd, plant.forward(q, qd, tau), tau,
            kinetic, potential, np.ascontiguousarray(y[:, -1]), wanted,
        )  # fmt: skip


Layout = JointState | RollingState


def vector(plant: Mechanism, what: str, values: Sequence[float] | Array | None) -> Array:
    """One finite number per moving joint; None is zero; one alone is that of every joint."""
    import numpy as np

    n = len(plant)
    x = np.zeros(n) if values is None else np.array(values, dtype=float).reshape(-1)
    x = np.full(n, x[0]) if len(x) == 1 else x
    if len(x) != n:
        raise InputError(f"{what} has {len(x)} values, {plant.robot.name} moves {n} joints",
                         remedy=f"in this order: {', '.join(plant.names)}")  # fmt: skip
    if not np.isfinite(x).all():
        raise InputError(f"{what} is not finite")
    return x


def sample_times(seconds: float, sample: float) -> list[float]:
    """sample, 2 sample ... up to and including `seconds`."""
    if not (seconds > 0 and math.isfinite(seconds)):
        raise InputError(f"a simulation of {seconds} s", remedy="a positive time")
    if not sample > 0:
        raise InputError(f"a sample every {sample} s", remedy="a positive time")
    if seconds / sample > MOST_SAMPLES:
        raise InputError(f"{seconds / sample:.0f} samples", remedy=f"at most {MOST_SAMPLES}: a larger sample",
                         command=f"at most {MOST_SAMPLES}: a larger --sample")  # fmt: skip
    count = math.ceil(seconds / sample * (1 - 1e-12))
    return [k * sample for k in range(1, count)] + [seconds]


__all__ = ["Integrator", "Mechanism", "Recording", "mechanism", "simulate"]
