"""The result of solving: a verdict, how it was found, and what it cost."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from harary.games import Player, Verdict, within_text

if TYPE_CHECKING:
    from harary.solve.asking import Step

__all__ = ["Result"]


@dataclass(frozen=True)
class Result:
    """What is known about a game, and from whom.

    ``within`` is the bound in stones where the question had one: ``draw`` and ``breaker`` then
    say only that nobody wins within so many stones. ``proved`` is True only where the
    stand-alone checker accepted a proof. ``steps`` are the questions that solvers were asked.
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
    encoding: str | None = None
    solver: str | None = None
    preprocessor: str | None = None
    memory: int | None = None
    checker: str | None = None
    proof: str | None = None
    steps: tuple[Step, ...] = ()
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
            "line": None,
            "steps": [asdict(step) for step in self.steps],
            "listing": self.listing,
        }
