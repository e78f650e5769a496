"""Jobs about motion: simulations, postures at a pose, loops that stay closed."""

from __future__ import annotations

import importlib.util
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from linkwright import compiler
from linkwright.errors import InputError, UnknownName
from linkwright.robot import Base, Robot
from linkwright.simulation.recording import Recording
from linkwright.simulation.task import TRAJECTORIES, Task
from linkwright.studio.catalogue import simulation_fields
from linkwright.studio.closing import OUT_OF_REACH, TOLERANCE, LoopSolver, position_ranges, start_posture
from linkwright.studio.drawing import DrawingNumbers, assumed_numbers, tool_of
from linkwright.studio.tables import Job, job_field

Message = dict[str, Any]
MAX_SAMPLES = 20_000
UNITS = {"revolute": "rad", "prismatic": "m"}


# -- simulation --------------------------------------------------------------------------------------------------------


def run_simulation(robot: Robot, fields: Mapping[str, Any]) -> Iterator[Message]:
    task = task_of(fields)
    try:
        recording = task.record(robot)
    except InputError as problem:
        raise _at_task_field(problem) from None
    yield _recording_message(robot, recording, task)
    yield {"type": "text", "name": f"{re.sub(r'[^A-Za-z0-9_.-]+', '_', robot.name) or 'robot'}.csv",
           "text": recording.csv()}  # fmt: skip


def task_of(fields: Mapping[str, Any]) -> Task:
    """Return the simulation task of a job; the fields that name files are not accepted."""
    known = {f["name"]: f for f in simulation_fields()}
    values: dict[str, Any] = {}
    for name, value in fields.items():
        if name not in known:
            raise UnknownName.among("field of a simulation", name, known).at("", 0, ("task", name))
        if value in ("", None):
            continue
        values[name] = _value(known[name], value)
    if "method" not in values and importlib.util.find_spec("scipy") is None:
        values["method"] = "rk4"  # works without SciPy
    task = Task(**values)
    if task.trajectory not in TRAJECTORIES:
        raise UnknownName.among("trajectory", task.trajectory, TRAJECTORIES).at("", 0, ("task", "trajectory"))
    if task.sample > 0 and task.seconds / task.sample > MAX_SAMPLES:
        raise InputError(f"{task.seconds / task.sample:.0f} samples", cell=("task", "sample"),
                         remedy=f"at most {MAX_SAMPLES}: record less often")  # fmt: skip
    return task


def _value(field: Mapping[str, Any], value: Any) -> Any:
    cell = ("task", field["name"])
    if field["kind"] == "switch":
        if not isinstance(value, bool):
            raise InputError(f"{field['name']} is neither true nor false", cell=cell)
        return value
    if field["kind"] != "number":
        text = ",".join(map(str, value)) if isinstance(value, list) else str(value)
        return text.strip()
    try:
        number = float(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else math.nan
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise InputError(f"{field['name']} is {str(value)[:40]!r}", cell=cell, remedy="a finite number is needed")
    return number


def _at_task_field(problem: InputError) -> InputError:
    """Return an error of a task with the field that it is about as its place."""
    text = f"{problem.what} {problem.remedy}"
    named = re.match(r"--([\w-]+)", problem.what)
    names = [f["name"] for f in simulation_fields()]
    word = named[1].replace("-", "_") if named else next((n for n in names if re.match(rf"(unknown )?{n}\b", text)), "")
    return problem.at("", 0, ("task", word) if word in names else ("task",))


def _recording_message(robot: Robot, recording: Recording, task: Task) -> Message:
    table = {name: column.tolist() for name, column in recording.columns().items()}
    heads = {"qd": "_d", "qdd": "_dd", "tau": "_tau", "reference": "_ref"}
    rates = list(zip(recording.variables, recording.beside, strict=True))
    positions = [(variable, beside) for variable, beside, _ in recording.position_columns]
    groups = {"q": [f"{v}{beside}" for v, beside in positions]}
    for group, suffix in heads.items():
        columns = positions if group == "reference" else rates
        groups[group] = [name for v, beside in columns if (name := f"{v}{suffix}{beside}") in table]
    groups["base"] = [name for name in table if re.fullmatch(r"base_\w+", name)]
    groups["energy"] = ["kinetic", "potential", "work", "drift"]
    units = {f"{v}{beside}": UNITS.get(kind, "") for v, beside, kind in recording.position_columns}
    message = {"type": "recording", "t": table.pop("t"), "groups": groups, "columns": table, "units": units}
    summary = task.summary(recording)
    summary.pop("files")
    return message | {"postures": _postures(robot, recording), "poses": _poses(recording), "summary": summary}


def _postures(robot: Robot, recording: Recording) -> list[list[float]]:
    """Positions of all joints of the page at each sample: with coupled joints, without rotors."""
    names = recording.q_names or recording.names
    columns = {name: recording.q[:, k] for k, name in enumerate(names)}
    closing = LoopSolver(robot)
    at = position_ranges(robot)
    rows = [list(closing.start) for _ in recording.t]
    for j, joint in enumerate(robot.joints, 1):
        if j not in at:
            continue
        suffixes = [""] if joint.kind != "ball" else [f"_{x}" for x in "wxyz"]
        for k, suffix in zip(at[j], suffixes, strict=True):
            own = columns.get(f"{joint.name}{suffix}", columns.get(f"{joint.name}_q{suffix[1:]}"))
            for row, value in zip(rows, () if own is None else own.tolist(), strict=False):
                row[k] = value
    return [closing.coupled(row) for row in rows] if robot.couplings else rows


def _poses(recording: Recording) -> list[list[float]] | None:
    """Poses of frame 0 in the world, row by row; None if the base is fixed."""
    if recording.base_pose is None:
        return None
    found = []
    for row in recording.base_pose.tolist():
        if len(row) == 3:
            x, y, angle = row
            row = [x, y, 0.0, math.cos(angle / 2), 0.0, 0.0, math.sin(angle / 2)]
        px, py, pz, w, x, y, z = row
        n = math.sqrt(w * w + x * x + y * y + z * z) or 1.0
        w, x, y, z = w / n, x / n, y / n, z / n
        found.append([
            1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), px,
            2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), py,
            2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), pz, 0.0, 0.0, 0.0, 1.0,
        ])  # fmt: skip
    return found


# -- inverse geometry --------------------------------------------------------------------------------------------------


def explain_chain(robot: Robot, job: Job) -> Message:
    frame = job.get("frame", "end")
    found = compiler.explain(
        robot,
        frame if isinstance(frame, int) else str(frame),
        job_field(job, "task", str, "auto"),
        job_field(job, "locked", str, "auto"),
    )
    return {"type": "explanation", **found.data(), "text": found.text()}


def find_postures(robot: Robot, job: Job) -> Message:
    """Return all postures at which a frame has a pose in frame 0, the nearest to the posture of the page first."""
    import numpy as np

    T = numbers_of(job, "T", 16)
    frame = job.get("frame", "end")
    if isinstance(frame, bool) or not isinstance(frame, int | str):
        raise InputError("frame is neither a name nor a number", cell=("frame",))
    solver = _solver(_numeric_robot(robot), tool_of(robot, DrawingNumbers(robot))[2] if frame == "end" else frame,
                     job_field(job, "task", str, "auto"))  # fmt: skip
    at = position_ranges(robot)
    q = numbers_of(job, "q", len(start_posture(robot))) if job.get("q") is not None else start_posture(robot)
    own = [at[j].start for j in solver.chain.joints]
    here = np.array([q[k] for k in own])
    locked = here[solver.arm.locks] if solver.arm.locks else None
    pose = np.array(T).reshape(4, 4)
    found = solver.solve(pose, locked=locked)
    reached = bool(found) and not any("least_squares" in x.flags for x in found)
    if not found:
        found = solver.solve(pose, locked=locked, closest=True)
    rows = []
    for x in found:
        values = np.asarray(solver.arm.nearest_turn(x.q, here)) if not robot_limits(robot) else np.asarray(x.q)
        whole = list(q)
        for k, value in zip(own, values, strict=True):
            whole[k] = float(value)
        distance = float(solver.arm.distance(values, here))
        rows.append((distance, {
            "q": whole, "branch": x.branch, "residual": x.residual, "flags": sorted(x.flags), "free": list(x.free),
            "words": _posture_words(x.flags, x.free),
        }))  # fmt: skip
    rows.sort(key=lambda row: row[0])
    every = [row for _, row in rows]
    return {
        "type": "postures", "frame": _frame_name(robot, solver.frame), "joints": list(solver.chain.joints),
        "locked": [solver.chain.joints[k] for k in solver.arm.locks], "method": found.method, "task": solver.task,
        "reached": reached, "words": _summary_words(every, reached), "notes": list(found.notes), "postures": every,
    }  # fmt: skip


def robot_limits(robot: Robot) -> bool:
    return any(j.limits.lower is not None or j.limits.upper is not None for j in robot.joints)


def _numeric_robot(robot: Robot) -> Robot:
    """Return the robot with numbers, with a fixed base at frame 0."""
    numbers = {**assumed_numbers(robot, [*robot.joints, *robot.loops]), **robot.numbers}
    kind = robot.base.kind
    return robot.with_numbers(numbers).changed(base=Base()) if kind == "fixed" else robot.with_numbers(numbers)


@lru_cache(maxsize=8)
def _frame_name(robot: Robot, frame: int) -> int | str:
    """Return the number of a frame, or its name if it is a named frame."""
    return frame if frame <= len(robot) else robot.frame_at(frame).name


def _solver(robot: Robot, frame: int | str, task: str) -> Any:
    return compiler.inverse_geometry(robot, frame=frame, task=task)


def _posture_words(flags: frozenset[str], free: Sequence[str]) -> str:
    """Remarks on a posture, in words."""
    told = []
    if "singular" in flags:
        told.append("singular")
    if "free" in flags:
        told.append(f"{', '.join(free)} can be moved without moving the frame")
    if "outside_limits" in flags:
        told.append("outside the joint limits")
    if "least_squares" in flags:
        told.append("not at the pose: the closest posture")
    if "sought" in flags:
        told.append("found by iteration: there may be others")
    return "; ".join(told)


def _summary_words(rows: Sequence[Message], reached: bool) -> str:
    if not reached:
        near = ": the closest posture is shown" if rows else ""
        return f"unreachable: the pose is out of reach{near}"
    many = "1 posture" if len(rows) == 1 else f"{len(rows)} postures"
    singular = sum("singular" in row["flags"] for row in rows)
    outside = sum("outside_limits" in row["flags"] for row in rows)
    more = [f"{singular} singular"] * bool(singular) + [f"{outside} outside the limits"] * bool(outside)
    return ", ".join([many, *more])


# -- loops -------------------------------------------------------------------------------------------------------------


def close_loops(robot: Robot, job: Job) -> Message:
    """Return the posture at which the loops are closed, with some joints at given positions."""
    if not robot.loops:
        raise InputError(f"{robot.name} has no loops", remedy="its joints move independently")
    closing = LoopSolver(robot)
    q = numbers_of(job, "q", len(closing.start)) if job.get("q") is not None else closing.start
    moved = job_field(job, "moved", int, 0)
    held = job.get("held")
    if held is None:
        driven = [j for j, joint in enumerate(robot.joints, 1) if joint.actuated and joint.moves]
        held = driven if moved in driven else [moved] if moved else []
    named = [*held, *([moved] if moved else [])] if isinstance(held, list) else [None]
    if not all(isinstance(j, int) and j in closing.at for j in named):
        raise InputError("held are not joints that move", cell=("held",), remedy=f"numbers from 1 to {len(robot)}")
    tries = [held, [moved]] if moved and held != [moved] else [held]
    for chosen in tries:
        found, gap = closing.solve(q, chosen)
        if gap < TOLERANCE * 100:
            break
    ok = gap < TOLERANCE * 100
    return {"type": "closed", "closed": ok, "q": found, "gap": gap, "words": "" if ok else OUT_OF_REACH, "held": chosen}


def numbers_of(job: Job, key: str, count: int) -> list[float]:
    values = job_field(job, key, list, [])
    good = all(isinstance(x, int | float) and not isinstance(x, bool) and math.isfinite(x) for x in values)
    if len(values) != count or not good:
        raise InputError(f"{key} has {len(values)} values", cell=(key,), remedy=f"{count} finite numbers are needed")
    return [float(x) for x in values]


__all__ = ["close_loops", "explain_chain", "find_postures", "run_simulation", "task_of"]
