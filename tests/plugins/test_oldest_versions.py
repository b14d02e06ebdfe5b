"""
Plugins load, fail and play alike with the oldest and the newest attrs and pluggy admitted.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from sample_plugins import BROKEN, Run, good, write

LOWEST = Path(sys.prefix) / "lowest"


@pytest.mark.slow
def test_oldest_versions(site: Path, run_scenario: Run) -> None:
    """
    With the oldest versions everything is as with the newest, reports included.
    """
    assert LOWEST.is_dir(), "python3 dev.py test installs the oldest versions"
    write(site, good("tilerules-aaa"), good("tilerules-zzz"), *BROKEN)
    only = ",".join(["aaa", "zzz", *(one.name for one in BROKEN)])
    newest = run_scenario(TILERULES_ONLY_PLUGINS=only)
    oldest = run_scenario(LOWEST, TILERULES_ONLY_PLUGINS=only)
    versions = [(seen.pop("pluggy"), seen.pop("attrs")) for seen in (oldest, newest)]

    assert ("1.2.0", "23.2.0") == versions[0] != versions[1]
    assert newest == oldest
    assert ["aaa", "zzz"] == newest["variants"]
    assert len(BROKEN) == len(newest["warned"])
    assert 0 == newest["left_of_a_failure"]
    assert ["aaa"] == newest["corrected"]
