"""Write a game as a quantified Boolean formula (QBF): QDIMACS, or QCIR-G14.

The kind of file follows from the name's ending (.qcir, else QDIMACS; with .gz compressed);
without -o the formula goes to the standard output. 'harary encodings' explains the
encodings and their options.

Examples:
  harary encode tippy@5x5 -o tippy.qdimacs
  harary encode tippy@5x5 --encoding cover --length 11 --stats
  harary encode snaky@9x9:weak --encoding pairing --length 6 -o snaky.qdimacs.gz
  harary encode domino@2x2 --encoding dys --without shape-other --names

"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from harary.cli.common import (
    add_game,
    add_json,
    add_length,
    length_of,
    load_game,
    print_json,
    whole_number,
)

if TYPE_CHECKING:
    from harary.qbf import Formula, Statistics

SUMMARY = "write a game as a quantified Boolean formula"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game, the encoding and its options, the output."""
    add_game(parser)
    parser.add_argument(
        "--encoding", default="cor-plus", metavar="NAME", help="default cor-plus; see 'encodings'"
    )
    add_length(parser)
    add_encoding_options(parser)
    parser.add_argument(
        "--simplify",
        action="store_true",
        help="propagate units and drop what is pure, unused or repeated; changes no answer",
    )
    parser.add_argument(
        "--most",
        type=whole_number,
        metavar="CLAUSES",
        help="refuse to build more clauses than this (default 50000000)",
    )
    out = parser.add_argument_group("output")
    out.add_argument("-o", "--output", metavar="FILE", help="write to FILE instead of printing")
    out.add_argument("--stats", action="store_true", help="print the size instead of the formula")
    out.add_argument(
        "--names", action="store_true", help="print names of variables and groups, for reading"
    )
    add_json(out)


def add_encoding_options(parser: argparse.ArgumentParser) -> None:
    """What can be chosen of an encoding."""
    group = parser.add_argument_group("encoding")
    group.add_argument("--view", choices=("black", "white"), help="whose win the formula states")
    group.add_argument("--form", choices=("paired", "printed"), help="the form of cor-plus")
    group.add_argument(
        "--no-symmetry", action="store_true", help="allow all first moves, also symmetric ones"
    )
    group.add_argument(
        "--ordered", action="store_true", help="cor-plus: the stones of a turn in rising order"
    )
    group.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="GROUP",
        help="leave out a redundant group of clauses (may be given more than once)",
    )


def encoding_options(options: argparse.Namespace) -> dict[str, object]:
    """The options that were given, as :func:`harary.encodings.encode` takes them."""
    chosen: dict[str, object] = {}
    for name in ("view", "form"):
        if getattr(options, name) is not None:
            chosen[name] = getattr(options, name)
    if options.no_symmetry:
        chosen["symmetry"] = False
    if options.ordered:
        chosen["ordered"] = True
    if options.without:
        chosen["without"] = options.without
    return chosen


def run(options: argparse.Namespace) -> int:
    """Build the formula and write it."""
    from harary.encodings import encode
    from harary.errors import InputError
    from harary.qbf import simplify, statistics, write_formula

    if options.output == "":
        raise InputError("-o '': expected the name of a file")
    if options.output == "-" and (options.json or options.stats or options.names):
        raise InputError("-o - and --json, --stats or --names would be mixed: name a file")
    game = load_game(options)
    chosen = encoding_options(options)
    if options.most is not None:
        chosen["most"] = options.most
    formula = encode(game, options.encoding, length_of(options, game), **chosen)
    sizes = [("", statistics(formula))]
    if options.simplify:
        left = simplify(formula)
        formula = left.formula
        formula.comments.append("simplified: units, pure, unused, repeated")
        sizes.append(("simplified", statistics(formula)))
    if options.output is not None:
        write_formula(formula, options.output)
    if options.json:
        print_json(_facts(formula, sizes))
    elif options.stats:
        print(size_table(sizes))
    elif options.names:
        print(formula.readable(), end="")
    elif options.output is None:
        write_formula(formula, "-")
    return 0


def _facts(formula: Formula, sizes: list[tuple[str, Statistics]]) -> dict[str, object]:
    question = formula.question
    assert question is not None
    facts: dict[str, object] = {
        "game": question.game,
        "encoding": question.encoding,
        "length": question.length,
        "view": question.player.value,
        "claim": question.claim,
        "exact": question.exact,
    }
    for name, each in sizes:
        facts[name or "size"] = each.as_json()
    return facts


def size_table(sizes: list[tuple[str, Statistics]]) -> str:
    """The sizes of one formula, before and after simplification, a row each number."""
    columns = [each.as_json() for _, each in sizes]
    rows = [[name, *(f"{column[name]:,}" for column in columns)] for name in columns[0]]
    if len(sizes) > 1:
        rows.insert(0, ["", *(name or "as built" for name, _ in sizes)])
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip()
        for row in rows
    )
