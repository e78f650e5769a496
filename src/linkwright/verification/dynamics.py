"""Laws of dynamics: every model against virtual work, energies and momenta of points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from linkwright.errors import RobotError
from linkwright.expr import Expr, make_symbol
from linkwright.expr.derivative import gradient
from linkwright.expr.kernels.solve import solve
from linkwright.models import find
from linkwright.verification.bench import ModelFixture, fresh_name
from linkwright.verification.kinematics import (
    FrameName,
    FrameOptions,
    find_independent_rows,
    flatten_matrix,
    pose_between,
    project_vectors,
    projected_jacobian,
    row_names,
    symbolic_point,
)
from linkwright.verification.law import Law, SymbolicEquality, prove_statement
from linkwright.verification.mechanics import (
    add_scaled,
    cross_product,
    multiply_vector,
    rotation_part,
    sum_terms,
    transpose_matrix,
)


def formulations_of(m: ModelFixture, *slow: str) -> tuple[str, ...]:
    """Formulations that exist for such robots; for many joints those that are not slow here: another law has them."""
    without = {"lagrange", "uicker_kahn"} if m.turns else set()
    without |= {"composite"} if m.floats else set()
    is_coupled = m.robot.couplings or any(joint.flexible for joint in m.robot.joints)
    without |= {"uicker_kahn", "per_body"} if is_coupled else set()
    known = find("inverse_dynamics").options["formulation"].choices
    return tuple(name for name in known if (m.has_few_coordinates or name not in slow) and name not in without)


def coriolis_efforts(m: ModelFixture) -> list[Expr]:
    """C qd: the part of the efforts that is of second degree in the velocities."""
    rest = m.at_rest(m.bare_efforts, "qdd")
    return [a - b for a, b in zip(rest, m.at_rest(rest, "qd"), strict=True)]


# -- efforts ----------------------------------------------------------------------------------------------------------


def newton_euler_efforts(m: ModelFixture) -> Iterator[SymbolicEquality]:
    """Efforts with friction, wrenches on the environment and motion of the base, if the robot has them."""
    tau, qdd = m.inverse()
    yield SymbolicEquality("efforts", tau, m.at(m.efforts, qdd=qdd))
    yield SymbolicEquality("efforts at qdd = 0", m.output("bias_vector"), m.at_rest(m.efforts, "qdd"))


def lagrange_efforts(m: ModelFixture) -> Iterator[SymbolicEquality]:
    m = m.still
    yield SymbolicEquality(
        "efforts", m.output("inverse_dynamics"), m.output("inverse_dynamics", formulation="lagrange")
    )


def efforts_by_formulations(m: ModelFixture) -> Iterator[SymbolicEquality]:
    """All formulations that exist for the robot, its base at rest."""
    m = m.still
    come_out = any(c.given == "effort" for c in m.robot.coordinates)  # accelerations, of a base or of springs
    for name in ("newton_euler", "best") if come_out else formulations_of(m):
        tau, qdd = m.inverse(formulation=name)
        yield SymbolicEquality(name, tau, m.at(m.efforts, qdd=qdd))


def terms_by_formulations(m: ModelFixture) -> Iterator[SymbolicEquality]:
    """M, C, C qd and g of links and rotors, by every formulation."""
    m, u = m.still, m.still.direction()
    c, g = coriolis_efforts(m), m.at_rest(m.bare_efforts, "qd", "qdd")
    Cu = m.mechanics.coriolis(u) if m.turns else [x / 2 for x in m.along(c, qd=u)]  # Christoffel: half the slopes
    Mu = m.inertia(u)
    for name in ("fewest", *formulations_of(m, "newton_euler", "lagrange", "kane", "composite", "per_body", "best")):
        yield SymbolicEquality(f"M ({name})", m.times(m.matrix("inertia_matrix", formulation=name), u), Mu)
        if name == "fewest" or not m.turns:  # no coordinates that Christoffel's symbols could be of
            yield SymbolicEquality(f"C ({name})", m.times(m.matrix("coriolis_matrix", formulation=name), u), Cu)
        yield SymbolicEquality(f"C qd ({name})", m.output("coriolis_vector", formulation=name), c)
        yield SymbolicEquality(f"g ({name})", m.output("gravity_vector", formulation=name), g)


def closed_form_terms(m: ModelFixture) -> Iterator[SymbolicEquality]:
    """Tensors H, C and g of the closed form, by every formulation."""
    m = m.still
    u, v = m.direction("u"), m.direction("v")
    n = len(u)
    Mu, g = m.inertia(u), m.at_rest(m.bare_efforts, "qd", "qdd")
    curved = [x / 2 for x in m.along(m.along(coriolis_efforts(m), qd=u), qd=v)]
    for name in formulations_of(m, "newton_euler", "kane", "best"):
        options = {"formulation": name}
        C = m.matrix("closed_form", "C", **options)  # row n i + k, column l
        left = [sum_terms(u[k] * multiply_vector([C[n * i + k]], v)[0] for k in range(n)) for i in range(n)]
        yield SymbolicEquality(f"H ({name})", m.times(m.matrix("closed_form", "H", **options), u), Mu)
        yield SymbolicEquality(f"C ({name})", left, curved)
        yield SymbolicEquality(f"g ({name})", m.output("closed_form", "g", **options), g)


def contributions_by_body(m: ModelFixture) -> Iterator[SymbolicEquality]:
    """Contribution of every body: qdd_j H + qd_j^2 beta + 2 qd_j qd_n zeta (n before j) + G + Q."""
    m = m.still
    n, mechanics = len(m.qd), m.mechanics
    for chosen in ("all", str(len(m.robot))):
        H, beta, zeta, G, Q = (m.matrix("per_body", port, bodies=chosen) for port in ("H", "beta", "zeta", "G", "Q"))
        links = mechanics.links if chosen == "all" else [len(m.robot)]
        for c, k in enumerate(links):
            share = mechanics.lift(mechanics.body_efforts(k, mechanics.parameters, still=True))
            weight = m.at_rest(share, "qd", "qdd")
            swing = []
            for i in range(n):
                linear = [H[n * i + j][c] * m.qdd[j] + beta[n * i + j][c] * (m.qd[j] * m.qd[j]) for j in range(n)]
                mixed = [2 * (zeta[n * (n * i + j) + l][c] * (m.qd[j] * m.qd[l])) for j in range(n) for l in range(n)]
                swing.append(sum_terms([*linear, *mixed]))
            yield SymbolicEquality(f"inertia of body {k}", swing, add_scaled(share, weight, -1))
            yield SymbolicEquality(f"weight of body {k}", [G[i][c] for i in range(n)], weight)
            outside = mechanics.wrench_efforts(k, *mechanics.outside(k))
            yield SymbolicEquality(f"wrench of body {k}", [Q[i][c] for i in range(n)], outside)


def external_wrench_efforts(m: ModelFixture) -> Iterator[SymbolicEquality]:
    text, at = symbolic_point(m)
    every = list(range(1, len(m.robot) + 1))
    variants: list[tuple[FrameOptions, list[int], list[Any]]] = [
        ({}, [m.end], [0, 0, 0]), ({"frames": "all"}, every, [0, 0, 0]),
        ({"frames": m.end, "point": text, "projection": m.middle}, [m.end], at),
        ({"frames": m.middle, "projection": "world"}, [m.middle], [0, 0, 0]),
    ]  # fmt: skip
    for options, frames, point in variants:
        known = {*m.robot.graph.symbols(), *(str(x.name) for x in m.q)}
        expected: list[Any] = [0] * len(m.qd)
        for j in frames:
            f, n = ([make_symbol(m.graph, fresh_name(f"{letter}{j}_{axis}", known), "variable") for axis in "xyz"]
                    for letter in "FC")  # fmt: skip
            R = rotation_part(pose_between(m, options.get("projection", j)))
            expected = add_scaled(
                expected, m.mechanics.wrench_efforts(j, multiply_vector(R, f), multiply_vector(R, n), point)
            )
        yield SymbolicEquality(f"frames {frames}", m.output("external_efforts", **options), expected)


def cut_wrench_balance(m: ModelFixture) -> Iterator[SymbolicEquality]:
    f, n = m.mechanics.cut_wrenches()
    yield SymbolicEquality("forces", m.output("link_wrenches", "f"), flatten_matrix(f))
    yield SymbolicEquality("moments", m.output("link_wrenches", "n"), flatten_matrix(n))


# -- inertia ----------------------------------------------------------------------------------------------------------


def inertia_rates(m: ModelFixture) -> Iterator[SymbolicEquality]:
    m = m.still
    u = m.direction()
    yield SymbolicEquality("M'", m.times(m.matrix("inertia_matrix_dot"), u), m.along(m.inertia(u), q=m.qd))


def inverse_inertia(m: ModelFixture) -> Iterator[SymbolicEquality]:
    u = m.direction()
    yield SymbolicEquality("M Minv", m.inertia(m.times(m.matrix("inverse_inertia_matrix"), u)), u)


def operational_inertia(m: ModelFixture) -> Iterator[SymbolicEquality]:
    """Lambda J M^-1 J^T = 1, for as many rows as the end can follow."""
    text, point = symbolic_point(m)
    n = len(m.qd)
    unit = [[m.mechanics.lift([int(i == k)])[0] for i in range(n)] for k in range(n)]
    M = transpose_matrix([m.inertia(e) for e in unit])
    variants: list[tuple[int, FrameOptions, list[Any]]] = [
        (0, {}, [0, 0, 0]), (m.middle, {"point": text, "frame": m.end}, point)
    ]  # fmt: skip
    for projection, options, at in variants:
        rows = find_independent_rows(m, m.end, projection)
        if not rows:
            raise RobotError(f"{m.robot.name}: no joint moves frame {m.end}")
        whole, u = projected_jacobian(m, m.end, at, projection), m.direction("u", len(rows))
        J = [whole[r] for r in rows]
        x = solve(M, m.mechanics.lift(multiply_vector(transpose_matrix(J), u)))
        Lambda = m.matrix("operational_space_inertia", rows=row_names(rows), projection=projection, **options)
        yield SymbolicEquality(f"rows {row_names(rows)}", multiply_vector(Lambda, multiply_vector(J, x)), u)


# -- forward ----------------------------------------------------------------------------------------------------------


def forward_inverts_efforts(m: ModelFixture) -> Iterator[SymbolicEquality]:
    qdd = m.accelerations("forward_dynamics", "qdd")
    yield SymbolicEquality("efforts of these accelerations", m.at(m.efforts, qdd=qdd), m.tau)


def hybrid_efforts(m: ModelFixture) -> Iterator[SymbolicEquality]:
    joints = [*dict.fromkeys(c.link for c in m.robot.coordinates if c.link)]
    half = joints[1::2] or joints
    choices: dict[str, list[int]] = {"none": [], "all": [], ",".join(map(str, half)): half}
    if m.floats:
        choices |= {"0": [0], f"0,{joints[0]}": [0, joints[0]]}
    for text, given in choices.items():
        fn = m.function("hybrid_dynamics", given=text)
        found = {name: m.output("hybrid_dynamics", name, given=text) for name in (p.name for p in fn.outputs)}
        a = found.get("base_acceleration", []) + found.get("accelerations", [])
        e = found.get("base_wrench", []) + found.get("efforts", [])
        known = [c.link in given or (text == "all" and c.given == "acceleration") for c in m.robot.coordinates]
        qdd = [x if is_given else a.pop(0) for x, is_given in zip(m.qdd, known, strict=True)]
        tau = [e.pop(0) if is_given else x for x, is_given in zip(m.tau, known, strict=True)]
        yield SymbolicEquality(f"given: {text}", tau, m.at(m.efforts, qdd=qdd))


# -- energies and momenta ---------------------------------------------------------------------------------------------


def energies_of_points(m: ModelFixture) -> Iterator[SymbolicEquality]:
    """Kinetic and potential energy."""
    yield SymbolicEquality("kinetic", m.output("kinetic_energy"), [m.mechanics.kinetic_energy()])
    yield SymbolicEquality("potential", m.output("potential_energy"), [m.mechanics.potential_energy()])


def momentum_is_gradient(m: ModelFixture) -> Iterator[SymbolicEquality]:
    """M qd = dT/dqd, of two models."""
    m = m.still.free
    (T,) = m.output("kinetic_energy")
    yield SymbolicEquality("M qd", m.times(m.matrix("inertia_matrix"), m.qd), gradient(T, m.qd))


def inertia_blocks(m: ModelFixture) -> Iterator[SymbolicEquality]:
    """M u, block by block."""
    m = m.still.free
    u = m.direction()
    n = 6 * m.floats
    whole = m.inertia(u)
    A22 = m.matrix("inertia_matrix", "A22", form="blocks")
    joints = multiply_vector(A22, u[n:])
    if m.floats:
        A11, A12 = (m.matrix("inertia_matrix", name, form="blocks") for name in ("A11", "A12"))
        yield SymbolicEquality("base", add_scaled(multiply_vector(A11, u[:n]), multiply_vector(A12, u[n:])), whole[:n])
        joints = add_scaled(joints, multiply_vector(transpose_matrix(A12), u[:n]))
    yield SymbolicEquality("joints", joints, whole[n:])


def gravity_is_gradient(m: ModelFixture) -> Iterator[SymbolicEquality]:
    """Gravity efforts, and those of springs, are the gradient of the potential energy."""
    (slopes,) = m.slopes(m.output("potential_energy"))
    yield SymbolicEquality(
        "g", add_scaled(m.output("gravity_vector"), m.mechanics.spring_efforts(damped=False)), slopes
    )


def power_balance(m: ModelFixture) -> Iterator[SymbolicEquality]:
    """Power of the efforts that move links and rotors and stretch springs is d/dt (T + U)."""
    m = m.still.free
    (T,), (U,) = m.output("kinetic_energy"), m.output("potential_energy")
    tau = m.times(m.matrix("inertia_matrix"), m.qdd)
    springs = m.mechanics.spring_efforts(damped=False)
    for part in (m.output("coriolis_vector"), m.output("gravity_vector"), springs):
        tau = add_scaled(tau, part)
    yield SymbolicEquality("power", [sum_terms(x * y for x, y in zip(tau, m.qd, strict=True))], m.rate([T + U]))


def coriolis_is_skew(m: ModelFixture) -> Iterator[SymbolicEquality]:
    """u . (M' - 2 C) u = 0."""
    m = m.still
    u = m.direction()
    Md, C = m.times(m.matrix("inertia_matrix_dot"), u), m.times(m.matrix("coriolis_matrix"), u)
    yield SymbolicEquality("skew", [sum_terms(x * (a - 2 * b) for x, a, b in zip(u, Md, C, strict=True))], [0])


def momenta_of_points(m: ModelFixture) -> Iterator[SymbolicEquality]:
    R, P = rotation_part(m.mechanics.world), [row[3] for row in m.mechanics.world[:3]]
    p, L = m.mechanics.momenta()
    *MS, M = m.mechanics.first_moment()
    p, L, Lc = (multiply_vector(R, v) for v in (p, L, add_scaled(L, cross_product([x / M for x in MS], p), -1)))
    yield SymbolicEquality("linear", m.output("momenta", "p"), p)
    yield SymbolicEquality("angular", m.output("momenta", "L"), add_scaled(L, cross_product(P, p)))
    yield SymbolicEquality("about the centre of mass", m.output("momenta", "Lc"), Lc)


def centroidal_momentum_of_points(m: ModelFixture) -> Iterator[SymbolicEquality]:
    """Momentum about the centre of mass: linear in the rates, and its rate without accelerations."""
    m = m.still
    R, u = rotation_part(m.mechanics.world), m.direction()
    p, L = m.mechanics.momenta()
    *MS, M = m.mechanics.first_moment()
    Lc = add_scaled(L, cross_product([x / M for x in MS], p), -1)
    h = m.mechanics.lift([*multiply_vector(R, p), *multiply_vector(R, Lc)])
    yield SymbolicEquality("momentum", m.output("centroidal_momentum", "h"), h)
    along_u = m.at(h, qd=u)
    yield SymbolicEquality("matrix", multiply_vector(m.matrix("centroidal_momentum", "A"), u), along_u)
    slow = m.along(h, q=m.qd, qd=m.rates_of_qd([0] * len(m.qd)))
    yield SymbolicEquality("rate", m.output("centroidal_momentum_dot", "b"), slow)
    Ad = m.matrix("centroidal_momentum_dot", "Ad")
    yield SymbolicEquality("derivative of the matrix", multiply_vector(Ad, u), m.along(along_u, q=m.qd))


def center_of_mass_of_points(m: ModelFixture) -> Iterator[SymbolicEquality]:
    *MS, M = m.mechanics.first_moment()
    c = [x / M for x in MS]
    frames: tuple[FrameName, ...] = (0, m.end, "world")
    for reference in frames:
        T = pose_between(m, 0, reference)
        yield SymbolicEquality(
            f"in frame {reference}", m.output("centre_of_mass", reference=reference), multiply_vector(T[:3], [*c, 1])
        )
    slopes = [[x / M for x in column] for column in m.mechanics.first_moment_slopes()]
    for projection in frames:
        J = m.matrix("centre_of_mass_jacobian", projection=projection)
        yield SymbolicEquality(
            f"slopes in frame {projection}",
            flatten_matrix(transpose_matrix(J)),
            flatten_matrix(project_vectors(m, projection, slopes)),
        )


EFFORT_TERMS = ("inertia_matrix", "coriolis_matrix", "coriolis_vector", "gravity_vector")
LAWS = (
    Law("Newton-Euler = virtual work", ("inverse_dynamics", "bias_vector"), prove_statement(newton_euler_efforts)),
    Law("Newton-Euler = Lagrange", ("inverse_dynamics",), prove_statement(lagrange_efforts)),
    Law("every formulation = virtual work", ("inverse_dynamics",), prove_statement(efforts_by_formulations)),
    Law("M, C, g = parts of virtual work, by every formulation", EFFORT_TERMS, prove_statement(terms_by_formulations)),
    Law(
        "closed form = parts of virtual work, by every formulation",
        ("closed_form",),
        prove_statement(closed_form_terms),
    ),
    Law("equations body by body = virtual work of each", ("per_body",), prove_statement(contributions_by_body)),
    Law("efforts of wrenches = virtual work", ("external_efforts",), prove_statement(external_wrench_efforts)),
    Law("cut forces = sums over all links behind the cut", ("link_wrenches",), prove_statement(cut_wrench_balance)),
    Law("rate of M = derivative", ("inertia_matrix_dot",), prove_statement(inertia_rates)),
    Law("M times its inverse = 1", ("inverse_inertia_matrix",), prove_statement(inverse_inertia)),
    Law("inertia of the end = (J M^-1 J^T)^-1", ("operational_space_inertia",), prove_statement(operational_inertia)),
    Law("forward dynamics inverts virtual work", ("forward_dynamics",), prove_statement(forward_inverts_efforts)),
    Law("hybrid dynamics = virtual work", ("hybrid_dynamics",), prove_statement(hybrid_efforts)),
    Law("energies = sums over points", ("kinetic_energy", "potential_energy"), prove_statement(energies_of_points)),
    Law("blocks of M = parts of virtual work", ("inertia_matrix",), prove_statement(inertia_blocks)),
    Law("M qd = slope of kinetic energy", ("inertia_matrix", "kinetic_energy"), prove_statement(momentum_is_gradient)),
    Law(
        "gravity efforts = slopes of potential energy",
        ("gravity_vector", "potential_energy"),
        prove_statement(gravity_is_gradient),
    ),
    Law(
        "power of efforts = rate of energy",
        ("inertia_matrix", "coriolis_vector", "gravity_vector", "kinetic_energy", "potential_energy"),
        prove_statement(power_balance),
    ),
    Law("dM/dt - 2 C is skew-symmetric", ("inertia_matrix_dot", "coriolis_matrix"), prove_statement(coriolis_is_skew)),
    Law("momenta = sums over points", ("momenta",), prove_statement(momenta_of_points)),
    Law(
        "centroidal momentum = sums over points",
        ("centroidal_momentum", "centroidal_momentum_dot"),
        prove_statement(centroidal_momentum_of_points),
    ),
    Law(
        "centre of mass = mean of points",
        ("centre_of_mass", "centre_of_mass_jacobian"),
        prove_statement(center_of_mass_of_points),
    ),
)
