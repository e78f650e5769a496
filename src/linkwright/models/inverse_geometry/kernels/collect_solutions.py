"""Kernels that turn candidates into postures: each once, in a fixed order, with flags and free joints."""

from __future__ import annotations

from collections.abc import Callable

from linkwright.expr.loop import Reals, finite, nan, zeros

Runs = Callable[..., None]


def improve(p: Reals, x: Reals, *, m: int, rows: int, held: int, check: Runs, polish: Runs, draw_near: Runs) -> None:
    """Polish candidates: rows of six positions, margin and residual; those that do not reach the pose are NaN. p holds
    the pose, and a row for each candidate: six positions, and its margin from a double posture (0: not known).

    The last `held` joints are virtual, and are set to 0: residuals are those of the joints of the robot alone.
    Candidates that are near the pose, and not polished because they are nearly singular, are improved by `draw_near`.
    """
    pose = zeros(m)
    q = zeros(6)
    f = zeros(6)
    start = zeros(m + 6)
    posture = zeros(7)
    other = zeros(7)
    for k in range(m):
        pose[k] = p[k]
    for row in range(rows):
        left = 0.0
        for k in range(6):
            q[k] = p[m + row * 7 + k]
            x[row * 8 + k] = nan
            if not finite(q[k]):
                left = nan
        for k in range(held):
            for turn in range(2):  # at 0 after any number of turns
                if q[5 - k] > 3.2:
                    q[5 - k] = q[5 - k] - 6.283185307179586
                if q[5 - k] < -3.2:
                    q[5 - k] = q[5 - k] + 6.283185307179586
            if abs(q[5 - k]) > 0.0001:
                left = nan
            q[5 - k] = 0.0
        if finite(left):
            check(pose, q, f)
            for k in range(6):
                if abs(f[k]) > left:
                    left = abs(f[k])
            if left > 0.0000000000001:
                for k in range(m):
                    start[k] = p[k]
                for k in range(6):
                    start[m + k] = q[k]
                near = left
                polish(start, posture)
                if near < 0.0001 and not posture[6] < 0.0000000000001:
                    draw_near(start, other)
                    if not posture[6] <= other[6]:
                        for k in range(7):
                            posture[k] = other[k]
                left = posture[6]
                for k in range(6):
                    q[k] = posture[k]
                if held > 0:
                    for k in range(held):
                        q[5 - k] = 0.0
                    check(pose, q, f)
                    for k in range(6):
                        if abs(f[k]) > left:
                            left = abs(f[k])
            if left < 0.0000000001:
                for k in range(6):
                    x[row * 8 + k] = q[k]
        x[row * 8 + 6] = p[m + row * 7 + 6]
        x[row * 8 + 7] = left


def alike(p: Reals, x: Reals, *, m: int, slide: Runs) -> None:
    """Compare two postures: 1 if they are the same except for joints that are free in both; 2 if they are close, and
    the posture halfway is at the pose, too, and stays where it is: around a double posture a short curve is, up to
    rounding; else 0. Postures with larger residuals may be further apart.

    p: the pose, and two records of `distinct`.
    """
    middle = zeros(m + 6)
    there = zeros(7)
    apart = 0.0
    for k in range(m):
        middle[k] = p[k]
    for j in range(6):
        d = p[m + 7 + 2 * j] - p[m + 35 + 2 * j]
        turn = p[m + 8 + 2 * j]
        if abs(d) > 0.5 * turn:  # the shorter way round; a prismatic joint has no period
            if d > 0.0:
                d = d - turn
            else:
                d = d + turn
        middle[m + j] = p[m + 28 + j] + 0.5 * d
        if p[m + 19 + j] + p[m + 47 + j] < 2.0 and abs(d) > apart:
            apart = abs(d)
        if not apart < 0.001:
            break
    x[0] = 0.0
    if apart < 0.000001:
        x[0] = 1.0
    else:
        if apart < 0.001:
            slide(middle, there)
            moved = 0.0
            for j in range(6):
                if abs(there[j] - middle[m + j]) > moved:
                    moved = abs(there[j] - middle[m + j])
            worse = p[m + 27]
            if p[m + 55] > worse:
                worse = p[m + 55]
            if apart < 0.0001 and there[6] < 0.0000000000001 and moved < 0.25 * apart:
                x[0] = 2.0
            if worse > 0.0000000000001 and not there[6] > worse:
                x[0] = 2.0


def arrange(p: Reals, x: Reals, *, rows: int, ordered: int) -> None:
    """Sort postures: rows of positions, then their residuals, their places among the candidates, for each 1 if it is
    singular, their number, and 1 if that is odd. p: records of `distinct`, the last of which are NaN.

    `ordered`: sorted by a number that does not depend on how they were found.
    """
    number = 0.0
    odd = 0.0
    for row in range(rows):
        for j in range(6):
            x[row * 6 + j] = nan
        x[rows * 6 + row] = nan
        x[rows * 7 + row] = 0.0
        x[rows * 8 + row] = 0.0
    for row in range(rows):
        if finite(p[row * 28]):
            at = row
            if ordered == 1:
                at = 0
                for other in range(rows):
                    if p[other * 28 + 6] < p[row * 28 + 6]:
                        at = at + 1
                for other in range(row):
                    if p[other * 28 + 6] == p[row * 28 + 6]:
                        at = at + 1
            for j in range(6):
                x[at * 6 + j] = p[row * 28 + j]
            x[rows * 6 + at] = p[row * 28 + 27]
            x[rows * 7 + at] = p[row * 28 + 26]
            x[rows * 8 + at] = p[row * 28 + 25]
            number = number + 1.0
            odd = 1.0 - odd
    x[rows * 9] = number
    x[rows * 9 + 1] = odd


def distinct(
    p: Reals, x: Reals, *, m: int, rows_in: int, rows: int, mark: Runs, examine: Runs, cross: Runs, alike: Runs,
    arrange: Runs,
) -> None:  # fmt: skip
    """Remove duplicates; the result is that of `arrange`. p holds the pose and the postures as `improve` returns them.
    Of postures that are `alike` the first is kept, and at a double posture the one with the smallest residual. A
    posture on a curve that another curve crosses is moved to the crossing, and stands for both.

    A record: positions within a turn (6), the number to sort by, position and period of each joint for comparison (12),
    1 for each joint that is free (6), 1 if it is singular, the place, the residual.
    """
    start = zeros(m + 7)
    two = zeros(m + 56)
    same = zeros(1)
    q = zeros(6)
    known = zeros(19)
    free = zeros(7)
    posture = zeros(m + 6)
    crossing = zeros(7)
    kept = zeros(rows * 28)
    count = 0
    place = 0.0
    for k in range(m):
        start[k] = p[k]
        posture[k] = p[k]
        two[k] = p[k]
    for k in range(rows * 28):
        kept[k] = nan
    for row in range(rows_in):
        if finite(p[m + row * 8]):
            for k in range(6):
                q[k] = p[m + row * 8 + k]
            for k in range(7):
                start[m + k] = p[m + row * 8 + k]
                free[k] = 0.0
            mark(q, known)
            two[m + 26] = place
            two[m + 27] = p[m + row * 8 + 7]
            at = count
            new = 1
            for pass_ in range(3):  # as it is, then without its free joints, and then moved to where curves cross
                for j in range(19):
                    two[m + j] = known[j]
                for j in range(7):
                    two[m + 19 + j] = free[j]
                for other in range(count):
                    for j in range(28):
                        two[m + 28 + j] = kept[other * 28 + j]
                    alike(two, same)
                    if same[0] > 0.0:
                        at = other
                        new = 0
                        if same[0] > 1.0 and two[m + 27] < two[m + 55]:
                            new = 1
                if new == 0:
                    break
                if pass_ == 0:
                    examine(start, free)
                    if not free[6] > 0.0:
                        break
                else:
                    if pass_ == 1 and free[0] + free[1] + free[2] + free[3] + free[4] + free[5] > 0.0:
                        for k in range(6):
                            posture[m + k] = q[k]
                        cross(posture, crossing)
                        if not finite(crossing[6]):
                            break
                        for k in range(6):
                            q[k] = crossing[k]
                            start[m + k] = crossing[k]
                        mark(q, known)
                        two[m + 27] = crossing[6]
                        examine(start, free)
                    else:
                        break
            if new == 1 and at < rows:
                for j in range(28):
                    kept[at * 28 + j] = two[m + j]
                if at == count:
                    count = count + 1
        place = place + 1.0
    arrange(kept, x)


def gather(
    p: Reals, x: Reals, *, m: int, rows: int, most: int, ways: int, first: Runs, second: Runs, improve: Runs,
    distinct: Runs,
) -> None:  # fmt: skip
    """Collect all postures; unused rows are NaN. The second formulation runs where the first is in doubt.

    After them come their residuals, the status (0 solved, 3 out of reach), their number, the candidate of each, and 1
    for each that is singular. The status is 4 where there may be others: if nothing is found, and the formulations are
    in doubt; or, for candidates of a closed form, if one is near the pose and could not be polished, and none is
    singular.
    """
    found = zeros(most * 7 + 1)
    tried = zeros(m + most * 7)
    better = zeros(most * 8)
    both = zeros(m + ways * most * 8)
    one = zeros(rows * 9 + 2)
    singular = 0.0
    lost = 0
    for k in range(m):
        tried[k] = p[k]
        both[k] = p[k]
    for k in range(ways * most * 8):
        both[m + k] = nan
    for way in range(ways):
        if way == 0:
            first(p, found)
        else:
            if found[most * 7] + one[rows * 9 + 1] + singular > 0.0 or not one[rows * 9] > 0.0:
                second(p, found)
            else:
                break
        for k in range(most * 7):
            tried[m + k] = found[k]
        improve(tried, better)
        for k in range(most * 8):
            both[m + way * most * 8 + k] = better[k]
        distinct(both, one)
        for k in range(rows):  # the hidden joint may be free there
            singular = singular + one[rows * 8 + k]
        for row in range(most):
            if better[row * 8 + 7] < 0.0001 and not finite(better[row * 8]):
                lost = 1
    for k in range(rows * 7):
        x[k] = one[k]
    x[rows * 7] = 0.0
    if not one[rows * 9] > 0.0:
        x[rows * 7] = 3.0
        if ways > 1 and found[most * 7] > 0.0:
            x[rows * 7] = 4.0
    if ways == 1 and lost == 1 and not singular > 0.0:
        x[rows * 7] = 4.0
    x[rows * 7 + 1] = one[rows * 9]
    for k in range(2 * rows):
        x[rows * 7 + 2 + k] = one[rows * 7 + k]


def seek(p: Reals, x: Reals, *, m: int, starts: int, approach: Runs) -> None:
    """Multistart: rows of 7 for `improve`, the postures that iteration reaches from many starts, which are the same for
    every pose and fill the joint space evenly."""
    start = zeros(m + 6)
    there = zeros(7)
    for k in range(m):
        start[k] = p[k]
    for k in range(6):
        start[m + k] = 0.5
    for row in range(starts):
        step = 6.283185307179586
        for k in range(6):
            step = step * 0.8986537126286993  # 1 over the root of x^7 = x + 1: a low-discrepancy sequence
            start[m + k] = start[m + k] + step
            if start[m + k] > 3.141592653589793:
                start[m + k] = start[m + k] - 6.283185307179586
        approach(start, there)
        for k in range(6):
            x[row * 7 + k] = there[k]
            if not there[6] < 0.0001:
                x[row * 7 + k] = nan
        x[row * 7 + 6] = 0.0
    x[starts * 7] = 0.0


def join(p: Reals, x: Reals, *, m: int, rows: int, most: int, places: int, improve: Runs, distinct: Runs) -> None:
    """Add the postures that candidates lead to; the result is that of `gather`. p: the pose, the postures, candidates.

    For the new ones, 2 is added to the number that is 1 for singular ones, and the place is beyond all `places`.
    """
    tried = zeros(m + most * 7)
    better = zeros(most * 8)
    both = zeros(m + (rows + most) * 8)
    one = zeros(rows * 9 + 2)
    unknown = 0.0
    for k in range(places):
        unknown = unknown + 1.0
    for k in range(m):
        tried[k] = p[k]
        both[k] = p[k]
    for k in range(most * 7):
        tried[m + k] = p[m + rows * 9 + 2 + k]
    improve(tried, better)
    for row in range(rows):
        for k in range(6):
            both[m + row * 8 + k] = p[m + row * 6 + k]
        both[m + row * 8 + 6] = 0.0
        both[m + row * 8 + 7] = p[m + rows * 6 + row]
    for k in range(most * 8):
        both[m + rows * 8 + k] = better[k]
    distinct(both, one)
    for k in range(rows * 7):
        x[k] = one[k]
    x[rows * 7] = 0.0
    if not one[rows * 9] > 0.0:
        x[rows * 7] = 3.0
    x[rows * 7 + 1] = one[rows * 9]
    for row in range(rows):
        x[rows * 7 + 2 + row] = unknown
        x[rows * 8 + 2 + row] = 0.0
        if finite(one[row * 6]):
            sought = 2.0
            place = 0.0
            for old in range(rows):
                if one[rows * 7 + row] == place:
                    x[rows * 7 + 2 + row] = p[m + rows * 7 + 2 + old]
                    if p[m + rows * 8 + 2 + old] < 1.5:
                        sought = 0.0
                place = place + 1.0
            x[rows * 8 + 2 + row] = one[rows * 8 + row] + sought


def recover(
    p: Reals, x: Reals, *, m: int, rows: int, most: int, given: int, gather: Runs, leave_open: Runs, seek: Runs,
    join: Runs,
) -> None:  # fmt: skip
    """Collect all postures, with multistart as fallback; the result is that of `gather`. Where joints are free the
    equations may vanish for all numbers, or for none; a candidate may not converge to the posture near it; or it is out
    of reach because of a position that was chosen where it was undetermined.

    If there may be others, or, where no candidates are `given`, if one is singular, `seek` looks for more.
    """
    pose = zeros(m)
    candidate = zeros(m + 6)
    may = zeros(1)
    kept = zeros(rows * 9 + 2)
    found = zeros(most * 7 + 1)
    all_of_them = zeros(m + rows * 9 + 2 + most * 7)
    ask = 0
    gather(p, kept)
    if kept[rows * 7] > 3.0:
        ask = 1
    if given == 0:
        for row in range(rows):
            if kept[rows * 8 + 2 + row] > 0.0:
                ask = 1
    else:
        if kept[rows * 7] > 2.0 and ask == 0:
            for k in range(m):
                candidate[k] = p[k]
            for row in range(given):
                for k in range(6):
                    candidate[m + k] = p[m + row * 7 + k]
                leave_open(candidate, may)
                if may[0] > 0.0:
                    ask = 1
                    break
    if ask == 1:
        for k in range(m):
            pose[k] = p[k]
            all_of_them[k] = p[k]
        seek(pose, found)
        for k in range(rows * 9 + 2):
            all_of_them[m + k] = kept[k]
        for k in range(most * 7):
            all_of_them[m + rows * 9 + 2 + k] = found[k]
        join(all_of_them, kept)
    for k in range(rows * 9 + 2):
        x[k] = kept[k]


def look_beside(
    p: Reals, x: Reals, *, m: int, rows: int, most: int, recover: Runs, beside: Runs, first: Runs, join: Runs
) -> None:
    """Collect all postures; the result is that of `recover`. If one is singular, the equations are solved at a pose
    beside it, where they have roots, which are near those of this pose."""
    kept = zeros(rows * 9 + 2)
    start = zeros(m + 6)
    other = zeros(m)
    found = zeros(most * 7 + 1)
    all_of_them = zeros(m + rows * 9 + 2 + most * 7)
    ask = 0
    recover(p, kept)
    for k in range(m):
        start[k] = p[k]
        all_of_them[k] = p[k]
    for row in range(rows):
        told = kept[rows * 8 + 2 + row]
        if told > 0.5 and abs(told - 2.0) > 0.5:
            ask = 1
            for k in range(6):
                start[m + k] = kept[row * 6 + k]
    if ask == 1:
        beside(start, other)
        first(other, found)
        for k in range(rows * 9 + 2):
            all_of_them[m + k] = kept[k]
        for k in range(most * 7):
            all_of_them[m + rows * 9 + 2 + k] = found[k]
        join(all_of_them, kept)
    for k in range(rows * 9 + 2):
        x[k] = kept[k]


def widen(
    p: Reals, x: Reals, *, m: int, rows: int, given: int, more: int, held: int, gather: Runs, explore: Runs,
    distinct: Runs,
) -> None:  # fmt: skip
    """Add postures on the nearly singular curves through those found (`explore`); the result is that of `gather`.

    `given`: number of candidates behind the pose in p. Where those of a closed form are regular, Newton's method leads
    to a posture, and to the only one; without candidates the curves start from the postures. The place of a row that
    no candidate led to is their number. The number of postures is even, as that of real roots is, if no joint is
    `held`: else one is missing, or two coincide.
    """
    found = zeros(rows * 9 + 2)
    starts = zeros(m + rows * 7 + 1)
    others = zeros(more * 8 + 1)
    both = zeros(m + (rows + more) * 8)
    one = zeros(rows * 9 + 2)
    unknown = 0.0
    gather(p, found)
    for k in range(rows * 9 + 2):
        x[k] = found[k]
    for k in range(m):
        starts[k] = p[k]
        both[k] = p[k]
    for row in range(rows):
        for k in range(6):
            starts[m + row * 7 + k] = found[row * 6 + k]
            both[m + row * 8 + k] = found[row * 6 + k]
        starts[m + row * 7 + 6] = 0.0
        both[m + row * 8 + 6] = 0.0
        both[m + row * 8 + 7] = found[rows * 6 + row]
        if given > 0 and found[rows * 6 + row] > 0.000000000001:  # the curve has it more exactly
            both[m + row * 8] = nan
    for row in range(given):
        unknown = unknown + 1.0
        for k in range(7):
            starts[m + row * 7 + k] = p[m + row * 7 + k]
    for row in range(given, rows):
        if unknown > 0.0:
            starts[m + row * 7] = nan
    odd = found[rows * 7 + 1]
    for pair in range(rows):
        if odd > 1.5:
            odd = odd - 2.0
    starts[m + rows * 7] = odd
    if held > 0:
        starts[m + rows * 7] = 0.0
    explore(starts, others)
    if others[more * 8] > 0.0:
        for k in range(more * 8):
            both[m + rows * 8 + k] = others[k]
        distinct(both, one)
        for k in range(rows * 7):
            x[k] = one[k]
        x[rows * 7] = 0.0
        x[rows * 7 + 1] = one[rows * 9]
        for row in range(rows):
            x[rows * 8 + 2 + row] = one[rows * 8 + row]
            place = 0.0
            x[rows * 7 + 2 + row] = unknown
            for other in range(rows):
                if one[rows * 7 + row] == place:
                    x[rows * 7 + 2 + row] = found[rows * 7 + 2 + other]
                    if found[rows * 8 + 2 + other] > 1.5:
                        x[rows * 8 + 2 + row] = one[rows * 8 + row] + 2.0
                place = place + 1.0


def settle(p: Reals, x: Reals, *, m: int, rows: int, gather: Runs, judge: Runs) -> None:
    """All postures of a closed form, as `gather` returns them, with flags and free joints as `judge` returns them.

    p holds the pose, the candidates, their residuals (out of reach: NaN), and a number that is not below 0 if the pose
    is valid. Candidates are as far apart as their margins: if all are at the pose and far from double ones, they are
    the postures, each once, and none is singular.
    """
    tried = zeros(m + rows * 7)
    found = zeros(rows * 9 + 2)
    judged = zeros(m + rows * 7)
    known = zeros(rows * 2)
    clear = 1
    count = 0
    number = 0.0
    place = 0.0
    for row in range(rows):
        left = p[m + rows * 7 + row]
        if finite(left):
            number = 1.0
            if not left < 0.0000000000001 or not p[m + row * 7 + 6] > 0.000001:
                clear = 0
    if not number > 0.0:
        clear = 0
    number = 0.0
    for k in range(rows * 7):
        x[k] = nan
    for k in range(rows * 3):
        x[rows * 7 + 2 + k] = 0.0
    x[rows * 7] = 0.0
    if not p[m + rows * 8] >= 0.0:
        x[rows * 7] = 5.0
    else:
        if clear == 1:
            for row in range(rows):
                left = p[m + rows * 7 + row]
                if finite(left):
                    for k in range(6):
                        x[count * 6 + k] = p[m + row * 7 + k]
                    x[rows * 6 + count] = left
                    x[rows * 7 + 2 + count] = place
                    count = count + 1
                    number = number + 1.0
                place = place + 1.0
        else:
            for k in range(m + rows * 7):
                tried[k] = p[k]
            gather(tried, found)
            for k in range(rows * 7 + 1):
                x[k] = found[k]
            number = found[rows * 7 + 1]
            for k in range(m):
                judged[k] = p[k]
            for k in range(rows * 6):
                judged[m + k] = found[k]
            for k in range(rows):
                x[rows * 7 + 2 + k] = found[rows * 7 + 2 + k]
                judged[m + rows * 6 + k] = found[rows * 8 + 2 + k]
            judge(judged, known)
            for k in range(rows * 2):
                x[rows * 8 + 2 + k] = known[k]
    x[rows * 7 + 1] = number


def given(p: Reals, x: Reals, *, m: int, rows: int) -> None:
    """Copy the candidates that follow the pose in p, with 0 for: none is in doubt."""
    for k in range(rows * 7):
        x[k] = p[m + k]
    x[rows * 7] = 0.0


__all__ = [
    "alike", "arrange", "distinct", "gather", "given", "improve", "join", "look_beside", "recover", "seek", "settle",
    "widen",
]  # fmt: skip
