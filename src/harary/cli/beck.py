"""Decide a game at a glance, by the sums of Erdos and Selfridge and of Beck, if they do.

Each winning set A that is left counts 2^-|A|. Few and large sets: White stops them all. Many
sets that share few pairs: Maker gets one (weak games).

Exit code: 10 Maker wins, 20 Black (Maker) does not win, 0 nothing follows.

Examples:
  harary beck row5@5x5
  harary beck domino@8x8:weak
  harary beck tippy@4x4 --json

"""

from __future__ import annotations

import argparse

from harary.cli.common import add_game, add_json, load_game, print_json

SUMMARY = "decide a game by the sums of Erdos and Selfridge and of Beck"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game."""
    add_game(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Add up, and say what follows."""
    from harary.defences.beck import sums
    from harary.games import Verdict

    game = load_game(options)
    found = sums(game)
    code = {None: 0, Verdict.MAKER: 10}.get(found.verdict, 20)
    if options.json:
        print_json(
            {
                "game": str(game),
                "to_move": found.to_move,
                "sets": found.sets,
                "potential": str(found.potential),
                "bound": str(found.bound),
                "maker_sum": str(found.maker_sum),
                "maker_bound": str(found.maker_bound),
                "pair_degree": found.pair_degree,
                "cells": found.cells,
                "verdict": found.verdict,
                "reason": found.reason,
            }
        )
        return code
    mover = "nobody" if found.to_move is None else found.to_move.value.capitalize()
    print(f"game       {game}")
    print(f"to move    {mover}")
    print(f"potential  {_number(found.potential)} of {found.sets} sets, bound {found.bound}")
    print(
        f"Beck       {_number(found.maker_sum)}, bound {_number(found.maker_bound)} "
        f"(pair degree {found.pair_degree}, {found.cells} cells)"
    )
    said = {
        None: "nothing follows",
        Verdict.MAKER: "Maker wins",
        Verdict.BREAKER: "Breaker wins",
        Verdict.NOT_BLACK: "Black does not win",
    }[found.verdict]
    print(f"so         {said}: {found.reason}")
    return code


def _number(value: object) -> str:
    text = str(value)
    return text if "/" not in text else f"{text} = {float(value):.4g}"  # type: ignore[arg-type]
