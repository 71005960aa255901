"""``harary``: finds the command, runs it, and turns what goes wrong into one line.

Exit codes: 2 wrong use or bad input, 3 solvers contradict each other, 70 a bug of ours, 130
Ctrl-C; a command says what its others mean. Command modules import what they need when they run,
so that ``--help`` is quick.
"""

from __future__ import annotations

import argparse
import errno
import io
import os
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from harary.cli import (
    analyse,
    beck,
    check,
    classify,
    convert,
    doctor,
    encode,
    encodings,
    explain,
    minimise,
    pair,
    pave,
    perft,
    play,
    shapes,
    show,
    solve,
    stats,
)
from harary.errors import DisagreementError, HararyError, HararyWarning, InputError

__all__ = ["COMMANDS", "main", "prepare_output"]

COMMANDS = (
    show,
    shapes,
    convert,
    play,
    solve,
    check,
    explain,
    minimise,
    pair,
    pave,
    classify,
    beck,
    analyse,
    perft,
    encode,
    encodings,
    stats,
    doctor,
)

BUG, INTERRUPTED, BAD_INPUT, DISAGREEMENT, BROKEN_PIPE = 70, 130, 2, 3, 141

#: What a write on the standard output may end with, through no fault of ours.
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)

_DESCRIPTION = """\
A workbench for positional games: state a game, see it, play it, encode it, solve it.

One text names a game:
  tippy@4x4                      achieve Tippy on a 4x4 board
  tippy@4x4:torus,p=2,q=1        ... on a torus, two stones a turn, one at first
  row6@19x19:p=2,q=1             Connect6
  row4@4x4x4                     Qubic
  hex@7x7                        Hex
  XXXX./...XX=@11x11:weak        a drawn shape, orientation kept, Maker-Breaker
  puzzle.pg  puzzle.hex          a game in a file
"""


class _Parser(argparse.ArgumentParser):
    """Wrong use is one line, not a page."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: error: {message} (see {self.prog} --help)", file=sys.stderr)
        sys.exit(BAD_INPUT)


class _CommandList(argparse.RawDescriptionHelpFormatter):
    """Leaves room for the longest name of a command, which argparse forgets to indent."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog)
        self._action_max_length = 4 + max(len(_name_of(module)) for module in COMMANDS)


def _name_of(module: ModuleType) -> str:
    return module.__name__.rpartition(".")[2]


def build_parser() -> argparse.ArgumentParser:
    """The parser with all commands."""
    from harary import __version__

    parser = _Parser(
        prog="harary",
        description=_DESCRIPTION,
        formatter_class=_CommandList,
        epilog="'harary COMMAND --help' explains a command with examples.",
    )
    parser.add_argument("--version", action="version", version=f"harary {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, title="commands")
    for module in COMMANDS:
        command = commands.add_parser(
            _name_of(module),
            help=module.SUMMARY,
            description=module.__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    warnings.showwarning = _show_warning
    try:
        options = build_parser().parse_args(arguments)
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except InputError as error:
        return _fail(str(error), BAD_INPUT)
    except DisagreementError as error:
        return _fail(str(error), DISAGREEMENT)
    except KeyboardInterrupt:
        return _fail("interrupted", INTERRUPTED)
    except BrokenPipeError:
        # The reader has gone (as with "| head"): nothing to say, and nobody to say it to.
        _drop_output()
        return BROKEN_PIPE
    except OSError as error:
        if error.filename is not None or error.errno not in _NO_ROOM:
            return _report_bug()
        _drop_output()
        return _fail(f"the output cannot be written: {error.strerror}", BAD_INPUT)
    except HararyError as error:
        return _fail(str(error), BUG)
    except MemoryError:
        return _fail("this needs more memory than there is: expected something smaller", BAD_INPUT)
    except Exception:
        return _report_bug()
    except BaseException as error:
        # A panic of the native core is no Exception, so that nothing swallows it on its way.
        if type(error).__name__ != "PanicException":
            raise
        return _report_bug()


def prepare_output() -> None:
    """Make the process's output such that all is written, or an error says that it is not.

    The streams are None where the caller has closed them. Under PYTHONUNBUFFERED, what a full disk
    does not take would be lost without a word, since nobody writes the rest of a raw stream.
    """
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    raw = getattr(sys.stdout, "buffer", None)
    if isinstance(raw, io.RawIOBase):
        sys.stdout = io.TextIOWrapper(
            io.BufferedWriter(raw),
            encoding=sys.stdout.encoding,
            errors=sys.stdout.errors,
            line_buffering=True,
        )


def _drop_output() -> None:
    """Send what is still to be written nowhere, so that Python does not complain at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report_bug() -> int:
    import traceback

    traceback.print_exc()
    return _fail("this is a bug of ours: please report the lines above", BUG)


def _fail(message: str, code: int) -> int:
    print(f"harary: error: {' '.join(message.split())}", file=sys.stderr)
    return code


def _show_warning(
    message: Warning | str, category: type[Warning], *_place: object, **_more: object
) -> None:
    if issubclass(category, HararyWarning):
        print(f"harary: warning: {message}", file=sys.stderr)
    else:
        print(f"{category.__name__}: {message}", file=sys.stderr)
