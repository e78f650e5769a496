"""Derivation of a `Function` from a robot, a model and its options: inputs, algorithm, outputs with names and units.

Nothing is optimized here."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from linkwright.errors import RobotError, UnknownName
from linkwright.expr import Expr, Function, Graph, Port
from linkwright.expr.function import build as build_function
from linkwright.expr.ops import CALL, ITEM
from linkwright.expr.replay import needed_nodes
from linkwright.expr.select import select, selectors
from linkwright.models.constraints.constraint_system import complete_state
from linkwright.models.constraints.loop_equations import with_cut_joints_in_tree
from linkwright.models.constraints.wheels import WheelConstraints
from linkwright.models.framework.model import OUTPUTS, Model, find
from linkwright.models.framework.option import option_text
from linkwright.models.framework.result import Quantities, Result
from linkwright.models.framework.state import (
    BRANCH,
    CLOSURE,
    CONTACTS,
    INDEPENDENT,
    ORIENTATION,
    ConstraintSolver,
    StateBuilder,
)
from linkwright.models.framework.units import parameter_units
from linkwright.progress import report
from linkwright.robot import Coordinate, Robot

MAX_OUTPUTS_IN_NAME = 3  # chosen outputs that a function's name lists


def function(robot: Robot, model: str | Model, options: Mapping[str, Any] | None = None, **provenance: str) -> Function:
    """Return the model of a robot as a function, straight from the algorithm: not optimized yet.

    Options that differ from their defaults are part of the function's name and provenance. Every model has the option
    `outputs`: a selection of them (`expr.select`), by default all; `orientation`: how poses in the state are given;
    and, if wrenches matter to it, `contacts`: frames at which the environment acts on the links.
    """
    model = find(model)
    report(f"deriving {model.name} of {robot.name}")
    model.scope.check(robot, model.name)
    chosen = _non_default_options(model, options or {})
    robot = with_cut_joints_in_tree(robot)
    graph = robot.graph.copy()
    settings = model.settings

    def setting(key: str, on: Robot) -> Any:
        return settings[key].value(on, key, chosen.get(key, settings[key].default))

    contacts = setting(CONTACTS, robot) if CONTACTS in settings else {}
    how = setting(CLOSURE, robot) if CLOSURE in settings else "solved"
    wanted = setting(INDEPENDENT, robot) if INDEPENDENT in settings else ()
    branch = setting(BRANCH, robot) if BRANCH in settings else ""
    ties = None if model.is_free else _state_constraints(robot, wanted, how, branch)
    maker = StateBuilder(robot.in_graph(graph), graph, setting(ORIENTATION, robot), ties, contacts,
                       model.accelerations_come_out)  # fmt: skip
    view, state = maker.build_state(model.state)
    state = complete_state(view, state)
    quantities = Quantities()
    values = {key: setting(key, view) for key in model.options}
    results = model.build(view, state, quantities, **values)
    outputs = [_output_port(graph, r) for r in results]
    if ties:
        outputs = _gate_by_status(graph, outputs, ties.status(not model.is_still, _solve_statuses(graph, outputs)))
    used = set(needed_nodes(graph, (i for p in outputs for i in p.elements)))
    ignored = model.ignored(view, **values)
    ports = [port for one in maker.inputs if one.name not in ignored and (port := one.port(used))]
    known = {e.id for one in maker.inputs for e in one.elements}
    others = _symbol_ports(robot, graph, used, known)
    _check_wrench_formulas(view, others)
    if ties and (table := ties.samples()):
        ports, others = ([_with_samples(port, table) for port in some] for some in (ports, others))
    ports = [replace(p, states=tuple(map(tuple, state.states.get(p.name, ())))) for p in ports]
    others = [_with_state_values(p, state.states) for p in others]
    made = build_function(function_name(robot, model, chosen), [*ports, *others], outputs, graph, model.doc)
    told = {key: option_text(value) for key, value in chosen.items()}
    facts = {"robot": robot.name, "model": model.name, **told, **provenance}
    whole = made.with_fields(provenance=facts, names=quantities.names).pruned()
    return select(whole, chosen[OUTPUTS]) if OUTPUTS in chosen else whole


def _solve_statuses(graph: Graph, outputs: Sequence[Port]) -> list[Expr]:
    """Return the statuses of all linear systems that the outputs are solved with."""
    calls = [i for i in needed_nodes(graph, (i for p in outputs for i in p.elements)) if graph.op[i] == CALL]
    solves = [(i, graph.value[i]) for i in calls if graph.value[i].rule == "solve"]
    return [Expr(graph, graph.node(ITEM, (i,), kernel.unknowns + kernel.flags.index("status"))) for i, kernel in solves]


def _gate_by_status(graph: Graph, outputs: Sequence[Port], status: Expr | None) -> list[Port]:
    """Return the outputs, which are NaN unless the status is 0, and the status, if there is one."""
    if status is None:
        return [*outputs]
    nothing = (-status).sqrt()  # NaN where it is selected

    def gated(i: int) -> int:
        return (-status).select(Expr(graph, i), nothing).id

    doc = "whether the loops were closed, and can move there; if not, nothing else is a number"
    told = Port("status", (), (status.id,), doc, ("status",), kind="integer")
    return [*(replace(p, elements=tuple(map(gated, p.elements))) for p in outputs), told]


def _with_state_values(port: Port, states: Mapping[str, Sequence[Sequence[float]]]) -> Port:
    """Return a port of parameters with its values at given states of the other ports, found by "port.label"."""
    known = {s: states[f"{port.name}.{s}"] for s in port.labels if f"{port.name}.{s}" in states}
    if not known:
        return port
    count = len(next(iter(known.values())))
    rows = [tuple(known[s][k][0] if s in known else 0.0 for s in port.labels) for k in range(count)]
    return replace(port, states=tuple(rows))


def _with_samples(port: Port, table: Mapping[str, float]) -> Port:
    """Return a port with sample values for its labels, where the table has them."""
    samples = tuple(table.get(label) for label in port.labels)
    return replace(port, samples=samples) if any(x is not None for x in samples) else port


def _state_constraints(robot: Robot, wanted: Sequence[Coordinate], how: str, branch: str) -> ConstraintSolver | None:
    """Return the constraints that loops or wheels put on the state."""
    if robot.loops:
        from linkwright.models.constraints.loop_closure import LoopClosure

        return LoopClosure(robot, wanted, how, branch)
    return WheelConstraints() if robot.wheels else None


def function_name(robot: Robot, model: str | Model, options: Mapping[str, Any] | None = None) -> str:
    """Name of the function of a model: robot, model and the options that are not the defaults."""
    model = find(model)
    return "_".join([robot.name, model.name, *_option_words(_non_default_options(model, options or {}))])


def _non_default_options(model: Model, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that are not the defaults, in the model's order."""
    for key in given:
        if key != OUTPUTS and key not in model.settings:
            raise UnknownName.among(f"option of {model.name}", key, model.settings)
    table = model.settings.items()
    chosen = {key: given[key] for key, o in table if key in given and option_text(given[key]) != o.default}
    return chosen if given.get(OUTPUTS) is None else {**chosen, OUTPUTS: ",".join(selectors(given[OUTPUTS]))}


def _option_words(chosen: Mapping[str, Any]) -> list[str]:
    """Return the options as words of a function's name."""
    told = {key: option_text(value) for key, value in chosen.items() if key != OUTPUTS}
    if BRANCH in told:
        told[BRANCH] = told[BRANCH].replace("+", "p")
    texts = [f"{key}_{text}".replace("-", "m") for key, text in told.items()]
    if OUTPUTS in chosen:  # a few are listed by name
        words = [word.replace(":", "_to_").strip("]") for word in selectors(chosen[OUTPUTS])]
        texts += words if len(words) <= MAX_OUTPUTS_IN_NAME else [f"{len(words)}_outputs"]
    return [re.sub(r"\W+", "_", text, flags=re.ASCII).strip("_") for text in texts]


def _output_port(graph: Graph, result: Result) -> Port:
    """Return the port of a result."""
    ids = tuple(v.id if isinstance(v, Expr) else graph.const(v) for v in result.values)
    names = result.names or tuple(c.joint for c in result.of)
    return Port(result.name, result.shape, ids, result.doc, result.labels, result.units, names=names, kind=result.kind,
                scale=result.scale)  # fmt: skip


def _symbol_ports(robot: Robot, graph: Graph, used: Collection[int], known: Collection[int]) -> list[Port]:
    """Return ports for other variables in the robot's tables (wrenches, base motion) and for the parameters."""
    table = graph.symbols()
    order = dict.fromkeys((*robot.symbols, *(s for s, i in table.items() if i in used)))  # options bring in the last
    units = parameter_units(robot)
    ports = []
    for name, role, doc in (
        ("external", "variable", "wrenches that links exert on the environment, motion of the base"),
        ("parameters", "parameter", "lengths, inertial parameters, gravity"),
    ):
        labels = [s for s in order if table[s] not in known and graph.value[table[s]].role == role]
        if name == "external":
            labels = [s for s in labels if table[s] in used]
        if labels:
            defaults = tuple(robot.numbers.get(s) for s in labels) if role == "parameter" else ()
            ports.append(Port(name, (len(labels),), tuple(table[s] for s in labels), doc, tuple(labels),
                              tuple(units.get(s, "") for s in labels), role, defaults))  # type: ignore[arg-type]  # fmt: skip
    return ports


def _check_wrench_formulas(robot: Robot, ports: Sequence[Port]) -> None:
    """Raise a RobotError if the formula of a wrench has variables of dependent joints: they are not in the state."""
    tied = [c for j in range(1, len(robot) + 1) for c in robot.freedoms(j) if c not in robot.coordinates]
    names = {joint.variable for joint in robot.joints if joint.moves}
    names |= {kind + c.suffix for kind in ("qd", "qdd") for c in tied}
    found = [s for port in ports if port.name == "external" for s in port.labels if s in names]
    if found:
        raise RobotError(f"{robot.name}: a wrench or the motion of the base is a formula of {', '.join(found)}, "
                         "which the state does not have", remedy="use variables of independent joints")  # fmt: skip
