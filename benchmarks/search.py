"""The native search on the 5x5 games of paper 001: all polyominoes that fit a 4x4 box.

`python -m benchmarks.search --timeout 60s --store runs.jsonl` decides what is not in the store
yet, has every proof checked by the stand-alone checker, and prints the table; Ctrl-C at any time,
and start again. With `--table` it only prints. The games are the 48 shapes of 2 to 6 cells, on
the board and on the torus, strong and weak: 192 verdicts. Paper 001 asks for 94 of them (47
shapes, strong) and leaves 16 undecided with 2500 s each.
"""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from harary import Verdict, game
from harary.errors import HararyWarning
from harary.limits import Limits, parse_duration, parse_size
from harary.shapes import free_polyominoes, text_of
from harary.solve import solve

KINDS = {"board": "", "torus": ":torus", "board, weak": ":weak", "torus, weak": ":torus,weak"}


@dataclass(frozen=True)
class Done:
    """What came of a game."""

    game: str
    verdict: str
    proved: bool
    first_moves: tuple[str, ...]
    positions: int
    seconds: float
    timeout: float | None


def games(kind: str, size: str = "5x5") -> list[str]:
    """The 48 games of a kind."""
    shapes = [
        shape
        for cells in range(2, 7)
        for shape in free_polyominoes(cells)
        if max(shape.width, shape.height) <= 4
    ]
    return [f"{text_of(shape)}@{size}{KINDS[kind]}" for shape in shapes]


def perform(text: str, limits: Limits) -> Done:
    """Decide, and check."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HararyWarning)
        result = solve(game(text), method="pns", limits=limits)
    return Done(
        text,
        result.verdict.value,
        result.proved,
        result.first_moves,
        result.nodes or 0,
        round(result.seconds, 2),
        limits.seconds,
    )


def read(store: Path) -> dict[str, Done]:
    """What is known; of two records of a game, the one with a verdict."""
    known: dict[str, Done] = {}
    if not store.exists():
        return known
    for line in store.read_text(encoding="utf-8").splitlines():
        try:
            facts = json.loads(line)
            done = Done(**{**facts, "first_moves": tuple(facts["first_moves"])})
        except (KeyError, TypeError, ValueError):
            continue  # the line that an interrupted run left
        old = known.get(done.game)
        if old is None or not is_decided(old):
            known[done.game] = done
    return known


def is_decided(done: Done) -> bool:
    """Whether all is known that was asked."""
    return done.proved and done.verdict not in (Verdict.UNKNOWN, Verdict.NOT_BLACK)


def table(known: dict[str, Done]) -> str:
    """A row for each kind of game."""
    rows = ["| 5x5 | games | decided and proved | won by Black | positions | seconds | open |"]
    rows.append("| --- | ---: | ---: | ---: | ---: | ---: | --- |")
    for kind in KINDS:
        runs = [known[text] for text in games(kind) if text in known]
        decided = [done for done in runs if is_decided(done)]
        verdicts = Counter(done.verdict for done in decided)
        won = verdicts[Verdict.BLACK] + verdicts[Verdict.MAKER]
        left = [done.game.partition("@")[0] for done in runs if not is_decided(done)]
        rows.append(
            f"| {kind} | {len(runs)} | {len(decided)} | {won} | "
            f"{sum(done.positions for done in runs):,} | "
            f"{sum(done.seconds for done in runs):,.0f} | {', '.join(left)} |"
        )
    return "\n".join(rows)


def run(texts: Iterable[str], limits: Limits, store: Path) -> None:
    """Decide the games and append each result to the store."""
    listed = list(texts)
    with store.open("a", encoding="utf-8") as file:
        for number, text in enumerate(listed, 1):
            done = perform(text, limits)
            print(json.dumps(asdict(done)), file=file, flush=True)
            said = f"[{number}/{len(listed)}] {text}: {done.verdict}"
            proved = "proved" if done.proved else "not proved"
            print(f"{said}, {proved}, {done.seconds} s", file=sys.stderr)


def main(arguments: list[str] | None = None) -> int:
    """Run, then print the table."""
    parser = argparse.ArgumentParser(prog="search", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kinds", default=";".join(KINDS), help="with a semicolon between them")
    parser.add_argument("--timeout", type=parse_duration, default=60.0)
    parser.add_argument("--memory", type=parse_size, default=8 * 2**30)
    parser.add_argument("--store", type=Path, default=Path("search.jsonl"))
    parser.add_argument("--table", action="store_true", help="run nothing, print the table")
    options = parser.parse_args(arguments)
    kinds = options.kinds.split(";")
    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown:
        parser.error(f"{unknown[0]!r}: expected some of {', '.join(KINDS)}")
    known = read(options.store)
    if not options.table:
        limits = Limits(options.timeout, options.memory)
        wanted = [
            text
            for kind in kinds
            for text in games(kind)
            if text not in known
            or (not is_decided(known[text]) and (known[text].timeout or 0) < options.timeout)
        ]
        run(wanted, limits, options.store)
        known = read(options.store)
    print(table(known))
    return 0


if __name__ == "__main__":
    sys.exit(main())
