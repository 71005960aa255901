"""Solving: one call that chooses a method and returns a result.

The package itself can be called: ``harary.solve(game, ...)`` is :func:`solve`.
"""

import sys
from types import ModuleType
from typing import Any

from harary.solve.analysis import Moment, analyse
from harary.solve.asking import Asker, Step
from harary.solve.result import Fact, Fewest, FirstMove, Result
from harary.solve.solver import METHODS, solve
from harary.solve.strategy import ClaimedMoves, Strategy, StrategyError, adviser, confirm, unroll

__all__ = [
    "METHODS",
    "Asker",
    "ClaimedMoves",
    "Fact",
    "Fewest",
    "FirstMove",
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


class _Callable(ModuleType):
    """A package that is also the function of the same name.

    ``import harary.solve`` puts the package where ``harary.solve`` is looked up, so a function
    there would be one or the other depending on what was imported before.
    """

    def __call__(self, *arguments: Any, **options: Any) -> Result:
        return solve(*arguments, **options)


sys.modules[__name__].__class__ = _Callable
