"""The 5-joint SCARA of the built-in `scara5` in SymPy by Lagrange's method, as its users write it."""

from __future__ import annotations

from typing import Any


def equations() -> tuple[Any, Any]:
    """Mass matrix and forcing vector, not simplified: energies of the bodies, then `LagrangesMethod`."""
    import sympy as sp
    import sympy.physics.mechanics as me

    g, l2, l3, l4, m1, m5 = sp.symbols("g l2 l3 l4 M1 M5")
    q = me.dynamicsymbols("q1:6")
    t = me.dynamicsymbols._t
    z = q[0].diff(t)
    T, V = m1 * z**2 / 2, m1 * g * q[0]
    x = y = sp.Integer(0)
    angle = sp.Integer(0)
    for j, l in zip((2, 3, 4), (l2, l3, l4)):
        m, mx, zz = sp.symbols(f"M{j} MX{j} ZZ{j}")
        angle = angle + q[j - 1]
        cx, cy = x + mx / m * sp.cos(angle), y + mx / m * sp.sin(angle)
        T += m * (cx.diff(t) ** 2 + cy.diff(t) ** 2 + z**2) / 2 + (zz - mx**2 / m) * angle.diff(t) ** 2 / 2
        V += m * g * q[0]
        x, y = x + l * sp.cos(angle), y + l * sp.sin(angle)
    down = q[0] - q[4]
    T += m5 * (x.diff(t) ** 2 + y.diff(t) ** 2 + down.diff(t) ** 2) / 2
    V += m5 * g * down
    method = me.LagrangesMethod(T - V, q)
    method.form_lagranges_equations()
    return method.mass_matrix, method.forcing
