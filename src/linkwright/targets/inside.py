"""Results of two limbs side by side (`program.lanes`), stored inside of their block, as soon as they are known.

A result that waits for the end of a long block is spilled and reloaded, and a symmetric matrix has each of them twice.
With four limbs the upper half would have to be moved down first: spilled values can be reloaded lane by lane.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from linkwright.expr import ops as o
from linkwright.expr.term import Apply, Ref, Term, refs
from linkwright.targets.program import Assign, Kept, Lanes, Part, Row, Statement, Store, uses

Places = dict[str, tuple[str, int, bool]]  # variable -> row, lane, and whether it is the negative of that value


def stored_inside(part: Part, whole: Collection[str]) -> Part:
    """Return the part with such stores in its blocks, except those of integers, whose arrays are `whole`."""
    if all(block.width != 2 for block in part.lanes):
        return part
    places = _places(part.statements)
    kept: dict[str, list[Kept]] = {}
    rest: list[Store] = []
    for x in part.stores:
        place = places.get(x.value.name) if isinstance(x.value, Ref) and x.array not in whole else None
        if place:
            row, lane, negative = place
            kept.setdefault(row, []).append(Kept(lane, x.array, x.index, negative))
        else:
            rest.append(x)
    if not kept:
        return part
    return replace(part, statements=tuple(_with(part.statements, rest, kept, places)), stores=tuple(rest))


def _places(statements: Sequence[Statement]) -> Places:
    found: Places = {}
    for s in statements:
        match s:
            case Lanes(width=2):
                found |= {name: (row.name, lane, False) for row in s.made for lane, name in row.items}
            case Assign(name, value) if found and (x := _negated(value)) in found:
                row, lane, negative = found[x]
                found[name] = row, lane, not negative
    return found


def _negated(value: Term) -> str:
    match value:
        case Apply(o.NEG, (Ref(name),)):
            return str(name)
    return ""


def _with(
    statements: Sequence[Statement], rest: Sequence[Store], kept: Mapping[str, Sequence[Kept]], places: Places
) -> Iterator[Statement]:  # fmt: skip
    """Statements with these stores; signs and variables that only stores have needed are left out."""
    needed = {name for x in rest for name in refs(x.value)}
    found: list[Statement] = []
    for s in reversed(statements):
        if isinstance(s, Assign) and s.name in places and s.name not in needed:
            continue
        found.append(_filled(s, needed, kept) if isinstance(s, Lanes) and s.width == 2 else s)
        needed.update(uses(s))
    return reversed(found)


def _filled(block: Lanes, needed: Collection[str], kept: Mapping[str, Sequence[Kept]]) -> Lanes:
    def filled(row: Row) -> Row:
        items = tuple((lane, name) for lane, name in row.items if name in needed)
        return replace(row, items=items, kept=tuple(sorted(kept.get(row.name, ()), key=lambda x: x.lane)))

    return replace(block, body=tuple(filled(s) if isinstance(s, Row) else s for s in block.body))


__all__ = ["stored_inside"]
