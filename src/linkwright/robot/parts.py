"""The parts of a robot: bodies, joints, loops and the base, as frozen values. Scalars may be numbers or texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol

from linkwright.errors import RobotError
from linkwright.expr import Expr
from linkwright.robot.fields import BASE_MOTION, IDENTITY, INERTIA, Formula, Formulas, OptionalFormula
from linkwright.spatial import Inertia, Spin, Transform, Vec3

Kind = Literal["revolute", "prismatic", "ball", "fixed", "cylindrical", "universal", "planar", "line"]
WheelKind = Literal["fixed", "steering", "castor", "swedish", "ball"]


@dataclass(frozen=True, kw_only=True)
class Body:
    """Inertia of a link at its frame's origin, and the wrench that it exerts on the environment, in its frame.

    Scalars may be given as numbers or as text.
    """

    XX: Formula = Formula()
    XY: Formula = Formula()
    XZ: Formula = Formula()
    YY: Formula = Formula()
    YZ: Formula = Formula()
    ZZ: Formula = Formula()
    MX: Formula = Formula()
    MY: Formula = Formula()
    MZ: Formula = Formula()
    M: Formula = Formula()
    FX: Formula = Formula()
    FY: Formula = Formula()
    FZ: Formula = Formula()
    CX: Formula = Formula()
    CY: Formula = Formula()
    CZ: Formula = Formula()

    @classmethod
    def symbolic(cls, j: int | str) -> Body:
        """Return a body whose ten standard parameters are the symbols XX<j> ... M<j>."""
        return cls(**{name: f"{name}{j}" for name in INERTIA})

    @property
    def inertia(self) -> Inertia:
        return Inertia(*(getattr(self, name) for name in INERTIA))

    @property
    def force(self) -> Vec3:
        return Vec3(self.FX, self.FY, self.FZ)

    @property
    def moment(self) -> Vec3:
        return Vec3(self.CX, self.CY, self.CZ)

    def with_inertia(self, inertia: Inertia) -> Body:
        return replace(self, **dict(zip(INERTIA, inertia, strict=True)))


@dataclass(frozen=True)
class Limits:
    """Limits of a joint: position, velocity, effort (rad or m, 1/s, N m or N). None: not known."""

    lower: float | None = None
    upper: float | None = None
    velocity: float | None = None
    effort: float | None = None


@dataclass(frozen=True, kw_only=True)
class Joint:
    """Joint j, the frame of link j, and link j itself. Scalars may be given as numbers or as text.

    `velocity`, `acceleration` and `effort` are the file's names of the joint's rates and effort; None: the usual names.
    `behind` are the names of fixed joints of the file between the parent and this one, whose links were merged into the
    parent. An intermediate frame that only the robot has gets the names of the joint that it leads to.
    """

    name: str = ""
    parent: int = 0
    kind: Kind = "revolute"
    gamma: Formula = Formula()
    b: Formula = Formula()
    alpha: Formula = Formula()
    d: Formula = Formula()
    theta: Formula = Formula()
    r: Formula = Formula()
    variable: str = ""  # the name of the joint variable; "" for a fixed joint; a ball joint has four: variable_w ...
    actuated: bool = True
    body: Body = field(default_factory=Body)
    rotor: Formula = Formula()  # inertia of rotor and transmission, seen at the joint
    viscous: Formula = Formula()
    coulomb: Formula = Formula()
    flexible: bool = False  # driven by a spring with effort -stiffness (q - rest) - damping qd
    parallel: bool = False  # the spring is parallel to motor and rotor, not in series
    stiffness: Formula = Formula()
    damping: Formula = Formula()
    rest: Formula = Formula()  # position of the relaxed spring; in series with a rotor, where the rotor is at 0
    velocity: OptionalFormula = OptionalFormula()
    acceleration: OptionalFormula = OptionalFormula()
    effort: OptionalFormula = OptionalFormula()
    limits: Limits = Limits()
    start: float = 0.0  # position in the assembly of a robot with loops: start of iterations, choice of the branch
    behind: tuple[str, ...] = ()

    @property
    def moves(self) -> bool:
        return self.kind != "fixed"

    def variables(self, q: Any) -> tuple[Any, Any]:
        """Return theta (rad) and r (m) at joint position q."""
        return (q + self.theta if self.kind == "revolute" else self.theta,
                q + self.r if self.kind == "prismatic" else self.r)  # fmt: skip

    def transform(self, q: Any = 0) -> Transform:
        """Return the pose of this joint's frame in its parent's, at joint position q (a `Spin` for a ball joint)."""
        theta, r = self.variables(q)
        T = Transform.khalil(self.gamma, self.b, self.alpha, self.d, theta, r)
        return Transform(T.R.then(q), T.P) if isinstance(q, Spin) else T


@dataclass(frozen=True)
class Loop:
    """Closed loop, cut at one joint, which constrains the closing frame, fixed to another link.

    With the frame C of the cut joint on one link and the closing frame E on the other, both with axes x, y, z:

        revolute      E turns about z of C, which is z of E          ball        the origins coincide
        prismatic     E slides along z of C, its axes as those of C  universal   and z of E is normal to z of C
        cylindrical   z of E is the line z of C                      planar      E slides and turns in the plane xy of C
        line          the origin of E is on the line z of C          fixed       E coincides with C
    """

    joint: Joint
    frame: Joint


@dataclass(frozen=True)
class Term:
    """Term of a coupling: factor times the position of another joint."""

    joint: int
    factor: Formula = Formula(1)


@dataclass(frozen=True)
class Coupling:
    """Dependent joint, coupled by belts, gears or software: q of `joint` is the sum of the terms + offset.

    A robot sorts the terms by joint: sums have no order, and formats that name joints keep none.
    """

    joint: int
    terms: tuple[Term, ...] = ()
    offset: Formula = Formula()


@dataclass(frozen=True, kw_only=True)
class Wheel:
    """Wheel on the ground, the plane z = 0 of the world, with the joints that spin and that steer it (0: none).

    Its position, and its trail behind the steering axis, follow from its joints. `radius` in m; `roller` is the angle
    from its heading to the axes of the rollers on a Swedish wheel, rad.
    """

    kind: WheelKind
    spin: int = 0
    steer: int = 0
    radius: Formula = Formula()
    roller: Formula = Formula()
    name: str = ""


@dataclass(frozen=True, kw_only=True)
class Frame:
    """Named frame on a link: at (x, y, z) in its frame, rotated by Rot(z, yaw) Rot(y, pitch) Rot(x, roll).

    The links of a URDF and the bodies and sites of an MJCF are such frames. `joints` are the names of the joints that
    carry the link in the file: they denote the same frame. `end`: the link is a leaf of the tree.
    """

    name: str
    link: int = 0  # the number of its joint; 0: the base, -1: the world
    x: Formula = Formula()
    y: Formula = Formula()
    z: Formula = Formula()
    roll: Formula = Formula()
    pitch: Formula = Formula()
    yaw: Formula = Formula()
    joints: tuple[str, ...] = ()
    end: bool = False


BaseKind = Literal["fixed", "floating", "mobile"]


@dataclass(frozen=True, kw_only=True)
class Base:
    """Link 0: its kind of support, the pose of frame 0 in the world, and its prescribed motion (in frame 0)."""

    kind: BaseKind = "fixed"
    body: Body = field(default_factory=Body)
    pose: Formulas = Formulas(*IDENTITY)  # world T 0, row by row
    angular_velocity: Formulas = Formulas(0, 0, 0)
    angular_acceleration: Formulas = Formulas(0, 0, 0)
    velocity: Formulas = Formulas(0, 0, 0)
    acceleration: Formulas = Formulas(0, 0, 0)

    def __post_init__(self) -> None:
        if self.kind not in ("fixed", "floating", "mobile"):
            raise RobotError(f"base is {self.kind!r}", remedy="fixed, floating or mobile")

    @property
    def has_prescribed_motion(self) -> bool:
        """Whether the base has a prescribed motion and is not at rest."""
        return not all(x.is_zero for name in BASE_MOTION for x in getattr(self, name))


class Tables(Protocol):
    """Interface to the tables of a robot, for code that only reads them."""

    @property
    def name(self) -> str: ...
    @property
    def joints(self) -> tuple[Joint, ...]: ...
    @property
    def loops(self) -> tuple[Loop, ...]: ...
    @property
    def couplings(self) -> tuple[Coupling, ...]: ...
    @property
    def wheels(self) -> tuple[Wheel, ...]: ...
    @property
    def frames(self) -> tuple[Frame, ...]: ...
    @property
    def base(self) -> Base: ...
    @property
    def gravity(self) -> tuple[Expr, ...]: ...
    @property
    def numbers(self) -> Mapping[str, float]: ...


__all__ = [
    "Base", "BaseKind", "Body", "Coupling", "Frame", "Joint", "Kind", "Limits", "Loop", "Tables", "Term", "Wheel",
]  # fmt: skip
