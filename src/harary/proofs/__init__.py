"""Proofs: claims, entries, files; and ``check.py``, which checks them and imports none of this."""

from harary.proofs.claim import Claim, claims_of
from harary.proofs.file import proof_lines, read_proofs, read_valid, write_proofs
from harary.proofs.proof import LEAVES, SOURCE, TARGET, Child, Entry, Proof, Step

__all__ = [
    "LEAVES",
    "SOURCE",
    "TARGET",
    "Child",
    "Claim",
    "Entry",
    "Proof",
    "Step",
    "claims_of",
    "proof_lines",
    "read_proofs",
    "read_valid",
    "write_proofs",
]
