"""Search for the cheapest derivation by counting operations on a copy of the graph.

graph_trial.py: trial copies, costs, hill climbing; plan_cache.py: cache of the plans found, by robot and motion.

It imports the framework alone and knows no algorithm.
"""
