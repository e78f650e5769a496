"""Measurements against peers, in one run each: `python -m bench` (or `make bench`); README.md has the list."""
