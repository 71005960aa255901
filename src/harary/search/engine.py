"""The native engine's proof-number search: a verdict on a claim, and its proof.

This is the Python face of ``crates/engine/src/prove``: it hands over the game and turns the
entries that come back into a :class:`~harary.proofs.Proof`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from harary import _engine
from harary.errors import LimitReached, MemoryLimitReached, TimeLimitReached
from harary.games import Player, PositionalGame, Symmetries
from harary.games.goals import mask_of
from harary.limits import Limits
from harary.proofs import Child, Claim, Entry, Proof
from harary.search.native import rules_of
from harary.search.prover import Times

__all__ = ["Decision", "Knowledge", "decide"]


@dataclass(frozen=True)
class Knowledge:
    """What the search may use, for experiments: effort for pairings, potential, zones."""

    pairing: int = 60
    potential: bool = True
    zones: bool = True
    symmetric: int = 8


@dataclass(frozen=True)
class Decision:
    """Whether the attacker wins, the proof of that, and how many positions it took."""

    attacker_wins: bool
    proof: Proof
    nodes: int


#: Larger groups are not used.
_MOST_SYMMETRIES = 1000


def decide(
    game: PositionalGame,
    attacker: Player,
    within: int | None = None,
    *,
    limits: Limits | None = None,
    progress: Callable[[int], object] | None = None,
    knowledge: Knowledge | None = None,
) -> Decision:
    """Decide whether a player completes a set first, within a bound or at all.

    >>> from harary.text import game
    >>> decide(game("tippy@5x5"), Player.BLACK).attacker_wins
    True
    """
    limits, known = limits or Limits(), knowledge or Knowledge()
    times = Times(game, within)
    symmetries = Symmetries(game)
    elements = symmetries.elements if symmetries.order <= _MOST_SYMMETRIES else ()
    group = _engine.Group(len(game.cells), elements) if elements else None
    answer, entries, nodes, reason = _engine.prove(
        rules_of(game),
        bytes(player is Player.WHITE for player in times.head),
        bytes(player is Player.WHITE for player in times.cycle),
        int(attacker is Player.WHITE),
        group,
        pairing=known.pairing,
        potential=known.potential,
        zones=known.zones,
        symmetric=known.symmetric,
        timeout=limits.seconds,
        memory=limits.memory,
        progress=None if progress is None else lambda _layer, positions: progress(positions),
    )
    if answer is None:
        raise _stopped(reason, limits)
    used: dict[int, int] = {}

    def through(element: int | None) -> int:
        return 0 if element is None else used.setdefault(element, len(used) + 1)

    written = [
        Entry(
            mask_of(black),
            mask_of(white),
            moment,
            rule,
            tuple(Child(cell, entry + 1, through(element)) for cell, entry, element in children),
            tuple(pairs),
            mask_of(cells),
        )
        for black, white, moment, rule, children, pairs, cells in entries
    ]
    claim = Claim(attacker, answer, within)
    proof = Proof(game, claim, written, len(written), [elements[number] for number in used])
    return Decision(answer, proof, nodes)


def _stopped(reason: str | None, limits: Limits) -> LimitReached:
    if reason == "memory":
        return MemoryLimitReached(f"no answer within {limits.memory} bytes")
    return TimeLimitReached(f"no answer within {limits.seconds:g} s")
