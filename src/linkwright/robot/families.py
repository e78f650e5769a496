"""Parametric families of robots with any number of joints, for growth laws and for teaching."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from linkwright.errors import InputError
from linkwright.robot.robot import Body, Joint, Robot

MAX_FAMILY_JOINTS = 1000


def planar(n: int) -> Robot:
    """Return n parallel revolute joints in the vertical plane x-y, lengths L1.. between them, gravity along y."""
    joints = [Joint(parent=j, d=f"L{j}" if j else 0, body=Body.symbolic(j + 1)) for j in range(n)]
    return Robot(name=f"planar{n}", joints=tuple(joints), gravity=(0, "G2", 0), description=f"planar {n}R arm")


def spatial(n: int) -> Robot:
    """Return n revolute joints, every twist, length and offset a symbol: the general nR arm of the literature."""
    joints = [
        Joint(
            parent=j, alpha=f"alpha{j + 1}" if j else 0, d=f"d{j + 1}" if j else 0, r=f"r{j + 1}" if j else 0,
            body=Body.symbolic(j + 1),
        )
        for j in range(n)
    ]  # fmt: skip
    return Robot(name=f"spatial{n}", joints=tuple(joints), description=f"general {n}R arm")


FAMILIES: Mapping[str, Callable[[int], Robot]] = {"planar": planar, "spatial": spatial}


def family_member(text: str) -> Robot | None:
    """Return the robot that `planar(5)` or `planar5` names; None if the text names no family."""
    match = re.fullmatch(rf"({'|'.join(FAMILIES)})\(?(\d+)\)?", text)
    if not match:
        return None
    n = int(match[2])
    if not 1 <= n <= MAX_FAMILY_JOINTS:
        raise InputError(f"{text}: {n} joints", remedy=f"1 to {MAX_FAMILY_JOINTS}")
    return FAMILIES[match[1]](n)
