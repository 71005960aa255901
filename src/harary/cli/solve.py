"""Solve a game by brute force: small games only, and slow on purpose.

The oracle tries everything by the rules of play; its answer is printed as the oracle's, not
as proved. Exit code: 10 Black or Maker wins, 20 not, 0 unknown (a limit ran out).

Examples:
  harary solve tippy@3x3
  harary solve tippy@3x3:torus --length 6
  harary solve row3@3x3 --json --timeout 30s

"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from harary.cli.common import (
    Progress,
    add_game,
    add_json,
    add_length,
    add_limits,
    length_of,
    limits_of,
    load_game,
    print_json,
)

if TYPE_CHECKING:
    from harary.solve import Result

SUMMARY = "find who wins a small game, by brute force"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game, the bound, the limits."""
    add_game(parser)
    add_length(parser)
    add_limits(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Solve and print."""
    from harary.solve import solve

    game = load_game(options)
    progress = Progress()
    try:
        result = solve(
            game,
            length=length_of(options, game),
            limits=limits_of(options),
            progress=lambda nodes: progress.show(f"{nodes} positions"),
        )
    finally:
        progress.clear()
    if options.json:
        print_json(result.as_json())
    else:
        print(_sentence(result))
    return result.exit_code


def _sentence(result: Result) -> str:
    if result.reason is not None:
        return f"{result.game}: unknown (stopped by the limit on {result.reason})"
    lines = [f"{result.game}: {result.claim} (oracle, {result.nodes} positions, not proved)"]
    if result.first_moves:
        lines.append(f"winning first moves: {' '.join(result.first_moves)}")
    return "\n".join(lines)
