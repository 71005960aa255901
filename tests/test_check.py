"""The checker: for each rule a small proof, and what breaks each of its conditions.

A mutant is the valid file with one thing changed; it has to be rejected for the right reason.
The games in which a weaker reading of a rule would prove something false are here, too, with
the false proof written out: the oracle refutes it, and the checker says why.
"""

from __future__ import annotations

import ast
import gzip
import io
import itertools
import os
import random
import re
import subprocess
import sys
import tracemalloc
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import harary
from harary.formats.pg import parse_pg
from harary.games import Player, Rule, Schedule, drawn_text
from harary.proofs import check
from tests.adversary import Truth, game_of
from tests.proof_search import joining
from tests.strategies import game_texts, legal_game

CHECK = Path(check.__file__)


def proof(game: str, claim: str, *entries: str, before: str = "") -> str:
    """A file: the entries are numbered, the last one is the claim's."""
    lines = ["harary proof 1", game if game.startswith("game ") else f"game {game}"]
    lines += [f"claim {claim}", *before.splitlines()]
    lines += [f"{number} {entry}" for number, entry in enumerate(entries, 1)]
    return "\n".join([*lines, f"proved {len(entries)}", f"end {len(entries)}"]) + "\n"


def listed(
    cells: str,
    black: str,
    white: str | None,
    movers: str,
    *,
    stones: tuple[str, str] = ("", ""),
    first: str = "",
    first_stone: bool = False,
) -> str:
    """The lines of a listed game: cells are letters here and numbers in the entries."""
    times = [f"t{n}" for n in range(1, len(movers) + 1)]
    lines = ["#blackinitials", *stones[0], "#whiteinitials", *stones[1], "#times", " ".join(times)]
    turns = [time for time, mover in zip(times, movers, strict=True) if mover == "b"]
    lines += ["#blackturns", " ".join(turns), "#positions", " ".join(cells), "#blackwins"]
    lines += [" ".join(word) for word in black.split()]
    if white is not None:
        lines += ["#whitewins", *(" ".join(word) for word in white.split())]
    if first:
        lines += ["#firstmoves", " ".join(first)]
    digest = sha256("".join(line + "\n" for line in lines).encode()).hexdigest()
    return "\n".join(
        [f"game pg {digest}" + " first-stone" * first_stone, *(f"| {line}" for line in lines)]
    )


def verdict(text: str | bytes) -> check.Report:
    return check.check(io.BytesIO(text.encode() if isinstance(text, str) else text))


def rejected(text: str | bytes, reason: str) -> None:
    with pytest.raises(check.Invalid, match=reason):
        verdict(text)


def changed(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, (old, text)
    return text.replace(old, new)


# ---- the smallest proof by moves and replies, and what breaks it ------------

DOMINO = proof(
    "XX@1x3",
    "black wins",
    "a2 - 2 completes a1",
    "a2 a1 2 completes a3",
    "a2 - 1 reply a1:2 pass:1",
    "- - 0 move a2:3",
)

BROKEN = {
    "a reply is missing": ("reply a1:2 pass:1", "reply pass:1", "misses a1, which the pass needs"),
    "the pass is missing": ("a1:2 pass:1", "a1:2", "line 6: no reply to a3, and no pass"),
    "neither": ("reply a1:2 pass:1", "reply", "no reply to a1-a3, and no pass"),
    "a reply twice": ("a1:2 pass", "a1:2 a1:2 pass", "a1 is no reply, or listed twice"),
    "a reply on a stone": ("a1:2 pass", "a1:2 a2:2 pass", "a2 is no reply, or listed twice"),
    "two passes": ("pass:1", "pass:1 pass:1", "two passes"),
    "another child": ("a1:2", "a1:1", "the entry for a1 has other stones"),
    "another pass": ("pass:1", "pass:2", "the entry for a pass has other stones"),
    "another time": ("3 a2 - 1 reply", "3 a2 - 0 reply", "the loser is not to move"),
    "another zone": ("a1:2 pass", "a3:2 pass", "the entry for a3 has other stones"),
    "a move of the loser": ("- - 0 move", "- - 1 move", "the winner is not to move"),
    "a move onto a stone": ("- - 0 move a2:3", "a2 - 0 move a2:3", "a2 is not free"),
    "another move": ("move a2:3", "move a1:3", "the entry for a1 has other stones"),
    "two moves": ("move a2:3", "move a2:3 a1:3", "expected: move CELL:ENTRY"),
    "no move": ("move a2:3", "move", "expected: move CELL:ENTRY"),
    "no cell": ("move a2:3", "move a4:3", "'a4' is no cell"),
    "no reference": ("move a2:3", "move a2", "'' is no number"),
    "a reply by the winner": ("- - 0 move a2:3", "- - 0 reply a2:3", "the loser is not to move"),
    "an unknown entry": ("move a2:3", "move a2:9", "entry 9 is not known here"),
    "entry 0": ("move a2:3", "move a2:0", "entry 0 is not known here"),
    "itself": ("move a2:3", "move a2:4", "line 7: entry 4 is not known here"),
    "a cycle": ("a1:2 pass", "a1:4 pass", "line 6: entry 4 is not known here"),
    "a forgotten entry": ("4 - - 0", "forget 1-3\n4 - - 0", "entry 3 is not known here"),
    "forgotten one by one": ("4 - - 0", "forget 1 3\n4 - - 0", "entry 3 is not known here"),
    "a symmetry that is not there": ("a1:2", "a1:2/1", "symmetry 1 is not known here"),
    "numbers not in order": ("3 a2 - 1", "4 a2 - 1", "expected entry 3"),
    "a negative time": ("a2 - 2 completes a1", "a2 - -2 completes a1", "'-2' is no number"),
    "a huge time": ("a2 - 2 completes a1", f"a2 - {10**30} completes a1", "is no number"),
    "a huge entry": ("a1:2 ", f"a1:{10**30} ", "is no number"),
    "digits of another script": ("proved 4", "proved ٤", "a letter that is not ASCII"),
    "a fraction": ("proved 4", "proved 4.0", "'4.0' is no number"),
    "another root": ("proved 4", "proved 3", "the entry for the claim has other stones"),
    "no root": ("proved 4", "proved 5", "entry 5 is not known here"),
    "two roots": ("proved 4", "proved 4 4", "expected: proved ENTRY"),
    "a cell twice": ("2 a2 a1 2", "2 a2-a2 a1 2", "cell a2 twice"),
    "a cell of both": ("2 a2 a1 2", "2 a2 a2 2", "a cell with a black and a white stone"),
    "no such rule": ("completes a3", "guess", "no rule 'guess'"),
    "a rule with too much": ("completes a3", "won a3", "no rule 'won a3'"),
    "an entry cut short": ("a2 a1 2 completes a3", "a2 a1", "expected entry 2"),
    "two words for completes": ("completes a3", "completes a3 a1", "expected: completes CELLS"),
    "on a stone": ("completes a3", "completes a1", "a1 is not free"),
    "too few": ("completes a3", "completes -", "these stones complete nothing"),
    "too many": ("completes a3", "completes a3-a1", "has not 2 stones left in this turn"),
    "not to move": ("2 a2 a1 2", "2 a2 a1 3", "the winner is not to move"),
    "a wrong count": ("end 4", "end 5", "the end counts 5 entries, there were 4"),
    "no count": ("end 4", "end", "'' is no number"),
    "another game": ("XX@1x3", "XX@1x2", "'a3' is no cell"),
    "another shape": ("XX@1x3", "XXX@1x3", "these stones complete nothing"),
    "another player": ("black wins", "white wins", "the winner is not to move"),
    "the negation": ("black wins", "black does not win", "the winner is not to move"),
    "a bound too small": ("black wins", "black wins within 2", "the winner is not to move"),
    "no claim": ("claim black wins\n", "", "expected a claim or the end"),
    "a claim of weak games": ("black wins", "maker wins", "claim 'maker wins'"),
    "a claim about nothing": ("black wins", "black wins soon", "claim 'black wins soon'"),
    "text after the end": ("end 4\n", "end 4\nend 4\n", "something follows the end"),
    "an empty line after the end": ("end 4\n", "end 4\n\n", "something follows the end"),
    "an empty line": ("proved 4\n", "\nproved 4\n", "expected entry 5"),
    "no end": ("end 4\n", "", "the file ends before the proof does"),
}


def test_the_smallest_proof() -> None:
    report = verdict(DOMINO)
    assert report.claims == ["Black wins"]
    assert report.entries == 4
    assert verdict(changed(DOMINO, "black wins", "black wins within 3")).claims == [
        "Black wins within 3 stones"
    ]
    # Without a bound another time with the same turns ahead is as good, with one it is not.
    later = changed(DOMINO, "1 a2 - 2", "1 a2 - 8")
    verdict(later)
    rejected(changed(later, "black wins", "black wins within 3"), "winner is not to move")
    # All replies and no pass.
    verdict(
        proof(
            "XX@1x3",
            "black wins within 3",
            "a2 a3 2 completes a1",
            "a2 a1 2 completes a3",
            "a2 - 1 reply a1:2 a3:1",
            "- - 0 move a2:3",
        )
    )
    # What is not used any more may be forgotten, and may be so twice.
    verdict(changed(DOMINO, "4 - - 0", "forget 1-2\nforget 1 2\n4 - - 0"))


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_proof(name: str) -> None:
    old, new, reason = BROKEN[name]
    rejected(changed(DOMINO, old, new), reason)


def test_the_time_of_an_entry_counts_under_a_bound() -> None:
    text = changed(DOMINO, "black wins", "black wins within 5")
    verdict(text)
    rejected(changed(text, "1 a2 - 2", "1 a2 - 0"), "the entry for a pass has another time")


def test_each_prefix_of_a_file_is_rejected() -> None:
    data = DOMINO.encode()
    for end in range(len(data) - 1):
        with pytest.raises((check.Invalid, check.Unreadable)):
            verdict(data[:end])
    verdict(data[:-1])
    packed = gzip.compress(data, mtime=0)
    verdict(packed)
    for end in range(len(packed)):
        with pytest.raises((check.Invalid, check.Unreadable)):
            verdict(packed[:end])
    rejected(packed[:-1], "the file is damaged")
    rejected(packed[:-5] + b"xxxxx", "the file is damaged")
    rejected(packed + b"rest", "the file is damaged")


# ---- leaves -----------------------------------------------------------------

#: Valid one-entry proofs, and for each what to change and the reason that comes of it.
LEAVES: dict[str, tuple[str, list[tuple[str, str, str]]]] = {
    "won": (
        proof("XX@1x3:black=a1-a2", "black wins", "a1-a2 - 0 won"),
        [
            ("black=a1-a2", "black=a1", "the entry for the claim has other stones"),
            ("XX@", "XXX@", "the winner has completed nothing"),
            ("1 a1-a2 - 0", "1 a1 - 0", "the winner has completed nothing"),
            ("black wins", "black does not win", "the loser has completed a set before"),
            ("black wins", "white wins", "the loser has completed a set before"),
            ("1 a1-a2 - 0", "1 a1-a2-a3 - 0", "the entry for the claim has other stones"),
        ],
    ),
    "completes": (
        proof("XX@1x3:q=2", "black wins within 2", "- - 0 completes a1-a2"),
        [
            (":q=2", "", "has not 2 stones left in this turn"),
            ("within 2", "within 1", "has not 2 stones left in this turn"),
            ("completes a1-a2", "completes a1-a3", "these stones complete nothing"),
            (":q=2", ":q=2,white=a1", "a1 is not free|has other stones"),
            (":q=2", ":q=2,first=a3", "a list of first moves restricts this turn"),
            (":q=2", ":q=2,turn=white", "the winner is not to move"),
        ],
    ),
    "blocked": (
        proof("XX@1x3:weak,white=a2", "maker does not win", "- a2 0 blocked"),
        [
            ("- a2 0", "- a1 0", "the attacker has a live set"),
            ("maker does not win", "maker wins", "this rule stops an attacker"),
            ("XX@", "X@", "the attacker has a live set"),
        ],
    ),
    "blocked hex": (
        proof("hex@1x2:weak,white=a1", "maker does not win", "- a1 0 blocked"),
        [("- a1 0", "a1 - 0", "the attacker has a live set")],
    ),
    "pairs": (
        proof("XXX@1x4:weak", "maker does not win", "- - 0 pairs a2-a3"),
        [
            ("a2-a3", "a1-a2", "no pair in the live set a2-a3-a4"),
            ("pairs a2-a3", "pairs", "no pair in the live set a1-a2-a3"),
            ("a2-a3", "a1-a2 a2-a3", "a2 is in two pairs, or twice in one"),
            ("a2-a3", "a2-a3 a2-a3", "a2 is in two pairs"),
            ("a2-a3", "a2-a2", "a2 is in two pairs, or twice in one"),
            ("a2-a3", "a2-a9", "'a9' is no cell"),
            ("a2-a3", "a2", "'' is no cell"),
            ("a2-a3", "a1-a2-a3", "'a2-a3' is no cell"),
            ("1 - - 0 pairs", "1 a2 - 0 pairs", "a2 in a pair is not free"),
            ("1 - - 0 pairs", "1 - a2 0 pairs", "a2 in a pair is not free"),
            ("maker does not win", "maker wins", "this rule stops an attacker"),
            (":weak", ":weak,p=2,r=1", "the loser places more than one stone a turn"),
            (":weak", ":weak,q=2,p=1,r=1", "the loser places more than one stone a turn"),
            (":weak", ":weak,q=1,p=2,r=2", "the loser places more than one stone a turn"),
            ("XXX@1x4:weak", "hex@1x4:weak", "this rule is for listed sets"),
        ],
    ),
    "pairs, and White places more": (
        proof("XXX@1x4:weak,r=3,first=a1", "maker does not win", "- - 0 pairs a2-a3"),
        [("r=3", "p=3,q=1", "the loser places more than one stone a turn")],
    ),
    "potential, the attacker to move": (
        proof("XXX@1x4:weak", "maker does not win", "- - 0 potential"),
        [
            ("XXX@1x4", "XX@1x3", "the potential is too large"),
            ("maker does not win", "maker wins", "this rule stops an attacker"),
            (":weak", ":weak,p=2,r=1", "the loser places more than one stone a turn"),
            (":weak", ":weak,first=a1", "a list of first moves restricts this turn"),
            ("1 - - 0", "1 a1-a2-a3 - 0", "the attacker has completed a set"),
            ("XXX@1x4:weak", "hex@1x4:weak", "this rule is for listed sets"),
        ],
    ),
    "potential, the defender to move": (
        proof("XX@1x3:weak,turn=white", "maker does not win", "- - 0 potential"),
        [
            (",turn=white", "", "the potential is too large"),
            # Four pairs: the sum is just 1.
            ("XX@1x3", "XX@2x2", "the potential is too large"),
            ("turn=white", "turn=white,r=1,p=2", "the loser places more than one stone a turn"),
        ],
    ),
    "out of stones": (
        proof("XX@1x3:weak", "maker does not win within 2", "- - 0 out-of-stones"),
        [
            ("within 2", "within 3", "a live set lacks no more than the 2 stones left"),
            (" within 2", "", "out of stones: the claim has no bound"),
            ("XX@1x3:weak", "XX@1x3:weak,q=2", "lacks no more than the 2 stones left"),
            ("XX@1x3:weak", "XX@1x3:weak,black=a1", "other stones|no more than the 1 stones"),
            ("maker does not win", "maker wins", "this rule stops an attacker"),
            ("1 - - 0", "1 a1 - 0", "lacks no more than the 1 stones left"),
        ],
    ),
    "out of stones, joining": (
        proof("hex@2x2", "black does not win within 2", "- - 0 out-of-stones"),
        [
            ("within 2", "within 3", "the attacker lacks 2 cells and has 2 stones left"),
            ("hex@2x2", "hex@2x2:q=2", "the attacker lacks 2 cells and has 2 stones left"),
        ],
    ),
    "out of stones, joining, of some cells": (
        proof(
            "hex@3x3",
            "black does not win within 3",
            "- - 0 out-of-stones a1-b1-c1-a2-b2-c2-a3-b3-c3",
        ),
        [
            ("within 3", "within 5", "lacks no more than the 3 stones left of these"),
            ("-b3-c3", "-b3", "lacks no more than the 2 stones left of these"),
            ("-b3-c3", "-b3-c3-d4", "'d4' is no cell"),
            ("a1-b1", "a1-a1", "cell a1 twice"),
            ("a1-b1", "a1 b1", "expected: out-of-stones CELLS"),
            ("hex@3x3", "hex@3x3:white=a1", "other stones|a1 is not free"),
        ],
    ),
    "out of stones, of some cells": (
        proof("XXX@1x4:weak", "maker does not win within 3", "- - 0 out-of-stones a1-a2-a3-a4"),
        [
            ("XXX@1x4:weak", "XXX@1x4:weak,q=3", "no more than the 3 stones left of these"),
            ("a1-a2-a3-a4", "a2-a3", "lacks no more than the 2 stones left of these"),
            ("maker does not win", "maker wins", "this rule stops an attacker"),
        ],
    ),
    "beck": (
        proof("XX@1x3:weak", "maker wins", "- - 0 beck"),
        [
            ("maker wins", "maker wins within 1", "in a weak game without a bound"),
            ("maker wins", "maker wins within 3", "in a weak game without a bound"),
            ("maker wins", "maker does not win", "beck: for Maker in a weak game"),
            (":weak", ":weak,turn=white", "beck: Maker is not to move"),
            (":weak", ":weak,p=1,r=2", "the loser places more than one stone a turn"),
            (":weak", ":weak,first=a1", "a list of first moves restricts this turn"),
            ("XX@1x3", "XX@1x2", "the sum is too small for Beck's criterion"),
            ("XX@1x3", "hex@1x3", "beck: this game has no listed sets"),
        ],
    ),
    "links": (
        proof("hex@2x2:black=a2,turn=white", "black wins within 2", "a2 - 0 links a1-b1"),
        [
            ("within 2", "within 1", "links: 2 stones are needed, 1 left"),
            ("a1-b1", "a1-b2", "the sides are not joined"),
            (" a1-b1", "", "the sides are not joined"),
            ("a1-b1", "a1-a1", "twice in one"),
            ("a1-b1", "a1-a2", "a2 in a pair is not free"),
            ("turn=white", "turn=white,r=2,p=1", "the loser places more than one stone a turn"),
            ("turn=white", "first=b2", "a list of first moves restricts this turn"),
            ("hex@2x2", "XX@2x2", "links: the winner of this claim joins no sides"),
            ("black wins", "white wins", "twice|not joined|not free"),
            ("a2 - 0", "- a2 0", "the sides are not joined"),
        ],
    ),
    "links, the winner to move": (
        proof("hex@2x2:black=a2", "black wins within 1", "a2 - 0 links a1-b1"),
        [
            ("within 1", "within 0", "links: 2 stones are needed, 0 left"),
            ("hex@2x2:black=a2", "hex@2x2:black=a2,first=b2", "a list of first moves"),
        ],
    ),
    "links of a defender, who needs no time": (
        proof("hex@2x2:white=a2", "black does not win within 1", "- a2 0 links b1-b2"),
        [("links b1-b2", "links b1-a1", "the sides are not joined")],
    ),
    "linked": (
        proof(
            "hex@3x3:black=b2,turn=white",
            "black wins within 4",
            "b2 - 0 linked <-b1-b2:0-0 <-c1-b2:0-0 <-b2:1-2 "
            "b2-a3->:0-0 b2-b3->:0-0 b2->:4-5 <-b2->:3-6",
        ),
        [
            ("within 4", "within 3", "links: 4 stones are needed, 3 left"),
            (" <-b2->:3-6", "", "the last step does not link the sides"),
            ("<-b2->:3-6", "<-b2->:3-4", "a half-link in place of a link"),
            ("<-b2->:3-6", "<-b2->:6-3", "step 6 is of other points"),
            ("<-b2->:3-6", "<-b2->:3-7", "there is no step 7 before"),
            ("<-b2->:3-6", "<-b2->:3", "expected steps"),
            ("<-b2->:3-6", "<-b2->:3-6-6", "expected steps"),
            ("<-b2->:3-6", "<-b2->:3-0", "points that do not touch"),
            ("<-b2->:3-6", "b2-<->:3-6", "a side in the middle"),
            ("<-b2->:3-6", "<-b2-<:3-6", "a point twice in one step"),
            ("<-b2:1-2", "<-b2:1-1", "all have one cell in common"),
            ("<-b2:1-2", "<-b2:1", "all have one cell in common"),
            ("<-b2:1-2", "<-b2:0-2", "points that do not touch"),
            ("<-b1-b2:0-0", "<-a1-b2:0-0", "points that do not touch"),
            ("<-b1-b2:0-0", "<-b1-c2:0-0", "points that do not touch"),
            ("<-b1-b2:0-0", "<-b1-b2:0-x", "'x' is no number"),
            ("<-b1-b2:0-0", "<-b1-b2", "'' is no number"),
            ("<-b1-b2:0-0", "<-d1-b2:0-0", "'d1' is no cell"),
            ("black=b2", "black=b2,white=b1", "other stones|b1 is the loser's"),
            ("turn=white", "turn=white,r=2,p=1", "the loser places more than one stone a turn"),
            ("turn=white", "first=c3", "a list of first moves restricts this turn"),
            ("hex@3x3", "XX@3x3", "links: the winner of this claim joins no sides"),
            ("black wins", "white wins", "is the loser's"),
            ("b2 - 0", "b1-b2-b3 - 0", "the sides are joined already|other stones"),
        ],
    ),
    "linked, the winner to move": (
        proof("hex@1x1", "black wins within 1", "- - 0 linked <-a1->:0-0"),
        [
            ("within 1", "within 0", "half-linked sides with the loser to move"),
            ("hex@1x1", "hex@1x1:turn=white", "half-linked sides with the loser to move"),
            ("hex@1x1", "hex@1x1:first=a1", "a list of first moves"),
            ("hex@1x1", "hex@1x2", "points that do not touch"),
        ],
    ),
    "linked, a defender": (
        proof(
            "hex@2x2:white=a2",
            "black does not win within 1",
            "- a2 0 linked <-b1->:0-0 <-b2->:0-0 <->:1-2",
        ),
        [
            ("<->:1-2", "<->:1", "all have one cell in common"),
            ("hex@2x2", "hex@2x2:weak", "joins no sides|is given twice|options"),
        ],
    ),
    "stealing": (
        proof("XX@2x2", "white does not win", "- - 0 stealing"),
        [
            ("white does not win", "black does not win", "only that White does not win"),
            ("white does not win", "white wins", "only that White does not win"),
            ("white does not win", "black wins", "only that White does not win"),
            ("XX@2x2", "XX@2x2:turn=white", "Black must begin, anywhere"),
            ("XX@2x2", "XX@2x2:p=1,r=2", "no fewer stones than White"),
            ("XX@2x2", "XX@2x2:p=2,r=2,q=1", "no fewer stones than White"),
            ("XX@2x2", "XX@2x2:first=a1", "Black must begin, anywhere"),
            ("XX@2x2", "XX@2x2:black=a1", "only from the empty board"),
            ("XX@2x2", "hex@2x2", "the players want different things"),
            ("- - 0 stealing", "- - 2 stealing", "only from the empty board"),
        ],
    ),
    "stealing with more stones": (
        proof("XX@2x2:p=2,q=1,r=1", "white does not win within 4", "- - 0 stealing"),
        [("r=1", "r=2", "no fewer stones than White")],
    ),
}


@pytest.mark.parametrize("name", LEAVES)
def test_a_leaf_and_what_breaks_it(name: str) -> None:
    text, mutants = LEAVES[name]
    verdict(text)
    for old, new, reason in mutants:
        rejected(changed(text, old, new), reason)


def test_a_listed_game_is_no_regular_game() -> None:
    # Stealing knows the turns of game texts only.
    game = listed("ab", "ab", "ab", "bw")
    rejected(proof(game, "white does not win", "- - 0 stealing"), "of a regular game")
    verdict(proof(game, "white does not win", "- - 0 out-of-stones"))


def test_stealing_needs_no_second_set_of_stones() -> None:
    verdict(proof("XX@2x2:p=2", "white does not win", "- - 0 stealing"))


# ---- the race ---------------------------------------------------------------

RACE = proof(
    listed("abc", "bc", "a", "bwb"),
    "black does not win",
    "- - 1 completes 1",
    "1 2 2 blocked",
    "1 - 1 move 2:2",
    "- - 0 reply 1:3 pass:1",
)

#: False claims about games without text, with the proof that a weaker reading would accept:
#: game, claim, entries, the reason why it is none.
FALSE_PROOFS: dict[str, tuple[str, str, list[str], str]] = {
    "this stone counts": (
        listed("ab", "b", "a", "bw"),
        "black does not win",
        ["- - 1 completes 1", "1 2 2 blocked", "1 - 1 move 2:2", "- - 0 reply 1:3 pass:1"],
        "the zone misses 2: the loser may complete 2 within 1 stones",
    ),
    "a defender's completion is a race, too": (
        listed("adcx", "cx", "ad", "bw", stones=("c", "d")),
        "black does not win",
        [
            "3 2 1 completes 1",
            "1-3 2-4 2 blocked",
            "1-3 2 1 move 4:2",
            "3 2 0 reply 1:3 pass:1",
        ],
        "the zone misses 4: the loser may complete 3-4 within 1 stones",
    ),
    "passes count": (
        listed("abcd", "bd cd", "ab", "bwbw"),
        "black does not win",
        [
            "- 2 3 completes 1",
            "1 2-3 4 blocked",
            "1 2 3 move 3:2",
            "- 2 2 reply 1:3 pass:1",
            "- - 1 move 2:4",
            "1 4 2 blocked",
            "1 - 1 move 4:6",
            "2 4 2 blocked",
            "2 - 1 move 4:8",
            "3 4 2 blocked",
            "3 - 1 move 4:10",
            "- - 0 reply 1:7 2:9 3:11 pass:5",
        ],
        "the zone misses 4: the loser may complete 2-4 within 2 stones",
    ),
    "the last stone of the loser": (
        listed("ab", "b", "a", "bw"),
        "black does not win",
        ["2 1 2 blocked", "2 - 1 move 1:1", "- - 1 completes 1", "- - 0 reply 2:2 pass:3"],
        "blocked|the attacker has a live set",
    ),
    "a set that the loser completes": (
        listed("ab", "b", "a", "bw"),
        "black does not win",
        [
            "2 1 2 won",
            "2 - 1 completes 1",
            "1 2 2 blocked",
            "1 - 1 move 2:3",
            "- - 0 reply 1:4 2:2",
        ],
        "the loser completes a set at 2",
    ),
    "out of stones": (
        listed("abc", "ab ac", None, "bwb"),
        "maker does not win within 3",
        ["- - 1 out-of-stones", "- - 0 reply pass:1"],
        "the zone misses 1-2-3, which the pass needs",
    ),
    "a potential in a listed turn": (
        listed("abcd", "ab ac", None, "wbwb", first="d", first_stone=True),
        "maker does not win",
        ["- - 0 potential"],
        "a list of first moves restricts this turn",
    ),
    "a potential in a listed turn, any stone of it": (
        listed("abcd", "ab ac", None, "wbwb", first="d"),
        "maker does not win",
        ["- - 0 potential"],
        "a list of first moves restricts this turn",
    ),
    "completes in a listed turn": (
        listed("ab", "a", None, "bw", first="b"),
        "maker wins",
        ["- - 0 completes 1"],
        "a list of first moves restricts this turn",
    ),
    "a move off the list": (
        listed("ab", "a", None, "bw", first="b"),
        "maker wins",
        ["1 - 1 won", "- - 0 move 1:1"],
        "1 is not free, or not on the list of first moves",
    ),
    "the last stone of the turn is listed": (
        listed("abc", "ab", None, "bbw", first="c"),
        "maker wins",
        ["1-2 - 2 won", "1 - 1 move 2:1", "- - 0 move 1:2"],
        "2 is not free, or not on the list of first moves",
    ),
    "a reply for the list only": (
        listed("abc", "ab", None, "bbw", first="a"),
        "maker does not win",
        ["1-3 - 2 out-of-stones", "3 - 1 reply 1:1", "- - 0 reply 3:2"],
        "no reply to 1-2, and no pass",
    ),
    "an unlisted end": (
        # The first position at time 2 is Black's turn again, but no list restricts it.
        "XX@1x3:weak,first=a1",
        "maker wins",
        [
            "a2 - 4 completes a1",
            "a2 a1 4 completes a3",
            "a2 - 3 reply a1:2 pass:1",
            "- - 2 move a2:3",
        ],
        "the entry for the claim has another time",
    ),
    "beck": ("XX@1x3:weak", "maker wins within 1", ["- - 0 beck"], "without a bound"),
    "beck in a listed turn": (
        "XX@1x3:weak,first=a1",
        "maker wins",
        ["- - 0 beck"],
        "a list of first moves restricts this turn",
    ),
    "stealing": (
        "XX@1x3:torus,r=2",
        "white does not win",
        ["- - 0 stealing"],
        "no fewer stones than White",
    ),
    "links, out of time": (
        "hex@2x2:black=a2,turn=white",
        "black wins within 1",
        ["a2 - 0 links a1-b1"],
        "2 stones are needed, 1 left",
    ),
    "the potential, one too many": (
        "XX@2x2:weak,turn=white",
        "maker does not win",
        ["- - 0 potential"],
        "the potential is too large",
    ),
    "a bound one too small": (
        "XX@1x3",
        "black wins within 2",
        ["a2 - 1 out-of-stones", "- - 0 move a2:1"],
        "this rule stops an attacker",
    ),
}


def test_a_race_that_the_loser_cannot_win() -> None:
    verdict(RACE)


@pytest.mark.parametrize("name", FALSE_PROOFS)
def test_a_proof_of_something_false(name: str) -> None:
    game, claim, entries, reason = FALSE_PROOFS[name]
    text = proof(game, claim, *entries)
    of = game_of(text.splitlines())
    sentence = check.read_claim(claim, of.rule is Rule.WEAK).text(of.rule is Rule.WEAK)
    assert Truth().holds(of, sentence) is False
    rejected(text, reason)


def test_the_first_position_later_is_not_the_root() -> None:
    # The entries themselves are right: without the list they prove the claim.
    _, claim, entries, _ = FALSE_PROOFS["an unlisted end"]
    verdict(proof("XX@1x3:weak", claim, *entries))


# ---- symmetries -------------------------------------------------------------

MIRROR = proof(
    "XX@1x3",
    "black wins",
    "a2 a1 2 completes a3",
    "a2 - 1 reply a1:1 a3:1/1",
    "- - 0 move a2:2",
    before="symmetry 1 a3 a2 a1",
)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("a3 a2 a1", "a3 a2 a2", "a symmetry names each cell once"),
        ("a3 a2 a1", "a3 a2", "a symmetry names each cell once"),
        ("a3 a2 a1", "a3 a2 a1 a1", "a symmetry names each cell once"),
        ("a3 a2 a1", "a2 a1 a3", "does not keep the winning sets"),
        ("a3 a2 a1", "a1 a2 a3", "the entry for a3 has other stones"),
        ("symmetry 1", "symmetry 2", "expected symmetry 1"),
        ("symmetry 1 a3 a2 a1\n", "", "symmetry 1 is not known here"),
        ("a3:1/1", "a3:1", "the entry for a3 has other stones"),
        ("a3:1/1", "a3:1/2", "symmetry 2 is not known here"),
        ("a3:1/1", "a3:1/0", "symmetry 0 is not known here"),
        ("a3:1/1", "a3:1/", "'' is no number"),
        ("a3:1/1", "a3:1/1/1", "'1/1' is no number"),
        ("XX@1x3", "XX@1x3:first=a1", "does not keep the list of first moves"),
    ],
)
def test_a_symmetry_and_what_breaks_it(old: str, new: str, reason: str) -> None:
    verdict(MIRROR)
    rejected(changed(MIRROR, old, new), reason)


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("XX=@2x2", "does not keep the winning sets"),
        ("hex@2x2", "does not keep the winning sets"),
        ("XX@2x2:first=a2", "does not keep the list of first moves"),
        ("XX@2x2:first=a1,black=a2", "does not keep the list of first moves"),
        (listed("abcd", "ab bd", "ac cd", "bwbw"), "does not keep the winning sets"),
    ],
)
def test_a_symmetry_of_the_board_is_not_always_one_of_the_game(game: str, reason: str) -> None:
    transposed = "1 3 2 4" if "pg" in game else "a1 b1 a2 b2"
    text = proof(game, "black wins", before=f"symmetry 1 {transposed}")
    rejected(text, reason)
    # The board has it: with both orientations, or the same sets for both, it is one.
    same = listed("abcd", "ab ac", "bd cd", "bwbw") if "pg" in game else "game XX@2x2"
    rejected(proof(same, "black wins", before=f"symmetry 1 {transposed}"), "entry 0 is not known")


def test_a_support_is_mapped_back() -> None:
    # Through the symmetry the pass needs a3; what the entry itself needs is a1.
    text = proof(
        "XX@1x3",
        "black wins",
        "a2 - 2 completes a1",
        "a2 a3 2 completes a1",
        "a2 - 1 reply a3:2 pass:1/1",
        "- - 0 move a2:3",
        before="symmetry 1 a3 a2 a1",
    )
    verdict(text)
    rejected(changed(text, "pass:1/1", "pass:1"), "the zone misses a1, which the pass needs")
    other = changed(
        changed(text, "2 a2 a3 2 completes a1", "2 a2 a1 2 completes a3"), "a3:2", "a1:2"
    )
    rejected(other, "the zone misses a3, which the pass needs")
    verdict(changed(other, "pass:1/1", "pass:1"))


def test_a_symmetry_goes_the_right_way() -> None:
    # On a cycle of three a turn is not its own inverse. The turn maps the position after a
    # reply to the entry, so the one that maps the entry to the position will not do.
    base = proof(
        "XX@1x3:torus",
        "black wins",
        "a2 a3 2 completes a1",
        "a1 a3 2 completes a2",
        "a1 - 1 reply a2:1/1 a3:2",
        "- - 0 move a1:3",
        before="symmetry 1 a2 a3 a1",
    )
    verdict(base)
    rejected(changed(base, "a2 a3 a1\n", "a3 a1 a2\n"), "the entry for a2 has other stones")


# ---- a listed game ----------------------------------------------------------


def test_a_listed_game_and_what_breaks_it() -> None:
    game = listed("abc", "ab bc", "ab bc", "bwb")
    text = proof(
        game,
        "black wins",
        "2 1 2 completes 3",
        "2 3 2 completes 1",
        "2 - 1 reply 1:1 3:2",
        "- - 0 move 2:3",
    )
    verdict(text)
    verdict(changed(text, "black wins", "black wins within 9"))
    verdict(changed(text, "black wins", "black wins within 3"))
    rejected(changed(text, "black wins", "black wins within 2"), "the winner is not to move")
    rejected(changed(text, "| b c\n| #white", "| a c\n| #white"), "has another SHA-256")
    digest = text.split()[5]
    rejected(changed(text, digest, "0" * 64), "the listed game has another SHA-256")
    rejected(changed(text, digest, digest.upper()), "the listed game has another SHA-256")
    rejected(changed(text, "game pg", "game pg pg"), "expected: game pg SHA-256")
    rejected(changed(text, f"{digest}\n", f"{digest} any\n"), "expected: game pg SHA-256")
    rejected(changed(text, "move 2:3", "move b:3"), "'b' is no cell")
    rejected(changed(text, "game pg " + digest, "game pg"), "game 'pg': expected such as")
    rejected(changed(text, "game pg " + digest, "game pg "), "has another SHA-256")


def relisted(lines: str) -> str:
    """A file with these lines as its listing, and their hash."""
    digest = sha256(lines.encode()).hexdigest()
    shown = "".join(f"| {line}\n" for line in lines.split("\n")[:-1])
    return f"harary proof 1\ngame pg {digest}\n{shown}claim maker wins\nproved 1\nend 0\n"


BASE = "#times\nt1\n#blackturns\nt1\n#positions\na b\n"


@pytest.mark.parametrize(
    ("listing", "reason"),
    [
        (BASE + "#blackwins\na\n", "entry 1 is not known here"),
        (BASE + "#blackwins\n\n", "a winning set without cells"),
        (BASE + "#blackwins\nc\n", "a cell that is no position"),
        (BASE + "#blackwins\na a\n", "a cell twice in one row"),
        (BASE + "#blackwins\na\n#blackwins\nb\n", "section '#blackwins' twice"),
        (BASE + "#blackinitials\na\n#whiteinitials\na\n", "a cell with a black and a white stone"),
        (BASE + "#firstmoves\n", "the list of first moves names no free cell"),
        (
            BASE + "#firstmoves\na\n#blackinitials\na\n",
            "the list of first moves names no free cell",
        ),
        (BASE + "#goals\na\n", "the sections of the listing"),
        (BASE + "a\n", "a position is listed twice"),
        ("a\n" + BASE, "a listing is sections and their rows, and nothing else"),
        (BASE + " #blackwins\na\n", "sections and their rows, and nothing else"),
        (BASE + "#blackwins\na%b\n", "sections and their rows, and nothing else"),
        (BASE + "#blackwins\na\x0cb\n", "sections and their rows, and nothing else"),
        (BASE + "#blackwins\na\u2028b\n", "sections and their rows, and nothing else"),
        (BASE.replace("t1\n#b", "t1 t3\n#b"), "the times of the listing"),
        (BASE.replace("t1\n#b", "t1 x\n#b"), "the times of the listing"),
        (BASE.replace("t1\n#p", "t1 t1\n#p"), "the times of the listing"),
        (BASE.replace("#blackturns\nt1\n", ""), "the sections of the listing"),
        ("#times\nt1\n#blackturns\nt1\n", "the sections of the listing"),
        ("#positions\na\n", "the sections of the listing"),
        (BASE.replace("t1\n#b", "t1 t1\n#b"), "the times of the listing"),
        (BASE.replace("t1\n#p", "t2\n#p"), "the times of the listing"),
        (BASE + "#neighbours\na b\nb a\n#blackwins\na\n", "a graph and with sets"),
        (BASE + "#neighbours\na b\nb a\n#whitewins\na\n", "a graph and with sets"),
        (BASE + "#neighbours\na b\n", "the graph of the listing"),
        (BASE + "#neighbours\na b\nb a\na b\n", "the graph of the listing"),
        (BASE + "#neighbours\na b\nb\n", "one that does not touch it"),
        (BASE.replace("a b", ""), "a game of 0 cells"),
    ],
)
def test_a_listing_that_is_wrong(listing: str, reason: str) -> None:
    rejected(relisted(listing), reason)


# ---- game texts -------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("XX", "expected such as"),
        ("XX@", "expected such as"),
        ("XX@4", "expected such as"),
        ("XX@0x4", "a board of 0 cells"),
        ("XX@200x200", "a board of 40000 cells"),
        ("XX@99999x99999", "a board of 9999800001 cells"),
        ("tic@3x3", "'tic' is no drawing"),
        ("X Y@3x3", "expected such as"),
        ("../..@3x3", "a drawing of 0 cells"),
        ("row0@3x3", "a row of no cells"),
        ("XX@3x3:p=0", "1 to 4096 stones a turn"),
        ("XX@3x3:p=4097", "1 to 4096 stones a turn"),
        ("XX@3x3:p=x", "'x' is no number"),
        ("XX@3x3:p=1,p=1", "'p' is given twice"),
        ("XX@3x3:torus=1", "options"),
        ("XX@3x3:strong", "options"),
        ("XX@3x3:turn=black", "turn: expected white"),
        ("XX@3x3:black=a9", "'a9' is no cell"),
        ("XX@3x3:black=a1-a1", "cell a1 twice"),
        ("XX@3x3:black=a1,white=a1", "a black and a white stone"),
        ("XX@3x3:black=a1,first=a1", "names no free cell"),
        ("XX@3x3:first=-", "names no free cell"),
        ("hex@3x3x3", "hex is played on a rhombus"),
        ("hex@3x3:torus", "hex is played on a rhombus"),
    ],
)
def test_a_game_text_that_is_wrong(text: str, reason: str) -> None:
    rejected(f"harary proof 1\ngame {text}\nclaim black wins\n", reason)


@given(game_texts(40))
@settings(max_examples=150)
def test_both_programs_read_the_same_game(text: str) -> None:
    of = legal_game(text)
    assert of.text is not None
    found = check.read_game(drawn_text(of.text))
    assert found.names == of.cells
    assert found.weak is (of.rule is Rule.WEAK)
    assert found.stones == (of.black_mask, of.white_mask)
    first = None if of.first_moves is None else sum(1 << cell for cell in of.first_moves)
    assert found.first == first
    movers = list(itertools.islice([*found.opening, *found.cycle * of.stones], of.stones))
    assert [tuple(Player)[who] for who in movers] == of.schedule.movers(of.stones)
    assert isinstance(of.schedule, Schedule)
    for player, goal in zip(Player, found.goals, strict=True):
        if isinstance(goal, check.Sets):
            sets = of.black_sets if player is Player.BLACK else of.white_sets
            assert set(goal.masks) == {sum(1 << cell for cell in cells) for cells in sets}
        else:
            everything = range(len(of.cells))
            theirs = of.goal(player)
            for seed in range(40):
                own = sum(1 << cell for cell in everything if hash((seed, cell)) % 3)
                assert goal.completed(own) is theirs.achieved(own)


@given(st.integers(0, 10**9))
@settings(max_examples=150)
def test_what_a_path_lacks(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randint(1, 6)
    near = [0] * size
    for a, b in itertools.combinations(range(size), 2):
        if rng.random() < 0.4:
            near[a] |= 1 << b
            near[b] |= 1 << a
    everything = (1 << size) - 1
    goal = check.Connection(near, rng.randint(0, everything), rng.randint(0, everything))
    joins = joining(goal)
    own = rng.randint(0, everything)
    other = rng.randint(0, everything) & ~own
    lacks = [(cells & ~own).bit_count() for cells in joins if not cells & other]
    assert goal.missing(own, other) == min(lacks, default=None)
    assert goal.stopped(other) is (not any(not cells & other for cells in joins))
    assert goal.completed(own) is (own in joins)


# ---- pairings of the plane --------------------------------------------------


def plane(shapes: str, lattice: str, *pairs: str) -> str:
    lines = ["harary proof 1", f"plane {shapes}", f"lattice {lattice}"]
    lines += [f"pair {pair}" for pair in pairs]
    return "\n".join([*lines, f"end {len(pairs)}"]) + "\n"


#: Bricks: each row of dominoes is moved by one.
BRICKS = plane("XX/XX", "2 1 1", "0 0 1 0")


def test_pairings_of_the_plane() -> None:
    assert verdict(BRICKS).claims == ["a pairing of period 2x1+1 stops it on the plane"]
    # The same bricks, from other cells and by another lattice.
    verdict(plane("XX/XX", "2 1 1", "-7 4 -6 4"))
    verdict(plane("XX/XX", "2 2 0", "0 0 1 0", "1 1 2 1"))
    verdict(plane("XX/XX", "4 1 3", "0 0 1 0", "2 0 3 0"))
    # Bricks that stand, and a drawing that keeps its orientation.
    verdict(plane("XX/XX", "2 1 1", "0 0 0 1"))
    verdict(plane("XXX=", "2 1 0", "0 0 1 0"))
    verdict(plane("XX/XX+XXX/XXX", "2 1 1", "0 0 1 0"))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("2 1 1", "2 1 0", "no pair in XX/XX"),
        ("2 1 1", "3 1 1", "no pair in XX/XX"),
        ("0 0 1 0", "0 0 2 0", "is in two pairs"),
        ("0 0 1 0", "0 0 0 0", "is in two pairs"),
        ("0 0 1 0", "0 0 3 0", "no pair in XX/XX"),
        ("pair 0 0 1 0\nend 1", "pair 0 0 1 0\npair 1 0 2 0\nend 2", "is in two pairs"),
        ("pair 0 0 1 0\nend 1", "end 0", "no pair in XX/XX"),
        ("XX/XX", "XX/XX+XXX", "no pair in XXX"),
        ("XX/XX", "XX", "no pair in XX"),
        ("XX/XX", "row4", "no pair in row4"),
        ("XX/XX", "X", "no pair in X"),
        ("XX/XX", "fatty", "'fatty' is no drawing"),
        ("2 1 1", "2 1 2", "expected a shift below the width"),
        ("2 1 1", "0 1 0", "the lattice"),
        ("2 1 1", "2 0 1", "the lattice"),
        ("2 1 1", "999 999 1", "the lattice"),
        ("2 1 1", "2 1", "expected: lattice"),
        ("0 0 1 0", "0 0 1", "expected: pair X Y X Y"),
        ("0 0 1 0", "0 0 1 x", "'x' is no number"),
        ("0 0 1 0", "0 0 1 --1", "'-1' is no number"),
        ("end 1", "end 2", "the end counts 2 entries, there were 1"),
        ("end 1", "proved 1", "expected a pair or the end"),
        ("end 1\n", "end 1\n1\n", "something follows the end"),
    ],
)
def test_a_pairing_of_the_plane_that_is_none(old: str, new: str, reason: str) -> None:
    rejected(changed(BRICKS, old, new), reason)


def test_the_pairing_in_the_documentation() -> None:
    page = (Path(harary.__file__).parents[2] / "docs/proof-format.md").read_text()
    [text] = re.findall(r"```text\n(harary proof 1\nplane .*?)```", page, re.DOTALL)
    verdict(text)


# ---- files that would eat the machine ---------------------------------------


def peak(text: bytes, reason: str) -> int:
    """The most memory that rejecting a file takes."""
    tracemalloc.start()
    try:
        rejected(text, reason)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_line_of_a_million_entries() -> None:
    text = (DOMINO.encode().split(b"end")[0] + b"1 - - 0 won " * 2_000_000) + b"\n"
    assert peak(text, "line 9: a line of more than 1000000 bytes") < 60_000_000


def test_a_gzip_bomb() -> None:
    # A gigabyte of one line, and a gigabyte of lines in a listing: a megabyte on disk.
    block = gzip.compress(b"| " + b"a" * 999_990 + b"\n", 9, mtime=0)
    head = gzip.compress(b"harary proof 1\ngame pg 0\n", mtime=0)
    assert peak(head + block * 1000, "a listing that is too long") < 300_000_000
    line = gzip.compress(b"a" * 1_000_000, 9, mtime=0)
    assert peak(head + line * 1000, "a line of more than 1000000 bytes") < 20_000_000


def test_a_bound_of_many_stones() -> None:
    text = changed(LEAVES["pairs"][0], "does not win", "does not win within 999999999")
    verdict(text)
    verdict(changed(text, "pairs a2-a3", "potential"))
    # No game has more stones than cells, so this is the same as within 4.
    text = changed(text, "pairs a2-a3", "out-of-stones")
    verdict(text)
    assert peak(changed(text, "XXX@1x4", "XX@1x4").encode(), "lacks no more") < 10_000_000
    rejected(changed(text, "999999999", "9999999999"), "claim 'maker does not win within")


def test_one_set_of_many_cells() -> None:
    # Its pairs are many, so they are not all counted at a time.
    text = proof("row1000@1x1000:weak", "maker wins", "- - 0 beck").encode()
    assert peak(text, "the sum is too small") < 10_000_000


def test_a_drawing_of_many_cells() -> None:
    text = proof("X" * 500_000 + "@2x2x2x2x2x2", "black wins", "- - 0 won").encode()
    assert peak(text, "a drawing of 500000 cells") < 200_000_000


def test_families_and_entries_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "MAX_SET_BYTES", 1_000)
    verdict(DOMINO)
    rejected(changed(DOMINO, "XX@1x3", "XX@3x3"), "too many winning sets")
    rejected(
        proof(listed("abcdef", "a b c d e f ab bc", None, "b"), "maker wins"), "too many winning"
    )
    monkeypatch.undo()
    monkeypatch.setattr(check, "MAX_ENTRY_BYTES", 2_100)
    verdict(DOMINO)
    monkeypatch.setattr(check, "MAX_ENTRY_BYTES", 1_600)
    rejected(DOMINO, "more than 3 entries at a time: forget some")
    verdict(changed(DOMINO, "4 - -", "forget 1-2\n4 - -"))
    monkeypatch.setattr(check, "MAX_SYMMETRY_CELLS", 2)
    rejected(
        changed(MIRROR, "symmetry 1", "symmetry 1 a3 a2 a1\nsymmetry 2"), "too many symmetries"
    )
    monkeypatch.undo()
    monkeypatch.setattr(check, "MAX_CLAIMS", 1)
    rejected(DOMINO.replace("end 4", DOMINO.partition("3\n")[2]), "more than 1 claims")
    monkeypatch.setattr(check, "MAX_LISTING", 200)
    rejected(RACE, "a listing that is too long")


# ---- files and programs -----------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"harary proof",
        b"harary proof 2\n",
        b"harary proof 01\n",
        b"harary proof 1 \n",
        b"Harary proof 1\n",
        b"\xef\xbb\xbfharary proof 1\n",
        b"harary proof 1\r\n",
        b"\xff\xfe\x00",
        b"\x1f\x8b",
        b"\x1f\x8b\x08" + b"\x00" * 30,
        b"\x00" * 100,
        gzip.compress(b"nothing", mtime=0),
        gzip.compress(b"", mtime=0),
    ],
)
def test_what_is_no_proof(data: bytes) -> None:
    with pytest.raises(check.Unreadable, match="this"):
        verdict(data)


WORDS = sorted({*DOMINO.split(), *MIRROR.split(), *BRICKS.split(), "pairs", "potential", "pg", "|"})
PIECES = st.one_of(
    st.sampled_from(WORDS), st.integers(-2, 10**10).map(str), st.text(max_size=4), st.just("\n")
)


@given(
    st.one_of(
        st.binary(),
        st.lists(PIECES, max_size=30).map(lambda words: "harary proof 1\n" + " ".join(words)),
        st.lists(PIECES, max_size=9).map(
            lambda words: DOMINO.partition("1 a2")[0] + " ".join(words)
        ),
    )
)
@settings(max_examples=400)
def test_nothing_breaks_the_checker(given_text: str | bytes) -> None:
    data = given_text if isinstance(given_text, bytes) else given_text.encode(errors="replace")
    for file in (data, gzip.compress(data, mtime=0)):
        try:
            verdict(file)
        except (check.Invalid, check.Unreadable):
            continue


@pytest.mark.parametrize("bad", [b"\xff", b"\x80abc", b"\xed\xa0\x80"])
def test_what_is_no_text(bad: bytes) -> None:
    rejected(DOMINO.encode().replace(b"black", bad), "a line that is no UTF-8 text")
    rejected(DOMINO.encode().replace(b"claim", b"| " + bad + b"\nclaim"), "no UTF-8 text")
    rejected(DOMINO.replace("black", "bläck"), "a letter that is not ASCII")
    rejected(DOMINO.replace("claim", "| ä\nclaim"), "expected a claim or the end")


def test_letters_in_a_listing() -> None:
    text = "#times\nt1\n#blackturns\nt1\n#positions\nä ß\n#blackwins\nä\n"
    file = changed(relisted(text), "proved 1\nend 0", "1 - - 0 completes 1\nproved 1\nend 1")
    assert verdict(file).claims == ["Maker wins"]
    assert parse_pg(text).black_sets == ((0,),)


def run(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """The checker alone: no site, no settings of the environment, an empty directory."""
    return subprocess.run(
        [sys.executable, "-I", "-S", str(CHECK), *map(str, arguments)],
        cwd=cwd,
        env={"PATH": os.defpath, "LC_ALL": "C"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_the_program_alone(tmp_path: Path) -> None:
    good, bad, none = tmp_path / "good", tmp_path / "bad", tmp_path / "none"
    good.write_text(DOMINO)
    bad.write_text(changed(DOMINO, "reply a1:2 pass:1", "reply pass:1"))
    none.write_text("nothing\n")
    empty = tmp_path / "empty"
    empty.mkdir()
    found = run(good, cwd=empty)
    assert (found.returncode, found.stdout, found.stderr) == (
        0,
        "VALID XX@1x3: Black wins (4 entries)\n",
        "",
    )
    found = run(bad, cwd=empty)
    assert found.returncode == 1
    assert found.stdout == "INVALID line 6: the zone misses a1, which the pass needs\n"
    for file in (none, tmp_path / "missing", tmp_path):
        found = run(file, cwd=empty)
        assert (found.returncode, found.stdout) == (2, "")
        assert found.stderr.startswith("check: error: ")
    assert run(cwd=empty).returncode == 2
    assert run("--nonsense", good, cwd=empty).returncode == 2
    assert run("--help", cwd=empty).returncode == 0
    # The worst of several counts.
    assert run(good, bad, cwd=empty).returncode == 1
    assert run(none, bad, good, cwd=empty).returncode == 2
    assert run("--quiet", good, cwd=empty).stdout == ""
    assert '"valid": true' in run("--json", good, cwd=empty).stdout
    assert '"valid": false' in run("--json", bad, cwd=empty).stdout
    assert not list(empty.iterdir())


def test_letters_of_a_file_do_not_break_the_program(tmp_path: Path) -> None:
    file = tmp_path / "odd"
    file.write_text(relisted("#ä\x1b[2J\n#ä\x1b[2J\n"), encoding="utf-8")
    found = run(file, cwd=tmp_path)
    assert found.returncode == 1, found.stderr
    assert "\x1b" not in found.stdout


def test_the_checker_imports_the_standard_library_only() -> None:
    tree = ast.parse(CHECK.read_text())
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            assert node.module is not None
            names.add(node.module.split(".")[0])
        elif isinstance(node, ast.Name):
            assert node.id not in ("__import__", "exec", "eval")
    assert names <= set(sys.stdlib_module_names)
    assert "harary" not in names
