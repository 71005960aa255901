"""The fewest stones from below and from above: which asks less of the search.

`python -m benchmarks.shortest [GAME ...]` finds the fewest stones in both ways and prints how many
positions each looked at, in the same run. *Below* is `harary.search.shortest`: short lengths first.
*Above* takes the win without a bound, and steps down from the most stones on a path of its proof
until a length is refuted. A game that takes longer than `--timeout` one way is left open that way.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from dataclasses import dataclass

from harary import Player, PositionalGame, game
from harary.errors import LimitReached
from harary.limits import Limits, Watch, parse_duration, parse_size
from harary.proofs import Proof
from harary.search.engine import Decision, settle
from harary.search.shortest import Ladder, shortest

#: Winners on 5x5 of several lengths, and two larger boards.
GAMES = (
    "tippy@5x5",
    "elly@5x5",
    "n-pentomino@5x5",
    "n-pentomino@5x5:torus",
    "f-pentomino@5x5:torus,weak",
    "u-pentomino@5x5:torus,weak",
    "skinny@5x5:torus,weak",
    "skinny@5x5:torus",
    "z-pentomino@5x5:torus",
    "knobby@6x6",
    "skinny@7x7:weak",
)


@dataclass(frozen=True)
class Found:
    """What one way found: None where the limit came first."""

    stones: int | None
    positions: int
    seconds: float


def below(played: PositionalGame, limits: Limits) -> Found:
    """Short lengths first."""
    watch = Watch(limits)
    done: list[Decision] = []
    stones = None
    with suppress(LimitReached):
        stones = shortest(played, Player.BLACK, limits=limits, told=done.append).stones
    return Found(stones, sum(decision.nodes for decision in done), watch.seconds)


def above(played: PositionalGame, limits: Limits) -> Found:
    """The win without a bound first, then down from its longest path."""
    watch = Watch(limits)
    lengths = Ladder(played, Player.BLACK).lengths
    stones, positions = None, 0
    try:
        best = settle(played, Player.BLACK, limits=limits)
        positions = best.nodes
        longest = deepest(best.proof)
        for length in reversed([each for each in lengths if each <= longest]):
            watch.check()
            left = Limits(watch.left, limits.memory)
            decision = settle(played, Player.BLACK, length, limits=left)
            positions += decision.nodes
            if not decision.attacker_wins:
                break
            best = decision
        stones = best.proof.claim.within
    except LimitReached:
        pass
    return Found(stones, positions, watch.seconds)


def deepest(proof: Proof) -> int:
    """The most stones on a path of a proof."""
    stones: list[int] = []
    for entry in proof.entries:
        under = max((stones[child.entry - 1] for child in entry.children), default=-1)
        stones.append(1 + under if entry.children else entry.cells.bit_count())
    return stones[proof.root - 1]


def main(arguments: list[str] | None = None) -> int:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(prog="shortest", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--timeout", type=parse_duration, default=60.0)
    parser.add_argument("--memory", type=parse_size, default=4 * 2**30)
    options = parser.parse_args(arguments)
    limits = Limits(options.timeout, options.memory)
    print("| game | stones | below: positions | s | above: positions | s | above/below |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |", flush=True)
    total = [0, 0]
    for text in options.games:
        one, two = below(game(text), limits), above(game(text), limits)
        if None not in (one.stones, two.stones):
            if one.stones != two.stones:
                raise AssertionError(f"{text}: {one.stones} and {two.stones} stones")
            total = [total[0] + one.positions, total[1] + two.positions]
        ratio = f"{two.positions / max(one.positions, 1):.2f}"
        shown = [each if each is not None else "open" for each in (one.stones, two.stones)]
        stones = shown[0] if shown[0] == shown[1] else f"{shown[0]}, {shown[1]}"
        print(
            f"| {text} | {stones} | {one.positions:,} | {one.seconds:.1f} | "
            f"{two.positions:,} | {two.seconds:.1f} | {ratio} |",
            flush=True,
        )
    ratio = f"{total[1] / max(total[0], 1):.2f}"
    print(f"| those found both ways | | {total[0]:,} | | {total[1]:,} | | {ratio} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
