"""COVER (Boucher, Villemaire, paper 001): a win of Black near his first stone.

The *cover* is the union of the winning sets that contain Black's first stone. Black may place
stones in the cover only: where the formula is true, Black wins; where it is false, that
proves nothing, since he may need more room. White may play anywhere, but all moves outside
the cover are one code (*ooc*): the formula counts them, ``out(t,i)`` saying that there were
at least i, and takes the worst case, that they lay wherever White would have wanted them.

One stone a turn, Black first. Times are stones, t = 0..T.

| group | says |
| --- | --- |
| 3.26 | once over, always over |
| 3.27 | the board is empty at first |
| 3.28, 3.29 | a cell has one owner, for ever |
| 3.30 to 3.33 | nothing is placed after the end, nor out of turn |
| 3.34, 3.35 | which sets and which cells are in the cover |
| 3.36 | Black's cells at the end are |
| 3.37, 3.38 | a new black cell is the one that Black writes |
| first | his first stone is in the board's corner (3.39, 3.40), or on the game's list |
| 3.41 | White owns the free cell of the cover that he writes |
| 3.42 to 3.44 | or a move outside is counted |
| 3.45, 3.46 | Black owns a set at the end |
| 3.47 | White owns none, wherever his moves outside were |

What was mended: the second half of 3.29 forbids white stones as printed; the code of a move
outside needs room for itself (bits for N+1 codes); ``out(0,i)`` is not declared: true for
i = 0, else false; ``out`` exists at even times only, so 3.47 takes the last even one. A code
of a cell outside the cover is void; White has the code ooc for that, so it is no loss to him.
If Black's first stone is in no set at all, 3.36 fails: sound, and useless.

May be left out (``without``): ``3.34-seen`` and ``3.35-seen``, the halves that say that a set
with Black's first stone, and each of its cells, *must* be in the cover. Without them Black may
take a smaller cover C' for the cover C; but whatever wins with C' wins with C. Black plays in
C' only, and takes White's moves in C but not in C' for moves outside: if White completed a set
e in the formula with C, e in C white and e outside C covered by moves outside, then also in
the formula with C', where each white cell of e in C but not in C' is one counted move more.
``3.45-seen``, that a set which Black owns *must* be claimed: ``win`` occurs in 3.46 only, where
claiming less helps nobody.
"""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np

from harary.encodings.interface import (
    EncodeOptions,
    Encoding,
    EncodingError,
    bit_count,
    by_width,
    check_size,
    claim_of,
    decided_formula,
    first_cells,
    moved_bits,
    seen_by,
)
from harary.games import NormalGame, Player, PositionalGame, normal_form
from harary.qbf.formula import FALSE, TRUE, Any, Formula, Literals
from harary.qbf.question import BitCode, Question

__all__ = ["ENCODING", "encode"]


def encode(game: PositionalGame, length: int | None, options: EncodeOptions) -> Formula:
    """The formula that says that Black wins within the length, in the cover of his first move."""
    normal = seen_by(normal_form(game, length), options.view)
    _check(normal, options)
    decided = decided_formula(normal, options.view)
    if decided is None:
        return _Builder(normal, options).formula
    decided.question = _question(normal, options, None)
    return decided


def _question(normal: NormalGame, options: EncodeOptions, first: BitCode | None) -> Question:
    return Question(
        game=str(normal.game),
        encoding="cover",
        length=normal.length,
        player=options.view,
        claim=claim_of(normal.game, options.view, normal.length),
        exact=False,
        first_move=first,
    )


def _check(normal: NormalGame, options: EncodeOptions) -> None:
    game = normal.game
    if any(turn.stones != 1 for turn in normal.turns):
        raise EncodingError(f"{game}: COVER is for one stone a turn")
    if not normal.turns:
        raise EncodingError(f"{game}: COVER needs a length of at least one stone")
    if normal.turns[0].player is Player.WHITE:
        mover = "White" if options.view is Player.BLACK else "Black"
        raise EncodingError(f"{game}: COVER asks for the player who moves first, and {mover} does")
    if not normal.black_sets and normal.decided is None:
        raise EncodingError(f"{game}: COVER needs winning sets, and there are none to complete")
    bits = bit_count(normal.size + 1)
    subsets = sum(2 ** len(cells) for cells in normal.white_sets)
    work = normal.size * normal.length * (bits + 8) + subsets
    check_size(work, options, f"{game} as COVER")


class _Builder:
    """Builds the formula, group by group."""

    def __init__(self, normal: NormalGame, options: EncodeOptions) -> None:
        self.normal, self.options = normal, options
        self.last = normal.length
        self.formula = Formula()
        self._declare()
        self._board()
        self._cover()
        self._moves()
        self._winning()
        first = BitCode((tuple(map(int, self.black_move[1])),), tuple(normal.names), normal.listed)
        self.formula.question = _question(normal, options, first)

    def _declare(self) -> None:
        f, normal = self.formula, self.normal
        cells, times = normal.names, range(self.last + 1)
        bits = range(bit_count(normal.size + 1))
        most = max(map(len, normal.white_sets), default=0)
        self.most = most
        self.time = f.family("time", t=times)
        self.black_move = f.family("moveB", t=times, j=bits)
        self.white_move = f.family("moveW", t=times, j=bits)
        self.in_cover_set = f.family("incoverS", e=range(len(normal.black_sets)))
        self.in_cover = f.family("incoverP", v=cells)
        self.out = f.family("out", t=times, i=range(most + 1))
        self.black = f.family("black", t=times, v=cells)
        self.white = f.family("white", t=times, v=cells)
        self.win = f.family("win", e=range(len(normal.black_sets)))

        f.exists(self.time[:1], self.black[0], self.white[0])
        for t in range(1, self.last + 1):
            f.exists(self.time[t : t + 1])
            if t % 2:
                f.exists(self.black_move[t])
            else:
                f.forall(self.white_move[t])
                if normal.white_sets:
                    f.exists(self.out[t])
            if t == 1:
                f.exists(self.in_cover_set, self.in_cover)
            f.exists(self.black[t], self.white[t])
        f.exists(self.win)
        self.out[0] = FALSE
        self.out[0, 0] = TRUE

    def _board(self) -> None:
        f, black, white, time = self.formula, self.black, self.white, self.time
        f.add("3.26", -time[1:], time[:-1])
        f.add("3.27", -black[0])
        f.add("3.27", -white[0])
        f.add("3.28", -black[1:], -white[1:])
        f.add("3.29", -black[:-1], black[1:])
        f.add("3.29", -white[:-1], white[1:])
        f.add("3.30", time[1:, None], black[:-1], -black[1:])
        f.add("3.31", time[1:, None], white[:-1], -white[1:])
        f.add("3.32", black[1:-1:2], -black[2::2])
        f.add("3.33", white[0:-1:2], -white[1::2])

    def _cover(self) -> None:
        f, normal, without = self.formula, self.normal, self.options.without
        first = self.black[1]
        through: list[list[int]] = [[] for _ in range(normal.size)]
        for number, cells in enumerate(normal.black_sets):
            for cell in cells:
                through[cell].append(number)
        sets = normal.black_sets
        f.add_each(
            "3.34",
            (
                [-int(self.in_cover_set[e]), *map(int, first[list(cells)])]
                for e, cells in enumerate(sets)
            ),
        )
        if "3.34-seen" not in without:
            f.add_each(
                "3.34",
                (
                    [-int(first[v]), int(self.in_cover_set[e])]
                    for e, cells in enumerate(sets)
                    for v in cells
                ),
            )
        f.add_each(
            "3.35",
            (
                [-int(self.in_cover[v]), *map(int, self.in_cover_set[numbers])]
                for v, numbers in enumerate(through)
            ),
        )
        if "3.35-seen" not in without:
            f.add_each(
                "3.35",
                (
                    [-int(self.in_cover_set[e]), int(self.in_cover[v])]
                    for v, numbers in enumerate(through)
                    for e in numbers
                ),
            )
        f.add("3.36", self.in_cover, -self.black[self.last])

    def _moves(self) -> None:
        f, normal = self.formula, self.normal
        cells = range(normal.size)
        for t in range(1, self.last + 1, 2):
            is_cell = moved_bits(self.black_move[t], cells)
            f.add("3.37", self.black[t - 1, :, None], -self.black[t, :, None], is_cell)
        chosen = first_cells(normal, self.options.symmetry)
        if chosen is not None:
            f.add("first", Any(self.black[1, list(chosen)]))
        for t in range(2, self.last + 1, 2):
            f.add(
                "3.41",
                -self.time[t],
                self.black[t - 1],
                -self.in_cover,
                Any(-moved_bits(self.white_move[t], cells)),
                self.white[t],
            )
        if not normal.white_sets:
            return
        for t in range(2, self.last + 1, 2):
            elsewhere = Any(-moved_bits(self.white_move[t], [normal.size]))
            before, after = self.out[t - 2, :-1], self.out[t, 1:]
            f.add("3.42", -self.time[t], elsewhere, -before, after)
        f.add("3.43", self.out[2::2, 0])
        f.add("3.44", -self.out[0:-2:2], self.out[2::2])

    def _winning(self) -> None:
        f, normal = self.formula, self.normal
        end_black, end_white = self.black[self.last], self.white[self.last]
        sets = by_width(normal.black_sets)
        for _, which, cells in sets:
            f.add("3.45", -self.win[which, None], end_black[cells])
        if "3.45-seen" not in self.options.without:
            for _, which, cells in sets:
                f.add("3.45", self.win[which], Any(-end_black[cells]))
        f.add("3.46", Any(self.win))
        out = self.out[self.last - self.last % 2]
        for i in range(self.most + 1):
            if out[i] != FALSE:
                self._no_white_win(i, out[i], end_white)

    def _no_white_win(self, i: int, out: np.int32, end_white: Literals) -> None:
        """3.47 for i moves outside: no set is white but for i cells outside the cover."""
        for width, _, cells in by_width(self.normal.white_sets):
            hidden = np.zeros((comb(width, i), width), dtype=bool)
            for row, places in enumerate(combinations(range(width), i)):
                hidden[row, places] = True
            literals = np.where(hidden, self.in_cover[cells][:, None], -end_white[cells][:, None])
            self.formula.add("3.47", -out, Any(literals))


ENCODING = Encoding(
    name="cover",
    title="COVER, near the first stone",
    source="paper 001 (Boucher, Villemaire 2025)",
    options=("symmetry", "view", "without"),
    fits="one stone a turn, for the player who moves first; true is a win, false proves nothing",
    exact=False,
    variables=(
        ("time(t)", "the game is running at time t"),
        ("moveB(t,j)", "bit j of Black's move"),
        ("moveW(t,j)", "bit j of White's move (universal); one code is 'outside the cover'"),
        ("incoverS(e)", "set e contains Black's first stone"),
        ("incoverP(v)", "cell v is in such a set"),
        ("out(t,i)", "White has moved outside the cover at least i times"),
        ("black(t,v), white(t,v)", "the stones at time t"),
        ("win(e)", "Black owns set e at the end"),
    ),
    optional_groups=(
        ("3.34-seen", "that a set with Black's first stone must be in the cover"),
        ("3.35-seen", "that a cell of such a set must be"),
        ("3.45-seen", "that an owned set must be claimed"),
    ),
    build=encode,
)
