"""Published hybrid and parallel robots: the program that makes them, for the fixture `table` and for tests."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from types import ModuleType

from tests.support.paths import ROOT


@cache
def structures() -> ModuleType:
    """The program that makes robots of the published tables."""
    spec = importlib.util.spec_from_file_location("bench_structures", ROOT / "bench" / "structures.py")
    assert spec
    assert spec.loader
    module = sys.modules["bench_structures"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
