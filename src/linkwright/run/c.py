"""C back end: the emitted C, the machine's compiler, and a thin layer with the signatures of `native`."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
import weakref
from pathlib import Path

from linkwright.errors import ToolError
from linkwright.expr.function import Function
from linkwright.run.native import Native
from linkwright.targets import emit, find_target
from linkwright.targets.lower import lower
from linkwright.targets.program import Program

COMPILERS = ("cc", "gcc", "clang")
# hidden: a function that happens to be named `system` must not be bound to that of the C library
FLAGS = ("-O3", "-std=gnu11", "-ffp-contract=fast", "-fPIC", "-shared", "-fvisibility=hidden", "-w")
NATIVE = "-march=native"


class C(Native):
    """Back end that compiles at construction. The library lives as long as this object."""

    def __init__(self, function: Function, compiler: str | None = None) -> None:
        program = lower(function, find_target("c").style)
        held = program.main.inputs[-1].size if program.parameters else 0
        super().__init__(function, held)
        files = emit(function, "c")
        source = next(name for name in files if name.endswith(".c") and not name.startswith("test_"))
        folder = Path(tempfile.mkdtemp(prefix="linkwright-"))
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        (folder / "layer.c").write_text(layer_text(program, source), encoding="utf-8")
        self._library = ctypes.CDLL(str(build(folder / "layer.c", compiler)))

    def _address(self, name: str) -> int:
        address = ctypes.cast(getattr(self._library, name), ctypes.c_void_p).value
        assert address
        return address

    def setup_address(self) -> int:
        return self._address("linkwright_setup")

    def kernel_address(self) -> int:
        return self._address("linkwright_kernel")

    def batch_address(self, n: int) -> int:
        return self._address("linkwright_batch")

    def setups_address(self) -> int:
        return self._address("linkwright_setups")

    def rows_address(self) -> int:
        return self._address("linkwright_rows")


def layer_text(program: Program, source: str) -> str:
    """C text with fixed names and signatures around the emitted functions."""
    main = program.main
    variables = main.inputs[:-1] if program.parameters else main.inputs
    ins, outs = range(len(variables)), range(len(main.outputs))
    arguments = [f"const double *in{k}" for k in ins] + [f"double *out{k}" for k in outs]
    whole = [k for k in outs if main.outputs[k].whole]
    results = [f"made{k}" if k in whole else f"out{k}" for k in outs]
    call = [f"in{k}" for k in ins] + (["held"] if program.parameters else []) + results
    before = "".join(f"int made{k}[{max(main.outputs[k].size, 1)}];\n    " for k in whole)
    after = "".join(f"\n    for (int i = 0; i < {main.outputs[k].size}; ++i) out{k}[i] = made{k}[i];" for k in whole)
    states = [f"in[{k}] + i*step[{k}]" for k in ins] + [f"out[{k}] + i*{main.outputs[k].size}" for k in outs]
    setup = "(void)given; (void)held;"
    if program.setup:
        setup = f"{program.setup.name}(given, held);"
    elif program.parameters:
        setup = f"memcpy(held, given, {program.parameters.size}*sizeof *held);"
    held = main.inputs[-1].size if program.parameters else 0
    loop = "int64_t n, const double *held, const double *const *in, const int64_t *step, double *const *out"
    own = f"in[{len(variables)}] + i*step[{len(variables)}]"
    return f"""#include <stdint.h>
#include <string.h>
#include "{source}"
#define EXPORT __attribute__((visibility("default")))

EXPORT void linkwright_setup(const void *unused, const double *given, double *held)
{{
    (void)unused; {setup}
}}

EXPORT void linkwright_kernel({", ".join(["const double *held", *arguments])})
{{
    {before}{main.name}({", ".join(call)});{after}
}}

EXPORT void linkwright_batch({loop})
{{
    for (int64_t i = 0; i < n; ++i)
        linkwright_kernel({", ".join(["held", *states])});
}}

EXPORT void linkwright_rows({loop})
{{
    (void)held;
    for (int64_t i = 0; i < n; ++i)
        linkwright_kernel({", ".join([own, *states])});
}}

EXPORT void linkwright_setups({loop})
{{
    for (int64_t i = 0; i < n; ++i)
        linkwright_setup(held, in[0] + i*step[0], out[0] + i*{held});
}}
"""


def build(source: Path, compiler: str | None = None) -> Path:
    """Compile the source to a shared library beside it, and return its path."""
    path = next(filter(None, map(shutil.which, (compiler,) if compiler else COMPILERS)), None)
    if path is None:
        what = compiler or " or ".join(COMPILERS)
        raise ToolError(f"no C compiler: {what} is not on the PATH (install gcc or clang, or use backend='llvm')")
    library = source.with_suffix(".so")
    for flags in ((*FLAGS, NATIVE), FLAGS):  # not every compiler knows the machine it runs on
        command = [path, *flags, str(source), "-o", str(library), "-lm"]
        result = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        if result.returncode == 0:
            return library
    first = "\n".join(result.stderr.splitlines()[:5])
    raise ToolError(f"{path} failed with exit code {result.returncode}:\n{first}")


__all__ = ["C"]
