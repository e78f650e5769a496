"""The determinant of a (sub-)Jacobian in factors, and the singularities that they are. Khalil & Dombre, section 5.7.

det J is the product of the determinants of the diagonal blocks of its block triangular form (`block_triangular`), in
the frame and for the point where they are simplest; each is factored exactly, as a polynomial in sines and cosines of
joints (`trig_factorization`). Numbers in the geometry are taken as symbols while factoring, so that factors are
those of the structure. Where a factor vanishes, the rank and the joints that depend on each other are given.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from linkwright.errors import RobotError
from linkwright.expr import Expr, Graph, Importer
from linkwright.expr.ops import NEG, SYMBOL
from linkwright.expr.polynomial import TooLarge
from linkwright.expr.replay import FLOAT, needed_nodes, replay
from linkwright.expr.straight import StraightEvaluator
from linkwright.models.algebra.block_triangular import (
    Matrix,
    block_determinant,
    block_sign,
    clear_zeros,
    clear_zeros_together,
    diagonal_blocks,
    laplace_determinant,
    submatrix,
)
from linkwright.models.algebra.trig_factorization import TrigRing
from linkwright.models.constraints.loop_singularities import loop_singularity_results
from linkwright.models.framework.frame_options import (
    FRAME,
    POINT,
    PROJECTION,
    ROWS,
    WORLD,
    end_frame,
    frame_label,
    path_from_base,
)
from linkwright.models.framework.model import Model, Option, Quantities, Result, State, named
from linkwright.models.framework.scope import KINEMATICS
from linkwright.models.framework.state import StateBuilder
from linkwright.models.kinematics.jacobian import (
    FORMS,
    JOINTS_OPTION,
    Columns,
    FramePoint,
    columns_through_origin,
    jacobian,
    make_frame_point,
    select_columns,
)
from linkwright.models.search.graph_trial import count_operations
from linkwright.models.tree.frame_chains import FrameTree
from linkwright.models.tree.orientations import with_ball_angles
from linkwright.robot import Coordinate, Robot
from linkwright.robot.coordinates import TWIST
from linkwright.robot.features import FLOATING, LOOPS, WHEELS
from linkwright.robot.robot import GEOMETRY
from linkwright.spatial import Scalar, Vec3


@dataclass(frozen=True)
class RankDeficiency:
    """Rank deficiency of a singular Jacobian."""

    rank: int
    joints: tuple[int, ...]  # whose columns depend on each other
    lost_rows: tuple[str, ...]  # the rows in the combinations that cannot be reached

    def __str__(self) -> str:
        if len(self.joints) == 1:
            text = f"rank {self.rank}, joint {self.joints[0]} moves nothing"
        else:
            text = f"rank {self.rank}, joints {_join_words(self.joints)} depend on each other"
        return text + f", no {self.lost_rows[0]}" if len(self.lost_rows) == 1 else text


@dataclass(frozen=True)
class DeterminantFactor:
    """A factor of the determinant. The robot is singular where it vanishes."""

    expr: Expr  # of the graph that was asked for
    power: int
    is_whole_block: bool = False  # a block that was too large to be factored or written down: it may have factors
    deficiency: RankDeficiency | None = None  # where this factor alone vanishes; None: no such position was found

    @property
    def text(self) -> str:
        return "(a long polynomial)" if self.is_whole_block else str(self.expr)

    def explanation(self) -> str:
        return f"{self.text} = 0: {self.deficiency or 'no such position was found'}"


@dataclass(frozen=True)
class Singularities:
    """det = number * constants * product of factors; `constants` depend on lengths alone."""

    number: Fraction
    constants: tuple[DeterminantFactor, ...]
    factors: tuple[DeterminantFactor, ...]
    frame: int  # of the rows in the explanations
    always: RankDeficiency | None = None  # of a determinant that is zero in every position

    def formula(self) -> str:
        parts = [f"({f.text})" if _is_sum(f.text) else f.text for f in (*self.constants, *self.factors)
                 for _ in range(f.power)]  # fmt: skip
        number = str(self.number)
        if not parts:
            return number
        lead = {"1": "", "-1": "-"}.get(number, number + "*")
        return lead + "*".join(parts)

    def product(self) -> Scalar:
        value: Scalar = self.number
        for f in (*self.constants, *self.factors):
            for _ in range(f.power):
                value = f.expr * value
        return value


def _is_sum(text: str) -> bool:
    return " + " in text or " - " in text or text.startswith("-")


def _join_words(items: Sequence[Any]) -> str:
    words = [str(x) for x in items]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


# -- the matrix -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SquareJacobian:
    """A square matrix with the determinant that is asked for, and the frame its rows belong to."""

    rows: Matrix
    frame: int
    complete: bool  # all rows of a twist


def list_square_jacobians(
    tip: FramePoint, rows: Sequence[int], columns: Sequence[Coordinate], projection: int
) -> list[SquareJacobian]:
    """Matrices with the same determinant: for all six rows in any frame and at any point of the body."""
    if tuple(rows) != tuple(range(6)):
        if tuple(rows) in ((0, 1, 2), (3, 4, 5)) and projection == WORLD:  # whole vectors
            projection = 0
        return _select_squares([(projection, jacobian(tip, projection))], tip, rows, columns)
    way = (0, *path_from_base(tip.robot, tip.frame))
    found = [(i, form(tip, i)) for i in way for form in FORMS]
    found += [(i, columns_through_origin(tip, i, j, onward=False)) for i in way for j in way[2:]]
    return _select_squares(found, tip, rows, columns)


def _select_squares(
    found: Sequence[tuple[int, Columns]], tip: FramePoint, rows: Sequence[int], columns: Sequence[Coordinate]
) -> list[SquareJacobian]:  # fmt: skip
    """Square matrices of columns in these frames."""
    made = []
    for _, there in found:
        whole = select_columns(tip, there)
        table = [list(whole[k]) for k in columns]
        made.append([[c[r] for c in table] for r in rows])
    return [SquareJacobian(J, i, len(rows) == 6) for (i, _), J in zip(found, clear_zeros_together(made), strict=True)]


def find_simplest(squares: Sequence[SquareJacobian]) -> SquareJacobian:
    """The matrix with the smallest blocks, then with the fewest operations in them."""
    found = [diagonal_blocks(square.rows) or () for square in squares]
    sizes = [sum(len(b.rows) ** 3 for b in some) for some in found]
    small = [(square, some) for square, some, size in zip(squares, found, sizes, strict=True) if size == min(sizes)]
    return min(small, key=lambda x: count_operations([submatrix(x[0].rows, b) for b in x[1]]))[0]


# -- the factors ------------------------------------------------------------------------------------------------------


MAX_FACTOR_TERMS = 60  # most terms of a factor that is written down


def factor_determinant(square: SquareJacobian) -> tuple[Fraction, list[DeterminantFactor]]:
    """The determinant as a number and its factors, in the graph of the matrix."""
    found = diagonal_blocks(square.rows)
    if found is None:
        return Fraction(0), []
    number = Fraction(block_sign(found))
    powers: dict[tuple[Expr, bool], int] = {}
    for block in found:
        small = submatrix(square.rows, block)
        exprs = [x for row in small for x in row if isinstance(x, Expr)]
        scale, parts = _factor_block(small, exprs) if exprs else (Fraction(laplace_determinant(small)), [])
        number *= scale
        for e, power, whole in parts:
            if e.graph.op[e.id] == NEG:
                e, number = -e, number * (-1) ** power
            powers[e, whole] = powers.get((e, whole), 0) + power
    if number == 0:
        return number, []
    return number, [DeterminantFactor(e, power, is_whole_block=whole) for (e, whole), power in powers.items()]


def _factor_block(small: Matrix, exprs: Sequence[Expr]) -> tuple[Fraction, list[tuple[Expr, int, bool]]]:
    """Determinant of a block: (number, [(factor, power, whether it is the whole block)])."""
    ring = TrigRing.from_exprs(exprs)
    atoms = {name: Expr(ring.graph, i) for name, i in ring.atoms.items()}
    try:
        done: dict[int, Any] = {}
        det = _expand_determinant(ring, [[_to_polynomial(ring, x, done) for x in row] for row in small])
        if det == 0:
            return Fraction(0), []
        number, parts = ring.factors(det)
        if any(len(p) > MAX_FACTOR_TERMS for p, _ in parts):
            raise TooLarge
    except TooLarge:
        return Fraction(1), [(laplace_determinant(small), 1, True)]
    return number, [(ring.expr(*ring.shortest(p), ring.graph, atoms), power, False) for p, power in parts]


def _to_polynomial(ring: TrigRing, x: Scalar, done: dict[int, Any]) -> Any:
    return ring.polynomial(x, done) if isinstance(x, Expr) else ring.context.constant(x)


def _expand_determinant(ring: TrigRing, rows: list[list[Any]]) -> Any:
    """The determinant of a matrix of polynomials, reduced after every product."""
    minors = {0: ring.context.constant(1)}
    for row in rows:
        wider: dict[int, Any] = {}
        for columns, minor in minors.items():
            for c, x in enumerate(row):
                if columns >> c & 1 or x == 0:
                    continue
                term = ring.times(x, minor) * (-1 if (columns >> c).bit_count() % 2 else 1)
                key = columns | 1 << c
                wider[key] = wider[key] + term if key in wider else term
        minors = wider
    return minors.get((1 << len(rows)) - 1, ring.context.constant(0))


# -- what happens where a factor vanishes -----------------------------------------------------------------------------


def find_deficiency(
    square: SquareJacobian, columns: Sequence[Coordinate], rows: Sequence[int], positions: Sequence[Mapping[str, float]]
) -> RankDeficiency | None:
    """Rank deficiency of the matrix at these positions, which are of one kind, from its singular vectors."""
    import numpy as np

    entries = [x for row in square.rows for x in row]
    exprs = [x for x in entries if isinstance(x, Expr)]
    n = len(columns)
    found = []
    for at in positions:
        values = _evaluate_at(exprs, at)
        J = np.array([values[x.id] if isinstance(x, Expr) else float(x) for x in entries]).reshape(n, n)
        left, size, right = np.linalg.svd(J)
        rank = int((size > 1e-7 * size[0]).sum())  # lengths are near 1: see _in_reach
        if rank < n:
            found.append((rank, abs(right[rank:]).max(axis=0) > 1e-5, abs(left[:, rank:]).max(axis=1) > 1e-5))
    if not found:
        return None
    most = max(rank for rank, _, _ in found)
    dependent = np.any([kernel for rank, kernel, _ in found if rank == most], axis=0)
    lost = np.any([loss for rank, _, loss in found if rank == most], axis=0)
    return RankDeficiency(
        most, tuple(dict.fromkeys(c.link for c, there in zip(columns, dependent, strict=True) if there)),
        tuple(TWIST[r] for r, there in zip(rows, lost, strict=True) if there),
    )  # fmt: skip


def _evaluate_at(exprs: Sequence[Expr], at: Mapping[str, float]) -> dict[int, float]:
    return replay(exprs[0].graph, {e.id for e in exprs}, FLOAT, lambda _, s: at[s.name]) if exprs else {}


def _random_position(
    graph: Graph, variables: Sequence[str], numbers: Mapping[str, float], source: random.Random
) -> dict[str, float]:
    """Known numbers, and random values for all other symbols."""
    at = {s: numbers.get(s, source.uniform(0.4, 1.2)) for s in sorted(graph.symbols())}
    return at | {s: source.uniform(-3, 3) for s in variables}


class _ExpressionValue:
    """Value of an expression at many positions."""

    def __init__(self, expr: Expr) -> None:
        graph = expr.graph
        order = needed_nodes(graph, [expr.id])
        symbols = [i for i in order if graph.op[i] == SYMBOL]
        self.names = [graph.value[i].name for i in symbols]
        self._straight = StraightEvaluator(graph, order, [symbols], [[expr.id]])

    def __call__(self, at: Mapping[str, float]) -> float:
        return self._straight([at[name] for name in self.names])[0][0]


def _find_zero(
    value: _ExpressionValue,
    others: Sequence[_ExpressionValue],
    at: Mapping[str, float],
    variables: Sequence[str],
    source: random.Random,
) -> dict[str, float] | None:
    """A position where a factor vanishes: all but one of its joint variables as they are, the last one by bisection."""
    free = [s for s in variables if s in value.names]
    for name in source.sample(free, len(free)):
        grid = [-3.3 + 0.11 * k + 0.01 * source.random() for k in range(61)]
        places = ((x, value({**at, name: x})) for x in grid)
        for (a, fa), (b, fb) in pairwise(places):
            if (fa < 0) != (fb < 0):
                root = {**at, name: _bisect(value, at, name, a, b, fa)}
                if all(abs(other(root)) > 1e-3 for other in others):
                    return root
    return None


def _bisect(value: _ExpressionValue, at: Mapping[str, float], name: str, a: float, b: float, fa: float) -> float:
    for _ in range(60):
        middle = (a + b) / 2
        if (value({**at, name: middle}) < 0) == (fa < 0):
            a = middle
        else:
            b = middle
    return (a + b) / 2


# -- the model --------------------------------------------------------------------------------------------------------


def find_singularities(
    robot: Robot, frame: int, point: Vec3, rows: Sequence[int] = range(6), columns: Sequence[Coordinate] = (),
    projection: int = 0, into: Graph | None = None,
) -> Singularities:  # fmt: skip
    """Determinant in factors, with the rank deficiency where each of them vanishes."""
    if frame > len(robot):  # its numbers are then those of a point, and become symbols, too
        point, frame = (
            FrameTree(robot, ()).chain(robot.frame_at(frame).link, frame).apply(point),
            robot.frame_at(frame).link,
        )
    lifted = robot.with_symbols("geometry")  # a copy with a graph of its own
    graph = Graph() if into is None else into
    outside = Importer(graph)
    known = {}  # what the new symbols stand for, exactly
    for old, new in zip(robot.joints, lifted.joints, strict=True):
        for name in GEOMETRY:
            e = getattr(new, name)
            if e.name and not getattr(old, name).symbols:
                known[e.name] = outside(getattr(old, name))
    pose = sorted({name for e in robot.base.pose for name in e.symbols}) if robot.freedoms(0) else []
    known |= {name: outside(Expr(robot.graph, robot.graph.symbols()[name])) for name in pose}  # variables, not lengths
    numbers = dict(lifted.numbers)
    tool = _replace_numbers_of_point(lifted.graph, point, known, numbers, outside)
    _, state = StateBuilder(lifted, lifted.graph).build_state(("q",))
    tip = make_frame_point(FrameTree(lifted, with_ball_angles(lifted, state.q)), frame, tool, columns)
    chosen = tip.coordinates
    _require_square(tip, rows, chosen)
    square = find_simplest(list_square_jacobians(tip, rows, chosen, projection))
    number, inner = factor_determinant(square)
    if any(name.endswith("]") for f in inner for name in f.expr.symbols if name not in known):
        square = find_simplest(
            list_square_jacobians(replace(tip, tree=FrameTree(lifted, state.q)), rows, chosen, projection)
        )
        number, inner = Fraction(1), [DeterminantFactor(laplace_determinant(square.rows), 1, is_whole_block=True)]
    variables = [robot.joint(c.link).variable for c in robot.coordinates if robot.joint(c.link).kind != "ball"]
    variables += [*pose, *(str(x.name) for Q in state.quaternions.values() for x in Q)]
    moving = [f for f in inner if set(variables) & f.expr.symbols]
    numbers = _scale_lengths(lifted, tool, numbers)
    explained, values = [], [_ExpressionValue(f.expr) for f in moving]
    for f, value in zip(moving, values, strict=True):
        zeros = []
        for seed in range(4):
            source = random.Random(f"singular {seed}")
            at = _random_position(f.expr.graph, variables, numbers, source)
            zeros.append(_find_zero(value, [v for v in values if v is not value], at, variables, source))
        explained.append(replace(f, deficiency=find_deficiency(square, chosen, rows, [at for at in zeros if at])))
    anywhere = [_random_position(lifted.graph, variables, numbers, random.Random(f"any {seed}")) for seed in range(2)]
    always = find_deficiency(square, chosen, rows, anywhere) if number == 0 else None
    back = Importer(graph, known)

    def outward(f: DeterminantFactor) -> DeterminantFactor:
        return replace(f, expr=back(f.expr))

    constants = tuple(outward(f) for f in inner if f not in moving)
    return Singularities(number, constants, tuple(map(outward, explained)), square.frame, always)


def _replace_numbers_of_point(
    graph: Graph, point: Vec3, known: dict[str, Expr], numbers: dict[str, float], outside: Importer
) -> Vec3:
    """The point with symbols for its numbers, which join the known ones."""
    own = Importer(graph)
    found = []
    for axis, x in zip("xyz", point):
        e = own(x)
        if e.number:
            name = f"point[{axis}]"  # no user can write such a name
            known[name], numbers[name] = outside(x), float(e.number)
            e = Expr(graph, graph.symbol(name))
        found.append(e)
    return Vec3(*found)


def _scale_lengths(robot: Robot, point: Vec3, numbers: Mapping[str, float]) -> dict[str, float]:
    """Known numbers with lengths as fractions of the largest one, as singularities do not depend on units.

    Small numbers are left out: beside the others they would look like singularities.
    """
    entries = [getattr(joint, name) for joint in robot.joints for name in ("b", "d", "r")]
    lengths = {s for e in (*entries, *point) for s in e.symbols}
    reach = max((abs(v) for s, v in numbers.items() if s in lengths), default=0.0) or 1.0
    scaled = {s: v / reach if s in lengths else v for s, v in numbers.items()}
    return {s: v for s, v in scaled.items() if abs(v) > 1e-3}


def _require_square(tip: FramePoint, rows: Sequence[int], columns: Sequence[Coordinate]) -> None:
    if len(rows) != len(columns):
        raise RobotError(
            f"{tip.robot.name}: {len(rows)} rows and {len(columns)} columns have no determinant",
            remedy="choose rows (rows=linear, rows=vx,vy,wz) or joints (joints=1,2,3,4,5,6)",
        )


def _determinant_on_wheels(tip: FramePoint, rows: Sequence[int], projection: int) -> Result:
    """Determinant of the columns of the independent coordinates of a robot on wheels, not in factors."""
    chosen = tip.coordinates
    _require_square(tip, rows, chosen)
    columns = select_columns(tip, jacobian(tip, projection))
    det = block_determinant(clear_zeros([[list(columns[c])[r] for c in chosen] for r in rows]))
    names = ", ".join(c.joint for c in chosen)
    return Result("det", [det], (), f"determinant of the Jacobian of frame {frame_label(tip.robot, tip.frame)}, "
                  f"columns of {names}")  # fmt: skip


def build(
    robot: Robot, state: State, quantities: Quantities, frame: int, point: Vec3, rows: tuple[int, ...],
    joints: tuple[Coordinate, ...], projection: int,
) -> Sequence[Result]:  # fmt: skip
    if robot.loops:
        whole = frame == end_frame(robot) and all(x == 0 for x in point) and tuple(rows) == tuple(range(6))
        return loop_singularity_results(robot, state.q, whole and not joints and not projection)
    if robot.ties:
        return [
            _determinant_on_wheels(make_frame_point(FrameTree(robot, state.q), frame, point, joints), rows, projection)
        ]
    found = find_singularities(robot, frame, point, rows, joints, projection, robot.graph)
    doc = f"determinant of the Jacobian of frame {frame_label(robot, frame)}: {found.formula()}"
    if found.always:
        doc += f" in every position ({found.always})"
    results = [Result("det", [found.product()], (), doc)]
    if found.factors:
        seen = f" (v and w in frame {frame_label(robot, found.frame)})"
        text = "singular where one of them is zero: " + "; ".join(f.explanation() for f in found.factors) + seen
        results.append(named("factors", [f.expr for f in found.factors], text))
    return results


MODEL = Model(
    name="jacobian_determinant",
    doc="determinant of a Jacobian in factors, and its singularities; of loops: where drives or legs are singular",
    state=("q",),
    build=build,
    scope=KINEMATICS.handling(FLOATING, LOOPS, WHEELS),
    is_still=True,
    options={
        "frame": FRAME, "point": POINT, "rows": ROWS, "joints": JOINTS_OPTION,
        "projection": Option("0", "the frame that single rows belong to", read=PROJECTION.read),
    },
)  # fmt: skip
