"""The measured arms: one robot each, as Linkwright and as Pinocchio know it, from one source."""

from __future__ import annotations

import logging
import warnings
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import linkwright as lw
from bench import builds, peers
from linkwright.expr import value_of


@dataclass(frozen=True)
class Arm:
    """`robot` has its numbers, and neither friction nor rotors, which Pinocchio's algorithms leave out here."""

    name: str
    source: str
    robot: lw.Robot
    model: peers.Arrays


def arm(name: str) -> Arm:
    """One of ARMS. What the readers remark (damping in a file, a mass that is odd) is known here and not repeated."""
    logging.getLogger("linkwright").setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", lw.ModelWarning)
        return ARMS[name]()


def from_urdf(name: str, file: str, locked: str = "") -> Arm:
    """Both read one file: that of example-robot-data, with the joints whose names contain `locked` made fixed."""
    import pinocchio

    path = peers.prefix() / "share" / "example-robot-data" / "robots" / file
    if locked:
        tree = ET.parse(path)
        for joint in tree.getroot().findall("joint"):
            if locked in joint.get("name", ""):
                joint.set("type", "fixed")
                for part in (*joint.findall("mimic"), *joint.findall("limit")):
                    joint.remove(part)
        builds.BUILD.mkdir(parents=True, exist_ok=True)
        path = builds.BUILD / Path(file).name
        tree.write(path)
    robot = lw.load(path).without("friction", "rotors", "couplings").with_numbers()
    robot = robot.changed(frames=())  # the end is then the frame of the last joint, whatever leaves there are
    return made(name, f"example-robot-data, {file}", robot, pinocchio.buildModelFromUrdf(str(path)))


def number(x: Any) -> float:
    return value_of(x) if isinstance(x, lw.Expr) else float(x)


def from_builtin(name: str) -> Arm:
    """Pinocchio's model is made of a built-in robot's tables: z axes, frames at q = 0, inertias at centres of mass."""
    import pinocchio

    robot = lw.load(name).without("friction", "rotors").with_numbers()
    model = pinocchio.Model()
    model.gravity.linear = np.array([number(g) for g in robot.gravity])
    place: list[tuple[int, Any]] = [(0, pinocchio.SE3.Identity())]  # of each link: Pinocchio's joint, the frame in it
    for j, joint in enumerate(robot.joints, 1):
        T = joint.transform(0)
        M = T.R.matrix()
        R = np.array([[number(M[r, c]) for c in range(3)] for r in range(3)])
        parent, offset = place[joint.parent]
        at = offset * pinocchio.SE3(R, np.array([number(x) for x in T.P]))
        if joint.kind == "revolute":
            place.append((model.addJoint(parent, pinocchio.JointModelRZ(), at, joint.name), pinocchio.SE3.Identity()))
        elif joint.kind == "fixed":
            place.append((parent, at))
        else:
            raise SystemExit(f"{name}: joint {j} is {joint.kind}; the benchmark's Pinocchio models turn about z")
        mass = number(joint.body.M)
        if mass:
            b = {k: number(getattr(joint.body, k)) for k in ("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ")}
            lever = np.array([b["MX"], b["MY"], b["MZ"]]) / mass
            J = np.array([[b["XX"], b["XY"], b["XZ"]], [b["XY"], b["YY"], b["YZ"]], [b["XZ"], b["YZ"], b["ZZ"]]])
            central = J - mass * (lever @ lever * np.eye(3) - np.outer(lever, lever))
            model.appendBodyToJoint(place[j][0], pinocchio.Inertia(mass, lever, central), place[j][1])
    return made(name, f"built-in {name}", robot, model)


def made(name: str, source: str, robot: lw.Robot, model: Any) -> Arm:
    """With Linkwright's end frame in that of Pinocchio's last joint: where the two are at q = 0."""
    import pinocchio

    q = np.zeros(model.nq)
    T = np.array(lw.model(robot, "direct_geometry", reference="world")(q=q))
    data = model.createData()
    pinocchio.forwardKinematics(model, data, q)
    end = data.oMi[model.njoints - 1].inverse() * pinocchio.SE3(T[:3, :3], T[:3, 3])
    return Arm(name, source, robot, peers.Arrays.of(model, end))


ARMS: dict[str, Callable[[], Arm]] = {
    "ur5": lambda: from_urdf("ur5", "ur_description/urdf/ur5_robot.urdf"),
    "panda": lambda: from_urdf("panda", "panda_description/urdf/panda.urdf", locked="finger"),
    "iiwa14": lambda: from_builtin("iiwa14"),
}
