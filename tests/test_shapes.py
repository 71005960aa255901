"""Shapes: drawings, names, symmetries, enumeration, the gallery."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harary.errors import ShapeError
from harary.shapes import (
    Shape,
    fixed_polyominoes,
    free_polyominoes,
    from_digits,
    gallery,
    name_of,
    named_shapes,
    parse_drawing,
    parse_shape,
    text_of,
    to_digits,
)
from tests import naive
from tests.strategies import names, shapes

FACTS = {
    fact["fact"]: fact
    for fact in map(
        json.loads,
        Path(__file__).parents[1].joinpath("vectors/shapes.jsonl").read_text().splitlines(),
    )
}


@pytest.mark.parametrize(
    ("drawing", "cells"),
    [
        ("X", {(0, 0)}),
        ("XX/X.", {(0, 1), (1, 1), (0, 0)}),
        ("./X", {(0, 0)}),
        ("X/XX=", {(0, 1), (0, 0), (1, 0)}),
        ("*.*=", {(0, 0), (2, 0)}),
    ],
)
def test_a_drawing_has_its_top_row_first(drawing: str, cells: set[tuple[int, int]]) -> None:
    assert set(parse_drawing(drawing).as_fixed().cells) in map(set, Shape(cells).orientations)
    if drawing.endswith("="):
        assert set(parse_drawing(drawing).cells) == cells


@pytest.mark.parametrize("text", ["", "=", "...", "./.", "XY", "X==", "x", "7", "001", "snakey"])
def test_what_is_no_shape_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(ShapeError) as caught:
        parse_shape(text)
    assert "\n" not in str(caught.value)
    assert repr(text) in str(caught.value)


def test_a_slip_in_a_name_gets_a_suggestion() -> None:
    with pytest.raises(ShapeError, match="did you mean snaky"):
        parse_shape("snakey")
    with pytest.raises(ShapeError, match="did you mean w-pentomino"):
        parse_shape("W")


@given(shapes())
def test_a_drawing_reads_back(shape: Shape) -> None:
    assert parse_drawing(shape.drawing) == shape
    assert parse_shape(text_of(shape)) == shape
    assert pickle.loads(pickle.dumps(shape)) == shape


@given(shapes())
def test_congruent_free_shapes_are_equal_and_fixed_ones_are_not_turned(shape: Shape) -> None:
    free = shape.as_free()
    for orientation in free.orientations:
        assert Shape(orientation) == free
        assert hash(Shape(orientation)) == hash(free)
    assert len(free.orientations) * free.symmetries == 8
    assert shape.as_fixed().orientations == (shape.as_fixed().cells,)


@given(shapes())
def test_orientations_are_those_of_the_naive_program(shape: Shape) -> None:
    own = {frozenset(orientation) for orientation in shape.as_free().orientations}
    assert own == naive.turns(frozenset(shape.cells))


@given(shapes(), st.integers(-5, 5), st.integers(-5, 5))
def test_a_shape_is_the_same_everywhere(shape: Shape, dx: int, dy: int) -> None:
    moved = Shape(((x + dx, y + dy) for x, y in shape.cells), fixed=shape.fixed)
    assert moved == shape


@given(names)
def test_names_read_back_in_any_case(name: str) -> None:
    shape = parse_shape(name.upper())
    assert text_of(shape) == name
    assert parse_shape(f"{name}=").fixed
    head, dash, tail = name.rpartition("-")
    if dash:
        assert parse_shape(f"{tail}-{head}") == shape


def test_every_polyomino_up_to_six_cells_has_its_own_name() -> None:
    everything = [shape for cells in range(1, 7) for shape in free_polyominoes(cells)]
    assert len(everything) == 56
    assert {name_of(shape) for shape in everything} == set(named_shapes())


def test_names_of_published_files() -> None:
    for name, digits in FACTS["cells as xy digit pairs"]["digits"].items():
        assert text_of(from_digits(digits)) == name
        assert Shape(from_digits(to_digits(parse_shape(name))).cells) == parse_shape(name)


def test_free_polyominoes_as_published() -> None:
    for cells, count in FACTS["free polyominoes by number of cells"]["counts"].items():
        if int(cells) <= 9:
            assert len(free_polyominoes(int(cells))) == count
        if int(cells) <= 8:
            assert len(naive.free(int(cells))) == count


@pytest.mark.slow
def test_free_polyominoes_of_ten_cells() -> None:
    assert len(free_polyominoes(10)) == 4655 == len(naive.free(10))


def test_fixed_polyominoes_as_published() -> None:
    for cells, count in FACTS["fixed polyominoes by number of cells"]["counts"].items():
        found = [frozenset(shape.cells) for shape in fixed_polyominoes(int(cells))]
        assert len(found) == len(set(found)) == count
        assert set(found) == naive.fixed(int(cells))


def test_polyominoes_that_fit_a_4x4_box() -> None:
    for cells, count in FACTS["free polyominoes that fit a 4x4 box by number of cells"][
        "counts"
    ].items():
        fitting = [
            shape for shape in free_polyominoes(int(cells)) if shape.width <= 4 >= shape.height
        ]
        assert len(fitting) == count


def test_connected_tells_polyominoes_from_wild_shapes() -> None:
    assert parse_shape("snaky").connected
    assert not parse_shape("X.X").connected
    assert not parse_shape("X./.X").connected


def test_the_gallery_has_eleven_winners() -> None:
    entries = gallery()
    assert Counter(len(entry.shape) for entry in entries) == {1: 1, 2: 1, 3: 2, 4: 5, 5: 12, 6: 35}
    winners = {entry.name for entry in entries if entry.status == "winner"}
    assert len(winners) == 11
    assert "fatty" not in winners
    assert "knobby" in winners
    assert all(entry.source for entry in entries)


@pytest.mark.parametrize("cells", [0, -1, 13])
def test_absurd_numbers_of_cells_are_refused(cells: int) -> None:
    with pytest.raises(ShapeError, match="1 to 12"):
        free_polyominoes(cells)
