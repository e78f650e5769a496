"""Long work tells its caller what it does, and stops when the caller wants it to: nothing is left half done."""

import contextlib
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.console import Progress
from linkwright.models.derive.derivation_request import _derive_massless
from linkwright.models.parameters.base_parameters import _cached_base_parameters
from linkwright.progress import report, report_each, tick
from tests.support.command_line import Stream

WORK: dict[str, tuple[Callable[[], Any], str]] = {  # what is done, and a word that its steps must tell
    "model": (lambda: lw.model(lw.load("rx90"), "inertia_matrix").cost, "deriving inertia_matrix"),
    "base": (lambda: lw.model(lw.load("rx90"), "gravity_vector", parameters="base").cost, "base parameters"),
    "grouping": (lambda: lw.grouping(lw.load("rx90")).cost, "link 3"),
    "generate": (lambda: lw.generate(lw.load("rrp"), ["jacobian", "inverse_dynamics"], ["c", "python"]), "writing c"),
    "expand": (lambda: lw.expand(lw.model(lw.load("rrp"), "inverse_dynamics")).text(), "expanding"),
    "compile": (lambda: type(lw.compile(lw.model(lw.planar(2), "jacobian"))), "compiling"),
    "verify": (lambda: lw.verify(lw.planar(1), targets=[]).data(), "Newton-Euler = Lagrange"),
    "simulate": (lambda: lw.simulate(lw.load("cart_pole"), 0.05).q.tolist(), "0.03 of 0.05 s"),
}


@pytest.fixture(autouse=True)
def nothing_is_known_from_other_tests():
    """What is only looked up takes no time, and tells nothing."""
    _cached_base_parameters.cache_clear()
    _derive_massless.cache_clear()


def steps_of(work: Callable[[], Any]) -> list[lw.Step]:
    heard: list[lw.Step] = []
    with lw.listening(heard.append):
        work()
    return heard


@pytest.mark.parametrize("name", WORK)
def test_everything_long_tells_what_it_does(name):
    work, word = WORK[name]
    heard = steps_of(work)
    assert any(word in step.what for step in heard)
    assert all(0 <= step.done <= step.total or step.total == 0 for step in heard)


@pytest.mark.parametrize("name", WORK)
def test_everything_long_can_be_stopped_anywhere_and_done_again(name):
    work, _ = WORK[name]
    expected, count = work(), len(steps_of(work))
    for last in {0, count // 3, count // 2, count - 1}:
        heard = 0

        def stop(step: lw.Step, last: int = last) -> None:
            nonlocal heard
            if heard == last:
                raise lw.Cancelled
            heard += 1

        with pytest.raises(lw.Cancelled), lw.listening(stop):
            work()
        assert heard == last
    again = work()
    assert np.array_equal(again, expected) if isinstance(again, list) else again == expected


def test_steps_of_generation_count_models_and_targets():
    heard = steps_of(WORK["generate"][0])
    assert [s for s in heard if s.what.startswith("deriving") and s.total] == [
        lw.Step("deriving jacobian", 0, 2), lw.Step("deriving inverse_dynamics", 1, 2)
    ]  # fmt: skip
    assert [s for s in heard if s.what in ("writing c", "writing python")] == [
        lw.Step("writing c", 0, 2), lw.Step("writing python", 1, 2)
    ]  # fmt: skip


def test_being_stopped_is_no_error_of_the_input_and_no_failed_law():
    assert not issubclass(lw.Cancelled, lw.LinkwrightError)

    def stop_in_a_law(step: lw.Step) -> None:
        if step.what.startswith("deriving"):
            raise lw.Cancelled

    with pytest.raises(lw.Cancelled), lw.listening(stop_in_a_law):
        lw.verify(lw.planar(1), targets=[])


def test_who_listens_is_a_matter_of_the_context():
    outer: list[lw.Step] = []
    inner: list[lw.Step] = []
    elsewhere: list[lw.Step] = []

    def work() -> None:
        with lw.listening(elsewhere.append):
            report("in a thread")

    with lw.listening(outer.append):
        report("a", 1, 2)
        with lw.listening(inner.append):
            report("b")
        tick()
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        assert list(report_each("xy", str.upper)) == ["x", "y"]
    report("nobody")
    tick()
    assert outer == [lw.Step("a", 1, 2), lw.Step("a", 1, 2), lw.Step("X", 0, 2), lw.Step("Y", 1, 2)]
    assert (inner, elsewhere) == ([lw.Step("b")], [lw.Step("in a thread")])


def test_a_listener_that_left_hears_no_more_also_after_an_error():
    heard: list[lw.Step] = []
    with pytest.raises(ZeroDivisionError), lw.listening(heard.append):
        raise ZeroDivisionError
    report("later")
    assert heard == []


def test_slow_work_is_shown_on_a_terminal_quick_work_is_not_and_nothing_is_in_a_pipe(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("linkwright.console.time.perf_counter", lambda: now[0])
    monkeypatch.setenv("COLUMNS", "100")
    for is_terminal, seconds in ((True, 1.0), (True, 0.001), (False, 1.0)):
        stream = Stream(is_terminal)
        with contextlib.redirect_stderr(stream), Progress("work") as progress:
            for k in range(5):
                now[0] += seconds
                report(f"step {k}", k, 5)
                if k == 2:
                    progress.clear()
        told = set(re.findall(r"work: step \d \(\d of 5 done\)", stream.text()))
        assert told <= {f"work: step {k} ({k} of 5 done)" for k in range(5)}
        assert bool(told) == (is_terminal and seconds == 1.0)
        assert told or stream.text() == ""
        assert not told or {"work: step 2 (2 of 5 done)", "work: step 4 (4 of 5 done)"} <= told


def test_an_interrupted_command_is_one_line_and_leaves_no_files(tmp_path):
    code = """
import sys, linkwright.targets as t
from linkwright.cli import main
def interrupt(functions, *more, **options):
    raise KeyboardInterrupt
t.emit_package = interrupt
sys.argv[1:] = ["generate", "rrp", "jacobian", "-t", "c", "-o", "out"]
main()
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (result.returncode, result.stderr.splitlines()) == (130, ["linkwright: cancelled"])
    assert list(tmp_path.iterdir()) == []
