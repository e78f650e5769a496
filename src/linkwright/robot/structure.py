"""Checks of a robot's structure: every error of its tables, with its cell, such as ("joint", 2, "parent")."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import chain

from linkwright.errors import Cell, InputError, Problems, RobotError
from linkwright.expr import Expr, value_of
from linkwright.robot.fields import CUTS, ELASTIC, INERTIA, JOINT_SCALARS, KINDS, PLACE, WHEELS, WRENCH
from linkwright.robot.parts import Joint, Tables, Wheel

_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)


def check_structure(robot: Tables) -> None:
    """Check names, kinds and parents, which must be right before defaults are filled in."""
    if not robot.name:
        raise RobotError("the robot has no name", cell=("name",))
    if not robot.joints:
        raise RobotError(f"{robot.name}: no joints", cell=("joint",))
    _raise_all(_structure(robot))


def check_names(robot: Tables) -> None:
    """Check that names differ and that formulas do not depend on joint variables."""
    joints: JointCells = [(("joint", j), joint) for j, joint in enumerate(robot.joints, 1)]
    joints += [(("loop", k, "joint"), loop.joint) for k, loop in enumerate(robot.loops, 1)]
    checks = (
        _name_problems(robot, joints),
        _dependencies(robot, joints),
        _constants(robot, joints),
        _number_problems(robot),
    )
    _raise_all(chain.from_iterable(checks))


JointCells = list[tuple[Cell, Joint]]


def _raise_all(found: Iterator[InputError]) -> None:
    problems = Problems()
    problems.errors += found
    problems.raise_all()


def _structure(robot: Tables) -> Iterator[InputError]:
    for j, joint in enumerate(robot.joints, 1):
        if joint.kind not in KINDS:
            remedy = ", ".join(KINDS)
            yield RobotError(f"{robot.name}: joint {j} is {joint.kind!r}", cell=("joint", j, "kind"), remedy=remedy)
        if not 0 <= joint.parent < j:
            yield RobotError(
                f"{robot.name}: the parent of joint {j} is {joint.parent}", cell=("joint", j, "parent"),
                remedy="a parent is the base 0 or an earlier joint: number the joints outward from the base",
            )  # fmt: skip
    yield from _couplings(robot)
    yield from _springs(robot)
    yield from _wheels(robot)
    yield from _frames(robot)
    for k, loop in enumerate(robot.loops, 1):
        if loop.frame.kind != "fixed":
            what = f"{robot.name}: loop {k} closes on a {loop.frame.kind} frame"
            yield RobotError(what, cell=("loop", k, "frame", "kind"), remedy="make it fixed")
        if loop.joint.kind not in CUTS:
            what = f"{robot.name}: loop {k} is cut at a {loop.joint.kind!r} joint"
            yield RobotError(what, cell=("loop", k, "joint", "kind"), remedy=", ".join(CUTS))
        if loop.joint.kind not in ("revolute", "prismatic", "fixed") and _has_dynamics(loop.joint):
            what = f"{robot.name}: the cut joint of loop {k} is {loop.joint.kind} and has a body, a rotor or friction"
            yield RobotError(what, cell=("loop", k, "joint", "kind"), remedy="give them to links and joints")
        if loop.joint.parent == loop.frame.parent:
            what = f"{robot.name}: loop {k} closes link {loop.joint.parent} with itself"
            yield RobotError(what, cell=("loop", k, "frame", "parent"), remedy="name two links")
        for name, part in (("joint", loop.joint), ("frame", loop.frame)):
            if not 0 <= part.parent <= len(robot.joints):
                what = f"{robot.name}: loop {k} is attached to link {part.parent}, which does not exist"
                remedy = f"a link is the base 0 or a joint, 1 to {len(robot.joints)}"
                yield RobotError(what, cell=("loop", k, name, "parent"), remedy=remedy)


def _has_dynamics(joint: Joint) -> bool:
    own = (joint.rotor, joint.viscous, joint.coulomb, *(getattr(joint.body, name) for name in (*INERTIA, *WRENCH)))
    return any(not x.is_zero for x in own)


def _couplings(robot: Tables) -> Iterator[InputError]:
    n, tied = len(robot.joints), {}
    for k, coupling in enumerate(robot.couplings, 1):
        for key, j in (("joint", coupling.joint), *(("terms", term.joint) for term in coupling.terms)):
            what = f"{robot.name}: coupling {k} names joint {j}"
            if not 1 <= j <= n:
                yield RobotError(f"{what}, which does not exist", cell=("coupling", k, key), remedy=f"1 to {n}")
            elif robot.joints[j - 1].kind not in ("revolute", "prismatic"):
                kind = robot.joints[j - 1].kind
                remedy = "couple revolute and prismatic joints"
                yield RobotError(f"{what}, which is {kind}", cell=("coupling", k, key), remedy=remedy)
        if coupling.joint in tied:
            yield RobotError(f"{robot.name}: joint {coupling.joint} is coupled twice", cell=("coupling", k, "joint"),
                             remedy="write one coupling with several terms")  # fmt: skip
        tied[coupling.joint] = {term.joint for term in coupling.terms}
        if len(tied[coupling.joint]) < len(coupling.terms):
            yield RobotError(f"{robot.name}: coupling {k} names a joint twice", cell=("coupling", k, "terms"),
                             remedy="add the factors")  # fmt: skip
    for k, coupling in enumerate(robot.couplings, 1):
        todo = [coupling.joint]
        seen: set[int] = set()
        while todo:
            above = tied.get(todo.pop(), set()) - seen
            seen |= above
            todo += above
        if coupling.joint in seen:
            yield RobotError(f"{robot.name}: coupling {k} couples joint {coupling.joint} to itself",
                             cell=("coupling", k, "terms"), remedy="couplings may not form a cycle")  # fmt: skip


def _springs(robot: Tables) -> Iterator[InputError]:
    for cell, what, joint in _tree_and_cut_joints(robot):
        for name in ELASTIC:
            value: Expr = getattr(joint, name)
            if not value.is_zero and not joint.flexible:
                yield RobotError(f"{robot.name}: {what} has a {name} but is not flexible", cell=(*cell, name),
                                 remedy="make it flexible, or leave it out")  # fmt: skip
            elif name != "rest" and _value_if_known(robot, value, 0) < 0:
                problem = f"{robot.name}: the {name} of {what} is negative"
                yield RobotError(problem, cell=(*cell, name), remedy="springs and dampers have positive ones")
        if joint.parallel and not joint.flexible:
            yield RobotError(f"{robot.name}: {what} has a parallel spring but is not flexible",
                             cell=(*cell, "parallel"), remedy="make it flexible, or leave it out")  # fmt: skip
        if joint.flexible and joint.kind not in ("revolute", "prismatic"):
            yield RobotError(f"{robot.name}: {what} is {joint.kind} and flexible", cell=(*cell, "flexible"),
                             remedy="revolute and prismatic joints can be flexible")  # fmt: skip


def _tree_and_cut_joints(robot: Tables) -> Iterator[tuple[Cell, str, Joint]]:
    """Yield the joints of the tree and the cut joints, each with its cell and its name in messages."""
    yield from ((("joint", j), f"joint {j}", joint) for j, joint in enumerate(robot.joints, 1))
    yield from ((("loop", k, "joint"), f"the cut joint of loop {k}", x.joint) for k, x in enumerate(robot.loops, 1))


def _wheels(robot: Tables) -> Iterator[InputError]:
    for k, wheel in enumerate(robot.wheels, 1):
        what = f"{robot.name}: wheel {k}"
        if wheel.kind not in WHEELS:
            yield RobotError(f"{what} is {wheel.kind!r}", cell=("wheel", k, "kind"), remedy=", ".join(WHEELS))
            continue
        yield from _wheel_joints(robot, wheel, k)
        radius = _value_if_known(robot, wheel.radius, 1)
        if wheel.kind != "ball" and radius <= 0:
            yield RobotError(f"{what} has the radius {radius:g}", cell=("wheel", k, "radius"),
                             remedy="a positive length")  # fmt: skip
        if wheel.kind == "swedish" and _is_quarter(robot, wheel.roller):
            yield RobotError(f"{what} has rollers along its heading: it exerts no force", cell=("wheel", k, "roller"),
                             remedy="0 for omnidirectional wheels, pi/4 or -pi/4 for mecanum wheels")  # fmt: skip
        if wheel.kind != "swedish" and not wheel.roller.is_zero:
            yield RobotError(f"{what} is {wheel.kind} and has rollers", cell=("wheel", k, "roller"),
                             remedy="make it swedish, or leave them out")  # fmt: skip


def _frames(robot: Tables) -> Iterator[InputError]:
    seen: set[str] = set()
    for k, frame in enumerate(robot.frames, 1):
        what = f"{robot.name}: frame {k}"
        if not frame.name.strip():
            yield RobotError(f"{what} has no name", cell=("frame", k, "name"), remedy="give it one")
        elif frame.name in seen:
            yield RobotError(f"{what}, {frame.name!r}, occurs twice", cell=("frame", k, "name"),
                             remedy="names of frames must differ")  # fmt: skip
        seen.add(frame.name)
        if not -1 <= frame.link <= len(robot.joints):
            yield RobotError(f"{what} is on link {frame.link}, which does not exist", cell=("frame", k, "link"),
                             remedy=f"0 (base) to {len(robot.joints)}")  # fmt: skip
        elif frame.link == -1 and any(not getattr(frame, name).is_zero for name in PLACE):
            yield RobotError(f"{what} has a position or orientation in the world", cell=("frame", k, "link"),
                             remedy="a frame on link -1 is the world frame itself: leave them out")  # fmt: skip


def _value_if_known(robot: Tables, value: Expr, otherwise: float) -> float:
    """Return the value of a formula if the numbers of all its symbols are known, else `otherwise`."""
    return value_of(value, robot.numbers) if value.symbols <= set(robot.numbers) else otherwise


def _is_quarter(robot: Tables, angle: Expr) -> bool:
    """Return whether the angle is an odd multiple of pi/2, exactly or as a decimal to five digits."""
    return angle.cos().is_zero or abs(math.cos(_value_if_known(robot, angle, 0))) < 1e-5


_WHEEL_JOINTS = {  # joints that a wheel must have, and those that it may have
    "fixed": (("spin",), ("spin",)), "steering": (("spin", "steer"), ("spin", "steer")),
    "castor": (("spin", "steer"), ("spin", "steer")), "swedish": (("spin",), ("spin", "steer")), "ball": ((), ()),
}  # fmt: skip


def _wheel_joints(robot: Tables, wheel: Wheel, k: int) -> Iterator[InputError]:
    needed, allowed = _WHEEL_JOINTS[wheel.kind]
    for key in ("spin", "steer"):
        j, what, cell = getattr(wheel, key), f"{robot.name}: wheel {k}", ("wheel", k, key)
        if not 0 <= j <= len(robot.joints):
            remedy = f"1 to {len(robot.joints)}"
            yield RobotError(f"{what} turns with joint {j}, which does not exist", cell=cell, remedy=remedy)
        elif not j and key in needed:
            yield RobotError(f"{what} is {wheel.kind} and has no {key} joint", cell=cell, remedy="name it")
        elif j and key not in allowed:
            yield RobotError(f"{what} is {wheel.kind} and has a {key} joint", cell=cell, remedy="leave it out")
        elif j and robot.joints[j - 1].kind != "revolute":
            kind = robot.joints[j - 1].kind
            remedy = "revolute joints turn wheels"
            yield RobotError(f"{what} turns with joint {j}, which is {kind}", cell=cell, remedy=remedy)


def _name_problems(robot: Tables, joints: JointCells) -> Iterator[InputError]:
    for field, chosen in (("name", joints), ("variable", [(cell, j) for cell, j in joints if j.moves])):
        seen: set[str] = set()
        for cell, joint in chosen:
            word = getattr(joint, field)
            if word in seen:
                what = f"{robot.name}: joint {field} {word!r} occurs twice"
                yield RobotError(what, cell=(*cell, field), remedy="names must differ")
            seen.add(word)
    for cell, joint in joints:
        if joint.moves and not _NAME.fullmatch(joint.variable):
            what = f"{robot.name}: {joint.name} has the variable {joint.variable!r}"
            yield RobotError(what, cell=(*cell, "variable"), remedy="use a name")


def _dependencies(robot: Tables, joints: JointCells) -> Iterator[InputError]:
    variables = {joint.variable for _, joint in joints if joint.moves}
    for cell, joint in joints:
        for name in (*JOINT_SCALARS, *INERTIA):
            own = name in JOINT_SCALARS
            value: Expr = getattr(joint if own else joint.body, name)
            clash = variables & value.symbols
            if clash:
                yield RobotError(
                    f"{robot.name}: {name} of {joint.name} depends on the joint variable {min(clash)!r}",
                    cell=(*cell, name) if own else (*cell, "body", name),
                    remedy="only theta of a revolute and r of a prismatic joint contain their own variable",
                )


def _constants(robot: Tables, joints: JointCells) -> Iterator[InputError]:
    """Check that couplings, wheels and frames do not depend on the joint variables."""
    variables = {joint.variable for _, joint in joints if joint.moves}
    cells: list[tuple[Cell, Expr]] = []
    for k, coupling in enumerate(robot.couplings, 1):
        cells += [(("coupling", k, "terms"), term.factor) for term in coupling.terms]
        cells.append((("coupling", k, "offset"), coupling.offset))
    for k, wheel in enumerate(robot.wheels, 1):
        cells += [(("wheel", k, "radius"), wheel.radius), (("wheel", k, "roller"), wheel.roller)]
    for k, frame in enumerate(robot.frames, 1):
        cells += [(("frame", k, name), getattr(frame, name)) for name in PLACE]
    for cell, value in cells:
        clash = variables & value.symbols
        if clash:
            what = f"{robot.name}: {cell[2]} of {cell[0]} {cell[1]} depends on the joint variable {min(clash)!r}"
            yield RobotError(what, cell=cell, remedy="use numbers and parameters")


def _number_problems(robot: Tables) -> Iterator[InputError]:
    for name, number in robot.numbers.items():
        cell = ("numbers", name)
        if not _NAME.fullmatch(name):
            yield RobotError(f"{robot.name}: {name!r} in the numbers is not a name", cell=cell)
        if not math.isfinite(number):
            yield InputError(f"{robot.name}: the number of {name} is {number}", cell=cell)


__all__ = ["check_names", "check_structure"]
