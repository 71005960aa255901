"""The symmetries of games: computed, verified, and compared with brute force."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings

import harary
from harary import PositionalGame, Symmetries
from harary.games import is_symmetry
from harary.games.goals import SetsGoal
from harary.games.symmetry import MAX_ELEMENTS
from harary.shapes import parse_shape
from tests import naive
from tests.strategies import game_texts, graph_games, hypergraphs, legal_game

FACTS = {
    fact["fact"]: fact
    for fact in map(
        json.loads,
        Path(__file__).parents[1].joinpath("vectors/shapes.jsonl").read_text().splitlines(),
    )
}


def brute_force(game: PositionalGame) -> set[tuple[int, ...]]:
    """All permutations that keep the sets, the stones and the first-move list."""

    def image(permutation: tuple[int, ...], cells: tuple[int, ...]) -> frozenset[int]:
        return frozenset(permutation[cell] for cell in cells)

    families = [set(map(frozenset, sets)) for sets in (game.black_sets, game.white_sets)]
    lists = [game.black, game.white, game.first_moves or ()]
    return {
        permutation
        for permutation in itertools.permutations(range(len(game.cells)))
        if all(image(permutation, cells) == frozenset(cells) for cells in lists)
        and all({image(permutation, tuple(s)) for s in family} == family for family in families)
    }


@given(hypergraphs())
@settings(max_examples=150)
def test_the_group_is_the_one_of_brute_force(game: PositionalGame) -> None:
    symmetries = Symmetries(game)
    expected = brute_force(game)
    assert symmetries.complete
    assert symmetries.order == len(expected)
    assert set(symmetries.elements) == expected
    assert symmetries.elements[0] == tuple(range(len(game.cells)))


@given(hypergraphs())
def test_is_symmetry_is_the_definition(game: PositionalGame) -> None:
    expected = brute_force(game)
    for permutation in itertools.islice(itertools.permutations(range(len(game.cells))), 50):
        assert is_symmetry(game, permutation) == (permutation in expected)


@given(game_texts(most_cells=30))
@settings(max_examples=60)
def test_generators_and_elements_are_symmetries(text: str) -> None:
    game = legal_game(text)
    symmetries = Symmetries(game)
    assert all(is_symmetry(game, permutation) for permutation in symmetries.generators)
    if symmetries.order <= MAX_ELEMENTS:
        assert len(symmetries.elements) == symmetries.order
    sample = symmetries.elements[:50]
    assert all(is_symmetry(game, permutation) for permutation in sample)


@given(graph_games(most=6))
def test_a_graph_s_own_symmetries_are_symmetries_of_its_paths(game: PositionalGame) -> None:
    """What keeps the graph and its sides keeps the minimal paths."""
    explicit = brute_force(game.explicit())
    for permutation in itertools.permutations(range(len(game.cells))):
        if is_symmetry(game, permutation):
            assert permutation in explicit


#: The winning sets of these games, for the second program.
NAIVE: dict[str, Callable[[], set[naive.Shape]]] = {
    "row3@3x3": lambda: naive.rows(3, (3, 3)),
    "row4@4x4x4": lambda: naive.rows(4, (4, 4, 4)),
    "snaky@8x8": lambda: naive.placed(frozenset(parse_shape("snaky").cells), 8, 8),
    "tippy@5x5:torus": lambda: naive.placed(
        frozenset(parse_shape("tippy").cells), 5, 5, torus=True
    ),
}


@pytest.mark.parametrize(("text", "order"), FACTS["symmetries"]["counts"].items())
def test_known_orders(text: str, order: int) -> None:
    assert Symmetries(harary.game(text)).order == order
    assert naive.symmetries(NAIVE[text]()) == order


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("snaky@8x9", 4),
        ("snaky=+XX=@8x8", 1),
        ("fatty=@8x8", 8),
        ("tippy@5x5:black=c3", 8),
        ("tippy@5x5:black=b2", 2),
        ("tippy@5x5:black=b2,white=b3", 1),
        ("tippy@5x5:first=a1", 2),
        ("hex@5x5", 2),
        ("hex@5x4", 2),
        ("hex@5x5:black=a1", 1),
        ("hex@5x5:black=c3", 2),
    ],
)
def test_what_breaks_symmetries(text: str, order: int) -> None:
    assert Symmetries(harary.game(text)).order == order


def test_unequal_families_break_symmetries() -> None:
    equal = PositionalGame.hypergraph("abcd", ["ab", "cd"], ["ab", "cd"])
    unequal = PositionalGame.hypergraph("abcd", ["ab", "cd"], ["ab"])
    assert Symmetries(equal).order == 8
    assert Symmetries(unequal).order == 4


def test_cells_in_no_set_may_be_permuted_in_any_way() -> None:
    game = PositionalGame.hypergraph([f"c{n}" for n in range(100)], [["c0", "c1"]])
    symmetries = Symmetries(game)
    assert symmetries.order == 2 * math.factorial(98)
    assert symmetries.elements == (tuple(range(100)),)
    assert [len(orbit) for orbit in symmetries.orbits()] == [2, 98]


def test_a_huge_group_is_verified_at_once() -> None:
    symmetries = Symmetries(harary.game("elam@64x64"))
    assert symmetries.order == math.factorial(4096)


def test_beyond_the_core_s_size_symmetries_are_not_searched() -> None:
    symmetries = Symmetries(PositionalGame.hypergraph([f"c{n}" for n in range(4097)], [["c0"]]))
    assert (symmetries.order, symmetries.complete) == (1, False)
    assert symmetries.elements == (tuple(range(4097)),)


def test_orbits_of_cells() -> None:
    game = harary.game("row3@3x3")
    orbits = [tuple(game.names(orbit)) for orbit in Symmetries(game).orbits()]
    assert orbits == [("a1", "a3", "c1", "c3"), ("a2", "b1", "b3", "c2"), ("b2",)]


def test_a_game_of_connection_keeps_to_its_board() -> None:
    symmetries = Symmetries(harary.game("hex@3x3"))
    assert not symmetries.complete
    assert symmetries.order == 2
    assert isinstance(harary.game("hex@3x3").explicit().black_goal, SetsGoal)
    assert Symmetries(harary.game("hex@3x3").explicit()).order == 2
