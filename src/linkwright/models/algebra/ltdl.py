"""Sparse factorization of joint-space inertia matrices, unrolled: H = L^T D L, L unit lower triangular.

Featherstone, Rigid Body Dynamics Algorithms (2008), section 6.5: eliminating from the tips to the base keeps every zero
that the branches of the tree leave in H. Zeros are those of the graph, so that blocks which the geometry of a robot
makes zero are skipped, too. Reciprocals of the pivots are stored: n divisions, as a division takes several times as
long as a product.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.errors import RobotError
from linkwright.spatial import Scalar

Matrix = list[list[Scalar]]


@dataclass(frozen=True)
class LTDLFactors:
    """Factors of H = L^T D L: L below the diagonal, and 1/D."""

    L: Matrix
    reciprocals: list[Scalar]

    def below(self, k: int) -> list[int]:
        """Columns of the entries of row k of L that are not zero."""
        return [i for i in range(k) if self.L[k][i] != 0]

    def solve_transposed_factor(self, b: Sequence[Scalar]) -> list[Scalar]:
        """Return L^-T b."""
        y = list(b)
        for k in range(len(y) - 1, -1, -1):
            for i in self.below(k):
                y[i] = y[i] - self.L[k][i] * y[k]
        return y

    def solve(self, b: Sequence[Scalar]) -> list[Scalar]:
        """Return x with H x = b."""
        x = [y * r for y, r in zip(self.solve_transposed_factor(b), self.reciprocals, strict=True)]
        for k in range(len(x)):
            for i in self.below(k):
                x[k] = x[k] - self.L[k][i] * x[i]
        return x

    def inverse(self) -> Matrix:
        """Return H^-1 from L H^-1 = D^-1 L^-T: the right side is upper triangular, so one half suffices (Takahashi)."""
        n = len(self.L)
        Z: Matrix = [[0] * n for _ in range(n)]
        for k in range(n):
            for j in range(k + 1):
                total: Scalar = 0
                for i in self.below(k):
                    total = total - self.L[k][i] * Z[i][j]
                Z[k][j] = Z[j][k] = total + self.reciprocals[k] if j == k else total
        return Z


def factorize_ltdl(H: Sequence[Sequence[Scalar]], what: Sequence[str]) -> LTDLFactors:
    """Factorize a symmetric positive definite matrix, by its lower half. `what` names the rows in errors."""
    n = len(H)
    A = [list(row) for row in H]
    L: Matrix = [[0] * n for _ in range(n)]
    reciprocals: list[Scalar] = [0] * n
    for k in range(n - 1, -1, -1):
        if A[k][k] == 0:
            raise RobotError(f"{what[k]} has no inertia", remedy="give it a mass, or remove it from the description")
        reciprocals[k] = 1 / A[k][k]
        for i in range(k - 1, -1, -1):
            if A[k][i] == 0:
                continue
            L[k][i] = A[k][i] * reciprocals[k]
            for j in range(i + 1):
                if A[k][j] != 0:
                    A[i][j] = A[i][j] - L[k][i] * A[k][j]
    return LTDLFactors(L, reciprocals)
