"""The three native searches beside each other: on the two tables of paper 003, and beyond.

`python -m benchmarks.methods --store runs.jsonl` decides what is not in the store yet, by each of
`pns`, `dfs` and `dfpn`, has every proof checked by the stand-alone checker, and prints the tables;
Ctrl-C at any time, and start again. With `--table` it only prints. `--parts` chooses some of:

- `paper`: Tippy on 3x3 and 4x4 within so many turns, as paper 003 has it
  (`vectors/paper003.jsonl`, with the seconds of its own two searches and of two QBF solvers);
- `larger`: games of 5x5 and more;
- `tables`: two games by the searches that forget, with smaller and smaller tables.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from harary import Player, PositionalGame, game
from harary.errors import LimitReached
from harary.limits import Limits, parse_duration, parse_size
from harary.proofs import proof_lines
from harary.proofs.check import check
from harary.search.engine import SEARCHES, Knowledge, Means, decide
from harary.solve import solve

VECTORS = Path(__file__).resolve().parent.parent / "vectors" / "paper003.jsonl"
#: Games beyond the papers' tables: won, lost and drawn, on boards and tori, strong and weak.
LARGER = (
    "tippy@5x5",
    "skinny@5x5",
    "knobby@5x5:torus",
    "l-pentomino@5x5:torus",
    "y-pentomino@5x5:torus",
    "n-pentomino@5x5:weak",
    "f-pentomino@5x5:torus,weak",
    "w-pentomino@5x5:torus,weak",
    "snaky@7x7:weak",
    "snaky@7x8:weak",
)
#: The columns of the paper: its own searches, and solvers behind a preprocessor.
PRINTED = {
    "dfs": "DFS",
    "pns": "PNS",
    "preprocessing": "preprocessing",
    "depqbf": "DepQBF",
    "rareqs": "RAReQS",
}
TABLE_GAMES = ("l-pentomino@5x5:torus,weak", "snaky@7x8:weak")
TABLE_BYTES = (2**30, 2**22, 2**20, 2**18, 2**16, 2**14)


@dataclass(frozen=True)
class Job:
    """A question, and how it is asked: within so many turns, or with a table of so many bytes."""

    game: str
    method: str
    turns: int | None = None
    table: int | None = None


@dataclass(frozen=True)
class Done:
    """What came of it. ``seconds`` are those of the search and of the checker together."""

    job: Job
    verdict: str
    proved: bool
    positions: int
    seconds: float
    timeout: float | None


def printed() -> list[dict[str, Any]]:
    """The rows of paper 003."""
    return [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]


def jobs(part: str) -> list[Job]:
    """What is to be asked."""
    if part == "paper":
        return [Job(row["game"], name, row["turns"]) for row in printed() for name in SEARCHES]
    if part == "larger":
        return [Job(text, name) for text in LARGER for name in SEARCHES]
    forgetful = [name for name in SEARCHES if name != "pns"]
    return [
        Job(text, name, table=size)
        for text in TABLE_GAMES
        for name in forgetful
        for size in TABLE_BYTES
    ]


PARTS = ("paper", "larger", "tables")


def perform(job: Job, limits: Limits) -> Done:
    """Decide, and check."""
    start = time.perf_counter()
    played = game(job.game)
    if job.table is not None:
        verdict, proved, positions = _with_table(played, job, limits)
    else:
        length = None if job.turns is None else played.schedule.stones_in(job.turns)
        result = solve(played, length=length, method=job.method, limits=limits)
        verdict, proved, positions = result.verdict.value, result.proved, result.nodes or 0
    seconds = round(time.perf_counter() - start, 3)
    return Done(job, verdict, proved, positions, seconds, limits.seconds)


def _with_table(played: PositionalGame, job: Job, limits: Limits) -> tuple[str, bool, int]:
    assert job.table is not None
    knowledge = Knowledge(table=job.table)
    means = Means(job.method)
    try:
        found = decide(played, Player.BLACK, limits=limits, knowledge=knowledge, means=means)
    except LimitReached:
        return "unknown", False, 0
    text = "".join(f"{line}\n" for line in proof_lines([found.proof]))
    [claim] = check(io.BytesIO(text.encode())).claims
    verdict = "maker" if found.attacker_wins else "breaker"
    return verdict, claim == found.proof.claim.sentence(played.rule), found.nodes


def read(store: Path) -> dict[Job, Done]:
    """What is known; of two records of a job, the one with a verdict."""
    known: dict[Job, Done] = {}
    if not store.exists():
        return known
    for line in store.read_text(encoding="utf-8").splitlines():
        try:
            facts = json.loads(line)
            done = Done(**{**facts, "job": Job(**facts["job"])})
        except (KeyError, TypeError, ValueError):
            continue  # the line that an interrupted run left
        old = known.get(done.job)
        if old is None or not old.proved:
            known[done.job] = done
    return known


def run(wanted: Iterable[Job], limits: Limits, store: Path) -> None:
    """Decide and append each result to the store."""
    listed = list(wanted)
    if listed:
        perform(Job("tippy@3x3", "pns"), Limits())  # the first one loads the program
    with store.open("a", encoding="utf-8") as file:
        for number, job in enumerate(listed, 1):
            done = perform(job, limits)
            print(json.dumps(asdict(done)), file=file, flush=True)
            turns = "" if job.turns is None else f" within {job.turns} turns"
            size = "" if job.table is None else f" with {_size(job.table)}"
            said = f"[{number}/{len(listed)}] {job.game}{turns} by {job.method}{size}"
            proved = "proved" if done.proved else "not proved"
            print(f"{said}: {done.verdict}, {proved}, {done.seconds} s", file=sys.stderr)


# The tables.


def _size(size: int) -> str:
    for unit in ("B", "K", "M"):
        if size < 2**10:
            return f"{size}{unit}" if unit != "B" else f"{size}"
        size //= 2**10
    return f"{size}G"


def _cell(done: Done | None, digits: int = 2) -> str:
    if done is None:
        return ""
    if not done.proved:
        return f"over {done.timeout:g} s"
    return f"{done.seconds:.{digits}f} ({done.positions:,})"


def _rows(head: list[str], left: int, rows: list[list[str]]) -> str:
    rule = ["---"] * left + ["---:"] * (len(head) - left)
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, rule, *rows])


def paper_table(known: Mapping[Job, Done], size: str) -> str:
    """One of the tables of paper 003: our seconds and positions, and the paper's seconds."""
    rows = []
    for row in printed():
        if f"@{size}" not in row["game"]:
            continue
        runs = [known.get(Job(row["game"], name, row["turns"])) for name in SEARCHES]
        verdicts = {done.verdict for done in runs if done is not None and done.proved}
        said = "/".join(sorted(verdicts))
        outcome = said if verdicts == {row["verdict"]} else f"{said} (paper: {row['verdict']})"
        theirs = [f"{row[name]:,.3f}" for name in PRINTED]
        head = [f"`{row['game']}`", str(row["turns"]), outcome]
        rows.append([*head, *(_cell(done) for done in runs), *theirs])
    names = [f"{name} (003)" for name in PRINTED.values()]
    return _rows(["game", "turns", "outcome", *SEARCHES, *names], 1, rows)


def larger_table(known: Mapping[Job, Done]) -> str:
    """Larger games by each search."""
    rows = []
    for text in LARGER:
        runs = [known.get(Job(text, name)) for name in SEARCHES]
        verdicts = {done.verdict for done in runs if done is not None and done.proved}
        rows.append([f"`{text}`", "/".join(sorted(verdicts)), *(_cell(done) for done in runs)])
    return _rows(["game", "verdict", *SEARCHES], 2, rows)


def sizes_table(known: Mapping[Job, Done]) -> str:
    """The searches that forget, with smaller and smaller tables."""
    rows = []
    for text in TABLE_GAMES:
        for name in SEARCHES:
            runs = [known.get(Job(text, name, table=size)) for size in TABLE_BYTES]
            if any(runs):
                rows.append([f"`{text}`", name, *(_cell(done, 1) for done in runs)])
    return _rows(["game", "method", *map(_size, TABLE_BYTES)], 2, rows)


def main(arguments: list[str] | None = None) -> int:
    """Run, then print the tables."""
    parser = argparse.ArgumentParser(prog="methods", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--parts", default=",".join(PARTS), help="with a comma between them")
    parser.add_argument("--timeout", type=parse_duration, default=60.0)
    parser.add_argument("--memory", type=parse_size, default=4 * 2**30)
    parser.add_argument("--store", type=Path, default=Path("methods.jsonl"))
    parser.add_argument("--table", action="store_true", help="run nothing, print the tables")
    options = parser.parse_args(arguments)
    parts = options.parts.split(",")
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        parser.error(f"{unknown[0]!r}: expected some of {', '.join(PARTS)}")
    known = read(options.store)
    if not options.table:
        wanted = [
            job
            for part in parts
            for job in jobs(part)
            if job not in known
            or (not known[job].proved and (known[job].timeout or 0) < options.timeout)
        ]
        run(wanted, Limits(options.timeout, options.memory), options.store)
        known = read(options.store)
    if "paper" in parts:
        print(*(paper_table(known, size) for size in ("3x3", "4x4")), sep="\n\n")
    if "larger" in parts:
        print("", larger_table(known), sep="\n")
    if "tables" in parts:
        print("", sizes_table(known), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
