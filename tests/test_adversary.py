"""Changed proofs: the checker never accepts a claim that the oracle refutes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harary import PositionalGame
from tests.adversary import MUTATIONS, Tally, attack, proved
from tests.strategies import graph_games, hypergraphs, small_games


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
