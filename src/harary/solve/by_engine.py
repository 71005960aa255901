"""The method ``pns``: the native engine's search, whose verdicts come with proofs.

Black's half first. In the strong game, where Black does not win, White's half: he does not win
either where his strategy could be stolen, else the engine is asked again.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from harary.errors import LimitReached
from harary.games import (
    Player,
    Position,
    PositionalGame,
    Rule,
    Verdict,
    embedded,
    white_cannot_win,
)
from harary.limits import Limits, Watch
from harary.proofs import Claim, Proof
from harary.search.engine import Decision, settle
from harary.search.minimise import minimise
from harary.search.prover import prove
from harary.solve.proving import with_proofs
from harary.solve.result import Result

__all__ = ["by_engine"]

#: Larger proofs are kept as they are: making one smaller takes longer than checking it.
MINIMISED = 3000


def by_engine(
    game: PositionalGame,
    *,
    length: int | None,
    watch: Watch,
    progress: Callable[[int], object] | None,
    path: str | os.PathLike[str] | None,
    check: bool,
) -> Result:
    """Decide, and prove."""
    bound = Position(game, length).length
    within = bound if bound < game.free_cells else None
    nodes = 0

    def decided(player: Player) -> Decision:
        nonlocal nodes
        before = nodes

        def told(positions: int) -> None:
            nonlocal nodes
            # What is known of a search that a limit ends.
            nodes = before + positions
            if progress is not None:
                progress(positions)

        limits = Limits(_left(watch), watch.limits.memory)
        found = settle(game, player, within, limits=limits, progress=told)
        nodes = before + found.nodes
        return found

    verdict, proofs, reason = Verdict.UNKNOWN, list[Proof](), None
    try:
        black = decided(Player.BLACK)
        proofs = [black.proof]
        if black.attacker_wins:
            verdict = Verdict.win(Player.BLACK, game.rule)
        elif game.rule is Rule.WEAK:
            verdict = Verdict.BREAKER
        else:
            verdict = Verdict.NOT_BLACK
            if game.text is not None and white_cannot_win(game):
                proofs += prove(game, [Claim(Player.WHITE, False, within)])
                verdict = Verdict.DRAW
            else:
                white = decided(Player.WHITE)
                proofs = [white.proof] if white.attacker_wins else [*proofs, white.proof]
                verdict = Verdict.WHITE if white.attacker_wins else Verdict.DRAW
    except LimitReached as limit:
        reason = limit.reason
    result = Result(
        game=str(game),
        rule=game.rule.value,
        verdict=verdict,
        method="pns",
        seconds=watch.seconds,
        within=within,
        nodes=nodes,
        reason=reason,
        first_moves=_first_move(game, verdict, proofs),
        listing=embedded(game),
    )
    if not proofs or (not check and path is None):
        return result
    short = [minimise(p) if len(p.entries) <= MINIMISED else p for p in proofs]
    return with_proofs(result, short, watch=watch, path=path)


def _left(watch: Watch) -> float | None:
    seconds = watch.limits.seconds
    return None if seconds is None else max(seconds - watch.seconds, 1e-3)


def _first_move(game: PositionalGame, verdict: Verdict, proofs: list[Proof]) -> tuple[str, ...]:
    """The first stone of the proof, where the winner moves first."""
    if verdict.winner is None:
        return ()
    entry = proofs[0].entry(proofs[0].root)
    if entry.rule == "move":
        cell = entry.children[0].cell
        assert cell is not None
        return (game.cells[cell],)
    if entry.rule == "completes":
        return (game.cells[(entry.cells & -entry.cells).bit_length() - 1],)
    return ()
