"""Changing a formula, to see what a wrong one would say."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from harary.qbf import Formula

Clause = list[str]
#: A group's label and a clause as signed names, to the clauses that take its place.
Change = Callable[[str, Clause], Iterable[Clause]]


def edited(formula: Formula, change: Change, free: Iterable[str] = ()) -> Formula:
    """A copy whose clauses are changed; ``free`` names new variables, innermost."""
    names = formula.names()
    copy = Formula(formula.comments)
    numbers = {}
    for quantifier, first, last in formula.prefix:
        block = copy.family("block", number=range(first, last + 1))
        copy.exists(block) if quantifier == "e" else copy.forall(block)
        for number in range(first, last + 1):
            numbers[names[number]] = number
    new = list(free)
    numbers.update(zip(new, _declared(copy, new), strict=True))
    clauses = formula.clauses()
    for group in formula.groups:
        for _ in range(group.clauses):
            clause = [("-" if x < 0 else "") + names[abs(x)] for x in next(clauses)]
            for result in change(group.label, clause):
                copy.add_each(
                    group.label,
                    [[(-1 if x[0] == "-" else 1) * numbers[x.removeprefix("-")] for x in result]],
                )
    return copy


def _declared(formula: Formula, names: list[str]) -> list[int]:
    family = formula.family("new", name=names)
    formula.exists(family)
    numbers: list[int] = family.tolist()
    return numbers


def without(drop: Callable[[str, Clause], bool]) -> Change:
    """Leave clauses out."""
    return lambda label, clause: [] if drop(label, clause) else [clause]
