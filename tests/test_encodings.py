"""Every encoding against the rules of play, on small games of all kinds.

The formula is decided by an evaluator written for these tests, the game by the oracle; the
two share nothing but the game.
"""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from harary import Player, PositionalGame, Rule, Verdict, game
from harary.encodings import ENCODINGS, EncodingError, encode
from harary.qbf import Formula, simplify
from harary.search import Oracle
from tests.qbf_evaluator import evaluate
from tests.strategies import small_games

#: Each way of writing a formula that is exact: encoding, options.
EXACT: dict[str, tuple[str, dict[str, object]]] = {
    "cor-plus": ("cor-plus", {}),
    "cor-plus ordered": ("cor-plus", {"ordered": True}),
    "cor-plus printed": ("cor-plus", {"form": "printed"}),
    "dys": ("dys", {}),
    **{
        f"{name} without {group}": (name, {"without": [group]})
        for name in ("cor-plus", "dys")
        for group, _ in ENCODINGS[name].optional_groups
    },
    "dys without all": (
        "dys",
        {"without": [group for group, _ in ENCODINGS["dys"].optional_groups]},
    ),
}
COVERS: dict[str, dict[str, object]] = {
    "cover": {},
    "cover without all": {"without": [group for group, _ in ENCODINGS["cover"].optional_groups]},
}
relaxed = settings(max_examples=40, suppress_health_check=list(HealthCheck), deadline=None)


def wins(played: PositionalGame, player: Player, length: int) -> bool:
    """The oracle's word: the player completes a set within the length."""
    verdict = Oracle(played, length).verdict()
    return verdict is Verdict.win(player, played.rule) and verdict is not Verdict.BREAKER


def formula_of(
    played: PositionalGame, name: str, length: int | None, options: dict[str, object]
) -> Formula:
    """The formula, or the example is no use."""
    try:
        return encode(played, name, length, **options)
    except EncodingError:
        assume(False)
        raise AssertionError from None


@pytest.mark.parametrize("way", EXACT)
@given(st.data())
@relaxed
def test_a_formula_says_who_wins(way: str, data: st.DataObject) -> None:
    name, options = EXACT[way]
    played = data.draw(small_games(4 if name == "dys" else 5))
    length = data.draw(st.none() | st.integers(0, played.stones))
    view = data.draw(st.sampled_from(Player))
    symmetry = data.draw(st.booleans())
    formula = formula_of(played, name, length, {**options, "view": view, "symmetry": symmetry})
    assert formula.question is not None
    assert formula.question.exact
    assert evaluate(formula) == wins(played, view, formula.question.length)


@pytest.mark.parametrize("way", COVERS)
@given(small_games(), st.data())
@relaxed
def test_cover_is_sound(way: str, played: PositionalGame, data: st.DataObject) -> None:
    length = data.draw(st.none() | st.integers(0, played.stones))
    view = data.draw(st.sampled_from(Player))
    formula = formula_of(played, "cover", length, {**COVERS[way], "view": view})
    assert formula.question is not None
    assert not formula.question.exact
    if evaluate(formula):
        assert wins(played, view, formula.question.length)


@given(small_games())
@relaxed
def test_pairing_is_sound_and_grows(played: PositionalGame) -> None:
    """True at some even length just if Breaker wins the weak game; once true, always true."""
    lengths = range(0, played.stones + 1, 2)
    answers = [evaluate(formula_of(played, "pairing", length, {})) for length in lengths]
    assert answers == sorted(answers)
    weak = Oracle(played.with_rule(Rule.WEAK)).verdict()
    if any(answers):
        assert weak is Verdict.BREAKER
    if played.stones == played.free_cells:
        # The largest even length leaves one cell at most: no room for a pair.
        assert any(answers) == (weak is Verdict.BREAKER)


#: Games whose strong and weak verdicts differ, and games of more cells than the random ones.
LARGER = [
    ("tippy@3x3", 9),
    ("row3@3x3", 5),
    ("row3@3x3:weak", 7),
    ("el@3x3:torus,p=2,q=1", 5),
    ("domino@4x3:p=2,q=2", 4),
    ("hex@3x3", 7),
    ("hex@3x3:turn=white", 7),
    ("el@4x3:weak,r=2", 5),
    ("row2@2x2x2:weak", 4),
    ("tic@3x4", 5),
]


#: Of these the evaluator needs minutes as DYS.
LONG_AS_DYS = {"tippy@3x3", "hex@3x3", "hex@3x3:turn=white", "tic@3x4", "row3@3x3:weak"}


@pytest.mark.parametrize(
    ("text", "length", "way"),
    [
        pytest.param(
            text,
            length,
            way,
            marks=[pytest.mark.slow] if way == "dys" and text in LONG_AS_DYS else [],
        )
        for text, length in LARGER
        for way in ("cor-plus", "cor-plus printed", "dys")
    ],
)
def test_larger_games(text: str, length: int, way: str) -> None:
    name, options = EXACT[way]
    played = game(text)
    for view in Player if played.rule is Rule.STRONG else [Player.BLACK]:
        formula = simplify(encode(played, name, length, view=view, **options)).formula
        assert formula.question is not None
        assert evaluate(formula) == wins(played, view, formula.question.length), view


SHAPES = [
    "domino",
    "el",
    "tic",
    "elly",
    "el+tic",
    "domino=",
    "X.X",
    "XX.X",
    "X.X+el",
    "XX/.X=",
    "X..X",
    "X.X/.X.",
    "row2",
    "row3",
]
BOARDS = [
    "4x2",
    "6x1",
    "3x3",
    "3x3:torus",
    "4x2:torus",
    "4x2:weak",
    "6x1:weak",
    "7x1:weak",
    "7x1:torus,weak",
]


@pytest.mark.filterwarnings("ignore::harary.errors.HararyWarning")
def test_what_cover_misses_is_counted() -> None:
    """COVER on small boards and tori: never wrong, and the wins that it does not see."""
    counts: Counter[str] = Counter()
    missed = []
    for shape, board in itertools.product(SHAPES, BOARDS):
        played = game(f"{shape}@{board}")
        for length in (3, 5, 7):
            if length > played.stones or not played.black_sets:
                continue
            claimed = evaluate(simplify(encode(played, "cover", length)).formula)
            true = wins(played, Player.BLACK, length)
            assert true or not claimed
            counts["found" if claimed else "missed" if true else "not won"] += 1
            if true and not claimed:
                missed.append((str(played), length))
    assert missed == [("XX/.X=@3x3:torus", 7)]
    assert counts == {"found": 145, "missed": 1, "not won": 155}
