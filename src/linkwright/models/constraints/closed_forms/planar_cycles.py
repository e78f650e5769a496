"""Planar cycles: up to three unknown rotations about parallel axes and translations across them (Assur class II).

Projected along the axes a cycle is a product of unknown rotations Z and known steps K = (v, phi), complex numbers:

    Z1 K1 Z2 K2 Z3 K3 = 1;   E1 = e^(i(phi3 + t1)), E2 = E1 e^(i(phi1 + t2)) are the headings of steps 1 and 2

    RRR     v3 + E1 v1 + E2 v2 = 0         |v3 + E1 v1| = |v2|: a cos + b sin = k
    RRP     v2 + p d + E1 v1 = 0           across d that equation, along d the translation p
    RPP     v1 + p d + p' d' = 0           linear
    RR, RP, R remain where other loops determine the rest

For an antiparallel axis y and all angles change sign: `flip` is the sign of an axis relative to the first one. A ball
joint in the plane is a pivot without an axis; a translation along the axes has no effect in the plane.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from linkwright.models.constraints.closed_forms.angle_pairs import Pair, RootSigns, varies
from linkwright.models.constraints.closed_forms.cycles import (
    Cycle,
    CycleUnknown,
    Piece,
    invert_chain,
    join_chains,
    join_pieces,
    reverse_pieces,
)
from linkwright.models.constraints.closed_forms.exact_copy import CycleProblem, CycleSolution, ExactRobot
from linkwright.models.constraints.closed_forms.parallelogram import (
    find_parallel_axis,
    lay_out_pieces,
    match_parallelogram,
)
from linkwright.models.tree.frame_chains import FrameChain
from linkwright.spatial import Scalar, Vec3, Z


@dataclass(frozen=True)
class PlanarStep:
    """Step from a pivot to the next one: shift, angle, and unknown translations with their directions."""

    pivot: CycleUnknown
    flip: int  # of the pivot's axis
    v: Pair
    phi: Scalar
    slides: tuple[tuple[CycleUnknown, Pair], ...]
    terms: tuple[tuple[Scalar, Pair], ...] | None  # v as a sum of rotated vectors, where that is known
    height: Scalar

    @property
    def is_moving(self) -> bool:
        """Return whether the shift varies."""
        return varies(self.v.x) or varies(self.v.y)


def solve_planar_cycle(attempt: CycleProblem) -> CycleSolution | None:
    """Solve a planar cycle; None: it is not planar, or no closed form is known."""
    reading, choices = attempt.reading, attempt.choices
    read = read_planar(attempt.cycle, reading)
    if read is None:
        return None
    steps, axial = read
    slides = [slide for step in steps for slide in step.slides]
    match len(steps), len(slides):
        case 3, 0:
            found = _solve_three_turns(steps, attempt)
        case 2, 1:
            found = _solve_two_turns_and_slide(steps, choices)
        case 2, 0:
            found = _solve_two_turns(steps, attempt)
        case 1, (0 | 1 | 2):
            found = _solve_one_turn(steps[0], reading)
        case _:
            return None
    if found is None:
        return None
    moves = [(unknown, _apply_flip(unknown, steps, t)) for unknown, t in found.moves]
    return replace(found, moves=[*moves, *_solve_axial_slide(steps, axial)])


def _apply_flip(unknown: CycleUnknown, steps: Sequence[PlanarStep], t: Scalar) -> Scalar:
    """Angle with the sign of the axis of its pivot."""
    return next((t * step.flip for step in steps if step.pivot is unknown), t)


# -- reading a cycle --------------------------------------------------------------------------------------------------


def read_planar(cycle: Cycle, reading: ExactRobot) -> tuple[list[PlanarStep], list[tuple[CycleUnknown, Scalar]]] | None:
    """Read a cycle as steps from pivot to pivot and translations along the axes; None if it is not planar."""
    first, n = cycle.kinds.find("R"), len(cycle.unknowns)
    if first < 0 or n > 4:
        return None
    cycle = cycle.rotated(first)
    pivots = [k for k, u in enumerate(cycle.unknowns) if u.kind != "P"]
    parts = [_Part.of(cycle, k, after) for k, after in zip(pivots, [*pivots[1:], n], strict=True)]
    flips = _axis_signs(parts, reading)
    if flips is None:
        return None
    steps: list[PlanarStep] = []
    axial: list[tuple[CycleUnknown, Scalar]] = []
    for part, flip in zip(parts, flips, strict=True):
        along = [(u, d.z * flip) for u, d in part.slides if reading.zero(d.x, d.y)]
        across = [(u, d) for u, d in part.slides if not reading.zero(d.x, d.y)]
        if not reading.zero(*(d.z for _, d in across)):
            return None
        axial += along
        steps.append(part.step(flip, [(u, Pair(d.x, d.y * flip)) for u, d in across], reading))
    return steps, axial


@dataclass(frozen=True)
class _Part:
    """Part from a pivot to the next one, in the axes of the first (of the second if the first one is a ball joint)."""

    pivot: CycleUnknown
    pieces: Sequence[Piece]
    chain: FrameChain
    way: int  # -1: pieces and chain lead from the second pivot to the first
    slides: Sequence[tuple[CycleUnknown, Vec3]]
    has_ball: bool

    @classmethod
    def of(cls, cycle: Cycle, k: int, after: int) -> _Part:
        chain = FrameChain()
        pieces: Sequence[Piece] = ()
        slides: list[tuple[CycleUnknown, Vec3]] = []
        for i in range(k, after):
            chain, pieces = join_chains(chain, cycle.chains[i]), join_pieces(pieces, cycle.pieces[i])
            if i + 1 < after:
                slides.append((cycle.unknowns[i + 1], chain.rotate(Z)))
        pivot, end = cycle.unknowns[k], cycle.unknowns[after % len(cycle.unknowns)]
        if pivot.kind == "S":
            slides = [(u, chain.unrotate(d)) for u, d in slides]
            return cls(pivot, reverse_pieces(pieces), invert_chain(chain), -1, slides, True)
        return cls(pivot, pieces, chain, 1, slides, end.kind == "S")

    def step(self, flip: int, slides: Sequence[tuple[CycleUnknown, Pair]], reading: ExactRobot) -> PlanarStep:
        shift = self.chain.apply() * self.way
        v = Pair(shift.x, shift.y * flip)
        laid = lay_out_pieces(self.pieces, flip, self.has_ball, reading)
        if self.has_ball:
            terms = tuple((angle, w.times(self.way)) for angle, w in laid.terms) if laid else None
            return PlanarStep(self.pivot, flip, v, 0, tuple(slides), terms, shift.z * flip)
        if laid:
            return PlanarStep(self.pivot, flip, v, laid.angle, tuple(slides), laid.terms, shift.z * flip)
        axes = find_parallel_axis(self.chain, reading)
        return PlanarStep(self.pivot, flip, v, axes.angle * flip if axes else 0, tuple(slides), None, shift.z * flip)


def _axis_signs(parts: Sequence[_Part], reading: ExactRobot) -> list[int] | None:
    """Signs of the axes of the parts relative to that of the first one; None if they are not parallel."""
    every = [None if part.has_ball else find_parallel_axis(part.chain, reading) for part in parts]
    if any(axes is None and not part.has_ball for part, axes in zip(parts, every, strict=True)):
        return None
    turns = [axes.flip if axes else 1 for axes in every]
    balls = [k for k, part in enumerate(parts) if part.pivot.kind == "S"]
    around = math.prod(turns)
    if len(balls) > 1 or (around < 0 and not balls):
        return None
    flips = [math.prod(turns[:k]) for k in range(len(parts))]
    return [x * around if balls and k >= balls[0] else x for k, x in enumerate(flips)]  # a ball joint fits any axis


# -- groups -----------------------------------------------------------------------------------------------------------


def _solve_three_turns(steps: Sequence[PlanarStep], attempt: CycleProblem) -> CycleSolution | None:
    """Solve RRR, linearly if it is a parallelogram."""
    orders = [(*steps[k:], *steps[:k]) for k in range(3)]
    for order in orders:
        name = f"crossing of {order[1].pivot.name}"
        linear = match_parallelogram([(step.v, step.terms) for step in order], name, attempt)
        if linear:
            return _turns_from_headings(linear.method, order, *linear.angles)
    one, two, three = min(orders, key=lambda order: (order[0].is_moving + order[1].is_moving, not order[2].is_moving))
    choices = attempt.choices
    g, k = three.v.conjugate * one.v, two.v.square - one.v.square - three.v.square
    a, b, k = (three.v.x, three.v.y, k / (2 * one.v.x)) if one.v.y == 0 else (g.x, -g.y, k / 2)
    E1 = choices.turn(a, b, k, f"elbow of {two.pivot.name}")
    E2 = (-(three.v + E1 * one.v)).divided(two.v)
    return _turns_from_headings("RRR dyad", (one, two, three), choices.angle(E1), choices.angle(E2))


def _turns_from_headings(method: str, steps: Sequence[PlanarStep], e1: Scalar, e2: Scalar) -> CycleSolution:
    """Rotations of the three pivots that give the first two steps these headings."""
    one, two, three = steps
    turns = (e1 - three.phi, e2 - e1 - one.phi, -e2 - two.phi)
    return CycleSolution(method, [(step.pivot, t) for step, t in zip(steps, turns, strict=True)])


def _solve_two_turns_and_slide(steps: Sequence[PlanarStep], choices: RootSigns) -> CycleSolution:
    """Solve RRP."""
    one, two = steps if steps[1].slides else (steps[1], steps[0])
    (slide, d) = two.slides[0]
    g, w = d.conjugate * one.v, d.conjugate * two.v
    E1 = choices.turn(g.y, g.x, -w.y, f"side of {one.pivot.name}")
    e1 = choices.angle(E1)
    p = -(w + g * E1).x
    return CycleSolution("RRP dyad", [(one.pivot, e1 - two.phi), (two.pivot, -e1 - one.phi), (slide, p)])


def _solve_two_turns(steps: Sequence[PlanarStep], attempt: CycleProblem) -> CycleSolution | None:
    """Solve RR: the distance of the two pivots must already be right, by another loop."""
    one, two = sorted(steps, key=lambda step: step.is_moving)
    if not attempt.reading.zero(one.v.square - two.v.square) or attempt.reading.zero(one.v.square):
        return None
    linear = match_parallelogram([(one.v, one.terms), (two.v, two.terms)], "", attempt)
    e1 = linear.angles[0] if linear else attempt.choices.angle((-two.v).divided(one.v))
    return CycleSolution("linear" if linear else "RR", [(one.pivot, e1 - two.phi), (two.pivot, -e1 - one.phi)])


def _solve_one_turn(step: PlanarStep, reading: ExactRobot) -> CycleSolution | None:
    """Solve R, RP or RPP: the rotation undoes that of the rest of the cycle; translations are linear."""
    moves: list[tuple[CycleUnknown, Scalar]] = [(step.pivot, -step.phi)]
    if step.pivot.kind == "S":
        return None
    if len(step.slides) == 1:
        (slide, d) = step.slides[0]
        moves.append((slide, -(d.conjugate * step.v).x))
    elif step.slides:
        (first, a), (second, b) = step.slides
        det = a.x * b.y - a.y * b.x
        if reading.zero(det):
            return None
        moves.append((first, (b.x * step.v.y - b.y * step.v.x) / det))
        moves.append((second, (a.y * step.v.x - a.x * step.v.y) / det))
    return CycleSolution("RPP dyad" if len(step.slides) == 2 else "linear", moves)


def _solve_axial_slide(
    steps: Sequence[PlanarStep], axial: Sequence[tuple[CycleUnknown, Scalar]]
) -> list[tuple[CycleUnknown, Scalar]]:
    """Solve for a translation along the axes, which balances the heights of the steps."""
    if len(axial) != 1:
        return []
    total: Scalar = 0
    for step in steps:
        total = total + step.height
    (slide, d) = axial[0]
    return [(slide, -total * d)]


__all__ = ["PlanarStep", "read_planar", "solve_planar_cycle"]
