"""One text names a game: ``tippy@4x4:torus,p=2,q=1``.

::

    text    = target {"+" target} "@" size {"x" size} [":" option {"," option}]
    target  = a shape's name or drawing ["="] | "row" number | "hex" (alone)
    option  = "torus" | "weak" | "p=" number | "q=" number | "r=" number
            | "turn=" ("black" | "white") | "black=" cells | "white=" cells | "first=" cells
    cells   = cell {"-" cell}

Black places p stones a turn and White r (p where r is not given); q stones are placed in the
first turn (as many as in that player's other turns where q is not given). The canonical text
has names where shapes have names, targets in order, and only those options that change
something; :func:`parse_game` reads it back as an equal game.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from harary.boards import MAX_BOARD_CELLS, Board, Grid, HexBoard
from harary.errors import GameTextError, HararyWarning, InputError
from harary.games.achievement import Row, Target, target_text, winning_sets
from harary.games.goals import CellSet, ConnectionGoal, Goal, SetsGoal
from harary.games.positional import PositionalGame
from harary.games.schedule import MAX_STONES_A_TURN, Schedule
from harary.games.words import Player, Rule
from harary.shapes import is_drawing, parse_shape

__all__ = [
    "GameOptions",
    "achievement_game",
    "drawn_text",
    "hex_game",
    "hex_goals",
    "ordered_targets",
    "parse_game",
    "parse_targets",
    "text_with_stone",
]

MAX_TEXT = 20_000
_ROW = re.compile(r"row([0-9]{1,4})")
_SIZES = re.compile(r"[0-9]+(?:x[0-9]+)*")
_EXPECTED = "expected SHAPE@BOARD, such as tippy@4x4 or row6@19x19:p=2,q=1, or a .pg or .hex file"


@dataclass(frozen=True)
class GameOptions:
    """What may follow the board in a game text. ``q`` and ``r`` default to the others."""

    torus: bool = False
    weak: bool = False
    p: int = 1
    q: int | None = None
    r: int | None = None
    turn: Player = Player.BLACK
    black: tuple[str, ...] = ()
    white: tuple[str, ...] = ()
    first: tuple[str, ...] | None = None

    @property
    def white_stones(self) -> int:
        """How many stones White places a turn."""
        return self.p if self.r is None else self.r

    @property
    def first_stones(self) -> int:
        """How many stones the first turn has."""
        if self.q is not None:
            return self.q
        return self.p if self.turn is Player.BLACK else self.white_stones

    @property
    def schedule(self) -> Schedule:
        """The schedule that these numbers make."""
        return Schedule.regular(self.turn, self.first_stones, self.p, self.white_stones)

    def text(self, board: Board) -> str:
        """The options that change something, in one order; cells in the board's order."""

        def cells(names: tuple[str, ...]) -> str:
            return "-".join(sorted((name.lower() for name in names), key=board.index))

        words: list[str] = []
        if self.torus:
            words.append("torus")
        if self.weak:
            words.append("weak")
        usual = self.p if self.turn is Player.BLACK else self.white_stones
        if self.p != 1 or self.first_stones != usual:
            words += [f"p={self.p}", f"q={self.first_stones}"]
        if self.white_stones != self.p:
            words.append(f"r={self.white_stones}")
        if self.turn is Player.WHITE:
            words.append("turn=white")
        if self.black:
            words.append("black=" + cells(self.black))
        if self.white:
            words.append("white=" + cells(self.white))
        if self.first is not None:
            words.append("first=" + cells(self.first))
        return ":" + ",".join(words) if words else ""


def achievement_game(
    board: Grid, targets: tuple[Target, ...], options: GameOptions | None = None
) -> PositionalGame:
    """The game of achieving one of the targets on a rectangle, a torus or a box."""
    options = options or GameOptions()
    if board.torus != options.torus:
        options = GameOptions(**{**vars(options), "torus": board.torus})
    ordered = ordered_targets(targets)
    # The text first: it looks at the cells of the options, which is quicker than placing.
    text = f"{'+'.join(map(target_text, ordered))}@{board.text}{options.text(board)}"
    found: set[CellSet] = set()
    for target in ordered:
        placed = winning_sets(board, target)
        found.update(placed)
        if not placed:
            warnings.warn(
                f"{target_text(target)} fits nowhere on {board}: nobody can win with it",
                HararyWarning,
                stacklevel=2,
            )
    sets = SetsGoal(tuple(sorted(found)))
    return _build(board, sets, sets, options, text)


def hex_game(board: HexBoard, options: GameOptions | None = None) -> PositionalGame:
    """Hex: Black joins top and bottom, White joins left and right."""
    options = options or GameOptions()
    if options.torus:
        raise GameTextError("hex has no torus: its sides would be gone")
    black, white = hex_goals(board)
    return _build(board, black, white, options, f"hex@{board.text}{options.text(board)}")


def hex_goals(board: HexBoard) -> tuple[ConnectionGoal, ConnectionGoal]:
    """What Black joins, and White."""
    return (
        ConnectionGoal(board.neighbours, board.side("top"), board.side("bottom")),
        ConnectionGoal(board.neighbours, board.side("left"), board.side("right")),
    )


def _build(
    board: Board, black: Goal, white: Goal, options: GameOptions, text: str
) -> PositionalGame:
    def numbers(names: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(sorted(map(board.index, names)))

    return PositionalGame(
        cells=board.cells,
        black_goal=black,
        white_goal=SetsGoal(()) if options.weak else white,
        schedule=options.schedule,
        rule=Rule.WEAK if options.weak else Rule.STRONG,
        black=numbers(options.black),
        white=numbers(options.white),
        first_moves=None if options.first is None else numbers(options.first),
        board=board,
        text=text,
    )


def ordered_targets(targets: Iterable[Target]) -> tuple[Target, ...]:
    """Targets as they stand in a game text: each once, shapes before rows, small ones first."""
    ordered = tuple(sorted(set(targets), key=_target_key))
    if not ordered:
        raise GameTextError("a game needs at least one shape or row")
    return ordered


def _target_key(target: Target) -> tuple[int, int, str]:
    """Shapes before rows, small ones first."""
    if isinstance(target, Row):
        return (1, target.length, "")
    return (0, len(target), target.drawing)


def parse_game(text: str) -> PositionalGame:
    """Read a game text (not a path: :func:`harary.game` reads both).

    >>> str(parse_game("XX./.XX@4x4:q=1,p=2,torus"))
    'tippy@4x4:torus,p=2,q=1'
    """
    if len(text) > MAX_TEXT:
        raise GameTextError(f"a game text of {len(text)} characters: at most {MAX_TEXT} are read")
    try:
        return _parse(text.strip())
    except GameTextError as error:
        raise GameTextError(f"game {_quoted(text)}: {error}") from None
    except InputError as error:
        raise type(error)(f"game {_quoted(text)}: {error}") from None


def parse_targets(text: str) -> tuple[Target, ...]:
    """Read what stands before the ``@`` of a game text: shapes and rows joined by ``+``.

    >>> [target_text(target) for target in parse_targets("row5+snaky+el")]
    ['el', 'snaky', 'row5']
    """
    if len(text) > MAX_TEXT:
        raise GameTextError(f"shapes in {len(text)} characters: at most {MAX_TEXT} are read")
    try:
        if "@" in text:
            raise GameTextError("there is an '@': expected shapes without a board, such as el+tic")
        return ordered_targets(map(_parse_target, text.strip().split("+")))
    except InputError as error:
        raise type(error)(f"shapes {_quoted(text)}: {error}") from None


def drawn_text(text: str) -> str:
    """A canonical game text with each shape drawn, for a reader who knows no names.

    >>> drawn_text("el+row3@5x5:weak")
    'XX/X.+row3@5x5:weak'
    """
    targets, _, rest = text.partition("@")
    words = targets.split("+")
    drawn = (w if w == "hex" or _ROW.fullmatch(w) else parse_shape(w).drawing for w in words)
    return f"{'+'.join(drawn)}@{rest}"


def text_with_stone(text: str, board: Board, cell: str) -> str:
    """The canonical text of the game that is left after its first stone.

    >>> from harary.boards import Grid
    >>> text_with_stone("tippy@4x4:p=2,q=1", Grid((4, 4)), "b2")
    'tippy@4x4:p=2,q=2,turn=white,black=b2'
    """
    head, _, words = text.partition(":")
    options = _parse_options(words) if words else GameOptions()
    player = options.turn
    # The turn goes on with what is left of it, or the other player's begins.
    left = options.first_stones - 1
    usual = options.p if player is Player.WHITE else options.white_stones
    options = replace(
        options,
        q=left or usual,
        turn=player if left else player.opponent,
        black=(*options.black, cell) if player is Player.BLACK else options.black,
        white=(*options.white, cell) if player is Player.WHITE else options.white,
        first=None,
    )
    return head + options.text(board)


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")


def _parse(text: str) -> PositionalGame:
    if text.startswith("pg:"):
        raise GameTextError("this names a file's game by its hash; give the file itself")
    targets_text, at, rest = text.partition("@")
    if not at:
        raise GameTextError(f"there is no '@': {_EXPECTED}")
    sizes_text, _, options_text = rest.partition(":")
    sizes = _parse_sizes(sizes_text)
    options = _parse_options(options_text) if ":" in rest else GameOptions()
    words = targets_text.split("+")
    if any(word.lower() == "hex" for word in words):
        if len(words) > 1:
            raise GameTextError("hex stands alone: it is not joined with other targets")
        if len(sizes) != 2:
            raise GameTextError(f"hex is played on two sizes, such as hex@7x7, not {sizes_text!r}")
        return hex_game(HexBoard(*sizes), options)
    return achievement_game(Grid(sizes, options.torus), tuple(map(_parse_target, words)), options)


def _parse_sizes(text: str) -> tuple[int, ...]:
    if not _SIZES.fullmatch(text):
        raise GameTextError(f"board {_quoted(text)}: expected sizes such as 5x5 or 4x4x4")
    if any(len(size) > 5 for size in text.split("x")):
        raise GameTextError(
            f"board {_quoted(text)}: a board may have at most {MAX_BOARD_CELLS} cells"
        )
    return tuple(map(int, text.split("x")))


def _parse_target(word: str) -> Target:
    if not word:
        raise GameTextError(f"an empty shape: {_EXPECTED}")
    row = _ROW.fullmatch(word.lower())
    if row:
        return Row(int(row[1]))
    if not is_drawing(word) and word.removesuffix("=").isdigit():
        raise GameTextError(f"no shape {word!r}: expected a name or a drawing")
    return parse_shape(word)


def _parse_options(text: str) -> GameOptions:
    values: dict[str, object] = {}
    for word in text.split(","):
        name, equals, value = word.partition("=")
        name = name.strip().lower()
        if name not in _READERS:
            known = ", ".join(_READERS)
            raise GameTextError(f"unknown option {word!r}: the options are {known}")
        if name in values:
            raise GameTextError(f"option {name!r} is given twice")
        if (name in ("torus", "weak")) == bool(equals):
            raise GameTextError(f"option {word!r}: write {name}" + ("" if equals else "=..."))
        values[name] = _READERS[name](name, value)
    return GameOptions(**values)  # type: ignore[arg-type]


def _read_number(name: str, value: str) -> int:
    if not (value.isascii() and value.isdigit() and 1 <= int(value[:9]) <= MAX_STONES_A_TURN):
        raise GameTextError(
            f"{name}={value}: expected a number of stones from 1 to {MAX_STONES_A_TURN}"
        )
    return int(value)


def _read_player(name: str, value: str) -> Player:
    try:
        return Player(value.lower())
    except ValueError:
        raise GameTextError(f"{name}={value}: expected black or white") from None


def _read_cells(name: str, value: str) -> tuple[str, ...]:
    cells = tuple(value.lower().split("-"))
    if not all(cells):
        raise GameTextError(f"{name}={value}: expected cells joined by '-', such as a1-b2")
    if len(set(cells)) < len(cells):
        twice = next(cell for cell in cells if cells.count(cell) > 1)
        raise GameTextError(f"{name}={value}: cell {twice!r} is listed twice")
    return cells


def _read_flag(_name: str, _value: str) -> bool:
    return True


_READERS: dict[str, Callable[[str, str], object]] = {
    "torus": _read_flag,
    "weak": _read_flag,
    "p": _read_number,
    "q": _read_number,
    "r": _read_number,
    "turn": _read_player,
    "black": _read_cells,
    "white": _read_cells,
    "first": _read_cells,
}
