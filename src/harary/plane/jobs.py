"""What a child does: look for pairings on lattices, for finite boards that have none, for wins.

A job is a generator of records (dictionaries that JSON can hold). Each record is a fact that
stands, so that whoever is stopped in the middle has said something. CaDiCaL answers; it keeps no
limits and does not listen to Ctrl-C, which is why jobs run in children (``worker.py``).
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from harary.errors import HararyWarning
from harary.plane.families import FormSet
from harary.plane.lattice import Lattice, lattices
from harary.plane.model import Model, Rectangle
from harary.plane.pairing import PeriodicPairing
from harary.plane.refutation import refuted
from harary.plane.symmetry import SYMMETRIES
from harary.plane.targets import Form, Targets, at_corner

__all__ = ["JOBS", "Record"]

Record = dict[str, Any]
Written = Sequence[Sequence[Sequence[int]]]
"""A set of forms as JSON has it."""


def lattice_job(shapes: str, dominoes: bool, first: int, last: int) -> Iterator[Record]:
    """Lattices by growing area, until one has a pairing: ``area`` (none up to it), ``pairing``."""
    targets = Targets.parse(shapes)
    for area in range(first, last + 1):
        for lattice in lattices(area, targets.group):
            found = _on_lattice(targets.least, lattice, dominoes)
            if found is not None:
                yield {"pairing": found.needed(targets.least).written}
                return
        yield {"area": area}


def _on_lattice(forms: Sequence[Form], lattice: Lattice, dominoes: bool) -> PeriodicPairing | None:
    from pysat.solvers import Solver  # type: ignore[import-untyped]

    model = Model(forms, lattice, dominoes)
    with Solver(name="cadical195") as solver:
        for clause in model.clauses():
            solver.add_clause(clause)
        if not solver.solve():
            return None
        taken = [model.pairs[v - 1] for v in solver.get_model() if 0 < v <= len(model.pairs)]
    return PeriodicPairing(lattice, tuple(taken))


def board_job(shapes: str, dominoes: bool, first: int, last: int) -> Iterator[Record]:
    """Square boards by growing size, until one has no pairing: ``board``, ``refutation``.

    ``board`` says that the board of this side has a pairing, and hence all smaller ones.
    """
    targets = Targets.parse(shapes)
    for side in range(first, last + 1):
        found = refuted(targets.listed, Rectangle(side, side), dominoes)
        if found is not None:
            yield {"refutation": found.written}
            return
        yield {"board": side}


def smaller_job(shapes: str, dominoes: bool, below: int) -> Iterator[Record]:
    """Every lattice of area below this: ``refutation``, or ``pairing`` and the end."""
    targets = Targets.parse(shapes)
    for area in range(1, below):
        for lattice in lattices(area):
            refutation = refuted(targets.listed, lattice, dominoes)
            if refutation is None:
                pairing = _on_lattice(targets.least, lattice, dominoes)
                assert pairing is not None, "the solver contradicts itself"
                yield {"pairing": pairing.written}
                return
            yield {"refutation": refutation.written}


def family_job(
    sets: Sequence[Written], periods: Sequence[Sequence[int]], dominoes: bool
) -> Iterator[Record]:
    """Many sets of forms on some lattices: ``pairing`` and the ``sets`` that it stops.

    What is found is tried on all sets that are left, also turned and reflected.
    """
    left = dict(enumerate(_read(sets)))
    used = sorted(set().union(*left.values()))
    every = sorted({at_corner(map(symmetry, form)) for form in used for symmetry in SYMMETRIES})
    for width, height, shift in periods:
        lattice = Lattice(width, height, shift)
        for found in _on_shared_lattice(used, left, lattice, dominoes):
            stopped = [form for form in every if found.stops(form)]
            for symmetry in SYMMETRIES:
                image = {at_corner(map(symmetry, form)) for form in stopped}
                done = [number for number, forms in left.items() if image.issuperset(forms)]
                if done:
                    own = [form for number in done for form in left[number]]
                    yield {"pairing": found.image(symmetry).needed(own).written, "sets": done}
                    for number in done:
                        del left[number]


def _on_shared_lattice(
    forms: Sequence[Form], left: dict[int, FormSet], lattice: Lattice, dominoes: bool
) -> Iterator[PeriodicPairing]:
    """A pairing for each set that is still left when it is its turn, if it has one.

    One solver serves all sets: the placements of a form count where its selector is assumed.
    """
    from pysat.solvers import Solver

    model = Model(forms, lattice, dominoes)
    count = len(model.pairs)
    selectors = {form: count + place for place, form in enumerate(forms, 1)}
    with Solver(name="cadical195") as solver:
        for clause in model.exclusions():
            solver.add_clause(clause)
        for form, own in zip(forms, model.placements, strict=True):
            for clause in own:
                solver.add_clause([-selectors[form], *clause])
        alone = {form: solver.solve(assumptions=[selectors[form]]) for form in forms}
        for number in list(left):
            members = left.get(number)
            if members is None or not all(alone[form] for form in members):
                continue
            if solver.solve(assumptions=[selectors[form] for form in members]):
                taken = [model.pairs[v - 1] for v in solver.get_model() if 0 < v <= count]
                yield PeriodicPairing(lattice, tuple(taken))


def boards_job(
    sets: Sequence[Written], dominoes: bool, firsts: Sequence[int], last: int
) -> Iterator[Record]:
    """Square boards by growing side for many sets: ``refutation`` of one, or a ``side`` it has.

    Each set begins with the side that is given for it.
    """
    left = {number: Targets.of_forms(forms).listed for number, forms in enumerate(_read(sets))}
    for side in range(min(firsts), last + 1):
        for number, forms in list(left.items()):
            if firsts[number] > side:
                continue
            found = refuted(forms, Rectangle(side, side), dominoes)
            if found is not None:
                yield {"refutation": found.written, "sets": [number]}
                del left[number]
            else:
                yield {"side": side, "sets": [number]}


def wins_job(
    sets: Sequence[Written], first: int, last: int, seconds: float, memory: int
) -> Iterator[Record]:
    """The weak game on square boards by growing side: ``win`` with its proof, or ``loss``.

    Each game has so many seconds; a game that takes longer says nothing. A proof is small where
    Maker wins soon, so it comes along; where Breaker wins, a side is enough.
    """
    from harary.errors import LimitReached
    from harary.games import Player, parse_game
    from harary.limits import Limits
    from harary.proofs import proof_lines
    from harary.proofs.check import check
    from harary.search.engine import decide

    left = {number: Targets.of_forms(forms).text for number, forms in enumerate(_read(sets))}
    for side in range(first, last + 1):
        for number, text in list(left.items()):
            with warnings.catch_warnings():
                # A shape that does not fit the board yet.
                warnings.simplefilter("ignore", HararyWarning)
                game = parse_game(f"{text}@{side}x{side}:weak")
            try:
                found = decide(game, Player.BLACK, limits=Limits(seconds, memory))
            except LimitReached:
                yield {"open": side, "sets": [number]}
                continue
            proof = "".join(line + "\n" for line in proof_lines([found.proof]))
            check(io.BytesIO(proof.encode()))
            if found.attacker_wins:
                yield {"win": side, "proof": proof, "sets": [number]}
                del left[number]
            else:
                yield {"loss": side, "sets": [number]}


def _read(sets: Sequence[Written]) -> list[FormSet]:
    return [tuple(tuple((x, y) for x, y in form) for form in forms) for forms in sets]


JOBS: dict[str, Callable[..., Iterator[Record]]] = {
    "lattices": lattice_job,
    "boards": board_job,
    "smaller": smaller_job,
    "family": family_job,
    "many-boards": boards_job,
    "wins": wins_job,
}
