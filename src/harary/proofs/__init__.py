"""Proofs: claims, entries, files; and ``check.py``, which checks them and imports none of this."""

from harary.proofs.claim import Claim, claims_of
from harary.proofs.file import proof_lines, read_proofs, read_valid, write_proofs
from harary.proofs.proof import LEAVES, Child, Entry, Proof

__all__ = [
    "LEAVES",
    "Child",
    "Claim",
    "Entry",
    "Proof",
    "claims_of",
    "proof_lines",
    "read_proofs",
    "read_valid",
    "write_proofs",
]
