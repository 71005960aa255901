"""The words for who plays, by which rule, and how it ends: the same everywhere."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Player", "Rule", "Verdict", "within_text"]


class Player(StrEnum):
    """Black is the first player and, in the weak game, Maker; White is the second, Breaker."""

    BLACK = "black"
    WHITE = "white"

    @property
    def opponent(self) -> Player:
        """The other player."""
        return Player.WHITE if self is Player.BLACK else Player.BLACK


class Rule(StrEnum):
    """What wins.

    Strong (Maker-Maker): the first to complete a set wins. Weak (Maker-Breaker): Maker wins
    if he completes a set, else Breaker.
    """

    STRONG = "strong"
    WEAK = "weak"


class Verdict(StrEnum):
    """How a game ends, or what is known about that."""

    BLACK = "black"
    WHITE = "white"
    DRAW = "draw"
    MAKER = "maker"
    BREAKER = "breaker"
    NOT_BLACK = "not-black"
    UNKNOWN = "unknown"

    @classmethod
    def win(cls, player: Player, rule: Rule) -> Verdict:
        """The verdict that a player has won."""
        if rule is Rule.WEAK:
            return cls.MAKER if player is Player.BLACK else cls.BREAKER
        return cls.BLACK if player is Player.BLACK else cls.WHITE

    @classmethod
    def unfinished(cls, rule: Rule) -> Verdict:
        """The verdict when the stones are placed and nobody has completed a set."""
        return cls.BREAKER if rule is Rule.WEAK else cls.DRAW

    @property
    def winner(self) -> Player | None:
        """Who wins, or None for a draw and for what is not known."""
        if self in (Verdict.BLACK, Verdict.MAKER):
            return Player.BLACK
        if self in (Verdict.WHITE, Verdict.BREAKER):
            return Player.WHITE
        return None


def within_text(stones: int) -> str:
    """A bound as it is said: ``within 9 stones``."""
    return f"within {stones} stone{'s' * (stones != 1)}"
