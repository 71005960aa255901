"""The exceptions of Harary.

::

    HararyError
    ├── InputError (also a ValueError)     what the user gave is wrong: exit code 2
    │   ├── ShapeError                     no such shape, or a drawing that is none
    │   ├── BoardError                     no such board, or no such cell on it
    │   ├── GameError                      the parts of a game do not fit together
    │   ├── GameTextError                  a game text that cannot be read
    │   ├── FormatError                    a file that cannot be read: file and line
    │   └── IllegalMoveError               a move that the rules do not allow
    ├── DisagreementError                  solvers contradict each other: exit code 3
    └── LimitReached                       a limit that the user set ran out: unknown
        ├── TimeLimitReached (also a TimeoutError)
        └── MemoryLimitReached (also a MemoryError)

    HararyWarning (a UserWarning)          legal, but hardly what was meant

Each message is one line that names the input and says what was expected.
"""

from __future__ import annotations

__all__ = [
    "BoardError",
    "DisagreementError",
    "FormatError",
    "GameError",
    "GameTextError",
    "HararyError",
    "HararyWarning",
    "IllegalMoveError",
    "InputError",
    "LimitReached",
    "MemoryLimitReached",
    "ShapeError",
    "TimeLimitReached",
]


class HararyError(Exception):
    """Anything that Harary raises on purpose."""


class HararyWarning(UserWarning):
    """Something legal that the user hardly meant, such as a shape that fits nowhere."""


class InputError(HararyError, ValueError):
    """What the user gave is wrong; the message is one line."""


class ShapeError(InputError):
    """No such shape, or a drawing that is none."""


class BoardError(InputError):
    """No such board, or no such cell on it."""


class GameError(InputError):
    """The parts of a game do not fit together."""


class GameTextError(InputError):
    """A game text that cannot be read."""


class FormatError(InputError):
    """A file that cannot be read; the message begins with the file and the line."""

    def __init__(self, message: str, source: str = "", line: int = 0) -> None:
        where = (
            f"{source}:{line}" if source and line else source or (f"line {line}" if line else "")
        )
        super().__init__(f"{where}: {message}" if where else message)
        self.source = source
        self.line = line


class IllegalMoveError(InputError):
    """A move that the rules do not allow."""


class DisagreementError(HararyError):
    """Programs contradict each other about one formula; the message names the files."""


class LimitReached(HararyError):
    """A limit that the user set ran out before there was an answer."""

    reason = "limit"


class TimeLimitReached(LimitReached, TimeoutError):
    """The time that the user allowed ran out."""

    reason = "time"


class MemoryLimitReached(LimitReached, MemoryError):
    """The memory that the user allowed ran out."""

    reason = "memory"
