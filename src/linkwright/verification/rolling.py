"""Laws of robots on wheels: their models against the mechanics of a tree on three joints along the plane.

That tree has no mobile base and no constraints: two massless prismatic joints along x and y of the world, a revolute
joint about z with the body of the base, and all joints of the robot, the wheels included. Its efforts, by virtual work,
are those of the drives and of the constraint forces at the contact points of the wheels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from linkwright.errors import RobotError
from linkwright.expr import Expr, Graph, Importer, make_symbol
from linkwright.expr.derivative import directional_derivatives
from linkwright.expr.function import find_port
from linkwright.models import function
from linkwright.models.algebra.exact_reading import ExactReading
from linkwright.models.constraints.constraint_system import evaluate_residues, independent_rows
from linkwright.models.constraints.wheels import analyze_wheel_mobility
from linkwright.models.parameters.base_parameters import find_base_parameters
from linkwright.models.parameters.parameter_sets import with_all_parameters
from linkwright.robot import Joint, Robot, Wheel
from linkwright.robot.robot import INERTIA
from linkwright.verification.bench import ModelFixture
from linkwright.verification.law import Law, SymbolicEquality, Verdict, prove_statement
from linkwright.verification.mechanics import (
    Mechanics,
    add_scaled,
    cross_product,
    multiply_vector,
    position_part,
    rotation_part,
    sum_terms,
    transpose_matrix,
)

POSE_VARIABLES = ("x0", "y0", "theta0")
PLANE_JOINTS = 3  # joints of the plane before those of the robot
KINEMATICS, ACCELERATIONS = "configuration_kinematics", "configuration_accelerations"


def plane_tree(robot: Robot) -> Robot:
    """Tree on a fixed base with joints along x and y and about z in front; frame 3 is the robot's frame 0."""
    quarter: Any = {"gamma": "pi/2", "alpha": "pi/2"}
    plane = [
        Joint(name="plane[x]", kind="prismatic", variable="plane_x", **quarter),
        Joint(name="plane[y]", parent=1, kind="prismatic", variable="plane_y", **quarter),
        Joint(name="plane[z]", parent=2, variable="plane_z", body=robot.base.body, **quarter),
    ]
    joints = [replace(j, parent=j.parent + PLANE_JOINTS, velocity=None, acceleration=None) for j in robot.joints]
    couplings = tuple(
        replace(x, joint=x.joint + PLANE_JOINTS, terms=tuple(replace(t, joint=t.joint + PLANE_JOINTS) for t in x.terms))
        for x in robot.couplings
    )
    return Robot(name=robot.name, joints=(*plane, *joints), gravity=robot.gravity, couplings=couplings)


def contact_rows(m: Mechanics, wheels: Sequence[Wheel]) -> list[list[Expr]]:
    """Rows over the joints of the tree: velocities of the contact points along heading and axle or rollers. Ball wheels
    have none."""
    found = []
    for wheel in wheels:
        if wheel.kind == "ball":
            continue
        R = rotation_part(m.poses[wheel.spin])
        velocity = m.jacobian(wheel.spin, multiply_vector(transpose_matrix(R), [0, 0, -m.entry(wheel.radius)]))[:3]
        axle = [row[2] for row in R]
        heading = cross_product(axle, [0, 0, 1])
        lines = [heading, axle]
        if wheel.kind == "swedish":
            c, s = m.entry(wheel.roller).cos(), m.entry(wheel.roller).sin()
            lines = [add_scaled([c * x for x in heading], axle, s)]
        found += [m.lift(multiply_vector(transpose_matrix(velocity), u)) for u in lines]
    return found


class RollingFixture(ModelFixture):
    """A robot on wheels with a symbol for every magnitude among its numbers, and the mechanics of its plane tree."""

    def __init__(self, origin: Robot) -> None:
        if not origin.wheels or origin.base.kind != "mobile":
            raise RobotError(f"{origin.name} has no wheels on the ground: this law covers wheeled robots")
        if origin.couplings or origin.loops or any(j.flexible or j.kind == "ball" for j in origin.joints):
            raise RobotError(f"{origin.name} has loops, couplings, springs or ball joints besides its wheels")
        self.lift = ExactReading(origin)
        self.origin, self.robot = origin, self.lift.robot.changed(self.lift.exact(Graph()))
        self.graph, self.derived = Graph(), {}
        self._into, self._given = Importer(self.graph), {}
        self.tree = plane_tree(self.robot)
        joints = [self.robot.joint(c.link).variable for c in self.robot.coordinates if c.link]
        taken = {*joints, *self.robot.parameters}
        pose = [next(x for x in (name + "_" * k for k in range(99)) if x not in taken) for name in POSE_VARIABLES]
        self._symbols = {"q": [self.symbol(name) for name in (*pose, *joints)]}
        n = len(self._symbols["q"])
        self._symbols |= {kind: [self.symbol(f"{kind}[{k}]") for k in range(n)] for kind in ("qd", "qdd")}

    @property
    def first_link(self) -> int:
        """Number of the first link with inertia: the base, which moves."""
        return 0

    def symbol(self, name: str) -> Expr:
        return make_symbol(self.graph, name, "variable")

    def inputs(self, model: str, port: str) -> list[Expr]:
        """The symbols of a port; none if the model does not depend on it."""
        found = [p for p in self.function(model).inputs if p.name == port]
        return [self.symbol(name) for p in found for name in p.labels]

    @cached_property
    def mechanics(self) -> Mechanics:
        moving = [j for j, joint in enumerate(self.tree.joints, 1) if joint.moves]
        q, qd, qdd = (dict(zip(moving, self._symbols[kind], strict=True)) for kind in ("q", "qd", "qdd"))
        return Mechanics(self.tree, self.graph, q, qd, qdd)

    @property
    def still(self) -> RollingFixture:
        return self

    free = still

    # -- motion of the independent coordinates --------------------------------------------------------------------

    @cached_property
    def rates(self) -> list[Expr]:
        """Rates of the pose in the world and of all joints, from the model."""
        return [*self.output(KINEMATICS, "base_pose_rate"), *self.output(KINEMATICS, "joint_rates")]

    def slope(self, values: Sequence[Expr]) -> list[Expr]:
        """Derivatives in time, in the motion that the wheels allow."""
        along = dict(zip(self._symbols["q"], self.rates, strict=True))
        along |= dict(zip(self.inputs(KINEMATICS, "qd"), self.inputs(ACCELERATIONS, "qdd"), strict=True))
        vx, vy, w = self.output(KINEMATICS, "base_twist")
        across: dict[str, Any] = {"vx": -w * vy, "vy": w * vx, "wz": 0}  # w x v: accelerations are those of the origin
        free = [c.component for c in analyze_wheel_mobility(self.origin).split.independent if not c.link]
        base = (self.inputs(KINEMATICS, "base_twist"), self.inputs(ACCELERATIONS, "base_acceleration"))
        along |= {v: a - across[name] for v, a, name in zip(*base, free, strict=True)}
        return directional_derivatives(self.mechanics.lift(values), along)

    def moved(self, values: Sequence[Any]) -> list[Expr]:
        """Expressions of the tree's mechanics, for the motion that the wheels allow."""
        table = dict(zip(self._symbols["qd"], self.rates, strict=True))
        table |= dict(zip(self._symbols["qdd"], self.slope(self.rates), strict=True))
        return self.substitute(self.mechanics.lift(values), {str(x.name): y for x, y in table.items()})

    # -- wheels ---------------------------------------------------------------------------------------------------

    @cached_property
    def contacts(self) -> list[list[Expr]]:
        """Constraint rows of all wheels."""
        return contact_rows(self.mechanics, [replace(x, spin=x.spin + PLANE_JOINTS) for x in self.rolling])

    @property
    def rolling(self) -> list[Wheel]:
        return [wheel for wheel in self.robot.wheels if wheel.kind != "ball"]

    def heights(self) -> list[Any]:
        """Heights of the centres of the wheels, less their radii."""
        m = self.mechanics
        level = m.entry(self.robot.base.pose[11])
        return [position_part(m.poses[x.spin + PLANE_JOINTS])[2] + level - m.entry(x.radius) for x in self.rolling]

    @cached_property
    def kept(self) -> list[bool]:
        return [x.number == 1 for x in self.output("constraint_jacobian", "kept")]

    @cached_property
    def rows(self) -> list[list[Expr]]:
        """Rows of the model over the rates of the tree, base in the world."""
        if not self.rolling:
            return []
        theta = self._symbols["q"][2]
        c, s = theta.cos(), theta.sin()
        return [[c * a - s * b, s * a + c * b, *rest] for a, b, *rest in self.matrix("constraint_jacobian", "W")]

    def tau(self) -> list[Any]:  # type: ignore[override]
        """The efforts of all coordinates of the tree."""
        port = find_port(self.function("inverse_dynamics").outputs, "tau")
        known = dict(zip(port.names, self.output("inverse_dynamics", "tau"), strict=True))
        return [known.get(j.name, 0) for j in self.tree.joints if j.moves]


def flatten_rows(matrix: Sequence[Sequence[Any]]) -> list[Any]:
    return [x for row in matrix for x in row]


def wheel_rows(m: RollingFixture) -> Iterator[SymbolicEquality]:
    yield SymbolicEquality("rows", flatten_rows(m.rows), flatten_rows(m.contacts))
    yield SymbolicEquality("heights of the centres", m.heights(), [0] * len(m.rolling))
    columns = m.robot.coordinates
    at = evaluate_residues(m.lift, [dict(zip(columns, row, strict=True)) for row in m.rows])
    largest = len(independent_rows(at, columns))
    chosen = [row for row, keep in zip(at, m.kept, strict=True) if keep]
    found = [len(chosen), len(independent_rows(chosen, columns)), sum(m.kept), len(m.kept)]
    yield SymbolicEquality("rows that are kept", found, [largest, largest, largest, len(m.contacts)])


def wheel_motion(m: RollingFixture) -> Iterator[SymbolicEquality]:
    """Motion of base and joints: no slip, and rates, accelerations and velocity map agree."""
    n = len(m.contacts)
    slip = [sum_terms(a * b for a, b in zip(row, m.rates, strict=True)) for row in m.contacts]
    yield SymbolicEquality("velocities on the ground", slip, [0] * n)
    theta = m.q[2]
    vx, vy, w = m.output(KINEMATICS, "base_twist")
    c, s = theta.cos(), theta.sin()
    yield SymbolicEquality("twist of the base", [c * vx - s * vy, s * vx + c * vy, w], m.rates[:3])
    whole = [vx, vy, w, *m.rates[3:]]
    u = [*m.inputs(KINEMATICS, "base_twist"), *m.inputs(KINEMATICS, "qd")]
    yield SymbolicEquality("rates by the map", m.times(m.matrix("constraint_map"), u), whole)
    mine = [x for x, keep in zip(whole, independent_mask(m), strict=True) if keep]
    yield SymbolicEquality("rates of the independent coordinates", mine, u)
    world = m.slope(m.rates)
    a = m.output(ACCELERATIONS, "base_acceleration")
    yield SymbolicEquality("acceleration of the base", [c * a[0] - s * a[1], s * a[0] + c * a[1], a[2]], world[:3])
    yield SymbolicEquality("accelerations of the joints", m.output(ACCELERATIONS, "joint_accelerations"), world[3:])


def independent_mask(m: RollingFixture) -> list[bool]:
    """Return for base and joints whether their rates are independent."""
    own = {(c.link, c.component) for c in analyze_wheel_mobility(m.origin).split.independent}
    return [(c.link, c.component) in own for c in m.robot.coordinates]


def wheel_odometry(m: RollingFixture) -> Iterator[SymbolicEquality]:
    """Odometry from consistent rates of the joints."""
    for measured in ("driven", "all"):
        joints = find_port(m.function(KINEMATICS).outputs, "joint_rates").labels
        table = {name.replace("rate", "qd", 1): x for name, x in zip(joints, m.rates[3:], strict=True)}
        for port in ("base_pose_rate", "base_twist"):
            found = m.substitute(m.output("odometry", port, measured=measured), table)
            yield SymbolicEquality(f"{port}, {measured}", found, m.output(KINEMATICS, port))


def wheel_forces(m: RollingFixture) -> Iterator[SymbolicEquality]:
    """W^T lam + tau = efforts of the tree, where undriven freedoms accelerate freely."""
    kept = [row for row, keep in zip(m.rows, m.kept, strict=True) if keep]
    supplied = m.times(transpose_matrix(kept), m.output("constraint_forces")) if kept else [0] * len(m.tau())
    free = m.inputs(ACCELERATIONS, "base_acceleration")
    found = m.output("inverse_dynamics", "base_acceleration") if free else []
    table = {str(x.name): y for x, y in zip(free, found, strict=True)}
    yield SymbolicEquality(
        "efforts of the tree", add_scaled(supplied, m.tau()), m.substitute(m.moved(m.efforts), table)
    )


def wheel_dynamics(m: RollingFixture) -> Iterator[SymbolicEquality]:
    """M ud + h = G^T times the efforts of the tree; energies are those of the tree."""
    u = [*m.inputs(KINEMATICS, "base_twist"), *m.inputs(KINEMATICS, "qd")]
    ud = [*m.inputs(ACCELERATIONS, "base_acceleration"), *m.inputs(ACCELERATIONS, "qdd")]
    M, h = m.matrix("inertia_matrix"), m.output("bias_vector")
    G, Gamma = m.matrix("constraint_map"), m.moved(m.efforts)
    c, s = m.q[2].cos(), m.q[2].sin()
    own = [c * Gamma[0] + s * Gamma[1], c * Gamma[1] - s * Gamma[0], *Gamma[2:]]  # in the frame of the base
    yield SymbolicEquality("efforts", add_scaled(m.times(M, ud), h), m.times(transpose_matrix(G), own))
    yield SymbolicEquality("symmetry", flatten_rows(M), flatten_rows(transpose_matrix(M)))
    yield SymbolicEquality("kinetic energy", m.output("kinetic_energy"), m.moved([m.mechanics.kinetic_energy()]))
    power = [sum_terms(a * b for a, b in zip(m.output("gravity_vector"), u, strict=True))]
    yield SymbolicEquality("power against gravity", power, m.slope(m.moved([m.mechanics.potential_energy()])))
    yield SymbolicEquality("rate of potential energy", m.slope(m.output("potential_energy")), power)
    if len(m.tau()) - m.tau().count(0) == len(u):  # as many drives as freedoms
        known = dict(zip(m.inputs("forward_dynamics", "tau"), m.output("inverse_dynamics", "tau"), strict=True))
        table = {str(x.name): y for x, y in known.items()}
        yield SymbolicEquality("accelerations", m.substitute(m.output("forward_dynamics", "qdd"), table), ud)


def wheel_base_parameters(m: RollingFixture) -> Iterator[SymbolicEquality]:
    """Inverse dynamics in base parameters, the relations inserted."""
    base = find_base_parameters(m.robot)
    back = base.in_standard(m.graph)
    theirs = [back(x) for x in function(base.robot, "inverse_dynamics").output("tau")]
    yield SymbolicEquality("efforts", theirs, m.output("inverse_dynamics", "tau"))


def wheel_regressors(m: RollingFixture) -> Iterator[SymbolicEquality]:
    """W p = G^T times the efforts of the tree with these parameters, and so is d/dt(A p) + B p."""
    p = m.columns()
    values = [*p.values()]
    Gamma = m.moved(m.mechanics.efforts({(j + PLANE_JOINTS, name): x for (j, name), x in p.items()}, wrenches=False))
    c, s = m.q[2].cos(), m.q[2].sin()
    own = [c * Gamma[0] + s * Gamma[1], c * Gamma[1] - s * Gamma[0], *Gamma[2:]]  # in the frame of the base
    expected = m.times(transpose_matrix(m.matrix("constraint_map")), own)
    yield SymbolicEquality("efforts", m.times(m.matrix("regressor"), values), expected)
    A, B = (m.times(m.matrix("filtered_regressor", port), values) for port in "AB")
    yield SymbolicEquality("rates of the filtered terms", add_scaled(m.slope(A), B), expected)


def check_wheel_base_parameters(m: RollingFixture) -> Verdict:
    """Check that there are as many base parameters as the regressor has rank, in numbers at random motions on the
    ground."""
    import numpy as np

    whole = with_all_parameters(m.origin)
    base, fn = find_base_parameters(whole), function(whole, "regressor", {"columns": "all"})
    draw = np.random.default_rng(1)
    numbers = {s: draw.uniform(0.3, 1.3) for p in fn.inputs for s in p.labels} | dict(whole.numbers)
    rows = []
    for _ in range(fn.outputs[0].shape[1] + 10):
        state = {p.name: draw.uniform(-1, 1, p.size) for p in fn.inputs}
        state |= {p.name: np.array([numbers[s] for s in p.labels]) for p in fn.inputs if p.name == "parameters"}
        found = fn(**state)
        rows.append(np.asarray(found["W"] if isinstance(found, dict) else found, dtype=float))
    W = np.vstack(rows)
    places = list(RollingFixture(whole).columns("all"))
    of_rotors = [name == "IA" and not whole.joint(j).rotor.is_zero for j, name in places]
    sizes = np.abs(W).max(axis=0)
    alike = np.array([max(x for x, (_, other) in zip(sizes, places, strict=True) if other == name)
                      for _, name in places])  # fmt: skip
    inertial = [name in INERTIA or rotor for (_, name), rotor in zip(places, of_rotors, strict=True)]
    seen = np.flatnonzero(inertial & (sizes > 1e-12 * alike))
    rank = int(np.linalg.matrix_rank(W[:, seen] / sizes[seen], tol=1e-9 * len(W)))
    detail = f"{base.count} parameters, rank of the regressor {rank}"
    if base.left:
        detail += f", no formula for {', '.join(f'{name}{j}' for j, name in base.left)}"
    return ("passed" if base.count - len(base.left) == rank else "failed"), detail


LAWS = tuple(
    Law(name, models, prove_statement(statement), fixture=RollingFixture)  # type: ignore[arg-type]
    for name, models, statement in (
        ("rows of wheels = velocities on the ground", ("constraint_jacobian",), wheel_rows),
        ("motion on wheels = no velocity on the ground", (KINEMATICS, ACCELERATIONS, "constraint_map"), wheel_motion),
        ("odometry = motion on wheels", ("odometry", KINEMATICS), wheel_odometry),
        ("forces on wheels and drives = virtual work",
         ("constraint_forces", "inverse_dynamics", "constraint_jacobian", KINEMATICS, ACCELERATIONS), wheel_forces),
        ("dynamics on wheels = virtual work", (
            "inertia_matrix", "bias_vector", "gravity_vector", "kinetic_energy", "potential_energy", "constraint_map",
            "inverse_dynamics", "forward_dynamics", KINEMATICS, ACCELERATIONS,
        ), wheel_dynamics),
        ("base parameters on wheels = standard ones", ("inverse_dynamics",), wheel_base_parameters),
        ("regressors on wheels = virtual work",
         ("regressor", "filtered_regressor", "constraint_map", KINEMATICS, ACCELERATIONS), wheel_regressors),
    )
)  # fmt: skip
LAWS += (Law("base parameters on wheels are minimal", (), check_wheel_base_parameters, fixture=RollingFixture),)  # type: ignore[arg-type]

__all__ = ["LAWS", "RollingFixture", "plane_tree"]
