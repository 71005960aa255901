"""Show what a proof is like: its size, its leaves, and the line that resists the longest.

The proof is checked first.

Examples:
  harary explain tippy.proof
  harary explain tippy.proof --boards
  harary explain tippy.proof --json

"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from harary.cli.common import add_json, print_json

if TYPE_CHECKING:
    from harary.proofs import Proof
    from harary.proofs.explain import LineMove

SUMMARY = "show what a proof is like, and its main line"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The proof."""
    parser.add_argument("file", metavar="FILE", help="a proof")
    parser.add_argument("--boards", action="store_true", help="draw the board after each move")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Check, then describe."""
    from harary.proofs import read_valid
    from harary.proofs.explain import main_line

    proofs = read_valid(options.file)
    lines = [list(main_line(proof)) for proof in proofs]
    if options.json:
        print_json([_facts(proof, line) for proof, line in zip(proofs, lines, strict=True)])
        return 0
    print(f"game       {proofs[0].game}")
    for proof, line in zip(proofs, lines, strict=True):
        _print(proof, line, boards=options.boards)
    return 0


def _facts(proof: Proof, line: list[LineMove]) -> dict[str, object]:
    return {
        "game": str(proof.game),
        "claim": proof.claim.sentence(proof.game.rule),
        "entries": len(proof.entries),
        "depth": proof.depth(),
        "symmetries": len(proof.symmetries),
        "rules": dict(proof.rules()),
        "line": _words(proof, line),
    }


def _words(proof: Proof, line: list[LineMove]) -> list[str]:
    return [proof.game.cells[move.cell] if move.matters else "-" for move in line]


def _print(proof: Proof, line: list[LineMove], *, boards: bool) -> None:
    from harary.proofs.explain import REASONS

    print()
    print(f"claim      {proof.claim.sentence(proof.game.rule)}")
    print(f"entries    {len(proof.entries)}, at most {proof.depth()} deep")
    if proof.symmetries:
        print(f"symmetries {len(proof.symmetries)}")
    for rule, count in sorted(proof.rules().items(), key=lambda item: (-item[1], item[0])):
        print(f"  {count:8}  {rule:14} {REASONS[rule]}")
    if not line:
        print(f"main line  none: {REASONS[proof.entry(proof.root).rule]} at once")
        return
    print(f"main line  {' '.join(_words(proof, line))}")
    last = line[-1].rule
    if "-" in _words(proof, line):
        print("           (- is a stone that does not matter)")
    print(f"           then: {REASONS[last]}")
    _print_boards(proof, line, every=boards)


def _print_boards(proof: Proof, line: list[LineMove], *, every: bool) -> None:
    """The position at the end of the line, or after each move. Stones that pass are not shown."""
    from dataclasses import replace

    from harary.games import Player, Position

    game = proof.game
    stones = {Player.BLACK: list(game.black), Player.WHITE: list(game.white)}
    for number, move in enumerate(line, 1):
        if move.matters:
            stones[move.player].append(move.cell)
        if not (every or number == len(line)):
            continue
        shown = replace(
            game,
            black=tuple(stones[Player.BLACK]),
            white=tuple(stones[Player.WHITE]),
            first_moves=None,
            text=None,
        )
        where = game.cells[move.cell] if move.matters else "elsewhere"
        print()
        if every:
            print(f"{number}. {move.player.value.capitalize()} {where}")
        print(Position(shown))
