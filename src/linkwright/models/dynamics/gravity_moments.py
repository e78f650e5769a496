"""Gravity efforts: the first moments of everything beyond a joint, in the field of gravity.

tau_j = -z . (MS_j x g) for a revolute joint and -M_j z . g for a prismatic one, MS_j and M_j of all links from j
outward. Behind parallel axes the moment itself is passed on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linkwright.models.tree.frame_chains import FrameTree
from linkwright.models.tree.generalized_coordinates import project_efforts, tree_freedoms
from linkwright.models.tree.link_steps import make_link_steps
from linkwright.models.tree.twists_wrenches import Wrench, base_inertia, effort_along
from linkwright.robot import Coordinate, Robot
from linkwright.spatial import Scalar, Vec3


class GravityMoments:
    """Masses and first moments of the links from j outward (in frame j), and gravity in every frame."""

    def __init__(self, robot: Robot, q: Sequence[Scalar]) -> None:
        self.robot, self.q, tree = robot, q, FrameTree(robot, q)
        self.steps = make_link_steps(robot, q)
        self.g = [Vec3(*robot.gravity)]
        base = base_inertia(robot)
        self.near = [base.MS, *(joint.body.inertia.MS for joint in robot.joints)]  # with masses beyond at children
        self.M: list[Scalar] = [base.M, *(joint.body.M for joint in robot.joints)]
        known: dict[int, Vec3] = {}
        for j in range(1, len(robot) + 1):
            self.g.append(tree.chain(0, j).unrotate(self.g[0], known))
        for j in range(len(robot), 0, -1):
            i = robot.joint(j).parent
            self.M[i] = self.M[i] + self.M[j]
            self.near[i] = self.near[i] + self.steps[j - 1].T.P * self.M[j]
        self.MS = list(self.near)
        for j in range(len(robot), 0, -1):
            i = robot.joint(j).parent
            self.MS[i] = self.MS[i] + self.steps[j - 1].R.apply(self.MS[j])

    def weight(self, j: int) -> Wrench:
        """Wrench that holds the links from j outward against gravity, in frame j."""
        return Wrench(-(self.g[j] * self.M[j]), self.g[j].cross(self.MS[j]))

    def moment(self, j: int, MS: Vec3) -> Scalar:
        """Moment about z_j that holds first moments MS (in frame j) against gravity: z . (MS x -g)."""
        return self.g[j].x * MS.y - self.g[j].y * MS.x

    def efforts_by_moments(self) -> list[Scalar]:
        return self.project_efforts({c: self.moment(c.link, self.MS[c.link]) for c in tree_freedoms(self.robot)})

    def efforts_by_parallel_axes(self) -> list[Scalar]:
        """The moment about a parallel axis is that about the child's axis, and the weight of the child on its arm."""
        along: list[Scalar] = [0] * len(self.MS)
        for j in range(len(self.robot), 0, -1):
            MS, passed = self.near[j], 0
            for k in self.robot.children(j):
                if self.steps[k - 1].is_parallel:
                    passed = passed + along[k]
                else:
                    MS = MS + self.steps[k - 1].R.apply(self.MS[k])
            along[j] = self.moment(j, MS) + passed
        return self.project_efforts({c: along[c.link] for c in tree_freedoms(self.robot)})

    def project_efforts(self, moments: Mapping[Coordinate, Scalar]) -> list[Scalar]:
        return project_efforts(self.robot, {c: self.effort(c, moment) for c, moment in moments.items()})

    def effort(self, c: Coordinate, moment: Scalar) -> Scalar:
        if c.is_motor:
            return 0
        if not c.link or self.robot.joint(c.link).kind == "ball":
            return effort_along(c, self.weight(c.link))
        return moment if c.is_rotation else -(self.M[c.link] * self.g[c.link].z)
