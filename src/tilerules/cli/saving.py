"""
Where a game is saved, so that it can be gone on with.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from tilerules.cli.common import CommandError
from tilerules.play.match import Match
from tilerules.records import dumps

__all__ = ["free_path", "save", "save_somewhere"]


def free_path(name: str) -> Path:
    """Give a file name in the current folder that is not taken."""
    number = 1
    while True:
        path = Path(f"tilerules-{name}{f'-{number}' if number > 1 else ''}.json")
        if not path.exists():
            return path
        number += 1


def save(match: Match, path: Path) -> None:
    """
    Write a match to a file: whole or not at all.

    Raises:
        CommandError: It cannot be written.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(dumps(match, indent=1) + "\n", encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise CommandError(f"{path}: {error.strerror}") from error


def save_somewhere(match: Match, path: Path) -> Path:
    """
    Write a match to a file, or to the folder for temporary files where that cannot be done.

    Returns:
        Where it is.

    Raises:
        CommandError: It cannot be written anywhere.
    """
    try:
        save(match, path)
    except CommandError:
        path = Path(tempfile.gettempdir()) / path.name
        save(match, path)
    return path
