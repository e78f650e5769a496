"""Operation counts of geometry and Jacobian: below the peers, and never above what was reached.

The peers are OpenSYMORO's counts (additions, multiplications; dead code removed), its end frame in frame 0. Ours are
those of the whole compiler, setup included. A lower count here is an improvement: write it down.
"""

from __future__ import annotations

import pytest

from linkwright import compiler, formats
from linkwright.robot import Robot, spatial

#                    direct geometry            Jacobian
#                    peer        reached        peer         reached
COUNTS = {
    "rx90": ((25, 56), 52, (53, 116), 37),
    "puma560": ((30, 61), 60, (108, 194), 45),
    "stanford": ((18, 43), 51, (24, 103), 34),
    "sr400": ((30, 61), 57, (107, 176), 42),
    "lwr4plus": ((31, 68), 91, (100, 431), 119),
    "spatial6": ((102, 227), 178, None, 224),  # the peer's Jacobian takes more than 300 s
}


def robot(name: str) -> Robot:
    return spatial(6) if name == "spatial6" else formats.builtin(name).tree()


@pytest.mark.parametrize("name", COUNTS)
def test_direct_geometry_needs_fewer_operations_than_the_peers(name):
    peer, reached = COUNTS[name][:2]
    cost = compiler.model(robot(name), "direct_geometry").cost
    assert cost.total < sum(peer)
    assert cost.total <= reached


@pytest.mark.parametrize("name", COUNTS)
def test_jacobian_needs_fewer_operations_than_the_peers(name):
    peer, reached = COUNTS[name][2:]
    cost = compiler.model(robot(name), "jacobian").cost
    assert peer is None or cost.total < sum(peer)
    assert cost.total <= reached


def test_akr3000_needs_fewer_operations_than_the_peers(shared):
    """The same arm as the RX90, moved through parallelograms: its tree."""
    tree = formats.read(shared / "robots" / "AKR3000.par").tree()
    assert compiler.model(tree, "direct_geometry").cost.total < 25 + 56
    assert compiler.model(tree, "jacobian").cost.total < 53 + 116


@pytest.mark.parametrize(
    ("model", "reached"),
    [("inverse_jacobian", 112), ("jacobian_dot", 98), ("jdot_qdot", 103), ("hessian", 74), ("manipulability", 15),
     ("jacobian_determinant", 8), ("velocities", 56), ("accelerations", 125), ("centre_of_mass", 67)],
)  # fmt: skip
def test_other_models_of_the_rx90_stay_as_cheap_as_they_are(model, reached):
    assert compiler.model(formats.builtin("rx90"), model).cost.total <= reached
