"""A position as text: ``X`` is a black stone, ``O`` a white one, ``.`` a free cell.

Rectangles have rank 1 at the bottom, Hex boards at the top with each row moved half a cell
to the right. Boxes are drawn layer by layer. A game without a board (from a file) is drawn
as a rectangle where its cells' names make one, and else as a list of its stones; that is a
matter of drawing only and changes nothing in the game.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from harary.boards import Board, Grid, HexBoard, file_letters, parse_cell
from harary.games.position import Position
from harary.games.positional import PositionalGame

__all__ = ["Paint", "drawn_on", "picture"]

Paint = Callable[[str, int], str]
"""Colours one mark: gets the mark and the cell's number."""

#: A picture with more cells than this helps nobody.
MAX_DRAWN_CELLS = 2500


def picture(position: Position, paint: Paint | None = None) -> str:
    """Draw a position; ``paint`` may colour each mark."""
    game = position.game

    def mark(cell: int) -> str:
        sign = "X" if position.black >> cell & 1 else "O" if position.white >> cell & 1 else "."
        return paint(sign, cell) if paint else sign

    if len(game.cells) > MAX_DRAWN_CELLS:
        return f"({len(game.cells)} cells: too many to draw)"
    board = drawn_on(game)
    if board is None:
        return _listed(position)
    numbers = {
        point: game.index(name) for point, name in zip(board.points, board.cells, strict=True)
    }
    if isinstance(board, HexBoard):
        return _rhombus(board, lambda point: mark(numbers[point]))
    layers = [
        _layer(board, rest, lambda point: mark(numbers[point]))
        for rest in product(*(range(size) for size in board.dims[2:]))
    ]
    return "\n\n".join(layers)


def _layer(board: Board, rest: tuple[int, ...], mark: Callable[[tuple[int, ...]], str]) -> str:
    files, ranks = board.dims[:2]
    widths = [len(file_letters(file)) for file in range(files)]
    margin = len(str(ranks))
    lines = []
    if rest:
        lines.append(f"layer {'.'.join(str(value + 1) for value in rest)}")
    for rank in reversed(range(ranks)):
        marks = [mark((file, rank, *rest)) + " " * (widths[file] - 1) for file in range(files)]
        lines.append(f"{rank + 1:>{margin}} " + " ".join(marks).rstrip())
    lines.append(" " * (margin + 1) + " ".join(file_letters(file) for file in range(files)))
    return "\n".join(lines)


def _rhombus(board: HexBoard, mark: Callable[[tuple[int, ...]], str]) -> str:
    margin = len(str(board.ranks))
    letters = [file_letters(file) for file in range(board.files)]
    lines = [" " * (margin + 1) + " ".join(letters)]
    for rank in range(board.ranks):
        marks = [mark((file, rank)) + " " * (len(letters[file]) - 1) for file in range(board.files)]
        lines.append(" " * rank + f"{rank + 1:>{margin}} " + " ".join(marks).rstrip())
    return "\n".join(lines)


def drawn_on(game: PositionalGame) -> Board | None:
    """The game's board, or the rectangle whose cells are named as the game's are, or neither."""
    if game.board is not None:
        return game.board
    points = [parse_cell(name) for name in game.cells]
    if not points or any(point is None or len(point) != 2 for point in points):
        return None
    files = max(point[0] for point in points if point) + 1
    ranks = max(point[1] for point in points if point) + 1
    if files * ranks != len(points):
        return None
    return Grid((files, ranks))


def _listed(position: Position) -> str:
    game = position.game
    cells = range(len(game.cells))
    black = [game.cells[cell] for cell in cells if position.black >> cell & 1]
    white = [game.cells[cell] for cell in cells if position.white >> cell & 1]
    return "\n".join(
        (
            "cells " + " ".join(game.cells),
            "X     " + (" ".join(black) or "-"),
            "O     " + (" ".join(white) or "-"),
        )
    )
