"""A stand-in for each solver and preprocessor: a small program that keeps to its conventions.

``python standin.py NAME ARGUMENTS`` behaves as the program NAME is documented to: its options,
its lines, its exit codes. It decides formulas by trying everything, so they have to be tiny.
It imports nothing of ours.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

Prefix = list[tuple[str, int]]
Clauses = list[list[int]]


def read(text: str) -> tuple[int, Prefix, Clauses]:
    declared = 0
    prefix: Prefix = []
    clauses: Clauses = []
    for line in text.splitlines():
        words = line.split()
        if words[0] == "p":
            declared = int(words[3])
        elif words[0] in "ae":
            prefix += [(words[0], int(word)) for word in words[1:-1]]
        elif words[0] != "c":
            clauses.append([int(word) for word in words[:-1]])
    return declared, prefix, clauses


def holds(prefix: Prefix, clauses: Clauses, chosen: frozenset[int] = frozenset()) -> bool:
    if not prefix:
        return all(any(literal in chosen for literal in clause) for clause in clauses)
    (quantifier, variable), rest = prefix[0], prefix[1:]
    branches = (holds(rest, clauses, chosen | {value}) for value in (variable, -variable))
    return any(branches) if quantifier == "e" else all(branches)


def witness(prefix: Prefix, clauses: Clauses, truth: bool) -> list[int]:
    """Literals of the outermost block that decide the formula, where one player has it."""
    if not prefix or (prefix[0][0] == "e") != truth:
        return []
    end = next((at for at, (a, b) in enumerate(pairwise(prefix), 1) if a[0] != b[0]), len(prefix))
    chosen: frozenset[int] = frozenset()
    for at in range(end):
        variable = prefix[at][1]
        rest = prefix[at + 1 :]
        good = holds(rest, clauses, chosen | {variable}) == truth
        chosen |= {variable if good else -variable}
    return sorted(chosen, key=abs)


def solve(name: str, arguments: list[str]) -> int:
    if "--version" in arguments:
        print({"depqbf": "DepQBF 6.03", "depqbf5": "DepQBF 5.01", "caqe": "CAQE 4.0.1"}[name])
        return 0
    if name == "depqbf5" and "--no-dynamic-nenofex" in arguments:
        print("unknown option")
        return 1
    path = next(a for a in arguments if not a.startswith("-") or a == "-")
    text = sys.stdin.read() if name == "ghostq" else Path(path).read_text()
    declared, prefix, clauses = read(text)
    if name == "caqe" and declared != len(clauses):
        return 1
    truth = holds(prefix, clauses)
    literals = witness(prefix, clauses, truth)
    status = f"s cnf {int(truth)}"
    if name in ("depqbf", "depqbf5"):
        if "--qdo" in arguments:
            print(f"{status} {len(prefix)} {declared}")
            print(*(f"V {literal} 0" for literal in literals), sep="\n")
        else:
            print("SAT" if truth else "UNSAT")
    elif name == "caqe":
        print("c CommonSolverConfig { }")
        if "--qdo" in arguments:
            print(f"{status} {len(prefix)} {declared}")
            print(*(f"V {literal} 0" for literal in literals), "", sep="\n")
        print("c Satisfiable" if truth else "c Unsatisfiable")
    elif name == "qute":
        print("SAT" if truth else "UNSAT")
        if "--partial-certificate" in arguments and literals:
            print(*(literal if truth else -literal for literal in literals), 0)
    elif name == "rareqs":
        if literals:
            print("V ", *(f"{literal:+}" for literal in literals))
        print(status)
    elif name in ("qfun", "ghostq"):
        print(status)
    return 10 if truth else 20


def preprocess(name: str, arguments: list[str]) -> int:
    text = Path(arguments[-1]).read_text()
    _, prefix, clauses = read(text)
    # Something a preprocessor might do: clauses that hold anyhow are dropped.
    clauses = [clause for clause in clauses if not any(-literal in clause for literal in clause)]
    lines = [f"p cnf {max((v for _, v in prefix), default=0)} {len(clauses)}"]
    lines += [f"{quantifier} {variable} 0" for quantifier, variable in prefix]
    lines += [" ".join(map(str, clause)) + " 0" for clause in clauses]
    reduced = "\n".join(lines) + "\n"
    if name == "qratpre" and "--print-formula" not in arguments:
        return 0
    if name == "hqspre":
        if not holds(prefix, clauses):
            return 20
        Path(arguments[arguments.index("-o") + 1]).write_text("c by hqspre\n" + reduced)
        return 0
    if name == "bloqqer" and len(clauses) < 6:
        truth = holds(prefix, clauses)
        print(f"s cnf {int(truth)}")
        return 10 if truth else 20
    print(reduced, end="")
    return 0


if __name__ == "__main__":
    chosen = preprocess if sys.argv[1] in ("bloqqer", "hqspre", "qratpre") else solve
    sys.exit(chosen(sys.argv[1], sys.argv[2:]))
