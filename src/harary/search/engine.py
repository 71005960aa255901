"""The native engine's searches: a verdict on a claim, and its proof.

There are three of them behind one face: proof-number search (``pns``), depth-first search, deeper
and deeper (``dfs``), and depth-first proof-number search (``dfpn``). This is the Python face of
``crates/engine/src/prove``: it hands over the game and turns the entries that come back into a
:class:`~harary.proofs.Proof`.

In the strong game there are two questions that may be much easier than the whole one: can the
defender just block (he does not win either, but blocking is enough), and who wins if he also
may complete a set? :func:`settle` asks both, one after the other for a moment and then side by
side.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from harary import _engine
from harary.boards import HexBoard
from harary.errors import InputError, LimitReached, MemoryLimitReached, TimeLimitReached
from harary.games import (
    ConnectionGoal,
    Goal,
    Player,
    PositionalGame,
    Rule,
    Symmetries,
    hex_goals,
)
from harary.games.goals import mask_of
from harary.limits import Limits, Watch
from harary.proofs import Child, Claim, Entry, Proof, Step
from harary.search.native import rules_of
from harary.search.prover import Times

__all__ = [
    "SEARCHES",
    "Decision",
    "Knowledge",
    "Means",
    "decide",
    "decide_by_blocking",
    "joins",
    "settle",
]

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
    #: Where sides are joined: pairs of links that are put together at a position; 0 for none.
    connections: int = 20_000
    #: There, too: dead, captured and dominated cells are left out.
    inferior: bool = True
    #: The most bytes of the table of ``dfs`` and ``dfpn``, which forget. It takes no more than half
    #: of the memory limit, since a proof has to be written as well.
    table: int = 2**30

    @classmethod
    def none(cls) -> Knowledge:
        """The rules and a table, nothing else."""
        return cls(0, False, False, 0, False, False, False, 0, 0, False)


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


@dataclass(frozen=True)
class Means:
    """The search that is asked, by how many threads, and what file keeps the search.

    A depth-first search has one thread, whatever is asked for, and is not kept.
    """

    method: str = "pns"
    threads: int = 1
    keep: str | None = None


#: The searches.
SEARCHES = ("pns", "dfs", "dfpn")
#: Larger groups are not used.
_MOST_SYMMETRIES = 1000
#: Seconds that each question gets at first, by one thread.
_EASY_SECONDS = 0.5


def decide(
    game: PositionalGame,
    attacker: Player,
    within: int | None = None,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    knowledge: Knowledge | None = None,
    means: Means | None = None,
) -> Decision:
    """Decide whether a player completes a set first, within a bound or at all.

    >>> from harary.text import game
    >>> decide(game("tippy@5x5"), Player.BLACK).attacker_wins
    True
    """
    rules = rules_of(game, sets=not joins(game, attacker))
    return _decide(rules, game, attacker, within, limits, progress, knowledge, means)


def decide_by_blocking(
    game: PositionalGame,
    attacker: Player,
    within: int | None = None,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    knowledge: Knowledge | None = None,
    means: Means | None = None,
) -> Decision | None:
    """Decide whether the defender stops a player by blocking alone.

    If he does, that is a proof in the strong game as well. If he does not, nothing follows there,
    and there is no decision.
    """
    # Who joins sides is stopped by being cut off, and by nothing else.
    rules = rules_of(game, only=attacker, sets=not joins(game, attacker))
    found = _decide(rules, game, attacker, within, limits, progress, knowledge, means)
    return None if found.attacker_wins and game.rule is Rule.STRONG else found


def settle(
    game: PositionalGame,
    attacker: Player,
    within: int | None = None,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    method: str = "pns",
    threads: int = 0,
    resume: str | os.PathLike[str] | None = None,
) -> Decision:
    """The same decision as :func:`decide`, sooner where blocking is enough, and on all cores.

    What is not easy is searched by several ``threads`` (0 for one a core). ``resume`` is the
    beginning of the names of files that keep the search, so that it can be stopped and go on.
    """
    watch, easy = Watch(limits or Limits()), Means(method)
    count = threads or _cores()
    if resume is None:
        # One thread always does the same; and most games are easy.
        for ask in _questions(game, attacker):
            some = Limits(_at_most(_EASY_SECONDS, watch), watch.limits.memory)
            with suppress(TimeLimitReached):
                found = ask(game, attacker, within, limits=some, progress=progress, means=easy)
                if found is not None:
                    return found
            watch.check()
    rest = Limits(_at_most(None, watch), watch.limits.memory)
    kept = None if resume is None else f"{os.fspath(resume)}.{attacker.value}"
    if game.rule is Rule.WEAK or joins(game, attacker):
        means = Means(method, count, kept and f"{kept}-wins")
        return decide(game, attacker, within, limits=rest, progress=progress, means=means)
    return _both(game, attacker, within, rest, progress, method, count, kept)


def _cores() -> int:
    # Not all systems know which cores a process may use.
    may_use = getattr(os, "sched_getaffinity", None)
    return len(may_use(0)) if may_use is not None else os.cpu_count() or 1


def _questions(game: PositionalGame, attacker: Player) -> list[Callable[..., Decision | None]]:
    one = game.rule is Rule.WEAK or joins(game, attacker)
    return [decide] if one else [decide_by_blocking, decide]


def _at_most(seconds: float | None, watch: Watch) -> float | None:
    """What is left of the time, but no more than some seconds."""
    if watch.limits.seconds is None:
        return seconds
    left = max(watch.limits.seconds - watch.seconds, 1e-3)
    return left if seconds is None else min(left, seconds)


class _OverError(Exception):
    """The other question is answered."""


def _both(
    game: PositionalGame,
    attacker: Player,
    within: int | None,
    limits: Limits,
    progress: Progress | None,
    method: str,
    threads: int,
    kept: str | None,
) -> Decision:
    """Both questions of the strong game side by side, until one of them decides."""
    half = Limits(limits.seconds, None if limits.memory is None else limits.memory // 2)
    positions = [0, 0]
    over = threading.Event()
    answers: list[Decision] = []
    troubles: list[BaseException] = []

    def told(which: int, looked_at: int) -> None:
        positions[which] = looked_at
        if over.is_set():
            raise _OverError
        if which == 1 and progress is not None:
            progress(sum(positions))

    def block() -> None:
        means = Means(method, threads // 2, kept and f"{kept}-blocked")
        try:
            found = decide_by_blocking(
                game, attacker, within, limits=half, progress=partial(told, 0), means=means
            )
            if found is not None:
                answers.append(found)
                over.set()
        except (_OverError, LimitReached):
            pass
        except BaseException as trouble:
            troubles.append(trouble)
            over.set()

    helper = threading.Thread(target=block, name="harary blocking")
    helper.start()
    try:
        means = Means(method, threads - threads // 2, kept and f"{kept}-wins")
        found = decide(game, attacker, within, limits=half, progress=partial(told, 1), means=means)
        answers.append(found)
    except _OverError:
        pass
    except LimitReached as limit:
        if isinstance(limit, MemoryLimitReached):
            # The other question may need less.
            helper.join()
        if not answers:
            over.set()
            helper.join()
        if not answers:
            raise _stopped(limit.reason, limits) from None
    finally:
        over.set()
        helper.join()
    if troubles:
        raise troubles[0]
    return answers[0]


def _decide(
    rules: _engine.Rules,
    game: PositionalGame,
    attacker: Player,
    within: int | None,
    limits: Limits | None,
    progress: Progress | None,
    knowledge: Knowledge | None,
    means: Means | None,
) -> Decision:
    limits, means = limits or Limits(), means or Means()
    if means.method not in SEARCHES:
        raise InputError(f"method {means.method!r}: expected one of {', '.join(SEARCHES)}")
    times = Times(game, within)
    symmetries = Symmetries(game)
    elements = symmetries.elements if symmetries.order <= _MOST_SYMMETRIES else ()
    group = _engine.Group(len(game.cells), elements) if elements else None
    search = partial(
        _engine.prove,
        rules,
        bytes(player is Player.WHITE for player in times.head),
        bytes(player is Player.WHITE for player in times.cycle),
        int(attacker is Player.WHITE),
        group,
        method=means.method,
        knowledge=knowledge or Knowledge(),
        # Where a proof has the graph and no paths, it says nothing about paths.
        joins=isinstance(game.goal(attacker), ConnectionGoal)
        and (game.text is not None or game.rule is Rule.WEAK),
        joining=_joining(game) if joins(game, attacker) else None,
        threads=means.threads,
        keep=means.keep,
        timeout=limits.seconds,
        memory=limits.memory,
        progress=None if progress is None else lambda _layer, positions: progress(positions),
    )
    try:
        answer, entries, statistics, reason = search()
    except OSError as trouble:
        raise InputError(f"{means.keep}: {trouble}") from None
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
            tuple(Step(tuple(points), tuple(parts)) for points, parts in steps),
        )
        for black, white, moment, rule, children, pairs, cells, steps in entries
    ]
    claim = Claim(attacker, answer, within)
    proof = Proof(game, claim, written, len(written), [elements[number] for number in used])
    return Decision(answer, proof, dict(statistics))


def joins(game: PositionalGame, attacker: Player) -> bool:
    """Whether the attacker joins sides and is stopped by nothing but being cut off.

    Such games are played by connectivity, and no path is listed. A game of two who join sides is
    one only where it is Hex, and a proof can say so: there just one of them can.
    """
    if not isinstance(game.goal(attacker), ConnectionGoal):
        return False
    return game.rule is Rule.WEAK or (game.text is not None and isinstance(game.board, HexBoard))


_Sides = tuple[Sequence[Sequence[int]], Sequence[int], Sequence[int]]


def _joining(game: PositionalGame) -> tuple[Sequence[_Sides | None], list[bool]]:
    """What both players join, and whether the rules ask for it.

    In weak Hex White's sides are as good as stopping Black, and help to find his moves.
    """
    goals: list[Goal] = [game.black_goal, game.white_goal]
    board = game.board
    if game.rule is Rule.WEAK and isinstance(board, HexBoard):
        black, white = hex_goals(board)
        goals[1] = white if black == game.black_goal else goals[1]
    known = [
        (goal.neighbours, goal.sources, goal.targets) if isinstance(goal, ConnectionGoal) else None
        for goal in goals
    ]
    return known, [True, game.rule is Rule.STRONG]


def _stopped(reason: str | None, limits: Limits) -> LimitReached:
    if reason == "memory":
        return MemoryLimitReached(f"no answer within {limits.memory} bytes")
    return TimeLimitReached(f"no answer within {limits.seconds:g} s")
