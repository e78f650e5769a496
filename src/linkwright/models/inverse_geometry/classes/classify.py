"""Class of a chain of six joints by its axes alone (axes that meet or are parallel, prismatic joints): its closed form.

A chain is classified from both ends: the reversed chain has opposite directions, and the inverse pose. Numeric axes
decide on the class; the formulas use the axes as given, numbers or expressions.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linkwright.models.inverse_geometry.chain_screws import Array, JointScrew
from linkwright.models.inverse_geometry.classes.spherical_wrist import SolveOrder, Wrist, solve_spherical_wrist
from linkwright.models.inverse_geometry.classes.three_parallel_axes import solve_three_parallel
from linkwright.models.inverse_geometry.classes.three_prismatic import solve_three_prismatic
from linkwright.models.inverse_geometry.expr_vectors import Axis, CandidatePosture, invert_pose

PoseRows = Sequence[Sequence[Any]]
CandidateRows = list[CandidatePosture]
# joint (0..5), its direction or point, whether that is a point -> the vector as formulas have it
VectorPlacement = Callable[[int, Array, bool], list[Any]]
MIRRORED_BRANCHES = {"shoulder": "wrist", "wrist": "shoulder"}  # the names in a reversed chain
CLASS_TOLERANCE = 1e-6  # of the reach: largest deviation of axes from their class
MIN_DIVISOR = 1e-3  # least sine or volume that formulas may divide by
EXACT_DEVIATION = 1e-13  # deviation of axes that belong to their class exactly, up to rounding
RIGHT_ANGLE_COSINE = 1e-15  # cosine of a right angle, rounded


@dataclass(frozen=True)
class GeometryClass:
    """A closed form: its evidence, the deviation of the axes, relative to the reach, and its postures at a pose."""

    name: str
    evidence: str
    deviation: float
    count: int
    degree: int  # of the polynomial that is solved
    branch_names: tuple[str, ...]  # names of the two-way choices, in the order of the rows; () for a quartic
    postures: Callable[[PoseRows, VectorPlacement], CandidateRows]

    @property
    def is_exact(self) -> bool:
        """Tell whether the axes are those of the class up to rounding."""
        return self.deviation <= EXACT_DEVIATION


def _effective_deviation(deviation: float) -> float:
    """Deviation of axes from their class; 0 if it is rounding."""
    return deviation if deviation > EXACT_DEVIATION else 0.0


def find_closed_form(screws: Sequence[JointScrew], tolerance: float) -> GeometryClass | None:
    """Return the closed form of lowest degree for six screws, seen from either end; None if there is none."""
    ends = [_from_one_end(tuple(screws), tolerance, "123456")]
    ends.append(
        _from_one_end(tuple(JointScrew(s.is_revolute, -s.h, s.c) for s in reversed(screws)), tolerance, "654321")
    )
    if ends[1]:
        there = ends[1]
        ends[1] = GeometryClass(there.name, there.evidence, there.deviation, there.count, there.degree,
                        tuple(MIRRORED_BRANCHES.get(limb, limb) for limb in there.branch_names),
                        lambda G, place: [row.reversed for row in there.postures(
                            invert_pose(G), lambda k, v, is_point: place(5 - k, v, is_point))])  # fmt: skip
    found = [x for x in ends if x]
    return min(found, key=lambda x: x.degree) if found else None


def _from_one_end(screws: tuple[JointScrew, ...], tolerance: float, names: str) -> GeometryClass | None:
    """The closed form of lowest degree, seen from the base."""
    found = [
        _classify_prismatic(screws),
        _classify_wrist(screws, tolerance, names),
        _classify_parallel(screws, tolerance, names),
    ]
    return min((x for x in found if x), key=lambda x: x.degree, default=None)


def _classify_prismatic(screws: tuple[JointScrew, ...]) -> GeometryClass | None:
    """The class with three prismatic joints."""
    turning = [s for s in screws if s.is_revolute]
    if len(turning) != 3:
        return None
    clear = min(float(np.linalg.norm(np.cross(a.h, b.h))) for a, b in itertools.pairwise(turning))
    if clear < MIN_DIVISOR or not _are_slides_independent(screws):
        return None
    places = [k for k, s in enumerate(screws) if s.is_revolute]
    return GeometryClass(
        "three slides",
        "three joints slide",
        0.0,
        2,
        2,
        ("wrist",),
        lambda G, place: solve_three_prismatic(_placed_axes(screws, place), _make_wrist(screws, places, place), G),
    )


def _are_slides_independent(screws: tuple[JointScrew, ...]) -> bool:
    """Tell whether three prismatic joints have independent directions at a general posture: at q = 0 they may not."""
    q = np.random.default_rng(1).uniform(-1.5, 1.5, len(screws))
    T, directions = np.eye(3), []
    for s, x in zip(screws, q, strict=True):
        if s.is_revolute:
            T = T @ s.motion(x)[:3, :3]
        else:
            directions.append(T @ s.h)
    return abs(float(np.linalg.det(directions))) >= MIN_DIVISOR


def _classify_wrist(screws: tuple[JointScrew, ...], tolerance: float, names: str) -> GeometryClass | None:
    """The class with a spherical wrist at the end."""
    seen = meeting_point(screws[3:], tolerance)
    if not seen or not all(s.is_revolute for s in screws):
        return None
    w, miss = seen
    evidence = f"axes {', '.join(names[3:])} meet in a point"
    seen_alone = [_test_separation(a, b, tolerance) for a, b in (screws[0:2], screws[2:0:-1])]
    way, degree = SolveOrder(is_decoupled=False), 4
    for behind, (x, pair) in enumerate(zip(seen_alone, (names[:2], names[1:3]), strict=True)):
        if x:
            miss = max(miss, x[2])
            way, degree = SolveOrder(True, bool(behind), x[1]), 2
            evidence += f", {pair[0]} and {pair[1]} {x[0]}"
            break
    else:
        g1, g2 = _side_vectors(*screws[:2])
        if float(np.linalg.norm(np.cross(g1, g2))) < MIN_DIVISOR:
            return None
    clear = min(float(np.linalg.norm(np.cross(a.h, b.h))) for a, b in itertools.pairwise(screws[3:]))
    if clear < MIN_DIVISOR:
        return None
    way = replace(way, deviation=_effective_deviation(miss))
    arm = ("shoulder", "elbow") if way.is_reversed else ("elbow", "shoulder")
    return GeometryClass(
        "spherical wrist",
        evidence,
        miss,
        8,
        degree,
        (*arm, "wrist") if way.is_decoupled else (),
        lambda G, place: solve_spherical_wrist(
            _placed_axes(screws, place)[:3], _make_wrist(screws, (3, 4, 5), place), place(3, w, True), G, way
        ),
    )


def _side_vectors(A: JointScrew, B: JointScrew) -> tuple[Array, Array]:
    """Components orthogonal to axis B of the direction of A and of the vector from A to B: g1, g2."""
    off = np.eye(3) - np.outer(B.h, B.h)
    return off @ A.h, off @ (B.c - A.c)


def _test_separation(A: JointScrew, B: JointScrew, tolerance: float) -> tuple[str, bool, float] | None:
    """Test whether the joint beyond B separates: the reason, whether g1 is the longer one, the deviation; or None."""
    g1, g2 = _side_vectors(A, B)
    sizes = float(np.linalg.norm(g1)), float(np.linalg.norm(g2))
    miss = float(np.linalg.norm(np.cross(g1, g2)))
    if miss > tolerance or max(sizes) < MIN_DIVISOR:
        return None
    return "are parallel" if sizes[0] <= tolerance else "meet", sizes[0] >= sizes[1], miss


def _classify_parallel(screws: tuple[JointScrew, ...], tolerance: float, names: str) -> GeometryClass | None:
    """The class with the second to fourth axes parallel."""
    one, two, three, four, five, six = screws
    if not all(s.is_revolute for s in screws):
        return None
    miss = max(float(np.linalg.norm(np.cross(two.h, s.h))) for s in (three, four))
    if miss > tolerance or float(np.linalg.norm(np.cross(one.h, two.h))) < MIN_DIVISOR:
        return None
    evidence = f"axes {', '.join(names[1:4])} are parallel"
    meet = crossing_point(five, six, tolerance)
    c, degree = six.c, 4
    if meet:
        c, degree, miss = meet[0], 2, max(miss, meet[1])
        evidence += f", {names[4]} and {names[5]} meet"
    else:  # cos q5, sin q5 must follow from both equations

        def part(v: Array, by: Array) -> Array:
            return np.array([by @ (v - five.h * (five.h @ v)), by @ np.cross(five.h, v)])

        rows = [part(six.c - five.c, two.h), part(two.h, six.h) * [1, -1]]
        if abs(np.linalg.det(rows)) < MIN_DIVISOR:
            return None
    m = _orthogonal_direction(two.h)
    return GeometryClass(
        "three parallel axes",
        evidence,
        miss,
        8,
        degree,
        ("shoulder", "wrist", "elbow") if meet else (),
        lambda G, place: solve_three_parallel(
            _placed_axes(screws, place),
            place(5, c, True),
            place(1, m, False),
            G,
            meet is not None,
            _has_right_angles(two, five, six),
            _effective_deviation(miss),
        ),
    )


def meeting_point(screws: Sequence[JointScrew], tolerance: float) -> tuple[Array, float] | None:
    """The point where three axes meet, and their largest distance from it, if that is within the tolerance."""
    if not all(s.is_revolute for s in screws):
        return None
    rows = np.concatenate([np.eye(3) - np.outer(s.h, s.h) for s in screws])
    right = np.concatenate([(np.eye(3) - np.outer(s.h, s.h)) @ s.c for s in screws])
    if np.linalg.svd(rows, compute_uv=False)[-1] < MIN_DIVISOR:  # parallel
        return None
    w = np.linalg.lstsq(rows, right, rcond=None)[0]
    miss = max(float(np.linalg.norm(s.foot(w) - w)) for s in screws)
    return (w, miss) if miss <= tolerance else None


def crossing_point(a: JointScrew, b: JointScrew, tolerance: float) -> tuple[Array, float] | None:
    """The point where two axes that are not parallel meet, and their distance, if that is within the tolerance."""
    n = np.cross(a.h, b.h)
    if float(np.linalg.norm(n)) < MIN_DIVISOR:
        return None
    miss = abs(float((b.c - a.c) @ n)) / float(np.linalg.norm(n))
    if miss > tolerance:
        return None
    s, t = np.linalg.lstsq(np.column_stack([a.h, -b.h]), b.c - a.c, rcond=None)[0]
    return (a.c + s * a.h + b.c + t * b.h) / 2, miss


def _orthogonal_direction(h: Array) -> Array:
    """A unit vector orthogonal to h."""
    m = np.cross(h, np.eye(3)[int(np.argmin(np.abs(h)))])
    return m / np.linalg.norm(m)


def _make_wrist(screws: Sequence[JointScrew], places: Sequence[int], place: VectorPlacement) -> Wrist:
    """The wrist of three joints."""
    i, j, k = (screws[x] for x in places)
    I, J, K = (_placed_axes(screws, place)[x] for x in places)
    m = place(places[2], _orthogonal_direction(k.h), False)
    return Wrist(I, J, K, m, _has_right_angles(i, j, k))


def _has_right_angles(a: JointScrew, b: JointScrew, c: JointScrew) -> bool:
    """Tell whether successive axes are orthogonal."""
    return max(abs(float(a.h @ b.h)), abs(float(b.h @ c.h))) <= RIGHT_ANGLE_COSINE


def _placed_axes(screws: Sequence[JointScrew], place: VectorPlacement) -> list[Axis]:
    """Axes as the formulas have them."""
    return [Axis(s.is_revolute, place(k, s.h, False), place(k, s.c, True)) for k, s in enumerate(screws)]


__all__ = [
    "CLASS_TOLERANCE",
    "MIN_DIVISOR",
    "GeometryClass",
    "VectorPlacement",
    "crossing_point",
    "find_closed_form",
    "meeting_point",
]
