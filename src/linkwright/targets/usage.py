"""What a package uses: the operations in its terms, so that only the helpers that are needed are written."""

from __future__ import annotations

from collections.abc import Iterator

from linkwright.targets.program import Apply, Assign, Package, Part, Program, Routine, Solve, Term, Trig


def terms(part: Part) -> Iterator[Term]:
    for s in part.statements:
        match s:
            case Assign(_, value):
                yield value
            case Trig(angle, _, _):
                yield angle
            case Solve():
                yield from s.values
    for x in part.stores:
        yield x.value


def operations(what: Package | Program | Routine | Part) -> set[int]:
    """The operations that its terms apply. Sines and cosines of `Trig` statements are not among them."""
    match what:
        case Package():
            return set().union(*(operations(p) for p in what.programs))
        case Program():
            return set().union(*(operations(r) for r in what.routines))
        case Routine():
            return set().union(*(operations(p) for p in what.parts))
    found: set[int] = set()
    todo = list(terms(what))
    while todo:
        t = todo.pop()
        if isinstance(t, Apply):
            found.add(t.op)
            todo += t.args
    return found
