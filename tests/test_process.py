"""Running other programs: limits, records, and nothing left behind."""

from __future__ import annotations

import os
import random
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from harary.errors import InputError
from harary.limits import Limits
from harary.qbf import guard
from harary.qbf.guard import VARIABLE, scratch
from harary.qbf.process import HEAD, TAIL, Stop, run
from tests.solvers import needs

#: Far more than anything here takes; what waits so long is broken.
PATIENCE = 60.0

pytestmark = pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs Linux 5.3")


def sh(script: str) -> list[str]:
    return ["sh", "-c", script]


def python(script: str) -> list[str]:
    return [sys.executable, "-I", "-S", "-c", script]


def marked(name: str) -> list[int]:
    """The processes that carry a mark of the process with this name."""
    entry = f"{VARIABLE}={name}.".encode()
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            environment = path.read_bytes()
        except OSError:
            continue
        if any(line.startswith(entry) for line in environment.split(b"\0")):
            found.append(int(path.parent.name))
    return found


def folders(name: str) -> list[Path]:
    return list(Path(tempfile.gettempdir()).glob(f"harary-{name}-*"))


def own_name() -> str:
    return guard.new_mark().partition(".")[0]


def wait_until_gone(name: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while marked(name) or folders(name):
        assert time.monotonic() < deadline, (marked(name), folders(name))
        time.sleep(0.01)


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    yield
    assert marked(own_name()) == []
    assert folders(own_name()) == []


# ---- the record -----------------------------------------------------------------


def test_a_record() -> None:
    done = run(sh("echo out; echo error >&2; exit 10"))
    assert (done.stdout, done.stderr) == (b"out\n", b"error\n")
    assert (done.exit_code, done.signal, done.stop, done.trouble) == (10, None, None, None)
    assert done.cpu >= 0
    assert done.seconds > 0


def test_memory_and_processor_time_are_measured() -> None:
    done = run(
        python("b = bytearray(b'x') * 10**8\nwhile __import__('time').process_time() < .2: 0")
    )
    assert 100 * 10**6 < done.memory < 200 * 10**6
    assert 0.2 <= done.cpu < PATIENCE


def test_the_memory_is_the_child_s_and_not_ours() -> None:
    ballast = bytearray(b"x") * 300_000_000
    # It waits for a signal that the limit sends, so it is seen.
    done = run(sh("sleep 100"), Limits(seconds=0.2))
    assert 0 < done.memory < 50 * 10**6 < len(ballast)


def test_the_child_has_no_input_and_its_own_session() -> None:
    done = run(sh("cat; ps -o sid= -p $$ 2>/dev/null || cut -d' ' -f6 /proc/$$/stat; echo $$"))
    session, pid = done.stdout.split()
    assert session == pid


def test_an_output_of_any_length_is_cut_in_the_middle() -> None:
    done = run(sh("echo first; head -c 20000000 /dev/zero; echo; echo last"))
    assert HEAD + TAIL <= len(done.stdout) < HEAD + TAIL + 100
    assert done.stdout.startswith(b"first\n")
    assert done.stdout.endswith(b"\nlast\n")


def test_output_to_a_file(tmp_path: Path) -> None:
    done = run(sh("echo text"), output=tmp_path / "out")
    assert (done.stdout, (tmp_path / "out").read_text()) == (b"", "text\n")


@pytest.mark.parametrize(
    ("number", "word"),
    [
        (signal.SIGABRT, "ABORTED"),
        (signal.SIGSEGV, "SEGMENTATION FAULT"),
        (signal.SIGTERM, "KILLED"),
        (signal.SIGKILL, "KILLED BY SIGNAL 9"),
        (signal.SIGRTMIN, f"KILLED BY SIGNAL {int(signal.SIGRTMIN)}"),
    ],
)
def test_killing_the_child(number: int, word: str, tmp_path: Path) -> None:
    done = run(sh(f"kill -{int(number)} $$; sleep 100"))
    assert (done.exit_code, done.signal, done.stop) == (None, number, None)
    assert done.trouble == word
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["/no/such/program", "/etc/passwd", "/"])
def test_what_cannot_be_run(command: str) -> None:
    with pytest.raises(InputError, match=f"{command}: cannot be run: "):
        run([command])


# ---- limits ----------------------------------------------------------------------


def test_the_time_limit() -> None:
    done = run(sh("echo before; sleep 100"), Limits(seconds=0.3))
    assert (done.stop, done.trouble, done.stdout) == (Stop.TIME, "TIMEOUT", b"before\n")
    assert 0.3 <= done.seconds < PATIENCE


def test_a_child_that_ignores_the_soft_signal_is_killed() -> None:
    done = run(python(HANGS), Limits(seconds=0.5))
    assert (done.stop, done.signal) == (Stop.TIME, signal.SIGKILL)
    assert done.seconds < PATIENCE


HANGS = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
while True: time.sleep(1)
"""


def test_a_stopped_child_is_killed() -> None:
    done = run(sh("kill -STOP $$"), Limits(seconds=0.3))
    assert (done.stop, done.signal) == (Stop.TIME, signal.SIGKILL)


def test_an_exit_code_after_the_soft_signal_is_no_answer() -> None:
    done = run(sh("trap 'echo s cnf 1; exit 10' TERM; while :; do :; done"), Limits(seconds=0.3))
    assert (done.stop, done.trouble) == (Stop.TIME, "TIMEOUT")


@pytest.mark.parametrize("script", ["while :; do :; done", "(while :; do :; done)&wait"])
def test_the_limit_on_processor_time(script: str) -> None:
    done = run(sh(script), Limits(seconds=PATIENCE), cpu=0.3)
    assert (done.stop, done.trouble) == (Stop.CPU, "TIMEOUT")
    assert 0.3 <= done.cpu < 5


def test_waiting_takes_no_processor_time() -> None:
    assert run(sh("sleep 0.5"), cpu=0.4).stop is None


TAKES = "b = bytearray(b'x') * {}; import time; time.sleep(100)"


# The limit is set from outside, a moment after the start.
WAITS = "import resource\nwhile resource.getrlimit(resource.RLIMIT_DATA)[0] < 0: pass\n"


def test_the_system_refuses_one_process_more_than_the_limit() -> None:
    takes = python(WAITS + TAKES.format(10**9))
    done = run(takes, Limits(seconds=PATIENCE, memory=200 * 2**20))
    assert (done.exit_code, done.stop) == (1, None)
    assert done.says_memory
    assert done.memory < 200 * 2**20


def test_the_memory_of_a_family_is_added_up() -> None:
    child = shlex.join(python(TAKES.format(150 * 2**20)))
    done = run(sh(f"{child} & {child} & wait"), Limits(seconds=PATIENCE, memory=200 * 2**20))
    assert (done.stop, done.trouble) == (Stop.MEMORY, "OUT OF MEMORY")


def test_cancelling_from_another_thread() -> None:
    cancel = threading.Event()
    threading.Timer(0.1, cancel.set).start()
    done = run(sh("sleep 100"), cancel=cancel)
    assert (done.stop, done.trouble) == (Stop.CANCELLED, "KILLED")


def test_no_core_file(tmp_path: Path) -> None:
    done = run(sh(f"cd {tmp_path}; ulimit -c; kill -ABRT $$"))
    assert done.trouble == "ABORTED"
    assert list(tmp_path.iterdir()) == []


# ---- a full disk ------------------------------------------------------------------


def test_a_full_disk_under_an_output() -> None:
    assert run(sh("echo text"), output=Path("/dev/full")).exit_code != 0


def test_no_room_for_scratch(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    guard.new_mark()
    standing = guard._guard
    assert standing is not None
    monkeypatch.setattr(standing, "folder", str(tmp_path / "missing"))
    with pytest.raises(InputError, match="cannot be written"), scratch():
        pass


# ---- nothing is left behind --------------------------------------------------------


@pytest.mark.parametrize(
    "script",
    [
        "sleep 100 &",
        "setsid sleep 100 &",
        "(setsid sh -c 'sleep 100 & sleep 100' &)",
        "setsid sleep 100 & sleep 100",
        "trap '' TERM; setsid sleep 100 & sleep 100",
    ],
)
def test_a_program_that_forks(script: str) -> None:
    # Once by itself and once by a limit; the fixture looks for what is left.
    run(sh(script), Limits(seconds=0.2))


def test_a_daemon_that_holds_the_output() -> None:
    done = run(sh("(setsid sh -c 'while :; do echo more; done' &); echo done"), Limits(seconds=10))
    assert done.stop is None
    assert b"done\n" in done.stdout


def test_an_error_of_ours_ends_the_child(monkeypatch: pytest.MonkeyPatch) -> None:
    from harary.qbf import process

    def broken(_pid: int) -> list[int]:
        raise KeyboardInterrupt

    monkeypatch.setattr(process, "_family", broken)
    with pytest.raises(KeyboardInterrupt):
        run(sh("trap '' TERM; setsid sleep 100 & sleep 100"))


PARENT = """
import sys
from harary.limits import Limits
from harary.qbf.guard import scratch
from harary.qbf.process import run
with scratch() as folder:
    (folder / "formula").write_text("text")
    run(["sh", "-c", "trap '' TERM; setsid sleep 1000 & echo $HARARY_RUN > {0}; sleep 1000"])
"""


@pytest.fixture
def parent(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Another Harary with a running child, and the name that its things carry."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    process = subprocess.Popen(
        [sys.executable, "-c", PARENT.format(pipe)],
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        name = pipe.read_text().partition(".")[0]
        # A process that is just becoming another program has no environment for a moment.
        deadline = time.monotonic() + PATIENCE
        while len(marked(name)) < 2:
            assert time.monotonic() < deadline
        assert len(folders(name)) == 1
        yield process, name
        process.wait(timeout=PATIENCE)
    finally:
        process.kill()
        process.wait()
        assert process.stderr is not None
        process.stderr.close()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_killing_the_parent(parent: tuple[subprocess.Popen[bytes], str], number: int) -> None:
    process, name = parent
    process.send_signal(number)
    assert process.wait(timeout=PATIENCE) == -number
    wait_until_gone(name)


def test_killing_the_group_of_the_parent(parent: tuple[subprocess.Popen[bytes], str]) -> None:
    process, name = parent
    os.killpg(process.pid, signal.SIGKILL)
    wait_until_gone(name)


def test_control_c(parent: tuple[subprocess.Popen[bytes], str]) -> None:
    process, name = parent
    process.send_signal(signal.SIGINT)
    process.wait(timeout=PATIENCE)
    assert marked(name) == []
    assert folders(name) == []


def test_a_killed_guard_is_replaced() -> None:
    run(["true"])
    first = guard._guard
    assert first is not None
    os.kill(first._pid, signal.SIGKILL)
    os.waitid(os.P_PID, first._pid, os.WEXITED | os.WNOWAIT)
    run(["true"])
    assert guard._guard is not first


def test_a_fork_has_its_own_guard() -> None:
    name = own_name()
    child = os.fork()
    if child == 0:
        os._exit(0 if own_name() != name and run(["true"]).exit_code == 0 else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert own_name() == name


def test_the_guard_ends_with_its_process() -> None:
    script = "from harary.qbf import guard; guard.new_mark(); print(guard._guard._pid)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    deadline = time.monotonic() + PATIENCE
    while (
        Path(f"/proc/{int(done.stdout)}/cmdline").exists()
        and Path(f"/proc/{int(done.stdout)}/cmdline").read_bytes()
    ):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def random_run(random_: random.Random) -> None:
    """A child with random habits under random limits."""
    script = random_.choice(
        [
            "exit 10",
            "sleep 100",
            "trap '' TERM; sleep 100 & sleep 100",
            "while :; do :; done",
            "setsid sleep 100 & echo s cnf 1; exit 10",
            "(setsid sleep 100 &); sleep 0.02",
            "kill -9 $$",
            "kill -STOP $$",
            "yes | head -c 3000000",
        ]
    )
    cancel = threading.Event()
    timer = threading.Timer(random_.uniform(0, 0.2), cancel.set)
    timer.start()
    limits = Limits(
        seconds=random_.choice([0.001, 0.02, random_.uniform(0, 0.2)]),
        memory=random_.choice([None, 2**20, 2**26]),
    )
    with scratch() as folder:
        run(
            sh(script),
            limits,
            cpu=random_.choice([None, 0.01]),
            output=random_.choice([None, folder / "out"]),
            cancel=random_.choice([None, cancel]),
        )
    timer.cancel()
    timer.join()


@pytest.mark.parametrize(
    "runs", [30, pytest.param(500, marks=pytest.mark.slow)], ids=lambda runs: f"{runs} runs"
)
def test_random_runs_leave_nothing(runs: int) -> None:
    random_ = random.Random(runs)
    open_before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(runs):
        random_run(random_)
    assert marked(own_name()) == []
    assert folders(own_name()) == []
    assert len(list(Path("/proc/self/fd").iterdir())) <= open_before + 2
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    if children.exists():
        assert guard._guard is not None
        zombies = re.findall(r"\d+", children.read_text())
        assert [pid for pid in map(int, zombies) if pid != guard._guard._pid] == []


def traces(folder: Path) -> list[str]:
    """What is left of commands whose temporary folder this is: files, and processes by it."""
    found = [path.name for path in folder.iterdir()]
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes() + (process / "environ").read_bytes()
        except OSError:
            continue
        if str(folder).encode() in words:
            found.append(words.replace(b"\0", b" ").decode(errors="replace")[:200])
    return found


@pytest.mark.parametrize(
    "runs", [4, pytest.param(100, marks=pytest.mark.slow)], ids=lambda runs: f"{runs} runs"
)
@needs("depqbf", "caqe/bloqqer")
def test_commands_that_are_killed_leave_nothing(runs: int, tmp_path: Path) -> None:
    random_ = random.Random(runs)
    asked = ["solve", "elly@5x5", "--method", "qbf", "--solver", "depqbf,caqe/bloqqer"]
    for _ in range(runs):
        process = subprocess.Popen(
            [sys.executable, "-m", "harary", *asked],
            env={**os.environ, "TMPDIR": str(tmp_path)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        with suppress(subprocess.TimeoutExpired):
            process.wait(random_.uniform(0, 1.5))
        process.send_signal(random_.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))
        assert process.wait(timeout=PATIENCE) != 0
    deadline = time.monotonic() + PATIENCE
    while left := traces(tmp_path):
        assert time.monotonic() < deadline, left
        time.sleep(0.01)
