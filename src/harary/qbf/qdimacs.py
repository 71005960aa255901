"""QDIMACS files: the format that solvers read. The text itself is written and read natively."""

from __future__ import annotations

import os
import sys

import numpy as np

from harary.errors import FormatError
from harary.formats.files import replaced
from harary.qbf.formula import EXISTS, Formula, Literals
from harary.qbf.packed import is_packed, read_packed

__all__ = ["qdimacs_text", "read_qdimacs", "write_qdimacs"]


def qdimacs_text(formula: Formula) -> bytes:
    """The whole text of a formula."""
    from harary import _engine

    return _engine.format_qdimacs(formula.comments, formula.prefix, formula.buffer)


def write_qdimacs(formula: Formula, path: str | os.PathLike[str]) -> None:
    """Write a formula, compressed where the name ends in ``.gz``; ``-`` is standard output."""
    from harary import _engine

    if path == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(qdimacs_text(formula))
        return
    with replaced(path) as temporary:
        _engine.write_qdimacs(
            temporary, formula.comments, formula.prefix, formula.buffer, gzip=is_packed(path)
        )


def read_qdimacs(path: str | os.PathLike[str]) -> Formula:
    """Read a formula, also a compressed one.

    Variables are numbered anew in the order of the prefix, free ones first (they are
    existential); a variable that is neither quantified nor used is dropped. The family ``x``
    has the numbers of the file.
    """
    source = os.fspath(path)
    data = read_packed(path)
    from harary import _engine

    try:
        comments, _, declared, blocks, clauses = _engine.parse_qdimacs(data)
    except ValueError as error:
        where, _, message = str(error).partition(": ")
        raise FormatError(message, source, int(where.removeprefix("line "))) from None
    formula = renumbered(
        comments,
        [(kind, np.frombuffer(numbers, dtype=np.int32)) for kind, numbers in blocks],
        np.frombuffer(clauses, dtype=np.int32),
    )
    found = formula.clause_count
    if found != declared:
        cut = ": is it truncated?" if found < declared else ""
        raise FormatError(f"the header declares {declared} clauses, there are {found}{cut}", source)
    return formula


def renumbered(
    comments: list[str], blocks: list[tuple[str, Literals]], clauses: Literals
) -> Formula:
    """The formula with variables in the order of its prefix."""
    bound = np.concatenate([numbers for _, numbers in blocks] or [np.zeros(0, dtype=np.int32)])
    free = np.setdiff1d(np.abs(clauses), np.append(bound, 0)).astype(np.int32)
    blocks = [(EXISTS, free), *blocks]
    formula = Formula(comments)
    order = np.concatenate([numbers for _, numbers in blocks])
    names = formula.family("x", number=order.tolist())
    at = 0
    for kind, numbers in blocks:
        part = names[at : at + numbers.size]
        formula.exists(part) if kind == EXISTS else formula.forall(part)
        at += numbers.size
    # By search, not by a table: a file may use the number 2,000,000,000 and no other.
    sorter = np.argsort(order)
    literals = clauses[clauses != 0]
    renamed = clauses.copy()
    renamed[clauses != 0] = (
        np.sign(literals) * (names[sorter[np.searchsorted(order, np.abs(literals), sorter=sorter)]])
    )
    formula.add_flat("clauses", renamed)
    return formula
