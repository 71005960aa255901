"""Reading and writing text files: limits, clear errors, and never half a file."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from harary.errors import FormatError

__all__ = ["MAX_FILE_BYTES", "read_text", "write_text"]

#: A larger file is no game.
MAX_FILE_BYTES = 256 * 2**20


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a file, or a :class:`FormatError` that names it."""
    source = os.fspath(path)
    try:
        if Path(path).is_dir():
            raise FormatError("this is a folder, expected a file", source)
        size = Path(path).stat().st_size
        if size > MAX_FILE_BYTES:
            raise FormatError(f"{size} bytes: at most {MAX_FILE_BYTES} are read", source)
        data = Path(path).read_bytes()
    except FileNotFoundError:
        raise FormatError("no such file", source) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FormatError(f"cannot be read: {reason}", source) from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise FormatError("this is no text (not UTF-8)", source, line) from None


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write beside the file and rename over it, so that nobody ever sees half of it."""
    target = Path(path)
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(
            dir=target.parent, prefix=f".{target.name}.", suffix=".part"
        )
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        # mkstemp makes a private file; a result is as readable as any new file.
        umask = os.umask(0)
        os.umask(umask)
        Path(temporary).chmod(0o666 & ~umask)
        Path(temporary).replace(target)
    except OSError as error:
        reason = error.strerror or str(error)
        raise FormatError(f"cannot be written: {reason}", os.fspath(path)) from None
    finally:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
