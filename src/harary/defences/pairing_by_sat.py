"""Pairings by SAT: found, or shown not to exist, where backtracking gives up.

A variable for each two cells that share a set; each set has a pair, each cell is in at most one.
CaDiCaL runs as a child within limits (``sat_program.py``). A pairing that it finds is checked by
whoever uses it; that there is none is CaDiCaL's word.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

from harary.errors import HararyError, LimitReached, MemoryLimitReached, TimeLimitReached
from harary.limits import Limits
from harary.qbf.process import Stop, run

__all__ = ["SatError", "pairing_clauses", "pairs_by_sat"]

_PROGRAM = Path(__file__).with_name("sat_program.py")


class SatError(HararyError):
    """The SAT solver failed."""


def pairing_clauses(
    sets: Sequence[Sequence[int]],
) -> tuple[list[tuple[int, int]], Iterator[tuple[int, ...]]]:
    """The pair of each variable, counted from 1, and the clauses.

    >>> pairs, clauses = pairing_clauses([(0, 1), (1, 2)])
    >>> pairs, list(clauses)
    ([(0, 1), (1, 2)], [(1,), (2,), (-1, -2)])
    """
    number: dict[tuple[int, int], int] = {}
    for cells in sets:
        for pair in combinations(sorted(cells), 2):
            number.setdefault(pair, len(number) + 1)
    at: dict[int, list[int]] = {}
    for (one, two), variable in number.items():
        at.setdefault(one, []).append(variable)
        at.setdefault(two, []).append(variable)

    def clauses() -> Iterator[tuple[int, ...]]:
        for cells in sets:
            yield tuple(number[pair] for pair in combinations(sorted(cells), 2))
        for variables in at.values():
            for one, two in combinations(variables, 2):
                yield -one, -two

    return list(number), clauses()


def pairs_by_sat(
    sets: Sequence[Sequence[int]], limits: Limits | None = None
) -> list[tuple[int, int]] | None:
    """Disjoint pairs, one in each of the sets, or None where there are none.

    >>> pairs_by_sat([(0, 1, 2), (0, 3), (1, 2, 3)])
    [(0, 3), (1, 2)]
    >>> pairs_by_sat([(0, 1), (0, 2)]) is None
    True
    """
    limits = limits or Limits()
    pairs, clauses = pairing_clauses(sets)
    with tempfile.TemporaryDirectory(prefix="harary-") as folder:
        file = Path(folder) / "pairs.cnf"
        with file.open("w", encoding="ascii") as out:
            for clause in clauses:
                print(*clause, 0, file=out)
        answer = Path(folder) / "answer"
        done = run([sys.executable, "-P", str(_PROGRAM), str(file)], limits, output=answer)
        if done.stop is not None:
            raise _stopped(done.stop, limits)
        if done.exit_code == 20:
            return None
        if done.exit_code != 10:
            said = done.trouble or done.stderr.decode(errors="replace").strip()[-200:]
            raise SatError(f"the SAT solver failed: {said or f'exit code {done.exit_code}'}")
        true = {int(word) for word in answer.read_text(encoding="ascii").split()}
    found = [pair for variable, pair in enumerate(pairs, 1) if variable in true]
    # A model may have more pairs than are needed.
    needed = {next(p for p in found if set(p) <= set(cells)) for cells in sets}
    return sorted(needed)


def _stopped(reason: Stop, limits: Limits) -> LimitReached:
    if reason is Stop.MEMORY:
        return MemoryLimitReached(f"no pairing within {limits.memory} bytes")
    return TimeLimitReached(f"no pairing within {limits.seconds or 0:g} s")
