"""CaDiCaL as a program: `python -P sat_program.py FILE` solves a DIMACS file.

PySAT has it as a library, which neither keeps limits nor gives way to Ctrl-C. Here it runs in a
process of its own. This file is run by its path and needs nothing of ours. It prints the model's
true variables; exit code 10 satisfiable, 20 not, 1 a fault.
"""

from __future__ import annotations

import sys
from pathlib import Path

__all__ = ["main"]


def main(arguments: list[str]) -> int:
    """Solve, and print the true variables."""
    from pysat.solvers import Solver  # type: ignore[import-untyped]

    clauses = [
        [int(word) for word in line.split()[:-1]]
        for line in Path(arguments[0]).read_text(encoding="ascii").splitlines()
        if line[0] not in "pc"
    ]
    with Solver(name="cadical195", bootstrap_with=clauses) as solver:
        if not solver.solve():
            return 20
        print(" ".join(str(literal) for literal in solver.get_model() if literal > 0))
        return 10


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
