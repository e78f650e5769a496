"""Catalogue for the page: robots, models with options, languages, formats, fields of simulations, as JSON."""

from __future__ import annotations

import platform
import tomllib
from dataclasses import fields
from typing import Any

from linkwright import formats
from linkwright.formats.format import MAX_JOINTS
from linkwright.formats.toml_joint import LIMITS
from linkwright.models import models
from linkwright.robot.families import FAMILIES
from linkwright.robot.features import FEATURES
from linkwright.robot.fields import CUTS, ELASTIC, GEOMETRY, INERTIA, KINDS, WHEELS, WRENCH
from linkwright.robot.robot import GROUPS
from linkwright.simulation.integrators import METHODS
from linkwright.simulation.task import CONTROLS, TRAJECTORIES, Task
from linkwright.studio.limits import MAX_REQUEST_BYTES
from linkwright.targets import targets
from linkwright.version import __version__

LETTERS = {"revolute": "R", "prismatic": "P", "ball": "S", "fixed": ""}
FIELD_DOCS = {
    "seconds": "duration [s]", "control": "controller of the joints",
    "kp": "gains of positions: one, or one per joint", "kd": "gains of velocities",
    "trajectory": "reference trajectory of the controller", "start": "joint positions at the start",
    "velocity": "joint velocities at the start",
    "base_pose": "pose of the base at the start: x,y,z[,qw,qx,qy,qz]; on wheels x,y,theta",
    "base_twist": "twist of a floating base at the start, in its frame: v, then w",
    "goal": "target of hold, cubic and quintic; center of sines",
    "duration": "duration of cubic and quintic; 0: the whole time", "amplitude": "of sines",
    "frequency": "of sines [Hz]", "method": "the integrator",
    "step": "fixed step, or the longest one [s]; 0: 1 ms, or chosen by the method",
    "rtol": "relative tolerance", "atol": "absolute tolerance", "sample": "sampling period of the recording [s]",
    "hold": "period of a sampled controller [s]; 0: continuous", "saturate": "limit efforts to those of the joints",
    "smoothing": "Coulomb friction is smooth below this speed; 0: it is not",
    "independent": "loops: the joints that are integrated; driven, platform, or names",
}  # fmt: skip
CHOICES = {"control": CONTROLS, "trajectory": TRAJECTORIES, "method": METHODS}


def catalogue() -> dict[str, Any]:
    return {
        "version": __version__, "python": platform.python_version(),
        "robots": [_robot(name) for name in formats.builtin_names()],
        "families": [{"name": name, "example": f"{name}(3)", "doc": (make.__doc__ or "").split("\n")[0]}
                     for name, make in FAMILIES.items()],
        "models": [_model(m) for m in models().values()],
        "targets": [{"name": t.name, "doc": t.doc, "runs": t.check is not None} for t in targets().values()],
        "formats": [_format(f) for f in formats.formats().values()],
        "without": [{"name": name, "doc": _without_text(name)} for name in GROUPS],
        "simulate": simulation_fields(),
        "kinds": list(KINDS), "cuts": list(CUTS), "wheels": list(WHEELS), "bases": ["fixed", "floating", "mobile"],
        "columns": {"geometry": list(GEOMETRY), "inertia": list(INERTIA), "wrench": list(WRENCH),
                    "friction": ["rotor", "viscous", "coulomb"], "elastic": list(ELASTIC), "limits": list(LIMITS)},
        "limits": {"bytes": MAX_REQUEST_BYTES, "joints": MAX_JOINTS},
    }  # fmt: skip


def simulation_fields() -> list[dict[str, Any]]:
    """Return the fields of a simulation task, without those that name files."""
    return [{"name": f.name, "default": f.default, "kind": _field_kind(f.name, f.default), "doc": FIELD_DOCS[f.name],
             "choices": list(CHOICES.get(f.name, ()))} for f in fields(Task) if f.name in FIELD_DOCS]  # fmt: skip


def _field_kind(name: str, default: Any) -> str:
    if name in CHOICES:
        return "choice"
    return "switch" if isinstance(default, bool) else "number" if isinstance(default, float) else "text"


def _robot(name: str) -> dict[str, Any]:
    """Return facts about a built-in robot, from its file alone, unless the reader adds joints that are not in it."""
    data: Any = tomllib.loads(formats.builtin_file(name).decode())
    if "parallel" in data or "wheel" in data:
        data = formats.as_data(formats.builtin(name))
    kinds = [joint.get("kind", "revolute") for joint in data["joint"]]
    counts = {key: len(data.get(table, ())) for key, table in
              (("loops", "loop"), ("couplings", "coupling"), ("wheels", "wheel"))}  # fmt: skip
    return {"name": name, "joints": "".join(LETTERS[kind] for kind in kinds), **counts,
            "base": data.get("base", {}).get("kind", "fixed"), "description": data.get("description", "")}  # fmt: skip


def _model(m: Any) -> dict[str, Any]:
    options = [{"name": key, "default": o.default, "choices": list(o.choices), "doc": o.doc}
               for key, o in m.settings.items()]  # fmt: skip
    return {"name": m.name, "doc": m.doc, "inputs": list(m.state), "parameters": list(m.parameters), "options": options,
            "handles": [f.name for f in FEATURES if f in m.scope.handled],
            "refuses": [f.name for f in m.scope.refused],
            "apart": {f.name: why for f, why in m.scope.apart.items()}}  # fmt: skip


def _format(f: Any) -> dict[str, Any]:
    def listed(options: Any) -> list[dict[str, Any]]:
        return [{"name": key, "default": o.default, "choices": list(o.choices or ("yes", "no")), "doc": o.doc}
                for key, o in options.items()]  # fmt: skip

    return {"name": f.name, "suffixes": list(f.suffixes), "reads": True, "writes": f.write is not None, "doc": f.doc,
            "options": listed(f.options), "write_options": listed(f.write_options)}  # fmt: skip


def _without_text(name: str) -> str:
    found = next((f.without for f in FEATURES if f.name == name), "")
    return found or {"gravity": "weighs nothing"}.get(name, "leaves it out")


__all__ = ["catalogue", "simulation_fields"]
