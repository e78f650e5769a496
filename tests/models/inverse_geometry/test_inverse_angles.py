"""Inverse geometry of arms with angles that are no quarter turns, as numbers. Sides: matrices by NumPy, the law of
sines and cosines in the prime field, the section `free_angles` of `make fuzz`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from fuzz.free_angles import Row, as_robot, pose

import linkwright as lw
from linkwright.expr import Graph, Importer
from linkwright.expr.prime import P
from linkwright.models.inverse_geometry.paul.chain_moves import MotionChain

QUARTER = math.pi / 2
TEXTS = {QUARTER: "pi/2", -QUARTER: "-pi/2", math.pi: "pi"}


def rows(kinds: str, *places: tuple[float, float, float, float]) -> list[Row]:
    """Joints with alpha, d, theta, r."""
    cells = [(0.0, 0.0, *place) for place in places]
    return [Row(k == "R", row, tuple(TEXTS.get(x, repr(x)) for x in row)) for k, row in zip(kinds, cells, strict=True)]


ARMS: dict[str, tuple[list[Row], str, tuple[int, ...]]] = {  # rows, task, locked joints
    "a slide before three turns": (rows("PRRR", (0, 0, 1.378, 0), (QUARTER, 0.116, 0, 0), (QUARTER, 0, 0, 0.3),
                                        (0, 0.402, 0, 0)), "pose", ()),
    "a slide between turns": (rows("RRPR", (0, 0, 0, 0.3), (0, 0.4, 0, 0), (0, 0.3, 0.5, 0), (0, 0.2, 0, 0)),
                              "pose", ()),
    "a slide behind three turns": (rows("RRRP", (0, 0, 0, 0), (QUARTER, 0.466, 0, 0), (-QUARTER, 0.105, 0, 0.2),
                                        (0, 0.498, 0.164, 0)), "pose", ()),
    "a slide before a wrist": (rows("RRRPRR", (0, 0, 0, 0.4), (QUARTER, 0.3, 0, 0.2), (0, 0.5, 0, 0.1),
                                    (0, 0.2, 0.7, 0), (0, 0.3, 0, 0), (QUARTER, 0.2, 0, 0.1)), "pose", ()),
    "four parallel axes": (rows("PRRRR", (0, 0, math.pi, 0.23), (QUARTER, 0, 0, 0.58), (math.pi, 0, 0, 0.36),
                                (math.pi, 0, 0, 0), (0, 0, -QUARTER, 0)), "pose", (1, 2, 3, 5)),
    "a direction before a locked slide": (rows("PRRRRP", (0, 0, 0.8, 0), (1.1, 0.3, 0, 0.4), (QUARTER, 0.2, 0, 0.5),
                                               (0, 0.4, 0, 0.1), (QUARTER, 0.3, 0, 0.2), (0, 0.25, 0, 0)),
                                          "direction", (6,)),
    "angles that add up": (rows("PRPR", (0, 0, 0.1, 0), (0, 0.4, 0.2, 0), (0.9, 0.3, -0.3, 0), (-0.9, 0.2, 0, 0.1)),
                           "pose", ()),
}  # fmt: skip


@pytest.mark.parametrize("name", ARMS)
def test_the_posture_that_made_a_pose_is_found_whatever_the_angles_are(name: str):
    arm, task, locked = ARMS[name]
    options: dict[str, Any] = {"locked": ",".join(map(str, locked))} if locked else {}
    go = lw.compile(lw.model(as_robot(arm), "inverse_geometry", task=task, **options), backend="python")
    own = [k for k in range(len(arm)) if k + 1 not in locked]
    rng = np.random.default_rng(4)
    for _ in range(4):
        q = rng.uniform(-1.5, 1.5, len(arm))
        found = go(T=pose(arm, q), **({"q_locked": q[[k - 1 for k in locked]]} if locked else {}))
        answers = found["q"][: int(found["count"])]
        apart = np.abs(np.exp(1j * np.asarray(answers)) - np.exp(1j * q[own]))
        assert len(answers)
        assert apart.max(axis=1).min() < 1e-7


@pytest.mark.parametrize("angle", ["0.5", "-0.5", "1.2345678", "0.1", "pi/7", "pi/3", "1.5707963267948966", "a + 0.3"])
def test_cosine_and_sine_of_a_constant_angle_are_on_the_circle_of_the_field(angle: str):
    robot = lw.Robot(name="arm", joints=(lw.Joint(alpha=angle, theta="0.7"), lw.Joint(parent=1, theta=f"-({angle})")))
    robot = robot.changed(Importer(Graph(), {}))
    arm = MotionChain.of(robot, 2)
    c, s = (arm.constant(robot.joint(1).alpha, f).value for f in ("cos", "sin"))
    assert (c * c + s * s) % P == 1
    back = [arm.constant(robot.joint(2).theta, f).value for f in ("cos", "sin")]
    assert back == [c, -s % P]


def test_angles_and_lengths_of_the_field_are_those_that_were_written():
    """0.1 + 0.2 is 0.3 there, three times 60 degrees half a turn, and the float next to a quarter turn is one."""
    robot = lw.Robot(name="arm", joints=(
        lw.Joint(alpha=0.1, theta=0.2, d=0.1, r=0.2), lw.Joint(parent=1, alpha=0.3, theta=math.pi / 3, d=0.3),
        lw.Joint(parent=2, alpha=math.pi / 2),
    ))  # fmt: skip
    robot = robot.changed(Importer(Graph(), {}))
    arm = MotionChain.of(robot, 3)
    one, two, three = robot.joints
    (a, b), (c, d), (x, y), (u, v) = (
        [arm.constant(e, f).value for f in ("cos", "sin")] for e in (one.alpha, one.theta, two.alpha, two.theta)
    )
    assert [(a * c - b * d) % P, (a * d + b * c) % P] == [x, y]
    assert (4 * u**3 - 3 * u + 1) % P == 0  # cos 3t
    assert (3 * v - 4 * v**3) % P == 0  # sin 3t
    assert [arm.constant(three.alpha, f).value for f in ("cos", "sin")] == [0, 1]
    assert (arm.constant(one.d).value + arm.constant(one.r).value - arm.constant(two.d).value) % P == 0
