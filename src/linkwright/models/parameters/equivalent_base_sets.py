"""Equivalent sets of base parameters: as many parameters with the same efforts, for fewer operations.

The base parameters are not unique: mass on the axis of a revolute joint may belong to the link behind it or to the one
before it. Khalil's rules (`base_parameters`) put all of it into the link before. Here some of it is put back, as a
`Choice` says; the number of parameters is the same. With K = tr(J)/2 - J the second moments of a link, i the parent of
a joint j, F = (d, 0, b) the foot of axis j in frame i (after the rotation by gamma) and H its origin:

    flat     K_zz = 0 instead of YY = 0: XX and YY are parameters, and ZZ = XX + YY
    masses   at H, or at F and H, in link j: they replace MX_i, MY_i or both, m = MX_i / H_x ...
    rod      K_zz of link j replaces YZ_i, if the axes are neither parallel nor at right angles
    frames   origins are moved along their axes before (`link_steps`)

It divides by lengths, and sines of angles: by numbers that are not tiny, and by symbols that the robot declares as
never zero (`Robot.nonzero`). The search for the best choice is in `derive.tuned_parameters`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from linkwright.expr import Expr, Function, Graph, Importer, Port, value_of
from linkwright.expr.function import build as build_function
from linkwright.expr.ops import COS, NEG, SIN, SYMBOL
from linkwright.models.equivalent_bodies.length_scaling import LENGTH_FIELDS, scale_lengths
from linkwright.models.equivalent_bodies.regrouping import NEGLIGIBLE_RATIO, is_numeric
from linkwright.models.parameters.base_parameters import (
    BaseParameters,
    Grouping,
    GroupingRelation,
    KeptParameter,
    parameter_unit,
    standard_port,
)
from linkwright.models.parameters.joint_motion_facts import JointMotionFacts
from linkwright.models.parameters.relation_text import collect_relations
from linkwright.models.parameters.tip_frames import ZeroedEntry
from linkwright.models.tree.exact_states import StateSampler
from linkwright.models.tree.inertia_transform import shift_inertia, transform_inertia
from linkwright.models.tree.link_steps import with_moved_frames
from linkwright.models.tree.parameter_names import ROTOR, ParameterPlace, links_with_parameters, unused_name
from linkwright.robot import Joint, Robot
from linkwright.robot.robot import INERTIA
from linkwright.spatial import Axis, Inertia, Rotation, Vec3

BOTH = "both"
FOOT_MASS, AXIAL_MOMENT = "MF", "KZZ"  # parameters of link j: mass at the foot of its axis, second moment along it
CENTER_COORDINATES = ("CX", "CZ")  # coordinates of the centre of mass of a prismatic joint's link
INVERSE_DYNAMICS = "inverse_dynamics"
NAME_SUFFIX = "T"  # suffix of the names of tuned parameters
MAX_SCALED_LENGTHS = (
    7  # lengths and components of gravity: each costs a division by the unit, which saves about five operations
)
UNIT_EXPONENTS = {
    "MX": 1,
    "MY": 1,
    "MZ": 1,
    "M": 2,
    FOOT_MASS: 2,
}  # exponents of the unit of length in scaled parameters
Links = frozenset[int]


@dataclass(frozen=True)
class Choice:
    """Choice of one of the equivalent sets."""

    frames: Links = frozenset()  # links whose origins are moved along their axes
    flat: Links = frozenset()  # links with K_zz = 0: planar bodies
    masses: tuple[tuple[int, str], ...] = ()  # joints, and first moments of parents that masses replace: MX, MY, both
    rods: Links = frozenset()  # joints whose axial second moments replace YZ of their parents
    centres: tuple[tuple[int, Axis], ...] = ()  # prismatic joints, and the axes along which their origins are moved
    unit: str = ""  # the unit of length: a symbol or a number
    aims: tuple[ZeroedEntry, ...] = ()  # tips of numeric robots, and the entries that rotated frames make zero


@dataclass(frozen=True)
class TunedParameters:
    """A tuned minimal set of a robot, in the order of its tables."""

    base: BaseParameters
    robot: Robot  # the same robot with this set in its tables
    relations: tuple[GroupingRelation, ...]  # formulas in base parameters
    kept: tuple[KeptParameter, ...]
    graph: Graph  # of the formulas; holds the base robot's symbols
    choice: Choice = Choice()
    model: str = INVERSE_DYNAMICS  # the model that it was tuned for

    @property
    def standard(self) -> Robot:
        return self.base.standard

    @property
    def count(self) -> int:
        """Number of inertial parameters, without friction."""
        return sum(k.parameter in (*INERTIA, ROTOR, FOOT_MASS, AXIAL_MOMENT, *CENTER_COORDINATES) for k in self.kept)

    @property
    def is_own(self) -> bool:
        """Whether the set is shown as one of its own: that of the inverse dynamics always is."""
        return self.model == INVERSE_DYNAMICS or self.robot is not self.base.robot

    @property
    def facts(self) -> dict[str, str]:
        """Provenance for files of its model, if it is not the inverse dynamics: the function that makes the set."""
        return {} if self.model == INVERSE_DYNAMICS else {"made by": self.maker()}

    def maker(self, source: str = "standard") -> str:
        """Name of the function that computes it from the `source` set."""
        words = [self.standard.name, *([] if self.model == INVERSE_DYNAMICS else [self.model])]
        return "_".join([*words, "tuned_parameters" if source == "standard" else "tuned_from_base"])

    def in_standard(self, graph: Graph) -> Importer:
        """Importer of expressions of the tuned robot into `graph`, in the standard parameters."""
        plain = Importer(graph)
        table = {r.name: plain(r.formula) for r in self.base.relations}
        into = Importer(graph, table)
        return Importer(graph, {**table, **{r.name: into(r.formula) for r in self.relations}})

    def relation_texts(self) -> dict[str, str]:
        """Formulas in base parameters by name, collected for readers."""
        inertial = {k.name for k in self.base.kept}
        geometry = set(self.base.robot.parameters) - inertial
        texts = collect_relations([r.formula for r in self.relations], geometry)
        return {r.name: text for r, text in zip(self.relations, texts, strict=True)}


def tuned_without_changes(base: BaseParameters) -> TunedParameters:
    """Base parameters as a tuned set without changes."""
    return TunedParameters(base, base.robot, (), base.kept, base.graph)


class Tuning(Grouping):
    """Regrouping of base parameters, in moved frames, to another equivalent set."""

    def __init__(
        self, base: BaseParameters, choice: Choice, mark: str = NAME_SUFFIX, like: Tuning | None = None
    ) -> None:
        """`like`: another tuning with the same origins, whose samples are used again."""
        self.seen: Robot
        self.centres: dict[ParameterPlace, tuple[str, Expr]]  # new symbols and their formulas
        self.seen, self.centres = (like.seen, like.centres) if like else _with_moved_origins(base, choice, mark)
        super().__init__(self.seen, like.samples if like else StateSampler(self.seen), like.facts if like else None)
        self.base, self.choice, self.masses, self.mark = base, choice, dict(choice.masses), mark
        self.is_numeric = is_numeric(base.robot)
        self.known = {**self.robot.numbers, **self.lift.numbers}
        self.feet: dict[int, Expr] = {}
        self.rods: dict[int, Expr] = {}
        for j in range(len(self.robot), 0, -1):
            self.group_link(j)

    def before_grouping(self, i: int, I: Inertia) -> Inertia:
        """Inertia of link i without the entries that masses and second moments on the axes of its children replace."""
        for j in self.view.children(i):
            joint = self.view.joint(j)
            if joint.kind != "revolute":
                continue
            here = {name for name in ("MX", "MY") if not getattr(I, name).is_zero}
            if taken := self._taken(joint, self.masses.get(j, ""), here):
                I = self._without_first_moments(j, joint, I, taken)
            if j in self.choice.rods and joint.gamma.is_zero and self._is_tilted(joint):
                rod = self.rods[j] = I.YZ / (joint.alpha.sin() * joint.alpha.cos())
                I = replace(I - transform_inertia(self._only(XX=rod, YY=rod), joint, 0, 0), YZ=self.zero)
        return replace(I, **dict.fromkeys(self.facts[i - 1].idle, self.zero))

    def _taken(self, joint: Joint, wanted: str, here: Collection[str] = ("MX", "MY")) -> tuple[str, ...]:
        """First moments of the parent that masses of the joint can replace, of those that are wanted and not zero."""
        if not wanted or not here:
            return ()
        x, y = self._is_far(joint.d), self._is_far(joint.r) and self._is_never_zero(joint.alpha.sin())
        if wanted == BOTH and len(here) == 2 and x and y:
            return ("MX", "MY")
        across = joint.gamma.cos().is_zero
        if not across and not joint.gamma.sin().is_zero:
            return ()
        can = {"MX": y if across else x, "MY": x if across else y}
        return tuple(name for name in can if can[name] and name in here and wanted in (name, BOTH))[:1]

    def _is_far(self, length: Expr) -> bool:
        lengths = (x for joint in self.robot.joints for x in (joint.d, joint.r, joint.b))
        sizes = (abs(value_of(x, self.known)) for x in lengths if x.symbols <= self.known.keys())
        return self._is_never_zero(length, max(sizes, default=0.0))

    def _is_tilted(self, joint: Joint) -> bool:
        return self._is_never_zero(joint.alpha.sin()) and self._is_never_zero(joint.alpha.cos())

    def _is_never_zero(self, x: Expr, of: float = 1.0) -> bool:
        """Whether x is a number that is not tiny relative to `of`, or a declared symbol, or its sine or cosine."""
        if x.is_zero or (x.symbols <= self.known.keys() and abs(value_of(x, self.known)) <= NEGLIGIBLE_RATIO * of):
            return False
        if x.symbols <= self.lift.numbers.keys():
            return True
        g, i = x.graph, x.id
        while g.op[i] in (NEG, SIN, COS):
            (i,) = g.args[i]
        return g.op[i] == SYMBOL and g.value[i].name in self.robot.nonzero

    def _without_first_moments(self, j: int, joint: Joint, I: Inertia, taken: tuple[str, ...]) -> Inertia:
        foot, P = self.zero, joint.transform(0).P
        if len(taken) == 2:
            h = Rotation.about(("z", joint.gamma)).undo(I.MS)
            m = -h.y / (joint.r * joint.alpha.sin())
            self.feet[j] = foot = h.x / joint.d - m
        else:
            m = I.MX / P.x if taken == ("MX",) else I.MY / P.y
        I = (
            I
            - transform_inertia(self._only(M=m), joint, 0, joint.r)
            - transform_inertia(self._only(M=foot), joint, 0, 0)
        )
        self.inertias[j] = replace(self.inertias[j], M=self.inertias[j].M + m)
        return replace(I, **dict.fromkeys(taken, self.zero))

    def revolute(self, j: int, joint: Joint, facts: JointMotionFacts, I: Inertia) -> tuple[Inertia, Inertia]:
        rest, piece = super().revolute(j, joint, facts, I)
        if j not in self.choice.flat:
            return rest, piece
        XX, YY = (rest.ZZ + rest.XX) / 2, (rest.ZZ - rest.XX) / 2  # K_zz = -YY goes with the piece, as YY did
        return replace(rest, XX=XX, YY=YY, ZZ=XX + YY), replace(piece, XX=piece.XX - YY, YY=piece.YY - YY)

    def _only(self, **entries: Any) -> Inertia:
        return Inertia(*(entries.get(name, self.zero) for name in INERTIA))

    # -- possible choices ---------------------------------------------------------------------------------------------

    def other_masses(self, j: int) -> list[str]:
        """Choices for joint j with fewer masses than possible."""
        own = self.view.joint(j)
        most = self._taken(own, BOTH)
        return [] if not most else [""] if len(most) == 1 else ["", *most]

    def tilted(self) -> list[int]:
        """Joints whose axial second moment can replace YZ of the parent."""
        joints = enumerate(self.view.joints, 1)
        return [j for j, x in joints if x.parent and x.kind == "revolute" and x.gamma.is_zero and self._is_tilted(x)]

    def can_be_centred(self) -> list[tuple[int, Axis]]:
        """Prismatic joints whose links certainly have mass, with the axes along which their origins may be moved."""
        axes: tuple[Axis, ...] = ("z", "x")
        found: list[tuple[int, Axis]] = []
        for j, joint in enumerate(self.robot.joints, 1):
            if joint.kind != "prismatic" or not self._is_heavy(j):
                continue
            straight = joint.theta.is_zero and all(self.robot.joint(k).gamma.is_zero for k in self.robot.children(j))
            found += [(j, axis) for axis in axes if not getattr(joint.body, f"M{axis.upper()}").is_zero
                      and (axis == "z" or straight)]  # fmt: skip
        return found

    def _is_heavy(self, j: int) -> bool:
        """Whether the mass of a link is a number that is not tiny, or declared as never zero."""
        standard = self.base.standard
        M, numbers = standard.joint(j).body.M, standard.numbers
        masses = (joint.body.M for joint in standard.joints)
        most = max((abs(value_of(x, numbers)) for x in masses if x.symbols <= numbers.keys()), default=0.0)
        if M.symbols <= numbers.keys() and abs(value_of(M, numbers)) <= NEGLIGIBLE_RATIO * most:
            return False
        return M.name in self.robot.nonzero if M.symbols else True

    def units(self) -> list[str]:
        """Lengths usable as unit of length, as texts."""
        if any(joint.kind == "prismatic" for joint in self.robot.joints):
            return []
        lengths = [getattr(x, name) for x in self.robot.joints if x.parent for name in LENGTH_FIELDS]
        others = {x for x in (*lengths, *self.robot.gravity) if x.symbols}
        if len(others) > MAX_SCALED_LENGTHS:
            return []
        return list(dict.fromkeys(str(x) for x in lengths if (x.name or not x.symbols) and self._is_far(x)))

    # -- the result ---------------------------------------------------------------------------------------------------

    def tuned(self) -> TunedParameters:
        """The tuned set with names, relations and numbers."""
        places = self._places()
        zeros = self.lift.zeros(list(places.values()))
        graph = self.robot.graph.copy() if self.lift.numbers else self.graph
        put = self.lift.floats(graph) if self.lift.numbers else lambda e: e
        zero, taken = Expr(graph, graph.const(0)), _taken_names(self.base)
        centres: dict[ParameterPlace, tuple[str, Expr]] = {}
        for at, (name, x) in self.centres.items():  # formulas may contain other centres
            centres[at] = name, Importer(graph, dict(centres.values()))(Expr(graph, x.id))
        new = Importer(graph, dict(centres.values()))
        L = self._unit(graph)
        table: dict[ParameterPlace, Expr] = {}
        formulas: dict[ParameterPlace, Expr] = {at: x for at, (_, x) in centres.items()}
        owned = {name for name, _ in centres.values()}
        taken |= owned
        for at, value in places.items():
            x = zero if value.id in zeros else put(value) * L ** UNIT_EXPONENTS.get(at[1], 0)
            table[at] = x
            if (x.symbols or (self.is_numeric and not x.is_zero)) and (x.name is None or x.name in owned):
                taken.add(name := unused_name(f"{at[1]}{at[0]}{self.mark}", taken))
                table[at], formulas[at] = Expr(graph, graph.symbol(name)), new(x) if centres else x
            owned.add(table[at].name or "")
        table |= {at: Expr(graph, graph.symbol(name)) for at, (name, _) in centres.items()}
        robot = self._tuned_robot(self.seen.in_graph(graph), table, formulas, L)
        relations = tuple(GroupingRelation(str(table[at].name), *at, x) for at, x in formulas.items())
        kept = tuple(KeptParameter(*at, x, x.name or f"{at[1]}{at[0]}") for at, x in table.items() if not x.is_zero)
        return TunedParameters(self.base, robot, relations, kept, graph, self.choice)

    def _unit(self, graph: Graph) -> Expr:
        """Length that is the unit; 1 if none was chosen."""
        lengths = (getattr(x, name) for x in self.robot.joints for name in LENGTH_FIELDS)
        found = next((x for x in lengths if self.choice.unit and str(x) == self.choice.unit), None)
        return Expr(graph, graph.const(1)) if found is None else Importer(graph)(found)

    def _places(self) -> dict[ParameterPlace, Expr]:
        found: dict[ParameterPlace, Expr] = {}
        for j in links_with_parameters(self.robot):
            own = {(j, name): self.zero + x for name, x in zip(INERTIA, self.inertias[j], strict=True)}
            rod = self.rods.get(j, self.zero)
            if j in self.choice.flat:
                del own[j, "ZZ"]
                own[j, AXIAL_MOMENT] = rod
            else:
                own |= {(j, name): own[j, name] + rod for name in ("XX", "YY")}
            found |= {**own, (j, FOOT_MASS): self.feet.get(j, self.zero), (j, ROTOR): self.zero + self.rotors[j - 1]}
        return found

    def _tuned_robot(
        self, view: Robot, table: Mapping[ParameterPlace, Expr], formulas: Mapping[ParameterPlace, Expr], L: Expr
    ) -> Robot:
        view, joints = scale_lengths(view, L) if self.choice.unit else view, []
        for j, joint in enumerate(view.joints, 1):
            own = {name: table.get((j, name), table[j, "M"] * 0) for name in (*INERTIA, FOOT_MASS, AXIAL_MOMENT)}
            foot, rod = own.pop(FOOT_MASS), own.pop(AXIAL_MOMENT)
            if j in self.choice.flat:
                own["ZZ"] = own["XX"] + own["YY"]
            more = rod + joint.r * joint.r * foot
            own |= {"XX": own["XX"] + more, "YY": own["YY"] + more, "M": own["M"] + foot}
            own["MZ"] = own["MZ"] - joint.r * foot
            joints.append(replace(joint, body=replace(joint.body, **own), rotor=table[j, ROTOR]))
        numbers = dict(self.base.robot.numbers)
        for at, x in formulas.items():
            if numbers and x.symbols <= numbers.keys():
                with suppress(ZeroDivisionError):
                    numbers[str(table[at].name)] = value_of(x, numbers)
        present = {s for x in table.values() for s in x.symbols}
        gone = {k.name for k in self.base.kept} - present
        numbers = {name: x for name, x in numbers.items() if name not in gone}
        return view.changed(joints=tuple(joints), numbers=numbers)


def _with_moved_origins(
    base: BaseParameters, choice: Choice, mark: str
) -> tuple[Robot, dict[ParameterPlace, tuple[str, Expr]]]:
    """View with moved origins, and symbols and formulas of those that are at centres of mass."""
    view = base.robot.in_graph(base.robot.graph.copy())
    seen = with_moved_frames(view, choice.frames) if choice.frames else view
    centres: dict[ParameterPlace, tuple[str, Expr]] = {}
    taken = _taken_names(base)
    for j, axis in choice.centres:
        at, name = (j, f"C{axis.upper()}"), unused_name(f"C{axis.upper()}{j}{mark}", taken)
        own = Expr(seen.graph, seen.graph.symbol(name))
        seen, length = with_centered_origin(seen, j, axis, own)
        centres[at] = name, length
    return seen, centres


def with_centered_origin(robot: Robot, j: int, axis: Axis, own: Expr) -> tuple[Robot, Expr]:
    """View with the origin of a prismatic joint's link moved along x or z to its centre of mass, by the symbol `own`,
    and the formula of this symbol: the distance from the old origin, for a tip from the origin of the parent's lengths.
    """
    old, joints, name = robot.joint(j), list(robot.joints), f"M{axis.upper()}"
    c = getattr(old.body, name) / old.body.M
    I = replace(shift_inertia(old.body.inertia, axis, -c), **{name: old.body.M * 0})
    moves, back = ("d", "d") if axis == "x" else ("r", "b")
    lengths, moved = {moves: getattr(old, moves) + own}, own
    if not robot.children(j):
        lengths, moved, c = {moves: own}, own - getattr(old, moves), getattr(old, moves) + c
        if axis == "z" and old.alpha.is_zero:
            lengths, moved, c = {"r": own, "b": old.b * 0}, moved - old.b, old.b + c
    n = old.body.moment - (Vec3(moved, 0, 0) if axis == "x" else Vec3(0, 0, moved)).cross(old.body.force)
    body = replace(old.body.with_inertia(I), CX=n.x, CY=n.y, CZ=n.z)
    joints[j - 1] = replace(old, body=body, **lengths)
    for k in robot.children(j):
        joints[k - 1] = replace(joints[k - 1], **{back: getattr(joints[k - 1], back) - own})
    return robot.in_graph(robot.graph, joints=tuple(joints)), c


def _taken_names(base: BaseParameters) -> set[str]:
    robot = base.robot
    return {*base.graph.symbols(), *robot.graph.symbols(), *robot.numbers, *(x.variable for x in robot.joints)}


# -- functions --------------------------------------------------------------------------------------------------------

_FORMULAS = {"standard": "standard ones", "base": "base parameters"}


def tuned_parameters_function(tuned: TunedParameters, source: str = "standard") -> Function:
    """Function that computes the tuned parameters from the standard ones or from the base parameters."""
    origin = tuned.standard if source == "standard" else tuned.base.robot
    graph = origin.graph.copy()
    plain = Importer(graph)
    into = tuned.in_standard(graph) if source == "standard" else Importer(
        graph, {r.name: plain(r.formula) for r in tuned.relations})  # fmt: skip
    texts = tuned.relation_texts()
    output = Port(
        "tuned", (len(tuned.kept),), tuple(into(k.value).id for k in tuned.kept), "tuned inertial parameters",
        tuple(k.name for k in tuned.kept), tuple(_tuned_unit(tuned, k) for k in tuned.kept),
        notes=tuple(texts.get(k.name, "") for k in tuned.kept),
    )  # fmt: skip
    view = origin.in_graph(graph)
    inputs = [standard_port(view)] if view.parameters else []
    of = "" if tuned.model == INVERSE_DYNAMICS else f" of {tuned.model}"
    doc = f"tuned inertial parameters{of} from the {_FORMULAS[source]}; formulas in base parameters"
    facts = {"robot": tuned.standard.name, "model": "tuned_parameters"}
    return build_function(tuned.maker(source), inputs, [output], graph, doc, **facts).pruned()


def _tuned_unit(tuned: TunedParameters, kept: KeptParameter) -> str:
    if kept.parameter in CENTER_COORDINATES:
        return "m"
    if tuned.choice.unit and kept.parameter in UNIT_EXPONENTS:
        return "kg m^2"
    return {FOOT_MASS: "kg", AXIAL_MOMENT: "kg m^2"}.get(kept.parameter) or parameter_unit(tuned.standard, kept)


__all__ = ["Choice", "TunedParameters", "Tuning", "tuned_parameters_function", "tuned_without_changes"]
