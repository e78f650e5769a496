"""Every model of a robot against the oracle: what each of them must give, by its name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import linkwright as lw
from fuzz import oracle
from fuzz.oracle import Array, Plain, Real
from fuzz.report import Section
from linkwright.models import models

FORMULATIONS = ("newton_euler", "lagrange", "kane", "composite", "per_body", "uicker_kahn", "best")
FORMULATED = (
    "inverse_dynamics",
    "inertia_matrix",
    "coriolis_matrix",
    "coriolis_vector",
    "gravity_vector",
    "closed_form",
)
MOVING_BASE = ("inverse_dynamics", "bias_vector", "forward_dynamics", "velocities", "accelerations", "link_wrenches")
PLACES = {name: k for k, name in enumerate(("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M"))}
Outputs = Mapping[str, Array]


@dataclass(frozen=True)
class Case:
    """A robot of numbers in a state, and the values of the symbols that its file has."""

    plain: Plain
    values: Mapping[str, float]
    q: Array
    qd: Array
    qdd: Array

    @property
    def last(self) -> int:
        return len(self.plain.links)

    @property
    def sweep(self) -> oracle.Sweep:
        return oracle.sweep(self.plain, self.q, self.qd, self.qdd)

    def tau(self, q: Any = None, qd: Any = None, qdd: Any = None) -> Array:
        given = (self.q if q is None else q, self.qd if qd is None else qd, self.qdd if qdd is None else qdd)
        return oracle.efforts(self.plain, *given)

    @property
    def M(self) -> Array:
        return oracle.inertia_matrix(self.plain, self.q)

    @property
    def rotors(self) -> Array:
        return np.array([self.plain.links[j].rotor for j in self.plain.moving], dtype=Real)

    @property
    def linear(self) -> Case:
        """Without the wrenches on the environment, before which no parameter stands."""
        links = tuple(replace(x, wrench=(0.0,) * 6) for x in self.plain.links)
        return replace(self, plain=replace(self.plain, links=links))

    @property
    def zero(self) -> Array:
        return 0 * self.q

    @property
    def bias(self) -> Array:
        return self.tau(qdd=self.zero)

    @property
    def coriolis(self) -> Array:
        return oracle.efforts(self.plain.bare(), self.q, self.qd, self.zero)

    @property
    def gravity(self) -> Array:
        return oracle.efforts(self.plain.weight(), self.q, self.zero, self.zero)

    @property
    def J(self) -> Array:
        return oracle.jacobian(self.plain, self.q, self.last)

    @property
    def drift(self) -> Array:
        s = oracle.sweep(self.plain.bare(), self.q, self.qd, self.zero)
        return np.concatenate([s.R[-1] @ s.a[-1], s.R[-1] @ s.wd[-1]])

    @property
    def kinetic(self) -> Array:
        return oracle.kinetic_energy(self.plain, self.q, self.qd)

    @property
    def potential(self) -> Array:
        first, _ = oracle.moments(self.plain, self.sweep)
        return -np.array(self.plain.gravity, dtype=Real) @ first

    def parameter(self, label: str) -> float:
        """Of a column of a regressor, whose label ends with a symbol of the file or with `XX3`, `FV2`, ... of a link;
        with `XX3_` where a symbol is called XX3."""
        for name in (label[k + 1 :] for k, letter in enumerate(label) if letter == "_"):
            if name in self.values:
                return self.values[name]
            if found := re.fullmatch(r"([A-Z]+)(\d+)_*", name):
                link = self.plain.links[int(found[2]) - 1]
                own = {"IA": link.rotor, "FV": link.viscous, "FS": link.coulomb}
                return own[found[1]] if found[1] in own else link.inertia[PLACES[found[1]]]
        raise ValueError(f"no parameter is called so: {label}")


def times_parameters(case: Case, fn: lw.Function, name: str, value: Array) -> Array:
    """A regressor times the parameters that its columns are labelled with."""
    port = next(p for p in fn.outputs if p.name == name)
    columns = port.shape[-1]
    return np.asarray(value, Real) @ np.array([case.parameter(x) for x in port.labels[:columns]], dtype=Real)


def _pose(case: Case, k: int) -> Array:
    s = case.sweep
    T = np.eye(4, dtype=Real)
    T[:3, :3], T[:3, 3] = s.R[k], s.P[k]
    return T


def _fd_slopes(case: Case, out: Outputs) -> list[tuple[Array, Array]]:
    """M dqdd/dx = -dtau/dx at the accelerations of forward dynamics, and M dqdd/dtau = 1."""
    M, tau = case.M, case.qdd
    qdd = np.linalg.solve(M.astype(float), (tau - case.bias).astype(float)).astype(Real)
    ones = np.ones(len(tau))
    dq = oracle.slope(lambda x: case.tau(q=x, qdd=qdd), case.q, ones)
    dqd = oracle.slope(lambda x: case.tau(qd=x, qdd=qdd), case.qd, ones)
    return [(M @ out["dqdd_dq"], -dq), (M @ out["dqdd_dqd"], -dqd), (M @ out["dqdd_dtau"], np.eye(len(tau)))]


def _id_slopes(case: Case, out: Outputs) -> list[tuple[Array, Array]]:
    ones = np.ones(len(case.q))
    dq = oracle.slope(lambda x: case.tau(q=x), case.q, ones)
    dqd = oracle.slope(lambda x: case.tau(qd=x), case.qd, ones)
    return [(out["dtau_dq"], dq), (out["dtau_dqd"], dqd), (out["dtau_dqdd"], case.M)]


def _momenta(case: Case, out: Outputs) -> list[tuple[Array, Array]]:
    p, L = oracle.momenta(case.plain, case.sweep)
    first, mass = oracle.moments(case.plain, case.sweep)
    return [(out["p"], p), (out["L"], L), (out["Lc"], L - np.cross(first / mass, p))]


def _com_jacobian(case: Case) -> Array:
    def place(q: Array) -> Array:
        return np.divide(*oracle.moments(case.plain, oracle.sweep(case.plain, q, case.zero, case.zero)))

    return oracle.slope(place, case.q, np.ones(len(case.q)))


def _external(case: Case, out: Outputs) -> list[tuple[Array, Array]]:
    R, given = case.sweep.R[-1], np.array([case.values[f"{w}{case.last}_{a}"] for w in "FC" for a in "xyz"], dtype=Real)
    return [(out["efforts"], case.J.T @ np.concatenate([R @ given[:3], R @ given[3:]]))]


def _of_links(name: str, *fields: str) -> Callable[[Case, Outputs], list[tuple[Array, Array]]]:
    """Vectors of links 1..n in their frames; whatever stands before them (the base) is not looked at."""
    ours = name.split()
    return lambda case, out: [
        (out[port][-case.last :], np.array(getattr(case.sweep, field)[1:])) for port, field in zip(ours, fields)
    ]


EXPECTED: dict[str, Callable[[Case, Outputs], list[tuple[Array, Array]]]] = {
    "inverse_dynamics": lambda c, o: [(o["tau"], c.tau())],
    "bias_vector": lambda c, o: [(o["h"], c.bias)],
    "coriolis_vector": lambda c, o: [(o["c"], c.coriolis)],
    "coriolis_matrix": lambda c, o: [(o["C"] @ c.qd, c.coriolis)],
    "gravity_vector": lambda c, o: [(o["g"], c.gravity)],
    "inertia_matrix": lambda c, o: [(o["M"], c.M)],
    "inertia_matrix_dot": lambda c, o: [(o["Md"], oracle.slope(
        lambda t: oracle.inertia_matrix(c.plain, c.q + t[0] * c.qd), [0], [1])[..., 0].T)],
    "inverse_inertia_matrix": lambda c, o: [(c.M @ o["Minv"], np.eye(len(c.q)))],
    "forward_dynamics": lambda c, o: [(c.M @ o["qdd"] + c.bias, c.qdd)],  # the state's qdd stand for efforts
    "hybrid_dynamics": lambda c, o: [(c.M @ o["accelerations"] + c.bias, c.qdd)],
    "closed_form": lambda c, o: [
        (o["H"], c.M), (o["g"], c.gravity), (o["C"].reshape((len(c.q),) * 3) @ c.qd @ c.qd, c.coriolis)],
    "per_body": lambda c, o: [
        (o["H"].sum(1).reshape(len(c.q), -1) + np.diag(c.rotors), c.M), (o["G"].sum(1), c.gravity)],
    "kinetic_energy": lambda c, o: [(o["T"], c.kinetic)],
    "potential_energy": lambda c, o: [(o["U"], c.potential)],
    "momenta": _momenta,
    "centre_of_mass": lambda c, o: [(o["com"], np.divide(*oracle.moments(c.plain, c.sweep)))],
    "centre_of_mass_jacobian": lambda c, o: [(o["Jcom"], _com_jacobian(c))],
    "inverse_dynamics_derivatives": _id_slopes,
    "forward_dynamics_derivatives": _fd_slopes,
    "transform": lambda c, o: [(o["T"], _pose(c, c.last))],
    "direct_geometry": lambda c, o: [(o[f"T{k}"], _pose(c, k)) for k in range(1, c.last + 1) if f"T{k}" in o],
    "jacobian": lambda c, o: [(o["J"], c.J)],
    "analytic_jacobian": lambda c, o: [(o["Ja"][:3], c.J[:3])],
    "jdot_qdot": lambda c, o: [(o["Jdqd"], c.drift)],
    "jacobian_dot": lambda c, o: [(o["Jd"] @ c.qd, c.drift)],
    "hessian": lambda c, o: [(o["H"].reshape(6, len(c.q), len(c.q)) @ c.qd @ c.qd, c.drift)],
    "velocities": _of_links("v w", "v", "w"),
    "accelerations": _of_links("vd wd", "a", "wd"),
    "link_wrenches": _of_links("f n", "f", "n"),
    "external_efforts": _external,
}  # fmt: skip
REGRESSORS: dict[str, Callable[[Case], dict[str, Array]]] = {
    "regressor": lambda c: {"W": c.tau()},
    "energy_regressor": lambda c: {"T": c.kinetic, "U": c.potential},
    "power_regressor": lambda c: {"P": c.tau() @ c.qd},
    "link_wrench_regressor": lambda c: {"f": np.array(c.sweep.f[1:]).ravel(), "n": np.array(c.sweep.n[1:]).ravel()},
}
FRAMED = ("transform", "jacobian", "analytic_jacobian", "jdot_qdot", "jacobian_dot", "hessian")
# Base parameters change energies by a constant, and move what is a rotor's into the bodies.
STANDARD = ("potential_energy", "energy_regressor", "per_body")


def evaluate(fn: Any, case: Case, inputs: Any = None) -> dict[str, Array]:
    """A function or its compiled form, with tau given the numbers of qdd."""
    state = {"q": case.q, "qd": case.qd, "qdd": case.qdd, "tau": case.qdd}
    given = {p.name: [float(x) for x in state[p.name]] if p.name in state else [case.values[s] for s in p.labels]
             for p in (inputs or fn.inputs)}  # fmt: skip
    made = fn(**given)
    return made if isinstance(made, dict) else {(fn if hasattr(fn, "outputs") else fn.function).outputs[0].name: made}


def options_of(name: str, case: Case) -> list[dict[str, Any]]:
    if name in FORMULATED:
        return [{}, *({"formulation": f} for f in FORMULATIONS)]
    last = {"frames": str(case.last)} if name in ("external_efforts", "direct_geometry") else {"frame": str(case.last)}
    return [last] if name in (*FRAMED, "external_efforts", "direct_geometry") else [{}]


def check_models(section: Section, robot: lw.Robot, case: Case, where: str, base: bool = True) -> list[str]:
    """Every model that takes the robot, in standard and base parameters; the names of those that did."""
    accepted = []
    regular = np.linalg.cond(case.M.astype(float)) < 1e8 if len(case.q) else False
    moving = case.plain.base != oracle.STILL
    sets = {"standard": dict(case.values)}
    with section.guarded("grouping", where):
        if base:
            fn = lw.grouping(robot)
            grouped = fn(**{p.name: [case.values[s] for s in p.labels] for p in fn.inputs})
            sets["base"] = {**case.values, **dict(zip(fn.outputs[0].labels, np.atleast_1d(np.asarray(grouped))))}
    for name, model in models().items():
        for parameters, values in sets.items():
            if parameters not in model.parameters or (name in STANDARD and parameters == "base"):
                continue
            for options in options_of(name, case) if parameters == "standard" else options_of(name, case)[:1]:
                kind = " ".join([name, parameters, *options.values()] if name in FORMULATED else [name, parameters])
                with section.guarded(kind, where):
                    fn = lw.model(robot, name, parameters=parameters, **options)  # type: ignore[arg-type]
                    accepted.append(name)
                    solves = any(word in name for word in ("forward", "hybrid", "inverse_inertia"))
                    if (moving and name not in MOVING_BASE) or (solves and not regular):
                        continue
                    own = replace(case, values=values)
                    _compare(section, fn, own, name, kind, where, parameters)
    return list(dict.fromkeys(accepted))


def _compare(section: Section, fn: lw.Function, case: Case, name: str, kind: str, where: str, parameters: str) -> None:
    if name not in EXPECTED and (name not in REGRESSORS or parameters == "base"):
        return
    found = {key: np.asarray(value, Real) for key, value in evaluate(fn, case).items()}
    if not len(case.q):  # nothing moves: what is left has no entries, or is the same at every state
        return
    if name in EXPECTED:
        pairs = EXPECTED[name](case, found)
    else:
        pairs = [(times_parameters(case, fn, key, found[key]), x) for key, x in REGRESSORS[name](case.linear).items()]
    for ours, expected in pairs:
        section.compare(kind, where, ours, expected, scale=1.0, tolerance=1e-9)
