"""Joint efforts of a motion with the fewest operations: the optimized recursive Newton-Euler method.

`newton_euler` is the method as in the book. Here the outward recursion is that of `link_accelerations`, and besides:

- A lever arm along the joint axis is used after the rotation about it where that leaves fewer components (`Step.arms`).
- Moments behind parallel axes are rotated at once by the sum of their angles, where only one component is needed.
- The last link's inertia is rotated instead of its motion and its wrench: ten numbers at most instead of five vectors.
- So are inertias of links that parallel axes follow: their children take the rotations over, and rotate only once.
- Second moments, and the accelerations of the next joints, are taken in the frame before parallel axes
(`ParallelAxisRuns`).
- Inertial parameters that act like the parent's are regrouped to it, and bodies are made planar, where that does not
  cost more (`regrouping`, `planar_bodies`); for numeric robots, masses replace first moments (`regrouping`).
- Origins slide along their joint axes, so that constants add up or vanish (`link_steps`).

The last five are options: a `RneaPlan` holds them (`rnea_plan`), and the cheapest plan is found by counting operations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

from linkwright.expr import Expr
from linkwright.models.constraints.constraint_system import select_drift
from linkwright.models.dynamics.parallel_axes import ParallelAxisRuns, first_joint_of_run
from linkwright.models.dynamics.rnea_plan import EquivalentRobot, RneaPlan, find_idle_links, list_late_changes
from linkwright.models.equivalent_bodies.axis_split import split_along_axis
from linkwright.models.equivalent_bodies.planar_bodies import base_with_axial_moments, shift_axial_moments
from linkwright.models.equivalent_bodies.regrouping import is_numeric, with_point_masses
from linkwright.models.framework.result import Quantities
from linkwright.models.framework.state import State
from linkwright.models.search.graph_trial import IncrementalCost, count_merged_operations, hill_climb
from linkwright.models.search.plan_cache import PlanCache
from linkwright.models.tree.generalized_coordinates import joint_effort
from linkwright.models.tree.generalized_coordinates import project_efforts as by_power
from linkwright.models.tree.link_accelerations import (
    LinkAcceleration,
    axial_body_moment,
    base_acceleration,
    inertial_force,
    inertial_moment,
    link_acceleration,
    planar_body_moment,
)
from linkwright.models.tree.link_steps import LinkStep, make_link_steps
from linkwright.models.tree.twists_wrenches import (
    NO_WRENCH,
    Wrench,
    effort_along,
    environment_wrench,
    relative_accelerations,
    relative_velocities,
)
from linkwright.robot import Coordinate, Robot
from linkwright.spatial import ZERO, Inertia, Rotation, Scalar, Vec3, Z

DerivedEfforts = tuple[list[Scalar], Quantities]


def inverse_dynamics(
    robot: Robot, state: State, quantities: Quantities, usual: DerivedEfforts | None = None
) -> list[Scalar]:
    """Efforts tau_j of the joints that move, N or N m, by the cheapest plan.

    `usual`: the result of the default plan, if it is known on the same trial copy of the graph.
    """
    plan = find_rnea_plan(robot, state, usual)
    view = plan.view.of(_regroup_if_numeric(robot))
    return rnea_by_plan(view, make_link_steps(view, state.q), state, plan, quantities)


def find_rnea_plan(robot: Robot, state: State, usual: DerivedEfforts | None = None) -> RneaPlan:
    """The cheapest plan, which `inverse_dynamics` uses."""
    return _rnea_plans(robot, state, usual=usual)


def _regroup_if_numeric(robot: Robot) -> Robot:
    """The robot with regrouped inertial parameters if it is numeric, where this costs no operations."""
    return with_point_masses(robot, ()) if is_numeric(robot) else robot


def _search_rnea_plan(robot: Robot, state: State, usual: DerivedEfforts | None = None) -> RneaPlan:
    """Search for the cheapest plan, on a trial copy of the graph."""
    view = _regroup_if_numeric(robot)

    @cache
    def steps(bodies: EquivalentRobot) -> tuple[Robot, list[LinkStep]]:
        seen = bodies.of(view)
        return seen, make_link_steps(seen, state.q)

    @cache
    def derived(plan: RneaPlan) -> DerivedEfforts:
        if usual and view is robot and plan == start:
            return usual
        noted = Quantities()
        return rnea_by_plan(*steps(plan.view), state, plan, noted), noted

    plain = steps(EquivalentRobot())
    start = RneaPlan.default(plain[1], relative_velocities(view, state))
    best = hill_climb(start, start.list_changes(*plain), derived, again=False)
    best = hill_climb(best, list_late_changes(plain[1]), derived, again=False, counted=_count_without_sines())
    return min(best.with_rows(), key=lambda plan: count_merged_operations(derived(plan)))  # equal only when merged


_rnea_plans = PlanCache(_search_rnea_plan)


def _count_without_sines() -> Callable[[DerivedEfforts], tuple[int, int]]:
    """Count operations without sines and cosines, which the model that this is a part of may need in any case."""
    tally = IncrementalCost()
    return lambda x: tally(x)[:2]


class DefaultPlanEfforts:
    """Efforts by the default plan, derived once for each tree and motion on one trial copy of the graph.

    Rates that are not in the state are zero.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], tuple[Robot, State, DerivedEfforts]] = {}  # kept: their ids are the keys

    def __call__(self, robot: Robot, state: State) -> list[Scalar]:
        return self.derive(robot, state)[0]

    def derive(self, robot: Robot, state: State) -> DerivedEfforts:
        """Efforts with the intermediate quantities."""
        key = id(robot), id(state)
        if key not in self._known:
            steps, noted, moving = make_link_steps(robot, state.q), Quantities(), _add_zero_rates(robot, state)
            tau = rnea_by_plan(robot, steps, moving, RneaPlan.default(steps, relative_velocities(robot, moving)), noted)
            self._known[key] = robot, state, (tau, noted)
        return self._known[key][2]


def rnea_by_plan(
    robot: Robot, steps: Sequence[LinkStep], state: State, plan: RneaPlan, quantities: Quantities
) -> list[Scalar]:
    """Efforts of an equivalent robot with these steps, by a plan; fixed joints are joints without a variable."""
    parts = [split_along_axis(step.joint, step.body.inertia) for step in steps]
    before = [
        step if part.is_bare else step.with_inertia(part.remainder) for step, part in zip(steps, parts, strict=True)
    ]
    steps = shift_axial_moments(before, plan.flat)
    for j in sorted(plan.unturned):
        angle, steps[j - 1] = steps[j - 1].angle, steps[j - 1].without_turn(j in plan.flat)
        for k in robot.children(j):
            steps[k - 1] = steps[k - 1].from_unrotated_parent(angle)
    V, A = relative_velocities(robot, state), relative_accelerations(robot, state)
    links = [base_acceleration(robot, V[0], A[0])]
    base = floating_base_wrench(robot, base_with_axial_moments(robot, before, plan.flat), links[0])
    f, n = [base.f], [base.n]
    runs, couples, pushes = ParallelAxisRuns(links, steps, V, A), [ZERO] * (len(robot) + 1), [ZERO] * (len(robot) + 1)
    idle = find_idle_links(steps)
    for j, step in enumerate(steps, 1):
        if j in idle:
            links.append(links[step.joint.parent])
            f.append(ZERO)
            n.append(ZERO)
            continue
        only_U = j in plan.flat and all(k in idle or steps[k - 1].is_parallel for k in robot.children(j))
        part, i = parts[j - 1], links[step.joint.parent]
        foot = runs.joint_point_acceleration(j) if j in plan.feet else None
        if part.foot_mass != 0:
            at = i.vd + i.U @ step.common_normal_foot
            pushes[j] = at * part.foot_mass
            foot = step.R.undo(at + i.U @ (step.arms[0] - step.common_normal_foot)) if foot is None else foot
        a = link_acceleration(links, steps, j, V[j], A[j], only_U, foot, j in plan.rows)
        I, body, own_moment = step.body.inertia, step.body, planar_body_moment if j in plan.flat else inertial_moment
        links.append(a)
        f.append(inertial_force(I, a) + body.force)
        if j in plan.tensors:
            c, k = runs.run_frame_moment(j, I, own_moment), first_joint_of_run(steps, j)
            couples[k] = couples[k] + Vec3(c.x, c.y, 0)
            n.append(Z * c.z + I.MS.cross(a.vd) + body.moment)
        else:
            n.append(own_moment(I, a) + body.moment)
        if part.axial_second_moment != 0:
            n[j] = n[j] + axial_body_moment(part.axial_second_moment, a)
    tau = sum_wrenches_and_efforts(robot, state, steps, f, n, couples, pushes)
    for j, a in enumerate(links[1:], 1):
        if j in idle:
            continue
        own = "b" if j in plan.unturned | plan.view.frames else ""  # in another frame than that of link j
        lengthy = () if plan.view.in_unit else (("vd", a.vd), ("f", f[j]))  # not in another unit of length
        acting = (("n", n[j]), *lengthy) if not plan.view.grouped else lengthy[:1]  # nor of other bodies
        for name, value in (("w", a.w), ("wd", a.wd), ("U", a.U), *acting):
            quantities.note(name + own, j, value)
    return tau


def sum_wrenches_and_efforts(
    robot: Robot, state: State, steps: Sequence[LinkStep], f: list[Vec3], n: list[Vec3], couples: Sequence[Vec3],
    pushes: Sequence[Vec3],
) -> list[Scalar]:  # fmt: skip
    """Inward recursion: efforts of the joints that move; f and n, wrenches of the bodies, become those of the links.

    Couples are moments in the frames before the joints' rotations, pushes are forces at `Step.foot`. Moments from
    beyond parallel axes are kept apart in `rest` where only the sum of their rotations is needed.
    """
    rest: list[list[tuple[tuple[LinkStep, ...], Vec3]]] = [[] for _ in n]
    whole = needs_full_moment(robot, steps)
    tau: dict[Coordinate, Scalar] = {}
    for j in range(len(robot), -1, -1):
        for c in robot.freedoms(j):
            tau[c] = joint_effort(robot, state, c, effort_along(c, Wrench(f[j], n[j])))
        if not j or not (robot.joint(j).parent or robot.freedoms(0)):
            continue
        step = steps[j - 1]
        i = step.joint.parent
        arm, r = step.arms
        carried = step.R.apply(f[j])
        lifted = n[j] + Z.cross(f[j]) * r
        if pushes[j] != ZERO:
            n[i] = n[i] + (arm - step.common_normal_foot).cross(carried)
            arm, carried = step.common_normal_foot, carried + pushes[j]
        n[i] = n[i] + arm.cross(carried)
        f[i] = f[i] + carried  # Lemoine & Khalil (14)
        if step.is_parallel and not whole[i]:
            rest[i] += [((step, *path), v) for path, v in rest[j]]
            rest[i].append(((step,), Vec3(lifted.x, lifted.y, 0)))
            n[i] = n[i] + Z * lifted.z
        elif couples[j] == ZERO and not rest[j]:
            n[i] = n[i] + step.R.apply(lifted)
        else:  # all moments in the frame before the rotation are tilted at once
            across = Rotation.about(step.turns[2]).apply(lifted) + couples[j]
            for path, v in rest[j]:
                turns = (step.turns[2], *(t for s in path for t in s.turns))
                across = across + Rotation.about(*turns).apply(v)
            n[i] = n[i] + step.tilt.apply(across)
    return by_power(robot, tau)


def needs_full_moment(robot: Robot, steps: Sequence[LinkStep]) -> list[bool]:
    """Per link: whether x and y of its moment are both needed, and not only one combination of them."""
    floats = bool(robot.freedoms(0))
    whole, some = [floats], [floats]  # some: x or y are needed at all
    for step in steps:
        i = step.joint.parent
        passed, ball = bool(i) or floats, step.joint.kind == "ball"
        some.append(ball or (passed and (not step.is_parallel or some[i])))
        whole.append(ball or (passed and (whole[i] if step.is_parallel else some[i])))
    return whole


def floating_base_wrench(robot: Robot, I: Inertia, a: LinkAcceleration) -> Wrench:
    """Wrench of the body of a floating base, for its motion and on the environment, in frame 0; else zero."""
    if not robot.freedoms(0):
        return NO_WRENCH
    own = environment_wrench(robot.base.body)
    return Wrench(inertial_force(I, a) + own.f, inertial_moment(I, a) + own.n)


# -- at rest ----------------------------------------------------------------------------------------------------------


def rnea_efforts(
    robot: Robot, state: State, quantities: Quantities, usual: DefaultPlanEfforts | None = None
) -> list[Scalar]:
    """Efforts of the inverse dynamics, N or N m; rates that are not in the state are zero."""
    return inverse_dynamics(
        robot, _add_zero_rates(robot, state), quantities, usual.derive(robot, state) if usual else None
    )


def _add_zero_rates(robot: Robot, state: State) -> State:
    still = dict.fromkeys(robot.coordinates, Expr(robot.graph, robot.graph.const(0)))
    return replace(state, qd={**still, **state.qd}, qdd={**still, **state.qdd})


def bias_efforts(robot: Robot, state: State, quantities: Quantities) -> list[Scalar]:
    """Bias efforts tau - M qdd, N or N m."""
    return rnea_efforts(robot, replace(state, qdd=select_drift(state.qdd)), quantities)
