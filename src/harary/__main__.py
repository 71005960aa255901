"""The entry of the command line: also Ctrl-C while it still loads ends it in one line."""

import sys


def main() -> int:
    """Run ``harary``."""
    try:
        from harary.cli.main import main as run
        from harary.cli.main import prepare_output

        prepare_output()
        return run()
    except KeyboardInterrupt:
        print("harary: error: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
