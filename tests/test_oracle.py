"""The oracle against a second program and against published results."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings

import harary
from harary import PositionalGame, Verdict
from harary.errors import MemoryLimitReached, TimeLimitReached
from harary.games import Row, Schedule, winning_sets
from harary.limits import Limits
from harary.search import Oracle
from harary.solve import solve
from tests import naive
from tests.strategies import hypergraphs

OUTCOMES = [
    json.loads(line)
    for line in Path(__file__)
    .parents[1]
    .joinpath("vectors/outcomes.jsonl")
    .read_text()
    .splitlines()
]
DATA = Path(__file__).parents[1].parent / "shared" / "data"


def second_program(game: PositionalGame, length: int) -> str:
    """The verdict of the naive program, which gets free cells, sets and movers only."""
    cells: set[naive.Cell] = {
        (cell,) for cell in range(len(game.cells)) if cell not in {*game.black, *game.white}
    }
    families: list[set[frozenset[naive.Cell]]] = [
        {frozenset((cell,) for cell in set(s) - set(own)) for s in sets if not set(s) & set(other)}
        for sets, own, other in (
            (game.black_sets, game.black, game.white),
            (game.white_sets, game.white, game.black),
        )
    ]
    weak = game.rule is harary.Rule.WEAK
    movers = "".join(player.value[0] for player in game.schedule.movers(length))
    return naive.Play(cells, families[0], None if weak else families[1], movers).verdict()


@given(hypergraphs())
@settings(max_examples=200)
def test_the_oracle_agrees_with_a_second_program(game: PositionalGame) -> None:
    if game.first_moves is not None:
        from dataclasses import replace

        game = replace(game, first_moves=None)
    for length in range(game.stones + 1):
        assert Oracle(game, length).verdict() == second_program(game, length)


def cases(slow: bool) -> list[dict[str, object]]:
    return [fact for fact in OUTCOMES if fact.get("slow", False) is slow]


def check_outcome(fact: dict[str, object]) -> None:
    game = harary.game(str(fact["game"]))
    stones = (
        game.schedule.stones_in(int(str(fact["turns"]))) if "turns" in fact else fact.get("stones")
    )
    length = game.stones if stones is None else int(str(stones))
    assert Oracle(game, length).verdict() == fact["verdict"]
    if stones is not None:
        before = (
            game.schedule.stones_in(int(str(fact["turns"])) - 1) if "turns" in fact else length - 1
        )
        assert Oracle(game, before).verdict() is Verdict.unfinished(game.rule)
    assert second_program(game, length) == fact["verdict"]


@pytest.mark.parametrize("fact", cases(slow=False), ids=lambda fact: fact["game"])
def test_known_outcomes(fact: dict[str, object]) -> None:
    check_outcome(fact)


@pytest.mark.slow
@pytest.mark.parametrize("fact", cases(slow=True), ids=lambda fact: fact["game"])
def test_known_outcomes_on_larger_boards(fact: dict[str, object]) -> None:
    check_outcome(fact)


@pytest.mark.skipif(not DATA.is_dir(), reason="the published files are not here")
def test_84_published_files_have_24_true_and_60_false() -> None:
    """Paper 000, table 2: whether Black wins, in the view of each file."""
    verdicts = [Oracle(harary.game(file)).verdict() for file in sorted(DATA.glob("gttt-3x3/*.pg"))]
    assert len(verdicts) == 84
    assert verdicts.count(Verdict.BLACK) == 24


@pytest.mark.skipif(not DATA.is_dir(), reason="the published files are not here")
def test_the_hex_puzzles_among_the_outcomes_are_the_published_ones() -> None:
    seen = 0
    for fact in OUTCOMES:
        _, marker, puzzle = fact["source"].partition("puzzle ")
        if marker:
            (file,) = DATA.glob(f"inst_hein/{puzzle}_*.hex")
            assert str(harary.game(file, rule="weak")) == fact["game"]
            seen += 1
    assert seen == 4


def test_best_moves_keep_the_verdict() -> None:
    game = harary.game("tippy@3x3")
    assert Oracle(game).best_moves() == ["b2"]
    assert len(Oracle(harary.game("row3@3x3")).best_moves()) == 9


def test_limits_stop_the_oracle() -> None:
    game = harary.game("skinny@5x5")
    with pytest.raises(TimeLimitReached, match="0.1 s"):
        Oracle(game, limits=Limits(seconds=0.1)).verdict()
    with pytest.raises(MemoryLimitReached):
        Oracle(game, limits=Limits(memory=1_000_000)).verdict()


def test_limits_hold_where_the_positions_are_few_but_their_moves_many() -> None:
    with pytest.raises(TimeLimitReached):
        Oracle(harary.game("domino@40x40"), 2, limits=Limits(seconds=0.01)).verdict()


def test_solve_says_what_is_known() -> None:
    won = solve(harary.game("tippy@3x3"))
    assert (won.verdict, won.claim, won.exit_code, won.proved) == ("black", "Black wins", 10, True)
    assert won.first_moves == ("b2",)
    bounded = solve(harary.game("tippy@3x3"), length=8)
    assert (bounded.verdict, bounded.exit_code, bounded.within) == ("draw", 20, 8)
    assert bounded.claim == "nobody wins within 8 stones"
    weak = solve(harary.game("fatty@3x3:weak"))
    assert (weak.claim, weak.exit_code) == ("Breaker wins", 20)
    stopped = solve(harary.game("skinny@5x5"), method="oracle", limits=Limits(seconds=0.1))
    assert (stopped.verdict, stopped.exit_code, stopped.reason) == ("unknown", 0, "time")
    white = solve(harary.game("elam@2x2:turn=white"))
    assert (white.claim, white.exit_code, white.first_moves) == (
        "White wins", 20, ("a1", "a2", "b1", "b2"),
    )  # fmt: skip


def test_rows_of_one_cell_are_won_at_once() -> None:
    game = harary.game("row1@3x3")
    assert len(winning_sets(harary.boards.Grid((3, 3)), Row(1))) == 9
    assert Oracle(game, 1).verdict() is Verdict.BLACK
    assert Schedule.regular().movers(2) == [harary.Player.BLACK, harary.Player.WHITE]
