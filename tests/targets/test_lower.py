"""Programs against the graph: whatever becomes a variable, is written out, hoisted, or cut into parts, values stay."""

from __future__ import annotations

import keyword
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwright.expr import Expr, Function, Graph, Port, Quantity
from linkwright.expr import ops as o
from linkwright.expr.function import build
from linkwright.expr.kernels.solve import solve, solve_kernel
from linkwright.expr.replay import FLOAT
from linkwright.expr.term import Apply, CodeTerm, Num, Ref
from linkwright.targets.lower import Style, lower
from linkwright.targets.naming import NameScope, Rules, plain_name
from linkwright.targets.program import Assign, Call, Program, Routine, Section, Trig

RULES = Rules(frozenset(keyword.kwlist))


def evaluate(t: CodeTerm, known: dict[str, float]) -> float:
    match t:
        case Num(number):
            return float(number)
        case Ref(name):
            return known[name]
        case Apply(op, args):
            return float(FLOAT.operations[op](*[evaluate(a, known) for a in args]))
    raise TypeError(f"{t} in straight code")


def interpret(routine: Routine, arrays: dict[str, list[float]]) -> None:
    """Run a routine on arrays. Parts share nothing but arrays; every name is assigned once and before it is used."""
    arrays[routine.workspace.name] = [float("nan")] * routine.workspace.size
    for part in routine.parts:
        known: dict[str, float] = {}

        def set_(name: str, value: float, known: dict[str, float] = known) -> None:
            assert name not in known, name
            known[name] = value

        def value(t: CodeTerm, known: dict[str, float] = known) -> float:
            return evaluate(t, known)

        for x in part.loads:
            set_(x.name, arrays[x.array][x.index])
        for s in part.statements:
            match s:
                case Assign(name, term):
                    set_(name, value(term))
                case Trig(angle, sin, cos, _):
                    for n, op in ((sin, o.SIN), (cos, o.COS)):
                        if n:
                            set_(n, value(Apply(op, (angle,))))
                case Call():
                    found = solve_kernel(s.size - 1).code([value(v) for v in s.values])
                    for k, n in s.items:
                        set_(n, found[k])
                case Section():
                    pass
        for store in part.stores:
            arrays[store.array][store.index] = value(store.value)


def run(program: Program, state: dict[str, list[float]]) -> list[float]:
    arrays = {a.name: state[a.port] for a in program.main.inputs if a.port in state}
    if program.setup and program.parameters:
        arrays[program.parameters.name] = state["parameters"]
        arrays[program.setup.outputs[0].name] = [float("nan")] * program.setup.outputs[0].size
        interpret(program.setup, arrays)
    for a in program.main.outputs:
        arrays[a.name] = [float("nan")] * a.size
    interpret(program.main, arrays)
    return [x for a in program.main.outputs for x in arrays[a.name]]


@st.composite
def entangled(draw: st.DrawFn) -> Function:
    """A function of variables and parameters with much sharing, some names, some outputs twice."""
    g = Graph()
    x = Port("x", (3,), tuple(g.symbol(f"x{k}", "variable") for k in (1, 2, 3)), labels=("x1", "x2", "x3"))
    p = Port("parameters", (2,), tuple(g.symbol(n) for n in "ab"), labels=("a", "b"), units=("", ""), role="parameter")
    values = [Expr(g, i) for i in (*x.elements, *p.elements)]
    values += [Expr(g, g.const(c)) for c in (2, 0.3)] + [Expr(g, g.pi()) * 0.25]
    steps = ("add", "sub", "mul", "neg", "sin", "cos", "sign", "select", "abs", "solve")
    for _ in range(draw(st.integers(1, 40))):
        u, v, w = (values[draw(st.integers(0, len(values) - 1))] for _ in range(3))
        match draw(st.sampled_from(steps)):
            case "add":
                values.append(u + v)
            case "sub":
                values.append(u - v)
            case "mul":
                values.append(u.sin() * v if draw(st.booleans()) else u * v.cos())
            case "neg":
                values.append(-u)
            case "sin":
                values.append((u * w).sin())
            case "cos":
                values.append(u.cos())
            case "sign":
                values.append(u.sign() * v)
            case "select":
                values.append(u.select(v, w))
            case "abs":
                values.append(abs(u * v))
            case "solve":
                values += solve([[u.sin() + 3, v.cos()], [w.sin(), u.cos() - 3]], [v, w])
    chosen = draw(st.lists(st.integers(0, len(values) - 1), min_size=1, max_size=6))
    y = Port("y", (len(chosen),), tuple(values[k].id for k in chosen))
    names = {values[k].id: Quantity("w", k, "x") for k in draw(st.lists(st.integers(0, len(values) - 1), max_size=5))}
    return replace(build("entangled", [x, p], [y], g), names=names)


@given(entangled(), st.sampled_from([0, 1, 2, 5]), st.booleans(), st.booleans())
def test_program_equals_graph(function: Function, part: int, fold: bool, early: bool) -> None:
    program = lower(function, Style(RULES, fold, part, early))
    state = {"x": [0.3, -1.2, 2.1], "parameters": [0.7, -0.4]}
    want = [float(v) for v in function(**state)]
    assert run(program, state) == pytest.approx(want, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("fold", [True, False])
def test_kernel_of_numbers_is_a_number(fold: bool) -> None:
    g = Graph()
    x = Expr(g, g.symbol("x", "variable"))
    y, _ = solve([[Expr(g, g.const(c)) for c in row] for row in ((2, 1), (0, 4))], [Expr(g, g.const(3))] * 2)
    function = build("numbers", [Port("x", (), (x.id,))], [Port("y", (2,), (y.id, (x * y).id))], g)
    assert run(lower(function, Style(RULES, fold)), {"x": [2.0]}) == [1.125, 2.25]


@given(st.lists(st.text(max_size=80), max_size=30), st.booleans())
def test_names_are_legal_and_unique(wanted: list[str], case_sensitive: bool) -> None:
    rules = Rules(frozenset({"for", "x", "x_"}), case_sensitive, max_length=20)
    scope = NameScope(rules)
    names = [scope.add(w) for w in wanted]
    keys = names if case_sensitive else [n.lower() for n in names]
    assert len(set(keys)) == len(keys)
    for n in names:
        assert plain_name(n) == n
        assert n not in rules.reserved
        assert len(n) <= 20
