"""Solving: one call that chooses a method and returns a result."""

from harary.solve.analysis import Moment, analyse
from harary.solve.asking import Asker, Step
from harary.solve.result import Result
from harary.solve.solver import METHODS, solve
from harary.solve.strategy import ClaimedMoves, Strategy, StrategyError, adviser, confirm, unroll

__all__ = [
    "METHODS",
    "Asker",
    "ClaimedMoves",
    "Moment",
    "Result",
    "Step",
    "Strategy",
    "StrategyError",
    "adviser",
    "analyse",
    "confirm",
    "solve",
    "unroll",
]
