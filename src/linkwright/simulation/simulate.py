"""Simulation: forward dynamics under a controller, integrated in time, with a balance of energy.

    simulate(robot, 10, q=[1, 0], controller=...) -> Recording

The work W of all efforts but gravity's is integrated with the motion. energy - energy at the start - W is zero in
nature: its deviation measures the accuracy of integration and models.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from linkwright.errors import InputError
from linkwright.progress import report
from linkwright.robot import Robot
from linkwright.simulation.controllers import Controller, NoEfforts
from linkwright.simulation.integrators import Integrator
from linkwright.simulation.layout import Layout, layout_of, mechanism
from linkwright.simulation.mechanism import Mechanism
from linkwright.simulation.recording import Recording
from linkwright.simulation.state import Motion
from linkwright.simulation.trajectories import Reference

if TYPE_CHECKING:
    from linkwright.run.native import Array

    Given = Sequence[float] | Array | None

MAX_SAMPLES = 5_000_000


def simulate(
    robot: Robot | Mechanism,
    seconds: float,
    q: Given = None,
    qd: Given = None,
    *,
    base_pose: Given = None,
    base_twist: Given = None,
    controller: Controller | None = None,
    reference: Reference | None = None,
    integrator: Integrator | None = None,
    sample: float = 0.01,
    hold: float | None = None,
    saturate: bool = False,
    numbers: Mapping[str, float] | None = None,
    independent: str = "driven",
) -> Recording:
    """Simulate the motion from (q, qd), zero if not given, for some seconds, and record it every `sample` seconds.

    hold: sampling time of the controller, s, during which its efforts are constant. saturate: efforts stay within the
    limits of the joints. `reference` is only recorded; the controller has its own.

    Floating base: base_pose is x, y, z in the world, or these and a quaternion w, x, y, z; base_twist is its
    velocity and angular velocity in its own frame. Ball joint: four of q are its quaternion w, x, y, z, three of
    qd its angular velocity in its own frame. Robot on wheels: q are the positions of all joints, qd the
    rates of its independent coordinates (`mobility`), and base_pose is x, y and the angle about z. Without them the
    base starts as in the robot's description. Robot with loops: q are the positions of its independent joints, or
    of all joints, and qd the rates of the independent ones; without q it starts as it is assembled (`Joint.start`).
    `independent` chooses these joints, as in models.
    """
    import numpy as np

    plant = robot if isinstance(robot, Mechanism) else mechanism(robot, numbers, independent=independent)
    layout = layout_of(plant)
    y0 = layout.start(q, qd, base_pose, base_twist)
    start = layout.motion(y0)
    plant.check_inertia(start[0])
    times = sample_times(seconds, sample)
    efforts = MotorEfforts(plant, controller or NoEfforts(), saturate)
    states, taus = [y0], [efforts(0.0, start)]
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):  # an error with a remedy follows
        for t, y, tau in _explain_failures(
            layout, _integrate_motion(layout, efforts, integrator or Integrator(), hold, times, y0)
        ):
            if not np.isfinite(y).all():
                what = f"{plant.robot.name}: the motion is no longer finite at t = {t:.6g} s"
                remedy = "smaller gains or steps, or a method with error control (dop853)"
                raise layout.ended() or InputError(what, remedy=remedy)
            states.append(y)
            taus.append(tau)
            report(f"simulating {plant.robot.name}: {t:.3g} of {seconds:g} s", len(taus) - 1, len(times))
    return _make_recording(plant, layout, np.array([0.0, *times]), states, np.array(taus), reference)


def _integrate_motion(
    layout: Layout, efforts: MotorEfforts, integrator: Integrator, hold: float | None, times: list[float], y0: Array
) -> Iterator[tuple[float, Array, Array]]:
    """Yield (t, state, efforts) at the times of recording."""
    if hold is None:
        for t, y in zip(times, integrator.advance(layout.rate(efforts), 0.0, y0, times, layout.pairs)):
            yield t, y, efforts(t, layout.motion(y))
        return
    if not hold > 0:
        raise InputError(f"a hold time of {hold} s", remedy="give a positive time")
    waiting, k, y = list(reversed(times)), 0, y0
    while waiting:
        start, end = k * hold, (k + 1) * hold
        tau = efforts(start, layout.motion(y))
        inside = []
        while waiting and waiting[-1] < end * (1 - 1e-12):
            inside.append(waiting.pop())
        *recorded, y = integrator.advance(layout.rate(_ConstantEfforts(tau)), start, y, [*inside, end], layout.pairs)
        yield from ((t, state, tau) for t, state in zip(inside, recorded))
        while waiting and waiting[-1] <= end * (1 + 1e-12):
            t = waiting.pop()
            yield t, y, efforts(t, layout.motion(y))
        k += 1


def _explain_failures(
    layout: Layout, motion: Iterator[tuple[float, Array, Array]]
) -> Iterator[tuple[float, Array, Array]]:
    """Yield the motion; an integration that fails raises the layout's reason, if it has one."""
    try:
        yield from motion
    except InputError as problem:
        raise layout.ended(problem) or problem from None


class MotorEfforts:
    """Efforts of the motors under a controller: zero at joints without a motor, and within limits if `saturate`."""

    def __init__(self, plant: Mechanism, controller: Controller, saturate: bool) -> None:
        self.controller, self.mask, self.limits = controller, plant.actuated, plant.effort_limits
        self.all, self.saturate = bool(plant.actuated.all()), saturate
        self.seen = 4 if _takes_base(controller) else 2  # arrays of a motion that the controller takes

    def __call__(self, t: float, motion: Motion) -> Array:
        tau = self.controller(t, *motion[: self.seen])
        if not self.all:
            tau = tau * self.mask
        return tau.clip(-self.limits, self.limits) if self.saturate else tau


def _takes_base(controller: Controller) -> bool:
    """Return whether a controller can be called with t, q, qd, pose, twist."""
    try:
        inspect.signature(controller).bind(0, 0, 0, 0, 0)
    except TypeError:
        return False
    return True


@dataclass(frozen=True)
class _ConstantEfforts:
    tau: Array

    def __call__(self, t: float, motion: Motion) -> Array:
        return self.tau


def _make_recording(
    plant: Mechanism, layout: Layout, t: Array, states: Sequence[Array], tau: Array, reference: Reference | None
) -> Recording:
    import numpy as np

    q, qd, *base = (np.array(rows) for rows in zip(*map(layout.motion, states)))
    kinetic, potential = plant.energies(q, qd, *base)
    a = plant.forward(q, qd, tau, *base)
    wanted = None if reference is None else np.array([reference(x)[0] for x in t.tolist()])
    if wanted is not None and plant.robot.loops and not plant.balls:  # dependent angles are known up to whole turns
        turning = np.array([kind == "revolute" for kind in plant.kinds])
        turning[list(plant.reference_joints)] = False
        wanted = wanted + np.where(turning, np.round((q - wanted) / (2 * np.pi)) * 2 * np.pi, 0.0)
    of_base = a.shape[1] - len(plant)
    free = dict(zip(("base_pose", "base_twist", "base_acceleration"), (*base, a[:, :of_base]))) if base else {}
    return Recording(
        plant.robot.name, plant.names, plant.variables, plant.kinds, t, q, qd, a[:, of_base:], tau,
        kinetic, potential, np.array([y[-1] for y in states]), wanted, balls=plant.balls, q_names=plant.q_names,
        q_variables=plant.q_variables, **free,
    )  # fmt: skip


def sample_times(seconds: float, sample: float) -> list[float]:
    """Return the times sample, 2 sample ... up to and including `seconds`."""
    if not (seconds > 0 and math.isfinite(seconds)):
        raise InputError(f"a simulation of {seconds} s", remedy="a positive time")
    if not sample > 0:
        raise InputError(f"a sample every {sample} s", remedy="a positive time")
    if seconds / sample > MAX_SAMPLES:
        raise InputError(f"{seconds / sample:.0f} samples", remedy=f"at most {MAX_SAMPLES}: a larger sample",
                         command=f"at most {MAX_SAMPLES}: a larger --sample")  # fmt: skip
    count = math.ceil(seconds / sample * (1 - 1e-12))
    return [k * sample for k in range(1, count)] + [seconds]


__all__ = ["Integrator", "Mechanism", "Recording", "mechanism", "simulate"]
