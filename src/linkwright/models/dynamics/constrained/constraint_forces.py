"""Constraint forces: those that keep loops closed (`reaction_wrenches`), or of the ground on wheels: traction, side
force, force along the rollers.

With Gamma the efforts of the tree in the motion that the rows W allow: W^T lam + tau = Gamma, of which the rows of the
dependent coordinates are solved for lam. Where rows are redundant the forces are not determined: those of the kept rows
carry all, the others none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from linkwright.models.algebra.block_triangular import solve_by_blocks
from linkwright.models.constraints.constraint_rows import collect_constraint_rows
from linkwright.models.constraints.constraint_system import without_constraints
from linkwright.models.constraints.loop_equations import kinematic_loops
from linkwright.models.constraints.loop_rates import LoopRows
from linkwright.models.constraints.mobility_analysis import analyze_mobility
from linkwright.models.constraints.wheels import ExactWheelRows, exact_wheel_rows
from linkwright.models.dynamics.constrained.projection import distribute_to_drives
from linkwright.models.dynamics.constrained.reaction_wrenches import derive_reaction_wrenches, describe_undetermined
from linkwright.models.dynamics.hybrid_dynamics import driven_coordinates, hybrid_dynamics
from linkwright.models.dynamics.rnea_optimized import rnea_efforts
from linkwright.models.framework.frame_options import frame_label
from linkwright.models.framework.model import Model, Quantities, Result, State, named
from linkwright.models.framework.scope import DYNAMICS
from linkwright.models.tree.generalized_coordinates import label_by_coordinate, project_efforts, rate_of
from linkwright.robot import Coordinate, Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import Scalar


def add_passive_accelerations(robot: Robot, state: State, quantities: Quantities) -> State:
    """State with the accelerations of coordinates that no motor drives."""
    given = driven_coordinates(robot)
    if len(given) == len(robot.coordinates):
        return state
    found, _ = hybrid_dynamics(robot, state, given, quantities)
    return replace(state, qdd={**state.qdd, **found})


def compute_unconstrained_efforts(robot: Robot, state: State, quantities: Quantities) -> dict[Coordinate, Scalar]:
    """Efforts Gamma of all coordinates of the tree, as if no wheel touched the ground, by the freedoms of the robot."""
    free, own = without_constraints(robot)
    rates: dict[str, Any] = {
        kind: {own[c]: rate_of(robot, rates, c) for c in own if own[c] in free.coordinates}
        for kind, rates in (("qd", state.qd), ("qdd", state.qdd))
    }
    moving = State(state.q, **rates, springs={own[c]: x for c, x in state.springs.items()})
    found = label_by_coordinate(free, rnea_efforts(free, moving, quantities))
    return {c: found[own[c]] for c in own if own[c] in found}


def solve_wheel_forces(robot: Robot, rows: ExactWheelRows, Gamma: dict[Coordinate, Scalar]) -> list[Scalar]:
    """Multipliers lam of the kept rows: J_d^T lam = Gamma_d - tau_d."""
    _, own = without_constraints(robot)
    tau = distribute_to_drives(robot, label_by_coordinate(robot, project_efforts(robot, Gamma)))
    dependent = [c for c in own if own[c] in rows.mobility.split.dependent]
    J = [[rows.entry(k, own[c]) for k in rows.mobility.kept] for c in dependent]
    return _solve_multipliers(J, [Gamma[c] - tau.get(c, 0) for c in dependent])


def _solve_multipliers(J: Sequence[Sequence[Scalar]], efforts: Sequence[Scalar]) -> list[Scalar]:
    found = solve_by_blocks([list(row) for row in J], [[x] for x in efforts])
    if found is None:
        raise ArithmeticError("the rows of the constraints depend on each other")
    return [x for (x,) in found]


def derive_loop_forces(robot: Robot, state: State, quantities: Quantities) -> Result:
    """Multipliers of loops: forces along and moments about the axes of the frames in which the rows are given."""
    found = derive_reaction_wrenches(robot, add_passive_accelerations(robot, state, quantities), quantities)
    rows = found.solver.rows
    names = [f"{robot.loops[number - 1].joint.name}_{kind}" for number, kind in rows.names]
    units = ["N" if kind in ("x", "y", "z") else "N m" for _, kind in rows.names]
    doc = (
        "what the link of the closing frame gets from that of the cut joint, along (x, y, z) and about (wx, wy, wz, "
        f"u) axes of frames: {', '.join(describe_row_frames(robot, rows))}{describe_undetermined(robot)}"
    )
    return named("lam", found.lam, doc, [f"lam_{name}" for name in names], units)


def derive_loop_and_wheel_forces(robot: Robot, state: State, quantities: Quantities) -> Result:
    """Multipliers of a robot with loops and wheels, for loops in the frames of their cuts: W^T lam + tau = Gamma."""
    free, own = without_constraints(robot)
    rows, known = collect_constraint_rows(free, state.q), analyze_mobility(free)
    Gamma = compute_unconstrained_efforts(robot, add_passive_accelerations(robot, state, quantities), quantities)
    tau = distribute_to_drives(robot, label_by_coordinate(robot, project_efforts(robot, Gamma)))
    dependent = [c for c in own if own[c] in known.split.dependent]
    J = [[rows.rows[k].get(own[c], 0) for k in rows.kept] for c in dependent]
    lam = _solve_multipliers(J, [Gamma[c] - tau.get(c, 0) for c in dependent])
    doc = (
        "loops: what the link of the closing frame gets from that of the cut joint, along (x, y, z) and about (wx, "
        "wy, wz, u) axes of its frame; wheels: forces of the ground along heading, axle or axes of the rollers"
    )
    if rows.redundant:
        doc += f"; of {', '.join(rows.redundant)} they are not determined, and taken to be 0"
    labels = [f"lam_{rows.names[k]}" for k in rows.kept]
    return named("lam", lam, doc, labels, ["N" if rows.units[k] == "m" else "N m" for k in rows.kept])


def describe_row_frames(robot: Robot, rows: LoopRows) -> list[str]:
    table = {loop.number: rows.frames.get(loop.number, loop.cut) for loop in kinematic_loops(robot)}
    n = len(robot)
    return [f"loop {k} in that of {robot.loops[k - 1].joint.name if m > n else frame_label(robot, m)}"
            for k, m in table.items()]  # fmt: skip


def build(robot: Robot, state: State, quantities: Quantities) -> Sequence[Result]:
    if robot.loops:
        return [(derive_loop_and_wheel_forces if robot.wheels else derive_loop_forces)(robot, state, quantities)]
    rows = exact_wheel_rows(without_constraints(robot)[0], state.q)
    Gamma = compute_unconstrained_efforts(robot, add_passive_accelerations(robot, state, quantities), quantities)
    lam = solve_wheel_forces(robot, rows, Gamma)
    names = [rows.found[k].name for k in rows.mobility.kept]
    doc = "forces of the ground on the wheels: along heading (rolling), axle (lateral) or axes of the rollers"
    if rows.mobility.redundant:
        doc += f"; of {', '.join(rows.mobility.redundant)} they are not determined, and taken to be 0"
    return [named("lam", lam, doc, [f"lam_{name}" for name in names], ["N"] * len(names))]


MODEL = Model(
    name="constraint_forces",
    doc="forces that keep loops closed or wheels rolling, from positions, velocities and accelerations",
    state=("q", "qd", "qdd"),
    build=build,
    accelerations_come_out=True,
    scope=DYNAMICS.handling(FLOATING, LOOPS, WHEELS),
    parameters=("standard",),  # grouped parameters give other forces
)
