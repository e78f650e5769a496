"""Postures from a plan: a candidate for every choice of solutions, and of these those that reach the pose."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.expr import Expr, Graph, Importer, Quantity
from linkwright.expr.function import Function, Port
from linkwright.expr.kernel import Kernel
from linkwright.expr.loop import Reals, Step, finite, loop, nan, zeros
from linkwright.models.parts.inverse.paul.solver import Plan
from linkwright.models.parts.inverse.postures import DEFECT, NO_POSE, _defect, orthonormal
from linkwright.models.parts.inverse.straight import straight, times
from linkwright.models.parts.places import branch
from linkwright.models.result import Quantities
from linkwright.robot import Joint, Robot
from linkwright.spatial import Mat3

Runs = Callable[..., None]
TASK = {"pose": (0, 1, 2), "direction": (2,), "position": ()}  # columns of R that are looked at


@dataclass(frozen=True)
class Branches:
    """What the candidates are: for each, which of the solutions (0 or 1) was taken of each step that has two."""

    steps: tuple[str, ...]  # shoulder, elbow, wrist, or the labels of the variables
    signs: tuple[tuple[int, ...], ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """+ and - for each choice."""
        return tuple("".join("+-"[k] for k in row) for row in self.signs)


@dataclass(frozen=True)
class Postures:
    """Rows of positions, the status, how many there are; of each row how far it is from the pose, of the size of the
    chain, and the number of its branch, from 1; 0: there is none."""

    rows: list[list[Expr]]
    status: Expr
    count: Expr
    residuals: list[Expr]
    branch: list[Expr]
    branches: Branches


@dataclass(frozen=True)
class Chain:
    """The joints from the base to a frame, what of its pose is wanted, and the place (from 0) of a locked joint."""

    robot: Robot
    frame: int
    task: str
    lock: int | None

    @property
    def path(self) -> list[Joint]:
        return [self.robot.joint(j) for j in branch(self.robot, self.frame)]

    @property
    def moving(self) -> list[Joint]:
        """All joints that move, the locked one, too."""
        return [joint for joint in self.path if joint.moves]

    @property
    def own(self) -> list[Joint]:
        """Those whose positions are looked for."""
        return [joint for k, joint in enumerate(self.moving) if k != self.lock]

    @property
    def symbols(self) -> list[str]:
        return sorted({s for joint in self.path for e in _geometry(joint) for s in e.symbols})


def rows_of(
    plan: Plan, chain: Chain, pose: Sequence[Expr], position: Expr | None, quantities: Quantities
) -> Postures:
    """All postures at a pose (16 numbers, row by row); `position`: of the locked joint."""
    graph = pose[0].graph
    R = [[pose[4 * r + c] for c in range(3)] for r in range(3)]
    T = [[*row, pose[4 * r + 3]] for r, row in enumerate(orthonormal(R))]
    quantities.note("R", chain.frame, Mat3.of([row[:3] for row in T]))
    given = {str(plan.pose[r][c].name): T[r][c] for r in range(3) for c in range(4)}
    if chain.lock is not None and position is not None:
        given |= _locked(plan, chain.moving[chain.lock], chain.lock + 1, position)
    own = [k for k in plan.arm.places if k - 1 != chain.lock]
    signs, rows = [], []
    for chosen, into in plan.rows(graph, given, lambda name, letters, x: _note(quantities, name, letters, x)):
        signs.append(chosen)
        values = [[into(x) for x in plan.position(k)] for k in own]
        rows.append([_position(joint, x) for joint, x in zip(chain.own, values, strict=True)])
    scale = Importer(graph, given)(plan.scale).sqrt()
    found = _chosen(chain, T, (-scale).select(1, scale), position, rows)
    return _postures(found, R, len(rows), len(own), Branches(_named(plan), tuple(signs)))


def _postures(found: Sequence[Expr], R: Sequence[Sequence[Expr]], m: int, n: int, branches: Branches) -> Postures:
    """What the choice gave, where R is a rotation."""
    is_pose = DEFECT**2 - _defect(R)
    status, count = is_pose.select(found[-2], NO_POSE), is_pose.select(found[-1], 0)
    nothing = (-status).sqrt()  # no number where it is taken
    kept = [is_pose.select(x, nothing) for x in found[: m * (n + 1)]]
    labels = [is_pose.select(x, 0) for x in found[m * (n + 1) : -2]]
    return Postures([kept[r * n : r * n + n] for r in range(m)], status, count, kept[m * n :], labels, branches)


def _note(quantities: Quantities, name: str, letters: str, x: Expr) -> None:
    """A cosine, sine or position is called after its joints and the choices that led to it: C23_ab."""
    found = re.fullmatch(r"(.*)(\d)", name)
    if found and x.graph.args[x.id]:
        quantities.names.setdefault(x.id, Quantity(found.group(1), int(found.group(2)), letters))


def _locked(plan: Plan, joint: Joint, k: int, q: Expr) -> dict[str, Expr]:
    theta, r = joint.variables(q)
    values = {"r": r} if k in plan.arm.slides else {"c": theta.cos(), "s": theta.sin()}
    return {plan.names[str(k), kind]: x for kind, x in values.items()}


def _position(joint: Joint, value: Sequence[Expr]) -> Expr:
    """Of a joint, from cosine and sine of theta, or from r."""
    if len(value) == 1:
        return value[0] - joint.r
    c, s = value
    if not joint.theta.is_zero:
        x, y = joint.theta.cos(), joint.theta.sin()
        c, s = c * x + s * y, s * x - c * y
    return s.atan2(c)


def _named(plan: Plan) -> tuple[str, ...]:
    """Of an arm with six joints that turn: shoulder, elbow, wrist; else the labels."""
    labels = [s.label for s in plan.choices]
    if len(plan.arm.joints) != 6 or plan.arm.slides or len(labels) != 3:
        return tuple(labels)
    names = ["shoulder" if x == "1" else "wrist" if max(x) > "3" else "elbow" for x in labels]
    return tuple(names if len(set(names)) == 3 else labels)


# -- the choice --------------------------------------------------------------------------------------------------------


def choose(p: Reals, x: Reals, *, m: int, n: int, rows: int, misses: int, check: Runs, mark: Runs) -> None:
    """Of rows of candidates those that reach the pose, each once; what is left is not a number.

    p holds pose and lengths, then the rows. After the rows come how far each is from the pose, the number of its
    candidate, the status (0 solved, 3 out of reach) and how many there are.
    """
    pose = zeros(m)
    q = zeros(n)
    f = zeros(misses)
    known = zeros(2 * n)
    kept = zeros(rows * 2 * n)
    count = 0
    number = 0.0
    place = 0.0
    for k in range(m):
        pose[k] = p[k]
    for k in range(rows * n + rows):
        x[k] = nan
    for k in range(rows):
        x[rows * n + rows + k] = 0.0
    for row in range(rows):
        place = place + 1.0
        left = 0.0
        for k in range(n):
            q[k] = p[m + row * n + k]
            if not finite(q[k]):
                left = nan
        if finite(left):
            check(pose, q, f)
            for k in range(misses):
                if abs(f[k]) > left:
                    left = abs(f[k])
                if not finite(f[k]):
                    left = nan
        if left < 0.00000001:
            mark(pose, q, known)
            new = 1
            for other in range(count):
                apart = 0.0
                for j in range(2 * n):
                    if abs(kept[other * 2 * n + j] - known[j]) > apart:
                        apart = abs(kept[other * 2 * n + j] - known[j])
                if apart < 0.000001:
                    new = 0
            if new == 1:
                for j in range(n):
                    x[count * n + j] = q[j]
                for j in range(2 * n):
                    kept[count * 2 * n + j] = known[j]
                x[rows * n + count] = left
                x[rows * n + rows + count] = place
                count = count + 1
                number = number + 1.0
    x[rows * n + 2 * rows] = 0.0
    if count == 0:
        x[rows * n + 2 * rows] = 3.0
    x[rows * n + 2 * rows + 1] = number


def _chosen(
    chain: Chain, T: Sequence[Sequence[Expr]], scale: Expr, position: Expr | None, rows: Sequence[Sequence[Expr]]
) -> list[Expr]:
    graph = scale.graph
    given = [*(T[r][c] for r in range(3) for c in range(3)), *(T[r][3] for r in range(3)), scale]
    given += [position] if position is not None else []
    given += [Expr(graph, graph.symbol(s)) for s in chain.symbols]
    m, n = len(given), len(rows[0])
    check = straight("missed", {"p": m, "x": n}, lambda p, x: _misses(chain, p, x))
    mark = straight("marks", {"p": m, "x": n}, lambda p, x: _marks(chain.own, p, x))
    runs: dict[str, Step] = {"check": check, "mark": mark}
    sizes = {"m": m, "n": n, "rows": len(rows), "misses": check.outputs[0].size}
    code = loop(choose, {"p": m + n * len(rows)}, {"x": len(rows) * (n + 2) + 2}, runs, **sizes)
    flags = (*(f"branch_{r + 1}" for r in range(len(rows))), "status", "count")
    kernel = Kernel("postures", _relation(m, n, len(rows)), code, flags)
    arguments = [*given, *(x for row in rows for x in row)]
    return [Expr(graph, i) for i in graph.invoke(kernel, [e.id for e in arguments])]


def _geometry(joint: Joint) -> tuple[Expr, ...]:
    return joint.gamma, joint.b, joint.alpha, joint.d, joint.theta, joint.r


def _misses(chain: Chain, p: Sequence[Expr], x: Sequence[Expr]) -> list[Any]:
    """How far the chain is from the pose: of its position, of its size, and of the columns that the task looks at."""
    positions, symbols = [*x], chain.symbols
    into = Importer(p[0].graph, dict(zip(symbols, p[len(p) - len(symbols) :], strict=True)))
    if chain.lock is not None:
        positions.insert(chain.lock, p[13])
    T: Any = [[1 if r == c else 0 for c in range(4)] for r in range(4)]
    for joint in chain.path:
        gamma, b, alpha, d, theta, r = (into(e) for e in _geometry(joint))
        if joint.moves:
            q = positions.pop(0)
            theta, r = (theta + q, r) if joint.kind == "revolute" else (theta, r + q)
        T = times(T, _screw("z", gamma, b), _screw("x", alpha, d), _screw("z", theta, r))
    found = [(T[k][3] - p[9 + k]) / p[12] for k in range(3)]
    return found + [T[r][c] - p[3 * r + c] for c in TASK[chain.task] for r in range(3)]


def _screw(axis: str, angle: Expr, way: Expr) -> list[list[Any]]:
    c, s = angle.cos(), angle.sin()
    if axis == "z":
        return [[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, way], [0, 0, 0, 1]]
    return [[1, 0, 0, way], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1]]


def _marks(own: Sequence[Joint], p: Sequence[Expr], x: Sequence[Expr]) -> list[Any]:
    """Two numbers of each joint by which equal positions are known."""
    found: list[Any] = []
    for joint, q in zip(own, x, strict=True):
        found += [q.cos(), q.sin()] if joint.kind == "revolute" else [q / p[12], 0]
    return found


def _relation(m: int, n: int, rows: int) -> Function:
    """Every posture is a candidate, and nothing away from the pose."""
    g = Graph()
    sizes = {"p": m + n * rows, "x": n * rows + rows}
    p, x = ([Expr(g, g.symbol(f"{s}{k}", "variable")) for k in range(size)] for s, size in sizes.items())
    out = []
    for r in range(rows):
        for k in range(n):
            e = x[r * n + k] - p[m + k]
            for other in range(1, rows):
                e = e * (x[r * n + k] - p[m + other * n + k])
            out.append(e)
    out += x[rows * n :]
    ports = [Port(s, (len(some),), tuple(e.id for e in some)) for s, some in (("p", p), ("x", x), ("residual", out))]
    return Function("postures", g, (ports[0], ports[1]), (ports[2],))


__all__ = ["Branches", "Chain", "Postures", "rows_of"]
