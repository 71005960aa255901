"""What is fast and by how much: prints one table. `python -m benchmarks.run [PART ...]`.

Every line compares things in the same run, since machines differ and are noisy: repeat it
and trust ratios, not seconds. Nothing here is a test.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from benchmarks import formulas, house, plane, runner

PARTS: dict[str, Callable[[], list[tuple[str, str]]]] = {
    "house": house.rows,
    "formulas": formulas.rows,
    "runner": runner.rows,
    "plane": plane.rows,
}


def main(parts: list[str]) -> int:
    """Measure the parts, or all, and print."""
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        print(f"{unknown[0]!r}: expected some of {', '.join(PARTS)}", file=sys.stderr)
        return 2
    found = [row for part in parts or PARTS for row in PARTS[part]()]
    width = max(len(name) for name, _ in found)
    for name, value in found:
        print(f"{name:<{width}}  {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
