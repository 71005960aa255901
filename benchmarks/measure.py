"""Measuring: medians of seconds, peak memory, both in processes or here."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median

REPEATS = 7


def seconds(job: Callable[[], object], repeats: int = REPEATS) -> float:
    """The median time of a job."""
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        job()
        times.append(time.perf_counter() - started)
    return median(times)


def process(*arguments: str) -> Callable[[], object]:
    """A job that runs Python with these arguments."""
    return lambda: subprocess.run(
        [sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL
    )


def peak_megabytes(code: str) -> float:
    """The peak memory of a Python process that runs this code."""
    measured = f"{code}\nimport resource\nprint(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    done = subprocess.run(
        [sys.executable, "-c", measured], check=True, capture_output=True, text=True
    )
    return int(done.stdout) / 1024
