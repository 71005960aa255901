#!/usr/bin/env python3
"""Check a refutation, "no pairing stops these shapes": VALID or INVALID, with line and reason.

This file stands alone: it needs Python 3.11 and its standard library, and nothing else. It
builds the placements from the drawings in the file, and believes nothing.

    harary refutation 1
    shapes X/X=+XX=
    pairs dominoes
    board 2x2
    lemma by 1 3
    end 1

The claim: however one takes disjoint pairs of cells (`dominoes`: neighbours; `any`: any two), on
the `board` (or on the torus of a `lattice`, written 4x2+1: (4, 0) and (1, 2) are nothing), some
placement of a shape holds both cells of none of them. Where a board has no pairing, the plane has
none, of whatever period: the pairs that lie on the board would be one.

What is numbered:
- *pairs*: all that lie in a placement, from 1, ordered by (x, y, dx, dy) where one cell is (x, y)
  and the other (x+dx, y+dy), (dx, dy) > (0, 0), and (x, y) is on the board, or in the rectangle
  of the lattice. On a torus, two cells that are the same one make no pair.
- *clauses*: placements from 1: shape by shape as in the file, the orientations of each ordered as
  sorted lists of cells from the corner (0, 0), then by the place (x, y) of that corner. Lemmas are
  clauses, too, numbered on from there.

A lemma is a list of numbers: 3 is "pair 3 is taken", -3 "it is not". It is checked so: assume that
none of these holds. Take the clauses after `by` one after the other. In each of them all but one
must fail by now; so that one holds. When a pair is taken, all other pairs with one of its cells
are not. This has to end in a contradiction. The last lemma is empty: there is no pairing.

Exit codes: 0 VALID, 1 INVALID, 2 the file cannot be read, 70 a fault of this program.
"""

from __future__ import annotations

import gzip
import itertools
import json
import re
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import IO, NamedTuple, cast

HEADER = "harary refutation"
VERSION = 1

# Whoever writes a file cannot make this program eat the machine.
MAX_LINE = 1_000_000
MAX_CELLS = 10_000
MAX_PAIRS_IN_PLACEMENTS = 2_000_000
MAX_LEMMA_NUMBERS = 100_000_000

# What is known of a pair.
OPEN, TAKEN, REFUSED = 0, 1, 2

Point = tuple[int, int]
#: (x, y, dx, dy)
Pair = tuple[int, int, int, int]


class Invalid(Exception):
    """The file does not show what it claims."""


class Unreadable(Exception):
    """This is no refutation, or one that this program does not know."""


class Report(NamedTuple):
    """What was shown."""

    shapes: str
    claim: str
    lemmas: int


class Region(NamedTuple):
    """A board, or with a shift the torus of a lattice."""

    width: int
    height: int
    shift: int | None

    def home(self, x: int, y: int) -> Point:
        """The point itself, or the same point of the torus in the rectangle at the origin."""
        if self.shift is None:
            return x, y
        rounds = y // self.height
        return (x - rounds * self.shift) % self.width, y - rounds * self.height

    def corners(self, form: Sequence[Point]) -> Iterator[Point]:
        """Where a form lies."""
        wide = max(x for x, _ in form) if self.shift is None else 0
        high = max(y for _, y in form) if self.shift is None else 0
        return itertools.product(range(self.width - wide), range(self.height - high))


def natural(text: str) -> int:
    """A number, written plainly."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise Invalid(f"{text[:40]!r} is no number")
    return int(text)


def forms_of(word: str) -> list[list[Point]]:
    """The orientations that a drawing or a row stands for, each from its corner, in order."""
    row = re.fullmatch(r"row([0-9]{1,4})", word)
    if row:
        cells = range(natural(row[1]))
        ways = ((1, 0), (0, 1), (1, 1), (1, -1))
        forms = [[(x * step, y * step) for step in cells] for x, y in ways]
    elif re.fullmatch(r"[X.]+(/[X.]+)*=?", word):
        rows = word.removesuffix("=").split("/")
        own = [(x, -y) for y, line in enumerate(rows) for x, mark in enumerate(line) if mark == "X"]
        forms = [own]
        if not word.endswith("="):
            for _ in range(3):
                forms.append([(y, -x) for x, y in forms[-1]])
            forms += [[(-x, y) for x, y in form] for form in forms]
    else:
        raise Invalid(f"{word[:40]!r} is no drawing")
    if not 1 <= len(forms[0]) <= MAX_CELLS:
        raise Invalid(f"{word[:40]!r}: a shape of {len(forms[0])} cells")
    found = set()
    for form in forms:
        left, low = min(x for x, _ in form), min(y for _, y in form)
        found.add(tuple(sorted((x - left, y - low) for x, y in form)))
    return [list(form) for form in sorted(found)]


class Board:
    """The numbered pairs, and the placements as clauses."""

    def __init__(self, words: Sequence[str], region: Region, dominoes: bool) -> None:
        self.region = region
        placements: list[list[Pair]] = []
        room = MAX_PAIRS_IN_PLACEMENTS
        for word in words:
            for form in forms_of(word):
                if len(form) * (len(form) - 1) // 2 > MAX_PAIRS_IN_PLACEMENTS:
                    raise Invalid(f"{word[:40]!r}: too many pairs in a shape")
                inside = [
                    (x, y, u - x, v - y)
                    for (x, y), (u, v) in itertools.combinations(form, 2)
                    if not dominoes or (u - x, v - y) in ((1, 0), (0, 1))
                ]
                for left, low in region.corners(form):
                    room -= len(inside) + 1
                    if room < 0:
                        raise Invalid("too many placements")
                    row = []
                    for x, y, dx, dy in inside:
                        here = region.home(left + x, low + y)
                        if here != region.home(here[0] + dx, here[1] + dy):
                            row.append((*here, dx, dy))
                    placements.append(row)
        pairs = sorted(set(itertools.chain.from_iterable(placements)))
        number = {pair: place for place, pair in enumerate(pairs, 1)}
        self.clauses = [[number[pair] for pair in row] for row in placements]
        #: The two cells of pair n, at n; cells are numbered from 0.
        self.cells: list[tuple[int, int]] = [(0, 0)]
        places: dict[Point, int] = {}
        for x, y, dx, dy in pairs:
            one = places.setdefault((x, y), len(places))
            self.cells.append((one, places.setdefault(region.home(x + dx, y + dy), len(places))))
        # What is known while a lemma is followed; nothing between two lemmas.
        self.value = [OPEN] * len(self.cells)
        self.owner = [0] * len(places)

    def follow(self, lemma: Sequence[int], hints: Sequence[int]) -> None:
        """Check one lemma, and keep it; raises `Invalid`."""
        if not all(1 <= abs(literal) < len(self.cells) for literal in lemma):
            raise Invalid("a lemma about a pair that there is not")
        learned: list[int] = []
        # The lemma is assumed to be false.
        done = any(self.learn(-literal, learned) for literal in lemma)
        for hint in hints:
            if done:
                break
            if not 1 <= hint <= len(self.clauses):
                raise Invalid(f"clause {hint} is not known here")
            left = 0
            for literal in self.clauses[hint - 1]:
                if literal != left and not self.fails(literal):
                    if left:
                        raise Invalid(f"clause {hint} leaves more than one possibility")
                    left = literal
            done = not left or self.learn(left, learned)
        if not done:
            raise Invalid("the hints end before a contradiction")
        for literal in learned:
            self.value[abs(literal)] = OPEN
            for cell in self.cells[abs(literal)]:
                self.owner[cell] = 0
        self.clauses.append(list(lemma))

    def fails(self, literal: int) -> bool:
        """Whether the opposite is known."""
        if literal < 0:
            return self.value[-literal] == TAKEN
        value = self.value[literal]
        if value:
            return value == REFUSED
        one, two = self.cells[literal]
        # It is open itself, so another pair has the cell.
        return self.owner[one] > 0 or self.owner[two] > 0

    def learn(self, literal: int, learned: list[int]) -> bool:
        """Note that a literal holds; True where that is a contradiction."""
        if self.fails(literal):
            return True
        if literal < 0:
            self.value[-literal] = REFUSED
        else:
            self.value[literal] = TAKEN
            for cell in self.cells[literal]:
                self.owner[cell] = literal
        learned.append(literal)
        return False


class Lines:
    """The lines of a file, one at a time, each with an end."""

    def __init__(self, stream: IO[bytes], told: Callable[[int], object] | None) -> None:
        self.stream = stream
        self.number = 0
        self.told = told

    def next(self) -> str:
        """The next line without its end."""
        self.number += 1
        if self.told and self.number % 256 == 0:
            self.told(self.number)
        try:
            raw = self.stream.readline(MAX_LINE + 1)
        except (OSError, EOFError, ValueError, zlib.error) as error:
            raise Invalid(f"the file is damaged ({error})") from None
        if not raw:
            raise Invalid("the file ends too early")
        if len(raw) > MAX_LINE:
            raise Invalid(f"a line of more than {MAX_LINE} bytes")
        try:
            return raw.decode("ascii").removesuffix("\n")
        except UnicodeDecodeError:
            raise Invalid("a letter that is not ASCII") from None

    def after(self, word: str) -> str:
        """The rest of the next line, which begins with this word."""
        first, _, rest = self.next().partition(" ")
        if first != word:
            raise Invalid(f"expected: {word} ...")
        return rest


def read_region(line: str) -> Region:
    """A board or a lattice."""
    board = re.fullmatch(r"board ([0-9]+)x([0-9]+)", line)
    lattice = re.fullmatch(r"lattice ([0-9]+)x([0-9]+)\+([0-9]+)", line)
    match = board or lattice
    if match is None:
        raise Invalid("expected: board WIDTHxHEIGHT, or lattice WIDTHxHEIGHT+SHIFT")
    width, height = natural(match[1]), natural(match[2])
    shift = None if board else natural(match[3])
    if not 1 <= width * height <= MAX_CELLS or (shift or 0) >= width:
        raise Invalid(f"expected 1 to {MAX_CELLS} cells, and a shift below the width")
    return Region(width, height, shift)


def run_lines(lines: Lines) -> Report:
    """The whole file."""
    try:
        head = lines.next()
    except Invalid as error:
        raise Unreadable(f"this is no refutation: {error}") from None
    if not head.startswith(HEADER + " "):
        raise Unreadable(f"this is no refutation: it does not begin with '{HEADER} {VERSION}'")
    if head != f"{HEADER} {VERSION}":
        raise Unreadable(f"{head[:40]!r}: this program knows version {VERSION}")
    shapes = lines.after("shapes")
    kind = lines.after("pairs")
    if kind not in ("dominoes", "any"):
        raise Invalid("expected: pairs dominoes, or pairs any")
    where = lines.next()
    region = read_region(where)
    board = Board(shapes.split("+"), region, kind == "dominoes")
    lemmas, room, last = 0, MAX_LEMMA_NUMBERS, [0]
    while True:
        word, _, rest = lines.next().partition(" ")
        if word == "end":
            break
        left, by, right = f" {rest} ".partition(" by ")
        if word != "lemma" or not by:
            raise Invalid("expected: lemma NUMBERS by NUMBERS, or the end")
        last = [-natural(n[1:]) if n[0] == "-" else natural(n) for n in left.split()]
        hints = [natural(n) for n in right.split()]
        room -= len(last) + len(hints) + 10
        if room < 0:
            raise Invalid("too many lemmas")
        board.follow(last, hints)
        lemmas += 1
    if last:
        raise Invalid("the last lemma is not empty: nothing is refuted")
    if natural(rest) != lemmas:
        raise Invalid(f"the end counts {rest} lemmas, there were {lemmas}")
    if lines.stream.read(1):
        raise Invalid("something follows the end")
    what = "paving by dominoes" if kind == "dominoes" else "pairing"
    if region.shift is None:
        claim = f"no {what} of the plane stops it: there is none of {where}"
    else:
        claim = f"no {what} with the period of {where} stops it"
    return Report(shapes, claim, lemmas)


def check(stream: IO[bytes], told: Callable[[int], object] | None = None) -> Report:
    """Check a refutation; raises `Invalid` (with the line) or `Unreadable`."""
    packed = stream.read(2) == b"\x1f\x8b"
    stream.seek(0)
    source = cast(IO[bytes], gzip.GzipFile(fileobj=stream)) if packed else stream
    lines = Lines(source, told)
    try:
        return run_lines(lines)
    except Invalid as error:
        raise Invalid(f"line {lines.number}: {error}") from None


def check_file(path: str, told: Callable[[int], object] | None = None) -> Report:
    """Check the refutation in a file."""
    try:
        with open(path, "rb") as stream:  # noqa: PTH123 (pathlib would be one import more)
            if not stream.seekable():
                raise Unreadable("expected a file, not a pipe")
            return check(stream, told)
    except OSError as error:
        raise Unreadable(error.strerror or str(error)) from None


def run(
    paths: Sequence[str], as_json: bool = False, quiet: bool = False, named: bool | None = None
) -> int:
    """Check files and print a line for each, with its name if there are several (``named``).

    Returns the exit code of the worst.
    """
    named = len(paths) > 1 if named is None else named
    code = 0
    for path in paths:
        facts: dict[str, object] = {"file": path}
        try:
            report = check_file(path)
            lemmas = f"{report.lemmas} lemma{'s' * (report.lemmas != 1)}"
            facts.update(valid=True, **report._asdict())
            said, worst = f"VALID {report.shapes}@plane:weak: {report.claim} ({lemmas})", 0
        except Invalid as error:
            facts.update(valid=False, reason=str(error))
            said, worst = f"INVALID {error}", 1
        except Unreadable as error:
            facts.update(valid=None, reason=str(error))
            said, worst = f"check: error: {path}: {error}", 2
        said = said if not named or worst == 2 else f"{path}: {said}"
        if as_json:
            print(json.dumps(facts))
        elif not (quiet and worst == 0):
            print(said, file=sys.stderr if worst == 2 else sys.stdout)
        code = max(code, worst)
    return code


def main(arguments: Sequence[str]) -> int:
    """The stand-alone program."""
    flags = [word for word in arguments if word.startswith("--")]
    paths = [word for word in arguments if not word.startswith("--")]
    if "--help" in flags or not paths or set(flags) - {"--json", "--quiet"}:
        print("usage: python check_none.py [--json] [--quiet] FILE...", file=sys.stderr)
        return 0 if "--help" in flags else 2
    try:
        return run(paths, "--json" in flags, "--quiet" in flags)
    except KeyboardInterrupt:
        print("check: interrupted", file=sys.stderr)
        return 130
    except Exception as error:
        print(f"check: a fault of this program: {error!r}", file=sys.stderr)
        return 70


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
