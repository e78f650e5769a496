"""Ports of a state have all their elements, whatever of a robot is zero, and derivatives know wrenches of the state."""

from __future__ import annotations

import random
import shutil
import subprocess
import warnings
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fuzz import ports
from fuzz.report import Section

import linkwright as lw
from linkwright.expr import Graph, Port, make_symbol
from linkwright.models.derive.function import function
from linkwright.models.framework.model import models
from linkwright.verification.derivatives import LAWS
from linkwright.verification.laws import laws
from linkwright.verification.signatures import LAWS as SIGNATURES
from tests.support.some import some


def quarter_car(**joint: Any) -> lw.Robot:
    """A wheel on a spring, and a body on another one: nothing damps it, and nothing drives it."""
    springs = [
        lw.Joint(name=name, kind="prismatic", parent=k, body=lw.Body(M=m), stiffness=c, flexible=True, **joint)
        for k, (name, m, c) in enumerate((("wheel", 30.0, 2e5), ("body", 300.0, 2e4)))
    ]
    return lw.Robot(name="quarter_car", joints=tuple(springs), gravity=(0, 0, -9.81))


def car_acceleration(q: Any) -> Any:
    """By hand: the springs act between the ground, the wheel and the body; gravity is +g here (K&D: along -z)."""
    wheel, spring = 2e5 * q[0], 2e4 * q[1]
    absolute = np.array([(-wheel + spring) / 30.0, -spring / 300.0]) - 9.81
    return np.array([absolute[0], absolute[1] - absolute[0]])


def test_rates_of_joints_without_damping_are_inputs_of_emitted_c(tmp_path: Path):
    """The emitted code reads qd of both joints where they are, and compiles without a warning."""
    robot = quarter_car(damping=0.0)
    files = lw.generate(robot, ["forward_dynamics", "forward_dynamics_derivatives", "jacobian_dot"], ["c"])["c"]
    compiler = shutil.which("gcc") or shutil.which("cc")
    if not compiler:
        pytest.skip("no C compiler")
    for file, text in files.items():
        (tmp_path / file).write_text(text)
    sources = [file for file in files if file.endswith(".c")]
    flags = ["-O1", "-Wall", "-Wextra", "-Werror", "-pedantic"]
    subprocess.run([compiler, *flags, *sources, "-lm", "-o", "car"], cwd=tmp_path, check=True)
    assert "all tests passed" in subprocess.run([tmp_path / "car"], capture_output=True, text=True).stdout


def test_accelerations_of_a_quarter_car_are_those_by_hand():
    fn = lw.model(quarter_car(), "forward_dynamics")
    assert {p.name: p.shape for p in fn.inputs} == {"q": (2,), "qd": (2,), "tau": (0,)}
    q = np.array([0.01, -0.02])
    for f in (fn, lw.compile(fn)):
        np.testing.assert_allclose(f(q=q, qd=[0.3, 0.4], tau=[]), car_acceleration(q), rtol=1e-12)


def test_energy_of_a_quarter_car_without_damping_stays():
    recording = lw.simulate(quarter_car(), 0.5, q=[0.01, 0.02], qd=[0.1, -0.2])
    energy = recording.kinetic + recording.potential
    assert np.ptp(energy) < 1e-6 * np.ptp(recording.kinetic)


@pytest.mark.parametrize(("kind", "seed"), some(
    product(("tree", "loop", "wheels"), range(3)), ("tree", 0), ("tree", 2), ("loop", 0), ("loop", 1), ("wheels", 1)
))  # fmt: skip
def test_every_port_of_every_model_has_the_elements_of_its_joints(kind: str, seed: int):
    """Against a count of freedoms of its own, for robots with zeros wherever there may be some."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", lw.ModelWarning)
        robot = ports.drawn(random.Random(f"{kind} {seed}"), kind)
        for name in models():
            try:
                fn = function(robot, name)
            except lw.LinkwrightError:
                continue
            assert ports.problems(robot, fn) == [], f"{robot.name}: {name}"


def test_outputs_drop_whole_ports_of_inputs():
    robot = lw.load("rx90").with_numbers()
    last = lw.model(robot, "inverse_dynamics", outputs="tau6")
    assert {p.name: p.size for p in last.variables} == {"q": 6, "qd": 6, "qdd": 6}
    assert not lw.model(lw.load("planar(2)"), "jacobian", outputs="J[6,1]").variables  # it turns about z


@pytest.mark.parametrize("name", ["elastic_arm", "floating_arm", "rrp", "unicycle", "four_bar", "p3rrr"])
def test_dqdd_dtau_has_a_column_for_each_effort(name: str):
    robot = lw.load(name).with_numbers()
    fn = lw.model(robot, "forward_dynamics_derivatives", optimize=False)
    efforts = next(p for p in lw.model(robot, "forward_dynamics", optimize=False).inputs if p.name == "tau")
    slopes = next(p for p in fn.outputs if p.name == "dqdd_dtau")
    rows = next(p for p in fn.outputs if p.name == "dqdd_dqd").shape[0]
    assert slopes.shape == (rows, efforts.size)
    assert [label.rsplit("_", 1)[1] for label in slopes.labels[: efforts.size]] == [x[3:] for x in efforts.labels]


def test_hybrid_dynamics_takes_no_efforts_where_all_accelerations_are_given():
    robot = lw.load("rrp")
    taken = {given: [p.name for p in function(robot, "hybrid_dynamics", {"given": given}).variables]
             for given in ("none", "1", "all")}  # fmt: skip
    assert taken == {"none": ["q", "qd", "tau"], "1": ["q", "qd", "qdd", "tau"], "all": ["q", "qd", "qdd"]}


# -- wrenches that are formulas of the state --------------------------------------------------------------------------


def pushed(name: str) -> lw.Robot:
    """A robot whose last link pushes the environment by formulas of positions and rates of joints."""
    robot = lw.load(name)
    robot = robot.with_numbers({**{s: 0.3 + 0.02 * k for k, s in enumerate(robot.parameters)}, **robot.numbers})
    joints = list(robot.joints)
    variables = [x.variable for x in joints if x.moves]
    body = replace(joints[-1].body, CZ=f"3*sin({variables[0]})+qd1/5", FX=f"{variables[-1]}*qd1", FY="qd1*qd1")
    joints[-1] = replace(joints[-1], body=body)
    return robot.changed(joints=tuple(joints))


@pytest.mark.parametrize("name", ["rrp", "cart_pole", "elastic_arm", "palletizer_coupled"])
def test_derivatives_with_wrenches_of_the_state_are_differences_of_the_efforts(name: str):
    section = Section("ports", 0, 1.0)
    ports.check_slopes(section, pushed(name), random.Random(name))
    assert section.comparisons
    assert not section.findings


def test_lagrange_is_newton_euler_with_wrenches_of_the_state():
    robot = pushed("rrp")
    state = {"q": [0.3, 0.4, 0.5], "qd": [0.6, -0.7, 0.8], "qdd": [0.1, 0.2, 0.3]}
    tau = [lw.model(robot, "inverse_dynamics", formulation=f)(**state) for f in ("newton_euler", "lagrange", "kane")]
    np.testing.assert_allclose(tau[1], tau[0], rtol=1e-12)
    np.testing.assert_allclose(tau[2], tau[0], rtol=1e-12)


def test_a_wrench_that_damps_takes_its_power_from_the_energy():
    """CZ = c qd1 of the last link of a turning pendulum is a damper: what it takes is the integral of c qd1^2."""
    body = lw.Body(M=1.0, MX=0.5, ZZ=0.4, CZ="qd1/2")
    robot = lw.Robot(name="damped", joints=(lw.Joint(name="pivot", kind="revolute", parent=0, body=body),),
                     gravity=(9.81, 0, 0))  # fmt: skip
    r = lw.simulate(robot, 1.0, q=[1.0], sample=0.001)
    lost = np.trapezoid(0.5 * r.qd[:, 0] ** 2, r.t)
    energy = r.kinetic + r.potential
    assert abs(energy[0] - energy[-1] - lost) < 1e-5 * lost
    np.testing.assert_allclose(energy - energy[0], r.work, atol=1e-8)


def test_wrenches_of_joints_that_others_move_are_refused():
    robot = lw.load("palletizer_coupled").with_numbers()
    tied = robot.joint(robot.couplings[0].joint).variable
    joints = [replace(x, body=replace(x.body, CZ=f"sin({tied})")) if k == 0 else x for k, x in enumerate(robot.joints)]
    with pytest.raises(lw.RobotError, match=tied):
        lw.model(robot.changed(joints=tuple(joints)), "inverse_dynamics")


def test_verify_sees_slopes_that_take_wrenches_for_given(monkeypatch: pytest.MonkeyPatch):
    law = next(x for x in LAWS if "formulas" in x.name)
    robot = lw.load("rrp")
    ((_, check),) = laws(robot, [law])
    assert check().outcome == "proven"
    for module in ("inverse_dynamics_derivatives", "forward_dynamics_derivatives"):
        with monkeypatch.context() as planted:
            planted.setattr(f"linkwright.models.derivatives.{module}.has_formulas", lambda robot, state: False)
            ((_, check),) = laws(robot, [law])
            assert check().outcome == "failed"


def test_verify_sees_an_element_that_vanishes(monkeypatch: pytest.MonkeyPatch):
    """As it was once: rates of joints behind springs were left out where nothing depends on them."""
    robot = quarter_car()
    ((_, check),) = laws(robot, SIGNATURES)
    assert check().outcome == "passed"

    def vanishing(*given: Any) -> lw.Function:
        fn = function(*given)
        used = [p if p.name != "qd" else replace(p, shape=(1,), elements=p.elements[1:], names=p.names[1:])
                for p in fn.inputs]  # fmt: skip
        return replace(fn, inputs=tuple(used))

    monkeypatch.setattr("linkwright.verification.signatures.function", vanishing)
    ((_, check),) = laws(robot, SIGNATURES)
    assert check().outcome == "failed"


# -- package tests ----------------------------------------------------------------------------------------------------


def test_package_tests_give_parameters_by_name_where_the_optimized_function_needs_fewer(tmp_path: Path):
    """RRP with all parameters as symbols: the Coriolis matrix does not need ZZ2R, but its derivation has it."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if not compiler:
        pytest.skip("no C compiler")
    inertia = [lw.Body(**{x: f"{x}{k}" for x in ("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M")})
               for k in (1, 2, 3)]  # fmt: skip
    joints: list[dict[str, Any]] = [
        {"kind": "revolute", "r": "d1"},
        {"kind": "revolute", "d": "a2", "r": "d2"},
        {"kind": "prismatic", "alpha": "pi/2", "d": "a3"},
    ]
    made = tuple(lw.Joint(name=f"j{k + 1}", parent=k, body=inertia[k], **x) for k, x in enumerate(joints))
    robot = lw.Robot(name="rrp", joints=made, gravity=("g1", "g2", "g3"))
    from linkwright.package import package

    made_package = package(robot, ["coriolis_matrix"], "base")
    needed, derived = (len(f.parameters.labels) for f in (made_package.functions[0], made_package.derived[0]))  # type: ignore[union-attr]
    assert needed < derived
    for file, text in made_package.emit("c").items():
        (tmp_path / file).write_text(text)
    subprocess.run([compiler, *[x.name for x in tmp_path.glob("*.c")], "-lm", "-o", "own"], cwd=tmp_path, check=True)
    assert "all tests passed" in subprocess.run([tmp_path / "own"], capture_output=True, text=True).stdout


def test_maple_tests_expect_no_number_where_there_is_none():
    """Of a pose out of reach, whose postures are NaN: `nan` is a word that no Maple reads."""
    x, given = make_symbol(Graph(), "x", "variable"), ((1.0,), (4.0,))
    port = Port("x", (1,), (x.id,), labels=("x",), states=given)
    out = Port("y", (2,), (x.id, (2 - x).sqrt().id))
    files = lw.emit(lw.Function("reach", x.graph, (port,), (out,)), "maple")
    test = next(text for file, text in files.items() if file.startswith("test_"))
    assert test.count("lw_missing(lw_value[2])") == 1
    assert "nan" not in test


def test_arrays_without_entries_have_the_shapes_of_their_ports():
    found = lw.model(quarter_car(), "forward_dynamics_derivatives")(q=[0, 0], qd=[0, 0], tau=[])
    assert found["dqdd_dtau"].shape == (2, 0)
