"""Robots on wheels: rows from the tree's kinematics, what they leave of its motion, and its dynamics by projection."""

from __future__ import annotations

import doctest
import json
import math
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright import formats
from linkwright.errors import RobotError
from linkwright.expr import Expr, Graph, Importer, make_symbol, parse_formula, prove_equal
from linkwright.expr.derivative import directional_derivatives as along
from linkwright.formats import toml
from linkwright.models import function
from linkwright.models.constraints.wheels import analyze_wheel_mobility
from linkwright.models.framework.frame_options import end_frame
from linkwright.models.identification.regressor_columns import parameter_columns
from linkwright.robot import Base, Body, Coupling, Joint, Robot, Term, Wheel
from linkwright.targets import emit_package, find_target
from linkwright.verification.languages import find_tool
from tests.support.paths import DOCS

ROLLING = [n for n in formats.builtin_names() if formats.builtin(n).wheels]
BASE = '[base]\nkind = "mobile"\nbody = "symbolic"\n'


def wheel(**keys: Any) -> str:
    return "[[wheel]]\n" + "".join(f"{key} = {toml.literal(value)}\n" for key, value in keys.items())


def read(*wheels: str, base: str = BASE) -> Robot:
    return toml.read(("gravity = [0, 0, -9.81]\n" + base + "".join(wheels)).encode(), "robot.toml")


class Models:
    """Outputs of several models of a robot in one graph."""

    def __init__(self, robot: Robot) -> None:
        self.robot, self.graph = robot, Graph()
        self.into = Importer(self.graph)

    def vector(self, model: str, output: str, **options: Any) -> list[Expr]:
        return [self.into(e) for e in function(self.robot, model, options).output(output)]

    def matrix(self, model: str, output: str, **options: Any) -> list[list[Expr]]:
        port = next(p for p in function(self.robot, model, options).outputs if p.name == output)
        flat = self.vector(model, output, **options)
        return [flat[k : k + port.shape[1]] for k in range(0, len(flat), port.shape[1])]

    def symbols(self, model: str, port: str) -> list[Expr]:
        """The inputs of a model."""
        found = [p for p in function(self.robot, model).inputs if p.name == port]
        return [make_symbol(self.graph, name, "variable") for p in found for name in p.labels]

    def zero(self) -> Expr:
        return Expr(self.graph, self.graph.const(0))

    def dot(self, a: Sequence[Expr], b: Sequence[Expr]) -> Expr:
        return sum((x * y for x, y in zip(a, b, strict=True)), self.zero())

    def rates(self) -> dict[Expr, Expr]:
        """How pose and joints move: their symbols with their rates."""
        joints = dict(zip(self.symbols("configuration_kinematics", "q"),
                          self.vector("configuration_kinematics", "joint_rates"), strict=True))  # fmt: skip
        pose = dict(zip(self.symbols("configuration_kinematics", "base_pose"),
                        self.vector("configuration_kinematics", "base_pose_rate"), strict=True))  # fmt: skip
        return joints | pose


# -- rows -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["fixed", "steering", "castor", "swedish"])
def test_rows_are_the_closed_forms_of_the_book(kind: str):
    """Campion, Bastin & d'Andrea-Novel (1996): wheels with their axis at (x, y), heading b, trail c, radius r."""
    keys: dict[str, Any] = {"kind": kind, "name": "one", "x": "x", "y": "y", "heading": "h", "radius": "r"}
    keys |= {"trail": "c"} if kind == "castor" else {"roller": "u"} if kind == "swedish" else {}
    robot = read(wheel(**keys), wheel(kind="ball"))
    models = Models(robot)
    (W,) = [models.matrix("constraint_jacobian", "W")]
    steer, spin = (robot.joint(j).variable if j else "0" for j in (robot.wheels[0].steer, robot.wheels[0].spin))
    b, c = f"(h + {steer})", "c" if kind == "castor" else "0"
    turned = [f"-{c}"] if robot.wheels[0].steer else []
    rolling = [f"cos{b}", f"sin{b}", f"x*sin{b} - y*cos{b}", *["0"] * len(turned), "-r"]
    lateral = [f"-sin{b}", f"cos{b}", f"x*cos{b} + y*sin{b} - {c}", *turned, "0"]
    roller = ["cos(h + u)", "sin(h + u)", "x*sin(h + u) - y*cos(h + u)", "-r*cos(u)"]
    expected = [roller] if kind == "swedish" else [rolling, lateral]
    assert spin
    assert prove_equal([e for row in W for e in row], [parse_formula(text) for row in expected for text in row])


@pytest.mark.parametrize("name", ROLLING)
def test_rates_of_the_configuration_satisfy_all_rows(name: str):
    models = Models(formats.builtin(name))
    rates = [*models.vector("configuration_kinematics", "base_twist"),
             *models.vector("configuration_kinematics", "joint_rates")]  # fmt: skip
    rows = [models.dot(row, rates) for row in models.matrix("constraint_jacobian", "W")]
    assert prove_equal(rows, [models.zero()] * len(rows))
    qd = models.symbols("configuration_kinematics", "qd")
    assert prove_equal([models.dot(row, qd) for row in models.matrix("constraint_map", "G")], rates)


@pytest.mark.parametrize("name", ROLLING)
def test_accelerations_of_the_base_are_the_rates_of_its_velocity(name: str):
    """In the world, where the acceleration is that of the point: the drift of the dependent coordinates is in it."""
    models = Models(formats.builtin(name))
    moving = models.rates() | dict(
        zip(models.symbols("inverse_dynamics", "qd"), models.symbols("inverse_dynamics", "qdd"), strict=True)
    )
    for frame in (0, len(models.robot)):
        v = models.vector("velocities", "v", frames=[frame], projection="world")
        vd = models.vector("accelerations", "vd", frames=[frame], projection="world")
        assert prove_equal(along(v, moving), vd)


@pytest.mark.parametrize(("name", "kind", "freedoms", "redundant"), [
    ("unicycle", (2, 0), 2, ("lateral_right",)), ("unicycle_castor", (2, 0), 2, ("lateral_right",)),
    ("tricycle", (1, 1), 2, ("lateral_right",)), ("three_omni", (3, 0), 3, ()), ("four_mecanum", (3, 0), 3, ()),
    ("mobile_manipulator", (3, 0), 6, ()),
])  # fmt: skip
@pytest.mark.parametrize("numbers", [False, True])
def test_types_of_the_built_in_robots(name: str, kind: Any, freedoms: int, redundant: Any, numbers: bool):
    robot = formats.builtin(name)
    found = analyze_wheel_mobility(robot.with_numbers() if numbers else robot)
    assert (found.type, found.freedoms, found.redundant) == (kind, freedoms, redundant)
    motors = [c.joint for c in found.split.independent]
    assert all(next(j for j in robot.joints if j.name == name).actuated for name in motors)


FIXED: dict[str, Any] = {"kind": "fixed", "radius": "r"}
STEER: dict[str, Any] = {"kind": "steering", "radius": "r"}


@pytest.mark.parametrize(("wheels", "kind", "independent"), [
    ([STEER | {"x": "a"}, {"kind": "ball"}], (2, 1), ["base vy", "wheel1_steer", "wheel1_spin"]),
    ([STEER | {"x": "a"}, STEER | {"x": "-a"}], (1, 2), ["wheel1_steer", "wheel1_spin", "wheel2_steer"]),
    ([FIXED | {"x": "a"}, FIXED | {"x": "a", "y": "w"}], (2, 0), ["wheel1_spin", "wheel2_spin"]),
    ([FIXED | {"actuated": False}, {"kind": "ball"}], (2, 0), ["base vx", "base wz"]),
    ([{"kind": "ball"}, {"kind": "castor", "radius": "r", "trail": "c"}], (3, 0), ["base vx", "base vy", "base wz"]),
    ([FIXED | {"x": 0.1}, FIXED | {"x": 0.1, "y": 0.3}, FIXED | {"x": 0.1, "y": -0.2}], (2, 0),
     ["wheel1_spin", "wheel2_spin"]),
    ([FIXED | {"heading": 1.5707963267948966}, FIXED | {"heading": "pi/2", "x": 1}], (2, 0),
     ["wheel1_spin", "wheel2_spin"]),
])  # fmt: skip
def test_types_of_other_robots(wheels: list[dict[str, Any]], kind: Any, independent: list[str]):
    found = analyze_wheel_mobility(read(*(wheel(**keys) for keys in wheels), '[[joint]]\nname = "arm"\n'))
    assert found.type == kind
    assert [x for x in found.data()["independent"] if x != "arm"] == independent


def test_steering_wheels_that_are_coupled_are_a_synchro_drive():
    """All wheels point the same way: the base turns not, and one steering rate is left."""
    places: list[Any] = [(0, "a"), ("b", 0), ("-b", "-a")]
    robot = read(*(wheel(x=x, y=y, steer_body="symbolic", **STEER) for x, y in places))
    steers = [w.steer for w in robot.wheels]
    spins = [w.spin for w in robot.wheels]
    tied = [Coupling(j, (Term(steers[0]),)) for j in steers[1:]] + [Coupling(j, (Term(spins[0]),)) for j in spins[1:]]
    synchro = robot.changed(couplings=tuple(tied))
    assert (analyze_wheel_mobility(synchro).type, analyze_wheel_mobility(synchro).freedoms) == ((1, 1), 2)
    models = Models(synchro)
    assert models.vector("configuration_kinematics", "base_twist")[2].is_zero
    tau = models.vector("inverse_dynamics", "tau")
    put = Importer(models.graph, {str(s.name): x for s, x in zip(models.symbols("forward_dynamics", "tau"), tau,
                                                                  strict=True)})  # fmt: skip
    qdd = [put(e) for e in function(synchro, "forward_dynamics").output("qdd")]
    assert prove_equal(qdd, models.symbols("inverse_dynamics", "qdd"))


def test_a_castor_without_trail_is_a_steering_wheel():
    steered = read(wheel(x="a", **STEER), wheel(kind="ball"))
    castor = steered.changed(wheels=(Wheel(kind="castor", spin=2, steer=1, radius="r", name="w"), steered.wheels[1]))
    assert analyze_wheel_mobility(castor).type == analyze_wheel_mobility(steered).type == (2, 1)
    written = read(wheel(x="a", **STEER | {"kind": "castor", "trail": 0, "actuated": True, "steered": True}),
                   wheel(kind="ball"))  # fmt: skip
    one, *others = (function(robot, "inverse_dynamics").output("tau") for robot in (steered, castor, written))
    for other in others:
        assert prove_equal(one, other)


def test_the_frame_of_the_chassis_may_be_anywhere():
    """The same unicycle described from another point and height: efforts do not depend on it."""

    def unicycle(x: str, z: str) -> Robot:
        body = {"MX": f"M0*({x} - e)", "ZZ": f"I0 + M0*({x} - e)^2", "M": "M0"}
        side: dict[str, Any] = FIXED | {"x": x, "z": f"r - ({z})", "body": {"ZZ": "J", "M": "m"}}
        robot = read(wheel(y="L", **side), wheel(y="-L", **side), base='[base]\nkind = "mobile"\n')
        pose: Any = (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, z, 0, 0, 0, 1)
        return robot.changed(base=Base(kind="mobile", body=Body(**body), pose=pose))

    one, other = (function(unicycle(*at), "inverse_dynamics").output("tau") for at in (("0", "0"), ("a", "h")))
    assert prove_equal(one, other)


# -- dynamics ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ROLLING)
def test_forward_dynamics_undoes_inverse_dynamics(name: str):
    models = Models(formats.builtin(name))
    tau = models.vector("inverse_dynamics", "tau")
    inputs = models.symbols("forward_dynamics", "tau")
    put = Importer(models.graph, {str(s.name): x for s, x in zip(inputs, tau, strict=True)})
    qdd = [put(e) for e in function(models.robot, "forward_dynamics").output("qdd")]
    assert prove_equal(qdd, models.symbols("inverse_dynamics", "qdd"))


def on_a_slope(name: str) -> Robot:
    return formats.builtin(name).changed(gravity=tuple(parse_formula(g) for g in ("G1", "G2", "G3")))


def drive_rates(models: Models) -> list[Expr]:
    """The rates of the joints that have efforts."""
    names = next(p for p in function(models.robot, "inverse_dynamics").outputs if p.name == "tau").names
    joints = next(p for p in function(models.robot, "configuration_kinematics").outputs if p.name == "joint_rates")
    rates = dict(zip(joints.names, models.vector("configuration_kinematics", "joint_rates"), strict=True))
    return [rates[name] for name in names]


@pytest.mark.parametrize("name", ROLLING)
def test_the_power_of_the_drives_is_the_rate_of_the_energy(name: str):
    """On a slope, too: the ground takes and gives no power."""
    models = Models(on_a_slope(name))
    power = models.dot(models.vector("inverse_dynamics", "tau"), drive_rates(models))
    moving = models.rates() | dict(
        zip(models.symbols("inverse_dynamics", "qd"), models.symbols("inverse_dynamics", "qdd"), strict=True)
    )
    energy = models.vector("kinetic_energy", "T")[0] + models.vector("potential_energy", "U")[0]
    assert prove_equal([power], along([energy], moving))


@pytest.mark.parametrize("name", ROLLING)
def test_terms_of_the_equation_of_motion_add_up(name: str):
    models = Models(on_a_slope(name))
    M, h = models.matrix("inertia_matrix", "M"), models.vector("bias_vector", "h")
    qd, qdd = (models.symbols("inverse_dynamics", kind) for kind in ("qd", "qdd"))
    T = models.dot([models.dot(row, qd) for row in M], qd) / 2
    assert prove_equal([T], models.vector("kinetic_energy", "T"))
    power = models.dot(models.vector("inverse_dynamics", "tau"), drive_rates(models))
    terms = [models.dot(row, qdd) + x for row, x in zip(M, h, strict=True)]
    assert prove_equal([models.dot(terms, qd)], [power])
    rest = Importer(models.graph, {str(x.name): 0 for x in qd})
    assert prove_equal([rest(x) for x in h], models.vector("gravity_vector", "g"))
    slope = along(models.vector("potential_energy", "U"), models.rates())
    assert prove_equal(slope, [models.dot(models.vector("gravity_vector", "g"), qd)])


@pytest.mark.parametrize("name", ROLLING)
def test_coriolis_efforts_are_the_bias_without_gravity(name: str):
    models = Models(on_a_slope(name))
    h, g, c = (models.vector(*of) for of in (("bias_vector", "h"), ("gravity_vector", "g"), ("coriolis_vector", "c")))
    assert prove_equal(c, [a - b for a, b in zip(h, g, strict=True)])


@pytest.mark.parametrize("name", ROLLING)
def test_the_regressor_gives_the_efforts_of_the_coordinates(name: str):
    models = Models(formats.builtin(name))
    qdd = models.symbols("inverse_dynamics", "qdd")
    p = [models.into(column.value) for column in parameter_columns(models.robot)]
    terms = zip(models.matrix("inertia_matrix", "M"), models.vector("bias_vector", "h"), strict=True)
    expected = [models.dot(row, qdd) + h for row, h in terms]
    W = models.matrix("regressor", "W")
    assert prove_equal([models.dot(row, p) for row in W], expected)


@pytest.mark.parametrize("name", ["tricycle", "unicycle_castor", "mobile_manipulator"])
def test_kinematics_in_the_world_are_rates_of_positions(name: str):
    models, far = Models(formats.builtin(name)), {"frame": "end", "projection": "world"}
    last = end_frame(models.robot)
    qd, qdd = (models.symbols("inverse_dynamics", kind) for kind in ("qd", "qdd"))
    J = models.matrix("jacobian", "J", **far)
    end = models.vector("direct_geometry", f"T{last}", frames="end", reference="world")
    position = [end[k] for k in (3, 7, 11)]
    velocity = along(position, models.rates())
    assert prove_equal(velocity, [models.dot(row, qd) for row in J[:3]])
    analytic = models.matrix("analytic_jacobian", "Ja", frame="end", reference="world", pose="matrix")
    assert prove_equal(velocity, [models.dot(row, qd) for row in analytic[:3]])
    drift = models.vector("jdot_qdot", "Jdqd", **far)
    total = [models.dot(row, qdd) + x for row, x in zip(J, drift, strict=True)]
    moving = models.rates() | dict(zip(qd, qdd, strict=True))
    assert prove_equal(along(velocity, moving), total[:3])
    com = models.vector("centre_of_mass", "com", reference="world")
    slope = along(com, models.rates())
    Jcom = models.matrix("centre_of_mass_jacobian", "Jcom", projection="world")
    assert prove_equal(slope, [models.dot(row, qd) for row in Jcom])
    mass = sum((models.into(b.M) for b in (models.robot.base.body, *(j.body for j in models.robot.joints))),
               models.zero())  # fmt: skip
    assert prove_equal(models.vector("momenta", "p"), [mass * v for v in slope])
    F = [make_symbol(models.graph, f"{letter}{last}_{x}", "variable") for letter in "FC" for x in "xyz"]
    power = models.dot(models.vector("external_efforts", "efforts", frames="end", projection="world"), qd)
    assert prove_equal([power], [models.dot(F, [models.dot(row, qd) for row in J])])


@pytest.mark.parametrize("name", ROLLING)
def test_inertia_is_undone_by_its_inverse(name: str):
    models = Models(formats.builtin(name))
    M, inverse = models.matrix("inertia_matrix", "M"), models.matrix("inverse_inertia_matrix", "Minv")
    product = [models.dot(row, column) for row in M for column in zip(*inverse, strict=True)]
    one = [models.zero() + (i == k) for i in range(len(M)) for k in range(len(M))]
    assert prove_equal(product, one)
    rows = "vx,vy"
    J = models.matrix("jacobian", "J", frame=0)[:2]
    if len(M) >= 3:
        A = [[models.dot([models.dot(row, c) for c in zip(*inverse, strict=True)], other) for other in J] for row in J]
        Lambda = models.matrix("operational_space_inertia", "Lambda", frame=0, rows=rows)
        found = [models.dot(row, column) for row in A for column in zip(*Lambda, strict=True)]
        assert prove_equal(found, [models.zero() + x for x in (1, 0, 0, 1)])


@pytest.mark.parametrize("rotor", ["IA", 0])
def test_wheels_behind_springs_keep_the_books_of_energy(rotor: Any):
    """Motors put in what the springs and dampers of the wheels do not keep."""
    robot = on_a_slope("unicycle_castor")
    soft: Any = {"flexible": True, "stiffness": "k", "damping": "c", "rotor": rotor}
    robot = robot.changed(joints=(replace(robot.joint(1), **soft), *robot.joints[1:]))
    models, base = Models(robot), analyze_wheel_mobility(robot).data()["independent"]
    assert [x for x in base if x.startswith("base")] == ["base vx"]
    found = function(robot, "inverse_dynamics")
    names = next(p for p in found.outputs if p.name == "tau").names
    fast = dict(zip(models.symbols("kinetic_energy", "qd"), models.symbols("inverse_dynamics", "qdd"), strict=True))
    (vx,) = models.symbols("kinetic_energy", "base_twist")
    (vdx,) = models.vector("inverse_dynamics", "base_acceleration")
    twist = models.vector("configuration_kinematics", "base_twist")
    moving = models.rates() | fast | {vx: vdx + twist[2] * twist[1]}  # the rate of the component
    joints = next(p for p in function(robot, "configuration_kinematics").outputs if p.name == "joint_rates")
    rates = dict(zip(joints.names, models.vector("configuration_kinematics", "joint_rates"), strict=True))
    power = models.dot(models.vector("inverse_dynamics", "tau"), [rates[name] for name in names])
    slip = rates["left_spin"] - (rates["left_spin_motor"] if rotor else 0)
    energy = models.vector("kinetic_energy", "T")[0] + models.vector("potential_energy", "U")[0]
    lost = make_symbol(models.graph, "c") * slip * slip
    assert prove_equal([power - lost], along([energy], moving))


def virtual(robot: Robot) -> Robot:
    """The tree on a fixed base, moved along x and y and turned about z by three joints without mass."""
    quarter: Any = {"gamma": "pi/2", "alpha": "pi/2"}
    table = Joint(name="plane_z", parent=2, variable="pz", body=robot.base.body, **quarter)
    plane = (Joint(name="plane_x", kind="prismatic", variable="px", **quarter),
             Joint(name="plane_y", parent=1, kind="prismatic", variable="py", **quarter), table)  # fmt: skip
    joints = [replace(j, parent=j.parent + 3) for j in robot.joints]
    return Robot(name="tree", joints=(*plane, *joints), gravity=robot.gravity)


@pytest.mark.parametrize("name", ROLLING)
def test_forces_of_the_ground_and_drives_move_the_tree(name: str):
    """W^T lam + tau = Gamma for every coordinate of the tree, which another tree gives: without a mobile base."""
    robot = formats.builtin(name)
    models = Models(robot)
    n = len(robot)
    tree = Models(virtual(robot))
    twist = models.vector("configuration_kinematics", "base_twist")
    qd = models.vector("configuration_kinematics", "joint_rates")
    moving = models.rates() | dict(
        zip(models.symbols("inverse_dynamics", "qd"), models.symbols("inverse_dynamics", "qdd"), strict=True)
    )
    world = models.vector("configuration_kinematics", "base_pose_rate")
    theta = Importer(models.graph, {"theta0": 0})
    rates = [theta(x) for x in [*world, *qd]]
    accelerations = [theta(x) for x in along([*world, *qd], moving)]
    table: dict[str, Any] = {"px": 0, "py": 0, "pz": 0}
    table |= {f"qd{k}": x for k, x in enumerate(rates, 1)} | {f"qdd{k}": x for k, x in enumerate(accelerations, 1)}
    put = Importer(models.graph, table)
    Gamma = [put(e) for e in function(tree.robot, "inverse_dynamics").output("tau")]
    assert len(twist) + len(qd) == len(Gamma) == n + 3
    kept = [bool(e.number) for e in function(robot, "constraint_jacobian").output("kept")]
    W = [row for row, keep in zip(models.matrix("constraint_jacobian", "W"), kept, strict=True) if keep]
    lam = models.vector("constraint_forces", "lam")
    port = next(p for p in function(robot, "inverse_dynamics").outputs if p.name == "tau")
    tau = dict(zip(port.names, models.vector("inverse_dynamics", "tau"), strict=True))
    names = ["", "", "", *(j.name for j in robot.joints)]
    sums = [models.dot([row[k] for row in W], lam) + tau.get(x, models.zero()) for k, x in enumerate(names)]
    assert prove_equal(sums, Gamma)


@pytest.mark.parametrize("name", ["four_mecanum", "mobile_manipulator"])
def test_efforts_of_more_drives_than_freedoms_are_those_of_least_norm(name: str):
    """tau = G_s (G_s^T G_s)^-1 Gamma_r, in numbers."""
    robot = formats.builtin(name).with_numbers()
    draw = np.random.default_rng(3)
    n, extra = analyze_wheel_mobility(robot).freedoms, len(analyze_wheel_mobility(robot).tied_drives)
    q, qd, qdd = draw.normal(size=n + extra), draw.normal(size=n), draw.normal(size=n)
    tau = lw.compile(lw.model(robot, "inverse_dynamics"))(q=q, qd=qd, qdd=qdd)
    G = np.asarray(lw.compile(lw.model(robot, "constraint_map"))(q=q))[3:]  # of all joints
    M, h = (lw.compile(lw.model(robot, name)) for name in ("inertia_matrix", "bias_vector"))
    Gamma = np.asarray(M(q=q)) @ qdd + np.asarray(h(q=q, qd=qd))
    assert np.allclose(tau, G @ np.linalg.solve(G.T @ G, Gamma), rtol=1e-9, atol=1e-9)


# -- by hand: Lagrange with multipliers -------------------------------------------------------------------------------


class ByHand:
    """Coordinates (x, y, theta, joints): planar bodies by their kinetic energy, wheels by the book's rows."""

    def __init__(self, name: str) -> None:
        self.p = dict(formats.builtin(name).numbers)
        self.wheels: list[tuple[int | None, float, float, float | None]]
        p = self.p
        if name == "unicycle":  # steering joint or None, x, y, heading, roller or None; joints in order
            self.wheels = [(None, 0.0, p["L"], None), (None, 0.0, -p["L"], None)]
            self.drives = [3, 4]
        elif name == "tricycle":
            self.wheels = [(3, p["L"], 0.0, None), (None, 0.0, p["w"], None), (None, 0.0, -p["w"], None)]
            self.drives = [3, 4]
        else:
            places = [(1, 1, -1), (1, -1, 1), (-1, 1, 1), (-1, -1, -1)]
            self.wheels = [(None, a * p["lx"], b * p["ly"], c * math.pi / 4) for a, b, c in places]
            self.drives = [3, 4, 5, 6]
        self.n = 3 + len(self.wheels) + sum(w[0] is not None for w in self.wheels)

    def spins(self) -> list[int]:
        at, found = 3, []
        for steer, *_ in self.wheels:
            at += steer is not None
            found.append(at)
            at += 1
        return found

    def energy(self, q: np.ndarray, qd: np.ndarray) -> float:
        p, (c, s) = self.p, (math.cos(q[2]), math.sin(q[2]))
        vx, vy, w = c * qd[0] + s * qd[1], c * qd[1] - s * qd[0], qd[2]
        T = p["M0"] * (vx**2 + vy**2) + p["ZZ0"] * w**2 + 2 * p.get("MX0", 0.0) * vy * w
        for (steer, x, y, _), spin in zip(self.wheels, self.spins(), strict=True):
            turn = w + (qd[steer] if steer else 0.0)
            square = (vx - y * w) ** 2 + (vy + x * w) ** 2
            T += p["Mw"] * square + p["XXw"] * turn**2 + p["ZZw"] * qd[spin] ** 2
            if steer:
                T += p["Mf"] * square + p["ZZf"] * turn**2
        return float(T / 2)

    def rows(self, q: np.ndarray) -> np.ndarray:
        r, (c, s) = self.p["rw"], (math.cos(q[2]), math.sin(q[2]))
        found = []
        for (steer, x, y, roller), spin in zip(self.wheels, self.spins(), strict=True):
            b = q[steer] if steer else 0.0
            lines = [(b, -r), (b + math.pi / 2, 0.0)] if roller is None else [(roller, -r * math.cos(roller))]
            for u, of_spin in lines:
                row = np.zeros(self.n)
                cu, su = math.cos(u), math.sin(u)
                row[:3] = cu * c - su * s, cu * s + su * c, x * su - y * cu
                row[spin] = of_spin
                found.append(row)
        return np.array(found)

    def accelerations(self, q: np.ndarray, qd: np.ndarray, tau: np.ndarray) -> np.ndarray:
        """M qdd + Md qd - dT/dq = tau + W^T lam, W qdd + Wd qd = 0, by differences; redundant rows by least squares."""
        h, n, eye = 1e-4, self.n, np.eye(self.n)

        def M(at: np.ndarray) -> np.ndarray:
            e = [[self.energy(at, a + b) - self.energy(at, a) - self.energy(at, b) for b in eye] for a in eye]
            return np.array(e)

        Md = (M(q + h * qd) - M(q - h * qd)) / (2 * h)
        slope = np.array([(self.energy(q + h * e, qd) - self.energy(q - h * e, qd)) / (2 * h) for e in eye])
        Wd = (self.rows(q + h * qd) - self.rows(q - h * qd)) / (2 * h)
        W, push = self.rows(q), np.zeros(n)
        push[self.drives] = tau
        K = np.block([[M(q), -W.T], [W, np.zeros((len(W), len(W)))]])
        found = np.linalg.lstsq(K, np.concatenate([push - Md @ qd + slope, -Wd @ qd]), rcond=None)[0]
        return np.asarray(found[:n])


@pytest.mark.parametrize("name", ["unicycle", "tricycle", "four_mecanum"])
def test_forward_dynamics_is_that_of_lagrange_with_multipliers(name: str):
    robot, hand = formats.builtin(name).with_numbers(), ByHand(name)
    fd, kinematics = (lw.compile(lw.model(robot, m)) for m in ("forward_dynamics", "configuration_kinematics"))
    draw = np.random.default_rng(5)
    chosen = [
        3 + k for k, c in enumerate(robot.joints) if c.name in analyze_wheel_mobility(robot).data()["independent"]
    ]
    for _ in range(5):
        q, pose = draw.normal(size=hand.n - 3), draw.normal(size=3)
        qd, tau = draw.normal(size=len(chosen)), draw.normal(size=len(hand.drives))
        moved = kinematics(base_pose=pose, q=q, qd=qd)
        whole = np.concatenate([moved["base_pose_rate"], moved["joint_rates"]])
        state = np.concatenate([pose, q])
        assert np.abs(hand.rows(state) @ whole).max() < 1e-12
        expected = hand.accelerations(state, whole, tau)[chosen]
        assert np.asarray(fd(q=q, qd=qd, tau=tau)) == pytest.approx(expected, rel=1e-6, abs=1e-6)


# -- odometry ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ROLLING)
@pytest.mark.parametrize("measured", ["driven", "all"])
def test_odometry_tells_how_the_base_moves(name: str, measured: str):
    models = Models(formats.builtin(name))
    joints = next(p for p in function(models.robot, "configuration_kinematics").outputs if p.name == "joint_rates")
    rates = models.vector("configuration_kinematics", "joint_rates")
    table = {label.replace("rate", "qd"): x for label, x in zip(joints.labels, rates, strict=True)}
    put = Importer(models.graph, table)
    found = function(models.robot, "odometry", {"measured": measured})
    for output in ("base_twist", "base_pose_rate"):
        expected = models.vector("configuration_kinematics", output)
        assert prove_equal([put(e) for e in found.output(output)], expected)


def test_odometry_of_slipping_wheels_is_that_of_least_squares():
    robot = formats.builtin("four_mecanum").with_numbers()
    W = np.asarray(lw.compile(lw.model(robot, "constraint_jacobian"))(q=[0] * 4)["W"])
    qd = np.array([1.0, -2.0, 0.5, 3.0])
    twist = np.linalg.lstsq(W[:, :3], -W[:, 3:] @ qd, rcond=None)[0]
    found = lw.compile(lw.model(robot, "odometry"))(base_pose=[1, 2, 0], q=[0] * 4, qd=qd)
    assert np.asarray(found["base_twist"]) == pytest.approx(twist, rel=1e-12)
    assert np.asarray(found["base_pose_rate"]) == pytest.approx(twist, rel=1e-12)


def test_odometry_without_enough_encoders_is_refused():
    with pytest.raises(RobotError, match="the rates of left_spin do not determine the motion of the base"):
        function(formats.builtin("unicycle"), "odometry", {"measured": "left_spin"})


# -- what cannot be ---------------------------------------------------------------------------------------------------


def test_a_robot_whose_axles_do_not_meet_is_rigid():
    robot = read(wheel(x="a", y="b", **STEER), wheel(x="a", y="-b", **STEER), wheel(**FIXED))
    with pytest.raises(RobotError, match="is rigid: its wheels leave the base no motion") as caught:
        function(robot, "inverse_dynamics")
    assert "couple steering joints" in str(caught.value)


@pytest.mark.parametrize("off", [1e-12, 1e-7])
def test_wheels_that_are_nearly_on_one_axle_are_told(off: float):
    robot = read(wheel(kind="fixed", radius=0.1, y=0.2, x=0.3), wheel(kind="fixed", radius=0.1, y=-0.2, x=0.3 + off))
    with pytest.raises(RobotError, match="rows of the wheels differ by less than the rounding") as caught:
        function(robot, "kinetic_energy")
    assert "written equal" in str(caught.value)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"alpha": "pi/3"}, r"wheel 1 \(left\) has an axle that is not horizontal"),
        ({"b": "2*rw"}, r"wheel 1 \(left\) does not touch the ground"),
        ({"b": 0.1}, r"wheel 1 \(left\) does not touch the ground"),
    ],
)
def test_wheels_that_do_not_stand_on_the_ground_are_told_with_their_place(change: dict[str, Any], what: str):
    robot = formats.builtin("unicycle")
    first = {**{k: getattr(robot.joint(1), k) for k in ("gamma", "b", "alpha", "d", "r")}, **change}
    bad = robot.changed(joints=(Joint(name="left_spin", **first), *robot.joints[1:]))
    with pytest.raises(RobotError, match=what) as caught:
        function(bad, "kinetic_energy")
    assert caught.value.place.cell[:2] == ("wheel", 1)
    assert "joint left_spin" in str(caught.value) or "frame left_spin" in str(caught.value)


@pytest.mark.parametrize("up", [("0", "cos(u)", "-sin(u)", "0", "0", "sin(u)", "cos(u)"), (0, -1, 0, 0, 0, 0, -1)])
def test_a_base_that_is_tilted_or_upside_down_is_refused(up: Any):
    robot = formats.builtin("unicycle")
    pose: Any = (1, 0, 0, 0, *up, 0, 0, 0, 0, 1)
    with pytest.raises(RobotError, match="the base is tilted"):
        function(robot.changed(base=Base(kind="mobile", pose=pose)), "inverse_dynamics")


def test_a_mobile_base_without_wheels_is_refused_with_the_remedy():
    robot = formats.builtin("unicycle").changed(wheels=())
    with pytest.raises(RobotError, match="a mobile base without wheels") as caught:
        function(robot, "inverse_dynamics")
    assert "list its wheels" in str(caught.value)
    assert function(robot.without("mobile"), "inverse_dynamics")


@pytest.mark.parametrize("kind", ["fixed", "floating"])
def test_wheels_under_another_base_are_refused(kind: Any):
    robot = formats.builtin("unicycle").changed(base=Base(kind=kind))
    with pytest.raises(RobotError, match=f"wheels roll under a mobile base, and this one is {kind}") as caught:
        function(robot, "kinetic_energy")
    assert 'robot.without("wheels")' in str(caught.value)


@pytest.mark.parametrize(("model", "remedy"), [
    ("inverse_dynamics", "newton_euler"), ("inertia_matrix", "fewest"), ("gravity_vector", "fewest"),
    ("coriolis_vector", "fewest"),
])  # fmt: skip
def test_other_formulations_are_refused(model: str, remedy: str):
    with pytest.raises(RobotError, match=f"choose {remedy}"):
        function(formats.builtin("unicycle"), model, {"formulation": "lagrange"})


def command(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "linkwright.cli", *words], capture_output=True, text=True, check=False)


def test_the_command_line_shows_mobility_and_refuses_what_cannot_roll(tmp_path: Path):
    shown = command("show", "tricycle", "--json")
    assert json.loads(shown.stdout)["mobility"] == lw.mobility(lw.load("tricycle")).data()
    assert "front_steer, front_spin" in command("show", "tricycle").stdout
    path = tmp_path / "high.toml"
    path.write_text(BASE + wheel(kind="fixed", radius=0.2, z=0.3, name="left"))
    done = command("cost", str(path), "inverse_dynamics")
    assert done.returncode == 2
    assert "wheel 1 (left) does not touch the ground" in done.stderr
    assert "one radius above it" in done.stderr
    data = json.loads(command("show", str(path), "--json").stdout)
    assert "wheel 1 (left) does not touch" in data["mobility"]["problem"]


# -- figures and documents --------------------------------------------------------------------------------------------

COUNTS = {  # additions and multiplications at every call, sets of parameters aside: they must not grow
    "unicycle": (36, 19), "unicycle_castor": (142, 168), "tricycle": (83, 90), "three_omni": (79, 64),
    "four_mecanum": (82, 53), "mobile_manipulator": (229, 403),
}  # fmt: skip


@pytest.mark.parametrize("name", COUNTS)
def test_operations_of_inverse_and_forward_dynamics_do_not_grow(name: str):
    costs = [lw.model(formats.builtin(name), model).cost for model in ("inverse_dynamics", "forward_dynamics")]
    assert all(cost.add + cost.mul <= most for cost, most in zip(costs, COUNTS[name], strict=True))


def test_a_robot_of_the_predecessor_costs_half_with_its_wheels(shared: Path):
    """Two wheels on an axle and a castor: 341 additions and 360 multiplications without any projection there."""
    file = lw.load(shared / "robots" / "Mobile_3wheels.par")
    pose: Any = (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, "R", 0, 0, 0, 1)
    kinds: Any = (("fixed", 1, 0), ("fixed", 2, 0), ("castor", 4, 3))
    wheels = tuple(Wheel(kind=kind, spin=spin, steer=steer, radius="R") for kind, spin, steer in kinds)
    joints = tuple(replace(j, actuated=k < 3) for k, j in enumerate(file.joints, 1))
    robot = file.changed(base=replace(file.base, pose=pose), wheels=wheels, joints=joints)
    assert analyze_wheel_mobility(robot).type == (2, 0)
    cost = lw.model(robot, "inverse_dynamics").cost
    assert cost.add + cost.setup_add < 0.6 * 341
    assert cost.mul + cost.setup_mul < 0.6 * 360


def test_the_example_of_the_documents_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    page = (DOCS / "wheeled.md").read_text(encoding="utf-8")
    (description,) = re.findall(r"```toml\n(.*?)```", page, re.S)
    (tmp_path / "robot.toml").write_text(description, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    code = "\n".join(re.findall(r"```python\n(.*?)```", page, re.S))
    example = doctest.DocTestParser().get_doctest(code, {}, "wheeled.md", None, None)
    assert len(example.examples) > 10
    assert doctest.DocTestRunner().run(example).failed == 0


# -- emitted code -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["c", "python", "fortran"])
def test_emitted_models_of_a_wheeled_robot_pass_their_own_tests(
    language: str, tmp_path: Path, tool: Callable[[str], str]
):
    robot, target = formats.builtin("unicycle_castor"), find_target(language)
    names = ("inverse_dynamics", "forward_dynamics", "configuration_kinematics", "odometry", "constraint_forces")
    files = emit_package([lw.model(robot, name) for name in names], language, name="rolling")
    for file, text in files.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text)
    assert target.check
    said = ""
    for command in target.check.commands:
        words = [word.format(name="rolling") for word in command]
        words[0] = words[0] if words[0].startswith("./") else find_tool(words[0]) or tool(words[0])
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        said = done.stdout + done.stderr
    assert target.check.says in said
