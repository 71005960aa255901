"""Pairings: disjoint pairs of free cells, one in each set that has to be stopped.

Whoever answers each stone in a pair with the other cell of that pair gets a stone into every
set. A pairing is looked for by backtracking, the set with the fewest free cells first, within
a bounded effort: it is a leaf of a search, and most positions have none.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["find_pairs"]


def find_pairs(sets: Sequence[int], effort: int = 100) -> list[tuple[int, int]] | None:
    """Disjoint pairs, one inside each of the sets (bit masks), or None where none was found.

    >>> find_pairs([0b0011, 0b1100, 0b0111])
    [(0, 1), (2, 3)]
    >>> find_pairs([0b011, 0b101]) is None
    True
    """
    left = [effort]

    def search(todo: list[int], used: int) -> list[tuple[int, int]] | None:
        if not todo:
            return []
        tightest = min(todo, key=lambda cells: (cells & ~used).bit_count())
        cells = list(_cells(tightest & ~used))
        options = []
        for place, one in enumerate(cells):
            for two in cells[place + 1 :]:
                pair = 1 << one | 1 << two
                rest = [other for other in todo if other & pair != pair]
                options.append((len(rest), one, two, rest))
        options.sort(key=lambda option: option[:3])
        for _, one, two, rest in options:
            if not left[0]:
                return None
            left[0] -= 1
            found = search(rest, used | 1 << one | 1 << two)
            if found is not None:
                return sorted([(one, two), *found])
        return None

    return search(list(sets), 0)


def _cells(mask: int) -> Sequence[int]:
    cells = []
    while mask:
        low = mask & -mask
        cells.append(low.bit_length() - 1)
        mask ^= low
    return cells
