"""Laws of geometry and kinematics: every model against poses that are multiplied out and their derivatives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from linkwright.errors import RobotError
from linkwright.expr import Expr, make_symbol, prove_equal
from linkwright.expr.prime import P, Point, angle_steps
from linkwright.expr.replay import needed_nodes
from linkwright.models import find
from linkwright.robot.fields import PLACE
from linkwright.verification.bench import ModelFixture, NamedFrameFixture
from linkwright.verification.law import (
    TOLERANCE,
    Law,
    SymbolicEquality,
    Verdict,
    measure_statement,
    prove_statement,
    relative_difference,
)
from linkwright.verification.mechanics import (
    Matrix,
    add_scaled,
    multiply_matrices,
    multiply_vector,
    position_part,
    rotation_about_axis,
    rotation_part,
    sum_terms,
    transpose_matrix,
)
from linkwright.verification.states import evaluate_at_states, robot_scale

TWIST = ("vx", "vy", "vz", "wx", "wy", "wz")
FrameOptions = dict[str, Any]  # options: frame, point, projection
FrameName = int | str  # a number, or "world"


def euler_sequences(m: ModelFixture) -> tuple[str, ...]:
    """Sequences of angles for orientations; for many joints, one with three different axes and one with two."""
    known = find("direct_geometry").options["pose"].choices
    return tuple(kind for kind in known if len(kind) == 3) if m.has_few_coordinates else ("rpy", "zyz")


def flatten_matrix(matrix: Matrix) -> list[Any]:
    return [x for row in matrix for x in row]


def invert_pose(T: Matrix) -> Matrix:
    """Inverse of a pose, 4 x 4."""
    R = transpose_matrix(rotation_part(T))
    P = multiply_vector(R, position_part(T))
    return [[*row, -x] for row, x in zip(R, P, strict=True)] + [[0, 0, 0, 1]]


def pose_between(m: ModelFixture, frame: FrameName, reference: FrameName = 0) -> Matrix:
    """Pose of a frame in a reference frame, each by number or "world"."""
    if frame == reference:
        return rotation_about_axis(0, 1, 0)
    T, U = (invert_pose(m.mechanics.world) if f == "world" else m.mechanics.poses[int(f)] for f in (frame, reference))
    return T if reference == 0 else multiply_matrices(invert_pose(U), T)


def project_vectors(m: ModelFixture, projection: FrameName, vectors: Sequence[Sequence[Any]]) -> Matrix:
    """Vectors of frame 0, projected on another frame."""
    R = transpose_matrix(rotation_part(pose_between(m, projection)))
    return [multiply_vector(R, v) for v in vectors]


def symbolic_point(m: ModelFixture) -> tuple[str, list[Expr]]:
    """Return a point as the text of an option, and its coordinates: new symbols."""
    names = []
    for axis in "xyz":
        name = f"point_{axis}"
        while name in m.robot.graph.symbols() or name in m.robot.numbers:
            name += "_"
        names.append(name)
    return ",".join(names), [make_symbol(m.graph, name) for name in names]


def jacobian_variants(m: ModelFixture) -> list[tuple[str, FrameOptions, int, list[Any], FrameName]]:
    """Return (title, options, frame, point, projection): the end in frame 0; points of other frames in other frames."""
    text, point = symbolic_point(m)
    found: list[tuple[str, FrameOptions, int, list[Any], FrameName]] = [("end", {}, m.end, [0, 0, 0], 0)]
    for frame, projection in ((m.end, m.middle), (m.middle, "world")):
        options = {"frame": frame, "point": text, "projection": projection}
        found.append((f"frame {frame} in frame {projection}", options, frame, point, projection))
    return found


# -- geometry ---------------------------------------------------------------------------------------------------------


def transform_poses(m: ModelFixture) -> Iterator[SymbolicEquality]:
    chosen: list[tuple[FrameName, FrameName]] = [
        ("end", 0), (m.middle, m.end), ("end", "world"), ("world", m.end), (m.end, m.middle)
    ]  # fmt: skip
    for frame, reference in chosen:
        options: FrameOptions = {"frame": frame, "reference": reference}
        expected = pose_between(m, m.end if frame == "end" else frame, reference)
        yield SymbolicEquality(
            f"frame {frame} in {reference}", m.output("transform", **options), flatten_matrix(expected)
        )


def direct_geometry_poses(m: ModelFixture) -> Iterator[SymbolicEquality]:
    frames = range(1, len(m.robot) + 1)
    for reference in (0, m.end, "world"):
        for method in ("best", "fast", "recursive"):
            options = {"frames": "all", "reference": reference, "method": method}
            for j in frames:
                left = m.output("direct_geometry", f"T{j}", **options)
                yield SymbolicEquality(
                    f"frame {j} in {reference}, {method}", left, flatten_matrix(pose_between(m, j, reference))
                )
    yield SymbolicEquality("end", m.output("direct_geometry"), flatten_matrix(pose_between(m, m.end)))


def named_frame_poses(m: ModelFixture) -> Iterator[SymbolicEquality]:
    """Poses and Jacobians of frames by name, from the poses of their links and the six numbers of their positions."""
    for k, frame in enumerate(m.robot.frames):
        x, y, z, roll, pitch, yaw = (m.mechanics.entry(getattr(frame, name)) for name in PLACE)
        place: Matrix = [[1, 0, 0, x], [0, 1, 0, y], [0, 0, 1, z], [0, 0, 0, 1]]
        for axis, angle in ((2, yaw), (1, pitch), (0, roll)):
            place = multiply_matrices(place, rotation_about_axis(axis, angle.cos(), angle.sin()))
        options: FrameOptions = {"frame": m.robot.frame_number(k)}
        expected = multiply_matrices(pose_between(m, frame.link), place)
        yield SymbolicEquality(f"pose of {frame.name}", m.output("transform", **options), flatten_matrix(expected))
        J = m.mechanics.jacobian(frame.link, [x, y, z])
        yield SymbolicEquality(f"Jacobian of {frame.name}", m.output("jacobian", **options), flatten_matrix(J))


def euler_rotation(sequence: str, angles: Sequence[Expr]) -> Matrix:
    """The rotation of an Euler sequence about moving axes."""
    R = rotation_about_axis(0, 1, 0)
    for axis, angle in zip(sequence, angles, strict=True):
        R = multiply_matrices(R, rotation_about_axis("xyz".index(axis), angle.cos(), angle.sin()))
    return rotation_part(R)


def unit_quaternion_rotation(Q: Sequence[Any]) -> Matrix:
    """Rotation matrix of a unit quaternion w, x, y, z."""
    w, x, y, z = Q
    return [
        [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
    ]


def orientation_rotations(m: ModelFixture) -> Iterator[SymbolicEquality]:
    """Rotation matrices of the returned angles and quaternions, and the positions beside them."""
    for reference, kinds in (
        (0, ("quaternion", *euler_sequences(m))),
        ("world", ("quaternion",)),
        (m.middle, ("rpy",)),
    ):
        expected = pose_between(m, m.end, reference)
        for kind in kinds:
            options = {"pose": kind, "reference": reference}
            place = m.output("direct_geometry", f"P{m.end}", **options)
            yield SymbolicEquality(f"position ({kind})", place, position_part(expected))
            if kind == "quaternion":
                R = unit_quaternion_rotation(m.output("direct_geometry", f"Q{m.end}", **options))
            else:
                angles = m.output("direct_geometry", f"angles{m.end}", **options)
                R = euler_rotation("zyx", angles[::-1]) if kind == "rpy" else euler_rotation(kind, angles)
            yield SymbolicEquality(
                f"{kind} in frame {reference}", flatten_matrix(R), flatten_matrix(rotation_part(expected))
            )


def has_euler_rates(m: ModelFixture, R: Matrix, kind: str) -> bool:
    """Return whether an Euler sequence has rates: it has none if the middle angle is always singular."""
    import numpy as np

    i, k = ("xyz".index(axis) for axis in (kind[0], kind[2]))
    (cosine,) = evaluate_at_states(m, m.insert_given_rates([R[i][k]]), 3)  # cos b or sin b
    return bool(np.all(1 - cosine**2 > 1e-6))


def analytic_jacobian_slopes(m: ModelFixture) -> Iterator[SymbolicEquality]:
    """The derivatives of position and orientation in the graph."""
    text, point = symbolic_point(m)
    every = ("matrix", "quaternion", *euler_sequences(m))
    variants: list[tuple[FrameOptions, tuple[str, ...]]] = [
        ({}, every), ({"point": text, "reference": m.middle}, ("rpy",)),
        ({"frame": m.middle, "reference": "world"}, ("quaternion",)),
    ]  # fmt: skip
    for options, kinds in variants:
        frame, reference = options.get("frame", m.end), options.get("reference", 0)
        T = pose_between(m, frame, reference)
        place = multiply_vector(T[:3], [*(point if "point" in options else [0, 0, 0]), 1])
        for kind in kinds:
            if kind in euler_sequences(m) and not has_euler_rates(m, T, "zyx" if kind == "rpy" else kind):
                continue
            if kind != "matrix" and "point" not in options:
                chosen: FrameOptions = {"pose": kind, "frames": frame, "reference": reference}
                yield SymbolicEquality(
                    f"position of frame {frame}", m.output("direct_geometry", **chosen), position_part(T)
                )
            if kind == "matrix":
                numbers = flatten_matrix(transpose_matrix(rotation_part(T)))
            else:
                name = f"Q{frame}" if kind == "quaternion" else f"angles{frame}"
                numbers = m.output("direct_geometry", name, pose=kind, frames=frame, reference=reference)
            rates = m.slopes([*place, *numbers])
            yield SymbolicEquality(
                f"{kind} of frame {frame}", m.output("analytic_jacobian", pose=kind, **options), flatten_matrix(rates)
            )


# -- motion -----------------------------------------------------------------------------------------------------------


def link_vectors(
    m: ModelFixture, model: str, ports: tuple[str, str], pairs: Sequence[tuple[Any, Any]]
) -> Iterator[SymbolicEquality]:
    """Vectors of links in every projection, against (linear, angular) vectors of frame 0."""
    count = len(m.robot)
    for projection in ("link", 0, m.middle, "world"):
        chosen = [m.end] if projection == "world" else list(range(1, count + 1))
        options: FrameOptions = {"projection": projection} | ({"frames": m.end} if projection == "world" else {})
        for port, which in zip(ports, (0, 1), strict=True):
            rows = [project_vectors(m, j if projection == "link" else projection, [pairs[j][which]])[0] for j in chosen]
            yield SymbolicEquality(
                f"{port} in frame {projection}", m.output(model, port, **options), flatten_matrix(rows)
            )


def velocity_slopes(m: ModelFixture) -> Iterator[SymbolicEquality]:
    pairs = [m.mechanics.twist(j, rate) for j, rate in enumerate(m.mechanics.moving[0])]
    return link_vectors(m, "velocities", ("v", "w"), pairs)


def acceleration_slopes(m: ModelFixture) -> Iterator[SymbolicEquality]:
    """Accelerations from T'': vd of the origins is in T''; wd in R'' R^T = wd^ + w^ w^, whose second part is
    symmetric."""
    pairs = []
    for T, T2 in zip(m.mechanics.poses, m.mechanics.moving[1], strict=True):
        A = multiply_matrices(rotation_part(T2), transpose_matrix(rotation_part(T)))
        wd = [(A[2][1] - A[1][2]) / 2, (A[0][2] - A[2][0]) / 2, (A[1][0] - A[0][1]) / 2]
        pairs.append((position_part(T2), wd))
    return link_vectors(m, "accelerations", ("vd", "wd"), pairs)


def project_twists(m: ModelFixture, projection: FrameName, J: Matrix) -> Matrix:
    """Six rows (v, w) of frame 0, projected on another frame."""
    v, w = (transpose_matrix(project_vectors(m, projection, transpose_matrix(part))) for part in (J[:3], J[3:]))
    return v + w


def projected_jacobian(m: ModelFixture, frame: int, point: Sequence[Any], projection: FrameName) -> Matrix:
    """Jacobian of a point of a frame from the mechanics, projected on another frame."""
    return project_twists(m, projection, m.mechanics.jacobian(frame, point))


def jacobian_slopes(m: ModelFixture) -> Iterator[SymbolicEquality]:
    for title, options, frame, point, projection in jacobian_variants(m):
        yield SymbolicEquality(
            title, m.output("jacobian", **options), flatten_matrix(projected_jacobian(m, frame, point, projection))
        )
    for intermediate in dict.fromkeys((0, m.middle, m.end)):
        expected = flatten_matrix(m.mechanics.jacobian(m.end))
        yield SymbolicEquality(f"by frame {intermediate}", m.output("jacobian", intermediate=intermediate), expected)


def rates_of_columns(m: ModelFixture, frame: int, point: Sequence[Any], projection: FrameName, kind: str) -> Matrix:
    """dJ/dt: of the entries, or of the column vectors in the world."""
    J = projected_jacobian(m, frame, point, projection if kind == "entries" else "world")
    n, found = len(J[0]), m.along(flatten_matrix(J), q=m.qd)
    Jd = [found[n * k : n * k + n] for k in range(6)]
    if kind == "entries":
        return Jd
    R = rotation_part(m.mechanics.world)
    back = [multiply_matrices(transpose_matrix(R), part) for part in (Jd[:3], Jd[3:])]
    return project_twists(m, projection, back[0] + back[1])


def jacobian_rate_slopes(m: ModelFixture) -> Iterator[SymbolicEquality]:
    m = m.still  # the model leaves the motion of the base out
    steady = m.rates_of_qd([0] * len(m.qd))
    for title, options, frame, point, projection in jacobian_variants(m):
        for kind in ("vector", "entries") if projection == m.middle else ("vector",):
            expected = rates_of_columns(m, frame, point, projection, kind)
            chosen = options | {"derivative": kind}
            yield SymbolicEquality(f"{title}, {kind}", m.output("jacobian_dot", **chosen), flatten_matrix(expected))
            drift = add_scaled(
                multiply_vector(expected, m.qd),
                multiply_vector(projected_jacobian(m, frame, point, projection), steady),
            )
            yield SymbolicEquality(f"{title}, {kind}, without accelerations", m.output("jdot_qdot", **chosen), drift)


def hessian_slopes(m: ModelFixture) -> Iterator[SymbolicEquality]:
    u, v = m.direction("u"), m.direction("v")
    n = len(u)
    for title, options, frame, point, projection in jacobian_variants(m):
        H = m.matrix("hessian", **options)  # row n r + k: derivatives of J(r, k)
        left = [sum_terms(a * multiply_vector([H[n * r + k]], v)[0] for k, a in enumerate(u)) for r in range(6)]
        yield SymbolicEquality(
            title, left, m.along(multiply_vector(projected_jacobian(m, frame, point, projection), u), q=v)
        )


def cut_jacobian_balance(m: ModelFixture) -> Iterator[SymbolicEquality]:
    """Wrenches that keep every link between base and frame in balance with a wrench (f, n) at a point of the frame."""
    f, n = m.direction("f", 3), m.direction("n", 3)
    for title, options, frame, point, projection in jacobian_variants(m):
        R = rotation_part(pose_between(m, projection))
        force, moment = multiply_vector(R, f), multiply_vector(R, n)
        where = multiply_vector(pose_between(m, frame)[:3], [*point, 1])
        way, j = [0], frame
        while j:
            way.append(j)
            j = m.robot.joint(j).parent
        expected: list[Any] = []
        for i in range(len(m.robot) + 1):
            if i not in way:
                expected += [0] * 6
                continue
            arm = add_scaled(where, position_part(pose_between(m, i)), -1)
            swing = [arm[1] * force[2] - arm[2] * force[1], arm[2] * force[0] - arm[0] * force[2],
                     arm[0] * force[1] - arm[1] * force[0]]  # fmt: skip
            expected += flatten_matrix(project_vectors(m, i, [force, add_scaled(moment, swing)]))
        J = m.matrix("cut_jacobian", **options)
        yield SymbolicEquality(title, multiply_vector(transpose_matrix(J), [*f, *n]), expected)


# -- square Jacobians -------------------------------------------------------------------------------------------------


def moving_columns(m: ModelFixture, frame: int, J: Matrix, base: bool = True) -> Matrix:
    """Columns of the coordinates that move the frame."""
    return [[row[k] for k in m.moving_coordinates(frame, base)] for row in J]


def find_independent_rows(m: ModelFixture, frame: int, projection: FrameName = 0, base: bool = True) -> list[int]:
    """Rows of the Jacobian of a frame that are independent almost everywhere: a largest set of them."""
    J = m.insert_given_rates(
        flatten_matrix(moving_columns(m, frame, projected_jacobian(m, frame, [0, 0, 0], projection), base))
    )
    order = needed_nodes(m.graph, [x.id for x in J])
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


def find_square_jacobian(m: ModelFixture) -> tuple[int, list[int]]:
    """The outermost frame before the end whose Jacobian by the joints has an inverse, with its rows."""
    frame = m.end
    while frame:
        count = len(m.moving_coordinates(frame, base=False))
        rows = find_independent_rows(m, frame, base=False) if 0 < count <= 6 else []
        if rows and len(rows) == count:
            return frame, rows
        frame = m.robot.joint(frame).parent
    raise RobotError(f"{m.robot.name}: no frame has a Jacobian that is square and regular")


def row_names(rows: Sequence[int]) -> str:
    return ",".join(TWIST[r] for r in rows)


def determinant_by_minors(A: Matrix) -> Any:
    """Determinant by minors, without division."""
    n = len(A)
    minors: dict[tuple[int, ...], Any] = {(): 1}
    for size in range(1, n + 1):
        row, found = A[n - size], {}
        for chosen in combinations(range(n), size):
            found[chosen] = sum_terms(
                (-1) ** k * (row[c] * minors[chosen[:k] + chosen[k + 1 :]]) for k, c in enumerate(chosen)
            )
        minors = found
    return minors[tuple(range(n))]


def square_jacobians(m: ModelFixture) -> Iterator[tuple[FrameOptions, Matrix]]:
    """Options of square Jacobians, and these Jacobians: at the origin in frame 0, and at a point in another frame.

    With the columns of a floating base no Jacobian is square: then the columns of the joints alone are taken.
    """
    frame, rows = find_square_jacobian(m)
    text, point = symbolic_point(m)
    for projection, place, at in ((0, {}, [0, 0, 0]), (m.middle, {"point": text}, point)):
        rows = find_independent_rows(m, frame, projection, base=False)
        if len(rows) == len(m.moving_coordinates(frame, base=False)):
            J = moving_columns(m, frame, projected_jacobian(m, frame, at, projection), base=False)
            options = {"frame": frame, "rows": row_names(rows), "projection": projection, **place}
            options |= {"joints": joint_list(m, frame)} if m.floats else {}
            yield options, [J[r] for r in rows]


def inverse_jacobian_products(m: ModelFixture) -> Iterator[SymbolicEquality]:
    for k, (options, J) in enumerate(square_jacobians(m)):
        options |= {"joints": joint_list(m, options["frame"])} if k else {}
        u = m.direction("u", len(J))
        left = multiply_vector(J, multiply_vector(m.matrix("inverse_jacobian", **options), u))
        yield SymbolicEquality(f"in frame {options['projection']}", left, u)


def joint_list(m: ModelFixture, frame: int) -> str:
    """The joints that move a frame, as an option."""
    links = (m.robot.coordinates[k].link for k in m.moving_coordinates(frame, base=False))
    return ",".join(dict.fromkeys(map(str, links)))


def determinants_by_minors(m: ModelFixture) -> Iterator[SymbolicEquality]:
    for k, (options, J) in enumerate(square_jacobians(m)):
        options |= {"joints": joint_list(m, options["frame"])} if k else {}
        left = m.output("jacobian_determinant", "det", **options)
        yield SymbolicEquality(f"in frame {options['projection']}", left, [determinant_by_minors(J)])


def check_determinant_factors(m: ModelFixture) -> Verdict:
    """Check that det is a constant times powers of the factors: its logarithmic derivative is the sum of theirs, each
    times a whole number."""
    import numpy as np

    options, J = next(square_jacobians(m))
    det, u = determinant_by_minors(J), m.direction("u")
    ports = [p.name for p in m.function("jacobian_determinant", **options).outputs]
    parts = m.output("jacobian_determinant", "factors", **options) if "factors" in ports else []
    values = m.mechanics.lift([det, *parts])
    if not parts:  # the determinant depends on lengths alone
        steady = prove_equal(m.insert_given_rates(m.along(values, q=u)), m.mechanics.lift([0]))
        return ("passed" if steady else "failed"), "0 factors: the determinant is the same everywhere"
    table = evaluate_at_states(m, [*values, *m.along(values, q=u)], 8 + 4 * len(parts))
    with np.errstate(all="ignore"):
        slopes = table[len(values) :] / table[: len(values)]  # of the logarithms
    whole, own = slopes[0], slopes[1:].T
    if not np.all(np.isfinite(slopes)):
        return "failed", "a factor is zero at random states"
    powers = np.linalg.lstsq(own, whole, rcond=None)[0]
    rest = relative_difference(own @ powers, whole, np.abs(own) @ np.abs(powers) + np.abs(whole).max())
    if not rest < 1e-6 or np.any(np.abs(powers - np.round(powers)) > 1e-4) or np.any(powers < 0.5):
        return "failed", "the determinant is no product of powers of the factors"
    return "passed", f"{len(parts)} factor{'s' * (len(parts) != 1)} ({len(whole)} states)"


def squared_volume(A: Any) -> tuple[float, float]:
    """Return det(A A^T) (or det(A^T A), of the smaller size), and its bound, the product of the squared row lengths.

    A row that is zero but for rounding counts with a millionth of the longest.
    """
    import numpy as np

    A = A if A.shape[0] <= A.shape[1] else A.T
    squares = np.sum(A * A, axis=1)
    return float(np.linalg.det(A @ A.T)), float(np.prod(np.maximum(squares, 1e-12 * squares.max(initial=0.0))))


def check_manipulability(m: ModelFixture) -> Verdict:
    """Check against the volume that NumPy computes from the Jacobian, lengths in units of the robot's own."""
    worst = 0.0
    text, point = symbolic_point(m)
    single = {"rows": "vx,wz", "point": text, "frame": m.end, "projection": m.middle}
    single |= {} if m.floats else {"joints": joint_list(m, m.end)}
    variants: list[tuple[FrameOptions, Sequence[int], list[Any], int]] = [
        ({}, range(6), [0, 0, 0], 0), ({"rows": "linear"}, range(3), [0, 0, 0], 0), (single, (0, 5), point, m.middle)
    ]  # fmt: skip
    for options, rows, at, projection in variants:
        J = moving_columns(m, m.end, projected_jacobian(m, m.end, at, projection))
        J = [J[r] for r in rows]
        values = evaluate_at_states(
            m, m.insert_given_rates([*m.output("manipulability", **options), *flatten_matrix(J)]), 5
        )
        length = robot_scale(m.robot, m.numbers).length if len(rows) <= len(J[0]) else 1.0
        for w, entries in zip(values[0], values[1:].T, strict=True):
            A = entries.reshape(len(J), -1)
            for k, r in enumerate(rows):
                w, A[k] = (w / length, A[k] / length) if r < 3 else (w, A[k])
            expected, bound = squared_volume(A)
            worst = max(worst, relative_difference([w * w], [expected], [bound]) if w >= 0 else float("inf"))
    return ("passed" if worst < TOLERANCE else "failed"), f"relative difference {worst:.0e}"


LAWS = (
    Law("transform = product of elementary motions", ("transform",), prove_statement(transform_poses)),
    Law(
        "direct geometry = product of elementary motions", ("direct_geometry",), prove_statement(direct_geometry_poses)
    ),
    Law(
        "frames by name = positions on their links",
        ("transform", "jacobian"),
        prove_statement(named_frame_poses),
        NamedFrameFixture,
    ),
    Law(
        "angles and quaternions give back the rotation", ("direct_geometry",), measure_statement(orientation_rotations)
    ),
    Law(
        "analytic Jacobian = derivative of pose",
        ("analytic_jacobian", "direct_geometry"),
        measure_statement(analytic_jacobian_slopes),
    ),
    Law("velocities = derivatives of poses", ("velocities",), prove_statement(velocity_slopes)),
    Law("accelerations = second derivatives of poses", ("accelerations",), prove_statement(acceleration_slopes)),
    Law("Jacobian = derivative of poses", ("jacobian",), prove_statement(jacobian_slopes)),
    Law(
        "Jacobian's rate = second derivative of poses",
        ("jacobian_dot", "jdot_qdot"),
        prove_statement(jacobian_rate_slopes),
    ),
    Law("Hessian = derivative of the Jacobian", ("hessian",), prove_statement(hessian_slopes)),
    Law("cut-force Jacobian = balance of every link", ("cut_jacobian",), prove_statement(cut_jacobian_balance)),
    Law("Jacobian times its inverse = 1", ("inverse_jacobian",), prove_statement(inverse_jacobian_products)),
    Law(
        "determinant of the Jacobian = sum over its minors",
        ("jacobian_determinant",),
        prove_statement(determinants_by_minors),
    ),
    Law("determinant = product of its factors", ("jacobian_determinant",), check_determinant_factors),
    Law("manipulability = volume of the velocity ellipsoid", ("manipulability",), check_manipulability),
)
