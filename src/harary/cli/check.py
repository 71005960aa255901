"""Check proofs with the stand-alone checker: VALID or INVALID, with the line and the reason.

The checker is one file that imports nothing of Harary, src/harary/proofs/check.py; it does the
same on a machine without Harary: python check.py FILE.

Exit code: 0 VALID, 1 INVALID, 2 a file that cannot be read.

Examples:
  harary check tippy.proof
  harary check --json proofs/*.proof

"""

from __future__ import annotations

import argparse

from harary.cli.common import add_json

SUMMARY = "check proofs with the stand-alone checker"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The files."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a proof (.gz too)")
    add_json(parser)
    parser.add_argument("--quiet", action="store_true", help="print only what is INVALID")


def run(options: argparse.Namespace) -> int:
    """Check each file."""
    from harary.proofs import check

    return check.run(options.files, as_json=options.json, quiet=options.quiet)
