"""Base inertial parameters: the same efforts, with as few parameters as the rank of the regressor."""

from __future__ import annotations

import csv
import random
import warnings
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linkwright import load
from linkwright.errors import ModelWarning, RobotError
from linkwright.expr import Graph, parse_formula, prove_equal, value_of
from linkwright.formats.toml import read
from linkwright.formats.urdf import read as read_urdf
from linkwright.models.derive.function import function
from linkwright.models.parameters.base_parameters import BaseParameters, base_parameters_function, find_base_parameters
from linkwright.models.parameters.regressor_rank import regressor_rank
from linkwright.models.tree.inertia_transform import transform_inertia
from linkwright.robot import Base, Body, Joint, Robot
from linkwright.robot.families import planar, spatial
from linkwright.robot.robot import INERTIA
from tests.support import oracle
from tests.support.oracle import moving
from tests.support.some import some
from tests.support.strategies import chain, joint, numbers_for, rigid_tree, state_for, symbolic_joint, trees

GENERAL = ("G1", "G2", "G3")
BUILT_IN = sorted(p.name.removesuffix(".toml") for p in files("linkwright.robot").joinpath("data").iterdir())


def built_in(name: str) -> Robot:
    file = files("linkwright.robot").joinpath("data", f"{name}.toml")
    return rigid_tree(read(file.read_bytes(), f"{name}.toml"))


def assert_same_efforts(robot: Robot) -> BaseParameters:
    """Inverse dynamics with base parameters, their relations put in, is inverse dynamics: proven."""
    base = find_base_parameters(robot)
    before, after = function(robot, "inverse_dynamics"), function(base.robot, "inverse_dynamics")
    put = base.in_standard(Graph())
    proof = prove_equal(before.output("tau"), [put(e) for e in after.output("tau")])
    assert proof, f"tau of joint {moving(robot)[proof.difference or 0]} differs"
    return base


def assert_minimal(robot: Robot) -> None:
    assert assert_same_efforts(robot).count == regressor_rank(robot)


def with_all_inertias(robot: Robot) -> Robot:
    """The same robot with the ten standard parameters of every link as symbols."""
    joints = [symbolic_joint(j, **_fields(part)) for j, part in enumerate(robot.joints, 1)]
    return Robot(name=robot.name, joints=tuple(joints), gravity=robot.gravity, base=robot.base)


def _fields(part: Joint) -> dict[str, Any]:
    names = ("parent", "kind", "gamma", "b", "alpha", "d", "theta", "r", "rotor")
    return {name: getattr(part, name) for name in names}


# -- the published example ------------------------------------------------------------------------------------------

FIGURE_4 = {  # Lemoine & Khalil, Symbolic Dynamics, Figure 4: grouping relations of the RRP robot
    "ZZ1R": "YY2 + ZZ1 + ZZ3",
    "MY1R": "MY1 - MZ2",
    "XX2R": "XX2 + XX3 - YY2 - ZZ3",
    "XY2R": "XY2 - XZ3",
    "XZ2R": "XY3 + XZ2",
    "YZ2R": "YZ2 - YZ3",
    "ZZ2R": "YY3 + ZZ2",
}
FIGURE_5 = {  # the same, Figure 5: everything that is not 0 in the base file
    1: {"ZZ": "ZZ1R", "MX": "MX1", "MY": "MY1R"},
    2: {"XX": "XX2R", "XY": "XY2R", "XZ": "XZ2R", "YZ": "YZ2R", "ZZ": "ZZ2R", "MX": "MX2", "MY": "MY2"},
    3: {"MX": "MX3", "MY": "MY3", "MZ": "MZ3", "M": "M3"},
}


def test_rrp_relations_are_figure_4():
    relations = {r.name: r.formula for r in find_base_parameters(built_in("rrp")).relations}
    assert relations.keys() == FIGURE_4.keys()
    for name, text in FIGURE_4.items():
        assert prove_equal([relations[name]], [parse_formula(text)]), f"{name} = {relations[name]}, not {text}"


def test_rrp_minimal_set_is_figure_5():
    base = find_base_parameters(built_in("rrp"))
    assert [(k.link, k.parameter, str(k.value)) for k in base.kept] == [
        (j, name, symbol) for j, row in FIGURE_5.items() for name, symbol in row.items()
    ]
    for j, part in enumerate(base.robot.joints, 1):
        assert {n: str(v) for n in INERTIA if not (v := getattr(part.body, n)).is_zero} == FIGURE_5[j]
    assert base.count == 14


# Counts that SymPyBotics finds by numeric rank (no rotor inertias); the planar arm in the vertical plane.
@pytest.mark.parametrize(
    ("name", "count"), [("rx90", 36), ("puma560", 36), ("stanford", 33), ("ur5", 36), ("lwr4plus", 43), ("wam7", 43)]
)
def test_count_is_that_of_sympybotics(name, count):
    robot = built_in(name)
    bare = Robot(
        name=name, joints=tuple(joint(**_fields(p) | {"rotor": 0, "body": Body.symbolic(j)}) for j, p in
        enumerate(robot.joints, 1)), gravity=(0, 0, "G3"),
    )  # fmt: skip
    assert find_base_parameters(bare).count == count


def test_planar_2r_has_six_parameters():
    assert find_base_parameters(planar(2)).count == 6


@pytest.mark.parametrize("n", [2, 4, 6])
def test_general_arm_has_seven_parameters_per_link_but_the_first(n):
    """Link 1 only turns about z: ZZ, MX, MY of its seven, so 7 n - 4; only ZZ when gravity is along that axis."""
    assert find_base_parameters(spatial(n)).count == 7 * n - 6
    tilted = Robot(name="tilted", joints=spatial(n).joints, gravity=GENERAL)
    assert find_base_parameters(tilted).count == 7 * n - 4


# -- the two laws ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", some(BUILT_IN, *BUILT_IN[::3]))
def test_same_efforts_and_minimal_for_built_in_robots(name):
    robot = built_in(name)
    assert_same_efforts(robot)
    assert_minimal(with_all_inertias(robot))


@settings(max_examples=60)
@given(trees(max_joints=5, wrenches=True, base_motion=True))
def test_same_efforts_for_random_trees(robot):
    if robot.coordinates:
        assert_same_efforts(robot)


@pytest.mark.parametrize("motion", ["angular_velocity", "angular_acceleration"])
def test_same_efforts_when_only_the_base_turns_a_link_about_a_point_of_its_axis(motion):
    turning: Any = {motion: ("w", "u", 0)}
    one = symbolic_joint(1, alpha="pi/2", r="D1")
    assert_same_efforts(Robot(name="r", joints=(one,), gravity=(0, 0, 0), base=Base(**turning)))


@settings(max_examples=60)
@given(trees(max_joints=5, friction=False))
def test_minimal_for_random_trees(robot):
    if robot.coordinates:
        assert_minimal(with_all_inertias(robot))


@settings(max_examples=30)
@given(trees(max_joints=3, friction=False))
def test_minimal_when_the_base_moves_in_every_way(robot):
    every: dict[str, Any] = {
        "angular_velocity": ("w0x", "w0y", "w0z"), "angular_acceleration": ("wd0x", "wd0y", "wd0z"),
        "acceleration": ("vd0x", "vd0y", "vd0z"),
    }  # fmt: skip
    if robot.coordinates:
        moved = with_all_inertias(robot)
        assert_minimal(Robot(name="moved", joints=moved.joints, gravity=robot.gravity, base=Base(**every)))


@settings(max_examples=40)
@given(trees(max_joints=5, exact=False), st.integers(0, 99))
def test_numbers_of_base_parameters_give_the_efforts_of_newtons_law(robot, seed):
    """With floats in the tables: a numeric base robot against the oracle, and no more parameters than its rank."""
    if not robot.coordinates:
        return
    numbers, state = numbers_for(robot, seed), state_for(robot, seed)
    numeric = robot.with_numbers({k: v for k, v in numbers.items() if k in robot.parameters})
    base = find_base_parameters(numeric)
    assert not base.robot.parameters
    expected = oracle.inverse_dynamics(robot, numbers, *state)
    scale = 1 + abs(expected).max(initial=0)
    np.testing.assert_allclose(oracle.inverse_dynamics(base.robot, {}, *state), expected, rtol=0, atol=1e-9 * scale)


@pytest.mark.parametrize("name", ["panda", "iiwa14", "ur10", "puma560", "scara4"])
def test_float_geometry_has_the_rank_of_exact_geometry(name):
    robot = built_in(name)
    numeric = robot.with_numbers({k: v for k, v in robot.numbers.items() if k in _geometry(robot)})
    assert regressor_rank(numeric) == regressor_rank(robot)
    assert find_base_parameters(numeric).count == find_base_parameters(robot).count


def _geometry(robot: Robot) -> set[str]:
    entries = [e for part in robot.joints for e in (part.alpha, part.d, part.theta, part.r, part.gamma, part.b)]
    return {s for e in (*entries, *robot.gravity) for s in e.symbols}


@pytest.mark.parametrize(
    "path",
    [
        "talos_data/robots/talos_reduced.urdf",
        "ur_description/urdf/ur5_robot.urdf",
        "panda_description/urdf/panda.urdf",
        "solo_description/robots/solo12.urdf",
        "double_pendulum_description/urdf/double_pendulum.urdf",
    ],
)
def test_minimal_for_real_robots_with_float_geometry(path, robot_data):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        robot = with_all_inertias(read_urdf((robot_data / path).read_bytes(), path))
    assert find_base_parameters(robot).count == regressor_rank(robot)


def chains(shared: Path) -> Iterator[Robot]:
    """The published serial chains: beta = gamma, a = d, d = r; `q` marks the joint variable."""
    with (shared / "anchors" / "serial_chains.csv").open() as file:
        for row in csv.DictReader(file):
            if row["kind"] != "general":
                continue
            tables = []
            for k in range(1, int(row["n"]) + 1):
                slides = row[f"sigma{k}"] == "1"
                theta, r = row[f"theta{k}"], row[f"d{k}"]
                tables.append({
                    "kind": "prismatic" if slides else "revolute", "gamma": row[f"beta{k}"], "b": row[f"b{k}"],
                    "alpha": row[f"alpha{k}"], "d": row[f"a{k}"],
                    "theta": theta if slides else row[f"offset{k}"], "r": row[f"offset{k}"] if slides else r,
                })  # fmt: skip
            yield chain(row["name"], *tables, gravity=GENERAL)


def test_same_efforts_and_minimal_for_a_sample_of_serial_chains(shared):
    """A sixteenth of them per run (all of them were run once)."""
    for robot in random.sample(list(chains(shared)), 40):
        assert_minimal(robot)


# -- the rules, one by one ------------------------------------------------------------------------------------------


def names(robot: Robot) -> list[str]:
    return [k.name for k in find_base_parameters(robot).kept]


def test_rotor_of_the_first_joint_is_grouped_with_its_link():
    base = find_base_parameters(chain("one", {"rotor": "IA1"}))
    (relation,) = base.relations
    assert relation.name == "ZZ1R"
    assert prove_equal([relation.formula], [parse_formula("ZZ1 + IA1")])
    assert base.robot.joint(1).rotor.is_zero


def test_rotor_of_a_perpendicular_second_joint_is_grouped_a_parallel_one_not():
    perpendicular = chain("a", {"rotor": "IA1"}, {"alpha": "pi/2", "rotor": "IA2"})
    parallel = chain("b", {"rotor": "IA1"}, {"d": "L", "rotor": "IA2"})
    assert "IA2" not in names(perpendicular)
    assert "IA2" in names(parallel)


def test_rotor_of_a_slide_is_a_mass_unless_gravity_tells_them_apart():
    level = chain("level", {"kind": "prismatic", "rotor": "IA1"}, gravity=(0, "g", 0))
    upright = chain("upright", {"kind": "prismatic", "rotor": "IA1"})
    assert names(level) == ["M1R"]
    assert names(upright) == ["M1", "IA1"]


def test_the_rotor_of_a_flexible_joint_stays():
    """It has an equation of motion of its own."""
    assert names(chain("soft", {"rotor": "IA1", "flexible": True}))[-1] == "IA1"


def test_vertical_first_axis_feels_no_first_moment():
    assert names(chain("vertical", {})) == ["ZZ1"]
    assert names(chain("tilted", {"alpha": "a"})) == ["ZZ1", "MX1", "MY1"]


def test_without_gravity_a_spherical_shoulder_feels_no_first_moment():
    shoulder = chain("shoulder", {}, {"alpha": "pi/2"}, {"alpha": "a3", "r": "R3"}, gravity=(0, 0, 0))
    assert_minimal(shoulder)
    assert not [k for k in find_base_parameters(shoulder).kept if k.parameter.startswith("M")]


def test_a_fixed_joint_gives_everything_to_its_parent():
    base = find_base_parameters(chain("tool", {"alpha": "a"}, {"kind": "fixed", "d": "D", "rotor": "IA2"}))
    assert [k.name for k in base.kept] == ["ZZ1R", "MX1R", "MY1R"]
    assert (2, "IA") in base.eliminated


def test_friction_and_wrenches_are_untouched():
    part = {"viscous": "FV1", "coulomb": "FS1"}
    robot = find_base_parameters(chain("rubbing", part)).robot
    assert str(robot.joint(1).viscous) == "FV1"
    assert str(robot.joint(1).coulomb) == "FS1"


def test_carried_step_by_step_is_carried_at_once():
    """R J R^T and Huygens-Steiner in one formula (spatial.Inertia) against one step per frame parameter."""
    part = chain("x", {"gamma": "g", "b": "b", "alpha": "a", "d": "d", "theta": "t", "r": "r", "kind": "fixed"}).joint(
        1
    )
    stepwise = transform_inertia(part.body.inertia, part, part.theta, part.r)
    assert prove_equal(list(stepwise), list(part.body.inertia.to_parent(part.transform())))


# -- names, numbers, the emitted grouping ---------------------------------------------------------------------------


def test_grouped_names_avoid_those_of_the_user():
    robot = chain("clash", {"d": "ZZ1R", "alpha": "pi/2"}, {"alpha": "pi/2", "r": "XX2R"})
    base = assert_same_efforts(robot)
    assert {"ZZ1R_", "XX2R_"} <= {r.name for r in base.relations}


def test_members_of_the_set_have_different_names_though_they_share_a_symbol():
    shared_symbol = chain("shared", {"alpha": "a"}, {"alpha": "b", "body": Body(ZZ="I1", MX="I1", MY="2*I1")})
    found = names(shared_symbol)
    assert len(set(found)) == len(found)
    assert_same_efforts(shared_symbol)


def test_known_numbers_of_the_standard_robot_become_numbers_of_the_base_robot():
    robot = built_in("puma560")
    base = find_base_parameters(robot).robot
    assert set(base.parameters) <= base.numbers.keys() | set(robot.parameters) - robot.numbers.keys()
    state = state_for(robot, 5)
    numbers = {**numbers_for(robot), **robot.numbers}
    expected = oracle.inverse_dynamics(robot, numbers, *state)
    np.testing.assert_allclose(oracle.inverse_dynamics(base, {**numbers, **base.numbers}, *state), expected, rtol=1e-9)


@pytest.mark.parametrize("name", ["rx90", "rrp", "stanford", "two_arm"])
def test_grouping_function_gives_the_parameters_of_the_base_model(name):
    """Standard numbers through the emitted grouping into the base model: the efforts of the standard model."""
    robot = built_in(name)
    grouping, base = base_parameters_function(robot), find_base_parameters(robot)
    numbers, state = numbers_for(robot, 2), state_for(robot, 2)
    standard = {s: numbers[s] for s in grouping.inputs[0].labels}
    values = dict(zip(grouping.outputs[0].labels, grouping(parameters=standard)))
    assert list(values) == [k.name for k in base.kept]
    known = {s: values.get(s, numbers.get(s, 0.0)) for s in base.robot.graph.symbols()}
    np.testing.assert_allclose(
        oracle.inverse_dynamics(base.robot, known, *state), oracle.inverse_dynamics(robot, numbers, *state), rtol=1e-9
    )


@pytest.mark.parametrize("name", ["four_bar", "parallelogram", "sr400"])
def test_robots_with_loops_have_the_same_efforts_in_base_parameters(name):
    robot = load(name)
    base = find_base_parameters(robot)
    before, after = function(robot, "inverse_dynamics"), function(base.robot, "inverse_dynamics")
    known = {**numbers_for(robot, 3), **robot.numbers}
    known |= {r.name: value_of(r.formula, known) for r in base.relations}
    draw = random.Random(3)
    state = {port.name: [(x or 0) + draw.uniform(-0.1, 0.1) for x in port.samples or [0] * len(port.labels)]
             for port in after.variables}  # fmt: skip
    one, two = (fn(**state, parameters={s: known[s] for p in fn.inputs if p.role == "parameter" for s in p.labels})
                for fn in (before, after))  # fmt: skip
    expected, found = (x["tau"] if isinstance(x, dict) else x for x in (one, two))
    np.testing.assert_allclose(found, expected, rtol=1e-9)


def test_a_mobile_base_without_wheels_is_refused_with_the_remedy():
    one = chain("one", {}, {"d": "L"})
    with pytest.raises(RobotError, match="mobile"):
        find_base_parameters(Robot(name="free", joints=one.joints, base=Base(kind="mobile")))
