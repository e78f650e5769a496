"""Inverse geometric model: all postures of a chain at which a frame has a given pose.

The axes of the joints tell which way is taken (`parts.inverse`): three that meet or three that are parallel have closed
forms, with a polynomial of degree 2 or 4; any other six joints, turning or sliding, are solved by elimination (Raghavan
and Roth 1990, without their frames), with up to 16 postures. Two formulations of it are chosen for the robot when the
code is made; the second one is asked where the first is in doubt. Each posture is polished by Newton's steps on the
chain as it is written, and only those that reach the pose are given.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwright.errors import InputError, RobotError
from linkwright.expr import Expr
from linkwright.models.model import Model, Option, Quantities, Result, State
from linkwright.models.option import option_text
from linkwright.models.parts.inverse.choosing import Wanted
from linkwright.models.parts.inverse.postures import solved
from linkwright.models.parts.inverse.problem import Problem
from linkwright.models.parts.inverse.screws import Chain, chain_of, product
from linkwright.models.parts.places import FRAME, frame, frame_label
from linkwright.models.scope import KINEMATICS
from linkwright.models.state import POSE
from linkwright.robot import Robot
from linkwright.robot.features import BALLS, BASE_POSE, COUPLINGS

TASKS = ("auto", "pose", "direction", "position")
LIMITS = ("ignore", "flag", "within")
MOST_TURNS = 128
NEEDS = {"direction": 5, "position": 3}


def problem_of(robot: Robot, frame: int, task: str, locked: int | None) -> Problem:
    """What is solved for a frame of a robot."""
    chain = chain_of(robot, frame)
    n, label = len(chain.joints), frame_label(robot, frame)
    if n > 7:
        raise RobotError(f"{robot.name}: {n} joints move frame {label}; inverse geometry is for 7 at most",
                         remedy="another frame")  # fmt: skip
    if locked is not None and locked not in chain.joints:
        raise InputError(f"joint {robot.joint(locked).name} does not move frame {label}", remedy="lock one that does")
    lock = chain.joints.index(locked) if locked is not None else best_lock(chain) if n == 7 else None
    left = n - (lock is not None)
    if task in NEEDS and left != NEEDS[task]:
        raise RobotError(f"{robot.name}: {left} joints move frame {label}, a {task} takes {NEEDS[task]}",
                         remedy="task=pose, or another frame")  # fmt: skip
    wanted = [t for t, count in NEEDS.items() if count == left] if task == "auto" else [task]
    problems = [Problem(chain, t, lock) for t in dict.fromkeys([*wanted, *(["pose"] if task == "auto" else [])])]
    problem = next((p for p in problems if p.rank == 6), None)
    if problem is None:
        names = [robot.joint(chain.joints[k]).name for k in problems[-1].idle()]
        what = f"of {', '.join(names)} one is idle" if names else f"they cannot follow a {problems[-1].task}"
        raise RobotError(f"{robot.name}: the joints that move frame {label} depend on each other: {what}",
                         remedy="another frame or task, or lock it: locked=...")  # fmt: skip
    if problem.form is None and lock not in (None, 0, 6):
        name = robot.joint(chain.joints[lock]).name
        raise RobotError(f"{robot.name}: with joint {name} locked there is no closed form",
                         remedy=f"lock the first or the last joint: locked={chain.joints[-1]}")  # fmt: skip
    return problem


def best_lock(chain: Chain) -> int:
    """The joint of seven that is best given: whose chain has the simplest closed form, the third before others."""
    tried = [Problem(chain, "pose", k) for k in (2, 6, 0, 3, 1, 4, 5)]
    forms = [(p.form.degree, k, p) for k, p in enumerate(tried) if p.form]
    found = min(forms)[2] if forms else Problem(chain, "pose", 6)
    assert found.lock is not None
    return found.lock


def build(
    robot: Robot, state: State, quantities: Quantities, frame: int, task: str, locked: int | None, limits: str,
    nearest: str,
) -> Sequence[Result]:  # fmt: skip
    problem = problem_of(robot, frame, task, locked)
    chain = problem.chain
    position = None
    if problem.lock is not None and state.ask:
        joint = robot.joint(chain.joints[problem.lock])
        unit = "rad" if joint.kind == "revolute" else "m"
        position = state.ask("q_locked", f"position of joint {joint.name}", joint.variable, unit)
    joints = [j for k, j in enumerate(chain.joints) if k != problem.lock]
    names = [robot.joint(j).variable for j in joints]
    wanted = _wanted(robot, state, problem, joints, limits, nearest)
    found = wanted.chosen(solved(problem, state.pose, position))
    rows = found.q
    state.states.update(_test_states(problem))
    labels = tuple(f"{name}_{r + 1}" for r in range(len(rows)) for name in names)
    units = tuple("rad" if robot.joint(j).kind == "revolute" else "m" for _ in rows for j in joints)
    doc = f"postures at which frame {frame_label(robot, frame)} is there: a row each, the others are not numbers"
    told = "0 solved, 3 out of reach, 5 no pose: R is no rotation, 6 outside the limits"

    def integers(name: str, values: Sequence[Any], doc: str) -> Result:
        return Result(name, values, (len(values),), doc, tuple(f"{name}{r + 1}" for r in range(len(values))),
                      kind="integer")  # fmt: skip

    return [
        Result("q", [x for row in rows for x in row], (len(rows), len(names)), doc, labels, units),
        Result("status", [found.status], (), told, ("status",), kind="integer"),
        Result("count", [found.count], (), "how many postures there are", ("count",), kind="integer"),
        Result("residual", found.residual, (len(rows),), "how far each misses the pose; angles count times the reach",
               tuple(f"residual{r + 1}" for r in range(len(rows))), ("m",) * len(rows), scale=chain.reach),
        integers("flags", found.flags, "1 singular, 3 one of a curve: joints are free; 4 more: outside limits"),
        integers("free", found.free, f"the joints that are free: {_bits(names)}"),
        integers("branch", found.branch, _branches(problem)),
    ]


def _wanted(
    robot: Robot, state: State, problem: Problem, joints: Sequence[int], limits: str, nearest: str
) -> Wanted:  # fmt: skip
    """Limits and the posture to be near to, as the options say."""
    own = tuple(robot.joint(j) for j in joints)
    near: list[Expr] = []
    if nearest == "yes" and state.ask:
        for joint in own:
            unit = "rad" if joint.kind == "revolute" else "m"
            near.append(state.ask("q_near", "posture that postures are to be near to", joint.variable, unit))
        rest = np.random.default_rng(9).uniform(-4, 4, (4, len(own)))
        state.states["q_near"] = [[float(x) for x in row] for row in rest]
    wanted = Wanted(own, problem.chain.reach, limits, tuple(near))
    if limits != "ignore" and all(j.limits.lower is None and j.limits.upper is None for j in own):
        raise RobotError(f"{robot.name}: no joint has limits", remedy="limits=ignore, or give them")
    if limits == "within" and wanted.turns() > MOST_TURNS:
        raise RobotError(f"{robot.name}: within their limits the joints have {wanted.turns()} turns",
                         remedy="limits=flag takes one of each; or narrower limits")  # fmt: skip
    return wanted


def _bits(names: Sequence[str]) -> str:
    return ", ".join(f"{1 << k} {name}" for k, name in enumerate(names))


def _branches(problem: Problem) -> str:
    """What the number of a branch says."""
    limbs = problem.form.limbs if problem.form else ()
    if not limbs:
        return "their numbers: no branch has a name"
    return ", ".join(f"{1 << k} {limb}" for k, limb in enumerate(reversed(limbs))) + " the other way"


def _test_states(problem: Problem, count: int = 3) -> dict[str, list[list[float]]]:
    """Poses of random postures, and one that is out of reach."""
    chain = problem.chain
    q = np.random.default_rng(8).uniform(-1.5, 1.5, (count, len(chain.screws)))
    poses = [product(*(s.motion(x) for s, x in zip(chain.screws, row, strict=True)), chain.M) for row in q]
    if all(s.turns for s in chain.screws):
        far = chain.M.copy()
        far[:3, 3] += 1e3 * chain.reach
        poses.append(far)
        q = np.concatenate([q, q[:1]])
    found = {POSE: [[float(x) for x in T.ravel()] for T in poses]}
    if problem.lock is not None:
        found["q_locked"] = [[float(row[problem.lock])] for row in q]
    return found


def _locked(robot: Robot, value: Any) -> int | None:
    return None if option_text(value) == "auto" else frame(robot, value)


MODEL = Model(
    name="inverse_geometry",
    doc="all postures at which a frame has a given pose",
    state=(POSE,),
    build=build,
    is_still=True,
    scope=KINEMATICS.refusing(COUPLINGS, BALLS).leaving("the pose is relative to the base", BASE_POSE),
    options={
        "frame": FRAME,
        "task": Option("auto", "what of the pose is wanted; auto: what as many joints can do", TASKS),
        "locked": Option("auto", "of seven joints, the one whose position is given", read=_locked),
        "limits": Option("ignore", "of the joints: flag what is outside, or give what is within, in all turns", LIMITS),
        "nearest": Option("no", "whether the postures nearest to q_near, an input, come first", ("no", "yes")),
    },
)
