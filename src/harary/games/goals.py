"""What a player wants: to own all cells of one of some sets, or to join two sides.

Joining is the same as owning one of the minimal paths; but the paths of a Hex board grow
exponentially, so the two kinds are kept apart and a path goal lists its sets only when asked.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from harary.errors import GameError

__all__ = ["MAX_LISTED_PATHS", "CellSet", "ConnectionGoal", "Goal", "SetsGoal", "mask_of"]

CellSet = tuple[int, ...]

#: How many paths a connection goal lists before it gives up.
MAX_LISTED_PATHS = 200_000


def mask_of(cells: Sequence[int]) -> int:
    """The cells as a bit mask."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


class Goal(ABC):
    """What a player must own."""

    @abstractmethod
    def achieved(self, own: int) -> bool:
        """True where the player's stones (a bit mask) achieve the goal."""

    @abstractmethod
    def achieved_at(self, own: int, cell: int) -> bool:
        """The same, knowing that the stone on this cell was the last one."""

    @abstractmethod
    def sets(self, blocked: int = 0, limit: int | None = None) -> tuple[CellSet, ...]:
        """The winning sets; those through blocked cells may be left out.

        More than ``limit`` generated sets are an error.
        """


@dataclass(frozen=True)
class SetsGoal(Goal):
    """Own every cell of one of these sets. A file may list a set twice."""

    listed: tuple[CellSet, ...]

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """Each set as a bit mask, once."""
        return tuple(dict.fromkeys(map(mask_of, self.listed)))

    @cached_property
    def _masks_through(self) -> dict[int, list[int]]:
        through: dict[int, list[int]] = {}
        for cells in self.listed:
            for cell in cells:
                through.setdefault(cell, []).append(mask_of(cells))
        return through

    def achieved(self, own: int) -> bool:
        """True where one of the sets is owned."""
        return any(mask & own == mask for mask in self.masks)

    def achieved_at(self, own: int, cell: int) -> bool:
        """True where one of the sets through the cell is owned."""
        return any(mask & own == mask for mask in self._masks_through.get(cell, ()))

    def sets(
        self,
        blocked: int = 0,  # noqa: ARG002 (a list stays as it is)
        limit: int | None = None,  # noqa: ARG002
    ) -> tuple[CellSet, ...]:
        """The sets as listed."""
        return self.listed


@dataclass(frozen=True)
class ConnectionGoal(Goal):
    """Own a path from a source cell to a target cell in a graph."""

    neighbours: tuple[tuple[int, ...], ...]
    sources: tuple[int, ...]
    targets: tuple[int, ...]

    @cached_property
    def _near(self) -> tuple[int, ...]:
        return tuple(map(mask_of, self.neighbours))

    @cached_property
    def _source_mask(self) -> int:
        return mask_of(self.sources)

    @cached_property
    def _target_mask(self) -> int:
        return mask_of(self.targets)

    def achieved(self, own: int) -> bool:
        """True where the player's stones join a source to a target."""
        return bool(self._group(own & self._source_mask, own) & self._target_mask)

    def achieved_at(self, own: int, cell: int) -> bool:
        """True where the group of this cell joins a source to a target."""
        group = self._group(1 << cell, own)
        return bool(group & self._source_mask) and bool(group & self._target_mask)

    def _group(self, seed: int, own: int) -> int:
        """The cells of ``own`` that are connected to the seed."""
        group = fresh = seed & own
        while fresh:
            reached = 0
            while fresh:
                low = fresh & -fresh
                reached |= self._near[low.bit_length() - 1]
                fresh ^= low
            fresh = reached & own & ~group
            group |= fresh
        return group

    def sets(self, blocked: int = 0, limit: int | None = None) -> tuple[CellSet, ...]:
        """The minimal paths that avoid the blocked cells, sorted."""
        most = MAX_LISTED_PATHS if limit is None else limit
        found: set[CellSet] = set()
        for path in self._paths(blocked):
            found.add(tuple(sorted(path)))
            if len(found) > most:
                raise GameError(
                    f"more than {most} minimal paths: this game is played by "
                    "connectivity, its winning sets cannot be listed"
                )
        return tuple(sorted(found))

    def _paths(self, blocked: int) -> Iterator[list[int]]:
        """Yield the paths without short cuts: just these are minimal.

        Only the ends are on the sides, and no cell of a path touches an earlier one but its
        predecessor.
        """
        path: list[int] = []
        # Cells to try next: how long the path is before each, and what is forbidden after it.
        # A list and not recursion, since a path may be longer than Python's stack.
        ahead = [
            (source, 0, blocked | self._source_mask)
            for source in reversed(self.sources)
            if not blocked >> source & 1
        ]
        while ahead:
            cell, length, forbidden = ahead.pop()
            path[length:] = [cell]
            if self._target_mask >> cell & 1:
                yield path
                continue
            beyond = forbidden | self._near[cell]
            open_cells = self._near[cell] & ~forbidden
            if self._reaches_target(open_cells, beyond):
                ahead += [
                    (near, length + 1, beyond)
                    for near in reversed(self.neighbours[cell])
                    if open_cells >> near & 1
                ]

    def _reaches_target(self, seeds: int, forbidden: int) -> bool:
        """False where no path goes on from the seeds, so that no dead end is walked."""
        cells = (1 << len(self.neighbours)) - 1
        return bool(self._group(seeds, cells & ~forbidden | seeds) & self._target_mask)
