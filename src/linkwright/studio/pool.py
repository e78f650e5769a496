"""Workers: processes that do jobs, with limits of time, memory and size. One spare worker is kept ready.

    async for line in pool.lines({"do": "compile", ...}):     # messages as lines of JSON, `done` last
        ...

A job is cancelled when the iteration stops: after a short grace, its process and its children are killed.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from linkwright.errors import LinkwrightError
from linkwright.studio.limits import (
    GRACE_SECONDS,
    MAX_JOBS,
    MAX_JOBS_PER_WORKER,
    MAX_MESSAGE_BYTES,
    MAX_WAITING_JOBS,
    SECONDS_BY_JOB,
)

SOURCE = Path(__file__).resolve().parents[2]  # where the package is
DONE = b'{"type":"done"'
MAX_START_SECONDS = 120.0  # seconds that a process may take to start
MAX_IDLE_WORKERS = 2  # workers that wait for jobs


class Busy(LinkwrightError):
    """Too many jobs wait already."""


class Worker:
    """One worker process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process, self.uses, self.last, self.ready, self.killed = process, 0, "", False, False

    @classmethod
    async def start(cls) -> Worker:
        given = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
        paths = os.pathsep.join(dict.fromkeys([str(SOURCE), *given]))
        threads = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "linkwright.studio.worker", stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE, limit=2 * MAX_MESSAGE_BYTES, start_new_session=True,
            env={**os.environ, **threads, "PYTHONPATH": paths},
        )  # fmt: skip
        return cls(process)

    @property
    def lives(self) -> bool:
        return self.process.returncode is None

    async def line(self) -> bytes:
        """The next message; nothing if the process ended."""
        assert self.process.stdout is not None
        return await self.process.stdout.readline()

    async def warm(self) -> bool:
        """Wait until the process is ready; whether it is."""
        if not self.ready:
            with suppress(asyncio.TimeoutError):
                self.ready = b'"ready"' in await asyncio.wait_for(self.line(), MAX_START_SECONDS)
        return self.ready

    async def begin(self, job: Mapping[str, Any]) -> None:
        self.uses, self.last = self.uses + 1, str(job.get("do"))
        assert self.process.stdin is not None
        with suppress(ConnectionError):
            self.process.stdin.write(json.dumps(job).encode() + b"\n")
            await self.process.stdin.drain()

    def kill(self) -> None:
        """Kill the process and its children."""
        self.killed = True
        if self.lives:
            with suppress(ProcessLookupError, PermissionError):
                if os.name == "posix":
                    os.killpg(self.process.pid, signal.SIGKILL)
                else:
                    self.process.kill()


class Pool:
    """The workers of one server. `seconds`: limits of jobs by name that differ from the defaults."""

    def __init__(
        self, seconds: Mapping[str, float] | None = None, most: int = MAX_JOBS, grace: float = GRACE_SECONDS
    ) -> None:
        self.seconds = {**SECONDS_BY_JOB, **(seconds or {})}
        self.grace, self.most = grace, most
        self.waiting = 0
        self.idle: list[Worker] = []
        self.workers: set[Worker] = set()
        self.tasks: set[asyncio.Task[Any]] = set()
        self.starting = 0
        self.settling = 0  # workers that finish a cancelled job, and are free in a moment
        self.closed = False
        self.free = asyncio.Semaphore(most)

    async def open(self) -> None:
        """Start the first worker, for which the first job waits."""
        await self._spare()

    async def close(self) -> None:
        """End all processes, and start no more."""
        self.closed = True
        for task in self.tasks:
            task.cancel()
        for worker in self.workers:
            worker.kill()
        for worker in tuple(self.workers):
            await worker.process.wait()
        self.workers.clear()
        self.idle.clear()

    # -- jobs ----------------------------------------------------------------------------------------------------------

    async def lines(self, job: Mapping[str, Any]) -> AsyncIterator[bytes]:
        """Yield the messages of a job as lines of JSON."""
        if self.waiting >= MAX_WAITING_JOBS:
            raise Busy(f"{MAX_WAITING_JOBS} jobs are waiting already")
        self.waiting += 1
        try:
            await self.free.acquire()
        finally:
            self.waiting -= 1
        try:
            worker = await self._take(str(job.get("do")))
        except BaseException:
            self.free.release()
            raise
        over = False
        try:
            if not await worker.warm():
                raise ConnectionError
            await worker.begin(job)
            limit = self.seconds[str(job.get("do"))]
            end = asyncio.get_running_loop().time() + limit
            while not over:
                line = await asyncio.wait_for(worker.line(), max(end - asyncio.get_running_loop().time(), 0))
                if not line.endswith(b"\n"):
                    raise ConnectionError
                over = line.startswith(DONE)
                yield line
        except TimeoutError:
            worker.kill()
            what, remedy = f"stopped: this job may take {limit:g} s", "try a smaller robot or model, or fewer outputs"
            for line in _end_messages(what, remedy):
                yield line
        except (ConnectionError, ValueError):  # it died, or its line is longer than any message
            worker.kill()
            remedy = "it may have needed too much memory: try a smaller model"
            for line in _end_messages("the process of this job ended", remedy):
                yield line
        finally:
            if over:
                self._keep(worker)
            else:
                self._later(self._settle(worker))

    async def _take(self, name: str) -> Worker:
        """Return the idle worker that did such a job last, whose caches are filled; otherwise the one used last."""
        self.idle = [worker for worker in self.idle if worker.lives and not worker.killed]
        if self.idle:
            worker = next((w for w in reversed(self.idle) if w.last == name), self.idle[-1])
            self.idle.remove(worker)
        else:
            worker = await Worker.start()
            self.workers.add(worker)
        self._replenish()
        return worker

    def _replenish(self) -> None:
        """Start a spare worker, unless one is about to be free, as most are while somebody types."""
        if not self.idle and not self.starting and not self.settling:
            self._later(self._spare())

    async def _settle(self, worker: Worker) -> None:
        """Let a cancelled job finish for a moment, then kill its worker."""
        over = False
        self.settling += 1
        try:
            with suppress(TimeoutError, ValueError):
                async with asyncio.timeout(self.grace):
                    while not over and (line := await worker.line()):
                        over = line.startswith(DONE)
        finally:
            self.settling -= 1
        if not over:
            worker.kill()
        self._keep(worker)
        if not over:
            self._replenish()

    def _keep(self, worker: Worker) -> None:
        """Keep a worker for the next job; if enough are idle, the one that has been idle longest is ended."""
        self.free.release()
        self.idle.insert(0 if worker.last == "catalogue" else len(self.idle), worker)  # which fills no caches of models
        tired = [w for w in self.idle if not w.lives or w.killed or w.uses >= MAX_JOBS_PER_WORKER]
        fresh = [w for w in self.idle if w not in tired]
        self.idle = fresh[-MAX_IDLE_WORKERS:]
        for w in (*tired, *fresh[:-MAX_IDLE_WORKERS]):
            self._later(self._end(w))

    async def _end(self, worker: Worker) -> None:
        worker.kill()
        await worker.process.wait()
        self.workers.discard(worker)

    async def _spare(self) -> None:
        """Start a worker before it is needed."""
        self.starting += 1
        try:
            worker = await Worker.start()
            self.workers.add(worker)
            self.idle.insert(0, worker)
        finally:
            self.starting -= 1

    def _later(self, work: Any) -> None:
        if self.closed:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


def _end_messages(what: str, remedy: str) -> list[bytes]:
    told = {"type": "problem", "place": [], "what": what, "remedy": remedy, "file": "", "line": 0}
    done = {"type": "done", "ok": False, "ms": 0}
    return [json.dumps(message, separators=(",", ":")).encode() + b"\n" for message in (told, done)]


__all__ = ["Busy", "Pool"]
