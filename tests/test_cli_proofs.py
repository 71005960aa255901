"""Proofs on the command line: solve, check, explain, minimise, play; the kept proofs."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from harary.proofs import check as checker
from harary.proofs import read_proofs
from harary.proofs.check import check_file
from tests.solvers import here
from tests.test_cli import run

VECTORS = Path(__file__).parents[1] / "vectors" / "proofs"
KEPT = [json.loads(line) for line in (VECTORS / "index.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: kept["file"])
def test_kept_proofs(kept: dict[str, Any], tmp_path: Path) -> None:
    report = check_file(VECTORS / kept["file"])
    assert (report.claims, report.entries) == (kept["claims"], kept["entries"])
    if kept["command"] is None or ("qbf" in kept["command"] and not here("depqbf")):
        return
    shutil.copy(VECTORS / "triangle.pg", tmp_path)
    words = kept["command"].split()
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode in (10, 20), done.stderr
    assert "proved)" in done.stdout
    assert content(tmp_path / kept["file"]) == content(VECTORS / kept["file"])


def content(file: Path) -> bytes:
    """What is in a file; how well it is packed is a matter of the library's version."""
    data = file.read_bytes()
    return gzip.decompress(data) if file.suffix == ".gz" else data


def test_every_kept_proof_is_in_the_index() -> None:
    files = {file.name for file in VECTORS.iterdir() if ".proof" in file.name}
    assert files == {kept["file"] for kept in KEPT}


def test_check() -> None:
    tippy, row = str(VECTORS / "tippy-3x3.proof"), str(VECTORS / "row3-3x3.proof")
    assert run("check", tippy).stdout.startswith("VALID XX./.XX@3x3: Black wins (")
    both = run("check", tippy, row).stdout.splitlines()
    assert [line.rpartition("VALID")[0] for line in both] == [f"{tippy}: ", f"{row}: "]
    facts = json.loads(run("check", "--json", row).stdout)
    assert facts["valid"] is True
    assert facts["claims"] == ["Black does not win", "White does not win"]
    assert run("check", "--quiet", tippy).stdout == ""


def test_check_what_is_wrong(tmp_path: Path) -> None:
    bad = tmp_path / "bad.proof"
    text = (VECTORS / "el-3x3.proof").read_text()
    bad.write_text(text.replace("14 - - 0 move b2:13", "14 - - 0 move b1:13"))
    assert run("check", str(bad), code=1).stdout == (
        "INVALID line 20: the entry for b1 has other stones than the position after it\n"
    )
    facts = json.loads(run("check", "--json", str(bad), code=1).stdout)
    assert facts["valid"] is False
    assert "line 20" in facts["reason"]
    missing = run("check", str(tmp_path / "none.proof"), code=2)
    assert missing.stderr.endswith("none.proof: No such file or directory\n")
    other = run("check", str(VECTORS / "triangle.pg"), code=2)
    assert "this is no proof" in other.stderr
    assert run("check", str(tmp_path), code=2).stderr.count("\n") == 1


def test_a_fault_of_the_checker_is_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(checker, "check_file", fault)
    assert checker.main(["x.proof"]) == 70


def test_solve_says_what_was_done(tmp_path: Path) -> None:
    plain = run("solve", "tippy@3x3", code=10, cwd=tmp_path).stdout
    assert ", proved)" in plain
    assert list(tmp_path.iterdir()) == []
    bare = run("solve", "tippy@3x3", "--no-check", code=10).stdout
    assert ", not proved)" in bare
    facts = json.loads(
        run("solve", "tippy@3x3", "--proof", "t.proof", "--json", code=10, cwd=tmp_path).stdout
    )
    assert (facts["proved"], facts["checker"], facts["proof"]) == (
        True,
        "harary check 1",
        "t.proof",
    )
    assert check_file(tmp_path / "t.proof").claims == ["Black wins"]
    clash = run("solve", "tippy@3x3", "--no-check", "--proof", "t.proof", code=2)
    assert "--no-check makes no proof" in clash.stderr
    assert "for one game" in run("solve", "-", "--proof", "t.proof", code=2).stderr
    nowhere = run("solve", "el@3x3", "--proof", "no/such/folder/x.proof", code=2)
    assert "cannot be written" in nowhere.stderr


def test_explain() -> None:
    text = run("explain", str(VECTORS / "row3-3x3.proof")).stdout
    assert "claim      Black does not win" in text
    assert "strategy stealing at once" in text
    facts = json.loads(run("explain", str(VECTORS / "tippy-3x3.proof"), "--json").stdout)
    assert facts[0]["claim"] == "Black wins"
    assert facts[0]["line"][0] == "b2"
    assert facts[0]["entries"] == sum(facts[0]["rules"].values())
    boards = run("explain", str(VECTORS / "el-3x3.proof"), "--boards").stdout
    assert "1. Black b2" in boards
    assert "cannot be played" in run("explain", str(VECTORS / "fatty-plane.proof"), code=2).stderr


def test_what_is_no_proof_is_not_explained(tmp_path: Path) -> None:
    bad = tmp_path / "bad.proof"
    bad.write_text("harary proof 1\ngame XX@2x2\nclaim black wins\n1 - - 0 won\n")
    for command in (
        ["explain", str(bad)],
        ["minimise", str(bad), "-o", str(tmp_path / "out")],
        ["play", "domino@2x2", "--proof", str(bad)],
    ):
        assert "expected a proof that is valid" in run(*command, code=2).stderr
    assert not (tmp_path / "out").exists()


def test_minimise(tmp_path: Path) -> None:
    old = VECTORS / "tippy-3x3.proof"
    new = tmp_path / "small.proof.gz"
    done = run("minimise", str(old), "-o", str(new))
    assert done.stdout.endswith("; VALID\n")
    assert len(read_proofs(new)[0].entries) <= len(read_proofs(old)[0].entries)


def test_play_against_a_proof() -> None:
    tippy = str(VECTORS / "tippy-3x3.proof")
    moves = "a1 undo\nc3 a1\nb1 b3 c1 a3 c2\na2\n"
    text = run("play", "tippy@3x3", "--proof", tippy, stdin=moves * 3).stdout
    assert text.startswith("the proof: Black wins\n")
    assert "Black plays b2" in text
    assert text.endswith("Black wins\n")
    other = run("play", "el@3x3", "--proof", tippy, code=2)
    assert "this is a proof about tippy@3x3, not el@3x3" in other.stderr
    row = str(VECTORS / "row3-3x3.proof")
    stolen = run("play", "row3@3x3", "--proof", row, "--against", "black", code=2)
    assert "no moves to play" in stolen.stderr
    drawn = run(
        "play", "row3@3x3", "--proof", row, stdin="b2 a1 a2 a3 b1 b3 c1 c2 c3 " * 3 + "\n" * 20
    )
    assert "White plays" in drawn.stdout
    assert (
        "--against is for --proof" in run("play", "row3@3x3", "--against", "black", code=2).stderr
    )
    side = run("play", "tippy@3x3", "--proof", tippy, "--against", "white", code=2)
    assert "a strategy of black" in side.stderr
