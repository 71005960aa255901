"""What the Makefile and the tests need beside the package; not part of the wheel."""
