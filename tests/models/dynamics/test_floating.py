"""Robots whose base nothing holds: laws of their models, proven in the prime field, and their emitted code.

Numbers of real robots are compared in test_floating_pinocchio.py.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwright as lw
from linkwright.errors import RobotError
from linkwright.expr import Expr, Importer, make_symbol
from linkwright.expr.derivative import directional_derivatives
from linkwright.models import find, function, models
from linkwright.models.dynamics.formulations.formulation_table import FLOATING_BASE_FORMULATIONS, FORMULATION_NAMES
from linkwright.models.dynamics.formulations.newton_euler import newton_euler
from linkwright.models.dynamics.rnea_optimized import inverse_dynamics
from linkwright.models.framework.model import Quantities
from linkwright.models.framework.state import ORIENTATIONS, StateBuilder
from linkwright.models.parameters.base_parameters import find_base_parameters
from linkwright.models.parameters.parameter_sets import with_all_parameters
from linkwright.models.parameters.regressor_rank import regressor_rank
from linkwright.optimize import optimize
from linkwright.robot import Base, Body, Robot
from linkwright.robot.features import EXTERNAL, FLOATING, features
from linkwright.robot.robot import INERTIA, WRENCH
from linkwright.targets import emit_package
from tests.cli.test_cli import ok
from tests.support.laws import Laws, Matrix, apply, cross, transposed
from tests.support.paths import DOCS
from tests.support.some import some
from tests.support.strategies import joint, symbolic_joint, trees
from tests.targets.test_languages import RUNNERS, write

FREE = Base(kind="floating", body=Body.symbolic(0))


def crab() -> Robot:
    """Two limbs of all kinds of joints on a body that floats, with all that a robot can have besides."""
    return Robot(
        name="crab", gravity=("G1", 0, "G3"),
        base=replace(FREE, body=replace(Body.symbolic(0), FY="FY0", CX="CX0")),
        joints=(
            symbolic_joint(1, alpha="a1", rotor="IA1", viscous="FV1"),
            symbolic_joint(2, kind="prismatic", alpha="pi/2", d="D2", body=replace(Body.symbolic(2), FX="FX", CY="CY")),
            symbolic_joint(3, parent=0, gamma="g3", b="B3", alpha="pi/2", d="D3", coulomb="FS3"),
            joint(parent=3, kind="fixed", d="D4", r="R4", M="M4", MX="MX4", ZZ="ZZ4"),
        ),
    )  # fmt: skip


@st.composite
def floating(draw: st.DrawFn, wrenches: bool = False) -> Robot:
    """Drawn trees on a body of their own, with a wrench on the environment or without."""
    tree = draw(trees(max_joints=3, wrenches=wrenches).filter(lambda robot: bool(robot.coordinates)))
    wrench = {name: draw(st.sampled_from(("0", f"{name}0"))) for name in WRENCH}
    return tree.changed(base=replace(FREE, body=replace(Body.symbolic(0), **wrench)))


class Floating(Laws):
    """The models of a floating robot in one graph, with the symbols of its state."""

    def __init__(self, robot: Robot) -> None:
        super().__init__(robot)
        graph = robot.graph.copy()
        maker = StateBuilder(robot.in_graph(graph), graph, "quaternion")
        maker.build_state(("q", "qd", "qdd", "tau"))
        self.symbols = {port.name: [make_symbol(self.graph, str(x.name), "variable") for x in port.elements]
                        for port in maker.inputs}  # fmt: skip
        self.every = ",".join(str(j) for j in range(len(robot) + 1) if robot.freedoms(j))

    def __getattr__(self, name: str) -> list[Expr]:
        return self.symbols[name]

    def put(self, values: Sequence[Any], **ports: Sequence[Any]) -> list[Expr]:
        """With symbols of the state replaced."""
        table = {str(x.name): y for port, new in ports.items() for x, y in zip(self.symbols[port], new, strict=True)}
        into = Importer(self.graph, table)
        return [into(x) for x in self.lift(list(values))]

    @property
    def efforts(self) -> list[Expr]:
        """The wrench on the base and the efforts of the joints, where all accelerations are given."""
        ports = ("base_wrench", "efforts")
        return [x for port in ports for x in self.vector("hybrid_dynamics", port, given=self.every)]

    @property
    def world(self) -> tuple[Matrix, list[Expr]]:
        """R and P of the base."""
        T = self.matrix("transform", frame=0, reference="world")
        return [row[:3] for row in T[:3]], [row[3] for row in T[:3]]

    def rate(self, values: Sequence[Any], accelerations: Sequence[Any]) -> list[Expr]:
        """Along the motion: Q' = Q (0, w)/2, the rate of the components of v is its acceleration less w x v."""
        (R, _), (*v, wx, wy, wz), pose = self.world, self.base_twist, self.base_pose
        a, qdd = accelerations[:6], accelerations[6:]
        w, (Qw, Qx, Qy, Qz) = [wx, wy, wz], pose[3:]
        turn = [-Qx * wx - Qy * wy - Qz * wz, Qw * wx + Qy * wz - Qz * wy,
                Qw * wy + Qz * wx - Qx * wz, Qw * wz + Qx * wy - Qy * wx]  # fmt: skip
        along = dict(zip(pose, [*apply(R, v), *(x / 2 for x in turn)], strict=True))
        along |= dict(zip(self.q, self.qd, strict=True))
        along |= dict(zip(v, [x - y for x, y in zip(a[:3], cross(w, v), strict=True)], strict=True))
        along |= dict(zip(w, a[3:], strict=True)) | dict(zip(self.qd, qdd, strict=True))
        return directional_derivatives(self.lift(list(values)), along)


# -- a base whose motion is given -------------------------------------------------------------------------------------


@given(floating(wrenches=True))
@settings(max_examples=12)
def test_a_floating_base_whose_motion_is_given_is_a_base_with_that_motion(robot):
    """Efforts of the joints, and the wrench that holds the base; gravity is R^T g."""
    laws = Floating(robot)
    names = {port: [str(x.name) for x in laws.symbols[port]] for port in ("base_twist", "base_acceleration")}
    (v, w), (vd, wd) = ((tuple(x[:3]), tuple(x[3:])) for x in names.values())
    held = Base(body=robot.base.body, velocity=v, angular_velocity=w, acceleration=vd, angular_acceleration=wd)
    axes: Any = ("gravity_x", "gravity_y", "gravity_z")
    fixed = Laws(robot.changed(base=held, gravity=axes))
    R, _ = laws.world
    g = apply(transposed(R), [laws.into(x) for x in robot.gravity])
    seen = Importer(laws.graph, dict(zip(axes, g, strict=True)))
    ground = [row[:3] for row in (fixed.vector("link_wrenches", "f"), fixed.vector("link_wrenches", "n"))]
    tau = fixed.vector("inverse_dynamics")
    laws.assert_equal(laws.efforts, [seen(x) for x in fixed.lift([*ground[0], *ground[1], *tau])])


# -- the equation of motion -------------------------------------------------------------------------------------------


@given(floating(wrenches=True))
@settings(max_examples=12)
def test_efforts_are_inertia_times_accelerations_and_the_bias(robot):
    laws = Floating(robot)
    moved = apply(laws.matrix("inertia_matrix"), [*laws.base_acceleration, *laws.qdd])
    laws.assert_equal(laws.efforts, [x + y for x, y in zip(moved, laws.vector("bias_vector"), strict=True)])


@given(floating(wrenches=True))
@settings(max_examples=12)
def test_inverse_dynamics_needs_no_wrench_on_the_base(robot):
    laws = Floating(robot)
    base, tau = laws.vector("inverse_dynamics", "base_acceleration"), laws.vector("inverse_dynamics", "tau")
    laws.assert_equal(laws.put(laws.efforts, base_acceleration=base), [*[0] * 6, *tau])


@given(floating(wrenches=True))
@settings(max_examples=12)
def test_forward_dynamics_undoes_inverse_dynamics(robot):
    """Of bodies that all have inertia: without, some joint may have none to move."""
    laws = Floating(with_all_parameters(robot))
    base, tau = laws.vector("inverse_dynamics", "base_acceleration"), laws.vector("inverse_dynamics", "tau")
    found = [x for port in ("base_acceleration", "qdd") for x in laws.vector("forward_dynamics", port)]
    laws.assert_equal(laws.put(found, tau=tau), [*base, *laws.qdd])


@given(floating(wrenches=True))
@settings(max_examples=12)
def test_the_page_of_the_book_is_the_cheap_recursion(robot):
    graph = robot.graph.copy()
    view, state = StateBuilder(robot.in_graph(graph), graph, "quaternion").build_state(("q", "qd", "qdd"))
    laws = Laws(robot)
    plain, cheap = newton_euler(view, state), inverse_dynamics(view, state, Quantities())
    assert len(plain) == len(robot.coordinates)
    zero = Expr(graph, graph.const(0))
    laws.assert_equal([laws.into(zero + x) for x in plain], [laws.into(zero + x) for x in cheap])


@pytest.mark.parametrize("given", ["none", "all", "2", "0"])
def test_components_of_the_base_are_in_the_order_of_its_twist(given):
    """Whatever the way that was the shortest: articulated bodies meet them from the last to the first."""
    for robot in (crab(), number_crab()):
        fn = function(robot, "hybrid_dynamics", {"given": given})
        (port,) = (p for p in fn.outputs if p.name.startswith("base_"))
        assert [label[-1] for label in port.labels] == [*"xyzxyz"]
        assert [label[:2] for label in port.labels] == (
            ["f0"] * 3 + ["n0"] * 3 if given == "0" else ["vd"] * 3 + ["wd"] * 3
        )


@pytest.mark.parametrize("model", ["inertia_matrix", "coriolis_vector", "gravity_vector"])
def test_every_formulation_gives_the_same_terms_or_is_refused(model):
    laws = Floating(Robot(name="one", joints=(symbolic_joint(1, alpha="a1", d="D1"),), gravity=(0, 0, "G3"), base=FREE))
    own = laws.vector(model)
    for name in FORMULATION_NAMES:
        if name in (*FLOATING_BASE_FORMULATIONS, "best"):
            laws.assert_equal(laws.vector(model, formulation=name), own)
        else:
            with pytest.raises(RobotError, match="floating base"):
                laws.vector(model, formulation=name)


# -- what depends on the pose -----------------------------------------------------------------------------------------

DYNAMICS = ("inverse_dynamics", "forward_dynamics", "hybrid_dynamics", "inertia_matrix", "inverse_inertia_matrix",
            "inertia_matrix_dot", "bias_vector", "coriolis_vector", "gravity_vector", "kinetic_energy", "regressor",
            "inverse_dynamics_derivatives", "forward_dynamics_derivatives", "link_wrenches")  # fmt: skip


def ports(robot: Robot, model: str) -> set[str]:
    return {port.name for port in function(robot, model).inputs}


@pytest.mark.parametrize("model", DYNAMICS)
def test_the_pose_is_told_by_gravity_alone(model):
    falls = {"inertia_matrix", "inverse_inertia_matrix", "inertia_matrix_dot", "coriolis_vector", "kinetic_energy"}
    assert ("base_pose" in ports(crab(), model)) == (model not in falls)
    assert "base_pose" not in ports(crab().without("gravity"), model)


def test_where_the_base_is_and_how_fast_it_goes_changes_no_effort():
    """Galilei: of the pose only the orientation, of the twist only the angular velocity."""
    laws = Floating(crab())
    assert not {x.name for x in (*laws.base_pose[:3], *laws.base_twist[:3])} & used(laws.efforts)
    assert {str(x.name) for x in laws.base_pose[3:]} <= used(laws.efforts)


def test_what_nothing_holds_falls_as_a_whole():
    """Einstein: gravity is in the acceleration of the base, and nowhere else."""
    laws, weightless = Floating(crab()), Floating(crab().without("gravity"))
    R, _ = laws.world
    g = apply(transposed(R), [laws.into(x) for x in laws.robot.gravity])
    for model, port in (("inverse_dynamics", "tau"), ("forward_dynamics", "qdd")):
        inside = laws.vector(model, port)
        assert not {x.name for x in laws.base_pose} & used(inside)
        a, floats = laws.vector(model, "base_acceleration"), weightless.vector(model, "base_acceleration")
        laws.assert_equal(inside, [laws.into(x) for x in weightless.vector(model, port)])
        laws.assert_equal(a, [laws.into(x) + y for x, y in zip(floats, [*g, 0, 0, 0], strict=True)])


def used(values: Sequence[Expr]) -> set[str]:
    return {s for e in values for s in e.symbols}


# -- momentum ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("robot", [crab(), crab().without("gravity", "external")], ids=["forces", "no forces"])
def test_the_rate_of_momentum_is_the_wrench_from_outside(robot):
    """Weight less what links exert on the environment, about the origin of the world: no effort and no friction."""
    laws = Floating(robot)
    p, L = laws.vector("momenta", "p"), laws.vector("momenta", "L")
    a = [x for port in ("base_acceleration", "qdd") for x in laws.vector("forward_dynamics", port)]
    g = [laws.into(x) for x in robot.gravity]
    force, moment = laws.lift([0] * 3), laws.lift([0] * 3)
    for j, body in enumerate([robot.base.body, *(x.body for x in robot.joints)]):
        T = laws.matrix("transform", frame=j, reference="world")
        R, P = [row[:3] for row in T[:3]], [row[3] for row in T[:3]]
        F, C, MS = (apply(R, [laws.into(x) for x in v]) for v in (body.force, body.moment, body.inertia.MS))
        M = laws.into(body.M)
        arm = [m + M * x for m, x in zip(MS, P, strict=True)]
        for k, (weight, turn, out) in enumerate(zip(g, cross(arm, g), cross(P, F), strict=True)):
            force[k] = force[k] + M * weight - F[k]
            moment[k] = moment[k] + turn - out - C[k]
    laws.assert_equal(laws.rate([*p, *L], a), [*force, *moment])


# -- orientations -----------------------------------------------------------------------------------------------------


def quaternion(sequence: str, angles: Sequence[Expr]) -> list[Any]:
    """The product of the quaternions of the turns, about moving axes."""
    if sequence == "rpy":
        return quaternion("zyx", angles[::-1])
    w, x, y, z = 1, 0, 0, 0  # type: tuple[Any, Any, Any, Any]
    for axis, angle in zip(sequence, angles, strict=True):
        c, s = (angle / 2).cos(), (angle / 2).sin()
        w, x, y, z = {"x": (w * c - x * s, x * c + w * s, y * c + z * s, z * c - y * s),
                      "y": (w * c - y * s, x * c - z * s, y * c + w * s, z * c + x * s),
                      "z": (w * c - z * s, x * c + y * s, y * c - x * s, z * c + w * s)}[axis]  # fmt: skip
    return [w, x, y, z]


@pytest.mark.parametrize("orientation", [name for name in ORIENTATIONS if "quaternion" not in name])
@pytest.mark.parametrize(("model", "port"), [("inverse_dynamics", "base_acceleration"), ("momenta", "L")])
def test_angles_and_the_quaternion_of_these_angles_are_the_same_orientation(orientation, model, port):
    laws = Floating(crab())
    made = function(laws.robot, model, {"orientation": orientation})
    pose = next(p for p in made.inputs if p.name == "base_pose")
    assert pose.size == 6
    place = [laws.into(Expr(made.graph, i)) for i in pose.elements]
    same = laws.put(laws.vector(model, port), base_pose=[*place[:3], *quaternion(orientation, place[3:])])
    laws.assert_equal(laws.vector(model, port, orientation=orientation), same)


def number_crab() -> Robot:
    robot = crab()
    source = np.random.default_rng(1)
    return robot.with_numbers({name: source.uniform(0.5, 1.5) for name in robot.parameters})


def call(fn: Any, pose: Sequence[float]) -> np.ndarray:
    """All outputs at a pose of one motion, flat."""
    source = np.random.default_rng(3)
    inputs = fn.function.inputs if hasattr(fn, "function") else fn.inputs
    values: dict[str, Any] = {port.name: source.uniform(0.5, 1.5, port.size) for port in inputs}
    found = fn(**{**values, "base_pose": pose})
    return np.concatenate([np.ravel(x) for x in (found.values() if isinstance(found, dict) else [found])])


@pytest.mark.parametrize("run", [lambda fn: fn, lw.compile], ids=["interpreted", "compiled"])
@pytest.mark.parametrize("model", ["inverse_dynamics", "forward_dynamics", "gravity_vector", "momenta"])
def test_a_quaternion_that_is_none_has_no_value(model, run):
    """Zero has no direction; a unit quaternion has length 1. What does not depend on it keeps its value."""
    fn, unit = (run(optimize(function(number_crab(), model, {"orientation": name}))) for name in ORIENTATIONS[:2])
    Q, other = np.array([0.5, -0.1, 0.7, 0.5]), np.array([0.1, 0.5, -0.5, 0.7])
    whole = call(fn, [1, 2, 3, *Q])
    turns = ~np.isclose(whole, call(fn, [1, 2, 3, *other]))
    assert np.isfinite(whole).all()
    assert turns.any()
    np.testing.assert_allclose(call(fn, [1, 2, 3, *(-7 * Q)]), whole, rtol=1e-12)
    np.testing.assert_allclose(call(unit, [1, 2, 3, *Q]), whole, rtol=1e-12)
    wrong = [call(fn, [1, 2, 3, 0, 0, 0, 0])]
    wrong += [call(unit, [1, 2, 3, *(length * Q)]) for length in (0, 0.9, 1.001, 2, float("nan"))]
    for found in wrong:
        assert np.isnan(found[turns]).all()
        assert (np.isnan(found) | np.isclose(found, whole))[~turns].all()


# -- bodies without mass ----------------------------------------------------------------------------------------------


def hollow(base: Body, *masses: int) -> Robot:
    """A chain of four links of which only these have a body."""
    joints = [symbolic_joint(j, alpha="pi/2" if j > 1 else 0, d=f"D{j}") for j in range(1, 5)]
    kept = [x if j in masses else replace(x, body=Body()) for j, x in enumerate(joints, 1)]
    return Robot(name="hollow", joints=tuple(kept), gravity=(0, 0, "G3"), base=Base(kind="floating", body=base))


@pytest.mark.parametrize(("base", "masses"), [(FREE.body, (1, 4)), (FREE.body, (4,)), (Body(), (1, 2, 3, 4))])
def test_links_without_mass_pass_forces_on(base, masses):
    laws = Floating(hollow(base, *masses))
    acceleration, tau = laws.vector("inverse_dynamics", "base_acceleration"), laws.vector("inverse_dynamics", "tau")
    laws.assert_equal(laws.put(laws.efforts, base_acceleration=acceleration), [*[0] * 6, *tau])


@pytest.mark.parametrize(
    "robot", [hollow(FREE.body, 1, 4), hollow(FREE.body, 4), crab().changed(base=Base(kind="floating"))]
)
def test_forward_dynamics_moves_links_without_mass(robot):
    """In the middle of a branch; the base itself, between two limbs."""
    laws = Floating(robot)
    found = [x for port in ("base_acceleration", "qdd") for x in laws.vector("forward_dynamics", port)]
    laws.assert_equal(laws.put(laws.efforts, base_acceleration=found[:6], qdd=found[6:]), [*[0] * 6, *laws.tau])


SOLVING = ("forward_dynamics", "inverse_inertia_matrix", "forward_dynamics_derivatives", "operational_space_inertia")


@pytest.mark.parametrize("model", SOLVING)
def test_a_base_without_mass_that_one_joint_holds_is_refused(model):
    """It would move there as it likes: the inertia matrix is singular."""
    robot = hollow(Body(), 1, 2, 3, 4)
    with pytest.raises(RobotError, match="base has no inertia"):
        function(robot, model)
    turned = robot.changed(joints=(replace(robot.joints[0], rotor="IA1"), *robot.joints[1:]))
    assert function(turned, model)


@pytest.mark.parametrize("model", ["inverse_dynamics", "centre_of_mass", *SOLVING])
def test_a_robot_without_any_mass_is_refused(model):
    with pytest.raises(RobotError, match="hollow"):
        function(hollow(Body()), model)


def test_a_robot_without_joints_is_one_rigid_body():
    """Frames fixed to the base: only it moves, as Newton and Euler say."""
    stone = Robot(name="stone", joints=(joint(kind="fixed", d="D", M="M1"),), gravity=(0, 0, "G3"), base=FREE)
    laws = Floating(stone)
    a = laws.vector_of("inverse_dynamics", "base_acceleration")
    wrench = laws.vector("hybrid_dynamics", "base_wrench", given="0")
    laws.assert_equal(laws.put(wrench, base_acceleration=a), [0] * 6)
    laws.assert_equal(laws.vector_of("forward_dynamics", "base_acceleration"), a)


# -- parameters -------------------------------------------------------------------------------------------------------


@given(floating())
@settings(max_examples=8)
def test_base_parameters_are_minimal_and_give_the_same_motion(robot):
    robot = with_all_parameters(robot)
    laws, base = Floating(robot), find_base_parameters(robot)
    back = base.in_standard(laws.graph)
    for model in ("inverse_dynamics", "forward_dynamics"):
        made, whole = function(base.robot, model), function(robot, model)
        for port in whole.outputs:
            grouped = [back(x) for x in made.output(port.name)]
            laws.assert_equal([laws.into(x) for x in whole.output(port.name)], grouped)
    assert base.count == regressor_rank(robot)


def test_all_ten_parameters_of_the_base_are_base_parameters():
    base = find_base_parameters(crab())
    assert [k.parameter for k in base.kept if k.link == 0] == list(INERTIA)


def test_the_wrench_of_the_base_is_one_of_the_wrenches_on_the_environment():
    """In the bias and in no other term; `without` leaves it out with the others."""
    laws, own = Floating(crab()), {"FY0", "CX0"}
    assert own <= used(laws.vector("bias_vector"))
    for model in ("coriolis_vector", "gravity_vector", "inertia_matrix", "regressor"):
        assert not own & used(laws.vector(model)), model
    alone = Robot(name="alone", joints=(symbolic_joint(1),), base=crab().base)
    assert EXTERNAL in features(alone)
    assert EXTERNAL not in features(alone.without("external"))


# -- scope ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in models() if FLOATING in find(name).scope.refused])
def test_models_that_do_not_know_of_floating_bases_refuse_them(name):
    with pytest.raises(RobotError, match="floating base"):
        function(crab(), name)


# -- emitted code -----------------------------------------------------------------------------------------------------

EMITTED = ("inverse_dynamics", "forward_dynamics", "jacobian", "momenta")


@pytest.mark.parametrize("language", some(RUNNERS, *(x for x in RUNNERS if x != "mathematica")))
def test_own_test_passes_for_a_floating_robot(language, tool, tmp_path):
    chosen = () if language == "mathematica" else EMITTED  # where dynamics take half a minute
    derived = [function(crab(), model) for model in chosen]
    derived += [function(crab(), "gravity_vector", {"orientation": name}) for name in ("quaternion", "zxz")]
    files = emit_package([optimize(f) for f in derived], language, references=derived, name="crab")
    done = RUNNERS[language](write(files, tmp_path), "crab", tool)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]


def test_a_batch_is_its_states_one_by_one():
    fn = optimize(function(number_crab(), "forward_dynamics"))
    fast, source = lw.compile(fn), np.random.default_rng(5)
    batch = {port.name: source.uniform(-1, 1, (9, port.size)) for port in fn.inputs}
    found = fast(**batch)
    for k in range(9):
        one = fn(**{name: values[k] for name, values in batch.items()})
        for name, value in one.items():
            np.testing.assert_allclose(found[name][k], value, rtol=1e-11, atol=1e-11)


TOML = """name = "drone"
gravity = [0, 0, -9.81]
[base]
kind = "floating"
body = { mass = 2, com = [0, 0, 0.1], inertia = [0.02, 0, 0, 0.02, 0, 0.04] }
[[joint]]
alpha = "pi/2"
body = { mass = 0.3, com = [0.1, 0, 0], inertia = [0.001, 0, 0, 0.001, 0, 0.001] }
"""


def test_the_command_line_takes_floating_robots(tmp_path):
    (tmp_path / "drone.toml").write_text(TOML)
    assert "floating" in ok("show", "drone.toml", cwd=tmp_path)
    (row,) = json.loads(ok("cost", "drone.toml", "inverse_dynamics", "--json", cwd=tmp_path))
    assert row["mul"] > 0
    ok("generate", "drone.toml", "inverse_dynamics", "-t", "c", "-o", "out", cwd=tmp_path)
    text = "".join(path.read_text() for path in (tmp_path / "out").rglob("*.[ch]"))
    for word in ("base_pose", "base_twist", "base_acceleration", "classical"):
        assert word in text


def test_the_example_of_the_documentation_runs(tmp_path, monkeypatch):
    page = (DOCS / "floating.md").read_text()
    (toml,) = re.findall(r"```toml\n(.*?)```", page, re.S)
    (code,) = re.findall(r"```python\n(.*?)```", page, re.S)
    monkeypatch.chdir(tmp_path)
    Path("hopper.toml").write_text(toml)
    exec(code, {})  # its assertions are the test
