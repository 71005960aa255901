"""Nothing is left behind, whatever ends this process.

Every child that we start carries a mark in its environment, and so do all of its descendants,
whatever group or session they move to. `end_marked` finds them by it.

If this process is killed, it cannot clean up. So a *guard* stands beside it: a shell that
waits for the end of a pipe whose other end is held here and nowhere else. The system closes it
however this process ends; then the guard kills what carries a mark of this process and removes
its scratch folders. It is started with the first child and costs a millisecond, once.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from harary.errors import InputError

__all__ = ["VARIABLE", "end_marked", "new_mark", "scratch"]

#: The variable in a child's environment that holds its mark.
VARIABLE = "HARARY_RUN"

# A read gives no more than a page or what the system has room for; the mark stands first.
_MOST_ENVIRONMENT = 2**17

# $1 is the mark of the process, $2 the beginning of the names of its scratch folders. A
# process that is being killed has lost its environment already, so the loop ends soon.
_SCRIPT = """
trap '' HUP INT QUIT TERM
while read -r _; do :; done
for _ in 1 2 3 4 5 6 7 8 9 10; do
    found=$(grep -lsF -- "$1" /proc/[0-9]*/environ)
    [ -n "$found" ] || break
    for file in $found; do
        pid=${file#/proc/}
        kill -KILL "${pid%/environ}"
    done
    sleep 0.1
done
rm -rf -- "$2"*
"""


class _Guard:
    """The guard of this process, and the names under which it knows our things."""

    def __init__(self) -> None:
        self.name = secrets.token_hex(8)
        self.folder = tempfile.gettempdir()
        self.prefix = f"harary-{self.name}-"
        ours, self._pipe = os.pipe()
        try:
            self._pid = self._start(ours)
        except BaseException:
            os.close(self._pipe)
            raise
        finally:
            os.close(ours)

    def _start(self, pipe: int) -> int:
        # In a session of its own, so that Ctrl-C and a closed terminal pass it by, and with
        # nothing of ours open, so that nobody waits for it.
        return os.posix_spawn(
            "/bin/sh",
            ["sh", "-c", _SCRIPT, "harary-guard", f"{VARIABLE}={self.name}.", self._scratch()],
            {"PATH": os.environ.get("PATH", os.defpath)},
            file_actions=[
                (os.POSIX_SPAWN_DUP2, pipe, 0),
                (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
            ],
            setsid=True,
        )

    def _scratch(self) -> str:
        return str(Path(self.folder) / self.prefix)

    def stands(self) -> bool:
        """Whether the guard is still there."""
        try:
            return os.waitpid(self._pid, os.WNOHANG)[0] == 0
        except ChildProcessError:
            return False

    def release(self) -> None:
        """Let go of the pipe."""
        os.close(self._pipe)


_lock = threading.Lock()
_guard: _Guard | None = None
_numbers = count(1)


def _standing_guard() -> _Guard:
    global _guard
    with _lock:
        if _guard is None or not _guard.stands():
            if _guard is not None:
                _guard.release()
            try:
                _guard = _Guard()
            except OSError as error:
                raise InputError(
                    f"no program can be run: a temporary folder and /bin/sh are needed: "
                    f"{error.strerror}"
                ) from None
        return _guard


def _after_fork() -> None:
    """A forked copy of this process has to have a guard of its own."""
    global _guard, _lock
    _lock = threading.Lock()
    if _guard is not None:
        _guard.release()
        _guard = None


os.register_at_fork(after_in_child=_after_fork)


def new_mark() -> str:
    """A mark for one child and its descendants; the guard stands when this returns."""
    return f"{_standing_guard().name}.{next(_numbers)}"


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder for the files of one job; nothing removes it later than the guard."""
    guard = _standing_guard()
    try:
        folder = Path(tempfile.mkdtemp(prefix=guard.prefix, dir=guard.folder))
    except OSError as error:
        raise InputError(f"{guard.folder}: cannot be written: {error.strerror}") from None
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def end_marked(mark: str) -> None:
    """Kill whatever carries the mark, and return when nothing does."""
    entry = f"{VARIABLE}={mark}".encode()
    # One that cannot be killed (it hangs in the system) is not waited for.
    for _ in range(100):
        found = [pid for pid, environment in _environments() if entry in environment.split(b"\0")]
        if not found:
            return
        for pid in found:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        time.sleep(0.002)


def _environments() -> Iterator[tuple[int, bytes]]:
    """Every process that we may look at, with its environment."""
    try:
        with os.scandir("/proc") as processes:
            names = [entry.name for entry in processes if entry.name.isdigit()]
    except FileNotFoundError:
        return  # not Linux
    for name in names:
        # Half the time that `open` takes; there may be thousands.
        try:
            descriptor = os.open(f"/proc/{name}/environ", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            continue
        try:
            yield int(name), os.read(descriptor, _MOST_ENVIRONMENT)
        except OSError:
            continue
        finally:
            os.close(descriptor)
