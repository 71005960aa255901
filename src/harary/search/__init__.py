"""Search: the Python face of the native core, and the oracle it is tested against."""

from harary.search.engine import Decision
from harary.search.minimise import minimise
from harary.search.oracle import Oracle
from harary.search.perft import Layer, perft, perft_twin
from harary.search.prover import ClaimRefutedError, Prover, prove
from harary.search.shortest import Ladder, Shortest, shortest

__all__ = [
    "ClaimRefutedError",
    "Decision",
    "Ladder",
    "Layer",
    "Oracle",
    "Prover",
    "Shortest",
    "minimise",
    "perft",
    "perft_twin",
    "prove",
    "shortest",
]
