"""Every built-in tree has its certificate, a robot with everything has one, and no fault of any model gets one."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

import linkwright as lw
from linkwright import formats
from linkwright.expr import ops as o
from linkwright.models import models
from linkwright.models.constraints.loop_equations import LoopEquations
from linkwright.models.constraints.mobility_analysis import _analyze_mobility_cached
from linkwright.models.parameters.base_parameters import find_base_parameters
from linkwright.robot import Base, Body, Joint, Robot, Wheel
from linkwright.robot.features import FLOATING
from linkwright.spatial import Vec3
from linkwright.verification import bench as benches
from linkwright.verification import languages, numbers
from linkwright.verification.arms import ArmAngleFixture, ArmFixture
from linkwright.verification.bench import ModelFixture, NamedFrameFixture
from linkwright.verification.certificate import Certificate, Check
from linkwright.verification.law import Law, relative_difference
from linkwright.verification.laws import LAWS as EVERY
from linkwright.verification.laws import laws
from linkwright.verification.loop_status import OtherCoordinatesFixture
from linkwright.verification.loops import LoopFixture
from linkwright.verification.rolling import RollingFixture
from linkwright.verification.rolling_loops import RollingLoopFixture
from tests.support.command_line import run
from tests.support.planted import negated, plant, shortened, swapped
from tests.support.some import some
from tests.support.strategies import built_in_trees, joint, symbolic_joint

LAWS = [law for law in EVERY if law.fixture is not RollingLoopFixture]  # these are in test_verify_rolling_loops


def rich(base: bool = True) -> Robot:
    """A tree with all kinds of joints, a branch, friction, a rotor, a wrench, a base that is placed and that moves."""
    motion: dict[str, Any] = {
        "angular_velocity": ("w0x", 0, "w0z"), "angular_acceleration": (0, "wd0y", 0), "velocity": ("v0x", 0, 0),
        "acceleration": (0, 0, "vd0z"),
    }  # fmt: skip
    pose: Any = (0, -1, 0, "X", 1, 0, 0, 0, 0, 0, 1, "H", 0, 0, 0, 1)
    return Robot(
        name="rich",
        joints=(
            symbolic_joint(1, alpha="pi/6", rotor="IA1", coulomb="FS1", viscous="FV1"),
            symbolic_joint(2, kind="prismatic", alpha="pi/2", d="D2", viscous="FV2"),
            symbolic_joint(3, alpha="-pi/2", d="D3", r="R3", body=replace(Body.symbolic(3), FX="fx", FZ="fz", CY="cy")),
            symbolic_joint(4, parent=1, gamma="g4", b="B4", alpha="a4", d="D4", coulomb="FS4"),
            joint(parent=3, kind="fixed", theta="t5", d="D5", M="M5", MX="MX5", ZZ="ZZ5"),
        ),
        gravity=("G1", 0, "G3"),
        base=Base(pose=pose, **(motion if base else {})),
    )


def small() -> Robot:
    """Few joints of every kind, to plant faults in."""
    return Robot(
        name="small",
        joints=(
            symbolic_joint(1, alpha="a1", rotor="IA1", coulomb="FS1", viscous="FV1"),
            symbolic_joint(2, kind="prismatic", alpha="pi/2", d="D2", body=replace(Body.symbolic(2), FX="fx", CY="cy")),
            symbolic_joint(3, alpha="a3", d="D3", r="R3"),
            joint(parent=1, kind="fixed", gamma="g4", b="B4", d="D4", M="M4", MX="MX4", ZZ="ZZ4"),
        ),
        base=Base(pose=(0, -1, 0, "X", 1, 0, 0, 0, 0, 0, 1, "H", 0, 0, 0, 1)),
    )


def afloat() -> Robot:
    """A joint on a base that floats, to plant faults in."""
    return Robot(
        name="afloat", gravity=("G1", 0, "G3"),
        joints=(symbolic_joint(1, alpha="a1", d="D1", r="R1", rotor="IA1", coulomb="FS1", viscous="FV1",
                               body=replace(Body.symbolic(1), FX="fx", CY="cy")),),
        base=Base(kind="floating", body=replace(Body.symbolic(0), FZ="fz")),
    )  # fmt: skip


def small_rolling() -> Robot:
    """Two driven wheels on one axle, a castor, a joint on top, on a slope."""
    wheel: Any = {"b": "R", "alpha": "-pi/2"}
    joints = (
        symbolic_joint(1, d="D1", rotor="IA1", viscous="FV1"),
        *(symbolic_joint(k, parent=0, d="D2", r=r, **wheel) for k, r in ((2, "L"), (3, "-L"))),
        symbolic_joint(4, parent=0, d="D4", r="R", actuated=False),
        symbolic_joint(5, parent=4, alpha="-pi/2", d="-C", viscous="FV5", actuated=False),
    )
    wheels = (Wheel(kind="fixed", spin=2, radius="R"), Wheel(kind="fixed", spin=3, radius="R"),
              Wheel(kind="castor", spin=5, steer=4, radius="R"), Wheel(kind="ball"))  # fmt: skip
    base = Base(kind="mobile", body=Body.symbolic(0))
    return Robot(name="rolling", joints=joints, wheels=wheels, base=base, gravity=("G1", "G2", "G3"))


def small_closed() -> Robot:
    """A four-bar linkage with friction, a rotor and a wrench."""
    robot = formats.builtin("four_bar")
    crank, coupler, follower = robot.joints
    joints = (
        replace(crank, rotor="IA1", viscous="FV1"),
        replace(coupler, viscous="FV2", body=replace(coupler.body, FX="fx", CZ="cz")),
        replace(follower, coulomb="FS3"),
    )
    return robot.changed(joints=joints)


def robot_of(law: Law) -> Robot:
    if law.fixture in (ArmFixture, ArmAngleFixture):
        return formats.builtin("puma560" if law.fixture is ArmFixture else "iiwa14")
    of_loops = law.fixture in (LoopFixture, OtherCoordinatesFixture)
    return small_rolling() if law.fixture is RollingFixture else small_closed() if of_loops else small()


OF_ARMS = {
    law.name for law in LAWS if law.fixture in (ArmFixture, ArmAngleFixture)
}  # dear: eliminations are chosen by trial


def run_all(robot: Robot) -> list[Check]:
    return [run() for name, run in laws(robot) if name not in OF_ARMS]


@pytest.mark.parametrize("name", ["puma560", "ur5", "rx90", "iiwa14"])
def test_the_law_of_postures_holds_for_built_in_arms(name):
    checks = [run() for name, run in laws(lw.load(name)) if name in OF_ARMS]
    assert [c.outcome for c in checks] == ["passed", "passed" if name == "iiwa14" else "skipped", "passed", "passed"]


def test_the_law_of_postures_says_why_it_is_not_about_a_robot():
    joints = tuple(joint(parent=k, r=0.1) for k in range(6))
    checks = [run() for name, run in laws(Robot(name="screws", joints=joints)) if name in OF_ARMS]
    assert [c.outcome for c in checks] == ["skipped"] * 4
    assert "idle" in checks[0].detail


# -- who gets a certificate -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", some(built_in_trees(), "rrp", "cart_pole", "cobra600", "two_arm", "stanford"))
def test_every_law_holds_for_built_in_robots(name):
    assert [c for c in run_all(lw.load(name)) if c.outcome not in ("proven", "passed")] == []


@pytest.mark.parametrize("name", some(
    [n for n in formats.builtin_names() if formats.builtin(n).wheels],
    "unicycle_castor", "four_mecanum", "mobile_manipulator"
))  # fmt: skip
def test_every_law_of_wheels_holds_for_built_in_robots(name):
    checks = run_all(lw.load(name)) + run_all(lw.load(name).with_numbers())
    assert [c for c in checks if c.outcome != ("passed" if c.name.endswith("minimal") else "proven")] == []
    assert len(checks) == 2 * sum(law.fixture is RollingFixture for law in LAWS) > 0


CLOSED = [n for n in formats.builtin_names() if formats.builtin(n).loops]
SOON = [n for n in CLOSED if len(formats.builtin(n)) < 9]


@pytest.mark.parametrize("name", some(SOON, "four_bar", "slider_crank", "spherical_four_bar", "bennett"))
def test_every_law_of_loops_holds_for_built_in_robots(name):
    checks = run_all(lw.load(name))
    assert [c for c in checks if c.outcome != "passed"] == []
    assert len(checks) == sum(law.fixture in (LoopFixture, OtherCoordinatesFixture) for law in LAWS) > 0


def beside_loops() -> dict[str, Robot]:
    """A linkage on a base that floats with a spring, one with a rotor behind a spring, one with a ball joint."""
    four, five = (formats.builtin(name).with_numbers() for name in ("four_bar", "five_bar"))
    body = lw.Body(M=2, XX=0.3, YY=0.4, ZZ=0.5, MX=0.1)
    soft = [replace(j, flexible=True, stiffness=5.0, damping=0.2, rest=0.1) for j in (four.joints[2], five.joints[0])]
    ball = lw.Joint(name="w", variable="w", kind="ball", parent=2, d=0.1, actuated=False, body=body)
    return {
        "floating": four.changed(joints=(*four.joints[:2], soft[0]), base=lw.Base(kind="floating", body=body)),
        "rotor": five.changed(joints=(replace(soft[1], rotor=0.03, viscous=0.1), *five.joints[1:])),
        "ball": four.changed(joints=(*four.joints, replace(ball, actuated=True))),
    }


@pytest.mark.parametrize("name", ["floating", "rotor", "ball"])
def test_every_law_of_loops_holds_beside_floating_bases_springs_and_ball_joints(name):
    """Those of parallel robots are about joints with one axis on fixed bases."""
    checks = [run() for _, run in laws(beside_loops()[name], [x for x in LAWS if x.fixture is LoopFixture])]
    assert [c for c in checks if c.outcome not in ("passed", "skipped")] == []
    assert sum(c.outcome == "skipped" for c in checks) <= 3


def test_faults_beside_loops_are_seen(monkeypatch):
    """A spring that is too stiff, a rotor that is left out, a quaternion that turns the wrong way."""
    from linkwright.models.framework.state import Quaternion, StateBuilder
    from linkwright.models.tree import generalized_coordinates
    from linkwright.verification.loops import LAWS as CLOSED_LAWS

    springs, matrix = StateBuilder._springs, vars(Quaternion)["R"].fget

    def stiff(self: StateBuilder, stretches: Any, qd: Any) -> Any:
        return {c: x * 2 for c, x in springs(self, stretches, qd).items()}

    faults: list[tuple[str, Any, str, Any, str]] = [
        ("floating", StateBuilder, "_springs", stiff, "efforts"),
        ("rotor", generalized_coordinates, "rotor_inertia_of", lambda robot, c: 0, "M, C qd, g"),
        ("ball", Quaternion, "R", property(lambda self: matrix(self).T), "poses"),
    ]
    for name, owner, attribute, wrong, law in faults:
        chosen = [x for x in CLOSED_LAWS if x.name.startswith(law)]
        assert len(chosen) == 1
        with monkeypatch.context() as planted:
            planted.setattr(owner, attribute, wrong)
            if attribute == "rotor_inertia_of":
                from linkwright.models.dynamics import joint_space_inertia

                planted.setattr(joint_space_inertia, attribute, wrong)
            outcomes = [run().outcome for _, run in laws(beside_loops()[name], chosen)]
        assert outcomes == ["failed"], name


def test_every_law_of_loops_holds_for_a_linkage_with_everything():
    assert [c for c in run_all(small_closed()) if c.outcome != "passed"] == []


@pytest.mark.parametrize("base", [True, False])
def test_every_law_holds_for_a_robot_with_everything(base):
    assert [c for c in run_all(rich(base)) if c.outcome not in ("proven", "passed")] == []


OF_HELD_BASES = ("Newton-Euler = Lagrange",)  # a law about what models do for no floating base


@pytest.mark.parametrize("robot", [afloat(), afloat().without("gravity", "external")], ids=["whole", "no forces"])
def test_every_law_about_models_of_floating_bases_holds_for_them(robot):
    of_trees = [law for law in LAWS if law.fixture in (ModelFixture, NamedFrameFixture)]
    for law, check in zip(of_trees, run_all(robot), strict=True):
        known = all(FLOATING in models()[name].scope.handled for name in law.models)
        if known and not law.name.startswith(OF_HELD_BASES):
            assert check.outcome in ("proven", "passed"), check
        assert check.outcome != "failed", check


def test_a_floating_robot_of_numbers_has_its_certificate():
    """Zeros of its bodies are not zeros of its structure, those of the base included."""
    robot = afloat().changed(base=Base(kind="floating", body=Body(XX=0.2, YY=0.3, ZZ=0.4, MZ=0.1, M=2)))
    draw = random.Random(2)
    checks = run_all(robot.with_numbers({name: draw.uniform(0.3, 1.3) for name in robot.parameters}))
    assert [c for c in checks if c.outcome == "failed"] == []
    assert sum(c.outcome in ("proven", "passed") for c in checks) > 30


def test_a_rate_that_the_robot_gives_as_a_formula_is_no_obstacle():
    given = [joint(parent=j, d=0.3 * j, ZZ=0.2, MX=0.5, M=1.2, coulomb=0.1, velocity=v, acceleration=a)
             for j, (v, a) in enumerate((("2*wheel", 0), (None, None)))]  # fmt: skip
    checks = run_all(Robot(name="driven", joints=tuple(given), gravity=(0, -9.81, 0)))
    assert {c.outcome for c in checks} >= {"proven", "passed"}
    assert [c for c in checks if c.outcome == "failed"] == []


def test_one_failed_check_is_a_failed_certificate():
    good, bad = Check("a", "proven"), Check("b", "failed", "output 3 differs")
    assert Certificate("r", (good,)).ok
    assert not Certificate("r", (good, bad)).ok
    assert Certificate("r", (good, bad)).summary() == "r: 1 proven, 1 failed"
    assert Certificate("r", (bad,)).data()["checks"][0]["detail"] == "output 3 differs"


def test_where_nothing_could_be_verified_nothing_is():
    skipped = [Check(name, "skipped", "it has loops") for name in "abc"]
    assert not Certificate("r", tuple(skipped)).ok
    assert not Certificate("r", ()).ok
    assert Certificate("r", (*skipped, Check("d", "passed"))).ok
    assert Certificate("r", tuple(skipped)).reasons == {"it has loops": ("a", "b", "c")}
    assert "nothing could be verified" in Certificate("r", tuple(skipped)).summary()


def test_the_command_line_says_once_why_nothing_was_verified(tmp_path):
    cart = tmp_path / "cart.toml"
    cart.write_text('name = "cart"\n[base]\nkind = "mobile"\n[[joint]]\nname = "a"\n')
    done = run("verify", str(cart))
    assert done.returncode == 1
    assert done.stdout.count("has a mobile base") == 1
    assert "nothing could be verified" in done.stdout
    again = run("verify", str(cart), "--json")
    data = json.loads(again.stdout)
    assert data["ok"] is False
    assert {row["outcome"] for row in data["checks"]} == {"skipped"}


# -- what the laws are about ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def derived() -> dict[str, set[tuple[str, tuple[tuple[str, str], ...]]]]:
    """By law: the models, with their options, that it derives of a robot with everything."""
    found = {}
    for law in LAWS:
        bench = law.fixture(robot_of(law))
        law.check(partial(next, iter([bench])))
        found[law.name] = {key for b in (bench, bench.still, bench.free) for key in b.derived}
    return found


LAWFUL = sorted(models())


def test_every_model_is_in_a_law():
    assert sorted(set(LAWFUL) - {name for law in LAWS for name in law.models}) == []


def test_laws_name_the_models_that_they_involve(derived):
    for law in LAWS:
        used = {model for model, _ in derived[law.name]}
        assert set(law.models) - used <= {"inverse_dynamics", "regressor"} - used, law.name  # of another robot's bench
        assert used <= set(law.models) | {"direct_geometry"}, law.name


def test_every_option_of_every_model_is_in_a_law(derived):
    """Every choice of an option that has choices, and another value than the default of one that has none."""
    used: dict[tuple[str, str], set[str]] = {}
    for seen in derived.values():
        for model, options in seen:
            table = dict(options)
            for key, option in models()[model].options.items():
                used.setdefault((model, key), set()).add(table.get(key, option.default))
    for name in LAWFUL:
        for key, option in models()[name].options.items():
            if option.choices:
                assert used[name, key] >= set(option.choices), f"{name}: {key}"
            else:
                assert used[name, key] - {option.default}, f"{name}: {key}"


# -- planted faults ---------------------------------------------------------------------------------------------------


def fails(robot: Robot, chosen: Sequence[Law]) -> bool:
    """Whether one of these laws does; the first one is enough."""
    return any(run().outcome == "failed" for _, run in laws(robot, chosen))


FREE = {
    ("jacobian_determinant", "factors"): (negated, swapped),  # their order and signs mean nothing
    # sums beyond its kernels tell whether R is a rotation: a fault of them is seen in the status
    ("inverse_geometry", "q"): (shortened,),
    ("inverse_geometry", "count"): (shortened,),
    ("inverse_geometry", "residual"): (negated, swapped, shortened),  # what rounding leaves
    ("inverse_geometry", "flags"): (negated, swapped, shortened),  # of the last row, where nothing is singular: 0
    ("inverse_geometry", "free"): (negated, swapped, shortened),
    ("inverse_geometry", "branch"): (swapped, shortened),  # other names of the same branches
}


@pytest.mark.parametrize("name", LAWFUL)
def test_a_fault_of_any_model_is_seen(name, derived, monkeypatch):
    """Whatever output it is in, be it a sign, an exchange or a term that was lost."""
    law = next(
        law for law in LAWS if name in law.models and law.fixture is not NamedFrameFixture
    )  # no frames that it was given
    robot = robot_of(law)
    mine = [derived[other.name] for other in LAWS if other.fixture is law.fixture]
    found: dict[str, int] = {}
    for model, options in sorted({c for seen in mine for c in seen if c[0] == name}):
        found |= {p.name: p.size for p in law.fixture(robot).function(model, **dict(options)).outputs}
    assert found
    planted_faults = 0
    for port, size in found.items():
        for kind in (negated, swapped, shortened):
            if kind in FREE.get((name, port), ()) or (kind is swapped and size == 1):
                continue
            with monkeypatch.context() as planted:
                wrong = plant(planted, name, port, kind)
                seen = fails(robot, [law for law in LAWS if name in law.models])
                assert seen or not any(wrong), f"{kind.__name__}: {port}"
                planted_faults += any(wrong)
    assert planted_faults


SQUARE = ("inverse_jacobian", "jacobian_determinant")


OF_TREES = {name for law in LAWS if law.fixture is ModelFixture for name in law.models}


@pytest.mark.parametrize("name", [name for name in sorted(OF_TREES) if FLOATING in models()[name].scope.handled])
def test_a_fault_of_a_floating_base_is_seen(name, monkeypatch):
    """A term that was lost, in any output."""
    chosen = [law for law in LAWS if name in law.models and law.fixture is ModelFixture]
    robot = afloat() if name not in SQUARE else small().changed(base=afloat().base)  # a square of one number has no sum
    bench = ModelFixture(robot)
    for law in chosen:
        law.check(partial(next, iter([bench])))
    ports = {p.name for (model, _), fn in bench.derived.items() if model == name for p in fn.outputs}
    assert ports
    for port in ports:
        with monkeypatch.context() as planted:
            wrong = plant(planted, name, port, shortened)
            assert fails(robot, chosen), port
            assert any(wrong), port


OF_LOOPS = sorted({name for law in LAWS if law.fixture is LoopFixture for name in law.models})


@pytest.mark.parametrize("name", OF_LOOPS)
def test_a_fault_of_a_robot_with_loops_is_seen(name, derived, monkeypatch):
    """A sign, or a term that was lost, in any output that a law looks at."""
    chosen = [law for law in LAWS if name in law.models and law.fixture is LoopFixture]
    keys = {key for law in chosen for key in derived[law.name] if key[0] == name}
    bench, robot = LoopFixture(small_closed()), small_closed()
    ports = {p.name for model, options in keys for p in bench.function(model, **dict(options)).outputs}
    seen = 0
    for port in ports - {"status"} - APART.get(name, set()):
        for kind in (negated, shortened):
            with monkeypatch.context() as planted:
                wrong = plant(planted, name, port, kind)
                assert fails(robot, chosen) or not any(wrong), f"{kind.__name__}: {port}"
                seen += any(wrong)
    assert seen


OF_WHEELS = sorted({name for law in LAWS if law.fixture is RollingFixture for name in law.models})


@pytest.mark.parametrize("name", OF_WHEELS)
def test_a_fault_of_a_robot_on_wheels_is_seen(name, monkeypatch):
    """A sign, or a term that was lost, in any output."""
    chosen = [law for law in LAWS if name in law.models and law.fixture is RollingFixture]
    robot, bench, seen = small_rolling(), RollingFixture(small_rolling()), 0
    for law in chosen:
        law.check(partial(next, iter([bench])))
    for port in {p.name for (model, _), fn in bench.derived.items() if model == name for p in fn.outputs}:
        for kind in (negated, shortened):
            with monkeypatch.context() as planted:
                wrong = plant(planted, name, port, kind)
                assert fails(robot, chosen) or not any(wrong), f"{kind.__name__}: {port}"
                seen += any(wrong)
    assert seen


APART = {"momenta": {"Lc"}, "accelerations": {"wd"}}  # outputs that laws of trees alone look at


def test_faults_of_what_loops_are_made_of_are_seen(monkeypatch):
    """Equations, rows and accelerations of loops are not what they are compared with."""
    equation, columns = LoopEquations._equation, LoopEquations._columns

    def wrong_equation(self: LoopEquations, loop: Any, kind: str) -> Any:
        found = equation(self, loop, kind)
        return found + 0.01 if kind == "x" else found

    def wrong_columns(self: LoopEquations, loop: Any, m: int, n: int) -> Any:
        v, w = columns(self, loop, m, n)
        return {c: x * 2 if c.link == 3 else x for c, x in v.items()}, w

    for attribute, wrong in (("_equation", wrong_equation), ("_columns", wrong_columns)):
        with monkeypatch.context() as planted:
            _analyze_mobility_cached.cache_clear()
            planted.setattr(LoopEquations, attribute, wrong)
            checks = run_all(lw.load("four_bar").with_numbers())
        assert "failed" in {c.outcome for c in checks}, attribute
    _analyze_mobility_cached.cache_clear()


def test_a_fault_of_any_option_is_seen(derived, monkeypatch):
    """A fault that only one choice of options has."""
    missed, planted_faults = [], 0
    for name, options in sorted({c for seen in derived.values() for c in seen if c[1]}):
        if not dict(options).keys() <= models()[name].options.keys():
            continue  # of the state: which joints are independent, which branch
        law = next(law for law in LAWS if (name, options) in derived[law.name])
        robot = robot_of(law)
        given = {key: int(x) if key == "frame" and x.isdigit() else x for key, x in options}  # named ones have numbers
        port = law.fixture(robot).function(name, **given).outputs[0].name
        corrupt = swapped if shortened in FREE.get((name, port), ()) else shortened
        with monkeypatch.context() as planted:
            wrong = plant(planted, name, port, corrupt, given)
            if not fails(robot, [law for law in LAWS if (name, options) in derived[law.name]]) and any(wrong):
                missed.append((name, options))
            planted_faults += any(wrong)
    assert missed == []
    assert planted_faults > 100


def test_faults_of_shared_parts_are_seen(monkeypatch):
    """What all models are made of is not what they are compared with."""
    cross, transform = Vec3.cross, Joint.transform

    def wrong_cross(a: Vec3, b: Vec3) -> Vec3:
        c = cross(a, b)
        return Vec3(c.x, -c.y, c.z)

    def wrong_transform(self: Joint, q: Any = 0) -> Any:
        return transform(replace(self, d=-self.d), q)

    for target, attribute, wrong in ((Vec3, "cross", wrong_cross), (Joint, "transform", wrong_transform)):
        with monkeypatch.context() as planted:
            planted.setattr(target, attribute, wrong)
            failed = [c.name for c in run_all(small()) if c.outcome == "failed"]
        assert len(failed) > 5, f"{attribute}: {failed}"


def test_friction_at_rest_is_seen_in_every_evaluation(monkeypatch):
    """sign(0) = 1 in whatever evaluates the graph."""
    from linkwright.expr import domains, replay

    (law,) = [law for law in LAWS if "sign(0)" in law.name]
    wrong = {**replay.FLOAT.operations, o.SIGN: lambda x: 1.0 if x >= 0 else -1.0}
    assert law.check(lambda: ModelFixture(lw.load("rrp"))).outcome == "passed"
    with monkeypatch.context() as planted:
        planted.setattr(domains, "FLOAT", replace(replay.FLOAT, operations=wrong))
        assert law.check(lambda: ModelFixture(lw.load("rrp"))).outcome == "failed"
    with monkeypatch.context() as planted:
        planted.setattr(numbers, "compile", lambda fn: lambda **given: fn(**given) + 1.0)
        assert law.check(lambda: ModelFixture(lw.load("rrp"))).outcome == "failed"


# -- numbers ----------------------------------------------------------------------------------------------------------


def two_links(size: float, length: float = 1.0) -> Robot:
    """ZZ, YY, MX and M of a size, in units in which the arm has a length."""
    body = {"ZZ": size * length**2, "YY": size * length**2, "MX": size * length, "M": size}
    return Robot(
        name="two_links", gravity=(0, -9.81, 0), joints=(joint(**body), joint(parent=1, d=length, **body)),
    )  # fmt: skip


@pytest.mark.parametrize("size", [1e-13, 1.0, 1e12])
@pytest.mark.parametrize("length", [1e-12, 1e-6, 1.0, 1e9])
def test_base_parameters_that_leave_out_small_numbers_are_seen_at_every_scale(size, length, monkeypatch):
    """Of the largest parameter of the last link but a thousandth is left out."""
    (law,) = [law for law in LAWS if law.name.startswith("base") and "own numbers" in law.name]

    def careless(robot: Robot) -> Any:
        exact = find_base_parameters(robot)
        last = exact.robot.joints[-1]
        ZZ = last.body.ZZ * 0.999
        joints = (*exact.robot.joints[:-1], replace(last, body=replace(last.body, ZZ=ZZ)))
        return replace(exact, robot=replace(exact.robot, joints=joints))

    monkeypatch.setattr(numbers, "find_base_parameters", careless)
    assert law.check(lambda: ModelFixture(two_links(size, length))).outcome == "failed"


def test_a_small_link_is_not_hidden_behind_a_large_one(monkeypatch):
    (law,) = [law for law in LAWS if law.name.startswith("base") and "own numbers" in law.name]
    large, small = two_links(1.0).joints[0], two_links(1e-13).joints[1]
    robot = Robot(name="mixed", joints=(large, small), gravity=(0, -9.81, 0))

    def careless(given: Robot) -> Any:
        exact = find_base_parameters(given)
        joints = (exact.robot.joints[0], replace(exact.robot.joints[1], body=Body()))
        return replace(exact, robot=replace(exact.robot, joints=joints))

    monkeypatch.setattr(numbers, "find_base_parameters", careless)
    assert law.check(lambda: ModelFixture(robot)).outcome == "failed"


def test_differences_are_relative():
    assert relative_difference([1e-20], [2e-20]) == 0.5
    assert relative_difference([0.0], [0.0]) == 0.0
    assert relative_difference([float("nan")], [0.0]) == float("inf")
    assert relative_difference([1.0, 1e-20], [1.0, 2e-20], [1.0, 1e-20]) == 1.0


def test_emitted_base_models_are_expected_to_give_what_the_standard_robot_gives(monkeypatch):
    """A wrong grouping is seen by the test of the emitted package, not built into it."""
    robot = two_links(1.0)
    assert (
        languages.check_language("python", lw_target("python"), *languages._standard_functions(robot)).outcome
        == "passed"
    )

    def careless(given: Robot) -> Any:
        exact = find_base_parameters(given)
        joints = (exact.robot.joints[0], replace(exact.robot.joints[1], body=Body()))
        return replace(exact, robot=replace(exact.robot, joints=joints))

    monkeypatch.setattr(languages, "find_base_parameters", careless)
    assert (
        languages.check_language("python", lw_target("python"), *languages._standard_functions(robot)).outcome
        == "failed"
    )


def lw_target(name: str) -> Any:
    from linkwright.targets import find_target

    return find_target(name)


@pytest.mark.parametrize("name", ["rrp", "rx90"])
def test_packages_in_base_parameters_pass_their_tests(name):
    """Expectations from the standard parameters, base parameters from these by the grouping."""
    emitted, derived = languages._standard_functions(lw.load(name))
    assert languages.check_language("python", lw_target("python"), emitted, derived).outcome == "passed"


def test_the_state_is_no_model():
    assert benches.STATE.name not in models()
