"""A second program for the same numbers, as simple as can be.

It shares nothing with the package: its own shapes, placements, rules and search, on sets of
coordinates. It is only fit for small cases.
"""

from __future__ import annotations

import itertools
from functools import cache

Cell = tuple[int, ...]
Shape = frozenset[Cell]


def normal(cells: Shape) -> Shape:
    low = [min(c[axis] for c in cells) for axis in range(2)]
    return frozenset((x - low[0], y - low[1]) for x, y in cells)


def turns(cells: Shape) -> set[Shape]:
    found: set[Shape] = set()
    for flip in (cells, frozenset((-x, y) for x, y in cells)):
        for _ in range(4):
            flip = frozenset((-y, x) for x, y in flip)
            found.add(normal(flip))
    return found


@cache
def fixed(cells: int) -> frozenset[Shape]:
    """All fixed polyominoes, by adding a cell in every way and forgetting repetitions."""
    if cells == 1:
        return frozenset({frozenset({(0, 0)})})
    grown = set()
    for shape in fixed(cells - 1):
        for x, y in shape:
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near not in shape:
                    grown.add(normal(shape | {near}))
    return frozenset(grown)


def free(cells: int) -> set[frozenset[Shape]]:
    """All free polyominoes, each as the class of its orientations."""
    return {frozenset(turns(shape)) for shape in fixed(cells)}


def placed(shape: Shape, width: int, height: int, torus: bool = False) -> set[Shape]:
    """All placements of a free shape."""
    found: set[Shape] = set()
    for form in turns(shape):
        for dx, dy in itertools.product(range(width), range(height)):
            moved = [(x + dx, y + dy) for x, y in form]
            if torus:
                moved = [(x % width, y % height) for x, y in moved]
            if len(set(moved)) == len(form) and all(x < width and y < height for x, y in moved):
                found.add(frozenset[Cell](moved))
    return found


def rows(length: int, sizes: tuple[int, ...]) -> set[frozenset[Cell]]:
    """All straight rows in a box: sets of cells in arithmetic progression by a unit step."""
    found = set()
    cells = list(itertools.product(*map(range, sizes)))
    inside = set(cells)
    for start in cells:
        for step in itertools.product((-1, 0, 1), repeat=len(sizes)):
            row = [
                tuple(s + k * d for s, d in zip(start, step, strict=True)) for k in range(length)
            ]
            if len(set(row)) == length and inside.issuperset(row):
                found.add(frozenset(row))
    return found


def symmetries(sets: set[frozenset[Cell]]) -> int:
    """How many permutations of the cells map the family of sets to itself.

    Cell after cell gets an image that shares as many sets with the images before.
    """
    cells = sorted({cell for one in sets for cell in one})
    shared = {(a, b): sum(a in s and b in s for s in sets) for a in cells for b in cells}
    images: list[Cell] = []

    def count() -> int:
        if len(images) == len(cells):
            image = dict(zip(cells, images, strict=True))
            return frozenset(frozenset(image[c] for c in s) for s in sets) == sets
        cell, found = cells[len(images)], 0
        for other in cells:
            if shared[cell, cell] == shared[other, other] and all(
                before != other and shared[cell, own] == shared[other, before]
                for own, before in zip(cells, images, strict=False)
            ):
                images.append(other)
                found += count()
                images.pop()
        return found

    return count()


class Play:
    """The rules: who moves, who has won, what follows. Cells are any values."""

    def __init__(
        self,
        cells: set[Cell],
        black_sets: set[frozenset[Cell]],
        white_sets: set[frozenset[Cell]] | None,
        movers: str,
    ) -> None:
        self.cells = cells
        self.black_sets = black_sets
        self.white_sets = white_sets
        self.movers = movers

    def outcome(self, black: frozenset[Cell], white: frozenset[Cell]) -> str | None:
        weak = self.white_sets is None
        if any(s <= black for s in self.black_sets):
            return "maker" if weak else "black"
        if any(s <= white for s in self.white_sets or ()):
            return "white"
        if len(black) + len(white) == len(self.movers):
            return "breaker" if weak else "draw"
        return None

    def following(
        self, black: frozenset[Cell], white: frozenset[Cell]
    ) -> list[tuple[frozenset[Cell], frozenset[Cell]]]:
        mover = self.movers[len(black) + len(white)]
        free = self.cells - black - white
        if mover == "b":
            return [(black | {cell}, white) for cell in free]
        return [(black, white | {cell}) for cell in free]

    def verdict(self) -> str:
        """The value under best play."""
        ranks = {"black": 1, "maker": 1, "draw": 0, "breaker": -1, "white": -1}

        @cache
        def value(black: frozenset[Cell], white: frozenset[Cell]) -> str:
            outcome = self.outcome(black, white)
            if outcome is not None:
                return outcome
            sign = 1 if self.movers[len(black) + len(white)] == "b" else -1
            best: str | None = None
            for after in self.following(black, white):
                found = value(*after)
                if best is None or sign * ranks[found] > sign * ranks[best]:
                    best = found
                if ranks[best] == sign:
                    break
            assert best is not None
            return best

        return value(frozenset(), frozenset())

    def layers(self, depth: int | None = None) -> list[int]:
        """Positions by number of stones."""
        layer = {(frozenset[Cell](), frozenset[Cell]())}
        counts: list[int] = []
        while layer and (depth is None or len(counts) <= depth):
            counts.append(len(layer))
            layer = {
                after
                for position in layer
                if self.outcome(*position) is None
                for after in self.following(*position)
            }
        return counts


def movers(stones: int, p: int = 1, q: int = 1) -> str:
    """Who places each stone in GTTT(p, q)."""
    text = "b" * q
    while len(text) < stones:
        text += ("w" if text[-1] == "b" else "b") * p
    return text[:stones]
