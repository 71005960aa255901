"""What running a solver costs beside the solver, and how well limits are kept."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from harary import game
from harary.encodings import encode
from harary.limits import Limits
from harary.qbf import Formula, run_portfolio, run_solver
from harary.qbf.answer import Answer
from harary.qbf.programs import MissingProgramError, find_program

REPEATS = 20
#: Each is run to this limit, which none of them keeps to by itself.
LIMIT = 0.5
STUBBORN = {
    "ends at SIGTERM": "sleep 100",
    "hangs on SIGTERM": "trap '' TERM; while :; do :; done",
    "leaves children in sessions of their own": "setsid sleep 100 & setsid sleep 100 & sleep 100",
    "prints without end": "yes",
}
SMALL, LARGE = ("tippy@4x4", None), ("snaky@9x9", 5)


def built(text: str, length: int | None) -> Formula:
    """The formula of a game."""
    return encode(game(text), "cor-plus", length)


def own_seconds(answer: Answer, seconds: float) -> float:
    """What was spent outside of the programs."""
    return seconds - sum(stage.seconds for stage in answer.stages)


def cost_rows() -> Iterator[tuple[str, str]]:
    """Our own part of a run: the file, the start, the reading, the clearing away."""
    for solver in ("depqbf", "caqe"):
        try:
            find_program(solver, "solver")
        except MissingProgramError:
            continue
        for text, length in (SMALL, LARGE):
            formula = built(text, length)
            spent = []
            for _ in range(REPEATS + 1):
                started = time.perf_counter()
                answer = run_solver(formula, solver, limits=Limits(seconds=0.3))
                spent.append(own_seconds(answer, time.perf_counter() - started))
            # The first run asks the program for its version and starts the guard.
            first, *others = spent
            yield (
                f"own cost of a run of {solver}, {text}, {formula.clause_count:,} clauses",
                (
                    f"{1000 * median(others):.1f} ms, worst {1000 * max(others):.1f}, "
                    f"first {1000 * first:.1f}"
                ),
            )


@contextmanager
def stubborn(name: str, script: str) -> Iterator[None]:
    """A solver that does not keep to limits by itself."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "stubborn"
        program.write_text(f"#!/bin/sh\n# {name}\n{script}\n", encoding="ascii")
        program.chmod(0o755)
        config = Path(folder) / "programs.toml"
        config.write_text(f'[stubborn]\nkind = "solver"\nfind = ["{program}"]\n', encoding="utf-8")
        before = os.environ.get("HARARY_CONFIG")
        os.environ["HARARY_CONFIG"] = str(config)
        try:
            yield
        finally:
            del os.environ["HARARY_CONFIG"]
            if before is not None:
                os.environ["HARARY_CONFIG"] = before


def limit_rows() -> Iterator[tuple[str, str]]:
    """How late a run ends, from the call to the return, with everything cleared away."""
    formula = built(*SMALL)
    for name, script in STUBBORN.items():
        with stubborn(name, script):
            late = []
            for _ in range(REPEATS // 4):
                started = time.perf_counter()
                answer = run_solver(formula, "stubborn", limits=Limits(seconds=LIMIT))
                late.append(time.perf_counter() - started - LIMIT)
                assert answer.status == "TIMEOUT", answer
            yield f"late at a limit of {LIMIT:g} s: {name}", f"at worst {max(late):.3f} s"
    started = time.perf_counter()
    with stubborn("hangs", STUBBORN["hangs on SIGTERM"]):
        run_portfolio(formula, ["stubborn"] * 4, Limits(seconds=LIMIT), workers=4)
    late_by = time.perf_counter() - started - LIMIT
    yield f"late at a limit of {LIMIT:g} s: a portfolio of four that hang", f"{late_by:.3f} s"


def rows() -> list[tuple[str, str]]:
    """What is measured, and the result."""
    if sys.platform != "linux":
        return []
    return [*cost_rows(), *limit_rows()]
