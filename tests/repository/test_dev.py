"""
dev.py as a program, on a copy of the repository.
"""

from __future__ import annotations

import os
import runpy
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def closed_port() -> int:
    """
    Give a port of this machine at which nobody listens.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


def run_dev(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """
    Run dev.py of a folder, in which nothing has been installed.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    return subprocess.run(
        [sys.executable, str(folder / "dev.py"), *arguments],
        cwd=folder,
        env={**kept, "PIP_CONFIG_FILE": os.devnull, **variables},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """
    Give a folder, with a blank in its name, that has what dev.py looks at first.
    """
    folder = tmp_path / "a clone"
    shutil.copytree(ROOT / "requirements", folder / "requirements")
    for name in ("dev.py", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("retries", ["0", "1"])
def test_without_a_network_that_is_said(clone: Path, retries: str) -> None:
    """
    Where no package index can be reached, dev.py says what it could not fetch and what to do.
    """
    done = run_dev(
        clone,
        "test",
        PIP_INDEX_URL=f"http://127.0.0.1:{closed_port()}/simple",
        PIP_NO_CACHE_DIR="1",
        PIP_RETRIES=retries,
    )
    last = done.stdout.splitlines()[-1]

    assert 1 == done.returncode
    assert last.startswith("dev.py: error: could not fetch attrs==")
    assert "for test: is there a network? It is needed once" in last
    assert "PIP_INDEX_URL" in last
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.slow
def test_another_failure_is_not_blamed_on_the_network(clone: Path) -> None:
    """
    A lock file that cannot be read is no question of networks.
    """
    (clone / "requirements" / "test.txt").write_text("no such requirement!\n", encoding="utf-8")
    done = run_dev(clone, "test")

    assert 1 == done.returncode
    assert "could not install test" in done.stdout
    assert "network" not in done.stdout


def test_tiers_are_in_the_help() -> None:
    """
    The help names the tiers; two at once are refused, before anything is installed.
    """
    helped = run_dev(ROOT, "--help").stdout
    refused = run_dev(ROOT, "test", "--quick", "--all")

    assert "--quick" in helped
    assert "--all" in helped
    assert "mutants" in helped
    assert (1, "dev.py: error: choose one of --quick and --all\n") == (
        refused.returncode,
        refused.stdout,
    )


@pytest.mark.parametrize("command", ["demo", "test", "check", "docs", "build"])
def test_a_command_explains_itself(clone: Path, command: str) -> None:
    """
    Asked for help, a command says what it does, and nothing is installed for it.
    """
    helped = run_dev(ROOT, "--help").stdout
    asked = run_dev(clone, command, "--help")

    assert 0 == asked.returncode
    assert asked.stdout.startswith(f"  {command}")
    assert asked.stdout in helped
    assert not (clone / ".venv").exists()


def test_the_help_tells_how_long_tests_take() -> None:
    """
    The help and the page for contributors give the time of each tier.
    """
    helped = run_dev(ROOT, "--help").stdout
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    dev = runpy.run_path(str(ROOT / "dev.py"))

    for tier in dev["TIERS"].values():
        assert tier.takes in helped
        assert tier.takes in contributing
