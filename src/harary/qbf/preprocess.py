"""Preprocessors in a chain: each gets what the one before it has left.

What a preprocessor writes is read, checked and written anew before anybody else gets it: it has
to be a closed formula with as many clauses as it says, and some solvers stumble over what is
legal (a comment after the header, a carriage return). One that decides the formula ends the
chain; no clause left means true, an empty clause false.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from harary.errors import InputError
from harary.limits import Limits, Watch
from harary.qbf.answer import FALSE, TRUE, Stage, status_of
from harary.qbf.formula import Formula
from harary.qbf.process import Run, run
from harary.qbf.programs import Program
from harary.qbf.qdimacs import renumbered

__all__ = ["Reduced", "preprocess", "remaining", "write"]

#: The word for a stage that left a smaller formula.
DONE = "done"
#: No formula is larger.
MAX_BYTES = 2**32


@dataclass(frozen=True)
class Reduced:
    """Where a chain ended: ``status`` is ``done``, ``true``, ``false`` or what went wrong."""

    status: str
    path: Path
    stages: tuple[Stage, ...]
    output: bytes = b""


class _NoFormula(Exception):
    """A preprocessor's output that is none."""


def write(formula: Formula, path: Path) -> None:
    """Write a formula for a program."""
    from harary import _engine

    try:
        _engine.write_qdimacs(path, [], formula.prefix, formula.buffer.data)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from None


def remaining(limits: Limits, watch: Watch) -> Limits:
    """What is left of the time; the memory is each program's own."""
    if limits.seconds is None:
        return limits
    return Limits(seconds=max(0.0, limits.seconds - watch.seconds), memory=limits.memory)


def preprocess(
    path: Path,
    chain: Sequence[Program],
    limits: Limits,
    *,
    cpu: float | None = None,
    cancel: threading.Event | None = None,
) -> Reduced:
    """Run a chain of preprocessors on a formula in a file; the results lie beside it."""
    watch = Watch(limits)
    stages: list[Stage] = []
    for number, program in enumerate(chain, 1):
        target = path.with_name(f"{path.stem}-{number}-{program.name}.qdimacs")
        spent = sum(stage.cpu for stage in stages)
        left = remaining(limits, watch)
        to_file = program.adapter.output == "file"
        done = run(
            program.command(path, target),
            left,
            cpu=None if cpu is None else max(0.0, cpu - spent),
            output=None if to_file else target,
            cancel=cancel,
        )
        status = _status(program, done, limits, target)
        stages.append(
            Stage(program.name, program.version, status, done.seconds, done.cpu, done.memory)
        )
        if status != DONE:
            return Reduced(status, path, tuple(stages), done.stderr + done.stdout)
        path = target
    return Reduced(DONE, path, tuple(stages))


def _status(program: Program, done: Run, limits: Limits, target: Path) -> str:
    """What became of the formula."""
    trouble = status_of(done, limits)
    if trouble is not None:
        return trouble
    adapter = program.adapter
    if done.exit_code == adapter.true_code:
        return TRUE
    if done.exit_code == adapter.false_code:
        return FALSE
    if done.exit_code != 0:
        return f"ERROR ({done.exit_code})"
    try:
        truth = _checked(target)
    except _NoFormula as error:
        return f"ERROR ({error})"
    return DONE if truth is None else TRUE if truth else FALSE


def _checked(path: Path) -> bool | None:
    """Read what a preprocessor wrote; the truth, where nothing is left to solve.

    Anything else lies there in our own words afterwards.
    """
    from harary import _engine

    # What a program leaves under this name may be anything, also without an end.
    if not path.is_file() or path.stat().st_size > MAX_BYTES:
        raise _NoFormula("no formula was written")
    try:
        _, _, declared, prefix, clauses = _engine.parse_qdimacs(path.read_bytes())
    except ValueError as error:
        raise _NoFormula(f"no formula: {error}") from None
    literals = np.frombuffer(clauses, dtype=np.int32)
    ends = np.flatnonzero(literals == 0)
    if ends.size != declared:
        raise _NoFormula(f"{ends.size} clauses where the header says {declared}")
    blocks = [(kind, np.frombuffer(numbers, dtype=np.int32)) for kind, numbers in prefix]
    bound = np.concatenate([np.zeros(1, dtype=np.int32), *(numbers for _, numbers in blocks)])
    if not np.isin(np.abs(literals), bound).all():
        raise _NoFormula("a variable is not quantified")
    if not ends.size:
        return True
    if (np.diff(ends, prepend=-1) == 1).any():
        return False
    # Not into the file that is there: its name may be another file's.
    path.unlink()
    write(renumbered([], blocks, literals), path)
    return None
