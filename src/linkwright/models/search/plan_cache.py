"""Cache of search results: a plan is searched once for a robot and a motion, and shared by all models.

The cheapest plan depends on the tables of a robot, and on which of its positions and rates are symbols and which are
numbers. It does not depend on the names of symbols, nor on other nodes of a graph: the search uses a graph of its own,
and the chosen plan is derived again in the graph of the model, with nodes in the order of their use.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator
from typing import Any, Generic, TypeVar

from linkwright.expr import Expr
from linkwright.models.framework.state import Positions, State
from linkwright.models.search.graph_trial import Trial, on_own_graph
from linkwright.robot import Robot
from linkwright.spatial import Scalar

MAX_CACHED_PLANS = 16  # plans of a kind in the cache

C = TypeVar("C")
StateOrPositions = State | Positions


class PlanCache(Generic[C]):
    """Cached results of one `search(robot, motion, *more)`, which may depend on nothing else."""

    def __init__(self, search: Callable[..., C]) -> None:
        self._search = search
        self._known: dict[Hashable, C] = {}
        self._lock = threading.Lock()

    def __call__(self, robot: Robot, motion: StateOrPositions, *more: Hashable, **there: Any) -> C:
        """Return the plan for a robot and a motion.

        For a motion with formulas the search is not cached, and done over the graph of the robot with `there`.
        """
        entries = [*_motion_entries(motion)]
        names = [x.name for _, x in entries if isinstance(x, Expr) and x.name]
        plain = all(isinstance(x, Expr) and (x.name or x.number is not None) for _, x in entries)
        if robot.ties or not plain or len({*names}) < len(names):
            return self._search(*Trial(robot.graph).to_trial((robot, motion)), *more, **there)
        rounded = tuple([isinstance(x.number, float) for x in robot.scalars()])  # equal numbers may be exact or floats
        asked = robot.digest, rounded, *((at, None if x.name else x.number) for at, x in entries), *more
        found = self._known.get(asked)
        if found is None:
            found = self._search(*on_own_graph((robot, motion)), *more)
            with self._lock:
                self._known[asked] = found
                if len(self._known) > MAX_CACHED_PLANS:
                    del self._known[next(iter(self._known))]
        return found


def _motion_entries(motion: StateOrPositions) -> Iterator[tuple[Hashable, Scalar]]:
    """Positions and rates of a motion, each with its key."""
    if isinstance(motion, State):
        yield from enumerate(motion.q)
        for kind, rates in (("qd", motion.qd), ("qdd", motion.qdd)):
            yield from (((kind, c), x) for c, x in rates.items())
    else:
        yield from enumerate(motion)
