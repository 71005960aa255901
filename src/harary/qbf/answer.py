"""What a solver answered: reading its exit code and output, and the record of the whole run.

A program's word counts only where everything that it says agrees. An exit code that says true
beside a line that says false, or an answer without the line that this solver always prints, is
an error and no answer; so is an assignment that contradicts itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from harary.limits import Limits
from harary.qbf.process import Run
from harary.qbf.programs import Adapter

__all__ = ["Answer", "Reading", "Stage", "read_answer", "status_of"]

TRUE, FALSE, UNKNOWN = "true", "false", "unknown"

#: Lines that mean the same whoever prints them; an adapter may know others.
_ANY_TRUE, _ANY_FALSE = re.compile(r"^s cnf 1\b"), re.compile(r"^s cnf 0\b")
_LITERAL = re.compile(r"[+-]?\d+")
#: The share of the memory limit from which on a crash is put down to it.
_NEARLY = 0.9


@dataclass(frozen=True)
class Stage:
    """One program's part in an answer. ``status`` is BenchExec's word for how it ended."""

    program: str
    version: str | None
    status: str
    seconds: float
    cpu: float
    memory: int


@dataclass(frozen=True)
class Answer:
    """What is known about a formula after a run, and what the run cost.

    ``status`` is ``true``, ``false``, ``unknown`` or, in BenchExec's words, why there is no
    answer: ``TIMEOUT``, ``OUT OF MEMORY``, ``KILLED``, ``ABORTED``, ``SEGMENTATION FAULT``,
    ``ERROR (...)``. ``assignment`` has the literals of the outermost block that make a true
    formula true, or a false one false, where the solver gave them. ``decided_by`` is the
    solver, the preprocessor that ended the chain, or ``formula`` where there was nothing to
    solve. ``memory`` is the most that one stage used, in bytes.
    """

    status: str
    solver: str
    preprocess: str
    decided_by: str | None
    assignment: tuple[int, ...] | None
    seconds: float
    stages: tuple[Stage, ...]
    output: str

    @property
    def truth(self) -> bool | None:
        """True, false, or None where there is no answer."""
        return {TRUE: True, FALSE: False}.get(self.status)

    @property
    def reason(self) -> str | None:
        """Why there is no answer: ``time``, ``memory``, ``cancelled``, or the status."""
        if self.truth is not None:
            return None
        words = {"TIMEOUT": "time", "OUT OF MEMORY": "memory", "KILLED": "cancelled"}
        return words.get(self.status, self.status)

    @property
    def failed(self) -> bool:
        """Whether a program misbehaved: it crashed, or its output contradicts itself."""
        return self.truth is None and self.status not in (
            UNKNOWN,
            "TIMEOUT",
            "OUT OF MEMORY",
            "KILLED",
        )

    @property
    def cpu(self) -> float:
        """Seconds of processor time of all stages."""
        return sum(stage.cpu for stage in self.stages)

    @property
    def memory(self) -> int:
        """The most bytes that one stage used."""
        return max((stage.memory for stage in self.stages), default=0)

    @property
    def pair(self) -> str:
        """Solver and preprocessors as one text: ``caqe/bloqqer``."""
        return f"{self.solver}/{self.preprocess}" if self.preprocess else self.solver

    def as_json(self) -> dict[str, object]:
        """The record as plain values."""
        return {
            "status": self.status,
            "truth": self.truth,
            "reason": self.reason,
            "solver": self.solver,
            "preprocess": self.preprocess,
            "decided_by": self.decided_by,
            "assignment": None if self.assignment is None else list(self.assignment),
            "seconds": round(self.seconds, 3),
            "cpu": round(self.cpu, 3),
            "memory": self.memory,
            "stages": [vars(stage) for stage in self.stages],
            "output": self.output,
        }


@dataclass(frozen=True)
class Reading:
    """What one program's output means."""

    status: str
    assignment: tuple[int, ...] | None = None


def status_of(run: Run, limits: Limits) -> str | None:
    """Why a run gave nothing, in BenchExec's words; None where it ended by itself."""
    trouble = run.trouble
    crashed = run.stop is None and (trouble is not None or run.exit_code not in (0, 10, 20))
    if crashed and limits.memory is not None:
        near = trouble is not None and run.memory >= _NEARLY * limits.memory
        if near or run.says_memory:
            return "OUT OF MEMORY"
    return trouble


def read_answer(
    adapter: Adapter, run: Run, limits: Limits, prefix: Sequence[tuple[str, int, int]] = ()
) -> Reading:
    """The answer in a solver's run; with a prefix also the assignment of its first block."""
    trouble = status_of(run, limits)
    if trouble is not None:
        return Reading(trouble)
    lines = run.stdout.decode("utf-8", "replace").splitlines()
    claims = {truth for truth, _ in _claims(adapter, lines)}
    codes = {adapter.true_code: True, adapter.false_code: False}
    code = run.exit_code
    if code not in codes:
        if claims:
            return Reading(f"ERROR (answer line with exit code {code})")
        return Reading(UNKNOWN if code == 0 else f"ERROR ({code})")
    if len(claims) > 1:
        return Reading("ERROR (two answers)")
    if len(codes) == 1:
        # One code for both: the line alone tells.
        truth = next(iter(claims), None)
        if truth is None:
            return Reading(UNKNOWN)
    else:
        truth = codes[code]
        if truth not in claims and (claims or adapter.true_line):
            says = "the other" if claims else "no"
            return Reading(f"ERROR (exit code {code} with {says} answer line)")
    status = TRUE if truth else FALSE
    if not prefix or (prefix[0][0] == "e") != truth:
        # Nobody chooses at the outermost place who could show his choice.
        return Reading(status)
    try:
        return Reading(status, _assignment(adapter, lines, truth, prefix))
    except ValueError as error:
        return Reading(f"ERROR (assignment: {error})")


def _claims(adapter: Adapter, lines: list[str]) -> Iterator[tuple[bool, int]]:
    """Each line that answers: what it says, and its number."""
    true, false = (
        re.compile(adapter.true_line or r"(?!)"),
        re.compile(adapter.false_line or r"(?!)"),
    )
    for number, line in enumerate(lines):
        if true.search(line) or _ANY_TRUE.search(line):
            yield True, number
        if false.search(line) or _ANY_FALSE.search(line):
            yield False, number


def _assignment(
    adapter: Adapter, lines: list[str], truth: bool, prefix: Sequence[tuple[str, int, int]]
) -> tuple[int, ...] | None:
    """The literals of the outermost block, where the solver printed some."""
    if adapter.assignment == "V":
        words = [word for line in lines if line.startswith("V") for word in line[1:].split()]
    elif adapter.assignment == "bare":
        after = max((number for _, number in _claims(adapter, lines)), default=-1) + 1
        words = [word for line in lines[after : after + 1] for word in line.split()]
    else:
        return None
    if not all(_LITERAL.fullmatch(word) for word in words):
        raise ValueError("no numbers")
    literals = [int(word) for word in words if int(word)]
    if not truth and adapter.false_assignment_negated:
        literals = [-literal for literal in literals]
    variables = {abs(literal) for literal in literals}
    if len(variables) != len(set(literals)):
        raise ValueError("a variable is both true and false")
    if any(not 1 <= variable <= prefix[-1][2] for variable in variables):
        raise ValueError("no such variable")
    # CAQE adds inner variables whose values depend on no universal one.
    _, first, last = prefix[0]
    outermost = {literal for literal in literals if first <= abs(literal) <= last}
    return tuple(sorted(outermost, key=abs)) or None
