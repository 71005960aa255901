"""Solving by formulas, with real solvers: verdicts, deepening, strategies, resuming."""

from __future__ import annotations

import json
import pickle
import resource
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import harary
from benchmarks.plain_search import black_wins
from benchmarks.solvers import instances
from harary import Player, Position, PositionalGame, Rule, Verdict, encodings, game
from harary.encodings import EncodingError, encode
from harary.errors import (
    FormatError,
    HararyWarning,
    InputError,
    MemoryLimitReached,
    TimeLimitReached,
)
from harary.games import white_cannot_win
from harary.limits import Limits, Watch, watched
from harary.proofs import Claim
from harary.qbf import run_portfolio
from harary.qbf.examine import examine
from harary.qbf.process import run
from harary.qbf.programs import solver
from harary.search import Oracle
from harary.solve import (
    Asker,
    ClaimedMoves,
    Step,
    StrategyError,
    analyse,
    confirm,
    solve,
    unroll,
)
from harary.solve.deepening import pairing_fits, turn_ends
from tests.solvers import here, needs
from tests.strategies import small_games

few = settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def oracle(played: PositionalGame, length: int | None = None) -> Verdict:
    return Oracle(played, length).verdict()


# Which questions.


def test_turns_end_where_a_player_may_win() -> None:
    assert turn_ends(game("row3@3x3"), Player.BLACK) == [1, 3, 5, 7, 9]
    assert turn_ends(game("row3@3x3"), Player.WHITE) == [2, 4, 6, 8]
    assert turn_ends(game("row3@3x3:p=2,q=1,r=1"), Player.BLACK, 5) == [1, 4]
    # A last turn that the bound cuts short is a turn.
    assert turn_ends(game("row3@3x3:p=2,q=1"), Player.BLACK, 8) == [1, 5, 8]
    assert turn_ends(game("domino@2x2:p=2,q=1"), Player.WHITE) == [3]


def test_pairing_is_for_one_stone_a_turn_and_black_first() -> None:
    assert pairing_fits(game("el@3x3"))
    for options in ("p=2", "turn=white", "first=a1", "r=2"):
        assert not pairing_fits(game(f"el@3x3:{options}"))


@given(small_games())
@settings(deadline=None)
def test_where_stealing_applies_white_does_not_win(played: PositionalGame) -> None:
    if played.rule is Rule.STRONG and white_cannot_win(played):
        assert oracle(played) is not Verdict.WHITE


@pytest.mark.parametrize(
    "text",
    ["el@3x3:p=2,q=1", "el@3x3:r=2", "el@3x3:turn=white", "el@3x3:white=a1", "el@3x3:first=a1"],
)
def test_where_stealing_does_not_apply(text: str) -> None:
    assert white_cannot_win(game("el@3x3"))
    assert not white_cannot_win(game(text))


def test_stealing_needs_equal_families() -> None:
    assert not white_cannot_win(PositionalGame.hypergraph("abc", ["ab"], ["bc"]))
    assert white_cannot_win(PositionalGame.hypergraph("abc", ["ab"], ["ba"]))


# Verdicts.


@needs("depqbf")
@pytest.mark.parametrize("encoding", ["cor-plus", "dys"])
@given(played=small_games(4), data=st.data())
@few
def test_one_length_gives_the_oracle_s_verdict(
    encoding: str, played: PositionalGame, data: st.DataObject
) -> None:
    length = data.draw(st.none() | st.integers(0, played.stones))
    result = solve(played, method="qbf", encoding=encoding, length=length)
    asked = result.steps[0].length
    expected = oracle(played, asked)
    assert result.verdict is expected
    assert result.within == (asked if asked < played.free_cells else None)
    assert not result.proved


@needs("depqbf")
@pytest.mark.parametrize("encoding", ["cor-plus", "cover"])
@given(played=small_games(4))
@few
def test_deepening_gives_the_oracle_s_verdict(encoding: str, played: PositionalGame) -> None:
    try:
        result = solve(played, method="qbf", encoding=encoding, deepen=True)
    except EncodingError:
        assert encoding == "cover"
        return
    if result.verdict is Verdict.UNKNOWN:
        assert encoding == "cover"
        assert result.reason == "cover proves nothing by being false"
        return
    assert result.verdict is oracle(played, None)
    if result.verdict.winner is Player.BLACK:
        # The length is the shortest.
        assert result.within is None or oracle(played, result.within) is result.verdict
        ends = [end for end in turn_ends(played, Player.BLACK) if end < result.steps[-1].length]
        assert not ends or oracle(played, ends[-1]).winner is not Player.BLACK


@needs("depqbf")
@pytest.mark.parametrize(
    ("text", "verdict", "within", "decided_by"),
    [
        ("tippy@3x3:torus", "black", 7, "cor-plus"),
        ("row3@3x3:weak", "maker", 7, "cor-plus"),
        # The weak Maker wins and the strong game is a draw: neither side's formula is true.
        ("row3@3x3", "draw", None, "cor-plus"),
        ("fatty@3x3", "draw", None, "pairing"),
        ("fatty@4x4:weak", "breaker", None, "pairing"),
        ("domino@2x2:p=2,q=1", "white", None, "cor-plus"),
        ("tippy@3x3:p=2,q=2", "draw", None, "cor-plus"),
    ],
)
def test_deepening(text: str, verdict: str, within: int | None, decided_by: str) -> None:
    result = solve(game(text), method="qbf", deepen=True)
    assert (result.verdict, result.within) == (verdict, within)
    assert result.encoding == decided_by
    lengths = [step.length for step in result.steps if step.view == "black"]
    assert lengths == sorted(lengths)


@needs("depqbf")
def test_one_sided_deepening_is_the_depth_of_paper_003() -> None:
    for text, depth in (("tippy@3x3", 9), ("tippy@3x3:torus", 7)):
        result = solve(game(text), method="qbf", deepen=True, view="black")
        assert [step.truth for step in result.steps] == [False] * (depth // 2) + [True]
        assert result.steps[-1].length == depth
    white = solve(game("domino@2x2:p=2,q=1"), method="qbf", deepen=True, view="white")
    assert (white.verdict, white.steps[-1].length) == ("white", 3)
    none = solve(game("row3@3x3"), method="qbf", deepen=True, view="white")
    assert (none.verdict, none.exit_code) == ("unknown", 0)
    assert none.reason == "White does not win within 9 stones; Black was not asked about"


@needs("depqbf")
def test_a_half_that_is_not_known() -> None:
    pairing = solve(game("fatty@4x4"), method="qbf", encoding="pairing", length=0)
    assert (pairing.verdict, pairing.within) == ("draw", None)
    cover = solve(game("fatty@4x4"), method="qbf", encoding="cover", length=5)
    assert (cover.verdict, cover.exit_code) == ("unknown", 0)
    stopped = solve(game("elly@4x4"), method="qbf", limits=Limits(seconds=0.3))
    assert (stopped.verdict, stopped.reason) == ("unknown", "time")


def test_wrong_ways() -> None:
    with pytest.raises(InputError, match="expected one of"):
        solve(game("el@3x3"), method="guess")
    with pytest.raises(InputError, match="deepening asks for wins"):
        solve(game("el@3x3"), method="qbf", encoding="pairing", deepen=True)


# In Python.


@needs("depqbf")
def test_the_package_is_the_function() -> None:
    played = game("el@3x3")
    result = harary.solve(played, method="qbf", length=5)
    assert (result.verdict, result.within, result.proved) == ("black", 5, False)
    assert vars(harary)["solve"] is sys.modules["harary.solve"]
    # Whatever was imported before.
    for first in ("harary", "harary.solve", "harary.solve.solver", "harary.cli.solve"):
        script = f"import {first}, harary; print(harary.solve(harary.game('el@3x3')).claim)"
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True
        )
        assert done.stdout == "Black wins\n"
    with pytest.raises(AttributeError, match="no attribute 'solves'"):
        getattr(harary, "solves")  # noqa: B009 - mypy knows that there is none


@needs("depqbf", "caqe/bloqqer")
def test_solvers_by_name() -> None:
    played = game("el@3x3")
    for solvers in ("depqbf", ["depqbf"], "caqe/bloqqer", ("depqbf", "caqe/bloqqer")):
        result = solve(played, method="qbf", solvers=solvers, length=5)
        assert result.verdict is Verdict.BLACK
        assert str(result.solver) in str(solvers)
    with pytest.raises(InputError, match="no solver 'd'"):
        solve(played, method="qbf", solvers="d")
    with pytest.raises(InputError, match="view 'red': expected black or white"):
        solve(played, method="qbf", view="red")
    # A bound beyond the game is no bound, as for the oracle.
    assert solve(played, method="qbf", length=99).within is None


@needs("depqbf")
def test_what_is_a_value_pickles() -> None:
    played = game("el@3x3")
    position = Position(played)
    position.push("b2")
    asker = Asker(["depqbf"])
    formula = encode(played, length=5)
    moments = list(analyse(played, ["b2"], iter([asker, asker])))
    values = [
        solve(played, method="qbf", deepen=True),
        solve(played),
        asker.answer(formula, assignment=True),
        *asker.steps,
        *moments,
        Claim(Player.BLACK),
        Limits(1.5, 10),
        formula.question,
        solver("depqbf"),
        run(["true"]),
        *examine()[:1],
        *encodings.ENCODINGS.values(),
    ]
    for value in values:
        again = pickle.loads(pickle.dumps(value))
        assert (again, type(again)) == (value, type(value))
    assert str(pickle.loads(pickle.dumps(position))) == str(position)
    with pytest.raises(TypeError):
        pickle.dumps(asker)  # it may be asking something


@needs("depqbf")
def test_an_asker_ends_with_its_context() -> None:
    hard = encode(game("elly@5x5"))
    asked = threading.Event()
    found: list[Step] = []
    with Asker(["depqbf"], asking=lambda _question: asked.set()) as asker:
        thread = threading.Thread(target=lambda: found.append(asker.truth(hard)))
        thread.start()
        assert asked.wait(60)
    thread.join(60)
    assert [(step.truth, step.reason) for step in found] == [(None, "cancelled")]
    with pytest.raises(InputError, match="this asker is closed"):
        asker.truth(hard)


def test_building_a_formula_keeps_to_the_limit() -> None:
    late = Watch(Limits(seconds=1.0), started=-1e9)
    with watched(late), pytest.raises(TimeLimitReached):
        encode(game("el@3x3"))
    with watched(Watch(Limits(memory=1000))), pytest.raises(MemoryLimitReached):
        encode(game("el@3x3"))
    result = solve(game("el@3x3"), method="qbf", limits=Limits(memory=1000))
    assert (result.verdict, result.reason, result.steps) == ("unknown", "memory", ())
    assert encode(game("el@3x3")).clause_count > 0


# Strategies.


@needs("depqbf")
@pytest.mark.parametrize(
    ("text", "attacker", "wins", "length"),
    [
        ("tippy@3x3:torus", "black", True, 7),
        ("el@3x3", "black", True, 5),
        ("el@3x3:weak", "black", True, 5),
        ("row3@3x3:weak", "black", True, 7),
        ("el@3x3", "black", False, 4),
        ("fatty@3x3:weak", "black", False, 7),
        ("domino@2x2:p=2,q=1", "white", True, None),
        ("elly@3x3:p=2,q=2", "black", True, 6),
        ("hex@3x3", "black", True, 5),
    ],
)
def test_a_strategy_is_unrolled_and_confirmed(
    text: str, attacker: str, wins: bool, length: int | None
) -> None:
    played, claim = game(text), Claim(Player(attacker), wins)
    strategy = unroll(played, claim, Asker(["depqbf"]), length)
    assert confirm(played, claim, strategy, length) >= len(strategy)
    # Without any one of its moves it is none.
    del strategy[next(iter(strategy))]
    with pytest.raises(StrategyError, match="no move after"):
        confirm(played, claim, strategy, length)


def test_a_wrong_strategy_is_refuted() -> None:
    played = game("domino@3x1")
    position = Position(played)
    strategy = {(0, 0): 0}  # the corner: White takes the middle
    for reply in (1, 2):
        position.push(0)
        position.push(reply)
        strategy[position.black, position.white] = 3 - reply
        position.pop()
        position.pop()
    with pytest.raises(StrategyError, match="it is not so that Black wins: a1 b1 c1"):
        confirm(played, Claim(Player.BLACK), strategy)


@needs("depqbf")
def test_the_first_move() -> None:
    result = solve(game("tippy@3x3"), method="qbf", first_moves=True)
    assert result.first_moves == ("b2",)
    # A solver that prints no assignment is asked about one move after another.
    if here("qfun"):
        other = solve(game("el@3x3"), method="qbf", length=5, solvers=["qfun"], first_moves=True)
        assert other.first_moves == ("b2",)


@needs("depqbf")
def test_moves_are_asked_of_their_player_only() -> None:
    moves = ClaimedMoves(Claim(Player.BLACK), Asker(["depqbf"]))
    position = Position(game("el@3x3"))
    position.push("b2")
    with pytest.raises(InputError, match="not black's move"):
        moves.move(position)


# Recorded games, resuming.


@needs("depqbf")
def test_a_recorded_game() -> None:
    asker = iter(lambda: Asker(["depqbf"]), None)
    moments = list(analyse(game("el@3x3"), ["b2", "a1", "c3", "b3", "c2"], asker))
    assert [(m.placed, m.length, m.over) for m in moments] == [
        (5, 0, Verdict.BLACK),
        (4, 1, None),
        (3, 2, None),
        (2, 3, None),
        (1, 4, None),
        (0, 5, None),
    ]
    bounded = list(analyse(game("el@3x3"), ["b2"], asker, length=3))
    assert [(m.length, m.none) for m in bounded] == [(None, 2), (None, 3)]


@needs("depqbf")
def test_answers_are_kept_and_not_asked_again(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    played = game("tippy@3x3:torus")
    first = solve(played, method="qbf", deepen=True, resume=path)
    lines = path.read_text().splitlines()
    assert len(lines) == len(first.steps)
    # The last answer was cut off in the middle: only it is asked again.
    path.write_text("\n".join(lines[:-1]) + "\n" + lines[-1][:20])
    again = solve(played, method="qbf", deepen=True, resume=path)
    assert [step.truth for step in again.steps] == [step.truth for step in first.steps]
    assert again.steps[:-1] == first.steps[:-1]
    assert len(path.read_text().splitlines()) == len(lines)
    # What stands in the file is believed: this is a question of where answers come from.
    kept = json.loads(lines[-1])
    assert Step(**kept) == first.steps[-1]
    path.write_text("nonsense\n" + lines[0] + "\n")
    with pytest.raises(FormatError, match=r"answers.jsonl:1: this is no answer"):
        solve(played, method="qbf", deepen=True, resume=path)


@contextmanager
def no_file_grows() -> Iterator[None]:
    """What a full disk does to those who write on it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@needs("depqbf")
def test_a_full_disk_costs_the_file_and_not_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "answers.jsonl"
    asker = Asker(["depqbf"], resume=path)
    kept = Asker._keep

    def keep(self: Asker, step: Step) -> None:
        with no_file_grows():
            kept(self, step)

    monkeypatch.setattr(Asker, "_keep", keep)
    with pytest.warns(HararyWarning, match=r"answers\.jsonl: cannot be written: .*no longer kept"):
        assert asker.truth(encode(game("el@3x3"), length=5)).truth is True
    # Nothing is written by halves, the answer is known, and nobody warns again.
    assert path.read_bytes() == b""
    assert asker.truth(encode(game("el@3x3"), length=5)).truth is True
    assert asker.truth(encode(game("el@3x3"), length=3)).truth is False


def test_what_is_no_file_of_answers(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="this is no file of answers"):
        Asker(["depqbf"], resume=tmp_path)
    with pytest.raises(FormatError, match="/dev/full: this is no file of answers"):
        Asker(["depqbf"], resume="/dev/full")
    with pytest.raises(FormatError, match="cannot be written: No such file"):
        Asker(["depqbf"], resume=tmp_path / "no" / "folder")
    # Somebody else's file stays as it is, also where its last line has no end.
    other = tmp_path / "other"
    for text in ("mine", "mine\n", '{"game": 1}\nmine', '{"game": []}\n{"'):
        other.write_text(text)
        with pytest.raises(FormatError, match=r"other:1: this is no answer"):
            Asker(["depqbf"], resume=other)
        assert other.read_text() == text


@needs("depqbf")
def test_a_position_that_takes_too_long_is_no_error() -> None:
    askers = iter(lambda: Asker(["depqbf"], Limits(seconds=1e-6)), None)
    moments = list(analyse(game("el@3x3"), ["b2"], askers))
    assert [(m.length, m.none, m.reason) for m in moments] == [(None, None, "time")] * 2


@needs("depqbf")
def test_an_answer_belongs_to_its_question(tmp_path: Path) -> None:
    """Another game, view, length or option is another question."""
    path = tmp_path / "answers.jsonl"
    asker = Asker(["depqbf"], resume=path)
    asker.truth(encode(game("el@3x3"), length=5))
    for other in (
        encode(game("el@3x3"), length=3),
        encode(game("tic@3x3"), length=5),
        encode(game("el@3x3"), length=5, form="printed"),
        encode(game("el@3x3"), length=5, view="white"),
        encode(game("el@3x3"), "dys", 5),
        encode(game("el@3x3"), length=5, symmetry=False),
    ):
        before = len(path.read_text().splitlines())
        asker.truth(other)
        assert len(path.read_text().splitlines()) == before + 1


# The papers' instances.


@needs("depqbf")
def test_the_instances_of_3x3() -> None:
    """Paper 000, table 2: of 84 games 24 are won by Black."""
    truths = [
        solve(game(text), method="qbf", view="black").steps[0].truth for text in instances("3x3")
    ]
    assert len(truths) == 84
    assert truths.count(True) == 24
    assert truths.count(False) == 60


@given(played=small_games())
@settings(deadline=None)
def test_the_plain_search_agrees_with_the_oracle(played: PositionalGame) -> None:
    if played.first_moves is None:
        assert black_wins(played) is (oracle(played).winner is Player.BLACK)


def test_the_plain_search_sees_what_is_won_already() -> None:
    for text, won in (("elam@2x2:turn=white,black=a1", True), ("elam@2x2:white=a1", False)):
        assert black_wins(game(text)) is won
        assert (oracle(game(text)).winner is Player.BLACK) is won


def test_the_plain_search_agrees_with_the_papers() -> None:
    """Paper 000, table 2, and on 4x4 paper 004, table 5: 34 true and 62 false."""
    truths = [black_wins(game(text)) for text in instances("3x3")]
    assert (truths.count(True), truths.count(False)) == (24, 60)


#: Who answers all 84 formulas of 3x3 soon, by encoding; the others get two seconds for each.
COMPLETE = {
    "cor-plus": ("depqbf", "caqe", "qute", "depqbf/bloqqer", "caqe/bloqqer"),
    "dys": ("depqbf", "depqbf/bloqqer", "caqe/bloqqer"),
    "cover": ("depqbf",),
    "pairing": ("depqbf",),
}
PAIRS = ("depqbf", "caqe", "qute", "rareqs", "qfun", "depqbf/bloqqer", "caqe/bloqqer")


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["cor-plus", "dys", "cover", "pairing"])
@pytest.mark.parametrize("pair", [pytest.param(pair, marks=needs(pair)) for pair in PAIRS])
def test_every_solver_agrees_with_the_oracle_on_3x3(encoding: str, pair: str) -> None:
    answered = 0
    complete = pair in COMPLETE[encoding]
    for text in instances("3x3"):
        played = game(text)
        limits = Limits(seconds=600 if complete else 2)
        try:
            result = solve(played, method="qbf", encoding=encoding, solvers=pair, limits=limits)
        except EncodingError:
            assert encoding in ("cover", "pairing")
            continue
        if result.reason in ("time", "White's half: time"):
            assert not complete, text
            assert result.verdict is Verdict.UNKNOWN or oracle(played) is not Verdict.BLACK, text
        elif result.verdict is Verdict.UNKNOWN:
            # Nobody crashed: an encoding that only one answer of proves anything.
            assert result.reason == f"{encoding} proves nothing by being false", text
        else:
            assert result.verdict is oracle(played), text
            answered += 1
    # QFun answers no formula of PAIRING in that time.
    assert answered > 0 or (pair, encoding) == ("qfun", "pairing")


@pytest.mark.slow
@needs("depqbf", "caqe", "depqbf/bloqqer")
def test_solvers_agree_with_a_search_on_4x4() -> None:
    truths = {text: black_wins(game(text)) for text in instances("4x4")}
    assert list(truths.values()).count(True) == 34
    assert list(truths.values()).count(False) == 62
    answered = 0
    for text, truth in truths.items():
        for encoding in ("cor-plus", "dys"):
            formula = encode(game(text), encoding)
            for pair in ("depqbf", "caqe", "depqbf/bloqqer"):
                (answer,) = run_portfolio(formula, [pair], Limits(seconds=1))
                assert not answer.failed, (text, answer)
                assert answer.truth in (None, truth), (text, encoding, pair)
                answered += answer.truth is not None
    assert answered > 96
