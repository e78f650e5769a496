"""Progress of long computations, and how they are cancelled: one listener, wherever the work is done.

    with listening(print):
        lw.generate(robot, models, targets)      # Step(what='deriving jacobian', done=0, total=3) ...

Long computations call `report` at natural points (a model, a pass, a law, a time step), and `tick` in between. A
listener is called at every step, in the thread that works, and stops the work by raising `Cancelled`: files are only
written when all is done, so nothing is left behind. The listener belongs to the context (`contextvars`), so that it is
not passed as an argument, and two threads or tasks do not disturb each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Step(NamedTuple):
    """Present step: what is done, how many such steps are complete, and of how many (0: not known)."""

    what: str
    done: int = 0
    total: int = 0

    def __str__(self) -> str:
        return f"{self.what} ({self.done} of {self.total} done)" if self.total > 1 else self.what


class Cancelled(Exception):
    """Exception by which a listener stops the work. It is no error of the input."""


Listener = Callable[[Step], object]
_listener: ContextVar[Listener | None] = ContextVar("linkwright_listener", default=None)
_step: ContextVar[Step] = ContextVar("linkwright_step", default=Step("starting"))  # noqa: B039  # it cannot change


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Call this listener at every step within the block, and no outer listener."""
    heard, step = _listener.set(listener), _step.set(Step("starting"))
    try:
        yield
    finally:
        _listener.reset(heard)
        _step.reset(step)


def report(what: str, done: int = 0, total: int = 0) -> None:
    """Report to the listener, if there is one, what is done next."""
    listener = _listener.get()
    if listener is not None:
        step = Step(what, done, total)
        _step.set(step)
        listener(step)


def tick() -> None:
    """Report the same step once more: a point where work can be stopped."""
    listener = _listener.get()
    if listener is not None:
        listener(_step.get())


@contextmanager
def muted() -> Iterator[None]:
    """Report the step before the block throughout the block, instead of the steps within."""
    listener, step = _listener.get(), _step.get()
    if listener is None:
        yield
        return
    with listening(lambda _: listener(step)):
        yield


def report_each(items: Iterable[T], what: Callable[[T], str]) -> Iterator[T]:
    """Yield the items, each reported before it is worked on."""
    todo = list(items)
    for k, item in enumerate(todo):
        report(what(item), k, len(todo))
        yield item


__all__ = ["Cancelled", "Listener", "Step", "listening", "muted", "report", "report_each", "tick"]
