"""Centroidal momentum, contact wrenches and the blocks of the inertia matrix."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import ModelWarning, RobotError, UnknownName
from linkwright.expr import Expr, Graph, Importer, make_symbol, prove_equal
from linkwright.expr.derivative import directional_derivatives
from linkwright.formats import read
from linkwright.models import function
from linkwright.robot import Base, Body, Joint, Robot

ARM = Robot(
    name="arm",
    joints=(
        Joint(alpha="a1", d="d1", body=Body.symbolic(1)),
        Joint(parent=1, alpha="a2", d="d2", r="r2", body=Body.symbolic(2)),
        Joint(parent=1, kind="prismatic", alpha="a3", d="d3", body=Body.symbolic(3)),
    ),
    gravity=("G1", "G2", "G3"),
)
FREE = ARM.changed(base=Base(kind="floating", body=Body.symbolic(0)))


def outputs(robot: Robot, *wanted: tuple[str, str]) -> list[list[Expr]]:
    into = Importer(Graph())
    return [[into(e) for e in function(robot, model).output(output)] for model, output in wanted]


@pytest.mark.parametrize("robot", [ARM, FREE], ids=["held", "floating"])
def test_centroidal_momentum_is_linear_in_the_rates_and_that_of_all_links(robot):
    h, A, p, Lc = outputs(robot, ("centroidal_momentum", "h"), ("centroidal_momentum", "A"), ("momenta", "p"),
                          ("momenta", "Lc"))  # fmt: skip
    assert prove_equal(h, [*p, *Lc])
    names = [s for q in function(robot, "momenta").inputs if q.name in ("base_twist", "qd") for s in q.labels]
    qd = [make_symbol(h[0].graph, name, "variable") for name in names]
    n = len(qd)
    assert prove_equal([sum((A[n * r + k] * qd[k] for k in range(n)), qd[0] * 0) for r in range(6)], h)


def test_the_rates_of_the_momentum_are_its_derivatives():
    """Of a base that is held: d/dt h = A qdd + b, and Ad is the derivative of the entries of A."""
    h, A, b, Ad = outputs(ARM, ("centroidal_momentum", "h"), ("centroidal_momentum", "A"),
                          ("centroidal_momentum_dot", "b"), ("centroidal_momentum_dot", "Ad"))  # fmt: skip
    g = h[0].graph
    q, qd, qdd = ([make_symbol(g, f"{kind}{j}", "variable") for j in (1, 2, 3)] for kind in ("q", "qd", "qdd"))
    motion = dict(zip(q, qd, strict=True))
    rate = directional_derivatives(h, motion | dict(zip(qd, qdd, strict=True)))
    assert prove_equal(rate, [sum((A[3 * r + k] * qdd[k] for k in range(3)), b[r]) for r in range(6)])
    assert prove_equal(directional_derivatives([e + g_zero(g) for e in A], motion), Ad)


def g_zero(graph: Graph) -> Expr:
    return Expr(graph, graph.const(0))


def loaded(path: Path, **options: Any) -> Robot:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        return read(path, floating=True, snap=False, **options)


@pytest.fixture(scope="module")
def solo(robot_data: Path) -> Any:
    """Solo12 with its feet, here and in Pinocchio, in a random state."""
    pin = pytest.importorskip("pinocchio")
    path = robot_data / "solo_description" / "robots" / "solo12.urdf"
    model = pin.buildModelFromUrdf(str(path), pin.JointModelFreeFlyer())
    robot = loaded(path, keep_fixed=True)
    rng = np.random.default_rng(3)
    q = pin.randomConfiguration(model, -np.ones(model.nq), np.ones(model.nq))
    v, tau = rng.uniform(-1, 1, (2, model.nv))
    tau[:6] = 0
    joints = [model.joints[model.getJointId(c.joint)] for c in robot.coordinates if c.link]
    rows = [j.idx_v for j in joints]
    state = {"base_pose": np.r_[q[:3], q[6], q[3:6]], "q": q[[j.idx_q for j in joints]], "base_twist": v[:6],
             "qd": v[rows], "tau": tau[rows], "contacts": rng.uniform(-1, 1, 12)}  # fmt: skip
    return pin, model, robot, q, v, tau, [*range(6), *rows], state


def ours(robot: Robot, name: str, state: dict[str, Any], **options: Any) -> Any:
    fn = lw.model(robot, name, **options)
    return lw.compile(fn)(**{p.name: state[p.name] for p in fn.inputs})


def close(found: Any, expected: Any) -> None:
    np.testing.assert_allclose(found, expected, atol=1e-10 * abs(np.asarray(expected)).max())


def test_centroidal_momentum_is_that_of_pinocchio(solo):
    pin, model, robot, q, v, _, order, state = solo
    data = model.createData()
    pin.dccrba(model, data, q, v)
    found, rates = ours(robot, "centroidal_momentum", state), ours(robot, "centroidal_momentum_dot", state)
    close(found["A"], data.Ag[:, order])
    close(found["h"], data.Ag @ v)
    close(rates["Ad"], data.dAg[:, order])
    across = np.r_[np.cross(v[3:6], v[:3]), np.zeros(model.nv - 3)]  # classical less spatial acceleration
    close(rates["b"], data.dAg @ v - data.Ag @ across)


def test_contact_wrenches_are_efforts_through_the_jacobians_of_their_frames(solo):
    pin, model, robot, q, v, tau, order, state = solo
    data = model.createData()
    feet = ("FL_ANKLE", "HR_ANKLE")
    pin.computeJointJacobians(model, data, q)
    pin.updateFramePlacements(model, data)
    total = tau.copy()
    for k, foot in enumerate(feet):
        J = pin.getFrameJacobian(model, data, model.getFrameId(foot), pin.LOCAL)
        total += J.T @ state["contacts"][6 * k : 6 * k + 6]
    expected = pin.aba(model, data, q, v, total)
    expected[:3] += np.cross(v[3:6], v[:3])
    found = ours(robot, "forward_dynamics", state, contacts=",".join(feet))
    close(np.r_[found["base_acceleration"], found["qdd"]], expected[order])


def test_contacts_are_inputs_of_what_depends_on_wrenches_alone():
    fn = function(FREE, "bias_vector", {"contacts": "0,2"})
    assert next(p for p in fn.inputs if p.name == "contacts").labels[:3] == ("f_base_x", "f_base_y", "f_base_z")
    with pytest.raises(UnknownName, match="option of inertia_matrix"):
        function(FREE, "inertia_matrix", {"contacts": "2"})


def test_orientations_are_those_of_robots_that_have_one():
    with pytest.raises(RobotError, match="no orientation"):
        function(ARM, "inverse_dynamics", {"orientation": "rpy"})
    ports = {p.name: p.size for p in function(FREE, "bias_vector", {"orientation": "rpy"}).inputs}
    assert ports["base_pose"] == 6


def test_blocks_of_the_inertia_matrix_are_its_parts():
    whole = function(FREE, "inertia_matrix")
    parts = function(FREE, "inertia_matrix", {"form": "blocks"})
    into = Importer(Graph())
    M = np.array([into(e) for e in whole.output("M")], dtype=object).reshape(9, 9)
    A11, A12, A22 = ([into(e) for e in parts.output(name)] for name in ("A11", "A12", "A22"))
    for block, part in ((M[:6, :6], A11), (M[:6, 6:], A12), (M[6:, 6:], A22)):
        assert prove_equal(list(block.flat), part)
    held = [into(e) for e in function(ARM, "inertia_matrix").output("M")]
    assert prove_equal(held, A22)
    alone = function(ARM, "inertia_matrix", {"form": "blocks"})
    assert [p.name for p in alone.outputs] == ["A22"]
