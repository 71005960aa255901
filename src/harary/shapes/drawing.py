"""Shapes as text: drawings such as ``XXXX./...XX``, and the xy digits of published files."""

from __future__ import annotations

from harary.errors import ShapeError
from harary.shapes.shape import MAX_EXTENT, Cell, Shape

__all__ = ["from_digits", "is_drawing", "parse_drawing", "to_digits"]

_MARKS = frozenset("X*./")


def is_drawing(text: str) -> bool:
    """True where the text is meant as a drawing, right or wrong: only ``X * . / =`` occur.

    >>> is_drawing("XX/X."), is_drawing("el")
    (True, False)
    """
    return bool(text) and set(text.rstrip("=")) <= _MARKS and text.rstrip("=") != ""


def parse_drawing(text: str) -> Shape:
    """Read a drawing: rows from the top, ``/`` between them, ``X`` or ``*`` for a cell.

    A trailing ``=`` keeps the orientation. Short rows are filled with ``.``.

    >>> parse_drawing("*/.*=").drawing
    'X./.X='
    """
    body = text.removesuffix("=")
    wrong = sorted(set(body) - _MARKS)
    if wrong:
        raise ShapeError(
            f"drawing {text!r}: {wrong[0]!r} is none of X * . / (a cell, a cell, none, next row)"
        )
    rows = body.split("/")
    if max(len(rows), max(map(len, rows))) > MAX_EXTENT:
        raise ShapeError(f"a drawing may be at most {MAX_EXTENT} cells wide and high")
    cells: list[Cell] = [
        (x, -y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark in "X*"
    ]
    if not cells:
        raise ShapeError(f"drawing {text!r}: no cell (draw a cell as X)")
    return Shape(cells, fixed=text.endswith("="))


def from_digits(digits: str) -> Shape:
    """Read cells as xy digit pairs, as in the names of published instance files.

    >>> from_digits("00101121").drawing
    'XX./.XX'
    """
    if not digits.isascii() or not digits.isdigit() or len(digits) % 2:
        raise ShapeError(f"{digits!r}: expected pairs of digits xy, such as 0010 for the domino")
    return Shape((int(digits[i]), int(digits[i + 1])) for i in range(0, len(digits), 2))


def to_digits(shape: Shape) -> str:
    """Write the cells as xy digit pairs, for shapes of at most ten columns and rows."""
    if shape.width > 10 or shape.height > 10:
        raise ShapeError("xy digits reach ten columns and rows")
    return "".join(f"{x}{y}" for x, y in shape.cells)
