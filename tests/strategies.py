"""Random shapes, boards and games for property tests."""

from __future__ import annotations

import itertools
import warnings

from hypothesis import reject
from hypothesis import strategies as st

from harary import Player, PositionalGame, Rule, Shape, game
from harary.boards import cell_text
from harary.errors import GameError, HararyWarning
from harary.games import ConnectionGoal, Schedule, SetsGoal
from harary.shapes import named_shapes

names = st.sampled_from(sorted(named_shapes()))


@st.composite
def shapes(draw: st.DrawFn, most: int = 6) -> Shape:
    cells = draw(
        st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=most)
    )
    return Shape(cells, fixed=draw(st.booleans()))


@st.composite
def game_texts(draw: st.DrawFn, most_cells: int = 40) -> str:
    """A game text of any family, written in any order and spelling."""
    sizes = draw(st.lists(st.integers(1, 6), min_size=2, max_size=3))
    while len(list(itertools.product(*map(range, sizes)))) > most_cells:
        sizes = [max(1, size - 1) for size in sizes]
    hexagonal = len(sizes) == 2 and draw(st.integers(0, 4)) == 0
    if hexagonal:
        target = draw(st.sampled_from(["hex", "Hex", "HEX"]))
    else:
        target = "+".join(
            draw(
                st.lists(
                    st.one_of(
                        names,
                        names.map(lambda name: name.upper() + "="),
                        shapes().map(lambda shape: shape.drawing.replace("X", "*")),
                        st.integers(1, 6).map(lambda k: f"row{k}"),
                    ),
                    min_size=1,
                    max_size=3,
                )
            )
        )
    cells = [cell_text(point) for point in itertools.product(*map(range, sizes))]
    shuffled = draw(st.permutations(cells))
    black = draw(st.integers(0, min(3, len(cells))))
    white = draw(st.integers(0, min(3, len(cells) - black)))
    options = [
        f"{name}={draw(st.integers(1, 3))}" for name in ("p", "q", "r") if draw(st.booleans())
    ]
    if draw(st.booleans()):
        options.append("weak")
    if not hexagonal and draw(st.booleans()):
        options.append("torus")
    if draw(st.booleans()):
        options.append(f"turn={draw(st.sampled_from(['black', 'white']))}")
    if black:
        options.append("black=" + "-".join(shuffled[:black]))
    if white:
        options.append("white=" + "-".join(shuffled[black : black + white]))
    free = shuffled[black + white :]
    if draw(st.booleans()) and free:
        options.append("first=" + "-".join(free[: draw(st.integers(1, len(free)))]))
    shuffled_options = draw(st.permutations(options))
    text = f"{target}@{'x'.join(map(str, sizes))}"
    return text + (":" + ",".join(shuffled_options) if options else "")


def legal_game(text: str) -> PositionalGame:
    """The game of a random text; stones that complete two sets at once are drawn again."""
    try:
        return quiet_game(text)
    except GameError as error:
        if "both players" in str(error):
            reject()
        raise


def quiet_game(text: str) -> PositionalGame:
    """The game of a text, where a shape that fits nowhere is no news."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HararyWarning)
        return game(text)


@st.composite
def hypergraphs(draw: st.DrawFn, most: int = 6) -> PositionalGame:
    """A small game on a random hypergraph, with anything that a file may have."""
    size = draw(st.integers(1, most))
    cells = range(size)
    sets = st.lists(
        st.lists(st.sampled_from(cells), min_size=1, max_size=4, unique=True).map(
            lambda s: tuple(sorted(s))
        ),
        max_size=5,
    ).map(tuple)
    black_sets = draw(sets)
    weak = draw(st.booleans())
    white_sets = () if weak else draw(st.one_of(st.just(black_sets), sets))
    length = draw(st.integers(0, size))
    movers = draw(st.lists(st.sampled_from(Player), min_size=length, max_size=length))
    stones = draw(st.permutations(list(cells)))
    count = draw(st.integers(0, min(2, size)))
    black, white = stones[: count // 2], stones[count // 2 : count]
    if any(set(s) <= set(black) for s in black_sets):
        black = []
    free = stones[count:]
    first = draw(st.one_of(st.none(), st.just(free[:2]))) if free else None
    return PositionalGame(
        cells=tuple(f"c{cell}" for cell in cells),
        black_goal=SetsGoal(black_sets),
        white_goal=SetsGoal(white_sets),
        schedule=Schedule.from_movers(movers),
        rule=Rule.WEAK if weak else Rule.STRONG,
        black=tuple(black),
        white=tuple(white),
        first_moves=None if first is None else tuple(first),
        first_any=first is not None,
        length=length,
        first_time=draw(st.integers(1, 9)) if length else 1,
    )


@st.composite
def graph_games(draw: st.DrawFn, most: int = 7) -> PositionalGame:
    """A weak game of joining two sides of a random graph."""
    size = draw(st.integers(1, most))
    pairs = list(itertools.combinations(range(size), 2))
    edges = draw(st.lists(st.sampled_from(pairs), max_size=12)) if pairs else []
    near = [
        tuple(sorted({b if a == cell else a for a, b in edges if cell in (a, b)}))
        for cell in range(size)
    ]
    side = st.lists(st.integers(0, size - 1), min_size=1, max_size=3, unique=True).map(
        lambda s: tuple(sorted(s))
    )
    return PositionalGame(
        cells=tuple(f"v{cell}" for cell in range(size)),
        black_goal=ConnectionGoal(tuple(near), draw(side), draw(side)),
        white_goal=SetsGoal(()),
        schedule=Schedule.from_movers(Schedule.regular().movers(size)),
        rule=Rule.WEAK,
        length=size,
    )


@st.composite
def small_games(draw: st.DrawFn, most: int = 5) -> PositionalGame:
    """A game small enough to be asked of a formula: of a hypergraph or on a board."""
    if draw(st.booleans()):
        return draw(hypergraphs(most))
    sizes = draw(st.sampled_from([(1, 3), (2, 2), (2, 3), (5, 1), (1, 6), (2, 1), (4, 1)]))
    if sizes[0] * sizes[1] > most:
        sizes = (2, 2)
    target = draw(
        st.sampled_from(["domino", "el", "tic", "row2", "row3", "domino=", "X.X", "elam"])
    )
    cells = draw(
        st.permutations([cell_text((x, y)) for x in range(sizes[0]) for y in range(sizes[1])])
    )
    options = [
        f"{name}={draw(st.integers(1, 3))}" for name in "pqr" if draw(st.integers(0, 2)) == 0
    ]
    options += [word for word in ("torus", "weak", "turn=white") if draw(st.integers(0, 3)) == 0]
    for word, at in (("black", 0), ("white", 1)):
        if draw(st.integers(0, 4)) == 0 and len(cells) > 3:
            options.append(f"{word}={cells[at]}")
    if draw(st.integers(0, 4)) == 0:
        options.append("first=" + "-".join(cells[2:4] or cells[-1:]))
    text = f"{target}@{sizes[0]}x{sizes[1]}" + (":" + ",".join(options) if options else "")
    return legal_game(text)
