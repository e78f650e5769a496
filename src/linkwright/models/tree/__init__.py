"""Kinematics of a tree of links: transforms between frames, twists, recursions.

link_steps.py: transforms between links (Khalil & Kleinfinger); frame_chains.py: transforms along paths;
twists_wrenches.py; generalized_coordinates.py: rates and efforts of coordinates; link_motion.py and
link_accelerations.py: the outward recursions (Khalil & Dombre 9.5).

It imports framework, search and algebra. Dynamics and constraints are elsewhere.
"""
