"""Result of a simulation: arrays over time, and the files that store them."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from linkwright.errors import InputError
from linkwright.files import write_all
from linkwright.simulation.balls import BallJoints

if TYPE_CHECKING:
    from linkwright.run.native import Array


@dataclass(frozen=True)
class Recording:
    """Arrays with a row per sample, a column per moving joint. `work`: of efforts, less friction and wrenches, J.

    Floating base: pose in the world (x, y, z, unit quaternion w, x, y, z), twist and acceleration (of its origin,
    classical, and angular) in its own frame. Base on wheels: x, y and the angle about z; vx, vy, wz; likewise.

    Ball joints: q has four columns for each, a unit quaternion w, x, y, z, named by `q_names` and `q_variables`.
    """

    robot: str
    names: tuple[str, ...]
    variables: tuple[str, ...]
    kinds: tuple[str, ...]
    t: Array
    q: Array
    qd: Array
    qdd: Array
    tau: Array
    kinetic: Array
    potential: Array
    work: Array
    reference: Array | None = None  # desired positions
    base_pose: Array | None = None
    base_twist: Array | None = None
    base_acceleration: Array | None = None
    balls: BallJoints = field(default_factory=BallJoints)
    q_names: tuple[str, ...] = ()  # names of the position columns of robots with ball joints
    q_variables: tuple[str, ...] = ()

    @property
    def energy(self) -> Array:
        """Kinetic and potential energy, J."""
        return self.kinetic + self.potential

    @property
    def drift(self) -> Array:
        """Error of the balance of energy: energy - energy at the start - work, J."""
        drift: Array = self.energy - self.energy[0] - self.work
        return drift

    @property
    def scale(self) -> float:
        """Energy that was exchanged, J: drifts are compared with it."""
        return float(max(self.kinetic.max(), (self.potential - self.potential.min()).max(), abs(self.work).max()))

    @property
    def relative_drift(self) -> float:
        """Largest drift over the energy that was exchanged; 0 if there was none."""
        return float(abs(self.drift).max() / self.scale) if self.scale > 0 else 0.0

    @property
    def error(self) -> Array | None:
        """Desired positions less reached ones; for ball joints the remaining rotation vectors, in their own frames."""
        if self.reference is None:
            return None
        return self.balls.error(self.reference, self.q) if self.balls else self.reference - self.q

    @property
    def beside(self) -> tuple[str, ...]:
        """Text beside each variable for readers: " (shoulder)", nothing if nobody has named the joints."""
        return _names_in_brackets(self.names)

    @property
    def position_columns(self) -> tuple[tuple[str, str, str], ...]:
        """Columns of q: variable, text beside it, and kind of joint."""
        if not self.balls:
            return tuple(zip(self.variables, self.beside, self.kinds, strict=True))
        kinds, (in_q, in_qd) = ["ball"] * len(self.q_names), self.balls.plain
        for k, m in zip(in_q, in_qd, strict=True):
            kinds[k] = self.kinds[m]
        return tuple(zip(self.q_variables, _names_in_brackets(self.q_names), kinds, strict=True))

    def columns(self) -> dict[str, Array]:
        """Return every column by its name: t, then q1 q2 ... q1_d ... q1_dd ... q1_tau ... q1_ref ..., then energies.

        The joint's name of the robot's file follows in brackets: q1_d (shoulder). Those of the base come before the
        energies: base_x ... base_qw ... (of wheels: base_theta) base_vx ... base_wx ... base_vdx ... base_wdx ...
        """
        blocks = {"": self.q, "_d": self.qd, "_dd": self.qdd, "_tau": self.tau}
        if self.reference is not None:
            blocks["_ref"] = self.reference
        table = {"t": self.t}
        for suffix, block in blocks.items():
            columns = self.position_columns if suffix in ("", "_ref") else zip(self.variables, self.beside, self.kinds)
            heads = (f"{q}{suffix}{name}" for q, name, _ in columns)
            table |= dict(zip(heads, block.T, strict=True))
        if self.base_pose is not None:
            blocks_of_base = (self.base_pose, self.base_twist, self.base_acceleration)
            for base, names in zip(blocks_of_base, _BASE_COLUMNS[self.base_pose.shape[1]], strict=True):
                if base is not None:
                    table |= dict(zip((f"base_{name}" for name in names), base.T, strict=True))
        return table | {
            "kinetic": self.kinetic, "potential": self.potential, "work": self.work, "drift": self.drift
        }  # fmt: skip

    def csv(self) -> str:
        """The columns as CSV, numbers with all their digits; such a CSV can be read as a trajectory."""
        table = self.columns()
        rows = zip(*(column.tolist() for column in table.values()))
        head = io.StringIO()
        csv.writer(head, lineterminator="\n").writerow(table)  # a name may hold a comma
        return head.getvalue() + "".join(",".join(map(repr, row)) + "\n" for row in rows)

    def npz(self) -> bytes:
        """The arrays as NumPy archive, under the names of this class."""
        import numpy as np

        arrays = {name: getattr(self, name) for name in _ARRAYS if getattr(self, name) is not None}
        if self.balls:
            arrays |= {"q_names": np.array(self.q_names), "q_variables": np.array(self.q_variables)}
        stream = io.BytesIO()
        np.savez_compressed(stream, robot=np.array(self.robot), names=np.array(self.names),
                            variables=np.array(self.variables), kinds=np.array(self.kinds), **arrays)  # fmt: skip
        return stream.getvalue()

    def save(self, path: Path | str) -> None:
        """Write to a file, .csv or .npz."""
        path = Path(path)
        check_file_name(path)
        write_all(path.parent, {path.name: self.csv() if path.suffix == ".csv" else self.npz()})


def _names_in_brackets(names: Sequence[str]) -> tuple[str, ...]:
    if all(re.fullmatch(r"joint\d+(_w?[wxyz])?", name) for name in names):
        return ("",) * len(names)
    return tuple(f" ({name})" for name in names)


def check_file_name(path: Path) -> None:
    """Refuse a file name with another ending, before anything is computed."""
    if path.suffix not in (".csv", ".npz"):
        raise InputError(f"{path}: a recording is a .csv or an .npz file", remedy="choose one of these endings")


_ARRAYS = (
    "t", "q", "qd", "qdd", "tau", "kinetic", "potential", "work", "reference",
    "base_pose", "base_twist", "base_acceleration",
)  # fmt: skip
_BASE_COLUMNS = {  # by the number of elements of a pose: on wheels, floating
    3: (("x", "y", "theta"), ("vx", "vy", "wz"), ("vdx", "vdy", "wdz")),
    7: (
        ("x", "y", "z", "qw", "qx", "qy", "qz"),
        ("vx", "vy", "vz", "wx", "wy", "wz"),
        ("vdx", "vdy", "vdz", "wdx", "wdy", "wdz"),
    ),
}
