"""The version, in one place: the package's metadata and every emitted file take it from here."""

__version__ = "0.1.0"
