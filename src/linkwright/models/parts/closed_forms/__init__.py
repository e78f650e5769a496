"""Closed forms for the positions of dependent joints in closed loops."""

from linkwright.models.parts.closed_forms.branches import signs_at
from linkwright.models.parts.closed_forms.solved import Solved, solved

__all__ = ["Solved", "signs_at", "solved"]
