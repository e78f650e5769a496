"""A fresh machine: a clone of what is committed, in a folder of its own, and every make target in it."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from pathlib import Path

from fuzz.report import Section

ROOT = Path(__file__).parent.parent
TARGETS = ("demo", "lint", "test", "bench BENCH_ARGS=--quick")


def run(section: Section, targets: tuple[str, ...] = TARGETS) -> None:
    """Nothing of this environment goes along: no packages, no variables but the path."""
    kept = {
        k: v for k, v in os.environ.items() if k in ("PATH", "HOME", "LANG", "TMPDIR") or k.startswith(("PIP_", "SSL_"))
    }
    with tempfile.TemporaryDirectory(prefix="fuzz-fresh-") as folder:
        clone = Path(folder, "linkwright")
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        for target in targets:
            section.trials += 1
            section.tell(f"make {target}")
            start = time.monotonic()
            done = subprocess.run(["make", *target.split()], cwd=clone, env=kept, capture_output=True, text=True)
            section.comparisons += 1
            section.notes.append(f"make {target}: {time.monotonic() - start:.0f} s")
            if done.returncode:
                section.found(f"make {target}", (done.stdout + done.stderr)[-600:])
