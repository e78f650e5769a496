"""Integration in time: fixed-step methods of our own, and SciPy's methods with error control.

A method is a function advance(f, t0, y0, times) that yields y at these times, in order. The first `pairs` entries of y
have the next `pairs` as their rates.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from linkwright.errors import InputError, ToolError, UnknownName
from linkwright.progress import tick

if TYPE_CHECKING:
    from linkwright.run.native import Array

Rate = Callable[[float, "Array"], "Array"]
Step = Callable[[Rate, float, "Array", float, int], "Array"]


class IntegrationStopped(InputError):
    """A method with error control cannot continue at time t, s."""

    t = 0.0

    @classmethod
    def at_time(cls, method: str, t: float, message: str) -> IntegrationStopped:
        """Return the error of a method at time t, with the solver's message."""
        problem = cls(f"{method} cannot continue at t = {t:.6g} s: {message}",
                      remedy="larger tolerances, a method for stiff equations (radau), or rk4")  # fmt: skip
        problem.t = t
        return problem


def rk4_step(f: Rate, t: float, y: Array, h: float, pairs: int) -> Array:
    """Step of the Runge-Kutta method of order 4."""
    k1 = f(t, y)
    k2 = f(t + h / 2, y + h / 2 * k1)
    k3 = f(t + h / 2, y + h / 2 * k2)
    k4 = f(t + h, y + h * k3)
    return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def taylor_step(f: Rate, t: float, y: Array, h: float, pairs: int) -> Array:
    """Step with constant acceleration, q + h qd + h^2/2 qdd, qd + h qdd, one evaluation (El Baji et al. 2022, equation
    43).

    The order is 1. Only the first `pairs` positions have their accelerations in the vector; others move by h qd.
    """
    rate = f(t, y)
    new = y + h * rate
    new[:pairs] += h * h / 2 * rate[pairs : 2 * pairs]
    return new


FIXED: dict[str, Step] = {"rk4": rk4_step, "taylor": taylor_step}
ADAPTIVE = {"rk23": "RK23", "rk45": "RK45", "dop853": "DOP853", "radau": "Radau", "bdf": "BDF", "lsoda": "LSODA"}
METHODS = (*FIXED, *ADAPTIVE)


@dataclass(frozen=True)
class Integrator:
    """A method and its settings: `step` for fixed steps (the largest one of SciPy's methods), tolerances of SciPy's
    methods."""

    method: str = "dop853"
    step: float | None = None
    rtol: float = 1e-9
    atol: float = 1e-10

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise UnknownName.among("method of integration", self.method, METHODS)
        if self.step is not None and not self.step > 0:
            raise InputError(f"step of {self.step} s", remedy="give a positive step")
        if not (self.rtol > 0 and self.atol > 0):
            raise InputError(f"tolerances {self.rtol} and {self.atol}", remedy="give positive tolerances")

    def advance(self, f: Rate, t0: float, y0: Array, times: list[float], pairs: int) -> Iterator[Array]:
        """Yield y at these times, which increase from t0 on."""
        if self.method in FIXED:
            return self._fixed(f, t0, y0, times, pairs)
        return self._adaptive(f, t0, y0, times)

    def _fixed(self, f: Rate, t0: float, y0: Array, times: list[float], pairs: int) -> Iterator[Array]:
        """Yield y after equal steps from time to time, none longer than `step`."""
        one, longest, t, y = FIXED[self.method], self.step or 1e-3, t0, y0
        for goal in times:
            n = math.ceil((goal - t) / longest * (1 - 1e-9))
            for k in range(n):
                tick()
                y = one(f, t + (goal - t) * k / n, y, (goal - t) / n, pairs)
            t = goal
            yield y

    def _adaptive(self, f: Rate, t0: float, y0: Array, times: list[float]) -> Iterator[Array]:
        """Yield y from SciPy's steps, interpolated between them."""
        try:
            from scipy import integrate
        except ImportError:
            raise ToolError(f"the method {self.method} needs SciPy: pip install 'linkwright[simulate]'; "
                            f"{', '.join(FIXED)} work without it") from None  # fmt: skip
        waiting = list(reversed(times))
        while waiting and waiting[-1] <= t0:
            waiting.pop()
            yield y0
        if not waiting:
            return
        solver = getattr(integrate, ADAPTIVE[self.method])(
            f, t0, y0, waiting[0], rtol=max(self.rtol, 2.3e-14), atol=self.atol, max_step=self.step or math.inf
        )
        while waiting:
            tick()
            message = solver.step()
            if solver.status == "failed":
                raise IntegrationStopped.at_time(self.method, solver.t, message)
            between = solver.dense_output() if waiting[-1] < solver.t else None
            while waiting and waiting[-1] <= solver.t:
                at = waiting.pop()
                yield solver.y.copy() if between is None or at == solver.t else between(at)
