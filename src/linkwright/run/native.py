"""Base of the back ends for machine code: addresses of a setup, a kernel and a loop over states.

void setup(void *, const double *parameters, double *held)
void kernel(const double *held, const double *in0, ..., double *out0, ...)
void batch(int64 n, const double *held, const double **inputs, const int64 *strides, double **outputs)

`held` are the set-up values. Two more loops have the signature of `batch`, but do not use `held`: `setups` over sets of
parameters (its one input; set-up values are its output), and `rows` over states with set-up values of their own, as the
last input.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from linkwright.expr.function import Function

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[np.float64]]

_SETUP = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
_BATCH = ctypes.CFUNCTYPE(None, ctypes.c_int64, *[ctypes.c_void_p] * 4)


class Backend(Protocol):
    """Interface to evaluate a function. Arrays are float64, contiguous within a state."""

    def setup(self, parameters: Array) -> Array:
        """Return the set-up values: intermediate results that depend on parameters alone. A row for each set of
        parameters."""

    def batch(
        self, held: Array, n: int, inputs: Sequence[Array], strides: Sequence[int], outputs: Sequence[Array]
    ) -> None:
        """Evaluate n states, with set-up values for all of them (a vector) or for each (a row).

        A stride is the distance of two states in numbers, 0 for an input that all states share.
        """

    def fast(self, held: Array) -> Callable[..., Any] | None:
        """Return a callable for one state that returns NotImplemented for arguments it does not take; None if there is
        none."""


class Native:
    """Base of back ends with machine code. Subclasses return the addresses, compiling at the first request if they
    like."""

    def __init__(self, function: Function, held: int) -> None:
        self.function, self._held = function, held

    def setup_address(self) -> int:
        raise NotImplementedError

    def kernel_address(self) -> int:
        raise NotImplementedError

    def batch_address(self, n: int) -> int:
        raise NotImplementedError

    def setups_address(self) -> int:
        raise NotImplementedError

    def rows_address(self) -> int:
        raise NotImplementedError

    def setup(self, parameters: Array) -> Array:
        import numpy as np

        held = np.zeros((*parameters.shape[:-1], max(self._held, 1)))
        if self._held and held.ndim == 1:
            _SETUP(self.setup_address())(None, parameters.ctypes.data, held.ctypes.data)
        elif self._held:
            rows = np.ascontiguousarray(parameters).reshape(-1, parameters.shape[-1])
            self._loop(self.setups_address(), None, len(rows), [rows], [rows.shape[1]], [held])
        return held

    def batch(
        self, held: Array, n: int, inputs: Sequence[Array], strides: Sequence[int], outputs: Sequence[Array]
    ) -> None:
        if held.ndim == 1 or not self._held:
            self._loop(self.batch_address(n), held, n, inputs, strides, outputs)
        else:
            self._loop(self.rows_address(), None, n, [*inputs, held], [*strides, self._held], outputs)

    def _loop(
        self, address: int, held: Array | None, n: int, inputs: Sequence[Array], strides: Sequence[int],
        outputs: Sequence[Array],
    ) -> None:  # fmt: skip
        """Call a loop. ctypes lets other Python threads run meanwhile; everything that is written to belongs to this
        call."""
        ins = (ctypes.c_void_p * len(inputs))(*map(_array_address, inputs))
        steps = (ctypes.c_int64 * len(inputs))(*strides)
        outs = (ctypes.c_void_p * len(outputs))(*map(_array_address, outputs))
        _BATCH(address)(n, None if held is None else _array_address(held), ins, steps, outs)

    def fast(self, held: Array) -> Callable[..., Any] | None:
        from linkwright.run.trampoline import Trampoline, is_layout_known

        if not is_layout_known():
            return None
        if not hasattr(self, "_trampoline"):
            self._trampoline = Trampoline(self.function, self.kernel_address())
        return self._trampoline(held.ctypes.data)


def _array_address(x: Array) -> int:
    """Address of the numbers of an array; `x.ctypes.data` is the same, but slower."""
    address: int = x.__array_interface__["data"][0]
    return address


__all__ = ["Backend", "Native"]
