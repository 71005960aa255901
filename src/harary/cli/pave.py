"""Stop shapes on the plane: by a paving with dominoes, else by any periodic pairing.

SHAPES is what stands before the @ of a game text. Breaker answers each stone in a pair by the
other cell of that pair. Two searches run side by side: for a period (every lattice, by growing
area), and for a square board without any pairing, which shows that the plane has none, of
whatever period. What they find is checked by a stand-alone checker before it is shown.

Exit code: 10 there is a pairing (with --domino-only: a paving), 20 there is none, 0 undecided.

Examples:
  harary pave fatty
  harary pave "XXX=+X/X/X/X=" --domino-only
  harary pave .X/XX/X.=+XXX/XXX= --proof pairing.proof --svg pairing.svg
  harary pave tippy --proof none.proof && harary check none.proof

"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from harary.cli.common import (
    Progress,
    add_json,
    add_limits,
    limits_of,
    print_json,
    use_colour,
    whole_number,
)

if TYPE_CHECKING:
    from harary.plane import Answer

SUMMARY = "stop shapes on the plane by a paving or a pairing"

FOUND, NONE, UNDECIDED = 10, 20, 0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The shapes, and how far to look."""
    parser.add_argument(
        "shapes", metavar="SHAPES", help="shapes and rows joined by +, such as el+XXX="
    )
    parser.add_argument(
        "--domino-only", action="store_true", help="look for pavings by dominoes only"
    )
    parser.add_argument(
        "--smallest",
        action="store_true",
        help="also have it checked that no period of smaller area does it",
    )
    parser.add_argument(
        "--area",
        type=whole_number,
        metavar="N",
        help="try all periods of area up to N (default 24)",
    )
    parser.add_argument(
        "--side",
        type=whole_number,
        metavar="N",
        help="try square boards up to NxN (default 24)",
    )
    parser.add_argument("--proof", metavar="FILE", help="keep what was checked in this file")
    parser.add_argument("--svg", metavar="FILE", help="draw the pairing into this file")
    add_limits(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Search, check, print."""
    from harary.formats.files import write_text
    from harary.limits import Limits, Watch
    from harary.plane import MOST_AREA, MOST_SIDE, Targets, decide, svg

    targets = Targets.parse(options.shapes)
    watch = Watch(limits_of(options))
    answers: list[Answer] = []
    progress = Progress()
    try:
        for dominoes in (True, False)[: 1 if options.domino_only else 2]:
            seconds = watch.limits.seconds
            left = None if seconds is None else max(seconds - watch.seconds, 1e-3)
            if left is not None and dominoes and not options.domino_only:
                left /= 2  # the rest is for any pairs
            what = "dominoes" if dominoes else "any pairs"
            answer = decide(
                targets,
                dominoes=dominoes,
                area=MOST_AREA if options.area is None else options.area,
                side=MOST_SIDE if options.side is None else options.side,
                limits=Limits(left, watch.limits.memory),
                progress=lambda area, side, what=what: progress.show(  # type: ignore[misc]
                    f"{what}: no period of area up to {area}; a pairing of {side}x{side}"
                ),
            )
            answers.append(answer)
            if answer.exists:
                break
        last = answers[-1]
        smaller = _smaller(last, options, watch, progress)
    finally:
        progress.clear()
    if options.proof and last.file is not None:
        write_text(options.proof, last.file)
    if options.svg and last.pairing is not None:
        write_text(options.svg, svg(last.pairing, targets))
    kept = options.proof if last.file is not None else None
    if options.json:
        print_json(
            {
                "shapes": targets.text,
                **{"dominoes" if each.dominoes else "pairs": _facts(each) for each in answers},
                "smaller_excluded": smaller,
                "proof": kept,
            }
        )
    else:
        for each in answers:
            print(_said(each, smaller))
        if kept:
            print(f"proof: {kept}")
    return {True: FOUND, False: NONE, None: UNDECIDED}[last.exists]


def _smaller(answer: Answer, options: argparse.Namespace, watch: Any, progress: Progress) -> Any:
    """How many lattices of smaller area were shown to have no pairing; None where not asked."""
    from harary.errors import LimitReached
    from harary.limits import Limits
    from harary.plane import smallest

    if not options.smallest or answer.pairing is None:
        return None
    seconds = watch.limits.seconds
    left = None if seconds is None else max(seconds - watch.seconds, 1e-3)
    try:
        return smallest(
            answer,
            limits=Limits(left, watch.limits.memory),
            progress=lambda count: progress.show(f"smaller periods: {count} have none"),
        )
    except LimitReached:
        return None


def _facts(answer: Answer) -> dict[str, object]:
    """For programs."""
    facts: dict[str, object] = {"exists": answer.exists, "proved": answer.exists is not None}
    if answer.pairing is not None:
        lattice = answer.pairing.lattice
        facts["area"] = lattice.area
        facts["lattice"] = [lattice.width, lattice.height, lattice.shift]
        facts["pairs"] = [[x, y, x + dx, y + dy] for x, y, dx, dy in answer.pairing.pairs]
    elif answer.refutation is not None:
        facts["board"] = answer.refutation.region.text
        facts["lemmas"] = len(answer.refutation.lemmas)
    else:
        facts |= {"no_area_up_to": answer.area, "boards_up_to": answer.side}
        facts["reason"] = answer.reason
    return facts


def _said(answer: Answer, smaller: int | None) -> str:
    """For people."""
    from harary.plane import coloured, drawing

    what = "paving" if answer.dominoes else "pairing"
    name = answer.targets.text
    if answer.pairing is not None:
        lattice = answer.pairing.lattice
        picture = (coloured if use_colour() else drawing)(answer.pairing)
        size = f"area {lattice.area}"
        if smaller is not None:
            size += ", and no smaller one does"
        return f"{name}: a {what} of period {lattice.text} stops it ({size}; proved)\n{picture}"
    if answer.refutation is not None:
        board = answer.refutation.region.text
        lemmas = len(answer.refutation.lemmas)
        plural = "s" * (lemmas != 1)
        return (
            f"{name}: no {what} of the plane stops it: the board {board} has none "
            f"({lemmas} lemma{plural}; proved)"
        )
    why = {"bound": "the bounds are reached", "time": "out of time", "memory": "out of memory"}
    return (
        f"{name}: undecided: no {what} of a period of area up to {answer.area}, but one of the "
        f"board {answer.side}x{answer.side} ({why[answer.reason or 'bound']})"
    )
