"""Defences: pairings by backtracking and by SAT, the two sums, and the commands for them."""

from __future__ import annotations

import io
import itertools
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harary import Player, PositionalGame, Rule, Verdict, game
from harary.defences import find_pairs
from harary.defences.beck import sums
from harary.defences.pairing_by_sat import pairs_by_sat
from harary.encodings import encode
from harary.errors import GameError, TimeLimitReached
from harary.games.goals import mask_of
from harary.limits import Limits
from harary.proofs import proof_lines
from harary.proofs.check import check, check_file
from harary.search import Oracle
from harary.search.pairing import pairing_defence
from harary.solve import Asker
from tests.solvers import needs
from tests.strategies import small_games
from tests.test_cli import run

families = st.lists(
    st.lists(st.integers(0, 6), min_size=1, max_size=4, unique=True), min_size=1, max_size=6
)


def exists(sets: list[list[int]]) -> bool:
    """Whether there is a pairing, by trying each pair for each set."""

    def search(rest: list[list[int]], used: set[int]) -> bool:
        if not rest:
            return True
        return any(
            not used & set(pair)
            and search(
                [cells for cells in rest[1:] if not set(pair) <= set(cells)], used | set(pair)
            )
            for pair in itertools.combinations(rest[0], 2)
        )

    return search(sets, set())


def is_pairing(pairs: list[tuple[int, int]] | None, sets: list[list[int]]) -> bool:
    if pairs is None:
        return False
    cells = [cell for pair in pairs for cell in pair]
    return len(set(cells)) == len(cells) and all(
        any(set(pair) <= set(row) for pair in pairs) for row in sets
    )


@given(families)
def test_backtracking_finds_a_pairing_where_there_is_one(sets: list[list[int]]) -> None:
    found = find_pairs(list(map(mask_of, sets)), 100_000)
    assert is_pairing(found, sets) is exists(sets)
    assert (found is not None) is exists(sets)


@given(families)
@settings(max_examples=15)
def test_sat_finds_a_pairing_where_there_is_one(sets: list[list[int]]) -> None:
    found = pairs_by_sat(sets)
    assert (found is not None) is exists(sets)
    assert found is None or is_pairing(found, sets)


def test_sat_keeps_limits() -> None:
    with pytest.raises(TimeLimitReached):
        pairs_by_sat(game("snaky@12x12").black_sets, Limits(seconds=0.01))


@given(small_games(6))
@settings(max_examples=300)
def test_what_follows_from_the_sums_is_true(played: PositionalGame) -> None:
    found = sums(played).verdict
    truth = Oracle(played).verdict()
    if found is Verdict.NOT_BLACK:
        assert truth is not Verdict.BLACK
    elif found is not None and truth is not Verdict.MAKER:
        assert truth is found
    elif found is not None:
        # A set that is complete before the first move leaves nothing to add up.
        assert found is Verdict.MAKER


def test_the_sums_of_known_games() -> None:
    domino = sums(game("domino@8x8:weak"))
    assert (str(domino.maker_sum), str(domino.maker_bound)) == ("28", "8")
    assert domino.verdict is Verdict.MAKER
    row = sums(game("row5@5x5"))
    assert (row.sets, str(row.potential), row.verdict) == (12, "3/8", Verdict.NOT_BLACK)
    assert sums(game("tippy@4x4:p=2")).verdict is None
    assert "any first move" in sums(game("row5@5x5:first=a1")).reason


@given(small_games(5), st.integers(0, 2))
@settings(max_examples=15)
def test_a_pairing_defence_is_a_proof(played: PositionalGame, after: int) -> None:
    try:
        proof = pairing_defence(played, after)
    except GameError:
        return
    if proof is not None:
        check(io.BytesIO("".join(line + "\n" for line in proof_lines([proof])).encode()))
        assert Oracle(played).verdict() is not Verdict.win(Player.BLACK, played.rule)


@needs("depqbf")
@pytest.mark.parametrize("after", [0, 1, 2])
@pytest.mark.parametrize(
    "text", ["tic@3x3", "fatty@3x3", "elly@3x3", "tic@3x3:torus", "knobby@4x4", "skinny@4x4"]
)
def test_it_is_there_just_where_the_formula_is_true(text: str, after: int) -> None:
    """PAIRING of paper 001 asks the same: a pairing after so many moves of both."""
    played = game(text)
    step = Asker(["depqbf"]).truth(encode(played, "pairing", 2 * after))
    assert (pairing_defence(played, after) is not None) is step.truth


def test_pair(tmp_path: Path) -> None:
    found = run("pair", "skinny@4x4", code=10)
    assert "White has a pairing at once (proved)" in found.stdout
    assert len(found.stdout.splitlines()) == 5
    none = run("pair", "tippy@4x4", code=20)
    assert "no pairing at once (not proved)" in none.stdout
    kept = tmp_path / "pairs.proof"
    later = run("pair", "snaky@6x6:weak", "--after", "1", "--proof", str(kept), "--json", code=10)
    assert json.loads(later.stdout)["proved"] is True
    assert check_file(kept).claims == ["Maker does not win"]
    stopped = run("pair", "snaky@9x9", "--after", "5", "--timeout", "300ms")
    assert "undecided: stopped by the limit on time" in stopped.stdout
    assert "one stone a turn" in run("pair", "tippy@4x4:p=2", code=2).stderr
    assert "joining sides" in run("pair", "hex@3x3", code=2).stderr


def test_beck() -> None:
    assert "so         Maker wins" in run("beck", "domino@8x8:weak", code=10).stdout
    assert "Black does not win" in run("beck", "row5@5x5", code=20).stdout
    facts = json.loads(run("beck", "tippy@4x4", "--json").stdout)
    assert (facts["verdict"], facts["potential"], facts["sets"]) == (None, "3/2", 24)


def test_weak_and_strong_are_told_apart() -> None:
    assert sums(game("row5@5x5:weak")).verdict is Verdict.BREAKER
    assert game("row5@5x5").rule is Rule.STRONG
