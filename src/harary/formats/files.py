"""Reading and writing text files: limits, clear errors, and never half a file."""

from __future__ import annotations

import os
import signal
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from harary.errors import FormatError

__all__ = ["MAX_FILE_BYTES", "read_bytes", "read_text", "replaced", "write_text"]

#: A larger file is no game.
MAX_FILE_BYTES = 256 * 2**20


def read_bytes(path: str | os.PathLike[str], most: int = MAX_FILE_BYTES) -> bytes:
    """The contents of a file, or a :class:`FormatError` that names it."""
    source = os.fspath(path)
    try:
        if Path(path).is_dir():
            raise FormatError("this is a folder, expected a file", source)
        size = Path(path).stat().st_size
        if size > most:
            raise FormatError(f"{size} bytes: at most {most} are read", source)
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise FormatError("no such file", source) from None
    except (OSError, ValueError) as error:
        if isinstance(error, FormatError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise FormatError(f"cannot be read: {reason}", source) from None


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a file, or a :class:`FormatError` that names it."""
    data = read_bytes(path)
    try:
        return data.decode("utf-8-sig")  # some editors begin a file with a byte-order mark
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise FormatError("this is no text (not UTF-8)", os.fspath(path), line) from None


@contextmanager
def replaced(path: str | os.PathLike[str]) -> Iterator[str]:
    """Yield the name of a file beside, which is renamed over ``path`` at the end.

    Nobody ever sees half a file, and what went wrong leaves the old one alone. A link stays a
    link; what is no regular file (a pipe, a device) cannot be replaced and is written itself.
    """
    target = Path(path)
    temporary = ""
    try:
        target = target.resolve()
        if target.is_dir():
            raise FormatError("cannot be written: this is a folder", os.fspath(path))
        if target.exists() and not target.is_file():
            yield os.fspath(target)
            return
        handle, temporary = tempfile.mkstemp(
            dir=target.parent, prefix=f".{target.name}.", suffix=".part"
        )
        os.close(handle)
        with _removed_by_signals(temporary):
            yield temporary
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


@contextmanager
def _removed_by_signals(temporary: str) -> Iterator[None]:
    """While a file is written: who ends this process by a signal ends the file, too.

    Nobody's own handlers are replaced, and only the main thread may have any.
    """
    ours: list[signal.Signals] = []

    def end(number: int, _frame: FrameType | None) -> None:
        Path(temporary).unlink(missing_ok=True)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    if threading.current_thread() is threading.main_thread():
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                signal.signal(number, end)
                ours.append(number)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a whole file, or none of it."""
    with replaced(path) as temporary:
        Path(temporary).write_text(text, encoding="utf-8", newline="\n")
