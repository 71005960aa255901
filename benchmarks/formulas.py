"""How fast formulas are built and written, beside plain loops that write the same clauses."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from benchmarks.measure import peak_megabytes, seconds
from benchmarks.plain_cor_plus import PlainCorPlus

MICKEY_MOUSE = "row6@19x19:p=2,q=2,turn=white,black=j10-j12-k11,white=i12-k12"
GAMES = (("Gomoku 15x15", "row5@15x15"), ("Connect6 Mickey Mouse", MICKEY_MOUSE))

#: A process that encodes and writes, for its peak memory.
WRITE = """
import harary
from harary.encodings import encode
from harary.qbf import write_qdimacs
formula = encode(harary.game({text!r}), "cor-plus", symmetry=False)
write_qdimacs(formula, {path!r})
"""


def rows() -> list[tuple[str, str]]:
    """What is measured, and the result."""
    with tempfile.TemporaryDirectory() as folder:
        found = []
        for name, text in GAMES:
            found += beside_plain_loops(name, text, Path(folder))
        return found + growth(Path(folder))


def beside_plain_loops(name: str, text: str, folder: Path) -> list[tuple[str, str]]:
    """Encode and write a game, by arrays and by loops."""
    import harary
    from harary.encodings import encode
    from harary.games import Player, normal_form
    from harary.qbf import write_qdimacs

    path = os.fspath(folder / "arrays.qdimacs")

    def arrays() -> None:
        write_qdimacs(encode(harary.game(text), "cor-plus", symmetry=False), path)

    def loops() -> None:
        normal = normal_form(harary.game(text))
        movers = [turn.player for turn in normal.turns]
        stones = [turn.stones for turn in normal.turns]
        pairs = [
            (stones[at - 1] if at else 0, stones[at])
            for at, mover in enumerate(movers)
            if mover is Player.BLACK
        ]
        plain = PlainCorPlus(normal.size, normal.black_sets, normal.white_sets, pairs)
        with (folder / "loops.qdimacs").open("w") as file:
            plain.write(file)

    fast, slow = seconds(arrays, 5), seconds(loops, 3)
    clauses = encode(harary.game(text), "cor-plus", symmetry=False).clause_count
    peak = peak_megabytes(WRITE.format(text=text, path=path))
    return [
        (f"{name}, COR+ encoded and written, {clauses:,} clauses", f"{fast:.3f} s"),
        ("  plain loops that write the same clauses", f"{slow:.3f} s, {slow / fast:.1f} times"),
        ("  peak memory of the process", f"{peak:.0f} MB"),
    ]


def growth(folder: Path) -> list[tuple[str, str]]:
    """The cost for each literal, over boards of growing size: it should not grow."""
    import harary
    from harary.encodings import encode
    from harary.qbf import statistics, write_qdimacs

    path = os.fspath(folder / "growth.qdimacs")
    found = []
    for size in (8, 11, 16, 22):
        game = harary.game(f"row5@{size}x{size}")

        def job(game: harary.PositionalGame = game) -> None:
            write_qdimacs(encode(game, "cor-plus", symmetry=False), path)

        literals = statistics(encode(game, "cor-plus", symmetry=False)).literals
        time = seconds(job)
        each = f"{1e9 * time / literals:.0f} ns a literal"
        found.append(
            (f"row5@{size}x{size} as COR+, {literals:,} literals", f"{time:.3f} s, {each}")
        )
    return found
