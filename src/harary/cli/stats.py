"""Print the size of a formula in a file: QDIMACS (also .gz) or QCIR-G14.

Examples:
  harary stats tippy.qdimacs
  harary stats snaky.qdimacs.gz --simplify
  harary stats tippy.qcir --json

"""

from __future__ import annotations

import argparse

from harary.cli.common import add_json, print_json

SUMMARY = "print the size of a formula in a file"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The file."""
    parser.add_argument("file", metavar="FILE", help="a .qdimacs or .qcir file, also with .gz")
    parser.add_argument(
        "--simplify", action="store_true", help="print the size after simplification as well"
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Read the file and print its size."""
    from harary.cli.encode import size_table
    from harary.qbf import read_formula, simplify, statistics

    formula = read_formula(options.file)
    sizes = [("", statistics(formula))]
    if options.simplify:
        sizes.append(("simplified", statistics(simplify(formula).formula)))
    if options.json:
        facts: dict[str, object] = {"file": options.file, "comments": formula.comments}
        print_json(facts | {name or "size": each.as_json() for name, each in sizes})
    else:
        print(size_table(sizes))
    return 0
