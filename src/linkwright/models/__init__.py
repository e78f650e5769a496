"""One file per algorithm: (Robot, state symbols) -> outputs. A file with a `MODEL` in it is a model."""

from linkwright.models.model import Model, function, models

__all__ = ["Model", "function", "models"]
