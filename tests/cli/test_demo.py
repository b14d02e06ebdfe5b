"""
The demonstration plays real games.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import tilerules

DEMO = Path(__file__).resolve().parents[2] / "tools" / "demo.py"


def run(*keys: str) -> str:
    """
    Run the demonstration.
    """
    done = subprocess.run(
        [sys.executable, str(DEMO), *keys], capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.slow
def test_a_round() -> None:
    """
    A game of one round is shown with its deal, every move, the last table, the result and why.
    """
    shown = run("gaple")

    assert re.search(r"^\w+ wins?, by the lowest .*\(SL-", shown, re.MULTILINE)
    assert all(f"{name}:" in shown for name in ("Ana", "Budi", "Caro", "Dewi"))
    assert all(len(line) <= 80 for line in shown.splitlines())


def test_an_unknown_game() -> None:
    """
    A game that is not installed is told in one line.
    """
    done = subprocess.run(
        [sys.executable, str(DEMO), "gapel"], capture_output=True, text=True, check=False
    )

    assert (2, "") == (done.returncode, done.stdout)
    assert "demo: " == done.stderr[:6]
    assert done.stderr.endswith("; did you mean 'gaple'?\n")


@pytest.mark.slow
@pytest.mark.parametrize("variant", tilerules.variants(), ids=lambda variant: variant.key)
def test_every_game(variant: tilerules.Variant) -> None:
    """
    Each installed game is played to the end of its match.
    """
    shown = run(variant.key)

    assert shown.startswith(f"{variant.title} ({variant.key})")
    assert re.search(r" wins?, by |are level|Nobody wins", shown)
    if "Round 2" in shown:
        assert re.search(r"the match \(.*\)\.$", shown.strip().replace("\n", " "))
