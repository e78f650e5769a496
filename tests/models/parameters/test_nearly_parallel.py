"""Axes that are nearly parallel, or nearly meet: the numbers are those of the file, whatever the angle and the scale.

The other side is computed here in the frames of the file: poses are 4x4 matrices along the motion, as in
`tests.support.oracle`, but nothing of Khalil's frames is used.
"""

import math
import warnings
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from linkwright import formats
from linkwright.errors import ModelWarning
from linkwright.expr import value_of
from linkwright.formats import urdf
from linkwright.models.derive.function import function
from linkwright.robot import Robot
from linkwright.robot.convert import MAX_NORMAL_TO_DISTANCE
from tests.formats.test_urdf import assert_torques_are_pinocchios
from tests.support.oracle import Array, Series, _product, _shift, _skew, _turn, moving
from tests.support.some import some

TILTS = [1e-1, 3e-2, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 3e-9, 1e-10, 1e-12, 1e-15]
GRAVITY = (0.0, 0.0, -9.81)


@dataclass(frozen=True)
class Part:
    """A joint and its link, in the words of URDF."""

    parent: int
    kind: str
    xyz: tuple[float, float, float]
    rpy: tuple[float, float, float] = (0.0, 0.0, 0.0)
    axis: tuple[float, float, float] = (0.0, 0.0, 1.0)
    mass: float = 0.05
    com: tuple[float, float, float] = (0.0, 0.0, 0.0)
    moments: tuple[float, float, float, float, float, float] = (1e-5, 0.0, 0.0, 1e-5, 0.0, 1e-5)  # xx xy xz yy yz zz

    def text(self, j: int) -> str:
        def words(*values: float) -> str:
            return " ".join(map(repr, values))

        keys = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
        inertia = " ".join(f'{k}="{v!r}"' for k, v in zip(keys, self.moments, strict=True))
        return (
            f'<link name="l{j}"><inertial><origin xyz="{words(*self.com)}"/><mass value="{self.mass!r}"/>'
            f'<inertia {inertia}/></inertial></link><joint name="j{j}" type="{self.kind}">'
            f'<parent link="l{self.parent}"/><child link="l{j}"/><axis xyz="{words(*self.axis)}"/>'
            f'<origin xyz="{words(*self.xyz)}" rpy="{words(*self.rpy)}"/>'
            f'<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>'
        )


def text_of(parts: list[Part]) -> str:
    joints = "\n".join(part.text(j) for j, part in enumerate(parts, 1))
    return f'<robot name="r"><link name="l0"/>{joints}</robot>'


def robot_of(parts: list[Part], **options: Any) -> Robot:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        return urdf.read(text_of(parts).encode(), "test.urdf", **options)


# -- the dynamics in the frames of the file --------------------------------------------------------------------------


def step(part: Part, state: tuple[float, float, float]) -> Series:
    """The link's frame in its parent's along the motion. What is said of angles: within 1e-9 of zero they are zero."""
    roll, pitch, yaw = (0.0 if abs(x) < 1e-9 else x for x in part.rpy)
    a = np.array([0.0 if abs(x) <= 1e-9 * math.hypot(*part.axis) else x for x in part.axis])
    a /= np.linalg.norm(a)
    origin = _shift(0, part.xyz[0]) @ _shift(1, part.xyz[1]) @ _shift(2, part.xyz[2])
    origin = origin @ _turn(2, yaw) @ _turn(1, pitch) @ _turn(0, roll)
    q, qd, qdd = state
    twist, moved = np.zeros((4, 4)), np.eye(4)
    if part.kind == "prismatic":
        twist[:3, 3], moved[:3, 3] = a, q * a
    elif part.kind == "revolute":  # Rodrigues
        S = _skew(a)  # type: ignore[arg-type]
        twist[:3, :3] = S
        moved[:3, :3] += math.sin(q) * S + 2 * math.sin(q / 2) ** 2 * S @ S
    first = twist * qd
    return origin @ moved, origin @ first @ moved, origin @ (twist * qdd + first @ first) @ moved


def efforts(parts: list[Part], q: Array, qd: Array, qdd: Array, gravity: tuple[float, ...] = GRAVITY) -> Array:
    """Newton's law for all points of the bodies together, about the origin of the joint that feels them."""
    moving = [j for j, part in enumerate(parts, 1) if part.kind != "fixed"]
    states = dict(zip(moving, zip(q, qd, qdd, strict=True), strict=True))
    poses: list[Series] = [(np.eye(4), np.zeros((4, 4)), np.zeros((4, 4)))]
    above: list[list[int]] = [[]]
    tau = dict.fromkeys(moving, 0.0)
    for j, part in enumerate(parts, 1):
        poses.append(_product(poses[part.parent], step(part, states.get(j, (0.0, 0.0, 0.0)))))
        above.append([*above[part.parent], j])
        xx, xy, xz, yy, yz, zz = part.moments
        J, c = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]), np.array(part.com)
        S = np.zeros((4, 4))
        S[:3, :3] = np.trace(J) / 2 * np.eye(3) - J + part.mass * np.outer(c, c)
        S[:3, 3] = S[3, :3] = part.mass * c
        S[3, 3] = part.mass
        A = poses[j][2].copy()
        A[:3, 3] -= gravity
        for k in above[j]:
            if k not in tau:
                continue
            T, B = poses[k][0], poses[j][0].copy()
            B[:3, 3] -= T[:3, 3]
            law = A @ S @ B.T
            moment = np.array([law[2, 1] - law[1, 2], law[0, 2] - law[2, 0], law[1, 0] - law[0, 1]])
            axis = np.array([0.0 if abs(x) <= 1e-9 * math.hypot(*parts[k - 1].axis) else x for x in parts[k - 1].axis])
            along = T[:3, :3] @ axis / np.linalg.norm(axis)
            tau[k] += along @ (moment if parts[k - 1].kind == "revolute" else law[:3, 3])
    return np.array(list(tau.values()))


def assert_numbers_are_those_of_the_file(parts: list[Part], length: float = 1.0, **options: Any) -> None:
    """Inertia matrix, each element beside its diagonal elements, and efforts, beside the largest of its unit.

    The motion of a robot of another length is the similar one under the same gravity: time is as the root of lengths.
    """
    robot = robot_of(parts, **options)
    n = len(robot.coordinates)
    kinds = np.array([robot.joint(j).kind for j in moving(robot)])
    unit_of_q, time = np.where(kinds == "prismatic", length, 1.0), math.sqrt(length)
    q, qd, qdd = np.random.default_rng(n).uniform(-1, 1, (3, n)) * unit_of_q / [[1], [time], [time**2]]
    unit, rest = np.eye(n), np.zeros(n)
    expected = np.array([efforts(parts, q, rest, unit[k], (0, 0, 0)) for k in range(n)]).T
    ours = np.array(function(robot, "inertia_matrix")(q=list(q)))
    scale = np.sqrt(np.outer(np.diag(expected), np.diag(expected)))
    assert (np.abs(ours - expected) / scale).max() < 1e-10
    ours = np.array(function(robot, "inverse_dynamics")(q=list(q), qd=list(qd), qdd=list(qdd)))
    expected = efforts(parts, q, qd, qdd)
    for kind in set(kinds):
        error, size = np.abs(ours - expected)[kinds == kind], np.abs(expected)[kinds == kind]
        assert error.max() < 1e-10 * size.max()


# -- robots ----------------------------------------------------------------------------------------------------------


def scaled(parts: list[Part], s: float) -> list[Part]:
    """The same robot in another unit of length, of the same density."""

    def times(values: Any, factor: float) -> Any:
        return tuple(float(v) * factor for v in values)

    return [
        replace(p, xyz=times(p.xyz, s), com=times(p.com, s), mass=p.mass * s**3, moments=times(p.moments, s**5))
        for p in parts
    ]


BODY: dict[str, Any] = {"com": (0.03, 0.01, -0.02), "moments": (2e-5, 1e-6, -2e-6, 3e-5, 3e-6, 2.5e-5)}


def two(t: float, phi: float, kind: str = "revolute") -> list[Part]:
    tilt = (t * math.cos(phi), t * math.sin(phi), 0.0)
    return [Part(0, kind, (0, 0, 0)), Part(1, "revolute", (0.07, 0, 0), tilt)]


def finger(t: float, phi: float, sign: int = 1) -> list[Part]:
    """Three axes in a row on one across them, which turns them about the direction in which inertias were lost."""
    tilt = (t * math.cos(phi), t * math.sin(phi), 0.4)
    return [
        Part(0, "revolute", (0.1, 0.2, 0.3), axis=(1, 0, 0), **BODY),
        *(Part(j, "revolute", (0.05, 0.03, 0.01 * j), tilt, (0, 0, sign**j), **BODY) for j in (1, 2, 3)),
    ]


def slides(t: float, phi: float) -> list[Part]:
    """Revolute and prismatic joints, each nearly parallel to the next; the tilt is one of the axes' directions."""
    kinds = ("revolute", "prismatic", "revolute", "prismatic", "prismatic", "revolute")
    parts = [Part(0, "revolute", (0.2, 0, 0), axis=(0, 1, 0), **BODY)]
    for j, kind in enumerate(kinds, 1):
        a = (math.sin(t) * math.cos(phi + j), math.sin(t) * math.sin(phi + j), math.cos(t))
        parts.append(Part(j, kind, (0.05, -0.04, 0.02), axis=a, **BODY))
    return parts


def tree(t: float, phi: float) -> list[Part]:
    """Branches on the base and on a link, all nearly parallel but the first, none of them with the same plane."""
    parts = [Part(0, "revolute", (0.3, 0.1, 0.5), axis=(1, 0, 0), **BODY)]
    for j, parent in enumerate((1, 2, 2, 4, 5, 2, 0), 2):
        tilt = (t * math.cos(phi + j), t * math.sin(phi + j), 0.3 * j)
        parts.append(Part(parent, "prismatic" if j == 5 else "revolute", (0.05 * j, -0.02, 0.1), tilt, **BODY))
    return parts


def behind_fixed(t: float, phi: float) -> list[Part]:
    """The tilt is what two turns of fixed joints leave: nothing in the file is small."""
    pitch = 0.7
    out = [Part(0, "revolute", (0, 0, 0.1), axis=(1, 0, 0), **BODY), Part(1, "revolute", (0.1, 0, 0), **BODY)]
    out += [Part(2, "fixed", (0.04, 0.01, 0), (0.0, pitch, phi), **BODY)]
    out += [Part(3, "revolute", (0.03, 0.05, 0.02), (t if t >= 1e-9 else 0.0, -pitch, 0.0), **BODY)]
    return [*out, Part(4, "revolute", (0.02, 0.01, 0.0), (0.0, t, 0.0), **BODY)]


def nearly_meeting(t: float, phi: float) -> list[Part]:
    """Axes at an angle that pass each other at a distance t of their lengths."""
    turn = (0.8 * math.cos(phi), 0.8 * math.sin(phi), 0.1)
    return [Part(0, "revolute", (0, 0, 0), **BODY),
            *(Part(j, "revolute", (0.1 * t, -0.2 * t, 0.1), turn, **BODY) for j in (1, 2, 3))]  # fmt: skip


ROBOTS = {
    "two": two, "slide": lambda t, phi: two(t, phi, "prismatic"), "finger": finger,
    "opposite": lambda t, phi: finger(t, phi, -1), "slides": slides, "tree": tree, "behind fixed": behind_fixed,
    "nearly meeting": nearly_meeting,
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(ROBOTS))
@pytest.mark.parametrize("tilt", some(TILTS, *TILTS[::3]))
def test_numbers_are_those_of_the_file_at_every_tilt(name: str, tilt: float):
    for phi in (0.0, math.pi / 2, 1.0) if name in ("two", "finger") else (1.0,):
        assert_numbers_are_those_of_the_file(ROBOTS[name](tilt, phi))


@pytest.mark.parametrize("name", sorted(ROBOTS))
@pytest.mark.parametrize("scale", some([1e-6, 1e-3, 1e4], 1e-6, 1e4))
def test_numbers_are_those_of_the_file_at_every_scale(name: str, scale: float):
    for tilt in (1e-3, 1e-6, 2e-8):
        assert_numbers_are_those_of_the_file(scaled(ROBOTS[name](tilt, 0.5), scale), scale, keep_fixed=tilt == 1e-6)


@pytest.mark.parametrize("name", sorted(ROBOTS))
@pytest.mark.parametrize("tilt", [1e-2, 1e-5, 1e-8, 1e-12])
def test_torques_are_those_of_pinocchio(name: str, tilt: float):
    parts = ROBOTS[name](tilt, 1.0)
    assert_torques_are_pinocchios(text_of(parts), robot_of(parts))


# -- the frames ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(ROBOTS))
def test_frames_are_near_their_links_at_every_tilt(name: str):
    """No length of the robot is more than the documented multiple of the lengths of the file."""
    for tilt in TILTS:
        parts = ROBOTS[name](tilt, 1.0)
        reach = sum(math.hypot(*part.xyz) for part in parts)
        lengths = [abs(value_of(getattr(j, f))) for j in robot_of(parts).joints for f in ("b", "d", "r")]
        assert max(lengths) <= (MAX_NORMAL_TO_DISTANCE + 1) * reach


def test_a_frame_is_put_in_only_where_axes_are_nearly_parallel():
    assert all(len(robot_of(two(t, math.pi / 2))) == 3 for t in (1e-8, 1e-3, 0.9 / MAX_NORMAL_TO_DISTANCE))
    assert all(len(robot_of(two(t, math.pi / 2))) == 2 for t in (0, 1e-12, 1.1 / MAX_NORMAL_TO_DISTANCE, 1))
    assert all(len(robot_of(two(t, 0.0))) == 2 for t in (1e-8, 1e-3))  # about their common normal, which is near
    assert len(robot_of(nearly_meeting(1e-6, 0.0))) == 4


def test_inserted_frames_are_told_from_the_joints_of_the_file():
    """Names, rows of q and order of joints stay those of the file; the frames have no bodies."""
    parts = tree(1e-6, 0.3)
    plain, tilted = robot_of(tree(0.0, 0.3)), robot_of(parts)
    assert len(tilted) > len(plain)
    put_in = [j for j in tilted.joints if not j.moves]
    assert all(value_of(p) == 0 for j in put_in for p in j.body.inertia)
    assert {j.name for j in put_in} <= {f"before_{j.name}" for j in plain.joints}
    for robot in (plain, tilted):
        fn = function(robot, "inverse_dynamics")
        assert list(fn.inputs[0].names) == [f"j{k}" for k in range(1, 9)]
        assert fn.order("pinocchio") == function(plain, "inverse_dynamics").order("pinocchio")
    for j in put_in:
        child = tilted.joint(tilted.joints.index(j) + 2)
        assert j.name == f"before_{child.name}"
        assert child.gamma.is_zero
        assert child.b.is_zero


def test_a_name_that_is_taken_is_not_given_again():
    text = text_of(two(1e-6, 1.5)).replace('"j1"', '"before_j2"')
    assert [j.name for j in urdf.read(text.encode(), "a.urdf").joints] == ["before_j2", "before_j2_", "j2"]


@pytest.mark.parametrize("format", ["toml", "par"])
def test_what_was_read_is_written_without_loss(format: str):
    robot = robot_of(tree(1e-7, 0.3))
    both = formats.formats()[format]
    assert both.write is not None
    again = both.read(both.write(robot).encode(), f"again.{format}")
    assert again == robot
    assert [again.path(j) for j in moving(again)] == [robot.path(j) for j in moving(robot)]


def test_the_moment_about_an_axis_is_not_lost_beside_the_height_of_the_link():
    """Parallel axes leave the offset along them to the end: the moments across are large, that about z is not zero."""
    heights = [1e2, 1e4, 1e6, 1e8]
    robots = [robot_of([Part(0, "revolute", (0.0, 0.0, h)), Part(1, "revolute", (0.07, 0.0, 0.0))]) for h in heights]
    matrices = [np.array(function(robot, "inertia_matrix")(q=[0.3, 0.4])) for robot in robots]
    for near, far in pairwise(matrices):
        np.testing.assert_allclose(near, far, rtol=1e-12)
    np.testing.assert_allclose(matrices[0], [[2e-5 + 0.05 * 0.07**2, 1e-5], [1e-5, 1e-5]], rtol=1e-12)
