"""Every polyomino of a given number of cells, fixed or free.

Fixed polyominoes are counted by Redelmeier's method (Discrete Mathematics 36, 1981): grow
from the lowest-leftmost cell, keep a list of untried neighbours, and never look back at a
cell that was passed over. Each fixed polyomino comes out exactly once, so no table of the
ones already seen is needed. Free polyominoes are the fixed ones that lie in their canonical
orientation.
"""

from __future__ import annotations

from collections.abc import Iterator

from harary.errors import ShapeError
from harary.shapes.shape import Cell, Shape

__all__ = ["MAX_ENUMERATED", "fixed_polyominoes", "free_polyominoes"]

#: 12 cells are 505,861 fixed polyominoes; beyond that a list is no longer what one wants.
MAX_ENUMERATED = 12


def fixed_polyominoes(cells: int) -> Iterator[Shape]:
    """Yield each fixed polyomino with this many cells once.

    >>> [sum(1 for _ in fixed_polyominoes(n)) for n in range(1, 7)]
    [1, 2, 6, 19, 63, 216]
    """
    for squares in _redelmeier(_checked(cells)):
        yield Shape(squares, fixed=True)


def free_polyominoes(cells: int) -> list[Shape]:
    """The free polyominoes with this many cells, in the order of their drawings.

    >>> [len(free_polyominoes(n)) for n in range(1, 7)]
    [1, 1, 2, 5, 12, 35]
    """
    return sorted({Shape(squares) for squares in _redelmeier(_checked(cells))})


def _checked(cells: int) -> int:
    if not 1 <= cells <= MAX_ENUMERATED:
        raise ShapeError(f"{cells} cells: polyominoes of 1 to {MAX_ENUMERATED} cells can be listed")
    return cells


def _redelmeier(target: int) -> Iterator[tuple[Cell, ...]]:
    """Yield the cell sets; the first cell is the origin and no cell lies below or left of it."""
    origin = (0, 0)
    seen = {origin}
    chosen: list[Cell] = []

    def grow(untried: list[Cell]) -> Iterator[tuple[Cell, ...]]:
        while untried:
            cell = untried.pop()
            chosen.append(cell)
            if len(chosen) == target:
                yield tuple(chosen)
            else:
                x, y = cell
                fresh = [
                    near
                    for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
                    if near not in seen and (near[1] > 0 or (near[1] == 0 and near[0] >= 0))
                ]
                seen.update(fresh)
                yield from grow([*untried, *fresh])
                seen.difference_update(fresh)
            chosen.pop()

    yield from grow([origin])
