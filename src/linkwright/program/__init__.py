"""One lowering for printing and running: from a `Function` to a `Plan` of set-up, blocks and kernels.

What is decided here is decided once: what is computed before a call, which numbers are folded, where sines and cosines
stand, how long code is cut. `targets` names and prints a plan, `run` writes machine code of it.
"""

from linkwright.program.plan import Block, Plan, Stage, plan

__all__ = ["Block", "Plan", "Stage", "plan"]
