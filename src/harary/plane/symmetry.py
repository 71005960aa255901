"""The eight symmetries of the square, as maps of the plane's points."""

from __future__ import annotations

from dataclasses import dataclass

from harary.shapes import Cell

__all__ = ["SYMMETRIES", "Symmetry"]


@dataclass(frozen=True)
class Symmetry:
    """(x, y) goes to (sx x, sy y), with x and y swapped first where ``swap`` says so.

    >>> Symmetry(True, -1, 1)((3, 5))
    (-5, 3)
    """

    swap: bool
    sx: int
    sy: int

    def __call__(self, cell: Cell) -> Cell:
        """Where a point goes."""
        x, y = cell
        return (self.sx * y, self.sy * x) if self.swap else (self.sx * x, self.sy * y)

    @property
    def inverse(self) -> Symmetry:
        """The map back."""
        return Symmetry(True, self.sy, self.sx) if self.swap else self


#: All of them, the identity first.
SYMMETRIES = tuple(
    Symmetry(swap, sx, sy) for swap in (False, True) for sx in (1, -1) for sy in (1, -1)
)
