"""Machine code in this process through llvmlite: the host's processor, a module of IR text, addresses of functions.

Objects are made with the small code model (constants beside the code, reached in one instruction; the large model of
most just-in-time compilers costs a sixth of all instructions) and linked by JITLink, which puts the parts of an object
side by side and reaches the libm through stubs.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Sequence
from functools import cache
from typing import Any

from linkwright.run.ir import Host

_lock = threading.RLock()  # LLVM's global context is not thread-safe
_names = itertools.count()


@cache
def host() -> Host:
    """Vector units of this processor."""
    import llvmlite.binding as llvm

    features = _features()
    wide = 8 if features.get("avx512f") and features.get("avx512dq") else 4 if features.get("avx") else 2
    arm = llvm.get_process_triple().startswith(("aarch64", "arm64"))
    roots = wide == 8 and llvm.get_host_cpu_name().startswith("znver")  # measured on AMD's Zen 4
    return Host(lanes=wide, fma=arm or bool(features.get("fma")), roots=roots)


@cache
def _features() -> Any:
    import llvmlite.binding as llvm

    try:
        return llvm.get_host_cpu_features()
    except RuntimeError:  # llvmlite does not know this processor
        return {}


@cache
def _machine(opt: int) -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    features = _features()
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=features.flatten() if features else "", opt=opt, reloc="pic",
        codemodel="small",
    )  # fmt: skip


@cache
def _linker() -> Any:
    import llvmlite.binding as llvm

    _machine(2)
    return llvm.create_lljit_compiler(use_jit_link=True)


def _promote_to_registers(function: Any, machine: Any) -> None:
    """Move variables of a function from memory to registers, and unroll short loops."""
    import llvmlite.binding as llvm

    passes = llvm.create_new_function_pass_manager()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    passes.add_instruction_combine_pass()
    passes.add_loop_rotate_pass()
    passes.add_loop_unroll_pass()
    passes.add_sroa_pass()
    passes.add_new_gvn_pass()
    passes.add_instruction_combine_pass()
    passes.add_simplify_cfg_pass()
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options())
    passes.run(function, builder)


class Module:
    """Compiled IR: `module[name]` is the address of an exported function. The code lives as long as this object."""

    def __init__(self, text: str, exports: tuple[str, ...], loops: Sequence[str] = (), opt: int = 2) -> None:
        """Compile and link IR. `loops`: functions with variables in memory; straight code needs the code generator
        alone."""
        import llvmlite.binding as llvm

        with _lock:
            module = llvm.parse_assembly(text)
            for name in loops:
                _promote_to_registers(module.get_function(name), _machine(opt))
            code = _machine(opt).emit_object(module)
            builder = llvm.JITLibraryBuilder().add_object_img(code).add_current_process()
            for name in exports:
                builder.export_symbol(name)
            self._library = builder.link(_linker(), f"linkwright{next(_names)}")

    def __getitem__(self, name: str) -> int:
        return int(self._library[name])


__all__ = ["Module", "host"]
