"""What the experiments share: tables in Markdown, figures in the folder of the documentation, times."""

from __future__ import annotations

import gc
import platform
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from linkwright.files import write_all
from linkwright.simulation.plots import new_figure, png_bytes

DOCS = Path(__file__).resolve().parents[1] / "docs"


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table in Markdown: the first column to the left, numbers to the right."""
    lines = ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def save(figure: Any, name: str, title: str) -> str:
    """The figure in the folder of the documentation: how the text shows it."""
    write_all(DOCS / "figures", {name: png_bytes(figure)})
    return f"![{title}](figures/{name})"


def machine() -> str:
    """The processor, by what the system says of it."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
        name = next(line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("model name"))
    except (OSError, StopIteration):
        name = platform.processor() or platform.machine()
    return f"{name}, Python {platform.python_version()}"


def seconds(task: Callable[[], object], repeats: int = 5, warm: bool = True) -> float:
    """The shortest processor time of a task: other work on the machine counts little."""
    if warm:
        task()
    times = []
    for _ in range(repeats):
        gc.collect()
        start = time.process_time()
        task()
        times.append(time.process_time() - start)
    return min(times)


def duration(s: float) -> str:
    """A time with its unit, to three digits."""
    for scale, unit in ((1, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if s >= scale:
            return f"{s / scale:.3g} {unit}"
    return f"{s / 1e-9:.3g} ns"


__all__ = ["DOCS", "duration", "machine", "new_figure", "save", "seconds", "table"]
