"""Defences: reasons why a player stops the other at once."""

from harary.defences.pairing import find_pairs
from harary.defences.potential import is_potential_small, least_sets

__all__ = ["find_pairs", "is_potential_small", "least_sets"]
