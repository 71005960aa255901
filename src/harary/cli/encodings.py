"""List the encodings: what each asks, what it fits, its options.

Examples:
  harary encodings
  harary encodings cor-plus
  harary encodings --json

"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from harary.cli.common import add_json, print_json

if TYPE_CHECKING:
    from harary.encodings import Encoding

SUMMARY = "list the encodings and their options"

#: How the options of an encoding are written here.
_FLAGS = {
    "symmetry": "--no-symmetry",
    "view": "--view black|white",
    "form": "--form paired|printed",
    "ordered": "--ordered",
    "without": "--without GROUP",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """One encoding, or all."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="one encoding, in full")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the list, or one page."""
    from harary.encodings import ENCODINGS, encoding

    chosen = list(ENCODINGS.values()) if options.name is None else [encoding(options.name)]
    if options.json:
        print_json([_facts(each) for each in chosen])
    elif options.name is not None:
        print(_page(chosen[0]))
    else:
        width = max(map(len, ENCODINGS))
        for each in chosen:
            print(f"{each.name:<{width}}  {each.title}; {each.source}")
            print(f"{'':<{width}}  {each.fits}")
    return 0


def _facts(each: Encoding) -> dict[str, object]:
    return {
        "name": each.name,
        "title": each.title,
        "source": each.source,
        "fits": each.fits,
        "exact": each.exact,
        "options": list(each.options),
        "without": dict(each.optional_groups),
        "variables": dict(each.variables),
    }


def _page(each: Encoding) -> str:
    lines = [
        f"{each.name}: {each.title}",
        f"source   {each.source}",
        f"fits     {each.fits}",
        f"options  {' '.join(_FLAGS[name] for name in each.options)}",
        "",
        "variables",
        *_columns(each.variables),
    ]
    if each.optional_groups:
        lines += ["", "redundant groups (--without)", *_columns(each.optional_groups)]
    return "\n".join(lines)


def _columns(pairs: tuple[tuple[str, str], ...]) -> list[str]:
    width = max(len(name) for name, _ in pairs)
    return [f"  {name:<{width}}  {text}" for name, text in pairs]
