"""Fewer garbage collections while graphs are made: they consist of many small objects that all stay."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = 100_000  # new objects between two collections

_lock = threading.Lock()
_inside = 0  # number of blocks, of all threads, that are being executed
_usual = gc.get_threshold()


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Raise the threshold of garbage collection within the block, unless it is higher already or collection is off."""
    global _inside, _usual
    with _lock:
        if not _inside:
            _usual = gc.get_threshold()
            if 0 < _usual[0] < SELDOM:
                gc.set_threshold(SELDOM, 20, 20)
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if not _inside:
                gc.set_threshold(*_usual)


__all__ = ["SELDOM", "seldom_collected"]
