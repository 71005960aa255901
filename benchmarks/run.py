"""How fast the house is: games, symmetries, perft, start-up. Prints one table.

Every line compares things in the same run, since machines differ and are noisy: repeat it
and trust ratios, not seconds. Nothing here is a test.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median

REPEATS = 7


def seconds(job: Callable[[], object], repeats: int = REPEATS) -> float:
    """The median time of a job."""
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        job()
        times.append(time.perf_counter() - started)
    return median(times)


def process(*arguments: str) -> Callable[[], object]:
    """A job that runs Python with these arguments."""
    return lambda: subprocess.run(
        [sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL
    )


def peak_megabytes(code: str) -> float:
    """The peak memory of a Python process that runs this code."""
    measured = f"{code}\nimport resource\nprint(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    done = subprocess.run(
        [sys.executable, "-c", measured], check=True, capture_output=True, text=True
    )
    return int(done.stdout) / 1024


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


def main() -> None:
    """Measure and print."""
    connect6()  # imports are measured below, not here
    rows = [
        ("Connect6 19x19: placements and symmetries", f"{seconds(connect6):.3f} s"),
        ("  peak memory of the process", f"{peak_megabytes(CONNECT6):.0f} MB"),
    ]
    rows += [perft_row(text, depth) for text, depth in PERFT]
    bare = seconds(process("-c", "pass"))
    rows.append(("bare Python", f"{bare:.3f} s"))
    rows.append(
        (
            "import harary, beyond bare Python",
            f"{seconds(process('-c', 'import harary')) - bare:.3f} s",
        )
    )
    rows.append(("harary --help, in all", f"{seconds(process('-m', 'harary', '--help')):.3f} s"))
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        print(f"{name:<{width}}  {value}")


if __name__ == "__main__":
    main()
