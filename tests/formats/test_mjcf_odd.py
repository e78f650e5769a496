"""MJCF files as people write them, and oddly: inertia matrix, bias, springs and accelerations are MuJoCo's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright import formats
from tests.formats.test_mjcf import (
    assert_close,
    assert_dynamics_are_mujocos,
    mass_matrix,
    mujoco,
    parsed,
    random_state,
    simulated,
)

ODD = {
    "diagonal inertia turned by a quaternion of any length": """<mujoco><worldbody><body pos="0 0 1" quat="2 0 1 0">
      <joint axis="0 1 1"/><inertial pos=".1 0 .2" quat="1 2 3 4" mass="2" diaginertia=".03 .02 .04"/>
      <body pos=".3 0 0" xyaxes="0 1 0 -1 0 .2"><joint type="slide" axis="0 0 -2"/>
        <inertial pos="0 0 0" axisangle="0 1 1 30" mass=".5" diaginertia=".01 .02
      .02"/></body></body></worldbody></mujoco>""",
    "inertial frames by axes": """<mujoco><compiler angle="radian"/><worldbody><body><joint axis="1 0 0" pos="0 .1
      0"/>
      <inertial pos="0 .1 0" zaxis="1 2 1" mass="1" diaginertia=".3 .2 .2"/>
      <body pos="0 0 .4"><joint axis="0 1 0"/><inertial pos="0 0 .1" xyaxes="1 1 0 -1 1 1" mass="3" diaginertia=".1
      .2 .25"/>
      </body></body></worldbody></mujoco>""",
    "shapes with densities and masses": """<mujoco><default><geom density="300"/></default><worldbody><body>
      <joint axis="0 0 1"/><geom type="sphere" size=".2"/><geom type="ellipsoid" size=".1 .2 .3" pos=".2 0 0"
      euler="0 30 10"/>
      <body pos=".4 0 0"><joint axis="0 1 0"/><geom type="cylinder" fromto="0 0 0 .2 .2 .1" size=".05"/>
        <geom type="box" size=".1 .02 .3" mass=".7" zaxis="1 0 1"/><geom type="capsule" size=".03 .2" density="0"/>
        <geom type="capsule" fromto="0 0 0 0 0 .4" size=".04" mass=".2"/></body></body></worldbody></mujoco>""",
    "only geoms of some groups have inertia": """<mujoco><compiler inertiagrouprange="1 2"/><worldbody><body>
      <joint axis="1 1 1"/><geom type="sphere" size=".2" group="0"/><geom type="box" size=".1 .2 .1" pos=".1 0 0"
      group="1"/>
      <body pos="0 .3 0"><joint/><geom type="sphere" size=".1" group="2" pos="0 0 .1"/><geom size=".3"
      group="3"/></body>
      </body></worldbody></mujoco>""",
    "inertia from geoms against what is written": """<mujoco><compiler inertiafromgeom="true"/><worldbody><body>
      <joint/><inertial pos="9 9 9" mass="99" diaginertia="9 9 9"/><geom size=".1" pos=".1 .2
      .3"/></body></worldbody></mujoco>""",
    "inertia from geoms where there are none that count": """<mujoco><compiler inertiafromgeom="true"
      inertiagrouprange="0 2"/><worldbody><body><joint axis="1 0 0"/><inertial pos=".1 0 0" mass="3"
      diaginertia=".3 .2 .2"/>
      <body><joint/><inertial pos="0 .1 0" mass="2" diaginertia=".1 .1 .1"/><geom size=".1" mass="0"/>
      <geom size=".2" group="3"/></body></body></worldbody></mujoco>""",
    "least masses and inertias": """<mujoco><compiler boundmass=".4" boundinertia=".02"/><worldbody><body><joint
      axis="0 1 0"/>
      <inertial pos=".1 0 0" mass=".1" diaginertia=".001 .03 .03"/><body pos=".2 0 0"><joint type="slide"/>
      <geom size=".01"/></body></body></worldbody></mujoco>""",
    "the total mass is told": """<mujoco><compiler settotalmass="5"/><worldbody><body><joint axis="0 1 0"/><geom
      size=".1" pos=".1 0 0"/>
      <body pos=".3 0 0"><joint axis="1 0 0"/><geom type="box" size=".1 .2
      .3"/></body></body></worldbody></mujoco>""",
    "three joints on a body with references in degrees": """<mujoco><worldbody><body pos="0 0 .5" euler="10 20 30">
      <joint type="slide" axis="1 0 1" ref=".2"/><joint axis="0 1 0" ref="25" pos=".1 .2 0"/><joint axis="1 0 0"
      ref="-70" pos="0 0 .3"/>
      <geom size=".1" pos=".2 .1 0"/></body></worldbody></mujoco>""",
    "Euler sequences about fixed axes": """<mujoco><compiler eulerseq="XYZ" angle="radian"/><worldbody><body
      euler=".1 .2 .3">
      <joint axis="0 1 0"/><geom type="box" size=".1 .2 .3" euler="1 .5 .2"/><body pos=".1 0 .2" euler="-1 2
      .4"><joint axis="1 0 0"/>
      <inertial pos="0 .1 0" euler=".3 .2 .1" mass="1" diaginertia=".1 .2
      .15"/></body></body></worldbody></mujoco>""",
    "classes within classes, and children's classes": """<mujoco><default><joint armature=".01"/><default class="arm">
      <joint axis="0 1 0" damping="1"/><geom type="capsule" size=".05 .2" density="700"/><default class="wrist">
      <joint axis="1 0 0" armature=".2"/></default></default></default><worldbody><body
      childclass="arm"><joint/><geom/>
      <body pos="0 0 .4" childclass="wrist"><joint/><geom pos="0 0 .1"/><body pos=".1 0 0"><joint class="arm"/><geom
      class="main"
      size=".1"/></body></body></body></worldbody></mujoco>""",
    "branches, and bodies that are welded": """<mujoco><worldbody><body pos="1 0 0"><joint axis="0 0 1"/><geom
      size=".1"/>
      <body pos=".2 0 0" euler="0 0 45"><geom size=".05" pos="0 .1 0"/><body pos="0 0 .3"><joint type="slide"
      axis="1 0 0"/>
      <geom size=".1"/></body></body><body pos="-.2 0 0"><joint axis="0 1 0"/><geom type="box" size=".1 .1
      .2"/></body></body>
      <body pos="0 2 0"><joint axis="1 2 0"/><geom size=".2" pos="0 0 -.5"/></body></worldbody></mujoco>""",
    "frames around bodies and geoms": """<mujoco><worldbody><frame pos="0 0 1" euler="0 90 0"><frame quat="0 1 0 0">
      <body pos=".1 .2 .3"><joint axis="1 0 0"/><frame pos=".1 0 0" euler="0 0 30"><geom type="box" size=".1 .2 .3"/>
      <body><joint type="slide" axis="0 1 0" pos="1 2 3"/><geom
      size=".1"/></body></frame></body></frame></frame></worldbody></mujoco>""",
    "gravity along all axes": """<mujoco><option gravity="3 -4 5" timestep=".01"/><worldbody><body><joint axis="0 1
      0" pos="0 0 -.3"/>
      <geom type="cylinder" size=".05 .3"/><body pos="0 0 .6"><joint axis=".3 .4 .5"/><geom type="cylinder"
      size=".05 .3" pos="0 0 .3"/>
      </body></body></worldbody></mujoco>""",
    "rotors of actuators behind gears": """<mujoco><worldbody><body><joint name="a" axis="0 1 0"
      armature=".1"/><geom size=".1" pos=".2 0 0"/>
      <body pos=".4 0 0"><joint name="b" type="slide" axis="0 0 1"/><geom size=".1"/></body></body></worldbody>
      <actuator><motor joint="a" gear="50"/><position joint="b" kp="10"/></actuator></mujoco>""",
    "geoms without mass": """<mujoco><worldbody><body><joint axis="0 1 0"/><geom type="box" size=".1 .2 .3" pos=".1
      0 0"/>
      <geom type="sphere" size=".1" mass="0"/></body></worldbody></mujoco>""",
    "long and light, short and heavy": """<mujoco><worldbody><body><joint axis="0 1 0"/><geom type="capsule"
      size="1e-3" fromto="0 0 0 10 0 0"/>
      <body pos="10 0 0"><joint axis="0 0 1"/><geom type="sphere" size=".3" density="20000"/><body pos=".3 0 0">
      <joint type="slide" axis="1 0 0"/><geom size="1e-2"/></body></body></body></worldbody></mujoco>""",
    "a tilted chain of eight": "<mujoco><worldbody>" + "".join(
        f"<body pos='.{k} 0 .{9 - k}' euler='{11 * k} {7 * k} {5 * k}'><joint axis='{k % 3} 1 {k % 2}' pos='0 .{k} 0'/>"
        f"<geom type='box' size='.{k} .1 .2' density='200'/>" for k in range(1, 9)
    ) + "</body>" * 8 + "</worldbody></mujoco>",
}  # fmt: skip


@pytest.mark.parametrize("what", ODD)
def test_inertia_matrix_and_bias_are_mujocos(what: str):
    assert_dynamics_are_mujocos(ODD[what], parsed(ODD[what]), tolerance=1e-9 if what.startswith("long") else 1e-10)


# -- springs ----------------------------------------------------------------------------------------------------------

SPRINGS = """<mujoco><option><flag contact="disable" limit="disable" frictionloss="disable"/></option>
<worldbody><body pos="0 0 1"><joint name="driven" axis="0 1 0" stiffness="30" springref="20" damping=".7"
      armature=".3"/>
  <geom type="capsule" fromto="0 0 0 .4 0 0" size=".05"/>
  <body pos=".4 0 0"><joint name="sprung" axis="0 1 1" stiffness="12" springref="-30" damping=".2" armature=".05"/>
    <geom type="box" size=".1 .05 .05" pos=".1 0 0"/>
    <body pos=".2 0 0"><joint name="slide" type="slide" axis="1 0 0" stiffness="200" springref=".1"/><geom
      size=".05"/>
      <body pos=".1 0 0"><joint name="rigid" axis="0 0 1" armature=".02"/><geom size=".05" pos=".1 0
      0"/></body></body></body>
</body></worldbody>
<actuator><motor joint="driven"/><motor joint="rigid" gear="2"/></actuator></mujoco>"""


def test_springs_beside_actuators_and_armatures_are_parallel():
    joints = {j.name: j for j in parsed(SPRINGS).joints}
    assert [(j.flexible, j.parallel, j.actuated) for j in joints.values()] == [
        (True, True, True), (True, True, False), (True, False, False), (False, False, True),
    ]  # fmt: skip


def test_springs_and_armatures_move_as_those_of_mujoco():
    """Accelerations under efforts; and efforts of the motors for the accelerations that result."""
    robot = parsed(SPRINGS)
    model, data = simulated(SPRINGS)
    forward, inverse = (lw.compile(lw.model(robot, name)) for name in ("forward_dynamics", "inverse_dynamics"))
    inertia = lw.compile(lw.model(robot, "inertia_matrix"))
    energy = lw.compile(lw.model(robot, "potential_energy"))
    draw = np.random.default_rng(2)
    offsets = []
    for _ in range(3):
        random_state(model, data, draw)
        push = draw.uniform(-3, 3, 2)
        data.qfrc_applied[[0, 3]] = push
        mujoco().mj_forward(model, data)
        q, qd, qdd = data.qpos.copy(), data.qvel.copy(), data.qacc.copy()
        assert_close(np.reshape(inertia(q=q), (4, 4)), mass_matrix(model, data))
        assert_close(forward(q=q, qd=qd, tau=push), qdd, 1e-9)
        found = inverse(q=q, qd=qd, qdd=qdd[[0, 3]])
        assert_close(found["tau"], push, 1e-9)
        assert_close(found["accelerations"], qdd[[1, 2]], 1e-9)
        mujoco().mj_energyPos(model, data)
        offsets.append(float(energy(q=q)) - data.energy[0])
    assert np.ptp(offsets) < 1e-9 * max(1.0, *map(abs, offsets))  # but for where it is zero


def test_parallel_springs_are_written_and_simulated(tmp_path: Any):
    robot = parsed(SPRINGS)
    for name in ("robot.toml", "robot.csv"):
        formats.write(robot, tmp_path / name)
        again = lw.load(tmp_path / name)
        assert [(j.flexible, j.parallel) for j in again.joints] == [(j.flexible, j.parallel) for j in robot.joints]
    motion = lw.simulate(robot, 0.3, q=[0.1, 0.2, 0, 0.3], controller=lambda t, q, qd: np.array([1.0, 0, 0, -0.5]))
    assert motion.relative_drift < 1e-6
    model, data = simulated(SPRINGS)
    model.opt.timestep = 1e-4
    model.opt.integrator = mujoco().mjtIntegrator.mjINT_RK4
    data.qpos[:] = [0.1, 0.2, 0, 0.3]
    data.qfrc_applied[:] = [1.0, 0, 0, -0.5]
    while data.time < 0.3 - 1e-9:
        mujoco().mj_step(model, data)
    assert np.abs(motion.q[-1] - data.qpos).max() < 1e-6


def test_base_parameters_take_rotors_beside_springs_in():
    """Efforts, those of springs included, do not change with the grouped parameters."""
    robot = parsed(SPRINGS)
    state: Any = {"q": [0.3, -0.2, 0.1, 0.4], "qd": [1, -2, 0.5, 0.7]}
    standard, base = (lw.compile(lw.model(robot, "bias_vector", parameters=p)) for p in ("standard", "base"))
    assert_close(base(**state), standard(**state), 1e-12)
    one, other = (lw.compile(lw.model(robot, "inertia_matrix", parameters=p)) for p in ("standard", "base"))
    assert_close(other(q=state["q"]), one(q=state["q"]), 1e-12)
