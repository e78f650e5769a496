"""A robot is a value: equal robots are equal everywhere, and a changed one is another one."""

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import linkwright as lw
from linkwright import formats
from linkwright.expr import Expr
from linkwright.robot import Base, Body, Coupling, Frame, Joint, Limits, Loop, Robot, Term, Wheel

SOURCE = Path(lw.__file__).parent


def robot() -> Robot:
    """A robot that has something of everything."""
    first = Joint(name="a", theta="t0", body=Body.symbolic(1), limits=Limits(-1, 1, 2, 3), behind=("plate",))
    second = Joint(name="b", parent=1, kind="prismatic", d="L", body=Body(M=2, FX="F"), viscous="fv", velocity="speed")
    third = Joint(name="c", parent=1, alpha="pi/2", rotor=Fraction(1, 3), flexible=True, stiffness=5, actuated=False)
    loop = Loop(Joint(name="cut", parent=2, d="L2"), Joint(kind="fixed", name="end", parent=3))
    base = Base(kind="floating", body=Body(M="m0"), velocity=(0, 0, "v"))
    tied = Coupling(3, (Term(1, "c"), Term(2)), "o")
    wheel = Wheel(kind="swedish", spin=3, steer=1, radius="R", roller="a", name="w")
    return Robot(name="all", joints=(first, second, third), loops=(loop,), couplings=(tied,), wheels=(wheel,),
                 frames=(Frame(name="tool", link=2, x="L", joints=("mount",)),), base=base,
                 description="d", source="s", numbers={"L": 0.5},
                 grouped=frozenset({(1, "ZZ")}))  # fmt: skip


def other(value: Any) -> Any:
    """Another value of the same kind."""
    match value:
        case Expr():
            return f"({value}) + 7"
        case None:
            return 3.5
        case bool():
            return not value
        case str():
            another = {"revolute": "prismatic", "prismatic": "revolute", "floating": "mobile", "swedish": "fixed"}
            return another.get(value, f"{value}x")
        case int() | float():
            return value - 1
        case frozenset():
            return value | {(2, "M")}
        case tuple() if value and isinstance(value[0], Expr):
            return (other(value[0]), *value[1:])
        case tuple():
            return (*value, "another")
    return {**value, "L": 0.25}  # the numbers


def changes(part: Any) -> dict[str, Callable[[], Any]]:
    """The part with one field changed, for every field of it and of its parts; made when asked for."""
    found: dict[str, Callable[[], Any]] = {}
    for name in [f.name for f in fields(part) if f.init]:
        value = getattr(part, name)
        if is_dataclass(value):
            found |= {f"{name}.{key}": partial(_with, part, name, inner) for key, inner in changes(value).items()}
        elif isinstance(value, tuple) and value and is_dataclass(value[0]):
            for k, row in enumerate(value):
                for key, inner in changes(row).items():
                    found[f"{name}[{k}].{key}"] = partial(_with, part, name, partial(_row, value, k, inner))
        else:
            found[name] = partial(_with, part, name, partial(other, value))
    return found


def _with(part: Any, name: str, make: Callable[[], Any]) -> Any:
    return replace(part, **{name: make()})


def _row(rows: tuple[Any, ...], k: int, make: Callable[[], Any]) -> tuple[Any, ...]:
    return (*rows[:k], make(), *rows[k + 1 :])


NO_ROBOT = {  # another word there is no robot, so there is nothing to compare
    "loops[0].frame.kind": "make it fixed", "loops[0].frame.parent": "name two links",
    "joints[0].parent": "outward from the base",
    "joints[2].flexible": "is not flexible", "couplings[0].joint": "couples joint 2 to itself",
    "couplings[0].terms[0].joint": "joint 0, which does not exist",
    "couplings[0].terms[1].joint": "names a joint twice", "wheels[0].kind": "has a steer joint",
    "wheels[0].spin": "joint 2, which is prismatic",
    **{f"joints[{k}].kind": f"wheel 1 turns with joint {k + 1}, which is prismatic" for k in (0, 2)},
    **{f"{joint}.{name}": "is not flexible" for joint in ("joints[0]", "joints[1]", "loops[0].joint")
       for name in ("stiffness", "damping", "rest", "parallel")},
}  # fmt: skip
CHANGES = changes(robot())


@pytest.mark.parametrize("field", CHANGES)
def test_every_change_of_content_changes_the_digest(field):
    if field in NO_ROBOT:
        with pytest.raises(lw.InputError, match=NO_ROBOT[field]):
            CHANGES[field]()
        return
    changed, same = CHANGES[field](), robot()
    assert changed.digest != same.digest
    assert changed != same


def test_every_field_of_every_part_is_tried():
    assert {key.rsplit(".", 1)[-1].split("[")[0] for key in CHANGES} >= {
        f.name for part in (Robot, Joint, Body, Base, Limits, Coupling, Term, Wheel, Frame)
        for f in fields(part) if f.init
    } - {"body", "base", "limits", "joints", "loops", "couplings", "terms", "wheels", "frames"}  # fmt: skip


def test_equal_robots_have_equal_digests_however_they_were_made():
    a = robot()
    formula = Robot(name="r", joints=(Joint(d="L + 2*a", r="0.5"),))
    assert formula == Robot(name="r", joints=(Joint(d="a + L + a", r=Fraction(1, 2)),))
    for same in (
        robot(),
        a.changed(),
        a.changed(lambda e: e),
        a.in_graph(a.graph.copy()),
        copy.copy(a),
        copy.deepcopy(a),
    ):
        assert same is not a
        assert (same, same.digest, hash(same)) == (a, a.digest, hash(a))
    assert len({a, robot(), a.changed(name="another")}) == 2
    limits = [Robot(name="r", joints=(Joint(limits=Limits(x)),)) for x in (0, 0.0, -0.0, 1, 1.0)]
    assert len(set(limits)) == 2


@pytest.mark.parametrize("name", formats.builtin_names())
def test_what_is_written_and_read_again_has_the_same_digest(name):
    told = lw.load(name)
    again = formats.formats()["toml"].read(formats.formats()["toml"].write(told).encode(), "x.toml")  # type: ignore[misc]
    assert again.digest == told.digest


def test_digests_and_hashes_are_the_same_in_every_process():
    code = "import linkwright as lw; r = lw.load('panda'); print(r.digest, hash(r))"
    told = set()
    for seed in ("0", "1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        told.add(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env=environment).stdout)
    panda = lw.load("panda")
    assert told == {f"{panda.digest} {hash(panda)}\n".encode()}


@pytest.mark.parametrize("made", [robot, lambda: lw.load("sr400"), lambda: lw.load("rx90")])
def test_a_robot_survives_pickling(made):
    told = made()
    again = pickle.loads(pickle.dumps(told))
    assert again == told
    assert again.tables().keys() == told.tables().keys()
    assert again.numbers == told.numbers
    with pytest.raises(TypeError):
        again.numbers["x"] = 1.0
    assert again.changed(name="x") == told.changed(name="x")


def test_a_pickled_robot_and_a_pickled_function_give_the_same_code():
    told = lw.load("rx90")
    expected = lw.emit(lw.model(told, "inverse_dynamics"), "c")
    assert lw.emit(lw.model(pickle.loads(pickle.dumps(told)), "inverse_dynamics"), "c") == expected
    assert lw.emit(pickle.loads(pickle.dumps(lw.model(told, "inverse_dynamics"))), "c") == expected


def test_a_robot_prints_in_one_line_what_it_is():
    text = repr(robot())
    assert "\n" not in text
    assert len(text) < 300
    for word in ("'all'", "3 joints RPR", "tree", "closed loops", "floating", "flexible", "without a motor", "rotors"):
        assert word in text
    assert len(repr(lw.spatial(200))) < 150


def test_a_changed_robot_is_checked_and_the_old_one_stays():
    told = robot()
    digest = told.digest
    with pytest.raises(lw.RobotError, match="occurs twice"):
        told.changed(joints=(Joint(name="a"), Joint(name="a")), loops=(), couplings=(), wheels=())
    with pytest.raises(lw.RobotError, match="no name"):
        told.changed(name="")
    with pytest.raises(TypeError):
        told.changed(colour="red")
    doubled = told.changed(lambda e: e * 2, base=Base())
    assert (doubled.joint(2).body.M.number, doubled.base.kind) == (4, "fixed")
    assert told.digest == digest == robot().digest


def test_a_view_does_not_keep_the_digest_of_what_it_was_made_of():
    told = robot()
    assert told.digest != told.in_graph(told.graph, gravity=told.base.velocity).digest


def test_a_number_in_a_field_of_a_view_stays_this_number():
    """It is in a graph of its own until the view is seen in another one, whose nodes have the same numbers."""
    arm = lw.load("rrp")
    joints = (replace(arm.joints[0], r=0.25), *arm.joints[1:])
    view = arm.in_graph(arm.graph, joints=joints)
    assert view.in_graph(arm.graph.copy()).joint(1).r.number == 0.25
    assert view.digest == arm.changed(joints=joints).digest


def test_only_one_place_makes_values_without_their_checks():
    words = ("object.__new__", "object.__setattr__", "copy.copy(")
    found = [f"{p.relative_to(SOURCE)}: {word}" for p in SOURCE.rglob("*.py") for word in words
             for _ in range(p.read_text(encoding="utf-8").count(word))]  # fmt: skip
    assert sorted(line.replace("\\", "/") for line in found) == ["robot/robot.py: object.__new__"]
