"""See which solvers and preprocessors are here, and whether they work.

Each program that is found decides two tiny formulas, a true one and a false one. For each that
is missing there is a line that says how to get it. "Untested" programs are run as their
documentation has it, but nobody has tried the real program with Harary. Exit code: 0, or 1
where a program that is here fails its test.

Examples:
  harary doctor
  harary doctor --json

"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from harary.cli.common import add_json, print_json

if TYPE_CHECKING:
    from harary.qbf.examine import Finding

SUMMARY = "see which solvers of formulas are here, and whether they work"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Only the form of the output."""
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Look, test, print."""
    from harary.qbf.examine import examine
    from harary.qbf.programs import config_file

    findings = examine()
    if options.json:
        print_json(
            {"config": str(config_file()), "programs": [each.as_json() for each in findings]}
        )
    else:
        for kind in ("solver", "preprocessor"):
            print(f"{kind}s")
            for finding in findings:
                if finding.adapter.kind == kind:
                    print("  " + _line(finding))
        print(f"more programs can be described in {config_file()}")
    return 1 if any(finding.works is False for finding in findings) else 0


def _line(finding: Finding) -> str:
    adapter = finding.adapter
    untested = "" if adapter.tested else " (untested with the real program)"
    if finding.program is None and adapter.or_else:
        return f"{adapter.name:14} missing{untested}: {adapter.or_else} takes its place"
    if finding.program is None:
        return f"{adapter.name:14} missing{untested}; get it: {adapter.get or 'see its authors'}"
    works = "works" if finding.works else f"FAILS: {finding.trouble}"
    version = finding.version or "unknown version"
    return f"{adapter.name:14} {works}, {version}, {finding.program.path}{untested}"
