"""Simplification that costs nothing: no search, no new clauses, the same truth.

Units, pure and unused variables, equal clauses: the work is native. It is off by default,
so that a formula is what its page says.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from harary.qbf.formula import FALSE, TRUE, Family, Formula, Group, Literals

__all__ = ["Simplified", "simplify"]


@dataclass(frozen=True)
class Simplified:
    """What is left of a formula.

    ``verdict`` is its truth where nothing is left to decide. ``kept`` has the old number of
    each variable, ``assigned`` the existential literals (old numbers) that were made true.
    """

    formula: Formula
    verdict: bool | None
    kept: Literals
    assigned: Literals

    def original(self, assignment: Iterable[int]) -> list[int]:
        """An assignment of what is left as literals of the formula before, the assigned too."""
        old = [int(np.sign(x)) * int(self.kept[abs(x) - 1]) for x in assignment]
        return sorted([*old, *self.assigned.tolist()], key=abs)


def simplify(
    formula: Formula,
    *,
    units: bool = True,
    pure: bool = True,
    duplicates: bool = True,
    unused: bool = True,
) -> Simplified:
    """Simplify a formula; families, groups and the question go with it.

    ``units``: universal reduction and unit propagation; ``pure``: variables that occur with
    one sign; ``duplicates``: repeated literals and clauses, tautologies; ``unused``: variables
    that occur no more.

    >>> from harary.encodings import encode
    >>> from harary.text import game
    >>> simplify(encode(game("domino@2x2"))).formula.clause_count
    34
    """
    from harary import _engine

    found = _engine.simplify(
        formula.prefix,
        formula.buffer,
        units=units,
        pure=pure,
        duplicates=duplicates,
        unused=unused,
    )
    verdict = found[0]
    kept, clauses, assigned, origin = (np.frombuffer(part, dtype=np.int32) for part in found[1:])
    new = np.full(formula.variables + 1, 0, dtype=np.int32)
    # What was made true stays readable as a constant; what is gone may be anything.
    new[assigned[assigned > 0]] = TRUE
    new[-assigned[assigned < 0]] = FALSE
    new[kept] = np.where(np.abs(new[kept]) == TRUE, new[kept], np.arange(1, kept.size + 1))
    left = Formula(formula.comments)
    left.variables = kept.size
    left.blocks = _blocks(formula, kept)
    left.families = [_renumbered(family, new) for family in formula.families]
    left.question = formula.question
    if left.question is not None and left.question.first_move is not None:
        move = left.question.first_move.renumbered(new.tolist())
        left.question = replace(left.question, first_move=move)
    left.add_flat("simplified", clauses)
    left.groups = _groups(formula, left, origin)
    return Simplified(left, verdict, kept, assigned)


def _renumbered(family: Family, new: Literals) -> Family:
    plain = np.abs(family.array) != TRUE
    array = np.where(plain, new[np.where(plain, family.array, 0)], family.array)
    return replace(family, array=array.astype(np.int32))


def _blocks(formula: Formula, kept: Literals) -> list[tuple[str, int, int]]:
    """The blocks that have variables left; neighbours with one quantifier become one."""
    blocks: list[tuple[str, int, int]] = []
    for kind, first, last in formula.prefix:
        low, high = np.searchsorted(kept, [first, last + 1]).tolist()
        if low == high:
            continue
        if blocks and blocks[-1][0] == kind:
            low = blocks.pop()[1] - 1
        blocks.append((kind, low + 1, high))
    return blocks


def _groups(before: Formula, after: Formula, origin: Literals) -> list[Group]:
    """The groups that have clauses left, by the clause that each one comes from."""
    bounds = np.cumsum([0, *(group.clauses for group in before.groups)])
    counts = np.diff(np.searchsorted(origin, bounds)).tolist()
    ends = np.append(np.flatnonzero(after.buffer == 0) + 1, 0)
    groups = []
    done = 0
    for group, count in zip(before.groups, counts, strict=True):
        if count:
            start = int(ends[done - 1]) if done else 0
            groups.append(Group(group.label, start, count))
            done += count
    return groups
