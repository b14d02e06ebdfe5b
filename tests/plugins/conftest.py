"""
Folders of distributions, and processes that see them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sample_plugins import Run

TESTS = Path(__file__).resolve().parents[1]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """
    Give an empty folder on the module search path; what is imported from it is forgotten again.
    """
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    yield folder
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None)).startswith(str(folder)):
            del sys.modules[name]


@pytest.fixture
def run_scenario(site: Path) -> Run:
    """
    Give a function that runs a module of ``sample_plugins`` in a process of its own.
    """

    def run(*path: Path, module: str = "scenario", **variables: str) -> dict[str, Any]:
        kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
        search = os.pathsep.join(map(str, (*path, site, TESTS)))
        done = subprocess.run(
            [sys.executable, "-m", f"sample_plugins.{module}"],
            env={**kept, "PYTHONPATH": search, **variables},
            capture_output=True,
            text=True,
            check=False,
        )
        assert "" == done.stderr
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    return run
