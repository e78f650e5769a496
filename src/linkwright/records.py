"""Dataclasses that are there at once.

The standard library writes, parses and compiles six functions for every class, and all classes that a small `generate`
loads took a third of its time. Here a class gets one function of its own, `__init__`, and the others are shared. Fields
are the standard library's, so that `fields`, `replace` and type checkers know no difference (tests/robot/test_records.py).
"""

import dataclasses
from dataclasses import MISSING, Field, FrozenInstanceError
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(cls=None, /, *, eq=True, frozen=False, repr=True, kw_only=False, slots=False):
        """As `dataclasses.dataclass`; nothing refuses to inherit, and there is no `order` and no `InitVar`."""

        def made(cls):
            own = {name for name, value in vars(cls).items() if value is not None}
            cls.__doc__ = cls.__doc__ or cls.__name__  # else the signature is found out for it, which takes long
            cls = dataclasses.dataclass(init=False, repr=False, eq=False, kw_only=kw_only, slots=slots)(cls)
            members = {"__init__": _init(cls, frozen, slots)}
            if repr:
                members["__repr__"] = _repr
            if eq:
                members |= _comparison(cls, frozen)
            if frozen:
                members |= _frozen(cls)
            if frozen and slots:
                members |= {"__getstate__": _state, "__setstate__": _set_state}
            for name in members.keys() - own:
                setattr(cls, name, members[name])
            return cls

        return made if cls is None else made(cls)


def _init(cls: type, frozen: bool, slots: bool) -> Any:
    """The one function that is written for a class: its parameters are those of the class."""
    known: dict[str, Any] = {"_set": object.__setattr__, "_new": object()}
    first, named, lines = ["self"], list[str](), list[str]()
    for f in dataclasses.fields(cls):
        made = f.default_factory is not MISSING
        if made:
            known[f"_make_{f.name}"] = f.default_factory
        elif f.default is not MISSING:
            known[f"_default_{f.name}"] = f.default
        if f.init:
            default = "=_new" if made else "" if f.default is MISSING else f"=_default_{f.name}"
            (named if f.kw_only else first).append(f.name + default)
            value = f"_make_{f.name}() if {f.name} is _new else {f.name}" if made else f.name
        elif made:
            value = f"_make_{f.name}()"
        elif slots and f.default is not MISSING:
            value = f"_default_{f.name}"
        else:
            continue
        if frozen and slots:  # by the slot itself, which is sooner
            known[f"_set_{f.name}"] = getattr(cls, f.name).__set__
            lines.append(f"_set_{f.name}(self, {value})")
        else:
            lines.append(f"_set(self, {f.name!r}, {value})" if frozen else f"self.{f.name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    parameters = ", ".join([*first, *(["*", *named] if named else [])])
    exec(f"def __init__({parameters}):\n " + "\n ".join(lines or ["pass"]), known)
    made_init = known["__init__"]
    made_init.__qualname__, made_init.__module__ = f"{cls.__qualname__}.__init__", cls.__module__
    return made_init


def _comparison(cls: type, frozen: bool) -> dict[str, Any]:
    """By the values of the fields, of objects of the same class."""
    names = [f.name for f in dataclasses.fields(cls) if f.compare]
    get = attrgetter(*names) if names else None

    def key(x: object) -> tuple[object, ...]:
        return () if get is None else get(x) if len(names) > 1 else (get(x),)

    def equal(self: object, other: object) -> bool:
        return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

    return {"__eq__": equal, "__hash__": (lambda self: hash(key(self))) if frozen else None}


def _frozen(cls: Any) -> dict[str, Any]:
    """What keeps a class that is derived from `cls` from being changed is in its own fields alone."""
    names = frozenset(f.name for f in dataclasses.fields(cls))

    def assign(self: object, name: str, value: object) -> None:
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def delete(self: object, name: str) -> None:
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    return {"__setattr__": assign, "__delattr__": delete}


@recursive_repr()
def _repr(self: Any) -> str:
    shown = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in _fields(self) if f.repr)
    return f"{type(self).__qualname__}({shown})"


def _fields(self: Any) -> tuple[Field[Any], ...]:
    return dataclasses.fields(self)


def _state(self: Any) -> list[object]:
    return [getattr(self, f.name) for f in _fields(self)]


def _set_state(self: Any, state: list[object]) -> None:
    for f, value in zip(_fields(self), state, strict=True):
        object.__setattr__(self, f.name, value)


__all__ = ["dataclass"]
