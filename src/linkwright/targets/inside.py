"""Results of two limbs side by side (`program.lanes`), stored inside of their block, as soon as they are known.

A result that waits for the end of a long block is spilled and reloaded, and a symmetric matrix has each of them twice.
With four limbs the upper half would have to be moved down first: spilled values can be reloaded lane by lane.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from linkwright.expr import ops as o
from linkwright.expr.term import Apply, CodeTerm, Ref, referenced_variables
from linkwright.targets.program import Assign, LaneBlock, LaneResult, LaneStore, Part, Statement, Store, used_names

LanePlaces = dict[str, tuple[str, int, bool]]  # variable -> row, lane, and whether it is the negative of that value


def store_inside_lanes(part: Part, whole: Collection[str]) -> Part:
    """Return the part with such stores in its blocks, except those of integers, whose arrays are `whole`."""
    if all(block.width != 2 for block in part.lanes):
        return part
    places = _find_lane_places(part.statements)
    kept: dict[str, list[LaneStore]] = {}
    rest: list[Store] = []
    for x in part.stores:
        place = places.get(x.value.name) if isinstance(x.value, Ref) and x.array not in whole else None
        if place:
            row, lane, negative = place
            kept.setdefault(row, []).append(LaneStore(lane, x.array, x.index, negative))
        else:
            rest.append(x)
    if not kept:
        return part
    return replace(part, statements=tuple(_with_lane_stores(part.statements, rest, kept, places)), stores=tuple(rest))


def _find_lane_places(statements: Sequence[Statement]) -> LanePlaces:
    found: LanePlaces = {}
    for s in statements:
        match s:
            case LaneBlock(width=2):
                found |= {name: (row.name, lane, False) for row in s.made for lane, name in row.items}
            case Assign(name, value) if found and (x := _negated_name(value)) in found:
                row, lane, negative = found[x]
                found[name] = row, lane, not negative
    return found


def _negated_name(value: CodeTerm) -> str:
    match value:
        case Apply(o.NEG, (Ref(name),)):
            return str(name)
    return ""


def _with_lane_stores(
    statements: Sequence[Statement], rest: Sequence[Store], kept: Mapping[str, Sequence[LaneStore]], places: LanePlaces
) -> Iterator[Statement]:  # fmt: skip
    """Statements with these stores; signs and variables that only stores have needed are left out."""
    needed = {name for x in rest for name in referenced_variables(x.value)}
    found: list[Statement] = []
    for s in reversed(statements):
        if isinstance(s, Assign) and s.name in places and s.name not in needed:
            continue
        found.append(_fill_rows(s, needed, kept) if isinstance(s, LaneBlock) and s.width == 2 else s)
        needed.update(used_names(s))
    return reversed(found)


def _fill_rows(block: LaneBlock, needed: Collection[str], kept: Mapping[str, Sequence[LaneStore]]) -> LaneBlock:
    def filled(row: LaneResult) -> LaneResult:
        items = tuple((lane, name) for lane, name in row.items if name in needed)
        return replace(row, items=items, kept=tuple(sorted(kept.get(row.name, ()), key=lambda x: x.lane)))

    return replace(block, body=tuple(filled(s) if isinstance(s, LaneResult) else s for s in block.body))


__all__ = ["store_inside_lanes"]
