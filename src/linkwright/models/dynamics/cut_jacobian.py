"""Cut-force Jacobian: the wrenches in all joints for a wrench at one frame, w = J_cut^T (f, n).

Schappler, Job & Ortmaier, A Maple toolchain for rigid body dynamics (property 6). (f, n) is what the link exerts on the
environment at a point, given in the projection frame. Column block i of J_cut (six columns, i = 0..n) gives the
force and the moment about O_i that link i receives from the link before it, in frame i; it is zero for links that do
not support the frame. With loops the drives balance the wrench, and the constraint forces of the loops pass through
the joints and cuts, too (`reaction_wrenches`).
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.errors import RobotError
from linkwright.models.framework.frame_options import FRAME, POINT, PROJECTION, frame_label, path_from_base
from linkwright.models.framework.model import Model, Option, Quantities, Result, State, named
from linkwright.models.framework.scope import KINEMATICS
from linkwright.models.tree.frame_chains import FrameTree
from linkwright.models.tree.generalized_coordinates import label_by_coordinate, project_efforts, tree_freedoms
from linkwright.models.tree.twists_wrenches import Wrench
from linkwright.robot import Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import Mat3, Scalar, Vec3

WRENCH_ROWS = ("fx", "fy", "fz", "nx", "ny", "nz")


def cut_jacobian_block(tree: FrameTree, i: int, frame: int, point: Vec3, projection: int) -> list[list[Scalar]]:
    """Six rows (f, n), six columns (f_i, n_i): f_i = R f, n_i = R n + L x R f, L the point in frame i."""
    R = tree.cheapest_pose(i, projection).R
    L = tree.chain(i, frame).then_shift(point).apply()
    lever = Mat3((L.cross(R.T.rows[0]), L.cross(R.T.rows[1]), L.cross(R.T.rows[2])))  # rows: L x R e_k
    top = [[*a, *b] for a, b in zip(R.T.rows, lever.rows, strict=True)]
    return top + [[0, 0, 0, *row] for row in R.T.rows]


def build(
    robot: Robot, state: State, quantities: Quantities, frame: int, point: Vec3, projection: int
) -> Sequence[Result]:
    tree = FrameTree(robot, state.q)
    J: list[list[Scalar]] = [[] for _ in range(6)]
    carrying = {0, *path_from_base(robot, frame)}
    for i in range(len(robot) + 1):
        part = cut_jacobian_block(tree, i, frame, point, projection) if i in carrying else [[0] * 6] * 6
        for row, more in zip(J, part, strict=True):
            row.extend(more)
    more = add_loop_reactions(robot, state, J) if robot.loops else []
    labels = tuple(
        f"J_{row}_{i}{column}" for row in WRENCH_ROWS for i in range(len(robot) + 1) for column in WRENCH_ROWS
    )
    doc = (f"cut-force Jacobian of frame {frame_label(robot, frame)}: (f_0, n_0, ..., f_n, n_n) = J^T (f, n); (f, n): "
           f"force and moment that its link exerts on the environment at the point, in frame "
           f"{frame_label(robot, projection)}; (f_i, n_i): what link i receives from the link before it, about the "
           f"origin of and in frame i (0: the base, from {'its support' if robot.freedoms(0) else 'the ground'})"
           )  # fmt: skip
    return [named("J", J, doc, labels), *more]


def add_loop_reactions(robot: Robot, state: State, J: list[list[Scalar]]) -> list[Result]:
    """Cut-force Jacobian of the cut joints of loops, whose drives balance the wrench; adds the forces of loops to J."""
    if robot.wheels:
        raise RobotError(f"{robot.name} has wheels besides its loops: how the ground and the support of the "
                         "base share the wrench is not determined", remedy='robot.without("wheels")')  # fmt: skip
    from linkwright.models.dynamics.constrained.reaction_wrenches import MultiplierSolver, describe_undetermined

    holding, cuts = MultiplierSolver.of(robot, state.q), []
    tree = holding.tree
    for row in J:
        F = [Wrench(Vec3(*row[k : k + 3]), Vec3(*row[k + 3 : k + 6])) for k in range(0, len(row), 6)]
        own = {c: 0 if c.is_motor else c.v.dot(F[c.link].f) + c.w.dot(F[c.link].n) for c in tree_freedoms(tree)}
        lam = holding.multipliers(label_by_coordinate(tree, project_efforts(tree, own)))
        whole = [a + b for a, b in zip(F, holding.loop_wrenches(state.q, lam), strict=True)]
        row[:] = [x for w in whole for x in (*w.f, *w.n)]
        cuts.append([x for w in holding.cuts(state.q, lam) for x in (*w.f, *w.n)])
    names = [loop.joint.name for loop in robot.loops]
    labels = tuple(f"J_{row}_{name}_{column}" for row in WRENCH_ROWS for name in names for column in WRENCH_ROWS)
    where = "on the link of the closing frame from that of the cut joint, at the origin of the closing frame"
    frame = f"in the frame of the cut joint{describe_undetermined(robot)}"
    doc = f"Jacobian of the cut joints {', '.join(names)}: {where}, {frame}"
    return [named("J_loops", cuts, doc, labels)]


MODEL = Model(
    name="cut_jacobian",
    doc="cut-force Jacobian: wrenches in all joints, each in the frame of its link, for a wrench at a frame",
    state=("q",),
    build=build,
    scope=KINEMATICS.handling(FLOATING, LOOPS, WHEELS),
    options={
        "frame": Option("end", "the frame whose link exerts the wrench (f, n): name, number of a joint, 0 (base), end",
                        read=FRAME.read),
        "point": Option("0,0,0", "where it acts, and the point that n is about: three formulas, coordinates in `frame`",
                        read=POINT.read),
        "projection": Option("0", "the frame in which f and n are given; f_i and n_i are in the frames i of the links",
                             read=PROJECTION.read),
    },
)  # fmt: skip
