"""A game with stones on it: the rules of play, written to be read.

This is the readable twin of the native game state, and the referee that everything else is
tested against: :mod:`harary.search.oracle` searches with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from harary.errors import GameError, IllegalMoveError
from harary.games.goals import ConnectionGoal, mask_of
from harary.games.positional import PositionalGame
from harary.games.schedule import Schedule
from harary.games.words import Player, Rule, Verdict

__all__ = ["Position"]


class Position:
    """A position of a game: ``push`` a stone, ``pop`` it again.

    >>> from harary.text import game
    >>> position = Position(game("domino@2x2"))
    >>> position.push("a1"); position.push("b2"); position.push("a2")
    >>> position.outcome()
    <Verdict.BLACK: 'black'>
    """

    def __init__(self, game: PositionalGame, length: int | None = None) -> None:
        """Start from the game's initial stones; ``length`` bounds the stones to be placed."""
        if length is not None and length < 0:
            raise GameError(f"length {length}: expected 0 or more stones")
        self.game = game
        self.length = game.stones if length is None else min(length, game.stones)
        self.black = game.black_mask
        self.white = game.white_mask
        self._movers = game.schedule.movers(self.length)
        self._history: list[int] = []
        self._outcomes: list[Verdict | None] = [self._judge()]

    # What stands on the board.

    @property
    def stones(self) -> int:
        """How many stones have been placed since the game's initial position."""
        return len(self._history)

    @property
    def moves(self) -> tuple[str, ...]:
        """The cells that were played, in order."""
        return tuple(self.game.names(self._history))

    def own(self, player: Player) -> int:
        """A player's stones as a bit mask."""
        return self.black if player is Player.BLACK else self.white

    @property
    def free(self) -> int:
        """The cells without a stone as a bit mask."""
        return ((1 << len(self.game.cells)) - 1) & ~(self.black | self.white)

    @property
    def to_move(self) -> Player | None:
        """Who places the next stone, or None when the game is over."""
        return None if self.outcome() is not None else self._movers[self.stones]

    @property
    def stones_left(self) -> int:
        """How many stones the player to move may still place in this turn."""
        mover = self.to_move
        if mover is None:
            return 0
        left = 0
        for player in self._movers[self.stones :]:
            if player is not mover:
                break
            left += 1
        return left

    @property
    def movers_left(self) -> list[Player]:
        """Who places each stone that is left, win or no win."""
        return self._movers[self.stones :]

    def rest(self) -> PositionalGame:
        """The game that is left to play, with the stones that stand now.

        >>> from harary.text import game
        >>> position = Position(game("tippy@3x3"))
        >>> position.push("b2")
        >>> rest = position.rest()
        >>> rest.names(rest.black), rest.stones
        (['b2'], 8)
        """
        game = self.game
        bound = game.first_moves is not None and (
            self.stones == 0
            or (
                game.first_any
                and len(set(self._movers[: self.stones + 1])) == 1
                and not set(self._history) & set(game.first_moves)
            )
        )
        movers = self.movers_left
        return replace(
            game,
            schedule=Schedule.from_movers(movers),
            black=tuple(_cells_of(self.black)),
            white=tuple(_cells_of(self.white)),
            first_moves=game.first_moves if bound else None,
            first_any=game.first_any and bound,
            length=len(movers),
            text=None,
        )

    # The rules.

    def legal_cells(self) -> list[int]:
        """The numbers of the cells where the next stone may go."""
        if self.outcome() is not None:
            return []
        cells = list(_cells_of(self.free))
        if self._bound_to_first_moves():
            allowed = set(self.game.first_moves or ())
            cells = [cell for cell in cells if cell in allowed]
        return cells

    @property
    def legal_moves(self) -> list[str]:
        """The names of the cells where the next stone may go."""
        return self.game.names(self.legal_cells())

    def push(self, move: str | int) -> None:
        """Place a stone of the player to move."""
        cell = self.game.index(move) if isinstance(move, str) else move
        if not 0 <= cell < len(self.game.cells):
            raise IllegalMoveError(f"no cell {cell}: the cells are 0 to {len(self.game.cells) - 1}")
        name = self.game.cells[cell]
        mover = self.to_move
        if mover is None:
            raise IllegalMoveError(f"{name}: the game is over ({self.outcome()})")
        if not self.free >> cell & 1:
            holder = Player.BLACK if self.black >> cell & 1 else Player.WHITE
            raise IllegalMoveError(f"{name}: there is a {holder} stone already")
        if self._bound_to_first_moves() and cell not in (self.game.first_moves or ()):
            allowed = " ".join(self.legal_moves)
            raise IllegalMoveError(f"{name}: the first move must be one of {allowed}")
        if mover is Player.BLACK:
            self.black |= 1 << cell
        else:
            self.white |= 1 << cell
        self._history.append(cell)
        self._outcomes.append(self._judge_move(mover, cell))

    def pop(self) -> str:
        """Take the last stone back and return its cell."""
        if not self._history:
            raise IllegalMoveError("nothing to take back: no stone has been placed")
        cell = self._history.pop()
        self._outcomes.pop()
        self.black &= ~(1 << cell)
        self.white &= ~(1 << cell)
        return self.game.cells[cell]

    def outcome(self) -> Verdict | None:
        """How the game has ended, or None while it goes on."""
        return self._outcomes[-1]

    def threats(self, player: Player, within: int = 1) -> list[tuple[str, ...]]:
        """The ways in which a player completes a set with at most ``within`` more stones.

        Each is the tuple of the set's missing cells; sets with a stone of the opponent do not
        count, nor do sets that are complete.
        """
        own, other = self.own(player), self.own(player.opponent)
        goal = self.game.goal(player)
        if within == 1 and isinstance(goal, ConnectionGoal) and not goal.achieved(own):
            # One stone of a path is missing just where that stone joins the sides, and this
            # needs no list of the paths.
            return [
                (self.game.cells[cell],)
                for cell in _cells_of(self.free)
                if goal.achieved_at(own | 1 << cell, cell)
            ]
        found: set[tuple[int, ...]] = set()
        sets = self.game.black_sets if player is Player.BLACK else self.game.white_sets
        for cells in sets:
            if not mask_of(cells) & other:
                missing = tuple(sorted(cell for cell in cells if not own >> cell & 1))
                if 0 < len(missing) <= within:
                    found.add(missing)
        return [tuple(self.game.names(missing)) for missing in sorted(found)]

    def _bound_to_first_moves(self) -> bool:
        """True where this stone must be on the first-move list.

        The list binds the first stone of the first turn. In files it binds *some* stone of
        that turn, so there the last stone is bound if no earlier one was on the list.
        """
        game = self.game
        if game.first_moves is None:
            return False
        if not game.first_any:
            return self.stones == 0
        first_turn = 0
        while first_turn < len(self._movers) and self._movers[first_turn] is self._movers[0]:
            first_turn += 1
        return self.stones == first_turn - 1 and not set(self._history) & set(game.first_moves)

    def _judge(self) -> Verdict | None:
        """The outcome of the initial position."""
        game = self.game
        for player in Player:
            if game.goal(player).achieved(self.own(player)):
                return Verdict.win(player, game.rule)
        return self._judge_end()

    def _judge_move(self, mover: Player, cell: int) -> Verdict | None:
        """The outcome after a stone; only its own player can have completed anything."""
        game = self.game
        if mover is Player.WHITE and game.rule is Rule.WEAK:
            return self._judge_end()
        if game.goal(mover).achieved_at(self.own(mover), cell):
            return Verdict.win(mover, game.rule)
        return self._judge_end()

    def _judge_end(self) -> Verdict | None:
        if self.stones >= self.length:
            return Verdict.unfinished(self.game.rule)
        return None

    def __str__(self) -> str:
        from harary.games.picture import picture

        return picture(self)

    def __repr__(self) -> str:
        return f"<Position of {self.game} after {' '.join(self.moves) or 'no move'}>"


def _cells_of(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
