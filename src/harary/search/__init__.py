"""Search: the Python face of the native core, and the oracle it is tested against."""

from harary.search.oracle import Oracle
from harary.search.perft import Layer, perft, perft_twin

__all__ = ["Layer", "Oracle", "perft", "perft_twin"]
