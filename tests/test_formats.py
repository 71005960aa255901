"""Files: .pg in all its dialects, .hex, what is refused and where."""

from __future__ import annotations

import itertools
import os
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import harary
from harary import Player, Position, PositionalGame, Rule
from harary.boards import Grid, placements
from harary.errors import FormatError, InputError
from harary.formats import (
    parse_hex,
    parse_pg,
    read_pg,
    read_text,
    write_hex,
    write_pg,
    write_text,
)
from harary.games import ConnectionGoal, digest, listing
from tests.strategies import game_texts, graph_games, hypergraphs, legal_game

#: The published instance files lie beside the checkout where they are at hand.
DATA = Path(__file__).parents[1].parent / "shared" / "data"
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="the published files are not here")

SMALL = """\
% a comment
#TIMES and the rest of this line is ignored
t5 t6 % comment
t7
#blackturns
t5 t7
#positions
p1 p2 p3
q4
#whiteinitials
q4
#blackwins
p1 p2
p2 p3% comment without a space
p1 p2
#Whitewins
#firstmoves
p2
#blackwins
p1 p3
"""


def test_a_file_with_everything() -> None:
    game = parse_pg(SMALL)
    assert game.cells == ("p1", "p2", "p3", "q4")
    assert game.black_sets == ((0, 1), (1, 2), (0, 1), (0, 2))
    assert game.white_sets == ()
    assert game.rule is Rule.STRONG
    assert game.white == (3,)
    assert (game.length, game.first_time) == (3, 5)
    assert game.schedule.movers(3) == [Player.BLACK, Player.WHITE, Player.BLACK]
    assert game.first_moves == (1,)
    assert str(game) == f"pg:{digest(game)}"
    assert parse_pg(write_pg(game)) == game


def test_without_white_sets_a_file_is_weak_and_the_rule_can_be_overridden(tmp_path: Path) -> None:
    file = tmp_path / "game.pg"
    file.write_text("#positions a\na b\n#blackwins\na b\n#times\nt1 t2\n#blackturns\nt1 t2\n")
    assert harary.game(str(file)).rule is Rule.WEAK
    strong = harary.game(file, rule="strong")
    assert strong.rule is Rule.STRONG
    assert "#whitewins" in listing(strong)
    assert harary.game(file, rule="weak") == harary.game(file)


GRAPH = "#positions\na b c d\n#times\nt1 t2\n#blackturns\nt1\n"


@pytest.mark.parametrize(
    "goal",
    [
        "#neighbours\na b\nb a c\nc b d\nd c\n#startboarder\na\n#endboarder\nd\n",
        "#neighbours\na b NA\nb c\nc d na\nd\n#startboarder\na\n#endboarder\nd\n",
        "#edges\na b\nb c\nc d\n#source\na\n#target\nd\n",
    ],
)
def test_dialects_that_give_a_graph(goal: str) -> None:
    game = parse_pg(GRAPH + goal)
    assert isinstance(game.black_goal, ConnectionGoal)
    assert game.black_goal.neighbours == ((1,), (0, 2), (1, 3), (2,))
    assert game.black_sets == ((0, 1, 2, 3),)
    assert parse_pg(write_pg(game)) == game


def test_a_cell_may_be_called_na() -> None:
    game = parse_pg("#positions\na na\n#neighbours\na na\n#source\na\n#target\nna\n")
    assert game.black_sets == ((0, 1),)
    assert parse_pg(write_pg(game)) == game


def test_times_that_make_too_long_a_turn_name_the_file() -> None:
    times = " ".join(f"t{number}" for number in range(5000))
    with pytest.raises(FormatError, match=r"^f\.pg: 5000 stones a turn"):
        parse_pg(f"#positions\na\n#times\n{times}\n#blackturns\n{times}", "f.pg")


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "game.pg"
    file.write_bytes(b"\xef\xbb\xbf#positions\r\na b\r\n#blackwins\r\na b\r\n")
    assert read_pg(file).black_sets == ((0, 1),)


@pytest.mark.parametrize("name", ["", "a b", "a%", "#a", "a\n", "\u2028"])
def test_a_name_that_no_file_can_hold_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="no white space") as caught:
        PositionalGame.hypergraph([name, "x"], [["x"]])
    assert "\n" not in str(caught.value)


def test_the_dialect_that_gives_patterns() -> None:
    text = """#positions
a1 a2 b1 b2
#neighbours
a1 a2 b1
a2 na b2
b1 b2 na
b2 na na
#blackgoal
up(p0,p1)
side(p0,p1)
up(p0,p1) side(p0,p2)
"""
    game = parse_pg(text)
    names = {tuple(game.names(cells)) for cells in game.black_sets}
    assert names == {("a1", "a2"), ("b1", "b2"), ("a1", "b1"), ("a2", "b2"), ("a1", "a2", "b1")}


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("", 0, "expected a line #positions"),
        ("#positions a b\n#blackwins\n", 0, "the cells on the lines after it"),
        ("#positions\n", 0, "no cells"),
        ("a b\n", 1, "before any code word"),
        ("#positoins\na\n", 1, "unknown code word '#positoins'"),
        ("#positions\na a\n", 2, "listed twice"),
        ("#positions\na b\n#blackwins\na c\n", 4, "'c' is not among the #positions"),
        ("#positions\na b\n#blackwins\na a\n", 4, "names 'a' twice"),
        ("#positions\na b\n#times\nt1 t3\n#blackturns\nt1\n", 4, "expected t2"),
        ("#positions\na b\n#times\nt1 x\n#blackturns\nt1\n", 4, "such as t1"),
        ("#positions\na b\n#times\nt1 t2\n#blackturns\nt2 t1\n", 6, "out of order"),
        ("#positions\na b\n#times\nt1 t2\n#blackturns\nt1 t1\n", 6, "out of order"),
        ("#positions\na b\n#times\nt1 t2\n#blackturns\nt3\n", 6, "not among the #times"),
        ("#positions\na b\n#times\nt1 t2\n", 3, "without #blackturns"),
        ("#positions\na b\n#blackturns\nt1\n", 3, "without #times"),
        ("#positions\na\n#blackinitials\na\n#whiteinitials\na\n", 6, "black stone already"),
        ("#positions\na\n#blackinitials\na a\n", 4, "listed twice"),
        ("#positions\na\n#blackinitials\nz\n", 4, "'z' is not among"),
        ("#positions\na\n#firstmoves\nz\n", 4, "'z' is not among"),
        ("#positions\na b\n#blackinitials\na\n#firstmoves\na\n", 0, "no free cell"),
        ("#positions\na b\n#edges\na\n#source\na\n#target\nb\n", 4, "two names a line"),
        ("#positions\na b\n#edges\na b\n#source\na\n", 0, "without #endboarder"),
        ("#positions\na b\n#neighbours\na b\n#blackgoal\nup(p,q)\n", 4, "the one beside"),
        ("#positions\na\n#neighbours\na na na\n#blackgoal\ndown(p,q)\n", 6, "expected up(p0,p1)"),
        ("#positions\na\n#neighbours\na na na\n#blackgoal\nup(p,q) up(r,s)\n", 6, "hang together"),
    ],
)
def test_a_bad_file_is_refused_with_its_line(text: str, line: int, says: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_pg(text, "game.pg")
    assert says in str(caught.value)
    assert str(caught.value).startswith(f"game.pg:{line}: " if line else "game.pg: ")
    assert "\n" not in str(caught.value)


@given(hypergraphs())
def test_a_hypergraph_game_round_trips(game: PositionalGame) -> None:
    again = parse_pg(write_pg(game))
    assert again == game
    assert str(again) == str(game)
    assert listing(again) == listing(game)


@given(graph_games())
def test_a_graph_game_round_trips(game: PositionalGame) -> None:
    assert parse_pg(write_pg(game)) == game


@given(game_texts(most_cells=20))
def test_a_game_text_written_to_a_file_is_the_same_game(text: str) -> None:
    game = legal_game(text)
    if isinstance(game.black_goal, ConnectionGoal):
        game = game.explicit()
    again = parse_pg(write_pg(game))
    assert again.cells == game.cells
    assert again.black_sets == game.black_sets
    assert again.white_sets == game.white_sets
    assert again.rule is game.rule
    assert again.schedule.movers(game.stones) == game.schedule.movers(game.stones)
    assert (again.black, again.white) == (game.black, game.white)
    assert again.first_moves == game.first_moves
    assert again.stones == game.stones
    assert parse_pg(write_pg(again)) == again


LINES = st.sampled_from(
    ["#positions", "#BlackWins", "#whitewins x", "#times", "#blackturns", "#neighbours", "#edges",
     "#blackgoal", "#startboarder", "#endboarder", "#firstmoves", "#blackinitials", "#version",
     "a b", "b c", "a", "a b c", "t1 t2", "t1", "t2", "% x", "up(a,b)", "\x00", "é", "a%b", "#"]
)  # fmt: skip


@given(st.lists(LINES, max_size=12))
def test_any_lines_give_a_game_or_one_line(lines: list[str]) -> None:
    try:
        game = parse_pg("\n".join(lines), "f.pg")
    except FormatError as error:
        assert str(error).startswith("f.pg")
        assert "\n" not in str(error)
    else:
        assert parse_pg(write_pg(game)) == game


@given(st.text(max_size=80))
def test_any_text_gives_a_game_or_one_line(text: str) -> None:
    for parse in (parse_pg, parse_hex):
        try:
            parse(text, "f")
        except InputError as error:
            assert str(error).startswith("f")


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("3\nw[b1] b[a1] w[c2]\n", "hex@3x3:black=a1,white=b1-c2"),
        ("% comment\n5\nb[A5] % more\n", "hex@5x5:black=a5"),
        ("4 3\n", "hex@4x3"),
    ],
)
def test_hex_files(text: str, game: str) -> None:
    assert str(parse_hex(text)) == game
    assert parse_hex(write_hex(harary.game(game))) == harary.game(game)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no size"),
        ("b[a1]\n5\n", "f.hex:1: 'b[a1]': expected the size"),
        ("3\nb[d1]", "f.hex:2: no such cell 'd1'"),
        ("3\nb[a1] w[a1]", "f.hex:2: cell a1 holds a stone already"),
        ("3\nb[a1] 4", "f.hex:2: '4'"),
        ("3 4 5", "f.hex:1: '5'"),
        ("three", "f.hex:1: 'three'"),
        ("9999\nb[a1]", "at most 4096"),
    ],
)
def test_bad_hex_files(text: str, says: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_hex(text, "f.hex")
    assert says in str(caught.value)


@pytest.mark.parametrize(
    "text", ["el@3x3", "hex@3x3:weak", "hex@3x3:turn=white", "hex@3x3:p=2,q=1"]
)
def test_what_does_not_fit_a_hex_file(text: str) -> None:
    with pytest.raises(FormatError, match="one stone a turn"):
        write_hex(harary.game(text))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "binary.pg").write_bytes(b"#positions\n\xff\xfe\n")
    with pytest.raises(FormatError, match=r"binary\.pg:2: this is no text"):
        read_pg(tmp_path / "binary.pg")
    with pytest.raises(FormatError, match="no such file"):
        read_text(tmp_path / "missing.pg")
    with pytest.raises(FormatError, match="this is a folder"):
        read_text(tmp_path)
    with pytest.raises(FormatError, match="cannot be read"):
        read_text("null\0byte.pg")


def test_writing_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    target = tmp_path / "out.pg"
    target.write_text("old")
    write_text(target, "new")
    assert target.read_text() == "new"
    assert [file.name for file in tmp_path.iterdir()] == ["out.pg"]
    with pytest.raises(FormatError, match="cannot be written"):
        write_text(tmp_path / "nowhere" / "out.pg", "new")
    assert [file.name for file in tmp_path.iterdir()] == ["out.pg"]


# The published files: 310 .pg and 20 .hex.


def published(pattern: str) -> Iterator[Path]:
    return iter(sorted(DATA.glob(pattern)))


@needs_data
def test_every_published_file_reads_and_round_trips() -> None:
    counts = {"pg": 0, "hex": 0}
    for file in published("*/*.pg"):
        game = harary.game(file)
        again = parse_pg(write_pg(game))
        assert again == game, file.name
        counts["pg"] += 1
        # Count again without the reader: words before comments, section by section.
        sections: dict[str, int] = {}
        word = ""
        for line in file.read_text().splitlines():
            words = line.split("%")[0].split()
            if words and words[0].startswith("#"):
                word = words[0]
            elif words:
                many = 1 if word in ("#blackwins", "#whitewins") else len(words)
                sections[word] = sections.get(word, 0) + many
        assert len(game.cells) == sections["#positions"]
        assert len(game.black_sets) == sections["#blackwins"]
        assert len(game.white_sets) == sections.get("#whitewins", 0)
        assert game.length == sections["#times"]
        assert len(game.black) == sections.get("#blackinitials", 0)
        assert len(game.white) == sections.get("#whiteinitials", 0)
        assert len(game.first_moves or ()) == sections.get("#firstmoves", 0)
    for file in published("*/*.hex"):
        game = harary.game(file)
        assert harary.game(str(game)) == game
        counts["hex"] += 1
    assert counts == {"pg": 310, "hex": 20}


@needs_data
def test_the_published_gttt_files_are_our_games() -> None:
    from harary.shapes import from_digits, text_of

    seen = 0
    for file in itertools.chain(published("gttt-3x3/*.pg"), published("gttt-4x4/*.pg")):
        _, p, q, digits, size, *rest = file.stem.split("_")
        options = [f"p={p}", f"q={q}"]
        if "torus" in rest:
            options.append("torus")
        if rest[-1] == "w":
            options.append("turn=white")
        ours = harary.game(f"{text_of(from_digits(digits))}@{size}:{','.join(options)}")
        theirs = harary.game(file)
        assert theirs.cells == ours.cells
        for own, other in (
            (ours.black_sets, theirs.black_sets),
            (ours.white_sets, theirs.white_sets),
        ):
            assert set(map(frozenset, own)) == set(map(frozenset, other)), file.name
        # The files list a set of a torus once for each way to it.
        assert isinstance(ours.board, Grid)
        listed = placements(ours.board, from_digits(digits), repeated=True)
        assert listed == sorted(tuple(sorted(cells)) for cells in theirs.black_sets), file.name
        assert theirs.schedule.movers(ours.stones) == ours.schedule.movers(ours.stones), file.name
        seen += 1
    assert seen == 84 + 96


@needs_data
def test_hex_sides_and_paths_are_the_published_ones() -> None:
    """Pins which sides each player joins, and that the paths are minimal and avoid White."""
    seen = 0
    puzzles = {file.stem.split("_")[1]: harary.game(file) for file in published("inst_hein/*.hex")}
    for file in published("hex-hein/*.pg"):
        number = "21" if file.stem.startswith("browne") else file.stem.split("_")[1]
        ours, theirs = puzzles[number], read_pg(file)
        assert set(ours.names(ours.black)) == set(theirs.names(theirs.black)), file.name
        assert set(ours.names(ours.white)) == set(theirs.names(theirs.white)), file.name
        own = {frozenset(ours.names(cells)) for cells in ours.black_sets}
        assert own == {frozenset(theirs.names(cells)) for cells in theirs.black_sets}, file.name
        seen += 1
    assert seen == 54


@needs_data
def test_the_milestones_are_our_games() -> None:
    for name, text in (
        ("gomoku_1_1_15x15_connect5", "row5@15x15"),
        ("gttt_1_1_9x9_snaky", "snaky@9x9"),
        ("mickey_mouse_1_2_19x19_connect6", "row6@19x19"),
    ):
        theirs, ours = read_pg(DATA / "milestones" / f"{name}.pg"), harary.game(text)
        assert theirs.cells == ours.cells
        assert set(map(frozenset, theirs.black_sets)) == set(map(frozenset, ours.black_sets))
    qubic = read_pg(DATA / "milestones" / "qubic_1_1_4x4x4.pg")
    assert len(qubic.black_sets) == 76
    mickey = Position(read_pg(DATA / "milestones" / "mickey_mouse_1_2_19x19_connect6.pg"))
    assert (mickey.to_move, mickey.stones_left, mickey.length) == (Player.WHITE, 2, 356)


def test_a_link_stays_a_link_and_a_pipe_a_pipe(tmp_path: Path) -> None:
    target, link, pipe = tmp_path / "target", tmp_path / "link", tmp_path / "pipe"
    target.write_text("old")
    link.symlink_to(target)
    write_text(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        got = pool.submit(pipe.read_text)
        write_text(pipe, "through")
        assert got.result(timeout=60) == "through"
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    with pytest.raises(FormatError, match="this is a folder"):
        write_text(tmp_path, "no")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["link", "pipe", "target"]
