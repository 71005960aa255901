"""The sizes of formulas that are known, and the formulas written a second time by plain loops."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from benchmarks.plain_cor_plus import PlainCorPlus
from harary import Player, PositionalGame, game
from harary.encodings import encode
from harary.games import normal_form
from harary.qbf import Formula, statistics
from tests.plain_formulas import Dys, PrintedCorPlus, board
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


TIPPY, SNAKY = "XX./.XX", "XXXX./...XX"


def named_clauses(formula: Formula) -> Counter[tuple[str, ...]]:
    names = formula.names()
    return sorted_clauses(
        [("-" if x < 0 else "") + names[abs(x)] for x in clause] for clause in formula.clauses()
    )


def sorted_clauses(clauses: Iterable[list[str]]) -> Counter[tuple[str, ...]]:
    return Counter(tuple(sorted(clause)) for clause in clauses)


def named_prefix(blocks: Iterable[tuple[str, Iterable[str]]]) -> list[tuple[str, list[str]]]:
    """The names of each block, sorted; neighbours with one quantifier are one block."""
    joined: list[tuple[str, list[str]]] = []
    for kind, names in blocks:
        if joined and joined[-1][0] == kind:
            joined[-1][1].extend(names)
        else:
            joined.append((kind, list(names)))
    return [(kind, sorted(names)) for kind, names in joined]


def prefix_of(formula: Formula) -> list[tuple[str, list[str]]]:
    names = formula.names()
    return named_prefix(
        (kind, [names[v] for v in range(first, last + 1)]) for kind, first, last in formula.prefix
    )


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("tippy@3x3", PrintedCorPlus(board(TIPPY, 3, 3), 9)),
        ("el@3x2", PrintedCorPlus(board("XX/X.", 3, 2), 6)),
        ("el@3x3:torus", PrintedCorPlus(board("XX/X.", 3, 3, torus=True), 9)),
        ("elam@1x1", PrintedCorPlus(board("X", 1, 1), 1)),
    ],
)
def test_plain_loops_write_the_same_printed_form(text: str, other: PrintedCorPlus) -> None:
    formula = encode(game(text), "cor-plus", form="printed")
    assert prefix_of(formula) == named_prefix(other.prefix())
    assert named_clauses(formula) == sorted_clauses(other.clauses())


@pytest.mark.parametrize(
    ("text", "view", "other"),
    [
        ("tippy@3x3", "black", Dys(board(TIPPY, 3, 3), [1] * 9)),
        ("tippy@3x3", "white", Dys(board(TIPPY, 3, 3), [1] * 9, "W")),
        ("el@3x2", "black", Dys(board("XX/X.", 3, 2), [1] * 6)),
        ("el@3x3:torus", "black", Dys(board("XX/X.", 3, 3, torus=True), [1] * 9)),
        ("el@3x3:p=2,q=1", "black", Dys(board("XX/X.", 3, 3), [1, 2, 2, 2, 2])),
        ("el@3x3:p=2,q=1", "white", Dys(board("XX/X.", 3, 3), [1, 2, 2, 2, 2], "W")),
        # Nine stones are four turns of two; the one that is left is not played.
        ("tic@3x3:p=2,q=2", "black", Dys(board("XXX", 3, 3), [2, 2, 2, 2])),
    ],
)
def test_plain_loops_write_the_same_dys(text: str, view: str, other: Dys) -> None:
    formula = encode(game(text), "dys", view=view)
    assert prefix_of(formula) == named_prefix(other.prefix())
    assert named_clauses(formula) == sorted_clauses(other.clauses())


@pytest.mark.parametrize(
    ("encoding", "text", "other"),
    [
        ("cor-plus", "tippy@5x5", PrintedCorPlus(board(TIPPY, 5, 5), 25)),
        ("cor-plus", "snaky@9x9", PrintedCorPlus(board(SNAKY, 9, 9), 81)),
        ("dys", "tippy@5x5", Dys(board(TIPPY, 5, 5), [1] * 25)),
        ("dys", "snaky@9x9", Dys(board(SNAKY, 9, 9), [1] * 81)),
    ],
)
def test_plain_loops_count_the_known_sizes_of_the_other_forms(
    encoding: str, text: str, other: PrintedCorPlus | Dys
) -> None:
    fact = next(
        f for f in VECTORS if (f["encoding"], f["game"]) == (encoding, text) and "by_004" not in f
    )
    blocks = named_prefix(other.prefix())
    assert len(blocks) == fact["blocks"]
    for kind, word in (("a", "universal"), ("e", "existential")):
        assert sum(len(names) for k, names in blocks if k == kind) == fact[word]
    assert sum(1 for _ in other.clauses()) == fact["clauses"]
