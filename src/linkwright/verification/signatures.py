"""Laws of signatures: ports of the state have an element for every freedom, whatever parameters of a robot are zero."""

from __future__ import annotations

from linkwright.errors import RobotError
from linkwright.models import find, function
from linkwright.robot import Robot
from linkwright.verification.bench import ModelFixture
from linkwright.verification.law import Law, Verdict

MODELS = ("velocities", "jacobian_dot", "inertia_matrix", "bias_vector", "inverse_dynamics", "forward_dynamics")


def state_elements(robot: Robot, kind: str, comes_out: bool) -> list[str]:
    """Names of the elements of q, qd, qdd or tau of a tree, from its tables. `comes_out`: accelerations of joints on
    springs are results."""
    coupled, found = {coupling.joint for coupling in robot.couplings}, []
    for j, joint in enumerate(robot.joints, 1):
        if not joint.moves or j in coupled:
            continue
        sprung = joint.flexible and not (joint.parallel and joint.actuated)
        left_out = sprung and (kind == "tau" or (kind == "qdd" and comes_out))
        if joint.kind == "ball":
            found += [f"{joint.name}_{axis}" for axis in (("w", "x", "y", "z") if kind == "q" else ("wx", "wy", "wz"))]
        elif not left_out:
            found.append(joint.name)
        if joint.flexible and not joint.parallel and not joint.rotor.is_zero:
            found.append(f"{joint.name}_motor")
    return found


def check_ports(bench: ModelFixture) -> Verdict:
    """Check ports against a count of the freedoms in the tables, for the robot's own numbers: zeros remove no input."""
    robot, count = bench.origin, 0
    balls = any(joint.kind == "ball" for joint in robot.joints)  # whose axes may have other names
    for name in MODELS:
        try:
            fn = function(robot, name)
        except RobotError:
            continue
        ports = {port.name: list(port.names) for port in fn.inputs}
        for kind in find(name).state:
            expected, count = state_elements(robot, kind, name == "inverse_dynamics"), count + 1
            found = ports.get(kind, [])
            if len(found) != len(expected) or (found != expected and not balls):
                return "failed", f"{name}: {kind} is {', '.join(found)}, not {', '.join(expected)}"
    return "passed", f"{count} ports"


LAWS = (Law("ports of the state have an element for every freedom", (), check_ports),)
