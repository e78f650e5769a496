"""R. Bansevicius, A. Cepulkauskas, R. Kulvietiene and G. Kulvietis, 'Computer Algebra for Real-Time Dynamics of Robots
with Large Numbers of Joints', ICCS 2004, LNCS 3039: the six-joint robot of piezoceramic cylinders.

Closed form H, C, g and its number of products, growth with the number of joints, the torques of a rotating unbalance.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

import linkwright as lw
from linkwright.expr import parse_formula
from linkwright.optimize import optimize
from reproductions.report import new_figure, save, table

Vector = np.ndarray[Any, np.dtype[np.float64]]

# The table of section 3: products of the inverse dynamics as a function of n, and for n = 6.
PRINTED: dict[str, tuple[Callable[[int], int] | None, int]] = {
    "Luh et al., Newton-Euler": (lambda n: 150 * n - 48, 852),
    "Angeles et al., Kane": (lambda n: 105 * n - 109, 521),
    "Balafoutis and Patel, Newton-Euler": (lambda n: 93 * n - 69, 489),
    "Mata et al., Gibbs-Appell": (lambda n: 96 * n - 101, 475),
    "the paper's closed form, numbers known": (None, 371),
}
ELEMENTS, ZEROS = 153, 0.15  # "about 15 %"
JOINTS, EXPANDED = range(2, 13), range(2, 8)  # beyond, expansion takes minutes

# The standard Denavit-Hartenberg table of section 3: twist in quarter turns, a, d.
Row = tuple[int, str | int, str | int]
TABLE: tuple[Row, ...] = ((0, 0, 0), (1, 0, 0), (0, "l", 0), (-1, 0, 0), (-1, 0, 0), (0, 0, "l"))
LENGTH = 0.04

# Equation (3) prints no numbers; these are chosen: 0.1 g at 1 mm, 50 turns a second.
UNBALANCE, RADIUS, TURNS = 1e-4, 1e-3, 50.0
POSE = np.array([0.3, 0.4, 0.6, -0.5, 0.7, 0.2])
TWIST: dict[int, str | int] = {-1: "-pi/2", 0: 0, 1: "pi/2"}


def snake(n: int, body: Callable[[int], lw.Body] = lw.Body.symbolic) -> lw.Robot:
    """The robot with n joints: the rows of the table, again and again; piezo6 is that with six."""
    joints = []
    for j in range(n):
        twist, a, _ = TABLE[(j - 1) % 6] if j else (0, 0, 0)  # Khalil's frame takes these from the row before
        joints.append(lw.Joint(parent=j, alpha=TWIST[twist], d=a, r=TABLE[j % 6][2], body=body(j + 1)))
    return lw.Robot(name=f"piezo{n}", joints=tuple(joints), numbers={"l": LENGTH, "G3": -9.80621})


def principal(j: int) -> lw.Body:
    """A cylinder: principal axes along its frame, centre of mass on z; the last one unbalanced along x.

    That the last one is unbalanced along one axis is in the printed G6, which is complete and has one coefficient only.
    """
    body = lw.Body(XX=f"XX{j}", YY=f"YY{j}", ZZ=f"ZZ{j}", MZ=f"MZ{j}", M=f"M{j}")
    return replace(body, MX=parse_formula(f"MX{j}")) if j == 6 else body


def elements(robot: lw.Robot) -> tuple[int, int]:
    """How many elements the closed form has, symmetric ones once, and how many of them are zero."""
    fn = lw.model(robot, "closed_form")
    n = len(robot.coordinates)
    values = {p.name: [fn.graph.op[i] == fn.graph.op[fn.graph.const(0)] and not fn.graph.value[i] for i in p.elements]
              for p in fn.outputs}  # fmt: skip
    H, C, g = values["H"], values["C"], values["g"]
    upper = [(k, l) for k in range(n) for l in range(k, n)]
    zeros = [H[k * n + l] for k, l in upper] + [C[(i * n + k) * n + l] for i in range(n) for k, l in upper] + g
    return len(zeros), sum(zeros)


def products(robot: lw.Robot, model: str, **options: Any) -> lw.Cost:
    return lw.model(robot, model, parameters="base", **options).cost


def expanded(robot: lw.Robot) -> lw.Cost:
    """H, C and g as collected polynomials over a dictionary of monomials, as the paper has them; then optimized."""
    return optimize(lw.expand(lw.model(robot, "closed_form", parameters="base")).function()).cost


def counts() -> str:
    rows: list[list[object]] = [[what, number, "", "paper"] for what, (_, number) in PRINTED.items()]
    for what, body in (("any bodies", lw.Body.symbolic), ("cylinders", principal)):
        robot = snake(6, body)
        tasks: tuple[tuple[str, str, dict[str, str]], ...] = (
            ("efforts, Newton-Euler", "inverse_dynamics", {}),
            ("efforts, Kane", "inverse_dynamics", {"formulation": "kane"}),
            ("matrices H, C, g (closed form)", "closed_form", {}),
            ("efforts from H, C, g (Uicker-Kahn)", "inverse_dynamics", {"formulation": "uicker_kahn"}),
        )
        for name, model, options in tasks:
            c = products(robot, model, **options)
            rows.append([f"{name}; {what}", c.mul, c.setup_mul, "ours"])
        c = expanded(robot)
        rows.append([f"matrices H, C, g (closed form, expanded); {what}", c.mul, c.setup_mul, "ours"])
    return table(["six joints", "products", "once", ""], rows)


def growth() -> tuple[str, str]:
    """Products by the number of joints: the table, and the figure."""
    n = list(JOINTS)
    ours: dict[str, list[int | None]] = {
        "efforts, Newton-Euler": [products(snake(k), "inverse_dynamics").mul for k in n],
        "efforts, Kane": [products(snake(k), "inverse_dynamics", formulation="kane").mul for k in n],
        "H, C, g (closed form)": [products(snake(k), "closed_form").mul for k in n],
        "H, C, g (expanded)": [expanded(snake(k)).mul if k in EXPANDED else None for k in n],
    }
    figure, (ax,) = new_figure(1, height=4.2)
    for (what, (formula, _)), mark in zip(PRINTED.items(), ("^", "v", "s", "D", "*")):
        if formula:
            ax.plot(n, [formula(k) for k in n], color="0.6", marker=mark, markersize=4, linewidth=1, label=what)
        else:
            ax.plot([6], [371], color="C3", marker=mark, markersize=12, linestyle="none", label=what)
    for (what, values), color in zip(ours.items(), ("C0", "C2", "C1", "C4")):
        ax.plot(n, [v or np.nan for v in values], color=color, marker="o", linewidth=1.6, label=f"Linkwright: {what}")
    ax.set(xlabel="joints n", ylabel="products", yscale="log")
    ax.set_title("Products of the dynamics, base parameters, any bodies")
    ax.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=8)
    figure.set_size_inches(9, 4.6)
    cells = [["" if v is None else v for v in column] for column in zip(*ours.values())]
    rows = [[k, 150 * k - 48, 96 * k - 101, *row] for k, row in zip(n, cells)]
    return (table(["n", "Luh et al.", "Mata et al.", *ours], rows),
            save(figure, "bansevicius_growth.png", "products by the number of joints"))  # fmt: skip


def force(t: Vector) -> Vector:
    """Equation (3), in the frame of the gripper: rows over time."""
    w = 2 * np.pi * TURNS
    F = UNBALANCE * RADIUS * w**2
    return np.stack([F * np.cos(w * t), F * np.sin(w * t), 0 * t], axis=1)


def recursion(q: Vector, F: Vector) -> Vector:
    """Equations (4) and (5) along the printed table: force and moment from frame to frame inward, and their share."""
    M, Q = np.zeros(3), np.zeros(len(q))
    for i in reversed(range(len(q))):
        twist, a, d = ((LENGTH if x == "l" else float(x)) for x in TABLE[i])
        c, s, ca, sa = np.cos(q[i]), np.sin(q[i]), np.cos(twist * np.pi / 2), np.sin(twist * np.pi / 2)
        R = np.array([[c, -s * ca, s * sa], [s, c * ca, -c * sa], [0, sa, ca]])  # standard Denavit-Hartenberg
        F = R @ F
        M = R @ M + np.cross([a * c, a * s, d], F)
        Q[i] = M[2]  # joint i + 1 turns about z of frame i
    return Q


def generalized(F: Vector) -> Vector:
    """The generalized torques of forces in the gripper, by our model."""
    fn = lw.model(lw.load("piezo6"), "external_efforts", frames="end")
    return np.asarray(lw.compile(fn)(q=POSE, external=np.hstack([F, 0 * F])))


def torques() -> tuple[str, float]:
    """The figure of the generalized torques, and the largest difference from the recursion, over the largest torque."""
    t = np.linspace(0, 1 / TURNS, 201)
    F = force(t)
    Q, check = generalized(F), np.array([recursion(POSE, f) for f in F[::20]])
    figure, (top, bottom) = new_figure(2, height=2.4)
    for k, name in enumerate("xyz"):
        top.plot(1e3 * t, 1e3 * F[:, k], label=f"F{name}")
    for k in range(6):
        bottom.plot(1e3 * t, 1e6 * Q[:, k], label=f"Q{k + 1}")
    top.set_ylabel("force [mN]")
    bottom.set_ylabel("torque [µN m]")
    bottom.set_xlabel("time [ms]")
    for ax in (top, bottom):
        ax.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    figure.suptitle("Rotating unbalance in the gripper, and its generalized torques")
    shown = save(figure, "bansevicius_torques.png", "rotating force and generalized torques")
    return shown, float(abs(Q[::20] - check).max() / abs(Q).max())


def section() -> str:
    robot = replace(lw.load("piezo6"), name="piezo6")
    count, zeros = elements(robot)
    few = elements(snake(6, principal))
    rows, picture = growth()
    shown, difference = torques()
    share = f"{100 * zeros / count:.0f} %"
    pose = ", ".join(f"{x:g}" for x in POSE)
    return f"""
## The six-joint piezoceramic robot

R. Bansevicius, A. Cepulkauskas, R. Kulvietiene and G. Kulvietis, *Computer Algebra for Real-Time Dynamics of Robots
with Large Numbers of Joints*, ICCS 2004. `python -m reproductions.bansevicius`

**Closed form**: `linkwright generate piezo6 closed_form --target c -o build/piezo6` gives H, C and g of equation (2).
It has {count} different elements (paper: {ELEMENTS}); {zeros} of them ({share}) are zero for any bodies, {few[1]} for
cylinders (paper: about {100 * ZEROS:.0f} %, for its own bodies).

**Number of products**, base parameters; "once" are those of parameters alone:

{counts()}

The paper's 371 are those of all elements of H, C and g, expanded, for bodies whose numbers it does not print. The row
to compare is "expanded; cylinders": principal axes along the frames, centres of mass on z (both assumed), the last one
also along x (as the printed G6 has it). `lw.expand` gives the polynomials and their dictionary of monomials. Who needs
the efforts only needs no closed form: the recursion, with its zeros and constants gone, has a third of the products.

**Growth with the number of joints**, the rows of the robot's table repeated, any bodies (with two joints nothing but
the sum of two angles moves, and the closed form needs no product). Expanded polynomials are shorter than the shared
graph up to six joints, and longer from then on:

{rows}

{picture}

**Rotating unbalance**, equations (3) to (5): the model `external_efforts` turns the force in the gripper into
generalized torques; a recursion written down as printed, along the printed table, gives the same to {difference:.0e}
(relative). Mass, radius and speed are not printed; here {1e3 * UNBALANCE:g} g at {1e3 * RADIUS:g} mm with {TURNS:g}
turns a second, at q = ({pose}) rad. The axes of joints 1 and 2 coincide, and so do their torques.

{shown}

Not repeated: the numbers of Figure 3, since the inertial parameters are not printed; the paper's count of monomials.
"""


if __name__ == "__main__":
    print(section())
