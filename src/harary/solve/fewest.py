"""Who wins, and how soon: the verdict and the fewest stones at the same time.

Either question may be the easier one. Of a draw the lengths say nothing before the last one; and
a win that is nearby is found among few stones long before the whole game is searched. So they
take turns with more and more time, until it is known who wins. From then on only the winner's
lengths are asked.
"""

from __future__ import annotations

import time

from harary.errors import MemoryLimitReached, TimeLimitReached
from harary.games import Player, PositionalGame, Rule, white_cannot_win
from harary.proofs import Proof
from harary.search.engine import Decision
from harary.search.shortest import Ladder
from harary.solve.result import Fewest
from harary.solve.searcher import Halves, Searcher

__all__ = ["FewestStones"]

#: Seconds that each of the two gets at first, and how they grow.
_FIRST_SECONDS, _GROWTH = 1.0, 4.0


class FewestStones:
    """The search for the verdict (``halves``) and for the fewest stones of its winner."""

    def __init__(
        self, game: PositionalGame, within: int | None, searcher: Searcher, *, check: bool
    ) -> None:
        self.game = game
        self.halves = Halves(game, within, check=check)
        self.searcher = searcher
        self._check = check
        one = game.rule is Rule.WEAK or white_cannot_win(game)
        players = [Player.BLACK] if one else list(Player)
        self._ladders = {player: Ladder(game, player, within) for player in players}

    def search(self) -> None:
        """Find out all; where a limit ends it, what is known by then stays."""
        self._search_winner()
        winner = self._winner
        while winner is not None and winner.length is not None:
            self._ask(winner, None)

    def _search_winner(self) -> None:
        ways = [self._ask_for_the_verdict, self._ask_lengths]
        seconds = _FIRST_SECONDS
        while True:
            for way in list(ways):
                # The last way that is left gets all the time.
                end = time.monotonic() + seconds if len(ways) > 1 else None
                try:
                    way(end)
                    if self.halves.open is None:
                        return
                    # All lengths were too short: only the verdict can say more.
                    ways.remove(way)
                except TimeLimitReached:
                    self.searcher.watch.check()
                    if end is None:
                        raise
                except MemoryLimitReached:
                    # More time would not help.
                    ways.remove(way)
                    if not ways:
                        raise
            if not ways:
                raise MemoryLimitReached("the lengths are too short, and the rest is too large")
            seconds *= _GROWTH

    @property
    def proofs(self) -> list[Proof]:
        """The proofs of the verdict."""
        winner = self._winner
        return self.halves.proofs if winner is None or winner.win is None else [winner.win]

    @property
    def refutations(self) -> list[Proof]:
        """The proof that the winner does not win with fewer stones, if there is one."""
        winner = self._winner
        return [] if winner is None or winner.refutation is None else [winner.refutation]

    @property
    def within(self) -> int | None:
        """The bound of the verdict: the fewest stones that are known to be enough."""
        winner = self._winner
        if winner is None or winner.win is None:
            return self.halves.within
        return winner.win.claim.within

    @property
    def found(self) -> tuple[Fewest, ...]:
        """What is known of each player who may win."""
        winner = self._winner
        ladders = [winner] if winner is not None else list(self._ladders.values())
        return tuple(
            Fewest(
                ladder.player,
                ladder.stones,
                ladder.at_least,
                ladder.not_within,
                bool(ladder.proofs) and self.searcher.has_accepted(*ladder.proofs),
            )
            for ladder in ladders
            if self.halves.wins.get(ladder.player, True) and ladder.at_least is not None
        )

    @property
    def _winner(self) -> Ladder | None:
        player = next((player for player, wins in self.halves.wins.items() if wins), None)
        return None if player is None else self._ladders[player]

    def _next(self) -> Ladder | None:
        """The ladder whose next length is the shortest of those that are open."""
        wins = self.halves.wins
        ladders = [each for each in self._ladders.values() if each.length is not None]
        ladders = [each for each in ladders if wins.get(each.player, True)]
        return min(ladders, key=lambda each: each.length or 0, default=None)

    def _ask_for_the_verdict(self, end: float | None) -> None:
        while self.halves.open is not None:
            self.halves.ask(self.searcher, _left(end))

    def _ask_lengths(self, end: float | None) -> None:
        while self.halves.open is not None and (ladder := self._next()) is not None:
            if self._ask(ladder, end).attacker_wins:
                self.halves.wins[ladder.player] = True

    def _ask(self, ladder: Ladder, end: float | None) -> Decision:
        return ladder.ask(
            lambda length: self.searcher.settle(
                self.game, ladder.player, length, seconds=_left(end), check=self._check
            )
        )


def _left(end: float | None) -> float | None:
    if end is None:
        return None
    left = end - time.monotonic()
    if left <= 0:
        raise TimeLimitReached("no answer in this share of the time")
    return left
