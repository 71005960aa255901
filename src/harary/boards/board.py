"""What every board is: a list of cells with names, and the permutations that preserve it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property

from harary.boards.cells import cell_text, parse_cell
from harary.errors import BoardError

__all__ = ["MAX_BOARD_CELLS", "Board", "Permutation", "Point"]

Point = tuple[int, ...]
Permutation = tuple[int, ...]
"""A permutation p of the cells: cell i goes to cell p[i]."""

#: A larger board is taken for a mistake.
MAX_BOARD_CELLS = 4096


class Board(ABC):
    """Cells with geometry. A cell is an index; indices follow the coordinates' order."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The board as in a game text: ``5x5``."""

    @property
    @abstractmethod
    def dims(self) -> tuple[int, ...]:
        """The number of cells along each axis."""

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """The coordinates of each cell, by index."""
        points: list[Point] = [()]
        for size in self.dims:
            points = [(*point, value) for point in points for value in range(size)]
        return tuple(points)

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """The text of each cell, by index."""
        return tuple(map(cell_text, self.points))

    @cached_property
    def _index(self) -> dict[str, int]:
        return {name: index for index, name in enumerate(self.cells)}

    def __len__(self) -> int:
        size = 1
        for extent in self.dims:
            size *= extent
        return size

    def at(self, point: Point) -> int:
        """The index of the cell with these coordinates, which must be on the board."""
        index = 0
        for value, extent in zip(point, self.dims, strict=True):
            index = index * extent + value
        return index

    def index(self, cell: str) -> int:
        """The index of a cell's text."""
        found = self._index.get(cell.lower())
        if found is not None:
            return found
        kind = "no cell" if parse_cell(cell) is None else "no such cell"
        raise BoardError(f"{kind} {cell!r} on {self.text}: its cells are a1 to {self.cells[-1]}")

    @abstractmethod
    def automorphisms(self) -> list[Permutation]:
        """The symmetries of the board, the identity first."""

    @abstractmethod
    def generators(self) -> list[Permutation]:
        """A few symmetries that generate all of them: a large torus has too many to list."""

    def __str__(self) -> str:
        return self.text


def check_dims(dims: tuple[int, ...], text: str) -> None:
    """Refuse sizes that are no board."""
    if any(extent < 1 for extent in dims):
        raise BoardError(f"board {text!r}: a board needs at least one cell along each axis")
    size = 1
    for extent in dims:
        size *= extent
        if size > MAX_BOARD_CELLS:
            raise BoardError(f"board {text!r}: a board may have at most {MAX_BOARD_CELLS} cells")
