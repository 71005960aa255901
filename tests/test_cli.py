"""The command line, end to end: each command as a user runs it."""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import pty
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from harary import PositionalGame
from harary.cli.main import COMMANDS
from harary.errors import DisagreementError
from harary.solve import Result
from tests.solvers import needs

HARARY = [sys.executable, "-m", "harary"]


def run(
    *arguments: str, code: int = 0, cwd: Path | None = None, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [*HARARY, *arguments],
        capture_output=True,
        text=True,
        cwd=cwd,
        input=stdin,
        check=False,
    )
    assert done.returncode == code, done.stderr + done.stdout
    return done


def test_help_names_every_command() -> None:
    text = run("--help").stdout
    commands = [module.__name__.rpartition(".")[2] for module in COMMANDS]
    assert len(commands) >= 9
    for command in commands:
        assert f"  {command} " in text
        assert "Examples:" in run(command, "--help").stdout
    assert run("--version").stdout.startswith("harary ")


def test_show() -> None:
    text = run("show", "snaky@8x8").stdout
    assert "rectangle 8x8, 64 cells" in text
    assert "Black 224 of 6, White 224 of 6" in text
    assert "symmetries 8" in text
    assert text.rstrip().endswith("a b c d e f g h")


@pytest.mark.parametrize(
    ("game", "facts"),
    [
        (
            "tippy@4x4:torus,p=2,q=1",
            {
                "game": "tippy@4x4:torus,p=2,q=1",
                "rule": "strong",
                "cells": 16,
                "black_sets": 64,
                "white_sets": 64,
                "symmetries": 128,
                "schedule": {"turn": "black", "q": 1, "p": 2, "r": 2},
            },
        ),
        ("el@6x6:weak,r=2", {"rule": "weak", "black_sets": 100, "white_sets": 0}),
        ("row4@4x4x4", {"black_sets": 76, "symmetries": 192, "board": "4x4x4"}),
        ("hex@19x19", {"black_sets": None, "symmetries": 2, "symmetries_complete": False}),
        ("hex@3x3:black=a1,white=b1-c2", {"black": ["a1"], "white": ["b1", "c2"], "free": 6}),
    ],
)
def test_show_json(game: str, facts: dict[str, object]) -> None:
    shown = json.loads(run("show", game, "--json").stdout)
    assert {key: shown[key] for key in facts} == facts


def test_show_a_file_with_odd_turns(tmp_path: Path) -> None:
    file = tmp_path / "odd.pg"
    file.write_text(
        "#positions\nx y z w v u\n#blackwins\nx y\n#times\nt3 t4 t5 t6 t7 t8\n"
        "#blackturns\nt3 t4 t6\n"
        "#firstmoves\nx\n"
    )
    text = run("show", str(file)).stdout
    assert "b2 w1 b1 w2" in text
    assert "length     6 stones" in text
    assert "some stone of the first turn on x" in text
    facts = json.loads(run("show", str(file), "--json").stdout)
    assert facts["schedule"] == {"turns": [["black", 2], ["white", 1], ["black", 1], ["white", 2]]}
    assert facts["game"].startswith("pg:")


def test_numbers_that_nobody_would_read() -> None:
    assert "symmetries about 10^13020" in run("show", "elam@64x64").stdout
    facts = json.loads(run("show", "elam@5x5", "--json").stdout)
    assert (facts["symmetries"], facts["symmetries_complete"]) == (None, True)


def test_show_a_graph_without_a_board(tmp_path: Path) -> None:
    run("convert", "hex@3x3:weak", "graph.pg", cwd=tmp_path)
    text = run("show", "graph.pg", cwd=tmp_path).stdout
    assert "symmetries 1 (not searched)" in text


def test_shapes() -> None:
    assert "snaky" in run("shapes").stdout
    assert run("shapes", "XX/XX").stdout.startswith("fatty")
    assert "a wild shape" in run("shapes", "X.X").stdout
    assert run("shapes", "--cells", "5", "--count").stdout == "12\n"
    assert run("shapes", "--cells", "5", "--count", "--fixed").stdout == "63\n"
    assert len(run("shapes", "--cells", "4").stdout.splitlines()) == 5
    gallery = json.loads(run("shapes", "--gallery", "--json").stdout)
    assert sum(entry["status"] == "winner" for entry in gallery) == 11
    drawn = run("shapes", "--gallery").stdout
    assert drawn.count("*") >= 12
    assert "?snaky" in drawn
    assert "seven or more cells" in drawn
    assert "1 cell;" in run("shapes", "X").stdout


def test_convert(tmp_path: Path) -> None:
    run("convert", "snaky@9x9", "snaky.pg", cwd=tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["snaky.pg"]
    facts = json.loads(run("show", "snaky.pg", "--json", cwd=tmp_path).stdout)
    assert (facts["black_sets"], facts["symmetries"]) == (320, 8)
    run("convert", "hex@3x3:black=a1", "puzzle.hex", cwd=tmp_path)
    run("convert", "puzzle.hex", "puzzle.pg", cwd=tmp_path)
    assert "#blackwins" in (tmp_path / "puzzle.pg").read_text()
    graph = run("convert", "hex@3x3:weak", "-", "--to", "pg").stdout
    assert "#neighbours" in graph
    listed = run("convert", "hex@3x3:weak", "-", "--to", "pg", "--explicit").stdout
    assert "#blackwins" in listed
    assert "#version 1" in run("convert", "el@2x2", "-", "--to", "pg", "--version-line").stdout


def test_solve() -> None:
    assert "Black wins (oracle" in run("solve", "tippy@3x3", code=10).stdout
    assert ", proved)" in run("solve", "tippy@3x3", code=10).stdout
    assert "not proved" in run("solve", "tippy@3x3", "--no-check", code=10).stdout
    assert (
        "nobody wins within 8 stones" in run("solve", "tippy@3x3", "--length", "8", code=20).stdout
    )
    assert "draw" in run("solve", "row3@3x3", "--turns", "999999999", code=20).stdout
    assert "within 4 stones" in run("solve", "el@3x3", "--turns", "4", code=20).stdout
    stopped = run("solve", "skinny@5x5", "--method", "oracle", "--timeout", "200ms")
    assert "unknown" in stopped.stdout
    facts = json.loads(run("solve", "row3@3x3", "--json", code=20).stdout)
    assert list(facts) == [
        "game", "rule", "verdict", "within", "claim", "proved", "checker", "method", "encoding",
        "solver", "preprocessor", "nodes", "seconds", "memory", "reason", "proof", "first_moves",
        "line", "then", "moves", "shortest", "steps", "facts", "listing",
    ]  # fmt: skip
    assert (facts["verdict"], facts["proved"], facts["listing"]) == ("draw", True, None)
    searched = run("solve", "skinny@5x5", code=20).stdout
    assert "draw (pns" in searched
    assert "proved)" in searched
    for method in ("dfs", "dfpn"):
        searched = run("solve", "skinny@5x5", "--method", method, code=20).stdout
        assert f"draw ({method}, " in searched
        assert "proved)" in searched


def test_solve_all_moves(tmp_path: Path) -> None:
    text = run("solve", "tippy@4x4", "--all-moves", "--progress", code=10)
    lines = text.stdout.splitlines()
    assert lines[0].startswith("tippy@4x4: Black wins (pns, ")
    assert lines[1] == "winning first moves: b2 b3 c2 c3"
    assert re.fullmatch(r"line: b2( [a-d][1-4])+ \(\d+ stones\)", lines[2])
    assert lines[3:] == [
        "first moves: 3 verdicts proved, one of each class",
        "+ Black wins: b2 b3 c2 c3",
        "= draw: a1 a2 a3 a4 b1 b4 c1 c4 d1 d2 d3 d4",
        "4 = = = =",
        "3 = + + =",
        "2 = + + =",
        "1 = = = =",
        "  a b c d",
    ]
    said = text.stderr.splitlines()
    assert said[0].startswith("Black wins (")
    assert any(line.startswith("after a1: White does not win (") for line in said[1:])
    facts = json.loads(run("solve", "tippy@4x4", "--all-moves", "--json", code=10).stdout)
    assert facts["moves"][2] == {
        "move": "b2", "same": ["b3", "c2", "c3"], "verdict": "black", "proved": True,
    }  # fmt: skip
    assert facts["first_moves"] == ["b2", "b3", "c2", "c3"]
    assert [fact["after"] for fact in facts["facts"]] == [None, "a1", "a1", "a2", "a2"]
    bare = run("solve", "el@3x3:weak", "--all-moves", "--no-check", code=10).stdout
    assert "first moves: 0 of 3 verdicts proved, one of each class" in bare
    # Cells without a board, and a bound.
    (tmp_path / "x.pg").write_text(
        "#times\nt1 t2 t3\n#blackturns\nt1 t3\n#positions\nu v w x\n#blackwins\nu v\nu w\n"
    )
    listed = run("solve", "x.pg", "--all-moves", "--method", "pns", code=10, cwd=tmp_path).stdout
    assert listed.splitlines()[-2:] == [
        "+ Maker wins within 3 stones: u",
        "- Maker does not win within 3 stones: v w x",
    ]


def test_solve_shortest(tmp_path: Path) -> None:
    done = run(
        "solve", "tippy@5x5", "--shortest", "--progress", "--proof", "t.proof", code=10,
        cwd=tmp_path,
    )  # fmt: skip
    lines = done.stdout.splitlines()
    assert re.fullmatch(
        r"tippy@5x5: Black wins within 7 stones \(pns, \d+ positions, proved\)", lines[0]
    )
    assert lines[1] == "shortest: 7 stones, not within 5"
    assert lines[-1] == "proof: t.proof"
    assert "Black wins within 7 stones (" in done.stderr
    assert "Black does not win within 5 stones (" in done.stderr
    checked = run("check", "t.proof", cwd=tmp_path).stdout
    assert "Black wins within 7 stones; Black does not win within 5 stones" in checked
    facts = json.loads(run("solve", "tippy@5x5", "--shortest", "--json", code=10).stdout)
    assert facts["shortest"] == [
        {"player": "black", "stones": 7, "at_least": 7, "not_within": 5, "proved": True}
    ]
    assert facts["within"] == 7
    assert 5 <= len(facts["line"]) <= 7
    drawn = json.loads(run("solve", "skinny@5x5", "--shortest", "--json", code=20).stdout)
    assert (drawn["verdict"], drawn["shortest"]) == ("draw", [])
    assert drawn["then"] is not None
    late = run("solve", "snaky@11x11:weak", "--shortest", "--timeout", "500ms")
    assert "snaky@11x11:weak: unknown (stopped by the limit on time; pns, " in late.stdout
    assert re.search(r"^shortest: Maker: at least \d+ stones", late.stdout, re.MULTILINE)


@pytest.mark.parametrize("method", ["oracle", pytest.param("qbf", marks=needs("depqbf"))])
def test_the_result_of_a_file_s_game_has_the_game(method: str, tmp_path: Path) -> None:
    path = tmp_path / "game.pg"
    path.write_text("#times\nt1 t2 t3\n#blackturns\nt1 t3\n#positions\na b c\n#blackwins\na b\n")
    facts = json.loads(run("solve", str(path), "--method", method, "--json", code=20).stdout)
    again = tmp_path / "again.pg"
    again.write_text(facts["listing"])
    path.unlink()
    assert facts["game"] == "pg:" + hashlib.sha256(again.read_bytes()).hexdigest()
    second = json.loads(run("solve", str(again), "--method", method, "--json", code=20).stdout)
    assert second["game"] == facts["game"]


def test_encode(tmp_path: Path) -> None:
    text = run("encode", "tippy@3x3", "--length", "5").stdout
    head = text.splitlines()[:5]
    assert head[1:4] == [
        "c game tippy@3x3",
        "c encoding cor-plus, form paired",
        "c true says: Black wins within 5 stones; false says: it does not",
    ]
    assert head[4].startswith("p cnf ")
    for name in ("f.qdimacs", "f.qdimacs.gz", "f.qcir", "f.qcir.gz"):
        run("encode", "tippy@3x3", "--turns", "5", "-o", name, cwd=tmp_path)
        sizes = json.loads(run("stats", name, "--json", cwd=tmp_path).stdout)
        assert sizes["comments"] == [line[2:] for line in head[:4]]
        assert sizes["size"]["clauses"] == int(head[4].split()[3])
    assert (tmp_path / "f.qdimacs").read_text() == text
    names = run("encode", "tippy@3x3", "--length", "5", "--names").stdout
    assert "board(B,b2,1)" in names
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "f.qcir",
        "f.qcir.gz",
        "f.qdimacs",
        "f.qdimacs.gz",
    ]


def test_encode_simplified(tmp_path: Path) -> None:
    facts = json.loads(
        run("encode", "tippy@5x5", "--simplify", "--json", "-o", "f", cwd=tmp_path).stdout
    )
    assert facts["exact"] is True
    assert facts["simplified"]["clauses"] < facts["size"]["clauses"] == 3927
    sizes = json.loads(run("stats", "f", "--simplify", "--json", cwd=tmp_path).stdout)
    # A second time there is nothing to do.
    assert sizes["size"] == sizes["simplified"] == facts["simplified"]
    table = run("stats", "f", "--simplify", cwd=tmp_path).stdout
    assert table.splitlines()[0].split() == ["as", "built", "simplified"]


def test_a_short_last_turn_is_a_turn() -> None:
    """Turns of 1, 2, 2, 2 and 2 stones: on nine cells the fifth is whole, on eight it is short."""
    for cells, stones in (("3x3", 9), ("4x2", 8)):
        done = run("encode", f"el@{cells}:p=2,q=1", "--turns", "5", "--json")
        assert json.loads(done.stdout)["length"] == stones


def test_encodings() -> None:
    text = run("encodings").stdout
    for name in ("cor-plus", "dys", "cover", "pairing"):
        assert f"{name} " in text
        assert run("encodings", name).stdout.startswith(f"{name}: ")
    assert [each["name"] for each in json.loads(run("encodings", "--json").stdout)] == [
        "cor-plus",
        "dys",
        "cover",
        "pairing",
    ]


def test_a_broken_formula_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "f").write_text("p cnf 2 1\ne 1 2 0\n1 -2\n")
    done = run("stats", "f", code=2, cwd=tmp_path)
    assert done.stderr == (
        "harary: error: f:3: the last clause is not ended by 0; is the file truncated?\n"
    )


@needs("depqbf")
def test_solve_by_a_formula(tmp_path: Path) -> None:
    done = run("solve", "tippy@3x3:torus", "--method", "qbf", "--first-move", "--json", code=10)
    facts = json.loads(done.stdout)
    assert (facts["verdict"], facts["proved"], facts["solver"]) == ("black", False, "depqbf")
    assert (facts["encoding"], facts["method"]) == ("cor-plus", "qbf")
    assert facts["memory"] > 0
    assert len(facts["first_moves"]) == 1
    deep = run("solve", "tippy@3x3:torus", "--deepen", "--progress", code=10)
    assert "Black wins within 7 stones" in deep.stdout
    assert "not proved" in deep.stdout
    assert len(deep.stderr.splitlines()) == 8
    assert deep.stderr.splitlines()[0].startswith("0 stones, pairing: false (depqbf, ")
    quiet = run("solve", "row3@3x3", "--deepen", "--quiet", code=20)
    assert quiet.stderr == ""
    kept = tmp_path / "answers"
    run("solve", "fatty@3x3", "--deepen", "--resume", str(kept), code=20)
    assert kept.read_text().count("\n") >= 1


@needs("depqbf")
def test_solve_many_games() -> None:
    done = run(
        "solve", "-", "--method", "qbf", stdin="el@3x3\n\nnonsense@3x3\ntic@3x3:weak\n", code=2
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line.get("verdict") for line in lines] == ["black", None, "breaker"]
    assert lines[1]["error"].startswith("game 'nonsense@3x3'")


@needs("depqbf")
def test_what_was_ruled_out_before_the_time_was_over() -> None:
    done = run("solve", "snaky@8x8", "--deepen", "--view", "black", "--timeout", "3s")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("snaky@8x8: unknown (stopped by the limit on time; cor-plus by")
    assert re.fullmatch(r"Black does not win within \d+ stones?", lines[1])


def test_many_games_and_solvers_that_disagree(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from harary.cli import main, solve

    solved = solve._solved

    def sometimes(options: argparse.Namespace, played: PositionalGame) -> Result:
        if "torus" in str(played):
            raise DisagreementError("solvers contradict each other")
        return solved(options, played)

    monkeypatch.setattr(solve, "_solved", sometimes)
    monkeypatch.setattr("sys.stdin", io.StringIO("el@3x3:torus\nel@3x3\nnonsense\n"))
    assert main.main(["solve", "-"]) == 3
    said = capsys.readouterr()
    facts = [json.loads(line) for line in said.out.splitlines()]
    assert [fact.get("verdict") for fact in facts] == [None, "black", None]
    assert facts[0]["error"] == "solvers contradict each other"
    assert said.err == "harary: error: el@3x3:torus: solvers contradict each other\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [["show", "el@3x3"], ["solve", "el@3x3", "--json"]])
def test_a_full_disk_is_no_bug_of_ours(arguments: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*HARARY, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr == ("harary: error: the output cannot be written: No space left on device\n")


@needs("depqbf")
def test_analyse() -> None:
    done = run("analyse", "el@3x3", "--moves", "b2-a1-c3", "--length", "3")
    assert [line.split()[:4] for line in done.stdout.splitlines()[1:]] == [
        ["3", "c3", "white", "2"],
        ["2", "a1", "black", "3"],
        ["1", "b2", "white", "not"],
        ["0", "-", "black", "not"],
    ]
    facts = json.loads(run("analyse", "el@3x3", "--length", "5", "--json").stdout)
    assert facts["positions"][0]["length"] == 5


def test_perft() -> None:
    table = run("perft", "row3@3x3", "3").stdout.splitlines()
    assert table[0].split() == ["stones", "positions", "classes", "black", "white", "draw"]
    assert table[-1].split() == ["3", "252", "38", "0", "0", "0"]
    native = json.loads(run("perft", "el@3x3:weak", "9", "--json").stdout)
    twin = json.loads(run("perft", "el@3x3:weak", "9", "--json", "--engine", "twin").stdout)
    assert native == twin
    stopped = json.loads(run("perft", "snaky@8x8", "40", "--timeout", "300ms", "--json").stdout)
    assert stopped["stopped"] == "time"
    assert stopped["layers"][1]["positions"] == 64


def test_perft_says_where_classes_are_up_to_fewer_symmetries() -> None:
    text = run("perft", "elam@3x3", "1").stdout
    assert text.endswith("classes are up to 8 of 362880 symmetries: too many to list\n")
    facts = json.loads(run("perft", "elam@3x3", "1", "--json").stdout)
    assert (facts["symmetries"], facts["symmetries_complete"]) == (8, False)
    assert "too many" not in run("perft", "row3@3x3", "1").stdout


def test_the_twin_keeps_to_its_memory_and_prints_what_it_has() -> None:
    text = run("perft", "tippy@4x4", "9", "--engine", "twin", "--memory", "100K").stdout
    assert text.splitlines()[2].split() == ["1", "16", "3", "0", "0", "0"]
    assert text.endswith("stopped (memory): the deeper layers are not counted\n")


def test_play_a_file_whose_cells_are_called_like_commands(tmp_path: Path) -> None:
    file = tmp_path / "game.pg"
    file.write_text("#positions\nq u moves\n#blackwins\nq u\n")
    text = run("play", str(file), stdin="q\nmoves\nundo\nmoves\nu\n").stdout
    assert text.rstrip().endswith("Black (Maker) wins")


def test_play() -> None:
    text = run("play", "row3@3x3", stdin="b2 a1\nzz\nb2\nundo\nthreats\nmoves\nc1\na3 a2\n").stdout
    assert "no cell 'zz'" in text
    assert "b2: there is a black stone already" in text
    assert text.rstrip().endswith("Black X>")
    won = run("play", "row3@3x3", "--moves", "a1-a2-b1-b2", stdin="c1\nb3\n").stdout
    assert won.rstrip().endswith("Black wins")
    assert "Black (Maker) wins" in run("play", "domino@2x2:weak", stdin="a1 b2 a2\n").stdout
    assert "White (Breaker) wins" in run("play", "tic@2x2:weak", stdin="a1 a2 b1 b2").stdout
    assert "a draw" in run("play", "fatty@2x2", stdin="a1 a2 b1 b2").stdout
    assert "(2 stones)" in run("play", "tic@4x4:p=2,q=1", stdin="a1").stdout


def test_play_in_a_terminal_has_colour() -> None:
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [*HARARY, "play", "row3@3x3"],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env={**os.environ, "TERM": "xterm", "NO_COLOR": ""},
    )
    os.close(follower)
    seen = read_until(leader, b"Black X> ")
    os.write(leader, b"b2\n")
    seen += read_until(leader, b"White O> ")
    assert b"\x1b[31m" in seen
    os.write(leader, b"\x04")  # the end of the input
    assert process.wait(timeout=60) == 0
    os.close(leader)


def read_until(descriptor: int, text: bytes) -> bytes:
    seen = b""
    while text not in seen:
        seen += os.read(descriptor, 4096)
    return seen


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["perft", "snaky@8x8", "40"], b"positions"),
        (["solve", "skinny@5x5", "--method", "oracle"], b"positions"),
        (["solve", "snaky@9x9:weak", "--method", "dfs"], b"positions"),
        (["solve", "snaky@9x9:weak", "--method", "dfpn"], b"positions"),
        (
            ["solve", "skinny@9x9", "--shortest"],
            b" stones; ",
        ),
        (["pave", "X./X./X./X./XX=+XX.../.XXXX=", "--area", "99", "--side", "99"], b"no period"),
        (["classify", "subsets:snaky"], b"sets, areas"),
        pytest.param(
            ["solve", "elly@6x6", "--method", "qbf"],
            b"36 stones, cor-plus: no answer yet",
            marks=needs("depqbf"),
        ),
        pytest.param(
            ["analyse", "snaky@7x7", "--solver", "depqbf,qute", "--progress"],
            b"no answer yet",
            marks=needs("depqbf", "qute"),
        ),
    ],
)
def test_a_long_command_shows_progress_and_obeys_control_c(
    arguments: list[str], shown: bytes
) -> None:
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [*HARARY, *arguments], stdout=subprocess.PIPE, stderr=follower, start_new_session=True
    )
    os.close(follower)
    read_until(leader, shown)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) == 130
    rest = read_until(leader, b"interrupted")
    assert b"Traceback" not in rest
    os.close(leader)
    assert process.stdout is not None
    process.stdout.close()


def test_a_closed_pipe_is_no_error() -> None:
    process = subprocess.Popen(
        [*HARARY, "shapes", "--cells", "9"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=60) == 141
    assert process.stderr.read() == b""
    process.stderr.close()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "COMMAND"),
        (["foo"], "invalid choice: 'foo'"),
        (["show"], "GAME"),
        (["show", "snakey@8x8"], "did you mean snaky"),
        (["show", "nothing.pg"], "no such file"),
        (["show", "el@3x3", "--rule", "odd"], "'odd'"),
        (["shapes", "nonsense"], "no shape 'nonsense'"),
        (["shapes", "--cells", "99"], "1 to 12"),
        (["shapes", "--cells", "x"], "whole number"),
        (["shapes", "--cells", "9" * 30], "expected at most 1000000000000000"),
        (["shapes", "--count"], "go with --cells"),
        (["convert", "el@3x3", "out.txt"], ".pg or .hex"),
        (["convert", "el@3x3", "pg"], ".pg or .hex"),
        (["convert", "hex@9x9", "out.pg"], "hex@9x9: more than 200000 minimal paths"),
        (["convert", "el@3x3", "out.hex"], "one stone a turn"),
        (["convert", "hex@3x3", "out.hex", "--explicit"], "for .pg files"),
        (["convert", "el@3x3", "no/such/folder/out.pg"], "cannot be written"),
        (["play", "el@3x3", "--moves", "a1-a1"], "black stone already"),
        (["play", "el@3x3", "--moves", "z9"], "no cell 'z9'"),
        (["solve", "el@3x3", "--length", "-1"], "whole number"),
        (["solve", "el@3x3", "--timeout", "soon"], "such as 30s"),
        (["solve", "el@3x3", "--memory", "0"], "such as 512M"),
        (["solve", "el@3x3", "--length", "3", "--turns", "3"], "not allowed with"),
        (["perft", "el@3x3"], "DEPTH"),
        (["solve", "el@3x3", "--method", "pns", "--deepen"], "is for --method qbf"),
        (["solve", "el@3x3", "--method", "bfs"], "invalid choice: 'bfs'"),
        (["solve", "el@3x3", "--method", "dfs", "--deepen"], "is for --method qbf"),
        (["solve", "el@3x3", "--method", "oracle", "--deepen"], "--deepen is for --method qbf"),
        (["solve", "el@3x3", "--all-moves", "--shortest"], "not allowed with"),
        (["solve", "el@3x3", "--all-moves", "--deepen"], "--all-moves is for --method oracle, pns"),
        (["solve", "el@3x3", "--shortest", "--method", "oracle"], "--shortest is for --method pns"),
        (["solve", "el@3x3", "--shortest", "--deepen"], "solvers are asked with --deepen"),
        (["solve", "el@20x20", "--shortest"], "at most 384"),
        (["solve", "el@3x3", "--solver", "nonsense"], "no solver 'nonsense': expected one of"),
        (["solve", "el@3x3", "--preprocess", "nonsense"], "no preprocessor 'nonsense'"),
        (["solve", "el@3x3", "--solver", "qesto"], "qesto' is not here; get it:"),
        (["solve", "el@3x3", "--resume", "."], "this is a folder"),
        (["solve", "el@3x3", "--deepen", "--resume", "."], "no file of answers"),
        (["solve", "el@3x3", "--method", "dfs", "--resume", "x"], "--resume is for"),
        (["solve", "el@3x3", "--method", "qbf", "--threads", "2"], "--threads is for"),
        (["analyse", "el@3x3", "--moves", "b2-b2"], "black stone already"),
        (["analyse", "el@3x3", "--encoding", "pairing"], "deepening asks for wins"),
        (["perft", "domino@20x20", "2"], "at most 384"),
        (["perft", "hex@9x9", "2"], "by connectivity"),
        (["encode", "el@3x3", "--encoding", "foo"], "expected one of cor-plus"),
        (["encode", "el@3x3", "--length", "10"], "at most 9 stones"),
        (["encode", "el@3x3", "--turns", "10"], "at most 9 stones"),
        (["encode", "el@3x3", "--encoding", "pairing", "--length", "3"], "even number"),
        (["encode", "el@3x3:p=2", "--encoding", "pairing"], "one stone a turn"),
        (["encode", "row6@19x19:p=2,q=1", "--encoding", "dys"], "more than 50,000,000"),
        (["encode", "el@3x3", "--most", "10"], "more than 10 (--most raises"),
        (
            ["encode", "row6@19x19:p=2,q=1", "--encoding", "dys", "--most", "7000000000"],
            "more than 7,000,000,000",
        ),
        (["encode", "el@3x3", "-o", "no/such/folder/f"], "cannot be written"),
        (["encode", "el@3x3", "-o", "."], "this is a folder"),
        (["encode", "el@3x3", "-o", ""], "expected the name of a file"),
        (["encode", "el@3x3", "-o", "-", "--json"], "would be mixed"),
        (["encode", "el@3x3", "--without", "nonsense"], "these can: (13)"),
        (["encode", "el@3x3", "--view", "red"], "invalid choice: 'red'"),
        (["encode", "hex@11x11"], "cannot be listed"),
        (["encodings", "nonsense"], "expected one of cor-plus"),
        (["stats", "nothing.qdimacs"], "nothing.qdimacs: no such file"),
        (["stats", "."], "this is a folder"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    arguments: list[str], says: str, tmp_path: Path
) -> None:
    done = run(*arguments, code=2, cwd=tmp_path)
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""
    assert [file.name for file in tmp_path.iterdir()] == []


def test_a_warning_is_one_line() -> None:
    done = run("show", "snaky@3x3")
    assert done.stderr == "harary: warning: snaky fits nowhere on 3x3: nobody can win with it\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "arguments",
    [["show", "el@3x3"], ["encode", "tippy@5x5"], ["convert", "el@3x3", "-", "--to=pg"]],
)
def test_a_full_disk_is_one_line(arguments: list[str], unbuffered: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*HARARY, *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            check=False,
        )
    assert done.returncode == 2
    said = "harary: error: the output cannot be written: No space left on device\n"
    assert done.stderr == said


def test_a_disk_that_takes_only_a_part_is_noticed(tmp_path: Path) -> None:
    """Unbuffered, the first write succeeds in part, and the rest must not be forgotten."""

    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))

    for unbuffered in ("", "1"):
        with (tmp_path / "out").open("w") as out:
            done = subprocess.run(
                [*HARARY, "encode", "tippy@9x9"],
                stdout=out,
                stderr=subprocess.PIPE,
                env={**os.environ, "PYTHONUNBUFFERED": unbuffered, "PYTHONDONTWRITEBYTECODE": "1"},
                preexec_fn=little_room,
                check=False,
            )
        assert done.returncode == 2
        assert done.stderr == b"harary: error: the output cannot be written: File too large\n"


def test_closed_standard_streams_are_no_fault() -> None:
    for command in ("show el@3x3", "encode el@3x3", "encode el@3x3 --stats"):
        shell = f'exec "$0" -m harary {command} >&-'
        done = subprocess.run(["sh", "-c", shell, sys.executable], capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b"")


def test_too_little_memory_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from harary.cli import encode, main

    def greedy(_options: object) -> int:
        raise MemoryError

    monkeypatch.setattr(encode, "run", greedy)
    assert main.main(["encode", "el@3x3"]) == 2
    said = "harary: error: this needs more memory than there is: expected something smaller\n"
    assert capsys.readouterr().err == said


def test_control_c_stops_a_formula_that_is_being_written(tmp_path: Path) -> None:
    """The file is a pipe that nobody reads on, so it is being written when the signal comes."""
    pipe = tmp_path / "formula.qdimacs"
    os.mkfifo(pipe)
    process = subprocess.Popen(
        [*HARARY, "encode", "row5@15x15", "-o", str(pipe)], stderr=subprocess.PIPE, text=True
    )
    with pipe.open("rb") as reader:
        assert reader.read(1) == b"c"
        process.send_signal(signal.SIGINT)
        while reader.read(1 << 16):
            pass
    assert process.wait(timeout=60) == 130
    assert process.stderr is not None
    assert process.stderr.read() == "harary: error: interrupted\n"
    process.stderr.close()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_killed_command_leaves_no_part_of_a_file(tmp_path: Path, number: int) -> None:
    process = subprocess.Popen(
        [*HARARY, "encode", "row5@30x30", "-o", str(tmp_path / "formula.qdimacs.gz")]
    )
    while not any(part.stat().st_size for part in tmp_path.glob(".*.part")):
        assert process.poll() is None
    process.send_signal(number)
    assert process.wait(timeout=60) == -number
    assert list(tmp_path.iterdir()) == []


def test_our_own_bugs_have_their_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    from harary.cli import main, show

    def broken(_options: object) -> int:
        raise RuntimeError("broken")

    monkeypatch.setattr(show, "run", broken)
    assert main.main(["show", "el@3x3"]) == 70
