"""The game that is left after the first stone: a game of its own, to be solved and proved.

Its turns are those that were left. With two stones to a turn the same player may be to move
again, with one stone fewer in his first turn. A list of first moves has done its work, unless it
binds some stone of the turn and the stone was none of these; a game with a text has a text again,
so a proof about it names it in one line and has no bound that the game has not.
"""

from __future__ import annotations

from dataclasses import replace

from harary.games.notation import text_with_stone
from harary.games.position import Position
from harary.games.positional import PositionalGame
from harary.games.schedule import Schedule
from harary.games.words import Player

__all__ = ["game_after"]


def game_after(game: PositionalGame, cell: int, length: int | None = None) -> PositionalGame:
    """The game that is left after a stone on this cell, which must be allowed.

    ``length`` is the bound of the question: it may cut the first turn short, and with it the
    choice that a list of first moves leaves. The new game keeps it only where it has no text.

    >>> from harary.text import game
    >>> str(game_after(game("el@4x4:torus,p=2,q=2"), 5))
    'el@4x4:torus,p=2,q=1,black=b2'
    """
    position = Position(game, length)
    mover = position.to_move
    position.push(cell)
    turns = game.schedule.parameters
    if game.text is None or game.board is None or game.length is not None or turns is None:
        return position.rest()
    assert mover is not None
    first, q, p, r = turns
    if q > 1:
        schedule = Schedule.regular(first, q - 1, p, r)
    else:
        schedule = Schedule.regular(first.opponent, p if first is Player.WHITE else r, p, r)
    return replace(
        game,
        schedule=schedule,
        black=tuple(sorted((*game.black, cell))) if mover is Player.BLACK else game.black,
        white=tuple(sorted((*game.white, cell))) if mover is Player.WHITE else game.white,
        first_moves=None,
        text=text_with_stone(game.text, game.board, game.cells[cell]),
    )
