"""Mechanisms with loops, and motions of them: the built-in ones, and drawn ones that are closed by construction.

A drawn mechanism is a tree with drawn positions; the closing frame of each loop is put where it closes there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

import linkwright as lw
from linkwright import Joint, Loop, Robot, formats
from linkwright.expr import value_of
from tests.support.closed import Closed, frame, shift, turn

HOLDS = {"revolute": 5, "prismatic": 5, "ball": 3, "universal": 4, "cylindrical": 4, "planar": 3, "line": 2}
G = (1.3, -0.4, 9.7)


def numeric(robot: Robot) -> Robot:
    """With its numbers; those that it does not have are drawn."""
    rng = np.random.default_rng(5)
    drawn = {name: float(rng.uniform(0.3, 0.8)) for name in robot.parameters}
    return replace(robot, numbers=drawn | dict(robot.numbers)).with_numbers()


@cache
def builtin(name: str) -> Robot:
    return numeric(formats.builtin(name).without("external"))


# -- drawn mechanisms --------------------------------------------------------------------------------------------------


def body(rng: np.random.Generator, size: float = 1.0) -> lw.Body:
    """A rigid body that there can be: three point masses and a ball."""
    x, m = rng.uniform(-0.5, 0.5, (3, 3)) * size, rng.uniform(0.2, 1.0, 3)
    J = sum(k * (p @ p * np.eye(3) - np.outer(p, p)) for k, p in zip(m, x, strict=True)) + 0.05 * size**2 * np.eye(3)
    inertia = (J[0, 0], J[0, 1], J[0, 2], J[1, 1], J[1, 2], J[2, 2], *(m @ x), m.sum())
    names = ("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M")
    return lw.Body(**{k: float(v) for k, v in zip(names, inertia, strict=True)})


def placed(T: np.ndarray) -> dict[str, Any]:
    """gamma b alpha d theta r of a frame: orientation as z x z angles, the origin along z, x turned by gamma, and z."""
    alpha = float(np.arctan2(np.hypot(T[0, 2], T[1, 2]), T[2, 2]))
    if np.sin(alpha) < 1e-9:
        gamma = float(np.arctan2(T[1, 3], T[0, 3]))
        alpha = 0.0 if T[2, 2] > 0 else np.pi
        R = turn("x", -alpha) @ turn("z", -gamma) @ T
        theta, d, b, r = float(np.arctan2(R[1, 0], R[0, 0])), float(np.hypot(*T[:2, 3])), float(T[2, 3]), 0.0
        return {"gamma": gamma, "b": b, "alpha": alpha, "d": d, "theta": theta, "r": r}
    gamma = float(np.arctan2(T[0, 2], -T[1, 2]))
    R = turn("x", -alpha) @ turn("z", -gamma) @ T
    theta = float(np.arctan2(R[1, 0], R[0, 0]))
    x = np.array([np.cos(gamma), np.sin(gamma), 0.0])
    b, d, r = np.linalg.solve(np.column_stack([[0, 0, 1], x, T[:3, 2]]), T[:3, 3])
    return {"gamma": gamma, "b": float(b), "alpha": alpha, "d": float(d), "theta": theta, "r": float(r)}


def tree_frames(joints: Sequence[Joint]) -> list[np.ndarray]:
    """At the start of the joints."""
    T = [np.eye(4)]
    for joint in joints:
        T.append(T[joint.parent] @ frame(joint, joint.start))
    return T


def closing(joints: Sequence[Joint], cut: Joint, link: int, left: np.ndarray) -> Loop:
    """The loop that is closed at the start, the closing frame on a link; `left`: the pose of E in C that is allowed."""
    T = tree_frames(joints)
    E = np.linalg.inv(T[link]) @ T[cut.parent] @ frame(replace(cut, kind="fixed")) @ left
    return Loop(cut, Joint(parent=link, kind="fixed", **placed(E)))


def allowed(kind: str, rng: np.random.Generator) -> np.ndarray:
    """A pose of the closing frame in that of the cut joint that the joint lets it have."""
    a, b, c = rng.uniform(-1, 1, 3)
    anyhow = turn("z", a) @ turn("x", b) @ turn("z", c)
    s, x = rng.uniform(-0.3, 0.3, 2)
    about_z = turn("z", a)
    found: dict[str, np.ndarray] = {
        "revolute": about_z, "prismatic": shift(0, s), "cylindrical": about_z @ shift(0, s), "ball": anyhow,
        "universal": turn("z", a) @ turn("x", np.pi / 2) @ turn("z", c), "planar": about_z @ shift(x, 0) @ turn("z", b),
        "line": shift(0, s) @ anyhow,
    }  # fmt: skip
    return found[kind]


def bars(n: int, seed: int, size: float = 1.0, cut: str = "revolute", behind: int = 1) -> Robot:
    """A planar loop of n bars, the base one of them, that is cut before the bars of the other side; `behind`: how many.

    Its axes are parallel to z of the base, its links at heights of their own.
    """
    rng = np.random.default_rng(seed)
    before = n - 1 - behind
    joints: list[Joint] = []
    for k in range(n - 1):
        first = k in (0, before)
        d, r = 0.0 if k == 0 else float(rng.uniform(0.5, 1.0)) * size, float(rng.uniform(0, 0.1)) * size
        geometry: dict[str, Any] = {"d": d, "r": r}
        start = float(rng.uniform(0.3, 1.2)) * (1 if k < before else -1)
        joints.append(Joint(parent=0 if first else k, start=start, actuated=False, body=body(rng, size), **geometry))
    drives = [k for k in range(n - 1) if k < max(1, n - 3)]
    joints = [replace(j, name=f"bar{k}", actuated=k in drives) for k, j in enumerate(joints)]
    pin = Joint(parent=before, kind=cut, d=0.8 * size, actuated=False)  # type: ignore[arg-type]
    left = turn("z", 0.3) if cut == "revolute" else np.eye(4)
    loop = closing(joints, pin, n - 1 if behind else 0, left)
    return Robot(name=f"bars{n}", joints=tuple(joints), loops=(loop,), gravity=tuple(size * g for g in G))


def chain(kind: str, seed: int, mobility: int = 1, prismatic: bool = False) -> Robot:
    """A spatial loop of joints in general directions, cut at a joint of a kind, far from where its drives lock.

    `mobility` of its joints are driven, one slides if `prismatic`.
    """
    drawn = (_chain(kind, 1000 * seed + k, mobility, prismatic) for k in range(1000))
    return next(robot for robot in drawn if _condition(robot) > 0.05)


def _condition(robot: Robot) -> float:
    """How far dependent joints are from a singular position at the start: the ratio of singular values."""
    oracle = Closed(robot)
    free = [k for k, j in enumerate(oracle.moving) if not robot.joint(j).actuated]
    values = np.linalg.svd(oracle.rows(oracle.start)[:, free])[1]
    return float(values[-1] / values[0])


def _chain(kind: str, seed: int, mobility: int, prismatic: bool) -> Robot:
    rng = np.random.default_rng(seed)
    n = HOLDS[kind] + mobility
    other = int(rng.integers(0, n // 2 + 1))  # so many are behind the loop
    joints: list[Joint] = []
    for k in range(n):
        slides = prismatic and k == 1
        d, b, r = rng.uniform(0.3, 1.0, 3)
        joints.append(Joint(
            name=f"j{k}", parent=0 if k in (0, n - other) else k, kind="prismatic" if slides else "revolute",
            gamma=float(rng.uniform(-1, 1)), alpha=float(rng.uniform(0.4, 1.3)), d=float(d), r=float(r), b=float(b),
            start=float(rng.uniform(-1.0, 1.0)), actuated=k < mobility, body=body(rng),
        ))  # fmt: skip
    cut = Joint(parent=n - other, kind=kind, alpha=0.4, d=0.3, r=0.2, actuated=False)  # type: ignore[arg-type]
    loop = closing(joints, cut, n if other else 0, allowed(kind, rng))
    return Robot(name=f"chain_{kind}", joints=tuple(joints), loops=(loop,), gravity=G)


# -- motions -----------------------------------------------------------------------------------------------------------


class Moving:
    """A robot of numbers in a closed motion. `q`, `qd`, `qdd` are those of all joints, by the oracle."""

    def __init__(self, robot: Robot, seed: int = 0, reach: float = 0.1, **options: Any) -> None:
        self.robot, self.options, self.oracle = robot, options, Closed(robot)
        fn = self.function("bias_vector")
        port = next(p for p in fn.inputs if p.name == "q")
        self.names = list(port.names)
        self.a = self.oracle.places(self.names)
        self.start = self.oracle.closed(self.oracle.start)
        rng = np.random.default_rng(seed)
        step = np.array([reach * (1 if self.oracle.robot.joint(self.oracle.moving[k]).kind == "revolute" else 0.3)
                         for k in self.a])  # fmt: skip
        q = self.start.copy()
        q[self.a] += step * rng.uniform(-1, 1, len(self.a))
        self.q = self.oracle.closed(q, keep=self.a)
        self.qd_a, self.qdd_a = rng.uniform(-1, 1, (2, len(self.a)))
        self.qd, self.qdd = self.oracle.motion(self.q, self.a, self.qd_a, self.qdd_a)
        self.G = self.oracle.map(self.q, self.a)
        self.tau = self.G.T @ self.tree("inverse_dynamics", q=self.q, qd=self.qd, qdd=self.qdd)

    def function(self, model: str, **options: Any) -> lw.Function:
        return _function(self.robot, model, tuple(sorted({**self.options, **options}.items())))

    def tree(self, model: str, **state: Any) -> Any:
        return self.oracle.tree(model, **state)

    def inputs(self, fn: lw.Function, q_a: np.ndarray | None = None, **more: Any) -> dict[str, np.ndarray]:
        """What a function reads, the starts of an iteration those of the robot."""
        q = self.q[self.a] if q_a is None else q_a
        state = {"q": q, "qd": self.qd_a, "qdd": self.qdd_a, "tau": self.tau, **more}
        for port in fn.inputs:
            if port.name == "q_start":
                state["q_start"] = self.start[self.oracle.places(list(port.names))]
            if port.name == "tau" and "tau" not in more:
                state["tau"] = self.efforts(list(port.names))
        return {port.name: state[port.name] for port in fn.inputs}

    def efforts(self, names: list[str]) -> np.ndarray:
        """Of these joints, which do what `tau` does: in the independent ones, if they are among them."""
        found = dict(zip(self.names, self.tau, strict=True))
        assert set(found) <= set(names)
        return np.array([found.get(name, 0.0) for name in names])

    def __call__(self, model: str, q_a: np.ndarray | None = None, **more: Any) -> Any:
        """The outputs of a model, but for the status, which is 0; alone if there is but one."""
        options = {k: more.pop(k) for k in [*more] if k not in ("q", "qd", "qdd", "tau")}
        fn = self.function(model, **options)
        found = fn(**self.inputs(fn, q_a, **more))
        if isinstance(found, dict):
            assert found.pop("status", 0) == 0
            found = found if len(found) > 1 else next(iter(found.values()))
        return found


@cache
def _function(robot: Robot, model: str, options: tuple[tuple[str, Any], ...]) -> lw.Function:
    return lw.model(robot, model, **dict(options))


def resized(robot: Robot, size: float) -> Robot:
    """The same mechanism, that many times as large, in gravity that is as many times stronger: motions are the same.

    Masses stay: first moments grow with the size, moments of inertia with its square.
    """

    def grown(joint: Joint) -> Joint:
        lengths: dict[str, Any] = {k: size * value_of(getattr(joint, k)) for k in ("b", "d", "r")}
        b = joint.body
        inertia = {k: size**2 * value_of(getattr(b, k)) for k in ("XX", "XY", "XZ", "YY", "YZ", "ZZ")}
        moments = {k: size * value_of(getattr(b, k)) for k in ("MX", "MY", "MZ")}
        start = joint.start * (size if joint.kind == "prismatic" else 1)
        return replace(joint, **lengths, start=start, body=replace(b, **inertia, **moments))

    loops = tuple(Loop(grown(x.joint), grown(x.frame)) for x in robot.loops)
    gravity = tuple(size * value_of(g) for g in robot.gravity)
    return replace(robot, joints=tuple(map(grown, robot.joints)), loops=loops, gravity=gravity)
