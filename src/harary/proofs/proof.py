"""A proof in memory: entries for positions, each by one rule from entries before it.

The names of the rules and what an entry means stand in ``docs/proof-format.md``. Nothing here
judges a proof; that is the stand-alone checker's work (:mod:`harary.proofs.check`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from harary.boards import Permutation
from harary.games import Player, PositionalGame
from harary.proofs.claim import Claim

__all__ = ["LEAVES", "SOURCE", "TARGET", "Child", "Entry", "Proof", "Step"]

#: Rules by which a position is decided at once.
LEAVES = (
    "won",
    "completes",
    "blocked",
    "pairs",
    "potential",
    "out-of-stones",
    "beck",
    "links",
    "linked",
    "stealing",
)


@dataclass(frozen=True, slots=True)
class Child:
    """A move (None: a pass) and the entry of the position after it.

    ``symmetry`` is 0, or the number of the permutation that maps that position to the entry's.
    """

    cell: int | None
    entry: int
    symmetry: int = 0


#: The sides that the winner joins, where a cell could stand.
SOURCE, TARGET = -1, -2


@dataclass(frozen=True, slots=True)
class Step:
    """A link of two points by half-links, or through a third one (in the middle) by two links.

    A point is a cell, which stands for its group if it has a stone, or a side. ``parts`` are
    earlier steps of the entry, counted from 1; 0 are points that touch.
    """

    points: tuple[int, ...]
    parts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A position: stones as bit masks, the stones of the turns so far, and why it is won.

    ``children`` belong to the rules ``move`` and ``reply``, ``cells`` to ``completes`` and, where
    sides are joined, ``out-of-stones``, ``pairs`` to ``pairs`` and ``links``, ``steps`` to
    ``linked``.
    """

    black: int
    white: int
    placed: int
    rule: str
    children: tuple[Child, ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()
    cells: int = 0
    steps: tuple[Step, ...] = ()

    def stones(self, player: Player) -> int:
        """A player's stones as a bit mask."""
        return self.black if player is Player.BLACK else self.white


@dataclass(frozen=True)
class Proof:
    """Entries for one claim, numbered from 1; ``root`` is the entry of the claim's position.

    ``symmetries`` are numbered from 1, too.
    """

    game: PositionalGame
    claim: Claim
    entries: list[Entry]
    root: int
    symmetries: list[Permutation] = field(default_factory=list)

    def entry(self, number: int) -> Entry:
        """The entry with this number."""
        return self.entries[number - 1]

    def rules(self) -> Counter[str]:
        """How many entries there are by each rule."""
        return Counter(entry.rule for entry in self.entries)

    def depth(self) -> int:
        """The most entries on a way from the root to a leaf."""
        depths: list[int] = []
        for entry in self.entries:
            below = (depths[child.entry - 1] for child in entry.children)
            depths.append(1 + max(below, default=0))
        return depths[self.root - 1]
