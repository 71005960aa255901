"""COR+ as printed and DYS a second time, by plain loops over names.

They are written from the papers (with the corrections that their modules name) and share nothing
with the package: the placements are those of :mod:`tests.naive`, a literal is a name with or
without ``-``. So a formula can be compared clause by clause, and its sizes be counted twice.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tests import naive

Clause = list[str]
OTHER = {"B": "W", "W": "B"}


class Board(NamedTuple):
    """Cells by name, file by file, and the sets of both players as lists of names."""

    cells: list[str]
    sets: list[list[str]]
    corner: list[str]


def board(shape: str, width: int, height: int, torus: bool = False) -> Board:
    """All placements of a drawn shape; the corner to which the first stone may be restricted."""
    points = list(itertools.product(range(width), range(height)))
    number = {point: index for index, point in enumerate(points)}
    cells = [f"{chr(ord('a') + x)}{y + 1}" for x, y in points]
    drawn = [
        (x, -y) for y, row in enumerate(shape.split("/")) for x, m in enumerate(row) if m == "X"
    ]
    placed = naive.placed(frozenset(drawn), width, height, torus)
    half = ((width + 1) // 2, (height + 1) // 2)
    corner = [
        (x, y)
        for x, y in points
        if ((x, y) == (half[0] - 1, half[1] - 1) if torus else x < half[0] and y < half[1])
        and (torus or width != height or x <= y)
    ]
    return Board(
        cells,
        [
            [cells[n] for n in numbers]
            for numbers in sorted(sorted(number[x, y] for x, y in one) for one in placed)
        ],
        [cells[number[point]] for point in corner],
    )


def negated(name: str) -> str:
    return name[1:] if name.startswith("-") else "-" + name


class PrintedCorPlus:
    """Section 3 of paper 004, one stone a turn, Black first, with its first-move clause."""

    def __init__(self, board: Board, length: int) -> None:
        self.board, self.length = board, length
        self.bits = range((len(board.cells) - 1).bit_length())

    def prefix(self) -> Iterator[tuple[str, list[str]]]:
        """Quantifiers and names, from outside."""
        cells = self.board.cells
        for t in range(1, self.length + 1):
            yield "e", [f"time({t})"]
            yield "e" if t % 2 else "a", [f"move({t},{i})" for i in self.bits]
            yield "e", [f"board({a},{v},{t})" for a in "BW" for v in cells]
        yield "e", [f"win({e})" for e in range(len(self.board.sets))]

    def clauses(self) -> Iterator[Clause]:
        """Every clause, after time(0) and the empty board are put in."""
        true = {"time(0)", *(f"-board({a},{v},0)" for a in "BW" for v in self.board.cells)}
        for clause in self._clauses():
            if not any(literal in true for literal in clause):
                yield [literal for literal in clause if negated(literal) not in true]

    def _clauses(self) -> Iterator[Clause]:
        cells, last = self.board.cells, self.length
        for t in range(1, last + 1):
            yield [f"-time({t})", f"time({t - 1})"]
            for number, v in enumerate(cells):
                yield [f"-board(B,{v},{t})", f"-board(W,{v},{t})"]
                for a in "BW":
                    before, now = f"board({a},{v},{t - 1})", f"board({a},{v},{t})"
                    yield ["-" + before, now]
                    yield [f"time({t})", before, "-" + now]
                    if (a == "B") != (t % 2 == 1):
                        yield [before, "-" + now]
                bits = [("" if number >> i & 1 else "-") + f"move({t},{i})" for i in self.bits]
                before = f"board(B,{v},{t - 1})"
                if t % 2:
                    for bit in bits:
                        yield [before, f"-board(B,{v},{t})", bit]
                else:
                    yield [*map(negated, bits), f"-time({t})", before, f"board(W,{v},{t})"]
        yield [f"board(B,{v},1)" for v in self.board.corner]
        yield [f"win({e})" for e in range(len(self.board.sets))]
        for e, cells_of in enumerate(self.board.sets):
            for v in cells_of:
                yield [f"-win({e})", f"board(B,{v},{last})"]
            yield [f"win({e})", *(f"-board(B,{v},{last})" for v in cells_of)]
            yield [f"-board(W,{v},{last})" for v in cells_of]


class Dys:
    """Paper 000: Z turns of so many stones each, Black first, in the view of one player."""

    def __init__(self, board: Board, stones: Sequence[int], view: str = "B") -> None:
        self.board, self.stones, self.view = board, stones, view
        self.last = len(stones)

    def prefix(self) -> Iterator[tuple[str, list[str]]]:
        """Quantifiers and names, from outside."""
        cells = self.board.cells
        yield "e", ["wins(B)", "wins(W)", "draw", "gameover(1)"]
        yield "e", [f"occupied(1,{v})" for v in cells]
        for z in range(1, self.last + 1):
            kind = "e" if self.mover(z) == self.view else "a"
            yield kind, [f"move({z},{v})" for v in cells]
            yield "e", list(self._state(z))

    def mover(self, z: int) -> str:
        return "B" if z % 2 else "W"

    def _state(self, z: int) -> Iterator[str]:
        cells = self.board.cells
        yield f"gameover({z + 1})"
        yield from (f"occupied({z + 1},{v})" for v in cells)
        for a in "BW":
            yield from (f"win({a},{z})", f"cheat({a},{z})")
            yield from (f"stone({a},{z},{v})" for v in cells)
            yield from (f"cheats1({a},{z},{c})" for c, _ in enumerate(self._too_many(z)))
            yield from (f"cheats2({a},{z},{c})" for c, _ in enumerate(self._too_few(z)))
            yield from (f"cheats3({a},{z},{v})" for v in cells)
            if z == 1:
                yield f"cheats4({a})"
            yield from (f"shape{a}({z},{e})" for e in range(len(self.board.sets)))

    def _too_many(self, z: int) -> Iterator[tuple[str, ...]]:
        return itertools.combinations(self.board.cells, self.stones[z - 1] + 1)

    def _too_few(self, z: int) -> Iterator[tuple[str, ...]]:
        cells = self.board.cells
        return itertools.combinations(cells, len(cells) - (self.stones[z - 1] - 1))

    def clauses(self) -> Iterator[Clause]:
        """Every clause, in the order of the paper's formulas."""
        yield from ([f"-occupied(1,{v})"] for v in self.board.cells)
        for z in range(1, self.last + 1):
            for clause in itertools.chain(self._moves(z), self._wins(z), self._board(z)):
                yield [f"gameover({z})", *clause]
            # Nobody cheats, and nobody wins, out of his turn and after the end.
            yield [f"-cheat({OTHER[self.mover(z)]},{z})"]
            yield from ([f"-gameover({z})", f"-win({a},{z})"] for a in "BW")
            if z < self.last:
                yield [f"-gameover({z})", f"gameover({z + 1})"]
                over = f"gameover({z + 1})"
                for clause in equal_to_any(over, [f"win(B,{z})", f"win(W,{z})"]):
                    yield [f"gameover({z})", *clause]
        for a in "BW":
            won = [f"win({a},{z})" for z in range(1, self.last + 1)]
            yield from equal_to_any(f"wins({a})", won)
        for clause in equal_to_all("cheats4(B)", [f"-move(1,{v})" for v in self.board.corner]):
            yield ["gameover(1)", *clause]
        yield [f"wins({self.view})"]
        yield ["-gameover(1)"]
        ends = ["wins(B)", "wins(W)", "draw"]
        yield ends
        yield from ([negated(a), negated(b)] for a, b in itertools.combinations(ends, 2))
        yield from equal_to_all(f"gameover({self.last + 1})", ["-draw"])

    def _moves(self, z: int) -> Iterator[Clause]:
        a = self.mover(z)
        for v in self.board.cells:
            taken, move = f"occupied({z},{v})", f"move({z},{v})"
            for clause in equal_to_all(f"stone({a},{z},{v})", [move]):
                yield [taken, *clause]
            yield [taken, f"-stone({OTHER[a]},{z},{v})"]
            yield from equal_to_all(f"cheats3({a},{z},{v})", [taken, move])
        cheats = [f"cheats3({a},{z},{v})" for v in self.board.cells]
        for c, cells in enumerate(self._too_many(z)):
            cheats.append(f"cheats1({a},{z},{c})")
            yield from equal_to_all(cheats[-1], [f"move({z},{v})" for v in cells])
        for c, cells in enumerate(self._too_few(z)):
            cheats.append(f"cheats2({a},{z},{c})")
            yield from equal_to_all(cheats[-1], [f"-move({z},{v})" for v in cells])
        if z == 1:
            cheats.append(f"cheats4({a})")
        yield from equal_to_any(f"cheat({a},{z})", cheats)

    def _wins(self, z: int) -> Iterator[Clause]:
        for a in "BW":
            shapes = [f"shape{a}({z},{e})" for e in range(len(self.board.sets))]
            for shape, cells in zip(shapes, self.board.sets, strict=True):
                yield from equal_to_all(shape, [f"stone({a},{z},{v})" for v in cells])
            cheat, win = f"cheat({a},{z})", f"win({a},{z})"
            for clause in equal_to_any(win, [*shapes, f"cheat({OTHER[a]},{z})"]):
                yield [cheat, *clause]
            yield ["-" + cheat, "-" + win]

    def _board(self, z: int) -> Iterator[Clause]:
        for v in self.board.cells:
            black, white = f"stone(B,{z},{v})", f"stone(W,{z},{v})"
            yield ["-" + black, "-" + white]
            yield from equal_to_any(f"occupied({z + 1},{v})", [black, white])
            if z < self.last:
                yield from ([f"-stone({a},{z},{v})", f"stone({a},{z + 1},{v})"] for a in "BW")


def equal_to_all(name: str, parts: list[str]) -> Iterator[Clause]:
    """The name is the conjunction of the parts."""
    yield from ([negated(name), part] for part in parts)
    yield [name, *map(negated, parts)]


def equal_to_any(name: str, parts: list[str]) -> Iterator[Clause]:
    """The name is the disjunction of the parts."""
    yield from ([name, negated(part)] for part in parts)
    yield [negated(name), *parts]
