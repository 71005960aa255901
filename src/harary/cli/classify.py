"""Classify the sets of a family: stopped by a paving, by a pairing, won by Maker, or open.

FAMILY is pairs:N or triples:N (fixed polyominoes of up to N cells that Maker does not achieve
alone), subsets:SHAPE (what can be chosen from its orientations), or free:N (each polyomino in all
orientations); each set once up to the symmetries of the square. Everything that is found is
checked by a stand-alone checker. With --store the same command goes on where it was stopped.

Exit code: 0; what a limit has left open is said.

Examples:
  harary classify pairs:4
  harary classify pairs:6 --domino-only --store pairs.jsonl.gz
  harary classify subsets:snaky --area 20 --side 10 --page snaky.html
  harary classify pairs:4 --wins 5 --each 10s --list

"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from harary.cli.common import (
    Progress,
    add_json,
    add_limits,
    checked,
    limits_of,
    print_json,
    whole_number,
)
from harary.limits import parse_duration

if TYPE_CHECKING:
    from harary.plane import Classification

SUMMARY = "classify families of shapes on the plane"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The family, and how far to go."""
    parser.add_argument("family", metavar="FAMILY", help="such as pairs:6 or subsets:snaky")
    parser.add_argument(
        "--store", metavar="FILE", help="keep what is known here, and go on from it"
    )
    parser.add_argument(
        "--small", action="store_true", help="with --store: leave long refutations out of the file"
    )
    parser.add_argument(
        "--domino-only", action="store_true", help="look for pavings by dominoes only"
    )
    parser.add_argument(
        "--area",
        type=whole_number,
        default=24,
        metavar="N",
        help="try all periods of area up to N (default 24)",
    )
    parser.add_argument(
        "--side",
        type=whole_number,
        default=9,
        metavar="N",
        help="look for boards without a pairing up to NxN (default 9)",
    )
    parser.add_argument(
        "--wins",
        type=whole_number,
        default=0,
        metavar="N",
        help="look for Maker's wins on boards up to NxN (default 0: do not)",
    )
    parser.add_argument(
        "--each",
        type=checked(parse_duration),
        default=10.0,
        metavar="TIME",
        help="with --wins: time for each game (default 10s)",
    )
    parser.add_argument(
        "--cores", type=whole_number, metavar="N", help="work on N cores (default: all)"
    )
    parser.add_argument("--list", action="store_true", help="list the sets that no paving stops")
    parser.add_argument("--page", metavar="FILE", help="write a page of pictures (HTML)")
    add_limits(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Classify, print, draw."""
    from harary.errors import InputError
    from harary.formats.files import write_text
    from harary.plane import Bounds, classify
    from harary.plane.page import page

    if options.small and not options.store:
        raise InputError("--small goes with --store FILE")
    progress = Progress()
    try:
        found, limit = classify(
            options.family,
            bounds=Bounds(
                options.area, options.side, options.wins, options.each, options.domino_only
            ),
            path=options.store,
            small=options.small,
            limits=limits_of(options),
            cores=options.cores or None,
            progress=progress.show,
        )
    finally:
        progress.clear()
    if options.page:
        write_text(options.page, page(found))
    if options.json:
        rows = [_facts(found, text) for text in found.texts]
        stopped = None if limit is None else limit.reason
        print_json(
            {"family": options.family, "counts": found.counts(), "stopped": stopped, "sets": rows}
        )
        return 0
    for name, count in found.counts().items():
        print(f"{name:<22} {count:>7,}")
    if limit is not None:
        print(f"stopped by the limit on {limit.reason}")
    if options.list:
        print()
        for text in found.texts:
            line = _line(found, text)
            if line:
                print(line)
    return 0


def _facts(found: Classification, text: str) -> dict[str, object]:
    """For programs."""
    known = found.store.known[text]
    return {
        "set": text,
        "status": found.status(text).value,
        "new": found.is_new(text),
        "no_paving": found.refuted(text, "dominoes"),
        "no_pairing": found.refuted(text, "any"),
        "area": _period(found, text),
        "won_on": known.won,
        "lost_on": known.lost or None,
    }


def _period(found: Classification, text: str) -> int | None:
    from harary.plane import PeriodicPairing

    for question in ("dominoes", "any"):
        certificate = found.store.certificate(text, question)
        if isinstance(certificate, PeriodicPairing):
            return certificate.lattice.area
    return None


def _line(found: Classification, text: str) -> str | None:
    """A line for a set that no paving stops."""
    from harary.plane import Status

    status, known = found.status(text), found.store.known[text]
    if status is Status.PAVING:
        return None
    if status is Status.PAIRING:
        return f"{text}: a pairing of area {_period(found, text)}"
    none = "no pairing" if found.refuted(text, "any") else "no pairing known"
    if known.won is not None:
        new = ", new" if found.is_new(text) else ""
        return f"{text}: Maker wins on {known.won}x{known.won}{new}; {none}"
    lost = f"; Breaker wins on {known.lost}x{known.lost}" if known.lost else ""
    return f"{text}: open; {none}{lost}"
