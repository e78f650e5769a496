"""Cycles with one ball joint: a chain of up to three unknown joints must reach its centre.

From the ball joint S around to itself, in either direction, with joint frames e, a, b, c and known steps between them:

    S a (b c)    axes b and c meet in a point: its distances from S on both sides agree, which gives a
                 (R U S, P U S, U P S and, with a universal joint for S, R U U, U P U; R S U R linkages)
    S a (b c)    b and c move in parallel planes: their heights on both sides agree, which gives a
    S (b c)      axes b and c meet: the angle of S about c from its height above b, then the angle about b

The rest of a planar pair is a planar cycle. A universal joint is solved as a ball joint; the proof of the loop
equations shows whether it closes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from linkwright.models.constraints.closed_forms.angle_pairs import RootSigns, project_along_z
from linkwright.models.constraints.closed_forms.cycles import Cycle, CycleUnknown, invert_chain, join_chains
from linkwright.models.constraints.closed_forms.exact_copy import CycleProblem, CycleSolution, ExactRobot
from linkwright.models.tree.frame_chains import FrameChain
from linkwright.spatial import Scalar, Turn, Vec3, Z


def solve_spherical_joint_cycle(attempt: CycleProblem) -> CycleSolution | None:
    """Solve for the first unknown behind the ball joint, or for a pair whose axes meet."""
    kinds = attempt.cycle.kinds
    if kinds.count("S") != 1 or len(kinds) not in (3, 4):
        return None
    cycle = attempt.cycle.rotated(kinds.index("S"))
    methods: list[Callable[..., CycleSolution | None]] = (
        [_solve_meeting_pair] if len(kinds) == 3 else [_solve_by_distance, _solve_by_height]
    )
    for method in methods:
        for way in (cycle, cycle.reversed()):
            found = method(way, attempt.reading, attempt.choices)
            if found:
                return found
    return None


# -- pairs that meet --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _AxesMeeting:
    """Meeting point of two axes: its coordinate along the first axis, and along the second one."""

    first: Scalar
    second: Scalar


def _find_meeting_point(cycle: Cycle, k: int, reading: ExactRobot) -> _AxesMeeting | None:
    """Meeting point of the axes of unknowns k and k + 1; None: they do not meet."""
    if cycle.kinds[k : k + 2] != "RR":
        return None
    chain = cycle.chains[k]
    P, z = chain.apply(), chain.rotate(Z)
    if reading.zero(z.x, z.y) or not reading.zero(P.x * z.y - P.y * z.x):
        return None
    for along in (0, -chain.p.z, -chain.p.z - (chain.blocks[-1].t.z if chain.blocks else 0)):
        point = P + z * along
        if reading.zero(point.x, point.y):
            return _AxesMeeting(point.z, along)
    along = -(P.x * z.x + P.y * z.y) / (z.x * z.x + z.y * z.y)
    return _AxesMeeting(P.z + z.z * along, along)


def _solve_meeting_pair(cycle: Cycle, reading: ExactRobot, choices: RootSigns) -> CycleSolution | None:
    """Solve for both rotations, from the position of the ball joint on either side."""
    meeting = _find_meeting_point(cycle, 1, reading)
    if meeting is None:
        return None
    _, b, c = cycle.unknowns
    before, between, behind = cycle.chains
    w = invert_chain(before).apply() - Z * meeting.first
    v = behind.apply() - Z * meeting.second
    rho = between.unrotate(Z)
    if reading.zero(rho.x, rho.y) or reading.zero(v.x, v.y):
        return None
    pair = choices.turn(rho.x * v.x + rho.y * v.y, rho.y * v.x - rho.x * v.y, w.z - rho.z * v.z, f"side of {c.name}")
    m = between.rotate(Turn("z", pair.y, pair.x).apply(v))
    return CycleSolution(
        "leg", [(b, choices.between(project_along_z(m), project_along_z(w))), (c, choices.angle(pair))]
    )


def _solve_by_distance(cycle: Cycle, reading: ExactRobot, choices: RootSigns) -> CycleSolution | None:
    """Solve for the first unknown behind the ball joint, from the distance of its centre to where the others meet."""
    meeting = _find_meeting_point(cycle, 2, reading)
    if meeting is None:
        return None
    a = cycle.unknowns[1]
    before, chain, _, behind = cycle.chains
    e = invert_chain(before).apply()
    o = chain.apply(Z * meeting.first)
    v = behind.apply() - Z * meeting.second
    if a.kind == "P":
        across = project_along_z(o - e)
        r = choices.root(v.dot(v) - across.square, f"side of {a.name}")
        return CycleSolution("leg", [(a, e.z - o.z + r)])
    if reading.zero(o.x, o.y):
        return None
    k = (o.dot(o) - v.dot(v) + e.dot(e)) / 2 - e.z * o.z
    name = f"elbow of {cycle.unknowns[2].name}"
    if o.y == 0:
        pair = choices.turn(e.x, e.y, k / o.x, name)
    else:
        pair = choices.turn(e.x * o.x + e.y * o.y, e.y * o.x - e.x * o.y, k, name)
    return CycleSolution("leg", [(a, choices.angle(pair))])


# -- planar pairs -----------------------------------------------------------------------------------------------------


def _normal_of_planes(cycle: Cycle, reading: ExactRobot) -> Vec3 | None:
    """Normal of the planes in which unknowns 2 and 3 move, in the axes of unknown 2; None: there are none."""
    b, c = cycle.unknowns[2:]
    z = cycle.chains[2].rotate(Z)
    match b.kind + c.kind:
        case "RR":
            return Z if reading.zero(z.x, z.y) else None
        case "RP":
            return Z if reading.zero(z.z) else None
        case "PR":
            return z if reading.zero(z.z) else None
    return None


def _solve_by_height(cycle: Cycle, reading: ExactRobot, choices: RootSigns) -> CycleSolution | None:
    """Solve for the first unknown behind the ball joint, from its height above the planes of the other two."""
    n = _normal_of_planes(cycle, reading)
    if n is None:
        return None
    a = cycle.unknowns[1]
    before, chain, between, behind = cycle.chains
    e = invert_chain(before).apply()
    height = n.dot(between.apply(behind.apply()))
    m, o = chain.rotate(n), chain.apply()
    if a.kind == "P":
        return None if reading.zero(m.z) else CycleSolution("leg", [(a, (m.dot(e - o) - height) / m.z)])
    if reading.zero(m.x, m.y) or reading.zero(e.x, e.y):
        return None
    k = height + m.dot(o) - m.z * e.z
    pair = choices.turn(m.x * e.x + m.y * e.y, m.x * e.y - m.y * e.x, k, f"side of {a.name}")
    return CycleSolution("leg", [(a, choices.angle(pair))])


# -- slides -----------------------------------------------------------------------------------------------------------


def solve_slides(attempt: CycleProblem) -> CycleSolution | None:
    """Solve up to three unknown translations, linearly."""
    cycle = attempt.cycle
    slides = cycle.kinds.replace("S", "")
    if set(slides) != {"P"} or len(slides) > 3 or cycle.kinds.count("S") > 1:
        return None
    cycle = cycle.rotated(max(cycle.kinds.find("S"), 0))
    chain = FrameChain()
    found: list[tuple[CycleUnknown, Vec3]] = []
    for unknown, part in zip(cycle.unknowns, cycle.chains, strict=True):
        if unknown.kind == "P":
            found.append((unknown, chain.rotate(Z)))
        chain = join_chains(chain, part)
    shifts = _solve_shifts(-chain.apply(), [d for _, d in found], attempt.reading)
    return CycleSolution("linear", [(u, p) for (u, _), p in zip(found, shifts, strict=True)]) if shifts else None


def _solve_shifts(D: Vec3, along: list[Vec3], reading: ExactRobot) -> list[Scalar] | None:
    """Lengths along these directions that add up to D (components they cannot reach are ignored)."""
    if len(along) == 1:
        return [D.dot(along[0])]
    a, b = along[:2]
    c = along[2] if len(along) == 3 else a.cross(b)
    det = a.cross(b).dot(c)
    if reading.zero(det):
        return None
    return [x.dot(D) / det for x in (b.cross(c), c.cross(a), a.cross(b))][: len(along)]


__all__ = ["solve_slides", "solve_spherical_joint_cycle"]
