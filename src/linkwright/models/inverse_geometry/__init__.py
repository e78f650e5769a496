"""Inverse kinematics: every posture at a pose.

inverse_geometry.py: the model; problem.py: the chain and what is asked of it; classes/: arms with closed forms;
elimination/: Raghavan and Roth for all others; paul/: formulas with symbols; kernels/: programs that collect, polish
and judge solutions.

It imports framework, algebra and tree alone.
"""
