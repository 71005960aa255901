"""What a proof is about: that a player wins, or that he does not."""

from __future__ import annotations

from dataclasses import dataclass

from harary.errors import InputError
from harary.games import Player, Position, PositionalGame, Rule, Verdict, within_text

__all__ = ["Claim", "claims_of"]


@dataclass(frozen=True)
class Claim:
    """The attacker completes a set before the other does, or (``wins`` False) he does not.

    ``within`` bounds the stones of both players. A weak game has one attacker, Maker.
    """

    attacker: Player
    wins: bool = True
    within: int | None = None

    @property
    def player(self) -> Player:
        """Whom the claim favours: the one with a strategy."""
        return self.attacker if self.wins else self.attacker.opponent

    def holds(self, position: Position) -> bool:
        """Whether a finished game is as claimed."""
        outcome = position.outcome()
        assert outcome is not None
        won = outcome is Verdict.win(self.attacker, position.game.rule)
        # A weak game that White "wins" is one in which Black has completed nothing.
        return won == self.wins

    def sentence(self, rule: Rule) -> str:
        """The claim in words: ``Maker does not win within 9 stones``."""
        name = "Maker" if rule is Rule.WEAK else self.attacker.value.capitalize()
        verb = "wins" if self.wins else "does not win"
        return f"{name} {verb}" + ("" if self.within is None else f" {within_text(self.within)}")

    def __str__(self) -> str:
        return self.sentence(Rule.STRONG)


def claims_of(game: PositionalGame, verdict: Verdict, within: int | None = None) -> list[Claim]:
    """The claims that make up a verdict: two for a draw, one for all others.

    >>> from harary.text import game
    >>> [str(claim) for claim in claims_of(game("row3@3x3"), Verdict.DRAW)]
    ['Black does not win', 'White does not win']
    """
    if verdict in (Verdict.BLACK, Verdict.MAKER):
        return [Claim(Player.BLACK, True, within)]
    if verdict in (Verdict.BREAKER, Verdict.NOT_BLACK):
        return [Claim(Player.BLACK, False, within)]
    if verdict is Verdict.WHITE:
        return [Claim(Player.WHITE, True, within)]
    if verdict is Verdict.DRAW:
        return [Claim(player, False, within) for player in Player]
    raise InputError(f"{game}: a verdict that is not known has no proof")
