"""P. Lemoine and W. Khalil, 'Symbolic Dynamics', Encyclopedia of Robotics: the RRP robot, and the count in general.

Figures 3 to 6 (input file, base parameters, input file in base parameters, listing with its count), and section 3.7.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import linkwright as lw
from linkwright.expr import parse_formula, value_of
from linkwright.formats import par
from linkwright.robot.robot import INERTIA
from reproductions.report import new_figure, save, table

# Figure 4: the printed relations.
RELATIONS = {
    "ZZ1R": "YY2 + ZZ1 + ZZ3", "MY1R": "MY1 - MZ2", "XX2R": "XX2 + XX3 - YY2 - ZZ3", "XY2R": "XY2 - XZ3",
    "XZ2R": "XY3 + XZ2", "YZ2R": "YZ2 - YZ3", "ZZ2R": "YY3 + ZZ2",
}  # fmt: skip

# Figures 3 and 5: the lists of the input files, before and after the grouping.
GEOMETRY = {
    "sigma": "0,0,1", "b": "b1,0,0", "d": "d1,0,0", "r": "r1,0,q3", "gamma": "g1,0,0", "alpha": "a1,pi/2,pi/2",
    "theta": "q1,q2,0", "G": "0,0,G3",
}  # fmt: skip
FIGURE_3 = GEOMETRY | {name: ",".join(f"{name}{j}" for j in (1, 2, 3)) for name in INERTIA}
FIGURE_5 = GEOMETRY | {
    "XX": "0,XX2R,0", "XY": "0,XY2R,0", "XZ": "0,XZ2R,0", "YY": "0,0,0", "YZ": "0,YZ2R,0", "ZZ": "ZZ1R,ZZ2R,0",
    "MX": "MX1,MX2,MX3", "MY": "MY1R,MY2,MY3", "MZ": "0,0,MZ3", "M": "0,0,M3",
}  # fmt: skip

# Section 3.8, additions and multiplications; Figure 6 is the last.
PRINTED = {
    "numeric, Luh et al. (101n - 11, 137n - 22)": (292, 389),
    "standard parameters, before the optimizer": (152, 173),
    "standard parameters": (92, 95),
    "base parameters, before the optimizer": (108, 141),
    "base parameters (Figure 6)": (66, 77),
}
JOINTS = range(2, 11)


def lists(text: str) -> dict[str, str]:
    """The lists of a `.par` text by name."""
    pairs = (line.split(" = ") for line in text.splitlines() if " = {" in line)
    return {name: values.strip("{}") for name, values in pairs}


def differing(robot: lw.Robot, printed: dict[str, str]) -> list[str]:
    """The lists of our input file that are not the printed ones."""
    ours = lists(par.write(robot))
    return [name for name, values in printed.items() if ours[name] != values]


def relations_agree() -> bool:
    """Our groupings are the printed ones: same names, same values at odd numbers."""
    robot = lw.load("rrp")
    numbers = {name: 1.0 + 0.37 * k * k for k, name in enumerate(robot.parameters)}
    ours = {r.name: r.formula for r in lw.base_parameters(robot).relations}
    return ours.keys() == RELATIONS.keys() and all(
        abs(value_of(ours[name], numbers) - value_of(parse_formula(text), numbers)) < 1e-12
        for name, text in RELATIONS.items()
    )


def count(parameters: Literal["standard", "base"], optimize: bool) -> lw.Cost:
    return lw.model(lw.load("rrp"), "inverse_dynamics", parameters=parameters, optimize=optimize).cost


def counts() -> str:
    rows: list[list[object]] = []
    cases: list[tuple[Literal["standard", "base"], bool] | None]
    cases = [None, ("standard", False), ("standard", True), ("base", False), ("base", True)]
    for (what, (add, mul)), case in zip(PRINTED.items(), cases, strict=True):
        ours: list[object] = ["", "", "", ""]
        if case:
            c = count(*case)
            ours = [c.add, c.mul, f"{c.setup_add} + {c.setup_mul}", f"{c.total / (add + mul):.2f}"]
        rows.append([what, add, mul, *ours])
    return table(["inverse dynamics of the RRP", "+ (paper)", "× (paper)", "+ (ours)", "× (ours)", "once (ours)",
                  "ours / paper"], rows)  # fmt: skip


def general() -> dict[int, lw.Cost]:
    """The inverse dynamics of the general nR arm in base parameters."""
    return {n: lw.model(lw.spatial(n), "inverse_dynamics", parameters="base").cost for n in JOINTS}


def line(values: dict[int, int]) -> str:
    """a n + b, where all points from n = 3 on lie on one line."""
    slopes = {values[n + 1] - values[n] for n in values if n > 2 and n + 1 in values}
    if len(slopes) != 1:
        return "no line"
    a = slopes.pop()
    b = values[3] - 3 * a
    return f"{a}n {'-' if b < 0 else '+'} {abs(b)}"


def growth(found: dict[int, lw.Cost]) -> str:
    figure, (top, bottom) = new_figure(2, height=2.6)
    n = list(JOINTS)
    add, mul = [found[k].add for k in n], [found[k].mul for k in n]
    for ax, ours, formula, (a, b), luh in (
        (top, add, line({k: found[k].add for k in n}), (81, -117), (101, -11)),
        (bottom, mul, line({k: found[k].mul for k in n}), (92, -127), (137, -22)),
    ):
        numeric = [luh[0] * k + luh[1] for k in n]
        ax.plot(n, numeric, color="0.6", marker="^", label=f"numeric, Luh et al.: {luh[0]}n - {-luh[1]}")
        ax.plot(n, [a * k + b for k in n], color="C1", marker="s", label=f"Lemoine & Khalil: {a}n - {-b}")
        ax.plot(n, ours, color="C0", marker="o", label=f"Linkwright: {formula}")
        ax.legend(frameon=False)
    top.set_ylabel("additions")
    bottom.set_ylabel("multiplications")
    bottom.set_xlabel("joints n")
    figure.suptitle("Inverse dynamics of the general nR arm, base parameters")
    rows = [[k, 81 * k - 117, 92 * k - 127, found[k].add, found[k].mul, f"{found[k].setup_add} + {found[k].setup_mul}",
             f"{found[k].total / (173 * k - 244):.3f}"] for k in n]  # fmt: skip
    text = table(["n", "81n - 117", "92n - 127", "+ (ours)", "× (ours)", "once (ours)", "ours / paper"], rows)
    return f"{text}\n\n{save(figure, 'lemoine_khalil_growth.png', 'operations of the general robot, n = 2 to 10')}"


def listing() -> str:
    """The statements of our MATLAB file, without its checks and its documentation."""
    files = lw.emit(lw.model(lw.load("rrp"), "inverse_dynamics", parameters="base"), "matlab")
    text = files["RRP_inverse_dynamics.m"]
    start = text.index("% sines and cosines")
    return text[start : text.index("\nend", start)]


def section() -> str:
    robot = lw.load("rrp")
    base = replace(lw.base_parameters(robot).robot, description="", source="")
    found = general()
    c = count("base", True)
    lines = {what: line({n: getattr(cost, what) for n, cost in found.items()}) for what in ("add", "mul")}
    relations = ", ".join(f"`{name} = {text}`" for name, text in lw.base_parameters(robot).relation_texts().items())
    same = "the same seven relations" if relations_agree() else "DIFFERENT"
    agree = {True: "all lists are the printed ones", False: "DIFFERENT"}
    return f"""
## The RRP robot, and general robots

P. Lemoine and W. Khalil, *Symbolic Dynamics*, Encyclopedia of Robotics, Springer.
`python -m reproductions.lemoine_khalil`

- Figure 3, the input file: `linkwright convert rrp rrp.par`; {agree[not differing(robot, FIGURE_3)]}.
- Figure 4, base parameters: `linkwright base-parameters rrp`; {same}:
  {relations}.
- Figure 5, the input file in base parameters; {agree[not differing(base, FIGURE_5)]}.
- Figure 6, the program: `linkwright generate rrp inverse_dynamics --target matlab --parameters base -o build/rrp`;
  {c.add} additions and {c.mul} multiplications in every call, {c.setup_add} and {c.setup_mul} more once per set of
  parameters, where the printed one has 66 and 77 in every call.

{counts()}

"once" is what depends on parameters alone; "ours / paper" counts it as if it were done in every call. Our functions are
born with common terms shared, so that there is less for an optimizer to do.

<details><summary>Our listing beside Figure 6</summary>

```matlab
{listing()}
```

</details>

**Section 3.7: general robots**, whose parameters are all symbols, with base parameters:
{lines["add"]} additions and {lines["mul"]} multiplications, from three joints on.

{growth(found)}
"""


if __name__ == "__main__":
    print(section())
