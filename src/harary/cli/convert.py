"""Convert a game to a file: .pg (cells and winning sets) or .hex (a Hex position).

The kind of file follows from the name's ending; - writes to the standard output (see --to).

Examples:
  harary convert snaky@9x9 snaky.pg
  harary convert puzzle.hex puzzle.pg
  harary convert hex@4x4:weak - --to pg --explicit

"""

from __future__ import annotations

import argparse
from pathlib import PurePath

from harary.cli.common import add_game, load_game

SUMMARY = "write a game to a .pg or .hex file"

_KINDS = ("pg", "hex")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """From where, to where."""
    add_game(parser)
    parser.add_argument("out", metavar="OUT", help="a .pg or .hex file, or - for standard output")
    parser.add_argument("--to", choices=_KINDS, help="the kind of file, where OUT does not say it")
    parser.add_argument(
        "--explicit", action="store_true", help="list a connection game's paths as sets"
    )
    parser.add_argument(
        "--version-line",
        action="store_true",
        help="write the documented #version line (the published generator rejects it)",
    )


def run(options: argparse.Namespace) -> int:
    """Write the file."""
    from harary.errors import InputError
    from harary.formats import write_hex, write_pg, write_text

    suffix = PurePath(options.out).suffix.lower().removeprefix(".")
    kind = options.to or suffix
    if kind not in _KINDS:
        raise InputError(
            f"{options.out!r}: expected a name that ends in .pg or .hex, or --to pg or --to hex"
        )
    game = load_game(options)
    if kind == "hex":
        if options.explicit or options.version_line:
            raise InputError("--explicit and --version-line are for .pg files")
        text = write_hex(game)
    else:
        text = write_pg(game.explicit() if options.explicit else game, version=options.version_line)
    if options.out == "-":
        print(text, end="")
    else:
        write_text(options.out, text)
    return 0
