"""Robots from the tables of a job: plain data from the page, never a path; and the warnings about them."""

from __future__ import annotations

import logging
import math
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from linkwright.errors import FormatError, InputError, ModelWarning, UnknownName, log
from linkwright.expr import Expr, Graph
from linkwright.formats import toml
from linkwright.formats.toml_joint import JOINT, read_joint
from linkwright.formats.toml_table import LineIndex, TomlTable
from linkwright.robot import Joint, Robot
from linkwright.robot.convert import StandardDhRow, standard_dh
from linkwright.robot.robot import GEOMETRY

MODES = ("as_is", "numbers", "symbols")
LETTERS = {"R": "revolute", "P": "prismatic", "S": "ball", "F": "fixed"}
CONVENTIONS = ("standard", "craig")
MAX_NEW_JOINTS = 100  # joints of a new robot
MAX_DEPTH = 20  # tables in tables

Job = Mapping[str, Any]


@contextmanager
def collect_warnings() -> Iterator[list[str]]:
    """Collect the warnings and log messages within the block, each once."""
    texts: dict[str, None] = {}
    found: list[str] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            texts[record.getMessage()] = None

    listener = Listener(logging.WARNING)
    log().addHandler(listener)
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", ModelWarning)
            yield found
        texts |= {str(w.message): None for w in caught if issubclass(w.category, ModelWarning)}
    finally:
        log().removeHandler(listener)
        found += texts


def job_field(job: Job, key: str, kind: type, default: Any = None) -> Any:
    """Return a field of a job; an error at its place if it is of another type."""
    value = job.get(key, default)
    if value is None:
        value = default
    is_bool = isinstance(value, bool) and kind is not bool
    if not isinstance(value, float | int if kind is float else kind) or is_bool:
        needed = {str: "text", dict: "an object", list: "a list", float: "a number", int: "an integer"}[kind]
        raise FormatError(f"{key} is not {needed}", cell=(key,), remedy=f"{needed} is needed")
    if isinstance(value, float) and not math.isfinite(value):
        raise FormatError(f"{key} is not finite", cell=(key,), remedy="a finite number is needed")
    return value


def robot_of(job: Job) -> Robot:
    """Return the robot of a job as models use it: without the parts to leave out, with numbers or symbols as chosen."""
    return prepare_robot(build_robot(job_field(job, "robot", dict, {})), job)


def build_robot(tables: Mapping[str, Any]) -> Robot:
    """Return the robot that native tables describe; all their errors are raised, each at its cell."""
    return toml.build(drop_empty_cells(tables), LineIndex("", ""))


def prepare_robot(robot: Robot, job: Job) -> Robot:
    """Return the robot without the parts to leave out, with numbers or symbols as the job says."""
    groups = job_field(job, "without", list, [])
    if not all(isinstance(group, str) for group in groups):
        raise FormatError("without is not a list of texts", cell=("without",))
    mode = job_field(job, "numbers", str, "as_is")
    if mode not in MODES:
        raise UnknownName.among("value of numbers", mode, MODES).at("", 0, ("numbers",))
    try:
        robot = robot.without(*groups) if groups else robot
    except InputError as problem:
        raise problem.at("", 0, ("without",)) from None
    return robot.with_numbers() if mode == "numbers" else robot.with_symbols() if mode == "symbols" else robot


def drop_empty_cells(value: Any, depth: int = 0) -> Any:
    """Return the tables without their empty cells."""
    if depth > MAX_DEPTH:
        raise FormatError("values are nested too deeply", remedy="tables are lists of rows of cells")
    if isinstance(value, dict):
        return {key: drop_empty_cells(x, depth + 1) for key, x in value.items() if x is not None and x != ""}
    return [drop_empty_cells(x, depth + 1) for x in value] if isinstance(value, list) else value


def new_robot(job: Job) -> Robot:
    """Return a chain of joints of these kinds, a length apart, with symbols for the bodies."""
    letters = job_field(job, "joints", str, "RRR").upper()
    if not letters or set(letters) - set(LETTERS):
        raise FormatError(f"joints are {letters[:40]!r}", cell=("joints",),
                          remedy="a letter for each: R revolute, P prismatic, S ball, F fixed")  # fmt: skip
    if len(letters) > MAX_NEW_JOINTS:
        raise FormatError(f"{len(letters)} joints", cell=("joints",), remedy=f"at most {MAX_NEW_JOINTS}")
    joints = []
    for j, letter in enumerate(letters, 1):
        step: dict[str, Any] = {"d": f"L{j}"} if j > 1 else {}
        joints.append({"kind": LETTERS[letter], **step, **({"body": "symbolic"} if letter != "F" else {})})
    base = job_field(job, "base", str, "fixed")
    numbers = {f"L{j}": 0.3 for j in range(2, len(letters) + 1)}
    data: dict[str, Any] = {"name": job_field(job, "name", str, "") or "robot", "gravity": [0, 0, "G3"],
                            "joint": joints, "numbers": {**numbers, "G3": -9.81}}  # fmt: skip
    if base != "fixed":
        data["base"] = {"kind": base, "body": "symbolic"}
    return build_robot(data)


def from_dh(job: Job) -> Robot:
    """Return a chain from its table of Denavit-Hartenberg parameters, in the convention of Paul (standard) or Craig."""
    convention = job_field(job, "convention", str, "standard")
    if convention not in CONVENTIONS:
        raise UnknownName.among("convention", convention, CONVENTIONS).at("", 0, ("convention",))
    rows = job_field(job, "rows", list, [])
    if not rows or len(rows) > MAX_NEW_JOINTS:
        raise FormatError(f"{len(rows)} rows", cell=("rows",), remedy=f"1 to {MAX_NEW_JOINTS} rows, one per joint")
    places = LineIndex("", "")
    letters = ("theta", "d", "a", "alpha")
    others = tuple(key for key in JOINT if key not in (*GEOMETRY, "parent"))
    found = []
    for j, item in enumerate(rows, 1):
        row = TomlTable(drop_empty_cells(item), places, ("row", j), (*letters, *others), f"row {j}")
        graph = Graph()
        values = {key: row.scalar(row.data.get(key, 0), key, graph) for key in letters}
        rest = {key: value for key, value in row.data.items() if key in others}
        joint = read_joint(TomlTable(rest, places, ("row", j), others, f"row {j}"), j, [], 0)
        found.append((joint, values))
    places.problems.raise_all()
    return Robot(name=job_field(job, "name", str, "") or "robot", joints=_joints(found, convention),
                 gravity=(0, 0, "G3"), numbers=_known_numbers(job))  # fmt: skip


def _joints(rows: list[tuple[Joint, dict[str, Expr]]], convention: str) -> tuple[Joint, ...]:
    if convention == "standard":
        return standard_dh([StandardDhRow(x["theta"], x["d"], x["a"], x["alpha"], joint) for joint, x in rows])
    return tuple(
        replace(joint, parent=j, alpha=x["alpha"], d=x["a"], theta=x["theta"], r=x["d"])
        for j, (joint, x) in enumerate(rows)
    )


def _known_numbers(job: Job) -> dict[str, float]:
    places = LineIndex("", "")
    data = drop_empty_cells(job_field(job, "known", dict, {}))
    table = TomlTable(data, places, ("numbers",), tuple(data), "the numbers")
    values = {key: table.number(key) or 0.0 for key in data}
    places.problems.raise_all()
    return values


__all__ = [
    "Job",
    "build_robot",
    "collect_warnings",
    "drop_empty_cells",
    "from_dh",
    "job_field",
    "new_robot",
    "prepare_robot",
    "robot_of",
]
