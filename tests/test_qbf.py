"""Formulas: building, sizes, files, simplification."""

from __future__ import annotations

import gzip
import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from harary import game
from harary.encodings import encode
from harary.errors import FormatError
from harary.qbf import (
    FALSE,
    TRUE,
    Any,
    Formula,
    FormulaError,
    read_qcir,
    read_qdimacs,
    simplify,
    statistics,
    write_qcir,
    write_qdimacs,
)
from harary.qbf.qcir import parse_qcir
from tests.qbf_evaluator import evaluate


@st.composite
def formulas(draw: st.DrawFn, most: int = 8) -> Formula:
    """A random formula with names, groups and anything that a prefix may have."""
    formula = Formula(["a comment", "another"])
    count = draw(st.integers(0, most))
    names = formula.family("x", number=range(count))
    at = 0
    while at < count:
        size = draw(st.integers(1, count - at))
        part = names[at : at + size]
        formula.exists(part) if draw(st.booleans()) else formula.forall(part)
        at += size
    literals = [sign * int(v) for v in names for sign in (1, -1)]
    clause = st.lists(st.sampled_from(literals), max_size=4) if literals else st.just([])
    for label in ("one", "two"):
        formula.add_each(label, draw(st.lists(clause, max_size=6)))
    return formula


# Building.


def test_groups_are_broadcast() -> None:
    f = Formula()
    x = f.family("x", t=range(2), v="ab")
    y = f.family("y", v="ab")
    f.exists(x)
    f.forall(y)
    f.add("step", -x[:-1], x[1:])
    f.add("some", Any(y), x[0, 0])
    assert f.prefix == [("e", 1, 4), ("a", 5, 6)]
    assert list(f.clauses()) == [[-1, 3], [-2, 4], [5, 6, 1]]
    assert [(group.label, group.start, group.clauses) for group in f.groups] == [
        ("step", 0, 2),
        ("some", 6, 1),
    ]
    assert f.names() == {1: "x(0,a)", 2: "x(0,b)", 3: "x(1,a)", 4: "x(1,b)", 5: "y(a)", 6: "y(b)"}


def test_constants_are_folded() -> None:
    f = Formula()
    x = f.family("x", v="abc")
    f.exists(x)
    f.add("g", x, np.array([TRUE, FALSE, FALSE]), FALSE)
    f.add("h", Any(np.array([FALSE], dtype=np.int32)))
    assert list(f.clauses()) == [[2], [3], []]


def test_neighbouring_blocks_are_one() -> None:
    f = Formula()
    x, y, z = (f.family(name) for name in "xyz")
    f.exists(x)
    f.forall()
    f.exists(y, z)
    assert f.prefix == [("e", 1, 3)]


def test_wrong_use_is_noticed() -> None:
    f = Formula()
    x = f.family("x", v="ab")
    with pytest.raises(FormulaError, match="not quantified"):
        f.add("g", x)
    f.exists(x)
    with pytest.raises(FormulaError, match="quantified twice"):
        f.forall(x[:1])
    with pytest.raises(FormulaError, match="open clause"):
        f.add_flat("g", np.array([1, 2], dtype=np.int32))


@given(formulas())
def test_sizes_are_counted(formula: Formula) -> None:
    sizes = statistics(formula)
    clauses = list(formula.clauses())
    lengths = [len(clause) for clause in clauses]
    assert sizes.clauses == formula.clause_count == len(clauses)
    assert sizes.literals == sum(lengths)
    assert [sizes.empty, sizes.unit, sizes.binary, sizes.ternary] == [
        lengths.count(n) for n in range(4)
    ]
    assert sizes.long == sum(length > 3 for length in lengths)
    assert sizes.variables == formula.variables
    assert sizes.universal == sum(b - a + 1 for kind, a, b in formula.prefix if kind == "a")
    assert sizes.blocks == len(formula.prefix)


def test_a_formula_pickles() -> None:
    formula = encode(game("tippy@3x3"), "cor-plus", 5)
    again = pickle.loads(pickle.dumps(formula))
    assert again.readable() == formula.readable()
    assert again.question == formula.question


# Files.


def plain(formula: Formula) -> tuple[object, ...]:
    return formula.comments, formula.prefix, list(formula.clauses())


@pytest.mark.parametrize("name", ["f.qdimacs", "f.qdimacs.gz"])
@given(formula=formulas())
@settings(max_examples=50)
def test_qdimacs_round_trip(
    tmp_path_factory: pytest.TempPathFactory, name: str, formula: Formula
) -> None:
    path = tmp_path_factory.mktemp("formula") / name
    write_qdimacs(formula, path)
    assert plain(read_qdimacs(path)) == plain(formula)


def test_qdimacs_is_written_as_the_standard_says(tmp_path: Path) -> None:
    formula = Formula(["two\nlines"])
    x, y = formula.family("x", v="ab"), formula.family("y")
    formula.exists(x)
    formula.forall(y)
    formula.add("g", -x, y)
    path = tmp_path / "f.qdimacs.gz"
    write_qdimacs(formula, path)
    text = gzip.decompress(path.read_bytes()).decode()
    assert text == "c two\nc lines\np cnf 3 2\ne 1 2 0\na 3 0\n-1 3 0\n-2 3 0\n"


def test_qdimacs_from_elsewhere(tmp_path: Path) -> None:
    """Any order of numbers, free variables, unused ones, clauses over lines."""
    path = tmp_path / "f.qdimacs"
    path.write_text("c hi\np cnf 2000000000 2\na 7 0\ne 2000000000 3 0\n-7 3\n0 5 -2000000000 0\n")
    formula = read_qdimacs(path)
    assert formula.prefix == [("e", 1, 1), ("a", 2, 2), ("e", 3, 4)]
    assert list(formula.clauses()) == [[-2, 4], [1, -3]]
    assert formula.names() == {1: "x(5)", 2: "x(7)", 3: "x(2000000000)", 4: "x(3)"}


BAD_QDIMACS = [
    ("", "line 1|:1: the header"),
    ("p cnf 2\n", ":1: the header is not"),
    ("p cnf 1 1\ne 1 0\n1 2 0\n", ":3: literal 2, but the header declares 1 variables"),
    ("p cnf 1 1\ne 1 0\n1", ":3: the last clause is not ended by 0"),
    ("p cnf 1 2\ne 1 0\n1 0\n", "declares 2 clauses, there are 1: is it truncated"),
    ("p cnf 1 1\ne 1 0\n1 0\n-1 0\n", "declares 1 clauses, there are 2"),
    ("p cnf 1 1\ne 1 0\nx 0\n", ":3: 'x' is not an integer"),
    ("p cnf 1 1\ne 1 0\na 1 0\n1 0\n", ":3: variable 1 is quantified twice"),
]


@pytest.mark.parametrize(("text", "message"), BAD_QDIMACS)
def test_bad_qdimacs(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.qdimacs"
    path.write_text(text)
    with pytest.raises(FormatError, match=message) as caught:
        read_qdimacs(path)
    assert str(path) in str(caught.value)


def test_bad_gzip(tmp_path: Path) -> None:
    path = tmp_path / "f.qdimacs.gz"
    write_qdimacs(encode(game("tippy@3x3")), path)
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(FormatError, match="no whole gzip file"):
        read_qdimacs(path)


@pytest.mark.parametrize("name", ["f.qcir", "f.qcir.gz"])
@given(formula=formulas())
@settings(max_examples=50)
def test_qcir_round_trip(
    tmp_path_factory: pytest.TempPathFactory, name: str, formula: Formula
) -> None:
    path = tmp_path_factory.mktemp("formula") / name
    write_qcir(formula, path)
    assert plain(read_qcir(path)) == plain(formula)


def test_qcir_is_written_as_the_standard_says(tmp_path: Path) -> None:
    formula = Formula(["c"])
    x, y = formula.family("x", v="ab"), formula.family("y")
    formula.exists(x)
    formula.forall(y)
    formula.add("g", -x, y)
    path = tmp_path / "f.qcir"
    write_qcir(formula, path)
    assert path.read_text() == (
        "#QCIR-G14 6\n# c\nexists(1, 2)\nforall(3)\noutput(6)\n"
        "4 = or(-1, 3)\n5 = or(-2, 3)\n6 = and(4, 5)\n"
    )


def test_qcir_from_elsewhere() -> None:
    named = "#QCIR-G14\nFORALL(u)\nexists(a,b)\noutput(out)\nc1=or(u,-a)\nout = and(c1, b, -u)\n"
    assert list(parse_qcir(named).clauses()) == [[1, -2], [3], [-1]]
    assert list(parse_qcir("#QCIR-G14\nexists(a, b)\noutput(-b)\n").clauses()) == [[-2]]
    assert list(parse_qcir("#QCIR-G14\nexists(a)\noutput(g)\ng = or()\n").clauses()) == [[]]


BAD_QCIR = [
    ("", "the first line"),
    ("#QCIR-G14\n", "no output"),
    ("#QCIR-G14\nexists(1, 1)\n", "f:2: variable 1 is quantified twice"),
    ("#QCIR-G14\nexists(-1)\n", "f:2: a quantifier cannot bind -1"),
    ("#QCIR-G14\nexists(1)\noutput(2)\n2 = xor(1, 1)\n", "f:4: gate 'xor'"),
    ("#QCIR-G14\nexists(1)\noutput(2)\n2 = and(3)\n", "f:4: 3: no variable of the prefix"),
    ("#QCIR-G14\nexists(1)\noutput(2)\n3 = and(1)\n2 = and(3)\n", "f:5: 3 is no clause"),
    ("#QCIR-G14\nexists(1)\noutput(2)\n3 = or(1)\n2 = and(-3)\n", "f:5: -3 is no clause"),
    ("#QCIR-G14\nexists(1)\noutput(1)\noutput(1)\n", "f:4: expected one output"),
    ("#QCIR-G14\nexists(1)\noutput(2)\n2 = or(1)\nexists(3)\n", "f:5: a quantifier after"),
    ("#QCIR-G14\nexists(1)\noutput(2)\n2 = or(1)\n2 = or(1)\n", "f:5: 2 is defined twice"),
    ("#QCIR-G14\nnonsense\n", "f:2: 'nonsense'"),
    ("#QCIR-G14\nforall(1)\nfree(2)\n", r"f:3: free\(...\) after a quantifier"),
    ("#QCIR-G14\nexists(a b)\n", "f:2: 'a b' is not a literal"),
]


@pytest.mark.parametrize(("text", "message"), BAD_QCIR)
def test_bad_qcir(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_qcir(text, "f")


TOKENS = [*"peac012-x()=,\n", "cnf", "or", "and", "exists", "output"]


@given(st.lists(st.sampled_from(TOKENS), max_size=30).map(" ".join))
@example("p cnf 1 1\n1 0")
def test_whatever_is_read_is_a_formula_or_a_clear_error(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    path = tmp_path_factory.mktemp("fuzz") / "f"
    for head, reader in (("", read_qdimacs), ("#QCIR-G14\n", read_qcir)):
        path.write_text(head + text)
        try:
            formula = reader(path)
        except FormatError as error:
            assert "\n" not in str(error)
        else:
            assert formula.variables >= 0


@pytest.mark.parametrize("name", ["f.qdimacs", "f.qcir"])
def test_nothing_is_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """What goes wrong on the way leaves the old file and nothing else."""
    path = tmp_path / name
    path.write_text("old")
    formula = encode(game("tippy@3x3"))
    write = write_qcir if name.endswith("qcir") else write_qdimacs

    def full(_source: str, _target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(FormatError, match="cannot be written: No space left"):
        write(formula, path)
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == [name]


# Simplification.


@given(formulas(), st.booleans(), st.booleans(), st.booleans(), st.booleans())
@settings(max_examples=200)
def test_simplification_keeps_the_truth(
    formula: Formula, units: bool, pure: bool, duplicates: bool, unused: bool
) -> None:
    left = simplify(formula, units=units, pure=pure, duplicates=duplicates, unused=unused)
    truth = evaluate(formula)
    assert evaluate(left.formula) == truth
    assert left.verdict in (None, truth)
    assert sum(group.clauses for group in left.formula.groups) == left.formula.clause_count
    # The names are those of the old variables.
    names = formula.names()
    for number, name in left.formula.names().items():
        assert name == names[int(left.kept[number - 1])]
    # Clauses stay in their groups.
    where = {group.label: (group.start, group.clauses) for group in formula.groups}
    for group in left.formula.groups:
        assert group.clauses <= where[group.label][1]


def test_simplification_carries_the_question() -> None:
    formula = encode(game("tippy@3x3"), "cor-plus", 7)
    left = simplify(formula)
    assert left.formula.question is not None
    code = left.formula.question.first_move
    assert code is not None
    # Only b2 wins; whatever made the outer bits true spells it.
    names = left.formula.names()
    outer = range(left.formula.prefix[0][1], left.formula.prefix[0][2] + 1)
    played = [v if _spells(names[v], "b2", 4) else -v for v in outer]
    assert code.decode(played) == ["b2"]
    restored = left.original(played)
    assert formula.question is not None
    assert formula.question.first_move is not None
    assert formula.question.first_move.decode(restored) == ["b2"]


def _spells(name: str, cell: str, code: int) -> bool:
    if name.startswith("moveB(1,0,"):
        return bool(code >> int(name[len("moveB(1,0,") : -1]) & 1)
    return name == f"board(B,{cell},1)"
