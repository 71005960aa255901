"""How fast the house is: games, symmetries, perft, start-up."""

from __future__ import annotations

from benchmarks.measure import peak_megabytes, process, seconds

CONNECT6 = """
import harary
game = harary.game("row6@19x19:p=2,q=1")
assert len(game.black_sets) == 924
assert harary.Symmetries(game).order == 8
"""


def connect6() -> None:
    """Placements and symmetries, from the text on."""
    exec(CONNECT6, {})


PERFT = (("tippy@4x4", 5), ("tippy@4x4:torus", 4), ("row4@4x4x4", 2))


def perft_row(text: str, depth: int) -> tuple[str, str]:
    """The native core beside the readable rules in Python, on the same game."""
    import harary
    from harary.search import perft, perft_twin

    game = harary.game(text)
    perft(game, 1)  # the first call imports the core
    twin = seconds(lambda: perft_twin(game, depth), 1)
    one = seconds(lambda: perft(game, depth, threads=1))
    both = seconds(lambda: perft(game, depth))
    return (
        f"perft {text} to {depth} stones: twin {twin:.2f} s, core {both:.4f} s",
        f"{twin / both:.0f} times (one thread {twin / one:.0f})",
    )


def rows() -> list[tuple[str, str]]:
    """What is measured, and the result."""
    connect6()  # imports are measured below, not here
    found = [
        ("Connect6 19x19: placements and symmetries", f"{seconds(connect6):.3f} s"),
        ("  peak memory of the process", f"{peak_megabytes(CONNECT6):.0f} MB"),
    ]
    found += [perft_row(text, depth) for text, depth in PERFT]
    bare = seconds(process("-c", "pass"))
    loaded = seconds(process("-c", "import harary"))
    found.append(("bare Python", f"{bare:.3f} s"))
    found.append(("import harary, beyond bare Python", f"{loaded - bare:.3f} s"))
    found.append(("harary --help, in all", f"{seconds(process('-m', 'harary', '--help')):.3f} s"))
    return found
