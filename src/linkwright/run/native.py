"""What the back ends that make machine code share: addresses of a setup, a kernel and a loop over states.

void setup(void *, const double *parameters, double *held)
void kernel(const double *held, const double *in0, ..., double *out0, ...)
void batch(int64 n, const double *held, const double **inputs, const int64 *strides, double **outputs)
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
    """How a function is evaluated. Arrays are float64, contiguous within a state."""

    def setup(self, parameters: Array) -> Any:
        """The held values: what a call needs and parameters alone decide."""

    def batch(
        self, held: Any, n: int, inputs: Sequence[Array], strides: Sequence[int], outputs: Sequence[Array]
    ) -> None:
        """n states. A stride is the distance of two states in numbers, 0 for an input that all states share."""

    def fast(self, held: Any) -> Callable[..., Any] | None:
        """A callable for one state that returns NotImplemented where it does not want to; None if there is none."""


class Native:
    """A back end with machine code. Subclasses give the addresses, as late as they like."""

    def __init__(self, function: Function, held: int) -> None:
        self.function, self._held = function, held

    def setup_address(self) -> int:
        raise NotImplementedError

    def kernel_address(self) -> int:
        raise NotImplementedError

    def batch_address(self, n: int) -> int:
        raise NotImplementedError

    def setup(self, parameters: Array) -> Array:
        import numpy as np

        held = np.zeros(max(self._held, 1))
        if self._held:
            _SETUP(self.setup_address())(None, parameters.ctypes.data, held.ctypes.data)
        return held

    def batch(
        self, held: Array, n: int, inputs: Sequence[Array], strides: Sequence[int], outputs: Sequence[Array]
    ) -> None:
        """ctypes lets other Python threads run meanwhile; everything that is written to belongs to this call."""
        ins = (ctypes.c_void_p * len(inputs))(*map(_address, inputs))
        steps = (ctypes.c_int64 * len(inputs))(*strides)
        outs = (ctypes.c_void_p * len(outputs))(*map(_address, outputs))
        _BATCH(self.batch_address(n))(n, _address(held), ins, steps, outs)

    def fast(self, held: Array) -> Callable[..., Any] | None:
        from linkwright.run.trampoline import Trampoline, usable

        if not usable():
            return None
        if not hasattr(self, "_trampoline"):
            self._trampoline = Trampoline(self.function, self.kernel_address())
        return self._trampoline(held.ctypes.data)


def _address(x: Array) -> int:
    """Where the numbers are; `x.ctypes.data` says the same, more slowly."""
    address: int = x.__array_interface__["data"][0]
    return address


__all__ = ["Backend", "Native"]
