"""Pairings as a question of propositional logic, on a lattice or on a finite board.

Statement. Let a *region* be the torus of a lattice or a rectangle of w times h points. A pairing
of the region is a set of disjoint pairs {c, c+d}; on a torus the pair stands for all of its
translates by the lattice, and c and c+d must not be the same point of the torus. It *stops* a
form if each placement of the form (on a rectangle: each that lies inside) holds both cells of a
pair. *Dominoes* are the pairs with d = (1, 0) or (0, 1).

Variables. One for each pair that lies in some placement. A pair is written (x, y, dx, dy) with
(dx, dy) > (0, 0) and with (x, y) in the region; variables are numbered from 1 in the order of
these quadruples.

Clauses. (1) Each placement: one of the pairs in it. (2) Each two pairs that share a cell: not
both. A placement without pairs gives the empty clause, so the single cell is never stopped.

Why both regions. A pairing of a torus, repeated, is one of the plane. A pairing of the plane,
cut by the border of a rectangle, is one of that rectangle, whatever its period and also if it
has none. So a torus that has one is a *yes*, a rectangle that has none is a *no*; and if every
rectangle has one, the plane has one (by compactness), which need not be periodic: there may be
questions that neither answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from harary.plane.lattice import Lattice
from harary.plane.targets import Form
from harary.shapes import Cell

__all__ = ["Model", "Pair", "Rectangle", "Region", "pairs_in"]

Pair = tuple[int, int, int, int]
"""(x, y, dx, dy): the cells (x, y) and (x + dx, y + dy), with (dx, dy) > (0, 0)."""


@dataclass(frozen=True)
class Rectangle:
    """A finite board of the plane."""

    width: int
    height: int

    @property
    def text(self) -> str:
        """As boards are written: ``6x5``."""
        return f"{self.width}x{self.height}"

    def reduced(self, cell: Cell) -> Cell:
        """Each point is itself."""
        return cell

    def corners(self, form: Form) -> Iterator[Cell]:
        """Where the form lies."""
        for x in range(self.width - max(x for x, _ in form)):
            for y in range(self.height - max(y for _, y in form)):
                yield x, y


Region = Lattice | Rectangle


def pairs_in(form: Form, dominoes: bool) -> list[Pair]:
    """The pairs in a form, or the dominoes only."""
    found = [(x, y, u - x, v - y) for (x, y), (u, v) in combinations(form, 2)]
    return [pair for pair in found if pair[2:] in ((1, 0), (0, 1))] if dominoes else found


class Model:
    """The variables and clauses for some forms on a region."""

    def __init__(self, forms: Sequence[Form], region: Region, dominoes: bool) -> None:
        self.region = region
        listed = [pairs_in(form, dominoes) for form in forms]
        # Each placement by its pairs; on a torus, what would pair a point with itself is none.
        usable: dict[Pair, tuple[Cell, Cell]] = {}
        rows: list[list[list[Pair]]] = []
        for form, inside in zip(forms, listed, strict=True):
            own = []
            for x, y in self._corners(form):
                row = []
                for px, py, dx, dy in inside:
                    start = region.reduced((x + px, y + py))
                    end = region.reduced((start[0] + dx, start[1] + dy))
                    if start != end:
                        pair = (*start, dx, dy)
                        usable[pair] = (start, end)
                        row.append(pair)
                own.append(row)
            rows.append(own)
        #: The pair of each variable.
        self.pairs = sorted(usable)
        number = {pair: variable for variable, pair in enumerate(self.pairs, 1)}
        #: The two cells of each pair, as numbers.
        self.ends = self._ends(usable)
        #: For each form the clauses of its placements.
        self.placements = [[[number[pair] for pair in row] for row in own] for own in rows]

    def _corners(self, form: Form) -> Iterator[Cell]:
        region = self.region
        return iter(region.cells) if isinstance(region, Lattice) else region.corners(form)

    def _ends(self, usable: dict[Pair, tuple[Cell, Cell]]) -> list[tuple[int, int]]:
        cells: dict[Cell, int] = {}
        for ends in usable.values():
            for cell in ends:
                cells.setdefault(cell, len(cells))
        return [(cells[usable[pair][0]], cells[usable[pair][1]]) for pair in self.pairs]

    def exclusions(self) -> Iterator[list[int]]:
        """The clauses of pairs that share a cell."""
        at: dict[int, list[int]] = {}
        for variable, ends in enumerate(self.ends, 1):
            for cell in ends:
                at.setdefault(cell, []).append(variable)
        for variables in at.values():
            for one, two in combinations(variables, 2):
                yield [-one, -two]

    def clauses(self) -> Iterator[list[int]]:
        """All clauses, the placements first."""
        for own in self.placements:
            yield from own
        yield from self.exclusions()
