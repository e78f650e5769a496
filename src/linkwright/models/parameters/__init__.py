"""Sets of inertial parameters: base parameters, equivalent sets, conversions between them.

base_parameters.py: grouping rules (Khalil & Dombre 9.4); minimal_set.py: the result; equivalent_base_sets.py: other
sets with as many parameters. constrained/: sets of robots with loops, wheels and couplings.

It imports dynamics, constraints, equivalent_bodies, tree and algebra.
"""
