"""A proof made smaller: fewer entries for the same claim.

The proof is read as a strategy and written again. Where the loser is to move, a pass is tried
in place of a long list of replies: if the proof has none there, any of its replies serves as
one, because a stone that the winner's play does not touch may as well be missing (it is a
*ghost* of the strategy). Positions that are won at once become leaves, equal and symmetric
positions become one entry, and replies that do not matter go. Nothing is searched, so this
takes about as long as reading the proof.

If that gives no fewer entries, the proof is left as it is, without what is not used.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from harary.boards import Permutation
from harary.limits import Limits
from harary.proofs import Child, Proof
from harary.search.prover import ClaimRefutedError, Prover

__all__ = ["minimise", "without_unused"]


def minimise(proof: Proof, limits: Limits | None = None) -> Proof:
    """A proof of the same claim with as few entries as is found, or the same one.

    >>> from harary.games import Player
    >>> from harary.proofs import Claim
    >>> from harary.search.prover import prove
    >>> from harary.text import game
    >>> [proof] = prove(game("el@3x3"), [Claim(Player.BLACK)])
    >>> len(minimise(proof).entries) <= len(proof.entries)
    True
    """
    best = without_unused(proof)
    if best.entry(best.root).rule == "stealing":
        return best
    size = len(proof.game.cells)
    guide = _Strategy(_Known(best), best.root, tuple(range(size)))
    try:
        again = Prover(proof.game, proof.claim, limits=limits, guide=guide).prove()
    except ClaimRefutedError:
        # A leaf that counts every stone of the loser (Beck's) cannot do without a ghost.
        return best
    return min(best, again, key=lambda found: len(found.entries))


def without_unused(proof: Proof) -> Proof:
    """The same proof without entries and symmetries that the root does not need."""
    needed = {proof.root}
    for number in range(proof.root, 0, -1):
        if number in needed:
            needed.update(child.entry for child in proof.entry(number).children)
    new = {old: place for place, old in enumerate(sorted(needed), 1)}
    used: dict[int, int] = {}

    def renumbered(child: Child) -> Child:
        symmetry = child.symmetry and used.setdefault(child.symmetry, len(used) + 1)
        return Child(child.cell, new[child.entry], symmetry)

    entries = []
    for old in sorted(needed):
        entry = proof.entry(old)
        children = tuple(map(renumbered, entry.children))
        entries.append(replace(entry, children=children))
    symmetries = [proof.symmetries[old - 1] for old in used]
    return Proof(proof.game, proof.claim, entries, new[proof.root], symmetries)


class _Known:
    """A proof, with the number of entries below each entry as a measure of what it costs."""

    def __init__(self, proof: Proof) -> None:
        self.proof = proof

    @cached_property
    def weight(self) -> list[int]:
        """For each entry, roughly how large the tree below it is."""
        weights: list[int] = []
        for entry in self.proof.entries:
            below = sum(weights[child.entry - 1] for child in entry.children)
            weights.append(min(1 + below, 10**12))
        return weights


class _Strategy:
    """An entry of a proof, and the permutation that maps the position here to the entry's.

    The entry may have stones of the loser that are missing here (ghosts), and lack others that
    lie outside its support.
    """

    def __init__(self, known: _Known, entry: int, forth: Permutation) -> None:
        self._known = known
        self._number = entry
        self._entry = known.proof.entry(entry)
        self._forth = forth

    @cached_property
    def _back(self) -> dict[int, int]:
        return {image: cell for cell, image in enumerate(self._forth)}

    def cell(self) -> int | None:
        """The winner's move here."""
        if self._entry.rule != "move":
            return None
        cell = self._entry.children[0].cell
        assert cell is not None
        return self._back[cell]

    def pairs(self) -> list[tuple[int, int]] | None:
        """The pairs by which the position is won at once."""
        if self._entry.rule != "pairs":
            return None
        return [(self._back[a], self._back[b]) for a, b in self._entry.pairs]

    def after(self, cell: int | None) -> _Strategy:
        """What the strategy does after a move; a pass, or the lightest reply, stands for others."""
        children = self._entry.children
        if not children:
            return self
        image = None if cell is None else self._forth[cell]
        child = next((c for c in children if c.cell == image), None)
        if child is None:
            child = next((c for c in children if c.cell is None), None)
        if child is None:
            child = min(children, key=lambda c: self._known.weight[c.entry - 1])
        forth = self._forth
        if child.symmetry:
            symmetry = self._known.proof.symmetries[child.symmetry - 1]
            forth = tuple(symmetry[image] for image in forth)
        return _Strategy(self._known, child.entry, forth)

    def moved(self, symmetry: Permutation) -> _Strategy:
        """The same strategy for the position that the symmetry maps this one to."""
        forth = [0] * len(symmetry)
        for cell, image in enumerate(symmetry):
            forth[image] = self._forth[cell]
        return _Strategy(self._known, self._number, tuple(forth))
