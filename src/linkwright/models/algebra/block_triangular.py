"""Determinants, inverses and solutions of small matrices of scalars in closed form, using their zero pattern.

A matrix is brought to block triangular form by permutations (a matching of rows and columns, then the strongly
connected blocks: the fine decomposition of Dulmage and Mendelsohn). For a Jacobian this finds what the book does by
hand: separate blocks for the wrist and the arm, or for three parallel axes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from linkwright.expr import Expr, Graph
from linkwright.expr.kernels.solve import solve_many
from linkwright.expr.prime import P, Point, angle_steps
from linkwright.expr.replay import needed_nodes
from linkwright.spatial import Scalar

Matrix = list[list[Scalar]]
SINGULARITY_TOLERANCE = (
    1e-4  # a pivot below this fraction of its scale counts as zero: iterated positions have residuals of 1e-12 of
)
# their equations, which at a turning point is 1e-6 of a pivot, times a factor from the lengths
MAX_COFACTOR_ROWS = 3  # rows of the largest block that is solved by cofactors


def clear_zeros(rows: Sequence[Sequence[Scalar]]) -> Matrix:
    """Matrix with 0 for every entry that vanishes identically, decided at random points of a prime field."""
    return clear_zeros_together([rows])[0]


def clear_zeros_together(matrices: Sequence[Sequence[Sequence[Scalar]]]) -> list[Matrix]:
    """`clear_zeros` for several matrices over one graph; common subexpressions are evaluated once."""
    exprs = [x for rows in matrices for row in rows for x in row if isinstance(x, Expr)]
    points = _prime_points(exprs[0].graph, {e.id for e in exprs}) if exprs else []

    def zero(x: Scalar) -> bool:
        return x == 0 or (isinstance(x, Expr) and bool(points) and all(p[x.id] == 0 for p in points))

    return [[[0 if zero(x) else x for x in row] for row in rows] for rows in matrices]


def _prime_points(graph: Graph, wanted: Iterable[int]) -> list[list[int]]:
    """Values of nodes at two points of the prime field; none if all points tried are poles."""
    order = needed_nodes(graph, wanted)
    steps = angle_steps(graph, order)
    points: list[list[int]] = []
    for seed in range(20):
        try:
            points.append(Point(seed, steps).values(graph, order))
        except ZeroDivisionError:
            continue
        if len(points) == 2:
            break
    return points


def laplace_determinant(rows: Sequence[Sequence[Scalar]]) -> Scalar:
    """Determinant by Laplace's expansion row after row; minors of the same columns are computed once."""
    minors: dict[int, Scalar] = {0: 1}
    for row in rows:
        wider: dict[int, Scalar] = {}
        for columns, minor in minors.items():
            for c, x in enumerate(row):
                if columns >> c & 1 or x == 0:
                    continue
                sign = -1 if (columns >> c).bit_count() % 2 else 1
                term = x * minor if sign > 0 else -(x * minor)
                key = columns | 1 << c
                wider[key] = wider[key] + term if key in wider else term
        minors = {key: m for key, m in wider.items() if m != 0}
    return minors.get((1 << len(rows)) - 1, 0)


@dataclass(frozen=True)
class DiagonalBlock:
    """A square block on the diagonal: these rows, these columns."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]

    @property
    def transposed(self) -> DiagonalBlock:
        """The corresponding block of the transposed matrix."""
        return DiagonalBlock(self.columns, self.rows)


def diagonal_blocks(rows: Sequence[Sequence[Scalar]]) -> tuple[DiagonalBlock, ...] | None:
    """Diagonal blocks of the block lower triangular form; None if the pattern alone makes the matrix singular."""
    return _blocks_of_pattern(tuple([tuple([x != 0 for x in row]) for row in rows]))


@lru_cache(maxsize=64)  # in many frames a Jacobian has the same pattern
def _blocks_of_pattern(pattern: tuple[tuple[bool, ...], ...]) -> tuple[DiagonalBlock, ...] | None:
    n = len(pattern)
    row_of = _matching(pattern)
    if len(row_of) < n:
        return None
    column_of = {r: c for c, r in row_of.items()}
    reach = [[pattern[r][column_of[s]] or r == s for s in range(n)] for r in range(n)]  # r needs the unknown of s
    for k in range(n):
        for r in range(n):
            if reach[r][k]:
                reach[r] = [a or b for a, b in zip(reach[r], reach[k], strict=True)]
    groups: list[tuple[int, ...]] = []
    for r in range(n):
        group = tuple(s for s in range(n) if reach[r][s] and reach[s][r])
        if group not in groups:
            groups.append(group)
    groups.sort(key=lambda g: sum(reach[g[0]]))  # what needs less comes first: a topological order
    return tuple([DiagonalBlock(g, tuple(sorted(column_of[r] for r in g))) for g in groups])


def _matching(pattern: Sequence[Sequence[bool]]) -> dict[int, int]:
    """A largest set of nonzero entries, no two in one row or column: column -> row, by augmenting paths."""
    row_of: dict[int, int] = {}

    def place(r: int, seen: set[int]) -> bool:
        for c, there in enumerate(pattern[r]):
            if there and c not in seen:
                seen.add(c)
                if c not in row_of or place(row_of[c], seen):
                    row_of[c] = r
                    return True
        return False

    for r in range(len(pattern)):
        place(r, set())
    return row_of


def submatrix(rows: Sequence[Sequence[Scalar]], block: DiagonalBlock) -> Matrix:
    """Submatrix of a block."""
    return [[rows[r][c] for c in block.columns] for r in block.rows]


def permutation_sign(order: Iterable[int]) -> int:
    """Sign of a permutation, 1 or -1."""
    numbers = list(order)
    return -1 if sum(1 for a, b in combinations(numbers, 2) if a > b) % 2 else 1


def block_determinant(rows: Sequence[Sequence[Scalar]]) -> Scalar:
    """Determinant as the product of the determinants of the diagonal blocks."""
    found = diagonal_blocks(rows)
    if found is None:
        return 0
    product: Scalar = block_sign(found)
    for block in found:
        product = product * laplace_determinant(submatrix(rows, block))
    return product


def block_sign(found: Sequence[DiagonalBlock]) -> int:
    """Sign of the permutation of rows and columns that brings the blocks to the diagonal."""
    return permutation_sign(r for b in found for r in b.rows) * permutation_sign(c for b in found for c in b.columns)


def invert_by_blocks(rows: Sequence[Sequence[Scalar]], is_regular: bool = False) -> Matrix | None:
    """A^-1; None if the matrix is singular for every value of its symbols. `is_regular`: it is known not to be."""
    n = len(rows)
    return solve_by_blocks(rows, [[1 if k == r else 0 for k in range(n)] for r in range(n)], is_regular=is_regular)


@dataclass(frozen=True)
class EntryScales:
    """Orders of magnitude of the entries of a matrix: products of a scale of the row and a scale of the column."""

    rows: Sequence[Scalar]
    columns: Sequence[Scalar]

    @property
    def transposed(self) -> EntryScales:
        return EntryScales(self.columns, self.rows)


def average_entry_scales(
    rows: Sequence[Sequence[Scalar]], row_kinds: Sequence[bool], column_kinds: Sequence[bool]
) -> EntryScales:
    """Scales from sums of magnitudes of the entries of a row in one unit, averaged over the rows of one kind.

    The kind of a row or column says whether its coordinate turns.
    """

    def average(row_kind: bool, column_kind: bool) -> Scalar:
        total: Scalar = 0
        for row, kind in zip(rows, row_kinds, strict=True):
            for x, other in zip(row, column_kinds, strict=True):
                total = total + abs(x) if (kind, other) == (row_kind, column_kind) else total
        return total * Fraction(1, list(row_kinds).count(row_kind))

    columns = {kind: average(row_kinds[0], kind) for kind in {*column_kinds}}
    common = next((kind for kind in columns if columns[kind] != 0), column_kinds[0])
    of_rows = {kind: 1 if kind == row_kinds[0] else average(kind, common) / columns[common] for kind in {*row_kinds}}
    return EntryScales([of_rows[kind] for kind in row_kinds], [columns[kind] for kind in column_kinds])


def solve_by_blocks(
    rows: Sequence[Sequence[Scalar]], right: Sequence[Sequence[Scalar]], once: bool = False, is_regular: bool = False,
    sizes: Callable[[DiagonalBlock], EntryScales] | None = None,
) -> Matrix | None:  # fmt: skip
    """Solve A X = right by substitution from block to block; None if A is singular for every value of its symbols.

    Blocks up to 3 x 3 are solved by cofactors, larger ones by elimination with pivoting. `once`: nothing else is solved
    with A, so quotients are used instead of reciprocals. `is_regular`: A is known to be regular. `sizes`: scales of the
    entries of a block; large blocks that are nearly singular relative to them have no solution (status of the kernel).
    """
    found = diagonal_blocks(rows)
    if found is None:
        return None
    X: dict[int, list[Scalar]] = {}  # by column of the matrix
    for block in found:
        sides = []
        for r in block.rows:
            line = list(right[r])
            for c, known in X.items():
                if rows[r][c] != 0:
                    line = [a - rows[r][c] * x if x != 0 else a for a, x in zip(line, known, strict=True)]
            sides.append(line)
        small = _solve_block(submatrix(rows, block), sides, once, is_regular, sizes(block) if sizes else None)
        if small is None:
            return None
        X.update(zip(block.columns, small, strict=True))
    return [X[c] for c in range(len(rows))]


def _solve_block(A: Matrix, right: Matrix, once: bool, is_regular: bool, sizes: EntryScales | None) -> Matrix | None:
    """A^-1 right for one block."""
    n = len(A)
    if n > MAX_COFACTOR_ROWS:
        return _solve_by_elimination(A, right, is_regular, sizes)
    scale = laplace_determinant(A)
    if scale == 0 or (not is_regular and clear_zeros([[scale]])[0][0] == 0):
        return None
    if once:
        adjugate = [[_cofactor(A, c, r) for c in range(n)] for r in range(n)]
        return [[_sparse_dot(row, column) / scale for column in zip(*right, strict=True)] for row in adjugate]
    one = 1 / scale
    rest = [[_cofactor(A, c, r) * one for c in range(n)] for r in range(n)]
    return [[_sparse_dot(row, column) for column in zip(*right, strict=True)] for row in rest]


def _solve_by_elimination(A: Matrix, right: Matrix, is_regular: bool, sizes: EntryScales | None) -> Matrix | None:
    """A^-1 right by the kernel, which detects singular A at run time; None if A is singular everywhere."""
    like = next(x for row in A for x in row if isinstance(x, Expr))
    zero = like * 0
    lifted = [[x if isinstance(x, Expr) else zero + x for x in row] for row in A]
    if not is_regular and _is_singular(lifted):
        return None
    wanted = [c for c, column in enumerate(zip(*right, strict=True)) if any(x != 0 for x in column)]
    X: Matrix = [[0] * len(right[0]) for _ in A]
    if wanted:
        limits = [*sizes.rows, *(x * SINGULARITY_TOLERANCE for x in sizes.columns)] if sizes else []
        found = solve_many(lifted, [[zero + row[c] for c in wanted] for row in right], [zero + x for x in limits])
        for row, values in zip(X, found, strict=True):
            for c, x in zip(wanted, values, strict=True):
                row[c] = x
    return X


def _is_singular(A: Sequence[Sequence[Expr]]) -> bool:
    """Whether the determinant vanishes at random points of the prime field."""
    graph = A[0][0].graph
    order = needed_nodes(graph, {e.id for row in A for e in row})
    steps, found = angle_steps(graph, order), []
    for seed in range(20):
        try:
            at = Point(seed, steps).values(graph, order)
        except ZeroDivisionError:
            continue
        found.append(_rank_mod_prime([[at[e.id] for e in row] for row in A]) == len(A))
        if len(found) == 2:
            break
    return not any(found)


def _rank_mod_prime(rows: list[list[int]]) -> int:
    """Rank of a matrix over the prime field; the rows are changed."""
    done = 0
    for c in range(len(rows[0])):
        p = next((r for r in range(done, len(rows)) if rows[r][c] % P), None)
        if p is None:
            continue
        rows[done], rows[p] = rows[p], rows[done]
        inverse = pow(rows[done][c], -1, P)
        for r in range(done + 1, len(rows)):
            factor = rows[r][c] * inverse % P
            rows[r] = [(x - factor * y) % P for x, y in zip(rows[r], rows[done], strict=True)] if factor else rows[r]
        done += 1
    return done


def _cofactor(A: Matrix, r: int, c: int) -> Scalar:
    minor = laplace_determinant([[x for k, x in enumerate(row) if k != c] for m, row in enumerate(A) if m != r])
    return -minor if (r + c) % 2 else minor


def _sparse_dot(a: Iterable[Scalar], b: Iterable[Scalar]) -> Scalar:
    total: Scalar = 0
    for x, y in zip(a, b, strict=True):
        if x != 0 and y != 0:
            total = total + x * y
    return total


def gram_determinant(rows: Sequence[Sequence[Scalar]]) -> list[Scalar]:
    """det(A A^T) or det(A^T A), the smaller one, in two forms: from the Gram matrix, and by Cauchy-Binet."""
    if len(rows) > len(rows[0]):
        rows = [list(row) for row in zip(*rows, strict=True)]
    n = len(rows[0])
    gram: Matrix = [[0] * len(rows) for _ in rows]
    for r, a in enumerate(rows):
        for s in range(r, len(rows)):
            gram[r][s] = gram[s][r] = _sparse_dot(a, rows[s])
    forms = [block_determinant(gram)]
    if n <= 10:
        total: Scalar = 0
        for columns in combinations(range(n), len(rows)):
            minor = block_determinant([[row[c] for c in columns] for row in rows])
            total = total + minor * minor
        forms.append(total)
    return forms
