"""The edges of the encodings, clause by clause: nothing to win, one cell, no stones."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harary import Player, PositionalGame, Verdict, game
from harary.boards import Grid
from harary.encodings import (
    ENCODINGS,
    EncodeOptions,
    EncodingError,
    cor_plus,
    encode,
    encoding,
)
from harary.errors import InputError
from harary.games import normal_form
from harary.qbf import BitCode, Formula, simplify
from harary.search import Oracle
from tests.qbf_evaluator import evaluate
from tests.strategies import quiet_game, small_games


def clauses(formula: Formula) -> dict[str, list[str]]:
    """The clauses by group, with names."""
    names = formula.names()
    listed = formula.clauses()
    found: dict[str, list[str]] = {}
    for group in formula.groups:
        for _ in range(group.clauses):
            literals = [("-" if x < 0 else "") + names[abs(x)] for x in next(listed)]
            found.setdefault(group.label, []).append(" ".join(literals))
    return found


def prefix(formula: Formula) -> list[str]:
    names = formula.names()
    return [
        " ".join([kind, *(names[v] for v in range(first, last + 1))])
        for kind, first, last in formula.prefix
    ]


def test_one_cell() -> None:
    """No bits are needed to name the only cell."""
    formula = encode(game("elam@1x1"), "cor-plus")
    assert prefix(formula) == [
        "e board(B,a1,0) board(W,a1,0) time(1) board(B,a1,1) board(W,a1,1) win(0)"
    ]
    assert clauses(formula) == {
        "(2)": ["-board(B,a1,0)", "-board(W,a1,0)"],
        "(3)": ["-board(B,a1,0) -board(W,a1,0)", "-board(B,a1,1) -board(W,a1,1)"],
        "(4)": ["-board(B,a1,0) board(B,a1,1)", "-board(W,a1,0) board(W,a1,1)"],
        "(6)": ["time(1) board(B,a1,0) -board(B,a1,1)", "time(1) board(W,a1,0) -board(W,a1,1)"],
        "(first)": ["board(B,a1,1)"],
        "(10)": ["win(0)"],
        "(11)": ["-win(0) board(B,a1,1)"],
        "(12)": ["-board(W,a1,1)"],
        "(13)": ["win(0) -board(B,a1,1)"],
    }
    assert evaluate(formula)


def test_one_cell_printed() -> None:
    formula = encode(game("elam@1x1"), "cor-plus", form="printed")
    assert prefix(formula) == ["e time(1) board(B,a1,1) board(W,a1,1) win(0)"]
    assert clauses(formula) == {
        "(3)": ["-board(B,a1,1) -board(W,a1,1)"],
        "(5)": ["-board(W,a1,1)"],
        "(6)": ["time(1) -board(B,a1,1)", "time(1) -board(W,a1,1)"],
        "(first)": ["board(B,a1,1)"],
        "(10)": ["win(0)"],
        "(11)": ["-win(0) board(B,a1,1)"],
        "(12)": ["-board(W,a1,1)"],
        "(13)": ["win(0) -board(B,a1,1)"],
    }


def test_one_cell_dys() -> None:
    formula = encode(game("elam@1x1"), "dys")
    found = clauses(formula)
    # Two stones cannot be placed on one cell; none can, by leaving it free.
    assert "cheat-1" not in found
    assert found["cheat-2"] == [
        "gameover(1) -cheats2(B,1,0) -move(1,a1)",
        "gameover(1) cheats2(B,1,0) move(1,a1)",
    ]
    assert found["symmetry"] == [
        "gameover(1) move(1,a1) cheats4(B)",
        "gameover(1) -move(1,a1) -cheats4(B)",
    ]
    assert evaluate(formula)


def test_one_cell_pairing() -> None:
    formula = encode(game("elam@1x1"), "pairing")
    assert formula.prefix == []
    assert clauses(formula) == {"P8": [""]}
    assert not evaluate(formula)


@pytest.mark.parametrize("name", ["cor-plus", "dys"])
def test_no_winning_set(name: str) -> None:
    formula = encode(quiet_game("skinny@2x2"), name)
    assert "(11)" not in clauses(formula)
    assert "shape" not in clauses(formula)
    assert not evaluate(formula)


def test_no_winning_set_pairing() -> None:
    """Nothing to stop: true without a stone."""
    formula = encode(quiet_game("skinny@2x2"), "pairing", 0)
    assert formula.clause_count == 0
    assert evaluate(formula)


def test_cover_forbids_each_white_set_wherever_its_cells_are() -> None:
    """3.47: for each number of moves outside, each choice of that many cells of each set."""
    played = PositionalGame.hypergraph("abcz", ["ab", "bc"], ["z", "ac"])
    assert clauses(encode(played, "cover", 3))["3.47"] == [
        "-out(2,0) -white(3,z)",
        "-out(2,0) -white(3,a) -white(3,c)",
        "-out(2,1) incoverP(z)",
        "-out(2,1) incoverP(a) -white(3,c)",
        "-out(2,1) -white(3,a) incoverP(c)",
        "-out(2,2) incoverP(a) incoverP(c)",
    ]


def test_no_stones() -> None:
    formula = encode(game("domino@2x1"), "cor-plus", 0)
    assert prefix(formula) == ["e board(B,a1,0) board(B,b1,0) board(W,a1,0) board(W,b1,0) win(0)"]
    assert "(first)" not in clauses(formula)
    assert not evaluate(formula)
    assert not evaluate(encode(game("domino@2x1"), "dys", 0))
    assert evaluate(encode(game("elam@2x1"), "cor-plus", 1))


def test_a_last_turn_of_the_opponent_changes_nothing() -> None:
    """The paired form drops it; so an even length is the odd one below."""
    even, odd = (encode(game("tippy@3x3"), "cor-plus", length) for length in (6, 5))
    assert even.buffer.tolist() == odd.buffer.tolist()


@pytest.mark.parametrize(("cells", "bits"), [(1, 0), (2, 1), (4, 2), (5, 3), (8, 3), (9, 4)])
def test_bits_at_powers_of_two(cells: int, bits: int) -> None:
    """N cells are numbered from 0: a power of two needs no bit more."""
    formula = encode(game(f"elam@{cells}x1"), "cor-plus", 1)
    assert sum(name.startswith("moveB") for name in formula.names().values()) == bits
    cover = encode(game(f"elam@{cells}x1"), "cover", 1)
    # One code more, for the moves outside the cover.
    more = sum(name.startswith("moveB") for name in cover.names().values())
    assert more == cells.bit_length()


def test_stones_leave_the_board() -> None:
    """A set that the opponent's stones touch goes; own stones leave their sets."""
    played = game("domino@3x1:weak,black=a1")
    formula = encode(played, "cor-plus", 1)
    assert clauses(formula)["(11)"] == [
        "-win(0) board(B,b1,1)",
        "-win(1) board(B,b1,1)",
        "-win(1) board(B,c1,1)",
    ]
    blocked = encode(game("domino@3x1:weak,white=b1"), "cor-plus", 1)
    assert "(11)" not in clauses(blocked)
    assert not any("a1" in name for name in blocked.names().values())


@pytest.mark.parametrize("name", ["cor-plus", "dys", "cover"])
def test_a_set_that_stones_complete(name: str) -> None:
    won = encode(PositionalGame.hypergraph("abc", ["ab"], ["bc"], black="ab"), name)
    assert won.clause_count == 0
    lost = encode(PositionalGame.hypergraph("abc", ["ab"], ["bc"], white="bc"), name)
    assert clauses(lost) == {"decided": [""]}
    assert not evaluate(lost)


def test_a_torus_that_wraps() -> None:
    played = game("tic@3x1:torus")
    assert isinstance(played.board, Grid)
    assert [len(played.black_sets), len(played.white_sets)] == [1, 1]
    assert clauses(encode(played, "cor-plus"))["(12)"] == [
        "-board(W,a1,2) -board(W,b1,2) -board(W,c1,2)"
    ]


def test_first_moves() -> None:
    """A list binds whoever moves first; the corner and the centre are Black's only."""
    centre = clauses(encode(game("tippy@5x5:torus"), "cor-plus", 1))["(first)"]
    assert centre == ["board(B,c3,1)"]
    corner = clauses(encode(game("tippy@5x5"), "cor-plus", 1))["(first)"]
    assert corner == [" ".join(f"board(B,{c},1)" for c in ("a1", "a2", "a3", "b2", "b3", "c3"))]
    quadrant = clauses(encode(game("tippy@4x5"), "cor-plus", 1))["(first)"]
    assert quadrant == [" ".join(f"board(B,{c}{r},1)" for c in "ab" for r in (1, 2, 3))]
    listed = encode(game("tippy@5x5:first=b1-e5"), "cor-plus", 1)
    assert clauses(listed)["(first)"] == ["board(B,b1,1) board(B,e5,1)"]
    white = encode(game("el@2x2:turn=white,first=b1"), "cor-plus", 2)
    assert "(first)" not in clauses(white)
    assert clauses(white)["(7)"] == [
        "moveW(1,0,0) -moveW(1,0,1) -time(1) board(B,b1,0) board(W,b1,1)"
    ]
    free = encode(game("tippy@5x5"), "cor-plus", 1, symmetry=False)
    assert "(first)" not in clauses(free)


def test_the_first_move_can_be_read_off_an_assignment() -> None:
    formula = encode(game("domino@2x2:black=a1"), "cor-plus", 1)
    assert formula.question is not None
    code = formula.question.first_move
    assert code is not None
    names = {name: number for number, name in formula.names().items()}
    bits = [names[name] for name in names if name.startswith("moveB(1,0")]
    assert len(bits) == 2
    read = [code.decode([bits[0] * a, bits[1] * b]) for a in (-1, 1) for b in (-1, 1)]
    assert sorted(read) == [[], ["a2"], ["b1"], ["b2"]]  # one code names no cell
    # Where a list binds the first stone of several, its cell is named first.
    double = encode(game("domino@4x1:p=2,q=2,first=d1"), "cor-plus", 2).question
    assert double is not None
    assert isinstance(double.first_move, BitCode)
    c1, d1 = double.first_move.stones
    spelled = [-c1[0], c1[1], d1[0], d1[1]]
    assert double.first_move.decode(spelled) == ["d1", "c1"]
    cells = encode(game("domino@2x2"), "dys", 1).question
    assert cells is not None
    assert cells.first_move is not None
    assert cells.player is Player.BLACK


@pytest.mark.parametrize("name", ["cor-plus", "dys"])
@pytest.mark.parametrize(
    ("text", "wins"),
    [
        # The list is what decides: another first move would win, or lose.
        ("domino@3x1:first=a1", False),
        ("domino@3x1:first=b1", True),
        ("domino@4x1:weak,turn=white,first=a1", True),
        ("domino@4x1:weak,turn=white,first=b1", False),
        ("domino@4x1:p=2,q=2,first=d1", True),
    ],
)
def test_a_first_move_list_decides(name: str, text: str, wins: bool) -> None:
    assert (Oracle(game(text)).verdict().winner is Player.BLACK) == wins
    assert evaluate(encode(game(text), name)) == wins


def test_a_first_move_list_binds_the_blocked_player() -> None:
    """PAIRING after two stones: from the corner Black is stopped, from the middle he is not."""
    for cell, answers in (("a1", [False, True]), ("b1", [False, False])):
        played = game(f"domino@3x1:weak,first={cell}")
        assert [evaluate(encode(played, "pairing", k)) for k in (0, 2)] == answers


@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize(
    ("text", "wins"),
    [
        ("tic@5x1:weak,r=2", False),
        ("domino@6x1:weak,r=2", False),
        ("domino@8x1:weak,r=2", False),
        ("elam@5x1:weak,r=3,turn=white", True),
        ("tic@7x1:weak,p=3,q=1,r=3", False),
        ("domino@7x1:weak,p=2,q=1,r=3", True),
        ("domino@8x1:weak,turn=white,q=3,r=3", False),
    ],
)
def test_several_white_stones_in_rising_order(text: str, wins: bool, ordered: bool) -> None:
    """White may write any set of cells, whatever their codes have in common."""
    assert (Oracle(game(text)).verdict() is Verdict.MAKER) == wins
    formula = encode(game(text), "cor-plus", ordered=ordered)
    assert evaluate(simplify(formula).formula) == wins


@given(small_games(), st.booleans(), st.sampled_from(["paired", "printed"]))
@settings(deadline=None)
def test_cor_plus_is_not_larger_than_said(played: PositionalGame, ordered: bool, form: str) -> None:
    if form == "printed":
        ordered = False
    options = EncodeOptions(form=form, ordered=ordered)
    formula = encode(played, "cor-plus", form=form, ordered=ordered)
    said = cor_plus._clauses(normal_form(played), options)
    assert formula.clause_count <= said


@pytest.mark.parametrize("options", ["p=4,q=4", "p=2,q=1,r=3", "p=1,q=1"])
def test_cor_plus_says_its_size(options: str) -> None:
    played = game(f"row4@9x9:{options}")
    for chosen in (EncodeOptions(), EncodeOptions(ordered=True), EncodeOptions(form="printed")):
        formula = cor_plus.encode(played, None, chosen)
        said = cor_plus._clauses(normal_form(played), chosen)
        assert formula.clause_count <= said <= 1.3 * formula.clause_count


def test_pairing_is_not_larger_than_said() -> None:
    formula = encode(game("tippy@6x6"), "pairing", 10)
    with pytest.raises(EncodingError, match="more than"):
        encode(game("tippy@6x6"), "pairing", 10, most=formula.clause_count - 1)


BAD = [
    ("cor-plus", "tippy@3x3", 10, {}, "at most 9 stones"),
    ("cor-plus", "tippy@3x3", -1, {}, "expected 0 or more"),
    ("cor-plus", "tippy@3x3:weak", None, {"view": "white"}, "White has nothing to complete"),
    ("cor-plus", "tippy@3x3", None, {"form": "new"}, "expected paired or printed"),
    ("cor-plus", "tippy@3x3", None, {"form": "printed", "ordered": True}, "no order of stones"),
    ("cor-plus", "tippy@3x3", None, {"without": ["(3)"]}, r"cannot be left out; these can: \(13\)"),
    ("cor-plus", "tippy@3x3", None, {"nonsense": 1}, "expected some of"),
    ("cor-plus", "tippy@3x3", None, {"view": "red"}, "expected black or white"),
    ("cor-plus", "tippy@9x9", None, {"most": 1000}, "more than 1,000"),
    ("dys", "row6@19x19:p=2,q=1", None, {}, "more than 50,000,000"),
    ("dys", "tippy@3x3", None, {"form": "printed"}, "no option 'form'"),
    ("dys", "tippy@3x3:weak", None, {"view": "white"}, "White has nothing to complete"),
    ("cover", "tippy@3x3:p=2", None, {}, "one stone a turn"),
    ("cover", "tippy@3x3:turn=white", None, {}, "asks for the player who moves first"),
    ("cover", "tippy@3x3", None, {"view": "white"}, "asks for the player who moves first"),
    ("cover", "tippy@3x3", 0, {}, "at least one stone"),
    ("pairing", "tippy@3x3", 3, {}, "even number of stones"),
    ("pairing", "tippy@3x3", 2, {"view": "black"}, "no option 'view'"),
    ("cor-plus", "tippy@3x3", 2, {"without": "(3)"}, r"group '\(3\)' cannot be left out"),
    ("pairing", "tippy@3x3:p=2", None, {}, "one stone a turn"),
    ("pairing", "tippy@3x3:turn=white", None, {}, "Black moves first"),
    ("nonsense", "tippy@3x3", None, {}, "expected one of cor-plus"),
    ("cor-plus", "hex@11x11", 5, {}, "cannot be listed"),
]


@pytest.mark.parametrize(("name", "text", "length", "options", "message"), BAD)
def test_what_does_not_fit(
    name: str, text: str, length: int | None, options: dict[str, object], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        encode(game(text), name, length, **options)


def test_cover_without_sets() -> None:
    with pytest.raises(EncodingError, match="needs winning sets"):
        encode(quiet_game("skinny@2x2"), "cover")


@pytest.mark.parametrize("name", ENCODINGS)
def test_each_encoding_describes_itself(name: str) -> None:
    each = encoding(name)
    formula = encode(game("tippy@3x3"), name, 4)
    families = {label.partition("(")[0] for label in formula.names().values()}
    described = " ".join(variable for variable, _ in each.variables)
    for family in families:
        assert family in described or family.rstrip("1234BW") in described, family
    assert formula.question is not None
    assert formula.comments[1] == "game tippy@3x3"
    assert formula.comments[2].startswith(f"encoding {name}")
    assert formula.question.exact is each.exact
