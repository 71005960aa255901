"""``python -m harary`` is the command line."""

import sys

from harary.cli.main import main

sys.exit(main())
