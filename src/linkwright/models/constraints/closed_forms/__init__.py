"""Closed forms for the positions of dependent joints in closed loops."""

from linkwright.models.constraints.closed_forms.assembly_branch import select_signs
from linkwright.models.constraints.closed_forms.cycle_solver import ClosedFormSolution, solve_closed_form

__all__ = ["ClosedFormSolution", "select_signs", "solve_closed_form"]
