"""Base inertial parameters: the smallest set that gives the same joint efforts, with the formulas that make it.

Gautier & Khalil, Direct calculation of minimum set of inertial parameters of serial robots (1990); Khalil, Bennis &
Gautier (1989) for trees; Khalil & Bennis (1994); Khalil & Dombre (2002), section 9.4. From the tips to the base,
inertia of link j that acts like its parent's is regrouped there. A combination p of the parameters of link j (and of
the rotor inertia IA_j) can be regrouped if, and only if, its energy does not depend on q_j and qd_j. Writing that out
with w, v and g, the angular velocity, velocity at O_j and gravity of the link before joint j, in frame j:

    revolute   J = diag(YY, YY, 0), MZ, M   always: the body is the same at every q_j
               ZZ = -IA                     if w_z = 0 in every motion
               MX, MY with XZ, YZ           if g = 0 and a point of the axis z_j never moves
    prismatic  all of J                     always
               MX, MY, MZ                   if w is along z_j in every motion
               M = -IA                      if moreover v_z = 0 and g_z = 0
               MS along w                   if w has the same direction in frame j in every motion
    ball       M                            always
    fixed      everything

and parameters with constant energy (of links that only turn about one axis, or only slide) have no effect at all. The
conditions are decided exactly (`exact_states`), floats included (`exact_reading`), so the set is minimal in every
system of units, for every tree on a fixed base, and on a floating one, which keeps all ten parameters: the number of
base parameters is the rank of the regressor (`regressor_rank` checks it).

Loops, wheels and couplings make more parameters dependent (and friction of joints that move alike): they are found from
the columns of the regressor, projected on the admissible motions (`constrained.dependent_parameters`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from linkwright.expr import Expr, Function, Port, value_of
from linkwright.expr.function import build as build_function
from linkwright.models.constraints.loop_equations import with_cut_joints_in_tree
from linkwright.models.framework.scope import DYNAMICS
from linkwright.models.framework.units import parameter_units
from linkwright.models.parameters.constrained.cut_joint_regrouping import bodies_across_cut_joints
from linkwright.models.parameters.constrained.regressor_null_space import has_constraints
from linkwright.models.parameters.joint_motion_facts import JointMotionFacts, find_joint_facts
from linkwright.models.parameters.minimal_set import BaseParameters, GroupingRelation, KeptParameter
from linkwright.models.tree.exact_states import StateSampler, sample_twists
from linkwright.models.tree.inertia_transform import transform_inertia
from linkwright.models.tree.parameter_names import (
    COULOMB,
    JOINT_FIELDS,
    ROTOR,
    VISCOUS,
    ParameterPlace,
    links_with_parameters,
    name_parameters,
    parameter_entry,
    unused_name,
)
from linkwright.progress import report, report_each
from linkwright.robot import Body, Joint, Robot
from linkwright.robot.coordinates import has_motor
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.robot.robot import GEOMETRY, INERTIA
from linkwright.spatial import Inertia, Scalar, Vec3, Z

if TYPE_CHECKING:
    from linkwright.models.parameters.constrained.dependent_parameters import DependentParameters

SCOPE = DYNAMICS.handling(FLOATING, LOOPS, WHEELS)  # the rotor of a flexible joint is grouped with nothing
_UNITS = {**dict.fromkeys(INERTIA[:6], "kg m^2"), **dict.fromkeys(INERTIA[6:9], "kg m"), "M": "kg"}
_JOINT_UNITS = {ROTOR: ("kg m^2", "kg"), VISCOUS: ("N m s/rad", "N s/m"), COULOMB: ("N m", "N")}


def find_base_parameters(robot: Robot) -> BaseParameters:
    """Base inertial parameters of a robot, for general motion of its base if that moves.

    Cut joints with bodies, motors or friction are made joints of the tree first.
    """
    SCOPE.check(robot, "the base parameters")
    return _cached_base_parameters(robot)


@lru_cache(maxsize=16)  # every model in base parameters needs them
def _cached_base_parameters(robot: Robot) -> BaseParameters:
    return _group_parameters(with_cut_joints_in_tree(robot) if has_constraints(robot) else robot)


def _group_parameters(robot: Robot) -> BaseParameters:
    report(f"base parameters of {robot.name}")
    grouping = Grouping(robot, StateSampler(robot))
    for j in report_each(range(len(robot), 0, -1), lambda j: f"base parameters of {robot.name}: link {j}"):
        grouping.group_link(j)
    if has_constraints(robot):
        report(f"base parameters of {robot.name}: constraints")
        grouping.group_dependent()
    return grouping.result()


class Grouping:
    """Regrouping of all links from the tips to the base: inertias, rotors and friction between standard and minimal."""

    def __init__(self, robot: Robot, samples: StateSampler, facts: list[JointMotionFacts] | None = None) -> None:
        self.robot, self.samples = robot, samples
        self.lift = samples.lift  # formulas are made of symbols: floats are put in at the end
        self.graph = self.lift.robot.graph.copy()
        self.view = self.lift.robot.in_graph(self.graph)
        self.zero = Expr(self.graph, self.graph.const(0))
        self.facts = facts or [
            find_joint_facts(*pair) for pair in zip(sample_twists(robot, samples), sample_twists(robot, samples))
        ]
        self.inertias = [self.view.base.body.inertia, *(joint.body.inertia for joint in self.view.joints)]
        self.rotors = [joint.rotor for joint in self.view.joints]
        self.friction = {(j, name): parameter_entry(self.view, j, name) for j, joint in enumerate(self.view.joints, 1)
                         for name in (VISCOUS, COULOMB) if joint.moves and not has_motor(joint)}  # fmt: skip
        self.eliminated: list[tuple[int, str]] = []
        self.tied: DependentParameters | None = None

    # -- the rules, link by link ------------------------------------------------------------------------------------

    def group_link(self, j: int) -> None:
        """Drop the parameters of link j without effect, regroup to its parent where possible, keep the others."""
        joint, facts = self.view.joint(j), self.facts[j - 1]
        for name in INERTIA:
            if name in facts.idle and not getattr(joint.body, name).is_zero:
                self.eliminated.append((j, name))
        I = self._changed(self.inertias[j], **dict.fromkeys(facts.idle, self.zero))
        rule = {"revolute": self.revolute, "prismatic": self._prismatic, "ball": self._ball, "fixed": self._fixed}[
            joint.kind
        ]
        self.inertias[j], piece = rule(j, joint, facts, self.before_grouping(j, I))
        if (i := joint.parent) in links_with_parameters(self.robot) and not all(x == 0 for x in piece):
            # the piece is the same at every position of its joint: it is transformed at the cheapest one
            theta = 0 if joint.kind == "revolute" else joint.theta
            r = 0 if joint.kind == "prismatic" else joint.r
            self.inertias[i] = self.inertias[i] + transform_inertia(piece, joint, theta, r)

    def before_grouping(self, j: int, I: Inertia) -> Inertia:
        """Inertia of link j before its own regrouping; a hook for `equivalent_base_sets`."""
        return I

    def revolute(self, j: int, joint: Joint, facts: JointMotionFacts, I: Inertia) -> tuple[Inertia, Inertia]:
        """Rules of a revolute joint: the rest, and the piece for the parent, which is the same at every q_j."""
        rest = self._changed(I, XX=self._difference(I.XX, I.YY), YY=self.zero, MZ=self.zero, M=self.zero)
        if facts.not_about_axis and not has_motor(joint):
            rest = self._changed(rest, ZZ=rest.ZZ + self.rotors[j - 1])
            self.rotors[j - 1] = self.zero
        if facts.pivot:  # relative to the point at rest, first moments have no effect
            c = self._distance(j)
            rest = self._changed(rest, XZ=rest.XZ - c * rest.MX, YZ=rest.YZ - c * rest.MY, MX=self.zero, MY=self.zero)
        zero = self.zero
        return rest, Inertia(I.YY, zero, zero, I.YY, zero, zero, zero, zero, I.MZ, I.M)

    def _prismatic(self, j: int, joint: Joint, facts: JointMotionFacts, I: Inertia) -> tuple[Inertia, Inertia]:
        """Rules of a prismatic joint: the rest, and the piece for the parent (tensor; first moments, mass)."""
        zero, mass = self.zero, self.zero
        rest = self._changed(I, **dict.fromkeys(INERTIA[:6], zero))
        moments = Vec3(zero, zero, zero)
        if facts.only_about_axis:
            moments = I.MS
            rest = self._changed(rest, MX=zero, MY=zero, MZ=zero)
            if facts.not_along_axis and facts.level and not has_motor(joint):
                rest = self._changed(rest, M=rest.M + self.rotors[j - 1])
                mass = -self.rotors[j - 1]
                self.rotors[j - 1] = zero
        elif facts.one_axis and (u := self._axis(j)) is not None:
            rest = self._without_component(rest, u)
        return rest, Inertia.of(I.J, moments, mass)

    def _ball(self, j: int, joint: Joint, facts: JointMotionFacts, I: Inertia) -> tuple[Inertia, Inertia]:
        """Rules of a ball joint: the mass at its centre goes to the parent."""
        zero = self.zero
        return self._changed(I, M=zero), Inertia(*(zero,) * 9, I.M)

    def _fixed(self, j: int, joint: Joint, facts: JointMotionFacts, I: Inertia) -> tuple[Inertia, Inertia]:
        if not joint.rotor.is_zero:
            self.eliminated.append((j, ROTOR))
        self.rotors[j - 1] = self.zero
        return Inertia(*(self.zero,) * 10), I

    def _without_component(self, I: Inertia, u: Vec3) -> Inertia:
        """Inertia without the first moment along u, which has no effect: the first of MX, MY, MZ along u becomes 0."""
        along = [(name, x) for name, x in zip(("MX", "MY", "MZ"), u) if not self._is_zero(x)]
        plain = [name for name, x in along if isinstance(x, Expr) and x.symbols <= self.lift.numbers.keys()]
        chosen = plain[0] if plain else along[0][0]
        lead, gone = dict(along)[chosen], getattr(I, chosen)
        changes = {name: getattr(I, name) - gone * (x / lead) for name, x in along}
        return self._changed(I, **{**changes, chosen: self.zero})

    # -- constraints ------------------------------------------------------------------------------------------------

    def group_dependent(self) -> None:
        """Group the parameters that loops, wheels and couplings make dependent."""
        from linkwright.models.parameters.constrained.dependent_parameters import find_dependent_parameters

        values = self.values() | self.friction
        zeros = self.lift.zeros(list(values.values()))
        present = [at for at, x in values.items() if x.id not in zeros]
        self.tied = find_dependent_parameters(self.robot, present, self._relations(), self.zero + 1)
        for gone, factors in self.tied.formulas.items():
            if not factors:
                self.eliminated.append(gone)
            for kept, factor in factors.items():
                values[kept] = values[kept] + factor * values[gone]
            values[gone] = self.zero
        self.inertias = [Inertia(*(values.get((j, name), self.zero) for name in INERTIA)) for j in self.every]
        self.rotors = [values.get((j, ROTOR), rotor) for j, rotor in enumerate(self.rotors, 1)]
        self.friction = {at: values[at] for at in self.friction}

    @property
    def every(self) -> range:
        return range(len(self.robot) + 1)

    def values(self) -> dict[ParameterPlace, Expr]:
        """Inertias and rotors of all links that move, without rotors of flexible joints, which are never grouped."""
        found: dict[ParameterPlace, Expr] = {}
        for j in links_with_parameters(self.robot):
            found |= {(j, name): self.zero + x for name, x in zip(INERTIA, self.inertias[j])}
            if j and not has_motor(self.robot.joint(j)):
                found[j, ROTOR] = self.rotors[j - 1]
        return found

    def _relations(self) -> list[dict[ParameterPlace, Expr]]:
        """Relations from bodies that may be on either side of a cut joint: their difference, grouped by the rules."""
        found = []
        for bodies in bodies_across_cut_joints(self.view):
            one = copy(self)
            one.inertias, one.rotors, one.eliminated = bodies, [self.zero] * len(self.robot), []
            for j in reversed(self.every[1:]):
                one.group_link(j)
            found.append({at: x for at, x in one.values().items() if not x.is_zero})
        return found

    # -- symbolic geometry that the rules need --------------------------------------------------------------------

    def _axis(self, j: int) -> Vec3 | None:
        """Unit vector of the only rotation axis of the link before joint j, in frame j; None if only the base turns."""
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
        """Distance c, where -c z_j is the point of axis j at rest: v = c (w_y, -w_x, 0) for the link before joint j."""
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
        """Unit twist of joint i in the frame of path[0], all joints of the path at position 0."""
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
        """a - b with common terms cancelled (those from children that are in both XX and YY)."""
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
        """The base parameters, with names, relations and known numbers."""
        old = {
            (j, name): parameter_entry(self.view, j, name)
            for j in links_with_parameters(self.robot)
            for name in (*INERTIA, *JOINT_FIELDS)
            if j or name in INERTIA
        }
        new = {**old, **self.values(), **self.friction}
        new |= {(j, ROTOR): self.rotors[j - 1] for j in self.every[1:]}
        zeros = self.lift.zeros([now for at, now in new.items() if now != old[at]])
        # without floats the formulas stay where they are; else they are made again, with the floats in them
        graph = self.robot.graph.copy() if self.lift.numbers else self.graph
        put = self.lift.floats(graph) if self.lift.numbers else lambda e: e
        taken = {*self.robot.graph.symbols(), *self.robot.numbers, *(joint.variable for joint in self.robot.joints)}
        table: dict[ParameterPlace, Expr] = {}
        formulas: dict[ParameterPlace, Expr] = {}
        for at, was in old.items():
            table[at] = value = put(self.zero if new[at].id in zeros else new[at])
            if new[at] != was and not value.is_zero and (at[1] != ROTOR or self.tied):
                formulas[at] = value
                if value.symbols:
                    taken.add(symbol := unused_name(f"{at[1]}{at[0]}R", taken))
                    table[at] = Expr(graph, graph.symbol(symbol))
        robot = self._robot(self.robot.in_graph(graph), table, formulas)
        called = name_parameters(robot)
        relations = tuple(GroupingRelation(called[at], *at, formula) for at, formula in formulas.items())
        own = [at for at in table if at[1] in (*INERTIA, ROTOR) or at in formulas]
        kept = tuple(KeptParameter(*at, parameter_entry(robot, *at), called[at]) for at in own if not table[at].is_zero)
        eliminated = tuple(sorted(self.eliminated, key=lambda x: (x[0], (*INERTIA, *JOINT_FIELDS).index(x[1]))))
        made = BaseParameters(self.robot, robot, relations, kept, eliminated, graph)
        return replace(made, left=self.tied.left, decided=self.tied.decided) if self.tied else made

    def _robot(
        self, view: Robot, table: Mapping[ParameterPlace, Expr], formulas: Mapping[ParameterPlace, Expr]
    ) -> Robot:
        joints = []
        for j, joint in enumerate(view.joints, 1):
            body: Body = replace(joint.body, **{name: table[j, name] for name in INERTIA})
            own: dict[str, Any] = {field: table[j, name] for name, field in JOINT_FIELDS.items()}
            joints.append(replace(joint, body=body, **own))
        base = view.base
        if 0 in links_with_parameters(view):
            base = replace(base, body=replace(base.body, **{name: table[0, name] for name in INERTIA}))
        numbers = self._numbers(table, formulas)
        return view.changed(joints=tuple(joints), base=base, numbers=numbers, grouped=frozenset(formulas))

    def _numbers(
        self, table: Mapping[ParameterPlace, Expr], formulas: Mapping[ParameterPlace, Expr]
    ) -> dict[str, float]:
        """Known numbers of the remaining symbols and of the grouped parameters."""
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


def base_parameters_function(robot: Robot, known: BaseParameters | None = None) -> Function:
    """Function that computes the base parameters from the standard ones.

    known: the base parameters of the robot, if they were found already.
    """
    base = known or find_base_parameters(robot)
    grouped = {(r.link, r.parameter): r.formula for r in base.relations}
    view = base.standard.in_graph(base.graph)
    values = [grouped.get((k.link, k.parameter)) or parameter_entry(view, k.link, k.parameter) for k in base.kept]
    texts = base.relation_texts()
    units = tuple(parameter_unit(base.standard, k) for k in base.kept)
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
    inputs = [standard_port(view)] if view.parameters else []
    made = build_function(
        f"{robot.name}_base_parameters", inputs, [output], base.graph, doc, robot=robot.name, model="base_parameters"
    )
    return made.pruned()


def standard_port(robot: Robot) -> Port:
    """Input port of all parameters of the robot's tables."""
    labels, table, units = robot.parameters, robot.graph.symbols(), parameter_units(robot)
    return Port(
        "parameters", (len(labels),), tuple(table[s] for s in labels), "lengths, standard inertial parameters", labels,
        tuple(units.get(s, "") for s in labels), "parameter", tuple(robot.numbers.get(s) for s in labels),
    )  # fmt: skip


def parameter_unit(robot: Robot, kept: KeptParameter) -> str:
    """Unit of a member of the minimal set."""
    if kept.parameter in _JOINT_UNITS:
        turning, sliding = _JOINT_UNITS[kept.parameter]
        return sliding if robot.joint(kept.link).kind == "prismatic" else turning
    return _UNITS[kept.parameter]


__all__ = [
    "BaseParameters",
    "Grouping",
    "GroupingRelation",
    "KeptParameter",
    "base_parameters_function",
    "find_base_parameters",
]
