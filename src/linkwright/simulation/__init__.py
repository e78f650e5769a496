"""The parts of a simulation: the mechanism, what moves it, how time passes, what is kept of it.

mechanism      the compiled models of one robot with all its numbers
state          the vector that is integrated
trajectories   references q(t), qd(t), qdd(t): polynomials, sines, tables
controllers    efforts from a reference and a state
integrators    fixed steps and those of SciPy
recording      the result: arrays, CSV, NPZ
plots          the result as pictures
"""
