"""Certificates: nothing is said about the plane before a stand-alone checker has accepted it.

A pairing goes to ``proofs/check.py``, a refutation to ``proofs/check_none.py``.
"""

from __future__ import annotations

import io
from collections.abc import Callable

from harary.plane.pairing import PeriodicPairing
from harary.plane.refutation import Refutation
from harary.plane.targets import Targets
from harary.proofs import check, check_none

__all__ = ["Certificate", "checked"]

Certificate = PeriodicPairing | Refutation


def checked(
    targets: Targets, certificate: Certificate, told: Callable[[], object] | None = None
) -> str:
    """The file of a certificate that its checker has just accepted.

    A rejection is a fault of ours: the checker's exception tells where. ``told`` is called now
    and then; what it raises ends the check.
    """
    text = certificate.proof(targets.drawn)
    stream = io.BytesIO(text.encode())
    if isinstance(certificate, PeriodicPairing):
        check.check(stream)
    else:
        check_none.check(stream, None if told is None else lambda _line: told())
    return text
