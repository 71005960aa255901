"""Analyse a recorded game: from each of its positions, how soon a player wins.

Every position is asked about by formulas, short lengths first, from the last position back to
the first. --length bounds how many stones are looked ahead; limits are for each position.

Examples:
  harary analyse el@5x5 --moves c3-c2-b3-d3 --length 7
  harary analyse recorded.pg --timeout 60s
  harary analyse row3@3x3:weak --moves a1-b2 --solver caqe --json

"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
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
from harary.cli.play import moves_of
from harary.cli.solve import (
    add_progress,
    add_resume,
    add_solvers,
    pairs_of,
    question_line,
    step_line,
)

if TYPE_CHECKING:
    from harary.qbf import Question
    from harary.solve import Asker, Moment, Step

SUMMARY = "how soon a player wins from each position of a recorded game"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game, its moves, how to ask."""
    add_game(parser)
    parser.add_argument("--moves", default="", metavar="CELLS", help="the record, such as c3-b2")
    add_length(parser)
    add_limits(parser)
    add_json(parser)
    add_progress(parser)
    group = add_solvers(parser)
    add_resume(group, "keep the solvers' answers in this file, and ask none of them again")
    group.add_argument("--view", choices=("black", "white"), help="who is to win (default black)")


def run(options: argparse.Namespace) -> int:
    """Print a line for each position."""
    from harary.games import Player, Position, embedded
    from harary.solve import Asker, analyse

    game = load_game(options)
    view = Player(options.view or "black")
    limits, pairs = limits_of(options), pairs_of(options)
    length = length_of(options, game)
    moves = moves_of(options)
    # A wrong record shows before anything runs.
    position = Position(game)
    for move in moves:
        position.push(move)
    progress = Progress(enabled=False if options.quiet else None)

    def told(step: Step) -> None:
        if options.progress:
            progress.clear()
            print(step_line(step), file=sys.stderr, flush=True)
        else:
            progress.show(step_line(step), at_once=True)

    def asking(question: Question) -> None:
        progress.show(question_line(question))

    def askers() -> Iterator[Asker]:
        while True:
            yield Asker(pairs, limits, told, asking=asking, resume=options.resume)

    found: list[dict[str, object]] = []
    try:
        for moment in analyse(game, moves, askers(), view, length, options.encoding or "cor-plus"):
            progress.clear()
            if not found and not options.json:
                print(f"placed  last   to move  {view.value.capitalize()} wins within      seconds")
            found.append(moment.as_json())
            if not options.json:
                print(_row(moment), flush=True)
    finally:
        progress.clear()
    if options.json:
        facts = {"game": str(game), "view": view.value, "positions": found}
        print_json({**facts, "listing": embedded(game)})
    return 0


def _row(moment: Moment) -> str:
    if moment.over is not None:
        said = f"over: {moment.over}"
    elif moment.length is not None:
        said = f"{moment.length} stone{'s' * (moment.length != 1)}"
    elif moment.none is None:
        said = f"unknown ({moment.reason})"
    else:
        said = f"not within {moment.none}" + (f" ({moment.reason})" if moment.reason else "")
    mover = moment.to_move.value if moment.to_move else "-"
    return (
        f"{moment.placed:>6}  {moment.move or '-':<5}  {mover:<7}  {said:<22} "
        f"{moment.seconds:>9.2f}"
    )
