"""The method ``qbf``: formulas and solvers, at one length or deepening."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress

from harary.errors import LimitReached
from harary.games import Player, Position, PositionalGame, Verdict, embedded
from harary.limits import Limits, watched
from harary.proofs import Claim
from harary.qbf import Question
from harary.solve.asking import Asker, Step
from harary.solve.by_formula import Finding, by_formula
from harary.solve.deepening import deepen, shortest
from harary.solve.result import Result
from harary.solve.strategy import ClaimedMoves

__all__ = ["by_solvers"]


def by_solvers(
    game: PositionalGame,
    *,
    length: int | None,
    limits: Limits,
    encoding: str,
    options: dict[str, object],
    solvers: Sequence[str],
    deepening: bool,
    view: Player | None,
    first_moves: bool,
    told: Callable[[Step], object] | None,
    asking: Callable[[Question], object] | None,
    resume: str | os.PathLike[str] | None,
    proof: str | os.PathLike[str] | None = None,
) -> Result:
    """Ask, and put the answers into a result."""
    finding: Finding | None = None
    reason = None
    moves: tuple[str, ...] = ()
    asker = Asker(tuple(solvers), limits, told, asking=asking, resume=resume)
    with asker, watched(asker.watch):
        try:
            if not deepening:
                chosen = options if view is None else {**options, "view": view}
                finding = by_formula(game, asker, encoding, length, chosen)
            elif view is None:
                finding = deepen(game, asker, encoding, length, options)
            else:
                finding = shortest(game, asker, view, encoding, length, options)
            reason = finding.reason
        except LimitReached as limit:
            reason = limit.reason
        if first_moves and finding is not None:
            with suppress(LimitReached):
                moves = _first_move(game, finding, asker)
    step = finding.step if finding is not None else None
    result = Result(
        game=str(game),
        rule=game.rule.value,
        verdict=Verdict.UNKNOWN if finding is None else finding.verdict,
        method="qbf",
        seconds=asker.watch.seconds,
        within=_within(game, length if finding is None else finding.length),
        reason=reason,
        first_moves=moves,
        encoding=encoding if step is None else step.encoding,
        solver=None if step is None else step.solver,
        preprocessor=None if step is None else step.preprocess or None,
        memory=asker.memory or None,
        steps=tuple(asker.steps),
        listing=embedded(game),
    )
    if proof is None:
        return result
    from harary.solve.proving import proved

    again = Asker(tuple(solvers), limits, told, asking=asking, resume=resume)
    again.watch = asker.watch
    with again, watched(again.watch):
        return proved(result, game, watch=again.watch, path=proof, asker=again)


def _within(game: PositionalGame, length: int | None) -> int | None:
    """The bound as a part of the claim: none where the whole game was asked about."""
    return length if length is not None and length < game.free_cells else None


def _first_move(game: PositionalGame, finding: Finding, asker: Asker) -> tuple[str, ...]:
    """A first move that wins, where the winner is to move and completes a set."""
    position = Position(game, finding.length)
    winner = finding.verdict.winner
    if winner is None or winner is not position.to_move or finding.verdict is Verdict.BREAKER:
        return ()
    cell = ClaimedMoves(Claim(winner), asker).move(position)
    return (game.cells[cell],)
