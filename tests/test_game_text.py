"""The game text: every family reads back, canonical forms, clear errors."""

from __future__ import annotations

import pickle
import warnings

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import harary
from harary.errors import HararyWarning, InputError
from harary.games import ConnectionGoal, parse_game
from tests.strategies import game_texts, legal_game, quiet_game


@given(game_texts())
def test_a_game_text_reads_back(text: str) -> None:
    game = legal_game(text)
    again = quiet_game(str(game))
    assert again == game
    assert str(again) == str(game)
    assert hash(again) == hash(game)


@given(game_texts(most_cells=16))
def test_games_pickle_through_their_text(text: str) -> None:
    game = legal_game(text)
    data = pickle.dumps(game)
    assert len(data) < 2000
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HararyWarning)
        assert pickle.loads(data) == game


@given(game_texts(most_cells=16))
def test_what_is_shown_of_a_game_gives_it_back(text: str) -> None:
    game = legal_game(text)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HararyWarning)
        assert eval(repr(game)) == game


def test_what_is_shown_of_a_game_without_a_text_is_short() -> None:
    small = harary.PositionalGame.hypergraph("abc", ["ab", "bc"])
    assert repr(small) == (
        "<PositionalGame #times; t1 t2 t3; #blackturns; t1 t3; #positions; a b c; "
        "#blackwins; a b; b c>"
    )
    assert len(repr(harary.game("snaky@8x8").explicit())) < 1100
    rest = harary.Position(harary.game("hex@11x11")).rest()
    assert repr(rest) == "<PositionalGame by connectivity on 121 cells>"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("snaky@8x8", "snaky@8x8"),
        ("SNAKY@8x8:weak", "snaky@8x8:weak"),
        ("tippy@4x4:torus", "tippy@4x4:torus"),
        ("tippy@4x4:torus,p=2,q=1", "tippy@4x4:torus,p=2,q=1"),
        ("tippy@4x4:q=1,p=2,torus", "tippy@4x4:torus,p=2,q=1"),
        ("tic+el@5x5", "el+tic@5x5"),
        ("el+tic+el@5x5", "el+tic@5x5"),
        ("****./...**=@11x11", "XXXX./...XX=@11x11"),
        ("XXXX./...XX@11x11", "snaky@11x11"),
        (".X/X.@3x3", "X./.X@3x3"),
        ("row5@15x15", "row5@15x15"),
        ("row4@4x4x4", "row4@4x4x4"),
        ("row6@19x19:p=2,q=1", "row6@19x19:p=2,q=1"),
        ("row6@19x19:p=2", "row6@19x19:p=2,q=2"),
        ("el@6x6:weak,r=2", "el@6x6:weak,r=2"),
        ("el@6x6:p=1,q=1,r=1", "el@6x6"),
        ("el@6x6:r=2,turn=white", "el@6x6:r=2,turn=white"),
        ("el@6x6:r=2,turn=white,q=1", "el@6x6:p=1,q=1,r=2,turn=white"),
        ("hex@7x7", "hex@7x7"),
        ("hex@5x5:white=a1,black=c3-b2", "hex@5x5:black=b2-c3,white=a1"),
        ("hex@5x5:turn=white", "hex@5x5:turn=white"),
        ("el@3x3:first=b2-a1", "el@3x3:first=a1-b2"),
        ("pentomino-f@5x5", "f-pentomino@5x5"),
        (" el@3x3 ", "el@3x3"),
    ],
)
def test_canonical_texts(text: str, canonical: str) -> None:
    assert str(harary.game(text)) == canonical


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no '@'"),
        ("snaky", "no '@'"),
        ("snaky@", "expected sizes"),
        ("@3x3", "empty shape"),
        ("el+@3x3", "empty shape"),
        ("snakey@8x8", "did you mean snaky"),
        ("el@3", "2 to 6 dimensions"),
        ("el@3x", "expected sizes"),
        ("el@0x3", "at least one cell"),
        ("el@99999x99999", "at most 4096"),
        ("tippy@100000x100000", "at most 4096"),
        ("tippy@" + "9" * 10_000 + "x3", "at most 4096"),
        ("nothing", "or a .pg or .hex file"),
        ("el@3x3:", "unknown option ''"),
        ("el@3x3:toras", "unknown option 'toras'"),
        ("el@3x3:torus,torus", "twice"),
        ("el@3x3:torus=1", "write torus"),
        ("el@3x3:p", "write p=..."),
        ("el@3x3:p=0", "number of stones"),
        ("el@3x3:p=two", "number of stones"),
        ("el@3x3:p=99999999999999999999", "number of stones"),
        ("el@3x3:p=²", "number of stones"),
        ("el@3x3:turn=red", "black or white"),
        ("el@3x3:black=d4", "d4"),
        ("el@3x3:black=a1-a1", "listed twice"),
        ("el@3x3:black=a1,white=a1", "black and a white stone"),
        ("el@3x3:black=", "joined by '-'"),
        ("el@3x3:first=a1,black=a1", "no free cell"),
        ("hex+el@3x3", "stands alone"),
        ("hex@3x3x3", "two sizes"),
        ("hex@3x3:torus", "no torus"),
        ("row0@3x3", "at least one cell"),
        ("row@3x3", "no shape 'row'"),
        ("00101121@4x4", "no shape"),
        ("00101121=@4x4", "no shape"),
        ("pg:0123", "by its hash"),
        ("el@3x3:black=a1-a2-b1,white=a3-b3-c3,weak", None),
        ("el@3x3:black=a1-a2-b1,white=a3-b3-b2", "both players"),
        ("x" * 30_000, "characters"),
        ("nothing.pg", "no such file"),
        ("nothing.hex", "no such file"),
    ],
)
def test_bad_texts_say_what_is_wrong(text: str, says: str | None) -> None:
    if says is None:
        harary.game(text)
        return
    with pytest.raises(InputError) as caught:
        harary.game(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@given(st.text(alphabet="elxXrowhexsnaky@:,=+-./*0123456789 \nab", max_size=40))
@example("hex@1x1:first=a1")
@example("row1@1x1")
@example("X@1x1:p=4096,q=4096")
def test_any_text_gives_a_game_or_one_line(text: str) -> None:
    try:
        game = quiet_game(text)
    except InputError as error:
        assert "\n" not in str(error)
    else:
        assert parse_game(str(game)) == game


@given(st.text(max_size=60))
def test_any_unicode_gives_a_game_or_one_line(text: str) -> None:
    try:
        quiet_game(text)
    except InputError as error:
        assert str(error)


def test_a_shape_that_fits_nowhere_gives_a_game_and_a_warning() -> None:
    with pytest.warns(HararyWarning, match="snaky fits nowhere on 3x3"):
        game = harary.game("snaky@3x3")
    assert game.dead
    assert game.black_sets == ()


def test_rule_overrides() -> None:
    assert str(harary.game("el@3x3", rule="weak")) == "el@3x3:weak"
    assert str(harary.game("el@3x3:weak,p=2,q=1", rule="strong")) == "el@3x3:p=2,q=1"
    assert str(harary.game("el@3x3:weak", rule="weak")) == "el@3x3:weak"
    with pytest.raises(InputError, match="strong or weak"):
        harary.game("el@3x3", rule="odd")


def test_weak_games_give_white_no_sets() -> None:
    game = harary.game("el@3x3:weak")
    assert game.black_sets
    assert game.white_sets == ()


def test_a_path_may_be_longer_than_python_s_stack() -> None:
    game = harary.game("hex@2000x1")
    assert game.white_sets == (tuple(range(2000)),)
    assert len(game.black_sets) == 2000


def test_hex_is_a_game_of_connection() -> None:
    game = harary.game("hex@19x19")
    assert isinstance(game.black_goal, ConnectionGoal)
    with pytest.raises(InputError, match="by connectivity"):
        game.black_goal.sets(0, 1000)
    with pytest.raises(InputError, match=r"^hex@9x9: more than 200000 minimal paths"):
        harary.game("hex@9x9").explicit()
