"""Inverse geometric model: all postures of a chain at which a frame has a given pose.

The joint axes decide on the method (classes/classify.py): three axes that meet or three parallel ones have closed
forms, with a polynomial of degree 2 or 4; any other six joints, revolute or prismatic, are solved by elimination
(Raghavan and Roth 1990, without their frames), with up to 16 postures. Two formulations of the elimination are chosen
for the robot at generation; the second one runs where the first is in doubt. Each posture is polished by Newton steps
on the chain as described, and only postures that reach the pose are returned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from linkwright.errors import InputError, RobotError
from linkwright.expr import Expr, Importer
from linkwright.models.framework.frame_options import FRAME, frame_label, read_link
from linkwright.models.framework.model import Model, Option, Quantities, Result, State
from linkwright.models.framework.option import option_text
from linkwright.models.framework.scope import KINEMATICS
from linkwright.models.framework.state import POSE
from linkwright.models.inverse_geometry import paul
from linkwright.models.inverse_geometry.chain_screws import ScrewChain, chain_of, compose_transforms
from linkwright.models.inverse_geometry.classes.srs_arm import SRS_BRANCH_NAMES, srs_arm_of
from linkwright.models.inverse_geometry.classes.srs_arm_solutions import solve_at_arm_angle
from linkwright.models.inverse_geometry.joint_limits import PostureFilter
from linkwright.models.inverse_geometry.kernels.solution_kernel import PostureOutputs, solve_postures
from linkwright.models.inverse_geometry.problem import Problem
from linkwright.robot import Joint, Robot
from linkwright.robot.features import BALLS, BASE_POSE, COUPLINGS

TASKS = ("auto", "pose", "direction", "position")
LIMITS = ("ignore", "flag", "within")
MAX_TURN_COMBINATIONS = 128
REDUNDANCY = ("joint", "arm_angle")
JOINTS_NEEDED = {"direction": 5, "position": 3}
FLAGS_DOC = (
    "1 singular, 3 on a curve of postures: joints are free; 4 more: outside the limits; 16 more: found by iteration"
)


def problem_of(robot: Robot, frame: int, task: str, locked: Sequence[int] | None) -> Problem:
    """Return the problem (chain, task, locked joints) for a frame of a robot; a RobotError if it has none."""
    chain = chain_of(robot, frame)
    locks = _find_locks(robot, chain, frame_label(robot, frame), locked)
    left, label = len(chain.joints) - len(locks), frame_label(robot, frame)
    if task in JOINTS_NEEDED and left != JOINTS_NEEDED[task]:
        raise RobotError(f"{robot.name}: {left} joints move frame {label}, a {task} takes {JOINTS_NEEDED[task]}",
                         remedy="task=pose, or another frame")  # fmt: skip
    wanted = [t for t, count in JOINTS_NEEDED.items() if count == left] if task == "auto" else [task]
    problems = [Problem(chain, t, locks) for t in dict.fromkeys([*wanted, *(["pose"] if task == "auto" else [])])]
    problem = next((p for p in problems if p.rank == 6), None)
    if problem is None:
        names = [robot.joint(chain.joints[k]).name for k in problems[-1].idle()]
        what = f"one of {', '.join(names)} is idle" if names else f"they cannot reach a {problems[-1].task}"
        raise RobotError(f"{robot.name}: the joints that move frame {label} depend on each other: {what}",
                         remedy="another frame or task, or lock it: locked=...")  # fmt: skip
    return problem


def _find_locks(robot: Robot, chain: ScrewChain, label: str, locked: Sequence[int] | None) -> tuple[int, ...]:
    """Return the places in the chain of the locked joints: `locked`, or, of seven joints, the best one to lock."""
    n = len(chain.joints)
    for j in locked or ():
        if j not in chain.joints:
            raise InputError(f"joint {robot.joint(j).name} does not move frame {label}", remedy="lock one that does")
    if locked is None:
        if n == 7:
            return (choose_locked_joint(chain),)
        locked = ()
    if n - len(locked) > 6:
        raise RobotError(f"{robot.name}: {n} joints move frame {label}; {n - 6} must be locked, not {len(locked)}",
                         remedy=f"locked={','.join(str(j) for j in chain.joints[2 : n - 4])}")  # fmt: skip
    if n == len(locked):
        raise InputError(f"every joint that moves frame {label} is locked", remedy="leave at least one unlocked")
    return tuple(sorted(chain.joints.index(j) for j in set(locked)))


def choose_locked_joint(chain: ScrewChain) -> int:
    """Place of the joint of seven to lock: the one that leaves the simplest closed form, the third before others."""
    tried = [Problem(chain, "pose", (k,)) for k in (2, 6, 0, 3, 1, 4, 5)]
    forms = [(p.form.degree, k, p) for k, p in enumerate(tried) if p.form]
    return min(forms)[2].locks[0] if forms else 6


def build(
    robot: Robot, state: State, quantities: Quantities, frame: int, task: str, locked: Sequence[int] | None,
    redundancy: str, limits: str, nearest: str,
) -> Sequence[Result]:  # fmt: skip
    """Build the model: postures, status, count and what is known of each posture."""
    if redundancy == "arm_angle":
        if locked is not None or task not in ("auto", "pose"):
            raise InputError("with redundancy=arm_angle no joint is locked, and the task is the pose",
                             remedy="locked=auto task=auto")  # fmt: skip
        return _build_at_arm_angle(robot, state, frame, limits, nearest)
    symbols = paul.symbols_without_number(robot, frame)
    known = paul.with_random_numbers(robot, frame) if symbols else robot
    problem = problem_of(known, frame, task, locked)
    chain = problem.chain
    fixed = [robot.joint(chain.joints[k]) for k in problem.locks]
    positions: Sequence[Expr] = ()
    if fixed and state.ask:
        doc = f"position of {'joint' if len(fixed) == 1 else 'joints'} {', '.join(j.name for j in fixed)}"
        positions = state.ask("q_locked", doc, [j.variable for j in fixed], [_position_unit(j) for j in fixed])
    state.states.update(_test_states(problem))
    joints = [chain.joints[k] for k in problem.own]
    if symbols or is_solved_by_formulas(robot, frame, problem):
        own = robot if symbols else robot.copy_into(Importer(state.pose[0].graph, dict(robot.numbers)))
        formulas = paul.solve_by_formulas(own, frame, problem.task, problem.locks, state.pose, positions, quantities)
        found, limbs = formulas.postures, formulas.branches.steps
    else:
        found, limbs = solve_postures(problem, state.pose, positions), problem.form.branch_names if problem.form else ()
    if symbols:
        many = len(state.states[POSE])
        state.states.update({f"parameters.{s}": [[x]] * many for s, x in known.numbers.items()})
    wanted = _make_posture_filter(robot, state, chain, joints, limits, nearest)
    return _build_results(robot, frame, wanted, found, limbs)


def is_solved_by_formulas(robot: Robot, frame: int, problem: Problem) -> bool:
    """Tell whether Paul's formulas solve a numeric chain that has no closed form by its axes (those are cheaper)."""
    own = robot.with_numbers()
    return problem.form is None and paul.find_plan(own, frame, problem.task, problem.locks) is not None


def _build_at_arm_angle(robot: Robot, state: State, frame: int, limits: str, nearest: str) -> Sequence[Result]:
    """Results for an SRS arm (7 joints) at a given arm angle psi, rad."""
    arm = srs_arm_of(robot, frame)
    assert state.ask is not None
    (psi,) = state.ask("psi", "arm angle: from the first axis to the elbow, about the line from shoulder to wrist",
                       ["psi"], ["rad"])  # fmt: skip
    found = solve_at_arm_angle(arm, state.pose, psi)
    state.states.update(_test_states(Problem(arm.chain, "pose", (2,))))
    state.states["psi"] = state.states.pop("q_locked")
    wanted = _make_posture_filter(robot, state, arm.chain, arm.chain.joints, limits, nearest)
    return _build_results(robot, frame, wanted, found, SRS_BRANCH_NAMES)


def _build_results(
    robot: Robot, frame: int, wanted: PostureFilter, every: PostureOutputs, limbs: Sequence[str]
) -> list[Result]:
    """Outputs of the model: the postures after joint limits and order, with their documentation."""
    found = wanted.select(every)
    names, rows = [joint.variable for joint in wanted.joints], range(1, len(found.q) + 1)
    labels = tuple(f"{name}_{r}" for r in rows for name in names)
    units = tuple(_position_unit(joint) for _ in rows for joint in wanted.joints)
    doc = f"postures at which frame {frame_label(robot, frame)} has the pose: a row each, unused rows are NaN"
    told = "0 solved, 3 out of reach, 5 not a pose (R is no rotation), 6 outside the limits"

    def each(name: str, values: Sequence[Any], doc: str, kind: Literal["real", "integer"] = "integer") -> Result:
        return Result(name, values, (len(rows),), doc, tuple(f"{name}{r}" for r in rows), kind=kind)

    missed = each("residual", found.residual, "distance from the pose; angles count times the reach", "real")
    return [
        Result("q", [x for row in found.q for x in row], (len(rows), len(names)), doc, labels, units),
        Result("status", [found.status], (), told, ("status",), kind="integer"),
        Result("count", [found.count], (), "number of postures", ("count",), kind="integer"),
        replace(missed, units=("m",) * len(rows), scale=wanted.reach),
        each("flags", found.flags, FLAGS_DOC),
        each("free", found.free, f"the joints that are free: {_bit_doc(names)}"),
        each("branch", found.branch, _branch_doc(limbs)),
    ]


def _branch_doc(limbs: Sequence[str]) -> str:
    """Documentation of the branch numbers. A posture that no closed-form candidate led to has no known branch."""
    return f"{_bit_doc(limbs[::-1])} the other way; {1 << len(limbs)}: not known" if limbs else "its number"


def _bit_doc(names: Sequence[str]) -> str:
    """Documentation of a bit field: the value of the bit before each name."""
    return ", ".join(f"{1 << k} {name}" for k, name in enumerate(names))


def _make_posture_filter(
    robot: Robot, state: State, chain: ScrewChain, joints: Sequence[int], limits: str, nearest: str
) -> PostureFilter:  # fmt: skip
    """Return the filter for joint limits and nearness that the options ask for."""
    own = tuple(robot.joint(j) for j in joints)
    near: Sequence[Expr] = ()
    if nearest == "yes" and state.ask:
        doc = "reference posture: postures nearest to it come first"
        near = state.ask("q_near", doc, [joint.variable for joint in own], [_position_unit(joint) for joint in own])
        rest = np.random.default_rng(9).uniform(-4, 4, (len(state.states[POSE]), len(own)))
        state.states["q_near"] = [[float(x) for x in row] for row in rest]
    wanted = PostureFilter(own, chain.reach, limits, tuple(near))
    if limits != "ignore" and all(j.limits.lower is None and j.limits.upper is None for j in own):
        raise RobotError(f"{robot.name}: no joint has limits", remedy="limits=ignore, or give the joints limits")
    if limits == "within" and wanted.turns() > MAX_TURN_COMBINATIONS:
        raise RobotError(f"{robot.name}: within their limits the joints have {wanted.turns()} combinations of turns",
                         remedy="limits=flag takes one turn of each joint; or narrower limits")  # fmt: skip
    return wanted


def _test_states(problem: Problem, count: int = 3) -> dict[str, list[list[float]]]:
    """Test inputs: poses of random postures and, if all joints are revolute, a pose out of reach."""
    chain = problem.chain
    q = np.random.default_rng(8).uniform(-1.5, 1.5, (count, len(chain.screws)))
    poses = [compose_transforms(*(s.motion(x) for s, x in zip(chain.screws, row, strict=True)), chain.M) for row in q]
    if all(s.is_revolute for s in chain.screws):
        far = chain.M.copy()
        far[:3, 3] += 1e3 * chain.reach
        poses.append(far)
        q = np.concatenate([q, q[:1]])
    found = {POSE: [[float(x) for x in T.ravel()] for T in poses]}
    if problem.locks:
        found["q_locked"] = [[float(row[k]) for k in problem.locks] for row in q]
    return found


def _read_locked(robot: Robot, value: Any) -> tuple[int, ...] | None:
    """Read the option `locked`: numbers of joints; None for auto."""
    if option_text(value) == "auto":
        return None
    some = value.split(",") if isinstance(value, str) else value if isinstance(value, (list, tuple)) else [value]
    return tuple(read_link(robot, x.strip() if isinstance(x, str) else x) for x in some)


def _position_unit(joint: Joint) -> str:
    """Unit of a joint position."""
    return "rad" if joint.kind == "revolute" else "m"


MODEL = Model(
    name="inverse_geometry",
    doc="all postures at which a frame has a given pose",
    state=(POSE,),
    build=build,
    is_still=True,
    scope=KINEMATICS.refusing(COUPLINGS, BALLS).leaving("the pose is relative to the base", BASE_POSE),
    options={
        "frame": FRAME,
        "task": Option("auto", "part of the pose to reach; auto: the largest that so many joints can reach", TASKS),
        "redundancy": Option("joint", "for seven joints: one is locked, or the arm angle psi is given", REDUNDANCY),
        "locked": Option(
            "auto",
            "the joints whose positions are given, where more than six move the frame: 3, or 3,5",
            read=_read_locked,
        ),
        "limits": Option("ignore", "of the joints: flag postures outside, or give those within, in all turns", LIMITS),
        "nearest": Option("no", "whether the postures nearest to q_near, an input, come first", ("no", "yes")),
    },
)
