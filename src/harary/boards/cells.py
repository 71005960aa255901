"""The text of a cell: a file letter and a rank number, ``a1``; then ``a1.2``, ``a1.2.3``.

Files run a to z, then aa, ab, ... Coordinates count from 0, so ``a1`` is (0, 0).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["cell_text", "file_letters", "parse_cell"]

_CELL = re.compile(r"([a-z]{1,3})([1-9][0-9]{0,5}(?:\.[1-9][0-9]{0,5})*)", re.IGNORECASE)


def file_letters(file: int) -> str:
    """The letters of a file: 0 is a, 25 is z, 26 is aa.

    >>> file_letters(0), file_letters(25), file_letters(26), file_letters(701)
    ('a', 'z', 'aa', 'zz')
    """
    letters = ""
    number = file + 1
    while number:
        number, letter = divmod(number - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


def cell_text(point: Sequence[int]) -> str:
    """The text of a point.

    >>> cell_text((0, 0)), cell_text((2, 3, 1))
    ('a1', 'c4.2')
    """
    return file_letters(point[0]) + ".".join(str(value + 1) for value in point[1:])


def parse_cell(text: str) -> tuple[int, ...] | None:
    """The point of a cell's text, or None where the text is no cell.

    >>> parse_cell("c4.2"), parse_cell("4c")
    ((2, 3, 1), None)
    """
    match = _CELL.fullmatch(text)
    if match is None:
        return None
    file = 0
    for letter in match[1].lower():
        file = 26 * file + ord(letter) - ord("a") + 1
    return (file - 1, *(int(number) - 1 for number in match[2].split(".")))
