"""One interface for all encodings: a game and a length to a formula.

Each encoding is a module with a function ``encode(normal, options) -> Formula`` and a
:class:`Encoding` that describes it. What they share is here: options, the choice of the first
moves, the binary codes of cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace

import numpy as np

from harary.boards import Grid
from harary.errors import InputError
from harary.games import (
    CellSet,
    NormalGame,
    Player,
    PositionalGame,
    Rule,
    Symmetries,
    Turn,
    is_symmetry,
    within_text,
)
from harary.qbf.formula import Formula, Literals

__all__ = [
    "EncodeOptions",
    "Encoding",
    "EncodingError",
    "bit_count",
    "by_width",
    "check_size",
    "check_view",
    "claim_of",
    "decided_formula",
    "first_cells",
    "moved_bits",
    "seen_by",
]


class EncodingError(InputError):
    """An encoding does not fit the game, the length or an option."""


@dataclass(frozen=True)
class EncodeOptions:
    """What can be chosen. An encoding says which of these it knows.

    ``symmetry`` restricts the first move to one cell of each class of symmetric ones, which
    changes no answer. ``view`` is the player whose win the formula states. ``form`` is
    COR+'s: ``paired`` turns or one state a stone, as ``printed``. ``ordered`` makes the codes
    of a turn's stones increase. ``without`` leaves groups of clauses out. ``most`` is how many
    clauses may be built.
    """

    symmetry: bool = True
    view: Player = Player.BLACK
    form: str = "paired"
    ordered: bool = False
    without: frozenset[str] = frozenset()
    most: int = 50_000_000


@dataclass(frozen=True)
class Encoding:
    """An encoding with its description."""

    name: str
    title: str
    source: str
    options: tuple[str, ...]
    fits: str
    exact: bool
    variables: tuple[tuple[str, str], ...]
    optional_groups: tuple[tuple[str, str], ...]
    build: Callable[[PositionalGame, int | None, EncodeOptions], Formula]

    def encode(
        self, game: PositionalGame, length: int | None = None, options: EncodeOptions | None = None
    ) -> Formula:
        """The formula of a game within a length (default: the file's, else the whole game)."""
        chosen = options or EncodeOptions()
        usual = EncodeOptions()
        self.check_options(
            field.name
            for field in fields(EncodeOptions)
            if getattr(chosen, field.name) != getattr(usual, field.name)
        )
        known = {group for group, _ in self.optional_groups}
        for group in sorted(chosen.without):
            if group not in known:
                listed = ", ".join(sorted(known)) or "none"
                raise EncodingError(
                    f"{self.name}: group {group!r} cannot be left out; these can: {listed}"
                )
        formula = self.build(game, length, chosen)
        formula.comments += self._comments(formula, chosen)
        return formula

    def check_options(self, names: Iterable[str]) -> None:
        """Refuse options that this encoding does not have."""
        for name in names:
            if name not in (*self.options, "most"):
                raise EncodingError(f"encoding {self.name} has no option {name!r}")

    def _comments(self, formula: Formula, options: EncodeOptions) -> list[str]:
        """What a file says about itself."""
        from harary import __version__

        question = formula.question
        assert question is not None
        usual = EncodeOptions()
        chosen = [
            f"{field.name} {_shown(getattr(options, field.name))}"
            for field in fields(EncodeOptions)
            if field.name in self.options
            and (field.name == "form" or getattr(options, field.name) != getattr(usual, field.name))
        ]
        otherwise = "it does not" if question.exact else "nothing"
        return [
            f"harary {__version__}",
            f"game {question.game}",
            f"encoding {', '.join([self.name, *chosen])}",
            f"true says: {question.claim}; false says: {otherwise}",
        ]


def _shown(value: object) -> str:
    if isinstance(value, frozenset):
        return " ".join(sorted(value))
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def check_view(game: PositionalGame, player: Player) -> None:
    """In a weak game White has no win that a formula could state."""
    if game.rule is Rule.WEAK and player is Player.WHITE:
        raise EncodingError(
            f"{game}: in a weak game White has nothing to complete; "
            "ask for Breaker with the encoding 'pairing'"
        )


def seen_by(normal: NormalGame, player: Player) -> NormalGame:
    """The game with the players' parts exchanged where White's win is asked for.

    An encoding then states the win of the player who is called Black.
    """
    if player is Player.BLACK:
        return normal
    check_view(normal.game, player)
    return replace(
        normal,
        black_sets=normal.white_sets,
        white_sets=normal.black_sets,
        turns=tuple(Turn(turn.player.opponent, turn.stones) for turn in normal.turns),
    )


def decided_formula(normal: NormalGame, player: Player) -> Formula | None:
    """The formula of a game that was over before it began: no clause, or an empty one."""
    if normal.decided is None:
        return None
    formula = Formula()
    if normal.decided.winner is not player:
        formula.add_each("decided", [[]])
    return formula


def claim_of(game: PositionalGame, player: Player, stones: int) -> str:
    """What a formula for a player's win says."""
    name = "Maker" if game.rule is Rule.WEAK else player.value.capitalize()
    return f"{name} wins {within_text(stones)}"


def by_width(sets: tuple[CellSet, ...]) -> list[tuple[int, Literals, Literals]]:
    """The sets as rectangular arrays: the size, which sets have it, and their cells."""
    found = []
    for width in sorted({len(cells) for cells in sets}):
        which = [number for number, cells in enumerate(sets) if len(cells) == width]
        rows = np.array([sets[number] for number in which], dtype=np.int32)
        found.append((width, np.array(which, dtype=np.int32), rows.reshape(len(which), width)))
    return found


def bit_count(codes: int) -> int:
    """How many bits tell so many codes apart."""
    return max(codes - 1, 0).bit_length()


def moved_bits(move: Literals, codes: Iterable[int]) -> Literals:
    """Literals that say, bit by bit, that a move is the code.

    The last axis of ``move`` has the bits, lowest first; the result has an axis of the codes
    before it.
    """
    numbers = np.fromiter(codes, dtype=np.int64)
    bits = (numbers[:, np.newaxis] >> np.arange(move.shape[-1])) & 1
    signs = np.where(bits == 1, 1, -1).astype(np.int32)
    return (move[..., np.newaxis, :] * signs).astype(np.int32)


def first_cells(normal: NormalGame, symmetry: bool) -> tuple[int, ...] | None:
    """The cells to which the first turn is bound, or None where it is free.

    A list of the game's own binds. Else, with ``symmetry``, one cell of each class of
    symmetric cells is enough: on a rectangle all of whose symmetries the game has, the
    papers' corner (a triangle on a square), on such a torus the centre, elsewhere the first
    cell of each orbit of the computed group.
    """
    if normal.first_moves is not None:
        return normal.first_moves
    game = normal.game
    if not symmetry or not normal.turns:
        return None
    number = {cell: index for index, cell in enumerate(normal.origin)}
    corner = _papers_corner(game)
    if corner is not None:
        return tuple(sorted(number[cell] for cell in corner if cell in number))
    orbits = Symmetries(game).orbits()
    return tuple(sorted(number[orbit[0]] for orbit in orbits if orbit[0] in number))


def _papers_corner(game: PositionalGame) -> list[int] | None:
    board = game.board
    if not isinstance(board, Grid) or len(board.sizes) != 2 or game.black or game.white:
        return None
    if not all(is_symmetry(game, permutation) for permutation in board.generators()):
        return None
    width, height = board.sizes
    half_width, half_height = (width + 1) // 2, (height + 1) // 2
    if board.torus:
        return [board.at((half_width - 1, half_height - 1))]
    return [
        board.at((x, y))
        for x in range(half_width)
        for y in range(x if width == height else 0, half_height)
    ]


def check_size(clauses: int, options: EncodeOptions, what: str) -> None:
    """Refuse a formula that is too large, before anything is built."""
    if clauses > options.most:
        raise EncodingError(
            f"{what} would have about {clauses:,} clauses, more than {options.most:,} "
            "(--most raises this limit)"
        )
