"""The Hex puzzles of paper 004: true at the paper's depth, false two stones below.

Up to depth 9 with every `make test`; the deeper ones are slow. Up to depth 11 two solvers have
to agree, above that those that finish.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harary import game
from harary.encodings import encode
from harary.limits import Limits
from harary.qbf import run_solver
from tests.solvers import needs

PUZZLES = [
    json.loads(line)
    for line in Path(__file__).parents[1].joinpath("vectors/hex.jsonl").read_text().splitlines()
]
#: Who is asked, by depth.
BOTH, DEEP = ("depqbf", "caqe/bloqqer"), ("caqe/bloqqer",)
SMALL = [p for p in PUZZLES if "depth" in p and not p["game"].startswith("hex@6")]
ASKED = [
    pytest.param(
        puzzle,
        pair,
        id=f"{puzzle['puzzle']} {pair}",
        marks=[needs(pair), *([pytest.mark.slow] if puzzle["depth"] > 9 else [])],
    )
    for puzzle in SMALL
    for pair in (BOTH if puzzle["depth"] <= 11 else DEEP)
]


@pytest.mark.parametrize(("puzzle", "pair"), ASKED)
def test_black_wins_at_the_depth_and_not_below(puzzle: dict[str, object], pair: str) -> None:
    depth = puzzle["depth"]
    assert isinstance(depth, int)
    solver, _, preprocess = pair.partition("/")
    for length, expected in ((depth - 2, False), (depth, True)):
        formula = encode(game(str(puzzle["game"])), "cor-plus", length)
        answer = run_solver(formula, solver, preprocess, Limits(600, 4 * 2**30))
        if depth > 11 and answer.status == "TIMEOUT":
            pytest.skip("no answer within 10 minutes")
        assert answer.truth is expected, (length, answer.status)


def test_there_are_twenty() -> None:
    assert len(PUZZLES) == 20
    assert len(SMALL) == 15
