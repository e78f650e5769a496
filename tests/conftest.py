"""What tests take from outside the repository: tools, Python packages, reference data.

Absent on a user's machine, they skip the test with the reason. Under CI everything that can be installed is
installed, so there an absence is a failure: a test that silently stops running is worse than none.
"""

import contextlib
import gc
import importlib
import os
import sysconfig
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NoReturn

import pytest
from bench import structures
from hypothesis import HealthCheck, settings

from linkwright import optimize
from linkwright.expr import spec
from linkwright.memory import GC_THRESHOLD
from linkwright.verification import languages
from linkwright.verification.languages import find_tool
from tests.support import mathics
from tests.support.paths import SHARED

CI = bool(os.environ.get("CI"))
gc.set_threshold(GC_THRESHOLD, 20, 20)  # tests keep what they derive: looking for garbage finds none

QUICK = 0.3  # seconds for a case, on average over those of a function
SLOW_TESTS = Path(__file__).parent / "support" / "slow_tests.txt"  # written by `pytest --find-slow`

# Models of drawn robots take as long as they take: no deadline. CI draws the same examples in every run.
SLOW = [HealthCheck.too_slow]
settings.register_profile("local", deadline=None, max_examples=12, suppress_health_check=SLOW)
settings.register_profile("ci", settings.get_profile("local"), derandomize=True, print_blob=True)
settings.load_profile("ci" if CI else "local")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files of emitted code anew")
    parser.addoption("--more", action="store_true", help="all robots of each law, not some of them")
    parser.addoption("--quick", action="store_true", help="only functions that take below 0.3 s for each case")
    parser.addoption("--find-slow", action="store_true", help="measure which these are, and list the others anew")


@pytest.hookimpl(trylast=True)  # after the order is drawn
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is marked `more` waits for `--more`, or for being asked for by its name; the smallest test comes first."""
    items.sort(key=lambda item: not item.nodeid.startswith("tests/test_tiny.py"))
    if any("::" in word for word in config.args):
        return
    slow = set(SLOW_TESTS.read_text("utf-8").split()) if config.getoption("--quick") else set()
    more = config.getoption("--more")

    def waits(item: pytest.Item) -> bool:
        return function_of(item.nodeid) in slow or not (more or item.get_closest_marker("more") is None)

    if later := [item for item in items if waits(item)]:
        config.hook.pytest_deselected(items=later)
        items[:] = [item for item in items if not waits(item)]


def function_of(nodeid: str) -> str:
    """File and function of a test, without its case."""
    return nodeid.split("[")[0]


SECONDS: dict[str, list[float]] = {}  # of each case, by function; set-up included


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    cases = SECONDS.setdefault(function_of(report.nodeid), [])
    if report.when == "setup":
        cases.append(0.0)
    if cases:
        cases[-1] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """With `--find-slow`: write which functions are slow, in the process that hears of all tests."""
    if session.config.getoption("--find-slow") and not hasattr(session.config, "workerinput"):
        slow = sorted(name for name, cases in SECONDS.items() if cases and sum(cases) / len(cases) >= QUICK)
        SLOW_TESTS.write_text("".join(f"{name}\n" for name in slow), "utf-8")


@pytest.fixture(autouse=True)
def every_pass_leaves_a_sound_graph(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between all passes of the optimizer, in every test."""
    monkeypatch.setattr(optimize, "watch", spec.check)


def absent(reason: str) -> NoReturn:
    """Skip the test, or fail it under CI."""
    if CI:
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def tool() -> Iterator[Callable[[str], str]]:
    """`tool("gcc")`: the path of an external program, from the environment's own scripts or from PATH."""
    with contextlib.ExitStack() as stack:

        @cache
        def find(name: str) -> str:
            path = find_tool(name) or absent(f"{name} is not installed")
            return str(stack.enter_context(mathics.warm())) if name == "mathics" else path

        yield find


@pytest.fixture
def warm_tools(tool: Callable[[str], str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Verification finds the tools of the tests, of which one is loaded already."""
    monkeypatch.setattr(languages, "find_tool", lambda name: tool(name) if find_tool(name) else None)


@pytest.fixture(scope="session")
def module() -> Callable[[str], ModuleType]:
    """`module("pinocchio")`: an optional Python package."""

    def load(name: str) -> ModuleType:
        try:
            return importlib.import_module(name)
        except ImportError as error:
            absent(f"Python package {name} is not installed ({error})")

    return load


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference data beside the repository. No clone contains it: its absence always skips."""
    if not SHARED.is_dir():
        pytest.skip(f"no reference data: {SHARED} is missing (LINKWRIGHT_SHARED names another place)")
    return SHARED


@pytest.fixture
def table(shared: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, dict[str, str]]:
    """Of published hybrid and parallel robots, by name."""
    monkeypatch.setattr(structures, "SHARED", shared)
    found: dict[str, dict[str, str]] = structures.published()
    if not found:
        pytest.skip("no table of hybrid and parallel robots in the reference data")
    return found


@pytest.fixture(scope="session")
def robot_data() -> Path:
    """The folder of URDF files of the package example-robot-data: `robot_data / "ur_description"`."""
    path = Path(sysconfig.get_path("purelib"), "cmeel.prefix", "share", "example-robot-data", "robots")
    return path if path.is_dir() else absent("Python package example-robot-data is not installed")
