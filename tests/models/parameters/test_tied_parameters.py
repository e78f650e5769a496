"""Base parameters of robots whose freedoms loops, wheels and couplings tie: the smallest set, and the same efforts."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright import Loop, Robot, formats
from linkwright.expr import Graph, Importer, parse_formula, prove_equal, value_of
from linkwright.models.constraints.loop_equations import with_cut_joints_in_tree
from linkwright.models.derive.function import function
from linkwright.models.parameters.base_parameters import BaseParameters, find_base_parameters
from linkwright.models.parameters.parameter_sets import with_all_parameters
from linkwright.models.parameters.regressor_rank import regressor_rank
from linkwright.robot.robot import INERTIA
from tests.support.closed import Closed
from tests.support.mechanisms import bars, numeric
from tests.support.some import some

SMALL = ["four_bar", "parallelogram", "five_bar", "slider_crank", "inverted_slider_crank", "spherical_four_bar",
         "bennett", "sarrus", "sr400", "picker", "watt_six_bar", "stephenson_six_bar", "andrews"]  # fmt: skip
LARGE = ["palletizer_loops", "p3rrr", "p3rpr", "p3prr", "hybrid_leg", "delta", "p3ruu", "p3upu", "gough_stewart"]
ROLLING = ["unicycle", "unicycle_castor", "tricycle", "three_omni", "four_mecanum", "mobile_manipulator"]
COUPLED = ["palletizer_coupled"]


@cache
def whole(name: str) -> Robot:
    """All ten parameters in every link, and nothing else."""
    return with_all_parameters(with_cut_joints_in_tree(formats.builtin(name)).without("friction", "rotors", "external"))


@cache
def base_of(name: str) -> BaseParameters:
    return find_base_parameters(formats.builtin(name))


# -- how many ---------------------------------------------------------------------------------------------------------

GENERAL = ("G1", "G2", "G3")
# Measured with nullspaces of projected regressors of other programs: ten parameters in every link, or those of the
# built-in robot, whose platform moves on joints without mass.
NUMBERS = {"four_bar": 8, "parallelogram": 3, "five_bar": 11, "sr400": 39, "sarrus": 11}


@pytest.mark.parametrize("name", NUMBERS)
def test_number_of_parameters_is_the_measured_one(name: str):
    base = find_base_parameters(whole(name))
    assert (base.count, base.minimum, base.left) == (NUMBERS[name], NUMBERS[name], ())


def test_numbers_of_a_planar_platform_and_of_a_bennett_linkage_are_the_measured_ones():
    assert base_of("p3rrr").count == 19
    bennett = whole("bennett")
    tilted = Robot(name="tilted", joints=bennett.joints, loops=bennett.loops, gravity=GENERAL)
    assert find_base_parameters(tilted).count == 9


def rank_of(rows: np.ndarray, expected: int) -> int:
    """By the gap of singular values, columns as large as 1."""
    sizes = np.linalg.norm(rows, axis=0)
    values = np.linalg.svd(rows[:, sizes > 1e-9 * sizes.max()] / sizes[sizes > 1e-9 * sizes.max()], compute_uv=False)
    values = np.append(values, np.zeros(2)) / values[0]
    assert values[expected - 1] > 1e3 * max(values[expected], 1e-12), values[expected - 2 : expected + 2]
    return expected


@pytest.mark.parametrize("name", some(["four_bar", "parallelogram", "bennett"], "four_bar", "parallelogram"))
def test_number_of_parameters_is_the_rank_of_the_projected_tree(name: str):
    """Closed positions and motions by plain NumPy, the regressor of the tree."""
    count = find_base_parameters(whole(name)).count
    robot = numeric(formats.builtin(name).without("rotors", "friction"))
    closed = Closed(robot)
    a = closed.places(lw.mobility(robot).data()["independent"])
    made = lw.model(closed.robot.without("loops"), "regressor", columns="all")
    shape, labels = made.outputs[0].shape, made.outputs[0].labels
    inertial = [k for k in range(shape[1]) if labels[k].split("_", 1)[1][:2] not in ("IA", "FV", "FS")]
    W, rng, rows = lw.compile(made), np.random.default_rng(1), []
    for _ in range(count + 3):
        q = closed.closed(closed.start + rng.uniform(-0.3, 0.3, len(closed.start)))
        qd, qdd = closed.motion(q, a, rng.normal(size=len(a)), rng.normal(size=len(a)))
        rows.append(closed.map(q, a).T @ np.asarray(W(q=q, qd=qd, qdd=qdd))[:, inertial])
    assert rank_of(np.vstack(rows), count) == count


def states(fn: lw.Function, count: int, spread: float, seed: int = 1) -> list[dict[str, Any]]:
    """Near the assembled robot."""
    rng = np.random.default_rng(seed)
    ports = [p for p in fn.inputs if p.role != "parameter"]
    samples = {p.name: np.array([x or 0.0 for x in p.samples or [0.0] * p.size]) for p in ports}
    far = {p.name: spread if p.name in ("q", "q_start") else 1.0 for p in ports}
    return [{s: (x + far[s] * rng.uniform(-1, 1, len(x)) * (s != "q_start")).reshape(_shape(fn, s))
             for s, x in samples.items()} for _ in range(count)]  # fmt: skip


def _shape(fn: lw.Function, port: str) -> tuple[int, ...]:
    return next(p.shape for p in fn.inputs if p.name == port)


def solved(found: Any, port: str) -> np.ndarray | None:
    """An output, if the loops were closed."""
    if not isinstance(found, dict):
        return np.asarray(found)
    return np.asarray(found[port]) if not found.get("status") else None


@pytest.mark.parametrize("name", some(
    [*SMALL, *ROLLING, *COUPLED, "palletizer_loops", "hybrid_leg"],
    "four_bar", "spherical_four_bar", "sarrus", "hybrid_leg", "palletizer_coupled", "unicycle_castor", "three_omni"
))  # fmt: skip
def test_number_of_parameters_is_the_rank_of_the_regressor(name: str):
    count = find_base_parameters(whole(name)).count
    bare = numeric(with_cut_joints_in_tree(formats.builtin(name)).without("friction", "rotors", "external"))
    made = lw.model(bare, "regressor", columns="all", optimize=False)
    port = next(p for p in made.outputs if p.name == "W")
    inertial = [k for k in range(port.shape[1]) if port.labels[k].split("_", 1)[1][:2] not in ("IA", "FV", "FS")]
    W, far = lw.compile(made), 3.0 if name == "andrews" else 0.4
    found = [solved(W(**state), "W") for state in states(made, 4 * count // port.shape[0] + 20, far)]
    rows = np.vstack([x[:, inertial] for x in found if x is not None])
    assert len(rows) > count + 4
    assert rank_of(rows, count) == count


@pytest.mark.parametrize("name", ["four_bar", "sr400", "unicycle", "palletizer_coupled"])
def test_exact_rank_agrees(name: str):
    assert regressor_rank(whole(name)) == find_base_parameters(whole(name)).count


@pytest.mark.parametrize("name", ["four_bar", "parallelogram", "slider_crank", "unicycle", "tricycle", *COUPLED])
def test_a_robot_of_numbers_keeps_the_same_parameters(name: str):
    """Two fields: residues for symbols, long reals for numbers."""
    robot = whole(name)
    geometry = {s: x for s, x in numeric_table(formats.builtin(name)).items() if s in robot.parameters}
    numbers = find_base_parameters(robot.with_numbers(geometry))
    assert [(k.link, k.parameter) for k in numbers.kept] == [
        (k.link, k.parameter) for k in find_base_parameters(robot).kept
    ]
    assert numbers.decided != find_base_parameters(robot).decided


def numeric_table(robot: Robot) -> dict[str, float]:
    rng = np.random.default_rng(5)
    drawn = {name: float(rng.uniform(0.3, 0.8)) for name in robot.parameters}
    return drawn | dict(robot.numbers)


# -- the same efforts -------------------------------------------------------------------------------------------------


def assert_same_efforts(robot: Robot, base: BaseParameters, model: str = "inverse_dynamics", port: str = "tau") -> None:
    before, after = function(robot, model), function(base.robot, model)
    known = numeric_table(robot)
    known |= {r.name: value_of(r.formula, known) for r in base.relations}
    compared = 0
    for state in states(after, 6, 0.1):
        one, two = (
            fn(**{s: x for s, x in state.items() if s in {p.name for p in fn.inputs}},
               **{p.name: {s: known[s] for s in p.labels} for p in fn.inputs if p.role == "parameter"})
            for fn in (before, after)
        )  # fmt: skip
        expected, found = solved(one, port), solved(two, port)
        assert (expected is None) == (found is None)
        if expected is not None and found is not None:
            np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-7 * (1 + np.abs(expected).max()))
            compared += 1
    assert compared > 1


@pytest.mark.parametrize(
    "name", some([*SMALL, *LARGE, *ROLLING, *COUPLED], *SMALL[:6], "bennett", "p3rpr", "hybrid_leg", *ROLLING, *COUPLED)
)
def test_efforts_are_the_same_and_the_set_is_minimal(name: str):
    base = base_of(name)
    assert base.count == base.minimum
    assert_same_efforts(formats.builtin(name), base)


@pytest.mark.parametrize("model", ["forward_dynamics", "inertia_matrix", "bias_vector", "kinetic_energy"])
@pytest.mark.parametrize("name", ["four_bar", "sr400", "unicycle"])
def test_other_models_are_the_same(name: str, model: str):
    port = {"forward_dynamics": "qdd", "inertia_matrix": "M", "bias_vector": "h", "kinetic_energy": "T"}[model]
    assert_same_efforts(formats.builtin(name), base_of(name), model, port)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("bodies", [4, 5])
def test_efforts_are_the_same_for_drawn_linkages_of_numbers(bodies: int, seed: int):
    robot = bars(bodies, seed)
    base = find_base_parameters(robot)
    assert_same_efforts(robot, base)
    assert base.count == regressor_rank(robot)


@pytest.mark.parametrize("name", ROLLING)
def test_efforts_of_wheeled_robots_are_proven_the_same(name: str):
    robot, base = formats.builtin(name), base_of(name)
    before, after = function(robot, "inverse_dynamics"), function(base.robot, "inverse_dynamics")
    put = base.in_standard(Graph())
    assert prove_equal(before.output("tau"), [put(e) for e in after.output("tau")])


@pytest.mark.parametrize("name", ["parallelogram", "sr400", "picker", "five_bar"])
def test_models_cost_no_more_than_in_the_parameters_of_the_tree(name: str):
    robot = formats.builtin(name)
    tree = find_base_parameters(robot.without("loops", "couplings")).robot
    before = tree.changed(loops=robot.loops, couplings=robot.couplings)
    one, two = (lw.model(r, "inverse_dynamics").cost.total for r in (before, base_of(name).robot))
    assert two <= one


# -- the relations ----------------------------------------------------------------------------------------------------


def assert_relations(base: BaseParameters, expected: dict[str, str]) -> None:
    found = {r.name: r.formula for r in base.relations}
    assert found.keys() == expected.keys()
    for name, text in expected.items():
        assert prove_equal([found[name]], [parse_formula(text)]), f"{name} = {found[name]}, not {text}"


def test_a_point_mass_at_the_last_pivot_of_a_four_bar_belongs_to_either_link():
    """By hand: m = MX3/l4 at the end of the follower is at the end of the coupler, and so on the crank."""
    m = "MX3/l4"
    assert_relations(base_of("four_bar"), {
        "ZZ1R": f"ZZ1 + l2^2*(M2 + {m})", "MX1R": f"MX1 + l2*(M2 + {m})", "ZZ2R": f"ZZ2 + l3^2*{m}",
        "MX2R": f"MX2 + l3*{m}", "ZZ3R": "ZZ3 - l4*MX3",
    })  # fmt: skip


def test_links_of_a_parallelogram_are_one():
    """By hand: the follower moves as the crank does, and the coupler as its pivot."""
    relations = {"ZZ1R": "ZZ1 + ZZ3 + L1^2*M2", "MX1R": "MX1 + MX3 + L1*M2", "MY1R": "MY1 + MY3"}
    assert_relations(base_of("parallelogram"), relations)


def rubbing() -> Robot:
    robot = formats.builtin("parallelogram")
    joints = [
        replace(joint, rotor=parse_formula(f"IA{j}"), viscous=parse_formula(f"FV{j}"), coulomb=parse_formula(f"FS{j}"))
        for j, joint in enumerate(robot.joints, 1)
    ]
    return Robot(name="rubbing", joints=tuple(joints), loops=robot.loops, gravity=robot.gravity)


def test_rotors_and_friction_of_joints_that_turn_alike_are_one():
    """By hand: |qd2| = |qd3| = |qd1|."""
    base = find_base_parameters(rubbing())
    assert_relations(base, {
        "ZZ1R": "ZZ1 + ZZ3 + L1^2*M2 + IA1 + IA2 + IA3", "MX1R": "MX1 + MX3 + L1*M2", "MY1R": "MY1 + MY3",
        "FV1R": "FV1 + FV2 + FV3", "FS1R": "FS1 + FS2 + FS3",
    })  # fmt: skip
    assert base.count == 3
    assert base.robot.joint(2).viscous.is_zero


def test_friction_of_joints_that_turn_otherwise_stays():
    robot = formats.builtin("four_bar")
    joints = [replace(joint, viscous=parse_formula(f"FV{j}"), coulomb=parse_formula(f"FS{j}"))
              for j, joint in enumerate(robot.joints, 1)]  # fmt: skip
    base = find_base_parameters(Robot(name="rubbing", joints=tuple(joints), loops=robot.loops, gravity=robot.gravity))
    assert not [r for r in base.relations if r.parameter not in INERTIA]


def test_parallel_links_of_the_sr400_share_their_tensors():
    """The rule of Khalil & Bennis (1995) for parallelograms: links 2 and 8 are parallel, and so are 3 and 7."""
    gone = {(7, name) for name in ("XX", "XY", "XZ", "YY", "YZ", "ZZ")} | {
        (8, name) for name in ("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX")
    }
    base = base_of("sr400")
    assert not gone & {(k.link, k.parameter) for k in base.kept}
    texts = base.relation_texts()
    assert "ZZ8" in texts["ZZ2R"]
    assert "ZZ7" in texts["ZZ3R"]


def test_wheels_of_a_unicycle_are_masses_at_their_places():
    """By hand: a wheel has the mass Mw + ZZw/rw^2 along its heading, at the distance L, and XXw about the vertical."""
    own = "Mw + ZZw/rw^2"
    assert_relations(base_of("unicycle"), {"ZZ0R": f"ZZ0 + 2*XXw + 2*L^2*({own})", "M0R": f"M0 + 2*({own})"})


def test_a_cut_joint_with_a_rotor_is_a_joint_of_the_tree():
    """The sum of the relative turns of a four-bar is that of none: its rotor is told apart, one parameter more."""
    bar = formats.builtin("four_bar")
    cut = replace(bar.loops[0].joint, rotor=parse_formula("IA4"))
    robot = Robot(name="cut", joints=bar.joints, loops=(Loop(cut, bar.loops[0].frame),), gravity=bar.gravity,
                  numbers={**bar.numbers, "IA4": 0.3})  # fmt: skip
    base = find_base_parameters(robot)
    assert [k.name for k in base.kept if k.link == 4] == ["IA4"]
    assert base.count == 9
    assert_same_efforts(robot, base)
    assert lw.grouping(robot).outputs[0].labels[-1] == "IA4"


def test_a_parameter_without_a_formula_stays_until_there_are_numbers():
    """A Bennett linkage with three angles: more than are fitted."""
    graph = Graph()
    twist = Importer(graph)(parse_formula("u1 + u2"))
    bennett = formats.builtin("bennett")
    numbers = {s: x for s, x in bennett.numbers.items() if s != "al"} | {"u1": 0.25, "u2": 0.35}
    robot = bennett.changed(Importer(graph, {"al": twist}), numbers=numbers)
    base = find_base_parameters(robot)
    assert (base.count, base.minimum) == (8, 7)
    assert len(base.left) == 1
    assert_same_efforts(robot, base)
    assert find_base_parameters(robot.with_numbers()).count == 7


# -- what users see ---------------------------------------------------------------------------------------------------


def test_the_regressor_has_the_base_columns():
    made = lw.model(formats.builtin("four_bar"), "regressor", parameters="base")
    assert next(p for p in made.outputs if p.name == "W").shape == (1, 8)
    assert lw.model(formats.builtin("unicycle"), "regressor", parameters="base").outputs[0].shape == (2, 3)


@pytest.mark.parametrize("robot", [formats.builtin("parallelogram"), formats.builtin("unicycle"), rubbing()])
def test_packages_carry_the_grouping_and_pass_their_own_tests(robot: Robot, tmp_path: Path):
    (files,) = lw.generate(robot, ["inverse_dynamics"], ["python"], parameters="base").values()
    for file, text in files.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text)
    assert any("base_parameters" in text for text in files.values())
    tests = [file for file in files if "test" in file]
    assert tests
    for file in tests:
        done = subprocess.run([sys.executable, file], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_command_tells_how_it_was_decided():
    command = [sys.executable, "-c", "from linkwright.cli import main; main()", "base-parameters", "sarrus", "--json"]
    data = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert (data["count"], data["minimum"]) == (11, 11)
    assert "300 bits" in data["decided"]
