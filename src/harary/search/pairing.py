"""Pairing defences: after so many of his own stones the defender has a pairing for the rest.

Without any stone it is one question to a SAT solver. After the defender's first k stones it is a
search over these stones, with such a question at its end (002's section 6.1). What comes out is
a proof of "Black does not win", whose leaves are pairings.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from harary.defences.pairing_by_sat import pairs_by_sat
from harary.errors import GameError, TimeLimitReached
from harary.games import ConnectionGoal, Player, PositionalGame
from harary.games.goals import mask_of
from harary.limits import Limits
from harary.proofs import Claim, Proof
from harary.search.prover import ClaimRefutedError, Guide, Node, Prover, Times

__all__ = ["pairing_defence"]


def pairing_defence(
    game: PositionalGame,
    after: int = 0,
    *,
    limits: Limits | None = None,
    progress: Callable[[int], object] | None = None,
) -> Proof | None:
    """A proof by pairings after at most ``after`` stones of White's, or None: there is none.

    >>> from harary.text import game
    >>> proof = pairing_defence(game("skinny@4x4:weak"))
    >>> proof is not None and proof.entry(proof.root).rule
    'pairs'
    """
    times = Times(game, None)
    if isinstance(game.black_goal, ConnectionGoal):
        raise GameError(f"{game}: pairings are for listed sets, not for joining sides")
    if not times.one_a_turn(Player.BLACK, 0):
        raise GameError(f"{game}: a pairing answers one stone a turn, here Black places more")
    try:
        return _Pairer(game, after, limits or Limits(), progress).prove()
    except ClaimRefutedError:
        return None


class _Pairer(Prover):
    """A prover that knows pairings only, and stops after some stones of the defender."""

    def __init__(
        self,
        game: PositionalGame,
        after: int,
        limits: Limits,
        progress: Callable[[int], object] | None,
    ) -> None:
        super().__init__(game, Claim(Player.BLACK, wins=False), limits=limits, progress=progress)
        self._most = game.white_mask.bit_count() + after
        self._deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
        self._memory = limits.memory

    def _search(self, won: int, lost: int, placed: int, guide: Guide | None) -> Node | None:
        if self._progress:
            self._progress(self.nodes)
        leaf = self._leaf(won, lost, placed, guide)
        if leaf is not None or won.bit_count() >= self._most:
            return leaf
        return super()._search(won, lost, placed, guide)

    def _leaf(self, won: int, lost: int, placed: int, _guide: Guide | None) -> Node | None:
        live = [cells & ~lost for cells in self._their_sets if not cells & won]
        if any(cells.bit_count() < 2 for cells in live):
            return None
        sets = [[c for c in range(len(self.game.cells)) if cells >> c & 1] for cells in set(live)]
        pairs = pairs_by_sat(sets, Limits(self._left(), self._memory)) if sets else []
        if pairs is None:
            return None
        support = mask_of([cell for pair in pairs for cell in pair])
        return Node(won, lost, placed, "pairs", support, None, (), tuple(pairs))

    def _left(self) -> float | None:
        if self._deadline is None:
            return None
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise TimeLimitReached("no pairing within the time")
        return left
