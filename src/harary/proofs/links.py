"""The links of a proof, played: whether they still hold with more stones on the board.

An entry says once how the winner's sides are linked. While the game goes on he keeps that true
with each of his stones. A link by half-links holds if he has begun one of them, so that both of
its own links hold, or if those that his opponent has not touched still have no cell in common.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from harary.proofs.proof import Step

__all__ = ["Links"]


class Links:
    """The steps of an entry, with the cells of the game that they are used for."""

    def __init__(self, steps: Sequence[Step], home: Sequence[int]) -> None:
        self._parts = [step.parts for step in steps]
        middles = [step.points[1] if len(step.points) == 3 else None for step in steps]
        self._middles = [None if cell is None else home[cell] for cell in middles]
        #: Of a half-link or a link through a stone its cells, as a mask: a superset of what
        #: matters, since stones stand in it, too.
        self._carriers: list[int] = []
        for parts, middle in zip(self._parts, self._middles, strict=True):
            carrier = 0 if middle is None else 1 << middle
            for part in parts:
                carrier |= self._carriers[part - 1] if part else 0
            self._carriers.append(carrier)

    @cached_property
    def carrier(self) -> int:
        """The cells that the links may use."""
        return self._carriers[-1]

    def hold(self, own: int, other: int) -> bool:
        """Whether the winner, with these stones, joins his sides though his opponent moves."""
        return self._holds(len(self._parts), own, other)

    def _holds(self, number: int, own: int, other: int) -> bool:
        """Whether a step holds as a link; 0 are points that touch."""
        if number == 0:
            return True
        parts, middle = self._parts[number - 1], self._middles[number - 1]
        if middle is not None:
            return bool(own >> middle & 1) and all(self._holds(p, own, other) for p in parts)
        if any(self._holds(part, own, other) for part in parts):
            return True
        common = -1
        for part in parts:
            if not self._carriers[part - 1] & other:
                common &= self._carriers[part - 1] & ~own
        return common == 0
