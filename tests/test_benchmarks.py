"""What the benchmarks of the search say."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import search, shortest
from harary import game
from harary.limits import Limits


def test_the_games_are_those_of_paper_001() -> None:
    assert [len(search.games(kind)) for kind in search.KINDS] == [48] * 4
    assert len({text for kind in search.KINDS for text in search.games(kind)}) == 192


def test_a_run_is_recorded_and_not_repeated(tmp_path: Path) -> None:
    store = tmp_path / "runs.jsonl"
    arguments = ["--kinds", "board", "--timeout", "1ms", "--store", str(store)]
    games = search.games("board")[:2]
    known = {text: search.perform(text, Limits(20.0)) for text in games}
    assert all(search.is_decided(done) for done in known.values())
    search.run(games, Limits(20.0), store)
    again = search.read(store)
    assert [done.verdict for done in again.values()] == [done.verdict for done in known.values()]
    assert "| board | 2 | 2 | 2 |" in search.table(again)
    with store.open("a") as file:
        file.write('{"game": "cut o')
    assert search.read(store) == again
    assert search.main([*arguments, "--table"]) == 0


@pytest.mark.parametrize(("text", "stones"), [("tippy@5x5", 7), ("tippy@3x3", 9), ("tic@4x4", 5)])
def test_the_fewest_stones_from_below_and_from_above(text: str, stones: int) -> None:
    limits = Limits(60.0)
    found = [way(game(text), limits) for way in (shortest.below, shortest.above)]
    assert [each.stones for each in found] == [stones, stones]
    assert all(each.positions > 0 for each in found)


def test_a_way_that_comes_to_its_limit_is_open(capsys: pytest.CaptureFixture[str]) -> None:
    assert shortest.main(["snaky@11x11:weak", "--timeout", "100ms"]) == 0
    assert "| snaky@11x11:weak | open |" in capsys.readouterr().out
