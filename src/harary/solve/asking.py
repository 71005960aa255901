"""Asking solvers: one formula after another within one budget of time, and a record of each.

What was answered can be kept in a file, a line of JSON for each, and is not asked again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from harary.errors import FormatError, TimeLimitReached
from harary.limits import Limits, Watch
from harary.qbf import Formula
from harary.qbf.answer import Answer
from harary.qbf.portfolio import run_portfolio

__all__ = ["Asker", "Step"]


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
    each answer. ``resume`` names a file of answers.
    """

    pairs: Sequence[str]
    limits: Limits = field(default_factory=Limits)
    told: Callable[[Step], object] | None = None
    resume: str | os.PathLike[str] | None = None
    steps: list[Step] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.watch = Watch(self.limits)
        self._known = {} if self.resume is None else _answers_in(Path(self.resume))

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
        left = None
        if self.limits.seconds is not None:
            left = self.limits.seconds - self.watch.seconds
            if left <= 0:
                raise TimeLimitReached(f"no answer within {self.limits.seconds:g} s")
        answers = run_portfolio(
            formula, self.pairs, Limits(left, self.limits.memory), assignment=assignment
        )
        # A solver that answered is first; else one that was stopped rather than one that failed.
        return min(answers, key=lambda answer: (answer.truth is None, answer.failed))

    def _keep(self, step: Step) -> None:
        if self.resume is None or step.truth is None:
            return
        self._known[step.key] = step
        try:
            with Path(self.resume).open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(step)) + "\n")
        except OSError as error:
            raise FormatError(
                f"cannot be written: {error.strerror or error}", os.fspath(self.resume)
            ) from None


def _options(formula: Formula) -> str:
    """The options of the encoding, as the formula's own comment has them."""
    for comment in formula.comments:
        if comment.startswith("encoding "):
            return comment.partition(", ")[2]
    raise AssertionError("a formula that does not name its encoding")


def _answers_in(path: Path) -> dict[tuple[object, ...], Step]:
    """The answers in a file; a last line that was cut off is dropped."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise FormatError(f"cannot be read: {error}", os.fspath(path)) from None
    found = {}
    for number, line in enumerate(lines, 1):
        try:
            step = Step(**json.loads(line))
        except (TypeError, ValueError):
            if number == len(lines) and not line.endswith("\n"):
                path.write_text("".join(lines[:-1]), encoding="utf-8")
                break
            raise FormatError("this is no answer to resume from", os.fspath(path), number) from None
        found[step.key] = step
    return found
