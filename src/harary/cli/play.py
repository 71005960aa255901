"""Play a game in the terminal: two people at one keyboard, or against a proof.

With --proof the winner of the proof is played for you, and never leaves the proof; it is checked
first. A draw has a proof for each side: --against says which one you play against.

Type a cell such as b2 to place a stone. Other words: undo, moves (where stones may go),
threats (what each side could complete this turn), help, quit.

Examples:
  harary play row3@3x3
  harary play hex@5x5 --moves c3-b2
  harary play tippy@3x3 --proof tippy.proof

"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from harary.cli.common import add_game, load_game, use_colour

if TYPE_CHECKING:
    from harary.games import Position, PositionalGame
    from harary.proofs import Proof

SUMMARY = "play a game in the terminal: two people, or against a proof"

_HELP = "a cell (b2) places a stone; undo, moves, threats, quit"
_RED, _BLUE, _BOLD, _DIM, _PLAIN = "\x1b[31m", "\x1b[34m", "\x1b[1m", "\x1b[2m", "\x1b[0m"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game, and moves to begin with."""
    add_game(parser)
    parser.add_argument(
        "--moves", default="", metavar="CELLS", help="begin after these moves, such as c3-b2"
    )
    parser.add_argument("--proof", metavar="FILE", help="play against the winner of this proof")
    parser.add_argument(
        "--against",
        choices=("black", "white"),
        help="with --proof of a draw: the player who is played for you (default white)",
    )


def run(options: argparse.Namespace) -> int:
    """Play until the game or the input is over."""
    from harary.games import Position

    game = load_game(options)
    proof = _proof(options, game)
    # A proof's game ends at the bound of its claim.
    position = Position(game, None if proof is None else proof.claim.within)
    for move in moves_of(options):
        position.push(move)
    colour = use_colour()
    if proof is not None:
        print(f"the proof: {proof.claim.sentence(game.rule)}")
    _print_board(position, colour)
    while position.outcome() is None:
        if proof is not None and position.to_move is proof.claim.player:
            _answer(position, proof, colour)
            continue
        line = _ask(position)
        if line is None:
            return 0
        for word in line.split():
            if _command(position, word) in ("quit", "q", "exit"):
                return 0
            _obey(position, word, colour)
            if proof is not None and _command(position, word) in ("undo", "u"):
                _undo_answers(position, proof)
            if proof is not None and position.to_move is proof.claim.player:
                break
    return 0


def _proof(options: argparse.Namespace, game: PositionalGame) -> Proof | None:
    """The proof to play against: the one whose winner is not the person's side."""
    from harary.errors import FormatError, InputError
    from harary.proofs import read_valid

    if options.proof is None:
        if options.against is not None:
            raise InputError("--against is for --proof")
        return None
    proofs = read_valid(options.proof)
    if str(proofs[0].game) != str(game):
        raise FormatError(f"this is a proof about {proofs[0].game}, not {game}", options.proof)
    found = [p for p in proofs if options.against in (None, p.claim.player.value)]
    if not found:
        sides = " or ".join(p.claim.player.value for p in proofs)
        raise InputError(f"--against {options.against}: this proof is a strategy of {sides}")
    return found[0]


def _answer(position: Position, proof: Proof, colour: bool) -> None:
    """The winner's stone."""
    from harary.proofs.player import ProofPlayer

    cell = ProofPlayer.at(proof, position).move(position)
    name = position.game.cells[cell]
    print(f"{proof.claim.player.value.capitalize()} plays {name}")
    position.push(cell)
    _print_board(position, colour)


def _undo_answers(position: Position, proof: Proof) -> None:
    """Take back as well what the proof answered, up to the person's own stone."""
    while position.moves and position.to_move is proof.claim.player:
        position.pop()


def moves_of(options: argparse.Namespace) -> list[str]:
    """The moves in ``--moves``: cells between hyphens, commas or spaces."""
    text: str = options.moves
    return text.replace(",", " ").replace("-", " ").split()


def _ask(position: Position) -> str | None:
    """The next line, or None at the end of the input."""
    mover = position.to_move
    assert mover is not None
    sign = "X" if mover.value == "black" else "O"
    left = position.stones_left
    stones = f" ({left} stones)" if left > 1 else ""
    print(f"{mover.value.capitalize()} {sign}{stones}> ", end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        print()
        return None
    if not sys.stdin.isatty():
        print(line.rstrip("\n"))
    return line


def _command(position: Position, word: str) -> str | None:
    """The word as a command, or None where it names a cell: a file may name a cell q or moves."""
    return None if word in position.game.cells else word.lower()


def _obey(position: Position, word: str, colour: bool) -> None:
    from harary.errors import InputError
    from harary.games import Player

    command = _command(position, word)
    try:
        if command in ("help", "?"):
            print(_HELP)
        elif command == "moves":
            print(" ".join(position.legal_moves))
        elif command == "threats":
            for player in Player:
                within = position.stones_left if player is position.to_move else 1
                found = [" ".join(cells) for cells in position.threats(player, within)]
                print(f"{player.value.capitalize()}: {', '.join(found) or 'none'}")
        else:
            if command in ("undo", "u"):
                position.pop()
            else:
                position.push(word)
            _print_board(position, colour)
    except InputError as error:
        print(f"{error} ({_HELP})" if not position.moves and command != "undo" else str(error))


def _print_board(position: Position, colour: bool) -> None:
    from harary.games import Player, Verdict, picture

    last = position.game.index(position.moves[-1]) if position.moves else -1

    def paint(sign: str, cell: int) -> str:
        tint = {"X": _RED, "O": _BLUE}.get(sign, _DIM)
        return f"{tint}{_BOLD if cell == last else ''}{sign}{_PLAIN}"

    print()
    print(picture(position, paint if colour else None))
    print()
    outcome = position.outcome()
    if outcome is None:
        return
    if outcome is Verdict.DRAW:
        print("a draw")
        return
    winner = outcome.winner or Player.BLACK
    names = f"{winner.value.capitalize()} ({outcome.value.capitalize()})"
    print(f"{names if outcome.value != winner.value else winner.value.capitalize()} wins")
