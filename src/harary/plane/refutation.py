"""Refutations: files that show to a checker that a region has no pairing.

CaDiCaL's trace is cut down to its needed lemmas by the native core (``crates/engine/src/trim.rs``)
and written for ``proofs/check_none.py``, which believes neither of them: see
``docs/proof-format.md``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from harary import _engine
from harary.plane.lattice import Lattice
from harary.plane.model import Model, Rectangle, Region
from harary.plane.targets import Form

__all__ = ["Refutation", "refuted"]


@dataclass(frozen=True)
class Refutation:
    """Lemmas that lead to the empty one, for one region; each with its hints."""

    region: Region
    dominoes: bool
    lemmas: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return sum(len(literals) + len(hints) for literals, hints in self.lemmas)

    @property
    def written(self) -> list[Any]:
        """For JSON; :meth:`read` reads it."""
        return [self.region.text, self.dominoes, [list(map(list, lemma)) for lemma in self.lemmas]]

    @classmethod
    def read(cls, written: Sequence[Any]) -> Refutation:
        """Read what :attr:`written` gave."""
        region, dominoes, lemmas = written
        listed = tuple((tuple(literals), tuple(hints)) for literals, hints in lemmas)
        return cls(_region(region), dominoes, listed)

    def proof(self, drawn: str) -> str:
        """The file that the stand-alone checker reads.

        The shapes have to stand for the forms that were refuted, in their order.
        """
        kind = "board" if isinstance(self.region, Rectangle) else "lattice"
        lines = [
            "harary refutation 1",
            f"shapes {drawn}",
            f"pairs {'dominoes' if self.dominoes else 'any'}",
            f"{kind} {self.region.text}",
        ]
        for literals, hints in self.lemmas:
            words = ["lemma", *map(str, literals), "by", *map(str, hints)]
            lines.append(" ".join(words))
        lines.append(f"end {len(self.lemmas)}")
        return "".join(f"{line}\n" for line in lines)


def refuted(forms: Sequence[Form], region: Region, dominoes: bool) -> Refutation | None:
    """A refutation where the region has no pairing, or None where it has one.

    It may take long, and neither keeps limits nor gives way to Ctrl-C: for a child.

    >>> found = refuted([((0, 0), (1, 0)), ((0, 0), (0, 1))], Rectangle(2, 2), True)
    >>> found is not None and len(found.lemmas)
    1
    """
    from pysat.solvers import Solver  # type: ignore[import-untyped]

    model = Model(forms, region, dominoes)
    with Solver(name="cadical195", with_proof=True) as solver:
        for clause in model.clauses():
            solver.add_clause(clause)
        if solver.solve():
            return None
        trace = solver.get_proof()
    formula = [clause for own in model.placements for clause in own]
    # Where units alone fail, the solver does not say that the empty clause follows.
    lemmas = _engine.trim(model.ends, formula, [*trace, "0"])
    return Refutation(
        region, dominoes, tuple((tuple(literals), tuple(hints)) for literals, hints in lemmas)
    )


def _region(text: str) -> Region:
    """Read ``6x5`` or ``4x2+1``."""
    size, plus, shift = text.partition("+")
    width, height = (int(word) for word in size.split("x"))
    return Lattice(width, height, int(shift)) if plus else Rectangle(width, height)
