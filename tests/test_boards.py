"""Boards: cells and their text, symmetries, placements."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harary.boards import Grid, HexBoard, cell_text, file_letters, lines, parse_cell, placements
from harary.errors import BoardError
from harary.shapes import parse_shape
from tests import naive
from tests.strategies import names

FACTS = {
    fact["fact"]: fact
    for fact in map(
        json.loads,
        Path(__file__).parents[1].joinpath("vectors/shapes.jsonl").read_text().splitlines(),
    )
}


@given(st.lists(st.integers(0, 900), min_size=2, max_size=5).map(tuple))
def test_the_text_of_a_cell_reads_back(point: tuple[int, ...]) -> None:
    assert parse_cell(cell_text(point)) == point


@pytest.mark.parametrize(
    ("file", "letters"), [(0, "a"), (25, "z"), (26, "aa"), (51, "az"), (52, "ba"), (701, "zz")]
)
def test_files_go_on_after_z(file: int, letters: str) -> None:
    assert file_letters(file) == letters


@pytest.mark.parametrize("text", ["", "a", "1", "a0", "a01", "1a", "a1.", "a1.0", "a-1", "a1 "])
def test_what_is_no_cell(text: str) -> None:
    assert parse_cell(text) is None


def test_cells_are_numbered_file_by_file() -> None:
    assert Grid((2, 3)).cells == ("a1", "a2", "a3", "b1", "b2", "b3")
    assert Grid((2, 2, 2)).cells[:3] == ("a1.1", "a1.2", "a2.1")
    with pytest.raises(BoardError, match="c1"):
        Grid((2, 3)).index("c1")


@pytest.mark.parametrize("sizes", [(0, 3), (3,), (), (65, 65), (10**9, 10**9), (2,) * 7, (1, -1)])
def test_absurd_boards_are_refused(sizes: tuple[int, ...]) -> None:
    with pytest.raises(BoardError):
        Grid(sizes)


@pytest.mark.parametrize("board", [Grid((3, 3)), Grid((3, 2)), Grid((2, 2, 2)), Grid((2, 3, 2))])
def test_symmetries_of_a_box_are_the_isometries(board: Grid) -> None:
    """All permutations of the cells that keep every distance, by brute force."""
    points = board.points
    distance = [
        [sum((a - b) ** 2 for a, b in zip(p, q, strict=True)) for q in points] for p in points
    ]
    size = len(points)
    found = set()

    def extend(images: tuple[int, ...]) -> None:
        if len(images) == size:
            found.add(images)
            return
        for image in range(size):
            if image not in images and all(
                distance[len(images)][cell] == distance[image][images[cell]]
                for cell in range(len(images))
            ):
                extend((*images, image))

    extend(())
    own = board.automorphisms()
    assert own[0] == tuple(range(size))
    assert len(own) == len(set(own))
    assert set(own) == found


@pytest.mark.parametrize(
    "board",
    [
        Grid((3, 3)),
        Grid((4, 3)),
        Grid((2, 3, 2)),
        Grid((4, 3), torus=True),
        Grid((3, 3), torus=True),
        HexBoard(3, 3),
        HexBoard(4, 3),
    ],
)
def test_generators_generate_the_symmetries(board: Grid | HexBoard) -> None:
    found = {tuple(range(len(board)))}
    fresh = set(found)
    while fresh:
        fresh = {
            tuple(generator[cell] for cell in permutation)
            for permutation in fresh
            for generator in board.generators()
        } - found
        found |= fresh
    assert found == set(board.automorphisms())


def test_a_torus_can_be_translated() -> None:
    assert len(Grid((5, 5), torus=True).automorphisms()) == 8 * 25
    assert len(Grid((4, 3), torus=True).automorphisms()) == 4 * 12
    board = Grid((4, 3), torus=True)
    sets = set(placements(board, parse_shape("el")))
    for permutation in board.automorphisms():
        assert {tuple(sorted(permutation[c] for c in s)) for s in sets} == sets


@given(names, st.integers(1, 6), st.integers(1, 6), st.booleans())
def test_placements_are_those_of_the_naive_program(
    name: str, width: int, height: int, torus: bool
) -> None:
    shape = parse_shape(name)
    board = Grid((width, height), torus)
    own = {frozenset(board.points[cell] for cell in cells) for cells in placements(board, shape)}
    assert own == naive.placed(frozenset(shape.cells), width, height, torus)


def test_placements_as_counted() -> None:
    for text, count in FACTS["placements of snaky"]["counts"].items():
        size = int(text.split("x")[0])
        assert len(placements(Grid((size, size)), parse_shape("snaky"))) == count
        assert len(naive.placed(frozenset(parse_shape("snaky").cells), size, size)) == count


def test_lines_as_counted() -> None:
    for text, count in FACTS["winning lines"]["counts"].items():
        row, _, sizes_text = text.partition("@")
        sizes = tuple(map(int, sizes_text.split("x")))
        assert len(lines(Grid(sizes), int(row[3:]))) == count
        assert len(naive.rows(int(row[3:]), sizes)) == count


def test_a_row_that_wraps_onto_itself_is_none() -> None:
    assert lines(Grid((3, 3), torus=True), 4) == []
    assert placements(Grid((3, 3), torus=True), parse_shape("skinny")) == []
    assert len(lines(Grid((3, 3), torus=True), 3)) == 12


def test_a_flat_shape_lies_in_every_plane_of_a_box() -> None:
    assert len(placements(Grid((2, 2, 2)), parse_shape("fatty"))) == 6
    assert len(placements(Grid((2, 2, 2)), parse_shape("fatty="))) == 2


def test_a_fixed_shape_is_placed_as_drawn() -> None:
    board = Grid((3, 3))
    upright = placements(board, parse_shape("X./XX="))
    assert {tuple(board.cells[cell] for cell in cells) for cells in upright} == {
        ("a1", "a2", "b1"),
        ("a2", "a3", "b2"),
        ("b1", "b2", "c1"),
        ("b2", "b3", "c2"),
    }


def test_the_rhombus_of_hex() -> None:
    board = HexBoard(4, 3)
    assert [board.cells[cell] for cell in board.side("top")] == ["a1", "b1", "c1", "d1"]
    assert [board.cells[cell] for cell in board.side("bottom")] == ["a3", "b3", "c3", "d3"]
    assert [board.cells[cell] for cell in board.side("left")] == ["a1", "a2", "a3"]
    assert [board.cells[cell] for cell in board.side("right")] == ["d1", "d2", "d3"]
    for cell, near in enumerate(board.neighbours):
        assert all(cell in board.neighbours[other] for other in near)
    assert sorted(map(len, board.neighbours)) == [2, 2, 3, 3, 4, 4, 4, 4, 4, 4, 6, 6]
    for permutation in [*board.automorphisms(), *HexBoard(3, 3).automorphisms()]:
        graph = board.neighbours if len(permutation) == 12 else HexBoard(3, 3).neighbours
        for cell, near in enumerate(graph):
            assert sorted(permutation[other] for other in near) == list(graph[permutation[cell]])
    with pytest.raises(BoardError, match="top, bottom, left or right"):
        board.side("front")


def test_too_many_placements_are_refused_at_once() -> None:
    with pytest.raises(BoardError, match="too many placements"):
        lines(Grid((4,) * 6), 1000)


def test_points_and_numbers_agree() -> None:
    for board in (Grid((3, 4)), Grid((2, 3, 4)), HexBoard(3, 5)):
        assert [board.at(point) for point in board.points] == list(range(len(board)))
        assert list(itertools.product(*map(range, board.dims))) == list(board.points)
