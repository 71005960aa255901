"""Games of joining sides by connectivity: against the oracle, listed sets, formulas, the checker.

Random positions: the engine that plays by connectivity, the same engine with each piece of its
knowledge switched off, the engine that plays the same game as listed sets, and brute force must all
agree, and the checker must accept every proof. With `make test` hundreds of them, with `make slow`
thousands.
"""

from __future__ import annotations

import io
import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks import hex as puzzles
from harary import Player, PositionalGame, Rule, Verdict, _engine, game
from harary.cli.main import main
from harary.encodings import encode
from harary.errors import LimitReached
from harary.games import Position, game_after
from harary.limits import Limits
from harary.proofs import Proof, claims_of, proof_lines
from harary.proofs.check import check
from harary.proofs.player import ProofPlayer
from harary.qbf import run_solver
from harary.search import Oracle
from harary.search.engine import Knowledge, Means, decide, joins, settle
from harary.search.native import rules_of
from harary.search.prover import prove
from harary.search.shortest import shortest
from harary.solve import solve
from tests.solvers import needs
from tests.strategies import graph_games, legal_game

VECTORS = Path(__file__).parents[1] / "vectors"
#: Each piece of knowledge switched off in turn, and all of them.
WITHOUT = {
    "all": Knowledge(),
    "no links": Knowledge(connections=0),
    "few links": Knowledge(connections=50),
    "no inferior cells": Knowledge(inferior=False),
    "no zones": Knowledge(zones=False),
    "symmetries to the end": Knowledge(symmetric=99),
    "only links": replace(Knowledge.none(), connections=20_000),
    "only inferior cells": replace(Knowledge.none(), inferior=True),
    "nothing": Knowledge.none(),
}


def rows(name: str) -> list[dict[str, object]]:
    lines = (VECTORS / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def checked(proof: Proof) -> list[str]:
    return check(io.BytesIO("".join(line + "\n" for line in proof_lines([proof])).encode())).claims


def winners(played: PositionalGame, length: int | None) -> dict[Player, bool]:
    verdict = Oracle(played, length).verdict()
    players = [Player.BLACK] if played.rule is Rule.WEAK else list(Player)
    return {player: verdict is Verdict.win(player, played.rule) for player in players}


@st.composite
def hex_games(draw: st.DrawFn, most: int = 8, side: int = 4) -> PositionalGame:
    """A Hex position with few free cells: any player to move, any turns, strong or weak."""
    files, ranks = draw(st.integers(1, side)), draw(st.integers(1, side))
    names = [f"{'abcdef'[file]}{rank + 1}" for file in range(files) for rank in range(ranks)]
    cells = draw(st.permutations(names))
    free = draw(st.integers(1, min(most, len(cells))))
    stones = cells[free:]
    black = draw(st.just(len(stones) // 2) | st.integers(0, len(stones)))
    options = [
        f"{name}={'-'.join(some)}"
        for name, some in (("black", stones[:black]), ("white", stones[black:]))
        if some
    ]
    options += [word for word in ("turn=white", "weak") if draw(st.integers(0, 2)) == 0]
    if draw(st.integers(0, 5)) == 0:
        options += [f"{name}={draw(st.integers(1, 2))}" for name in "pqr"]
    if draw(st.integers(0, 7)) == 0:
        options.append("first=" + "-".join(cells[: draw(st.integers(1, free))]))
    return legal_game(f"hex@{files}x{ranks}" + (":" + ",".join(options) if options else ""))


def agrees(played: PositionalGame, length: int | None, knowledge: Knowledge, method: str) -> None:
    """The engine against brute force and against the engine of sets; its proof is accepted."""
    for player, wins in winners(played, length).items():
        found = decide(played, player, length, knowledge=knowledge, means=Means(method))
        assert found.attacker_wins is wins, (str(played), length)
        assert checked(found.proof) == [found.proof.claim.sentence(played.rule)]
        listed = played.explicit()
        assert decide(listed, player, length).attacker_wins is wins


@pytest.mark.parametrize("knowledge", WITHOUT.values(), ids=WITHOUT)
@given(played=hex_games(), data=st.data())
@settings(max_examples=50)
def test_verdicts_and_proofs(
    knowledge: Knowledge, played: PositionalGame, data: st.DataObject
) -> None:
    length = data.draw(st.none() | st.integers(0, played.stones))
    method = data.draw(st.sampled_from(["pns", "pns", "dfs", "dfpn"]))
    agrees(played, length, knowledge, method)


@pytest.mark.slow
@given(played=hex_games(10), data=st.data())
@settings(max_examples=6000)
def test_verdicts_and_proofs_of_many_positions(played: PositionalGame, data: st.DataObject) -> None:
    length = data.draw(st.none() | st.integers(0, played.stones))
    method = data.draw(st.sampled_from(["pns", "pns", "dfs", "dfpn"]))
    agrees(played, length, data.draw(st.sampled_from(list(WITHOUT.values()))), method)


@given(played=graph_games(), data=st.data())
@settings(max_examples=100)
def test_weak_games_on_any_graph(played: PositionalGame, data: st.DataObject) -> None:
    knowledge = data.draw(st.sampled_from(list(WITHOUT.values())))
    length = data.draw(st.none() | st.integers(0, played.stones))
    assert joins(played, Player.BLACK)
    agrees(played, length, knowledge, "pns")


def five_by_five(rng: random.Random, free: int) -> PositionalGame:
    cells = [f"{file}{rank}" for file in "abcde" for rank in range(1, 6)]
    rng.shuffle(cells)
    stones = cells[free:]
    half = len(stones) // 2
    turn = ",turn=white" if len(stones) % 2 else ""
    return legal_game(
        f"hex@5x5:black={'-'.join(stones[half:])},white={'-'.join(stones[:half])}{turn}"
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_positions_of_5x5(seed: int) -> None:
    """Hundreds of them by connectivity and as listed sets, without and within a bound."""
    rng = random.Random(seed)
    for _ in range(20):
        played = five_by_five(rng, rng.randint(9, 16))
        listed = played.explicit()
        for player in Player:
            for length in (None, rng.randint(5, played.stones)):
                found = decide(played, player, length)
                checked(found.proof)
                assert settle(listed, player, length).attacker_wins is found.attacker_wins


@needs("depqbf")
@pytest.mark.parametrize("seed", range(12))
def test_formulas_agree(seed: int) -> None:
    rng = random.Random(seed)
    played = five_by_five(rng, 11)
    length = rng.randrange(3, 10)
    answer = run_solver(encode(played, "cor-plus", length), "depqbf", "", Limits(60.0))
    wins = decide(played, Player.BLACK, length).attacker_wins
    assert answer.truth is wins


def test_sixteen_puzzles_have_the_published_depth_and_four_have_ours() -> None:
    for row in rows("hex.jsonl"):
        text = str(row["game"])
        if row["puzzle"] == "hein_17":
            continue  # the longest has a test of its own
        winner = Player(str(row["winner"]))
        found = decide(game(text), winner)
        assert found.attacker_wins
        checked(found.proof)
        if winner is Player.BLACK:
            known = shortest(game(text), winner)
            assert known.stones == row.get("depth", row.get("shortest")), text
            assert known.win is not None
            assert known.refutation is not None
            checked(known.win)
            checked(known.refutation)


@pytest.mark.slow
def test_the_longest_puzzle() -> None:
    [row] = [row for row in rows("hex.jsonl") if row["puzzle"] == "hein_17"]
    known = shortest(game(str(row["game"])), Player.BLACK)
    assert known.stones == row["shortest"] == 21
    assert known.win is not None
    assert known.refutation is not None
    checked(known.win)
    checked(known.refutation)


def test_puzzle_18_is_won_by_white_in_a_second_way() -> None:
    """Paper 004 says that Black wins all puzzles. As listed sets, White has a pairing soon."""
    [row] = [row for row in rows("hex.jsonl") if row["puzzle"] == "hein_18"]
    listed = game(str(row["game"])).explicit().with_rule(Rule.WEAK)
    assert len(listed.black_sets) == 9922
    found = decide(listed, Player.BLACK)
    assert not found.attacker_wins
    assert found.proof.rules()["pairs"] > 0
    checked(found.proof)


@pytest.mark.parametrize("row", rows("hex-openings.jsonl")[:5], ids=lambda row: row["game"])
def test_the_winner_after_each_opening(row: dict[str, object]) -> None:
    result = solve(game(str(row["game"])), method="pns", all_moves=True)
    assert list(result.first_moves) == row["winning"]
    assert result.moves is not None
    assert all(move.proved for move in result.moves)


@pytest.mark.slow
def test_the_winner_after_each_opening_of_6x6() -> None:
    row = rows("hex-openings.jsonl")[5]
    winning = row["winning"]
    assert isinstance(winning, list)
    for cell in ("a1", "a2", "a6", "b3", "b5", "b6", "c1", "c2", "c4", "c5", "c6"):
        found = decide(game(f"hex@6x6:black={cell},turn=white"), Player.BLACK)
        assert found.attacker_wins is (cell in winning)
        checked(found.proof)


@pytest.mark.parametrize("seed", range(6))
def test_a_proof_plays_and_wins_against_anybody(seed: int) -> None:
    """The winner's links hold whatever the loser does."""
    rng = random.Random(seed)
    played = [game("hex@5x5"), game("hex@4x4:black=a1,turn=white"), five_by_five(rng, 15)][seed % 3]
    winner = Player.BLACK if decide(played, Player.BLACK).attacker_wins else Player.WHITE
    proof = decide(played, winner).proof
    for _ in range(40):
        position = Position(played)
        player = ProofPlayer(proof)
        while position.outcome() is None:
            legal = position.legal_cells()
            mine = position.to_move is winner
            position.push(player.move(position) if mine else rng.choice(legal))
            player.told(position)
        assert position.outcome() is Verdict.win(winner, played.rule)


def test_large_boards_list_no_paths() -> None:
    # Bridges from the top to the bottom, on the largest board.
    chain = "a19-b17-c15-d13-e11-f9-g7-h5-i3-j1"
    played = game(f"hex@19x19:black={chain},turn=white")
    found = solve(played)
    assert (found.verdict, found.proved) == ("black", True)
    result = solve(game("hex@19x19"), limits=Limits(0.5))
    assert (result.verdict, result.reason) == ("unknown", "time")
    with pytest.raises(LimitReached):
        decide(game("hex@11x11"), Player.BLACK, limits=Limits(memory=1_000_000))
    wide = game("hex@9x9:black=e5,turn=white")
    assert str(game_after(wide, 0)) == "hex@9x9:black=e5,white=a1"


def test_weak_hex_is_decided_by_white_s_links_too() -> None:
    strong, weak = game("hex@5x5:black=a1,turn=white"), game("hex@5x5:weak,black=a1,turn=white")
    found = decide(weak, Player.BLACK)
    assert not found.attacker_wins
    checked(found.proof)
    # White joins nothing by the rules of the weak game, so his links have to be played out.
    assert not found.proof.rules()["linked"]
    assert decide(strong, Player.BLACK).proof.rules()["linked"]
    assert found.nodes <= 2 * decide(strong, Player.BLACK).nodes + 10


def test_the_prover_s_proofs_of_small_hex_are_no_others() -> None:
    """The Python prover lists the paths: it has to come to the same verdicts."""
    for text in ("hex@3x3", "hex@3x3:turn=white", "hex@2x4", "hex@3x2:weak"):
        played = game(text)
        verdict = solve(played, method="pns").verdict
        for proof in prove(played, claims_of(played, verdict, None)):
            checked(proof)


def test_what_the_engine_refuses() -> None:
    played = game("hex@2x2")
    rules = rules_of(played, sets=False)
    near = [[1, 2], [0, 2, 3], [0, 1, 3], [1, 2]]
    sides = (near, [0, 2], [1, 3])
    both = ([sides, (near, [0, 1], [2, 3])], [True, True])
    assert _engine.prove(rules, b"", b"\0\1", 0, joining=both)[0] is True
    with pytest.raises(ValueError, match="the attacker joins no sides"):
        _engine.prove(rules, b"", b"\0\1", 1, joining=([sides, None], [True, False]))
    with pytest.raises(ValueError, match="has no sets"):
        _engine.prove(rules_of(played), b"", b"\0\1", 0, joining=both)
    outside: tuple[list[list[int]], list[int], list[int]] = (near, [4], [1])
    with pytest.raises(ValueError, match="cell 4, but the board has 4 cells"):
        _engine.prove(rules, b"", b"\0\1", 0, joining=([outside, None], [True, False]))
    one_way: tuple[list[list[int]], list[int], list[int]] = ([[1], [], [], []], [0], [1])
    with pytest.raises(ValueError, match="which does not touch it"):
        _engine.prove(rules, b"", b"\0\1", 0, joining=([one_way, None], [True, False]))
    turn = _engine.Group(4, [[0, 1, 2, 3], [1, 0, 2, 3]])
    with pytest.raises(ValueError, match="no symmetry"):
        _engine.prove(rules, b"", b"\0\1", 0, turn, joining=both)


def test_a_search_that_is_kept_goes_on(tmp_path: Path) -> None:
    hard, kept = game("hex@6x6:black=a2,turn=white"), str(tmp_path / "kept")
    with pytest.raises(LimitReached):
        decide(hard, Player.BLACK, limits=Limits(memory=600_000), means=Means(keep=kept))
    assert (tmp_path / "kept").exists()
    found = decide(hard, Player.BLACK, means=Means(threads=2, keep=kept))
    assert not found.attacker_wins
    checked(found.proof)


def test_the_swap_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "hex@3x3", "--swap"]) == 10
    said = capsys.readouterr().out.splitlines()[-1]
    assert said == (
        "swap rule: the second player wins; he takes over a2 a3 b2 c1 c2, and leaves a1 b1 b3 c3"
    )
    assert main(["solve", "hex@3x3", "--swap", "--json"]) == 10
    assert json.loads(capsys.readouterr().out)["swap"] == ["a2", "a3", "b2", "c1", "c2"]
    assert main(["solve", "hex@9x9", "--swap", "--timeout", "50ms", "--quiet"]) == 0
    assert "swap rule: not all is known; he takes over nothing" in capsys.readouterr().out
    full = "hex@1x2:black=a1,white=a2"
    assert main(["solve", full, "--swap"]) == 20
    assert capsys.readouterr().out.endswith("swap rule: nobody has a move\n")
    for text, *more in (
        ["el@3x3"],
        ["hex@3x3:p=2"],
        ["hex@3x3:weak"],
        ["hex@3x3", "--length", "3"],
    ):
        assert main(["solve", text, "--swap", *more]) == 2
        assert "expected Hex with one stone a turn and no bound" in capsys.readouterr().err
    assert main(["solve", "hex@3x3", "--swap", "--method", "qbf"]) == 2
    assert "--swap is for --method oracle" in capsys.readouterr().err


def test_a_line_shows_the_stone_that_begins_the_links(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "hex@5x5"]) == 10
    out = capsys.readouterr().out
    assert "a winning first move: c3\n" in out
    assert "line: c3 (1 stone, then links to both sides)\n" in out


def test_the_table_of_the_puzzles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = tmp_path / "runs.jsonl"
    small = [text for _, text in puzzles.puzzles() if "@3x3" in text or "@4x4" in text]
    assert len(small) == 5
    puzzles.run(small, Limits(60.0), store, shortest=True)
    again = puzzles.read(store)
    puzzles.run(small, Limits(60.0), store, shortest=True)
    assert puzzles.read(store) == again
    assert all(found.proved for found in again.values())
    assert puzzles.main(["puzzles", "--table", "--store", str(store)]) == 0
    table = capsys.readouterr().out.splitlines()
    assert len(table) == 22
    assert "| hein 06 | 4x4 | 13 | 0.27 | 0.80 | black | 13 | c2 | yes |" in "\n".join(table)
    assert puzzles.main(["openings", "2x2", "3x3", "--store", str(store)]) == 0
    assert "| 3x3 | a2 a3 b2 c1 c2 | yes |" in capsys.readouterr().out
