"""How soon Black wins: the 5x5 games of paper 001 that he wins, and the eleven winners.

`python -m benchmarks.winners --timeout 60s --store runs.jsonl` asks each game for its verdict and
for the fewest stones (of both players) with which Black wins it, each proved from both sides and
checked; Ctrl-C at any time, and start again. `--table five` and `--table eleven` only print.

The eleven winners of Harary's game are asked on every square board up to 7x7, strong and weak.
The table has the published board and number of Black's moves (OEIS A380597, A380598) beside ours.
"""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks import search
from harary import Player, Verdict, game
from harary.errors import HararyWarning
from harary.limits import Limits, parse_duration, parse_size
from harary.solve import solve

#: The winners, with the published smallest board and Black's moves there.
ELEVEN = {
    "elam": (1, 1),
    "domino": (2, 2),
    "el": (3, 3),
    "tic": (4, 3),
    "elly": (4, 4),
    "knobby": (5, 4),
    "tippy": (3, 5),
    "skinny": (7, 8),
    "n-pentomino": (6, 6),
    "y-pentomino": (7, 9),
    "l-pentomino": (7, 10),
}
LARGEST = 7
SEARCHES = Path(__file__).with_name("search.jsonl")
STORE = Path(__file__).with_name("winners.jsonl")


@dataclass(frozen=True)
class Known:
    """What is known of a game: stones of both players, None where not found."""

    game: str
    verdict: str
    proved: bool
    stones: int | None
    at_least: int | None
    shortest_proved: bool
    seconds: float
    timeout: float


def five() -> list[str]:
    """The 5x5 games that Black wins, by recorded runs."""
    won = (Verdict.BLACK, Verdict.MAKER)
    return [done.game for done in search.read(SEARCHES).values() if done.verdict in won]


def eleven() -> list[str]:
    """The winners on their boards."""
    return [
        f"{shape}@{size}x{size}{rule}"
        for shape in ELEVEN
        for rule in ("", ":weak")
        for size in range(1, LARGEST + 1)
    ]


def perform(text: str, limits: Limits) -> Known:
    """Ask for the verdict first, and then how soon Black wins."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HararyWarning)
        played = game(text)
    found = solve(played, limits=limits)
    stones = at_least = None
    proved = False
    seconds = found.seconds
    if found.verdict.winner is Player.BLACK:
        again = solve(played, method="pns", shortest=True, limits=limits)
        seconds += again.seconds
        for each in again.shortest or ():
            if each.player is Player.BLACK:
                stones, at_least, proved = each.stones, each.at_least, each.proved
    timeout = limits.seconds or 0.0
    return Known(
        text,
        found.verdict.value,
        found.proved,
        stones,
        at_least,
        proved,
        round(seconds, 2),
        timeout,
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


def _is_open(run: Known) -> bool:
    won = run.verdict in (Verdict.BLACK, Verdict.MAKER)
    return not run.proved or (won and run.stones is None)


def _stones(run: Known) -> str:
    if run.verdict not in (Verdict.BLACK, Verdict.MAKER):
        return run.verdict + ("" if run.proved else " (not proved)")
    if run.stones is None:
        return "wins" if run.at_least is None else f"wins, {run.at_least} or more"
    return f"{run.stones}" + ("" if run.shortest_proved else " (not proved)")


def table_of_five(known: dict[str, Known]) -> str:
    """The fewest stones of each 5x5 game that Black wins."""
    shapes = sorted({text.partition("@")[0] for text in five()})
    kinds = list(search.KINDS)
    rows = ["| fewest stones | " + " | ".join(kinds) + " |", "| --- |" + " ---: |" * len(kinds)]
    for shape in shapes:
        runs = [known.get(f"{shape}@5x5{search.KINDS[kind]}") for kind in kinds]
        cells = ["" if run is None else _stones(run) for run in runs]
        rows.append(f"| {shape} | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def table_of_eleven(known: dict[str, Known]) -> str:
    """Verdict or fewest stones on each board, strong and weak, beside the published numbers."""
    sizes = range(1, LARGEST + 1)
    heads = " | ".join(f"{size}x{size}" for size in sizes)
    rows = [f"| | rule | {heads} | published |", "| --- | --- |" + " ---: |" * (LARGEST + 1)]
    for shape, (board, moves) in ELEVEN.items():
        for rule, name in (("", "strong"), (":weak", "weak")):
            runs = [known.get(f"{shape}@{size}x{size}{rule}") for size in sizes]
            cells = ["" if run is None else _stones(run) for run in runs]
            printed = f"{board}x{board}, {2 * moves - 1}"
            rows.append(f"| {shape} | {name} | " + " | ".join(cells) + f" | {printed} |")
    return "\n".join(rows)


TABLES = {"five": table_of_five, "eleven": table_of_eleven}


def run(texts: Iterable[str], limits: Limits, store: Path) -> None:
    """Ask, and append each result to the store."""
    with store.open("a", encoding="utf-8") as file:
        for text in texts:
            known = perform(text, limits)
            print(json.dumps(asdict(known)), file=file, flush=True)
            print(f"{text}: {_stones(known)}, {known.seconds} s", file=sys.stderr)


def main(arguments: list[str] | None = None) -> int:
    """Run, then print the tables."""
    parser = argparse.ArgumentParser(prog="winners", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--timeout", type=parse_duration, default=60.0)
    parser.add_argument("--memory", type=parse_size, default=8 * 2**30)
    parser.add_argument("--store", type=Path, default=Path("winners.jsonl"))
    parser.add_argument("--only", choices=list(TABLES), help="only these games")
    parser.add_argument("--table", action="store_true", help="run nothing, print the tables")
    options = parser.parse_args(arguments)
    known = read(options.store)
    wanted = {"five": five, "eleven": eleven}
    if options.only:
        wanted = {options.only: wanted[options.only]}
    if not options.table:
        texts = [
            text
            for games in wanted.values()
            for text in games()
            if text not in known
            or (_is_open(known[text]) and known[text].timeout < options.timeout)
        ]
        run(texts, Limits(options.timeout, options.memory), options.store)
        known = read(options.store)
    print("\n\n".join(TABLES[name](known) for name in wanted))
    return 0


if __name__ == "__main__":
    sys.exit(main())
