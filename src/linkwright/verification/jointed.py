"""Tree of a robot for laws that know rigid joints with one axis alone: a ball joint becomes three of them.

The three revolute joints pass through the centre of the ball joint, at right angles in the zero position; a fixed frame
on the last of them is the joint's own. With the z x z angles a, b, c and A = Rot(x, 90) Rot(z, 90) Rot(x, 90), its own
inverse,

    R = Rot(z, a) Rot(x, 90) Rot(z, 90 + b) Rot(x, 90) Rot(z, c) A

A rotor behind a spring, its friction and the spring are removed here: the fixture adds their efforts.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from linkwright.expr import Expr, parse_formula
from linkwright.robot import Body, Joint, Loop, Robot
from linkwright.robot.coordinates import has_motor

if TYPE_CHECKING:
    from linkwright.run.native import Array

QUARTER_TURN = "pi/2"


def with_single_axis_joints(robot: Robot) -> tuple[Robot, list[int]]:
    """Return the tree without its loops, and the numbers of the robot's links 0..n in it."""
    links, joints = [0], list[Joint]()
    for joint in robot.joints:
        own = replace(_without_spring(robot, joint), parent=links[joint.parent])
        joints += _three_revolute_joints(robot, own, len(joints)) if joint.kind == "ball" else [own]
        links.append(len(joints))
    couplings = tuple(
        replace(x, joint=links[x.joint], terms=tuple(replace(t, joint=links[t.joint]) for t in x.terms))
        for x in robot.couplings
    )
    return robot.changed(joints=tuple(joints), couplings=couplings, loops=()), links


def loops_of(robot: Robot, links: list[int]) -> list[Loop]:
    """The robot's loops, with the link numbers of the tree."""
    return [
        Loop(replace(x.joint, parent=links[x.joint.parent]), replace(x.frame, parent=links[x.frame.parent]))
        for x in robot.loops
    ]


def _without_spring(robot: Robot, joint: Joint) -> Joint:
    zero = Expr(robot.graph, robot.graph.const(0))
    none: dict[str, Any] = dict.fromkeys(("rotor", "viscous", "coulomb"), zero) if has_motor(joint) else {}
    return replace(joint, flexible=False, stiffness=zero, damping=zero, rest=zero, **none)


def _three_revolute_joints(robot: Robot, joint: Joint, before: int) -> list[Joint]:
    zero, quarter = Expr(robot.graph, robot.graph.const(0)), parse_formula(QUARTER_TURN, robot.graph)
    flat: dict[str, Any] = dict.fromkeys(("gamma", "b", "alpha", "d", "theta", "r"), zero)
    plain = replace(joint, kind="revolute", body=Body(), start=0.0)
    turned = {**flat, "gamma": quarter, "alpha": quarter, "theta": quarter}

    def named(one: Joint, axis: str, k: int, **geometry: Any) -> Joint:
        name, variable, parent = f"{joint.name}[{axis}]", f"{joint.variable}_{axis}_", before + k if k else one.parent
        return replace(one, name=name, variable=variable, parent=parent, **geometry)

    return [
        named(plain, "x", 0), named(plain, "y", 1, **{**flat, "alpha": quarter, "theta": quarter}),
        named(plain, "z", 2, **{**flat, "alpha": quarter}),
        named(replace(joint, kind="fixed"), "w", 3, **turned),
    ]  # fmt: skip


# -- in numbers -------------------------------------------------------------------------------------------------------


def about_z(a: Any) -> Array:
    """Rotation matrix about z."""
    import numpy as np

    c, s = np.cos(a), np.sin(a)
    return np.array([[c, -s, 0 * c], [s, c, 0 * c], [0 * c, 0 * c, 0 * c + 1]])


def _fixed_rotations() -> tuple[Array, Array]:
    """Rot(x, 90), and A."""
    import numpy as np

    return np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]]), np.array([[0.0, 0, 1], [0, -1, 0], [1, 0, 0]])


def matrix_of(angles: Array) -> Array:
    """Rotation matrix R of the three angles."""
    import numpy as np

    X, A = _fixed_rotations()
    a, b, c = angles
    found: Array = about_z(a) @ X @ about_z(np.pi / 2 + b) @ X @ about_z(c) @ A
    return found


def angles_of(R: Array) -> Array:
    """The three angles of a rotation matrix R."""
    import numpy as np

    X, A = _fixed_rotations()
    B = R @ A
    a, b = np.arctan2(B[1, 2], B[0, 2]), np.arcsin(np.clip(B[2, 2], -1, 1))
    C = (about_z(a) @ X @ about_z(np.pi / 2 + b) @ X).T @ B
    return np.array([a, b, np.arctan2(C[1, 0], C[0, 0])])


def spin_jacobian(angles: Any) -> Array:
    """Jacobian of the three angles: the angular velocity of the joint in its own frame by their rates."""
    import numpy as np

    X, A = _fixed_rotations()
    _, b, c = angles
    z = np.array([0.0, 0, 1])
    after = [X @ about_z(np.pi / 2 + b) @ X @ about_z(c) @ A, X @ about_z(c) @ A, A]
    return np.array([R.T @ z for R in after]).T


def spin_rate(angles: Array, rates: Array) -> Array:
    """Time derivative of `spin_jacobian`, by a complex step."""
    h = 1e-30
    found: Array = spin_jacobian(angles + 1j * h * rates).imag / h
    return found


def quaternion_of(R: Array) -> Array:
    """Unit quaternion w, x, y, z of a rotation matrix."""
    import numpy as np

    squares = np.array([1 + R.trace(), *(1 + 2 * R[k, k] - R.trace() for k in range(3))])
    skew = [R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]
    k = int(squares.argmax())
    row = [squares[0], *skew] if k == 0 else [skew[k - 1], *(R[k - 1, i] + R[i, k - 1] for i in range(3))]
    row[k] = squares[k]
    return np.asarray(np.array(row) / np.linalg.norm(row))


def rotation_of(Q: Array) -> Array:
    """Rotation matrix of a quaternion w, x, y, z of any length but 0."""
    import numpy as np

    w, x, y, z = Q / np.linalg.norm(Q)
    return np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ])  # fmt: skip


__all__ = [
    "angles_of",
    "loops_of",
    "matrix_of",
    "quaternion_of",
    "rotation_of",
    "spin_jacobian",
    "spin_rate",
    "with_single_axis_joints",
]
