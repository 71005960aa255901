"""A positional game: cells, what each player wants, a schedule, stones, and a rule."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from harary.boards import Board
from harary.errors import GameError
from harary.games.goals import CellSet, Goal, SetsGoal, mask_of
from harary.games.schedule import Schedule
from harary.games.words import Player, Rule

__all__ = ["MAX_FILE_CELLS", "PositionalGame"]

#: What stands in a file as one word.
_NAME = re.compile(r"[^\s%#][^\s%]*")

#: How many cells a game may have, wherever it comes from.
MAX_FILE_CELLS = 100_000

#: How much of a game without a text its ``repr`` shows.
MOST_SHOWN = 1000


@dataclass(frozen=True)
class PositionalGame:
    """A game on cells 0, 1, ..., whose names are in ``cells``.

    ``first_moves`` restricts the first turn: its first stone, or, where ``first_any`` is set
    (as published files have it), some stone of it. ``length`` is the bound that a file sets;
    without one the whole game is played. In the weak game White has no sets.
    """

    cells: tuple[str, ...]
    black_goal: Goal
    white_goal: Goal
    schedule: Schedule = field(default_factory=Schedule.regular)
    rule: Rule = Rule.STRONG
    black: tuple[int, ...] = ()
    white: tuple[int, ...] = ()
    first_moves: tuple[int, ...] | None = None
    first_any: bool = False
    length: int | None = None
    first_time: int = 1
    board: Board | None = None
    text: str | None = None

    def __post_init__(self) -> None:
        if len(self.cells) > MAX_FILE_CELLS:
            raise GameError(f"{len(self.cells)} cells: a game may have at most {MAX_FILE_CELLS}")
        wrong = next((name for name in self.cells if not _NAME.fullmatch(name)), None)
        if wrong is not None:
            raise GameError(
                f"cell {wrong!r}: a name has no white space and no %, and does not begin with #"
            )
        names = set(self.cells)
        if len(names) < len(self.cells):
            twice = next(name for name in self.cells if self.cells.count(name) > 1)
            raise GameError(f"cell {twice!r} is named twice")
        size = len(self.cells)
        for what, listed in (
            ("black stones", self.black),
            ("white stones", self.white),
            ("first moves", self.first_moves or ()),
        ):
            if any(not 0 <= cell < size for cell in listed):
                raise GameError(f"{what}: a cell outside the {size} cells")
        both = set(self.black) & set(self.white)
        if both:
            raise GameError(f"cell {self.cells[min(both)]!r} holds a black and a white stone")
        for colour, listed in (("black", self.black), ("white", self.white)):
            if len(set(listed)) < len(listed):
                twice = next(self.cells[cell] for cell in listed if listed.count(cell) > 1)
                raise GameError(f"cell {twice!r} is listed twice among the {colour} stones")
        if self.rule is Rule.WEAK and self.white_goal != SetsGoal(()):
            raise GameError("in a weak game White has no winning sets")
        for goal in (self.black_goal, self.white_goal):
            if isinstance(goal, SetsGoal):
                _check_sets(goal.listed, size)
        if self.first_moves is not None:
            taken = {*self.black, *self.white}
            if not set(self.first_moves) - taken:
                raise GameError("the first-move list names no free cell")
        if self.length is not None and not self.length >= 0:
            raise GameError(f"length {self.length}: expected 0 or more stones")
        if self.black_goal.achieved(self.black_mask) and self.white_goal.achieved(self.white_mask):
            raise GameError("both players have completed a winning set already")

    @classmethod
    def hypergraph(
        cls,
        cells: Sequence[str],
        black_sets: Sequence[Sequence[str]],
        white_sets: Sequence[Sequence[str]] | None = None,
        *,
        p: int = 1,
        q: int = 1,
        r: int | None = None,
        black: Sequence[str] = (),
        white: Sequence[str] = (),
    ) -> PositionalGame:
        """A game on any hypergraph: names of cells, sets of names.

        Without ``white_sets`` the game is weak: Maker has the black sets.

        >>> PositionalGame.hypergraph("abc", ["ab", "bc"]).rule
        <Rule.WEAK: 'weak'>
        """
        index = {name: number for number, name in enumerate(cells)}

        def numbers(names: Sequence[str]) -> tuple[int, ...]:
            unknown = [name for name in names if name not in index]
            if unknown:
                raise GameError(f"{unknown[0]!r} is no cell of this game")
            return tuple(index[name] for name in names)

        weak = white_sets is None
        return cls(
            cells=tuple(cells),
            black_goal=SetsGoal(tuple(map(numbers, black_sets))),
            white_goal=SetsGoal(tuple(map(numbers, white_sets or ()))),
            schedule=Schedule.regular(q=q, p=p, r=p if r is None else r),
            rule=Rule.WEAK if weak else Rule.STRONG,
            black=numbers(black),
            white=numbers(white),
        )

    # The sets of each player.

    @cached_property
    def black_sets(self) -> tuple[CellSet, ...]:
        """Black's winning sets (of a connection game: paths around White's stones)."""
        return self._listed(self.black_goal, self.white_mask)

    @cached_property
    def white_sets(self) -> tuple[CellSet, ...]:
        """White's winning sets; none in the weak game."""
        return self._listed(self.white_goal, self.black_mask)

    def _listed(self, goal: Goal, blocked: int) -> tuple[CellSet, ...]:
        try:
            return goal.sets(blocked)
        except GameError as error:
            raise GameError(f"{self.text or 'this game'}: {error}") from None

    def goal(self, player: Player) -> Goal:
        """What a player wants."""
        return self.black_goal if player is Player.BLACK else self.white_goal

    def explicit(self) -> PositionalGame:
        """The same game with its winning sets listed, also where it is a connection game."""
        return replace(
            self,
            black_goal=SetsGoal(self.black_sets),
            white_goal=SetsGoal(self.white_sets),
            text=None,
            board=self.board,
        )

    def with_rule(self, rule: Rule) -> PositionalGame:
        """The same cells and sets under another rule; the weak game drops White's sets."""
        if rule is self.rule:
            return self
        if rule is Rule.WEAK:
            return replace(self, rule=rule, white_goal=SetsGoal(()), text=None)
        return replace(self, rule=rule, text=None)

    # Stones and cells.

    @cached_property
    def black_mask(self) -> int:
        """The initial black stones as a bit mask."""
        return mask_of(self.black)

    @cached_property
    def white_mask(self) -> int:
        """The initial white stones as a bit mask."""
        return mask_of(self.white)

    @cached_property
    def _index(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.cells)}

    def index(self, cell: str) -> int:
        """The number of a cell's name."""
        found = self._index.get(cell)
        if found is None:
            found = self._index.get(cell.lower())
        if found is None:
            some = ", ".join(self.cells[:3])
            raise GameError(f"no cell {cell!r}: the cells are {some}, ... {self.cells[-1]}")
        return found

    def names(self, cells: Sequence[int]) -> list[str]:
        """The names of cells."""
        return [self.cells[cell] for cell in cells]

    @property
    def free_cells(self) -> int:
        """How many cells hold no initial stone."""
        return len(self.cells) - len(self.black) - len(self.white)

    @property
    def stones(self) -> int:
        """How many stones are placed at most: the file's bound or the free cells."""
        bounds = [self.free_cells, self.length, self.schedule.capacity]
        return min(bound for bound in bounds if bound is not None)

    @property
    def dead(self) -> bool:
        """True where nobody has a winning set: legal, and nobody can win."""
        return all(isinstance(goal, SetsGoal) and not goal.listed for goal in self._goals)

    @property
    def _goals(self) -> tuple[Goal, Goal]:
        return self.black_goal, self.white_goal

    def __str__(self) -> str:
        if self.text is not None:
            return self.text
        from harary.games.listing import digest

        return f"pg:{digest(self)}"

    def __repr__(self) -> str:
        """What gives the game back, or for a file's game what its file says, if that is short."""
        if self.text is not None:
            return f"harary.game({self.text!r})"
        if not all(isinstance(goal, SetsGoal) for goal in self._goals):
            return f"<PositionalGame by connectivity on {len(self.cells)} cells>"
        from harary.games.listing import listing

        said = "; ".join(listing(self).splitlines())
        return f"<PositionalGame {said if len(said) <= MOST_SHOWN else said[:MOST_SHOWN] + '...'}>"

    def __reduce__(self) -> str | tuple[object, ...]:
        if self.text is not None:
            from harary.games.notation import parse_game

            return parse_game, (self.text,)
        return _restore, ({name: getattr(self, name) for name in self.__dataclass_fields__},)


def _restore(values: dict[str, object]) -> PositionalGame:
    return PositionalGame(**values)  # type: ignore[arg-type]


def _check_sets(sets: tuple[CellSet, ...], size: int) -> None:
    for cells in sets:
        if not cells:
            raise GameError("an empty winning set: it would be complete before the first move")
        if len(set(cells)) < len(cells):
            raise GameError("a winning set names a cell twice")
        if min(cells) < 0 or max(cells) >= size:
            raise GameError(f"a winning set has a cell outside the {size} cells")
