"""
Running commands in this process, with what is typed and what is shown.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

from tilerules.cli import main


@attrs.frozen
class Shown:
    """
    What a command did.
    """

    status: int
    """Its exit status."""
    out: str
    """What it wrote."""
    err: str
    """What it complained of."""


Tilerules = Callable[..., Shown]


@pytest.fixture
def tilerules(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Tilerules:
    """
    Give a function that runs a command in an empty folder.
    """
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object, typed: str = "") -> Shown:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Shown(status, captured.out, captured.err)

    return run
