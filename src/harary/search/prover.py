"""The prover: a search whose result is a proof.

It decides one claim and keeps, for each position that it shows to be won, the rule by which
it is won and the cells that matter (the *support*). The support is also what makes the search
short: where the loser is to move, the position after a pass is tried first; his stones outside
what that needs change nothing, so only those inside are looked at. Positions of which nothing
could be shown are remembered, too.

The rules are those of ``docs/proof-format.md``. This module and the stand-alone checker share
nothing: the checker judges what comes out of here.

Moves of the winner may come from an ``adviser`` (a solver that is asked for each position) or
from a ``guide`` (a proof that is there already, :mod:`harary.search.minimise`); then nothing
else is tried. Otherwise all useful cells are tried, those in many sets first.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from harary.boards import Permutation
from harary.defences import find_pairs, is_potential_small, least_sets
from harary.errors import HararyError
from harary.games import (
    ConnectionGoal,
    Player,
    PositionalGame,
    Rule,
    Symmetries,
    white_cannot_win,
)
from harary.games.goals import mask_of
from harary.limits import Limits, Watch
from harary.proofs import Child, Claim, Entry, Proof

__all__ = ["Adviser", "ClaimRefutedError", "Guide", "Prover", "Times", "prove"]

#: A winner's move in a position (Black's stones, White's, stones of the turns so far).
Adviser = Callable[[int, int, int], int]

#: How hard a pairing is looked for at a leaf.
PAIRING_EFFORT = 40
#: Bytes that a remembered position takes.
_ENTRY_BYTES = 700
_POLL_EVERY = 256
#: Positions with more stones than these are not brought into a symmetric form.
_SYMMETRIC_STONES = 6
#: Larger groups are not used.
_MOST_SYMMETRIES = 400


class Guide(Protocol):
    """A strategy for the winner that is known already, at one of its positions."""

    def cell(self) -> int | None:
        """The winner's move here."""

    def pairs(self) -> list[tuple[int, int]] | None:
        """The pairs by which the position is won at once."""

    def after(self, cell: int | None) -> Guide:
        """The strategy after a move of either player, or a pass of the loser."""

    def moved(self, symmetry: Permutation) -> Guide:
        """The same strategy for the position that the symmetry maps this one to."""


class ClaimRefutedError(HararyError):
    """A claim that the search shows to be false."""


class Times:
    """Who places which stone of a claim, and which moments of a game are alike.

    Where there is a bound, each moment is different; where there is none, equal futures are
    one moment, except that a list of first moves makes the first turn unlike all others.
    """

    def __init__(self, game: PositionalGame, within: int | None) -> None:
        schedule = game.schedule
        # The whole game has the bound that its file sets. No game has more stones than cells.
        bounds = [game.length, schedule.capacity]
        bounds += [] if within is None else [within, len(game.cells)]
        if game.text is None:
            # In a file this game is listed, stone by stone as far as there are cells.
            bounds.append(game.stones if game.length is None else game.length)
        known = [bound for bound in bounds if bound is not None]
        self.end = min(known) if known else None
        self._opening = [t.player for t in schedule.opening for _ in range(t.stones)]
        self._cycle = [t.player for t in schedule.cycle for _ in range(t.stones)]
        self._head, self._period = len(self._opening), len(self._cycle)
        while (
            game.first_moves is None
            and self._period
            and self._head
            and self.who(self._head - 1) is self.who(self._head - 1 + self._period)
        ):
            self._head -= 1
        first = [self.who(n) for n in range(len(self._opening) if self.end is None else self.end)]
        self.first_turn = next((n for n, p in enumerate(first) if p is not first[0]), len(first))

    @property
    def moments(self) -> int:
        """How many different moments there are where there is no bound."""
        return self._head + self._period

    @property
    def head(self) -> list[Player]:
        """The movers before the turns repeat; all of them where there is a bound."""
        return [self.who(n) for n in range(self._head if self.end is None else self.end)]

    @property
    def cycle(self) -> list[Player]:
        """The movers that repeat; none where there is a bound."""
        if self.end is not None:
            return []
        return [self.who(n) for n in range(self._head, self._head + self._period)]

    def who(self, placed: int) -> Player:
        """Who places the stone after so many."""
        if placed < len(self._opening):
            return self._opening[placed]
        return self._cycle[(placed - len(self._opening)) % self._period]

    def moment(self, placed: int) -> int:
        """The same number for moments with equal futures."""
        if self.end is not None or placed < self._head:
            return placed
        return self._head + (placed - self._head) % self._period

    def ended(self, placed: int) -> bool:
        """Whether the bound is reached."""
        return self.end is not None and placed >= self.end

    def run(self, player: Player, placed: int) -> int:
        """How many stones in a row this player places from here."""
        count = 0
        while not self.ended(placed + count) and self.who(placed + count) is player:
            count += 1
        return count

    def left(self, player: Player, placed: int) -> int | None:
        """How many stones a player may still place, or None where there is no bound."""
        if self.end is None:
            return None
        return sum(self.who(n) is player for n in range(placed, self.end))

    def one_a_turn(self, player: Player, placed: int) -> bool:
        """Whether a player never again places two stones in a row."""
        last = self._head + 2 * self._period + 1 if self.end is None else self.end
        stones = (self.who(n) for n in range(self.moment(placed), last))
        return all(not (a is b is player) for a, b in pairwise(stones))


@dataclass(slots=True)
class Node:
    """A position (stones of winner and loser) that is won, by which rule, and what matters."""

    won: int
    lost: int
    placed: int
    rule: str
    support: int
    race: int | None
    children: tuple[tuple[int | None, Node, int], ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()
    cells: int = 0


class Prover:
    """Proves one claim about a game, or finds that it is false."""

    def __init__(
        self,
        game: PositionalGame,
        claim: Claim,
        *,
        limits: Limits | None = None,
        progress: Callable[[int], object] | None = None,
        adviser: Adviser | None = None,
        guide: Guide | None = None,
        pairing_effort: int = PAIRING_EFFORT,
    ) -> None:
        self.game = game
        self.claim = claim
        self.nodes = 0
        self.times = Times(game, claim.within)
        self.winner = claim.player
        self.loser = self.winner.opponent
        sets = {Player.BLACK: game.black_sets, Player.WHITE: game.white_sets}
        self._own_sets = tuple(dict.fromkeys(map(mask_of, sets[self.winner])))
        self._their_sets = tuple(dict.fromkeys(map(mask_of, sets[self.loser])))
        # Where a file has the graph and no sets, these rules do not speak of sets.
        joins = isinstance(game.goal(self.loser), ConnectionGoal)
        self._they_join = joins and (game.text is not None or game.rule is Rule.WEAK)
        self._everything = (1 << len(game.cells)) - 1
        self._first = None if game.first_moves is None else mask_of(game.first_moves)
        self._adviser = adviser
        self._guide = guide
        self._effort = pairing_effort
        self._known: dict[tuple[int, int, int], Node | None] = {}
        self._watch = Watch(limits or Limits())
        self._progress = progress
        self._single = {
            player: {
                self.times.moment(n): self.times.one_a_turn(player, n)
                for n in range(self._moments())
            }
            for player in Player
        }
        self._symmetries = self._usable_symmetries()
        self._tables = [_tables(symmetry) for symmetry in self._symmetries]
        self._back = [_tables(_inverse(symmetry)) for symmetry in self._symmetries]
        self._initial = (game.black_mask | game.white_mask).bit_count()

    def prove(self) -> Proof:
        """The proof; :class:`ClaimRefutedError` where the claim is false."""
        game = self.game
        # Four calls a stone, and before each of the winner's the loser may pass a whole turn.
        turn = max(self.times.run(player, n) for n in range(self._moments()) for player in Player)
        deepest = 4 * (1 + turn) * len(game.cells) + 500
        if sys.getrecursionlimit() < deepest:
            sys.setrecursionlimit(deepest)
        if self.claim.attacker is Player.WHITE and not self.claim.wins and _can_steal(game):
            entry = Entry(0, 0, 0, "stealing")
            return Proof(game, self.claim, [entry], 1)
        stones = {Player.BLACK: game.black_mask, Player.WHITE: game.white_mask}
        won, lost = stones[self.winner], stones[self.loser]
        if any(cells & lost == cells for cells in self._their_sets):
            raise ClaimRefutedError(f"{game}: {self._sentence()} is false from the beginning")
        found, symmetry = self._value(won, lost, 0, self._guide)
        if found is None:
            raise ClaimRefutedError(f"{game}: it is false that {self._sentence()}")
        assert not symmetry or self._moved(won, lost, symmetry) == (found.won, found.lost)
        return self._written(found, symmetry)

    def _sentence(self) -> str:
        return self.claim.sentence(self.game.rule)

    # Set-up.

    def _moments(self) -> int:
        times = self.times
        return times.moments if times.end is None else times.end + 1

    def _usable_symmetries(self) -> list[Permutation]:
        """The game's symmetries without the identity, or none where there are too many."""
        symmetries = Symmetries(self.game)
        if symmetries.order > _MOST_SYMMETRIES:
            return []
        identity = tuple(range(len(self.game.cells)))
        return [element for element in symmetries.elements if element != identity]

    # The search.

    def _value(
        self, won: int, lost: int, placed: int, guide: Guide | None
    ) -> tuple[Node | None, int]:
        """What is known of a position: its node in symmetric form, and the symmetry (or 0)."""
        moment = self.times.moment(placed)
        symmetry = 0
        if self._symmetries and (won | lost).bit_count() <= self._initial + _SYMMETRIC_STONES:
            won, lost, symmetry = self._canonical(won, lost)
        key = (won, lost, moment)
        if key in self._known:
            return self._known[key], symmetry
        self._poll()
        self.nodes += 1
        if guide is not None and symmetry:
            guide = guide.moved(self._symmetries[symmetry - 1])
        node = self._search(won, lost, moment, guide)
        self._known[key] = node
        return node, symmetry

    def _search(self, won: int, lost: int, placed: int, guide: Guide | None) -> Node | None:
        leaf = self._leaf(won, lost, placed, guide)
        if leaf is not None:
            return leaf
        free = self._everything & ~(won | lost)
        if self.times.ended(placed) or not free:
            return None
        if self.times.who(placed) is self.winner:
            return self._winners_move(won, lost, placed, free, guide)
        return self._losers_move(won, lost, placed, free, guide)

    def _leaf(self, won: int, lost: int, placed: int, guide: Guide | None) -> Node | None:
        """A position that is won at once."""
        if any(cells & won == cells for cells in self._own_sets):
            return Node(won, lost, placed, "won", 0, 0)
        if self.claim.wins:
            return None
        live = least_sets(cells & ~lost for cells in self._their_sets if not cells & won)
        if not live:
            return Node(won, lost, placed, "blocked", 0, None)
        support = 0
        for cells in live:
            support |= cells
        if self._they_join:
            support = self._everything & ~(won | lost)
        left = self.times.left(self.loser, placed)
        if left is not None and live[0].bit_count() > left:
            return Node(won, lost, placed, "out-of-stones", support, None)
        if self._they_join or not self._single[self.loser][self.times.moment(placed)]:
            return None
        attacks = self._to_move(won, lost, placed) is self.loser
        if not self._listed(placed) and is_potential_small(live, attacks):
            return Node(won, lost, placed, "potential", support, None)
        if live[0].bit_count() < 2:
            return None
        pairs = find_pairs(live, self._effort)
        if pairs is None and guide is not None:
            pairs = guide.pairs()
        if pairs is None:
            return None
        support = mask_of([cell for pair in pairs for cell in pair])
        return Node(won, lost, placed, "pairs", support, None, (), tuple(pairs))

    def _winners_move(
        self, won: int, lost: int, placed: int, free: int, guide: Guide | None
    ) -> Node | None:
        stones = self.times.run(self.winner, placed)
        own = [cells & ~won for cells in self._own_sets if not cells & lost]
        quick = [cells for cells in own if cells.bit_count() <= stones]
        allowed = free & self._allowed(won, lost, placed, self.winner)
        if quick and not self._listed(placed):
            cells = min(quick, key=lambda missing: (missing.bit_count(), missing))
            return Node(won, lost, placed, "completes", cells, 0, cells=cells)
        if self.claim.wins and self._hopeless(own, placed):
            return None
        if guide is not None:
            known = guide.cell()
            return None if known is None else self._move(won, lost, placed, known, guide)
        if self._adviser is not None:
            black, white = (won, lost) if self.winner is Player.BLACK else (lost, won)
            return self._move(won, lost, placed, self._adviser(black, white, placed), None)
        theirs = [cells & ~lost for cells in self._their_sets if not cells & won]
        forced = free
        # Who may complete a set now (a list of first moves may bind him) has nothing to stop.
        if stones == 1 and not quick:
            answers = self.times.run(self.loser, placed + 1)
            for cells in theirs:
                if cells.bit_count() <= answers:
                    forced &= cells
            if not forced:
                return None
        for cell in self._ordered(own, theirs, allowed, forced):
            node = self._move(won, lost, placed, cell, None)
            if node is not None:
                return node
        return None

    def _move(
        self, won: int, lost: int, placed: int, cell: int, guide: Guide | None
    ) -> Node | None:
        after = None if guide is None else guide.after(cell)
        child, symmetry = self._value(won | 1 << cell, lost, placed + 1, after)
        if child is None:
            return None
        support = self._home(child.support, symmetry) | 1 << cell
        return Node(won, lost, placed, "move", support, child.race, ((cell, child, symmetry),))

    def _losers_move(
        self, won: int, lost: int, placed: int, free: int, guide: Guide | None
    ) -> Node | None:
        stones = self.times.run(self.loser, placed)
        live = [cells & ~lost for cells in self._their_sets if not cells & won]
        if not self._listed(placed) and any(cells.bit_count() <= stones for cells in live):
            return None
        own = [cells & ~won for cells in self._own_sets if not cells & lost]
        if self.claim.wins and self._hopeless(own, placed):
            return None
        allowed = free & self._allowed(won, lost, placed, self.loser)
        # A stone more never hurts its owner: where he wins after a pass, he wins.
        passed, symmetry = self._value(won, lost, placed + 1, guide and guide.after(None))
        zone, support, races = allowed, 0, []
        if passed is not None:
            support = self._home(passed.support, symmetry)
            zone = support
            if passed.race is not None:
                races.append(passed.race)
                for cells in live:
                    if cells.bit_count() <= passed.race + 1:
                        zone |= cells
            zone &= allowed
        elif guide is None:
            return None
        children: list[tuple[int | None, Node, int]] = []
        for cell in self._ordered(live, own, zone, zone, every=True):
            if any(not cells & ~(1 << cell) for cells in live):
                return None
            after = guide and guide.after(cell)
            child, through = self._value(won, lost | 1 << cell, placed + 1, after)
            if child is None:
                return None
            support |= self._home(child.support, through)
            races += [] if child.race is None else [child.race]
            children.append((cell, child, through))
        if zone != allowed and passed is not None:
            children.append((None, passed, symmetry))
        race = 1 + max(races) if races else None
        return Node(won, lost, placed, "reply", support, race, tuple(children))

    def _hopeless(self, own: list[int], placed: int) -> bool:
        """Whether the winner of a claim cannot complete anything: a quick look."""
        if not own:
            return True
        left = self.times.left(self.winner, placed)
        if left is not None and min(map(int.bit_count, own)) > left:
            return True
        if not self._single[self.winner][self.times.moment(placed)] or self._listed(placed):
            return False
        return is_potential_small(least_sets(own), self.times.who(placed) is self.winner)

    def _ordered(
        self, own: list[int], theirs: list[int], allowed: int, forced: int, every: bool = False
    ) -> list[int]:
        """Cells in the order in which they are tried: those in many nearly complete sets first.

        A stone in no live set changes nothing, so one such cell stands for all, and only where
        there is nothing better.
        """
        weight: dict[int, int] = {}
        for family in (own, theirs):
            for cells in family:
                value = 1 << 2 * max(0, 8 - cells.bit_count())
                for cell in _cells(cells & allowed & forced):
                    weight[cell] = weight.get(cell, 0) + value
        ranked = sorted(weight, key=lambda cell: (-weight[cell], cell))
        if every or not ranked:
            others = [c for c in _cells(allowed & forced) if c not in weight]
            ranked += others if every else others[:1]
        return ranked

    # The rules of the game.

    def _to_move(self, won: int, lost: int, placed: int) -> Player | None:
        if self.times.ended(placed) or not self._everything & ~(won | lost):
            return None
        return self.times.who(placed)

    def _listed(self, placed: int) -> bool:
        """Whether a list of first moves restricts this turn."""
        return self._first is not None and placed < self.times.first_turn

    def _allowed(self, won: int, lost: int, placed: int, player: Player) -> int:
        """Where a player may go, as far as a list of first moves restricts him."""
        if self._first is None or not self._listed(placed):
            return self._everything
        if not self.game.first_any:
            return self._first if placed == 0 else self._everything
        stones = won if player is self.winner else lost
        initial = self.game.black_mask if player is Player.BLACK else self.game.white_mask
        since = stones & ~initial
        last = placed == self.times.first_turn - 1
        # After a pass it is not known whether the list is satisfied: then all cells count.
        unsatisfied = not since & self._first and since.bit_count() == placed
        return self._first if last and unsatisfied else self._everything

    # Symmetries.

    def _canonical(self, won: int, lost: int) -> tuple[int, int, int]:
        best = (won, lost)
        which = 0
        for number, tables in enumerate(self._tables, 1):
            won_image = _applied(tables, won)
            if won_image <= best[0]:
                image = (won_image, _applied(tables, lost))
                if image < best:
                    best, which = image, number
        return *best, which

    def _moved(self, won: int, lost: int, symmetry: int) -> tuple[int, int]:
        tables = self._tables[symmetry - 1]
        return _applied(tables, won), _applied(tables, lost)

    def _home(self, mask: int, symmetry: int) -> int:
        """Cells of a node in symmetric form, as cells of the position that led to it."""
        return _applied(self._back[symmetry - 1], mask) if symmetry else mask

    # The proof.

    def _written(self, root: Node, symmetry: int) -> Proof:
        """The entries below a node, each after those that it needs."""
        numbers: dict[int, int] = {}
        entries: list[Entry] = []
        used: dict[int, int] = {}
        black_wins = self.winner is Player.BLACK

        def through(which: int) -> int:
            return used.setdefault(which, len(used) + 1) if which else 0

        stack: list[tuple[Node, Iterator[tuple[int | None, Node, int]]]] = [
            (root, iter(root.children))
        ]
        while stack:
            node, rest = stack[-1]
            below = next((c for _, c, _ in rest if id(c) not in numbers), None)
            if below is not None:
                stack.append((below, iter(below.children)))
                continue
            stack.pop()
            if id(node) in numbers:
                continue
            entries.append(
                Entry(
                    node.won if black_wins else node.lost,
                    node.lost if black_wins else node.won,
                    node.placed,
                    node.rule,
                    tuple(Child(m, numbers[id(c)], through(g)) for m, c, g in node.children),
                    node.pairs,
                    node.cells,
                )
            )
            numbers[id(node)] = len(entries)
        symmetries = [self._symmetries[which - 1] for which in used]
        # The root is the position itself: a symmetry keeps the stones that stand at first.
        assert not symmetry or entries[-1].black == self.game.black_mask
        return Proof(self.game, self.claim, entries, len(entries), symmetries)

    def _poll(self) -> None:
        if self.nodes % _POLL_EVERY == 0:
            self._watch.check(len(self._known) * _ENTRY_BYTES)
            if self._progress:
                self._progress(self.nodes)


def prove(
    game: PositionalGame,
    claims: Iterable[Claim],
    *,
    limits: Limits | None = None,
    progress: Callable[[int], object] | None = None,
) -> list[Proof]:
    """A proof of each claim.

    >>> from harary.text import game
    >>> [proof] = prove(game("el@3x3"), [Claim(Player.BLACK)])
    >>> proof.entry(proof.root).rule
    'move'
    """
    watch = Watch(limits or Limits())
    found = []
    for claim in claims:
        left = watch.limits.seconds
        rest = Limits(None if left is None else max(left - watch.seconds, 0.0), watch.limits.memory)
        found.append(Prover(game, claim, limits=rest, progress=progress).prove())
    return found


def _can_steal(game: PositionalGame) -> bool:
    return game.rule is Rule.STRONG and game.text is not None and white_cannot_win(game)


def _cells(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _inverse(permutation: Permutation) -> Permutation:
    inverse = [0] * len(permutation)
    for cell, image in enumerate(permutation):
        inverse[image] = cell
    return tuple(inverse)


def _tables(permutation: Permutation) -> list[list[int]]:
    """For each byte of a mask, where its cells go."""
    tables = []
    for start in range(0, len(permutation), 8):
        table = [0]
        for image in permutation[start : start + 8]:
            table += [entry | 1 << image for entry in table]
        tables.append(table)
    return tables


def _applied(tables: list[list[int]], mask: int) -> int:
    result = 0
    for table, byte in zip(tables, mask.to_bytes(len(tables), "little"), strict=True):
        if byte:
            result |= table[byte]
    return result
