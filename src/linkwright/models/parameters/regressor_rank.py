"""Rank of the inverse-dynamics regressor: the number of identifiable inertial parameters.

It is computed exactly, over the prime field, so that it does not depend on units or tolerances. The columns are those
of the standard parameters: the ten of every link and the rotor inertias of the robot. It checks the base parameters by
an independent derivation: by accelerations and virtual power instead of velocities and energy.
"""

from __future__ import annotations

from typing import Any

from linkwright.expr.prime import P
from linkwright.models.constraints.loop_equations import with_cut_joints_in_tree
from linkwright.models.parameters.constrained.numeric_regressor import FieldMotion, regressor_entries
from linkwright.models.parameters.constrained.regressor_null_space import has_constraints
from linkwright.models.tree.exact_states import StateSampler
from linkwright.models.tree.generalized_coordinates import coordinate_rows, tree_freedoms
from linkwright.models.tree.parameter_names import ROTOR, ParameterPlace, links_with_parameters
from linkwright.robot import Robot
from linkwright.robot.coordinates import has_motor
from linkwright.robot.robot import INERTIA

_FIRST_MOTIONS = 14  # motions: the columns of a link need at most eleven, the others confirm the rank


def regressor_rank(robot: Robot, seed: int = 0) -> int:
    """Rank of the regressor of the standard inertial parameters and rotor inertias of a robot."""
    robot = with_cut_joints_in_tree(robot)
    # the rotor of a flexible joint has an equation of motion of its own
    behind_springs = sum(1 for j in robot.joints if j.moves and has_motor(j))
    if has_constraints(robot):
        return _constrained_rank(robot) + behind_springs
    samples = StateSampler(robot, seed)
    rows = [row for _ in range(_FIRST_MOTIONS) for row in _regressor_rows(robot, samples)]
    rank = _rank_of_rows(rows)
    while True:  # until more motions do not increase the rank
        rows += [row for _ in range(4) for row in _regressor_rows(robot, samples)]
        before, rank = rank, _rank_of_rows(rows)
        if rank == before:
            return rank + behind_springs


def _standard_columns(robot: Robot) -> list[ParameterPlace]:
    found = [(j, name) for j in links_with_parameters(robot) for name in INERTIA]
    rotors = [(j, ROTOR) for j, joint in enumerate(robot.joints, 1) if joint.moves and not joint.rotor.is_zero]
    return found + [(j, name) for j, name in rotors if not has_motor(robot.joint(j))]


def _constrained_rank(robot: Robot) -> int:
    """Rank at admissible motions of a robot with loops, wheels or couplings."""
    from linkwright.models.parameters.constrained.dependent_parameters import dependent_columns

    every = _standard_columns(robot)
    return len(every) - len(dependent_columns(robot, every).table)


def _regressor_rows(robot: Robot, samples: StateSampler) -> list[list[Any]]:
    """Regressor at a random motion: one row per freedom."""
    sample, row = samples.point(), coordinate_rows(robot)
    place = {at: k for k, at in enumerate(_standard_columns(robot))}
    out: list[list[Any]] = [[0] * len(place) for _ in row]
    base = FieldMotion(sample.w, sample.wd, samples.reduce(sample.vd - sample.gravity))
    qd, qdd = ({c: samples.draw() for c in tree_freedoms(robot)} for _ in range(2))
    for at, c, x in regressor_entries(robot, sample.transforms, base, qd, qdd, samples.reduce):
        if at in place:
            out[row[c]][place[at]] = x % P
    return out


def _rank_of_rows(rows: list[list[int]]) -> int:
    if not rows:
        return 0
    from flint import nmod_mat

    return int(nmod_mat(len(rows), len(rows[0]), [x for line in rows for x in line], P).rank())
