"""Positions of dependent joints by Newton's iteration: the equations of loops as the relation of a kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from linkwright.expr import Expr, Function, Graph, Importer, Port
from linkwright.expr.kernels.newton import newton_kernel
from linkwright.models.parts.loops import Loops
from linkwright.models.state import Quaternion, StateMaker, coupled
from linkwright.robot import Robot
from linkwright.spatial import Spin, Vec3

AXES = "wxyz"  # of a quaternion


def iterated(maker: StateMaker, q: list[Any], rows: Sequence[int], links: Sequence[int]) -> Expr:
    """Fills in the positions of the joints of some links, which equations of loops (by number) give; the status."""
    robot, graph = maker.robot, maker.graph
    name = "close_" + "_".join(map(str, links))
    relation = _relation(robot, rows, links, name)
    table = graph.symbols()
    given = [_known(q, s, table) for s in relation.inputs[0].labels]
    starts = [e for j in links for e in maker.starts(j)]
    *x, status, _ = graph.invoke(newton_kernel(name, relation), [*given, *(e.id for e in starts)])
    for j in links:
        if robot.joint(j).kind == "ball":
            Q, x = [Expr(graph, i) for i in x[:4]], x[4:]
            q[j] = Quaternion.of(Q).spin
        else:
            q[j], x = Expr(graph, x[0]), x[1:]
    return Expr(graph, status)


def _known(q: Sequence[Any], label: str, table: dict[str, int]) -> int:
    """The node of an argument: a position that is known, or a parameter."""
    if not label.startswith("q["):
        return table[label]
    link, _, axis = label[2:].partition("]")
    position: Any = q[int(link)]
    node: int = (position.quaternion[AXES.index(axis)] if axis else position).id
    return node


def _relation(robot: Robot, rows: Sequence[int], links: Sequence[int], name: str) -> Function:
    """The equations as a function of what is known and of the unknowns, over a graph of its own."""
    bare = robot.changed(Importer(Graph()))
    graph = bare.graph
    q: list[Any] = [Expr(graph, graph.const(0))] * (len(robot) + 1)
    unknown: list[Expr] = []
    length: list[Expr] = []
    for j, joint in enumerate(bare.joints, 1):
        letter = "x" if j in links else "q"
        if joint.kind == "ball":
            Q = [Expr(graph, graph.symbol(f"{letter}[{j}]{axis}", "variable")) for axis in AXES]
            q[j] = Spin(Quaternion(Q[0], Vec3(*Q[1:]), Expr(graph, graph.const(2))).R)
        elif joint.moves:
            Q = [Expr(graph, graph.symbol(f"{letter}[{j}]", "variable"))]
            q[j] = Q[0]
        if joint.moves and j in links:
            unknown += Q
            length += [Q[0] * Q[0] + Q[1] * Q[1] + Q[2] * Q[2] + Q[3] * Q[3] - 1] if joint.kind == "ball" else []
    every = Loops(bare, coupled(bare, q)).equations()
    F = [*(Expr(graph, graph.const(0)) + every[k] for k in rows), *length]
    anew = Importer(Graph(), role=lambda _: "variable")  # a kernel has no set-up
    F, unknown, graph = [anew(e) for e in F], [anew(e) for e in unknown], anew.target
    used = sorted({s for e in F for s in e.symbols} - {str(e.name) for e in unknown})
    table = graph.symbols()
    ports = (
        Port("p", (len(used),), tuple(table[s] for s in used), "what is known", tuple(used)),
        Port("x", (len(unknown),), tuple(e.id for e in unknown), "joints", tuple(str(e.name) for e in unknown)),
    )
    return Function(name, graph, ports, (Port("residual", (len(F),), tuple(e.id for e in F), "what is open"),))


__all__ = ["iterated"]
