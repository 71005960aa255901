#!/usr/bin/env python3
"""Check a proof about a positional game: VALID or INVALID, with the line and the reason.

This file stands alone: it needs Python 3.11 and its standard library, and nothing else. It
builds the rules of the game from the proof, reads one entry after the other, and believes
nothing. `docs/proof-format.md` describes the format and argues for each rule; in short:

A proof has a game, and for each claim a list of entries and its last line. The *winner* of a
claim is the player whom it favours, the *loser* the other. An entry is a position (stones of
Black, stones of White, how many stones the turns so far had) for which it is shown that the
winner reaches what is claimed. What is kept of an entry is its position and two things more:

- its *support*: free cells such that nothing that the loser has elsewhere spoils it;
- its *race*: the most stones that the loser places on a path to a set that the winner
  completes, or None where no path ends so. Only there can the loser be the first.

A *pass* is a stone that the loser places where it does not matter. Where the loser is to move,
it is enough to answer his stones on some cells (the zone) if the position after a pass is won
with a support inside the zone, and the zone also holds the free cells of each set that the
loser could complete before the winner is ready. That one rule makes proofs short; it is
checked in `Checker.reply`.

Exit codes: 0 VALID, 1 INVALID, 2 the file cannot be read, 70 a fault of this program.
"""

from __future__ import annotations

import gzip
import hashlib
import itertools
import json
import os
import re
import sys
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import IO, NamedTuple, cast

VERSION = 1
HEADER = "harary proof"

# Whoever writes a file cannot make this program eat the machine.
MAX_LINE = 1_000_000
MAX_CELLS = 10_000
MAX_CLAIMS = 1_000
MAX_LISTING = 20_000_000
MAX_SET_BYTES = 1_000_000_000
MAX_SYMMETRY_CELLS = 2_000_000
MAX_ENTRY_BYTES = 2_500_000_000

BLACK, WHITE = 0, 1
NAMES = ("Black", "White")


class Invalid(Exception):
    """The proof does not prove what it claims."""


class Ended(Invalid):
    """The file ends before the proof does."""


class Unreadable(Exception):
    """This is no proof, or one that this program does not know."""


# ---- numbers and cells ------------------------------------------------------


def number(text: str) -> int:
    """A natural number, written plainly."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise Invalid(f"{text[:40]!r} is no number")
    return int(text)


def bits(mask: int) -> Iterator[int]:
    """The cells of a mask."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(cells: Iterable[int]) -> int:
    """The mask of some cells."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def letters(file: int) -> str:
    """The letters of a file: a, ..., z, aa, ab, ..."""
    text = ""
    file += 1
    while file:
        file, letter = divmod(file - 1, 26)
        text = chr(97 + letter) + text
    return text


# ---- what a player wants ----------------------------------------------------


class Sets:
    """To own all cells of one of some sets."""

    def __init__(self, masks: Iterable[int]) -> None:
        found: dict[int, None] = {}
        room = MAX_SET_BYTES
        for mask in masks:
            if not mask:
                raise Invalid("a winning set without cells")
            if mask not in found:
                found[mask] = None
                room -= 150 + mask.bit_length() // 7 + 9 * mask.bit_count()
                if room < 0:
                    raise Invalid("too many winning sets")
        self.masks = tuple(found)
        self.through: dict[int, list[int]] = {}
        for mask in self.masks:
            for cell in bits(mask):
                self.through.setdefault(cell, []).append(mask)

    def completed(self, own: int) -> bool:
        """Whether these stones hold a set."""
        return any(mask & own == mask for mask in self.masks)

    def completed_at(self, own: int, cell: int) -> bool:
        """Whether these stones hold a set through this cell."""
        return any(mask & own == mask for mask in self.through.get(cell, ()))

    def live(self, other: int) -> list[int]:
        """The sets without a stone of the opponent."""
        return [mask for mask in self.masks if not mask & other]

    def stopped(self, other: int) -> bool:
        """Whether the opponent has a stone in each set."""
        return not any(not mask & other for mask in self.masks)

    def is_kept(self, image: Callable[[int], int]) -> bool:
        """Whether a permutation of the cells maps the sets to themselves."""
        return {image(mask) for mask in self.masks} == set(self.masks)


class Connection:
    """To own a path between two sides of a graph."""

    def __init__(self, near: Sequence[int], source: int, target: int) -> None:
        self.near = tuple(near)
        self.source = source
        self.target = target

    def reach(self, seed: int, inside: int) -> int:
        """All cells that are joined to the seed inside a mask."""
        found = fresh = seed & inside
        while fresh:
            around = 0
            for cell in bits(fresh):
                around |= self.near[cell]
            fresh = around & inside & ~found
            found |= fresh
        return found

    def completed(self, own: int) -> bool:
        """Whether these stones join the sides."""
        return bool(self.reach(self.source, own) & self.target)

    def completed_at(self, own: int, cell: int) -> bool:
        """Whether the stones around this cell join the sides."""
        group = self.reach(1 << cell, own)
        return bool(group & self.source) and bool(group & self.target)

    def stopped(self, other: int) -> bool:
        """Whether the opponent's stones cut the sides from each other."""
        everything = (1 << len(self.near)) - 1
        return not self.reach(self.source, everything & ~other) & self.target

    def missing(self, own: int, other: int) -> int | None:
        """How many stones the shortest path lacks, or None where there is none."""
        found = self.reach(self.source, own)
        for lacking in itertools.count():
            if found & self.target:
                return lacking
            around = self.source
            for cell in bits(found):
                around |= self.near[cell]
            fresh = around & ~found & ~other
            if not fresh:
                break
            found = self.reach(found | fresh, found | fresh | own)
        return None

    def is_kept(self, image: Callable[[int], int]) -> bool:
        """Whether a permutation keeps the graph and the two sides (or swaps them)."""
        sides = (image(self.source), image(self.target))
        if sides not in ((self.source, self.target), (self.target, self.source)):
            return False
        return all(
            image(near) == self.near[image(1 << cell).bit_length() - 1]
            for cell, near in enumerate(self.near)
        )


Goal = Sets | Connection


# ---- the game ---------------------------------------------------------------


@dataclass
class Game:
    """Cells, goals, who places each stone, and the stones that stand at first.

    `opening` is who places the first stones, `cycle` what repeats after that; without a cycle
    the game ends with the opening. `first` restricts the first turn: its first stone, or, with
    `first_any`, some stone of it.
    """

    text: str
    names: tuple[str, ...]
    goals: tuple[Goal, Goal]
    weak: bool
    opening: list[int]
    cycle: list[int]
    stones: tuple[int, int] = (0, 0)
    first: int | None = None
    first_any: bool = False
    regular: tuple[int, int, int, int] | None = None

    def __post_init__(self) -> None:
        if not self.names or len(self.names) > MAX_CELLS:
            raise Invalid(f"a game of {len(self.names)} cells: expected 1 to {MAX_CELLS}")
        self.number = {name: cell for cell, name in enumerate(self.names)}
        if len(self.number) < len(self.names):
            raise Invalid("two cells of one name")
        self.everything = (1 << len(self.names)) - 1
        if self.stones[BLACK] & self.stones[WHITE]:
            raise Invalid("a cell with a black and a white stone")
        taken = self.stones[BLACK] | self.stones[WHITE]
        if self.first is not None and not self.first & ~taken:
            raise Invalid("the list of first moves names no free cell")

    def cell(self, name: str) -> int:
        """The number of a cell."""
        found = self.number.get(name)
        if found is None:
            raise Invalid(f"{name[:40]!r} is no cell")
        return found

    def cells(self, text: str) -> int:
        """The mask of cells joined by hyphens; - alone is none."""
        mask = 0
        if text != "-":
            for name in text.split("-"):
                bit = 1 << self.cell(name)
                if mask & bit:
                    raise Invalid(f"cell {name} twice")
                mask |= bit
        return mask


def regular_turns(first: int, q: int, p: int, r: int) -> tuple[list[int], list[int]]:
    """The first player's q stones, then r of White and p of Black in turn."""
    second = 1 - first
    counts = (p, r)
    return [first] * q, [second] * counts[second] + [first] * counts[first]


_SHAPE = re.compile(r"[X./]+=?")
_ROW = re.compile(r"row([0-9]{1,4})")
_GAME = re.compile(r"([^@:\s]+)@([0-9]{1,5}(?:x[0-9]{1,5}){1,5})(?::(\S+))?")


def read_game(text: str) -> Game:
    """A game of drawn shapes or rows on a grid, or Hex: `XX./.XX@4x4:torus,p=2,q=1`."""
    match = _GAME.fullmatch(text)
    if match is None:
        raise Invalid(f"game {text[:60]!r}: expected such as XX./.XX@4x4")
    sizes = tuple(map(int, match[2].split("x")))
    count = 1
    for size in sizes:
        count *= size
    if not 1 <= count <= MAX_CELLS:
        raise Invalid(f"a board of {count} cells: expected 1 to {MAX_CELLS}")
    given: dict[str, str] = {}
    for word in (match[3] or "").split(",") if match[3] else ():
        name, _, value = word.partition("=")
        if name in given:
            raise Invalid(f"{name[:40]!r} is given twice")
        given[name] = value
    unknown = set(given) - {*"pqr", "torus", "weak", "turn", "black", "white", "first"}
    if unknown or any(given.get(flag) for flag in ("torus", "weak")):
        raise Invalid(f"options {match[3]!r} of the game")
    torus, weak = "torus" in given, "weak" in given
    if given.get("turn", "white") != "white":
        raise Invalid("turn: expected white")
    first = WHITE if "turn" in given else BLACK
    p = number(given.get("p", "1"))
    r = number(given["r"]) if "r" in given else p
    q = number(given["q"]) if "q" in given else (p, r)[first]
    if min(p, q, r) < 1 or max(p, q, r) > 4096:
        raise Invalid("p, q, r: expected 1 to 4096 stones a turn")
    opening, cycle = regular_turns(first, q, p, r)
    points = list(itertools.product(*map(range, sizes)))
    names = tuple(letters(p[0]) + ".".join(str(c + 1) for c in p[1:]) for p in points)
    index = {point: cell for cell, point in enumerate(points)}
    goals: tuple[Goal, Goal]
    if match[1] == "hex":
        if torus or len(sizes) != 2:
            raise Invalid("hex is played on a rhombus of two sizes")
        goals = hex_goals(points, index, sizes)
    else:
        both = Sets(
            mask_of(index[point] for point in cells)
            for word in match[1].split("+")
            for form in forms_of(word, len(sizes))
            for cells in translates(form, sizes, torus)
        )
        goals = (both, both)
    game = Game(
        text,
        names,
        (goals[0], Sets(()) if weak else goals[1]),
        weak,
        opening,
        cycle,
        regular=(first, q, p, r),
    )
    listed = [game.cells(given[name]) if name in given else 0 for name in ("black", "white")]
    game.stones = (listed[0], listed[1])
    game.first = game.cells(given["first"]) if "first" in given else None
    game.__post_init__()
    return game


Point = tuple[int, ...]


def forms_of(word: str, dimensions: int) -> Iterator[list[Point]]:
    """The shapes that a drawing or a row stands for, in each orientation that counts."""
    row = _ROW.fullmatch(word)
    if row:
        length = number(row[1])
        if length < 1:
            raise Invalid("a row of no cells")
        for direction in itertools.product((-1, 0, 1), repeat=dimensions):
            if direction > (0,) * dimensions:
                yield [tuple(step * way for way in direction) for step in range(length)]
        return
    if not _SHAPE.fullmatch(word):
        raise Invalid(f"{word[:40]!r} is no drawing")
    fixed = word.endswith("=")
    rows = word.removesuffix("=").split("/")
    cells = [(x, -y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "X"]
    if not 1 <= len(cells) <= MAX_CELLS:
        raise Invalid(f"{word[:40]!r}: a drawing of {len(cells)} cells")
    plane = [cells]
    if not fixed:
        for _ in range(3):
            plane.append([(y, -x) for x, y in plane[-1]])
        plane += [[(-x, y) for x, y in form] for form in plane]
    axes = [(0, 1)] if fixed else list(itertools.permutations(range(dimensions), 2))
    for one, two in axes:
        for form in plane:
            points = []
            for x, y in form:
                point = [0] * dimensions
                point[one], point[two] = x, y
                points.append(tuple(point))
            yield points


def translates(form: list[Point], sizes: Point, torus: bool) -> Iterator[list[Point]]:
    """Where a form lies on a grid. On a torus its cells must stay distinct."""
    low = [min(values) for values in zip(*form, strict=True)]
    high = [max(values) for values in zip(*form, strict=True)]
    if torus:
        wrapped = {tuple(v % s for v, s in zip(p, sizes, strict=True)) for p in form}
        if len(wrapped) < len(form):
            return
        shifts = [range(size) for size in sizes]
    else:
        shifts = [range(-lo, size - hi) for lo, hi, size in zip(low, high, sizes, strict=True)]
    for shift in itertools.product(*shifts):
        yield [
            tuple((v + d) % s for v, d, s in zip(point, shift, sizes, strict=True))
            for point in form
        ]


def hex_goals(
    points: list[Point], index: dict[Point, int], sizes: Point
) -> tuple[Connection, Connection]:
    """Black joins the first rank to the last, White the first file to the last."""
    steps = ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1))
    near = [
        mask_of(index[x + dx, y + dy] for dx, dy in steps if (x + dx, y + dy) in index)
        for x, y in points
    ]
    side = {
        (axis, end): mask_of(index[p] for p in points if p[axis] == end)
        for axis in (0, 1)
        for end in (0, sizes[axis] - 1)
    }
    black = Connection(near, side[1, 0], side[1, sizes[1] - 1])
    white = Connection(near, side[0, 0], side[0, sizes[0] - 1])
    return black, white


def read_listing(digest: str, lines: list[str], first_any: bool) -> Game:
    """A game that is listed in full, in the code words of `.pg` files, and its SHA-256.

    In the entries a cell is its place in the list of positions, counted from 1.
    """
    listing = "".join(line + "\n" for line in lines)
    if hashlib.sha256(listing.encode()).hexdigest() != digest:
        raise Invalid("the listed game has another SHA-256")
    sections: dict[str, list[list[str]]] = {}
    current: list[list[str]] | None = None
    for line in lines:
        if line.startswith("#"):
            if line[1:] in sections:
                raise Invalid(f"section {line[:40]!a} twice")
            current = sections.setdefault(line[1:], [])
        elif current is None or "%" in line or re.match(r"\s+#", line) or line.splitlines()[1:]:
            # These would mean something else to whoever reads `.pg` files.
            raise Invalid("a listing is sections and their rows, and nothing else")
        else:
            current.append(line.split())
    known = "blackinitials whiteinitials times blackturns positions neighbours startboarder"
    known += " endboarder blackwins whitewins firstmoves"
    if not {"positions", "times", "blackturns"} <= set(sections) <= set(known.split()):
        raise Invalid("the sections of the listing")

    def words(name: str) -> list[str]:
        return [word for row in sections.get(name, ()) for word in row]

    positions = words("positions")
    places = {name: cell for cell, name in enumerate(positions)}
    if len(places) < len(positions):
        raise Invalid("a position is listed twice")

    def mask(row: Iterable[str]) -> int:
        cells = list(row)
        if any(name not in places for name in cells):
            raise Invalid("the listing names a cell that is no position")
        if len(set(cells)) < len(cells):
            raise Invalid("the listing names a cell twice in one row")
        return mask_of(places[name] for name in cells)

    times, turns = words("times"), words("blackturns")
    start, black_times = number(times[0][1:]) if times else 1, set(turns)
    numbered = [f"t{start + n}" for n in range(len(times))]
    if times != numbered or turns != [time for time in times if time in black_times]:
        raise Invalid("the times of the listing")
    goals: list[Goal] = [
        Sets(mask(row) for row in sections.get(name, ())) for name in ("blackwins", "whitewins")
    ]
    if "neighbours" in sections:
        if "blackwins" in sections or "whitewins" in sections:
            raise Invalid("a listing with a graph and with sets")
        rows = {row[0]: mask(row[1:]) for row in sections["neighbours"] if row}
        if len(rows) < len(sections["neighbours"]) or set(rows) != set(positions):
            raise Invalid("the graph of the listing")
        near = [rows[name] for name in positions]
        if any(not near[b] >> a & 1 for a, row in enumerate(near) for b in bits(row)):
            raise Invalid("a graph in which a cell touches one that does not touch it")
        goals[0] = Connection(near, mask(words("startboarder")), mask(words("endboarder")))
    return Game(
        f"pg:{digest}",
        tuple(str(cell + 1) for cell in range(len(positions))),
        (goals[0], goals[1]),
        "whitewins" not in sections,
        [BLACK if name in black_times else WHITE for name in times],
        [],
        (mask(words("blackinitials")), mask(words("whiteinitials"))),
        mask(words("firstmoves")) if "firstmoves" in sections else None,
        first_any,
    )


# ---- a claim and its rules --------------------------------------------------


class Symmetry:
    """A permutation of the cells that keeps the game."""

    def __init__(self, images: Sequence[int]) -> None:
        self._forth = tuple(images)
        self._back = sorted(range(len(images)), key=images.__getitem__)

    def image(self, mask: int) -> int:
        """Where the cells of a mask go."""
        return mask_of(self._forth[cell] for cell in bits(mask))

    def back(self, mask: int) -> int:
        """Where the cells of a mask come from."""
        return mask_of(self._back[cell] for cell in bits(mask))

    def home(self, position: Position, fact: Fact) -> tuple[Position, Fact]:
        """The position that is mapped to this one, and what is known of it."""
        stones = self.back(position.black), self.back(position.white)
        return Position(*stones, position.placed), Fact(self.back(fact.support), fact.race)


class Claim(NamedTuple):
    """The attacker wins, or does not win, within so many stones (None: at all)."""

    attacker: int
    wins: bool
    within: int | None

    def text(self, weak: bool) -> str:
        """The claim as a sentence."""
        name = "Maker" if weak else NAMES[self.attacker]
        plural = "" if self.within == 1 else "s"
        bound = "" if self.within is None else f" within {self.within} stone{plural}"
        return f"{name} {'wins' if self.wins else 'does not win'}{bound}"


def read_claim(text: str, weak: bool) -> Claim:
    """`black wins within 9`, `white does not win`, in a weak game `maker ...`."""
    match = re.fullmatch(r"(black|white|maker) (wins|does not win)(?: within ([0-9]{1,9}))?", text)
    if match is None or (match[1] == "maker") is not weak:
        raise Invalid(f"claim {text[:60]!r}")
    within = None if match[3] is None else int(match[3])
    return Claim(WHITE if match[1] == "white" else BLACK, match[2] == "wins", within)


class Position(NamedTuple):
    """Stones of Black and of White, and how many stones the turns so far had, passes too."""

    black: int
    white: int
    placed: int


class Fact(NamedTuple):
    """What is known of a position: cells that matter, and the loser's stones in a race."""

    support: int
    race: int | None


#: The sides that a player joins, where a cell could stand.
SOURCE, TARGET = -1, -2


class Link(NamedTuple):
    """Two points that the winner joins: at once, or, half-linked, if he begins.

    What it rests on, and the most stones that are placed until they are joined.
    """

    ends: set[int]
    carrier: int
    cost: int
    half: bool


class Linker:
    """Puts links together, each from earlier ones.

    Its points are the winner's sides, his groups of stones (each by its least cell), and free
    cells. Points that touch are linked.
    """

    def __init__(self, game: Game, goal: Connection, own: int, free: int) -> None:
        self.game = game
        self.goal = goal
        self.own = own
        self.free = free
        self.links: list[Link] = []
        self.sides = {
            SOURCE: goal.reach(goal.source, own),
            TARGET: goal.reach(goal.target, own),
        }
        if self.sides[SOURCE] & goal.target:
            raise Invalid("linked: the sides are joined already")
        #: The free cells that touch each point.
        self.borders = {
            SOURCE: (goal.source | self._around(self.sides[SOURCE])) & free,
            TARGET: (goal.target | self._around(self.sides[TARGET])) & free,
        }

    def step(self, points: Sequence[int], parts: Sequence[int]) -> None:
        """A link or half-link more. A part is an earlier step, from 1 on, or 0: points that touch.

        Three points are two links that meet in the middle: a link of the outer ones if the
        middle is the winner's stone, a half-link if it is free, for he takes it. Two points are
        a link by half-links that have no cell in common: his opponent cannot touch them all.
        """
        ends = [self._point(cell) for cell in points]
        if len(set(ends)) < len(ends):
            raise Invalid("linked: a point twice in one step")
        if len(ends) == 3 and len(parts) == 2:
            self._meet(ends, parts)
        elif len(ends) == 2 and parts:
            self._choose(ends, parts)
        else:
            raise Invalid("linked: expected steps A-B-C:N-N or A-B:N-N...")

    def _meet(self, ends: Sequence[int], parts: Sequence[int]) -> None:
        one, middle, two = ends
        if middle < 0:
            raise Invalid("linked: a side in the middle")
        first, second = self._part(parts[0], one, middle), self._part(parts[1], middle, two)
        if first.half or second.half:
            raise Invalid("linked: a half-link in place of a link")
        if (first.carrier | self._cell(one)) & (second.carrier | self._cell(two)):
            raise Invalid("linked: two links with a cell in common")
        half = bool(self._cell(middle))
        carrier = first.carrier | second.carrier | self._cell(middle)
        self.links.append(Link({one, two}, carrier, first.cost + second.cost + half, half))

    def _choose(self, ends: Sequence[int], parts: Sequence[int]) -> None:
        halves = [self._part(number, *ends) for number in parts]
        if not all(half.half for half in halves):
            raise Invalid("linked: a link in place of a half-link")
        common, carrier = self.free, 0
        for half in halves:
            common &= half.carrier
            carrier |= half.carrier
        if common:
            raise Invalid("linked: half-links that all have one cell in common")
        cost = 1 + max(half.cost for half in halves)
        self.links.append(Link(set(ends), carrier, cost, False))

    def _part(self, number: int, one: int, two: int) -> Link:
        """An earlier step, which has to be of these points."""
        if number == 0:
            if not (self.borders[one] & self._cell(two) or self.borders[two] & self._cell(one)):
                raise Invalid("linked: two points that do not touch")
            return Link({one, two}, 0, 0, False)
        if not 1 <= number <= len(self.links):
            raise Invalid(f"linked: there is no step {number} before")
        if self.links[number - 1].ends != {one, two}:
            raise Invalid(f"linked: step {number} is of other points")
        return self.links[number - 1]

    def _point(self, cell: int) -> int:
        """A side, the least cell of a group, or a free cell."""
        if cell < 0:
            return cell
        bit = 1 << cell
        if self.free & bit:
            self.borders.setdefault(cell, self.goal.near[cell] & self.free & ~bit)
            return cell
        if not self.own & bit:
            raise Invalid(f"linked: {self.game.names[cell]} is the loser's")
        for side, stones in self.sides.items():
            if stones & bit:
                return side
        group = self.goal.reach(bit, self.own)
        least = (group & -group).bit_length() - 1
        if least not in self.borders:
            self.borders[least] = self._around(group)
        return least

    def _cell(self, point: int) -> int:
        """The cell of a point that is a free cell."""
        return self.free & 1 << point if point >= 0 else 0

    def _around(self, group: int) -> int:
        found = 0
        for cell in bits(group):
            found |= self.goal.near[cell]
        return found & self.free


class Checker:
    """The rules of proof for one claim. Each method is one rule; it gives a fact or raises."""

    def __init__(self, game: Game, claim: Claim) -> None:
        self.game = game
        self.claim = claim
        self.winner = claim.attacker if claim.wins else 1 - claim.attacker
        self.loser = 1 - self.winner
        self.goal = game.goals[self.winner]
        self.against = game.goals[self.loser]
        # No game has more stones than cells, whatever the bound is.
        bounds = [] if claim.within is None else [claim.within, len(game.names)]
        self.end = min(bounds + ([] if game.cycle else [len(game.opening)]), default=None)
        self.listed = game.first is not None
        # A bound cuts the first turn, too.
        movers = game.opening if self.end is None else game.opening[: self.end]
        self.first_turn = len(list(itertools.takewhile(lambda who: who == movers[0], movers)))
        self._single: dict[int, bool] = {}
        # An opening that is a part of the cycle is forgotten: equal futures are one time. Not
        # so with a list of first moves: the first turn has no equal then.
        self.head, self.period = len(game.opening), len(game.cycle)
        while (
            game.first is None
            and self.period
            and self.head
            and self._who(self.head - 1) == self._who(self.head - 1 + self.period)
        ):
            self.head -= 1

    # Who places which stone.

    def _who(self, placed: int) -> int:
        opening, cycle = self.game.opening, self.game.cycle
        if placed < len(opening):
            return opening[placed]
        return cycle[(placed - len(opening)) % len(cycle)]

    def moment(self, placed: int) -> int:
        """The time as far as it matters: all of it where there is a bound, else the turn."""
        if self.end is not None or placed < self.head:
            return placed
        return self.head + (placed - self.head) % self.period

    def mover(self, position: Position) -> int | None:
        """Who places the next stone; None where the bound is reached or the board is full."""
        if self.end is not None and position.placed >= self.end:
            return None
        if not self.free(position):
            return None
        return self._who(position.placed)

    def free(self, position: Position) -> int:
        """The cells without a stone."""
        return self.game.everything & ~(position.black | position.white)

    def own(self, position: Position, player: int) -> int:
        """A player's stones."""
        return position.white if player == WHITE else position.black

    def allowed(self, position: Position, player: int) -> int:
        """Where the player to move may go: everywhere, but for a list of first moves."""
        free = self.free(position)
        first = self.game.first
        if first is None or not self.listed_turn(position):
            return free
        if not self.game.first_any:
            return free & first if position.placed == 0 else free
        since = self.own(position, player) & ~self.game.stones[player]
        # After a pass nobody knows whether the list is satisfied: then nothing is forbidden.
        unsatisfied = not since & first and since.bit_count() == position.placed
        last = position.placed == self.first_turn - 1
        return free & first if last and unsatisfied else free

    def listed_turn(self, position: Position) -> bool:
        """Whether this is the turn that a list of first moves restricts."""
        return self.listed and position.placed < self.first_turn

    def stones_left(self, player: int, position: Position) -> int | None:
        """How many stones the player may still place, or None where there is no bound."""
        if self.end is None:
            return None
        stones = range(position.placed, self.end)
        return sum(self._who(placed) == player for placed in stones)

    # Leaves: the position is won at once.

    def won(self, position: Position) -> Fact:
        """The winner has completed a set."""
        if not self.goal.completed(self.own(position, self.winner)):
            raise Invalid("the winner has completed nothing")
        return Fact(0, 0)

    def completes(self, position: Position, cells: int) -> Fact:
        """The winner, to move, completes a set with these stones, still in this turn."""
        if self.mover(position) != self.winner:
            raise Invalid("the winner is not to move")
        self._unlisted(position)
        count = cells.bit_count()
        for placed in range(position.placed, position.placed + count):
            ended = self.end is not None and placed >= self.end
            if ended or self._who(placed) != self.winner:
                raise Invalid(f"the winner has not {count} stones left in this turn")
        if cells & ~self.free(position):
            raise Invalid(f"{self.text(cells & ~self.free(position))} is not free")
        if not self.goal.completed(self.own(position, self.winner) | cells):
            raise Invalid("these stones complete nothing")
        return Fact(cells, 0)

    def blocked(self, position: Position) -> Fact:
        """The attacker has no live set."""
        self._defends()
        if not self.against.stopped(self.own(position, self.winner)):
            raise Invalid("the attacker has a live set")
        return Fact(0, None)

    def pairs(self, position: Position, pairs: Sequence[tuple[int, int]]) -> Fact:
        """Each live set of the attacker holds a pair of free cells of which he gets one."""
        self._defends()
        self._answers(position)
        support = self._disjoint(position, pairs)
        masks = [1 << a | 1 << b for a, b in pairs]
        for cells in self._sets().live(self.own(position, self.winner)):
            if not any(cells & pair == pair for pair in masks):
                raise Invalid(f"no pair in the live set {self.text(cells)}")
        return Fact(support, None)

    def potential(self, position: Position) -> Fact:
        """The live sets are few and large: Erdos and Selfridge's criterion, in integers."""
        self._defends()
        self._answers(position)
        self._unlisted(position)
        residues = self._residues(position)
        most = max((residue.bit_count() for residue in residues), default=0)
        total = sum(1 << most - residue.bit_count() for residue in residues)
        attacks = self.mover(position) == self.loser
        if total << attacks >= 1 << most and residues:
            raise Invalid("the potential is too large")
        return Fact(self._union(residues), None)

    def out_of_stones(self, position: Position, cells: int | None = None) -> Fact:
        """Each live set lacks more cells, or more of these cells, than the attacker has stones."""
        self._defends()
        left = self.stones_left(self.loser, position)
        if left is None:
            raise Invalid("out of stones: the claim has no bound")
        own, other = self.own(position, self.winner), self.own(position, self.loser)
        if cells is not None:
            if cells & ~self.free(position):
                raise Invalid(f"{self.text(cells & ~self.free(position))} is not free")
            # As if the attacker had all others.
            other |= self.free(position) & ~cells
            if isinstance(self.against, Connection):
                missing = self.against.missing(other, own)
                enough = missing is None or missing > left
            else:
                live = self.against.live(own)
                enough = all((mask & ~other).bit_count() > left for mask in live)
            if not enough:
                raise Invalid(f"a live set lacks no more than the {left} stones left of these")
            return Fact(cells, None)
        if isinstance(self.against, Connection):
            missing = self.against.missing(other, own)
            if missing is not None and missing <= left:
                raise Invalid(f"the attacker lacks {missing} cells and has {left} stones left")
            return Fact(self.free(position) if missing is not None else 0, None)
        residues = self._residues(position)
        if any(residue.bit_count() <= left for residue in residues):
            raise Invalid(f"a live set lacks no more than the {left} stones left")
        return Fact(self._union(residues), None)

    def beck(self, position: Position) -> Fact:
        """Maker, to move, has many live sets: Beck's criterion, in integers."""
        if not (self.game.weak and self.claim.wins and self.end is None):
            raise Invalid("beck: for Maker in a weak game without a bound")
        if self.mover(position) != self.winner:
            raise Invalid("beck: Maker is not to move")
        self._answers(position)
        self._unlisted(position)
        if not isinstance(self.goal, Sets):
            raise Invalid("beck: this game has no listed sets")
        own, other = self.own(position, self.winner), self.own(position, self.loser)
        residues = {mask & ~own for mask in self.goal.live(other)}
        most = max((residue.bit_count() for residue in residues), default=0)
        total = sum(1 << most - residue.bit_count() for residue in residues)
        cells = self._union(residues)
        degree = 0
        for cell in bits(cells):
            through = (residue >> cell + 1 for residue in residues if residue >> cell & 1)
            with_others = Counter(other for rest in through for other in bits(rest))
            degree = max(degree, *with_others.values(), 0)
        if not 8 * total > degree * cells.bit_count() << most:
            raise Invalid("the sum is too small for Beck's criterion")
        return Fact(cells, None)

    def links(self, position: Position, pairs: Sequence[tuple[int, int]]) -> Fact:
        """The winner's stones and pairs of cells, of which he gets one each, join his sides."""
        goal = self._joins(position)
        support = self._disjoint(position, pairs)
        moves = self.mover(position) == self.winner
        self._lasts(position, 2 * len(pairs) - (moves and bool(pairs)))
        own = self.own(position, self.winner)
        # Groups of stones and the two sides, joined where they touch; a pair joins what both of
        # its cells touch.
        groups: list[int] = []
        rest = own
        while rest:
            groups.append(goal.reach(rest & -rest, own))
            rest &= ~groups[-1]
        source, target = len(groups), len(groups) + 1
        root = list(range(len(groups) + 2))

        def find(item: int) -> int:
            while root[item] != item:
                item = root[item]
            return item

        def join(items: Iterable[int]) -> None:
            for a, b in itertools.pairwise(items):
                root[find(a)] = find(b)

        def touched(cell: int) -> set[int]:
            found = {find(i) for i, group in enumerate(groups) if group & goal.near[cell]}
            found |= {find(source)} if goal.source >> cell & 1 else set()
            return found | ({find(target)} if goal.target >> cell & 1 else set())

        for i, group in enumerate(groups):
            join([i, source] if group & goal.source else [])
            join([i, target] if group & goal.target else [])
        for both in [touched(a) & touched(b) for a, b in pairs]:
            join(both)
        if find(source) != find(target):
            raise Invalid("links: the sides are not joined")
        return Fact(support, None)

    def linked(
        self, position: Position, steps: Sequence[tuple[Sequence[int], Sequence[int]]]
    ) -> Fact:
        """The winner joins his sides by links that are put together step by step."""
        linker = self.linker(position)
        for points, parts in steps:
            linker.step(points, parts)
        if not linker.links or linker.links[-1].ends != {SOURCE, TARGET}:
            raise Invalid("linked: the last step does not link the sides")
        last = linker.links[-1]
        moves = self.mover(position) == self.winner
        if last.half and not moves:
            raise Invalid("linked: half-linked sides with the loser to move")
        self._lasts(position, last.cost - (moves and not last.half))
        return Fact(last.carrier, None)

    def linker(self, position: Position) -> Linker:
        """What puts the winner's links together here."""
        own = self.own(position, self.winner)
        return Linker(self.game, self._joins(position), own, self.free(position))

    def stealing(self, position: Position) -> Fact:
        """White does not win: Black could steal his strategy."""
        game = self.game
        if self.claim.wins or self.claim.attacker != WHITE or game.weak:
            raise Invalid("stealing: shows only that White does not win a strong game")
        if game.regular is None or position != Position(0, 0, 0) or game.stones != (0, 0):
            raise Invalid("stealing: only from the empty board of a regular game")
        first, q, p, r = game.regular
        if first != BLACK or game.first is not None or min(p, q) < r:
            raise Invalid("stealing: Black must begin, anywhere, with no fewer stones than White")
        black, white = game.goals
        if not (isinstance(black, Sets) and isinstance(white, Sets)):
            raise Invalid("stealing: the players want different things")
        if set(black.masks) != set(white.masks):
            raise Invalid("stealing: the players want different things")
        return Fact(self.free(position), None)

    # Inner entries.

    def move(self, position: Position, cell: int, child: Position, fact: Fact) -> Fact:
        """The winner places a stone; `child` is the position after it, and `fact` known of it."""
        if self.mover(position) != self.winner:
            raise Invalid("the winner is not to move")
        if not self.allowed(position, self.winner) >> cell & 1:
            raise Invalid(f"{self.game.names[cell]} is not free, or not on the list of first moves")
        self._same(child, self._after(position, self.winner, 1 << cell), f"{self.game.names[cell]}")
        return Fact(fact.support | 1 << cell, fact.race)

    def reply(
        self,
        position: Position,
        replies: Sequence[tuple[int, Position, Fact]],
        after_pass: tuple[Position, Fact] | None,
    ) -> Fact:
        """The loser to move: his stones in the zone are answered one by one, the others pass."""
        if self.mover(position) != self.loser:
            raise Invalid("the loser is not to move")
        own, other = self.own(position, self.winner), self.own(position, self.loser)
        allowed = self.allowed(position, self.loser)
        zone = 0
        support = 0
        races: list[int] = []
        for cell, child, fact in replies:
            bit = 1 << cell
            if not bit & allowed & ~zone:
                raise Invalid(f"{self.game.names[cell]} is no reply, or listed twice")
            zone |= bit
            if self.against.completed_at(other | bit, cell):
                raise Invalid(f"the loser completes a set at {self.game.names[cell]}")
            self._same(child, self._after(position, self.loser, bit), self.game.names[cell])
            support |= fact.support
            races += [] if fact.race is None else [fact.race]
        if after_pass is None:
            if allowed & ~zone:
                raise Invalid(f"no reply to {self.text(allowed & ~zone)}, and no pass")
        else:
            child, fact = after_pass
            self._same(child, self._after(position, self.loser, 0), "a pass")
            if fact.support & allowed & ~zone:
                outside = self.text(fact.support & allowed & ~zone)
                raise Invalid(f"the zone misses {outside}, which the pass needs")
            if fact.race is not None and isinstance(self.against, Sets):
                # The stone of this node counts, then each stone on the longest path.
                most = 1 + fact.race
                for cells in self.against.live(own):
                    missing = cells & ~other
                    if missing.bit_count() <= most and missing & allowed & ~zone:
                        raise Invalid(
                            f"the zone misses {self.text(missing & allowed & ~zone)}: the loser "
                            f"may complete {self.text(cells)} within {most} stones"
                        )
            support |= fact.support
            races += [] if fact.race is None else [fact.race]
        return Fact(support, 1 + max(races) if races else None)

    def symmetry(self, images: Sequence[int]) -> Symmetry:
        """The permutation with these images, which has to keep the game."""
        game = self.game
        if sorted(images) != list(range(len(game.names))):
            raise Invalid("a symmetry names each cell once")
        symmetry = Symmetry(images)
        if not all(goal.is_kept(symmetry.image) for goal in dict.fromkeys(game.goals)):
            raise Invalid("this permutation does not keep the winning sets")
        if game.first is not None:
            kept = (game.first, *game.stones)
            if any(symmetry.image(mask) != mask for mask in kept):
                raise Invalid("this permutation does not keep the list of first moves")
        return symmetry

    # What the rules have in common.

    def root(self) -> Position:
        """The position that the claim is about."""
        return Position(*self.game.stones, 0)

    def sound_root(self) -> None:
        """Nobody may have won before it begins, but for the winner."""
        if self.against.completed(self.game.stones[self.loser]):
            raise Invalid("the loser has completed a set before the first move")

    def text(self, mask: int) -> str:
        """Some cells for a message."""
        cells = [self.game.names[cell] for cell in bits(mask)]
        return "-".join(cells[:8]) + ("-..." if len(cells) > 8 else "")

    def _after(self, position: Position, player: int, bit: int) -> Position:
        black, white, placed = position
        if player == WHITE:
            return Position(black, white | bit, placed + 1)
        return Position(black | bit, white, placed + 1)

    def _same(self, child: Position, expected: Position, move: str) -> None:
        if child[:2] != expected[:2]:
            raise Invalid(f"the entry for {move} has other stones than the position after it")
        if self.moment(child.placed) != self.moment(expected.placed):
            raise Invalid(f"the entry for {move} has another time than the position after it")

    def _joins(self, position: Position) -> Connection:
        """What the winner joins, if the rules about links may be used."""
        goal = self.goal
        if not isinstance(goal, Connection):
            raise Invalid("links: the winner of this claim joins no sides")
        if isinstance(self.against, Sets) and self.against.masks:
            raise Invalid("links: the loser could complete a set before")
        self._answers(position)
        self._unlisted(position)
        return goal

    def _lasts(self, position: Position, cost: int) -> None:
        """Whether there are so many stones left.

        A defender who joins his sides has stopped the attacker, whenever the game ends.
        """
        left = None if self.end is None else self.end - position.placed
        if self.claim.wins and left is not None and cost > left:
            raise Invalid(f"links: {cost} stones are needed, {left} left")

    def _defends(self) -> None:
        if self.claim.wins:
            raise Invalid("this rule stops an attacker: it does not show that somebody wins")

    def _answers(self, position: Position) -> None:
        """One stone of the loser can be answered before the next."""
        moment = self.moment(position.placed)
        if moment not in self._single:
            end = self.head + 2 * self.period + 1 if self.end is None else self.end
            movers = [self._who(placed) for placed in range(moment, end)]
            self._single[moment] = (self.loser, self.loser) not in itertools.pairwise(movers)
        if not self._single[moment]:
            raise Invalid("the loser places more than one stone a turn")

    def _unlisted(self, position: Position) -> None:
        if self.listed_turn(position):
            raise Invalid("a list of first moves restricts this turn")

    def _sets(self) -> Sets:
        if not isinstance(self.against, Sets):
            raise Invalid("this rule is for listed sets, not for joining sides")
        return self.against

    def _disjoint(self, position: Position, pairs: Sequence[tuple[int, int]]) -> int:
        support = 0
        for pair in pairs:
            for cell in pair:
                bit = 1 << cell
                if not self.free(position) & bit:
                    raise Invalid(f"{self.game.names[cell]} in a pair is not free")
                if support & bit:
                    raise Invalid(f"{self.game.names[cell]} is in two pairs, or twice in one")
                support |= bit
        return support

    def _residues(self, position: Position) -> list[int]:
        """What the attacker lacks of his live sets, without those that hold another."""
        own, other = self.own(position, self.winner), self.own(position, self.loser)
        found = {mask & ~other for mask in self._sets().live(own)}
        if 0 in found:
            raise Invalid("the attacker has completed a set")
        least: list[int] = []
        for residue in sorted(found, key=int.bit_count):
            if not any(kept & residue == kept for kept in least):
                least.append(residue)
        return least

    @staticmethod
    def _union(masks: Iterable[int]) -> int:
        union = 0
        for mask in masks:
            union |= mask
        return union


# ---- the file ---------------------------------------------------------------


@dataclass
class Report:
    """What was proved, and by how many entries."""

    game: str
    claims: list[str]
    entries: int


class Lines:
    """Lines of a file, none longer than allowed, with their numbers."""

    def __init__(self, stream: IO[bytes], told: Callable[[int], object] | None) -> None:
        self.stream = stream
        self.number = 0
        self.told = told
        self.waiting: str | None = None

    def next(self) -> str:
        """The next line without its end."""
        if self.waiting is not None:
            line, self.waiting = self.waiting, None
            return line
        self.number += 1
        if self.told and self.number % 256 == 0:
            self.told(self.number)
        try:
            raw = self.stream.readline(MAX_LINE + 1)
        except (OSError, EOFError, ValueError, zlib.error) as error:
            raise Invalid(f"the file is damaged ({error})") from None
        if not raw:
            raise Ended("the file ends before the proof does")
        if len(raw) > MAX_LINE:
            raise Invalid(f"a line of more than {MAX_LINE} bytes")
        try:
            return raw.decode("ascii").removesuffix("\n")
        except UnicodeDecodeError:
            pass
        try:
            # Only a listed game may have other letters, in the names of its cells.
            text = raw.decode("utf-8").removesuffix("\n")
        except UnicodeDecodeError:
            raise Invalid("a line that is no UTF-8 text") from None
        if not text.startswith("| "):
            raise Invalid("a letter that is not ASCII")
        return text

    def back(self, line: str) -> None:
        """Read this line again."""
        self.waiting = line


class Reader:
    """Reads a proof and applies the rules, entry by entry."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.entries = 0
        self.claims: list[str] = []

    def run(self) -> Report:
        """The whole file."""
        self._header()
        line = self.lines.next()
        word, _, rest = line.partition(" ")
        if word == "plane":
            return self._plane(rest)
        if word != "game":
            raise Invalid("expected the game")
        game = self._game(rest)
        while True:
            line = self.lines.next()
            word, _, rest = line.partition(" ")
            if word == "claim":
                claim = read_claim(rest, game.weak)
                ClaimReader(self, Checker(game, claim)).run()
                self.claims.append(claim.text(game.weak))
                if len(self.claims) > MAX_CLAIMS:
                    raise Invalid(f"more than {MAX_CLAIMS} claims")
            elif word == "end":
                self._end(rest)
                return Report(game.text, self.claims, self.entries)
            else:
                raise Invalid("expected a claim or the end")

    def _header(self) -> None:
        try:
            line = self.lines.next()
        except Invalid as error:
            raise Unreadable(f"this is no proof: {error}") from None
        if not line.startswith(HEADER + " "):
            raise Unreadable(f"this is no proof: it does not begin with '{HEADER} {VERSION}'")
        if line != f"{HEADER} {VERSION}":
            raise Unreadable(f"{line[:40]!r}: this program knows version {VERSION}")

    def _game(self, text: str) -> Game:
        if not text.startswith("pg "):
            return read_game(text)
        words = text.split(" ")
        if words[2:] not in ([], ["first-stone"]):
            raise Invalid("expected: game pg SHA-256")
        listing: list[str] = []
        room = MAX_LISTING
        line = self.lines.next()
        while line.startswith("| "):
            listing.append(line[2:])
            room -= 60 + len(line)
            if room < 0:
                raise Invalid("a listing that is too long")
            line = self.lines.next()
        self.lines.back(line)
        return read_listing(words[1], listing, first_any=len(words) == 2)

    def _end(self, text: str) -> None:
        if not self.claims:
            raise Invalid("the end before any claim")
        if number(text) != self.entries:
            raise Invalid(f"the end counts {text} entries, there were {self.entries}")
        try:
            self.lines.next()
        except Ended:
            return
        raise Invalid("something follows the end")

    def _plane(self, shapes: str) -> Report:
        """A pairing of the plane, the same in each cell of a lattice, that stops some shapes."""
        match = re.fullmatch(r"lattice ([0-9]+) ([0-9]+) ([0-9]+)", self.lines.next())
        if match is None:
            raise Invalid("expected: lattice WIDTH HEIGHT SHIFT")
        width, height, shift = (number(part) for part in match.groups())
        if not (1 <= width * height <= MAX_CELLS and shift < width):
            raise Invalid("the lattice: expected a shift below the width")

        def reduced(x: int, y: int) -> tuple[int, int]:
            """The point of the fundamental rectangle; (width, 0) and (shift, height) are 0."""
            rounds = y // height
            return (x - rounds * shift) % width, y - rounds * height

        partner: dict[tuple[int, int], tuple[int, int]] = {}
        while True:
            line = self.lines.next()
            word, _, rest = line.partition(" ")
            if word != "pair":
                break
            self.entries += 1
            values = [
                -number(part[1:]) if part.startswith("-") else number(part)
                for part in rest.split(" ")
            ]
            if len(values) != 4:
                raise Invalid("expected: pair X Y X Y")
            x, y, u, v = values
            for here, step in (((x, y), (u - x, v - y)), ((u, v), (x - u, y - v))):
                cell = reduced(*here)
                if cell in partner:
                    raise Invalid(f"cell {cell} is in two pairs")
                partner[cell] = step
        if word != "end":
            raise Invalid("expected a pair or the end")
        for drawing in shapes.split("+"):
            for form in forms_of(drawing, 2):
                points = [(p[0], p[1]) for p in form]
                for dx, dy in itertools.product(range(width), range(height)):
                    placed = {(x + dx, y + dy) for x, y in points}
                    steps = ((p, partner.get(reduced(*p))) for p in placed)
                    if not any(s and (p[0] + s[0], p[1] + s[1]) in placed for p, s in steps):
                        raise Invalid(f"no pair in {drawing[:40]} at {sorted(placed)[:8]}")
        self.claims.append(f"a pairing of period {width}x{height}+{shift} stops it on the plane")
        self._end(rest)
        return Report(f"{shapes}@plane:weak", self.claims, self.entries)


class ClaimReader:
    """The entries of one claim."""

    def __init__(self, reader: Reader, checker: Checker) -> None:
        self.reader = reader
        self.checker = checker
        self.game = checker.game
        self.known: dict[int, tuple[Position, Fact]] = {}
        self.symmetries: list[Symmetry] = []
        self.last = 0
        # Three masks, and what Python puts around them.
        self.most = MAX_ENTRY_BYTES // (500 + len(self.game.names) // 2)

    def run(self) -> None:
        """Entries, symmetries and what is forgotten, until the claim is proved."""
        self.checker.sound_root()
        while True:
            words = self.reader.lines.next().split(" ")
            if words[0] == "symmetry":
                self._symmetry(words[1:])
            elif words[0] == "forget":
                for word in words[1:]:
                    low, _, high = word.partition("-")
                    for entry in range(number(low), min(number(high or low), self.last) + 1):
                        self.known.pop(entry, None)
            elif words[0] == "proved":
                self._proved(words[1:])
                return
            else:
                self._entry(words)

    def _symmetry(self, words: list[str]) -> None:
        game = self.game
        if len(self.symmetries) * len(game.names) > MAX_SYMMETRY_CELLS:
            raise Invalid("too many symmetries")
        if not words or number(words[0]) != len(self.symmetries) + 1:
            raise Invalid(f"expected symmetry {len(self.symmetries) + 1}")
        self.symmetries.append(self.checker.symmetry([game.cell(name) for name in words[1:]]))

    def _entry(self, words: list[str]) -> None:
        if len(words) < 5 or number(words[0]) != self.last + 1:
            raise Invalid(f"expected entry {self.last + 1}: NUMBER BLACK WHITE PLACED RULE ...")
        black, white = self.game.cells(words[1]), self.game.cells(words[2])
        position = Position(black, white, number(words[3]))
        if black & white:
            raise Invalid("a cell with a black and a white stone")
        fact = self._apply(position, words[4], words[5:])
        self.last += 1
        self.reader.entries += 1
        self.known[self.last] = (position, fact)
        if len(self.known) > self.most:
            raise Invalid(f"more than {self.most} entries at a time: forget some")

    def _apply(self, position: Position, rule: str, words: list[str]) -> Fact:
        checker = self.checker
        plain: dict[str, Callable[[Position], Fact]] = {
            "won": checker.won,
            "blocked": checker.blocked,
            "potential": checker.potential,
            "out-of-stones": checker.out_of_stones,
            "beck": checker.beck,
            "stealing": checker.stealing,
        }
        if rule == "reply":
            replies: list[tuple[int, Position, Fact]] = []
            passed: tuple[Position, Fact] | None = None
            for word in words:
                name, _, reference = word.partition(":")
                if name != "pass":
                    replies.append((self.game.cell(name), *self._known(reference)))
                elif passed is None:
                    passed = self._known(reference)
                else:
                    raise Invalid("two passes")
            return checker.reply(position, replies, passed)
        if rule == "move":
            if len(words) != 1:
                raise Invalid("expected: move CELL:ENTRY")
            name, _, reference = words[0].partition(":")
            return checker.move(position, self.game.cell(name), *self._known(reference))
        if rule == "completes":
            if len(words) != 1:
                raise Invalid("expected: completes CELLS")
            return checker.completes(position, self.game.cells(words[0]))
        if rule == "out-of-stones" and words:
            if len(words) != 1:
                raise Invalid("expected: out-of-stones CELLS, or no cells")
            return checker.out_of_stones(position, self.game.cells(words[0]))
        if rule == "linked":
            return checker.linked(position, [self._step(word) for word in words])
        if rule in ("pairs", "links"):
            pairs = []
            for word in words:
                one, _, two = word.partition("-")
                pairs.append((self.game.cell(one), self.game.cell(two)))
            return (checker.pairs if rule == "pairs" else checker.links)(position, pairs)
        if rule not in plain or words:
            raise Invalid(f"no rule {' '.join([rule, *words])[:60]!r}")
        return plain[rule](position)

    def _step(self, word: str) -> tuple[list[int], list[int]]:
        """A step of links: points, a colon, earlier steps."""
        points, _, parts = word.partition(":")
        sides = {"<": SOURCE, ">": TARGET}
        cells = [
            sides[name] if name in sides else self.game.cell(name) for name in points.split("-")
        ]
        return cells, [number(part) for part in parts.split("-")]

    def _known(self, reference: str) -> tuple[Position, Fact]:
        """An entry, and through a symmetry: ENTRY/SYMMETRY is what that symmetry maps to it."""
        entry, slash, symmetry = reference.partition("/")
        found = self.known.get(number(entry))
        if found is None:
            raise Invalid(f"entry {entry} is not known here")
        if not slash:
            return found
        place = number(symmetry)
        if not 1 <= place <= len(self.symmetries):
            raise Invalid(f"symmetry {place} is not known here")
        return self.symmetries[place - 1].home(*found)

    def _proved(self, words: list[str]) -> None:
        if len(words) != 1:
            raise Invalid("expected: proved ENTRY")
        found = self.known.get(number(words[0]))
        if found is None:
            raise Invalid(f"entry {words[0]} is not known here")
        self.checker._same(found[0], self.checker.root(), "the claim")


def check(stream: IO[bytes], told: Callable[[int], object] | None = None) -> Report:
    """Check a proof; raises `Invalid` (with the line) or `Unreadable`."""
    magic = stream.read(2)
    stream.seek(0)
    packed = magic == b"\x1f\x8b"
    source = cast(IO[bytes], gzip.GzipFile(fileobj=stream)) if packed else stream
    lines = Lines(source, told)
    try:
        return Reader(lines).run()
    except Invalid as error:
        raise Invalid(f"line {lines.number}: {error}") from None


def check_file(path: str | os.PathLike[str], told: Callable[[int], object] | None = None) -> Report:
    """Check the proof in a file."""
    try:
        with open(path, "rb") as stream:  # noqa: PTH123 (pathlib would be one import more)
            if not stream.seekable():
                raise Unreadable("expected a file, not a pipe")
            return check(stream, told)
    except OSError as error:
        raise Unreadable(error.strerror or str(error)) from None


def _progress() -> Callable[[int], None] | None:
    if not sys.stderr.isatty():
        return None
    shown = [time.monotonic()]

    def told(line: int) -> None:
        if time.monotonic() - shown[0] > 0.3:
            shown[0] = time.monotonic()
            print(f"\rline {line}", end="", file=sys.stderr, flush=True)

    return told


def run(
    paths: Sequence[str], as_json: bool = False, quiet: bool = False, named: bool | None = None
) -> int:
    """Check files and print a line for each, with its name if there are several (``named``).

    Returns the exit code of the worst.
    """
    named = len(paths) > 1 if named is None else named
    code = 0
    for path in paths:
        told = None if quiet or as_json else _progress()
        facts: dict[str, object] = {"file": path}
        try:
            report = check_file(path, told)
            facts.update(valid=True, **vars(report))
            claims = "; ".join(report.claims)
            entries = f"{report.entries} entr{'y' if report.entries == 1 else 'ies'}"
            said, worst = f"VALID {report.game}: {claims} ({entries})", 0
        except Invalid as error:
            facts.update(valid=False, reason=str(error))
            said, worst = f"INVALID {error}", 1
        except Unreadable as error:
            facts.update(valid=None, reason=str(error))
            said, worst = f"check: error: {path}: {error}", 2
        if told:
            print("\r" + " " * 24 + "\r", end="", file=sys.stderr, flush=True)
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
        print("usage: python check.py [--json] [--quiet] FILE...", file=sys.stderr)
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
