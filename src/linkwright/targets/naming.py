"""Names in emitted code: legal, unique, and meaningful.

Order of precedence: names that the caller sees (routines, arrays), the user's symbols, the model's quantities (`w3_y`),
sines and cosines (`s2`, `c23`), and last auxiliary variables, with the link whose quantities they are computed for
(`t4_1`; `aux_1` if there is none). Of two equal names the later one is changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property, lru_cache

from linkwright.expr import Graph
from linkwright.expr import ops as o


@lru_cache(maxsize=10_000)
def plain_name(name: str) -> str:
    """Name reduced to letters, digits and underscores, a letter first."""
    text = re.sub(r"\W+", "_", name, flags=re.ASCII)
    return text if re.match(r"[A-Za-z]", text) else f"x{text}"


def word_set(text: str) -> frozenset[str]:
    """Words of a text: the format in which a language's file lists its keywords."""
    return frozenset(text.split())


def underscored_variant(name: str, k: int) -> str:
    """Variant k of a name that is taken: name_, name_2, name_3, ..."""
    return f"{name}_" if k == 1 else f"{name}_{k}"


KEPT_TAIL = 28  # characters kept at the end of a long name: the index of a parameter, the model in a routine's name


@dataclass(frozen=True)
class Rules:
    """Rules of a language for names.

    `reserved` are keywords, built-ins and helpers that do not begin with lw_, `files` are names that a package may not
    have because its files would hide those of the language.
    """

    reserved: frozenset[str]
    case_sensitive: bool = True
    max_length: int = 63
    legal: Callable[[str], str] = plain_name
    variant: Callable[[str, int], str] = underscored_variant
    files: frozenset[str] = frozenset()

    def key(self, name: str) -> str:
        """Key that is the same for names that the language does not distinguish."""
        return name if self.case_sensitive else name.lower()

    @cached_property
    def reserved_keys(self) -> frozenset[str]:
        return frozenset(map(self.key, self.reserved))

    @cached_property
    def usual(self) -> Callable[[str], str]:
        """The wanted name as a variable has it, or nothing if that is reserved or not legal. Cached: models want the
        same names again and again."""

        @lru_cache(maxsize=10_000)
        def usual(wanted: str) -> str:
            name = self.short(wanted, self.max_length - 4)
            return name if self.legal(name) == name and self.key(name) not in self.reserved_keys else ""

        return usual

    def short(self, wanted: str, length: int) -> str:
        """Return the wanted name made legal, and no longer than this: the middle of a long name is cut out.

        The prefix lw_ is reserved for the helpers of emitted code and the variables of its tests.
        """
        name = self.legal(wanted)
        if name.lower().startswith("lw_"):
            name = f"x_{name}"
        if len(name) <= length:
            return name
        tail = min(KEPT_TAIL, 2 * length // 3)
        return self.legal(f"{name[: length - tail - 1].rstrip('_')}_{name[-tail:].lstrip('_')}")[:length]


class NameScope:
    """Names of one scope. `add` returns a legal name that is still free, as near to the wanted one as possible."""

    def __init__(self, rules: Rules, taken: Iterable[str] = ()) -> None:
        self.rules = rules
        self._taken = {*map(rules.key, taken)}  # reserved names aside
        self._usual, self._lower = rules.usual, not rules.case_sensitive

    def free(self, name: str) -> bool:
        return self.rules.legal(name) == name and self._is_new(name)

    def _is_new(self, name: str) -> bool:
        key = self.rules.key(name)
        return key not in self._taken and key not in self.rules.reserved_keys

    def add(self, wanted: str) -> str:
        name = self._usual(wanted)
        key = name.lower() if self._lower else name
        if name and key not in self._taken:  # as a rule
            self._taken.add(key)
            return name
        (name,) = self.add_family(wanted, ("{}",))
        return name

    def add_family(self, wanted: str, forms: Sequence[str]) -> list[str]:
        """Return names that belong together, `{}` in the forms being one name: none of them is taken or too long."""
        room = self.rules.max_length - max(len(form.format("")) for form in forms)
        base = name = self.rules.short(wanted, room - 4)
        k = 0
        while True:
            family = [self.rules.legal(form.format(name)) for form in forms]
            if all(map(self._is_new, family)):
                break
            k += 1
            name = self.rules.variant(base, k)
            if len(name) > room:  # a thousand of the same name
                name = self.rules.variant(self.rules.short(wanted, room - len(str(k)) - 1), k)
        self._taken.update(self.rules.key(n) for n in family)
        return family

    def copy(self) -> NameScope:
        other = copy(self)
        other._taken = self._taken.copy()
        return other


_INDEXED = re.compile(r"[A-Za-z_]+?(\d+)$")


def has_two_digit_index(names: Iterable[str]) -> bool:
    """Return whether an index has two digits: then 23 could be q23 or q2 + q3, and sums are written 2_3."""
    return any((m := _INDEXED.match(n)) and len(m.group(1)) > 1 for n in names)


def angle_tag(graph: Graph, i: int, wide: bool = False) -> str:
    """Return a short tag of an angle: 2 for q2 (and q2 + offset), 23 (wide: 2_3) for q2 + q3, 2m3 for q2 - q3.

    _alpha for a parameter alpha; "" for other angles.
    """
    terms, number = graph.linear(i)
    moving = {k: c for k, c in terms.items() if graph.varies[k]}
    if not moving:
        k, c = next(iter(terms.items()), (i, 0))
        alone = len(terms) == 1 and not number and c == 1 and graph.op[k] == o.SYMBOL
        return f"_{graph.value[k].name}" if alone else ""
    if any(graph.op[k] != o.SYMBOL or abs(c) != 1 for k, c in moving.items()):
        return ""
    found = [_INDEXED.match(graph.value[k].name) for k in moving]
    digits = [m.group(1) for m in found if m]
    if len(digits) < len(moving):
        return f"_{graph.value[next(iter(moving))].name}" if len(moving) == 1 else ""
    text = ""
    for d, c in zip(digits, moving.values(), strict=True):
        text += ("m" if c < 0 else "_" if wide and text else "") + d
    return text


def find_owners(order: Sequence[int], args: Sequence[tuple[int, ...]], named: Container[int]) -> dict[int, int]:
    """Return for every node the first named node that uses it, directly or through unnamed ones; named ones own
    themselves.

    Nodes are in order if their numbers are, and their arguments are among them.
    """
    owner: dict[int, int] = {}
    for i in reversed(order):
        if i in named:
            owner[i] = i
        mine = owner.get(i)
        if mine is not None:
            for a in args[i]:
                if a not in named and mine < owner.get(a, len(args)):
                    owner[a] = mine
    return owner
