"""The lengths at which the formulas of Black's wins become true, beside the fewest stones.

`python -m benchmarks.lengths --store runs.jsonl` takes the 5x5 games that Black wins and whose
fewest stones are known (`benchmarks/winners.jsonl`), and asks a solver COR+ and COVER at that
length, one turn shorter, and COVER, which misses wins, also at longer ones. With `--misses` it
looks instead for the smallest games that Black wins and for which COVER is false at every length:
boards in the order of their cells, shapes of 2 to 5 cells, every answer beside that of the oracle
or the search.
Ctrl-C at any time, and start again; `--table` only prints.
"""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks import winners
from harary import Player, Rule, game
from harary.errors import HararyWarning
from harary.limits import Limits, parse_duration
from harary.shapes import free_polyominoes, text_of
from harary.solve import solve

#: So many stones longer than the fewest ones COVER is asked.
LONGER = 6


@dataclass(frozen=True)
class Answer:
    """Whether a formula is true; None where the solver did not say."""

    game: str
    encoding: str
    length: int
    truth: bool | None
    seconds: float
    timeout: float


def ask(text: str, encoding: str, length: int, limits: Limits) -> Answer:
    """Ask a solver."""
    result = solve(
        game(text),
        length=length,
        method="qbf",
        encoding=encoding,
        solvers="depqbf,caqe/bloqqer",
        view="black",
        limits=limits,
    )
    truth = next((step.truth for step in result.steps), None)
    return Answer(text, encoding, length, truth, round(result.seconds, 2), limits.seconds or 0.0)


def read(store: Path) -> dict[tuple[str, str, int], Answer]:
    """What was answered; of several answers the last."""
    known = {}
    if store.exists():
        for line in store.read_text(encoding="utf-8").splitlines():
            try:
                answer = Answer(**json.loads(line))
            except (TypeError, ValueError):
                continue  # the line that an interrupted run left
            known[answer.game, answer.encoding, answer.length] = answer
    return known


def games() -> list[tuple[str, int]]:
    """The 5x5 games that Black wins, with the fewest stones."""
    known = winners.read(winners.STORE)
    return [
        (text, known[text].stones or 0)
        for text in winners.five()
        if text in known and known[text].stones is not None
    ]


def wanted(known: dict[tuple[str, str, int], Answer]) -> Iterator[tuple[str, str, int]]:
    """What is to be asked next, as long as there is anything."""
    for text, stones in games():
        encodings = ["cor-plus"] if game(text).rule is Rule.WEAK else ["cor-plus", "cover"]
        for encoding in encodings:
            more = LONGER if encoding == "cover" else 0
            for length in range(stones - 2, stones + more + 1, 2):
                if (text, encoding, length) not in known:
                    yield text, encoding, length
                if known[text, encoding, length].truth is not False:
                    break


def table(known: dict[tuple[str, str, int], Answer]) -> str:
    """A row for each game."""
    rows = [
        "| game | fewest stones | COR+ true at | COVER true at |",
        "| --- | ---: | ---: | ---: |",
    ]
    for text, stones in games():
        cells = [_first_true(known, text, encoding) for encoding in ("cor-plus", "cover")]
        if any(cells):
            rows.append(f"| `{text}` | {stones} | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def _first_true(known: dict[tuple[str, str, int], Answer], text: str, encoding: str) -> str:
    asked = sorted((n, a.truth) for (t, e, n), a in known.items() if (t, e) == (text, encoding))
    for length, truth in asked:
        if truth:
            return str(length)
        if truth is None:
            return f"not answered at {length}"
    return f"false up to {asked[-1][0]}" if asked else ""


def misses(limits: Limits) -> Iterator[str]:
    """Games that Black wins by the oracle or the search and not by COVER, small boards first."""
    boards = sorted(
        ((width, height) for width in range(1, 5) for height in range(1, width + 1)),
        key=lambda board: (board[0] * board[1], board),
    )
    for width, height in boards:
        for cells in range(2, 6):
            for shape in free_polyominoes(cells):
                for torus in ("", ":torus"):
                    text = f"{text_of(shape)}@{width}x{height}{torus}"
                    with warnings.catch_warnings():
                        warnings.simplefilter("ignore", HararyWarning)
                        played = game(text)
                    if not played.black_sets:
                        continue
                    if solve(played, limits=limits).verdict.winner is not Player.BLACK:
                        continue
                    last = played.free_cells - (played.free_cells + 1) % 2
                    truth = ask(text, "cover", last, limits).truth
                    print(f"{text}: COVER within {last} stones: {truth}", file=sys.stderr)
                    if truth is False:
                        yield text


def main(arguments: list[str] | None = None) -> int:
    """Run, then print the table."""
    parser = argparse.ArgumentParser(prog="lengths", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--timeout", type=parse_duration, default=60.0)
    parser.add_argument("--store", type=Path, default=Path("lengths.jsonl"))
    parser.add_argument("--table", action="store_true", help="run nothing, print the table")
    parser.add_argument("--misses", action="store_true", help="look for what COVER misses")
    options = parser.parse_args(arguments)
    limits = Limits(options.timeout)
    if options.misses:
        for text in misses(limits):
            print(text, flush=True)
        return 0
    known = read(options.store)
    if not options.table:
        with options.store.open("a", encoding="utf-8") as file:
            for text, encoding, length in wanted(known):
                answer = ask(text, encoding, length, limits)
                known[text, encoding, length] = answer
                print(json.dumps(asdict(answer)), file=file, flush=True)
                said = f"{text}, {encoding}, {length} stones: {answer.truth}"
                print(f"{said}, {answer.seconds} s", file=sys.stderr)
    print(table(known))
    return 0


if __name__ == "__main__":
    sys.exit(main())
