"""One formula, one solver, any preprocessors before it: an answer with its record."""

from __future__ import annotations

import threading
from pathlib import Path

from harary.limits import Limits, Watch
from harary.qbf import programs
from harary.qbf.answer import FALSE, TRUE, Answer, Stage, read_answer
from harary.qbf.formula import Formula
from harary.qbf.guard import scratch
from harary.qbf.preprocess import DONE, preprocess, remaining, write
from harary.qbf.process import run
from harary.qbf.programs import Program

__all__ = ["Pair", "ask", "run_solver", "write"]

#: Characters of a solver's output that an answer keeps.
_TAIL = 2000


class Pair:
    """A solver and the preprocessors before it: ``caqe/bloqqer+qratpre``.

    Everything is looked up at once, so that a missing program shows before anything runs.
    """

    def __init__(self, solver: str, preprocess: str = "") -> None:
        self.solver = programs.solver(solver)
        self.chain: tuple[Program, ...] = programs.chain(preprocess)
        self.preprocess = "+".join(part.strip() for part in preprocess.split("+") if part.strip())

    @classmethod
    def parse(cls, text: str) -> Pair:
        """The pair in a text such as ``caqe/bloqqer``."""
        solver, _, preprocess = text.partition("/")
        return cls(solver.strip(), preprocess)

    def __str__(self) -> str:
        name = self.solver.name
        return f"{name}/{self.preprocess}" if self.preprocess else name


def run_solver(
    formula: Formula,
    solver: str = "depqbf",
    preprocess: str = "",
    limits: Limits | None = None,
    *,
    cpu: float | None = None,
    assignment: bool = False,
    cancel: threading.Event | None = None,
) -> Answer:
    """Ask a solver whether a formula is true.

    ``preprocess`` is a chain of preprocessors such as ``bloqqer+qratpre``. ``limits`` bound
    wall time and memory, ``cpu`` bounds the processor time, of all programs together; the
    memory is each program's. ``assignment`` asks for the outermost assignment, which costs
    some solvers speed and is not given where there are preprocessors: what they leave has
    other assignments. An unknown or missing program is an :class:`InputError`; a program that
    fails is an answer with a status that says so.
    """
    pair = Pair(solver, preprocess)
    with scratch() as folder:
        path = folder / "formula.qdimacs"
        truth = decided(formula)
        if truth is None:
            write(formula, path)
        return ask(
            pair, formula, path, limits or Limits(), cpu=cpu, assignment=assignment, cancel=cancel
        )


def decided(formula: Formula) -> bool | None:
    """The truth of a formula without clauses or with an empty one; None for all others.

    Solvers stumble over such formulas: some crash.
    """
    buffer = formula.buffer
    if not buffer.size:
        return True
    # An empty clause is two zeros side by side, or one at the beginning.
    empty = not buffer[0] or not (buffer[1:] | buffer[:-1]).all()
    return False if empty else None


def ask(
    pair: Pair,
    formula: Formula,
    path: Path,
    limits: Limits,
    *,
    cpu: float | None = None,
    assignment: bool = False,
    cancel: threading.Event | None = None,
) -> Answer:
    """The same for a pair that was looked up, and a formula that lies in a file."""
    watch = Watch(limits)

    def answer(
        status: str,
        stages: tuple[Stage, ...],
        output: bytes,
        found: tuple[int, ...] | None = None,
        by: str | None = None,
    ) -> Answer:
        return Answer(
            status=status,
            solver=pair.solver.name,
            preprocess=pair.preprocess,
            decided_by=by if status in (TRUE, FALSE) else None,
            assignment=found,
            seconds=watch.seconds,
            stages=stages,
            output=output.decode("utf-8", "replace")[-_TAIL:],
        )

    truth = decided(formula)
    if truth is not None:
        return answer(TRUE if truth else FALSE, (), b"", by="formula")
    reduced = preprocess(path, pair.chain, limits, cpu=cpu, cancel=cancel)
    if reduced.status != DONE:
        return answer(reduced.status, reduced.stages, reduced.output, by=reduced.stages[-1].program)
    wanted = assignment and not pair.chain
    spent = sum(stage.cpu for stage in reduced.stages)
    done = run(
        pair.solver.command(reduced.path, assignment=wanted),
        remaining(limits, watch),
        cpu=None if cpu is None else max(0.0, cpu - spent),
        cancel=cancel,
    )
    reading = read_answer(pair.solver.adapter, done, limits, formula.prefix if wanted else ())
    stage = Stage(
        pair.solver.name,
        pair.solver.version,
        reading.status,
        done.seconds,
        done.cpu,
        done.memory,
    )
    return answer(
        reading.status,
        (*reduced.stages, stage),
        done.stderr + done.stdout,
        reading.assignment,
        pair.solver.name,
    )
