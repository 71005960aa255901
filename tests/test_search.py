"""The native search: its verdicts against the oracle, its proofs before the checker."""

from __future__ import annotations

import io
import warnings
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harary import Player, PositionalGame, Rule, Verdict, _engine, game
from harary.errors import GameError, InputError, MemoryLimitReached, TimeLimitReached
from harary.limits import Limits
from harary.proofs import Proof, proof_lines
from harary.proofs.check import check, check_file
from harary.search import Oracle
from harary.search.engine import (
    SEARCHES,
    Knowledge,
    Means,
    decide,
    decide_by_blocking,
    settle,
)
from harary.search.native import rules_of
from harary.shapes import free_polyominoes, text_of
from harary.solve import solve
from tests.strategies import graph_games, small_games

#: Each piece of knowledge switched off in turn, and all of them.
WITHOUT = {
    "all": Knowledge(),
    "no pairings": Knowledge(pairing=0),
    "no pairings by SAT": Knowledge(sat=0),
    "pairings by SAT only": replace(Knowledge.none(), sat=500),
    "no potential": Knowledge(potential=False),
    "no criterion of Beck's": Knowledge(beck=False),
    "no threats": Knowledge(threats=0),
    "no danger": Knowledge(danger=False),
    "no dominated cells": Knowledge(dominated=False),
    "no zones": Knowledge(zones=False),
    "no symmetries": Knowledge(symmetric=0),
    "symmetries to the end": Knowledge(symmetric=99),
    "only threats": replace(Knowledge.none(), threats=100),
    "hardly any table": Knowledge(table=0),
    "no zones, hardly any table": Knowledge(zones=False, table=0),
    "only zones": replace(Knowledge.none(), zones=True),
    "only dominated cells": replace(Knowledge.none(), dominated=True),
    "nothing": Knowledge.none(),
}


def checked(proof: Proof) -> list[str]:
    return check(io.BytesIO("".join(line + "\n" for line in proof_lines([proof])).encode())).claims


def wins(played: PositionalGame, player: Player, length: int | None) -> bool:
    return Oracle(played, length).verdict() is Verdict.win(player, played.rule)


@pytest.mark.parametrize("method", SEARCHES)
@pytest.mark.parametrize("knowledge", WITHOUT.values(), ids=WITHOUT)
@given(played=small_games(6), data=st.data())
@settings(max_examples=25)
def test_verdicts_and_proofs(
    knowledge: Knowledge, method: str, played: PositionalGame, data: st.DataObject
) -> None:
    length = data.draw(st.none() | st.integers(0, played.stones))
    for player in [Player.BLACK] if played.rule is Rule.WEAK else Player:
        decision = decide(played, player, length, knowledge=knowledge, means=Means(method))
        assert decision.attacker_wins is wins(played, player, length)
        assert checked(decision.proof) == [decision.proof.claim.sentence(played.rule)]
        assert decision.proof.claim.wins is decision.attacker_wins


@pytest.mark.slow
@pytest.mark.parametrize("method", SEARCHES)
@given(played=small_games(7), data=st.data())
@settings(max_examples=10_000)
def test_verdicts_and_proofs_of_many_games(
    method: str, played: PositionalGame, data: st.DataObject
) -> None:
    knowledge = data.draw(st.sampled_from(list(WITHOUT.values())))
    length = data.draw(st.none() | st.integers(0, played.stones))
    for player in [Player.BLACK] if played.rule is Rule.WEAK else Player:
        decision = decide(played, player, length, knowledge=knowledge, means=Means(method))
        assert decision.attacker_wins is wins(played, player, length)
        checked(decision.proof)


def test_one_question_chooses_a_stone_and_the_pairs() -> None:
    """White's first answer is enough, and a proof need not say more."""
    played = game("X./XX/.X/.X/.X=+XXXX./...XX=@11x11:weak")
    after = game(f"{played},black=f6,turn=white")
    # Without symmetries the answer lies in the cells of the position itself.
    for knowledge in (Knowledge(pairing=0), Knowledge(pairing=0, symmetric=0)):
        decision = decide(after, Player.BLACK, knowledge=knowledge)
        assert not decision.attacker_wins
        assert [entry.rule for entry in decision.proof.entries] == ["pairs", "move"]
        checked(decision.proof)


def test_sat_finds_pairings_where_backtracking_gives_up() -> None:
    played = game("skinny@5x5:weak")
    with_sat, without = (
        decide(played, Player.BLACK, knowledge=Knowledge(pairing=0, sat=conflicts))
        for conflicts in (500, 0)
    )
    assert with_sat.nodes < without.nodes
    assert len(with_sat.proof.entries) < len(without.proof.entries)
    checked(with_sat.proof)
    # Two stones of White's come first.
    two = decide(
        game("tic@5x5:weak,r=2"), Player.BLACK, knowledge=Knowledge(pairing=0, potential=False)
    )
    assert not two.attacker_wins
    checked(two.proof)


@pytest.mark.parametrize("method", SEARCHES)
def test_the_zone_holds_the_loser_s_own_threats(method: str) -> None:
    """A game, rare among random ones, in which a zone without the race condition is too small."""
    played = PositionalGame.hypergraph("abcde", ["ad", "abe", "bce", "cde"], ["be", "ac", "bcd"])
    for player in Player:
        decision = decide(played, player, means=Means(method))
        assert decision.attacker_wins is wins(played, player, None)
        checked(decision.proof)


@pytest.mark.parametrize("method", SEARCHES)
@given(played=small_games(6))
@settings(max_examples=30)
def test_blocking_is_enough_or_it_is_not(method: str, played: PositionalGame) -> None:
    for player in [Player.BLACK] if played.rule is Rule.WEAK else Player:
        blocked = decide_by_blocking(played, player, means=Means(method))
        if blocked is not None and played.rule is Rule.STRONG:
            assert not wins(played, player, None)
            checked(blocked.proof)
        settled = settle(played, player, method=method)
        assert settled.attacker_wins is wins(played, player, None)
        checked(settled.proof)


@pytest.mark.parametrize("method", SEARCHES)
@given(played=graph_games())
@settings(max_examples=30)
def test_games_of_joining_sides(method: str, played: PositionalGame) -> None:
    decision = decide(played, Player.BLACK, means=Means(method))
    assert decision.attacker_wins is wins(played, Player.BLACK, None)
    checked(decision.proof)


@pytest.mark.parametrize("method", SEARCHES)
@pytest.mark.parametrize("text", ["hex@3x3", "hex@3x3:weak", "hex@3x3:turn=white,black=b2"])
def test_hex(text: str, method: str) -> None:
    played = game(text)
    for player in [Player.BLACK] if played.rule is Rule.WEAK else Player:
        decision = decide(played, player, means=Means(method))
        assert decision.attacker_wins is wins(played, player, None)
        checked(decision.proof)


#: Shapes on the 5x5 board and torus, weak and strong: who wins.
FIVE = [
    ("tippy@5x5", "black"),
    ("skinny@5x5", "draw"),
    ("knobby@5x5:torus", "black"),
    ("n-pentomino@5x5:weak", "maker"),
    ("l-pentomino@5x5:weak", "breaker"),
    ("p-pentomino@5x5:torus,weak", "breaker"),
    ("f-pentomino@5x5:torus,weak", "maker"),
    ("tippy@5x5:torus", "black"),
    ("snaky@6x6:weak", "breaker"),
]


@pytest.mark.parametrize("method", SEARCHES)
@pytest.mark.parametrize(("text", "verdict"), FIVE)
def test_games_that_brute_force_does_not_reach(
    text: str, verdict: str, method: str, tmp_path: Path
) -> None:
    kept = tmp_path / "x.proof.gz"
    result = solve(game(text), proof=kept, method=method)
    assert (result.verdict, result.proved, result.method) == (verdict, True, method)
    assert check_file(kept).game.endswith(text.partition("@")[2])


#: Polyominoes on small tori, where a set may wrap around and meet itself.
TORI = [
    f"{text_of(shape)}@{size}:torus{rule}"
    for cells in range(1, 6)
    for shape in free_polyominoes(cells)
    for size in ("3x3", "3x4", "4x4")
    for rule in ("", ",weak")
]


@pytest.mark.filterwarnings("ignore::harary.errors.HararyWarning")
@pytest.mark.parametrize("size", ["3x3", "3x4", "4x4"])
def test_tori(size: str) -> None:
    won = set()
    for text in (text for text in TORI if size in text):
        played = game(text)
        found = [decide(played, Player.BLACK, means=Means(method)) for method in SEARCHES]
        assert len({decision.attacker_wins for decision in found}) == 1, text
        for decision in found:
            sentence = decision.proof.claim.sentence(played.rule)
            assert checked(decision.proof) == [sentence]
        if size == "3x3":
            assert found[0].attacker_wins is wins(played, Player.BLACK, None), text
        won.add(found[0].attacker_wins)
    assert won == {True, False}


@pytest.mark.parametrize("method", SEARCHES)
def test_white_wins_where_he_can(method: str) -> None:
    result = solve(game("tippy@4x4:p=2,q=1"), method=method)
    assert (result.verdict, result.proved, result.exit_code) == ("white", True, 20)
    drawn = solve(game("tippy@3x3:p=2,q=1"), method=method)
    assert (drawn.verdict, drawn.claim) == ("draw", "draw")
    bounded = solve(game("tippy@5x5"), length=5, method=method)
    assert (bounded.claim, bounded.proved) == ("nobody wins within 5 stones", True)
    within = solve(game("tippy@5x5"), length=7, method=method)
    assert within.claim == "Black wins within 7 stones"


@pytest.mark.parametrize("method", SEARCHES)
@pytest.mark.parametrize("text", ["tippy@3x3", "tippy@3x3:torus", "row3@3x3:weak", "el@3x3:r=2"])
def test_the_engine_and_the_oracle_agree(text: str, method: str) -> None:
    played = game(text)
    ours, theirs = solve(played, method=method), solve(played, method="oracle")
    assert (ours.verdict, ours.claim) == (theirs.verdict, theirs.claim)
    assert set(ours.first_moves) <= set(theirs.first_moves)


@pytest.mark.parametrize("method", SEARCHES)
def test_the_time_limit(method: str) -> None:
    hard = game("snaky@9x9:weak")
    with pytest.raises(TimeLimitReached):
        decide(hard, Player.BLACK, limits=Limits(seconds=0.2), means=Means(method))
    result = solve(hard, limits=Limits(seconds=0.2), method=method)
    assert (result.verdict, result.reason, result.proved) == ("unknown", "time", False)
    longer = solve(hard, limits=Limits(seconds=0.5), method=method)
    assert longer.nodes is not None
    assert longer.nodes > 0


def test_the_memory_limit() -> None:
    hard = game("snaky@9x9:weak")
    with pytest.raises(MemoryLimitReached):
        decide(hard, Player.BLACK, limits=Limits(memory=2_000_000))
    for method in SEARCHES:
        with pytest.raises(MemoryLimitReached):
            decide(hard, Player.BLACK, limits=Limits(memory=100), means=Means(method))


@pytest.mark.parametrize("method", ["dfs", "dfpn"])
def test_a_depth_first_search_forgets_and_goes_on(method: str) -> None:
    """Half of the memory is for the table, the other half for the proof."""
    played = game("f-pentomino@5x5:torus,weak")
    free = decide(played, Player.BLACK, means=Means(method))
    tight = decide(
        played,
        Player.BLACK,
        limits=Limits(memory=500_000),
        knowledge=Knowledge(table=40_000),
        means=Means(method),
    )
    assert free.attacker_wins
    assert tight.attacker_wins
    assert tight.statistics["bytes"] <= 40_000
    assert tight.statistics["forgotten"] > free.statistics["forgotten"]
    assert tight.nodes > free.nodes
    assert checked(free.proof) == checked(tight.proof) == ["Maker wins"]


def test_methods_that_there_are_not() -> None:
    with pytest.raises(InputError, match="method 'bfs': expected one of pns, dfs, dfpn"):
        decide(game("el@3x3"), Player.BLACK, means=Means("bfs"))
    with pytest.raises(InputError, match="x.dfs: a depth-first search is not kept in a file"):
        decide(game("el@3x3"), Player.BLACK, means=Means("dfs", keep="x.dfs"))
    with pytest.raises(InputError, match="method 'bfs': expected one of auto, oracle, pns, dfs"):
        solve(game("el@3x3"), method="bfs")
    assert solve(game("el@3x3"), method="auto").method == "oracle"
    assert solve(game("skinny@5x5"), method="auto").method == "pns"


def test_what_was_known_when_the_time_ran_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Black's half stands, and is proved, where White's was not decided."""
    import harary.solve.searcher as module

    def slow(played: PositionalGame, player: Player, *_: object, **_more: object) -> object:
        if player is Player.WHITE:
            raise TimeLimitReached("no answer")
        return decide(played, player)

    monkeypatch.setattr(module, "settle", slow)
    result = solve(game("tippy@3x3:p=2,q=1"), method="pns")
    assert (result.verdict, result.reason, result.proved) == ("not-black", "time", True)


def test_a_check_that_takes_too_long_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    import harary.solve.proving as module

    def slow(*_: object) -> None:
        raise TimeLimitReached("no answer")

    monkeypatch.setattr(module, "accepted", slow)
    result = solve(game("skinny@5x5"))
    assert (result.verdict, result.proved, result.reason) == ("draw", False, "not checked: time")


@pytest.mark.parametrize("method", SEARCHES)
def test_progress_is_told(method: str) -> None:
    told: list[int] = []
    hard = game("snaky@9x9:weak")
    with pytest.raises(TimeLimitReached):
        decide(hard, Player.BLACK, limits=Limits(0.5), progress=told.append, means=Means(method))
    assert told
    assert told == sorted(told)


def test_too_many_cells() -> None:
    with pytest.raises(GameError, match="at most 384"):
        decide(game("el@20x20"), Player.BLACK)


def test_the_engine_refuses_what_is_no_game() -> None:
    rules = rules_of(game("el@3x3:white=a1"))
    with pytest.raises(ValueError, match="both players move in a cycle"):
        _engine.prove(rules, b"", b"\0\0", 0)
    other = _engine.Group(4, [[0, 1, 2, 3]])
    with pytest.raises(ValueError, match="another board"):
        _engine.prove(rules, b"", b"\0\1", 0, other)
    turn = [8 - cell for cell in range(9)]
    with pytest.raises(ValueError, match="no symmetry"):
        _engine.prove(rules, b"", b"\0\1", 0, _engine.Group(9, [list(range(9)), turn]))
    with pytest.raises(ValueError, match='method "bfs" is none of pns, dfs, dfpn'):
        _engine.prove(rules, b"", b"\0\1", 0, method="bfs")
    with pytest.raises(ValueError, match="player 2"):
        _engine.prove(rules, b"", b"\0\1", 2)


def test_a_game_without_sets() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        empty = game("tippy@2x2")
    decision = decide(empty, Player.BLACK)
    assert not decision.attacker_wins
    assert decision.proof.entry(decision.proof.root).rule == "blocked"
    listed = replace(empty, text=None, length=0)
    checked(decide(listed, Player.BLACK).proof)


def test_a_search_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    kept, played = tmp_path / "kept", game("v-pentomino@5x5:torus,weak")
    stopped = solve(played, method="pns", resume=kept, limits=Limits(seconds=0.3))
    assert (stopped.verdict, stopped.reason) == ("unknown", "time")
    [file] = tmp_path.iterdir()
    assert file.name == "kept.black-wins"
    before = file.stat().st_size
    stopped = solve(played, method="pns", resume=kept, limits=Limits(seconds=0.6))
    assert stopped.verdict == "unknown"
    assert file.stat().st_size > before
    for resumed in (1, 2):
        easy = solve(game("tippy@5x5"), resume=tmp_path / "easy", threads=resumed)
        assert (easy.verdict, easy.proved) == ("black", True)
    with pytest.raises(InputError, match="not a search of this game"):
        decide(played, Player.BLACK, 9, means=Means(keep=str(file)))
    for method in ("oracle", "dfs"):
        with pytest.raises(InputError, match="only pns and qbf can be resumed"):
            solve(played, method=method, resume=kept)


@given(small_games(7))
@settings(max_examples=30)
def test_several_threads_agree_with_one(played: PositionalGame) -> None:
    for player in [Player.BLACK] if played.rule is Rule.WEAK else Player:
        decision = decide(played, player, means=Means(threads=3))
        assert decision.attacker_wins is wins(played, player, None)
        checked(decision.proof)


def test_the_two_questions_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that are not easy: blocking decides one, the whole question the other."""
    import harary.search.engine as module

    monkeypatch.setattr(module, "_EASY_SECONDS", 1e-9)
    for text, verdict in [("skinny@5x5", "draw"), ("tippy@5x5", "black"), ("tippy@4x4", "black")]:
        result = solve(game(text), method="pns", threads=2)
        assert (result.verdict, result.proved) == (verdict, True)
    stopped = solve(game("snaky@9x9"), threads=2, limits=Limits(seconds=0.3))
    assert (stopped.verdict, stopped.reason) == ("unknown", "time")
    stopped = solve(game("snaky@9x9"), threads=2, limits=Limits(memory=3_000_000))
    assert (stopped.verdict, stopped.reason) == ("unknown", "memory")

    class StopHere(Exception):
        pass

    def stop(_positions: int) -> None:
        raise StopHere

    with pytest.raises(StopHere):
        settle(game("snaky@9x9"), Player.BLACK, progress=stop, limits=Limits(seconds=30))
