"""Odd `.par` files: every combination that the format has, read, modelled, compared, written again, emitted and run."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import warnings
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

import linkwright as lw
from fuzz.models import Case, check_models
from fuzz.oracle import FIXED, PRISMATIC, REVOLUTE, STILL, Link, Plain, Real
from fuzz.report import Section
from linkwright import formats
from linkwright.models import models
from linkwright.robot.features import features
from linkwright.targets import targets

AWKWARD = ("I", "E", "S", "N", "Q", "O", "C", "D", "beta", "gamma", "lambda", "goto", "end", "function", "class", "do",
           "tau", "q", "qd1", "dq", "w1_x", "XX1R", "ZZ2R", "U23", "e", "if", "int", "let", "fn", "self", "module",
           "proc", "use", "_x", "x_", "Pi_2", "sin1", "Exp", "parameters", "external", "setup", "a" * 40,
           "l" + "ong" * 30)  # fmt: skip
INERTIA = ("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M")
WRENCH = ("FX", "FY", "FZ", "CX", "CY", "CZ")
ANGLES = {"0": 0.0, "pi": np.pi, "pi/2": np.pi / 2, "-Pi/2": -np.pi / 2, "PI/2": np.pi / 2, "pi/3": np.pi / 3,
          "-pi": -np.pi, "0.3": 0.3, "1.570796": 1.570796}  # fmt: skip
DYNAMICS = ("inverse_dynamics", "forward_dynamics", "bias_vector", "regressor", "inertia_matrix")
LARGE = ("inverse_dynamics", "bias_vector", "link_wrenches", "external_efforts", "forward_dynamics",
         "forward_dynamics_derivatives", "accelerations", "jacobian_dot")  # fmt: skip
TIMEOUT = 180.0


@dataclass
class Draw:
    """One robot as a file and as numbers: every scalar is drawn as a text with its value."""

    rng: random.Random
    values: dict[str, float] = field(default_factory=dict)

    def symbol(self, name: str) -> float:
        return self.values.setdefault(name, round(self.rng.uniform(0.2, 1.2) * self.rng.choice((-1, 1)), 3))

    def scalar(self, usual: str, zero: float = 0.4) -> tuple[str, float]:
        """A length or the like: nothing, a number, a symbol, a formula."""
        rng = self.rng
        if rng.random() < zero:
            return "0", 0.0
        name = rng.choice((usual, usual, rng.choice(AWKWARD)))
        x, number = round(rng.uniform(-1, 1), 3), rng.randint(1, 9)
        match rng.randrange(7):
            case 0:
                return repr(x), x
            case 1:
                return f"{number}/4", number / 4
            case 2:
                return f"2*{name} - {number}", 2 * self.symbol(name) - number
            case 3:
                return f"-{name}^2", -(self.symbol(name) ** 2)
            case 4:
                return f"{number}e-1*cos({name})", number / 10 * float(np.cos(self.symbol(name)))
            case _:
                return name, self.symbol(name)

    def angle(self, usual: str) -> tuple[str, float]:
        return self.rng.choice([*ANGLES.items(), (usual, self.symbol(usual))])

    def given(self, text: str, x: float) -> tuple[str, float]:
        """A number of the file, or the same number behind a symbol."""
        if self.rng.random() < 0.5:
            return repr(x), x
        self.values[text] = x
        return text, x

    def body(self, j: int) -> list[tuple[str, float]]:
        """Of a body that can exist, so that the inertia matrix is regular; a few have nothing but a mass."""
        rng = np.random.default_rng(self.rng.randrange(2**32))
        mass, c = rng.uniform(0.5, 2), rng.uniform(-0.4, 0.4, 3)
        A = rng.uniform(-0.5, 0.5, (3, 3))
        S = A @ A.T + 0.1 * np.eye(3) + mass * np.outer(c, c)
        J = np.trace(S) * np.eye(3) - S
        numbers = [J[0, 0], J[0, 1], J[0, 2], J[1, 1], J[1, 2], J[2, 2], *(mass * c), mass]
        point = self.rng.random() < 0.15
        return [("0", 0.0) if point and name != "M" else self.given(f"{name}{j}", round(float(x), 5))
                for name, x in zip(INERTIA, numbers)]  # fmt: skip


@dataclass
class File:
    """The lists of a `.par` file, and what stands around them."""

    lists: dict[str, list[str]]
    plain: Plain
    values: dict[str, float]
    sigma: list[int]

    def text(self, rng: random.Random, short: bool, **scalars: object) -> bytes:
        n, ends = len(self.sigma), rng.choice(("\n", "\r\n", "\r"))
        lines = ["(* Robotname = 'odd robot-1' *)", rng.choice(("(* L\xe4nge *)", "(* d = {1,2} ; *)", "(**)"))]
        if not short:
            lines += [f"NL = {n}", f"NJ = {n}", f"NF = {n}", f"Type = {rng.choice((1, 1, 2)) if n else 1}"]
            lines += [f"{key} = {value}" for key, value in scalars.items()]
        names = list(self.lists)
        rng.shuffle(names)
        for name in names:
            key = rng.choice((name, name, name.lower(), name.upper()))
            comma = rng.choice((",", ", ", ",\n  "))
            lines.append(f"{key}{rng.choice((' = ', '='))}{{{comma.join(self.lists[name])}}}{rng.choice(('', ';'))}")
        return ends.join([*lines, ""]).replace("\n  ", ends + "  ").encode("latin-1")


def draw(rng: random.Random, short: bool, wrenches: bool, moving: bool, n: int = 0) -> File:
    """A tree with any joints and branches; `moving`: its (fixed) base is given a motion."""
    d, n = Draw(rng), n or rng.randint(1, 4)
    lists: dict[str, list[str]] = {}
    links = []

    def put(key: str, pair: tuple[str, float]) -> float:
        lists.setdefault(key, []).append(pair[0])
        return pair[1]

    for j in range(1, n + 1):
        parent = rng.choice((j - 1, j - 1, rng.randrange(j)))
        sigma = rng.choice((REVOLUTE, REVOLUTE, PRISMATIC, FIXED)) if n > 1 else rng.choice((REVOLUTE, PRISMATIC))
        put("ant", (str(parent), 0)), put("sigma", (str(sigma), 0))
        branch = parent != j - 1 or rng.random() < 0.2
        gamma = put("gamma", d.angle(f"gam{j}") if branch else ("0", 0.0))
        b = put("b", d.scalar(f"b{j}") if branch else ("0", 0.0))
        alpha, length = put("alpha", d.angle(f"alp{j}")), put("d", d.scalar(f"d{j}"))
        theta, r = d.angle(f"tta{j}") if sigma != REVOLUTE else ("0", 0.0), d.scalar(f"RL{j}")
        if sigma == REVOLUTE:
            theta = rng.choice(((f"th{j}", 0.0), (f"q{j}", 0.0), (f"q{j} + pi/2", np.pi / 2), ("0.25", 0.25)))
        elif sigma == PRISMATIC:
            r = rng.choice(((f"r{j}", 0.0), (f"q{j}", 0.0), (f"q{j} - 1/4", -0.25), ("0.125", 0.125)))
        frame = (gamma, b, alpha, length, put("theta", theta), put("r", r))
        inertia = tuple(put(name, pair) for name, pair in zip(INERTIA, d.body(j)))
        own = [put(key, d.scalar(f"{key}{j}", 0.5) if sigma != FIXED else ("0", 0.0)) for key in ("IA", "FV", "FS")]
        wrench = tuple(put(key, d.scalar(f"{key}{j}") if wrenches else ("0", 0.0)) for key in WRENCH)
        links.append(Link(parent, sigma, frame, inertia, abs(own[0]) if own[0] > 0 else own[0], own[1], own[2], wrench))
    gravity = tuple(put("G", d.scalar(f"G{k}")) for k in (1, 2, 3))
    base = STILL
    if moving:
        base = tuple(tuple(put(key, d.scalar(f"{key}_{k}")) for k in range(3)) for key in ("W0", "WP0", "V0", "VP0"))
    return File(lists, Plain(tuple(links), gravity, base), d.values, [x.sigma for x in links])


def defaults(file: File, rng: random.Random, short: bool) -> None:
    """Leave out a few lists: what they mean then is in the documentation of the format."""
    n, links = len(file.sigma), list(file.plain.links)
    for key, place in (("IA", "rotor"), ("FV", "viscous"), ("FS", "coulomb")):
        if rng.random() < 0.2:
            del file.lists[key]
            for j, link in enumerate(links, 1):
                usual = 0.0 if short or link.sigma == FIXED else Draw(rng, file.values).symbol(f"{key}{j}")
                links[j - 1] = replace(link, **{place: usual})  # type: ignore[arg-type]
    if not any(any(x.wrench) for x in links) and rng.random() < 0.3:
        for key in WRENCH:
            del file.lists[key]
        forces = tuple(0.0 if short else Draw(rng, file.values).symbol(f"{key}{n}") for key in WRENCH)
        links[-1] = replace(links[-1], wrench=forces)
    file.plain = replace(file.plain, links=tuple(links))


def run(section: Section) -> None:
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        for rng in section.rounds(least=3):
            short, wrenches, moving = (rng.random() < p for p in (0.2, 0.4, 0.2))
            file = draw(rng, short, wrenches, moving)
            defaults(file, rng, short)
            path = Path(folder, f"{section.seed}-{section.trials}.par")
            data, seen = file.text(rng, short), len(section.findings)
            path.write_bytes(data)
            where = f"trial {section.trials}, seed {section.seed}"
            with section.guarded("reading", where), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                _one(section, file, path, rng, where)
                _others(section, file, path, rng, where)
                _large(section, path, rng, where)
            section.keep(data, ".par", seen)


def _one(section: Section, file: File, path: Path, rng: random.Random, where: str) -> None:
    robot = lw.load(path)
    n = len(file.plain.moving)
    q, qd, qdd = (np.array([rng.uniform(-2, 2) for _ in range(n)], dtype=Real) for _ in range(3))
    j = len(file.sigma)
    outside = {f"{w}{j}_{a}": rng.uniform(-1, 1) for w in "FC" for a in "xyz"}
    case = Case(file.plain, {**file.values, **outside}, q, qd, qdd)
    accepted = check_models(section, robot, case, where)
    known = {s: x for s, x in file.values.items() if s in robot.graph.symbols()}
    for parameters in ("standard", "base"):  # the robot of numbers goes other ways than that of symbols
        kind = f"inverse_dynamics of numbers, {parameters}"
        with section.guarded(kind, where):
            fn = lw.model(robot.with_numbers(known), "inverse_dynamics", parameters=parameters)
            tau = lw.compile(fn)(**{p.name: np.array({"q": q, "qd": qd, "qdd": qdd}[p.name], float) for p in fn.inputs})
            section.compare(kind, where, tau, case.tau(), scale=1.0)
    for suffix in (".toml", ".par"):
        with section.guarded(f"writing {suffix}", where):
            copy = path.with_name(f"copy{suffix}")
            formats.write(robot, copy)
            section.comparisons += 1
            if lw.load(copy) != robot:
                section.found(f"round trip through {suffix}", where)
    emitted(section, robot, rng.sample(accepted, min(3, len(accepted))), rng, where)


def _large(section: Section, path: Path, rng: random.Random, where: str) -> None:
    """Long signatures: many joints, symbols, wrenches, a moving base. Emitted and run, not compared (slow)."""
    path.write_bytes(
        draw(rng, short=False, wrenches=True, moving=rng.random() < 0.3, n=rng.randint(5, 8)).text(rng, False)
    )
    robot = lw.load(path)
    names = rng.sample(LARGE, len(LARGE))
    accepted = next((name for name in names if takes(robot, name)), None)
    emitted(section, robot, [accepted] if accepted else [], rng, f"{where}, large")


def takes(robot: lw.Robot, model: str) -> bool:
    try:
        lw.model(robot, model, optimize=False)
    except lw.LinkwrightError:
        return False
    return True


def _others(section: Section, file: File, path: Path, rng: random.Random, where: str) -> None:
    """What models leave out must be refused: flexible joints, loops, bases that are free to move."""
    n = len(file.sigma)
    moving = [j for j, sigma in enumerate(file.sigma) if sigma != FIXED]
    flexible = {**file.lists, "eta": ["1" if j in moving[:1] else "0" for j in range(n)], "k": ["kf"] * n}
    link0 = {key: ["0", *v] if key in (*INERTIA, "IA", "FV", "FS", *WRENCH) else v for key, v in file.lists.items()}
    loop = {
        key: [*v, "0", "0"] if key in ("gamma", "b", "alpha", "d", "theta", "r") else v for key, v in file.lists.items()
    }
    loop |= {"ant": [*file.lists["ant"], str(n), "0"], "sigma": [*file.lists["sigma"], "0", "2"]}
    loop["theta"] = [*file.lists["theta"], f"th{n + 1}", "0"]
    for kind, lists, scalars in (
        ("flexible joint", flexible, {}), ("floating base", link0, {"is_floating": "True"}),
        ("mobile base", link0, {"is_mobile": 1}), ("loop", loop, {"NJ": n + 1, "NF": n + 2, "Type": 2}),
    ):  # fmt: skip
        other = File(lists, file.plain, file.values, file.sigma)
        text = other.text(rng, False, **scalars)
        for key in scalars:
            if key in ("NJ", "NF", "Type"):
                lines = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
                first = next(k for k, line in enumerate(lines) if line.startswith(key.encode()))
                text = b"\n".join(line for k, line in enumerate(lines) if k != first)
        path.write_bytes(text)
        with section.guarded(f"reading, {kind}", where):
            robot = lw.load(path)
            for name in DYNAMICS:
                if moving:
                    refused(section, robot, name, kind, where)


def refused(section: Section, robot: lw.Robot, name: str, kind: str, where: str) -> None:
    section.comparisons += 1
    scope = models()[name].scope
    if not {f.name for f in features(robot)} & {f.name for f in scope.refused}:
        return
    try:
        lw.model(robot, name)
    except lw.LinkwrightError:
        return
    section.found(f"{kind} ignored by {name}", where)


def emitted(section: Section, robot: lw.Robot, names: list[str], rng: random.Random, where: str) -> None:
    """These models as packages, in every language that this machine can run: each package's own test must pass."""
    for target in rng.sample([t for t in targets().values() if t.check], 3):
        assert target.check
        found = {c[0]: tool(c[0]) for c in target.check.commands if not c[0].startswith("./")}
        if None in found.values() or not names:
            continue
        parameters = (
            "base" if rng.random() < 0.5 and all("base" in models()[m].parameters for m in names) else "standard"
        )
        kind = f"{target.name} code"
        with section.guarded(kind, where), tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
            files = lw.generate(robot, names, [target.name], parameters, name="model")[target.name]  # type: ignore[arg-type]
            for file, text in files.items():
                Path(folder, file).write_text(text, encoding="utf-8")
            section.comparisons += 1
            stem = target.style.rules.legal("model")
            for command in target.check.commands:
                words = [word.format(name=stem) for word in command]
                words[0] = found.get(command[0]) or str(Path(folder, words[0]))
                done = subprocess.run(words, cwd=folder, capture_output=True, text=True, errors="replace",
                                      timeout=TIMEOUT, stdin=subprocess.DEVNULL)  # fmt: skip
                if done.returncode:
                    break
            if done.returncode or target.check.says not in done.stdout + done.stderr:
                tail = " | ".join((done.stdout + done.stderr).split("\n")[-6:])[-400:]
                section.found(kind, f"{where}: {', '.join(names)} ({parameters}): {tail}")


def tool(name: str) -> str | None:
    if name == "python":
        return sys.executable
    return shutil.which(name, path=sysconfig.get_path("scripts")) or shutil.which(name)
