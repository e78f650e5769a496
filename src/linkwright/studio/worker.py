"""Worker process: one job per line of its input, messages as lines of its output. Started by `pool`.

It is a session of its own, so that no Ctrl-C reaches it and its children end with it. When its input ends because the
server ended, it ends, too, even during a job.
"""

from __future__ import annotations

import gc
import json
import os
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO

from linkwright.memory import GC_THRESHOLD
from linkwright.studio.limits import MAX_MEMORY, MAX_MESSAGE_BYTES

WARM = {"do": "compile", "model": "inverse_dynamics", "parameters": "base", "target": "c", "robot": {
    "name": "warm", "joint": [{"body": "symbolic"}, {"alpha": "pi/2", "d": "L2", "body": "symbolic"}],
}}  # fmt: skip


def main() -> None:
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # text that a library prints is not a message
    waiting: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_queue_jobs, args=(sys.stdin.buffer, waiting), daemon=True).start()
    _limit_memory(MAX_MEMORY)
    from linkwright.studio import jobs

    gc.set_threshold(GC_THRESHOLD, 20, 20)
    say = _Speaker(output)
    say({"type": "ready"})
    if waiting.empty():
        for _ in jobs.run(WARM):  # imports that jobs need
            pass
        gc.collect()
        gc.freeze()  # imported modules are never garbage
    while True:
        job = json.loads(waiting.get())
        try:
            with _unlimited(job.get("do") == "verify" and job.get("targets", []) != []):
                for message in jobs.run(job, say):
                    say(message)
            gc.collect(0)  # now, while nobody waits, and not in the midst of a later job
        except Exception as problem:  # a bug: the page shows it, and the next job can be done
            traceback.print_exc()
            what = f"internal error in Linkwright: {type(problem).__name__}: {problem}"
            say(jobs.problem_message(what[:1000], remedy="please report it, with the robot"))
            say({"type": "done", "ok": False, "ms": 0})


def _queue_jobs(source: BinaryIO, waiting: queue.SimpleQueue[bytes]) -> None:
    for line in source:
        waiting.put(line)
    if os.name == "posix" and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)  # compilers and interpreters that it started, and itself
    os._exit(0)


class _Speaker:
    def __init__(self, output: BinaryIO) -> None:
        self.output = output

    def __call__(self, message: dict[str, Any]) -> None:
        line = _line(message)
        if len(line) > MAX_MESSAGE_BYTES:
            what = f"the answer has {len(line) / 1e6:.0f} MB"
            line = _line(
                {
                    "type": "problem",
                    "place": [],
                    "what": what,
                    "file": "",
                    "line": 0,
                    "remedy": f"at most {MAX_MESSAGE_BYTES / 1e6:.0f} MB: fewer outputs, or fewer samples",
                }
            )
        self.output.write(line)
        self.output.flush()


def _line(message: dict[str, Any]) -> bytes:
    """Return a message as one line of JSON; NaN and infinity become null."""
    try:
        return json.dumps(message, separators=(",", ":"), allow_nan=False).encode() + b"\n"
    except ValueError:
        return json.dumps(_without_nan(message), separators=(",", ":"), allow_nan=False).encode() + b"\n"


def _without_nan(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nan(x) for key, x in value.items()}
    if isinstance(value, list | tuple):
        return [_without_nan(x) for x in value]
    return None if isinstance(value, float) and value - value != 0 else value


def _limit_memory(size: int) -> None:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        _set_memory((size if most < 0 else min(size, most), most))


def _set_memory(limits: tuple[int, int]) -> None:
    """Set the limits of the address space, where the operating system has them: macOS does not."""
    if sys.platform != "win32":
        import resource

        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, limits)


@contextmanager
def _unlimited(wanted: bool) -> Iterator[None]:
    """Lift the limit of memory: interpreters that run emitted code reserve more addresses than they use."""
    if not wanted or sys.platform == "win32":
        yield
        return
    import resource

    usual = resource.getrlimit(resource.RLIMIT_AS)
    _set_memory((usual[1], usual[1]))
    try:
        yield
    finally:
        _set_memory(usual)


if __name__ == "__main__":
    main()
