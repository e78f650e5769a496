"""Good files made wrong: read as a robot, or refused, a line for each error, exit code 2; no traceback, no half file.

The command line is called in this process. A mutation that is read must also be shown, converted and generated from:
each of these succeeds, or refuses in the same way and leaves the folder as it was.
"""

from __future__ import annotations

import contextlib
import io
import math
import random
import re
import shutil
import sys
import tempfile
import time
import traceback
import warnings
from pathlib import Path

import linkwright as lw
from fuzz.report import Section
from linkwright import cli, formats

WORDS = ("nan", "inf", "-inf", "1e999", "1e308", "-1e-320", "", " ", "x", "\u221e", "\u0661\u0662", "0x10", "1,5",
         "1_000", "--1", "((((", "__import__('os')", "9" * 400, "1/0", "0/0", "sqrt(-1)", "a" * 5000, "\x00", "True",
         "None", "[]", "{}", "'", '"', "&lt;", "<!--", "2**9**9", "pi" * 50)  # fmt: skip
URDF = """<?xml version="1.0"?>
<robot name="two">
  <link name="base"/>
  <link name="upper"><inertial><origin xyz="0.1 0 0" rpy="0 0 0.2"/><mass value="1.5"/>
    <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.2" iyz="0" izz="0.2"/></inertial></link>
  <link name="lower"><inertial><mass value="0.5"/>
    <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/>
    <origin xyz="0 0 0.3" rpy="0 0 0"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="10" velocity="2"/>
    <dynamics damping="0.1" friction="0.2"/></joint>
  <joint name="elbow" type="prismatic"><parent link="upper"/><child link="lower"/>
    <origin xyz="0.4 0 0" rpy="1.5708 0 0"/>
    <axis xyz="0 0 1"/><limit lower="0" upper="0.2" effort="10" velocity="2"/></joint>
</robot>
"""


def seeds(folder: Path) -> list[Path]:
    """A good file of each format."""
    found = []
    for name, robot in (("rrp", lw.load("rrp")), ("sr400", lw.load("sr400")), ("cart_pole", lw.load("cart_pole"))):
        for suffix in (".par", ".toml", ".csv"):
            path = folder / f"{name}{suffix}"
            with contextlib.suppress(lw.LinkwrightError):
                formats.write(robot, path)
                found.append(path)
    (folder / "two.urdf").write_text(URDF)
    return [*found, folder / "two.urdf"]


def mutated(data: bytes, rng: random.Random) -> bytes:
    """One thing changed, or a few."""
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        lines, numbers = data.split(b"\n"), list(re.finditer(rb"-?\d+\.?\d*", data))
        k = rng.randrange(len(lines))
        match rng.randrange(9):
            case 0 if data:
                at = rng.randrange(len(data))
                data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
            case 1:
                data = b"\n".join(lines[:k] + lines[k + 1 :])
            case 2:
                data = b"\n".join(lines[: k + 1] + lines[k:])
            case 3 if data:
                data = data[: rng.randrange(len(data))]
            case 4:
                rng.shuffle(lines)
                data = b"\n".join(lines)
            case 5 if data:
                at = rng.randrange(len(data))
                data = data[:at] + data[at + rng.randrange(1, 20) :]
            case 6:
                word = rng.choice(re.findall(rb"\w+", data) or [b"x"])
                data = data.replace(word, rng.choice(WORDS).encode("utf-8", "replace"), 1)
            case _ if numbers:
                m = rng.choice(numbers)
                data = data[: m.start()] + rng.choice(WORDS).encode() + data[m.end() :]
    return data


def call(*arguments: str) -> tuple[int, str, str, str]:
    """Exit code, output, errors, and the traceback of what nobody caught."""
    out, err = io.StringIO(), io.StringIO()
    argv, sys.argv = sys.argv, ["linkwright", *arguments]
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), warnings.catch_warnings():
            warnings.simplefilter("default")
            cli.main()
        return 0, out.getvalue(), err.getvalue(), ""
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        return code, out.getvalue(), err.getvalue(), ""
    except BaseException as problem:
        if isinstance(problem, KeyboardInterrupt):
            raise
        return -1, out.getvalue(), err.getvalue(), " | ".join(traceback.format_exc().strip().split("\n")[-3:])
    finally:
        sys.argv = argv


def run(section: Section) -> None:
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
        folder = Path(name)
        good = seeds(folder)
        for rng in section.rounds(least=100):
            source = rng.choice(good)
            path = folder / f"wrong{source.suffix}"
            data = mutated(source.read_bytes(), rng)
            path.write_bytes(data)
            seen = len(section.findings)
            _one(section, path, folder / "out", rng, f"{source.name}, trial {section.trials}, seed {section.seed}")
            section.keep(data, source.suffix, seen)


def finite(path: Path) -> bool:
    """Whether every number of a robot's tables is one."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        robot = lw.load(path)
    numbers = [e.number for e in robot.scalars() if e.number is not None]
    return all(math.isfinite(x) for x in (*numbers, *robot.numbers.values()))


def _one(section: Section, path: Path, out: Path, rng: random.Random, where: str) -> None:
    other = rng.choice((".toml", ".par", ".csv"))
    commands: tuple[tuple[str, ...], ...] = (
        ("show", str(path)), ("convert", str(path), str(out / f"copy{other}")),
        ("generate", str(path), "inverse_dynamics", "--target", rng.choice(("c", "python", "matlab")), "-o", str(out),
         "--parameters", rng.choice(("standard", "base"))),
    )  # fmt: skip
    for command in commands:
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()
        start = time.monotonic()
        code, _, err, trace = call(*command)
        took = time.monotonic() - start
        section.comparisons += 1
        what = f"{command[0]} of {path.suffix}"
        lines = [x for x in err.split("\n") if x.strip() and not x.startswith(("warning: ", "  "))]
        if trace:
            section.found(f"{what}: traceback {trace.split('| ')[-1].split(':')[0]}", f"{where}: {trace[-300:]}")
        elif code not in (0, 2):
            section.found(f"{what}: exit code {code}", f"{where}: {err[-200:]}")
        elif code == 2:
            section.refused[what] += 1
            if not lines or not all(line.startswith("linkwright: ") for line in lines):
                section.found(f"{what}: not one line for each error", f"{where}: {err[-300:]!r}")
            if list(out.iterdir()):
                section.found(f"{what}: something half-written", f"{where}: {list(out.iterdir())}")
        elif command[0] == "convert" and not finite(Path(command[2])):
            section.found(f"{what}: a number that is none", where)
        if took > 20:
            section.found(f"{what}: {took:.0f} s", where)
        if code:
            return
