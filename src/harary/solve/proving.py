"""From a verdict to a proof that the stand-alone checker has accepted.

Nothing else may call a verdict proved. The proof comes from the prover's own search, or, for
the method ``qbf``, from a strategy that the solver is asked for move by move; where it comes
from does not matter, because the checker believes none of it.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from harary.errors import DisagreementError, HararyError, LimitReached
from harary.games import PositionalGame, Verdict, white_cannot_win
from harary.limits import Limits, Watch
from harary.proofs import Claim, Proof, claims_of, write_proofs
from harary.proofs.check import Invalid, check_file
from harary.proofs.explain import REASONS, main_line
from harary.search.engine import decide, joins
from harary.search.minimise import minimise
from harary.search.prover import ClaimRefutedError, Prover
from harary.solve.asking import Asker
from harary.solve.result import Result
from harary.solve.strategy import StrategyError, adviser

__all__ = ["CHECKER", "RejectedError", "accepted", "proved", "with_line", "with_proofs"]

#: What a result says of who checked it.
CHECKER = "harary check 1"


class RejectedError(HararyError):
    """The checker rejected a proof of ours: one of the two is wrong."""


def proved(
    result: Result,
    game: PositionalGame,
    *,
    watch: Watch,
    path: str | os.PathLike[str] | None = None,
    progress: Callable[[int], object] | None = None,
    asker: Asker | None = None,
) -> Result:
    """The same result with a proof that was checked, or with the reason why there is none.

    The proof is kept where ``path`` is given. With an ``asker`` the winner's moves are the
    solver's, who is asked for each.
    """
    if result.verdict is Verdict.UNKNOWN:
        return result
    claims = claims_of(game, result.verdict, result.within)
    try:
        proofs = [_proof(game, claim, watch, progress, asker) for claim in claims]
    except LimitReached as limit:
        return replace(result, seconds=watch.seconds, reason=f"no proof: {limit.reason}")
    except ClaimRefutedError as error:
        said = f"{result.method} says: {result.claim}; the search for a proof says: {error}"
        raise DisagreementError(said) from None
    except StrategyError as error:
        raise DisagreementError(f"{result.solver or 'the solver'}: {error}") from None
    return with_proofs(result, proofs, watch=watch, path=path)


def with_proofs(
    result: Result,
    proofs: Sequence[Proof],
    *,
    watch: Watch,
    path: str | os.PathLike[str] | None = None,
) -> Result:
    """The same result with a line of play, proved if the checker accepts the proofs in time."""
    result = with_line(result, proofs[0])
    try:
        accepted(proofs, path, watch)
    except LimitReached as limit:
        return replace(result, seconds=watch.seconds, reason=f"not checked: {limit.reason}")
    return replace(
        result,
        proved=True,
        checker=CHECKER,
        proof=None if path is None else os.fspath(path),
        seconds=watch.seconds,
    )


def with_line(result: Result, proof: Proof) -> Result:
    """The same result with the main line of a proof; strategy stealing has none."""
    rule = proof.entry(proof.root).rule
    if rule == "stealing":
        return result
    line = list(main_line(proof))
    last = line[-1].rule if line else rule
    cells = tuple(proof.game.cells[move.cell] for move in line)
    return replace(result, line=cells, then=None if last == "won" else REASONS[last])


def _proof(
    game: PositionalGame,
    claim: Claim,
    watch: Watch,
    progress: Callable[[int], object] | None,
    asker: Asker | None,
) -> Proof:
    watch.check()
    seconds = watch.limits.seconds
    left = None if seconds is None else seconds - watch.seconds
    limits = Limits(left, watch.limits.memory)
    if asker is None and joins(game, claim.attacker):
        # The prover would list the paths.
        found = decide(game, claim.attacker, claim.within, limits=limits, progress=progress)
        if found.attacker_wins is not claim.wins:
            raise ClaimRefutedError(f"{game}: it is false that {claim.sentence(game.rule)}")
        return found.proof
    advised = None if asker is None or _stolen(game, claim) else adviser(game, claim, asker)
    prover = Prover(game, claim, limits=limits, progress=progress, adviser=advised)
    return minimise(prover.prove(), limits)


def _stolen(game: PositionalGame, claim: Claim) -> bool:
    """Whether nobody needs to be asked, since White cannot win."""
    return not claim.wins and claim.attacker.value == "white" and white_cannot_win(game)


def accepted(
    proofs: Sequence[Proof], path: str | os.PathLike[str] | None, watch: Watch | None = None
) -> None:
    """Write proofs and have them checked; one that is rejected is kept, for us to look at."""
    if path is not None:
        write_proofs(path, proofs)
        _checked(path, watch)
        return
    handle, temporary = tempfile.mkstemp(suffix=".proof")
    os.close(handle)
    try:
        write_proofs(temporary, proofs)
        _checked(temporary, watch)
    except RejectedError:
        raise
    except BaseException:
        Path(temporary).unlink()
        raise
    Path(temporary).unlink()


class _LateError(Exception):
    """A limit that ran out during the check: to the checker, an OSError would be a bad file."""


def _checked(path: str | os.PathLike[str], watch: Watch | None) -> None:
    def told(_line: int) -> None:
        try:
            if watch is not None:
                watch.check()
        except LimitReached as limit:
            raise _LateError from limit

    try:
        check_file(path, told)
    except _LateError as late:
        assert isinstance(late.__cause__, LimitReached)
        raise late.__cause__ from None
    except Invalid as error:
        raise RejectedError(f"{os.fspath(path)}: the checker rejects this proof: {error}") from None
