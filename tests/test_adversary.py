"""Changed proofs: the checker never accepts a claim that the oracle refutes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harary import PositionalGame
from harary.formats.pg import parse_pg
from tests.adversary import MUTATIONS, Tally, attack, proved, read_text
from tests.strategies import graph_games, hypergraphs, small_games

GRAPH = """#positions
a b c
#neighbours
a b
b a
c
#startboarder
a
#endboarder
b
"""


def test_changed_proofs() -> None:
    tally = attack(2_500, seed=1)
    assert not tally.faults
    assert tally.mutants == 2_500
    # Each kind of change is rejected at times; many leave a proof of something true.
    assert all(tally.rejected[mutation.__name__] for mutation in MUTATIONS)
    assert tally.accepted.total() > 50


@pytest.mark.slow
def test_many_changed_proofs() -> None:
    assert not attack(100_000, seed=2).faults


@given(st.one_of(hypergraphs(6), small_games(6), graph_games(6)), st.integers(0, 9))
@settings(max_examples=120)
def test_what_the_oracle_says_is_proved_and_accepted(of: PositionalGame, bound: int) -> None:
    # `proved` also asserts that the negations are refuted.
    tally = Tally()
    proved(of, bound if bound < 8 else None, tally)
    assert tally.proofs


def test_a_listed_first_stone_may_win() -> None:
    proved(read_text("X@3x2:turn=white,first=c1"), 6, Tally())


def test_a_graph_has_no_pairs() -> None:
    # Two joined cells, one the start and one the end: a pairing of cells, but of no listed set.
    for within in (None, 1, 2, 3):
        proved(parse_pg(GRAPH), within, Tally())


def test_a_game_without_text_is_listed_with_its_times() -> None:
    of = PositionalGame.hypergraph("abcd", ["ab", "ac"], ["bd"], p=2, q=1, r=1)
    for within in (None, 3):
        proved(of, within, Tally())


@pytest.mark.parametrize("text", ["XX@2x3", "XX/X.@2x3:weak", "row3@2x3:p=2,q=1", "hex@2x2"])
def test_a_bound_beyond_the_board(text: str) -> None:
    for within in (7, 10**9 - 1):
        proved(read_text(text), within, Tally())
