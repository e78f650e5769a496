"""The functions that every output language must print, compile and get right. Used by the tests of all targets."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from linkwright.expr import Expr, Function, Graph, Port, Quantity, parse_formula
from linkwright.expr.function import build
from linkwright.expr.kernels.solve import solve, solve_with_status
from linkwright.models import function as model
from linkwright.program.plan import kernels_of
from linkwright.robot import Body, Joint, Robot
from linkwright.targets.cases import cases
from linkwright.targets.lower import Style, lower, lower_kernels
from linkwright.targets.program import CodePackage, Program
from linkwright.targets.target import Target, error_scale

# The formulas of one variable port x = (x1, x2, x3) and parameters a, b > 0 that every language must print: every
# operation, every kind of number, every nesting of sums, products, quotients and signs.
EXPRESSIONS = (
    "x1 + x2", "x1 - x2", "x1*x2", "x1/(2 + x2^2)", "-x1", "-(x1 + x2)", "-(x1*x2)", "x1 - (x2 - x3)", "x1 + (x2 + x3)",
    "x1*(x2*x3)", "x1/(x2^2 + 1)/(x3^2 + 1)", "(x1 + 1)/((x2^2 + 1)/(x3^2 + 1))", "2*x1", "x1/2", "x1/3", "x1*2/7",
    "0.1*x1", "1e-20*x1 + x2", "1e22*x1", "123456789012*x1", "pi*x1", "x1 + pi/4", "x1*sqrt(2)", "cos(1/5)*x2",
    "1 - x1",
    "sin(x1)", "cos(x1)", "sin(x1 + x2)", "cos(x2 - x3)", "sin(2*x1)", "sin(cos(x1))", "tan(x1)", "asin(x1/9)",
    "acos(x2/9)", "atan(x3)", "atan2(x1, x2)", "sqrt(x1^2 + x2^2)", "exp(x1)", "log(x2^2 + 1)", "abs(x3)", "sign(x1)",
    "exp(-x1)", "abs(x1 - x2)*sign(x3)", "(x1^2 + 1)^x2", "(x1^2 + 2)^0.3", "x1^3", "x1^-2",
    "sqrt(exp(-x1) + 1)", "a*x1 + b", "sin(a)*x1 + sqrt(b)*x2", "a^b + x1", "atan2(a, b)*x3", "exp(a - b)", "7", "0",
)  # fmt: skip


def _port(graph: Graph, name: str, labels: list[str], role: str = "variable", **more: object) -> Port:
    ids = tuple(graph.symbol(n, role) for n in labels)  # type: ignore[arg-type]
    units = tuple("rad" for _ in labels)
    return Port(name, (len(labels),), ids, f"the {name} of this", tuple(labels), units, role, **more)  # type: ignore[arg-type]


@cache
def every_operation() -> Function:
    """EXPRESSIONS, select (on both sides of zero and at it), and solves of variables and of parameters alone."""
    g = Graph()
    x = _port(g, "x", ["x1", "x2", "x3"])
    p = _port(g, "parameters", ["a", "b"], "parameter", defaults=(0.7, 1.3))
    results = [
        parse_formula(text, g, lambda name: "variable" if name in x.labels else "parameter") for text in EXPRESSIONS
    ]
    x1, x2, x3 = (Expr(g, i) for i in x.elements)
    a, b = (Expr(g, i) for i in p.elements)
    zero = x1 - abs(x1) * x1.sign()  # zero when it runs, but nothing that can be seen before
    results += [zero.sign(), zero.select(x2, x3), x1.select(x2, x3), (-(x1 * x1) - 1).select(x2, 1), x2.select(1, 0)]
    results += solve([[x1, x2 + 3], [x3 - 2, -x1]], [x2, a + x3])
    results += solve([[x1 * 0, 2 + x2 * x2, a], [b, x1, x2], [x2 + 4, b, x3]], [x1, -x2, Expr(g, g.const(1))])
    results += [u * x1 for u in solve([[a, b], [b * b + 1, -a]], [b, a])]
    y = Port("y", (len(results),), tuple(e.id for e in results), "every expression")
    return build("every_operation", [x, p], [y], g, "every operation of the expression graph", model="test")


@cache
def awkward_names() -> Function:
    """Symbols that are keywords, built-ins, ports, routines, helpers, quantities, or differ in case only."""
    g = Graph()
    labels = ["for", "q", "lambda", "sin", "w3_y", "s1", "If", "int", "M1"]
    variables = _port(g, "q", labels)
    names = [
        "m1", "I", "E", "S", "N", "Q", "O", "C", "beta", "gamma", "tau", "end", "function", "let", "double", "T",
        "self",
        "class", "lw_sin", "LW_REAL", "lw_sign", "setup", "workspace", "tau1", "tau2_a", "pi", "e", "real", "np", "x_",
        "awkward_names", "awkward_names_setup", "parameters", "result", "fn", "module", "print", "wp", "math", "D",
        "type",
        "Sin", "Module", "proc", "od", "error", "name", "j0", "y1", "out", "in", "k", "i", "f", "s", "c", "a", "b", "n",
    ]  # fmt: skip
    parameters = _port(g, "parameters", names, "parameter")
    v = [Expr(g, i) for i in variables.elements]
    p = [Expr(g, i) for i in parameters.elements]
    total = v[0] * p[0] + v[8]
    for k, x in enumerate(p[1:]):
        total = total + x * v[k % len(v)] * (k + 1)
    angle = v[5] + v[6]
    shared = angle.sin() * v[1] + p[1].cos() * p[2]
    outputs = [total, shared * shared + angle.cos(), (shared - v[4]) * v[3].sign(), v[2], p[5] * p[6] + v[7]]
    tau = Port("tau", (5,), tuple(e.id for e in outputs), "results", tuple(f"tau{k}" for k in range(1, 6)))
    evil = "test */ *) \"\"\" ''' =#"  # what could end a comment or a text
    made = build("awkward_names", [variables, parameters], [tau], g, "names that clash", model=evil)
    return replace(made, names={shared.id: Quantity("w", 3, "y"), (shared * shared).id: Quantity("int", 4)})


@cache
def shapes() -> Function:
    """Scalars, matrices, several outputs, outputs that are inputs or numbers, an input that is not used."""
    g = Graph()
    t = Port("t", (), (g.symbol("t", "variable"),), "time", ("t",), ("s",))
    A = Port("A", (2, 3), tuple(g.symbol(f"A{r}{c}", "variable") for r in "12" for c in "123"), "a matrix")
    unused = _port(g, "unused", ["u1", "u2"])
    e = [Expr(g, i) for i in A.elements]
    time = Expr(g, t.elements[0])
    outputs = [
        Port("B", (3, 2), tuple((e[3 * r + c] * time.sin() - c).id for c in range(3) for r in (0, 1)), "its transpose"),
        Port("energy", (), ((e[0] * e[4] + time).id,), "a scalar", (), ("J",)),
        Port("same", (3,), (g.const(0), t.elements[0], g.neg(A.elements[1])), "inputs as they are"),
    ]
    return build("shapes", [t, A, unused], outputs, g, "all shapes of arguments", model="test")


def rx90() -> Robot:
    """The Staubli RX90 in the frames of Khalil & Kleinfinger (1986), with all inertial parameters."""
    alpha = [0, "pi/2", 0, "-pi/2", "pi/2", "-pi/2"]
    joints = [
        Joint(parent=k, alpha=alpha[k], d="D3" if k == 2 else 0, r="RL4" if k == 3 else 0, body=Body.symbolic(k + 1),  # type: ignore[arg-type]
              rotor=f"IA{k + 1}", viscous=f"FV{k + 1}", coulomb=f"FS{k + 1}")
        for k in range(6)
    ]  # fmt: skip
    return Robot(name="rx90", joints=tuple(joints))


def numeric() -> Robot:
    """A 3-joint arm with numbers only: nothing but the state is an argument."""
    body = Body(XX=0.5, YY=0.3, ZZ=0.6, XY=0.01, MX=0.1, MY=-0.02, MZ=0.3, M=2.5)
    joints = tuple(Joint(parent=k, alpha=("pi/2", 0.3, "pi/3")[k], d=0.4 * k, r=0.1, body=body) for k in range(3))
    return Robot(name="3-arm, numeric", joints=joints, gravity=(0, 0, -9.81))


def tree() -> Robot:
    """Two branches with prismatic and fixed joints, an external wrench, base acceleration as a variable."""
    tool = replace(Body.symbolic(4), FX="FX4", CZ="CZ4")
    joints = (
        Joint(alpha="a1", kind="prismatic", body=Body.symbolic(1), coulomb="FS1"),
        Joint(parent=1, alpha="pi/2", d="L2", body=Body.symbolic(2)),
        Joint(parent=1, kind="fixed", alpha="pi/4", d=1, r="L3", body=Body.symbolic(3)),
        Joint(parent=3, kind="prismatic", gamma="pi/3", alpha="pi/2", body=tool),
        Joint(parent=2, alpha="a5", d="L2/2", body=Body.symbolic(5), rotor="IA5"),
    )
    return Robot(name="tree", joints=joints, gravity=("G1", "G2", "G3"), numbers={"L2": 0.5})


@cache
def grouping() -> Function:
    """A function of parameters alone, as the grouping of standard into base parameters is."""
    g = Graph()
    p = _port(g, "parameters", ["M3", "ZZ2", "D3", "alpha"], "parameter", defaults=(1.0, 0.25, 0.5, 0.3))
    M, ZZ, D, alpha = (Expr(g, i) for i in p.elements)
    results = [ZZ + M * D * D, M, D * M * alpha.sin(), alpha.cos() * ZZ]
    base = Port("base", (4,), tuple(e.id for e in results), "base parameters", ("ZZ2R", "M3R", "MX2R", "ZZ3R"))
    return build("grouping", [p], [base], g, "base parameters", model="base_parameters")


@cache
def nothing_given() -> Function:
    """Results without arguments: numbers alone, as an inertia matrix of a robot that cannot turn has."""
    g = Graph()
    numbers = [g.const(x) for x in (1.5, 2, -3, 0)]
    outputs = [Port("y", (4,), tuple(numbers)), Port("A", (2, 2), tuple(numbers)), Port("e", (), (numbers[0],))]
    return build("nothing_given", [], outputs, g, "numbers")


@cache
def whole_numbers() -> Function:
    """Flags in ports of kind integer, of every shape, beside reals: a system that is singular where x1 is negative."""
    g = Graph()
    x = _port(g, "x", ["x1", "x2"])
    x1, x2 = (Expr(g, i) for i in x.elements)
    step = (x1.sign() + 1) * x1
    *_, one = solve_with_status([[step, step], [x2, x2 + 1]], [x1, x2])
    *_, two = solve_with_status([[x2 * x2 + 1]], [x1])
    number = Expr(g, g.const(7))
    outputs = [
        Port("status", (2,), (one.id, two.id), "whether there are solutions", kind="integer"),
        Port("y", (2,), ((x1 * x2).id, (x1 + one).id), "reals"),
        Port("table", (2, 2), tuple(e.id for e in (one * 2, x2.select(number, one), number, -one)), kind="integer"),
        Port("sum", (), ((one + two).id,), "a scalar", kind="integer"),
    ]
    return build("whole_numbers", [x], outputs, g, "flags", model="test")


@cache
def functions() -> tuple[Function, ...]:
    robots = [model(r, "inverse_dynamics", parameters="standard") for r in (rx90(), numeric(), tree())]
    return (*robots, every_operation(), awkward_names(), shapes(), grouping())


def package(target: Target, made: tuple[Function, ...], name: str, part: int = 0, spoil: float = 0.0) -> CodePackage:
    """What `emit_package` hands to a language, with parts of another length, or with expected values that are wrong."""
    style: Style = replace(target.style, part=part or target.style.part)
    programs: list[Program] = []
    kernels = list(dict.fromkeys(kernel for f in made for kernel in kernels_of(f)))
    codes = lower_kernels(kernels, style)
    names = {kernel: code.name for kernel, code in zip(kernels, codes, strict=True)}
    for f in made:
        programs.append(lower(f, style, [r.name for p in programs for r in p.routines], names))
    tests = [cases(f) for f in made]
    if spoil:
        last = tests[-1][-1]
        port, values = next(iter(last.outputs.items()))
        array = next(a for a in programs[-1].main.outputs if a.port == port)
        wrong = (*values[:-1], values[-1] + spoil * error_scale(tests[-1], array))
        tests[-1] = (*tests[-1][:-1], replace(last, outputs={**last.outputs, port: wrong}))
    return CodePackage(name, tuple(programs), tuple(tests), "0", tuple(codes))
