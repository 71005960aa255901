"""The search over all proofs: no rule proves a false claim, and no true one is out of reach.

And the search would notice: each weaker reading of a rule proves a false claim about a game of
a few cells.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from harary.proofs import check
from harary.proofs.check import (
    BLACK,
    WHITE,
    Checker,
    Claim,
    Fact,
    Invalid,
    Link,
    Linker,
    Position,
    Sets,
    Symmetry,
)
from harary.search import Oracle
from tests.proof_search import (
    Brute,
    Closure,
    Tally,
    Tiny,
    compare,
    joining,
    mask,
    positional,
    random_claims,
    random_game,
    search,
    tiny,
)

Passed = tuple[Position, Fact] | None
Replies = Sequence[tuple[int, Position, Fact]]


def test_all_proofs_of_random_games() -> None:
    tally = search(200, seed=20)
    assert not tally.faults
    # All rules had their turn.
    rules = (
        "won completes blocked pairs potential out_of_stones beck links linked stealing move reply"
    )
    assert set(tally.rules) == set(rules.split())


@pytest.mark.slow
def test_all_proofs_of_many_random_games() -> None:
    assert not search(20_000, seed=21).faults


def test_positions_that_nobody_reaches_prove_no_more() -> None:
    tally = Tally()
    for number in range(25):
        rng = random.Random(f"every {number}")
        game = random_game(rng)
        if len(game.game.names) <= 4:
            for claim in random_claims(rng, game):
                compare(game, claim, tally, every=True)
    assert not tally.faults
    assert tally.claims > 10


def test_the_brute_force_and_the_oracle_agree() -> None:
    for number in range(150):
        rng = random.Random(f"oracle {number}")
        game = random_game(rng)
        claim, _ = random_claims(rng, game)
        verdict = Oracle(positional(game), claim.within).verdict()
        value = Brute(game, claim.within).root()
        assert {1: ("black", "maker"), 0: ("draw", "breaker"), -1: ("white",)}[value].count(
            verdict.value
        ), game


# ---- weaker readings, and games in which they prove a false claim -----------


def _race(
    facts: Sequence[Fact], passed: Fact | None, stones: int = 1, passes: int = 1
) -> int | None:
    """The longest race of replies and pass, with what each of the two adds."""
    races = [fact.race + stones for fact in facts if fact.race is not None]
    if passed is not None and passed.race is not None:
        races.append(passed.race + passes)
    return max(races, default=None)


class _OtherRace(Checker):
    """Hands the real rule another race of the pass, or writes down another one."""

    def asked(self, race: int | None) -> int | None:
        return race

    def written(self, facts: Sequence[Fact], passed: Fact | None) -> int | None:
        return _race(facts, passed)

    def reply(self, position: Position, replies: Replies, after_pass: Passed) -> Fact:
        weaker = after_pass
        if after_pass is not None:
            child, fact = after_pass
            weaker = (child, fact._replace(race=self.asked(fact.race)))
        support = super().reply(position, replies, weaker).support
        facts = [fact for _, _, fact in replies]
        return Fact(support, self.written(facts, after_pass and after_pass[1]))


class ThisStoneNotCounted(_OtherRace):
    def asked(self, race: int | None) -> int | None:
        return race - 1 if race else None


class NoRaceForADefender(_OtherRace):
    def asked(self, race: int | None) -> int | None:
        return race if self.claim.wins else None


class PassesNotCounted(_OtherRace):
    def written(self, facts: Sequence[Fact], passed: Fact | None) -> int | None:
        return _race(facts, passed, passes=0)


class OnlyPassesCounted(_OtherRace):
    def written(self, facts: Sequence[Fact], passed: Fact | None) -> int | None:
        return _race(facts, passed) if passed is None else _race((), passed)


class TurnsCounted(Checker):
    def reply(self, position: Position, replies: Replies, after_pass: Passed) -> Fact:
        support = super().reply(position, replies, after_pass).support
        ends = self._who(position.placed) != self._who(position.placed + 1)
        facts = [fact for _, _, fact in replies]
        return Fact(support, _race(facts, after_pass and after_pass[1], ends, ends))


class ZoneWithoutSupport(Checker):
    def reply(self, position: Position, replies: Replies, after_pass: Passed) -> Fact:
        if after_pass is None:
            return super().reply(position, replies, None)
        child, fact = after_pass
        got = super().reply(position, replies, (child, fact._replace(support=0)))
        return got._replace(support=got.support | fact.support)


class SupportOfThePassOnly(Checker):
    def reply(self, position: Position, replies: Replies, after_pass: Passed) -> Fact:
        got = super().reply(position, replies, after_pass)
        return got if after_pass is None else got._replace(support=after_pass[1].support)


class LeavesWithoutSupport(Checker):
    def out_of_stones(self, position: Position, cells: int | None = None) -> Fact:
        return super().out_of_stones(position, cells)._replace(support=0)

    def potential(self, position: Position) -> Fact:
        return super().potential(position)._replace(support=0)

    def pairs(self, position: Position, pairs: Sequence[tuple[int, int]]) -> Fact:
        return super().pairs(position, pairs)._replace(support=0)

    def completes(self, position: Position, cells: int) -> Fact:
        return super().completes(position, cells)._replace(support=0)


class _OtherLinks(Checker):
    """Puts links together by weaker rules."""

    Linking: type[Linker] = Linker

    def linker(self, position: Position) -> Linker:
        real = super().linker(position)
        return self.Linking(self.game, real.goal, real.own, real.free)


class LinksThatShareCells(_OtherLinks):
    class Linking(Linker):
        def _meet(self, ends: Sequence[int], parts: Sequence[int]) -> None:
            one, middle, two = ends
            links = [self._part(parts[0], one, middle), self._part(parts[1], middle, two)]
            if links[0].half or links[1].half:
                raise Invalid("a half-link")
            carrier = links[0].carrier | links[1].carrier | self._cell(middle)
            cost = links[0].cost + links[1].cost
            half = bool(self._cell(middle))
            self.links.append(Link({one, two}, carrier, cost + half, half))


class HalfLinksThatShareACell(_OtherLinks):
    class Linking(Linker):
        def _choose(self, ends: Sequence[int], parts: Sequence[int]) -> None:
            halves = [self._part(number, *ends) for number in parts]
            carrier, cost = 0, 1
            for half in halves:
                carrier, cost = carrier | half.carrier, max(cost, half.cost + 1)
            self.links.append(Link(set(ends), carrier, cost, False))


class LinksWithoutTheKey(_OtherLinks):
    class Linking(Linker):
        def _meet(self, ends: Sequence[int], parts: Sequence[int]) -> None:
            super()._meet(ends, parts)
            *_, last = self.links
            self.links[-1] = last._replace(half=False)


class LinksForNothing(Checker):
    def _lasts(self, position: Position, cost: int) -> None:
        pass


class LinksWithoutSupport(Checker):
    def linked(
        self, position: Position, steps: Sequence[tuple[Sequence[int], Sequence[int]]]
    ) -> Fact:
        return super().linked(position, steps)._replace(support=0)


class HalfAWin(Checker):
    def linked(
        self, position: Position, steps: Sequence[tuple[Sequence[int], Sequence[int]]]
    ) -> Fact:
        linker = self.linker(position)
        for points, used in steps:
            linker.step(points, used)
        return Fact(linker.links[-1].carrier, None)


class AnyCellsOutOfStones(Checker):
    def out_of_stones(self, position: Position, cells: int | None = None) -> Fact:
        return super().out_of_stones(position)._replace(support=cells or 0)


class ManyStonesATurn(Checker):
    def _answers(self, position: Position) -> None:
        pass


class ListForgotten(Checker):
    def _unlisted(self, position: Position) -> None:
        pass


class BeckWithinABound(Checker):
    def beck(self, position: Position) -> Fact:
        end, self.end = self.end, None
        try:
            return super().beck(position)
        finally:
            self.end = end


class Stealing(Checker):
    def stealing(self, position: Position) -> Fact:
        if self.claim.wins or self.claim.attacker != WHITE or position != (0, 0, 0):
            raise Invalid("a false beginning")
        return Fact(self.free(position), None)


class AttackerAndDefenderAlike(Checker):
    def mover(self, position: Position) -> int | None:
        # The potential with the attacker to move, as if the defender were.
        return None if self.asks else super().mover(position)

    asks = False

    def potential(self, position: Position) -> Fact:
        self.asks = True
        try:
            return super().potential(position)
        finally:
            self.asks = False


class _SupportLeftBehind(Symmetry):
    def home(self, position: Position, fact: Fact) -> tuple[Position, Fact]:
        return super().home(position, fact)[0], fact


class SupportNotMapped(Checker):
    def symmetry(self, images: Sequence[int]) -> Symmetry:
        super().symmetry(images)
        return _SupportLeftBehind(images)


class SymmetryOfBlack(Checker):
    def symmetry(self, images: Sequence[int]) -> Symmetry:
        found = Symmetry(images)
        listed = [mask for mask in (self.game.first, *self.game.stones) if mask is not None]
        if not self.game.goals[BLACK].is_kept(found.image):
            raise Invalid("Black's sets are not kept")
        if any(found.image(mask) != mask for mask in listed):
            raise Invalid("the list is not kept")
        return found


class SymmetryWithoutList(Checker):
    def symmetry(self, images: Sequence[int]) -> Symmetry:
        found = Symmetry(images)
        if not all(goal.is_kept(found.image) for goal in self.game.goals):
            raise Invalid("the sets are not kept")
        return found


def _sets(words: str) -> list[int]:
    return [mask(word) for word in words.split()]


def _tiny(cells: int, black: str, white: str | None, **options: object) -> Tiny:
    return tiny(cells, _sets(black), None if white is None else _sets(white), **options)  # type: ignore[arg-type]


def _graph(
    cells: int,
    edges: str,
    source: str,
    target: str,
    *,
    begins: int = WHITE,
    q: int = 1,
    black: str = "",
    first: str = "",
) -> Tiny:
    """A weak game of joining two sides of a graph, given by its edges."""
    names = tuple("abcdefghij"[:cells])
    near = [0] * cells
    for edge in edges.split():
        one, two = map(names.index, edge)
        near[one] |= 1 << two
        near[two] |= 1 << one
    goal = check.Connection(near, mask(source), mask(target))
    turns = check.regular_turns(begins, q, 1, 1)
    goals, stones = (goal, Sets(())), (mask(black), 0)
    game = check.Game("graph", names, goals, True, *turns, stones, mask(first) if first else None)
    return Tiny(game, (joining(goal), ()), "graph")


BLACK_DOES_NOT = Claim(BLACK, False, None)
WHITE_DOES_NOT = Claim(WHITE, False, None)
BLACK_WINS = Claim(BLACK, True, None)

WEAKER = {
    "race: this stone": (ThisStoneNotCounted, _tiny(2, "b", "a"), BLACK_DOES_NOT),
    "race: for a defender": (NoRaceForADefender, _tiny(2, "b", "a"), BLACK_DOES_NOT),
    "race: passes": (PassesNotCounted, _tiny(4, "bd cd", "ab"), BLACK_DOES_NOT),
    "race: only passes": (OnlyPassesCounted, _tiny(4, "bd cd", "ab"), BLACK_DOES_NOT),
    "race: turns": (TurnsCounted, _tiny(5, "acd bde", "ac bd", p=2, q=1, r=1), BLACK_DOES_NOT),
    "zone: support": (ZoneWithoutSupport, _tiny(2, "a b", None, begins=WHITE, r=2), BLACK_WINS),
    "zone: support of a reply": (
        SupportOfThePassOnly,
        _tiny(4, "cd bd abc acd", None),
        BLACK_DOES_NOT,
    ),
    "out of stones: support": (
        LeavesWithoutSupport,
        _tiny(3, "ab ac", None),
        Claim(BLACK, False, 3),
    ),
    "potential: support": (LeavesWithoutSupport, _tiny(3, "ab ac", None), BLACK_DOES_NOT),
    "potential: list": (
        ListForgotten,
        _tiny(4, "ab ac", None, begins=WHITE, first=mask("d")),
        BLACK_DOES_NOT,
    ),
    "potential: attacker to move": (
        AttackerAndDefenderAlike,
        _tiny(3, "ab ac", None),
        BLACK_DOES_NOT,
    ),
    "completes, beck: list": (ListForgotten, _tiny(2, "a", None, first=mask("b")), BLACK_WINS),
    "symmetry: support": (SupportNotMapped, _tiny(3, "ab", None), BLACK_WINS),
    "symmetry: one family": (
        SymmetryOfBlack,
        _tiny(3, "abc", "a", movers=(BLACK, WHITE, BLACK), first=mask("c"), first_any=True),
        WHITE_DOES_NOT,
    ),
    "symmetry: list": (
        SymmetryWithoutList,
        _tiny(4, "bd ac", None, movers=(0, 0, 1, 1), first=mask("ac"), first_any=True),
        BLACK_DOES_NOT,
    ),
    "beck: bound": (BeckWithinABound, _tiny(3, "ac bc", None), Claim(BLACK, True, 1)),
    "pairs: two stones": (ManyStonesATurn, _tiny(2, "ab", None, p=2, r=1), BLACK_DOES_NOT),
    "links: one cell for two": (
        LinksThatShareCells,
        # Both ways from the source to the stone d and on to the target need c.
        _graph(4, "ad cd bd", "ac", "bc", black="d"),
        BLACK_WINS,
    ),
    "links: a cell of all halves": (
        HalfLinksThatShareACell,
        _graph(2, "", "a", "a"),
        BLACK_WINS,
    ),
    "links: the key": (LinksWithoutTheKey, _graph(1, "", "a", "a"), BLACK_WINS),
    "links: the loser to move": (HalfAWin, _graph(1, "", "a", "a"), BLACK_WINS),
    "links: bound": (
        LinksForNothing,
        _graph(2, "", "ab", "ab"),
        Claim(BLACK, True, 1),
    ),
    "links: support": (
        LinksWithoutSupport,
        _graph(1, "", "a", "a"),
        BLACK_WINS,
    ),
    "links: two stones": (
        ManyStonesATurn,
        _graph(2, "", "ab", "ab", q=2),
        BLACK_WINS,
    ),
    "links: list": (
        ListForgotten,
        _graph(2, "", "a", "a", begins=BLACK, first="b"),
        BLACK_WINS,
    ),
    "out of stones: cells": (
        AnyCellsOutOfStones,
        _tiny(3, "ab ac", None),
        Claim(BLACK, False, 3),
    ),
    "stealing: r": (Stealing, _tiny(3, "ab ac bc", "ab ac bc", r=2), WHITE_DOES_NOT),
    "stealing: unequal": (Stealing, _tiny(2, "ab", "a b", r=1), WHITE_DOES_NOT),
}


@pytest.mark.parametrize("name", WEAKER)
def test_a_weaker_reading_proves_a_false_claim(name: str) -> None:
    weaker, game, claim = WEAKER[name]
    assert not Brute(game, claim.within).claim_holds(claim)
    assert not Closure(game, claim).derivable()
    assert Closure(game, claim, checker_type=weaker).derivable()


def test_the_negation_of_each_of_these_has_a_proof() -> None:
    for _, game, claim in WEAKER.values():
        assert Closure(game, claim._replace(wins=not claim.wins)).derivable()
