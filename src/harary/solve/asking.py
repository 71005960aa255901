"""Asking solvers: one formula after another within one budget of time, and a record of each.

What was answered can be kept in a file, a line of JSON for each, and is not asked again.
"""

from __future__ import annotations

import errno
import json
import os
import threading
import warnings
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path

from harary.errors import FormatError, HararyWarning, InputError, TimeLimitReached
from harary.limits import Limits, Watch
from harary.qbf import Formula, Question
from harary.qbf.answer import Answer
from harary.qbf.portfolio import run_portfolio

__all__ = ["Asker", "Step"]

#: What a line of a file of answers begins with.
_BEGIN = b'{"'


@dataclass(frozen=True)
class Step:
    """One question and its answer: ``truth`` is None where there was none, for this reason."""

    game: str
    encoding: str
    options: str
    view: str
    length: int
    truth: bool | None
    solver: str
    preprocess: str
    seconds: float
    memory: int = 0
    reason: str | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """What was asked."""
        return self.game, self.encoding, self.options, self.view, self.length


@dataclass
class Asker:
    """Asks pairs such as ``depqbf`` and ``caqe/bloqqer``, side by side where there are several.

    ``limits`` are for all questions together (the memory is each program's). ``told`` hears of
    each answer, ``asking`` of each question some twenty times a second while it is open.
    ``resume`` names a file of answers. Closing it, or leaving its context, ends
    what other threads still ask.
    """

    pairs: Sequence[str]
    limits: Limits = field(default_factory=Limits)
    told: Callable[[Step], object] | None = None
    asking: Callable[[Question], object] | None = None
    resume: str | os.PathLike[str] | None = None
    steps: list[Step] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.watch = Watch(self.limits)
        self._closed = threading.Event()
        self._file = None if self.resume is None else Path(self.resume)
        self._known = {} if self._file is None else _answers_in(self._file)

    def __enter__(self) -> Asker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End what is being asked; nothing can be asked any more."""
        self._closed.set()

    @property
    def memory(self) -> int:
        """The most memory that any program used."""
        return max((step.memory for step in self.steps), default=0)

    def truth(self, formula: Formula) -> Step:
        """Ask whether a formula is true, or look it up."""
        question = formula.question
        assert question is not None
        options = _options(formula)
        view = question.player.value
        asked = (question.game, question.encoding, options, view, question.length)
        step = self._known.get(asked)
        if step is None:
            answer = self.answer(formula)
            step = Step(
                *asked,
                truth=answer.truth,
                solver=answer.solver,
                preprocess=answer.preprocess,
                seconds=round(answer.seconds, 3),
                memory=answer.memory,
                reason=answer.reason,
            )
            self._keep(step)
        self.steps.append(step)
        if self.told is not None:
            self.told(step)
        return step

    def answer(self, formula: Formula, *, assignment: bool = False) -> Answer:
        """The first answer of the pairs to a formula."""
        if self._closed.is_set():
            raise InputError("this asker is closed")
        left = None
        if self.limits.seconds is not None:
            left = self.limits.seconds - self.watch.seconds
            if left <= 0:
                raise TimeLimitReached(f"no answer within {self.limits.seconds:g} s")
        asking, question = self.asking, formula.question
        waiting = None
        if asking is not None and question is not None:
            waiting = partial(asking, question)
        answers = run_portfolio(
            formula,
            self.pairs,
            Limits(left, self.limits.memory),
            assignment=assignment,
            stop=self._closed,
            waiting=waiting,
        )
        # A solver that answered is first; else one that was stopped rather than one that failed.
        return min(answers, key=lambda answer: (answer.truth is None, answer.failed))

    def _keep(self, step: Step) -> None:
        if self.resume is None or step.truth is None:
            return
        self._known[step.key] = step
        if self._file is None:
            return
        try:
            with self._file.open("ab", buffering=0) as file:
                before = file.tell()
                line = (json.dumps(asdict(step)) + "\n").encode()
                if file.write(line) < len(line):
                    file.truncate(before)
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as error:
            # The answer itself may have taken hours: it is not given up for this.
            self._file = None
            warnings.warn(
                f"{os.fspath(self.resume)}: cannot be written: {error.strerror or error}; "
                "answers are no longer kept",
                HararyWarning,
                stacklevel=2,
            )


def _options(formula: Formula) -> str:
    """The options of the encoding, as the formula's own comment has them."""
    for comment in formula.comments:
        if comment.startswith("encoding "):
            return comment.partition(", ")[2]
    raise AssertionError("a formula that does not name its encoding")


def _answers_in(path: Path) -> dict[tuple[object, ...], Step]:
    """The answers in a file, which is made where there is none; a cut-off last line is dropped."""
    name = os.fspath(path)
    found = {}
    try:
        if path.exists() and not path.is_file():
            raise FormatError("this is no file of answers", name)
        # Whether it can be written shows now, not after hours of solving.
        with path.open("a+b") as file:
            file.seek(0)
            lines = file.read().splitlines(keepends=True)
            for number, line in enumerate(lines, 1):
                if number == len(lines) and line.startswith(_BEGIN) and not line.endswith(b"\n"):
                    file.truncate(sum(map(len, lines[:-1])))
                    break
                step = _step(line)
                if step is None:
                    raise FormatError("this is no answer to resume from", name, number)
                found[step.key] = step
    except OSError as error:
        raise FormatError(f"cannot be written: {error.strerror or error}", name) from None
    return found


def _step(line: bytes) -> Step | None:
    try:
        step = Step(**json.loads(line))
        hash(step)
    except (TypeError, ValueError):
        return None
    return step if isinstance(step.truth, bool) and line.endswith(b"\n") else None
