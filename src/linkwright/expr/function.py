"""`Function`: a name and documented input and output ports over one graph. Every stage of the compiler passes it on."""

from __future__ import annotations

import hashlib
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from linkwright.errors import InputError, UnknownName
from linkwright.expr import ops as o
from linkwright.expr.domains import domain_of, is_masked, kind_of
from linkwright.expr.expr import Expr
from linkwright.expr.graph import Graph, Role, Symbol
from linkwright.expr.replay import Domain, evaluate, needed_nodes
from linkwright.expr.straight import StraightEvaluator

JOINT_ORDERS: Mapping[str, Callable[[tuple[str, ...]], Any]] = {
    # depth first, branches in the order of their joints' names: so URDFDOM keeps the joints that Pinocchio reads
    "pinocchio": lambda path: path,
}

Kind = Literal["real", "integer"]


@dataclass(frozen=True)
class Port:
    """Named input or output: a scalar (shape ()), vector or matrix of nodes, row by row.

    `labels` name the elements for users (q1, q2, ... or XX2R, ...); `names` are the names in the robot's file of the
    joints, in ports with one element per joint, and `paths` the names of all joints of the file from the base to each;
    `defaults` are known numbers of parameters; `notes` are remarks on the elements, such as how they are made. An
    output of kind "integer" holds whole numbers: flags of kernels, and numbers computed from them. `samples` are values
    of an input near which the function is known to have results: tests draw around them. `states` are values that tests
    use unchanged, with the same index in all ports that have them. `scale` is the magnitude that rounding of an output
    is relative to, if it is not the output's own.
    """

    name: str
    shape: tuple[int, ...]
    elements: tuple[int, ...]
    doc: str = ""
    labels: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    role: Role = "variable"
    defaults: tuple[float | None, ...] = ()
    names: tuple[str, ...] = ()
    paths: tuple[tuple[str, ...], ...] = ()
    notes: tuple[str, ...] = ()
    kind: Kind = "real"
    samples: tuple[float | None, ...] = ()
    states: tuple[tuple[float, ...], ...] = ()
    scale: float = 0.0

    def __post_init__(self) -> None:
        size = 1
        for extent in self.shape:
            size *= extent
        if size != len(self.elements):
            raise ValueError(f"port {self.name}: shape {self.shape} and {len(self.elements)} elements")

    @property
    def size(self) -> int:
        return len(self.elements)

    def with_elements(self, elements: tuple[int, ...]) -> Port:
        """Return the port with other elements, as many nodes of another graph."""
        return Port(**{**vars(self), "elements": elements})  # called often by passes: faster than `replace`

    def by_name(self, given: Mapping[str, Any]) -> list[Any]:
        """Return values, given by joint names or labels, in the order of the elements; each must be given once."""
        places: dict[str, set[int]] = {}
        for names in (self.names, self.labels):
            for k, name in enumerate(names):
                places.setdefault(name, set()).add(k)
        found: dict[int, tuple[str, Any]] = {}
        for key, value in given.items():
            if key not in places:
                problem = UnknownName.among("name", str(key), places)
                raise UnknownName(f"has the {problem.what}", remedy=problem.remedy)
            if len(places[key]) > 1:
                raise InputError(f"is given {key!r}, the name of several elements", remedy="give all in order")
            (k,) = places[key]
            if k in found:
                raise InputError(f"is given {found[k][0]!r} and {key!r}, which are the same")
            found[k] = key, value
        missing = [(self.names or self.labels)[k] for k in range(self.size) if k not in found]
        if missing:
            raise InputError(f"lacks {', '.join(missing[:20])}{' ...' if len(missing) > 20 else ''}")
        return [found[k][1] for k in range(self.size)]


@dataclass(frozen=True)
class Quantity:
    """Meaning of a value in the model: a symbol (w, F, ...) of a link, and a component of it (x, y, xz, ...)."""

    symbol: str
    link: int
    component: str = ""

    def __str__(self) -> str:
        return f"{self.symbol}{self.link}_{self.component}" if self.component else f"{self.symbol}{self.link}"


@dataclass(frozen=True)
class Cost:
    """Operation counts: per call, once per set of parameters (setup), and per iteration of a kernel (step)."""

    add: int = 0
    mul: int = 0
    trig: int = 0
    call: int = 0
    setup_add: int = 0
    setup_mul: int = 0
    setup_trig: int = 0
    setup_call: int = 0
    step_add: int = 0
    step_mul: int = 0
    step_trig: int = 0
    step_call: int = 0

    @property
    def total(self) -> int:
        """Number of additions and multiplications, setup included, as compared with other generators."""
        return self.add + self.mul + self.setup_add + self.setup_mul

    def __str__(self) -> str:
        text = f"{self.add} add, {self.mul} mul, {self.trig} sin/cos"
        if self.call:
            text += f", {self.call} other"
        if self.setup_add or self.setup_mul or self.setup_trig or self.setup_call:
            text += f"; setup {self.setup_add} add, {self.setup_mul} mul, {self.setup_trig} sin/cos"
        if self.step_add or self.step_mul or self.step_trig or self.step_call:
            text += f"; each turn of an iteration {self.step_add} add, {self.step_mul} mul, {self.step_trig} sin/cos"
        return text


@dataclass(frozen=True)
class Function:
    """Outputs as expressions of inputs. A call evaluates the graph on the kind of scalars that is given."""

    name: str
    graph: Graph
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    doc: str = ""
    provenance: Mapping[str, str] = field(default_factory=dict)  # robot, model, parameters, source...
    names: Mapping[int, Quantity] = field(default_factory=dict)  # node -> its meaning, for readers of emitted code

    @cached_property
    def nodes(self) -> list[int]:
        """Nodes that the outputs need, in order of evaluation."""
        return needed_nodes(self.graph, (i for port in self.outputs for i in port.elements))

    @cached_property
    def cost(self) -> Cost:
        return operation_cost(self.graph, self.nodes)

    @cached_property
    def known(self) -> dict[Any, Any]:
        """Cache of derived results (such as the optimized function), by key."""
        return {}

    @property
    def variables(self) -> tuple[Port, ...]:
        return tuple(p for p in self.inputs if p.role == "variable")

    @property
    def parameters(self) -> Port | None:
        """The port of the parameters, if there are any."""
        return next((p for p in self.inputs if p.role == "parameter"), None)

    @cached_property
    def setup(self) -> list[int]:
        """Nodes of the set-up: operations on parameters alone that a call or an output needs, computed once."""
        g, used = self.graph, {i for port in self.outputs for i in port.elements}
        for i in self.nodes:
            if g.varies[i]:
                used.update(g.args[i])
        return [i for i in self.nodes if i in used and not g.varies[i] and g.op[i] not in (o.CONST, o.SYMBOL)]

    def output(self, name: str) -> list[Expr]:
        """Return the expressions of one output, row by row."""
        port = find_port(self.outputs, name)
        return [Expr(self.graph, i) for i in port.elements]

    def input(self, name: str) -> list[Expr]:
        port = find_port(self.inputs, name)
        return [Expr(self.graph, i) for i in port.elements]

    def order(self, tool: str) -> list[int]:
        """Return the order of joints of another tool: its velocities are `qd[order]`, ours `v[argsort(order)]`.

        "pinocchio": the joints as in a model that it reads from the same URDF.
        """
        if tool not in JOINT_ORDERS:
            raise UnknownName.among("tool", tool, JOINT_ORDERS)
        paths = next((port.paths for port in self.inputs if port.paths), None)
        if paths is None:
            raise InputError(f"{self.name} has no input with a value per joint: there is no order of joints")
        return sorted(range(len(paths)), key=lambda k: JOINT_ORDERS[tool](paths[k]))

    def by_name(self, port: str, values: Any) -> dict[str, Any]:
        """Return the values of a port (vectors with any leading axes) by the names of joints, else by labels."""
        import numpy as np

        found = find_port((*self.outputs, *self.inputs), port)
        names, x = found.names or found.labels, np.asarray(values)
        if len(found.shape) != 1 or len(names) != found.size or x.shape[-1:] != found.shape:
            raise InputError(f"{self.name}: {port!r} has shape {found.shape}, the values have {x.shape}",
                             remedy="vectors with a name for each element have values by name")  # fmt: skip
        return {name: x[..., k] for k, name in enumerate(names)}

    def with_provenance(self, provenance: Mapping[str, str]) -> Function:
        """Return the function with another provenance; both share the cache `known`."""
        other = self.with_fields(provenance=provenance)
        vars(other)["known"] = self.known
        return other

    def with_fields(self, **fields: Any) -> Function:
        """Return the function with other fields, but the same graph and outputs: `nodes` and `cost` stay valid."""
        other = replace(self, **fields)
        vars(other).update({name: vars(self)[name] for name in ("nodes", "cost") if name in vars(self)})
        return other

    def with_outputs(self, outputs: Iterable[Port]) -> Function:
        return replace(self, outputs=tuple(outputs))

    def pruned(self) -> Function:
        """Remove parameters that no output needs. Variables stay: the signature does not depend on zeros of a robot."""
        needed = set(self.nodes)
        kept = []
        for port in self.inputs:
            if port.role == "parameter":
                keep = [k for k, i in enumerate(port.elements) if i in needed]
                if not keep:
                    continue
                port = replace(
                    port, shape=(len(keep),), elements=tuple(port.elements[k] for k in keep),
                    labels=tuple(port.labels[k] for k in keep), units=tuple(port.units[k] for k in keep if port.units),
                    defaults=tuple(port.defaults[k] for k in keep if port.defaults),
                    samples=tuple(port.samples[k] for k in keep if port.samples),
                    states=tuple(tuple(row[k] for k in keep) for row in port.states),
                )  # fmt: skip
            kept.append(port)
        return self.with_fields(inputs=tuple(kept))

    # -- as a subprogram of kernels -------------------------------------------------------------------------------

    @cached_property
    def key(self) -> str:
        """Digest of the computed function, independent of names."""
        g = self.graph
        place = {i: f"input {p} {k}" for p, port in enumerate(self.inputs) for k, i in enumerate(port.elements)}
        rows = []
        for i in self.nodes:
            if i not in place:
                place[i] = str(len(place))
                rows.append((g.op[i], [place[a] for a in g.args[i]], g.value[i]))
        ends = [[place[i] for i in port.elements] for port in self.outputs]
        return hashlib.blake2b(repr((self.sizes, rows, ends)).encode(), digest_size=16).hexdigest()

    @property
    def sizes(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return tuple(p.size for p in self.inputs), tuple(p.size for p in self.outputs)

    @property
    def operations(self) -> Mapping[str, int]:
        cost = self.cost
        return {o.ADDITION: cost.add, o.MULTIPLICATION: cost.mul, o.TRIG: cost.trig, o.OTHER: cost.call}

    @property
    def operations_per_iteration(self) -> Mapping[str, int]:
        c = self.cost
        return {o.ADDITION: c.step_add, o.MULTIPLICATION: c.step_mul, o.TRIG: c.step_trig, o.OTHER: c.step_call}

    def floats(self, *arrays: Sequence[float]) -> list[list[float]]:
        """Return the outputs for these inputs as flat lists, row by row."""
        return self._straight(*arrays)

    @cached_property
    def _straight(self) -> StraightEvaluator:
        inputs, outputs = ([p.elements for p in ports] for ports in (self.inputs, self.outputs))
        return StraightEvaluator(self.graph, self.nodes, inputs, outputs)

    # -- calls ----------------------------------------------------------------------------------------------------

    def __call__(self, **arguments: Any) -> Any:
        """Return the outputs for these inputs: numbers, NumPy arrays, Exprs of one graph or SymPy expressions.

        Vectors and matrices are (nested) sequences, or values by joint name or label. Parameters:
        `parameters={name: value}` or each by its name. One output is returned as it is, several as a dictionary.
        Undefined values (1/0, sqrt(-1)) of numbers are infinite or NaN.
        """
        leaves = self.bind(arguments)
        for port in self.inputs:
            for i in port.elements:
                try:
                    kind_of(leaves[i])
                except InputError as problem:
                    what = f"{self.name}: {port.name!r} holds {problem.what}"
                    raise InputError(what, remedy=problem.remedy) from None
        return self._outputs(domain_of(list(leaves.values())), leaves)

    def evaluate(self, domain: Domain, arguments: Mapping[str, Any]) -> Any:
        """Return the outputs for scalars of any kind, whose numbers and operations are given by `domain`."""
        return self._outputs(domain, self.bind(arguments))

    def _outputs(self, domain: Domain, leaves: Mapping[int, Any]) -> Any:
        try:
            values = evaluate(self.graph, self.nodes, domain, leaves)
        except OverflowError as problem:  # an integer
            raise InputError(f"{self.name}: an argument is too large: {problem}") from problem
        result = {}
        for p in self.outputs:
            made = _reshape([domain.give(values[i]) for i in p.elements], p.shape)
            result[p.name] = made.astype(int) if p.kind == "integer" and hasattr(made, "astype") else made
        return next(iter(result.values())) if len(result) == 1 else result

    def bind(self, arguments: Mapping[str, Any]) -> dict[int, Any]:
        """Return the scalar of every input node. Each problem with the arguments is an InputError that names it."""
        rest = dict(arguments)
        leaves: dict[int, Any] = {}
        for port in self.inputs:
            if port.role == "parameter":
                given = rest.pop(port.name, None)
                leaves.update(self._bind_parameters(port, given, rest))
                continue
            if port.name not in rest:
                raise InputError(f"{self.name}: argument {port.name!r} is missing", remedy=port.doc)
            leaves.update(zip(port.elements, self._elements(port, rest.pop(port.name)), strict=True))
        if rest:
            known = [p.name for p in self.inputs] + list(self.parameters.labels if self.parameters else ())
            raise UnknownName.among("argument", next(iter(rest)), known)
        return leaves

    def _elements(self, port: Port, given: Any) -> list[Any]:
        """Return the scalars of a port, row by row."""
        try:
            return port.by_name(given) if isinstance(given, Mapping) and port.shape else _flatten(given, port.shape)
        except InputError as problem:
            raise type(problem)(f"{self.name}: {port.name!r} {problem.what}", remedy=problem.remedy) from None

    def _bind_parameters(self, port: Port, given: Any, rest: dict[str, Any]) -> dict[int, Any]:
        """Return the values of parameters, given by mapping, vector or keyword; else their defaults."""
        if given is not None and not isinstance(given, Mapping):
            return dict(zip(port.elements, self._elements(port, given), strict=True))
        table = dict(given or {})
        unknown = sorted(set(table) - set(port.labels))
        if unknown:
            raise UnknownName.among("parameter", unknown[0], port.labels)
        leaves = {}
        for k, (label, node) in enumerate(zip(port.labels, port.elements, strict=True)):
            default = port.defaults[k] if port.defaults else None
            value = rest.pop(label) if label in rest else table.get(label, default)
            if value is None:
                raise InputError(f"{self.name}: parameter {label!r} has no value", remedy=f"give {label}=...")
            leaves[node] = value
        return leaves


def find_port(ports: Sequence[Port], name: str) -> Port:
    for port in ports:
        if port.name == name:
            return port
    raise UnknownName.among("port", name, [p.name for p in ports])


def operation_cost(graph: Graph, order: Sequence[int]) -> Cost:
    """Count the operations of these nodes; those on parameters alone belong to the set-up."""
    op, varies = graph.op, graph.varies
    totals = dict.fromkeys(_TOTALS, 0)
    for code, n in Counter([op[i] for i in order if varies[i]]).items():
        if code in _COSTLY:
            totals[_COSTLY[code]] += n
    for i in [i for i in order if not varies[i] and op[i] in _COSTLY]:
        if depends_on_symbol(graph, i):
            totals[f"setup_{_COSTLY[op[i]]}"] += 1
    for i in [i for i in order if op[i] == o.CALL] if graph.has(o.CALL) else ():
        each, turn = graph.value[i].code.count
        for kind, n in each.items():
            totals[kind if varies[i] else f"setup_{kind}"] += n
        for kind, n in turn.items():
            totals[f"step_{kind}"] += n
    return Cost(**totals)


_KINDS = (o.ADDITION, o.MULTIPLICATION, o.TRIG, o.OTHER)
_COSTLY = {op.code: op.cost for op in o.OPS if op.cost != o.FREE}
_TOTALS = tuple(f"{when}{kind}" for when in ("", "setup_", "step_") for kind in _KINDS)


def depends_on_symbol(graph: Graph, i: int) -> bool:
    """Return whether node i depends on any symbol (operations on numbers are folded)."""
    if graph.varies[i]:
        return True
    todo = [i]
    while todo:
        k = todo.pop()
        if graph.op[k] == o.SYMBOL:
            return True
        todo.extend(graph.args[k])
    return False


_INTEGER_OPERATIONS = {
    o.ADD,
    o.SUB,
    o.MUL,
    o.NEG,
    o.ABS,
    o.MIN,
    o.MAX,
    o.SELECT,
}  # give whole numbers for whole numbers


def flags_of(graph: Graph, i: int) -> set[str] | None:
    """Names of the kernel flags that a whole number is computed from; None if it may be no whole number."""
    op, args = graph.op[i], graph.args[i]
    if op == o.CONST and isinstance(graph.value[i], int) and abs(graph.value[i]) < 2**31:
        return set()
    if op == o.ITEM:
        kernel, k = graph.value[args[0]], graph.value[i]
        if k >= kernel.unknowns:
            return {kernel.flags[k - kernel.unknowns]}
    if op not in _INTEGER_OPERATIONS:
        return None
    parts = [flags_of(graph, a) for a in (args[1:] if op == o.SELECT else args)]
    known = [part for part in parts if part is not None]
    return set().union(*known) if len(known) == len(parts) else None


def _flatten(value: Any, shape: tuple[int, ...]) -> list[Any]:
    """Return the elements row by row; a NumPy batch of vectors (leading axes) gives arrays as elements."""
    if not shape:
        return [value]
    if is_masked(value):
        kind_of(value)  # raises
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, numpy.ndarray):
        lead = value.ndim - len(shape)
        if lead < 0 or value.shape[lead:] != shape:
            count = f"has {value.size} values" if len(shape) == 1 else f"has shape {value.shape}"
            raise InputError(f"{count}, {' x '.join(map(str, shape))} needed")
        return list(numpy.moveaxis(value.reshape(*value.shape[:lead], math.prod(shape)), -1, 0))
    try:
        rows = list(value)
    except TypeError:
        raise InputError(f"is no sequence but {type(value).__name__}", remedy=f"{shape[0]} values needed") from None
    if len(rows) != shape[0]:
        what = "values" if len(shape) == 1 else "rows"
        raise InputError(f"has {len(rows)} {what}, {shape[0]} needed")
    return [x for row in rows for x in _flatten(row, shape[1:])]


def _reshape(flat: list[Any], shape: tuple[int, ...]) -> Any:
    if all(isinstance(x, float | int) or type(x).__module__ == "numpy" for x in flat):
        import numpy as np

        if not flat:  # a robot without moving or without actuated joints
            return np.empty(shape)
        stacked = np.stack(np.broadcast_arrays(*flat), axis=-1)
        return stacked.reshape(*stacked.shape[:-1], *shape) if shape else stacked[..., 0]
    if not shape:
        return flat[0]
    if len(shape) == 1:
        return list(flat)
    step = len(flat) // shape[0] if shape[0] else 0
    return [_reshape(flat[k * step : (k + 1) * step], shape[1:]) for k in range(shape[0])]


def build(
    name: str, inputs: Sequence[Port], outputs: Sequence[Port], graph: Graph, doc: str = "", **provenance: str
) -> Function:
    """Return a checked function: symbols that outputs need are elements of inputs, integer ports hold whole numbers."""
    function = Function(name, graph, tuple(inputs), tuple(outputs), doc, provenance)
    known = {i for port in inputs for i in port.elements}
    for i in function.nodes:
        if graph.op[i] == o.SYMBOL and i not in known:
            symbol: Symbol = graph.value[i]
            raise ValueError(f"{name}: the {symbol.role} {symbol.name} is in no input port")
    for port in (*inputs, *outputs):
        if port.kind == "integer" and any(flags_of(graph, i) is None for i in port.elements):
            raise ValueError(f"{name}: {port.name} is of kind integer, and an element may be no whole number")
    return function
