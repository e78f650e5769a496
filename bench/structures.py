"""Hybrid and parallel robots of the tables of published counts, built from the geometry beside them.

`hybrid_parallel_robots.json` has the joints of hybrid robots, and one leg of each parallel robot, in frames of Khalil &
Kleinfinger; `hybrid_parallel_ops.csv` the counts. Every link has ten inertial parameters of its own, those of legs that
are alike apart, which share theirs; gravity is in any direction.
"""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from typing import Any, Literal

from bench.reference import SHARED
from linkwright import Body, Coupling, Joint, Loop, Robot
from linkwright.robot import Term

GRAVITY: Any = ("g1", "g2", "g3")
HEIGHTS = {"P3RPR1G1A0": "d1-d3", "P3RRR1G1A0": "d1+d2+d3", "P3PRR1G1A0": "d2+d3"}  # at which planar legs couple
Turning = Literal["angles", "ball"]


def published() -> dict[str, dict[str, str]]:
    """The rows of the table, by robot; none where it is missing."""
    file = SHARED / "anchors" / "hybrid_parallel_ops.csv"
    if not file.exists():
        return {}
    with file.open(newline="") as text:
        return {row["robot"]: row for row in csv.DictReader(text)}


def robot(name: str, turning: Turning = "angles") -> Robot:
    """turning: how a platform that turns freely does: by three angles one after the other, as a ball joint."""
    facts = json.loads((SHARED / "anchors" / "hybrid_parallel_robots.json").read_text())
    if name in facts["hybrid"]:
        return hybrid(name, facts["hybrid"][name])
    return parallel(name, facts["parallel"][name], turning)


def options(made: Robot, interface: str) -> dict[str, Any]:
    """Of inverse dynamics, for what the published function is a function of."""
    if interface.startswith("platform"):
        return {"closure": "positions", "independent": "platform", "of": "coordinates"}
    return {"closure": "given"} if made.loops else {}


# -- hybrid ------------------------------------------------------------------------------------------------------------


def hybrid(name: str, facts: dict[str, Any]) -> Robot:
    driven = facts["driven"]
    joints = (Joint(**x, body=Body.symbolic(j), actuated=j in driven) for j, x in enumerate(facts["joints"], 1))
    loops = (
        Loop(Joint(parent=x["link_a"], kind="ball", actuated=False, **point(x["point_a"])),
             Joint(parent=x["link_b"], kind="fixed", **point(x["point_b"])))
        for x in facts["loops"]
    )  # fmt: skip
    couplings = (coupling(x["dependent"], x["coefficients"]) for x in facts["couplings"])
    return Robot(name=name, joints=tuple(joints), loops=tuple(loops), couplings=tuple(couplings), gravity=GRAVITY)


def coupling(joint: int, coefficients: dict[str, int]) -> Coupling:
    """The sum of coefficients times positions is constant."""
    own = coefficients[str(joint)]
    return Coupling(joint, tuple(Term(int(j), -x * own) for j, x in coefficients.items() if int(j) != joint))


def point(x: list[str]) -> dict[str, Any]:
    """A frame at a point (x, y, z), by fields of a joint; its axes do not matter.

    (l cos a, l sin a, z) is turned by a about z, (x, -l sin a, l cos a) by a about x, where a may be a right angle.
    """
    polar = re.fullmatch(r"(\w+)\*cos\((\w+)\)", x[0])
    if polar:
        return {"gamma": polar[2], "d": polar[1], "r": x[2]}
    tilted = re.fullmatch(r"-(\w+)\*sin\((\w+)\)", x[1])
    if tilted:
        return {"alpha": tilted[2], "d": x[0], "r": tilted[1]}
    if x[1].startswith("-"):
        return {"alpha": "pi/2", "d": x[0], "r": x[1][1:], "b": x[2]}
    return {"d": x[0], "r": x[2]}


# -- parallel ----------------------------------------------------------------------------------------------------------


def parallel(name: str, facts: dict[str, Any], turning: Turning) -> Robot:
    """A platform on joints of its own from the base, and legs whose ends are at its points."""
    joints = platform(facts["platform"], turning)
    top, loops = len(joints), []
    kinds = [x["kind"] for x in facts["leg"]]
    drive = kinds.index("prismatic") if "prismatic" in kinds else 0
    end = point(facts["coupling_point_in_last_frame"])
    for leg in range(1, facts["legs"] + 1):
        for k, x in enumerate(facts["leg"]):
            at: dict[str, Any] = {"gamma": "+".join([f"gamma{leg}", *filter(None, [x.get("gamma")])])} if k == 0 else {}
            joints.append(Joint(name=f"leg{leg}_{k + 1}", body=Body.symbolic(f"_{k + 1}"), actuated=k == drive,
                                **{**x, **at, "parent": len(joints) if k else 0}))  # fmt: skip
        height = HEIGHTS.get(name, f"z{leg}")
        on_top = Joint(parent=top, kind="fixed", b=height, alpha="-pi/2", d=f"x{leg}", r=f"y{leg}")
        loops.append(Loop(Joint(parent=len(joints), kind="ball", actuated=False, **end), on_top))
    return Robot(name=name, joints=tuple(joints), loops=tuple(loops), gravity=GRAVITY)


def platform(what: str, turning: Turning) -> list[Joint]:
    """The joints of a platform: along x, y, z and then about them, or as far as it moves.

    Every axis is reached by the same quarter turns: z of the next frame is x of this one or, after two, y.
    """
    slides, turns = {"planar": ("xy", "z"), "translation": ("xyz", "")}.get(re.split(r"\W", what)[0], ("xyz", "xyz"))
    last = ["ball"] if turns == "xyz" and turning == "ball" else ["revolute"] * len(turns)
    kinds = ["prismatic"] * len(slides) + last
    found = []
    for k, kind in enumerate(kinds):
        turned = {} if kind == "ball" else {"gamma": "pi/2", "alpha": "pi/2"}
        found.append(Joint(name=f"platform_{k + 1}", kind=kind, parent=k, actuated=False, **turned))  # type: ignore[arg-type]
    return [*found[:-1], replace(found[-1], name="platform", body=Body.symbolic("P"))]
