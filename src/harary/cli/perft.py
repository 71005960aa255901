"""Count the positions of a game by the number of stones, up to DEPTH stones.

Each position counts once, however it is reached; "classes" counts positions up to the game's
symmetries (where these are more than 10,000, up to the board's); the last columns count
finished positions by who has won.

Examples:
  harary perft row3@3x3 9
  harary perft tippy@4x4:torus 6 --json
  harary perft snaky@8x8 5 --timeout 30s --memory 4G

"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from harary.cli.common import (
    Progress,
    add_game,
    add_json,
    add_limits,
    limits_of,
    load_game,
    many,
    print_json,
    whole_number,
)

if TYPE_CHECKING:
    from harary.search import Layer

SUMMARY = "count positions by number of stones, plain and up to symmetry"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game, how deep, by which program."""
    add_game(parser)
    parser.add_argument("depth", metavar="DEPTH", type=whole_number, help="the number of stones")
    parser.add_argument(
        "--engine",
        choices=("native", "twin"),
        default="native",
        help="count in the native core, or with the slow readable rules in Python",
    )
    parser.add_argument(
        "--threads", type=whole_number, default=0, metavar="N", help="cores to use (default: all)"
    )
    add_limits(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Count, then print the table."""
    from harary.errors import LimitReached
    from harary.games import Symmetries
    from harary.games.symmetry import MAX_ELEMENTS
    from harary.search import perft
    from harary.search.perft import twin_layers

    game = load_game(options)
    limits = limits_of(options)
    progress = Progress()
    stopped: str | None = None
    layers: list[Layer] = []
    try:
        if options.engine == "native":
            layers, stopped = perft(
                game,
                options.depth,
                limits=limits,
                threads=options.threads,
                progress=lambda stones, found: progress.show(
                    f"{stones} stones: {found} positions up to symmetry"
                ),
            )
        else:
            for layer in twin_layers(game, options.depth, limits=limits):
                layers.append(layer)
    except LimitReached as limit:
        stopped = limit.reason
    finally:
        progress.clear()
    symmetries = Symmetries(game)
    used = symmetries.order
    if used > MAX_ELEMENTS:
        used = len(symmetries.elements)
    if options.json:
        print_json(
            {
                "game": str(game),
                "stopped": stopped,
                "symmetries": used,
                "symmetries_complete": symmetries.complete and used == symmetries.order,
                "layers": list(map(_facts, layers)),
            }
        )
        return 0
    _print_table(layers)
    if used < symmetries.order:
        print(f"classes are up to {used} of {many(symmetries.order)} symmetries: too many to list")
    if stopped:
        print(f"stopped ({stopped}): the deeper layers are not counted")
    return 0


def _facts(layer: Layer) -> dict[str, object]:
    return {
        "stones": layer.stones,
        "positions": layer.positions,
        "classes": layer.classes,
        "finished": {verdict.value: count for verdict, count in layer.finished.items()},
        "finished_classes": {
            verdict.value: count for verdict, count in layer.finished_classes.items()
        },
    }


def _print_table(layers: list[Layer]) -> None:
    if not layers:
        return
    outcomes = [verdict.value for verdict in layers[0].finished]
    rows = [["stones", "positions", "classes", *outcomes]]
    rows += [
        [
            str(number)
            for number in (layer.stones, layer.positions, layer.classes, *layer.finished.values())
        ]
        for layer in layers
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)))
