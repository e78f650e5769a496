"""Determinants, inverses, manipulability and singular positions of Jacobians."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import linkwright as lw
from linkwright.errors import InputError, RobotError
from linkwright.expr import Expr, Graph, parse_formula, prove_equal, value_of
from linkwright.formats import builtin
from linkwright.models import function
from linkwright.models.algebra.block_triangular import diagonal_blocks, invert_by_blocks, laplace_determinant
from linkwright.models.algebra.trig_factorization import TrigRing
from linkwright.models.framework.frame_options import end_frame, supporting_freedoms
from linkwright.models.kinematics.jacobian_determinant import DeterminantFactor, Singularities, find_singularities
from linkwright.robot import Robot, planar, spatial
from linkwright.robot.coordinates import TWIST
from linkwright.spatial import Vec3
from tests.support.laws import Laws, evaluate, times
from tests.support.oracle import moving
from tests.support.strategies import chain, trees


def leibniz(rows: Any) -> Any:
    """The determinant from its definition: the sum over all permutations."""
    total: Any = 0
    for order in itertools.permutations(range(len(rows))):
        term: Any = (-1) ** sum(a > b for a, b in itertools.combinations(order, 2))
        for row, column in zip(rows, order, strict=True):
            term = row[column] * term
        total = total + term
    return total


def found(robot: Robot, **options: Any) -> Singularities:
    zero = robot.joint(1).d * 0
    return find_singularities(robot, end_frame(robot), Vec3(zero, zero, zero), **options)


# -- published results ------------------------------------------------------------------------------------------------


def test_rx90_determinant_is_that_of_khalil_and_dombre():
    """Modeling, Identification and Control of Robots, chapter 5: det 3J6 = -C3 D3 RL4 S5 (S23 RL4 - C2 D3)."""
    det = found(builtin("rx90"))
    book = parse_formula("-cos(q3)*d3*RL4*sin(q5)*(sin(q2 + q3)*RL4 - cos(q2)*d3)", role=variable)
    assert prove_equal([det.product()], [book])
    assert len(det.factors) == 3
    for text in ("cos(q3)", "sin(q5)", SHOULDER):
        assert factor(det, text).power == 1
    assert {str(f.expr) for f in det.constants} == {"d3", "RL4"}


SHOULDER = "sin(q2 + q3)*RL4 - cos(q2)*d3"


def factor(det: Singularities, text: str) -> DeterminantFactor:
    """The factor that is this formula or its negative."""
    sides = [parse_formula(text, role=variable), -parse_formula(text, role=variable)]
    return next(f for f in det.factors if any(prove_equal([f.expr], [side]) for side in sides))


def variable(name: str) -> Any:
    return "variable" if name.startswith("q") else "parameter"


def test_rx90_singularities_are_those_of_khalil_and_dombre():
    """Wrist: joints 4 and 6 in line. Elbow: the arm is stretched. Shoulder: the wrist is on the axis of joint 1."""
    det = found(builtin("rx90"))
    wrist, elbow, shoulder = (factor(det, text).deficiency for text in ("sin(q5)", "cos(q3)", SHOULDER))
    assert wrist is not None
    assert elbow is not None
    assert shoulder is not None
    assert wrist.rank == elbow.rank == shoulder.rank == 5
    assert wrist.joints == (4, 6)
    assert {2, 3} <= set(elbow.joints)
    assert 1 not in elbow.joints
    assert 1 in shoulder.joints


def test_an_arm_that_is_singular_in_every_position_is_told_so():
    """Six parallel axes reach three of six directions; all of them depend on each other."""
    always = found(planar(6)).always
    assert always is not None
    assert (always.rank, always.joints, always.lost_rows) == (3, (1, 2, 3, 4, 5, 6), ("vz", "wx", "wy"))
    assert function(planar(6), "jacobian_determinant").outputs[0].doc.endswith("depend on each other)")
    with pytest.raises(RobotError, match="singular in every position"):
        function(builtin("piezo6"), "inverse_jacobian")


@pytest.mark.parametrize(
    ("name", "formula"),
    [  # shoulder, elbow and wrist by hand, for the wrist centre at (x, y) in the plane of the arm
        ("stanford", "q3^2*sin(q2)*sin(q5)"),
        ("ur5", "d3*d4*sin(q3)*sin(q5)*(d3*cos(q2) + d4*cos(q2 + q3) + r5*sin(q2 + q3 + q4))"),
    ],
)
def test_determinants_of_other_arms(name, formula):
    det = found(builtin(name))
    sign = 1 if prove_equal([det.product()], [parse_formula(formula, role=variable)]) else -1
    assert prove_equal([det.product() * sign], [parse_formula(formula, role=variable)])


# -- laws -------------------------------------------------------------------------------------------------------------


@settings(max_examples=15)
@given(trees(max_joints=3), st.data())
def test_factors_multiply_to_the_determinant(robot, data):
    """For any rows of any frame: as many as joints move the frame."""
    frame = data.draw(st.integers(1, len(robot)))
    n = len(supporting_freedoms(robot, frame))
    assume(n)
    rows = data.draw(st.permutations(range(6)))[:n]
    options: dict[str, Any] = {
        "frame": frame, "point": "px,0,pz", "rows": ",".join(TWIST[r] for r in sorted(rows)),
        "projection": data.draw(st.integers(0, len(robot))),
    }  # fmt: skip
    laws = Laws(robot)
    det = laws.vector_of("jacobian_determinant", "det", **options)
    options.pop("rows")
    J = laws.matrix("jacobian", **options)
    columns = [robot.coordinates.index(c) for c in supporting_freedoms(robot, frame)]
    laws.assert_equal(det, [leibniz([[J[r][c] for c in columns] for r in sorted(rows)])])


@pytest.mark.parametrize("name", ["rx90", "puma560", "stanford", "ur5", "sr400"])
def test_the_determinant_vanishes_exactly_where_a_factor_does(name):
    """numpy's determinant of the whole Jacobian: equal at random positions; at zeros of a factor the rank is told."""
    robot = builtin(name).tree()
    for seed in range(3):
        J = evaluate(robot, "jacobian", seed)
        J = J[:, [k for k, j in enumerate(moving(robot)) if abs(J[:, k]).any()]]
        result = evaluate(robot, "jacobian_determinant", seed)
        assert result["det"] == pytest.approx(np.linalg.det(J), rel=1e-9)
        assert (result["factors"] != 0).all()


def test_a_zero_of_a_factor_is_a_singular_position():
    robot = builtin("rx90")
    lengths = {"d3": 0.45, "RL4": 0.6}
    q2 = 0.4
    q3 = math.asin(math.cos(q2) * 0.75) - q2  # RL4 sin(q2 + q3) = d3 cos(q2)
    for q in ([0.3, q2, q3, 0.7, 1.1, 0.2], [0.3, q2, math.pi / 2, 0.7, 1.1, 0.2], [0.3, q2, 0.2, 0.7, 0.0, 0.2]):
        J = evaluate(robot, "jacobian", state=(q, q, q), numbers=lengths)
        assert np.linalg.matrix_rank(J, tol=1e-9) == 5
        result = evaluate(robot, "jacobian_determinant", state=(q, q, q), numbers=lengths)
        assert abs(result["factors"]).min() < 1e-12
        assert evaluate(robot, "manipulability", state=(q, q, q), numbers=lengths) == pytest.approx(0, abs=1e-12)


def test_numbers_in_the_geometry_do_not_hide_the_factors():
    symbolic, numeric = found(builtin("rx90")), found(builtin("rx90").with_numbers())
    assert len(numeric.factors) == len(symbolic.factors) == 3
    at = {"q1": 0.1, "q2": 0.4, "q3": 0.8, "q4": 0.3, "q5": 1.2, "q6": 0.0, "d3": 0.45, "RL4": 0.45}
    assert value_of(numeric.product(), at) == pytest.approx(value_of(symbolic.product(), at))


def test_sub_jacobians_have_determinants_of_their_own():
    """The Panda without its last joint, and the positions of a planar arm: L1 L2 sin q2."""
    panda = builtin("panda")
    J = evaluate(panda, "jacobian", 2)[:, :6]
    det = evaluate(panda, "jacobian_determinant", 2, joints="1,2,3,4,5,6")["det"]
    assert det == pytest.approx(np.linalg.det(J), rel=1e-9)
    planar = chain("planar", {}, {"d": "L1"}, {"d": "L2", "kind": "fixed"})
    fn = function(planar, "jacobian_determinant", {"rows": "vx,vy"})
    assert fn.outputs[0].doc.endswith(("L2*L1*sin(q2)", "L1*L2*sin(q2)"))


def test_a_general_arm_is_told_to_be_too_large_but_right():
    arm = spatial(6)
    J = evaluate(arm, "jacobian", 1)
    result = evaluate(arm, "jacobian_determinant", 1)
    assert result["det"] == pytest.approx(np.linalg.det(J), rel=1e-8)


@pytest.mark.parametrize(
    ("model", "options", "message"),
    [
        ("jacobian_determinant", {}, "no determinant"),
        ("jacobian_determinant", {"joints": "1,2"}, "no determinant"),
        ("inverse_jacobian", {}, "redundant"),
        ("jacobian_determinant", {"rows": "vx,vq"}, "known: all"),
    ],
)
def test_what_has_no_determinant_is_told(model, options, message):
    with pytest.raises((RobotError, InputError), match=message):
        function(builtin("panda"), model, options)


# -- inverse and manipulability ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["rx90", "puma560", "stanford", "ur5", "sr400"])
@pytest.mark.parametrize("projection", [0, 3, 6])
def test_inverse_jacobian_times_jacobian_is_the_identity(name, projection):
    robot = builtin(name).tree()
    laws = Laws(robot)
    options: dict[str, Any] = {"point": "px,py,pz", "projection": projection}
    J, X = laws.matrix("jacobian", **options), laws.matrix("inverse_jacobian", **options)
    columns = [robot.coordinates.index(c) for c in supporting_freedoms(robot, end_frame(robot))]
    laws.assert_equal(times(X, [[row[c] for c in columns] for row in J]), np.eye(6, dtype=int).tolist())


def test_inverse_jacobian_of_a_general_arm_by_elimination():
    arm = spatial(6)
    J, X = evaluate(arm, "jacobian", 4), evaluate(arm, "inverse_jacobian", 4)
    np.testing.assert_allclose(X @ J, np.eye(6), atol=1e-9)


def test_inverse_jacobian_for_some_rows():
    scara = builtin("scara4")
    X = evaluate(scara, "inverse_jacobian", 1, rows="vx,vy,vz,wz")
    J = evaluate(scara, "jacobian", 1)[[0, 1, 2, 5]]
    np.testing.assert_allclose(X @ J, np.eye(4), atol=1e-12)
    with pytest.raises(RobotError, match="singular in every position"):
        function(scara, "inverse_jacobian", {"rows": "vx,vy,wy,wz"})


@pytest.mark.parametrize("name", ["rx90", "panda", "scara4", "stanford", "iiwa14"])
@pytest.mark.parametrize("rows", ["all", "linear", "angular", "vx,vz"])
def test_manipulability_is_the_product_of_the_singular_values(name, rows):
    chosen = {"all": range(6), "linear": range(3), "angular": range(3, 6), "vx,vz": (0, 2)}[rows]
    for seed in range(2):
        J = evaluate(builtin(name), "jacobian", seed)[list(chosen)]
        expected = np.prod(np.linalg.svd(J)[1])
        w = evaluate(builtin(name), "manipulability", seed, rows=rows)
        assert w == pytest.approx(expected, rel=1e-8, abs=1e-8)


# -- the tools --------------------------------------------------------------------------------------------------------


@given(st.lists(st.lists(st.integers(-3, 3), min_size=4, max_size=4), min_size=4, max_size=4))
def test_blocks_determinant_and_inverse_of_numbers(rows):
    exact = round(np.linalg.det(np.array(rows, dtype=float)))
    assert laplace_determinant(rows) == exact
    found_blocks = diagonal_blocks(rows)
    if found_blocks is None:
        assert exact == 0
        return
    order_r = [r for b in found_blocks for r in b.rows]
    order_c = [c for b in found_blocks for c in b.columns]
    assert sorted(order_r) == sorted(order_c) == [0, 1, 2, 3]
    done: set[int] = set()
    for b in found_blocks:  # nothing above the diagonal blocks
        done |= set(b.columns)
        assert all(rows[r][c] == 0 for r in b.rows for c in range(4) if c not in done)
    if exact and all(len(b.rows) <= 3 for b in found_blocks):
        np.testing.assert_allclose(np.array(invert_by_blocks(rows), dtype=float) @ np.array(rows), np.eye(4), atol=1e-9)


IRREDUCIBLE = ("sin(x)", "cos(x)", "sin(x + y)", "cos(y)", "L*cos(x) + D", "L*sin(x + y) - D*cos(x)", "L", "D - L",
               "L*cos(x)*sin(y) + D*sin(x) + L", "2*cos(x)*cos(y) + 3*sin(y)")  # fmt: skip


@settings(max_examples=30)
@given(st.lists(st.sampled_from(IRREDUCIBLE), min_size=1, max_size=4))
def test_factors_of_a_product_are_found_again(texts):
    """At least as many factors as were multiplied, and their product is the whole."""
    graph = Graph()
    x = math.prod([parse_formula(t, graph) for t in texts], start=parse_formula("1", graph))
    ring = TrigRing.from_exprs([x])
    number, factors = ring.factors(ring.polynomial(x, {}))
    assert sum(power for _, power in factors) >= len(texts)
    atoms = {name: Expr(graph, i) for name, i in ring.atoms.items()}
    product = parse_formula(str(number), graph)
    for p, power in factors:
        product = product * ring.expr(*ring.shortest(p), graph, atoms) ** power
    assert prove_equal([x], [product])


def test_half_angles_come_together_again():
    """1 - cos^2 is sin^2 and not (1 - cos)(1 + cos); the sum sin x cos y + cos x sin y is one sine."""
    graph = Graph()
    for text, expected in (("1 - cos(x)^2", {"sin(x)"}), ("sin(x + y)*cos(y) - cos(x + y)*sin(y)", {"sin(x)"}),
                           ("sin(x)*cos(x)*4", {"sin(x)", "cos(x)"})):  # fmt: skip
        e = parse_formula(text, graph)
        ring = TrigRing.from_exprs([e])
        atoms = {name: Expr(graph, i) for name, i in ring.atoms.items()}
        _, factors = ring.factors(ring.polynomial(e, {}))
        assert {str(ring.expr(*ring.shortest(p), graph, atoms)) for p, _ in factors} == expected


def test_a_point_of_the_tip_does_not_change_the_determinant():
    robot = builtin("rx90")
    zero = robot.joint(1).d * 0
    at = find_singularities(robot, 6, Vec3(zero, zero, parse_formula("tool")))
    assert prove_equal([at.product()], [found(robot).product()])


def test_what_is_refused_is_refused_alike_in_every_set_of_parameters():
    """It is found out once: the second error is another one that says the same, raised where it is met."""
    told = []
    for parameters in ("standard", "base"):
        with pytest.raises(RobotError) as found:
            lw.model(planar(3), "jacobian_determinant", parameters=parameters)
        told.append(found.value)
    first, second = told
    assert first is not second
    assert (str(first), first.remedy) == (str(second), second.remedy)
