"""Emitted C and C++ in single precision: the package's own test passes, and results have the digits of their inputs.

Robots are random trees, random arms, and built-in ones with loops, floating bases and wheels; models are any. Where
code cannot be compiled for float it says so itself (a static assertion with the remedy), and then only where a pose is
given to fewer than six joints. The bound of the results comes from differences of the derived function at inputs that
are off in the last digit of single precision.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import linkwright as lw
from fuzz import free_angles, scales
from fuzz.report import Section
from linkwright.expr import Function
from linkwright.models import models
from linkwright.optimize import optimize
from linkwright.targets import emit_package
from linkwright.targets.cases import cases_with_bounds
from linkwright.targets.program import Array, Case
from linkwright.targets.target import error_scale

BUILDS = {
    "c": ("cc", "-std=c99", "-O2", "-DLW_REAL=float", "model.c", "test_model.c", "-o", "test", "-lm"),
    "cpp": ("c++", "-std=c++17", "-O1", "-DLW_REAL=float", "test_model.cpp", "-o", "test"),
}
BUILT_IN = (
    "four_bar", "slider_crank", "parallelogram", "spherical_four_bar", "five_bar", "p3rrr", "p3prr", "delta", "rx90",
    "floating_arm", "three_omni", "four_mecanum", "unicycle", "tricycle", "mobile_manipulator", "elastic_arm",
    "cart_pole", "palletizer_coupled", "two_arm", "ur5", "stanford", "puma560",
)  # fmt: skip
REFUSED = ("all digits", "all_digits")  # what the static assertions say
DIGIT = 2.0**-23
LOSS = 1000.0  # times what inputs that are off in the last digit change, and the last digit of the largest result
MOST_OPERATIONS = 6000  # of a function: more take long to compile
TRIALS = 4  # of inputs that are off


def run(section: Section) -> None:
    if not all(map(shutil.which, ("cc", "c++"))):
        section.notes.append("no cc and c++: nothing was tried")
        return
    for rng in section.rounds(least=3):
        where = f"trial {section.trials}, seed {section.seed}"
        with section.guarded("single precision", where), warnings.catch_warnings():
            warnings.simplefilter("ignore", lw.ModelWarning)
            robot = _robot(rng)
            name = "inverse_geometry" if robot.name == "arm" else rng.choice(sorted(models()))
            derived = lw.model(robot, name)
            _one(section, derived, rng, f"{where}: {name} of {robot.name}")


def _robot(rng: random.Random) -> lw.Robot:
    kind = rng.randrange(3)
    if kind == 0:
        while not (found := scales.drawn(rng))[0].moving:
            pass
        return scales.as_robot(*found)
    if kind == 1:
        while not 2 < len(rows := free_angles.drawn(rng)) < 7:
            pass
        return free_angles.as_robot(rows)
    return lw.load(rng.choice(BUILT_IN))


def _one(section: Section, derived: Function, rng: random.Random, where: str) -> None:
    if len(derived.nodes) > MOST_OPERATIONS and derived.name != "arm_inverse_geometry":
        section.refused["too long"] += 1
        return
    fn = optimize(derived)
    language = rng.choice(sorted(BUILDS))
    files = emit_package([fn], language, references=[derived], name="model")
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        for file, text in files.items():
            Path(folder, file).write_text(text, encoding="utf-8")
        built = subprocess.run(BUILDS[language], cwd=folder, capture_output=True, text=True, check=False)
        if built.returncode:
            if any(word in built.stderr for word in REFUSED) and _is_held(fn):
                section.refused["fewer than six joints"] += 1
            else:
                section.found(f"{language}: does not compile for float", f"{where}: {built.stderr[:300]}")
            return
        done = subprocess.run([Path(folder, "test")], capture_output=True, text=True, check=False, timeout=100)
    section.comparisons += 1
    if done.returncode:
        bad = [x for x in done.stdout.splitlines() if "LARGE" in x or ("wrong" in x and not x.endswith(": 0 wrong"))]
        section.found(f"{language}: the package's own test fails for float", f"{where}: {bad[:3]}")
    _compare(section, fn, cases_with_bounds(fn, derived), done.stdout, f"{where}, {language}")


def _is_held(fn: Function) -> bool:
    """Whether it asks for poses of fewer than six joints: postures of so few numbers, which take all of the pose."""
    postures = [port for port in fn.outputs if port.name == "q"]
    return bool(postures) and postures[0].shape[1] < 6


def _compare(section: Section, fn: Function, states: Sequence[Case], printed: str, where: str) -> None:
    """The errors that the test prints, beside what inputs with few digits change."""
    outputs = [port for port in fn.outputs if port.kind == "real"]
    errors = [float(x) for x in re.findall(r"relative error (\S+)", printed)]
    kept = [case for case in states if case.single is not None]
    if len(errors) != len(kept) * len(outputs):
        section.found("a test prints other errors than it has states", where)
        return
    size = {port.name: error_scale(states, Array(port.name, port.name, ())) for port in outputs}
    for k, case in enumerate(kept):
        changes = _changes(fn, case) if not case.about else {}
        for port, error in zip(outputs, errors[k * len(outputs) :]):
            if port.name in changes:
                largest = max((abs(x) for x in case.outputs[port.name] if x == x), default=0.0)
                inside = case.noise[port.name] / 2.0**-52  # the terms of what is zero
                bound = LOSS * (changes[port.name] + DIGIT * (largest + inside))
                section.comparisons += 1
                if not error * size[port.name] <= bound:
                    off = error * size[port.name] / (bound or 1e-300)
                    section.found("a result has fewer digits than its inputs", f"{where}: {port.name}, {off:.1e} of it")


def _changes(fn: Function, case: Case) -> dict[str, float]:
    """The largest change of each output; nothing where there is no result beside the state."""
    draw = np.random.default_rng(1)
    found: dict[str, float] = {}
    for _ in range(TRIALS):
        given = {}
        for port in fn.inputs:
            x = np.array(case.inputs[port.name], float)
            given[port.name] = (x * (1 + DIGIT * draw.choice((-1, 1), x.shape))).reshape(port.shape)
        results: Any = fn(**given)
        results = results if isinstance(results, dict) else {fn.outputs[0].name: results}
        for port in fn.outputs:
            off = np.abs(np.ravel(np.asarray(results[port.name], float)) - case.outputs[port.name])
            if port.kind == "integer" and np.nan_to_num(off).any():
                return {}
            found[port.name] = max(found.get(port.name, 0.0), float(np.nan_to_num(off).max(initial=0.0)))
    return found
