"""Joints by name: arguments, results, and the order in which Pinocchio has them."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import linkwright as lw
from linkwright.errors import InputError, ModelWarning, UnknownName
from linkwright.expr import Function
from linkwright.formats import read, toml
from linkwright.models import function
from linkwright.robot import Body, Joint
from linkwright.run import compile

NAMES = ("shoulder", "elbow", "wrist")


def arm(*names: str, **variables: str) -> lw.Robot:
    """A planar arm of links of length 1 and mass 1, their joints called so."""
    joints = [
        Joint(name=name, parent=k, d=1, variable=variables.get(name, ""), body=Body(M=1, MX=0.5, ZZ=0.25))
        for k, name in enumerate(names)
    ]
    return lw.Robot(name="arm", gravity=(0, -10, 0), joints=tuple(joints))


@pytest.fixture(scope="module")
def fn() -> Function:
    return lw.model(arm(*NAMES), "inverse_dynamics")


@pytest.fixture(params=["replay", "llvm", "python"])
def call(request, fn):
    return fn if request.param == "replay" else compile(fn, request.param)


STATE = {
    "q": np.array([0.1, 0.2, 0.3]), "qd": np.array([1.0, -2.0, 0.5]), "qdd": np.array([0.3, 0.7, -1.0]),
}  # fmt: skip


@given(order=st.permutations(range(3)), by_label=st.lists(st.booleans(), min_size=3, max_size=3))
def test_values_by_name_are_the_vector_in_any_order(order, by_label):
    """By the names of the file, by variables, or some by these and some by those."""
    fn = lw.model(arm(*NAMES), "inverse_dynamics")
    keys = [f"q{k + 1}" if by_label[k] else NAMES[k] for k in range(3)]
    q = {keys[k]: STATE["q"][k] for k in order}
    np.testing.assert_array_equal(fn(**{**STATE, "q": q}), fn(**STATE))


def test_every_port_of_the_state_is_taken_by_name(call):
    named = {port: dict(zip(NAMES, x)) for port, x in STATE.items()}
    np.testing.assert_array_equal(call(**named), call(**STATE))
    labels = {port: {f"{port}{k}": v for k, v in enumerate(x, 1)} for port, x in STATE.items()}
    np.testing.assert_array_equal(call(**labels), call(**STATE))


def test_values_by_name_broadcast(call):
    """One joint moves through many positions, the others stay."""
    wrist = np.linspace(-1, 1, 7)
    q = np.stack([np.full(7, 0.1), np.full(7, 0.2), wrist], axis=-1)
    found = call(q={"wrist": wrist, "elbow": 0.2, "shoulder": 0.1}, qd=STATE["qd"], qdd=STATE["qdd"])
    np.testing.assert_allclose(found, call(q=q, qd=STATE["qd"], qdd=STATE["qdd"]), rtol=1e-14)


@pytest.mark.parametrize(
    ("q", "message"),
    [
        ({"shoulder": 1, "elbow": 2}, "'q' lacks wrist$"),
        ({}, "'q' lacks shoulder, elbow, wrist$"),
        ({"shoulder": 1, "elbow": 2, "wirst": 3}, r"'q' has the unknown name 'wirst' \(did you mean wrist"),
        ({"shoulder": 1, "elbow": 2, "wrist": 3, "hand": 0}, "unknown name 'hand'"),
        ({"shoulder": 1, "elbow": 2, "wrist": 3, "q3": 3}, "'wrist' and 'q3', which are the same"),
        ({"shoulder": 1, "elbow": 2, 3: 3}, "unknown name '3'"),
        ({"shoulder": 1, "elbow": 2, "wrist": "x"}, "'q'"),
        ({"shoulder": 1, "elbow": 2, "wrist": True}, "bool"),
    ],
)
def test_names_that_do_not_fit_are_named(call, q, message):
    with pytest.raises(InputError, match=message):
        call(**{**STATE, "q": q})


def test_axes_of_named_values_that_do_not_fit_are_named(call):
    with pytest.raises(InputError, match="do not fit together"):
        call(**{**STATE, "q": {"shoulder": np.zeros(2), "elbow": np.zeros(3), "wrist": 0}})


def test_a_name_with_two_meanings_is_refused():
    """A file that calls its second joint q1: nobody knows whose value that is."""
    fn = function(arm("q2", "q1", "q3"), "gravity_vector")
    for f in (fn, compile(fn)):
        with pytest.raises(InputError, match="'q1', the name of several"):
            f(q={"q1": 0.1, "q2": 0.2, "q3": 0.3})
        np.testing.assert_allclose(f(q=[0.1, 0.2, 0.3]), function(arm(*NAMES), "gravity_vector")(q=[0.1, 0.2, 0.3]))


def test_names_survive_optimization_and_compilation(fn):
    assert [port.names for port in (*fn.inputs, *fn.outputs)] == [NAMES] * 4
    assert compile(fn).function.outputs[0].names == NAMES


def test_results_by_name(fn):
    tau = np.arange(12.0).reshape(4, 3)
    named = fn.by_name("tau", tau)
    assert list(named) == list(NAMES)
    np.testing.assert_array_equal(named["elbow"], tau[:, 1])
    np.testing.assert_array_equal(fn(**{**STATE, "q": fn.by_name("q", STATE["q"])}), fn(**STATE))
    with pytest.raises(InputError, match="shape"):
        fn.by_name("tau", tau.T)
    with pytest.raises(UnknownName):
        fn.by_name("torque", tau)


@pytest.mark.parametrize("model", [
    "inverse_dynamics", "forward_dynamics", "gravity_vector", "coriolis_vector", "bias_vector", "external_efforts",
])  # fmt: skip
def test_outputs_with_a_value_per_joint_have_the_names_of_joints(model):
    for port in function(arm(*NAMES), model).outputs:
        assert port.names == NAMES


# -- Pinocchio -------------------------------------------------------------------------------------------------------


def loaded(path: Path, **options: Any) -> lw.Robot:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        return read(path, **options)


def test_the_order_of_pinocchio_on_real_robots(robot_data, module):
    """Every URDF of example-robot-data: the joints in `order` are Pinocchio's. In many of these files they stand in
    another order."""
    pin = module("pinocchio")
    checked = moved = 0
    for file in sorted(robot_data.rglob("*.urdf")):
        try:
            theirs = list(pin.buildModelFromUrdf(str(file)).names)[1:]
        except ValueError:
            continue  # Pinocchio cannot read it
        if not theirs:
            continue  # no joint moves
        fn = function(loaded(file, mimic=False), "direct_geometry", {"frames": "1"})
        names = fn.inputs[0].names
        assert [names[k] for k in fn.order("pinocchio")] == theirs, file.name
        checked += 1
        moved += list(names) != theirs
    assert checked > 50
    assert moved > 20


@pytest.mark.parametrize("file", ["talos_data/robots/talos_reduced.urdf", "ur_description/urdf/ur5_robot.urdf"])
def test_the_order_is_the_same_with_fixed_joints_kept_and_in_another_format(robot_data, tmp_path, file):
    robot = loaded(robot_data / file)
    (tmp_path / "robot.toml").write_text(toml.write(robot), encoding="utf-8")
    others = (loaded(robot_data / file, keep_fixed=True), loaded(tmp_path / "robot.toml"))
    folded, *same = (function(r.without("couplings"), "centre_of_mass").inputs[0].paths for r in (robot, *others))
    assert same == [folded, folded]


TREE = """<robot name="tree">
{links}
<joint name="z_mount" type="fixed"><parent link="base"/><child link="a"/></joint>
<joint name="b_arm" type="revolute"><parent link="a"/><child link="b"/>{limit}</joint>
<joint name="m_leg" type="revolute"><parent link="base"/><child link="c"/>{limit}</joint>
<joint name="c_foot" type="prismatic"><parent link="c"/><child link="d"/>{limit}</joint>
<joint name="a_toe" type="revolute"><parent link="c"/><child link="e"/>{limit}</joint>
</robot>"""

BODY = """<inertial><mass value="2"/><origin xyz="0.1 0.2 0.3"/>
<inertia ixx="1" iyy="2" izz="1.5" ixy="0" ixz="0" iyz="0"/></inertial>"""


def test_efforts_of_a_tree_are_those_of_pinocchio_in_its_order(module, tmp_path):
    """A joint behind a fixed one comes where the fixed one's name is: b_arm last, because of z_mount."""
    pin = module("pinocchio")
    links = "".join(f'<link name="{x}">{BODY}</link>' for x in ("base", *"abcde"))
    file = tmp_path / "tree.urdf"
    file.write_text(TREE.format(links=links, limit='<limit effort="1" velocity="1" lower="-1" upper="1"/>'))
    model = pin.buildModelFromUrdf(str(file))
    fn = lw.model(loaded(file), "inverse_dynamics")
    order = fn.order("pinocchio")
    assert [fn.inputs[0].names[k] for k in order] == list(model.names)[1:] == ["m_leg", "a_toe", "c_foot", "b_arm"]
    q, qd, qdd = np.random.default_rng(2).uniform(-1, 1, (3, 4))
    tau = np.asarray(fn(q=q, qd=qd, qdd=qdd))
    expected = pin.rnea(model, model.createData(), q[order], qd[order], qdd[order])
    np.testing.assert_allclose(tau[order], expected, rtol=1e-10, atol=1e-10)
    np.testing.assert_array_equal(tau[order][np.argsort(order)], tau)


def test_an_unknown_tool_and_a_function_without_joints_are_errors(fn):
    with pytest.raises(UnknownName, match="pinocchio"):
        fn.order("pinochio")
    with pytest.raises(InputError, match="no input with a value per joint"):
        lw.grouping(lw.load("rx90")).order("pinocchio")
