"""Solving: one call that chooses a method and returns a result."""

from harary.solve.result import Result
from harary.solve.solver import METHODS, solve

__all__ = ["METHODS", "Result", "solve"]
