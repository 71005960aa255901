"""``python -m harary.plane.worker FILE``: runs the job that a file names, in a child.

A line of JSON for each record, written out at once: what a child has said before it is stopped
counts. Exit code 0 when the job is done, 70 for a fault of ours.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

__all__ = ["main"]


def main(arguments: Sequence[str]) -> int:
    """Run, and print the records."""
    from harary.plane.jobs import JOBS

    request = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    for record in JOBS[request.pop("job")](**request):
        print(json.dumps(record, separators=(",", ":")), flush=True)
    print(json.dumps({"done": True}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
