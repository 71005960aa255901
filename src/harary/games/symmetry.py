"""The symmetries of a game: permutations of its cells that change nothing.

A symmetry maps each player's winning sets to winning sets of the same player and keeps the
initial stones and the first-move list. A reflection of the board is one only where that
holds (a fixed shape, a stone or unequal families break it), and a game may have more
symmetries than its board: Qubic has 192, its cube 48. So the group is computed from the sets
by the native core, which gets the board's symmetries as hints only; each generator is then
verified here once more.

A connection game's paths may be too many to list. Its symmetries are then those of its board
that keep the sides, which is what ``complete`` being False says.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from math import prod

from harary.boards import Permutation
from harary.errors import GameError
from harary.games.goals import ConnectionGoal, Goal, SetsGoal
from harary.games.positional import PositionalGame

__all__ = ["MAX_ELEMENTS", "Symmetries", "is_symmetry"]

#: Groups up to this order are listed element by element.
MAX_ELEMENTS = 10_000
#: A file may have more cells; the core searches no symmetries there.
MAX_SEARCHED_CELLS = 4096


class Symmetries:
    """The symmetry group of a game, by generators.

    >>> from harary.text import game
    >>> Symmetries(game("row4@4x4x4")).order
    192
    """

    def __init__(self, game: PositionalGame) -> None:
        self.game = game

    @cached_property
    def _group(self) -> tuple[tuple[Permutation, ...], int, bool]:
        """The generators, the order, and whether that is the whole group."""
        game = self.game
        hints = game.board.generators() if game.board is not None else []
        if any(isinstance(goal, ConnectionGoal) for goal in (game.black_goal, game.white_goal)):
            kept = tuple(p for p in hints if is_symmetry(game, p))
            return kept or (tuple(range(len(game.cells))),), max(len(kept), 1), False
        if len(game.cells) > MAX_SEARCHED_CELLS:
            return (tuple(range(len(game.cells))),), 1, False
        from harary import _engine

        generators, orbits = _engine.automorphisms(
            len(game.cells),
            game.black_sets,
            game.white_sets,
            self._colours(),
            hints,
        )
        found = tuple(map(tuple, generators))
        keeper = _Keeper(game)
        for permutation in found:
            if not keeper.keeps(permutation):
                raise AssertionError(f"{game}: the core gave a permutation that is no symmetry")
        return found, prod(orbits), True

    def _colours(self) -> list[int]:
        """A number for each cell; a symmetry keeps it."""
        game = self.game
        first = set(game.first_moves or ())
        return [
            (1 if cell in black else 2 if cell in white else 0) + (3 if cell in first else 0)
            for black, white in [(set(game.black), set(game.white))]
            for cell in range(len(game.cells))
        ]

    @property
    def generators(self) -> tuple[Permutation, ...]:
        """Permutations that generate the group."""
        return self._group[0]

    @property
    def order(self) -> int:
        """How many symmetries there are."""
        return self._group[1]

    @property
    def complete(self) -> bool:
        """False where only the board's symmetries were looked at, or on a huge board none."""
        return self._group[2]

    @cached_property
    def elements(self) -> tuple[Permutation, ...]:
        """The symmetries, the identity first.

        A group of more than ``MAX_ELEMENTS`` is not listed (cells in no set alone make one of
        any size): the board's symmetries that the game keeps stand in for it, or, where those
        are too many as well, the identity.
        """
        game, size = self.game, len(self.game.cells)
        if self.order <= MAX_ELEMENTS:
            return _closure(size, self.generators, MAX_ELEMENTS)
        generators = game.board.generators() if game.board else []
        try:
            board = _closure(size, generators, MAX_ELEMENTS)
        except GameError:
            return (tuple(range(size)),)
        keeper = _Keeper(game)
        if all(map(keeper.keeps, generators)):
            return board
        return tuple(filter(keeper.keeps, board))

    def orbits(self) -> list[tuple[int, ...]]:
        """The cells in classes that the symmetries join, each sorted."""
        parent = list(range(len(self.game.cells)))

        def root(cell: int) -> int:
            while parent[cell] != cell:
                parent[cell] = parent[parent[cell]]
                cell = parent[cell]
            return cell

        for permutation in self.generators:
            for cell, image in enumerate(permutation):
                a, b = root(cell), root(image)
                parent[max(a, b)] = min(a, b)
        classes: dict[int, list[int]] = {}
        for cell in range(len(parent)):
            classes.setdefault(root(cell), []).append(cell)
        return [tuple(cells) for cells in classes.values()]


def is_symmetry(game: PositionalGame, permutation: Permutation) -> bool:
    """True where the permutation changes nothing in the game."""
    return _Keeper(game).keeps(permutation)


class _Keeper:
    """Says of one permutation after the other whether it changes nothing in a game."""

    def __init__(self, game: PositionalGame) -> None:
        self.game = game
        same = game.white_goal is game.black_goal
        goals = (game.black_goal,) if same else (game.black_goal, game.white_goal)
        self._families = [_Family(goal) for goal in goals]

    def keeps(self, permutation: Permutation) -> bool:
        game = self.game
        if sorted(permutation) != list(range(len(game.cells))):
            return False
        for listed in (game.black, game.white, game.first_moves or ()):
            if {permutation[cell] for cell in listed} != set(listed):
                return False
        return all(family.is_kept(permutation) for family in self._families)


class _Family:
    """What one player wants, with the sets by their cells."""

    def __init__(self, goal: Goal) -> None:
        self.goal = goal
        listed = goal.listed if isinstance(goal, SetsGoal) else ()
        self.sets = set(map(frozenset, listed))
        self.through: dict[int, list[frozenset[int]]] = {}
        for cells in self.sets:
            for cell in cells:
                self.through.setdefault(cell, []).append(cells)

    def is_kept(self, permutation: Permutation) -> bool:
        """Look only at the sets with a cell that moves: the others stay where they are."""
        if isinstance(self.goal, ConnectionGoal):
            return _keeps_graph(self.goal, permutation)
        touched = {
            cells
            for cell, image in enumerate(permutation)
            if cell != image
            for cells in self.through.get(cell, ())
        }
        return all(frozenset(permutation[cell] for cell in cells) in self.sets for cells in touched)


def _keeps_graph(goal: ConnectionGoal, permutation: Permutation) -> bool:
    """A path from the sources to the targets may be walked backwards, so they may be swapped."""

    def image(cells: Iterable[int]) -> set[int]:
        return {permutation[cell] for cell in cells}

    sides = (set(goal.sources), set(goal.targets))
    images = (image(goal.sources), image(goal.targets))
    if images not in (sides, sides[::-1]):
        return False
    return all(
        image(near) == set(goal.neighbours[permutation[cell]])
        for cell, near in enumerate(goal.neighbours)
    )


def _closure(size: int, generators: Iterable[Permutation], limit: int) -> tuple[Permutation, ...]:
    identity = tuple(range(size))
    seen = {identity: None}
    stack = [identity]
    movers = [g for g in generators if g != identity]
    while stack:
        current = stack.pop()
        for generator in movers:
            image = tuple(generator[cell] for cell in current)
            if image not in seen:
                if len(seen) >= limit:
                    raise GameError(f"a group of more than {limit} symmetries cannot be listed")
                seen[image] = None
                stack.append(image)
    return tuple(seen)
