"""One file per algorithm: (Robot, state symbols) -> outputs. A file with a `MODEL` in it is a model."""

from linkwright.models.derive.function import function, function_name
from linkwright.models.framework.model import Model, Option, find, models

__all__ = ["Model", "Option", "find", "function", "function_name", "models"]
