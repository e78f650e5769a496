"""Limbs side by side: found where they are alike, right in every lane, and the same in vectors, loops and parts."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

import linkwright as lw
from linkwright.expr import Expr, Function, Graph, Port
from linkwright.expr import ops as o
from linkwright.expr.replay import FLOAT, replay
from linkwright.program import lanes as program
from linkwright.program import plan
from linkwright.program.plan import CodeBlock
from linkwright.robot import Base, Body, Joint, Robot
from linkwright.targets import emit, find_target
from tests.support.some import some
from tests.support.target_functions import package
from tests.targets.test_languages import Tool, run_c, write


def body(draw: random.Random, side: int = 1) -> Body:
    """A solid body; side = -1: its mirror image in the plane y = 0."""
    x, y, z, m = (draw.uniform(0.1, 0.4) for _ in range(4))
    y *= side
    return Body(
        XX=m * (y * y + z * z) + 0.1, YY=m * (x * x + z * z) + 0.2, ZZ=m * (x * x + y * y) + 0.25,
        XY=-m * x * y, XZ=-m * x * z, YZ=-m * y * z, MX=m * x, MY=m * y, MZ=m * z, M=m,
    )  # fmt: skip


def legged(legs: int, joints: int = 3) -> Robot:
    """A floating trunk with legs left and right that are mirror images, each further back than the last pair."""
    made: list[Joint] = []
    for leg in range(legs):
        side, draw = (-1) ** leg, random.Random(0)
        for k in range(joints):
            first = k == 0
            made.append(
                Joint(
                    name=f"leg{leg}_{k}", parent=0 if first else len(made), variable=f"q{len(made) + 1}",
                    alpha="0" if first else ("pi/2" if side > 0 else "-pi/2") if k == 1 else "0",
                    d=0.3 - 0.35 * (leg // 2) if first else 0.25, r=0.1 * side * (k + 1), body=body(draw, side),
                )
            )  # fmt: skip
    base = Base(kind="floating", body=body(random.Random(1)))
    return Robot(name=f"legs{legs}", joints=tuple(made), base=base).with_numbers()


MODELS = ("inverse_dynamics", "forward_dynamics", "inertia_matrix", "momenta")


def model(legs: int, name: str) -> Function:
    return lw.model(legged(legs), name)


def rows_of(function: Function) -> tuple[CodeBlock, program.LanePlan]:
    block = plan(function).main
    made = program.lanes(block)
    assert made
    return block, made


@pytest.mark.parametrize(("legs", "widths"), [(2, (2,)), (3, (4,)), (4, (4,)), (6, (4, 2))])
def test_legs_are_limbs(legs: int, widths: tuple[int, ...]) -> None:
    block, made = rows_of(model(legs, "forward_dynamics"))
    assert made.widths == widths
    (q,) = [port for port in block.inputs if len(port) == 3 * legs and port[0] in made.places][:1]
    lanes = [(made.rows[made.places[i].row].group, made.places[i].lane) for i in q]
    assert [lanes[k : k + 3] for k in range(0, len(lanes), 3)] == [[lane] * 3 for lane in dict.fromkeys(lanes)]
    assert len(set(lanes)) == legs


def test_an_arm_has_no_limbs() -> None:
    arm = lw.load("panda").without("friction", "rotors")
    assert program.lanes(plan(lw.model(arm, "forward_dynamics")).main) is None


@pytest.mark.parametrize("name", MODELS)
def test_every_lane_is_its_node(name: str) -> None:
    """The operation of a row on the values of its operands is the value of the node, which the graph knows."""
    function = model(4, name)
    block, made = rows_of(function)
    g, draw = block.graph, random.Random(2)
    states = {i: draw.uniform(-1, 1) for port in block.inputs for i in port}
    value: dict[int, float] = replay(
        g, function.nodes, FLOAT, lambda i, _: states.setdefault(i, draw.uniform(1, 2)), function.nodes
    )

    def in_lane(x: int | program.NodeByLane, lane: int) -> float:
        if isinstance(x, dict):
            return value[x[lane]]
        i = made.rows[x].nodes[lane]
        return value[i] * made.places[i].sign

    apply = {o.ADD: lambda x, y, sign: x + sign * y, o.MUL: lambda x, y, _: x * y, o.DIV: lambda x, y, _: x / y}
    computed = [row for row in made.rows if not row.gathered]
    for row in computed:
        for lane, i in row.nodes.items():
            first, second = (in_lane(x, lane) for x in row.operands)
            assert value[i] * made.places[i].sign == apply[row.op](first, second, row.signs[lane])
    assert max(len(row.nodes) for row in computed) == 4


@pytest.mark.parametrize("name", MODELS)
def test_phases_have_what_they_need(name: str) -> None:
    block, made = rows_of(model(4, name))
    g = block.graph
    for number, row in enumerate(made.rows):
        for x in row.operands:
            if isinstance(x, dict):
                assert all(made.phases.get(i, 0) <= row.phase for i in x.values())
            else:
                assert x < number
                assert made.rows[x].phase <= row.phase
    for i, phase in made.phases.items():
        for a in g.args[i]:
            if made.computes(a):
                assert made.rows[made.places[a].row].phase < phase
            else:
                assert made.phases.get(a, 0) <= phase


FLAGS = [(), ("-DLW_NO_VECTORS",), ("-DLW_REAL=float",), ("-DLW_REAL=float", "-DLW_NO_VECTORS")]


@pytest.mark.parametrize("legs", some([2, 3, 4], 4))
@pytest.mark.parametrize("name", MODELS)
def test_emitted(legs: int, name: str, tmp_path: Path, tool: Tool) -> None:
    """The package's own test, whose results come from before optimization."""
    function = model(legs, name)
    write(emit(function, "c"), tmp_path)
    assert f"lw_x{2 if legs == 2 else 4} " in (tmp_path / f"{function.name}.c").read_text()
    for flags in FLAGS:
        done = run_c(tmp_path, function.name, tool, ("-O0", *flags))
        assert done.returncode == 0, done.stdout + done.stderr


def test_parameters_that_stay_symbols(tmp_path: Path, tool: Tool) -> None:
    """What the set-up makes of them is another scalar in each lane."""
    robot = legged(4)
    symbols = tuple(replace(joint, body=Body.symbolic(j)) for j, joint in enumerate(robot.joints, 1))
    function = lw.model(robot.changed(joints=symbols), "inverse_dynamics")
    assert function.parameters
    write(emit(function, "c"), tmp_path)
    assert "lw_x4 " in (tmp_path / f"{function.name}.c").read_text()
    done = run_c(tmp_path, function.name, tool, ("-O0",))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("legs", [2, 4])
@pytest.mark.parametrize("flags", FLAGS[:2], ids=["vectors", "loops"])
def test_parts(legs: int, flags: tuple[str, ...], tmp_path: Path, tool: Tool) -> None:
    """What passes from block to block passes from part to part, too."""
    target = find_target("c")
    made = package(target, (model(legs, "forward_dynamics"),), "parts", part=20)
    assert len(made.programs[0].main.parts) > 3
    write(target.emit(made, {"sincos": "poly"}), tmp_path)
    done = run_c(tmp_path, "parts", tool, ("-O0", *flags))
    assert done.returncode == 0, done.stdout + done.stderr


def test_limbs_without_angles(tmp_path: Path, tool: Tool) -> None:
    """Four polynomials of variables of their own: alike, and nothing turns."""
    g = Graph()
    x = [[Expr(g, g.symbol(f"x{k}_{n}", "variable")) for n in range(4)] for k in range(4)]
    made = []
    for a in x:
        total = a[0]
        for n in range(20):
            total = total * a[n % 4] + a[(n + 1) % 4] * (n + 0.25)
        made.append(total)
    whole = made[0] * made[1] + made[2] * made[3]
    given = Port("x", (4, 4), tuple(e.id for a in x for e in a))
    function = Function("without_angles", g, (given,), (Port("y", (5,), tuple(e.id for e in (*made, whole))),))
    write(emit(function, "c"), tmp_path)
    assert "lw_x4 " in (tmp_path / "without_angles.c").read_text()
    done = run_c(tmp_path, "without_angles", tool, ("-O0",))
    assert done.returncode == 0, done.stdout + done.stderr


def test_results_of_pairs_are_stored_where_they_are_known() -> None:
    """Once each, within the block or behind it: no other element of the matrix is written, and none twice."""
    made = model(2, "inertia_matrix")
    source = emit(made, "c")[f"{made.name}.c"]
    text = source[source.index(f"void {made.name}(") :]
    inside = re.findall(r"LW_IN2\([01]\) M\[(\d+)\] =", text)
    every = [int(k) for k in re.findall(r"M\[(\d+)\] =", text)]
    for start, stop in re.findall(r"lw_k = (\d+); lw_k < (\d+); \+\+lw_k\) M\[lw_k\]", text):
        every += range(int(start), int(stop))
    assert len(inside) > len(every) // 4
    assert sorted(every) == [*range(made.outputs[0].size)]
