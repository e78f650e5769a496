"""Explanation of how the postures of a chain are found, from a robot and options as a user gives them."""

from __future__ import annotations

from typing import Any

from linkwright.models.inverse_geometry import paul
from linkwright.models.inverse_geometry.explanation import Explanation, explain_problem
from linkwright.models.inverse_geometry.inverse_geometry import MODEL, is_solved_by_formulas, problem_of
from linkwright.models.inverse_geometry.paul.explanation import explain_formulas
from linkwright.robot import Robot


def explain_postures(robot: Robot, frame: Any = "end", task: str = "auto", locked: Any = "auto") -> Explanation:
    """Return the class of the chain with its evidence, the number of postures and the equations."""
    MODEL.scope.check(robot, MODEL.name)
    given = {"frame": frame, "task": task, "locked": locked}
    options = {key: MODEL.options[key].value(robot, key, value) for key, value in given.items()}
    if paul.symbols_without_number(robot, options["frame"]):
        known = paul.with_random_numbers(robot, options["frame"])
        return explain_formulas(robot, options["frame"], problem_of(known, **options))
    problem = problem_of(robot, **options)
    if is_solved_by_formulas(robot, options["frame"], problem):
        return explain_formulas(robot, options["frame"], problem)
    return explain_problem(robot, options["frame"], problem)


__all__ = ["explain_postures"]
