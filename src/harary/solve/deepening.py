"""Iterative deepening (papers 001 and 004): short questions first, from both sides.

Lengths that end with a Black turn ask whether Black wins by then (COR+ or COVER); even
lengths ask whether White has a pairing by then (PAIRING, one stone a turn). The first *true*
ends it. In the strong game neither need ever be true: then COR+ is false at the largest length
at last, which says that Black does not win. COVER false says nothing, so there the question
may stay open.

One-sided, by view, is paper 003's way: how many stones a player needs to win.
"""

from __future__ import annotations

from harary.encodings import encode
from harary.errors import InputError
from harary.games import Player, PositionalGame, Rule, Verdict, within_text
from harary.solve.asking import Asker, Step
from harary.solve.by_formula import Finding, not_black, unknown

__all__ = ["deepen", "pairing_fits", "shortest", "turn_ends"]

_ASKS_FOR_A_WIN = ("cor-plus", "dys", "cover")


def turn_ends(game: PositionalGame, player: Player, most: int | None = None) -> list[int]:
    """The lengths that end with a turn of the player: the only ones at which he can win anew.

    >>> from harary.text import game
    >>> turn_ends(game("tippy@3x3:p=2,q=1"), Player.BLACK)
    [1, 5, 9]
    """
    bound = game.stones if most is None else min(most, game.stones)
    ends = []
    stones = 0
    for turn in game.schedule.turns(bound):
        stones += turn.stones
        if turn.player is player:
            ends.append(stones)
    return ends


def pairing_fits(game: PositionalGame) -> bool:
    """PAIRING is for one stone a turn, Black first, and any first move."""
    turns = game.schedule.turns(game.stones)
    return (
        game.first_moves is None
        and all(turn.stones == 1 for turn in turns)
        and bool(turns)
        and turns[0].player is Player.BLACK
    )


def deepen(
    game: PositionalGame,
    asker: Asker,
    encoding: str = "cor-plus",
    length: int | None = None,
    options: dict[str, object] | None = None,
) -> Finding:
    """The verdict, from both sides."""
    _check(encoding)
    bound = game.stones if length is None else min(length, game.stones)
    last: Step | None = None
    for stones, way in _questions(game, encoding, bound):
        chosen = (options or {}) if way == encoding else {}
        step = asker.truth(encode(game, way, stones, **chosen))
        if step.truth is None:
            return unknown(step)
        if step.truth and way == "pairing":
            return not_black(game, asker, length, Finding(Verdict.NOT_BLACK, step, None))
        if step.truth:
            return Finding(Verdict.win(Player.BLACK, game.rule), step, stones)
        if way != "pairing":
            last = step
    assert last is not None
    if encoding == "cover":
        return unknown(last, "cover proves nothing by being false")
    # No win by Black's last turn within the bound is none within the bound.
    half = Finding(Verdict.NOT_BLACK, last, bound)
    return not_black(game, asker, length, half, encoding, options)


def shortest(
    game: PositionalGame,
    asker: Asker,
    view: Player,
    encoding: str = "cor-plus",
    length: int | None = None,
    options: dict[str, object] | None = None,
) -> Finding:
    """How soon a player wins: lengths in order until one is true."""
    _check(encoding)
    bound = game.stones if length is None else min(length, game.stones)
    step: Step | None = None
    for stones in _win_lengths(game, view, bound):
        step = asker.truth(encode(game, encoding, stones, **{**(options or {}), "view": view}))
        if step.truth is None:
            return unknown(step)
        if step.truth:
            return Finding(Verdict.win(view, game.rule), step, stones)
    assert step is not None
    if encoding == "cover":
        return unknown(step, "cover proves nothing by being false")
    if view is Player.WHITE:
        return unknown(step, f"White does not win {within_text(bound)}; Black was not asked about")
    verdict = Verdict.BREAKER if game.rule is Rule.WEAK else Verdict.NOT_BLACK
    return Finding(verdict, step, bound)


def _check(encoding: str) -> None:
    if encoding not in _ASKS_FOR_A_WIN:
        raise InputError(
            f"encoding {encoding!r}: deepening asks for wins with one of "
            f"{', '.join(_ASKS_FOR_A_WIN)}, and for blocks with pairing"
        )


def _win_lengths(game: PositionalGame, view: Player, bound: int) -> list[int]:
    """Where the player may win anew; one without a turn has won already, or does not."""
    return turn_ends(game, view, bound) or [bound]


def _questions(game: PositionalGame, encoding: str, bound: int) -> list[tuple[int, str]]:
    """Lengths and encodings, the shortest first."""
    asked = [(stones, encoding) for stones in _win_lengths(game, Player.BLACK, bound)]
    if pairing_fits(game):
        asked += [(stones, "pairing") for stones in range(0, bound + 1, 2)]
    return sorted(asked)
