"""Laws of parallel robots, in numbers at closed configurations: positions and inverse Jacobians with chosen independent
joints."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from linkwright.errors import RobotError
from linkwright.verification.law import Law
from linkwright.verification.loop_bench import LoopFixture
from linkwright.verification.loops import NumericEquality, compare_values

INVERSE, RATE = "platform_inverse_jacobian", "platform_inverse_jacobian_dot"


def require_single_axis_joints(m: LoopFixture) -> None:
    """Refuse robots with joints other than those with one axis, on a fixed base."""
    if m.base or m.balls or any(c.is_motor for c in m.every):
        raise RobotError(f"{m.robot.name} is not made of joints with one axis on a fixed base alone")


def platform_positions(m: LoopFixture) -> Iterator[NumericEquality]:
    """Positions of all joints, and those of the drives once more."""
    require_single_axis_joints(m)
    fn = m.function("joint_positions")
    labels = list(fn.outputs[0].labels)
    places = [labels.index(m.tree.joint(j).variable) for j in m.joints]
    found = m.run(fn, "positions")
    yield NumericEquality("positions", remove_whole_turns(m, found[:, places]), m.motion.q)
    if any(port.name == "drives" for port in fn.outputs):
        driven = [k for k, j in enumerate(m.tree.joints, 1) if j.moves and j.actuated]
        at = [labels.index(m.tree.joint(j).variable) for j in driven]
        yield NumericEquality("drives", m.run(fn, "drives"), found[:, at])


def remove_whole_turns(m: LoopFixture, q: object) -> object:
    """Positions with whole turns added so that they are near those of the motion."""
    import numpy as np

    apart = np.asarray(q) - m.motion.q
    whole = np.array([2 * np.pi if m.tree.joint(j).kind == "revolute" else 0.0 for j in m.joints])
    return m.motion.q + apart - np.round(apart / (2 * np.pi)) * whole


def platform_jacobians(m: LoopFixture) -> Iterator[NumericEquality]:
    """Rates of all joints from the independent ones: h_x xd + h_q qd = 0, and its derivative for accelerations."""
    import numpy as np

    require_single_axis_joints(m)
    k, n, others = len(m.motion.q), len(m.own), list(m.others)
    of = ",".join(m.names[j] for j in m.own)

    def tables(model: str, names: Sequence[str]) -> list[np.ndarray]:
        return [m.value(model, name, of=of).reshape(k, len(others), -1) for name in names]

    J, hx, hq = tables(INVERSE, ("Jinv_all", "h_x", "h_q"))
    Jd, hxd, hqd = tables(RATE, ("Jinv_alld", "h_xd", "h_qd"))
    xd, xdd, qd, qdd = (rates[:, part] for part in (m.own, others) for rates in (m.motion.qd, m.motion.qdd))

    def times(A: np.ndarray, v: np.ndarray) -> np.ndarray:
        return np.asarray(np.einsum("src,sc->sr", A, v))

    yield NumericEquality("inverse Jacobian", J.reshape(k, -1), m.G[:, others].reshape(k, -1))
    yield NumericEquality("its rate", times(J, xdd) + times(Jd, xd), qdd)
    for c in range(n):
        yield NumericEquality("h_x and h_q", times(hq, m.G[:, others, c]), -hx[:, :, c])
    terms = times(np.abs(hx), np.abs(xdd)) + times(np.abs(hq), np.abs(qdd))  # scale: constant rows have no others
    rates = -times(hxd, xd) - times(hqd, qd)
    yield NumericEquality("their rates", times(hx, xdd) + times(hq, qdd), rates, np.full(1, terms.max(initial=0.0)))


_STATEMENTS: Sequence[tuple[str, tuple[str, ...], Callable[[LoopFixture], Iterator[NumericEquality]]]] = (
    ("positions of all joints close the loops", ("joint_positions",), platform_positions),
    ("inverse Jacobians of loops = velocity maps of their rows", (INVERSE, RATE), platform_jacobians),
)
LAWS = tuple(
    Law(name, models, compare_values(statement), fixture=LoopFixture)  # type: ignore[arg-type]
    for name, models, statement in _STATEMENTS
)

__all__ = ["LAWS"]
