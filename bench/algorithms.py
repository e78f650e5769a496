"""The compared models: what Pinocchio calls them, what Linkwright calls them, and when their numbers agree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import linkwright as lw
from bench.arms import Arm
from bench.contender import error
from linkwright.expr import Graph
from linkwright.optimize import optimize

Functions = Mapping[str, lw.Function]  # by a note that tells them apart


@dataclass(frozen=True)
class Algorithm:
    """`native` are its names in native/algorithms.hpp, `size` how many numbers Pinocchio returns for n joints."""

    name: str
    what: str
    native: tuple[str, ...]
    functions: Callable[[Arm], Functions]
    size: Callable[[int], int]
    goals: tuple[float, float] = (1.0, 1.0)  # times faster than Pinocchio in C++, than CasADi's C
    error: Callable[[np.ndarray, np.ndarray], float] = error


def plainly(name: str, **options: Any) -> Callable[[Arm], Functions]:
    """A model with the fewest inertial parameters."""
    return lambda arm: {"": lw.model(arm.robot, name, parameters="base", **options)}


def joined(name: str, *functions: lw.Function) -> lw.Function:
    """One function of the joint positions with the outputs of all of them, optimized as a whole."""
    graph = Graph()
    first = functions[0].inputs[0]
    q = [lw.Expr(graph, graph.symbol(label, "variable")) for label in first.labels]
    outputs = []
    for f in functions:
        made = f(q=q)
        flat = [x for row in made for x in (row if isinstance(row, list) else [row])]
        outputs.append(replace(f.outputs[0], elements=tuple(x.id for x in flat)))
    port = replace(first, elements=tuple(x.id for x in q))
    doc = "; ".join(f.doc for f in functions)
    return optimize(lw.Function(name, graph, (port,), tuple(outputs), doc, functions[0].provenance))


def kinematics(arm: Arm) -> Functions:
    """Pose and Jacobian of the end frame, both in the world's axes, in one function: the best choice of the frame in
    which the Jacobian is computed is another than for the Jacobian alone."""
    pose = lw.model(arm.robot, "direct_geometry", optimize=False, reference="world")
    frames = ["best", *range(len(arm.robot) + 1)]
    made = [
        joined(f"{arm.name}_pose_and_jacobian", pose, jacobian)
        for jacobian in (
            lw.model(arm.robot, "jacobian", optimize=False, projection="world", intermediate=i) for i in frames
        )
    ]
    return {"": min(made, key=lambda f: f.cost.mul)}


def regressors(arm: Arm) -> Functions:
    """Ten parameters of every link, none of which is taken as zero, and their base: what identification needs."""
    table = enumerate(arm.robot.joints, 1)
    joints = tuple(replace(joint, body=lw.Body.symbolic(j)) if joint.moves else joint for j, joint in table)
    robot = replace(arm.robot, joints=joints)
    standard = lw.model(robot, "regressor")
    base = replace(lw.model(robot, "regressor", parameters="base"), name=f"{standard.name}_base")
    return {"standard parameters": standard, "base parameters": base}


def span_error(values: np.ndarray, reference: np.ndarray) -> float:
    """How far two regressors are from a change of parameters into each other: what of the columns of each, for all
    states, is no combination of those of the other. Pinocchio's links have frames of their own, hence other columns."""
    states = len(reference)
    joints = round((reference.shape[1] / 10) ** 0.5)
    A, B = (x.reshape(states * joints, -1) for x in (values, reference))

    def rest(X: np.ndarray, Y: np.ndarray) -> float:
        found = np.linalg.lstsq(X, Y, rcond=1e-8)[0]
        return float((np.abs(X @ found - Y).max(axis=0) / np.abs(Y).max(axis=0).clip(1e-3)).max())

    return max(rest(A, B), rest(B, A))


def square(blocks: int) -> Callable[[int], int]:
    return lambda n: blocks * n * n


ALGORITHMS = {
    a.name: a
    for a in (
        Algorithm("inertia matrix", "inertia_matrix | crba", ("crba", "crba_world"), plainly("inertia_matrix"),
                  square(1)),
        Algorithm("forward dynamics", "forward_dynamics | aba", ("aba", "aba_world"), plainly("forward_dynamics"),
                  lambda n: n),
        Algorithm("bias vector", "bias_vector | nonLinearEffects", ("nonLinearEffects",), plainly("bias_vector"),
                  lambda n: n),
        Algorithm("derivatives of inverse dynamics", "inverse_dynamics_derivatives | computeRNEADerivatives",
                  ("computeRNEADerivatives",), plainly("inverse_dynamics_derivatives"), square(3), (3.0, 1.0)),
        Algorithm("derivatives of forward dynamics", "forward_dynamics_derivatives | computeABADerivatives",
                  ("computeABADerivatives",), plainly("forward_dynamics_derivatives"), square(3), (3.0, 1.0)),
        Algorithm("regressor", "regressor | computeJointTorqueRegressor", ("computeJointTorqueRegressor",), regressors,
                  square(10), error=span_error),
        Algorithm("pose and Jacobian", "direct_geometry + jacobian | computeJointJacobians, updateFramePlacement, "
                  "getFrameJacobian", ("computeJointJacobians",), kinematics, lambda n: 16 + 6 * n, (6.0, 1.0)),
    )
}  # fmt: skip

INVERSE_DYNAMICS = Algorithm("inverse dynamics", "inverse_dynamics | rnea", ("rnea",), plainly("inverse_dynamics"),
                             lambda n: n, (5.0, 1.7))  # fmt: skip
