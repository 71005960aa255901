"""perft: how many positions a game has, by the number of stones placed.

Positions are counted once however they are reached, plain and up to the game's symmetries,
and the finished ones by their outcome; a finished position is not played on. The numbers pin
the rules of play: the native core and the Python twin, which share nothing but the game,
must give the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from harary.games import Player, Position, PositionalGame, Rule, Symmetries, Verdict
from harary.games.goals import mask_of
from harary.limits import Limits, Watch

__all__ = ["Layer", "perft", "perft_twin", "twin_layers"]

#: Bytes that the twin needs for a position (two integers, its moves, the tables).
_ENTRY_BYTES = 300

#: Progress: the number of stones of the layer at work, and its positions so far.
Progress = Callable[[int, int], object]


@dataclass(frozen=True)
class Layer:
    """The positions with so many stones: all, up to symmetry, and the finished ones."""

    stones: int
    positions: int
    classes: int
    finished: dict[Verdict, int]
    finished_classes: dict[Verdict, int]


def perft(
    game: PositionalGame,
    depth: int | None = None,
    *,
    limits: Limits | None = None,
    threads: int = 0,
    progress: Progress | None = None,
) -> tuple[list[Layer], str | None]:
    """Count in the native core: the layers, and ``time`` or ``memory`` where it was stopped.

    >>> from harary.text import game
    >>> [layer.positions for layer in perft(game("row3@3x3"))[0]]
    [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    """
    from harary import _engine
    from harary.search.native import group_of, rules_of

    limits = limits or Limits()
    rows, stopped = _engine.perft(
        rules_of(game),
        game.stones if depth is None else min(depth, game.stones),
        group_of(game),
        threads=threads,
        timeout=limits.seconds,
        memory=limits.memory,
        progress=progress,
    )
    kinds = _outcomes(game)
    layers = [
        Layer(
            stones,
            positions,
            classes,
            {verdict: plain[slot] for slot, verdict in kinds},
            {verdict: reduced[slot] for slot, verdict in kinds},
        )
        for stones, positions, classes, plain, reduced in rows
    ]
    return layers, stopped


def perft_twin(
    game: PositionalGame, depth: int | None = None, *, limits: Limits | None = None
) -> list[Layer]:
    """The same numbers by the readable rules of :class:`Position`, one position at a time."""
    return list(twin_layers(game, depth, limits=limits))


def twin_layers(
    game: PositionalGame, depth: int | None = None, *, limits: Limits | None = None
) -> Iterator[Layer]:
    """The layers of :func:`perft_twin`, each as soon as it is counted."""
    watch = Watch(limits or Limits())
    elements = Symmetries(game).elements
    position = Position(game)
    kinds = [verdict for _, verdict in _outcomes(game)]
    last = game.stones if depth is None else min(depth, game.stones)
    frontier: dict[tuple[int, int], list[int]] = {(position.black, position.white): []}
    for stones in range(last + 1):
        finished = dict.fromkeys(kinds, 0)
        finished_classes = dict.fromkeys(kinds, 0)
        classes: set[tuple[int, int]] = set()
        following: dict[tuple[int, int], list[int]] = {}
        for key, moves in frontier.items():
            watch.check(_ENTRY_BYTES * (len(frontier) + len(following) + len(classes)))
            for move in moves:
                position.push(move)
            canonical = min(_image(key, permutation) for permutation in elements)
            outcome = position.outcome()
            if outcome is not None:
                finished[outcome] += 1
                finished_classes[outcome] += canonical not in classes
            classes.add(canonical)
            for cell in position.legal_cells():
                position.push(cell)
                following.setdefault((position.black, position.white), [*moves, cell])
                position.pop()
            for _ in moves:
                position.pop()
        yield Layer(stones, len(frontier), len(classes), finished, finished_classes)
        if not following:
            break
        frontier = following


def _outcomes(game: PositionalGame) -> list[tuple[int, Verdict]]:
    """The outcomes of a game with the core's slot for each."""
    if game.rule is Rule.WEAK:
        return [(0, Verdict.MAKER), (2, Verdict.BREAKER)]
    return [
        (0, Verdict.win(Player.BLACK, game.rule)),
        (1, Verdict.win(Player.WHITE, game.rule)),
        (2, Verdict.DRAW),
    ]


def _image(key: tuple[int, int], permutation: tuple[int, ...]) -> tuple[int, int]:
    black, white = (
        mask_of([permutation[cell] for cell in range(len(permutation)) if stones >> cell & 1])
        for stones in key
    )
    return black, white
