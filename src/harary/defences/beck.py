"""The two sums by which a game may be decided at a glance.

Over the winning sets A that are left (of each only what is missing, and none that contains
another), S is the sum of 2^-|A|.

- Erdos and Selfridge: if S < 1/2 with the attacker to move, or S < 1 with the defender to move,
  the defender stops all sets. The attacker places one stone a turn.
- Beck: if Maker is to move and 8 S > D V, Maker wins, where D is the largest number of sets
  through one pair of cells, and V the number of cells in sets; equal sets count once. Breaker
  places one stone a turn, and only weak games are decided so.

See J. Beck, *Combinatorial Games: Tic-Tac-Toe Theory* (2008), and section 6.2 of paper 002.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise

from harary.defences.potential import least_sets
from harary.games import ConnectionGoal, Player, PositionalGame, Rule, Verdict
from harary.games.goals import mask_of

__all__ = ["Sums", "sums"]


@dataclass(frozen=True)
class Sums:
    """What is added up, who is to move, and what follows from it (None: nothing)."""

    potential: Fraction
    bound: Fraction
    sets: int
    maker_sum: Fraction
    maker_bound: Fraction
    pair_degree: int
    cells: int
    to_move: Player | None
    verdict: Verdict | None
    reason: str


def sums(game: PositionalGame) -> Sums:
    """Both sums of the position that a game begins with, Black attacking.

    >>> from harary.text import game
    >>> found = sums(game("row4@4x4:weak"))
    >>> found.potential, found.verdict
    (Fraction(5, 8), None)
    """
    residues = {
        mask_of([cell for cell in cells if cell not in game.black])
        for cells in game.black_sets
        if not set(cells) & set(game.white)
    }
    least = least_sets(residues)
    movers = game.schedule.movers(game.stones)
    to_move = movers[0] if movers else None
    potential = sum((Fraction(1, 2 ** mask.bit_count()) for mask in least), Fraction())
    bound = Fraction(1, 2) if to_move is Player.BLACK else Fraction(1)
    maker_sum = sum((Fraction(1, 2 ** mask.bit_count()) for mask in residues), Fraction())
    listed = [[c for c in range(len(game.cells)) if mask >> c & 1] for mask in residues]
    degrees = Counter(pair for cells in listed for pair in combinations(cells, 2))
    degree = max(degrees.values(), default=0)
    cells = len({cell for row in listed for cell in row})
    maker_bound = Fraction(degree * cells, 8)
    single = {player: _one_a_turn(movers, player) for player in Player}
    free = game.first_moves is None and not isinstance(game.black_goal, ConnectionGoal)
    whole = game.stones == game.free_cells
    verdict, reason = None, "neither sum decides"
    if not free:
        reason = "the criteria are for listed sets and any first move"
    elif not residues:
        verdict, reason = _stopped(game), "Black has no live set"
    elif potential < bound and single[Player.BLACK]:
        verdict, reason = _stopped(game), "the potential is below the bound"
    elif (
        game.rule is Rule.WEAK
        and whole
        and to_move is Player.BLACK
        and single[Player.WHITE]
        and maker_sum > maker_bound
    ):
        verdict, reason = Verdict.MAKER, "Beck's sum is above its bound"
    elif potential < bound:
        reason = "the potential is small, but Black places more than one stone a turn"
    return Sums(
        potential,
        bound,
        len(least),
        maker_sum,
        maker_bound,
        degree,
        cells,
        to_move,
        verdict,
        reason,
    )


def _stopped(game: PositionalGame) -> Verdict:
    return Verdict.BREAKER if game.rule is Rule.WEAK else Verdict.NOT_BLACK


def _one_a_turn(movers: list[Player], player: Player) -> bool:
    return all(not (a is b is player) for a, b in pairwise(movers))
