"""The smallest program from a robot to its code, which runs first: if it fails, nothing else needs to be looked at."""

from __future__ import annotations

import math

import linkwright as lw


def test_a_pendulum_from_its_table_to_efforts_and_code():
    pendulum = lw.Robot(name="pendulum", gravity=("g", 0, 0), joints=(lw.Joint(body=lw.Body(ZZ="J", MX="h")),))
    fn = lw.model(pendulum, "inverse_dynamics")
    tau = lw.compile(fn)(q=[0.3], qd=[2.0], qdd=[1.5], parameters={"J": 0.7, "h": 0.4, "g": 9.81})
    assert abs(float(tau[0]) - (0.7 * 1.5 + 0.4 * 9.81 * math.sin(0.3))) < 1e-14
    assert "pendulum_inverse_dynamics" in "".join(lw.emit(fn, "c").values())
