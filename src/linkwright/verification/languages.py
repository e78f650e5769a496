"""Emitted code against the derived model: the package of every language is built and its own test is run.

The package holds the inverse dynamics in standard, base and tuned parameters, and the functions that compute base and
tuned parameters, all optimized. The values that its test expects are those of the functions as derived, before any
optimization; those of the base and tuned parameters come from the standard robot.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

from linkwright.errors import InputError, LinkwrightError, RobotError
from linkwright.expr import Function
from linkwright.models import function
from linkwright.models.derive.tuned_parameters import tuned_parameters
from linkwright.models.parameters.base_parameters import base_parameters_function, find_base_parameters
from linkwright.models.parameters.equivalent_base_sets import tuned_parameters_function
from linkwright.optimize import optimize
from linkwright.robot import Robot
from linkwright.targets import Target, emit_package, find_target
from linkwright.targets import targets as all_targets
from linkwright.targets.cases import cases
from linkwright.verification.bench import require_tree
from linkwright.verification.certificate import Check
from linkwright.verification.expectations import independent_reference, standard_reference

TIMEOUT = 120.0  # seconds, of one command
MAX_OUTPUT_LINES = 5  # of a tool's output in the certificate

Pairs = tuple[list[Function], list[Function]]  # what is emitted, and what gives its expected values


def languages(robot: Robot, targets: Sequence[str] | None = None) -> Iterator[tuple[str, Callable[[], Check]]]:
    """Yield (name, check) of every language that can be run, or of the chosen ones; a check is run when it is
    called."""
    runnable = [t for t in all_targets().values() if t.check]
    chosen = runnable if targets is None else [find_target(n) for n in targets]
    made = cache(lambda: _standard_functions(robot))
    for target in chosen:
        name = f"{target.name}: emitted code = derived model"
        yield name, lambda name=name, target=target: _check_safely(name, target, made)  # type: ignore[misc]
        if target.single:
            name, single = (
                f"{target.name} in single precision: emitted code = derived model",
                in_single_precision(target),
            )
            yield name, lambda name=name, target=single: _check_safely(name, target, made)  # type: ignore[misc]


def _standard_functions(robot: Robot) -> Pairs:
    """Inverse dynamics in standard and, where the robot has them, in base and tuned parameters, with the functions that
    compute these."""
    if robot.loops:
        return _closed_functions(robot)
    if not robot.wheels:
        require_tree(robot)
    derived = [function(robot, "inverse_dynamics", parameters="standard")]
    expected = [independent_reference(robot, derived[0], "inverse_dynamics", {})]
    try:
        base = find_base_parameters(robot)
        made = function(base.robot, "inverse_dynamics", parameters="base")
        made = replace(made, name=f"{made.name}_base")
        derived.append(made)
        expected.append(standard_reference(base, made, "inverse_dynamics"))
        group = base_parameters_function(robot)
        more = [group] if group.outputs[0].size else []
        tuned = tuned_parameters(robot)
        if tuned.relations:
            made = function(tuned.robot, "inverse_dynamics", parameters="tuned")
            made = replace(made, name=f"{made.name}_tuned")
            derived.append(made)
            expected.append(standard_reference(tuned, made, "inverse_dynamics"))
            more += [tuned_parameters_function(tuned, source) for source in ("standard", "base")]
        derived, expected = derived + more, expected + more
    except RobotError:
        pass  # its base parameters cannot be determined: the standard ones are verified alone
    return [optimize(f) for f in derived], expected


def _closed_functions(robot: Robot) -> Pairs:
    """Inverse dynamics with the motion of all joints given (positions alone where not all accelerations are inputs),
    and with that of the independent ones, if random states close."""
    try:
        derived = [function(robot, "inverse_dynamics", {"closure": "given"})]
    except RobotError:
        derived = [function(robot, "inverse_dynamics", {"closure": "positions"})]
    solved = function(robot, "inverse_dynamics")
    with suppress(InputError):
        cases(solved)
        derived.append(solved)
    return [optimize(f) for f in derived], derived


def _check_safely(name: str, target: Target, made: Callable[[], Pairs]) -> Check:
    try:
        emitted, derived = made()
        return check_language(name, target, emitted, derived)
    except RobotError as reason:  # the model does not apply to this robot
        return Check(name, "skipped", str(reason))
    except LinkwrightError as problem:
        return Check(name, "failed", str(problem))


def in_single_precision(target: Target) -> Target:
    """The language with packages built for single precision."""
    assert target.check
    return replace(target, check=target.check.with_option(target.single))


def check_language(name: str, target: Target, emitted: Sequence[Function], derived: Sequence[Function]) -> Check:
    """Emit, build and run in a temporary folder."""
    if target.check is None:
        return Check(name, "skipped", f"{target.name} is a text to read, it cannot be run")
    found = {c[0]: find_tool(c[0]) for c in target.check.commands if not c[0].startswith("./")}
    missing = [tool for tool, path in found.items() if path is None]
    if missing:
        return Check(name, "skipped", f"{missing[0]} is not installed")
    files = emit_package(emitted, target.name, references=derived, name="model")
    stem = target.style.rules.legal("model")
    with tempfile.TemporaryDirectory(prefix="linkwright-") as folder:
        for file, text in files.items():
            Path(folder, file).write_text(text, encoding="utf-8")
        for command in target.check.commands:
            words = [word.format(name=stem) for word in command]
            words[0] = found.get(command[0]) or str(Path(folder, words[0]))
            try:
                done = _run_command(words, folder)
            except subprocess.TimeoutExpired:
                return Check(name, "skipped", f"{command[0]} gave no answer within {TIMEOUT:.0f} s")
            if done.returncode:
                return Check(name, "failed", f"{command[0]}: {_output_tail(done)}")
    if target.check.says not in done.stdout + done.stderr:
        return Check(name, "failed", f"{command[0]}: {_output_tail(done)}")
    return Check(name, "passed", f"{len(emitted)} functions, run by {' and '.join(found)}")


def find_tool(name: str) -> str | None:
    """The path of a program: this Python itself, one of its scripts, or one on PATH."""
    if name == "python":
        return sys.executable
    return shutil.which(name, path=sysconfig.get_path("scripts")) or shutil.which(name)


def _run_command(command: Sequence[str], folder: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL,
        timeout=TIMEOUT, check=False,
    )  # fmt: skip


def _output_tail(done: subprocess.CompletedProcess[str]) -> str:
    lines = [x.strip() for x in (done.stdout + done.stderr).splitlines() if x.strip()]
    return " | ".join(lines[-MAX_OUTPUT_LINES:]) or f"exit code {done.returncode}, no output"
