"""Robots with zeros in bodies, springs, friction, wrenches and gravity: no input vanishes with what is zero.

Every model's ports of the state have an element for each freedom of the joints, counted here from the robot's tables.
Derivatives are compared with differences of bias, inertia matrix and forward dynamics, with wrenches that are formulas
of positions and rates; one model is emitted as C, compiled with warnings as errors and run; the robot is simulated.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import tempfile
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import linkwright as lw
from fuzz.report import Section
from linkwright.models.derive.function import function
from linkwright.models.framework.model import models

Array = Any
INERTIA = ("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M")
WRENCH = ("FX", "FY", "FZ", "CX", "CY", "CZ")
LINKED = ("four_bar", "five_bar", "slider_crank", "parallelogram", "sr400", "palletizer_loops", "inverted_slider_crank")
ROLLING = ("unicycle", "unicycle_castor", "tricycle", "three_omni", "four_mecanum", "mobile_manipulator")
COME_OUT = ("inverse_dynamics", "constraint_forces")  # accelerations of joints behind springs, and of bases
H = 1e-6  # step of differences
SLOPES = 1e-5  # what these know
COSTLY = ("inverse_geometry", "jacobian_determinant", "closed_form")  # of long chains
CHECKED = ("forward_dynamics", "inverse_dynamics", "bias_vector", "jacobian_dot", "kinetic_energy", "accelerations",
           "forward_dynamics_derivatives", "external_efforts", "hybrid_dynamics", "regressor")  # fmt: skip


# -- robots -----------------------------------------------------------------------------------------------------------


def drawn(rng: random.Random, kind: str = "") -> lw.Robot:
    """A tree, a linkage ("loop") or a robot on wheels, of numbers, with many zeros."""
    kind = kind or rng.choice(("tree", "tree", "tree", "loop", "wheels"))
    if kind == "tree":
        return tree(rng)
    robot = lw.load(rng.choice(LINKED if kind == "loop" else ROLLING)).with_numbers()
    numbers = {name: round(rng.uniform(0.2, 1.0), 3) for name in robot.parameters}
    robot = robot.with_numbers({**numbers, **robot.numbers})
    joints = [replace(j, body=body(rng, j.body) if j.body.M.is_zero or rng.random() < 0.5 else j.body,
                      viscous=rng.choice((0, 0.3)), coulomb=0) for j in robot.joints]  # fmt: skip
    still = {} if rng.random() < 0.7 else {"gravity": (0, 0, 0)}
    return robot.changed(joints=tuple(joints), **still)


def tree(rng: random.Random) -> lw.Robot:
    joints: list[lw.Joint] = []
    for j in range(1, rng.randint(1, 4) + 1):
        kind: Any = rng.choices(("revolute", "prismatic", "ball", "fixed"), (6, 4, 1, 1))[0]
        more: dict[str, Any] = {}
        if kind in ("revolute", "prismatic"):
            more = {"rotor": rng.choice((0, 0.2)), "viscous": rng.choice((0, 0.4)), "coulomb": rng.choice((0, 0, 0.3))}
            if rng.random() < 0.4:
                more |= {"flexible": True, "stiffness": rng.choice((0, 50.0)), "damping": rng.choice((0, 0, 2.0)),
                         "viscous": 0, "coulomb": 0}  # fmt: skip
        length: dict[str, Any] = {f: rng.choice((0, 0, round(rng.uniform(-1, 1), 2))) for f in ("b", "d", "r")}
        turn: dict[str, Any] = {f: rng.choice(("0", "0", "pi/2", "0.4")) for f in ("gamma", "alpha", "theta")}
        joints.append(lw.Joint(name=f"j{j}", kind=kind, parent=rng.choice((j - 1, rng.randrange(j))), body=body(rng),
                               **length, **turn, **more))  # fmt: skip
    base = lw.Base(kind="floating", body=solid(rng)) if rng.random() < 0.25 else lw.Base()
    gravity: Any = rng.choice(((0, 0, 0), (0, 0, -9.81), (0, 3.0, -9.0)))
    return lw.Robot(name="zeros", joints=tuple(joints), base=base, gravity=gravity)


def body(rng: random.Random, old: lw.Body | None = None) -> lw.Body:
    """A solid body, one of a few parameters, or nothing."""
    kind = rng.randrange(4)
    if kind == 0:
        return lw.Body()
    if kind == 1:
        return lw.Body(**{rng.choice(("M", "ZZ")): 0.7})
    return solid(rng) if old is None or old.M.is_zero else old


def solid(rng: random.Random) -> lw.Body:
    """About its own centre a ball with moments that differ a little."""
    m, c = rng.uniform(0.5, 2), np.array([rng.uniform(-0.3, 0.3) for _ in range(3)])
    J = np.diag([rng.uniform(0.2, 0.3) for _ in range(3)]) + m * (c @ c * np.eye(3) - np.outer(c, c))
    moments = (J[0, 0], J[0, 1], J[0, 2], J[1, 1], J[1, 2], J[2, 2], *(m * c), m)
    return lw.Body(**{name: float(x) for name, x in zip(INERTIA, moments)})


def pushing(robot: lw.Robot, rng: random.Random) -> lw.Robot:
    """With wrenches that are formulas of positions and rates of the independent joints."""
    inputs = {p.name: p.labels for p in function(robot, "bias_vector").inputs}
    names = [*inputs["q"], *inputs["qd"]]
    if not names:  # nothing moves
        return robot
    joints = list(robot.joints)
    for k in rng.sample(range(len(joints)), rng.randint(1, len(joints))):
        a, b, c = (rng.choice(names) for _ in range(3))
        forms = (f"0.3*sin({a})", f"{b}/5", f"{a}*{b}", f"2*cos({c})*{b}", f"{c}*{c}-0.1", "0.7", "0", "0")
        wrench: dict[str, Any] = {name: rng.choice(forms) for name in WRENCH}
        joints[k] = replace(joints[k], body=replace(joints[k].body, **wrench))
    return robot.changed(joints=tuple(joints))


# -- what the ports of a state have -----------------------------------------------------------------------------------


def _independent(robot: lw.Robot) -> tuple[str, ...]:
    """The joints whose motion tells that of all."""
    found: Any = lw.mobility(robot)
    return tuple(c.joint for c in found.split.independent if c.link) if robot.wheels else found.independent


def freedoms(robot: lw.Robot, kind: str, every: bool = False) -> list[str]:
    """What the elements of q, qd, qdd or tau are called, from the tables; `every`: of all joints of a mechanism."""
    mechanism = bool(robot.loops or robot.wheels) and not every
    independent = _independent(robot) if mechanism else ()
    tied = {c.joint for c in robot.couplings}
    found = []
    for k, j in enumerate(robot.joints, 1):
        if not j.moves or k in tied or (mechanism and j.name not in independent and not (kind == "q" and robot.wheels)):
            continue
        motor = j.flexible and not j.parallel and not j.rotor.is_zero
        sprung = j.flexible and not (j.parallel and j.actuated)
        if j.kind == "ball":
            found += [f"{j.name}_{axis}" for axis in (("w", "x", "y", "z") if kind == "q" else ("wx", "wy", "wz"))]
        elif not (kind in ("tau", "given") and sprung):
            found.append(j.name)
        found += [f"{j.name}_motor"] if motor else []
    return found


def problems(robot: lw.Robot, fn: lw.Function) -> list[str]:
    """Ports of the state that do not have the elements that they are to have."""
    name = fn.provenance["model"]
    model, ports, wrong = models()[name], {p.name: p for p in fn.inputs}, []
    for kind in (k for k in model.state if k in ("q", "qd", "qdd", "tau")):
        if name == "hybrid_dynamics" and kind not in ports:
            continue
        if kind not in ports:
            wrong.append(f"{kind} is no input")
        elif not (kind == "tau" and (robot.loops or robot.wheels)):
            which = "given" if kind == "qdd" and name in COME_OUT else kind
            expected = freedoms(robot, which, every=model.is_free)
            if list(ports[kind].names) != expected:
                wrong.append(f"{kind} is {ports[kind].names}, not {expected}")
    for kind, sizes in (("base_pose", (7, 3)), ("base_twist", (6, 1, 2, 3)), ("base_acceleration", (6, 1, 2, 3))):
        if kind in ports and ports[kind].size not in (sizes[:1] if robot.base.kind == "floating" else sizes[1:]):
            wrong.append(f"{kind} has {ports[kind].size} elements")
    outputs = {p.name: p for p in fn.outputs}
    if "dqdd_dtau" in outputs and outputs["dqdd_dtau"].shape[1] != ports["tau"].size:
        wrong.append(f"dqdd_dtau is {outputs['dqdd_dtau'].shape}, and tau has {ports['tau'].size} elements")
    return wrong


# -- derivatives ------------------------------------------------------------------------------------------------------


def check_slopes(section: Section, robot: lw.Robot, rng: random.Random, where: str = "") -> None:
    """Against differences: positions must be numbers of their own, each of one joint."""
    if robot.base.kind != "fixed" or robot.loops or robot.wheels or any(j.kind == "ball" for j in robot.joints):
        return
    made = {name: lw.model(robot, name, optimize=False) for name in ("bias_vector", "inertia_matrix")}
    n = next(p.size for p in made["bias_vector"].inputs if p.name == "qd")
    q, qd, qdd = (np.array([rng.uniform(0.2, 0.9) * rng.choice((-1, 1)) for _ in range(n)]) for _ in range(3))
    state = {"q": q, "qd": qd, "qdd": qdd}
    if not n:
        return

    def efforts(q: Array, qd: Array, qdd: Array) -> Array:
        M = np.asarray(made["inertia_matrix"](q=q), float)
        return np.asarray(made["bias_vector"](q=q, qd=qd), float) + M @ qdd

    found = lw.model(robot, "inverse_dynamics_derivatives", optimize=False)(**state)
    for kind in state:
        expected = _differences(lambda x, kind=kind: efforts(**{**state, kind: x}), state[kind])
        section.compare(f"dtau_d{kind}", where, found[f"dtau_d{kind}"], expected, 1.0, SLOPES)
    M = np.asarray(made["inertia_matrix"](q=q), float)
    if np.linalg.cond(M) > 1e4:
        return
    forward, slopes = (lw.model(robot, name, optimize=False) for name in
                       ("forward_dynamics", "forward_dynamics_derivatives"))  # fmt: skip
    tau = np.array([rng.uniform(-1, 1) for p in forward.inputs if p.name == "tau" for _ in range(p.size)])
    state = {"q": q, "qd": qd, "tau": tau}
    found = slopes(**state)
    for kind in state:
        expected = _differences(lambda x, kind=kind: np.asarray(forward(**{**state, kind: x}), float), state[kind], n)
        section.compare(f"dqdd_d{kind}", where, found[f"dqdd_d{kind}"], expected, 1.0, SLOPES)


def _differences(f: Any, x: Array, rows: int = 0) -> Array:
    if not len(x):
        return np.empty((rows, 0))
    return np.array([(f(x + e) - f(x - e)) / (2 * H) for e in np.eye(len(x)) * H]).T


# -- the section ------------------------------------------------------------------------------------------------------


def run(section: Section) -> None:
    for rng in section.rounds(least=3):
        where = f"trial {section.trials}, seed {section.seed}"
        with warnings.catch_warnings(), section.guarded("robot", where):
            warnings.simplefilter("ignore", lw.ModelWarning)
            robot = drawn(rng)
            _one(section, robot, rng, f"{where}: {robot.name}")


def _one(section: Section, robot: lw.Robot, rng: random.Random, where: str) -> None:
    accepted = []
    for name in models():
        if name in COSTLY and len(robot) > 3:
            continue
        with section.guarded(name, where):
            fn = function(robot, name)
            accepted.append(name)
            section.comparisons += 1
            for problem in problems(robot, fn):
                section.found(f"{name}: port", f"{where}: {problem}")
    for other, kind in ((robot, "as it is"), (None, "with wrenches of the state")):
        with section.guarded(f"slopes {kind}", where):
            check_slopes(section, other or pushing(robot, rng), rng, f"{where}, {kind}")
    if chosen := [name for name in CHECKED if name in accepted]:
        _emitted(section, robot, rng.choice(chosen), where)
    with section.guarded("simulation", where):
        recording = lw.simulate(robot, 0.02)
        if not np.isfinite(recording.q).all():
            section.found("simulation", f"{where}: not finite")


def _emitted(section: Section, robot: lw.Robot, name: str, where: str) -> None:
    """As C, without a warning, and its own test."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if not compiler:
        return
    with section.guarded(f"{name} in C", where), tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        files = lw.generate(robot, [name], ["c"], name="model")["c"]
        for file, text in files.items():
            Path(folder, file).write_text(text, encoding="utf-8")
        flags = ["-O1", "-Wall", "-Wextra", "-Werror", "-pedantic"]
        sources = [file for file in files if file.endswith(".c")]
        for words in ([compiler, *flags, *sources, "-lm", "-o", "own"], ["./own"]):
            done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=180)
            if done.returncode:
                section.found(f"{name} in C", f"{where}: {(done.stdout + done.stderr)[-300:]}")
                return
        section.comparisons += 1
