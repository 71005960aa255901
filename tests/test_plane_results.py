"""What is published about the plane: classified families, smallest boards, the benchmark."""

from __future__ import annotations

import io
import itertools
import json
from pathlib import Path

import pytest

from benchmarks import plane
from harary import Player, game
from harary.plane import Rectangle, Status, Targets, family
from harary.plane.certificate import checked
from harary.plane.classification import open_store
from harary.plane.refutation import refuted
from harary.proofs import check, proof_lines
from harary.search.engine import decide as decide_game
from harary.search.pairing import pairing_defence
from tests import naive

ROOT = Path(__file__).parents[1]
VECTORS = ROOT / "vectors" / "plane"
BOARDS = [json.loads(line) for line in (VECTORS / "boards.jsonl").read_text().splitlines()]


PAIRED = [json.loads(line) for line in (VECTORS / "snaky-boards.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("fact", [fact for fact in PAIRED if fact["side"] == 11])
def test_pairings_of_snaky_on_boards(fact: dict[str, object]) -> None:
    """Pairings without a stone of White's; on the first of these boards paper 002 needs one."""
    found = pairing_defence(game(f"{fact['shapes']}@11x11:weak"))
    assert (found is not None) is fact["pairing"] is True
    assert found is not None
    text = "".join(f"{line}\n" for line in proof_lines([found]))
    assert check.check(io.BytesIO(text.encode())).claims == ["Maker does not win"]


def shapes_of(fact: dict[str, object]) -> str:
    """The shapes that a line of the vectors is about, from the paper's words."""
    number = fact["n"]
    assert isinstance(number, int)
    if fact["claim"] == "Theorem 4.1":
        return "XXX=+" + "/".join("X" * number) + "="
    drawings = set()
    for shape in naive.fixed(number):
        wide = max(x for x, _ in shape) + 1
        high = max(y for _, y in shape) + 1
        rows = ("".join(".X"[(x, y) in shape] for x in range(wide)) for y in range(high))
        drawings.add("/".join(rows) + "=")
    return "+".join(sorted(drawings))


@pytest.mark.parametrize(
    "fact",
    [fact for fact in BOARDS if fact["n"] <= (8 if fact["claim"] == "Theorem 4.1" else 6)],
    ids=lambda fact: f"{fact['claim']} {fact['n']} {fact['board']}",
)
@pytest.mark.filterwarnings("ignore::harary.errors.HararyWarning")
def test_the_smallest_boards(fact: dict[str, object]) -> None:
    played = game(f"{shapes_of(fact)}@{fact['board']}:weak")
    found = decide_game(played, Player.BLACK)
    text = "".join(f"{line}\n" for line in proof_lines([found.proof]))
    claim = "Maker wins" if fact["verdict"] == "maker" else "Maker does not win"
    assert check.check(io.BytesIO(text.encode())).claims == [claim]


def test_the_smallest_boards_are_all_there() -> None:
    """No board of as few cells as the least that is won is missing: it holds none, or is lost."""
    for claim, numbers in (("Theorem 4.1", range(3, 9)), ("Proposition 4.1", range(1, 8))):
        for number in numbers:
            own = [fact for fact in BOARDS if (fact["claim"], fact["n"]) == (claim, number)]
            sizes: dict[str, list[tuple[int, int]]] = {"maker": [], "breaker": []}
            for fact in own:
                width, height = map(int, fact["board"].split("x"))
                sizes[fact["verdict"]].append((width, height))
                if claim == "Proposition 4.1":
                    sizes[fact["verdict"]].append((height, width))
            least = min(width * height for width, height in sizes["maker"])
            for width, height in itertools.product(range(1, least + 1), repeat=2):
                if width * height < least:
                    assert any(width <= w and height <= h for w, h in sizes["breaker"])


@pytest.mark.parametrize("name", ["pairs:6", "subsets:snaky"])
def test_the_published_classifications(name: str) -> None:
    """Every certificate in the files is accepted, and nothing is left open for dominoes."""
    found = open_store(name, str(VECTORS / f"{name.replace(':', '-')}.jsonl.gz"))
    counts = found.counts()
    paved = {"pairs:6": 5738, "subsets:snaky": 6}[name]
    assert counts["paving"] == paved
    assert counts["no paving"] == counts["sets"] - paved
    for text in found.texts:
        if found.status(text) is Status.WON:
            assert found.store.certificate(text, "any") is None or found.refuted(text, "any")


@pytest.mark.slow
def test_the_long_refutations_are_made_again() -> None:
    """What the small file leaves out comes out again, and the checker accepts it."""
    found = open_store("pairs:6", str(VECTORS / "pairs-6.jsonl.gz"))
    left = [t for t in found.texts if found.store.known[t].refuted.get("any")]
    left = [text for text in left if not found.refuted(text, "any")]
    assert len(left) > 20
    for text in left:
        side = found.store.known[text].refuted["any"]
        targets = Targets.parse(text)
        again = refuted(targets.listed, Rectangle(side, side), False)
        assert again is not None
        checked(targets, again)


# ---- the benchmarks ----------------------------------------------------------


def test_the_benchmark_asks_until_a_set_is_decided() -> None:
    for forms in family("pairs:4"):
        *before, last = plane.questions(forms, True)
        assert not any(
            plane.by_cadical(model) is not isinstance(model.region, Rectangle) for model in before
        )
        assert plane.by_cadical(last) is not isinstance(last.region, Rectangle)


def test_the_benchmark_looks_for_boards() -> None:
    facts = list(plane.least_boards(plane.line_pair(3), 12, 60.0, turned=False))
    kept = [fact for fact in BOARDS if (fact["claim"], fact["n"]) == ("Theorem 4.1", 3)]
    assert [{**fact, "claim": "Theorem 4.1", "n": 3} for fact in facts] == kept
