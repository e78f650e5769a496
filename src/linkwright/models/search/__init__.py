"""Choosing among derivations by counting their operations on a copy of the graph.

graph_trial.py: trial copies, costs, hill climbing; plan_cache.py: what was chosen, kept by robot and motion.

It imports the framework alone and knows no algorithm.
"""
