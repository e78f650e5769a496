"""References: q, qd and qdd as functions of time."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from linkwright.errors import InputError, ToolError

if TYPE_CHECKING:
    from linkwright.run.native import Array


class Reference(Protocol):
    """Desired motion of the joints."""

    def __call__(self, t: float, /) -> tuple[Array, Array, Array]:
        """Return q, qd, qdd at time t, s."""


@dataclass(frozen=True)
class ConstantReference:
    """Constant positions."""

    q: Array

    def __call__(self, t: float) -> tuple[Array, Array, Array]:
        return self.q, self.q * 0, self.q * 0


@dataclass(frozen=True)
class PointToPoint:
    """Motion from start to goal in `duration` seconds, along the polynomial that begins and ends at rest.

    degree 3: 3 s^2 - 2 s^3, at rest in velocity; degree 5: 10 s^3 - 15 s^4 + 6 s^5, in acceleration, too (Khalil &
    Dombre, section 13.3).
    """

    start: Array
    goal: Array
    duration: float
    degree: int = 5

    def __post_init__(self) -> None:
        if self.degree not in (3, 5):
            raise InputError(f"polynomial of degree {self.degree}", remedy="3 or 5")
        if not self.duration > 0:
            raise InputError(f"a motion of {self.duration} s", remedy="give a positive duration")

    def __call__(self, t: float) -> tuple[Array, Array, Array]:
        s, T = min(max(t / self.duration, 0.0), 1.0), self.duration
        if self.degree == 3:
            r, v, a = s * s * (3 - 2 * s), 6 * s * (1 - s) / T, (6 - 12 * s) / T**2
        else:
            r = s**3 * (10 + s * (6 * s - 15))
            v, a = 30 * (s * (1 - s)) ** 2 / T, 60 * s * (1 + s * (2 * s - 3)) / T**2
        if not 0 <= t <= T:
            v = a = 0.0
        way = self.goal - self.start
        return self.start + r * way, v * way, a * way


@dataclass(frozen=True)
class SineReference:
    """Sines centre + amplitude sin(2 pi frequency t + phase), joint by joint."""

    centre: Array
    amplitude: Array
    frequency: Array  # Hz
    phase: Array

    def __call__(self, t: float) -> tuple[Array, Array, Array]:
        import numpy as np

        w = 2 * math.pi * self.frequency
        x = w * t + self.phase
        s, c = self.amplitude * np.sin(x), self.amplitude * np.cos(x)
        return self.centre + s, w * c, -w * w * s


class TableTrajectory:
    """Smooth interpolation of the rows of a table; before its first and after its last row the robot stands still.

    Positions alone make a cubic spline, with velocities piecewise cubics, with accelerations piecewise quintics.
    """

    def __init__(self, t: Array, q: Array, qd: Array | None = None, qdd: Array | None = None) -> None:
        try:
            from scipy.interpolate import BPoly, CubicHermiteSpline, CubicSpline
        except ImportError:
            raise ToolError("a table of positions needs SciPy: pip install 'linkwright[simulate]'") from None
        if len(t) < 2 or not (t[1:] > t[:-1]).all():
            raise InputError("the times of a trajectory must grow, row by row, in at least two rows")
        curve: Callable[[float, int], Array]
        if qd is None:
            curve = CubicSpline(t, q)
        elif qdd is None:
            curve = CubicHermiteSpline(t, q, qd)
        else:
            import numpy as np

            curve = BPoly.from_derivatives(t, np.stack([q, qd, qdd], axis=1))
        self.curve, self.first, self.last = curve, float(t[0]), float(t[-1])

    def __call__(self, t: float) -> tuple[Array, Array, Array]:
        import numpy as np

        if self.first <= t <= self.last:
            q, qd, qdd = (np.asarray(self.curve(t, k)) for k in range(3))
            return q, qd, qdd
        q = np.asarray(self.curve(min(max(t, self.first), self.last), 0))
        return q, q * 0, q * 0


def read_table(path: Path, variables: Sequence[str], names: Sequence[str] = ()) -> TableTrajectory:
    """Read a CSV file with the columns t and the joint variables; velocities and accelerations if all of them are
    there.

    These are called as in a recording of ours: the variable's name and `_d`, `_dd`. The names of the joints may stand
    instead of the variables, or beside them in brackets: `q1_d (shoulder)`.
    """
    import csv

    try:
        with open(path, encoding="utf-8", newline="") as stream:
            rows = list(csv.reader(stream))
    except (OSError, UnicodeDecodeError) as problem:
        raise InputError(f"cannot be read: {problem}", file=str(path)) from problem
    cells = [[cell.strip() for cell in row] for row in rows]
    if cells:
        cells[0] = _column_heads(cells[0], variables, names)
    return _trajectory_of_rows(cells, path, variables)


def _column_heads(cells: Sequence[str], variables: Sequence[str], names: Sequence[str]) -> list[str]:
    """Names of the columns in terms of the joint variables."""
    ours = {f"{q}{suffix}": f"{q}{suffix}" for q in variables for suffix in ("", "_d", "_dd")}
    by_name = {f"{n}{suffix}": f"{q}{suffix}" for q, n in zip(variables, names) for suffix in ("", "_d", "_dd")}
    beside = {f"{q}{suffix} ({n})": f"{q}{suffix}" for q, n in zip(variables, names) for suffix in ("", "_d", "_dd")}
    known = by_name | ours | beside  # a variable is a variable, even if another joint has its name
    return [known.get(cell, cell) for cell in cells]


def _trajectory_of_rows(rows: list[list[str]], path: Path, variables: Sequence[str]) -> TableTrajectory:
    import numpy as np

    head = rows[0] if rows else []
    absent = [name for name in ("t", *variables) if name not in head]
    if absent:
        raise InputError(f"no column {', '.join(absent)}", file=str(path), line=1,
                         remedy=f"first line: {','.join(('t', *variables))}")  # fmt: skip
    twice = [name for name in ("t", *variables) if head.count(name) > 1]
    if twice:
        raise InputError(f"several columns {', '.join(twice)}", file=str(path), line=1)
    numbers = []
    for line, row in enumerate(rows[1:], 2):
        if not any(row):
            continue
        if len(row) != len(head):
            raise InputError(f"{len(row)} values, {len(head)} columns", file=str(path), line=line)
        try:
            numbers.append([float(cell) if cell else math.nan for cell in row])
        except ValueError as problem:
            raise InputError(str(problem), file=str(path), line=line, remedy="numbers with decimal points") from None
    data = np.array(numbers).reshape(len(numbers), len(head))

    def block(suffix: str) -> Array | None:
        names = [f"{name}{suffix}" for name in variables]
        if not all(name in head for name in names):
            return None
        values: Array = data[:, [head.index(name) for name in names]]
        if not np.isfinite(values).all():
            raise InputError(f"a value of {', '.join(names)} is missing", file=str(path))
        return values

    q, qd, qdd = block(""), block("_d"), block("_dd")
    assert q is not None
    try:
        return TableTrajectory(data[:, head.index("t")], q, qd, qdd if qd is not None else None)
    except InputError as problem:
        raise problem.at(str(path)) from None
