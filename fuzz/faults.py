"""Planted faults: one model at a time is made wrong, and `verify` must see each.

A fault changes one number of a model's first output that is not a constant, by a factor, wherever the model is asked
for: nothing that compares the model with another route can pass.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import linkwright as lw
from fuzz.par import takes
from fuzz.report import Section
from linkwright.models.framework.model import MODELS, Model, Result

ROBOTS = ("rrp", "rx90")  # the first that takes the model: a few are for square Jacobians only


@contextmanager
def planted(name: str, output: int = 0) -> Iterator[None]:
    """Linkwright with one wrong model: the table of models holds another one under its name."""
    good, table = MODELS[name], MODELS.loaded

    def build(*arguments: Any, **options: Any) -> Sequence[Result]:
        results = list(good.build(*arguments, **options))
        wrong, values = results[min(output, len(results) - 1)], []
        done = False
        for value in wrong.values:
            spoil = not done and isinstance(value, lw.Expr) and value.number is None
            values.append(value * 3 / 2 if spoil else value)
            done = done or spoil
        results[min(output, len(results) - 1)] = replace(wrong, values=values)
        return results

    bad = replace(good, build=build)
    table[name] = bad
    try:
        with _modules(good, bad):
            yield
    finally:
        table[name] = good


@contextmanager
def _modules(good: Model, bad: Model) -> Iterator[None]:
    """Modules that have the model by import see the wrong one too."""
    import sys

    changed = []
    for module in [m for k, m in sys.modules.items() if k.startswith("linkwright")]:
        for key, value in list(vars(module).items()):
            if value is good:
                setattr(module, key, bad)
                changed.append((module, key))
    try:
        yield
    finally:
        for module, key in changed:
            setattr(module, key, good)


def run(section: Section) -> None:
    verify: Callable[..., Any] = lw.verify
    robots = {name: lw.load(name) for name in ROBOTS}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        names = list(MODELS)
        for k, model in enumerate(names):
            if section.late and k > 5:
                section.notes.append(f"{len(names) - k} models were left out: the time was up")
                break
            section.tell(f"{k + 1}/{len(names)} {model}")
            section.trials += 1
            section.comparisons += 1
            robot = next((r for r in robots.values() if takes(r, model)), None)
            with section.guarded(model, "fault"), planted(model):
                if robot and verify(robot, targets=[]).ok:
                    section.found(f"unseen by verify: {model}", robot.name)
    for name, robot in robots.items():
        certificate = verify(robot, targets=[])
        if not certificate.ok:
            section.found("verify fails without a fault", f"{name}: {certificate.summary()}")
    if not callable(vars(lw)["verify"]):  # a sub-package of the same name may have taken its place
        section.found("lw.verify works once", "import linkwright as lw; lw.verify(robot); lw.verify(robot)")
