"""SYMORO's `.par` files: both dialects and the short form, read; OpenSYMORO and SYMORO+, written.

    (* Robotname = 'RX90' *)
    NL = 6                     links, joints, frames: NF = 2 NJ - NL
    d = {0,0,D3,0,0,0}         lists of formulas, one value per frame, link or joint

The joint variable is in theta (revolute) or r (prismatic): `th2`, `q2 - pi/2`; a number there is an offset to a
variable of the usual name. The short form (Lemoine & Khalil, Symbolic Dynamics, Figures 3 and 5) has no counts and
calls the antecedents `p`. A list that a file leaves out has SYMORO's default: geometry and base motion zero, inertial
parameters, rotors, friction and the last link's wrench symbols (XX1, IA1, FV1, FX6), gravity (0, 0, GZ). The short form
knows no rotors, friction or wrench unless it lists them: these are zero there.

Facts that the format cannot express (limits, names of joints, numbers of the symbols) are written as comments
`(*# ... *)`, which other readers skip. So are couplings, wheels, named frames, and damping and rest of springs, with a
warning, because other programs ignore them. Ball joints are rejected. A floating or mobile base
(`is_floating`, `is_mobile`) counts as link 0 in the lists of links; its W0, V0, WP0 and VP0 are names of its motion.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NoReturn

from linkwright.errors import Cell, FormatError, InputError, Problems, RobotError, log
from linkwright.expr import Expr
from linkwright.formats import par_text, toml
from linkwright.formats.format import (
    MAX_JOINTS,
    Format,
    FormatOption,
    decode_text,
    join_first,
    name_from_file,
    read_formula,
    split_variable,
    warn,
    warn_of_physics,
)  # fmt: skip
from linkwright.formats.par_scanner import Scanner, Statement
from linkwright.formats.toml_table import LineIndex
from linkwright.robot import Base, Body, Joint, Loop, Robot, scalar
from linkwright.robot.robot import GEOMETRY, INERTIA, WRENCH

FRAMES = ("ant", "sigma", "b", "d", "r", "gamma", "alpha", "mu", "theta")
LINKS = (*INERTIA, "IA", "FV", "FS", *WRENCH)
JOINTS = ("eta", "k", "QP", "QDP", "GAM")
VECTORS = {"W0": 3, "WP0": 3, "V0": 3, "VP0": 3, "G": 3, "Z": 16}
COUNTS = ("NL", "NJ", "NF", "Type", "is_floating", "is_mobile")
_KEYS = {key.lower(): key for key in (*FRAMES, *LINKS, *JOINTS, *VECTORS, *COUNTS)} | {"p": "ant"}
_KIND = {0: "revolute", 1: "prismatic", 2: "fixed"}
FIELDS = {
    "ant": "parent", "sigma": "kind", "mu": "actuated", "eta": "flexible", "k": "stiffness", "IA": "rotor",
    "FV": "viscous", "FS": "coulomb", "QP": "velocity", "QDP": "acceleration", "GAM": "effort", "Z": "pose",
    "W0": "angular_velocity", "WP0": "angular_acceleration", "V0": "velocity", "VP0": "acceleration",
}  # fmt: skip


# -- statements to values --------------------------------------------------------------------------------------------


class ParValues:
    """Statements by key, checked against the kind and the size of each key."""

    def __init__(self, statements: Iterator[Statement], file: str) -> None:
        self.file, self.problems = file, Problems()
        self.table: dict[str, Statement] = {}
        unknown = []
        for s in statements:
            key = _KEYS.get(s.name.lower())
            if key is None:
                unknown.append(f"{s.name!r} (line {s.line})")
                continue
            with self.problems.collecting():
                if key in self.table:
                    self.fail(f"{s.name!r} occurs twice, first in line {self.table[key].line}", s.line, "remove one")
                if s.is_list == (key in COUNTS):
                    self.fail(f"{s.name!r} is {'a list' if s.is_list else 'no list'}", s.line)
                self.table[key] = s
        if unknown:
            warn(f"unknown keys are ignored: {join_first(unknown, separator=', ')}", file)
        self._exprs: dict[str, list[Expr]] = {}
        self.zero = scalar(0)  # the most frequent value
        self.short = not any(key in self.table for key in ("NL", "NJ", "NF"))
        with self.problems.collecting():
            self._count()
        self.problems.raise_all()

    def fail(self, what: str, line: int, remedy: str = "") -> NoReturn:
        raise FormatError(what, file=self.file, line=line, remedy=remedy)

    def line(self, key: str) -> int:
        return self.table[key].line if key in self.table else 0

    def _integer(self, word: str, line: int, what: str) -> int:
        if not re.fullmatch(r"[+-]?\d{1,9}", word, re.ASCII):
            self.fail(f"{what} is {word[:40]!r}", line, "an integer is needed")
        return int(word)

    def count(self, key: str, default: int) -> int:
        if key not in self.table:
            return default
        s = self.table[key]
        return self._integer(s.values[0][0], s.line, key)

    def flag(self, key: str) -> bool:
        if key not in self.table:
            return False
        word = self.table[key].values[0][0].lower()
        if word not in ("true", "false", "0", "1"):
            self.fail(f"{key} is {word[:40]!r}", self.line(key), "True or False is needed")
        return word in ("true", "1")

    def _count(self) -> None:
        """Read NL, NJ, NF; missing ones follow from the others, or from the lists of the short form."""
        if self.short:
            sizes = [(k, len(self.table[k].values)) for k in ("ant", "sigma", *FRAMES) if k in self.table]
            if not sizes:
                self.fail("no counts and no lists of frames", 1, "NL = ..., NJ = ..., ant, sigma, alpha... are needed")
            self.NL = self.NJ = self.NF = sizes[0][1]
        else:
            self.NL = self.count("NL", 2 * self.count("NJ", 0) - self.count("NF", self.count("NJ", 0)))
            self.NJ = self.count("NJ", (self.count("NF", self.NL) + self.NL) // 2)
            self.NF = self.count("NF", 2 * self.NJ - self.NL)
        line = max(map(self.line, ("NL", "NJ", "NF")))
        if not 1 <= self.NL <= self.NJ <= MAX_JOINTS:
            self.fail(f"NL = {self.NL}, NJ = {self.NJ}", line, f"1 <= NL <= NJ <= {MAX_JOINTS} is needed")
        if self.NF != 2 * self.NJ - self.NL:
            self.fail(f"NF = {self.NF}, but 2 NJ - NL = {2 * self.NJ - self.NL}", line, "correct NF, NJ or NL")
        kind = self.count("Type", 2 if self.NJ > self.NL else 1)
        if kind not in (0, 1, 2):
            self.fail(f"Type = {kind}", self.line("Type"), "0 serial, 1 tree, 2 closed loops")
        if kind != 2 and self.NJ > self.NL:
            what = f"Type = {kind} has no loops, but NJ = {self.NJ} > NL = {self.NL}"
            self.fail(what, self.line("Type"), "Type = 2 is for closed loops")
        self.type = kind
        self.floating, self.mobile = self.flag("is_floating"), self.flag("is_mobile")
        if self.floating and self.mobile:
            self.fail("is_floating and is_mobile are both true", self.line("is_mobile"), "choose one")
        self.first = 0 if self.floating or self.mobile else 1

    def _checked(self, key: str) -> Statement:
        """Return the list of a key, checked to have as many values as the counts require."""
        s = self.table[key]
        if key in VECTORS:
            if len(s.values) != VECTORS[key]:
                self.fail(f"list {s.name!r} has {len(s.values)} values, {VECTORS[key]} needed", s.line)
            return s
        name, n, thing, first = (
            ("NF", self.NF, "frame", 1) if key in FRAMES
            else ("NJ", self.NJ, "joint", 1) if key in JOINTS else ("NL", self.NL, "link", self.first)
        )  # fmt: skip
        needed, have = n - first + 1, len(s.values)
        if have != needed:
            numbers = [str(j) for j in range(have + first, n + 1)]
            few = f"missing: {thing}{'s'[: len(numbers) > 1]} {join_first(numbers, 8, ', ')}"
            many = f"{have - needed} too many" + ("; closed loops need NF = 2 NJ - NL frames" if name == "NF" else "")
            counted = f"{name} = {n} needs {needed}" if not self.short else f"{n} {thing}s need {needed}"
            if first == 0:
                counted += " (link 0 is the moving base)"
            self.fail(f"list {s.name!r} has {have} values, {counted}", s.line, few if have < needed else many)
        return s

    def integers(self, key: str, allowed: Sequence[int], default: Callable[[int], int]) -> list[int]:
        """Return a list of integers; an error is collected, and the value has its default."""
        out = [default(j) for j in range(1, (self.NF if key in FRAMES else self.NJ) + 1)]
        with self.problems.collecting():
            for j, (word, line) in enumerate(self._checked(key).values if key in self.table else (), 1):
                with self.problems.collecting(cell=self.cell(key, j)):
                    what = f"{self.table[key].name!r} of {j}"
                    value = self._integer(word, line, what)
                    if value not in allowed:
                        known = f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 3 else ", ".join(map(str, allowed))
                        self.fail(f"{what} is {value}", line, f"allowed: {known}")
                    out[j - 1] = value
        return out

    def exprs(self, key: str, default: Callable[[int], str]) -> list[Expr]:
        """Return a list of formulas; an error is collected, and the value has its default.

        `default` takes the index, from 1 or (links of a moving base) from 0.
        """
        if key not in self._exprs:
            n = VECTORS.get(key) or (self.NF if key in FRAMES else self.NJ if key in JOINTS else self.NL)
            first = self.first if key in LINKS else 1
            self._exprs[key] = out = [self.zero] * (n - first + 1)
            given: Sequence[tuple[str, int]] = ()
            with self.problems.collecting():
                given = self._checked(key).values if key in self.table else ()
            for k, j in enumerate(range(first, n + 1)):
                word, line = given[k] if given else (default(j), 0)
                if word != "0":
                    with self.problems.collecting(cell=self.cell(key, j)):
                        out[k] = read_formula(word, self.file, line, f"{self.table[key].name!r}" if given else key)
        return self._exprs[key]

    def cell(self, key: str, j: int) -> Cell:
        """Return the cell of the robot's tables for value j of a list."""
        field = FIELDS.get(key, key)
        if key in VECTORS:
            return ("gravity", j) if key == "G" else ("base", field, j)
        if key in (*INERTIA, *WRENCH):
            return ("joint", j, "body", key) if j else ("base", "body", key)
        if j <= self.NL:
            return ("joint", j, field)
        return ("loop", j - self.NL, "joint", field) if j <= self.NJ else ("loop", j - self.NJ, "frame", field)

    def line_of(self, cell: Cell) -> int:
        """Return the line of a cell of the robot's tables; that of the antecedents if no list gives the cell."""
        variable = self.line("theta") if cell and cell[-1] == "variable" else 0
        return self._lines.get(cell) or variable or self.line("ant") or 1

    @cached_property
    def _lines(self) -> dict[Cell, int]:
        return {
            self.cell(key, j): line
            for key, s in self.table.items() if s.is_list
            for j, (_, line) in enumerate(s.values, self.first if key in LINKS else 1)
        }  # fmt: skip

    def symbols(self) -> Counter[str]:
        """Count the values in which each symbol occurs."""
        return Counter(s for values in self._exprs.values() for e in values for s in e.symbols)


# -- values to the robot ---------------------------------------------------------------------------------------------


def read(data: bytes, file: str) -> Robot:
    """Read a robot from a `.par` file: SYMORO+ (Latin-1), OpenSYMORO, or the short form."""
    scanner = Scanner(decode_text(data, file, latin=True), file)
    values = ParValues(scanner.statements(), file)
    facts = _facts_in_comments(scanner)
    try:
        robot = _ParBuilder(values, facts).robot(_robot_name(scanner))
        if facts:
            table = par_text.merge_facts(toml.as_data(robot), facts)
            robot = toml.build(table, LineIndex("", file))
    except InputError as problem:
        raise problem.placed(file, values.line_of) from None
    if values.type == 0 and not robot.is_serial:
        warn("Type = 0 means serial, but the antecedents branch", file)
    warn_of_physics(robot, file)
    return robot


def _robot_name(scanner: Scanner) -> str:
    """Return the robot's name from a comment, else the file's name."""
    for pattern in (r"Robotname.*=.*'([\s\w-]*)'", r"Name of file\s*:\s*(.+?)\.par"):
        for comment in scanner.comments:
            found = re.search(pattern, comment)
            if found and found.group(1).strip():
                return found.group(1).strip()
    return name_from_file(scanner.file)


def _facts_in_comments(scanner: Scanner) -> dict[str, Any]:
    """Return the facts in our comments `(*# ... *)`."""
    lines = [c[1:].strip() for c in scanner.comments if c.startswith("#")]
    if not lines:
        return {}
    try:
        return tomllib.loads("\n".join(lines))
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as problem:
        raise FormatError(f"a comment (*# ... *) cannot be read: {problem}", file=scanner.file, line=1) from None


class _ParBuilder:
    """Builder of joints, loops and base from the lists, index by index."""

    def __init__(self, values: ParValues, facts: dict[str, Any]) -> None:
        self.v, self.facts = values, facts
        v = values
        self.ant = v.integers("ant", range(v.NF + 1), lambda j: j - 1)
        self.sigma = v.integers("sigma", (0, 1, 2), lambda j: 0)
        self.mu = v.integers("mu", (0, 1), lambda j: 1)
        self.eta = v.integers("eta", (0, 1), lambda j: 0)
        self.geometry = {key: v.exprs(key, lambda j: "0") for key in GEOMETRY if key != "theta"}
        self.geometry["theta"] = v.exprs("theta", lambda j: f"th{j}" if self.sigma[j - 1] == 0 and j <= v.NJ else "0")
        self.links = {key: v.exprs(key, self._link_default(key)) for key in LINKS}
        self.joints = {key: v.exprs(key, self._joint_default(key)) for key in JOINTS if key != "eta"}
        self.vectors = {key: v.exprs(key, self._vector_default(key)) for key in VECTORS}
        v.problems.raise_all()
        self.uses = v.symbols()

    def _link_default(self, key: str) -> Callable[[int], str]:
        n = self.v.NL
        if key in WRENCH:
            return lambda j: f"{key}{n}" if j == n and not self.v.short else "0"
        if key in ("IA", "FV", "FS"):
            return lambda j: "0" if self.v.short or j == 0 or self.sigma[j - 1] == 2 else f"{key}{j}"
        return lambda j: f"{key}{j}"

    def _joint_default(self, key: str) -> Callable[[int], str]:
        return lambda j: "0" if key == "k" or self.sigma[j - 1] == 2 else f"{key}{j}"

    def _vector_default(self, key: str) -> Callable[[int], str]:
        if key == "Z":
            return lambda k: "1" if (k - 1) % 5 == 0 else "0"
        return lambda k: "GZ" if key == "G" and k == 3 else "0"

    def robot(self, name: str) -> Robot:
        v = self.v
        loops = v.NJ - v.NL
        frames: dict[int, Joint] = {}
        pairs = []
        for k in range(v.NL + 1, v.NJ + 1):
            frame = self._closing_frame(k + loops, frames)
            frames[k + loops] = frame
            if self.ant[k - 1] > v.NL:
                what = f"the antecedent of cut joint {k} is frame {self.ant[k - 1]}"
                v.fail(what, v.line("ant"), f"attach it to a link, 0 to {v.NL}")
            pairs.append(Loop(self._joint(k), frame))
        joints = tuple(self._joint(j, body=True) for j in range(1, v.NL + 1))
        v.problems.raise_all()
        return Robot(
            name=name, joints=joints, loops=tuple(pairs),
            gravity=tuple(self.vectors["G"]), base=self._base(),
        )  # fmt: skip

    def _joint(self, j: int, body: bool = False) -> Joint:
        v = self.v
        kind = _KIND[self.sigma[j - 1]]
        fields: dict[str, Any] = {key: self.geometry[key][j - 1] for key in GEOMETRY}
        variable = ""
        if kind != "fixed":
            place = "theta" if kind == "revolute" else "r"
            variable, fields[place] = self._variable(fields[place], place, j)
        if j <= v.NJ:
            fields["stiffness"] = self.joints["k"][j - 1]
            for key, field in (("QP", "velocity"), ("QDP", "acceleration"), ("GAM", "effort")):
                value = self.joints[key][j - 1]
                usual = value.name == f"{key}{j}" or (kind == "fixed" and value.is_zero)
                fields[field] = None if usual else value
        if body:
            at = j - v.first
            for key, field in (("IA", "rotor"), ("FV", "viscous"), ("FS", "coulomb")):
                fields[field] = self.links[key][at]
            fields["body"] = self._body(at)
        return Joint(
            parent=self.ant[j - 1], kind=kind, variable=variable, actuated=bool(self.mu[j - 1]),  # type: ignore[arg-type]
            flexible=j <= v.NJ and bool(self.eta[j - 1]), **fields,
        )  # fmt: skip

    def _body(self, at: int) -> Body:
        return Body(**{key: self.links[key][at] for key in (*INERTIA, *WRENCH)})

    def _base(self) -> Base:
        v = self.v
        body = Body()
        if v.first == 0:
            body = self._body(0)
            lost = [key for key in ("IA", "FV", "FS") if not self.links[key][0].is_zero]
            if lost:
                warn(f"{', '.join(lost)} of link 0 have no meaning and are ignored", v.file)
        w = self.vectors
        return Base(
            kind="floating" if v.floating else "mobile" if v.mobile else "fixed", body=body, pose=tuple(w["Z"]),
            angular_velocity=tuple(w["W0"]), angular_acceleration=tuple(w["WP0"]),
            velocity=tuple(w["V0"]), acceleration=tuple(w["VP0"]),
        )  # fmt: skip

    def _closing_frame(self, j: int, earlier: dict[int, Joint]) -> Joint:
        """Return frame k+B of a loop. A frame on another such frame is attached to that frame's link."""
        v = self.v
        if self.sigma[j - 1] != 2:
            what = f"frame {j} closes a loop and has sigma = {self.sigma[j - 1]}"
            v.fail(what, v.line("sigma"), "frames NJ+1 to NF are fixed: sigma = 2")
        frame = self._joint(j)
        if frame.parent <= v.NL:
            return frame
        if frame.parent not in earlier:
            what = f"the antecedent of frame {j} is {frame.parent}"
            v.fail(what, v.line("ant"), f"attach it to a link, 0 to {v.NL}")
        return _combine_fixed_frames(earlier[frame.parent], frame, j, v)

    def _variable(self, value: Expr, place: str, j: int) -> tuple[str, Expr]:
        """Return the joint variable in theta or r, and the constant added to it."""
        v = self.v
        row = self.facts.get("joint", {}).get(str(j), {}) if isinstance(self.facts.get("joint"), dict) else {}
        given = row.get("variable", "") if isinstance(row, dict) else ""
        line = v.table[place].values[j - 1][1] if place in v.table else 0
        with v.problems.collecting(v.file, line, v.cell(place, j)):
            return split_variable(value, f"{place} of joint {j}", j, self.uses, str(given))
        return f"q{j}", value


def _combine_fixed_frames(lower: Joint, upper: Joint, j: int, v: ParValues) -> Joint:
    """Return the fixed frame `upper`, given on the fixed frame `lower`, on the link that carries `lower`."""
    a = Robot(name="frames", joints=(replace(lower, parent=0), replace(upper, parent=1, name=""))).joints
    low, up = a
    if up.alpha.is_zero and up.d.is_zero:  # both turns and shifts are along z of the lower frame
        theta, r = low.theta + up.gamma + up.theta, low.r + up.b + up.r
        return replace(upper, parent=lower.parent, **{k: getattr(low, k) for k in ("gamma", "b", "alpha", "d")},
                       theta=theta, r=r)  # fmt: skip
    if not (low.alpha.is_zero and low.d.is_zero):
        v.fail(f"frame {j} is attached to frame {upper.parent}", v.line("ant"), f"attach it to a link, 0 to {v.NL}")
    return replace(upper, parent=lower.parent, gamma=low.gamma + low.theta + up.gamma, b=low.b + low.r + up.b)


def write(robot: Robot, *, dialect: str = "opensymoro") -> str:
    """Return the robot as a `.par` file; dialect "opensymoro" or "symoro+". Reading it gives an equal robot."""
    if dialect not in par_text.DIALECTS:
        raise InputError(f"dialect {dialect!r}", remedy=f"one of {', '.join(par_text.DIALECTS)}")
    text = par_text.par_statements(robot, dialect)
    if unseen := par_text.parts_in_comments(robot):
        log().warning("%s: %s are written as comments, which other programs skip", robot.name, ", ".join(unseen))
    try:
        back = _ParBuilder(ParValues(Scanner(text, "").statements(), ""), par_text.variables(robot)).robot(robot.name)
    except InputError as problem:
        raise RobotError(f"{robot.name} cannot be written as .par: {problem}") from problem
    facts = par_text.differing_facts(toml.as_data(back), toml.as_data(robot))
    if par_text.plain_name(robot.name) != robot.name:
        facts["name"] = robot.name
    for number, name in par_text.variables(robot).get("joint", {}).items():
        facts.setdefault("joint", {}).setdefault(number, {}).update(name)
    return par_text.append_facts(text, facts)


FORMAT = Format(
    "par", (".par",), read, write, "SYMORO+ and OpenSYMORO parameter files, and their short form",
    write_options={"dialect": FormatOption("which program the file is for", "opensymoro", tuple(par_text.DIALECTS))},
)  # fmt: skip

__all__ = ["FORMAT", "read", "write"]
