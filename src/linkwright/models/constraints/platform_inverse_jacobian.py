"""Inverse Jacobians of a parallel robot: rates of drives and of all joints from those of its platform.

Schappler, Job & Ortmaier (2021), property 13: h_x xd + h_q qd = 0, Jinv = -h_q^-1 h_x (`parallel_robot_jacobians`).
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.models.constraints.parallel_robot_jacobians import PLATFORM_OPTION, ImplicitJacobians
from linkwright.models.constraints.wheels import label
from linkwright.models.framework.model import Model, Quantities, Result, State, named
from linkwright.models.framework.scope import KINEMATICS
from linkwright.robot import Coordinate, Robot
from linkwright.robot.features import LOOPS
from linkwright.spatial import Scalar


def jacobian_results(
    h: ImplicitJacobians,
    rows: Sequence[Sequence[Sequence[Scalar]]],
    Jinv: dict[Coordinate, list[Scalar]],
    of: str = "",
    suffix: str = "",
    rate: str = "",
) -> list[Result]:
    """Jinv of the drives, Jinv of all joints, h_x and h_q as results; `of` precedes their docs, `rate` their units."""

    def units(plain: Sequence[str]) -> list[str]:
        return [(u or "1") + rate if rate else u for u in plain]

    def matrix(name: str, joints: Sequence[Coordinate], what: str) -> Result:
        table = [Jinv[d] for d in joints]
        labels = [f"{name}{d.suffix}_{a.suffix}" for d in joints for a in h.x]
        doc = f"{of}{what}: rates of {', '.join(map(label, joints))} from those of {', '.join(map(label, h.x))}"
        return named(
            name + suffix, table, doc, [x + suffix for x in labels], units([h.unit(d, a) for d in joints for a in h.x])
        )

    found = [matrix("Jinv", h.drives, "inverse Jacobian of the drives")] if h.drives else []
    found.append(matrix("Jinv_all", h.joints, "full inverse Jacobian"))
    for name, columns, table in zip(("h_x", "h_q"), (h.x, h.joints), rows, strict=True):
        labels = [f"{name}{suffix}_{row}_{c.suffix}" for row in h.names for c in columns]
        doc = f"{of}slopes of the equations {', '.join(h.names)} by {', '.join(map(label, columns))}"
        found.append(named(name + suffix, [list(row) for row in table], doc, labels, units(h.row_units(columns))))
    return found


def build(robot: Robot, state: State, quantities: Quantities, of: tuple[Coordinate, ...]) -> Sequence[Result]:
    h = ImplicitJacobians.of(robot, state.q, of)
    return jacobian_results(h, [h.over(h.x), h.over(h.joints)], h.inverse())


MODEL = Model(
    name="platform_inverse_jacobian",
    doc="inverse Jacobians of a parallel robot: rates of drives and of all joints from the platform's; h_x and h_q",
    state=("q",),
    build=build,
    scope=KINEMATICS.handling(LOOPS),
    options={"of": PLATFORM_OPTION},
)
