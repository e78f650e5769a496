"""Ports without elements, of robots that nothing drives: their packages pass their own tests, as the tools run them."""

from __future__ import annotations

import pytest

import linkwright as lw
from linkwright.models import function
from linkwright.optimize import optimize
from linkwright.targets import find_target, targets
from linkwright.verification.languages import check_language

BODY = lw.Body(M=2, XX=0.3, YY=0.4, ZZ=0.5, MX=0.1)
SOFT = lw.Robot(name="soft", joints=(lw.Joint(name="a", flexible=True, stiffness=5.0, d=0.3, body=BODY),),
                gravity=(0, -9.81, 0))  # fmt: skip


SLOW = {"mathematica"}  # to start


@pytest.mark.parametrize("language", [name for name, x in targets().items() if x.check and name not in SLOW])
def test_packages_of_robots_without_drives_pass_their_own_tests(language: str):
    """A pendulum on a spring has no drive; a row of a matrix is no column."""
    derived = [function(SOFT, model) for model in ("forward_dynamics", "inverse_dynamics", "regressor")]
    assert any(0 in port.shape for port in derived[0].inputs)
    assert any(0 in port.shape for port in derived[1].outputs)
    outcome = check_language(language, find_target(language), [optimize(fn) for fn in derived], derived)
    assert outcome.outcome == "passed" or "not installed" in outcome.detail, outcome


def test_mathematica_takes_the_empty_list():
    """Which is no vector for Mathics."""
    (text, _) = lw.emit(function(SOFT, "forward_dynamics"), "mathematica").values()
    assert "tau === {}" in text
    (_, test) = lw.emit(function(SOFT, "inverse_dynamics"), "mathematica").values()
    assert "=== {}, 0, 1]" in test
