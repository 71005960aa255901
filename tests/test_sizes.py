"""The sizes of formulas that are known, and COR+ written a second time by plain loops."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.plain_cor_plus import PlainCorPlus
from harary import Player, PositionalGame, game
from harary.encodings import encode
from harary.games import normal_form
from harary.qbf import statistics
from tools.tables import after_units

VECTORS = [
    json.loads(line)
    for line in Path(__file__).parents[1].joinpath("vectors/sizes.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize("fact", VECTORS, ids=lambda fact: f"{fact['encoding']} {fact['game']}")
def test_known_sizes(fact: dict[str, object]) -> None:
    text, options = fact["game"], fact["options"]
    assert isinstance(text, str)
    assert isinstance(options, dict)
    formula = encode(game(text), str(fact["encoding"]), **options)
    sizes = statistics(formula).as_json()
    for name in ("blocks", "universal", "existential", "clauses"):
        assert sizes[name] == fact[name], name
    if "by_004" in fact:
        assert list(after_units(formula)) == fact["by_004"]


def plain(played: PositionalGame) -> PlainCorPlus:
    normal = normal_form(played)
    turns = []
    before = 0
    for turn in normal.turns:
        if turn.player is Player.WHITE:
            before = turn.stones
        else:
            turns.append((before, turn.stones))
            before = 0
    return PlainCorPlus(normal.size, normal.black_sets, normal.white_sets, turns)


@pytest.mark.parametrize(
    "text",
    [
        "tippy@3x3",
        "tic@3x3:p=2,q=1",
        "el@4x4:p=2,q=2,r=1",
        "el@4x4:torus,turn=white,r=2",
        "domino@3x2:weak",
        "snaky@5x5:black=a1,white=c3",
        "hex@4x4:black=b2,turn=white",
        "tippy@5x5",
    ],
)
def test_plain_loops_write_the_same_clauses(text: str) -> None:
    played = game(text)
    formula, other = encode(played, "cor-plus", symmetry=False), plain(played)
    assert formula.prefix == [(kind, vs[0], vs[-1]) for kind, vs in other.prefix]
    ours = sorted(sorted(clause) for clause in formula.clauses())
    assert ours == sorted(sorted(clause) for clause in other.clauses())


@pytest.mark.parametrize("text", [str(f["game"]) for f in VECTORS if "by_004" in f])
def test_plain_loops_count_the_known_sizes(text: str) -> None:
    fact = next(f for f in VECTORS if f["game"] == text and "by_004" in f)
    other = plain(game(text))
    assert sum(1 for _ in other.clauses()) == fact["clauses"]
    assert len(other.prefix) == fact["blocks"]
