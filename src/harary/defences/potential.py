"""Potential: few and large sets are stopped by always taking the cell that counts most.

A set that lacks k cells counts 2^-k. If the sum is below 1 before the defender's stone (below
1/2 before the attacker's), the defender stops all sets: after each of his stones and the
answer the sum is no larger, and a completed set would count 1 (Erdos and Selfridge 1973; see
J. Beck, *Combinatorial Games*, 2008). It needs an attacker who places one stone a turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

__all__ = ["is_potential_small", "least_sets"]


def least_sets(sets: Iterable[int]) -> list[int]:
    """The sets (bit masks) that contain no other one, small ones first.

    >>> least_sets([0b111, 0b011, 0b110, 0b011])
    [3, 6]
    """
    least: list[int] = []
    for cells in sorted(set(sets), key=lambda mask: (mask.bit_count(), mask)):
        if not any(kept & cells == kept for kept in least):
            least.append(cells)
    return least


def is_potential_small(sets: Sequence[int], attacker_to_move: bool) -> bool:
    """Whether the sum over these sets of free cells is small enough.

    >>> is_potential_small([0b11, 0b1100, 0b110000], attacker_to_move=False)
    True
    >>> is_potential_small([0b11, 0b1100], attacker_to_move=True)
    False
    """
    most = max((cells.bit_count() for cells in sets), default=0)
    total = sum(1 << most - cells.bit_count() for cells in sets)
    return total << attacker_to_move < 1 << most or not sets
