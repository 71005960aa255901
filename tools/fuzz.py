"""Fuzz the boundary of the native core, guided by the coverage of the Python code around it.

`python -m tools.fuzz SECONDS [TEST]` drives the tests of tests/test_boundary.py with atheris
(`pip install atheris`; it is in no extra, since it has no wheels for every Python). A failure is
printed by Hypothesis, smaller if it can be, and kept for `make unit` to try again.
"""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable
from types import ModuleType


def targets(tests: ModuleType) -> dict[str, Callable[[bytes], object]]:
    """The tests by name, each a function of bytes."""
    return {
        name: getattr(function, "hypothesis").fuzz_one_input  # noqa: B009 - Hypothesis puts it there
        for name, function in inspect.getmembers(tests, inspect.isfunction)
        if name.startswith("test_")
    }


def main(arguments: list[str]) -> int:
    """Fuzz one test, or say what there is."""
    try:
        atheris = importlib.import_module("atheris")
    except ImportError:
        print("tools.fuzz needs atheris: pip install atheris", file=sys.stderr)
        return 2
    with atheris.instrument_imports(include=["tests", "hypothesis"]):
        known = targets(importlib.import_module("tests.test_boundary"))
    if not 1 <= len(arguments) <= 2 or not arguments[0].isdigit():
        print(f"usage: python -m tools.fuzz SECONDS [{'|'.join(known)}]", file=sys.stderr)
        return 2
    name = arguments[1] if len(arguments) == 2 else "test_a_claim_is_decided"
    if name not in known:
        print(f"test {name!r}: expected one of {', '.join(known)}", file=sys.stderr)
        return 2
    options = [f"-max_total_time={arguments[0]}", "-max_len=4096", "-print_final_stats=1"]
    atheris.Setup([sys.argv[0], *options], known[name])
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
