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
from linkwright.models.framework.frame_options import path_from_base
from linkwright.models.tree.frame_chains import FrameChain, invert_spin
from linkwright.robot import Joint, Robot
from linkwright.spatial import Scalar, Spin

Kind = Literal["R", "P", "S"]
MAX_LOOPS_OF_CYCLE = 3  # so many loops at most are combined into one cycle
_CUT_FREEDOMS: dict[str, str] = {  # freedoms of cut joints, from frame C to frame E
    "revolute": "R", "prismatic": "P", "cylindrical": "RP", "ball": "S", "universal": "S", "line": "PS", "fixed": "",
}  # fmt: skip


@dataclass(frozen=True)
class CycleUnknown:
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


Piece = tuple[FrameChain, Scalar]  # a chain in which nothing turns, then the turn of a known joint about z


@dataclass(frozen=True)
class Cycle:
    """Cycle of unknowns in order; chain k leads from unknown k to the next one, the last chain to the first one.

    `pieces` are the same chains, cut at the joints that turn.
    """

    unknowns: tuple[CycleUnknown, ...]
    chains: tuple[FrameChain, ...]
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
        chains = tuple(invert_chain(chain) for chain in reversed(self.chains))
        return Cycle((first, *reversed(others)), chains, tuple(reverse_pieces(part) for part in reversed(self.pieces)))


def join_chains(first: FrameChain, second: FrameChain) -> FrameChain:
    """Compose two chains."""
    for block in second.blocks:
        first = first.then_shift(block.t)
        first = (
            first.then_spin(block.turn)
            if isinstance(block.turn, Spin)
            else first.then_turn(block.turn.axis, block.angle)
        )
    return first.then_shift(second.p)


def invert_chain(chain: FrameChain) -> FrameChain:
    """Invert a chain."""
    back = FrameChain().then_shift(-chain.p)
    for block in reversed(chain.blocks):
        turn = block.turn
        back = back.then_spin(invert_spin(turn)) if isinstance(turn, Spin) else back.then_turn(turn.axis, -block.angle)
        back = back.then_shift(-block.t)
    return back


def reverse_pieces(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Reverse pieces: those of the inverse motion."""
    turns = [-turn for _, turn in pieces[-2::-1]]
    return tuple(zip([invert_chain(chain) for chain, _ in reversed(pieces)], [*turns, 0], strict=True))


def join_pieces(first: Sequence[Piece], second: Sequence[Piece]) -> tuple[Piece, ...]:
    """Append pieces to pieces."""
    if not first:
        return tuple(second)
    (chain, turn), *others = second
    return (*first[:-1], (join_chains(first[-1][0], chain), turn), *others)


# -- search for cycles ------------------------------------------------------------------------------------------------

Edge = tuple[int, int]  # number of the joint (n + k: of a cut joint), 1 outward and -1 back


def find_cycles(robot: Robot, loops: Sequence[int]) -> Iterator[tuple[Edge, ...]]:
    """Yield the loops, then the simple cycles that combine two or three of them, as edges in order."""
    n = len(robot)
    edges = {k: _edges_of_loop(robot, k) for k in loops}
    for size in range(1, min(MAX_LOOPS_OF_CYCLE, len(loops)) + 1):
        for some in combinations(loops, size):
            left: set[int] = set()
            for k in some:
                left ^= edges[k]
            around = _order_edges(robot, left, n + some[0])
            if around:
                yield around


def _edges_of_loop(robot: Robot, k: int) -> set[int]:
    """Joints and cut joint of loop k."""
    loop = robot.loops[k - 1]
    return {len(robot) + k} | (
        {*path_from_base(robot, loop.joint.parent)} ^ {*path_from_base(robot, loop.frame.parent)}
    )


def links_of_edge(robot: Robot, edge: int) -> tuple[int, int]:
    """Links that a joint or cut joint connects."""
    if edge <= len(robot):
        return robot.joint(edge).parent, edge
    loop = robot.loops[edge - len(robot) - 1]
    return loop.joint.parent, loop.frame.parent


def _order_edges(robot: Robot, edges: set[int], first: int) -> tuple[Edge, ...]:
    """Order edges around their cycle; empty if they are not one simple cycle."""
    found: list[Edge] = [(first, 1)]
    start, link = links_of_edge(robot, first)
    left = edges - {first}
    visited = {link}
    while link != start:
        ahead = [e for e in left if link in links_of_edge(robot, e)]
        if len(ahead) != 1:
            return ()
        a, b = links_of_edge(robot, ahead[0])
        found.append((ahead[0], 1 if link == a else -1))
        link = b if link == a else a
        if link in visited:
            return ()
        visited.add(link)
        left.discard(ahead[0])
    return () if left else tuple(found)


# -- one cycle --------------------------------------------------------------------------------------------------------

Position = Callable[[int], Scalar | None]  # position of a joint, None while it is unknown
CycleStep = (
    CycleUnknown | tuple[Joint, Scalar, int]
)  # an unknown, or a joint at a known position, outward (1) or back (-1)


def form_cycle(robot: Robot, edges: Sequence[Edge], position: Position) -> Cycle | None:
    """Form a cycle with known motions composed; None if nothing is unknown, or if an unknown is not of a `Kind`."""
    steps: list[CycleStep] = []
    for edge, way in edges:
        of = _joint_steps(robot, edge, position) if edge <= len(robot) else _cut_steps(robot, edge, position)
        if of is None:
            return None
        steps += of if way > 0 else [_reverse_step(step) for step in reversed(of)]
    first = next((k for k, step in enumerate(steps) if isinstance(step, CycleUnknown)), None)
    if first is None:
        return None
    unknowns: list[CycleUnknown] = []
    parts: list[list[Piece]] = []
    for step in steps[first:] + steps[:first]:
        if isinstance(step, CycleUnknown):
            unknowns.append(step)
            parts.append([(FrameChain(), 0)])
        else:
            parts[-1][-1:] = _pass_joint(parts[-1][-1][0], *step)
    for k, (unknown, pieces) in enumerate(zip(unknowns, parts, strict=True)):
        unknowns[k], parts[k] = _extract_offset(unknown, pieces)
    chains = tuple(_chain_of_pieces(pieces) for pieces in parts)
    return Cycle(tuple(unknowns), chains, tuple(tuple(pieces) for pieces in parts))


def _pass_joint(chain: FrameChain, joint: Joint, q: Scalar, way: int) -> list[Piece]:
    """Extend a chain by a known joint, outward or back; a revolute joint that varies ends the piece."""
    if joint.kind != "revolute" or not varies(q):
        return [(chain.to_child(joint, q) if way > 0 else chain.to_parent(joint, q), 0)]
    if way > 0:
        return [(chain.to_child(joint, 0), q), (FrameChain(), 0)]
    return [(chain, -q), (FrameChain().to_parent(joint, 0), 0)]


def _chain_of_pieces(pieces: Sequence[Piece]) -> FrameChain:
    """Compose pieces into one chain."""
    chain = FrameChain()
    for part, turn in pieces:
        chain = join_chains(chain, part).then_turn("z", turn)
    return chain


def _extract_offset(unknown: CycleUnknown, pieces: list[Piece]) -> tuple[CycleUnknown, list[Piece]]:
    """Merge a known turn about the same axis into the unknown one, so that shifts are along x where possible."""
    (chain, turn), *others = pieces
    first = chain.blocks[0] if chain.blocks else None
    if unknown.kind != "R" or first is None or first.axis != "z" or first.t.x != 0 or first.t.y != 0:
        return unknown, pieces
    rest = join_chains(FrameChain().then_shift(first.t), FrameChain(chain.blocks[1:], chain.p))
    return replace(unknown, offset=first.angle), [(rest, turn), *others]


def _reverse_step(step: CycleStep) -> CycleStep:
    """Step in the opposite direction."""
    return replace(step, sign=-step.sign) if isinstance(step, CycleUnknown) else (step[0], step[1], -step[2])


def _joint_steps(robot: Robot, j: int, position: Position) -> list[CycleStep] | None:
    """Steps through joint j, outward; None: it is unknown and neither revolute nor prismatic."""
    joint = robot.joint(j)
    q = position(j) if joint.moves else 0
    if q is not None:
        return [(joint, q, 1)]
    if joint.kind not in ("revolute", "prismatic"):
        return None
    return [(joint, 0, 1), CycleUnknown("R" if joint.kind == "revolute" else "P", j, 1, joint.name)]


def _cut_steps(robot: Robot, edge: int, position: Position) -> list[CycleStep] | None:
    """Steps through a cut joint, from its link to that of the closing frame; None: its kind is not supported."""
    loop = robot.loops[edge - len(robot) - 1]
    joint, q = loop.joint, position(edge)
    if joint.kind not in _CUT_FREEDOMS:
        return None
    if q is not None:
        return [(joint, q, 1), (loop.frame, 0, -1)]
    number = edge if joint.kind in ("revolute", "prismatic") else 0
    cross = joint.kind == "universal"
    kinds: str = _CUT_FREEDOMS[joint.kind]
    free: list[CycleStep] = [CycleUnknown(kind, number, 1, joint.name, is_cross=cross) for kind in kinds]  # type: ignore[arg-type]
    return [(joint, 0, 1), *free, (loop.frame, 0, -1)]


__all__ = [
    "Cycle",
    "CycleUnknown",
    "Edge",
    "Piece",
    "Position",
    "find_cycles",
    "form_cycle",
    "invert_chain",
    "join_chains",
    "join_pieces",
    "reverse_pieces",
]  # fmt: skip
