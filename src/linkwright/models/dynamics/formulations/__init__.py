"""The formulations of the equations of motion: independent derivations of the same efforts.

newton_euler.py (the page of the book), lagrange.py, kane.py, per_body.py, uicker_kahn.py; formulation_table.py lists
them. A new formulation is a file here and a line of that table.

They share no recursion where they prove each other.
"""
