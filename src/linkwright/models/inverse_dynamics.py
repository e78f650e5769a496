"""Inverse dynamics: the joint efforts of a motion, by one of the formulations (`formulations`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linkwright.errors import RobotError
from linkwright.models.formulations import NAMES, efforts
from linkwright.models.hybrid_dynamics import driven, hybrid_dynamics, split
from linkwright.models.model import Model, Option, Quantities, Result, State, of_base, of_coordinates
from linkwright.models.parts.constraints import Constraints, Tied, released
from linkwright.models.parts.projection import by_drives
from linkwright.models.parts.terms import by_coordinate
from linkwright.models.parts.trial import fewest
from linkwright.models.scope import DYNAMICS
from linkwright.robot import Coordinate, Robot
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.spatial import Scalar, Spin


def build(robot: Robot, state: State, quantities: Quantities, formulation: str, of: str) -> Sequence[Result]:
    doc = "joint efforts (torques of revolute, forces of prismatic joints)"
    given = driven(robot)
    if isinstance(robot.ties, Tied) and (system := robot.ties.system) and len(given) == len(robot.coordinates):
        need_newton_euler(robot, formulation)
        tau = by_projection(robot, state, quantities, system)
        if of == "coordinates":
            return [of_coordinates("tau", tau, "efforts of the independent joints that do the work of all", "tau")]
        tied = robot if robot.ties else robot.over(robot.graph, ties=system.ties(robot))
        return [of_coordinates("tau", by_drives(tied, tau), doc, "tau")]
    if robot.ties:
        need_newton_euler(robot, formulation)
        formulation = "newton_euler"
    if len(given) == len(robot.coordinates):
        tau = by_coordinate(robot, efforts(robot, state, quantities, formulation))
        return [of_coordinates("tau", by_drives(robot, tau), doc, "tau")]
    need_newton_euler(robot, formulation)
    accelerations, tau = hybrid_dynamics(robot, state, given, quantities)
    base, elastic = split(accelerations)
    found = [of_base("base_acceleration", base, "qdd")] if base else []
    if elastic:
        found.append(of_coordinates("accelerations", elastic, "accelerations of the flexible joints", "qdd", "qdd"))
    return [*found, of_coordinates("tau", by_drives(robot, tau), doc, "tau")]


def by_projection(
    robot: Robot, state: State, quantities: Quantities, system: Constraints
) -> dict[Coordinate, Scalar]:
    """The efforts of the tree in the motion that its loops allow, as those of the independent coordinates.

    Two ways each, of which the shortest is taken. Motion: by the rows of the loops, or by recursion over the links.
    Efforts: by the rows, or with what keeps the loops closed as wrenches on their links, in one recursion more, of
    which only what is before those links is new.
    """
    is_given = not robot.ties

    def candidates(subject: tuple[Robot, State, Constraints]) -> Iterator[tuple[dict[Coordinate, Scalar], Quantities]]:
        system = subject[2]
        for free, moving, back in tree_motions(*subject, is_given):
            noted = Quantities()
            Gamma = by_coordinate(free, efforts(free, moving, noted, "newton_euler"))
            yield {back[a]: x for a, x in system.projected(Gamma, once=is_given).items()}, noted
            if system.kinematics:
                pushed = system.kinematics.pushed(free, moving.q, system.inner_multipliers(Gamma, once=is_given))
                whole = by_coordinate(pushed, efforts(pushed, moving, Quantities(), "newton_euler"))
                inner = {a: whole[a] for a in system.inner_coordinates}
                yield {back[a]: x for a, x in system.finished(inner).items()}, noted

    best, noted = fewest(robot.graph, (robot, state, system), candidates)
    quantities.names.update(noted.names)
    return best


def tree_motions(
    robot: Robot, state: State, system: Constraints, is_given: bool
) -> Iterator[tuple[Robot, State, dict[Coordinate, Coordinate]]]:
    """The tree and its motion, derived in all ways, and what its freedoms are of the robot."""
    free, own = released(robot, system.before)
    qd, qdd = ({own[c]: x for c, x in rates.items() if c.given != "closure"} for rates in (state.qd, state.qdd))
    ways = [(qd, qdd)]
    if not is_given:
        ways = list(system.recursive_motion(free, state.q, qd, qdd))
        if not any(isinstance(x, Spin) for x in state.q):  # whose rates are no derivatives
            ways.append(system.motion(state.q, qd, qdd))
    for fast, slow in ways:
        moving = State(state.q, fast, slow, springs={own[c]: x for c, x in state.springs.items()})
        yield free, moving, {tree: c for c, tree in own.items()}


def need_newton_euler(robot: Robot, formulation: str) -> None:
    if formulation not in ("newton_euler", "best"):
        what = f"{robot.name} has a free base, wheels or flexible joints, whose accelerations come out"
        raise RobotError(f"{what}; {formulation} is written for given ones", remedy="choose newton_euler")


MODEL = Model(
    name="inverse_dynamics",
    doc="joint efforts from positions, velocities and accelerations",
    state=("q", "qd", "qdd"),
    build=build,
    scope=DYNAMICS.handling(FLOATING, LOOPS, WHEELS),
    takes_whole=True,
    options={
        "formulation": Option("newton_euler", "how the equations are derived; best: the shortest", NAMES),
        "of": Option("drives", "loops: efforts of the drives, or of the independent joints, which do the same work",
                     ("drives", "coordinates")),
    },
)
