"""``.hex`` files: a Hex position as published with the puzzles of paper 004.

::

    % Hein's puzzle 4
    3
    w[b1] b[a1] w[c2]

A number is the size of the board (two numbers are files and ranks), ``b[...]`` and ``w[...]``
are stones. ``%`` starts a comment. Black is to move.
"""

from __future__ import annotations

import os
import re

from harary.boards import HexBoard
from harary.errors import FormatError, InputError
from harary.formats.files import read_text
from harary.games import GameOptions, Player, PositionalGame, Rule, hex_game

__all__ = ["parse_hex", "read_hex", "write_hex"]

_STONE = re.compile(r"([bw])\[([a-z]+[0-9]+)\]", re.IGNORECASE)


def read_hex(path: str | os.PathLike[str]) -> PositionalGame:
    """Read a ``.hex`` file."""
    return parse_hex(read_text(path), os.fspath(path))


def parse_hex(text: str, source: str = "") -> PositionalGame:
    """Read the text of a ``.hex`` file; ``source`` is named in errors.

    >>> str(parse_hex("3  w[b1] b[a1] w[c2]"))
    'hex@3x3:black=a1,white=b1-c2'
    """
    sizes: list[int] = []
    stones: dict[str, list[str]] = {"b": [], "w": []}
    board: HexBoard | None = None
    for number, line in enumerate(text.splitlines(), 1):
        for token in line.partition("%")[0].split():
            match = _STONE.fullmatch(token)
            if match is None:
                if (
                    board is not None
                    or len(sizes) == 2
                    or not re.fullmatch("[1-9][0-9]{0,3}", token)
                ):
                    raise FormatError(
                        f"{token!r}: expected the size first and then stones such as b[a1]",
                        source,
                        number,
                    )
                sizes.append(int(token))
                continue
            if not sizes:
                raise FormatError(
                    f"{token!r}: expected the size of the board first", source, number
                )
            try:
                board = board or HexBoard(sizes[0], sizes[-1])
                board.index(match[2])
            except InputError as error:
                raise FormatError(str(error), source, number) from None
            cell = match[2].lower()
            if any(cell in cells for cells in stones.values()):
                raise FormatError(f"cell {cell} holds a stone already", source, number)
            stones[match[1].lower()].append(cell)
    if not sizes:
        raise FormatError("no size: expected a number such as 5 and then stones", source)
    options = GameOptions(black=tuple(stones["b"]), white=tuple(stones["w"]))
    try:
        return hex_game(board or HexBoard(sizes[0], sizes[-1]), options)
    except InputError as error:
        raise FormatError(str(error), source) from None


def write_hex(game: PositionalGame) -> str:
    """The text of a ``.hex`` file: plain Hex with Black to move, nothing else fits."""
    board = game.board
    plain = (
        isinstance(board, HexBoard)
        and game.rule is Rule.STRONG
        and game.schedule.parameters == (Player.BLACK, 1, 1, 1)
        and game.first_moves is None
    )
    if not isinstance(board, HexBoard) or not plain:
        raise FormatError(
            f"{game}: a .hex file holds a Hex position with Black to move, one stone a turn"
        )
    size = str(board.files) if board.files == board.ranks else f"{board.files} {board.ranks}"
    stones = [f"b[{name}]" for name in game.names(game.black)]
    stones += [f"w[{name}]" for name in game.names(game.white)]
    return "\n".join([f"% {game}", size, *stones]) + "\n"
