"""Harary: a workbench for positional games.

>>> import harary
>>> position = harary.Position(harary.game("tippy@4x4"))
>>> position.push("b2")
>>> print(position)
4 . . . .
3 . . . .
2 . X . .
1 . . . .
  a b c d
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harary.errors import HararyError, InputError
from harary.games import Player, Position, PositionalGame, Rule, Symmetries, Verdict
from harary.shapes import Shape
from harary.text import game

if TYPE_CHECKING:
    from harary.solve.solver import solve

__version__ = "0.1.0"

__all__ = [
    "HararyError",
    "InputError",
    "Player",
    "Position",
    "PositionalGame",
    "Rule",
    "Shape",
    "Symmetries",
    "Verdict",
    "__version__",
    "game",
    "solve",
]

if not TYPE_CHECKING:  # a type checker would take any name for one of ours

    def __getattr__(name: str) -> object:
        """``harary.solve``, once somebody asks for it: solving needs more than games do."""
        if name != "solve":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        import importlib

        return importlib.import_module("harary.solve")
