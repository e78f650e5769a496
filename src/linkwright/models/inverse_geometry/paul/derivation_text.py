"""Text and LaTeX of a derivation: for each unknown the equation, its type and the solution.

C1 and S1 are cosine and sine of theta1, C23 and S23 of theta2 + theta3, C2m3 and S2m3 of theta2 - theta3, R3 is r3; T
is the pose. Numbers count the moving joints from the base on. An angle theta is the position of its joint plus the
constant theta of the table, r likewise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from linkwright.expr import Expr
from linkwright.models.inverse_geometry.paul.chain_moves import signs_of
from linkwright.models.inverse_geometry.paul.equation_types import SolvedVariable
from linkwright.models.inverse_geometry.paul.equations import ChainEquation
from linkwright.models.inverse_geometry.paul.known_quantities import ONE_MONOMIAL, Atom
from linkwright.models.inverse_geometry.paul.latex import to_latex
from linkwright.models.inverse_geometry.paul.solver import SolutionPlan
from linkwright.robot import Robot

Text = tuple[str, str]  # plain, LaTeX

TITLES = {
    0: "sum of angles", 1: "X r = Y", 2: "X S + Y C = Z", 3: "X1 S + Y1 C = Z1, X2 S + Y2 C = Z2",
    4: "squares of r S and r C: X r^2 = Z", 5: "squares of S and C with r: X r^2 + Y r = Z",
    7: "squares of a position leave one angle of two: X S + Y C = Z", 9: "linear equations of several r: X r = Y",
}  # fmt: skip
ROOT = ("sqrt(X^2 + Y^2 - Z^2)", r"\sqrt{X^2 + Y^2 - Z^2}")
TWO_ANGLES = (f"atan2(X*Z +- Y*{ROOT[0]}, Y*Z -+ X*{ROOT[0]})",
       rf"\operatorname{{atan2}}\left(X Z \pm Y {ROOT[1]},\ Y Z \mp X {ROOT[1]}\right)")  # fmt: skip
OPPOSITE = ("atan2(-Y, X), atan2(Y, -X)", r"\operatorname{atan2}\left(\mp Y, \pm X\right)")
QUADRATIC = ("(-Y +- sqrt(Y^2 + 4*X*Z))/(2*X)", r"\frac{-Y \pm \sqrt{Y^2 + 4 X Z}}{2 X}")
ONE_ANGLE = ("atan2((Z1*Y2 - Z2*Y1)/D, (X1*Z2 - X2*Z1)/D), D = X1*Y2 - X2*Y1",
             r"\operatorname{atan2}\left(\frac{Z_1 Y_2 - Z_2 Y_1}{D}, \frac{X_1 Z_2 - X_2 Z_1}{D}\right),"
             r"\ D = X_1 Y_2 - X_2 Y_1")  # fmt: skip
SOLUTIONS: Mapping[int, Text] = {
    1: ("Y/X", r"\frac{Y}{X}"), 2: TWO_ANGLES, 3: ONE_ANGLE, 4: ("+-sqrt(Z/X)", r"\pm\sqrt{\frac{Z}{X}}"),
    5: QUADRATIC, 7: TWO_ANGLES, 9: ("Y/X", r"\frac{Y}{X}"),
}  # fmt: skip


@dataclass(frozen=True)
class DerivationStep:
    """Solution of one unknown, as plain text and LaTeX."""

    unknown: str  # theta1, theta2 + theta3, r3
    joints: tuple[str, ...]  # names of the joints in it
    type: int  # number in SYMORO's table; 0: a sum of known angles, 9: a linear system
    title: str
    count: int  # number of solutions
    equations: tuple[str, ...]
    where: tuple[str, ...]  # X = ..., Y = ..., the coefficients in the title
    solution: str
    degenerate: str  # condition under which it is undetermined and set to 0; empty: never
    latex_unknown: str
    latex_equations: tuple[str, ...]
    latex_where: tuple[str, ...]
    latex_solution: str

    def __str__(self) -> str:
        many = "one solution" if self.count == 1 else "two solutions"
        lines = [f"{self.unknown}: type {self.type}, {self.title} ({many})", *self.equations, *self.where]
        lines.append(f"{self.unknown} = {self.solution}")
        if self.degenerate:
            lines.append(f"undetermined where {self.degenerate}: set to 0")
        return "\n    ".join(lines)

    @property
    def latex(self) -> str:
        """LaTeX of the step: an align* environment of amsmath."""
        rows = [x.replace(" = ", " &= ", 1) for x in (*self.latex_equations, *self.latex_where)]
        rows.append(f"{self.latex_unknown} &= {self.latex_solution}")
        return "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}"


def derivation_steps(plan: SolutionPlan, robot: Robot) -> list[DerivationStep]:
    """The derivation of a plan, in the order in which the joints are solved."""
    return [_derivation_step(plan, robot, step) for step in plan.steps]


def _derivation_step(plan: SolutionPlan, robot: Robot, step: SolvedVariable) -> DerivationStep:
    """Text of one step."""
    signs = signs_of(step.label)
    joints = tuple(robot.joint(plan.arm.joints[k - 1]).name for k, _ in signs)
    letters = ("r", "r_") if step.slides else ("theta", r"\theta_")
    unknown, symbol = (_angle_text(step.label, letter) for letter in letters)
    pairs = [_equation_sides(plan, e) for e in step.equations]
    terms = step.coefficients.items()
    text, latex = _solution_text(plan, step)
    return DerivationStep(
        unknown, joints, step.type, TITLES[step.type], len(step.values),
        tuple(f"{a} = {b}" for a, b in pairs), tuple(f"{name} = {e}" for name, e in terms), text, step.degenerate,
        symbol, tuple(f"{to_latex(a)} = {to_latex(b)}" for a, b in pairs),
        tuple(f"{_latex_index(name)} = {to_latex(e)}" for name, e in terms), latex,
    )  # fmt: skip


def _latex_index(name: str) -> str:
    """LaTeX of a coefficient such as X1."""
    return name[0] + (f"_{name[1:]}" if name[1:] else "")


def _equation_sides(plan: SolutionPlan, e: ChainEquation) -> tuple[Expr, Expr]:
    """Both sides of an equation: terms with unknowns on the left, known ones on the right."""
    graph = plan.arm.graph

    def atom(a: Atom) -> Expr:
        return Expr(graph, graph.symbol(plan.names.get(a, a[1].upper() + a[0].replace("-", "m")), "variable"))

    left = Expr(graph, graph.const(0))
    for m, k in e.poly.terms.items():
        term = Expr(graph, graph.const(1)) * k.made
        for a in m:
            term = term * atom(a)
        left = left + term if m != ONE_MONOMIAL else left
    return left, -(e.poly[ONE_MONOMIAL].made + Expr(graph, graph.const(0)))


def _solution_text(plan: SolutionPlan, step: SolvedVariable) -> Text:
    """Text and LaTeX of the solution of a step."""
    if step.type == 0:
        way = plan.parts(step.label)
        plain, latex = ([(_angle_text(x, letter), s) for x, s in way] for letter in ("theta", r"\theta_"))
        return _join_signed(plain), _join_signed(latex)
    if step.type == 2 and step.coefficients["Z"].is_zero:
        return OPPOSITE
    return SOLUTIONS[step.type]


def _angle_text(label: str, letter: str) -> str:
    """Name of an angle or a sum of angles."""
    return _join_signed([(f"{letter}{k}", s) for k, s in signs_of(label)])


def _join_signed(parts: Sequence[tuple[str, int]]) -> str:
    """Join texts with their signs to a sum; the first sign is positive."""
    texts = [f"({x})" if " " in x and len(parts) > 1 else x for x, _ in parts]
    return "".join((" + " if s > 0 else " - ") + x for x, (_, s) in zip(texts, parts, strict=True))[3:]


__all__ = ["DerivationStep", "derivation_steps"]
