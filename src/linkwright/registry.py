"""Registries of models, targets and formats by name: one file each here, or an entry point of another package.

A file is named after the entry that it holds, in whichever folder of the package it lies, so that one entry is found
without importing the others. An extension declares its entries in its pyproject.toml and needs nothing else:

    [project.entry-points."linkwright.models"]
    my_model = "my_package.my_model:MODEL"
"""

from __future__ import annotations

import importlib
import pkgutil
import warnings
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from linkwright.errors import ModelWarning, ToolError, UnknownName

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class Named(Protocol):
    """An entry of a registry."""

    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=Named)


class Registry(Mapping[str, T], Generic[T]):
    """The entries of a package by name: each is the `attribute` of its module, of type `kind`.

    `reg[name]` and `find` import one entry; iteration imports all, extensions included. `loaded` are those imported
    so far: an entry that is put there replaces another.
    """

    def __init__(self, package: str, attribute: str, kind: type[T]) -> None:
        self.package, self.attribute, self.kind = package, attribute, kind
        self.word = kind.__name__.lower()
        self.loaded: dict[str, T] = {}
        self._names: tuple[str, ...] | None = None

    def __getitem__(self, name: str) -> T:
        if name not in self.loaded:
            entry = self._built_in(name) or self._extension(name)
            if entry is None:
                raise KeyError(name)
            self.loaded[name] = entry
        return self.loaded[name]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and (name in self.loaded or self.get(name) is not None)

    def __iter__(self) -> Iterator[str]:
        if self._names is None:  # built-in entries come first
            self._names = tuple(dict.fromkeys([*sorted(self._built_in_names()), *sorted(self._extension_names())]))
        return iter(dict.fromkeys([*self._names, *self.loaded]))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def find(self, name: str) -> T:
        """Return the entry of this name; an error lists similar names."""
        try:
            return self[name]
        except KeyError:
            raise UnknownName.among(self.word, name, self) from None

    # -- files of the package --------------------------------------------------------------------------------------

    @cached_property
    def _files(self) -> Mapping[str, Sequence[str]]:
        """Modules of the package and of its folders, by the names of their files."""
        found: dict[str, list[str]] = {}
        folders = [(self.package, list(importlib.import_module(self.package).__path__))]
        for package, paths in folders:
            for info in pkgutil.iter_modules(paths):
                if info.ispkg:
                    folders.append((f"{package}.{info.name}", [f"{path}/{info.name}" for path in paths]))
                else:
                    found.setdefault(info.name, []).append(f"{package}.{info.name}")
        return found

    def _built_in(self, name: str) -> T | None:
        for module in self._files.get(name, ()):
            entry = getattr(importlib.import_module(module), self.attribute, None)
            if isinstance(entry, self.kind) and entry.name == name:
                return entry
        return None

    def _built_in_names(self) -> Iterator[str]:
        return (name for name in self._files if name in self.loaded or self._built_in(name) is not None)

    # -- entry points of other packages ----------------------------------------------------------------------------

    def _points(self) -> dict[str, EntryPoint]:
        """Return the entry points of this group by name; built-in entries keep their names."""
        from importlib.metadata import entry_points

        found: dict[str, EntryPoint] = {}
        for point in entry_points(group=self.package):
            if found.setdefault(point.name, point).value != point.value:
                raise ToolError(f"two packages provide a {self.word} {point.name!r}: {found[point.name].value} and "
                                f"{point.value} (uninstall one)")  # fmt: skip
        return found

    def _extension(self, name: str) -> T | None:
        point = self._points().get(name)
        if point is None:
            return None
        what = f"the {self.word} {name!r} of {point.value}"
        try:
            entry = point.load()
        except Exception as problem:  # code of another package: any error is reported with its name
            raise ToolError(f"{what} cannot be imported: {type(problem).__name__}: {problem}") from problem
        if not isinstance(entry, self.kind) or entry.name != name:
            raise ToolError(f"{what} is no {self.kind.__name__} of that name")
        return entry

    def _extension_names(self) -> Iterator[str]:
        """Yield the extensions that can be used; one that cannot be imported gives a warning."""
        for name in self._points():
            try:
                if name in self:
                    yield name
            except ToolError as problem:
                warnings.warn(str(problem), ModelWarning, stacklevel=2)


__all__ = ["Registry"]
