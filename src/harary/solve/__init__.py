"""Solving: one call that chooses a method and returns a result."""

from harary.solve.analysis import Moment, analyse
from harary.solve.asking import Asker, Step
from harary.solve.result import Result
from harary.solve.solver import METHODS, solve
from harary.solve.strategy import Claim, ClaimedMoves, Strategy, StrategyError, confirm, unroll

__all__ = [
    "METHODS",
    "Asker",
    "Claim",
    "ClaimedMoves",
    "Moment",
    "Result",
    "Step",
    "Strategy",
    "StrategyError",
    "analyse",
    "confirm",
    "solve",
    "unroll",
]
