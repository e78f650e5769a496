"""Robots that emitted code has to survive: long names, wrenches, moving bases, friction, trees, names of languages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from linkwright.formats.par import read
from linkwright.robot import Base, Body, Joint, Robot
from linkwright.robot.robot import INERTIA

LONG = "of_the_left_hand_side_manipulator_of_the_second_welding_station_behind_the_conveyor_belt"
MOVING = Base(
    angular_velocity=("W1", "W2", "W3"), angular_acceleration=("WP1", "WP2", "WP3"),
    velocity=("V1", "V2", "V3"), acceleration=("VP1", "VP2", "VP3"),
)  # fmt: skip


def long_names() -> Robot:
    """Every name is longer than a line of Fortran, or as long as a name may get; wrench, friction, moving base."""

    def body(j: int) -> Body:
        wrench = {n: f"{n}_external_{LONG}_{j}" for n in ("FX", "FY", "FZ", "CX", "CY", "CZ")} if j == 3 else {}
        return Body(**{n: f"{n}_inertial_parameter_{LONG}_{j}" for n in INERTIA}, **wrench)

    joints = tuple(
        Joint(
            name=f"joint {j} {LONG} 'quoted' \"twice\" 100% {{x}} \\n ; # // %% */", parent=j - 1,
            alpha=("0", "pi/2", f"twist_{LONG}")[j - 1],
            d=f"length_{LONG}_{j}", kind="prismatic" if j == 2 else "revolute", variable=f"position_{LONG}_{j}",
            viscous=f"viscous_friction_{LONG}_{j}", coulomb=f"coulomb_friction_{LONG}_{j}", rotor=f"rotor_{LONG}_{j}",
            body=body(j),
        )
        for j in (1, 2, 3)
    )  # fmt: skip
    base = Base(angular_velocity=("0", "0", f"rotation_of_the_base_{LONG}"))
    numbers = {f"length_{LONG}_{j}": 0.1 * j for j in (1, 2, 3)}
    return Robot(name=f"The 'robot' {LONG} % {LONG}", joints=joints, base=base, numbers=numbers)


PAR = """(* Robotname = 'seven' *)
NF = 7
NL = 7
NJ = 7
Type = 0
Ant = {0,1,2,3,4,5,6}
Sigma = {0,0,0,0,0,0,0}
B = {0,0,0,0,0,0,0}
d = {0,0,0,0,0,0,0}
R = {0,0,RL3,0,RL5,0,0}
gamma = {0,0,0,0,0,0,0}
Alpha = {0,-Pi/2,Pi/2,-Pi/2,Pi/2,-Pi/2,Pi/2}
Mu = {1,1,1,1,1,1,1}
Theta = {t1,t2,t3,t4,t5,t6,t7}
@TABLES@
IA = {IA1,IA2,IA3,IA4,IA5,IA6,IA7}
FV = {FV1,FV2,FV3,FV4,FV5,FV6,FV7}
FS = {FS1,FS2,FS3,FS4,FS5,FS6,FS7}
FX = {0,0,0,0,0,0,FX7}
FY = {0,0,0,0,0,0,FY7}
FZ = {0,0,0,0,0,0,FZ7}
CX = {0,0,0,0,0,0,CX7}
CY = {0,0,0,0,0,0,CY7}
CZ = {0,0,0,0,0,0,CZ7}
QP = {QP1,QP2,QP3,QP4,QP5,QP6,QP7}
QDP = {QDP1,QDP2,QDP3,QDP4,QDP5,QDP6,QDP7}
GAM = {GAM1,GAM2,GAM3,GAM4,GAM5,GAM6,GAM7}
W0 = {0,0,0}
WP0 = {0,0,0}
V0 = {0,0,0}
VP0 = {0,0,0}
G = {0,0,G3}
"""


@cache
def seven() -> Robot:
    """A 7R arm as SYMORO writes it, everything symbolic, with a wrench on its last link."""
    tables = "\n".join(f"{n} = {{{','.join(f'{n}{j}' for j in range(1, 8))}}}" for n in INERTIA)
    return read(PAR.replace("@TABLES@", tables).encode(), "seven.par")


def moving_tree() -> Robot:
    """Branches, prismatic and fixed joints, wrenches on two links, and a base that moves in every way."""
    wrench = {n: f"{n}4" for n in ("FX", "FY", "FZ", "CX", "CY", "CZ")}
    lifted = replace(Body.symbolic(4), **wrench)
    joints = (
        Joint(name="rail", alpha="a1", kind="prismatic", body=Body.symbolic(1), coulomb="FS1", viscous="FV1"),
        Joint(name="left/shoulder", parent=1, alpha="pi/2", d="L2", body=replace(Body.symbolic(2), FX="FX2", CZ="CZ2")),
        Joint(name="mast", parent=1, kind="fixed", alpha="pi/4", d=1, r="L3", body=Body.symbolic(3)),
        Joint(name="lift", parent=3, kind="prismatic", gamma="pi/3", alpha="pi/2", body=lifted),
        Joint(name="left/elbow", parent=2, alpha="a5", d="L2/2", body=Body.symbolic(5), rotor="IA5", coulomb="FS5"),
    )  # fmt: skip
    gravity = ("G1", "G2", "G3")
    return Robot(name="moving tree", joints=joints, gravity=gravity, base=MOVING, numbers={"L2": 0.5})


ROBOTS: dict[str, Callable[[], Robot]] = {"long_names": long_names, "seven": seven, "moving_tree": moving_tree}
