"""python -m fuzz [SECTION ...] [--seconds S] [--seed N] [--urdf FOLDER ...] [--fetch]"""

from __future__ import annotations

import argparse
import importlib
import logging
import pkgutil
import time
from pathlib import Path

import fuzz
from fuzz import urdf
from fuzz.report import Section, table

HELPERS = ("__main__", "report", "oracle", "models")  # every other file is a section: a function run(section)


def main() -> int:
    sections = sorted(m.name for m in pkgutil.iter_modules(fuzz.__path__) if m.name not in HELPERS)
    parser = argparse.ArgumentParser(prog="python -m fuzz", description="An outside look at Linkwright.")
    parser.add_argument("sections", nargs="*", help=f"of {', '.join(sections)}; default: all but fresh")
    parser.add_argument("--seconds", type=float, default=600.0, help="for all sections together (600)")
    parser.add_argument(
        "--seed", type=int, default=int(time.time()) % 100_000, help="another one every time, if not given"
    )
    parser.add_argument("--trial", type=int, default=0, metavar="K", help="only this one of the seed's trials")
    parser.add_argument(
        "--urdf", type=Path, action="append", default=[], metavar="FOLDER", help="with more URDFs (repeatable)"
    )
    parser.add_argument("--fetch", action="store_true", help=f"the URDFs of {', '.join(urdf.PACKAGES)}, from PyPI")
    options = parser.parse_args()
    if options.fetch:
        urdf.fetch()
    logging.getLogger("linkwright").setLevel(logging.ERROR)
    unknown = [name for name in options.sections if name not in sections]
    if unknown:
        parser.error(f"unknown section {unknown[0]}: {', '.join(sections)}")
    names = options.sections or [s for s in sections if s != "fresh"]
    done = []
    for name in names:
        s = Section(name, options.seed, options.seconds / len(names), options.trial, folders=options.urdf)
        importlib.import_module(f"fuzz.{name}").run(s)
        s.took = time.monotonic() - s.started
        done.append(s)
    print(table(done))
    return int(any(s.findings for s in done))


if __name__ == "__main__":
    raise SystemExit(main())
