"""Conversion of other descriptions of geometry and inertia to Khalil-Kleinfinger frames, exactly.

Numbers from files are exact: lengths are `Fraction`s of their decimal text, quarter turns are matrices of 0 and 1.
Exact numbers stay exact through sums and quarter turns, and become floats only where other rotations mix them. That
keeps the structure of a robot: a zero is 0, not 6e-17, which would cost up to 39 % of the operations of its models.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from linkwright.expr import Expr, Graph, Importer, Number
from linkwright.robot.robot import INERTIA, PLACE, WRENCH, Body, Frame, Joint, Kind, Robot
from linkwright.spatial import Inertia, Mat3, Transform, Vec3, Z

ANGLE_TOLERANCE = 1e-9  # rad: angles within this of a quarter turn are quarter turns
RELATIVE_NOISE = 1e-12  # relative size of rounding errors: of the terms of a sum, of the length of a direction
MAX_NORMAL_TO_DISTANCE = 32  # a common normal farther away than so many distances of two joints is not used
KINDS_WITHOUT_AXIS = ("fixed", "ball")  # joints without an axis, whose given frames are kept
_QUARTER = {0: "0", 1: "pi/2", 2: "pi", 3: "-pi/2"}
_CIRCLE = {0: (1, 0), 1: (0, 1), 2: (-1, 0), 3: (0, -1)}


@dataclass(frozen=True)
class ExactAngle:
    """Angle by its cosine and sine, with the value to write: quarter turns exactly, others as floats in rad."""

    c: Number
    s: Number
    value: str | float

    @classmethod
    def quarters(cls, k: int) -> ExactAngle:
        return cls(*_CIRCLE[k % 4], _QUARTER[k % 4])

    @classmethod
    def of(cls, x: float) -> ExactAngle:
        k = round(x / (math.pi / 2))
        return cls.quarters(k) if abs(x - k * math.pi / 2) < ANGLE_TOLERANCE else cls(math.cos(x), math.sin(x), x)

    @classmethod
    def of_point(cls, u: Number, v: Number) -> ExactAngle:
        """Return the angle of the point (u, v)."""
        x, y = float(u), float(v)
        if abs(y) <= RELATIVE_NOISE * abs(x):
            return cls.quarters(0 if x >= 0 else 2)
        if abs(x) <= RELATIVE_NOISE * abs(y):
            return cls.quarters(1 if y > 0 else 3)
        h = math.hypot(x, y)
        return cls(x / h, y / h, math.atan2(y, x))

    @classmethod
    def along(cls, u: Number, v: Number) -> ExactAngle:
        """Return the angle of the line through (u, v), in (-pi/2, pi/2]."""
        angle = cls.of_point(u, v)
        return cls.of_point(-u, -v) if angle.c < 0 or (angle.c == 0 and angle.s < 0) else angle

    def about(self, axis: str) -> Mat3:
        c, s = self.c, self.s
        if axis == "x":
            return Mat3.of([[1, 0, 0], [0, c, -s], [0, s, c]])
        if axis == "y":
            return Mat3.of([[c, 0, s], [0, 1, 0], [-s, 0, c]])
        return Mat3.of([[c, -s, 0], [s, c, 0], [0, 0, 1]])

    def rotation_about_vector(self, a: Vec3) -> Mat3:
        """Return the rotation about a unit vector a (Rodrigues): c 1 + s a x + (1 - c) a a^T."""
        c, s, v = self.c, self.s, 1 - self.c
        return clean_rotation(Mat3.of([
            [c + v * a.x * a.x, v * a.x * a.y - s * a.z, v * a.x * a.z + s * a.y],
            [v * a.x * a.y + s * a.z, c + v * a.y * a.y, v * a.y * a.z - s * a.x],
            [v * a.x * a.z - s * a.y, v * a.y * a.z + s * a.x, c + v * a.z * a.z],
        ]))  # fmt: skip


ZERO = ExactAngle.quarters(0)
ORIGIN = Vec3(0, 0, 0)


def remove_noise(v: Vec3, reach: float) -> Vec3:
    """Set components to 0 that are noise relative to the robot's size: CAD programs write 1.4e-17 for 0."""
    return Vec3(*(0 if abs(x) < RELATIVE_NOISE * reach else x for x in v))


def _zero_if_noise(x: Number, size: float) -> Number:
    """Return x, or 0 if it is within rounding, here or in the file, of terms of this size."""
    return 0 if abs(float(x)) <= RELATIVE_NOISE * size else x


def _sum_norm(v: Vec3) -> float:
    return sum(abs(float(x)) for x in v)


def _transform_point(R: Mat3, v: Vec3, by: Vec3) -> Vec3:
    """Return R v + by."""
    size = _sum_norm(v) + _sum_norm(by)
    return Vec3(*(_zero_if_noise(x, size) for x in R @ v + by))


def clean_rotation(R: Mat3) -> Mat3:
    """Remove rounding residues from a rotation: a row with two zeros becomes a unit vector."""
    rows = []
    for row in R.rows:
        entries = [0 if abs(x) < RELATIVE_NOISE else x for x in row]
        if sum(x == 0 for x in entries) == 2:
            entries = [0 if x == 0 else 1 if x > 0 else -1 for x in entries]
        rows.append(entries)
    return Mat3.of(rows)


def unit_vector(axis: Vec3, tolerance: float = ANGLE_TOLERANCE) -> Vec3:
    """Return the direction of a vector, exactly along a coordinate axis if it is nearly so. ValueError for zero."""
    h = math.hypot(*axis)
    if not 0 < h < math.inf:
        raise ValueError("the vector has no direction")
    entries = [0 if abs(x) <= tolerance * h else x for x in axis]
    if sum(x == 0 for x in entries) == 2:
        return Vec3(*(0 if x == 0 else 1 if x > 0 else -1 for x in entries))
    h = math.hypot(*entries)
    return Vec3(*(float(x) / h if x else 0 for x in entries))


@dataclass(frozen=True)
class NumericPose:
    """Pose of a frame in another one, in numbers: x -> R x + P."""

    R: Mat3
    P: Vec3

    @classmethod
    def rpy(cls, P: Vec3, roll: ExactAngle, pitch: ExactAngle, yaw: ExactAngle) -> NumericPose:
        """Return the pose at P rotated about the fixed x, y, z axes: Rot(z, yaw) Rot(y, pitch) Rot(x, roll)."""
        R = yaw.about("z").times(pitch.about("y")).times(roll.about("x"))
        return cls(clean_rotation(R), P)

    @classmethod
    def at(cls, P: Vec3) -> NumericPose:
        """Return the translation by P."""
        return cls(IDENTITY_POSE.R, P)

    @classmethod
    def screw(cls, axis: str, angle: ExactAngle, shift: Number) -> NumericPose:
        """Return a rotation about and a translation along one axis, x or z."""
        return cls(angle.about(axis), Vec3(shift, 0, 0) if axis == "x" else Vec3(0, 0, shift))

    def then(self, o: NumericPose) -> NumericPose:
        return NumericPose(clean_rotation(self.R.times(o.R)), _transform_point(self.R, o.P, self.P))

    def inverse(self) -> NumericPose:
        back = self.R.T
        return NumericPose(back, -_transform_point(back, self.P, ORIGIN))

    def angles(self) -> tuple[ExactAngle, ExactAngle, ExactAngle]:
        """Return roll, pitch and yaw, as `rpy` takes them.

        The yaw is computed from R without the roll: it is as accurate as R even where the pitch is nearly a quarter
        turn and both axes nearly coincide. At a pitch of a quarter turn the roll is 0.
        """
        (_, xy, xz), (_, yy, yz), (zx, zy, zz) = self.R.rows
        roll = ZERO if zy == 0 and zz == 0 else ExactAngle.of_point(zz, zy)
        pitch = ExactAngle.of_point(math.hypot(zy, zz), -zx)
        return roll, pitch, ExactAngle.of_point(roll.c * yy - roll.s * yz, roll.s * xz - roll.c * xy)


IDENTITY_POSE = NumericPose(Mat3.of([[1, 0, 0], [0, 1, 0], [0, 0, 1]]), ORIGIN)


# -- any joints to frames --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlacedJoint:
    """Joint as most formats give it: its frame at q = 0 in the frame of the parent link, and its axis."""

    parent: int  # 0: the base; j: the link of the j-th joint, an earlier one
    kind: Kind
    pose: NumericPose
    axis: Vec3 = Z  # a unit vector in the joint's frame


@dataclass(frozen=True)
class KhalilFrame:
    """Parameters of a Khalil-Kleinfinger frame, and the pose of the link's original frame in it.

    `step` is an intermediate fixed frame without a body, between nearly parallel axes.
    """

    gamma: ExactAngle
    b: Number
    alpha: ExactAngle
    d: Number
    theta: ExactAngle
    r: Number
    link: NumericPose
    step: KhalilFrame | None = None

    def geometry(self) -> dict[str, str | float]:
        """Return the six parameters as fields of a `Joint`."""
        lengths = {"b": self.b, "d": self.d, "r": self.r}
        angles = {"gamma": self.gamma, "alpha": self.alpha, "theta": self.theta}
        return {k: float(v) for k, v in lengths.items()} | {k: a.value for k, a in angles.items()}


def common_normal(a: Vec3, p: Vec3) -> tuple[ExactAngle, Number, ExactAngle, Number]:
    """Return (gamma, b, alpha, d) from the axis z at the origin to the axis through p along a.

    From a = (sin gamma sin alpha, -cos gamma sin alpha, cos alpha) and p = b z + d x' + r a, with x' along the common
    normal. Parallel axes have many: the one through the origin is chosen, and coincident axes need none.
    """
    if a.x == 0 and a.y == 0:
        alpha = ExactAngle.quarters(0 if a.z > 0 else 2)
        if p.x == 0 and p.y == 0:
            return ZERO, 0, alpha, 0
        gamma = ExactAngle.along(p.x, p.y)
        return gamma, 0, alpha, gamma.c * p.x + gamma.s * p.y
    gamma = ExactAngle.along(-a.y, a.x)
    sine = gamma.s * a.x - gamma.c * a.y
    alpha = ExactAngle.of_point(a.z, sine)
    size = _sum_norm(p)
    across = _zero_if_noise(gamma.c * p.y - gamma.s * p.x, size)
    r = -Fraction(across) / sine if isinstance(alpha.value, str) and not isinstance(across, float) else -across / sine
    b, d = p.z - r * a.z, gamma.c * p.x + gamma.s * p.y
    return gamma, _zero_if_noise(b, size + abs(float(r))), alpha, _zero_if_noise(d, size)


@dataclass(frozen=True)
class JointAxisLine:
    """Axis of a joint in a frame, and the distance of the joint's given point from that of the frame's joint."""

    along: Vec3
    through: Vec3
    apart: float

    def first(self) -> JointAxisLine:
        """Return the next axis from the z axis: this one, or one across both if their common normal is far away.

        Nearly parallel axes have their common normal at (distance / sine of the angle): frames on it are kilometres
        away from links of centimetres, whose inertia is then lost in rounding. An axis perpendicular to both has near
        common normals with them for any angle. It is placed beside the given point.
        """
        a, p = self.along, self.through
        if a.x == 0 and a.y == 0:
            return self
        gamma = ExactAngle.along(-a.y, a.x)
        across = _zero_if_noise(gamma.c * p.y - gamma.s * p.x, _sum_norm(p))
        if abs(float(across)) <= MAX_NORMAL_TO_DISTANCE * self.apart * math.hypot(a.x, a.y):
            return self
        return JointAxisLine(Vec3(gamma.c, gamma.s, 0), Vec3(0, 0, p.z), self.apart)

    def normal(self) -> tuple[ExactAngle, Number, ExactAngle, Number]:
        return common_normal(self.along, self.through)


def khalil_frames(joints: Sequence[PlacedJoint]) -> list[KhalilFrame]:
    """Return frames for a tree of joints with any axes and origins; joint variables and base frame stay the same.

    Frame j has z_j on the axis of joint j. Its origin on the axis, and x_j, are free: x_j is put on the common normal
    to the axis of the successor that continues the longest branch, which then has gamma = b = 0; without a successor
    theta and r are zero. The axis of a prismatic joint has no position: it is put through the parent's origin. Fixed
    joints keep their frames, and so do ball joints, whose position is a rotation from it. Between axes whose
    common normal is too far away stands a fixed frame with its z axis perpendicular to both, so that every frame is
    near its link.
    """
    main = _main_successors(joints)
    links = [IDENTITY_POSE]
    frames = []
    for j, joint in enumerate(joints, 1):
        A = links[joint.parent].then(joint.pose)
        carrier = joints[joint.parent - 1].kind if joint.parent else "fixed"
        step = None
        line = _axis_line(A, joint, carrier)
        first = line.first()
        if first is not line:
            step, A = _intermediate_frame(first, A, joint)
            line = _axis_line(A, joint, "fixed")
        gamma, b, alpha, d = line.normal()
        before = NumericPose.screw("z", gamma, b).then(NumericPose.screw("x", alpha, d))
        link = before.inverse().then(A)
        if joint.kind in KINDS_WITHOUT_AXIS:
            theta, r = ExactAngle.of_point(link.R[0, 0], link.R[1, 0]), link.P.z
        elif j in main:
            successor = joints[main[j] - 1]
            theta, r, _, _ = _axis_line(link.then(successor.pose), successor, joint.kind).first().normal()
        else:
            theta, r = ZERO, 0
        link = (
            IDENTITY_POSE if joint.kind in KINDS_WITHOUT_AXIS else NumericPose.screw("z", theta, r).inverse().then(link)
        )
        links.append(link)
        frames.append(KhalilFrame(gamma, b, alpha, d, theta, r, link, step))
    return frames


def _intermediate_frame(first: JointAxisLine, A: NumericPose, joint: PlacedJoint) -> tuple[KhalilFrame, NumericPose]:
    """Return an intermediate fixed frame, with x on the common normal to a joint's axis, and the joint's pose in it."""
    gamma, b, alpha, d = first.normal()
    A = NumericPose.screw("z", gamma, b).then(NumericPose.screw("x", alpha, d)).inverse().then(A)
    theta, r, _, _ = _axis_line(A, joint, "fixed").normal()
    A = NumericPose.screw("z", theta, r).inverse().then(A)
    return KhalilFrame(gamma, b, alpha, d, theta, r, IDENTITY_POSE), A


def _axis_line(A: NumericPose, joint: PlacedJoint, carrier: Kind) -> JointAxisLine:
    """Return the axis of a joint with pose A in the frame of its parent, a joint of kind `carrier`."""
    if joint.kind == "prismatic":
        return JointAxisLine(unit_vector(A.R @ joint.axis, RELATIVE_NOISE), ORIGIN, 0)
    apart = math.hypot(*(joint.pose.P if carrier == "revolute" else A.P))
    if joint.kind in KINDS_WITHOUT_AXIS:
        return JointAxisLine(A.R @ Z, A.P, apart)
    return JointAxisLine(unit_vector(A.R @ joint.axis, RELATIVE_NOISE), A.P, apart)


def coincident_frames(cut: NumericPose, end: NumericPose) -> tuple[KhalilFrame, KhalilFrame]:
    """Return the parameters of two frames that shall coincide, each in the frame of its link.

    Both are rotated together if this is needed for near common normals.
    """
    for turn in ("z", "x", "y"):
        X = NumericPose(ExactAngle.quarters(1 if turn != "z" else 0).about(turn), ORIGIN)
        a, b = (pose.then(X) for pose in (cut, end))
        if all(
            line.first() is line
            for line in (_axis_line(pose, PlacedJoint(0, "fixed", pose), "fixed") for pose in (a, b))
        ):
            break
    (first,), (second,) = khalil_frames([PlacedJoint(0, "fixed", a)]), khalil_frames([PlacedJoint(0, "fixed", b)])
    return first, second


def _main_successors(joints: Sequence[PlacedJoint]) -> dict[int, int]:
    """Return, for joints with moving successors, the first one that begins the longest chain of moving joints."""
    height = [0] * (len(joints) + 1)
    main: dict[int, int] = {}
    for j in range(len(joints), 0, -1):
        i, own = joints[j - 1].parent, height[j] + 1
        if joints[j - 1].kind == "fixed":
            continue
        if i and (i not in main or own >= height[i]):
            main[i] = j
        height[i] = max(height[i], own)
    return main


def named_frame(name: str, link: int, pose: NumericPose, joints: Sequence[str] = (), end: bool = False) -> Frame:
    """Return a named frame with its pose in the frame of a link."""
    values = [*(float(x) for x in pose.P), *(angle.value for angle in pose.angles())]
    return Frame(name=name, link=link, joints=tuple(joints), end=end, **dict(zip(PLACE, values, strict=True)))


# -- bodies ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MassProperties:
    """Rigid body: mass, the frame at its centre of mass, and (Ixx, Ixy, Ixz, Iyy, Iyz, Izz) about and in it."""

    mass: Number
    centre: NumericPose
    moments: Sequence[Number]

    def seen_from(self, T: NumericPose) -> Inertia:
        """Return the ten parameters in a frame, where T is the pose of the body's reference frame in it."""
        C = T.then(self.centre)
        xx, xy, xz, yy, yz, zz = self.moments
        J = C.R.times(Mat3.of([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])).times(C.R.T)
        return Inertia.at_centre_of_mass(self.mass, C.P, [J[0, 0], J[0, 1], J[0, 2], J[1, 1], J[1, 2], J[2, 2]])

    def terms(self, T: NumericPose) -> list[float]:
        """Return magnitudes of the ten parameters: sums of terms, for products of inertia the mean of their moments."""
        m, (x, y, z) = abs(float(self.mass)), map(float, T.then(self.centre).P)
        own = sum(abs(float(I)) for I in self.moments)
        xx, yy, zz = (math.sqrt(own + m * (u * u + v * v)) for u, v in ((y, z), (z, x), (x, y)))
        return [xx * xx, xx * yy, xx * zz, yy * yy, yy * zz, zz * zz, m * abs(x), m * abs(y), m * abs(z), m]


def combine_bodies(parts: Sequence[tuple[MassProperties, NumericPose]]) -> Body:
    """Combine bodies that are fixed to one another, each with the pose of its reference frame, to one body."""
    values = [sum(column) for column in zip(*(lump.seen_from(T) for lump, T in parts))] or [0] * 10
    sizes = [sum(column) for column in zip(*(lump.terms(T) for lump, T in parts))] or [0.0] * 10
    noise = [1e-14] * 6 + [RELATIVE_NOISE] * 4
    kept = (0 if abs(x) <= tiny * size else float(x) for x, tiny, size in zip(values, noise, sizes, strict=True))
    return Body().with_inertia(Inertia(*kept))


def assign_frames(
    placed: Sequence[PlacedJoint],
    joints: Sequence[Joint],
    parts: Sequence[Sequence[tuple[MassProperties, NumericPose]]],
) -> tuple[tuple[Joint, ...], list[tuple[int, NumericPose]]]:
    """Return joints with frames and bodies, and for the base and each joint its number and the file's link frame.

    The numbers in the robot count intermediate fixed frames; the poses of the file's frames are in those of the links.
    `joints` hold everything else. `parts` are the bodies of their links, each with the pose of its reference frame.
    """
    out: list[Joint] = []
    links = [(0, IDENTITY_POSE)]
    names = {joint.name for joint in joints}
    for frame, where, joint, lumps in zip(khalil_frames(placed), placed, joints, parts, strict=True):
        parent = links[where.parent][0]
        if frame.step:
            step = free_name(f"before_{joint.name}", names)
            path = (*joint.behind, joint.name)  # siblings are sorted by these names
            out.append(Joint(name=step, parent=parent, kind="fixed", behind=path, **frame.step.geometry()))  # type: ignore[arg-type]
            parent, joint = len(out), replace(joint, behind=())
        body = combine_bodies([(lump, frame.link.then(T)) for lump, T in lumps])
        out.append(replace(joint, parent=parent, kind=where.kind, body=body, **frame.geometry()))  # type: ignore[arg-type]
        links.append((len(out), frame.link))
    return tuple(out), links


def free_name(name: str, taken: set[str]) -> str:
    """Return a name like this one that is not taken, and add it to the taken ones."""
    while name in taken:
        name += "_"
    taken.add(name)
    return name


# -- tables of Denavit-Hartenberg parameters -------------------------------------------------------------------------


@dataclass(frozen=True)
class StandardDhRow:
    """Row of a table of standard (distal) parameters, with the joint that has everything but geometry.

    The joint's body is given in the distal frame. `theta` and `d` hold the constant part; the variable is added.
    """

    theta: Expr
    d: Expr
    a: Expr
    alpha: Expr
    joint: Joint


def standard_dh(rows: Sequence[StandardDhRow]) -> tuple[Joint, ...]:
    """Return joints from standard parameters, A_j = Rot(z,theta) Trans(z,d) Trans(x,a) Rot(x,alpha) about z_(j-1).

    Khalil's frame j stands after Rot(z,theta_j) Trans(z,d_j), so alpha and a of row j - 1 are those of frame j. The
    distal frame j is Trans(x,a_j) Rot(x,alpha_j) further out on the same link: the body is transformed from there. The
    last distal frame is kept as a fixed frame "tool" if it is not frame n itself.
    """
    graph = rows[0].theta.graph
    zero = Expr(graph, graph.const(0))
    joints = []
    alpha = d = zero
    for j, row in enumerate(rows):
        body = row.joint.body
        if not (row.a.is_zero and row.alpha.is_zero):
            body = transform_body(body, row.alpha, row.a)
        joints.append(replace(row.joint, parent=j, body=body, alpha=alpha, d=d, theta=row.theta, r=row.d))
        alpha, d = row.alpha, row.a
    if not (alpha.is_zero and d.is_zero):
        joints.append(Joint(name="tool", parent=len(rows), kind="fixed", alpha=alpha, d=d))
    return tuple(joints)


def transform_body(body: Body, alpha: Expr, d: Expr) -> Body:
    """Return a body, given in the frame Rot(x,alpha) Trans(x,d), in the frame in which that pose is given."""
    graph = Graph()
    one = Importer(graph)
    zero = Expr(graph, graph.const(0))
    T = Transform.khalil(zero, zero, one(alpha), one(d), zero, zero)
    body = Body(**{name: one(getattr(body, name)) for name in (*INERTIA, *WRENCH)})
    moved = body.with_inertia(body.inertia.to_parent(T))
    f, n = T.R.apply(body.force), T.R.apply(body.moment)
    n = n + T.P.cross(f)
    return replace(moved, FX=f.x, FY=f.y, FZ=f.z, CX=n.x, CY=n.y, CZ=n.z)


def nonzero_geometry(robot: Robot) -> int:
    """Count the geometric parameters that are neither zero nor quarter turns, which cost operations in models."""
    count = 0
    for joint in robot.joints:
        count += sum(not getattr(joint, f).is_zero for f in ("b", "d", "r"))
        for f in ("gamma", "alpha", "theta"):
            angle: Expr = getattr(joint, f)
            count += not (angle.sin() * angle.cos()).is_zero
    return count


__all__ = [
    "ExactAngle",
    "KhalilFrame",
    "MassProperties",
    "NumericPose",
    "PlacedJoint",
    "StandardDhRow",
    "assign_frames",
    "clean_rotation",
    "coincident_frames",
    "combine_bodies",
    "common_normal",
    "free_name",
    "khalil_frames",
    "named_frame",
    "nonzero_geometry",
    "remove_noise",
    "standard_dh",
    "transform_body",
    "unit_vector",
]  # fmt: skip
