"""Closed forms: the expanded polynomials are the function, unique, and those that were printed."""

import re

import numpy as np
import pytest
from hypothesis import given, settings

import linkwright as lw
from linkwright.expr import Expr, Function, Graph, Importer, Port, parse_formula, prove_equal
from linkwright.expr.expansion import expand_function
from linkwright.expr.polynomial import TooLarge
from linkwright.models import function
from tests.support.laws import arguments
from tests.support.strategies import trees


def outputs(fn: Function) -> list[Expr]:
    return [e for port in fn.outputs for e in fn.output(port.name)]


def of(text: str, *variables: str) -> Function:
    """A function of one output by its formula."""
    graph = Graph()
    e = parse_formula(text, graph, lambda name: "variable" if name in variables else "parameter")
    ports = [
        Port(name, (), (i,), role=graph.value[i].role) if name in variables else
        Port(name, (1,), (i,), role="parameter", labels=(name,)) for name, i in graph.symbols().items()
    ]  # fmt: skip
    return Function("f", graph, tuple(ports), (Port("y", (), (e.id,)),))


# -- laws -------------------------------------------------------------------------------------------------------------


@given(trees(max_joints=3, wrenches=True))
@settings(max_examples=15)
def test_expanded_is_original_on_random_trees(robot):
    fn = function(robot, "inverse_dynamics")
    if robot.coordinates:
        assert prove_equal(outputs(fn), outputs(expand_function(fn).function()))


@pytest.mark.parametrize(("name", "model"), [
    ("rrp", "inverse_dynamics"), ("two_arm", "gravity_vector"), ("cart_pole", "closed_form"),
    ("scara5", "per_body"), ("stanford", "gravity_vector"), ("rx90", "gravity_vector"), ("puma560", "jacobian"),
])  # fmt: skip
def test_expanded_is_original_on_built_in_robots(name, model):
    fn = function(lw.load(name), model)
    assert prove_equal(outputs(fn), outputs(lw.expand(fn).function()))


@pytest.mark.parametrize("name", ["rrp", "scara5", "cart_pole"])
@pytest.mark.parametrize("formulation", ["kane", "lagrange", "uicker_kahn", "per_body", "composite"])
def test_the_closed_form_does_not_depend_on_the_formulation(name, formulation):
    robot = lw.load(name)
    other = function(robot, "inverse_dynamics", {"formulation": formulation})
    assert expand_function(other).text() == expand_function(function(robot, "inverse_dynamics")).text()


@pytest.mark.parametrize("name", ["rrp", "scara5", "cart_pole"])
def test_text_reads_back_as_the_function(name):
    fn = function(lw.load(name), "inverse_dynamics")
    lines = expand_function(fn).text().splitlines()
    assert [line.split(" = ")[0] for line in lines] == list(fn.outputs[0].labels)
    assert prove_equal(outputs(fn), [parse_formula(line.split(" = ")[1]) for line in lines])


def test_decimals_stay_decimals_and_values_the_same():
    robot = lw.load("rrp")
    numeric = robot.with_numbers({name: 0.1 * k + 0.3 for k, name in enumerate(robot.parameters)})
    fn = function(numeric, "inverse_dynamics")
    closed = expand_function(fn).function()
    given_ = arguments(fn, numeric, 3)
    np.testing.assert_allclose(closed(**given_), fn(**given_), rtol=1e-12, atol=1e-12)


def test_the_dictionary_holds_each_monomial_once_and_no_parameter():
    closed = expand_function(function(lw.load("scara5"), "inverse_dynamics"))
    words = closed.dictionary()
    assert len(set(words)) == len(words) == len(closed.monomials)
    assert list(closed.monomials) == sorted(closed.monomials)
    names = set(re.findall(r"[A-Za-z]+\d", " ".join(words)))
    assert names <= {f"{kind}{j}" for kind in ("q", "qd", "qdd") for j in range(1, 6)}


@pytest.mark.parametrize(("long", "short"), [
    ("L*(sin(a)*cos(b) + cos(a)*sin(b))", "L*sin(a + b)"),
    ("cos(a)*cos(b) + sin(a)*sin(b)", "cos(a - b)"),
    ("x - x*cos(a)^2", "sin(a)^2*x"),
    ("cos(a)^2 - sin(a)^2", "cos(2*a)"),
    ("(sin(a)*cos(b) + cos(a)*sin(b))^2*x + cos(a)^2", "sin(a + b)^2*x + cos(a)^2"),
    ("cos(a)*cos(b)*cos(x) - sin(a)*sin(b)*cos(x) - sin(a)*cos(b)*sin(x) - cos(a)*sin(b)*sin(x)", "cos(a + b + x)"),
    ("sin(a)^2 + cos(a)^2 - 1", "0"),
    ("3*(L + M)*x/2", "3/2*(L + M)*x"),
])  # fmt: skip
def test_identities_are_recognised(long, short):
    fn = of(long, "a", "b", "x")
    closed = expand_function(fn)
    right = closed.text().strip().removeprefix("y = ")
    assert prove_equal([parse_formula(right)], [parse_formula(short)])
    assert len(right) <= len(short)


def test_a_form_that_would_be_too_long_is_refused():
    with pytest.raises(TooLarge, match="too many terms"):
        expand_function(function(lw.load("rx90"), "inertia_matrix"), limit=50)


def test_latex_is_balanced_and_names_are_typeset():
    text = expand_function(function(lw.load("scara5"), "inverse_dynamics")).latex()
    assert text.count("{") == text.count("}")
    assert text.count(r"\left(") == text.count(r"\right)")
    assert r"\cos\left(q_{3} + q_{4}\right)" in text
    assert r"\ddot{q}_{2}" in text
    assert r"\mathit{MX}_{4}" in text


def test_named_factors_of_the_latex_have_the_values_of_what_they_stand_for():
    """With every name replaced by the formula that explains it, the closed form is the model, by numbers."""
    robot = lw.load("cart_pole")
    source = lw.model(robot, "forward_dynamics", optimize=False)
    pairs = list(expand_function(source).equations(typeset=lambda name: f" {name} ", write=lambda e, name: f"({e})"))
    told = {text.split(" &= ")[0]: text.split(" &= ")[1] for heading, text in pairs if heading == "where"}
    assert set(told) == {"a_{1}", "a_{2}"}
    x = {name: 0.2 + 0.1 * k for k, name in enumerate(robot.parameters)}
    x |= {"q1": 0.3, "q2": 0.7, "qd1": -0.4, "qd2": 0.9, "tau1": 1.5, "tau2": -0.8}
    found = []
    for heading, text in pairs:
        if heading == "where":
            continue
        right = text.split(" &= ")[1].replace("\\\\\n  &\\quad", "")
        right = re.sub(r"\\(sin|cos)(?:\^\{(\d)\})?\s+(\w+)", r"\1(\3)**(0\2 or 1)", right).replace("0 or 1", "1")
        for short, meaning in told.items():
            right = right.replace(short, meaning)
        right = right.replace(r"\,", "*").replace("{", "(").replace("}", ")").replace("^", "**")
        found.append(eval(re.sub(r"\b0(\d) or 1", r"\1", right), {"sin": np.sin, "cos": np.cos}, x))
    states = {"q": [0.3, 0.7], "qd": [-0.4, 0.9], "tau": [1.5, -0.8]}
    given = {name: x[name] for name in robot.parameters}
    expected = lw.model(robot.with_numbers(given), "forward_dynamics")(**states)
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_latex_compiles(tool, tmp_path):
    import subprocess

    latex = tool("pdflatex")
    body = expand_function(function(lw.load("scara5"), "inverse_dynamics")).latex()
    page = "\\documentclass{article}\\usepackage{amsmath}\\begin{document}\n" + body + "\\end{document}\n"
    (tmp_path / "f.tex").write_text(page)
    done = subprocess.run([latex, "-interaction=nonstopmode", "-halt-on-error", "-draftmode", "f.tex"], cwd=tmp_path,
                          capture_output=True, text=True, timeout=60)  # fmt: skip
    assert done.returncode == 0, done.stdout


# -- what was printed -------------------------------------------------------------------------------------------------

# El Baji, Ben Said Amrani & Sarsri (2022), Figure 3: "0 = ...", so that an effort stands with the opposite sign of the
# inertia forces; rows 1..5 without F_1, T_2, T_3, T_4, F_5. w2 is the paper's omega_2, a2 its rate; v1 and v5 are the
# rates of the slides. s3 = sin(theta_3) and so on.
FIGURE_3 = {
    1: "-g*m1 - g*m2 - g*m3 - g*m4 - g*m5 + m5*a5 - (m1 + m2 + m3 + m4 + m5)*a1",
    2: """l2*l3*m4*(w2 + w3)^2*s3 - l2*l3*m4*w2^2*s3 + l2*l3*m5*(w2 + w3)^2*s3 - l2*l3*m5*w2^2*s3
        + l2*l4*m5*(-w2 - w3 - w4)^2*s34 - l2*l4*m5*w2^2*s34 + l2*lc3*m3*(w2 + w3)^2*s3 - l2*lc3*m3*w2^2*s3
        + l2*lc4*m4*(-w2 - w3 - w4)^2*s34 - l2*lc4*m4*w2^2*s34
        - l3*l4*m5*(w2 + w3)^2*s4 + l3*l4*m5*(-w2 - w3 - w4)^2*s4 - l3*lc4*m4*(w2 + w3)^2*s4
        + l3*lc4*m4*(-w2 - w3 - w4)^2*s4
        - (I4z + l4*m5*(l2*c34 + l3*c4 + l4) + lc4*m4*(l2*c34 + l3*c4 + lc4))*a4
        - (I3z + I4z + lc3*m3*(l2*c3 + lc3) + m4*(l2*l3*c3 + l2*lc4*c34 + l3^2 + 2*l3*lc4*c4 + lc4^2)
           + m5*(l2*l3*c3 + l2*l4*c34 + l3^2 + 2*l3*l4*c4 + l4^2))*a3
        - (I2z + I3z + I4z + lc2^2*m2 + m3*(l2^2 + 2*l2*lc3*c3 + lc3^2)
           + m4*(l2^2 + 2*l2*l3*c3 + 2*l2*lc4*c34 + l3^2 + 2*l3*lc4*c4 + lc4^2)
           + m5*(l2^2 + 2*l2*l3*c3 + 2*l2*l4*c34 + l3^2 + 2*l3*l4*c4 + l4^2))*a2""",
    3: """-l2*l3*m4*w2^2*s3 - l2*l3*m5*w2^2*s3 - l2*l4*m5*w2^2*s34 - l2*lc3*m3*w2^2*s3 - l2*lc4*m4*w2^2*s34
        - l3*l4*m5*(w2 + w3)^2*s4 + l3*l4*m5*(-w2 - w3 - w4)^2*s4 - l3*lc4*m4*(w2 + w3)^2*s4
        + l3*lc4*m4*(-w2 - w3 - w4)^2*s4
        - (I4z + l4*m5*(l3*c4 + l4) + lc4*m4*(l3*c4 + lc4))*a4
        - (I3z + I4z + lc3^2*m3 + m4*(l3^2 + 2*l3*lc4*c4 + lc4^2) + m5*(l3^2 + 2*l3*l4*c4 + l4^2))*a3
        - (I3z + I4z + lc3*m3*(l2*c3 + lc3) + m4*(l2*l3*c3 + l2*lc4*c34 + l3^2 + 2*l3*lc4*c4 + lc4^2)
           + m5*(l2*l3*c3 + l2*l4*c34 + l3^2 + 2*l3*l4*c4 + l4^2))*a2""",
    4: """-l2*l4*m5*w2^2*s34 - l2*lc4*m4*w2^2*s34 - l3*l4*m5*(w2 + w3)^2*s4 - l3*lc4*m4*(w2 + w3)^2*s4
        - (I4z + l4^2*m5 + lc4^2*m4)*a4
        - (I4z + l4*m5*(l3*c4 + l4) + lc4*m4*(l3*c4 + lc4))*a3
        - (I4z + l4*m5*(l2*c34 + l3*c4 + l4) + lc4*m4*(l2*c34 + l3*c4 + lc4))*a2""",
    5: "g*m5 + m5*a1 - m5*a5",
}


@pytest.mark.parametrize("formulation", ["newton_euler", "per_body"])
def test_scara5_has_the_equations_of_figure_3(formulation):
    closed = expand_function(function(lw.load("scara5"), "inverse_dynamics", {"formulation": formulation})).function()
    angles = {"3": "q3", "4": "q4", "34": "(q3 + q4)"}
    trig = {f"{f[0]}{k}": f"{f}({a})" for f in ("sin", "cos") for k, a in angles.items()}
    rates = {f"w{j}": f"qd{j}" for j in (2, 3, 4)} | {f"a{j}": f"qdd{j}" for j in range(1, 6)}
    ours = {f"M{j}": f"m{j}" for j in range(1, 6)} | {"G3": "-g"}
    for j in (2, 3, 4):  # mass m, central moment Izz and centre of mass at lc of the paper
        ours |= {f"MX{j}": f"m{j}*lc{j}", f"ZZ{j}": f"I{j}z + m{j}*lc{j}^2"}
    graph, state = Graph(), [f"{kind}{j}" for kind in ("q", "qd", "qdd") for j in range(1, 6)]

    def read(text: str) -> Expr:
        return parse_formula(" ".join(text.split()), graph, lambda name: "variable" if name in state else "parameter")

    into = Importer(graph, {name: read(text) for name, text in ours.items()})
    words = trig | rates
    printed = [re.sub(r"[a-z]\w*", lambda m: words.get(m[0], m[0]), FIGURE_3[j]) for j in range(1, 6)]
    right = [-read(text) for text in printed]
    assert prove_equal([into(e) for e in outputs(closed)], right)


def test_the_piezoceramic_robot_has_the_gravity_effort_that_was_printed():
    """Bansevicius et al. (2004), Figure 3: G6, where the last body has its centre of mass on x (K = -MX6 G3)."""
    closed = expand_function(function(lw.load("piezo6"), "gravity_vector")).function()
    printed = "K*S3*S4*C6 - K*C4*C3*C6 - K*S3*C4*C5*S6 - K*C3*S4*C5*S6"
    text = re.sub(r"([SC])(\d)", lambda m: f"{'sin' if m[1] == 'S' else 'cos'}(q{m[2]})", printed)
    graph = Graph()

    def read(text: str) -> Expr:
        return parse_formula(text, graph, lambda name: "variable" if name[0] == "q" else "parameter")

    into = Importer(graph, {"MY6": 0, "MX6": read("-K/G3")})
    assert prove_equal([into(closed.output("g")[5])], [read(text)])
