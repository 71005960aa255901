"""COR+, the corrective encoding (paper 004), in both of its forms.

Black can win within F stones. ``board(a,v,t)``: player a owns cell v after time t. ``time(t)``:
the game is not over at time t; Black ends it when he has won, and then nothing changes any
more, so that who has won is asked once, at the end. White's stones are written in binary by
universal variables; what he writes is *corrected*: a code of no cell, or of a taken one, is a
pass, so there is no illegal move to be punished.

Clauses, with the paper's numbers (B Black, W White; cells count from 0):

| group | says |
| --- | --- |
| (1) | once over, always over |
| (2) | the board is empty at first |
| (3) | a cell has one owner |
| (4) | once yours, always yours |
| (5) | who does not move gets nothing (printed form only) |
| (6) | when the game is over, nothing is placed |
| (7) | White owns the free cell that he writes while the game goes on |
| (8), (9) | a new black cell is the one that Black writes |
| (10), (11) | Black owns a winning set at the end |
| (12) | White owns none |
| (13) | a set that Black owns is won |
| (first) | the first turn has a cell of the list, or of the board's corner |

Form ``printed`` has one state for each stone, and is section 3 of the paper; ``time(0)`` and
``board(a,v,0)`` are constants there (their units are not declared in the paper's prefix).
Form ``paired`` is what the published sizes count: a White turn and the Black turn after it
share one state, ``board(a,v,0)`` are variables, a last White turn is dropped, and (5) is not
needed: Black's new cells are given by (8), (9), White's are his to lose, since the
existential player, who is Black's, can add white stones only against himself.

Several stones in one of Black's turns: ``move(s,v,k)`` is the s-th stone, with its bits
implied; it is not put on an own stone, Black owns it afterwards, and a new black cell is one
of these. With ``ordered``, the codes of a turn's stones increase: 004 leaves this for later
work. Black loses nothing (his stones may be put down in any order), and a stone of White's
that breaks the order is a pass, so that he, who may write in order, loses nothing either.

(13) is redundant: ``win(e)`` occurs in (10) and (11) only, so setting it false helps nobody
but Black's opponent, and no clause asks for it. Where White moves first, a list of first
moves binds his first turn; it never binds Black's.

The paper's slips (mended here): a bit too many for N a power of two; ``by s`` in (5) is
``by a``; the triangle of first moves must reach the centre of odd boards.
"""

from __future__ import annotations

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
from harary.games import NormalGame, Player, PositionalGame, Turn, normal_form
from harary.qbf.formula import FALSE, TRUE, Any, Formula, Literals
from harary.qbf.question import BitCode, Question

__all__ = ["ENCODING", "encode"]

BLACK, WHITE = 0, 1
FORMS = ("paired", "printed")


def encode(game: PositionalGame, length: int | None, options: EncodeOptions) -> Formula:
    """The formula that says that Black (or, in White's view, White) wins within the length."""
    if options.form not in FORMS:
        raise EncodingError(f"form {options.form!r}: expected {' or '.join(FORMS)}")
    if options.form == "printed" and options.ordered:
        raise EncodingError("the printed form has no order of stones: use the paired form")
    normal = seen_by(normal_form(game, length), options.view)
    _check(normal, options)
    bits = bit_count(normal.size)
    formula = decided_formula(normal, options.view)
    first = None
    if formula is None:
        formula = Formula()
        build = _paired if options.form == "paired" else _printed
        first = build(formula, normal, bits, options)
    formula.question = Question(
        game=str(game),
        encoding="cor-plus",
        length=normal.length,
        player=options.view,
        claim=claim_of(game, options.view, normal.length),
        exact=True,
        first_move=first,
    )
    return formula


def _check(normal: NormalGame, options: EncodeOptions) -> None:
    check_size(_clauses(normal, options), options, f"{normal.game} as COR+")


def _clauses(normal: NormalGame, options: EncodeOptions) -> int:
    """At most so many clauses: those of a stone or a turn for each cell, then the goals."""
    bits = bit_count(normal.size)
    each = 0
    if options.form == "printed":
        for turn in normal.turns:
            each += turn.stones * (6 + (bits if turn.player is Player.BLACK else 1))
    else:
        each = 3
        for white, black in _black_turns(normal.turns):
            ordered = options.ordered
            each += 6 + white + (max(white - 1, 0) * (bits - 1) if ordered else 0)
            each += bits if black == 1 else black * (bits + 3) + 1
            each += (black - 1) * (normal.size + 1) // 2 if ordered else 0
    goals = sum(len(cells) + 1 for cells in normal.black_sets) + len(normal.white_sets)
    return normal.size * each + normal.length + goals + 2


# The paired form.


def _black_turns(turns: tuple[Turn, ...]) -> list[tuple[int, int]]:
    """For each of Black's turns, White's stones just before it and Black's in it."""
    pairs = []
    before = 0
    for turn in turns:
        if turn.player is Player.WHITE:
            before = turn.stones
        else:
            pairs.append((before, turn.stones))
            before = 0
    return pairs


def _paired(f: Formula, normal: NormalGame, bits: int, options: EncodeOptions) -> BitCode | None:
    turns = _black_turns(normal.turns)
    cells, last = normal.names, len(turns)
    times = range(last + 1)
    most_white = max((white for white, _ in turns), default=0)
    most_black = max((black for _, black in turns), default=0)
    time = f.family("time", k=times)
    board = f.family("board", a="BW", v=cells, k=times)
    white_move = f.family("moveW", k=times, s=range(most_white), i=range(bits))
    black_move = f.family("moveB", k=times, s=range(most_black), i=range(bits))
    placed = f.family("move", k=times, s=range(most_black), v=cells)
    win = f.family("win", e=range(len(normal.black_sets)))

    f.exists(board[:, :, 0], time[1:2])
    for k, (white, black) in enumerate(turns, 1):
        if k > 1:
            f.exists(time[k : k + 1])
        f.forall(white_move[k, :white])
        f.exists(black_move[k, :black])
        if black > 1:
            f.exists(placed[k, :black])
        f.exists(board[:, :, k])
    f.exists(win)

    f.add("(2)", -board[:, :, 0])
    f.add("(3)", -board[BLACK], -board[WHITE])
    f.add("(1)", -time[2:], time[1:-1])
    f.add("(4)", -board[:, :, :-1], board[:, :, 1:])
    f.add("(6)", time[1:], board[:, :, :-1], -board[:, :, 1:])
    for k, (white, _) in enumerate(turns, 1):
        _white_stones(
            f, normal, k, white, time[k], board[:, :, k - 1 : k + 1], white_move[k], options
        )
    for k, (_, black) in enumerate(turns, 1):
        now, then = board[BLACK, :, k], board[BLACK, :, k - 1]
        if black == 1:
            is_cell = moved_bits(black_move[k, 0], range(normal.size))
            f.add("(8,9)", -time[k], then[:, None], -now[:, None], is_cell)
        else:
            stones = placed[k, :black]
            is_cell = moved_bits(black_move[k, :black], range(normal.size))
            f.add("(8,9)", -stones[:, :, None], is_cell)
            f.add("(stones)", -stones, -then)
            f.add("(stones)", -stones, now)
            f.add("(stones)", then, -now, Any(stones.T))
            f.add("(stones)", -stones, time[k])
            if options.ordered:
                _ordered_stones(f, stones)
    _first_turn(f, normal, board[BLACK, :, 1] if last else None, options)
    _goals(f, normal, board[:, :, last], win, options)
    if not turns or normal.turns[0].player is Player.WHITE:
        return None
    return BitCode(_numbers(black_move[1, : turns[0][1]]), tuple(cells), normal.listed)


def _white_stones(
    f: Formula,
    normal: NormalGame,
    k: int,
    stones: int,
    time: np.int32,
    board: Literals,
    move: Literals,
    options: EncodeOptions,
) -> None:
    """(7): White's stones of one turn; ``board`` is the state before and the state after."""
    listed = _white_list(normal) if k == 1 else None
    for stone in range(stones):
        chosen = list(range(normal.size))
        if listed is not None and stone == 0:
            # Some stone of his first turn is on the list, and he may write that one first.
            chosen = listed
        differs = -moved_bits(move[stone], chosen)
        taken, owned = board[BLACK, chosen, 0], board[WHITE, chosen, 1]
        if options.ordered and stone and listed is None:
            for row, cell in enumerate(chosen):
                # The code before is smaller: at the highest bit where they differ, this has a 1.
                body = [*map(int, differs[row]), -int(time), int(taken[row]), int(owned[row])]
                smaller = _smaller(move[stone - 1], cell)
                f.add_each("(7)", ([*body, *unless] for unless in smaller))
        else:
            f.add("(7)", Any(differs), -time, taken, owned)


def _smaller(code: Literals, than: int) -> list[list[int]]:
    """For each way in which a code is smaller than a number, the literals that deny it.

    The way: equal in the higher bits, 0 where the number has a 1.
    """
    ways = []
    for place in range(len(code)):
        if than >> place & 1:
            equal = [
                int(-code[i] if than >> i & 1 else code[i]) for i in range(place + 1, len(code))
            ]
            ways.append([*equal, int(code[place])])
    return ways


def _ordered_stones(f: Formula, stones: Literals) -> None:
    """Black's stones of a turn have increasing codes."""
    count, cells = stones.shape
    for s in range(count - 1):
        for cell in range(cells):
            f.add("(order)", -stones[s, cell], -stones[s + 1, : cell + 1])


# The printed form.


def _printed(f: Formula, normal: NormalGame, bits: int, options: EncodeOptions) -> BitCode | None:
    movers = [turn.player for turn in normal.turns for _ in range(turn.stones)]
    cells, last = normal.names, len(movers)
    times = range(last + 1)
    time = f.family("time", t=times)
    move = f.family("move", t=times, i=range(bits))
    board = f.family("board", a="BW", v=cells, t=times)
    win = f.family("win", e=range(len(normal.black_sets)))

    for t, mover in enumerate(movers, 1):
        f.exists(time[t : t + 1])
        if mover is Player.WHITE:
            f.forall(move[t])
        else:
            f.exists(move[t])
        f.exists(board[:, :, t])
    f.exists(win)
    time[0] = TRUE
    board[:, :, 0] = FALSE

    f.add("(1)", -time[1:], time[:-1])
    f.add("(3)", -board[BLACK, :, 1:], -board[WHITE, :, 1:])
    f.add("(4)", -board[:, :, :-1], board[:, :, 1:])
    for t, mover in enumerate(movers, 1):
        idle = WHITE if mover is Player.BLACK else BLACK
        f.add("(5)", board[idle, :, t - 1], -board[idle, :, t])
    f.add("(6)", time[1:], board[:, :, :-1], -board[:, :, 1:])
    start = 1
    for turn in normal.turns:
        if turn.player is Player.WHITE:
            for t in range(start, start + turn.stones):
                bound = normal.first_moves if t == 1 and start == 1 else None
                chosen = list(range(normal.size) if bound is None else bound)
                differs = -moved_bits(move[t], chosen)
                f.add(
                    "(7)",
                    Any(differs),
                    -time[t],
                    board[BLACK, chosen, t - 1],
                    board[WHITE, chosen, t],
                )
        else:
            for t in range(start, start + turn.stones):
                is_cell = moved_bits(move[t], range(normal.size))
                f.add("(8,9)", board[BLACK, :, t - 1, None], -board[BLACK, :, t, None], is_cell)
        start += turn.stones
    opening = normal.turns[0].stones if normal.turns else 0
    _first_turn(f, normal, board[BLACK, :, opening] if opening else None, options)
    _goals(f, normal, board[:, :, last], win, options)
    if not normal.turns or normal.turns[0].player is Player.WHITE:
        return None
    return BitCode(_numbers(move[1 : 1 + opening]), tuple(cells), normal.listed)


# Both forms.


def _white_list(normal: NormalGame) -> list[int] | None:
    """The list that binds White's first turn, where he moves first."""
    if normal.first_moves is None or normal.turns[0].player is Player.BLACK:
        return None
    return list(normal.first_moves)


def _first_turn(
    f: Formula, normal: NormalGame, after: Literals | None, options: EncodeOptions
) -> None:
    """Black's first turn, where he moves first, has a cell of the list."""
    if after is None or normal.turns[0].player is Player.WHITE:
        return
    chosen = first_cells(normal, options.symmetry)
    if chosen is not None:
        f.add("(first)", Any(after[list(chosen)]))


def _goals(
    f: Formula, normal: NormalGame, board: Literals, win: Literals, options: EncodeOptions
) -> None:
    """(10) to (13): who owns a winning set at the end."""
    f.add("(10)", Any(win))
    for width, which, cells in by_width(normal.black_sets):
        if width:
            f.add("(11)", -win[which, None], board[BLACK, cells])
    for _, _, cells in by_width(normal.white_sets):
        f.add("(12)", Any(-board[WHITE, cells]))
    if "(13)" not in options.without:
        for _, which, cells in by_width(normal.black_sets):
            f.add("(13)", win[which], Any(-board[BLACK, cells]))


def _numbers(bits: Literals) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(map(int, stone)) for stone in bits)


ENCODING = Encoding(
    name="cor-plus",
    title="COR+, the corrective encoding",
    source="paper 004 (Mayer-Eichberger, Saffidine 2021)",
    options=("symmetry", "view", "form", "ordered", "without"),
    fits="any game whose winning sets can be listed; White's view in strong games",
    exact=True,
    variables=(
        ("time(k)", "the game is not over at Black's turn k"),
        ("board(a,v,k)", "player a owns cell v after turn k"),
        ("moveB(k,s,i)", "bit i of Black's stone s in turn k"),
        ("moveW(k,s,i)", "bit i of White's stone s before turn k (universal)"),
        ("move(k,s,v)", "Black's stone s in turn k is v (several stones a turn)"),
        ("win(e)", "Black owns set e at the end"),
    ),
    optional_groups=(("(13)", "win(e) occurs in (10) and (11) only, and only its truth binds"),),
    build=encode,
)
