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

from harary.errors import HararyError, InputError
from harary.games import Player, Position, PositionalGame, Rule, Symmetries, Verdict
from harary.shapes import Shape
from harary.text import game

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
]
