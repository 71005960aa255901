"""DYS, the encoding of GTTT(p,q) by Diptarama, Yoshinaka and Shinohara (paper 000).

It follows Gent and Rowley's encoding of Connect-4: each player may do anything on his turn,
and whoever *cheats* loses. Turns z = 1..Z, cells v, players a. A turn has n stones (q in the
first turn, then p, or r for White). Four categories of cheats:

1. more than n stones: all cells of some set of n+1 are moved to;
2. fewer than n: none of some set of N-(n-1) is;
3. a stone on an occupied cell;
4. a first turn outside the corner of the board to which symmetry restricts it (or outside
   the game's own list of first moves).

Groups of clauses, in the order of the paper. ``g`` is gameover(z); every rule of a turn holds
only while the game goes on.

| group | says |
| --- | --- |
| init | no cell is occupied before turn 1 |
| move-1 | on a free cell, the mover's stone appears just if he moves there |
| move-2 | and the other player's does not |
| cheat-1, cheat-2, cheat-3 | the categories 1 to 3 are what they say |
| cheat | cheating is one of them |
| shape | a player has a winning set just if he owns its cells |
| win-2 | who has not cheated wins just if he has a set, or the other cheats |
| win-3 | who cheats does not win; nobody cheats on the other's turn |
| win-4 | a player wins just if he wins at some turn |
| symmetry | category 4 |
| board-1, board-2, board-3 | one owner a cell; occupied means owned; owned stays owned |
| over-1 | over stays over; the game is over just if somebody has won |
| over-2 | nobody wins after the end |
| result | exactly one of win, loss and draw; the player of this view wins |

The sizes are those of the published instances: cheat variables for both players in every
turn, category 4 once a player, move variables for the mover only, no auxiliary variables
(``win-4`` is the disjunction over the turns, since over-2 forbids wins after the end).

Z leaves out the cells that are left over when the stones a turn do not divide the board: a
last short turn is not played (the paper's modelling choice; ``.pg`` files and COR+ play it).

What was mended, beside misprints: p and q are exchanged in the numbers of cheats; move rule 1
must reach the last odd turn; category 2 needs numbers of its own, or its variables collide
with category 1 (as printed, many small games come out wrong); category 4 exists in the first
turn only, else its variable would be free and a win could be had by ``cheating``; rule 6
holds for every turn; a placement that wraps onto itself is none.

Which clauses help is left open by the paper. These may be left out (``without``), since
every strategy that satisfies the formula without them satisfies it with them. In Black's
view, let the existential player always set the defined variables to what they mean:

* ``win-4-other``, ``over-2-other``: the opponent's total, and his wins after the end. They
  are existential, occur otherwise only in ``result``, and false serves the existential
  player best.
* ``shape-own``: a set is claimed only where it is owned (kept); that an owned set *must* be
  claimed (this half) is never against the one who claims.
* ``shape-other``: the other half for the opponent: that he claims only what he owns. The
  existential player would set these variables false but for the half that is kept.
* ``cheat-own``, ``cheat-other``: likewise one half of each definition: that own cheats are
  *only* what they say, and that the opponent's cheats *must* be noticed.
"""

from __future__ import annotations

from itertools import chain, combinations
from math import comb

import numpy as np

from harary.encodings.interface import (
    EncodeOptions,
    Encoding,
    by_width,
    check_size,
    check_view,
    claim_of,
    decided_formula,
    first_cells,
)
from harary.games import NormalGame, Player, PositionalGame, normal_form
from harary.qbf.formula import Any, Formula, Literals
from harary.qbf.question import CellCode, Question

__all__ = ["ENCODING", "encode"]

BLACK, WHITE = 0, 1
PLAYERS = (BLACK, WHITE)


class _Game:
    """The numbers of the paper: turns, movers, stones, cheats."""

    def __init__(self, normal: NormalGame, options: EncodeOptions) -> None:
        self.normal = normal
        self.cells = normal.size
        self.turns = _full_turns(normal)
        played = normal.turns[: self.turns]
        self.movers = [BLACK if turn.player is Player.BLACK else WHITE for turn in played]
        self.stones = [turn.stones for turn in played]
        self.sets = (normal.black_sets, normal.white_sets)
        self.existential = BLACK if options.view is Player.BLACK else WHITE
        self.options = options
        self.corner = first_cells(normal, options.symmetry)

    def cheats(self, stones: int) -> tuple[int, int]:
        """How many cheats of categories 1 and 2 a turn of so many stones has."""
        return comb(self.cells, stones + 1), comb(self.cells, stones - 1)

    def question(self, first_move: CellCode | None) -> Question:
        """What the formula asks."""
        player, stones = self.options.view, sum(self.stones)
        return Question(
            game=str(self.normal.game),
            encoding="dys",
            length=stones,
            player=player,
            claim=claim_of(self.normal.game, player, stones),
            exact=True,
            first_move=first_move,
        )

    def clauses(self) -> int:
        """About how many clauses, before any is built."""
        total = 0
        for stones in self.stones:
            more, fewer = self.cheats(stones)
            total += more * (stones + 2) + fewer * (self.cells - stones + 2) + more + fewer
            total += self.cells * 20 + sum((len(e) + 2) for sets in self.sets for e in sets)
        return total


def _full_turns(normal: NormalGame) -> int:
    """How many turns are complete: a last short one is not played."""
    turns = len(normal.turns)
    whole = normal.game.schedule.stones_in(turns) == normal.length
    return turns if whole else turns - 1


def encode(game: PositionalGame, length: int | None, options: EncodeOptions) -> Formula:
    """The formula that says that the player of the view wins."""
    check_view(game, options.view)
    normal = normal_form(game, length, drop_dead=False)
    numbers = _Game(normal, options)
    check_size(numbers.clauses(), options, f"{game} as DYS")
    decided = decided_formula(normal, options.view)
    if decided is None:
        return _Builder(numbers).formula
    decided.question = numbers.question(None)
    return decided


class _Builder:
    """Builds the formula, group by group."""

    def __init__(self, game: _Game) -> None:
        self.game = game
        self.without = game.options.without
        self.formula = Formula()
        self._declare()
        self._quantify()
        self._rules_of_moves()
        self._winning()
        self._symmetry()
        self._board()
        self._over()
        self.formula.question = game.question(self._first_move())

    # Variables.

    def _declare(self) -> None:
        f, game = self.formula, self.game
        turns, players = range(game.turns + 2), "BW"
        names = game.normal.names
        counts = [(0, 0), *(game.cheats(stones) for stones in game.stones)]
        self.total = f.family("wins", a=players)
        self.draw = f.family("draw")
        self.won = f.family("win", a=players, z=turns)
        self.over = f.family("gameover", z=turns)
        self.occupied = f.family("occupied", z=turns, v=names)
        self.stone = f.family("stone", a=players, z=turns, v=names)
        # An array each turn: in the first there may be far more or fewer of them.
        self.more = [
            f.family("cheats1", a=players, z=[z], c=range(more))
            for z, (more, _) in enumerate(counts)
        ]
        self.fewer = [
            f.family("cheats2", a=players, z=[z], c=range(few)) for z, (_, few) in enumerate(counts)
        ]
        self.onto = f.family("cheats3", a=players, z=turns, v=names)
        self.outside = f.family("cheats4", a=players)
        self.cheat = f.family("cheat", a=players, z=turns)
        self.shape = [
            f.family("shape" + players[a], z=turns, e=range(len(game.sets[a]))) for a in PLAYERS
        ]
        self.move = f.family("move", z=turns, v=names)

    def _quantify(self) -> None:
        f, game = self.formula, self.game
        f.exists(self.total, self.draw, self.over[1:2], self.occupied[1])
        for z, mover in enumerate(game.movers, 1):
            if mover == game.existential:
                f.exists(self.move[z])
            else:
                f.forall(self.move[z])
            f.exists(self.over[z + 1 : z + 2], self.occupied[z + 1], self.won[:, z])
            f.exists(self.stone[:, z], self.cheat[:, z], self.more[z])
            f.exists(self.fewer[z], self.onto[:, z])
            if z == 1:
                f.exists(self.outside)
            f.exists(*(self.shape[a][z] for a in PLAYERS))

    # Clauses.

    def _half(self, name: str, player: int) -> bool:
        """True where a redundant half of a definition is to be written.

        For the existential player it is the half ``own``, for the other ``other``.
        """
        side = "own" if player == self.game.existential else "other"
        return f"{name}-{side}" not in self.without

    def _rules_of_moves(self) -> None:
        f, game = self.formula, self.game
        f.add("init", -self.occupied[1])
        over, occupied = self.over, self.occupied
        for z, mover in enumerate(game.movers, 1):
            g, free, move, own = over[z], occupied[z], self.move[z], self.stone[mover, z]
            f.add("move-1", g, free, -move, own)
            f.add("move-1", g, free, move, -own)
        for z, mover in enumerate(game.movers, 1):
            f.add("move-2", over[z], occupied[z], -self.stone[1 - mover, z])
        sets: dict[int, tuple[Literals, Literals]] = {}
        for stones in set(game.stones):
            sets[stones] = (
                _choices(game.cells, stones + 1),
                _choices(game.cells, game.cells - (stones - 1)),
            )
        for z, mover in enumerate(game.movers, 1):
            more = sets[game.stones[z - 1]][0]
            self._define("cheat-1", z, mover, self.more[z][mover, 0], self.move[z][more])
        for z, mover in enumerate(game.movers, 1):
            fewer = sets[game.stones[z - 1]][1]
            self._define("cheat-2", z, mover, self.fewer[z][mover, 0], -self.move[z][fewer])
        for z, mover in enumerate(game.movers, 1):
            both = np.stack([self.occupied[z], self.move[z]], axis=-1)
            self._define("cheat-3", z, mover, self.onto[mover, z], both)
        for z, mover in enumerate(game.movers, 1):
            kinds = [self.more[z][mover, 0], self.fewer[z][mover, 0], self.onto[mover, z]]
            if z == 1 and game.corner is not None:
                kinds.append(self.outside[mover : mover + 1])
            every = np.concatenate(kinds)
            g, cheat = over[z], self.cheat[mover, z]
            # Own cheats must be noticed, the opponent's may be claimed only where they are.
            if mover == game.existential or self._half("cheat", mover):
                f.add("cheat", g, -every, cheat)
            if mover != game.existential or self._half("cheat", mover):
                f.add("cheat", g, Any(every), -cheat)

    def _define(self, group: str, z: int, mover: int, names: Literals, literals: Literals) -> None:
        """While the game goes on, a cheat is the conjunction of its row of literals."""
        f, g = self.formula, self.over[z]
        own = mover == self.game.existential
        if not len(literals):
            return
        if not own or self._half("cheat", mover):
            f.add(group, g, -names[:, None], literals)
        if own or self._half("cheat", mover):
            f.add(group, g, names, Any(-literals))

    def _winning(self) -> None:
        f, game = self.formula, self.game
        for a in PLAYERS:
            own = a == game.existential
            for z in range(1, game.turns + 1):
                for width, which, cells in by_width(game.sets[a]):
                    owned = self.stone[a, z][cells]
                    shape = self.shape[a][z][which]
                    if width and (own or self._half("shape", a)):
                        f.add("shape", self.over[z], -shape[:, None], owned)
                    if not own or self._half("shape", a):
                        f.add("shape", self.over[z], shape, Any(-owned))
        for a in PLAYERS:
            other = 1 - a
            for z in range(1, game.turns + 1):
                g, cheat, win = self.over[z], self.cheat[a, z], self.won[a, z]
                reasons = np.append(self.shape[a][z], self.cheat[other, z])
                f.add("win-2", g, cheat, -reasons, win)
                f.add("win-2", g, cheat, Any(reasons), -win)
        for a in PLAYERS:
            f.add("win-3", self.over[1:-1], -self.cheat[a, 1:-1], -self.won[a, 1:-1])
        for z, mover in enumerate(game.movers, 1):
            f.add("win-3", -self.cheat[1 - mover, z])
        for a in PLAYERS:
            if a == game.existential or "win-4-other" not in self.without:
                f.add("win-4", -self.won[a, 1:-1], self.total[a])
                f.add("win-4", Any(self.won[a, 1:-1]), -self.total[a])

    def _symmetry(self) -> None:
        f, game = self.formula, self.game
        if game.corner is None or not game.turns:
            return
        inside = self.move[1][list(game.corner)]
        outside = self.outside[game.movers[0]]
        f.add("symmetry", self.over[1], Any(inside), outside)
        f.add("symmetry", self.over[1], -inside, -outside)

    def _board(self) -> None:
        f = self.formula
        g = self.over[1:-1, None]
        black, white = self.stone[BLACK, 1:-1], self.stone[WHITE, 1:-1]
        after = self.occupied[2:]
        f.add("board-1", g, -black, -white)
        f.add("board-2", g, -black, after)
        f.add("board-2", g, -white, after)
        f.add("board-2", g, black, white, -after)
        f.add("board-3", g[:-1], -self.stone[:, 1:-2], self.stone[:, 2:-1])

    def _over(self) -> None:
        f, game = self.formula, self.game
        over, won = self.over, self.won
        f.add("over-1", -over[1:-2], over[2:-1])
        for a in PLAYERS:
            f.add("over-1", over[1:-2], -won[a, 1:-2], over[2:-1])
        f.add("over-1", over[1:-2], won[BLACK, 1:-2], won[WHITE, 1:-2], -over[2:-1])
        for a in PLAYERS:
            if a == game.existential or "over-2-other" not in self.without:
                f.add("over-2", -over[1:-1], -won[a, 1:-1])
        black, white = self.total
        f.add("result", self.total[game.existential])
        f.add("result", -over[1])
        f.add("result", black, white, self.draw)
        f.add("result", -black, -white)
        f.add("result", -black, -self.draw)
        f.add("result", -white, -self.draw)
        f.add("result", over[-1], self.draw)
        f.add("result", -over[-1], -self.draw)

    def _first_move(self) -> CellCode | None:
        game = self.game
        if not game.turns or game.movers[0] != game.existential:
            return None
        return CellCode(tuple(map(int, self.move[1])), tuple(game.normal.names), game.normal.listed)


def _choices(cells: int, count: int) -> Literals:
    """All sets of so many cells, a row each."""
    if count > cells:
        return np.zeros((0, count), dtype=np.int32)
    if count == cells:
        return np.arange(cells, dtype=np.int32)[np.newaxis]
    if count == cells - 1:
        # All but one: a long list of long combinations, but simple.
        everything = np.arange(cells, dtype=np.int32)
        return np.stack([np.delete(everything, cell) for cell in reversed(range(cells))])
    flat = chain.from_iterable(combinations(range(cells), count))
    return np.fromiter(flat, np.int32, comb(cells, count) * count).reshape(-1, count)


ENCODING = Encoding(
    name="dys",
    title="DYS, with cheats",
    source="paper 000 (Diptarama, Yoshinaka, Shinohara 2016)",
    options=("symmetry", "view", "without"),
    fits="any game whose winning sets can be listed; White's view in strong games",
    exact=True,
    variables=(
        ("wins(a), draw", "player a wins; nobody does"),
        ("win(a,z)", "player a wins at turn z"),
        ("gameover(z)", "the game is over before turn z"),
        ("occupied(z,v)", "cell v is occupied before turn z"),
        ("stone(a,z,v)", "player a owns cell v after turn z"),
        ("move(z,v)", "the mover of turn z places a stone on v (universal for the opponent)"),
        ("cheats1..4", "the cheats of each category"),
        ("cheat(a,z)", "player a cheats at turn z"),
        ("shapeB(z,e), shapeW(z,e)", "the player owns set e after turn z"),
    ),
    optional_groups=(
        ("win-4-other", "the opponent's total: false serves the existential player best"),
        ("over-2-other", "the opponent's wins after the end: likewise"),
        ("shape-own", "that an owned set must be claimed"),
        ("shape-other", "that the opponent claims only what he owns"),
        ("cheat-own", "that own cheats are only what they say"),
        ("cheat-other", "that the opponent's cheats must be noticed"),
    ),
    build=encode,
)
