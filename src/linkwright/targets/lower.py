"""From a `Function` to a `Program`: which nodes become variables, what they are called, in which part they stand.

A node gets a variable if it is used more than once, is a named quantity or an output, or would make the line of its
user too long; all others are written out where they are used. The order is that of the graph (the optimiser
schedules it), except that sines and cosines of inputs stand together at the top, where a language may compute them as
one vector.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from linkwright.expr import Function, Graph, Port
from linkwright.expr import ops as o
from linkwright.expr.replay import FLOAT, replay
from linkwright.targets.naming import Rules, Scope, angle_tag, is_wide, letters, link_of, owners
from linkwright.targets.program import (
    SETUP,
    Apply,
    Array,
    Assign,
    Load,
    Num,
    Part,
    Program,
    Ref,
    Routine,
    Section,
    Solve,
    Statement,
    Store,
    Term,
    Trig,
    defines,
    refs,
    uses,
)

WIDTH = 72  # estimated characters of a term; names and numbers vary, so that lines stay below about 100
_PLAIN = (o.ADD, o.SUB, o.MUL, o.DIV, o.NEG)  # what the angle of an early sine or cosine may be made of
_ANGLE = 40  # nodes of such an angle


@dataclass(frozen=True)
class Style:
    """What a language asks of lowering."""

    rules: Rules
    fold: bool = True  # operations on numbers alone become numbers; False: the language is exact, they stay
    part: int = 1600  # statements per part; 0: never split. Parts cost time at run time, long ones at compile time
    early_trig: bool = True  # sines and cosines of inputs first


# What languages call after a program, in its files and in its test: no other program may have such a name. A part of
# the setup has the longest one: name_setup_part12.
FAMILY = ("{}", "{}_setup", "{}_defaults", "test_{}", "check_{}", "{}_in", "{}_out", "{}_setup_part123")


def family(name: str, rules: Rules) -> list[str]:
    return [rules.legal(form.format(name)) for form in FAMILY]


def lower(function: Function, style: Style, taken: Iterable[str] = ()) -> Program:
    """The program of a function. `taken` are the names of other programs in the same package, with their families."""
    inner = Scope(style.rules, taken)
    name, setup_name, *_ = inner.add_family(function.name, FAMILY)
    ports = {p.name: _array(p, inner.add(p.name)) for p in (*function.inputs, *function.outputs)}
    parameters = function.parameters
    once = _setup_nodes(function)
    setup: Routine | None = None
    given: dict[int, str] = {}
    counts: dict[str, int] = {}
    variables = [ports[p.name] for p in function.inputs if p is not parameters]
    outputs = [(ports[p.name], p.elements) for p in function.outputs]
    sources = [(ports[p.name], p.elements) for p in function.inputs]
    if once and parameters:
        array = Array(inner.add("setup"), SETUP, (len(once),), f"what {setup_name} makes of the parameters")
        known = ports[parameters.name]
        first = _Lowering(
            function, style, inner.copy(), setup_name, "setup", [(known, parameters.elements)], [(array, once)], [known]
        )
        setup, given, counts = first.routine(), {i: first.names[i] for i in once}, first.counts
        sources = [(a, e) for a, e in sources if a is not known] + [(array, once)]
        inputs = [*variables, array]
    else:
        inputs = [*variables, *([ports[parameters.name]] if parameters else [])]
    main = _Lowering(function, style, inner, name, "main", sources, outputs, inputs, given, counts).routine()
    facts = tuple((k, v) for k, v in function.provenance.items() if v)
    return Program(
        name, function.doc, facts, function.cost, setup, main, ports[parameters.name] if parameters else None
    )


def _array(port: Port, name: str) -> Array:
    known = [d for d in port.defaults if d is not None]
    defaults = tuple(known) if len(known) == port.size else ()
    names = () if all(re.fullmatch(r"joint\d+", n) for n in port.names) else port.names  # nobody has named them
    return Array(name, port.name, port.shape, port.doc, port.labels, port.units, defaults, port.notes or names)


def _setup_nodes(function: Function) -> tuple[int, ...]:
    """What the setup array holds: the parameter-only values that a call needs.

    Nothing if none of them needs to be computed, or if nothing varies at all (then the function is its own setup).
    """
    g = function.graph
    if not any(g.varies[i] for i in function.nodes):
        return ()
    symbolic: set[int] = set()  # depends on a parameter
    for i in function.nodes:
        if g.op[i] == o.SYMBOL or any(a in symbolic for a in g.args[i]):
            symbolic.add(i)
    wanted = {i for p in function.outputs for i in p.elements}
    for i in function.nodes:
        if g.varies[i]:
            wanted.update(g.args[i])
    once = [i for i in function.nodes if i in wanted and i in symbolic and not g.varies[i] and g.op[i] != o.SOLVE]
    return tuple(once) if any(g.op[i] != o.SYMBOL for i in once) else ()


@dataclass
class _Lowering:
    """One routine in the making."""

    function: Function
    style: Style
    scope: Scope
    name: str
    kind: Literal["setup", "main"]
    sources: list[tuple[Array, tuple[int, ...]]]
    results: list[tuple[Array, tuple[int, ...]]]
    inputs: list[Array]
    given: dict[int, str] = field(default_factory=dict)  # names that the setup routine gave to what it computes
    counts: dict[str, int] = field(default_factory=dict)  # how many variables are called after a quantity
    stored: set[int] = field(default_factory=set)  # nodes with a variable, inputs excluded
    inlined: set[int] = field(default_factory=set)
    names: dict[int, str] = field(default_factory=dict)
    owner: dict[int, str] = field(default_factory=dict)  # the quantity that a node is computed for

    # -- what there is --------------------------------------------------------------------------------------------

    @cached_property
    def graph(self) -> Graph:
        return self.function.graph

    @cached_property
    def leaves(self) -> dict[int, tuple[Array, int]]:
        return {i: (array, k) for array, elements in self.sources for k, i in enumerate(elements)}

    @cached_property
    def order(self) -> list[int]:
        """The nodes that this routine computes or reads."""
        seen = {i for _, elements in self.results for i in elements}
        todo = list(seen)
        while todo:
            i = todo.pop()
            if i not in self.leaves:
                fresh = set(self.graph.args[i]) - seen
                seen |= fresh
                todo += fresh
        return sorted(seen)

    def args(self, i: int) -> tuple[int, ...]:
        return () if i in self.leaves else self.graph.args[i]

    @cached_property
    def numbers(self) -> dict[int, float]:
        """Nodes that are made of numbers alone, with their values."""
        g, found = self.graph, set()
        for i in self.order:
            leaf = g.op[i] in (o.CONST, o.PI)
            made = g.args[i] and g.op[i] not in (o.SOLVE, o.ITEM) and all(a in found for a in g.args[i])
            if i not in self.leaves and (leaf or made):
                found.add(i)
        order = [i for i in self.order if i in found]
        return replay(g, order, FLOAT, lambda i, s: 0.0, order)

    @cached_property
    def angles(self) -> dict[int, tuple[int | None, int | None]]:
        """Angle -> its sine and cosine, for angles that need nothing but inputs and sums."""
        cone: dict[int, int] = {}  # nodes below, or too many
        found: dict[int, tuple[int | None, int | None]] = {}
        for i in self.order:
            op = self.graph.op[i]
            below = 1 + sum(cone[a] for a in self.args(i))
            cone[i] = below if i in self.leaves or i in self.numbers or op in _PLAIN else _ANGLE + 1
            if op in (o.SIN, o.COS) and i not in self.leaves and i not in self.numbers and below <= _ANGLE + 1:
                (a,) = self.args(i)
                s, c = found.get(a, (None, None))
                found[a] = (i, c) if op == o.SIN else (s, i)
        return dict(sorted(found.items(), key=lambda item: self._inputs_of(item[0]))) if self.style.early_trig else {}

    def _inputs_of(self, i: int) -> tuple[int, list[tuple[int, int]]]:
        """What an angle is sorted by: single inputs first, in the order of the arguments, then sums."""
        place = {array.name: k for k, (array, _) in enumerate(self.sources)}
        below = [self.leaves[k] for k in self._below([i]) if k in self.leaves]
        return len(below), sorted((place[array.name], k) for array, k in below)

    @cached_property
    def used(self) -> dict[int, int]:
        """How often a node is written down."""
        count = dict.fromkeys(self.order, 0)
        for i in self.order:
            for a in self.args(i):
                count[a] += 1
        for a, (s, c) in self.angles.items():
            count[a] -= s is not None and c is not None  # one place serves both
        for _, elements in self.results:
            for i in elements:
                count[i] += 1
        return count

    # -- which nodes get a variable -------------------------------------------------------------------------------

    def choose(self) -> None:
        g, quantities = self.graph, self.function.names
        outputs = {i for _, elements in self.results for i in elements}
        early = {i for pair in self.angles.values() for i in pair if i is not None}
        length: dict[int, int] = {}
        for i in self.order:
            op = g.op[i]
            if i in self.leaves:
                length[i] = len(g.value[i].name) if op == o.SYMBOL else 8
                continue
            if i in self.numbers:
                length[i] = len(repr(self.numbers[i]))
                continue
            total = self._fit(i, length)
            if op == o.SOLVE:
                for a in self.args(i):
                    if a in self.inlined:
                        self._store(a, length)
            if op == o.NEG and i not in quantities and i not in outputs:
                if self.used[i] > 1 and self._computed(self.args(i)[0]):
                    self._store(self.args(i)[0], length)
                    total = 9
                self.inlined.add(i)
                length[i] = total
                continue
            if i in outputs or i in quantities or i in early or self.used[i] > 1 or op in (o.SOLVE, o.ITEM):
                self._store(i, length)
            else:
                self.inlined.add(i)
                length[i] = total

    def _computed(self, i: int) -> bool:
        return i not in self.leaves and i not in self.numbers

    def _store(self, i: int, length: dict[int, int]) -> None:
        self.inlined.discard(i)
        if self.graph.op[i] == o.NEG and i not in self.stored and not self._wanted(i):
            self.inlined.add(i)  # a sign needs no variable, what it is the sign of may
            if self._computed(self.args(i)[0]):
                self._store(self.args(i)[0], length)
            length[i] = 9
            return
        self.stored.add(i)
        length[i] = 8

    def _wanted(self, i: int) -> bool:
        return i in self.function.names or any(i in elements for _, elements in self.results)

    def _fit(self, i: int, length: dict[int, int]) -> int:
        """The length of node i written out; its longest arguments get variables until it fits."""
        args = list(dict.fromkeys(self.args(i)))
        while True:
            total = sum(length[a] for a in self.args(i)) + 3 + (5 if len(args) != 2 else 0)
            widest = max((a for a in args if a in self.inlined), key=lambda a: length[a], default=None)
            if total <= WIDTH or widest is None or length[widest] <= 9:
                return total
            self._store(widest, length)

    # -- names ----------------------------------------------------------------------------------------------------

    def name_all(self) -> None:
        g, scope = self.graph, self.scope
        for i in self.order:  # the user's symbols first: they keep their names
            if i in self.leaves and g.op[i] == o.SYMBOL:
                self.names[i] = scope.add(g.value[i].name)
        known = self._known_names()
        for i, name in self.given.items():
            if i not in self.names:
                self.names[i] = scope.add(name)
        values = [i for i in self.order if i in self.stored and g.op[i] != o.SOLVE]
        for i in values:
            if i in known:
                self.names[i] = scope.add(known[i])
        wide = is_wide(g.value[i].name for i in self.order if g.op[i] == o.SYMBOL and g.varies[i])
        for a, (s, c) in self.angles.items():
            tag = angle_tag(g, a, wide)
            for letter, node in (("s", s), ("c", c)):
                if node is not None and node not in self.names and tag:
                    self.names[node] = scope.add(letter + tag)
            if a in values and a not in self.names and a not in known and tag[:1].isdigit():
                self.names[a] = scope.add(f"q{tag}")  # the sum itself
        owner = owners(self.function.nodes, lambda i: g.args[i], known)
        self.owner = {i: known[k].removesuffix("_neg") for i, k in owner.items()}
        for i in values:
            if i not in self.names:
                base = self.owner.get(i, self.results[0][0].port)
                k = self.counts.get(base, 0)
                self.counts[base] = k + 1
                self.names[i] = scope.add(f"{base}_{letters(k)}")

    def _known_names(self) -> dict[int, str]:
        """Nodes that are a quantity or an output of the function."""
        g, function = self.graph, self.function
        known: dict[int, str] = {}
        for i, name in function.names.items():
            if g.op[i] not in (o.SYMBOL, o.CONST):
                known[i] = name
        for port in function.outputs:
            for k, i in enumerate(port.elements):
                if g.op[i] not in (o.SYMBOL, o.CONST):
                    number = f"{port.name}{k + 1}" if port.shape else port.name
                    known.setdefault(i, port.labels[k] if port.labels else number)
        for i, name in list(known.items()):  # of a quantity that is a negative, the rest is what is computed
            if g.op[i] == o.NEG and g.args[i][0] not in known and g.op[g.args[i][0]] not in (o.SYMBOL, o.CONST):
                known[g.args[i][0]] = f"{name}_neg"
        return known

    # -- statements -----------------------------------------------------------------------------------------------

    def term(self, i: int) -> Term:
        g = self.graph
        if i in self.names:
            return Ref(self.names[i])
        if i in self.numbers and (self.style.fold or g.op[i] == o.CONST):
            return Num(g.value[i] if g.op[i] == o.CONST else self.numbers[i])
        return self.applied(i)

    def applied(self, i: int) -> Term:
        """The operation of node i, as people write it: x - 1 and 1 - x for x + (-1) and its negative."""
        op, args = self.graph.op[i], tuple(self.term(a) for a in self.graph.args[i])
        match op, args:
            case (o.ADD, (x, Num(c))) if c < 0:
                return Apply(o.SUB, (x, Num(-c)))
            case (o.NEG, (Apply(o.SUB, (x, Num() as c)),)):
                return Apply(o.SUB, (c, x))
        return Apply(op, args)

    def statements(self) -> list[tuple[int, Statement]]:
        """Statements with the node they compute: what angles need, sines and cosines, the rest."""
        done: set[int] = set()
        out: list[tuple[int, Statement]] = []

        def emit(i: int) -> None:
            if i in self.stored and i not in done:
                done.add(i)
                statement = self._statement(i)
                if statement:
                    out.append((i, statement))

        for i in self._below(self.angles):
            emit(i)
        for a, (s, c) in self.angles.items():
            done.update(i for i in (s, c) if i is not None)
            first = min(i for i in (s, c) if i is not None)
            sin, cos = (None if i is None else self.names[i] for i in (s, c))
            out.append((first, Trig(self.term(a), sin, cos)))
        for i in self.order:
            emit(i)
        return out

    def _below(self, roots: Iterable[int]) -> list[int]:
        seen = set(roots)
        todo = list(seen)
        while todo:
            fresh = set(self.args(todo.pop())) - seen
            seen |= fresh
            todo += fresh
        return sorted(seen)

    def _statement(self, i: int) -> Statement | None:
        g = self.graph
        if g.op[i] == o.ITEM:
            return None  # its solve defines it
        if g.op[i] == o.SOLVE:
            items = tuple((g.value[k], self.names[k]) for k in self.order if g.op[k] == o.ITEM and g.args[k] == (i,))
            vector, matrix = self.scope.add(f"x_{items[0][1]}"), self.scope.add(f"A_{items[0][1]}")
            return Solve(vector, matrix, g.value[i], tuple(self.term(a) for a in g.args[i]), items)
        return Assign(self.names[i], self.applied(i))

    def routine(self) -> Routine:
        self.choose()
        self.name_all()
        pairs = self.statements()
        stores = [
            Store(array.name, k, self.term(i)) for array, elements in self.results for k, i in enumerate(elements)
        ]
        loads = {self.names[i]: Load(self.names[i], a.name, k) for i, (a, k) in self.leaves.items() if i in self.names}
        workspace = self.scope.add("workspace")
        cut = _Cut(self.scope, self.name, loads, stores, workspace)
        links = self.owner if self.function.names else {}  # a function that names no quantity is not about links
        parts, size = cut.parts(pairs, self.style.part or len(pairs) + 1, links)
        outputs = tuple(a for a, _ in self.results)
        return Routine(
            self.name, self.kind, tuple(self.inputs), outputs, tuple(parts),
            Array(workspace, "", (size,), "values that one part leaves for the next"), _helpers(pairs),
        )  # fmt: skip


def _helpers(pairs: Iterable[tuple[int, Statement]]) -> frozenset[str]:
    found = set()

    def walk(t: Term) -> None:
        if isinstance(t, Apply):
            found.add({o.SIGN: "sign", o.SELECT: "select"}.get(t.op, ""))
            for a in t.args:
                walk(a)

    for _, s in pairs:
        match s:
            case Assign(_, value):
                walk(value)
            case Trig(angle, _, _):
                found.add("sincos")
                walk(angle)
            case Solve():
                found.add("solve")
    return frozenset(found - {""})


@dataclass
class _Cut:
    """A long line of statements in parts, each with the loads and stores that it needs."""

    scope: Scope
    name: str
    loads: dict[str, Load]
    stores: list[Store]
    workspace: str

    def parts(self, pairs: list[tuple[int, Statement]], limit: int, owner: dict[int, str]) -> tuple[list[Part], int]:
        count = max(1, -(-len(pairs) // limit))
        step = max(1, -(-len(pairs) // count))
        chunks = [pairs[k : k + step] for k in range(0, len(pairs), step)] or [[]]
        home = {n: k for k, chunk in enumerate(chunks) for _, s in chunk for n in defines(s)}
        stores: list[list[Store]] = [[] for _ in chunks]
        for store in self.stores:
            stores[max((home.get(n, 0) for n in refs(store.value)), default=0)].append(store)
        needs = [[*(n for _, s in chunk for n in uses(s)), *(n for x in out for n in refs(x.value))]
                 for chunk, out in zip(chunks, stores, strict=True)]  # fmt: skip
        slots: dict[str, int] = {}
        for k, names in enumerate(needs):
            for n in names:
                if n in home and home[n] < k:
                    slots.setdefault(n, len(slots))
        made = []
        for k, chunk in enumerate(chunks):
            outside = [n for n in dict.fromkeys(needs[k]) if home.get(n) != k]
            given = [self.loads.get(n) or Load(n, self.workspace, slots[n]) for n in outside]
            arrays = list(dict.fromkeys(x.array for x in self.loads.values()))
            given.sort(key=lambda x: (arrays.index(x.array) if x.array in arrays else len(arrays), x.index))
            kept = [Store(self.workspace, slots[n], Ref(n)) for _, s in chunk for n in defines(s) if n in slots]
            name = self.name if len(chunks) == 1 else self.scope.add(f"{self.name}_part{k + 1}")
            made.append(Part(name, tuple(given), tuple(_sections(chunk, owner)), tuple(kept + stores[k])))
        return made, len(slots)


def _sections(pairs: list[tuple[int, Statement]], owner: dict[int, str]) -> Iterator[Statement]:
    """The statements, with a comment where work on another link begins (and stays for a few lines)."""
    links = [link_of(owner.get(i, "")) for i, _ in pairs]
    current = ""
    for k, (_, s) in enumerate(pairs):
        if isinstance(s, Trig) and (k == 0 or not isinstance(pairs[k - 1][1], Trig)):
            yield Section("sines and cosines")
            current = "trig"
        elif not isinstance(s, Trig) and links[k] and links[k] != current:
            stays = links[k : k + 4] == [links[k]] * 4
            current = links[k] if stays or current == "trig" else current
            if current == links[k]:
                yield Section(f"link {current}")
        yield s


__all__ = ["Style", "family", "lower"]
