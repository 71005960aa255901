"""Search: the Python face of the native core, and the oracle it is tested against."""

from harary.search.minimise import minimise
from harary.search.oracle import Oracle
from harary.search.perft import Layer, perft, perft_twin
from harary.search.prover import ClaimRefutedError, Prover, prove

__all__ = [
    "ClaimRefutedError",
    "Layer",
    "Oracle",
    "Prover",
    "minimise",
    "perft",
    "perft_twin",
    "prove",
]
