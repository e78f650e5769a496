"""Explanation of the inverse kinematics of a chain with symbols."""

from __future__ import annotations

import math

from linkwright.models.framework.frame_options import frame_label
from linkwright.models.inverse_geometry.explanation import Explanation
from linkwright.models.inverse_geometry.paul import require_plan
from linkwright.models.inverse_geometry.paul.derivation_text import derivation_steps
from linkwright.models.inverse_geometry.problem import Problem
from linkwright.robot import Robot


def explain_formulas(robot: Robot, frame: int, problem: Problem) -> Explanation:
    """Explain the formulas of a chain; `problem`: the chain with arbitrary numbers, for its task and locked joints."""
    plan = require_plan(robot, frame, problem.task, problem.locks)
    names = [robot.joint(j).name for j in plan.arm.joints]
    return Explanation(
        robot.name, frame_label(robot, frame), problem.task, tuple(names[k] for k in problem.own),
        tuple(names[k] for k in problem.locks), "formulas with symbols",
        "the equations of the chain separate (Paul; types of Khalil and Dombre)", 0.0, 0.0,
        math.prod(len(s.values) for s in plan.steps), is_bound=True, degree=2,
        steps=tuple(line for step in derivation_steps(plan, robot) for line in str(step).splitlines()),
    )  # fmt: skip


__all__ = ["explain_formulas"]
