"""Hex: the twenty puzzles of paper 004, and the winner after each opening of the empty board.

`python -m benchmarks.hex puzzles --store runs.jsonl` asks of each puzzle who wins, with which first
moves, and with how few stones; every answer has a proof that the stand-alone checker has
accepted. It prints the paper's Table 7 with our columns. Ctrl-C at any time, and start again.

`python -m benchmarks.hex openings 5x5 6x6 --store runs.jsonl` asks who wins after each first move.

`--table` runs nothing and prints what the store has.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from harary import Verdict, game
from harary.limits import Limits, parse_duration, parse_size
from harary.solve import solve

VECTORS = Path(__file__).parents[1] / "vectors"
#: Seconds of the quickest of the paper's three solvers: Black does not win two stones below, and
#: he wins. None where none of them came to an end.
PAPER = {
    "browne": (0.07, 1.35),
    "hein_04": (0.00, 0.00),
    "hein_09": (0.01, 0.07),
    "hein_12": (0.00, 0.02),
    "hein_07": (0.06, 0.44),
    "hein_06": (0.27, 0.80),
    "hein_13": (0.04, 0.58),
    "hein_14": (0.09, 0.65),
    "hein_11": (0.52, 2.36),
    "hein_19": (0.12, 0.78),
    "hein_08": (0.26, 1.97),
    "hein_10": (3.48, 11.44),
    "hein_16": (7.09, 47.57),
    "hein_02": (27.24, 27.23),
    "hein_15": (7.50, 15.85),
    "hein_05": (196.0, 1345.0),
    "hein_17": (3682.0, None),
    "hein_03": (2792.0, None),
    "hein_20": (17019.0, None),
    "hein_18": (None, None),
}


@dataclass(frozen=True)
class Known:
    """What was found about a position: ``stones`` are the fewest, where Black wins."""

    game: str
    verdict: str
    stones: int | None
    moves: list[str]
    proved: bool
    entries: int
    positions: int
    seconds: float


def puzzles() -> list[tuple[str, str]]:
    """Name and game of each puzzle, in the paper's order."""
    lines = (VECTORS / "hex.jsonl").read_text(encoding="utf-8").splitlines()
    games = {row["puzzle"]: row["game"] for row in map(json.loads, lines)}
    return [(name, games[name]) for name in PAPER]


def perform(text: str, limits: Limits, *, shortest: bool) -> Known:
    """Who wins after each first move; then, if asked for and Black wins, with how few stones."""
    played = game(text)
    asked = solve(played, method="pns", all_moves=True, limits=limits)
    results = [asked]
    stones, proved = None, asked.proved and all(move.proved for move in asked.moves or ())
    if shortest and asked.verdict is Verdict.BLACK:
        results.append(solve(played, method="pns", shortest=True, limits=limits))
        for fewest in results[-1].shortest or ():
            stones, proved = fewest.stones, proved and fewest.proved
    return Known(
        text,
        asked.verdict.value,
        stones,
        list(asked.first_moves),
        proved,
        sum(fact.entries for result in results for fact in result.facts),
        sum(result.nodes or 0 for result in results),
        round(sum(result.seconds for result in results), 2),
    )


def read(store: Path) -> dict[str, Known]:
    """What is known; of several runs the last."""
    known = {}
    if store.exists():
        for line in store.read_text(encoding="utf-8").splitlines():
            try:
                run = Known(**json.loads(line))
            except (TypeError, ValueError):
                continue  # the line that an interrupted run left
            known[run.game] = run
    return known


def run(wanted: Iterable[str], limits: Limits, store: Path, *, shortest: bool) -> None:
    """Ask for what is not known yet, and append it to the store."""
    known = read(store)
    with store.open("a", encoding="utf-8") as file:
        for text in wanted:
            if text in known:
                continue
            found = perform(text, limits, shortest=shortest)
            if found.verdict == Verdict.UNKNOWN:
                print(f"{text}: no answer within the limits", file=sys.stderr)
                continue
            print(json.dumps(asdict(found)), file=file, flush=True)
            print(f"{text}: {found.verdict}, {found.seconds} s", file=sys.stderr)


def puzzle_table(known: dict[str, Known]) -> str:
    """Table 7 of paper 004: its depth and seconds, and ours."""
    lines = (VECTORS / "hex.jsonl").read_text(encoding="utf-8").splitlines()
    depths = {row["puzzle"]: row.get("depth") for row in map(json.loads, lines)}
    head = "puzzle|size|004: depth|seconds, d-2|seconds, d|winner|fewest stones|winning first moves"
    columns = [*head.split("|"), "proved", "entries", "positions", "seconds"]
    rows = [
        "| " + " | ".join(columns) + " |",
        "| --- | --- | ---: | ---: | ---: | --- | ---: | --- | --- | ---: | ---: | ---: |",
    ]
    for name, text in puzzles():
        size = text.partition("@")[2].partition(":")[0]
        depth = depths[name]
        below, above = ("-" if each is None else f"{each:,.2f}" for each in PAPER[name])
        paper = f"{depth}" if depth else "over 13" if PAPER[name][0] else "open"
        row = [name.replace("_", " "), size, paper, below, above]
        found = known.get(text)
        if found is not None:
            row += [
                found.verdict,
                "" if found.stones is None else str(found.stones),
                " ".join(found.moves) or "none",
                "yes" if found.proved else "no",
                f"{found.entries:,}",
                f"{found.positions:,}",
                f"{found.seconds:,.2f}",
            ]
        rows.append("| " + " | ".join([*row, *[""] * (12 - len(row))]) + " |")
    return "\n".join(rows)


def opening_table(known: dict[str, Known]) -> str:
    """The winning first moves of the empty boards."""
    rows = [
        "| board | winning first moves | proved | entries | positions | seconds |",
        "| --- | --- | --- | ---: | ---: | ---: |",
    ]
    for text, found in sorted(known.items()):
        if ":" not in text:
            proved = "yes" if found.proved else "no"
            rows.append(
                f"| {text.partition('@')[2]} | {' '.join(found.moves)} | {proved} | "
                f"{found.entries:,} | {found.positions:,} | {found.seconds:,.2f} |"
            )
    return "\n".join(rows)


def main(arguments: list[str] | None = None) -> int:
    """Run, then print the table."""
    parser = argparse.ArgumentParser(prog="hex", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=("puzzles", "openings"))
    parser.add_argument("sizes", nargs="*", help="boards for openings, such as 5x5")
    parser.add_argument("--timeout", type=parse_duration, default=3600.0, help="for each position")
    parser.add_argument("--memory", type=parse_size, default=4 * 2**30)
    parser.add_argument("--store", type=Path, default=Path("hex.jsonl"))
    parser.add_argument("--table", action="store_true", help="run nothing, print the table")
    options = parser.parse_args(arguments)
    asks_puzzles = options.what == "puzzles"
    texts = [text for _, text in puzzles()]
    if not asks_puzzles:
        texts = [f"hex@{size}" for size in options.sizes or ["3x3", "4x4", "5x5"]]
    if not options.table:
        limits = Limits(options.timeout, options.memory)
        run(texts, limits, options.store, shortest=asks_puzzles)
    known = read(options.store)
    print(puzzle_table(known) if asks_puzzles else opening_table(known))
    return 0


if __name__ == "__main__":
    sys.exit(main())
