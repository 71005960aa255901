"""COR+ in its paired form by plain loops, clause by clause: what arrays are measured against.

It is written from the list of clauses in paper 004 and shares nothing with the package but
the game that it is given, so the tests compare the two formulas clause by clause, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TextIO

Sets = Sequence[Sequence[int]]


class PlainCorPlus:
    """A game; ``turns`` has White's stones just before each of Black's turns, and Black's in it."""

    def __init__(
        self, cells: int, black_sets: Sets, white_sets: Sets, turns: Sequence[tuple[int, int]]
    ) -> None:
        self.cells, self.black_sets, self.white_sets = cells, black_sets, white_sets
        self.turns = turns
        self.bits = 0
        while 1 << self.bits < cells:
            self.bits += 1
        self.numbers: dict[tuple[object, ...], int] = {}
        self.prefix: list[tuple[str, list[int]]] = []
        self._declare()

    def _new(self, kind: str, names: Sequence[tuple[object, ...]]) -> None:
        numbers = []
        for name in names:
            self.numbers[name] = len(self.numbers) + 1
            numbers.append(self.numbers[name])
        if not numbers:
            return
        if self.prefix and self.prefix[-1][0] == kind:
            self.prefix[-1][1].extend(numbers)
        else:
            self.prefix.append((kind, numbers))

    def _declare(self) -> None:
        cells, bits = range(self.cells), range(self.bits)
        self._new("e", [("board", a, v, 0) for a in "BW" for v in cells])
        for k, (white, black) in enumerate(self.turns, 1):
            self._new("e", [("time", k)])
            self._new("a", [("moveW", k, s, i) for s in range(white) for i in bits])
            self._new("e", [("moveB", k, s, i) for s in range(black) for i in bits])
            if black > 1:
                self._new("e", [("move", k, s, v) for s in range(black) for v in cells])
            self._new("e", [("board", a, v, k) for a in "BW" for v in cells])
        self._new("e", [("win", e) for e in range(len(self.black_sets))])

    def clauses(self) -> Iterator[list[int]]:
        """Every clause, in no particular order."""
        n, cells, bits = self.numbers, range(self.cells), range(self.bits)
        last = len(self.turns)
        for v in cells:
            yield [-n["board", "B", v, 0]]
            yield [-n["board", "W", v, 0]]
        for k in range(last + 1):
            for v in cells:
                yield [-n["board", "B", v, k], -n["board", "W", v, k]]
        for k, (white, black) in enumerate(self.turns, 1):
            running = n["time", k]
            if k > 1:
                yield [-running, n["time", k - 1]]
            for a in "BW":
                for v in cells:
                    yield [-n["board", a, v, k - 1], n["board", a, v, k]]
                    yield [running, n["board", a, v, k - 1], -n["board", a, v, k]]
            for s in range(white):
                for v in cells:
                    clause = []
                    for i in bits:
                        bit = n["moveW", k, s, i]
                        clause.append(-bit if v >> i & 1 else bit)
                    yield [*clause, -running, n["board", "B", v, k - 1], n["board", "W", v, k]]
            for v in cells:
                before, now = n["board", "B", v, k - 1], n["board", "B", v, k]
                if black == 1:
                    for i in bits:
                        bit = n["moveB", k, 0, i]
                        yield [-running, before, -now, bit if v >> i & 1 else -bit]
                    continue
                for s in range(black):
                    move = n["move", k, s, v]
                    for i in bits:
                        bit = n["moveB", k, s, i]
                        yield [-move, bit if v >> i & 1 else -bit]
                    yield [-move, -before]
                    yield [-move, now]
                    yield [-move, running]
                yield [before, -now, *(n["move", k, s, v] for s in range(black))]
        yield [n["win", e] for e in range(len(self.black_sets))]
        for e, cells_of in enumerate(self.black_sets):
            for v in cells_of:
                yield [-n["win", e], n["board", "B", v, last]]
            yield [n["win", e], *(-n["board", "B", v, last] for v in cells_of)]
        for cells_of in self.white_sets:
            yield [-n["board", "W", v, last] for v in cells_of]

    def write(self, file: TextIO) -> None:
        """The formula as QDIMACS."""
        clauses = list(self.clauses())
        file.write(f"p cnf {len(self.numbers)} {len(clauses)}\n")
        file.writelines(f"{kind} {' '.join(map(str, ns))} 0\n" for kind, ns in self.prefix)
        file.writelines(f"{' '.join(map(str, clause))} 0\n" for clause in clauses)
