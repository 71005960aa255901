"""Options and output that commands share."""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from harary.errors import InputError
from harary.limits import Limits, parse_duration, parse_size

if TYPE_CHECKING:
    from harary.games import PositionalGame

__all__ = [
    "MOST_PRINTED",
    "Progress",
    "add_game",
    "add_json",
    "add_length",
    "add_limits",
    "length_of",
    "limits_of",
    "load_game",
    "many",
    "print_json",
    "use_colour",
    "whole_number",
]

#: Larger numbers are not printed as they are, nor given to programs.
MOST_PRINTED = 10**15


def checked(reader: Callable[[str], object]) -> Callable[[str], object]:
    """A reader for an option's value, whose complaint argparse prints as it is."""

    def read(text: str) -> object:
        try:
            return reader(text)
        except InputError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return read


def whole_number(text: str) -> int:
    """A number of things: 0 or more."""
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r}: expected a whole number")
    if len(text) > len(str(MOST_PRINTED)) or int(text) > MOST_PRINTED:
        shown = text if len(text) <= 20 else text[:17] + "..."
        raise argparse.ArgumentTypeError(f"{shown}: expected at most {MOST_PRINTED}")
    return int(text)


def add_game(parser: argparse.ArgumentParser) -> None:
    """The game and its rule."""
    parser.add_argument(
        "game", metavar="GAME", help="a game text, or the path of a .pg or .hex file"
    )
    parser.add_argument(
        "--rule", choices=("strong", "weak"), help="play a file's game by this rule instead"
    )


def load_game(options: argparse.Namespace) -> PositionalGame:
    """The game that the options name."""
    from harary.text import game

    return game(options.game, rule=options.rule)


def add_json(parser: argparse._ActionsContainer) -> None:
    """Output for programs."""
    parser.add_argument("--json", action="store_true", help="print JSON for programs")


def print_json(value: object) -> None:
    """Print a value as JSON."""
    print(json.dumps(value, indent=2))


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Limits on time and memory."""
    parser.add_argument(
        "--timeout", type=checked(parse_duration), metavar="TIME", help="stop after 30s, 10m, 2h"
    )
    parser.add_argument(
        "--memory", type=checked(parse_size), metavar="SIZE", help="use at most 512M, 4G"
    )


def limits_of(options: argparse.Namespace) -> Limits:
    """The limits that the options set."""
    return Limits(seconds=options.timeout, memory=options.memory)


def add_length(parser: argparse.ArgumentParser) -> None:
    """The bound of the question."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--length",
        type=whole_number,
        metavar="STONES",
        help="ask for a win within so many stones of both players (default: the whole game)",
    )
    group.add_argument(
        "--turns", type=whole_number, metavar="TURNS", help="the same, counted in turns"
    )


def length_of(options: argparse.Namespace, game: PositionalGame) -> int | None:
    """The bound in stones, or None for the whole game.

    The last turn is played with the stones that are left.
    """
    if options.turns is not None:
        stones = game.schedule.stones_in(options.turns)
        before = game.schedule.stones_in(max(options.turns - 1, 0))
        return game.stones if before < game.stones < stones else stones
    length: int | None = options.length
    return length


def many(number: int) -> str:
    """A number as it is, or its size where nobody would read its digits."""
    return str(number) if number <= MOST_PRINTED else f"about 10^{math.log10(number):.0f}"


def use_colour() -> bool:
    """True where colour helps: a terminal, and nobody asked for none."""
    return (
        sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )


class Progress:
    """A line on the terminal that says what a long job is doing; silent elsewhere."""

    def __init__(self, enabled: bool | None = None) -> None:
        self._shown = 0.0
        self._width = 0
        self._enabled = sys.stderr.isatty() if enabled is None else enabled
        self._started = time.monotonic()

    def show(self, message: str, *, at_once: bool = False) -> None:
        """Replace the line, at most five times a second unless it must show ``at_once``."""
        now = time.monotonic()
        if not self._enabled or (now - self._shown < 0.2 and not at_once):
            return
        self._shown = now
        text = f"{message}, {now - self._started:.0f} s"
        print("\r" + text.ljust(self._width), end="", file=sys.stderr, flush=True)
        self._width = len(text)

    def clear(self) -> None:
        """Take the line away."""
        if self._width:
            print("\r" + " " * self._width + "\r", end="", file=sys.stderr, flush=True)
            self._width = 0
