"""The plane of paper 002: how long its sets take, beside Z3, which the paper used.

`make bench PARTS=plane` classifies, and asks CaDiCaL and Z3 the same formulas (Z3 comes with the
extra `bench`; without it that part is left out). What is compared is one question after the
other, in one process. For CaDiCaL the clock includes handing over the clauses, for Z3 it does not
(there that takes longer than the answer).

`python -m benchmarks.plane boards` looks for the smallest boards of Theorem 4.1 and
Proposition 4.1 anew; `python -m benchmarks.plane pairings` for pairings of Snaky on boards.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import io
import itertools
import json
import sys
import time
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from harary import Player, game
from harary.errors import HararyWarning, LimitReached
from harary.limits import Limits
from harary.plane import Bounds, classify, family, lattices
from harary.plane.families import FormSet, set_text
from harary.plane.model import Model, Rectangle, Region
from harary.plane.targets import Targets
from harary.proofs import proof_lines
from harary.proofs.check import check
from harary.search.engine import decide
from harary.search.pairing import pairing_defence
from harary.shapes import free_polyominoes, text_of

VECTORS = Path(__file__).resolve().parent.parent / "vectors" / "plane"
BOARDS, SNAKY = VECTORS / "boards.jsonl", VECTORS / "snaky-boards.jsonl"


# ---- beside Z3 -------------------------------------------------------------------


def questions(forms: FormSet, dominoes: bool, most: int = 16) -> Iterator[Model]:
    """The models that one meets until the set is decided: lattices by area, boards by side."""
    targets = Targets.of_forms(forms)
    for size in range(1, most + 1):
        regions: list[Region] = [*lattices(size, targets.group), Rectangle(size + 1, size + 1)]
        for region in regions:
            model = Model(targets.least, region, dominoes)
            yield model
            if by_cadical(model) is not isinstance(region, Rectangle):
                return


def by_cadical(model: Model) -> bool:
    """Whether there is a pairing."""
    from pysat.solvers import Solver  # type: ignore[import-untyped]

    with Solver(name="cadical195", bootstrap_with=model.clauses()) as solver:
        found: bool = solver.solve()
        return found


class Z3:
    """The same by Z3, as paper 002 did it."""

    def __init__(self) -> None:
        self.z3: Any = importlib.import_module("z3")

    def built(self, model: Model) -> Any:
        """A solver that has the clauses."""
        z3 = self.z3
        taken = [None, *(z3.Bool(f"p{number}") for number in range(1, len(model.pairs) + 1))]
        solver = z3.Solver()
        for clause in model.clauses():
            solver.add(z3.Or([taken[n] if n > 0 else z3.Not(taken[-n]) for n in clause]))
        return solver

    def solve(self, solver: Any) -> bool:
        """Whether there is a pairing."""
        return bool(solver.check() == self.z3.sat)


def beside_z3(sets: Sequence[FormSet], dominoes: bool) -> tuple[int, float, float]:
    """How many questions, and the seconds of both."""
    z3 = Z3()
    count, ours, theirs = 0, 0.0, 0.0
    for forms in sets:
        for model in questions(forms, dominoes):
            count += 1
            clauses = list(model.clauses())
            started = time.perf_counter()
            found = _solved(clauses)
            ours += time.perf_counter() - started
            solver = z3.built(model)
            started = time.perf_counter()
            answer = z3.solve(solver)
            theirs += time.perf_counter() - started
            assert found is answer, (forms, model.region)
    return count, ours, theirs


def _solved(clauses: list[list[int]]) -> bool:
    from pysat.solvers import Solver

    with Solver(name="cadical195", bootstrap_with=clauses) as solver:
        found: bool = solver.solve()
        return found


def rows() -> list[tuple[str, str]]:
    """What is measured, and the result."""
    found = []
    for name in ("subsets:snaky", "pairs:4", "pairs:5", "pairs:6"):
        started = time.perf_counter()
        counts = classify(name, bounds=Bounds(dominoes_only=True))[0].counts()
        seconds = time.perf_counter() - started
        undecided = counts["sets"] - counts["paving"] - counts["no paving"]
        said = f"{counts['paving']} paved, {counts['no paving']} not, {undecided} undecided"
        found.append((f"{name}, dominoes, certificates checked: {said}", f"{seconds:.2f} s"))
    if importlib.util.find_spec("z3") is None:
        return [*found, ("beside Z3", "left out: it comes with the extra bench")]
    for name, sets in (
        ("subsets:snaky", family("subsets:snaky")),
        ("every 20th of pairs:6", family("pairs:6")[::20]),
    ):
        count, ours, theirs = beside_z3(sets, True)
        text = f"{count} questions of {name}: CaDiCaL {ours:.2f} s, Z3 {theirs:.2f} s"
        found.append((text, f"{theirs / ours:.1f} times"))
    return found


# ---- the smallest boards ------------------------------------------------------------


def line_pair(length: int) -> str:
    """The shapes of Theorem 4.1: a row of three, and a column."""
    return "XXX=+" + "/".join("X" * length) + "="


def full_set(cells: int) -> str:
    """The shapes of Proposition 4.1: all polyominoes of so many cells."""
    return "+".join(text_of(shape) for shape in free_polyominoes(cells))


def won(shapes: str, width: int, height: int, seconds: float) -> bool | None:
    """Whether Maker wins, with a proof that the checker accepted; None where that is open."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HararyWarning)
        played = game(f"{shapes}@{width}x{height}:weak")
    try:
        found = decide(played, Player.BLACK, limits=Limits(seconds, 2**32))
    except LimitReached:
        return None
    text = "".join(line + "\n" for line in proof_lines([found.proof]))
    check(io.BytesIO(text.encode()))
    return found.attacker_wins


def least_boards(
    shapes: str, cells: int, seconds: float, *, turned: bool
) -> Iterator[dict[str, object]]:
    """Boards of at most so many cells: those that are won and hold no smaller one, and those lost.

    With ``turned`` a board stands for the turned one, too.
    """
    least: list[tuple[int, int]] = []
    lost: list[tuple[int, int]] = []
    undecided: list[tuple[int, int]] = []
    sizes = itertools.product(range(1, cells + 1), repeat=2)
    for width, height in sorted(sizes, key=lambda size: (size[0] * size[1], size)):
        if width * height > cells or (turned and width > height):
            continue
        if any(w <= width and h <= height for w, h in least):
            continue
        answer = won(shapes, width, height, seconds)
        target = undecided if answer is None else least if answer else lost
        target.append((width, height))
    largest = [
        (w, h) for w, h in lost if not any((a, b) != (w, h) and a >= w and b >= h for a, b in lost)
    ]
    for verdict, found in (("maker", least), ("breaker", largest), ("unknown", undecided)):
        for width, height in found:
            yield {"board": f"{width}x{height}", "verdict": verdict}


def boards(seconds: float) -> Iterator[dict[str, object]]:
    """Theorem 4.1 for n from 3 to 8 and Proposition 4.1 for n up to 7."""
    for length in range(3, 9):
        for fact in least_boards(line_pair(length), 4 * length, seconds, turned=False):
            yield {"claim": "Theorem 4.1", "n": length, **fact}
    for cells in range(1, 8):
        most = (1, 4, 6, 10, 12, 16, 20)[cells - 1]
        for fact in least_boards(full_set(cells), most, seconds, turned=True):
            yield {"claim": "Proposition 4.1", "n": cells, **fact}


# ---- pairings of Snaky on boards -------------------------------------------------------


def pairings(after: int, least: int, most: int, seconds: float) -> Iterator[dict[str, object]]:
    """For each set of two of Snaky's orientations without a paving: boards with a pairing."""
    paved, _ = classify("subsets:snaky", bounds=Bounds(dominoes_only=True))
    for forms in family("subsets:snaky"):
        text = set_text(forms)
        if len(forms) != 2 or not paved.refuted(text, "dominoes"):
            continue
        for side in range(least, most + 1):
            try:
                found = pairing_defence(
                    game(f"{text}@{side}x{side}:weak"), after, limits=Limits(seconds)
                )
            except LimitReached:
                yield {"shapes": text, "after": after, "side": side, "pairing": None}
                break
            yield {"shapes": text, "after": after, "side": side, "pairing": found is not None}
            if found is None:
                break


def main(arguments: list[str] | None = None) -> int:
    """Look anew; the facts as lines of JSON, or with --write into the vectors."""
    parser = argparse.ArgumentParser(prog="plane", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("part", choices=("boards", "pairings"))
    parser.add_argument("--seconds", type=float, default=60.0, help="for each board")
    parser.add_argument("--after", type=int, default=0, help="pairings after White's first stones")
    parser.add_argument("--least", type=int, default=11, help="pairings on boards from this side")
    parser.add_argument("--most", type=int, default=17, help="pairings on boards up to this side")
    parser.add_argument("--write", action="store_true", help="write the vectors anew")
    options = parser.parse_args(arguments)
    lines = []
    facts = (
        boards(options.seconds)
        if options.part == "boards"
        else pairings(options.after, options.least, options.most, options.seconds)
    )
    for fact in facts:
        lines.append(json.dumps(fact))
        print(lines[-1], flush=True)
    if options.write:
        target = BOARDS if options.part == "boards" else SNAKY
        target.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
