"""Boards: rectangles, tori, boxes of any dimension, Hex rhombi; cells and placements."""

from harary.boards.board import MAX_BOARD_CELLS, Board, Permutation, Point
from harary.boards.cells import cell_text, file_letters, parse_cell
from harary.boards.grid import Grid
from harary.boards.placements import lines, placements
from harary.boards.rhombus import HexBoard

__all__ = [
    "MAX_BOARD_CELLS",
    "Board",
    "Grid",
    "HexBoard",
    "Permutation",
    "Point",
    "cell_text",
    "file_letters",
    "lines",
    "parse_cell",
    "placements",
]
