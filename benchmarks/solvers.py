"""Solvers on the papers' instances: GTTT(p,q) of 3x3 and 4x4, by encoding and preprocessor.

`python -m benchmarks.solvers --boards 4x4 --timeout 60s --store runs.jsonl` runs what is not in
the store yet and prints the table of all that is; Ctrl-C at any time, and start again. With
`--table` it only prints; with `--unsolved` a pair is asked only about the games that nobody has
solved with this encoding. The instances are those of papers 000 and 004: p, q up to 2, shapes of
up to four cells, board and torus, Black and White moving first, and the question whether Black
wins. Truths are compared with each other and with a plain search.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.plain_search import black_wins
from harary import game
from harary.encodings import ENCODINGS, encode
from harary.limits import Limits, parse_duration, parse_size
from harary.qbf import run_solver

SHAPES = ("domino", "el", "tic", "elly", "fatty", "knobby", "tippy")
PARAMETERS = ((1, 1), (2, 1), (2, 2))


@dataclass(frozen=True)
class Job:
    """One formula for one solver with its preprocessors."""

    game: str
    encoding: str
    pair: str


@dataclass(frozen=True)
class Done:
    """What came of a job within so many seconds."""

    game: str
    encoding: str
    pair: str
    timeout: float
    truth: bool | None
    status: str
    seconds: float

    @property
    def job(self) -> Job:
        """What was asked."""
        return Job(self.game, self.encoding, self.pair)


def instances(board: str) -> list[str]:
    """The 84 games of 3x3, or the 96 of 4x4."""
    shapes = SHAPES if board == "3x3" else (*SHAPES, "skinny")
    return [
        f"{shape}@{board}:" + ",".join([*torus, f"p={p},q={q}", *first])
        for (p, q), shape, torus, first in itertools.product(
            PARAMETERS, shapes, ([], ["torus"]), ([], ["turn=white"])
        )
    ]


def perform(job: Job, limits: Limits, cancel: threading.Event) -> Done:
    """Encode, solve, record."""
    solver, _, preprocess = job.pair.partition("/")
    formula = encode(game(job.game), job.encoding)
    answer = run_solver(formula, solver, preprocess, limits, cancel=cancel)
    assert limits.seconds is not None
    return Done(
        job.game,
        job.encoding,
        job.pair,
        limits.seconds,
        answer.truth,
        answer.status,
        round(answer.seconds, 2),
    )


def read(store: Path) -> dict[Job, Done]:
    """What is known; the better of two records of one job."""
    known: dict[Job, Done] = {}
    if not store.exists():
        return known
    for line in store.read_text(encoding="utf-8").splitlines():
        try:
            done = Done(**json.loads(line))
        except (TypeError, ValueError):
            continue  # the line that an interrupted run left
        old = known.get(done.job)
        better = done.truth is not None or (old is not None and done.timeout > old.timeout)
        if old is None or (old.truth is None and better):
            known[done.job] = done
    return known


def run(
    jobs: Sequence[Job],
    limits: Limits,
    store: Path,
    cores: int,
    wanted: Callable[[Job], bool] = lambda _: True,
    known: dict[Job, Done] | None = None,
) -> None:
    """Run the jobs that are still wanted when it is their turn; append each result."""
    known = {} if known is None else known
    cancel = threading.Event()
    waiting = iter(enumerate(jobs, 1))
    with ThreadPoolExecutor(cores) as pool, store.open("a", encoding="utf-8") as file:
        running: dict[Future[Done], int] = {}
        try:
            while True:
                for number, job in waiting:
                    if wanted(job):
                        running[pool.submit(perform, job, limits, cancel)] = number
                        if len(running) == cores:
                            break
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    number, done = running.pop(future), future.result()
                    known[done.job] = done
                    print(json.dumps(asdict(done)), file=file, flush=True)
                    said = f"[{number}/{len(jobs)}] {done.game} {done.encoding} {done.pair}"
                    print(f"{said}: {done.status}, {done.seconds} s", file=sys.stderr)
        finally:
            # On Ctrl-C, whoever still runs is ended.
            cancel.set()


#: Papers 000 (table 2) and 004 (table 5): solved within 10 s on 3x3 and 1000 s on 4x4, by
#: the versions of their day; 004 has the best preprocessor of each solver.
PAPERS = {
    ("3x3", "dys", "depqbf"): "84 (000)",
    ("3x3", "dys", "depqbf/bloqqer"): "84 (000)",
    ("3x3", "dys", "rareqs"): "57 (000)",
    ("3x3", "dys", "rareqs/bloqqer"): "84 (000)",
    ("4x4", "dys", "depqbf"): "81 (000)",
    ("4x4", "dys", "depqbf/bloqqer"): "78 (000)",
    ("4x4", "dys", "rareqs"): "7 (000)",
    ("4x4", "dys", "rareqs/bloqqer"): "35 (000)",
    ("4x4", "dys", "caqe/bloqqer"): "92 in 11,468 s (004)",
    ("4x4", "dys", "depqbf/qratpre"): "82 in 27,211 s (004)",
    ("4x4", "dys", "qesto/bloqqer+qratpre"): "74 in 34,887 s (004)",
    ("4x4", "dys", "qute/bloqqer+qratpre"): "69 in 35,837 s (004)",
    ("4x4", "cor-plus", "caqe/bloqqer"): "96 in 568 s (004)",
    ("4x4", "cor-plus", "depqbf/bloqqer"): "96 in 578 s (004)",
    ("4x4", "cor-plus", "qesto/bloqqer"): "96 in 499 s (004)",
    ("4x4", "cor-plus", "qute/bloqqer"): "96 in 8,243 s (004)",
}


def table(
    known: Iterable[Done],
    boards: Iterable[str],
    timeout: float,
    encodings: Iterable[str] = tuple(ENCODINGS),
) -> str:
    """A row for each board, encoding and pair: what was solved within the time.

    Where several pairs were asked, a last row says what one of them solved, and in what time
    the quickest would have done it.
    """
    rows = ["| board | encoding | solver | run | solved | true | false | open | seconds | paper |"]
    rows.append("| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    # A run with a longer limit says what a shorter one would have found.
    useful = [done for done in known if done.timeout >= timeout or done.truth is not None]
    for board, encoding in itertools.product(boards, encodings):
        games = set(instances(board))
        ours = [done for done in useful if done.game in games and done.encoding == encoding]
        pairs = sorted({done.pair for done in ours})
        for pair in pairs:
            own = [done for done in ours if done.pair == pair]
            paper = PAPERS.get((board, encoding, pair), "")
            rows.append(f"| {board} | {encoding} | {pair} | {row(own, timeout)} | {paper} |")
        if len(pairs) > 1:
            best = [
                min(
                    (done for done in ours if done.game == text),
                    key=lambda done: (done.truth is None, done.seconds),
                )
                for text in sorted({done.game for done in ours})
            ]
            rows.append(f"| {board} | {encoding} | one of these | {row(best, timeout)} | |")
    return "\n".join(rows)


def hard_table(known: Iterable[Done]) -> str:
    """Seconds for the games that take longest, by pair; the answer stands before them."""
    runs = {done.job: done for done in known if done.encoding == "cor-plus"}
    pairs = ("depqbf", "depqbf/bloqqer", "caqe", "caqe/bloqqer")
    rows = [f"| game | true | {' | '.join(pairs)} |", "| --- | --- |" + " ---: |" * len(pairs)]
    for shape, first in itertools.product(("elly", "knobby", "tippy"), ("", ",turn=white")):
        text = f"{shape}@4x4:p=1,q=1{first}"
        own = [runs.get(Job(text, "cor-plus", pair)) for pair in pairs]
        truths = {done.truth for done in own if done is not None and done.truth is not None}
        said = " ".join("yes" if truth else "no" for truth in truths)
        cells = [
            "-" if done is None else f"{done.seconds:.1f}" if done.truth is not None
            # Not even then.
            else f"> {done.timeout:g}"
            for done in own
        ]  # fmt: skip
        rows.append(f"| `{text}` | {said} | {' | '.join(cells)} |")
    return "\n".join(rows)


def row(runs: list[Done], timeout: float) -> str:
    """The numbers of a row."""
    solved = [done for done in runs if done.truth is not None and done.seconds <= timeout]
    true = sum(done.truth is True for done in solved)
    spent = sum(min(done.seconds, timeout) for done in runs)
    open_ = len(runs) - len(solved)
    numbers = (len(runs), len(solved), true, len(solved) - true, open_)
    return " | ".join([*map(str, numbers), f"{spent:,.0f}"])


def contradictions(known: Iterable[Done]) -> Iterator[str]:
    """Games of which two runs say different things, or one something else than the search."""
    said: dict[str, dict[bool, list[str]]] = {}
    for done in known:
        if done.truth is not None:
            by = said.setdefault(done.game, {True: [], False: []})
            by[done.truth].append(f"{done.encoding} {done.pair}")
    for text, by in said.items():
        by[black_wins(game(text))].append("plain search")
        if by[True] and by[False]:
            yield f"{text}: true by {', '.join(by[True])}, false by {', '.join(by[False])}"


def main(arguments: list[str] | None = None) -> int:
    """Run, then print the table; the exit code is 3 where answers contradict each other."""
    parser = argparse.ArgumentParser(prog="solvers", description=__doc__.splitlines()[0])
    parser.add_argument("--boards", default="4x4", help="3x3, 4x4 or both with a comma")
    parser.add_argument("--encodings", help="default cor-plus, and with --table all")
    parser.add_argument("--pairs", default="depqbf,caqe,depqbf/bloqqer,caqe/bloqqer")
    parser.add_argument("--games", help="only games whose text has this in it")
    parser.add_argument(
        "--unsolved", action="store_true", help="only what nobody has solved with this encoding"
    )
    parser.add_argument("--timeout", type=parse_duration, default=60.0)
    parser.add_argument("--memory", type=parse_size, default=4 * 2**30, help="for each run")
    parser.add_argument("--jobs", type=int, default=1, help="runs side by side")
    parser.add_argument("--store", type=Path, default=Path("solvers.jsonl"))
    parser.add_argument("--table", action="store_true", help="run nothing, print the table")
    options = parser.parse_args(arguments)
    boards = options.boards.split(",")
    known = read(options.store)
    stopped = False
    if not options.table:
        jobs = [
            Job(text, encoding, pair)
            for board in boards
            for encoding in (options.encodings or "cor-plus").split(",")
            for pair in options.pairs.split(",")
            for text in instances(board)
            if not options.games or options.games in text
        ]

        def wanted(job: Job) -> bool:
            if options.unsolved and any(
                done.truth is not None and (job.game, job.encoding) == (done.game, done.encoding)
                for done in known.values()
            ):
                return False
            before = known.get(job)
            return before is None or (before.truth is None and before.timeout < options.timeout)

        limits = Limits(options.timeout, options.memory)
        todo = [job for job in jobs if wanted(job)]
        try:
            run(todo, limits, options.store, options.jobs, wanted, known)
        except KeyboardInterrupt:
            print("interrupted: the same command goes on", file=sys.stderr)
            stopped = True
        known = read(options.store)
    shown = options.encodings.split(",") if options.encodings else tuple(ENCODINGS)
    print(table(known.values(), boards, options.timeout, shown))
    wrong = list(contradictions(known.values()))
    for line in wrong:
        print(f"CONTRADICTION {line}")
    return 3 if wrong else 130 if stopped else 0


if __name__ == "__main__":
    sys.exit(main())
