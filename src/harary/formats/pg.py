"""``.pg`` files: positional games as published with paper 004, read and written.

::

    % comments, anywhere
    #positions      a1 a2 b1 b2          the cells (on the lines that follow)
    #blackwins      one winning set a line
    #whitewins      White's; without this section the game is weak
    #times          t1 t2 t3             one name a stone; may start at t5
    #blackturns     t1 t3                the stones that are Black's
    #blackinitials  #whiteinitials       stones on the board
    #firstmoves     a1 a2                the mover's first turn has one of these

Code words ignore case, the rest of their line is ignored, sections come in any order and may
repeat. Hex files may give the goal as a graph instead of listed sets, in two dialects::

    #neighbours     a1 b1 a2             a cell and the cells that it touches
    #startboarder   a1 b1                Black joins these ...
    #endboarder     a2 b2                ... with these

    #edges          a1 a2                one edge a line
    #source         #target              the same as the two borders

and polyominoes as patterns: ``#neighbours`` then has the cell, the one above and the one
beside it (``na`` for none), and a line of ``#blackgoal`` such as ``side(p0,p1) up(p1,p2)`` is
a shape. What is read is the game as it stands, with duplicate sets and in its own order:
nothing is normalised, so reading and writing again gives the same game.

The published generator lets some mistakes pass; here they are errors: a cell that is no
position, times or turns out of order, a cell with two stones.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from harary.errors import FormatError, InputError
from harary.formats.files import read_text
from harary.games import (
    CellSet,
    ConnectionGoal,
    Goal,
    Player,
    PositionalGame,
    Rule,
    Schedule,
    SetsGoal,
    listing,
)

__all__ = ["parse_pg", "read_pg", "write_pg"]

#: What each code word holds: one list in all, or a list for each line.
_LISTS = frozenset(
    {
        "positions",
        "times",
        "blackturns",
        "blackinitials",
        "whiteinitials",
        "firstmoves",
        "startboarder",
        "endboarder",
        "source",
        "target",
    }
)
_ROWS = frozenset({"blackwins", "whitewins", "neighbours", "edges", "blackgoal"})
#: Written by other tools, but they follow from the rest or say nothing about the game.
_IGNORED = frozenset({"version", "distances", "unreachablepairs"})

_TIME = re.compile(r"t(0|[1-9][0-9]{0,8})")
_CONSTRAINT = re.compile(r"(up|side)\(\s*(\w+)\s*,\s*(\w+)\s*\)")
_NOWHERE = frozenset(("na", "NA"))


@dataclass(frozen=True)
class _Token:
    text: str
    line: int


class _Sections:
    """The tokens of a file by code word, each with its line."""

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        self.rows: dict[str, list[list[_Token]]] = {}
        self.first_line: dict[str, int] = {}
        self._split(text)

    def _split(self, text: str) -> None:
        current: list[list[_Token]] | None = None
        for number, line in enumerate(text.splitlines(), 1):
            words = line.partition("%")[0].split()
            if not words:
                continue
            if words[0].startswith("#"):
                word = words[0][1:].lower()
                if word not in _LISTS | _ROWS | _IGNORED:
                    known = " ".join(f"#{known}" for known in sorted(_LISTS | _ROWS))
                    raise self.error(
                        f"unknown code word {words[0]!r}: expected one of {known}", number
                    )
                current = self.rows.setdefault(word, [])
                self.first_line.setdefault(word, number)
            elif current is None:
                raise self.error(f"{words[0]!r} before any code word such as #positions", number)
            else:
                current.append([_Token(token, number) for token in words])

    def __contains__(self, word: str) -> bool:
        return word in self.rows

    def tokens(self, word: str) -> Iterator[_Token]:
        """All tokens of a code word."""
        for row in self.rows.get(word, ()):
            yield from row

    def error(self, message: str, line: int = 0) -> FormatError:
        """An error that names the file and the line."""
        return FormatError(message, self.source, line)


def read_pg(path: str | os.PathLike[str]) -> PositionalGame:
    """Read a ``.pg`` file."""
    return parse_pg(read_text(path), os.fspath(path))


def parse_pg(text: str, source: str = "") -> PositionalGame:
    r"""Read the text of a ``.pg`` file; ``source`` is named in errors.

    >>> game = parse_pg("#positions\n a b c\n#blackwins\n a b\n b c")
    >>> game.cells, game.black_sets, str(game.rule)
    (('a', 'b', 'c'), ((0, 1), (1, 2)), 'weak')
    """
    sections = _Sections(text, source)
    cells = _Cells(sections)
    black = cells.stones("blackinitials")
    white = cells.stones("whiteinitials")
    for cell, token in cells.located("whiteinitials"):
        if cell in black:
            raise sections.error(f"cell {token.text!r} has a black stone already", token.line)
    free = len(cells.names) - len(black) - len(white)
    first_moves = None
    if "firstmoves" in sections:
        first_moves = tuple(dict.fromkeys(cell for cell, _ in cells.located("firstmoves")))
    weak = "whitewins" not in sections
    try:
        length, first_time, schedule = _read_times(sections, free)
        return PositionalGame(
            cells=cells.names,
            black_goal=_read_black_goal(sections, cells),
            white_goal=SetsGoal(cells.sets("whitewins")),
            schedule=schedule,
            rule=Rule.WEAK if weak else Rule.STRONG,
            black=black,
            white=white,
            first_moves=first_moves,
            first_any=first_moves is not None,
            length=length,
            first_time=first_time,
        )
    except FormatError:
        raise
    except InputError as error:
        raise sections.error(str(error)) from None


def write_pg(game: PositionalGame, *, version: bool = False) -> str:
    """The text of a ``.pg`` file.

    ``version`` adds the documented ``#version`` line, which the published generator rejects.
    """
    head = f"% {game}\n"
    return head + ("#version 1\n" if version else "") + listing(game)


class _Cells:
    """The positions of a file, and its lists and sets of them."""

    def __init__(self, sections: _Sections) -> None:
        self.sections = sections
        self.index: dict[str, int] = {}
        for token in sections.tokens("positions"):
            if token.text in self.index:
                raise sections.error(f"position {token.text!r} is listed twice", token.line)
            self.index[token.text] = len(self.index)
        if not self.index:
            raise sections.error(
                "no cells: expected a line #positions and the cells on the lines after it"
            )
        self.names = tuple(self.index)

    def number(self, token: _Token) -> int:
        """The cell of a token."""
        found = self.index.get(token.text)
        if found is None:
            raise self.sections.error(f"{token.text!r} is not among the #positions", token.line)
        return found

    def nowhere(self, token: _Token) -> bool:
        """True where a list of neighbours says that there is none on this side."""
        return token.text in _NOWHERE and token.text not in self.index

    def located(self, word: str) -> list[tuple[int, _Token]]:
        """The cells of a section with their tokens."""
        return [(self.number(token), token) for token in self.sections.tokens(word)]

    def stones(self, word: str) -> tuple[int, ...]:
        """The cells of a section, each at most once."""
        found: dict[int, None] = {}
        for cell, token in self.located(word):
            if cell in found:
                raise self.sections.error(
                    f"cell {token.text!r} is listed twice in #{word}", token.line
                )
            found[cell] = None
        return tuple(found)

    def sets(self, word: str) -> tuple[CellSet, ...]:
        """One set a line, as listed; a set may occur twice, a cell in a set may not."""
        found: list[CellSet] = []
        for row in self.sections.rows.get(word, ()):
            cells = tuple(map(self.number, row))
            if len(set(cells)) < len(cells):
                twice = next(token for token in row if cells.count(self.number(token)) > 1)
                raise self.sections.error(f"a set names {twice.text!r} twice", twice.line)
            found.append(cells)
        return tuple(found)


def _read_times(sections: _Sections, free: int) -> tuple[int, int, Schedule]:
    """The length, the number of the first time, and the schedule.

    Without times the free cells are played, one stone a turn, Black first.
    """
    times = _read_time_list(sections, "times")
    turns = _read_time_list(sections, "blackturns")
    if "times" not in sections:
        if "blackturns" in sections:
            line = sections.first_line["blackturns"]
            raise sections.error("#blackturns without #times", line)
        return free, 1, Schedule.from_movers(Schedule.regular().movers(free))
    if "blackturns" not in sections:
        raise sections.error("#times without #blackturns", sections.first_line["times"])
    for (before, _), (time, token) in pairwise(times):
        if time != before + 1:
            raise sections.error(f"time {token.text!r}: expected t{before + 1} here", token.line)
    known = {time for time, _ in times}
    last = -1
    for time, token in turns:
        if time not in known:
            raise sections.error(f"turn {token.text!r} is not among the #times", token.line)
        if time <= last:
            raise sections.error(f"turn {token.text!r} is out of order", token.line)
        last = time
    black = {time for time, _ in turns}
    movers = [Player.BLACK if time in black else Player.WHITE for time, _ in times]
    return len(times), times[0][0] if times else 1, Schedule.from_movers(movers)


def _read_time_list(sections: _Sections, word: str) -> list[tuple[int, _Token]]:
    found = []
    for token in sections.tokens(word):
        match = _TIME.fullmatch(token.text.lower())
        if match is None:
            raise sections.error(f"{token.text!r}: expected a time such as t1", token.line)
        found.append((int(match[1]), token))
    return found


def _read_black_goal(sections: _Sections, cells: _Cells) -> Goal:
    if "blackwins" in sections:
        return SetsGoal(cells.sets("blackwins"))
    if "blackgoal" in sections:
        return SetsGoal(_read_patterns(sections, cells))
    if "neighbours" in sections or "edges" in sections:
        return _read_graph(sections, cells)
    return SetsGoal(())


def _read_graph(sections: _Sections, cells: _Cells) -> ConnectionGoal:
    near: list[set[int]] = [set() for _ in cells.names]

    def join(a: _Token, b: _Token) -> None:
        one, other = cells.number(a), cells.number(b)
        if one != other:
            near[one].add(other)
            near[other].add(one)

    for row in sections.rows.get("neighbours", ()):
        for token in row[1:]:
            if not cells.nowhere(token):
                join(row[0], token)
        cells.number(row[0])
    for row in sections.rows.get("edges", ()):
        if len(row) != 2:
            raise sections.error("an edge joins two cells: expected two names a line", row[0].line)
        join(row[0], row[1])

    def side(*words: str) -> tuple[int, ...]:
        found = {cell for word in words for cell, _ in cells.located(word)}
        if not found:
            raise sections.error(f"a graph without #{words[0]} (or #{words[1]})")
        return tuple(sorted(found))

    return ConnectionGoal(
        tuple(tuple(sorted(row)) for row in near),
        side("startboarder", "source"),
        side("endboarder", "target"),
    )


def _read_patterns(sections: _Sections, cells: _Cells) -> tuple[CellSet, ...]:
    """Every place where a pattern of ``#blackgoal`` fits."""
    steps: dict[str, dict[int, int]] = {"up": {}, "side": {}}
    for row in sections.rows.get("neighbours", ()):
        if len(row) != 3:
            raise sections.error(
                "with #blackgoal a line of #neighbours has a cell, the one above, the one beside",
                row[0].line,
            )
        for word, token in zip(("up", "side"), row[1:], strict=True):
            if not cells.nowhere(token):
                steps[word][cells.number(row[0])] = cells.number(token)
    back = {word: {b: a for a, b in step.items()} for word, step in steps.items()}
    found: dict[CellSet, None] = {}
    for row in sections.rows["blackgoal"]:
        constraints: list[tuple[str, str, str]] = []
        for token in row:
            match = _CONSTRAINT.fullmatch(token.text)
            if match is None:
                raise sections.error(
                    f"{token.text!r}: expected up(p0,p1) or side(p0,p1)", token.line
                )
            constraints.append((match[1], match[2], match[3]))
        if not _hangs_together(constraints):
            raise sections.error("a pattern whose parts do not hang together", row[0].line)
        for start in range(len(cells.names)):
            placed = _place(constraints, start, steps, back)
            if placed:
                found[placed] = None
    return tuple(sorted(found))


def _hangs_together(constraints: list[tuple[str, str, str]]) -> bool:
    """True where every point of the pattern is reached from the first."""
    reached = {constraints[0][1]}
    for _ in constraints:
        for _, a, b in constraints:
            if a in reached or b in reached:
                reached |= {a, b}
    return all(a in reached for _, a, _ in constraints)


def _place(
    constraints: list[tuple[str, str, str]],
    start: int,
    steps: dict[str, dict[int, int]],
    back: dict[str, dict[int, int]],
) -> CellSet:
    """The pattern with its first point on ``start``, or () where it does not fit."""
    where = {constraints[0][1]: start}
    todo = list(constraints)
    while todo:
        word, a, b = next(c for c in todo if c[1] in where or c[2] in where)
        todo.remove((word, a, b))
        if a in where:
            cell, name = steps[word].get(where[a]), b
        else:
            cell, name = back[word].get(where[b]), a
        if cell is None or where.setdefault(name, cell) != cell:
            return ()
    unique = tuple(sorted(set(where.values())))
    return unique if len(unique) == len(where) else ()
