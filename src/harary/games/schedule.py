"""Who places how many stones in each turn.

The families have q stones in the first turn and then p a turn; White may have his own number
r. A file may say anything, stone by stone. Both are one thing here: some first turns, then a
cycle of turns that repeats (or nothing, where a file's list ends).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from harary.errors import GameError
from harary.games.words import Player

__all__ = ["MAX_STONES_A_TURN", "Schedule", "Turn"]

MAX_STONES_A_TURN = 4096


@dataclass(frozen=True)
class Turn:
    """What one player does before the other: some stones."""

    player: Player
    stones: int

    def __post_init__(self) -> None:
        if not 1 <= self.stones <= MAX_STONES_A_TURN:
            raise GameError(f"{self.stones} stones a turn: expected 1 to {MAX_STONES_A_TURN}")


@dataclass(frozen=True)
class Schedule:
    """Some first turns, then a cycle that repeats; players alternate."""

    opening: tuple[Turn, ...]
    cycle: tuple[Turn, ...] = ()

    def __post_init__(self) -> None:
        turns = [*self.opening, *self.cycle, *self.cycle[:1]]
        if any(a.player is b.player for a, b in pairwise(turns)):
            raise GameError("two turns of one player in a row: join them into one")

    @classmethod
    def regular(cls, first: Player = Player.BLACK, q: int = 1, p: int = 1, r: int = 1) -> Schedule:
        """The first player places q stones; then White places r a turn and Black p.

        >>> "".join(player.value[0] for player in Schedule.regular(q=1, p=2, r=2).movers(9))
        'bwwbbwwbb'
        """
        stones = {Player.BLACK: p, Player.WHITE: r}
        second = first.opponent
        cycle = (Turn(second, stones[second]), Turn(first, stones[first]))
        return cls((Turn(first, q),), cycle)

    @classmethod
    def from_movers(cls, movers: Iterable[Player]) -> Schedule:
        """The schedule of a list that says who places each stone."""
        runs = [Turn(player, sum(1 for _ in run)) for player, run in groupby(movers)]
        if len(runs) > 2:
            counts = {runs[1].player: runs[1].stones, runs[2].player: runs[2].stones}
            regular = cls.regular(
                runs[0].player, runs[0].stones, counts[Player.BLACK], counts[Player.WHITE]
            )
            stones = sum(turn.stones for turn in runs)
            if regular.movers(stones) == [turn.player for turn in runs for _ in range(turn.stones)]:
                return regular
        return cls(tuple(runs))

    @property
    def parameters(self) -> tuple[Player, int, int, int] | None:
        """(first player, q, p, r), or None where the turns are irregular."""
        if len(self.opening) != 1 or len(self.cycle) != 2:
            return None
        first = self.opening[0]
        counts = {turn.player: turn.stones for turn in self.cycle}
        return first.player, first.stones, counts[Player.BLACK], counts[Player.WHITE]

    def turns(self, stones: int) -> list[Turn]:
        """The turns up to this many stones; the last one may be short."""
        turns: list[Turn] = []
        left = stones
        source: Sequence[Turn] = self.opening
        while left:
            if not source:
                raise GameError(f"the schedule ends {left} stones before the game does")
            for turn in source:
                taken = min(turn.stones, left)
                if taken:
                    turns.append(Turn(turn.player, taken))
                left -= taken
            source = self.cycle
        return turns

    def movers(self, stones: int) -> list[Player]:
        """Who places each of the first stones."""
        return [turn.player for turn in self.turns(stones) for _ in range(turn.stones)]

    def stones_in(self, turns: int) -> int:
        """How many stones this many turns are.

        >>> Schedule.regular(q=1, p=2, r=2).stones_in(3)
        5
        """
        total = sum(turn.stones for turn in self.opening[:turns])
        left = turns - len(self.opening)
        if left > 0 and self.cycle:
            rounds, rest = divmod(left, len(self.cycle))
            total += rounds * sum(turn.stones for turn in self.cycle)
            total += sum(turn.stones for turn in self.cycle[:rest])
        return total

    @property
    def capacity(self) -> int | None:
        """How many stones the schedule covers, or None where it goes on for ever."""
        return None if self.cycle else sum(turn.stones for turn in self.opening)
