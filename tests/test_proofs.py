"""Proofs from searches and solvers: written, read, checked, made smaller, played."""

from __future__ import annotations

import gzip
import io
import random
import warnings
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harary import Player, Position, PositionalGame, Verdict, game
from harary.errors import DisagreementError, FormatError, HararyWarning, InputError
from harary.games import Rule, SetsGoal
from harary.limits import Limits
from harary.proofs import Child, Claim, Entry, Proof, claims_of, proof_lines, read_proofs
from harary.proofs.check import Invalid, Report, check, check_file
from harary.proofs.explain import main_line
from harary.proofs.file import write_proofs
from harary.proofs.player import ProofPlayer
from harary.search import Oracle
from harary.search.engine import SEARCHES
from harary.search.minimise import minimise, without_unused
from harary.search.prover import ClaimRefutedError, Prover, prove
from harary.solve import Asker, adviser, solve, unroll
from tests.solvers import needs
from tests.strategies import small_games

DATA = Path(__file__).parents[1].parent / "shared" / "data"
GAMES = [
    "tippy@3x3",
    "row3@3x3",
    "row3@3x3:weak",
    "fatty@3x3:weak",
    "tippy@3x3:torus",
    "el@3x3:torus,weak",
    "domino@2x2:p=2,q=1",
    "tippy@3x3:p=2,q=2",
    "el@3x3:p=2,q=1,r=1",
    "el@3x3:p=1,r=2,weak",
    "hex@3x3",
    "hex@3x3:weak",
    "el@3x3:turn=white",
    "tic@3x3:first=a1-b1",
    "row3@2x3x2",
]


def checked(proofs: list[Proof]) -> Report:
    return check(io.BytesIO("".join(line + "\n" for line in proof_lines(proofs)).encode()))


def other_claims(played: PositionalGame, verdict: Verdict, within: int | None) -> list[Claim]:
    """Claims that the verdict refutes."""
    true = set(claims_of(played, verdict, within))
    players = [Player.BLACK] if played.rule is Rule.WEAK else list(Player)
    return [
        Claim(player, wins, within)
        for player in players
        for wins in (True, False)
        if Claim(player, not wins, within) in true
        # If one player wins, the other does not.
        or (wins and any(claim.wins and claim.attacker is not player for claim in true))
    ]


# Every verdict of the oracle has a proof that the checker accepts.


@pytest.mark.parametrize("text", GAMES)
def test_a_verdict_is_proved(text: str) -> None:
    played = game(text)
    verdict = Oracle(played).verdict()
    proofs = prove(played, claims_of(played, verdict))
    report = checked(proofs)
    assert report.claims == [proof.claim.sentence(played.rule) for proof in proofs]
    assert report.entries == sum(len(proof.entries) for proof in proofs)
    for claim in other_claims(played, verdict, None):
        with pytest.raises(ClaimRefutedError):
            Prover(played, claim).prove()


@given(small_games(5), st.data())
@settings(max_examples=150)
def test_verdicts_of_random_games_are_proved(played: PositionalGame, data: st.DataObject) -> None:
    length = data.draw(st.none() | st.integers(0, played.stones))
    verdict = Oracle(played, length).verdict()
    proofs = [minimise(proof) for proof in prove(played, claims_of(played, verdict, length))]
    assert len(checked(proofs).claims) == len(proofs)
    for claim in other_claims(played, verdict, length):
        with pytest.raises(ClaimRefutedError):
            Prover(played, claim).prove()


@pytest.mark.skipif(not DATA.is_dir(), reason="the published files are not here")
def test_the_published_3x3_instances_are_proved() -> None:
    claims: list[str] = []
    files = sorted(DATA.glob("gttt-3x3/*.pg"))
    for file in files:
        played = game(file)
        verdict = Oracle(played).verdict()
        claims += checked(prove(played, claims_of(played, verdict))).claims
    assert len(files) == 84
    assert sum(claim.startswith("Black wins") for claim in claims) == 24


@pytest.mark.skipif(not DATA.is_dir(), reason="the published files are not here")
@pytest.mark.parametrize("method", SEARCHES)
def test_the_published_3x3_instances_are_proved_by_the_engine(method: str) -> None:
    results = [solve(game(file), method=method) for file in sorted(DATA.glob("gttt-3x3/*.pg"))]
    assert len(results) == 84
    assert all(result.proved for result in results)
    assert sum(result.verdict is Verdict.BLACK for result in results) == 24


@pytest.mark.skipif(not DATA.is_dir(), reason="the published files are not here")
@pytest.mark.parametrize("method", SEARCHES)
def test_the_published_4x4_instances_are_proved(method: str) -> None:
    """Paper 004, table 5: Black wins 34 of 96. The others are draws, with both halves, or lost."""
    files = sorted(DATA.glob("gttt-4x4/*.pg"))
    results = [solve(game(file), method=method) for file in files]
    assert all(result.proved for result in results)
    assert Counter(result.verdict.value for result in results) == {
        "black": 34,
        "white": 34,
        "draw": 28,
    }


# Files.


@given(small_games(5))
@settings(max_examples=60)
def test_a_file_gives_the_proof_back(played: PositionalGame) -> None:
    proofs = prove(played, claims_of(played, Oracle(played).verdict()))
    lines = list(proof_lines(proofs))
    from harary.proofs.file import _Reader

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HararyWarning)
        again = _Reader(lines, "x.proof").run()
    assert list(proof_lines(again)) == lines
    assert [proof.claim for proof in again] == [proof.claim for proof in proofs]
    assert [proof.entries for proof in again] == [proof.entries for proof in proofs]


def test_a_compressed_file_is_the_same_each_time(tmp_path: Path) -> None:
    proofs = prove(game("tippy@3x3"), [Claim(Player.BLACK)])
    one, two = tmp_path / "one.proof.gz", tmp_path / "two.proof.gz"
    write_proofs(one, proofs)
    write_proofs(two, proofs)
    assert one.read_bytes() == two.read_bytes()
    assert gzip.decompress(one.read_bytes()).startswith(b"harary proof 1\n")
    assert check_file(one).claims == ["Black wins"]
    assert read_proofs(one)[0].entries == proofs[0].entries


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected 'harary proof 1'"),
        ("harary proof 1\nplane XX\n", "cannot be played"),
        ("harary proof 1\ngame XX@2x2", "the file ends before"),
        ("harary proof 1\ngame XX@2x2\nclaim\n", "this is no proof"),
        ("harary proof 1\ngame XX@2x2\nclaim black wins\n1 a1 - x won\n", "this is no proof"),
        ("harary proof 1\ngame XX@2x2\nclaim black wins\n1 z9 - 0 won\n", "this is no proof"),
    ],
)
def test_a_damaged_file_is_one_line(tmp_path: Path, text: str, reason: str) -> None:
    file = tmp_path / "x.proof"
    file.write_text(text)
    with pytest.raises(FormatError, match=reason):
        read_proofs(file)


def test_breaker_has_no_sets_to_complete() -> None:
    played = game("domino@2x2:weak")
    proof = Proof(played, Claim(Player.WHITE), [Entry(0, 0, 0, "blocked")], 1)
    with pytest.raises(InputError, match="Breaker completes nothing"):
        list(proof_lines([proof]))


def test_a_list_that_binds_the_first_stone_keeps_its_meaning() -> None:
    """A game without a text whose list binds the first stone, not some stone, of the turn."""
    played = PositionalGame.hypergraph("abcd", ["ab", "cd"], q=2)
    strict = replace(played, first_moves=(0,), length=2)
    loose = replace(strict, first_any=True)
    for one in (strict, loose):
        verdict = Oracle(one).verdict()
        lines = list(proof_lines(prove(one, claims_of(one, verdict))))
        assert ("first-stone" in lines[1]) is (one is strict)
        check(io.BytesIO("\n".join([*lines, ""]).encode()))


# Smaller proofs.


@pytest.mark.parametrize(
    ("text", "length"), [("el@3x3", 5), ("tippy@3x3:torus", 7), ("row3@3x3:weak", 7)]
)
@needs("depqbf")
def test_a_full_strategy_becomes_a_short_proof(text: str, length: int) -> None:
    played, claim = game(text), Claim(Player.BLACK, within=length)
    strategy = unroll(played, claim, Asker(["depqbf"]), length)
    full = of_strategy(played, claim, strategy, length)
    assert checked([full]).claims == [f"Black wins within {length} stones"] or text.endswith("weak")
    small = minimise(full)
    checked([small])
    assert len(small.entries) < len(full.entries) / 2
    assert len(minimise(small).entries) <= len(small.entries)


def of_strategy(
    played: PositionalGame, claim: Claim, strategy: dict[tuple[int, int], int], length: int
) -> Proof:
    """Every reply listed, no pass: the longest proof that a strategy has."""
    entries: list[Entry] = []
    known: dict[tuple[int, int], int] = {}
    position = Position(played, length)

    def follow() -> int:
        key = (position.black, position.white)
        if key not in known:
            if position.outcome() is not None:
                entry = Entry(*key, position.stones, "won")
            elif position.to_move is claim.player:
                entry = Entry(*key, position.stones, "move", (below(strategy[key]),))
            else:
                cells = position.legal_cells()
                entry = Entry(*key, position.stones, "reply", tuple(map(below, cells)))
            entries.append(entry)
            known[key] = len(entries)
        return known[key]

    def below(cell: int) -> Child:
        position.push(cell)
        child = Child(cell, follow())
        position.pop()
        return child

    return Proof(played, claim, entries, follow())


def test_what_the_root_does_not_need_goes() -> None:
    [proof] = prove(game("el@3x3"), [Claim(Player.BLACK)])
    more = replace(proof, entries=[*proof.entries, Entry(1, 2, 2, "won")])
    assert without_unused(more).entries == proof.entries


# Solvers' moves.


@needs("depqbf")
@pytest.mark.parametrize(
    ("text", "attacker", "wins", "length"),
    [
        ("tippy@3x3:torus", "black", True, 7),
        ("el@3x3:weak", "black", True, 5),
        ("el@3x3", "black", False, 4),
        ("row3@3x3:p=1,q=1,r=2", "white", True, None),
        ("el@3x3:p=2,q=1,first=a1", "white", True, None),
        ("el@3x3:p=2,q=1", "white", False, 3),
    ],
)
def test_a_solver_advises_a_proof(text: str, attacker: str, wins: bool, length: int | None) -> None:
    played, claim = game(text), Claim(Player(attacker), wins, length)
    advised = adviser(played, claim, Asker(["depqbf"]))
    asked: list[tuple[int, int, int]] = []

    def told(black: int, white: int, placed: int) -> int:
        asked.append((black, white, placed))
        return advised(black, white, placed)

    proof = Prover(played, claim, adviser=told, pairing_effort=0).prove()
    assert checked([proof]).claims == [claim.sentence(played.rule)]
    assert asked or not wins


@needs("depqbf")
def test_solve_keeps_a_proof(tmp_path: Path) -> None:
    kept = tmp_path / "tippy.proof"
    by_solver = solve(
        game("tippy@3x3:torus"), method="qbf", length=7, proof=kept, solvers=["depqbf"]
    )
    assert (by_solver.proved, by_solver.proof) == (True, str(kept))
    assert check_file(kept).claims == ["Black wins within 7 stones"]
    assert not solve(game("tippy@3x3:torus"), method="qbf", length=7).proved


def test_solve_proves_what_the_oracle_says(tmp_path: Path) -> None:
    kept = tmp_path / "row.proof.gz"
    result = solve(game("row3@3x3"), proof=kept)
    assert (result.verdict, result.proved, result.checker) == ("draw", True, "harary check 1")
    assert result.as_json()["proof"] == str(kept)
    assert check_file(kept).claims == ["Black does not win", "White does not win"]
    assert not solve(game("row3@3x3"), check=False).proved


def test_a_wrong_verdict_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Oracle, "verdict", lambda _self: Verdict.BLACK)
    with pytest.raises(DisagreementError, match="it is false that Black wins"):
        solve(game("fatty@3x3"))


def test_a_rejected_proof_is_no_proof(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from harary.solve.proving import RejectedError

    def wrong(prover: Prover) -> Proof:
        return Proof(prover.game, prover.claim, [Entry(0, 0, 0, "won")], 1)

    monkeypatch.setattr(Prover, "prove", wrong)
    monkeypatch.setattr("harary.solve.proving.minimise", lambda proof, _limits: proof)
    kept = tmp_path / "x.proof"
    with pytest.raises(RejectedError, match="completed nothing"):
        solve(game("el@3x3"), proof=kept)


def test_time_that_runs_out_costs_the_proof_not_the_verdict() -> None:
    played = game("tippy@3x3")
    from harary.limits import Watch
    from harary.solve.proving import proved

    found = solve(played, check=False)
    watch = Watch(Limits(seconds=1e-9))
    late = proved(found, played, watch=watch)
    assert (late.verdict, late.proved, late.reason) == ("black", False, "no proof: time")


def test_time_that_runs_out_during_the_check_costs_the_proof(tmp_path: Path) -> None:
    from harary.limits import Watch
    from harary.solve.proving import with_proofs

    played = game("tippy@3x3:p=2,q=1")
    found = solve(played, check=False)
    # Long enough that the checker says how far it is.
    proofs = prove(played, claims_of(played, found.verdict)) * 40
    late = with_proofs(found, proofs, watch=Watch(Limits(seconds=1e-9)), path=tmp_path / "x.proof")
    assert (late.verdict, late.proved, late.reason) == ("draw", False, "not checked: time")


# Playing and reading.


@given(small_games(5), st.integers(0, 2**32))
@settings(max_examples=80)
def test_the_proof_is_never_left(played: PositionalGame, seed: int) -> None:
    """Against random play the game ends as claimed: passes, ghosts and leaves included."""
    verdict = Oracle(played).verdict()
    chance = random.Random(seed)
    for proof in prove(played, claims_of(played, verdict)):
        if proof.entry(proof.root).rule == "stealing":
            with pytest.raises(InputError, match="no moves to play"):
                ProofPlayer(proof)
            continue
        for _ in range(5):
            position = Position(played)
            player = ProofPlayer(proof)
            while position.outcome() is None:
                if position.to_move is proof.claim.player:
                    cell = player.move(position)
                else:
                    cell = chance.choice(position.legal_cells())
                position.push(cell)
                player.told(position)
            assert proof.claim.holds(position), position.moves
            ProofPlayer.at(proof, position)


def test_the_player_knows_his_own_moves() -> None:
    [proof] = prove(game("tippy@3x3"), [Claim(Player.BLACK)])
    position = Position(proof.game)
    position.push("a1")
    with pytest.raises(InputError, match="it plays b2"):
        ProofPlayer.at(proof, position)
    with pytest.raises(InputError, match="not black's move"):
        ProofPlayer(proof).move(position)


def test_the_main_line_is_a_game() -> None:
    for text in ("tippy@3x3", "tippy@3x3:torus", "fatty@3x3:weak", "domino@2x2:p=2,q=1"):
        played = game(text)
        for proof in prove(played, claims_of(played, Oracle(played).verdict())):
            position = Position(played)
            for move in main_line(proof):
                assert move.player is position.to_move
                position.push(move.cell)
            if proof.claim.wins:
                assert proof.claim.holds(position)


def test_claims_of_verdicts() -> None:
    played = game("el@3x3")
    assert [str(c) for c in claims_of(played, Verdict.WHITE, 4)] == ["White wins within 4 stones"]
    assert [str(c) for c in claims_of(played, Verdict.NOT_BLACK)] == ["Black does not win"]
    assert Claim(Player.BLACK, False, 1).sentence(Rule.WEAK) == "Maker does not win within 1 stone"
    with pytest.raises(InputError, match="not known"):
        claims_of(played, Verdict.UNKNOWN)


def test_what_is_lost_from_the_beginning() -> None:
    played = game("domino@2x2:white=a1-a2")
    with pytest.raises(ClaimRefutedError, match="from the beginning"):
        Prover(played, Claim(Player.BLACK)).prove()
    done = replace(played, black_goal=SetsGoal(((2, 3),)), text=None)
    checked(prove(done, [Claim(Player.WHITE)]))
    with pytest.raises(Invalid, match="line 7"):
        checked(
            [
                replace(p, entries=[Entry(0, 0, 0, "won")], root=1)
                for p in prove(game("el@3x3"), [Claim(Player.BLACK)])
            ]
        )
