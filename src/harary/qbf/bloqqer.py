"""Bloqqer as a program: `python -P bloqqer.py FORMULA` prints what is left of the formula.

pyqbf has Bloqqer as a library only. It runs here, in a process of its own, so that limits hold
and Bloqqer's own crashes cost nothing. Exit codes are those of the program: 10 true, 20 false,
0 reduced. This file is run by its path, needs nothing of ours, and does without pyqbf's Python
half, which would cost a fifth of a second.

The binding of pyqbf 1.1.1.3 is unsound. Where a scope between two others of the same quantifier
has become empty, it writes a zero for each variable of the second of them; those variables
become free, and true formulas come back false. But a run of zeros stands where its variables
belong, and it continues the block before it, so its quantifier is known. Hence `repaired`: the
variables that occur in the clauses and not in the prefix are the lost ones. If there is one run,
they stand in its place. If there are several, a variable goes to the run between whose
neighbours its scope was, and Bloqqer's own new ones to the only run that then has a zero left.
What cannot be placed beyond doubt is an error, exit code 1, not a formula.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence

__all__ = ["BrokenPrefix", "main", "parsed", "printed", "repaired"]

TRUE, FALSE, REDUCED, FAILED = 10, 20, 0, 1


class BrokenPrefix(Exception):
    """The binding returned a prefix that `repaired` does not understand."""


class Formula:
    """What the binding reads and fills: universal variables are negative in the prefix."""

    def __init__(
        self, prefix: Iterable[int] = (), clauses: Iterable[list[int]] = (), variables: int = 0
    ) -> None:
        self.prefix = list(prefix)
        self.clauses = list(clauses)
        self.nv = variables
        self.comments: list[str] = []


def parsed(text: str) -> Formula:
    """A formula from a file that we wrote: QDIMACS, one clause a line."""
    formula = Formula()
    for line in text.splitlines():
        words = line.split()
        if not words or words[0] == "c":
            continue
        if words[0] == "p":
            formula.nv = int(words[2])
        elif words[0] in "ae":
            sign = 1 if words[0] == "e" else -1
            formula.prefix += [sign * int(word) for word in words[1:-1]]
        else:
            formula.clauses.append([int(word) for word in words[:-1]])
    return formula


def repaired(
    before: Sequence[int], after: Sequence[int], clauses: Iterable[Sequence[int]]
) -> list[int]:
    """The prefix that the binding should have returned for these clauses."""
    known = {abs(number) for number in after if number}
    if len(known) < sum(number != 0 for number in after):
        raise BrokenPrefix("a variable is quantified twice")
    lost = sorted({abs(literal) for clause in clauses for literal in clause} - known)
    scopes = _scopes(before)
    runs = _runs(after, scopes)
    for variable in sorted(lost, key=lambda variable: variable not in scopes):
        homes = runs
        if len(runs) > 1:
            homes = [run for run in runs if run.may_hold(scopes.get(variable))]
        if len(homes) != 1:
            raise BrokenPrefix(f"variable {variable} belongs to {len(homes)} runs of zeros")
        homes[0].variables.append(variable)
    prefix: list[int] = []
    at = 0
    for run in runs:
        if len(run.variables) > run.end - run.start:
            raise BrokenPrefix("more variables are lost than there are zeros")
        if any(scopes.get(variable, (0, run.sign))[1] != run.sign for variable in run.variables):
            raise BrokenPrefix("a lost variable has the other quantifier")
        prefix += [*after[at : run.start], *(run.sign * variable for variable in run.variables)]
        at = run.end
    return prefix + list(after[at:])


class _Run:
    """A run of zeros in the prefix, and the scopes between which it lies."""

    def __init__(self, start: int, end: int, sign: int, inside: int, outside: int | None) -> None:
        self.start, self.end, self.sign = start, end, sign
        self._inside, self._outside = inside, outside
        self.variables: list[int] = []

    def may_hold(self, scope: tuple[int, int] | None) -> bool:
        """Whether a variable of this scope may be one of those behind the zeros."""
        if scope is None:
            # A copy that Bloqqer made of an existential variable. The old ones stand already.
            return self.sign > 0 and len(self.variables) < self.end - self.start
        return self._inside < scope[0] and (self._outside is None or scope[0] < self._outside)


def _scopes(prefix: Sequence[int]) -> dict[int, tuple[int, int]]:
    """The number of each variable's scope, from outside, and its sign in the prefix."""
    scopes: dict[int, tuple[int, int]] = {}
    number, last = 0, 0
    for entry in prefix:
        sign = 1 if entry > 0 else -1
        number += sign != last
        last = sign
        scopes[abs(entry)] = (number, sign)
    return scopes


def _runs(after: Sequence[int], scopes: Mapping[int, tuple[int, int]]) -> list[_Run]:
    runs = []
    at = 0
    while at < len(after):
        end = at
        while end < len(after) and after[end] == 0:
            end += 1
        if end == at:
            at += 1
            continue
        if at == 0:
            raise BrokenPrefix("the prefix begins with zeros")
        outer = [scopes[abs(entry)][0] for entry in after[:at] if abs(entry) in scopes]
        inner = [scopes[abs(entry)][0] for entry in after[end:] if abs(entry) in scopes]
        sign = 1 if after[at - 1] > 0 else -1
        runs.append(_Run(at, end, sign, max(outer, default=0), min(inner, default=None)))
        at = end
    return runs


def printed(prefix: Sequence[int], clauses: Sequence[Sequence[int]]) -> str:
    """The text of a formula."""
    variables = max((abs(number) for number in prefix), default=0)
    lines = [f"p cnf {variables} {len(clauses)}"]
    at = 0
    while at < len(prefix):
        end = at
        while end < len(prefix) and (prefix[end] > 0) == (prefix[at] > 0):
            end += 1
        numbers = " ".join(str(abs(number)) for number in prefix[at:end])
        lines.append(f"{'e' if prefix[at] > 0 else 'a'} {numbers} 0")
        at = end
    lines += [" ".join(map(str, clause)) + " 0" for clause in clauses]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Reduce the formula in a file; return Bloqqer's exit code."""
    import pyqbf_cpp  # type: ignore[import-not-found, unused-ignore]

    with open(arguments[0], encoding="ascii") as file:  # noqa: PTH123 - a start-up of 20 ms
        before = parsed(file.read())
    after = Formula()
    code: int = pyqbf_cpp.preprocess(before, after)
    if code != REDUCED:
        print(f"s cnf {int(code == TRUE)}")
        return code
    try:
        prefix = repaired(before.prefix, after.prefix, after.clauses)
    except BrokenPrefix as error:
        print(f"bloqqer: {error}", file=sys.stderr)
        return FAILED
    sys.stdout.write(printed(prefix, after.clauses))
    return REDUCED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
