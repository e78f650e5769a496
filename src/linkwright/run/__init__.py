"""Evaluation in this process: LLVM, the C compiler, plain Python."""

from linkwright.run.compiled import Compiled, compile

__all__ = ["Compiled", "compile"]
