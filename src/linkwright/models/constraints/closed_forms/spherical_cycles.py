"""Spherical cycles: unknown rotations about axes that are not parallel, solved by orientations only.

    Z1 K1 Z2 K2 Z3 K3 = 1   for the rotations; K are known, Z turn about z

The angle between axes 1 and 3, known from K3, determines t2: a cos t2 + b sin t2 = k. This solves the spherical
four-bar linkage, and any other linkage whose positions then close without further conditions.

If opposite sides are equal, half a turn about the bisector of axes 1 and 3 exchanges them, and maps the known axis to
axis 2: no root is needed. Bennett's linkage is one of these (Bennett 1903); positions decide which solution holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linkwright.models.constraints.closed_forms.angle_pairs import project_along_z
from linkwright.models.constraints.closed_forms.cycles import Cycle, Piece, join_chains
from linkwright.models.constraints.closed_forms.exact_copy import CycleProblem, CycleSolution
from linkwright.models.tree.frame_chains import FrameChain
from linkwright.spatial import Scalar, Turn, Vec3, Z


def solve_spherical_cycle(attempt: CycleProblem) -> CycleSolution | None:
    """Solve the three rotations of a spherical cycle, with one square root."""
    if attempt.cycle.kinds != "RRR":
        return None
    cycle, choices = _rotate_moving_last(attempt.cycle), attempt.choices
    one, two, three = cycle.chains
    rho, v, k = one.unrotate(Z), two.rotate(Z), three.rotate(Z).z
    if attempt.reading.zero(rho.x, rho.y) or attempt.reading.zero(v.x, v.y):
        return None
    pair = choices.turn(rho.x * v.x + rho.y * v.y, rho.y * v.x - rho.x * v.y, k - rho.z * v.z,
                        f"side of {cycle.unknowns[1].name}")  # fmt: skip
    turn = Turn("z", pair.y, pair.x)
    t1 = choices.between(project_along_z(one.rotate(turn.apply(v))), project_along_z(three.unrotate(Z)))
    t3 = choices.between(project_along_z(three.rotate(Z)), project_along_z(two.unrotate(turn.undo(rho))))
    turns = (t1, choices.angle(pair), t3)
    return CycleSolution("spherical four-bar", list(zip(cycle.unknowns, turns, strict=True)))


def solve_universal_joint(attempt: CycleProblem) -> CycleSolution | None:
    """Solve for the rotation that keeps the axes of a universal joint normal to each other (Hooke's joint)."""
    cycle = attempt.cycle.rotated(max(attempt.cycle.kinds.find("S"), 0))
    if cycle.kinds != "SR" or not cycle.unknowns[0].is_cross:
        return None
    before, behind = cycle.chains
    e, v = before.unrotate(Z), behind.rotate(Z)
    if attempt.reading.zero(e.x, e.y) or attempt.reading.zero(v.x, v.y):
        return None
    shaft = cycle.unknowns[1]
    pair = attempt.choices.turn(e.x * v.x + e.y * v.y, e.y * v.x - e.x * v.y, -e.z * v.z, f"side of {shaft.name}")
    return CycleSolution("universal joint", [(shaft, attempt.choices.angle(pair))])


def solve_symmetric_cycle(attempt: CycleProblem) -> CycleSolution | None:
    """Solve the three rotations of a cycle with equal opposite sides, without a root."""
    if attempt.cycle.kinds != "RRR":
        return None
    cycle = _rotate_moving_last(attempt.cycle)
    moving = _moving_axis(cycle.pieces[2])
    if moving is None:
        return None
    found: list[Sequence[Scalar]] = []
    for axis in _mirrored_axes(cycle.chains[2].rotate(Z), moving):
        turns = _turns_to_axis(cycle, axis, attempt)
        if turns and _closes_cycle(cycle, turns, attempt):
            found.append(turns)
    if not found:
        return None
    method, chosen = "Bennett", found[0]
    if len(found) > 1:
        method = "spherical parallelogram"
        chosen = attempt.choices.either(found[0], found[1], f"side of {cycle.unknowns[1].name}")
    return CycleSolution(method, list(zip(cycle.unknowns, chosen, strict=True)))


def _rotate_moving_last(cycle: Cycle) -> Cycle:
    """Rotate the cycle so that its last chain has the known moving joints."""
    return min((cycle.rotated(k) for k in range(3)), key=lambda c: [len(part) for part in c.pieces])


def _moving_axis(pieces: Sequence[Piece]) -> Vec3 | None:
    """Axis of the only known moving joint, in the frame in which the pieces begin; None: there are more or none."""
    return pieces[0][0].rotate(Z) if len(pieces) == 2 else None


def _mirrored_axes(z1: Vec3, moving: Vec3) -> Iterator[Vec3]:
    """Yield candidates for axis 2, in the axes of unknown 3: the moving axis after half a turn about a bisector of axes
    1 and 3, with both signs."""
    for middle in (z1 + Z, z1 - Z):
        turned = middle * (2 * middle.dot(moving) / middle.dot(middle)) - moving
        yield from (turned, -turned)


def _turns_to_axis(cycle: Cycle, axis: Vec3, attempt: CycleProblem) -> list[Scalar] | None:
    """Rotations that move axis 2 to `axis` (in the axes of unknown 3); None if its angles to axes 1 and 3 differ."""
    one, two, three = cycle.chains
    choices, zero = attempt.choices, attempt.reading.zero
    a, b, h = one.rotate(Z), three.unrotate(axis), two.unrotate(Z)
    if not zero(a.z - b.z, h.z - axis.z) or zero(a.x, a.y) or zero(h.x, h.y):
        return None
    first = project_along_z(b).divided(project_along_z(a))
    m = one.unrotate(Turn("z", first.y, first.x).undo(three.unrotate(Z)))
    t2 = choices.between(project_along_z(two.rotate(Z)), project_along_z(m))
    return [choices.angle(first), t2, choices.between(project_along_z(axis), project_along_z(h))]


def _closes_cycle(cycle: Cycle, turns: Sequence[Scalar], attempt: CycleProblem) -> bool:
    """Return whether the transform around the cycle is the identity."""
    chain = FrameChain()
    for t, part in zip(turns, cycle.chains, strict=True):
        chain = join_chains(chain.then_turn("z", t), part)
    pose = chain.pose_by_products()
    x, y, z = pose.columns
    return attempt.reading.zero(*pose.P, x.x - 1, x.y, y.y - 1, z.z - 1)


__all__ = ["solve_spherical_cycle", "solve_symmetric_cycle", "solve_universal_joint"]
