"""PAIRING (Boucher, Villemaire 2021): White stops Black, with a pairing at the end.

After k stones (k even, Black first, one stone a turn) White has a *pairing*: disjoint pairs
of free cells such that each winning set of Black has a white stone or contains a pair. From
then on he answers in the pair, and Black never completes a set. So White is the existential
player here, and Black's moves are universal. Paper 001 uses it beside COR+ and COVER, which
ask the opposite question; the encoding is reconstructed from its description.

``B(t,v)`` and ``W(t,v)``: the stones after stone t, at Black's (odd) and White's (even)
times; ``m(t,i)``: bit i of the move; ``p(u,v)``: u and v are a pair, for cells that share a
set. A colour at a time that is not its own is its latest copy; at time 0 there are none.

| group | says |
| --- | --- |
| P1 | Black owns the free cell that he writes |
| P2, P4 | once owned, always owned |
| P3 | a cell has one owner |
| P5 | a new white cell is the one that White writes |
| P6 | a pair has no black cell |
| P7 | a cell is in one pair at most |
| P8 | each set has a white stone or contains a pair |

Why it is right. The existential player sets all stones. Black stones beyond P1 he can add
only against himself, so a set without a white stone needs a pair of cells that really are
free. Codes of no cell, and of taken cells, are passes; a pass never helps Black, and a white
stone more never hurts White. PAIRING(k) implies PAIRING(k+2), and at full length it holds
just if White wins the weak game. False within k proves nothing. It blocks the weak game, so
Black does not win the strong one either; the converse does not hold.

Black's first move may be restricted to one cell of each class of symmetric ones (P1 at t = 1
for those only): the position after any other first move is an image of one that is looked at.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from harary.encodings.interface import (
    EncodeOptions,
    Encoding,
    EncodingError,
    bit_count,
    check_size,
    first_cells,
    moved_bits,
)
from harary.games import NormalGame, Player, PositionalGame, Rule, normal_form, within_text
from harary.qbf.formula import FALSE, Any, Formula, Literals
from harary.qbf.question import Question

__all__ = ["ENCODING", "encode"]


def encode(game: PositionalGame, length: int | None, options: EncodeOptions) -> Formula:
    """The formula that says that White has a pairing after so many stones (an even number)."""
    stones = game.stones if length is None else length
    if length is None and stones % 2:
        stones -= 1  # the largest even length
    normal = normal_form(game, stones)
    turns = game.schedule.turns(game.stones)
    if any(turn.stones != 1 for turn in turns):
        raise EncodingError(f"{game}: PAIRING is for one stone a turn")
    if turns and turns[0].player is Player.WHITE:
        raise EncodingError(f"{game}: PAIRING is for games in which Black moves first")
    if stones % 2:
        raise EncodingError(f"length {stones}: PAIRING asks after an even number of stones")
    pairs = _pairs(normal)
    degree = [0] * normal.size
    for u, v in pairs:
        degree[u] += 1
        degree[v] += 1
    work = normal.size * stones * (bit_count(normal.size) + 5) // 2 + 2 * len(pairs)
    work += sum(d * (d - 1) // 2 for d in degree) + len(normal.black_sets)
    check_size(work, options, f"{game} as PAIRING")
    return _build(normal, pairs, options)


def _pairs(normal: NormalGame) -> list[tuple[int, int]]:
    """The pairs of cells that share a set."""
    return sorted({pair for cells in normal.black_sets for pair in combinations(sorted(cells), 2)})


def _build(normal: NormalGame, pairs: list[tuple[int, int]], options: EncodeOptions) -> Formula:
    f = Formula()
    last, names = normal.length, normal.names
    bits = range(bit_count(normal.size))
    times = range(last + 1)
    move = f.family("m", t=times, i=bits)
    stone = f.family("stone", t=times, v=names)
    pair = f.family("p", uv=[f"{names[u]}-{names[v]}" for u, v in pairs])
    for t in range(1, last + 1):
        if t % 2:
            f.forall(move[t])
        else:
            f.exists(move[t])
        f.exists(stone[t])
    f.exists(pair)

    nothing = np.full(normal.size, FALSE, dtype=np.int32)

    def latest(player: Player, time: int) -> Literals:
        """The stones of a player at a time, his latest copy."""
        own = time - (time % 2 == (0 if player is Player.BLACK else 1))
        return stone[own] if own > 0 else nothing

    black_times, white_times = range(1, last + 1, 2), range(2, last + 1, 2)
    for t in black_times:
        chosen = first_cells(normal, options.symmetry) if t == 1 else None
        cells = list(range(normal.size) if chosen is None else chosen)
        differs = -moved_bits(move[t], cells)
        f.add("P1", Any(differs), latest(Player.WHITE, t)[cells], stone[t][cells])
    for t in black_times:
        f.add("P2", -latest(Player.BLACK, t - 1), stone[t])
    for t in range(1, last + 1):
        f.add("P3", -latest(Player.BLACK, t), -latest(Player.WHITE, t))
    for t in white_times:
        f.add("P4", -latest(Player.WHITE, t - 1), stone[t])
    for t in white_times:
        before = latest(Player.WHITE, t - 1)
        is_cell = moved_bits(move[t], range(normal.size))
        f.add("P5", -stone[t][:, None], before[:, None], is_cell)

    black, white = latest(Player.BLACK, last), latest(Player.WHITE, last)
    if pairs:
        ends = np.array(pairs, dtype=np.int64)
        f.add("P6", -pair[:, None], -black[ends])
    with_cell: list[list[int]] = [[] for _ in range(normal.size)]
    number = {}
    for index, (u, v) in enumerate(pairs):
        number[u, v] = index
        with_cell[u].append(index)
        with_cell[v].append(index)
    for numbers in with_cell:
        if len(numbers) > 1:
            first, second = np.triu_indices(len(numbers), 1)
            chosen_pairs = pair[numbers]
            f.add("P7", -chosen_pairs[first], -chosen_pairs[second])
    f.add_each(
        "P8",
        (
            [
                *(int(white[v]) for v in cells if white[v] != FALSE),
                *(int(pair[number[two]]) for two in combinations(sorted(cells), 2)),
            ]
            for cells in normal.black_sets
        ),
    )
    f.question = Question(
        game=str(normal.game),
        encoding="pairing",
        length=last,
        player=Player.WHITE,
        claim=f"{'Breaker' if normal.game.rule is Rule.WEAK else 'White'} has a pairing "
        f"{within_text(last)}",
        exact=False,
    )
    return f


ENCODING = Encoding(
    name="pairing",
    title="PAIRING, White's block",
    source="Boucher and Villemaire 2021, as used in paper 001",
    options=("symmetry",),
    fits="one stone a turn, Black first, even lengths; true is a block of Black in both rules, "
    "false proves nothing",
    exact=False,
    variables=(
        ("m(t,i)", "bit i of the move at time t (universal for Black)"),
        ("stone(t,v)", "v has a stone of the player who moves at time t"),
        ("p(u,v)", "cells u and v are a pair"),
    ),
    optional_groups=(),
    build=encode,
)
