"""Laws of geometry and kinematics: every model against poses that are multiplied out and their derivatives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from linkwright.errors import RobotError
from linkwright.expr import Expr, prove_equal, symbol
from linkwright.expr.prime import P, Point, angle_steps
from linkwright.expr.replay import live
from linkwright.models import find
from linkwright.robot.fields import PLACE
from linkwright.verification.bench import Bench, FrameBench
from linkwright.verification.law import TOLERANCE, Equation, Law, Verdict, measured, proven, relative
from linkwright.verification.mechanics import Matrix, apply, plus, position, product, rotation, total, transposed, turn
from linkwright.verification.states import evaluate, scale_of

TWIST = ("vx", "vy", "vz", "wx", "wy", "wz")
Place = dict[str, Any]  # options: frame, point, projection
Frame = int | str  # a number, or "world"


def euler(m: Bench) -> tuple[str, ...]:
    """Sequences of angles for orientations; for many joints, one with three different axes and one with two."""
    known = find("direct_geometry").options["pose"].choices
    return tuple(kind for kind in known if len(kind) == 3) if m.few else ("rpy", "zyz")


def flat(matrix: Matrix) -> list[Any]:
    return [x for row in matrix for x in row]


def inverse(T: Matrix) -> Matrix:
    """Inverse of a pose, 4 x 4."""
    R = transposed(rotation(T))
    P = apply(R, position(T))
    return [[*row, -x] for row, x in zip(R, P, strict=True)] + [[0, 0, 0, 1]]


def pose(m: Bench, frame: Frame, reference: Frame = 0) -> Matrix:
    """Pose of a frame in a reference frame, each by number or "world"."""
    if frame == reference:
        return turn(0, 1, 0)
    T, U = (inverse(m.mechanics.world) if f == "world" else m.mechanics.poses[int(f)] for f in (frame, reference))
    return T if reference == 0 else product(inverse(U), T)


def seen_from(m: Bench, projection: Frame, vectors: Sequence[Sequence[Any]]) -> Matrix:
    """Vectors of frame 0, projected on another frame."""
    R = transposed(rotation(pose(m, projection)))
    return [apply(R, v) for v in vectors]


def point_of(m: Bench) -> tuple[str, list[Expr]]:
    """Return a point as the text of an option, and its coordinates: new symbols."""
    names = []
    for axis in "xyz":
        name = f"point_{axis}"
        while name in m.robot.graph.symbols() or name in m.robot.numbers:
            name += "_"
        names.append(name)
    return ",".join(names), [symbol(m.graph, name) for name in names]


def places(m: Bench) -> list[tuple[str, Place, int, list[Any], Frame]]:
    """Return (title, options, frame, point, projection): the end in frame 0; points of other frames in other frames."""
    text, point = point_of(m)
    found: list[tuple[str, Place, int, list[Any], Frame]] = [("end", {}, m.end, [0, 0, 0], 0)]
    for frame, projection in ((m.end, m.middle), (m.middle, "world")):
        options = {"frame": frame, "point": text, "projection": projection}
        found.append((f"frame {frame} in frame {projection}", options, frame, point, projection))
    return found


# -- geometry ---------------------------------------------------------------------------------------------------------


def transforms(m: Bench) -> Iterator[Equation]:
    chosen: list[tuple[Frame, Frame]] = [
        ("end", 0), (m.middle, m.end), ("end", "world"), ("world", m.end), (m.end, m.middle)
    ]  # fmt: skip
    for frame, reference in chosen:
        options: Place = {"frame": frame, "reference": reference}
        expected = pose(m, m.end if frame == "end" else frame, reference)
        yield Equation(f"frame {frame} in {reference}", m.output("transform", **options), flat(expected))


def geometry(m: Bench) -> Iterator[Equation]:
    frames = range(1, len(m.robot) + 1)
    for reference in (0, m.end, "world"):
        for method in ("best", "fast", "recursive"):
            options = {"frames": "all", "reference": reference, "method": method}
            for j in frames:
                left = m.output("direct_geometry", f"T{j}", **options)
                yield Equation(f"frame {j} in {reference}, {method}", left, flat(pose(m, j, reference)))
    yield Equation("end", m.output("direct_geometry"), flat(pose(m, m.end)))


def named_frames(m: Bench) -> Iterator[Equation]:
    """Poses and Jacobians of frames by name, from the poses of their links and the six numbers of their positions."""
    for k, frame in enumerate(m.robot.frames):
        x, y, z, roll, pitch, yaw = (m.mechanics.entry(getattr(frame, name)) for name in PLACE)
        place: Matrix = [[1, 0, 0, x], [0, 1, 0, y], [0, 0, 1, z], [0, 0, 0, 1]]
        for axis, angle in ((2, yaw), (1, pitch), (0, roll)):
            place = product(place, turn(axis, angle.cos(), angle.sin()))
        options: Place = {"frame": m.robot.frame_number(k)}
        expected = product(pose(m, frame.link), place)
        yield Equation(f"pose of {frame.name}", m.output("transform", **options), flat(expected))
        J = m.mechanics.jacobian(frame.link, [x, y, z])
        yield Equation(f"Jacobian of {frame.name}", m.output("jacobian", **options), flat(J))


def about(sequence: str, angles: Sequence[Expr]) -> Matrix:
    """The rotation of an Euler sequence about moving axes."""
    R = turn(0, 1, 0)
    for axis, angle in zip(sequence, angles, strict=True):
        R = product(R, turn("xyz".index(axis), angle.cos(), angle.sin()))
    return rotation(R)


def of_quaternion(Q: Sequence[Any]) -> Matrix:
    """Rotation matrix of a unit quaternion w, x, y, z."""
    w, x, y, z = Q
    return [
        [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
    ]


def orientations(m: Bench) -> Iterator[Equation]:
    """Rotation matrices of the returned angles and quaternions, and the positions beside them."""
    for reference, kinds in ((0, ("quaternion", *euler(m))), ("world", ("quaternion",)), (m.middle, ("rpy",))):
        expected = pose(m, m.end, reference)
        for kind in kinds:
            options = {"pose": kind, "reference": reference}
            place = m.output("direct_geometry", f"P{m.end}", **options)
            yield Equation(f"position ({kind})", place, position(expected))
            if kind == "quaternion":
                R = of_quaternion(m.output("direct_geometry", f"Q{m.end}", **options))
            else:
                angles = m.output("direct_geometry", f"angles{m.end}", **options)
                R = about("zyx", angles[::-1]) if kind == "rpy" else about(kind, angles)
            yield Equation(f"{kind} in frame {reference}", flat(R), flat(rotation(expected)))


def regular(m: Bench, R: Matrix, kind: str) -> bool:
    """Return whether an Euler sequence has rates: it has none if the middle angle is always singular."""
    import numpy as np

    i, k = ("xyz".index(axis) for axis in (kind[0], kind[2]))
    (cosine,) = evaluate(m, m.given([R[i][k]]), 3)  # cos b or sin b
    return bool(np.all(1 - cosine**2 > 1e-6))


def analytic_jacobians(m: Bench) -> Iterator[Equation]:
    """The derivatives of position and orientation in the graph."""
    text, point = point_of(m)
    every = ("matrix", "quaternion", *euler(m))
    variants: list[tuple[Place, tuple[str, ...]]] = [
        ({}, every), ({"point": text, "reference": m.middle}, ("rpy",)),
        ({"frame": m.middle, "reference": "world"}, ("quaternion",)),
    ]  # fmt: skip
    for options, kinds in variants:
        frame, reference = options.get("frame", m.end), options.get("reference", 0)
        T = pose(m, frame, reference)
        place = apply(T[:3], [*(point if "point" in options else [0, 0, 0]), 1])
        for kind in kinds:
            if kind in euler(m) and not regular(m, T, "zyx" if kind == "rpy" else kind):
                continue
            if kind != "matrix" and "point" not in options:
                chosen: Place = {"pose": kind, "frames": frame, "reference": reference}
                yield Equation(f"position of frame {frame}", m.output("direct_geometry", **chosen), position(T))
            if kind == "matrix":
                numbers = flat(transposed(rotation(T)))
            else:
                name = f"Q{frame}" if kind == "quaternion" else f"angles{frame}"
                numbers = m.output("direct_geometry", name, pose=kind, frames=frame, reference=reference)
            rates = m.slopes([*place, *numbers])
            yield Equation(f"{kind} of frame {frame}", m.output("analytic_jacobian", pose=kind, **options), flat(rates))


# -- motion -----------------------------------------------------------------------------------------------------------


def link_vectors(m: Bench, model: str, ports: tuple[str, str], pairs: Sequence[tuple[Any, Any]]) -> Iterator[Equation]:
    """Vectors of links in every projection, against (linear, angular) vectors of frame 0."""
    count = len(m.robot)
    for projection in ("link", 0, m.middle, "world"):
        chosen = [m.end] if projection == "world" else list(range(1, count + 1))
        options: Place = {"projection": projection} | ({"frames": m.end} if projection == "world" else {})
        for port, which in zip(ports, (0, 1), strict=True):
            rows = [seen_from(m, j if projection == "link" else projection, [pairs[j][which]])[0] for j in chosen]
            yield Equation(f"{port} in frame {projection}", m.output(model, port, **options), flat(rows))


def velocities(m: Bench) -> Iterator[Equation]:
    pairs = [m.mechanics.twist(j, rate) for j, rate in enumerate(m.mechanics.moving[0])]
    return link_vectors(m, "velocities", ("v", "w"), pairs)


def accelerations(m: Bench) -> Iterator[Equation]:
    """Accelerations from T'': vd of the origins is in T''; wd in R'' R^T = wd^ + w^ w^, whose second part is
    symmetric."""
    pairs = []
    for T, T2 in zip(m.mechanics.poses, m.mechanics.moving[1], strict=True):
        A = product(rotation(T2), transposed(rotation(T)))
        wd = [(A[2][1] - A[1][2]) / 2, (A[0][2] - A[2][0]) / 2, (A[1][0] - A[0][1]) / 2]
        pairs.append((position(T2), wd))
    return link_vectors(m, "accelerations", ("vd", "wd"), pairs)


def seen_twists(m: Bench, projection: Frame, J: Matrix) -> Matrix:
    """Six rows (v, w) of frame 0, projected on another frame."""
    v, w = (transposed(seen_from(m, projection, transposed(part))) for part in (J[:3], J[3:]))
    return v + w


def seen_jacobian(m: Bench, frame: int, point: Sequence[Any], projection: Frame) -> Matrix:
    """Jacobian of a point of a frame from the mechanics, projected on another frame."""
    return seen_twists(m, projection, m.mechanics.jacobian(frame, point))


def jacobians(m: Bench) -> Iterator[Equation]:
    for title, options, frame, point, projection in places(m):
        yield Equation(title, m.output("jacobian", **options), flat(seen_jacobian(m, frame, point, projection)))
    for intermediate in dict.fromkeys((0, m.middle, m.end)):
        expected = flat(m.mechanics.jacobian(m.end))
        yield Equation(f"by frame {intermediate}", m.output("jacobian", intermediate=intermediate), expected)


def rates_of_columns(m: Bench, frame: int, point: Sequence[Any], projection: Frame, kind: str) -> Matrix:
    """dJ/dt: of the entries, or of the column vectors in the world."""
    J = seen_jacobian(m, frame, point, projection if kind == "entries" else "world")
    n, found = len(J[0]), m.along(flat(J), q=m.qd)
    Jd = [found[n * k : n * k + n] for k in range(6)]
    if kind == "entries":
        return Jd
    R = rotation(m.mechanics.world)
    back = [product(transposed(R), part) for part in (Jd[:3], Jd[3:])]
    return seen_twists(m, projection, back[0] + back[1])


def jacobian_rates(m: Bench) -> Iterator[Equation]:
    m = m.still  # the model leaves the motion of the base out
    steady = m.rates_of_qd([0] * len(m.qd))
    for title, options, frame, point, projection in places(m):
        for kind in ("vector", "entries") if projection == m.middle else ("vector",):
            expected = rates_of_columns(m, frame, point, projection, kind)
            chosen = options | {"derivative": kind}
            yield Equation(f"{title}, {kind}", m.output("jacobian_dot", **chosen), flat(expected))
            drift = plus(apply(expected, m.qd), apply(seen_jacobian(m, frame, point, projection), steady))
            yield Equation(f"{title}, {kind}, without accelerations", m.output("jdot_qdot", **chosen), drift)


def hessians(m: Bench) -> Iterator[Equation]:
    u, v = m.direction("u"), m.direction("v")
    n = len(u)
    for title, options, frame, point, projection in places(m):
        H = m.matrix("hessian", **options)  # row n r + k: derivatives of J(r, k)
        left = [total(a * apply([H[n * r + k]], v)[0] for k, a in enumerate(u)) for r in range(6)]
        yield Equation(title, left, m.along(apply(seen_jacobian(m, frame, point, projection), u), q=v))


def cut_jacobians(m: Bench) -> Iterator[Equation]:
    """Wrenches that keep every link between base and frame in balance with a wrench (f, n) at a point of the frame."""
    f, n = m.direction("f", 3), m.direction("n", 3)
    for title, options, frame, point, projection in places(m):
        R = rotation(pose(m, projection))
        force, moment = apply(R, f), apply(R, n)
        where = apply(pose(m, frame)[:3], [*point, 1])
        way, j = [0], frame
        while j:
            way.append(j)
            j = m.robot.joint(j).parent
        expected: list[Any] = []
        for i in range(len(m.robot) + 1):
            if i not in way:
                expected += [0] * 6
                continue
            arm = plus(where, position(pose(m, i)), -1)
            swing = [arm[1] * force[2] - arm[2] * force[1], arm[2] * force[0] - arm[0] * force[2],
                     arm[0] * force[1] - arm[1] * force[0]]  # fmt: skip
            expected += flat(seen_from(m, i, [force, plus(moment, swing)]))
        J = m.matrix("cut_jacobian", **options)
        yield Equation(title, apply(transposed(J), [*f, *n]), expected)


# -- square Jacobians -------------------------------------------------------------------------------------------------


def columns_of(m: Bench, frame: int, J: Matrix, base: bool = True) -> Matrix:
    """Columns of the coordinates that move the frame."""
    return [[row[k] for k in m.movers(frame, base)] for row in J]


def independent_rows(m: Bench, frame: int, projection: Frame = 0, base: bool = True) -> list[int]:
    """Rows of the Jacobian of a frame that are independent almost everywhere: a largest set of them."""
    J = m.given(flat(columns_of(m, frame, seen_jacobian(m, frame, [0, 0, 0], projection), base)))
    order = live(m.graph, [x.id for x in J])
    at = Point(0, angle_steps(m.graph, order)).values(m.graph, order)
    width = len(J) // 6
    found: list[int] = []
    kept: list[tuple[int, list[int]]] = []  # rows in the prime field, each 1 at its pivot, where later ones are 0
    for r in range(6):
        row = [at[x.id] for x in J[r * width : (r + 1) * width]]
        for k, other in kept:
            row = [(x - row[k] * y) % P for x, y in zip(row, other, strict=True)]
        pivot = next((k for k, x in enumerate(row) if x), None)
        if pivot is not None:
            scale = pow(row[pivot], -1, P)
            kept.append((pivot, [x * scale % P for x in row]))
            found.append(r)
    return found


def square(m: Bench) -> tuple[int, list[int]]:
    """The outermost frame before the end whose Jacobian by the joints has an inverse, with its rows."""
    frame = m.end
    while frame:
        count = len(m.movers(frame, base=False))
        rows = independent_rows(m, frame, base=False) if 0 < count <= 6 else []
        if rows and len(rows) == count:
            return frame, rows
        frame = m.robot.joint(frame).parent
    raise RobotError(f"{m.robot.name}: no frame has a Jacobian that is square and regular")


def row_names(rows: Sequence[int]) -> str:
    return ",".join(TWIST[r] for r in rows)


def determinant(A: Matrix) -> Any:
    """Determinant by minors, without division."""
    n = len(A)
    minors: dict[tuple[int, ...], Any] = {(): 1}
    for size in range(1, n + 1):
        row, found = A[n - size], {}
        for chosen in combinations(range(n), size):
            found[chosen] = total(
                (-1) ** k * (row[c] * minors[chosen[:k] + chosen[k + 1 :]]) for k, c in enumerate(chosen)
            )
        minors = found
    return minors[tuple(range(n))]


def squares(m: Bench) -> Iterator[tuple[Place, Matrix]]:
    """Options of square Jacobians, and these Jacobians: at the origin in frame 0, and at a point in another frame.

    With the columns of a floating base no Jacobian is square: then the columns of the joints alone are taken.
    """
    frame, rows = square(m)
    text, point = point_of(m)
    for projection, place, at in ((0, {}, [0, 0, 0]), (m.middle, {"point": text}, point)):
        rows = independent_rows(m, frame, projection, base=False)
        if len(rows) == len(m.movers(frame, base=False)):
            J = columns_of(m, frame, seen_jacobian(m, frame, at, projection), base=False)
            options = {"frame": frame, "rows": row_names(rows), "projection": projection, **place}
            options |= {"joints": joint_list(m, frame)} if m.floats else {}
            yield options, [J[r] for r in rows]


def inverse_jacobians(m: Bench) -> Iterator[Equation]:
    for k, (options, J) in enumerate(squares(m)):
        options |= {"joints": joint_list(m, options["frame"])} if k else {}
        u = m.direction("u", len(J))
        left = apply(J, apply(m.matrix("inverse_jacobian", **options), u))
        yield Equation(f"in frame {options['projection']}", left, u)


def joint_list(m: Bench, frame: int) -> str:
    """The joints that move a frame, as an option."""
    links = (m.robot.coordinates[k].link for k in m.movers(frame, base=False))
    return ",".join(dict.fromkeys(map(str, links)))


def determinants(m: Bench) -> Iterator[Equation]:
    for k, (options, J) in enumerate(squares(m)):
        options |= {"joints": joint_list(m, options["frame"])} if k else {}
        left = m.output("jacobian_determinant", "det", **options)
        yield Equation(f"in frame {options['projection']}", left, [determinant(J)])


def factors(m: Bench) -> Verdict:
    """Check that det is a constant times powers of the factors: its logarithmic derivative is the sum of theirs, each
    times a whole number."""
    import numpy as np

    options, J = next(squares(m))
    det, u = determinant(J), m.direction("u")
    ports = [p.name for p in m.function("jacobian_determinant", **options).outputs]
    parts = m.output("jacobian_determinant", "factors", **options) if "factors" in ports else []
    values = m.mechanics.lift([det, *parts])
    if not parts:  # the determinant depends on lengths alone
        steady = prove_equal(m.given(m.along(values, q=u)), m.mechanics.lift([0]))
        return ("passed" if steady else "failed"), "0 factors: the determinant is the same everywhere"
    table = evaluate(m, [*values, *m.along(values, q=u)], 8 + 4 * len(parts))
    with np.errstate(all="ignore"):
        slopes = table[len(values) :] / table[: len(values)]  # of the logarithms
    whole, own = slopes[0], slopes[1:].T
    if not np.all(np.isfinite(slopes)):
        return "failed", "a factor is zero at random states"
    powers = np.linalg.lstsq(own, whole, rcond=None)[0]
    rest = relative(own @ powers, whole, np.abs(own) @ np.abs(powers) + np.abs(whole).max())
    if not rest < 1e-6 or np.any(np.abs(powers - np.round(powers)) > 1e-4) or np.any(powers < 0.5):
        return "failed", "the determinant is no product of powers of the factors"
    return "passed", f"{len(parts)} factor{'s' * (len(parts) != 1)} ({len(whole)} states)"


def volume(A: Any) -> tuple[float, float]:
    """Return det(A A^T) (or det(A^T A), of the smaller size), and its bound, the product of the squared row lengths.

    A row that is zero but for rounding counts with a millionth of the longest.
    """
    import numpy as np

    A = A if A.shape[0] <= A.shape[1] else A.T
    squares = np.sum(A * A, axis=1)
    return float(np.linalg.det(A @ A.T)), float(np.prod(np.maximum(squares, 1e-12 * squares.max(initial=0.0))))


def manipulability(m: Bench) -> Verdict:
    """Check against the volume that NumPy computes from the Jacobian, lengths in units of the robot's own."""
    worst = 0.0
    text, point = point_of(m)
    single = {"rows": "vx,wz", "point": text, "frame": m.end, "projection": m.middle}
    single |= {} if m.floats else {"joints": joint_list(m, m.end)}
    variants: list[tuple[Place, Sequence[int], list[Any], int]] = [
        ({}, range(6), [0, 0, 0], 0), ({"rows": "linear"}, range(3), [0, 0, 0], 0), (single, (0, 5), point, m.middle)
    ]  # fmt: skip
    for options, rows, at, projection in variants:
        J = columns_of(m, m.end, seen_jacobian(m, m.end, at, projection))
        J = [J[r] for r in rows]
        values = evaluate(m, m.given([*m.output("manipulability", **options), *flat(J)]), 5)
        length = scale_of(m.robot, m.numbers).length if len(rows) <= len(J[0]) else 1.0
        for w, entries in zip(values[0], values[1:].T, strict=True):
            A = entries.reshape(len(J), -1)
            for k, r in enumerate(rows):
                w, A[k] = (w / length, A[k] / length) if r < 3 else (w, A[k])
            expected, bound = volume(A)
            worst = max(worst, relative([w * w], [expected], [bound]) if w >= 0 else float("inf"))
    return ("passed" if worst < TOLERANCE else "failed"), f"relative difference {worst:.0e}"


LAWS = (
    Law("transform = product of elementary motions", ("transform",), proven(transforms)),
    Law("direct geometry = product of elementary motions", ("direct_geometry",), proven(geometry)),
    Law("frames by name = positions on their links", ("transform", "jacobian"), proven(named_frames), FrameBench),
    Law("angles and quaternions give back the rotation", ("direct_geometry",), measured(orientations)),
    Law("analytic Jacobian = derivative of pose", ("analytic_jacobian", "direct_geometry"),
        measured(analytic_jacobians)),
    Law("velocities = derivatives of poses", ("velocities",), proven(velocities)),
    Law("accelerations = second derivatives of poses", ("accelerations",), proven(accelerations)),
    Law("Jacobian = derivative of poses", ("jacobian",), proven(jacobians)),
    Law("Jacobian's rate = second derivative of poses", ("jacobian_dot", "jdot_qdot"), proven(jacobian_rates)),
    Law("Hessian = derivative of the Jacobian", ("hessian",), proven(hessians)),
    Law("cut-force Jacobian = balance of every link", ("cut_jacobian",), proven(cut_jacobians)),
    Law("Jacobian times its inverse = 1", ("inverse_jacobian",), proven(inverse_jacobians)),
    Law("determinant of the Jacobian = sum over its minors", ("jacobian_determinant",), proven(determinants)),
    Law("determinant = product of its factors", ("jacobian_determinant",), factors),
    Law("manipulability = volume of the velocity ellipsoid", ("manipulability",), manipulability),
)  # fmt: skip
