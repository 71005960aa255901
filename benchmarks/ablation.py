"""What each piece of knowledge of the native search is worth, and how the cost grows.

`python -m benchmarks.ablation --store runs.jsonl` decides weak games of three shapes on growing
boards, with everything the search knows and with each piece switched off in turn, by one thread;
Ctrl-C at any time, and start again. `--table` only prints: positions looked at, and seconds.
Where a board was not decided within the limit, larger ones are not tried.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from harary import Player, game
from harary.errors import LimitReached
from harary.limits import Limits, parse_duration, parse_size
from harary.search.engine import Knowledge, decide

#: The shapes: Maker wins with the first two on larger boards, and not with the third.
GAMES = {
    "l-pentomino": (4, 5, 6, 7),
    "skinny": (4, 5, 6, 7),
    "snaky": (5, 6, 7, 8),
}
ALL = Knowledge()
WITHOUT = {
    "everything": ALL,
    "no pairings": replace(ALL, pairing=0),
    "no pairings by SAT": replace(ALL, sat=0),
    "no potential": replace(ALL, potential=False),
    "no threats": replace(ALL, threats=0),
    "no danger": replace(ALL, danger=False),
    "no dominated cells": replace(ALL, dominated=False),
    "no zones": replace(ALL, zones=False),
    "no symmetries": replace(ALL, symmetric=0),
}


@dataclass(frozen=True)
class Run:
    """A game, what was switched off, and what it took; no positions where it was not decided."""

    game: str
    without: str
    maker_wins: bool | None
    positions: int | None
    seconds: float
    timeout: float


def perform(text: str, without: str, limits: Limits) -> Run:
    """Decide, without a check: the search is what is measured."""
    start = time.perf_counter()
    timeout = limits.seconds or 0.0
    try:
        found = decide(game(text), Player.BLACK, limits=limits, knowledge=WITHOUT[without])
    except LimitReached:
        return Run(text, without, None, None, round(time.perf_counter() - start, 2), timeout)
    seconds = round(time.perf_counter() - start, 2)
    return Run(text, without, found.attacker_wins, found.nodes, seconds, timeout)


def read(store: Path) -> dict[tuple[str, str], Run]:
    """What was measured; the last run of each."""
    known = {}
    if store.exists():
        for line in store.read_text(encoding="utf-8").splitlines():
            try:
                run = Run(**json.loads(line))
            except (TypeError, ValueError):
                continue  # the line that an interrupted run left
            known[run.game, run.without] = run
    return known


def texts(shape: str) -> list[str]:
    """The boards of a shape, small ones first."""
    return [f"{shape}@{size}x{size}:weak" for size in GAMES[shape]]


def wanted(known: dict[tuple[str, str], Run]) -> Iterator[tuple[str, str]]:
    """What is to be run next, as long as there is anything."""
    for without in WITHOUT:
        for shape in GAMES:
            for text in texts(shape):
                if (text, without) not in known:
                    yield text, without
                if known[text, without].positions is None:
                    break


def table(known: dict[tuple[str, str], Run]) -> str:
    """A row for each piece of knowledge, a column for each game."""
    games = [text for shape in GAMES for text in texts(shape)]
    heads = [text.removesuffix(":weak").replace("@", " ") for text in games]
    rows = ["| | " + " | ".join(heads) + " |", "| --- |" + " ---: |" * len(games)]
    for without in WITHOUT:
        cells = [_cell(known.get((text, without))) for text in games]
        rows.append(f"| {without} | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def _cell(run: Run | None) -> str:
    if run is None:
        return ""
    if run.positions is None:
        return f"over {run.timeout:g} s"
    return f"{run.positions:,} ({run.seconds:.1f} s)"


def main(arguments: list[str] | None = None) -> int:
    """Run, then print the table."""
    parser = argparse.ArgumentParser(prog="ablation", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--timeout", type=parse_duration, default=30.0)
    parser.add_argument("--memory", type=parse_size, default=4 * 2**30)
    parser.add_argument("--store", type=Path, default=Path("ablation.jsonl"))
    parser.add_argument("--table", action="store_true", help="run nothing, print the table")
    options = parser.parse_args(arguments)
    known = read(options.store)
    if not options.table:
        with options.store.open("a", encoding="utf-8") as file:
            for text, without in wanted(known):
                run = perform(text, without, Limits(options.timeout, options.memory))
                known[text, without] = run
                print(json.dumps(asdict(run)), file=file, flush=True)
                print(f"{text}, {without}: {_cell(run)}", file=sys.stderr)
    print(table(known))
    return 0


if __name__ == "__main__":
    sys.exit(main())
