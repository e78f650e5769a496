"""Facts about all motions of a tree of links, joint by joint: the conditions of the rules for base parameters."""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.models.tree.exact_states import SampledTwist, vanishes
from linkwright.spatial import Scalar


@dataclass(frozen=True)
class JointMotionFacts:
    """Facts for joint j in all motions: about the link before it (w, v, g in frame j), and about link j."""

    idle: frozenset[str]  # parameters of link j without effect
    not_about_axis: bool  # w_z = 0
    only_about_axis: bool  # w_x = w_y = 0
    one_axis: bool  # w has one direction in frame j
    not_along_axis: bool  # v_z = 0
    level: bool  # g_z = 0
    pivot: bool  # g = 0, and a point of the axis other than O_j never moves while the axis turns


def find_joint_facts(
    first: tuple[SampledTwist, SampledTwist], second: tuple[SampledTwist, SampledTwist]
) -> JointMotionFacts:
    """Facts for a joint from twists (of the link before it, of its link) at two random motions."""
    zero = vanishes
    (before, after), other = first, second[0]
    w, v, g = before.w, before.v, before.g
    axial, still = zero(w.x, w.y), zero(v.z)
    # v = c (w_y, -w_x, 0), the same c at both motions: the point -c z_j of the axis is at rest
    rests = zero(*g, v.z, v.x * w.x + v.y * w.y, v.x * other.w.y - other.v.x * w.y, v.y * other.w.x - other.v.y * w.x)
    return JointMotionFacts(
        idle=_parameters_without_effect(after),
        not_about_axis=zero(w.z),
        only_about_axis=axial,
        one_axis=zero(*w.cross(other.w)),
        not_along_axis=still,
        level=zero(g.z),
        pivot=rests and not axial and not zero(v.x, v.y),
    )


def _parameters_without_effect(link: SampledTwist) -> frozenset[str]:
    """Parameters whose energy functions are constant (Khalil & Dombre, section 9.4)."""
    w, v, g = link.w, link.v, link.g
    swing, fall = v.cross(w), g.cross(w)  # of MS; the rate of gravity in the frame of the link
    functions: dict[str, tuple[Scalar, ...]] = {
        "XX": (w.x,), "XY": (w.x * w.y,), "XZ": (w.x * w.z,), "YY": (w.y,), "YZ": (w.y * w.z,), "ZZ": (w.z,),
        "MX": (swing.x, fall.x), "MY": (swing.y, fall.y), "MZ": (swing.z, fall.z), "M": (*v,),
    }  # fmt: skip
    return frozenset(name for name, values in functions.items() if vanishes(*values))


__all__ = ["JointMotionFacts", "find_joint_facts"]
