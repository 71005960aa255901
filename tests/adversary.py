"""An adversary of the checker: random games, valid proofs, and proofs that are no longer valid.

Each round draws a small game of any family and a bound, asks the oracle, and has the claims of
its verdict proved: the checker has to accept that file, and the prover has to refute the
negations. Then the file is changed at random, in a way that leaves it as nearly valid as can be
(entries are numbered and counted anew, a changed listing gets its new hash). Whatever comes
out: the checker never accepts a claim that the oracle refutes, and never breaks down.

`python -m tests.adversary --trials 100000 --seed 0` tries so many changed files.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import random
import re
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256

from harary import Player, PositionalGame, game
from harary.errors import HararyError, HararyWarning, LimitReached
from harary.formats.pg import parse_pg
from harary.games import Rule, Verdict
from harary.limits import Limits
from harary.proofs import Claim, check, claims_of, proof_lines
from harary.search import Oracle
from harary.search.engine import decide, joins
from harary.search.prover import ClaimRefutedError, Prover
from tests.proof_search import positional, random_game

_SHAPES = ("X", "XX", "XX=", "XX/X.", "XXX", "X.X", "XX/XX", "X./.X", "XXX=", "row2", "row3")
_BOARDS = ("1x3", "2x2", "1x4", "5x1", "2x3", "3x2", "1x6", "2x2x2", "3x3")
#: Larger games are not given to the oracle.
_MOST_CELLS = 9


# ---- games ------------------------------------------------------------------


def random_text(rng: random.Random) -> str:
    """A game text on a small board."""
    board = rng.choices(_BOARDS, (3, 6, 4, 3, 6, 4, 2, 1, 1))[0]
    shapes = rng.sample(_SHAPES, rng.choice((1, 1, 2)))
    hexagonal = board.count("x") == 1 and rng.random() < 0.25
    if hexagonal:
        target = "hex"
    elif board.count("x") == 2:
        target = rng.choice(("row2", "XX", "XX/XX", "XX/X."))
    else:
        target = "+".join(shapes)
    cells = list(check.read_game(f"X@{board}").names)
    shuffled = rng.sample(cells, len(cells))
    large = len(cells) > 6
    options = [f"{name}={rng.randint(1, 3)}" for name in "pqr" if rng.random() < 0.35]
    options += ["weak"] if rng.random() < (0.8 if large else 0.3) else []
    options += ["torus"] if not hexagonal and rng.random() < 0.2 else []
    options += ["turn=white"] if rng.random() < 0.25 else []
    black, white = (rng.choice((0, 0, 0, 1, 2)) if len(cells) > 3 else 0 for _ in range(2))
    black, white = min(black, 2), min(white, 1)
    options += ["black=" + "-".join(shuffled[:black])] if black else []
    options += ["white=" + "-".join(shuffled[black : black + white])] if white else []
    if rng.random() < 0.25:
        options.append("first=" + "-".join(shuffled[black + white :][: rng.randint(1, 2)]))
    return f"{target}@{board}" + (":" + ",".join(options) if options else "")


def read_text(text: str) -> PositionalGame:
    """The game of a text, where a shape that fits nowhere is no news."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HararyWarning)
        return game(text)


def any_game(rng: random.Random) -> PositionalGame:
    """A small game: on a board, or of listed sets, or a graph."""
    while True:
        if rng.random() < 0.5:
            return positional(random_game(rng))
        try:
            return read_text(random_text(rng))
        except HararyError as error:
            # Both players have completed a set with the stones of the beginning.
            assert "both players" in str(error)


def any_bound(rng: random.Random, of: PositionalGame) -> int | None:
    return None if rng.random() < 0.5 else rng.randint(0, of.stones + 2)


# ---- truth ------------------------------------------------------------------


class Truth:
    """What the oracle says of the claims of files, each game once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int | None], Verdict | None] = {}

    def verdict(self, of: PositionalGame, within: int | None) -> Verdict | None:
        """The verdict, or None for a game that is too large."""
        key = (f"{of}{of.first_any}", within)
        if key not in self._known:
            self._known[key] = None
            if len(of.cells) <= _MOST_CELLS or within in (0, 1, 2):
                with contextlib.suppress(LimitReached):
                    self._known[key] = Oracle(of, within, limits=Limits(20.0)).verdict()
        return self._known[key]

    def holds(self, of: PositionalGame, claim: str) -> bool | None:
        """Whether a claim is true, as a sentence of the checker."""
        match = re.fullmatch(
            r"(Black|White|Maker) (wins|does not win)(?: within (\d+) stones?)?", claim
        )
        assert match, claim
        verdict = self.verdict(of, None if match[3] is None else int(match[3]))
        if verdict is None:
            return None
        player = Player.WHITE if match[1] == "White" else Player.BLACK
        return (verdict is Verdict.win(player, of.rule)) is (match[2] == "wins")


def game_of(lines: Sequence[str]) -> PositionalGame:
    """The game of a file, read by the package and not by the checker."""
    words = lines[1].split(" ")
    if words[1] != "pg":
        return read_text(words[1])
    listed = [line[2:] + "\n" for line in lines[2:] if line.startswith("| ")]
    found = parse_pg("".join(listed))
    return replace(found, first_any=False) if "first-stone" in words else found


# ---- mutants ----------------------------------------------------------------

Lines = list[str]
Mutation = Callable[[random.Random, Lines], None]

_LEAVES = ("won", "blocked", "potential", "out-of-stones", "beck", "stealing")


def _places(lines: Lines, *kinds: str) -> list[int]:
    """The lines that begin with one of these words; `entry` stands for entries."""
    found = []
    for place, line in enumerate(lines):
        word = line.split(" ", 1)[0]
        if word in kinds or ("entry" in kinds and word.isdigit()):
            found.append(place)
    return found


def _cells(lines: Lines) -> list[str]:
    """The names of cells as entries have them."""
    if lines[1].startswith("game pg"):
        [positions] = [
            lines[place + 1] for place, line in enumerate(lines) if line == "| #positions"
        ]
        return [str(n + 1) for n in range(len(positions.split()) - 1)]
    return list(check.read_game(lines[1].split(" ")[1]).names)


def _entry(rng: random.Random, lines: Lines, *rules: str) -> int | None:
    places = _places(lines, "entry")
    if rules:
        places = [place for place in places if lines[place].split(" ")[4] in rules]
    return rng.choice(places) if places else None


def change_number(rng: random.Random, lines: Lines) -> None:
    """Another number somewhere."""
    place = rng.randrange(1, len(lines))
    found = list(re.finditer(r"\d+", lines[place]))
    if found:
        match = rng.choice(found)
        value = max(0, int(match[0]) + rng.choice((-2, -1, 1, 2)))
        lines[place] = lines[place][: match.start()] + str(value) + lines[place][match.end() :]


def change_cell(rng: random.Random, lines: Lines) -> None:
    """Another cell in an entry, or one more, or one less."""
    place = _entry(rng, lines)
    if place is None:
        return
    names = _cells(lines)
    words = lines[place].split(" ")
    at = rng.choice([1, 2, *range(5, len(words))])
    cells = re.split(r"([-:/])", words[at])
    some = [
        n for n, cell in enumerate(cells) if n % 2 == 0 and (at < 5 or n == 0 or ":" not in cells)
    ]
    n = rng.choice(some)
    cells[n] = rng.choice(names)
    words[at] = "".join(cells)
    if at < 3 and rng.random() < 0.5:
        stones = [c for c in words[at].split("-") if c]
        if len(stones) > 1 and rng.random() < 0.5:
            words[at] = "-".join(stones[1:])
        else:
            words[at] = "-".join([*stones, rng.choice(names)])
    lines[place] = " ".join(words)


def move_stone(rng: random.Random, lines: Lines) -> None:
    """One stone more or less in an entry, well written."""
    place = _entry(rng, lines)
    if place is None:
        return
    words = lines[place].split(" ")
    at = rng.choice((1, 2))
    stones = [] if words[at] == "-" else words[at].split("-")
    taken = {*words[1].split("-"), *words[2].split("-")}
    free = [name for name in _cells(lines) if name not in taken]
    if stones and (not free or rng.random() < 0.5):
        stones.remove(rng.choice(stones))
    elif free:
        stones.append(rng.choice(free))
    words[at] = "-".join(stones) or "-"
    lines[place] = " ".join(words)


def change_time(rng: random.Random, lines: Lines) -> None:
    """Another time of an entry."""
    place = _entry(rng, lines)
    if place is not None:
        words = lines[place].split(" ")
        words[3] = str(max(0, int(words[3]) + rng.choice((-3, -2, -1, 1, 2, 3))))
        lines[place] = " ".join(words)


def drop_word(rng: random.Random, lines: Lines) -> None:
    """A reply, a pass, a pair or the reference of a move is gone."""
    place = _entry(rng, lines, "reply", "pairs", "links", "linked")
    if place is not None:
        words = lines[place].split(" ")
        if len(words) > 5:
            del words[rng.randrange(5, len(words))]
            lines[place] = " ".join(words)


def change_step(rng: random.Random, lines: Lines) -> None:
    """Another point or another part in a step of links, or the steps in another order."""
    place = _entry(rng, lines, "linked")
    if place is None:
        return
    words = lines[place].split(" ")
    at = rng.randrange(5, len(words))
    points, _, parts = words[at].partition(":")
    ends, used = points.split("-"), parts.split("-")
    change = rng.randrange(4)
    if change == 0:
        ends[rng.randrange(len(ends))] = rng.choice([*_cells(lines), "<", ">"])
    elif change == 1:
        used[rng.randrange(len(used))] = str(rng.randint(0, len(words) - 5))
    elif change == 2:
        used = used[:-1] or used * 2
    words[at] = f"{'-'.join(ends)}:{'-'.join(used)}"
    if change == 3:
        other = rng.randrange(5, len(words))
        words[at], words[other] = words[other], words[at]
    lines[place] = " ".join(words)


def drop_pass(rng: random.Random, lines: Lines) -> None:
    """A pass is gone."""
    places = [place for place in _places(lines, "entry") if " pass:" in lines[place]]
    if places:
        place = rng.choice(places)
        lines[place] = re.sub(r" pass:\S+", "", lines[place])


def add_pass(rng: random.Random, lines: Lines) -> None:
    """A pass more, to any entry; and perhaps fewer replies."""
    place = _entry(rng, lines, "reply")
    if place is not None:
        words = [word for word in lines[place].split(" ") if not word.startswith("pass")]
        kept = words[:5] + [word for word in words[5:] if rng.random() < 0.7]
        lines[place] = " ".join([*kept, f"pass:{rng.randint(1, len(_places(lines, 'entry')))}"])


def rewire(rng: random.Random, lines: Lines) -> None:
    """A reference to another entry, or through another symmetry."""
    place = _entry(rng, lines, "move", "reply")
    if place is None:
        return
    words = lines[place].split(" ")
    if len(words) < 6:
        return
    at = rng.randrange(5, len(words))
    name, _, reference = words[at].partition(":")
    entry, _, symmetry = reference.partition("/")
    if rng.random() < 0.5:
        entry = str(rng.randint(1, max(1, int(words[0]))))
    else:
        symmetry = rng.choice(("", "1", "2", "3"))
    words[at] = f"{name}:{entry}" + (f"/{symmetry}" if symmetry else "")
    lines[place] = " ".join(words)


def change_rule(rng: random.Random, lines: Lines) -> None:
    """A leaf in the place of any entry."""
    place = _entry(rng, lines)
    if place is None:
        return
    words = lines[place].split(" ")
    rule = rng.choice([*_LEAVES, "pairs", "links", "completes", "reply", "move"])
    free = [c for c in _cells(lines) if c not in {*words[1].split("-"), *words[2].split("-")}]
    given: list[str] = []
    if rule in ("pairs", "links"):
        rng.shuffle(free)
        given = [f"{a}-{b}" for a, b in zip(free[::2], free[1::2], strict=False)]
    elif rule == "completes":
        given = ["-".join(rng.sample(free, min(len(free), rng.randint(1, 2)))) or "-"]
    elif rule in ("reply", "move"):
        given = words[5:]
    lines[place] = " ".join([*words[:4], rule, *given])


def drop_line(rng: random.Random, lines: Lines) -> None:
    """A line is gone."""
    del lines[rng.randrange(1, len(lines))]


def repeat_line(rng: random.Random, lines: Lines) -> None:
    """A line stands twice."""
    place = rng.randrange(1, len(lines))
    lines.insert(rng.randrange(1, len(lines)), lines[place])


def swap_lines(rng: random.Random, lines: Lines) -> None:
    """Two lines change places."""
    one, two = rng.randrange(1, len(lines)), rng.randrange(1, len(lines))
    lines[one], lines[two] = lines[two], lines[one]


def swap_words(rng: random.Random, lines: Lines) -> None:
    """Two words change places, in a line or between two."""
    one = rng.randrange(1, len(lines))
    two = one if rng.random() < 0.5 else rng.randrange(1, len(lines))
    a, b = lines[one].split(" "), lines[two].split(" ")
    b = a if one == two else b
    i, j = rng.randrange(len(a)), rng.randrange(len(b))
    a[i], b[j] = b[j], a[i]
    lines[one], lines[two] = " ".join(a), " ".join(b)


def swap_players(rng: random.Random, lines: Lines) -> None:
    """An entry with Black's and White's stones exchanged."""
    place = _entry(rng, lines)
    if place is not None:
        words = lines[place].split(" ")
        words[1], words[2] = words[2], words[1]
        lines[place] = " ".join(words)


def change_claim(rng: random.Random, lines: Lines) -> None:
    """Another claim: its negation, the other player, another bound."""
    places = _places(lines, "claim")
    if not places:
        return
    place = rng.choice(places)
    line = lines[place]
    bound = re.search(r" within (\d+)$", line)
    kind = rng.randrange(4)
    if kind == 0:
        wins = " wins" in line
        line = (
            line.replace("wins", "does not win") if wins else line.replace("does not win", "wins")
        )
    elif kind == 1 and "maker" not in line:
        line = re.sub("black|white", lambda m: "white" if m[0] == "black" else "black", line)
    elif bound is None:
        line += f" within {rng.randint(0, 7)}"
    else:
        number = max(0, int(bound[1]) + rng.choice((-2, -1, 1, 2)))
        line = line[: bound.start()] + rng.choice(("", f" within {number}"))
    lines[place] = line


def change_game(rng: random.Random, lines: Lines) -> None:
    """Another game above the same entries."""
    if lines[1].startswith("game pg"):
        change_listing(rng, lines)
        return
    text, _, options = lines[1].split(" ", 1)[1].partition(":")
    given = dict(word.partition("=")[::2] for word in options.split(",")) if options else {}
    kind = rng.choice(("p", "q", "r", "torus", "weak", "turn", "black", "white", "first", "shape"))
    cells = _cells(lines)
    if kind in "pqr":
        given[kind] = str(rng.randint(1, 3))
    elif kind in ("torus", "weak"):
        given.pop(kind, None) if kind in given else given.update({kind: ""})
    elif kind == "turn":
        given.pop(kind, None) if kind in given else given.update({kind: "white"})
    elif kind in ("black", "white", "first"):
        if kind in given and rng.random() < 0.6:
            del given[kind]
        else:
            given[kind] = rng.choice(cells)
    else:
        board = text.partition("@")[2]
        text = rng.choice((*_SHAPES, "hex")) + "@" + board
    if rng.random() < 0.1:
        board = text.partition("@")[2]
        text = text.replace(board, "x".join(board.split("x")[::-1]))
    words = [name + (f"={value}" if value else "") for name, value in given.items()]
    lines[1] = f"game {text}" + (":" + ",".join(words) if words else "")


def change_listing(rng: random.Random, lines: Lines) -> None:
    """A word of a listed game: a set, a turn, a stone; with the hash that belongs to it."""
    places = [n for n, line in enumerate(lines) if line.startswith("| ") and "#" not in line]
    if not places:
        return
    place = rng.choice(places)
    words = lines[place].split(" ")
    kind = rng.randrange(4)
    if kind == 0 and len(words) > 2:
        del words[rng.randrange(1, len(words))]
    elif kind == 1:
        other = lines[rng.choice(places)].split(" ")
        words.append(rng.choice(other[1:] or ["a"]))
    elif kind == 2 and len(words) > 2:
        one, two = rng.randrange(1, len(words)), rng.randrange(1, len(words))
        words[one], words[two] = words[two], words[one]
    else:
        del lines[place]
        words = []
    if words:
        lines[place] = " ".join(words)
    if rng.random() < 0.2:
        head = lines[1].removesuffix(" first-stone")
        lines[1] = head if head != lines[1] else f"{head} first-stone"
    rehash(lines)


def rehash(lines: Lines) -> None:
    """The hash that belongs to a changed listing."""
    head = lines[1].split(" ") if len(lines) > 1 else []
    if head[:2] == ["game", "pg"] and len(head) > 2:
        listing = "".join(line[2:] + "\n" for line in lines if line.startswith("| "))
        head[2] = sha256(listing.encode()).hexdigest()
        lines[1] = " ".join(head)


def change_symmetry(rng: random.Random, lines: Lines) -> None:
    """Two images of a symmetry change places, or there is a new one."""
    places = _places(lines, "symmetry")
    if places and rng.random() < 0.6:
        place = rng.choice(places)
        words = lines[place].split(" ")
        one, two = rng.randrange(2, len(words)), rng.randrange(2, len(words))
        words[one], words[two] = words[two], words[one]
        lines[place] = " ".join(words)
        return
    claims = _places(lines, "claim")
    if claims:
        names = _cells(lines)
        rng.shuffle(names)
        at = rng.choice(claims) + 1
        lines.insert(at, f"symmetry 1 {' '.join(names)}")
        for _ in range(rng.randint(1, 3)):
            rewire(rng, lines)


def change_letter(rng: random.Random, lines: Lines) -> None:
    """Any letter, anywhere."""
    place = rng.randrange(1, len(lines))
    line = lines[place]
    at = rng.randrange(len(line) + 1)
    letter = rng.choice("0123456789abc- :/|#XWwtx=,.é")
    lines[place] = line[:at] + rng.choice(("", letter)) + line[at + rng.randint(0, 1) :]


MUTATIONS: tuple[Mutation, ...] = (
    change_number,
    change_cell,
    move_stone,
    change_time,
    drop_word,
    change_step,
    drop_pass,
    add_pass,
    rewire,
    change_rule,
    drop_line,
    repeat_line,
    swap_lines,
    swap_words,
    swap_players,
    change_claim,
    change_game,
    change_symmetry,
    change_letter,
)


def repaired(lines: Lines) -> Lines:
    """Entries and symmetries numbered and counted anew: the rest is for the rules to find."""
    found = []
    total = entry = symmetry = 0
    for line in lines:
        word, _, rest = line.partition(" ")
        if word == "claim":
            entry = symmetry = 0
        elif word == "symmetry":
            symmetry += 1
            line = f"symmetry {symmetry} {rest.partition(' ')[2]}"
        elif word.isdigit():
            entry += 1
            total += 1
            line = f"{entry} {rest}"
        elif word == "proved" and entry:
            number = rest if rest.isdigit() and int(rest) <= entry else str(entry)
            line = f"proved {number}"
        elif word == "end":
            line = f"end {total}"
        found.append(line)
    rehash(found)
    return found


# ---- the trial --------------------------------------------------------------


@dataclass
class Tally:
    """What became of the files."""

    games: int = 0
    proofs: int = 0
    mutants: int = 0
    accepted: Counter[str] = field(default_factory=Counter)
    rejected: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    not_judged: int = 0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        head = (
            f"{self.games} games, {self.proofs} proofs, {self.mutants} mutants: "
            f"{self.accepted.total()} claims accepted and true, {self.rejected.total()} files "
            f"rejected, {self.not_judged} accepted and not judged, {len(self.faults)} faults"
        )
        lines = [head]
        names = sorted({*self.accepted, *self.rejected})
        lines += [f"  {n}: {self.accepted[n]} true, {self.rejected[n]} rejected" for n in names]
        lines += [f"  {count} times: {reason}" for reason, count in self.reasons.most_common(60)]
        return "\n".join(lines)


def checked(lines: Sequence[str]) -> check.Report:
    """What the checker says of a file with these lines."""
    return check.check(io.BytesIO("".join(line + "\n" for line in lines).encode()))


def proved(of: PositionalGame, within: int | None, tally: Tally) -> Lines:
    """A file with the claims of the oracle's verdict, which the checker has to accept."""
    verdict = Oracle(of, within).verdict()
    claims = claims_of(of, verdict, within)
    # The search has rules of its own where sides are joined.
    proofs = [
        decide(of, claim.attacker, within).proof
        if joins(of, claim.attacker)
        else Prover(of, claim).prove()
        for claim in claims
    ]
    assert [proof.claim for proof in proofs] == claims
    lines = list(proof_lines(proofs))
    tally.proofs += len(proofs)
    attackers = (Player.BLACK,) if of.rule is Rule.WEAK else tuple(Player)
    for attacker in attackers:
        for wins in (True, False):
            claim = Claim(attacker, wins, within)
            true = (verdict is Verdict.win(attacker, of.rule)) is wins
            try:
                Prover(of, claim).prove()
            except ClaimRefutedError:
                assert not true, f"{of}: {claim}: refuted"
            else:
                assert true, f"{of}: {claim}: proved"
    report = checked(lines)
    assert report.claims == [claim.sentence(of.rule) for claim in claims]
    return lines


def judge(lines: Lines, kind: str, truth: Truth, tally: Tally) -> None:
    """Let the checker and the oracle look at a changed file."""
    tally.mutants += 1
    try:
        report = checked(lines)
    except (check.Invalid, check.Unreadable) as error:
        tally.rejected[kind] += 1
        reason = re.sub(r"^line \d+: ", "", str(error))
        tally.reasons[re.sub(r"'.*'|[a-z]?\d+(-[a-z]?\d+)*", "..", reason)[:70]] += 1
        return
    except Exception as error:
        tally.faults.append(f"{error!r}\n" + "\n".join(lines))
        return
    try:
        of = game_of(lines)
    except HararyError as error:
        tally.faults.append(f"a game that the package refuses ({error})\n" + "\n".join(lines))
        return
    for claim in report.claims:
        holds = truth.holds(of, claim)
        if holds is None:
            tally.not_judged += 1
        elif holds:
            tally.accepted[kind] += 1
        else:
            tally.faults.append(f"a false claim: {claim}\n" + "\n".join(lines))


def attack(
    trials: int,
    seed: int,
    *,
    each: int = 40,
    told: Callable[[Tally], object] | None = None,
) -> Tally:
    """Change valid proofs so many times; the faults are in what comes back."""
    tally = Tally()
    truth = Truth()
    number = 0
    while tally.mutants < trials:
        rng = random.Random(f"{seed} {number}")
        number += 1
        of = any_game(rng)
        lines = proved(of, any_bound(rng, of), tally)
        tally.games += 1
        for _ in range(each):
            mutant = list(lines)
            kinds = rng.choices(MUTATIONS, k=rng.choice((1, 1, 1, 2, 3)))
            # What an earlier change left cannot always be changed in another way.
            with contextlib.suppress(check.Invalid, ValueError, IndexError):
                for mutation in kinds:
                    mutation(rng, mutant)
            if rng.random() < 0.9:
                mutant = repaired(mutant)
            if mutant != lines and tally.mutants < trials:
                judge(mutant, kinds[0].__name__, truth, tally)
        if told and number % 50 == 0:
            told(tally)
    return tally


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Change valid proofs; no false one is accepted.")
    parser.add_argument("--trials", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)

    def told(tally: Tally) -> None:
        print(str(tally).splitlines()[0], file=sys.stderr)

    tally = attack(options.trials, options.seed, told=told)
    print(tally)
    for fault in tally.faults[:10]:
        print(fault, end="\n\n")
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
