"""Check proofs with the stand-alone checkers: VALID or INVALID, with the line and the reason.

Each checker is one file that imports nothing of Harary: src/harary/proofs/check.py for proofs of
games and for pairings of the plane, src/harary/proofs/check_none.py for refutations ("no pairing
of the plane"). They do the same on a machine without Harary: python check.py FILE.

Exit code: 0 VALID, 1 INVALID, 2 a file that cannot be read.

Examples:
  harary check tippy.proof
  harary check --json proofs/*.proof

"""

from __future__ import annotations

import argparse
import gzip
import zlib
from pathlib import Path

from harary.cli.common import add_json

SUMMARY = "check proofs with the stand-alone checker"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The files."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a proof (.gz too)")
    add_json(parser)
    parser.add_argument("--quiet", action="store_true", help="print only what is INVALID")


def run(options: argparse.Namespace) -> int:
    """Check each file."""
    from harary.proofs import check, check_none

    code = 0
    for path in options.files:
        checker = check_none if _is_refutation(path) else check
        named = len(options.files) > 1
        done = checker.run([path], as_json=options.json, quiet=options.quiet, named=named)
        code = max(code, done)
    return code


def _is_refutation(path: str) -> bool:
    """Whether the file begins as a refutation does; what cannot be read is left to a checker."""
    head = b"harary refutation "
    try:
        if not Path(path).is_file():
            return False
        with Path(path).open("rb") as file:
            start = file.read(len(head))
        if start[:2] == b"\x1f\x8b":
            with gzip.open(path) as file:
                start = file.read(len(head))
    except (OSError, EOFError, ValueError, zlib.error):
        return False
    return start == head
