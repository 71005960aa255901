"""Write a proof again with fewer entries, for the same claim, and check it.

Examples:
  harary minimise tippy.proof -o small.proof
  harary minimise big.proof.gz -o small.proof.gz --timeout 10m

"""

from __future__ import annotations

import argparse

from harary.cli.common import add_limits, limits_of

SUMMARY = "write a proof again with fewer entries"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The proof, and where the new one goes."""
    parser.add_argument("file", metavar="FILE", help="a proof")
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help="the new proof")
    add_limits(parser)


def run(options: argparse.Namespace) -> int:
    """Minimise each claim's proof."""
    from harary.proofs import read_valid
    from harary.search.minimise import minimise
    from harary.solve.proving import accepted

    old = read_valid(options.file)
    new = [minimise(proof, limits_of(options)) for proof in old]
    accepted(new, options.output)
    before, after = (sum(len(proof.entries) for proof in proofs) for proofs in (old, new))
    print(f"{before} entries before, {after} after; VALID")
    return 0
