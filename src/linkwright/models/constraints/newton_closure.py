"""Positions of dependent joints by Newton's iteration: the closure equations of loops as residual of a kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.expr import Expr, Function, Graph, Importer, Port
from linkwright.expr.derivative import directional_derivatives, gradient
from linkwright.expr.kernels.newton import newton_kernel
from linkwright.expr.ops import ADD, MUL, NEG, SUB
from linkwright.expr.replay import needed_nodes
from linkwright.expr.rounding import term_magnitudes
from linkwright.models.constraints.loop_equations import AXES as LINEAR_AXES
from linkwright.models.constraints.loop_equations import LoopEquations
from linkwright.models.framework.state import Quaternion, StateBuilder, fill_coupled_positions
from linkwright.robot import Robot
from linkwright.spatial import Mat3, Vec3

QUATERNION_AXES = "wxyz"  # of a quaternion
EquationBuilder = Callable[["NewtonUnknowns"], tuple[list[Expr], list[Expr]]]
"""Builder of residuals, and of the magnitudes of their terms, from a robot and the positions of its joints."""


def equations_of_rows(rows: Sequence[int]) -> EquationBuilder:
    """Return a builder of the loop equations with these numbers.

    The equations x, y and z of one point have a common magnitude: along one axis all terms may be zero where a robot
    is symmetric.
    """

    def equations(unknown: NewtonUnknowns) -> tuple[list[Expr], list[Expr]]:
        zero = unknown.q[0]
        loops = LoopEquations(unknown.robot, fill_coupled_positions(unknown.robot, list(unknown.q)))
        F = [zero + x for x in loops.equations(rows)]
        places = [(loop.number, kind in LINEAR_AXES) for loop, kind in (loops.names()[k] for k in rows)]
        size = dict[tuple[int, bool], Expr]()
        for place, x in zip(places, unknown.sizes(F), strict=True):
            size[place] = size[place] + x if place in size else x
        return F, [size[place] for place in places]

    return equations


def solve_by_newton(maker: StateBuilder, q: list[Any], unknown: NewtonUnknowns, equations: EquationBuilder) -> Expr:
    """Fill in the unknown positions in q, which solve the equations, and return the status."""
    robot, graph, links = maker.robot, maker.graph, unknown.links
    name = "close_" + "_".join(map(str, links))
    made = unknown.relation(equations, name)
    table = graph.symbols()
    given = [_argument_node(q, s, table) for s in made.relation.inputs[0].labels]
    starts = [e for j in links for e in maker.start_symbols(j)]
    kernel = newton_kernel(
        name, made.relation, quaternions=unknown.quaternions, slopes=made.slopes, terms=made.terms, outer=made.outer
    )
    *x, status, _ = graph.invoke(kernel, [*given, *(e.id for e in starts)])
    for j in links:
        if robot.joint(j).kind == "ball":
            Q, x = [Expr(graph, i) for i in x[:4]], x[4:]
            q[j] = Quaternion(Q[0], Vec3(*Q[1:]), Expr(graph, graph.const(2))).spin
        else:
            q[j], x = Expr(graph, x[0]), x[1:]
    return Expr(graph, status)


def _argument_node(q: Sequence[Any], label: str, table: dict[str, int]) -> int:
    """Node of an argument of the kernel: a known position or a parameter."""
    if not label.startswith("q["):
        return table[label]
    link, _, axis = label[2:].partition("]")
    position: Any = q[int(link)]
    node: int = (position.quaternion[QUATERNION_AXES.index(axis)] if axis else position).id
    return node


@dataclass(frozen=True)
class NewtonProblem:
    """Residual as a function of known values and unknowns, over a graph of its own; its Jacobian and term magnitudes.

    `slopes` are derivatives by joint rates; `outer`: those of ball joints are given in the frame before the joint.
    """

    relation: Function
    slopes: list[list[Expr]]
    terms: list[Expr]
    outer: bool


@dataclass(frozen=True)
class NewtonUnknowns:
    """A robot over a graph of its own, the positions of its joints there, and the unknown ones."""

    robot: Robot
    q: list[Any]
    links: Sequence[int]
    symbols: dict[int, list[Expr]]  # by link: its position, or its quaternion

    @classmethod
    def of(cls, robot: Robot, links: Sequence[int]) -> NewtonUnknowns:
        bare = robot.changed(Importer(Graph()))
        graph = bare.graph
        q: list[Any] = [Expr(graph, graph.const(0))] * (len(robot) + 1)
        symbols: dict[int, list[Expr]] = {}
        for j, joint in enumerate(bare.joints, 1):
            letter = "x" if j in links else "q"
            if joint.kind == "ball":
                symbols[j] = [Expr(graph, graph.symbol(f"{letter}[{j}]{axis}", "variable")) for axis in QUATERNION_AXES]
                q[j] = Quaternion.of(symbols[j]).spin
            elif joint.moves:
                symbols[j] = [Expr(graph, graph.symbol(f"{letter}[{j}]", "variable"))]
                q[j] = symbols[j][0]
        return cls(bare, q, links, symbols)

    @property
    def unknown(self) -> list[Expr]:
        return [e for j in self.links for e in self.symbols[j]]

    @property
    def quaternions(self) -> list[int]:
        """Index of the first element of each unknown quaternion among the unknowns."""
        before = [sum(len(self.symbols[j]) for j in self.links[:k]) for k in range(len(self.links))]
        return [n for j, n in zip(self.links, before, strict=True) if len(self.symbols[j]) > 1]

    def relation(self, equations: EquationBuilder, name: str) -> NewtonProblem:
        """Residual and Jacobian; rates of ball joints are in the frame that gives the shorter Jacobian."""
        F, terms = equations(self)
        sides = (False, True) if self.quaternions else (False,)
        outer, slopes = min(
            ((side, _cheapest_jacobian(F, list(self._rates(side)))) for side in sides), key=lambda x: _count_nodes(x[1])
        )
        balls = [self.symbols[j] for j in self.links if len(self.symbols[j]) > 1]
        F += [Q[0] * Q[0] + Q[1] * Q[1] + Q[2] * Q[2] + Q[3] * Q[3] - 1 for Q in balls]
        anew = Importer(Graph(), role=lambda _: "variable")  # a kernel has no set-up
        self.shorten(anew)
        F, unknown = [anew(e) for e in F], [anew(e) for e in self.unknown]
        slopes = [[anew(e) for e in row] for row in slopes]
        used = sorted({s for e in F for s in e.symbols} - {str(e.name) for e in unknown})
        table = anew.target.symbols()
        ports = (
            Port("p", (len(used),), tuple(table[s] for s in used), "what is known", tuple(used)),
            Port("x", (len(unknown),), tuple(e.id for e in unknown), "joints", tuple(str(e.name) for e in unknown)),
        )
        out = Port("residual", (len(F),), tuple(e.id for e in F), "what is open")
        return NewtonProblem(Function(name, anew.target, ports, (out,)), slopes, [anew(e) for e in terms], outer)

    def sizes(self, exprs: Sequence[Expr]) -> list[Expr]:
        """Magnitudes of the terms of expressions; elements of a quaternion count as parts of a unit."""
        return term_magnitudes(exprs, [e for of in self.symbols.values() if len(of) > 1 for e in of])

    def shorten(self, into: Importer) -> None:
        """Let an importer use that quaternions have unit length after the iteration."""
        for j in self.links:
            if len(self.symbols[j]) > 1:
                into.take(Quaternion.of(self.symbols[j]).s, Expr(into.target, into.target.const(2)))

    def _rates(self, outer: bool) -> Iterator[dict[Expr, Expr]]:
        """Yield derivatives of the unknowns for unit joint rates; those of a ball joint's matrix R are entries of R."""
        zero = self.q[0]
        still = dict.fromkeys(self.unknown, zero)
        for j in self.links:
            if len(self.symbols[j]) == 1:
                yield still | {self.q[j]: zero + 1}
                continue
            w, x, y, z = (e / 2 for e in self.symbols[j])
            R: Mat3 = self.q[j].R
            inner = ([-x, w, z, -y], [-y, -z, w, x], [-z, y, -x, w])
            for axis, Qd in enumerate(([-x, w, -z, y], [-y, z, w, -x], [-z, -y, x, w]) if outer else inner):
                b, c = (axis + 1) % 3, (axis + 2) % 3
                if outer:  # (e x) R: row c is row b of R, row b is minus row c
                    Rd = {R[c, k]: R[b, k] for k in range(3)} | {R[b, k]: -R[c, k] for k in range(3)}
                    Rd |= {R[axis, k]: zero for k in range(3)}
                else:  # R (e x): column b is column c of R, column c is minus column b
                    Rd = {R[k, b]: R[k, c] for k in range(3)} | {R[k, c]: -R[k, b] for k in range(3)}
                    Rd |= {R[k, axis]: zero for k in range(3)}
                Rd |= {-e: -rate for e, rate in Rd.items()}  # signs may have been taken out of entries
                yield still | dict(zip(self.symbols[j], Qd, strict=True)) | Rd


def _cheapest_jacobian(F: Sequence[Expr], rates: Sequence[dict[Expr, Expr]]) -> list[list[Expr]]:
    """Jacobian of the equations along unit rates of the unknowns, the shortest of three derivations.

    Forward mode, reverse mode, or both, which meet at sums of the unknowns (such as points that the unknowns move).
    """
    forwards = [list(row) for row in zip(*(directional_derivatives(F, along) for along in rates), strict=True)]
    seeds = list(dict.fromkeys(e for along in rates for e in along))
    met = [*_linear_sums(F, seeds), *seeds]
    moving = [dict(zip(met, directional_derivatives(met, along), strict=True)) for along in rates]
    return min(forwards, _jacobian_backwards(F, seeds, rates), _jacobian_backwards(F, met, moving), key=_count_nodes)


def _jacobian_backwards(
    F: Sequence[Expr], seeds: Sequence[Expr], rates: Sequence[dict[Expr, Expr]]
) -> list[list[Expr]]:
    """Jacobian by reverse mode: gradients at the seeds times their rates."""
    found = []
    for f in F:
        slopes = list(zip(seeds, gradient(f, seeds), strict=True))
        found.append([_add_terms([slope * along[e] for e, slope in slopes if e in along], f * 0) for along in rates])
    return found


def _linear_sums(F: Sequence[Expr], seeds: Sequence[Expr]) -> list[Expr]:
    """Maximal sums that are linear in the seeds and that other operations (or F) use."""
    graph, order = F[0].graph, needed_nodes(F[0].graph, [e.id for e in F])
    degree: dict[int, int] = dict.fromkeys((e.id for e in seeds), 1)  # 0: independent of the seeds, 2: nonlinear
    for i in order:
        if i not in degree:
            degrees = [degree[a] for a in graph.args[i]]
            linear = graph.op[i] in (ADD, SUB, NEG) or (graph.op[i] == MUL and sum(degrees) == 1)
            degree[i] = max(degrees, default=0) if linear else 2 * any(degrees)
    ends = {a for i in order if graph.op[i] not in (ADD, SUB) for a in graph.args[i]} | {e.id for e in F}
    found, above = list[Expr](), {e.id: False for e in seeds}  # whether it contains a sum that was found
    for i in order:
        if i not in above:
            above[i] = any(above[a] for a in graph.args[i])
            if degree[i] == 1 and graph.op[i] in (ADD, SUB) and i in ends and not above[i]:
                found.append(Expr(graph, i))
                above[i] = True
    return found


def _count_nodes(rows: Sequence[Sequence[Expr]]) -> int:
    return len(needed_nodes(rows[0][0].graph, [e.id for row in rows for e in row]))


def _add_terms(terms: Sequence[Expr], total: Expr) -> Expr:
    for x in terms:
        total = total + x
    return total


__all__ = ["EquationBuilder", "NewtonUnknowns", "equations_of_rows", "solve_by_newton"]
