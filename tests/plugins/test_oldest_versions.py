"""
Plugins load, fail and play alike with the oldest and the newest attrs and pluggy admitted.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import tilerules
from property.registered import variants
from sample_plugins import BROKEN, Run, good, write
from tilerules.cli.toml_text import variant_file_text

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

    assert ("1.2.0", "24.1.0") == versions[0] != versions[1]
    assert newest == oldest
    assert ["aaa", "zzz"] == newest["variants"]
    assert len(BROKEN) == len(newest["warned"])
    assert 0 == newest["left_of_a_failure"]
    assert ["aaa"] == newest["corrected"]


KITCHEN = """
name = "kitchen-{name}"
extends = "{name}"

[[components]]
component = "leave"

[[components]]
component = "penalty"
most = 3
"""
"""A variant file with components of the library."""


@pytest.mark.slow
def test_every_game_on_the_oldest_versions(run_scenario: Run, tmp_path: Path) -> None:
    """
    A round of every variant and preset, the beginning of one with every house rule, and the games
    of variant files are played with the oldest versions as with the newest.
    """
    folder = tmp_path / "ours"
    folder.mkdir()
    for one in variants():
        kitchen = KITCHEN.format(name=one.name)
        (folder / f"kitchen-{one.name}.toml").write_text(kitchen, encoding="utf-8")
        # Every part of the game that has parameters, with those it has.
        mine = variant_file_text(one, tilerules.default_registry())
        (folder / f"my-{one.name}.toml").write_text(mine, encoding="utf-8")
    names = {f"{before}{one.name}" for one in variants() for before in ("", "kitchen-", "my-")}
    newest = run_scenario(module="games", TILERULES_PLUGINS_DIR=str(folder))
    oldest = run_scenario(LOWEST, module="games", TILERULES_PLUGINS_DIR=str(folder))
    versions = [(seen.pop("pluggy"), seen.pop("attrs")) for seen in (oldest, newest)]

    assert ("1.2.0", "24.1.0") == versions[0] != versions[1]
    assert [] == oldest["errors"]
    assert newest == oldest
    assert names <= set(newest["whole"])
    assert all(newest["whole"].values())
    assert all(newest["begun"].values())
