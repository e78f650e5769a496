"""No unit is special: what is zero, minimal, singular or wrong is so in micrometres and in light years."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import linkwright as lw
from linkwright.expr import Function, Graph, Port, make_symbol, parse_formula, prove_equal
from linkwright.expr.function import build
from linkwright.formats.urdf import read as read_urdf
from linkwright.models.derive.function import function
from linkwright.models.kinematics.jacobian_determinant import find_singularities
from linkwright.models.parameters.base_parameters import BaseParameters, base_parameters_function, find_base_parameters
from linkwright.models.parameters.parameter_sets import with_all_parameters
from linkwright.models.parameters.regressor_rank import regressor_rank
from linkwright.robot import Robot
from linkwright.robot.checks import body_problems
from linkwright.robot.robot import INERTIA
from linkwright.spatial import Vec3
from linkwright.targets import find_target
from linkwright.targets.cases import cases
from linkwright.targets.lower import lower
from linkwright.targets.target import error_scale
from tests.support import oracle
from tests.support.laws import evaluate
from tests.support.oracle import moving
from tests.support.strategies import chain, joint, numbers_for, state_for, trees
from tests.support.units import LENGTH, MASS, MOMENT, TENSOR, Units, units

EXTREME = [Units(), Units(-12), Units(12), Units(0, -12), Units(0, 12), Units(0, 0, -12), Units(0, 0, 12),
           Units(-6, -12), Units(-12, -12, 12), Units(12, 12, -12)]  # fmt: skip


def in_numbers(robot: Robot, seed: int) -> Robot:
    """Every symbol a decimal of few digits, as in a file."""
    table = {name: round(x, 3) for name, x in numbers_for(robot, seed).items() if name in robot.parameters}
    return robot.with_numbers(table)


def two_links(size: float = 1, mass: float = 1) -> Robot:
    """Two links with equal parameters, the second one turned: everything that can be carried is."""
    body: Any = {"ZZ": mass * size**2, "YY": mass * size**2, "MX": mass * size, "M": mass}
    joints = joint(parent=0, **body), joint(parent=1, alpha="pi/2", d=size, **body)
    gravity: Any = (0, 0, 9.81 * size)
    return Robot(name="two", joints=joints, gravity=gravity)


# -- base parameters --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1.0, 1e-12])
@pytest.mark.parametrize("mass", [1.0, 1e-13, 1e-30])
def test_base_parameters_of_small_links_give_the_efforts_of_newtons_law(size, mass):
    robot, state = two_links(size, mass), ([0.3, 0.4], [0.5, 0.6], [0.7, 0.8])
    expected = oracle.inverse_dynamics(robot, {}, *state)
    got = oracle.inverse_dynamics(find_base_parameters(robot).robot, {}, *state)
    np.testing.assert_allclose(got, expected, rtol=0, atol=1e-12 * abs(expected).max())


@settings(max_examples=40)
@given(trees(max_joints=5, exact=False), units(), st.integers(0, 99))
def test_base_parameters_give_the_efforts_of_newtons_law_in_all_units(robot, there, seed):
    """The numeric robot itself, by the oracle, in its own units; compared in those in which its numbers are near 1."""
    if not robot.coordinates:
        return
    plain = in_numbers(robot, seed)
    scaled, state = there.robot(plain), state_for(robot, seed)
    here = oracle.inverse_dynamics(plain, {}, *state)
    q, qd, qdd = there.state(plain, state)
    base = find_base_parameters(scaled).robot
    assert not base.parameters
    for found in (scaled, base):
        got = there.efforts_back(plain, oracle.inverse_dynamics(found, {}, q, qd, qdd))
        np.testing.assert_allclose(got, here, rtol=0, atol=1e-10 * (1 + abs(here).max()))


@settings(max_examples=40)
@given(trees(max_joints=5, exact=False, friction=False), units(), st.integers(0, 99))
def test_the_number_of_base_parameters_is_the_rank_in_all_units(robot, there, seed):
    if not robot.coordinates:
        return
    plain = in_numbers(robot, seed)
    scaled = there.robot(plain)
    assert find_base_parameters(scaled).count == find_base_parameters(plain).count
    whole = with_all_parameters(scaled)
    assert find_base_parameters(whole).count == regressor_rank(whole) == regressor_rank(with_all_parameters(plain))


@settings(max_examples=15)
@given(trees(max_joints=3, exact=False, friction=False), st.integers(0, 99))
def test_the_rank_is_that_of_singular_values_where_numbers_are_near_one(robot, seed):
    """The exact rank of a robot of floats against the numeric one of its regressor, by another algorithm."""
    if not robot.coordinates:
        return
    whole = with_all_parameters(in_numbers(robot, seed)).without("rotors")
    rows = np.vstack([evaluate(whole, "regressor", seed=k) for k in range(11 * len(whole) + 4)])
    sizes = np.linalg.svd(rows, compute_uv=False)
    sizes = sizes / max(sizes[0], 1e-300)
    assume(not any(1e-13 < x < 1e-8 for x in sizes))  # of a robot with a small angle or length: nothing to be seen
    assert int((sizes > 1e-10).sum()) == regressor_rank(whole)


# -- names and relations ----------------------------------------------------------------------------------------------


def assert_named_alike(robot: Robot) -> BaseParameters:
    base = find_base_parameters(robot)
    names = [k.name for k in base.kept]
    assert len(set(names)) == len(names)
    assert {r.name for r in base.relations} <= set(names)
    grouping = base_parameters_function(robot).outputs[0]
    assert list(grouping.labels) == names
    if names:
        regressor = function(base.robot.without("friction"), "regressor").outputs[0]
        width = regressor.shape[1]
        row = moving(base.robot)[0]
        assert [label.removeprefix(f"W{row}_") for label in regressor.labels[:width]] == names
        assert all(name in regressor.doc for name in names)
    symbols = {k.value.name for k in base.kept if k.value.name}
    assert symbols <= set(names)  # the parameters of emitted functions
    return base


@settings(max_examples=40)
@given(trees(max_joints=4), st.integers(0, 99))
def test_a_base_parameter_has_one_name_in_lists_columns_grouping_and_code(robot, seed):
    if robot.coordinates:
        assert_named_alike(robot)
        assert_named_alike(in_numbers(robot, seed))


def test_a_grouped_parameter_is_marked_in_the_columns_of_a_robot_of_numbers():
    base = assert_named_alike(two_links())
    assert "ZZ1R" in {k.name for k in base.kept}


@settings(max_examples=40)
@given(trees(max_joints=4))
def test_relations_for_readers_are_the_relations(robot):
    base = find_base_parameters(robot)
    texts = base.relation_texts()
    for r in base.relations:
        assert prove_equal([parse_formula(texts[r.name])], [r.formula]), f"{r.name} = {texts[r.name]}, not {r.formula}"


def test_relations_are_collected():
    texts = find_base_parameters(lw.load("rx90")).relation_texts()
    assert texts["ZZ1R"] == "IA1 + ZZ1 + YY2 + YY3 + d3^2*(M3 + M4 + M5 + M6)"
    assert find_base_parameters(lw.load("panda")).relation_texts()["XX3R"] == "XX3 - YY3 + YY4 - d4^2*M4"


def test_emitted_grouping_says_its_relations():
    files = lw.generate(lw.load("rx90"), ["regressor"], ["c"], parameters="base")["c"]
    text = "\n".join(files.values())
    assert "IA1 + ZZ1 + YY2 + YY3 + d3^2*(M3 + M4 + M5 + M6)" in text
    assert "ZZ1R" in text


# -- files ------------------------------------------------------------------------------------------------------------

_JOINT = """<joint name="j{k}" type="{type}"><parent link="l{parent}"/><child link="l{k}"/>
<origin xyz="{xyz}" rpy="{rpy}"/><axis xyz="{axis}"/></joint>
<link name="l{k}"><inertial><origin xyz="{com}" rpy="{turn}"/><mass value="{mass}"/>
<inertia ixx="{ixx}" iyy="{iyy}" izz="{izz}" ixy="0" ixz="{ixz}" iyz="0"/></inertial></link>
"""
_TYPES = ("continuous", "continuous", "prismatic", "fixed")
_DECIMALS = st.integers(-900, 900).map(lambda x: x / 1000) | st.just(0.0)
_TURNS = st.sampled_from(("0", "0", "1.5707963267948966", "-1.5707963267948966", "0.3", "-0.7"))


@st.composite
def urdf_rows(draw: st.DrawFn) -> list[dict[str, object]]:
    rows = []
    for k in range(1, draw(st.integers(1, 4)) + 1):
        rows.append({
            "k": k, "parent": draw(st.integers(0, k - 1)),
            "type": draw(st.sampled_from(_TYPES if k > 1 else _TYPES[:1])),
            "xyz": draw(st.lists(_DECIMALS, min_size=3, max_size=3)), "rpy": " ".join(draw(_TURNS) for _ in "rpy"),
            "axis": draw(st.sampled_from(("0 0 1", "0 1 0", "1 0 0", "0 0.6 0.8", "0 0 -1"))),
            "com": draw(st.lists(_DECIMALS, min_size=3, max_size=3)), "turn": " ".join(draw(_TURNS) for _ in "rpy"),
            "mass": 0.25 * k, "ixx": 0.5, "iyy": 0.4, "izz": 0.3, "ixz": draw(st.sampled_from((0.0, 0.05))),
        })  # fmt: skip
    return rows


def urdf_text(rows: list[dict[str, object]], there: Units) -> bytes:
    def number(x: float, dimension: tuple[int, int, int]) -> str:
        return str(Decimal(repr(x)).scaleb(there.exponent(dimension)))

    parts = []
    for row in rows:
        values = dict(row)
        for name in ("xyz", "com"):
            values[name] = " ".join(number(x, LENGTH) for x in row[name])  # type: ignore[attr-defined]
        for name, dimension in (("mass", MASS), ("ixx", TENSOR), ("iyy", TENSOR), ("izz", TENSOR), ("ixz", TENSOR)):
            values[name] = number(row[name], dimension)  # type: ignore[arg-type]
        parts.append(_JOINT.format(**values))
    return f'<robot name="r"><link name="l0"/>{"".join(parts)}</robot>'.encode()


@settings(max_examples=40)
@given(urdf_rows(), units(20))
@pytest.mark.filterwarnings("ignore")
def test_a_file_in_other_units_is_the_same_robot_in_other_units(rows, there):
    there = replace(there, time=0)
    here, far = read_urdf(urdf_text(rows, Units()), "here"), read_urdf(urdf_text(rows, there), "far")
    moved = there.robot(here)
    kinds = {**dict.fromkeys(INERTIA[:6], TENSOR), **dict.fromkeys(INERTIA[6:9], MOMENT), "M": MASS}
    for a, b in zip(moved.joints, far.joints, strict=True):
        for name in ("gamma", "alpha", "theta"):
            x, y = getattr(a, name), getattr(b, name)
            assert str(x) == str(y) or float(x.number) == pytest.approx(float(y.number), abs=1e-9)
        pairs = [(getattr(a, n), getattr(b, n), LENGTH) for n in ("b", "d", "r")]
        pairs += [(getattr(a.body, n), getattr(b.body, n), k) for n, k in kinds.items()]
        for x, y, k in pairs:
            one = 10.0 ** there.exponent(k)
            assert x.is_zero == y.is_zero
            assert float(y.number) / one == pytest.approx(float(x.number) / one, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("there", EXTREME)
def test_a_body_that_cannot_exist_is_told_in_all_units(there):
    good = [(1.0, TENSOR), (0.0, TENSOR), (0.0, TENSOR), (1.2, TENSOR), (0.0, TENSOR), (1.5, TENSOR), (0.2, MOMENT),
            (0.0, MOMENT), (0.0, MOMENT), (2.0, MASS)]  # fmt: skip
    assert not body_problems([there.number(x, k) for x, k in good])
    for place, wrong in ((0, 0.1), (5, 9.0)):
        bad = [*good[:place], (wrong, TENSOR), *good[place + 1 :]]
        assert body_problems([there.number(x, k) for x, k in bad])


# -- singularities ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("there", [Units(), Units(-9), Units(9)])
@pytest.mark.parametrize("tool", [0.0, 0.25])
def test_singularities_do_not_depend_on_the_unit_of_length(there, tool):
    """Factors and what is lost where they vanish, of an anthropomorphic arm by numbers."""
    tables: Any = ({"r": 0.4}, {"alpha": "pi/2"}, {"d": 0.5}, {"alpha": "pi/2", "r": 0.6}, {"alpha": "-pi/2"},
              {"alpha": "pi/2"})  # fmt: skip
    told = []
    for unit in (Units(), there):
        joints = [{k: unit.number(v, LENGTH) if k in "dr" else v for k, v in t.items()} for t in tables]
        arm = chain("arm", *joints)
        point = Vec3(*(parse_formula(repr(unit.number(x, LENGTH))) for x in (0, 0, tool)))
        found = find_singularities(arm, 6, point)
        told.append([(f.deficiency, f.power) for f in found.factors])
    assert len(told[0]) == 3
    assert told[0] == told[1]


# -- tests of emitted code --------------------------------------------------------------------------------------------


def zero_two_ways(size: float, other: bool) -> Function:
    """An output that is zero but for rounding, computed in two orders, and one that is zero in every way."""
    g = Graph()
    x, y, z = (make_symbol(g, name, "variable") * size for name in "xyz")
    left, right = x * (y + z), x * y + x * z
    value = right - left if other else left - x * y - x * z
    port = Port("v", (3,), tuple(g.symbols()[name] for name in "xyz"), labels=("x", "y", "z"))
    return build("zero", [port], [Port("a", (), (value.id,)), Port("b", (), (g.const(0),))], g)


def emitted_test_passes(fn: Function, reference: Function, folder: Path) -> bool:
    for name, text in lw.emit(fn, "python", references=[reference]).items():
        (folder / name).write_text(text, encoding="utf-8")
    test = next(folder.glob("test_*.py"))
    return subprocess.run([sys.executable, test.name], cwd=folder, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("size", [1.0, 1e-12, 1e12])
def test_emitted_tests_pass_where_rounding_alone_differs(size, tmp_path):
    assert emitted_test_passes(zero_two_ways(size, False), zero_two_ways(size, True), tmp_path)


@pytest.mark.parametrize("there", EXTREME)
def test_emitted_tests_see_a_small_fault_in_all_units(there, tmp_path):
    """A link that is a millionth too heavy, in a robot of any size."""
    robot = there.robot(two_links())
    heavy = replace(robot.joint(2).body, MX=float(robot.joint(2).body.MX.number or 0) * (1 + 1e-6))
    wrong = replace(robot, joints=(robot.joint(1), replace(robot.joint(2), body=heavy)))
    made = [lw.model(r, "inverse_dynamics", optimize=False) for r in (robot, wrong)]
    assert emitted_test_passes(made[0], made[0], tmp_path)
    assert not emitted_test_passes(made[0], made[1], tmp_path)


@given(units())
@settings(max_examples=20)
def test_the_scale_of_an_emitted_test_is_that_of_its_values(there):
    fn = lw.model(there.robot(two_links()), "gravity_vector")
    found = cases(fn)
    array = lower(fn, find_target("c").style).main.outputs[0]
    largest = max(abs(x) for case in found for x in case.outputs[array.port])
    assert largest <= error_scale(found, array) <= 10 * largest
