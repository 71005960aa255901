"""A strategy out of a solver: the winning first move, then move by move, asking again.

A true formula has a first move in its outermost block, which many solvers print. After the
opponent's reply the game that is left is a game of its own, with a formula of its own, and so
on: the claim can be *played*. On small games all replies can be followed; the complete
strategy is then confirmed by the rules of play, and nothing else has to be believed.

The opponent of a claim's player is anybody; the player of the claim is either

- the *attacker*, whose claim is that he completes a set within the length, or
- the *defender*, whose claim is that the other does not. His formulas are false ones, which
  have no first move to print, so his moves are tried one by one.
"""

from __future__ import annotations

from dataclasses import replace

from harary.encodings import encode
from harary.errors import HararyError, InputError, LimitReached, TimeLimitReached
from harary.games import Position, PositionalGame, Schedule, Symmetries
from harary.proofs import Claim
from harary.search.prover import Adviser, Times
from harary.solve.asking import Asker

__all__ = ["ClaimedMoves", "Strategy", "StrategyError", "adviser", "confirm", "unroll"]


class StrategyError(HararyError):
    """A strategy that the rules of play refute: a solver's answer was wrong."""


#: For each position of the claim's player, by its stones: the cell where he plays.
Strategy = dict[tuple[int, int], int]


class ClaimedMoves:
    """Moves that keep a claim true, by asking solvers."""

    def __init__(self, claim: Claim, asker: Asker) -> None:
        self.claim = claim
        self.asker = asker

    def true_of(self, position: Position) -> bool:
        """Whether the claim holds in a position."""
        if position.outcome() is not None:
            return self.claim.holds(position)
        step = self.asker.truth(
            encode(position.rest(), "cor-plus", view=self.claim.attacker, symmetry=False)
        )
        return self._known(step.truth, step.reason) == self.claim.wins

    def move(self, position: Position) -> int:
        """A cell that keeps the claim true for its player, who is to move."""
        if position.to_move is not self.claim.player:
            raise InputError(f"it is not {self.claim.player.value}'s move")
        told = self._told(position) if self.claim.wins else None
        if told is not None:
            return told
        for cell in self._candidates(position):
            position.push(cell)
            try:
                keeps = self.true_of(position)
            finally:
                position.pop()
            if keeps:
                return cell
        raise StrategyError(f"no move keeps it true that {self.claim} after {position.moves}")

    def _known(self, truth: bool | None, reason: str | None) -> bool:
        if truth is not None:
            return truth
        if reason == "time":
            raise TimeLimitReached(f"no answer within {self.asker.limits.seconds:g} s")
        raise LimitReached(f"no answer: {reason}")

    def _told(self, position: Position) -> int | None:
        """The first stone of the move in the solver's assignment, if it gives a legal one."""
        formula = encode(position.rest(), "cor-plus", view=self.claim.attacker, symmetry=False)
        answer = self.asker.answer(formula, assignment=True)
        if not self._known(answer.truth, answer.reason):
            raise StrategyError(f"it is not true that {self.claim} after {position.moves}")
        assert formula.question is not None
        code = formula.question.first_move
        if answer.assignment is None or code is None:
            return None
        legal = set(position.legal_cells())
        cells = [position.game.index(name) for name in code.decode(answer.assignment)]
        # With some stones in the turn any order will do, so a listed one may go first.
        return next((cell for cell in cells if cell in legal), None)

    def _candidates(self, position: Position) -> list[int]:
        """Legal cells, those of many sets first, one of each class of symmetric ones."""
        rest = position.rest()
        legal = set(position.legal_cells())
        first = {orbit[0] for orbit in Symmetries(rest).orbits()} if rest.board else legal
        sets = [*rest.black_sets, *rest.white_sets]
        weight = {cell: sum(cell in cells for cells in sets) for cell in legal}
        return sorted(legal & first, key=lambda cell: (-weight[cell], cell))


def adviser(game: PositionalGame, claim: Claim, asker: Asker) -> Adviser:
    """The winner's moves by asking, also after passes: for a proof that a solver advises."""
    moves = ClaimedMoves(claim, asker)
    times = Times(game, claim.within)

    def advise(black: int, white: int, placed: int) -> int:
        free = len(game.cells) - (black | white).bit_count()
        end = placed + free if times.end is None else min(times.end, placed + free)
        movers = [times.who(number) for number in range(placed, end)]
        listed = game.first_moves is not None and placed < times.first_turn
        if listed and not game.first_any:
            listed = placed == 0
        if listed and game.first_any:
            placed_since = (black | white) & ~(game.black_mask | game.white_mask)
            listed = not any(placed_since >> cell & 1 for cell in game.first_moves or ())
        rest = replace(
            game,
            schedule=Schedule.from_movers(movers),
            black=tuple(cell for cell in range(len(game.cells)) if black >> cell & 1),
            white=tuple(cell for cell in range(len(game.cells)) if white >> cell & 1),
            first_moves=game.first_moves if listed else None,
            first_any=game.first_any and listed,
            length=len(movers),
            text=None,
        )
        return moves.move(Position(rest))

    return advise


def unroll(game: PositionalGame, claim: Claim, asker: Asker, length: int | None = None) -> Strategy:
    """The whole strategy: an answer to every reply, each by asking again.

    The result is confirmed by the rules before it is returned.
    """
    moves = ClaimedMoves(claim, asker)
    position = Position(game, length)
    strategy: Strategy = {}

    def follow() -> None:
        if position.outcome() is not None:
            return
        if position.to_move is claim.player:
            key = (position.black, position.white)
            if key in strategy:
                return
            strategy[key] = moves.move(position)
            position.push(strategy[key])
            follow()
            position.pop()
            return
        for cell in position.legal_cells():
            position.push(cell)
            follow()
            position.pop()

    follow()
    confirm(game, claim, strategy, length)
    return strategy


def confirm(
    game: PositionalGame, claim: Claim, strategy: Strategy, length: int | None = None
) -> int:
    """Play a strategy against every reply; how many positions, or an error where it fails."""
    position = Position(game, length)
    seen: set[tuple[int, int]] = set()

    def follow() -> None:
        if position.outcome() is not None:
            if not claim.holds(position):
                raise StrategyError(f"it is not so that {claim}: {' '.join(position.moves)}")
            return
        key = (position.black, position.white)
        if key in seen:
            return
        seen.add(key)
        if position.to_move is claim.player:
            if key not in strategy:
                raise StrategyError(f"no move after {' '.join(position.moves)}")
            position.push(strategy[key])
            follow()
            position.pop()
            return
        for cell in position.legal_cells():
            position.push(cell)
            follow()
            position.pop()

    follow()
    return len(seen)
