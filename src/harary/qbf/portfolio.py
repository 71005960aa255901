"""Several solvers side by side on one formula: the first answer wins, the others are ended.

Whoever has answered by then is compared. Programs that contradict each other are the one thing
that must not pass in silence: an error names what each said and where the formula lies.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path

from harary.errors import DisagreementError, InputError
from harary.limits import Limits, Watch
from harary.qbf.answer import Answer
from harary.qbf.formula import Formula
from harary.qbf.guard import scratch
from harary.qbf.preprocess import remaining
from harary.qbf.solver import Pair, ask, decided, write

__all__ = ["run_portfolio"]

#: Seconds between two looks at whether everybody shall stop.
_LOOK = 0.05


def run_portfolio(
    formula: Formula,
    pairs: Sequence[str],
    limits: Limits | None = None,
    *,
    cpu: float | None = None,
    assignment: bool = False,
    everybody: bool = False,
    workers: int | None = None,
    keep: str | os.PathLike[str] | None = None,
    stop: threading.Event | None = None,
    waiting: Callable[[], object] | None = None,
) -> list[Answer]:
    """Run pairs such as ``depqbf`` and ``caqe/bloqqer`` at once; the answers, the first first.

    All run side by side and share the cores of the machine, so that no pair waits for one that
    never ends; with ``workers``, only so many at once. Wall time counts from the call, also for
    a pair that waits; memory and processor time (``cpu``) are each pair's.
    ``everybody`` lets all run to their end; ``stop`` ends them from another thread. ``waiting``
    is called some twenty times a second meanwhile. The list has the answers of all that ran:
    those that were ended because another was first are ``KILLED``. Where two contradict each
    other, a :class:`DisagreementError` is raised and the files are kept, in a new folder inside
    ``keep`` (by default the folder for temporary files).
    """
    if not pairs:
        raise InputError("no solver is named: expected such as depqbf or caqe/bloqqer")
    found = [Pair.parse(text) for text in pairs]
    limits = limits or Limits()
    watch = Watch(limits)
    cancel = threading.Event()

    def job(pair: Pair, folder: Path) -> Answer:
        # Each has a folder and a copy of its own: no program can spoil another's input.
        path = folder / "formula.qdimacs"
        if decided(formula) is None:
            write(formula, path)
        left = remaining(limits, watch)
        return ask(pair, formula, path, left, cpu=cpu, assignment=assignment, cancel=cancel)

    with (
        scratch() as folder,
        ThreadPoolExecutor(workers or len(found), "harary-portfolio") as pool,
    ):
        jobs: dict[Future[Answer], str] = {}
        try:
            for number, pair in enumerate(found, 1):
                own = folder / f"{number}-{str(pair).replace('/', '-')}"
                own.mkdir()
                jobs[pool.submit(job, pair, own)] = str(pair)
            answers = _answers(jobs, cancel, everybody, stop, waiting)
        finally:
            # Also on Ctrl-C: whoever still runs is ended before the pool is left.
            cancel.set()
            pool.shutdown(wait=True, cancel_futures=True)
        _compare(answers, folder, keep)
    return answers


def _answers(
    jobs: dict[Future[Answer], str],
    cancel: threading.Event,
    everybody: bool,
    stop: threading.Event | None,
    tick: Callable[[], object] | None,
) -> list[Answer]:
    """The answers in the order in which they came, those that say something first."""
    waiting = set(jobs)
    answers: list[Answer] = []
    while waiting:
        # Never without an end: a Ctrl-C that comes just before such a wait would not be seen.
        done, waiting = wait(waiting, _LOOK, return_when=FIRST_COMPLETED)
        if tick is not None and waiting:
            tick()
        answers += [job.result() for job in done if not job.cancelled()]
        enough = not everybody and any(answer.truth is not None for answer in answers)
        if not cancel.is_set() and (enough or (stop is not None and stop.is_set())):
            cancel.set()
            waiting = {job for job in waiting if not job.cancel()}
    return sorted(answers, key=lambda answer: answer.truth is None)


def _compare(answers: Sequence[Answer], folder: Path, keep: str | os.PathLike[str] | None) -> None:
    """Raise where two answers contradict each other, and keep the files."""
    said = {
        truth: [answer.pair for answer in answers if answer.truth is truth]
        for truth in (True, False)
    }
    if not (said[True] and said[False]):
        return
    try:
        kept = Path(tempfile.mkdtemp(prefix="harary-disagreement-", dir=keep))
        shutil.copytree(folder, kept, dirs_exist_ok=True)
        (kept / "answers.txt").write_text(
            "".join(f"{answer.pair}: {answer.status}\n{answer.output}\n" for answer in answers),
            encoding="utf-8",
        )
        where = f"the files are in {kept}"
    except OSError as error:
        where = f"the files could not be kept: {error}"
    raise DisagreementError(
        f"solvers contradict each other: true by {', '.join(said[True])}, "
        f"false by {', '.join(said[False])}; {where}"
    )
