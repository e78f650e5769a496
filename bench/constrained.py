"""Robots with loops on Pinocchio's side: the tree, its loops as contacts of points, and states that are closed."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

import linkwright as lw
from bench.arms import number
from bench.builds import CXX, FAST, NATIVE, shared_library
from bench.contender import STATES, Contender
from bench.peers import PINOCCHIO, Arrays, pinocchio_flags, pointer

STEP = 1e-3  # how far from the closed positions the iteration starts: what a step of a simulation leaves


@dataclass(frozen=True)
class Mechanism:
    """A robot of numbers on both sides; every loop is a pair of points, which is enough in a plane and for balls."""

    robot: lw.Robot
    model: Any
    links: dict[int, tuple[int, Any]]  # Pinocchio's joint, and the link's frame in it
    ends: list[tuple[int, int]]  # frames of the two points of each loop

    @classmethod
    def of(cls, robot: lw.Robot) -> Mechanism:
        """Joints are added depth first, as Pinocchio expects them."""
        import pinocchio as pin

        model = pin.Model()
        model.gravity.linear = np.array([number(g) for g in robot.gravity])
        kinds = {"revolute": pin.JointModelRZ, "prismatic": pin.JointModelPZ, "ball": pin.JointModelSpherical}
        links = {0: (0, pin.SE3.Identity())}

        def add(link: int) -> None:
            for j, joint in enumerate(robot.joints, 1):
                if joint.parent != link:
                    continue
                parent, offset = links[link]
                at = offset * placement(joint)
                links[j] = parent, at
                if joint.kind != "fixed":
                    links[j] = model.addJoint(parent, kinds[joint.kind](), at, joint.name), pin.SE3.Identity()
                if number(joint.body.M):
                    model.appendBodyToJoint(links[j][0], inertia(joint.body), links[j][1])
                add(j)

        add(0)
        ends = []
        for k, loop in enumerate(robot.loops):
            pair = []
            for side, x in enumerate((loop.joint, loop.frame)):
                joint, offset = links[x.parent]
                at = offset * placement(replace(x, kind="fixed"))
                pair.append(model.addFrame(pin.Frame(f"loop{k}_{side}", joint, 0, at, pin.FrameType.OP_FRAME)))
            ends.append((pair[0], pair[1]))
        return cls(robot, model, links, ends)

    # -- states --------------------------------------------------------------------------------------------------------

    @cached_property
    def data(self) -> Any:
        return self.model.createData()

    def gaps(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How far the points of the loops are apart, in the world, and the Jacobian of that."""
        import pinocchio as pin

        pin.computeJointJacobians(self.model, self.data, q)
        pin.updateFramePlacements(self.model, self.data)
        apart = [self.data.oMf[a].translation - self.data.oMf[b].translation for a, b in self.ends]

        def rates(f: int) -> Any:
            return pin.getFrameJacobian(self.model, self.data, f, pin.LOCAL_WORLD_ALIGNED)[:3]

        return np.concatenate(apart), np.vstack([rates(a) - rates(b) for a, b in self.ends])

    def closed(self, q: np.ndarray) -> np.ndarray:
        import pinocchio as pin

        for _ in range(20):
            gap, J = self.gaps(q)
            if np.abs(gap).max() < 1e-15:
                break
            q = pin.integrate(self.model, q, -np.linalg.lstsq(J, gap, rcond=1e-9)[0])
        return q

    def start(self) -> np.ndarray:
        import pinocchio as pin

        q = pin.neutral(self.model)
        for j, joint in enumerate(self.robot.joints, 1):
            if joint.kind in ("revolute", "prismatic"):
                q[self.model.idx_qs[self.links[j][0]]] = joint.start
        return self.closed(q)

    def states(self) -> Closed:
        """Near the start, at rates that keep the loops closed, with efforts of the drives."""
        import pinocchio as pin

        rng, start, rows = np.random.default_rng(0), self.start(), []
        driven = [j for j, joint in enumerate(self.robot.joints, 1) if joint.moves and joint.actuated]
        drives = [self.model.idx_vs[self.links[j][0]] for j in driven]
        for _ in range(STATES):
            q = self.closed(pin.integrate(self.model, start, 0.1 * along(self.gaps(start)[1], rng)))
            tau = np.zeros(self.model.nv)
            tau[drives] = rng.uniform(-3, 3, len(drives))
            near = pin.integrate(self.model, q, STEP * rng.uniform(-1, 1, self.model.nv))
            rows.append((q, along(self.gaps(q)[1], rng), tau, near))
        return Closed(self, *(np.ascontiguousarray(x) for x in map(np.array, zip(*rows))))


def along(J: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Drawn rates, the nearest that keep the loops closed."""
    rates = rng.uniform(-1, 1, J.shape[1])
    return np.asarray(rates - np.linalg.lstsq(J, J @ rates, rcond=1e-9)[0])


def placement(joint: lw.Joint) -> Any:
    import pinocchio

    T = joint.transform(0) if joint.kind != "ball" else replace(joint, kind="fixed").transform(0)
    R = T.R.matrix()
    return pinocchio.SE3(np.array([[number(R[r, c]) for c in range(3)] for r in range(3)]),
                         np.array([number(x) for x in T.P]))  # fmt: skip


def inertia(body: lw.Body) -> Any:
    import pinocchio

    XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M = (number(e) for e in body.inertia)
    J, c = np.array([[XX, XY, XZ], [XY, YY, YZ], [XZ, YZ, ZZ]]), np.array([MX, MY, MZ]) / M
    return pinocchio.Inertia(M, c, J - M * (c @ c * np.eye(3) - np.outer(c, c)))


@dataclass(frozen=True)
class Closed:
    """Positions, rates and efforts of all joints in Pinocchio's order, and where the iteration starts."""

    mechanism: Mechanism
    q: np.ndarray
    qd: np.ndarray
    tau: np.ndarray
    near: np.ndarray

    @property
    def arrays(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return self.q, self.qd, self.tau

    def of(self, port: lw.Port) -> np.ndarray:
        """What a port of ours holds; our quaternions begin with w, Pinocchio's end with it."""
        rows = {"q": self.q, "q_start": self.near, "qd": self.qd, "qdd": self.qd, "tau": self.tau}[port.name]
        found = []
        for j in self.joints(port):
            x = rows[:, self.places(j, port.name.startswith("q_") or port.name == "q")]
            found.append(x[:, [3, 0, 1, 2]] if x.shape[1] == 4 else x)
        return np.ascontiguousarray(np.hstack(found))

    def joints(self, port: lw.Port) -> list[int]:
        """Pinocchio's."""
        numbers = {x.name: self.mechanism.links[j][0] for j, x in enumerate(self.mechanism.robot.joints, 1)}
        return [numbers[name] for name in dict.fromkeys(path[-1] for path in port.paths)]

    def places(self, joint: int, positions: bool) -> list[int]:
        m = self.mechanism.model
        first, size = (m.idx_qs, m.nqs) if positions else (m.idx_vs, m.nvs)
        return list(range(first[joint], first[joint] + size[joint]))

    def rates(self, port: lw.Port) -> list[int]:
        """The places of its rates among Pinocchio's."""
        return [k for j in self.joints(port) for k in self.places(j, positions=False)]


def contender(label: str, compiler: str, more: Sequence[str], states: Closed) -> Contender:
    """Pinocchio's constraintDynamics in one build."""
    import pinocchio

    before, after = pinocchio_flags(compiler)
    name = "constrained-" + label.split(",")[0] + ("-novec" if more else "")
    path = shared_library(name, [NATIVE / "constrained.cpp"], CXX[compiler], (*FAST, *more, *before), after)
    library = ctypes.CDLL(str(path))
    library.constrained.restype, library.timed.restype = ctypes.c_void_p, ctypes.c_double
    mechanism = states.mechanism
    frames = [mechanism.model.frames[f] for pair in mechanism.ends for f in pair]
    joints = np.array([f.parentJoint for f in frames], np.int32)
    places = np.array([[*f.placement.rotation.ravel(), *f.placement.translation] for f in frames])
    arrays = Arrays.of(mechanism.model, pinocchio.SE3.Identity(), loops=True)
    given = (*arrays.arguments(), len(mechanism.ends), pointer(joints), pointer(places), *map(pointer, states.arrays))
    handle = ctypes.c_void_p(library.constrained(*given, ctypes.c_long(STATES)))

    def values() -> np.ndarray:
        out = np.zeros((STATES, mechanism.model.nv))
        library.values(handle, pointer(out))
        return out

    timed = lambda rounds: float(library.timed(handle, ctypes.c_long(rounds)))  # noqa: E731
    return Contender(PINOCCHIO, label, timed, values, library)
