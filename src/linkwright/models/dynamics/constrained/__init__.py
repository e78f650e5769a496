"""Efforts and reaction wrenches of robots with loops and wheels.

projection.py: G^T tau of the tree, and its distribution over the drives; reaction_wrenches.py: wrenches in joints and
cut joints.

It imports what dynamics imports.
"""
