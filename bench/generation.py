"""How long it takes from a description to C text, for one model and for all of them, beside SymPy's KanesMethod.

    python -m bench.generation [--repeats N] [--json]

Linkwright: the file is read, modelled, optimized and emitted as a C package (header, source, its own test) in this
process. Times are those of the processor, so that other work on the machine counts little. "first" is the very first
run, with everything that Python imports on the way; "best" and "median" are of the repeats after it. The catalogue is
every model that the Panda has (none for square Jacobians only), symbolic, standard parameters, a package each. SymPy:
`KanesMethod` on the 5-joint SCARA up to mass matrix and forcing vector, not simplified and without any code written;
its cache is emptied before every repeat, as in a new script.

*The command*: processor time of a whole `linkwright generate`, Python's start included, compiled bytecode there.
*Growth*: processor time to derive and optimize models of general chains of n joints, each in a process of its own, by
the operation that comes out, and what the process held in memory at most, which is judged where it is much.
"""

from __future__ import annotations

import argparse
import compileall
import gc
import itertools
import json
import logging
import os
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from bench.builds import finish
from bench.contender import Progress

if TYPE_CHECKING:
    from linkwright import Robot

RX90_GOAL, TALOS_GOAL, CATALOGUE_GOAL = 0.050, 1.5, 10.0
COMMAND_GOAL, GROWTH_GOAL, MEMORY_GOAL = 0.3, 0.15, 2.0  # seconds; milliseconds and kB by operation
GROWTH = (("inverse_dynamics", (7, 30, 60)), ("forward_dynamics", (7, 30, 60, 120)), ("inertia_matrix", (7, 30, 60)),
          ("coriolis_matrix", (7, 30)), ("regressor", (7, 15, 30)), ("inverse_dynamics_derivatives", (7, 15, 30, 60)),
          ("forward_dynamics_derivatives", (7, 15, 30)), ("jacobian", (7, 30, 60)), ("jacobian_dot", (7, 30)),
          ("hessian", (7, 30)), ("gravity_vector", (7, 30)))  # fmt: skip
SOME = 5000  # operations: what fewer need is less than the megabytes in which a process gets its memory
SLOWEST = 8  # models of the catalogue that are listed
OPENSYMORO_RX90 = 0.2  # seconds for its inverse dynamics of the RX90; it needs a SymPy of 2013 and is not run here


@dataclass(frozen=True)
class Row:
    what: str
    first: float
    best: float
    median: float
    size: int  # characters of the text
    goal: float | None = None


def c_text(what: str, parameters: Literal["standard", "base"]) -> dict[str, str]:
    """Description to C, through the public functions."""
    import linkwright as lw

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", lw.ModelWarning)
        fn = lw.model(unseen(lw.load(what).without("couplings")), "inverse_dynamics", parameters=parameters)
        return lw.emit(fn, "c")


_numbers = itertools.count()


def unseen(robot: Robot) -> Robot:
    """The same under a name of its own: choices that are made once for a robot are made for it."""
    return robot.changed(name=f"{robot.name}_{next(_numbers)}")


class Catalogue:
    """Every model of a robot, with the seconds of each."""

    def __init__(self, robot: str, tell: Progress) -> None:
        self.robot, self.tell = robot, tell
        self.seconds: dict[str, float] = {}  # by model: the shortest time
        self.without: list[str] = []  # models that the robot does not have

    def __call__(self) -> dict[str, str]:
        import linkwright as lw
        from linkwright.models.framework.model import models

        files: dict[str, str] = {}
        self.without = []
        robot, names = unseen(lw.load(self.robot)), list(models())
        for k, name in enumerate(names):
            self.tell(f"{self.robot}: {name} ({k + 1}/{len(names)})")
            start = time.process_time()
            try:
                files |= lw.emit(lw.model(robot, name), "c")
            except lw.RobotError:
                self.without.append(name)
                continue
            self.seconds[name] = min(time.process_time() - start, self.seconds.get(name, float("inf")))
        return files

    def slowest(self) -> str:
        ranked = sorted(self.seconds.items(), key=lambda item: -item[1])[:SLOWEST]
        return ", ".join(f"{name} {1e3 * seconds:.0f} ms" for name, seconds in ranked)


def kane() -> dict[str, str]:
    from sympy.core.cache import clear_cache

    from bench.scara_kane import equations

    clear_cache()
    made = equations()
    return {"M": "", "f": "", "": str(made.M.shape)}


def seconds(task: Callable[[], dict[str, str]]) -> tuple[float, int]:
    """Processor time: all tasks run in one thread, so that it is the time on a machine with nothing else to do."""
    gc.collect()
    start = time.process_time()
    files = task()
    return time.process_time() - start, sum(map(len, files.values()))


def talos() -> str:
    from bench.peers import prefix

    return str(prefix() / "share/example-robot-data/robots/talos_data/robots/talos_reduced.urdf")


def measured(repeats: int) -> tuple[list[Row], Catalogue]:
    """All tasks, repeated in turn."""
    tell = Progress()
    tasks: list[tuple[str, Callable[[], dict[str, str]], float | None]] = [
        ("Linkwright: RX90, base parameters", lambda: c_text("rx90", "base"), RX90_GOAL),
        ("Linkwright: SCARA5, standard parameters", lambda: c_text("scara5", "standard"), None),
        ("SymPy KanesMethod: SCARA5", kane, None),
    ]
    firsts = [seconds(task) for _, task, _ in tasks]
    file = talos()  # finding it imports Pinocchio: after the first run of the others
    tasks.append(("Linkwright: Talos (32 joints) from URDF, base parameters", lambda: c_text(file, "base"), TALOS_GOAL))
    firsts.append(seconds(tasks[-1][1]))
    catalogue = Catalogue("panda", tell)
    tasks.append(("Linkwright: Panda (7 joints), every model", catalogue, CATALOGUE_GOAL))
    firsts.append(seconds(tasks[-1][1]))
    times: list[list[float]] = [[] for _ in tasks]
    for r in range(repeats):
        for k, (what, task, _) in enumerate(tasks):
            if r < (3 if task is catalogue else max(3, repeats // 4)) or k < 2:  # the slow ones less often
                times[k].append(seconds(task)[0])
                tell(f"{r + 1}/{repeats}  {what}")
    tell.done()
    rows = [
        Row(what, first, min(t), sorted(t)[len(t) // 2], size, goal)
        for (what, _, goal), (first, size), t in zip(tasks, firsts, times)
    ]
    return rows, catalogue


# -- the command, and growth -------------------------------------------------------------------------------------------


def command(repeats: int) -> list[float]:
    """Processor times of the command, and of importing the package alone last."""
    import linkwright

    compileall.compile_dir(str(Path(linkwright.__file__).parent), quiet=2)
    with tempfile.TemporaryDirectory() as folder:
        whole = ["-m", "linkwright", "generate", "rx90", "inverse_dynamics", "--target", "c", "-o", folder]
        return [min(_child(words) for _ in range(repeats)) for words in (whole, ["-c", "import linkwright"])]


def _child(words: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL, env=dict(os.environ))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


CHAIN = """
import sys, time
import linkwright as lw
def held():  # kB at most; that of getrusage begins with what the parent held
    return int(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1])
name, n = sys.argv[1], int(sys.argv[2])
lw.model(lw.spatial(2), name)  # what is imported on the way
empty, start = held(), time.process_time()
made = lw.model(lw.spatial(n), name)
print(time.process_time() - start, made.cost.total, held() - empty)
"""


def growth(tell: Progress) -> list[dict[str, Any]]:
    found = []
    for name, sizes in GROWTH:
        for n in sizes:
            tell(f"{name} of {n} joints")
            words = [sys.executable, "-c", CHAIN, name, str(n)]
            run = subprocess.run(words, check=True, capture_output=True, text=True)
            spent, operations, held = map(float, run.stdout.split())
            found.append({"model": name, "joints": n, "seconds": spent, "operations": int(operations), "kB": held})
    tell.done()
    return found


def growth_table(found: list[dict[str, Any]]) -> str:
    lines = ["| model | joints | operations | s | ms by operation | kB by operation | goal |",
             "|---|---:|---:|---:|---:|---:|---|"]  # fmt: skip
    for r in found:
        each, held = 1e3 * r["seconds"] / r["operations"], r["kB"] / r["operations"]
        verdict = "met" if each <= GROWTH_GOAL and (held <= MEMORY_GOAL or r["operations"] < SOME) else "NOT MET"
        sizes = [str(r["joints"]), str(r["operations"])]
        cells = [r["model"], *sizes, f"{r['seconds']:.2f}", f"{each:.3f}", f"{held:.1f}"]
        cells.append(f"{verdict}: {GROWTH_GOAL:g}, {MEMORY_GOAL:g}")
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def agreement() -> float:
    """The largest relative difference between SymPy's efforts of the SCARA and Linkwright's."""
    import numpy as np

    import linkwright as lw
    from bench.scara_kane import JOINTS, equations

    robot = lw.load("scara5")
    ours = lw.compile(lw.model(robot, "inverse_dynamics"))
    theirs = equations().efforts(robot.numbers)
    rng = np.random.default_rng(0)
    worst = 0.0
    for _ in range(20):
        q, qd, qdd = rng.uniform(-2, 2, (3, JOINTS))
        a, b = np.asarray(ours(q=q, qd=qd, qdd=qdd)), theirs(q, qd, qdd)
        worst = max(worst, float(np.abs(a - b).max() / np.abs(b).max()))
    return worst


def table(rows: list[Row]) -> str:
    kane_best = next(r.best for r in rows if r.what.startswith("SymPy"))
    lines = ["| what | first | best | median | goal | SymPy / this |", "|---|---:|---:|---:|---:|---:|"]
    for r in rows:
        goal = "" if r.goal is None else f"{'met' if r.best <= r.goal else 'NOT MET'}: {1e3 * r.goal:.0f} ms"
        ratio = "" if r.what.startswith("SymPy") or r.best > 10 * kane_best else f"{kane_best / r.best:.1f}"
        cells = [r.what, *(f"{1e3 * t:.1f} ms" for t in (r.first, r.best, r.median)), goal, ratio]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="Time from a robot's description to C text.")
    parser.add_argument("--repeats", type=int, default=20)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    logging.getLogger("linkwright").setLevel(logging.ERROR)  # what files say of damping is known here
    rows, catalogue = measured(options.repeats)
    worst = agreement()
    whole, imported = command(options.repeats)
    chains = growth(Progress("growth: "))
    from bench.builds import processor

    result: dict[str, Any] = {"processor": processor(), "python": sys.version.split()[0], "agreement": worst,
                              "rows": [asdict(r) for r in rows], "catalogue": catalogue.seconds,
                              "command": whole, "import": imported, "growth": chains}  # fmt: skip
    if options.json:
        print(json.dumps(result, indent=1))
        return
    print(f"{processor()}, Python {result['python']}\n")
    print(table(rows))
    print(f"\nThe Panda has {len(catalogue.seconds)} models, without {', '.join(catalogue.without)}.", end=" ")
    print(f"The slowest: {catalogue.slowest()}.")
    print(f"\nThe two SCARA models agree to {worst:.1e} (relative).")
    verdict = "met" if whole <= COMMAND_GOAL else "NOT MET"
    print(
        f"\n`linkwright generate rx90 inverse_dynamics --target c`: {whole:.2f} s of the processor in all at best "
        f"({verdict}: {COMMAND_GOAL:g} s); `import linkwright` alone, with Python's start, {imported:.2f} s.\n"
    )
    print(growth_table(chains))
    print(f"\nOpenSYMORO: about {1e3 * OPENSYMORO_RX90:.0f} ms for the RX90 (measured elsewhere).")


if __name__ == "__main__":
    finish(main)
