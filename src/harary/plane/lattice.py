"""Lattices of the plane: the periods of pairings.

A lattice is the set of integer combinations of (width, 0) and (shift, height), with
0 <= shift < width. Every lattice of the plane has exactly one such basis (its Hermite normal
form), so the lattices of area A are counted by going through the divisors of A: as many as the
sum of these divisors. Rectangles have shift 0; the others are *sheared*.

Two points that differ by a vector of the lattice are the same point of its torus. The rectangle
of ``width`` times ``height`` points from the origin has each point of the torus once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from harary.plane.symmetry import Symmetry
from harary.shapes import Cell

__all__ = ["Lattice", "lattices"]


@dataclass(frozen=True, order=True)
class Lattice:
    """The integer combinations of (width, 0) and (shift, height).

    >>> Lattice(4, 2, 1).reduced((5, 3))
    (0, 1)
    """

    width: int
    height: int
    shift: int = 0

    @property
    def area(self) -> int:
        """How many points its torus has."""
        return self.width * self.height

    @property
    def text(self) -> str:
        """The width, the height and the shift: ``4x2+1``."""
        return f"{self.width}x{self.height}+{self.shift}"

    @property
    def cells(self) -> list[Cell]:
        """A point of each class: the rectangle at the origin, column by column."""
        return [(x, y) for x in range(self.width) for y in range(self.height)]

    def reduced(self, cell: Cell) -> Cell:
        """The point of the rectangle that is the same point of the torus."""
        rounds, y = divmod(cell[1], self.height)
        return ((cell[0] - rounds * self.shift) % self.width, y)

    def image(self, symmetry: Symmetry) -> Lattice:
        """The lattice that a symmetry of the square makes of it."""
        return _spanned(symmetry((self.width, 0)), symmetry((self.shift, self.height)))


def _spanned(one: Cell, two: Cell) -> Lattice:
    """The lattice of two vectors, brought into its normal form by Euclid's steps."""
    while two[1]:
        times = one[1] // two[1]
        one, two = two, (one[0] - times * two[0], one[1] - times * two[1])
    width = abs(two[0])
    # A basis of a lattice of the plane: now it is (one, two) with two = (+-width, 0).
    x, height = one if one[1] > 0 else (-one[0], -one[1])
    return Lattice(width, height, x % width)


def lattices(area: int, group: list[Symmetry] | None = None) -> Iterator[Lattice]:
    """Every lattice of this area, or one of each class of those that a group makes equal.

    >>> [lattice.text for lattice in lattices(2)]
    ['2x1+0', '2x1+1', '1x2+0']
    """
    for height in range(1, area + 1):
        if area % height == 0:
            for shift in range(area // height):
                found = Lattice(area // height, height, shift)
                if all(found.image(symmetry) >= found for symmetry in group or []):
                    yield found
