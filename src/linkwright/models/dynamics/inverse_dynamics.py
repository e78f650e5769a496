"""Inverse dynamics: the joint efforts of a motion, by one of the formulations (`formulation_table`)."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.errors import RobotError
from linkwright.models.constraints.constraint_system import Constraints, constraints_of
from linkwright.models.dynamics.constrained.projection import distribute_to_drives, efforts_by_projection
from linkwright.models.dynamics.formulations.formulation_table import FORMULATION_NAMES, efforts_by_formulation
from linkwright.models.dynamics.formulations.lagrange import lagrange
from linkwright.models.dynamics.hybrid_dynamics import driven_coordinates, hybrid_dynamics, split_base_and_joints
from linkwright.models.framework.model import Model, Option, Quantities, Result, State, of_base, of_coordinates
from linkwright.models.framework.scope import DYNAMICS
from linkwright.models.tree.generalized_coordinates import label_by_coordinate
from linkwright.robot import Coordinate, Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import Scalar


def build(robot: Robot, state: State, quantities: Quantities, formulation: str, of: str) -> Sequence[Result]:
    """Efforts of the drives or of the independent joints; accelerations of the base and flexible joints before them."""
    doc, given = "joint efforts (torques of revolute, forces of prismatic joints)", driven_coordinates(robot)
    whole = "efforts of the independent joints that do the work of all"
    if (system := constraints_of(robot)) and len(given) == len(robot.coordinates):
        tau = efforts_with_loops(robot, state, quantities, system, formulation)
        if of == "coordinates":
            return [of_coordinates("tau", tau, whole, "tau")]
        tied = robot if robot.ties else robot.in_graph(robot.graph, ties=system.ties(robot))
        return [of_coordinates("tau", distribute_to_drives(tied, tau), doc, "tau")]
    if robot.ties:
        need_newton_euler(robot, formulation)
        formulation = "newton_euler"
    if len(given) == len(robot.coordinates):
        tau = label_by_coordinate(robot, efforts_by_formulation(robot, state, quantities, formulation))
        return [of_coordinates("tau", distribute_to_drives(robot, tau), doc, "tau")]
    need_newton_euler(robot, formulation)
    if system and not robot.ties:
        what = f"{robot.name} has a floating base, wheels or flexible joints and loops: not all accelerations are given"
        raise RobotError(what, remedy="closure=positions, or solved")
    accelerations, tau = hybrid_dynamics(robot, state, given, quantities)
    base, elastic = split_base_and_joints(accelerations)
    others = [of_base("base_acceleration", base, "qdd")] if base else []
    if elastic:
        others.append(of_coordinates("accelerations", elastic, "accelerations of the flexible joints", "qdd", "qdd"))
    if system and of == "coordinates":
        return [*others, of_coordinates("tau", tau, whole, "tau")]
    return [*others, of_coordinates("tau", distribute_to_drives(robot, tau), doc, "tau")]


def efforts_with_loops(
    robot: Robot, state: State, quantities: Quantities, system: Constraints, formulation: str
) -> dict[Coordinate, Scalar]:
    """Efforts of the independent coordinates: projected from the tree, or from the energies in these coordinates."""
    if formulation == "lagrange" and robot.ties:
        return label_by_coordinate(robot, lagrange(robot, state))
    if formulation not in ("newton_euler", "best"):
        what = f"{robot.name} has closed loops, and {formulation} is written for independent joints"
        raise RobotError(what, remedy="choose newton_euler, or lagrange with closure=solved")
    return efforts_by_projection(robot, state, quantities, system)


def need_newton_euler(robot: Robot, formulation: str) -> None:
    if formulation not in ("newton_euler", "best"):
        what = f"{robot.name} has a floating base, wheels or flexible joints, whose accelerations are results"
        raise RobotError(f"{what}; {formulation} needs all of them given", remedy="choose newton_euler")


MODEL = Model(
    name="inverse_dynamics",
    doc="joint efforts from positions, velocities and accelerations",
    state=("q", "qd", "qdd"),
    build=build,
    accelerations_come_out=True,
    reference={"formulation": "newton_euler_plain"},
    scope=DYNAMICS.handling(FLOATING, LOOPS, WHEELS),
    takes_whole=True,
    options={
        "formulation": Option("newton_euler", "how the equations are derived; best: the shortest", FORMULATION_NAMES),
        "of": Option(
            "drives",
            "loops: efforts of the drives, or of the independent joints, which do the same work",
            ("drives", "coordinates"),
        ),
    },
)
