"""A game written out in full: the text of a ``.pg`` file, and its SHA-256.

This is how a game that has no short text is named, embedded in a proof, and written to a
file. Cells, sets and stones stand in the game's own order, so reading the listing gives the
same game; the sections stand in one fixed order, so equal games have equal listings.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from harary.games.goals import ConnectionGoal
from harary.games.positional import PositionalGame
from harary.games.words import Player, Rule

__all__ = ["digest", "embedded", "listing"]


def digest(game: PositionalGame) -> str:
    """The SHA-256 of the game's listing."""
    return sha256(listing(game).encode()).hexdigest()


def embedded(game: PositionalGame) -> str | None:
    """The listing that a result has to carry: of a game that its name does not give back."""
    return listing(game) if str(game).startswith("pg:") else None


def listing(game: PositionalGame) -> str:
    """The game in the code words of ``.pg`` files.

    A weak connection game is written by its graph; every other connection game by its paths.
    """
    lines: list[str] = []

    def section(word: str, rows: Iterable[Iterable[int]]) -> None:
        lines.append(f"#{word}")
        lines.extend(" ".join(game.names(tuple(row))) for row in rows)

    if game.black:
        section("blackinitials", ([cell] for cell in game.black))
    if game.white:
        section("whiteinitials", ([cell] for cell in game.white))
    # A file may name more times than there are cells: they are kept, nobody gets there.
    movers = game.schedule.movers(game.stones if game.length is None else game.length)
    times = [f"t{game.first_time + number}" for number in range(len(movers))]
    black_times = [time for time, mover in zip(times, movers, strict=True) if mover is Player.BLACK]
    lines += ["#times", " ".join(times), "#blackturns", " ".join(black_times)]
    lines += ["#positions", " ".join(game.cells)]
    goal = game.black_goal
    if isinstance(goal, ConnectionGoal) and game.rule is Rule.WEAK:
        section("neighbours", ([cell, *near] for cell, near in enumerate(goal.neighbours)))
        section("startboarder", [goal.sources])
        section("endboarder", [goal.targets])
    else:
        section("blackwins", game.black_sets)
    if game.rule is Rule.STRONG:
        section("whitewins", game.white_sets)
    if game.first_moves is not None:
        section("firstmoves", [game.first_moves])
    return "\n".join(lines) + "\n"
