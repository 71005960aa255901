"""One run of another program within limits, and a record of it.

The child leads a session of its own: Ctrl-C in the terminal does not reach it, and its whole
group can be ended at once. It is started without any Python code between fork and exec, which
keeps the start at a millisecond and safe beside threads; limits are set on it from outside
(`prlimit`). At a limit it gets SIGTERM, a moment later SIGKILL. Whatever it started ends with
it, also what has moved to another group or session; see :mod:`harary.qbf.guard`.

Memory is limited twice. From a moment after its start, the system refuses each single process
more private memory than the limit, so a fast one cannot outrun us; and the memory of the whole
family in RAM is measured some twenty times a second. Time and processor time are measured, too.
"""

from __future__ import annotations

import math
import os
import re
import resource
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import IO

from harary.errors import InputError
from harary.limits import Limits
from harary.qbf import guard

__all__ = ["Run", "Stop", "run"]

#: Seconds between the soft signal and the hard one.
GRACE = 0.2
#: Bytes of output that are kept: so many from the beginning, so many from the end.
HEAD, TAIL = 2**20, 2**16

#: More than a full pipe needs.
_PIPE_READS = 64
# Seconds between two looks at a child: a short run is seen, a long one hardly disturbed.
_FIRST_LOOK, _LAST_LOOK = 0.004, 0.05
_PAGE = resource.getpagesize()
_TICKS = os.sysconf("SC_CLK_TCK")
# ru_maxrss is in kilobytes, but on macOS in bytes.
_MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024
_SAYS_MEMORY = re.compile(
    rb"bad_alloc|out[ -]?of[ -]?memory|memory allocation|MemoryError"
    rb"|(?:cannot|could not|failed to|unable to) allocate|memory exhausted",
    re.IGNORECASE,
)


class Stop(StrEnum):
    """Why we ended a run."""

    TIME = "time"
    CPU = "cpu"
    MEMORY = "memory"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Run:
    """What a child did. ``stop`` says why we ended it, if we did."""

    exit_code: int | None
    signal: int | None
    stop: Stop | None
    stdout: bytes
    stderr: bytes
    seconds: float
    cpu: float
    memory: int

    @property
    def trouble(self) -> str | None:
        """What kept the child from ending by itself, in BenchExec's words."""
        if self.stop in (Stop.TIME, Stop.CPU):
            return "TIMEOUT"
        if self.stop is Stop.MEMORY:
            return "OUT OF MEMORY"
        if self.stop is Stop.CANCELLED:
            return "KILLED"
        if self.signal is None:
            return None
        return {
            int(signal.SIGABRT): "ABORTED",
            int(signal.SIGSEGV): "SEGMENTATION FAULT",
            int(signal.SIGTERM): "KILLED",
        }.get(self.signal, f"KILLED BY SIGNAL {self.signal}")

    @property
    def says_memory(self) -> bool:
        """Whether the child complained that it got no memory."""
        return bool(_SAYS_MEMORY.search(self.stderr) or _SAYS_MEMORY.search(self.stdout))


def run(
    command: Sequence[str],
    limits: Limits | None = None,
    *,
    cpu: float | None = None,
    output: Path | None = None,
    cancel: threading.Event | None = None,
    variables: Mapping[str, str] | None = None,
) -> Run:
    """Run a command to its end or to a limit; ``cpu`` limits its processor time in seconds.

    Its standard output goes to the file ``output`` where that is given, and is kept otherwise.
    ``cancel`` ends it from another thread. However this function is left, the child and its
    descendants have ended.
    """
    if not hasattr(os, "pidfd_open"):
        raise InputError("programs are run within limits on Linux only (5.3 or newer)")
    mark = guard.new_mark()
    child: _Child | None = None
    try:
        child = _Child(command, mark, limits or Limits(), cpu, output, cancel, variables or {})
        child.watch()
    finally:
        # Without a child, a signal may have come between its start and the line above.
        if child is None:
            guard.end_marked(mark)
        else:
            child.end()
    return child.record()


@dataclass
class _Kept:
    """The beginning and the end of an output of any length."""

    head: bytearray = field(default_factory=bytearray)
    tail: bytearray = field(default_factory=bytearray)
    lost: bool = False

    def add(self, data: bytes) -> None:
        room = HEAD - len(self.head)
        self.head += data[:room]
        self.tail += data[room:] if room > 0 else data
        if len(self.tail) > TAIL:
            self.lost = True
            del self.tail[:-TAIL]

    def all(self) -> bytes:
        return bytes(self.head) + (b"\n[...]\n" if self.lost else b"") + bytes(self.tail)


class _Child:
    """A started child, watched."""

    def __init__(
        self,
        command: Sequence[str],
        mark: str,
        limits: Limits,
        cpu: float | None,
        output: Path | None,
        cancel: threading.Event | None,
        variables: Mapping[str, str],
    ) -> None:
        self._mark = mark
        self._limits = limits
        self._cpu_limit = cpu
        self._cancel = cancel
        self._stop: Stop | None = None
        self._kill_at = math.inf
        self._cpu = 0.0
        self._memory = 0
        self._now_used = 0
        self._seconds = 0.0
        self._kept: dict[IO[bytes], _Kept] = {}
        self._pidfd = -1
        self._started = time.monotonic()
        self._process = self._start(command, output, variables)

    def _start(
        self, command: Sequence[str], output: Path | None, variables: Mapping[str, str]
    ) -> subprocess.Popen[bytes]:
        try:
            target = subprocess.PIPE if output is None else output.open("wb")
        except OSError as error:
            raise InputError(f"{output}: cannot be written: {error.strerror}") from None
        inherited = {name: text for name, text in os.environ.items() if name != guard.VARIABLE}
        try:
            return subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=target,
                stderr=subprocess.PIPE,
                env={guard.VARIABLE: self._mark, **inherited, **variables},
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise InputError(f"{command[0]}: cannot be run: {error.strerror}") from None
        finally:
            if not isinstance(target, int):
                target.close()

    # Watching.

    def watch(self) -> None:
        """Return when the child has ended, by itself or at a limit."""
        self._pidfd = os.pidfd_open(self._process.pid)
        self._set_limits()
        with selectors.DefaultSelector() as selector:
            selector.register(self._pidfd, selectors.EVENT_READ)
            for stream in (self._process.stdout, self._process.stderr):
                if stream is not None:
                    os.set_blocking(stream.fileno(), False)
                    self._kept[stream] = _Kept()
                    selector.register(stream, selectors.EVENT_READ, stream)
            self._loop(selector)
        self._seconds = time.monotonic() - self._started

    def _loop(self, selector: selectors.BaseSelector) -> None:
        pause = _FIRST_LOOK
        look_at = self._started
        while True:
            now = time.monotonic()
            if now >= look_at:
                self._look()
                look_at = now + pause
                pause = min(2 * pause, _LAST_LOOK)
            self._judge(now)
            wake = min(look_at, self._kill_at, self._deadline())
            for key, _ in selector.select(max(0.0, wake - time.monotonic())):
                if key.fd == self._pidfd:
                    return
                if not self._read(key.data):
                    selector.unregister(key.fileobj)

    def _deadline(self) -> float:
        if self._limits.seconds is None or self._stop is not None:
            return math.inf
        return self._started + self._limits.seconds

    def _judge(self, now: float) -> None:
        """End the child softly at a limit, and hard when it does not listen."""
        if self._stop is None:
            self._stop = self._reason(now)
            if self._stop is not None:
                self._send(signal.SIGTERM)
                self._kill_at = now + GRACE
        elif now >= self._kill_at:
            self._send(signal.SIGKILL)
            self._kill_at = math.inf

    def _reason(self, now: float) -> Stop | None:
        if self._cancel is not None and self._cancel.is_set():
            return Stop.CANCELLED
        if now >= self._deadline():
            return Stop.TIME
        if self._cpu_limit is not None and self._cpu >= self._cpu_limit:
            return Stop.CPU
        if self._limits.memory is not None and self._now_used > self._limits.memory:
            return Stop.MEMORY
        return None

    def _send(self, number: signal.Signals) -> None:
        # The child is not reaped yet, so the number of its group is still its own.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    def _read(self, stream: IO[bytes]) -> bool:
        """Take what is there; False where there is nothing or nothing will come."""
        try:
            data = os.read(stream.fileno(), 2**16)
        except BlockingIOError:
            return False
        self._kept[stream].add(data)
        return bool(data)

    def _set_limits(self) -> None:
        # A solver that aborts shall not leave a core file.
        wanted = {resource.RLIMIT_CORE: 0}
        if self._limits.memory is not None:
            wanted[resource.RLIMIT_DATA] = self._limits.memory
        if self._cpu_limit is not None:
            # Where we are stopped ourselves (Ctrl-Z), the system keeps to it roughly.
            wanted[resource.RLIMIT_CPU] = math.ceil(self._cpu_limit) + 1
        for kind, value in wanted.items():
            with suppress(ProcessLookupError):
                _, hard = resource.prlimit(self._process.pid, kind)
                bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
                resource.prlimit(self._process.pid, kind, (bound, bound))

    def _look(self) -> None:
        """Measure the child and its descendants."""
        family = [_measure(pid) for pid in _family(self._process.pid)]
        self._now_used = sum(used for used, _, _ in family)
        most = max((peak for _, peak, _ in family), default=0)
        self._memory = max(self._memory, self._now_used, most)
        self._cpu = max(self._cpu, sum(cpu for _, _, cpu in family))

    # The end.

    def end(self) -> None:
        """Kill what is left of it, and take leave."""
        self._send(signal.SIGKILL)
        self._reap()
        guard.end_marked(self._mark)
        for kept in self._kept:
            # What a pipe holds is all there is; nobody writes any more.
            for _ in range(_PIPE_READS):
                if not self._read(kept):
                    break
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()
        if self._pidfd >= 0:
            os.close(self._pidfd)

    def record(self) -> Run:
        """What it did."""
        status = self._process.returncode
        stdout, stderr = (
            b"" if stream is None else self._kept[stream].all()
            for stream in (self._process.stdout, self._process.stderr)
        )
        return Run(
            exit_code=status if status >= 0 else None,
            signal=-status if status < 0 else None,
            stop=self._stop,
            stdout=stdout,
            stderr=stderr,
            seconds=self._seconds,
            cpu=self._cpu,
            memory=self._memory,
        )

    def _reap(self) -> None:
        own_peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        try:
            _, status, usage = os.wait4(self._process.pid, 0)
        except ChildProcessError:
            # Somebody made the system reap children by itself (SIGCHLD ignored).
            self._process.returncode = -signal.SIGKILL
            return
        self._process.returncode = os.waitstatus_to_exitcode(status)
        self._cpu = max(self._cpu, usage.ru_utime + usage.ru_stime)
        # The system counts our own memory at the moment of the start as the child's, so the
        # number tells something only where it is larger than that.
        if usage.ru_maxrss > own_peak:
            self._memory = max(self._memory, usage.ru_maxrss * _MAXRSS_UNIT)


def _family(pid: int) -> list[int]:
    """A process and its descendants, as far as their parents are alive."""
    found = []
    waiting = [pid]
    while waiting:
        parent = waiting.pop()
        found.append(parent)
        try:
            with os.scandir(f"/proc/{parent}/task") as tasks:
                for task in tasks:
                    waiting += map(int, (Path(task) / "children").read_text("ascii").split())
        except OSError:
            continue
    return found


def _measure(pid: int) -> tuple[int, int, float]:
    """Bytes in RAM now and at most, and seconds of processor time."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b") ")[2].split()
        status = Path(f"/proc/{pid}/status").read_bytes()
    except OSError:
        return 0, 0, 0.0
    # Times of the process and of its children that have ended; then the pages in RAM.
    cpu = sum(map(int, fields[11:15])) / _TICKS
    now = int(fields[21]) * _PAGE
    peak = re.search(rb"^VmHWM:\s*(\d+) kB", status, re.MULTILINE)
    return now, int(peak[1]) * 1024 if peak else now, cpu
