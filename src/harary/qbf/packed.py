"""Files of formulas, plain or compressed, and not larger than memory can hold."""

from __future__ import annotations

import gzip
import io
import os
import zlib

from harary.errors import FormatError
from harary.formats.files import read_bytes

__all__ = ["MAX_FORMULA_BYTES", "is_packed", "read_packed"]

#: A larger file is not read: a formula has to fit into memory several times.
MAX_FORMULA_BYTES = 2**31


def is_packed(path: str | os.PathLike[str]) -> bool:
    """Whether a file of this name is to be compressed."""
    return os.fspath(path).lower().endswith(".gz")


def read_packed(path: str | os.PathLike[str]) -> bytes:
    """The contents of a file, decompressed whatever its name is."""
    data = read_bytes(path, MAX_FORMULA_BYTES)
    if data[:2] != b"\x1f\x8b":
        return data
    source = os.fspath(path)
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            text = file.read(MAX_FORMULA_BYTES + 1)
    except (OSError, EOFError, zlib.error):
        raise FormatError("this is no whole gzip file", source) from None
    if len(text) > MAX_FORMULA_BYTES:
        raise FormatError(f"more than {MAX_FORMULA_BYTES} bytes when unpacked", source)
    return text
