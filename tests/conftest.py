"""Settings for all tests."""

from hypothesis import settings

# A slow machine is no failure: no test here is timed.
settings.register_profile("harary", deadline=None)
settings.load_profile("harary")
