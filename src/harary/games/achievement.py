"""Achievement games on grids: polyominoes (Harary's game, GTTT(p,q)) and rows (m,n,k).

The winning sets are all placements of one or several *targets*: shapes, or rows of k in any
straight direction. Tic-tac-toe is ``row3@3x3``, Qubic ``row4@4x4x4``.
"""

from __future__ import annotations

from dataclasses import dataclass

from harary.boards import Grid, lines, placements
from harary.games.goals import CellSet
from harary.shapes import Shape, text_of

__all__ = ["Row", "Target", "target_text", "winning_sets"]


@dataclass(frozen=True)
class Row:
    """So many cells in a straight line, diagonals too."""

    length: int

    @property
    def text(self) -> str:
        """The row as in a game text."""
        return f"row{self.length}"


Target = Shape | Row


def target_text(target: Target) -> str:
    """A target as in a game text."""
    return target.text if isinstance(target, Row) else text_of(target)


def winning_sets(board: Grid, target: Target) -> list[CellSet]:
    """All placements of a target, each set once, sorted."""
    if isinstance(target, Row):
        return lines(board, target.length)
    return placements(board, target)
