"""Explanation of the inverse kinematics of a chain: its class and the evidence for it, the equations, and the order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwright.models.framework.frame_options import frame_label
from linkwright.models.inverse_geometry.classes.classify import CLASS_TOLERANCE
from linkwright.models.inverse_geometry.elimination.elimination_choice import RatedElimination
from linkwright.models.inverse_geometry.problem import Problem
from linkwright.robot import Robot

TASK_TEXTS = {"pose": "the whole pose", "direction": "position and direction of z", "position": "the position"}
VIRTUAL_JOINT_TEXTS = {"direction": ("about z of the frame",), "position": ("about z", "about y", "about x")}

QUADRATIC, QUARTIC = "a cos q + b sin q = k, two values", "a polynomial of degree 4 in e^iq, four values"
SOLUTION_STEPS = {  # by class: the steps of the solution, joint by joint
    ("spherical wrist", 2): (
        "w, where the wrist axes meet, is moved by the other three joints A, B, C alone: A B C w = P",
        "the joint beside the pair, C (or A, with the chain reversed): {first}",
        "B, from the projection of w on the plane orthogonal to its axis: {second}",
        "A, from the direction of w about its axis: one value",
        "the wrist, from h4 . R h6 = h4 . rot(h5, q5) h6 with R = (A B C)^-1 R_pose: two values, then one each",
    ),
    ("spherical wrist", 4): (
        "w, where the wrist axes meet, is moved by the other three joints A, B, C alone: A B C w = P",
        "C, from |v|^2 = |y|^2 - (h_B . y)^2 with v linear in cos and sin of C: {first}",
        "B and A, from the directions of v and w about their axes: one value each",
        "the wrist, from h4 . R h6 = h4 . rot(h5, q5) h6 with R = (A B C)^-1 R_pose: two values, then one each",
    ),
    ("three parallel axes", 2): (
        "n, the direction of the parallel axes, is left by them: n . p and n . l are functions of the others",
        "the joint before them, from the point where the two behind them meet: {first}",
        "the joint behind them, from the direction of n: {second}",
        "the last joint, by projection: one value",
        "the parallel axes, a planar arm with two links: two values, then one each",
    ),
    ("three parallel axes", 4): (
        "n, the direction of the parallel axes, is left by them: n . p and n . l are functions of the others",
        "the joint before them, from cos^2 + sin^2 = 1 of the joint behind them, both linear in it: {first}",
        "the joint behind them and the last one, by projection: one value each",
        "the parallel axes, a planar arm with two links: two values, then one each",
    ),
    ("three slides", 2): (
        "the revolute joints, from the orientation alone: {first}",
        "the prismatic joints, from the position: three linear equations",
    ),
}  # fmt: skip
ELIMINATION_STEPS = (
    "point p and direction l of an axis: Y = (l, p, p.p, p.l, p x l, (p.p) l - 2 (p.l) p) transforms linearly",
    "Y, moved by three joints in a row = Y, moved by the pose and the other two: 14 equations",
    "the products of cosines and sines of those two are eliminated: 6 equations or more are left",
    "one of the three is hidden in their coefficients; with tan(q/2) of the others a 12 x 12 determinant vanishes",
    "from each of its roots the other joints, one after the other, then Newton steps on the chain as described",
)


@dataclass(frozen=True)
class Explanation:
    """Inverse kinematics of a frame, explained. Joints are counted from 1, virtual joints last.

    The six joints and the pose form a closed loop: joint 1 follows joint 6.
    """

    robot: str
    frame: str
    task: str
    joints: tuple[str, ...]
    locked: tuple[str, ...]
    name: str
    evidence: str
    deviation: float  # of the reach
    reach: float
    count: int
    is_bound: bool  # count is an upper bound: some roots may be spurious
    degree: int
    steps: tuple[str, ...]
    formulations: tuple[dict[str, Any], ...] = ()

    def data(self) -> dict[str, Any]:
        """The explanation as data with stable keys."""
        return {
            "robot": self.robot,
            "frame": self.frame,
            "task": self.task,
            "joints": list(self.joints),
            "locked": list(self.locked),
            "class": self.name,
            "evidence": self.evidence,
            "deviation": self.deviation,
            "tolerance": CLASS_TOLERANCE,
            "reach": self.reach,
            "solutions": self.count,
            "solutions_at_most": self.is_bound,
            "degree": self.degree,
            "steps": list(self.steps),
            "formulations": list(self.formulations),
        }

    def text(self) -> str:
        """The explanation as text."""
        lines = [f"{self.robot}, frame {self.frame}: {TASK_TEXTS[self.task]}"]
        lines.append("joints: " + ", ".join(f"{k} {name}" for k, name in enumerate(self.joints, 1)))
        if self.locked:
            lines.append(f"locked, at given positions: {', '.join(self.locked)}")
        lines += [f"class: {self.name}", f"evidence: {self.evidence}"]
        if self.deviation:
            lines.append(
                f"deviation: {self.deviation:.1e} of the reach, {self.deviation * self.reach:.1e} m "
                f"({CLASS_TOLERANCE:.0e} is allowed; postures are polished on the arm as described)"
            )
        many = "at most " * self.is_bound + str(self.count)
        lines += [f"solutions over the complex numbers: {many}", f"degree of the polynomial: {self.degree}"]
        for k, f in enumerate(self.formulations):
            what = "formulation" if k == 0 else "where that is in doubt"
            lines.append(f"{what}: joints {', '.join(map(str, f['joints']))}, of which {f['hidden']} is hidden and "
                         f"{f['axis']} is the axis; {' and '.join(map(str, f['eliminated']))} are eliminated; "
                         f"degree {f['degree']}, known roots within {f['error']:.0e}")  # fmt: skip
        return "\n".join([*lines, "how:", *(f"  {step}" for step in self.steps)])


def explain_problem(robot: Robot, frame: int, problem: Problem) -> Explanation:
    """Explanation for a chain with numbers."""
    every = [robot.joint(j).name for j in problem.chain.joints]
    names, locked = ([every[k] for k in places] for places in (problem.own, problem.locks))
    held = [f"one that stays at 0 ({k + 1})" for k in range(problem.virtual_at_zero)]
    free = [f"any turn {about}" for about in VIRTUAL_JOINT_TEXTS.get(problem.task, ())]
    joints = tuple([*names, *free, *held][:6])
    about: Any = {"robot": robot.name, "frame": frame_label(robot, frame), "task": problem.task, "joints": joints,
                  "locked": tuple(locked), "reach": problem.chain.reach}  # fmt: skip
    form = problem.form
    if form:
        first = QUADRATIC if form.degree == 2 else QUARTIC
        steps = tuple(s.format(first=first, second=QUADRATIC) for s in SOLUTION_STEPS[form.name, form.degree])
        return Explanation(name=form.name, evidence=form.evidence, deviation=form.deviation, count=form.count,
                           is_bound=problem.virtual_at_zero > 0, degree=form.degree, steps=steps, **about)  # fmt: skip
    both = problem.eliminations
    return Explanation(
        name="elimination", evidence="neither three consecutive axes that meet or are parallel where a closed form "
        "needs them, nor three prismatic joints", deviation=0.0, count=2 * both[0].degree,
        is_bound=True, degree=2 * both[0].degree, steps=ELIMINATION_STEPS,
        formulations=tuple(map(_formulation_data, both)), **about,
    )  # fmt: skip


def _formulation_data(rated: RatedElimination) -> dict[str, Any]:
    """One formulation of the elimination as data, joints counted from 1."""
    f = rated.formulation
    return {"joints": [k + 1 for k in f.order[:4]], "hidden": f.three[f.hidden] + 1, "axis": f.last + 1,
            "eliminated": [k + 1 for k in f.pair], "degree": 2 * rated.degree, "error": rated.error}  # fmt: skip


__all__ = ["Explanation", "explain_problem"]
