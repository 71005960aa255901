"""A shape: a set of unit squares up to translation, and for free shapes up to symmetry.

Harary called the connected ones *animals*; they are the polyominoes. A shape need not be
connected (paper 000 calls such targets *wild*). A *free* shape may be rotated and reflected
when it is placed; a *fixed* one may not.

Free shapes that are congruent are equal, so a free shape is stored in one canonical
orientation: the lowest of its drawings, and among those the one that has its cells earliest
in reading order. That is the orientation in which people usually draw these shapes
(``XXXX./...XX`` for snaky), and it needs no table.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from harary.errors import ShapeError

__all__ = ["Cell", "Shape"]

Cell = tuple[int, int]
"""A square of a shape: (x, y), x to the right and y upwards."""

#: A drawing larger than this is taken for a mistake.
MAX_EXTENT = 1000


class Shape:
    """A set of cells up to translation, *free* unless ``fixed`` is given.

    >>> Shape([(0, 0), (1, 0), (1, 1)])
    Shape('XX/X.')
    >>> Shape([(0, 0), (1, 0), (1, 1)]) == Shape([(5, 5), (5, 6), (6, 6)])
    True
    """

    __slots__ = ("__dict__", "_cells", "_fixed")

    def __init__(self, cells: Iterable[Cell], *, fixed: bool = False) -> None:
        own = _to_origin(cells)
        if not own:
            raise ShapeError("a shape needs at least one cell")
        if any(max(cell) >= MAX_EXTENT for cell in own):
            raise ShapeError(f"a shape may be at most {MAX_EXTENT} cells wide and high")
        self._fixed = fixed
        self._cells = own if fixed else max(_images(own), key=_reading_key)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells, from (0, 0) upwards, sorted."""
        return self._cells

    @property
    def fixed(self) -> bool:
        """True where the shape may not be turned or reflected."""
        return self._fixed

    def __len__(self) -> int:
        return len(self._cells)

    @cached_property
    def width(self) -> int:
        """How many columns the shape spans."""
        return max(x for x, _ in self._cells) + 1

    @cached_property
    def height(self) -> int:
        """How many rows the shape spans."""
        return max(y for _, y in self._cells) + 1

    @cached_property
    def orientations(self) -> tuple[tuple[Cell, ...], ...]:
        """The different ways in which the shape lies on a board: 1, 2, 4 or 8."""
        if self._fixed:
            return (self._cells,)
        return tuple(sorted(set(_images(self._cells)), key=_reading_key, reverse=True))

    @property
    def symmetries(self) -> int:
        """How many of the eight symmetries of the square map the shape to itself."""
        own = set(self._cells)
        return sum(set(image) == own for image in _images(self._cells))

    @cached_property
    def connected(self) -> bool:
        """True for a polyomino, False for a wild shape."""
        cells = set(self._cells)
        stack = [self._cells[0]]
        cells.discard(self._cells[0])
        while stack:
            x, y = stack.pop()
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in cells:
                    cells.discard(near)
                    stack.append(near)
        return not cells

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The drawing, top row first: ``X`` is a cell and ``.`` is none."""
        cells = set(self._cells)
        return tuple(
            "".join("X" if (x, y) in cells else "." for x in range(self.width))
            for y in reversed(range(self.height))
        )

    @property
    def drawing(self) -> str:
        """The drawing in one line, with a trailing ``=`` for a fixed shape."""
        return "/".join(self.rows) + ("=" if self._fixed else "")

    def as_fixed(self) -> Shape:
        """The same shape with its orientation kept."""
        return Shape(self._cells, fixed=True)

    def as_free(self) -> Shape:
        """The same shape with rotations and reflections allowed."""
        return Shape(self._cells)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Shape):
            return NotImplemented
        return self._fixed == other._fixed and self._cells == other._cells

    def __hash__(self) -> int:
        return hash((self._fixed, self._cells))

    def __lt__(self, other: Shape) -> bool:
        """Fewer cells first, then as the drawings sort: the order in a game text."""
        return (len(self), self.drawing) < (len(other), other.drawing)

    def __repr__(self) -> str:
        return f"Shape({self.drawing!r})"

    def __str__(self) -> str:
        return "\n".join(self.rows)

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (self._cells, self._fixed)


def _restore(cells: tuple[Cell, ...], fixed: bool) -> Shape:
    return Shape(cells, fixed=fixed)


def _to_origin(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """The cells moved to the corner, sorted, each once."""
    unique = set(cells)
    if not unique:
        return ()
    left = min(x for x, _ in unique)
    low = min(y for _, y in unique)
    return tuple(sorted((x - left, y - low) for x, y in unique))


def _images(cells: tuple[Cell, ...]) -> list[tuple[Cell, ...]]:
    """The images under the eight symmetries of the square, with repetitions."""
    return [
        _to_origin((sx * (y if swap else x), sy * (x if swap else y)) for x, y in cells)
        for swap in (False, True)
        for sx in (1, -1)
        for sy in (1, -1)
    ]


def _reading_key(cells: tuple[Cell, ...]) -> tuple[int, tuple[int, ...]]:
    """Largest for the lowest drawing with its cells earliest in reading order."""
    width = max(x for x, _ in cells) + 1
    height = max(y for _, y in cells) + 1
    rows = [0] * height
    for x, y in cells:
        rows[height - 1 - y] |= 1 << (width - 1 - x)
    return -height, tuple(rows)
