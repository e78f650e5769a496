"""`compile` and its result: a callable on floats and batches, whose set-up from the parameters is computed once."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from linkwright.errors import InputError, UnknownName
from linkwright.expr.domains import is_boolean, is_masked, kind_of
from linkwright.expr.function import Function, Port
from linkwright.progress import report
from linkwright.run.native import Backend

if TYPE_CHECKING:
    from linkwright.run.native import Array

STATES_PER_RUN = 4096  # states at a time, if each has parameters of its own
MIN_SHARED_STATES = 64  # so many states with the same parameters get a loop of their own


def compile(function: Function, backend: str = "llvm", **options: Any) -> Compiled:
    """Compile a function to a callable: `compile(fn)(q=..., qd=..., qdd=...)`.

    Back ends: "llvm" (machine code, nothing else needed; option `lanes`: states side by side in a batch), "c" (the
    machine's C compiler on the emitted C; option `compiler`), "python" (generated Python).
    """
    makers = {"llvm": _llvm, "c": _c, "python": _python}
    if backend not in makers:
        raise UnknownName.among("backend", backend, makers)
    report(f"compiling {function.name}")
    made = Compiled(function, makers[backend](function, **options))
    port = function.parameters
    if port is None or (port.defaults and all(d is not None for d in port.defaults)):
        return made.bind()
    return made


def _llvm(function: Function, **options: Any) -> Backend:
    from linkwright.run.llvm import LLVM

    return LLVM(function, **options)


def _c(function: Function, **options: Any) -> Backend:
    from linkwright.run.c import C

    return C(function, **options)


def _python(function: Function, **options: Any) -> Backend:
    from linkwright.run.python import Python

    return Python(function, **options)


def _not_implemented(*arguments: Any, **named: Any) -> Any:
    return NotImplemented


class Compiled:
    """A function ready to be called with NumPy arrays (or objects that NumPy converts to arrays).

    Inputs by name or in the order of the ports, of shape (..., n), or by the names of joints (`q={"elbow": 0.1, ...}`);
    leading axes are states and broadcast against each other. A single output is returned as it is, several as a
    dictionary; whole numbers, such as a status, are integers.

    Parameters: fixed by `bind`, or given in the call (`parameters={...}`, an array, or each by its name): then
    every call computes the set-up. They have leading axes, too: those of an array (..., number of parameters), or all
    axes of a single one (`M7=[1.0, 2.0]`). These broadcast with the axes of the states, and the set-up is computed once
    for each set of parameters.

    A callable may be used by several threads at once. Where mathematics has no value (1/0, sqrt(-1)), the result is
    infinite or NaN. A state alone and the same state in a batch may differ in the last digits.
    """

    __slots__ = ("_backend", "_fast", "_held", "_values", "function")

    def __init__(self, function: Function, backend: Backend, values: Array | None = None) -> None:
        self.function, self._backend, self._values = function, backend, values
        self._held = None if values is None else backend.setup(values)
        self._fast = (
            backend.fast(self._held) if self._held is not None and self._held.ndim == 1 else None
        ) or _not_implemented

    def __repr__(self) -> str:
        ports = ", ".join(f"{p.name}{list(p.shape)}" for p in self.function.variables)
        open_ = "" if self.parameters is not None or self.function.parameters is None else ", parameters not bound"
        return f"<Compiled {self.function.name}({ports}) by {type(self._backend).__name__}{open_}>"

    @property
    def inputs(self) -> tuple[Port, ...]:
        """Input ports: names, shapes, labels, units."""
        return self.function.inputs

    @property
    def outputs(self) -> tuple[Port, ...]:
        """Output ports."""
        return self.function.outputs

    @property
    def parameters(self) -> dict[str, Any] | None:
        """Bound parameter values by name; None if none are bound."""
        port = self.function.parameters
        if self._values is None or port is None:
            return None
        if self._values.ndim == 1:
            return dict(zip(port.labels, self._values.tolist(), strict=True))
        return {label: self._values[..., k] for k, label in enumerate(port.labels)}

    def bind(self, parameters: Any = None, **named: Any) -> Compiled:
        """Return the callable with these parameters fixed; others keep their bound or default value."""
        port = self.function.parameters
        if port is None and parameters:
            raise InputError(f"{self.function.name} has no parameters")
        given = {**named, port.name: parameters} if port else named
        return Compiled(self.function, self._backend, self._vector(given))

    def __call__(self, /, *arrays: Any, **named: Any) -> Any:
        result = self._fast(*arrays, **named)
        if result is NotImplemented:
            return self._call(arrays, named, None)
        return result

    def call(self, *arrays: Any, out: Any = None) -> Any:
        """Call with the inputs in order; `out` (an array, or several by name) receives the outputs instead of new
        arrays."""
        return self(*arrays) if out is None else self._call(arrays, {}, out)

    # -- the general case -----------------------------------------------------------------------------------------

    def _call(self, arrays: Sequence[Any], named: Mapping[str, Any], out: Any) -> Any:
        import numpy as np

        inputs, rest = self._inputs(arrays, named)
        values, held = self._values, self._held
        if rest or values is None or held is None:
            values = self._vector(rest)
            held = self._backend.setup(values)
        elif out is None:  # after conversion, the fast path may apply
            result = self._fast(*(float(x) if x.ndim == 0 else x for x in inputs))
            if result is not NotImplemented:
                return result
        sets = values.shape[:-1]
        lead = self._lead(inputs, sets)
        rows = [_state_rows(x, p, lead) for x, p in zip(inputs, self.function.variables)]
        n, plain, steps = math.prod(lead), [x for x, _ in rows], [step for _, step in rows]
        outputs = [np.empty((*lead, *p.shape)) for p in self.function.outputs]
        if held.size == held.shape[-1]:  # one set of parameters
            self._backend.batch(held.reshape(-1), n, plain, steps, outputs)
        else:
            for first, last, chosen in _parameter_runs(held, sets, lead):
                ins = [x.reshape(n, step)[first:last] if step else x for x, step in zip(plain, steps)]
                outs = [y.reshape(n, p.size)[first:last] for y, p in zip(outputs, self.function.outputs)]
                self._backend.batch(chosen, last - first, ins, steps, outs)
        outputs = [y.astype(int) if p.kind == "integer" else y for p, y in zip(self.function.outputs, outputs)]
        if out is not None:
            return self._deliver(outputs, out)
        results = {p.name: y if y.ndim else y.item() for p, y in zip(self.function.outputs, outputs, strict=True)}
        return next(iter(results.values())) if len(results) == 1 else results

    def _inputs(self, arrays: Sequence[Any], named: Mapping[str, Any]) -> tuple[list[Array], dict[str, Any]]:
        """Array of every port, in order, and the remaining named arguments."""
        name, ports = self.function.name, self.function.variables
        if len(arrays) > len(ports):
            raise InputError(f"{name} takes {len(ports)} inputs, {len(arrays)} given")
        rest = dict(named)
        inputs = []
        for k, port in enumerate(ports):
            if k < len(arrays) and port.name in rest:
                raise InputError(f"{name}: {port.name!r} is given twice, by position and by name")
            if k >= len(arrays) and port.name not in rest:
                raise InputError(f"{name}: argument {port.name!r} is missing", remedy=port.doc)
            inputs.append(_port_array(name, port, arrays[k] if k < len(arrays) else rest.pop(port.name)))
        parameters = self.function.parameters
        known = {parameters.name, *parameters.labels} if parameters else set()
        for unknown in rest.keys() - known:
            raise UnknownName.among("argument", unknown, {*known, *(p.name for p in ports)})
        return inputs, rest

    def _vector(self, given: Mapping[str, Any]) -> Array:
        """Parameters in order: the given values, else the bound ones, else the defaults."""
        import numpy as np

        port = self.function.parameters
        view = replace(self.function, inputs=(port,) if port else ())
        if port is not None:
            table = given.get(port.name)
            if table is None or isinstance(table, Mapping):
                given = {**given, port.name: {**(self.parameters or {}), **(table or {})}}
            elif table is not None:
                given = {**given, port.name: _port_array(self.function.name, port, table)}
        leaves = view.bind(given)
        values = [leaves[i] for i in port.elements] if port else []
        if all(type(x) is float for x in values):
            return np.array(values, dtype=np.float64)
        return self._together(dict(zip(port.labels if port else (), values, strict=True)))

    def _together(self, values: Mapping[str, Any]) -> Array:
        """Single values stacked in a last axis, their axes broadcast."""
        import numpy as np

        arrays = {label: _real_array(f"{self.function.name}: {label!r}", x) for label, x in values.items()}
        _common_axes(self.function.name, {label: x.shape for label, x in arrays.items()})
        together: Array = np.stack(np.broadcast_arrays(*arrays.values()), axis=-1)
        return together

    def _lead(self, inputs: Sequence[Array], sets: tuple[int, ...]) -> tuple[int, ...]:
        """Broadcast leading axes of the inputs and the sets of parameters."""
        ports = self.function.variables
        leads: list[tuple[int, ...]] = [x.shape[: x.ndim - len(p.shape)] for x, p in zip(inputs, ports)]
        if not sets and len(set(leads)) == 1:
            return leads[0]
        return _common_axes(self.function.name, {**{p.name: lead for p, lead in zip(ports, leads)}, "parameters": sets})

    def _deliver(self, outputs: Sequence[Array], out: Any) -> Any:
        ports = self.function.outputs
        targets = out if isinstance(out, Mapping) else {ports[0].name: out} if len(ports) == 1 else None
        if targets is None or targets.keys() != {p.name for p in ports}:
            names = ", ".join(p.name for p in ports)
            raise InputError(f"{self.function.name}: out must name the outputs", remedy=names)
        for port, y in zip(ports, outputs, strict=True):
            target = targets[port.name]
            if getattr(target, "shape", None) != y.shape:
                raise InputError(f"{self.function.name}: out for {port.name!r} must be an array of shape {y.shape}")
            target[...] = y
        return out


def _port_array(name: str, port: Port, value: Any) -> Array:
    """Argument of a port as an array of float64, its last axes those of the port."""
    import numpy as np

    plain = type(value) is np.ndarray and value.dtype == np.float64
    if plain and value.shape[value.ndim - len(port.shape) :] == port.shape:  # the usual case first
        usual: Array = value
        return usual
    what = f"{name}: {port.name!r}"
    if isinstance(value, Mapping) and port.shape:
        try:
            values = port.by_name(value)
        except InputError as problem:
            raise type(problem)(f"{what} {problem.what}", remedy=problem.remedy) from None
        keys = port.names or port.labels
        parts = [_real_array(f"{what} of {key}", x) for key, x in zip(keys, values, strict=True)]
        lead = _common_axes(what, {key: x.shape for key, x in zip(keys, parts, strict=True)})
        return np.stack(np.broadcast_arrays(*parts), axis=-1).reshape(*lead, *port.shape)
    x = _real_array(what, value)
    lead_axes = x.ndim - len(port.shape)
    if lead_axes < 0 or x.shape[lead_axes:] != port.shape:
        needed = ", ".join(map(str, (*port.shape,)))
        raise InputError(f"{what} has shape {x.shape}, (..., {needed}) needed", remedy=port.doc)
    return x


def _real_array(what: str, value: Any) -> Array:
    """Convert to an array of float64; `what` names it in messages."""
    import numpy as np

    _reject_non_reals(what, value)
    try:
        x = np.asarray(value)
    except Exception as problem:  # objects of other packages may raise anything when they are converted
        raise InputError(f"{what} is no array of numbers: {problem}") from problem
    if x.dtype.kind not in "fiu":
        raise InputError(f"{what} holds {x.dtype}, real numbers needed")
    return x.astype(np.float64, copy=False)


def _reject_non_reals(what: str, value: Any) -> None:
    """Reject values that NumPy would silently convert: masked numbers, and True for 1."""
    if isinstance(value, list | tuple):
        for x in value:
            if type(x) is not float:
                _reject_non_reals(what, x)
    elif is_boolean(value):
        raise InputError(f"{what} holds bool, real numbers needed")
    elif is_masked(value):
        try:
            kind_of(value)
        except InputError as problem:
            raise InputError(f"{what} is {problem.what}", remedy=problem.remedy) from None


def _common_axes(name: str, leads: Mapping[str, tuple[int, ...]]) -> tuple[int, ...]:
    """Broadcast leading axes of arguments."""
    import numpy as np

    if len(set(leads.values())) == 1:
        return next(iter(leads.values()))
    try:
        lead: tuple[int, ...] = np.broadcast_shapes(*leads.values())
        return lead
    except ValueError:
        text = ", ".join(f"{key} {list(lead)}" for key, lead in leads.items() if lead)
        raise InputError(f"{name}: leading axes do not fit together: {text}") from None


def _parameter_runs(held: Array, sets: tuple[int, ...], lead: tuple[int, ...]) -> Iterator[tuple[int, int, Array]]:
    """Yield (first, last, set-up values) of consecutive states: one set for all of them, or one for each.

    Sets are repeated for as many states at a time as leave the memory small; where many states share a set, they form
    a run of their own.
    """
    import numpy as np

    n = math.prod(lead)
    if n == 0:
        return
    which = np.broadcast_to(np.arange(math.prod(sets)).reshape(sets), lead).reshape(-1)
    varying = max(k for k, extent in enumerate(sets, len(lead) - len(sets)) if extent != 1)
    shared = math.prod(lead[varying + 1 :])
    sets_of = held.reshape(-1, held.shape[-1])
    if shared >= MIN_SHARED_STATES:
        for first in range(0, n, shared):
            yield first, first + shared, sets_of[which[first]]
    else:
        for first in range(0, n, STATES_PER_RUN):
            last = min(first + STATES_PER_RUN, n)
            yield first, last, sets_of[which[first:last]]


def _state_rows(x: Array, port: Port, lead: tuple[int, ...]) -> tuple[Array, int]:
    """States one after the other in memory, and the stride from one to the next: 0 if there is only one."""
    import numpy as np

    own = x.shape[: x.ndim - len(port.shape)]
    if all(extent == 1 for extent in own):
        return _contiguous_array(x), 0
    if own != lead:
        x = np.broadcast_to(x, (*lead, *port.shape))
    return _contiguous_array(x), port.size


def _contiguous_array(x: Array) -> Array:
    """Contiguous and aligned array, copied only if necessary."""
    import numpy as np

    y = np.ascontiguousarray(x)
    return y if y.flags.aligned else y.copy()


__all__ = ["Compiled", "compile"]
