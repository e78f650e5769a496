"""Kinds of scalars that a `Function` can be called on, one row each.

Scalars of unknown kinds are rejected: as a float, a symbol of another package would become a number without
meaning and a tensor would lose its gradient. Another package is one more row of `KINDS`, or, from outside, a `Domain`
given to `Function.evaluate`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from linkwright.errors import InputError
from linkwright.expr.expr import Expr
from linkwright.expr.replay import FLOAT, Domain, array_domain, node_domain, sympy_domain, to_python_number


@dataclass(frozen=True)
class Kind:
    """Kind of scalars with its domain. Plain numbers may be mixed with them."""

    name: str
    holds: Callable[[Any], bool]
    domain: Callable[[Sequence[Any]], Domain]


def is_masked(value: Any) -> bool:
    """Return whether the value is a masked array or a masked element: computing with its data would lose the mask."""
    masked = sys.modules.get("numpy.ma")  # NumPy imports it on first use
    return masked is not None and isinstance(value, masked.MaskedArray)


def _dtype_kind(value: Any) -> str:
    """Return NumPy's letter for the elements of an array or a NumPy scalar; "" for anything else."""
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(value, numpy.ndarray | numpy.generic) or is_masked(value):
        return ""
    return str(value.dtype.kind)


def is_number(x: Any) -> bool:
    """Return whether x is a real number. A truth value is none: given as a position it is a mistake."""
    if isinstance(x, int | float | Fraction):
        return not isinstance(x, bool)
    return _dtype_kind(x) in ("f", "i", "u") and x.ndim == 0


def is_boolean(x: Any) -> bool:
    return isinstance(x, bool) or _dtype_kind(x) == "b"


def _is_sympy(x: Any) -> bool:
    sympy = sys.modules.get("sympy")
    return sympy is not None and isinstance(x, sympy.Basic)


def _expressions(scalars: Sequence[Any]) -> Domain:
    graph = next(s.graph for s in scalars if isinstance(s, Expr))
    if any(isinstance(s, Expr) and s.graph is not graph for s in scalars):
        raise InputError("the arguments belong to different graphs", remedy="make them in one graph")
    return replace(
        node_domain(graph),
        take=lambda x: x.id if isinstance(x, Expr) else graph.const(to_python_number(x)),
        give=lambda i: Expr(graph, i),
    )


def _arrays(scalars: Sequence[Any]) -> Domain:
    """Return the domain of arrays, element by element; results have the broadcast shape of all arguments."""
    import numpy as np

    try:
        lead = np.broadcast_shapes(*map(np.shape, scalars))
    except ValueError:
        shapes = ", ".join(str(list(s)) for s in dict.fromkeys(map(np.shape, scalars)) if s)
        raise InputError(f"leading axes do not fit together: {shapes}") from None
    return replace(
        array_domain(),
        take=lambda x: x if _dtype_kind(x) == "f" else np.asarray(x, dtype=np.float64),
        give=lambda x: np.broadcast_to(x, lead),
    )


KINDS = (
    Kind("expressions (Expr)", lambda x: isinstance(x, Expr), _expressions),
    Kind("SymPy expressions", _is_sympy, lambda _: sympy_domain()),
    Kind("NumPy arrays of real numbers", lambda x: _dtype_kind(x) in ("f", "i", "u") and x.ndim > 0, _arrays),
)
NUMBERS = Kind("numbers", is_number, lambda _: FLOAT)
SUPPORTED_SCALARS = (
    f"{', '.join(k.name for k in (NUMBERS, *KINDS))} are supported; for other scalars give a Domain to evaluate()"
)


def kind_of(x: Any) -> Kind:
    """Return the kind of a scalar. InputError if it has none, with what was found instead."""
    for kind in (NUMBERS, *KINDS):
        if kind.holds(x):
            return kind
    if is_masked(x):
        raise InputError("a masked array", remedy="its mask would be lost: fill it, or remove the masked elements")
    letter = _dtype_kind(x)
    what = f"an array of {x.dtype}" if letter and x.ndim else type(x).__name__
    module = type(x).__module__
    raise InputError(what if letter or module == "builtins" else f"{module}.{what}", remedy=SUPPORTED_SCALARS)


def domain_of(scalars: Sequence[Any]) -> Domain:
    """Return the common domain of these scalars, all of known kinds."""
    found = {kind.name: kind for kind in map(kind_of, scalars) if kind is not NUMBERS}
    if len(found) > 1:
        raise InputError(f"{' and '.join(found)} do not mix", remedy="use one of them, and plain numbers")
    return next(iter(found.values()), NUMBERS).domain(scalars)


__all__ = ["KINDS", "Kind", "domain_of", "is_boolean", "is_masked", "is_number", "kind_of"]
