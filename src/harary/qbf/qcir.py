"""QCIR-G14 files: the circuit format of the QBF competitions, for formulas in clauses.

A formula is written in cleansed form: the prefix, one ``or`` gate for each clause, and one
``and`` gate over them as the output. The reader takes files of that shape (and those whose
output is a single clause or literal), whatever their names; a circuit of any other shape is
an error, since making clauses of it is a choice that a reader should not make.
"""

from __future__ import annotations

import gzip
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from harary.errors import FormatError
from harary.formats.files import replaced
from harary.qbf.formula import EXISTS, FORALL, Formula
from harary.qbf.packed import is_packed, read_packed

__all__ = ["parse_qcir", "qcir_lines", "read_qcir", "write_qcir"]

_QUANTIFIERS = {"exists": EXISTS, "forall": FORALL, "free": EXISTS}
_STATEMENT = re.compile(r"(?:(\w+)\s*=\s*)?(\w+)\s*\(([^()]*)\)")
_LITERAL = re.compile(r"-?\w+")


def qcir_lines(formula: Formula) -> Iterator[str]:
    """The lines of a formula's text."""
    output = formula.variables + formula.clause_count + 1
    yield f"#QCIR-G14 {output}\n"
    for comment in formula.comments:
        for line in comment.splitlines():
            yield f"# {line}\n"
    for quantifier, first, last in formula.prefix:
        word = "exists" if quantifier == EXISTS else "forall"
        yield f"{word}({', '.join(map(str, range(first, last + 1)))})\n"
    yield f"output({output})\n"
    gate = formula.variables
    for clause in formula.clauses():
        gate += 1
        yield f"{gate} = or({', '.join(map(str, clause))})\n"
    gates = ", ".join(map(str, range(formula.variables + 1, output)))
    yield f"{output} = and({gates})\n"


def write_qcir(formula: Formula, path: str | os.PathLike[str]) -> None:
    """Write a formula, compressed where the name ends in ``.gz``; ``-`` is standard output."""
    if path == "-":
        sys.stdout.writelines(qcir_lines(formula))
        return
    with replaced(path) as temporary, Path(temporary).open("wb") as file:
        lines = map(str.encode, qcir_lines(formula))
        if is_packed(path):
            # Neither name nor time: equal formulas give equal bytes.
            with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
                packed.writelines(lines)
        else:
            file.writelines(lines)


def read_qcir(path: str | os.PathLike[str]) -> Formula:
    """Read a formula from a file."""
    try:
        text = read_packed(path).decode("utf-8")
    except UnicodeDecodeError:
        raise FormatError("this is no text (not UTF-8)", os.fspath(path)) from None
    return parse_qcir(text, os.fspath(path))


def parse_qcir(text: str, source: str = "") -> Formula:
    """Read a formula: a prefix and an ``and`` of ``or`` gates."""
    return _Reader(source).formula(text)


class _Reader:
    """Gathers the prefix and the gates, then makes clauses of what the output names."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.blocks: list[tuple[str, list[str]]] = []
        self.bound: set[str] = set()
        self.gates: dict[str, tuple[str, list[str], int]] = {}
        self.output: tuple[str, int] | None = None
        self.comments: list[str] = []

    def fail(self, message: str, line: int) -> FormatError:
        return FormatError(message, self.source, line)

    def formula(self, text: str) -> Formula:
        lines = text.splitlines()
        if not lines or not lines[0].startswith("#QCIR-G14"):
            raise self.fail("the first line is not '#QCIR-G14'", 1)
        for number, line in enumerate(lines[1:], 2):
            if line.startswith("#"):
                self.comments.append(line[1:].removeprefix(" "))
            elif line.strip():
                self._statement(line.strip(), number)
        if self.output is None:
            raise self.fail("there is no output(...) line", len(lines))
        return self._build(*self.output)

    def _statement(self, line: str, number: int) -> None:
        match = _STATEMENT.fullmatch(line)
        if match is None:
            raise self.fail(
                f"{line[:40]!r}: expected such as exists(1, 2) or 3 = or(1, -2)", number
            )
        name, word, inside = match.groups()
        literals = [part.strip() for part in inside.split(",")] if inside.strip() else []
        for literal in literals:
            if not _LITERAL.fullmatch(literal):
                raise self.fail(f"{literal!r} is not a literal", number)
        word = word.lower()
        if name is not None:
            if word not in ("and", "or"):
                raise self.fail(
                    f"gate {word!r}: only clauses are read, as and and or gates", number
                )
            if name in self.gates or name in self.bound:
                raise self.fail(f"{name} is defined twice", number)
            self.gates[name] = (word, literals, number)
        elif word == "output":
            if self.output is not None or len(literals) != 1:
                raise self.fail("expected one output(...) line with one literal", number)
            self.output = (literals[0], number)
        elif word in _QUANTIFIERS:
            if word == "free" and self.blocks:
                raise self.fail("free(...) after a quantifier: it stands outside all", number)
            self._quantify(_QUANTIFIERS[word], literals, number)
        else:
            raise self.fail(f"{word!r}: expected exists, forall, free, output or a gate", number)

    def _quantify(self, quantifier: str, variables: list[str], number: int) -> None:
        if self.output is not None or self.gates:
            raise self.fail("a quantifier after the output or a gate", number)
        for variable in variables:
            if variable.startswith("-"):
                raise self.fail(f"a quantifier cannot bind {variable}", number)
            if variable in self.bound:
                raise self.fail(f"variable {variable} is quantified twice", number)
            self.bound.add(variable)
        self.blocks.append((quantifier, variables))

    def _build(self, output: str, line: int) -> Formula:
        formula = Formula(self.comments)
        order = [variable for _, variables in self.blocks for variable in variables]
        array = formula.family("x", name=order)
        at = 0
        for quantifier, variables in self.blocks:
            part = array[at : at + len(variables)]
            formula.exists(part) if quantifier == EXISTS else formula.forall(part)
            at += len(variables)
        numbers = dict(zip(order, array.tolist(), strict=True))
        flat: list[int] = []
        for clause, where in self._clauses(output, line):
            for literal in clause:
                variable = numbers.get(literal.removeprefix("-"))
                if variable is None:
                    raise self.fail(f"{literal}: no variable of the prefix", where)
                flat.append(-variable if literal.startswith("-") else variable)
            flat.append(0)
        formula.add_flat("clauses", np.array(flat, dtype=np.int32))
        return formula

    def _clauses(self, output: str, line: int) -> Iterator[tuple[list[str], int]]:
        kind, inputs, where = self.gates.get(output, ("or", [output], line))
        if kind == "or":
            yield inputs, where
            return
        for literal in inputs:
            name = literal.removeprefix("-")
            kind, clause, at = self.gates.get(name, ("or", [literal], where))
            if name in self.gates and (kind == "and" or literal != name):
                raise self.fail(
                    f"{literal} is no clause: only an and of or gates over literals is read", where
                )
            yield clause, at
