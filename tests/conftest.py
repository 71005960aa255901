"""Settings for all tests."""

import signal

from hypothesis import settings

# A slow machine is no failure: no test here is timed.
settings.register_profile("harary", deadline=None)
settings.load_profile("harary")

# A job in the background of a shell ignores Ctrl-C, and what it starts does, too: without
# this, tests of Ctrl-C would wait for ever under nohup.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
