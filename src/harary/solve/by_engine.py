"""The methods ``pns``, ``dfs`` and ``dfpn``: the native searches, whose verdicts come with proofs.

Black's half first. In the strong game, where Black does not win, White's half: he does not win
either where his strategy could be stolen, else the engine is asked again. If somebody wants to know
the fewest stones, the lengths are asked beside (:mod:`harary.solve.fewest`); the verdicts after
the first moves come last (:mod:`harary.solve.first_moves`).
"""

from __future__ import annotations

import os
from dataclasses import replace

from harary.errors import LimitReached
from harary.games import Position, PositionalGame, Verdict, embedded
from harary.proofs import Proof
from harary.search.engine import joins
from harary.search.minimise import minimise
from harary.solve.fewest import FewestStones
from harary.solve.first_moves import first_stone, with_first_moves
from harary.solve.proving import CHECKER, with_line, with_proofs
from harary.solve.result import Fewest, Result
from harary.solve.searcher import Halves, Searcher

__all__ = ["by_engine"]

#: Larger proofs are kept as they are: making one smaller takes longer than checking it.
MINIMISED = 3000


def by_engine(
    game: PositionalGame,
    *,
    length: int | None,
    searcher: Searcher,
    path: str | os.PathLike[str] | None,
    check: bool,
    all_moves: bool = False,
    shortest: bool = False,
) -> Result:
    """Decide, and prove."""
    bound = Position(game, length).length
    within = bound if bound < game.free_cells else None
    halves, fewest = Halves(game, within), None
    if shortest:
        fewest = FewestStones(game, within, searcher, check=check)
        halves = fewest.halves
    reason = None
    try:
        if fewest is not None:
            fewest.search()
        while halves.open is not None:
            halves.ask(searcher)
    except LimitReached as limit:
        reason = limit.reason
    proofs = halves.proofs if fewest is None else fewest.proofs
    result = Result(
        game=str(game),
        rule=game.rule.value,
        verdict=halves.verdict,
        method=searcher.method,
        seconds=searcher.watch.seconds,
        within=within if fewest is None else fewest.within,
        nodes=searcher.nodes,
        reason=reason,
        first_moves=_first_move(game, halves.verdict, proofs),
        shortest=None if fewest is None else fewest.found,
        facts=tuple(searcher.facts),
        listing=embedded(game),
    )
    if result.verdict is Verdict.UNKNOWN:
        proofs = []
    elif check or path is not None:
        kept = [*proofs, *(fewest.refutations if fewest is not None else ())]
        kept = [_smaller(proof) for proof in kept]
        checked = with_proofs(result, kept, watch=searcher.watch, path=path)
        if checked.proved and fewest is not None:
            checked = replace(checked, shortest=_proved(fewest))
        elif not checked.proved and searcher.has_accepted(*proofs):
            # The time ran out for the file, but each proof was accepted when it was found.
            checked = replace(checked, proved=True, checker=CHECKER, reason=reason)
        result, proofs = checked, kept
    else:
        result = with_line(result, proofs[0])
    if all_moves:
        result = with_first_moves(result, game, length, searcher, proofs=proofs, check=check)
    return result


def _smaller(proof: Proof) -> Proof:
    """The proof with fewer entries, where that is quick: it takes lists of sets."""
    small = len(proof.entries) <= MINIMISED and not joins(proof.game, proof.claim.attacker)
    return minimise(proof) if small else proof


def _proved(fewest: FewestStones) -> tuple[Fewest, ...]:
    """What is known of the winner's stones, when the file with both proofs was accepted.

    What follows from counting stones alone has no proof.
    """
    return tuple(
        replace(each, proved=each.proved or each.stones is not None or bool(fewest.refutations))
        for each in fewest.found
    )


def _first_move(game: PositionalGame, verdict: Verdict, proofs: list[Proof]) -> tuple[str, ...]:
    """The first stone of the proof, where the winner moves first."""
    cell = None if verdict.winner is None else first_stone(proofs[0])
    return () if cell is None else (game.cells[cell],)
