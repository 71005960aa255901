"""The Hex board: a rhombus of hexagons.

Files run from left to right and ranks from top to bottom (rank 1 is the *top* row, as the
Hex Text Protocol has it); each row lies half a cell further to the right. Two cells touch
where they differ by one file, by one rank, or by one file and one rank in opposite
directions. Black joins the top and the bottom (rank 1 and the last rank), White joins the
left and the right (file a and the last file). The published instance files have it so too,
and a test reads all of them to keep it so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from harary.boards.board import Board, Permutation, Point, check_dims
from harary.errors import BoardError

__all__ = ["HexBoard"]

_STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1))


@dataclass(frozen=True)
class HexBoard(Board):
    """A rhombus of ``files`` by ``ranks`` hexagons.

    >>> board = HexBoard(3, 3)
    >>> [board.cells[cell] for cell in board.neighbours[board.index("b2")]]
    ['a2', 'a3', 'b1', 'b3', 'c1', 'c2']
    """

    files: int
    ranks: int

    def __post_init__(self) -> None:
        check_dims(self.dims, self.text)

    @property
    def text(self) -> str:
        """The sizes, files first."""
        return f"{self.files}x{self.ranks}"

    @property
    def dims(self) -> tuple[int, ...]:
        """Files and ranks."""
        return (self.files, self.ranks)

    def __len__(self) -> int:
        return self.files * self.ranks

    def __str__(self) -> str:
        return f"hex {self.text}"

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The cells that touch each cell, sorted."""
        return tuple(
            tuple(
                sorted(
                    self.at((file + dx, rank + dy))
                    for dx, dy in _STEPS
                    if 0 <= file + dx < self.files and 0 <= rank + dy < self.ranks
                )
            )
            for file, rank in self.points
        )

    def side(self, name: str) -> tuple[int, ...]:
        """The cells of a side: ``top``, ``bottom``, ``left`` or ``right``."""
        axis, value = {
            "top": (1, 0),
            "bottom": (1, self.ranks - 1),
            "left": (0, 0),
            "right": (0, self.files - 1),
        }.get(name, (-1, 0))
        if axis < 0:
            raise BoardError(f"no side {name!r}: expected top, bottom, left or right")
        return tuple(i for i, point in enumerate(self.points) if point[axis] == value)

    def generators(self) -> list[Permutation]:
        """All of them: there are at most four."""
        return self.automorphisms()

    def automorphisms(self) -> list[Permutation]:
        """The half turn, and on a square rhombus the two reflections that swap the sides."""
        maps: list[Callable[[int, int], Point]] = [
            lambda x, y: (x, y),
            lambda x, y: (self.files - 1 - x, self.ranks - 1 - y),
        ]
        if self.files == self.ranks:
            maps.append(lambda x, y: (y, x))
            maps.append(lambda x, y: (self.ranks - 1 - y, self.files - 1 - x))
        images = {tuple(self.at(move(x, y)) for x, y in self.points): None for move in maps}
        return list(images)
