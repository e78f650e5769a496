"""Models of robots on wheels that follow from their motion: derivatives, momenta, regressors, wrenches, hybrids.

Each is proved in the prime field against another route: the definition in terms of a model that has been proved
(`test_wheeled`), with the motion of all joints and of the base taken from `constraint_map`.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright import formats
from linkwright.errors import InputError, RobotError
from linkwright.expr import Expr, Importer, make_symbol, parse_formula, prove_equal
from linkwright.expr.derivative import directional_derivatives as along
from linkwright.models import function
from linkwright.models.constraints.wheels import analyze_wheel_mobility
from linkwright.models.identification.regressor_columns import parameter_columns
from linkwright.robot import Robot
from linkwright.verification import rolling
from linkwright.verification.laws import laws
from tests.models.constraints.test_wheeled import ROLLING, STEER, Models, on_a_slope, read, wheel


def undriven() -> Robot:
    """Castors alone: the base is free, and its rates are the independent ones."""
    robot = read(wheel(kind="castor", radius="r", trail="c", x="a", body="symbolic"), wheel(kind="ball"))
    return robot.changed(name="Undriven", gravity=tuple(parse_formula(g) for g in ("G1", "G2", "G3")))


def with_rotors() -> Robot:
    """A castor whose joints have rotors and friction: they move with shares that change."""
    robot = on_a_slope("unicycle_castor")
    more = [
        replace(j, rotor=parse_formula(f"IA{k}"), viscous=parse_formula(f"FV{k}"))
        for k, j in enumerate(robot.joints, 1)
    ]
    return robot.changed(name="Rotors", joints=tuple(more))


ROBOTS: dict[str, Any] = {name: lambda name=name: on_a_slope(name) for name in ROLLING}
ROBOTS |= {"undriven": undriven, "rotors": with_rotors}
JOINTS = [name for name in ROBOTS if name != "undriven"]  # whose independent coordinates are joints


def state_symbols(models: Models, kind: str) -> list[Expr]:
    """The symbols of qd or qdd of all independent coordinates, those of the base first."""
    base = {"qd": ("base_twist", ("v0x", "v0y", "w0z")), "qdd": ("base_acceleration", ("vd0x", "vd0y", "wd0z"))}[kind]
    found = [c for c in analyze_wheel_mobility(models.robot).split.independent if not c.link]
    table = dict(zip(("vx", "vy", "wz"), base[1], strict=True))
    names = [table[c.component] for c in found]
    return [make_symbol(models.graph, name, "variable") for name in names] + models.symbols(
        "bias_vector" if kind == "qd" else "inverse_dynamics", kind
    )


def directions(models: Models) -> tuple[list[Expr], dict[Expr, Expr]]:
    """Free numbers s of the independent coordinates, and how pose and joints move with them: by G, and R(theta)."""
    G = models.matrix("constraint_map", "G")
    s = [make_symbol(models.graph, f"s{k}", "variable") for k in range(len(G[0]))]
    vx, vy, wz, *joints = [models.dot(row, s) for row in G]
    x, y, angle = (make_symbol(models.graph, name, "variable") for name in ("x0", "y0", "theta0"))
    moving = {x: angle.cos() * vx - angle.sin() * vy, y: angle.sin() * vx + angle.cos() * vy, angle: wz}
    return s, moving | dict(zip(models.symbols("configuration_kinematics", "q"), joints, strict=True))


def times(models: Models, A: list[list[Expr]], x: list[Expr]) -> list[Expr]:
    return [models.dot(row, x) for row in A]


def efforts(models: Models) -> list[Expr]:
    """Of the independent coordinates: M qdd + h."""
    M, h = models.matrix("inertia_matrix", "M"), models.vector("bias_vector", "h")
    return [a + b for a, b in zip(times(models, M, state_symbols(models, "qdd")), h, strict=True)]


# -- derivatives ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ROBOTS)
def test_slopes_of_the_efforts_are_those_along_the_motion_that_wheels_allow(name: str):
    models = Models(ROBOTS[name]())
    tau = efforts(models)
    s, moving = directions(models)
    model = "inverse_dynamics_derivatives"
    assert prove_equal(times(models, models.matrix(model, "dtau_dq"), s), along(tau, moving))
    for kind in ("qd", "qdd"):
        rates = dict(zip(state_symbols(models, kind), s, strict=True))
        assert prove_equal(times(models, models.matrix(model, f"dtau_d{kind}"), s), along(tau, rates))


@pytest.mark.parametrize("name", ["tricycle", "unicycle_castor"])
def test_second_slopes_of_the_efforts_are_those_of_the_first_ones(name: str):
    models = Models(ROBOTS[name]())
    s, moving = directions(models)
    for of, cube in (("dtau_dq", "d2tau_dq_dq"), ("dtau_dqd", "d2tau_dqd_dq"), ("dtau_dqdd", "d2tau_dqdd_dq")):
        first = models.vector("inverse_dynamics_derivatives", of)
        second = models.matrix("inverse_dynamics_derivatives", cube, order="2")
        assert prove_equal(times(models, second, s), along(first, moving))


@pytest.mark.parametrize("name", ROBOTS)
def test_slopes_of_the_accelerations_undo_those_of_the_efforts(name: str):
    """tau(q, qd, qdd(q, qd, tau)) = tau, differentiated: M dqdd/dx = -dtau/dx there; by tau as it stands."""
    models = Models(ROBOTS[name]())
    base = [c for c in analyze_wheel_mobility(models.robot).split.independent if not c.link]
    qdd = models.vector("forward_dynamics", "base_acceleration") if base else models.vector("forward_dynamics", "qdd")
    put = Importer(models.graph, {str(x.name): y for x, y in zip(state_symbols(models, "qdd"), qdd, strict=True)})
    M = models.matrix("inertia_matrix", "M")
    for x in ("q", "qd"):
        slopes = models.matrix("forward_dynamics_derivatives", f"dqdd_d{x}")
        against = models.matrix("inverse_dynamics_derivatives", f"dtau_d{x}")
        product = [models.dot(row, list(column)) for row in M for column in zip(*slopes, strict=True)]
        assert prove_equal(product, [-put(e) for row in against for e in row])
    if not base:
        s = [
            make_symbol(models.graph, f"t{k}", "variable")
            for k in range(len(models.symbols("forward_dynamics", "tau")))
        ]
        rates = dict(zip(models.symbols("forward_dynamics", "tau"), s, strict=True))
        by_tau = models.matrix("forward_dynamics_derivatives", "dqdd_dtau")
        assert prove_equal(times(models, by_tau, s), along(qdd, rates))


def test_slopes_by_differences():
    """A look at the numbers: a small step along the motion of one drive, of an oracle that knows no derivatives."""
    robot = on_a_slope("tricycle").with_numbers({"G1": 1.0, "G2": -2.0, "G3": -9.0})
    names = ("inverse_dynamics", "inverse_dynamics_derivatives", "constraint_map")
    inverse, slopes, G = (lw.compile(lw.model(robot, name)) for name in names)
    q, qd, qdd, pose = np.array([0.3, 0.1, -0.2, 0.5]), [1.1, -0.7], [0.4, 0.9], np.array([0.1, 0.2, 0.7])

    def tau(h: float, k: int) -> Any:
        vx, vy, wz, *joints = np.asarray(G(q=q))[:, k]
        c, s = math.cos(pose[2]), math.sin(pose[2])
        step = np.array([c * vx - s * vy, s * vx + c * vy, wz])
        return np.asarray(inverse(q=q + h * np.array(joints), qd=qd, qdd=qdd, base_pose=pose + h * step))

    found = slopes(q=q, qd=qd, qdd=qdd, base_pose=pose)["dtau_dq"]
    for k in range(2):
        assert np.allclose(found[:, k], (tau(1e-5, k) - tau(-1e-5, k)) / 2e-5, rtol=1e-6, atol=1e-7)


# -- kinematics -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("projection", ["world", "0", "end"])
def test_rates_and_slopes_of_the_jacobian(name: str, projection: str):
    models = Models(ROBOTS[name]())
    J = models.vector("jacobian", "J", projection=projection)
    s, moving = directions(models)
    assert prove_equal(times(models, models.matrix("hessian", "H", projection=projection), s), along(J, moving))
    qd = state_symbols(models, "qd")
    put = Importer(models.graph, {str(x.name): y for x, y in zip(s, qd, strict=True)})
    entries = models.vector("jacobian_dot", "Jd", projection=projection, derivative="entries")
    assert prove_equal(entries, [put(e) for e in along(J, moving)])


@pytest.mark.parametrize("name", JOINTS)
def test_accelerations_are_j_qdd_and_jd_qd(name: str):
    models = Models(ROBOTS[name]())
    frame = len(models.robot)
    J, Jd = (models.matrix(m, o, frame=frame) for m, o in (("jacobian", "J"), ("jacobian_dot", "Jd")))
    qd, qdd = (state_symbols(models, kind) for kind in ("qd", "qdd"))
    total = [a + b for a, b in zip(times(models, J, qdd), times(models, Jd, qd), strict=True)]
    found = [models.vector("accelerations", x, frames=[frame], projection=0) for x in ("vd", "wd")]
    assert prove_equal(total, [e for vector in found for e in vector])


def test_the_inverse_of_a_jacobian_and_its_determinant():
    """A unicycle: v = r (left + right)/2, w = r (right - left)/(2 L) of wheels at y = L and -L."""
    side: dict[str, Any] = {"kind": "fixed", "radius": "r"}
    robot = read(wheel(name="left", y="L", **side), wheel(name="right", y="-L", **side))
    rows: dict[str, Any] = {"frame": 0, "rows": "vx,wz"}
    det = function(robot, "jacobian_determinant", rows).output("det")
    assert prove_equal(det, [parse_formula("r^2/(2*L)")])
    inverse = function(robot, "inverse_jacobian", rows).output("Jinv")
    assert prove_equal(inverse, [parse_formula(x) for x in ("1/r", "-L/r", "1/r", "L/r")])
    w = lw.compile(lw.model(robot, "manipulability", **rows))(q=[0, 0], parameters={"r": 0.2, "L": 0.5})
    assert np.isclose(float(w), 0.04)
    with pytest.raises(RobotError, match="6 rows and 2 columns"):
        lw.model(robot, "inverse_jacobian", frame=0)


@pytest.mark.parametrize("name", JOINTS)
def test_motion_of_all_joints(name: str):
    models = Models(ROBOTS[name]())
    rates = models.vector("configuration_kinematics", "joint_rates")
    assert prove_equal(models.vector("dependent_motion", "velocities"), rates)
    moving = models.rates() | dict(zip(*(state_symbols(models, kind) for kind in ("qd", "qdd")), strict=True))
    assert prove_equal(models.vector("dependent_motion", "accelerations"), along(rates, moving))


# -- terms of the equation of motion ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ROBOTS)
def test_the_rate_of_the_inertia_matrix(name: str):
    models = Models(ROBOTS[name]())
    Md = along(models.vector("inertia_matrix", "M"), models.rates())
    assert prove_equal(models.vector("inertia_matrix_dot", "Md"), Md)


@pytest.mark.parametrize("name", JOINTS)
def test_the_coriolis_matrix_gives_the_coriolis_efforts_and_half_the_rate_of_the_inertia_matrix(name: str):
    models = Models(ROBOTS[name]())
    C, Md = models.matrix("coriolis_matrix", "C"), models.matrix("inertia_matrix_dot", "Md")
    qd = state_symbols(models, "qd")
    assert prove_equal(times(models, C, qd), models.vector("coriolis_vector", "c"))
    n = range(len(C))
    assert prove_equal([C[i][j] + C[j][i] for i in n for j in n], [Md[i][j] for i in n for j in n])


def test_the_coriolis_matrix_of_a_base_that_moves_freely():
    """Beside the rates of the components of its velocity, which are w x v less than its acceleration."""
    models = Models(undriven())
    C, M = models.matrix("coriolis_matrix", "C"), models.matrix("inertia_matrix", "M")
    vx, vy, w = state_symbols(models, "qd")
    across = [-w * vy, w * vx, models.zero()]
    c = [a + b for a, b in zip(models.vector("coriolis_vector", "c"), times(models, M, across), strict=True)]
    assert prove_equal(times(models, C, [vx, vy, w]), c)


@pytest.mark.parametrize("name", ROBOTS)
def test_centroidal_momentum_and_its_rate(name: str):
    models = Models(ROBOTS[name]())
    h, A = models.vector("centroidal_momentum", "h"), models.matrix("centroidal_momentum", "A")
    assert prove_equal(h, [*models.vector("momenta", "p"), *models.vector("momenta", "Lc")])
    flat = along([e for row in A for e in row], models.rates())
    assert prove_equal(models.vector("centroidal_momentum_dot", "Ad"), flat)
    if name in JOINTS:
        qd, qdd = (state_symbols(models, kind) for kind in ("qd", "qdd"))
        b = models.vector("centroidal_momentum_dot", "b")
        total = [x + y for x, y in zip(times(models, A, qdd), b, strict=True)]
        assert prove_equal(total, along(h, models.rates() | dict(zip(qd, qdd, strict=True))))


# -- regressors -------------------------------------------------------------------------------------------------------


def by_parameters(models: Models, model: str, output: str) -> list[Expr]:
    """A regressor times the parameters."""
    p = [models.into(c.value) for c in parameter_columns(models.robot)]
    port = next(p for p in function(models.robot, model).outputs if p.name == output)
    flat = models.vector(model, output)
    width = port.shape[-1]
    return [models.dot(flat[k : k + width], p[:width]) for k in range(0, len(flat), width)]


@pytest.mark.parametrize("name", ROBOTS)
def test_energies_are_their_regressors_times_the_parameters(name: str):
    models = Models(ROBOTS[name]())
    assert prove_equal(by_parameters(models, "energy_regressor", "T"), models.vector("kinetic_energy", "T"))
    assert prove_equal(by_parameters(models, "energy_regressor", "U"), models.vector("potential_energy", "U"))


@pytest.mark.parametrize("name", ROBOTS)
def test_power_and_efforts_are_their_regressors_times_the_parameters(name: str):
    models = Models(ROBOTS[name]())
    tau, qd = efforts(models), state_symbols(models, "qd")
    assert prove_equal(by_parameters(models, "power_regressor", "P"), [models.dot(tau, qd)])
    momenta = by_parameters(models, "filtered_regressor", "A")
    assert prove_equal(momenta, times(models, models.matrix("inertia_matrix", "M"), qd))
    if name in JOINTS:
        moving = models.rates() | dict(zip(qd, state_symbols(models, "qdd"), strict=True))
        rest = by_parameters(models, "filtered_regressor", "B")
        assert prove_equal([x + y for x, y in zip(along(momenta, moving), rest, strict=True)], tau)


# -- wrenches ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", JOINTS)
def test_the_ground_gives_the_rate_of_the_momentum_less_the_weight(name: str):
    models = Models(ROBOTS[name]())
    f = models.vector("link_wrenches", "f")[:3]
    angle = make_symbol(models.graph, "theta0", "variable")
    world = [angle.cos() * f[0] - angle.sin() * f[1], angle.sin() * f[0] + angle.cos() * f[1], f[2]]
    moving = models.rates() | dict(zip(*(state_symbols(models, kind) for kind in ("qd", "qdd")), strict=True))
    rate = along(models.vector("momenta", "p"), moving)
    bodies = [models.robot.base.body, *(j.body for j in models.robot.joints)]
    mass = sum((models.into(b.M) for b in bodies), models.zero())
    weight = [mass * models.into(g) for g in models.robot.gravity]
    assert prove_equal(world, [a - b for a, b in zip(rate, weight, strict=True)])


def test_wrenches_through_an_arm_on_wheels_are_what_its_drives_feel():
    models = Models(on_a_slope("mobile_manipulator"))
    port = next(p for p in function(models.robot, "link_wrenches").outputs if p.name == "n")
    n = dict(zip(port.labels, models.vector("link_wrenches", "n"), strict=True))
    arm = [j for j, joint in enumerate(models.robot.joints, 1) if joint.kind == "revolute" and f"n{j}_z" in n]
    assert len(arm) == 3
    assert all(f"n{w.spin}_z" not in n for w in models.robot.wheels)
    names = next(p for p in function(models.robot, "inverse_dynamics").outputs if p.name == "tau").names
    tau = dict(zip(names, models.vector("inverse_dynamics", "tau"), strict=True))
    assert prove_equal([n[f"n{j}_z"] for j in arm], [tau[models.robot.joint(j).name] for j in arm])
    for output in ("f", "n"):
        rows = by_parameters(models, "link_wrench_regressor", output)
        assert prove_equal(rows, models.vector("link_wrenches", output)[3:])


def test_how_wheels_share_the_weight_is_not_determined():
    with pytest.raises(RobotError, match="how they share the weight is not determined"):
        function(formats.builtin("unicycle"), "link_wrench_regressor")


def test_a_wrench_on_the_tip_goes_through_the_arm_to_the_ground():
    """The same as that of the arm on a base that is held."""
    robot = formats.builtin("mobile_manipulator")
    held = robot.without("wheels")
    one, other = (function(r, "cut_jacobian").output("J") for r in (robot, held))
    assert prove_equal(one, other)


# -- hybrid dynamics --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["unicycle", "tricycle", "unicycle_castor", "three_omni"])
def test_hybrid_dynamics_is_between_inverse_and_forward_dynamics(name: str):
    models = Models(on_a_slope(name))
    given = [analyze_wheel_mobility(models.robot).split.independent[0].joint]
    tau, qdd = (models.vector("hybrid_dynamics", x, given=given) for x in ("efforts", "accelerations"))
    inputs = models.symbols("inverse_dynamics", "qdd")
    put = Importer(models.graph, {str(x.name): y for x, y in zip(inputs[1:], qdd, strict=True)})
    whole = [put(e) for e in models.vector("inverse_dynamics", "tau")]
    assert prove_equal(whole, [*tau, *models.symbols("forward_dynamics", "tau")[1:]])


def test_more_drives_than_freedoms_are_not_hybrid():
    with pytest.raises(RobotError, match=r"more drives than freedoms.*actuated = false"):
        function(formats.builtin("four_mecanum"), "hybrid_dynamics", {"given": ["front_left_spin"]})


def test_joints_that_wheels_move_have_no_acceleration_of_their_own():
    with pytest.raises(RobotError, match=r"castor_spin are dependent joints.*left_spin, right_spin"):
        function(formats.builtin("unicycle_castor"), "hybrid_dynamics", {"given": ["castor_spin"]})


def test_two_steered_wheels_have_all_of_it():
    """Type (1, 2): singular coordinates at some angles, and every model."""
    robot = read(wheel(x="a", body="symbolic", **STEER), wheel(x="-a", body="symbolic", **STEER))
    models = Models(robot)
    s, moving = directions(models)
    found = times(models, models.matrix("inverse_dynamics_derivatives", "dtau_dq"), s)
    assert prove_equal(found, along(efforts(models), moving))


# -- verification -----------------------------------------------------------------------------------------------------


def _passive() -> Robot:
    return read(wheel(kind="steering", x="a", radius="r", actuated=False, body="symbolic"),
                wheel(kind="fixed", radius="r", actuated=False, body="symbolic"))  # fmt: skip


def _balls() -> Robot:
    return read(wheel(kind="ball"), '[[joint]]\nname = "arm"\nd = "L"\nbody = "symbolic"\n')


@pytest.mark.parametrize("make", [undriven, _passive, _balls])
def test_laws_hold_where_the_base_moves_as_it_must(make: Any):
    """Its accelerations come out: they are no inputs of the efforts, and balls hold nothing."""
    found = {name: check() for name, check in laws(make(), rolling.LAWS)}
    assert not [x for x in found.values() if x.outcome == "failed"]
    assert found["forces on wheels and drives = virtual work"].outcome == "proven"


@pytest.mark.parametrize("roller", ["pi/2", "-pi/2", 1.5707963, 1.5708])
def test_rollers_along_the_heading_push_nothing(roller: Any):
    with pytest.raises(InputError, match="rollers along its heading"):
        read(wheel(kind="swedish", radius=0.1, roller=roller))
