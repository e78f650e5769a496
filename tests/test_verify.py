"""Every built-in tree has its certificate, and a wrong model does not get one."""

import pytest

import linkwright as lw
from linkwright import formats
from linkwright.models import function
from linkwright.verification import identities
from linkwright.verification.certificate import Certificate, Check


@pytest.mark.parametrize("name", [n for n in formats.builtin_names() if not formats.builtin(n).loops])
def test_every_identity_holds_for_built_in_robots(name):
    checks = [run() for _, run in identities.identities(lw.load(name))]
    assert [c for c in checks if c.outcome not in ("proven", "passed")] == []


def test_a_wrong_model_gets_no_certificate(monkeypatch):

    def wrong(robot, model, **options):
        made = function(robot, model, **options)
        if model != "inertia_matrix":
            return made
        (M,) = made.outputs
        first, second, *rest = M.elements
        return made.with_outputs([type(M)(M.name, M.shape, (second, first, *rest), M.doc)])

    monkeypatch.setattr(identities, "function", wrong)
    assert identities.equation_of_motion(lw.load("rx90")).outcome == "failed"
    assert identities.newton_is_lagrange(lw.load("rx90")).outcome == "proven"


def test_one_failed_check_is_a_failed_certificate():
    good, bad = Check("a", "proven"), Check("b", "failed", "output 3 differs")
    assert Certificate("r", (good,)).ok
    assert not Certificate("r", (good, bad)).ok
    assert Certificate("r", (good, bad)).summary() == "r: 1 proven, 1 failed"
    assert Certificate("r", (bad,)).data()["checks"][0]["detail"] == "output 3 differs"
