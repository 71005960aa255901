"""Is there a pairing of the plane that stops these shapes? Yes, no, or undecided with both bounds.

Two searches run side by side. One goes through all lattices by growing area, rectangles and
sheared ones, and looks for a pairing with that period; the first that it finds has the smallest
area. The other goes through square boards by growing side, and looks for one that has no pairing
at all: then the plane has none, of whatever period, or without one (``model.py`` has the
argument). One of them ends, or the shapes have pairings that all lack a period, which nobody has
seen here, but which cannot be excluded: then the answer stays open, and what is known is how far
both came.

What ends a search is a certificate, and a stand-alone checker has accepted it. That smaller areas
have no pairing is the solver's word; :func:`smallest` has that checked, too.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from harary.errors import LimitReached, MemoryLimitReached, TimeLimitReached
from harary.limits import Limits
from harary.plane.certificate import checked
from harary.plane.children import ChildError, Job, run_jobs
from harary.plane.pairing import PeriodicPairing
from harary.plane.refutation import Refutation
from harary.plane.targets import Targets
from harary.qbf.process import Stop

__all__ = ["MOST_AREA", "MOST_SIDE", "Answer", "decide", "smallest"]

#: How far the searches go where nobody says otherwise.
MOST_AREA, MOST_SIDE = 24, 24


@dataclass(frozen=True)
class Answer:
    """What was found; one of ``pairing`` and ``refutation``, or neither.

    No lattice of area up to ``area`` has a pairing, and the square board of side ``side`` has
    one. ``file`` is the certificate as it was checked. ``reason`` says what stopped an undecided
    search: time, memory, or bound.
    """

    targets: Targets
    dominoes: bool
    pairing: PeriodicPairing | None
    refutation: Refutation | None
    area: int
    side: int
    seconds: float
    file: str | None = None
    reason: str | None = None

    @property
    def exists(self) -> bool | None:
        """Whether there is a pairing; None where that is undecided."""
        if self.pairing is not None:
            return True
        return None if self.refutation is None else False


def decide(
    targets: Targets,
    *,
    dominoes: bool = False,
    area: int = MOST_AREA,
    side: int = MOST_SIDE,
    limits: Limits | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Answer:
    """Look for a periodic pairing (by dominoes only: a paving), or show that there is none.

    ``area`` and ``side`` bound the two searches; ``progress`` is told how far they are.

    >>> decide(Targets.parse("fatty"), dominoes=True).pairing
    PeriodicPairing(lattice=Lattice(width=2, height=1, shift=1), pairs=((0, 0, 0, 1),))
    >>> decide(Targets.parse("tippy")).exists
    False
    """
    started = time.monotonic()
    found: dict[str, Any] = {"area": 0, "board": 0}

    def heard(_job: int, record: dict[str, Any]) -> bool:
        found.update(record)
        if progress is not None:
            progress(found["area"], found["board"])
        return "pairing" in record or "refutation" in record

    given = {"shapes": targets.text, "dominoes": dominoes, "first": 1}
    stop = run_jobs(
        [Job("lattices", {**given, "last": area}), Job("boards", {**given, "last": side})],
        heard,
        limits=limits,
    )
    pairing = PeriodicPairing.read(found["pairing"]) if "pairing" in found else None
    refutation = None
    if pairing is None and "refutation" in found:
        refutation = Refutation.read(found["refutation"])
    certificate = pairing or refutation
    return Answer(
        targets,
        dominoes,
        pairing,
        refutation,
        found["area"],
        found["board"],
        time.monotonic() - started,
        None if certificate is None else checked(targets, certificate),
        None if certificate is not None else "bound" if stop is None else stop.value,
    )


def smallest(
    answer: Answer,
    *,
    limits: Limits | None = None,
    progress: Callable[[int], object] | None = None,
) -> int:
    """Have it checked that no lattice of smaller area has a pairing; returns how many there are.

    >>> smallest(decide(Targets.parse("fatty"), dominoes=True))
    1
    """
    assert answer.pairing is not None
    count = 0

    def heard(_job: int, record: dict[str, Any]) -> bool:
        nonlocal count
        if "pairing" in record:
            raise ChildError(f"a pairing of smaller area was missed: {record['pairing']}")
        checked(answer.targets, Refutation.read(record["refutation"]))
        count += 1
        if progress is not None:
            progress(count)
        return False

    below = answer.pairing.lattice.area
    given = {"shapes": answer.targets.text, "dominoes": answer.dominoes, "below": below}
    stop = run_jobs([Job("smaller", given)], heard, limits=limits)
    if stop is not None:
        raise _stopped(stop, limits or Limits())
    return count


def _stopped(stop: Stop, limits: Limits) -> LimitReached:
    if stop is Stop.MEMORY:
        return MemoryLimitReached(f"no answer within {limits.memory} bytes")
    return TimeLimitReached(f"no answer within {limits.seconds:g} s")
