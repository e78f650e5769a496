"""Explanation of the inverse kinematics of a chain with symbols."""

from __future__ import annotations

import math

from linkwright.models.framework.frame_options import frame_label
from linkwright.models.inverse_geometry.explanation import Explanation
from linkwright.models.inverse_geometry.paul import plan_of
from linkwright.models.inverse_geometry.paul.derivation_text import told
from linkwright.models.inverse_geometry.problem import Problem
from linkwright.robot import Robot


def formulas(robot: Robot, frame: int, problem: Problem) -> Explanation:
    """Explain the formulas of a chain; `problem`: the chain with arbitrary numbers, for its task and locked joints."""
    plan = plan_of(robot, frame, problem.task, problem.locks)
    names = [robot.joint(j).name for j in plan.arm.joints]
    return Explanation(
        robot.name, frame_label(robot, frame), problem.task, tuple(names[k] for k in problem.own),
        tuple(names[k] for k in problem.locks), "formulas with symbols",
        "the equations of the chain separate (Paul; types of Khalil and Dombre)", 0.0, 0.0,
        math.prod(len(s.values) for s in plan.steps), is_bound=True, degree=2,
        steps=tuple(line for step in told(plan, robot) for line in str(step).splitlines()),
    )  # fmt: skip


__all__ = ["formulas"]
