"""Equivalent bodies of links: other inertial parameters with the same joint efforts.

regrouping.py: inertia that acts like the parent's (Khalil & Dombre 9.4), point masses; length_scaling.py: lengths
divided by one of them; planar_bodies.py, axis_split.py, lighter_bodies.py: parts that may be shifted along the tree.

It imports framework, search and tree.
"""
