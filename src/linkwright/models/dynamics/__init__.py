"""Efforts, inertia, momentum and energy.

rnea_optimized.py: the recursive Newton-Euler method with the fewest operations, by the options of rnea_plan.py;
composite_bodies.py, joint_space_inertia.py, coriolis_composite.py: inertia and Coriolis matrices;
articulated_bodies.py: forward dynamics. formulations/: derivations that verify each other;
constrained/: efforts under constraints.

It imports kinematics, equivalent_bodies, constraints and the rooms below.
"""
