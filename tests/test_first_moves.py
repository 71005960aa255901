"""The verdict after each first move, and the line of play, against brute force."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harary import Player, Position, PositionalGame, Verdict, game
from harary.errors import DisagreementError, GameError, InputError, TimeLimitReached
from harary.games import game_after
from harary.limits import Limits, Watch
from harary.proofs import Claim
from harary.search import Oracle, prove
from harary.search.engine import Decision, settle
from harary.solve import Result, solve
from harary.solve import searcher as searching
from harary.solve.first_moves import with_first_moves
from harary.solve.searcher import Searcher
from tests.strategies import game_texts, graph_games, legal_game, small_games


def verdicts(played: PositionalGame, length: int | None) -> dict[str, Verdict]:
    """The verdict after each legal first stone, by brute force."""
    oracle = Oracle(played, length)
    legal = oracle.position.legal_cells()
    return {played.cells[cell]: oracle.verdict_after(cell) for cell in legal}


def moves_of(result: Result) -> dict[str, Verdict]:
    assert result.moves is not None
    found = {cell: move.verdict for move in result.moves for cell in move.cells}
    assert len(found) == sum(len(move.cells) for move in result.moves)
    return found


# The game after a stone.


@given(game_texts(20), st.data())
@settings(max_examples=150)
def test_the_game_after_a_stone_has_the_text_of_itself(text: str, data: st.DataObject) -> None:
    played = legal_game(text)
    position = Position(played)
    if position.outcome() is not None:
        return
    cell = data.draw(st.sampled_from(position.legal_cells()))
    after = game_after(played, cell)
    assert after == legal_game(str(after))
    position.push(cell)
    rest = position.rest()
    assert after.schedule.movers(after.stones) == rest.schedule.movers(rest.stones)
    assert (after.black, after.white, after.first_moves) == (rest.black, rest.white, None)


@given(small_games(5), st.data())
@settings(max_examples=150)
def test_the_game_after_a_stone_is_what_is_left(
    played: PositionalGame, data: st.DataObject
) -> None:
    """Also where a list of first moves leaves a choice, and a bound cuts the first turn."""
    length = data.draw(st.none() | st.integers(0, played.stones))
    for cell in Position(played, length).legal_cells():
        rest = game_after(played, cell, length)
        oracle = Oracle(played, length)
        within = None if length is None else length - 1
        assert Oracle(rest, within).verdict() is oracle.verdict_after(cell)


def test_a_turn_of_several_stones_goes_on() -> None:
    texts = [str(game_after(game("el@3x3:p=2,q=2,r=3,first=a1-b1"), 0))]
    texts.append(str(game_after(game(texts[0]), 1)))
    texts.append(str(game_after(game(texts[1]), 2)))
    assert texts == [
        "el@3x3:p=2,q=1,r=3,black=a1",
        "el@3x3:p=2,q=3,r=3,turn=white,black=a1-a2",
        "el@3x3:p=2,q=2,r=3,turn=white,black=a1-a2,white=a3",
    ]


# All first moves.


@pytest.mark.parametrize("method", ["pns", "oracle"])
@given(played=st.one_of(small_games(5), graph_games(5)), data=st.data())
@settings(max_examples=80)
def test_every_first_move(method: str, played: PositionalGame, data: st.DataObject) -> None:
    length = data.draw(st.none() | st.integers(0, played.stones))
    result = solve(played, length=length, method=method, all_moves=True)
    expected = verdicts(played, length)
    assert moves_of(result) == expected
    assert result.moves is not None
    assert all(move.proved for move in result.moves)
    mover = Position(played, length).to_move
    winning = [name for name, verdict in expected.items() if verdict.winner is mover]
    assert list(result.first_moves) == winning
    assert all(fact.after in {None, *expected} for fact in result.facts)


@pytest.mark.slow
@given(played=small_games(7), data=st.data())
@settings(max_examples=3000)
def test_every_first_move_of_many_games(played: PositionalGame, data: st.DataObject) -> None:
    length = data.draw(st.none() | st.integers(0, played.stones))
    result = solve(played, length=length, method="pns", all_moves=True)
    assert moves_of(result) == verdicts(played, length)
    assert result.moves is not None
    assert all(move.proved for move in result.moves)


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("tippy@3x3", None),
        ("tippy@3x3:torus", 7),
        ("row3@3x3", None),
        ("row3@3x3:weak,turn=white", None),
        ("row3@3x3:turn=white,white=b2", 6),
        ("domino@3x3:p=2,q=1", None),
        ("tic@4x2:p=2,q=2,r=1,first=a1-b1", None),
        ("row2@2x2x2:black=a1.1", None),
        ("hex@3x3", None),
        ("hex@3x3:weak,turn=white", None),
    ],
)
def test_first_moves_of_families(text: str, length: int | None) -> None:
    played = game(text)
    for method in ("pns", "oracle"):
        result = solve(played, length=length, method=method, all_moves=True)
        assert moves_of(result) == verdicts(played, length)
        assert result.proved


def test_what_the_proof_of_the_game_says_is_not_asked_again() -> None:
    """Where the player to move does not win, no first move wins; else one is known."""
    lost = solve(game("skinny@5x5:weak"), method="pns", all_moves=True)
    assert set(moves_of(lost).values()) == {Verdict.BREAKER}
    assert [fact.after for fact in lost.facts] == [None]
    won = solve(game("tippy@4x4"), method="pns", all_moves=True)
    assert [name for name, verdict in moves_of(won).items() if verdict is Verdict.BLACK] == [
        "b2", "b3", "c2", "c3",
    ]  # fmt: skip
    assert "b2" not in {fact.after for fact in won.facts}


def test_moves_that_are_not_checked_are_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    for method in ("pns", "oracle"):
        bare = solve(game("el@3x3"), method=method, all_moves=True, check=False)
        assert moves_of(bare) == verdicts(game("el@3x3"), None)
        assert bare.moves is not None
        assert not any(move.proved for move in bare.moves)

    def late(*_: object) -> None:
        raise TimeLimitReached("no answer")

    monkeypatch.setattr(searching, "accepted", late)
    result = solve(game("tippy@4x4"), method="pns", all_moves=True)
    assert result.reason is None
    assert result.moves is not None
    # The move of the game's proof was checked with it.
    assert {move.move: move.proved for move in result.moves} == {
        "a1": False, "a2": False, "b2": True,
    }  # fmt: skip
    assert Verdict.UNKNOWN not in moves_of(result).values()


def test_a_limit_leaves_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(
        played: PositionalGame, player: Player, within: int | None = None, **more: Any
    ) -> Decision:
        if "black=a2" in str(played):
            raise TimeLimitReached("no answer")
        return settle(played, player, within, **more)

    monkeypatch.setattr(searching, "settle", slow)
    result = solve(game("tippy@4x4"), method="pns", all_moves=True)
    assert (result.verdict, result.proved, result.reason) == ("black", True, "time")
    found = moves_of(result)
    assert (found["a1"], found["a2"], found["b2"]) == ("draw", "unknown", "black")
    assert result.first_moves == ("b2", "b3", "c2", "c3")
    assert result.moves is not None
    assert [move.proved for move in result.moves] == [True, False, True]
    stopped = solve(game("snaky@11x11:weak"), all_moves=True, limits=Limits(seconds=0.3))
    assert (stopped.verdict, stopped.reason) == ("unknown", "time")
    assert set(moves_of(stopped).values()) == {Verdict.UNKNOWN}
    assert stopped.moves is not None
    assert not any(move.proved for move in stopped.moves)
    small = solve(game("skinny@5x5"), all_moves=True, method="oracle", limits=Limits(seconds=0.1))
    assert (small.verdict, small.moves) == ("unknown", ())


def test_brute_force_and_the_engine_have_to_agree() -> None:
    played = game("el@3x3")
    whole = solve(played, method="oracle")
    with pytest.raises(DisagreementError, match="brute force says white, the engine black"):
        with_first_moves(whole, played, None, Searcher(Watch()), brute=lambda _cell: Verdict.WHITE)


def test_brute_force_goes_where_the_engine_does_not() -> None:
    result = solve(game("domino@20x20"), length=1, all_moves=True)
    assert result.method == "oracle"
    assert set(moves_of(result).values()) == {Verdict.DRAW}
    assert result.reason is not None
    assert "at most 384" in result.reason
    assert result.moves is not None
    assert not any(move.proved for move in result.moves)
    with pytest.raises(GameError, match="at most 384"):
        solve(game("domino@20x20"), method="pns", all_moves=True)


def test_a_game_that_is_over_has_no_moves() -> None:
    for method in ("pns", "oracle"):
        over = solve(game("domino@2x2:black=a1-a2"), method=method, all_moves=True)
        assert (over.verdict, over.moves, over.first_moves) == ("black", (), ())


def test_what_cannot_be_asked_together() -> None:
    with pytest.raises(InputError, match="found by the others"):
        solve(game("el@3x3"), method="qbf", all_moves=True)
    with pytest.raises(InputError, match="expected one of them"):
        solve(game("el@3x3"), shortest=True, all_moves=True)


# The line of play.


@given(st.one_of(small_games(6), graph_games(6)), st.data())
@settings(max_examples=150)
def test_the_line_can_be_played(played: PositionalGame, data: st.DataObject) -> None:
    length = data.draw(st.none() | st.integers(0, played.stones))
    for method in ("pns", "oracle"):
        result = solve(played, length=length, method=method)
        if result.line is None:
            continue
        position = Position(played, length)
        for move in result.line:
            position.push(move)
        attacker_won = result.verdict in (Verdict.BLACK, Verdict.WHITE, Verdict.MAKER)
        if attacker_won and result.then == "Beck's criterion":
            assert position.to_move is Player.BLACK
        elif attacker_won:
            assert position.outcome() is result.verdict
            assert result.then is None
        elif position.outcome() is not None:
            assert position.outcome() not in (Verdict.BLACK, Verdict.MAKER)


@pytest.mark.parametrize(
    ("text", "ends"),
    [("tippy@3x3", True), ("skinny@5x5", False), ("row3@3x3", False), ("hex@3x3", True)],
)
def test_the_line_of(text: str, ends: bool) -> None:
    played = game(text)
    result = solve(played)
    assert result.line
    assert (result.then is None) is ends
    position = Position(played)
    for move in result.line:
        position.push(move)
    # In a draw the attacker does not lose for the sake of a longer line.
    assert (position.outcome() is not None) is ends


def test_stealing_has_no_line() -> None:
    played = game("row3@3x3")
    [proof] = prove(played, [Claim(Player.WHITE, False)])
    assert proof.entry(proof.root).rule == "stealing"
    from harary.solve.proving import with_line

    result = solve(played, check=False)
    assert with_line(result, proof).line is None


def test_the_line_of_what_is_not_checked(tmp_path: Path) -> None:
    assert solve(game("tippy@5x5"), check=False).line
    assert solve(game("tippy@3x3"), check=False).line is None
    assert solve(game("el@3x3"), proof=tmp_path / "x").line is not None
