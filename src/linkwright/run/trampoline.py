"""Python function in machine code: takes NumPy arrays, calls a kernel, returns new arrays.

Through ctypes a call of a kernel costs several microseconds, most of it for asking arrays for their addresses. This
function is written in IR against the C interface of Python and against the layout of NumPy's array object, which
`is_layout_known` compares with living arrays first. It handles the common case only (contiguous float64 arrays of the
right shape for every port) and returns NotImplemented for everything else: checks, conversions and error messages are
in Python, in `compiled`.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from linkwright.expr.function import Function, Port
from linkwright.run.jit import Module

DATA, NDIM, SHAPE, STRIDES, DTYPE, FLAGS = 16, 24, 32, 40, 56, 64  # offsets in PyArrayObject_fields
CONTIGUOUS_AND_ALIGNED = 0x101  # NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_ALIGNED
FASTCALL_KEYWORDS = 0x82  # METH_FASTCALL | METH_KEYWORDS


class _Method(ctypes.Structure):
    """PyMethodDef."""

    _fields_ = (
        ("name", ctypes.c_char_p), ("address", ctypes.c_void_p), ("flags", ctypes.c_int), ("doc", ctypes.c_char_p),
    )  # fmt: skip


@cache
def is_layout_known() -> bool:
    """Return whether this Python and this NumPy lay out their objects as the machine code expects."""
    if sys.implementation.name != "cpython" or object.__basicsize__ != 16 or ctypes.sizeof(ctypes.c_void_p) != 8:
        return False
    import numpy as np

    for array in (np.zeros(3), np.zeros((2, 5)), np.zeros((4, 6))[::2, ::3]):
        at = id(array)
        word = [ctypes.c_int64.from_address(at + k).value for k in (8, DATA, DTYPE)]
        ndim = ctypes.c_int32.from_address(at + NDIM).value
        if word != [id(type(array)), array.ctypes.data, id(array.dtype)] or ndim != array.ndim:
            return False
        for offset, expected in ((SHAPE, array.shape), (STRIDES, array.strides)):
            numbers = ctypes.c_int64.from_address(at + offset).value
            if tuple((ctypes.c_int64 * ndim).from_address(numbers)) != expected:
                return False
        ready = ctypes.c_int32.from_address(at + FLAGS).value & CONTIGUOUS_AND_ALIGNED == CONTIGUOUS_AND_ALIGNED
        if ready != (array.flags.c_contiguous and array.flags.aligned):
            return False
    return np.dtype(np.float64) is np.zeros(1).dtype


class Trampoline:
    """Factory of Python functions that call the kernel of `function` at `kernel` with set-up values."""

    def __init__(self, function: Function, kernel: int) -> None:
        self._keep: list[Any] = []  # Python objects whose addresses are in the code
        self._module = Module(_TrampolineWriter(function, kernel, self._keep).text(), ("call",))
        self._method = _Method(function.name.encode(), self._module["call"], FASTCALL_KEYWORDS, None)

    def __call__(self, held: int) -> Callable[..., Any]:
        """Return the function, with the set-up values at this address. It lives as long as this object and the values
        do."""
        api = ctypes.pythonapi
        capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)(
            ("PyCapsule_New", api)
        )(held, None, None)
        new = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)(
            ("PyCFunction_NewEx", api)
        )
        made: Callable[..., Any] = new(ctypes.addressof(self._method), capsule, None)
        return made


FIND_ARGUMENT = """
define internal ptr @find(ptr %args, i64 %given, ptr %names, i64 %named, i64 %place, ptr %name) {
entry:
  %first = icmp slt i64 %place, %given
  br i1 %first, label %positional, label %check
positional:
  %pp = getelementptr ptr, ptr %args, i64 %place
  %pv = load ptr, ptr %pp
  ret ptr %pv
check:
  %some = icmp sgt i64 %named, 0
  br i1 %some, label %loop, label %missing
loop:
  %k = phi i64 [ 0, %check ], [ %k1, %next ]
  %key = call ptr %PyTuple_GetItem(ptr %names, i64 %k)
  %same = icmp eq ptr %key, %name
  br i1 %same, label %found, label %next
found:
  %j = add i64 %k, %given
  %fp = getelementptr ptr, ptr %args, i64 %j
  %fv = load ptr, ptr %fp
  ret ptr %fv
next:
  %k1 = add i64 %k, 1
  %more = icmp slt i64 %k1, %named
  br i1 %more, label %loop, label %missing
missing:
  ret ptr null
}
"""


class _TrampolineWriter:
    """Writer of the IR of one such function, ports unrolled."""

    def __init__(self, function: Function, kernel: int, keep: list[Any]) -> None:
        self.function, self.kernel, self.keep = function, kernel, keep
        self.lines: list[str] = []
        self.count = 0

    def let(self, text: str) -> str:
        self.count += 1
        self.lines.append(f"  %t{self.count} = {text}")
        return f"%t{self.count}"

    def object(self, value: Any) -> str:
        """Address of a Python object, which is kept alive."""
        self.keep.append(value)
        return _pointer(id(value))

    def field(self, base: str, offset: int, type: str) -> str:
        return self.let(f"load {type}, ptr {self.let(f'getelementptr i8, ptr {base}, i64 {offset}')}")

    def need(self, condition: str) -> None:
        """Continue if the condition is true, else return NotImplemented."""
        self.count += 1
        self.lines += [f"  br i1 {condition}, label %b{self.count}, label %no", f"b{self.count}:"]

    def text(self) -> str:
        ports = self.function.variables
        arguments = [f"ptr {self._input(p, port)}" for p, port in enumerate(ports)]
        outputs = [self._output(port) for port in self.function.outputs]
        held = self.let(f"call ptr {_api_address('PyCapsule_GetPointer')}(ptr %self, ptr null)")
        arguments = [f"ptr {held}", *arguments, *(f"ptr {data}" for data, _ in outputs)]
        self.lines.append(f"  call void {_pointer(self.kernel)}({', '.join(arguments)})")
        for port, (data, _) in zip(self.function.outputs, outputs, strict=True):
            if port.kind == "integer":
                self._whole(port, data)
        self.lines.append(f"  ret ptr {self._result(outputs)}")
        find = FIND_ARGUMENT.replace("%PyTuple_GetItem", _api_address("PyTuple_GetItem"))
        return f"""{find}
define ptr @call(ptr %self, ptr %args, i64 %given, ptr %names) {{
entry:
  %number = alloca double, i64 {len(ports) + len(outputs) + 1}
  %shape = alloca ptr, i64 2
  %keywords = icmp ne ptr %names, null
  br i1 %keywords, label %count, label %start
count:
  %size = call i64 {_api_address("PyTuple_Size")}(ptr %names)
  br label %start
start:
  %named = phi i64 [ 0, %entry ], [ %size, %count ]
  %total = add i64 %given, %named
  %right = icmp eq i64 %total, {len(ports)}
  br i1 %right, label %go, label %no
go:
{chr(10).join(self.lines)}
no:
  call void {_api_address("Py_IncRef")}(ptr {_pointer(id(NotImplemented))})
  ret ptr {_pointer(id(NotImplemented))}
failed:
  ret ptr null
}}
"""

    def _input(self, p: int, port: Port) -> str:
        """Address of the numbers of an argument."""
        import numpy as np

        name = self.object(sys.intern(port.name))
        x = self.let(f"call ptr @find(ptr %args, i64 %given, ptr %names, i64 %named, i64 {p}, ptr {name})")
        self.need(self.let(f"icmp ne ptr {x}, null"))
        kind = self.field(x, 8, "ptr")
        if not port.shape:
            self.need(self.let(f"icmp eq ptr {kind}, {_pointer(id(float))}"))
            place = self.let(f"getelementptr double, ptr %number, i64 {p}")
            value = self.let(f"call double {_api_address('PyFloat_AsDouble')}(ptr {x})")
            self.lines.append(f"  store double {value}, ptr {place}")
            return place
        self.need(self.let(f"icmp eq ptr {kind}, {self.object(np.ndarray)}"))
        self.need(self.let(f"icmp eq ptr {self.field(x, DTYPE, 'ptr')}, {self.object(np.dtype(np.float64))}"))
        ready = self.let(f"and i32 {self.field(x, FLAGS, 'i32')}, {CONTIGUOUS_AND_ALIGNED}")
        self.need(self.let(f"icmp eq i32 {ready}, {CONTIGUOUS_AND_ALIGNED}"))
        self.need(self.let(f"icmp eq i32 {self.field(x, NDIM, 'i32')}, {len(port.shape)}"))
        extents = self.field(x, SHAPE, "ptr")
        for k, extent in enumerate(port.shape):
            self.need(self.let(f"icmp eq i64 {self.field(extents, 8 * k, 'i64')}, {extent}"))
        return self.field(x, DATA, "ptr")

    def _output(self, port: Port) -> tuple[str, str | None]:
        """Address to which the kernel writes, and the array that contains it."""
        import numpy as np

        if not port.shape:
            self.count += 1
            k = len(self.function.variables) + self.function.outputs.index(port)
            return self.let(f"getelementptr double, ptr %number, i64 {k}"), None
        self.lines.append(f"  store ptr {self.object(port.shape)}, ptr %shape")
        count = 1
        if port.kind == "integer":
            place = self.let("getelementptr ptr, ptr %shape, i64 1")
            self.lines.append(f"  store ptr {self.object(np.dtype(np.int64))}, ptr {place}")
            count = 2
        vectorcall = _api_address("PyObject_Vectorcall")
        array = self.let(f"call ptr {vectorcall}(ptr {self.object(np.empty)}, ptr %shape, i64 {count}, ptr null)")
        self._check(array)
        return self.field(array, DATA, "ptr"), array

    def _whole(self, port: Port, data: str) -> None:
        """Convert reals that the kernel has written to integers, in place: they have the same size."""
        for k in range(port.size):
            at = self.let(f"getelementptr double, ptr {data}, i64 {k}")
            number = self.let(f"fptosi double {self.let(f'load double, ptr {at}')} to i64")
            self.lines.append(f"  store i64 {number}, ptr {at}")

    def _check(self, made: str) -> None:
        """Continue if a Python object could be made, else pass its exception on."""
        good = self.let(f"icmp ne ptr {made}, null")
        self.count += 1
        self.lines += [f"  br i1 {good}, label %b{self.count}, label %failed", f"b{self.count}:"]

    def _result(self, outputs: list[tuple[str, str | None]]) -> str:
        """A single output as it is, several in a dictionary."""
        values = []
        for port, (data, array) in zip(self.function.outputs, outputs, strict=True):
            value = array
            if value is None and port.kind == "integer":
                whole = self.let(f"load i64, ptr {data}")
                value = self.let(f"call ptr {_api_address('PyLong_FromLongLong')}(i64 {whole})")
                self._check(value)
            elif value is None:
                number = self.let(f"load double, ptr {data}")
                value = self.let(f"call ptr {_api_address('PyFloat_FromDouble')}(double {number})")
                self._check(value)
            values.append(value)
        if len(values) == 1:
            return values[0]
        table = self.let(f"call ptr {_api_address('PyDict_New')}()")
        self._check(table)
        for port, value in zip(self.function.outputs, values, strict=True):
            name = self.object(sys.intern(port.name))
            self.let(f"call i32 {_api_address('PyDict_SetItem')}(ptr {table}, ptr {name}, ptr {value})")
            self.lines.append(f"  call void {_api_address('Py_DecRef')}(ptr {value})")
        return table


def _pointer(address: int) -> str:
    return f"inttoptr (i64 {address} to ptr)"


@cache
def _api_address(name: str) -> str:
    """A function of Python's C interface."""
    address = ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value
    assert address
    return _pointer(address)


__all__ = ["Trampoline", "is_layout_known"]
