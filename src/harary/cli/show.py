"""Show a game: its board, rule, turns, winning sets and symmetries.

Examples:
  harary show snaky@8x8
  harary show hex@5x5:black=c3,white=b2-d1
  harary show puzzle.pg --json

"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from harary.cli.common import MOST_PRINTED, add_game, add_json, load_game, many, print_json

if TYPE_CHECKING:
    from harary.games import Player, PositionalGame

SUMMARY = "show a game: board, rule, sets, symmetries"

#: Paths of a connection game are counted only up to here: the count is for a look.
_COUNTED_PATHS = 20_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game, and JSON."""
    add_game(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the game."""
    game = load_game(options)
    if options.json:
        print_json(_facts(game))
    else:
        print(_page(game))
    return 0


def _facts(game: PositionalGame) -> dict[str, object]:
    from harary.games import Player, Symmetries

    symmetries = Symmetries(game)
    return {
        "game": str(game),
        "rule": game.rule.value,
        "board": None if game.board is None else str(game.board),
        "cells": len(game.cells),
        "free": game.free_cells,
        "black_sets": _count(game, Player.BLACK),
        "white_sets": _count(game, Player.WHITE),
        "symmetries": symmetries.order if symmetries.order <= MOST_PRINTED else None,
        "symmetries_complete": symmetries.complete,
        "schedule": _schedule_facts(game),
        "length": game.length,
        "stones": game.stones,
        "black": game.names(game.black),
        "white": game.names(game.white),
        "first_moves": None if game.first_moves is None else game.names(game.first_moves),
    }


def _schedule_facts(game: PositionalGame) -> dict[str, object]:
    parameters = game.schedule.parameters
    if parameters is not None:
        first, q, p, r = parameters
        return {"turn": first.value, "q": q, "p": p, "r": r}
    turns = game.schedule.turns(game.stones)
    return {"turns": [[turn.player.value, turn.stones] for turn in turns]}


def _count(game: PositionalGame, player: Player) -> int | None:
    """How many winning sets, or None where they are too many to list."""
    from harary.errors import GameError
    from harary.games import Player as Side

    blocked = game.white_mask if player is Side.BLACK else game.black_mask
    try:
        return len(game.goal(player).sets(blocked, _COUNTED_PATHS))
    except GameError:
        return None


def _page(game: PositionalGame) -> str:
    from harary.games import Position, Symmetries

    symmetries = Symmetries(game)
    known = ""
    if not symmetries.complete:
        known = " (of the board)" if game.board else " (not searched)"
    rows = [
        ("game", str(game)),
        ("board", _board(game)),
        ("rule", _rule(game)),
        ("turns", _turns(game)),
        ("sets", _sets(game)),
        ("symmetries", many(symmetries.order) + known),
    ]
    if game.length is not None:
        rows.append(("length", f"{game.length} stones"))
    if game.first_moves is not None:
        which = "some stone of the first turn" if game.first_any else "the first stone"
        rows.append(("first", f"{which} on {' '.join(game.names(game.first_moves))}"))
    lines = [f"{name:<11}{value}" for name, value in rows]
    return "\n".join([*lines, "", str(Position(game))])


def _board(game: PositionalGame) -> str:
    from harary.boards import Grid, HexBoard

    cells = f"{len(game.cells)} cell{'s' * (len(game.cells) != 1)}"
    stones = len(game.black) + len(game.white)
    if stones:
        cells += f", {len(game.black)} black and {len(game.white)} white stones"
    board = game.board
    if isinstance(board, HexBoard):
        return f"Hex rhombus {board.text}, {cells}"
    if isinstance(board, Grid):
        kind = "torus" if board.torus else "rectangle" if len(board.sizes) == 2 else "box"
        return f"{kind} {board.text}, {cells}"
    return cells


def _rule(game: PositionalGame) -> str:
    from harary.games import Rule

    if game.rule is Rule.WEAK:
        return "weak: Maker (Black) completes a set, or Breaker (White) wins"
    return "strong: the first to complete a set wins"


def _turns(game: PositionalGame) -> str:
    parameters = game.schedule.parameters
    if parameters is None:
        turns = game.schedule.turns(game.stones)
        shown = " ".join(f"{turn.player.value[0]}{turn.stones}" for turn in turns[:20])
        return (shown or "none") + (" ..." if len(turns) > 20 else "")
    first, q, p, r = parameters
    name, other = first.value.capitalize(), first.opponent.value.capitalize()
    mine, theirs = (p, r) if name == "Black" else (r, p)
    return f"{name} {q} at first; then {other} {theirs} and {name} {mine} in turn"


def _sets(game: PositionalGame) -> str:
    from harary.games import ConnectionGoal, Player, Rule, SetsGoal

    parts = []
    for player in Player:
        goal = game.goal(player)
        if player is Player.WHITE and game.rule is Rule.WEAK:
            continue
        count = _count(game, player)
        text = f"{player.value.capitalize()} "
        text += f"more than {_COUNTED_PATHS}" if count is None else str(count)
        if isinstance(goal, SetsGoal) and goal.listed:
            sizes = sorted({len(cells) for cells in goal.listed})
            text += f" of {sizes[0]}" + (f" to {sizes[-1]}" if len(sizes) > 1 else "")
        elif isinstance(goal, ConnectionGoal):
            text += " paths"
        parts.append(text)
    return ", ".join(parts)
