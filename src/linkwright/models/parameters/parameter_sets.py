"""Sets of inertial parameters, and conversions between them.

standard      J about the frame's origin, first moments MS, mass M: ten per link, the efforts are linear in them
inertial      mass, centre of mass, inertia tensor about it, as data sheets and CAD programs give them
barycentric   augmented bodies, with the masses of all links beyond at the joints (Samin & Fisette, Symbolic Modeling of
              Multibody Systems, 2003); linear in the standard ones. The parameters of a link with revolute children are
              then those of one body, and of masses only those of prismatic joints' links are needed
minimal       the base parameters (`base_parameters`), identifiable from joint efforts; they have no inverse conversion

`conversion_function` makes a Function of a conversion, which can be emitted and compiled like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from linkwright.errors import InputError, UnknownName
from linkwright.expr import Expr, Function, Graph, Importer, Port
from linkwright.expr.function import build as build_function
from linkwright.models.dynamics.composite_bodies import shift_body_inertia
from linkwright.models.framework.units import parameter_units
from linkwright.models.parameters.base_parameters import base_parameters_function
from linkwright.robot import Body, Robot
from linkwright.robot.robot import INERTIA
from linkwright.spatial import Inertia, Scalar, Vec3

ParameterRow = tuple[Scalar, ...]  # the ten numbers of a link

_TENSOR_UNITS = ("kg m^2",) * 6
NAMES = {
    "standard": INERTIA,
    "inertial": ("m", "cx", "cy", "cz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz"),
    "barycentric": ("KXX", "KXY", "KXZ", "KYY", "KYZ", "KZZ", "bX", "bY", "bZ", "mb"),
}
UNITS = {
    "standard": (*_TENSOR_UNITS, "kg m", "kg m", "kg m", "kg"),
    "inertial": ("kg", "m", "m", "m", *_TENSOR_UNITS),
    "barycentric": (*_TENSOR_UNITS, "kg m", "kg m", "kg m", "kg"),
}
DOCS = {
    "standard": "inertia about the origin of the frame, first moments, mass; a row for each link",
    "inertial": "mass, centre of mass, inertia about the centre of mass, in the frame of the link; a row for each link",
    "barycentric": "inertia, first moments and mass of the augmented bodies; a row for each link",
}


# -- one link ---------------------------------------------------------------------------------------------------------


def to_inertial(I: Inertia) -> ParameterRow:
    """Inertial parameters (m, c, I about c) of a link by Huygens-Steiner. The mass may not be zero."""
    c = I.MS * (1 / I.M)
    at = shift_body_inertia(I, -c)  # about the centre of mass, where the first moments vanish
    return (I.M, *c, at.XX, at.XY, at.XZ, at.YY, at.YZ, at.ZZ)


def from_inertial(row: Sequence[Scalar]) -> Inertia:
    """Standard parameters of a link from (m, c, I about c)."""
    return Inertia.at_centre_of_mass(row[0], Vec3(*row[1:4]), row[4:])


# -- a tree -----------------------------------------------------------------------------------------------------------


def to_barycentric(robot: Robot, bodies: Sequence[Inertia]) -> list[Inertia]:
    """Augmented bodies of links 1..n: J and MS with the masses beyond at the origins of the children; M of all beyond.

    The origin of a prismatic joint's frame is that at position 0.
    """
    found = list(bodies)
    for j in range(len(robot), 0, -1):
        i = robot.joint(j).parent
        if i:
            found[i - 1] = found[i - 1] + _at_joint(robot, j, found[j - 1].M)
    return found


def from_barycentric(robot: Robot, bodies: Sequence[Inertia]) -> list[Inertia]:
    """Standard parameters of links 1..n from the augmented bodies."""
    found = list(bodies)
    for j in range(1, len(robot) + 1):
        i = robot.joint(j).parent
        if i:
            found[i - 1] = found[i - 1] - _at_joint(robot, j, bodies[j - 1].M)
    return found


def _at_joint(robot: Robot, j: int, mass: Scalar) -> Inertia:
    """Inertia of a mass at the origin of frame j, in the frame of its parent."""
    return shift_body_inertia(Inertia(*(0,) * 9, mass), robot.joint(j).transform(0).P)


# -- functions --------------------------------------------------------------------------------------------------------

_TO_STANDARD: dict[str, Callable[[Robot, Sequence[ParameterRow]], list[Inertia]]] = {
    "standard": lambda robot, rows: [Inertia(*row) for row in rows],
    "inertial": lambda robot, rows: [from_inertial(row) for row in rows],
    "barycentric": lambda robot, rows: from_barycentric(robot, [Inertia(*row) for row in rows]),
}
_FROM_STANDARD: dict[str, Callable[[Robot, Sequence[Inertia]], list[ParameterRow]]] = {
    "standard": lambda robot, bodies: [tuple(I) for I in bodies],
    "inertial": lambda robot, bodies: [to_inertial(I) for I in bodies],
    "barycentric": lambda robot, bodies: [tuple(I) for I in to_barycentric(robot, bodies)],
}


def conversion_function(robot: Robot, source: str, target: str) -> Function:
    """Function that converts one set, (n, 10), to another: (n, 10), or (k,) for "minimal". Lengths are parameters."""
    if source == "minimal":
        raise InputError("minimal parameters are sums of others and cannot be converted to those of single links",
                         remedy=f"convert from one of {', '.join(_TO_STANDARD)}")  # fmt: skip
    for name, known in ((source, _TO_STANDARD), (target, (*_FROM_STANDARD, "minimal"))):
        if name not in known:
            raise UnknownName.among("set of parameters", name, known)
    graph = robot.graph.copy()
    view = robot.in_graph(graph)
    given = _source_port(view, source)
    rows = [tuple(Expr(graph, i) for i in given.elements[10 * k : 10 * k + 10]) for k in range(len(robot))]
    bodies = _TO_STANDARD[source](view, rows)
    if target == "minimal":
        output = _minimal_port(view, bodies)
    else:
        flat = [x for row in _FROM_STANDARD[target](view, bodies) for x in row]
        output = _target_port(graph, target, flat, len(robot))
    name = f"{robot.name}_{target}_from_{source}"
    doc = f"{target} parameters from the {source} ones"
    lengths = _length_ports(view, given.elements)
    made = build_function(name, [given, *lengths], [output], graph, doc, robot=robot.name, model=f"{target}_parameters")
    return made.pruned()


def _row_labels(names: Sequence[str], count: int) -> list[str]:
    return [f"{name}{j}" for j in range(1, count + 1) for name in names]


def _source_port(robot: Robot, source: str) -> Port:
    """Input port with new symbols for the source set, independent of the robot's tables."""
    graph, elements, labels = robot.graph, [], []
    taken = set(graph.symbols())
    for label in _row_labels(NAMES[source], len(robot)):
        while label in taken:
            label += "_"
        labels.append(label)
        elements.append(graph.symbol(label, "variable"))
    units = UNITS[source] * len(robot)
    return Port(source, (len(robot), 10), tuple(elements), DOCS[source], tuple(labels), units)


def _target_port(graph: Graph, target: str, values: Sequence[Scalar], count: int) -> Port:
    ids = tuple(v.id if isinstance(v, Expr) else graph.const(v) for v in values)
    labels = tuple(_row_labels(NAMES[target], count))
    return Port(target, (count, 10), ids, DOCS[target], labels, UNITS[target] * count)


def _minimal_port(robot: Robot, bodies: Sequence[Inertia]) -> Port:
    """Output port of the base parameters of the robot with all ten parameters in every link."""
    every = [robot.base.body.inertia, *bodies]  # the first is that of a floating base
    marks = {f"{name}[{j}]": x for j, I in enumerate(every) for name, x in zip(INERTIA, I, strict=True)}
    full = with_all_parameters(robot, "[{}]")
    grouped = base_parameters_function(full)
    port = grouped.outputs[0]
    into = Importer(robot.graph, marks)
    ids = tuple(into(Expr(grouped.graph, i)).id for i in port.elements)
    labels = tuple(label.replace("[", "").replace("]", "") for label in port.labels)
    return Port("minimal", port.shape, ids, port.doc, labels, port.units)


def _length_ports(robot: Robot, given: Sequence[int]) -> list[Port]:
    graph, units = robot.graph, parameter_units(robot)
    known = set(given)
    labels = [s for s in robot.parameters if graph.symbols()[s] not in known]
    if not labels:
        return []
    elements = tuple(graph.symbols()[s] for s in labels)
    defaults = tuple(robot.numbers.get(s) for s in labels)
    doc = "lengths, rotor inertias"
    return [Port("parameters", (len(labels),), elements, doc, tuple(labels), tuple(units.get(s, "") for s in labels),
                 "parameter", defaults)]  # fmt: skip


def with_all_parameters(robot: Robot, form: str = "{}") -> Robot:
    """Robot with a symbol for each of the ten parameters of every link, for results that depend on structure alone."""
    free = bool(robot.freedoms(0))
    bare = robot.changed(
        joints=tuple(replace(joint, body=Body()) for joint in robot.joints),
        base=replace(robot.base, body=Body()) if free else robot.base,
    )
    taken = {*bare.parameters, *(joint.variable for joint in robot.joints)}

    def whole(body: Body, j: int) -> Body:
        graph, entries = Graph(), {}
        for name in INERTIA:
            text = name + form.format(j)
            while text in taken:
                text += "_"
            entries[name] = Expr(graph, graph.symbol(text))
        return replace(body, **entries)

    joints = tuple(replace(joint, body=whole(joint.body, j)) for j, joint in enumerate(robot.joints, 1))
    base = replace(robot.base, body=whole(robot.base.body, 0)) if free else robot.base
    return robot.changed(joints=joints, base=base)


__all__ = [
    "conversion_function",
    "from_barycentric",
    "from_inertial",
    "to_barycentric",
    "to_inertial",
    "with_all_parameters",
]  # fmt: skip
