"""Lowering of a `Function` to a `Program`: choice of variables, their names, and the parts of long routines.

A node gets a variable if it is used more than once, is a named quantity or an output, or would make the line of its
user too long; all others are written out where they are used. The order is that of the graph (the optimizer
schedules it), except that sines and cosines of inputs stand together at the top, where a language may compute them as
one vector.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Literal

from linkwright.expr import Function, Graph, Port
from linkwright.expr import ops as o
from linkwright.expr.function import flags_of
from linkwright.expr.kernel import STATUS, Kernel
from linkwright.expr.loop import rename_variables
from linkwright.expr.term import Apply, CodeTerm, Num, Ref, referenced_variables
from linkwright.program import CodeBlock, plan
from linkwright.program.lanes import LanePlan, lanes
from linkwright.program.plan import assign_slots, split_by_work
from linkwright.targets.limbs import LaneBlocks, nodes_needed_alone
from linkwright.targets.naming import NameScope, Rules, angle_tag, find_owners, has_two_digit_index
from linkwright.targets.program import (
    SETUP,
    Array,
    Assign,
    Call,
    KernelCode,
    Load,
    Part,
    Program,
    Routine,
    Section,
    Statement,
    Store,
    Trig,
    count_lines,
    defined_names,
    used_names,
)

MAX_TERM_WIDTH = 72  # estimated characters of a term; with other names and numbers lines stay below about 100

PART_FACTOR_WITH_LANES = (
    3  # parts are longer by this factor with limbs side by side: values that pass between parts are split by lane
)


@dataclass(frozen=True)
class Style:
    """Requirements of a language on lowering."""

    rules: Rules
    fold: bool = True  # operations on numbers alone become numbers; False: the language is exact, they stay
    part: int = 1600  # statements per part; 0: never split. Parts cost time at run time, long ones at compile time
    early_trig: bool = True  # sines and cosines of inputs first
    lanes: bool = False  # similar limbs are computed side by side
    swift: bool = False  # kernels in their fast version, for compiled languages


# Names that languages derive from that of a program, in files and tests: no other program may have such a name. A part
# of the setup has the longest one: name_setup_part12.
DERIVED_NAMES = ("{}", "{}_setup", "{}_defaults", "test_{}", "check_{}", "{}_in", "{}_out", "{}_setup_part123")


def derived_names(name: str, rules: Rules) -> list[str]:
    """Return the names that are derived from that of a program."""
    return [rules.legal(form.format(name)) for form in DERIVED_NAMES]


def lower(
    function: Function, style: Style, taken: Iterable[str] = (), kernels: Mapping[Kernel, str] | None = None
) -> Program:
    """Return the program of a function. `taken` are the names of other programs in the same package, with their
    families; `kernels` are the names of those of the package, by default of those that it calls."""
    made = plan(function)
    known = kernel_names(made.kernels, style) if kernels is None else kernels
    inner = NameScope(style.rules, taken)
    name, setup_name, *_ = inner.add_family(function.name, DERIVED_NAMES)
    ports = {p.name: _array(p, inner.add(p.name)) for p in function.inputs}
    ports |= {p.name: _result_array(function.graph, p, inner.add(p.name)) for p in function.outputs}
    parameters = ports[function.parameters.name] if function.parameters else None
    variables = [ports[p.name] for p in function.variables]
    outputs = [ports[p.name] for p in function.outputs]
    context = _Context(function, style, known)
    setup: Routine | None = None
    given: dict[int, str] = {}
    held = parameters
    if made.has_setup and parameters:
        held = Array(
            inner.add("setup"), SETUP, (len(made.main.setup_values),), f"what {setup_name} makes of the parameters"
        )
        first = _Lowering(context, made.setup, inner.copy(), setup_name, "setup", [parameters], [], [held])
        setup, given = first.routine(), {i: first.names[i] for i in made.main.setup_values}
    rest = [held] if held else []
    main = _Lowering(context, made.main, inner, name, "main", variables, rest, outputs, given).routine()
    return Program(name, function.doc, provenance_facts(function), function.cost, setup, main, parameters)


def provenance_facts(function: Function) -> tuple[tuple[str, str], ...]:
    """Return the provenance of a function, for file headers."""
    return tuple((k, v) for k, v in function.provenance.items() if v)


def kernel_names(kernels: Sequence[Kernel], style: Style) -> dict[Kernel, str]:
    """Return the names of kernels in a language: they begin with lw_, like all names of Linkwright."""
    names: dict[Kernel, str] = {}
    for kernel in kernels:
        name = base = style.rules.legal(f"lw_{kernel.name}")
        k = 0
        while name in names.values():
            k += 1
            name = style.rules.variant(base, k)
        names[kernel] = name
    return names


def lower_kernels(kernels: Sequence[Kernel], style: Style) -> list[KernelCode]:
    """Return the code of the kernels of a package in a language's names."""
    names = kernel_names(kernels, style)
    taken: list[str] = []  # names of the routines that kernels run
    found = []
    for kernel, name in names.items():
        code = kernel.code_for_compilers if style.swift else kernel.code
        steps: dict[str, Routine | str] = {}
        for label, step in code.steps.items():
            if isinstance(step, Kernel):
                steps[label] = names[step]
            else:
                assert isinstance(step, Function)
                reals = tuple(replace(port, kind="real") for port in step.outputs)  # as all arrays of a loop
                step = replace(step, name=f"{kernel.name}_{label}", outputs=reals)
                routine = lower(step, style, taken, names).main
                steps[label] = routine
                taken += derived_names(routine.name, style.rules)
        local = NameScope(style.rules, taken)
        arrays = [n for n, _ in (*code.inputs, *code.outputs, *code.arrays)]
        names_of = {n: local.add(n) for n in (*arrays, *code.reals, *code.counters)}
        found.append(KernelCode(name, kernel, rename_variables(code, names_of), steps))
    return found


def _array(port: Port, name: str) -> Array:
    """Array of a port, with documentation, labels and defaults."""
    known = [d for d in port.defaults if d is not None]
    defaults = tuple(known) if len(known) == port.size else ()
    names = () if all(re.fullmatch(r"joint\d+", n) for n in port.names) else port.names  # nobody has named them
    notes = port.notes or names
    return Array(name, port.name, port.shape, port.doc, port.labels, port.units, defaults, notes, port.names)


def _result_array(graph: Graph, port: Port, name: str) -> Array:
    """Array of an output port, with the meaning of a status."""
    flags = set().union(*(flags_of(graph, i) or () for i in port.elements)) if port.kind == "integer" else ()
    known = ", ".join(f"{k} {text}" for k, text in enumerate(STATUS))
    return replace(_array(port, name), kind=port.kind, meaning=f"status: {known}" if "status" in flags else "")


Chunk = Sequence[tuple[int, Statement]]  # statements with the node that each computes


@dataclass(frozen=True)
class _Context:
    """Common data of the routines of a function."""

    function: Function
    style: Style
    kernels: Mapping[Kernel, str]
    counts: dict[str, int] = field(default_factory=dict)  # how many unnamed variables belong to a link

    @cached_property
    def quantities(self) -> Mapping[int, str]:
        """Names of nodes in the model."""
        return {i: str(quantity) for i, quantity in self.function.names.items()}

    @cached_property
    def links(self) -> Mapping[int, int]:
        """Link for whose quantity each node is computed."""
        function = self.function
        owner = find_owners(function.nodes, function.graph.args, function.names)
        return {i: function.names[k].link for i, k in owner.items()}

    @cached_property
    def names(self) -> Mapping[int, str]:
        """Names of nodes that are a quantity or an output of the function."""
        g, known = self.function.graph, dict[int, str]()
        for i, name in self.quantities.items():
            if g.op[i] not in (o.SYMBOL, o.CONST):
                known[i] = name
        for port in self.function.outputs:
            for k, i in enumerate(port.elements):
                if i not in known and g.op[i] not in (o.SYMBOL, o.CONST):
                    number = f"{port.name}{k + 1}" if port.shape else port.name
                    known[i] = port.labels[k] if port.labels else number
        for i, name in list(known.items()):  # of a negated quantity, the argument is computed
            if g.op[i] == o.NEG and g.args[i][0] not in known and g.op[g.args[i][0]] not in (o.SYMBOL, o.CONST):
                known[g.args[i][0]] = f"{name}_neg"
        return known


@dataclass
class _Lowering:
    """Builder of one routine."""

    context: _Context
    block: CodeBlock
    scope: NameScope
    name: str
    kind: Literal["setup", "main"]
    inputs: list[Array]  # of the block
    held: list[Array]  # the array of set-up values, if there is one
    outputs: list[Array]
    given: dict[int, str] = field(default_factory=dict)  # names that the setup routine gave to what it computes
    stored: set[int] = field(default_factory=set)  # nodes with a variable, inputs excluded
    inlined: set[int] = field(default_factory=set)
    names: dict[int, str] = field(default_factory=dict)

    # -- nodes ----------------------------------------------------------------------------------------------------

    @cached_property
    def graph(self) -> Graph:
        return self.block.graph

    @cached_property
    def results(self) -> list[tuple[Array, tuple[int, ...]]]:
        return list(zip(self.outputs, self.block.outputs, strict=True))

    @cached_property
    def leaves(self) -> dict[int, tuple[Array, int]]:
        sources = [
            *zip(self.inputs, self.block.inputs, strict=True),
            *((a, self.block.setup_values) for a in self.held),
        ]
        return {i: (array, k) for array, elements in sources for k, i in enumerate(elements)}

    @cached_property
    def order(self) -> list[int]:
        """Nodes that this routine computes or reads, in order."""
        computed = [i for stage in self.block.stages for i in (*stage.nodes, *stage.circles)]
        found = self.stores.union(computed, *map(self.operands.__getitem__, computed))
        return sorted(found) if self.context.style.fold else self._below(found)  # with what numbers are made of

    @cached_property
    def operands(self) -> list[tuple[int, ...]]:
        """Arguments of each node that are written in its term."""
        args = self.graph.args.copy()
        for i in (*self.leaves, *filter(self._folded, self.numbers)):
            args[i] = ()
        return args

    def args(self, i: int) -> tuple[int, ...]:
        return self.operands[i]

    @cached_property
    def stores(self) -> set[int]:
        """Nodes that are outputs."""
        return {i for _, elements in self.results for i in elements}

    def _folded(self, i: int) -> bool:
        """Return whether a node is written as a number; results of kernels on numbers are so in exact languages,
        too."""
        return i in self.numbers and (self.context.style.fold or self.graph.op[i] in (o.CONST, o.ITEM))

    @property
    def numbers(self) -> Mapping[int, float]:
        return self.block.numbers

    @cached_property
    def lanes(self) -> LanePlan | None:
        """Rows of limbs side by side, if the language supports them."""
        return lanes(self.block) if self.context.style.lanes and self.kind == "main" else None

    @property
    def quantities(self) -> Mapping[int, str]:
        return self.context.quantities

    @cached_property
    def alone(self) -> set[int]:
        """Nodes whose values are needed one by one, where limbs are side by side."""
        assert self.lanes
        return nodes_needed_alone(self.lanes, self.order, self.args, self.stores)

    @cached_property
    def angles(self) -> dict[int, tuple[int | None, int | None]]:
        """Angle -> its sine and cosine, stage by stage, where the language computes them together."""
        if not self.context.style.early_trig:
            return {}
        found: dict[int, tuple[int | None, int | None]] = {}
        stages = self.block.stages
        for i in [i for stage in stages for i in stage.circles]:
            (a,) = self.args(i)
            s, c = found.get(a, (None, None))
            found[a] = (i, c) if self.graph.op[i] == o.SIN else (s, i)
        return {a: found[a] for s in stages for a in sorted((a for a in s.angles if a in found), key=self._place_of)}

    def _place_of(self, i: int) -> tuple[int, list[tuple[int, int]]]:
        """Sorting key of an angle: limbs side by side, single inputs in the order of the arguments, sums."""
        if self.lanes and i in self.lanes.places:
            row, lane = self.lanes.places[i].row, self.lanes.places[i].lane
            return -self.lanes.widths[self.lanes.rows[row].group], [(row, lane)]
        place = {array.name: k for k, array in enumerate((*self.inputs, *self.held))}
        below = [self.leaves[k] for k in self._below([i]) if k in self.leaves]
        return len(below), sorted((place[array.name], k) for array, k in below)

    @cached_property
    def used(self) -> Counter[int]:
        """Number of times each node is written."""
        count = Counter(chain.from_iterable(map(self.operands.__getitem__, self.order)))
        for a, (s, c) in self.angles.items():
            count[a] -= s is not None and c is not None  # one statement computes both
        count.update(i for _, elements in self.results for i in elements)
        return count

    # -- which nodes get a variable -------------------------------------------------------------------------------

    def choose(self) -> None:
        """Choose the nodes that get a variable."""
        g, operands, used, lanes = self.graph, self.operands, self.used, self.lanes
        wanted, stored, inlined = self.wanted, self.stored, self.inlined
        early = {i for pair in self.angles.values() for i in pair if i is not None}
        length = {i: len(repr(x)) for i, x in self.numbers.items() if i in used}
        length |= {i: len(g.value[i].name) if g.op[i] == o.SYMBOL else 8 for i in self.leaves}
        for i in [i for i in self.order if i not in length]:
            if lanes:
                if i not in self.alone:
                    continue
                if i in lanes.scalars or lanes.computes(i):
                    self._store(i, length)
                    continue
            op, args = g.op[i], operands[i]
            if len(args) == 2:  # the most of them
                a, b = args
                total = length[a] + length[b] + (8 if a == b else 3)
            else:
                total = _written_length(args, length)
            if total > MAX_TERM_WIDTH:
                total = self._fit(args, length)
            if op == o.CALL:
                for a in args:
                    if a in inlined:
                        self._store(a, length)
            if op == o.NEG and i not in wanted:
                if used[i] > 1 and self._computed(args[0]):
                    self._store(args[0], length)
                    total = 9
            elif used[i] > 1 or i in wanted or i in early or op == o.CALL or op == o.ITEM:
                stored.add(i)
                length[i] = 8
                continue
            inlined.add(i)
            length[i] = total

    def _computed(self, i: int) -> bool:
        return i not in self.leaves and i not in self.numbers

    def _store(self, i: int, length: dict[int, int]) -> None:
        self.inlined.discard(i)
        if self.graph.op[i] == o.NEG and i not in self.stored and i not in self.wanted:
            self.inlined.add(i)  # a sign needs no variable, what it is the sign of may
            if self._computed(self.args(i)[0]):
                self._store(self.args(i)[0], length)
            length[i] = 9
            return
        self.stored.add(i)
        length[i] = 8

    @cached_property
    def wanted(self) -> set[int]:
        """Nodes that readers look for: quantities and outputs."""
        return {*self.context.function.names, *self.stores}

    def _fit(self, args: Sequence[int], length: dict[int, int]) -> int:
        """Length of an operation written out; its longest arguments get variables until it fits."""
        while True:
            total = _written_length(args, length)
            if total <= MAX_TERM_WIDTH:
                return total
            widest = max((a for a in args if a in self.inlined), key=lambda a: length[a], default=None)
            if widest is None or length[widest] <= 9:
                return total
            self._store(widest, length)

    # -- names ----------------------------------------------------------------------------------------------------

    def name_all(self) -> None:
        """Name all variables."""
        g, scope, stored, names = self.graph, self.scope, self.stored, self.names
        op = g.op
        symbols = [i for i in self.order if op[i] == o.SYMBOL]
        for i in symbols:  # the user's first: they keep their names
            if i in self.leaves:
                names[i] = scope.add(g.value[i].name)
        known, links, counts = self.context.names, self.context.links, self.context.counts
        for i, name in self.given.items():
            if i not in names:
                names[i] = scope.add(name)
        values = [i for i in self.order if i in stored and op[i] != o.CALL]
        for i in values:
            if i in known:
                names[i] = scope.add(known[i])
        wide = has_two_digit_index(g.value[i].name for i in symbols if g.varies[i])
        for a, (s, c) in self.angles.items():
            tag = angle_tag(g, a, wide)
            for letter, node in (("s", s), ("c", c)):
                if node is not None and node not in names and tag:
                    names[node] = scope.add(letter + tag)
            if a in stored and a not in names and a not in known and tag[:1].isdigit():
                names[a] = scope.add(f"q{tag}")  # the sum itself
        for i in values:  # other nodes are named after their link, not after a quantity
            if i not in names:
                base = f"t{links[i]}" if i in links else "aux"
                counts[base] = counts.get(base, 0) + 1
                names[i] = scope.add(f"{base}_{counts[base]}")

    # -- statements -----------------------------------------------------------------------------------------------

    @cached_property
    def atoms(self) -> Mapping[int, CodeTerm]:
        """Terms of the nodes that are written as a number or as a variable. All names are known by then."""
        g = self.graph
        numbers = {i: Num(g.value[i] if g.op[i] == o.CONST else x) for i, x in self.numbers.items() if self._folded(i)}
        return numbers | {i: Ref(name) for i, name in self.names.items()}

    def term(self, i: int) -> CodeTerm:
        return self.atoms.get(i) or self.applied(i)

    def applied(self, i: int) -> CodeTerm:
        """Operation of node i, in the usual notation: x - 1 and 1 - x for x + (-1) and its negative."""
        g, atoms = self.graph, self.atoms
        op, below = g.op[i], g.args[i]
        args: tuple[CodeTerm, ...]
        if len(below) == 2:
            a, b = below
            args = atoms.get(a) or self.applied(a), atoms.get(b) or self.applied(b)
        else:
            args = tuple([atoms.get(a) or self.applied(a) for a in below])
        if op == o.NEG or (op == o.ADD and isinstance(args[1], Num)):
            match op, args:
                case (o.ADD, (x, Num(c))) if c < 0:
                    return Apply(o.SUB, (x, Num(-c)))
                case (o.NEG, (Apply(o.SUB, (x, Num() as c)),)):
                    return Apply(o.SUB, (c, x))
        return Apply(op, args)

    def statements(self) -> list[tuple[int, Statement]]:
        """Statements with the node they compute: arguments of angles, sines and cosines, the rest."""
        blocks = LaneBlocks(self.lanes, self) if self.lanes else None
        stored = self.stored
        done = {i for i in stored if self.lanes.computes(i)} if self.lanes else set()
        out: list[tuple[int, Statement]] = []

        def emit(nodes: Iterable[int]) -> None:
            due = [i for i in nodes if i in stored and i not in done]
            done.update(due)
            for i in due:
                statement = self._statement(i)
                if statement:
                    out.append((i, statement))

        stages = self.block.stages if self.angles or blocks else ()
        wide = max((k for k, stage in enumerate(stages) if stage.angles), default=len(stages) - 1)  # where rows are
        for k, stage in enumerate(stages):
            for a in (a for a in self.angles if a in stage.angles):
                s, c = self.angles[a]
                done.update(i for i in (s, c) if i is not None)
                first = min(i for i in (s, c) if i is not None)
                sin, cos = (None if i is None else self.names[i] for i in (s, c))
                out.append((first, Trig(self.term(a), sin, cos, k)))
            if not blocks or k != wide:
                emit(stage.nodes)
                continue
            for phase in range(blocks.phases):
                emit(i for i in stage.nodes if blocks.rows.phases.get(i) == phase)
                out += blocks.statements(phase)
        emit(sorted(stored - done))
        return out

    def _below(self, roots: Iterable[int]) -> list[int]:
        """Nodes that these depend on, themselves included, in order."""
        args, seen, todo = self.operands, set[int](), list(roots)
        while todo:
            i = todo.pop()
            if i not in seen:
                seen.add(i)
                todo += args[i]
        return sorted(seen)

    def _statement(self, i: int) -> Statement | None:
        g = self.graph
        op = g.op[i]
        if op == o.ITEM:
            return None  # its call defines it
        if op == o.CALL:
            kernel: Kernel = g.value[i]
            items = tuple((g.value[k], self.names[k]) for k in self.order if g.op[k] == o.ITEM and g.args[k] == (i,))
            given, made = (self.scope.add(f"{kernel.name}_{word}") for word in ("given", "made"))
            values = tuple(self.term(a) for a in g.args[i])
            return Call(self.context.kernels[kernel], given, made, values, kernel.results, items)
        return Assign(self.names[i], self.applied(i))

    def routine(self) -> Routine:
        self.choose()
        self.name_all()
        workspace = self.scope.add("workspace")
        parts, size = self._parts(workspace)
        space = Array(workspace, "", (size,), "values that one part leaves for the next")
        return Routine(self.name, self.kind, (*self.inputs, *self.held), tuple(self.outputs), tuple(parts), space)

    def _parts(self, workspace: str) -> tuple[list[Part], int]:
        """Statements in parts, each with the loads and stores that it needs, and the size of the workspace."""
        limit = self.context.style.part * (PART_FACTOR_WITH_LANES if self.lanes else 1)
        chunks = split_by_work(self.statements(), limit, (lambda pair: count_lines(pair[1])) if self.lanes else None)
        place = {a.name: k for k, a in enumerate((*self.inputs, *self.held))}
        loads = [Load(self.names[i], a.name, k) for i, (a, k) in self.leaves.items() if i in self.used]
        loads.sort(key=lambda x: (place[x.array], x.index))
        stores = [Store(a.name, k, self.term(i)) for a, elements in self.results for k, i in enumerate(elements)]
        if len(chunks) > 1:
            return self._linked(chunks, loads, stores, workspace)
        return [Part(self.name, tuple(loads), tuple(_insert_sections(chunks[0], self.context.links)), tuple(stores))], 0

    def _linked(
        self, chunks: Sequence[Chunk], loads: Sequence[Load], stores: Iterable[Store], workspace: str
    ) -> tuple[list[Part], int]:
        """Parts that pass values to each other through the workspace."""
        home = {n: k for k, chunk in enumerate(chunks) for _, s in chunk for n in defined_names(s)}
        own: list[list[Store]] = [[] for _ in chunks]
        for x in stores:
            own[max((home.get(n, 0) for n in referenced_variables(x.value)), default=0)].append(x)
        flow = [
            [
                *((defined_names(s), used_names(s)) for _, s in chunk),
                *(((), referenced_variables(x.value)) for x in out),
            ]
            for chunk, out in zip(chunks, own)
        ]
        places, size = assign_slots(flow)
        made = []
        for k, chunk in enumerate(chunks):
            outside = {n for _, reads in flow[k] for n in reads if home.get(n) != k}
            fetched = [Load(n, workspace, places[n]) for n in outside if n in places]
            fetched.sort(key=lambda x: x.index)
            kept = [Store(workspace, places[n], Ref(n)) for makes, _ in flow[k] for n in makes if n in places]
            name = self.scope.add(f"{self.name}_part{k + 1}")
            given = (*(x for x in loads if x.name in outside), *fetched)
            made.append(Part(name, given, tuple(_insert_sections(chunk, self.context.links)), (*kept, *own[k])))
        return made, size


def _written_length(args: Sequence[int], length: Mapping[int, int]) -> int:
    """Estimated length of an operation on these nodes."""
    if len(args) == 2:  # as most of them have
        a, b = args
        return length[a] + length[b] + (8 if a == b else 3)
    return sum([length[a] for a in args]) + (3 if len(set(args)) == 2 else 8)


def _insert_sections(pairs: Chunk, owner: Mapping[int, int]) -> Iterator[Statement]:
    """Yield the statements, with a comment where work on another link begins (and continues for a few lines)."""
    links = [owner.get(i, 0) for i, _ in pairs]
    current = 0
    for k, (_, s) in enumerate(pairs):
        if isinstance(s, Trig):
            if k == 0 or not isinstance(pairs[k - 1][1], Trig):
                yield Section("sines and cosines")
                current = -1
        elif links[k] and links[k] != current:
            stays = links[k : k + 4] == [links[k]] * 4
            current = links[k] if stays or current < 0 else current
            if current == links[k]:
                yield Section(f"link {current}")
        yield s


__all__ = ["Style", "derived_names", "lower", "lower_kernels", "provenance_facts"]
