"""Jobs in children, side by side: their records as they come.

Each child runs within limits in a process of its own (``qbf/process.py``), so that a solver that
does not listen can be ended. The records are read from its output while it runs.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from harary.errors import HararyError
from harary.limits import Limits, Watch
from harary.qbf.guard import scratch
from harary.qbf.process import Run, Stop, run

__all__ = ["ChildError", "Job", "run_jobs"]

#: Seconds between two looks at what the children have written.
_LOOK = 0.02


class ChildError(HararyError):
    """A child failed."""


@dataclass(frozen=True)
class Job:
    """The name of a job, and what it is given."""

    name: str
    given: dict[str, Any]


@dataclass
class _Output:
    """The records that a child has written so far."""

    path: Path
    position: int = 0
    done: bool = False
    rest: bytes = field(default=b"")

    def fresh(self) -> Iterator[dict[str, Any]]:
        """Records in whole lines that were not read before."""
        if not self.path.exists():
            return
        with self.path.open("rb") as file:
            file.seek(self.position)
            data = file.read()
        self.position += len(data)
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            record: dict[str, Any] = json.loads(line)
            if record == {"done": True}:
                self.done = True
            else:
                yield record


def run_jobs(
    jobs: Sequence[Job],
    heard: Callable[[int, dict[str, Any]], bool],
    *,
    limits: Limits | None = None,
    waiting: Callable[[], object] | None = None,
) -> Stop | None:
    """Run jobs side by side until they end, a limit is reached, or enough was heard.

    ``heard`` gets the number of a job and a record; where it returns True, all are ended.
    ``waiting`` is called many times a second meanwhile. Returns the limit that was reached, if
    one was: time is for all jobs together, memory for each.
    """
    limits = limits or Limits()
    watch = Watch(limits)
    cancel = threading.Event()
    stopped: Stop | None = None
    enough = False

    def remaining() -> Limits:
        if limits.seconds is None:
            return limits
        return replace(limits, seconds=max(limits.seconds - watch.seconds, 1e-3))

    def perform(number: int, folder: Path) -> Run | None:
        if cancel.is_set():
            return None
        request = folder / f"{number}.json"
        request.write_text(json.dumps({"job": jobs[number].name, **jobs[number].given}))
        command = [sys.executable, "-P", "-m", "harary.plane.worker", str(request)]
        return run(command, remaining(), output=folder / f"{number}.out", cancel=cancel)

    with scratch() as folder, ThreadPoolExecutor(len(jobs), "harary-plane") as pool:
        outputs = [_Output(folder / f"{number}.out") for number in range(len(jobs))]
        running: dict[Future[Run | None], int] = {}

        def listen(number: int) -> None:
            nonlocal enough
            for record in () if enough else outputs[number].fresh():
                if heard(number, record):
                    enough = True
                    cancel.set()
                    return

        try:
            for number in range(len(jobs)):
                running[pool.submit(perform, number, folder)] = number
            while running:
                # Never without an end: a Ctrl-C just before such a wait would not be seen.
                done, _ = wait(running, _LOOK, return_when=FIRST_COMPLETED)
                if waiting is not None:
                    waiting()
                for number in sorted(set(running.values())):
                    listen(number)
                for future in done:
                    number = running.pop(future)
                    listen(number)
                    stop = _ending(future.result(), outputs[number], cancel)
                    if limits.seconds is not None and watch.seconds >= limits.seconds:
                        stopped = Stop.TIME
                        cancel.set()
                    elif stop is Stop.MEMORY:
                        stopped = Stop.MEMORY
        finally:
            # Also on Ctrl-C: whoever still runs is ended before the pool is left.
            cancel.set()
            pool.shutdown(wait=True, cancel_futures=True)
    return stopped


def _ending(record: Run | None, output: _Output, cancel: threading.Event) -> Stop | None:
    """The limit that ended a child; an error where it fell by itself."""
    if record is None or cancel.is_set() or record.stop is not None:
        return None if record is None or record.stop is Stop.CANCELLED else record.stop
    if record.says_memory:
        return Stop.MEMORY
    if record.exit_code != 0 or not output.done:
        said = record.stderr.decode(errors="replace").strip()[-300:]
        raise ChildError(f"a search on the plane failed: {said or record.trouble}")
    return None
