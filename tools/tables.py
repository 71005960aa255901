"""The tables of the documentation that are counted: `make tables` writes them anew.

A page holds a table between `<!-- table NAME -->` and `<!-- end -->`. Each is made by the
function of that name here, from game texts alone or from recorded runs of solvers, beside the
numbers that the papers print.

`python -m tools.tables` says what differs; `--update` writes it down.
"""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import json
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from statistics import mean

from benchmarks import hex as hexagons
from benchmarks import plane, search, solvers
from harary import PositionalGame, game
from harary.boards import Grid, placements
from harary.encodings import ENCODINGS, encode
from harary.games import SetsGoal
from harary.plane import Classification, PeriodicPairing, Refutation, Status, family
from harary.plane.classification import open_store
from harary.plane.families import set_text
from harary.plane.store import Known
from harary.qbf import Formula, Statistics, simplify, statistics
from harary.shapes import parse_shape

ROOT = Path(__file__).resolve().parent.parent
PAGES = tuple(ROOT / "docs" / f"{name}.md" for name in ("encodings", "measured", "plane", "hex"))
#: What `benchmarks.solvers` recorded.
RUNS = ROOT / "benchmarks" / "solvers.jsonl"
#: What `benchmarks.search` recorded.
SEARCHES = ROOT / "benchmarks" / "search.jsonl"
#: What `benchmarks.hex` recorded.
HEX = ROOT / "benchmarks" / "hex.jsonl"
#: What `harary classify` recorded.
CLASSIFIED = ROOT / "vectors" / "plane"
_TABLE = re.compile(
    r"(?<=<!-- table )(?P<name>[a-z0-9-]+)(?P<gap> -->\n).*?(?=<!-- end -->)", re.DOTALL
)

MICKEY_MOUSE = "row6@19x19:p=2,q=2,turn=white,black=j10-j12-k11,white=i12-k12"


def markdown(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table; numbers get separators and stand to the right."""
    listed = [[f"{x:,}" if isinstance(x, int) else str(x) for x in row] for row in rows]
    lines = [head, ["---" if i == 0 else "---:" for i in range(len(head))], *listed]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def sizes_of(formula: Formula) -> list[int]:
    """Blocks, universal, existential, clauses, literals."""
    sizes = statistics(formula)
    return [sizes.blocks, sizes.universal, sizes.existential, sizes.clauses, sizes.literals]


# The papers' rules of counting.


def after_units(formula: Formula) -> tuple[int, int]:
    """Clauses and literals as paper 004 counts them.

    Units are propagated and kept; its literals are those of what is left plus two for each
    variable.
    """
    left = simplify(formula, units=True, pure=False, duplicates=False, unused=False)
    units = len(left.assigned)
    sizes = statistics(left.formula)
    return sizes.clauses + units, sizes.literals + units + 2 * formula.variables


def with_repeats(text: str, shape: str) -> PositionalGame:
    """A game whose torus placements are listed once for each way to them, as paper 000 counts."""
    played = game(text)
    assert isinstance(played.board, Grid)
    goal = SetsGoal(tuple(placements(played.board, parse_shape(shape), repeated=True)))
    return dataclasses.replace(played, black_goal=goal, white_goal=goal, text=None)


# The tables.


def files() -> str:
    """Table 1 of paper 004: how much there is to read."""
    rows = []
    for name, encoding in ENCODINGS.items():
        module = encoding.build.__module__.rpartition(".")[2]
        source = (ROOT / "src/harary/encodings" / f"{module}.py").read_text(encoding="utf-8")
        formula = encode(game("tippy@4x4"), name, 4)
        rows.append(
            [
                f"`{name}`",
                f"`{module}.py`",
                len(source.splitlines()),
                len({label.partition("(")[0] for label in formula.names().values()}),
                len({group.label for group in formula.groups}),
            ]
        )
    return markdown(["encoding", "file", "lines", "variable families", "groups of clauses"], rows)


def succinctness() -> str:
    """Table 2 of paper 004, as counts: one game in every encoding."""
    played = game("tippy@5x5")
    ways: list[tuple[str, Formula]] = [
        ("DYS", encode(played, "dys")),
        ("COR+, as printed", encode(played, "cor-plus", form="printed")),
        ("COR+, paired turns", encode(played, "cor-plus", symmetry=False)),
        ("COVER, 25 stones", encode(played, "cover")),
        ("PAIRING, 6 stones", encode(played, "pairing", 6)),
        ("PAIRING, 24 stones", encode(played, "pairing")),
    ]

    def row(name: str, sizes: Statistics) -> list[object]:
        short = [sizes.unit, sizes.binary, sizes.ternary, sizes.long]
        return [name, sizes.blocks, sizes.universal, sizes.existential, *short, sizes.literals]

    head = ["tippy@5x5", "blocks", "∀", "∃", "unit", "binary", "ternary", "long", "literals"]
    return markdown(head, (row(name, statistics(formula)) for name, formula in ways))


def challenges() -> str:
    """Table 3 of paper 004: its four challenges, and 5x5 Tippy of its Table 6."""
    rows = []
    for name, text, printed in (
        ("5x5 Tippy", "tippy@5x5", ("3.9k", "15k")),
        ("Qubic", "row4@4x4x4", ("25.0k", "102k")),
        ("9x9 Snaky", "snaky@9x9", ("45.7k", "188k")),
        ("15x15 Gomoku", "row5@15x15", ("360k", "1514k")),
        ("Connect6 Mickey Mouse", MICKEY_MOUSE, ("1020k", "3070k")),
    ):
        formula = encode(game(text), "cor-plus", symmetry=False)
        blocks, universal, existential, clauses, _ = sizes_of(formula)
        kept, literals = after_units(formula)
        rows.append(
            [name, blocks, universal, existential, clauses, kept, printed[0], literals, printed[1]]
        )
    head = ["COR+", "blocks", "∀", "∃", "clauses", "clauses by 004", "printed"]
    return markdown([*head, "literals by 004", "printed"], rows)


def dys_sizes() -> str:
    """Tables 3 and 6 of paper 004 and the conclusion of 000: DYS of two boards."""
    rows = []
    for name, text, printed in (
        ("5x5 Tippy", "tippy@5x5", "300, 21,056, 53.6k (004)"),
        ("9x9 Snaky", "snaky@9x9", "616,578 variables, 1,557,653 (000)"),
    ):
        formula = encode(game(text), "dys")
        blocks, universal, existential, clauses, _ = sizes_of(formula)
        rows.append([name, blocks, universal, existential, formula.variables, clauses, printed])
    return markdown(["DYS", "blocks", "∀", "∃", "variables", "clauses", "printed"], rows)


SMALL = ("domino", "el", "tic", "elly", "fatty", "knobby", "tippy")


def dys_averages() -> str:
    """Table 1 of paper 000: averages over shapes, board and torus, and both views."""
    printed = {
        (3, 1, 1): (1591, 4694, 1547, 40),
        (3, 2, 1): (1339, 4028, 1316, 23),
        (3, 2, 2): (1164, 3507, 1146, 18),
        (4, 1, 1): (6748, 18478, 6620, 128),
        (4, 2, 1): (9753, 27254, 9689, 64),
        (4, 2, 2): (10663, 29828, 10599, 64),
    }
    rows = []
    for (size, p, q), theirs in printed.items():
        shapes = SMALL if size == 3 else (*SMALL, "skinny")
        every = []
        for shape, torus, view in itertools.product(shapes, ("", "torus,"), ("black", "white")):
            played = with_repeats(f"{shape}@{size}x{size}:{torus}p={p},q={q}", shape)
            sizes = statistics(encode(played, "dys", view=view))
            every.append((sizes.variables, sizes.clauses, sizes.existential, sizes.universal))
        averages = [mean(column) for column in zip(*every, strict=True)]
        cells = [f"{ours:,.1f} ({paper:,})" for ours, paper in zip(averages, theirs, strict=True)]
        rows.append([f"{size}x{size} ({p},{q})", len(every), *cells])
    return markdown(["DYS", "instances", "variables", "clauses", "∃", "∀"], rows)


def solved(board: str, encoding: str, seconds: float) -> Callable[[], str]:
    """What was solved within so many seconds, by recorded runs."""
    return lambda: solvers.table(solvers.read(RUNS).values(), [board], seconds, [encoding]) + "\n"


def hard() -> str:
    """The instances that take longest."""
    return solvers.hard_table(solvers.read(RUNS).values()) + "\n"


def searched() -> str:
    """The 5x5 games of paper 001 by the native search, by recorded runs."""
    return search.table(search.read(SEARCHES)) + "\n"


def hex_puzzles() -> str:
    """The Hex puzzles of paper 004, by recorded runs."""
    return hexagons.puzzle_table(hexagons.read(HEX)) + "\n"


def hex_openings() -> str:
    """The winning first moves of empty Hex boards, by recorded runs."""
    return hexagons.opening_table(hexagons.read(HEX)) + "\n"


@cache
def classified(name: str) -> Classification:
    """The committed classification of a family, checked."""
    return open_store(name, str(CLASSIFIED / f"{name.replace(':', '-')}.jsonl.gz"))


def plane_pavings() -> str:
    """What the program of paper 002 left undecided."""
    rows: list[list[object]] = []
    for name, source, left in (
        ("pairs:4", "pairs:6", "21"),
        ("pairs:5", "pairs:6", "80"),
        ("pairs:6", "pairs:6", "193"),
        ("subsets:snaky", "subsets:snaky", "36 (to 16x16)"),
    ):
        found = classified(source)
        texts = [set_text(forms) for forms in family(name)]
        paved = sum(found.status(text) is Status.PAVING for text in texts)
        none = sum(found.refuted(text, "dominoes") for text in texts)
        rows.append([f"`{name}`", len(texts), paved, none, len(texts) - paved - none, left])
    head = ["family", "sets", "paved", "no paving", "undecided", "undecided by the paper"]
    return markdown(head, rows)


def plane_pairs() -> str:
    """The pairs without a paving."""
    counts = classified("pairs:6").counts()
    none = counts["no pairing"] + counts["no pairing, not kept"]
    left = counts["no paving"] - counts["pairing"] - none
    rows = [
        ["have a pairing", counts["pairing"]],
        ["have no pairing of whatever period", none],
        ["are undecided", left],
        ["have none, and Maker wins on a board (all of these are new)", counts["won"]],
    ]
    assert counts["new"] == counts["won"]
    return markdown(["of the pairs without a paving", "sets"], rows)


def plane_pairings() -> str:
    """The pairings where there is no paving."""
    found = classified("pairs:6")
    rows = []
    for text in found.texts:
        certificate = found.store.certificate(text, "any")
        if found.status(text) is Status.PAIRING:
            assert isinstance(certificate, PeriodicPairing)
            pairs = ", ".join(
                f"({x}, {y})-({x + dx}, {y + dy})" for x, y, dx, dy in certificate.pairs
            )
            rows.append([f"`{text}`", certificate.lattice.text, pairs])
    return markdown(["set", "period", "pairs"], rows)


def plane_open() -> str:
    """The pairs of which it is not known whether they have a pairing."""
    found = classified("pairs:6")
    rows = [
        [f"`{text}`", found.store.known[text].area["any"], sided(found.store.known[text])]
        for text in found.texts
        if found.store.certificate(text, "any") is None
        and found.refuted(text, "dominoes")
        and "any" not in found.store.known[text].refuted
    ]
    return markdown(["set", "no period of area up to", "pairing of the board"], rows)


def sided(known: Known) -> str:
    """The largest board that is known to have a pairing."""
    side = known.side.get("any", 0)
    return f"{side}x{side}"


def plane_snaky() -> str:
    """The choices of Snaky's orientations."""
    found = classified("subsets:snaky")
    rows: list[list[object]] = []
    for text in found.texts:
        known, certificate = found.store.known[text], found.store.certificate(text, "any")
        if found.status(text) is Status.PAVING:
            continue
        if isinstance(certificate, PeriodicPairing):
            said = f"a pairing of period {certificate.lattice.text}"
        elif isinstance(certificate, Refutation) or "any" in known.refuted:
            side = known.refuted["any"]
            said = f"no pairing: the board {side}x{side} has none"
        else:
            said = f"no period of area up to {known.area['any']}; {sided(known)} has a pairing"
        rows.append([f"`{text}`", len(known.forms), said])
    return markdown(["set without a paving", "orientations", "any pairs"], rows)


def plane_boards() -> str:
    """The smallest boards of Theorem 4.1 and Proposition 4.1."""
    facts = [json.loads(line) for line in plane.BOARDS.read_text(encoding="utf-8").splitlines()]
    rows = []
    for claim, name in (("Theorem 4.1", "row of 3, column of"), ("Proposition 4.1", "cells:")):
        for number in sorted({fact["n"] for fact in facts if fact["claim"] == claim}):
            boards = [
                fact["board"]
                for fact in facts
                if (fact["claim"], fact["n"], fact["verdict"]) == (claim, number, "maker")
            ]
            rows.append([claim, f"{name} {number}", ", ".join(boards)])
    return markdown(["claim", "shapes", "smallest boards"], rows)


TABLES: dict[str, Callable[[], str]] = {
    "files": files,
    "succinctness": succinctness,
    "challenges": challenges,
    "dys-sizes": dys_sizes,
    "dys-averages": dys_averages,
    "solved-cor-plus": solved("4x4", "cor-plus", 60.0),
    "solved-cor-plus-long": solved("4x4", "cor-plus", 1000.0),
    "solved-dys": solved("4x4", "dys", 10.0),
    "solved-small-cor-plus": solved("3x3", "cor-plus", 10.0),
    "solved-small-dys": solved("3x3", "dys", 10.0),
    "hard": hard,
    "searched": searched,
    "hex-puzzles": hex_puzzles,
    "hex-openings": hex_openings,
    "plane-pavings": plane_pavings,
    "plane-pairs": plane_pairs,
    "plane-pairings": plane_pairings,
    "plane-open": plane_open,
    "plane-snaky": plane_snaky,
    "plane-boards": plane_boards,
}


def rewritten(text: str) -> str:
    """A page with its tables counted anew."""

    def counted(match: re.Match[str]) -> str:
        return f"{match['name']}{match['gap']}{TABLES[match['name']]()}"

    return _TABLE.sub(counted, text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, or with ``--update`` write; the exit code is 1 where a page differs."""
    parser = argparse.ArgumentParser(prog="tables", description=__doc__.splitlines()[0])
    parser.add_argument("--update", action="store_true", help="write the tables into the pages")
    options = parser.parse_args(arguments)
    left = 0
    for page in PAGES:
        old = page.read_text(encoding="utf-8")
        new = rewritten(old)
        if new == old:
            continue
        if options.update:
            page.write_text(new, encoding="utf-8")
            print(f"{page.relative_to(ROOT)}: written")
        else:
            print(f"{page.relative_to(ROOT)}: a table is not what is counted today")
            left = 1
    return left


if __name__ == "__main__":
    sys.exit(main())
