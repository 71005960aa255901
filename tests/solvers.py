"""Which solvers are here: tests that need a missing one are skipped by name."""

from __future__ import annotations

import pytest

from harary.qbf.programs import MissingProgramError, find_program

__all__ = ["here", "needs"]


def here(name: str, kind: str = "solver") -> bool:
    """Whether a program is on this machine."""
    try:
        find_program(name, kind)
    except MissingProgramError:
        return False
    return True


def needs(*names: str) -> pytest.MarkDecorator:
    """Skip where one of these programs is missing."""
    missing = [
        name
        for pair in names
        for name, kind in zip(
            [pair.partition("/")[0], *filter(None, pair.partition("/")[2].split("+"))],
            ["solver", *["preprocessor"] * 9],
            strict=False,
        )
        if not here(name, kind)
    ]
    return pytest.mark.skipif(bool(missing), reason=f"{', '.join(missing)} is not installed")
