"""Where frames are: products, inverses, and the same orientation in every way to write it."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linkwright.errors import InputError, RobotError, UnknownName
from linkwright.expr import prove_equal, value_of
from linkwright.models import function
from linkwright.models.tree.orientations import EULER, quaternion_of
from linkwright.robot import Base, Joint, Robot
from linkwright.spatial import Mat3
from tests.support.laws import Laws, evaluate, times, transposed
from tests.support.oracle import moving
from tests.support.strategies import chain, numbers_for, state_for, trees


def turn(axis: str, angle: float) -> np.ndarray:
    """The elementary rotation, from its definition."""
    i = "xyz".index(axis)
    j, k = (i + 1) % 3, (i + 2) % 3
    R = np.eye(3)
    R[j, j] = R[k, k] = math.cos(angle)
    R[k, j] = math.sin(angle)
    R[j, k] = -R[k, j]
    return R


def poses(robot: Robot, numbers: dict[str, float], q: list[float]) -> list[np.ndarray]:
    """Khalil & Kleinfinger's six motions, multiplied out as 4 x 4 matrices of numbers."""
    found = [np.eye(4)]
    at = dict(zip(moving(robot), q, strict=True))
    for j, joint in enumerate(robot.joints, 1):
        value = {f: value_of(getattr(joint, f), numbers) for f in ("gamma", "b", "alpha", "d", "theta", "r")}
        value["theta" if joint.kind == "revolute" else "r"] += at.get(j, 0)
        T = found[joint.parent]
        for axis, angle, shift in (("z", "gamma", "b"), ("x", "alpha", "d"), ("z", "theta", "r")):
            step = np.eye(4)
            step[:3, :3] = turn(axis, value[angle])
            step["xyz".index(axis), 3] = value[shift]
            T = T @ step
        found.append(T)
    return found


@given(trees(max_joints=6, exact=False), st.integers(0, 99), st.sampled_from(("fast", "recursive", "best")))
def test_direct_geometry_is_the_product_of_elementary_motions(robot, seed, method):
    result = evaluate(robot, "direct_geometry", seed, frames="all", method=method)
    found = list(result.values()) if isinstance(result, dict) else [result]
    expected = poses(robot, numbers_for(robot, seed), state_for(robot, seed)[0])
    for T, T_expected in zip(found, expected[1:], strict=True):
        np.testing.assert_allclose(T, T_expected, atol=1e-12)


@settings(max_examples=20)
@given(trees(max_joints=5), st.data())
def test_transform_to_a_frame_is_the_product_over_any_frame_between(robot, data):
    a, b, c = (data.draw(st.integers(0, len(robot))) for _ in range(3))
    laws = Laws(robot)
    T = {(x, y): laws.matrix("transform", reference=x, frame=y) for x, y in ((a, b), (b, c), (a, c))}
    laws.assert_equal(times(T[a, b], T[b, c]), T[a, c])


@settings(max_examples=20)
@given(trees(max_joints=5), st.data())
def test_transform_there_and_back_is_the_identity(robot, data):
    a, b = (data.draw(st.integers(0, len(robot))) for _ in range(2))
    laws = Laws(robot)
    there, back = laws.matrix("transform", reference=a, frame=b), laws.matrix("transform", reference=b, frame=a)
    laws.assert_equal(times(there, back), np.eye(4, dtype=int).tolist())


@settings(max_examples=20)
@given(trees(max_joints=5), st.data())
def test_quaternion_rotates_like_the_matrix(robot, data):
    a, b = (data.draw(st.integers(0, len(robot))) for _ in range(2))
    laws = Laws(robot)
    R = [row[:3] for row in laws.matrix("transform", reference=a, frame=b)[:3]]
    w, x, y, z = laws.vector("direct_geometry", f"Q{b}", reference=a, frames=b, pose="quaternion")
    laws.assert_equal(
        [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
         [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
         [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]], R)  # fmt: skip
    laws.assert_equal([w * w + x * x + y * y + z * z], [1])


WRIST = chain("wrist", {"alpha": "a"}, {"alpha": "pi/2"}, {"alpha": "-pi/2"}, {"alpha": "b", "d": "L", "r": "R"})
SEQUENCES = (*EULER, "rpy")


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_euler_angles_turn_like_the_matrix(sequence):
    turns = "zyx" if sequence == "rpy" else sequence
    for seed in range(5):
        result = evaluate(WRIST, "direct_geometry", seed, pose=sequence)
        angles = result["angles4"][::-1] if sequence == "rpy" else result["angles4"]
        R = turn(turns[0], angles[0]) @ turn(turns[1], angles[1]) @ turn(turns[2], angles[2])
        np.testing.assert_allclose(R, evaluate(WRIST, "direct_geometry", seed)[:3, :3], atol=1e-12)


@pytest.mark.parametrize("sequence", EULER)
def test_euler_angles_are_right_at_their_singularities(sequence):
    """Quarter turns reach the singularities of every sequence: the angles must still rebuild the matrix."""
    arm = chain("arm", {}, {"alpha": "pi/2"}, {"alpha": "-pi/2"})
    for quarters in itertools.product(range(4), repeat=3):
        state = [k * math.pi / 2 for k in quarters], [0.0] * 3, [0.0] * 3
        a, b, c = evaluate(arm, "direct_geometry", state=state, pose=sequence)["angles3"]
        R = turn(sequence[0], a) @ turn(sequence[1], b) @ turn(sequence[2], c)
        np.testing.assert_allclose(R, evaluate(arm, "direct_geometry", state=state)[:3, :3], atol=1e-7)


def test_angles_of_quarter_turns_are_exact():
    """A gantry never turns: its angles are told by whole numbers, not by decimals."""
    gantry = Robot(name="gantry", joints=tuple(Joint(parent=j, kind="prismatic", alpha="pi/2") for j in range(3)))
    found = function(gantry, "direct_geometry", {"pose": "xyz"}).output("angles3")
    assert not any("." in str(e) for e in found)
    np.testing.assert_allclose([value_of(e) for e in found], [-math.pi / 2, 0, 0], atol=1e-15)


def test_angles_that_are_always_singular_have_no_rates():
    turned = chain("turned", {}, {})  # about z alone: of "zxz" only the sum of the first and the last angle is told
    with pytest.raises(RobotError, match=r"angles zxz are singular at all joint positions.*pose=quaternion"):
        function(turned, "analytic_jacobian", {"pose": "zxz"})


@given(st.tuples(*[st.floats(-4, 4)] * 3))
def test_quaternion_of_a_matrix_rotates_like_it(angles):
    R = turn("z", angles[0]) @ turn("y", angles[1]) @ turn("x", angles[2])
    w, x, y, z = quaternion_of(Mat3.of(R.tolist()))
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    np.testing.assert_allclose(np.eye(3) + 2 * w * K + 2 * K @ K, R, atol=1e-12)


def test_poses_in_the_world_go_through_the_pose_of_the_base():
    pose = [0, -1, 0, "X0", 1, 0, 0, "Y0", 0, 0, 1, "Z0", 0, 0, 0, 1]
    placed = chain("placed", {"alpha": "a"}, {"d": "L"}, base=Base(pose=pose))  # type: ignore[arg-type]
    laws = Laws(placed)
    world = laws.matrix("transform", frame=0, reference="world")
    laws.assert_equal(world, [[laws.into(x) for x in placed.base.pose[4 * r : 4 * r + 4]] for r in range(4)])
    laws.assert_equal(
        laws.matrix("transform", reference="world"), times(world, laws.matrix("transform", reference="base"))
    )
    inverse = laws.matrix("transform", frame="world", reference=2)
    laws.assert_equal(times(laws.matrix("transform", reference="world"), inverse), np.eye(4, dtype=int).tolist())
    turned = evaluate(placed, "direct_geometry", 1, pose="quaternion", reference="world")
    w, x, y, z = turned["Q2"]
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    T = evaluate(placed, "transform", 1, reference="world")
    np.testing.assert_allclose(np.eye(3) + 2 * w * K + 2 * K @ K, T[:3, :3], atol=1e-12)
    np.testing.assert_allclose(turned["P2"], T[:3, 3], atol=1e-12)


def test_rotation_matrix_is_orthogonal_though_a_column_is_a_cross_product():
    laws = Laws(chain("arm", *({"alpha": f"a{j}", "d": f"D{j}"} for j in range(4))))
    R = [row[:3] for row in laws.matrix("direct_geometry", method="fast")[:3]]
    laws.assert_equal(times(R, transposed(R)), np.eye(3, dtype=int).tolist())


def test_parallel_and_antiparallel_joints_need_one_sine_each():
    """x = L cos q1 + ..., the angles of parallel joints are summed up: no products of sines."""
    for alpha in ("0", "pi"):
        arm = chain("arm", {}, {"d": "L1", "alpha": alpha}, {"d": "L2"})
        cost = function(arm, "direct_geometry").cost
        assert (cost.mul, cost.trig) == (4, 6)


def test_frames_go_by_number_name_and_role():
    arm = chain("arm", {"name": "shoulder"}, {"name": "elbow", "d": "L"})
    names = [function(arm, "transform", {"frame": f}).name for f in (2, "elbow", "end", " end ")]
    assert names == ["arm_transform_frame_2", "arm_transform_frame_elbow", "arm_transform", "arm_transform"]
    assert function(arm, "transform", {"frame": "elbow"}).provenance["frame"] == "elbow"
    assert evaluate(arm, "transform", frame=2) == pytest.approx(evaluate(arm, "transform", frame="elbow"))


def test_joints_that_are_called_by_numbers_are_not_mistaken_for_frames():
    """As in the URDF of the Vision 60: joint 1 is called 2, joint 2 is called 0, joint 3 is called 1."""
    geometry = {"2": {}, "0": {"d": "L", "alpha": "pi/3"}, "1": {"d": "L2", "alpha": "pi/2"}}
    arm = chain("arm", *({"name": name, **fields} for name, fields in geometry.items()))
    plain = chain("arm", *geometry.values())
    for model, options in (("transform", {"frame": 1}), ("velocities", {"frames": [3, 1]}), ("jacobian", {"frame": 2}),
                           ("direct_geometry", {"frames": 2}), ("velocities", {"projection": 1})):  # fmt: skip
        numbered, expected = function(arm, model, options), function(plain, model, options)
        for port in expected.outputs:
            assert prove_equal(numbered.output(port.name), expected.output(port.name)), (model, options)
    for two in ("1", "2"):
        with pytest.raises(InputError, match="is frame"):
            function(arm, "transform", {"frame": two})
        with pytest.raises(InputError, match="is frame"):
            function(arm, "velocities", {"frames": f"{two},end"})


@pytest.mark.parametrize(
    ("model", "options", "message"),
    [
        ("transform", {"frame": "elbwo"}, "did you mean elbow"),
        ("transform", {"frame": 7}, "has no frame 7"),
        ("transform", {"fame": 1}, "did you mean frame"),
        ("direct_geometry", {"pose": "quaternoin"}, "did you mean quaternion"),
        ("direct_geometry", {"frames": ""}, "list of frames is empty"),
        ("jacobian", {"point": "1,2"}, "three formulas"),
        ("jacobian", {"point": "0,0,q1"}, "rename"),
        ("jacobian", {"frame": "world"}, "does not move"),
        ("inverse_dynamics", {"frame": 1}, "inverse_dynamics"),
    ],
)
def test_wrong_options_are_told_with_the_remedy(model, options, message):
    arm = chain("arm", {"name": "shoulder"}, {"name": "elbow", "d": "L"})
    with pytest.raises((UnknownName, InputError), match=message):
        function(arm, model, options)
