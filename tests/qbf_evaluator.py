"""An exact evaluator of quantified Boolean formulas, for tests.

It decides the prefix from outside to inside and propagates units on the way: a clause whose
other literals are false, but for universal ones inside its only open existential literal, is
a unit. That is plain QDPLL without learning; it shares nothing with any solver.
"""

from __future__ import annotations

import sys

from harary.qbf import Formula


class Evaluator:
    """Decides one formula."""

    def __init__(
        self, variables: int, prefix: list[tuple[str, int, int]], clauses: list[list[int]]
    ):
        self.exists = [True] * (variables + 1)
        self.level = [0] * (variables + 1)
        self.order = []
        for depth, (quantifier, first, last) in enumerate(prefix, 1):
            for variable in range(first, last + 1):
                self.exists[variable] = quantifier == "e"
                self.level[variable] = depth
                self.order.append(variable)
        self.clauses = [sorted(set(clause)) for clause in clauses]
        self.clauses = [c for c in self.clauses if not any(-literal in c for literal in c)]
        self.where: dict[int, list[int]] = {}
        for number, clause in enumerate(self.clauses):
            for literal in clause:
                self.where.setdefault(literal, []).append(number)
        self.value: list[bool | None] = [None] * (variables + 1)
        self.satisfied = [0] * len(self.clauses)
        self.trail: list[int] = []
        self.nodes = 0

    def truth(self) -> bool:
        """True or false."""
        sys.setrecursionlimit(max(sys.getrecursionlimit(), 4 * len(self.order) + 1000))
        if not self._propagate(range(len(self.clauses))):
            return False
        return self._decide(0)

    def _decide(self, at: int) -> bool:
        while at < len(self.order) and self.value[self.order[at]] is not None:
            at += 1
        if at == len(self.order) or all(self.satisfied):
            return True
        self.nodes += 1
        variable = self.order[at]
        exists = self.exists[variable]
        for literal in self._choices(variable, exists):
            mark = len(self.trail)
            holds = self._assign(literal) and self._decide(at + 1)
            self._undo(mark)
            if holds == exists:
                return exists
        return not exists

    def _choices(self, variable: int, exists: bool) -> list[int]:
        """The literals worth trying: one that no open clause denies is enough."""
        for literal in (variable, -variable):
            wanted = literal if exists else -literal
            if all(self.satisfied[number] for number in self.where.get(-wanted, ())):
                return [literal]
        return [variable, -variable]

    def _assign(self, literal: int) -> bool:
        self._set(literal)
        return self._propagate(self.where.get(-literal, ()))

    def _set(self, literal: int) -> None:
        self.value[abs(literal)] = literal > 0
        self.trail.append(literal)
        for number in self.where.get(literal, ()):
            self.satisfied[number] += 1

    def _propagate(self, touched: object) -> bool:
        queue = list(touched)  # type: ignore[call-overload]
        while queue:
            number = queue.pop()
            if self.satisfied[number]:
                continue
            open_exists = 0
            outermost = 0
            for literal in self.clauses[number]:
                if self.value[abs(literal)] is not None:
                    continue
                if self.exists[abs(literal)]:
                    if open_exists:
                        open_exists = 0
                        break
                    open_exists = literal
                else:
                    depth = self.level[abs(literal)]
                    outermost = min(outermost or depth, depth)
            else:
                if not open_exists:
                    return False
                if outermost and outermost < self.level[abs(open_exists)]:
                    continue
                self._set(open_exists)
                queue.extend(self.where.get(-open_exists, ()))
        return True

    def _undo(self, mark: int) -> None:
        while len(self.trail) > mark:
            literal = self.trail.pop()
            self.value[abs(literal)] = None
            for number in self.where.get(literal, ()):
                self.satisfied[number] -= 1


def evaluate(formula: Formula) -> bool:
    """The truth of a formula."""
    return Evaluator(formula.variables, formula.prefix, list(formula.clauses())).truth()
