"""What a model is, and how it becomes a `Function`: the frame that every algorithm of this folder stands in.

An algorithm takes a robot and the symbols of its state and returns values. It does not name, simplify or print; the
quantities that it passes on its way are noted, so that emitted code can call them what they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from linkwright.errors import RobotError, UnknownName
from linkwright.expr import Expr, Function, Graph, Port
from linkwright.expr.function import build as build_function
from linkwright.expr.ops import CALL, ITEM
from linkwright.expr.replay import live
from linkwright.expr.select import select, selectors
from linkwright.models.option import Option, option_text
from linkwright.models.parts.constraints import completed
from linkwright.models.parts.loops import opened
from linkwright.models.parts.places import frame_tag, joints, link_frames
from linkwright.models.parts.rolling import OnWheels
from linkwright.models.result import Quantities, Result, named, of_base, of_coordinates
from linkwright.models.scope import NOTHING, Scope
from linkwright.models.state import (
    BRANCH,
    CLOSURE,
    CONTACTS,
    INDEPENDENT,
    ORIENTATION,
    ORIENTATIONS,
    Constrain,
    Positions,
    Rates,
    State,
    StateMaker,
    orientation_of,
)
from linkwright.progress import report
from linkwright.records import dataclass
from linkwright.registry import Registry
from linkwright.robot import Coordinate, Robot
from linkwright.robot.features import EXTERNAL, LOOPS
from linkwright.robot.robot import GEOMETRY, INERTIA, PLACE, WRENCH


def _contacts(robot: Robot, value: Any) -> dict[int, str]:
    """The frames, and what their wrenches are called after."""
    chosen = () if option_text(value) == "none" else link_frames(robot, value)
    return {j: frame_tag(robot, j)[1:] if j > len(robot) else robot.joint(j).name if j else "base" for j in chosen}


_ORIENTATION = Option(
    ORIENTATIONS[0], "how the orientation of a floating base is given; unit_quaternion, of ball joints too: else NaN",
    ORIENTATIONS, read=orientation_of,
)  # fmt: skip
_CONTACTS = Option("none", "frames of links that wrenches of the environment act on, as inputs: none, or a list",
                   read=_contacts)  # fmt: skip


PLATFORM = "platform"


def _nothing(robot: Robot, **options: Any) -> Collection[str]:
    return ()


def _independent(robot: Robot, value: Any) -> tuple[Coordinate, ...]:
    """Joints that are to be independent before others."""
    text = option_text(value)
    if text == "driven":
        return ()
    if not robot.loops:
        raise RobotError(f"{robot.name} has no loops: all joints are independent", remedy="independent=driven")
    if text == PLATFORM:
        found = [c for c in robot.coordinates if c.link and robot.joint(c.link).name.split("_")[0] == PLATFORM]
        if not found:
            raise RobotError(f"{robot.name} has no joints of a platform", remedy="list the joints by name")
        return tuple(found)
    return joints(robot, value)


_INDEPENDENT = Option(
    "driven", "loops: the joints of whose state it is a function; driven, platform, or a list of names and numbers",
    read=_independent,
)  # fmt: skip
def _branch(robot: Robot, value: Any) -> str:
    text = option_text(value)
    if text == "start":
        return ""
    if text == "follow" and robot.loops:
        return text
    if not text or set(text) - {"+", "-"}:
        raise UnknownName(f"unknown branch {text!r}", remedy="start, follow, or one + or - for every choice: +-")
    if not robot.loops:
        raise RobotError(f"{robot.name} has no loops: there is one branch", remedy="branch=start")
    return text


_BRANCH = Option(
    "start", "loops: which solution; start: that of the assembled robot, follow: the nearest to q_start, by iteration, "
    "or one + or - for each choice of the closed forms",
    read=_branch,
)  # fmt: skip
_CLOSURE = Option(
    "solved", "loops; solved: a function of the state of independent joints; positions: those of all joints are given; "
    "given: the state of all joints is. What is given must be closed.", ("solved", "positions", "given"),
)  # fmt: skip


@dataclass(frozen=True)
class Model:
    """An algorithm with its name and what it needs: one per file of this folder, which is named after it.

    `build(robot, state, quantities, **options)` gets every option by its name, read and checked.
    """

    name: str
    doc: str
    state: tuple[str, ...]  # of q, qd, qdd, tau
    build: Callable[..., Sequence[Result]]
    scope: Scope = NOTHING  # what of a robot it is about; a robot with anything else is refused
    options: Mapping[str, Option] = field(default_factory=dict)
    parameters: tuple[str, ...] = ("standard", "base", "tuned")  # the sets of inertial parameters it is a function of
    is_still: bool = False  # a function of positions that no rates are in
    takes_whole: bool = False  # it can be a function of the state of all joints of the tree, closed as it is given
    is_free: bool = False  # a function of the rates of all freedoms, as if no wheel touched the ground
    accelerations_come_out: bool = False  # those of coordinates whose effort is given, which then are no inputs
    reference: Mapping[str, str] = field(default_factory=dict)  # options of an independent derivation of it
    ignored: Callable[..., Collection[str]] = _nothing  # ports of its state that it does not take, by robot and options

    @property
    def settings(self) -> Mapping[str, Option]:
        """Its own options, and those of the state that it is a function of."""
        of_state = {ORIENTATION: _ORIENTATION}
        if EXTERNAL in self.scope.handled:
            of_state[CONTACTS] = _CONTACTS
        if LOOPS in self.scope.handled and not self.is_free:
            of_state |= {INDEPENDENT: _INDEPENDENT, BRANCH: _BRANCH}
        if self.takes_whole:
            of_state[CLOSURE] = _CLOSURE
        return {**self.options, **of_state}


MODELS = Registry("linkwright.models", "MODEL", Model)


def models() -> Mapping[str, Model]:
    """Every model by name."""
    return MODELS


OUTPUTS = "outputs"
FEW = 3  # chosen outputs that a function's name tells


def find(model: str | Model) -> Model:
    """The model of this name."""
    return model if isinstance(model, Model) else MODELS.find(model)


def function(robot: Robot, model: str | Model, options: Mapping[str, Any] | None = None, **provenance: str) -> Function:
    """The model of a robot as a function, straight from the algorithm: not optimised yet.

    Options that differ from their defaults are told by the function's name and provenance. Every model has the option
    `outputs`: a selection of them (`expr.select`), without which they are all there; `orientation`: how poses in
    the state are given; and, if wrenches matter to it, `contacts`: frames at which the environment acts on the links.
    """
    model = find(model)
    report(f"deriving {model.name} of {robot.name}")
    model.scope.check(robot, model.name)
    chosen = _chosen(model, options or {})
    robot = opened(robot)
    graph = robot.graph.copy()
    settings = model.settings

    def setting(key: str, on: Robot) -> Any:
        return settings[key].value(on, key, chosen.get(key, settings[key].default))

    contacts = setting(CONTACTS, robot) if CONTACTS in settings else {}
    how = setting(CLOSURE, robot) if CLOSURE in settings else "solved"
    wanted = setting(INDEPENDENT, robot) if INDEPENDENT in settings else ()
    branch = setting(BRANCH, robot) if BRANCH in settings else ""
    ties = None if model.is_free else _constraints(robot, wanted, how, branch)
    maker = StateMaker(robot.over(graph), graph, setting(ORIENTATION, robot), ties, contacts,
                       model.accelerations_come_out)  # fmt: skip
    view, state = maker.made(model.state)
    state = completed(view, state)
    quantities = Quantities()
    values = {key: setting(key, view) for key in model.options}
    results = model.build(view, state, quantities, **values)
    outputs = [_output(graph, r) for r in results]
    if ties:
        outputs = _with_status(graph, outputs, ties.status(not model.is_still, _solves(graph, outputs)))
    used = set(live(graph, (i for p in outputs for i in p.elements)))
    ignored = model.ignored(view, **values)
    ports = [port for one in maker.inputs if one.name not in ignored and (port := one.port(used))]
    known = {e.id for one in maker.inputs for e in one.elements}
    others = _symbol_ports(robot, graph, used, known)
    _need_independent(view, others)
    if ties and (table := ties.samples()):
        ports, others = ([_sampled(port, table) for port in some] for some in (ports, others))
    ports = [replace(p, states=tuple(map(tuple, state.states.get(p.name, ())))) for p in ports]
    others = [_with_states(p, state.states) for p in others]
    made = build_function(function_name(robot, model, chosen), [*ports, *others], outputs, graph, model.doc)
    told = {key: option_text(value) for key, value in chosen.items()}
    facts = {"robot": robot.name, "model": model.name, **told, **provenance}
    whole = made.relabelled(provenance=facts, names=quantities.names).pruned()
    return select(whole, chosen[OUTPUTS]) if OUTPUTS in chosen else whole


def _solves(graph: Graph, outputs: Sequence[Port]) -> list[Expr]:
    """The statuses of all linear systems that outputs are solved with."""
    calls = [i for i in live(graph, (i for p in outputs for i in p.elements)) if graph.op[i] == CALL]
    solves = [(i, graph.value[i]) for i in calls if graph.value[i].rule == "solve"]
    return [Expr(graph, graph.node(ITEM, (i,), kernel.unknowns + kernel.flags.index("status"))) for i, kernel in solves]


def _with_status(graph: Graph, outputs: Sequence[Port], status: Expr | None) -> list[Port]:
    """Outputs that are not numbers, none of them, unless the status is 0; and the status, if there is one."""
    if status is None:
        return [*outputs]
    nothing = (-status).sqrt()  # no number where it is taken

    def gated(i: int) -> int:
        return (-status).select(Expr(graph, i), nothing).id

    doc = "whether the loops were closed, and can move there; if not, nothing else is a number"
    told = Port("status", (), (status.id,), doc, ("status",), kind="integer")
    return [*(replace(p, elements=tuple(map(gated, p.elements))) for p in outputs), told]


def _with_states(port: Port, states: Mapping[str, Sequence[Sequence[float]]]) -> Port:
    """A port of parameters with the values, by "port.label", that belong to given states of the others."""
    known = {s: states[f"{port.name}.{s}"] for s in port.labels if f"{port.name}.{s}" in states}
    if not known:
        return port
    count = len(next(iter(known.values())))
    rows = [tuple(known[s][k][0] if s in known else 0.0 for s in port.labels) for k in range(count)]
    return replace(port, states=tuple(rows))


def _sampled(port: Port, table: Mapping[str, float]) -> Port:
    samples = tuple(table.get(label) for label in port.labels)
    return replace(port, samples=samples) if any(x is not None for x in samples) else port


def _constraints(robot: Robot, wanted: Sequence[Coordinate], how: str, branch: str) -> Constrain | None:
    """What loops and wheels make of the state."""
    if robot.loops:
        from linkwright.models.parts.closure import Closure  # NumPy and long reals: only where they are needed

        return Closure(robot, wanted, how, branch)
    return OnWheels() if robot.wheels else None


def function_name(robot: Robot, model: str | Model, options: Mapping[str, Any] | None = None) -> str:
    """What the function of a model is called: after robot and model, and the options that are not the defaults."""
    model = find(model)
    return "_".join([robot.name, model.name, *_words(_chosen(model, options or {}))])


def _chosen(model: Model, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are not the defaults, in the model's order."""
    for key in given:
        if key != OUTPUTS and key not in model.settings:
            raise UnknownName.among(f"option of {model.name}", key, model.settings)
    table = model.settings.items()
    chosen = {key: given[key] for key, o in table if key in given and option_text(given[key]) != o.default}
    return chosen if given.get(OUTPUTS) is None else {**chosen, OUTPUTS: ",".join(selectors(given[OUTPUTS]))}


def _words(chosen: Mapping[str, Any]) -> list[str]:
    """The options as words of a function's name."""
    told = {key: option_text(value) for key, value in chosen.items() if key != OUTPUTS}
    if BRANCH in told:
        told[BRANCH] = told[BRANCH].replace("+", "p")
    texts = [f"{key}_{text}".replace("-", "m") for key, text in told.items()]
    if OUTPUTS in chosen:  # few are told by their names
        words = [word.replace(":", "_to_").strip("]") for word in selectors(chosen[OUTPUTS])]
        texts += words if len(words) <= FEW else [f"{len(words)}_outputs"]
    return [re.sub(r"\W+", "_", text, flags=re.ASCII).strip("_") for text in texts]


def _output(graph: Graph, result: Result) -> Port:
    ids = tuple(v.id if isinstance(v, Expr) else graph.const(v) for v in result.values)
    names = result.names or tuple(c.joint for c in result.of)
    return Port(result.name, result.shape, ids, result.doc, result.labels, result.units, names=names, kind=result.kind,
                scale=result.scale)  # fmt: skip


def _symbol_ports(robot: Robot, graph: Graph, used: Collection[int], known: Collection[int]) -> list[Port]:
    """One port for the other variables that the robot's tables name (wrenches, base motion), one for the parameters."""
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


def _need_independent(robot: Robot, ports: Sequence[Port]) -> None:
    """Formulas of wrenches may hold variables of the state; those of joints that move with others are none."""
    tied = [c for j in range(1, len(robot) + 1) for c in robot.freedoms(j) if c not in robot.coordinates]
    names = {joint.variable for joint in robot.joints if joint.moves}
    names |= {kind + c.suffix for kind in ("qd", "qdd") for c in tied}
    found = [s for port in ports if port.name == "external" for s in port.labels if s in names]
    if found:
        raise RobotError(f"{robot.name}: a wrench or the motion of the base is a formula of {', '.join(found)}, "
                         "which the state does not have", remedy="use variables of independent joints")  # fmt: skip


_UNITS = {
    **dict.fromkeys(("gamma", "alpha", "theta"), "rad"), **dict.fromkeys(("b", "d", "r"), "m"),
    **dict.fromkeys(INERTIA[:6], "kg m^2"), **dict.fromkeys(("MX", "MY", "MZ"), "kg m"), "M": "kg",
    **dict.fromkeys(WRENCH[:3], "N"), **dict.fromkeys(WRENCH[3:], "N m"),
}  # fmt: skip


def parameter_units(robot: Robot) -> dict[str, str]:
    """The unit of every symbol that stands alone in a place of the tables."""
    units: dict[str, str] = {}

    def note(e: Expr | None, unit: str) -> None:
        if e is not None and e.name:
            units.setdefault(e.name, unit)

    for part in (part for loop in robot.loops for part in (loop.joint, loop.frame)):
        for f in GEOMETRY:
            note(getattr(part, f), _UNITS[f])
    for joint in robot.joints:
        for f in GEOMETRY:
            note(getattr(joint, f), _UNITS[f])
        for f in INERTIA + WRENCH:
            note(getattr(joint.body, f), _UNITS[f])
        turning = joint.kind == "revolute"
        note(joint.rotor, "kg m^2" if turning else "kg")
        note(joint.viscous, "N m s/rad" if turning else "N s/m")
        note(joint.coulomb, "N m" if turning else "N")
        note(joint.stiffness, "N m/rad" if turning else "N/m")
        note(joint.damping, "N m s/rad" if turning else "N s/m")
        note(joint.rest, "rad" if turning else "m")
    for frame in robot.frames:
        for f in PLACE:
            note(getattr(frame, f), "m" if f in "xyz" else "rad")
    for wheel in robot.wheels:
        note(wheel.radius, "m")
        note(wheel.roller, "rad")
    for g in robot.gravity:
        note(g, "m/s^2")
    base = robot.base
    for f in INERTIA + WRENCH:
        note(getattr(base.body, f), _UNITS[f])
    for values, unit in ((base.angular_velocity, "rad/s"), (base.angular_acceleration, "rad/s^2"),
                         (base.velocity, "m/s"), (base.acceleration, "m/s^2")):  # fmt: skip
        for v in values:
            note(v, unit)
    return units


__all__ = [
    "Model", "Option", "Positions", "Quantities", "Rates", "Result", "State", "find", "function", "function_name",
    "models", "named", "of_base", "of_coordinates", "option_text",
]  # fmt: skip
