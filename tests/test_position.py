"""The rules of play: turns, legal moves, outcomes, threats."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import harary
from harary import Player, Position, PositionalGame, Verdict
from harary.errors import GameError, IllegalMoveError
from harary.games import Schedule, Turn
from harary.search import Oracle
from tests.strategies import game_texts, graph_games, hypergraphs, legal_game, small_games


def play(text: str, moves: str) -> Position:
    position = Position(harary.game(text))
    for move in moves.split():
        position.push(move)
    return position


@pytest.mark.parametrize(
    ("text", "moves", "outcome"),
    [
        ("row3@3x3", "a1 a2 b1 b2 c1", "black"),
        ("row3@3x3", "a1 a2 b1 b2 c3 c2", "white"),
        ("row3@3x3", "a1 b2 c3 a3 c1 b1 b3 c2 a2", "draw"),
        ("row3@3x3", "a1", None),
        ("row3@3x3:weak", "a1 a2 b1 b2 c3 c2", None),
        ("row3@3x3:weak", "a1 a2 b1 b2 c1", "maker"),
        ("row3@3x3:weak", "a1 b2 c3 a3 c1 b1 b3 c2 a2", "breaker"),
        ("row2@3x3:p=2,q=2", "a1 a2", "black"),
        ("row2@3x3:p=2,q=1", "a1 b1 b2", "white"),
        ("row3@3x3:p=3,q=3", "a1 a2 a3", "black"),
        ("hex@2x2", "a1 a2 b1 b2", "white"),
        ("hex@2x2", "a1 b1 a2", "black"),
        ("hex@2x2:weak", "a1 b1 a2", "maker"),
        ("hex@2x2:weak", "a1 a2 b1 b2", "breaker"),
        ("elam@2x2:turn=white", "a1", "white"),
        ("el@3x3:black=a1-a2-b1", "", "black"),
        ("el@3x3:white=a1-a2-b1", "", "white"),
        ("el@1x1:weak", "a1", "breaker"),
    ],
)
@pytest.mark.filterwarnings("ignore:el fits nowhere")
def test_outcomes(text: str, moves: str, outcome: str | None) -> None:
    assert play(text, moves).outcome() == outcome


def test_a_game_is_over_with_the_completing_stone_not_with_the_turn() -> None:
    position = play("row2@4x4:p=3,q=3", "a1 a2")
    assert position.outcome() is Verdict.BLACK
    assert position.to_move is None
    assert position.stones_left == 0
    assert position.legal_moves == []
    with pytest.raises(IllegalMoveError, match="the game is over"):
        position.push("a3")


def test_turns_follow_the_schedule() -> None:
    position = Position(harary.game("skinny@5x5:p=2,q=1,r=3"))
    seen = []
    for cell in range(9):
        assert position.to_move is not None
        seen.append((position.to_move.value[0], position.stones_left))
        position.push(cell if cell < 3 else cell + 10)
    assert seen == [
        ("b", 1), ("w", 3), ("w", 2), ("w", 1), ("b", 2), ("b", 1), ("w", 3), ("w", 2), ("w", 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("moves", "move", "says"),
    [
        ("", "d4", "no cell 'd4'"),
        ("a1", "a1", "black stone already"),
        ("a1 b1", "b1", "white stone already"),
    ],
)
def test_illegal_moves_say_why(moves: str, move: str, says: str) -> None:
    position = play("row3@3x3", moves)
    before = (position.black, position.white, position.stones)
    with pytest.raises((IllegalMoveError, GameError), match=says):
        position.push(move)
    assert (position.black, position.white, position.stones) == before


def test_numbers_outside_the_board_and_an_empty_history() -> None:
    position = Position(harary.game("row3@3x3"))
    for cell in (-1, 9):
        with pytest.raises(IllegalMoveError, match="0 to 8"):
            position.push(cell)
    with pytest.raises(IllegalMoveError, match="nothing to take back"):
        position.pop()


def test_a_first_move_list_binds_the_first_stone_only() -> None:
    position = Position(harary.game("el@3x3:first=a1-b2,p=2,q=2"))
    assert position.legal_moves == ["a1", "b2"]
    with pytest.raises(IllegalMoveError, match="one of a1 b2"):
        position.push("c3")
    position.push("b2")
    assert len(position.legal_moves) == 8


def test_a_file_s_first_move_list_binds_some_stone_of_the_first_turn() -> None:
    from dataclasses import replace

    game = replace(harary.game("el@3x3:first=a1,p=2,q=2"), first_any=True, text=None)
    position = Position(game)
    assert len(position.legal_moves) == 9
    position.push("c3")
    assert position.legal_moves == ["a1"]
    position.pop()
    position.push("a1")
    assert len(position.legal_moves) == 8


def test_length_bounds_the_stones() -> None:
    position = Position(harary.game("row3@3x3"), length=2)
    position.push("a1")
    position.push("a2")
    assert position.outcome() is Verdict.DRAW
    assert Position(harary.game("row3@3x3:weak"), length=0).outcome() is Verdict.BREAKER
    with pytest.raises(GameError, match="length -1: expected 0 or more stones"):
        Position(harary.game("row3@3x3"), length=-1)


def test_threats() -> None:
    position = play("row3@3x3", "a1 b1 a2")
    assert position.threats(Player.BLACK) == [("a3",)]
    assert position.threats(Player.WHITE) == []
    assert ("a3", "c1") not in position.threats(Player.WHITE, 2)
    assert ("b2", "b3") in position.threats(Player.WHITE, 2)
    assert ("a3",) in position.threats(Player.BLACK, 3)


def test_threats_on_a_hex_board_whose_paths_are_too_many_to_list() -> None:
    ranks = [rank for rank in range(1, 12) if rank != 6]
    chain = "-".join(f"c{rank}" for rank in ranks)
    position = play(f"hex@11x11:black={chain},white=e1-e2", "")
    assert position.threats(Player.BLACK) == [("c6",)]
    assert position.threats(Player.WHITE) == []


@given(st.one_of(hypergraphs(), graph_games()), st.data())
def test_threats_by_connectivity_and_by_sets_are_the_same(
    game: PositionalGame, data: st.DataObject
) -> None:
    one, other = Position(game), Position(game.explicit())
    while one.outcome() is None:
        for player in Player:
            assert one.threats(player) == other.threats(player)
        move = data.draw(st.sampled_from(one.legal_moves))
        one.push(move)
        other.push(move)


@given(game_texts(most_cells=20), st.data())
@settings(max_examples=60)
def test_pop_undoes_push(text: str, data: st.DataObject) -> None:
    game = legal_game(text)
    position = Position(game)
    trail = []
    while position.outcome() is None:
        trail.append((position.black, position.white, position.to_move, position.stones_left))
        position.push(data.draw(st.sampled_from(position.legal_moves)))
    for before in reversed(trail):
        position.pop()
        after = (position.black, position.white, position.to_move, position.stones_left)
        assert after == before
    assert position.stones == 0


@given(st.one_of(hypergraphs(), graph_games()), st.data())
def test_a_game_by_connectivity_and_by_sets_is_the_same(
    game: PositionalGame, data: st.DataObject
) -> None:
    explicit = game.explicit()
    one, other = Position(game), Position(explicit)
    while one.outcome() is None:
        assert one.legal_moves == other.legal_moves
        move = data.draw(st.sampled_from(one.legal_moves))
        one.push(move)
        other.push(move)
        assert one.outcome() == other.outcome()
    assert one.outcome() == other.outcome()


@given(st.integers(1, 4), st.integers(1, 4), st.data())
def test_hex_by_connectivity_and_by_sets_is_the_same(
    files: int, ranks: int, data: st.DataObject
) -> None:
    game = harary.game(f"hex@{files}x{ranks}")
    one, other = Position(game), Position(game.explicit())
    for cell in data.draw(st.permutations(list(game.cells))):
        one.push(cell)
        other.push(cell)
        assert one.outcome() == other.outcome()
        if one.outcome() is not None:
            break
    assert one.outcome() in (Verdict.BLACK, Verdict.WHITE)  # Hex has no draws


def test_the_picture_of_a_position() -> None:
    position = play("row3@3x3", "a1 c3")
    assert str(position) == "3 . . O\n2 . . .\n1 X . .\n  a b c"
    assert str(play("hex@3x2", "a1 c2")) == "  a b c\n1 X . .\n 2 . . O"
    assert str(play("row2@2x2x2", "a1.1")).splitlines()[:4] == [
        "layer 1",
        "2 . .",
        "1 X .",
        "  a b",
    ]
    listed = PositionalGame.hypergraph(["x", "y"], [["x"]])
    assert str(Position(listed)).splitlines() == ["cells x y", "X     -", "O     -"]


def test_schedules() -> None:
    schedule = Schedule.from_movers([Player(word) for word in ("black", "black", "white", "black")])
    assert schedule.parameters == (Player.BLACK, 2, 1, 1)
    odd = Schedule((Turn(Player.BLACK, 2), Turn(Player.WHITE, 1), Turn(Player.BLACK, 3)))
    assert odd.capacity == 6
    assert [odd.stones_in(turns) for turns in (0, 2, 3, 4)] == [0, 3, 6, 6]
    regular = Schedule.regular(q=1, p=2, r=3)
    assert [regular.stones_in(turns) for turns in range(6)] == [0, 1, 4, 6, 9, 11]
    assert regular.stones_in(10**12) == 1 + 5 * (10**12 - 2) // 2 + 3
    with pytest.raises(GameError, match="ends 1 stones before"):
        odd.movers(7)
    with pytest.raises(GameError, match="in a row"):
        Schedule((Turn(Player.BLACK, 1), Turn(Player.BLACK, 1)))
    with pytest.raises(GameError, match="0 stones a turn"):
        Turn(Player.BLACK, 0)


@given(st.lists(st.sampled_from(Player), max_size=12))
def test_a_schedule_says_again_what_it_was_made_from(movers: list[Player]) -> None:
    assert Schedule.from_movers(movers).movers(len(movers)) == movers


@pytest.mark.parametrize(
    ("cells", "sets", "says"),
    [
        (["a", "a"], [], "named twice"),
        (["a"], [["b"]], "no cell"),
        (["a"], [[]], "empty winning set"),
        (["a"], [["a", "a"]], "twice"),
    ],
)
def test_bad_hypergraphs(cells: list[str], sets: list[list[str]], says: str) -> None:
    with pytest.raises(GameError, match=says):
        PositionalGame.hypergraph(cells, sets)


@given(st.one_of(hypergraphs(), small_games()), st.data())
@settings(deadline=None)
def test_the_rest_of_a_game_ends_as_the_game(game: PositionalGame, data: st.DataObject) -> None:
    """After any moves: who wins the rest, as a game of its own, wins the game."""
    position = Position(game)
    for _ in range(data.draw(st.integers(0, 4))):
        if position.outcome() is not None:
            break
        position.push(data.draw(st.sampled_from(position.legal_cells())))
    if position.outcome() is not None and position.stones < position.length:
        return
    rest = position.rest()
    oracle = Oracle(game)
    oracle.position = position
    assert Oracle(rest).verdict() is oracle.verdict()
    assert Position(rest).legal_cells() == position.legal_cells()
    assert rest.stones == position.length - position.stones
