"""The native engine's proof-number search: a verdict on a claim, and its proof.

This is the Python face of ``crates/engine/src/prove``: it hands over the game and turns the
entries that come back into a :class:`~harary.proofs.Proof`.

In the strong game there are two questions that may be much easier than the whole one: can the
defender just block (he does not win either, but blocking is enough), and who wins if he also
may complete a set? :func:`settle` asks both in turn, with more and more time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from harary import _engine
from harary.errors import LimitReached, MemoryLimitReached, TimeLimitReached
from harary.games import ConnectionGoal, Player, PositionalGame, Rule, Symmetries
from harary.games.goals import mask_of
from harary.limits import Limits, Watch
from harary.proofs import Child, Claim, Entry, Proof
from harary.search.native import rules_of
from harary.search.prover import Times

__all__ = ["Decision", "Knowledge", "decide", "decide_by_blocking", "settle"]

Progress = Callable[[int], object]


@dataclass(frozen=True)
class Knowledge:
    """What the search may use: for experiments, and for tests with each piece switched off."""

    #: Steps of the search for a pairing at a position; 0 for none.
    pairing: int = 300
    #: The potential of Erdős and Selfridge.
    potential: bool = True
    #: Beck's criterion for Maker.
    beck: bool = True
    #: Positions that are looked at for a sequence of threats; 0 for none.
    threats: int = 30
    #: A threat restricts the replies to it at once.
    danger: bool = True
    #: Cells that another one dominates are left out.
    dominated: bool = True
    #: A pass is tried first; only moves in the zone of its refutation are looked at.
    zones: bool = True
    #: Positions with at most so many stones are brought into symmetric form.
    symmetric: int = 12

    @classmethod
    def none(cls) -> Knowledge:
        """The rules and a table, nothing else."""
        return cls(0, False, False, 0, False, False, False, 0)


@dataclass(frozen=True)
class Decision:
    """Whether the attacker wins, the proof of that, and what it took."""

    attacker_wins: bool
    proof: Proof
    statistics: Mapping[str, int]

    @property
    def nodes(self) -> int:
        """How many positions were looked at."""
        return self.statistics["positions"]


#: Larger groups are not used.
_MOST_SYMMETRIES = 1000
#: Seconds that the two questions of the strong game get at first, and how they grow.
_FIRST_SECONDS, _GROWTH = 1.0, 4.0


def decide(
    game: PositionalGame,
    attacker: Player,
    within: int | None = None,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    knowledge: Knowledge | None = None,
) -> Decision:
    """Decide whether a player completes a set first, within a bound or at all.

    >>> from harary.text import game
    >>> decide(game("tippy@5x5"), Player.BLACK).attacker_wins
    True
    """
    rules = rules_of(game)
    return _decide(rules, game, attacker, within, limits, progress, knowledge)


def decide_by_blocking(
    game: PositionalGame,
    attacker: Player,
    within: int | None = None,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    knowledge: Knowledge | None = None,
) -> Decision | None:
    """Decide whether the defender stops a player by blocking alone.

    If he does, that is a proof in the strong game as well. If he does not, nothing follows there,
    and there is no decision.
    """
    rules = rules_of(game, only=attacker)
    found = _decide(rules, game, attacker, within, limits, progress, knowledge)
    return None if found.attacker_wins and game.rule is Rule.STRONG else found


def settle(
    game: PositionalGame,
    attacker: Player,
    within: int | None = None,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Decision:
    """The same decision as :func:`decide`, sooner where blocking is enough."""
    if game.rule is Rule.WEAK:
        return decide(game, attacker, within, limits=limits, progress=progress)
    watch = Watch(limits or Limits())
    seconds: float = _FIRST_SECONDS
    may_block = True
    while True:
        left = watch.limits.seconds
        left = None if left is None else max(left - watch.seconds, 1e-3)
        # Where blocking is not enough, the whole question gets all the time.
        share = min(seconds, left if left is not None else seconds) if may_block else left
        some = Limits(share, watch.limits.memory)
        try:
            if may_block:
                blocked = decide_by_blocking(game, attacker, within, limits=some, progress=progress)
                if blocked is not None:
                    return blocked
                may_block = False
                continue
        except TimeLimitReached:
            watch.check()
        try:
            return decide(game, attacker, within, limits=some, progress=progress)
        except TimeLimitReached:
            if not may_block:
                raise
            watch.check()
        seconds *= _GROWTH


def _decide(
    rules: _engine.Rules,
    game: PositionalGame,
    attacker: Player,
    within: int | None,
    limits: Limits | None,
    progress: Progress | None,
    knowledge: Knowledge | None,
) -> Decision:
    limits = limits or Limits()
    times = Times(game, within)
    symmetries = Symmetries(game)
    elements = symmetries.elements if symmetries.order <= _MOST_SYMMETRIES else ()
    group = _engine.Group(len(game.cells), elements) if elements else None
    answer, entries, statistics, reason = _engine.prove(
        rules,
        bytes(player is Player.WHITE for player in times.head),
        bytes(player is Player.WHITE for player in times.cycle),
        int(attacker is Player.WHITE),
        group,
        knowledge=knowledge or Knowledge(),
        # Where a proof has the graph and no paths, it says nothing about paths.
        joins=isinstance(game.goal(attacker), ConnectionGoal)
        and (game.text is not None or game.rule is Rule.WEAK),
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
    return Decision(answer, proof, dict(statistics))


def _stopped(reason: str | None, limits: Limits) -> LimitReached:
    if reason == "memory":
        return MemoryLimitReached(f"no answer within {limits.memory} bytes")
    return TimeLimitReached(f"no answer within {limits.seconds:g} s")
