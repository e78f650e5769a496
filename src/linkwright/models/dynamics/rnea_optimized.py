"""Joint efforts of a motion with the fewest operations: the optimized recursive Newton-Euler method.

`newton_euler` is the method as in the book. Here the outward recursion is that of `link_accelerations`, and besides:

- A lever arm along the joint axis is used after the rotation about it where that leaves fewer components (`Step.arms`).
- Moments behind parallel axes are rotated at once by the sum of their angles, where only one component is needed.
- The last link's inertia is rotated instead of its motion and its wrench: ten numbers at most instead of five vectors.
- So are inertias of links that parallel axes follow: their children take the rotations over, and rotate only once.
- Second moments, and the accelerations of the next joints, are taken in the frame before parallel axes (`Runs`).
- Inertial parameters that act like the parent's are regrouped to it, and bodies are made planar, where that does not
  cost more (`regrouping`, `planar_bodies`); for numeric robots, masses replace first moments (`regrouping`).
- Origins slide along their joint axes, so that constants add up or vanish (`link_steps`).

The last five are options: a `Plan` holds them (`rnea_plan`), and the cheapest plan is found by counting operations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

from linkwright.expr import Expr
from linkwright.models.constraints.constraint_system import drift_alone
from linkwright.models.dynamics.parallel_axes import Runs, first_of_run
from linkwright.models.dynamics.rnea_plan import Plan, View, idle_links, late_changes
from linkwright.models.equivalent_bodies.axis_split import wire_of
from linkwright.models.equivalent_bodies.planar_bodies import flattened, thicker_base
from linkwright.models.equivalent_bodies.regrouping import is_numeric, with_point_masses
from linkwright.models.framework.result import Quantities
from linkwright.models.framework.state import State
from linkwright.models.search.graph_trial import Tally, improved, merged_operations
from linkwright.models.search.plan_cache import Choices
from linkwright.models.tree.generalized_coordinates import gathered as by_power
from linkwright.models.tree.generalized_coordinates import own_effort
from linkwright.models.tree.link_accelerations import (
    Acceleration,
    base_acceleration,
    flat_moment,
    force,
    link_acceleration,
    moment,
    rod_moment,
)
from linkwright.models.tree.link_steps import Step, steps_of
from linkwright.models.tree.twists_wrenches import NO_WRENCH, Wrench, accelerations, body_wrench, power, velocities
from linkwright.robot import Coordinate, Robot
from linkwright.spatial import ZERO, Inertia, Rotation, Scalar, Vec3, Z

Derived = tuple[list[Scalar], Quantities]


def inverse_dynamics(
    robot: Robot, state: State, quantities: Quantities, usual: Derived | None = None
) -> list[Scalar]:
    """Efforts tau_j of the joints that move, N or N m, by the cheapest plan.

    `usual`: the result of the default plan, if it is known on the same trial copy of the graph.
    """
    plan = cheapest_plan(robot, state, usual)
    view = plan.view.of(_grouped(robot))
    return by_plan(view, steps_of(view, state.q), state, plan, quantities)


def cheapest_plan(robot: Robot, state: State, usual: Derived | None = None) -> Plan:
    """The cheapest plan, which `inverse_dynamics` uses."""
    return _plans(robot, state, usual=usual)


def _grouped(robot: Robot) -> Robot:
    """The robot with regrouped inertial parameters if it is numeric, where this costs no operations."""
    return with_point_masses(robot, ()) if is_numeric(robot) else robot


def _found_plan(robot: Robot, state: State, usual: Derived | None = None) -> Plan:
    """Search for the cheapest plan, on a trial copy of the graph."""
    view = _grouped(robot)

    @cache
    def steps(bodies: View) -> tuple[Robot, list[Step]]:
        seen = bodies.of(view)
        return seen, steps_of(seen, state.q)

    @cache
    def derived(plan: Plan) -> Derived:
        if usual and view is robot and plan == start:
            return usual
        noted = Quantities()
        return by_plan(*steps(plan.view), state, plan, noted), noted

    plain = steps(View())
    start = Plan.usual(plain[1], velocities(view, state))
    best = improved(start, start.changes(*plain), derived, again=False)
    best = improved(best, late_changes(plain[1]), derived, again=False, counted=_without_sines())
    return min(best.with_rows(), key=lambda plan: merged_operations(derived(plan)))  # equal only when merged


_plans = Choices(_found_plan)


def _without_sines() -> Callable[[Derived], tuple[int, int]]:
    """Count operations without sines and cosines, which the model that this is a part of may need in any case."""
    tally = Tally()
    return lambda x: tally(x)[:2]


class UsualPlan:
    """Efforts by the default plan, derived once for each tree and motion on one trial copy of the graph.

    Rates that are not in the state are zero.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], tuple[Robot, State, Derived]] = {}  # kept: their ids are the keys

    def __call__(self, robot: Robot, state: State) -> list[Scalar]:
        return self.noted(robot, state)[0]

    def noted(self, robot: Robot, state: State) -> Derived:
        """Efforts with the intermediate quantities."""
        key = id(robot), id(state)
        if key not in self._known:
            steps, noted, moving = steps_of(robot, state.q), Quantities(), _moving(robot, state)
            tau = by_plan(robot, steps, moving, Plan.usual(steps, velocities(robot, moving)), noted)
            self._known[key] = robot, state, (tau, noted)
        return self._known[key][2]


def by_plan(robot: Robot, steps: Sequence[Step], state: State, plan: Plan, quantities: Quantities) -> list[Scalar]:
    """Efforts of an equivalent robot with these steps, by a plan; fixed joints are joints without a variable."""
    parts = [wire_of(step.joint, step.body.inertia) for step in steps]
    before = [step if part.is_bare else step.with_inertia(part.rest) for step, part in zip(steps, parts, strict=True)]
    steps = flattened(before, plan.flat)
    for j in sorted(plan.unturned):
        angle, steps[j - 1] = steps[j - 1].angle, steps[j - 1].without_turn(j in plan.flat)
        for k in robot.children(j):
            steps[k - 1] = steps[k - 1].behind(angle)
    V, A = velocities(robot, state), accelerations(robot, state)
    links = [base_acceleration(robot, V[0], A[0])]
    base = base_wrench(robot, thicker_base(robot, before, plan.flat), links[0])
    f, n = [base.f], [base.n]
    runs, couples, pushes = Runs(links, steps, V, A), [ZERO] * (len(robot) + 1), [ZERO] * (len(robot) + 1)
    idle = idle_links(steps)
    for j, step in enumerate(steps, 1):
        if j in idle:
            links.append(links[step.joint.parent])
            f.append(ZERO)
            n.append(ZERO)
            continue
        only_U = j in plan.flat and all(k in idle or steps[k - 1].is_parallel for k in robot.children(j))
        part, i = parts[j - 1], links[step.joint.parent]
        foot = runs.foot(j) if j in plan.feet else None
        if part.foot != 0:
            at = i.vd + i.U @ step.foot
            pushes[j] = at * part.foot
            foot = step.R.undo(at + i.U @ (step.arms[0] - step.foot)) if foot is None else foot
        a = link_acceleration(links, steps, j, V[j], A[j], only_U, foot, j in plan.rows)
        I, body, own_moment = step.body.inertia, step.body, flat_moment if j in plan.flat else moment
        links.append(a)
        f.append(force(I, a) + body.force)
        if j in plan.tensors:
            c, k = runs.couple(j, I, own_moment), first_of_run(steps, j)
            couples[k] = couples[k] + Vec3(c.x, c.y, 0)
            n.append(Z * c.z + I.MS.cross(a.vd) + body.moment)
        else:
            n.append(own_moment(I, a) + body.moment)
        if part.rod != 0:
            n[j] = n[j] + rod_moment(part.rod, a)
    tau = gathered(robot, state, steps, f, n, couples, pushes)
    for j, a in enumerate(links[1:], 1):
        if j in idle:
            continue
        own = "b" if j in plan.unturned | plan.view.frames else ""  # in another frame than that of link j
        lengthy = () if plan.view.in_unit else (("vd", a.vd), ("f", f[j]))  # not in another unit of length
        acting = (("n", n[j]), *lengthy) if not plan.view.grouped else lengthy[:1]  # nor of other bodies
        for name, value in (("w", a.w), ("wd", a.wd), ("U", a.U), *acting):
            quantities.note(name + own, j, value)
    return tau


def gathered(
    robot: Robot, state: State, steps: Sequence[Step], f: list[Vec3], n: list[Vec3], couples: Sequence[Vec3],
    pushes: Sequence[Vec3],
) -> list[Scalar]:  # fmt: skip
    """Inward recursion: efforts of the joints that move; f and n, wrenches of the bodies, become those of the links.

    Couples are moments in the frames before the joints' rotations, pushes are forces at `Step.foot`. Moments from
    beyond parallel axes are kept apart in `rest` where only the sum of their rotations is needed.
    """
    rest: list[list[tuple[tuple[Step, ...], Vec3]]] = [[] for _ in n]
    whole = wanted_whole(robot, steps)
    tau: dict[Coordinate, Scalar] = {}
    for j in range(len(robot), -1, -1):
        for c in robot.freedoms(j):
            tau[c] = own_effort(robot, state, c, power(c, Wrench(f[j], n[j])))
        if not j or not (robot.joint(j).parent or robot.freedoms(0)):
            continue
        step = steps[j - 1]
        i = step.joint.parent
        arm, r = step.arms
        carried = step.R.apply(f[j])
        lifted = n[j] + Z.cross(f[j]) * r
        if pushes[j] != ZERO:
            n[i] = n[i] + (arm - step.foot).cross(carried)
            arm, carried = step.foot, carried + pushes[j]
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


def wanted_whole(robot: Robot, steps: Sequence[Step]) -> list[bool]:
    """Per link: whether x and y of its moment are both needed, and not only one combination of them."""
    floats = bool(robot.freedoms(0))
    whole, some = [floats], [floats]  # some: x or y are needed at all
    for step in steps:
        i = step.joint.parent
        passed, ball = bool(i) or floats, step.joint.kind == "ball"
        some.append(ball or (passed and (not step.is_parallel or some[i])))
        whole.append(ball or (passed and (whole[i] if step.is_parallel else some[i])))
    return whole


def base_wrench(robot: Robot, I: Inertia, a: Acceleration) -> Wrench:
    """Wrench of the body of a floating base, for its motion and on the environment, in frame 0; else zero."""
    if not robot.freedoms(0):
        return NO_WRENCH
    own = body_wrench(robot.base.body)
    return Wrench(force(I, a) + own.f, moment(I, a) + own.n)


# -- at rest ----------------------------------------------------------------------------------------------------------


def efforts(robot: Robot, state: State, quantities: Quantities, usual: UsualPlan | None = None) -> list[Scalar]:
    """Efforts of the inverse dynamics, N or N m; rates that are not in the state are zero."""
    return inverse_dynamics(robot, _moving(robot, state), quantities, usual.noted(robot, state) if usual else None)


def _moving(robot: Robot, state: State) -> State:
    still = dict.fromkeys(robot.coordinates, Expr(robot.graph, robot.graph.const(0)))
    return replace(state, qd={**still, **state.qd}, qdd={**still, **state.qdd})


def bias(robot: Robot, state: State, quantities: Quantities) -> list[Scalar]:
    """Bias efforts tau - M qdd, N or N m."""
    return efforts(robot, replace(state, qdd=drift_alone(state.qdd)), quantities)
