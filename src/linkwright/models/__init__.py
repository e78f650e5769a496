"""One file per algorithm: (Robot, state symbols) -> outputs. A file with a `MODEL` in it is a model."""

from linkwright.models.model import Model, Option, find, function, function_name, models

__all__ = ["Model", "Option", "find", "function", "function_name", "models"]
