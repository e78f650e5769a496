"""Efforts against MuJoCo: a second simulator, with a URDF reader and recursions of its own."""

import warnings
import xml.etree.ElementTree as ET

import numpy as np
import pytest

import linkwright as lw
from tests.support.oracle import moving


@pytest.mark.parametrize(
    "file",
    ["ur_description/urdf/ur5_robot.urdf", "panda_description/urdf/panda.urdf", "kinova_description/robots/kinova.urdf",
     "talos_data/robots/talos_reduced.urdf"],
)  # fmt: skip
def test_inverse_dynamics_is_that_of_mujoco(file, robot_data, module):
    mujoco = module("mujoco")
    path = robot_data / file
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", lw.ModelWarning)  # of the files: truncated angles
        robot = lw.load(path, snap=False, mimic=False)
    tree = ET.parse(path).getroot()
    for link in tree.iter("link"):
        for part in [*link.findall("visual"), *link.findall("collision")]:
            link.remove(part)
    for joint in tree.iter("joint"):
        for part in joint.findall("mimic"):
            joint.remove(part)
    model = mujoco.MjModel.from_xml_string(ET.tostring(tree, encoding="unicode"))
    model.dof_damping[:] = model.dof_frictionloss[:] = model.dof_armature[:] = 0
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    data = mujoco.MjData(model)
    place = [model.joint(robot.joint(j).name).dofadr[0] for j in moving(robot)]
    assert sorted(place) == list(range(model.nv))
    inverse = lw.compile(lw.model(robot, "inverse_dynamics", parameters="base"))
    rng = np.random.default_rng(0)
    for _ in range(5):
        q, qd, qdd = rng.uniform(-2, 2, (3, model.nv))
        data.qpos[place], data.qvel[place], data.qacc[place] = q, qd, qdd
        mujoco.mj_inverse(model, data)
        theirs = data.qfrc_inverse[place]
        assert inverse(q=q, qd=qd, qdd=qdd) == pytest.approx(theirs, rel=1e-9, abs=1e-9 * np.abs(theirs).max())
