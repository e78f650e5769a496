"""The 5-joint SCARA of the built-in `scara5` in SymPy, as its users write it: frames, points, Kane's method."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

JOINTS = 5


@dataclass(frozen=True)
class Equations:
    """M qdd = f, in SymPy's symbols."""

    M: Any
    f: Any
    q: Sequence[Any]
    u: Sequence[Any]
    symbols: Mapping[str, Any]

    def efforts(self, numbers: Mapping[str, float]) -> Any:
        """tau(q, qd, qdd) = M qdd - f as a Python function, with numbers in the place of the symbols."""
        import sympy as sp

        table = {s: numbers[name] for name, s in self.symbols.items()}
        both = sp.lambdify([list(self.q), list(self.u)], [self.M.xreplace(table), self.f.xreplace(table)])

        def tau(q: Any, qd: Any, qdd: Any) -> Any:
            M, f = both(q, qd)
            return M @ qdd - f[:, 0]

        return tau


def equations() -> Equations:
    """The equations of motion, not simplified: slide along z, three turns about z, quill pointing down."""
    import sympy as sp
    import sympy.physics.mechanics as me

    names = ["G3", "l1", "l2", "l3", "l4", "l5", "M1", "M5", *(f"{p}{j}" for j in (2, 3, 4) for p in ("M", "MX", "ZZ"))]
    s = {name: sp.Symbol(name) for name in names}
    q, u = me.dynamicsymbols(f"q1:{JOINTS + 1}"), me.dynamicsymbols(f"u1:{JOINTS + 1}")
    N, O = me.ReferenceFrame("N"), me.Point("O")
    O.set_vel(N, 0)
    bodies: list[Any] = []

    slide = O.locatenew("P1", (s["l1"] + q[0]) * N.z)
    slide.set_vel(N, u[0] * N.z)
    bodies.append(me.Particle("b1", slide, s["M1"]))
    A, P = N, slide
    for j in (2, 3, 4):
        B = A.orientnew(f"B{j}", "Axis", (q[j - 1], N.z))
        B.set_ang_vel(A, u[j - 1] * N.z)
        m, reach = s[f"M{j}"], s[f"MX{j}"] / s[f"M{j}"]
        C = P.locatenew(f"C{j}", reach * B.x)
        C.v2pt_theory(P, N, B)
        about = me.inertia(B, 0, 0, s[f"ZZ{j}"] - m * reach**2)
        bodies.append(me.RigidBody(f"b{j}", C, B, m, (about, C)))
        E = P.locatenew(f"P{j}", s[f"l{j}"] * B.x)
        E.v2pt_theory(P, N, B)
        A, P = B, E
    D = A.orientnew("D", "Axis", (sp.pi, A.x))
    tip = P.locatenew("P5", (s["l5"] + q[4]) * D.z)
    tip.set_vel(D, u[4] * D.z)
    tip.v1pt_theory(P, N, D)
    bodies.append(me.Particle("b5", tip, s["M5"]))

    loads = [(b.masscenter if isinstance(b, me.RigidBody) else b.point, b.mass * s["G3"] * N.z) for b in bodies]
    kane = me.KanesMethod(N, q_ind=q, u_ind=u, kd_eqs=[a - b.diff() for a, b in zip(u, q)])
    kane.kanes_equations(bodies, loads)
    return Equations(kane.mass_matrix, kane.forcing, q, u, s)
