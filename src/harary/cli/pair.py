"""Find a pairing by which White stops Black, at once or after his first stones.

White answers each black stone in a pair by the other cell of that pair, so that he gets a stone
into every winning set. With --after K he may place K stones first. Black places one stone a turn.
What is found is a proof that Black (Maker) does not win, and is checked.

Exit code: 10 a pairing was found, 20 there is none, 0 undecided.

Examples:
  harary pair skinny@5x5
  harary pair snaky@6x6 --after 1
  harary pair XXXX./...XX=+X./XX/.X/.X/.X=@11x11 --proof pairs.proof

"""

from __future__ import annotations

import argparse
import string

from harary.cli.common import (
    Progress,
    add_game,
    add_json,
    add_limits,
    limits_of,
    load_game,
    print_json,
    whole_number,
)

SUMMARY = "find a pairing by which White stops Black"

FOUND, NONE, UNDECIDED = 10, 20, 0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game, and how many stones White has before."""
    add_game(parser)
    parser.add_argument(
        "--after",
        type=whole_number,
        default=0,
        metavar="K",
        help="after at most so many stones of White's (default 0)",
    )
    parser.add_argument("--proof", metavar="FILE", help="keep the proof in this file")
    add_limits(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Search, check, print."""
    from harary.errors import LimitReached
    from harary.search.pairing import pairing_defence
    from harary.solve.proving import accepted

    game = load_game(options)
    progress = Progress()
    facts: dict[str, object] = {"game": str(game), "after": options.after}
    stones = f"after {options.after} stone{'s' * (options.after != 1)} of White's"
    when = stones if options.after else "at once"
    try:
        proof = pairing_defence(
            game,
            options.after,
            limits=limits_of(options),
            progress=lambda nodes: progress.show(f"{nodes} positions"),
        )
    except LimitReached as limit:
        code, said = UNDECIDED, f"{game}: undecided: stopped by the limit on {limit.reason}"
        facts |= {"found": None, "reason": limit.reason}
    else:
        if proof is None:
            code, said = NONE, f"{game}: White has no pairing {when} (not proved)"
            facts |= {"found": False, "proved": False}
        else:
            accepted([proof], options.proof)
            root = proof.entry(proof.root)
            pairs = [game.names(pair) for pair in root.pairs]
            code, said = FOUND, f"{game}: White has a pairing {when} (proved)"
            if pairs:
                said += "\n" + _picture(game.cells, pairs)
            facts |= {"found": True, "proved": True, "pairs": pairs, "proof": options.proof}
    finally:
        progress.clear()
    if options.json:
        print_json(facts)
    else:
        print(said)
    return code


def _picture(cells: tuple[str, ...], pairs: list[list[str]]) -> str:
    """The pairs by letters on a rectangle, or as a list."""
    from harary.boards import parse_cell

    points = {name: parse_cell(name) for name in cells}
    letters = string.ascii_letters
    if len(pairs) > len(letters) or any(p is None or len(p) != 2 for p in points.values()):
        return " ".join("-".join(pair) for pair in pairs)
    sign = {cell: letter for letter, pair in zip(letters, pairs, strict=False) for cell in pair}
    at = {point: sign.get(name, ".") for name, point in points.items()}
    files = 1 + max(point[0] for point in at if point)
    ranks = 1 + max(point[1] for point in at if point)
    return "\n".join(
        " ".join(at.get((file, rank), " ") for file in range(files))
        for rank in range(ranks - 1, -1, -1)
    )
