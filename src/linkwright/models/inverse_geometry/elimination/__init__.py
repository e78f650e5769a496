"""One univariate polynomial for chains without closed forms (Raghavan & Roth).

elimination_choice.py chooses among formulations; resultant_roots.py finds roots; back_substitution.py the other joints.
The imports allowed are those of inverse_geometry.
"""
