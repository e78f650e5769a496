"""The mechanics of a tree from first principles, in the expression graph: the reference of every law.

Nothing of `models/` is used, nor are its methods: no angular velocities, no link frames, no recursion of forces.
The pose of a link is a 4 x 4 matrix T(q), multiplied out along the tree; its derivatives are those of the graph. A
point x of the link is at T x, so that with S = integral of x x^T dm (x = (x, y, z, 1)) all points together give

    twice the kinetic energy       tr(T' S T'^T)
    momentum, moment of momentum   last column and skew part of T' S T^T
    force, moment                  last column and skew part of (T'' - g e4^T) S T^T
    effort of joint k              tr(dT/dq_k S (T'' - g e4^T)^T)                    (virtual work)

All vectors are in frame 0 at its present pose; its own motion is that of the robot's base. A base that floats
has six coordinates more, before those of the joints: its twist in frame 0, so that dT/dq_k = E_k T with E_k the matrix
of the k-th unit twist. Where it is in the world, and gravity in frame 0, follows from its pose.

Joints, their positions and rates are addressed by number. A ball joint has a quaternion as position and three
rates (j, "x"), (j, "y"), (j, "z"): its angular velocity in its own frame. The rotor behind the spring of a flexible
joint is (j, "motor").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from linkwright.expr import Expr, Graph, Importer
from linkwright.expr.derivative import directional_derivatives
from linkwright.robot import Coordinate, Robot
from linkwright.robot.robot import GEOMETRY, INERTIA
from linkwright.verification.matrices import (
    UNIT_TWISTS,
    FreeBase,
    Matrix,
    Vector,
    add_scaled,
    cross_product,
    frame_rate,
    multiply_matrices,
    multiply_vector,
    position_part,
    rate_of_quaternion,
    rotation_about_axis,
    rotation_by_quaternion,
    rotation_part,
    skew_matrix,
    skew_part,
    sum_terms,
    trace_of_product,
    translation_along_axis,
    transpose_matrix,
)

BASE_MOTION = ("velocity", "angular_velocity", "acceleration", "angular_acceleration")
Parameters = Mapping[tuple[int, str], Any]  # (link, parameter) -> value; missing ones are zero


Freedom = int | tuple[int, str]  # a joint; a component of a ball joint; the rotor behind a spring
MOTOR = "motor"


def freedom_of(robot: Robot, c: Coordinate) -> Freedom:
    """Key of a coordinate of a joint in this module."""
    if c.is_motor:
        return c.link, MOTOR
    return (c.link, c.component[1]) if robot.joint(c.link).kind == "ball" else c.link


class Mechanics:
    """A robot whose joints are at q (symbols of a graph, by joint number) and move with qd and qdd (likewise).

    `quaternions` are the positions of ball joints, `free` is the state of its base, if that floats.
    """

    def __init__(
        self, robot: Robot, graph: Graph, q: Mapping[Any, Expr], qd: Mapping[Any, Expr], qdd: Mapping[Any, Expr],
        free: FreeBase | None = None, quaternions: Mapping[int, Sequence[Expr]] | None = None,
    ) -> None:  # fmt: skip
        self.robot, self.graph, self.q, self.qd, self.qdd, self.free = robot, graph, q, qd, qdd, free
        self.quaternions = quaternions or {}
        self._into = Importer(graph)
        self.links = range(0 if free else 1, len(robot) + 1)  # links with inertia: the base only if it floats

    def entry(self, e: Expr) -> Expr:
        """A scalar of the robot's tables in this graph."""
        return self._into(e)

    def lift(self, values: Sequence[Any]) -> list[Expr]:
        return [x if isinstance(x, Expr) else Expr(self.graph, self.graph.const(x)) for x in values]

    # -- geometry -------------------------------------------------------------------------------------------------

    @cached_property
    def positions(self) -> dict[int, Expr]:
        """Positions of all moving joints; coupled joints follow others."""
        found = {j: x for j, x in self.q.items() if isinstance(j, int)}
        waiting = list(self.robot.couplings)
        while waiting:
            coupling = waiting.pop(0)
            if any(term.joint not in found for term in coupling.terms):
                waiting.append(coupling)
                continue
            terms = (self.entry(term.factor) * found[term.joint] for term in coupling.terms)
            found[coupling.joint] = sum_terms([self.entry(coupling.offset), *terms])
        return found

    def direction(self, rates: Mapping[Any, Any]) -> dict[Expr, Expr]:
        """Rates of the numbers of the positions for these rates: Q' = Q (0, w)/2 of a ball joint."""
        found = {x: self.lift([rates[k]])[0] for k, x in self.q.items()}
        for j, Q in self.quaternions.items():
            rate = rate_of_quaternion(Q, [rates[j, axis] for axis in "xyz"])
            found |= dict(zip(Q, self.lift(rate), strict=True))
        return found

    def unit(self, k: Freedom) -> dict[Expr, Expr]:
        """The direction of one freedom alone."""
        return self.direction({i: int(i == k) for i in self.qd})

    @cached_property
    def factors(self) -> dict[Any, dict[Any, Expr]]:
        """Derivatives of every freedom by the independent ones: coupled joints follow others."""
        joints = list(self.positions)
        columns = {
            k: directional_derivatives(self.lift([self.positions[j] for j in joints]), self.unit(k)) for k in self.qd
        }
        found = {j: {k: columns[k][n] for k in self.qd} for n, j in enumerate(joints)}
        alone = [f for f in self.qd if f not in found]
        return found | {f: dict(zip(self.qd, self.lift([int(k == f) for k in self.qd]), strict=True)) for f in alone}

    def joint_rate(self, j: Freedom, rates: Mapping[Any, Expr]) -> Expr:
        """Rate, or acceleration, of a joint that may be coupled to others."""
        found: Expr = sum_terms(factor * rates[k] for k, factor in self.factors[j].items())
        return found

    @cached_property
    def poses(self) -> list[Matrix]:
        """Poses of links 0..n in frame 0."""
        found: list[Matrix] = [translation_along_axis(0, 0)]
        for j, joint in enumerate(self.robot.joints, 1):
            gamma, b, alpha, d, theta, r = (self.entry(getattr(joint, name)) for name in GEOMETRY)
            theta = theta + self.positions[j] if joint.kind == "revolute" else theta
            r = r + self.positions[j] if joint.kind == "prismatic" else r
            T = found[joint.parent]
            for step in (
                rotation_about_axis(2, gamma.cos(), gamma.sin()),
                translation_along_axis(2, b),
                rotation_about_axis(0, alpha.cos(), alpha.sin()),
                translation_along_axis(0, d),
                rotation_about_axis(2, theta.cos(), theta.sin()),
                translation_along_axis(2, r),
            ):
                T = multiply_matrices(T, step)
            found.append(
                multiply_matrices(T, rotation_by_quaternion(self.quaternions[j])) if joint.kind == "ball" else T
            )
        return found

    @cached_property
    def world(self) -> Matrix:
        """The pose of frame 0 in the world."""
        if self.free:
            return self.free.world
        flat = [self.entry(e) for e in self.robot.base.pose]
        return [flat[4 * r : 4 * r + 4] for r in range(4)]

    @cached_property
    def gravity(self) -> Vector:
        """Gravity in frame 0; the tables give it there, or in the world if the base floats."""
        g = [self.entry(e) for e in self.robot.gravity]
        return multiply_vector(transpose_matrix(rotation_part(self.world)), g) if self.free else g

    def derived(self, matrices: Sequence[Matrix], direction: Mapping[Expr, Expr]) -> list[Matrix]:
        """The derivatives of matrices along a direction."""
        flat = directional_derivatives(self.lift([x for T in matrices for row in T for x in row]), direction)
        return [[flat[16 * k + 4 * r : 16 * k + 4 * r + 4] for r in range(4)] for k in range(len(matrices))]

    @cached_property
    def slopes(self) -> list[list[Matrix]]:
        """dT/dq_k of links 0..n, by coordinate k."""
        units = [frame_rate(e[:3], e[3:]) for e in UNIT_TWISTS] if self.free else []
        moved = [[multiply_matrices(E, T) for T in self.poses] for E in units]
        return [*moved, *(self.derived(self.poses, self.unit(k)) for k in self.qd)]

    @cached_property
    def relative(self) -> tuple[list[Matrix], list[Matrix]]:
        """T' and T'' of links 0..n on a base at rest."""
        speed = self.direction(self.qd)
        first = self.derived(self.poses, speed)
        return first, self.derived(first, speed | {qd: self.qdd[j] for j, qd in self.qd.items()})

    @cached_property
    def moving(self) -> tuple[list[Matrix], list[Matrix]]:
        """T' and T'' of links 0..n with the motion of the base: Leibniz' rule for B(t) T(t), B = 1 now."""
        if self.free:
            (*v, w1, w2, w3), (*vd, wd1, wd2, wd3) = self.free.twist, self.free.acceleration
            w, wd = [w1, w2, w3], [wd1, wd2, wd3]
        else:
            v, w, vd, wd = ([self.entry(e) for e in getattr(self.robot.base, name)] for name in BASE_MOTION)
        W = skew_matrix(w)
        B1, B2 = frame_rate(v, w), frame_rate(vd, wd)
        B2 = [add_scaled(a, [*b, 0]) for a, b in zip(B2, [*multiply_matrices(W, W), [0] * 3], strict=True)]
        first, second = self.relative
        velocity, acceleration = [], []
        for T, T1, T2 in zip(self.poses, first, second, strict=True):
            velocity.append([add_scaled(a, b) for a, b in zip(multiply_matrices(B1, T), T1, strict=True)])
            inner = [
                add_scaled(a, b, 2) for a, b in zip(multiply_matrices(B2, T), multiply_matrices(B1, T1), strict=True)
            ]
            acceleration.append([add_scaled(a, b) for a, b in zip(inner, T2, strict=True)])
        return velocity, acceleration

    @property
    def own(self) -> tuple[list[Matrix], list[Matrix]]:
        """T' and T'' due to the coordinates: on a base at rest, unless it floats."""
        return self.moving if self.free else self.relative

    def twist(self, j: int, rate: Matrix, point: Sequence[Any] = (0, 0, 0)) -> tuple[Vector, Vector]:
        """Velocity of a point of link j (given in its frame) and angular velocity, for a rate of its pose."""
        v = multiply_vector(rate[:3], [*point, 1])
        spin = multiply_matrices(rotation_part(rate), transpose_matrix(rotation_part(self.poses[j])))  # R' R^T
        return v, [spin[2][1], spin[0][2], spin[1][0]]

    def jacobian(self, j: int, point: Sequence[Any] = (0, 0, 0)) -> Matrix:
        """Six rows (v, w), a column per coordinate."""
        columns = [[*v, *w] for v, w in (self.twist(j, rates[j], point) for rates in self.slopes)]
        return [list(row) for row in zip(*columns, strict=True)]

    # -- inertia --------------------------------------------------------------------------------------------------

    @cached_property
    def parameters(self) -> dict[tuple[int, str], Expr]:
        """The robot's own inertial parameters of links (0: the base), rotors and friction of moving joints."""
        found = {(0, name): self.entry(getattr(self.robot.base.body, name)) for name in INERTIA}
        for j, joint in enumerate(self.robot.joints, 1):
            found |= {(j, name): self.entry(getattr(joint.body, name)) for name in INERTIA}
            if joint.moves:
                for name, value in (("IA", joint.rotor), ("FV", joint.viscous), ("FS", joint.coulomb)):
                    found[j, name] = self.entry(value)
        return found

    def second_moments(self, j: int, p: Parameters) -> Matrix:
        """S of link j: integral of x x^T dm, 4 x 4."""
        XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M = (p.get((j, name), 0) for name in INERTIA)
        xx, yy, zz = (YY + ZZ - XX) / 2, (XX + ZZ - YY) / 2, (XX + YY - ZZ) / 2
        return [[xx, -XY, -XZ, MX], [-XY, yy, -YZ, MY], [-XZ, -YZ, zz, MZ], [MX, MY, MZ, M]]

    def first_moment(self, p: Parameters | None = None) -> Vector:
        """First moment of all links about the origin of frame 0, and their mass."""
        p = self.parameters if p is None else p
        return self._gathered(self.poses, p)

    def _gathered(self, T: Sequence[Matrix], p: Parameters) -> Vector:
        columns = [multiply_vector(T[j], transpose_matrix(self.second_moments(j, p))[3]) for j in self.links]
        return [sum_terms(row) for row in zip(*columns, strict=True)]

    def first_moment_slopes(self) -> list[Vector]:
        """Derivatives of the first moment, by coordinate."""
        return [self._gathered(rates, self.parameters)[:3] for rates in self.slopes]

    def kinetic_energy(self, p: Parameters | None = None) -> Any:
        """Kinetic energy of links and rotors, in the world."""
        p = self.parameters if p is None else p
        speeds = {f: self.joint_rate(f, self.qd) for f in self.at_rotors}
        found: Any = sum_terms(p.get((j, "IA"), 0) * (speeds[f] * speeds[f]) for f, j in self.at_rotors.items())
        for j in self.links:
            found = found + trace_of_product(self.moving[0][j], self.second_moments(j, p), self.moving[0][j])
        return found / 2

    def potential_energy(self, p: Parameters | None = None) -> Any:
        """Potential energy, 0 at the origin of frame 0, or of the world if the base floats; with the robot's own
        parameters it includes the springs."""
        *MS, M = self.first_moment(p)
        if self.free:
            MS = add_scaled(
                MS, multiply_vector(transpose_matrix(rotation_part(self.world)), position_part(self.world)), M
            )
        weight = -sum_terms(x * y for x, y in zip(self.gravity, MS, strict=True))
        return weight + sum_terms(k * (x * x) / 2 for k, _, x, _ in self.springs.values()) if p is None else weight

    def momenta(self) -> tuple[Vector, Vector]:
        """Momentum and moment of momentum about the origin of frame 0, of all links."""
        p: Vector = [0, 0, 0]
        L: Vector = [0, 0, 0]
        for j in self.links:
            rate = self.moving[0][j]
            flow = multiply_matrices(
                multiply_matrices(rate, self.second_moments(j, self.parameters)), transpose_matrix(self.poses[j])
            )
            p, L = add_scaled(p, position_part(flow)), add_scaled(L, skew_part(flow))
        return p, L

    # -- forces ---------------------------------------------------------------------------------------------------

    def _against_gravity(self, accelerations: list[Matrix]) -> list[Matrix]:
        g = [*self.gravity, 0]
        return [[[*row[:3], row[3] - x] for row, x in zip(T2, g, strict=True)] for T2 in accelerations]

    @cached_property
    def net_acceleration(self) -> list[Matrix]:
        """T'' - g e4^T of links 0..n."""
        return self._against_gravity(self.moving[1])

    @cached_property
    def net_acceleration_at_rest(self) -> list[Matrix]:
        """T'' - g e4^T of links 0..n on a base at rest, unless it floats."""
        return self._against_gravity(self.own[1])

    def body_efforts(self, j: int, p: Parameters, still: bool = False) -> Vector:
        """Efforts of the joints for the inertia of link j."""
        S, a = self.second_moments(j, p), (self.net_acceleration_at_rest if still else self.net_acceleration)[j]
        return [trace_of_product(rates[j], S, a) for rates in self.slopes]

    def wrench_efforts(self, j: int, force: Sequence[Any], moment: Sequence[Any], point: Any = (0, 0, 0)) -> Vector:
        """Efforts of the joints for a wrench of link j on the environment, its vectors in frame 0."""
        found = []
        for rates in self.slopes:
            v, w = self.twist(j, rates[j], point)
            found.append(sum_terms(x * y for x, y in zip([*v, *w], [*force, *moment], strict=True)))
        return found

    def outside(self, j: int) -> tuple[Vector, Vector]:
        """External wrench in the robot's tables, of link j on the environment, in frame 0."""
        body = self.robot.joint(j).body if j else self.robot.base.body
        R = rotation_part(self.poses[j])
        return (
            multiply_vector(R, [self.entry(e) for e in (body.FX, body.FY, body.FZ)]),
            multiply_vector(R, [self.entry(e) for e in (body.CX, body.CY, body.CZ)]),
        )

    def joint_efforts(self, p: Parameters) -> Vector:
        """Efforts of rotors and friction, by virtual work; a base has none."""
        own = {}
        for f, j in self.at_rotors.items():
            qd, qdd = self.joint_rate(f, self.qd), self.joint_rate(f, self.qdd)
            own[f] = p.get((j, "IA"), 0) * qdd + p.get((j, "FV"), 0) * qd + p.get((j, "FS"), 0) * qd.sign()
        return self._of_coordinates(own)

    def _of_coordinates(self, own: Mapping[Freedom, Any]) -> Vector:
        """Efforts of freedoms as those of the coordinates, by virtual work."""
        found = [sum_terms(self.factors[f][k] * x for f, x in own.items()) for k in self.qd]
        return [0] * (6 if self.free else 0) + found

    @cached_property
    def at_rotors(self) -> dict[Freedom, int]:
        """Freedoms on which rotor and friction of a joint act, with its number: behind a spring, the motor's."""
        behind = {f[0] for f in self.qd if isinstance(f, tuple) and f[1] == MOTOR}
        own = {j: j for j in self.positions if j not in behind}
        return own | {f: f[0] for f in self.qd if isinstance(f, tuple)}

    @cached_property
    def springs(self) -> dict[int, tuple[Any, Any, Any, Any]]:
        """Stiffness, damping, stretch and its rate of flexible joints."""
        found = {}
        for j, joint in enumerate(self.robot.joints, 1):
            if joint.flexible:
                stretch, rate = self.positions[j] - self.entry(joint.rest), self.joint_rate(j, self.qd)
                if (j, MOTOR) in self.qd:
                    stretch, rate = stretch - self.q[j, MOTOR], rate - self.qd[j, MOTOR]
                found[j] = self.entry(joint.stiffness), self.entry(joint.damping), stretch, rate
        return found

    def spring_efforts(self, damped: bool = True) -> Vector:
        """Efforts of link and rotor against the springs."""
        own: dict[Freedom, Any] = {}
        for j, (k, c, stretch, rate) in self.springs.items():
            own[j] = k * stretch + (c * rate if damped else 0)
            if (j, MOTOR) in self.qd:
                own[j, MOTOR] = -own[j]
        return self._of_coordinates(own)

    def efforts(self, p: Parameters | None = None, wrenches: bool = True) -> list[Expr]:
        """Efforts of the inverse dynamics; without `wrenches`, the terms that are linear in the parameters: no external
        wrenches, no springs."""
        own = self.parameters if p is None else p
        tau = self.joint_efforts(own)
        if wrenches and self.springs:
            tau = add_scaled(tau, self.spring_efforts())
        for j in self.links:
            tau = add_scaled(tau, self.body_efforts(j, own))
            if wrenches:
                tau = add_scaled(tau, self.wrench_efforts(j, *self.outside(j)))
        return self.lift(tau)

    def effort_scales(self) -> list[Any]:
        """Sums of the magnitudes of all terms of every effort, for scaling of rounding errors."""
        p = self.parameters
        sizes: Vector = [0] * (6 if self.free else 0)
        own: dict[Freedom, Any] = {
            f: abs(p[j, "IA"] * self.joint_rate(f, self.qdd)) + abs(p[j, "FV"] * self.joint_rate(f, self.qd))
            + abs(p[j, "FS"]) for f, j in self.at_rotors.items()
        }  # fmt: skip
        for j, (k, c, stretch, rate) in self.springs.items():
            ends: tuple[Freedom, ...] = (j, (j, MOTOR)) if (j, MOTOR) in self.qd else (j,)
            for f in ends:
                own[f] = own.get(f, 0) + abs(k * stretch) + abs(c * rate)
        sizes += [sum_terms(abs(self.factors[f][k]) * x for f, x in own.items()) for k in self.qd]
        for j in self.links:
            S, a, wrench = self.second_moments(j, p), self.net_acceleration[j], self.outside(j)
            for k, rates in enumerate(self.slopes):
                T = rates[j]
                terms = (T[r][b] * S[b][c] * a[r][c] for r in range(3) for b in range(4) for c in range(4))
                v, w = self.twist(j, T)
                outside = (x * y for x, y in zip([*v, *w], [*wrench[0], *wrench[1]], strict=True))
                sizes[k] = sizes[k] + sum_terms(abs(x) for x in terms) + sum_terms(abs(x) for x in outside)
        return sizes

    def coriolis(self, u: Sequence[Any]) -> list[Expr]:
        """C u, with C_ij = sum over the points x of (d_i x) . d/dt(d_j x) dm, the columns d_j x taken in the world."""
        speed, turn = self.direction(self.qd), skew_matrix(self.free.twist[3:]) if self.free else skew_matrix([0, 0, 0])
        tau: Vector = [0] * len(self.slopes)
        for j in self.links:
            S = self.second_moments(j, self.parameters)
            column = self._along(u, [rates[j] for rates in self.slopes])
            (rate,) = self.derived([column], speed)
            swing = [*multiply_matrices(turn, column[:3]), [0] * 4]
            seen = [add_scaled(a, b) for a, b in zip(rate, swing, strict=True)]
            tau = add_scaled(tau, [trace_of_product(rates[j], S, seen) for rates in self.slopes])
        return self.lift(tau)

    def _along(self, u: Sequence[Any], matrices: Sequence[Matrix]) -> Matrix:
        """The sum of u_k T_k."""
        return [[sum_terms(x * T[r][c] for x, T in zip(u, matrices, strict=True)) for c in range(4)] for r in range(4)]

    def bare_efforts(self) -> list[Expr]:
        """Efforts of links and rotors alone, on a base at rest: M qdd + C qd + g."""
        p = {(j, name): value for (j, name), value in self.parameters.items() if name not in ("FV", "FS")}
        tau = self.joint_efforts(p)
        for j in self.links:
            tau = add_scaled(tau, self.body_efforts(j, p, still=True))
        return self.lift(tau)

    def cut_wrenches(self, p: Parameters | None = None, wrenches: bool = True) -> tuple[list[Vector], list[Vector]]:
        """Force and moment (about its origin, in its frame) that each of links 0..n receives from the link before
        it."""
        own = self.parameters if p is None else p
        f: list[Vector] = []
        n: list[Vector] = []  # about the origin of frame 0
        for j, (T, a) in enumerate(zip(self.poses, self.net_acceleration, strict=True)):
            law = multiply_matrices(multiply_matrices(a, self.second_moments(j, own)), transpose_matrix(T))
            force, moment = position_part(law), skew_part(law)
            if wrenches:
                F, C = self.outside(j)
                force, moment = (
                    add_scaled(force, F),
                    add_scaled(add_scaled(moment, C), cross_product(position_part(T), F)),
                )
            f.append(force)
            n.append(moment)
        for j in range(len(self.robot), 0, -1):
            i = self.robot.joint(j).parent
            f[i], n[i] = add_scaled(f[i], f[j]), add_scaled(n[i], n[j])
        back = [transpose_matrix(rotation_part(T)) for T in self.poses]
        moments = [
            add_scaled(m, cross_product(position_part(T), x), -1) for m, x, T in zip(n, f, self.poses, strict=True)
        ]
        return (
            [multiply_vector(R, x) for R, x in zip(back, f, strict=True)],
            [multiply_vector(R, x) for R, x in zip(back, moments, strict=True)],
        )


__all__ = [
    "BASE_MOTION",
    "MOTOR",
    "UNIT_TWISTS",
    "FreeBase",
    "Freedom",
    "Matrix",
    "Mechanics",
    "Parameters",
    "Vector",
    "add_scaled",
    "cross_product",
    "frame_rate",
    "freedom_of",
    "multiply_matrices",
    "multiply_vector",
    "position_part",
    "rate_of_quaternion",
    "rotation_about_axis",
    "rotation_by_quaternion",
    "rotation_part",
    "skew_matrix",
    "skew_part",
    "sum_terms",
    "trace_of_product",
    "translation_along_axis",
    "transpose_matrix",
]  # fmt: skip
