"""Fewer garbage collections while graphs are made: they consist of many small objects that all stay."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

GC_THRESHOLD = 100_000  # new objects between two collections

_lock = threading.Lock()
_active_blocks = 0  # number of blocks, of all threads, that are being executed
_default_threshold = gc.get_threshold()


@contextmanager
def relaxed_gc() -> Iterator[None]:
    """Raise the threshold of garbage collection within the block, unless it is higher already or collection is off."""
    global _active_blocks, _default_threshold
    with _lock:
        if not _active_blocks:
            _default_threshold = gc.get_threshold()
            if 0 < _default_threshold[0] < GC_THRESHOLD:
                gc.set_threshold(GC_THRESHOLD, 20, 20)
        _active_blocks += 1
    try:
        yield
    finally:
        with _lock:
            _active_blocks -= 1
            if not _active_blocks:
                gc.set_threshold(*_default_threshold)


__all__ = ["GC_THRESHOLD", "relaxed_gc"]
