"""The search over all proofs: no rule proves a false claim, and no true one is out of reach.

And the search would notice: each weaker reading of a rule proves a false claim about a game of
a few cells.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from harary.proofs.check import BLACK, WHITE, Checker, Claim, Fact, Invalid, Position, Symmetry
from harary.search import Oracle
from tests.proof_search import (
    Brute,
    Closure,
    Tally,
    Tiny,
    compare,
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
    rules = "won completes blocked pairs potential out_of_stones beck links stealing move reply"
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
    def out_of_stones(self, position: Position) -> Fact:
        return super().out_of_stones(position)._replace(support=0)

    def potential(self, position: Position) -> Fact:
        return super().potential(position)._replace(support=0)

    def pairs(self, position: Position, pairs: Sequence[tuple[int, int]]) -> Fact:
        return super().pairs(position, pairs)._replace(support=0)

    def completes(self, position: Position, cells: int) -> Fact:
        return super().completes(position, cells)._replace(support=0)


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
