"""Operations, kernels and special numbers that a package uses: only the helpers that are needed are written."""

from __future__ import annotations

from linkwright.expr.kernel import NeedsDouble
from linkwright.expr.loop import iterate_terms as loop_terms
from linkwright.expr.term import Apply, CodeTerm, Special, Test
from linkwright.targets.program import Call, CodePackage, KernelCode, Part, Program, Routine


def all_routines(package: CodePackage) -> tuple[Routine, ...]:
    """Return every routine: those that kernels run, then those of the programs."""
    return (*(r for k in package.kernels for r in k.routines), *(r for p in package.programs for r in p.routines))


def used_operations(what: CodePackage | Program | Routine | Part | KernelCode) -> set[int]:
    """Return the operations that its terms apply. Sines and cosines of `Trig` statements are not among them."""
    match what:
        case CodePackage():
            loops = [used_operations(k) for k in what.kernels]
            return set().union(*loops, *(used_operations(r) for r in all_routines(what)))
        case Program():
            return set().union(*(used_operations(r) for r in what.routines))
        case Routine():
            return set().union(*(used_operations(p) for p in what.parts))
        case KernelCode():
            return {t.op for t in loop_terms(what.loop.body) if isinstance(t, Apply)}
        case Part():
            return {*what.operations}


def used_special_numbers(package: CodePackage) -> set[str]:
    """Return the special numbers that its kernels use."""
    found: list[CodeTerm | Test] = [t for k in package.kernels for t in loop_terms(k.loop.body)]
    return {t.name for t in found if isinstance(t, Special)}


def double_requirement(package: CodePackage) -> NeedsDouble:
    """Return where single precision is not sufficient: inside of its kernels, or for the given numbers, too."""
    found = {k.kernel.needs_double for k in package.kernels}
    return "given" if "given" in found else "inside" if "inside" in found else ""


def called_kernels(routine: Routine, package: CodePackage) -> list[KernelCode]:
    """Return the kernels that a routine calls, preceded by those that they run."""
    wanted = {s.kernel for part in routine.parts for s in part.statements if isinstance(s, Call)}
    for kernel in reversed(package.kernels):
        if kernel.name in wanted:
            wanted |= {step for step in kernel.steps.values() if isinstance(step, str)}
            wanted |= {k.name for r in kernel.routines for k in called_kernels(r, package)}
    return [kernel for kernel in package.kernels if kernel.name in wanted]


def has_trig(package: CodePackage) -> bool:
    """Return whether there are sines and cosines in statements of their own."""
    return any(part.trig for r in all_routines(package) for part in r.parts)


def lane_widths(package: CodePackage) -> list[int]:
    """Return the numbers of limbs that are side by side in any block."""
    return sorted({s.width for r in all_routines(package) for part in r.parts for s in part.lanes})
