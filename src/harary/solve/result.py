"""The result of solving: a verdict, how it was found, and what it cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from harary.games import Player, Verdict, within_text

if TYPE_CHECKING:
    from harary.solve.asking import Step

__all__ = ["Fact", "Fewest", "FirstMove", "Result"]


@dataclass(frozen=True)
class Fact:
    """One answer of the native search: a claim, about the game or about it ``after`` a stone.

    ``proved`` is True where its proof was checked at once, by itself.
    """

    claim: str
    after: str | None
    nodes: int
    seconds: float
    entries: int
    proved: bool = False

    def __str__(self) -> str:
        return self.claim if self.after is None else f"after {self.after}: {self.claim}"


@dataclass(frozen=True)
class FirstMove:
    """A first stone, those that symmetries make the same, and the verdict after each of them."""

    move: str
    same: tuple[str, ...]
    verdict: Verdict
    proved: bool = False

    @property
    def cells(self) -> tuple[str, ...]:
        """All these stones."""
        return (self.move, *self.same)


@dataclass(frozen=True)
class Fewest:
    """The fewest stones of both players with which a player wins; None: not known yet.

    He needs ``at_least`` so many, and was shown not to win ``not_within`` so many. ``proved`` says
    that the stand-alone checker accepted the proofs of all this.
    """

    player: Player
    stones: int | None
    at_least: int | None
    not_within: int | None
    proved: bool = False


@dataclass(frozen=True)
class Result:
    """What is known about a game, and from whom.

    ``within`` is the bound in stones where the question had one: ``draw`` and ``breaker`` then
    say only that nobody wins within so many stones. ``proved`` is True only where the
    stand-alone checker accepted a proof. ``line`` is a line of play of that proof, ``then`` why
    it ends there. ``moves`` and ``shortest`` are None where nobody asked for them. ``steps`` are
    the questions that solvers were asked, ``facts`` the answers of the native search.
    ``listing`` is the game itself where its name is only a hash, as that of a file's game.
    """

    game: str
    rule: str
    verdict: Verdict
    method: str
    seconds: float
    within: int | None = None
    nodes: int | None = None
    reason: str | None = None
    proved: bool = False
    first_moves: tuple[str, ...] = ()
    line: tuple[str, ...] | None = None
    then: str | None = None
    moves: tuple[FirstMove, ...] | None = None
    shortest: tuple[Fewest, ...] | None = None
    encoding: str | None = None
    solver: str | None = None
    preprocessor: str | None = None
    memory: int | None = None
    checker: str | None = None
    proof: str | None = None
    steps: tuple[Step, ...] = ()
    facts: tuple[Fact, ...] = ()
    listing: str | None = None

    @property
    def exit_code(self) -> int:
        """10 where Black or Maker wins, 20 where he does not, 0 where that is not known."""
        if self.verdict is Verdict.UNKNOWN:
            return 0
        return 10 if self.verdict.winner is Player.BLACK else 20

    @property
    def claim(self) -> str:
        """The verdict as a sentence, with its bound."""
        bound = "" if self.within is None else f" {within_text(self.within)}"
        return {
            Verdict.BLACK: f"Black wins{bound}",
            Verdict.WHITE: f"White wins{bound}",
            Verdict.DRAW: f"nobody wins{bound}" if bound else "draw",
            Verdict.MAKER: f"Maker wins{bound}",
            Verdict.BREAKER: f"Maker does not win{bound}" if bound else "Breaker wins",
            Verdict.NOT_BLACK: f"Black does not win{bound}",
            Verdict.UNKNOWN: "unknown",
        }[self.verdict]

    def as_json(self) -> dict[str, object]:
        """The keys that every program can rely on."""
        return {
            "game": self.game,
            "rule": self.rule,
            "verdict": self.verdict.value,
            "within": self.within,
            "claim": self.claim,
            "proved": self.proved,
            "checker": self.checker,
            "method": self.method,
            "encoding": self.encoding,
            "solver": self.solver,
            "preprocessor": self.preprocessor,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "memory": self.memory,
            "reason": self.reason,
            "proof": self.proof,
            "first_moves": list(self.first_moves),
            "line": None if self.line is None else list(self.line),
            "then": self.then,
            "moves": _listed(self.moves),
            "shortest": _listed(self.shortest),
            "steps": [asdict(step) for step in self.steps],
            "facts": [{**asdict(fact), "seconds": round(fact.seconds, 3)} for fact in self.facts],
            "listing": self.listing,
        }


def _listed(values: Sequence[FirstMove | Fewest] | None) -> list[dict[str, object]] | None:
    return None if values is None else [asdict(value) for value in values]
