"""The verdict of a game by formulas: Black's half, then White's where White could win.

A formula states that one player wins. In the strong game a false one for Black leaves two
verdicts, as paper 003 has it: the formula for White's view tells them apart, unless White
cannot win for a reason known beforehand (``games/stealing.py``). An encoding that proves
nothing by being false (COVER, PAIRING) leaves the question open then.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from harary.encodings import encode
from harary.games import Player, PositionalGame, Rule, Verdict, white_cannot_win
from harary.solve.asking import Asker, Step

__all__ = ["Finding", "by_formula", "not_black", "unknown"]

#: White's half is asked with this one where the encoding cannot state it.
USUAL = "cor-plus"


@dataclass(frozen=True)
class Finding:
    """A verdict, the answer that decided it, and why it is no better.

    ``length`` bounds the claim, in stones; a pairing has no bound, since it holds for ever.
    """

    verdict: Verdict
    step: Step
    length: int | None
    reason: str | None = None


def unknown(step: Step, reason: str | None = None) -> Finding:
    """No verdict: a limit, or a formula whose being false proves nothing."""
    return Finding(Verdict.UNKNOWN, step, step.length, reason or step.reason)


def by_formula(
    game: PositionalGame,
    asker: Asker,
    encoding: str = USUAL,
    length: int | None = None,
    options: dict[str, object] | None = None,
) -> Finding:
    """Ask one formula, or two."""
    formula = encode(game, encoding, length, **(options or {}))
    question = formula.question
    assert question is not None
    step = asker.truth(formula)
    if step.truth is None:
        return unknown(step)
    if not step.truth and not question.exact:
        return unknown(step, f"{encoding} proves nothing by being false")
    if encoding == "pairing":
        return not_black(game, asker, length, Finding(Verdict.NOT_BLACK, step, None))
    if question.player is Player.WHITE:
        # Only White's half was asked for.
        if step.truth:
            return Finding(Verdict.WHITE, step, step.length)
        return unknown(step, "White does not win; Black's half was not asked")
    if step.truth:
        return Finding(Verdict.win(Player.BLACK, game.rule), step, step.length)
    half = Finding(Verdict.NOT_BLACK, step, step.length)
    return not_black(game, asker, length, half, encoding, options)


def not_black(
    game: PositionalGame,
    asker: Asker,
    length: int | None,
    half: Finding,
    encoding: str = USUAL,
    options: dict[str, object] | None = None,
) -> Finding:
    """Black does not win; say whether that is the verdict, or White wins."""
    if game.rule is Rule.WEAK:
        return replace(half, verdict=Verdict.BREAKER)
    if white_cannot_win(game):
        return replace(half, verdict=Verdict.DRAW)
    if encoding not in ("cor-plus", "dys"):
        encoding, options = USUAL, None
    formula = encode(game, encoding, length, **{**(options or {}), "view": Player.WHITE})
    step = asker.truth(formula)
    if step.truth is None:
        return replace(half, reason=f"White's half: {step.reason}")
    return Finding(Verdict.WHITE if step.truth else Verdict.DRAW, step, step.length)
