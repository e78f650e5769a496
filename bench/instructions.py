"""What one call of the emitted C takes: instructions, reads from memory and writes to it, counted by callgrind.

    python -m bench.instructions [ur5] [panda] [iiwa14] [--before FILE] [--json]

For the inverse dynamics, the forward dynamics and their derivatives, with each C compiler; nothing of it depends on
what else the machine does. Valgrind knows no AVX-512: what is counted is code for AVX2. To compare two trees, write the
figures of one down with `python -m bench.instructions --json > FILE` there, and give it as --before.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import shutil
import signal
import subprocess
from pathlib import Path

import linkwright as lw
from bench import builds, duel, ours
from bench.algorithms import ALGORITHMS, INVERSE_DYNAMICS
from bench.arms import ARMS, arm
from bench.contender import Progress

MODELS = (INVERSE_DYNAMICS, *(ALGORITHMS[name] for name in (
    "forward dynamics", "derivatives of inverse dynamics", "derivatives of forward dynamics")))  # fmt: skip
FLAGS = ("-O3", "-mavx2", "-mfma") if "x86" in platform.machine() else ("-O3",)
FEW, MANY = 100, 1100  # calls: what the program does besides is the same in both

Counts = dict[str, list[float]]  # by "arm | model | compiler": operations, and what was counted


def program(function: lw.Function) -> str:
    """Calls the function as often as it is told, at states that change."""
    inputs = [(f"x{k}", port.size) for k, port in enumerate(function.inputs)]
    outputs = [(f"y{k}", port.size) for k, port in enumerate(function.outputs)]
    arrays = "".join(f"static double {name}[{size}];\n" for name, size in (*inputs, *outputs))
    filled = "".join(f"    for (int i = 0; i < {n}; i++) {x}[i] = 0.3 + 0.1 * i;\n" for x, n in inputs)
    call = f"{function.name}({', '.join(name for name, _ in (*inputs, *outputs))})"
    return (f'#include <stdlib.h>\n#include "{function.name}.h"\n\n{arrays}\n'
            f"int main(int count, char **words) {{\n{filled}"
            f"    for (int n = atoi(words[1]); n > 0; n--) {{ x0[0] += 1e-3; {call}; }}\n"
            "    return y0[0] == 42.0;\n}\n")  # fmt: skip


def counted(function: lw.Function, compiler: str) -> list[float]:
    """Operations, instructions, reads and writes of a call."""
    source = ours.emitted_c(function)
    main, made = source.with_name("calls.c"), source.with_name(f"calls-{compiler}")
    main.write_text(program(function))
    subprocess.run([compiler, *FLAGS, "-w", str(main), str(source), "-o", str(made), "-lm"], check=True)
    few, many = (_callgrind(made, calls) for calls in (FEW, MANY))
    return [function.cost.total, *((b - a) / (MANY - FEW) for a, b in zip(few, many, strict=True))]


def _callgrind(made: Path, calls: int) -> list[int]:
    """Nothing if there is an instruction in it that valgrind does not know."""
    tool = ("valgrind", "--tool=callgrind", "--cache-sim=yes", "--callgrind-out-file=/dev/null")
    run = subprocess.run([*tool, str(made), str(calls)], capture_output=True, text=True, check=False)
    if run.returncode == -signal.SIGILL:
        return []
    found = re.search(r"I +refs: +([\d,]+)(?s:.*)D +refs:.*\(([\d,]+) rd *\+ *([\d,]+) wr", run.stderr)
    if run.returncode or not found:
        raise builds.MissingTool(f"valgrind does not run {made.name}:\n{run.stderr[-500:]}")
    return [int(x.replace(",", "")) for x in found.groups()]


def table(counts: Counts, before: Counts) -> str:
    lines = ["| arm | model | compiler | operations | instructions | reads | writes |", "|---|---|---|" + "---:|" * 4]
    for key, now in counts.items():
        cells = [f"{x:.0f}" for x in now]
        if key in before:
            cells = [f"{a:.0f} → {b:.0f} ({b / a:.2f})" for a, b in zip(before[key], now)]
        lines.append(duel.row([key, *cells, *["not counted"] * (4 - len(cells))]))
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("robots", nargs="*", help=f"of {', '.join(ARMS)}; default: all")
    parser.add_argument("--before", type=Path, metavar="FILE", help="figures of another tree")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if unknown := set(options.robots) - set(ARMS):
        parser.error(f"unknown robot {min(unknown)}: {', '.join(ARMS)}")
    if not shutil.which("valgrind"):
        raise builds.MissingTool("valgrind counts instructions: install it")
    before: Counts = json.loads(options.before.read_text()) if options.before else {}
    counts, tell = Counts(), Progress()
    for name in options.robots or ARMS:
        for model in MODELS:
            function = model.functions(arm(name))[""]
            for compiler in builds.compilers():
                tell(f"{name}, {model.name}, {compiler}")
                counts[f"{name} | {model.name} | {compiler}"] = counted(function, compiler)
    tell.done()
    if options.json:
        print(json.dumps(counts, indent=1))
        return
    print(", ".join(builds.version(c) for c in builds.compilers()), *FLAGS, "\n")
    print(table(counts, before))


if __name__ == "__main__":
    builds.finish(main)
