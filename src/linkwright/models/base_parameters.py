"""Base inertial parameters: the smallest set that gives the same joint efforts, with the formulas that make it.

Gautier & Khalil, Direct calculation of minimum set of inertial parameters of serial robots (1990); Khalil, Bennis &
Gautier (1989) for trees; Khalil & Bennis (1994); Khalil & Dombre (2002), section 9.4. From the tips to the base, what
of link j cannot be told from inertia of its parent is carried there. A combination p of the parameters of link j (and
of the rotor inertia IA_j) can be carried if, and only if, its energy does not depend on q_j and qd_j. Writing that
out with w, v and g, the angular velocity, velocity at O_j and gravity of the link before joint j, in frame j:

    revolute   J = diag(YY, YY, 0), MZ, M   always: the body is the same at every q_j
               ZZ = -IA                     if w_z = 0 in every motion
               MX, MY with XZ, YZ           if g = 0 and a point of the axis z_j never moves
    prismatic  all of J                     always
               MX, MY, MZ                   if w is along z_j in every motion
               M = -IA                      if moreover v_z = 0 and g_z = 0
               MS along w                   if w has the same direction in frame j in every motion
    ball       M                            always
    fixed      everything

and what has no energy that varies (links that only turn about one axis, or only slide) has no effect at all. The
conditions are decided exactly (`samples`), floats included (`exact`), so the set is minimal in every system of units
for every tree on a fixed base, and on a floating one, which keeps all ten parameters: the sum over the links of what
stays is the rank of the regressor (`regressor_rank` checks it). A robot with loops or couplings gets the set of its
tree: it gives the same efforts, and may not be minimal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from linkwright.expr import Expr, Function, Graph, Importer, Port, value_of
from linkwright.expr.function import build as build_function
from linkwright.models.model import parameter_units
from linkwright.models.parts.carry import carried
from linkwright.models.parts.collect import collected
from linkwright.models.parts.names import ROTOR, Place, entry, free, links, names
from linkwright.models.parts.samples import Samples, Twist, twists, vanishes
from linkwright.models.scope import DYNAMICS
from linkwright.progress import over, report
from linkwright.robot import Body, Joint, Robot
from linkwright.robot.features import FLOATING, LOOPS
from linkwright.robot.robot import GEOMETRY, INERTIA
from linkwright.spatial import Inertia, Scalar, Vec3, Z

SCOPE = DYNAMICS.handling(FLOATING, LOOPS)  # the rotor of a flexible joint is grouped with nothing
_UNITS = {**dict.fromkeys(INERTIA[:6], "kg m^2"), **dict.fromkeys(INERTIA[6:9], "kg m"), "M": "kg"}


class Relation(NamedTuple):
    """A parameter on which others are grouped: its new name, and its formula in the standard parameters."""

    name: str
    link: int
    parameter: str
    formula: Expr  # over `BaseParameters.graph`


class Kept(NamedTuple):
    """A member of the minimal set: its place, its entry in the base robot, and its name everywhere (`parts.names`)."""

    link: int
    parameter: str
    value: Expr
    name: str


@dataclass(frozen=True)
class BaseParameters:
    """The minimal set of a robot, in the order of its tables."""

    standard: Robot
    robot: Robot  # the same robot with the minimal set in its tables, and 0 for everything else
    relations: tuple[Relation, ...]
    kept: tuple[Kept, ...]
    eliminated: tuple[tuple[int, str], ...]  # parameters that no effort depends on
    graph: Graph  # of the formulas; holds the standard robot's symbols

    @property
    def count(self) -> int:
        return len(self.kept)

    def in_standard(self, graph: Graph) -> Importer:
        """Turns expressions of the base robot into expressions (of `graph`) in the standard parameters."""
        plain = Importer(graph)
        return Importer(graph, {r.name: plain(r.formula) for r in self.relations})

    def relation_texts(self) -> dict[str, str]:
        """The grouping relations by name, collected for readers: ZZ3R: ZZ3 + YY4 + d4^2*(M4 + M5)."""
        bodies = (self.standard.base.body, *(joint.body for joint in self.standard.joints))
        rotors = (joint.rotor for joint in self.standard.joints)
        inertial = {s for x in (*(x for body in bodies for x in body.inertia), *rotors) for s in x.symbols}
        geometry = set(self.standard.parameters) - inertial
        texts = collected([r.formula for r in self.relations], geometry)
        return {r.name: text for r, text in zip(self.relations, texts, strict=True)}


def base_parameters(robot: Robot) -> BaseParameters:
    """The base inertial parameters of a tree (the motion of its base, if any, is taken as general)."""
    SCOPE.check(robot, "the base parameters")
    report(f"base parameters of {robot.name}")
    samples = Samples(robot)
    grouping = _Grouping(robot, samples)
    for j in over(range(len(robot), 0, -1), lambda j: f"base parameters of {robot.name}: link {j}"):
        grouping.leave(j)
    return grouping.result()


@dataclass(frozen=True)
class _Facts:
    """What holds in every motion, for joint j: about the link before it (in frame j), and about link j."""

    idle: frozenset[str]  # parameters of link j without effect
    not_about_axis: bool  # w_z = 0
    only_about_axis: bool  # w_x = w_y = 0
    one_axis: bool  # w has one direction in frame j
    not_along_axis: bool  # v_z = 0
    level: bool  # g_z = 0
    pivot: bool  # g = 0 and a point of the axis other than O_j never moves, though the axis turns


def _facts(first: tuple[Twist, Twist], second: tuple[Twist, Twist]) -> _Facts:
    zero = vanishes
    (before, after), other = first, second[0]
    w, v, g = before.w, before.v, before.g
    axial, still = zero(w.x, w.y), zero(v.z)
    # v = c (w_y, -w_x, 0), the same c at both points: the point -c z_j of the axis rests
    rests = zero(*g, v.z, v.x * w.x + v.y * w.y, v.x * other.w.y - other.v.x * w.y, v.y * other.w.x - other.v.y * w.x)
    return _Facts(
        idle=_idle(after),
        not_about_axis=zero(w.z),
        only_about_axis=axial,
        one_axis=zero(*w.cross(other.w)),
        not_along_axis=still,
        level=zero(g.z),
        pivot=rests and not axial and not zero(v.x, v.y),
    )


def _idle(link: Twist) -> frozenset[str]:
    """The parameters whose energy functions do not vary (Khalil & Dombre, section 9.4)."""
    w, v, g = link.w, link.v, link.g
    swing, fall = v.cross(w), g.cross(w)  # of MS; the rate of gravity in the frame of the link
    functions: dict[str, tuple[Scalar, ...]] = {
        "XX": (w.x,), "XY": (w.x * w.y,), "XZ": (w.x * w.z,), "YY": (w.y,), "YZ": (w.y * w.z,), "ZZ": (w.z,),
        "MX": (swing.x, fall.x), "MY": (swing.y, fall.y), "MZ": (swing.z, fall.z), "M": (*v,),
    }  # fmt: skip
    return frozenset(name for name, values in functions.items() if vanishes(*values))


class _Grouping:
    """The inertias of all links on the way from the standard to the minimal ones."""

    def __init__(self, robot: Robot, samples: Samples) -> None:
        self.robot = robot
        self.lift = samples.lift  # formulas are made of symbols: floats are put in at the end
        self.graph = self.lift.robot.graph.copy()
        self.view = self.lift.robot.over(self.graph)
        self.zero = Expr(self.graph, self.graph.const(0))
        pairs = zip(twists(robot, samples), twists(robot, samples))
        self.facts = [_facts(a, b) for a, b in pairs]
        self.inertias = [self.view.base.body.inertia, *(joint.body.inertia for joint in self.view.joints)]
        self.rotors = [joint.rotor for joint in self.view.joints]
        self.eliminated: list[tuple[int, str]] = []

    # -- the rules, link by link ------------------------------------------------------------------------------------

    def leave(self, j: int) -> None:
        """Drop what has no effect in link j, carry to its parent what can be carried, keep the rest."""
        joint, facts = self.view.joint(j), self.facts[j - 1]
        for name in INERTIA:
            if name in facts.idle and not getattr(joint.body, name).is_zero:
                self.eliminated.append((j, name))
        I = self._changed(self.inertias[j], **dict.fromkeys(facts.idle, self.zero))
        rule = {"revolute": self._revolute, "prismatic": self._prismatic, "ball": self._ball,
                "fixed": self._fixed}[joint.kind]
        self.inertias[j], piece = rule(j, joint, facts, I)
        if (i := joint.parent) in links(self.robot) and not all(x == 0 for x in piece):
            # the piece is the same at every position of its joint, so it is carried where that costs least
            theta = 0 if joint.kind == "revolute" else joint.theta
            r = 0 if joint.kind == "prismatic" else joint.r
            self.inertias[i] = self.inertias[i] + carried(piece, joint, theta, r)

    def _revolute(self, j: int, joint: Joint, facts: _Facts, I: Inertia) -> tuple[Inertia, Inertia]:
        """A body that looks the same at every q_j, the rotor, and first moments about a point that rests."""
        rest = self._changed(I, XX=self._difference(I.XX, I.YY), YY=self.zero, MZ=self.zero, M=self.zero)
        if facts.not_about_axis and not joint.flexible:
            rest = self._changed(rest, ZZ=rest.ZZ + self.rotors[j - 1])
            self.rotors[j - 1] = self.zero
        if facts.pivot:  # seen from the point that rests, first moments have no effect
            c = self._distance(j)
            rest = self._changed(rest, XZ=rest.XZ - c * rest.MX, YZ=rest.YZ - c * rest.MY, MX=self.zero, MY=self.zero)
        zero = self.zero
        return rest, Inertia(I.YY, zero, zero, I.YY, zero, zero, zero, zero, I.MZ, I.M)

    def _prismatic(self, j: int, joint: Joint, facts: _Facts, I: Inertia) -> tuple[Inertia, Inertia]:
        """The tensor, and what a sliding along the axis of rotation leaves."""
        zero, mass = self.zero, self.zero
        rest = self._changed(I, **dict.fromkeys(INERTIA[:6], zero))
        moments = Vec3(zero, zero, zero)
        if facts.only_about_axis:
            moments = I.MS
            rest = self._changed(rest, MX=zero, MY=zero, MZ=zero)
            if facts.not_along_axis and facts.level and not joint.flexible:
                rest = self._changed(rest, M=rest.M + self.rotors[j - 1])
                mass = -self.rotors[j - 1]
                self.rotors[j - 1] = zero
        elif facts.one_axis and (u := self._axis(j)) is not None:
            rest = self._without_component(rest, u)
        return rest, Inertia.of(I.J, moments, mass)

    def _ball(self, j: int, joint: Joint, facts: _Facts, I: Inertia) -> tuple[Inertia, Inertia]:
        """A mass at the centre is the same at every position."""
        zero = self.zero
        return self._changed(I, M=zero), Inertia(*(zero,) * 9, I.M)

    def _fixed(self, j: int, joint: Joint, facts: _Facts, I: Inertia) -> tuple[Inertia, Inertia]:
        if not joint.rotor.is_zero:
            self.eliminated.append((j, ROTOR))
        self.rotors[j - 1] = self.zero
        return Inertia(*(self.zero,) * 10), I

    def _without_component(self, I: Inertia, u: Vec3) -> Inertia:
        """First moments along u have no effect: the first of MX, MY, MZ that has a part along u becomes 0."""
        along = [(name, x) for name, x in zip(("MX", "MY", "MZ"), u) if not self._is_zero(x)]
        plain = [name for name, x in along if isinstance(x, Expr) and x.symbols <= self.lift.numbers.keys()]
        chosen = plain[0] if plain else along[0][0]
        lead, gone = dict(along)[chosen], getattr(I, chosen)
        changes = {name: getattr(I, name) - gone * (x / lead) for name, x in along}
        return self._changed(I, **{**changes, chosen: self.zero})

    # -- symbolic geometry that the rules need --------------------------------------------------------------------

    def _axis(self, j: int) -> Vec3 | None:
        """The one axis about which the link before joint j turns, in frame j; None if only the base turns."""
        path = [j]
        while (i := self.view.joint(path[-1]).parent) and self.view.joint(i).kind != "revolute":
            path.append(i)
        if not i:
            return None
        u = Vec3(self.zero, self.zero, self.zero + 1)
        for k in reversed(path):
            u = self.view.joint(k).transform(0).R.undo(u)
        return u

    def _distance(self, j: int) -> Expr:
        """c, where -c z_j is the point of axis j that rests: v = c (w_y, -w_x, 0) for the link before joint j."""
        joint = self.view.joint(j)
        simple: Expr = joint.r + joint.b * joint.alpha.cos()  # from the parent's origin
        i = joint.parent
        path = [j]
        while i:
            w, v = self._axis_twist(i, path)
            c = v.x / w.y if not self._is_zero(w.y) else -v.y / w.x if not self._is_zero(w.x) else None
            if c is not None:
                return simple if self._is_zero(c - simple) else c
            path.append(i)
            i = self.view.joint(i).parent
        P = Vec3(self.zero, self.zero, self.zero)  # only the base turns the link, about its origin
        for k in reversed(path):
            T = self.view.joint(k).transform(0)
            P = T.R.undo(P + T.P)
        height: Expr = self.zero + P.z
        return simple if self._is_zero(height - simple) else height

    def _axis_twist(self, i: int, path: Sequence[int]) -> tuple[Vec3, Vec3]:
        """Joint i's unit twist in the frame of path[0], all joints of the path at position 0."""
        zero = self.zero
        w, v = Vec3(zero, zero, zero), Vec3(zero, zero, zero)
        if self.view.joint(i).kind == "revolute":
            w = w + Z
        for k in reversed(path):
            T = self.view.joint(k).transform(0)
            w, v = T.R.undo(w), T.R.undo(v + w.cross(T.P))
        return w, v

    # -- scalars --------------------------------------------------------------------------------------------------

    def _changed(self, I: Inertia, **entries: Scalar) -> Inertia:
        return replace(I, **entries)

    def _difference(self, a: Expr, b: Expr) -> Expr:
        """a - b, without the terms that both have (what a child gives to XX and to YY alike)."""
        g = self.graph
        whole = Expr(g, g.sub(a.id, b.id))
        (terms, number), parts = g.linear(whole.id), [g.linear(x.id)[0] for x in (a, b)]
        if len(terms) == sum(map(len, parts)):
            return whole
        total = self.zero
        for node, factor in terms.items():
            total = total + Expr(g, node) * factor
        return total + number

    def _is_zero(self, x: Scalar) -> bool:
        return self.lift.is_zero(x) if isinstance(x, Expr) else bool(x == 0)

    # -- the result -----------------------------------------------------------------------------------------------

    def result(self) -> BaseParameters:
        old = [self.view.base.body.inertia, *(joint.body.inertia for joint in self.view.joints)]
        changed = [now for before, after in zip(old, self.inertias) for was, now in zip(before, after) if now != was]
        zeros = self.lift.zeros(changed)
        # without floats the formulas stay where they are; else they are made again, with the floats in them
        graph = self.robot.graph.copy() if self.lift.numbers else self.graph
        put = self.lift.floats(graph) if self.lift.numbers else lambda e: e
        taken = {*self.robot.graph.symbols(), *self.robot.numbers, *(joint.variable for joint in self.robot.joints)}
        table: dict[Place, Expr] = {}
        formulas: dict[Place, Expr] = {}
        for j in links(self.robot):
            for name, was, now in zip(INERTIA, old[j], self.inertias[j]):
                table[j, name] = value = put(self.zero if now.id in zeros else now)
                if now != was and not value.is_zero:
                    formulas[j, name] = value
                    if value.symbols:
                        taken.add(symbol := free(f"{name}{j}R", taken))
                        table[j, name] = Expr(graph, graph.symbol(symbol))
            if j:
                table[j, ROTOR] = put(self.rotors[j - 1])
        robot = self._robot(self.robot.over(graph), table, formulas)
        called = names(robot)
        relations = tuple(Relation(called[at], *at, formula) for at, formula in formulas.items())
        kept = tuple(
            Kept(*at, entry(robot, *at), called[at]) for at, value in table.items() if not value.is_zero
        )
        eliminated = tuple(sorted(self.eliminated, key=lambda x: (x[0], (*INERTIA, ROTOR).index(x[1]))))
        return BaseParameters(self.robot, robot, relations, kept, eliminated, graph)

    def _robot(self, view: Robot, table: Mapping[Place, Expr], formulas: Mapping[Place, Expr]) -> Robot:
        joints = []
        for j, joint in enumerate(view.joints, 1):
            body: Body = replace(joint.body, **{name: table[j, name] for name in INERTIA})
            joints.append(replace(joint, body=body, rotor=table[j, ROTOR]))
        base = view.base
        if 0 in links(view):
            base = replace(base, body=replace(base.body, **{name: table[0, name] for name in INERTIA}))
        numbers = self._numbers(table, formulas)
        return view.changed(joints=tuple(joints), base=base, numbers=numbers, grouped=frozenset(formulas))

    def _numbers(self, table: Mapping[Place, Expr], formulas: Mapping[Place, Expr]) -> dict[str, float]:
        """The known numbers of the symbols that are left, and those of the grouped parameters that follow."""
        known = dict(self.robot.numbers)
        if not known:
            return known
        for at, formula in formulas.items():
            name = table[at].name
            if name and formula.symbols <= known.keys():
                known[name] = value_of(formula, known)
        inertial = [x for joint in self.robot.joints for x in (*joint.body.inertia, joint.rotor)]
        inertial += self.robot.base.body.inertia
        others = [
            getattr(joint, name)
            for joint in self.robot.joints
            for name in (*GEOMETRY, "viscous", "coulomb", "stiffness")
        ]
        left = [*others, *self.robot.gravity, *table.values()]
        gone = {s for x in inertial for s in x.symbols}.difference(*(x.symbols for x in left))
        return {name: value for name, value in known.items() if name not in gone}


def base_parameters_function(robot: Robot) -> Function:
    """The base parameters from the standard ones, as a function: what turns a data sheet into the minimal set."""
    base = base_parameters(robot)
    grouped = {(r.link, r.parameter): r.formula for r in base.relations}
    view = robot.over(base.graph)
    values = [grouped.get((k.link, k.parameter)) or entry(view, k.link, k.parameter) for k in base.kept]
    texts = base.relation_texts()
    units = tuple(_unit(robot, k) for k in base.kept)
    output = Port(
        "base",
        (len(values),),
        tuple(e.id for e in values),
        "base inertial parameters",
        tuple(k.name for k in base.kept),
        units,
        notes=tuple(texts.get(k.name, "") for k in base.kept),
    )
    doc = "base inertial parameters from the standard ones (grouping relations)"
    inputs = [_standard_port(view)] if view.parameters else []
    made = build_function(
        f"{robot.name}_base_parameters", inputs, [output], base.graph, doc, robot=robot.name, model="base_parameters"
    )
    return made.pruned()


def _standard_port(robot: Robot) -> Port:
    """All parameters of the robot's tables."""
    labels, table, units = robot.parameters, robot.graph.symbols(), parameter_units(robot)
    return Port(
        "parameters", (len(labels),), tuple(table[s] for s in labels), "lengths, standard inertial parameters", labels,
        tuple(units.get(s, "") for s in labels), "parameter", tuple(robot.numbers.get(s) for s in labels),
    )  # fmt: skip


def _unit(robot: Robot, kept: Kept) -> str:
    if kept.parameter == ROTOR:
        return "kg m^2" if robot.joint(kept.link).kind == "revolute" else "kg"
    return _UNITS[kept.parameter]


__all__ = ["BaseParameters", "Kept", "Relation", "base_parameters", "base_parameters_function"]
