"""A robot does not pass through a model that ignores part of it: every feature is in the result, apart from it by the
model's definition, or refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import linkwright as lw
from linkwright.errors import RobotError
from linkwright.expr import Function, make_symbol, prove_equal
from linkwright.expr.ops import SYMBOL
from linkwright.models import find, function, models
from linkwright.robot import Base, Body, Coupling, Joint, Loop, Robot, Term, Wheel
from linkwright.robot.features import FEATURES, FRICTION, Feature, features
from linkwright.robot.robot import GROUPS
from tests.support.laws import Laws, apply, transposed

ARM = Robot(
    name="arm",
    joints=tuple(
        Joint(parent=k - 1, kind="prismatic" if k == 3 else "revolute", alpha=f"a{k}", d=f"d{k}", body=Body.symbolic(k))
        for k in (1, 2, 3)
    ),
    gravity=("G1", "G2", "G3"),
)


def every_joint(**changes: Any) -> Robot:
    """The arm with these fields in every joint, numbered where they are text."""
    numbered: list[Any] = [{f: f"{v}{k}" if isinstance(v, str) else v for f, v in changes.items()} for k in (1, 2, 3)]
    return replace(ARM, joints=tuple(replace(j, **mine) for j, mine in zip(ARM.joints, numbered, strict=True)))


def loaded_arm() -> Robot:
    return replace(ARM, joints=tuple(replace(j, body=replace(j.body, FX=f"FX{k}", FY=f"FY{k}", FZ=f"FZ{k}", CX=f"CX{k}",
                   CZ=f"CZ{k}")) for k, j in enumerate(ARM.joints, 1)))  # fmt: skip


def rolling_arm() -> Robot:
    """The arm on a base with two wheels on one axle."""
    spins = [Joint(parent=0, b="R", alpha="-pi/2", d="d4", r=f"r{k}", body=Body.symbolic(k)) for k in (4, 5)]
    wheels = tuple(Wheel(kind="fixed", spin=k, radius="R") for k in (4, 5))
    return replace(ARM, joints=(*ARM.joints, *spins), base=Base(kind="mobile", body=Body.symbolic(0)), wheels=wheels)


TURNED: Any = ("cos(u)", "-sin(u)", 0, "x0", "sin(u)", "cos(u)", 0, 0, 0, 0, 1, "z0", 0, 0, 0, 1)
MOTION: Any = {
    "velocity": ("V1", "V2", "V3"), "angular_velocity": ("W1", "W2", "W3"),
    "acceleration": ("VP1", "VP2", "VP3"), "angular_acceleration": ("WP1", "WP2", "WP3"),
}  # fmt: skip
WITH: dict[str, Robot] = {
    "loops": replace(
        ARM,
        joints=(*ARM.joints, Joint(parent=0, d="d6", body=Body.symbolic(4))),
        loops=(Loop(Joint(parent=3, kind="line", alpha="pi/2", d="d4"), Joint(parent=4, kind="fixed", d="d5")),),
    ),
    "couplings": replace(
        ARM,
        joints=(*ARM.joints, Joint(parent=3, alpha="a4", d="d4", body=Body.symbolic(4))),
        couplings=(Coupling(4, (Term(1, "c1"),), "c0"),),
    ),
    "wheels": rolling_arm(),
    "balls": replace(ARM, joints=(*ARM.joints, Joint(parent=3, kind="ball", d="d4", body=Body.symbolic(4)))),
    "floating": replace(ARM, base=Base(kind="floating", body=Body.symbolic(0))),
    "mobile": replace(ARM, base=Base(kind="mobile", body=Body.symbolic(0))),
    "base_motion": replace(ARM, base=Base(**MOTION)),
    "base_pose": replace(ARM, base=Base(pose=TURNED)),
    "base_body": replace(ARM, base=Base(body=replace(Body.symbolic(0), FX="FX0", CZ="CZ0"))),
    "flexibility": every_joint(flexible=True, stiffness="k"),
    "passive": every_joint(actuated=False),
    "external": loaded_arm(),
    "friction": every_joint(viscous="FV", coulomb="FS"),
    "rotors": every_joint(rotor="IA"),
}
OF_WHEELS = ["odometry"]
OF_LOOPS = ["constraints", "joint_positions", "platform_inverse_jacobian", "platform_inverse_jacobian_dot"]
OF_NUMBERS = ["inverse_geometry"]  # which of them matter is not seen in symbols
OF_BOTH = [name for name in models() if name.startswith(("constraint_", "configuration_", "dependent_"))]
OTHERS = (*OF_WHEELS, *OF_LOOPS, *OF_BOTH, *OF_NUMBERS)
PAIRS = [(name, feature) for name in models() if name not in OTHERS for feature in FEATURES]


SQUARE = {  # as many columns as rows: what loops leave, those of two wheels, of a ball joint, of a base that floats
    "loops": {"rows": "vx,vy"}, "wheels": {"rows": "vx,vy,vz,wx,wz"}, "balls": {"rows": "all"},
    "floating": {"rows": "all", "joints": "0"},
}  # fmt: skip


def ways(name: str, feature: str = "") -> list[dict[str, str]]:
    """Options by which a feature may show: the plain ones, and vectors and poses in the world."""
    options = find(name).options
    if (name, feature) == ("jacobian_determinant", "loops"):  # of the rows of the loops, which are in no other frame
        return [{} for _ in ways(name)]
    plain = {"rows": "vx,vy"} if "rows" in options else {}
    if name in ("inverse_jacobian", "jacobian_determinant"):
        plain = SQUARE.get(feature, {"rows": "vx,vy,wz"})
    return [plain, *({**plain, key: "world"} for key in ("projection", "reference") if key in options)]


def symbols(fn: Function) -> set[str]:
    return {fn.graph.value[i].name for i in fn.nodes if fn.graph.op[i] == SYMBOL}


def shapes(fn: Function) -> list[Any]:
    return [(p.name, p.shape, p.labels) for p in fn.outputs]


def is_same(a: Function, b: Function) -> bool:
    """Whether two functions have the same outputs, proven in the prime field."""
    left, right = ([e for p in fn.outputs for e in fn.output(p.name)] for fn in (a, b))
    return shapes(a) == shapes(b) and bool(prove_equal(left, right))


def test_the_test_robots_have_what_they_are_called():
    assert features(ARM) == ()
    assert {f.name for f in FEATURES} == set(WITH)
    for f in FEATURES:
        own = features(WITH[f.name])
        assert f in own
        assert {x.name for x in own} <= {f.name, "base_body"}


@pytest.mark.parametrize(("name", "feature"), PAIRS, ids=str)
def test_a_feature_is_in_the_result_or_apart_from_it_or_refused(name: str, feature: Feature):
    scope, robot = find(name).scope, WITH[feature.name]
    assert (feature in scope.handled) + (feature in scope.apart) + (feature in scope.refused) == 1
    if feature in scope.refused:
        assert feature.name in GROUPS, "a refusal needs a remedy"
        with pytest.raises(RobotError, match=feature.what) as caught:
            function(robot, name, ways(name)[0])
        assert f'robot.without("{feature.name}")' in str(caught.value)
        assert f"--without {feature.name}" in caught.value.on_command_line()
        function(robot.without(feature.name), name, ways(name)[0])
        return
    both = zip(ways(name, feature.name), ways(name), strict=True)
    pairs = [(function(robot, name, way), function(ARM, name, other)) for way, other in both]
    if feature in scope.handled:
        assert any(symbols(a) - symbols(b) or shapes(a) != shapes(b) for a, b in pairs)
    else:
        assert scope.apart[feature], "a reason is needed"
        assert all(is_same(a, b) for a, b in pairs)


def test_flexible_joints_of_a_par_file_are_modelled_and_can_be_made_rigid(tmp_path):
    path = tmp_path / "flexible.par"
    path.write_text("sigma = {0,0}\np = {0,1}\nd = {0,L2}\ntheta = {th1,th2}\neta = {0,1}\nk = {0,k2}\n")
    robot = lw.load(path)
    for name in ("inverse_dynamics", "forward_dynamics", "bias_vector"):
        assert "k2" in symbols(lw.model(robot, name))
    assert "k2" not in symbols(lw.model(robot.without("flexibility"), "inverse_dynamics"))
    assert lw.model(robot, "direct_geometry").cost.total  # where links are does not depend on what turns them


@pytest.mark.parametrize("group", GROUPS)
def test_without_takes_away_what_it_says(group: str):
    names = {f.name for f in FEATURES}
    if group not in names:  # gravity: every robot has it
        assert all(g.is_zero for g in ARM.without(group).gravity)
        return
    feature = next(f for f in FEATURES if f.name == group)
    assert feature.without
    assert feature in features(WITH[group])
    assert feature not in features(WITH[group].without(group))


@pytest.mark.parametrize("feature", ["friction", "rotors", "external"])
def test_what_is_added_to_the_efforts_is_what_the_conventions_say(feature: str):
    """FV qd + FS sign(qd), IA qdd, and J^T of the wrenches on the environment."""
    laws, bare = Laws(WITH[feature]), Laws(ARM)
    bare.graph, bare.into = laws.graph, laws.into
    s = {name: make_symbol(laws.graph, name, "variable") for name in ("qd1", "qd2", "qd3", "qdd1", "qdd2", "qdd3")}
    p = {name: make_symbol(laws.graph, name) for name in WITH[feature].parameters}
    more: list[Any] = [0, 0, 0]
    if feature == "friction":
        more = [p[f"FV{k}"] * s[f"qd{k}"] + p[f"FS{k}"] * s[f"qd{k}"].sign() for k in (1, 2, 3)]
    elif feature == "rotors":
        more = [p[f"IA{k}"] * s[f"qdd{k}"] for k in (1, 2, 3)]
    else:
        for k in (1, 2, 3):
            J = bare.matrix("jacobian", frame=k, projection=k)
            body = WITH[feature].joint(k).body
            wrench = [laws.into(x) for x in (*body.force, *body.moment)]
            more = [a + b for a, b in zip(more, apply(transposed(J), wrench), strict=True)]
    expected = [a + b for a, b in zip(bare.vector("inverse_dynamics"), more, strict=True)]
    laws.assert_equal(laws.vector("inverse_dynamics"), expected)


def test_friction_is_a_feature_of_joints_that_move():
    fixed = replace(ARM, joints=(*ARM.joints, Joint(parent=3, kind="fixed", viscous="FV4")))
    assert FRICTION not in features(fixed)


@pytest.mark.parametrize(("name", "has"), [
    *((name, ("wheels",)) for name in OF_WHEELS), *((name, ("loops",)) for name in OF_LOOPS),
    *((name, ("loops", "wheels")) for name in OF_BOTH),
])  # fmt: skip
def test_models_of_constraints_are_for_robots_that_have_them(name: str, has: tuple[str, ...]):
    for feature in FEATURES:
        if feature.name in has:
            options = {"of": "2,3"} if name.startswith("platform_") else {}  # nothing of it is called a platform
            assert function(WITH[feature.name], name, options).outputs
        else:
            refused = feature in find(name).scope.refused
            what = feature.what if refused else r"has no (wheels|loops)|neither (loops|wheels) nor (loops|wheels)"
            with pytest.raises(RobotError, match=what):
                function(WITH[feature.name], name)
