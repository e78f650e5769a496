"""Limits of jobs: seconds of each job by name, bytes, memory. The server needs to know no more of them."""

from __future__ import annotations

from collections.abc import Mapping

BYTES = 2_000_000  # of a request
ANSWER = 32_000_000  # bytes of one message
MEMORY = 6_000_000_000  # bytes of addresses of a worker, of which NumPy and LLVM reserve some
JOBS = 4  # at a time
WAITING = 16  # waiting jobs; more are rejected
GRACE = 0.3  # seconds that a cancelled job has to finish
USES = 300  # jobs of one worker, so that caches of libraries do not grow without bound

SECONDS: Mapping[str, float] = {
    "catalogue": 120, "tables": 30, "builtin": 30, "new": 30, "convert_dh": 30, "read": 60, "write": 30, "close": 20,
    "compile": 120, "equations": 120, "expand": 120, "base": 120, "mobility": 120, "explain": 120, "inverse": 120,
    "zip": 300, "simulate": 300, "verify": 1800,
}  # fmt: skip

__all__ = ["ANSWER", "BYTES", "GRACE", "JOBS", "MEMORY", "SECONDS", "USES", "WAITING"]
