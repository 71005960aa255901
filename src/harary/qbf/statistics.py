"""The size of a formula, counted as the papers count it."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np

from harary.qbf.formula import FORALL, Formula

__all__ = ["Statistics", "statistics"]


@dataclass(frozen=True)
class Statistics:
    """Quantifier blocks, variables, clauses by length, literals.

    >>> from harary.encodings import encode
    >>> from harary.text import game
    >>> sizes = statistics(encode(game("tippy@5x5")))
    >>> sizes.blocks, sizes.universal, sizes.existential
    (25, 60, 826)
    """

    blocks: int
    universal: int
    existential: int
    clauses: int
    empty: int
    unit: int
    binary: int
    ternary: int
    long: int
    literals: int

    @property
    def variables(self) -> int:
        """Universal and existential ones."""
        return self.universal + self.existential

    def as_json(self) -> dict[str, int]:
        """The numbers by name."""
        return {"variables": self.variables, **asdict(self)}


def statistics(formula: Formula) -> Statistics:
    """Count the variables, clauses and literals of a formula."""
    universal = sum(last - first + 1 for kind, first, last in formula.prefix if kind == FORALL)
    ends = np.flatnonzero(formula.buffer == 0)
    lengths = np.diff(ends, prepend=-1) - 1
    counts = np.bincount(np.minimum(lengths, 4), minlength=5)
    empty, unit, binary, ternary, long = (int(count) for count in counts)
    return Statistics(
        blocks=len(formula.prefix),
        universal=universal,
        existential=formula.variables - universal,
        clauses=len(ends),
        empty=empty,
        unit=unit,
        binary=binary,
        ternary=ternary,
        long=long,
        literals=formula.buffer.size - len(ends),
    )
