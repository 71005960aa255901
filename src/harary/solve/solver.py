"""One call that solves a game."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from math import comb
from typing import TYPE_CHECKING, Any

from harary.errors import InputError, LimitReached
from harary.games import Player, PositionalGame, Verdict, embedded
from harary.limits import Limits, Watch
from harary.search import Oracle
from harary.search.engine import SEARCHES
from harary.solve.result import Result

if TYPE_CHECKING:
    from harary.qbf import Question
    from harary.solve.asking import Step
    from harary.solve.result import Fact

__all__ = ["METHODS", "is_small", "solve"]

#: How a game can be solved.
METHODS = ("auto", "oracle", *SEARCHES, "qbf")

#: The oracle is not the right method for more positions than these.
SMALL = 2_000_000


def solve(
    game: PositionalGame,
    *,
    length: int | None = None,
    method: str = "auto",
    limits: Limits | None = None,
    progress: Callable[[int], object] | None = None,
    encoding: str = "cor-plus",
    options: Mapping[str, Any] | None = None,
    solvers: Sequence[str] | str = "depqbf",
    deepen: bool = False,
    view: Player | str | None = None,
    first_moves: bool = False,
    all_moves: bool = False,
    shortest: bool = False,
    told: Callable[[Step | Fact], object] | None = None,
    asking: Callable[[Question], object] | None = None,
    resume: str | os.PathLike[str] | None = None,
    threads: int = 0,
    proof: str | os.PathLike[str] | None = None,
    check: bool = True,
) -> Result:
    """Solve a game within ``length`` stones, or the whole game.

    ``method`` is ``oracle`` (brute force), one of the native searches ``pns``, ``dfs`` and
    ``dfpn``, or ``qbf``; ``auto`` is the oracle where the game is small, else ``pns``. The rest
    is for ``qbf``: an ``encoding`` with its ``options``, ``solvers`` such as ``depqbf`` or, side
    by side, ``["depqbf", "caqe/bloqqer"]``, ``deepen`` for short lengths first (with a ``view``
    one-sided: how soon does this player win?). ``first_moves`` asks for a winning first move as
    well. ``told`` hears of each answer of a solver or the engine, ``asking`` again and again of
    the question that is open.

    ``resume`` is a file that keeps the solvers' answers, so that none is asked for again, or the
    beginning of the names of files that keep the search of ``pns``. ``threads`` is how many cores
    that search may use, 0 for all.

    ``all_moves`` asks for the verdict after each first move. ``shortest``, which is for the engine,
    asks for the fewest stones with which the winner wins.

    The verdict of the oracle or the engine is proved, and the stand-alone checker checks the
    proof, unless ``check`` is False. ``proof`` is a file to keep the proof in; for ``qbf``, a
    proof is made only where it is given, by asking the solver for each of the winner's moves.

    >>> from harary.text import game
    >>> solve(game("tippy@3x3")).claim
    'Black wins'
    """
    if length is not None and length < 0:
        raise InputError(f"length {length}: expected a number of stones")
    if view not in (None, *Player):
        raise InputError(f"view {view!r}: expected black or white")
    if all_moves and shortest:
        raise InputError("all moves and the shortest win: expected one of them")
    if method == "auto":
        small = is_small(game, length) and not shortest and resume is None and not threads
        method = "oracle" if small else "pns"
    if resume is not None and method not in ("pns", "qbf"):
        raise InputError(f"method {method!r}: only pns and qbf can be resumed")
    if shortest and method not in SEARCHES:
        ways = ", ".join(SEARCHES)
        raise InputError(f"method {method!r}: the shortest win is found by one of {ways}")
    watch = Watch(limits or Limits())
    if method == "oracle":
        return _by_oracle(game, length, watch, progress, told, proof, check, all_moves)
    if method in SEARCHES:
        from harary.solve.by_engine import by_engine
        from harary.solve.searcher import Searcher

        return by_engine(
            game,
            length=length,
            searcher=Searcher(watch, progress, told, method, resume=resume, threads=threads),
            path=proof,
            check=check,
            all_moves=all_moves,
            shortest=shortest,
        )
    if method != "qbf":
        raise InputError(f"method {method!r}: expected one of {', '.join(METHODS)}")
    if all_moves:
        raise InputError("method 'qbf': the verdicts after all first moves are found by the others")
    from harary.solve.by_solvers import by_solvers

    return by_solvers(
        game,
        length=None if length is None else min(length, game.stones),
        limits=limits or Limits(),
        encoding=encoding,
        options=dict(options or {}),
        solvers=solvers.split(",") if isinstance(solvers, str) else solvers,
        deepening=deepen,
        view=None if view is None else Player(view),
        first_moves=first_moves,
        told=told,
        asking=asking,
        resume=resume,
        proof=proof,
    )


def is_small(game: PositionalGame, length: int | None = None) -> bool:
    """Whether the oracle can look at every position."""
    free = game.free_cells
    stones = game.stones if length is None else min(length, game.stones)
    movers = game.schedule.movers(stones)
    positions = 1
    black = 0
    for placed, mover in enumerate(movers, 1):
        black += mover is Player.BLACK
        positions += comb(free, placed) * comb(placed, black)
        if positions > SMALL:
            return False
    return True


def _by_oracle(
    game: PositionalGame,
    length: int | None,
    watch: Watch,
    progress: Callable[[int], object] | None,
    told: Callable[[Fact], object] | None,
    path: str | os.PathLike[str] | None,
    check: bool,
    all_moves: bool,
) -> Result:
    oracle = Oracle(game, length, limits=watch.limits, progress=progress)
    result = _verdict(oracle, game, watch)
    if check or path is not None:
        from harary.solve.proving import proved

        result = proved(result, game, watch=watch, path=path, progress=progress)
    if all_moves and result.verdict is Verdict.UNKNOWN:
        return replace(result, moves=())
    if all_moves:
        from harary.solve.first_moves import with_first_moves
        from harary.solve.searcher import Searcher

        searcher = Searcher(watch, progress, told)
        brute = oracle.verdict_after
        result = with_first_moves(result, game, length, searcher, check=check, brute=brute)
    return result


def _verdict(oracle: Oracle, game: PositionalGame, watch: Watch) -> Result:
    # A bound that a file sets, or one below the whole game, is part of the claim.
    within = oracle.position.length if oracle.position.length < game.free_cells else None
    moves: tuple[str, ...] = ()
    reason = None
    try:
        verdict = oracle.verdict()
    except LimitReached as limit:
        verdict, reason = Verdict.UNKNOWN, limit.reason
    if verdict.winner is not None and verdict.winner is oracle.position.to_move:
        # The verdict stands without them: running out of time here costs only the list.
        with suppress(LimitReached):
            moves = tuple(oracle.best_moves())
    return Result(
        game=str(game),
        rule=game.rule.value,
        verdict=verdict,
        method="oracle",
        seconds=watch.seconds,
        within=within,
        nodes=oracle.nodes,
        reason=reason,
        first_moves=moves,
        listing=embedded(game),
    )
