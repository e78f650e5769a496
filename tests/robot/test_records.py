"""`linkwright.records.dataclass` against `dataclasses.dataclass`: what one does with a class, the other does."""

import copy
import dataclasses
import inspect
import pickle
from dataclasses import FrozenInstanceError, field, fields, is_dataclass, replace
from functools import cached_property
from typing import Any

import pytest

from linkwright import records


class Checked:
    """A descriptor, as `linkwright.robot.fields` has them: its default is asked of the class."""

    def __set_name__(self, owner, name):
        self.name = f"_{name}"

    def __get__(self, of, owner):
        return 7 if of is None else getattr(of, self.name)

    def __set__(self, of, value):
        object.__setattr__(of, self.name, 2 * value)


def classes(dataclass, **options):
    """The same class by either decorator, and one that is derived from it."""

    @dataclass(**options)
    class Pair:
        left: int
        right: list = field(default_factory=list)
        note: str = field(default="none", compare=False)
        hidden: float = field(default=0.5, repr=False)
        made: dict = field(default_factory=dict, init=False, compare=False)

        def __post_init__(self):
            self.made["sum"] = self.left + len(self.right)

    @dataclass(**options)
    class Triple(Pair):
        left: int = 3
        third: tuple = ()

    return Pair, Triple


OPTIONS = [
    {}, {"frozen": True}, {"eq": False}, {"repr": False}, {"kw_only": True}, {"slots": True},
    {"frozen": True, "slots": True}, {"frozen": True, "kw_only": True, "eq": False, "repr": False},
]  # fmt: skip
both = pytest.mark.parametrize("options", OPTIONS, ids=str)


def outcome(act):
    """What an act gives, or the kind of its error."""
    try:
        return act()
    except Exception as e:
        return type(e)


def told(x, pair):
    """All that can be asked of an object, in words that do not name where it lies in memory."""
    defined = {name for part in type(x).__mro__[:-1] for name in vars(part)}
    return {
        "fields": [(f.name, getattr(x, f.name)) for f in fields(x)],
        "repr": repr(x) if "__repr__" in defined else "an object",
        "hash": outcome(lambda: hash(x)) if "__hash__" in defined else "its own",
        "equal": (x == copy.copy(x), x == pair, x != pair, x == 1),
        "set": outcome(lambda: setattr(x, "left", 5)),
        "delete": outcome(lambda: delattr(x, "left")),
        "match": type(x).__match_args__,
        "parameters": [(p.name, p.kind, p.default is p.empty) for p in inspect.signature(type(x)).parameters.values()],
        "names": (type(x).__init__.__qualname__, type(x).__doc__ and True, is_dataclass(x)),
    }


@both
@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize(
    ("given", "named"),
    [((), {"left": 1}), ((), {"left": 1, "right": (4, 5), "note": "x"}), ((1, (2,)), {}), ((1, (2,), "n", 9.0), {}),
     ((), {}), ((1,), {"left": 1}), ((), {"left": 1, "made": {}}), ((), {"left": 1, "unknown": 2})],
)  # fmt: skip
def test_objects_are_made_compared_and_shown_alike(options, which, given, named):
    def asked(dataclass):
        made = classes(dataclass, **options)
        return outcome(lambda: told(made[which](*given, **named), made[0](left=1)))

    assert asked(records.dataclass) == asked(dataclasses.dataclass)


@both
def test_replaced_objects_are_alike(options):
    def replaced(dataclass):
        pair, triple = classes(dataclass, **options)
        return [
            [(f.name, getattr(x, f.name)) for f in fields(x)]
            for x in (replace(pair(left=1), right=(2, 3)), replace(triple(), third=(1,)))
        ]

    assert replaced(records.dataclass) == replaced(dataclasses.dataclass)


@records.dataclass(frozen=True, slots=True)
class Slotted:
    x: int
    y: tuple[int, ...] = ()


@records.dataclass(frozen=True)
class Checks:
    value: Any = Checked()

    @cached_property
    def twice(self):
        return 2 * self.value


@dataclasses.dataclass(frozen=True)
class StandardChecks:
    value: Any = Checked()


@pytest.mark.parametrize("x", [Slotted(1, (2,)), Checks(4)], ids=str)
@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickled_object_comes_back_as_it_was(x, protocol):
    back = pickle.loads(pickle.dumps(x, protocol))
    assert back == x
    assert hash(back) == hash(x)
    with pytest.raises(FrozenInstanceError):
        back.x = 2


def test_descriptors_see_what_is_given():
    assert Checks().value == StandardChecks().value == 14
    assert Checks(5).value == StandardChecks(5).value == 10
    assert Checks(5).twice == 20


def test_what_a_class_defines_itself_stays():
    def own(dataclass):
        @dataclass(frozen=True)
        class Named:
            name: str

            def __eq__(self, other):
                return True

            def __repr__(self):
                return "named"

        @dataclass(frozen=True)
        class Hashed:
            name: str

            def __hash__(self):
                return 7

        return (Named("a") == Named("b"), repr(Named("a")), hash(Named("a")) == hash(Named("b")), hash(Hashed("x")))

    assert own(records.dataclass) == own(dataclasses.dataclass)


def test_a_derived_class_may_have_attributes_that_are_no_fields():
    def derived(dataclass):
        @dataclass(frozen=True)
        class Base:
            x: int

        class Free(Base):
            pass

        free: Any = Free(1)
        free.more = 2
        return free.more, outcome(lambda: setattr(free, "x", 2)), outcome(lambda: delattr(free, "x")), Free(1) == free

    assert derived(records.dataclass) == derived(dataclasses.dataclass)


def test_an_object_that_holds_itself_is_shown():
    def shown(dataclass):
        pair = classes(dataclass)[0](left=1)
        pair.right.append(pair)
        return repr(pair)

    assert shown(records.dataclass) == shown(dataclasses.dataclass)
