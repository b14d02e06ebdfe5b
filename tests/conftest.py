"""
Hypothesis profiles for all tests.
"""

from __future__ import annotations

import os

from hypothesis import settings

# No deadline in either: an example may play a whole match, on a machine that is busy.
settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")
