"""One call that solves a game."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from harary.errors import InputError, LimitReached
from harary.games import PositionalGame, Verdict
from harary.limits import Limits, Watch
from harary.search import Oracle
from harary.solve.result import Result

__all__ = ["METHODS", "solve"]

#: How a game can be solved.
METHODS = ("oracle",)


def solve(
    game: PositionalGame,
    *,
    length: int | None = None,
    method: str = "oracle",
    limits: Limits | None = None,
    progress: Callable[[int], object] | None = None,
) -> Result:
    """Solve a game within ``length`` stones, or the whole game.

    >>> from harary.text import game
    >>> solve(game("tippy@3x3")).claim
    'Black wins'
    """
    if method not in METHODS:
        raise InputError(f"method {method!r}: expected one of {', '.join(METHODS)}")
    if length is not None and length < 0:
        raise InputError(f"length {length}: expected a number of stones")
    watch = Watch(limits or Limits())
    oracle = Oracle(game, length, limits=limits, progress=progress)
    # A bound that a file sets, or one below the whole game, is part of the claim.
    within = oracle.position.length if oracle.position.length < game.free_cells else None
    moves: tuple[str, ...] = ()
    reason = None
    try:
        verdict = oracle.verdict()
    except LimitReached as limit:
        verdict, reason = Verdict.UNKNOWN, limit.reason
    if verdict.winner is not None and verdict.winner is oracle.position.to_move:
        # The verdict stands without them: running out of time here costs only the list.
        with suppress(LimitReached):
            moves = tuple(oracle.best_moves())
    return Result(
        game=str(game),
        rule=game.rule.value,
        verdict=verdict,
        method=method,
        seconds=watch.seconds,
        within=within,
        nodes=oracle.nodes,
        reason=reason,
        first_moves=moves,
    )
