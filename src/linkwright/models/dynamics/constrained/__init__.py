"""Efforts and reaction wrenches of robots with loops and wheels.

projection.py: G^T tau of the tree, and what drives share; reaction_wrenches.py: wrenches in joints and cuts.

As dynamics.
"""
