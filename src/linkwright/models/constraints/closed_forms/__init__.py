"""Closed forms for the positions of dependent joints in closed loops."""

from linkwright.models.constraints.closed_forms.assembly_branch import signs_at
from linkwright.models.constraints.closed_forms.cycle_solver import Solved, solved

__all__ = ["Solved", "signs_at", "solved"]
