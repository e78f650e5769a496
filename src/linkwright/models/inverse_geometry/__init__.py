"""Inverse kinematics: every posture at a pose.

inverse_geometry.py: the model; problem.py: the chain and the task; classes/: arms with closed forms;
elimination/: Raghavan and Roth for all others; paul/: formulas with symbols; kernels/: kernels that collect, polish
and classify solutions.

Imports only framework, algebra and tree.
"""
