"""Strategy stealing: games in which White cannot win, known without a search.

If White had a winning strategy, Black could place any stones first and then play it himself:
a stone more never hurts its owner. That needs a strong game that Black begins without stones
on the board, the same sets for both, no list of first moves, and that Black places at least
as many stones in each of his turns (q in the first, then p) as White in his (r).
"""

from __future__ import annotations

from harary.games.positional import PositionalGame
from harary.games.words import Player, Rule

__all__ = ["white_cannot_win"]


def white_cannot_win(game: PositionalGame) -> bool:
    """True where White has nothing to win, or stealing shows that he does not win."""
    if game.rule is Rule.WEAK:
        return True
    turns = game.schedule.parameters
    if turns is None or game.black or game.white or game.first_moves is not None:
        return False
    first, q, p, r = turns
    if first is not Player.BLACK or min(q, p) < r:
        return False
    own, other = (set(map(frozenset, sets)) for sets in (game.black_sets, game.white_sets))
    return own == other
