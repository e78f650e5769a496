"""Symmetric positive definite systems of joints, unrolled: H = L^T D L, L unit lower triangular.

Featherstone, Rigid Body Dynamics Algorithms (2008), section 6.5: eliminating from the tips to the base keeps every zero
that the branches of the tree leave in H. Zeros are those of the graph, so that blocks which a robot's geometry makes
zero are skipped as well where they stay zero. Reciprocals of the pivots: n divisions, as a division takes several
times as long as a product.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.errors import RobotError
from linkwright.spatial import Scalar

Matrix = list[list[Scalar]]


@dataclass(frozen=True)
class Factors:
    """L below the diagonal, and 1/D."""

    L: Matrix
    reciprocals: list[Scalar]

    def below(self, k: int) -> list[int]:
        """The columns of row k of L that are not zero."""
        return [i for i in range(k) if self.L[k][i] != 0]

    def halfway(self, b: Sequence[Scalar]) -> list[Scalar]:
        """L^-T b."""
        y = list(b)
        for k in range(len(y) - 1, -1, -1):
            for i in self.below(k):
                y[i] = y[i] - self.L[k][i] * y[k]
        return y

    def solve(self, b: Sequence[Scalar]) -> list[Scalar]:
        """x with H x = b."""
        x = [y * r for y, r in zip(self.halfway(b), self.reciprocals, strict=True)]
        for k in range(len(x)):
            for i in self.below(k):
                x[k] = x[k] - self.L[k][i] * x[i]
        return x

    def inverse(self) -> Matrix:
        """H^-1 from L H^-1 = D^-1 L^-T, whose right side is upper triangular: row by row, one half (Takahashi)."""
        n = len(self.L)
        Z: Matrix = [[0] * n for _ in range(n)]
        for k in range(n):
            for j in range(k + 1):
                total: Scalar = 0
                for i in self.below(k):
                    total = total - self.L[k][i] * Z[i][j]
                Z[k][j] = Z[j][k] = total + self.reciprocals[k] if j == k else total
        return Z


def factors(H: Sequence[Sequence[Scalar]], what: Sequence[str]) -> Factors:
    """Of a symmetric positive definite matrix: its lower half is used. `what` says what the rows are, for errors."""
    n = len(H)
    A = [list(row) for row in H]
    L: Matrix = [[0] * n for _ in range(n)]
    reciprocals: list[Scalar] = [0] * n
    for k in range(n - 1, -1, -1):
        if A[k][k] == 0:
            raise RobotError(f"{what[k]} has no inertia", remedy="give it a mass, or leave it out")
        reciprocals[k] = 1 / A[k][k]
        for i in range(k - 1, -1, -1):
            if A[k][i] == 0:
                continue
            L[k][i] = A[k][i] * reciprocals[k]
            for j in range(i + 1):
                if A[k][j] != 0:
                    A[i][j] = A[i][j] - L[k][i] * A[k][j]
    return Factors(L, reciprocals)
