"""Functions with chosen outputs; nodes and inputs that only the other outputs need are removed.

A selection is a list of texts, or one text with commas:

    tau              a whole port
    tau2             an element by its label
    tau[2]           an element by its place; places count from 1, as labels of joints and links do
    M[2,3]           of a matrix: row, column
    M[1:3,:]         rows 1 to 3 (both included), all columns

Chosen elements stay in the order of their port. They keep its number of axes where they are rows by columns (M[1:2,3]
is a 2 x 1 matrix), and are a vector, row by row, where they are not.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from itertools import product
from typing import Any

from linkwright.errors import InputError, UnknownName
from linkwright.expr.function import Function, Port

MAX_LABELS_SHOWN = 8  # labels that a port's documentation lists


def selectors(selection: str | Iterable[str]) -> list[str]:
    """Split a selection into single texts; commas in brackets belong to indices."""
    texts = [selection] if isinstance(selection, str) else list(selection)
    words = [word.strip() for text in texts for word in re.split(r",(?![^\[]*\])", str(text))]
    return [word for word in words if word]


def select(function: Function, selection: str | Iterable[str]) -> Function:
    """Return the function with the chosen outputs only, without the inputs that these do not need."""
    words = selectors(selection)
    if not words:
        raise InputError(
            f"{_function_name(function)}: no output is chosen", remedy=f"choose of {_list_outputs(function)}"
        )
    chosen: dict[str, set[int]] = {}
    for word in words:
        port, places = _find_elements(function, word)
        chosen.setdefault(port.name, set()).update(places)
    outputs = [_select_elements(p, sorted(chosen[p.name])) for p in function.outputs if p.name in chosen]
    made = function.with_outputs(outputs).pruned()
    needed = set(made.nodes)
    return replace(made, inputs=tuple(p for p in made.inputs if needed.intersection(p.elements)))


def _find_elements(function: Function, word: str) -> tuple[Port, list[int]]:
    """Return the port that a text names, and the chosen elements of it, counted from 0."""
    for port in function.outputs:
        if word == port.name:
            return port, list(range(port.size))
    owners = [(port, port.labels.index(word)) for port in function.outputs if word in port.labels]
    if len(owners) > 1:
        names = " or ".join(port.name for port, _ in owners)
        what = f"{_function_name(function)}: {word} is an element of several outputs"
        raise InputError(what, remedy=f"index one: {names}[...]")
    if owners:
        return owners[0][0], [owners[0][1]]
    indexed = re.fullmatch(r"(\w+)\s*\[([^\[\]]*)\]", word)
    found = [p for p in function.outputs if indexed and p.name == indexed.group(1)]
    if indexed is None or not found:
        known = [*(p.name for p in function.outputs), *(label for p in function.outputs for label in p.labels)]
        import difflib  # imported only for error messages

        near = difflib.get_close_matches(indexed.group(1) if indexed else word, known, n=3)
        remedy = f"did you mean {' or '.join(near)}?" if near else f"known: {_list_outputs(function)}"
        raise UnknownName(f"unknown output {word!r} of {_function_name(function)}", remedy=remedy)
    return found[0], _elements_at(function, found[0], indexed.group(2), word)


def _elements_at(function: Function, port: Port, text: str, word: str) -> list[int]:
    indices = text.split(",")
    if len(indices) != len(port.shape):
        what = f"{_function_name(function)}: {word} has {len(indices)} indices, {port.name} has {len(port.shape)}"
        raise InputError(what, remedy=f"{_port_with_ranges(port)}: indices count from 1")
    axes = [_axis_indices(index.strip(), extent) for index, extent in zip(indices, port.shape, strict=True)]
    if any(axis is None for axis in axes):
        raise InputError(
            f"{_function_name(function)}: there is no {word}", remedy=f"{_port_with_ranges(port)}: indices count from 1"
        )
    flat = []
    for place in product(*(axis or () for axis in axes)):
        k = 0
        for i, extent in zip(place, port.shape, strict=True):
            k = k * extent + i
        flat.append(k)
    return flat


def _axis_indices(index: str, extent: int) -> range | None:
    """Return the indices (from 0) that `3`, `2:4`, `2:` or `:` chooses; None if they do not exist."""
    found = re.fullmatch(r"(\d+)|(\d*)\s*:\s*(\d*)", index, re.ASCII)
    if not found:
        return None
    one, first, last = found.groups()
    start, stop = (int(one), int(one)) if one else (int(first or 1), int(last or extent))
    return range(start - 1, stop) if 1 <= start <= stop <= extent else None


def _select_elements(port: Port, keep: Sequence[int]) -> Port:
    """Return a port with these elements only, with their labels, units and other data per element."""
    if len(keep) == port.size:
        return port
    columns = {f.name: getattr(port, f.name) for f in fields(port) if f.name != "shape"}
    part: dict[str, Any] = {
        name: tuple(column[k] for k in keep) for name, column in columns.items() if column and isinstance(column, tuple)
    }
    labels = part.get("labels") or tuple(f"{port.name}[{_index(port.shape, k)}]" for k in keep)
    more = f" and {len(labels) - MAX_LABELS_SHOWN} more" if len(labels) > MAX_LABELS_SHOWN else ""
    doc = f"{port.doc}; only {', '.join(labels[:MAX_LABELS_SHOWN])}{more}"
    return replace(port, shape=_shape(port.shape, keep), doc=doc, **part)


def _index(shape: tuple[int, ...], k: int) -> str:
    """Return the indices, from 1, of the element at place k, row by row."""
    indices: list[str] = []
    for extent in reversed(shape):
        k, i = divmod(k, extent)
        indices.insert(0, str(i + 1))
    return ",".join(indices)


def _shape(shape: tuple[int, ...], keep: Sequence[int]) -> tuple[int, ...]:
    """Return the shape of the kept elements: rows by columns if they form a matrix, else a vector."""
    axes: list[set[int]] = [set() for _ in shape]
    for k in keep:
        for axis in range(len(shape) - 1, -1, -1):
            k, i = divmod(k, shape[axis])
            axes[axis].add(i)
    sizes = tuple(len(axis) for axis in axes)
    return sizes if math.prod(sizes) == len(keep) else (len(keep),)


def _function_name(function: Function) -> str:
    return function.provenance.get("model") or function.name


def _port_with_ranges(port: Port) -> str:
    return f"{port.name}[{','.join(f'1:{n}' for n in port.shape)}]" if port.shape else port.name


def _list_outputs(function: Function) -> str:
    return ", ".join(_port_with_ranges(port) for port in function.outputs)


__all__ = ["select", "selectors"]
