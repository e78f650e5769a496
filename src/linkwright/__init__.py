"""Linkwright: a compiler for robot models."""
