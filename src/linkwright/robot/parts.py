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
    """The inertia of a link at its frame's origin, and the wrench that it exerts on the environment, in its frame.

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
        """The ten standard parameters as symbols XX<j> ... M<j>."""
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
    """What the joint can do: position, speed, effort. None: not known."""

    lower: float | None = None
    upper: float | None = None
    velocity: float | None = None
    effort: float | None = None


@dataclass(frozen=True, kw_only=True)
class Joint:
    """Joint j, the frame of link j, and link j itself. Scalars may be given as numbers or as text.

    `velocity`, `acceleration` and `effort` are what a file calls the joint's rates and effort; None: the usual names.
    `behind` are the names of fixed joints between the parent and this one that a file has and the robot has not: their
    links became part of the parent. A frame that the robot has and the file has not is where the joint is that it leads
    to, and has this one's names there.
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
    flexible: bool = False  # moved by a spring, whose effort is -stiffness (q - rest) - damping qd
    parallel: bool = False  # the spring is beside motor and rotor, not between them and the link
    stiffness: Formula = Formula()
    damping: Formula = Formula()
    rest: Formula = Formula()  # where the spring is slack; with a rotor behind it, where the rotor is 0
    velocity: OptionalFormula = OptionalFormula()
    acceleration: OptionalFormula = OptionalFormula()
    effort: OptionalFormula = OptionalFormula()
    limits: Limits = Limits()
    start: float = 0.0  # where a robot with loops is assembled: what iterations start from, what tells its branch
    behind: tuple[str, ...] = ()

    @property
    def moves(self) -> bool:
        return self.kind != "fixed"

    def variables(self, q: Any) -> tuple[Any, Any]:
        """theta and r at joint position q."""
        return (q + self.theta if self.kind == "revolute" else self.theta,
                q + self.r if self.kind == "prismatic" else self.r)  # fmt: skip

    def transform(self, q: Any = 0) -> Transform:
        """The frame of this joint in its parent's, at joint position q (a `Spin` for a ball joint)."""
        theta, r = self.variables(q)
        T = Transform.khalil(self.gamma, self.b, self.alpha, self.d, theta, r)
        return Transform(T.R.then(q), T.P) if isinstance(q, Spin) else T


@dataclass(frozen=True)
class Loop:
    """A closed loop, cut at one joint: what the cut joint lets the closing frame, fixed to another link, do in its own.

    Its frame on the one link, C, and the closing frame on the other, E, both with their axes x, y, z:

        revolute      E turns about z of C, which is z of E          ball        the origins coincide
        prismatic     E slides along z of C, its axes as those of C  universal   and z of E is normal to z of C
        cylindrical   z of E is the line z of C                      planar      E slides and turns in the plane xy of C
        line          the origin of E is on the line z of C          fixed       E coincides with C
    """

    joint: Joint
    frame: Joint


@dataclass(frozen=True)
class Term:
    """What a coupled joint takes from another one: factor times its position."""

    joint: int
    factor: Formula = Formula(1)


@dataclass(frozen=True)
class Coupling:
    """A joint that is tied to others, by belts, gears or software: q of `joint` is the sum of the terms + offset.

    A robot puts the terms in the order of their joints: a sum has no other, and formats that name joints keep none.
    """

    joint: int
    terms: tuple[Term, ...] = ()
    offset: Formula = Formula()


@dataclass(frozen=True, kw_only=True)
class Wheel:
    """A wheel on the ground, the plane z = 0 of the world: the joints that turn it and that steer it (0: none).

    Where it is, and how far it trails behind its steering axis, is where its joints are. `roller` is the angle from
    its heading to the axes of the rollers on a Swedish wheel.
    """

    kind: WheelKind
    spin: int = 0
    steer: int = 0
    radius: Formula = Formula()
    roller: Formula = Formula()
    name: str = ""


@dataclass(frozen=True, kw_only=True)
class Frame:
    """A frame with a name of its own, fixed to a link: at (x, y, z) in the frame of the link, and turned from it about
    the fixed x, y and z axes: Rot(z, yaw) Rot(y, pitch) Rot(x, roll).

    The links of a URDF, the bodies and sites of an MJCF are such frames. `joints` are the names of the joints that
    carry the link in the file: they stand for the same frame. `end`: the link is a leaf, no other one is on it.
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
    """Link 0: how it is held, where frame 0 is in the world, and how it moves (in frame 0)."""

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
    def is_led(self) -> bool:
        """Whether its motion is given, and it is not at rest."""
        return not all(x.is_zero for name in BASE_MOTION for x in getattr(self, name))


class Tables(Protocol):
    """The tables that a robot is made of, for what looks at them."""

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
