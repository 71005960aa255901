"""Run the examples of README and docs, and record their outputs anew.

Two kinds of fenced blocks are examples; all other blocks are only text:

- ``python`` and ``pycon``: with ``>>>`` prompts a doctest, without them code
  that has to run. All blocks of a file share one namespace.
- ``console``: a line ``$ command`` and the output that a terminal would show,
  up to the next ``$``. ``...`` alone on a line stands for any number of lines,
  between spaces for any text (a number of seconds), and a last line
  ``[exit 2]`` for the exit code where it is not 0.

The blocks of a file run from top to bottom in one temporary directory, so a
later one can use what an earlier one wrote. Only commands that are ours, and a
few harmless others, are run.

``python -m tools.examples`` says what differs; ``--update`` writes it down.
"""

import argparse
import contextlib
import doctest
import io
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ("python", "pycon")
CONSOLE = ("console",)
ALLOWED = frozenset({"harary", "cat"})
# For a command that hangs. No example should come near it.
SECONDS = 300
# Exit codes of faults of our own. They are never recorded as if they were meant.
CRASHES = frozenset({70})

_FENCE = re.compile(r"^(?P<indent> *)(?P<fence>`{3,}|~{3,})(?P<info>[^`]*)$")
_ANY = "..."
# Inside a line it stands alone: `XXXX./...XX` is a drawing.
_ANY_TEXT = re.compile(r"(?<!\S)\.\.\.(?!\S)")
_TRACEBACK = "Traceback (most recent call last):"


class ExampleError(ValueError):
    """A block that cannot be run as it is written."""


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its lines, and where they are in the file."""

    language: str
    start: int  # index of the first line inside the fence
    indent: int
    lines: tuple[str, ...]  # without the indent


@dataclass(frozen=True)
class Command:
    """A command of a console block, and the output recorded for it."""

    text: str
    start: int  # index in the file of the first line of the output
    expected: tuple[str, ...]


@dataclass(frozen=True)
class Difference:
    """One example whose output is not the recorded one."""

    line: int  # counted from 1
    source: str
    expected: tuple[str, ...]
    got: tuple[str, ...]
    start: int  # index in the file of the first recorded line
    indent: int
    recordable: bool  # False for a crash, which must not become the record

    def __str__(self) -> str:
        def shown(lines: Sequence[str]) -> str:
            return "\n".join(f"    {line}" for line in lines or ["(nothing)"])

        return (
            f"line {self.line}: {self.source}\n"
            f"  recorded:\n{shown(self.expected)}\n  got:\n{shown(self.got)}"
        )


def documents(root: Path = ROOT) -> list[Path]:
    """Every file whose examples are run."""
    pages = [path for path in (root / "docs").rglob("*.md") if "_build" not in path.parts]
    return [path for path in (root / "README.md", *sorted(pages)) if path.exists()]


def blocks(text: str) -> list[Block]:
    """The fenced blocks of a Markdown text, also those in lists."""
    found = []
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        opening = _FENCE.match(lines[at])
        at += 1
        if opening is None:
            continue
        indent, fence = len(opening["indent"]), opening["fence"]
        start = at
        closing = re.compile(rf"^ *{re.escape(fence[0])}{{{len(fence)},}} *$")
        while at < len(lines) and not closing.match(lines[at]):
            at += 1
        if at == len(lines):
            raise ExampleError(f"line {start}: this block is never closed")
        words = opening["info"].split()
        if words and words[0] in ("{code-block}", "{code}", "{sourcecode}", "{doctest}"):
            raise ExampleError(f"line {start}: write a plain fence, others are not run")
        inside = tuple(line[min(indent, _indent(line)) :] for line in lines[start:at])
        found.append(Block(words[0] if words else "", start, indent, inside))
        at += 1
    return found


def commands(block: Block) -> list[Command]:
    """The commands of a console block with their recorded outputs."""
    found = []
    at = 0
    lines = block.lines
    while at < len(lines):
        if not lines[at].startswith("$ "):
            where = block.start + at + 1
            raise ExampleError(f"line {where}: expected a line `$ command`: {lines[at]!r}")
        text = lines[at][2:]
        at += 1
        while text.endswith("\\") and at < len(lines) and lines[at].startswith("> "):
            text = text[:-1] + lines[at][2:]
            at += 1
        start = at
        while at < len(lines) and not lines[at].startswith("$ "):
            at += 1
        found.append(Command(text, block.start + start, lines[start:at]))
    return found


def programs(command: str) -> list[str]:
    """The programs that a command line starts: the first word of each part of it."""
    if "`" in command or "$(" in command:
        raise ValueError("commands inside commands are not followed")
    lexer = shlex.shlex(command, posix=True, punctuation_chars="|&;<>()")
    lexer.whitespace_split = True
    found = []
    first, target = True, False
    for word in lexer:
        if set(word) <= set("|&;()"):
            first = True
        elif set(word) <= set("<>&"):
            target = True
        elif target:
            target = False
        elif first and not re.match(r"^[A-Za-z_]\w*=", word):
            found.append(word)
            first = False
    return found


def matches(expected: Sequence[str], got: Sequence[str]) -> bool:
    """Whether an output is the recorded one; a line ``...`` stands for any lines.

    Inside a line, ``...`` between spaces stands for any text.
    """
    want = [line.rstrip() for line in expected]
    have = [line.rstrip() for line in got]
    # reach: how many lines of `have` the lines of `want` so far may cover
    reach = {0}
    for line in want:
        if line == _ANY:
            reach = set(range(min(reach), len(have) + 1)) if reach else reach
        else:
            pattern = ".+".join(map(re.escape, _ANY_TEXT.split(line)))
            reach = {at + 1 for at in reach if at < len(have) and re.fullmatch(pattern, have[at])}
    return len(have) in reach


def run(text: str, directory: Path) -> list[Difference]:
    """Run all examples of a text, in their order; return those that differ.

    The working directory of this process is `work` in the directory meanwhile: Python
    and console blocks of a file see the same files.
    """
    work, home, programs_ = (directory / name for name in ("work", "home", "bin"))
    for each in (work, home, programs_):
        each.mkdir()
    environment = _environment(home, programs_)
    namespace: dict[str, object] = {"__name__": "__main__"}
    differences: list[Difference] = []
    with contextlib.chdir(work), warnings.catch_warnings():
        # A warning that no reader sees would only rot.
        warnings.simplefilter("error")
        for block in blocks(text):
            if block.language in CONSOLE:
                for command in commands(block):
                    differences.extend(_run_command(block, command, environment))
            elif block.language in PYTHON:
                differences.extend(_run_python(block, namespace))
    return differences


def updated(text: str, differences: Sequence[Difference]) -> str:
    """The text with the outputs that were got in the place of those recorded."""
    lines = text.splitlines()
    for difference in sorted(differences, key=lambda each: each.start, reverse=True):
        margin = " " * difference.indent
        end = difference.start + len(difference.expected)
        lines[difference.start : end] = [f"{margin}{line}".rstrip() for line in difference.got]
    return "\n".join(lines) + "\n"


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _environment(home: Path, programs_: Path) -> dict[str, str]:
    """An environment in which outputs do not depend on who runs the examples."""
    installed = Path(sys.executable).with_name("harary")
    ours = programs_ / "harary"
    if installed.exists():
        ours.symlink_to(installed)
    else:
        ours.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m harary "$@"\n')
        ours.chmod(0o755)
    return {
        "PATH": f"{programs_}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "HOME": str(home),
        "COLUMNS": "80",
        "NO_COLOR": "1",
        "TERM": "dumb",
        "LC_ALL": "C.UTF-8",
        "PYTHONUTF8": "1",
    }


def _run_command(
    block: Block, command: Command, environment: dict[str, str]
) -> Iterator[Difference]:
    try:
        others = sorted(set(programs(command.text)) - ALLOWED)
    except ValueError as error:
        raise ExampleError(f"line {command.start}: {error}: {command.text}") from None
    if others:
        raise ExampleError(
            f"line {command.start}: {', '.join(others)} is not run here; "
            "put this into a `text` or `sh` block"
        )
    status, output = _shell(command.text, environment)
    got = output.splitlines()
    if status:
        got.append(f"[exit {status}]")
    if not matches(command.expected, got):
        yield Difference(
            command.start,
            f"$ {command.text}",
            command.expected,
            tuple(got),
            command.start,
            block.indent,
            recordable=0 <= status < 128 and status not in CRASHES and _TRACEBACK not in got,
        )


def _shell(command: str, environment: dict[str, str]) -> tuple[int, str]:
    """Run a command line; its exit code and all it wrote, as in a terminal."""
    bash = shutil.which("bash")
    if bash is None:
        raise ExampleError("console blocks need bash")
    process = subprocess.Popen(
        [bash, "-c", command],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=SECONDS)
    except BaseException as error:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if isinstance(error, subprocess.TimeoutExpired):
            raise ExampleError(f"still running after {SECONDS} s: {command}") from None
        raise
    return process.returncode, output


class _Checker(doctest.OutputChecker):
    """Ignores whitespace at the ends of lines, which no reader can see."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return super().check_output(_stripped(want), _stripped(got), optionflags)


def _stripped(text: str) -> str:
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


class _Runner(doctest.DocTestRunner):
    """Collects what differs instead of printing it."""

    def __init__(self) -> None:
        super().__init__(checker=_Checker(), verbose=False)
        self.failed: list[tuple[doctest.Example, str, bool]] = []

    def report_failure(
        self, _out: object, _test: doctest.DocTest, example: doctest.Example, got: str
    ) -> None:
        self.failed.append((example, got, True))

    def report_unexpected_exception(
        self,
        _out: object,
        _test: doctest.DocTest,
        example: doctest.Example,
        exc_info: object,
    ) -> None:
        assert isinstance(exc_info, tuple)
        kind, value, _ = exc_info
        self.failed.append((example, f"{kind.__name__}: {value}", False))


def _run_python(block: Block, namespace: dict[str, object]) -> Iterator[Difference]:
    source = "\n".join(block.lines) + "\n"
    if ">>>" not in source:
        yield from _run_code(block, source, namespace)
        return
    try:
        test = doctest.DocTestParser().get_doctest(source, {}, "example", None, 0)
    except ValueError as error:
        raise ExampleError(f"block at line {block.start + 1}: {error}") from None
    test.globs = namespace
    runner = _Runner()
    runner.run(test, out=lambda _text: None, clear_globs=False)
    for example, got, recordable in runner.failed:
        start = block.start + example.lineno + example.source.count("\n")
        yield Difference(
            block.start + example.lineno + 1,
            f">>> {example.source.splitlines()[0]}",
            tuple(line.rstrip() for line in example.want.splitlines()),
            tuple(_recorded(got)),
            start,
            block.indent + example.indent,
            recordable,
        )


def _recorded(got: str) -> list[str]:
    """An output as doctest wants it written: without frames, blank lines marked."""
    lines = [line.rstrip() for line in got.splitlines()]
    if lines and lines[0] == _TRACEBACK:
        first = next(i for i, line in enumerate(lines[1:], 1) if not line.startswith(" "))
        return [lines[0], "    ...", *lines[first:]]
    return [line or "<BLANKLINE>" for line in lines]


def _run_code(block: Block, source: str, namespace: dict[str, object]) -> Iterator[Difference]:
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(source, f"block at line {block.start + 1}", "exec"), namespace)
    except Exception as error:
        got = (f"{type(error).__name__}: {error}",)
        line = block.start + 1
        yield Difference(line, block.lines[0], (), got, block.start, block.indent, recordable=False)


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, or with ``--update`` record; the exit code is 1 where something is left."""
    parser = argparse.ArgumentParser(prog="examples", description=__doc__.splitlines()[0])
    parser.add_argument("--update", action="store_true", help="write the outputs into the files")
    parser.add_argument("files", nargs="*", type=Path, help="README and docs if none is named")
    options = parser.parse_args(arguments)
    left = 0
    for path in options.files or documents():
        text = path.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as directory:
            try:
                differences = run(text, Path(directory))
            except ExampleError as error:
                print(f"{path}: {error}")
                left += 1
                continue
        record = [each for each in differences if options.update and each.recordable]
        if record:
            path.write_text(updated(text, record), encoding="utf-8")
            print(f"{path}: recorded {len(record)}")
        for each in differences:
            if each not in record:
                print(f"{path}: {each}")
                left += 1
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
