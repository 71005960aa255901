"""The oracle: a plain brute-force verdict, slow on purpose.

Everything faster is tested against it, so it knows nothing but the rules of play: it tries
every legal stone, remembers positions, and takes the best of what follows. No symmetry, no
threat, no order of moves, no bound but the length. It gives all three outcomes of the strong
game, any numbers of stones a turn, and any length.

A position is its stones. Who is to move, how many stones are left in the turn and whether
the first-move list is satisfied all follow from them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from harary.games import Player, Position, PositionalGame, Rule, Verdict
from harary.limits import Limits, Watch

__all__ = ["Oracle"]

#: Bytes that a remembered position takes (a tuple of two integers, a value, the table).
_ENTRY_BYTES = 250
_POLL_EVERY = 2048


class Oracle:
    """Verdicts of one game, within ``length`` stones if that is given.

    >>> from harary.text import game
    >>> Oracle(game("row3@3x3")).verdict()
    <Verdict.DRAW: 'draw'>
    """

    def __init__(
        self,
        game: PositionalGame,
        length: int | None = None,
        *,
        limits: Limits | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> None:
        self.position = Position(game, length)
        self.nodes = 0
        self._visits = 0
        self._known: dict[tuple[int, int], Verdict] = {}
        self._watch = Watch(limits or Limits())
        self._progress = progress
        # From the best for Black to the best for White.
        self._order = (
            (Verdict.MAKER, Verdict.BREAKER)
            if game.rule is Rule.WEAK
            else (Verdict.BLACK, Verdict.DRAW, Verdict.WHITE)
        )

    def verdict(self) -> Verdict:
        """How the game ends from here under best play within the length."""
        deepest = 10 * self.position.length + 200
        if sys.getrecursionlimit() < deepest:
            sys.setrecursionlimit(deepest)
        return self._value()

    def best_moves(self) -> list[str]:
        """Every move that keeps the verdict, from a position that is not over."""
        best = self.verdict()
        return [
            self.position.game.cells[cell]
            for cell in self.position.legal_cells()
            if self.verdict_after(cell) is best
        ]

    def verdict_after(self, cell: int) -> Verdict:
        """How the game ends after a stone on this cell."""
        self.position.push(cell)
        verdict = self.verdict()
        self.position.pop()
        return verdict

    def _value(self) -> Verdict:
        self._poll()
        position = self.position
        outcome = position.outcome()
        if outcome is not None:
            return outcome
        key = (position.black, position.white)
        known = self._known.get(key)
        if known is not None:
            return known
        self.nodes += 1
        order = self._order if position.to_move is Player.BLACK else self._order[::-1]
        best = len(order) - 1
        for cell in position.legal_cells():
            position.push(cell)
            best = min(best, order.index(self._value()))
            position.pop()
            if best == 0:
                break
        self._known[key] = order[best]
        return order[best]

    def _poll(self) -> None:
        # Visits are counted, not new positions: on a large board those are few and slow.
        self._visits += 1
        if self._visits % _POLL_EVERY == 0:
            self._watch.check(len(self._known) * _ENTRY_BYTES)
            if self._progress:
                self._progress(self.nodes)
