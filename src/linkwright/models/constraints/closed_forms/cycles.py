"""Cycles of links: loops and their combinations, as chains of known motions between unknown ones.

Links are nodes, joints and cut joints are edges. Around a cycle known transforms are composed into chains
(`frame_chains`); an unknown joint turns about the z axis of the frame in which a chain ends, or slides along it. A cut
joint enters by its unknown freedoms: the result does not depend on where a loop is cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

from linkwright.models.constraints.closed_forms.angle_pairs import varies
from linkwright.models.framework.frame_options import branch
from linkwright.models.tree.frame_chains import Chain, inverse
from linkwright.robot import Joint, Robot
from linkwright.spatial import Scalar, Spin

Kind = Literal["R", "P", "S"]
TOGETHER = 3  # so many loops at most are combined into one cycle
_CUTS: dict[str, str] = {  # freedoms of cut joints, from frame C to frame E
    "revolute": "R", "prismatic": "P", "cylindrical": "RP", "ball": "S", "universal": "S", "line": "PS", "fixed": "",
}  # fmt: skip


@dataclass(frozen=True)
class Unknown:
    """Unknown freedom: a rotation about z (R), a translation along z (P) or any rotation (S).

    `number` is that of the joint, or n + k of the cut joint of loop k, if its position is solved for; else 0.
    """

    kind: Kind
    number: int
    sign: int  # -1: passed from the child to the parent
    name: str
    offset: Scalar = 0  # known angle that follows about the same axis: the sum is solved for
    is_cross: bool = False  # of a universal joint: the z axes on both sides are normal to each other

    def position(self, move: Scalar) -> Scalar:
        """Position of the joint, from the solved motion."""
        return (move - self.offset) * self.sign


Piece = tuple[Chain, Scalar]  # a chain in which nothing turns, then the turn of a known joint about z


@dataclass(frozen=True)
class Cycle:
    """Cycle of unknowns in order; chain k leads from unknown k to the next one, the last chain to the first one.

    `pieces` are the same chains, cut at the joints that turn.
    """

    unknowns: tuple[Unknown, ...]
    chains: tuple[Chain, ...]
    pieces: tuple[tuple[Piece, ...], ...]

    @property
    def kinds(self) -> str:
        """Kinds of the unknowns, such as RRR."""
        return "".join(u.kind for u in self.unknowns)

    def rotated(self, k: int) -> Cycle:
        """Cycle that begins with unknown k."""
        return Cycle(*(part[k:] + part[:k] for part in (self.unknowns, self.chains, self.pieces)))  # type: ignore[arg-type]

    def reversed(self) -> Cycle:
        """Cycle in the opposite direction, beginning with the same unknown."""
        first, *others = (replace(u, sign=-u.sign, offset=-u.offset) for u in self.unknowns)
        chains = tuple(inverted(chain) for chain in reversed(self.chains))
        return Cycle((first, *reversed(others)), chains, tuple(backwards(part) for part in reversed(self.pieces)))


def joined(first: Chain, second: Chain) -> Chain:
    """Compose two chains."""
    for block in second.blocks:
        first = first.shifted(block.t)
        first = first.spun(block.turn) if isinstance(block.turn, Spin) else first.turned(block.turn.axis, block.angle)
    return first.shifted(second.p)


def inverted(chain: Chain) -> Chain:
    """Invert a chain."""
    back = Chain().shifted(-chain.p)
    for block in reversed(chain.blocks):
        turn = block.turn
        back = back.spun(inverse(turn)) if isinstance(turn, Spin) else back.turned(turn.axis, -block.angle)
        back = back.shifted(-block.t)
    return back


def backwards(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Reverse pieces: those of the inverse motion."""
    turns = [-turn for _, turn in pieces[-2::-1]]
    return tuple(zip([inverted(chain) for chain, _ in reversed(pieces)], [*turns, 0], strict=True))


def continued(first: Sequence[Piece], second: Sequence[Piece]) -> tuple[Piece, ...]:
    """Append pieces to pieces."""
    if not first:
        return tuple(second)
    (chain, turn), *others = second
    return (*first[:-1], (joined(first[-1][0], chain), turn), *others)


# -- search for cycles ------------------------------------------------------------------------------------------------

Edge = tuple[int, int]  # number of the joint (n + k: of a cut joint), 1 outward and -1 back


def cycles(robot: Robot, loops: Sequence[int]) -> Iterator[tuple[Edge, ...]]:
    """Yield the loops, then the simple cycles that combine two or three of them, as edges in order."""
    n = len(robot)
    edges = {k: _edges(robot, k) for k in loops}
    for size in range(1, min(TOGETHER, len(loops)) + 1):
        for some in combinations(loops, size):
            left: set[int] = set()
            for k in some:
                left ^= edges[k]
            around = _around(robot, left, n + some[0])
            if around:
                yield around


def _edges(robot: Robot, k: int) -> set[int]:
    """Joints and cut joint of loop k."""
    loop = robot.loops[k - 1]
    return {len(robot) + k} | ({*branch(robot, loop.joint.parent)} ^ {*branch(robot, loop.frame.parent)})


def ends(robot: Robot, edge: int) -> tuple[int, int]:
    """Links that a joint or cut joint connects."""
    if edge <= len(robot):
        return robot.joint(edge).parent, edge
    loop = robot.loops[edge - len(robot) - 1]
    return loop.joint.parent, loop.frame.parent


def _around(robot: Robot, edges: set[int], first: int) -> tuple[Edge, ...]:
    """Order edges around their cycle; empty if they are not one simple cycle."""
    found: list[Edge] = [(first, 1)]
    start, link = ends(robot, first)
    left = edges - {first}
    visited = {link}
    while link != start:
        ahead = [e for e in left if link in ends(robot, e)]
        if len(ahead) != 1:
            return ()
        a, b = ends(robot, ahead[0])
        found.append((ahead[0], 1 if link == a else -1))
        link = b if link == a else a
        if link in visited:
            return ()
        visited.add(link)
        left.discard(ahead[0])
    return () if left else tuple(found)


# -- one cycle --------------------------------------------------------------------------------------------------------

Position = Callable[[int], Scalar | None]  # position of a joint, None while it is unknown
Step = Unknown | tuple[Joint, Scalar, int]  # an unknown, or a joint at a known position, outward (1) or back (-1)


def around(robot: Robot, edges: Sequence[Edge], position: Position) -> Cycle | None:
    """Form a cycle with known motions composed; None if nothing is unknown, or if an unknown is not of a `Kind`."""
    steps: list[Step] = []
    for edge, way in edges:
        of = _joint_steps(robot, edge, position) if edge <= len(robot) else _cut_steps(robot, edge, position)
        if of is None:
            return None
        steps += of if way > 0 else [_back(step) for step in reversed(of)]
    first = next((k for k, step in enumerate(steps) if isinstance(step, Unknown)), None)
    if first is None:
        return None
    unknowns: list[Unknown] = []
    parts: list[list[Piece]] = []
    for step in steps[first:] + steps[:first]:
        if isinstance(step, Unknown):
            unknowns.append(step)
            parts.append([(Chain(), 0)])
        else:
            parts[-1][-1:] = _passed(parts[-1][-1][0], *step)
    for k, (unknown, pieces) in enumerate(zip(unknowns, parts, strict=True)):
        unknowns[k], parts[k] = _with_offset(unknown, pieces)
    chains = tuple(_whole(pieces) for pieces in parts)
    return Cycle(tuple(unknowns), chains, tuple(tuple(pieces) for pieces in parts))


def _passed(chain: Chain, joint: Joint, q: Scalar, way: int) -> list[Piece]:
    """Extend a chain by a known joint, outward or back; a revolute joint that varies ends the piece."""
    if joint.kind != "revolute" or not varies(q):
        return [(chain.through(joint, q) if way > 0 else chain.back(joint, q), 0)]
    if way > 0:
        return [(chain.through(joint, 0), q), (Chain(), 0)]
    return [(chain, -q), (Chain().back(joint, 0), 0)]


def _whole(pieces: Sequence[Piece]) -> Chain:
    """Compose pieces into one chain."""
    chain = Chain()
    for part, turn in pieces:
        chain = joined(chain, part).turned("z", turn)
    return chain


def _with_offset(unknown: Unknown, pieces: list[Piece]) -> tuple[Unknown, list[Piece]]:
    """Merge a known turn about the same axis into the unknown one, so that shifts are along x where possible."""
    (chain, turn), *others = pieces
    first = chain.blocks[0] if chain.blocks else None
    if unknown.kind != "R" or first is None or first.axis != "z" or first.t.x != 0 or first.t.y != 0:
        return unknown, pieces
    rest = joined(Chain().shifted(first.t), Chain(chain.blocks[1:], chain.p))
    return replace(unknown, offset=first.angle), [(rest, turn), *others]


def _back(step: Step) -> Step:
    """Step in the opposite direction."""
    return replace(step, sign=-step.sign) if isinstance(step, Unknown) else (step[0], step[1], -step[2])


def _joint_steps(robot: Robot, j: int, position: Position) -> list[Step] | None:
    """Steps through joint j, outward; None: it is unknown and neither revolute nor prismatic."""
    joint = robot.joint(j)
    q = position(j) if joint.moves else 0
    if q is not None:
        return [(joint, q, 1)]
    if joint.kind not in ("revolute", "prismatic"):
        return None
    return [(joint, 0, 1), Unknown("R" if joint.kind == "revolute" else "P", j, 1, joint.name)]


def _cut_steps(robot: Robot, edge: int, position: Position) -> list[Step] | None:
    """Steps through a cut joint, from its link to that of the closing frame; None: its kind is not supported."""
    loop = robot.loops[edge - len(robot) - 1]
    joint, q = loop.joint, position(edge)
    if joint.kind not in _CUTS:
        return None
    if q is not None:
        return [(joint, q, 1), (loop.frame, 0, -1)]
    number = edge if joint.kind in ("revolute", "prismatic") else 0
    cross = joint.kind == "universal"
    kinds: str = _CUTS[joint.kind]
    free: list[Step] = [Unknown(kind, number, 1, joint.name, is_cross=cross) for kind in kinds]  # type: ignore[arg-type]
    return [(joint, 0, 1), *free, (loop.frame, 0, -1)]


__all__ = [
    "Cycle", "Edge", "Piece", "Position", "Unknown", "around", "backwards", "continued", "cycles", "inverted", "joined",
]  # fmt: skip
