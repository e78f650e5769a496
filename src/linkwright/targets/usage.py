"""Operations, kernels and special numbers that a package uses: only the helpers that are needed are written."""

from __future__ import annotations

from linkwright.expr.kernel import NeedsDouble
from linkwright.expr.loop import terms as loop_terms
from linkwright.expr.term import Apply, Special, Term, Test
from linkwright.targets.program import Call, KernelCode, Package, Part, Program, Routine


def routines(package: Package) -> tuple[Routine, ...]:
    """Return every routine: those that kernels run, then those of the programs."""
    return (*(r for k in package.kernels for r in k.routines), *(r for p in package.programs for r in p.routines))


def operations(what: Package | Program | Routine | Part | KernelCode) -> set[int]:
    """Return the operations that its terms apply. Sines and cosines of `Trig` statements are not among them."""
    match what:
        case Package():
            loops = [operations(k) for k in what.kernels]
            return set().union(*loops, *(operations(r) for r in routines(what)))
        case Program():
            return set().union(*(operations(r) for r in what.routines))
        case Routine():
            return set().union(*(operations(p) for p in what.parts))
        case KernelCode():
            return {t.op for t in loop_terms(what.loop.body) if isinstance(t, Apply)}
        case Part():
            return {*what.operations}


def specials(package: Package) -> set[str]:
    """Return the special numbers that its kernels use."""
    found: list[Term | Test] = [t for k in package.kernels for t in loop_terms(k.loop.body)]
    return {t.name for t in found if isinstance(t, Special)}


def needs_double(package: Package) -> NeedsDouble:
    """Return where single precision is not sufficient: inside of its kernels, or for the given numbers, too."""
    found = {k.kernel.needs_double for k in package.kernels}
    return "given" if "given" in found else "inside" if "inside" in found else ""


def kernels_in(routine: Routine, package: Package) -> list[KernelCode]:
    """Return the kernels that a routine calls, preceded by those that they run."""
    wanted = {s.kernel for part in routine.parts for s in part.statements if isinstance(s, Call)}
    for kernel in reversed(package.kernels):
        if kernel.name in wanted:
            wanted |= {step for step in kernel.steps.values() if isinstance(step, str)}
            wanted |= {k.name for r in kernel.routines for k in kernels_in(r, package)}
    return [kernel for kernel in package.kernels if kernel.name in wanted]


def has_trig(package: Package) -> bool:
    """Return whether there are sines and cosines in statements of their own."""
    return any(part.trig for r in routines(package) for part in r.parts)


def widths(package: Package) -> list[int]:
    """Return the numbers of limbs that are side by side in any block."""
    return sorted({s.width for r in routines(package) for part in r.parts for s in part.lanes})
