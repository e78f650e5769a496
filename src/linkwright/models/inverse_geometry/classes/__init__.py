"""Arms with closed forms: recognizing the class, and its solutions.

classify.py: the class by axes as lines; one file for each class.

As inverse_geometry.
"""
