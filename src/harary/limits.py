"""Limits on time and memory, and the texts in which people give them: ``30s``, ``2h``, ``4G``."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from harary.errors import InputError, MemoryLimitReached, TimeLimitReached

__all__ = ["Limits", "Watch", "checkpoint", "parse_duration", "parse_size", "watched"]

_DURATION = re.compile(r"([0-9]+(?:\.[0-9]+)?)(ms|s|m|h|d)?")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0, None: 1.0}
_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?)([KMGT])?(?:i?B)?", re.IGNORECASE)
_BYTES = {"K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40, None: 1}


def parse_duration(text: str) -> float:
    """Seconds from ``30s``, ``2h``, ``500ms``, ``1.5m``; a bare number is seconds.

    >>> parse_duration("2h"), parse_duration("500ms")
    (7200.0, 0.5)
    """
    match = _DURATION.fullmatch(text.strip().lower())
    if match is None or float(match[1]) <= 0:
        raise InputError(f"time {text!r}: expected such as 30s, 10m or 2h")
    return float(match[1]) * _SECONDS[match[2]]


def parse_size(text: str) -> int:
    """Bytes from ``4G``, ``512M``; a bare number is bytes.

    >>> parse_size("4G") == 4 * 2**30
    True
    """
    match = _SIZE.fullmatch(text.strip())
    if match is None or float(match[1]) <= 0:
        raise InputError(f"size {text!r}: expected such as 512M or 4G")
    return int(float(match[1]) * _BYTES[match[2].upper() if match[2] else None])


@dataclass(frozen=True)
class Limits:
    """How long a job may take in seconds, and how much memory in bytes; None for no limit."""

    seconds: float | None = None
    memory: int | None = None


@dataclass
class Watch:
    """A clock that is started with a job and asked now and then whether to go on."""

    limits: Limits = field(default_factory=Limits)
    started: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """How long the job has run."""
        return time.monotonic() - self.started

    @property
    def left(self) -> float | None:
        """The seconds that are left, never none at all; None where there is no limit."""
        seconds = self.limits.seconds
        return None if seconds is None else max(seconds - self.seconds, 1e-3)

    def check(self, used: int = 0) -> None:
        """Raise where the time is over or ``used`` bytes are too many."""
        limits = self.limits
        if limits.seconds is not None and self.seconds > limits.seconds:
            raise TimeLimitReached(f"no answer within {limits.seconds:g} s")
        if limits.memory is not None and used > limits.memory:
            raise MemoryLimitReached(f"no answer within {limits.memory} bytes")


_watch: ContextVar[Watch | None] = ContextVar("harary_watch", default=None)


@contextmanager
def watched(watch: Watch) -> Iterator[None]:
    """Long work inside, such as building a formula, keeps to the limits of this watch."""
    token = _watch.set(watch)
    try:
        yield
    finally:
        _watch.reset(token)


def checkpoint(used: int = 0) -> None:
    """A place where long work may stop: raise where its time is over, or its bytes too many."""
    watch = _watch.get()
    if watch is not None:
        watch.check(used)
