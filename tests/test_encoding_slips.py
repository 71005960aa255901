"""The papers' slips: for each that changes a verdict, a game where the printed form is wrong.

Each test builds the formula as it is printed, by changing ours, and the oracle disagrees with
it; ours agrees. So the correction is needed, and nobody undoes it by accident.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable

import pytest

from harary import Player, PositionalGame, Shape, Verdict, game
from harary.boards import Grid, placements
from harary.encodings import EncodeOptions, dys, encode
from harary.games import SetsGoal, normal_form
from harary.qbf import Formula, simplify
from harary.search import Oracle
from tests.formula_edits import Clause, edited, without
from tests.qbf_evaluator import evaluate
from tests.strategies import quiet_game


def truth(formula: Formula) -> bool:
    return evaluate(simplify(formula).formula)


def black_wins(played: PositionalGame, length: int | None = None) -> bool:
    return Oracle(played, length).verdict().winner is Player.BLACK


def ours_and_printed(played: PositionalGame, ours: Formula, printed: Formula) -> None:
    """Ours is right and the printed form is wrong."""
    assert ours.question is not None
    expected = black_wins(played, ours.question.length)
    assert truth(ours) == expected
    assert truth(printed) != expected


# DYS (000).


def test_dys_numbers_of_cheats() -> None:
    """C1 and C2 as printed: p stones are right in the first turn, q in the others."""
    played = game("domino@2x2:p=2,q=1")
    normal = normal_form(played, drop_dead=False)
    numbers = dys._Game(normal, EncodeOptions())
    assert numbers.stones == [1, 2]
    ours = dys._Builder(numbers).formula
    numbers.stones = [2, 1]
    ours_and_printed(played, ours, dys._Builder(numbers).formula)


def test_dys_move_rule_of_an_odd_last_turn() -> None:
    played = game("el@2x2")
    ours = encode(played, "dys", 3)
    printed = edited(
        ours,
        without(lambda label, clause: label == "move-1" and any("move(3," in x for x in clause)),
    )
    ours_and_printed(played, ours, printed)


def test_dys_cheats_of_two_categories_need_two_numbers() -> None:
    def collide(_label: str, clause: Clause) -> Iterable[Clause]:
        yield [x.replace("cheats2", "cheats1") for x in clause]

    played = game("domino@2x2")
    ours = encode(played, "dys")
    ours_and_printed(played, ours, edited(ours, collide))


def test_dys_category_four_is_for_the_first_turn() -> None:
    def claimable(label: str, clause: Clause) -> Iterable[Clause]:
        yield [*clause, "claimed"] if label == "cheat" and "-cheat(W,2)" in clause else clause

    played = game("domino@2x1")
    ours = encode(played, "dys")
    ours_and_printed(played, ours, edited(ours, claimable, ["claimed"]))


def test_dys_ends_an_even_number_of_turns_with_a_universal_move() -> None:
    """The printed prefix ends with a move of Black: White's last would be Black's to choose."""
    played = game("domino@2x1")
    ours = encode(played, "dys", 2)
    printed = edited(ours, without(lambda _label, _clause: False))
    assert [kind for kind, _, _ in ours.prefix] == ["e", "a", "e"]
    printed.blocks = [("e", first, last) for _, first, last in printed.blocks]
    ours_and_printed(played, ours, printed)


@pytest.mark.parametrize(
    ("view", "rule"),
    [
        # White's stones do not change on Black's turn.
        (Player.WHITE, lambda label, clause: label == "move-2" and clause[-1][:9] == "-stone(W,"),
        # White does not cheat there.
        (Player.BLACK, lambda label, clause: label == "win-3" and clause == ["-cheat(W,3)"]),
    ],
)
def test_dys_mirrored_for_white_reaches_an_odd_last_turn(
    view: Player, rule: Callable[[str, Clause], bool]
) -> None:
    """With the bounds of Black's rules, White's say nothing about the last turn of three."""
    played = PositionalGame.hypergraph("abcd", [], ["ab", "ac", "ad", "bc", "bd", "cd"])
    assert Oracle(played, 3).verdict() is Verdict.DRAW
    ours = encode(played, "dys", 3, view=view)
    printed = edited(
        ours,
        without(lambda label, clause: rule(label, clause) and any("3" in x for x in clause)),
    )
    assert printed.clause_count < ours.clause_count
    assert not truth(ours)
    assert truth(printed)


@pytest.mark.parametrize("name", ["dys", "cor-plus"])
def test_a_placement_on_a_torus_has_distinct_cells(name: str) -> None:
    played = quiet_game("tic@2x2:torus")
    assert isinstance(played.board, Grid)
    assert not played.black_sets
    # Three cells in a row on a width of two: the first and the last are the same.
    wrapped = SetsGoal(tuple(placements(played.board, Shape([(0, 0), (1, 0)]))))
    printed = dataclasses.replace(played, black_goal=wrapped, white_goal=wrapped, text=None)
    assert not truth(encode(played, name, 3))
    assert not black_wins(played, 3)
    assert truth(encode(printed, name, 3))


# COR+ (004).


def test_cor_plus_triangle_of_first_moves_reaches_the_centre() -> None:
    played = game("tippy@3x3")

    def triangle(label: str, clause: Clause) -> Iterable[Clause]:
        # i <= j <= n/2, with a division that rounds down: the corner cell alone.
        yield ["board(B,a1,1)"] if label == "(first)" else clause

    ours = encode(played, "cor-plus")
    ours_and_printed(played, ours, edited(ours, triangle))


def test_cor_plus_reads_a_first_move_list_by_who_moves_first() -> None:
    """A list that binds White's first move, read as Black's, changes the answer."""
    played = game("domino@4x1:weak,turn=white,first=a1")
    ours = encode(played, "cor-plus")

    def bind_black(label: str, clause: Clause) -> Iterable[Clause]:
        yield clause
        if label == "(10)":
            yield ["board(B,a1,1)"]

    ours_and_printed(played, ours, edited(ours, bind_black))


# COVER (001).


def test_cover_keeps_white_stones() -> None:
    def forbid(label: str, clause: Clause) -> Iterable[Clause]:
        if label == "3.29" and clause[0].startswith("-white"):
            yield [clause[0]]
            yield ["-" + clause[1]]
        else:
            yield clause

    played = game("domino@2x2:weak")
    ours = encode(played, "cover", 3)
    ours_and_printed(played, ours, edited(ours, forbid))


def test_cover_triangle_of_first_moves_is_for_squares() -> None:
    played = game("domino@3x1:weak")
    ours = encode(played, "cover", 3)

    def triangle(label: str, clause: Clause) -> Iterable[Clause]:
        # y from x: of the quadrant of two columns and one row the corner cell alone.
        yield ["black(1,a1)"] if label == "first" else clause

    ours_and_printed(played, ours, edited(ours, triangle))


#: White needs one stone outside the cover of Black's first.
OUTSIDE = PositionalGame.hypergraph("abcz", ["ab", "ac"], ["z"])


def test_cover_starts_to_count_at_nought() -> None:
    def undeclared(label: str, clause: Clause) -> Iterable[Clause]:
        # out(0,0) is in no prefix: a free variable that may be false.
        yield [*clause, "-start"] if label == "3.42" and "-time(2)" in clause else clause

    ours = encode(OUTSIDE, "cover", 3)
    ours_and_printed(OUTSIDE, ours, edited(ours, undeclared, ["start"]))


def test_cover_has_a_code_for_moves_outside() -> None:
    """With bits for N codes only, four cells leave none for a move outside."""
    ours = encode(OUTSIDE, "cover", 3)
    printed = edited(ours, without(lambda label, _clause: label == "3.42"))
    ours_and_printed(OUTSIDE, ours, printed)


#: The same with a cell more, so that Black may have won before White's second move.
LONGER = PositionalGame.hypergraph("abcdz", ["ab", "ac", "ad"], ["z"])


def test_cover_counts_last_at_an_even_time() -> None:
    """3.47 at an odd end names a counter that no prefix declares: a free variable."""

    def undeclared(label: str, clause: Clause) -> Iterable[Clause]:
        yield [x if x != "-out(2,1)" or label != "3.47" else "-free" for x in clause]

    ours = encode(OUTSIDE, "cover", 3)
    ours_and_printed(OUTSIDE, ours, edited(ours, undeclared, ["free"]))


def test_cover_never_forgets_a_move_outside() -> None:
    """Not a slip: 3.44 matters where the game is over before the last time."""
    ours = encode(LONGER, "cover", 5)
    ours_and_printed(LONGER, ours, edited(ours, without(lambda label, _clause: label == "3.44")))


def test_cor_plus_has_no_bit_too_many() -> None:
    """At a power of two the printed interval names one more bit, which would be free."""

    def one_more(label: str, clause: Clause) -> Iterable[Clause]:
        yield [*clause, "more"] if label == "(7)" else clause

    played = game("tic@4x2")
    ours = encode(played, "cor-plus", 5)
    ours_and_printed(played, ours, edited(ours, one_more, ["more"]))
