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
    from harary.errors import FormatError
    from harary.proofs import read_proofs
    from harary.proofs.check import Invalid, Unreadable, check_file
    from harary.search.minimise import minimise
    from harary.solve.proving import accepted

    try:
        check_file(options.file)
    except (Invalid, Unreadable) as error:
        raise FormatError(f"expected a proof that is valid: {error}", options.file) from None
    old = read_proofs(options.file)
    new = [minimise(proof, limits_of(options)) for proof in old]
    accepted(new, options.output)
    before, after = (sum(len(proof.entries) for proof in proofs) for proofs in (old, new))
    print(f"{before} entries before, {after} after; VALID")
    return 0
