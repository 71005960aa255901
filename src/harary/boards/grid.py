"""Rectangles, boxes of any dimension, and their tori.

On a torus opposite sides are joined. Coordinates are (file, rank, layer, ...); rank 1 is the
bottom row.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations, product

from harary.boards.board import Board, Permutation, check_dims
from harary.errors import BoardError

__all__ = ["MAX_DIMENSIONS", "Grid"]

#: 2^d d! symmetries and 3^d directions: beyond this nobody plays.
MAX_DIMENSIONS = 6


@dataclass(frozen=True)
class Grid(Board):
    """A box of cells, ``5x5`` or ``4x4x4``, whose opposite sides are joined on a torus.

    >>> len(Grid((5, 5))), len(Grid((5, 5)).automorphisms())
    (25, 8)
    >>> len(Grid((5, 5), torus=True).automorphisms())
    200
    """

    sizes: tuple[int, ...]
    torus: bool = False

    def __post_init__(self) -> None:
        if not 2 <= len(self.sizes) <= MAX_DIMENSIONS:
            raise BoardError(
                f"board {self.text!r}: a board has 2 to {MAX_DIMENSIONS} dimensions, such as 5x5"
            )
        check_dims(self.sizes, self.text)

    @property
    def text(self) -> str:
        """The sizes, files first: ``5x4`` has five files and four ranks."""
        return "x".join(map(str, self.sizes))

    @property
    def dims(self) -> tuple[int, ...]:
        """The number of cells along each axis."""
        return self.sizes

    def __len__(self) -> int:
        return Board.__len__(self)

    def __str__(self) -> str:
        return self.text + (":torus" if self.torus else "")

    def automorphisms(self) -> list[Permutation]:
        """Axes of equal size swapped, axes reversed, and on a torus all translations."""
        dimensions = range(len(self.sizes))
        shifts = self.points if self.torus else (tuple(0 for _ in dimensions),)
        found: dict[Permutation, None] = {}
        for axes in permutations(dimensions):
            if any(self.sizes[axis] != self.sizes[place] for place, axis in enumerate(axes)):
                continue
            for flips in product((False, True), repeat=len(self.sizes)):
                for shift in shifts:
                    found[self._moved(axes, flips, shift)] = None
        return list(found)

    def generators(self) -> list[Permutation]:
        """Two neighbouring equal axes swapped, one axis reversed, one step along an axis."""
        dimensions = len(self.sizes)
        straight = tuple(range(dimensions))
        still, unturned = (0,) * dimensions, (False,) * dimensions
        found = []
        for one in range(dimensions):
            alone = tuple(axis == one for axis in range(dimensions))
            found.append(self._moved(straight, alone, still))
            if self.torus:
                found.append(self._moved(straight, unturned, tuple(map(int, alone))))
            for other in range(one + 1, dimensions):
                if self.sizes[one] == self.sizes[other]:
                    swapped = list(straight)
                    swapped[one], swapped[other] = other, one
                    found.append(self._moved(tuple(swapped), unturned, still))
        return found

    def _moved(
        self, axes: tuple[int, ...], flips: tuple[bool, ...], shift: tuple[int, ...]
    ) -> Permutation:
        """The permutation that permutes the axes, reverses some, and translates.

        The image's index is a sum over the axes, so each axis contributes a column of a table
        and no coordinates are built for each cell.
        """
        strides = [1] * len(self.sizes)
        for axis in range(len(self.sizes) - 2, -1, -1):
            strides[axis] = strides[axis + 1] * self.sizes[axis + 1]
        columns: list[list[int]] = [[] for _ in self.sizes]
        for place, axis in enumerate(axes):
            extent = self.sizes[place]
            values = range(extent - 1, -1, -1) if flips[place] else range(extent)
            columns[axis] = [(value + shift[place]) % extent * strides[place] for value in values]
        images = [0]
        for column in columns:
            images = [image + part for image in images for part in column]
        return tuple(images)
