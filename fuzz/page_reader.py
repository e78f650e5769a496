"""Robots of every structure and every file that is found, through the reader of the studio's page and back.

The page gets the tables of a robot and sends them with every job. Opened, shared by a link, with every cell typed anew
as it is shown, with a joint added and deleted and another moved and moved back: the robot of the job is the one that
was loaded. The page's own modules run in Node (`tests/studio/reader.mjs`); bytes go both ways as the server has them.
"""

from __future__ import annotations

import importlib.metadata
import json
import random
import shutil
import subprocess
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from bench.reference import SHARED

import linkwright as lw
from fuzz.report import Section
from fuzz.urdf import URDFS
from linkwright import formats
from linkwright.robot.fields import CUTS, GEOMETRY, INERTIA, JOINT_STATE, WRENCH
from linkwright.studio.link import parse_state
from linkwright.studio.tables import build_robot

ROOT = Path(__file__).parent.parent
SCRIPT = ROOT / "tests" / "studio" / "reader.mjs"
FOLDERS = (ROOT / "tests" / "targets" / "golden", SHARED / "robots", URDFS)
SUFFIXES = (".urdf", ".par", ".toml", ".mjcf", ".xml")
BATCH = 12  # robots of one run of Node
Back = dict[str, dict[str, lw.Robot | str]]


def sent_back(node: str, tables: Mapping[str, Any], rng: random.Random) -> Back:
    """By name and by what was done on the page: the robot of the job, or the words by which its tables are refused."""
    given = json.dumps([[name, data, rng.random()] for name, data in tables.items()])
    done = subprocess.run([node, str(SCRIPT)], input=given.encode(), capture_output=True, timeout=300, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.decode()[-2000:])
    answers = parse_state(done.stdout)
    return {name: {act: _robot(tables) for act, tables in acts.items()} for name, acts in answers.items()}


def _robot(tables: Mapping[str, Any]) -> lw.Robot | str:
    try:
        return build_robot(tables)
    except lw.LinkwrightError as problem:
        return str(problem)


def files(folders: list[Path]) -> list[Path]:
    """Robot files of folders and of installed packages."""
    found = [p for folder in (*folders, *FOLDERS) for p in sorted(folder.rglob("*")) if p.suffix in SUFFIXES]
    for package in importlib.metadata.distributions():
        listed = [f for f in package.files or () if f.suffix in SUFFIXES and f.name != "package.xml"]
        found += [Path(str(f.locate())) for f in listed if f.suffix != ".toml"]
    return sorted({p.resolve() for p in found if p.is_file()})


# -- random robots -----------------------------------------------------------------------------------------------------

NUMBERS = (0, 1, -2, 0.1, 1 / 3, -0.0, 1e-300, 2.0**53 + 2, 2**60 + 1, 1.2345678901234567e20, 1e21, -1e-7, 5e-324)
FORMULAS = ("pi/2", "-pi", "L1", "2*L1 - L2", "1/3", "12345678901234567890123/7", "sin(a1)^2", "1e-7*L2", "0.1*L1")
NAMES = ("7", "12", "a b", "é ⟨x⟩", "constructor", "__proto__", "toString", "x\\y", '"quoted"', "joint_2")
KINDS = ("revolute", "revolute", "prismatic", "fixed", "ball")
MOTION = ("velocity", "angular_velocity", "acceleration", "angular_acceleration")
POSE = (0, -1, 0, 0.1, 1, 0, 0, "L1", 0, 0, 1, 0.3, 0, 0, 0, 1)


class Draw:
    """Tables of a robot with whatever a robot may have. Some are refused: of those there is nothing to compare."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.names = rng, rng.sample(NAMES, len(NAMES))

    def scalar(self) -> Any:
        rng = self.rng
        return rng.choice((rng.choice(NUMBERS), rng.choice(FORMULAS), rng.uniform(-3, 3), rng.randint(-9, 9)))

    def some(self, share: float, keys: Iterable[str], make: Callable[[], Any] | None = None) -> dict[str, Any]:
        """Each key with this probability, with a scalar or with what `make` gives."""
        return {key: (make or self.scalar)() for key in keys if self.rng.random() < share}

    def joint(self, j: int) -> dict[str, Any]:
        rng, some, kind = self.rng, self.some, self.rng.choice(KINDS)
        joint: dict[str, Any] = {"kind": kind, **some(0.5, GEOMETRY)}
        joint |= some(0.3, ("parent",), lambda: rng.randrange(j))
        joint |= some(0.4, ("name",), self.names.pop) if self.names else {}
        joint |= some(0.2, ("variable",), lambda: f"v{j}") if kind != "fixed" else {}
        joint |= some(0.3, ("behind",), lambda: [f"bracket {j}", f"{j}"])
        joint |= some(0.2, ("actuated",), lambda: False)
        joint |= some(0.7, ("body",), lambda: rng.choice(("symbolic", {**some(0.6, INERTIA), **some(0.2, WRENCH)})))
        if kind not in ("revolute", "prismatic"):
            return joint
        joint |= some(0.3, ("rotor", "viscous", "coulomb"))
        joint |= some(0.3, ("start",), lambda: rng.choice((0.5, -1e-9, 2.0)))
        joint |= {"lower": -1e-3, "upper": 2} if rng.random() < 0.3 else {}
        joint |= some(0.3, ("max_velocity", "max_effort"), lambda: rng.choice((1, 0.25, 1e9)))
        joint |= some(0.15, JOINT_STATE, lambda: rng.choice((0, "dq", 0.5)))
        if rng.random() < 0.2:
            joint |= {"flexible": True, "parallel": rng.random() < 0.5, "stiffness": "k"}
            joint |= some(0.5, ("damping", "rest"))
        return joint

    def base(self) -> dict[str, Any]:
        base: dict[str, Any] = {"kind": self.rng.choice(("fixed", "floating", "mobile"))}
        base |= self.some(0.5, ("body",), lambda: self.rng.choice(("symbolic", {"M": 3, "ZZ": "Z0"})))
        base |= self.some(0.3, ("pose",), lambda: list(POSE))
        return base | self.some(0.2, MOTION, lambda: [0, "v", 0.5])

    def loop(self, n: int) -> dict[str, Any]:
        cut, frame = ({"parent": self.rng.randint(0, n), **self.some(0.4, GEOMETRY)} for _ in range(2))
        cut |= {"kind": self.rng.choice(CUTS), **self.some(0.3, ("name",), lambda: "cut")}
        return {"joint": cut, "frame": frame | {"kind": "fixed"}}

    def wheels(self, names: list[str]) -> list[dict[str, Any]]:
        kind = self.rng.choice(("fixed", "steering", "castor"))
        standing = {"kind": kind, "radius": 0.1, "x": 0.3, "y": "L1", "trail": 0.05}
        turned = {"kind": "fixed", "spin": self.rng.choice(names), "radius": "R", "name": "left"}
        return self.rng.sample([turned, standing, {"kind": "ball"}], self.rng.randint(1, 3))


def drawn(rng: random.Random) -> dict[str, Any]:
    """Tables of a random robot."""
    draw, n = Draw(rng), rng.randint(1, 7)
    joints = [draw.joint(j) for j in range(1, n + 1)]
    names = [joint.get("name", f"joint{j}") for j, joint in enumerate(joints, 1)]
    data: dict[str, Any] = {"name": rng.choice(("arm", "", "Ä <b>")), "joint": joints}
    data |= draw.some(0.3, ("description", "source"), lambda: "x; y\n'z'")
    data |= draw.some(0.5, ("gravity",), lambda: [draw.scalar() for _ in range(3)])
    data |= draw.some(0.5, ("numbers",), lambda: draw.some(0.8, ("L1", "L2", "a1", "__proto__", "unused"), rng.random))
    data |= draw.some(0.2, ("nonzero",), lambda: ["L1"])
    data |= draw.some(0.4, ("base",), draw.base)
    data |= draw.some(0.4, ("loop",), lambda: [draw.loop(n)])
    if n > 1 and rng.random() < 0.4:
        terms = {names[k]: draw.scalar() for k in rng.sample(range(n - 1), rng.randint(1, n - 1))}
        data["coupling"] = [{"joint": names[-1], "terms": terms, **draw.some(0.5, ("offset",))}]
    if rng.random() < 0.3:
        data |= {"wheel": draw.wheels(names), "base": {**data.get("base", {}), "kind": "mobile"}}
    return data


# -- the section -------------------------------------------------------------------------------------------------------


def run(section: Section) -> None:
    node = shutil.which("node")
    if node is None:
        section.notes.append("not looked at: Node is missing")
        return
    paths = files(section.folders)
    random.Random(section.seed).shuffle(paths)
    builtins = iter(formats.builtin_names())
    for rng in section.rounds(least=10):
        robots: dict[str, lw.Robot] = {}
        for source, make in _sources(paths, builtins, rng):
            with section.guarded("load", source), warnings.catch_warnings():
                warnings.simplefilter("ignore", lw.ModelWarning)
                robots[source] = make()
        where = f"trial {section.trials}, seed {section.seed}"
        with section.guarded("page", where), warnings.catch_warnings():
            warnings.simplefilter("ignore", lw.ModelWarning)
            tables = {name: formats.as_data(robot) for name, robot in robots.items()}
            _compare(section, robots, sent_back(node, tables, rng), where)


def _sources(paths: list[Path], builtins: Iterator[str], rng: random.Random) -> list[tuple[str, Any]]:
    """Some files, built-in robots and random robots, each with what makes it."""
    found: list[tuple[str, Any]] = []
    while paths and len(found) < BATCH // 2:
        path = paths.pop()
        found.append((str(path), lambda path=path: formats.read(path.read_bytes(), name=path.name)))
    for name in (x for _, x in zip(range(4), builtins)):
        found.append((name, lambda name=name: formats.builtin(name)))
    while len(found) < BATCH:
        tables = drawn(rng)
        found.append((f"random robot {len(found)}", lambda tables=tables: build_robot(tables)))
    return found


def _compare(section: Section, robots: Mapping[str, lw.Robot], back: Back, where: str) -> None:
    for name, robot in robots.items():
        for act, found in back[name].items():
            section.comparisons += 1
            if found != robot:
                section.found(f"{act} on the page", f"{where}, {name}: {differences(robot, found)}")


def differences(robot: lw.Robot, found: lw.Robot | str) -> str:
    """What is refused, or the first fields that differ."""
    if isinstance(found, str):
        return found[:300]
    a, b = formats.as_data(robot), formats.as_data(found)
    return "; ".join(_changes(a, b, ""))[:600] or "the digests differ"


def _changes(a: Any, b: Any, place: str) -> Iterator[str]:
    if isinstance(a, dict) and isinstance(b, dict):
        for key in {**a, **b}:
            yield from _changes(a.get(key), b.get(key), f"{place} {key}")
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for k, (x, y) in enumerate(zip(a, b), 1):
            yield from _changes(x, y, f"{place} {k}")
    elif a != b:
        yield f"{place}: {a!r:.200} became {b!r:.200}"
