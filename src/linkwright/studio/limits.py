"""What a job may take: names of all jobs with their seconds, bytes, memory. The server knows no more of them."""

from __future__ import annotations

from collections.abc import Mapping

BYTES = 2_000_000  # of a request
ANSWER = 32_000_000  # bytes of one message
MEMORY = 6_000_000_000  # bytes of addresses of a worker, of which NumPy and LLVM reserve some
JOBS = 4  # at a time
WAITING = 16  # more are turned away
GRACE = 0.3  # seconds that a job has to finish when nobody waits for it any more
USES = 300  # jobs of one worker: what libraries keep does not pile up

SECONDS: Mapping[str, float] = {
    "catalogue": 120, "tables": 30, "builtin": 30, "new": 30, "convert_dh": 30, "read": 60, "write": 30, "close": 20,
    "compile": 120, "equations": 120, "expand": 120, "base": 120, "mobility": 120, "explain": 120, "inverse": 120,
    "zip": 300, "simulate": 300, "verify": 1800,
}  # fmt: skip
HIGH = 180  # seconds more for high effort, which takes about one minute, and on a busy machine more

__all__ = ["ANSWER", "BYTES", "GRACE", "HIGH", "JOBS", "MEMORY", "SECONDS", "USES", "WAITING"]
