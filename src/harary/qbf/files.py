"""A formula's file in the format that its name says: QCIR for ``.qcir``, else QDIMACS."""

from __future__ import annotations

import os

from harary.qbf.formula import Formula
from harary.qbf.qcir import read_qcir, write_qcir
from harary.qbf.qdimacs import read_qdimacs, write_qdimacs

__all__ = ["read_formula", "write_formula"]


def write_formula(formula: Formula, path: str | os.PathLike[str]) -> None:
    """Write a formula; ``.gz`` is compressed, ``-`` is QDIMACS on standard output."""
    (write_qcir if _is_qcir(path) else write_qdimacs)(formula, path)


def read_formula(path: str | os.PathLike[str]) -> Formula:
    """Read a formula."""
    return (read_qcir if _is_qcir(path) else read_qdimacs)(path)


def _is_qcir(path: str | os.PathLike[str]) -> bool:
    return os.fspath(path).lower().removesuffix(".gz").endswith(".qcir")
