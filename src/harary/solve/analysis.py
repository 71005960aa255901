"""A recorded game, position by position: how soon a player wins from there (004, section 6.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from harary.errors import LimitReached
from harary.games import Player, Position, PositionalGame, Verdict
from harary.limits import watched
from harary.solve.asking import Asker
from harary.solve.deepening import shortest

__all__ = ["Moment", "analyse"]


@dataclass(frozen=True)
class Moment:
    """A position of a recorded game.

    ``length`` is the fewest stones within which the player wins; where there is none, ``none``
    is the longest length that is known to be too short. Both at once mean that the time ran out.
    """

    placed: int
    move: str | None
    to_move: Player | None
    length: int | None
    none: int | None
    over: Verdict | None
    seconds: float
    reason: str | None = None

    def as_json(self) -> dict[str, object]:
        """The values by name."""
        return {
            "placed": self.placed,
            "move": self.move,
            "to_move": self.to_move,
            "length": self.length,
            "none_within": self.none,
            "over": self.over,
            "seconds": round(self.seconds, 3),
            "reason": self.reason,
        }


def analyse(
    game: PositionalGame,
    moves: Sequence[str],
    askers: Iterator[Asker],
    view: Player = Player.BLACK,
    length: int | None = None,
    encoding: str = "cor-plus",
) -> Iterator[Moment]:
    """Each position of the game, from the last to the first, where wins are the shortest.

    Each position gets an asker of its own, so that limits are for each; ``length`` bounds the
    stones that are looked ahead.
    """
    position = Position(game)
    for move in moves:
        position.push(move)
    while True:
        yield _moment(position, next(askers), view, length, encoding)
        if not position.moves:
            return
        position.pop()


def _moment(
    position: Position, asker: Asker, view: Player, length: int | None, encoding: str
) -> Moment:
    outcome = position.outcome()
    placed = position.stones
    move = position.moves[-1] if position.moves else None
    if outcome is not None:
        won = outcome is Verdict.win(view, position.game.rule) and outcome is not Verdict.BREAKER
        return Moment(placed, move, None, 0 if won else None, None, outcome, 0.0)
    rest = position.rest()
    bound = rest.stones if length is None else min(length, rest.stones)
    wins_in: int | None = None
    try:
        with watched(asker.watch):
            finding = shortest(rest, asker, view, encoding, bound)
        wins_in = finding.length if finding.step.truth else None
        reason = finding.reason if finding.step.truth is None else None
    except LimitReached as limit:
        reason = limit.reason
    missed = [step.length for step in asker.steps if step.truth is False]
    return Moment(
        placed=placed,
        move=move,
        to_move=position.to_move,
        length=wins_in,
        none=None if wins_in is not None else max(missed, default=None),
        over=None,
        seconds=asker.watch.seconds,
        reason=reason,
    )
