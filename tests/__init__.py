"""The tests; ``naive`` and ``strategies`` are shared by them."""
