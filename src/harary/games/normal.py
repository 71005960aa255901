"""A game in its normal form: what is still to be decided, and nothing else.

Formulas and searches work on this, files and texts do not: reading and writing a game never
changes it. Stones leave the board: a set touched by the opponent goes, a player's own stones
leave his sets. Cells that are in no set may go too, because a stone there decides nothing (a
cell that a first-move list names stays). The turns are those up to the length, with the
stones that are left for the last one.
"""

from __future__ import annotations

from dataclasses import dataclass

from harary.errors import GameError
from harary.games.goals import CellSet
from harary.games.positional import PositionalGame
from harary.games.schedule import Turn
from harary.games.words import Player, Verdict

__all__ = ["NormalGame", "normal_form"]


@dataclass(frozen=True)
class NormalGame:
    """Free cells 0, 1, ..., the sets that are left of each player, and the turns.

    ``origin`` has the number of each cell in the game, ``first_moves`` the list that binds the
    first turn. ``decided`` says who has completed a set already.
    """

    game: PositionalGame
    origin: tuple[int, ...]
    black_sets: tuple[CellSet, ...]
    white_sets: tuple[CellSet, ...]
    turns: tuple[Turn, ...]
    first_moves: tuple[int, ...] | None
    decided: Verdict | None

    @property
    def size(self) -> int:
        """How many cells there are."""
        return len(self.origin)

    @property
    def length(self) -> int:
        """How many stones both players place."""
        return sum(turn.stones for turn in self.turns)

    @property
    def names(self) -> list[str]:
        """The names of the cells."""
        return self.game.names(self.origin)

    @property
    def listed(self) -> tuple[str, ...]:
        """The names of the cells on the first-move list."""
        return tuple(self.names[cell] for cell in self.first_moves or ())

    def sets(self, player: Player) -> tuple[CellSet, ...]:
        """The sets that are left of a player."""
        return self.black_sets if player is Player.BLACK else self.white_sets


def normal_form(
    game: PositionalGame, length: int | None = None, *, drop_dead: bool = True
) -> NormalGame:
    """The normal form of a game of at most ``length`` stones.

    ``drop_dead`` leaves out cells in no set; only where a player need not place all his
    stones may they go.
    """
    if length is not None and length < 0:
        raise GameError(f"length {length}: expected 0 or more stones")
    if length is not None and length > game.stones:
        raise GameError(f"length {length}: {game} has at most {game.stones} stones")
    stones = game.stones if length is None else length
    own = {Player.BLACK: set(game.black), Player.WHITE: set(game.white)}
    residues = {}
    for player in Player:
        sets = game.black_sets if player is Player.BLACK else game.white_sets
        theirs = own[player.opponent]
        residues[player] = [
            tuple(cell for cell in cells if cell not in own[player])
            for cells in sets
            if theirs.isdisjoint(cells)
        ]
    decided = None
    for player in Player:
        if () in residues[player]:
            decided = Verdict.win(player, game.rule)
    free = [cell for cell in range(len(game.cells)) if not any(cell in own[p] for p in Player)]
    first = game.first_moves
    if drop_dead:
        alive = {cell for sets in residues.values() for cells in sets for cell in cells}
        alive.update(first or ())
        free = [cell for cell in free if cell in alive]
    number = {cell: index for index, cell in enumerate(free)}

    def renumbered(player: Player) -> tuple[CellSet, ...]:
        return tuple(tuple(number[cell] for cell in cells) for cells in residues[player])

    return NormalGame(
        game=game,
        origin=tuple(free),
        black_sets=renumbered(Player.BLACK),
        white_sets=renumbered(Player.WHITE),
        turns=tuple(game.schedule.turns(stones)),
        first_moves=None
        if first is None
        else tuple(number[cell] for cell in first if cell in number),
        decided=decided,
    )
