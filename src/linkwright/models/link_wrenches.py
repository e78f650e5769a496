"""Cut forces: the wrench that passes through every joint, by the recursive Newton-Euler method.

Row j is the force and the moment about O_j that link j receives from the link before it, in frame j: what bearings and
fixed joints must bear, and what sensors in the joint measure. Row 0 is what the ground gives to the base, its own body
included. Rotors and friction are inside the joint and not in it.

On wheels, row 0 is the sum of what the ground gives to all of them. How they share it is not determined: links between
a wheel and the chassis have no row.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.model import Model, Quantities, Result, State, named
from linkwright.models.parts.accelerations import force, link_accelerations, moment
from linkwright.models.parts.frames import steps_of
from linkwright.models.parts.places import branch
from linkwright.models.parts.screws import Wrench
from linkwright.models.scope import DYNAMICS
from linkwright.robot import Robot
from linkwright.robot.features import BASE_BODY, FLEXIBILITY, FLOATING, FRICTION, ROTORS, WHEELS


def link_wrenches(robot: Robot, state: State) -> list[Wrench]:
    """For links 0..n."""
    steps = steps_of(robot, state.q)
    moves = link_accelerations(robot, state, steps)
    bodies = [robot.base.body, *(step.body for step in steps)]
    F = [
        Wrench(force(body.inertia, m) + body.force, moment(body.inertia, m) + body.moment)
        for body, m in zip(bodies, moves, strict=True)
    ]
    for j in range(len(robot), 0, -1):
        i = robot.joint(j).parent
        F[i] = F[i] + F[j].carried(steps[j - 1])
    return F


def wheel_links(robot: Robot) -> frozenset[int]:
    """The links between the chassis and the ground: those of wheels and of what steers them."""
    return frozenset(j for wheel in robot.wheels for j in branch(robot, wheel.spin))


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    F = link_wrenches(robot, state)
    standing = wheel_links(robot)
    told = {j: wrench for j, wrench in enumerate(F) if j not in standing}
    for j, wrench in told.items():
        quantities.note("f", j, wrench.f)
        quantities.note("n", j, wrench.n)

    def rows(name: str, values: list[list[object]], doc: str, unit: str) -> Result:
        labels = tuple(f"{name}{j}_{axis}" for j in told for axis in "xyz")
        return named(name, values, doc, labels, (unit,) * len(labels))

    where = "row j: on link j from the link before it, in frame j; row 0: on the base from the ground"
    if standing:
        where = (f"rows of links {', '.join(map(str, told))}: on link j from the link before it, in frame j; 0: on the "
                 "wheels from the ground, all of it, in frame 0")  # fmt: skip
    return [
        rows("f", [list(w.f) for w in told.values()], f"cut forces ({where})", "N"),
        rows("n", [list(w.n) for w in told.values()], f"cut moments about the origins of the frames ({where})", "N m"),
    ]


MODEL = Model(
    name="link_wrenches",
    doc="forces and moments that pass through the joints (cut forces)",
    state=("q", "qd", "qdd"),
    build=build,
    scope=DYNAMICS.handling(FLOATING, BASE_BODY, WHEELS).leaving("inside the joint", FRICTION, ROTORS, FLEXIBILITY),
    parameters=("standard",),  # grouped parameters give other forces
)
