"""The state of a robot: the symbols of its motion, the input ports of a model, and dependent quantities as formulas.

A model is a function of the positions of the joints and of the rates and efforts of the coordinates. Dependent
quantities become formulas here, before any recursion runs: the effort of a spring, the position of a coupled joint,
gravity in the frame of a floating base.

- The position of a ball joint is a quaternion (w, x, y, z), of any length but 0; its rates are the angular velocity in
  its frame.
- The position of a coupled joint is the sum of the terms of its coupling; it has no input.
- A flexible joint has no motor of its own: its spring acts with -k (q - rest) - c qd, its acceleration is an output.
  If it has a rotor, that is behind the spring, at a position of its own (`<variable>_motor`) that q is measured from.
- Wheels make freedoms of a mobile base dependent (`constraints.wheels`): these have no rates of their own. Its pose in
  the world is x, y and one angle.
- A floating base has a pose in the world (`base_pose`: x, y, z and an orientation), and a twist and an acceleration in
  its own frame. Accelerations are classical: that of the point O_0, not the derivative of the components of its
  velocity, from which it differs by w x v.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, Protocol

from linkwright.errors import RobotError
from linkwright.expr import Expr, Graph, Port
from linkwright.robot import Coordinate, Robot
from linkwright.robot.fields import BASE_MOTION, WRENCH
from linkwright.spatial import Mat3, Scalar, Spin, Vec3, cos, sin

Positions = Sequence[Any]  # by joint number 1..n: a scalar, the rotation of a ball joint; a fixed joint's is 0
Rates = Mapping[Coordinate, Scalar]

Undo = Callable[[Vec3], Vec3]  # R^T of a vector

DOCS = {"q": "joint positions", "qd": "joint velocities", "qdd": "joint accelerations", "tau": "joint efforts"}
ORIENTATION = "orientation"
CLOSURE = "closure"
INDEPENDENT = "independent"
BRANCH = "branch"
CONTACTS = "contacts"
START = "q_start"
POSE = "T"
ORIENTATIONS = ("quaternion", "unit_quaternion", "rpy", "zyx", "xyz", "zxz", "zyz")
UNIT_NORM_TOLERANCE = 1e-6  # largest difference of the squared norm of a unit quaternion from 1
_TABLE_FIELDS = {"qd": "velocity", "qdd": "acceleration", "tau": "effort"}
_BASE_PORTS = {  # kind: port, doc, fields of the base, symbols
    "qd": ("base_twist", "twist of the base in its own frame: velocity of its origin, angular velocity",
           ("velocity", "angular_velocity"), ("v0", "w0")),
    "qdd": ("base_acceleration", "acceleration of the base in its own frame: of its origin (classical), angular",
            ("acceleration", "angular_acceleration"), ("vd0", "wd0")),
}  # fmt: skip


class ConstraintSolver(Protocol):
    """Constraint solver of a robot with loops or wheels (`constraints.loop_closure`, `constraints.wheels`)."""

    @property
    def solved(self) -> Collection[Coordinate]:
        """Coordinates whose positions are dependent."""
        ...

    def solve_positions(self, maker: StateBuilder, q: list[Any]) -> None:
        """Put the dependent positions into `q`."""
        ...

    def constrained_view(self, robot: Robot, q: Positions) -> Robot:
        """Return a view of the robot with the velocity map of its dependent coordinates at q."""
        ...

    def samples(self) -> Mapping[str, float]:
        """Values of symbols at which the constraints have a solution, for tests."""
        ...

    def status(self, moves: bool, solves: Sequence[Expr]) -> Expr | None:
        """Status of the solution for positions (`moves`: and rates): 0, or a code for what is wrong; None: always 0."""
        ...


@dataclass(frozen=True)
class State:
    """A motion: the positions of the joints; velocities, accelerations and efforts of the coordinates.

    Fields that a model does not need are empty. `springs` are the efforts that balance the springs of flexible joints,
    for their links and for the rotors behind them.
    """

    q: Positions
    qd: Rates = field(default_factory=dict)
    qdd: Rates = field(default_factory=dict)
    tau: Rates = field(default_factory=dict)
    springs: Rates = field(default_factory=dict)
    stretches: Rates = field(default_factory=dict)  # deflections of the springs, by the freedoms of their links
    motors: Mapping[int, Expr] = field(default_factory=dict)  # positions of the rotors behind springs, by joint
    quaternions: Mapping[int, Sequence[Expr]] = field(default_factory=dict)  # as given (any length), by ball joint
    dependent_efforts: Rates = field(default_factory=dict)  # efforts of drives of dependent joints: tau contains them
    pose: Sequence[Expr] = ()  # pose of a frame, 4 x 4 row by row, for inverse geometry
    ask: Callable[[str, str, Sequence[str], Sequence[str]], list[Expr]] | None = None
    """Add one more input port and return its symbols; arguments: port, doc, labels, units."""
    states: dict[str, Sequence[Sequence[float]]] = field(default_factory=dict)  # values of ports, for tests


@dataclass(frozen=True)
class InputPort:
    """An input port under construction. It always has all its elements, also those on which nothing depends; an
    optional port is left out as a whole if nothing depends on any of them.
    """

    name: str
    doc: str
    elements: list[Expr] = field(default_factory=list)
    units: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    paths: list[tuple[str, ...]] = field(default_factory=list)
    shape: tuple[int, ...] = ()  # a vector, if it is empty
    optional: bool = False

    def add(self, e: Expr, unit: str, name: str = "", path: tuple[str, ...] = ()) -> None:
        self.elements.append(e)
        self.units.append(unit)
        self.names.append(name)
        self.paths.append(path)

    def port(self, used: Collection[int]) -> Port | None:
        """Return the port, or None if it is optional and not used."""
        if self.optional and not any(e.id in used for e in self.elements):
            return None
        ids, labels = tuple(e.id for e in self.elements), tuple(str(e.name) for e in self.elements)
        names, paths = (tuple(self.names), tuple(self.paths)) if any(self.names) else ((), ())
        shape = self.shape or (len(ids),)
        return Port(self.name, shape, ids, self.doc, labels, tuple(self.units), names=names, paths=paths)


class StateBuilder:
    """Builder of a state: makes its symbols in the graph of a view of the robot, and the input ports."""

    def __init__(
        self, robot: Robot, graph: Graph, orientation: str = ORIENTATIONS[0], constrain: ConstraintSolver | None = None,
        contacts: Mapping[int, str] | None = None, accelerations_come_out: bool = False,
    ) -> None:  # fmt: skip
        self.robot, self.graph, self.orientation, self.constrain = robot, graph, orientation, constrain
        self.user = {*robot.parameters, *(j.variable for j in robot.joints)}
        self.inputs: list[InputPort] = []
        self.motors: dict[int, Expr] = {}  # positions of rotors behind springs, by joint
        self.quaternions: dict[int, Sequence[Expr]] = {}  # of ball joints
        self.contacts = contacts or {}  # frames that wrenches act at, and the names for their labels
        self.zero = Expr(graph, graph.const(0))
        self.accelerations_come_out = accelerations_come_out  # of coordinates with given effort: outputs, no inputs

    def build_state(self, kinds: Sequence[str]) -> tuple[Robot, State]:
        """Build the state; return it with the robot, whose tables may depend on it (base pose, gravity, wrenches)."""
        robot = self.robot
        q: list[Any] = [self.zero] * (len(self.robot) + 1)
        rates: dict[str, dict[Coordinate, Scalar]] = {}
        pose: Sequence[Expr] = ()
        for kind in kinds:
            if kind == "q":
                robot = self._placed()
                self._positions(q)
                if self.constrain:
                    self.constrain.solve_positions(self, q)
                    self.robot = self.constrain.constrained_view(self.robot, q)
                    robot = robot.in_graph(self.graph, ties=self.robot.ties)
            elif kind == POSE:
                pose = self._given_pose()
            else:
                rates[kind] = self._rates(kind)
        rates["tau"] = {**self._known_efforts(), **rates.get("tau", {})}
        stretches = self._stretches(q) if "q" in kinds else {}
        if self.contacts:
            robot = self._touched(robot)
        springs = self._springs(stretches, rates.get("qd", {}))
        qd, qdd = rates.get("qd", {}), rates.get("qdd", {})
        return robot, State(q, qd, qdd, rates["tau"], springs=springs, stretches=stretches, motors=self.motors,
                            quaternions=self.quaternions, pose=pose, ask=self._asked)  # fmt: skip

    def _asked(self, port: str, doc: str, labels: Sequence[str], units: Sequence[str]) -> list[Expr]:
        one = InputPort(port, doc)
        for label, unit in zip(labels, units, strict=True):
            one.add(self.symbol(label), unit)
        self.inputs.append(one)
        return one.elements

    def _given_pose(self) -> list[Expr]:
        """Symbols of the 16 entries of a pose, row by row."""
        port = InputPort(POSE, "pose of the frame in that of the base: 4 x 4 matrix [R P; 0 1]", shape=(4, 4))
        for r in range(4):
            for c in range(4):
                port.add(self.symbol(f"T{r + 1}{c + 1}"), "m" if c == 3 and r < 3 else "")
        self.inputs.append(port)
        return port.elements

    def _known_efforts(self) -> dict[Coordinate, Scalar]:
        """Efforts of the coordinates that no motor moves: zero for a floating base and for joints with springs."""
        return {c: self.zero for c in self.robot.coordinates if c.given == "effort"}

    def _stretches(self, q: Positions) -> dict[Coordinate, Scalar]:
        found = {}
        for j, joint in enumerate(self.robot.joints, 1):
            if joint.flexible:
                stretch = q[j] - joint.rest
                found[self.robot.freedoms(j)[0]] = stretch - self.motors[j] if j in self.motors else stretch
        return found

    def _springs(self, stretches: Rates, qd: Rates) -> dict[Coordinate, Scalar]:
        found: dict[Coordinate, Scalar] = {}
        for c, stretch in stretches.items():
            joint, motors = self.robot.joint(c.link), self.robot.freedoms(c.link)[1:]
            rate: Scalar = 0
            for a, factor in self.robot.velocity_map_row(c):
                rate = rate + qd.get(a, 0) * factor
            for motor in motors:
                rate = rate - qd.get(motor, 0)
            found[c] = joint.stiffness * stretch + joint.damping * rate
            found |= dict.fromkeys(motors, -found[c])
        return found

    def symbol(self, label: str, given: Expr | None = None) -> Expr:
        """Return a variable with a name that no parameter of the robot has, or the one that the tables give."""
        if given is not None and given.name:
            return Expr(self.graph, self.graph.symbol(given.name, "variable"))
        while label in self.user:
            label += "_"
        return Expr(self.graph, self.graph.symbol(label, "variable"))

    # -- joints -------------------------------------------------------------------------------------------------------

    def _positions(self, q: list[Any]) -> None:
        port, solved = InputPort("q", DOCS["q"]), self.constrain.solved if self.constrain else ()
        for c in self.robot.coordinates:
            if not c.link or c in solved or isinstance(q[c.link], Spin):  # a ball joint has three freedoms
                continue
            if self.robot.joint(c.link).kind == "ball":
                q[c.link] = self._ball(c, port)
                continue
            variable = self.robot.joint(c.link).variable
            symbol = self.symbol(f"{variable}_motor") if c.is_motor else Expr(
                self.graph, self.graph.symbol(variable, "variable"))  # fmt: skip
            if c.is_motor:
                self.motors[c.link] = symbol
            else:
                q[c.link] = symbol
            port.add(symbol, c.unit("q"), c.joint, self.robot.path(c.link))
        self.inputs.append(port)
        q[:] = fill_coupled_positions(self.robot, q)

    def start_symbols(self, j: int) -> list[Expr]:
        """Symbols for the initial position of the iteration for joint j (a quaternion for a ball joint)."""
        port = next((x for x in self.inputs if x.name == START), None)
        if port is None:
            port = InputPort(START, "initial positions of dependent joints for the iteration, such as the last ones")
            self.inputs.append(port)
        joint, path = self.robot.joint(j), self.robot.path(j)
        ball = joint.kind == "ball"
        for axis in "wxyz" if ball else ("",):
            unit = "" if ball else self.robot.freedoms(j)[0].unit("q")
            variable = f"{joint.variable}_{axis}" if ball else joint.variable
            name = quaternion_component_name(self.robot, j, axis) if ball else joint.name
            port.add(self.symbol(f"{variable}_start"), unit, name, path)
        return port.elements[-4 if ball else -1 :]

    def _ball(self, c: Coordinate, port: InputPort) -> Spin:
        """Rotation of a ball joint from the frame before it, by the symbols of its quaternion."""
        variable, path = self.robot.joint(c.link).variable, self.robot.path(c.link)
        Q = [self.symbol(f"{variable}_{axis}") for axis in "wxyz"]
        for x, axis in zip(Q, "wxyz", strict=True):
            port.add(x, "", quaternion_component_name(self.robot, c.link, axis), path)
        self.quaternions[c.link] = Q
        return Quaternion.of(Q, self.orientation == "unit_quaternion").spin

    def _rates(self, kind: str) -> dict[Coordinate, Scalar]:
        found: dict[Coordinate, Scalar] = {}
        base = [c for c in self.robot.coordinates if c.link == 0]
        if base:
            found |= self._base_rates(kind, base)
        port = InputPort(kind, DOCS[kind])
        for c in drives(self.robot) if kind == "tau" else self.robot.coordinates:
            if c.link == 0:
                continue
            given = None if c.is_motor else getattr(self.robot.joint(c.link), _TABLE_FIELDS[kind])
            symbol = self.symbol(kind + c.suffix, given)
            found[c] = symbol if given is None or given.name else given
            if not self._comes_out(kind, c):
                port.add(symbol, c.unit(kind), c.joint, self.robot.path(c.link))
        self.inputs.append(port)
        return found

    def _comes_out(self, kind: str, c: Coordinate) -> bool:
        return kind == "qdd" and c.given == "effort" and self.accelerations_come_out

    # -- the base -----------------------------------------------------------------------------------------------------

    def _base_rates(self, kind: str, base: Sequence[Coordinate]) -> dict[Coordinate, Scalar]:
        if kind == "tau":
            return {}
        name, doc, fields, symbols = _BASE_PORTS[kind]
        port = InputPort(name, doc, optional=True)
        found: dict[Coordinate, Scalar] = {}
        for c in base:
            axis = "xyz".index(c.component[1])
            given = getattr(self.robot.base, fields[c.is_rotation])[axis]
            symbol = self.symbol(f"{symbols[c.is_rotation]}{c.component[1]}", given)
            found[c] = symbol if given.is_zero or given.name else given
            port.add(symbol, c.unit(kind))
        self.inputs.append(port)
        return found

    def _placed(self) -> Robot:
        """Robot with the pose of its base from the state, and gravity in frame 0."""
        if self.robot.base.kind == "fixed":
            return self.robot
        R, P, undo = self._planar_pose() if self.robot.base.kind == "mobile" else self._pose()
        rows = [[*row, p] for row, p in zip(R.rows, P, strict=True)]
        pose = tuple(self.zero + x for row in (*rows, [0, 0, 0, 1]) for x in row)
        gravity = tuple(self.zero + x for x in undo(Vec3(*self.robot.gravity)))
        still: dict[str, Any] = dict.fromkeys(BASE_MOTION, (self.zero,) * 3)
        base = replace(self.robot.base, pose=pose, **still)
        return self.robot.in_graph(self.graph, base=base, gravity=gravity)

    def _pose(self) -> tuple[Mat3, Vec3, Undo]:
        doc = f"pose of the base in the world: x, y, z and the orientation ({self.orientation})"
        port = InputPort("base_pose", doc, optional=True)
        P = Vec3(*(self.symbol(f"{axis}0") for axis in "xyz"))
        for x in P:
            port.add(x, "m")
        R, undo = self._orientation(port, "0")
        self.inputs.append(port)
        return R, P, undo

    def _planar_pose(self) -> tuple[Mat3, Vec3, Undo]:
        """Pose of a mobile base on the ground, at the height that the robot's description gives."""
        port = InputPort("base_pose", "pose of the base in the world: x, y and the angle about z", optional=True)
        x, y, angle = (self.symbol(name) for name in ("x0", "y0", "theta0"))
        for e, unit in ((x, "m"), (y, "m"), (angle, "rad")):
            port.add(e, unit)
        self.inputs.append(port)
        R = euler_matrix([angle], "z")
        return R, Vec3(x, y, self.robot.base.pose[11]), R.T.__matmul__

    def _touched(self, robot: Robot) -> Robot:
        """Robot with symbols for wrenches of the environment on links, each at the origin of its frame and in it."""
        doc = "wrenches of the environment on the links: force, moment about the origin, in the frame of each"
        port = InputPort("contacts", doc)
        bodies = [robot.base.body, *(joint.body for joint in robot.joints)]
        for j, tag in self.contacts.items():
            wrench = []
            for letter, axis in product("fn", "xyz"):
                wrench.append(self.symbol(f"{letter}_{tag}_{axis}"))
                port.add(wrench[-1], "N" if letter == "f" else "N m")
            f, n = Vec3(*wrench[:3]), Vec3(*wrench[3:])
            while j > len(robot):  # inward from a named frame to its link
                T = robot.joint(j).transform()
                f = T.R.apply(f)
                n, j = T.R.apply(n) + T.P.cross(f), robot.joint(j).parent
            own = bodies[j]
            bodies[j] = replace(own, **{name: getattr(own, name) - x for name, x in zip(WRENCH, (*f, *n), strict=True)})
        self.inputs.append(port)
        joints = tuple(replace(joint, body=body) for joint, body in zip(robot.joints, bodies[1:], strict=True))
        return robot.in_graph(self.graph, joints=joints, base=replace(robot.base, body=bodies[0]))

    # -- orientations -------------------------------------------------------------------------------------------------

    def _orientation(self, port: InputPort, suffix: str) -> tuple[Mat3, Undo]:
        """Rotation matrix R of an orientation with symbols of its own, and the function v -> R^T v."""
        if "quaternion" in self.orientation:
            Q = [self.symbol(f"q{suffix}_{axis}") for axis in "wxyz"]
            for x in Q:
                port.add(x, "")
            turn = Quaternion.of(Q, self.orientation == "unit_quaternion")
            return turn.R, turn.undo
        names = ("roll", "pitch", "yaw") if self.orientation == "rpy" else ("first", "second", "third")
        angles = [self.symbol(f"{name}{suffix}") for name in names]
        for x in angles:
            port.add(x, "rad")
        R = euler_matrix(angles, self.orientation)
        return R, R.T.__matmul__


def quaternion_component_name(robot: Robot, j: int, axis: str) -> str:
    """Name of a component of the quaternion of ball joint j, unlike the names of all joints."""
    name = f"{robot.joint(j).name}_{axis}"
    return f"{robot.joint(j).name}_q{axis}" if any(x.name == name for x in robot.joints) else name


def drives(robot: Robot) -> list[Coordinate]:
    """Freedoms of joints whose efforts are inputs, in their order: not those of a base or of joints with springs.

    With redundant actuation there are more of them than coordinates.
    """
    own = {*robot.coordinates, *robot.dependent_drives}
    every = (c for j in range(1, len(robot) + 1) for c in robot.freedoms(j))
    return [c for c in every if c in own and c.given != "effort"]


def fill_coupled_positions(robot: Robot, q: Sequence[Any]) -> list[Any]:
    """Positions with those of coupled joints as sums of others, which may be coupled themselves."""
    found, tied = list(q), {coupling.joint: coupling for coupling in robot.couplings}

    def resolve(j: int) -> Any:
        if j in tied:
            coupling = tied.pop(j)
            total = coupling.offset
            for term in coupling.terms:
                total = total + term.factor * resolve(term.joint)
            found[j] = total
        return found[j]

    for j in list(tied):
        resolve(j)
    return found


@dataclass(frozen=True)
class Quaternion:
    """Quaternion (w, u) of any length but 0, with s = 2 / (w^2 + u^2): rotating a vector needs no square root."""

    w: Expr
    u: Vec3
    s: Expr

    @classmethod
    def of(cls, Q: Sequence[Expr], unit: bool = False) -> Quaternion:
        """Make one from (w, x, y, z). `unit`: results are not a number unless its length is 1."""
        w, x, y, z = Q
        square = w * w + x * x + y * y + z * z
        s: Expr = 2 / square
        if unit:
            nothing = (-1 - square * square).sqrt()
            s = (UNIT_NORM_TOLERANCE - abs(square - 1)).select(square * 0 + 2, nothing)
        return cls(w, Vec3(x, y, z), s)

    def undo(self, v: Vec3) -> Vec3:
        """Return R^T v, without the matrix."""
        t = self.u.cross(v) * self.s
        return v - t * self.w + self.u.cross(t)

    @property
    def R(self) -> Mat3:
        u, a = self.u, self.u * self.s
        xx, yy, zz, xy, xz, yz = a.x * u.x, a.y * u.y, a.z * u.z, a.x * u.y, a.x * u.z, a.y * u.z
        w = a * self.w
        return Mat3.of([
            [1 - (yy + zz), xy - w.z, xz + w.y],
            [xy + w.z, 1 - (xx + zz), yz - w.x],
            [xz - w.y, yz + w.x, 1 - (xx + yy)],
        ])  # fmt: skip

    @property
    def spin(self) -> Spin:
        scale = (self.s / 2).sqrt()
        return Spin(self.R, (self.w * scale, *(self.u * scale)), (self.w, *self.u))


def euler_matrix(angles: Sequence[Scalar], sequence: str) -> Mat3:
    """Rotation matrix by moving axes: "zyx" is Rot(z, a) Rot(y, b) Rot(x, c); "rpy" is that, given as (c, b, a)."""
    if sequence == "rpy":
        return euler_matrix(angles[::-1], "zyx")
    R = Mat3.of([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    for axis, angle in zip(sequence, angles, strict=True):
        s, c = sin(angle), cos(angle)
        turn = {"x": [[1, 0, 0], [0, c, -s], [0, s, c]], "y": [[c, 0, s], [0, 1, 0], [-s, 0, c]],
                "z": [[c, -s, 0], [s, c, 0], [0, 0, 1]]}[axis]  # fmt: skip
        R = R.times(Mat3.of(turn))
    return R


def read_orientation(robot: Robot, value: Any) -> str:
    """Read the option for orientations in the state; those of ball joints are quaternions."""
    balls = any(joint.kind == "ball" for joint in robot.joints)
    known = ORIENTATIONS if robot.base.kind == "floating" else ORIENTATIONS[:2] if balls else ORIENTATIONS[:1]
    if str(value) not in known:
        what = "ball joints, whose orientations are quaternions" if balls else "no orientation in its state"
        raise RobotError(f"{robot.name} has {what}", remedy=f"orientation={' or '.join(known)}")
    return str(value)


__all__ = [
    "BRANCH",
    "CLOSURE",
    "CONTACTS",
    "INDEPENDENT",
    "ORIENTATION",
    "ORIENTATIONS",
    "POSE",
    "Positions",
    "Quaternion",
    "Rates",
    "State",
    "StateBuilder",
    "drives",
    "euler_matrix",
    "fill_coupled_positions",
    "quaternion_component_name",
    "read_orientation",
]  # fmt: skip
