"""The native core against the readable rules: state, threats, keys, perft, limits."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import harary
from harary import Player, Position, PositionalGame, _engine
from harary.errors import GameError
from harary.games import Symmetries
from harary.games.goals import mask_of
from harary.limits import Limits
from harary.search import perft, perft_twin
from harary.search.native import group_of, rules_of
from tests import naive
from tests.strategies import game_texts, hypergraphs, legal_game

PERFT = [
    json.loads(line)
    for line in Path(__file__).parents[1].joinpath("vectors/perft.jsonl").read_text().splitlines()
]
ANY_GAME = st.one_of(
    hypergraphs(),
    game_texts(most_cells=16).map(legal_game),
    st.sampled_from(["row3@9x8", "row4@12x12", "domino@17x17", "row5@19x19:p=2,q=1"]).map(
        harary.game
    ),
)


@given(ANY_GAME, st.data())
@settings(max_examples=150)
def test_the_state_is_the_position(game: PositionalGame, data: st.DataObject) -> None:
    """Random play with random undoing, everything compared at each step."""
    position, state = Position(game), _engine.State(rules_of(game))
    group = group_of(game)
    elements = Symmetries(game).elements
    for _ in range(data.draw(st.integers(0, 14))):
        compare(position, state)
        own = (mask_of(state.black), mask_of(state.white))
        canonical = [set(cells) for cells in state.canonical(group)]
        assert any(
            [{permutation[cell] for cell in cells} for cells in (state.black, state.white)]
            == canonical
            for permutation in elements
        )
        assert own == (position.black, position.white)
        if position.stones and data.draw(st.integers(0, 3)) == 0:
            assert state.pop() == game.index(position.pop())
        elif position.outcome() is None:
            cell = data.draw(st.sampled_from(position.legal_cells()))
            position.push(cell)
            state.push(cell)
    compare(position, state)


def compare(position: Position, state: _engine.State) -> None:
    assert state.outcome() == (position.outcome() and str(position.outcome()))
    assert state.legal_moves() == position.legal_cells()
    assert state.stones == position.stones
    assert state.left == position.stones_left
    mover = position.to_move
    assert state.to_move == (None if mover is None else list(Player).index(mover))
    for number, player in enumerate(Player):
        for within in (1, 2):
            threats = [tuple(position.game.names(cells)) for cells in state.threats(number, within)]
            assert sorted(threats) == sorted(position.threats(player, within))


@given(hypergraphs(), st.data())
def test_symmetric_positions_have_one_canonical_key(
    game: PositionalGame, data: st.DataObject
) -> None:
    """A position and its image under a symmetry get the same key."""
    group = group_of(game)
    permutation = data.draw(st.sampled_from(Symmetries(game).elements))
    one, other = _engine.State(rules_of(game)), _engine.State(rules_of(game))
    while one.legal_moves():
        cell = data.draw(st.sampled_from(one.legal_moves()))
        one.push(cell)
        other.push(permutation[cell])
        assert one.canonical(group) == other.canonical(group)


@given(hypergraphs())
@settings(max_examples=100)
def test_perft_is_the_twin_s(game: PositionalGame) -> None:
    layers, stopped = perft(game)
    assert stopped is None
    assert layers == perft_twin(game)


@pytest.mark.parametrize(
    "text",
    [
        "tippy@3x3",
        "tippy@3x3:torus",
        "el@3x3:weak",
        "domino@3x3:p=2,q=1",
        "tic@4x3:r=2",
        "hex@3x3",
        "hex@3x2:weak",
        "tic@3x3:first=a1-b1,p=2,q=2",
        "row2@2x2x2",
        "skinny@5x1:turn=white",
    ],
)
def test_perft_of_families_is_the_twin_s(text: str) -> None:
    game = harary.game(text)
    layers, stopped = perft(game)
    assert stopped is None
    assert layers == perft_twin(game)


def _naive_play(sets: set[frozenset[naive.Cell]], movers: str, weak: bool = False) -> naive.Play:
    cells = {cell for one in sets for cell in one}
    return naive.Play(cells, sets, None if weak else sets, movers)


EL, DOMINO = frozenset({(0, 0), (1, 0), (0, 1)}), frozenset({(0, 0), (1, 0)})
TIPPY = frozenset({(0, 0), (1, 0), (1, 1), (2, 1)})
#: The games of the vectors, for the second program.
NAIVE = {
    "row3@3x3": _naive_play(naive.rows(3, (3, 3)), naive.movers(9)),
    "tippy@3x3": _naive_play(naive.placed(TIPPY, 3, 3), naive.movers(9)),
    "el@3x3:torus,p=2,q=1": _naive_play(
        naive.placed(EL, 3, 3, torus=True), naive.movers(9, p=2, q=1)
    ),
    "domino@3x3:weak": _naive_play(naive.placed(DOMINO, 3, 3), naive.movers(9), weak=True),
    "row4@4x4x4": _naive_play(naive.rows(4, (4, 4, 4)), naive.movers(64)),
}


@pytest.mark.parametrize("fact", PERFT, ids=lambda fact: fact["game"])
def test_perft_vectors_by_three_programs(fact: dict[str, Any]) -> None:
    game, depth = harary.game(fact["game"]), fact.get("depth")
    for layers in (perft(game, depth)[0], perft_twin(game, depth)):
        assert [layer.positions for layer in layers] == fact["positions"]
        assert [layer.classes for layer in layers] == fact["classes"]
        for key in ("finished", "finished_classes"):
            total = {
                verdict: sum(getattr(layer, key)[verdict] for layer in layers)
                for verdict in layers[0].finished
            }
            assert total == fact[key]
    assert NAIVE[fact["game"]].layers(depth) == fact["positions"]


def test_perft_without_symmetry_gives_the_same_positions() -> None:
    rules = rules_of(harary.game("tippy@4x4:torus"))
    group = group_of(harary.game("tippy@4x4:torus"))
    reduced, _ = _engine.perft(rules, 5, group)
    plain, _ = _engine.perft(rules, 5)
    assert [row[1] for row in reduced] == [row[1] for row in plain] == [row[2] for row in plain]
    assert [row[3] for row in reduced] == [row[3] for row in plain]


def test_perft_stops_at_its_limits() -> None:
    game = harary.game("snaky@8x8")
    layers, stopped = perft(game, 40, limits=Limits(seconds=0.2))
    assert stopped == "time"
    assert [layer.stones for layer in layers] == list(range(len(layers)))
    layers, stopped = perft(game, 40, limits=Limits(memory=2_000_000))
    assert stopped == "memory"
    assert layers


def test_perft_reports_progress_and_an_exception_in_it_passes_through() -> None:
    class StopHere(Exception):
        pass

    def progress(_stones: int, _positions: int) -> None:
        raise StopHere

    with pytest.raises(StopHere):
        perft(harary.game("snaky@8x8"), 40, progress=progress, limits=Limits(seconds=30))


def test_what_the_core_refuses() -> None:
    with pytest.raises(GameError, match="at most 384"):
        rules_of(harary.game("domino@20x20"))
    refused: list[Callable[[], object]] = [
        lambda: _engine.Rules(2, [[0, 2]], [], b"\0"),
        lambda: _engine.Rules(2, [[0, 0]], [], b"\0"),
        lambda: _engine.Rules(2, [[]], [], b"\0"),
        lambda: _engine.Rules(2, [[0]], [[1]], b"\0", weak=True),
        lambda: _engine.Rules(2, [[0]], [[1]], b"\0", black=[0], white=[1]),
        lambda: _engine.Rules(2, [[0]], [], b"\0", black=[0], white=[0]),
        lambda: _engine.Rules(2, [[0]], [], b"\0", black=[0], first_moves=[0]),
        lambda: _engine.Rules(400, [], [], b""),
        lambda: _engine.Rules(2, [[0]], [], b"\2"),
        lambda: _engine.Group(2, [[0, 0]]),
        lambda: _engine.Group(2, [[1, 0]]),
        lambda: _engine.State(_engine.Rules(2, [[0]], [], b"\0\1")).push(2),
    ]
    for attempt in refused:
        with pytest.raises(ValueError, match=".") as caught:
            attempt()
        assert "\n" not in str(caught.value)
    with pytest.raises(IndexError):
        _engine.State(_engine.Rules(2, [[0]], [], b"\0\1")).pop()
