"""Plots of recordings: joints, efforts, a moving base, energy. Drawn without a display."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linkwright.errors import ToolError
from linkwright.files import write_all
from linkwright.simulation.recording import Recording

if TYPE_CHECKING:
    from linkwright.run.native import Array

_UNITS = {"position": ("rad", "m"), "velocity": ("rad/s", "m/s"), "effort": ("N m", "N"), "error": ("rad", "m")}


def new_figure(rows: int, height: float = 2.4, share: bool = True) -> tuple[Any, list[Any]]:
    """A figure of plots below each other, with one axis of time if they share it."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ToolError("plots need Matplotlib: pip install 'linkwright[simulate]'") from None
    figure = Figure(figsize=(7.0, height * rows + 0.4), layout="constrained")
    axes = figure.subplots(rows, 1, sharex=share, squeeze=False)[:, 0]
    for ax in axes:
        ax.grid(True, linewidth=0.4, alpha=0.6)
    axes[-1].set_xlabel("time [s]")
    return figure, list(axes)


def png_bytes(figure: Any) -> bytes:
    """A figure as PNG."""
    stream = io.BytesIO()
    figure.savefig(stream, format="png", dpi=110, metadata={"Software": None})
    return stream.getvalue()


def plot_by_kind(r: Recording, curves: Mapping[str, Array], dashed: Mapping[str, Array], title: str) -> Any:
    """One plot per quantity and kind of joint: metres, radians and quaternions do not share an axis."""
    kinds = [kind for kind in ("revolute", "prismatic", "ball") if kind in r.kinds]
    figure, axes = new_figure(len(curves) * len(kinds))
    places = [(what, kind) for what in curves for kind in kinds]
    for ax, (what, kind) in zip(axes, places):
        unit = _UNITS[what][kind == "prismatic"]
        is_turn = kind == "ball" and what == "position"
        columns = r.position_columns if what == "position" else zip(r.variables, r.beside, r.kinds)
        for k, (variable, name, own) in enumerate(columns):
            if own == kind:
                label = f"{variable}{name}".replace("$", r"\$")  # not a formula for Matplotlib
                ax.plot(r.t, curves[what][:, k], color=f"C{k}", linewidth=1.3, label=label)
                if what in dashed:
                    ax.plot(r.t, dashed[what][:, k], color=f"C{k}", linewidth=1, linestyle="--")
        ax.set_ylabel("quaternion" if is_turn else f"{what} [{unit}]")
        ax.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    figure.suptitle(title)
    return figure


def plot_joints(r: Recording) -> Any:
    """Plot of positions and velocities; the reference is dashed."""
    dashed = {} if r.reference is None else {"position": r.reference}
    title = f"{r.robot}: joints" + ("" if r.reference is None else " (dashed: reference)")
    return plot_by_kind(r, {"position": r.q, "velocity": r.qd}, dashed, title)


def plot_efforts(r: Recording) -> Any:
    """Plot of the efforts."""
    return plot_by_kind(r, {"effort": r.tau}, {}, f"{r.robot}: efforts")


def plot_errors(r: Recording) -> Any:
    """Plot of the position errors."""
    assert r.error is not None
    return plot_by_kind(r, {"error": r.error}, {}, f"{r.robot}: reference - position")


def plot_base(r: Recording) -> Any:
    """Plot of pose and twist of a base that floats or rolls."""
    assert r.base_pose is not None
    assert r.base_twist is not None
    pose, twist = r.base_pose, r.base_twist
    blocks: tuple[tuple[str, Array, str], ...] = (
        ("position [m]", pose[:, :3], "xyz"), ("quaternion", pose[:, 3:], "wxyz"),
        ("velocity [m/s]", twist[:, :3], "xyz"), ("angular velocity [rad/s]", twist[:, 3:], "xyz"),
    )  # fmt: skip
    if pose.shape[1] == 3:  # on wheels
        blocks = (
            ("position [m]", pose[:, :2], "xy"), ("angle [rad]", pose[:, 2:], "z"),
            ("velocity [m/s]", twist[:, :2], "xy"), ("angular velocity [rad/s]", twist[:, 2:], "z"),
        )  # fmt: skip
    figure, axes = new_figure(len(blocks))
    for ax, (what, values, names) in zip(axes, blocks):
        for name, column in zip(names, values.T, strict=True):
            ax.plot(r.t, column, color=f"C{'xyzw'.index(name)}", linewidth=1.3, label=name)
        ax.set_ylabel(what)
        ax.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    figure.suptitle(f"{r.robot}: base (pose in the world, velocities in its frame)")
    return figure


def plot_energy(r: Recording) -> Any:
    """Plot of energies and work, and of the drift."""
    figure, (top, bottom) = new_figure(2)
    for what, values in (("kinetic", r.kinetic), ("potential", r.potential), ("sum", r.energy), ("work", r.work)):
        top.plot(r.t, values, label=what, linewidth=1.3, linestyle="--" if what == "work" else "-")
    top.set_ylabel("energy [J]")
    top.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    bottom.plot(r.t, r.drift, color="C3", linewidth=1)
    bottom.set_ylabel("drift [J]")
    bottom.ticklabel_format(axis="y", style="sci", scilimits=(-3, 4))
    figure.suptitle(f"{r.robot}: energy and its drift (relative: {r.relative_drift:.1e})")
    return figure


def save_plots(r: Recording, folder: Path) -> list[Path]:
    """Write all plots of a recording to a folder and return their paths."""
    drawn = (
        {"joints": plot_joints(r), "efforts": plot_efforts(r), "energy": plot_energy(r)}
        if r.names
        else {"energy": plot_energy(r)}
    )
    if r.base_pose is not None:
        drawn["base"] = plot_base(r)
    if r.error is not None:
        drawn["errors"] = plot_errors(r)
    files = {f"{r.robot}_{what}.png": png_bytes(figure) for what, figure in drawn.items()}
    write_all(folder, files)
    return [folder / name for name in files]
