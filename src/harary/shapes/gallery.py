"""The gallery of paper 000 (Fig. 2): all polyominoes up to six cells, winners and losers.

A *winner* is a shape that the first player can achieve on a large enough board; a *loser*
is one that he cannot achieve on any board, nor on the plane. The statuses are the published
ones and are shown with their source: nothing here is computed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from harary.shapes.enumerate import free_polyominoes
from harary.shapes.names import text_of
from harary.shapes.shape import Shape

__all__ = ["GalleryEntry", "Status", "gallery"]


class Status(StrEnum):
    """What is published about a shape on the plane."""

    WINNER = "winner"
    LOSER = "loser"
    REPORTED = "reported winner"


@dataclass(frozen=True)
class GalleryEntry:
    """A shape of the gallery with its published status and where that was published."""

    shape: Shape
    status: Status
    source: str

    @property
    def name(self) -> str:
        """The name of the shape."""
        return text_of(self.shape)


_HARARY = "Harary 1979 (Gardner, Scientific American 240), as in paper 000, Fig. 2"
_SNAKY = (
    "open in papers 000 to 004; two reports of 2026 say that Maker wins the weak game "
    "(on 15x15, and on the plane within 21 moves); not checked here"
)

#: The eleven winners. Every other polyomino up to six cells but snaky is a loser.
_WINNERS = frozenset(
    {
        "elam",
        "domino",
        "tic",
        "el",
        "skinny",
        "elly",
        "knobby",
        "tippy",
        "n-pentomino",
        "y-pentomino",
        "l-pentomino",
    }
)


def gallery() -> list[GalleryEntry]:
    """Every free polyomino of one to six cells with its published status.

    >>> from collections import Counter
    >>> sorted(Counter(entry.status.value for entry in gallery()).items())
    [('loser', 44), ('reported winner', 1), ('winner', 11)]
    """
    return [_entry(shape) for cells in range(1, 7) for shape in free_polyominoes(cells)]


def _entry(shape: Shape) -> GalleryEntry:
    name = text_of(shape)
    if name == "snaky":
        return GalleryEntry(shape, Status.REPORTED, _SNAKY)
    return GalleryEntry(shape, Status.WINNER if name in _WINNERS else Status.LOSER, _HARARY)
