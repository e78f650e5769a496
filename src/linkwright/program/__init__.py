"""Lowering, shared by printing and running: from a `Function` to a `Plan` of set-up, blocks and kernels.

The decisions that all languages share are taken here: which values the set-up computes, which numbers are folded, where
sines and cosines are computed, how long code is split. `targets` prints a plan, `run` compiles it to machine code.
"""

from linkwright.program.plan import CodeBlock, Plan, TrigStage, plan

__all__ = ["CodeBlock", "Plan", "TrigStage", "plan"]
