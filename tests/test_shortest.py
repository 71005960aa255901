"""The fewest stones with which a player wins, against brute force at every length."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harary import Player, PositionalGame, Rule, Verdict, game
from harary.errors import InputError, MemoryLimitReached, TimeLimitReached
from harary.limits import Limits
from harary.proofs import Proof, proof_lines
from harary.proofs.check import check, check_file
from harary.search import Ladder, Oracle, Shortest, shortest
from harary.search.engine import Decision, settle
from harary.solve import Fewest, Result, solve
from harary.solve import searcher as searching
from tests.strategies import graph_games, small_games

OUTCOMES = Path(__file__).parents[1] / "vectors/outcomes.jsonl"


def brute(played: PositionalGame, player: Player, most: int) -> int | None:
    """The fewest stones with which a player wins, by brute force at each length."""
    win = Verdict.win(player, played.rule)
    for length in range(most + 1):
        if Oracle(played, length).verdict() is win:
            return length
    return None


def claims(*proofs: Proof | None) -> list[str]:
    """The claims of proofs, as the checker reads them in one file."""
    text = "".join(line + "\n" for line in proof_lines([p for p in proofs if p is not None]))
    return check(io.BytesIO(text.encode())).claims


def confirm(found: Shortest, played: PositionalGame, length: int | None) -> None:
    """The fewest stones are right, and the two proofs show it."""
    most = played.stones if length is None else min(length, played.stones)
    stones = brute(played, found.player, most)
    assert found.stones == stones
    claims(found.win, found.refutation)
    if found.win is None:
        assert stones is None
        assert found.refutation is not None
        assert not found.refutation.claim.wins
        return
    assert (found.win.claim.wins, found.win.claim.within) == (True, stones)
    if found.refutation is None:
        assert stones == 0
        return
    assert stones is not None
    below = found.refutation.claim.within
    assert not found.refutation.claim.wins
    assert below is not None
    # All stones between are the opponent's.
    movers = played.schedule.movers(stones)
    assert below < stones
    assert set(movers[below : stones - 1]) <= {found.player.opponent}
    assert movers[stones - 1] is found.player


@given(st.one_of(small_games(6), graph_games(6)), st.data())
@settings(max_examples=150)
def test_the_fewest_stones(played: PositionalGame, data: st.DataObject) -> None:
    length = data.draw(st.none() | st.integers(0, played.stones))
    for player in [Player.BLACK] if played.rule is Rule.WEAK else Player:
        confirm(shortest(played, player, length), played, length)


@pytest.mark.slow
@given(small_games(7), st.data())
@settings(max_examples=5000)
def test_the_fewest_stones_of_many_games(played: PositionalGame, data: st.DataObject) -> None:
    length = data.draw(st.none() | st.integers(0, played.stones))
    for player in [Player.BLACK] if played.rule is Rule.WEAK else Player:
        confirm(shortest(played, player, length), played, length)


@given(st.one_of(small_games(6), graph_games(6)), st.data())
@settings(max_examples=150)
def test_the_verdict_and_the_fewest_stones(played: PositionalGame, data: st.DataObject) -> None:
    length = data.draw(st.none() | st.integers(0, played.stones))
    result = solve(played, length=length, shortest=True)
    verdict = Oracle(played, length).verdict()
    assert (result.verdict, result.proved, result.method) == (verdict, True, "pns")
    assert result.shortest is not None
    if verdict in (Verdict.DRAW, Verdict.BREAKER):
        assert result.shortest == ()
        return
    assert verdict.winner is not None
    stones = brute(played, verdict.winner, played.stones)
    [fewest] = result.shortest
    assert (fewest.player, fewest.stones, fewest.at_least) == (verdict.winner, stones, stones)
    assert result.within == stones


@pytest.mark.parametrize(
    "fact",
    [fact for fact in map(json.loads, OUTCOMES.read_text().splitlines()) if "stones" in fact],
    ids=lambda fact: fact["game"],
)
def test_published_numbers(fact: dict[str, Any]) -> None:
    winner = Verdict(fact["verdict"]).winner
    assert winner is not None
    assert shortest(game(fact["game"]), winner).stones == fact["stones"]


@pytest.mark.parametrize(
    ("text", "player", "stones", "below"),
    [
        ("tippy@5x5", Player.BLACK, 7, 5),
        ("n-pentomino@5x5", Player.BLACK, 11, 9),
        ("tippy@4x4:p=2,q=1", Player.WHITE, 7, 6),
        ("tic@4x4:white=b2", Player.WHITE, 4, 2),
        ("row2@2x2x2:turn=white", Player.WHITE, 3, 1),
        ("hex@3x3", Player.BLACK, 5, 3),
        ("domino@3x3:weak,r=2", Player.BLACK, 4, 1),
    ],
)
def test_games_that_are_won(
    text: str, player: Player, stones: int, below: int, tmp_path: Path
) -> None:
    path = tmp_path / "both.proof"
    result = solve(game(text), shortest=True, proof=path)
    assert result.shortest == (Fewest(player, stones, stones, below, proved=True),)
    name = "Maker" if result.rule == "weak" else player.capitalize()
    assert check_file(path).claims == [
        f"{name} wins within {stones} stones",
        f"{name} does not win within {below} stone{'s' * (below != 1)}",
    ]
    assert result.line is not None
    assert len(result.line) <= stones


def test_the_lengths_that_are_asked() -> None:
    """Those at which the player has his stones for a set, and the one below a win."""
    asked: list[str] = []
    shortest(game("tippy@3x3"), Player.BLACK, told=lambda d: asked.append(str(d.proof.claim)))
    assert asked == ["Black does not win within 7 stones", "Black wins within 9 stones"]
    asked.clear()
    found = shortest(
        game("domino@3x3"), Player.BLACK, told=lambda d: asked.append(str(d.proof.claim))
    )
    assert asked == ["Black wins within 3 stones", "Black does not win within 1 stone"]
    assert found.stones == 3
    ladder = Ladder(game("tippy@3x3:white=b2"), Player.BLACK)
    assert (ladder.length, ladder.at_least, ladder.not_within) == (7, 7, None)


def test_a_player_who_does_not_win() -> None:
    found = shortest(game("tippy@3x3"), Player.WHITE)
    assert (found.stones, found.win) == (None, None)
    assert found.refutation is not None
    assert str(found.refutation.claim) == "White does not win within 8 stones"
    bounded = shortest(game("tippy@3x3"), Player.BLACK, 8)
    assert bounded.stones is None
    with pytest.raises(InputError, match="Breaker completes no set"):
        shortest(game("el@3x3:weak"), Player.WHITE)


def limited(
    slow: dict[int | None, type[Exception]], monkeypatch: pytest.MonkeyPatch
) -> list[int | None]:
    """Questions with these bounds come to a limit; gives the bounds that are asked."""
    asked: list[int | None] = []

    def instead(
        played: PositionalGame, player: Player, within: int | None = None, **more: Any
    ) -> Decision:
        asked.append(within)
        if within in slow:
            raise slow[within]("no answer")
        return settle(played, player, within, **more)

    monkeypatch.setattr(searching, "settle", instead)
    return asked


def fewest_of(result: Result) -> Fewest:
    assert result.shortest is not None
    [fewest] = result.shortest
    return fewest


def test_a_win_within_few_stones_that_is_not_found_without_a_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for reason in (TimeLimitReached, MemoryLimitReached):
        asked = limited({None: reason}, monkeypatch)
        result = solve(game("n-pentomino@5x5"), shortest=True)
        assert (result.claim, result.proved) == ("Black wins within 11 stones", True)
        assert fewest_of(result) == Fewest(Player.BLACK, 11, 11, 9, proved=True)
        assert asked == [None, 9, 11]


def test_a_draw_for_which_the_lengths_take_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = iter([TimeLimitReached] * 3)

    def second_time(
        played: PositionalGame, player: Player, within: int | None = None, **more: Any
    ) -> Decision:
        if within is not None or next(shares, None):
            raise TimeLimitReached("no answer")
        return settle(played, player, within, **more)

    monkeypatch.setattr(searching, "settle", second_time)
    result = solve(game("skinny@5x5"), shortest=True)
    assert (result.verdict, result.proved, result.shortest) == ("draw", True, ())


def test_what_is_known_when_a_limit_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = limited({11: MemoryLimitReached}, monkeypatch)
    result = solve(game("n-pentomino@5x5"), shortest=True)
    assert asked == [None, 9, 11]
    assert (result.claim, result.proved, result.reason) == ("Black wins", True, "memory")
    assert fewest_of(result) == Fewest(Player.BLACK, None, 11, 9, proved=True)
    # Neither who wins nor how soon.
    limited({None: MemoryLimitReached, 11: MemoryLimitReached}, monkeypatch)
    result = solve(game("n-pentomino@5x5"), shortest=True)
    assert (result.verdict, result.reason, result.exit_code) == ("unknown", "memory", 0)
    assert fewest_of(result) == Fewest(Player.BLACK, None, 11, 9, proved=True)
    # All lengths are too short, and the verdict too large.
    limited({None: MemoryLimitReached}, monkeypatch)
    result = solve(game("skinny@4x3"), shortest=True)
    assert (result.verdict, result.reason, result.shortest) == ("unknown", "memory", ())


def test_what_was_checked_when_it_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time runs out when all proofs are put into one file."""
    import harary.solve.proving as module

    whole = module.accepted

    def late(proofs: list[Proof], *more: Any) -> None:
        if len(proofs) > 1:
            raise TimeLimitReached("no answer")
        whole(proofs, *more)

    monkeypatch.setattr(module, "accepted", late)
    result = solve(game("tippy@5x5"), shortest=True)
    assert (result.claim, result.proved, result.reason) == (
        "Black wins within 7 stones",
        True,
        None,
    )
    assert fewest_of(result) == Fewest(Player.BLACK, 7, 7, 5, proved=True)
    bare = solve(game("tippy@5x5"), shortest=True, check=False)
    assert (bare.proved, fewest_of(bare)) == (False, Fewest(Player.BLACK, 7, 7, 5))
    assert not any(fact.proved for fact in bare.facts)

    def never(*_: Any) -> None:
        raise TimeLimitReached("no answer")

    monkeypatch.setattr(module, "accepted", never)
    monkeypatch.setattr(searching, "accepted", never)
    result = solve(game("tippy@5x5"), shortest=True)
    assert (result.proved, result.reason) == (False, "not checked: time")
    assert fewest_of(result) == Fewest(Player.BLACK, 7, 7, 5)


def test_limits_are_for_all_questions_together() -> None:
    hard = game("snaky@11x11:weak")
    heard: list[Decision] = []
    counts: list[int] = []
    with pytest.raises(TimeLimitReached):
        shortest(
            hard,
            Player.BLACK,
            limits=Limits(seconds=0.4),
            told=heard.append,
            progress=counts.append,
        )
    assert not any(decision.attacker_wins for decision in heard)
    assert counts == sorted(counts)
    with pytest.raises(MemoryLimitReached):
        shortest(game("snaky@9x9:weak"), Player.BLACK, limits=Limits(memory=300_000))
    result = solve(hard, shortest=True, limits=Limits(seconds=0.3))
    assert (result.verdict, result.reason) == ("unknown", "time")
    fewest = fewest_of(result)
    assert fewest.at_least is not None
    assert (fewest.stones, fewest.at_least >= 11) == (None, True)


def test_only_the_engine_finds_the_shortest_win() -> None:
    for method in ("oracle", "qbf"):
        with pytest.raises(InputError, match="the shortest win is found by"):
            solve(game("el@3x3"), method=method, shortest=True)
