"""A periodic pairing of the plane: what Breaker answers by, everywhere and for ever."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from harary.plane.lattice import Lattice
from harary.plane.model import Pair
from harary.plane.symmetry import Symmetry
from harary.plane.targets import Form
from harary.shapes import Cell

__all__ = ["PeriodicPairing"]


@dataclass(frozen=True)
class PeriodicPairing:
    """Pairs that are repeated by a lattice; :meth:`of` brings them into one form.

    >>> bricks = PeriodicPairing.of(Lattice(2, 1, 1), [((0, 0), (1, 0))])
    >>> bricks.stops(((0, 0), (0, 1), (1, 0), (1, 1))), bricks.stops(((0, 0), (0, 1)))
    (True, False)
    """

    lattice: Lattice
    pairs: tuple[Pair, ...]

    @classmethod
    def of(cls, lattice: Lattice, pairs: Iterable[tuple[Cell, Cell]]) -> PeriodicPairing:
        """Pairs of cells anywhere on the plane, each once."""
        found = []
        for one, two in pairs:
            first, second = sorted((one, two))
            step = (second[0] - first[0], second[1] - first[1])
            found.append((*lattice.reduced(first), *step))
        return cls(lattice, tuple(sorted(found)))

    @property
    def dominoes(self) -> bool:
        """Whether all pairs are dominoes: a paving."""
        return all(pair[2:] in ((1, 0), (0, 1)) for pair in self.pairs)

    @cached_property
    def partners(self) -> dict[Cell, Cell]:
        """For each cell of the lattice's rectangle that is in a pair, the step to the other."""
        found = {}
        for x, y, dx, dy in self.pairs:
            found[x, y] = (dx, dy)
            found[self.lattice.reduced((x + dx, y + dy))] = (-dx, -dy)
        return found

    def partner(self, cell: Cell) -> Cell | None:
        """The other cell of the pair, anywhere on the plane."""
        step = self.partners.get(self.lattice.reduced(cell))
        return None if step is None else (cell[0] + step[0], cell[1] + step[1])

    def stops(self, form: Form) -> bool:
        """Whether each placement of the form holds a pair."""
        return all(
            any(self.partner((x + dx, y + dy)) in moved for dx, dy in form)
            for x, y in self.lattice.cells
            for moved in [{(x + dx, y + dy) for dx, dy in form}]
        )

    def image(self, symmetry: Symmetry) -> PeriodicPairing:
        """The pairing that a symmetry of the square makes of it."""
        return PeriodicPairing.of(
            self.lattice.image(symmetry),
            [(symmetry((x, y)), symmetry((x + dx, y + dy))) for x, y, dx, dy in self.pairs],
        )

    def needed(self, forms: Sequence[Form]) -> PeriodicPairing:
        """The same without pairs that these forms do not need: a solver may leave some."""
        kept = list(self.pairs)
        for pair in self.pairs:
            fewer = PeriodicPairing(self.lattice, tuple(p for p in kept if p != pair))
            if all(fewer.stops(form) for form in forms):
                kept = list(fewer.pairs)
        return PeriodicPairing(self.lattice, tuple(kept))

    @property
    def written(self) -> list[Any]:
        """For JSON: the lattice and the pairs as four numbers; :meth:`read` reads it."""
        lattice = self.lattice
        return [[lattice.width, lattice.height, lattice.shift], [list(p) for p in self.pairs]]

    @classmethod
    def read(cls, written: Sequence[Any]) -> PeriodicPairing:
        """Read what :attr:`written` gave."""
        (width, height, shift), pairs = written
        return cls(Lattice(width, height, shift), tuple((x, y, u, v) for x, y, u, v in pairs))

    def proof(self, drawn: str) -> str:
        """The file that the stand-alone checker reads, for shapes that are drawn."""
        lattice = self.lattice
        lines = [
            "harary proof 1",
            f"plane {drawn}",
            f"lattice {lattice.width} {lattice.height} {lattice.shift}",
            *(f"pair {x} {y} {x + dx} {y + dy}" for x, y, dx, dy in self.pairs),
            f"end {len(self.pairs)}",
        ]
        return "".join(f"{line}\n" for line in lines)
