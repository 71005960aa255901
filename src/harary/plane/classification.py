"""Classify the sets of a family: stopped by a paving, by a pairing, won by Maker, or open.

The family goes through rounds. In each, all sets that are left are tried on the lattices of some
more areas, one solver a lattice for all of them, and every pairing that is found is tried on all
sets at once, turned and reflected too; few pairings stop nearly everything. What is left then is
tried on larger boards, for a refutation. First with dominoes; what has no paving, with any pairs;
what has no pairing (or none that was found) goes to the native search, on growing square boards:
there Maker may win.

What is known is used: whoever stops a set stops each set whose members all contain members of it,
and where Maker wins with a set, he wins with each set that has a part of every member of it, on
the same board. A set is *new* (paper 002, Definition 4.1) if Maker wins with it and with no
proper subset; so the subsets of a family's sets are classified along with it, but not the choices
of orientations of ``free:N``.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from harary.errors import LimitReached, MemoryLimitReached, TimeLimitReached
from harary.limits import Limits, Watch
from harary.plane.children import Job, run_jobs
from harary.plane.families import FormSet, family, implies, parts, set_text
from harary.plane.lattice import lattices
from harary.plane.pairing import PeriodicPairing
from harary.plane.refutation import Refutation
from harary.plane.store import Question, Store
from harary.qbf.process import Stop

__all__ = ["Bounds", "Classification", "Status", "classify", "open_store"]

#: Areas and sides up to which each round goes.
_ROUNDS = ((4, 6), (10, 9), (16, 10), (20, 11), (24, 12), (28, 13), (32, 14))
#: Seconds between two times that the file is written.
_SAVE = 15.0
#: Memory of one game's search.
_SEARCH_BYTES = 2**31


class Status(StrEnum):
    """What is known about a set."""

    PAVING = "paving"
    PAIRING = "pairing"
    WON = "won"
    OPEN = "open"


@dataclass(frozen=True)
class Bounds:
    """How far the searches go: areas of lattices, sides of boards, sides for Maker's wins.

    ``seconds`` is what the native search gets for one game.
    """

    area: int = 24
    side: int = 12
    wins: int = 0
    seconds: float = 10.0
    dominoes_only: bool = False


class Classification:
    """The sets of a family and what is known about each."""

    def __init__(self, store: Store, sets: Sequence[FormSet]) -> None:
        self.store = store
        self.texts = [set_text(forms) for forms in sets]

    def status(self, text: str) -> Status:
        """What is known about a set."""
        if isinstance(self.store.certificate(text, "dominoes"), PeriodicPairing):
            return Status.PAVING
        if isinstance(self.store.certificate(text, "any"), PeriodicPairing):
            return Status.PAIRING
        return Status.OPEN if self.store.known[text].won is None else Status.WON

    def refuted(self, text: str, question: Question) -> bool:
        """Whether it is shown that there is no paving, or no pairing at all."""
        return isinstance(self.store.certificate(text, question), Refutation)

    def is_new(self, text: str) -> bool | None:
        """Whether Maker wins with the set and with no proper subset; None where that is open."""
        if self.status(text) is not Status.WON:
            return False if self.status(text) is not Status.OPEN else None
        below = [set_text(part) for part in parts(self.store.known[text].forms)]
        known = [self.status(part) for part in below if part in self.store.known]
        if Status.WON in known:
            return False
        return None if Status.OPEN in known or len(known) < len(below) else True

    def counts(self) -> dict[str, int]:
        """How many sets there are of each status, and of the refutations."""
        status = [self.status(text) for text in self.texts]
        found = {"sets": len(self.texts)}
        found |= {each.value: status.count(each) for each in Status}
        found["no paving"] = sum(self.refuted(text, "dominoes") for text in self.texts)
        found["no pairing"] = sum(self.refuted(text, "any") for text in self.texts)
        found["no pairing, not kept"] = sum(
            "any" in self.store.known[text].refuted and not self.refuted(text, "any")
            for text in self.texts
        )
        found["new"] = sum(self.is_new(text) is True for text in self.texts)
        return found


def open_store(
    name: str, path: str | None = None, *, small: bool = False, watch: Watch | None = None
) -> Classification:
    """What a file knows about a family, checked; or nothing yet."""
    sets = family(name)
    # Of a free polyomino, nobody wants all the choices of its orientations.
    every = sets if name.startswith("free:") else _with_parts(sets)
    store = Store(name, every, path, small=small, watch=watch)
    store.load()
    return Classification(store, sets)


def classify(
    name: str,
    *,
    bounds: Bounds | None = None,
    path: str | None = None,
    small: bool = False,
    limits: Limits | None = None,
    cores: int | None = None,
    progress: Callable[[str], object] | None = None,
) -> tuple[Classification, LimitReached | None]:
    """Classify a family; goes on from what the file ``path`` has, and keeps it up to date.

    ``small`` keeps its long refutations out of the file. Returns what is known, and the limit
    that came in between.

    >>> found, _ = classify("pairs:4")
    >>> found.counts()["paving"], found.counts()["no paving"]
    (21, 21)
    """
    watch = Watch(limits or Limits())
    found = open_store(name, path, small=small, watch=watch)
    runner = _Runner(found, bounds or Bounds(), watch, cores, progress)
    limit = None
    # What cannot be written shall be known now, not after the work.
    found.store.save()
    try:
        runner.run()
    except LimitReached as reached:
        limit = reached
    finally:
        # Also on Ctrl-C: what is known is kept.
        found.store.save()
    return found, limit


def _with_parts(sets: Iterable[FormSet]) -> list[FormSet]:
    """The sets and all of their proper subsets, each once."""
    found: dict[FormSet, None] = {}
    waiting = list(sets)
    while waiting:
        forms = waiting.pop()
        if forms not in found:
            found[forms] = None
            waiting += parts(forms)
    return sorted(found, key=lambda forms: (len(forms), forms))


class _Runner:
    """One run over a family."""

    def __init__(
        self,
        found: Classification,
        bounds: Bounds,
        watch: Watch,
        cores: int | None,
        progress: Callable[[str], object] | None,
    ) -> None:
        self.found = found
        self.store = found.store
        self.bounds = bounds
        self.watch = watch
        self.cores = cores or os.cpu_count() or 1
        self.progress = progress
        self.saved = time.monotonic()

    def run(self) -> None:
        """Dominoes, any pairs, Maker's wins."""
        self.rounds("dominoes", list(self.store.known))
        if self.bounds.dominoes_only:
            return
        none = [text for text in self.store.known if self.found.status(text) is not Status.PAVING]
        self.rounds("any", none)
        self.wins([text for text in none if self.found.status(text) is not Status.PAIRING])

    # Pairings.

    def rounds(self, question: Question, texts: Sequence[str]) -> None:
        """Lattices and boards, more and larger ones in each round."""
        area = 0
        ends = [(min(a, self.bounds.area), min(s, self.bounds.side)) for a, s in _ROUNDS]
        for next_area, next_side in [*ends, (self.bounds.area, self.bounds.side)]:
            left = [text for text in texts if self.store.certificate(text, question) is None]
            self.try_lattices(question, left, area, next_area)
            left = [text for text in left if self.store.certificate(text, question) is None]
            self.try_boards(question, left, next_side)
            area = next_area

    def try_lattices(self, question: Question, texts: Sequence[str], above: int, area: int) -> None:
        """The lattices of area above ``above`` up to ``area``, dealt out to the cores."""
        todo = [t for t in texts if self.store.known[t].area.get(question, 0) < area]
        periods = [
            [lattice.width, lattice.height, lattice.shift]
            for size in range(above + 1, area + 1)
            for lattice in lattices(size)
        ]
        if not todo or not periods:
            return
        said = f"{question}: {len(todo)} sets, areas {above + 1} to {area}"
        given = {"sets": self.written(todo), "dominoes": question == "dominoes"}
        jobs = [
            Job("family", {**given, "periods": periods[core :: self.cores]})
            for core in range(self.cores)
        ]
        # Each child begins with small areas; of two that stop a set, the smaller one is kept.
        best: dict[str, PeriodicPairing] = {}

        def heard(_job: int, record: dict[str, Any]) -> bool:
            pairing = PeriodicPairing.read(record["pairing"])
            for number in record["sets"]:
                old = best.get(todo[number])
                if old is None or pairing.lattice.area < old.lattice.area:
                    best[todo[number]] = pairing
            self.show(f"{said}: {len(best)} stopped")
            return False

        try:
            self.perform(jobs, heard, said)
            ended = True
        except BaseException:
            ended = False
            raise
        finally:
            stopped: dict[PeriodicPairing, list[str]] = {}
            for text, pairing in best.items():
                stopped.setdefault(pairing, []).append(text)
            for pairing, sets in stopped.items():
                self.store.decided(question, pairing, sets)
            if ended:
                self.store.bounded(question, "area", area, [t for t in todo if t not in best])

    def try_boards(self, question: Question, texts: Sequence[str], side: int) -> None:
        """The boards up to this side, the sets dealt out to the cores."""
        known = {text: self.store.known[text].side.get(question, 0) for text in texts}
        todo = [text for text in texts if known[text] < side]
        if not todo:
            return
        said = f"{question}: {len(todo)} sets, boards up to {side}x{side}"
        hands = [todo[core :: self.cores] for core in range(min(self.cores, len(todo)))]
        jobs = [
            Job(
                "many-boards",
                {
                    "sets": self.written(hand),
                    "dominoes": question == "dominoes",
                    "firsts": [known[text] + 1 for text in hand],
                    "last": side,
                },
            )
            for hand in hands
        ]
        refuted = 0

        def heard(job: int, record: dict[str, Any]) -> bool:
            nonlocal refuted
            sets = [hands[job][number] for number in record["sets"]]
            if "refutation" in record:
                self.store.decided(question, Refutation.read(record["refutation"]), sets)
                refuted += 1
            else:
                self.store.bounded(question, "side", record["side"], sets)
            self.show(f"{said}: {refuted} have none")
            return False

        self.perform(jobs, heard, said)

    # Maker's wins.

    def wins(self, texts: Sequence[str]) -> None:
        """The native search on growing boards, one side after the other."""
        for side in range(1, self.bounds.wins + 1):
            self.spread()
            todo = [
                text
                for text in texts
                if self.store.known[text].won is None and self.store.known[text].lost < side
            ]
            hands = [todo[core :: self.cores] for core in range(min(self.cores, len(todo)))]
            given = {
                "first": side,
                "last": side,
                "seconds": self.bounds.seconds,
                "memory": self.watch.limits.memory or _SEARCH_BYTES,
            }
            jobs = [Job("wins", {**given, "sets": self.written(hand)}) for hand in hands]
            said = f"Maker on {side}x{side}: {len(todo)} sets"
            won = 0

            def heard(
                job: int, record: dict[str, Any], hands: list[list[str]] = hands, said: str = said
            ) -> bool:
                nonlocal won
                for number in record["sets"]:
                    text = hands[job][number]
                    if "win" in record:
                        self.store.won(record["win"], record["proof"], text)
                        won += 1
                    elif "loss" in record:
                        self.store.lost(record["loss"], text)
                self.show(f"{said}: {won} won")
                return False

            if jobs:
                self.perform(jobs, heard, said)
        self.spread()

    def spread(self) -> None:
        """Who has a part of every member of a set with which Maker wins, wins on its board."""
        won = [text for text, known in self.store.known.items() if known.won is not None]
        for text, known in self.store.known.items():
            if known.won is None and self.found.status(text) is Status.OPEN:
                for other in won:
                    if implies(self.store.known[other].forms, known.forms):
                        self.store.won_as(other, text)
                        break

    # Shared.

    def perform(
        self, jobs: Sequence[Job], heard: Callable[[int, dict[str, Any]], bool], said: str
    ) -> None:
        """Run jobs within what is left of the limits."""
        self.watch.check()
        self.show(said)
        seconds = self.watch.limits.seconds
        left = None if seconds is None else max(seconds - self.watch.seconds, 1e-3)
        memory = self.watch.limits.memory
        stop = run_jobs(jobs, heard, limits=Limits(left, memory), waiting=self.save_now_and_then)
        if stop is Stop.MEMORY:
            raise MemoryLimitReached(f"no answer within {memory} bytes")
        if stop is not None:
            raise TimeLimitReached(f"no answer within {seconds:g} s")

    def save_now_and_then(self) -> None:
        """Keep what is known, so that little is lost whatever happens."""
        if time.monotonic() - self.saved > _SAVE:
            self.store.save()
            self.saved = time.monotonic()

    def written(self, texts: Iterable[str]) -> list[FormSet]:
        """Sets as children get them."""
        return [self.store.known[text].forms for text in texts]

    def show(self, said: str) -> None:
        """Tell how far it is."""
        if self.progress is not None:
            self.progress(said)
