"""Pictures of periodic pairings: rows of text, coloured or plain, and SVG.

In text a domino is ``<>`` or ``^`` over ``v``; the two cells of any other pair carry one letter.
A cell that is in no pair is a dot. In the SVG a domino is a box round two cells, any other pair a
line between two dots; a thin parallelogram is one period, and the shapes that are stopped stand
beside, as in the figures of paper 002.
"""

from __future__ import annotations

import string
from collections.abc import Sequence

from harary.plane.pairing import PeriodicPairing
from harary.plane.targets import Form, Targets
from harary.shapes import Cell

__all__ = ["coloured", "drawing", "svg"]

#: Cells of a text picture.
_WIDTH, _HEIGHT = 16, 8
_COLOURS = (31, 32, 33, 34, 35, 36, 91, 92, 93, 94, 95, 96)
_FILLS = ("#cfe3f5", "#f8dcc4", "#d5ecd0", "#ecd3e8", "#f6edb8", "#d9d7f0", "#c9ece6", "#f3cfcf")
#: Pixels of a cell, and of a cell of a shape.
_CELL, _SMALL = 20, 9


def drawing(pairing: PeriodicPairing, width: int = _WIDTH, height: int = _HEIGHT) -> str:
    """A piece of the pairing as text, the top row first.

    >>> from harary.plane.lattice import Lattice
    >>> print(drawing(PeriodicPairing.of(Lattice(2, 1, 1), [((0, 0), (1, 0))]), 6, 2))
    ><><><
    <><><>
    """
    signs = _signs(pairing, width, height)
    return "\n".join("".join(signs[x, y][0] for x in range(width)) for y in reversed(range(height)))


def coloured(pairing: PeriodicPairing, width: int = _WIDTH, height: int = _HEIGHT) -> str:
    """The same, each pair of a period in a colour of its own."""
    signs = _signs(pairing, width, height)
    rows = []
    for y in reversed(range(height)):
        row = ""
        for x in range(width):
            sign, number = signs[x, y]
            colour = _COLOURS[number % len(_COLOURS)]
            row += sign if number < 0 else f"\033[{colour}m{sign}\033[0m"
        rows.append(row)
    return "\n".join(rows)


def _signs(pairing: PeriodicPairing, width: int, height: int) -> dict[Cell, tuple[str, int]]:
    """What stands on each cell, and the number of the pair, -1 where there is none."""
    numbers = _numbers(pairing)
    letters = string.ascii_letters.replace("v", "")
    signs: dict[Cell, tuple[str, int]] = {}
    named = 0
    for cell in sorted((x, y) for x in range(width) for y in range(height)):
        if cell in signs:
            continue
        partner = pairing.partner(cell)
        if partner is None:
            signs[cell] = (".", -1)
            continue
        number = numbers[pairing.lattice.reduced(cell)]
        step = (partner[0] - cell[0], partner[1] - cell[1])
        sign = {(1, 0): "<", (-1, 0): ">", (0, 1): "v", (0, -1): "^"}.get(step)
        if sign is None:
            sign = letters[named % len(letters)]
            named += 1
            if 0 <= partner[0] < width and 0 <= partner[1] < height:
                signs[partner] = (sign, number)
        signs[cell] = (sign, number)
    return signs


def _numbers(pairing: PeriodicPairing) -> dict[Cell, int]:
    """For each cell of the lattice's rectangle the number of its pair."""
    found = {}
    for number, (x, y, dx, dy) in enumerate(pairing.pairs):
        found[x, y] = number
        found[pairing.lattice.reduced((x + dx, y + dy))] = number
    return found


def svg(pairing: PeriodicPairing, targets: Targets, width: int = 12, height: int = 8) -> str:
    """A piece of the pairing and the shapes that it stops, as one SVG picture."""
    forms = targets.forms
    column = _CELL * width + 2 * _CELL
    shapes, right, below = _shapes(forms, column, _CELL * height)
    high = max(_CELL * height, below) + _CELL
    wide, half = right + _CELL // 2, -_CELL // 2
    box = f'width="{wide}" height="{high}" viewBox="{half} {half} {wide} {high}"'
    board = f'width="{_CELL * width}" height="{_CELL * height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box}>',
        f"<title>{pairing.lattice.text}: stops {targets.text}</title>",
        f'<clipPath id="board"><rect {board}/></clipPath>',
        '<g clip-path="url(#board)">',
        *_grid(width, height),
        *_pairs(pairing, width, height),
        _period(pairing, height),
        "</g>",
        *shapes,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _grid(width: int, height: int) -> list[str]:
    """Thin lines between cells."""
    wide, high = _CELL * width, _CELL * height
    lines = [f"M{_CELL * x} 0V{high}" for x in range(width + 1)]
    lines += [f"M0 {_CELL * y}H{wide}" for y in range(height + 1)]
    return [
        f'<rect width="{wide}" height="{high}" fill="#fff"/>',
        f'<path d="{"".join(lines)}" stroke="#ddd" fill="none"/>',
    ]


def _pairs(pairing: PeriodicPairing, width: int, height: int) -> list[str]:
    """Each pair that has a cell in the piece; what hangs over is cut off."""
    numbers = _numbers(pairing)
    found = []
    for x in range(width):
        for y in range(height):
            partner = pairing.partner((x, y))
            if partner is None:
                continue
            inside = 0 <= partner[0] < width and 0 <= partner[1] < height
            if inside and partner < (x, y):
                continue  # drawn from the other cell
            fill = _FILLS[numbers[pairing.lattice.reduced((x, y))] % len(_FILLS)]
            left, top = _corner((x, y), height)
            end, bottom = _corner(partner, height)
            if abs(end - left) + abs(bottom - top) == _CELL:
                w, h = abs(end - left) + _CELL - 4, abs(bottom - top) + _CELL - 4
                found.append(
                    f'<rect x="{min(left, end) + 2}" y="{min(top, bottom) + 2}" width="{w}" '
                    f'height="{h}" rx="5" fill="{fill}" stroke="#567"/>'
                )
            else:
                half = _CELL // 2
                points = [(left + half, top + half), (end + half, bottom + half)]
                found.append(
                    f'<path d="M{points[0][0]} {points[0][1]}L{points[1][0]} {points[1][1]}" '
                    f'stroke="#567" stroke-width="2"/>'
                )
                found += [
                    f'<circle cx="{cx}" cy="{cy}" r="5" fill="{fill}" stroke="#567"/>'
                    for cx, cy in points
                ]
    return found


def _corner(cell: Cell, height: int) -> Cell:
    """The upper left corner of a cell; rows grow upwards on the board, downwards on the page."""
    return _CELL * cell[0], _CELL * (height - 1 - cell[1])


def _period(pairing: PeriodicPairing, height: int) -> str:
    """The parallelogram of the lattice's two vectors."""
    lattice = pairing.lattice
    across, up, bottom = _CELL * lattice.width, -_CELL * lattice.height, _CELL * height
    return (
        f'<path d="M0 {bottom}h{across}l{_CELL * lattice.shift} {up}h{-across}z" '
        'fill="none" stroke="#c33" stroke-width="1.5" stroke-dasharray="4 3"/>'
    )


def _shapes(forms: Sequence[Form], left: int, most: int) -> tuple[list[str], int, int]:
    """The forms in columns from this x on; then the right and the lower end."""
    found = []
    top = wide = below = 0
    for form in forms:
        width = max(x for x, _ in form) + 1
        height = max(y for _, y in form) + 1
        if top and top + _SMALL * height > most:
            left, top, wide = left + wide + _CELL, 0, 0
        found += [
            f'<rect x="{left + _SMALL * x}" y="{top + _SMALL * (height - 1 - y)}" '
            f'width="{_SMALL}" height="{_SMALL}" fill="#345" stroke="#fff"/>'
            for x, y in form
        ]
        wide = max(wide, _SMALL * width)
        top += _SMALL * height + _SMALL
        below = max(below, top)
    return found, left + wide + _CELL, below
