"""Random trees of numbers in units from 1e-12 to 1e12 of length, mass and time: physics knows no units.

The same robot is drawn in units of its own and then written in others. Efforts, accelerations and the number of base
parameters must be the same ones: nothing is small or large but beside something of its own kind.
"""

from __future__ import annotations

import random
import warnings
from dataclasses import replace
from typing import Any

import numpy as np

import linkwright as lw
from fuzz import oracle
from fuzz.oracle import FIXED, REVOLUTE, Array, Link, Plain, Real
from fuzz.par import INERTIA, Draw
from fuzz.report import Section

SETS: tuple[Any, ...] = ("standard", "base")
KINDS = ("revolute", "prismatic", "fixed")
QUARTERS = {"0": 0.0, "pi/2": np.pi / 2, "-pi/2": -np.pi / 2, "pi": np.pi}


def drawn(rng: random.Random) -> tuple[Plain, list[tuple[str, str, str]]]:
    """A tree in units of its own, and its angles as texts: a quarter turn is one in any unit."""
    links, angles = [], []
    for j in range(1, rng.randint(2, 5) + 1):
        parent = rng.choice((j - 1, j - 1, rng.randrange(j)))
        sigma = rng.choices((0, 1, 2), (5, 2, 1))[0] if j > 1 else rng.randrange(2)
        b, d, r = (0.0 if rng.random() < 0.4 else round(rng.uniform(-1, 1), 3) for _ in range(3))
        turns = [rng.choice([*QUARTERS, *QUARTERS, repr(round(rng.uniform(-3, 3), 3))]) for _ in range(3)]
        gamma, alpha, theta = (QUARTERS[t] if t in QUARTERS else float(t) for t in turns)
        frame = (gamma, b, alpha, d, theta, r)
        inertia = tuple(x for _, x in Draw(rng).body(j))
        if rng.random() < 0.3:  # as in tables of books: a few parameters, and no body that could exist
            inertia = tuple(x if name in ("ZZ", "YY", "MX", "M") else 0.0 for name, x in zip(INERTIA, inertia))
        rotor = rng.choice((0.0, 0.0, 0.3))
        angles.append((turns[0], turns[1], turns[2]))
        links.append(Link(parent, sigma, frame, inertia, rotor if sigma != FIXED else 0.0))
    return Plain(tuple(links), tuple(rng.choice((0.0, 9.81, -1.5)) for _ in range(3))), angles


def scaled(robot: Plain, L: float, M: float, T: float) -> Plain:
    """The robot with lengths, masses and times in other units."""
    units = [M * L * L] * 6 + [M * L] * 3 + [M]
    links = []
    for x in robot.links:
        g, b, a, d, t, r = x.frame
        inertia = tuple(v * u for v, u in zip(x.inertia, units))
        rotor = x.rotor * (M * L * L if x.sigma == REVOLUTE else M)
        links.append(replace(x, frame=(g, b * L, a, d * L, t, r * L), inertia=inertia, rotor=rotor))
    return Plain(tuple(links), tuple(g * L / T**2 for g in robot.gravity))


def as_robot(robot: Plain, angles: list[tuple[str, str, str]]) -> lw.Robot:
    joints = []
    for j, (x, (gamma, alpha, theta)) in enumerate(zip(robot.links, angles), 1):
        lengths: dict[str, Any] = dict(zip(("b", "d", "r"), (x.frame[1], x.frame[3], x.frame[5])))
        turns: dict[str, Any] = {"gamma": gamma, "alpha": alpha, "theta": theta}
        body = lw.Body(**dict(zip(INERTIA, x.inertia)))
        kind: Any = KINDS[x.sigma]
        joints.append(lw.Joint(name=f"j{j}", parent=x.parent, kind=kind, body=body, rotor=x.rotor, **lengths, **turns))
    gravity: Any = robot.gravity
    return lw.Robot(name="scaled", joints=tuple(joints), gravity=gravity)


def run(section: Section) -> None:
    for rng in section.rounds(least=5):
        plain, angles = drawn(rng)
        if not plain.moving:
            continue
        L, M, T = (10.0 ** rng.choice((-12, -9, -6, -3, 0, 3, 6, 9, 12)) for _ in range(3))
        where = f"trial {section.trials}, seed {section.seed}: L {L:g}, M {M:g}, T {T:g}"
        with section.guarded("scales", where), warnings.catch_warnings():
            warnings.simplefilter("ignore", lw.ModelWarning)
            _one(section, plain, angles, (L, M, T), rng, where)


def _one(section: Section, plain: Plain, angles: list[tuple[str, str, str]], units: tuple[float, float, float],
         rng: random.Random, where: str) -> None:  # fmt: skip
    L, M, T = units
    big = scaled(plain, L, M, T)
    robot = as_robot(big, angles)
    turning = np.array([plain.links[j].sigma == REVOLUTE for j in plain.moving])
    position, effort = np.where(turning, 1.0, L), np.where(turning, M * L * L, M * L) / T**2
    q, qd, qdd = (np.array([rng.uniform(-2, 2) for _ in turning]) for _ in range(3))
    state = {"q": q * position, "qd": qd * position / T, "qdd": qdd * position / T**2}
    expected = oracle.efforts(big, *state.values()) / effort
    for parameters in SETS:
        fn = lw.model(robot, "inverse_dynamics", parameters=parameters)
        for what, f in (("interpreted", fn), ("compiled", lw.compile(fn))):
            tau = np.asarray(f(**{p.name: state[p.name] for p in fn.inputs}), float)
            section.compare(f"efforts, {parameters}, {what}", where, tau / effort, expected, scale=1.0)
    inertia = np.asarray(lw.model(robot, "inertia_matrix")(q=state["q"]), float)
    section.compare(
        "inertia matrix", where, inertia / np.outer(effort, 1 / position) / T**2, unit_inertia(plain, q), 1.0
    )
    if np.linalg.cond(unit_inertia(plain, q).astype(float)) < 1e6:
        for parameters in SETS:
            fn = lw.model(robot, "forward_dynamics", parameters=parameters)
            given = {**state, "tau": expected.astype(float) * effort}
            back = np.asarray(fn(**{p.name: given[p.name] for p in fn.inputs}), float)
            kind = f"forward undoes inverse, {parameters}"
            section.compare(kind, where, back / position * T**2, qdd, scale=1.0, tolerance=1e-8)
    counts = [lw.base_parameters(as_robot(x, angles)).count for x in (plain, big)]
    section.compare("number of base parameters", where, counts[1], counts[0])


def unit_inertia(plain: Plain, q: Array) -> Array:
    return oracle.inertia_matrix(plain, q.astype(Real))
