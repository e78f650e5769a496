"""Other bodies and frames of links with which every joint needs the same effort.

regrouping.py: what moves as if it were part of the parent (Khalil & Dombre 9.4); length_scaling.py: lengths in units of
one of them; planar_bodies.py, axis_split.py, lighter_bodies.py: parts of an inertia that may be shifted along the tree.

It imports framework, search and tree.
"""
