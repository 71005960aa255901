"""List shapes, draw them, and find one by its name or drawing.

Examples:
  harary shapes                     all named shapes
  harary shapes snaky               one shape: names, symmetries, orientations
  harary shapes X./XX/.X            find a shape by a drawing
  harary shapes --cells 7           all polyominoes of seven cells
  harary shapes --cells 8 --fixed --count
  harary shapes --gallery           winners and losers up to six cells

"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from harary.cli.common import add_json, print_json, whole_number

if TYPE_CHECKING:
    from harary.shapes import Shape

SUMMARY = "list, draw and find polyominoes and other shapes"

_PAGE_WIDTH = 78


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """A shape, or which list."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument("shape", metavar="SHAPE", nargs="?", help="a name or a drawing")
    which.add_argument(
        "--cells", type=whole_number, metavar="N", help="list the polyominoes of N cells"
    )
    which.add_argument(
        "--gallery", action="store_true", help="draw all up to six cells, winners and losers"
    )
    parser.add_argument(
        "--fixed", action="store_true", help="with --cells: count orientations as different"
    )
    parser.add_argument("--count", action="store_true", help="with --cells: only count them")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print what was asked for."""
    if (options.fixed or options.count) and options.cells is None:
        from harary.errors import InputError

        raise InputError("--fixed and --count go with --cells N")
    if options.gallery:
        _print_gallery(options.json)
    elif options.cells is not None:
        _print_enumeration(options)
    elif options.shape is not None:
        _print_shape(options.shape, options.json)
    else:
        _print_names(options.json)
    return 0


def _facts(shape: Shape) -> dict[str, object]:
    from harary.shapes import aliases_of, name_of

    name = name_of(shape)
    return {
        "name": name,
        "aliases": list(aliases_of(name)) if name else [],
        "drawing": shape.drawing,
        "cells": len(shape),
        "fixed": shape.fixed,
        "connected": shape.connected,
        "symmetries": shape.symmetries,
        "orientations": len(shape.orientations),
    }


def _print_names(as_json: bool) -> None:
    from harary.shapes import aliases_of, named_shapes

    if as_json:
        print_json([_facts(shape) for shape in named_shapes().values()])
        return
    for name, shape in named_shapes().items():
        also = ", ".join(aliases_of(name))
        row = f"{name:<17} {len(shape)}  {shape.drawing:<15} {also}"
        print(row.rstrip())


def _print_shape(text: str, as_json: bool) -> None:
    from harary.shapes import parse_shape

    shape = parse_shape(text)
    facts = _facts(shape)
    if as_json:
        print_json(facts)
        return
    name = facts["name"] or ("a polyomino without a name" if shape.connected else "a wild shape")
    also = facts["aliases"]
    print(
        f"{name}"
        + (f" (also {', '.join(map(str, also))})" if isinstance(also, list) and also else "")
    )
    kept = ", orientation kept" if shape.fixed else ""
    print(f"{len(shape)} cell{'s' * (len(shape) > 1)}{kept}; drawing {shape.drawing}")
    forms = len(shape.orientations)
    print(f"{shape.symmetries} of 8 symmetries; {forms} orientation{'s' * (forms > 1)}:")
    print()
    print(_side_by_side([_rows(cells) for cells in shape.orientations]))


def _print_enumeration(options: argparse.Namespace) -> None:
    from harary.shapes import fixed_polyominoes, free_polyominoes, text_of

    kind = "fixed" if options.fixed else "free"
    shapes: Iterable[Shape] = (
        fixed_polyominoes(options.cells) if options.fixed else free_polyominoes(options.cells)
    )
    if options.count:
        count = sum(1 for _ in shapes)
        if options.json:
            print_json({"cells": options.cells, "kind": kind, "count": count})
        else:
            print(count)
    elif options.json:
        print_json([shape.drawing for shape in shapes])
    else:
        for shape in shapes:
            name = text_of(shape)
            print(shape.drawing + (f"  {name}" if name != shape.drawing else ""))


def _print_gallery(as_json: bool) -> None:
    from harary.shapes import Status, gallery

    entries = gallery()
    if as_json:
        print_json(
            [
                {
                    "name": entry.name,
                    "drawing": entry.shape.drawing,
                    "cells": len(entry.shape),
                    "status": entry.status.value,
                    "source": entry.source,
                }
                for entry in entries
            ]
        )
        return
    marks = {Status.WINNER: "*", Status.LOSER: " ", Status.REPORTED: "?"}
    for cells in range(1, 7):
        here = [entry for entry in entries if len(entry.shape) == cells]
        print(f"{cells} cell{'s' * (cells > 1)}")
        print()
        blocks = [
            [*entry.shape.rows, "", f"{marks[entry.status]}{_short(entry.name)}"] for entry in here
        ]
        print(_side_by_side(blocks))
        print()
    print("* winner: the first player achieves it on a large enough board; the others are losers,")
    print("and so is every polyomino of seven or more cells")
    for status in (Status.WINNER, Status.REPORTED):
        source = next(entry.source for entry in entries if entry.status is status)
        label = "published" if status is Status.WINNER else "? snaky"
        print(f"{label}: {source}")


def _short(name: str) -> str:
    return name.replace("-pentomino", "").replace("-hexomino", "")


def _rows(cells: Sequence[tuple[int, int]]) -> list[str]:
    from harary.shapes import Shape

    return list(Shape(cells, fixed=True).rows)


def _side_by_side(blocks: list[list[str]]) -> str:
    """Pictures next to each other, as many as fit on a line; their last rows are level."""
    lines: list[str] = []
    band: list[list[str]] = []
    width = 0

    def flush() -> None:
        height = max(map(len, band))
        widths = [max(map(len, block)) for block in band]
        for number in range(height):
            cells = []
            for block, wide in zip(band, widths, strict=True):
                missing = height - len(block)
                text = block[number - missing] if number >= missing else ""
                cells.append(text.ljust(wide))
            lines.append("   ".join(cells).rstrip())
        lines.append("")

    for block in blocks:
        wide = max(map(len, block)) + 3
        if band and width + wide > _PAGE_WIDTH:
            flush()
            band, width = [], 0
        band.append(block)
        width += wide
    if band:
        flush()
    return "\n".join(lines[:-1])
