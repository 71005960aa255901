"""No values from Python make the native core panic: whatever it is given, it answers or refuses.

A panic reaches Python as an exception that is no ``Exception``; here it is let through, and the
test fails. ``make fuzz`` drives the same tests for as long as one likes, guided by coverage.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from harary import _engine

#: What the core may say to values that make no sense.
REFUSED = (ValueError, TypeError, OverflowError, IndexError, MemoryError, OSError, TimeoutError)

NUMBERS = st.one_of(
    st.integers(-2, 12),
    st.sampled_from(
        [63, 64, 65, 128, 383, 384, 385, 4097, 65535, 65536, 2**31, 2**63, 2**64, -(2**63)]
    ),
)
CELLS = st.integers(0, 9)
MANY_CELLS = st.lists(st.one_of(CELLS, CELLS, CELLS, NUMBERS), max_size=6)
FAMILY = st.lists(MANY_CELLS, max_size=8)
TURNS = st.one_of(st.lists(st.integers(0, 1), max_size=12), st.lists(NUMBERS, max_size=4))
PERMUTATIONS = st.lists(st.permutations(list(range(6))), max_size=4)
KNOWLEDGE = st.builds(
    SimpleNamespace,
    pairing=st.one_of(st.integers(0, 80), NUMBERS),
    sat=st.one_of(st.integers(0, 80), NUMBERS),
    potential=st.booleans(),
    beck=st.booleans(),
    threats=st.one_of(st.integers(0, 80), NUMBERS),
    danger=st.booleans(),
    dominated=st.booleans(),
    zones=st.booleans(),
    symmetric=NUMBERS,
)


def tried(call: Callable[[], object]) -> object:
    """What a call returns; None where it refuses, in one line."""
    try:
        return call()
    except REFUSED as error:
        assert "\n" not in str(error)
        return None


@st.composite
def rules(draw: st.DrawFn, cells: int | None = None) -> object:
    """Rules, or None where they are refused."""
    size = draw(st.integers(0, 10) | NUMBERS) if cells is None else cells
    weak = draw(st.booleans())
    return tried(
        lambda: _engine.Rules(
            size,
            draw(FAMILY),
            [] if weak else draw(FAMILY),
            draw(TURNS),
            black=draw(st.just([]) | MANY_CELLS),
            white=draw(st.just([]) | MANY_CELLS),
            first_moves=draw(st.none() | MANY_CELLS),
            first_any=draw(st.booleans()),
            weak=weak,
        )
    )


@given(rules(), st.data())
@settings(max_examples=300)
def test_a_position_is_played(game: object, data: st.DataObject) -> None:
    if not isinstance(game, _engine.Rules):
        return
    state = _engine.State(game)
    group = tried(lambda: _engine.Group(data.draw(st.integers(0, 10)), data.draw(PERMUTATIONS)))
    for _ in range(data.draw(st.integers(0, 8))):
        legal = state.legal_moves()
        cell = data.draw(st.sampled_from(legal) | NUMBERS if legal else NUMBERS)
        tried(lambda cell=cell: state.push(cell))  # type: ignore[misc]
        tried(state.outcome)
        tried(lambda: state.threats(data.draw(NUMBERS), data.draw(NUMBERS)))
        if isinstance(group, _engine.Group):
            tried(lambda: state.canonical(group))
        if data.draw(st.integers(0, 3)) == 0:
            tried(state.pop)


@given(rules() | rules(6), st.data())
@settings(max_examples=300)
def test_a_claim_is_decided(game: object, data: st.DataObject) -> None:
    if not isinstance(game, _engine.Rules):
        return
    elements = data.draw(st.just([list(range(6))]) | PERMUTATIONS)
    group = tried(lambda: _engine.Group(6, elements))
    answer = tried(
        lambda: _engine.prove(
            game,
            data.draw(TURNS),
            data.draw(st.just([]) | TURNS),
            data.draw(st.integers(0, 1) | NUMBERS),
            group if isinstance(group, _engine.Group) else None,
            knowledge=data.draw(st.none() | KNOWLEDGE),
            joins=data.draw(st.booleans()),
            threads=data.draw(st.sampled_from([1, 1, 2, -1, 0])),
            timeout=data.draw(st.sampled_from([5.0, 0.0, -1.0, float("inf"), float("nan")])),
            memory=data.draw(st.none() | NUMBERS),
        )
    )
    assert answer is None or isinstance(answer, tuple)


@given(st.binary(max_size=200), st.booleans())
def test_a_search_is_not_resumed_from_nonsense(nonsense: bytes, begun: bool) -> None:
    game = _engine.Rules(4, [[0, 1], [2, 3]], [], b"\0\1\0\1", weak=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "kept")
        if begun:
            _engine.prove(game, b"", b"\0\1", 0, keep=path)
            whole = path.read_bytes()
            cut = len(whole) * len(nonsense) // 201
            nonsense = whole[:cut] + nonsense + whole[cut + 1 :]
        path.write_bytes(nonsense)
        answer = tried(lambda: _engine.prove(game, b"", b"\0\1", 0, keep=os.fspath(path)))
        # The middle of a compressed file has a checksum of its own; what passes it is ours.
        assert answer is None or isinstance(answer, tuple)


@given(NUMBERS | st.integers(0, 8), FAMILY, FAMILY, MANY_CELLS, st.just([]) | FAMILY)
def test_symmetries_are_found(
    cells: int,
    black: list[list[int]],
    white: list[list[int]],
    colours: list[int],
    seeds: list[list[int]],
) -> None:
    tried(lambda: _engine.automorphisms(cells, black, white, colours, seeds, timeout=5.0))


@given(rules(), st.integers(-1, 6) | NUMBERS, st.data())
def test_positions_are_counted(game: object, depth: int, data: st.DataObject) -> None:
    if not isinstance(game, _engine.Rules):
        return
    group = tried(lambda: _engine.Group(data.draw(st.integers(0, 10)), data.draw(PERMUTATIONS)))
    tried(
        lambda: _engine.perft(
            game,
            depth,
            group if isinstance(group, _engine.Group) else None,
            timeout=2.0,
            memory=10_000_000,
            threads=1,
        )
    )


LITERALS = st.lists(st.integers(-4, 4) | st.sampled_from([2**31 - 1, -(2**31)]), max_size=20)
PREFIX = st.lists(st.tuples(st.sampled_from("eax"), NUMBERS, NUMBERS), max_size=4)


@given(PREFIX, LITERALS, st.booleans(), st.lists(st.text(max_size=4), max_size=2))
@settings(max_examples=300)
def test_formulas_are_written_and_simplified(
    prefix: list[tuple[str, int, int]], literals: list[int], ended: bool, comments: list[str]
) -> None:
    clauses = np.array([*literals, 0] if ended else literals, dtype=np.int32)
    tried(lambda: _engine.format_qdimacs(comments, prefix, clauses))
    tried(lambda: _engine.simplify(prefix, clauses))


@given(st.binary(max_size=80) | st.text("pcnfea -0123\n", max_size=80).map(str.encode))
@settings(max_examples=300)
def test_formulas_are_read(data: bytes) -> None:
    tried(lambda: _engine.parse_qdimacs(data))


LITERALS = st.one_of(st.integers(-5, 5), st.integers(-5, 5), NUMBERS)
LINE = st.one_of(
    st.lists(st.integers(-5, 5).filter(bool), max_size=4).map(
        lambda row: " ".join(map(str, [*row, 0]))
    ),
    st.lists(LITERALS, max_size=4).map(lambda row: "d " + " ".join(map(str, row))),
    st.text(alphabet="d 0123-x", max_size=8),
)


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)) | st.tuples(NUMBERS, NUMBERS)),
    st.lists(st.lists(LITERALS, max_size=4), max_size=8),
    st.lists(LINE, max_size=10),
)
@settings(max_examples=500)
def test_a_trace_is_trimmed(
    ends: list[tuple[int, int]], formula: list[list[int]], trace: list[str]
) -> None:
    lemmas = tried(lambda: _engine.trim(ends, formula, [*trace, "0"]))
    assert lemmas is None or (isinstance(lemmas, list) and lemmas[-1][0] == [])
