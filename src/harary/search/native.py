"""From a game to the native core's rules, and back: the one place that knows both."""

from __future__ import annotations

from harary import _engine
from harary.errors import GameError
from harary.games import Player, PositionalGame, Rule, Symmetries

__all__ = ["group_of", "rules_of"]


def rules_of(
    game: PositionalGame,
    length: int | None = None,
    only: Player | None = None,
    *,
    sets: bool = True,
) -> _engine.Rules:
    """The game compiled for the core: explicit sets and who places each stone.

    With ``only``, the other player has no sets: he can do no more than block. Without ``sets``
    nobody has any: what the players want is said otherwise.
    """
    if len(game.cells) > _engine.MAX_CELLS:
        raise GameError(
            f"{game}: {len(game.cells)} cells, the native core plays on at most {_engine.MAX_CELLS}"
        )
    stones = game.stones if length is None else min(length, game.stones)
    movers = bytes(player is Player.WHITE for player in game.schedule.movers(stones))
    return _engine.Rules(
        len(game.cells),
        game.black_sets if sets and only is not Player.WHITE else (),
        game.white_sets if sets and only is not Player.BLACK else (),
        movers,
        black=game.black,
        white=game.white,
        first_moves=game.first_moves,
        first_any=game.first_any,
        weak=game.rule is Rule.WEAK,
    )


def group_of(game: PositionalGame) -> _engine.Group:
    """The game's symmetries, element by element, for the core."""
    return _engine.Group(len(game.cells), Symmetries(game).elements)
