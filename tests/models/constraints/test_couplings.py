"""Coupled joints: every model is that of the tree with the couplings put in, and efforts by the power they take."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import linkwright as lw
from linkwright.errors import RobotError
from linkwright.expr import Expr, Graph, Importer, make_symbol, prove_equal
from linkwright.models import function
from linkwright.robot import Body, Coupling, Joint, Robot, Term

KINDS: Any = ("revolute", "revolute", "prismatic", "revolute", "revolute")
TREE = Robot(
    name="arm",
    joints=tuple(
        Joint(parent=max(k - 1, 0) if k != 4 else 2, kind=kind, alpha=f"a{k}", d=f"d{k}", theta=f"t{k}", r=f"r{k}",
              body=Body.symbolic(k), rotor=f"IA{k}", viscous=f"FV{k}")
        for k, kind in enumerate(KINDS, 1)
    ),
    gravity=("G1", "G2", "G3"),
)  # fmt: skip
# joint 3 slides as joint 1 turns, joint 5 follows joints 2 and 3, and so 1; nothing follows joint 4
TIED = replace(TREE, couplings=(Coupling(5, (Term(2, -1), Term(3, "c53")), "o5"), Coupling(3, (Term(1, "c31"),))))
FREE = (1, 2, 4)
G: dict[int, dict[int, str]] = {1: {1: "1"}, 2: {2: "1"}, 3: {1: "c31"}, 4: {4: "1"}, 5: {2: "-1", 1: "c53*c31"}}


class Both:
    """Models of the coupled robot, and of the tree with the couplings put in, in one graph."""

    def __init__(self) -> None:
        self.graph = Graph()
        self.plain = Importer(self.graph)
        self.G = {j: {k: self.plain(lw.expr.parse_formula(text)) for k, text in row.items()} for j, row in G.items()}
        table: dict[str, Any] = {"q5": self.rate("q", 5) + make_symbol(self.graph, "o5"), "q3": self.rate("q", 3)}
        table |= {f"{kind}{j}": self.rate(kind, j) for kind in ("qd", "qdd") for j in (3, 5)}
        self.put = Importer(self.graph, table)

    def rate(self, kind: str, j: int) -> Expr:
        total = Expr(self.graph, self.graph.const(0))
        for k, factor in self.G[j].items():
            total = total + factor * make_symbol(self.graph, f"{kind}{k}", "variable")
        return total

    def tied(self, model: str, output: str, **options: Any) -> list[Expr]:
        return [self.plain(e) for e in function(TIED, model, options).output(output)]

    def tree(self, model: str, output: str, **options: Any) -> list[Expr]:
        return [self.put(e) for e in function(TREE, model, options).output(output)]

    def by_power(self, values: list[Expr]) -> list[Expr]:
        """G^T x."""
        zero = Expr(self.graph, self.graph.const(0))
        return [sum((self.G[j].get(a, zero) * x for j, x in enumerate(values, 1)), zero) for a in FREE]

    def square(self, flat: list[Expr]) -> list[Expr]:
        """G^T A G, row by row."""
        n = len(KINDS)
        columns = [self.by_power([flat[n * i + j] for i in range(n)]) for j in range(n)]  # G^T A, column by column
        rows = [self.by_power([columns[j][a] for j in range(n)]) for a in range(len(FREE))]
        return [x for row in rows for x in row]


VECTORS = {
    "inverse_dynamics": "tau", "bias_vector": "h", "gravity_vector": "g", "coriolis_vector": "c",
    "external_efforts": "efforts",
}  # fmt: skip
MATRICES = [
    ("inertia_matrix", "M"), ("coriolis_matrix", "C"), ("inertia_matrix_dot", "Md"),
    ("inverse_dynamics_derivatives", "dtau_dq"), ("inverse_dynamics_derivatives", "dtau_dqd"),
    ("inverse_dynamics_derivatives", "dtau_dqdd"),
]  # fmt: skip
SAME = [
    ("kinetic_energy", "T"), ("potential_energy", "U"), ("momenta", "Lc"), ("centre_of_mass", "com"),
    ("transform", "T"), ("accelerations", "vd"), ("velocities", "w"),
]  # fmt: skip


@pytest.mark.parametrize(("model", "output"), VECTORS.items())
def test_efforts_are_those_of_the_tree_by_the_power_they_take(model, output):
    both = Both()
    assert prove_equal(both.tied(model, output), both.by_power(both.tree(model, output)))


@pytest.mark.parametrize(("model", "output"), MATRICES)
def test_matrices_are_those_of_the_tree_projected(model, output):
    both = Both()
    assert prove_equal(both.tied(model, output), both.square(both.tree(model, output)))


@pytest.mark.parametrize(("model", "output"), SAME)
def test_what_has_no_rows_of_joints_is_that_of_the_tree(model, output):
    both = Both()
    assert prove_equal(both.tied(model, output), both.tree(model, output))


@pytest.mark.parametrize(("model", "output"), [("jacobian", "J"), ("jacobian_dot", "Jd"), ("analytic_jacobian", "Ja")])
def test_jacobians_are_those_of_the_tree_times_the_couplings(model, output):
    both, n = Both(), len(KINDS)
    tree = both.tree(model, output)
    rows = [both.by_power(tree[k : k + n]) for k in range(0, len(tree), n)]
    assert prove_equal(both.tied(model, output), [x for row in rows for x in row])


@pytest.mark.parametrize("formulation", ["newton_euler_plain", "lagrange", "kane", "composite"])
def test_formulations_agree_on_coupled_joints(formulation):
    both = Both()
    other = both.tied("inverse_dynamics", "tau", formulation=formulation)
    assert prove_equal(both.tied("inverse_dynamics", "tau"), other)


def test_forward_dynamics_undoes_inverse_dynamics():
    both = Both()
    tau = both.tied("inverse_dynamics", "tau")
    put = Importer(both.graph, {f"tau{j}": x for j, x in zip(FREE, tau, strict=True)})
    qdd = [put(e) for e in function(TIED, "forward_dynamics").output("qdd")]
    assert prove_equal(qdd, [make_symbol(both.graph, f"qdd{j}", "variable") for j in FREE])


def test_the_regressor_gives_the_efforts():
    port, both = function(TIED, "regressor").outputs[0], Both()
    width = port.shape[1]
    p = [make_symbol(both.graph, label.split("_", 1)[1]) for label in port.labels[:width]]
    W = both.tied("regressor", "W")
    rows = [W[k : k + width] for k in range(0, len(W), width)]
    tau = [sum((w * x for w, x in zip(row, p, strict=True)), p[0] * 0) for row in rows]
    assert prove_equal(tau, both.tied("inverse_dynamics", "tau"))


def test_base_parameters_give_the_same_efforts():
    standard, base = (lw.model(TIED, "inverse_dynamics", parameters=p) for p in ("standard", "base"))
    numbers = {name: 0.3 + 0.1 * k for k, name in enumerate(TIED.parameters)}
    state = {kind: [0.4, -0.7, 1.1] for kind in ("q", "qd", "qdd")}
    made = lw.base_parameters(TIED)
    known = {r.name: lw.expr.value_of(r.formula, numbers) for r in made.relations}
    table = {**numbers, **known}

    def efforts(fn: lw.Function) -> Any:
        labels = [name for port in fn.inputs if port.role == "parameter" for name in port.labels]
        return fn(**state, parameters={name: table[name] for name in labels})

    assert efforts(base) == pytest.approx(efforts(standard), rel=1e-12)


def test_a_coupling_with_factor_zero_holds_its_joint_where_the_offset_says():
    held = replace(TREE, couplings=(Coupling(4, (Term(1, 0),), "o4"),))
    fixed = replace(TREE, joints=tuple(
        replace(j, kind="fixed", variable="", theta="t4 + o4", rotor=0, viscous=0) if k == 4 else j
        for k, j in enumerate(TREE.joints, 1)
    ))  # fmt: skip
    one, other = (function(robot, "inverse_dynamics").output("tau") for robot in (held, fixed))
    assert prove_equal(one, other)


@pytest.mark.parametrize("factor", [0, 0.5])
def test_laws_hold_for_couplings_with_numbers_as_offsets(factor: float):
    """Dry friction at joints that follow, slowly or not at all, included."""
    body = Body(M=1, MX=0.2, ZZ=0.05)
    arm = Robot(name="tied", joints=(
        Joint(name="a", body=body, viscous=0.1, coulomb=0.3),
        Joint(name="b", parent=1, d=0.4, body=body, viscous=0.1, coulomb=0.2),
    ), couplings=(Coupling(2, (Term(1, factor),), 0.3),), gravity=(0, -9.81, 0))  # fmt: skip
    assert lw.verify(arm, targets=[]).ok


def test_dry_friction_of_a_joint_that_a_loop_holds_is_none():
    """A carriage that slides, a shaft that could turn in it, and a second guide that the shaft slides along."""
    carriage = Joint(name="carriage", kind="prismatic", body=Body(M=2))
    shaft = Joint(name="shaft", parent=1, actuated=False, body=Body(M=1, ZZ=0.1), coulomb=0.4)
    guide = lw.Loop(Joint(parent=2, kind="prismatic", actuated=False), Joint(kind="fixed"))
    robot = Robot(name="guided", joints=(carriage, shaft), loops=(guide,), gravity=(0, 0, -10))
    assert float(lw.model(robot, "inverse_dynamics")(q=[0.1], qd=[1.0], qdd=[1.0])[0]) == pytest.approx(33)
    assert lw.model(robot, "power_regressor").cost.total < 20


def test_couplings_put_in_before_the_recursion_cost_less_than_a_projection_afterwards():
    """A parallelogram whose last link keeps its orientation."""
    arm = Robot(name="palletiser", joints=(
        Joint(body=Body.symbolic(1)), Joint(parent=1, alpha="pi/2", d="d2", body=Body.symbolic(2)),
        Joint(parent=2, d="d3", body=Body.symbolic(3)), Joint(parent=3, d="d4", body=Body.symbolic(4)),
    ))  # fmt: skip
    tied = replace(arm, couplings=(Coupling(4, (Term(2, -1), Term(3, -1))),))
    assert lw.model(tied, "inverse_dynamics").cost.total < lw.model(arm, "inverse_dynamics").cost.total


@pytest.mark.parametrize(("couplings", "words"), [
    ((Coupling(2, (Term(3),)), Coupling(3, (Term(2),))), "couples joint 2 to itself"),
    ((Coupling(2, (Term(2),)),), "couples joint 2 to itself"),
    ((Coupling(2, (Term(9),)),), "joint 9, which does not exist"),
    ((Coupling(0, (Term(1),)),), "joint 0, which does not exist"),
    ((Coupling(2, (Term(1),)), Coupling(2, (Term(4),))), "joint 2 is coupled twice"),
])  # fmt: skip
def test_couplings_that_say_nothing_are_errors(couplings, words):
    with pytest.raises(RobotError, match=words):
        replace(TREE, couplings=couplings)
