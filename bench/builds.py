"""Native code for the measurements: compilers that this machine has, shared libraries that are built once and kept.

Everything lands in build/bench. A library's name holds a digest of its sources, its command, the compiler's version and
the processor, so that nothing stale is ever measured.
"""

from __future__ import annotations

import ctypes
import hashlib
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NoReturn

NATIVE = Path(__file__).parent / "native"
BUILD = Path(__file__).parent.parent / "build" / "bench"
CXX = {"gcc": "g++", "clang": "clang++"}
FAST = ("-O3", "-march=native")  # what a user gives who wants speed, without changing the arithmetic


NOT_MEASURED = 3  # the exit code of a command that lacks something on this machine
PEERS = "pip install -e '.[bench]' (make bench does)"


class MissingTool(Exception):
    """Something that a measurement needs is not on this machine; the text says how to get it."""


def finish(main: Callable[[], int | None]) -> NoReturn:
    """Run a command; what is missing for it is one line and an exit code of its own."""
    try:
        sys.exit(main())
    except ImportError as problem:
        print(f"not measured: {problem}; {PEERS}", file=sys.stderr)
    except MissingTool as problem:
        print(f"not measured: {problem}", file=sys.stderr)
    sys.exit(NOT_MEASURED)


@cache
def compilers() -> tuple[str, ...]:
    """The C compilers of this machine that have their C++ half too."""
    found = tuple(c for c, cxx in CXX.items() if shutil.which(c) and shutil.which(cxx))
    if not found:
        raise MissingTool("no C and C++ compiler found: install gcc and g++, better clang too")
    return found


@cache
def version(compiler: str) -> str:
    """The first line of --version, like "gcc (Debian 12.2.0-14) 12.2.0"."""
    run = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True)
    return run.stdout.splitlines()[0]


@cache
def processor() -> str:
    """The model name of the processor."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def shared_library(
    name: str, sources: Sequence[Path], compiler: str, flags: Sequence[str] = FAST, last: Sequence[str] = ()
) -> Path:
    """The library made of these sources, built now or before. `last` are the flags that follow the sources."""
    command = [compiler, *flags, "-w", "-fPIC", "-shared"]
    digest = hashlib.sha256(repr((command, list(last), version(compiler), processor())).encode())
    for source in [*sources, *sorted(p for s in sources for p in s.parent.glob("*.h*"))]:
        digest.update(source.read_bytes())
    BUILD.mkdir(parents=True, exist_ok=True)
    library = BUILD / f"{name}-{digest.hexdigest()[:16]}.so"
    if not library.exists():
        fresh = library.with_suffix(".part")
        run = subprocess.run([*command, *map(str, sources), "-o", str(fresh), *last], capture_output=True, text=True)
        if run.returncode:
            raise MissingTool(f"{' '.join(command)} does not build {name}:\n{run.stderr[:2000]}")
        fresh.replace(library)
    return library


@cache
def loops() -> ctypes.CDLL:
    """The timed loops (native/loops.c)."""
    library = ctypes.CDLL(str(shared_library("loops", [NATIVE / "loops.c"], compilers()[0], ["-O2"])))
    for loop in (library.timed_scalar, library.timed_casadi, library.timed_batch):
        loop.restype = ctypes.c_double
    return library
