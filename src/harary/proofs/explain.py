"""What a proof is like: the reasons of its leaves, and the line that resists the longest.

The *main line* is a game that the loser may play against the proof: the winner makes the moves
of the proof, the loser those that delay him longest. It can be played on a board: where the proof
has a pass, the loser goes to a cell that needs no answer, and a reply that is no longer free since
such a stone lies there is left out. Where a defender wins, the line ends where a reason takes
over that needs no more moves of the proof, a pairing for example; an attacker who could go on for
longer by letting the defender complete a set does not do so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from harary.boards import Permutation
from harary.games import Player, Position
from harary.proofs.player import stone_at_leaf
from harary.proofs.proof import Child, Entry, Proof

__all__ = ["REASONS", "LineMove", "main_line", "moved_back"]

#: Each rule in words.
REASONS = {
    "move": "the winner moves",
    "reply": "the loser moves",
    "completes": "completes a set",
    "won": "has completed a set",
    "blocked": "no live set is left",
    "pairs": "a pairing",
    "potential": "the potential is small",
    "out-of-stones": "out of stones",
    "beck": "Beck's criterion",
    "links": "bridges to both sides",
    "linked": "links to both sides",
    "stealing": "strategy stealing",
}


@dataclass(frozen=True)
class LineMove:
    """A move of the main line; ``matters`` is False where any other cell is as good."""

    player: Player
    cell: int
    matters: bool
    #: The rule of the position after the move.
    rule: str


def moved_back(forth: Permutation, mask: int) -> int:
    """The cells that a permutation maps into a mask."""
    return sum(1 << cell for cell, image in enumerate(forth) if mask >> image & 1)


def main_line(proof: Proof) -> Iterator[LineMove]:
    """The winner's moves against the replies after which the proof goes on the longest."""
    worth = _worth_below(proof)
    position = Position(proof.game, proof.claim.within)
    forth: Permutation = tuple(range(len(proof.game.cells)))
    winner = proof.claim.player
    entry = proof.entry(proof.root)
    while entry.children and position.outcome() is None:
        moves = _moves(entry, forth, position)
        # A pass is shown only where nothing else resists as long.
        child, cell = max(moves, key=lambda m: (worth[m[0].entry - 1], m[0].cell is not None))
        player = winner if entry.rule == "move" else winner.opponent
        if child.symmetry:
            symmetry = proof.symmetries[child.symmetry - 1]
            forth = tuple(symmetry[image] for image in forth)
        entry = proof.entry(child.entry)
        position.push(cell)
        # Stones elsewhere may end the game before the proof comes to a leaf.
        ended = entry.children and position.outcome() is not None
        rule = "out-of-stones" if ended else entry.rule
        yield LineMove(player, cell, child.cell is not None, rule)
    if entry.rule == "completes":
        mask = moved_back(forth, entry.cells)
        for cell in range(len(forth)):
            if mask >> cell & 1 and position.outcome() is None:
                position.push(cell)
                yield LineMove(winner, cell, matters=True, rule="won")
    elif entry.rule in ("links", "linked") and position.to_move is winner:
        yield LineMove(winner, stone_at_leaf(entry, forth, position), True, entry.rule)


def _moves(entry: Entry, forth: Permutation, position: Position) -> list[tuple[Child, int]]:
    """The moves of an entry that can be played, each with its cell."""
    legal = position.legal_cells()
    children = {forth.index(c.cell): c for c in entry.children if c.cell is not None}
    moves = [(child, cell) for cell, child in children.items() if cell in legal]
    passing = next((child for child in entry.children if child.cell is None), None)
    elsewhere = next((cell for cell in legal if cell not in children), None)
    if passing is not None and elsewhere is not None:
        moves.append((passing, elsewhere))
    return moves


def _worth_below(proof: Proof) -> list[tuple[bool, int]]:
    """For each entry, how well the loser may do from there: does he hold out, and how long.

    Of a claim that he does not win it is better not to lose; then it is the most stones that are
    placed until a leaf has its reason.
    """
    found: list[tuple[bool, int]] = []
    for entry in proof.entries:
        if entry.children:
            kept, stones = max(found[child.entry - 1] for child in entry.children)
            found.append((kept, stones + 1))
        else:
            kept = not proof.claim.wins and entry.rule not in ("won", "completes")
            stones = entry.cells.bit_count() if entry.rule == "completes" else 0
            found.append((kept, stones))
    return found
