"""Some robots of many: `make test` tries these, `pytest --more` tries all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def some(values: Iterable[Any], *chosen: Any) -> list[Any]:
    """All values for `parametrize`; those that are not chosen wait for `--more`."""
    everything = list(values)
    unknown = [value for value in chosen if value not in everything]
    assert not unknown, f"{unknown} are not among {everything}"
    return [value if value in chosen else pytest.param(*_arguments(value), marks=pytest.mark.more)
            for value in everything]  # fmt: skip


def _arguments(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)
