"""The native engine. Private: the package `harary` is the API."""

from collections.abc import Callable, Sequence
from os import PathLike
from typing import Final, Protocol, TypeAlias, final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Buffer

__all__ = [
    "MAX_CELLS",
    "Group",
    "Rules",
    "State",
    "__version__",
    "automorphisms",
    "format_qdimacs",
    "parse_qdimacs",
    "perft",
    "prove",
    "simplify",
    "trim",
    "write_qdimacs",
]

_Answer: TypeAlias = tuple[
    bool | None,
    list[
        tuple[
            list[int],
            list[int],
            int,
            str,
            list[tuple[int | None, int, int | None]],
            list[tuple[int, int]],
            list[int],
            list[tuple[list[int], list[int]]],
        ]
    ],
    list[tuple[str, int]],
    str | None,
]
_Sides: TypeAlias = tuple[Sequence[Sequence[int]], Sequence[int], Sequence[int]]

# numpy's arrays support the buffer protocol in Python 3.11 too, but say so from 3.12 on.
_Clauses: TypeAlias = Buffer | NDArray[np.int32]

class _Knowledge(Protocol):
    """What a search may use: `harary.search.engine.Knowledge` says what these are."""

    @property
    def pairing(self) -> int: ...
    @property
    def potential(self) -> bool: ...
    @property
    def beck(self) -> bool: ...
    @property
    def threats(self) -> int: ...
    @property
    def danger(self) -> bool: ...
    @property
    def dominated(self) -> bool: ...
    @property
    def zones(self) -> bool: ...
    @property
    def symmetric(self) -> int: ...
    @property
    def connections(self) -> int: ...
    @property
    def inferior(self) -> bool: ...
    @property
    def table(self) -> int: ...

__version__: Final[str]
MAX_CELLS: Final[int]
"""The most cells that a board may have."""

@final
class Rules:
    """A game that can be played."""

    def __new__(
        cls,
        cells: int,
        black_sets: Sequence[Sequence[int]],
        white_sets: Sequence[Sequence[int]],
        movers: Sequence[int] | bytes,
        *,
        black: Sequence[int] = ...,
        white: Sequence[int] = ...,
        first_moves: Sequence[int] | None = None,
        first_any: bool = False,
        weak: bool = False,
    ) -> Rules:
        """Check a game. `movers` says who places each stone: 0 Black, 1 White.

        `first_moves` binds the first stone, or with `first_any` one stone of the
        first turn. Raises ValueError with one line that says what is wrong.
        """

@final
class State:
    """A position of a game, with moves forwards and back."""

    def __new__(cls, rules: Rules) -> State: ...
    def push(self, cell: int) -> None:
        """Place a stone of the player to move; ValueError says why it is illegal."""

    def pop(self) -> int:
        """Take back the last stone and return its cell; IndexError if there is none."""

    @property
    def black(self) -> list[int]:
        """All black stones, ascending."""

    @property
    def white(self) -> list[int]:
        """All white stones, ascending."""

    @property
    def to_move(self) -> int | None:
        """Who moves: 0 Black, 1 White, None when the game is over."""

    @property
    def left(self) -> int:
        """Stones left in this turn; 0 when the game is over."""

    @property
    def stones(self) -> int:
        """Stones placed since the given position."""

    def outcome(self) -> str | None:
        """'black', 'white' or 'draw' (strong), 'maker' or 'breaker' (weak), or None."""

    def legal_moves(self) -> list[int]:
        """The cells on which the next stone may go, ascending."""

    def threats(self, player: int, within: int) -> list[list[int]]:
        """What a player misses in his sets without an enemy stone: sorted lists, each once.

        Only sets that lack 1 to `within` cells count.
        """

    def canonical(self, group: Group) -> tuple[list[int], list[int]]:
        """The least image of the black and white stones under a group."""

@final
class Group:
    """A permutation group, given by all of its elements."""

    def __new__(cls, cells: int, permutations: Sequence[Sequence[int]]) -> Group:
        """All elements of a group.

        Raises ValueError if a row is no permutation or repeats another, if the identity is
        missing, or if a product of two rows is.
        """

    def __len__(self) -> int:
        """The order of the group."""

def automorphisms(
    cells: int,
    black_sets: Sequence[Sequence[int]],
    white_sets: Sequence[Sequence[int]],
    colours: Sequence[int],
    seeds: Sequence[Sequence[int]] = ...,
    *,
    timeout: float | None = None,
) -> tuple[list[list[int]], list[int]]:
    """Generators of a game's symmetries, and orbit sizes above 1 whose product is the order.

    A symmetry keeps both families and the colour of each cell. `seeds` are
    permutations that are likely symmetries; those that are not are ignored.
    Up to 4096 cells. Raises TimeoutError after `timeout` seconds.
    """

def format_qdimacs(
    comments: Sequence[str], prefix: Sequence[tuple[str, int, int]], clauses: _Clauses
) -> bytes:
    """Return a formula as text in the format QDIMACS. For arguments see `write_qdimacs`."""

def parse_qdimacs(
    data: bytes,
) -> tuple[list[str], int, int, list[tuple[str, bytes]], bytes]:
    """Read a formula in the format QDIMACS.

    Returns the comments, the numbers of variables and of clauses that the header
    declares, the blocks from outside (quantifier 'e' or 'a', variables) and the
    clauses, each ended by 0; numbers are bytes of native 32-bit integers.
    Neighbouring blocks of one quantifier are joined, empty ones dropped. Nobody
    has compared the number of clauses. Raises ValueError, 'line N: ...'.
    """

def perft(
    rules: Rules,
    depth: int,
    group: Group | None = None,
    *,
    threads: int = 0,
    timeout: float | None = None,
    memory: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[list[tuple[int, int, int, tuple[int, int, int], tuple[int, int, int]]], str | None]:
    """Count the positions after 0, 1, ..., `depth` stones.

    Each row is (stones, positions, classes up to the group, finished positions
    won by Black, won by White and neither, the same in classes); in a weak game
    Maker is Black and Breaker is neither. The rows end where no position is
    left. The second value is None, or 'time' or 'memory' when a limit (seconds,
    bytes of tables) left the rows incomplete. `threads` 0 means all cores.
    `progress(stones, classes)` is called ten times a second with the layer that
    is being filled and the classes found in it so far. Raises ValueError if the
    group holds a permutation that is no symmetry of the game.
    """

def prove(
    rules: Rules,
    head: Sequence[int] | bytes,
    cycle: Sequence[int] | bytes,
    attacker: int,
    group: Group | None = None,
    *,
    method: str = "pns",
    knowledge: _Knowledge | None = None,
    joins: bool = False,
    joining: tuple[Sequence[_Sides | None], Sequence[bool]] | None = None,
    threads: int = 1,
    keep: str | PathLike[str] | None = None,
    timeout: float | None = None,
    memory: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> _Answer:
    """Decide whether the attacker (0 Black, 1 White) completes a set first, and why.

    `head` and `cycle` say who places each stone: a head and then a cycle for ever, or, where
    the cycle is empty, all stones up to the bound. Returns the answer; the entries of a proof
    of it, the last of them for the given position; what the search did, counted; and None, or
    'time' or 'memory' when a limit left no answer. An entry is black stones, white stones,
    moment, rule, children (cell or None for a pass, entry counted from 0, element of the group
    or None), pairs, cells, and steps (points: a cell, -1 for the source, -2 for the target; and
    numbers of earlier steps). `method` is the search: 'pns', 'dfs' or 'dfpn'. `knowledge` says
    what it may use (everything where it is None); with `joins` the attacker's sets are paths,
    and the proof has no pairings and potentials. `joining` is for games of joining sides, whose
    rules have no sets: the sides of Black and of White (neighbours by cell, sources, targets)
    as far as they are known, and of each whether joining is his goal by the rules, or just as
    good as stopping his opponent. The rest is for 'pns' alone. With more `threads` than one,
    each has a graph of its own, and what one decides the others know; the memory limit is for
    all of them. `keep` is a file that keeps the search: it goes on with what is there, and
    OSError says what is wrong with it. Raises ValueError if there is no such method, if the
    group is none of this game's, if a cycle has one player only, or if sides are none of this
    board.
    """

def simplify(
    prefix: Sequence[tuple[str, int, int]],
    clauses: _Clauses,
    *,
    units: bool = True,
    pure: bool = True,
    duplicates: bool = True,
    unused: bool = True,
) -> tuple[bool | None, bytes, bytes, bytes, bytes]:
    """Simplify a formula without search; its truth value stays. For arguments see `write_qdimacs`.

    `units`: universal reduction and unit propagation; `pure`: pure literals;
    `duplicates`: repeated literals and clauses, and tautologies; `unused`: variables
    that occur no more are dropped and the others renumbered. Returns the verdict
    (True if no clause is left, False if an empty one was found, else None) and, as
    bytes of native 32-bit integers, the old number of each variable, the clauses in
    new numbers (of a false formula an empty one), the existential literals that were
    made true (old numbers) and for each clause the index of the one it comes from.
    """

def trim(
    ends: Sequence[tuple[int, int]],
    formula: Sequence[Sequence[int]],
    trace: Sequence[str],
) -> list[tuple[list[int], list[int]]]:
    """Cut a SAT solver's trace that no pairing exists down to what a checker needs.

    `ends` has for each variable, counted from 1, the two cells of its pair (from 0 to below twice
    the number of variables);
    pairs that share a cell exclude each other. `formula` has the other clauses, `trace` the
    lines of a DRUP file. Returns the needed lemmas, the empty one last: literals, and hints,
    the clauses that become unit one after the other and the one that fails; clauses are counted
    from 1, first those of the formula, then the lemmas. Raises ValueError if the trace does not
    hold.
    """

def write_qdimacs(
    path: str | PathLike[str],
    comments: Sequence[str],
    prefix: Sequence[tuple[str, int, int]],
    clauses: _Clauses,
    *,
    gzip: bool = False,
) -> int:
    """Write a formula in the format QDIMACS; returns the bytes before compression.

    `prefix` has the blocks from outside: the quantifier ('e' or 'a'), the first and
    the last variable. `clauses` is a one-dimensional array of 32-bit integers, each
    clause ended by 0. A comment may have several lines. Raises ValueError if the
    formula is none, and then leaves the file alone.
    """
