"""Proofs in files: a writer and a reader of the format of ``docs/proof-format.md``.

The game stands in the file as drawings and numbers, or listed in full with its hash, so that
a checker needs no names of shapes and no other file. A file whose name ends in ``.gz`` is
compressed. The reader is for showing and playing a proof: it believes what it reads, so check
a file first.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from harary.errors import FormatError, InputError
from harary.formats.files import read_bytes, replaced
from harary.formats.pg import parse_pg
from harary.games import Player, PositionalGame, Rule, digest, drawn_text, listing, parse_game
from harary.proofs.claim import Claim
from harary.proofs.proof import SOURCE, TARGET, Child, Entry, Proof, Step

__all__ = ["proof_lines", "read_proofs", "read_valid", "write_proofs"]

VERSION = 1
_SIDES = {SOURCE: "<", TARGET: ">"}
#: A proof may be larger than a game; more than this is not shown.
MAX_PROOF_BYTES = 2**31


def write_proofs(path: str | os.PathLike[str], proofs: Sequence[Proof]) -> None:
    """Write proofs about one game into a file, whole or not at all."""
    with replaced(path) as temporary, Path(temporary).open("wb") as file:
        packed = os.fspath(path).endswith(".gz")
        # No time and no name in the packed file: equal proofs are equal files.
        out = gzip.GzipFile("", "wb", 9, file, mtime=0) if packed else file
        for line in proof_lines(proofs):
            out.write(line.encode() + b"\n")
        if packed:
            out.close()


def proof_lines(proofs: Sequence[Proof]) -> Iterator[str]:
    """The lines of a file with these proofs."""
    games = {str(proof.game) for proof in proofs}
    if len(games) != 1:
        raise InputError("a file of proofs is about one game")
    game = proofs[0].game
    names = _names(game)
    yield f"harary proof {VERSION}"
    yield from _game_lines(game)
    total = 0
    for proof in proofs:
        yield f"claim {_claim_text(proof.claim, game.rule)}"
        for number, symmetry in enumerate(proof.symmetries, 1):
            yield f"symmetry {number} " + " ".join(names[cell] for cell in symmetry)
        for number, entry in enumerate(proof.entries, 1):
            yield f"{number} {_entry_text(entry, names)}"
        yield f"proved {proof.root}"
        total += len(proof.entries)
    yield f"end {total}"


def _names(game: PositionalGame) -> Sequence[str]:
    """Cells as they are written: a file's game may have any names, so numbers stand for them."""
    return game.cells if game.text is not None else [str(n + 1) for n in range(len(game.cells))]


def _game_lines(game: PositionalGame) -> Iterator[str]:
    if game.text is not None:
        yield f"game {drawn_text(game.text)}"
        return
    # A listing's first-move list binds some stone of the first turn, unless this is said.
    strict = game.first_moves is not None and not game.first_any
    yield f"game pg {digest(game)}" + (" first-stone" if strict else "")
    for line in listing(game).splitlines():
        yield f"| {line}"


def _claim_text(claim: Claim, rule: Rule) -> str:
    if rule is Rule.WEAK and claim.attacker is Player.WHITE:
        raise InputError("in a weak game Maker wins or does not win: Breaker completes nothing")
    who = "maker" if rule is Rule.WEAK else claim.attacker.value
    bound = "" if claim.within is None else f" within {claim.within}"
    return f"{who} {'wins' if claim.wins else 'does not win'}{bound}"


def _entry_text(entry: Entry, names: Sequence[str]) -> str:
    words = [_cells_text(entry.black, names), _cells_text(entry.white, names)]
    words += [str(entry.placed), entry.rule]
    for child in entry.children:
        move = "pass" if child.cell is None else names[child.cell]
        through = f"/{child.symmetry}" if child.symmetry else ""
        words.append(f"{move}:{child.entry}{through}")
    words += [f"{names[a]}-{names[b]}" for a, b in entry.pairs]
    words += [_cells_text(entry.cells, names)] if entry.cells else []
    words += [_step_text(step, names) for step in entry.steps]
    return " ".join(words)


def _step_text(step: Step, names: Sequence[str]) -> str:
    points = [_SIDES.get(point) or names[point] for point in step.points]
    return f"{'-'.join(points)}:{'-'.join(map(str, step.parts))}"


def _cells_text(mask: int, names: Sequence[str]) -> str:
    found = []
    while mask:
        low = mask & -mask
        found.append(names[low.bit_length() - 1])
        mask ^= low
    return "-".join(found) or "-"


def read_proofs(path: str | os.PathLike[str]) -> list[Proof]:
    """The proofs of a file, which is taken at its word."""
    source = os.fspath(path)
    data = read_bytes(path, MAX_PROOF_BYTES)
    if data[:2] == b"\x1f\x8b":
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError, ValueError) as error:
            raise FormatError(f"a damaged file: {error}", source) from None
    try:
        lines = data.decode().removesuffix("\n").split("\n")
    except UnicodeDecodeError:
        raise FormatError("this is no proof (not UTF-8)", source) from None
    return _Reader(lines, source).run()


def read_valid(path: str | os.PathLike[str]) -> list[Proof]:
    """The proofs of a file that the checker accepts; else an error that says what is wrong."""
    from harary.proofs.check import Invalid, Unreadable, check_file

    try:
        check_file(path)
    except (Invalid, Unreadable) as error:
        raise FormatError(f"expected a proof that is valid: {error}", os.fspath(path)) from None
    return read_proofs(path)


class _Reader:
    def __init__(self, lines: list[str], source: str) -> None:
        self.lines = lines
        self.source = source
        self.at = 0

    def run(self) -> list[Proof]:
        if self._next() != f"harary proof {VERSION}":
            raise self._error(f"expected 'harary proof {VERSION}'")
        word, _, rest = self._next().partition(" ")
        if word != "game":
            raise self._error("expected a game (a pairing of the plane cannot be played)")
        try:
            game = self._game(rest)
            proofs: list[Proof] = []
            while True:
                word, _, rest = self._next().partition(" ")
                if word == "end":
                    return proofs
                if word != "claim":
                    raise self._error("expected a claim")
                proofs.append(self._proof(game, rest))
        except (IndexError, KeyError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            raise self._error(f"this is no proof ({error})") from None

    def _next(self) -> str:
        if self.at >= len(self.lines):
            raise self._error("the file ends before the proof does")
        self.at += 1
        return self.lines[self.at - 1]

    def _error(self, message: str) -> FormatError:
        return FormatError(message, self.source, self.at)

    def _game(self, text: str) -> PositionalGame:
        if not text.startswith("pg "):
            return parse_game(text)
        listed = []
        while self.lines[self.at].startswith("| "):
            listed.append(self._next()[2:] + "\n")
        game = parse_pg("".join(listed), self.source)
        return replace(game, first_any=False) if text.endswith(" first-stone") else game

    def _proof(self, game: PositionalGame, claim_text: str) -> Proof:
        words = claim_text.split(" ")
        attacker = Player.WHITE if words[0] == "white" else Player.BLACK
        within = int(words[-1]) if words[-2] == "within" else None
        claim = Claim(attacker, words[1] == "wins", within)
        index = {name: cell for cell, name in enumerate(_names(game))}.__getitem__
        entries: list[Entry] = []
        symmetries: list[tuple[int, ...]] = []
        while True:
            words = self._next().split(" ")
            if words[0] == "proved":
                return Proof(game, claim, entries, int(words[1]), symmetries)
            if words[0] == "symmetry":
                symmetries.append(tuple(map(index, words[2:])))
            elif words[0] != "forget":
                entries.append(_entry(words, index))


def _entry(words: list[str], index: Callable[[str], int]) -> Entry:
    def mask(text: str) -> int:
        return 0 if text == "-" else sum(1 << index(name) for name in text.split("-"))

    rule, rest = words[4], words[5:]
    return Entry(
        mask(words[1]),
        mask(words[2]),
        int(words[3]),
        rule,
        tuple(_children(rest, index)) if rule in ("move", "reply") else (),
        tuple(_pairs(rest, index)) if rule in ("pairs", "links") else (),
        mask(rest[0]) if rule in ("completes", "out-of-stones") and rest else 0,
        tuple(_steps(rest, index)) if rule == "linked" else (),
    )


def _children(words: Iterable[str], index: Callable[[str], int]) -> Iterator[Child]:
    for word in words:
        move, _, reference = word.partition(":")
        entry, _, symmetry = reference.partition("/")
        yield Child(None if move == "pass" else index(move), int(entry), int(symmetry or 0))


def _steps(words: Iterable[str], index: Callable[[str], int]) -> Iterator[Step]:
    sides = {name: side for side, name in _SIDES.items()}
    for word in words:
        points, _, parts = word.partition(":")
        yield Step(
            tuple(sides[name] if name in sides else index(name) for name in points.split("-")),
            tuple(map(int, parts.split("-"))),
        )


def _pairs(words: Iterable[str], index: Callable[[str], int]) -> Iterator[tuple[int, int]]:
    for word in words:
        one, _, two = word.partition("-")
        yield index(one), index(two)
