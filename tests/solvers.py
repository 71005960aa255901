"""Which solvers are here: tests that need a missing one are skipped by name."""

from __future__ import annotations

import pytest

from harary.qbf import programs

__all__ = ["found", "needs_depqbf"]


def found(name: str) -> bool:
    """Whether a program is on this machine."""
    return programs.locate(programs.adapters()[name]) is not None


needs_depqbf = pytest.mark.skipif(
    not found("depqbf"), reason="depqbf is not here (pip install 'harary[qbf]')"
)
