"""Where a shape or a row lies on a grid: the winning sets of a game.

On a torus a placement may wrap around; it counts only where its cells stay distinct (a row
of four on a torus of width three does not win by covering three cells).
"""

from __future__ import annotations

from itertools import permutations, product

from harary.boards.grid import Grid
from harary.errors import BoardError
from harary.shapes import Shape

__all__ = ["MAX_PLACEMENT_CELLS", "lines", "placements"]

#: How many cells the placements of one shape may have in all.
MAX_PLACEMENT_CELLS = 1_000_000

CellSet = tuple[int, ...]


def placements(board: Grid, shape: Shape, *, repeated: bool = False) -> list[CellSet]:
    """All cell sets on which the shape lies, each once, sorted.

    ``repeated`` lists a set once for each way to it, as the published instances have it: on a
    torus of width three, a row of three begins at any of its cells.

    In three and more dimensions a free shape may lie in any plane of the box; a fixed one
    lies in the plane of files and ranks, in each layer.

    >>> len(placements(Grid((3, 3)), Shape([(0, 0), (1, 0)])))
    12
    """
    extents = _orientations(board, shape)
    _check_work(board, len(extents) * len(board) * len(shape), f"a shape of {len(shape)} cells")
    return _placed(board, extents, repeated)


def lines(board: Grid, length: int) -> list[CellSet]:
    """All rows of this many cells in a straight line, diagonals too, each once, sorted.

    >>> len(lines(Grid((3, 3)), 3)), len(lines(Grid((4, 4, 4)), 4))
    (8, 76)
    """
    if length < 1:
        raise BoardError(f"row{length}: a row has at least one cell")
    dimensions = len(board.sizes)
    _check_work(board, 3**dimensions // 2 * len(board) * length, f"rows of {length}")
    forms = []
    for direction in product((-1, 0, 1), repeat=dimensions):
        if direction <= (0,) * dimensions:
            continue  # the zero direction, and one of each pair of opposite ones
        form = [tuple(step * part for part in direction) for step in range(length)]
        forms.append(_to_corner(form))
    return _placed(board, sorted(set(forms)))


def _check_work(board: Grid, cells: int, what: str) -> None:
    if cells > MAX_PLACEMENT_CELLS:
        raise BoardError(f"{what} on {board.text}: too many placements to list")


def _orientations(board: Grid, shape: Shape) -> list[tuple[tuple[int, ...], ...]]:
    """The shape in each way that the dimensions of the board allow."""
    dimensions = len(board.sizes)
    if shape.fixed or dimensions == 2:
        rest = (0,) * (dimensions - 2)
        return [tuple((*cell, *rest) for cell in form) for form in shape.orientations]
    forms = set()
    for first, second in permutations(range(dimensions), 2):
        for form in shape.orientations:
            points = []
            for x, y in form:
                point = [0] * dimensions
                point[first], point[second] = x, y
                points.append(tuple(point))
            forms.add(tuple(sorted(points)))
    return sorted(forms)


def _to_corner(form: list[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    low = [min(values) for values in zip(*form, strict=True)]
    return tuple(
        sorted(
            tuple(value - least for value, least in zip(point, low, strict=True)) for point in form
        )
    )


def _placed(
    board: Grid, forms: list[tuple[tuple[int, ...], ...]], repeated: bool = False
) -> list[CellSet]:
    """Every translate of every form that lies on the board; each cell set once, or not."""
    found: list[CellSet] = []
    for form in forms:
        extents = [max(values) + 1 for values in zip(*form, strict=True)]
        if board.torus:
            found += _wrapped(board, form)
            continue
        if any(extent > size for extent, size in zip(extents, board.sizes, strict=True)):
            continue
        offsets = [board.at(point) for point in form]  # indices are linear in the coordinates
        corners = product(
            *(range(size - extent + 1) for size, extent in zip(board.sizes, extents, strict=True))
        )
        for corner in corners:
            start = board.at(corner)
            found.append(tuple(sorted(start + offset for offset in offsets)))
    return sorted(found if repeated else set(found))


def _wrapped(board: Grid, form: tuple[tuple[int, ...], ...]) -> list[CellSet]:
    sizes = board.sizes
    reduced = {tuple(v % s for v, s in zip(point, sizes, strict=True)) for point in form}
    if len(reduced) < len(form):
        return []  # it wraps onto itself wherever it lies
    return [
        tuple(
            sorted(
                board.at(tuple((v + c) % s for v, c, s in zip(point, corner, sizes, strict=True)))
                for point in form
            )
        )
        for corner in board.points
    ]
