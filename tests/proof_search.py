"""All proofs that the rules allow, on games so small that one can look at all of them.

For a game and a claim, `Closure` derives every fact (support and race) that some proof could
derive, by calling the methods of `check.Checker` themselves. Then the claim's position has a
fact if and only if the claim is true: otherwise a rule is unsound, or a true claim is out of
reach. Truth is a brute force on masks (`Brute`) that knows neither the checker nor the package. The
same is asked of every position of real play below the claim's. And of each fact: whether it
holds wherever the stones of the passes lie, as `docs/proof-format.md` says.

Why what is looked at is all that there is:

- *Positions.* An entry is used for just its own stones and its moment, or through a symmetry for
  their image. So below the claim's position only those matter that come from it by stones of
  either player, passes, and symmetries (`every=True` takes all positions, to see that nothing
  changes). A position may be stated with any time of its moment, so each rule is also asked with
  times that are a period apart.
- *Facts.* A fact with a smaller support and a smaller race (None is the smallest) can stand
  wherever a larger one stands: the conditions of `move` and `reply` ask for no more of it, and
  what they give is no larger. So of two such facts the smaller is enough.
- *Leaves.* All sets of disjoint pairs of free cells and all sets of cells are tried, and links
  are put together until none is new that contains no other (or there are very many).
- *Zones.* Whether `reply` accepts a zone depends on the zone and on the pass alone. So the
  smallest zones that it accepts are found by asking it for each. A larger one would only add to
  the support and to the race. Each zone is filled with every choice of facts.

`python -m tests.proof_search --games 20000 --seed 0` searches that many random games.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from harary.games import Goal, Player, PositionalGame, Rule, Schedule, SetsGoal
from harary.proofs import check
from harary.proofs.check import BLACK, WHITE, Checker, Claim, Fact, Game, Invalid, Position, Sets

State = tuple[int, int, int]

#: More choices of facts than these are brought down step by step.
_CHOICES = 60


# ---- games ------------------------------------------------------------------


@dataclass(frozen=True)
class Tiny:
    """A game for both programs: the checker's, and for the brute force its sets as masks."""

    game: Game
    sets: tuple[tuple[int, ...], tuple[int, ...]]
    kind: str = "sets"

    def __str__(self) -> str:
        game = self.game
        first = "" if game.first is None else f" first {text(game.first)}"
        return (
            f"{len(game.names)} cells, {'weak' if game.weak else 'strong'}, "
            f"Black {[*map(text, self.sets[0])]}, White {[*map(text, self.sets[1])]}, "
            f"turns {turns(game.opening)}({turns(game.cycle)}), stones {text(game.stones[0])} "
            f"and {text(game.stones[1])}{first}{' (any)' if game.first_any else ''}"
        )


def text(mask: int) -> str:
    """Cells 0, 1, ... as letters."""
    return "".join("abcdefghijklmnop"[cell] for cell in check.bits(mask))


def mask(letters: str) -> int:
    """The mask of letters."""
    return check.mask_of(ord(letter) - ord("a") for letter in letters)


def turns(movers: Iterable[int]) -> str:
    return "".join("bw"[player] for player in movers)


def tiny(
    cells: int,
    black: Sequence[int],
    white: Sequence[int] | None,
    *,
    p: int = 1,
    q: int | None = None,
    r: int | None = None,
    begins: int = BLACK,
    movers: Sequence[int] | None = None,
    stones: tuple[int, int] = (0, 0),
    first: int | None = None,
    first_any: bool = False,
) -> Tiny:
    """A game of sets; without `white` it is weak, with `movers` it is a listed one."""
    r = p if r is None else r
    q = (p, r)[begins] if q is None else q
    goal = Sets(black)
    other = Sets(white or ())
    opening, cycle = check.regular_turns(begins, q, p, r)
    game = Game(
        "tiny",
        tuple("abcdefghijklmnop"[:cells]),
        (goal, other),
        white is None,
        opening if movers is None else list(movers),
        cycle if movers is None else [],
        stones,
        first,
        first_any,
        (begins, q, p, r) if movers is None else None,
    )
    return Tiny(game, (tuple(black), tuple(white or ())))


def random_game(rng: random.Random) -> Tiny:
    """A game of any family: sets, graphs, Hex."""
    if rng.random() < 0.06:
        return random_connection(rng)
    cells = rng.choices((3, 4, 5, 6), (3, 25, 50, 22))[0]
    weights = rng.choice(((4, 3, 1, 0), (1, 4, 3, 1), (0, 3, 3, 1), (0, 1, 0, 0), (1, 1, 1, 1)))

    def family() -> list[int]:
        sizes = rng.choices((1, 2, 3, 4), weights, k=rng.randint(1, 6))
        return [check.mask_of(rng.sample(range(cells), min(size, cells))) for size in sizes]

    black = family()
    kind = rng.choices(("equal", "other", "weak", "none"), (40, 35, 22, 3))[0]
    white = {"equal": black, "other": family(), "weak": None, "none": []}[kind]
    shuffled = rng.sample(range(cells), cells)
    count = rng.choice((0, 0, 0, 1, 2))
    cut = rng.randint(0, count)
    stones = (check.mask_of(shuffled[:cut]), check.mask_of(shuffled[cut:count]))
    families = (black, white or [])
    if all(any(s & own == s for s in families[player]) for player, own in enumerate(stones)):
        stones = (0, 0)
        count = 0
    first = None
    if rng.random() < 0.3:
        # At least one listed cell is free; others may be taken.
        listed = {shuffled[count], *rng.sample(range(cells), rng.randint(0, 2))}
        first = check.mask_of(listed)
    movers = None
    if rng.random() < 0.4:
        movers = [rng.choice((BLACK, WHITE)) for _ in range(rng.randint(0, cells + 1))]
        if rng.random() < 0.4:
            movers = [number % 2 for number in range(len(movers))]
    small = rng.random() < 0.5
    p, q, r = (1 if small and rng.random() < 0.7 else rng.randint(1, 3) for _ in range(3))
    return tiny(
        cells,
        black,
        white,
        p=p,
        q=q,
        r=r,
        begins=rng.choice((BLACK, BLACK, WHITE)),
        movers=movers,
        stones=stones,
        first=first,
        first_any=first is not None and movers is not None and rng.random() < 0.7,
    )


def random_connection(rng: random.Random) -> Tiny:
    """Hex, or a weak game of joining two sides of a random graph."""
    if rng.random() < 0.5:
        sizes = rng.choice(("2x2", "2x2", "1x3", "3x1", "1x4", "2x3", "3x2"))
        cells = ["a1", "a2", "b1", "b2"]
        options = [word for word in ("weak", "turn=white") if rng.random() < 0.3]
        options += [f"{name}={rng.randint(1, 2)}" for name in "pqr" if rng.random() < 0.2]
        if sizes == "2x2":
            taken = rng.sample(cells, 2)
            options += [f"black={taken[0]}"] if rng.random() < 0.2 else []
            options += [f"white={taken[1]}"] if rng.random() < 0.2 else []
            if rng.random() < 0.2:
                options.append("first=" + rng.choice([c for c in cells if c not in taken]))
        game = check.read_game(f"hex@{sizes}" + (":" + ",".join(options) if options else ""))
    else:
        size = rng.randint(3, 5)
        near = [0] * size
        for a, b in itertools.combinations(range(size), 2):
            if rng.random() < 0.5:
                near[a] |= 1 << b
                near[b] |= 1 << a
        sides = [rng.randint(1, (1 << size) - 1) for _ in range(2)]
        often = rng.choice((0.1, 0.5))
        movers = [n % 2 if rng.random() > often else 1 - n % 2 for n in range(size)]
        count = rng.choice((0, 0, 1, 2))
        stones = [1 << cell for cell in rng.sample(range(size), count)] + [0, 0]
        free = [cell for cell in range(size) if not (stones[0] | stones[1]) >> cell & 1]
        first = check.mask_of(rng.sample(free, rng.randint(1, len(free))))
        game = Game(
            "graph",
            tuple("abcdefghij"[:size]),
            (check.Connection(near, *sides), Sets(())),
            True,
            movers,
            [],
            stones=(stones[0], stones[1]),
            first=rng.choice((None, None, first)),
            first_any=True,
        )
    sets = tuple(
        joining(goal) if isinstance(goal, check.Connection) else goal.masks for goal in game.goals
    )
    return Tiny(game, (sets[0], sets[1]), "graph")


def joining(goal: check.Connection) -> tuple[int, ...]:
    """All sets of cells that join the sides, by walking from cell to cell."""
    size = len(goal.near)

    def joins(own: int) -> bool:
        reached = {c for c in range(size) if own >> c & 1 and goal.source >> c & 1}
        for _ in range(size):
            reached |= {
                b for a in reached for b in range(size) if goal.near[a] >> b & 1 and own >> b & 1
            }
        return any(goal.target >> cell & 1 for cell in reached)

    return tuple(own for own in range(1, 1 << size) if joins(own))


def random_claims(rng: random.Random, tiny_game: Tiny) -> list[Claim]:
    """A claim and its negation."""
    game = tiny_game.game
    within = None
    if rng.random() < 0.55:
        within = rng.randint(0, len(game.names) + 1)
    attacker = BLACK if game.weak else rng.choice((BLACK, WHITE))
    return [Claim(attacker, wins, within) for wins in (True, False)]


def positional(tiny_game: Tiny) -> PositionalGame:
    """The same game for the oracle."""
    game = tiny_game.game
    players = (Player.BLACK, Player.WHITE)

    def goal(player: int) -> Goal:
        return SetsGoal(tuple(tuple(check.bits(cells)) for cells in tiny_game.sets[player]))

    first = game.first
    return PositionalGame(
        cells=game.names,
        black_goal=goal(BLACK),
        white_goal=goal(WHITE),
        schedule=Schedule.regular(players[game.regular[0]], *game.regular[1:])
        if game.regular
        else Schedule.from_movers(players[who] for who in game.opening),
        rule=Rule.WEAK if game.weak else Rule.STRONG,
        black=tuple(check.bits(game.stones[0])),
        white=tuple(check.bits(game.stones[1])),
        first_moves=None if first is None else tuple(check.bits(first)),
        first_any=game.first_any,
        length=None if game.cycle else len(game.opening),
    )


# ---- truth ------------------------------------------------------------------


class Brute:
    """How a game ends under best play, from every position: 1 Black, -1 White, 0 nobody."""

    def __init__(self, tiny_game: Tiny, within: int | None) -> None:
        game = tiny_game.game
        self.sets = tiny_game.sets
        self.game = game
        start = game.stones[0] | game.stones[1]
        self.everything = game.everything
        self.taken = start.bit_count()
        length = len(game.names) - self.taken
        if not game.cycle:
            length = min(length, len(game.opening))
        if within is not None:
            length = min(length, within)
        self.movers = list(itertools.islice([*game.opening, *game.cycle * length], length))
        same = [who == self.movers[0] for who in self.movers]
        self.first_turn = same.index(False) if False in same else len(same)
        self.value = cache(self._value)

    def completed(self, player: int, stones: int) -> bool:
        return any(cells & stones == cells for cells in self.sets[player])

    def root(self) -> int:
        return self.value(*self.game.stones)

    def claim_holds(self, claim: Claim) -> bool:
        return self.holds(claim, *self.game.stones)

    def holds(self, claim: Claim, black: int, white: int) -> bool:
        """Whether a claim is true from this position on."""
        wanted = 1 if claim.attacker == BLACK else -1
        return (self.value(black, white) == wanted) is claim.wins

    def allowed(self, black: int, white: int) -> int:
        """Where the next stone may go."""
        game = self.game
        placed = (black | white).bit_count() - self.taken
        free = self.everything & ~(black | white)
        if game.first is None:
            return free
        if not game.first_any:
            return free & game.first if placed == 0 else free
        new = (black | white) & ~(game.stones[0] | game.stones[1])
        last = placed == self.first_turn - 1
        return free & game.first if last and not new & game.first else free

    def _value(self, black: int, white: int) -> int:
        if self.completed(BLACK, black):
            return 1
        if self.completed(WHITE, white):
            return -1
        placed = (black | white).bit_count() - self.taken
        if placed == len(self.movers):
            return 0
        cells = list(check.bits(self.allowed(black, white)))
        if self.movers[placed] == BLACK:
            return max(self.value(black | 1 << cell, white) for cell in cells)
        return min(self.value(black, white | 1 << cell) for cell in cells)


# ---- all proofs -------------------------------------------------------------


def _rank(fact: Fact) -> int:
    return -1 if fact.race is None else fact.race


def _smaller(one: Fact, two: Fact) -> bool:
    return not one.support & ~two.support and _rank(one) <= _rank(two)


def keep(found: list[Fact], fact: Fact) -> None:
    """Add a fact, and drop those that are no smaller than another."""
    if not any(_smaller(old, fact) for old in found):
        found[:] = [old for old in found if not _smaller(fact, old)]
        found.append(fact)


@cache
def matchings(free: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """All sets of disjoint pairs of these cells, small ones first."""
    cells = list(check.bits(free))
    found: list[tuple[tuple[int, int], ...]] = [()]
    for number, one in enumerate(cells):
        for two in cells[number + 1 :]:
            rest = check.mask_of(c for c in cells[number + 1 :] if c != two)
            found += [((one, two), *more) for more in matchings(rest)]
    return tuple(sorted(found, key=len))


@cache
def parts(free: int) -> tuple[int, ...]:
    """All sets of these cells, small ones first."""
    cells = list(check.bits(free))
    return tuple(
        check.mask_of(some)
        for size in range(len(cells) + 1)
        for some in itertools.combinations(cells, size)
    )


Steps = list[tuple[list[int], list[int]]]

#: Links that are put together at most, and half-links at a time.
_LINKS, _HALVES = 60, 3


def derivations(checker: Checker, position: Position) -> Iterator[Steps]:
    """All ways to link the winner's sides that are worth a look: whatever the checker accepts."""
    try:
        linker = checker.linker(position)
    except Invalid:
        return
    points = [check.SOURCE, check.TARGET, *check.bits(linker.own | linker.free)]
    steps: Steps = []

    def step(ends: list[int], used: list[int]) -> bool:
        """Whether this step is accepted, and new."""
        try:
            linker.step(ends, used)
        except Invalid:
            return False
        *earlier, new = linker.links
        for old in earlier:
            better = old.half <= new.half and old.cost <= new.cost
            if old.ends == new.ends and better and not old.carrier & ~new.carrier:
                linker.links.pop()
                return False
        steps.append((ends, used))
        return True

    def numbers(*ends: int) -> list[int]:
        of = {linker._point(end) for end in ends}
        return [n for n, link in enumerate(linker.links, 1) if link.ends == of]

    before = -1
    while before < len(steps) < _LINKS:
        before = len(steps)
        for one, two in itertools.combinations(points, 2):
            for middle in points[2:]:
                for used in itertools.product(
                    [0, *numbers(one, middle)], [0, *numbers(middle, two)]
                ):
                    if len(steps) < _LINKS:
                        step([one, middle, two], list(used))
            for size in range(1, _HALVES + 1):
                for family in itertools.combinations(numbers(one, two), size):
                    if len(steps) < _LINKS:
                        step([one, two], list(family))
    for number, link in enumerate(linker.links, 1):
        if link.ends == {check.SOURCE, check.TARGET}:
            yield steps[:number]


@dataclass
class Closure:
    """Every fact that a proof of this claim can derive, smallest ones only."""

    tiny: Tiny
    claim: Claim
    every: bool = False
    rng: random.Random = field(default_factory=lambda: random.Random(0))
    #: A Checker with a rule that was weakened, to see that this search would notice.
    checker_type: Callable[[Game, Claim], Checker] = Checker

    def __post_init__(self) -> None:
        self.checker = self.checker_type(self.tiny.game, self.claim)
        self.facts: dict[State, list[Fact]] = {}
        self.rules: Counter[str] = Counter()
        self.symmetries = list(self._symmetries())

    def derivable(self) -> bool:
        """Whether some proof of the claim is accepted."""
        try:
            self.checker.sound_root()
        except Invalid:
            return False
        root = self.checker.root()
        layers = self._layers(root)
        for layer in reversed(layers):
            for state in layer:
                self.facts[state] = self._derive(state)
            self._share(layer)
        return bool(self.facts[root])

    # Positions.

    def _symmetries(self) -> Iterator[check.Symmetry]:
        cells = range(len(self.tiny.game.names))
        if len(cells) > 5:
            return
        for images in itertools.permutations(cells):
            if images != tuple(cells):
                with contextlib.suppress(Invalid):
                    yield self.checker.symmetry(images)

    def _layers(self, root: Position) -> list[set[State]]:
        """The positions that matter, by their time."""
        everything = self.tiny.game.everything
        layers: list[set[State]] = [{root}]
        if self.every:
            most = len(self.tiny.game.names) * 3 + 3
            layers = [
                {(b, w, placed) for b in parts(everything) for w in parts(everything & ~b)}
                for placed in range(most + 1 if self.checker.end is None else self.checker.end + 1)
            ]
        placed = 0
        while placed < len(layers):
            layer = layers[placed]
            for g in self.symmetries:
                layer |= {(g.image(b), g.image(w), placed) for b, w, _ in layer}
            placed += 1
            following = {child for state in layer for _, child in self._children(Position(*state))}
            if following and not self.every:
                layers.append(following)
        return layers

    def _children(self, position: Position) -> Iterator[tuple[int | None, State]]:
        checker = self.checker
        mover = checker.mover(position)
        if mover is None:
            return
        black, white, placed = position
        for cell in check.bits(self.tiny.game.everything & ~(black | white)):
            own = (black | 1 << cell, white) if mover == BLACK else (black, white | 1 << cell)
            yield cell, (*own, placed + 1)
        if mover == checker.loser:
            yield None, (black, white, placed + 1)

    def _share(self, layer: set[State]) -> None:
        """An entry serves all positions that a symmetry maps to it."""
        for g in self.symmetries:
            for state in layer:
                image = (g.image(state[0]), g.image(state[1]), state[2])
                for fact in list(self.facts.get(image, ())):
                    position, mine = g.home(Position(*image), fact)
                    assert position == state
                    keep(self.facts[state], mine)

    def _times(self, placed: int) -> list[int]:
        """Times that are the same moment."""
        checker = self.checker
        near = {placed}
        if checker.end is None:
            near |= {placed + checker.period, max(0, placed - checker.period)}
        return [time for time in near if checker.moment(time) == checker.moment(placed)]

    # Facts.

    def _ask(self, rule: Callable[..., Fact], *given: object) -> list[Fact]:
        """What a rule says: a fact or nothing."""
        try:
            fact = rule(*given)
        except Invalid:
            return []
        self.rules[rule.__name__] += 1
        return [fact]

    def _derive(self, state: State) -> list[Fact]:
        found: list[Fact] = []
        for placed in self._times(state[2]):
            self._leaves(Position(state[0], state[1], placed), found)
        if Fact(0, None) in found:
            return found
        placed = self.rng.choice(self._times(state[2]))
        position = Position(state[0], state[1], placed)
        mover = self.checker.mover(position)
        if mover == self.checker.winner:
            self._moves(position, state, found)
        elif mover is not None:
            self._replies(position, state, found)
        return found

    def _leaves(self, position: Position, found: list[Fact]) -> None:
        checker = self.checker
        free = checker.free(position)
        facts: list[Fact] = []
        for plain in (
            checker.won,
            checker.blocked,
            checker.potential,
            checker.out_of_stones,
            checker.beck,
            checker.stealing,
        ):
            facts += self._ask(plain, position)
        for cells in parts(free):
            facts += self._ask(checker.completes, position, cells)
            facts += self._ask(checker.out_of_stones, position, cells)
        for steps in derivations(checker, position):
            facts += self._ask(checker.linked, position, steps)
        for pairs in matchings(free):
            facts += self._ask(checker.pairs, position, pairs)
            facts += self._ask(checker.links, position, pairs)
        for fact in facts:
            keep(found, fact)

    def _moves(self, position: Position, state: State, found: list[Fact]) -> None:
        for cell, child in self._children(Position(*state)):
            after = Position(child[0], child[1], self.rng.choice(self._times(child[2])))
            for fact in self.facts.get(child, ()):
                for got in self._ask(self.checker.move, position, cell, after, fact):
                    keep(found, got)

    def _replies(self, position: Position, state: State, found: list[Fact]) -> None:
        children: dict[int, tuple[Position, list[Fact]]] = {}
        passes: list[tuple[Position, Fact] | None] = [None]
        for cell, child in self._children(Position(*state)):
            after = Position(child[0], child[1], self.rng.choice(self._times(child[2])))
            facts = self.facts.get(child, [])
            if cell is None:
                passes += [(after, fact) for fact in facts]
            elif facts:
                children[cell] = (after, facts)
        able = check.mask_of(children)
        for passed in passes:
            accepted: list[int] = []
            for zone in parts(able):
                if any(not small & ~zone for small in accepted):
                    continue
                # What the children's facts are does not decide whether a zone is accepted.
                some = [(c, children[c][0], children[c][1][0]) for c in check.bits(zone)]
                if self._ask(self.checker.reply, position, some, passed):
                    accepted.append(zone)
                    self._fill(position, zone, children, passed, found)

    def _fill(
        self,
        position: Position,
        zone: int,
        children: dict[int, tuple[Position, list[Fact]]],
        passed: tuple[Position, Fact] | None,
        found: list[Fact],
    ) -> None:
        cells = list(check.bits(zone))
        for chosen in self._choices([children[cell][1] for cell in cells]):
            replies = [
                (cell, children[cell][0], fact) for cell, fact in zip(cells, chosen, strict=True)
            ]
            keep(found, self.checker.reply(position, replies, passed))

    def _choices(self, facts: list[list[Fact]]) -> Iterable[Sequence[Fact]]:
        """One fact of each: all choices, or, where they are many, the smallest in sum."""
        count = 1
        for some in facts:
            count *= len(some)
        if count <= _CHOICES:
            return itertools.product(*facts)
        sums: list[tuple[Fact, tuple[Fact, ...]]] = [(Fact(0, None), ())]
        for some in facts:
            longer: list[tuple[Fact, tuple[Fact, ...]]] = []
            for (total, chosen), fact in itertools.product(sums, some):
                races = [race for race in (total.race, fact.race) if race is not None]
                new = Fact(total.support | fact.support, max(races, default=None))
                if not any(_smaller(old, new) for old, _ in longer):
                    longer = [item for item in longer if not _smaller(new, item[0])]
                    longer.append((new, (*chosen, fact)))
            sums = longer
        return [chosen for _, chosen in sums]


# ---- the search -------------------------------------------------------------


@dataclass
class Tally:
    """What a search has seen."""

    games: int = 0
    claims: int = 0
    true: int = 0
    positions: int = 0
    haunted: int = 0
    rules: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        rules = ", ".join(f"{name} {count}" for name, count in sorted(self.rules.items()))
        return (
            f"{self.games} games, {self.claims} claims, {self.true} true; "
            f"{self.positions} positions of real play compared, and what {self.haunted} times "
            f"a fact says of stones elsewhere; accepted: {rules}; "
            f"{len(self.faults)} faults"
        )


def compare(
    tiny_game: Tiny,
    claim: Claim,
    tally: Tally,
    *,
    every: bool = False,
    seed: int = 0,
    checker_type: Callable[[Game, Claim], Checker] = Checker,
) -> None:
    """Search all proofs of a claim; note where they and the truth disagree."""
    brute = Brute(tiny_game, claim.within)
    closure = Closure(tiny_game, claim, every, random.Random(seed), checker_type)
    derivable = closure.derivable()
    true = brute.claim_holds(claim)
    tally.claims += 1
    tally.true += true
    tally.rules.update(closure.rules)
    where = f"{tiny_game}: {claim.text(tiny_game.game.weak)}"
    if derivable is not true:
        tally.faults.append(f"{where}: {'true' if true else 'false'}, derivable: {derivable}")
    # Beyond the root: every position of real play in which nobody has completed a set.
    winner = closure.checker.winner
    for (black, white, placed), facts in closure.facts.items():
        own = white if winner == WHITE else black
        real = (black | white).bit_count() - brute.taken == placed
        if not real or placed > len(brute.movers) or brute.completed(BLACK, black):
            continue
        if brute.completed(WHITE, white) or brute.completed(winner, own):
            continue
        if not _reached(brute, black, white, placed):
            continue
        tally.positions += 1
        if bool(facts) is not brute.holds(claim, black, white):
            tally.faults.append(
                f"{where}: at {text(black)} {text(white)} {placed}: derivable: {bool(facts)}"
            )
    for state, facts in closure.facts.items():
        for fact in facts:
            _haunt(brute, closure, state, fact, tally, where)


def _haunt(
    brute: Brute, closure: Closure, state: State, fact: Fact, tally: Tally, where: str
) -> None:
    """What a fact means: the winner wins wherever the stones of the passes lie.

    They lie outside the support. Where the fact has a race, a set of the loser with such a
    stone must lack more cells than the race allows him stones.
    """
    black, white, placed = state
    checker = closure.checker
    missing = placed + brute.taken - (black | white).bit_count()
    if placed > len(brute.movers) or missing < 0:
        return
    winner, loser = checker.winner, checker.loser
    own, other = (white, black) if winner == WHITE else (black, white)
    free = brute.everything & ~(black | white)
    if brute.completed(winner, own) or brute.completed(loser, other):
        return
    for ghosts in parts(free & ~fact.support):
        if ghosts.bit_count() != missing:
            continue
        theirs = other | ghosts
        close = fact.race is not None and any(
            cells & ghosts and not cells & own and (cells & ~theirs).bit_count() <= fact.race
            for cells in brute.sets[loser]
        )
        if close or brute.completed(loser, theirs):
            continue
        stones = (own, theirs) if winner == BLACK else (theirs, own)
        if not _reached(brute, *stones, placed):
            continue
        tally.haunted += 1
        if not brute.holds(closure.claim, *stones):
            tally.faults.append(f"{where}: at {state} {fact}: not with {text(ghosts)} besides")


def _reached(brute: Brute, black: int, white: int, placed: int) -> bool:
    """Whether real play may come here: the counts of the schedule, and the list satisfied."""
    game = brute.game
    if black & game.stones[0] != game.stones[0] or white & game.stones[1] != game.stones[1]:
        return False
    blacks = brute.movers[:placed].count(BLACK)
    if (black & ~game.stones[0]).bit_count() != blacks:
        return False
    if game.first is None or not placed:
        return True
    # Of a list only the time before it binds is simple to judge, and that after it not at all.
    new = (white & ~game.stones[1], black & ~game.stones[0])[brute.movers[0] == BLACK]
    if game.first_any:
        return placed < brute.first_turn or bool(new & game.first)
    return bool(new & game.first)


def search(games: int, seed: int, told: Callable[[Tally], object] | None = None) -> Tally:
    """Compare random games, with a claim and its negation each."""
    tally = Tally()
    for number in range(games):
        rng = random.Random(f"{seed} {number}")
        tiny_game = random_game(rng)
        tally.games += 1
        for claim in random_claims(rng, tiny_game):
            compare(tiny_game, claim, tally, seed=number)
        if told and tally.games % 500 == 0:
            told(tally)
    return tally


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Search all proofs of random tiny games.")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    tally = search(options.games, options.seed, lambda tally: print(tally, file=sys.stderr))
    print(tally)
    for fault in tally.faults[:20]:
        print(fault)
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
