"""Whether Black wins, by a plain search on bit masks: the truth that solvers are held against.

It shares nothing with the formulas and little with the oracle: who can complete a set in his
turn does so, who has to stop the other does that, cells of many half-filled sets come first, and
positions are remembered. The 96 games of 4x4 take it seconds.
"""

from __future__ import annotations

from harary import Player, PositionalGame

__all__ = ["black_wins"]


def mask(cells: tuple[int, ...]) -> int:
    """The cells as bits."""
    return sum(1 << cell for cell in cells)


def black_wins(game: PositionalGame) -> bool:
    """Whether Black completes a set, in the strong game before White does."""
    if game.first_moves is not None:
        raise ValueError("a first-move list is not searched")
    search, black, white = Search(game), mask(game.black), mask(game.white)
    # Somebody may have completed a set before the first move.
    if search.completes(0, white, black, 0):
        return False
    return search.completes(1, black, white, 0) or search.wins(black, white, 0)


class Search:
    """The sets, and who places which stone."""

    def __init__(self, game: PositionalGame) -> None:
        self.all = (1 << len(game.cells)) - 1
        # By player: Black is 1, White 0.
        self.sets = [[mask(s) for s in sets] for sets in (game.white_sets, game.black_sets)]
        self.movers: list[int] = []
        self.left: list[int] = []  # of the turn, the stone itself included
        for turn in game.schedule.turns(game.stones):
            self.movers += [int(turn.player is Player.BLACK)] * turn.stones
            self.left += range(turn.stones, 0, -1)
        self.known: dict[tuple[int, int], bool] = {}

    def completes(self, player: int, own: int, other: int, stones: int) -> bool:
        """Whether so many stones in a row complete a set of the player."""
        return any(not s & other and (s & ~own).bit_count() <= stones for s in self.sets[player])

    def wins(self, black: int, white: int, placed: int) -> bool:
        """Whether Black wins from here."""
        if placed == len(self.movers):
            return False
        key = black, white
        if key not in self.known:
            self.known[key] = self.decided(black, white, placed)
        return self.known[key]

    def decided(self, black: int, white: int, placed: int) -> bool:
        """The same without the memory."""
        player = self.movers[placed]
        own, other = (black, white) if player else (white, black)
        if self.completes(player, own, other, self.left[placed]):
            return bool(player)
        if not any(not s & white for s in self.sets[1]):
            return False
        for cell in self.moves(player, own, other, placed):
            if player and self.wins(black | cell, white, placed + 1):
                return True
            if not player and not self.wins(black, white | cell, placed + 1):
                return False
        return not player

    def moves(self, player: int, own: int, other: int, placed: int) -> list[int]:
        """The cells worth a look; none where the other's threats cannot be stopped."""
        free = self.all & ~(own | other)
        after = placed + 1
        if self.left[placed] == 1 and after < len(self.movers):
            for s in self.sets[1 - player]:
                lacking = s & ~other
                if not s & own and lacking.bit_count() <= self.left[after]:
                    free &= lacking
        cells = [1 << i for i in range(free.bit_length()) if free >> i & 1]
        weights = {cell: self.weight(cell, player, own, other) for cell in cells}
        return sorted(cells, key=lambda cell: -weights[cell])

    def weight(self, cell: int, player: int, own: int, other: int) -> int:
        """Sets of both players through a cell, the fuller the heavier."""
        return sum(
            4 ** (s & mine).bit_count()
            for who, mine, theirs in ((player, own, other), (1 - player, other, own))
            for s in self.sets[who]
            if s & cell and not s & theirs
        )
