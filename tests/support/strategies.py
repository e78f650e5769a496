"""Random robots for laws that hold for every robot.

Trees with any first axis, branches at the base, prismatic and fixed joints anywhere, parallel and antiparallel axes,
parameters that are numbers, formulas or shared between links, and names that mean something elsewhere.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from linkwright.formats import builtin, builtin_names
from linkwright.robot import Base, Body, Coupling, Joint, Loop, Robot, Term, Wheel
from linkwright.robot.features import features
from linkwright.robot.fields import CUTS
from linkwright.robot.robot import INERTIA, WRENCH

# Names that are constants or functions of computer algebra systems, quantities of our own models, or our own ports.
AWKWARD = ("I", "E", "S", "N", "Q", "O", "C", "beta", "gamma", "lambda", "L22", "U23", "w1_x", "tau", "q", "qd1",
           "XX1R")  # fmt: skip
_ANGLES = ("0", "0", "pi", "pi/2", "-pi/2", "pi/2", "pi/3", "alpha{j}", "a1")
_LENGTHS = ("0", "0", "D{j}", "L1", "2*L1", "L1 - L2", "1/4", "{awkward}")


MORE = ("loops", "couplings", "wheels", "balls", "floating", "flexibility")  # than a tree of rigid joints that is held


def rigid_tree(robot: Robot) -> Robot:
    """What is left of a robot when its joints are rigid and independent and its base is held."""
    return robot.without(*MORE)


def built_in_trees() -> list[str]:
    """The built-in robots that are trees of rigid joints on a fixed base."""
    return [name for name in builtin_names() if not {f.name for f in features(builtin(name))} & set(MORE)]


def joint(**fields: Any) -> Joint:
    """`Joint` with numbers and texts: fields of its body may stand among its own."""
    body = {name: fields.pop(name) for name in INERTIA + WRENCH if name in fields}
    if body:
        fields["body"] = Body(**body)
    return Joint(**fields)


def symbolic_joint(j: int, **fields: Any) -> Joint:
    """Joint j of a chain, unless `parent` says otherwise, with the ten standard parameters as symbols."""
    return joint(**{"parent": j - 1, "body": Body.symbolic(j), **fields})


def chain(name: str, *tables: dict[str, Any], gravity: Any = (0, 0, "G3"), **fields: Any) -> Robot:
    """A serial robot with symbolic inertias: one dictionary of `Joint` fields per joint."""
    return Robot(
        name=name, joints=tuple(symbolic_joint(j, **t) for j, t in enumerate(tables, 1)), gravity=gravity, **fields
    )


def number_texts(exact: bool) -> st.SearchStrategy[str]:
    """Numbers as a file has them: fractions (for proofs, which know no rounding) or decimals."""
    if exact:
        return st.builds(lambda n, d: f"{n}/{d}", st.integers(-9, 9), st.integers(1, 7))
    return st.floats(-2, 2).map(lambda x: repr(round(x, 3)))


@st.composite
def _scalars(draw: st.DrawFn, forms: Sequence[str], j: int, exact: bool) -> str:
    """One of the forms with its blanks filled in; decimals besides, when they are allowed."""
    form = draw(st.sampled_from((*forms, "{number}") if not exact else forms))
    return form.format(j=j, number=draw(number_texts(exact)), awkward=draw(st.sampled_from(AWKWARD)))


@st.composite
def bodies(draw: st.DrawFn, j: int, exact: bool = True) -> dict[str, str]:
    """All ten symbols, or a mixture of symbols, numbers, formulas, zeros and parameters of another link."""
    if draw(st.booleans()):
        return {name: f"{name}{j}" for name in INERTIA}
    forms = ("0", "{name}{j}", "{name}{j}", "m{j}*c{j}x", "{name}1", "2*{name}{j} + I", "{number}")
    return {
        name: draw(st.sampled_from(forms)).format(name=name, j=j, number=draw(number_texts(exact))) for name in INERTIA
    }


@st.composite
def _joints(draw: st.DrawFn, j: int, exact: bool, friction: bool, wrenches: bool) -> Joint:
    parent = draw(st.one_of(st.just(j - 1), st.integers(0, j - 1)))
    kind = draw(st.sampled_from(("revolute", "revolute", "revolute", "prismatic", "prismatic", "fixed")))
    fields: dict[str, Any] = draw(bodies(j, exact))
    if wrenches:
        fields |= {name: draw(st.sampled_from(("0", f"{name}{j}"))) for name in WRENCH}
    branch = parent != j - 1 or draw(st.integers(0, 9)) == 0
    own = _scalars(("0", "0", "0", "FV{j}", "{number}"), j, exact)
    return joint(
        parent=parent,
        kind=kind,
        gamma=draw(_scalars(_ANGLES, j, exact)) if branch else 0,
        b=draw(_scalars(_LENGTHS, j, exact)) if branch else 0,
        alpha=draw(_scalars(_ANGLES, j, exact)),
        d=draw(_scalars(_LENGTHS, j, exact)),
        theta=draw(_scalars(("0", "0", "pi/2", "theta{j}"), j, exact)),
        r=draw(_scalars(_LENGTHS, j, exact)),
        rotor=draw(_scalars(("0", "0", "IA{j}"), j, exact)),
        viscous=draw(own) if friction else 0,
        coulomb=draw(own) if friction else 0,
        **fields,
    )


_GRAVITY = (("0", "0", "G3"), ("0", "0", "g"), ("G1", "G2", "G3"), ("0", "-g", "0"), ("0", "0", "0"), ("g", "0", "g"))


@st.composite
def trees(
    draw: st.DrawFn, max_joints: int = 4, exact: bool = True, friction: bool = True, wrenches: bool = False,
    base_motion: bool = False,
) -> Robot:  # fmt: skip
    """A tree on a fixed base. `exact`: no decimals, so that equality can be proven and not only measured."""
    n = draw(st.integers(1, max_joints))
    joints = tuple(draw(_joints(j, exact, friction, wrenches)) for j in range(1, n + 1))
    motion: dict[str, Any] = {}
    if base_motion:
        for name, letter in (("angular_velocity", "w0"), ("angular_acceleration", "wd0"), ("acceleration", "vd0")):
            motion[name] = tuple(draw(st.sampled_from(("0", f"{letter}{axis}"))) for axis in "xyz")
    gravity: Any = draw(st.sampled_from(_GRAVITY))
    return Robot(name="tree", joints=joints, gravity=gravity, base=Base(**motion))


@st.composite
def mechanisms(draw: st.DrawFn, max_joints: int = 5) -> Robot:
    """A tree that may also have ball joints, springs, couplings, wheels, a loop and a base of any kind."""
    tree = draw(trees(max_joints, exact=False, wrenches=True))
    springs: dict[str, Any] = {"flexible": True, "stiffness": "k", "damping": draw(st.sampled_from((0, "c"))),
                               "rest": draw(st.sampled_from((0, "pi/6", 0.25)))}  # fmt: skip
    joints = []
    for part in tree.joints:
        if part.kind in ("revolute", "prismatic") and draw(st.integers(0, 3)) == 0:
            part = replace(part, **springs)
        elif part.kind == "fixed" and draw(st.integers(0, 3)) == 0:
            part = replace(part, kind="ball", variable="")
        joints.append(replace(part, start=draw(st.sampled_from((0.0, 0.0, 1.5, -1e-9)))))
    kind = draw(st.sampled_from(CUTS))
    cut = joint(parent=len(joints), kind=kind, **(springs if kind in ("revolute", "prismatic") else {}))
    loops = (Loop(cut, Joint(kind="fixed", d="e")),) if draw(st.booleans()) else ()
    body = Body.symbolic(0) if draw(st.booleans()) else Body()
    base = Base(kind=draw(st.sampled_from(("fixed", "fixed", "floating", "mobile"))), body=body)
    more: dict[str, Any] = {"couplings": draw(_couplings(joints)), "wheels": draw(_wheels(joints))}
    return tree.changed(joints=tuple(joints), loops=loops, base=base, **more)


@st.composite
def _couplings(draw: st.DrawFn, joints: Sequence[Joint]) -> tuple[Coupling, ...]:
    """Some joints tied to earlier ones, so that there is no cycle."""
    movers = [j for j, part in enumerate(joints, 1) if part.kind in ("revolute", "prismatic")]
    factors: list[Any] = [1, -1, "n", 0.1, Fraction(2, 7)]
    offsets: list[Any] = [0, "o"]
    found = []
    for k, j in enumerate(movers):
        if k and draw(st.integers(0, 3)) == 0:
            terms = draw(st.dictionaries(st.sampled_from(movers[:k]), st.sampled_from(factors), max_size=3))
            found.append(Coupling(j, tuple(Term(*term) for term in terms.items()), draw(st.sampled_from(offsets))))
    return tuple(found)


@st.composite
def _wheels(draw: st.DrawFn, joints: Sequence[Joint]) -> tuple[Wheel, ...]:
    turning = [j for j, part in enumerate(joints, 1) if part.kind == "revolute"]
    if not turning or draw(st.booleans()):
        return ()
    spin, steer = draw(st.sampled_from(turning)), draw(st.sampled_from(turning))
    return draw(st.sampled_from((
        (Wheel(kind="fixed", spin=spin, radius="R", name="left"),), (Wheel(kind="ball"),),
        (Wheel(kind="swedish", spin=spin, radius=0.1, roller="-pi/4"),
         Wheel(kind="castor", spin=spin, steer=steer, radius=1)),
    )))  # fmt: skip


def numbers_for(robot: Robot, seed: int = 0) -> dict[str, float]:
    """A random number for every symbol of the robot, the same for the same seed; none is near zero."""
    source = random.Random(seed)
    names = sorted(robot.graph.symbols())
    return {name: source.choice((-1, 1)) * source.uniform(0.3, 1.3) for name in names}


def state_for(robot: Robot, seed: int = 0) -> tuple[list[float], list[float], list[float]]:
    """Random positions, velocities and accelerations of the joints that move."""
    source = random.Random(f"state {seed}")
    q, qd, qdd = ([source.uniform(-2, 2) for _ in robot.coordinates] for _ in range(3))
    return q, qd, qdd
