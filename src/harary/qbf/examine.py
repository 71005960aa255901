"""Which programs are here, and whether each decides two tiny formulas rightly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from harary.errors import InputError
from harary.limits import Limits
from harary.qbf.answer import FALSE, TRUE
from harary.qbf.formula import Formula
from harary.qbf.guard import scratch
from harary.qbf.preprocess import DONE, preprocess
from harary.qbf.programs import Adapter, Program, adapters, locate
from harary.qbf.solver import run_solver, write

__all__ = ["Finding", "examine", "tiny"]

#: A test takes milliseconds; this is for a machine that does other things.
_SECONDS = 30.0


@dataclass(frozen=True)
class Finding:
    """What is known about one program here; ``works`` is None where it is missing."""

    adapter: Adapter
    program: Program | None
    version: str | None
    works: bool | None
    trouble: str | None

    def as_json(self) -> dict[str, object]:
        """The record as plain values."""
        return {
            "name": self.adapter.name,
            "kind": self.adapter.kind,
            "path": None if self.program is None else self.program.path,
            "version": self.version,
            "works": self.works,
            "trouble": self.trouble,
            "tested": self.adapter.tested,
            "get": self.adapter.get,
        }


def tiny(truth: bool) -> Formula:
    """A formula of eight variables: y equals x, for each x, chosen after or before it."""
    formula = Formula()
    x = formula.family("x", i=range(4))
    y = formula.family("y", i=range(4))
    if truth:
        formula.forall(x)
        formula.exists(y)
    else:
        formula.exists(y)
        formula.forall(x)
        # So that the innermost block is existential, as solvers like it.
        z = formula.family("z", i=range(4))
        formula.exists(z)
        formula.add("z is x", -x, z)
        formula.add("z is x", x, -z)
        x = z
    formula.add("y is x", -x, y)
    formula.add("y is x", x, -y)
    return formula


def examine() -> list[Finding]:
    """Look for every known program and test those that are here."""
    return list(_findings())


def _findings() -> Iterator[Finding]:
    for adapter in adapters().values():
        program = locate(adapter)
        if program is None:
            yield Finding(adapter, None, None, None, None)
            continue
        trouble = _trouble(program)
        yield Finding(adapter, program, program.version, trouble is None, trouble)


def _trouble(program: Program) -> str | None:
    """What goes wrong with the tiny formulas; None where both are decided rightly."""
    for truth in (True, False):
        right = TRUE if truth else FALSE
        try:
            status = _status(program, tiny(truth))
        except InputError as error:
            return str(error)
        # What a preprocessor leaves of the formula was checked to be one.
        if status != right and not (status == DONE and program.adapter.kind == "preprocessor"):
            return f"a formula that is {right} gives {status}"
    return None


def _status(program: Program, formula: Formula) -> str:
    limits = Limits(seconds=_SECONDS)
    if program.adapter.kind == "solver":
        return run_solver(formula, program.name, limits=limits).status
    with scratch() as folder:
        path = folder / "formula.qdimacs"
        write(formula, path)
        return preprocess(path, [program], limits).status
