"""Playing from a proof: the winner's moves, whatever the loser does.

The player follows the entries as long as they have moves. A stone of the loser that the proof
does not list is a pass there. At a leaf he plays on by the reason that stands in it: he answers
in the pairs, or takes the cell that counts most. So he never leaves the proof, and the game ends
as it claims.
"""

from __future__ import annotations

from harary.boards import Permutation
from harary.errors import InputError
from harary.games import ConnectionGoal, Player, Position
from harary.games.goals import mask_of
from harary.proofs.links import Links
from harary.proofs.proof import Child, Entry, Proof

__all__ = ["ProofPlayer", "stone_at_leaf"]


class ProofPlayer:
    """The winner of a proof at a position of its game, told of each move that is played.

    >>> from harary.proofs import Claim
    >>> from harary.search.prover import prove
    >>> from harary.text import game
    >>> el = game("el@3x3")
    >>> player = ProofPlayer(prove(el, [Claim(Player.BLACK)])[0])
    >>> position = Position(el)
    >>> cell = player.move(position)
    >>> position.push(cell); player.told(position)
    >>> el.cells[cell]
    'b2'
    """

    def __init__(self, proof: Proof) -> None:
        self.proof = proof
        self.player = proof.claim.player
        self._entry = proof.entry(proof.root)
        if self._entry.rule == "stealing":
            raise InputError(
                "this proof shows by stealing that White does not win: it has no moves to play"
            )
        self._forth: Permutation = tuple(range(len(proof.game.cells)))

    @classmethod
    def at(cls, proof: Proof, position: Position) -> ProofPlayer:
        """The player at a position in which the winner's moves so far were the proof's."""
        player = cls(proof)
        game = Position(position.game, position.length)
        for move in position.moves:
            if game.to_move is player.player:
                expected = game.game.cells[player.move(game)]
                if expected != move:
                    raise InputError(f"{move} is not the move of the proof: it plays {expected}")
            game.push(move)
            player.told(game)
        return player

    def move(self, position: Position) -> int:
        """The winner's next stone."""
        legal = position.legal_cells()
        if not legal or position.to_move is not self.player:
            raise InputError(f"it is not {self.player.value}'s move")
        entry = self._entry
        if entry.rule == "move":
            cell = entry.children[0].cell
            assert cell is not None
            return self._forth.index(cell)
        if entry.rule == "completes":
            for cell in legal:
                if entry.cells >> self._forth[cell] & 1:
                    return cell
        return stone_at_leaf(entry, self._forth, position)

    def told(self, position: Position) -> None:
        """The last move of the position has just been played, by either player."""
        cell = position.game.index(position.moves[-1])
        entry = self._entry
        if not entry.children:
            return
        image = self._forth[cell]
        child = next((c for c in entry.children if c.cell == image), None)
        if child is None:
            child = next((c for c in entry.children if c.cell is None), None)
        if child is None:
            raise InputError(f"{position.moves[-1]} is no move of this proof")
        self._follow(child)

    def _follow(self, child: Child) -> None:
        if child.symmetry:
            symmetry = self.proof.symmetries[child.symmetry - 1]
            self._forth = tuple(symmetry[image] for image in self._forth)
        self._entry = self.proof.entry(child.entry)


def stone_at_leaf(entry: Entry, forth: Permutation, position: Position) -> int:
    """The winner's stone, who is to move, by the reason of a leaf.

    ``forth`` maps the cells of the position to those of the entry.
    """
    player = position.to_move
    assert player is not None
    legal = position.legal_cells()
    if entry.rule == "linked":
        return _linking(entry, forth, position, player, legal)
    free = set(legal)
    pairs = [tuple(map(forth.index, pair)) for pair in entry.pairs]
    for one, two in pairs:
        # A pair with one stone of the loser, and none of ours, is answered.
        if (one in free) != (two in free):
            taken = two if one in free else one
            if position.own(player.opponent) >> taken & 1:
                return one if one in free else two
    if entry.rule == "links":
        for one, two in pairs:
            if one in free and two in free:
                return one
    if any(isinstance(position.game.goal(who), ConnectionGoal) for who in Player):
        # Nothing is left to do, and the paths are too many to count.
        return legal[0]
    # Only by Beck's criterion it is the winner who attacks.
    attacker = player if entry.rule == "beck" else player.opponent
    return max(legal, key=lambda cell: (_worth(position, attacker, cell), -cell))


def _linking(
    entry: Entry, forth: Permutation, position: Position, player: Player, legal: list[int]
) -> int:
    """A stone after which the links of the entry hold, if possible one that they need."""
    own, other = position.own(player), position.own(player.opponent)
    links = Links(entry.steps, [forth.index(cell) for cell in range(len(forth))])
    holding = [cell for cell in legal if links.hold(own | 1 << cell, other)]
    return max(holding or legal, key=lambda cell: (links.carrier >> cell & 1, -cell))


def _worth(position: Position, attacker: Player, cell: int) -> int:
    """How much of the attacker's potential a cell holds."""
    own, other = position.own(attacker), position.own(attacker.opponent)
    game = position.game
    sets = game.black_sets if attacker is Player.BLACK else game.white_sets
    worth = 0
    for cells in set(map(frozenset, sets)):
        mask = mask_of(tuple(cells))
        if mask >> cell & 1 and not mask & other:
            worth += 1 << max(0, 40 - (mask & ~own).bit_count())
    return worth
