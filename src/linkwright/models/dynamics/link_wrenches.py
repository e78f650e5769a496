"""Cut forces: the wrench that passes through every joint, by the recursive Newton-Euler method.

Row j is the force and the moment about O_j that link j receives from the link before it, in frame j: what bearings and
fixed joints must bear, and what sensors in the joint measure. Row 0 is what the ground gives to the base, its own body
included. Rotors and friction are inside the joint and not in it. Constraint forces of loops act on their links, too,
and pass through the cut joints (`reaction_wrenches`).

On wheels, row 0 is the sum of what the ground gives to all of them. How they share it is not determined: links between
a wheel and the chassis have no row.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from linkwright.models.dynamics.joint_wrenches import tree_wrenches
from linkwright.models.framework.frame_options import path_from_base
from linkwright.models.framework.model import Model, Quantities, Result, State, named
from linkwright.models.framework.scope import DYNAMICS
from linkwright.models.tree.twists_wrenches import Wrench
from linkwright.robot import Robot
from linkwright.robot.features import BASE_BODY, FLEXIBILITY, FLOATING, FRICTION, LOOPS, ROTORS, WHEELS
from linkwright.spatial import Scalar


def wheel_links(robot: Robot) -> frozenset[int]:
    """Links between the chassis and the ground: wheels, and links that steer them."""
    return frozenset(j for wheel in robot.wheels for j in path_from_base(robot, wheel.spin))


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    if robot.loops:
        return derive_loop_wrenches(robot, state, quantities)
    return list_cut_forces(tree_wrenches(robot, state), quantities, wheel_links(robot))


def list_cut_forces(
    F: Sequence[Wrench], quantities: Quantities, standing: Collection[int] = (), more: str = ""
) -> list[Result]:  # fmt: skip
    """Results for links 0..n but for those between chassis and ground (`standing`)."""
    shown = {j: wrench for j, wrench in enumerate(F) if j not in standing}
    for j, wrench in shown.items():
        quantities.note("f", j, wrench.f)
        quantities.note("n", j, wrench.n)
    f, n, links = [list(w.f) for w in shown.values()], [list(w.n) for w in shown.values()], list(map(str, shown))
    where = "row j: on link j from the link before it, in frame j; row 0: on the base from the ground"
    if standing:
        where = (f"rows of links {', '.join(links)}: on link j from the link before it, in frame j; 0: on the "
                 "wheels from the ground, all of it, in frame 0")  # fmt: skip
    return [
        rows_result("f", links, f, f"cut forces ({where}){more}", "N"),
        rows_result("n", links, n, f"cut moments about the origins of the frames ({where}){more}", "N m"),
    ]


def derive_loop_wrenches(robot: Robot, state: State, quantities: Quantities) -> list[Result]:
    """Results for a robot with loops: wrenches through the joints of the tree and through the cut joints."""
    from linkwright.models.dynamics.constrained.reaction_wrenches import derive_reaction_wrenches, describe_undetermined

    found, more = derive_reaction_wrenches(robot, state, quantities), describe_undetermined(robot)
    cuts, names = found.cuts, [f"_{loop.joint.name}" for loop in robot.loops]
    where = ("for each loop: on the link of its closing frame from that of its cut joint, at the origin of the closing "
             f"frame, in the frame of the cut joint{more}")  # fmt: skip
    return [
        *list_cut_forces(found.links, quantities, wheel_links(robot), more),
        rows_result("f_loops", names, [list(w.f) for w in cuts], f"forces through the cut joints ({where})", "N"),
        rows_result("n_loops", names, [list(w.n) for w in cuts], f"moments through the cut joints ({where})", "N m"),
    ]


def rows_result(name: str, of: Sequence[str], values: list[list[Scalar]], doc: str, unit: str) -> Result:
    """Result with a row of three components for each of the links or loops in `of`."""
    labels = tuple(f"{name[0]}{one}_{axis}" for one in of for axis in "xyz")
    return named(name, values, doc, labels, (unit,) * len(labels))


MODEL = Model(
    name="link_wrenches",
    doc="forces and moments that pass through the joints (cut forces)",
    state=("q", "qd", "qdd"),
    build=build,
    scope=DYNAMICS.handling(FLOATING, LOOPS, BASE_BODY, WHEELS).leaving(
        "inside the joint; of joints that loops move it is in the wrenches of the cuts", FRICTION, ROTORS, FLEXIBILITY
    ),
    parameters=("standard",),  # grouped parameters give other forces
)
