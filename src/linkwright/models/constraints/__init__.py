"""Loops, wheels and couplings: constraint rows, mobility, closed positions, the velocity map G.

constraint_system.py: rows J qd = 0, their split and their multipliers; loop_equations.py and wheels.py: the rows of
loops and wheels; mobility_analysis.py: rank and independent coordinates; loop_closure.py: positions of dependent
joints, by closed_forms/ or by newton_closure.py. Models: constraints, constraint_jacobian, odometry, ...

It imports framework, search, algebra and tree. What constraints do to efforts lives in dynamics/constrained.
"""
