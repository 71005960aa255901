"""What a formula asks, and how an answer's assignment is read as a move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from harary.games import Player

__all__ = ["BitCode", "CellCode", "MoveCode", "Question"]

#: The constant of :mod:`harary.qbf.formula`.
TRUE = 2**31 - 1


@dataclass(frozen=True)
class BitCode:
    """Moves written in binary: one tuple of bit variables a stone, lowest bit first.

    A cell on the first-move list comes first, since the list may bind the first stone of the
    turn. A bit may be a constant after simplification; one that is 0 is gone and may be anything.
    """

    stones: tuple[tuple[int, ...], ...]
    cells: tuple[str, ...]
    listed: tuple[str, ...] = ()

    def decode(self, assignment: Iterable[int]) -> list[str]:
        """The cells that the bits name; codes of no cell are passes and left out."""
        true = {TRUE, *(literal for literal in assignment if literal > 0)}
        codes = [
            sum((bit in true) << place for place, bit in enumerate(bits)) for bits in self.stones
        ]
        named = dict.fromkeys(self.cells[code] for code in codes if code < len(self.cells))
        return sorted(named, key=lambda cell: cell not in self.listed)

    def renumbered(self, new: Sequence[int]) -> BitCode:
        """The code after its variables got new numbers or became constants."""
        stones = tuple(tuple(new[bit] for bit in bits) for bits in self.stones)
        return replace(self, stones=stones)


@dataclass(frozen=True)
class CellCode:
    """Moves written with one variable for each cell."""

    variables: tuple[int, ...]
    cells: tuple[str, ...]
    listed: tuple[str, ...] = ()

    def decode(self, assignment: Iterable[int]) -> list[str]:
        """The cells whose variables are true."""
        true = {TRUE, *(literal for literal in assignment if literal > 0)}
        named = [
            cell
            for variable, cell in zip(self.variables, self.cells, strict=True)
            if variable in true
        ]
        return sorted(named, key=lambda cell: cell not in self.listed)

    def renumbered(self, new: Sequence[int]) -> CellCode:
        """The code after its variables got new numbers or became constants."""
        return replace(self, variables=tuple(new[variable] for variable in self.variables))


MoveCode = BitCode | CellCode


@dataclass(frozen=True)
class Question:
    """The claim that a formula is true of, and what its being false means.

    ``exact`` is False where a false formula proves nothing (COVER, PAIRING). ``first_move``
    reads the first move of the player whom the claim favours out of an assignment of the
    outermost variables, where he moves first.
    """

    game: str
    encoding: str
    length: int
    player: Player
    claim: str
    exact: bool
    first_move: MoveCode | None = None
