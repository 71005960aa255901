"""The command line, end to end: each command as a user runs it."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

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
    for command in ("show", "shapes", "convert", "play", "solve", "perft", "doctor"):
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
    assert "not proved" in run("solve", "tippy@3x3", code=10).stdout
    assert (
        "nobody wins within 8 stones" in run("solve", "tippy@3x3", "--length", "8", code=20).stdout
    )
    assert "within 4 stones" in run("solve", "el@3x3", "--turns", "4", code=20).stdout
    assert "unknown" in run("solve", "skinny@5x5", "--timeout", "200ms", code=0).stdout
    facts = json.loads(run("solve", "row3@3x3", "--json", code=20).stdout)
    assert list(facts) == [
        "game", "rule", "verdict", "within", "claim", "proved", "checker", "method", "encoding",
        "solver", "preprocessor", "nodes", "seconds", "memory", "reason", "proof", "first_moves",
        "line",
    ]  # fmt: skip
    assert (facts["verdict"], facts["proved"]) == ("draw", False)


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
    "arguments",
    [
        ["perft", "snaky@8x8", "40"],
        ["solve", "skinny@5x5"],
    ],
)
def test_a_long_command_shows_progress_and_obeys_control_c(arguments: list[str]) -> None:
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [*HARARY, *arguments], stdout=subprocess.PIPE, stderr=follower, start_new_session=True
    )
    os.close(follower)
    read_until(leader, b"positions")
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
        (["shapes", "--count"], "go with --cells"),
        (["convert", "el@3x3", "out.txt"], ".pg or .hex"),
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
        (["perft", "domino@20x20", "2"], "at most 384"),
        (["perft", "hex@9x9", "2"], "by connectivity"),
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


def test_our_own_bugs_have_their_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    from harary.cli import main, show

    def broken(_options: object) -> int:
        raise RuntimeError("broken")

    monkeypatch.setattr(show, "run", broken)
    assert main.main(["show", "el@3x3"]) == 70
