"""A quantified Boolean formula in prenex CNF, built by whole arrays.

Variable families are integer arrays with named axes. A family is empty until its variables
are quantified: ``exists`` and ``forall`` number the entries of a slice in the order of the
prefix. Clause groups are added by broadcasting arrays of literals against each other::

    board = f.family("board", a="BW", v=names, t=range(4))
    f.exists(board[:, :, 1])
    f.add("(4)", -board[:, :, :-1], board[:, :, 1:])     # once yours, always yours

adds one clause for each player, cell and time. ``-x`` negates; ``Any(x)`` is the disjunction
of the last axis; ``TRUE`` and ``FALSE`` may stand in arrays and are folded away. All clauses
lie in one flat buffer of 32-bit integers, each ended by 0, as in a QDIMACS file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any as Anything

import numpy as np
from numpy.typing import NDArray

from harary.errors import HararyError
from harary.limits import checkpoint
from harary.qbf.question import Question

__all__ = ["FALSE", "TRUE", "Any", "Family", "Formula", "FormulaError", "Group", "Literals"]

Literals = NDArray[np.int32]

TRUE = np.int32(2**31 - 1)
FALSE = np.int32(-(2**31 - 1))

EXISTS, FORALL = "e", "a"

#: Of a literal.
_BYTES = 4


class FormulaError(HararyError):
    """An encoding uses a formula wrongly: a fault of ours, not of the user."""


@dataclass(frozen=True)
class Any:
    """The disjunction of the literals along the last axis."""

    literals: Literals


@dataclass(frozen=True)
class Family:
    """A named array of variables; an entry is 0 until it is quantified."""

    name: str
    axes: tuple[tuple[str, tuple[object, ...]], ...]
    array: Literals

    def label(self, index: Sequence[int]) -> str:
        """The name of one variable: ``board(B,a1,3)``."""
        parts = [str(values[i]) for (_, values), i in zip(self.axes, index, strict=True)]
        return f"{self.name}({','.join(parts)})" if parts else self.name


@dataclass(frozen=True)
class Group:
    """A run of clauses with a label: the paper's number, or a word."""

    label: str
    start: int
    clauses: int


class Formula:
    """A prefix and clauses. Variables are 1, 2, ... in the order of the prefix."""

    def __init__(self, comments: Iterable[str] = ()) -> None:
        self.comments = list(comments)
        self.families: list[Family] = []
        self.groups: list[Group] = []
        self.blocks: list[tuple[str, int, int]] = []
        self.variables = 0
        self.question: Question | None = None
        self._chunks: list[Literals] = []
        self._length = 0

    # Variables.

    def family(self, name: str, /, **axes: Iterable[object]) -> Literals:
        """A new array of variables, all unquantified."""
        named = tuple((axis, tuple(values)) for axis, values in axes.items())
        array = np.zeros(tuple(len(values) for _, values in named), dtype=np.int32)
        self.families.append(Family(name, named, array))
        return array

    def exists(self, *slices: Literals) -> None:
        """Quantify the variables of these slices existentially, inside all before."""
        self._quantify(EXISTS, slices)

    def forall(self, *slices: Literals) -> None:
        """Quantify the variables of these slices universally, inside all before."""
        self._quantify(FORALL, slices)

    def _quantify(self, quantifier: str, slices: Sequence[Literals]) -> None:
        first = self.variables + 1
        for part in slices:
            if part.any():
                raise FormulaError("a variable is quantified twice")
            part[...] = np.arange(
                self.variables + 1, self.variables + 1 + part.size, dtype=np.int32
            ).reshape(part.shape)
            self.variables += part.size
        if self.variables < first:
            return
        if self.blocks and self.blocks[-1][0] == quantifier:
            first = self.blocks.pop()[1]
        self.blocks.append((quantifier, first, self.variables))

    @property
    def prefix(self) -> list[tuple[str, int, int]]:
        """The blocks from outside: the quantifier (e or a), the first and the last variable."""
        return list(self.blocks)

    # Clauses.

    def add(self, label: str, *parts: Literals | Any | np.int32 | int) -> None:
        """Add a clause for each index of the arrays broadcast against each other."""
        columns = []
        for part in parts:
            array = np.asarray(part.literals if isinstance(part, Any) else part, dtype=np.int32)
            columns.append(array if isinstance(part, Any) else array[..., np.newaxis])
        shape = np.broadcast_shapes(*(array.shape[:-1] for array in columns))
        width = sum(array.shape[-1] for array in columns)
        rows = np.empty((*shape, width + 1), dtype=np.int32)
        at = 0
        for array in columns:
            rows[..., at : at + array.shape[-1]] = array
            at += array.shape[-1]
        rows[..., width] = 0
        self._append(label, rows.reshape(-1, width + 1))

    def add_each(self, label: str, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses of different lengths, one by one."""
        lists = [list(clause) for clause in clauses]
        widths = sorted({len(clause) for clause in lists})
        for width in widths:
            rows = np.array([[*c, 0] for c in lists if len(c) == width], dtype=np.int32)
            self._append(label, rows.reshape(-1, width + 1))

    def add_flat(self, label: str, clauses: Literals) -> None:
        """Add clauses of any lengths that lie in one array, each ended by 0."""
        count = int(np.count_nonzero(clauses == 0))
        if clauses.size and (clauses[-1] or np.abs(clauses).max() > self.variables):
            raise FormulaError(f"{label}: an open clause, or a variable that is not quantified")
        self._take(label, clauses, count)

    def _append(self, label: str, rows: Literals) -> None:
        """Take the rows as clauses; constants are folded."""
        body = rows[:, :-1]
        if (body == 0).any():
            raise FormulaError(f"{label}: a variable that is not quantified")
        if (np.abs(body) == TRUE).any():
            rows = rows[~(body == TRUE).any(axis=1)]
            flat = rows.reshape(-1)
            flat = flat[flat != FALSE]
        else:
            flat = rows.reshape(-1)
        self._take(label, flat, rows.shape[0])

    def _take(self, label: str, flat: Literals, clauses: int) -> None:
        checkpoint(_BYTES * (self._length + flat.size))
        if not clauses:
            return
        self._chunks.append(flat)
        if self.groups and self.groups[-1].label == label:
            last = self.groups.pop()
            self.groups.append(Group(label, last.start, last.clauses + clauses))
        else:
            self.groups.append(Group(label, self._length, clauses))
        self._length += flat.size

    @property
    def buffer(self) -> Literals:
        """All clauses, each ended by 0."""
        if len(self._chunks) > 1:
            self._chunks = [np.concatenate(self._chunks)]
        if not self._chunks:
            return np.zeros(0, dtype=np.int32)
        return self._chunks[0]

    @property
    def clause_count(self) -> int:
        """How many clauses."""
        return sum(group.clauses for group in self.groups)

    def clauses(self) -> Iterator[list[int]]:
        """Each clause as a list of literals."""
        clause: list[int] = []
        for literal in self.buffer.tolist():
            if literal:
                clause.append(literal)
            else:
                yield clause
                clause = []

    # Names.

    def names(self) -> dict[int, str]:
        """The name of each variable."""
        found: dict[int, str] = {}
        for family in self.families:
            for index, variable in np.ndenumerate(family.array):
                if 0 < variable < TRUE:
                    found[int(variable)] = family.label(index)
        return found

    def readable(self) -> str:
        """Prefix and clauses with the names of the variables, for small games."""
        names = self.names()
        lines = [f"c {comment}" for comment in self.comments]
        for quantifier, first, last in self.prefix:
            word = "exists" if quantifier == EXISTS else "forall"
            lines.append(
                f"{word} " + " ".join(names.get(v, str(v)) for v in range(first, last + 1))
            )
        clauses = self.clauses()
        for group in self.groups:
            lines.append(f"{group.label}:")
            for _ in range(group.clauses):
                literals = [
                    ("-" if literal < 0 else "") + names.get(abs(literal), str(abs(literal)))
                    for literal in next(clauses)
                ]
                lines.append("  " + (" ".join(literals) or "(empty clause)"))
        return "\n".join(lines) + "\n"

    def __getstate__(self) -> dict[str, Anything]:
        state = dict(self.__dict__)
        state["_chunks"] = [self.buffer]
        return state
