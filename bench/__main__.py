"""All measurements, one after the other: `python -m bench [--quick] [NAME ...]` (or `make bench`).

A measurement that lacks a tool, a peer or a table on this machine says which and how to get it, and the others go on;
only one that ran and failed, or missed a published count, makes the exit code non-zero.
"""

import argparse
import subprocess
import sys
import time

from bench.builds import NOT_MEASURED

COMMANDS = {  # in the order of their length, with what makes them short
    "counts": (), "generation": ("--repeats", "3"), "call": (), "chains": ("--joints", "3", "4"),
    "all_models": ("--every", "200"),
    "floating": ("anymal", "--samples", "5", "--repeats", "1"), "loops": ("--samples", "5"),
    "inverse": ("puma560", "--samples", "5"), "studio": ("rx90", "--samples", "5"),
    "instructions": ("ur5",),
    "runtime": ("ur5", "--samples", "10"),
    "catalogue": ("ur5", "--samples", "5"),
}  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description="All measurements, one after the other.")
    parser.add_argument("names", nargs="*", help=f"of {', '.join(COMMANDS)}; default: all")
    parser.add_argument("--quick", action="store_true", help="few samples: does everything run? No figures to quote")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in COMMANDS]
    if unknown:
        parser.error(f"unknown measurement {unknown[0]}: {', '.join(COMMANDS)}")
    names = options.names or list(COMMANDS)
    found: dict[str, tuple[str, float]] = {}
    for k, name in enumerate(names, 1):
        print(f"\n== {k}/{len(names)}: python -m bench.{name}", flush=True)
        start = time.monotonic()
        command = [sys.executable, "-m", f"bench.{name}", *COMMANDS[name] * options.quick]
        code = subprocess.run(command, check=False).returncode
        found[name] = {0: "done", NOT_MEASURED: "not measured here"}.get(code, "FAILED"), time.monotonic() - start
    print("\n| measurement | | seconds |\n|---|---|---:|")
    for name, (result, seconds) in found.items():
        print(f"| {name} | {result} | {seconds:.0f} |")
    return int(any(result == "FAILED" for result, _ in found.values()))


if __name__ == "__main__":
    raise SystemExit(main())
