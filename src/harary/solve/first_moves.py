"""The verdict after each first move, one of each class that the symmetries of the game join.

A move is one stone. Where a turn has several, the verdict is that of the best that can be done
with the others. Each question is about a game of its own (:func:`~harary.games.game_after`), with
a bound that is one stone shorter.

The proof of the whole game answers some of them. A claim that favours the other player holds
whatever the first move is; one that favours the player to move holds after the move of the proof.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from harary.errors import DisagreementError, GameError, LimitReached
from harary.games import Player, Position, PositionalGame, Symmetries, Verdict, game_after
from harary.proofs import Proof
from harary.proofs.player import stone_at_leaf
from harary.solve.result import FirstMove, Result
from harary.solve.searcher import Halves, Searcher

__all__ = ["first_stone", "with_first_moves"]


def with_first_moves(
    result: Result,
    game: PositionalGame,
    length: int | None,
    searcher: Searcher,
    *,
    proofs: Sequence[Proof] = (),
    check: bool = True,
    brute: Callable[[int], Verdict] | None = None,
) -> Result:
    """The result with the verdict after each first move, as far as the limits allow.

    ``proofs`` are those of the result; what they say counts as proved if the result is. ``brute``
    is another way to the verdict after a stone: then that is the verdict, and the engine confirms
    it if there is to be a ``check``.
    """
    position = Position(game, length)
    mover, legal = position.to_move, position.legal_cells()
    within = position.length if position.length < game.free_cells else None
    moves: list[FirstMove] = []
    reason = result.reason
    for cells in Symmetries(game).orbits() if legal else ():
        if cells[0] not in legal:
            continue
        name, *same = game.names(cells)
        rest = game_after(game, cells[0], length)
        halves = Halves(
            rest,
            None if within is None else within - 1,
            _known(proofs, mover, cells),
            after=name,
            check=check,
        )
        borrowed = bool(halves.wins)
        verdict = Verdict.UNKNOWN
        try:
            if brute is not None:
                verdict = brute(cells[0])
            if check or brute is None:
                verdict = _decided(halves, searcher, verdict)
        except LimitReached as limit:
            # The loop goes on: of other moves more may be known, or they may be small enough.
            verdict = halves.verdict if verdict is Verdict.UNKNOWN else verdict
            reason = reason or limit.reason
        except GameError as error:
            if brute is None:
                raise
            # The engine has bounds that brute force has not.
            reason = reason or f"not checked: {error}"
        # What brute force found beyond the limits of the engine is not proved.
        shown = halves.verdict is verdict is not Verdict.UNKNOWN
        proved = check and shown and searcher.has_accepted(*halves.proofs)
        if borrowed:
            proved = proved and result.proved
        moves.append(FirstMove(name, tuple(same), verdict, proved))
    winning = {cell for move in moves if move.verdict.winner is mover for cell in move.cells}
    return replace(
        result,
        seconds=searcher.watch.seconds,
        nodes=(result.nodes or 0) if brute is not None else searcher.nodes,
        reason=reason,
        moves=tuple(moves),
        first_moves=tuple(name for name in game.names(legal) if name in winning),
        facts=tuple(searcher.facts),
    )


def first_stone(proof: Proof) -> int | None:
    """The first stone of the winner in a proof that begins with one."""
    entry = proof.entry(proof.root)
    if entry.rule == "move":
        return entry.children[0].cell
    if entry.rule == "completes":
        return (entry.cells & -entry.cells).bit_length() - 1
    if entry.rule in ("links", "linked"):
        position = Position(proof.game, proof.claim.within)
        if position.to_move is proof.claim.player:
            return stone_at_leaf(entry, tuple(range(len(proof.game.cells))), position)
    return None


def _known(
    proofs: Sequence[Proof], mover: Player | None, cells: Sequence[int]
) -> dict[Player, bool]:
    """Which halves of the verdict after these stones the proofs of the game answer."""
    return {
        proof.claim.attacker: proof.claim.wins
        for proof in proofs
        if proof.claim.player is not mover or first_stone(proof) in cells
    }


def _decided(halves: Halves, searcher: Searcher, expected: Verdict) -> Verdict:
    """The verdict by the engine, which has to be the expected one if there is one."""
    while halves.open is not None:
        halves.ask(searcher)
    if expected not in (Verdict.UNKNOWN, halves.verdict):
        raise DisagreementError(
            f"{halves.game}: brute force says {expected.value}, the engine {halves.verdict.value}"
        )
    return halves.verdict
