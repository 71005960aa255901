"""The native search within the limits of a whole command: many questions, one clock, one count.

Where a command asks several questions, the proof of each answer is checked at once, so that what is
known when a limit ends the command is proved as far as it goes.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from harary.errors import InputError, LimitReached
from harary.games import Player, PositionalGame, Rule, Verdict, white_cannot_win
from harary.limits import Limits, Watch
from harary.proofs import Claim, Proof
from harary.search.engine import Decision, settle
from harary.search.prover import prove
from harary.solve.proving import accepted
from harary.solve.result import Fact

__all__ = ["Halves", "Searcher"]


class Searcher:
    """Asks the engine, and keeps what it found: positions, and a fact for each answer."""

    def __init__(
        self,
        watch: Watch,
        progress: Callable[[int], object] | None = None,
        told: Callable[[Fact], object] | None = None,
        method: str = "pns",
        *,
        resume: str | os.PathLike[str] | None = None,
        threads: int = 0,
    ) -> None:
        self.watch = watch
        if resume is not None and Path(resume).is_dir():
            raise InputError(f"{os.fspath(resume)}: this is a folder, expected the name of a file")
        self._resume = None if resume is None else os.fspath(resume)
        self._threads = threads
        self.method = method
        self.nodes = 0
        self.facts: list[Fact] = []
        self._accepted: list[Proof] = []
        self._progress = progress
        self._told = told

    def settle(
        self,
        game: PositionalGame,
        attacker: Player,
        within: int | None,
        *,
        seconds: float | None = None,
        after: str | None = None,
        check: bool = False,
    ) -> Decision:
        """Whether a player wins; ``after`` names the stone that was played before this game.

        ``seconds`` is the most that this one question may take; with ``check`` the checker looks at
        the proof, if the time allows.
        """
        self.watch.check()
        shares = [share for share in (seconds, self.watch.left) if share is not None]
        limits = Limits(min(shares, default=None), self.watch.limits.memory)
        before, started = self.nodes, time.monotonic()

        def told(positions: int) -> None:
            # What is known of a search that a limit ends. One that begins anew counts anew.
            self.nodes = max(self.nodes, before + positions)
            if self._progress is not None:
                self._progress(self.nodes)

        # Each question has a file of its own.
        parts = [self._resume, after, None if within is None else str(within)]
        decision = settle(
            game,
            attacker,
            within,
            limits=limits,
            progress=told,
            method=self.method,
            threads=self._threads,
            resume=self._resume and ".".join(part for part in parts if part is not None),
        )
        self.nodes = max(self.nodes, before + decision.nodes)
        seconds = time.monotonic() - started
        if check:
            with suppress(LimitReached):
                accepted([decision.proof], None, self.watch)
                self._accepted.append(decision.proof)
        fact = Fact(
            claim=decision.proof.claim.sentence(game.rule),
            after=after,
            nodes=decision.nodes,
            seconds=seconds,
            entries=len(decision.proof.entries),
            proved=self.has_accepted(decision.proof),
        )
        self.facts.append(fact)
        if self._told is not None:
            self._told(fact)
        return decision

    def has_accepted(self, *proofs: Proof) -> bool:
        """Whether the checker accepted all of these proofs here."""
        return all(any(proof is known for known in self._accepted) for proof in proofs)


class Halves:
    """A verdict in two halves: whether Black wins, and, where he does not, whether White does.

    ``known`` are halves that somebody else has shown; with ``check`` each proof is checked.
    """

    def __init__(
        self,
        game: PositionalGame,
        within: int | None,
        known: Mapping[Player, bool] | None = None,
        *,
        after: str | None = None,
        check: bool = False,
    ) -> None:
        self.game = game
        self.within = within
        self.wins = dict(known or {})
        self._after = after
        self._check = check
        self._proofs: dict[Player, Proof] = {}

    @property
    def open(self) -> Player | None:
        """Whose half is to be asked next; None where the verdict is known."""
        if any(self.wins.values()):
            return None
        if Player.BLACK not in self.wins:
            return Player.BLACK
        if self.game.rule is Rule.WEAK or Player.WHITE in self.wins:
            return None
        return Player.WHITE

    @property
    def verdict(self) -> Verdict:
        """What is known so far."""
        for player, wins in self.wins.items():
            if wins:
                return Verdict.win(player, self.game.rule)
        if Player.BLACK not in self.wins:
            return Verdict.UNKNOWN
        return Verdict.NOT_BLACK if self.open else Verdict.unfinished(self.game.rule)

    @property
    def proofs(self) -> list[Proof]:
        """The proofs of the verdict, as far as it was asked for here."""
        won = [proof for player, proof in self._proofs.items() if self.wins[player]]
        return won or list(self._proofs.values())

    def ask(self, searcher: Searcher, seconds: float | None = None) -> None:
        """Decide the half that is open."""
        game, player = self.game, self.open
        assert player is not None
        if player is Player.WHITE and game.text is not None and white_cannot_win(game):
            [proof] = prove(game, [Claim(player, False, self.within)])
            self.wins[player], self._proofs[player] = False, proof
            return
        found = searcher.settle(
            game, player, self.within, seconds=seconds, after=self._after, check=self._check
        )
        self.wins[player], self._proofs[player] = found.attacker_wins, found.proof
