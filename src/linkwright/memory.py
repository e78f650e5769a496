"""How Python looks for garbage while graphs are made: they are many small objects that stay, so it finds none."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = 100_000  # new objects between two looks

_lock = threading.Lock()
_inside = 0  # how many, of all threads, are at work
_usual = gc.get_threshold()


@contextmanager
def seldom_collected() -> Iterator[None]:
    """As long as anybody is in here. Who looks for garbage even less often, or never, is left alone."""
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
