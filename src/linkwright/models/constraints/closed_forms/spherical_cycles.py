"""Cycles of unknown turns about axes that are not parallel: what the orientations alone say.

    Z1 K1 Z2 K2 Z3 K3 = 1   for the rotations; K are known, Z turn about z

The angle between axes 1 and 3, which K3 knows, determines t2: a cos t2 + b sin t2 = k. This is the spherical four-bar
linkage, and that of any other linkage whose positions close by themselves then.

If opposite sides are equal, half a turn about the axis between axes 1 and 3 exchanges them, and takes the known axis to
axis 2: no root at all. Bennett's linkage is one of these (Bennett 1903); positions decide which.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linkwright.models.constraints.closed_forms.angle_pairs import flat
from linkwright.models.constraints.closed_forms.cycles import Cycle, Piece, joined
from linkwright.models.constraints.closed_forms.exact_copy import Attempt, Found
from linkwright.models.tree.frame_chains import Chain
from linkwright.spatial import Scalar, Turn, Vec3, Z


def spherical(attempt: Attempt) -> Found | None:
    """The three turns of a spherical cycle, with a root."""
    if attempt.cycle.kinds != "RRR":
        return None
    cycle, choices = _closing_last(attempt.cycle), attempt.choices
    one, two, three = cycle.chains
    rho, v, k = one.unrotate(Z), two.rotate(Z), three.rotate(Z).z
    if attempt.reading.zero(rho.x, rho.y) or attempt.reading.zero(v.x, v.y):
        return None
    pair = choices.turn(rho.x * v.x + rho.y * v.y, rho.y * v.x - rho.x * v.y, k - rho.z * v.z,
                        f"side of {cycle.unknowns[1].name}")  # fmt: skip
    turn = Turn("z", pair.y, pair.x)
    t1 = choices.between(flat(one.rotate(turn.apply(v))), flat(three.unrotate(Z)))
    t3 = choices.between(flat(three.rotate(Z)), flat(two.unrotate(turn.undo(rho))))
    turns = (t1, choices.angle(pair), t3)
    return Found("spherical four-bar", list(zip(cycle.unknowns, turns, strict=True)))


def crossing(attempt: Attempt) -> Found | None:
    """The turn that keeps the axes of a universal joint normal to each other: Hooke's joint between two shafts."""
    cycle = attempt.cycle.rotated(max(attempt.cycle.kinds.find("S"), 0))
    if cycle.kinds != "SR" or not cycle.unknowns[0].is_cross:
        return None
    before, behind = cycle.chains
    e, v = before.unrotate(Z), behind.rotate(Z)
    if attempt.reading.zero(e.x, e.y) or attempt.reading.zero(v.x, v.y):
        return None
    shaft = cycle.unknowns[1]
    pair = attempt.choices.turn(e.x * v.x + e.y * v.y, e.y * v.x - e.x * v.y, -e.z * v.z, f"side of {shaft.name}")
    return Found("universal joint", [(shaft, attempt.choices.angle(pair))])


def symmetric(attempt: Attempt) -> Found | None:
    """The three turns of a cycle with equal opposite sides, without a root."""
    if attempt.cycle.kinds != "RRR":
        return None
    cycle = _closing_last(attempt.cycle)
    moving = _moving_axis(cycle.pieces[2])
    if moving is None:
        return None
    found: list[Sequence[Scalar]] = []
    for axis in _images(cycle.chains[2].rotate(Z), moving):
        turns = _turns(cycle, axis, attempt)
        if turns and _closes(cycle, turns, attempt):
            found.append(turns)
    if not found:
        return None
    method, chosen = "Bennett", found[0]
    if len(found) > 1:
        method = "spherical parallelogram"
        chosen = attempt.choices.either(found[0], found[1], f"side of {cycle.unknowns[1].name}")
    return Found(method, list(zip(cycle.unknowns, chosen, strict=True)))


def _closing_last(cycle: Cycle) -> Cycle:
    """Begun so that the last chain is what moves."""
    return min((cycle.rotated(k) for k in range(3)), key=lambda c: [len(part) for part in c.pieces])


def _moving_axis(pieces: Sequence[Piece]) -> Vec3 | None:
    """The axis of the one joint that turns, in the frame where the pieces begin."""
    return pieces[0][0].rotate(Z) if len(pieces) == 2 else None


def _images(z1: Vec3, moving: Vec3) -> Iterator[Vec3]:
    """Where axis 2 may be, in the axes of unknown 3: turned by half a turn about an axis between axes 1 and 3, either
    way round."""
    for middle in (z1 + Z, z1 - Z):
        turned = middle * (2 * middle.dot(moving) / middle.dot(middle)) - moving
        yield from (turned, -turned)


def _turns(cycle: Cycle, axis: Vec3, attempt: Attempt) -> list[Scalar] | None:
    """The turns that bring axis 2 here (in the axes of unknown 3), if its angles with the other two are right."""
    one, two, three = cycle.chains
    choices, zero = attempt.choices, attempt.reading.zero
    a, b, h = one.rotate(Z), three.unrotate(axis), two.unrotate(Z)
    if not zero(a.z - b.z, h.z - axis.z) or zero(a.x, a.y) or zero(h.x, h.y):
        return None
    first = flat(b).divided(flat(a))
    m = one.unrotate(Turn("z", first.y, first.x).undo(three.unrotate(Z)))
    t2 = choices.between(flat(two.rotate(Z)), flat(m))
    return [choices.angle(first), t2, choices.between(flat(axis), flat(h))]


def _closes(cycle: Cycle, turns: Sequence[Scalar], attempt: Attempt) -> bool:
    """Whether positions and orientations come back around the cycle."""
    chain = Chain()
    for t, part in zip(turns, cycle.chains, strict=True):
        chain = joined(chain.turned("z", t), part)
    pose = chain.recursive()
    x, y, z = pose.columns
    return attempt.reading.zero(*pose.P, x.x - 1, x.y, y.y - 1, z.z - 1)


__all__ = ["crossing", "spherical", "symmetric"]
