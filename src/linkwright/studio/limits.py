"""Limits of jobs: seconds of each job by name, bytes, memory. The server needs to know no more of them."""

from __future__ import annotations

from collections.abc import Mapping

MAX_REQUEST_BYTES = 2_000_000  # of a request
MAX_MESSAGE_BYTES = 32_000_000  # bytes of one message
MAX_MEMORY = 6_000_000_000  # bytes of addresses of a worker, of which NumPy and LLVM reserve some
MAX_JOBS = 4  # at a time
MAX_WAITING_JOBS = 16  # waiting jobs; more are rejected
GRACE_SECONDS = 0.3  # seconds that a cancelled job has to finish
MAX_JOBS_PER_WORKER = 300  # jobs of one worker, so that caches of libraries do not grow without bound

SECONDS_BY_JOB: Mapping[str, float] = {
    "catalogue": 120, "tables": 30, "builtin": 30, "new": 30, "convert_dh": 30, "read": 60, "write": 30, "close": 20,
    "compile": 120, "equations": 120, "expand": 120, "base": 120, "mobility": 120, "explain": 120, "inverse": 120,
    "zip": 300, "simulate": 300, "verify": 1800,
}  # fmt: skip

__all__ = [
    "GRACE_SECONDS",
    "MAX_JOBS",
    "MAX_JOBS_PER_WORKER",
    "MAX_MEMORY",
    "MAX_MESSAGE_BYTES",
    "MAX_REQUEST_BYTES",
    "MAX_WAITING_JOBS",
    "SECONDS_BY_JOB",
]
