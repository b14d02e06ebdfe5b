"""
Type checkers understand house rules that are written as classes.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

SAMPLE = Path(__file__).with_name("house_rule_classes.py")
ROOT = SAMPLE.parents[2]
REFUSED = {
    number
    for number, line in enumerate(SAMPLE.read_text(encoding="utf-8").splitlines(), 1)
    if line.endswith("# refused")
}


def _said(command: Sequence[str]) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout, done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_mypy_strict_accepts_them_and_finds_what_is_wrong() -> None:
    """mypy --strict objects to each line that it should refuse, and to no other."""
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "-O", "json", str(SAMPLE)]
    found = {json.loads(line)["line"] for line in _said(command).splitlines() if line[0] == "{"}
    assert found == REFUSED


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_pyright_accepts_them_and_finds_what_is_wrong() -> None:
    """Pyright objects to each line that it should refuse, and to no other."""
    pytest.importorskip("pyright")
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "--outputjson"]
    report = json.loads(_said([*command, str(SAMPLE)]))
    assert {one["range"]["start"]["line"] + 1 for one in report["generalDiagnostics"]} == REFUSED
