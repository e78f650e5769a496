"""Arms with closed forms: recognition of the class, and its solutions.

classify.py: the class by axes as lines; one file for each class. The imports allowed are those of inverse_geometry.
"""
