"""What a proof is like: its size, its leaves, and the line that resists the longest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from harary.boards import Permutation
from harary.games import Player
from harary.proofs.proof import Child, Proof

__all__ = ["LineMove", "main_line", "moved_back"]


@dataclass(frozen=True)
class LineMove:
    """A move of the main line; ``cell`` is None for a stone that does not matter."""

    player: Player
    cell: int | None
    #: The rule of the position after the move.
    rule: str


def moved_back(forth: Permutation, mask: int) -> int:
    """The cells that a permutation maps into a mask."""
    return sum(1 << cell for cell, image in enumerate(forth) if mask >> image & 1)


def main_line(proof: Proof) -> Iterator[LineMove]:
    """The winner's moves against the replies after which the proof goes on the longest."""
    depths: list[int] = []
    for entry in proof.entries:
        depths.append(1 + max((depths[child.entry - 1] for child in entry.children), default=0))
    forth: Permutation = tuple(range(len(proof.game.cells)))
    winner = proof.claim.player
    entry = proof.entry(proof.root)

    def here(cell: int) -> int:
        return forth.index(cell)

    while entry.children:
        # A pass is shown only where nothing else resists as long.
        child: Child = max(entry.children, key=lambda c: (depths[c.entry - 1], c.cell is not None))
        after = proof.entry(child.entry)
        player = winner if entry.rule == "move" else winner.opponent
        cell = None if child.cell is None else here(child.cell)
        yield LineMove(player, cell, after.rule)
        if child.symmetry:
            symmetry = proof.symmetries[child.symmetry - 1]
            forth = tuple(symmetry[image] for image in forth)
        entry = after
    if entry.rule == "completes":
        mask = moved_back(forth, entry.cells)
        for cell in range(len(forth)):
            if mask >> cell & 1:
                yield LineMove(winner, cell, "won")
