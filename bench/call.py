"""What a call costs: through Python, in a native loop one state at a time, and in batches.

    python -m bench.call [ROBOT...]          default: ur5 (6 joints), panda (7 joints)

Inverse dynamics with base parameters, numbers folded in. Every figure is the best of several runs: on a shared machine
the others measure the neighbours. "one state" is the scalar kernel in a loop in machine code; "batch" has as many
states side by side as the processor's vectors have lanes. The last line compiles a function of 50,000 operations.
"""

from __future__ import annotations

import random
import shutil
import sys
import time
import timeit
from typing import Any

import numpy as np

from linkwright import compiler
from linkwright.expr import Function, Graph, Port, make_symbol
from linkwright.run import Compiled, compile

STATES = 4096  # inputs and outputs stay in the second-level cache
LENGTH = 50_000


def inverse_dynamics(name: str) -> Function:
    return compiler.model(compiler.load(name).with_numbers(), "inverse_dynamics", "base")


def states(fn: Function, *lead: int) -> list[Any]:
    rng = np.random.default_rng(7)
    return [rng.uniform(-3, 3, (*lead, *p.shape)) for p in fn.variables]


def best(statement: str, names: dict[str, Any], loops: int, runs: int = 15) -> float:
    """Nanoseconds of one execution."""
    return min(timeit.repeat(statement, globals=names, number=loops, repeat=runs)) / loops * 1e9


def per_state(f: Compiled, arrays: list[Any]) -> float:
    f(*arrays)
    return best("f(*arrays)", {"f": f, "arrays": arrays}, 20) / len(arrays[0])


def timed(function: Function, *arguments: Any, **options: Any) -> tuple[float, Compiled]:
    start = time.perf_counter()
    made = compile(function, *arguments, **options)
    return time.perf_counter() - start, made


def report(name: str) -> None:
    fn = inverse_dynamics(name)
    print(f"{name}: {fn.cost}")
    seconds, f = timed(fn)
    one, many = states(fn), states(fn, STATES)
    names = {"f": f, **{p.name: x for p, x in zip(fn.variables, one, strict=True)}}
    keywords = ", ".join(f"{p.name}={p.name}" for p in fn.variables)
    places = ", ".join(p.name for p in fn.variables)
    rows = [
        (f"Python call f({keywords})", best(f"f({keywords})", names, 20_000)),
        (f"Python call f({places})", best(f"f({places})", names, 20_000)),
        ("LLVM, one state", per_state(compile(fn, lanes=1), many)),
        ("LLVM, batch", per_state(f, many)),
    ]
    for tool in ("gcc", "clang"):
        if shutil.which(tool):
            rows.append((f"C by {tool}, one state", per_state(compile(fn, "c", compiler=tool), many)))
    for what, ns in rows:
        print(f"  {what:<42}{ns:9.1f} ns")
    print(f"  {'LLVM, compiling the scalar kernel':<42}{seconds * 1e3:9.1f} ms")


def long_function(length: int) -> Function:
    """Sums and products of whatever came before, as a large robot's model is."""
    draw = random.Random(1)
    g = Graph()
    q = [make_symbol(g, f"q{k}", "variable") for k in range(30)]
    pool = [*q, *(x.sin() for x in q), *(x.cos() for x in q)]
    while len(g) < length:
        x, y, z = (draw.choice(pool[-200:]) for _ in range(3))
        pool.append(x * y * draw.uniform(0.1, 0.5) + z if draw.random() < 0.5 else x - y * z)
    ids = tuple(e.id for e in pool[-3000:])
    return Function("long", g, (Port("q", (30,), tuple(e.id for e in q)),), (Port("y", (3000,), ids),))


def main(robots: list[str]) -> None:
    for name in robots:
        report(name)
    fn = long_function(LENGTH)
    seconds, f = timed(fn)
    start = time.perf_counter()
    f(np.zeros((2, 30)))
    batch = time.perf_counter() - start
    print(f"{fn.cost}: compiled in {seconds:.1f} s, for batches {batch:.1f} s more")


if __name__ == "__main__":
    main(sys.argv[1:] or ["ur5", "panda"])
