"""Regressor of the wrenches through the joints, which are linear in the standard parameters, too.

Column wrenches of every link are transformed to all links before it. Force sensors identify more parameters than joint
efforts do: Atkeson, An & Hollerbach (1986) identify loads and links from them.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.errors import RobotError
from linkwright.models.dynamics.composite_bodies import JointTwists
from linkwright.models.dynamics.link_wrenches import wheel_links
from linkwright.models.framework.frame_options import path_from_base
from linkwright.models.framework.model import Model, Quantities, Result, State
from linkwright.models.framework.scope import REGRESSOR
from linkwright.models.identification.regressor import add_joint_columns, tree_rows
from linkwright.models.identification.regressor_columns import (
    COLUMNS,
    Column,
    ColumnWrenches,
    added_terms_text,
    chosen_columns,
    column_wrenches,
    list_columns,
)
from linkwright.models.tree.link_accelerations import link_accelerations
from linkwright.models.tree.twists_wrenches import NO_WRENCH, Wrench
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, FRICTION, LOOPS, ROTORS, WHEELS


def wrench_columns(robot: Robot, state: State, chosen: Sequence[Column]) -> list[list[Wrench]]:
    """Wrenches through joints 1..n, each in its link's frame, per unit of each chosen parameter."""
    paths = JointTwists(robot, state.q)
    moves = link_accelerations(robot, state, paths.steps)
    carried = ColumnWrenches(paths, {j: column_wrenches(m) for j, m in enumerate(moves)})
    table = [[NO_WRENCH] * len(chosen) for _ in robot.joints]
    for c, column in enumerate(chosen):
        for m in path_from_base(robot, column.link) if column.is_inertial else ():
            table[m - 1][c] = carried.wrench(column.link, column.parameter, m)
    return table


def constrained_wrench_columns(robot: Robot, state: State, chosen: Sequence[Column]) -> list[list[Wrench]]:
    """`wrench_columns` with the constraint wrenches of loops, also those due to rotors and friction of their joints."""
    from linkwright.models.dynamics.constrained.reaction_wrenches import derive_tree_motion

    holding, motion = derive_tree_motion(robot, state)
    tree = holding.tree
    rows, _ = tree_rows(tree, motion)
    W = add_joint_columns(rows.matrix(chosen, frozenset()), tree, motion, chosen)
    found = wrench_columns(tree, motion, chosen)
    for c in range(len(chosen)):
        lam = holding.multipliers({a: row[c] for a, row in zip(tree.coordinates, W, strict=True)})
        for j, more in enumerate(holding.loop_wrenches(motion.q, lam)[1:]):
            found[j][c] = found[j][c] + more
    return found


def build(robot: Robot, state: State, quantities: Quantities, columns: str) -> Sequence[Result]:
    chosen = chosen_columns(robot, columns, joints=bool(robot.loops))
    table = constrained_wrench_columns(robot, state, chosen) if robot.loops else wrench_columns(robot, state, chosen)
    standing = wheel_links(robot)
    links = [j for j in range(1, len(robot) + 1) if j not in standing]
    if not links:
        raise RobotError(f"{robot.name} has wheels alone: how they share the weight is not determined",
                         remedy="use the model regressor, for the efforts of the drives", cell=("wheel",))  # fmt: skip
    each = f"links {', '.join(map(str, links))}" if standing else "link 1, of link 2, ..."
    where = f"rows x, y, z of {each}, in the frames of the links; {list_columns(chosen)}"

    def result(name: str, part: str, what: str) -> Result:
        rows = [[list(getattr(w, part))[k] for w in table[j - 1]] for j in links for k in range(3)]
        labels = tuple(f"{name}{j}_{axis}_{c.label}" for j in links for axis in "xyz" for c in chosen)
        return Result(name, [x for row in rows for x in row], (3 * len(links), len(chosen)), f"{what}; {where}", labels)

    return [
        result("f", "f", f"cut forces are f p{added_terms_text(robot, 'those')}"),
        result("n", "n", f"cut moments about the origins of the frames are n p{added_terms_text(robot, 'those')}"),
    ]


MODEL = Model(
    name="link_wrench_regressor",
    doc="regressor of the forces and moments that pass through the joints",
    state=("q", "qd", "qdd"),
    build=build,
    scope=REGRESSOR.handling(FLOATING, LOOPS, WHEELS).leaving(
        "inside the joint; of joints that loops move it is in what the cuts bear", FRICTION, ROTORS
    ),
    options={"columns": COLUMNS},
    parameters=("standard",),  # grouped parameters give other forces
)
