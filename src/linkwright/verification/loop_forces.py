"""More laws of robots with loops, in numbers at closed configurations: reaction wrenches, rates and derivatives of
matrices.

Rates and derivatives of maps are differences of fourth order between closed configurations nearby.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from linkwright.robot.features import BALLS
from linkwright.verification import jointed
from linkwright.verification.kinematics import flatten_matrix
from linkwright.verification.law import Law
from linkwright.verification.loop_bench import LoopFixture, MotionStates
from linkwright.verification.loops import DIFFERENCE_STEP, NumericEquality, compare_values, efforts_of_parameter
from linkwright.verification.mechanics import (
    add_scaled,
    cross_product,
    multiply_matrices,
    multiply_vector,
    rotation_part,
)

if TYPE_CHECKING:
    from linkwright.run.native import Array


# -- wrenches of joints and cuts --------------------------------------------------------------------------------------


class CutWrenches:
    """Wrenches through the cut joints, from the model: on the links of the closing frames, at their origins, in frame
    0."""

    def __init__(self, m: LoopFixture) -> None:
        import numpy as np

        k = len(m.motion.q)
        self.m, self.own, self.at, self.found = m, list[Any](), list[Any](), list[Any]()
        fn = m.function("link_wrenches")
        f, n = (m.run(fn, port, m.freely_accelerated).reshape(k, -1, 3) for port in ("f_loops", "n_loops"))
        for number, loop in enumerate(jointed.loops_of(m.robot, m.links)):
            C, E = (
                m.evaluate_mechanics(
                    flatten_matrix(multiply_matrices(m.mechanics.poses[part.parent], m._placed(part))), m.motion
                ).reshape(k, 4, 4)
                for part in (loop.joint, loop.frame)
            )
            self.own.append((f[:, number], n[:, number]))
            self.at.append(E[:, :3, 3])
            self.found.append([np.einsum("sij,sj->si", C[:, :3, :3], x[:, number]) for x in (f, n)])

    def on_links(self) -> Iterator[tuple[int, int, Array, Array]]:
        """Yield the link of the tree, the loop, and force and moment about the origin of frame 0 that the link
        receives."""
        import numpy as np

        for number, loop in enumerate(jointed.loops_of(self.m.robot, self.m.links)):
            f, n = self.found[number]
            whole = n + np.cross(self.at[number], f)
            yield loop.frame.parent, number, f, whole
            yield loop.joint.parent, number, -f, -whole


def wrench_balance(m: LoopFixture) -> Iterator[NumericEquality]:
    """Links are in balance with the wrenches of joints and cuts; cut joints transmit nothing along the motions they
    allow; and the components along the axes of the joints are efforts of drives."""
    import numpy as np

    k, cuts, fn = len(m.motion.q), CutWrenches(m), m.function("link_wrenches")
    size = np.full(
        1, max(np.abs(m.run(fn, port, m.freely_accelerated)).max() for port in ("f", "n", "f_loops", "n_loops"))
    )
    poses = [m.evaluate_mechanics(flatten_matrix(T), m.freely_accelerated).reshape(k, 4, 4) for T in m.mechanics.poses]
    expected = [m.evaluate_mechanics([x for row in part for x in row], m.freely_accelerated).reshape(k, -1, 3)
                for part in m.mechanics.cut_wrenches()]  # fmt: skip
    for link, _, f, n in cuts.on_links():
        j = link
        while True:  # the wrench of every joint between it and the base is smaller by this
            R, P = poses[j][:, :3, :3], poses[j][:, :3, 3]
            expected[0][:, j] -= np.einsum("sji,sj->si", R, f)
            expected[1][:, j] -= np.einsum("sji,sj->si", R, n - np.cross(P, f))
            if not j:
                break
            j = m.tree.joint(j).parent
    returned = [x for j, x in enumerate(m.links) if j not in m.standing]
    for port, values in zip(("f", "n"), expected, strict=True):
        found = m.run(fn, port, m.freely_accelerated).reshape(k, -1, 3)
        yield NumericEquality(f"balance: {port}", found, values[:, returned], size)
    for loop, (f, n) in zip(m.robot.loops, cuts.own, strict=True):
        yield NumericEquality(
            f"{loop.joint.name}, along the motions it allows",
            _unconstrained_components(loop.joint.kind, f, n),
            0.0,
            size,
        )
    if not m.robot.wheels:  # the ground acts on these
        yield NumericEquality("efforts of joints without drives", _unbalanced_efforts(m, cuts), 0.0, size)
        yield NumericEquality("along the axes of joints", *_axis_components(m), size)


def _unconstrained_components(kind: str, f: Array, n: Array) -> Array:
    """Components of the wrench along the motions that a cut joint of this kind allows."""
    import numpy as np

    table: dict[str, Sequence[Array]] = {
        "revolute": (n[:, 2:],), "prismatic": (f[:, 2:],), "cylindrical": (f[:, 2:], n[:, 2:]), "ball": (n,),
        "universal": (n[:, 2:],), "planar": (f[:, :2], n[:, 2:]), "line": (f[:, 2:], n), "fixed": (f * 0,),
    }  # fmt: skip
    return np.concatenate(table[kind], axis=1)


def _unbalanced_efforts(m: LoopFixture, cuts: CutWrenches) -> Array:
    """Generalized efforts of the tree less those of cuts and drives, for each coordinate: zero by virtual power."""
    import numpy as np

    k = len(m.motion.q)
    left = m.tree_efforts(m.freely_accelerated)
    for link, _, f, n in cuts.on_links():
        J = m.evaluate_mechanics(flatten_matrix(m.mechanics.jacobian(link)), m.freely_accelerated).reshape(k, 6, -1)
        at = m.evaluate_mechanics(flatten_matrix(m.mechanics.poses[link]), m.freely_accelerated).reshape(k, 4, 4)[
            :, :3, 3
        ]
        wrench = np.concatenate([f, n - np.cross(at, f)], axis=1)
        left[:, m.rigid] -= np.einsum("srj,sr->sj", J, wrench)
    fn = m.function("inverse_dynamics")
    names = next(list(p.names) for p in fn.outputs if p.name == "tau")
    tau, S = m.run(fn, "tau", m.freely_accelerated), m.spins(m.motion)
    for name, column in zip(names, tau.T, strict=True):
        left -= S[:, m.names.index(name)] * column[:, None]
    return left


def _axis_components(m: LoopFixture) -> tuple[Array, Array]:
    """Wrench components along the axes of rigid joints with one axis, and the efforts of their drives less rotor
    inertia and friction (zero without a drive)."""
    import numpy as np

    k, wrenches, fn = len(m.motion.q), m.function("link_wrenches"), m.function("inverse_dynamics")
    f, n = (m.run(wrenches, port, m.freely_accelerated).reshape(k, -1, 3) for port in ("f", "n"))
    names = next(list(p.names) for p in fn.outputs if p.name == "tau")
    tau = dict(zip(names, m.run(fn, "tau", m.freely_accelerated).T, strict=True))
    coupled = {term.joint for x in m.robot.couplings for term in x.terms} | {x.joint for x in m.robot.couplings}
    found, expected = [], []
    for place in m.turning:
        c = m.every[place]
        joint = m.robot.joint(c.link)
        if joint.kind == "ball" or joint.flexible or c.link in coupled:
            continue
        qd, qdd = m.freely_accelerated.qd[:, place], m.freely_accelerated.qdd[:, place]
        rotor, viscous, coulomb = (m._entry(x) for x in (joint.rotor, joint.viscous, joint.coulomb))
        found.append((n if c.is_rotation else f)[:, c.link, 2])
        expected.append(tau.get(m.names[place], 0.0) - rotor * qdd - viscous * qd - coulomb * np.sign(qd))
    return np.array(found), np.array(expected)


# -- derivatives ------------------------------------------------------------------------------------------------------


def differentiate_on_loops(m: LoopFixture, along: Array, value: Callable[[MotionStates], Array]) -> Array:
    """Derivative of a function of positions, between closed configurations along rates of the independent coordinates
    of the tree."""
    import numpy as np

    found, moved = [], m.moving(m.motion.q, along, along * 0)
    step = DIFFERENCE_STEP / (np.abs(moved.qd / m.sizes)[:, m.turning].max() or 1.0)  # of the fastest joint
    for s in (1, -1, 2, -2):
        q = m.motion.q + s * step * moved.qd
        rows = [m.close_loops(row) for row in q]
        assert all(row is not None for row in rows)
        at = np.array(rows)
        found.append(value(MotionStates(at, at * 0, at * 0)))
    return np.asarray((8 * (found[0] - found[1]) - (found[2] - found[3])) / (12 * step))


def end_jacobian(m: LoopFixture, motion: MotionStates) -> Array:
    """Jacobian of the end in frame 0, by the independent coordinates."""
    import numpy as np

    k = len(motion.q)
    whole = m.evaluate_mechanics(m.jacobian_of(m.end), motion).reshape(k, 6, -1)
    return np.asarray(whole @ m.map_at(motion)[:, m.rigid])


def loop_jacobian_rates(m: LoopFixture) -> Iterator[NumericEquality]:
    """Rates of the entries of the Jacobian in frame 0, which is fixed to the base; and, where all joints have one axis,
    their derivatives."""
    import numpy as np

    k, n = len(m.motion.q), len(m.own)
    rate = differentiate_on_loops(m, m.motion.qd[:, m.own], lambda motion: end_jacobian(m, motion))
    options: dict[str, Any] = {"frame": m.end, "projection": 0, "derivative": "entries"}
    found = m.value("jacobian_dot", **options)
    if base := len(m.own_base):  # columns of a base are in its own, rotating frame
        yield NumericEquality("rate of the Jacobian", found.reshape(k, 6, n)[:, :, base:], rate[:, :, base:])
    else:
        yield NumericEquality("rate of the Jacobian", found, rate.reshape(k, -1))
    if not m.own_base and not BALLS.has(m.robot):
        unit = [
            differentiate_on_loops(m, np.broadcast_to(e, (k, n)), lambda motion: end_jacobian(m, motion))
            for e in np.eye(n)
        ]
        expected = np.moveaxis(np.array(unit), 0, -1).reshape(k, -1)
        yield NumericEquality("slopes of the Jacobian", m.value("hessian", frame=m.end), expected)


def loop_centroidal_momentum(m: LoopFixture) -> Iterator[NumericEquality]:
    """Momentum of the points of all links about their centre of mass, for the rates and for unit rates."""
    import numpy as np

    mechanics, k, n = m.mechanics, len(m.motion.q), len(m.own)
    R = rotation_part(mechanics.world)
    *MS, M = mechanics.first_moment()
    p, L = mechanics.momenta()
    about = [*multiply_vector(R, p), *multiply_vector(R, add_scaled(L, cross_product([x / M for x in MS], p), -1))]

    def of(motion: MotionStates) -> Array:
        return m.evaluate_mechanics(about, motion)

    yield NumericEquality("momentum", m.value("centroidal_momentum", "h"), of(m.motion))
    columns = [of(MotionStates(m.motion.q, m.H[:, :, c], m.motion.qdd * 0)) for c in range(n)]
    yield NumericEquality(
        "matrix", m.value("centroidal_momentum", "A").reshape(k, 6, n), np.moveaxis(np.array(columns), 0, -1)
    )


def loop_energy_regressors(m: LoopFixture) -> Iterator[NumericEquality]:
    """Regressors of energies and of power, column by column."""
    import numpy as np

    one, places = m.mechanics.lift([1])[0], list(m.columns())
    power = {place: (efforts_of_parameter(m, *place) * m.motion.qd).sum(axis=1) for place in places}
    yield NumericEquality("power", m.value("power_regressor"), np.array(list(power.values())).T)
    T, U = np.zeros((2, len(places), len(m.motion.q)))
    for n, (j, name) in enumerate(places):
        if name == "IA":
            T[n] = (efforts_of_parameter(m, j, "FV") * m.motion.qd).sum(axis=1) / 2  # its rate times its rate
        elif name not in ("FV", "FS"):
            body = {(m.links[j], name): one}
            T[n] = m.evaluate_mechanics([m.mechanics.kinetic_energy(body)], m.motion)[:, 0]
            U[n] = m.evaluate_mechanics([m.mechanics.potential_energy(body)], m.motion)[:, 0]
    yield NumericEquality("kinetic", m.value("energy_regressor", "T"), T.T)
    yield NumericEquality("potential", m.value("energy_regressor", "U"), U.T)


def loop_hybrid_dynamics(m: LoopFixture) -> Iterator[NumericEquality]:
    """Accelerations of one half of the joints are given: the other accelerations, and the efforts of this half."""
    import numpy as np

    driven = [n for n in range(len(m.own)) if n not in m.free_ones]
    joints = list(dict.fromkeys(m.every[m.own[n]].link for n in driven))
    joints = joints[: (len(joints) + 1) // 2]
    given = [n for n in range(len(m.own)) if m.every[m.own[n]].link in joints]  # a rotor together with its link
    names = ",".join(m.robot.joint(j).name for j in joints)
    fn = m.function("hybrid_dynamics", given=names)
    Gamma, qdd = (
        m.project_efforts(m.tree_efforts(m.freely_accelerated)),
        m.in_model_terms(m.freely_accelerated).qdd[:, m.own],
    )
    taken = next((list(p.names) for p in fn.inputs if p.name == "tau"), [])
    tau = np.zeros((len(Gamma), len(taken)))
    for n in driven:
        if m.names[m.own[n]] in taken:
            tau[:, taken.index(m.names[m.own[n]])] = Gamma[:, n]
    others = [n for n in range(len(m.own_base), len(m.own)) if n not in given]
    yield NumericEquality(
        "efforts", m.run(fn, "efforts", m.freely_accelerated, tau), Gamma[:, given], np.full(1, np.abs(Gamma).max())
    )
    if others:
        yield NumericEquality("accelerations", m.run(fn, "accelerations", m.freely_accelerated, tau), qdd[:, others])
    if base := len(m.own_base):
        yield NumericEquality(
            "acceleration of the base", m.run(fn, "base_acceleration", m.freely_accelerated, tau), qdd[:, :base]
        )


_STATEMENTS: Sequence[tuple[str, tuple[str, ...], Callable[[LoopFixture], Iterator[NumericEquality]]]] = (
    ("links with loops are in balance", ("link_wrenches", "inverse_dynamics"), wrench_balance),
    ("rates and slopes of Jacobians with loops = differences", ("jacobian_dot", "hessian"), loop_jacobian_rates),
    ("centroidal momentum with loops = sums over points", ("centroidal_momentum",), loop_centroidal_momentum),
    ("regressors of energies and power with loops = sums over points", ("energy_regressor", "power_regressor"),
     loop_energy_regressors),
    ("hybrid dynamics with loops = virtual power", ("hybrid_dynamics",), loop_hybrid_dynamics),
)  # fmt: skip
LAWS = tuple(
    Law(name, models, compare_values(statement), fixture=LoopFixture)  # type: ignore[arg-type]
    for name, models, statement in _STATEMENTS
)

__all__ = ["LAWS"]
