"""How soon a player wins: the fewest stones, shown from both sides.

The length counts the stones of both players. A player completes a set with a stone of his own, so
only the lengths at which he places the last stone are asked about: 0, and then in the usual
schedule 1, 3, 5, ... for Black. That he wins within 9 stones and not within 7 shows that 9 is the
fewest; both are claims with proofs.

The lengths are asked from below (iterative deepening: Korf, 1985). The last two questions have to
be answered whatever the order, and those before them are small. The other way takes the win
without a bound, and steps down from the most stones on a path of its proof. Measured beside this
one (`python -m benchmarks.shortest`), it looked at half as many positions again over ten games,
at fewer in one of them (z-pentomino on the torus, 0.9), and did not come to an end in the eleventh,
skinny@7x7:weak. The path of a win without a bound is far longer than need be, and each win on the
way down has to be found.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from harary.errors import InputError
from harary.games import Player, Position, PositionalGame, Rule, SetsGoal, Verdict
from harary.games.goals import mask_of
from harary.limits import Limits, Watch
from harary.proofs import Proof
from harary.search.engine import Decision, Progress, settle

__all__ = ["Ladder", "Shortest", "shortest"]


@dataclass(frozen=True)
class Shortest:
    """The fewest stones within which a player wins, with a proof of each side.

    ``stones`` and ``win`` are None where he does not win, or not within the bound: ``refutation``
    shows that. It is itself None where he has won before the first move.
    """

    player: Player
    stones: int | None
    win: Proof | None
    refutation: Proof | None
    nodes: int


class Ladder:
    """The lengths at which a player may win, to be asked one after the other from below.

    >>> from harary.text import game
    >>> Ladder(game("tippy@3x3:p=2,q=1"), Player.BLACK).lengths
    [0, 1, 4, 5, 8, 9]
    """

    def __init__(self, game: PositionalGame, player: Player, within: int | None = None) -> None:
        if game.rule is Rule.WEAK and player is Player.WHITE:
            raise InputError(f"{game}: Breaker completes no set; expected black, who is Maker")
        self.game = game
        self.player = player
        position = Position(game, within)
        movers = enumerate(game.schedule.movers(position.length), 1)
        self.lengths = [0] + [number for number, mover in movers if mover is player]
        self.win: Proof | None = None
        self.refutation: Proof | None = None
        self.nodes = 0
        self._rung: int | None = _first_rung(position, player, len(self.lengths) - 1)

    @property
    def length(self) -> int | None:
        """The length to be asked next; None where all is known."""
        return None if self._rung is None else self.lengths[self._rung]

    @property
    def stones(self) -> int | None:
        """The fewest stones with which he wins, as soon as that is shown from both sides."""
        return self.win.claim.within if self.win is not None and self.length is None else None

    @property
    def at_least(self) -> int | None:
        """He needs at least so many stones, as far as is known; None where he does not win."""
        if self.win is not None:
            return self.win.claim.within
        return self.length

    @property
    def not_within(self) -> int | None:
        """The most stones of which it was shown that he does not win within them."""
        return None if self.refutation is None else self.refutation.claim.within

    @property
    def proofs(self) -> list[Proof]:
        """The proofs of what is known: a win, and that he does not win with fewer stones."""
        return [proof for proof in (self.win, self.refutation) if proof is not None]

    def ask(self, settled: Callable[[int], Decision]) -> Decision:
        """Ask the next length of somebody who decides whether he wins within it."""
        assert self._rung is not None
        rung = self._rung
        decision = settled(self.lengths[rung])
        self.nodes += decision.nodes
        if decision.attacker_wins:
            self.win = decision.proof
            # A first rung that is won leaves the one below it to be refuted.
            below = rung > 0 and self.not_within != self.lengths[rung - 1]
            self._rung = rung - 1 if below else None
        else:
            self.refutation = decision.proof
            ended = self.win is not None or rung == len(self.lengths) - 1
            self._rung = None if ended else rung + 1
        return decision


def shortest(
    game: PositionalGame,
    player: Player,
    within: int | None = None,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    told: Callable[[Decision], object] | None = None,
) -> Shortest:
    """The fewest stones of both players with which a player wins, from the game's position.

    ``told`` hears of each length that was decided, so that something is known where a limit
    ends the search with an exception.

    >>> from harary.text import game
    >>> shortest(game("tippy@3x3"), Player.BLACK).stones
    9
    """
    ladder = Ladder(game, player, within)
    watch = Watch(limits or Limits())
    most = 0

    def report(nodes: int) -> None:
        nonlocal most
        # A search that begins anew counts anew.
        most = max(most, ladder.nodes + nodes)
        if progress is not None:
            progress(most)

    def settled(length: int) -> Decision:
        left = Limits(watch.left, watch.limits.memory)
        return settle(game, player, length, limits=left, progress=report)

    while ladder.length is not None:
        watch.check()
        decision = ladder.ask(settled)
        if told is not None:
            told(decision)
    return Shortest(player, ladder.stones, ladder.win, ladder.refutation, ladder.nodes)


def _first_rung(position: Position, player: Player, last: int) -> int:
    """The number of his stones with which he may complete a set, at the earliest.

    With fewer nobody need be asked, unless it is the length just below a win.
    """
    game = position.game
    outcome = position.outcome()
    if outcome is not None and outcome is not Verdict.win(player, game.rule):
        return last
    goal = game.goal(player)
    if not isinstance(goal, SetsGoal):
        return 0
    own, other = position.own(player), position.own(player.opponent)
    masks = map(mask_of, goal.listed)
    return min([last, *((mask & ~own).bit_count() for mask in masks if not mask & other)])
