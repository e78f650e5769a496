"""All measurements, one after the other: `python -m bench` (or `make bench`)."""

import subprocess
import sys
from pathlib import Path

COMMANDS = ("chains.py", "counts.py", "generation.py", "call.py", "runtime.py", "catalogue.py")


def main() -> int:
    here = Path(__file__).parent
    failed = []
    for name in COMMANDS:
        print(f"== python bench/{name}", flush=True)
        if subprocess.run([sys.executable, str(here / name)], check=False).returncode:
            failed.append(name)
    if failed:
        print(f"without a result: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
